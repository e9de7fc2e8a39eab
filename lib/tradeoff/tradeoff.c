/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/handle.h"
#include "base/key-file.h"
#include "base/memory.h"
#include "base/rational.h"
#include "base/text.h"
#include "figures/report-private.h"
#include "tradeoff/tradeoff-private.h"

#include <stdlib.h>
#include <string.h>

static void
tradeoff_free (DeidTradeoff *tradeoff)
{
  for (guint64 i = 0; tradeoff->cells != NULL && i < tradeoff->n_cells; i++)
    deid_tradeoff_cell_clear (&tradeoff->cells[i]);
  g_free (tradeoff->cells);
  g_ptr_array_unref (tradeoff->reports);
  for (guint a = 0; a < tradeoff->n_axes; a++)
    deid_axis_clear (&tradeoff->axes[a]);
  deid_free_arrays (tradeoff->axes, tradeoff->statement);
  g_clear_pointer (&tradeoff->risk_options, deid_risk_options_unref);
  deid_job_unref (tradeoff->job);
  g_free (tradeoff);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidTradeoff, tradeoff_free)

/* What a trade-off says. */

static void
tradeoff_fill_risks (DeidFigures *figures, const DeidTradeoffCell *cell)
{
  static const char *const names[DEID_N_RISK_MEASURES]
      = { "highest_risk", "average_risk", "at_risk", "population_risk_mean" };

  for (guint m = 0; m < DEID_N_RISK_MEASURES; m++)
    deid_figures_add_number_if (
        figures, names[m], deid_tradeoff_cell_has_risk (cell, (DeidRiskMeasure) m), cell->risks[m]);
}

static void
tradeoff_fill_cell (DeidFigures *figures, const DeidTradeoff *tradeoff, guint64 number)
{
  const DeidTradeoffCell *cell = &tradeoff->cells[number];

  deid_figures_begin_group (figures, NULL);
  deid_figures_begin_table (figures, "values");
  for (guint axis = 0; axis < tradeoff->n_axes; axis++)
    deid_figures_add_text (
        figures, NULL,
        tradeoff->axes[axis].values[deid_tradeoff_get_index (tradeoff, number, axis)]);
  deid_figures_end (figures);
  deid_figures_add_flag (figures, "solved", cell->is_solved);
  deid_figures_add_flag (figures, "proven", cell->is_proven);
  if (cell->is_solved)
    {
      deid_figures_add_number (figures, "loss", cell->loss);
      deid_figures_add_count (figures, "suppressed", cell->n_suppressed);
      deid_figures_add_count (figures, "classes", cell->n_classes);
      deid_figures_add_number_if (figures, "mean_shift", cell->shift.has_mean, cell->shift.mean);
      deid_figures_add_number_if (figures, "correlation_shift", cell->shift.has_correlation,
                                  cell->shift.correlation);
      tradeoff_fill_risks (figures, cell);
      deid_figures_add_count (figures, "groups_gone", cell->n_gone);
      deid_figures_add_flag (figures, "non_dominated", cell->is_non_dominated);
      deid_figures_add_flag (figures, "knee", cell->is_knee);
      deid_figures_add_text (figures, "policy", cell->policy);
    }
  deid_figures_end (figures);
}

static gboolean
tradeoff_fill (gconstpointer data, DeidAudience audience, DeidFigures *figures,
               const DeidStop *stop, GError **error)
{
  const DeidTradeoff *tradeoff = data;

  deid_figures_add_count (figures, "records", tradeoff->n_records);
  deid_figures_add_text (figures, "sizes_count",
                         deid_risk_unit_get_name (tradeoff->counts_persons));
  deid_figures_add_number (figures, "above",
                           deid_risk_options_get_threshold (tradeoff->risk_options));
  deid_figures_begin_table (figures, "axes");
  for (guint axis = 0; axis < tradeoff->n_axes; axis++)
    deid_figures_add_text (figures, NULL, tradeoff->axes[axis].name);
  deid_figures_end (figures);
  deid_figures_begin_table (figures, "cells");
  for (guint64 cell = 0; cell < tradeoff->n_cells; cell++)
    tradeoff_fill_cell (figures, tradeoff, cell);
  deid_figures_end (figures);
  deid_figures_add_text (figures, "problem", tradeoff->statement);
  return TRUE;
}

