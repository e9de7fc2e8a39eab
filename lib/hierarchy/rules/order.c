/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Runs of n neighbours in an order of values. Without one it is that of the column: of numbers if
 * all values are numbers, of days if its type is that of dates, otherwise of bytes, which is that
 * of characters by their numbers in Unicode. A run of one value is the value itself unless it
 * begins as sets do; one of rising integers from 0 on is labelled `2-5`, from the first to the
 * last; others are sets. */
#include "hierarchy/rule.h"
#include "hierarchy/rules/parameters.h"
#include "hierarchy/rules/value-set.h"

#include <string.h>

#include "base/rational.h"
#include "base/text.h"
#include "base/memory.h"
#include "base/arrays.h"

typedef struct
{
  guint64 *widths;
  guint n_levels;
  gboolean has_values;
  DeidDictionary values;  /* in their order */
  DeidDictionary *labels; /* of the runs of each level, in their order; NULL without values */
} OrderOrder;

static void
order_free_parameters (gpointer parameters)
{
  OrderOrder *order = parameters;

  for (guint i = 0; order->labels != NULL && i < order->n_levels; i++)
    deid_dictionary_clear (&order->labels[i]);
  g_free (order->labels);
  deid_dictionary_clear (&order->values);
  g_free (order->widths);
  g_free (order);
}

/* Tells whether labels of ranges say which values they hold. */
static gboolean
are_rising_integers (const DeidDictionary *values)
{
  for (guint32 i = 0; i < values->n; i++)
    {
      const char *value = deid_dictionary_get (values, i);

      if (!deid_decimal_is_integer (value) || value[0] == '-'
          || (i > 0 && deid_decimal_compare (deid_dictionary_get (values, i - 1), value) >= 0))
        return FALSE;
    }
  return TRUE;
}

static char *
write_label (const DeidDictionary *values, guint32 first, guint32 end, gboolean are_integers,
             GError **error)
{
  DeidLongText text = { 0 };

  const char *value = deid_dictionary_get (values, first);

  if (end - first == 1 && value[0] != '{')
    deid_long_text_add (&text, "%s", value);
  else if (are_integers)
    deid_long_text_add (&text, "%s-%s", value, deid_dictionary_get (values, end - 1));
  else
    deid_value_set_append (&text, values, first, end);
  return deid_long_text_end (&text, error);
}

