/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/dictionary.h"
#include "job/job-keys.h"

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
