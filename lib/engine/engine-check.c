/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Whether a released table in an engine is the one that was judged. */
#include "engine/engine-check.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"
#include "release/row-order.h"
#include "table/dataset-view.h"

/* One of the tables, its rows in the order of what they hold. */
typedef struct
{
  const DeidColumn **columns; /* but the weights */
  guint32 **codes; /* of each column the expected table's code of each own one; NULL of itself */
  guint64 *weights;
  guint32 *rows;
  guint64 n_rows;
  guint n_columns;
} Side;

static void
side_clear (Side *side)
{
  for (guint c = 0; side->codes != NULL && c < side->n_columns; c++)
    g_free (side->codes[c]);
  g_free (side->codes);
  g_free (side->columns);
  g_free (side->weights);
  g_free (side->rows);
}

static gboolean
engine_check_fail (GError **error)
{
  g_set_error_literal (
      error, DEID_ERROR, DEID_ERROR_VERIFICATION,
      "expected the same classes and sensitive values; the table has changed since "
      "its combinations were counted, or the engine compares texts in another way");
  return FALSE;
}

static guint32
engine_check_get_key (gconstpointer data, guint c, guint32 row)
{
  const Side *side = data;
  const guint32 code = deid_codes_get (&side->columns[c]->codes, row);

  return side->codes[c] != NULL ? side->codes[c][code] : code;
}

/* Lists rows and columns of a table, the latter in the order of @expected. */
static gboolean
side_init (Side *side, const DeidDataset *dataset, const DeidDataset *expected, GError **error)
{
  const guint n = deid_dataset_get_n_columns (expected);

  *side = (Side){ .n_rows = deid_dataset_get_n_rows (dataset) };
  if (!deid_new_arrays (error, DEID_NEW (side->columns, n), DEID_NEW (side->codes, n),
                        DEID_NEW (side->rows, side->n_rows)))
    return FALSE;
  for (guint c = 0; c < n; c++)
    if (deid_dataset_get_role (expected, c) != DEID_ROLE_WEIGHT)
      {
        const guint column
            = deid_dataset_look_up (dataset, deid_dataset_get_column_name (expected, c));

        if (column == DEID_NO_COLUMN)
          return engine_check_fail (error);
        side->columns[side->n_columns++] = deid_dataset_get_column (dataset, column);
      }
  for (guint64 row = 0; row < side->n_rows; row++)
    side->rows[row] = (guint32) row;
  side->weights = deid_dataset_list_weights (dataset, error);
  return side->weights != NULL;
}

/* Finds the codes that the expected table has for the values of a column. */
static gboolean
translate (Side *side, guint c, const DeidDictionary *expected, GError **error)
{
  const DeidDictionary *own = &side->columns[c]->dictionary;

  side->codes[c] = deid_alloc (own->n, sizeof *side->codes[c], error);
  for (guint32 code = 0; side->codes[c] != NULL && code < own->n; code++)
    {
      const char *text = deid_dictionary_get (own, code);

      side->codes[c][code]
          = text != NULL ? deid_dictionary_find (expected, text, strlen (text)) : expected->missing;
      if (side->codes[c][code] == DEID_NO_CODE)
        return engine_check_fail (error);
    }
  return side->codes[c] != NULL;
}

/* Tells whether two rows, of these tables, hold the same but for their weights. */
static gboolean
is_alike (const Side *a, guint64 i, const Side *b, guint64 j)
{
  for (guint c = 0; c < a->n_columns; c++)
    if (engine_check_get_key (a, c, a->rows[i]) != engine_check_get_key (b, c, b->rows[j]))
      return FALSE;
  return TRUE;
}

/* Adds up the weights of rows that are alike, and moves behind them. */
static guint64
sum_run (const Side *side, guint64 *next)
{
  const guint64 first = *next;
  guint64 sum = 0;

  for (; *next < side->n_rows && is_alike (side, first, side, *next); ++*next)
    sum += side->weights[side->rows[*next]];
  return sum;
}

static gboolean
engine_check_compare (const Side *expected, const Side *counted, const DeidStop *stop,
                      GError **error)
{
  guint64 i = 0, j = 0;

  for (guint64 n = 0; i < expected->n_rows && j < counted->n_rows; n++)
    if (!deid_stop_check_row (stop, n, error))
      return FALSE;
    else if (!is_alike (expected, i, counted, j) || sum_run (expected, &i) != sum_run (counted, &j))
      return engine_check_fail (error);
  return (i == expected->n_rows && j == counted->n_rows) || engine_check_fail (error);
}

static gboolean
sort_side (Side *side, const guint32 *n_keys, const DeidStop *stop, GError **error)
{
  const DeidRowKeys keys = {
    .n_columns = side->n_columns, .n_keys = n_keys, .get_key = engine_check_get_key, .data = side
  };

  return deid_row_order_sort (side->rows, side->n_rows, &keys, 1, stop, error);
}

/* Returns: (transfer full): how many values each column has. */
static guint32 *
engine_check_count_keys (const Side *side, GError **error)
{
  guint32 *n_keys = deid_alloc (side->n_columns, sizeof *n_keys, error);

  for (guint c = 0; n_keys != NULL && c < side->n_columns; c++)
    n_keys[c] = side->columns[c]->dictionary.n;
  return n_keys;
}

static gboolean
sort_and_compare (Side *expected, Side *counted, const DeidStop *stop, GError **error)
{
  g_autofree guint32 *n_keys = engine_check_count_keys (expected, error);

  for (guint c = 0; n_keys != NULL && c < expected->n_columns; c++)
    if (!translate (counted, c, &expected->columns[c]->dictionary, error))
      return FALSE;
  return n_keys != NULL && sort_side (expected, n_keys, stop, error)
         && sort_side (counted, n_keys, stop, error)
         && engine_check_compare (expected, counted, stop, error);
}

gboolean
deid_engine_check_release (const DeidDataset *expected, const DeidDataset *counted,
                           GCancellable *cancellable, GError **error)
{
  Side sides[2] = { { 0 } };
  const gboolean success
      = side_init (&sides[0], expected, expected, error)
        && side_init (&sides[1], counted, expected, error)
        && sort_and_compare (&sides[0], &sides[1], DEID_STOP_OF (cancellable), error);

  side_clear (&sides[0]);
  side_clear (&sides[1]);
  return success;
}

gboolean
deid_engine_list_release (const DeidDataset *expected, DeidEngineReleasedFunc func,
                          gpointer user_data, GCancellable *cancellable, GError **error)
{
  Side side = { 0 };
  g_autofree guint32 *n_keys = NULL;
  gboolean success = side_init (&side, expected, expected, error)
                     && (n_keys = engine_check_count_keys (&side, error)) != NULL
                     && sort_side (&side, n_keys, DEID_STOP_OF (cancellable), error);

  for (guint64 next = 0; success && next < side.n_rows;)
    {
      const guint32 row = side.rows[next];

      success = func (row, sum_run (&side, &next), user_data, error);
    }
  side_clear (&side);
  return success;
}
