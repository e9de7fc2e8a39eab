/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/tuples.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "base/text.h"
#include "lattice/lattice-private.h"

#include <string.h>

/* What all records together may count. */
#define TUPLES_MAX_WEIGHT (G_GUINT64_CONSTANT (1) << 34)

static gboolean
tuples_has_sets (const DeidLattice *lattice)
{
  for (guint a = 0; a < lattice->n_attributes; a++)
    if (deid_attribute_has_sets (&lattice->attributes[a]))
      return TRUE;
  return FALSE;
}

static gboolean
may_ask_for_labels (const DeidPreparedModels *models)
{
  for (guint i = 0; i < models->n_models; i++)
    if (!models->models[i].model->funcs->size_only
        && !models->models[i].model->funcs->ignores_labels)
      return TRUE;
  return FALSE;
}

gboolean
deid_local_tuples_check_problem (const DeidPreparedProblem *prepared, GError **error)
{
  const DeidLoss *loss = &prepared->loss;
  const char *what = NULL;

  if (prepared->has_population)
    what = "a population, whose records have no classes then";
  else if (prepared->problem->no_forced_labels && prepared->table->entities != NULL)
    what = "an entity column and the demand that no label forces a finer one: it counts records";
  else if (tuples_has_sets (prepared->lattice) && may_ask_for_labels (&prepared->privacy))
    what = "sets of values and a privacy model of the host that may ask for labels";
  else if (prepared->asks.judges_table)
    what = "a privacy model that judges all classes together";
  else if (prepared->asks.judges_persons)
    what = "a privacy model that judges persons, all of whose records would have to be recoded "
           "together (leave out recoding=local)";
  else if (!deid_loss_is_separable (loss))
    what = "a quality model that costs classes";
  else if (loss->aggregate != DEID_AGGREGATE_ARITHMETIC_MEAN
           && loss->aggregate != DEID_AGGREGATE_SUM)
    what = "a quality model that is no mean or sum over attributes";
  if (what == NULL)
    return deid_lattice_check_nothing_kept (prepared->lattice, "local recodings", error)
           && deid_lattice_check_no_block_limits (prepared->lattice, "local recodings", error);
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "%s: the problem has %s: records cannot be recoded locally",
                    prepared->lattice->table.name, what);
}

/* Gives an attribute bits of a word: of the last one, if it has room for all. Returns: how many
 * bits are taken. */
static guint
local_tuples_take_bits (DeidLocalTuples *tuples, guint a, guint n_taken)
{
  DeidLocalNodes *nodes = &tuples->attributes[a];

  if (n_taken % 64 + nodes->n_leaves > 64)
    n_taken = (n_taken + 63) / 64 * 64;
  nodes->set_place = tuples->words_place + n_taken / 64 * (guint) DEID_LOCAL_WORD_UNITS;
  nodes->set_shift = n_taken % 64;
  for (guint32 leaf = 0; leaf < nodes->n_leaves; leaf++)
    tuples->word_bits[n_taken + leaf] = (guint16) a;
  return n_taken + nodes->n_leaves;
}

/* Sets stand behind the nodes: words, then lists. */
static gboolean
place_sets (DeidLocalTuples *tuples, GError **error)
{
  const guint n = tuples->n_attributes;
  gboolean has_sets = FALSE;
  guint n_bits = 0;

  if (!deid_new_arrays (error, DEID_NEW (tuples->word_bits, 64 * (guint64) n),
                        DEID_NEW (tuples->apart, n)))
    return FALSE;
  tuples->words_place
      = (guint) ((n + DEID_LOCAL_WORD_UNITS - 1) / DEID_LOCAL_WORD_UNITS * DEID_LOCAL_WORD_UNITS);
  for (guint a = 0; a < n; a++)
    {
      const DeidLocalNodes *nodes = &tuples->attributes[a];

      has_sets |= deid_local_nodes_have_sets (nodes);
      if (deid_local_nodes_have_sets (nodes) && deid_local_nodes_have_words (nodes))
        n_bits = local_tuples_take_bits (tuples, a, n_bits);
      else
        tuples->apart[tuples->n_apart++] = a;
    }
  tuples->n_words = (n_bits + 63) / 64;
  tuples->n_row
      = has_sets ? tuples->words_place + tuples->n_words * (guint) DEID_LOCAL_WORD_UNITS : n;
  tuples->n_box = tuples->n_row;
  for (guint i = 0; i < tuples->n_apart; i++)
    {
      tuples->attributes[tuples->apart[i]].set_place = tuples->n_box;
      tuples->n_box += tuples->attributes[tuples->apart[i]].set_width;
    }
  return TRUE;
}

