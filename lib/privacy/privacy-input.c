/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/privacy-input.h"

guint64
deid_privacy_input_get_n_records (const DeidPrivacyInput *input)
{
  g_return_val_if_fail (input != NULL, 0);

  return input->n_records;
}

gboolean
deid_privacy_input_has_population (const DeidPrivacyInput *input)
{
  g_return_val_if_fail (input != NULL, FALSE);

  return input->population != NULL;
}

guint64
deid_privacy_input_get_n_population (const DeidPrivacyInput *input)
{
  g_return_val_if_fail (input != NULL, 0);

  return input->population != NULL ? input->population->table->n_records : 0;
}

gboolean
deid_privacy_input_estimate_population (const DeidPrivacyInput *input, guint64 *size,
                                        GError **error)
{
  g_return_val_if_fail (input != NULL, FALSE);

  return deid_table_source_estimate_population (
      input->table, size, input->stop != NULL ? input->stop->cancellable : NULL, error);
}

guint
deid_privacy_input_get_n_attributes (const DeidPrivacyInput *input)
{
  g_return_val_if_fail (input != NULL, 0);

  return input->lattice->n_attributes;
}

const char *
deid_privacy_input_get_attribute_name (const DeidPrivacyInput *input, guint attribute)
{
  g_return_val_if_fail (input != NULL && attribute < input->lattice->n_attributes, NULL);

  return deid_lattice_get_column (input->lattice, attribute)->name;
}

static gboolean
privacy_input_has_level (const DeidPrivacyInput *input, guint attribute, guint level)
{
  return input != NULL && attribute < input->lattice->n_attributes
         && level < input->lattice->attributes[attribute].n_levels;
}

guint
deid_privacy_input_get_n_levels (const DeidPrivacyInput *input, guint attribute)
{
  g_return_val_if_fail (privacy_input_has_level (input, attribute, 0), 0);

  return input->lattice->attributes[attribute].n_levels;
}

guint32
deid_privacy_input_get_n_labels (const DeidPrivacyInput *input, guint attribute, guint level)
{
  g_return_val_if_fail (privacy_input_has_level (input, attribute, level), 0);

  return deid_attribute_get_n_labels (&input->lattice->attributes[attribute], level);
}

const char *
deid_privacy_input_get_label (const DeidPrivacyInput *input, guint attribute, guint level,
                              guint32 label)
{
  g_return_val_if_fail (privacy_input_has_level (input, attribute, level), NULL);
  g_return_val_if_fail (label < deid_privacy_input_get_n_labels (input, attribute, level), NULL);

  return deid_attribute_get_label (&input->lattice->attributes[attribute], level, label);
}

guint64
deid_privacy_input_get_n_leaves (const DeidPrivacyInput *input, guint attribute)
{
  g_return_val_if_fail (input != NULL && attribute < input->lattice->n_attributes, 0);

  return input->lattice->attributes[attribute].n_leaves;
}

const char *
deid_privacy_input_get_value (const DeidPrivacyInput *input, guint sensitive, guint32 value)
{
  const DeidJudgedColumn *judged;

  g_return_val_if_fail (input != NULL && sensitive < input->n_sensitive, NULL);
  judged = input->columns[sensitive];
  g_return_val_if_fail (value < judged->n_values, NULL);

  return deid_dictionary_get (&judged->column->dictionary, judged->code_of_value[value]);
}

char *
deid_privacy_input_locate_value (const DeidPrivacyInput *input, guint sensitive, guint32 value)
{
  const DeidJudgedColumn *judged = input->columns[sensitive];
  const guint64 row = deid_column_find_code (judged->column, judged->code_of_value[value]);
  g_autofree char *place = deid_table_source_locate (input->table, row);
  g_autofree char *quoted = deid_table_source_quote (
      input->table, deid_privacy_input_get_value (input, sensitive, value));

  return g_strconcat (quoted != NULL ? quoted : "", quoted != NULL ? " in " : "in ", place, NULL);
}

const guint64 *
deid_privacy_input_get_counts (const DeidPrivacyInput *input, guint sensitive, guint32 *n_values)
{
  g_return_val_if_fail (n_values != NULL, NULL);
  *n_values = 0;
  g_return_val_if_fail (input != NULL && sensitive < input->n_sensitive, NULL);

  *n_values = input->columns[sensitive]->n_values;
  return input->columns[sensitive]->totals;
}

DeidHierarchy *
deid_privacy_input_get_hierarchy (const DeidPrivacyInput *input, guint sensitive)
{
  g_return_val_if_fail (input != NULL && sensitive < input->n_sensitive, NULL);

  return input->hierarchies[sensitive];
}
