/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The SQL of ClickHouse, with what version 18.16 has of it. */
#include "engine/dialect.h"

static const char *const dialect_clickhouse_flags[] = { "--format=CSV", NULL };

const DeidDialectFacts deid_dialect_clickhouse = {
  .name = "clickhouse",
  .max_name = G_MAXSIZE,
  .has_escapes = TRUE,
  .text_before = "toString(",
  .text_behind = ")",
  .text = "String",
  .text_or_null = "Nullable(String)",
  .integer = "Int64",
  .not_null = "",
  .unique = "",
  .storage = " ENGINE = MergeTree ORDER BY tuple()",
  .binary = "",
  /* The client takes the rows of an INSERT from one line of a script. */
  .carriage_return = "\\r",
  .line_feed = "\\n",
  .between_rows = ", ",
  .random = "rand()",
  .row_before = " LIMIT 1 OFFSET ",
  .row_behind = "",
  .has_loud_aliases = TRUE,
  .nests_joins = TRUE,
  .join = "ALL INNER JOIN",
  .catalog = "system.tables WHERE database = currentDatabase() AND name = ",
  .helpers = "'=' || name || '=' FROM system.tables WHERE database = currentDatabase() AND name "
             "LIKE 'deid%'",
  .columns_before = "'=' || name || '=' FROM system.columns "
                    "WHERE database = currentDatabase() AND table = ",
  .columns_after = "",
  .rename_before = "RENAME TABLE ",
  .rename_between = " TO ",
  .check_before = "SELECT toUInt8(if(count() != 0, '",
  .check_between = "', '0')) FROM (",
  .check_behind = ") d FORMAT Null",
  .begin = "",
  .commit = "",
  .client_flags = dialect_clickhouse_flags,
  .client_setup = "",
};