static gboolean
tuples_init_attributes (DeidLocalTuples *tuples, gboolean widens, GError **error)
{
  const guint n = tuples->prepared->lattice->n_attributes;

  tuples->attributes = deid_alloc (n, sizeof *tuples->attributes, error);
  for (guint a = 0; tuples->attributes != NULL && a < n; a++)
    {
      tuples->n_attributes = a + 1;
      if (!deid_local_nodes_init (&tuples->attributes[a], tuples->prepared, a, widens, error))
        return FALSE;
    }
  if (tuples->attributes == NULL)
    return FALSE;
  return place_sets (tuples, error);
}

static void
read_leaves (const DeidLocalTuples *tuples, guint64 row, DeidLocalNode *leaves)
{
  const DeidRows *rows = &tuples->prepared->tables.own;

  for (guint a = 0; a < tuples->n_attributes; a++)
    leaves[a] = tuples->attributes[a].leaves[deid_codes_get (rows->codes[a], row)];
}

#define DIGITS_WORD_BITS 64

/* Returns: how many 64-bit words hold the digits in that order. */
static guint
local_digits_count_words (const DeidLocalTuples *tuples, const guint *order)
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

/* Sorts by one word after the other, the most significant one last. */
static gboolean
tuples_sort_rows (const DeidLocalTuples *tuples, const guint *order, DeidKeyedNumber *numbers,
                  DeidKeyedNumber *scratch, DeidLocalNode *leaves, const DeidStop *stop,
                  GError **error)
{
  const guint32 n = tuples->n_records;

  for (guint32 i = 0; i < n; i++)
    numbers[i].number = i;
  for (guint word = local_digits_count_words (tuples, order); word-- > 0;)
    {
      for (guint32 i = 0; i < n; i++)
        {
          if (!deid_stop_check_row (stop, i, error))
            return FALSE;
          read_leaves (tuples, numbers[i].number, leaves);
          numbers[i].key = deid_local_digits_get_word (tuples, order, word, leaves);
        }
      deid_key_sort (numbers, scratch, n);
    }
  return TRUE;
}

/* Adds a tuple, with the bits of its leaves. */
static void
add_tuple (DeidLocalTuples *tuples, const DeidLocalNode *leaves)
{
  DeidLocalNode *row = tuples->codes + (gsize) tuples->n_tuples * tuples->n_row;

  memcpy (row, leaves, tuples->n_attributes * sizeof *leaves);
  for (guint a = 0; a < tuples->n_attributes && tuples->n_words > 0; a++)
    {
      const DeidLocalNodes *nodes = &tuples->attributes[a];
      DeidLocalNode *word = row + nodes->set_place;

      if (deid_local_nodes_have_sets (nodes) && deid_local_nodes_have_words (nodes))
        deid_local_word_set (word, deid_local_word_get (word)
                                       | deid_local_nodes_get_bit (nodes, leaves[a]));
    }
}

/* A row is a new tuple where it differs from the one before. */
static void
number_tuples (DeidLocalTuples *tuples, const DeidKeyedNumber *numbers, DeidLocalNode *leaves)
{
  const gsize size = tuples->n_attributes * sizeof *leaves;

  for (guint32 i = 0; i < tuples->n_records; i++)
    {
      read_leaves (tuples, numbers[i].number, leaves);
      if (i == 0
          || memcmp (leaves, deid_local_tuples_get (tuples, tuples->n_tuples - 1), size) != 0)
        {
          add_tuple (tuples, leaves);
          tuples->first_records[tuples->n_tuples++] = i;
        }
      tuples->tuples[i] = tuples->n_tuples - 1;
      tuples->rows[i] = numbers[i].number;
    }
  tuples->first_records[tuples->n_tuples] = tuples->n_records;
}

