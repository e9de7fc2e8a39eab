/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "capacities-report.h"

#include "messages.h"
#include "option-values.h"
#include "problem-options.h"
#include "settings.h"

#define ALL        "all"
#define N_RESTARTS 3

static char *opt_columns, *opt_weights, *opt_restarts;

const GOptionEntry capacities_entries[] = {
  { "choose-capacities", 0, 0, G_OPTION_ARG_STRING, &opt_columns,
    "search the capacities of columns whose rule is capacity for those that shift means and "
    "correlations least, and print all trials instead of a release; --seed draws its restarts",
    "COLUMN,...|all" },
  { "shift-weights", 0, 0, G_OPTION_ARG_STRING, &opt_weights,
    "weights of the largest shift of a mean, of a correlation and of the loss (1,1,0)",
    "MEAN,CORRELATION[,LOSS]" },
  { "restarts", 0, 0, G_OPTION_ARG_STRING, &opt_restarts,
    "how often that search starts again at random (3)", "N" },
  { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL }
};

gboolean
is_choice_of_capacities_asked (void)
{
  return opt_columns != NULL;
}

gboolean
check_capacities (GError **error)
{
  const char *expected = "none without --choose-capacities";

  if (opt_columns != NULL)
    return TRUE;
  if (opt_weights != NULL)
    return refuse_option ("shift-weights", opt_weights, expected, error);
  return opt_restarts == NULL || refuse_option ("restarts", opt_restarts, expected, error);
}

static gboolean
set_weights (DeidCapacitySearch *search, GError **error)
{
  g_auto (GStrv) items = split_list (opt_weights);
  const guint n = g_strv_length (items);
  double weights[] = { 0, 0, 0 };

  if (opt_weights == NULL)
    return TRUE;
  if (n < 2 || n > G_N_ELEMENTS (weights))
    return refuse_option ("shift-weights", opt_weights, "MEAN,CORRELATION or MEAN,CORRELATION,LOSS",
                          error);
  for (guint i = 0; i < n; i++)
    if (!read_number ("shift-weights", items[i], &weights[i], error))
      return FALSE;
  return deid_capacity_search_set_weights (search, weights[0], weights[1], weights[2], error);
}

static gboolean
set_start (DeidCapacitySearch *search, GError **error)
{
  guint64 seed = 0, n_restarts = N_RESTARTS;

  return read_count ("seed", deid_job_get (get_settings (), "search", "seed"), &seed, error)
         && (opt_restarts == NULL || read_count ("restarts", opt_restarts, &n_restarts, error))
         && deid_capacity_search_set_restarts (search, (guint) MIN (n_restarts, G_MAXUINT), seed,
                                               error);
}

static gboolean
add_columns (DeidCapacitySearch *search, GError **error)
{
  g_auto (GStrv) names = split_list (opt_columns);

  if (g_str_equal (opt_columns, ALL))
    return TRUE;
  for (guint i = 0; names[i] != NULL; i++)
    if (!deid_capacity_search_add_column (search, names[i], error))
      return FALSE;
  return TRUE;
}

gboolean
print_capacities (gboolean as_csv, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidCapacitySearch) search = deid_capacity_search_new (get_settings ());
  g_autoptr (DeidReport) report = NULL;

  if (!set_weights (search, error) || !set_start (search, error) || !add_columns (search, error)
      || !open_input_of_settings (error)
      || (report = deid_report_new_capacities (search, cancellable, error)) == NULL)
    return FALSE;
  if (is_json ())
    return print_table (deid_report_to_json (report, error), "\n");
  return print_table (as_csv ? deid_report_to_csv (report, cancellable, error)
                             : deid_report_to_text (report, cancellable, error),
                      "");
}
