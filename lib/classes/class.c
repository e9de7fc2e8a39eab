/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "classes/class.h"
#include "base/handle.h"

#include "classes/class-reader.h"

DEID_DEFINE_GETTER (guint64, deid_class_get_n_records, DeidClass, n_records, 0)

guint64
deid_class_get_n_persons (const DeidClass *eq_class)
{
  g_return_val_if_fail (eq_class != NULL, 0);

  return eq_class->reader != NULL
             ? deid_class_reader_get_n_persons (eq_class->reader, eq_class->number)
             : eq_class->n_persons;
}

DEID_DEFINE_GETTER (gboolean, deid_class_is_suppressed, DeidClass, is_suppressed, FALSE)

guint64
deid_class_get_min_records (const DeidClass *eq_class)
{
  g_return_val_if_fail (eq_class != NULL, 1);

  return MAX (eq_class->min_records, 1);
}

DEID_DEFINE_GETTER (gboolean, deid_class_has_population, DeidClass, has_population, FALSE)
DEID_DEFINE_GETTER (guint64, deid_class_get_n_population, DeidClass, n_population, 0)

gboolean
deid_class_check_labels (const DeidClass *eq_class, GError **error)
{
  return eq_class->reader == NULL || !eq_class->reader->lacks_text
         || deid_check_text (deid_text_without_memory, error);
}

const char *
deid_class_get_label (const DeidClass *eq_class, guint attribute)
{
  g_return_val_if_fail (eq_class != NULL && attribute < eq_class->n_attributes, NULL);

  return eq_class->reader != NULL
             ? deid_class_reader_get_label (eq_class->reader, eq_class->number, attribute)
             : eq_class->labels[attribute];
}

guint64
deid_class_get_n_covered (const DeidClass *eq_class, guint attribute)
{
  g_return_val_if_fail (eq_class != NULL && attribute < eq_class->n_attributes, 1);

  if (eq_class->reader != NULL)
    return deid_class_reader_get_n_covered (eq_class->reader, eq_class->number, attribute);
  g_return_val_if_fail (eq_class->n_covered != NULL, 1);
  return eq_class->n_covered[attribute];
}

const guint *
deid_class_get_levels (const DeidClass *eq_class, guint *n_attributes)
{
  g_return_val_if_fail (n_attributes != NULL, NULL);
  *n_attributes = 0;
  g_return_val_if_fail (eq_class != NULL && eq_class->n_attributes > 0, NULL);

  *n_attributes = eq_class->n_attributes;
  return eq_class->reader != NULL
             ? deid_class_reader_get_levels (eq_class->reader, eq_class->number)
             : eq_class->levels;
}

const guint32 *
deid_class_get_label_numbers (const DeidClass *eq_class, guint *n_attributes)
{
  g_return_val_if_fail (n_attributes != NULL, NULL);
  *n_attributes = 0;
  g_return_val_if_fail (eq_class != NULL && eq_class->n_attributes > 0 && eq_class->n_records > 0,
                        NULL);

  *n_attributes = eq_class->n_attributes;
  return eq_class->reader != NULL
             ? deid_class_reader_get_label_numbers (eq_class->reader, eq_class->number)
             : eq_class->label_numbers;
}

/* A class judged by its size alone has no distributions. */
static const DeidDistribution *
get_distribution (const DeidClass *eq_class, guint sensitive)
{
  static const DeidDistribution none;

  g_return_val_if_fail (sensitive < eq_class->n_sensitive, &none);
  if (eq_class->reader != NULL)
    return deid_class_reader_get_distribution (eq_class->reader, eq_class->number,
                                               eq_class->places[sensitive]);
  g_return_val_if_fail (eq_class->distributions != NULL, &none);
  return &eq_class->distributions[eq_class->places[sensitive]];
}

const guint32 *
deid_class_get_values (const DeidClass *eq_class, guint sensitive, guint32 *n_values)
{
  const DeidDistribution *distribution;

  g_return_val_if_fail (n_values != NULL, NULL);
  *n_values = 0;
  g_return_val_if_fail (eq_class != NULL && eq_class->places != NULL, NULL);

  distribution = get_distribution (eq_class, sensitive);
  *n_values = distribution->n_values;
  return distribution->values;
}

const guint64 *
deid_class_get_counts (const DeidClass *eq_class, guint sensitive, guint32 *n_values)
{
  const DeidDistribution *distribution;

  g_return_val_if_fail (n_values != NULL, NULL);
  *n_values = 0;
  g_return_val_if_fail (eq_class != NULL && eq_class->places != NULL, NULL);

  distribution = get_distribution (eq_class, sensitive);
  *n_values = distribution->n_values;
  return distribution->counts;
}
