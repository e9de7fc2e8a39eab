/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/long-text.h"
#include "base/rational.h"
#include "base/text.h"
#include "certificate/certificate-private.h"
#include "certificate/certificate-event.h"
#include "certificate/cut-check.h"
#include "problem/preparation.h"
#include "search/interval/prove.h"
#include "search/result-private.h"

#include <string.h>

DeidOutputFile *
deid_single_output_open (gpointer data, GError **error)
{
  DeidSingleOutput *single = data;

  single->is_open = single->stream != NULL
                        ? deid_output_file_open_stream (&single->file, single->stream,
                                                        single->cancellable, error)
                        : deid_output_file_open (&single->file, single->path, FALSE,
                                                 single->cancellable, error);
  return single->is_open ? &single->file : NULL;
}

gboolean
deid_single_output_end (DeidSingleOutput *single, gboolean is_written, GError **error)
{
  if (is_written)
    return deid_output_file_commit (&single->file, error);
  if (single->is_open)
    deid_output_file_clear (&single->file);
  return FALSE;
}

/* A certificate that is being written. It follows the walk, to know which policies are settled. */
typedef struct
{
  DeidOutputFile *file;
  GChecksum *checksum;
  guint64 n_lines;
  DeidLongText line; /* the one at hand */
  DeidWalk walk;
  DeidGroupingEvaluator evaluator;
  const DeidStop *stop;
  const DeidLevel *optimum;
  const DeidVerdict *verdict; /* on the optimum */
  guint64 *counts;            /* of each model */
  DeidLevel *probe;
} CertificateWriteWriter;

static void
certificate_write_line (CertificateWriteWriter *writer, const char *text)
{
  deid_output_file_puts (writer->file, text);
  deid_output_file_put (writer->file, '\n');
  g_checksum_update (writer->checksum, (const guchar *) text, -1);
  g_checksum_update (writer->checksum, (const guchar *) "\n", 1);
  writer->n_lines++;
}

/* Ends the line that was put together, if there was memory for it. */
static gboolean
certificate_write_end_line (CertificateWriteWriter *writer, GError **error)
{
  if (writer->line.error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&writer->line.error));
      return FALSE;
    }
  certificate_write_line (writer, writer->line.text);
  writer->line.n = 0;
  return TRUE;
}

static gboolean
write_split (gpointer data, guint dimension, guint level, GError **error)
{
  CertificateWriteWriter *writer = data;

  deid_long_text_add (&writer->line, "{\"split\":[%u,%u]}", dimension, level);
  return deid_walk_split (&writer->walk, dimension, level, error)
         && certificate_write_end_line (writer, error);
}

/* Ends a line on what is no solution, to which it adds what else is the reason. */
static gboolean
end_failing (CertificateWriteWriter *writer, const DeidVerdict *verdict, GError **error)
{
  const DeidGroupExcess *excess = &verdict->excess;

  if (verdict->n_unmatched > 0)
    deid_long_text_add (&writer->line, ",\"unmatched\":%" G_GUINT64_FORMAT, verdict->n_unmatched);
  if (excess->n_records > 0)
    deid_long_text_add (
        &writer->line, ",\"group\":[%u,%u,%" G_GUINT64_FORMAT "]", excess->column,
        deid_groups_get_row (&writer->evaluator.prepared->groups, excess->column, excess->code),
        excess->n_records);
  deid_long_text_add (&writer->line, "}");
  return certificate_write_end_line (writer, error);
}

/* Counts for each model the records that fail its superset-closed part at a policy. A search does
 * without these counts, and a record that it removed by one model it never asks another of. */
static gboolean
count_by_model (CertificateWriteWriter *writer, const DeidLevel *levels, guint64 n_needed,
                guint64 *counts, GError **error)
{
  DeidVerdict verdict;

  if (deid_judgement_has_one_closed_part (writer->evaluator.prepared, n_needed, counts))
    return TRUE;
  return deid_evaluator_evaluate (&writer->evaluator.base, levels, writer->stop, &verdict, error)
         && deid_judgement_count_by_model (&writer->evaluator.judgement, DEID_CLASS_FAILS_NECESSARY,
                                           writer->stop, counts, error);
}

/* Ends a line with the reason why no specialization of a policy is a solution. */
static gboolean
end_infeasible (CertificateWriteWriter *writer, const DeidLevel *levels, const DeidVerdict *verdict,
                GError **error)
{
  const guint n_models = writer->evaluator.prepared->privacy.n_models;

  if (!count_by_model (writer, levels, verdict->n_needed, writer->counts, error))
    return FALSE;
  deid_long_text_add (&writer->line, "%" G_GUINT64_FORMAT ",\"models\":[", verdict->n_needed);
  for (guint i = 0; i < n_models; i++)
    deid_long_text_add (&writer->line, "%s%" G_GUINT64_FORMAT, i == 0 ? "" : ",",
                        writer->counts[i]);
  deid_long_text_add (&writer->line, "]");
  return end_failing (writer, verdict, error);
}

