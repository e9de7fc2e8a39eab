/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/plain-check.h"

#include <math.h>

#include "support/big-natural.h"
#include "support/plain-groups.h"
#include "support/plain-persons.h"

static const char *
get_label (const RandomAttribute *attribute, guint row, guint level)
{
  return attribute->leaves[attribute->leaf_of_row[row]].labels[level];
}

/* Numbers each leaf by the first that has the same label. */
static void
number_labels (const RandomAttribute *attribute, guint level, guint *numbers)
{
  for (guint leaf = 0; leaf < attribute->n_leaves; leaf++)
    {
      numbers[leaf] = 0;
      while (g_strcmp0 (attribute->leaves[numbers[leaf]].labels[level],
                        attribute->leaves[leaf].labels[level])
             != 0)
        numbers[leaf]++;
    }
}

guint
plain_group (const RandomProblem *problem, const guint *levels, PlainClass *classes)
{
  guint keys[MAX_ROWS] = { 0 }, n_classes = 0;

  for (guint a = 0; a < problem->n_attributes; a++)
    {
      const RandomAttribute *attribute = &problem->attributes[a];
      guint numbers[MAX_LEAVES + 1];

      number_labels (attribute, levels[a], numbers);
      for (guint row = 0; row < problem->n_rows; row++)
        keys[row] = keys[row] * (MAX_LEAVES + 1) + numbers[attribute->leaf_of_row[row]];
    }
  for (guint row = 0; row < problem->n_rows; row++)
    {
      guint c = 0;

      while (c < n_classes && keys[classes[c].rows[0]] != keys[row])
        c++;
      if (c == n_classes)
        {
          classes[n_classes].levels = levels;
          classes[n_classes++].n_rows = 0;
        }
      classes[c].rows[classes[c].n_rows++] = row;
    }
  return n_classes;
}

static guint64
count_persons (const RandomProblem *problem, const PlainClass *judged)
{
  guint64 n_persons = 0;

  for (guint i = 0; i < judged->n_rows; i++)
    {
      guint earlier = 0;

      while (problem->entities[judged->rows[earlier]] != problem->entities[judged->rows[i]])
        earlier++;
      n_persons += earlier == i;
    }
  return n_persons;
}

static guint64
count_records (const RandomProblem *problem, const PlainClass *judged)
{
  guint64 n_records = 0;

  for (guint i = 0; i < judged->n_rows; i++)
    n_records += problem->weights[judged->rows[i]];
  return n_records;
}

guint
plain_count_values (const RandomProblem *problem, const PlainClass *judged, guint sensitive,
                    guint64 *counts)
{
  const int *values = problem->sensitive[sensitive];
  guint n_values = 0;

  for (guint i = 0; i < judged->n_rows; i++)
    {
      guint64 count = 0;
      gboolean is_first = TRUE;

      for (guint j = 0; j < judged->n_rows; j++)
        if (values[judged->rows[j]] == values[judged->rows[i]])
          {
            is_first &= j >= i;
            count += problem->weights[judged->rows[j]];
          }
      if (is_first)
        counts[n_values++] = count;
    }
  return n_values;
}

static int
compare (guint64 a, guint64 b)
{
  return (a > b) - (a < b);
}

/* Where long doubles cannot tell, integers do. */
static int
compare_entropy (const guint64 *counts, guint n_values, const RandomModel *model)
{
  long double n = 0, entropy = 0, difference;

  for (guint v = 0; v < n_values; v++)
    n += (long double) counts[v];
  for (guint v = 0; v < n_values; v++)
    entropy -= (long double) counts[v] / n * logl ((long double) counts[v] / n);
  difference = entropy - logl ((long double) model->numerator / (long double) model->denominator);
  if (fabsl (difference) > 1e-9L)
    return difference < 0 ? -1 : 1;
  return big_natural_compare_entropy (counts, n_values, model->numerator, model->denominator);
}

/* Numbers below 100 as texts. */
static gboolean
comes_before_as_text (int a, int b)
{
  const int first_a = a < 10 ? a : a / 10, first_b = b < 10 ? b : b / 10;

  if (first_a != first_b)
    return first_a < first_b;
  return a < 10 ? b >= 10 : b >= 10 && a < b;
}

static gboolean
comes_before (int a, int b, gboolean as_integers)
{
  return a < 0 || b < 0 || as_integers ? a < b : comes_before_as_text (a, b);
}

/* Returns: the place of a value in the order of those of the distribution. */
static guint
add_value (PlainDistribution *distribution, int value, gboolean as_integers)
{
  guint place = 0;

  while (place < distribution->n_values
         && comes_before (distribution->values[place], value, as_integers))
    place++;
  if (place < distribution->n_values && distribution->values[place] == value)
    return place;
  for (guint v = distribution->n_values++; v > place; v--)
    {
      distribution->values[v] = distribution->values[v - 1];
      distribution->totals[v] = distribution->totals[v - 1];
    }
  distribution->values[place] = value;
  distribution->totals[place] = 0;
  return place;
}

