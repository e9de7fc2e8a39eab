/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/uniqueness.h"

#include "base/memory.h"
#include "base/rational.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>

/* Most classes are small: those below this size are counted, the others sorted. */
#define N_COUNTED 1024

static int
size_histogram_compare_sizes (const void *a, const void *b)
{
  const guint64 left = ((const DeidSizeCount *) a)->size;
  const guint64 right = ((const DeidSizeCount *) b)->size;

  return left < right ? -1 : left > right;
}

static void
size_histogram_add (DeidSizeHistogram *histogram, guint64 size, guint64 n_classes)
{
  DeidSizeCount *last
      = histogram->n_counts > 0 ? &histogram->counts[histogram->n_counts - 1] : NULL;

  if (last != NULL && last->size == size)
    last->n_classes += n_classes;
  else
    histogram->counts[histogram->n_counts++]
        = (DeidSizeCount){ .size = size, .n_classes = n_classes };
}

/* Returns: how many of @sizes are not below N_COUNTED. */
static guint64
count_small (const guint64 *sizes, guint64 n_sizes, guint64 *n_of_size)
{
  guint64 n_large = 0;

  for (guint64 i = 0; i < n_sizes; i++)
    if (sizes[i] < N_COUNTED)
      n_of_size[sizes[i]]++;
    else
      n_large++;
  return n_large;
}

static void
add_large (DeidSizeHistogram *histogram, const guint64 *sizes, guint64 n_sizes)
{
  DeidSizeCount *large = &histogram->counts[histogram->n_counts];
  guint64 n_large = 0;

  for (guint64 i = 0; i < n_sizes; i++)
    if (sizes[i] >= N_COUNTED)
      large[n_large++] = (DeidSizeCount){ .size = sizes[i], .n_classes = 1 };
  qsort (large, n_large, sizeof *large, size_histogram_compare_sizes);
  for (guint64 i = 0; i < n_large; i++)
    size_histogram_add (histogram, large[i].size, large[i].n_classes);
}

static gboolean
size_histogram_check (const guint64 *sizes, guint64 n_sizes, guint64 *n_records,
                      const DeidStop *stop, GError **error)
{
  *n_records = 0;
  for (guint64 i = 0; i < n_sizes; i++)
    {
      if (!deid_stop_check_row (stop, i, error))
        return FALSE;
      if (sizes[i] == 0)
        return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                          "class %" G_GUINT64_FORMAT " has no records, expected at least 1", i);
      if (!g_uint64_checked_add (n_records, *n_records, sizes[i]))
        return deid_fail (error, DEID_ERROR_TOO_LARGE, "the classes have 2^64 records or more");
    }
  return TRUE;
}

gboolean
deid_size_histogram_init (DeidSizeHistogram *histogram, const guint64 *sizes, guint64 n_sizes,
                          const DeidStop *stop, GError **error)
{
  guint64 n_of_size[N_COUNTED] = { 0 }, n_large;

  *histogram = (DeidSizeHistogram){ .n_classes = n_sizes };
  if (!size_histogram_check (sizes, n_sizes, &histogram->n_records, stop, error))
    return FALSE;
  n_large = count_small (sizes, n_sizes, n_of_size);
  histogram->counts
      = deid_alloc (MIN (n_sizes, N_COUNTED + n_large), sizeof *histogram->counts, error);
  if (histogram->counts == NULL)
    return FALSE;
  for (guint64 size = 1; size < N_COUNTED; size++)
    if (n_of_size[size] > 0)
      size_histogram_add (histogram, size, n_of_size[size]);
  add_large (histogram, sizes, n_sizes);
  return TRUE;
}

void
deid_size_histogram_clear (DeidSizeHistogram *histogram)
{
  g_clear_pointer (&histogram->counts, g_free);
}

