/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Trade-offs, cell by cell against a job that has the cell's settings from the start. */
#include <string.h>

#include "support/figures.h"
#include "support/suite.h"
#include "support/text-job.h"

#define N_ROWS 240

static const char settings[] = "[models]\nmodel=k:3;dl:1@illness\n"
                               "[column age]\nrole=quasi-identifying\ntype=integer\n"
                               "rule=capacity:30\n"
                               "[column zip]\nrole=quasi-identifying\nrule=prefix:1\n"
                               "[column sex]\nrole=quasi-identifying\nrule=suppress\n"
                               "[column illness]\nrole=sensitive\n"
                               "[column cost]\nrole=insensitive\ntype=integer\n";

/* What a cell is to be the same as: the settings of one, on top of those above. */
typedef struct
{
  const char *axes[4];      /* names, up to a NULL */
  const char *values[3][4]; /* of each axis, up to a NULL */
  const char *sections[3];
  const char *keys[3];
  const char *forms[3]; /* of the values there, with a $ for the value */
  const char *extra;    /* of all cells */
} Grid;

static const Grid grids[] = {
  { .axes = { "k", "suppression-limit" },
    .values = { { "2", "5", "9", "500" }, { "0", "2%", "0.2" } },
    .sections = { "models", "limits" },
    .keys = { "model", "suppression-limit" },
    .forms = { "k:$;dl:1@illness", "$" } },
  { .axes = { "suppression-limit" },
    .values = { { "5%", "0", "20%" } },
    .sections = { "limits" },
    .keys = { "suppression-limit" },
    .forms = { "$" } },
  { .axes = { "capacity:age", "k", "suppression-count" },
    .values = { { "20", "60" }, { "4", "2" }, { "0", "12", "30" } },
    .sections = { "column age", "models", "limits" },
    .keys = { "rule", "model", "suppression-count" },
    .forms = { "capacity:$", "k:$;dl:1@illness", "$" } },
  { .axes = { "dl", "column zip.levels", "models.quality" },
    .values = { { "1", "2", "3" }, { "0..1", "1.." }, { "loss:geo", "dm" } },
    .sections = { "models", "column zip", "models" },
    .keys = { "model", "levels", "quality" },
    .forms = { "k:3;dl:$@illness", "$", "$" },
    .extra = "[limits]\nsuppression-limit=5%\n" },
  /* No frontier is found of these, so that each is searched for. */
  { .axes = { "k", "suppression-limit" },
    .values = { { "2", "4" }, { "0", "10%" } },
    .sections = { "models", "limits" },
    .keys = { "model", "suppression-limit" },
    .forms = { "k:$;avg:0.2", "$" },
    .extra = "[models]\nmodel=k:2;avg:0.2\n" },
  /* Groups have limits, on a frontier and where each cell is searched for. */
  { .axes = { "k", "suppression-limit" },
    .values = { { "2", "4", "8" }, { "0", "5%", "0.2" } },
    .sections = { "models", "limits" },
    .keys = { "model", "suppression-limit" },
    .forms = { "k:$;dl:1@illness", "$" },
    .extra = "[column sex]\nsuppression-limit=0.06\n" },
  { .axes = { "k", "suppression-limit" },
    .values = { { "2", "4" }, { "5%", "0.2" } },
    .sections = { "models", "limits" },
    .keys = { "model", "suppression-limit" },
    .forms = { "k:$;avg:0.2", "$" },
    .extra = "[models]\nmodel=k:2;avg:0.2\n[column sex]\nsuppression-limit=0.06\n" },
  { .axes = { "k" },
    .values = { { "2", "4" } },
    .sections = { "models" },
    .keys = { "model" },
    .forms = { "k:$;dl:1@illness" },
    .extra = "[search]\nalgorithm=igreedy\n[limits]\nsuppression-limit=5%\n" },
};

