/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/memory.h"
#include "base/rational.h"
#include "base/text.h"
#include "problem/problem-private.h"

#include <string.h>

void
deid_first_rows_clear (DeidFirstRows *first)
{
  for (guint64 i = 0; i < first->n; i++)
    g_free (first->columns[i].rows);
  g_free (first->columns);
  *first = (DeidFirstRows){ 0 };
}

/* Most columns have all of their values in few rows. */
static void
first_rows_find_rows (const DeidColumn *column, guint64 *rows)
{
  const guint64 n_rows = column->codes.n;
  guint32 n_left = column->dictionary.n;

  for (guint32 code = 0; code < column->dictionary.n; code++)
    rows[code] = n_rows;
  for (guint64 row = 0; row < n_rows && n_left > 0; row++)
    {
      guint64 *first = &rows[deid_codes_get (&column->codes, row)];

      if (*first == n_rows)
        {
          *first = row;
          n_left--;
        }
    }
}

static gboolean
first_rows_add_column (DeidFirstRows *first, const DeidColumn *column, GError **error)
{
  guint64 *rows;

  if (!deid_grow ((gpointer *) &first->columns, &first->capacity, first->n + 1,
                  sizeof *first->columns, error)
      || (rows = deid_alloc (column->dictionary.n, sizeof *rows, error)) == NULL)
    return FALSE;
  first_rows_find_rows (column, rows);
  first->columns[first->n++] = (DeidFirstRowsOfColumn){ column, rows };
  return TRUE;
}

gboolean
deid_first_rows_find (DeidFirstRows *first, const DeidColumn *column, guint32 code, guint64 *row,
                      GError **error)
{
  guint64 i = first->n;

  *row = column->codes.n;
  if (code == DEID_NO_CODE)
    return TRUE;
  while (i > 0 && first->columns[i - 1].column != column)
    i--;
  if (i == 0)
    {
      if (!first_rows_add_column (first, column, error))
        return FALSE;
      i = first->n;
    }
  *row = first->columns[i - 1].rows[code];
  return TRUE;
}

static void
free_limit (gpointer data)
{
  DeidGroupLimit *limit = data;

  g_free (limit->column);
  g_free (limit);
}

void
deid_limits_init (DeidLimits *limits)
{
  *limits = (DeidLimits){ .groups = g_ptr_array_new_with_free_func (free_limit) };
}

void
deid_limits_clear (DeidLimits *limits)
{
  g_ptr_array_unref (limits->groups);
}

void
deid_group_limits_set (GPtrArray *limits, const char *column, double fraction)
{
  DeidGroupLimit *limit;

  for (guint i = 0; i < limits->len; i++)
    {
      limit = g_ptr_array_index (limits, i);
      if (g_str_equal (limit->column, column))
        {
          limit->fraction = fraction;
          return;
        }
    }
  limit = g_new (DeidGroupLimit, 1);
  *limit = (DeidGroupLimit){ g_strdup (column), fraction };
  g_ptr_array_add (limits, limit);
}

void
deid_limits_copy (DeidLimits *limits, const DeidLimits *other)
{
  limits->is_fraction = other->is_fraction;
  limits->fraction = other->fraction;
  limits->count = other->count;
  for (guint i = 0; i < other->groups->len; i++)
    {
      const DeidGroupLimit *limit = deid_group_limits_get (other->groups, i);

      deid_group_limits_set (limits->groups, limit->column, limit->fraction);
    }
}

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
  if (weight >= LEAST_WEIGHT && weight <= GREATEST_WEIGHT)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "group weight %s, expected a number from 0.001 to 1000", DEID_DECIMAL (weight));
}
