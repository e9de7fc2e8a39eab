/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/lesson.h"

#include <math.h>
#include <string.h>

TCase *
lesson_make_case (const char *name, const TTest *const *tests, gsize n_tests)
{
  TCase *lesson = tcase_create (name);

  for (gsize i = 0; i < n_tests; i++)
    tcase_add_test (lesson, tests[i]);
  return lesson;
}

/* The words of a line, with blanks for tildes. */
static GStrv
split_line (const char *line)
{
  const GStrv words = g_strsplit (line, " ", -1);
  guint n_words = 0;

  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0')
      words[n_words++] = g_strdelimit (words[i], "~", ' ');
    else
      g_free (words[i]);
  words[n_words] = NULL;
  return words;
}

/* The lines of a text that have words, each as its words. */
static GPtrArray *
split_text (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      GStrv words = split_line (lines[i]);

      if (words[0] != NULL)
        g_ptr_array_add (rows, words);
      else
        g_strfreev (words);
    }
  return rows;
}

static DeidRole
find_role (const char *name)
{
  static const char *const names[] = { "identifying", "quasi",  "sensitive", "insensitive",
                                       "entity",      "weight", "survey",    "judged" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (name != NULL && strcmp (name, names[i]) == 0)
      return (DeidRole) i;
  return DEID_ROLE_QUASI_IDENTIFYING;
}

DeidDataset *
lesson_make_table (const char *text)
{
  g_autoptr (GPtrArray) rows = split_text (text);
  DeidDataset *dataset = deid_dataset_new ("lesson");
  const GStrv header = rows->pdata[0];
  g_autofree const char **values = g_new (const char *, rows->len);
  GError *error = NULL;

  for (guint c = 0; header[c] != NULL; c++)
    {
      g_auto (GStrv) name = g_strsplit (header[c], ":", 2);
      const DeidRole role = find_role (name[1]);

      for (guint r = 1; r < rows->len; r++)
        {
          const GStrv row = rows->pdata[r];

          ck_assert_uint_eq (g_strv_length (row), g_strv_length (header));
          values[r - 1] = strcmp (row[c], "?") == 0 ? NULL : row[c];
        }
      deid_dataset_add_string_column (dataset, name[0], values, rows->len - 1, NULL, &error);
      assert_no_error (error);
      if (role != DEID_ROLE_QUASI_IDENTIFYING)
        deid_dataset_set_role (dataset, name[0], role, &error);
      assert_no_error (error);
    }
  return dataset;
}

DeidHierarchy *
lesson_make_hierarchy (const char *column, const char *hierarchies)
{
  g_autoptr (GPtrArray) rows = split_text (hierarchies);
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (column);
  DeidHierarchy *hierarchy;
  GError *error = NULL;

  for (guint r = 0; r < rows->len; r++)
    {
      const GStrv row = rows->pdata[r];

      if (strcmp (row[0], column) == 0)
        deid_hierarchy_builder_add_row (builder, (const char *const *) row + 1, &error);
      assert_no_error (error);
    }
  hierarchy = deid_hierarchy_builder_build (builder, &error);
  assert_no_error (error);
  return hierarchy;
}

static gboolean
has_hierarchy (const char *column, const char *hierarchies)
{
  g_autoptr (GPtrArray) rows = split_text (hierarchies != NULL ? hierarchies : "");

  for (guint r = 0; r < rows->len; r++)
    if (strcmp (((GStrv) rows->pdata[r])[0], column) == 0)
      return TRUE;
  return FALSE;
}

DeidLattice *
lesson_make_lattice (const char *table, const char *hierarchies)
{
  g_autoptr (DeidDataset) dataset = lesson_make_table (table);
  DeidLattice *lattice = deid_lattice_new (dataset);
  g_auto (GStrv) lines = g_strsplit (table, "\n", 2);
  g_auto (GStrv) header = split_line (lines[0]);
  GError *error = NULL;

  for (guint c = 0; header[c] != NULL; c++)
    if (strchr (header[c], ':') == NULL)
      {
        g_autoptr (DeidHierarchy) hierarchy = has_hierarchy (header[c], hierarchies)
                                                  ? lesson_make_hierarchy (header[c], hierarchies)
                                                  : deid_hierarchy_new_suppression ();

        deid_lattice_add_quasi_identifier (lattice, header[c], hierarchy, NULL, &error);
        assert_no_error (error);
      }
  return lattice;
}

void
lesson_add_model (DeidProblem *problem, DeidPrivacyModel *model)
{
  GError *error = NULL;

  ck_assert_ptr_nonnull (model);
  deid_problem_add_privacy_model (problem, model, &error);
  assert_no_error (error);
  deid_privacy_model_unref (model);
}

void
lesson_set_population (DeidProblem *problem, const char *table)
{
  g_autoptr (DeidDataset) population = lesson_make_table (table);
  GError *error = NULL;

  deid_problem_set_population (problem, population, NULL, &error);
  assert_no_error (error);
}

DeidProblem *
lesson_make_problem (const char *table, const char *hierarchies, DeidPrivacyModel *model)
{
  g_autoptr (DeidLattice) lattice = lesson_make_lattice (table, hierarchies);
  DeidProblem *problem = deid_problem_new (lattice);
  GError *error = NULL;

  deid_problem_set_suppression_limit (problem, 1, &error);
  assert_no_error (error);
  lesson_add_model (problem, model != NULL ? model : deid_privacy_model_new_k_anonymity (1, NULL));
  return problem;
}

static DeidPolicy *
read_policy (DeidProblem *problem, const char *text)
{
  DeidLattice *lattice = deid_problem_get_lattice (problem);
  GError *error = NULL;
  DeidPolicy *policy = text != NULL ? deid_policy_new_from_text (lattice, text, &error)
                                    : deid_policy_new_bottom (lattice, &error);

  assert_no_error (error);
  return policy;
}

DeidResult *
lesson_evaluate (DeidProblem *problem, const char *policy)
{
  g_autoptr (DeidPolicy) levels = read_policy (problem, policy);
  GError *error = NULL;
  DeidResult *result = deid_problem_evaluate (problem, levels, NULL, &error);

  if (result == NULL)
    assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
  return result;
}

/* The labels of a row, which is one of a released table. */
static char *
describe_row (DeidLattice *lattice, const DeidDataset *release, guint64 row)
{
  GString *labels = g_string_new (NULL);

  for (guint a = 0; a < deid_lattice_get_n_attributes (lattice); a++)
    {
      const char *label;
      guint column;

      deid_dataset_find_column (release, deid_lattice_get_attribute_name (lattice, a), &column,
                                NULL);
      label = deid_dataset_get_value (release, row, column);
      g_string_append_printf (labels, "%s%s", a > 0 ? "," : "", label != NULL ? label : "?");
    }
  return g_string_free (labels, FALSE);
}

DeidDataset *
lesson_apply (DeidResult *result)
{
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  GError *error = NULL;
  DeidDataset *release;

  deid_release_options_set_keep_order (options, TRUE, &error);
  assert_no_error (error);
  release = deid_result_apply (result, options, NULL, &error);
  assert_no_error (error);
  return release;
}

void
assert_table (const DeidDataset *dataset, const char *text)
{
  g_autoptr (GPtrArray) rows = split_text (text);
  const GStrv header = rows->pdata[0];
  const guint n_columns = g_strv_length (header);

  ck_assert_uint_eq (deid_dataset_get_n_columns (dataset), n_columns);
  ck_assert_uint_eq (deid_dataset_get_n_rows (dataset), rows->len - 1);
  for (guint c = 0; c < n_columns; c++)
    {
      ck_assert_str_eq (deid_dataset_get_column_name (dataset, c), header[c]);
      for (guint r = 1; r < rows->len; r++)
        {
          const char *value = deid_dataset_get_value (dataset, r - 1, c);

          ck_assert_str_eq (value != NULL ? value : "?", ((GStrv) rows->pdata[r])[c]);
        }
    }
}

/* The table under a policy, without a model that suppresses any of it. */
static DeidDataset *
release_all (DeidProblem *problem, const char *policy)
{
  g_autoptr (DeidProblem) lenient = deid_problem_new (deid_problem_get_lattice (problem));
  g_autoptr (DeidResult) result = NULL;

  lesson_add_model (lenient, deid_privacy_model_new_k_anonymity (1, NULL));
  result = lesson_evaluate (lenient, policy);
  return lesson_apply (result);
}

static void
add_new (GPtrArray *texts, char *text)
{
  if (g_ptr_array_find_with_equal_func (texts, text, g_str_equal, NULL))
    g_free (text);
  else
    g_ptr_array_add (texts, text);
}

static GPtrArray *
list_classes (DeidLattice *lattice, const DeidDataset *release)
{
  GPtrArray *classes = g_ptr_array_new_with_free_func (g_free);

  for (guint64 row = 0; row < deid_dataset_get_n_rows (release); row++)
    add_new (classes, describe_row (lattice, release, row));
  return classes;
}

void
assert_suppresses (DeidProblem *problem, const char *policy, const char *classes)
{
  g_autoptr (DeidResult) result = lesson_evaluate (problem, policy);
  DeidLattice *lattice = deid_problem_get_lattice (problem);
  g_autoptr (DeidDataset) all = NULL, release = NULL;
  g_autoptr (GPtrArray) before = NULL, after = NULL;
  g_autoptr (GString) suppressed = g_string_new (NULL);

  if (result == NULL)
    {
      ck_assert_str_eq ("all", classes);
      return;
    }
  all = release_all (problem, policy);
  release = lesson_apply (result);
  before = list_classes (lattice, all);
  after = list_classes (lattice, release);
  for (guint i = 0; i < before->len; i++)
    if (!g_ptr_array_find_with_equal_func (after, before->pdata[i], g_str_equal, NULL))
      g_string_append_printf (suppressed, "%s%s", suppressed->len > 0 ? " " : "",
                              (const char *) before->pdata[i]);
  ck_assert_str_eq (suppressed->str, classes);
}

void
assert_fails (const char *table, DeidPrivacyModel *model, const char *classes)
{
  g_autoptr (DeidProblem) problem = lesson_make_problem (table, NULL, model);

  assert_suppresses (problem, NULL, classes);
}

void
assert_loss (const char *table, const char *hierarchies, const char *policy,
             DeidPrivacyModel *privacy, DeidQualityModel *quality, double loss)
{
  g_autoptr (DeidProblem) problem = lesson_make_problem (table, hierarchies, privacy);
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  ck_assert_ptr_nonnull (quality);
  deid_problem_set_quality_model (problem, quality, &error);
  assert_no_error (error);
  deid_quality_model_unref (quality);
  result = lesson_evaluate (problem, policy);
  ck_assert_ptr_nonnull (result);
  assert_near (deid_result_get_loss (result), loss);
}

void
assert_near (double a, double b)
{
  if (!(fabs (a - b) <= 1e-9 * MAX (1, fabs (b))))
    ck_abort_msg ("%.17g and %.17g", a, b);
}