static char *
make_table (void)
{
  GRand *rand = g_rand_new_with_seed (1900);
  GString *csv = g_string_new ("age,zip,sex,illness,cost\n");

  for (guint row = 0; row < N_ROWS; row++)
    {
      /* In this order on every machine: compilers may evaluate arguments in any order. */
      const gint32 age = (gint32) (90 * g_rand_double (rand) * g_rand_double (rand));
      const gint32 cost = age + g_rand_int_range (rand, 0, 30);
      const gint32 illness = g_rand_int_range (rand, 0, 5);
      const gboolean is_other = g_rand_int (rand) % 12 == 0;
      const gint32 place = g_rand_int_range (rand, 0, 3);
      const gint32 region = g_rand_int_range (rand, 1, 4);
      const char *sex = is_other ? "o" : row % 2 == 0 ? "m" : "f";

      g_string_append_printf (csv, "%d,%d%d,%s,i%d,%d\n", age, region, place, sex, illness, cost);
    }
  g_rand_free (rand);
  return g_string_free (csv, FALSE);
}

static DeidJob *
make_job (const Grid *grid)
{
  g_autofree char *csv = make_table ();

  return make_text_job (csv, settings, grid->extra);
}

/* The report on a trade-off with a line for each axis of a grid. */
static DeidReport *
run (const Grid *grid)
{
  g_autoptr (DeidJob) job = make_job (grid);
  g_autoptr (GString) axes = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  DeidReport *report;

  for (guint a = 0; grid->axes[a] != NULL; a++)
    {
      g_string_append_printf (axes, "%s=", grid->axes[a]);
      for (guint i = 0; i < G_N_ELEMENTS (grid->values[a]) && grid->values[a][i] != NULL; i++)
        g_string_append_printf (axes, "%s%s", i > 0 ? "," : "", grid->values[a][i]);
      g_string_append_c (axes, '\n');
    }
  report = deid_report_new_tradeoff (job, axes->str, NULL, &error);
  assert_no_error (error);
  return report;
}

/* Runs the job of one cell from its table on. Returns: (nullable): the result. */
static DeidResult *
solve (const Grid *grid, const DeidReport *report, guint64 cell)
{
  g_autoptr (DeidJob) job = make_job (grid);
  g_autoptr (GError) error = NULL;
  DeidResult *result;

  for (guint a = 0; grid->axes[a] != NULL; a++)
    {
      const char *value = text_of (report, "cells[%u].values[%u]", (guint) cell, a);
      g_auto (GStrv) parts = g_strsplit (grid->forms[a], "$", -1);
      g_autofree char *text = g_strjoinv (value, parts);

      deid_job_set (job, grid->sections[a], grid->keys[a], text, NULL, &error);
      assert_no_error (error);
    }
  result = deid_job_run (job, NULL, &error);
  if (result == NULL && !g_error_matches (error, DEID_ERROR, DEID_ERROR_NO_SOLUTION))
    assert_no_error (error);
  return result;
}

/* At least 20 records, four in five of them suppressed, and more than twice the share of all. */
static guint64
count_gone (DeidResult *result)
{
  g_autoptr (DeidReport) left_out = deid_report_new_left_out (result, 1, 20, NULL, NULL);
  guint64 n_gone = 0;

  for (guint i = 0; i < n_rows_of (left_out, "groups"); i++)
    n_gone += 5 * count_of (left_out, "groups[%u].suppressed", i)
                          >= 4 * count_of (left_out, "groups[%u].records", i)
                      && number_of (left_out, "groups[%u].ratio", i) > 2
                  ? 1
                  : 0;
  return n_gone;
}

static guint64
count_released (DeidResult *result)
{
  g_autoptr (GError) error = NULL;
  DeidPartition *partition = deid_result_get_partition (result, NULL, &error);
  guint64 n = 0;

  assert_no_error (error);
  for (guint32 i = 0; i < deid_partition_get_n_classes (partition); i++)
    n += deid_partition_is_suppressed (partition, i) ? 0 : 1;
  return n;
}

