/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "certificate/certificate-private.h"

#include "base/long-text.h"
#include "base/rational.h"
#include "base/text.h"
#include "certificate/bound-check.h"
#include "certificate/certificate-reader.h"
#include "problem/preparation.h"
#include "search/local/bound/prices.h"
#include "search/result-private.h"
#include "search/statistics-private.h"

#include <math.h>
#include <string.h>

#define DEFAULT_RISES    40
#define LINE_SIZE        96 /* of a price */
#define RANK_SIZE        24
#define LINES_PER_CHECK  1024
#define GREATEST_SECONDS 1e9

/* Writes the second line, on the bound, without a line end. @n_joined is 0 without balls. */
static char *
bound_certificate_describe (guint64 k, guint64 n_joined, guint64 n_combinations, double lower_bound,
                            GError **error)
{
  DeidLongText text = { 0 };

  deid_long_text_add (&text, "{\"recoding\":\"local\",\"k\":%" G_GUINT64_FORMAT, k);
  if (n_joined > 0)
    deid_long_text_add (&text, ",\"joined\":%" G_GUINT64_FORMAT, n_joined);
  deid_long_text_add (&text, ",\"combinations\":%" G_GUINT64_FORMAT ",\"lower_bound\":%s}",
                      n_combinations, DEID_DECIMAL (lower_bound));
  return deid_long_text_end (&text, error);
}

static void
bound_certificate_write_line (DeidOutputFile *file, GChecksum *checksum, const char *text)
{
  deid_output_file_puts (file, text);
  deid_output_file_put (file, '\n');
  g_checksum_update (checksum, (const guchar *) text, -1);
  g_checksum_update (checksum, (const guchar *) "\n", 1);
}

static char *
bound_certificate_write_describe_problem (const DeidPreparedProblem *prepared,
                                          const char *release_sha256, const DeidStop *stop,
                                          GError **error)
{
  g_autofree char *problem = deid_certificate_describe_problem (prepared, stop, error);
  g_autofree char *path = g_filename_display_basename (prepared->table->name);
  g_autofree char *name = deid_text_shorten (path);

  return problem != NULL
             ? deid_certificate_complete_problem (problem, name, NULL, release_sha256, error)
             : NULL;
}

static gboolean
bound_certificate_write_lines (DeidOutputFile *file, const DeidLocalPrices *prices,
                               const char *problem, const char *claim, const DeidStop *stop,
                               GError **error)
{
  const DeidLocalCombinations *combinations = prices->combinations;
  const guint32 *ranks = deid_local_prices_get_ranks (prices);
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *end = NULL;

  bound_certificate_write_line (file, checksum, problem);
  bound_certificate_write_line (file, checksum, claim);
  for (guint32 i = 0; i < combinations->n; i++)
    {
      char line[LINE_SIZE], rank[RANK_SIZE] = "";

      if (i % LINES_PER_CHECK == 0 && !deid_stop_check (stop, error))
        return FALSE;
      if (ranks != NULL)
        g_snprintf (rank, sizeof rank, ",\"rank\":%u", ranks[i]);
      g_snprintf (line, sizeof line,
                  "{\"row\":%" G_GUINT64_FORMAT ",\"price\":%" G_GUINT64_FORMAT "%s}",
                  combinations->first_rows[i], prices->prices[i], rank);
      bound_certificate_write_line (file, checksum, line);
    }
  end = deid_certificate_describe_end (combinations->n + G_GUINT64_CONSTANT (2), checksum, error);
  if (end == NULL)
    return FALSE;
  deid_output_file_puts (file, end);
  deid_output_file_put (file, '\n');
  return TRUE;
}

/* The digests are of the table as it is, so prices must be of a view of all rows. */
static gboolean
write_file (const DeidLocalPrices *prices, const char *release_sha256, double bound,
            DeidCertificateOpener open, gpointer data, const DeidStop *stop, GError **error)
{
  g_autofree char *problem = bound_certificate_write_describe_problem (
      prices->combinations->prepared, release_sha256, stop, error);
  g_autofree char *claim = NULL;
  DeidOutputFile *file;

  if (problem == NULL)
    return FALSE;
  claim = bound_certificate_describe (prices->k, prices->n_joined, prices->combinations->n, bound,
                                      error);
  return claim != NULL && (file = open (data, error)) != NULL
         && bound_certificate_write_lines (file, prices, problem, claim, stop, error);
}

