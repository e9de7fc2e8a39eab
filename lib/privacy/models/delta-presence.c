/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/rational.h"
#include "privacy/privacy-model-private.h"

/* How far the smallest number of records is looked for. */
#define MAX_FEWEST 65536

/* What necessary asks for. Let a class have n records, and q of the population that are not in the
 * table. It passes if (1 - max) / max n <= q <= (1 - min) / min n. Records that join it add to n,
 * to q, or to both, so a class from which one that passes may grow has at least n0 records and at
 * least (1 - max) / max n0 others, where n0 is the smallest number for which there is an integer
 * between the two. No stronger condition is superset-closed: a class that meets this one is such a
 * class and what joins it. */
typedef struct
{
  DeidRational min;
  DeidRational max;
  guint64 fewest_records;
  guint64 fewest_others;
  char text[2][DEID_DECIMAL_SIZE];
} DeltaPresenceParameters;

static char *
delta_presence_describe (gpointer data)
{
  const DeltaPresenceParameters *parameters = data;

  return g_strdup_printf ("dp:%s:%s", parameters->text[0], parameters->text[1]);
}

/* The state is the parameters. */
static gboolean
delta_presence_prepare (const DeidPrivacyInput *input, gpointer data, gpointer *state,
                        GError **error)
{
  *state = data;
  return deid_privacy_model_check_population ("dp", input, error)
         && deid_privacy_input_check_subset (input, error);
}

/* Returns: less than, equal to or greater than 0 as a / b is less than, equal to or greater than
 * c / d, by their continued fractions, so that nothing overflows. */
static int
delta_presence_compare_fractions (DeidWide a, DeidWide b, DeidWide c, DeidWide d)
{
  int sign = 1;

  for (;;)
    {
      const DeidWide whole = a / b, other_whole = c / d, rest = a % b, other_rest = c % d;

      if (whole != other_whole)
        return whole < other_whole ? -sign : sign;
      if (rest == 0 || other_rest == 0)
        return rest == other_rest ? 0 : (rest == 0 ? -sign : sign);
      a = b;
      b = rest;
      c = d;
      d = other_rest;
      sign = -sign;
    }
}

static gboolean
delta_presence_accept (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes,
                       GError **error)
{
  const DeltaPresenceParameters *parameters = data;
  const guint64 n_records = deid_class_get_n_records (eq_class);
  const guint64 n_population = deid_class_get_n_population (eq_class);

  *passes = n_population > 0
            && delta_presence_compare_fractions (n_records, n_population, parameters->min.numerator,
                                                 parameters->min.denominator)
                   >= 0
            && delta_presence_compare_fractions (n_records, n_population, parameters->max.numerator,
                                                 parameters->max.denominator)
                   <= 0;
  return TRUE;
}

static gboolean
delta_presence_necessary (const DeidClass *eq_class, gpointer state, gpointer data,
                          gboolean *passes, GError **error)
{
  const DeltaPresenceParameters *parameters = data;
  const guint64 n_records = deid_class_get_n_records (eq_class);
  const guint64 n_population = deid_class_get_n_population (eq_class);

  *passes = n_records >= parameters->fewest_records && n_population >= n_records
            && n_population - n_records >= parameters->fewest_others;
  return TRUE;
}

/* Set only where the minimum is above 0, which nobody's absence from the table keeps. */
static gboolean
accept_unmatched (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes,
                  GError **error)
{
  *passes = FALSE;
  return TRUE;
}

/* Returns: the smallest integer that is at least (1 - max) / max times @n. */
static DeidWide
count_others (const DeltaPresenceParameters *parameters, DeidWide n)
{
  const DeidWide numerator = parameters->max.numerator;

  return (n * (parameters->max.denominator - numerator) + numerator - 1) / numerator;
}

/* Returns: whether that many others are at most (1 - min) / min times @n. */
static gboolean
delta_presence_may_pass (const DeltaPresenceParameters *parameters, DeidWide n)
{
  const DeidWide numerator = parameters->min.numerator;

  return count_others (parameters, n) * numerator <= n * (parameters->min.denominator - numerator);
}

/* Fractions with many digits get the condition for a single record. */
static void
find_necessary (DeltaPresenceParameters *parameters)
{
  const DeidWide limit = (DeidWide) 1 << 62;
  DeidWide n = 1;

  if (parameters->min.denominator < limit / MAX_FEWEST
      && parameters->max.denominator < limit / MAX_FEWEST)
    while (n < MAX_FEWEST && !delta_presence_may_pass (parameters, n))
      n++;
  parameters->fewest_records = (guint64) n;
  parameters->fewest_others = (guint64) MIN (count_others (parameters, n), G_MAXUINT64);
}

static gboolean
set_delta (const char *what, double delta, DeidRational *rational, char *text, GError **error)
{
  g_autofree char *parameter = NULL;

  if (!deid_rational_from_double (delta, "delta-presence", rational, error))
    return FALSE;
  deid_double_to_decimal (delta, text);
  if (rational->numerator <= rational->denominator)
    return TRUE;
  parameter = g_strdup_printf ("%s of %s", what, text);
  return deid_privacy_model_fail ("dp", parameter, "0 to 1", error);
}

static gboolean
set_parameters (DeltaPresenceParameters *parameters, double delta_min, double delta_max,
                GError **error)
{
  if (!set_delta ("minimum", delta_min, &parameters->min, parameters->text[0], error)
      || !set_delta ("maximum", delta_max, &parameters->max, parameters->text[1], error))
    return FALSE;
  if (parameters->max.numerator == 0)
    return deid_privacy_model_fail ("dp", "maximum of 0", "more than 0", error);
  if (delta_min > delta_max)
    return deid_privacy_model_fail ("dp", "the minimum exceeds the maximum", "at most that", error);
  find_necessary (parameters);
  return TRUE;
}

DeidPrivacyModel *
deid_privacy_model_new_delta_presence (double delta_min, double delta_max, GError **error)
{
  DeidModelSlots slots = {
    .describe = delta_presence_describe,
    .prepare = delta_presence_prepare,
    .accept = delta_presence_accept,
    .necessary = delta_presence_necessary,
    .closure = DEID_CLOSURE_UNION,
    .sentence = "Each group of records that look alike is at least a share of $1 and at most a "
                "share of $2 of the people of the population who look like it",
  };
  DeltaPresenceParameters parameters, *data;

  if (!set_parameters (&parameters, delta_min, delta_max, error))
    return NULL;
  data = g_new (DeltaPresenceParameters, 1);
  *data = parameters;
  if (parameters.min.numerator > 0)
    slots.accept_unmatched = accept_unmatched;
  return deid_privacy_model_new_of_slots (&slots, data, g_free, NULL, error);
}