static gboolean
tuples_init_tuples (DeidLocalTuples *tuples, const DeidStop *stop, GError **error)
{
  const guint64 n = tuples->n_records;
  g_autofree DeidKeyedNumber *numbers = NULL, *scratch = NULL;
  g_autofree guint *order = NULL;
  g_autofree DeidLocalNode *leaves = NULL;

  if (!deid_new_arrays (error, DEID_NEW (numbers, n), DEID_NEW (scratch, n),
                        DEID_NEW (order, tuples->n_digits), DEID_NEW (leaves, tuples->n_attributes),
                        DEID_NEW (tuples->tuples, n), DEID_NEW (tuples->rows, n),
                        DEID_NEW (tuples->first_records, n + 1),
                        DEID_NEW (tuples->codes, n * tuples->n_row)))
    return FALSE;
  deid_local_digits_arrange (tuples, NULL, order);
  if (!tuples_sort_rows (tuples, order, numbers, scratch, leaves, stop, error))
    return FALSE;
  number_tuples (tuples, numbers, leaves);
  return deid_realloc ((gpointer *) &tuples->codes, (guint64) tuples->n_tuples * tuples->n_row,
                       sizeof *tuples->codes, error)
         && deid_realloc ((gpointer *) &tuples->first_records, (guint64) tuples->n_tuples + 1,
                          sizeof *tuples->first_records, error);
}

/* Weights of groups may be anything below 2^63. */
static gboolean
tuples_init_weights (DeidLocalTuples *tuples, const guint64 *weights, GError **error)
{
  guint64 sum = 0, greatest = 0;
  guint shift = 0;

  tuples->weight = tuples->n_records;
  if (weights == NULL)
    return TRUE;
  if (!deid_new_arrays (error, DEID_NEW (tuples->weights, tuples->n_records)))
    return FALSE;
  for (guint32 i = 0; i < tuples->n_records; i++)
    {
      sum += weights[i];
      greatest = MAX (greatest, weights[i]);
    }
  while (sum >> shift >= TUPLES_MAX_WEIGHT || greatest >> shift > G_MAXUINT32)
    shift++;
  tuples->weight = 0;
  for (guint32 i = 0; i < tuples->n_records; i++)
    {
      const guint64 weight = weights[tuples->rows[i]];

      tuples->weights[i] = (guint32) MAX (weight >> shift, weight > 0);
      tuples->weight += tuples->weights[i];
    }
  return TRUE;
}

static gboolean
init_counts (DeidLocalTuples *tuples, const guint64 *counts, GError **error)
{
  if (counts == NULL)
    return TRUE;
  if (!deid_new_arrays (error, DEID_NEW (tuples->counts, tuples->n_records)))
    return FALSE;
  for (guint32 i = 0; i < tuples->n_records; i++)
    tuples->counts[i] = (guint32) MIN (counts[tuples->rows[i]], G_MAXUINT32);
  return TRUE;
}

