/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "evaluation/group-weight.h"

#include <string.h>

#include "base/rational.h"

#define LEAST_WEIGHT    1e-3
#define GREATEST_WEIGHT 1e3

static void
free_weight (gpointer data)
{
  DeidGroupWeight *weight = data;

  g_free (weight->column);
  g_free (weight->value);
  g_free (weight);
}

GPtrArray *
deid_group_weights_new (void)
{
  return g_ptr_array_new_with_free_func (free_weight);
}

void
deid_group_weights_set (GPtrArray *weights, const char *column, const char *value, double weight)
{
  DeidGroupWeight *added;

  for (guint i = 0; i < weights->len; i++)
    {
      DeidGroupWeight *stated = g_ptr_array_index (weights, i);

      if (g_str_equal (stated->column, column) && g_strcmp0 (stated->value, value) == 0)
        {
          stated->weight = weight;
          return;
        }
    }
  added = g_new (DeidGroupWeight, 1);
  *added = (DeidGroupWeight){ g_strdup (column), g_strdup (value), weight };
  g_ptr_array_add (weights, added);
}

void
deid_group_weights_copy (GPtrArray *weights, const GPtrArray *others)
{
  for (guint i = 0; i < others->len; i++)
    {
      const DeidGroupWeight *other = deid_group_weights_get (others, i);

      deid_group_weights_set (weights, other->column, other->value, other->weight);
    }
}

guint64
deid_group_weight_find_row (const DeidColumn *column, const char *value)
{
  const guint32 code = value != NULL
                           ? deid_dictionary_find (&column->dictionary, value, strlen (value))
                           : column->dictionary.missing;
  guint64 row = code == DEID_NO_CODE ? column->codes.n : 0;

  while (row < column->codes.n && deid_codes_get (&column->codes, row) != code)
    row++;
  return row;
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
