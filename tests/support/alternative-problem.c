/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/alternative-problem.h"

#include "support/suite.h"

/* Where nothing is suppressed the loss of a generalization is no smaller. */
static const char *const qualities[]
    = { "loss:arith", "loss:geo:0.3", "precision:sum", "height:max", "aecs", "dm" };
#define N_COSTING_ATTRIBUTES 4 /* of these */

static void
judge (const AlternativeProblem *problem, const guint *levels, AlternativeVerdict *verdict)
{
  const CutProblem *cut = &problem->cut;
  AlternativeClass classes[2 * CUT_MAX_ROWS], released[2 * CUT_MAX_ROWS];
  const guint n = alternative_classes_group (cut, levels, classes);
  guint n_released = 0;
  guint64 n_records = 0;

  *verdict = (AlternativeVerdict){ .n_suppressed = 0 };
  for (guint c = 0; c < n; c++)
    {
      gboolean passes = TRUE;

      for (guint m = 0; m < problem->n_models; m++)
        passes &= alternative_model_accepts (&problem->models[m], &classes[c]);
      n_records += classes[c].n_records;
      verdict->n_suppressed += passes ? 0 : classes[c].n_records;
      if (passes)
        released[n_released++] = classes[c];
    }
  verdict->risks = g_new (PlainRiskPart, n_released);
  verdict->n_risks = n_released;
  alternative_classes_list_risks (cut, released, n_released, verdict->risks);
  verdict->is_solution = (double) verdict->n_suppressed / (double) n_records <= cut->limit
                         && verdict->n_suppressed < n_records;
  for (guint m = 0; m < problem->n_models && verdict->is_solution; m++)
    verdict->is_solution = alternative_model_holds (&problem->models[m], cut, released, n_released);
}

/* Returns: the least threshold, in thousandths, with which classes meet the condition of a model on
 * the table; 0 if it has none. */
static guint64
find_threshold (const AlternativeModel *model, const CutProblem *cut,
                const AlternativeClass *classes, guint n)
{
  AlternativeModel tried = *model;
  guint64 fails = 0, holds = (guint64) 1 << 24;

  tried.threshold = 0;
  if (alternative_model_holds (&tried, cut, classes, n))
    return 0;
  while (holds - fails > 1)
    {
      tried.threshold = fails + (holds - fails) / 2;
      if (alternative_model_holds (&tried, cut, classes, n))
        holds = tried.threshold;
      else
        fails = tried.threshold;
    }
  return holds;
}

/* Draws a threshold that the classes of some policy meet or miss just about. */
static void
aim (const AlternativeProblem *problem, GRand *rand, AlternativeModel *model)
{
  const gint32 lower = g_rand_int_range (rand, 0, 3) == 0 ? 1 : 0;
  guint levels[CUT_MAX_DIMENSIONS];
  AlternativeClass classes[2 * CUT_MAX_ROWS];
  guint64 least = G_MAXUINT64;
  guint n;

  alternative_problem_get_levels (
      problem, (guint) g_rand_int_range (rand, 0, (gint32) problem->n_policies), levels);
  n = alternative_classes_group (&problem->cut, levels, classes);
  model->risk = (guint) g_rand_int_range (rand, 1, 6) * 100;
  model->halves = g_rand_boolean (rand) ? 2 : (guint) g_rand_int_range (rand, 1, 9);
  for (guint c = 0; c < n; c++)
    if (problem->cut.limit == 0 || g_rand_boolean (rand))
      least = MIN (least, model->kind == ALTERNATIVE_K_MAP ? classes[c].n_population
                                                           : classes[c].n_records);
  model->threshold = find_threshold (model, &problem->cut, classes, n);
  if (model->kind == ALTERNATIVE_K || model->kind == ALTERNATIVE_K_MAP)
    model->threshold = MAX (least == G_MAXUINT64 ? 2 : least + (guint) lower, 1);
  else if (model->kind == ALTERNATIVE_RECURSIVE)
    model->threshold = (guint64) g_rand_int_range (rand, 2, 4);
  else
    model->threshold = MAX (model->threshold, 1 + (guint) lower) - (guint) lower;
}

static void
build (AlternativeProblem *problem)
{
  g_autoptr (DeidDataset) dataset = cut_problem_build_dataset (&problem->cut);
  g_autoptr (DeidLattice) lattice = cut_problem_build_lattice (&problem->cut, dataset);
  g_autoptr (DeidQualityModel) quality = NULL;
  GError *error = NULL;

  problem->built = deid_problem_new (lattice);
  quality = deid_quality_model_new_from_specification (problem->quality, &error);
  assert_no_error (error);
  deid_problem_set_quality_model (problem->built, quality, &error);
  assert_no_error (error);
  deid_problem_set_suppression_limit (problem->built, problem->cut.limit, &error);
  assert_no_error (error);
  for (guint m = 0; m < problem->n_models; m++)
    {
      g_autofree char *specification = alternative_model_spell (&problem->models[m]);
      g_autoptr (DeidPrivacyModel) model
          = deid_privacy_model_new_from_specification (specification, NULL, &error);

      assert_no_error (error);
      deid_problem_add_privacy_model (problem->built, model, &error);
      assert_no_error (error);
    }
  if (problem->cut.n_population > 0)
    {
      g_autoptr (DeidDataset) population = cut_problem_build_population (&problem->cut);

      deid_problem_set_population (problem->built, population, NULL, &error);
      assert_no_error (error);
    }
}

