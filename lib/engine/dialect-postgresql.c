/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The SQL of PostgreSQL. */
#include "engine/dialect.h"

const DeidDialectFacts deid_dialect_postgresql = {
  .name = "postgresql",
  .max_name = 63,
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
  .private_behind = "; made := pg_catalog.quote_ident(",
  .private_end
  = "); FOR grantee IN SELECT DISTINCT CASE WHEN a.grantee OPERATOR(pg_catalog.=) CAST(0 AS oid) "
    "THEN 'PUBLIC' ELSE pg_catalog.quote_ident(CAST(pg_catalog.pg_get_userbyid(a.grantee) AS "
    "text)) "
    "END FROM pg_catalog.pg_class c, pg_catalog.aclexplode(c.relacl) a "
    "WHERE c.oid OPERATOR(pg_catalog.=) CAST(pg_catalog.to_regclass(made) AS oid) "
    "AND a.grantee OPERATOR(pg_catalog.<>) c.relowner "
    "LOOP EXECUTE 'REVOKE ALL ON ' || made || ' FROM ' || grantee || ' CASCADE'; END LOOP; END",
  .analyze = "ANALYZE ",
  .catalog = "pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace "
             "WHERE n.nspname = pg_catalog.current_schema() AND c.relname = ",
  .helpers = "'=' || CAST(c.relname AS text) || '=' FROM pg_catalog.pg_class c JOIN "
             "pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = "
             "pg_catalog.current_schema() AND c.relkind = 'r' AND CAST(c.relname AS text) "
             "OPERATOR(pg_catalog.~~) CAST('deid%' AS text)",
  .columns_before = "'=' || CAST(attname AS text) || '=' FROM pg_catalog.pg_attribute "
                    "WHERE attnum > 0 AND NOT attisdropped AND attrelid OPERATOR(pg_catalog.=) "
                    "CAST(pg_catalog.to_regclass(pg_catalog.quote_ident(",
  .columns_after = ")) AS oid) ORDER BY attnum",
  .rename_before = "ALTER TABLE ",
  .rename_between = " RENAME TO ",
  .check_before = "CREATE TEMPORARY TABLE deid_check AS SELECT CAST(CASE WHEN count(*) = 0 THEN "
                  "'1' ELSE '",
  .check_between = "' END AS integer) AS is_right FROM (",
  .check_behind = ") d;\nDROP TABLE deid_check",
  .begin = "BEGIN;\n",
  .commit = "COMMIT;\n",
  .client_setup = "\\set ON_ERROR_STOP on\n"
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
                  "SET join_collapse_limit = 1;\n",
  .client_without_values = "\\set VERBOSITY sqlstate\n",
};
