/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/alternatives/boundary-search.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "base/text.h"
#include "search/search-private.h"

#include <math.h>

/* Records that fail a superset-closed model are no more at a generalization, whatever the limit.
 * Of a union-closed model only that holds: if all classes pass, those of a generalization do,
 * unless classes of the population alone join them, which no model has accepted. Returns: why a
 * generalization of a solution may fail the model, or NULL if it cannot. */
static const char *
find_reason_of_classes (const DeidPreparedProblem *prepared, const DeidPrivacyModel *model)
{
  switch (model->funcs->closure)
    {
    case DEID_CLOSURE_SUPERSET:
      return NULL;
    case DEID_CLOSURE_UNION:
      if (prepared->limit > 0)
        return "it is union-closed, so the suppression limit would have to be 0";
      if (prepared->has_population)
        return "it is union-closed, so there would have to be no population";
      return NULL;
    case DEID_CLOSURE_NONE:
    default:
      return "it is neither superset-closed nor union-closed";
    }
}

/* The same of a condition on the table: with records withheld, what is left at a generalization may
 * be another part of the table, and persons who are in several classes may be in fewer. Records
 * that a model names are no more at a generalization, whatever the limit. */
static const char *
find_reason_of_table (const DeidPreparedProblem *prepared, const DeidPrivacyModel *model)
{
  if (!model->funcs->is_table_monotone)
    return "its condition on the table is not monotone";
  if (model->funcs->suppression_order == DEID_SUPPRESSION_ORDER_NAMED)
    return NULL;
  if (prepared->limit > 0)
    return "it is a condition on the table, so the suppression limit would have to be 0";
  if (prepared->read.source.entities != NULL)
    return "it is a condition on the table, so there would have to be no entity column";
  return NULL;
}

static const char *
find_reason (const DeidPreparedProblem *prepared, const DeidPrivacyModel *model)
{
  const DeidPrivacyModelFuncs *funcs = model->funcs;
  const char *reason = NULL;

  if (funcs->accept.func != NULL)
    reason = find_reason_of_classes (prepared, model);
  if (reason == NULL && funcs->accept_table.func != NULL)
    reason = find_reason_of_table (prepared, model);
  return reason;
}

gboolean
deid_prepared_problem_check_monotone (const DeidPreparedProblem *prepared, const char *search,
                                      GError **error)
{
  for (guint i = 0; i < prepared->privacy.n_models; i++)
    {
      const DeidPrivacyModel *model = prepared->privacy.models[i].model;
      const char *reason = find_reason (prepared, model);

      if (reason == NULL)
        continue;
      return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                        "%s: the search %s needs models that every generalization of a solution "
                        "meets, which is not known of %s: %s",
                        prepared->lattice->table.name, search, model->shown, reason);
    }
  return TRUE;
}

gboolean
deid_unit_draw_init (DeidUnitDraw *draw, guint n_dimensions, GError **error)
{
  *draw = (DeidUnitDraw){ .n_dimensions = n_dimensions, .top = 1 };
  while (draw->top <= n_dimensions / 2)
    draw->top *= 2;
  return deid_new_arrays (error, DEID_NEW (draw->weights, n_dimensions),
                          DEID_NEW (draw->sums, (guint64) n_dimensions + 1));
}

void
deid_unit_draw_clear (DeidUnitDraw *draw)
{
  deid_free_arrays (draw->weights, draw->sums);
}

/* Node i sums up the dimensions before number i, as many as the lowest bit of i is. */
void
deid_unit_draw_start (DeidUnitDraw *draw, const DeidLevel *specific, const DeidLevel *general)
{
  draw->sum = 0;
  for (guint d = 0; d < draw->n_dimensions; d++)
    {
      draw->sums[d + 1] = draw->weights[d] * (guint) (general[d] - specific[d]);
      draw->sum += draw->sums[d + 1];
    }
  for (guint32 i = 1; i <= draw->n_dimensions; i++)
    {
      const guint32 parent = i + (i & -i);

      if (parent <= draw->n_dimensions)
        draw->sums[parent] += draw->sums[i];
    }
}

guint
deid_unit_draw_next (DeidUnitDraw *draw, DeidRandom *random)
{
  guint64 place = deid_random_below (random, draw->sum);
  guint32 before = 0;
  guint64 weight;

  for (guint32 step = draw->top; step > 0; step /= 2)
    if (before + step <= draw->n_dimensions && draw->sums[before + step] <= place)
      {
        before += step;
        place -= draw->sums[before];
      }
  weight = draw->weights[before];
  draw->sum -= weight;
  for (guint32 i = before + 1; i <= draw->n_dimensions; i += i & -i)
    draw->sums[i] -= weight;
  return before;
}

