/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Synopsis:
 *
 * DeidSuggestions: make and free
 *     DeidSuggestions *deid_suggestions_new (dataset, cancellable, error)
 *     DeidSuggestions *deid_suggestions_ref (suggestions)
 *     void deid_suggestions_unref (suggestions)
 *     GType deid_suggestions_get_type (void)
 *
 * DeidSuggestions: read
 *     guint deid_suggestions_get_n_columns (suggestions)
 *     const char *deid_suggestions_get_column_name (suggestions, column)
 *     DeidRole deid_suggestions_get_role (suggestions, column)
 *     DeidColumnType deid_suggestions_get_column_type (suggestions, column)
 *     const char *deid_suggestions_get_format (suggestions, column)
 *     const char *const *deid_suggestions_get_missing_codes (suggestions, column)
 *     const char *deid_suggestions_get_rule (suggestions, column)
 *     guint deid_suggestions_get_n_evidence (suggestions, column)
 *     const char *deid_suggestions_get_evidence (suggestions, column, index)
 *     gunichar deid_suggestions_get_other_delimiter (suggestions, options)
 *     char *deid_suggestions_to_text (suggestions, path, options, error)
 */
#ifndef DEID_SUGGESTIONS_H
#define DEID_SUGGESTIONS_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-column-types.h>

G_BEGIN_DECLS

/**
 * DeidSuggestions:
 *
 * What each column of a table may be: a type, a role, a rule for a quasi-identifier, and missing
 * codes, each with its evidence. They are a problem file to be edited by somebody who knows the
 * table; nothing is decided by them, and no privacy model is among them.
 *
 * Types and missing codes are those of #DeidColumnInference. Role and evidence go by the type that
 * nearly all values are of; but a table is not read with exceptions to it, and the type and the
 * rule of such a column are those of a text. The evidence tells how many exceptions there are and
 * where the first five stand, and the text of deid_suggestions_to_text() has the other type and
 * rule as comments. A role is told from
 *
 * - the name of the column: usual English, German, French and Spanish names of the 18 kinds of
 *   identifiers of the HIPAA Privacy Rule (45 CFR 164.514(b)(2)(i)), of what is known about a
 *   person, such as sex or occupation, and of what must not become known, such as an income;
 * - the values: nine in ten look like e-mail, web, IP or MAC addresses, UUIDs, numbers of
 *   telephones, accounts or social security, postal codes, codes of ICD-10, or sentences, and not
 *   nearly all of them are numbers or dates;
 * - how strongly it tells records apart, by the distinction and the separation of
 *   #DeidAttributeRisks: a text or an integer all of whose values are distinct is identifying, and
 *   so is a text whose distinction is 0.8 or more.
 *
 * A column of which nothing is known is a quasi-identifier: what others know of a person is not in
 * the table. The first column of numbers of persons that repeats is the entity. If there is none,
 * the first repeating column of medical record, health plan or social security numbers is. If there
 * is none of these either, the evidence of each identifying column that repeats and may mark
 * persons (see %DEID_WARNING_REPEATED_IDENTIFIER) says that *k* will count records. A
 * constant is insensitive, and no other column is.
 *
 * The evidence counts records and tells rows. Values stand in it only if the dataset shows values,
 * see deid_dataset_set_show_values(); but names of columns always do, and missing codes are of a
 * fixed list. All of it is custodian-only. Immutable.
 *
 * Since: 0.1
 */
typedef struct DeidSuggestions DeidSuggestions;

