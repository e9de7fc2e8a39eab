/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/table-view.h"
#include "base/handle.h"

DEID_DEFINE_GETTER (guint64, deid_table_view_get_n_records, DeidTableView, n_records, 0)
DEID_DEFINE_GETTER (guint64, deid_table_view_get_n_persons, DeidTableView, n_persons, 0)
DEID_DEFINE_GETTER (guint64, deid_table_view_get_n_suppressed, DeidTableView, n_suppressed, 0)

const guint64 *
deid_table_view_get_sizes (const DeidTableView *table, guint32 *n_classes)
{
  g_return_val_if_fail (n_classes != NULL, NULL);
  *n_classes = 0;
  g_return_val_if_fail (table != NULL, NULL);

  *n_classes = table->n_classes;
  return table->sizes;
}

const guint64 *
deid_table_view_get_populations (const DeidTableView *table, guint32 *n_classes)
{
  g_return_val_if_fail (n_classes != NULL, NULL);
  *n_classes = 0;
  g_return_val_if_fail (table != NULL, NULL);

  if (table->populations != NULL)
    *n_classes = table->n_classes;
  return table->populations;
}

DEID_DEFINE_GETTER (gboolean, deid_table_view_has_population, DeidTableView, has_population, FALSE)

void
deid_table_view_get_sum (const DeidTableView *table, guint64 *high, guint64 *low)
{
  g_return_if_fail (high != NULL && low != NULL);
  *high = *low = 0;
  g_return_if_fail (table != NULL);

  *high = (guint64) (table->sum >> 64);
  *low = (guint64) table->sum;
}

DEID_DEFINE_GETTER (guint, deid_table_view_get_n_attributes, DeidTableView, n_attributes, 0)

const guint32 *
deid_table_view_get_labels (const DeidTableView *table, guint attribute, guint32 *n_classes)
{
  g_return_val_if_fail (n_classes != NULL, NULL);
  *n_classes = 0;
  g_return_val_if_fail (table != NULL, NULL);
  if (table->labels == NULL)
    return NULL;
  g_return_val_if_fail (attribute < table->n_attributes, NULL);

  *n_classes = table->n_classes;
  return table->labels + (gsize) attribute * table->n_classes;
}

const guint32 *
deid_table_view_get_persons (const DeidTableView *table, guint32 class_number, guint64 *n_persons)
{
  g_return_val_if_fail (n_persons != NULL, NULL);
  *n_persons = 0;
  g_return_val_if_fail (table != NULL, NULL);
  if (table->persons == NULL)
    return NULL;
  g_return_val_if_fail (class_number < table->n_classes, NULL);

  *n_persons = table->sizes[class_number];
  return table->persons + table->first_persons[class_number];
}

void
deid_table_view_name_class (const DeidTableView *table, guint32 class_number)
{
  g_return_if_fail (table != NULL);
  if (table->named == NULL)
    return;
  g_return_if_fail (class_number < table->n_classes);

  table->named[class_number] = TRUE;
}

gboolean
deid_table_view_check_cancelled (const DeidTableView *table, GError **error)
{
  g_return_val_if_fail (table != NULL, FALSE);

  return table->stop == NULL || deid_stop_check (table->stop, error);
}

DEID_DEFINE_GETTER (guint64, deid_class_size_get_size, DeidClassSize, size, 0)
DEID_DEFINE_GETTER (gboolean, deid_class_size_has_population, DeidClassSize, has_population, FALSE)

guint64
deid_class_size_get_n_population (const DeidClassSize *class_size)
{
  g_return_val_if_fail (class_size != NULL, 0);

  return class_size->has_population ? class_size->n_population : 0;
}

guint64
deid_table_view_count_members (const DeidTableView *table, const DeidKeyedNumber *classes,
                               guint64 n, DeidKeyedNumber *persons, DeidKeyedNumber *scratch)
{
  guint64 n_all = 0, n_members = 0, n_of_class;

  for (guint64 i = 0; i < n; i++)
    {
      const guint32 *own = deid_table_view_get_persons (table, classes[i].number, &n_of_class);

      if (own == NULL)
        n_members += table->sizes[classes[i].number];
      for (guint64 p = 0; p < n_of_class; p++)
        persons[n_all++].key = own[p];
    }
  deid_key_sort (persons, scratch, n_all);
  for (guint64 i = 0; i < n_all; i++)
    n_members += i == 0 || persons[i].key != persons[i - 1].key ? 1 : 0;
  return n_members;
}
