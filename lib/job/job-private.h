/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/dictionary.h"
#include "baseline/baseline-report-private.h"
#include "job/job-keys.h"

#include <deid/deid.h>

/* Where settings come from. */
typedef struct
{
  char *name;   /* as messages show it: a file, or an option */
  char *folder; /* that paths are relative to, or NULL */
  char *path;   /* of a file, or NULL */
} DeidJobSource;

typedef struct
{
  const DeidJobKey *key;
  char *text;                  /* not empty, in its normal form */
  const DeidJobSource *source; /* or NULL */
  guint64 line;                /* in a file, or 0 */
} DeidJobEntry;

typedef struct
{
  char *name;   /* `input`, `column q*` */
  char *column; /* the column with just this name, or NULL */
  DeidJobEntry *entries;
  guint64 n_entries, capacity;
  const DeidJobSource *source; /* that mentioned it last */
  guint64 line;
} DeidJobSection;

/* Settings by sections, in the order in which these were mentioned first. One that is 0 has none.
 */
typedef struct
{
  DeidDictionary names; /* of the sections, by their numbers */
  DeidJobSection *sections;
  guint64 n, capacity;
} DeidJobStatement;

void deid_job_statement_init (DeidJobStatement *statement);
void deid_job_statement_clear (DeidJobStatement *statement);

/* Errors: %DEID_ERROR_NO_MEMORY; then there is no copy. */
gboolean deid_job_statement_copy (DeidJobStatement *copy, const DeidJobStatement *statement,
                                  GError **error);

/* Returns: (transfer full): the normal form of the name of a section, and in @kind whose keys it
 * has: its name, or `column`; or NULL with %DEID_ERROR_PARSE, without the place. */
char *deid_job_section_normalize (const char *name, const char **kind, GError **error);

/* Finds or makes a section by the normal form of its name; it stays in its place until the next one
 * is made. A new one has room for a setting. Errors: %DEID_ERROR_NO_MEMORY. */
DeidJobSection *deid_job_statement_mention (DeidJobStatement *statement, const char *name,
                                            GError **error);

/* Returns: (nullable): a section by the normal form of its name, if it was mentioned. */
DeidJobSection *deid_job_statement_find (const DeidJobStatement *statement, const char *name);

/* Returns: (nullable): the setting of a key. */
DeidJobEntry *deid_job_section_find (const DeidJobSection *section, const DeidJobKey *key);

/* Sets a key to a value in its normal form, which is taken, or takes its value back if that is
 * empty. A rule displaces a hierarchy of another source, and the other way round. Errors:
 * %DEID_ERROR_NO_MEMORY. */
gboolean deid_job_section_set (DeidJobSection *section, const DeidJobKey *key, char *text,
                               const DeidJobSource *source, guint64 line, GError **error);

/* Takes the value of a key back, and the section too if it has no other: those behind it move up.
 * Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_job_statement_take_back (DeidJobStatement *statement, const char *name,
                                       const DeidJobKey *key, GError **error);

/* Lets a statement have the very texts of @before, of which it is a copy, for all that is the same
 * in both: hosts may still hold them. */
void deid_job_statement_keep_texts (DeidJobStatement *statement, DeidJobStatement *before);

/* Puts before the message of an error where a setting stands, and @value (nullable). */
void deid_job_place_error (const DeidJobSource *source, guint64 line, const char *section,
                           const char *key, const char *value, GError **error);

/* The section of all columns, which has the defaults and comes behind all others. */
#define DEID_JOB_ALL_COLUMNS "column *"

struct DeidJob
{
  gatomicrefcount ref_count;
  gint has_dataset; /* atomic: what is said of the table cannot be changed */
  gint has_problem; /* atomic: nothing can */
  DeidJobStatement statement;
  DeidJobStatement used;          /* as it was when the columns were made, which point into it */
  GPtrArray *sources;             /* of DeidJobSource: that settings came from */
  DeidDataset *given;             /* the table, if no file is to be read, or NULL */
  gboolean standard_is_read;      /* standard input, as that of a process it never comes back */
  DeidDataset *parsed;            /* what came of it when it was read to its end, or NULL */
  DeidDataset *dataset;           /* NULL as long as it was not asked for */
  DeidDataset *population;        /* the table before rows were kept, if it is that; or NULL */
  struct DeidJobColumns *columns; /* what is set of its columns, together with it */
  DeidEngineTable *engine_table;  /* whose combinations the dataset has, or NULL */
  DeidProblem *problem;           /* NULL as long as it was not asked for */
  DeidBaselineReport *baseline;   /* what comes of the table by the baseline, with the problem; or
                                     NULL */
  DeidJob *base;           /* whose statement the columns point into, if not the own, or NULL */
  char *cap;               /* the one to take of several in max-rows, or NULL */
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

/* The same of an entry with several paths. */
char **deid_job_entry_resolve_all (const DeidJobEntry *entry);

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

/* What the sections of columns say of a table: of each column the setting of each key that goes
 * first. Columns that sections combine of others stand behind those of the table. */

/* The keys of columns, in the order of the list of keys. */
typedef enum
{
  DEID_JOB_COLUMN_ROLE = 0,
  DEID_JOB_COLUMN_TYPE,
  DEID_JOB_COLUMN_FORMAT,
  DEID_JOB_COLUMN_DECIMAL,
  DEID_JOB_COLUMN_THOUSANDS,
  DEID_JOB_COLUMN_UNPARSABLE,
  DEID_JOB_COLUMN_MISSING,
  DEID_JOB_COLUMN_MISSING_POLICY,
  DEID_JOB_COLUMN_SEPARATOR,
  DEID_JOB_COLUMN_SUPPRESSED,
  DEID_JOB_COLUMN_RULE,
  DEID_JOB_COLUMN_HIERARCHY,
  DEID_JOB_COLUMN_HIERARCHY_HEADER,
  DEID_JOB_COLUMN_UNEVEN,
  DEID_JOB_COLUMN_KIND,
  DEID_JOB_COLUMN_SET_SIZE,
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
  DEID_JOB_COLUMN_PERSON_TIME,
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

DeidRole deid_job_columns_get_role (const DeidJobColumns *columns, guint64 column);

/* Tells whether the role of a column has a use for a key. */
gboolean deid_job_columns_uses (const DeidJobColumns *columns, guint64 column,
                                DeidJobColumnKey key);

/* Returns: (nullable): what is set of a key of a column. */
const DeidJobEntry *deid_job_columns_get (const DeidJobColumns *columns, guint64 column,
                                          DeidJobColumnKey key);

/* Tells whether a section of the column alone sets a key. */
gboolean deid_job_columns_names (const DeidJobColumns *columns, guint64 column,
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

/* Jobs on the table of another one that differ from it in a few settings. The table is read once,
 * and so is each hierarchy that stays the same. */

/* Makes a job that has the settings, the table and the columns of @job, whose table is there.
 *
 * Returns: (transfer full): the job, or NULL with %DEID_ERROR_NO_MEMORY, or
 * %DEID_ERROR_INVALID_ARGUMENT if a cap on rows of persons was chosen among several. */
DeidJob *deid_job_derive (DeidJob *job, GError **error);

/* Sets a key of such a job, before its problem is made. Errors: those of deid_job_set();
 * %DEID_ERROR_INVALID_ARGUMENT for one that has to do with the table, the roles of columns or what
 * is written. */
gboolean deid_job_override (DeidJob *derived, const char *section, const char *key,
                            const char *value, const char *origin, GError **error);