static void
check_cell (const Grid *grid, const DeidReport *report, guint64 cell)
{
  g_autoptr (DeidResult) result = solve (grid, report, cell);
  g_autofree char *policy = NULL;

  ck_assert (flag_of (report, "cells[%u].solved", (guint) cell) == (result != NULL));
  if (result == NULL)
    {
      ck_assert (flag_of (report, "cells[%u].proven", (guint) cell));
      ck_assert_ptr_null (text_of (report, "cells[%u].policy", (guint) cell));
      return;
    }
  policy = deid_policy_to_text (deid_result_get_policy (result), NULL);
  ck_assert_str_eq (text_of (report, "cells[%u].policy", (guint) cell), policy);
  ck_assert (number_of (report, "cells[%u].loss", (guint) cell) == deid_result_get_loss (result));
  ck_assert (flag_of (report, "cells[%u].proven", (guint) cell)
             == deid_result_is_proven_optimal (result));
  ck_assert_uint_eq (count_of (report, "cells[%u].suppressed", (guint) cell),
                     deid_result_get_n_suppressed (result));
  ck_assert_uint_eq (count_of (report, "cells[%u].classes", (guint) cell), count_released (result));
  ck_assert_uint_eq (count_of (report, "cells[%u].groups_gone", (guint) cell), count_gone (result));
}

START_TEST (test_grid)
{
  const Grid *grid = &grids[_i];
  g_autoptr (DeidReport) report = run (grid);
  guint64 n_solved = 0;

  ck_assert_uint_eq (count_of (report, "records"), N_ROWS);
  for (guint64 cell = 0; cell < n_rows_of (report, "cells"); cell++)
    {
      check_cell (grid, report, cell);
      n_solved += flag_of (report, "cells[%u].solved", (guint) cell) ? 1 : 0;
    }
  ck_assert_uint_gt (n_solved, 1);
}
END_TEST

/* Of the second grid, which has one axis: whether @a is as good as @b in all, and better in one. */
static gboolean
is_better (const DeidReport *report, guint64 a, guint64 b)
{
  double means[2], correlations[2];
  const double first[] = { number_of (report, "cells[%u].loss", (guint) a),
                           (double) count_of (report, "cells[%u].suppressed", (guint) a) };
  const double second[] = { number_of (report, "cells[%u].loss", (guint) b),
                            (double) count_of (report, "cells[%u].suppressed", (guint) b) };

  ck_assert (get_number (report, &means[0], "cells[%u].mean_shift", (guint) a)
             && get_number (report, &means[1], "cells[%u].mean_shift", (guint) b)
             && get_number (report, &correlations[0], "cells[%u].correlation_shift", (guint) a)
             && get_number (report, &correlations[1], "cells[%u].correlation_shift", (guint) b));
  return first[0] <= second[0] && first[1] <= second[1] && means[0] <= means[1]
         && correlations[0] <= correlations[1]
         && (first[0] < second[0] || first[1] < second[1] || means[0] < means[1]
             || correlations[0] < correlations[1]);
}

START_TEST (test_marks)
{
  g_autoptr (DeidReport) report = run (&grids[1]);
  guint64 n;

  n = n_rows_of (report, "cells");
  for (guint64 b = 0; b < n; b++)
    {
      gboolean is_dominated = FALSE;

      for (guint64 a = 0; a < n; a++)
        is_dominated |= is_better (report, a, b);
      ck_assert (flag_of (report, "cells[%u].non_dominated", (guint) b) == !is_dominated);
    }
}
END_TEST

/* Checks which of @n cells of one k is a knee: where the curve of loss over suppressed records,
 * both scaled to [0, 1], is farthest below the chord between its ends. Returns: whether there is
 * one. */