static void
init_table (AlternativeProblem *problem, GRand *rand)
{
  *problem = (AlternativeProblem){ .n_policies = 1 };
  cut_problem_init_random (&problem->cut, rand);
  problem->cut.group_percent = 100;
  problem->quality = qualities[g_rand_int (rand) % G_N_ELEMENTS (qualities)];
  for (guint a = 0; a < problem->cut.n_attributes; a++)
    {
      const CutAttribute *attribute = &problem->cut.attributes[a];
      const guint n = cut_attribute_count_dimensions (attribute);

      for (guint i = 0; i < n; i++)
        problem->heights[problem->n_dimensions++]
            = attribute->kind == CUT_LEVELS ? attribute->height : 1;
    }
  for (guint d = 0; d < problem->n_dimensions; d++)
    problem->n_policies *= problem->heights[d] + 1;
}

static void
complete (AlternativeProblem *problem)
{
  problem->verdicts = g_new (AlternativeVerdict, problem->n_policies);
  for (guint rank = 0; rank < problem->n_policies; rank++)
    {
      guint levels[CUT_MAX_DIMENSIONS];

      alternative_problem_get_levels (problem, rank, levels);
      judge (problem, levels, &problem->verdicts[rank]);
    }
  build (problem);
}

gboolean
alternative_problem_costs_attributes (const AlternativeProblem *problem)
{
  guint i = 0;

  while (qualities[i] != problem->quality)
    i++;
  return i < N_COSTING_ATTRIBUTES;
}

static gboolean
needs_population (AlternativeKind kind)
{
  return kind == ALTERNATIVE_K_MAP || kind == ALTERNATIVE_JOURNALIST;
}

void
alternative_problem_init_random (AlternativeProblem *problem, GRand *rand)
{
  init_table (problem, rand);
  problem->cut.limit *= g_rand_boolean (rand);
  problem->n_models = (guint) g_rand_int_range (rand, 1, ALTERNATIVE_MAX_MODELS + 1);
  for (guint m = 0; m < problem->n_models; m++)
    {
      AlternativeModel *model = &problem->models[m];
      const gboolean has_population = problem->cut.n_population > 0;

      do
        model->kind = (AlternativeKind) g_rand_int_range (rand, 0, N_ALTERNATIVE_KINDS);
      while ((problem->cut.limit > 0 && model->kind > ALTERNATIVE_K_MAP)
             || (!has_population && needs_population (model->kind))
             || (has_population && model->kind == ALTERNATIVE_RECURSIVE));
      aim (problem, rand, model);
    }
  complete (problem);
}

void
alternative_problem_init_of_kind (AlternativeProblem *problem, GRand *rand, AlternativeKind kind)
{
  do
    init_table (problem, rand);
  while (needs_population (kind) && problem->cut.n_population == 0);
  problem->cut.limit = 0;
  problem->n_models = 1;
  problem->models[0].kind = kind;
  aim (problem, rand, &problem->models[0]);
  complete (problem);
}

void
alternative_problem_clear (AlternativeProblem *problem)
{
  for (guint rank = 0; rank < problem->n_policies; rank++)
    g_free (problem->verdicts[rank].risks);
  g_free (problem->verdicts);
  deid_problem_unref (problem->built);
}

void
alternative_problem_get_levels (const AlternativeProblem *problem, guint rank, guint *levels)
{
  for (guint d = problem->n_dimensions; d-- > 0;)
    {
      levels[d] = rank % (problem->heights[d] + 1);
      rank /= problem->heights[d] + 1;
    }
}

guint
alternative_problem_get_rank (const AlternativeProblem *problem, const guint *levels)
{
  guint rank = 0;

  for (guint d = 0; d < problem->n_dimensions; d++)
    rank = rank * (problem->heights[d] + 1) + levels[d];
  return rank;
}

guint
alternative_problem_get_rank_of (const AlternativeProblem *problem, const DeidPolicy *policy)
{
  guint levels[CUT_MAX_DIMENSIONS];

  for (guint d = 0; d < problem->n_dimensions; d++)
    levels[d] = deid_policy_get_level (policy, d);
  return alternative_problem_get_rank (problem, levels);
}

gboolean
alternative_problem_has_choice (const AlternativeProblem *problem)
{
  return problem->verdicts[problem->n_policies - 1].is_solution
         && !problem->verdicts[0].is_solution;
}

guint
alternative_problem_count_below (const AlternativeProblem *problem, guint rank, gboolean solutions)
{
  guint levels[CUT_MAX_DIMENSIONS], n = 0;

  alternative_problem_get_levels (problem, rank, levels);
  for (guint d = 0; d < problem->n_dimensions; d++)
    if (levels[d] > 0)
      {
        levels[d]--;
        n += problem->verdicts[alternative_problem_get_rank (problem, levels)].is_solution
             == solutions;
        levels[d]++;
      }
  return n;
}

DeidResult *
alternative_problem_search (const AlternativeProblem *problem, gboolean is_directed,
                            guint64 n_iterations, guint64 seed, gboolean polish, GError **error)
{
  g_autoptr (DeidSearch) search = is_directed
                                      ? deid_search_new_directed (n_iterations, seed, polish)
                                      : deid_search_new_bisecting (n_iterations, seed, polish);

  return deid_search_run (search, problem->built, NULL, error);
}
