/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The verifier: rows in the order of their labels. The label numbers of a row in neighbouring
 * attributes are the digits of one key while it stays below 2^62, made column by column. */
#include "release/verifier/verify-order.h"

#include <string.h>

#include "base/arrays.h"
#include "base/parts.h"
#include "release/row-order.h"

/* Half of the greatest key: rows are sorted by the two halves. */
#define VERIFY_ORDER_HALF_BITS 31

/* How many rows ahead keys are fetched from memory: where they are is at random. */
#define VERIFY_ORDER_AHEAD 48

typedef struct
{
  const DeidVerification *verification;
  DeidPlainOrder *order;
  guint64 *keys;               /* of each row */
  guint first_digit, n_digits; /* those of the keys; whether rows are kept is the last one */
  guint n_parts;
} Ordering;

static guint32
verify_order_count_numbers (const Ordering *ordering, guint digit)
{
  const DeidVerification *verification = ordering->verification;

  return digit == verification->n_attributes ? 2
                                             : MAX (verification->attributes[digit].n_labels, 1);
}

/* Adds a digit to the keys of some rows. */
static void
add_digit (const Ordering *ordering, guint digit, guint64 first, guint n)
{
  const DeidVerification *verification = ordering->verification;
  const DeidVerifiedAttribute *attribute = &verification->attributes[digit];
  const guint64 n_numbers = verify_order_count_numbers (ordering, digit);
  guint64 *keys = ordering->keys + first;
  guint32 entries[DEID_VERIFIED_BLOCK];

  if (digit < verification->n_attributes)
    deid_verified_read_codes (deid_verified_attribute_get_entries (attribute), first, n, entries);
  for (guint i = 0; i < n; i++)
    keys[i] = keys[i] * n_numbers
              + (digit < verification->n_attributes ? attribute->label_numbers[entries[i]]
                                                    : verification->kept[first + i]);
}

static gboolean
make_keys_of_part (gpointer data, guint part, GError **error)
{
  const Ordering *ordering = data;
  const guint64 n_rows = ordering->order->n_rows;
  const guint64 start = deid_part_start (n_rows, ordering->n_parts, part);
  const guint64 end = deid_part_start (n_rows, ordering->n_parts, part + 1);

  for (guint64 first = start; first < end; first += DEID_VERIFIED_BLOCK)
    {
      const guint n = (guint) MIN (end - first, DEID_VERIFIED_BLOCK);

      if (!deid_stop_check_row (&ordering->verification->stop, first - start, error))
        return FALSE;
      memset (ordering->keys + first, 0, n * sizeof *ordering->keys);
      for (guint i = 0; i < ordering->n_digits; i++)
        if (verify_order_count_numbers (ordering, ordering->first_digit + i) > 1)
          add_digit (ordering, ordering->first_digit + i, first, n);
    }
  return TRUE;
}

static gboolean
verify_order_make_keys (Ordering *ordering, GError **error)
{
  return deid_parts_run (ordering->n_parts, ordering->n_parts, make_keys_of_part, ordering, error);
}

static guint32
get_half (gconstpointer data, guint column, guint32 row)
{
  const guint64 *keys = data;

  return (guint32) (column == 0
                        ? keys[row] >> VERIFY_ORDER_HALF_BITS
                        : keys[row] & ((G_GUINT64_CONSTANT (1) << VERIFY_ORDER_HALF_BITS) - 1));
}

static gboolean
sort_by_keys (const Ordering *ordering, guint64 n_keys, GError **error)
{
  const guint64 n_low = G_GUINT64_CONSTANT (1) << VERIFY_ORDER_HALF_BITS;
  const guint32 n_halves[] = { (guint32) (n_keys / n_low + 1), (guint32) MIN (n_keys, n_low) };
  const DeidRowKeys keys
      = { .n_columns = 2, .n_keys = n_halves, .get_key = get_half, .data = ordering->keys };

  return deid_row_order_sort (ordering->order->rows, ordering->order->n_rows, &keys,
                              ordering->n_parts, &ordering->verification->stop, error);
}

static gboolean
mark_starts_of_part (gpointer data, guint part, GError **error)
{
  const Ordering *ordering = data;
  const DeidPlainOrder *order = ordering->order;
  const guint64 start = deid_part_start (order->n_rows, ordering->n_parts, part);
  const guint64 end = deid_part_start (order->n_rows, ordering->n_parts, part + 1);
  guint64 last = start > 0 ? ordering->keys[order->rows[start - 1]] : 0;

  for (guint64 i = start; i < end; i++)
    {
      const guint64 key = ordering->keys[order->rows[i]];

      if (i + VERIFY_ORDER_AHEAD < end)
        __builtin_prefetch (&ordering->keys[order->rows[i + VERIFY_ORDER_AHEAD]], 0, 2);
      if (!deid_stop_check_row (&ordering->verification->stop, i - start, error))
        return FALSE;
      order->starts[i] |= i == 0 || key != last;
      last = key;
    }
  return TRUE;
}

static gboolean
mark_starts (Ordering *ordering, GError **error)
{
  return deid_parts_run (ordering->n_parts, ordering->n_parts, mark_starts_of_part, ordering,
                         error);
}

/* Chooses as many of the digits before @end as keys have room for. Returns: how many keys there
 * are. */
static guint64
choose_digits (Ordering *ordering, guint first, guint end)
{
  guint64 n_keys = 1;

  ordering->first_digit = end;
  while (ordering->first_digit > first
         && n_keys <= (G_GUINT64_CONSTANT (1) << 2 * VERIFY_ORDER_HALF_BITS)
                          / verify_order_count_numbers (ordering, ordering->first_digit - 1))
    n_keys *= verify_order_count_numbers (ordering, --ordering->first_digit);
  ordering->n_digits = end - ordering->first_digit;
  return n_keys;
}

/* Sorts by the last digits first. Then the keys of the first digits are there; those of others are
 * made once more to tell classes apart. */
static gboolean
verify_order_sort_rows (Ordering *ordering, guint first, guint end, GError **error)
{
  guint sorted = end;

  do
    {
      const guint64 n_keys = choose_digits (ordering, first, sorted);

      sorted = ordering->first_digit;
      if (!verify_order_make_keys (ordering, error) || !sort_by_keys (ordering, n_keys, error))
        return FALSE;
    }
  while (sorted > first);
  if (!mark_starts (ordering, error))
    return FALSE;
  choose_digits (ordering, first, end);
  for (; ordering->first_digit > first; choose_digits (ordering, first, ordering->first_digit))
    if (!verify_order_make_keys (ordering, error) || !mark_starts (ordering, error))
      return FALSE;
  return TRUE;
}

gboolean
deid_plain_order_init (DeidPlainOrder *order, const DeidVerification *verification, guint first,
                       guint end, GError **error)
{
  const guint64 n_rows = verification->source->n_rows;
  Ordering ordering = { .verification = verification,
                        .order = order,
                        .n_parts = deid_verification_count_parts (verification, n_rows) };
  gboolean success;

  *order = (DeidPlainOrder){ .n_rows = n_rows };
  success = deid_new_arrays (error, DEID_NEW (order->rows, n_rows),
                             DEID_NEW (order->starts, n_rows), DEID_NEW (ordering.keys, n_rows));
  for (guint64 row = 0; success && row < n_rows; row++)
    order->rows[row] = (guint32) row;
  success = success && verify_order_sort_rows (&ordering, first, end, error);
  g_free (ordering.keys);
  return success;
}

void
deid_plain_order_clear (DeidPlainOrder *order)
{
  g_free (order->rows);
  g_free (order->starts);
}
