/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The SQL of SQLite. */
#include "engine/dialect.h"

const DeidDialectFacts deid_dialect_sqlite = {
  .name = "sqlite",
  .reserved = "sqlite_",
  .max_name = G_MAXSIZE,
  .text_before = "CAST(",
  .text_behind = " AS text)",
  .text = "text COLLATE BINARY",
  .unique = "PRIMARY KEY",
  .integer = "bigint",
  .binary = "COLLATE BINARY",
  .carriage_return = "char(13)",
  .join = "CROSS JOIN",
  .catalog = "sqlite_master WHERE name COLLATE NOCASE = ",
  .columns_before = "'=' || CAST(name AS text) || '=' FROM pragma_table_xinfo(",
  .columns_after = ") WHERE hidden <> 1 ORDER BY cid",
  .client_setup = ".bail on\n"
                  ".mode csv\n"
                  ".headers off\n"
                  ".timeout 5000\n"
                  /* Views that are broken, of whatever tables, do not stop a renaming. */
                  "PRAGMA legacy_alter_table = ON;\n",
};
