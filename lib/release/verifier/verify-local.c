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

/* Returns: the place of a leaf's label on a level among the labels of that level. */
static guint
verify_local_climb (const DeidHierarchy *hierarchy, guint leaf, guint level)
{
  guint place = leaf;

  for (guint i = 0; i < level; i++)
    place = deid_hierarchy_get_parent (hierarchy, i, place);
  return place;
}

static const char *
verify_local_get_text (const DeidHierarchy *hierarchy, guint level, guint place)
{
  return deid_dictionary_get (&hierarchy->levels[level].labels, place);
}

/* Notes the labels that leaves below a label have on a lower level, the first and another one.
 * Returns: how many there are, or 3 if they are more, or one of them reads the same. */
static guint
verify_local_count_finer (const DeidVerifiedAttribute *attribute, const DeidVerifiedLabel *label,
                          guint lower)
{
  const DeidHierarchy *hierarchy = attribute->bound->hierarchy;
  const guint n_leaves = deid_hierarchy_get_n_labels (hierarchy, 0);
  const guint32 missing = attribute->source->dictionary.missing;
  const guint32 n_codes = attribute->source->dictionary.n;
  guint seen[2] = { 0 }, n_seen = 0, n = 0;

  if (missing != DEID_NO_CODE && hierarchy->levels[0].labels.missing == DEID_NO_CODE
      && g_strcmp0 (attribute->expected[label->level * n_codes + missing].text, label->text) == 0
      && attribute->expected[lower * n_codes + missing].text == NULL)
    n++;
  for (guint leaf = 0; leaf < n_leaves; leaf++)
    {
      const guint place = verify_local_climb (hierarchy, leaf, lower);

      if (g_strcmp0 (verify_local_get_text (hierarchy, label->level,
                                            verify_local_climb (hierarchy, leaf, label->level)),
                     label->text)
              != 0
          || (n_seen > 0 && seen[0] == place) || (n_seen > 1 && seen[1] == place))
        continue;
      if (n_seen == 2
          || g_strcmp0 (verify_local_get_text (hierarchy, lower, place), label->text) == 0)
        return 3;
      seen[n_seen++] = place;
    }
  return n + n_seen;
}

/* Tells whether two records with a label that is the lowest one they have in common must have one
 * each of two finer labels. */
static gboolean
verify_local_is_forced (const DeidVerification *verification, guint a,
                        const DeidVerifiedLabel *label)
{
  const DeidLattice *lattice = verification->result->problem->lattice;

  for (guint lower = label->level; lower-- > deid_lattice_get_lowest_level (lattice, a);)
    {
      const guint n = verify_local_count_finer (&verification->attributes[a], label, lower);

      if (n > 1)
        return n == 2;
    }
  return FALSE;
}

gboolean
deid_verify_not_forced (const DeidVerification *verification, guint64 row, GError **error)
{
  if (verification->result->policy != NULL || !verification->result->problem->no_forced_labels)
    return TRUE;
  for (guint a = 0; a < verification->n_attributes; a++)
    {
      const DeidVerifiedAttribute *attribute = &verification->attributes[a];
      const guint32 entry = deid_verified_attribute_get_entry (attribute, row);
      g_autofree char *place = NULL;

      if (attribute->hierarchy != NULL
          && !verify_local_is_forced (verification, a, &attribute->expected[entry]))
        continue;
      place = deid_dataset_locate (verification->source, row);
      return deid_verification_fail (
          verification, error,
          "the class of %s of the input has two records, and a label of column '%s' that forces "
          "the finer labels of both",
          place, deid_column_show (attribute->source));
    }
  return TRUE;
}
