/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The verifier: labels of local recodings. */
#include "base/memory.h"
#include "release/verifier/verify-private.h"

gboolean
deid_verification_fail_label (const DeidVerification *verification,
                              const DeidVerifiedAttribute *attribute, guint64 row, GError **error)
{
  const DeidPartition *partition = verification->result->partition;
  const guint a = (guint) (attribute - verification->attributes);
  const guint32 number = deid_partition_get_class (partition, row);
  g_autofree char *shown
      = deid_dataset_quote (verification->source, deid_partition_get_label (partition, number, a));
  g_autofree char *place = deid_dataset_locate (verification->source, row);

  return deid_verification_fail (verification, error,
                                 "%s of the input, column '%s': %s is no label of its value that "
                                 "level %u has and the lattice allows",
                                 place, deid_column_show (attribute->source),
                                 shown != NULL ? shown : "the label of its class",
                                 deid_partition_get_level (partition, number, a));
}

/* Finds the entry of a row: that of its value and the level that its class states, whose label must
 * be the one that the class states. */
static gboolean
find_entry (const DeidVerification *verification, DeidVerifiedAttribute *attribute, guint64 row,
            GError **error)
{
  const DeidPartition *partition = verification->result->partition;
  const DeidLattice *lattice = verification->result->problem->lattice;
  const guint a = (guint) (attribute - verification->attributes);
  const guint32 number = deid_partition_get_class (partition, row);
  const guint level = deid_partition_get_level (partition, number, a);
  const char *label = deid_partition_get_label (partition, number, a);
  guint32 *entry = &attribute->entries[row];

  if (level < deid_lattice_get_lowest_level (lattice, a)
      || level > deid_lattice_get_highest_level (lattice, a))
    return deid_verification_fail_label (verification, attribute, row, error);
  *entry
      = level * attribute->source->dictionary.n + deid_codes_get (&attribute->source->codes, row);
  return g_strcmp0 (attribute->expected[*entry].text, label) == 0
         || deid_verification_fail_label (verification, attribute, row, error);
}

gboolean
deid_verify_local_labels (const DeidVerification *verification, DeidVerifiedAttribute *attribute,
                          GError **error)
{
  const guint64 n_rows = verification->source->n_rows;

  attribute->entries = deid_alloc (n_rows, sizeof *attribute->entries, error);
  for (guint64 row = 0; attribute->entries != NULL && row < n_rows; row++)
    if (!deid_stop_check_row (&verification->stop, row, error)
        || !find_entry (verification, attribute, row, error))
      return FALSE;
  return attribute->entries != NULL;
}
