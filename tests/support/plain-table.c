/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/plain-table.h"

#include "base/rational.h"
#include "support/big-natural.h"
#include "support/plain-combinations.h"
#include "support/plain-groups.h"
#include "support/plain-risk.h"
#include "support/suite.h"

/* The policy whose classes are looked at. */
static struct
{
  const RandomProblem *problem;
  const guint *levels;
} compared;

gboolean
plain_table_is_enough (DeidWide m, guint64 n, guint halves)
{
  g_autoptr (BigNatural) left = NULL, right = NULL;

  if (m >> 64 != 0)
    return TRUE;
  left = big_natural_new ((guint64) m);
  right = big_natural_new (1);
  big_natural_multiply (left, (guint64) m);
  big_natural_multiply_power (left, n, halves);
  big_natural_multiply_power (right, 2, 128);
  return big_natural_compare (left, right) >= 0;
}

static guint64
count_persons (const RandomProblem *problem, const PlainClass *judged)
{
  PlainDistribution distribution;

  plain_distribute (problem, judged, 0, FALSE, &distribution);
  return distribution.n_persons;
}

/* What rows count in the loss has a common divisor, which cancels out, so that what is divided is
 * small enough for doubles. Returns: that of all rows; sets the sum of all. */
static DeidWide
find_divisor (const RandomProblem *problem, DeidWide *sum)
{
  DeidWide divisor = 0;

  *sum = 0;
  for (guint row = 0; row < problem->n_rows; row++)
    {
      const DeidWide weight = plain_loss_weight (problem, row);

      divisor = divisor == 0 ? weight : deid_greatest_common_divisor (divisor, weight);
      *sum += weight;
    }
  return divisor;
}

/* Iyengar's loss with the weights of attributes and of groups, rounded where the library rounds:
 * what decides between classes whose losses are as good as the same. */
static double
get_kept_loss (const RandomProblem *problem, const guint *levels, const PlainClass *judged)
{
  DeidWide whole_weight;
  const DeidWide unit = find_divisor (problem, &whole_weight);
  const guint64 g = problem->factor_tenths;
  const guint64 divisor = g == 0 ? 10 : g % 5 == 0 ? 5 : g % 2 == 0 ? 2 : 1;
  const guint64 a = g / divisor, b = 10 / divisor;
  double sum = 0;

  for (guint i = 0; i < problem->n_attributes; i++)
    {
      const RandomAttribute *attribute = &problem->attributes[i];
      const guint64 d = attribute->n_leaves;
      const guint64 kept = 2 * a <= b ? b : 2 * b - 2 * a;
      const guint64 whole = 2 * a <= b ? b * (d - 1) : b * d - (2 * b - 2 * a);
      DeidWide hidden = 0;

      if (d == 1)
        continue;
      for (guint j = 0; j < judged->n_rows; j++)
        {
          const guint row = judged->rows[j];
          const char *label = attribute->leaves[attribute->leaf_of_row[row]].labels[levels[i]];
          guint64 n_covered = 0;

          for (guint leaf = 0; leaf < d; leaf++)
            n_covered += g_strcmp0 (attribute->leaves[leaf].labels[levels[i]], label) == 0;
          hidden += plain_loss_weight (problem, row) / unit * (n_covered - 1);
        }
      sum += attribute->weight
             * ((double) (kept * hidden) / (double) (whole * (whole_weight / unit)));
    }
  return sum;
}

guint
plain_table_list (const RandomProblem *problem, const RandomPopulation *population,
                  const guint *levels, PlainClass *classes, TableClass *passing)
{
  const guint n_classes = plain_group (problem, levels, classes);
  guint n = 0;

  compared.problem = problem;
  compared.levels = levels;
  for (guint c = 0; c < n_classes; c++)
    {
      gboolean passes = TRUE;

      for (guint m = 0; m < problem->n_models; m++)
        passes &= plain_judge (problem, &classes[c], &problem->models[m]) >= 0;
      if (!passes)
        continue;
      passing[n] = (TableClass){ .rows = &classes[c],
                                 .n_persons = count_persons (problem, &classes[c]),
                                 .loss = get_kept_loss (problem, levels, &classes[c]) };
      if (population != NULL)
        passing[n].n_population = random_population_count (population, problem, &classes[c]);
      for (guint i = 0; i < classes[c].n_rows; i++)
        passing[n].n_records += problem->weights[classes[c].rows[i]];
      n++;
    }
  return n;
}

/* Finds the classes that have a rare combination of those not left out. Returns: whether there are
 * such. */
static gboolean
find_rare (const TableModel *model, const TableClass *classes, guint n, const gboolean *left_out,
           gboolean *is_rare)
{
  const PlainClass *rows[MAX_ROWS];
  gboolean any = FALSE;

  for (guint c = 0; c < n; c++)
    rows[c] = classes[c].rows;
  for (guint c = 0; c < n; c++)
    {
      is_rare[c] = !left_out[c]
                   && plain_combinations_are_rare (compared.problem, rows, n, left_out, c, model->k,
                                                   model->m);
      any |= is_rare[c];
    }
  return any;
}

