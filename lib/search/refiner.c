/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/refiner.h"

#include <string.h>

#include "base/memory.h"

#define N_SIZE_VERDICTS 4096

gboolean
deid_refiner_init (DeidRefiner *refiner, const DeidInstance *instance, const DeidSteps *steps,
                   GError **error)
{
  const DeidLattice *lattice = instance->lattice;

  *refiner = (DeidRefiner){ .instance = instance,
                            .steps = steps,
                            .offsets = g_new (guint, lattice->n_attributes),
                            .size_verdicts = g_new0 (guint8, N_SIZE_VERDICTS),
                            .loss_sums = g_new (DeidLossSums, lattice->n_attributes) };
  for (guint a = 0; a < lattice->n_attributes; a++)
    {
      refiner->offsets[a] = refiner->n_sums;
      refiner->n_sums += lattice->attributes[a].n_levels;
    }
  refiner->size_verdicts[0] = DEID_CLASS_PASSES + 1; /* an empty cell */
  return deid_cells_init (&refiner->cells, instance->rows.n, error)
         && (!instance->needs_reader
             || deid_instance_init_reader (instance, &refiner->reader, error));
}

void
deid_refiner_clear (DeidRefiner *refiner)
{
  deid_cells_clear (&refiner->cells);
  deid_class_reader_clear (&refiner->reader);
  g_free (refiner->offsets);
  g_free (refiner->cell_verdicts);
  g_free (refiner->size_verdicts);
  g_free (refiner->loss_sums);
}

gboolean
deid_refined_init (DeidRefined *refined, const DeidRefiner *refiner, GError **error)
{
  *refined = (DeidRefined){ .levels = g_new0 (DeidLevel, refiner->instance->lattice->n_dimensions),
                            .sums = deid_alloc (refiner->n_sums, sizeof *refined->sums, error) };
  return refined->sums != NULL;
}

void
deid_refined_clear (DeidRefined *refined)
{
  g_clear_pointer (&refined->levels, g_free);
  g_clear_pointer (&refined->sums, g_free);
  deid_class_map_clear (&refined->map);
}

/* The objective of @lower if exactly S° were suppressed. */
static double
get_objective (const DeidRefiner *refiner, const DeidRefined *refined, const DeidLevel *lower)
{
  const DeidInstance *instance = refiner->instance;

  for (guint a = 0; a < instance->lattice->n_attributes; a++)
    {
      const guint level = lower[instance->lattice->attributes[a].first_dimension];
      DeidLossSums *sums = &refiner->loss_sums[a];

      sums->covered = refined->sums[refiner->offsets[a] + level];
      sums->kept = deid_loss_get_level_sum (&instance->loss, a, lower) - sums->covered;
    }
  return deid_loss_get_objective (&instance->loss, refiner->loss_sums,
                                  refined->verdict.n_necessary);
}

double
deid_refiner_get_bound (const DeidRefiner *refiner, const DeidRefined *refined,
                        const DeidLevel *lower)
{
  return deid_loss_relax (&refiner->instance->loss, get_objective (refiner, refined, lower));
}

static gboolean
judge (const DeidRefiner *refiner, const DeidClass *judged, DeidClassVerdict *verdict,
       GError **error)
{
  return deid_instance_judge (refiner->instance, 0, refiner->instance->n_models, judged, verdict,
                              error);
}

static gboolean
judge_new_size (DeidRefiner *refiner, guint64 n_records, guint8 *verdict, GError **error)
{
  const DeidClass judged = { .n_records = n_records, .n_persons = n_records };
  DeidClassVerdict worst;

  if (!judge (refiner, &judged, &worst, error))
    return FALSE;
  *verdict = (guint8) worst;
  if (n_records < N_SIZE_VERDICTS)
    refiner->size_verdicts[n_records] = (guint8) (worst + 1);
  return TRUE;
}

/* Where models ask for the size of a class only, each size is judged once. */
static gboolean
judge_sizes (DeidRefiner *refiner, GError **error)
{
  const DeidCells *cells = &refiner->cells;
  const guint8 *size_verdicts = refiner->size_verdicts;

  for (guint32 cell = 0; cell < cells->n_cells; cell++)
    {
      const guint64 n_records = cells->records[cell];
      const guint8 known = size_verdicts[MIN (n_records, N_SIZE_VERDICTS - 1)];

      if (known != 0 && n_records < N_SIZE_VERDICTS)
        refiner->cell_verdicts[cell] = (guint8) (known - 1);
      else if (!judge_new_size (refiner, n_records, &refiner->cell_verdicts[cell], error))
        return FALSE;
    }
  return TRUE;
}

