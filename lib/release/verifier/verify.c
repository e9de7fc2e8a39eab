/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The verifier: labels and rows of a released table. */
#include "base/arrays.h"
#include "base/text.h"
#include "release/verifier/verify-private.h"

/* What a thread has to do at least, or starting it takes longer. */
#define VERIFY_ROWS_A_PART 16384

guint
deid_verification_count_parts (const DeidVerification *verification, guint64 n_rows)
{
  return (guint) CLAMP (n_rows / VERIFY_ROWS_A_PART, 1,
                        verification->release->origin->options->n_threads);
}

gboolean
deid_verification_fail (const DeidVerification *verification, GError **error, const char *format,
                        ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return deid_fail (error, DEID_ERROR_VERIFICATION, "%s: %s", verification->release->name, message);
}

/* Finds the labels that @n entries of a column must have, and numbers them. */
static gboolean
label_values (const DeidVerification *verification, const DeidVerifiedAttribute *attribute,
              const DeidColumn *column, guint32 n, DeidDictionary *labels,
              DeidVerifiedLabel **expected, guint32 **numbers, GError **error)
{
  const DeidDictionary *dictionary = &column->dictionary;
  DeidVerifiedAttribute of_level = *attribute;
  gboolean success = TRUE;

  if (!deid_new_arrays (error, DEID_NEW (*expected, n), DEID_NEW (*numbers, n)))
    return FALSE;
  for (guint32 entry = 0; success && entry < n; entry++)
    {
      DeidVerifiedLabel label;

      if (!deid_stop_check_class (&verification->stop, entry, error))
        return FALSE;
      of_level.level = attribute->level + entry / dictionary->n;
      label = deid_verified_attribute_find_label (
          &of_level, deid_dictionary_get (dictionary, entry % dictionary->n));
      (*expected)[entry] = label;
      success = deid_check_text (label.text, error)
                && deid_dictionary_add_value (labels, label.text, &(*numbers)[entry], error);
    }
  return success;
}

/* A rule labels values that only the population has. */
static gboolean
label_population (const DeidVerification *verification, DeidVerifiedAttribute *attribute,
                  DeidDictionary *labels, GError **error)
{
  DeidVerifiedAttribute other = *attribute;

  if (attribute->population == NULL)
    return TRUE;
  if (attribute->hierarchy != NULL)
    {
      const DeidTableSource table = deid_dataset_lend (verification->population);

      attribute->population_hierarchy = deid_hierarchy_bind_table (
          attribute->bound->hierarchy, &table, attribute->population, &verification->stop, error);
      if (attribute->population_hierarchy == NULL)
        return FALSE;
      other.hierarchy = attribute->population_hierarchy;
    }
  return label_values (verification, &other, attribute->population,
                       attribute->population->dictionary.n, labels, &attribute->population_labels,
                       &attribute->population_numbers, error);
}

static gboolean
expect_labels (const DeidVerification *verification, DeidVerifiedAttribute *attribute,
               GError **error)
{
  DeidDictionary labels;
  gboolean success;

  deid_dictionary_init (&labels);
  success = label_values (verification, attribute, attribute->source, attribute->n_entries, &labels,
                          &attribute->expected, &attribute->label_numbers, error)
            && label_population (verification, attribute, &labels, error);
  attribute->n_labels = labels.n;
  deid_dictionary_clear (&labels);
  return success;
}

const DeidColumn *
deid_verified_column_find (const DeidDataset *dataset, const char *name)
{
  guint column;

  return deid_dataset_find_column (dataset, name, &column, NULL) ? &dataset->columns[column] : NULL;
}

/* Sets what a policy says of the levels of an attribute. Of a local recoding all levels count. */
static void
verify_set_levels (const DeidVerification *verification, DeidVerifiedAttribute *attribute)
{
  const DeidPolicy *policy = verification->result->policy;

  attribute->n_entries = attribute->source->dictionary.n;
  if (policy == NULL)
    {
      attribute->n_entries *= attribute->bound->n_levels;
      return;
    }
  attribute->levels = policy->levels;
  if (attribute->bound->cuts == NULL)
    attribute->level = policy->levels[attribute->bound->first_dimension];
}

