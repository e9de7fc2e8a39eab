/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "capacities-report.h"

#include "messages.h"
#include "option-values.h"
#include "problem.h"
#include "settings.h"

#define ALL "all"

static char *opt_columns, *opt_weights, *opt_restarts;

const GOptionEntry capacities_entries[]
    = { { "choose-capacities", 0, 0, G_OPTION_ARG_STRING, &opt_columns,
          "Find the sizes of bins that shift means and correlations least", "COLUMN,...|all" },
        { "shift-weights", 0, 0, G_OPTION_ARG_STRING, &opt_weights,
          "Weights of the shifts of means, of correlations, and of the loss (default: 1,1,0)",
          "MEAN,CORRELATION[,LOSS]" },
        { "restarts", 0, 0, G_OPTION_ARG_STRING, &opt_restarts,
          "Number of restarts at random capacities (default: 3)", "N" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

gboolean
is_choice_of_capacities_asked (void)
{
  return opt_columns != NULL;
}

gboolean
check_capacities (GError **error)
{
  const char *expected = "--choose-capacities with it";

  if (opt_columns != NULL)
    return TRUE;
  if (opt_weights != NULL)
    return refuse_option ("shift-weights", opt_weights, expected, error);
  return opt_restarts == NULL || refuse_option ("restarts", opt_restarts, expected, error);
}

static gboolean
add_weights (GString *lines, GError **error)
{
  static const char *const keys[] = { "mean", "correlation", "loss" };
  g_auto (GStrv) items = split_list (opt_weights);
  const guint n = g_strv_length (items);
  double weight;

  if (opt_weights == NULL)
    return TRUE;
  if (n < 2 || n > G_N_ELEMENTS (keys))
    return refuse_option ("shift-weights", opt_weights, "MEAN,CORRELATION or MEAN,CORRELATION,LOSS",
                          error);
  for (guint i = 0; i < n; i++)
    {
      if (!read_number ("shift-weights", items[i], &weight, error))
        return FALSE;
      g_string_append_printf (lines, "%s=%s\n", keys[i], items[i]);
    }
  return TRUE;
}

static gboolean
add_columns (GString *lines, GError **error)
{
  g_auto (GStrv) names = split_list (opt_columns);
  g_autoptr (GString) list = g_string_new (NULL);

  if (g_str_equal (opt_columns, ALL))
    return TRUE;
  if (strpbrk (opt_columns, "\r\n") != NULL)
    return refuse_option ("choose-capacities", opt_columns, "names without line breaks", error);
  for (guint i = 0; names[i] != NULL; i++)
    append_item (list, names[i]);
  g_string_append_printf (lines, "columns=%s\n", list->str);
  return TRUE;
}

/* Returns: (transfer full) (nullable): the settings of the search. */
static char *
write_settings (GError **error)
{
  g_autoptr (GString) lines = g_string_new (NULL);
  guint64 number;

  if (!add_weights (lines, error) || !add_columns (lines, error)
      || (opt_restarts != NULL && !read_count ("restarts", opt_restarts, &number, error)))
    return NULL;
  g_string_append_printf (lines, "seed=%s\n", deid_job_get (get_settings (), "search", "seed"));
  if (opt_restarts != NULL)
    g_string_append_printf (lines, "restarts=%s\n", opt_restarts);
  return g_string_free (g_steal_pointer (&lines), FALSE);
}

gboolean
print_capacities (gboolean as_csv, GCancellable *cancellable, GError **error)
{
  g_autofree char *settings = write_settings (error);
  g_autoptr (DeidReport) report = NULL;

  begin_phase ("trying capacities");
  if (settings == NULL || !load_table (cancellable, error)
      || (report = deid_report_new_capacities (get_settings (), settings, cancellable, error))
             == NULL)
    return FALSE;
  if (is_json ())
    return print_table (deid_report_to_json (report, error), "\n");
  return print_table (as_csv ? report_to_csv (report, "trials", cancellable, error)
                             : deid_report_to_text (report, cancellable, error),
                      "");
}
