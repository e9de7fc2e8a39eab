/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/digits.h"

#include "base/arrays.h"
#include "base/memory.h"

#define DIGITS_WORD_BITS 64

/* Tells of each label below another how many came before it there. */
static void
number_children (DeidLocalDigit *digit, const DeidLocalNodes *nodes, const DeidRecoding *fine,
                 const DeidRecoding *coarse, guint32 *n_children, guint32 *numbers)
{
  const guint32 n_above = coarse != NULL ? coarse->n_labels : 1;
  guint32 most = 0;

  for (guint32 label = 0; label < n_above; label++)
    n_children[label] = 0;
  for (guint32 label = 0; label < fine->n_labels; label++)
    numbers[label] = G_MAXUINT32;
  for (guint32 leaf = 0; leaf < nodes->n_leaves; leaf++)
    {
      const guint32 code = nodes->codes[leaf];
      const guint32 above = coarse != NULL ? coarse->labels[code] : 0;
      guint32 *number = &numbers[fine->labels[code]];

      if (*number == G_MAXUINT32)
        *number = n_children[above]++;
      most = MAX (most, *number);
      digit->values[leaf] = (guint16) *number;
    }
  digit->bits = most > 0 ? g_bit_storage (most) : 0;
}

/* Returns: by how much all records cost less with labels of @level than with those of the level
 * above. */
static guint64
measure_drop (const DeidLocalTuples *tuples, guint a, const DeidRows *rows, guint level,
              guint64 *sums)
{
  const DeidLocalNodes *nodes = &tuples->attributes[a];
  const DeidAttribute *attribute = &tuples->prepared->lattice->attributes[a];
  const DeidLossAttribute *term = &tuples->prepared->loss.terms[a];
  const DeidLocalNode root = (DeidLocalNode) (nodes->n_nodes - 1 - (nodes->has_ceiling != 0));
  const double unit
      = nodes->extents[root] > 0 ? (double) nodes->costs[root] / nodes->extents[root] : 0;

  if (sums[level] == G_MAXUINT64)
    {
      sums[level] = 0;
      for (guint64 row = 0; row < rows->n; row++)
        sums[level] += deid_loss_attribute_get_extent (term, attribute,
                                                       deid_codes_get (rows->codes[a], row), level);
    }
  return (guint64) ((double) sums[level] * unit);
}

static gboolean
digits_add_digits (DeidLocalTuples *tuples, guint a, const DeidRows *rows, guint32 *scratch,
                   guint64 *sums, const DeidStop *stop, GError **error)
{
  const DeidLattice *lattice = tuples->prepared->lattice;
  const DeidAttribute *attribute = &lattice->attributes[a];
  const guint lowest = deid_lattice_get_lowest_level (lattice, a);
  const guint highest = deid_lattice_get_highest_level (lattice, a);

  for (guint level = 0; level < attribute->n_levels; level++)
    sums[level] = G_MAXUINT64;
  for (guint level = highest + 1; level-- > lowest;)
    {
      DeidLocalDigit *digit = &tuples->digits[tuples->n_digits];

      if (!deid_stop_check (stop, error))
        return FALSE;
      digit->attribute = a;
      digit->values = deid_alloc (tuples->attributes[a].n_leaves, sizeof *digit->values, error);
      if (digit->values == NULL)
        return FALSE;
      number_children (digit, &tuples->attributes[a], &attribute->levels[level],
                       level < highest ? &attribute->levels[level + 1] : NULL, scratch,
                       scratch + attribute->n_codes);
      if (digit->bits == 0)
        {
          g_clear_pointer (&digit->values, g_free);
          continue;
        }
      digit->drop = level == highest /* of several labels, which nothing joins */
                        ? rows->n * DEID_LOCAL_FORBIDDEN
                        : measure_drop (tuples, a, rows, level + 1, sums)
                              - measure_drop (tuples, a, rows, level, sums);
      tuples->n_digits++;
    }
  return TRUE;
}

/* Returns: the node of the leaves whose numbers differ in the last bits alone. */
static DeidLocalNode
find_block (const DeidLocalNodes *nodes, guint32 leaf, guint n_bits)
{
  const guint32 first = leaf >> n_bits << n_bits;
  const guint32 last = MIN (leaf | ((1u << n_bits) - 1), nodes->n_leaves - 1);

  return deid_local_nodes_climb (nodes, (DeidLocalNode) first, (DeidLocalNode) last);
}

/* Makes a digit of one bit of the leaves' numbers, which are in order. */
static gboolean
add_bit (DeidLocalTuples *tuples, guint a, guint bit, const guint64 *n_records, GError **error)
{
  const DeidLocalNodes *nodes = &tuples->attributes[a];
  DeidLocalDigit *digit = &tuples->digits[tuples->n_digits++];

  *digit = (DeidLocalDigit){ .attribute = a, .bits = 1 };
  if (!deid_new_arrays (error, DEID_NEW (digit->values, nodes->n_leaves)))
    return FALSE;
  for (guint32 leaf = 0; leaf < nodes->n_leaves; leaf++)
    {
      digit->values[leaf] = (guint16) (leaf >> bit & 1);
      digit->drop += n_records[leaf]
                     * (nodes->costs[find_block (nodes, leaf, bit + 1)]
                        - nodes->costs[find_block (nodes, leaf, bit)]);
    }
  return TRUE;
}

