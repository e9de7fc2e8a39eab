/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What was done to the data? A release has a small loss, and keeps nine records of ten. It can
 * still mislead everybody who computes with it: those who are left out are not like the others.
 *
 * This program looks at one release as its custodian would before it goes out, mends two things,
 * and shows what other settings would have brought.
 *
 *     11-what-was-done [DIRECTORY]      the directory holds discharges.csv and the hierarchies
 *
 * All that it prints is for the custodian. Figures of suppressed records stay in the house.
 */
#include <deid/deid.h>
#ifdef HAVE_LIBLINEAR
#include <linear.h>
#endif
#include <stdio.h>

#ifndef DATA_DIR
#define DATA_DIR "examples/data"
#endif

/* A column has numbers only if its type says so. How long a patient stayed is released in days, or
 * in runs of a few days: researchers asked for no less. */
static const char statement[] = "[input]\ninput=discharges.csv\ndelimiter=;\n"
                                "[column age]\nrole=quasi-identifying\ntype=integer\n"
                                "[column insurance]\nrole=quasi-identifying\n"
                                "[column stay]\nrole=quasi-identifying\ntype=integer\nlevels=0..1\n"
                                "[column charge]\nrole=sensitive\ntype=integer\n"
                                "[lattice]\nhierarchies=hierarchy_\n"
                                "[models]\nmodel=k:10;dl:3\n"
                                "[limits]\nsuppression-limit=20%\n";

static DeidJob *
state_job (const char *directory, GError **error)
{
  g_autoptr (DeidJob) job = deid_job_new ();

  return deid_job_load_text (job, statement, "the statement", directory, error)
             ? g_steal_pointer (&job)
             : NULL;
}

/* A figure is asked for by its path: here the path of a figure in a row of a table. */
static gboolean
get_number (const DeidReport *report, const char *table, guint64 row, const char *name,
            double *number)
{
  char path[64];

  g_snprintf (path, sizeof path, "%s[%u].%s", table, (guint) row, name);
  return deid_report_get_number (report, path, number);
}

/* Returns: a count or a number in a row of a table, as a number; 0 if there is none. */
static double
get_figure (const DeidReport *report, const char *table, guint64 row, const char *name)
{
  char path[64];
  guint64 count;
  double number = 0;

  g_snprintf (path, sizeof path, "%s[%u].%s", table, (guint) row, name);
  if (deid_report_get_count (report, path, &count))
    return (double) count;
  deid_report_get_number (report, path, &number);
  return number;
}

static guint64
get_count (const DeidReport *report, const char *table, guint64 row, const char *name)
{
  char path[64];
  guint64 count;

  g_snprintf (path, sizeof path, "%s[%u].%s", table, (guint) row, name);
  deid_report_get_count (report, path, &count);
  return count;
}

static const char *
get_text (const DeidReport *report, const char *table, guint64 row, const char *name)
{
  char path[64];

  g_snprintf (path, sizeof path, "%s[%u].%s", table, (guint) row, name);
  return deid_report_get_text (report, path);
}

/* Step 1: before any release. Where rare records have other numbers than frequent ones, suppression
 * moves means. Each column has the correlation of its numbers with how many records share all
 * quasi-identifiers, and the shift of its mean if the rarest records were suppressed.
 *
 * To see: all three correlations are below 0. Long stays and high charges are rare, so both means
 * would fall. The search also generalizes, so that this says where to look, not what will come. */
static gboolean
look_ahead (DeidProblem *problem, GError **error)
{
  g_autoptr (DeidReport) bias = deid_report_new_bias (problem, NULL, 0, NULL, error);
  guint64 n_columns;

  if (bias == NULL)
    return FALSE;
  printf ("Before any release\n  %-10s %10s %12s %16s\n", "column", "mean", "correlation",
          "predicted shift");
  deid_report_get_n_rows (bias, "columns", &n_columns);
  for (guint64 i = 0; i < n_columns; i++)
    {
      double mean, correlation, shift;

      if (get_number (bias, "columns", i, "mean", &mean)
          && get_number (bias, "columns", i, "combined_correlation", &correlation)
          && get_number (bias, "columns", i, "predicted_shift", &shift))
        printf ("  %-10s %10.2f %12.2f %16.2f\n", get_text (bias, "columns", i, "column"), mean,
                correlation, shift);
    }
  return TRUE;
}

/* Step 2: the optimum, and what the library says of it unasked.
 *
 * To see: loss and suppressed records look fine. The warning says that some groups are nearly
 * gone. */
static DeidResult *
solve (DeidProblem *problem, const char *title, GError **error)
{
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, error);
  g_autoptr (DeidReport) warnings
      = result != NULL ? deid_report_new_warnings (result, NULL, error) : NULL;
  g_autofree char *policy = NULL;
  guint64 n_warnings;

  if (warnings == NULL
      || (policy = deid_policy_to_text (deid_result_get_policy (result), error)) == NULL)
    return NULL;
  printf ("\n%s: %s\n  loss %.4f, %" G_GUINT64_FORMAT " records suppressed\n", title, policy,
          deid_result_get_loss (result), deid_result_get_n_suppressed (result));
  deid_report_get_n_rows (warnings, "warnings", &n_warnings);
  for (guint64 i = 0; i < n_warnings; i++)
    {
      g_autofree char *path = g_strdup_printf ("warnings[%" G_GUINT64_FORMAT "].text", i);

      printf ("  warning: %s\n", deid_report_get_text (warnings, path));
    }
  return g_steal_pointer (&result);
}

