/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "alternative-problem.h"

#include "suite.h"

#define UNIT 1000

typedef struct
{
  guint64 n_records;
  guint64 n_flu; /* records with one of the two diagnoses */
  guint64 n_population;
} Class;

static guint
find_class (GHashTable *numbers, char *text, Class *classes)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, text));

  if (number > 0)
    {
      g_free (text);
      return number - 1;
    }
  number = g_hash_table_size (numbers);
  g_hash_table_insert (numbers, text, GUINT_TO_POINTER (number + 1));
  classes[number] = (Class){ .n_records = 0 };
  return number;
}

/* Returns: the number of classes that have records. */
static guint
group (const CutProblem *cut, const guint *levels, Class *classes)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n_classes;

  for (guint row = 0; row < cut->n_rows; row++)
    {
      Class *class = &classes[find_class (
          numbers, cut_problem_join_labels (cut, levels, FALSE, row), classes)];

      class->n_records += cut->weights[row];
      class->n_flu += row % 3 == 0 ? cut->weights[row] : 0;
    }
  n_classes = g_hash_table_size (numbers);
  for (guint row = 0; row < cut->n_population; row++)
    classes[find_class (numbers, cut_problem_join_labels (cut, levels, TRUE, row), classes)]
        .n_population++;
  return n_classes;
}

