/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/memory.h"
#include "base/rational.h"
#include "base/work.h"
#include "release/row-order.h"
#include "release/verifier/verify-private.h"

/* The verifier: rows of the input, and which of them were released. */

/* What a row of the input is marked by, if it is there. */
#define MARK_WITHHELD 1
#define MARK_KEPT     2

/* Finding out what became of the rows of the input: each that the release has is marked, and its
 * mark then replaced by whether it was released. */
typedef struct
{
  DeidVerification *verification;
  guint64 *n_marked; /* by each part */
  guint n_parts;
} Marking;

/* Threads may mark one row if it is there twice, which is found out later. */
static void
mark_sources (const DeidVerification *verification, guint64 row)
{
  const guint8 mark
      = deid_verification_is_suppressed (verification, row) ? MARK_WITHHELD : MARK_KEPT;
  guint64 n_sources;
  const guint32 *sources
      = deid_released_rows_get (&verification->release->origin->rows, row, &n_sources);

  for (guint64 s = 0; s < n_sources; s++)
    __atomic_store_n (&verification->kept[sources[s]], mark, __ATOMIC_RELAXED);
}

static gboolean
mark_part (gpointer data, guint part, GError **error)
{
  const Marking *marking = data;
  const DeidVerification *verification = marking->verification;
  const guint64 n_rows = verification->release->n_rows;
  const guint64 first = deid_part_start (n_rows, marking->n_parts, part);
  const guint64 end = deid_part_start (n_rows, marking->n_parts, part + 1);

  for (guint64 row = first; row < end; row++)
    {
      if (!deid_stop_check_row (&verification->stop, row - first, error))
        return FALSE;
      mark_sources (verification, row);
    }
  return TRUE;
}

static gboolean
read_marks_of_part (gpointer data, guint part, GError **error)
{
  Marking *marking = data;
  guint8 *kept = marking->verification->kept;
  const guint64 n_rows = marking->verification->source->n_rows;
  const guint64 end = deid_part_start (n_rows, marking->n_parts, part + 1);
  guint64 n = 0;

  for (guint64 row = deid_part_start (n_rows, marking->n_parts, part); row < end; row++)
    {
      n += kept[row] != 0;
      kept[row] = kept[row] == MARK_KEPT;
    }
  marking->n_marked[part] = n;
  return deid_stop_check (&marking->verification->stop, error);
}

/* Says which row of the release has a row of the input that an earlier one has. Returns: FALSE. */
static gboolean
fail_repeated (const DeidVerification *verification, GError **error)
{
  g_autofree guint8 *seen = deid_alloc (verification->source->n_rows, sizeof *seen, error);

  for (guint64 row = 0; seen != NULL && row < verification->release->n_rows; row++)
    {
      guint64 n_sources;
      const guint32 *sources
          = deid_released_rows_get (&verification->release->origin->rows, row, &n_sources);

      if (!deid_stop_check_row (&verification->stop, row, error))
        return FALSE;
      for (guint64 s = 0; s < n_sources; seen[sources[s++]] = TRUE)
        if (seen[sources[s]])
          return deid_verification_fail (
              verification, error,
              "row %" G_GUINT64_FORMAT ": the same row of the input as an earlier one", row + 1);
    }
  return FALSE;
}

/* Returns: how many rows of the input those of the release stand for. */
static guint64
count_sources (const DeidDataset *release)
{
  const guint32 *starts = release->origin->rows.starts;

  return starts != NULL ? starts[release->n_rows] : release->n_rows;
}

/* If no row of the input is there twice, as many are marked as are listed. */
static gboolean
check_marks (const DeidVerification *verification, guint64 n_marked, GError **error)
{
  const guint64 n_rows = verification->source->n_rows;

  if (n_marked < count_sources (verification->release))
    return fail_repeated (verification, error);
  return verification->release->suppressed == NULL || n_marked == n_rows
         || deid_verification_fail (verification, error,
                                    "%" G_GUINT64_FORMAT
                                    " rows of the input, expected %" G_GUINT64_FORMAT
                                    ", since suppressed ones are kept",
                                    n_marked, n_rows);
}

gboolean
deid_verify_rows (DeidVerification *verification, GError **error)
{
  const guint64 n_rows = verification->source->n_rows;
  Marking marking = { .verification = verification,
                      .n_parts = deid_verification_count_parts (verification, n_rows) };
  guint64 n_marked = 0;
  gboolean success
      = deid_new_arrays (error, DEID_NEW (verification->kept, n_rows),
                         DEID_NEW (marking.n_marked, marking.n_parts))
        && deid_parts_run (marking.n_parts, marking.n_parts, mark_part, &marking, error)
        && deid_parts_run (marking.n_parts, marking.n_parts, read_marks_of_part, &marking, error);

  for (guint part = 0; success && part < marking.n_parts; part++)
    n_marked += marking.n_marked[part];
  g_free (marking.n_marked);
  return success && check_marks (verification, n_marked, error);
}

/* The verifier: limits of groups. */

/* Counts the records of each value of a column, or those of them that were withheld. Returns:
 * (transfer full): the counts, or NULL. */
static guint64 *
verify_groups_count_values (const DeidVerification *verification, const DeidColumn *column,
                            gboolean withheld_only, GError **error)
{
  g_autofree guint64 *counts = deid_alloc (column->dictionary.n, sizeof *counts, error);

  for (guint64 row = 0; counts != NULL && row < verification->source->n_rows; row++)
    {
      if (!deid_stop_check_row (&verification->stop, row, error))
        return NULL;
      if (!withheld_only || !verification->kept[row])
        counts[deid_codes_get (&column->codes, row)]
            += deid_table_source_get_weight (&verification->table, row);
    }
  return g_steal_pointer (&counts);
}

static gboolean
check_limit (const DeidVerification *verification, const DeidColumn *column, double fraction,
             GError **error)
{
  g_autofree guint64 *all = verify_groups_count_values (verification, column, FALSE, error);
  g_autofree guint64 *withheld
      = all != NULL ? verify_groups_count_values (verification, column, TRUE, error) : NULL;

  if (withheld == NULL)
    return FALSE;
  for (guint32 code = 0; code < column->dictionary.n; code++)
    if (all[code] > 0 && (double) withheld[code] / (double) all[code] > fraction)
      return deid_verification_fail (verification, error,
                                     "%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                                     " records with one value of column '%s' are suppressed, more "
                                     "than its limit allows",
                                     withheld[code], all[code], deid_column_show (column));
  return TRUE;
}

gboolean
deid_verify_groups (const DeidVerification *verification, GError **error)
{
  DeidProblem *problem = verification->result->problem;

  const char *name;
  double limit;

  for (guint i = 0; deid_problem_get_group_limit (problem, i, &name, &limit); i++)
    {
      guint column;

      if (!deid_dataset_find_column (verification->source, name, &column, error)
          || !check_limit (verification, &verification->source->columns[column], limit, error))
        return FALSE;
    }
  return TRUE;
}

/* The verifier: rows that were merged, and their weights. */

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