/* Step 3: who was left out? A group is the records with one value of a column; those that lost most
 * come first.
 *
 * To see: of 87 patients who paid themselves 17 are left, and of those whose insurance is not known
 * nobody. A study of the uninsured would find hardly any. */
static gboolean
print_left_out (DeidResult *result, GError **error)
{
  g_autoptr (DeidReport) left_out = deid_report_new_left_out (result, 1, 20, NULL, error);
  guint64 n_groups;

  if (left_out == NULL)
    return FALSE;
  printf ("  left out, by insurance:\n");
  deid_report_get_n_rows (left_out, "groups", &n_groups);
  for (guint64 i = 0; i < n_groups; i++)
    {
      const char *value = get_text (left_out, "groups", i, "values[0]");
      double share;

      if (g_str_equal (get_text (left_out, "groups", i, "columns[0]"), "insurance")
          && get_number (left_out, "groups", i, "share", &share))
        printf ("    %-14s %3" G_GUINT64_FORMAT " of %4" G_GUINT64_FORMAT ", %5.1f %%\n",
                value != NULL ? value : "(missing)",
                get_count (left_out, "groups", i, "suppressed"),
                get_count (left_out, "groups", i, "records"), 100 * share);
    }
  return TRUE;
}

/* Step 4: a limit for each group. At most one record in five of any insurance may be suppressed.
 * A problem that was searched cannot be changed, so that the custodian states it anew.
 *
 * To see: no group is nearly gone. What that costs is the column: insurance has one label, and the
 * loss is more than twice as high. The custodian has to choose. */
static DeidResult *
solve_fairly (const char *directory, GError **error)
{
  g_autoptr (DeidJob) job = state_job (directory, error);
  DeidProblem *problem = job != NULL ? deid_job_get_problem (job, NULL, error) : NULL;

  if (problem == NULL || !deid_problem_set_group_limit (problem, "insurance", 0.2, error))
    return NULL;
  return solve (problem, "At most 20 % of each insurance", error);
}

/* Step 5: what did the release do to means and correlations? Of all records, as they were, against
 * the released ones, as they are released. A range such as 20-39 stands for its middle, unless its
 * mean is released, too: see step 6. */
static gboolean
print_distortion (DeidResult *result, DeidReleaseOptions *options, const char *title,
                  GError **error)
{
  g_autoptr (DeidReport) distortion = deid_report_new_distortion (result, options, NULL, error);
  double before, after, shift;
  guint64 n;

  if (distortion == NULL)
    return FALSE;
  printf ("\n%s\n  %-16s %10s %10s %10s\n", title, "", "before", "after", "shift");
  deid_report_get_n_rows (distortion, "columns", &n);
  for (guint64 c = 0; c < n; c++)
    if (get_number (distortion, "columns", c, "mean.before", &before)
        && get_number (distortion, "columns", c, "mean.after", &after)
        && get_number (distortion, "columns", c, "mean_shift", &shift))
      printf ("  mean %-11s %10.2f %10.2f %10.3f deviations\n",
              get_text (distortion, "columns", c, "column"), before, after, shift);
  deid_report_get_n_rows (distortion, "pairs", &n);
  for (guint64 p = 0; p < n; p++)
    if (get_number (distortion, "pairs", p, "pearson.before", &before)
        && get_number (distortion, "pairs", p, "pearson.after", &after))
      printf ("  r %-6s %-7s %10.3f %10.3f\n", get_text (distortion, "pairs", p, "columns[0]"),
              get_text (distortion, "pairs", p, "columns[1]"), before, after);
  return TRUE;
}

/* Step 6: bin means. Beside each label stands the mean of the original values that it hides.
 *
 * To see: the mean age comes nearer to what it was. That of stays moves away: long stays were
 * suppressed, and middles of ranges, too high, had hidden it. Bin means mend what generalization
 * did. Who was left out stays out, and the limit of groups looks at insurances, not at stays. */
static gboolean
mend_means (DeidResult *result, const char *title, GError **error)
{
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();

  return deid_release_options_set_bin_mean (options, "age", DEID_BIN_MEAN_TABLE, error)
         && deid_release_options_set_bin_mean (options, "stay", DEID_BIN_MEAN_TABLE, error)
         && print_distortion (result, options, title, error);
}

/* Step 7: was 20 % the right limit? One search proves the optimum for each limit, from no record to
 * all that may be suppressed.
 *
 * To see: each line is a policy, and the limits at which it is best. From 394 records on a higher
 * limit gains nothing. */
