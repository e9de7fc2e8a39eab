/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Compares the records of two tables, whatever the order of their rows. */
#include "release/same-release.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "release/row-order.h"
#include "table/dataset-private.h"
#include "table/dataset-view.h"

#include <stdlib.h>
#include <string.h>

/* One of the tables, with its rows sorted by their values. */
typedef struct
{
  const DeidColumn **columns; /* all but the weights */
  guint32 **codes; /* of each column: the expected table's code of each value; NULL in that table */
  const DeidDataset *dataset;
  guint32 *rows;
  guint64 n_rows;
  guint n_columns;
} Side;

static void
side_clear (Side *side)
{
  for (guint c = 0; side->codes != NULL && c < side->n_columns; c++)
    g_free (side->codes[c]);
  deid_free_arrays (side->codes, side->columns, side->rows);
}

static gboolean
same_release_fail (GError **error)
{
  g_set_error_literal (
      error, DEID_ERROR, DEID_ERROR_VERIFICATION,
      "expected the same classes and sensitive values; the table has changed since "
      "its combinations were counted, or the engine compares texts in another way");
  return FALSE;
}

static guint32
same_release_get_key (gconstpointer data, guint c, guint32 row)
{
  const Side *side = data;
  const guint32 code = deid_codes_get (&side->columns[c]->codes, row);

  return side->codes[c] != NULL ? side->codes[c][code] : code;
}

/* Lists the rows and columns of a table, with columns in the order of @expected. */
static gboolean
side_init (Side *side, const DeidDataset *dataset, const DeidDataset *expected, GError **error)
{
  const guint n = deid_dataset_get_n_columns (expected);

  *side = (Side){ .dataset = dataset, .n_rows = deid_dataset_get_n_rows (dataset) };
  if (!deid_new_arrays (error, DEID_NEW (side->columns, n), DEID_NEW (side->codes, n),
                        DEID_NEW (side->rows, side->n_rows)))
    return FALSE;
  for (guint c = 0; c < n; c++)
    if (deid_dataset_get_role (expected, c) != DEID_ROLE_WEIGHT)
      {
        const guint column
            = deid_dataset_look_up (dataset, deid_dataset_get_column_name (expected, c));

        if (column == DEID_NO_COLUMN)
          return same_release_fail (error);
        side->columns[side->n_columns++] = deid_dataset_get_column (dataset, column);
      }
  for (guint64 row = 0; row < side->n_rows; row++)
    side->rows[row] = (guint32) row;
  return TRUE;
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
        return same_release_fail (error);
    }
  return side->codes[c] != NULL;
}

/* Tells whether two rows of these tables have the same values, apart from their weights. */
static gboolean
is_alike (const Side *a, guint64 i, const Side *b, guint64 j)
{
  for (guint c = 0; c < a->n_columns; c++)
    if (same_release_get_key (a, c, a->rows[i]) != same_release_get_key (b, c, b->rows[j]))
      return FALSE;
  return TRUE;
}

/* Adds up the weights of identical rows, and moves to the row after them. */
static guint64
sum_run (const Side *side, guint64 *next)
{
  const guint64 first = *next;
  guint64 sum = 0;

  for (; *next < side->n_rows && is_alike (side, first, side, *next); ++*next)
    sum += deid_dataset_get_weight (side->dataset, side->rows[*next]);
  return sum;
}

static gboolean
same_release_compare (const Side *expected, const Side *counted, const DeidStop *stop,
                      GError **error)
{
  guint64 i = 0, j = 0;

  for (guint64 n = 0; i < expected->n_rows && j < counted->n_rows; n++)
    if (!deid_stop_check_row (stop, n, error))
      return FALSE;
    else if (!is_alike (expected, i, counted, j) || sum_run (expected, &i) != sum_run (counted, &j))
      return same_release_fail (error);
  return (i == expected->n_rows && j == counted->n_rows) || same_release_fail (error);
}

static gboolean
sort_side (Side *side, const guint32 *n_keys, const DeidStop *stop, GError **error)
{
  const DeidRowKeys keys = {
    .n_columns = side->n_columns, .n_keys = n_keys, .get_key = same_release_get_key, .data = side
  };

  return deid_row_order_sort (side->rows, side->n_rows, &keys, 1, stop, error);
}

/* Returns: (transfer full): how many values each column has. */
static guint32 *
same_release_count_keys (const Side *side, GError **error)
{
  guint32 *n_keys = deid_alloc (side->n_columns, sizeof *n_keys, error);

  for (guint c = 0; n_keys != NULL && c < side->n_columns; c++)
    n_keys[c] = side->columns[c]->dictionary.n;
  return n_keys;
}

