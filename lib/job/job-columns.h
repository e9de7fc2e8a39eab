/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "job/job-private.h"

/* What the sections of columns say of a table: of each column the setting of each key that goes
 * first. Columns that sections combine of others stand behind those of the table. */

/* The keys of columns, in the order of the list of keys. */
typedef enum
{
  DEID_JOB_COLUMN_ROLE = 0,
  DEID_JOB_COLUMN_TYPE,
  DEID_JOB_COLUMN_FORMAT,
  DEID_JOB_COLUMN_MISSING,
  DEID_JOB_COLUMN_MISSING_POLICY,
  DEID_JOB_COLUMN_RULE,
  DEID_JOB_COLUMN_HIERARCHY,
  DEID_JOB_COLUMN_KIND,
  DEID_JOB_COLUMN_LEVELS,
  DEID_JOB_COLUMN_KEEP_APART,
  DEID_JOB_COLUMN_KEEP_TOGETHER,
  DEID_JOB_COLUMN_MAX_BLOCKS,
  DEID_JOB_COLUMN_WEIGHT,
  DEID_JOB_COLUMN_LIMIT,
  DEID_JOB_COLUMN_GROUP_WEIGHT,
  DEID_JOB_COLUMN_JOINT,
  DEID_JOB_COLUMN_BIN_MEAN,
  DEID_JOB_COLUMN_MICROAGGREGATE,
  DEID_JOB_N_COLUMN_KEYS
} DeidJobColumnKey;

typedef struct
{
  const DeidJobEntry *entry; /* or NULL */
  const DeidJobSection *section;
} DeidJobColumnSetting;

typedef struct
{
  char **parts;              /* the names of the columns that it combines, or NULL */
  const DeidJobSection *own; /* the section with its name, or NULL */
  DeidJobColumnSetting settings[DEID_JOB_N_COLUMN_KEYS];
} DeidJobColumn;

typedef struct DeidJobColumns
{
  const DeidJobStatement *statement;
  DeidJobColumn *columns; /* those of the table come first */
  guint64 n, capacity;
  gboolean is_begun; /* whether the table was given something of it */
} DeidJobColumns;

/* Reads what is set of the columns of a table. @dataset has those of @whole, or some of them, and
 * perhaps others, of which nothing is set; sections are about columns of @whole.
 * Errors: %DEID_ERROR_UNKNOWN_COLUMN, also for asterisks that no column fits; %DEID_ERROR_PARSE for
 * what does not go together; %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. */
gboolean deid_job_columns_init (DeidJobColumns *columns, const DeidJob *job,
                                const DeidDataset *dataset, const DeidDataset *whole,
                                GCancellable *cancellable, GError **error);
void deid_job_columns_clear (DeidJobColumns *columns);

/* Tells whether a key of columns does something in the role of a column. */
gboolean deid_job_columns_is_used (const DeidJobColumns *columns, guint64 column,
                                   DeidJobColumnKey key);

DeidRole deid_job_columns_get_role (const DeidJobColumns *columns, guint64 column);

/* Tells whether the role of a column has a use for a key. */
gboolean deid_job_columns_uses (const DeidJobColumns *columns, guint64 column,
                                DeidJobColumnKey key);

/* Returns: (nullable): what is set of a key of a column. */
const DeidJobEntry *deid_job_columns_get (const DeidJobColumns *columns, guint64 column,
                                          DeidJobColumnKey key);

/* Returns: the number of the word that a key of a column has in the column's role, 0 for `no`. */
int deid_job_columns_find_word (const DeidJobColumns *columns, guint64 column,
                                DeidJobColumnKey key);

/* Returns: what is set of the rule or of the hierarchy of a column, whichever goes first, or NULL
 * without an error. Errors: %DEID_ERROR_PARSE if one section has both. */
gboolean deid_job_columns_get_hierarchy (const DeidJobColumns *columns, guint64 column,
                                         const DeidJobEntry **entry, GError **error);

/* Returns: (transfer full): the numbers of the columns with a role, in the order of the sections
 * that give it to them; NULL with %DEID_ERROR_NO_MEMORY. */
guint *deid_job_columns_list (const DeidJobColumns *columns, DeidRole role, guint *n,
                              GError **error);

/* Puts the place of a setting of a column before the message of an error. Returns: FALSE. */
gboolean deid_job_columns_prefix (const DeidJobColumns *columns, guint64 column,
                                  DeidJobColumnKey key, GError **error);
