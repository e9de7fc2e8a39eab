/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The t-closeness of a class by its definition, for each of the distances. */
#include "support/plain-parameters.h"
#include "support/plain-verdicts.h"

static Wide
distance (guint64 a, guint64 b)
{
  return a < b ? b - a : a - b;
}

/* With c of n records in the class and g of N in the table, sums of c N and g n. */
static Ratio
get_equal_distance (const PlainDistribution *judged)
{
  Ratio ratio = { 0, (Wide) 2 * judged->n_records * judged->n_table };

  for (guint v = 0; v < judged->n_values; v++)
    ratio.numerator
        += distance (judged->counts[v] * judged->n_table, judged->totals[v] * judged->n_records);
  return ratio;
}

static Ratio
get_ordered_distance (const PlainDistribution *judged)
{
  guint64 in_class = 0, in_table = 0;
  Ratio ratio = { 0, (Wide) judged->n_records * judged->n_table };

  for (guint v = 0; v + 1 < judged->n_values; v++)
    {
      in_class += judged->counts[v];
      in_table += judged->totals[v];
      ratio.numerator += distance (in_class * judged->n_table, in_table * judged->n_records);
    }
  ratio.denominator *= MAX (judged->n_values, 2) - 1;
  return ratio;
}

/* What flows through the edges of the tree: each of its two levels is a quarter as long as the way
 * between values that meet at the top. */
static Ratio
get_hierarchical_distance (const PlainDistribution *judged)
{
  Ratio ratio = { 0, (Wide) 4 * judged->n_records * judged->n_table };
  guint64 in_class[3] = { 0 }, in_table[3] = { 0 };

  for (guint v = 0; v < judged->n_values; v++)
    {
      in_class[plain_model_get_group (judged->values[v])] += judged->counts[v];
      in_table[plain_model_get_group (judged->values[v])] += judged->totals[v];
      ratio.numerator
          += distance (judged->counts[v] * judged->n_table, judged->totals[v] * judged->n_records);
    }
  for (guint group = 0; group < 3; group++)
    ratio.numerator
        += distance (in_class[group] * judged->n_table, in_table[group] * judged->n_records);
  return ratio;
}

#define DEFINE_CLOSENESS(name)                                                                     \
  int plain_judge_##name (const PlainDistribution *judged, const PlainParameters *t)               \
  {                                                                                                \
    const Ratio ratio = get_##name##_distance (judged);                                            \
                                                                                                   \
    return plain_compare (t, ratio.numerator, ratio.denominator);                                  \
  }                                                                                                \
  gboolean plain_aim_##name (PlainParameters *t, const PlainDistribution *judged, GRand *rand)     \
  {                                                                                                \
    const Ratio ratio = get_##name##_distance (judged);                                            \
                                                                                                   \
    (void) rand;                                                                                   \
    return plain_set_decimal (t, ratio.numerator, ratio.denominator);                              \
  }

DEFINE_CLOSENESS (equal)
DEFINE_CLOSENESS (ordered)
DEFINE_CLOSENESS (hierarchical)

void
plain_draw_closeness (PlainParameters *t, GRand *rand)
{
  plain_draw_tenths (t, rand, 0, 8);
}
