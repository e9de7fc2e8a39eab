/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/arrays.h"
#include "base/portable-math.h"
#include "search/local/nodes.h"

/* A digit of the keys by which tuples are sorted. With a hierarchy, it is the number of a label
 * among the children of the label above. With runs, it is a bit of the place in the order. */
typedef struct
{
  guint attribute;
  guint bits;      /* its width, at least 1 */
  guint16 *values; /* of each leaf of the attribute */
  guint64 drop;    /* by how much the cost of all records falls with this label in place of the one
                      above */
} DeidLocalDigit;

/* The table as local recoding sees it. A tuple is a distinct combination of values. A record is a
 * row, although a row of a table with weights stands for several. Tuples are numbered so that
 * neighbours have much in common, and the records of a tuple follow one another, so similar records
 * are near each other in memory. */
typedef struct
{
  const DeidPreparedProblem *prepared;
  guint n_attributes;
  DeidLocalNodes *attributes;
  guint n_box;   /* nodes and sets of a box: as many as there are attributes if there are no sets */
  guint n_row;   /* those of a box without lists: of the box of a tuple */
  guint n_words; /* of sets, */
  guint words_place;  /* where they begin in a box, */
  guint16 *word_bits; /* of each of their bits, the attribute that has it */
  guint *apart;       /* the attributes that have no bits, */
  guint n_apart;      /* so many */
  guint32 n_tuples;
  guint32 n_records;
  DeidLocalNode *codes;   /* of each tuple: its leaf of each attribute, and the words of these */
  guint32 *first_records; /* of each tuple: its first record; the number of records comes last */
  guint32 *tuples;        /* of each record */
  guint32 *rows;          /* of each record, its row */
  guint32 *counts;  /* of each record: how many records of the table it stands for; NULL if one */
  guint32 *weights; /* of each record: its weight in the loss; NULL if each has 1 */
  guint64 weight;   /* the sum of the weights */
  DeidLocalDigit *digits; /* attribute by attribute, coarse before fine */
  guint n_digits;
} DeidLocalTuples;

/* Refuses a problem that cannot be recoded locally: a problem with a population, with models of the
 * whole table, or with a quality model that is no mean or sum over attributes. Errors:
 * %DEID_ERROR_INVALID_ARGUMENT. */
gboolean deid_local_tuples_check_problem (const DeidPreparedProblem *prepared, GError **error);

/* Errors: those of deid_local_tuples_check_problem(), deid_local_nodes_init() and
 * deid_stop_check(). Complexity: O(rows x (attributes + digits)). */
gboolean deid_local_tuples_init (DeidLocalTuples *tuples, const DeidPreparedProblem *prepared,
                                 const DeidStop *stop, GError **error);

/* The same; with @widens, nodes have wide labels, see #DeidLocalNodes. */
gboolean deid_local_tuples_init_wide (DeidLocalTuples *tuples, const DeidPreparedProblem *prepared,
                                      gboolean widens, const DeidStop *stop, GError **error);
void deid_local_tuples_clear (DeidLocalTuples *tuples);

/* Returns: how many records of the table a record stands for. */
static inline guint32
deid_local_tuples_get_count (const DeidLocalTuples *tuples, guint32 record)
{
  return tuples->counts != NULL ? tuples->counts[record] : 1;
}

/* Returns: the weight of a record in the loss. Large weights are in a coarser unit, so that
 * products with costs stay below 2^63. */
static inline guint32
deid_local_tuples_get_weight (const DeidLocalTuples *tuples, guint32 record)
{
  return tuples->weights != NULL ? tuples->weights[record] : 1;
}

static inline const DeidLocalNode *
deid_local_tuples_get (const DeidLocalTuples *tuples, guint32 tuple)
{
  return tuples->codes + (gsize) tuple * tuples->n_row;
}

/* Returns: whether some attribute has sets. */
static inline gboolean
deid_local_tuples_have_sets (const DeidLocalTuples *tuples)
{
  return tuples->n_box > tuples->n_attributes;
}

/* Returns: the bytes of a box. */
static inline gsize
deid_local_tuples_get_box_size (const DeidLocalTuples *tuples)
{
  return tuples->n_box * sizeof (DeidLocalNode);
}

/* Returns: whether some attribute has a root that no class may have. */
static inline gboolean
deid_local_tuples_has_ceiling (const DeidLocalTuples *tuples)
{
  gboolean has_ceiling = FALSE;

  for (guint a = 0; a < tuples->n_attributes; a++)
    has_ceiling |= tuples->attributes[a].has_ceiling;
  return has_ceiling;
}

/* Returns: the number of records of a tuple. */
static inline guint32
deid_local_tuples_count (const DeidLocalTuples *tuples, guint32 tuple)
{
  return tuples->first_records[tuple + 1] - tuples->first_records[tuple];
}

/* Returns: the cost of each of two records in a class of these two. */
static inline guint32
deid_local_tuples_get_distance (const DeidLocalTuples *tuples, guint32 s, guint32 t)
{
  const DeidLocalNode *a = deid_local_tuples_get (tuples, s);
  const DeidLocalNode *b = deid_local_tuples_get (tuples, t);
  guint32 cost = 0;

  for (guint i = 0; i < tuples->n_attributes; i++)
    {
      const DeidLocalNodes *nodes = &tuples->attributes[i];

      cost += deid_local_nodes_have_sets (nodes)
                  ? (a[i] != b[i] ? nodes->step : 0)
                  : deid_local_nodes_get_join_cost (nodes, a[i], b[i]);
    }
  return cost;
}

/* Sets the order of the digits in keys: those with a large drop first, but in each attribute the
 * coarse ones before the fine. @noise: (nullable): changes each drop by a random factor of at most
 * 4. Complexity: O(digits x attributes). */
void deid_local_digits_arrange (const DeidLocalTuples *tuples, DeidRandom *noise, guint *order);

/* Returns: a word of the key of a tuple; the first word is the most significant. */
guint64 deid_local_digits_get_word (const DeidLocalTuples *tuples, const guint *order, guint word,
                                    const DeidLocalNode *leaves);

/* For each tuple, a list of other tuples that cost little in a class with it, the cheapest first.
 * If there are not enough, the tuple itself fills the list. */
typedef struct
{
  guint n; /* for each tuple */
  guint32 *lists;
} DeidLocalNeighbours;

/* Lists @n neighbours of each tuple. It finds them near the tuple when tuples are sorted by
 * @n_orders random orders of their digits, then among the neighbours of these.
 *
 * Complexity: O(tuples x attributes x (orders + @n^2)). */
gboolean deid_local_neighbours_init (DeidLocalNeighbours *neighbours, const DeidLocalTuples *tuples,
                                     guint n, guint n_orders, DeidRandom *random,
                                     const DeidStop *stop, GError **error);
void deid_local_neighbours_clear (DeidLocalNeighbours *neighbours);

static inline const guint32 *
deid_local_neighbours_get (const DeidLocalNeighbours *neighbours, guint32 tuple)
{
  return neighbours->lists + (gsize) tuple * neighbours->n;
}