static const DeidFigure tradeoff_catalogue[] = {
  AUDIENCE_FIGURE,
  FIGURE (COUNT, "records", "records",
          "How many records the table has, weighted by the weight column."),
  FIGURE (TEXT, "sizes_count", "",
          "What averages and shares of risk are over: `persons` with an entity column, otherwise "
          "`records`."),
  FIGURE (NUMBER, "above", "",
          "The risk above which a record is at risk: the threshold of the job's risk options as it "
          "was run."),
  FIGURE (TEXT, "axes[]", "", "The name of an axis."),
  FIGURE (TEXT, "cells[].values[]", "",
          "The value that the cell has on an axis, in the order of the axes. The last axis varies "
          "first."),
  FIGURE (FLAG, "cells[].solved", "",
          "Whether the cell has a solution. One without has no figures of a release."),
  FIGURE (FLAG, "cells[].proven", "",
          "Whether it is proven that the cell has the optimum, or that there is no solution."),
  FIGURE (NUMBER, "cells[].loss", "", "The loss by the cell's quality model."),
  FIGURE (COUNT, "cells[].suppressed", DEID_UNIT_PART, "How many records are suppressed."),
  FIGURE (COUNT, "cells[].classes", "classes", "How many classes are released."),
  FIGURE (NUMBER, "cells[].mean_shift", "standard deviations",
          "The largest change of the mean of a column of numbers that is released. A number in a "
          "generalized column stands for the middle of its label's range."),
  FIGURE (NUMBER, "cells[].correlation_shift", "",
          "The largest change of the correlation of two such columns; one that is lost counts as 0 "
          "afterwards."),
  FIGURE (NUMBER, "cells[].highest_risk", "",
          "The highest risk of a record: one over the size of the smallest class."),
  FIGURE (NUMBER, "cells[].average_risk", "",
          "The average risk: classes over records or, with an entity column, over persons, each "
          "counted once in each class."),
  FIGURE (NUMBER, "cells[].at_risk", "share of the records or persons",
          "The share of those whose risk is above the threshold."),
  FIGURE (NUMBER, "cells[].population_risk_mean", "",
          "The average of one over the size of the class in the population, rounded up; undefined "
          "without a population."),
  FIGURE (
      COUNT, "cells[].groups_gone", "groups",
      "How many groups are nearly gone: the records with one value of a column, or one label of "
      "rare values. A group has at least 20 records or, with an entity column, persons. At least "
      "four in five of its records are suppressed, and more than twice the share of the table."),
  FIGURE (FLAG, "cells[].non_dominated", "",
          "Whether no other cell is as good in all of k, suppressed records, loss, shifts and "
          "columns without any number left, and better in one. Cells with other privacy models "
          "than k, another quality model or other weights are not compared."),
  FIGURE (FLAG, "cells[].knee", "",
          "Whether more suppression gains little from this cell on: of cells with the same k, the "
          "one farthest below the line between the ends of the curve of loss over suppressed "
          "records, both scaled to [0, 1]. V. Satopaa, J. Albrecht, D. Irwin, B. Raghavan, Finding "
          "a Kneedle in a Haystack, IEEE ICDCS Workshops 2011, without smoothing."),
  FIGURE (TEXT, "cells[].policy", DEID_UNIT_POLICY,
          "The policy, as deid_policy_to_text() writes it: the lattices of cells differ."),
  FIGURE (TEXT, "problem", "", "The problem file of the job as it was run."),
};

const DeidReportKind deid_tradeoff_kind = {
  .name = "tradeoff",
  .title = "Trade-offs: what other settings give",
  .catalogue = tradeoff_catalogue,
  .n_figures = G_N_ELEMENTS (tradeoff_catalogue),
  .fill = tradeoff_fill,
  .free = (GDestroyNotify) tradeoff_free,
};

/* Which cells are worth a look. The knee is that of V. Satopaa, J. Albrecht, D. Irwin,
 * B. Raghavan, "Finding a 'Kneedle' in a Haystack: Detecting Knee Points in System Behavior", IEEE
 * ICDCS Workshops 2011, on the cells themselves, without smoothing: where the curve, scaled to the
 * unit square, is farthest below the chord between its ends. */

/* Tells whether two cells have the same values on the axes that keep cells apart and, if asked for,
 * the same k. */
static gboolean
are_comparable (const DeidTradeoff *tradeoff, guint64 a, guint64 b, gboolean has_same_k)
{
  for (guint axis = 0; axis < tradeoff->n_axes; axis++)
    if ((deid_axis_separates (&tradeoff->axes[axis])
         || (has_same_k && deid_axis_is_k (&tradeoff->axes[axis])))
        && deid_tradeoff_get_index (tradeoff, a, axis)
               != deid_tradeoff_get_index (tradeoff, b, axis))
      return FALSE;
  return TRUE;
}

static guint64
get_k (const DeidTradeoff *tradeoff, guint64 cell)
{
  guint64 k = 0;

  for (guint axis = 0; axis < tradeoff->n_axes; axis++)
    if (deid_axis_is_k (&tradeoff->axes[axis]))
      deid_uint64_from_decimal (
          tradeoff->axes[axis].values[deid_tradeoff_get_index (tradeoff, cell, axis)], &k);
  return k;
}

