/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "classes/class.h"

#include "classes/class-reader.h"

guint64
deid_class_get_n_records (const DeidClass *judged)
{
  g_return_val_if_fail (judged != NULL, 0);

  return judged->n_records;
}

guint64
deid_class_get_n_persons (const DeidClass *judged)
{
  g_return_val_if_fail (judged != NULL, 0);

  return judged->reader != NULL ? deid_class_reader_get_n_persons (judged->reader, judged->number)
                                : judged->n_persons;
}

guint64
deid_class_get_n_population (const DeidClass *judged)
{
  g_return_val_if_fail (judged != NULL, 0);

  return judged->n_population;
}

gboolean
deid_class_check_labels (const DeidClass *judged, GError **error)
{
  return judged->reader == NULL || !judged->reader->lacks_text
         || deid_check_text (deid_text_without_memory, error);
}

const char *
deid_class_get_label (const DeidClass *judged, guint attribute)
{
  g_return_val_if_fail (judged != NULL && attribute < judged->n_attributes, NULL);

  return judged->reader != NULL
             ? deid_class_reader_get_label (judged->reader, judged->number, attribute)
             : judged->labels[attribute];
}

guint64
deid_class_get_n_covered (const DeidClass *judged, guint attribute)
{
  g_return_val_if_fail (judged != NULL && attribute < judged->n_attributes, 1);

  if (judged->reader != NULL)
    return deid_class_reader_get_n_covered (judged->reader, judged->number, attribute);
  g_return_val_if_fail (judged->n_covered != NULL, 1);
  return judged->n_covered[attribute];
}

const guint *
deid_class_get_levels (const DeidClass *judged, guint *n_attributes)
{
  g_return_val_if_fail (n_attributes != NULL, NULL);
  *n_attributes = 0;
  g_return_val_if_fail (judged != NULL && judged->n_attributes > 0, NULL);

  *n_attributes = judged->n_attributes;
  return judged->reader != NULL ? deid_class_reader_get_levels (judged->reader, judged->number)
                                : judged->levels;
}

const guint32 *
deid_class_get_label_numbers (const DeidClass *judged, guint *n_attributes)
{
  g_return_val_if_fail (n_attributes != NULL, NULL);
  *n_attributes = 0;
  g_return_val_if_fail (judged != NULL && judged->n_attributes > 0 && judged->n_records > 0, NULL);

  *n_attributes = judged->n_attributes;
  return judged->reader != NULL
             ? deid_class_reader_get_label_numbers (judged->reader, judged->number)
             : judged->label_numbers;
}

/* A class judged by its size alone has no distributions. */
static const DeidDistribution *
get_distribution (const DeidClass *judged, guint sensitive)
{
  static const DeidDistribution none;

  g_return_val_if_fail (sensitive < judged->n_sensitive, &none);
  if (judged->reader != NULL)
    return deid_class_reader_get_distribution (judged->reader, judged->number,
                                               judged->places[sensitive]);
  g_return_val_if_fail (judged->distributions != NULL, &none);
  return &judged->distributions[judged->places[sensitive]];
}

const guint32 *
deid_class_get_values (const DeidClass *judged, guint sensitive, guint32 *n_values)
{
  const DeidDistribution *distribution;

  g_return_val_if_fail (n_values != NULL, NULL);
  *n_values = 0;
  g_return_val_if_fail (judged != NULL && judged->places != NULL, NULL);

  distribution = get_distribution (judged, sensitive);
  *n_values = distribution->n_values;
  return distribution->values;
}

const guint64 *
deid_class_get_counts (const DeidClass *judged, guint sensitive, guint32 *n_values)
{
  const DeidDistribution *distribution;

  g_return_val_if_fail (n_values != NULL, NULL);
  *n_values = 0;
  g_return_val_if_fail (judged != NULL && judged->places != NULL, NULL);

  distribution = get_distribution (judged, sensitive);
  *n_values = distribution->n_values;
  return distribution->counts;
}