static gboolean
sort_and_compare (Side *expected, Side *counted, const DeidStop *stop, GError **error)
{
  g_autofree guint32 *n_keys = same_release_count_keys (expected, error);

  for (guint c = 0; n_keys != NULL && c < expected->n_columns; c++)
    if (!translate (counted, c, &expected->columns[c]->dictionary, error))
      return FALSE;
  return n_keys != NULL && sort_side (expected, n_keys, stop, error)
         && sort_side (counted, n_keys, stop, error)
         && same_release_compare (expected, counted, stop, error);
}

gboolean
deid_release_compare (const DeidDataset *expected, const DeidDataset *counted,
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
deid_release_list (const DeidDataset *expected, DeidReleasedFunc func, gpointer user_data,
                   GCancellable *cancellable, GError **error)
{
  Side side = { 0 };
  g_autofree guint32 *n_keys = NULL;
  gboolean success = side_init (&side, expected, expected, error)
                     && (n_keys = same_release_count_keys (&side, error)) != NULL
                     && sort_side (&side, n_keys, DEID_STOP_OF (cancellable), error);

  for (guint64 next = 0; success && next < side.n_rows;)
    {
      const guint32 row = side.rows[next];

      success = func (row, sum_run (&side, &next), user_data, error);
    }
  side_clear (&side);
  return success;
}

/* The digests of rows, which are sorted so that the order of rows does not matter. */
typedef struct
{
  const DeidDataset *release;
  guint *columns; /* in the order of their names */
  guint n_columns;
  GChecksum *checksum;
  guint8 (*rows)[32];
  guint64 n_rows, capacity;
} SameReleaseDigests;

static int
same_release_compare_names (gconstpointer a, gconstpointer b, gpointer user_data)
{
  return strcmp (deid_dataset_get_column_name (user_data, *(const guint *) a),
                 deid_dataset_get_column_name (user_data, *(const guint *) b));
}

/* Adds a text after its length, so that texts cannot run together. */
static void
same_release_add_text (GChecksum *checksum, const char *text)
{
  g_autofree char *length = NULL;

  if (text == NULL)
    {
      g_checksum_update (checksum, (const guchar *) "-", 1);
      return;
    }
  length = g_strdup_printf ("%" G_GSIZE_FORMAT ":", strlen (text));
  g_checksum_update (checksum, (const guchar *) length, -1);
  g_checksum_update (checksum, (const guchar *) text, -1);
}

static gboolean
same_release_add_row (guint32 row, guint64 n_records, gpointer user_data, GError **error)
{
  SameReleaseDigests *digests = user_data;
  char count[24];
  gsize size = sizeof *digests->rows;

  if (!deid_grow ((gpointer *) &digests->rows, &digests->capacity, digests->n_rows + 1, size,
                  error))
    return FALSE;
  g_checksum_reset (digests->checksum);
  for (guint c = 0; c < digests->n_columns; c++)
    {
      const guint column = digests->columns[c];

      same_release_add_text (digests->checksum,
                             deid_dataset_get_column_name (digests->release, column));
      same_release_add_text (digests->checksum,
                             deid_dataset_get_value (digests->release, row, column));
    }
  g_snprintf (count, sizeof count, "%" G_GUINT64_FORMAT, n_records);
  same_release_add_text (digests->checksum, count);
  g_checksum_get_digest (digests->checksum, digests->rows[digests->n_rows++], &size);
  return TRUE;
}

static int
same_release_compare_digests (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, 32);
}

char *
deid_release_digest (const DeidDataset *release, GCancellable *cancellable, GError **error)
{
  const guint n_columns = deid_dataset_get_n_columns (release);
  SameReleaseDigests digests = { .release = release };
  g_autoptr (GChecksum) row = g_checksum_new (G_CHECKSUM_SHA256),
                        all = g_checksum_new (G_CHECKSUM_SHA256);
  char *digest = NULL;

  digests.checksum = row;
  if (deid_new_arrays (error, DEID_NEW (digests.columns, n_columns)))
    {
      for (guint c = 0; c < n_columns; c++)
        if (deid_dataset_get_role (release, c) != DEID_ROLE_WEIGHT)
          digests.columns[digests.n_columns++] = c;
      g_qsort_with_data (digests.columns, (int) digests.n_columns, sizeof *digests.columns,
                         same_release_compare_names, (gpointer) release);
      if (deid_release_list (release, same_release_add_row, &digests, cancellable, error))
        {
          qsort (digests.rows, digests.n_rows, sizeof *digests.rows, same_release_compare_digests);
          for (guint64 i = 0; i < digests.n_rows; i++)
            g_checksum_update (all, digests.rows[i], sizeof *digests.rows);
          digest = g_strdup (g_checksum_get_string (all));
        }
    }
  deid_free_arrays (digests.columns, digests.rows);
  return digest;
}
