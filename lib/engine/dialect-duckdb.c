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
  .unique = "PRIMARY KEY",
  .integer = "bigint",
  .binary = "COLLATE C",
  .carriage_return = "chr(13)",
  .join = "JOIN",
  .catalog = "information_schema.tables WHERE " CURRENT " AND table_name COLLATE NOCASE = ",
  .columns_before = "'=' || column_name || '=' FROM information_schema.columns WHERE " CURRENT
                    " AND table_name COLLATE NOCASE = ",
  .columns_after = " ORDER BY ordinal_position",
  .client_setup = ".bail on\n"
                  ".mode csv\n"
                  ".headers off\n"
                  "SET TimeZone = 'UTC';\n",
};
