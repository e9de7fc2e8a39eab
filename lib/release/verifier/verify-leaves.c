/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The verifier: how much of a domain labels cover. */
#include <string.h>

#include "base/memory.h"
#include "release/verifier/verify-private.h"

static gboolean
add_label (DeidDictionary *labels, const char *label, guint32 *code, GError **error)
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

gboolean
deid_verified_attribute_count_leaves (DeidVerifiedAttribute *attribute, const DeidStop *stop,
                                      GError **error)
{
  const DeidHierarchy *hierarchy = attribute->hierarchy;
  const DeidDictionary *values = &attribute->source->dictionary;
  const DeidDictionary *leaves
      = hierarchy != NULL ? &hierarchy->levels[0].labels : &attribute->bound->cuts->values;
  const gboolean missing_apart
      = values->missing != DEID_NO_CODE && deid_dictionary_find (leaves, "", 0) == DEID_NO_CODE;
  g_autofree guint64 *by_label = deid_alloc ((guint64) leaves->n + 1, sizeof *by_label, error);
  gboolean success
      = by_label != NULL
        && (attribute->n_covered = deid_alloc (values->n, sizeof *attribute->n_covered, error))
               != NULL;
  DeidDictionary labels;
  guint32 label;

  attribute->n_leaves = (guint64) leaves->n + (missing_apart ? 1 : 0);
  deid_dictionary_init (&labels);
  for (guint32 leaf = 0; success && leaf < leaves->n; leaf++)
    {
      const char *value = deid_dictionary_get (leaves, leaf);

      success = deid_stop_check_class (stop, leaf, error)
                && add_label (&labels, deid_verified_attribute_find_label (attribute, value).text,
                              &label, error);
      if (success)
        by_label[label]++;
    }
  if (success && missing_apart)
    {
      success = add_label (&labels, attribute->expected[values->missing].text, &label, error);
      if (success)
        by_label[label]++;
    }
  for (guint32 code = 0; success && code < values->n; code++)
    {
      success = deid_stop_check_row (stop, code, error)
                && add_label (&labels, attribute->expected[code].text, &label, error);
      if (success)
        attribute->n_covered[code] = is_of_domain (hierarchy, &attribute->expected[code])
                                         ? attribute->n_leaves
                                         : by_label[label];
    }
  deid_dictionary_clear (&labels);
  return success;
}
