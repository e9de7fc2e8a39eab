/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/work.h"
#include "job/job-private.h"

/* What is made of settings once the job has its table. */

/* Errors: %DEID_ERROR_INVALID_ARGUMENT for a result of a problem that is not the job's. */
gboolean deid_job_check_result (const DeidJob *job, const DeidResult *result, GError **error);

/* Gives how many threads each step may use: those that are stated, or as many as the system has
 * processors. Errors: %DEID_ERROR_INVALID_ARGUMENT. */
gboolean deid_job_get_n_threads (const DeidJob *job, guint *n_threads, GError **error);

/* Checks the columns that are to be predicted. Errors: those of deid_utility_find_target(). */
gboolean deid_job_check_predicted (const DeidJob *job, const DeidStop *stop, GError **error);

/* Tells whether the table stays in an engine. */
gboolean deid_job_is_in_engine (const DeidJob *job);

/* Returns: (transfer full): the combinations of the table in the engine, which the job keeps;
 * @whole becomes a dataset with all columns of it. */
/* Suggests what the columns of the table may be, by the rows that stay. Errors: those of
 * deid_job_get_dataset() and deid_report_new_suggestions(). */
DeidReport *deid_job_make_suggestions (DeidJob *job, GCancellable *cancellable, GError **error);

DeidDataset *deid_job_count_in_engine (DeidJob *job, DeidDataset **whole, GCancellable *cancellable,
                                       GError **error);

/* Reads a table whose names are no record, or are said to be none. Errors: those of
 * deid_dataset_new_from_csv_file(), %DEID_ERROR_PARSE. */
DeidDataset *deid_job_read_file (const char *path, DeidCsvOptions *csv, GCancellable *cancellable,
                                 GError **error);

/* Refuses settings that cannot be combined with linked tables. Errors:
 * %DEID_ERROR_INVALID_ARGUMENT. */
gboolean deid_job_check_linked (const DeidJob *job, GError **error);

/* Checks that a model judges persons, and that all tables have the entity column and the columns
 * that models name. Sensitive columns that models judge by persons may be missing. Errors:
 * %DEID_ERROR_INVALID_ARGUMENT. */
gboolean deid_job_check_links (const DeidJob *job, const DeidProblem *problem, GError **error);

/* Returns: (transfer full): the table @own, which is taken, and those linked to it as one table.
 * Errors: those of deid_job_read_file() and deid_dataset_new_linked(). */
DeidDataset *deid_job_link_tables (const DeidJob *job, DeidDataset *own, GCancellable *cancellable,
                                   GError **error);

/* Tells whether there are linked tables and all are in files that can be read more than once, first
 * for suggestions and then by the job. */
gboolean deid_job_can_reread_linked (const DeidJob *job);

/* Makes a set write the release of each linked table into the file that the settings name. Errors:
 * %DEID_ERROR_INVALID_ARGUMENT. */
gboolean deid_job_set_linked (const DeidJob *job, DeidOutputSet *outputs, GError **error);

/* Leaves rows of persons out, and shifts or replaces their dates, as the settings say, once columns
 * have their types. Errors: those of deid_dataset_cap_rows(), deid_dataset_shift_dates(),
 * deid_dataset_count_days() and deid_person_key_read(). */
gboolean deid_job_treat_persons (const DeidJob *job, DeidJobColumns *columns, DeidDataset *dataset,
                                 GCancellable *cancellable, GError **error);

/* Chooses one of several caps on the rows of persons by running the job with each on @dataset: the
 * cap with the least loss over all rows, with those left out counted as suppressed; of several, the
 * largest. @tried gets an array of #DeidTriedCap, also on failure, unless there is nothing to
 * choose. Errors: those of deid_job_run() and deid_result_get_uncapped_loss(). */
gboolean deid_job_choose_cap (DeidJob *job, DeidDataset *dataset, GArray **tried,
                              GCancellable *cancellable, GError **error);

/* Sets the pseudonyms of a release as the settings say. The key is still to be read. Errors:
 * %DEID_ERROR_PARSE. */
gboolean deid_job_state_pseudonyms (const DeidJob *job, DeidReleaseOptions *options,
                                    GError **error);

/* Reads the key of such a release, if it has one. Errors: those of deid_person_key_read(),
 * %DEID_ERROR_INVALID_ARGUMENT if no file is set. */
gboolean deid_job_read_pseudonym_key (const DeidJob *job, DeidReleaseOptions *options,
                                      GError **error);

/* Returns: (transfer full): the options of a release without its key, which checks and reports do
 * not need; or %NULL. */
DeidReleaseOptions *deid_job_state_release (const DeidJob *job, GError **error);

/* Tells whether the population is the table before rows are kept. */
gboolean deid_job_is_population_table (const DeidJob *job);

/* Returns: (transfer full): the table of the population, which is set. */
DeidDataset *deid_job_read_population (const DeidJob *job, GCancellable *cancellable,
                                       GError **error);

/* Returns: (transfer full) (nullable): where the hierarchy of a quasi-identifier is that states
 * none of its own. */
char *deid_job_make_hierarchy_path (const DeidJob *job, const char *column);

/* Tells whether policies choose from levels, cuts or subtrees of a quasi-identifier. */
gboolean deid_job_is_kind (const DeidJob *job, const DeidJobColumns *columns, guint64 column,
                           const char *kind);

/* Makes the hierarchy of a column as it is stated; NULL if it has none. */
gboolean deid_job_read_hierarchy (const DeidJob *job, const DeidJobColumns *columns, guint64 column,
                                  const char *name, DeidHierarchy **hierarchy,
                                  GCancellable *cancellable, GError **error);

/* The same of a column of the job's table, whose engine may know all values of it. */
gboolean deid_job_load_hierarchy (const DeidJob *job, guint column, DeidHierarchy **hierarchy,
                                  GCancellable *cancellable, GError **error);

/* Returns: (transfer full): the lattice of all quasi-identifiers; @population may be NULL. */
DeidLattice *deid_job_make_lattice (const DeidJob *job, const DeidDataset *population,
                                    GCancellable *cancellable, GError **error);

/* Lets a call that failed settle nothing: table and problem go that were not there before it, but
 * for a table that cannot be read again. */
void deid_job_unsettle (DeidJob *job, gboolean had_dataset, gboolean had_problem);