static gboolean
write_cut (gpointer data, guint dimension, guint level, const DeidVerdict *corner, GError **error)
{
  CertificateWriteWriter *writer = data;
  const DeidWalk *walk = &writer->walk;

  memcpy (writer->probe, walk->hi, walk->n_dimensions * sizeof *writer->probe);
  if (!deid_walk_cut (&writer->walk, dimension, level, error))
    return FALSE;
  writer->probe[dimension] = (DeidLevel) level;
  deid_long_text_add (&writer->line, "{\"cut\":[%u,%u],\"necessary\":", dimension, level);
  return end_infeasible (writer, writer->probe, corner, error);
}

/* A policy given by hand may be proven to have the smallest loss and yet tie with another one, of
 * which the prover then gives the proof. */
static gboolean
certificate_write_check_order (const CertificateWriteWriter *writer, double objective,
                               const DeidLevel *lower, GError **error)
{
  if (deid_policy_comes_first (writer->optimum, writer->verdict->objective, lower, objective,
                               writer->walk.n_dimensions))
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "the policy is not the optimum: another one of no greater loss comes first in "
                    "the order of policies, expected the policy that a search finds");
}

static gboolean
write_lower (gpointer data, const DeidLevel *ceiling, const double *bounds, GError **error)
{
  CertificateWriteWriter *writer = data;
  DeidWalk *walk = &writer->walk;
  DeidLevel *probe = writer->probe;
  const char *separator = "";

  deid_long_text_add (&writer->line, "{\"lower\":[");
  memcpy (probe, walk->lo, walk->n_dimensions * sizeof *probe);
  for (guint d = 0; d < walk->n_dimensions; d++)
    {
      if (ceiling[d] >= walk->hi[d])
        continue;
      probe[d] = (DeidLevel) (ceiling[d] + 1);
      if (!certificate_write_check_order (writer, bounds[d], probe, error)
          || !deid_walk_lower (walk, d, ceiling[d], error))
        return FALSE;
      probe[d] = walk->lo[d];
      deid_long_text_add (&writer->line, "%s[%u,%u,%s]", separator, d, ceiling[d],
                          DEID_DECIMAL (bounds[d]));
      separator = ",";
    }
  deid_long_text_add (&writer->line, "]}");
  return certificate_write_end_line (writer, error);
}

static gboolean
certificate_write_settle_infeasible (gpointer data, const DeidVerdict *hi, GError **error)
{
  CertificateWriteWriter *writer = data;

  deid_long_text_add (&writer->line, "{\"infeasible\":");
  return end_infeasible (writer, writer->walk.hi, hi, error)
         && deid_walk_settle (&writer->walk, error);
}

static gboolean
certificate_write_settle_bounded (gpointer data, double bound, GError **error)
{
  CertificateWriteWriter *writer = data;

  deid_long_text_add (&writer->line, "{\"bounded\":%s}", DEID_DECIMAL (bound));
  return certificate_write_check_order (writer, bound, writer->walk.lo, error)
         && deid_walk_settle (&writer->walk, error) && certificate_write_end_line (writer, error);
}

static gboolean
certificate_write_settle_policy (gpointer data, const DeidVerdict *verdict, GError **error)
{
  CertificateWriteWriter *writer = data;

  if ((verdict->is_solution
       && !certificate_write_check_order (writer, verdict->objective, writer->walk.lo, error))
      || !deid_walk_settle (&writer->walk, error))
    return FALSE;
  if (!verdict->is_solution)
    {
      deid_long_text_add (&writer->line, "{\"no_solution\":%" G_GUINT64_FORMAT,
                          verdict->n_suppressed);
      return end_failing (writer, verdict, error);
    }
  deid_long_text_add (&writer->line, "{\"solution\":%" G_GUINT64_FORMAT ",\"objective\":%s}",
                      verdict->n_suppressed, DEID_DECIMAL (verdict->objective));
  return certificate_write_end_line (writer, error);
}

static gboolean
write_units (gpointer data, const DeidProofUnits *units, GError **error)
{
  CertificateWriteWriter *writer = data;
  g_autofree char *text
      = deid_cut_prices_describe (units, writer->evaluator.prepared->lattice->n_attributes, error);

  if (text == NULL)
    return FALSE;
  certificate_write_line (writer, text);
  return TRUE;
}

