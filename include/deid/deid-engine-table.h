/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions unless stated, setters excepted.
 * Setters: one thread at a time.
 * Complexity: O(1) unless stated; of _unref, O(number of roles).
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @column: the name of a column.
 * @cancellable: (nullable): cancels the call from another thread, with %G_IO_ERROR_CANCELLED.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_ENGINE_TABLE_H
#define DEID_ENGINE_TABLE_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-engine.h>
#include <deid/deid-report.h>
#include <deid/deid-result.h>
#include <deid/deid-stored-policy.h>

G_BEGIN_DECLS

/**
 * DeidEngineTable:
 *
 * A table that stays in its engine. The engine counts the distinct combinations of
 * quasi-identifiers and sensitive values. Lattice, problem and search work on these, with the same
 * policy, loss and suppressed records as on the whole table. The engine makes the released table.
 *
 * |[<!-- language="C" -->
 * DeidEngine *engine = deid_engine_new_command (DEID_DIALECT_SQLITE, "sqlite3 my.db", &error);
 * DeidEngineTable *table = deid_engine_table_new (engine, "discharges", &error);
 *
 * deid_engine_table_set_role (table, "age", DEID_ROLE_QUASI_IDENTIFYING, &error);
 * deid_engine_table_set_role (table, "illness", DEID_ROLE_SENSITIVE, &error);
 * deid_engine_table_set_role (table, "ward", DEID_ROLE_INSENSITIVE, &error);
 * DeidDataset *combinations = deid_engine_table_count (table, NULL, &error);
 * // … a lattice of it, a problem, a search, and of its result:
 * deid_engine_table_release (table, result, "release", NULL, &error);
 * ]|
 *
 * Names of tables and columns are single identifiers, without a schema, spelled as in the engine.
 * The library quotes names and values in every statement. One thread at a time.
 */
typedef struct DeidEngineTable DeidEngineTable;

DEID_AVAILABLE_IN_0_1
GType deid_engine_table_get_type (void);

DEID_AVAILABLE_IN_0_1
DeidEngineTable *deid_engine_table_ref (DeidEngineTable *table);

/**
 * deid_engine_table_unref:
 * @table: (transfer full): a table in an engine, which keeps the table itself
 */
DEID_AVAILABLE_IN_0_1
void deid_engine_table_unref (DeidEngineTable *table);