static void
tradeoff_mark_compare (double a, double b, gboolean *is_worse, gboolean *is_better)
{
  *is_worse |= a > b;
  *is_better |= a < b;
}

static gboolean
dominates (const DeidTradeoff *tradeoff, const DeidTradeoffCell *cells, guint64 a, guint64 b)
{
  const DeidTradeoffCell *first = &cells[a], *second = &cells[b];
  gboolean is_worse = FALSE, is_better = FALSE;

  if (!first->is_solved || !are_comparable (tradeoff, a, b, FALSE))
    return FALSE;
  tradeoff_mark_compare (-(double) first->k, -(double) second->k, &is_worse, &is_better);
  tradeoff_mark_compare ((double) first->n_suppressed, (double) second->n_suppressed, &is_worse,
                         &is_better);
  tradeoff_mark_compare (first->loss, second->loss, &is_worse, &is_better);
  tradeoff_mark_compare ((double) first->shift.n_lost, (double) second->shift.n_lost, &is_worse,
                         &is_better);
  if (first->shift.has_mean && second->shift.has_mean)
    tradeoff_mark_compare (first->shift.mean, second->shift.mean, &is_worse, &is_better);
  if (first->shift.has_correlation && second->shift.has_correlation)
    tradeoff_mark_compare (first->shift.correlation, second->shift.correlation, &is_worse,
                           &is_better);
  return is_better && !is_worse;
}

static void
mark_non_dominated (const DeidTradeoff *tradeoff, DeidTradeoffCell *cells)
{
  for (guint64 i = 0; i < tradeoff->n_cells; i++)
    cells[i].k = get_k (tradeoff, i);
  for (guint64 b = 0; b < tradeoff->n_cells; b++)
    {
      cells[b].is_non_dominated = cells[b].is_solved;
      for (guint64 a = 0; a < tradeoff->n_cells && cells[b].is_non_dominated; a++)
        cells[b].is_non_dominated = !dominates (tradeoff, cells, a, b);
    }
}

/* By suppressed records, then by loss; then by their number. */
static int
compare_cells (gconstpointer a, gconstpointer b)
{
  const DeidTradeoffCell *first = *(const DeidTradeoffCell *const *) a;
  const DeidTradeoffCell *second = *(const DeidTradeoffCell *const *) b;

  if (first->n_suppressed != second->n_suppressed)
    return first->n_suppressed < second->n_suppressed ? -1 : 1;
  if (first->loss != second->loss)
    return first->loss < second->loss ? -1 : 1;
  return first < second ? -1 : first > second;
}

/* Keeps of sorted cells the curve: each loses less than all before it. Returns: their number. */
static guint64
keep_curve (DeidTradeoffCell **sorted, guint64 n)
{
  guint64 n_kept = 0;

  for (guint64 i = 0; i < n; i++)
    if (n_kept == 0 || sorted[i]->loss < sorted[n_kept - 1]->loss)
      sorted[n_kept++] = sorted[i];
  return n_kept;
}

/* A curve has a knee if one of its cells, neither of the ends, is below the chord. */
static void
mark_knee (DeidTradeoffCell **curve, guint64 n)
{
  const DeidTradeoffCell *first = curve[0], *last = curve[n - 1];
  const double width = (double) (last->n_suppressed - first->n_suppressed);
  const double height = first->loss - last->loss;
  DeidTradeoffCell *knee = NULL;
  double farthest = 0;

  for (guint64 i = 1; i + 1 < n; i++)
    {
      const double x = (double) (curve[i]->n_suppressed - first->n_suppressed) / width;
      const double y = (curve[i]->loss - last->loss) / height;

      if (1 - x - y > farthest)
        {
          farthest = 1 - x - y;
          knee = curve[i];
        }
    }
  if (knee != NULL)
    knee->is_knee = TRUE;
}

/* Marks the cells that no other one dominates, and knees. */
static gboolean
tradeoff_mark (const DeidTradeoff *tradeoff, GError **error)
{
  DeidTradeoffCell *cells = tradeoff->cells;
  g_autofree DeidTradeoffCell **group = NULL;
  g_autofree gboolean *is_done = NULL;

  if (!deid_new_arrays (error, DEID_NEW (group, tradeoff->n_cells),
                        DEID_NEW (is_done, tradeoff->n_cells)))
    return FALSE;
  mark_non_dominated (tradeoff, cells);
  for (guint64 i = 0; i < tradeoff->n_cells; i++)
    {
      guint64 n = 0;

      for (guint64 j = i + 1; j < tradeoff->n_cells && !is_done[i]; j++)
        if (!is_done[j] && are_comparable (tradeoff, i, j, TRUE))
          {
            is_done[j] = TRUE;
            if (cells[j].is_solved)
              group[n++] = &cells[j];
          }
      if (is_done[i])
        continue;
      if (cells[i].is_solved)
        group[n++] = &cells[i];
      qsort (group, n, sizeof *group, compare_cells);
      n = keep_curve (group, n);
      if (n > 2)
        mark_knee (group, n);
    }
  return TRUE;
}

