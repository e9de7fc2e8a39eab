/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "engine/dialect.h"

/* SQL written from the grammar of Trino, which has not run it. */

/* Spark wants a length, and a value that would be cut here is refused as too long anyway. */
#define DIALECT_ANSI_TEXT "varchar(10485760)"

const DeidDialectFacts deid_dialect_ansi = {
  .name = "ansi",
  .max_name = G_MAXSIZE,
  .name_quote = "\"",
  .max_parts = 3,
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
  .schema = "current_schema",
  .columns = "'=' || column_name || '=' FROM {in}information_schema.columns "
             "WHERE table_schema = {schema} AND table_name = {name} ORDER BY ordinal_position",
  .rename_before = "ALTER TABLE ",
  .rename_between = " RENAME TO ",
  /* More than one row is an error, whatever the settings say of casts. */
  .check_before = "-- If this fails: ",
  .check_between = "\nSELECT (SELECT other FROM (SELECT 1 AS other UNION ALL SELECT other FROM (",
  .check_behind = ") d) u)",
  .begin = "",
  .commit = "",
  .client_reads_to_end = TRUE,
  .client_setup = "",
};

/* The SQL of ClickHouse, with what version 18.16 has of it. */

const DeidDialectFacts deid_dialect_clickhouse = {
  .name = "clickhouse",
  .max_name = G_MAXSIZE,
  .name_quote = "\"",
  .max_parts = 2,
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
  .schema = "currentDatabase()",
  .catalog = "system.tables WHERE database = {schema} AND name = {name}",
  .tables = "'=' || name || '=' FROM system.tables WHERE database = {schema} AND name LIKE {name}",
  .columns = "'=' || name || '=' FROM system.columns WHERE database = {schema} AND table = {name}",
  .rename_before = "RENAME TABLE ",
  .rename_between = " TO ",
  .replace = "replaceAll",
  .hash_before = "sipHash64(",
  .hash_behind = ")",
  .hash_sum = "toString(sum(\"\\th0\"))",
  .hash_end = "",
  .check_before = "SELECT toUInt8(if(count() != 0, '",
  .check_between = "', '0')) FROM (",
  .check_behind = ") d FORMAT Null",
  .begin = "",
  .commit = "",
  .client_flags = "--format=CSV --multiquery",
  .client_code = "^(?:Received exception from server \\(version [0-9.]+\\):\n)?"
                 "(Code: [0-9]{1,4})\\.",
  .client_reads_to_end = TRUE,
  .client_setup = "",
};

/* The SQL of DuckDB. */

/* In a name of two parts, the first may be a schema or a database. */
#define IN_SCHEMA                                                                                  \
  "(table_catalog = {database} AND table_schema = {schema} OR table_catalog = {first} AND "        \
  "table_schema = 'main')"

