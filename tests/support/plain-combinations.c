/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/plain-combinations.h"

/* Tells whether two rows have the same labels in all attributes of a set of bits. */
static gboolean
agree (const RandomProblem *problem, const guint *levels, guint set, guint row, guint other)
{
  for (guint a = 0; a < problem->n_attributes; a++)
    {
      const RandomAttribute *attribute = &problem->attributes[a];
      const RandomLeaf *x = &attribute->leaves[attribute->leaf_of_row[row]];
      const RandomLeaf *y = &attribute->leaves[attribute->leaf_of_row[other]];

      if ((set >> a & 1) != 0 && g_strcmp0 (x->labels[levels[a]], y->labels[levels[a]]) != 0)
        return FALSE;
    }
  return TRUE;
}

/* Writes the rows released that agree with one.
 * Returns: their number. */
static guint
list_rows (const RandomProblem *problem, const PlainClass *const *classes, guint n,
           const gboolean *left_out, guint set, guint row, guint *rows)
{
  guint n_rows = 0;

  for (guint c = 0; c < n; c++)
    for (guint i = 0; !left_out[c] && i < classes[c]->n_rows; i++)
      if (agree (problem, classes[c]->levels, set, row, classes[c]->rows[i]))
        rows[n_rows++] = classes[c]->rows[i];
  return n_rows;
}

static guint64
count (const RandomProblem *problem, const guint *rows, guint n_rows)
{
  guint64 n = 0;

  for (guint i = 0; i < n_rows; i++)
    {
      guint earlier = 0;

      while (problem->entities[rows[earlier]] != problem->entities[rows[i]])
        earlier++;
      n += problem->has_entities ? earlier == i : problem->weights[rows[i]];
    }
  return n;
}

static guint
count_bits (guint set)
{
  guint n = 0;

  for (; set != 0; set &= set - 1)
    n++;
  return n;
}

gboolean
plain_combinations_are_rare (const RandomProblem *problem, const PlainClass *const *classes,
                             guint n, const gboolean *left_out, guint asked, guint64 k, guint m)
{
  for (guint set = 1; set < 1u << problem->n_attributes; set++)
    {
      guint rows[MAX_ROWS];

      if (count_bits (set) <= m
          && count (problem, rows,
                    list_rows (problem, classes, n, left_out, set, classes[asked]->rows[0], rows))
                 < k)
        return TRUE;
    }
  return FALSE;
}