#define MAX_CELLS 10000

static gboolean
check_axis (const DeidTradeoff *tradeoff, const DeidAxis *axis, GError **error)
{
  g_autofree char *shown = deid_text_show (axis->name, -1);

  for (guint a = 0; a < tradeoff->n_axes; a++)
    if (deid_axis_sets_same (&tradeoff->axes[a], axis))
      return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                        "axis '%s': there is an axis of it already", shown);
  if (tradeoff->n_cells * axis->n_values <= MAX_CELLS)
    return TRUE;
  return deid_fail (error, DEID_ERROR_TOO_LARGE,
                    "axis '%s': %" G_GUINT64_FORMAT " cells, expected at most %d", shown,
                    tradeoff->n_cells * axis->n_values, MAX_CELLS);
}

static gboolean
add_axis (DeidTradeoff *tradeoff, const char *name, const char *values, GError **error)
{
  DeidAxis axis;

  if (!deid_axis_init (&axis, name, values, error) || !check_axis (tradeoff, &axis, error)
      || !deid_grow_list (tradeoff, axes, (guint64) tradeoff->n_axes + 1, error))
    {
      deid_axis_clear (&axis);
      return FALSE;
    }
  tradeoff->axes[tradeoff->n_axes++] = axis;
  tradeoff->n_cells *= axis.n_values;
  return TRUE;
}

/* Names of columns may have equals signs, behind the first of which the line was parted. Capacities
 * are numbers; other names with a point end in a key, which is letters. */
static const char *
find_end_of_name (const char *line)
{
  static const char letters[] = G_CSET_a_2_z "-";

  if (g_str_has_prefix (line, "capacity:"))
    return strrchr (line, '=');
  for (const char *sign = strchr (line, '='); sign != NULL; sign = strchr (sign + 1, '='))
    {
      g_autofree char *name = g_strchomp (g_strndup (line, (gsize) (sign - line)));
      const char *point = strrchr (name, '.');

      if (point != NULL && point != name && point[1 + strspn (point + 1, letters)] == '\0')
        return sign;
    }
  return strchr (line, '=');
}

static gboolean
read_axis (gpointer tradeoff, const char *name, const char *value, GError **error)
{
  g_autofree char *line = g_strconcat (name, "=", value, NULL);
  const char *sign = find_end_of_name (line);
  g_autofree char *full_name = g_strchomp (g_strndup (line, (gsize) (sign - line)));

  return add_axis (tradeoff, full_name, sign + 1, error);
}

static gboolean
tradeoff_run (DeidTradeoff *tradeoff, GCancellable *cancellable, GError **error)
{
  if (tradeoff->n_axes == 0)
    return deid_fail (error, DEID_ERROR_EMPTY, "the trade-off has no axis, expected at least one");
  tradeoff->risk_options = deid_job_make_risk_options (tradeoff->job, error);
  if (tradeoff->risk_options == NULL)
    return FALSE;
  tradeoff->cells = deid_alloc (tradeoff->n_cells, sizeof *tradeoff->cells, error);
  if (tradeoff->cells == NULL || !deid_tradeoff_fill (tradeoff, DEID_STOP_OF (cancellable), error)
      || !tradeoff_mark (tradeoff, error))
    return FALSE;
  tradeoff->statement = deid_job_to_report (tradeoff->job, error);
  return tradeoff->statement != NULL;
}

DeidReport *
deid_report_new_tradeoff (DeidJob *job, const char *axes, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidTradeoff) tradeoff = NULL;

  g_return_val_if_fail (job != NULL && axes != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  tradeoff = g_new0 (DeidTradeoff, 1);
  tradeoff->job = deid_job_ref (job);
  tradeoff->n_cells = 1;
  tradeoff->reports = g_ptr_array_new_with_free_func (deid_risk_report_free);
  if (!deid_key_file_read_entries (axes, "axes", read_axis, tradeoff, error)
      || !tradeoff_run (tradeoff, cancellable, error))
    return NULL;
  return deid_report_new (&deid_tradeoff_kind, g_steal_pointer (&tradeoff),
                          DEID_STOP_OF (cancellable), error);
}

guint
deid_tradeoff_get_index (const DeidTradeoff *tradeoff, guint64 cell, guint axis)
{
  for (guint a = tradeoff->n_axes - 1; a > axis; a--)
    cell /= tradeoff->axes[a].n_values;
  return (guint) (cell % tradeoff->axes[axis].n_values);
}
