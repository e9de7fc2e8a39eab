/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Who was left out, against the definition on random tables. */
#include <string.h>

#include "support/figures.h"
#include "support/lesson.h"

#define MAX_ROWS  60
#define N_COLUMNS 4
#define N_TRIALS  300

/* Two quasi-identifiers, a sensitive column of numbers and an insensitive one of texts; the weight
 * column and an identifying one are in no group. Missing values are NULL. */
typedef struct
{
  guint n_rows;
  const char *values[N_COLUMNS][MAX_ROWS];
  char texts[N_COLUMNS][MAX_ROWS][8];
  guint weights[MAX_ROWS];
  gboolean suppressed[MAX_ROWS];
} Plain;

static const char *const names[N_COLUMNS] = { "zip", "sex", "cost", "note" };

static void
draw (Plain *plain, GRand *rand)
{
  plain->n_rows = (guint) g_rand_int_range (rand, 1, MAX_ROWS);
  for (guint row = 0; row < plain->n_rows; row++)
    {
      plain->weights[row] = (guint) g_rand_int_range (rand, 1, 4);
      for (guint c = 0; c < N_COLUMNS; c++)
        {
          char *text = plain->texts[c][row];
          const gint value = g_rand_int_range (rand, 0, c == 0 ? 9 : 4);

          if (c == 2)
            g_snprintf (text, 8, "%d.%d", value - 2, g_rand_int_range (rand, 0, 10));
          else
            g_snprintf (text, 8, "%c", 'a' + value);
          plain->values[c][row] = g_rand_int_range (rand, 0, 12) == 0 ? NULL : text;
        }
    }
}

static gboolean
is_same (const char *a, const char *b)
{
  return g_strcmp0 (a, b) == 0;
}

/* A class of the quasi-identifiers fails with fewer than three records. Returns: whether some do
 * not fail. */
static gboolean
suppress (Plain *plain)
{
  gboolean is_solution = FALSE;

  for (guint row = 0; row < plain->n_rows; row++)
    {
      guint n = 0;

      for (guint other = 0; other < plain->n_rows; other++)
        if (is_same (plain->values[0][row], plain->values[0][other])
            && is_same (plain->values[1][row], plain->values[1][other]))
          n += plain->weights[other];
      plain->suppressed[row] = n < 3;
      is_solution |= n >= 3;
    }
  return is_solution;
}