/**
 * deid_engine_table_new:
 * @engine: the engine that it is in
 * @name: its name, UTF-8: `stays`, `public.stays` or `clinic.public.stays`
 *
 * Names a table or view of an engine. Nothing is read. The name may include a schema and a
 * database, separated by dots: in PostgreSQL a schema, and before it the database of the
 * connection; in DuckDB a schema, an attached database, or both; in ClickHouse a database; in
 * SQLite the name of an attached database; in ANSI SQL a schema, and before it a catalog. Write
 * each part as the engine lists it, including capital letters and blanks. A part in double quotes
 * may contain dots, as in `public."stays.2026"`, and double quotes, which are doubled.
 * Errors: %DEID_ERROR_ENCODING; %DEID_ERROR_INVALID_ARGUMENT for a part that is empty, has a
 * control character or, in PostgreSQL, more than 63 bytes; for more parts than the engine allows;
 * for quotes that are not closed. Complexity: O(length of @name).
 * Returns: (transfer full): a new table, no column of which has a role, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidEngineTable *deid_engine_table_new (DeidEngine *engine, const char *name, GError **error);

/**
 * deid_engine_table_set_helpers:
 * @table: a table in an engine
 * @schema: (nullable): the schema for helper tables, which may include a database; %NULL for the
 *   schema in which the engine creates tables by default
 * @max_hours: for how many hours helper tables of other runs are kept; %G_MAXUINT64 for ever
 *
 * Sets the schema in which helper tables are created, and the age at which helper tables of other
 * runs are dropped. In SQLite, `temp` is a schema. The released table is always created in its own
 * schema.
 *
 * Names of helper tables begin with `deid_` and the time when the run began, in UTC.
 * deid_engine_table_count() looks for helper tables of other runs in the schema of helper tables
 * and in that of the session; a job also looks in the schema of the released table. Those of runs
 * that began more than @max_hours ago are dropped. If such a run is still at work, it then fails.
 * All others become a note of the dataset. The names of helper tables of scripts contain no time,
 * and these tables are never dropped.
 * Errors: those of deid_engine_table_new() about the name. Complexity: O(length of @schema).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_engine_table_set_helpers (DeidEngineTable *table, const char *schema,
                                        guint64 max_hours, GError **error);

/**
 * deid_engine_table_set_fingerprint:
 * @table: a table in an engine
 * @has_fingerprint: whether it has one
 *
 * Makes the engine take a fingerprint of all released columns, including insensitive ones, which
 * are not counted, and of persons and weights. Default: %FALSE. deid_engine_table_count() takes the
 * fingerprint. deid_engine_table_release() or a script compares it with the table at the time of
 * the release: if it differs, nothing is released. Use the same @table for counting and for the
 * release.
 *
 * The fingerprint is the sum of the hashes of all rows, so the order of rows does not matter. A
 * hash has 64 bits, in SQLite 72 bits. The fingerprint detects accidental changes. It does not
 * detect deliberate changes that keep the sum, changes that were undone, changes in identifying or
 * judged columns or, in SQLite, changes after the 15th digit of a fraction. In SQLite, only the
 * program `sqlite3` has the hash, as the function `sha3()`.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if the dialect has no hash, for example %DEID_DIALECT_ANSI.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_engine_table_set_fingerprint (DeidEngineTable *table, gboolean has_fingerprint,
                                            GError **error);

/**
 * deid_engine_table_set_role:
 * @table: a table in an engine
 * @column: the name of a column, UTF-8, of at most 63 bytes in PostgreSQL
 * @role: its role
 *
 * Sets the role of a column. Columns without a role are identifying: they are neither read nor
 * released. Released columns are in the order in which they first got a role.
 *
 * Sensitive and judged columns are counted with the quasi-identifiers, so that models may judge
 * them; many values make many combinations. Make columns that no model judges insensitive: they are
 * released unchanged, and not counted. Persons and survey weights are counted but not released;
 * there are at least as many combinations as persons.
 * Errors: %DEID_ERROR_ENCODING; %DEID_ERROR_INVALID_ARGUMENT for a name that is empty or too long
 * or has a control character, or an invalid role; %DEID_ERROR_ROLE for a second weight, entity or
 * survey weight, and for a name that the engine takes for that of another column, as `Age` and
 * `age` in SQLite and DuckDB. Complexity: O(number of roles).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_engine_table_set_role (DeidEngineTable *table, const char *column, DeidRole role,
                                     GError **error);

/**
 * deid_engine_table_add_missing_codes:
 * @table: a table in an engine
 * @column: a column that was given a role
 * @codes: (array zero-terminated=1) (element-type utf8): texts that stand for a missing value, such
 *   as `NA` or `-9`
 *
 * Declares missing codes: the engine counts and releases a value of the column as NULL if its text
 * is equal to one of @codes. Further calls add codes. Stored policies have the codes, as after
 * deid_dataset_add_missing_codes().
 * Errors: %DEID_ERROR_ROLE for a column without a role, and for weights and survey weights, which
 * cannot be missing; %DEID_ERROR_ENCODING for a code that is not UTF-8;
 * %DEID_ERROR_INVALID_ARGUMENT for an empty code: empty values are missing anyway. Complexity:
 * O(number of roles and codes).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_engine_table_add_missing_codes (DeidEngineTable *table, const char *column,
                                              const char *const *codes, GError **error);

/**
 * deid_engine_table_set_level_range:
 * @table: a table in an engine
 * @column: a quasi-identifier of it
 * @hierarchy: its generalization hierarchy
 * @lowest: the lowest level that policies may give it
 * @highest: the highest one, at least @lowest; %G_MAXUINT for that of the hierarchy
 *
 * Lets the engine generalize a quasi-identifier before it counts, if @lowest is above 0 or there is
 * a limit (deid_engine_table_set_combination_limit()). That gives fewer combinations, without a
 * difference to policies from that level on. deid_engine_table_count() first lists the values of
 * the column, with their numbers of records, which the hierarchy must know, and sends their labels
 * to the engine as a helper table.
 *
 * In the combinations the missing value, if it is among them, or else one value stands for all
 * values with the same label on that level. Make the lattice with the hierarchy of
 * deid_engine_table_get_hierarchy(), which has all values of the table, so that losses are those of
 * the whole table, and with deid_lattice_set_level_range(): results are proven optimal among the
 * policies from that level on. Anything that looks below it, such as risks of the input, joint
 * columns, limits and weights of single values, or a comparison with the values of a population,
 * then sees generalized values; and the quality models `nuentropy`, `normentropy`, `ebil`, `kl` and
 * `ce`, which compare with frequencies of values, may find another policy best. Set no range where
 * that matters. A second call replaces the range.
 * Errors: %DEID_ERROR_ROLE if the column is no quasi-identifier; %DEID_ERROR_INVALID_ARGUMENT for a
 * range outside the levels of the hierarchy. Complexity: O(number of roles).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_engine_table_set_level_range (DeidEngineTable *table, const char *column,
                                            DeidHierarchy *hierarchy, guint lowest, guint highest,
                                            GError **error);

/**
 * deid_engine_table_get_level_range:
 * @table: a table in an engine
 * @lowest: (out) (optional): the lowest level, 0 if no range was set
 * @highest: (out) (optional): the highest one, 0 if no range was set
 *
 * Gets the levels of a quasi-identifier that policies may choose: those that were set, or with a
 * lowest one that deid_engine_table_count() raised to meet a limit. One thread at a time.
 * Complexity: O(number of roles).
 * Returns: whether a range was set
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_engine_table_get_level_range (const DeidEngineTable *table, const char *column,
                                            guint *lowest, guint *highest);

/**
 * deid_engine_table_get_hierarchy:
 * @table: a table in an engine
 *
 * One thread at a time. Complexity: O(number of roles).
 * Returns: (transfer none) (nullable): the hierarchy of a quasi-identifier, or %NULL if no range
 *   was set; after deid_engine_table_count() listed the values of the column, with all of them, and
 *   bound to the data
 */
