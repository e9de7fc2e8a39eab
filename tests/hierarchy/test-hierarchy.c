/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Generalization hierarchies: from files, row by row, and of suppression alone. */

#include "support/suite.h"

#define N_MANY 70000 /* more than codes of two bytes */

/* An age, its decade and its half of life, as text to be freed. */
static char *
get_age_label (guint age, guint level)
{
  if (level == 0)
    return g_strdup_printf ("%u", age);
  if (level == 1)
    return g_strdup_printf ("%u, %u", age / 10 * 10, age / 10 * 10 + 9);
  return g_strdup (level == 2 ? (age < 50 ? "young" : "old") : "*");
}

static void
assert_ages (const DeidHierarchy *hierarchy)
{
  static const guint n_labels[] = { 100, 10, 2, 1 };

  ck_assert_uint_eq (deid_hierarchy_get_n_levels (hierarchy), 4);
  ck_assert_uint_eq (deid_hierarchy_get_n_leaves (hierarchy), 100);
  for (guint level = 0; level < 4; level++)
    {
      ck_assert_uint_eq (deid_hierarchy_get_n_labels (hierarchy, level), n_labels[level]);
      for (guint age = 0; age < 100; age++)
        {
          g_autofree char *leaf = get_age_label (age, 0), *label = get_age_label (age, level);

          assert_generalizes (hierarchy, leaf, level, label);
        }
    }
  assert_generalizes (hierarchy, "100", 0, NULL);
  assert_generalizes (hierarchy, "", 3, NULL);
  assert_generalizes (hierarchy, "young", 1, NULL);
}

static const char *
write_ages (char delimiter, const char *line_end)
{
  GString *content = g_string_new (NULL);
  const char *path;

  for (guint age = 0; age < 100; age++)
    for (guint level = 0; level < 4; level++)
      {
        g_autofree char *label = get_age_label (age, level);

        if (level == 1)
          g_string_append_printf (content, "\"%s\"", label);
        else
          g_string_append (content, label);
        if (level < 3)
          g_string_append_c (content, delimiter);
        else
          g_string_append (content, line_end);
      }
  path = write_file ("ages.csv", content->str, -1);
  g_string_free (content, TRUE);
  return path;
}

START_TEST (detected_delimiter)
{
  const char delimiters[] = ";\t|,";
  const char *const line_ends[] = { "\n", "\r\n", "\r", "\n\n" };

  for (guint i = 0; i < 4; i++)
    for (guint end = 0; end < G_N_ELEMENTS (line_ends); end++)
      {
        const char *path = write_ages (delimiters[i], line_ends[end]);
        GError *error = NULL;
        g_autoptr (DeidHierarchy) hierarchy
            = deid_hierarchy_new_from_csv_file (path, NULL, NULL, &error);

        assert_no_error (error);
        assert_ages (hierarchy);
      }
}
END_TEST

/* One row is too short or too long: that is what is said, with its line; the delimiter is what most
 * lines have. */