static gboolean
order_write_labels (const OrderOrder *order, guint level, gboolean are_integers, GError **error)
{
  const guint32 n = order->values.n;
  const guint32 width = (guint32) MIN (order->widths[level], MAX (n, 1));

  for (guint32 first = 0; first < n; first += MIN (width, n - first))
    {
      g_autofree char *text = write_label (&order->values, first, first + MIN (width, n - first),
                                           are_integers, error);
      guint32 code;

      if (text == NULL
          || !deid_dictionary_add (&order->labels[level], text, strlen (text), &code, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
order_add_values (const DeidRuleText *text, OrderOrder *order, char *const *items, GError **error)
{
  for (guint32 i = 0; items[i] != NULL; i++)
    {
      guint32 code;

      if (items[i][0] == '\0')
        return deid_rule_text_fail (text, "values", "no empty value, which is missing", error);
      deid_text_normalize_in_place (items[i]);
      if (!deid_dictionary_add (&order->values, items[i], strlen (items[i]), &code, error))
        return FALSE;
      if (code != i)
        return deid_rule_text_fail (text, items[i], "each value once", error);
    }
  return TRUE;
}

static gboolean
order_read_values (DeidRuleText *text, OrderOrder *order, GError **error)
{
  const char *list = deid_rule_text_take (text, "values");
  g_autofree char **items = NULL;
  gboolean are_integers;

  order->has_values = list != NULL;
  if (list == NULL)
    return TRUE;
  items = deid_rule_text_split (list, NULL, error);
  if (items == NULL || !order_add_values (text, order, items, error))
    return FALSE;
  order->labels = deid_alloc (order->n_levels, sizeof *order->labels, error);
  if (order->labels == NULL)
    return FALSE;
  for (guint level = 0; level < order->n_levels; level++)
    deid_dictionary_init (&order->labels[level]);
  are_integers = are_rising_integers (&order->values);
  for (guint level = 0; level < order->n_levels; level++)
    if (!order_write_labels (order, level, are_integers, error))
      return FALSE;
  return TRUE;
}

static gboolean
order_parse (DeidRuleText *text, gpointer *parameters, guint *n_levels, GError **error)
{
  OrderOrder *order = *parameters = g_new0 (OrderOrder, 1);

  deid_dictionary_init (&order->values);
  order->widths = deid_rule_read_levels (text, DEID_LEVELS_MULTIPLES, &order->n_levels, error);
  if (order->widths == NULL || !order_read_values (text, order, error))
    return FALSE;
  *n_levels = order->n_levels;
  return TRUE;
}

static gboolean
is_frozen (gconstpointer parameters)
{
  return ((const OrderOrder *) parameters)->has_values;
}

static gboolean
order_label (gconstpointer parameters, const char *value, DeidRuleLabels *labels)
{
  const OrderOrder *order = parameters;
  const guint32 position = deid_dictionary_find (&order->values, value, strlen (value));

  if (position == DEID_NO_CODE)
    return FALSE;
  for (guint level = 0; level < order->n_levels; level++)
    {
      const guint32 run = (guint32) (position / order->widths[level]);
      const char *text = deid_dictionary_get (&order->labels[level], run);

      deid_rule_labels_add (labels, text, strlen (text));
    }
  return TRUE;
}

/* Numbers that are equal, such as 1 and 1.0, in the order of their bytes. */
static int
order_compare_numbers (const void *a, const void *b)
{
  const int order = deid_decimal_compare (*(const char *const *) a, *(const char *const *) b);

  return order != 0 ? order : deid_text_compare (a, b);
}

static char *
order_write_rule (const OrderOrder *order, const char *const *values, guint64 n, GError **error)
{
  DeidLongText text = { 0 };

  for (guint level = 0; level < order->n_levels; level++)
    deid_long_text_add (&text, level == 0 ? "order:%" G_GUINT64_FORMAT : ",%" G_GUINT64_FORMAT,
                        order->widths[level]);
  deid_long_text_add (&text, ";values=");
  for (guint64 i = 0; i < n; i++)
    {
      if (i > 0)
        deid_long_text_add (&text, ",");
      deid_rule_text_append_item (&text, values[i]);
    }
  return deid_long_text_end (&text, error);
}

static char *
order_freeze (gconstpointer parameters, const DeidRuleData *data, const DeidStop *stop,
              GError **error)
{
  const DeidDictionary *dictionary = &data->column->dictionary;
  g_autofree const char **values = deid_alloc (dictionary->n, sizeof *values, error);
  gboolean are_numbers = TRUE;
  guint64 n = 0;

  if (values == NULL)
    return NULL;
  for (guint32 code = 0; code < dictionary->n; code++)
    if (data->counts[code] > 0)
      {
        values[n] = deid_dictionary_get (dictionary, code);
        are_numbers &= deid_decimal_is_valid (values[n++]);
      }
  if (!(data->column->type == DEID_COLUMN_TYPE_DATE
            ? deid_column_sort_dates (data->column, values, n, stop, error)
            : deid_stopped_sort (values, n, sizeof *values,
                                 are_numbers ? order_compare_numbers : deid_text_compare, stop,
                                 error)))
    return NULL;
  return order_write_rule (parameters, values, n, error);
}

const DeidRuleKind deid_rule_order = {
  .name = "order",
  .form = "order:N,...[;values=VALUE,...]",
  .summary = "runs of N neighbours in an order of the values",
  .parse = order_parse,
  .free_parameters = order_free_parameters,
  .label = order_label,
  .is_frozen = is_frozen,
  .freeze = order_freeze,
};