static DeidResult *
make_result (const Plain *plain)
{
  static const DeidRole roles[N_COLUMNS]
      = { DEID_ROLE_QUASI_IDENTIFYING, DEID_ROLE_QUASI_IDENTIFYING, DEID_ROLE_SENSITIVE,
          DEID_ROLE_INSENSITIVE };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("table");
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (3, NULL);
  g_autoptr (DeidPolicy) policy = NULL;
  char counts[MAX_ROWS][4];
  const char *weights[MAX_ROWS];
  DeidResult *result;
  GError *error = NULL;

  for (guint c = 0; c < N_COLUMNS; c++)
    ck_assert (deid_dataset_add_string_column (dataset, names[c], plain->values[c], plain->n_rows,
                                               NULL, NULL));
  for (guint row = 0; row < plain->n_rows; row++)
    {
      g_snprintf (counts[row], sizeof counts[row], "%u", plain->weights[row]);
      weights[row] = counts[row];
    }
  ck_assert (
      deid_dataset_add_string_column (dataset, "weight", weights, plain->n_rows, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "name", plain->values[3], plain->n_rows, NULL,
                                             NULL));
  ck_assert (deid_dataset_set_column_type (dataset, "cost", DEID_COLUMN_TYPE_DECIMAL, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "weight", DEID_ROLE_WEIGHT, NULL));
  for (guint c = 2; c < N_COLUMNS; c++)
    ck_assert (deid_dataset_set_role (dataset, names[c], roles[c], NULL));
  lattice = deid_lattice_new (dataset);
  for (guint c = 0; c < 2; c++)
    ck_assert (deid_lattice_add_quasi_identifier (lattice, names[c], hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  ck_assert (deid_problem_set_suppression_limit (problem, 1, NULL));
  policy = deid_policy_new (lattice, (const guint[]){ 0, 0 }, 2, NULL);
  result = deid_problem_evaluate (problem, policy, NULL, &error);
  assert_no_error (error);
  return result;
}

/* Counts the records with these values, and those of them that are suppressed. */
static void
count (const Plain *plain, const guint *columns, const char *const *values, guint n_columns,
       guint64 n[2])
{
  n[0] = n[1] = 0;
  for (guint row = 0; row < plain->n_rows; row++)
    {
      gboolean is_in = TRUE;

      for (guint i = 0; i < n_columns; i++)
        is_in = is_in && is_same (plain->values[columns[i]][row], values[i]);
      n[0] += is_in ? plain->weights[row] : 0;
      n[1] += is_in && plain->suppressed[row] ? plain->weights[row] : 0;
    }
}

static guint
find_column (const char *name)
{
  for (guint c = 0; c < N_COLUMNS; c++)
    if (g_str_equal (names[c], name))
      return c;
  ck_abort_msg ("%s is no column of a group", name);
}

/* Returns: how many groups there are by definition: combinations that are the first of their kind
 * and have enough records. */
static guint
count_groups (const Plain *plain, guint max_columns, guint64 min_records)
{
  guint n_groups = 0;

  for (guint c = 0; c < N_COLUMNS; c++)
    for (guint d = c; d < (max_columns > 1 ? N_COLUMNS : c + 1); d++)
      for (guint row = 0; row < plain->n_rows; row++)
        {
          const guint columns[] = { c, d };
          const char *values[] = { plain->values[c][row], plain->values[d][row] };
          gboolean is_first = TRUE;
          guint64 n[2];

          for (guint before = 0; before < row; before++)
            is_first = is_first
                       && !(is_same (plain->values[c][before], values[0])
                            && is_same (plain->values[d][before], values[1]));
          count (plain, columns, values, 2, n);
          n_groups += is_first && n[0] >= min_records;
        }
  return n_groups;
}

static double
divide (guint64 a, guint64 b)
{
  return (double) a / (double) b;
}

static void
check_groups (const Plain *plain, const DeidReport *left_out, guint max_columns,
              guint64 min_records)
{
  gint64 before = G_MAXINT64;
  guint64 all[2];

  count (plain, NULL, NULL, 0, all);
  ck_assert_uint_eq (count_of (left_out, "records"), all[0]);
  ck_assert_uint_eq (count_of (left_out, "suppressed"), all[1]);
  ck_assert_uint_eq (n_rows_of (left_out, "groups"),
                     count_groups (plain, max_columns, min_records));
  for (guint i = 0; i < n_rows_of (left_out, "groups"); i++)
    {
      const guint n_columns = (guint) n_rows_of (left_out, "groups[%u].columns", i);
      guint columns[2];
      const char *values[2];
      guint64 n[2];
      gint64 excess;

      for (guint c = 0; c < n_columns; c++)
        {
          columns[c] = find_column (text_of (left_out, "groups[%u].columns[%u]", i, c));
          values[c] = text_of (left_out, "groups[%u].values[%u]", i, c);
        }
      count (plain, columns, values, n_columns, n);
      ck_assert_uint_eq (count_of (left_out, "groups[%u].records", i), n[0]);
      ck_assert_uint_eq (count_of (left_out, "groups[%u].suppressed", i), n[1]);
      assert_near (number_of (left_out, "groups[%u].share", i), divide (n[1], n[0]));
      assert_near (number_of (left_out, "groups[%u].ratio", i),
                   all[1] > 0 ? divide (n[1] * all[0], n[0] * all[1]) : 1);
      excess = (gint64) (n[1] * all[0]) - (gint64) (n[0] * all[1]);
      ck_assert (excess <= before);
      before = excess;
    }
}

static void
check_means (const Plain *plain, const DeidReport *left_out, guint64 min_records)
{
  ck_assert_uint_eq (n_rows_of (left_out, "means"), 1);
  ck_assert_str_eq (text_of (left_out, "means[0].column"), "cost");
  for (guint is_suppressed = 0; is_suppressed < 2; is_suppressed++)
    {
      double sum = 0, mean;
      guint n = 0;
      const gboolean has_mean
          = get_number (left_out, &mean, "means[0].%s", is_suppressed ? "suppressed" : "released");

      for (guint row = 0; row < plain->n_rows; row++)
        if (plain->suppressed[row] == (gboolean) is_suppressed && plain->values[2][row] != NULL)
          {
            sum += plain->weights[row] * g_ascii_strtod (plain->values[2][row], NULL);
            n += plain->weights[row];
          }
      ck_assert (has_mean == (n >= MAX (min_records, 1)));
      if (has_mean)
        assert_near (mean, sum / n);
    }
}

START_TEST (random_tables)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (18);
  guint n_suppressing = 0;

  for (guint trial = 0, n = count_trials (N_TRIALS); trial < n; trial++)
    {
      const guint max_columns = 1 + trial % 2;
      const guint64 min_records = (guint64) g_rand_int_range (rand, 0, 6);
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidReport) left_out = NULL;
      GError *error = NULL;
      Plain plain;

      draw (&plain, rand);
      if (!suppress (&plain))
        continue;
      result = make_result (&plain);
      left_out = deid_report_new_left_out (result, max_columns, min_records, NULL, &error);
      assert_no_error (error);
      check_groups (&plain, left_out, max_columns, min_records);
      check_means (&plain, left_out, min_records);
      n_suppressing += count_of (left_out, "suppressed") > 0;
    }
  ck_assert_uint_gt (n_suppressing, 0);
}
END_TEST

