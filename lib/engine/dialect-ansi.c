/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SQL that both Trino and Spark take. */
#include "engine/dialect.h"

/* Spark wants a length, and a value that would be cut here is refused as too long anyway. */
#define DIALECT_ANSI_TEXT "varchar(10485760)"

const DeidDialectFacts deid_dialect_ansi = {
  .name = "ansi",
  .max_name = G_MAXSIZE,
  .refused_in_names = "\\",
  .text_before = "CAST(",
  .text_behind = " AS " DIALECT_ANSI_TEXT ")",
  .text = DIALECT_ANSI_TEXT,
  .text_or_null = DIALECT_ANSI_TEXT,
  .integer = "bigint",
  .not_null = "",
  .unique = "",
  .storage = "",
  .binary = "",
  /* Versions and settings of Spark read quotes and backslashes in literals in several ways. */
  .quote = "' || chr(39) || '",
  .backslash = "' || chr(92) || '",
  .carriage_return = "' || chr(13) || '",
  .line_feed = "' || chr(10) || '",
  .between_rows = ",\n",
  .random = "random()",
  .row_before = " OFFSET ",
  .row_behind = " ROWS FETCH FIRST 1 ROW ONLY",
  .lacks_rows = TRUE,
  .join = "JOIN",
  .columns_before = "'=' || column_name || '=' FROM information_schema.columns "
                    "WHERE table_schema = current_schema AND table_name = ",
  .columns_after = " ORDER BY ordinal_position",
  .rename_before = "ALTER TABLE ",
  .rename_between = " RENAME TO ",
  /* More than one row is an error, whatever the settings say of casts. */
  .check_before = "-- If this fails: ",
  .check_between = "\nSELECT (SELECT other FROM (SELECT 1 AS other UNION ALL SELECT other FROM (",
  .check_behind = ") d) u)",
  .begin = "",
  .commit = "",
  .client_setup = "",
};
