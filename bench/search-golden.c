/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search-golden.h"

#define HEADER                                                                                     \
  "table attributes policies evaluated suppressed loss optimum; curve table attributes, how many " \
  "were evaluated when the bound was 10, 25, 50, 75, 90 and 100 % of the loss, and the greatest "  \
  "factor between estimated and true total from a tenth of the run on"

static char *
make_line (const char *key, const Outcome *outcome)
{
  char loss[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (loss, sizeof loss, "%.17g", outcome->loss);
  return g_strdup_printf (
      "%s %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %s %s", key,
      outcome->n_policies, outcome->n_evaluated, outcome->n_suppressed, loss, outcome->optimum);
}

static char *
make_curve_line (const char *key, const Curve *curve)
{
  GString *line = g_string_new (key);
  char factor[G_ASCII_DTOSTR_BUF_SIZE];

  for (guint i = 0; i < CURVE_N_SHARES; i++)
    g_string_append_printf (line, " %" G_GUINT64_FORMAT, curve->n_passed[i]);
  g_string_append_printf (line, " %s",
                          g_ascii_formatd (factor, sizeof factor, "%.6g", curve->factor));
  return g_string_free (line, FALSE);
}

static gboolean
use_run (Golden *golden, const SearchRun *run, GoldenLineFunc func)
{
  g_autofree char *key = g_strdup_printf ("%s %u", run->table.name, run->table.n_attributes);
  g_autofree char *line = make_line (key, &run->outcome);
  g_autofree char *curve_key = g_strconcat ("curve ", key, NULL);
  g_autofree char *curve_line = make_curve_line (curve_key, &run->curve);
  const gboolean success = func (golden, key, line);

  return (run->curve.n_points == 0 || func (golden, curve_key, curve_line)) && success;
}

static gboolean
for_each_line (Golden *golden, gconstpointer data, GoldenLineFunc func)
{
  const GArray *runs = data;
  gboolean success = TRUE;

  for (guint i = 0; i < runs->len; i++)
    success = use_run (golden, &g_array_index (runs, SearchRun, i), func) && success;
  return success;
}

gboolean
search_golden_check (const GArray *runs, const char *path, const char *new_path, GError **error)
{
  return golden_check_run (path, new_path, HEADER, for_each_line, runs, error);
}