/* Returns: how many classes have @size records. */
static guint64
size_histogram_get (const DeidSizeHistogram *histogram, guint64 size)
{
  for (guint64 i = 0; i < histogram->n_counts && histogram->counts[i].size <= size; i++)
    if (histogram->counts[i].size == size)
      return histogram->counts[i].n_classes;
  return 0;
}

typedef struct
{
  double n_uniques;
  DeidUniquenessEstimator used;
} Estimate;

/* Of n records in u classes, s_j of which have j, the logarithm of the likelihood is, up to a
 * constant,
 *
 *     sum over 0 < i < u of log (theta + i alpha) - sum over 0 < i < n of log (theta + i)
 *       + sum over j of s_j sum over 0 < i < j of log (i - alpha).
 *
 * For each alpha its slope in theta has a root, found by halving; along these roots, the slope in
 * alpha is halved. That goes where Newton's method goes, and cannot leave the range. */

#define N_HALVINGS_OF_ALPHA 44 /* to 2^-44 */

/* From ASYMPTOTIC on, Stirling's series: its first omitted terms are below 4e-15. Below, the
 * functions are raised by their recurrences. */

#define ASYMPTOTIC 32.0

/* Returns: what digamma (@x) lacks to log @x. */
static double
get_digamma_rest (double x)
{
  const double y = 1 / (x * x);

  return 1 / (2 * x) + y * (1.0 / 12 - y * (1.0 / 120 - y / 252));
}

/* Returns: the sum of 1 / (@x + i) over 0 <= i < @n, for @x > 0, off by less than 1e-13 of itself.
 */
static double
sum_reciprocals (double x, double n)
{
  double sum = 0;

  while (n > 0 && (x < ASYMPTOTIC || n < 2))
    {
      sum += 1 / x;
      x++;
      n--;
    }
  return n > 0 ? sum + log1p (n / x) + get_digamma_rest (x) - get_digamma_rest (x + n) : sum;
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
           * sum_reciprocals (1 - alpha, (double) histogram->counts[i].size - 1);
  if (alpha == 0)
    return (double) histogram->n_classes * n_splits > 2 * theta * sum;
  return n_splits > theta * sum_reciprocals (above + (1 - alpha), (double) histogram->n_records - 1)
                        + alpha * sum;
}

#define N_HALVINGS_OF_THETA 64 /* of the logarithm of theta + alpha */