gboolean
plain_table_holds (const TableModel *model, const TableClass *classes, guint n,
                   const gboolean *left_out, gboolean has_population)
{
  guint64 n_classes = 0, n_persons = 0, n_unique = 0, at_risk = 0, found = 0;
  PlainRiskPart risks[MAX_ROWS];
  gboolean is_rare[MAX_ROWS];

  for (guint c = 0; c < n; c++)
    {
      const TableClass *kept = &classes[c];

      if (left_out[c])
        continue;
      risks[n_classes++] = (PlainRiskPart){ kept->n_persons,
                                            has_population ? kept->n_population : kept->n_persons };
      n_persons += kept->n_persons;
      n_unique += kept->n_persons == 1 ? 1 : 0;
      at_risk += TABLE_UNIT > model->risk * kept->n_persons ? kept->n_persons : 0;
      found += TABLE_UNIT > model->risk * kept->n_population ? kept->n_persons : 0;
    }
  switch (model->kind)
    {
    case TABLE_AVERAGE:
      return n_classes * TABLE_UNIT <= model->threshold * n_persons;
    case TABLE_UNIQUE:
      return n_unique * TABLE_UNIT <= model->threshold * n_persons;
    case TABLE_COMBINATIONS:
      return !find_rare (model, classes, n, left_out, is_rare);
    case TABLE_AT_RISK:
      return at_risk * TABLE_UNIT <= model->threshold * n_persons;
    case TABLE_JOURNALIST:
      return found * TABLE_UNIT <= model->threshold * n_persons;
    case TABLE_RISK_SUM:
    case TABLE_RISK_MEAN:
    case N_TABLE_KINDS:
    default:
      return plain_risk_compare (risks, (guint) n_classes, model->halves,
                                 model->kind == TABLE_RISK_SUM ? 1 : n_persons, model->threshold, 3)
             <= 0;
    }
}

static gboolean
by_population (const TableModel *model, gboolean has_population)
{
  return has_population && model->kind >= TABLE_JOURNALIST;
}

static int
compare_labels (const TableClass *x, const TableClass *y)
{
  int order = 0;

  for (guint a = 0; order == 0 && a < compared.problem->n_attributes; a++)
    {
      const RandomAttribute *attribute = &compared.problem->attributes[a];
      const guint level = compared.levels[a];

      order = g_strcmp0 (attribute->leaves[attribute->leaf_of_row[x->rows->rows[0]]].labels[level],
                         attribute->leaves[attribute->leaf_of_row[y->rows->rows[0]]].labels[level]);
    }
  return order;
}

static gboolean
comes_before (const TableClass *x, const TableClass *y, gboolean rarest_first)
{
  if (rarest_first && x->n_population != y->n_population)
    return x->n_population < y->n_population;
  if (x->n_persons != y->n_persons)
    return x->n_persons < y->n_persons;
  if (x->n_records != y->n_records)
    return x->n_records < y->n_records;
  if (x->loss != y->loss)
    return x->loss > y->loss;
  return compare_labels (x, y) < 0;
}

static guint
count_left (const gboolean *left_out, guint n)
{
  guint n_left = 0;

  for (guint c = 0; c < n; c++)
    n_left += left_out[c] ? 0 : 1;
  return n_left;
}

/* Leaves out the next class. */
static void
withhold (const TableClass *classes, guint n, gboolean *left_out, gboolean rarest_first)
{
  guint first = G_MAXUINT;

  for (guint c = 0; c < n; c++)
    if (!left_out[c]
        && (first == G_MAXUINT || comes_before (&classes[c], &classes[first], rarest_first)))
      first = c;
  left_out[first] = TRUE;
}

/* Leaves out what has a rare combination, and again of the rest. Returns: whether there was such.
 */
static gboolean
withhold_rare (const TableModel *model, const TableClass *classes, guint n, gboolean *left_out)
{
  gboolean is_rare[MAX_ROWS], any = FALSE;

  while (find_rare (model, classes, n, left_out, is_rare))
    {
      for (guint c = 0; c < n; c++)
        left_out[c] |= is_rare[c];
      any = TRUE;
    }
  return any;
}

/* Returns: whether anything had to be left out. */
static gboolean
withhold_for (const TableModel *model, const TableClass *classes, guint n, gboolean *left_out,
              gboolean has_population)
{
  gboolean any = FALSE;

  while (count_left (left_out, n) > 0
         && !plain_table_holds (model, classes, n, left_out, has_population))
    {
      withhold (classes, n, left_out, by_population (model, has_population));
      any = TRUE;
    }
  return any;
}

/* The same for all models of combinations, once each. */
static gboolean
withhold_all_rare (const TableModel *models, guint n_models, const TableClass *classes, guint n,
                   gboolean *left_out)
{
  gboolean any = FALSE;

  for (guint m = 0; m < n_models; m++)
    if (models[m].kind == TABLE_COMBINATIONS)
      any |= withhold_rare (&models[m], classes, n, left_out);
  return any;
}

