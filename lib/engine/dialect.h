/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "base/long-text.h"

/* A dialect of SQL: the fragments in which engines differ, as docs/dialects.md describes them.
 * Those that a dialect leaves out are NULL. */
typedef struct
{
  const char *name;
  /* names */
  gsize max_name, max_parts;
  const char *name_quote, *refused_in_names, *reserved;
  /* literals and texts */
  gboolean has_escapes;
  const char *escape_mark, *quote, *backslash, *carriage_return, *line_feed, *lost_return;
  const char *text_before, *text_behind, *binary, *nul_before, *nul_behind;
  /* tables */
  const char *text, *text_or_null, *integer, *not_null, *unique, *storage, *between_rows;
  const char *private_before, *private_behind, *private_end;
  const char *analyze, *rename_before, *rename_between;
  gboolean renames_in_place;
  /* queries */
  gboolean has_loud_aliases, nests_joins, lacks_rows;
  const char *join, *random, *row_before, *row_behind;
  const char *repeat_before, *repeat_behind;
  /* of the catalog; deid_dialect_add_catalog() replaces the placeholders of the last three */
  const char *schema, *database, *only_database, *catalog, *tables, *columns;
  /* fingerprints */
  const char *replace, *hash_before, *hash_behind, *hash_sum, *hash_end;
  /* scripts */
  const char *check_before, *check_between, *check_behind, *begin, *commit;
  /* the client program */
  const char *client_flags, *client_setup, *client_without_values, *client_code;
  gboolean client_reads_to_end;
} DeidDialectFacts;

/* The texts of the built-in dialects, in the order of DeidDialect. The build makes them from
 * docs/dialects/, without comments. */
extern const char *const deid_dialect_texts[];

typedef enum
{
  DEID_FRAGMENT_NEEDED,       /* a text that may be empty */
  DEID_FRAGMENT_NEEDED_FULL,  /* a text that may not be empty */
  DEID_FRAGMENT_OPTIONAL,     /* a text that may be left out, but not be empty */
  DEID_FRAGMENT_OPTIONAL_ANY, /* a text that may be left out or empty */
  DEID_FRAGMENT_FLAG,         /* yes or no; no by default */
  DEID_FRAGMENT_NUMBER        /* from 1 on; %G_MAXSIZE by default */
} DeidFragmentKind;

typedef struct
{
  const char *key; /* as in a dialect file */
  gsize offset;    /* of the field in DeidDialectFacts */
  DeidFragmentKind kind;
  char together; /* fragments with the same letter go together; 0 for one alone */
} DeidFragment;

/* All fragments, in the order of the documentation. */
extern const DeidFragment deid_dialect_fragments[];
extern const guint deid_dialect_n_fragments;

/* Reads a dialect from a text with a line KEY=VALUE for each fragment. Errors: %DEID_ERROR_PARSE
 * with the line, %DEID_ERROR_ENCODING, %DEID_ERROR_NO_MEMORY; %DEID_ERROR_INVALID_ARGUMENT for a
 * missing fragment. */
DeidDialectFacts *deid_dialect_read (const char *text, GError **error);

/* Frees a dialect that deid_dialect_read() returned, or %NULL. */
void deid_dialect_free (DeidDialectFacts *facts);

/* Returns: (nullable): the facts of a built-in dialect, which the first call parses; %NULL for a
 * number that is no dialect. Threads: any. */
const DeidDialectFacts *deid_dialect_get_facts (DeidDialect dialect);

/* Checks that a name can be an identifier; @what calls it something in messages. Errors:
 * %DEID_ERROR_ENCODING, %DEID_ERROR_INVALID_ARGUMENT. */
gboolean deid_dialect_check_name (const DeidDialectFacts *facts, const char *what, const char *name,
                                  GError **error);

/* Adds a name, which was checked, in quotes. */
void deid_dialect_add_name (const DeidDialectFacts *facts, DeidLongText *sql, const char *name);

/* Checks the name of a table, which may include a schema, and a database before the schema,
 * separated by dots. A part in double quotes may contain dots, and quotes that are doubled. Errors:
 * those of deid_dialect_check_name() for a part, %DEID_ERROR_INVALID_ARGUMENT. */