static gboolean
check_knee (const DeidReport *report, guint64 first, guint64 n)
{
  const guint64 last = first + n - 1;
  const double least = (double) count_of (report, "cells[%u].suppressed", (guint) first);
  const double most = (double) count_of (report, "cells[%u].suppressed", (guint) last);
  const double high = number_of (report, "cells[%u].loss", (guint) first);
  const double low = number_of (report, "cells[%u].loss", (guint) last);
  guint64 expected = G_MAXUINT64;
  double farthest = 0;

  for (guint64 cell = first; cell <= last; cell++)
    {
      const double n_suppressed = (double) count_of (report, "cells[%u].suppressed", (guint) cell);
      const double x = (n_suppressed - least) / (most - least);
      const double y = (number_of (report, "cells[%u].loss", (guint) cell) - low) / (high - low);

      if (1 - x - y > farthest)
        {
          farthest = 1 - x - y;
          expected = cell;
        }
    }
  for (guint64 cell = first; cell <= last; cell++)
    ck_assert (flag_of (report, "cells[%u].knee", (guint) cell) == (cell == expected));
  return expected != G_MAXUINT64;
}

START_TEST (test_knee)
{
  static const char axes[]
      = "k=2,3,4,5,6,7,8,10,12\ncapacity:age=4,16,64;\n"
        "suppression-count=0,2,4,6,8,10,12,14,16,18,20,25,30,35,40,50,60,70,80,100,120";
  g_autoptr (DeidJob) job = make_job (&grids[0]);
  g_autoptr (DeidReport) report = deid_report_new_tradeoff (job, axes, NULL, NULL);
  const guint64 n = 21;
  guint n_knees = 0;

  for (guint64 first = 0; first < n_rows_of (report, "cells"); first += n)
    n_knees += check_knee (report, first, n) ? 1 : 0;
  ck_assert_uint_gt (n_knees, 3);
}
END_TEST

/* Of a, 30 persons have two records each. Of b, twelve have two each, and of c, twenty have one:
 * all are withheld. Only c is a group of twenty persons, though b has 24 records. */
START_TEST (test_persons)
{
  g_autoptr (GString) table = g_string_new ("person,zip\n");
  g_autoptr (DeidJob) job = NULL;
  g_autoptr (DeidReport) report = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 60 + 24 + 20; i++)
    g_string_append_printf (table, "p%u,%s\n", i < 84 ? i / 2 : i,
                            i < 60   ? "a"
                            : i < 84 ? "b"
                                     : "c");
  job = make_text_job (table->str,
                       "[models]\nmodel=k:21\n[limits]\nsuppression-limit=50%\n"
                       "[column person]\nrole=entity\n"
                       "[column zip]\nrole=quasi-identifying\nrule=suppress\n",
                       NULL);
  report = deid_report_new_tradeoff (job, "k=21", NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (count_of (report, "cells[0].suppressed"), 44);
  ck_assert_uint_eq (count_of (report, "cells[0].groups_gone"), 1);
  ck_assert_double_eq (number_of (report, "cells[0].average_risk"), 1.0 / 30);
}
END_TEST