void
plain_table_check (const RandomProblem *problem, const RandomPopulation *population,
                   const TableModel *models, guint n_models, const guint *levels,
                   PlainVerdict *verdict)
{
  PlainClass classes[MAX_ROWS];
  TableClass passing[MAX_ROWS];
  const guint n = plain_table_list (problem, population, levels, classes, passing);
  gboolean left_out[MAX_ROWS] = { FALSE };
  gboolean any = TRUE;

  while (withhold_all_rare (models, n_models, passing, n, left_out))
    ;
  while (any)
    {
      any = FALSE;
      for (guint m = 0; m < n_models; m++)
        if (models[m].kind != TABLE_COMBINATIONS
            && withhold_for (&models[m], passing, n, left_out, population != NULL))
          {
            while (withhold_all_rare (models, n_models, passing, n, left_out))
              ;
            any = TRUE;
          }
    }
  *verdict = (PlainVerdict){ .n_suppressed = problem->n_records };
  for (guint row = 0; row < problem->n_rows; row++)
    verdict->suppressed[row] = TRUE;
  for (guint c = 0; c < n; c++)
    if (!left_out[c])
      {
        verdict->n_suppressed -= passing[c].n_records;
        for (guint i = 0; i < passing[c].rows->n_rows; i++)
          verdict->suppressed[passing[c].rows->rows[i]] = FALSE;
      }
  verdict->is_solution = plain_groups_allow (problem, verdict->suppressed, verdict->n_suppressed);
  if (verdict->is_solution)
    verdict->loss = plain_loss (problem, levels, verdict->suppressed);
}

/* Returns: the smallest threshold that the classes left meet, in thousandths. */
static guint64
find_threshold (TableModel *model, const TableClass *classes, guint n, const gboolean *left_out,
                gboolean has_population)
{
  guint64 fails = 0, holds = (guint64) 1 << 40;

  model->threshold = 0;
  if (plain_table_holds (model, classes, n, left_out, has_population))
    return 0;
  while (holds - fails > 1)
    {
      model->threshold = fails + (holds - fails) / 2;
      if (plain_table_holds (model, classes, n, left_out, has_population))
        holds = model->threshold;
      else
        fails = model->threshold;
    }
  return holds;
}

void
plain_table_draw (TableModel *model, TableKind kind, const RandomProblem *problem,
                  const RandomPopulation *population, GRand *rand)
{
  const guint n_policies = random_problem_get_n_policies (problem);
  const guint64 most = kind == TABLE_RISK_SUM ? G_MAXUINT64 : TABLE_UNIT;
  PlainClass classes[MAX_ROWS];
  TableClass passing[MAX_ROWS];
  gboolean left_out[MAX_ROWS] = { FALSE };
  guint levels[MAX_ATTRIBUTES], n, n_withheld;

  *model = (TableModel){ .kind = kind,
                         .risk = (guint64) (TABLE_UNIT / g_rand_int_range (rand, 1, 8)),
                         .halves = (guint) (1 << g_rand_int_range (rand, 0, 3)),
                         .k = (guint64) g_rand_int_range (rand, 1, 6),
                         .m = (guint) g_rand_int_range (rand, 1, 4) };
  if (kind == TABLE_COMBINATIONS)
    return;
  random_problem_get_levels (problem, g_rand_int (rand) % n_policies, levels);
  n = plain_table_list (problem, population, levels, classes, passing);
  n_withheld = n > 0 ? g_rand_int (rand) % n : 0;
  if (g_rand_boolean (rand))
    n_withheld = MIN (n_withheld, 2);
  while (n_withheld-- > 0)
    withhold (passing, n, left_out, by_population (model, population != NULL));
  model->threshold = find_threshold (model, passing, n, left_out, population != NULL);
  model->threshold = MIN (model->threshold, most);
  if (kind == TABLE_AVERAGE || kind >= TABLE_RISK_SUM)
    model->threshold = MAX (model->threshold, 1);
}

DeidPrivacyModel *
plain_table_build (const TableModel *model)
{
  static const char *const names[] = { "avg", "uniq", "km", "atrisk", "jatrisk", "risk", "risk" };
  g_autoptr (GString) text = g_string_new (names[model->kind]);
  DeidPrivacyModel *built;
  GError *error = NULL;

#define APPEND(x)                                                                                  \
  g_string_append_printf (text, ":%" G_GUINT64_FORMAT ".%03" G_GUINT64_FORMAT, (x) / TABLE_UNIT,   \
                          (x) % TABLE_UNIT)
  if (model->kind == TABLE_AT_RISK || model->kind == TABLE_JOURNALIST)
    APPEND (model->risk);
  if (model->kind == TABLE_COMBINATIONS)
    g_string_append_printf (text, ":%" G_GUINT64_FORMAT ":%u", model->k, model->m);
  else
    APPEND (model->threshold);
#undef APPEND
  if (model->kind >= TABLE_RISK_SUM)
    g_string_append_printf (text, ":%u.%u%s:self", model->halves / 2, model->halves % 2 * 5,
                            model->kind == TABLE_RISK_MEAN ? ":mean" : "");
  built = deid_privacy_model_new_from_specification (text->str, NULL, &error);
  assert_no_error (error);
  return built;
}