START_TEST (uneven_rows)
{
  static const char *const files[][2] = {
    { "a,b,*\nc,*\nd,b,*\n", "line 2: leaf 'c': 2 levels, expected 3" },
    { "a\tb\t*\nc\td\te\t*\nd\tb\t*\n", "line 2: leaf 'c': 4 levels, expected 3" },
    { "a|b,1|*\nc|b,1|*\nd|*\ne|b,1|*\n", "line 3: leaf 'd': 2 levels, expected 3" },
    { "a,b,*\n\n\"c,c\",b,*\nd,b\ne,b,*", "line 4: leaf 'd': 2 levels, expected 3" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      const char *path = write_file ("uneven.csv", files[i][0], -1);
      g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();
      GError *error = NULL;

      ck_assert (deid_csv_options_set_show_values (options, TRUE, NULL));
      ck_assert_ptr_null (deid_hierarchy_new_from_csv_file (path, options, NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_HIERARCHY, files[i][1], NULL);
    }
}
END_TEST

/* Which delimiter is chosen, by the number of levels that come of it. */
START_TEST (majority_delimiter)
{
  static const struct
  {
    const char *text;
    guint n_levels;
  } files[] = {
    { "a;1,2\nb;1,2\n", 2 },         /* both split all lines: the first of them */
    { "a,1;2\nb,1\nc,1\nd,1\n", 2 }, /* three of four lines against four */
    { "a\nb\nc\n", 1 },
    { "a,b\nc,d,e\nf\n", 1 }, /* no number of fields has most lines */
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      const char *path = write_file ("majority.csv", files[i].text, -1);
      GError *error = NULL;
      g_autoptr (DeidHierarchy) hierarchy
          = deid_hierarchy_new_from_csv_file (path, NULL, NULL, &error);

      assert_no_error (error);
      ck_assert_uint_eq (deid_hierarchy_get_n_levels (hierarchy), files[i].n_levels);
    }
}
END_TEST

START_TEST (given_delimiter)
{
  g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();
  g_autoptr (DeidHierarchy) hierarchy = NULL;
  GError *error = NULL;

  ck_assert (deid_csv_options_set_delimiter (options, '/', NULL));
  ck_assert (deid_csv_options_set_quote (options, '\'', NULL));
  hierarchy = deid_hierarchy_new_from_csv_file (
      write_file ("given.csv", "'1/2'/a;b/*\n3/\"c\"/*\n", -1), options, NULL, &error);
  assert_no_error (error);
  assert_generalizes (hierarchy, "1/2", 1, "a;b");
  assert_generalizes (hierarchy, "3", 1, "\"c\"");
  assert_generalizes (hierarchy, "3", 2, "*");
  ck_assert (!deid_csv_options_set_delimiter (options, ';', &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
}
END_TEST

/* What stands between the quotes that were set splits no line, and a quote is no delimiter. */
START_TEST (detected_beside_quote)
{
  g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();
  g_autoptr (DeidCsvOptions) semicolons = deid_csv_options_new ();
  g_autoptr (DeidHierarchy) hierarchy = NULL, other = NULL;
  GError *error = NULL;

  ck_assert (deid_csv_options_set_quote (options, '\'', NULL));
  hierarchy = deid_hierarchy_new_from_csv_file (
      write_file ("quoted.csv", "'1;2',a,*\n'3;4',b,*\n", -1), options, NULL, &error);
  assert_no_error (error);
  assert_generalizes (hierarchy, "1;2", 1, "a");
  ck_assert (deid_csv_options_set_quote (semicolons, ';', NULL));
  other = deid_hierarchy_new_from_csv_file (write_file ("quoted.csv", ";1;,;a,b;\n;3;,;c;\n", -1),
                                            semicolons, NULL, &error);
  assert_no_error (error);
  assert_generalizes (other, "1", 1, "a,b");
}
END_TEST

/* No header is expected, whatever the options say, and missing-value strings mean nothing here. */
START_TEST (ignored_options)
{
  const char *const missing[] = { "NA", NULL };
  g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();
  g_autoptr (DeidHierarchy) hierarchy = NULL;

  ck_assert (deid_csv_options_set_missing_values (options, missing, NULL));
  hierarchy = deid_hierarchy_new_from_csv_file (write_file ("h.csv", "NA,none\n1,some\n", -1),
                                                options, NULL, NULL);
  ck_assert_uint_eq (deid_hierarchy_get_n_leaves (hierarchy), 2);
  assert_generalizes (hierarchy, "NA", 1, "none");
}
END_TEST

START_TEST (one_level)
{
  g_autoptr (DeidHierarchy) hierarchy
      = deid_hierarchy_new_from_csv_file (write_file ("one.csv", "a\nb\nc", -1), NULL, NULL, NULL);

  ck_assert_uint_eq (deid_hierarchy_get_n_levels (hierarchy), 1);
  ck_assert_uint_eq (deid_hierarchy_get_n_leaves (hierarchy), 3);
  assert_generalizes (hierarchy, "c", 0, "c");
}
END_TEST

START_TEST (suppression)
{
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();

  ck_assert_uint_eq (deid_hierarchy_get_n_levels (hierarchy), 2);
  ck_assert_uint_eq (deid_hierarchy_get_n_leaves (hierarchy), 0);
  ck_assert_uint_eq (deid_hierarchy_get_n_labels (hierarchy, 0), 0);
  ck_assert_uint_eq (deid_hierarchy_get_n_labels (hierarchy, 1), 1);
  assert_generalizes (hierarchy, "anything", 0, "anything");
  assert_generalizes (hierarchy, "anything", 1, "*");
}
END_TEST

START_TEST (missing_leaf)
{
  GError *error = NULL;
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_from_csv_file (
      write_file ("missing.csv", "1;low;*\n;;unknown\n2;low;*\n", -1), NULL, NULL, &error);

  assert_no_error (error);
  ck_assert_uint_eq (deid_hierarchy_get_n_leaves (hierarchy), 3);
  ck_assert_uint_eq (deid_hierarchy_get_n_labels (hierarchy, 1), 2);
  ck_assert_uint_eq (deid_hierarchy_get_n_labels (hierarchy, 2), 2);
  assert_generalizes (hierarchy, "", 0, "");
  assert_generalizes (hierarchy, "", 1, "");
  assert_generalizes (hierarchy, "", 2, "unknown");
}
END_TEST

static void
assert_labels (const DeidHierarchy *hierarchy, guint level, const char *expected)
{
  gsize n_labels;
  GError *error = NULL;
  g_autofree const char **labels = deid_hierarchy_list_labels (hierarchy, level, &n_labels, &error);
  g_autoptr (GString) text = g_string_new (NULL);

  assert_no_error (error);
  ck_assert_uint_eq (n_labels, deid_hierarchy_get_n_labels (hierarchy, level));
  for (gsize i = 0; i < n_labels; i++)
    g_string_append_printf (text, "[%s]", labels[i]);
  ck_assert_str_eq (text->str, expected);
}

/* Leaves in the order of their rows, each label where the first row has it. */
START_TEST (listed_labels)
{
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_from_csv_file (
      write_file ("listed.csv", "9;low;*\n;;*\n1;low;*\n5;high;*\n", -1), NULL, NULL, NULL);
  g_autoptr (DeidHierarchy) only_top = deid_hierarchy_new_suppression ();

  assert_labels (hierarchy, 0, "[9][][1][5]");
  assert_labels (hierarchy, 1, "[low][][high]");
  assert_labels (hierarchy, 2, "[*]");
  assert_labels (only_top, 0, "");
  assert_labels (only_top, 1, "[*]");
}
END_TEST

/* Whatever stands in a name, it is one line of a message. */
START_TEST (told_names)
{
  const char *path = write_file ("named.csv", "a;b\n", -1);
  g_autoptr (DeidHierarchy) file = deid_hierarchy_new_from_csv_file (path, NULL, NULL, NULL);
  g_autoptr (DeidHierarchy) only_top = deid_hierarchy_new_suppression ();
  g_autoptr (DeidDataset) unnamed = deid_dataset_new (NULL), two = deid_dataset_new ("two\nlines");

  ck_assert_str_eq (deid_hierarchy_get_name (file), path);
  ck_assert_str_eq (deid_hierarchy_get_name (only_top), "suppress");
  ck_assert_str_eq (deid_dataset_get_name (unnamed), "table");
  ck_assert_str_eq (deid_dataset_get_name (two), "two\\nlines");
}
END_TEST

static gboolean G_GNUC_NULL_TERMINATED
add_row (DeidHierarchyBuilder *builder, GError **error, ...)
{
  const char *labels[8] = { NULL };
  va_list arguments;
  guint n = 0;

  va_start (arguments, error);
  while ((labels[n] = va_arg (arguments, const char *)) != NULL)
    n++;
  va_end (arguments);
  return deid_hierarchy_builder_add_row (builder, labels, error);
}

START_TEST (builder_rows)
{
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);
  g_autoptr (DeidHierarchy) hierarchy = NULL;
  GError *error = NULL;
  char changing[] = "low";

  ck_assert (add_row (builder, &error, "1", changing, "*", NULL));
  changing[0] = 'x';
  ck_assert (add_row (builder, &error, "2", "low", "*", NULL));
  ck_assert (add_row (builder, &error, "*", "1", "*", NULL));
  hierarchy = deid_hierarchy_builder_build (builder, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_hierarchy_get_n_leaves (hierarchy), 3);
  ck_assert_uint_eq (deid_hierarchy_get_n_labels (hierarchy, 1), 2);
  assert_generalizes (hierarchy, "1", 1, "low");
  assert_generalizes (hierarchy, "*", 1, "1");
  assert_generalizes (hierarchy, "*", 2, "*");
}
END_TEST

/* Each refused row holds a new leaf or label that must not be there afterwards. */
START_TEST (builder_refusals)
{
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);
  g_autoptr (DeidHierarchy) hierarchy = NULL;
  GError *error = NULL;

  ck_assert (deid_hierarchy_builder_set_show_values (builder, TRUE, NULL));
  ck_assert (!add_row (builder, &error, NULL));
  assert_error (&error, DEID_ERROR, DEID_ERROR_HIERARCHY, "row 1", NULL);
  ck_assert (!add_row (builder, &error, "1", "", "*", NULL));
  assert_error (&error, DEID_ERROR, DEID_ERROR_HIERARCHY, "'1'", "level 1", NULL);
  ck_assert (!add_row (builder, &error, "1\xff", "*", NULL));
  ck_assert (g_utf8_validate (error->message, -1, NULL));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENCODING, "level 0", NULL);
  ck_assert (add_row (builder, &error, "1", "low", "all", NULL));

  ck_assert (!add_row (builder, &error, "1", "new", "top", NULL));
  assert_error (&error, DEID_ERROR, DEID_ERROR_HIERARCHY, "'1'", NULL);
  ck_assert (!add_row (builder, &error, "2", "new", NULL));
  assert_error (&error, DEID_ERROR, DEID_ERROR_HIERARCHY, "'2'", "2 levels", "expected 3", NULL);
  ck_assert (!add_row (builder, &error, "2", "new", "all", "top", NULL));
  assert_error (&error, DEID_ERROR, DEID_ERROR_HIERARCHY, "'2'", "4 levels", "expected 3", NULL);
  ck_assert (!add_row (builder, &error, "2\xff", "new", NULL));
  ck_assert (g_utf8_validate (error->message, -1, NULL));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENCODING, "level 0", NULL);
  ck_assert (!add_row (builder, &error, "2", "new", "", NULL));
  assert_error (&error, DEID_ERROR, DEID_ERROR_HIERARCHY, "'2'", "level 2", "empty", NULL);
  ck_assert (!add_row (builder, &error, "2", "new", "top\xff", NULL));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENCODING, "level 2", NULL);
  ck_assert (!add_row (builder, &error, "2", "low", "top", NULL));
  assert_error (&error, DEID_ERROR, DEID_ERROR_HIERARCHY, "'2'", "level 1", "'low'", "'top'",
                "'all'", NULL);
  ck_assert (add_row (builder, &error, "3", "new", "other", NULL));

  hierarchy = deid_hierarchy_builder_build (builder, &error);
  assert_no_error (error);
  for (guint level = 0; level < 3; level++)
    ck_assert_uint_eq (deid_hierarchy_get_n_labels (hierarchy, level), 2);
  assert_generalizes (hierarchy, "2", 0, NULL);
  assert_generalizes (hierarchy, "1", 2, "all");
  assert_generalizes (hierarchy, "3", 2, "other");
}
END_TEST

