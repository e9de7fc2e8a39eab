/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "report/subset-order.h"
#include "base/text.h"

#include <deid/deid.h>

/* As many as can be grouped and read. */
#define DEID_MAX_SUBSETS 65536

/* Above it, counts are not exact. */
#define MAX_COUNT (G_GUINT64_CONSTANT (1) << 40)

/* Returns: how many subsets of a size there are, or more than %MAX_COUNT if it is more. */
static guint64
count_subsets (guint n, guint size)
{
  guint64 count = 1;

  if (size > n)
    return 0;
  size = MIN (size, n - size);
  for (guint i = 1; i <= size && count <= MAX_COUNT; i++)
    count = count * (n - size + i) / i;
  return count;
}

/* Returns: how many subsets of up to a size there are, or more than %MAX_COUNT if it is more. */
static guint64
count_all_subsets (guint n, guint max_size)
{
  guint64 count = 0;

  for (guint size = 1; size <= MIN (max_size, n) && count <= MAX_COUNT; size++)
    count += count_subsets (n, size);
  return count;
}

static void
set_too_many (guint n_attributes, guint max_size, guint64 n, GError **error)
{
  g_autofree char *count
      = n <= MAX_COUNT ? g_strdup_printf ("%" G_GUINT64_FORMAT, n) : g_strdup ("more than 2^40");
  guint possible = 0;

  while (count_all_subsets (n_attributes, possible + 1) <= DEID_MAX_SUBSETS)
    possible++;
  if (possible > 0)
    g_set_error (
        error, DEID_ERROR, DEID_ERROR_TOO_LARGE,
        "%u attributes have %s subsets of up to %u, expected at most %d: the greatest size "
        "is %u",
        n_attributes, count, max_size, DEID_MAX_SUBSETS, possible);
  else
    deid_fail (error, DEID_ERROR_TOO_LARGE,
               "%u attributes, expected at most %d for subsets of them", n_attributes,
               DEID_MAX_SUBSETS);
}

gboolean
deid_subset_order_init (DeidSubsetOrder *order, guint n_attributes, guint max_size, GError **error)
{
  const guint used = MIN (max_size, n_attributes);

  *order = (DeidSubsetOrder){ .n_attributes = n_attributes,
                              .max_size = used,
                              .n = count_all_subsets (n_attributes, used) };
  if (max_size == 0)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "subsets of up to 0 attributes, expected at least 1");
  if (order->n <= DEID_MAX_SUBSETS)
    return TRUE;
  set_too_many (n_attributes, used, order->n, error);
  return FALSE;
}

/* Takes the index of a subset to that among those of its size. Returns: the size. */
static guint
subset_order_find_size (const DeidSubsetOrder *order, guint64 *index)
{
  guint size = 1;

  for (guint64 n; *index >= (n = count_subsets (order->n_attributes, size)); size++)
    *index -= n;
  return size;
}

guint
deid_subset_order_get_size (const DeidSubsetOrder *order, guint64 i)
{
  return subset_order_find_size (order, &i);
}

guint
deid_subset_order_get_attribute (const DeidSubsetOrder *order, guint64 i, guint j)
{
  const guint size = subset_order_find_size (order, &i);
  guint a = 0;

  for (guint found = 0;; a++)
    {
      const guint64 n = count_subsets (order->n_attributes - a - 1, size - found - 1);

      if (i >= n)
        i -= n;
      else if (found++ == j)
        return a;
    }
}
