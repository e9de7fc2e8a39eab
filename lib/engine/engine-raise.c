/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Fewer combinations by higher levels. */
#include "base/memory.h"
#include "engine/engine-groups.h"

/* What it brings to raise a column by a level. */
typedef struct
{
  DeidEngineKey *key; /* or NULL */
  guint64 n;          /* combinations that are left */
  double saved;
  double cost; /* the loss that it adds, by the weight of the column */
} EngineRaiseStep;

static gboolean
may_rise (const DeidEngineKey *key)
{
  return key->map != NULL && key->level < key->column->levels->highest;
}

static gboolean
compute_cost (const DeidEngineGroups *groups, const DeidEngineKey *key, double *cost,
              GError **error)
{
  const DeidEngineLevels *levels = key->column->levels;
  double before, after;

  if (!deid_engine_levels_compute_loss (levels, key->level, &before, error)
      || !deid_engine_levels_compute_loss (levels, key->level + 1, &after, error))
    return FALSE;
  *cost = after - before;
  if (groups->table->quality != NULL)
    *cost *= deid_quality_model_get_attribute_weight (groups->table->quality, key->column->name);
  return TRUE;
}

/* Looks what it brings to raise a column, of @n combinations. */
static gboolean
engine_raise_try_step (const DeidEngineGroups *groups, DeidEngineKey *key, guint64 n,
                       EngineRaiseStep *step, GError **error)
{
  gboolean success;

  *step = (EngineRaiseStep){ .key = key };
  if (!compute_cost (groups, key, &step->cost, error))
    return FALSE;
  key->level++;
  success = deid_engine_groups_count (groups, &step->n, error);
  key->level--;
  step->saved = (double) n - (double) step->n;
  return success;
}

/* Tells whether one saves more for what it costs, or as much of what costs nothing. */
static gboolean
engine_raise_is_better (const EngineRaiseStep *step, const EngineRaiseStep *best)
{
  const double own = step->saved * best->cost, other = best->saved * step->cost;

  return best->key == NULL || own > other || (own == other && step->saved > best->saved);
}

static gboolean
engine_raise_fail (const DeidEngineGroups *groups, guint64 n, GError **error)
{
  g_set_error (error, DEID_ERROR, DEID_ERROR_TOO_LARGE,
               "the table in the engine has %" G_GUINT64_FORMAT
               " combinations on the highest levels of its quasi-identifiers, expected at most "
               "%" G_GUINT64_FORMAT,
               n, groups->table->max_combinations);
  return FALSE;
}

gboolean
deid_engine_groups_raise (DeidEngineGroups *groups, GError **error)
{
  guint64 n;

  if (!deid_engine_groups_count (groups, &n, error))
    return FALSE;
  while (n > groups->table->max_combinations)
    {
      EngineRaiseStep best = { 0 };

      for (guint k = 0; k < groups->n_keys; k++)
        {
          EngineRaiseStep step;

          if (!may_rise (&groups->keys[k]))
            continue;
          if (!engine_raise_try_step (groups, &groups->keys[k], n, &step, error))
            return FALSE;
          if (engine_raise_is_better (&step, &best))
            best = step;
        }
      if (best.key == NULL)
        return engine_raise_fail (groups, n, error);
      best.key->level++;
      n = best.n;
    }
  return TRUE;
}