/* What is refused, and how. */
static const struct
{
  const char *axes;
  int code;
  const char *part;
} refused[] = {
  { "", DEID_ERROR_EMPTY, "no axis" },
  { "# k=2\n\n", DEID_ERROR_EMPTY, "no axis" },
  { "k=2\nsuppression-limit", DEID_ERROR_PARSE, "line 2: expected" },
  { "[models]\nk=2", DEID_ERROR_PARSE, "line 1: expected KEY=VALUE, no section" },
  { "suppression-limit=0\nsuppression-count=1", DEID_ERROR_INVALID_ARGUMENT, "already" },
  { "suppression-limit=0\nlimits.suppression-count=1", DEID_ERROR_INVALID_ARGUMENT, "already" },
  { "k=2\nmodels.model=k:2;k:3", DEID_ERROR_INVALID_ARGUMENT, "already" },
  { "=1", DEID_ERROR_PARSE, "line 1" },
  { "dl=1,,2", DEID_ERROR_PARSE, "empty" },
  { "dl=", DEID_ERROR_PARSE, "one or more values" },
  { "k=5,6,05", DEID_ERROR_PARSE, "each value once" },
  { "suppression-limit=5%,0.05", DEID_ERROR_PARSE, "each value once" },
  { "nok=1", DEID_ERROR_PARSE, "axis 'nok'" },
  { "k=2,x", DEID_ERROR_PARSE, "k" },
  { "capacity:zip=5", DEID_ERROR_PARSE, "whose rule is capacity" },
  { "column age.role=entity", DEID_ERROR_INVALID_ARGUMENT, "column age" },
  { "column a=b.rule=suppress", DEID_ERROR_UNKNOWN_COLUMN, "a=b" },
  { "column a=b.rule = suppress", DEID_ERROR_UNKNOWN_COLUMN, "a=b" },
  { "capacity:a=b=5", DEID_ERROR_UNKNOWN_COLUMN, "a=b" },
  { "output.output=x", DEID_ERROR_INVALID_ARGUMENT, "[output] output" },
  { "limits.nothing=x", DEID_ERROR_PARSE, "nothing" },
  /* Texts of settings are two files. */
  { "column age.hierarchy=1,01", DEID_ERROR_IO, "1" },
};

START_TEST (test_refused)
{
  g_autoptr (DeidJob) job = make_job (&grids[0]);
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (deid_report_new_tradeoff (job, refused[_i].axes, NULL, &error));
  assert_error (&error, DEID_ERROR, refused[_i].code, refused[_i].part, NULL);
}
END_TEST

START_TEST (test_cancelled)
{
  g_autoptr (DeidJob) job = make_job (&grids[0]);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (deid_report_new_tradeoff (job, "k=2", cancellable, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
}
END_TEST

/* Values with commas have semicolons between them. */
START_TEST (test_texts)
{
  g_autoptr (DeidReport) report
      = run (&(const Grid){ .axes = { "capacity:age" }, .values = { { "20;40,80" } } });
  g_autofree char *csv = NULL, *text = NULL, *json = NULL;

  ck_assert_uint_eq (n_rows_of (report, "cells"), 2);
  ck_assert_str_eq (text_of (report, "cells[1].values[0]"), "40,80");
  ck_assert_str_eq (text_of (report, "axes[0]"), "capacity:age");
  csv = csv_of (report, "cells");
  ck_assert (g_str_has_prefix (
      csv, "values[0],solved,proven,loss,suppressed,classes,mean_shift,correlation_shift,"
           "highest_risk,average_risk,at_risk,population_risk_mean,groups_gone,non_dominated,knee,"
           "policy\n20,1,1,"));
  ck_assert_ptr_nonnull (strstr (csv, "\n\"40,80\",1,1,"));
  text = deid_report_to_text (report, NULL, NULL);
  ck_assert (g_str_has_prefix (text, "Trade-offs: what other settings give (custodian-only)\n"));
  json = deid_report_to_json (report, NULL);
  ck_assert (g_str_has_prefix (
      json, "{\"audience\":\"custodian-only\",\"records\":240,\"sizes_count\":\"records\","
            "\"above\":0.2,\"axes\":[\"capacity:age\"],\"cells\":[{\"values\":[\"20\"],"
            "\"solved\":true,\"proven\":true,\"loss\":"));
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("trade-off");
  TCase *tcase = tcase_create ("trade-offs");

  tcase_add_loop_test (tcase, test_grid, 0, G_N_ELEMENTS (grids));
  tcase_add_test (tcase, test_marks);
  tcase_add_test (tcase, test_knee);
  tcase_add_test (tcase, test_persons);
  tcase_add_loop_test (tcase, test_refused, 0, G_N_ELEMENTS (refused));
  tcase_add_test (tcase, test_cancelled);
  tcase_add_test (tcase, test_texts);
  suite_add_tcase (suite, tcase);
  return suite;
}
