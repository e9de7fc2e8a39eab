/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "report/attribute-risks-private.h"

#include "base/handle.h"
#include "base/memory.h"
#include "report/report-classes.h"

/* So that 64 bits can count the pairs. */
#define ATTRIBUTE_RISKS_MAX_RECORDS (G_GUINT64_CONSTANT (1) << 32)

static void
deid_attribute_risks_free (DeidAttributeRisks *risks)
{
  deid_lattice_unref (risks->lattice);
  g_clear_pointer (&risks->statement, g_bytes_unref);
  g_free (risks->figures);
  g_free (risks);
}

DEID_DEFINE_HANDLE (DeidAttributeRisks, deid_attribute_risks)

static gboolean
attribute_risks_count_records (DeidAttributeRisks *risks, const DeidMergedRows *table,
                               GError **error)
{
  for (guint64 row = 0; row < table->n; row++)
    risks->n_records += table->weights[row];
  risks->n_pairs = risks->n_records % 2 == 0 ? risks->n_records / 2 * (risks->n_records - 1)
                                             : risks->n_records * (risks->n_records / 2);
  if (risks->n_records <= ATTRIBUTE_RISKS_MAX_RECORDS)
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_TOO_LARGE,
               "%" G_GUINT64_FORMAT " records, expected at most 2^32", risks->n_records);
  return FALSE;
}

static gboolean
attribute_risks_measure (DeidAttributeRisks *risks, DeidResult *result, const DeidStop *stop,
                         GError **error)
{
  g_autofree guint32 *n_labels = deid_alloc (risks->order.n_attributes, sizeof *n_labels, error);
  DeidMergedRows table = { 0 };
  DeidPartition *classes;
  gboolean success;

  if (n_labels == NULL)
    return FALSE;
  classes = deid_report_get_classes (result, risks->is_after, stop, error);
  success = classes != NULL && deid_report_merge_classes (classes, &table, n_labels, stop, error);
  g_clear_pointer (&classes, deid_partition_unref);
  success
      = success && attribute_risks_count_records (risks, &table, error)
        && deid_subset_figures_count (risks->figures, &risks->order, &table, n_labels, stop, error);
  deid_merged_rows_clear (&table);
  return success;
}

static DeidAttributeRisks *
risks_new (DeidResult *result, gboolean is_after, guint max_size, GCancellable *cancellable,
           GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  g_autoptr (DeidAttributeRisks) risks = g_new0 (DeidAttributeRisks, 1);

  g_atomic_ref_count_init (&risks->ref_count);
  risks->is_after = is_after;
  risks->lattice = deid_lattice_ref (result->problem->lattice);
  if (result->problem->statement != NULL)
    risks->statement = g_bytes_ref (result->problem->statement);
  if (!deid_subset_order_init (&risks->order, risks->lattice->n_attributes, max_size, error))
    return NULL;
  risks->figures = deid_alloc (risks->order.n, sizeof *risks->figures, error);
  if (risks->figures == NULL || !attribute_risks_measure (risks, result, stop, error))
    return NULL;
  return g_steal_pointer (&risks);
}

gboolean
deid_attribute_risks_count_subsets (guint n_attributes, guint max_size, guint64 *n_subsets,
                                    GError **error)
{
  DeidSubsetOrder order;

  if (!deid_subset_order_init (&order, n_attributes, max_size, error))
    return FALSE;
  if (n_subsets != NULL)
    *n_subsets = order.n;
  return TRUE;
}

DeidAttributeRisks *
deid_attribute_risks_new_before (DeidResult *result, guint max_size, GCancellable *cancellable,
                                 GError **error)
{
  g_return_val_if_fail (result != NULL, NULL);

  return risks_new (result, FALSE, max_size, cancellable, error);
}

DeidAttributeRisks *
deid_attribute_risks_new_after (DeidResult *result, guint max_size, GCancellable *cancellable,
                                GError **error)
{
  g_return_val_if_fail (result != NULL, NULL);

  return risks_new (result, TRUE, max_size, cancellable, error);
}

gboolean
deid_attribute_risks_is_publishable (const DeidAttributeRisks *risks)
{
  g_return_val_if_fail (risks != NULL, FALSE);

  return risks->is_after;
}

gboolean
deid_attribute_risks_is_after (const DeidAttributeRisks *risks)
{
  g_return_val_if_fail (risks != NULL, FALSE);

  return risks->is_after;
}

guint
deid_attribute_risks_get_max_size (const DeidAttributeRisks *risks)
{
  g_return_val_if_fail (risks != NULL, 0);

  return risks->order.max_size;
}

guint64
deid_attribute_risks_get_n_records (const DeidAttributeRisks *risks)
{
  g_return_val_if_fail (risks != NULL, 0);

  return risks->n_records;
}

guint64
deid_attribute_risks_get_n_pairs (const DeidAttributeRisks *risks)
{
  g_return_val_if_fail (risks != NULL, 0);

  return risks->n_pairs;
}

guint64
deid_attribute_risks_get_n_subsets (const DeidAttributeRisks *risks)
{
  g_return_val_if_fail (risks != NULL, 0);

  return risks->order.n;
}

guint
deid_attribute_risks_get_n_attributes (const DeidAttributeRisks *risks, guint64 subset)
{
  g_return_val_if_fail (risks != NULL && subset < risks->order.n, 0);

  return deid_subset_order_get_size (&risks->order, subset);
}

guint
deid_attribute_risks_get_attribute (const DeidAttributeRisks *risks, guint64 subset, guint index)
{
  g_return_val_if_fail (risks != NULL && subset < risks->order.n
                            && index < deid_subset_order_get_size (&risks->order, subset),
                        0);

  return deid_subset_order_get_attribute (&risks->order, subset, index);
}

guint64
deid_attribute_risks_get_n_distinct (const DeidAttributeRisks *risks, guint64 subset)
{
  g_return_val_if_fail (risks != NULL && subset < risks->order.n, 0);

  return risks->figures[subset].n_distinct;
}

double
deid_attribute_risks_get_distinction (const DeidAttributeRisks *risks, guint64 subset)
{
  g_return_val_if_fail (risks != NULL && subset < risks->order.n, 0);

  return (double) risks->figures[subset].n_distinct / (double) risks->n_records;
}

guint64
deid_attribute_risks_get_n_separated (const DeidAttributeRisks *risks, guint64 subset)
{
  g_return_val_if_fail (risks != NULL && subset < risks->order.n, 0);

  return risks->n_pairs - risks->figures[subset].n_alike;
}

double
deid_attribute_risks_get_separation (const DeidAttributeRisks *risks, guint64 subset)
{
  g_return_val_if_fail (risks != NULL && subset < risks->order.n, 0);

  return (double) deid_attribute_risks_get_n_separated (risks, subset)
         / (double) MAX (risks->n_pairs, 1);
}