/* Returns: the smallest m with m^2 >= 2^128 / n^halves, for n above 1. */
static Wide
find_root (guint64 n, guint halves)
{
  Wide square = ~(Wide) 0 / n + 1, low = 0, high = RISK_ONE - 1;

  for (guint i = 1; i < halves; i++)
    square = (square - 1) / n + 1;
  while (low < high)
    {
      const Wide middle = (low + high) / 2;

      if (middle * middle >= square)
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

static Wide
sum_risk (const CutProblem *cut, const Class *classes, guint n, guint halves)
{
  Wide sum = 0;

  for (guint c = 0; c < n; c++)
    {
      const guint64 g
          = cut->n_population > 0 ? MAX (classes[c].n_population, 1) : classes[c].n_records;

      sum += classes[c].n_records * (g > 1 ? find_root (g, halves) : RISK_ONE);
    }
  return sum;
}

static gboolean
accepts_class (const AlternativeModel *model, const Class *class)
{
  const guint64 n = class->n_records, most = MAX (class->n_flu, n - class->n_flu);

  switch (model->kind)
    {
    case ALTERNATIVE_K:
      return n >= model->threshold;
    case ALTERNATIVE_DISTINCT:
      return most < n;
    case ALTERNATIVE_K_MAP:
      return class->n_population >= model->threshold;
    case ALTERNATIVE_RECURSIVE:
      return most < model->threshold * (n - most);
    default:
      return TRUE;
    }
}

/* Sets what a condition on the table compares: the numerator and the denominator of a share, in
 * multiples of 2^-64 where it is one of risks. */
static Wide
measure_table (const AlternativeModel *model, const CutProblem *cut, const Class *classes, guint n,
               Wide *denominator)
{
  guint64 n_records = 0, n_unique = 0, n_at_risk = 0;

  for (guint c = 0; c < n; c++)
    {
      const guint64 matched
          = model->kind == ALTERNATIVE_JOURNALIST ? classes[c].n_population : classes[c].n_records;

      n_records += classes[c].n_records;
      n_unique += classes[c].n_records == 1 ? 1 : 0;
      n_at_risk += matched * model->risk < UNIT ? classes[c].n_records : 0;
    }
  *denominator = n_records;
  switch (model->kind)
    {
    case ALTERNATIVE_RISK:
      *denominator = RISK_ONE;
      return sum_risk (cut, classes, n, model->halves);
    case ALTERNATIVE_MEAN_RISK:
      *denominator = n_records * RISK_ONE;
      return sum_risk (cut, classes, n, model->halves);
    case ALTERNATIVE_AVERAGE:
      return n;
    case ALTERNATIVE_UNIQUE:
      return n_unique;
    case ALTERNATIVE_AT_RISK:
    case ALTERNATIVE_JOURNALIST:
      return n_at_risk;
    default:
      *denominator = 1;
      return 0;
    }
}

static void
judge (const AlternativeProblem *problem, const guint *levels, AlternativeVerdict *verdict)
{
  const CutProblem *cut = &problem->cut;
  Class classes[2 * CUT_MAX_ROWS], released[2 * CUT_MAX_ROWS];
  const guint n = group (cut, levels, classes);
  guint n_released = 0;
  guint64 n_records = 0;

  *verdict = (AlternativeVerdict){ .n_suppressed = 0 };
  for (guint c = 0; c < n; c++)
    {
      gboolean passes = TRUE;

      for (guint m = 0; m < problem->n_models; m++)
        passes &= accepts_class (&problem->models[m], &classes[c]);
      n_records += classes[c].n_records;
      verdict->n_suppressed += passes ? 0 : classes[c].n_records;
      if (passes)
        released[n_released++] = classes[c];
    }
  verdict->risk = sum_risk (cut, released, n_released, 2);
  verdict->is_solution = (double) verdict->n_suppressed / (double) n_records <= cut->limit
                         && verdict->n_suppressed < n_records;
  for (guint m = 0; m < problem->n_models && verdict->is_solution; m++)
    {
      Wide denominator;
      const Wide numerator
          = measure_table (&problem->models[m], cut, released, n_released, &denominator);

      verdict->is_solution = numerator * UNIT <= denominator * problem->models[m].threshold;
    }
}

static guint64
divide_up (Wide numerator, Wide denominator)
{
  return (guint64) ((numerator + denominator - 1) / denominator);
}

/* Draws a threshold that the classes of some policy meet or miss just about. */
static void
aim (const AlternativeProblem *problem, GRand *rand, AlternativeModel *model)
{
  const gint32 lower = g_rand_int_range (rand, 0, 3) == 0 ? 1 : 0;
  guint levels[CUT_MAX_DIMENSIONS];
  Class classes[2 * CUT_MAX_ROWS];
  Wide numerator, denominator;
  guint64 least = G_MAXUINT64;
  guint n;

  alternative_problem_get_levels (
      problem, (guint) g_rand_int_range (rand, 0, (gint32) problem->n_policies), levels);
  n = group (&problem->cut, levels, classes);
  model->risk = (guint) g_rand_int_range (rand, 1, 6) * 100;
  model->halves = g_rand_boolean (rand) ? 2 : (guint) g_rand_int_range (rand, 1, 9);
  for (guint c = 0; c < n; c++)
    if (problem->cut.limit == 0 || g_rand_boolean (rand))
      least = MIN (least, model->kind == ALTERNATIVE_K_MAP ? classes[c].n_population
                                                           : classes[c].n_records);
  numerator = measure_table (model, &problem->cut, classes, n, &denominator);
  model->threshold = divide_up (numerator * UNIT, denominator);
  if (model->kind == ALTERNATIVE_K || model->kind == ALTERNATIVE_K_MAP)
    model->threshold = MAX (least == G_MAXUINT64 ? 2 : least + (guint) lower, 1);
  else if (model->kind == ALTERNATIVE_RECURSIVE)
    model->threshold = (guint64) g_rand_int_range (rand, 2, 4);
  else
    model->threshold = MAX (model->threshold, 1 + (guint) lower) - (guint) lower;
}

static char *
spell (const AlternativeModel *model)
{
  const guint whole = (guint) (model->threshold / UNIT), rest = (guint) (model->threshold % UNIT);

  switch (model->kind)
    {
    case ALTERNATIVE_K:
      return g_strdup_printf ("k:%" G_GUINT64_FORMAT, model->threshold);
    case ALTERNATIVE_DISTINCT:
      return g_strdup ("dl:2@diagnosis");
    case ALTERNATIVE_K_MAP:
      return g_strdup_printf ("kmap:%" G_GUINT64_FORMAT, model->threshold);
    case ALTERNATIVE_RISK:
    case ALTERNATIVE_MEAN_RISK:
      return g_strdup_printf ("risk:%u.%03u:%u.%u%s:self", whole, rest, model->halves / 2,
                              model->halves % 2 * 5,
                              model->kind == ALTERNATIVE_MEAN_RISK ? ":mean" : "");
    case ALTERNATIVE_AVERAGE:
      return g_strdup_printf ("avg:%u.%03u", whole, rest);
    case ALTERNATIVE_UNIQUE:
      return g_strdup_printf ("uniq:%u.%03u", whole, rest);
    case ALTERNATIVE_AT_RISK:
      return g_strdup_printf ("atrisk:0.%03u:%u.%03u", model->risk, whole, rest);
    case ALTERNATIVE_JOURNALIST:
      return g_strdup_printf ("jatrisk:0.%03u:%u.%03u", model->risk, whole, rest);
    default:
      return g_strdup_printf ("rcl:%" G_GUINT64_FORMAT ":2@diagnosis", model->threshold);
    }
}

static void
build (AlternativeProblem *problem)
{
  g_autoptr (DeidDataset) dataset = cut_problem_build_dataset (&problem->cut);
  g_autoptr (DeidLattice) lattice = cut_problem_build_lattice (&problem->cut, dataset);
  GError *error = NULL;

  problem->built = deid_problem_new (lattice);
  deid_problem_set_suppression_limit (problem->built, problem->cut.limit, &error);
  assert_no_error (error);
  for (guint m = 0; m < problem->n_models; m++)
    {
      g_autofree char *spelling = spell (&problem->models[m]);
      g_autoptr (DeidPrivacyModel) model
          = deid_privacy_model_new_from_string (spelling, NULL, &error);

      assert_no_error (error);
      deid_problem_add_privacy_model (problem->built, model, &error);
      assert_no_error (error);
    }
  if (problem->cut.n_population > 0)
    {
      g_autoptr (DeidDataset) population = cut_problem_build_population (&problem->cut);

      deid_problem_set_population (problem->built, population, &error);
      assert_no_error (error);
    }
}

static void
init_table (AlternativeProblem *problem, GRand *rand)
{
  *problem = (AlternativeProblem){ .n_policies = 1 };
  cut_problem_init_random (&problem->cut, rand);
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
