/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "job/job-statement.h"

/* The section of all columns, which has the defaults and comes behind all others. */
#define DEID_JOB_ALL_COLUMNS "column *"

struct DeidJob
{
  gatomicrefcount ref_count;
  gint has_dataset; /* atomic: what is said of the table cannot be changed */
  gint has_problem; /* atomic: nothing can */
  DeidJobStatement statement;
  DeidJobStatement used; /* as it was when the columns were made, which point into it */
  GPtrArray *sources;    /* of DeidJobSource: that settings came from */
  GInputStream *input;   /* the table, if no file is to be read, or NULL */
  char *input_name;
  gboolean input_is_read;         /* that stream, in part or to its end */
  gboolean standard_is_read;      /* standard input, as that of a process it never comes back */
  DeidDataset *parsed;            /* what came of a stream that was read to its end, or NULL */
  DeidDataset *dataset;           /* NULL as long as it was not asked for */
  struct DeidJobColumns *columns; /* what is set of its columns, together with it */
  DeidEngineTable *engine_table;  /* whose combinations the dataset has, or NULL */
  DeidProblem *problem;           /* NULL as long as it was not asked for */
  DeidBaselineReport *baseline;   /* what comes of the table by the baseline, with the problem; or
                                     NULL */
  DeidJob *base;           /* whose statement the columns point into, if not the own, or NULL */
  GHashTable *hierarchies; /* of jobs derived of one: those read, by what states them; or NULL */
};

/* Tells whether the table, and with it everything, can be changed. */
gboolean deid_job_check_mutable (const DeidJob *job, GError **error);

/* Tells whether policies choose levels of all quasi-identifiers. */
gboolean deid_job_has_levels (const DeidJob *job);

/* Returns: (transfer none): a new source. */
DeidJobSource *deid_job_add_source (DeidJob *job, const char *name, const char *folder);

/* Returns: (transfer full): a value in its normal form, or NULL with the errors of
 * deid_job_value_normalize(), which name place, key and value. */
char *deid_job_normalize (const DeidJobKey *key, const char *value, const DeidJobSource *source,
                          guint64 line, const char *section, GError **error);

/* Returns: (transfer full): the path that an entry has, behind the folder of its file. */
char *deid_job_entry_resolve (const DeidJobEntry *entry);

/* Puts the place of a setting before the message of an error: the file and the line, or the option,
 * then section and key. What was not set is named by section and key alone. Returns: FALSE. */
gboolean deid_job_prefix_error (const DeidJob *job, const char *section, const char *key,
                                GError **error);

/* The same with an error of its own, %DEID_ERROR_INVALID_ARGUMENT. */
gboolean deid_job_refuse (const DeidJob *job, const char *section, const char *key,
                          const char *message, GError **error);

/* Returns: (transfer full): what deid_job_to_text() writes, as reports have it: of the command of
 * an engine, which may hold a password, they name the program. Errors: %DEID_ERROR_NO_MEMORY. */
char *deid_job_to_report (const DeidJob *job, GError **error);

/* The same as deid_job_prefix_error(), with the value behind the key. */
gboolean deid_job_prefix_value (const DeidJob *job, const char *section, const char *key,
                                GError **error);