/* Returns: the slope of the likelihood in theta, which is @above - @alpha. */
static double
get_theta_slope (const DeidSizeHistogram *histogram, double alpha, double above)
{
  const double n_splits = (double) histogram->n_classes - 1;
  const double splits
      = alpha > 0 ? sum_reciprocals (above / alpha, n_splits) / alpha : n_splits / above;

  return splits - sum_reciprocals (above + (1 - alpha), (double) histogram->n_records - 1);
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

/* Returns: what log Gamma (@x) is above (@x - 1/2) log @x - @x + log (2 pi) / 2. */
static double
get_log_gamma_rest (double x)
{
  const double y = 1 / (x * x);

  return (1.0 / 12 - y * (1.0 / 360 - y * (1.0 / 1260 - y / 1680))) / x;
}

/* Returns: log Gamma (@x + @a) - log Gamma (@x), for @x > 0, @x + @a > 0 and |@a| <= 1, off by
 * less than 1e-13 or 1e-14 of itself, whichever is more. */
static double
log_gamma_difference (double x, double a)
{
  double difference = 0;

  while (x < ASYMPTOTIC)
    {
      difference -= log1p (a / x);
      x++;
    }
  return difference + (x - 0.5) * log1p (a / x) + a * (log (x + a) - 1) + get_log_gamma_rest (x + a)
         - get_log_gamma_rest (x);
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
         * exp (log_gamma_difference (n_population + (above - alpha), -rest)
                + log_gamma_difference (above, rest));
}

/* The estimators, from a sample with uniques that is smaller than its population. The estimate is
 * a NAN if the equations of the estimator have no solution. */
static gboolean
pitman_estimate (const DeidSizeHistogram *histogram, guint64 n_population, double *n_uniques,
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

/* Estimates the number of classes of the population by Shlosser's estimator as modified by Haas and
 * Stokes. */
static double
estimate_classes (const DeidSizeHistogram *histogram, double fraction)
{
  const double log_unseen = log1p (-fraction), log_twice = log1p (-fraction * fraction);
  double thinned = 0, kept = 0, unseen = 0, single = 0, factor;

  for (guint64 i = 0; i < histogram->n_counts; i++)
    {
      const double size = (double) histogram->counts[i].size;
      const double n = (double) histogram->counts[i].n_classes;

      thinned += n * size * fraction * fraction * exp ((size - 1) * log_twice);
      kept += n * exp (size * log_twice) * -expm1 (-size * log1p (fraction));
      unseen += n * exp (size * log_unseen);
      single += n * size * fraction * exp ((size - 1) * log_unseen);
    }
  factor = unseen / single;
  return (double) histogram->n_classes
         + (double) size_histogram_get (histogram, 1) * thinned / kept * factor * factor;
}

typedef struct
{
  double fraction; /* p */
  double p1;       /* wanted for P1 */
  double ratio;    /* wanted for P2 / P1 */
} Equations;

/* A class of the population has one person more than a negative binomial variable of parameters
 * alpha and beta; a sample that takes each person with probability p then has classes of one and of
 * two with probabilities
 *
 *     P1 = p (beta / d)^alpha (1 + alpha q / d)
 *     P2 = alpha p^2 (1 - beta) beta^alpha (2 d + (alpha + 1) q) / (2 d^(alpha + 2))
 *
 * where q = (1 - p) (1 - beta) and d = 1 - q. For a given beta, P2 / P1 equals the ratio in the
 * sample for a single alpha > 0, the root of a quadratic equation; that leaves one equation for
 * beta. */

/* The logarithm of beta / (1 - beta) is looked for between these bounds, by halving. */
#define MAX_LOGIT 40.0

typedef struct
{
  double alpha;
  double beta;
  double rest; /* 1 - beta */
} SlideNegativeBinomialParameters;

static double
get_alpha (const Equations *equations, double rest)
{
  const double q = (1 - equations->fraction) * rest, d = 1 - q;
  const double a = equations->fraction * rest * q;
  const double b = equations->fraction * rest * (2 * d + q) - 2 * equations->ratio * d * q;
  const double c = 2 * equations->ratio * d * d;
  const double root = sqrt (b * b + 4 * a * c);

  return b > 0 ? 2 * c / (b + root) : (root - b) / (2 * a);
}

static SlideNegativeBinomialParameters
get_parameters (const Equations *equations, double logit)
{
  const double rest = 1 / (1 + exp (logit));

  return (SlideNegativeBinomialParameters){ .alpha = get_alpha (equations, rest),
                                            .beta = 1 / (1 + exp (-logit)),
                                            .rest = rest };
}

/* Returns: whether P1 is above what is wanted. */
static gboolean
slide_negative_binomial_exceeds (const Equations *equations, double logit)
{
  const SlideNegativeBinomialParameters parameters = get_parameters (equations, logit);
  const double p = equations->fraction, q = (1 - p) * parameters.rest, d = 1 - q;
  const double log_share = -parameters.alpha * log1p (p * parameters.rest / parameters.beta);

  return p * exp (log_share) * (1 + parameters.alpha * q / d) > equations->p1;
}

#define N_ITERATIONS 64

static gboolean
slide_negative_binomial_estimate (const DeidSizeHistogram *histogram, guint64 n_population,
                                  double *n_uniques, const DeidStop *stop, GError **error)
{
  const double n1 = (double) size_histogram_get (histogram, 1);
  const double fraction = (double) histogram->n_records / (double) n_population;
  const double n_classes = estimate_classes (histogram, fraction);
  const Equations equations = { .fraction = fraction,
                                .p1 = n1 / n_classes,
                                .ratio = (double) size_histogram_get (histogram, 2) / n1 };
  double low = -MAX_LOGIT, high = MAX_LOGIT;
  SlideNegativeBinomialParameters parameters;

  *n_uniques = NAN;
  if (!deid_stop_check (stop, error))
    return FALSE;
  if (equations.ratio == 0 || slide_negative_binomial_exceeds (&equations, low)
      || !slide_negative_binomial_exceeds (&equations, high))
    return TRUE;
  for (guint i = 0; i < N_ITERATIONS; i++)
    {
      const double middle = (low + high) / 2;

      *(slide_negative_binomial_exceeds (&equations, middle) ? &high : &low) = middle;
    }
  parameters = get_parameters (&equations, low);
  *n_uniques = n_classes
               * exp (parameters.alpha
                      * (parameters.beta < 0.5 ? log (parameters.beta) : log1p (-parameters.rest)));
  return TRUE;
}

/* Factors that differ by so little that they are taken to be equal to the middle one: as many as
 * 2^-20 of what is left of the numerator. */
#define EQUAL_BITS 20

/* Returns: how many factors, from that of a class of @size on, may be taken together. */
static guint64
count_equal (guint64 n_outside, guint64 size)
{
  return MAX (n_outside >= size ? (n_outside - size) >> EQUAL_BITS : 0, 1);
}

/* Returns: the product of @n factors, from that of a class of @size on. */
static double
zayatz_multiply (guint64 n_population, guint64 n_outside, guint64 size, guint64 n)
{
  const double n_others = (double) (n_population - n_outside - 1);

  if (n == 1)
    return (double) (n_outside >= size ? n_outside - size + 1 : 0) / (double) (n_population - size);
  return exp ((double) n
              * log1p (-n_others / ((double) (n_population - size) - (double) (n - 1) / 2)));
}

/* Of a class of j people, a sample has just one with probability
 *
 *     j C(N - j, n - 1) / C(N, n) = n / N j prod over 0 < i < j of (N - n + 1 - i) / (N - i),
 *
 * and n / N cancels from Bayes' rule. */
static gboolean
zayatz_estimate (const DeidSizeHistogram *histogram, guint64 n_population, double *n_uniques,
                 const DeidStop *stop, GError **error)
{
  const guint64 n_outside = n_population - histogram->n_records;
  const double n_sample_uniques = (double) size_histogram_get (histogram, 1);
  double product = 1, sum = 0;
  guint64 size = 1;

  for (guint64 i = 0; i < histogram->n_counts && product > 0; i++)
    {
      if (!deid_stop_check_row (stop, i, error))
        return FALSE;
      while (size < histogram->counts[i].size && product > 0)
        {
          const guint64 n = MIN (count_equal (n_outside, size), histogram->counts[i].size - size);

          product *= zayatz_multiply (n_population, n_outside, size, n);
          size += n;
        }
      sum += (double) histogram->counts[i].n_classes * (double) size * product;
    }
  *n_uniques = n_sample_uniques * n_sample_uniques / sum * (double) n_population
               / (double) histogram->n_records;
  return TRUE;
}

static gboolean
estimate_by (DeidUniquenessEstimator estimator, const DeidSizeHistogram *histogram,
             guint64 n_population, Estimate *estimate, const DeidStop *stop, GError **error)
{
  estimate->used = estimator;
  switch (estimator)
    {
    case DEID_UNIQUENESS_ESTIMATOR_PITMAN:
      return pitman_estimate (histogram, n_population, &estimate->n_uniques, stop, error);
    case DEID_UNIQUENESS_ESTIMATOR_SNB:
      return slide_negative_binomial_estimate (histogram, n_population, &estimate->n_uniques, stop,
                                               error);
    case DEID_UNIQUENESS_ESTIMATOR_ZAYATZ:
    case DEID_UNIQUENESS_ESTIMATOR_DANKAR:
    default:
      return zayatz_estimate (histogram, n_population, &estimate->n_uniques, stop, error);
    }
}

static gboolean
estimate_by_rule (const DeidSizeHistogram *histogram, guint64 n_population, Estimate *estimate,
                  const DeidStop *stop, GError **error)
{
  const gboolean is_small = (DeidWide) histogram->n_records * 10 <= n_population;
  Estimate zayatz;

  if (!estimate_by (is_small ? DEID_UNIQUENESS_ESTIMATOR_PITMAN : DEID_UNIQUENESS_ESTIMATOR_SNB,
                    histogram, n_population, estimate, stop, error))
    return FALSE;
  if (is_small && !isnan (estimate->n_uniques))
    return TRUE;
  if (!estimate_by (DEID_UNIQUENESS_ESTIMATOR_ZAYATZ, histogram, n_population, &zayatz, stop,
                    error))
    return FALSE;
  if (!(estimate->n_uniques <= zayatz.n_uniques))
    *estimate = zayatz;
  return TRUE;
}

gboolean
deid_uniqueness_estimate (DeidUniquenessEstimator estimator, const DeidSizeHistogram *histogram,
                          guint64 n_population, double *n_uniques, DeidUniquenessEstimator *used,
                          const DeidStop *stop, GError **error)
{
  const guint64 n_sample_uniques = size_histogram_get (histogram, 1);
  Estimate estimate = { .n_uniques = (double) n_sample_uniques, .used = estimator };

  if (n_sample_uniques > 0 && n_population > histogram->n_records
      && !(estimator == DEID_UNIQUENESS_ESTIMATOR_DANKAR
               ? estimate_by_rule (histogram, n_population, &estimate, stop, error)
               : estimate_by (estimator, histogram, n_population, &estimate, stop, error)))
    return FALSE;
  *n_uniques
      = isnan (estimate.n_uniques) ? (double) NAN : MIN (estimate.n_uniques, (double) n_population);
  if (used != NULL)
    *used = estimate.used;
  return TRUE;
}

/* In hundreds of thousands. */
static const struct
{
  const char *name;
  guint32 size;
} regions[] = {
  { "africa", 14780 },     { "asia", 47730 },         { "australia", 254 },
  { "austria", 90 },       { "belgium", 116 },        { "brazil", 2031 },
  { "canada", 370 },       { "china", 14118 },        { "czechia", 105 },
  { "denmark", 58 },       { "europe", 7451 },        { "european-union", 4432 },
  { "finland", 55 },       { "france", 679 },         { "germany", 832 },
  { "greece", 105 },       { "india", 12109 },        { "ireland", 51 },
  { "italy", 590 },        { "japan", 1261 },         { "mexico", 1260 },
  { "netherlands", 175 },  { "new-zealand", 50 },     { "north-america", 6030 },
  { "norway", 54 },        { "poland", 370 },         { "portugal", 103 },
  { "south-africa", 620 }, { "south-america", 4370 }, { "south-korea", 518 },
  { "spain", 474 },        { "sweden", 105 },         { "switzerland", 87 },
  { "uk", 670 },           { "usa", 3314 },
};

gboolean
deid_region_get_population (const char *region, guint64 *size, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);

  g_return_val_if_fail (region != NULL, FALSE);
  g_return_val_if_fail (size != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (regions); i++)
    {
      if (g_ascii_strcasecmp (region, regions[i].name) == 0)
        {
          *size = (guint64) regions[i].size * 100000;
          return TRUE;
        }
      g_string_append_printf (names, "%s%s",
                              i == 0 ? "" : (i + 1 < G_N_ELEMENTS (regions) ? ", " : " or "),
                              regions[i].name);
    }
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "region '%s', expected %s",
                    DEID_SHOW (region), names->str);
}
