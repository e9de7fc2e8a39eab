/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/tuples.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"
#include "lattice/blocks.h"
#include "search/local/digits.h"

/* What all records together may count. */
#define TUPLES_MAX_WEIGHT (G_GUINT64_CONSTANT (1) << 34)

/* Refuses runs that have lists of their values for labels, which no cell may have. */
static gboolean
tuples_check_runs (const DeidLattice *lattice, GError **error)
{
  for (guint a = 0; a < lattice->n_attributes; a++)
    {
      const DeidAttribute *attribute = &lattice->attributes[a];

      if (!deid_attribute_has_runs (attribute) || attribute->n_levels == 1
          || attribute->cuts->are_numbers)
        continue;
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "%s: quasi-identifier '%s' has cuts between values that are no rising numbers: "
                   "labels of its runs would be lists of values, expected numbers, subtrees or "
                   "levels where records are recoded locally",
                   lattice->table.name, deid_column_show (deid_lattice_get_column (lattice, a)));
      return FALSE;
    }
  return TRUE;
}

static gboolean
has_runs (const DeidLattice *lattice)
{
  for (guint a = 0; a < lattice->n_attributes; a++)
    if (deid_attribute_has_runs (&lattice->attributes[a]))
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
  else if (prepared->problem->no_forced_labels && has_runs (prepared->lattice))
    what = "cuts and the demand that no label forces a finer one: the ends of a run are values of "
           "its class";
  else if (prepared->judges_table)
    what = "a privacy model that judges all classes together";
  else if (!deid_loss_is_separable (loss))
    what = "a quality model that costs classes";
  else if (loss->aggregate != DEID_AGGREGATE_ARITHMETIC_MEAN
           && loss->aggregate != DEID_AGGREGATE_SUM)
    what = "a quality model that is no mean or sum over attributes";
  if (what == NULL)
    return tuples_check_runs (prepared->lattice, error)
           && deid_lattice_check_nothing_kept (prepared->lattice, "local recodings", error)
           && deid_lattice_check_no_block_limits (prepared->lattice, "local recodings", error);
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "%s: the problem has %s: records cannot be recoded locally",
               prepared->lattice->table.name, what);
  return FALSE;
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
  return tuples->attributes != NULL;
}

static void
read_leaves (const DeidLocalTuples *tuples, guint64 row, DeidLocalNode *leaves)
{
  const DeidRows *rows = &tuples->prepared->own;

  for (guint a = 0; a < tuples->n_attributes; a++)
    leaves[a] = tuples->attributes[a].leaves[deid_codes_get (rows->codes[a], row)];
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
  for (guint word = deid_local_digits_count_words (tuples, order); word-- > 0;)
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
          memcpy (tuples->codes + (gsize) tuples->n_tuples * tuples->n_attributes, leaves, size);
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
                        DEID_NEW (tuples->codes, n * tuples->n_attributes)))
    return FALSE;
  deid_local_digits_arrange (tuples, NULL, order);
  if (!tuples_sort_rows (tuples, order, numbers, scratch, leaves, stop, error))
    return FALSE;
  number_tuples (tuples, numbers, leaves);
  return deid_realloc ((gpointer *) &tuples->codes,
                       (guint64) tuples->n_tuples * tuples->n_attributes, sizeof *tuples->codes,
                       error)
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

gboolean
deid_local_tuples_init_wide (DeidLocalTuples *tuples, const DeidPreparedProblem *prepared,
                             gboolean widens, const DeidStop *stop, GError **error)
{
  *tuples = (DeidLocalTuples){ .prepared = prepared, .n_records = (guint32) prepared->own.n };
  return deid_local_tuples_check_problem (prepared, error)
         && tuples_init_attributes (tuples, widens, error)
         && deid_local_digits_init (tuples, &prepared->own, stop, error)
         && tuples_init_tuples (tuples, stop, error)
         && init_counts (tuples, prepared->own.weights, error)
         && tuples_init_weights (tuples, deid_rows_get_loss_weights (&prepared->rows), error);
}

void
deid_local_tuples_clear (DeidLocalTuples *tuples)
{
  for (guint a = 0; a < tuples->n_attributes; a++)
    deid_local_nodes_clear (&tuples->attributes[a]);
  for (guint d = 0; d < tuples->n_digits; d++)
    g_free (tuples->digits[d].values);
  g_clear_pointer (&tuples->attributes, g_free);
  g_clear_pointer (&tuples->codes, g_free);
  g_clear_pointer (&tuples->first_records, g_free);
  g_clear_pointer (&tuples->tuples, g_free);
  g_clear_pointer (&tuples->rows, g_free);
  g_clear_pointer (&tuples->counts, g_free);
  g_clear_pointer (&tuples->weights, g_free);
  g_clear_pointer (&tuples->digits, g_free);
  tuples->n_attributes = tuples->n_digits = 0;
}