/* Finds out what labels must be, and what they say. */
static gboolean
verify_read_labels (const DeidVerification *verification, DeidVerifiedAttribute *attribute,
                    GError **error)
{
  if (verification->result->policy == NULL && attribute->hierarchy == NULL)
    return deid_verify_local_runs (verification, attribute, error);
  return expect_labels (verification, attribute, error)
         && (verification->result->policy != NULL
             || deid_verify_local_labels (verification, attribute, error))
         && deid_verified_attribute_count_leaves (attribute, &verification->stop, error)
         && (verification->result->policy != NULL
             || deid_verify_local_sets (verification, attribute, error));
}

static gboolean
verify_init_attributes (DeidVerification *verification, GError **error)
{
  const DeidLattice *lattice = verification->result->problem->lattice;

  if (!deid_new_arrays (error, DEID_NEW (verification->attributes, lattice->n_attributes)))
    return FALSE;
  for (guint a = 0; a < lattice->n_attributes; a++)
    {
      const char *name = deid_lattice_get_attribute_name (lattice, a);
      DeidVerifiedAttribute *attribute = &verification->attributes[verification->n_attributes++];
      gboolean is_covered;

      attribute->source = deid_verified_column_find (verification->source, name);
      attribute->released = deid_verified_column_find (verification->release, name);
      if (verification->population != NULL)
        attribute->population = deid_verified_column_find (verification->population, name);
      attribute->bound = &lattice->attributes[a];
      attribute->hierarchy = attribute->bound->hierarchy;
      verify_set_levels (verification, attribute);
      if (attribute->released == NULL)
        return deid_verification_fail (verification, error, "quasi-identifier '%s' is not there",
                                       deid_column_show (attribute->source));
      if (!deid_verified_attribute_is_covered (attribute, &verification->stop, &is_covered, error))
        return FALSE;
      if (!is_covered)
        return deid_verification_fail (
            verification, error,
            "column '%s': a label does not cover just the numbers of its "
            "run",
            deid_column_show (attribute->source));
      if (!verify_read_labels (verification, attribute, error))
        return FALSE;
    }
  return TRUE;
}

static void
verify_verification_clear (DeidVerification *verification)
{
  for (guint a = 0; a < verification->n_attributes; a++)
    {
      deid_free_arrays (
          verification->attributes[a].entries, verification->attributes[a].codes,
          verification->attributes[a].expected, verification->attributes[a].label_numbers,
          verification->attributes[a].n_covered, verification->attributes[a].population_labels,
          verification->attributes[a].population_numbers);
      g_clear_pointer (&verification->attributes[a].population_hierarchy, deid_hierarchy_unref);
    }
  g_free (verification->attributes);
  g_free (verification->kept);
}

gboolean
deid_result_verify (DeidResult *result, DeidDataset *release, GCancellable *cancellable,
                    GError **error)
{
  const DeidQualityModel *quality;
  DeidVerification verification;
  gboolean verified;

  g_return_val_if_fail (result != NULL && release != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  verification = (DeidVerification){ .result = result,
                                     .source = result->problem->lattice->dataset,
                                     .population = result->problem->population,
                                     .release = release,
                                     .stop = { cancellable, G_MAXINT64 } };
  quality = result->problem->quality;
  if (release->origin == NULL || release->origin->source != verification.source)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "%s: not released from the result's dataset %s", release->name,
                      verification.source->name);
  if (!deid_table_source_init (&verification.table, verification.source, error))
    return FALSE;
  if (!deid_quality_input_init (
          &verification.quality_input, result->problem->lattice, &verification.table,
          verification.population != NULL,
          deid_verification_count_parts (&verification, verification.source->n_rows),
          &verification.stop, error)
      || !deid_quality_model_prepare (quality, &verification.quality_input,
                                      &verification.quality_state, error))
    {
      deid_quality_input_clear (&verification.quality_input);
      deid_table_source_clear (&verification.table);
      return FALSE;
    }
  verified
      = verify_init_attributes (&verification, error) && deid_verify_rows (&verification, error)
        && deid_verify_columns (&verification, error) && deid_verify_classes (&verification, error)
        && deid_verify_histories (&verification, error) && deid_verify_groups (&verification, error)
        && deid_verify_loss (&verification, error);
  deid_quality_model_free_state (quality, verification.quality_state);
  deid_quality_input_clear (&verification.quality_input);
  deid_table_source_clear (&verification.table);
  verify_verification_clear (&verification);
  return verified;
}
