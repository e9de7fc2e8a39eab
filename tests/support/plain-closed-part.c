/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/plain-closed-part.h"

#include <math.h>
#include <string.h>

#include "support/big-natural.h"
#include "support/suite.h"

/* How near a sum of irrational numbers may come to what it is compared with, to be told from it. */
#define TOLERANCE 1e-12L

static guint
count_present (const PlainDistribution *judged)
{
  guint n = 0;

  for (guint v = 0; v < judged->n_values; v++)
    n += judged->counts[v] > 0;
  return n;
}

/* Twice m - 1 times the distance of the i-th and the j-th of the values of a table, of which there
 * are m. */
static guint64
get_distance (const PlainModel *model, const PlainDistribution *table, guint i, guint j)
{
  const guint64 farthest = table->n_values - 1;
  const gboolean same_group
      = plain_model_get_group (table->values[i]) == plain_model_get_group (table->values[j]);

  if (i == j)
    return 0;
  if (model->by_hierarchy)
    return same_group ? farthest : 2 * farthest;
  return g_str_has_prefix (model->name, "to") ? 2 * (guint64) ABS ((int) i - (int) j)
                                              : 2 * farthest;
}

/* The sum over v of q_v x min over present w of d(v,w) is at most t. */
static gboolean
may_be_close (const PlainDistribution *judged, const RandomModel *model)
{
  const guint64 scale = 2 * (judged->n_values - 1);
  guint64 sum = 0;

  for (guint v = 0; v < judged->n_values; v++)
    {
      guint64 nearest = G_MAXUINT64;

      for (guint w = 0; w < judged->n_values; w++)
        if (judged->counts[w] > 0)
          nearest = MIN (nearest, get_distance (model->plain, judged, v, w));
      sum += judged->totals[v] * nearest;
    }
  return sum * model->parameters.denominator
         <= model->parameters.numerator * judged->n_table * scale;
}

/* For m distinct values, c (m - l + 1) > 1. */
static gboolean
may_be_recursive (const PlainDistribution *judged, const RandomModel *model)
{
  const PlainParameters *c = &model->parameters;
  const guint64 n_present = count_present (judged);

  return n_present + 1 > c->count && c->numerator * (n_present + 1 - c->count) > c->denominator;
}

/* For m distinct values, 2 (1 + 1/3 + 1/5 + ...) with m / 2 terms is at least log l. */
static gboolean
may_be_estimated (const PlainDistribution *judged, const RandomModel *model)
{
  const PlainParameters *l = &model->parameters;
  const guint n_present = count_present (judged);
  long double rest = -logl ((long double) l->numerator / (long double) l->denominator);

  for (guint i = 1; i <= n_present / 2; i++)
    rest += 2 / (long double) (2 * i - 1);
  ck_assert (fabsl (rest) > TOLERANCE);
  return rest > 0;
}

/* The sum of min(1, (1 + beta) q) over present values is at least 1. */
static gboolean
may_be_beta_like (const PlainDistribution *judged, const RandomModel *model)
{
  const PlainParameters *beta = &model->parameters;
  const guint64 whole = beta->denominator * judged->n_table;
  guint64 sum = 0;

  for (guint v = 0; v < judged->n_values; v++)
    if (judged->counts[v] > 0)
      sum += MIN (whole, (beta->numerator + beta->denominator) * judged->totals[v]);
  return sum >= whole;
}

/* The sum of min(1, (1 + min(beta, -ln q)) q) over present values is at least 1. It may equal that
 * where no logarithm takes part in it, or where it is that of 1. */
static gboolean
may_be_enhanced_beta_like (const PlainDistribution *judged, const RandomModel *model)
{
  const PlainParameters *beta = &model->parameters;
  const long double allowed = (long double) beta->numerator / (long double) beta->denominator;
  const guint64 whole = beta->denominator * judged->n_table;
  guint64 rational = 0;
  long double rest = 0;

  for (guint v = 0; v < judged->n_values; v++)
    {
      const long double q = (long double) judged->totals[v] / (long double) judged->n_table;

      if (judged->counts[v] == 0)
        continue;
      if (judged->totals[v] == judged->n_table)
        return TRUE;
      if (allowed < -logl (q))
        rational += (beta->numerator + beta->denominator) * judged->totals[v];
      else
        rest += (1 - logl (q)) * q;
    }
  if (rest == 0)
    return rational >= whole;
  rest += (long double) rational / (long double) whole - 1;
  ck_assert (fabsl (rest) > TOLERANCE);
  return rest > 0;
}

