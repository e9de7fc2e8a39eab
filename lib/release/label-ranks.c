/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Texts are sorted by their beginnings, in which most differ, and then as a whole. */
#include "release/label-ranks.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "base/stopped-sort.h"
#include "release/row-order.h"

/* How many bytes of a text its keys have. */
#define BYTES_A_KEY 4
#define N_TEXT_KEYS 2

/* Returns: the bytes of a text at the place of a key as a number, which is not the greatest one, as
 * UTF-8 has no byte 0xFF. */
static guint32
get_text_key (gconstpointer data, guint c, guint32 label)
{
  const char *text = deid_released_column_get_text (data, label);
  guint32 keys[N_TEXT_KEYS] = { 0 };

  for (guint i = 0; text != NULL && i < sizeof keys && text[i] != '\0'; i++)
    keys[i / BYTES_A_KEY] |= (guint32) (guint8) text[i] << 8 * (BYTES_A_KEY - 1 - i % BYTES_A_KEY);
  return keys[c];
}

/* A label with its text, to be sorted by it. */
typedef struct
{
  const char *text;
  guint32 label;
} LabelText;

static int
label_ranks_compare_texts (const void *a, const void *b)
{
  return g_strcmp0 (((const LabelText *) a)->text, ((const LabelText *) b)->text);
}

/* Ranks labels whose texts begin alike, the first of which has the rank @first. */
static gboolean
rank_alike (const DeidReleasedColumn *column, const guint32 *labels, guint32 n, guint32 first,
            guint32 *ranks, const DeidStop *stop, GError **error)
{
  g_autofree LabelText *order = deid_alloc (n, sizeof *order, error);

  for (guint32 i = 0; order != NULL && i < n; i++)
    order[i] = (LabelText){ deid_released_column_get_text (column, labels[i]), labels[i] };
  if (order == NULL
      || !deid_stopped_sort (order, n, sizeof *order, label_ranks_compare_texts, stop, error))
    return FALSE;
  for (guint32 i = 0; i < n; i++)
    ranks[order[i].label] = i > 0 && label_ranks_compare_texts (&order[i - 1], &order[i]) == 0
                                ? ranks[order[i - 1].label]
                                : first + i;
  return TRUE;
}

/* Ranks labels that are in the order of the keys of their texts. */
static gboolean
rank_sorted (const DeidReleasedColumn *column, const DeidRowKeys *keys, const guint32 *order,
             guint32 *ranks, const DeidStop *stop, GError **error)
{
  guint32 first = 0;

  for (guint32 i = 0; i < column->n_labels; i++)
    {
      const gboolean is_last
          = i + 1 == column->n_labels || !deid_row_keys_are_alike (keys, order[i], order[i + 1]);

      if (!deid_stop_check_value (stop, i, error))
        return FALSE;
      if (!is_last)
        continue;
      if (first == i)
        ranks[order[i]] = i;
      else if (!rank_alike (column, &order[first], i + 1 - first, first, ranks, stop, error))
        return FALSE;
      first = i + 1;
    }
  ranks[column->n_labels] = column->n_labels;
  return TRUE;
}

guint32 *
deid_label_ranks_new (const DeidReleasedColumn *column, guint n_threads, const DeidStop *stop,
                      GError **error)
{
  static const guint32 n_keys[N_TEXT_KEYS] = { G_MAXUINT32, G_MAXUINT32 };
  const DeidRowKeys keys
      = { .n_columns = N_TEXT_KEYS, .n_keys = n_keys, .get_key = get_text_key, .data = column };
  g_autofree guint32 *order = NULL, *ranks = NULL;

  if (!deid_new_arrays (error, DEID_NEW (order, column->n_labels),
                        DEID_NEW (ranks, (guint64) column->n_labels + 1)))
    return NULL;
  for (guint32 label = 0; label < column->n_labels; label++)
    order[label] = label;
  return deid_row_order_sort (order, column->n_labels, &keys, n_threads, stop, error)
                 && rank_sorted (column, &keys, order, ranks, stop, error)
             ? g_steal_pointer (&ranks)
             : NULL;
}
