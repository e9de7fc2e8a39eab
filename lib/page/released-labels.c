/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "page/released-labels.h"

#include <string.h>

#include "lattice/policy-private.h"

static gboolean
released_labels_collect (DeidDictionary *labels, const DeidPageView *view, guint attribute,
                         GError **error)
{
  gsize n_classes;
  guint32 code;
  const guint8 *suppressed = deid_partition_get_suppressed (view->partition, &n_classes);
  g_autofree const char **texts = deid_partition_list_labels (view->partition, attribute,
                                                              &n_classes, view->cancellable, error);

  if (texts == NULL)
    return FALSE;
  for (gsize i = 0; i < n_classes; i++)
    if (!suppressed[i] && !deid_dictionary_add (labels, texts[i], strlen (texts[i]), &code, error))
      return FALSE;
  return TRUE;
}

/* Adds the labels of a level that were found, in its order. */
static gboolean
sort_level (DeidDictionary *sorted, const DeidDictionary *found, const DeidHierarchy *hierarchy,
            guint level, GError **error)
{
  gsize n;
  guint32 code;
  g_autofree const char **all = deid_hierarchy_list_labels (hierarchy, level, &n, error);

  if (all == NULL)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    if (deid_dictionary_find (found, all[i], strlen (all[i])) != DEID_NO_CODE
        && !deid_dictionary_add (sorted, all[i], strlen (all[i]), &code, error))
      return FALSE;
  return TRUE;
}

/* Adds the labels of cuts that were found, in the order of the values. */
static gboolean
sort_cuts (DeidDictionary *sorted, const DeidDictionary *found, const DeidAttribute *attribute,
           const DeidPolicy *policy, GError **error)
{
  const DeidDictionary *leaves = attribute->hierarchy != NULL
                                     ? &attribute->hierarchy->levels[0].labels
                                     : &attribute->cuts->values;
  guint32 code;

  for (guint32 leaf = 0; leaf < leaves->n; leaf++)
    {
      const char *text = deid_attribute_get_leaf_text (attribute, policy->levels, leaf);

      if (!deid_check_text (text, error))
        return FALSE;
      if (text != NULL && deid_dictionary_find (found, text, strlen (text)) != DEID_NO_CODE
          && !deid_dictionary_add (sorted, text, strlen (text), &code, error))
        return FALSE;
    }
  return TRUE;
}

/* Adds the labels of a level that were found, or those of all levels of a local recoding, those of
 * a level before those of the next one. */
static gboolean
sort_levels (DeidDictionary *sorted, const DeidDictionary *found, const DeidPageView *view,
             guint attribute, GError **error)
{
  const DeidHierarchy *hierarchy = deid_lattice_get_hierarchy (view->lattice, attribute);
  const DeidPolicy *policy = deid_result_get_policy (view->result);
  const guint dimension = deid_lattice_get_first_dimension (view->lattice, attribute);
  const guint first = policy != NULL ? deid_policy_get_level (policy, dimension) : 0;
  const guint end = policy != NULL ? first + 1 : deid_hierarchy_get_n_levels (hierarchy);

  for (guint level = first; level < end; level++)
    if (!sort_level (sorted, found, hierarchy, level, error))
      return FALSE;
  return TRUE;
}

/* Puts the labels that were found into the order of the values, those of classes with runs of their
 * own in the order of the classes. */
static gboolean
released_labels_sort (DeidDictionary *sorted, const DeidDictionary *found, const DeidPageView *view,
                      guint attribute, GError **error)
{
  const DeidPolicy *policy = deid_result_get_policy (view->result);
  guint32 code;

  if (!deid_lattice_has_cuts (view->lattice, attribute)
          ? !sort_levels (sorted, found, view, attribute, error)
          : policy != NULL
                && !sort_cuts (sorted, found, &view->lattice->attributes[attribute], policy, error))
    return FALSE;
  for (guint32 i = 0; i < found->n; i++)
    {
      const char *text = deid_dictionary_get (found, i);

      if (!deid_dictionary_add (sorted, text, strlen (text), &code, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
deid_released_labels_init (DeidDictionary *labels, const DeidPageView *view, guint attribute,
                           GError **error)
{
  DeidDictionary found;
  gboolean success;

  deid_dictionary_init (labels);
  deid_dictionary_init (&found);
  success = released_labels_collect (&found, view, attribute, error)
            && released_labels_sort (labels, &found, view, attribute, error);
  deid_dictionary_clear (&found);
  return success;
}
