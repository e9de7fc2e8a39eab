/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "release/report/subset-order.h"

#include <deid/deid.h>

#define MAX_SUBSETS (G_GUINT64_CONSTANT (1) << 32)

/* Returns: how many subsets of a size there are, or more than %MAX_SUBSETS if it is more. */
static guint64
count_subsets (guint n, guint size)
{
  guint64 count = 1;

  if (size > n)
    return 0;
  size = MIN (size, n - size);
  for (guint i = 1; i <= size && count <= MAX_SUBSETS; i++)
    count = count * (n - size + i) / i;
  return count;
}

gboolean
deid_subset_order_init (DeidSubsetOrder *order, guint n_attributes, guint max_size, GError **error)
{
  *order
      = (DeidSubsetOrder){ .n_attributes = n_attributes, .max_size = MIN (max_size, n_attributes) };
  if (max_size == 0)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "subsets of up to 0 attributes, expected at least 1");
      return FALSE;
    }
  for (guint size = 1; size <= order->max_size; size++)
    {
      const guint64 n = count_subsets (n_attributes, size);

      if (n > MAX_SUBSETS || order->n + n > MAX_SUBSETS)
        {
          g_set_error (error, DEID_ERROR, DEID_ERROR_TOO_LARGE,
                       "%u attributes have more than 2^32 subsets of up to %u, expected fewer",
                       n_attributes, order->max_size);
          return FALSE;
        }
      order->n += n;
    }
  return TRUE;
}

guint64
deid_subset_order_get_index (const DeidSubsetOrder *order, const guint *subset, guint size)
{
  guint64 index = 0;
  guint next = 0;

  for (guint s = 1; s < size; s++)
    index += count_subsets (order->n_attributes, s);
  for (guint j = 0; j < size; j++)
    {
      for (guint a = next; a < subset[j]; a++)
        index += count_subsets (order->n_attributes - a - 1, size - j - 1);
      next = subset[j] + 1;
    }
  return index;
}

/* Takes the index of a subset to that among those of its size. Returns: the size. */
static guint
find_size (const DeidSubsetOrder *order, guint64 *index)
{
  guint size = 1;

  for (guint64 n; *index >= (n = count_subsets (order->n_attributes, size)); size++)
    *index -= n;
  return size;
}

guint
deid_subset_order_get_size (const DeidSubsetOrder *order, guint64 i)
{
  return find_size (order, &i);
}

guint
deid_subset_order_get_attribute (const DeidSubsetOrder *order, guint64 i, guint j)
{
  const guint size = find_size (order, &i);
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

gboolean
deid_subset_order_advance (const DeidSubsetOrder *order, guint *subset, guint size)
{
  guint j = size;

  while (j > 0 && subset[j - 1] == order->n_attributes - size + j - 1)
    j--;
  if (j == 0)
    return FALSE;
  subset[j - 1]++;
  for (; j < size; j++)
    subset[j] = subset[j - 1] + 1;
  return TRUE;
}
