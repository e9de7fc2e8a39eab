/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/memory.h"
#include "base/rational.h"
#include "base/text.h"
#include "problem/preparation.h"

#include <string.h>

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
  const guint32 code = value != NULL
                           ? deid_dictionary_find (&column->dictionary, value, strlen (value))
                           : column->dictionary.missing;

  return code == DEID_NO_CODE || !column->keeps_values
                 || deid_column_find_code (column, code) < column->codes.n
             ? code
             : DEID_NO_CODE;
}

gboolean
deid_group_weight_check (double weight, GError **error)
{
  if (weight >= LEAST_WEIGHT && weight <= GREATEST_WEIGHT)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "group weight %s, expected a number from 0.001 to 1000", DEID_DECIMAL (weight));
}

/* Groups of a problem that is prepared. */

static gboolean
evaluation_groups_list_columns (DeidGroups *groups, const DeidProblem *problem,
                                const DeidTableSource *table, GError **error)
{
  if (!deid_new_arrays (error, DEID_NEW (groups->columns, problem->limits.groups->len)))
    return FALSE;
  for (guint i = 0; i < problem->limits.groups->len; i++)
    {
      const char *name = deid_group_limits_get (problem->limits.groups, i)->column;
      guint number;

      if (!deid_table_source_find_column (table, name, &number, error))
        return FALSE;
      groups->columns[groups->n_columns++]
          = (DeidGroupColumn){ .column = &table->columns[number],
                               .n_values = table->columns[number].dictionary.n,
                               .first = groups->n_values };
      groups->n_values += table->columns[number].dictionary.n;
    }
  return TRUE;
}

static void
evaluation_groups_list_rows (DeidGroups *groups, const DeidGroupColumn *column, guint64 n_rows)
{
  for (guint64 row = n_rows; row-- > 0;)
    groups->rows[column->first + deid_codes_get (&column->column->codes, row)] = (guint32) row;
}

/* Values that the table has not cannot exceed anything; nor can one all of whose records may be
 * suppressed. */
static gboolean
count_groups (DeidGroups *groups, const DeidGroupColumn *column, double fraction,
              const DeidTableSource *table, const DeidStop *stop, GError **error)
{
  g_autofree guint64 *sizes = deid_table_source_count_codes (table, column->column, stop, error);

  if (sizes == NULL)
    return FALSE;
  for (guint32 code = 0; code < column->n_values; code++)
    {
      const guint64 allowed = deid_suppression_limit_count (fraction, sizes[code]);

      groups->allowed[column->first + code] = allowed;
      if (allowed < sizes[code])
        groups->least = MIN (groups->least, allowed);
    }
  evaluation_groups_list_rows (groups, column, table->n_rows);
  return TRUE;
}

gboolean
deid_groups_init (DeidGroups *groups, const DeidProblem *problem, const DeidTableSource *table,
                  const DeidStop *stop, GError **error)
{
  *groups = (DeidGroups){ .least = G_MAXUINT64 };
  if (problem->limits.groups->len == 0)
    return TRUE;
  if (!evaluation_groups_list_columns (groups, problem, table, error)
      || !deid_new_arrays (error, DEID_NEW (groups->allowed, groups->n_values),
                           DEID_NEW (groups->rows, groups->n_values)))
    return FALSE;
  for (guint i = 0; i < groups->n_columns; i++)
    if (!count_groups (groups, &groups->columns[i],
                       deid_group_limits_get (problem->limits.groups, i)->fraction, table, stop,
                       error))
      return FALSE;
  return TRUE;
}

void
deid_groups_clear (DeidGroups *groups)
{
  deid_free_arrays (groups->columns, groups->allowed, groups->rows);
}

/* Weights are exact decimals. What records weigh in the loss is made of integers, so that losses
 * have the same bits in whatever order they are summed up. What all have in common cancels out, and
 * is left out, so that sums stay small. */

#define END ((DeidWide) 1 << 63)

static gboolean
fail_too_large (const DeidTableSource *table, const char *what, GError **error)
{
  return deid_fail (error, DEID_ERROR_TOO_LARGE,
                    "%s: group weights: %s leave the range in which losses are exact; expected "
                    "weights of fewer digits",
                    table->name, what);
}

static gboolean
loss_weights_is_of (const DeidGroupWeight *stated, const DeidWeightedColumn *weighted)
{
  return g_str_equal (stated->column, weighted->column->name);
}

static gboolean
find_denominator (const DeidGroupWeights *stated, const DeidWeightedColumn *weighted,
                  const DeidTableSource *table, DeidWide *denominator, GError **error)
{
  *denominator = 1;
  for (guint i = 0; i < stated->len; i++)
    {
      const DeidGroupWeight *weight = deid_group_weights_get (stated, i);
      DeidRational rational;
      DeidWide rest;

      if (!loss_weights_is_of (weight, weighted))
        continue;
      if (!deid_rational_from_double (weight->weight, "a group weight", &rational, error))
        return FALSE;
      rest = rational.denominator
             / deid_greatest_common_divisor (*denominator, rational.denominator);
      if (rest >= END / *denominator)
        return fail_too_large (table, "their denominators", error);
      *denominator *= rest;
    }
  return TRUE;
}