DEID_AVAILABLE_IN_0_1
DeidHierarchy *deid_engine_table_get_hierarchy (const DeidEngineTable *table, const char *column);

/**
 * deid_engine_table_set_combination_limit:
 * @table: a table in an engine
 * @n_combinations: how many combinations may be fetched, at least 1; %G_MAXUINT64 for any number
 * @quality: (nullable): a quality model whose weights say how much attributes count, or %NULL if
 *   they count alike
 *
 * Limits the number of combinations, and so memory. If a table has more, deid_engine_table_count()
 * raises the lowest levels of quasi-identifiers that have a range, one level at a time: that of the
 * column whose next level saves the most combinations for the loss it adds (Iyengar's loss by the
 * column's weight), of several the one that got its role first. The engine counts all this in a
 * helper table that groups the records once. So the levels are the same each time, but need not
 * lose least. In a table with a weight, combinations count once for each weight they have.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for 0.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_engine_table_set_combination_limit (DeidEngineTable *table, guint64 n_combinations,
                                                  DeidQualityModel *quality, GError **error);

/**
 * deid_engine_table_count:
 * @table: a table in an engine
 *
 * Has the engine count the records of each distinct combination of quasi-identifiers, sensitive and
 * judged columns. They become a dataset with these columns, in the order of the table and with
 * their roles, and a last column that is the weight: it has the name of the table's weight column
 * or, without one, is called `records`, with as many `_` as make it unique. Values are what the
 * engine writes when it casts them to text, and are told apart byte by byte, whatever the
 * collation. NULL and the empty text are missing values. Rows are sorted by these texts, byte by
 * byte, the first column being the most significant, whatever order the engine answers in.
 *
 * The number of records and the sum of their weights are also counted separately: a truncated
 * answer, or a table that changed meanwhile, is refused.
 *
 * Memory is that of the combinations, not that of the table. If weights differ within a
 * combination, there may be a row for each weight. If quasi-identifiers are generalized before they
 * are counted (deid_engine_table_set_level_range()), the engine makes helper tables, whose names
 * begin with `deid_`, and drops them in the end; otherwise nothing is written.
 * Errors: %DEID_ERROR_EMPTY if no column is a quasi-identifier, sensitive or judged;
 * %DEID_ERROR_UNKNOWN_VALUE if a value is not in the hierarchy that generalizes it;
 * %DEID_ERROR_UNKNOWN_COLUMN if the engine does not list a column with a role by this very name;
 * %DEID_ERROR_ENGINE, or the error of the callback of deid_engine_new(); %DEID_ERROR_WEIGHT;
 * %DEID_ERROR_ENCODING; %DEID_ERROR_TOO_LARGE, also if the highest levels have more combinations
 * than may be fetched; %DEID_ERROR_NO_MEMORY. One thread at a time. Complexity: that of the
 * engine's GROUP BY, and O(combinations x columns).
 * Returns: (transfer full): the combinations, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidDataset *deid_engine_table_count (DeidEngineTable *table, GCancellable *cancellable,
                                      GError **error);

/**
 * deid_engine_table_set_release_options:
 * @table: a table in an engine
 * @options: (nullable): options as for deid_result_apply(), immutable from now on; %NULL for the
 *   defaults
 *
 * Sets the bin means and microaggregates of the release (deid_release_options_set_bin_mean(),
 * deid_release_options_set_microaggregation()). The library computes them from the combinations, so
 * their columns need a role that is counted.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for options with pseudonyms, or that keep suppressed records
 * or the order of the records: an engine cannot do this.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_engine_table_set_release_options (DeidEngineTable *table, DeidReleaseOptions *options,
                                                GError **error);

/**
 * deid_engine_table_release:
 * @table: a table in an engine
 * @result: the result of a search in the combinations of the table
 * @output: the name of the new table, which may have parts as in deid_engine_table_new()
 *
 * Has the engine make the released table: quasi-identifiers as the labels of their classes,
 * sensitive and insensitive columns unchanged, in a random order that no seed repeats, and without
 * suppressed classes. With a weight column, identical rows are merged and their weights added up.
 *
 * The labels of the values, the kept classes and, where models judge persons, the released persons
 * become helper tables, whose names begin with `deid_`, and whose rows are counted before use. A
 * record is released only if each of its values has a label, its class is kept and its persons are
 * released. In a local recoding, and with bin means and microaggregates, labels depend on all
 * counted values of a record. One helper table then has each released combination with its labels;
 * quasi-identifiers must not be generalized before they are counted. The table is made under
 * another name. The combinations of @table, including suppressed ones, are then counted again and
 * compared with those of @result.
 * Helper tables are dropped. The classes of the released table are counted from that table alone,
 * with their sensitive values, and compared with the release of the combinations, which
 * deid_result_verify() checks. The table is renamed to @output, and its rows are counted again: if
 * the number differs, it is dropped.
 *
 * The release fails if quasi-identifiers, sensitive or judged values, weights or the number of rows
 * have changed since the combinations were counted. Insensitive columns are not counted: changed
 * values are released, unless deid_engine_table_set_fingerprint() was called.
 *
 * In PostgreSQL nobody gets privileges on any of these tables by default privileges. If anything
 * fails, the new tables are dropped. If the engine fails while it renames, the message says that
 * the table may exist.
 * Errors: %DEID_ERROR_ENCODING; %DEID_ERROR_INVALID_ARGUMENT for a name that is empty or too long
 * or has a control character, for a result whose columns are not those of @table, if records
 * without a person are suppressed and others with the same labels are not, or if a fingerprint was
 * set and not taken; if labels depend on all counted values, also for a generalized column, for
 * means whose column has the name of one of @table, and if two records differ only in their weight
 * and have different labels; %DEID_ERROR_UNKNOWN_COLUMN as in deid_engine_table_count();
 * %DEID_ERROR_ENGINE if there is a table called @output or the engine fails, or the error of the
 * callback of deid_engine_new(); %DEID_ERROR_VERIFICATION; %DEID_ERROR_NO_MEMORY. The message names
 * tables that could not be dropped, or the beginning of their names if the engine cannot list them.
 * One thread at a time. Complexity: that of the engine, and O(combinations x columns).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_engine_table_release (DeidEngineTable *table, DeidResult *result, const char *output,
                                    GCancellable *cancellable, GError **error);

/**
 * DeidScriptForm:
 * @DEID_SCRIPT_FORM_ONCE: a script for the client program, which fails if the table exists
 * @DEID_SCRIPT_FORM_REPEATABLE: a script for schedulers: in its last step and in the same
 *   transaction, it replaces the table that an earlier run made; it also removes what a killed run
 *   left
 * @DEID_SCRIPT_FORM_DBT: a shell script that writes files of a dbt project into the current folder:
 *   labels and classes as seeds, the release as a model, its checks as tests
 *
 * What deid_engine_table_make_script() writes.
 */
