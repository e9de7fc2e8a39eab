/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "quality/quality-input.h"

static gboolean
has_attribute (const DeidQualityInput *input, guint attribute)
{
  return input != NULL && attribute < input->lattice->n_attributes;
}

static gboolean
has_level (const DeidQualityInput *input, guint attribute, guint level)
{
  return has_attribute (input, attribute) && level < input->lattice->attributes[attribute].n_levels;
}

static gboolean
has_label (const DeidQualityInput *input, guint attribute, guint level, guint32 label)
{
  return has_level (input, attribute, level)
         && label < input->lattice->attributes[attribute].levels[level].n_labels;
}

guint64
deid_quality_input_get_n_records (const DeidQualityInput *input)
{
  g_return_val_if_fail (input != NULL, 0);

  return input->n_records;
}

guint
deid_quality_input_get_n_attributes (const DeidQualityInput *input)
{
  g_return_val_if_fail (input != NULL, 0);

  return input->lattice->n_attributes;
}

const char *
deid_quality_input_get_attribute_name (const DeidQualityInput *input, guint attribute)
{
  g_return_val_if_fail (has_attribute (input, attribute), NULL);

  return deid_lattice_get_column (input->lattice, attribute)->name;
}

guint
deid_quality_input_get_n_levels (const DeidQualityInput *input, guint attribute)
{
  g_return_val_if_fail (has_attribute (input, attribute), 0);

  return input->lattice->attributes[attribute].n_levels;
}

guint64
deid_quality_input_get_n_leaves (const DeidQualityInput *input, guint attribute)
{
  g_return_val_if_fail (has_attribute (input, attribute), 0);

  return input->lattice->attributes[attribute].n_leaves;
}

guint32
deid_quality_input_get_n_labels (const DeidQualityInput *input, guint attribute, guint level)
{
  g_return_val_if_fail (has_level (input, attribute, level), 0);

  return input->lattice->attributes[attribute].levels[level].n_labels;
}

const char *
deid_quality_input_get_label (const DeidQualityInput *input, guint attribute, guint level,
                              guint32 label)
{
  g_return_val_if_fail (has_label (input, attribute, level, label), NULL);

  return deid_attribute_get_label (&input->lattice->attributes[attribute], level, label);
}

guint64
deid_quality_input_get_n_covered (const DeidQualityInput *input, guint attribute, guint level,
                                  guint32 label)
{
  g_return_val_if_fail (has_label (input, attribute, level, label), 0);

  return input->lattice->attributes[attribute].levels[level].n_leaves[label];
}
