/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "base/long-text.h"

/* What engines do in different ways. */
typedef struct
{
  const char *name;
  gsize max_name;          /* the bytes of an identifier, behind which the engine would cut it */
  gboolean has_escapes;    /* E'\\' is a literal, whatever the settings say of '\' */
  const char *text_before; /* makes a text of an expression between this, */
  const char *text_behind; /* and this */
  const char *unique;      /* what a column of texts is declared as that holds each of them once */
  const char *reserved;    /* what no name of a table may begin with, in any case, or NULL */
  const char *text;        /* the type of a column of texts, which are compared byte by byte */
  const char *integer;     /* the type of numbers of records */
  const char *binary;      /* the collation that compares bytes, behind an expression */
  const char *carriage_return; /* an expression of one, if the client drops it, or NULL */
  const char *join; /* an inner join, which keeps the order of the tables if that matters */
  /* What creates a table, as the text of a statement between the first two, that nobody else may
   * read; its name comes behind, and the last. All NULL where tables have no privileges. */
  const char *private_before, *private_behind, *private_end;
  const char *analyze;        /* comes before the name of a helper table, or NULL */
  const char *catalog;        /* of the tables that have a name, which comes behind it */
  const char *columns_before; /* what is selected of the columns of a table: up to its name, */
  const char *columns_after;  /* and behind it */
  const char *client_setup;   /* what the client reads first: rows as CSV, an end at an error */
  const char *client_without_values; /* what it reads then to complain without values of the table,
                                        or NULL if it cannot */
} DeidDialectFacts;

extern const DeidDialectFacts deid_dialect_sqlite, deid_dialect_postgresql, deid_dialect_duckdb;

/* Returns: (nullable): the facts, or %NULL if there is no such dialect. */
const DeidDialectFacts *deid_dialect_get_facts (DeidDialect dialect);

/* Checks that a name can be an identifier; @what calls it something in messages. Errors:
 * %DEID_ERROR_ENCODING, %DEID_ERROR_INVALID_ARGUMENT. */
gboolean deid_dialect_check_name (const DeidDialectFacts *facts, const char *what, const char *name,
                                  GError **error);

/* Adds a name, which was checked, in quotes. */
void deid_dialect_add_name (const DeidDialectFacts *facts, DeidLongText *sql, const char *name);

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
