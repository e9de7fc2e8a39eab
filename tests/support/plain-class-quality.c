/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/plain-class-quality.h"

#include <math.h>

#include "support/suite.h"

const char *const plain_class_quality_spellings[]
    = { "dm", "dmstar", "aecs", "ambiguity", "kl", "ce@s1", "ce@q0", "payout:2:0.5:9:2" };

static const char *
get_label (const RandomProblem *problem, guint a, guint row, guint level)
{
  const RandomAttribute *attribute = &problem->attributes[a];

  return attribute->leaves[attribute->leaf_of_row[row]].labels[level];
}

static gboolean
are_alike (const RandomProblem *problem, guint row, guint other, const guint *levels)
{
  for (guint a = 0; a < problem->n_attributes; a++)
    if (g_strcmp0 (get_label (problem, a, row, levels[a]), get_label (problem, a, other, levels[a]))
        != 0)
      return FALSE;
  return TRUE;
}

/* Returns: how many records have the labels of a row. */
static long double
count_alike (const RandomProblem *problem, guint row, const guint *levels)
{
  long double n = 0;

  for (guint other = 0; other < problem->n_rows; other++)
    if (are_alike (problem, row, other, levels))
      n += (long double) problem->weights[other];
  return n;
}

static long double
count_combinations (const RandomProblem *problem)
{
  long double product = 1;

  for (guint a = 0; a < problem->n_attributes; a++)
    product *= problem->attributes[a].n_leaves;
  return product;
}

/* Returns: how many combinations of leaves the labels of a row cover. */
static long double
count_covered (const RandomProblem *problem, guint row, const guint *levels)
{
  long double product = 1;

  for (guint a = 0; a < problem->n_attributes; a++)
    {
      const RandomAttribute *attribute = &problem->attributes[a];
      const char *label = get_label (problem, a, row, levels[a]);
      guint n = 0;

      for (guint leaf = 0; leaf < attribute->n_leaves; leaf++)
        n += g_strcmp0 (attribute->leaves[leaf].labels[levels[a]], label) == 0;
      product *= n;
    }
  return product;
}

/* The response of a row; values are told apart by number, -1 being a missing one, or by text. */
static gboolean
have_same_response (PlainClassQuality quality, const RandomProblem *problem, guint row, guint other)
{
  return quality == PLAIN_CE_SENSITIVE
             ? problem->sensitive[1][row] == problem->sensitive[1][other]
             : g_strcmp0 (get_label (problem, 0, row, 0), get_label (problem, 0, other, 0)) == 0;
}

/* Returns: how many records have the most frequent response of the class of a row. */
static long double
count_most_frequent (PlainClassQuality quality, const RandomProblem *problem, guint row,
                     const guint *levels)
{
  long double most = 0;

  for (guint i = 0; i < problem->n_rows; i++)
    {
      long double n = 0;

      for (guint j = 0; j < problem->n_rows && are_alike (problem, row, i, levels); j++)
        if (are_alike (problem, row, j, levels) && have_same_response (quality, problem, i, j))
          n += (long double) problem->weights[j];
      most = fmaxl (most, n);
    }
  return most;
}

static guint
count_persons (const RandomProblem *problem, guint row, const guint *levels)
{
  guint n = 0;

  for (guint i = 0; i < problem->n_rows; i++)
    {
      gboolean is_new = are_alike (problem, row, i, levels);

      for (guint j = 0; j < i && is_new && problem->has_entities; j++)
        is_new
            = problem->entities[i] != problem->entities[j] || !are_alike (problem, row, j, levels);
      if (is_new)
        n += problem->has_entities ? 1 : (guint) problem->weights[i];
    }
  return n;
}

/* Of a benefit of 2, a loss of 1/2, a gain of 9 and a cost of 2. */
static long double
count_unpaid (const RandomProblem *problem, guint row, const guint *levels)
{
  const long double all = logl (count_combinations (problem));
  const guint n_persons = count_persons (problem, row, levels);

  return (all > 0 ? 2 * logl (count_covered (problem, row, levels)) / all : 0)
         + (9 > 2 * n_persons ? 0.5L / n_persons : 0);
}

/* What one record of a row adds to the published measure, but for constants. */
static long double
cost_record (PlainClassQuality quality, const RandomProblem *problem, guint row,
             const guint *levels, gboolean is_suppressed)
{
  const long double n = (long double) problem->n_records;
  const long double size = count_alike (problem, row, levels);

  switch (quality)
    {
    case PLAIN_DM:
      return is_suppressed ? n : size;
    case PLAIN_DMSTAR:
      return size;
    case PLAIN_AECS: /* the number of classes is the sum of 1 / size */
      return is_suppressed ? 0 : 1 / size;
    case PLAIN_AMBIGUITY:
      return is_suppressed ? count_combinations (problem) : count_covered (problem, row, levels);
    case PLAIN_KL: /* -log (q) */
      return is_suppressed ? logl (n * count_combinations (problem))
                           : logl (n * count_covered (problem, row, levels) / size);
    case PLAIN_PAYOUT:
      return is_suppressed ? 2 : count_unpaid (problem, row, levels);
    case PLAIN_CE_SENSITIVE:
    case PLAIN_CE_QUASI_IDENTIFIER:
    default:
      return is_suppressed ? 1 : 1 - count_most_frequent (quality, problem, row, levels) / size;
    }
}

static long double
get_entropy (const RandomProblem *problem)
{
  const guint levels[MAX_ATTRIBUTES] = { 0 };
  const long double n = (long double) problem->n_records;
  long double entropy = 0;

  for (guint row = 0; row < problem->n_rows; row++)
    entropy
        += (long double) problem->weights[row] / n * logl (n / count_alike (problem, row, levels));
  return entropy;
}

long double
plain_class_quality_measure (PlainClassQuality quality, const RandomProblem *problem,
                             const guint *levels, const gboolean *suppressed)
{
  const long double n = (long double) problem->n_records;
  long double sum = 0;

  for (guint row = 0; row < problem->n_rows; row++)
    sum += (long double) problem->weights[row]
           * cost_record (quality, problem, row, levels, suppressed[row]);
  switch (quality)
    {
    case PLAIN_DM:
    case PLAIN_DMSTAR:
      return sum / (n * n);
    case PLAIN_AECS:
      return 1 / sum;
    case PLAIN_AMBIGUITY:
      return sum / n / count_combinations (problem);
    case PLAIN_KL:
      {
        const long double entropy = get_entropy (problem);
        const long double greatest = logl (n * count_combinations (problem)) - entropy;

        return greatest > 0 ? (sum / n - entropy) / greatest : 0;
      }
    case PLAIN_PAYOUT:
      return sum / n / 2.5L;
    case PLAIN_CE_SENSITIVE:
    case PLAIN_CE_QUASI_IDENTIFIER:
    default:
      return sum / n;
    }
}

void
plain_class_quality_use (PlainClassQuality quality, DeidProblem *built)
{
  GError *error = NULL;
  g_autoptr (DeidQualityModel) model
      = deid_quality_model_new_from_specification (plain_class_quality_spellings[quality], &error);

  assert_no_error (error);
  deid_problem_set_quality_model (built, model, &error);
  assert_no_error (error);
}
