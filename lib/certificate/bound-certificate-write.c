/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "certificate/bound-certificate.h"

#include <math.h>

#include "base/long-text.h"
#include "base/output-file.h"
#include "base/rational.h"
#include "base/text.h"
#include "certificate/certificate-private.h"
#include "evaluation/least-size.h"
#include "evaluation/preparation.h"

#define DEFAULT_RISES    40
#define LINE_SIZE        96 /* of a price */
#define LINES_PER_CHECK  1024
#define GREATEST_SECONDS 1e9

char *
deid_bound_certificate_describe (guint64 k, guint64 n_combinations, double lower_bound,
                                 GError **error)
{
  DeidLongText text = { 0 };
  char decimal[DEID_DECIMAL_SIZE];

  deid_double_to_decimal (lower_bound, decimal);
  deid_long_text_add (&text,
                      "{\"recoding\":\"local\",\"k\":%" G_GUINT64_FORMAT
                      ",\"combinations\":%" G_GUINT64_FORMAT ",\"lower_bound\":%s}",
                      k, n_combinations, decimal);
  return deid_long_text_end (&text, error);
}

static void
write_line (DeidOutputFile *file, GChecksum *checksum, const char *text)
{
  deid_output_file_puts (file, text);
  deid_output_file_put (file, '\n');
  g_checksum_update (checksum, (const guchar *) text, -1);
  g_checksum_update (checksum, (const guchar *) "\n", 1);
}

static char *
describe_problem (const DeidPreparedProblem *prepared, const DeidStop *stop, GError **error)
{
  g_autofree char *problem = deid_certificate_describe_problem (prepared, stop, error);
  g_autofree char *path = g_filename_display_basename (prepared->table->name);
  g_autofree char *name = deid_text_shorten (path);

  return problem != NULL ? deid_certificate_complete_problem (problem, name, NULL, NULL, error)
                         : NULL;
}

static gboolean
write_lines (DeidOutputFile *file, const DeidLocalPrices *prices, const char *problem,
             const char *claim, const DeidStop *stop, GError **error)
{
  const DeidLocalCombinations *combinations = prices->combinations;
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *end = NULL;

  write_line (file, checksum, problem);
  write_line (file, checksum, claim);
  for (guint32 i = 0; i < combinations->n; i++)
    {
      char line[LINE_SIZE];

      if (i % LINES_PER_CHECK == 0 && !deid_stop_check (stop, error))
        return FALSE;
      g_snprintf (line, sizeof line,
                  "{\"row\":%" G_GUINT64_FORMAT ",\"price\":%" G_GUINT64_FORMAT "}",
                  combinations->first_rows[i], prices->prices[i]);
      write_line (file, checksum, line);
    }
  end = deid_certificate_describe_end (combinations->n + G_GUINT64_CONSTANT (2), checksum, error);
  if (end == NULL)
    return FALSE;
  deid_output_file_puts (file, end);
  deid_output_file_put (file, '\n');
  return TRUE;
}

gboolean
deid_bound_certificate_write (const DeidLocalPrices *prices, const char *path, double *lower_bound,
                              const DeidStop *stop, GError **error)
{
  const DeidPreparedProblem *prepared = prices->combinations->prepared;
  const double bound = deid_local_bound_from_sum (prepared, deid_local_prices_get_sum (prices));
  g_autofree char *problem = describe_problem (prepared, stop, error);
  g_autofree char *claim = NULL;
  DeidOutputFile file;

  if (problem == NULL
      || (claim
          = deid_bound_certificate_describe (prices->k, prices->combinations->n, bound, error))
             == NULL
      || !deid_output_file_open (&file, path, FALSE, stop->cancellable, error))
    return FALSE;
  if (!write_lines (&file, prices, problem, claim, stop, error))
    {
      deid_output_file_clear (&file);
      return FALSE;
    }
  if (!deid_output_file_commit (&file, error))
    return FALSE;
  *lower_bound = bound;
  return TRUE;
}

/* Prices that a fault of the library made too large are found before they are written. */
static gboolean
find_prices (DeidLocalPrices *prices, guint n_rises, const DeidStop *find, const DeidStop *stop,
             GError **error)
{
  gboolean is_complete, is_bound;

  if (!deid_local_prices_find (prices, n_rises, find, &is_complete, error)
      || !deid_stop_check (stop, error)
      || !deid_local_prices_check (prices, &is_bound, stop, error))
    return FALSE;
  if (!is_bound)
    g_set_error (error, DEID_ERROR, DEID_ERROR_CERTIFICATE,
                 "%s: the prices that were found exceed what some labels cost",
                 prices->combinations->prepared->lattice->table.name);
  return is_bound;
}

static gboolean
write_prepared (const DeidPreparedProblem *prepared, guint n_rises, const DeidStop *find,
                const char *path, double *lower_bound, GError **error)
{
  const DeidStop stop = { .cancellable = find->cancellable, .deadline = G_MAXINT64 };
  DeidLocalCombinations combinations;
  DeidLocalPrices prices = { 0 };
  guint64 k;
  const gboolean success
      = deid_local_combinations_init (&combinations, prepared, &stop, error)
        && deid_prepared_problem_find_least_size (prepared, &k, &stop, error)
        && deid_local_prices_init (&prices, &combinations, k, error)
        && find_prices (&prices, n_rises, find, &stop, error)
        && deid_bound_certificate_write (&prices, path, lower_bound, &stop, error);

  deid_local_prices_clear (&prices);
  deid_local_combinations_clear (&combinations);
  return success;
}

static gboolean
check_seconds (double seconds, GError **error)
{
  if (seconds >= 0 && isfinite (seconds))
    return TRUE;
  g_set_error_literal (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                       "the time limit is negative or no number, expected seconds from 0 on");
  return FALSE;
}

gboolean
deid_problem_write_bound_certificate (DeidProblem *problem, guint n_rises, double seconds,
                                      const char *path, double *lower_bound,
                                      GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  DeidStop find = *stop;
  DeidPreparation *preparation;
  double bound = 0;
  gboolean success;

  g_return_val_if_fail (problem != NULL && path != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  if (!check_seconds (seconds, error))
    return FALSE;
  if (seconds > 0)
    find.deadline
        = g_get_monotonic_time () + (gint64) (MIN (seconds, GREATEST_SECONDS) * G_USEC_PER_SEC);
  preparation = deid_problem_prepare (problem, stop, error);
  if (preparation == NULL)
    return FALSE;
  success = write_prepared (&preparation->all, n_rises > 0 ? n_rises : DEFAULT_RISES, &find, path,
                            &bound, error);
  deid_preparation_release (preparation);
  if (success && lower_bound != NULL)
    *lower_bound = bound;
  return success;
}
