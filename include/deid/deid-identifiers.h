/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DEID_IDENTIFIERS_H
#define DEID_IDENTIFIERS_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-dataset.h>

G_BEGIN_DECLS

/**
 * DeidIdentifiers:
 *
 * Which columns of a table are identifiers of the 18 kinds that the HIPAA Privacy Rule lists, 45
 * CFR 164.514(b)(2)(i), (A) to (R), with the evidence for each. Nothing is done to the table.
 *
 * A column is found by its name, of which usual English, German, French and Spanish words are
 * known, or by its values: nine in ten of them look like e-mail or web addresses, IP addresses of
 * either version, numbers of telephones, accounts (IBAN, or a payment card with the check digit of
 * Luhn), vehicles (with the check digit of 49 CFR 565.15), social security, MAC addresses, UUIDs,
 * ZIP codes or names of files with pictures. A name is not believed where the values cannot be what
 * it says: a number of an account has neither decimals nor, in many records, only a few values.
 * Kinds and their names are
 *
 * | letter | kind |
 * | --- | --- |
 * | A | `names` |
 * | B | `addresses`, `postal-codes`, `small-places` (smaller than a state) |
 * | C | `birth-dates`, `dates` (also months, quarters and weeks), `ages` (with one over 89) |
 * | D, E, F | `telephone-numbers`, `fax-numbers`, `email-addresses` |
 * | G, H, I | `social-security-numbers`, `record-numbers`, `health-plan-numbers` |
 * | J, K | `account-numbers`, `licence-numbers` |
 * | L, M | `vehicle-identifiers`, `device-identifiers` |
 * | N, O | `web-addresses`, `ip-addresses` |
 * | P, Q | `biometric-identifiers`, `photographs` |
 * | R | `other-identifiers`: numbers of persons, and columns of at least 20 records that are all
 * distinct |
 *
 * and `free-texts`, a kind without a letter that may hold any of these. What is not found may be
 * there all the same: a table has to be looked at by somebody who knows it. Evidence counts
 * records and does not show values. All of it is custodian-only. Immutable.
 *
 * Since: 0.1
 */
typedef struct DeidIdentifiers DeidIdentifiers;

/**
 * deid_identifiers_get_type:
 *
 * Gets the type under which #DeidIdentifiers is registered with GObject's type
 * system.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the boxed type
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
GType deid_identifiers_get_type (void);

/**
 * deid_identifiers_ref:
 * @identifiers: identifiers
 *
 * Takes a reference.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer full): @identifiers
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidIdentifiers *deid_identifiers_ref (DeidIdentifiers *identifiers);

/**
 * deid_identifiers_unref:
 * @identifiers: (transfer full): identifiers
 *
 * Drops a reference; the last one frees it.
 *
 * Any thread may call this. Complexity: O(1), or the size of what is freed.
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
void deid_identifiers_unref (DeidIdentifiers *identifiers);

/**
 * deid_identifiers_new:
 * @dataset: a dataset
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Looks at all columns of a table but joint ones. Their roles do not count.
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity:
 * O(rows x columns + length of the distinct values).
 *
 * Returns: (transfer full): the identifiers, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidIdentifiers *deid_identifiers_new (const DeidDataset *dataset, GCancellable *cancellable,
                                       GError **error);

/**
 * deid_identifiers_get_n_columns:
 * @identifiers: identifiers
 *
 * Gets the number of columns that were looked at, which are those of the dataset in their order
 * without joint ones.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of columns
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_identifiers_get_n_columns (const DeidIdentifiers *identifiers);

/**
 * deid_identifiers_get_n_found:
 * @identifiers: identifiers
 *
 * Gets how many columns are identifiers.
 *
 * Any thread may call this. Complexity: O(columns).
 *
 * Returns: the number of columns
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_identifiers_get_n_found (const DeidIdentifiers *identifiers);

/**
 * deid_identifiers_get_column_name:
 * @identifiers: identifiers
 * @column: index of a column, below deid_identifiers_get_n_columns()
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
const char *deid_identifiers_get_column_name (const DeidIdentifiers *identifiers, guint column);

/**
 * deid_identifiers_get_kind:
 * @identifiers: identifiers
 * @column: index of a column, below deid_identifiers_get_n_columns()
 *
 * Gets the kind of identifier that a column is, by the names above.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): the kind, or %NULL of a column that is none
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_identifiers_get_kind (const DeidIdentifiers *identifiers, guint column);

/**
 * deid_identifiers_get_letter:
 * @identifiers: identifiers
 * @column: index of a column, below deid_identifiers_get_n_columns()
 *
 * Gets the letter of the kind in 45 CFR 164.514(b)(2)(i).
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): the letter, or %NULL of a column that is no identifier, and
 * of free texts
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_identifiers_get_letter (const DeidIdentifiers *identifiers, guint column);

/**
 * deid_identifiers_get_n_evidence:
 * @identifiers: identifiers
 * @column: index of a column, below deid_identifiers_get_n_columns()
 *
 * Gets how many sentences say why a column is an identifier.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: their number; 0 of a column that is none
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_identifiers_get_n_evidence (const DeidIdentifiers *identifiers, guint column);

/**
 * deid_identifiers_get_evidence:
 * @identifiers: identifiers
 * @column: index of a column, below deid_identifiers_get_n_columns()
 * @index: index of a sentence, below deid_identifiers_get_n_evidence()
 *
 * Gets a sentence that says why a column is an identifier.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the sentence
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_identifiers_get_evidence (const DeidIdentifiers *identifiers, guint column,
                                           guint index);

/**
 * deid_identifiers_to_text:
 * @identifiers: identifiers
 * @error: return location for an error, or %NULL
 *
 * Writes the identifiers that were found as text, each with its evidence. It begins by saying that
 * it is custodian-only.
 *
 * Errors: %DEID_ERROR_NO_MEMORY. Any thread may call this. Complexity: O(length).
 *
 * Returns: (transfer full): the text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_identifiers_to_text (const DeidIdentifiers *identifiers, GError **error);

/**
 * deid_identifiers_to_json:
 * @identifiers: identifiers
 * @error: return location for an error, or %NULL
 *
 * Writes the identifiers that were found as a JSON object with the members `audience`
 * (`custodian-only`), `columns` (how many were looked at) and `identifiers`, a list of objects with
 * `column`, `letter` (or null), `kind` and `evidence`, a list of sentences.
 *
 * Errors: %DEID_ERROR_NO_MEMORY. Any thread may call this. Complexity: O(length).
 *
 * Returns: (transfer full): the JSON text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_identifiers_to_json (const DeidIdentifiers *identifiers, GError **error);

G_END_DECLS

#endif
