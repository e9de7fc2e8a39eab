/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Of n records in u classes, s_j of which have j, the logarithm of the likelihood is, up to a
 * constant,
 *
 *     sum over 0 < i < u of log (theta + i alpha) - sum over 0 < i < n of log (theta + i)
 *       + sum over j of s_j sum over 0 < i < j of log (i - alpha).
 *
 * For each alpha its slope in theta has a root, found by halving; along these roots, the slope in
 * alpha is halved. That goes where Newton's method goes, and cannot leave the range. */
#include <math.h>

#include "privacy/uniqueness/estimate.h"
#include "privacy/uniqueness/gamma-differences.h"

#define N_HALVINGS_OF_ALPHA 44 /* to 2^-44 */
#define N_HALVINGS_OF_THETA 64 /* of the logarithm of theta + alpha */

/* Returns: the slope of the likelihood in theta, which is @above - @alpha. */
static double
get_theta_slope (const DeidSizeHistogram *histogram, double alpha, double above)
{
  const double n_splits = (double) histogram->n_classes - 1;
  const double splits
      = alpha > 0 ? deid_sum_reciprocals (above / alpha, n_splits) / alpha : n_splits / above;

  return splits - deid_sum_reciprocals (above + (1 - alpha), (double) histogram->n_records - 1);
}

/* Returns: theta + @alpha at the root of the slope in theta. The first term of the sums alone makes
 * the slope positive at the lower bound, and the largest and the smallest terms make it negative at
 * the upper one. */
static double
find_theta (const DeidSizeHistogram *histogram, double alpha)
{
  const double u = (double) histogram->n_classes, n = (double) histogram->n_records;
  double low = 1 / (1 / (1 - alpha) + 1 + log (n));
  double high = (u - 1) * (n - 1) / (n - u) + 1;

  for (guint i = 0; i < N_HALVINGS_OF_THETA; i++)
    {
      const double middle = sqrt (low * high);

      *(get_theta_slope (histogram, alpha, middle) > 0 ? &low : &high) = middle;
    }
  return high;
}

/* Where the slope in theta is 0, that in alpha, times alpha, has no sum over i alpha. At alpha = 0,
 * it is u (u - 1) / (2 theta) less the sum over the classes. */
static gboolean
rises_in_alpha (const DeidSizeHistogram *histogram, double alpha, double above)
{
  const double theta = above - alpha, n_splits = (double) histogram->n_classes - 1;
  double sum = 0;

  for (guint64 i = 0; i < histogram->n_counts; i++)
    sum += (double) histogram->counts[i].n_classes
           * deid_sum_reciprocals (1 - alpha, (double) histogram->counts[i].size - 1);
  if (alpha == 0)
    return (double) histogram->n_classes * n_splits > 2 * theta * sum;
  return n_splits
         > theta * deid_sum_reciprocals (above + (1 - alpha), (double) histogram->n_records - 1)
               + alpha * sum;
}

/* The expected number of uniques in a population of N is
 *
 *     N Gamma (theta + 1) Gamma (N + theta + alpha - 1) / (Gamma (theta + alpha) Gamma (N +
 * theta)),
 *
 * which grows as Gamma (theta + 1) / Gamma (theta + alpha) N^alpha. */
static double
get_uniques (double n_population, double alpha, double above)
{
  const double rest = 1 - alpha;

  return n_population
         * exp (deid_log_gamma_difference (n_population + (above - alpha), -rest)
                + deid_log_gamma_difference (above, rest));
}

gboolean
deid_pitman_estimate (const DeidSizeHistogram *histogram, guint64 n_population, double *n_uniques,
                      const DeidStop *stop, GError **error)
{
  double low = 0, high = 1;
  guint n_halvings = N_HALVINGS_OF_ALPHA;

  *n_uniques = NAN;
  /* Without a class of more than one, the likelihood has no maximum. */
  if (histogram->n_classes == histogram->n_records)
    return TRUE;
  if (!rises_in_alpha (histogram, 0, find_theta (histogram, 0)))
    n_halvings = 0;
  for (guint i = 0; i < n_halvings; i++)
    {
      const double middle = (low + high) / 2;

      if (!deid_stop_check (stop, error))
        return FALSE;
      *(rises_in_alpha (histogram, middle, find_theta (histogram, middle)) ? &low : &high) = middle;
    }
  *n_uniques = get_uniques ((double) n_population, low, find_theta (histogram, low));
  return TRUE;
}