const DeidDialectFacts deid_dialect_duckdb = {
  .name = "duckdb",
  .max_name = G_MAXSIZE,
  .name_quote = "\"",
  .max_parts = 3,
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
  .schema = "current_schema()",
  .database = "current_database()",
  .catalog = "information_schema.tables WHERE " IN_SCHEMA " AND table_name COLLATE NOCASE = {name}",
  .tables = "'=' || table_name || '=' FROM information_schema.tables WHERE " IN_SCHEMA
            " AND table_name LIKE {name}",
  .columns = "'=' || column_name || '=' FROM information_schema.columns WHERE " IN_SCHEMA
             " AND table_name COLLATE NOCASE = {name} ORDER BY ordinal_position",
  .rename_before = "ALTER TABLE ",
  .rename_between = " RENAME TO ",
  .renames_in_place = TRUE,
  .replace = "replace",
  .hash_before = "hash(",
  .hash_behind = ")",
  .hash_sum = "CAST(coalesce(sum(h0), 0) AS text)",
  .hash_end = "",
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

/* The SQL of PostgreSQL. */

const DeidDialectFacts deid_dialect_postgresql = {
  .name = "postgresql",
  .max_name = 63,
  .name_quote = "\"",
  .max_parts = 3,
  .escape_mark = "E",
  .text_before = "CAST(",
  .text_behind = " AS text)",
  .text = "text COLLATE \"C\"",
  .text_or_null = "text",
  .integer = "bigint",
  .not_null = " NOT NULL",
  .unique = " NOT NULL", /* an index takes no text of more than 2,704 bytes */
  .storage = "",
  .binary = "COLLATE \"C\"",
  .carriage_return = "\r",
  .line_feed = "\n",
  .between_rows = ",\n",
  .random = "random()",
  .row_before = " LIMIT 1 OFFSET ",
  .row_behind = "",
  .join = "JOIN",
  /* Functions and operators that fit better than those of the system, in a schema that others may
     create them in, are never taken: all are named with their schema, or fit exactly. */
  .private_before = "DECLARE made text; grantee text; BEGIN ",
  .private_behind = "; made := ",
  .private_end
  = "; FOR grantee IN SELECT DISTINCT CASE WHEN a.grantee OPERATOR(pg_catalog.=) CAST(0 AS oid) "
    "THEN 'PUBLIC' ELSE pg_catalog.quote_ident(CAST(pg_catalog.pg_get_userbyid(a.grantee) AS "
    "text)) "
    "END FROM pg_catalog.pg_class c, pg_catalog.aclexplode(c.relacl) a "
    "WHERE c.oid OPERATOR(pg_catalog.=) CAST(pg_catalog.to_regclass(made) AS oid) "
    "AND a.grantee OPERATOR(pg_catalog.<>) c.relowner "
    "LOOP EXECUTE 'REVOKE ALL ON ' || made || ' FROM ' || grantee || ' CASCADE'; END LOOP; END",
  .analyze = "ANALYZE ",
  .schema = "CAST(pg_catalog.current_schema() AS text)",
  .only_database = "CAST(pg_catalog.current_database() AS text)",
  .catalog = "pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace "
             "WHERE CAST(n.nspname AS text) OPERATOR(pg_catalog.=) {schema} "
             "AND CAST(c.relname AS text) OPERATOR(pg_catalog.=) {name}",
  .tables = "'=' || CAST(c.relname AS text) || '=' FROM pg_catalog.pg_class c JOIN "
            "pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE CAST(n.nspname AS text) "
            "OPERATOR(pg_catalog.=) {schema} AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND "
            "CAST(c.relname AS text) OPERATOR(pg_catalog.~~) {name}",
  .columns = "'=' || CAST(attname AS text) || '=' FROM pg_catalog.pg_attribute "
             "WHERE attnum > 0 AND NOT attisdropped AND attrelid OPERATOR(pg_catalog.=) "
             "CAST(pg_catalog.to_regclass({table}) AS oid) ORDER BY attnum",
  .rename_before = "ALTER TABLE ",
  .rename_between = " RENAME TO ",
  .renames_in_place = TRUE,
  .replace = "replace",
  .hash_before = "hashtextextended(",
  .hash_behind = ", 0)",
  .hash_sum = "CAST(coalesce(sum(CAST(h0 AS numeric)), 0) AS text)",
  .hash_end = "",
  .check_before = "CREATE TEMPORARY TABLE deid_check AS SELECT CAST(CASE WHEN count(*) = 0 THEN "
                  "'1' ELSE '",
  .check_between = "' END AS integer) AS is_right FROM (",
  .check_behind = ") d;\nDROP TABLE deid_check",
  .begin = "BEGIN;\n",
  .commit = "COMMIT;\n",
  .client_setup = "\\set ON_ERROR_STOP on\n"
                  "\\set AUTOCOMMIT on\n"
                  "\\set QUIET on\n"
                  "\\set ECHO none\n"
                  "\\set VERBOSITY terse\n"
                  "\\set FETCH_COUNT 10000\n"
                  "\\timing off\n"
                  "\\pset format csv\n"
                  "\\pset expanded off\n"
                  "\\pset tuples_only on\n"
                  "SET client_min_messages = error;\n"
                  "SET client_encoding = 'UTF8';\n"
                  "SET DateStyle = 'ISO, YMD';\n"
                  "SET TimeZone = 'UTC';\n"
                  /* It knows nothing of how many keys are alike, and would loop over classes. */
                  "SET enable_nestloop = off;\n"
                  "SET enable_mergejoin = off;\n"
                  "SET join_collapse_limit = 1;\n"
                  /* To compile a query takes longer than to join helper tables. */
                  "SET jit = off;\n",
  .client_without_values = "\\set VERBOSITY sqlstate\n",
  .client_code = "^((?:ERROR|FATAL):  [0-9A-Z]{5}$|psql: error: connection [^\r\n]*)",
};

/* The SQL of SQLite. */

/* Six digits of a hash as a number: their sum has room for 2^33 rows. */
#define DIGIT(place, factor) "(unicode(substr(h0, " #place ", 1)) - 48) * " #factor
#define SUM_DIGITS(place)                                                                          \
  "coalesce(sum(" DIGIT (1 + place, 1) " + " DIGIT (2 + place, 32) " + " DIGIT (                   \
      3 + place, 1024) " + " DIGIT (4 + place,                                                     \
                                    32768) " + " DIGIT (5 + place,                                 \
                                                        1048576) " + " DIGIT (6 + place,           \
                                                                              33554432) "), 0)"

const DeidDialectFacts deid_dialect_sqlite = {
  .name = "sqlite",
  .max_name = G_MAXSIZE,
  .name_quote = "\"",
  .max_parts = 2,
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
  .schema = "NULL",
  .catalog = "{in}sqlite_master WHERE name COLLATE NOCASE = {name}",
  .tables = "'=' || name || '=' FROM {in}sqlite_master WHERE type IN ('table', 'view') AND name "
            "LIKE {name}",
  .columns = "'=' || CAST(name AS text) || '=' FROM pragma_table_xinfo({name}, {schema}) "
             "WHERE hidden <> 1 ORDER BY cid",
  .rename_before = "ALTER TABLE ",
  .rename_between = " RENAME TO ",
  .renames_in_place = TRUE,
  .replace = "replace",
  .hash_before = "hex(sha3(",
  .hash_behind = "))",
  .hash_sum = SUM_DIGITS (0) " || '.' || " SUM_DIGITS (6) " || '.' || " SUM_DIGITS (12),
  .hash_end = " LIMIT -1", /* else SQLite hashes a row once for each digit */
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