/* Cells with their rows as a grouping, removed rows being one more class. */
static DeidGrouping
view_cells (DeidRefiner *refiner)
{
  DeidCells *cells = &refiner->cells;

  for (guint64 row = 0; row < refiner->instance->rows.n; row++)
    cells->cell_of_row[row] = MIN (cells->cell_of_row[row], cells->n_cells);
  return (DeidGrouping){ .class_of_row = cells->cell_of_row,
                         .n_classes = cells->n_cells + 1,
                         .sizes = cells->records };
}

static gboolean
judge_cells (DeidRefiner *refiner, const DeidStop *stop, GError **error)
{
  const DeidCells *cells = &refiner->cells;
  DeidGrouping grouping;

  if (!deid_grow ((gpointer *) &refiner->cell_verdicts, &refiner->cell_verdicts_capacity,
                  cells->n_cells, 1, error))
    return FALSE;
  if (!refiner->instance->needs_reader)
    return judge_sizes (refiner, error);
  grouping = view_cells (refiner);
  if (!deid_class_reader_start (&refiner->reader, &grouping, stop, error))
    return FALSE;
  for (guint32 cell = 0; cell < cells->n_cells; cell++)
    {
      DeidClassVerdict verdict = DEID_CLASS_PASSES;
      DeidClass judged;

      if (cells->records[cell] > 0)
        {
          deid_class_reader_read (&refiner->reader, &grouping, cell, &judged);
          if (!judge (refiner, &judged, &verdict, error))
            return FALSE;
        }
      refiner->cell_verdicts[cell] = (guint8) verdict;
    }
  return TRUE;
}

/* Numbers the cells that stay and counts what does not.
 * Returns: the number of classes. */
static guint32
number_classes (DeidRefiner *refiner, guint64 n_removed, DeidVerdict *verdict)
{
  DeidCells *cells = &refiner->cells;
  guint32 n_classes = 0;

  *verdict = (DeidVerdict){ .n_suppressed = n_removed, .n_necessary = n_removed };
  for (guint32 cell = 0; cell < cells->n_cells; cell++)
    {
      cells->class_of_cell[cell] = DEID_NO_CLASS;
      if (cells->records[cell] == 0)
        continue;
      if (refiner->cell_verdicts[cell] != DEID_CLASS_PASSES)
        verdict->n_suppressed += cells->records[cell];
      if (refiner->cell_verdicts[cell] == DEID_CLASS_FAILS_NECESSARY)
        verdict->n_necessary += cells->records[cell];
      else
        cells->class_of_cell[cell] = n_classes++;
    }
  verdict->is_solution = verdict->n_suppressed <= refiner->instance->limit
                         && verdict->n_suppressed < refiner->instance->n_records;
  return n_classes;
}

static void
add_removed_row (const DeidRefiner *refiner, guint64 row, guint64 *sums)
{
  const DeidInstance *instance = refiner->instance;
  const guint64 weight = deid_rows_get_weight (&instance->rows, row);

  for (guint a = 0; a < instance->lattice->n_attributes; a++)
    {
      const DeidAttribute *attribute = &instance->lattice->attributes[a];
      const guint32 code = deid_codes_get (instance->rows.codes[a], row);

      for (guint level = 0; level < attribute->n_levels; level++)
        {
          const DeidRecoding *recoding = &attribute->levels[level];

          sums[refiner->offsets[a] + level]
              += weight * (recoding->n_leaves[recoding->labels[code]] - 1);
        }
    }
}

