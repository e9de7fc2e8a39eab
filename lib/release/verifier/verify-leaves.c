/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The verifier: how much of a domain labels cover. */
#include <string.h>

#include "base/arrays.h"
#include "release/verifier/verify-private.h"

static const DeidDictionary *
verify_leaves_get_leaves (const DeidVerifiedAttribute *attribute)
{
  return attribute->hierarchy != NULL ? &attribute->hierarchy->levels[0].labels
                                      : &attribute->bound->cuts->values;
}

static gboolean
verify_leaves_add_label (DeidDictionary *labels, const char *label, guint32 *code, GError **error)
{
  if (!deid_check_text (label, error))
    return FALSE;
  return label != NULL && label[0] != '\0'
             ? deid_dictionary_add (labels, label, strlen (label), code, error)
             : deid_dictionary_add_missing (labels, code, error);
}

/* Tells whether a label stands for all values, although unknown ones alone have it. */
static gboolean
is_of_domain (const DeidHierarchy *hierarchy, const DeidVerifiedLabel *label)
{
  return hierarchy != NULL && hierarchy->domain_label != NULL && label->level > 0
         && g_strcmp0 (label->text, hierarchy->domain_label) == 0;
}

/* Counts the leaves of the domain that each label of some entries covers, which are of all codes at
 * one level, that of the attribute. @by_label has room for all leaves and one more. */
static gboolean
count_level (const DeidVerifiedAttribute *attribute, guint32 first_entry, guint64 *by_label,
             DeidDictionary *labels, const DeidStop *stop, GError **error)
{
  const DeidHierarchy *hierarchy = attribute->hierarchy;
  const DeidDictionary *values = &attribute->source->dictionary;
  const DeidDictionary *leaves = verify_leaves_get_leaves (attribute);
  const DeidVerifiedLabel *expected = attribute->expected + first_entry;
  guint32 label;

  for (guint32 leaf = 0; leaf < leaves->n; leaf++)
    {
      const char *value = deid_dictionary_get (leaves, leaf);

      if (!deid_stop_check_class (stop, leaf, error)
          || !verify_leaves_add_label (
              labels, deid_verified_attribute_find_label (attribute, value).text, &label, error))
        return FALSE;
      by_label[label]++;
    }
  if (attribute->n_leaves > leaves->n)
    {
      if (!verify_leaves_add_label (labels, expected[values->missing].text, &label, error))
        return FALSE;
      by_label[label]++;
    }
  for (guint32 code = 0; code < values->n; code++)
    {
      if (!deid_stop_check_row (stop, code, error)
          || !verify_leaves_add_label (labels, expected[code].text, &label, error))
        return FALSE;
      attribute->n_covered[first_entry + code]
          = is_of_domain (hierarchy, &expected[code]) ? attribute->n_leaves : by_label[label];
    }
  return TRUE;
}

void
deid_verified_attribute_count_domain (DeidVerifiedAttribute *attribute)
{
  const DeidDictionary *leaves = verify_leaves_get_leaves (attribute);
  const gboolean missing_apart = attribute->source->dictionary.missing != DEID_NO_CODE
                                 && deid_dictionary_find (leaves, "", 0) == DEID_NO_CODE;

  attribute->n_leaves = (guint64) leaves->n + (missing_apart ? 1 : 0);
}

gboolean
deid_verified_attribute_count_leaves (DeidVerifiedAttribute *attribute, const DeidStop *stop,
                                      GError **error)
{
  const DeidDictionary *values = &attribute->source->dictionary;
  const DeidDictionary *leaves = verify_leaves_get_leaves (attribute);
  g_autofree guint64 *by_label = NULL;
  gboolean success;

  deid_verified_attribute_count_domain (attribute);
  success = deid_new_arrays (error, DEID_NEW (by_label, (guint64) leaves->n + 1),
                             DEID_NEW (attribute->n_covered, attribute->n_entries));
  for (guint32 entry = 0; success && entry < attribute->n_entries; entry += values->n)
    {
      DeidVerifiedAttribute of_level = *attribute;
      DeidDictionary labels;

      of_level.level += entry / values->n;
      memset (by_label, 0, ((gsize) leaves->n + 1) * sizeof *by_label);
      deid_dictionary_init (&labels);
      success = count_level (&of_level, entry, by_label, &labels, stop, error);
      deid_dictionary_clear (&labels);
    }
  return success;
}
