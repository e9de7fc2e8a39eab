/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "local-view.h"

#include <math.h>

#include "local-methods.h"
#include "local-tables.h"

#define K           5
#define QUICK_STEPS 60000

const char *const local_recoding_names[LOCAL_N_RECODINGS] = { "optimum", "optimum:5%", "clusters" };
const char *const local_reading_names[LOCAL_N_READINGS]
    = { "middles", "label-means", "class-means" };
const char *const local_association_names[LOCAL_N_ASSOCIATIONS]
    = { "Pearson", "Spearman", "Cramer's V" };

static const char *const adult_numbers[] = { "age", NULL };
static const char *const mach_numbers[] = { "age", "familysize", "Q1A", "Q2A", "Q3A", NULL };

static const struct
{
  LocalNumbers numbers;
  guint64 n_steps;
} tables[] = {
  { { "adult", 9, FALSE, adult_numbers }, 3200000 },
  { { "mach2019", 9, TRUE, mach_numbers }, 9500000 },
};

static const DeidBinMeanScope scopes[LOCAL_N_READINGS]
    = { DEID_BIN_MEAN_NONE, DEID_BIN_MEAN_TABLE, DEID_BIN_MEAN_CLASS };

static DeidReleaseOptions *
make_options (const LocalNumbers *numbers, LocalReading reading, GError **error)
{
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();

  for (guint i = 0; numbers->names[i] != NULL; i++)
    if (!deid_release_options_set_bin_mean (options, numbers->names[i], scopes[reading], error))
      return NULL;
  return g_steal_pointer (&options);
}

/* Gets a figure of a row of a table, NAN for none. */
static double
get_figure (const DeidReport *distortion, const char *table, guint row, const char *name)
{
  g_autofree char *path = g_strdup_printf ("%s[%u].%s", table, row, name);
  double figure;

  return deid_report_get_number (distortion, path, &figure) ? figure : NAN;
}

/* Returns: the index of a column of numbers, which are listed by the shifts of their means. */
static guint
find_column (const DeidReport *distortion, const char *name)
{
  for (guint column = 0;; column++)
    {
      g_autofree char *path = g_strdup_printf ("columns[%u].column", column);

      if (g_str_equal (deid_report_get_text (distortion, path), name))
        return column;
    }
}

static void
note_column (const DeidReport *distortion, const char *name, LocalView *view)
{
  const guint column = find_column (distortion, name);
  g_autofree char *path = g_strdup_printf ("columns[%u].measured.after", column);
  LocalViewColumn *noted = &view->columns[view->n_columns++];
  guint64 n = 0, n_all = 0;

  *noted = (LocalViewColumn){ .name = name };
  deid_report_get_count (distortion, "records.after", &n_all);
  deid_report_get_count (distortion, path, &n);
  noted->shift = get_figure (distortion, "columns", column, "mean_shift");
  noted->share = (double) n / (double) n_all;
  noted->deviation = sqrt (get_figure (distortion, "columns", column, "variance.after")
                           / get_figure (distortion, "columns", column, "variance.before"));
}

static void
note_change (const DeidReport *distortion, guint association, LocalViewChange *change)
{
  static const char *const names[][2] = { { "pearson.before", "pearson.after" },
                                          { "spearman.before", "spearman.after" },
                                          { "cramers_v.before", "cramers_v.after" } };
  double sum = 0, strength = 0, greatest = 0;
  guint64 n_pairs;

  deid_report_get_n_rows (distortion, "pairs", &n_pairs);
  for (guint pair = 0; pair < n_pairs; pair++)
    {
      const double before = get_figure (distortion, "pairs", pair, names[association][0]);
      double after = get_figure (distortion, "pairs", pair, names[association][1]);

      if (isnan (before))
        continue;
      change->n++;
      change->n_gone += isnan (after) ? 1 : 0;
      after = isnan (after) ? 0 : after;
      sum += fabs (after - before);
      strength += fabs (after) - fabs (before);
      greatest = MAX (greatest, fabs (after - before));
    }
  change->mean = change->n > 0 ? sum / change->n : NAN;
  change->strength = change->n > 0 ? strength / change->n : NAN;
  change->greatest = change->n > 0 ? greatest : NAN;
}

static gboolean
add_view (GArray *views, const LocalNumbers *numbers, LocalView view, DeidResult *result,
          GError **error)
{
  g_autoptr (DeidReleaseOptions) options = make_options (numbers, view.reading, error);
  g_autoptr (DeidReport) distortion
      = options != NULL ? deid_report_new_distortion (result, options, NULL, error) : NULL;

  if (distortion == NULL)
    return FALSE;
  for (guint i = 0; numbers->names[i] != NULL; i++)
    note_column (distortion, numbers->names[i], &view);
  for (guint a = 0; a < LOCAL_N_ASSOCIATIONS; a++)
    note_change (distortion, a, &view.changes[a]);
  g_array_append_val (views, view);
  return TRUE;
}

static gboolean
measure_recoding (GArray *views, const LocalNumbers *numbers, DeidLattice *lattice,
                  LocalRecoding recoding, guint64 n_steps, GError **error)
{
  const double limit = recoding == LOCAL_VIEW_POLICY_5 ? LOCAL_LIMIT : 0;
  const guint64 n_used = recoding == LOCAL_VIEW_CLUSTERS ? n_steps : 0;
  g_autoptr (DeidResult) result = local_recode (lattice, K, limit, n_used, error);

  if (result == NULL)
    return FALSE;
  for (guint reading = 0; reading < LOCAL_N_READINGS; reading++)
    if (!add_view (views, numbers,
                   (LocalView){ .table = numbers->table,
                                .recoding = recoding,
                                .reading = reading,
                                .n_steps = n_used,
                                .loss = deid_result_get_loss (result),
                                .n_suppressed = deid_result_get_n_suppressed (result) },
                   result, error))
      return FALSE;
  return TRUE;
}

static gboolean
measure_recodings (GArray *views, const LocalNumbers *numbers, const Table *table, guint64 n_steps,
                   GError **error)
{
  g_autoptr (DeidLattice) lattice = local_numbers_load (numbers, table, error);

  for (guint recoding = 0; recoding < LOCAL_N_RECODINGS; recoding++)
    if (lattice == NULL || !measure_recoding (views, numbers, lattice, recoding, n_steps, error))
      return FALSE;
  return TRUE;
}

static gboolean
measure_table (GArray *views, const LocalNumbers *numbers, guint64 n_steps, GError **error)
{
  Table table;
  const gboolean success = !local_find_table (numbers->table, numbers->n_attributes, &table)
                           || measure_recodings (views, numbers, &table, n_steps, error);

  table_clear (&table);
  return success;
}

gboolean
local_views_measure (GArray *views, const char *only, gboolean is_quick, GError **error)
{
  for (guint i = 0; i < (is_quick ? 1 : G_N_ELEMENTS (tables)); i++)
    if ((only == NULL || g_str_equal (only, tables[i].numbers.table))
        && !measure_table (views, &tables[i].numbers, is_quick ? QUICK_STEPS : tables[i].n_steps,
                           error))
      return FALSE;
  return TRUE;
}