/* Tells whether a / b is at least 2^-delta: a^d 2^n is at least b^d for delta = n / d. */
static gboolean
reaches (guint64 a, guint64 b, const PlainParameters *delta)
{
  g_autoptr (BigNatural) left = big_natural_new (1);
  g_autoptr (BigNatural) right = big_natural_new (1);

  big_natural_multiply_power (left, a, delta->denominator);
  big_natural_multiply_power (left, 2, delta->numerator);
  big_natural_multiply_power (right, b, delta->denominator);
  return big_natural_compare (left, right) >= 0;
}

/* The sum of q over present values is at least 2^-delta. */
static gboolean
may_disclose_little (const PlainDistribution *judged, const RandomModel *model)
{
  guint64 sum = 0;

  for (guint v = 0; v < judged->n_values; v++)
    sum += judged->counts[v] > 0 ? judged->totals[v] : 0;
  return reaches (sum, judged->n_table, &model->parameters);
}

/* All values are present, and for the smallest q there are at least 2^-delta / q records. */
static gboolean
may_disclose_little_of_all (const PlainDistribution *judged, const RandomModel *model)
{
  guint64 rarest = judged->n_table;

  for (guint v = 0; v < judged->n_values; v++)
    rarest = MIN (rarest, judged->totals[v]);
  return count_present (judged) == judged->n_values
         && reaches (judged->n_records * rarest, judged->n_table, &model->parameters);
}

/* There are k persons and, since the specification binds all values, 1 / alpha distinct ones. */
static gboolean
may_be_alpha_k (const PlainDistribution *judged, const RandomModel *model)
{
  const PlainParameters *alpha = &model->parameters;

  return judged->n_persons >= alpha->count
         && count_present (judged) * alpha->numerator >= alpha->denominator;
}

/* The model itself. */
static gboolean
meets_model (const PlainDistribution *judged, const RandomModel *model)
{
  return model->plain->judge (judged, &model->parameters) >= 0;
}

/* For n persons, gain / n <= 2 or 1 > loss / n. */
static gboolean
may_pay (const PlainDistribution *judged, const RandomModel *model)
{
  const PlainParameters *loss = &model->parameters;

  return loss->count <= 2 * judged->n_persons
         || loss->denominator * judged->n_persons > loss->numerator;
}

static const struct
{
  const char *name;
  gboolean (*may_pass) (const PlainDistribution *judged, const RandomModel *model);
} closed_parts[] = {
  { "te", may_be_close },        { "to", may_be_close },
  { "to int", may_be_close },    { "th", may_be_close },
  { "rcl", may_be_recursive },   { "elg", may_be_estimated },
  { "bl", may_be_beta_like },    { "ebl", may_be_enhanced_beta_like },
  { "dd", may_disclose_little }, { "dd absent", may_disclose_little_of_all },
  { "ak", may_be_alpha_k },      { "noattack", meets_model },
  { "dl known", meets_model },   { "payout", may_pay },
};

gboolean
plain_fails_closed_part (const RandomProblem *problem, const PlainClass *judged,
                         const RandomModel *model)
{
  guint64 counts[MAX_ROWS];
  PlainDistribution distribution;
  guint i = 0;

  if (model->kind == MODEL_ENTROPY_L)
    return plain_count_values (problem, judged, model->sensitive, counts) * model->denominator
           < model->numerator;
  if (model->kind != MODEL_PLAIN)
    return plain_judge (problem, judged, model) < 0;
  plain_distribute (problem, judged, model->sensitive, model->plain->as_integers, &distribution);
  while (strcmp (closed_parts[i].name, model->plain->name) != 0)
    ck_assert_uint_lt (++i, G_N_ELEMENTS (closed_parts));
  return !closed_parts[i].may_pass (&distribution, model);
}