static gboolean
boundary_search_init (DeidBoundarySearch *search, DeidSearchContext *context,
                      const DeidBoundaryOptions *options, GError **error)
{
  const DeidLattice *lattice = deid_search_context_get_own_lattice (context);

  *search = (DeidBoundarySearch){ .context = context,
                                  .lattice = lattice,
                                  .options = options,
                                  .random = { options->seed },
                                  .alternatives = deid_alternatives_new () };
  deid_policy_set_init (&search->evaluated, lattice->n_dimensions);
  deid_policy_set_init (&search->found, lattice->n_dimensions);
  deid_search_context_choose_evaluation (context, DEID_EVALUATION_WALKING);
  if (!deid_new_arrays (error, DEID_NEW (search->n_apart, lattice->n_dimensions),
                        DEID_NEW (search->levels, lattice->n_dimensions),
                        DEID_NEW (search->order, lattice->n_dimensions)))
    return FALSE;
  deid_lattice_copy_bottom (lattice, search->levels);
  return TRUE;
}

static void
boundary_search_clear (DeidBoundarySearch *search)
{
  deid_search_context_add_bytes (search->context, deid_policy_set_get_n_bytes (&search->evaluated)
                                                      + search->solutions_capacity
                                                      + deid_policy_set_get_n_bytes (&search->found)
                                                      + search->alternatives->items_capacity
                                                            * sizeof *search->alternatives->items);
  deid_search_context_take_alternatives (search->context, g_steal_pointer (&search->alternatives));
  deid_policy_set_clear (&search->evaluated);
  deid_policy_set_clear (&search->found);
  deid_free_arrays (search->solutions, search->n_apart, search->levels, search->order);
}

static gboolean
remember (DeidBoundarySearch *search, const DeidLevel *levels, gboolean is_solution)
{
  DeidPolicySet *evaluated = &search->evaluated;
  GError *error = NULL;

  if (!deid_grow_list (search, solutions, evaluated->n + 1, &error)
      || !deid_policy_set_add (evaluated, levels, &error))
    {
      deid_search_context_fail (search->context, error);
      return FALSE;
    }
  search->solutions[evaluated->n - 1] = is_solution ? 1 : 0;
  return TRUE;
}

gboolean
deid_boundary_search_ask (DeidBoundarySearch *search, const DeidLevel *levels,
                          gboolean *is_solution)
{
  guint64 number;

  if (deid_policy_set_find (&search->evaluated, levels, &number))
    {
      *is_solution = search->solutions[number];
      return TRUE;
    }
  if (!deid_search_context_evaluate_levels (search->context, levels))
    return FALSE;
  *is_solution = deid_search_context_is_solution (search->context);
  return remember (search, levels, *is_solution);
}

gboolean
deid_boundary_search_lower (DeidBoundarySearch *search, DeidLevel *levels, guint dimension,
                            gboolean *is_solution)
{
  levels[dimension]--;
  if (!deid_boundary_search_ask (search, levels, is_solution))
    return FALSE;
  if (!*is_solution)
    levels[dimension]++;
  return TRUE;
}

static void
shuffle_order (DeidBoundarySearch *search)
{
  for (guint i = 0; i < search->lattice->n_dimensions; i++)
    {
      const guint j = (guint) deid_random_below (&search->random, i + 1);

      search->order[i] = search->order[j];
      search->order[j] = i;
    }
}

/* Lowers each level while the policy stays a solution. What is none when a level is lowered is none
 * when others are lowered as well, so that one pass is enough. */
static gboolean
polish (DeidBoundarySearch *search)
{
  DeidLevel *levels = search->levels;

  shuffle_order (search);
  for (guint i = 0; i < search->lattice->n_dimensions; i++)
    {
      const guint d = search->order[i];
      gboolean is_solution = TRUE;

      while (is_solution && levels[d] > search->lattice->floors[d])
        if (!deid_boundary_search_lower (search, levels, d, &is_solution))
          return FALSE;
    }
  return TRUE;
}

static gboolean
boundary_search_measure (DeidBoundarySearch *search, DeidAlternative *item, GError **error)
{
  const DeidPreparedProblem *prepared = deid_search_context_get_prepared (search->context);
  DeidVerdict verdict;
  DeidRiskSum risk;
  gboolean success;

  deid_risk_sum_init (&risk, 2);
  success = deid_search_context_measure (search->context, search->levels, &verdict, &risk)
            && deid_risk_sum_round_up (&risk, 1, &item->risk, error);
  item->maximum_risk = deid_risk_sum_get_maximum (&risk);
  deid_risk_sum_clear (&risk);
  if (!success)
    return FALSE;
  item->n_suppressed = verdict.n_suppressed;
  return deid_loss_from_objective (&prepared->loss, verdict.objective, &item->loss, error);
}