static gboolean
print_frontier (DeidProblem *problem, GError **error)
{
  g_autoptr (DeidReport) frontier = deid_report_new_frontier (problem, 0, 0, NULL, error);
  guint64 n_steps;

  if (frontier == NULL || !deid_report_get_n_rows (frontier, "steps", &n_steps))
    return FALSE;
  printf ("\nThe optimum for each limit\n  %-12s %8s %10s\n", "records", "loss", "suppressed");
  for (guint64 i = 0; i < n_steps; i++)
    printf ("  %4.0f to %4.0f %8.4f %10.0f\n", get_figure (frontier, "steps", i, "first"),
            get_figure (frontier, "steps", i, "last"), get_figure (frontier, "steps", i, "loss"),
            get_figure (frontier, "steps", i, "suppressed"));
  return TRUE;
}

/* Step 8: the same question with k varied, too, and with the damage in each cell.
 *
 * To see: with k = 10 the loss falls as more is suppressed, while means shift and two groups are
 * nearly gone. With k = 5 no group is, and the loss is smaller. */
static gboolean
print_tradeoff (DeidJob *job, GError **error)
{
  g_autoptr (DeidReport) report
      = deid_report_new_tradeoff (job, "k=5,10\nsuppression-limit=1%,5%,20%", NULL, error);
  guint64 n_cells;

  if (report == NULL || !deid_report_get_n_rows (report, "cells", &n_cells))
    return FALSE;
  printf ("\nThe trade-off\n  %2s %6s %8s %10s %11s %7s\n", "k", "limit", "loss", "suppressed",
          "mean shift", "groups");
  for (guint64 c = 0; c < n_cells; c++)
    {
      printf ("  %2s %6s ", get_text (report, "cells", c, "values[0]"),
              get_text (report, "cells", c, "values[1]"));
      if (get_text (report, "cells", c, "policy") != NULL)
        printf ("%8.4f %10.0f %11.3f %7.0f\n", get_figure (report, "cells", c, "loss"),
                get_figure (report, "cells", c, "suppressed"),
                get_figure (report, "cells", c, "mean_shift"),
                get_figure (report, "cells", c, "groups_gone"));
      else
        printf ("no solution\n");
    }
  return TRUE;
}

/* Step 9: how useful is the release as a whole? Models tell, which the program fits: here liblinear
 * does, if it is installed. The last digits depend on its version: the figure goes to standard
 * error. The ratio is about the share of suppressed records if these are suppressed at random, and
 * greater if they differ from those who stay. */
#ifdef HAVE_LIBLINEAR
static gboolean
fit (const DeidRegression *regression, double *coefficients, gpointer data, GError **error)
{
  const struct problem problem = { .l = (int) regression->n_records,
                                   .n = (int) regression->n_features,
                                   .y = (double *) regression->labels,
                                   .x = (struct feature_node **) regression->records,
                                   .bias = -1 };
  struct parameter parameter
      = { .solver_type = L2R_LR, .C = regression->likelihood_weight, .eps = regression->tolerance };
  struct model *model;

  (void) data, (void) error;

#if LIBLINEAR_VERSION >= 240
  parameter.regularize_bias = 1;
#endif
  model = train (&problem, &parameter);
  for (guint f = 0; f < regression->n_features; f++)
    coefficients[f] = model->label[0] > 0 ? model->w[f] : -model->w[f];
  free_and_destroy_model (&model);
  return TRUE;
}

static void
print_nothing (const char *text)
{
  (void) text;
}

static gboolean
print_utility (DeidResult *result, GError **error)
{
  g_autoptr (DeidReport) utility = NULL;
  double ratio;

  set_print_string_function (print_nothing);
  if ((utility = deid_report_new_utility (result, NULL, 10, 20000, 0, fit, NULL, NULL, error))
      == NULL)
    return FALSE;
  if (deid_report_get_number (utility, "pmse_ratio", &ratio))
    fprintf (stderr, "pMSE ratio %.2f\n", ratio);
  return TRUE;
}
#else
static gboolean
print_utility (DeidResult *result, GError **error)
{
  (void) result, (void) error;

  return TRUE;
}
#endif

static gboolean
run (const char *directory, GError **error)
{
  g_autoptr (DeidJob) job = state_job (directory, error);
  DeidProblem *problem = job != NULL ? deid_job_get_problem (job, NULL, error) : NULL;
  g_autoptr (DeidResult) result = NULL, fair = NULL;
  g_autoptr (DeidJob) varied = NULL;

  return problem != NULL && look_ahead (problem, error)
         && (result = solve (problem, "The optimum", error)) != NULL
         && print_left_out (result, error) && (fair = solve_fairly (directory, error)) != NULL
         && print_left_out (fair, error)
         && print_distortion (result, NULL, "What the optimum did", error)
         && mend_means (result, "The optimum, with bin means of age and stay", error)
         && mend_means (fair, "The limit of groups, with bin means of age and stay", error)
         && print_frontier (problem, error) && (varied = state_job (directory, error)) != NULL
         && print_tradeoff (varied, error) && print_utility (result, error);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  if (run (argc > 1 ? argv[1] : DATA_DIR, &error))
    return 0;
  fprintf (stderr, "11-what-was-done: %s\n", error->message);
  return 1;
}
