/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <stdlib.h>

#include "base/memory.h"
#include "privacy/privacy-model-private.h"

typedef struct
{
  DeidParameter c;
  guint64 l;
} RecursiveLDiversityParameters;

static char *
recursive_l_diversity_describe (gpointer user_data)
{
  const RecursiveLDiversityParameters *parameters = user_data;
  g_autofree char *name_and_c = deid_parameter_spell (&parameters->c, "rcl");

  return g_strdup_printf ("%s:%" G_GUINT64_FORMAT, name_and_c, parameters->l);
}

/* Whether r_1 < c @rest. */
static gboolean
is_less (const RecursiveLDiversityParameters *parameters, guint64 r_1, guint64 rest)
{
  return (DeidWide) r_1 * parameters->c.denominator < (DeidWide) rest * parameters->c.numerator;
}

/* r_1 < c (r_l + ... + r_m) <= c (m - l + 1) r_1. */
static gboolean
recursive_l_diversity_necessary (const DeidClass *eq_class, gpointer state, gpointer user_data,
                                 gboolean *passes, GError **error)
{
  const RecursiveLDiversityParameters *parameters = user_data;
  guint32 n_values;

  deid_class_get_values (eq_class, 0, &n_values);
  *passes = n_values >= parameters->l && is_less (parameters, 1, n_values - parameters->l + 1);
  return TRUE;
}

static guint64
count_above (const guint64 *counts, guint32 n_counts, guint64 limit, guint64 *sum)
{
  guint64 n_above = 0;

  *sum = 0;
  for (guint32 i = 0; i < n_counts; i++)
    {
      const gboolean is_above = counts[i] > limit;

      n_above += is_above ? 1 : 0;
      *sum += is_above ? counts[i] : 0;
    }
  return n_above;
}

/* What the @n largest counts add up to. The smallest number that at most @n of them exceed is found
 * by bisection, so that nothing need be sorted or allocated. */
static guint64
sum_largest (const guint64 *counts, guint32 n_counts, guint64 n, guint64 largest)
{
  guint64 low = 0, high = largest, n_above, sum;

  while (low < high)
    {
      const guint64 middle = low + (high - low) / 2;

      if (count_above (counts, n_counts, middle, &sum) > n)
        low = middle + 1;
      else
        high = middle;
    }
  n_above = count_above (counts, n_counts, high, &sum);
  return sum + (n - n_above) * high;
}

static gboolean
recursive_l_diversity_accept (const DeidClass *eq_class, gpointer state, gpointer user_data,
                              gboolean *passes, GError **error)
{
  const RecursiveLDiversityParameters *parameters = user_data;
  guint32 n_values;
  const guint64 *counts = deid_class_get_counts (eq_class, 0, &n_values);
  guint64 largest = 0;

  recursive_l_diversity_necessary (eq_class, state, user_data, passes, error);
  if (!*passes)
    return TRUE;
  for (guint32 i = 0; i < n_values; i++)
    largest = MAX (largest, counts[i]);
  *passes = is_less (parameters, largest,
                     deid_class_get_n_records (eq_class)
                         - sum_largest (counts, n_values, parameters->l - 1, largest));
  return TRUE;
}

static int
compare_descending (const void *a, const void *b)
{
  const guint64 count_a = *(const guint64 *) a, count_b = *(const guint64 *) b;

  return (count_a < count_b) - (count_a > count_b);
}

/* By the definition. */
static gboolean
recursive_l_diversity_recheck (const DeidClass *eq_class, const DeidPrivacyInput *input,
                               gpointer user_data, int *verdict, GError **error)
{
  const RecursiveLDiversityParameters *parameters = user_data;
  guint32 n_values;
  const guint64 *counts = deid_class_get_counts (eq_class, 0, &n_values);
  guint64 *sorted = deid_alloc (n_values, sizeof *sorted, error);
  guint64 rest = 0, largest;

  if (sorted == NULL)
    return FALSE;
  for (guint32 i = 0; i < n_values; i++)
    sorted[i] = counts[i];
  qsort (sorted, n_values, sizeof *sorted, compare_descending);
  for (guint64 i = parameters->l; i <= n_values; i++)
    rest += sorted[i - 1];
  largest = sorted[0];
  g_free (sorted);
  *verdict
      = (DeidWide) largest * parameters->c.denominator < (DeidWide) parameters->c.numerator * rest
            ? 1
            : -1;
  return TRUE;
}

DeidPrivacyModel *
deid_privacy_model_new_recursive_l_diversity (const char *sensitive, double c, guint64 l,
                                              GError **error)
{
  RecursiveLDiversityParameters parameters = { .l = l }, *data;
  const DeidModelSlots slots = {
    .describe = recursive_l_diversity_describe,
    .accept = recursive_l_diversity_accept,
    .necessary = recursive_l_diversity_necessary,
    .recheck = recursive_l_diversity_recheck,
    .closure = DEID_CLOSURE_UNION,
    .least_values = l, /* nothing is less than what fewer have from the l-th value on */
    .sentence
    = "In each group of records that look alike, the most frequent value of $@ occurs less than $1 "
      "times as often as all values together from number $2 on, in the order of frequency",
  };

  g_return_val_if_fail (sensitive != NULL, NULL);

  if (!deid_parameter_init (&parameters.c, c, FALSE, "rcl", error))
    return NULL;
  if (l == 0)
    {
      deid_privacy_model_fail ("rcl", "l is 0", "at least 1", error);
      return NULL;
    }
  data = g_new (RecursiveLDiversityParameters, 1);
  *data = parameters;
  return deid_privacy_model_new_of_slots (&slots, data, g_free, sensitive, error);
}
