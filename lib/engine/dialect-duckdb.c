/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The SQL of DuckDB. */
#include "engine/dialect.h"

#define CURRENT "table_catalog = current_database() AND table_schema = current_schema()"

const DeidDialectFacts deid_dialect_duckdb = {
  .name = "duckdb",
  .max_name = G_MAXSIZE,
  .text_before = "CAST(",
  .text_behind = " AS text)",
  .text = "text COLLATE C",
  .text_or_null = "text",
  .integer = "bigint",
  .not_null = " NOT NULL",
  .unique = " PRIMARY KEY",
  .storage = "",
  .binary = "COLLATE C",
  .carriage_return = "\r",
  .line_feed = "\n",
  .lost_return = "chr(13)",
  .between_rows = ",\n",
  .random = "random()",
  .row_before = " LIMIT 1 OFFSET ",
  .row_behind = "",
  .any_before = "any_value(",
  .any_behind = ")",
  .repeat_before = "unnest(range(",
  .repeat_behind = "))",
  .join = "JOIN",
  .catalog = "information_schema.tables WHERE " CURRENT " AND table_name COLLATE NOCASE = ",
  .helpers = "'=' || table_name || '=' FROM information_schema.tables WHERE " CURRENT
             " AND table_name LIKE 'deid%'",
  .columns_before = "'=' || column_name || '=' FROM information_schema.columns WHERE " CURRENT
                    " AND table_name COLLATE NOCASE = ",
  .columns_after = " ORDER BY ordinal_position",
  .rename_before = "ALTER TABLE ",
  .rename_between = " RENAME TO ",
  .check_before = "CREATE TEMPORARY TABLE deid_check AS SELECT CASE WHEN count(*) = 0 THEN 1 "
                  "ELSE error('",
  .check_between = "') END AS is_right FROM (",
  .check_behind = ") d;\nDROP TABLE deid_check",
  .begin = "BEGIN;\n",
  .commit = "COMMIT;\n",
  .client_setup = ".bail on\n"
                  ".mode csv\n"
                  ".headers off\n"
                  "SET TimeZone = 'UTC';\n",
};