/* Worked by hand: a, a and the missing one are released, b is suppressed. */
START_TEST (texts)
{
  Plain plain = { .n_rows = 4, .weights = { 2, 2, 3, 1 } };
  static const char *const zips[] = { "a", "a", NULL, "b\n" };
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReport) left_out = NULL;
  g_autofree char *text = NULL, *json = NULL;

  for (guint row = 0; row < 4; row++)
    {
      plain.values[0][row] = zips[row];
      plain.values[1][row] = "f";
      plain.values[2][row] = row == 3 ? "-2" : "1.5";
      plain.values[3][row] = NULL;
    }
  result = make_result (&plain);
  left_out = deid_report_new_left_out (result, 1, 1, NULL, NULL);
  text = plain_text_of (left_out);
  ck_assert_ptr_nonnull (strstr (text,
                                 "Left out: whose records are suppressed (custodian-only)\n"
                                 "records: 8\nsuppressed: 1 (12.5 %)\ngroups:\n"
                                 "  columns  values  level  records  suppressed   share  ratio\n"
                                 "  zip      b\\n         0        1           1   100 %      8\n"
                                 "  cost     -2          0        1           1   100 %      8\n"));
  ck_assert_ptr_nonnull (strstr (text, "\n  column  released  suppressed\n"
                                       "  cost         1.5          -2\n"));
  json = deid_report_to_json (left_out, NULL);
  ck_assert_ptr_nonnull (strstr (
      json,
      "{\"audience\":\"custodian-only\",\"records\":8,\"suppressed\":1,\"groups\":["
      "{\"columns\":[\"zip\"],\"values\":[\"b\\n\"],\"level\":0,\"records\":1,\"suppressed\":1,"
      "\"share\":1,\"ratio\":8},"));
  ck_assert_ptr_nonnull (strstr (json, "\"values\":[null]"));
  ck_assert_ptr_nonnull (strstr (json, "],\"minimum\":1,\"rare_values\":0,\"means\":[{\"column\":"
                                       "\"cost\",\"released\":1.5,\"suppressed\":-2}]}"));
}
END_TEST

static int
compare_strings (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static const char months[] = "day d1 m1 *\nday d2 m1 *\nday d3 m1 *\nday d4 m2 *\nday d5 m2 *\n"
                             "day d6 m2 *\nday d7 m2 *\n";

/* Groups as `column=value suppressed/records`, in alphabetical order. */
static char *
list_groups (const char *table, guint64 min_records, char **text)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem (table, months, deid_privacy_model_new_k_anonymity (2, NULL));
  g_autoptr (DeidResult) result = lesson_evaluate (problem, "day:0");
  g_autoptr (DeidReport) left_out = deid_report_new_left_out (result, 1, min_records, NULL, NULL);
  g_autoptr (GPtrArray) groups = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < n_rows_of (left_out, "groups"); i++)
    g_ptr_array_add (groups, g_strdup_printf ("%s %" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT,
                                              text_of (left_out, "groups[%u].values[0]", i),
                                              count_of (left_out, "groups[%u].suppressed", i),
                                              count_of (left_out, "groups[%u].records", i)));
  g_ptr_array_sort (groups, compare_strings);
  g_ptr_array_add (groups, NULL);
  *text = plain_text_of (left_out);
  return g_strjoinv (", ", (char **) groups->pdata);
}