typedef enum
{
  DEID_SCRIPT_FORM_ONCE = 0,
  DEID_SCRIPT_FORM_REPEATABLE = 1,
  DEID_SCRIPT_FORM_DBT = 2
} DeidScriptForm;

/**
 * deid_engine_table_make_script:
 * @table: a table in an engine
 * @result: the result of a search in the combinations of the table
 * @output: the name of the table that the script makes, which may have parts as in
 *   deid_engine_table_new(); in a project only ASCII letters, digits and underscores
 * @form: the form
 *
 * Writes deid_engine_table_release() as a script for the client program of the engine, `sqlite3`,
 * `psql`, `duckdb` or `clickhouse-client --multiquery`. The engine is asked only for the columns of
 * @table.
 *
 * The script is one transaction that ends at the first error, and then leaves nothing; in
 * ClickHouse and ANSI SQL, without transactions, it leaves tables whose names begin with `deid_`.
 * It has the released classes, with their sensitive values and numbers of records, as a helper
 * table. It fails if the new table differs from these, if the number of records of @table has
 * changed since they were counted, if a fingerprint was taken and differs or, unless it is
 * repeatable, if there is a table called @output. In a project, the model then has no rows. Without
 * a fingerprint, no form notices changes among suppressed records if their number stays the same,
 * nor changed insensitive values. A comment at the beginning has the SHA-256 of the file that
 * deid_stored_policy_write_json() writes of the result, in 64 lower-case hexadecimal digits; if
 * labels depend on all counted values of a record, it has the SHA-256 of the released classes. The
 * script has values of the table: those of quasi-identifiers, and of sensitive columns of kept
 * classes, or those of the released combinations.
 * Errors: %DEID_ERROR_ENCODING; %DEID_ERROR_INVALID_ARGUMENT as in deid_engine_table_release(), for
 * an invalid @form, if a repeatable script might replace @table, or if a project cannot have the
 * name of @table or a carriage return in a value; %DEID_ERROR_UNKNOWN_COLUMN as in
 * deid_engine_table_count(); %DEID_ERROR_ENGINE, or the error of the callback of deid_engine_new();
 * those of deid_stored_policy_new(); %DEID_ERROR_VERIFICATION; %DEID_ERROR_NO_MEMORY. One thread at
 * a time. Complexity: O(combinations x columns).
 * Returns: (transfer full): the script, or %NULL
 */