/* Prices that a fault of the library made too large are found before they are written. */
static gboolean
bound_certificate_write_check_prices (DeidLocalPrices *prices, const DeidStop *stop, GError **error)
{
  gboolean is_bound;

  if (!deid_stop_check (stop, error) || !deid_local_prices_check (prices, &is_bound, stop, error))
    return FALSE;
  if (!is_bound)
    deid_fail (error, DEID_ERROR_CERTIFICATE,
               "%s: the prices that were found exceed what some labels cost",
               prices->combinations->prepared->lattice->table.name);
  return is_bound;
}

/* What is written, and where to. */
typedef struct
{
  const guint64 *kept; /* prices; or NULL, to find them */
  guint n_rises;
  const DeidStop *find; /* when to stop that */
  const char *release_sha256;
  DeidCertificateOpener open;
  gpointer data;
  double bound;
} Task;

static gboolean
set_prices (const Task *task, DeidLocalPrices *prices, GError **error)
{
  gboolean is_complete;

  if (task->kept == NULL)
    return deid_local_prices_find (prices, task->n_rises, task->find, &is_complete, error);
  if (!deid_local_prices_rank (prices, task->find, error))
    return FALSE;
  memcpy (prices->prices, task->kept, prices->combinations->n * sizeof *prices->prices);
  return TRUE;
}

static gboolean
write_prices (Task *task, DeidLocalPrices *prices, const DeidStop *stop, GError **error)
{
  if (!set_prices (task, prices, error)
      || !bound_certificate_write_check_prices (prices, stop, error))
    return FALSE;
  task->bound = deid_local_bound_from_sum (prices->combinations->prepared,
                                           deid_local_prices_get_sum (prices));
  return write_file (prices, task->release_sha256, task->bound, task->open, task->data, stop,
                     error);
}

static gboolean
write_prepared (Task *task, const DeidPreparedProblem *prepared, const DeidStop *stop,
                GError **error)
{
  DeidLocalCombinations combinations;
  DeidLocalPrices prices = { 0 };
  guint64 k;
  const gboolean success = deid_local_combinations_init (&combinations, prepared, stop, error)
                           && deid_prepared_problem_find_least_class (prepared, &k, stop, error)
                           && deid_local_prices_init (&prices, &combinations, k, error)
                           && write_prices (task, &prices, stop, error);

  deid_local_prices_clear (&prices);
  deid_local_combinations_clear (&combinations);
  return success;
}

static gboolean
write_problem (Task *task, DeidProblem *problem, const DeidStop *stop, GError **error)
{
  DeidPreparation *preparation = deid_problem_prepare (problem, stop, error);
  const gboolean success
      = preparation != NULL && write_prepared (task, &preparation->all, stop, error);

  if (preparation != NULL)
    deid_preparation_release (preparation);
  return success;
}

gboolean
deid_bound_certificate_write_kept (const DeidResult *result, const char *release_sha256,
                                   DeidCertificateOpener open, gpointer data, const DeidStop *stop,
                                   GError **error)
{
  Task task = { .kept = result->prices,
                .find = stop,
                .release_sha256 = release_sha256,
                .open = open,
                .data = data };

  return write_problem (&task, result->problem, stop, error);
}

static gboolean
check_seconds (double seconds, GError **error)
{
  if (seconds >= 0 && isfinite (seconds))
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "the time limit is negative or no number, expected seconds from 0 on");
}