gboolean
deid_local_tuples_init (DeidLocalTuples *tuples, const DeidPreparedProblem *prepared,
                        const DeidStop *stop, GError **error)
{
  return deid_local_tuples_init_wide (tuples, prepared, FALSE, stop, error);
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

/* Counts the records of each leaf of an attribute. Returns: (transfer full): the counts, or NULL.
 */
static guint64 *
local_digits_count_leaves (const DeidLocalTuples *tuples, guint a, const DeidRows *rows,
                           GError **error)
{
  const DeidLocalNodes *nodes = &tuples->attributes[a];
  guint64 *n_records = deid_alloc (nodes->n_leaves, sizeof *n_records, error);

  for (guint64 row = 0; n_records != NULL && row < rows->n; row++)
    n_records[nodes->leaves[deid_codes_get (rows->codes[a], row)]]++;
  return n_records;
}

/* Makes the digits of an attribute of runs. */
static gboolean
add_bits (DeidLocalTuples *tuples, guint a, const DeidRows *rows, const DeidStop *stop,
          GError **error)
{
  const DeidLocalNodes *nodes = &tuples->attributes[a];
  g_autofree guint64 *n_records = local_digits_count_leaves (tuples, a, rows, error);

  if (n_records == NULL)
    return FALSE;
  for (guint bit = nodes->n_leaves > 1 ? g_bit_storage (nodes->n_leaves - 1) : 0; bit-- > 0;)
    if (!deid_stop_check (stop, error) || !add_bit (tuples, a, bit, n_records, error))
      return FALSE;
  return TRUE;
}

/* Makes the digit of an attribute of sets, of which any two leaves are as far apart as others. Two
 * records differ in it as often as the drop says. */
static gboolean
add_leaf_digit (DeidLocalTuples *tuples, guint a, const DeidRows *rows, GError **error)
{
  const DeidLocalNodes *nodes = &tuples->attributes[a];
  DeidLocalDigit *digit = &tuples->digits[tuples->n_digits];
  g_autofree guint64 *n_records = local_digits_count_leaves (tuples, a, rows, error);

  if (n_records == NULL || !deid_new_arrays (error, DEID_NEW (digit->values, nodes->n_leaves)))
    return FALSE;
  digit->attribute = a;
  digit->bits = g_bit_storage (nodes->n_leaves - 1);
  tuples->n_digits++;
  for (guint32 leaf = 0; leaf < nodes->n_leaves; leaf++)
    {
      digit->values[leaf] = (guint16) leaf;
      digit->drop
          += (guint64) ((DeidWide) n_records[leaf] * (rows->n - n_records[leaf]) / MAX (rows->n, 1))
             * nodes->step;
    }
  return TRUE;
}

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

/* Makes the digits of all attributes. Complexity: O(rows x digits). */
static gboolean
local_digits_init (DeidLocalTuples *tuples, const DeidRows *rows, const DeidStop *stop,
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
    if (!(deid_attribute_has_runs (&attributes[a]) ? add_bits (tuples, a, rows, stop, error)
          : deid_local_nodes_have_sets (&tuples->attributes[a])
              ? add_leaf_digit (tuples, a, rows, error)
              : digits_add_digits (tuples, a, rows, scratch, sums, stop, error)))
      return FALSE;
  return TRUE;
}

gboolean
deid_local_tuples_init_wide (DeidLocalTuples *tuples, const DeidPreparedProblem *prepared,
                             gboolean widens, const DeidStop *stop, GError **error)
{
  *tuples
      = (DeidLocalTuples){ .prepared = prepared, .n_records = (guint32) prepared->tables.own.n };
  return deid_local_tuples_check_problem (prepared, error)
         && tuples_init_attributes (tuples, widens, error)
         && local_digits_init (tuples, &prepared->tables.own, stop, error)
         && tuples_init_tuples (tuples, stop, error)
         && init_counts (tuples, prepared->tables.own.weights, error)
         && tuples_init_weights (tuples, deid_rows_get_loss_weights (&prepared->rows), error);
}

void
deid_local_tuples_clear (DeidLocalTuples *tuples)
{
  for (guint a = 0; a < tuples->n_attributes; a++)
    deid_local_nodes_clear (&tuples->attributes[a]);
  for (guint d = 0; d < tuples->n_digits; d++)
    g_free (tuples->digits[d].values);
  deid_free_arrays (tuples->attributes, tuples->word_bits, tuples->apart, tuples->codes,
                    tuples->first_records, tuples->tuples, tuples->rows, tuples->counts,
                    tuples->weights, tuples->digits);
  tuples->n_attributes = tuples->n_digits = 0;
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

/* What stands this near to a tuple in an order is compared with it. */
#define NEIGHBOURS_REACH 5

/* Of each neighbour this many of its own are compared with a tuple. */
#define MAX_INDIRECT 8

typedef struct
{
  const DeidLocalTuples *tuples;
  DeidLocalNeighbours *neighbours;
  guint32 *costs; /* of each place of each list, G_MAXUINT32 where nobody stands */
  DeidKeyedNumber *numbers;
  DeidKeyedNumber *scratch;
  guint *order;
  DeidRandom *random;
} Lists;

/* Puts @t into the list of @s unless it is there, or dearer than all of a full list. */
static void
neighbours_offer (Lists *lists, guint32 s, guint32 t, guint32 cost)
{
  const guint n = lists->neighbours->n;
  guint32 *list = lists->neighbours->lists + (gsize) s * n;
  guint32 *costs = lists->costs + (gsize) s * n;
  guint i = n - 1;

  if (cost >= costs[i])
    return;
  for (guint j = 0; j < n && costs[j] <= cost; j++)
    if (list[j] == t)
      return;
  for (; i > 0 && costs[i - 1] > cost; i--)
    {
      costs[i] = costs[i - 1];
      list[i] = list[i - 1];
    }
  costs[i] = cost;
  list[i] = t;
}

static gboolean
search_order (Lists *lists, const DeidStop *stop, GError **error)
{
  const DeidLocalTuples *tuples = lists->tuples;
  const guint32 n = tuples->n_tuples;

  deid_local_digits_arrange (tuples, lists->random, lists->order);
  for (guint32 t = 0; t < n; t++)
    lists->numbers[t] = (DeidKeyedNumber){
      .key
      = deid_local_digits_get_word (tuples, lists->order, 0, deid_local_tuples_get (tuples, t)),
      .number = t,
    };
  deid_key_sort (lists->numbers, lists->scratch, n);
  for (guint32 i = 0; i < n; i++)
    {
      const guint32 s = lists->numbers[i].number;

      if (!deid_stop_check_row (stop, i, error))
        return FALSE;
      for (guint32 j = i + 1; j < n && j <= i + NEIGHBOURS_REACH; j++)
        {
          const guint32 t = lists->numbers[j].number;
          const guint32 cost = deid_local_tuples_get_distance (tuples, s, t);

          neighbours_offer (lists, s, t, cost);
          neighbours_offer (lists, t, s, cost);
        }
    }
  return TRUE;
}

/* Compares each tuple with the neighbours of its neighbours. */
static gboolean
search_neighbours (Lists *lists, const DeidStop *stop, GError **error)
{
  const guint n = lists->neighbours->n, n_indirect = MIN (n, MAX_INDIRECT);
  const guint32 *all = lists->neighbours->lists;

  for (guint32 s = 0; s < lists->tuples->n_tuples; s++)
    {
      if (s % 1024 == 0 && !deid_stop_check (stop, error))
        return FALSE;
      for (guint i = 0; i < n_indirect; i++)
        {
          const guint32 *list = all + (gsize) all[(gsize) s * n + i] * n;

          for (guint j = 0; j < n_indirect; j++)
            if (list[j] != s)
              neighbours_offer (lists, s, list[j],
                                deid_local_tuples_get_distance (lists->tuples, s, list[j]));
        }
    }
  return TRUE;
}

static gboolean
search_all (Lists *lists, guint n_orders, const DeidStop *stop, GError **error)
{
  const guint32 n = lists->tuples->n_tuples;

  for (guint32 t = 0; t < n; t++)
    for (guint i = 0; i < lists->neighbours->n; i++)
      {
        lists->neighbours->lists[(gsize) t * lists->neighbours->n + i] = t;
        lists->costs[(gsize) t * lists->neighbours->n + i] = G_MAXUINT32;
      }
  for (guint i = 0; i < n_orders; i++)
    if (!search_order (lists, stop, error))
      return FALSE;
  return search_neighbours (lists, stop, error);
}

gboolean
deid_local_neighbours_init (DeidLocalNeighbours *neighbours, const DeidLocalTuples *tuples, guint n,
                            guint n_orders, DeidRandom *random, const DeidStop *stop,
                            GError **error)
{
  const guint64 n_places = (guint64) tuples->n_tuples * n;
  Lists lists = { .tuples = tuples, .neighbours = neighbours, .random = random };
  gboolean success;

  *neighbours = (DeidLocalNeighbours){ .n = n };
  success = deid_new_arrays (error, DEID_NEW (neighbours->lists, n_places),
                             DEID_NEW (lists.costs, n_places),
                             DEID_NEW (lists.numbers, tuples->n_tuples),
                             DEID_NEW (lists.scratch, tuples->n_tuples),
                             DEID_NEW (lists.order, tuples->n_digits))
            && search_all (&lists, n_orders, stop, error);
  deid_free_arrays (lists.costs, lists.numbers, lists.scratch, lists.order);
  return success;
}

void
deid_local_neighbours_clear (DeidLocalNeighbours *neighbours)
{
  g_clear_pointer (&neighbours->lists, g_free);
}
