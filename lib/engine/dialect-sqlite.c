/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The SQL of SQLite. */
#include "engine/dialect.h"

const DeidDialectFacts deid_dialect_sqlite = {
  .name = "sqlite",
  .max_name = G_MAXSIZE,
  .reserved = "sqlite_",
  .text_before = "CAST(",
  .text_behind = " AS text)",
  .text = "text COLLATE BINARY",
  .text_or_null = "text",
  .integer = "bigint",
  .not_null = " NOT NULL",
  .unique = " PRIMARY KEY",
  .storage = "",
  .binary = "COLLATE BINARY",
  .carriage_return = "\r",
  .lost_return = "char(13)",
  .nul_before = "instr(CAST(t.",
  .nul_behind = " AS blob), x'00')",
  .line_feed = "\n",
  .between_rows = ",\n",
  .random = "random()",
  .row_before = " LIMIT 1 OFFSET ",
  .row_behind = "",
  .join = "CROSS JOIN",
  .catalog = "sqlite_master WHERE name COLLATE NOCASE = ",
  .helpers = "'=' || name || '=' FROM sqlite_master WHERE type = 'table' AND name LIKE 'deid%'",
  .columns_before = "'=' || CAST(name AS text) || '=' FROM pragma_table_xinfo(",
  .columns_after = ") WHERE hidden <> 1 ORDER BY cid",
  .rename_before = "ALTER TABLE ",
  .rename_between = " RENAME TO ",
  .check_before = "CREATE TEMPORARY TABLE deid_check (n integer CONSTRAINT \"",
  .check_between = "\" CHECK (n = 0));\nINSERT INTO deid_check SELECT count(*) FROM (",
  .check_behind = ") d;\nDROP TABLE deid_check",
  .begin = "BEGIN;\n",
  .commit = "COMMIT;\n",
  .client_setup = ".bail on\n"
                  ".mode csv\n"
                  ".headers off\n"
                  ".timeout 5000\n"
                  /* Views that are broken, of whatever tables, do not stop a renaming. */
                  "PRAGMA legacy_alter_table = ON;\n",
};