static gboolean
boundary_search_add_new (DeidBoundarySearch *search, DeidAlternative *item, GError **error)
{
  g_autoptr (DeidPolicy) policy = deid_policy_new_from_levels (
      deid_problem_get_lattice (deid_search_context_get_problem (search->context)), search->levels,
      error);

  if (policy == NULL)
    return FALSE;
  item->policy = policy;
  item->n_found = 1;
  return boundary_search_measure (search, item, error)
         && deid_policy_set_add (&search->found, search->levels, error)
         && deid_alternatives_add (search->alternatives, item, error);
}

/* An error that it sets is the run's. */
gboolean
deid_boundary_search_add (DeidBoundarySearch *search, DeidAlternative *item)
{
  const DeidLattice *lattice = search->lattice;
  GError *error = NULL;
  guint64 number;

  for (guint d = 0; d < lattice->n_dimensions; d++)
    search->n_apart[d] += (guint) (lattice->heights[d] - search->levels[d]);
  if (deid_policy_set_find (&search->found, search->levels, &number))
    {
      search->alternatives->items[number].n_found++;
      return TRUE;
    }
  if (boundary_search_add_new (search, item, &error))
    return TRUE;
  if (error != NULL)
    deid_search_context_fail (search->context, error);
  return FALSE;
}

static void
boundary_search_publish (DeidBoundarySearch *search, guint64 n_done)
{
  deid_search_context_set_open (search->context, INFINITY,
                                1 - (double) n_done / (double) search->options->n_iterations);
}

static void
boundary_search_iterate (DeidBoundarySearch *search, DeidFindBoundaryFunc find, gpointer data)
{
  const gboolean polishes = search->options->polishes;

  for (guint64 i = 0; i < search->options->n_iterations; i++)
    {
      DeidAlternative item = { .is_boundary = TRUE, .is_risk_minimal = polishes };

      if (!deid_search_context_may_go_on (search->context) || !find (search, search->levels, data)
          || (polishes && !polish (search)) || !deid_boundary_search_add (search, &item))
        return;
      boundary_search_publish (search, i + 1);
    }
}

/* Where the top is no solution, there is none; where the bottom is one, nothing is to be chosen. */
static void
boundary_search_lattice (DeidBoundarySearch *search, DeidFindBoundaryFunc find, gpointer data)
{
  DeidAlternative bottom = { .is_risk_minimal = TRUE };
  gboolean top_is_solution, bottom_is_solution;

  if (!deid_boundary_search_ask (search, search->lattice->heights, &top_is_solution))
    return;
  if (!top_is_solution)
    {
      deid_search_context_declare_optimal (search->context);
      return;
    }
  if (!deid_boundary_search_ask (search, search->levels, &bottom_is_solution))
    return;
  if (bottom_is_solution)
    deid_boundary_search_add (search, &bottom);
  else
    boundary_search_iterate (search, find, data);
}

gboolean
deid_boundary_search_run (DeidSearchContext *context, const DeidBoundaryOptions *options,
                          const char *name, DeidFindBoundaryFunc find, gpointer data,
                          GError **error)
{
  DeidBoundarySearch search;
  gboolean success;

  if (!deid_prepared_problem_check_monotone (deid_search_context_get_prepared (context), name,
                                             error))
    return FALSE;
  success = boundary_search_init (&search, context, options, error);
  if (success)
    boundary_search_lattice (&search, find, data);
  boundary_search_clear (&search);
  return success;
}

gboolean
deid_boundary_search_run_all (DeidSearchContext *context, const DeidBoundaryOptions *options,
                              DeidFindAllFunc find, GError **error)
{
  DeidBoundarySearch search;
  const gboolean success
      = boundary_search_init (&search, context, options, error) && find (&search, error);

  boundary_search_clear (&search);
  return success;
}

DeidSearch *
deid_boundary_search_new (const char *name, DeidSearchRunFunc run,
                          const DeidBoundaryOptions *options)
{
  g_autofree char *text
      = g_strdup_printf ("%s:%" G_GUINT64_FORMAT ":%" G_GUINT64_FORMAT "%s", name,
                         options->n_iterations, options->seed, options->polishes ? ":polish" : "");

  return deid_search_new_of_slots (text, run, g_memdup2 (options, sizeof *options), g_free);
}