/* Five days have one record each, all of them suppressed. Those of m1 are three together, those of
 * m2 six with the four of d6. With a day of four records as the least none of m1 is told: the next
 * label is that of all. */
START_TEST (rare_values)
{
  static const char table[] = "day\n d1\n d2\n d3\n d4\n d5\n d6\n d6\n d6\n d6\n";
  g_autofree char *all = NULL, *of_3 = NULL, *of_4 = NULL, *text = NULL, *text_of_3 = NULL,
                  *text_of_4 = NULL;

  all = list_groups (table, 1, &text);
  of_3 = list_groups (table, 3, &text_of_3);
  of_4 = list_groups (table, 4, &text_of_4);
  ck_assert_str_eq (all, "d1 1/1, d2 1/1, d3 1/1, d4 1/1, d5 1/1, d6 0/4");
  ck_assert_str_eq (of_3, "d6 0/4, m1 3/3, m2 2/6");
  ck_assert_str_eq (of_4, "d6 0/4, m2 2/6");
  ck_assert_ptr_nonnull (strstr (text, "\nrare values: 0\n"));
  ck_assert_str_eq (text_of_3, "Left out: whose records are suppressed (custodian-only)\n"
                               "records: 9\nsuppressed: 5 (55.6 %)\ngroups:\n"
                               "  columns  values  level  records  suppressed   share  ratio\n"
                               "  day      m1          1        3           3   100 %    1.8\n"
                               "  day      m2          1        6           2  33.3 %    0.6\n"
                               "  day      d6          0        4           0     0 %      0\n"
                               "minimum: 3\nrare values: 5\nmeans: none\n");
}
END_TEST

/* Of groups too wide for a table, too, the text has the first 20. */
START_TEST (wide_groups)
{
  g_autoptr (GString) table = g_string_new ("day\n"), rows = g_string_new (NULL);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReport) left_out = NULL;
  g_autofree char *text = NULL;

  for (guint i = 0; i < 23; i++)
    {
      g_autofree char *name = g_strnfill (160, 'x');

      g_string_append_printf (table, " %s%02u\n %s%02u\n", name, i, name, i);
      g_string_append_printf (rows, "day %s%02u *\n", name, i);
    }
  problem
      = lesson_make_problem (table->str, rows->str, deid_privacy_model_new_k_anonymity (2, NULL));
  result = lesson_evaluate (problem, "day:0");
  left_out = deid_report_new_left_out (result, 1, 1, NULL, NULL);
  text = plain_text_of (left_out);
  ck_assert_uint_eq (n_rows_of (left_out, "groups"), 23);
  ck_assert_ptr_nonnull (strstr (text, "  number 19:\n"));
  ck_assert_ptr_null (strstr (text, "  number 20:\n"));
  ck_assert_ptr_nonnull (strstr (text, "\n  and 3 more\n"));
}
END_TEST

/* The four records of d6 are one person's: it is no group of three. */
START_TEST (rare_persons)
{
  static const char table[] = "day who:entity\n d1 a\n d2 b\n d3 c\n d4 d\n d5 e\n d6 f\n d6 f\n"
                              " d6 f\n d6 f\n d7 g\n d7 h\n d7 i\n";
  g_autofree char *text = NULL, *groups = list_groups (table, 3, &text);

  ck_assert_str_eq (groups, "d7 0/3, m1 3/3, m2 6/9");
  ck_assert_ptr_nonnull (strstr (text, "\nminimum: 3\nrare values: 6\n"));
}
END_TEST

START_TEST (cancelled)
{
  Plain plain = { .n_rows = 1, .weights = { 3 } };
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReport) left_out = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GError *error = NULL;

  result = make_result (&plain);
  left_out = deid_report_new_left_out (result, 2, 0, NULL, NULL);
  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (deid_report_new_left_out (result, 2, 0, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  ck_assert_ptr_null (deid_report_to_text (left_out, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("left out");
  TCase *tcase = tcase_create ("left out");

  tcase_add_test (tcase, random_tables);
  tcase_add_test (tcase, texts);
  tcase_add_test (tcase, rare_values);
  tcase_add_test (tcase, wide_groups);
  tcase_add_test (tcase, rare_persons);
  tcase_add_test (tcase, cancelled);
  suite_add_tcase (suite, tcase);
  return suite;
}