DEID_AVAILABLE_IN_0_1
char *deid_engine_table_make_script (DeidEngineTable *table, DeidResult *result, const char *output,
                                     DeidScriptForm form, GCancellable *cancellable,
                                     GError **error);

/**
 * deid_engine_verify:
 * @engine: an engine
 * @released: the name of a released table in it, as in deid_engine_table_new()
 * @policy: the policy of the release
 * @original: (nullable): the name of the original table, or %NULL if it is not available
 *
 * Checks a released table at any later time. The engine counts the classes of the released table
 * with their sensitive values. From these, the function checks the columns, the labels, the digest
 * of the classes that @policy has, and the models `k`, `dl`, `el`, `elg`, `rcl`, `ak`, `avg`,
 * `uniq` and `atrisk`, unless @policy has an entity column or the model judges a judged column.
 * With the original, the engine also counts its combinations, without raised levels. @policy is
 * evaluated on them, deid_result_verify() checks their release, and the released table must have
 * the same classes. If the original has changed, the check fails.
 *
 * The report lists what was checked and what could not be checked. Values of insensitive columns
 * are never compared. Labels that rules make, and all other models, are checked only with the
 * original.
 * Errors: %DEID_ERROR_VERIFICATION if a check fails; those of deid_engine_table_count() and
 * deid_stored_policy_evaluate(). Complexity: that of these functions.
 * Returns: (transfer full): the checks, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_engine_verify (DeidEngine *engine, const char *released, DeidStoredPolicy *policy,
                                const char *original, GCancellable *cancellable, GError **error);

G_END_DECLS

#endif
