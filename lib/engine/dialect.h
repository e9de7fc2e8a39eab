/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "base/long-text.h"

/* What engines do in different ways. */
typedef struct
{
  const char *name;
  gsize max_name; /* the bytes of an identifier, behind which the engine would cut it */
  const char *refused_in_names; /* characters that cannot be quoted in a name, or NULL */
  gboolean has_escapes;         /* '\' is the beginning of an escape, in names and literals */
  const char *escape_mark;  /* comes before a literal in which it is one, or NULL if it never is */
  const char *text_before;  /* makes a text of an expression between this, */
  const char *text_behind;  /* and this */
  const char *text;         /* the type of a column of texts, which are compared byte by byte */
  const char *text_or_null; /* and of one with texts and NULL, which are not compared */
  const char *integer;      /* the type of numbers of records */
  const char *not_null;     /* stands behind the type of a column without NULL, or nothing */
  const char *unique;       /* and behind that of one with texts, each of them once */
  const char *reserved;     /* what no name of a table may begin with, in any case, or NULL */
  const char *storage;      /* stands behind the columns of a new table */
  const char *binary;       /* the collation that compares bytes, behind an expression */
  /* What stands for one in a literal; a NULL of the first two is the character, doubled if it has
   * to be. */
  const char *quote, *backslash, *carriage_return, *line_feed;
  const char *lost_return; /* an expression of a carriage return if the client drops it, or NULL */
  /* What tells where a value has a NUL, at which the client cuts it, or NULL if it has none. */
  const char *nul_before, *nul_behind;
  const char *between_rows; /* of an INSERT */
  const char *random;       /* a number by which rows come in random order */
  const char *row_before,
      *row_behind;           /* one row of an answer, whose number is between, from 0 on */
  gboolean has_loud_aliases; /* an alias stands for its expression everywhere in its SELECT */
  gboolean nests_joins;      /* a SELECT has one join at most, by USING */
  /* What takes one of the values of a group that are the same, around a column, and what makes as
   * many rows of one as a number says, around that. All NULL where rows are not grouped. */
  const char *any_before, *any_behind, *repeat_before, *repeat_behind;
  gboolean lacks_rows; /* there is no (a, b) IN (SELECT …) */
  const char *join;    /* an inner join, which keeps the order of the tables if that matters */
  /* What creates a table, as the text of a statement between the first two, that nobody else may
   * read; its name comes behind, and the last. All NULL where tables have no privileges. */
  const char *private_before, *private_behind, *private_end;
  const char *analyze; /* comes before the name of a helper table, or NULL */
  const char *catalog; /* of the tables that have a name, which comes behind it, or NULL */
  const char *tables; /* what is selected of the tables and views whose names match a pattern, which
                         comes behind it, or NULL */
  const char *columns_before; /* what is selected of the columns of a table: up to its name, */
  const char *columns_after;  /* and behind it */
  const char *rename_before;  /* gives a table another name, between these and behind them */
  const char *rename_between;
  /* A check: the first part, a message, the second part, a query, the third part. It fails if the
   * query selects a row, with the message if the engine can show one. */
  const char *check_before, *check_between, *check_behind;
  const char *begin, *commit;      /* a transaction, or nothing */
  const char *const *client_flags; /* stand behind the command of the client: to a NULL, or NULL */
  gboolean client_reads_to_end;    /* its input, before it runs a statement */
  const char *client_setup; /* what the client reads first: rows as CSV, an end at an error */
  const char *client_without_values; /* what it reads then to complain without values of the table,
                                        or NULL if it cannot */
} DeidDialectFacts;

extern const DeidDialectFacts deid_dialect_sqlite, deid_dialect_postgresql, deid_dialect_duckdb,
    deid_dialect_clickhouse, deid_dialect_ansi;

/* Finds a dialect by its name, which must be one. */
DeidDialect deid_dialect_find (const char *name);

/* Returns: (nullable): the facts, or %NULL if there is no such dialect. */
const DeidDialectFacts *deid_dialect_get_facts (DeidDialect dialect);

/* Checks that a name can be an identifier; @what calls it something in messages. Errors:
 * %DEID_ERROR_ENCODING, %DEID_ERROR_INVALID_ARGUMENT. */
gboolean deid_dialect_check_name (const DeidDialectFacts *facts, const char *what, const char *name,
                                  GError **error);

/* Adds a name, which was checked, in quotes. */
void deid_dialect_add_name (const DeidDialectFacts *facts, DeidLongText *sql, const char *name);

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

/* Adds the key of a column of that table. */
void deid_dialect_add_key (const DeidDialectFacts *facts, DeidLongText *sql, const char *column);

/* Adds the key of a value, or of a missing one if it is NULL, as a literal. */
void deid_dialect_add_key_literal (const DeidDialectFacts *facts, DeidLongText *sql,
                                   const char *value);

/* Reads a key: @text is then NULL if it is missing, and otherwise its value, which has no NUL
 * behind it. Returns: whether it is one. */
gboolean deid_key_read (const char **text, gsize *length);

/* Reads an integer from 0 on from a value that was read. Returns: whether it is one. */
gboolean deid_key_read_count (const char *text, gsize length, guint64 *count);