gboolean deid_dialect_check_table (const DeidDialectFacts *facts, const char *table,
                                   GError **error);

/* Adds the name of a table, which was checked, with each part in quotes. */
void deid_dialect_add_table (const DeidDialectFacts *facts, DeidLongText *sql, const char *table);

/* Adds a literal of the quoted name of a table, which was checked. */
void deid_dialect_add_table_literal (const DeidDialectFacts *facts, DeidLongText *sql,
                                     const char *table);

/* Returns: (transfer full): the name of a table without its schema. */
char *deid_dialect_get_own_name (const char *table);

/* Returns: (transfer full): @own_name with the schema of @table before it. */
char *deid_dialect_make_sibling (const char *table, const char *own_name);

/* Returns: (transfer full) (nullable): the database of a name that has all parts of the dialect. */
char *deid_dialect_get_database (const DeidDialectFacts *facts, const char *table);

/* Adds a fragment about the catalog for a table, and replaces the placeholders in @form: `{name}`,
 * `{schema}` and `{database}` by literals of these parts, or of what the name lacks by the
 * expressions of the dialect; `{first}` by a literal of the schema if the name has two parts,
 * otherwise by NULL; `{table}` by a literal of the whole quoted name; `{in}` by the quoted first
 * part and a dot if the name has all parts of the dialect, otherwise by nothing. */
void deid_dialect_add_catalog (const DeidDialectFacts *facts, DeidLongText *sql, const char *form,
                               const char *table);

/* Adds a name that a statement gives to an expression, a letter and a number, and that no column
 * of a table has if that would matter. */
void deid_dialect_add_alias (const DeidDialectFacts *facts, DeidLongText *sql, char letter,
                             guint number);

/* Adds a text as a literal: UTF-8 without a NUL, as dictionaries have it. */
void deid_dialect_add_literal (const DeidDialectFacts *facts, DeidLongText *sql, const char *text);

/* A key is a value as a text that tells all values apart and survives any client: `=value=`, or `-`
 * if it is missing. */
#define DEID_KEY_MISSING "-"
#define DEID_KEY_MARK    '='

/* What makes a key of a text that may be NULL. */
#define DEID_KEY_BEFORE "coalesce('=' || "
#define DEID_KEY_BEHIND " || '=', '" DEID_KEY_MISSING "')"

/* Adds the key of an expression that is never NULL, such as the number of rows. */
void deid_dialect_add_count_key (const DeidDialectFacts *facts, DeidLongText *sql,
                                 const char *expression);

/* Adds a column of the table whose alias is `t` as a text, which is compared byte by byte. */
void deid_dialect_add_text (const DeidDialectFacts *facts, DeidLongText *sql, const char *column);

/* Adds a text of a column of that table, or of NULL, whose end is known whatever follows it. */
void deid_dialect_add_mark (const DeidDialectFacts *facts, DeidLongText *sql, const char *column);

/* Adds the key of a column of that table. */
void deid_dialect_add_key (const DeidDialectFacts *facts, DeidLongText *sql, const char *column);

/* Adds the key of a value, or of a missing one if it is NULL, as a literal. */
void deid_dialect_add_key_literal (const DeidDialectFacts *facts, DeidLongText *sql,
                                   const char *value);

/* Adds SQL by a format. `%s`, `%u` and `%c` are those of printf. `%T` and `%N` add the names of a
 * table and of a column, `%A` an alias of a letter and a number, `%L` a literal, `%X` and `%K` the
 * text and the key of a column of the table whose alias is `t`, `%C` the key of an expression that
 * is never NULL. */
void deid_dialect_add (const DeidDialectFacts *facts, DeidLongText *sql, const char *format, ...);

/* Reads a key: @text is then NULL if it is missing, and otherwise its value, which has no NUL
 * behind it. Returns: whether it is one. */
gboolean deid_key_read (const char **text, gsize *length);

/* Reads an integer from 0 on from a value that was read. Returns: whether it is one. */
gboolean deid_key_read_count (const char *text, gsize length, guint64 *count);