static gboolean
write_needless (gpointer data, const DeidLevel *hi, GError **error)
{
  CertificateWriteWriter *writer = data;
  DeidWalk *walk = &writer->walk;
  const char *separator = "{\"needless\":[";

  for (guint d = 0; d < walk->n_dimensions; d++)
    {
      if (hi[d] >= walk->hi[d])
        continue;
      if (!deid_walk_lower (walk, d, hi[d], error))
        return FALSE;
      deid_long_text_add (&writer->line, "%s%u", separator, d);
      separator = ",";
    }
  if (separator[0] == '{')
    return TRUE;
  deid_long_text_add (&writer->line, "]}");
  return certificate_write_end_line (writer, error);
}

static void
add_multipliers (CertificateWriteWriter *writer, const char *member, const guint16 *multipliers)
{
  const guint n = deid_cut_prices_count_multipliers (writer->evaluator.prepared);

  deid_long_text_add (&writer->line, "\"%s\":[", member);
  for (guint i = 0; i < n; i++)
    deid_long_text_add (&writer->line, i == 0 ? "%u" : ",%u", multipliers[i]);
  deid_long_text_add (&writer->line, "]}");
}

static gboolean
certificate_write_narrow (gpointer data, const DeidLevel *lo, const DeidLevel *hi,
                          const guint16 *multipliers, GError **error)
{
  CertificateWriteWriter *writer = data;
  DeidWalk *walk = &writer->walk;
  const char *separator = "{\"narrow\":[";

  for (guint d = 0; d < walk->n_dimensions; d++)
    {
      if (lo[d] == walk->lo[d] && hi[d] == walk->hi[d])
        continue;
      if (!deid_walk_leave (walk, d, lo[d], hi[d], error))
        return FALSE;
      deid_long_text_add (&writer->line, "%s[%u,%u,%u]", separator, d, lo[d], hi[d]);
      separator = ",";
    }
  if (separator[0] == '{')
    return TRUE;
  deid_long_text_add (&writer->line, "],");
  add_multipliers (writer, "by", multipliers);
  return certificate_write_end_line (writer, error);
}

static gboolean
settle_exceeding (gpointer data, const guint16 *multipliers, GError **error)
{
  CertificateWriteWriter *writer = data;

  deid_long_text_add (&writer->line, "{");
  add_multipliers (writer, "exceeding", multipliers);
  return deid_walk_settle (&writer->walk, error) && certificate_write_end_line (writer, error);
}

static const DeidProofFuncs writer_funcs = {
  .split = write_split,
  .cut = write_cut,
  .lower = write_lower,
  .settle_infeasible = certificate_write_settle_infeasible,
  .settle_bounded = certificate_write_settle_bounded,
  .settle_policy = certificate_write_settle_policy,
  .state_units = write_units,
  .drop_needless = write_needless,
  .narrow = certificate_write_narrow,
  .settle_exceeding = settle_exceeding,
};

/* The path is the custodian's own affair, and may be no text. */
static char *
certificate_write_name_table (const DeidTableSource *table)
{
  g_autofree char *name = g_filename_display_basename (table->name);

  return deid_text_shorten (name);
}

/* The first line. */
static char *
certificate_write_describe_problem (const DeidPreparedProblem *prepared, const char *release_sha256,
                                    const DeidStop *stop, GError **error)
{
  g_autofree char *problem = deid_certificate_describe_problem (prepared, stop, error);
  g_autofree char *name = certificate_write_name_table (prepared->table);
  g_autofree char *population_name
      = prepared->has_population ? certificate_write_name_table (prepared->population.table) : NULL;

  return problem != NULL ? deid_certificate_complete_problem (problem, name, population_name,
                                                              release_sha256, error)
                         : NULL;
}

static gboolean
certificate_write_optimum (CertificateWriteWriter *writer, const DeidPreparedProblem *prepared,
                           GError **error)
{
  g_autofree char *text = NULL;
  double loss;

  if (!deid_loss_from_objective (&prepared->loss, writer->verdict->objective, &loss, error))
    return FALSE;
  text
      = deid_certificate_describe_optimum (prepared, writer->optimum, writer->verdict, loss, error);
  if (text == NULL)
    return FALSE;
  certificate_write_line (writer, text);
  return TRUE;
}

static gboolean
certificate_write_end (CertificateWriteWriter *writer, const DeidPreparedProblem *prepared,
                       GError **error)
{
  g_autofree char *text = NULL;

  if (!writer->walk.is_complete)
    return deid_fail (error, DEID_ERROR_CERTIFICATE,
                      "%s: the proof breaks off, expected that it settles all policies",
                      prepared->lattice->table.name);
  text = deid_certificate_describe_end (writer->n_lines, writer->checksum, error);
  if (text == NULL)
    return FALSE;
  deid_output_file_puts (writer->file, text);
  deid_output_file_put (writer->file, '\n');
  return TRUE;
}

