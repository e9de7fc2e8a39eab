/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The verifier: columns of a released table. Of each entry of a source one text is expected. Which
 * code of the release has that text is found by comparing texts once; then rows compare codes. */
#include "base/arrays.h"
#include "base/work.h"
#include "release/verifier/verify-private.h"

gboolean
deid_verification_fail_text (const DeidVerification *verification, const DeidColumn *column,
                             guint64 row, const char *expected, GError **error)
{
  const char *text = deid_column_get (column, row);
  g_autofree char *shown = NULL, *shown_expected = NULL;

  shown = deid_dataset_quote (verification->source, text);
  shown_expected = deid_dataset_quote (verification->source, expected);
  return deid_verification_fail (verification, error,
                                 "row %" G_GUINT64_FORMAT ", column '%s': %s, expected %s", row + 1,
                                 deid_column_show (column), shown != NULL ? shown : "a value",
                                 shown_expected != NULL ? shown_expected : "another one");
}

/* A column of the release, and what it is checked by. */
typedef struct
{
  const DeidVerification *verification;
  const DeidVerifiedAttribute *attribute; /* whose labels are there, or NULL: */
  const DeidColumn *source;               /* whose values are copied */
  const DeidColumn *released;
  DeidCodes entries; /* of each row of the input */
  guint32 n_entries;
  gboolean withholds; /* place holders have a text of their own, which stands behind all entries */
  gint *found;        /* for the text of each entry 1 + its code, or 0 so far; atomic */
  guint n_parts;
} VerifyColumnsCompared;

/* Returns: (nullable): the text of an entry. */
static const char *
get_expected (const VerifyColumnsCompared *compared, guint32 entry)
{
  if (entry == compared->n_entries)
    return compared->attribute != NULL ? DEID_SUPPRESSED_LABEL : NULL;
  return compared->attribute != NULL ? compared->attribute->expected[entry].text
                                     : deid_dictionary_get (&compared->source->dictionary, entry);
}

static inline guint32
verify_columns_get_entry (const VerifyColumnsCompared *compared, guint64 row, guint32 source)
{
  if (compared->withholds && deid_verification_is_suppressed (compared->verification, row))
    return compared->n_entries;
  return deid_codes_get (&compared->entries, source);
}

static gboolean
verify_columns_compare_texts (const VerifyColumnsCompared *compared, guint64 row, guint32 entry,
                              gint found, GError **error)
{
  if (!deid_verification_check_text (compared->verification, compared->released, row,
                                     get_expected (compared, entry), error))
    return FALSE;
  g_atomic_int_set (&compared->found[entry], found);
  return TRUE;
}

static gboolean
verify_columns_check_row (const VerifyColumnsCompared *compared, guint64 row, GError **error)
{
  const gint found = (gint) (deid_codes_get (&compared->released->codes, row) + 1);
  guint64 n_sources;
  const guint32 *sources
      = deid_released_rows_get (&compared->verification->release->origin->rows, row, &n_sources);

  for (guint64 s = 0; s < n_sources; s++)
    {
      const guint32 entry = verify_columns_get_entry (compared, row, sources[s]);

      if (g_atomic_int_get (&compared->found[entry]) != found
          && !verify_columns_compare_texts (compared, row, entry, found, error))
        return FALSE;
    }
  return TRUE;
}

/* Tells whether some rows, each of one row of the input, have the codes that were found before. */
static gboolean
is_as_found (const VerifyColumnsCompared *compared, guint64 first, guint n)
{
  const guint32 *sources = compared->verification->release->origin->rows.sources + first;
  guint32 read[DEID_VERIFIED_BLOCK], entries[DEID_VERIFIED_BLOCK], codes[DEID_VERIFIED_BLOCK];
  DeidCodes of_rows = { .data = read, .width = compared->entries.width };
  guint n_wrong = 0;

  deid_codes_set_rows (&of_rows, 0, &compared->entries, sources, n);
  deid_verified_read_codes (of_rows, 0, n, entries);
  deid_verified_read_codes (compared->released->codes, first, n, codes);
  for (guint i = 0; compared->withholds && i < n; i++)
    if (deid_verification_is_suppressed (compared->verification, first + i))
      entries[i] = compared->n_entries;
  for (guint i = 0; i < n; i++)
    n_wrong += g_atomic_int_get (&compared->found[entries[i]]) != (gint) (codes[i] + 1);
  return n_wrong == 0;
}

static gboolean
check_block (const VerifyColumnsCompared *compared, guint64 first, guint n, GError **error)
{
  const gboolean is_merged = compared->verification->release->origin->rows.starts != NULL;

  if (!is_merged && is_as_found (compared, first, n))
    return TRUE;
  for (guint64 row = first; row < first + n; row++)
    if (!verify_columns_check_row (compared, row, error))
      return FALSE;
  return TRUE;
}

