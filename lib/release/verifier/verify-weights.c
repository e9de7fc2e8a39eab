/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The verifier: rows that were merged, and their weights. */
#include "base/memory.h"
#include "base/rational.h"
#include "release/row-order.h"
#include "release/verifier/verify-private.h"

static gboolean
check_sum (const DeidVerification *verification, const DeidColumn *weights, guint64 row,
           GError **error)
{
  guint64 n_sources, sum = 0;
  const guint32 *sources
      = deid_released_rows_get (&verification->release->origin->rows, row, &n_sources);
  char expected[DEID_DECIMAL_SIZE];

  for (guint64 s = 0; s < n_sources; s++)
    if (!g_uint64_checked_add (&sum, sum,
                               deid_dataset_get_weight (verification->source, sources[s])))
      return deid_verification_fail (verification, error,
                                     "row %" G_GUINT64_FORMAT ": its weights sum to 2^64 or more",
                                     row + 1);
  g_snprintf (expected, sizeof expected, "%" G_GUINT64_FORMAT, sum);
  return deid_verification_check_text (verification, weights, row, expected, error);
}

/* A column besides those of the release says whether a row is a place holder. */
typedef struct
{
  const DeidDataset *release;
  const DeidColumn *weights;
} Written;

static guint32
verify_weights_get_key (gconstpointer data, guint c, guint32 row)
{
  const Written *written = data;

  if (c == written->release->n_columns)
    return deid_dataset_is_suppressed (written->release, row) ? 1 : 0;
  return &written->release->columns[c] == written->weights
             ? 0
             : deid_codes_get (&written->release->columns[c].codes, row);
}

/* Brings rows that are alike together by sorting. */
static gboolean
check_merged (const DeidVerification *verification, const DeidColumn *weights, GError **error)
{
  const DeidDataset *release = verification->release;
  const Written written = { release, weights };
  g_autofree guint32 *n_keys = deid_alloc (release->n_columns + 1, sizeof *n_keys, error);
  g_autofree guint32 *rows
      = n_keys != NULL ? deid_alloc (release->n_rows, sizeof *rows, error) : NULL;
  const DeidRowKeys keys = { .n_columns = release->n_columns + 1,
                             .n_keys = n_keys,
                             .get_key = verify_weights_get_key,
                             .data = &written };

  if (rows == NULL)
    return FALSE;
  for (guint64 row = 0; row < release->n_rows; row++)
    rows[row] = (guint32) row;
  for (guint c = 0; c < release->n_columns; c++)
    n_keys[c] = MAX (release->columns[c].dictionary.n, 1);
  n_keys[release->n_columns] = 2;
  if (!deid_row_order_sort (rows, release->n_rows, &keys,
                            deid_verification_count_parts (verification, release->n_rows),
                            &verification->stop, error))
    return FALSE;
  for (guint64 i = 1; i < release->n_rows; i++)
    {
      if (!deid_stop_check_row (&verification->stop, i, error))
        return FALSE;
      if (deid_row_keys_are_alike (&keys, rows[i - 1], rows[i]))
        return deid_verification_fail (verification, error,
                                       "rows %" G_GUINT64_FORMAT " and %" G_GUINT64_FORMAT
                                       " are alike in all but the weight and not merged",
                                       (guint64) rows[i - 1] + 1, (guint64) rows[i] + 1);
    }
  return TRUE;
}

gboolean
deid_verify_weights (const DeidVerification *verification, const DeidColumn *weights,
                     GError **error)
{
  for (guint64 row = 0; row < verification->release->n_rows; row++)
    if (!deid_stop_check_row (&verification->stop, row, error)
        || !check_sum (verification, weights, row, error))
      return FALSE;
  return check_merged (verification, weights, error);
}