/* The objective of a policy some of whose classes fail without being in S°. */
static double
measure_failing (DeidRefiner *refiner, const DeidRefined *refined)
{
  const DeidInstance *instance = refiner->instance;
  const DeidCells *cells = &refiner->cells;
  const DeidRows *rows = &instance->rows;

  for (guint a = 0; a < rows->n_attributes; a++)
    {
      const guint level = refined->levels[instance->lattice->attributes[a].first_dimension];

      refiner->loss_sums[a].covered = refined->sums[refiner->offsets[a] + level];
    }
  for (guint64 row = 0; row < rows->n; row++)
    if (cells->cell_of_row[row] < cells->n_cells
        && refiner->cell_verdicts[cells->cell_of_row[row]] == DEID_CLASS_FAILS)
      for (guint a = 0; a < rows->n_attributes; a++)
        {
          const DeidRecoding *recoding
              = deid_attribute_get_recoding (&instance->lattice->attributes[a], refined->levels);
          const guint32 label = recoding->labels[deid_codes_get (rows->codes[a], row)];

          refiner->loss_sums[a].covered
              += deid_rows_get_weight (rows, row) * (recoding->n_leaves[label] - 1);
        }
  for (guint a = 0; a < rows->n_attributes; a++)
    refiner->loss_sums[a].kept = deid_loss_get_level_sum (&instance->loss, a, refined->levels)
                                 - refiner->loss_sums[a].covered;
  return deid_loss_get_objective (&instance->loss, refiner->loss_sums,
                                  refined->verdict.n_suppressed);
}

/* Settles which cells stay at the policy of @to, whose levels and sums are those of S° before. */
static gboolean
settle (DeidRefiner *refiner, guint64 n_removed, DeidRefined *to, const DeidStop *stop,
        gboolean *feasible, GError **error)
{
  const guint64 n_rows = refiner->instance->rows.n;
  guint32 n_classes;

  if (!judge_cells (refiner, stop, error))
    return FALSE;
  n_classes = number_classes (refiner, n_removed, &to->verdict);
  *feasible = deid_verdict_is_feasible (&to->verdict, refiner->instance);
  if (!*feasible)
    return TRUE;
  if (!deid_cells_write (&refiner->cells, n_classes, n_rows, &to->map, error))
    return FALSE;
  for (guint64 i = 0; i < refiner->cells.n_removed; i++)
    add_removed_row (refiner, refiner->cells.removed[i], to->sums);
  if (to->verdict.is_solution)
    to->verdict.objective = to->verdict.n_suppressed > to->verdict.n_necessary
                                ? measure_failing (refiner, to)
                                : get_objective (refiner, to, to->levels);
  return TRUE;
}

gboolean
deid_refiner_start (DeidRefiner *refiner, DeidRefined *refined, const DeidStop *stop,
                    gboolean *feasible, GError **error)
{
  const DeidInstance *instance = refiner->instance;
  const guint n_attributes = instance->lattice->n_attributes;
  g_autofree const DeidRecoding **recodings = g_new (const DeidRecoding *, n_attributes);
  DeidGrouping grouping = { 0 };
  gboolean success;

  memcpy (refined->levels, instance->lattice->heights,
          instance->lattice->n_dimensions * sizeof *refined->levels);
  memset (refined->sums, 0, refiner->n_sums * sizeof *refined->sums);
  for (guint a = 0; a < n_attributes; a++)
    recodings[a] = deid_attribute_get_recoding (&instance->lattice->attributes[a], refined->levels);
  success = deid_grouping_run (&grouping, &instance->rows, recodings, stop, error)
            && deid_cells_set_grouping (&refiner->cells, &grouping, instance->rows.n, error)
            && settle (refiner, 0, refined, stop, feasible, error);
  deid_grouping_clear (&grouping);
  return success;
}

gboolean
deid_refiner_lower (DeidRefiner *refiner, const DeidRefined *from, guint dimension, DeidRefined *to,
                    const DeidStop *stop, gboolean *feasible, GError **error)
{
  const DeidLattice *lattice = refiner->instance->lattice;
  const guint attribute = lattice->dimension_attribute[dimension];
  const guint64 n_removed = from->verdict.n_necessary;
  const DeidLevel level = (DeidLevel) (from->levels[dimension] - 1);

  if (!deid_cells_split (&refiner->cells, &from->map, &refiner->steps->steps[attribute][level],
                         &refiner->instance->rows, stop, error))
    return FALSE;
  if (to != from)
    {
      memcpy (to->levels, from->levels, lattice->n_dimensions * sizeof *to->levels);
      memcpy (to->sums, from->sums, refiner->n_sums * sizeof *to->sums);
    }
  to->levels[dimension] = level;
  return settle (refiner, n_removed, to, stop, feasible, error);
}