/* Divides factors by what they have in common. */
static void
reduce (guint64 *factors, guint32 n)
{
  DeidWide divisor = 0;

  for (guint32 i = 0; i < n && divisor != 1; i++)
    divisor = deid_greatest_common_divisor (divisor, factors[i]);
  for (guint32 i = 0; i < n && divisor > 1; i++)
    factors[i] /= (guint64) divisor;
}

static gboolean
set_factors (DeidWeightedColumn *weighted, const DeidGroupWeights *stated,
             const DeidTableSource *table, GError **error)
{
  const guint32 n_values = weighted->column->dictionary.n;
  DeidWide denominator;

  if (!deid_new_arrays (error, DEID_NEW (weighted->factors, n_values))
      || !find_denominator (stated, weighted, table, &denominator, error))
    return FALSE;
  for (guint32 code = 0; code < n_values; code++)
    weighted->factors[code] = (guint64) denominator;
  for (guint i = 0; i < stated->len; i++)
    {
      const DeidGroupWeight *weight = deid_group_weights_get (stated, i);
      DeidRational rational;
      DeidWide scale;

      if (!loss_weights_is_of (weight, weighted))
        continue;
      if (!deid_rational_from_double (weight->weight, "a group weight", &rational, error))
        return FALSE;
      scale = denominator / rational.denominator;
      if (rational.numerator >= END / scale)
        return fail_too_large (table, "they", error);
      weighted->factors[deid_group_weight_find_code (weighted->column, weight->value)]
          = (guint64) (rational.numerator * scale);
    }
  reduce (weighted->factors, n_values);
  return TRUE;
}

gboolean
deid_loss_weights_init (DeidLossWeights *weights, const DeidProblem *problem,
                        const DeidTableSource *table, GError **error)
{
  const DeidGroupWeights *stated = problem->group_weights;

  *weights = (DeidLossWeights){ 0 };
  if (stated->len == 0)
    return TRUE;
  if (!deid_new_arrays (error, DEID_NEW (weights->columns, stated->len)))
    return FALSE;
  for (guint i = 0; i < stated->len; i++)
    {
      const DeidGroupWeight *weight = deid_group_weights_get (stated, i);
      DeidWeightedColumn *added = &weights->columns[weights->n_columns];
      guint number, c = 0;

      while (c < weights->n_columns && !loss_weights_is_of (weight, &weights->columns[c]))
        c++;
      if (c < weights->n_columns)
        continue;
      if (!deid_table_source_find_column (table, weight->column, &number, error))
        return FALSE;
      weights->n_columns++;
      added->column = &table->columns[number];
      if (!set_factors (added, stated, table, error))
        return FALSE;
    }
  return TRUE;
}

void
deid_loss_weights_clear (DeidLossWeights *weights)
{
  for (guint i = 0; i < weights->n_columns; i++)
    g_free (weights->columns[i].factors);
  g_free (weights->columns);
}

/* Returns: the records of a row times its factors, below END times END, or no less. */
static DeidWide
loss_weights_multiply (const DeidLossWeights *weights, const DeidRows *rows,
                       const DeidCodes *const *codes, guint64 row)
{
  DeidWide product = deid_rows_get_weight (rows, row);

  for (guint c = 0; c < weights->n_columns; c++)
    {
      const DeidWeightedColumn *column = &weights->columns[c];

      if (product >= END)
        return END * END;
      product *= column->factors[deid_codes_get (codes[column->codes], row)];
    }
  return product;
}

gboolean
deid_loss_weights_find_divisor (DeidLossWeights *weights, const DeidTableSource *table,
                                const DeidRows *rows, const DeidCodes *const *codes,
                                const DeidStop *stop, GError **error)
{
  const guint64 n_own = deid_rows_get_n_own (rows);
  DeidWide divisor = 0;

  for (guint64 row = 0; row < n_own && divisor != 1; row++)
    {
      const DeidWide product = loss_weights_multiply (weights, rows, codes, row);

      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      if (product >= END * END)
        return fail_too_large (table, "products of them", error);
      divisor = deid_greatest_common_divisor (product, divisor);
    }
  weights->divisor = MAX (divisor, 1);
  return TRUE;
}

guint64 *
deid_loss_weights_weigh (const DeidLossWeights *weights, const DeidTableSource *table,
                         const DeidRows *rows, const DeidCodes *const *codes, const DeidStop *stop,
                         GError **error)
{
  const guint64 n_own = deid_rows_get_n_own (rows);
  g_autofree guint64 *weighed = deid_alloc (rows->n, sizeof *weighed, error);
  DeidWide sum = 0;

  if (weighed == NULL)
    return NULL;
  memset (weighed, 0, rows->n * sizeof *weighed);
  for (guint64 row = 0; row < n_own; row++)
    {
      const DeidWide product = loss_weights_multiply (weights, rows, codes, row);
      const DeidWide quotient = product / weights->divisor;

      if (!deid_stop_check_row (stop, row, error))
        return NULL;
      weighed[row] = (guint64) quotient;
      if (product >= END * END || quotient >= END || (sum += quotient) >= END)
        {
          fail_too_large (table, "sums of them", error);
          return NULL;
        }
    }
  return g_steal_pointer (&weighed);
}