START_TEST (builder_builds_once)
{
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);
  g_autoptr (DeidHierarchy) hierarchy = NULL;
  GError *error = NULL;

  ck_assert (deid_hierarchy_builder_build (builder, &error) == NULL);
  assert_error (&error, DEID_ERROR, DEID_ERROR_EMPTY, NULL);
  ck_assert (add_row (builder, &error, "1", "*", NULL));
  hierarchy = deid_hierarchy_builder_build (builder, &error);
  assert_no_error (error);
  ck_assert (deid_hierarchy_builder_build (builder, &error) == NULL);
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  ck_assert (!add_row (builder, &error, "2", "*", NULL));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  ck_assert_uint_eq (deid_hierarchy_get_n_leaves (hierarchy), 1);
}
END_TEST

/* Levels are nested through many rows: a refusal depends on the level above only. */
START_TEST (random_rows)
{
  GRand *rand = g_rand_new_with_seed ((guint32) _i);
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);
  g_autoptr (DeidHierarchy) hierarchy = NULL;
  int parents[3][6]; /* of the labels 0 to 5 on each level, or -1 */
  guint leaves[200][4], n_leaves = 0, n_refused = 0;

  memset (parents, 0xFF, sizeof parents);
  for (guint i = 0; i < 200; i++)
    {
      guint labels[4] = { i };
      char texts[4][12];
      gboolean nested = TRUE;

      for (guint level = 1; level < 4; level++)
        labels[level] = (guint) g_rand_int_range (rand, 0, 6);
      for (guint level = 0; level < 4; level++)
        g_snprintf (texts[level], sizeof texts[level], "%u", labels[level]);
      for (guint level = 1; level < 3; level++)
        nested &= parents[level][labels[level]] == -1
                  || parents[level][labels[level]] == (int) labels[level + 1];
      ck_assert_int_eq (add_row (builder, NULL, texts[0], texts[1], texts[2], texts[3], NULL),
                        nested);
      n_refused += !nested;
      if (!nested)
        continue;
      for (guint level = 1; level < 3; level++)
        parents[level][labels[level]] = (int) labels[level + 1];
      memcpy (leaves[n_leaves++], labels, sizeof labels);
    }
  ck_assert_uint_gt (n_refused, 0);
  hierarchy = deid_hierarchy_builder_build (builder, NULL);
  ck_assert_uint_eq (deid_hierarchy_get_n_leaves (hierarchy), n_leaves);
  for (guint i = 0; i < n_leaves; i++)
    for (guint level = 0; level < 4; level++)
      {
        char leaf[12], label[12];

        g_snprintf (leaf, sizeof leaf, "%u", leaves[i][0]);
        g_snprintf (label, sizeof label, "%u", leaves[i][level]);
        assert_generalizes (hierarchy, leaf, level, label);
      }
  g_rand_free (rand);
}
END_TEST