static gboolean
verify_columns_check_part (gpointer data, guint part, GError **error)
{
  const VerifyColumnsCompared *compared = data;
  const guint64 n_rows = compared->verification->release->n_rows;
  const guint64 first = deid_part_start (n_rows, compared->n_parts, part);
  const guint64 end = deid_part_start (n_rows, compared->n_parts, part + 1);

  for (guint64 row = first; row < end; row += DEID_VERIFIED_BLOCK)
    if (!deid_stop_check_row (&compared->verification->stop, row - first, error)
        || !check_block (compared, row, (guint) MIN (DEID_VERIFIED_BLOCK, end - row), error))
      return FALSE;
  return TRUE;
}

static gboolean
check_rows (VerifyColumnsCompared *compared, GError **error)
{
  gboolean success;

  if (!deid_new_arrays (error, DEID_NEW (compared->found, (guint64) compared->n_entries + 1)))
    return FALSE;
  compared->n_parts = deid_verification_count_parts (compared->verification,
                                                     compared->verification->release->n_rows);
  success = deid_parts_run (compared->n_parts, compared->n_parts, verify_columns_check_part,
                            compared, error);
  g_free (compared->found);
  return success;
}

static gboolean
verify_columns_check_labels (const DeidVerification *verification,
                             const DeidVerifiedAttribute *attribute, GError **error)
{
  VerifyColumnsCompared compared = { .verification = verification,
                                     .attribute = attribute,
                                     .released = attribute->released,
                                     .entries = deid_verified_attribute_get_entries (attribute),
                                     .n_entries = attribute->n_entries,
                                     .withholds = TRUE };

  return check_rows (&compared, error);
}

static gboolean
check_copied (const DeidVerification *verification, const DeidColumn *source,
              const DeidColumn *released, GError **error)
{
  VerifyColumnsCompared compared = { .verification = verification,
                                     .source = source,
                                     .released = released,
                                     .entries = source->codes,
                                     .n_entries = source->dictionary.n,
                                     .withholds = source->role == DEID_ROLE_SENSITIVE };

  return check_rows (&compared, error);
}

/* Returns: (nullable): what the release was asked to do with the numbers of a column. */
static const DeidNumberOption *
find_option (const DeidVerification *verification, const DeidColumn *source)
{
  return deid_release_options_find (verification->release->origin->options, source->name);
}

/* Checks the labels of a quasi-identifier or what takes their place, and what stands beside them.
 */
static gboolean
check_attribute (const DeidVerification *verification, const DeidVerifiedAttribute *attribute,
                 guint *n_expected, GError **error)
{
  const DeidNumberOption *option = find_option (verification, attribute->source);
  g_autofree char *name = NULL;
  const DeidColumn *means;

  ++*n_expected;
  if (option != NULL && option->microaggregation != DEID_MICROAGGREGATION_NONE)
    return deid_verify_means (verification, option, attribute, attribute->source,
                              attribute->released, error);
  if (!verify_columns_check_labels (verification, attribute, error))
    return FALSE;
  if (option == NULL || option->bin_mean == DEID_BIN_MEAN_NONE)
    return TRUE;
  ++*n_expected;
  name = deid_bin_mean_name (attribute->source->name);
  means = deid_verified_column_find (verification->release, name);
  if (means != NULL)
    return deid_verify_means (verification, option, attribute, attribute->source, means, error);
  return deid_verification_fail (verification, error, "the bin means of column '%s' are not there",
                                 deid_column_show (attribute->source));
}

/* Checks a sensitive or insensitive column, the weights, or the pseudonyms. */
static gboolean
check_other (const DeidVerification *verification, const DeidColumn *source, GError **error)
{
  const DeidColumn *released = deid_verified_column_find (verification->release, source->name);
  const DeidNumberOption *option = find_option (verification, source);

  if (released == NULL)
    return deid_verification_fail (verification, error, "column '%s' is not there",
                                   deid_column_show (source));
  if (source->role == DEID_ROLE_WEIGHT)
    return deid_verify_weights (verification, released, error);
  if (source->role == DEID_ROLE_ENTITY || source->role == DEID_ROLE_JUDGED)
    return deid_verify_persons (verification, source, released, error);
  return option != NULL && option->microaggregation != DEID_MICROAGGREGATION_NONE
             ? deid_verify_means (verification, option, NULL, source, released, error)
             : check_copied (verification, source, released, error);
}

gboolean
deid_verify_columns (const DeidVerification *verification, GError **error)
{
  guint n_expected = 0;

  for (guint a = 0; a < verification->n_attributes; a++)
    if (!check_attribute (verification, &verification->attributes[a], &n_expected, error))
      return FALSE;
  for (guint c = 0; c < verification->source->n_columns; c++)
    {
      const DeidColumn *source = &verification->source->columns[c];

      if (source->role != DEID_ROLE_SENSITIVE && source->role != DEID_ROLE_INSENSITIVE
          && source->role != DEID_ROLE_WEIGHT
          && deid_release_options_find_pseudonym (verification->release->origin->options, source)
                 == NULL)
        continue;
      n_expected++;
      if (!check_other (verification, source, error))
        return FALSE;
    }
  if (n_expected != verification->release->n_columns)
    return deid_verification_fail (verification, error,
                                   "%u columns, expected %u: one of them must not be released",
                                   verification->release->n_columns, n_expected);
  return TRUE;
}
