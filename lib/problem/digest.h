/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "problem/preparation.h"

/* What the digest of the released file is called in stored policies and certificates. For linked
 * tables, certificates list the digests of all files there, in the order of the tables and with
 * commas between them. */
#define DEID_RELEASE_SHA256 "release_sha256"

/* SHA-256 digests, in lower-case hexadecimal digits, of what a result depends on. Texts are hashed
 * as `LENGTH:BYTES`, with the length in decimal, and missing ones as `-`; counts as texts in
 * decimal. The codes of dictionaries play no part. */

/* Digests the columns that a problem uses: the number of rows; then for each quasi-identifier, each
 * sensitive attribute that a model judges in the order of the models, the entity and the weight
 * column what it is ("quasi-identifying", "sensitive", "entity", "weight"), its name and its values
 * row by row.
 *
 * Returns: (transfer full): the digest, or NULL with the error of deid_stop_check(). Complexity:
 * O(rows x columns). */
char *deid_digest_table (const DeidPreparedProblem *prepared, const DeidStop *stop, GError **error);

/* Digests the columns of a population that a problem uses: the number of rows; then for each
 * quasi-identifier and the weight column what it is, its name and its values row by row; then for
 * each quasi-identifier the digest of its hierarchy as far as that bears on the population's
 * column.
 *
 * Returns: (transfer full): the digest, or NULL with %DEID_ERROR_NO_MEMORY or the error of
 * deid_stop_check(). Complexity: O(rows x columns + distinct values x levels). */
char *deid_digest_population (const DeidPopulation *population, const DeidStop *stop,
                              GError **error);

/* Digests a hierarchy as far as it bears on a column: the numbers of levels and of leaves; then for
 * each distinct value of the column, in the order of their first rows, the value and, for each
 * level, its label and how many leaves that covers.
 *
 * Returns: (transfer full): the digest, or NULL with %DEID_ERROR_NO_MEMORY or the error of
 * deid_stop_check(). Complexity: O(rows + distinct values x levels). */
char *deid_digest_hierarchy (const DeidAttribute *attribute, const DeidStop *stop, GError **error);

/* Tells whether a text is a digest. */
gboolean deid_digest_is_valid (const char *text);

/* Tells whether a text is one digest, or several with commas between them. */
gboolean deid_digest_is_list (const char *text);

/* Digests the bytes of a file, as `sha256sum` does.
 *
 * Returns: (transfer full): the digest, or NULL with %DEID_ERROR_IO, %DEID_ERROR_NO_MEMORY or the
 * error of deid_stop_check(). Complexity: O(size of the file). */
char *deid_digest_file (const char *path, const DeidStop *stop, GError **error);

/* The same as deid_digest_hierarchy() of a sensitive attribute. Errors: also those of hierarchies
 * that lack values. */
char *deid_digest_sensitive_hierarchy (const DeidTableSource *table, const char *name,
                                       DeidHierarchy *hierarchy, const DeidStop *stop,
                                       GError **error);