START_TEST (many_leaves)
{
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);
  g_autoptr (DeidHierarchy) hierarchy = NULL;
  char leaf[16], group[16];

  for (guint i = 0; i < N_MANY; i++)
    {
      g_snprintf (leaf, sizeof leaf, "%06u", i);
      g_snprintf (group, sizeof group, "%u", i / 3);
      ck_assert (add_row (builder, NULL, leaf, group, "*", NULL));
    }
  hierarchy = deid_hierarchy_builder_build (builder, NULL);
  ck_assert_uint_eq (deid_hierarchy_get_n_labels (hierarchy, 0), N_MANY);
  ck_assert_uint_eq (deid_hierarchy_get_n_labels (hierarchy, 1), (N_MANY + 2) / 3);
  ck_assert_uint_eq (deid_hierarchy_get_n_labels (hierarchy, 2), 1);
  for (guint i = 0; i < N_MANY; i++)
    {
      g_autofree char *label = NULL;

      g_snprintf (leaf, sizeof leaf, "%06u", i);
      g_snprintf (group, sizeof group, "%u", i / 3);
      label = generalize (hierarchy, leaf, 1);
      if (g_strcmp0 (label, group) != 0)
        ck_abort_msg ("leaf %u is wrong", i);
    }
  assert_generalizes (hierarchy, "200000", 1, NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("hierarchy");
  TCase *files = tcase_create ("files"), *builder = tcase_create ("builder");

  tcase_add_test (files, detected_delimiter);
  tcase_add_test (files, uneven_rows);
  tcase_add_test (files, majority_delimiter);
  tcase_add_test (files, given_delimiter);
  tcase_add_test (files, detected_beside_quote);
  tcase_add_test (files, ignored_options);
  tcase_add_test (files, one_level);
  tcase_add_test (files, suppression);
  tcase_add_test (files, missing_leaf);
  tcase_add_test (files, listed_labels);
  tcase_add_test (files, told_names);
  suite_add_tcase (suite, files);
  tcase_add_test (builder, builder_rows);
  tcase_add_test (builder, builder_refusals);
  tcase_add_test (builder, builder_builds_once);
  tcase_add_loop_test (builder, random_rows, 0, 20);
  tcase_add_test (builder, many_leaves);
  tcase_set_timeout (builder, 60);
  suite_add_tcase (suite, builder);
  return suite;
}