/* Makes the digits of an attribute of runs. */
static gboolean
add_bits (DeidLocalTuples *tuples, guint a, const DeidRows *rows, const DeidStop *stop,
          GError **error)
{
  const DeidLocalNodes *nodes = &tuples->attributes[a];
  g_autofree guint64 *n_records = NULL;

  if (!deid_new_arrays (error, DEID_NEW (n_records, nodes->n_leaves)))
    return FALSE;
  for (guint64 row = 0; row < rows->n; row++)
    n_records[nodes->leaves[deid_codes_get (rows->codes[a], row)]]++;
  for (guint bit = nodes->n_leaves > 1 ? g_bit_storage (nodes->n_leaves - 1) : 0; bit-- > 0;)
    if (!deid_stop_check (stop, error) || !add_bit (tuples, a, bit, n_records, error))
      return FALSE;
  return TRUE;
}

gboolean
deid_local_digits_init (DeidLocalTuples *tuples, const DeidRows *rows, const DeidStop *stop,
                        GError **error)
{
  const DeidAttribute *attributes = tuples->prepared->lattice->attributes;
  g_autofree guint32 *scratch = NULL;
  g_autofree guint64 *sums = NULL;
  guint64 n_levels = 1, n_codes = 1;

  for (guint a = 0; a < tuples->n_attributes; a++)
    {
      n_levels += attributes[a].n_levels;
      n_codes = MAX (n_codes, attributes[a].n_codes);
    }
  if (!deid_new_arrays (error, DEID_NEW (tuples->digits, n_levels), DEID_NEW (sums, n_levels),
                        DEID_NEW (scratch, 2 * n_codes)))
    return FALSE;
  for (guint a = 0; a < tuples->n_attributes; a++)
    if (!(deid_attribute_has_runs (&attributes[a])
              ? add_bits (tuples, a, rows, stop, error)
              : digits_add_digits (tuples, a, rows, scratch, sums, stop, error)))
      return FALSE;
  return TRUE;
}

/* Returns: a drop times 2 to the power of a number between -2 and 2, in steps of an eighth of the
 * power below. */
static guint64
shake (guint64 drop, DeidRandom *noise)
{
  const guint64 number = deid_random_next (noise);

  return (drop / 64 + 1) * (8 + (number & 7)) << (number >> 3 & 3);
}

static gboolean
is_among (const guint *order, guint n, guint digit)
{
  for (guint i = 0; i < n; i++)
    if (order[i] == digit)
      return TRUE;
  return FALSE;
}

/* Returns: the digit to come behind @n others: of each attribute the first that is left is asked.
 */
static guint
choose_digit (const DeidLocalTuples *tuples, DeidRandom *noise, const guint *order, guint n)
{
  guint best = G_MAXUINT, asked = G_MAXUINT;
  guint64 greatest = 0;

  for (guint d = 0; d < tuples->n_digits; d++)
    {
      const DeidLocalDigit *digit = &tuples->digits[d];
      guint64 drop;

      if (digit->attribute == asked || is_among (order, n, d))
        continue;
      asked = digit->attribute;
      drop = noise != NULL ? shake (digit->drop, noise) : digit->drop;
      if (best != G_MAXUINT && drop <= greatest)
        continue;
      best = d;
      greatest = drop;
    }
  return best;
}

void
deid_local_digits_arrange (const DeidLocalTuples *tuples, DeidRandom *noise, guint *order)
{
  for (guint n = 0; n < tuples->n_digits; n++)
    order[n] = choose_digit (tuples, noise, order, n);
}

guint
deid_local_digits_count_words (const DeidLocalTuples *tuples, const guint *order)
{
  guint n_words = 1, bits = 0;

  for (guint i = 0; i < tuples->n_digits; i++)
    {
      const guint more = tuples->digits[order[i]].bits;

      n_words += bits + more > DIGITS_WORD_BITS;
      bits = bits + more > DIGITS_WORD_BITS ? more : bits + more;
    }
  return n_words;
}

guint64
deid_local_digits_get_word (const DeidLocalTuples *tuples, const guint *order, guint word,
                            const DeidLocalNode *leaves)
{
  guint number = 0, bits = 0;
  guint64 key = 0;

  for (guint i = 0; i < tuples->n_digits && number <= word; i++)
    {
      const DeidLocalDigit *digit = &tuples->digits[order[i]];

      number += bits + digit->bits > DIGITS_WORD_BITS;
      bits = bits + digit->bits > DIGITS_WORD_BITS ? digit->bits : bits + digit->bits;
      if (number == word)
        key = key << digit->bits | digit->values[leaves[digit->attribute]];
    }
  return key;
}