/* Digests are of the table as it is, proofs faster where identical rows are merged. */
static gboolean
certificate_write_lines (CertificateWriteWriter *writer, DeidPreparation *preparation,
                         DeidProver prove, GError **error)
{
  const DeidStop *stop = writer->stop;
  const DeidPreparedProblem *prepared = deid_preparation_get_distinct (preparation, stop, error);

  return prepared != NULL && deid_grouping_evaluator_init (&writer->evaluator, prepared, error)
         && certificate_write_optimum (writer, prepared, error)
         && prove (prepared, writer->optimum, writer->verdict, &writer_funcs, writer, stop, error)
         && certificate_write_end (writer, prepared, error);
}

static gboolean
write_proof (DeidResult *result, DeidProver prove, const char *release_sha256,
             DeidCertificateOpener open, gpointer data, const DeidStop *stop, GError **error)
{
  const DeidPartition *partition = deid_result_make_partition (result, stop, error);
  const DeidLattice *lattice = result->problem->lattice;
  CertificateWriteWriter writer = { .stop = stop, .optimum = result->policy->levels };
  g_autofree char *first_line = NULL;
  DeidPreparation *preparation;
  gboolean success;

  if (partition == NULL)
    return FALSE;
  preparation = deid_problem_prepare (result->problem, stop, error);
  if (preparation == NULL)
    return FALSE;
  writer.verdict = &partition->verdict;
  writer.checksum = g_checksum_new (G_CHECKSUM_SHA256);
  success = deid_lattice_check_no_block_limits (lattice, "certificates", error)
            && (!deid_lattice_is_cut (lattice)
                || deid_cut_prices_check_quality (&preparation->all, error))
            && deid_walk_init (&writer.walk, lattice, error)
            && deid_new_arrays (error, DEID_NEW (writer.probe, lattice->n_dimensions),
                                DEID_NEW (writer.counts, preparation->all.privacy.n_models))
            && (first_line = certificate_write_describe_problem (&preparation->all, release_sha256,
                                                                 stop, error))
                   != NULL
            && (writer.file = open (data, error)) != NULL;
  if (success)
    {
      certificate_write_line (&writer, first_line);
      success = certificate_write_lines (&writer, preparation, prove, error);
    }
  deid_evaluator_clear (&writer.evaluator.base);
  deid_preparation_release (preparation);
  deid_walk_clear (&writer.walk);
  g_checksum_free (writer.checksum);
  deid_long_text_clear (&writer.line);
  deid_free_arrays (writer.probe, writer.counts);
  return success;
}

gboolean
deid_certificate_write_lines (DeidResult *result, DeidProver prove, const char *release_sha256,
                              DeidCertificateOpener open, gpointer data, const DeidStop *stop,
                              GError **error)
{
  return result->prices != NULL
             ? deid_bound_certificate_write_kept (result, release_sha256, open, data, stop, error)
             : write_proof (result, prove, release_sha256, open, data, stop, error);
}

static gboolean
write_single (DeidResult *result, DeidProver prove, DeidSingleOutput *single, const DeidStop *stop,
              GError **error)
{
  const gboolean is_written = deid_certificate_write_lines (
      result, prove, NULL, deid_single_output_open, single, stop, error);

  return deid_single_output_end (single, is_written, error);
}

gboolean
deid_certificate_write (DeidResult *result, DeidProver prove, const char *path,
                        const DeidStop *stop, GError **error)
{
  DeidSingleOutput single = { .path = path, .cancellable = stop->cancellable };

  return write_single (result, prove, &single, stop, error);
}

gboolean
deid_certificate_check_result (const DeidResult *result, GError **error)
{
  if (result->prices != NULL)
    return TRUE;
  if (!deid_result_check_policy (result,
                                 "the local recoding has no bound that a certificate proves, "
                                 "expected a search with rises, of a problem that prices bound",
                                 error))
    return FALSE;
  if (result->proven_optimal)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "%s: the result is not proven optimal, expected one that is",
                    result->problem->lattice->table.name);
}

gboolean
deid_result_write_certificate (DeidResult *result, const char *path, GCancellable *cancellable,
                               GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);

  g_return_val_if_fail (result != NULL && path != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  return deid_certificate_check_result (result, error)
         && deid_certificate_write (result, deid_search_prove, path, stop, error);
}

gboolean
deid_result_write_certificate_stream (DeidResult *result, GOutputStream *stream,
                                      GCancellable *cancellable, GError **error)
{
  DeidSingleOutput single = { .stream = stream, .cancellable = cancellable };

  g_return_val_if_fail (result != NULL && G_IS_OUTPUT_STREAM (stream), FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  return deid_certificate_check_result (result, error)
         && write_single (result, deid_search_prove, &single, DEID_STOP_OF (cancellable), error);
}
