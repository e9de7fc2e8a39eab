/* SPDX-License-Identifier: LGPL-2.1-or-later */
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
#include <math.h>

#include "privacy/uniqueness/estimate.h"

/* The logarithm of beta / (1 - beta) is looked for between these bounds, by halving. */
#define MAX_LOGIT    40.0
#define N_ITERATIONS 64

typedef struct
{
  double fraction; /* p */
  double p1;       /* wanted for P1 */
  double ratio;    /* wanted for P2 / P1 */
} Equations;

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
         + (double) deid_size_histogram_get (histogram, 1) * thinned / kept * factor * factor;
}

gboolean
deid_slide_negative_binomial_estimate (const DeidSizeHistogram *histogram, guint64 n_population,
                                       double *n_uniques, const DeidStop *stop, GError **error)
{
  const double n1 = (double) deid_size_histogram_get (histogram, 1);
  const double fraction = (double) histogram->n_records / (double) n_population;
  const double n_classes = estimate_classes (histogram, fraction);
  const Equations equations = { .fraction = fraction,
                                .p1 = n1 / n_classes,
                                .ratio = (double) deid_size_histogram_get (histogram, 2) / n1 };
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