/**
 * deid_suggestions_get_type:
 *
 * Gets the type under which #DeidSuggestions is registered with GObject's type system.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the boxed type
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
GType deid_suggestions_get_type (void);

/**
 * deid_suggestions_ref:
 * @suggestions: suggestions
 *
 * Takes a reference.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer full): @suggestions
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidSuggestions *deid_suggestions_ref (DeidSuggestions *suggestions);

/**
 * deid_suggestions_unref:
 * @suggestions: (transfer full): suggestions
 *
 * Drops a reference; the last one frees it.
 *
 * Any thread may call this. Complexity: O(1), or the size of what is freed.
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
void deid_suggestions_unref (DeidSuggestions *suggestions);

/**
 * deid_suggestions_new:
 * @dataset: a dataset
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Looks at all columns of a table but joint ones. Roles and types that they were given do not
 * count.
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity:
 * O(rows x columns + length of the distinct values).
 *
 * Returns: (transfer full): what the columns may be, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidSuggestions *deid_suggestions_new (const DeidDataset *dataset, GCancellable *cancellable,
                                       GError **error);

/**
 * deid_suggestions_get_n_columns:
 * @suggestions: suggestions
 *
 * Gets the number of columns, which are those of the dataset in their order without joint ones.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of columns
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_suggestions_get_n_columns (const DeidSuggestions *suggestions);

/**
 * deid_suggestions_get_column_name:
 * @suggestions: suggestions
 * @column: index of a column, below deid_suggestions_get_n_columns()
 *
 * Gets the name of a column.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the name
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_suggestions_get_column_name (const DeidSuggestions *suggestions, guint column);

/**
 * deid_suggestions_get_role:
 * @suggestions: suggestions
 * @column: index of a column, below deid_suggestions_get_n_columns()
 *
 * Gets the role that suits a column.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the role
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidRole deid_suggestions_get_role (const DeidSuggestions *suggestions, guint column);

/**
 * deid_suggestions_get_column_type:
 * @suggestions: suggestions
 * @column: index of a column, below deid_suggestions_get_n_columns()
 *
 * Gets the type that suits a column. deid_dataset_set_column_type() takes it once the missing codes
 * are set.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the type
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidColumnType deid_suggestions_get_column_type (const DeidSuggestions *suggestions, guint column);

/**
 * deid_suggestions_get_format:
 * @suggestions: suggestions
 * @column: index of a column, below deid_suggestions_get_n_columns()
 *
 * Gets how the dates of a column are written.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): the format, or %NULL for that of ISO 8601 and for other
 * types
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_suggestions_get_format (const DeidSuggestions *suggestions, guint column);

/**
 * deid_suggestions_get_missing_codes:
 * @suggestions: suggestions
 * @column: index of a column, below deid_suggestions_get_n_columns()
 *
 * Gets the values that seem to stand for a missing one.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (array zero-terminated=1): the codes, as
 * deid_dataset_add_missing_codes() takes them
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *const *deid_suggestions_get_missing_codes (const DeidSuggestions *suggestions,
                                                       guint column);

/**
 * deid_suggestions_get_rule:
 * @suggestions: suggestions
 * @column: index of a column, below deid_suggestions_get_n_columns()
 *
 * Gets the rule that suits a quasi-identifier, as deid_hierarchy_new_from_specification() takes it.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): the specification, or %NULL for columns of other roles
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_suggestions_get_rule (const DeidSuggestions *suggestions, guint column);

/**
 * deid_suggestions_get_n_evidence:
 * @suggestions: suggestions
 * @column: index of a column, below deid_suggestions_get_n_columns()
 *
 * Gets how many sentences there are about a column.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of sentences
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_suggestions_get_n_evidence (const DeidSuggestions *suggestions, guint column);

/**
 * deid_suggestions_get_evidence:
 * @suggestions: suggestions
 * @column: index of a column, below deid_suggestions_get_n_columns()
 * @index: index of a sentence, below deid_suggestions_get_n_evidence()
 *
 * Gets one sentence that says why a column may be what it is suggested to be.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the sentence, one line
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_suggestions_get_evidence (const DeidSuggestions *suggestions, guint column,
                                           guint index);

/**
 * deid_suggestions_get_other_delimiter:
 * @suggestions: suggestions
 * @options: (nullable): how the table was read, or %NULL for the defaults of deid_csv_options_new()
 *
 * Gets the delimiter that a table may have in place of the one that it was read with: it has one
 * column, and the first of `,`, `;`, tab and `|` that is another one and stands in its name.
 *
 * Any thread may call this. Complexity: O(length of the name).
 *
 * Returns: the delimiter, or 0 if nothing says that there is another one
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gunichar deid_suggestions_get_other_delimiter (const DeidSuggestions *suggestions,
                                               DeidCsvOptions *options);

/**
 * deid_suggestions_to_text:
 * @suggestions: suggestions
 * @path: (type filename) (nullable): the table, for the section `[input]`; %NULL leaves it out
 * @options: (nullable): how it was read, or %NULL for the defaults of deid_csv_options_new()
 * @error: return location for an error, or %NULL
 *
 * Writes a problem file, see #DeidJob: the table, and for each column its role, type, missing codes
 * and rule, with the evidence as comments. The rule of a column that is no quasi-identifier stands
 * as a comment, for who edits the role. Other comments say that no privacy model is proposed, and
 * what becomes of a sensitive column that none protects. If there is a
 * delimiter by deid_suggestions_get_other_delimiter(), the first line asks for it. A job that
 * reads the text can be run once a privacy model is there.
 *
 * Errors: %DEID_ERROR_NO_MEMORY. Any thread may call this. Complexity: O(columns).
 *
 * Returns: (transfer full): the text, in UTF-8, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_suggestions_to_text (const DeidSuggestions *suggestions, const char *path,
                                DeidCsvOptions *options, GError **error);

G_END_DECLS

#endif