gboolean
deid_problem_write_bound_certificate (DeidProblem *problem, guint n_rises, double seconds,
                                      const char *path, double *lower_bound,
                                      GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  DeidStop find = *stop;
  DeidSingleOutput single = { .path = path, .cancellable = cancellable };
  Task task = { .n_rises = n_rises > 0 ? n_rises : DEFAULT_RISES,
                .find = &find,
                .open = deid_single_output_open,
                .data = &single };

  g_return_val_if_fail (problem != NULL && path != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  if (!check_seconds (seconds, error))
    return FALSE;
  if (seconds > 0)
    find.deadline
        = g_get_monotonic_time () + (gint64) (MIN (seconds, GREATEST_SECONDS) * G_USEC_PER_SEC);
  if (!deid_single_output_end (&single, write_problem (&task, problem, stop, error), error))
    return FALSE;
  if (lower_bound != NULL)
    *lower_bound = task.bound;
  return TRUE;
}

#define MAX_LINE 256 /* but for the first one, in bytes */

typedef struct
{
  DeidCertificateReader reader;
  DeidBoundCheck check;
  double stated; /* as the bound */
} BoundCertificateVerifyVerification;

/* What is claimed is a bound, of which nothing is known before all sets were looked at. */
static void
report_progress (BoundCertificateVerifyVerification *verification, gboolean in_any_case)
{
  DeidProgress *progress
      = deid_certificate_reader_begin_report (&verification->reader, in_any_case);

  if (progress == NULL)
    return;
  progress->n_evaluated = verification->check.n_sets;
  progress->loss = verification->stated;
  progress->share_settled = progress->share_done = verification->check.share;
  deid_certificate_reader_tell (&verification->reader, progress);
}

static void
bound_certificate_verify_report (gpointer data)
{
  report_progress (data, FALSE);
}

static gboolean
bound_certificate_verify_read_count (const DeidCertificateReader *reader, const DeidJsonValue *root,
                                     const char *member, guint64 *count, GError **error)
{
  const DeidJsonValue *value = deid_json_get_member (root, member);

  if (!deid_json_is (value, DEID_JSON_INTEGER) || value->integer < 0)
    return deid_certificate_reader_refuse (reader, error, "member '%s': expected a count", member);
  *count = (guint64) value->integer;
  return TRUE;
}

/* A class may have no fewer records than k. */
static gboolean
bound_certificate_verify_check_size (BoundCertificateVerifyVerification *verification, guint64 k,
                                     GError **error)
{
  const DeidCertificateReader *reader = &verification->reader;
  guint64 least;

  if (!deid_prepared_problem_find_least_class (reader->prepared, &least, reader->stop, error))
    return FALSE;
  if (k >= 1 && k <= least)
    return TRUE;
  return deid_certificate_reader_refuse (
      reader, error,
      "member 'k': expected at least 1 and at most %" G_GUINT64_FORMAT
      ", the least size of a class",
      least);
}

/* The more records a ball joins, the longer the check takes. */
static gboolean
check_joined (BoundCertificateVerifyVerification *verification, const DeidJsonValue *root,
              GError **error)
{
  guint64 *n_joined = &verification->check.n_joined;

  if (!bound_certificate_verify_read_count (&verification->reader, root, "joined", n_joined, error))
    return FALSE;
  return (*n_joined >= 2 && *n_joined <= DEID_BOUND_MAX_JOINED)
         || deid_certificate_reader_refuse (&verification->reader, error,
                                            "member 'joined': expected 2 or 3");
}

static gboolean
check_claim (BoundCertificateVerifyVerification *verification, GError **error)
{
  DeidCertificateReader *reader = &verification->reader;
  const DeidJsonValue *root = deid_certificate_reader_read_line (reader, error);
  g_autofree char *expected = NULL;
  guint64 k = 0;

  if (root == NULL || !bound_certificate_verify_read_count (reader, root, "k", &k, error)
      || !bound_certificate_verify_check_size (verification, k, error)
      || !deid_bound_check_init (&verification->check, reader->prepared, k, reader->stop, error)
      || (verification->check.has_balls && !check_joined (verification, root, error)))
    return FALSE;
  if (!deid_json_get_number (deid_json_get_member (root, "lower_bound"), &verification->stated)
      || !isfinite (verification->stated))
    return deid_certificate_reader_refuse (reader, error,
                                           "member 'lower_bound': expected a number");
  expected = bound_certificate_describe (k, verification->check.n_joined,
                                         verification->check.grouping.n_classes,
                                         verification->stated, error);
  return expected != NULL && deid_certificate_reader_compare (reader, expected, error);
}

static gboolean
bound_certificate_verify_read_prices (BoundCertificateVerifyVerification *verification,
                                      GError **error)
{
  DeidCertificateReader *reader = &verification->reader;

  for (guint32 i = 0; i < verification->check.grouping.n_classes; i++)
    {
      DeidPricedCombination *combination = &verification->check.combinations[i];
      const DeidJsonValue *root = deid_certificate_reader_read_line (reader, error);
      guint64 row = 0;

      if (root == NULL || !bound_certificate_verify_read_count (reader, root, "row", &row, error)
          || !bound_certificate_verify_read_count (reader, root, "price", &combination->price,
                                                   error))
        return FALSE;
      if (verification->check.has_balls
          && !bound_certificate_verify_read_count (reader, root, "rank", &combination->rank, error))
        return FALSE;
      if (root->n != (verification->check.has_balls ? 3u : 2u))
        return deid_certificate_reader_refuse (
            reader, error, "expected the members 'row' and 'price', with runs or sets also 'rank'");
      if (row != combination->first_row)
        return deid_certificate_reader_refuse (reader, error,
                                               "member 'row': expected %" G_GUINT64_FORMAT
                                               ", the first row of the next combination",
                                               combination->first_row);
    }
  return TRUE;
}

static gboolean
refuse_bound (const BoundCertificateVerifyVerification *verification, const char *reason,
              GError **error)
{
  return deid_fail (error, DEID_ERROR_CERTIFICATE, "%s: %s", verification->reader.lines.shown,
                    reason);
}

/* The same prices make the same bound everywhere. */
static gboolean
bound_certificate_verify_check_bound (BoundCertificateVerifyVerification *verification,
                                      GError **error)
{
  const double bound = deid_local_bound_from_sum (verification->reader.prepared,
                                                  deid_bound_check_get_sum (&verification->check));
  gboolean holds;

  if (bound < verification->stated || bound > verification->stated)
    return refuse_bound (verification,
                         "line 2: member 'lower_bound': expected what the prices sum up to", error);
  verification->check.report = bound_certificate_verify_report;
  verification->check.report_data = verification;
  if (!deid_bound_check_run (&verification->check, &holds, error))
    return FALSE;
  report_progress (verification, TRUE);
  if (!deid_stop_check (verification->reader.stop, error))
    return FALSE;
  return holds
         || refuse_bound (verification, "the prices exceed what some labels cost their records",
                          error);
}

static gboolean
bound_certificate_verify_check_certificate (BoundCertificateVerifyVerification *verification,
                                            GError **error)
{
  DeidCertificateReader *reader = &verification->reader;

  if (!deid_certificate_reader_read_problem (reader, error))
    return FALSE;
  reader->lines.max_length = MAX_LINE;
  return check_claim (verification, error)
         && bound_certificate_verify_read_prices (verification, error)
         && deid_certificate_reader_read_end (reader, error)
         && bound_certificate_verify_check_bound (verification, error);
}

/* Of a file, or of a stream if one is given. */
static gboolean
bound_certificate_verify (DeidProblem *problem, const char *path, GInputStream *stream,
                          DeidCertificateOptions *options, double *lower_bound,
                          GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidCertificateOptions) used = deid_certificate_options_use (options);
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  BoundCertificateVerifyVerification verification
      = { .reader = { .options = used, .stop = stop, .start = g_get_monotonic_time () } };
  DeidPreparation *preparation = deid_problem_prepare_apart (problem, stop, error);
  gboolean success;

  if (preparation == NULL)
    return FALSE;
  verification.reader.prepared = &preparation->all;
  success = deid_local_bound_check_problem (&preparation->all, error)
            && deid_certificate_lines_open (&verification.reader.lines, path, stream, cancellable,
                                            error)
            && bound_certificate_verify_check_certificate (&verification, error);
  if (success && lower_bound != NULL)
    *lower_bound = verification.stated;
  deid_bound_check_clear (&verification.check);
  deid_certificate_lines_close (&verification.reader.lines);
  deid_preparation_release (preparation);
  return success;
}

gboolean
deid_problem_verify_bound_certificate (DeidProblem *problem, const char *path,
                                       DeidCertificateOptions *options, double *lower_bound,
                                       GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (problem != NULL && path != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  return bound_certificate_verify (problem, path, NULL, options, lower_bound, cancellable, error);
}

gboolean
deid_problem_verify_bound_certificate_stream (DeidProblem *problem, GInputStream *stream,
                                              const char *name, DeidCertificateOptions *options,
                                              double *lower_bound, GCancellable *cancellable,
                                              GError **error)
{
  g_return_val_if_fail (problem != NULL && G_IS_INPUT_STREAM (stream), FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  return bound_certificate_verify (problem, name != NULL ? name : "certificate", stream, options,
                                   lower_bound, cancellable, error);
}
