/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "anonymize-steps.h"

#include "messages.h"
#include "output-files.h"
#include "problem.h"
#include "tradeoff-report.h"

void
print_load (const Job *job, double seconds)
{
  print_step ("read", seconds, "%" G_GUINT64_FORMAT " records, %u columns, %.15g policies",
              deid_dataset_get_n_records (get_table (job->problem)),
              deid_dataset_get_n_columns (get_table (job->problem)),
              deid_lattice_get_size_as_double (deid_problem_get_lattice (job->problem)));
  begin_phase ("searching");
}

void
print_tables_made (const Job *job, double seconds)
{
  (void) job;
  if (are_tables_asked ())
    print_step ("tables", seconds, "what --sweep and --frontier ask for");
  begin_phase ("searching");
}

void
print_search (const Job *job, double seconds)
{
  print_step ("search", seconds, "%" G_GUINT64_FORMAT " policies evaluated on %u thread%s%s",
              deid_result_get_n_evaluated (job->found), job->n_threads,
              job->n_threads == 1 ? "" : "s",
              deid_result_is_proven_optimal (job->result) ? ", the best one proven" : "");
  begin_phase ("releasing and verifying");
}

void
print_apply (const Job *job, double seconds)
{
  print_step ("release", seconds, "%" G_GUINT64_FORMAT " records, verified",
              deid_dataset_get_n_records (job->release));
  begin_phase ("writing");
}

void
print_write (const Job *job, double seconds)
{
  if (deid_output_set_get_release_sha256 (job->outputs) != NULL)
    print_step ("write", seconds, "the table has SHA-256 %s",
                deid_output_set_get_release_sha256 (job->outputs));
  begin_phase (job->is_certified ? "proving" : "measuring");
}

void
print_certify (const Job *job, double seconds)
{
  if (job->is_certified)
    print_step ("certificate", seconds, "the proof %sis written",
                deid_result_has_local_bound (job->result) ? "of the bound " : "");
  begin_phase ("measuring");
}

void
print_risks (const Job *job, double seconds)
{
  print_step ("risks", seconds, "before and after%s",
              job->max_subset > 0 ? ", and of subsets of attributes" : "");
  begin_phase (is_engine_asked () ? "working in the engine" : "writing");
}

void
print_engine (const Job *job, double seconds)
{
  (void) job;
  if (is_engine_asked ())
    print_step ("engine", seconds, "the released table is made, checked and named");
  begin_phase ("writing");
}

void
print_files (const Job *job, double seconds)
{
  (void) job;
  print_step ("files", seconds, "all are in their places");
  begin_phase (NULL);
}
