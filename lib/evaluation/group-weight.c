/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "evaluation/group-weight.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"
#include "base/rational.h"

#define LEAST_WEIGHT    1e-3
#define GREATEST_WEIGHT 1e3

static void
clear_weight (DeidGroupWeight *weight)
{
  g_free (weight->column);
  g_free (weight->value);
}

static gboolean
weight_init (DeidGroupWeight *weight, const char *column, const char *value, double number,
             GError **error)
{
  *weight = (DeidGroupWeight){ deid_copy_text (column, error), NULL, number };
  if (weight->column != NULL
      && (value == NULL || (weight->value = deid_copy_text (value, error)) != NULL))
    return TRUE;
  clear_weight (weight);
  return FALSE;
}

DeidGroupWeights *
deid_group_weights_new (void)
{
  DeidGroupWeights *weights = g_new0 (DeidGroupWeights, 1);

  deid_dictionary_init (&weights->groups);
  return weights;
}

void
deid_group_weights_free (DeidGroupWeights *weights)
{
  for (guint i = 0; i < weights->len; i++)
    clear_weight (&weights->items[i]);
  g_free (weights->items);
  deid_dictionary_clear (&weights->groups);
  deid_first_rows_clear (&weights->first_rows);
  g_free (weights);
}

static gboolean
copy_items (DeidGroupWeights *copy, const DeidGroupWeights *weights, GError **error)
{
  if (!deid_grow ((gpointer *) &copy->items, &copy->capacity, weights->len, sizeof *copy->items,
                  error))
    return FALSE;
  for (; copy->len < weights->len; copy->len++)
    {
      const DeidGroupWeight *weight = &weights->items[copy->len];

      if (!weight_init (&copy->items[copy->len], weight->column, weight->value, weight->weight,
                        error))
        return FALSE;
    }
  return TRUE;
}

DeidGroupWeights *
deid_group_weights_copy (const DeidGroupWeights *weights, GError **error)
{
  DeidGroupWeights *copy = deid_group_weights_new ();

  if (deid_dictionary_copy (&copy->groups, &weights->groups, error)
      && copy_items (copy, weights, error))
    return copy;
  deid_group_weights_free (copy);
  return NULL;
}

/* The length of the name comes first, so that no two groups have one text. */
static char *
make_key (const char *column, const char *value)
{
  return g_strdup_printf ("%" G_GSIZE_FORMAT "%c%s%s", strlen (column), value != NULL ? '=' : '?',
                          column, value != NULL ? value : "");
}

static gboolean
group_weight_add (DeidGroupWeights *weights, const char *key, DeidGroupWeight *weight,
                  GError **error)
{
  guint32 code;

  if (!deid_grow ((gpointer *) &weights->items, &weights->capacity, (guint64) weights->len + 1,
                  sizeof *weights->items, error)
      || !deid_dictionary_add (&weights->groups, key, strlen (key), &code, error))
    return FALSE;
  weights->items[weights->len++] = *weight;
  return TRUE;
}

gboolean
deid_group_weights_set (DeidGroupWeights *weights, const char *column, const char *value,
                        double weight, GError **error)
{
  g_autofree char *key = make_key (column, value);
  const guint32 code = deid_dictionary_find (&weights->groups, key, strlen (key));
  DeidGroupWeight added;

  if (code != DEID_NO_CODE)
    {
      weights->items[code].weight = weight;
      return TRUE;
    }
  if (!weight_init (&added, column, value, weight, error))
    return FALSE;
  if (group_weight_add (weights, key, &added, error))
    return TRUE;
  clear_weight (&added);
  return FALSE;
}

guint32
deid_group_weight_find_code (const DeidColumn *column, const char *value)
{
  return value != NULL ? deid_dictionary_find (&column->dictionary, value, strlen (value))
                       : column->dictionary.missing;
}

gboolean
deid_group_weights_find_value (DeidGroupWeights *weights, const DeidColumn *column,
                               const char *value, gboolean *is_there, GError **error)
{
  guint64 row;

  if (!deid_first_rows_find (&weights->first_rows, column,
                             deid_group_weight_find_code (column, value), &row, error))
    return FALSE;
  *is_there = row < column->codes.n;
  return TRUE;
}

gboolean
deid_group_weight_check (double weight, GError **error)
{
  char decimal[DEID_DECIMAL_SIZE];

  if (weight >= LEAST_WEIGHT && weight <= GREATEST_WEIGHT)
    return TRUE;
  deid_double_to_decimal (weight, decimal);
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "group weight %s, expected a number from 0.001 to 1000", decimal);
  return FALSE;
}