static guint
count_covered (const RandomAttribute *attribute, const char *label, guint level)
{
  guint n_covered = 0;

  for (guint leaf = 0; leaf < attribute->n_leaves; leaf++)
    n_covered += g_strcmp0 (attribute->leaves[leaf].labels[level], label) == 0;
  return n_covered;
}

static void
multiply_leaves (const RandomProblem *problem, const PlainClass *judged,
                 PlainDistribution *distribution)
{
  distribution->n_covered = distribution->n_leaves = 1;
  for (guint a = 0; a < problem->n_attributes; a++)
    {
      const RandomAttribute *attribute = &problem->attributes[a];
      const guint level = judged->levels[a];

      distribution->n_covered
          *= count_covered (attribute, get_label (attribute, judged->rows[0], level), level);
      distribution->n_leaves *= attribute->n_leaves;
    }
}

void
plain_distribute (const RandomProblem *problem, const PlainClass *judged, guint sensitive,
                  gboolean as_integers, PlainDistribution *distribution)
{
  const int *values = problem->sensitive[sensitive];

  *distribution = (PlainDistribution){ .n_records = count_records (problem, judged),
                                       .n_table = problem->n_records };
  distribution->n_persons
      = problem->has_entities ? count_persons (problem, judged) : distribution->n_records;
  for (guint row = 0; row < problem->n_rows; row++)
    distribution->totals[add_value (distribution, values[row], as_integers)]
        += problem->weights[row];
  for (guint i = 0; i < judged->n_rows; i++)
    distribution->counts[add_value (distribution, values[judged->rows[i]], as_integers)]
        += problem->weights[judged->rows[i]];
  multiply_leaves (problem, judged, distribution);
}

int
plain_judge (const RandomProblem *problem, const PlainClass *judged, const RandomModel *model)
{
  guint64 counts[MAX_ROWS];
  guint n_values;

  if (model->kind == MODEL_K)
    return compare (problem->has_entities ? count_persons (problem, judged)
                                          : count_records (problem, judged),
                    model->numerator);
  if (model->kind == MODEL_PLAIN)
    {
      PlainDistribution distribution;

      plain_distribute (problem, judged, model->sensitive, model->plain->as_integers,
                        &distribution);
      return model->plain->judge (&distribution, &model->parameters);
    }
  n_values = plain_count_values (problem, judged, model->sensitive, counts);
  return model->kind == MODEL_DISTINCT_L ? compare (n_values, model->numerator)
                                         : compare_entropy (counts, n_values, model);
}

guint64
plain_count_failing (const RandomProblem *problem, const guint *levels, const RandomModel *model)
{
  PlainClass classes[MAX_ROWS];
  const guint n_classes = plain_group (problem, levels, classes);
  guint64 n = 0;

  for (guint c = 0; c < n_classes; c++)
    if (plain_judge (problem, &classes[c], model) < 0)
      n += count_records (problem, &classes[c]);
  return n;
}

static void
check_classes (const RandomProblem *problem, const guint *levels, PlainVerdict *verdict)
{
  PlainClass classes[MAX_ROWS];
  const guint n_classes = plain_group (problem, levels, classes);

  for (guint c = 0; c < n_classes; c++)
    {
      gboolean passes = TRUE;

      for (guint m = 0; m < problem->n_models; m++)
        {
          const int sign = plain_judge (problem, &classes[c], &problem->models[m]);

          passes &= sign >= 0;
          verdict->at_threshold |= sign == 0 || sign == -2;
        }
      for (guint i = 0; !passes && i < classes[c].n_rows; i++)
        verdict->suppressed[classes[c].rows[i]] = TRUE;
      if (!passes)
        verdict->n_suppressed += count_records (problem, &classes[c]);
    }
}

void
plain_check (const RandomProblem *problem, const guint *levels, PlainVerdict *verdict)
{
  *verdict = (PlainVerdict){ 0 };
  if (problem->n_persons == 0)
    check_classes (problem, levels, verdict);
  else
    plain_persons_withhold (problem, levels, verdict->suppressed);
  for (guint row = 0; problem->n_persons > 0 && row < problem->n_rows; row++)
    verdict->n_suppressed += verdict->suppressed[row] ? problem->weights[row] : 0;
  verdict->is_solution = plain_groups_allow (problem, verdict->suppressed, verdict->n_suppressed);
  if (verdict->is_solution)
    verdict->loss = plain_loss (problem, levels, verdict->suppressed);
}
