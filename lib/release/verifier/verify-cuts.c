/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The verifier: labels that a policy gives values, with cuts or without. */
#include <string.h>

#include "release/verifier/verify-private.h"

static gboolean
verify_cuts_is_merged (const DeidVerifiedAttribute *attribute, guint32 cut)
{
  return attribute->levels[attribute->bound->first_dimension + cut] == 1;
}

/* The run of a value spreads from it to both sides. */
static DeidVerifiedLabel
verify_cuts_find_run (const DeidVerifiedAttribute *attribute, guint32 position)
{
  const DeidCuts *cuts = attribute->bound->cuts;
  guint32 first = position, last = position;

  while (first > 0 && verify_cuts_is_merged (attribute, first - 1))
    first--;
  while (last + 1 < cuts->values.n && verify_cuts_is_merged (attribute, last))
    last++;
  return (DeidVerifiedLabel){ .text = deid_cuts_get_text (cuts, first, last - first + 1),
                              .level = last - first,
                              .number = first };
}

static DeidVerifiedLabel
verify_cuts_find_value (const DeidVerifiedAttribute *attribute, const char *value)
{
  const DeidDictionary *values = &attribute->bound->cuts->values;
  const char *text = value != NULL ? value : "";
  const guint32 position = deid_dictionary_find (values, text, strlen (text));
  DeidVerifiedLabel label = { .number = values->n };

  if (position != DEID_NO_CODE)
    return verify_cuts_find_run (attribute, position);
  if (values->n > 1)
    {
      const DeidVerifiedLabel first = verify_cuts_find_run (attribute, 0);

      if (first.level + 1 == values->n)
        label = first;
    }
  return label;
}

/* Tells whether the top has one label for all. Of a rule that is `*`: whether values share another
 * one is a matter of the table. */
static gboolean
has_one_top (const DeidHierarchy *hierarchy)
{
  const guint top = deid_hierarchy_get_n_levels (hierarchy) - 1;

  return hierarchy->rule != NULL ? deid_rule_is_suppressing (hierarchy->rule)
                                 : deid_hierarchy_get_n_labels (hierarchy, top) == 1;
}

/* Returns: (nullable): the label of a missing value. A hierarchy may mention it by an empty leaf;
 * else it stays missing below the top, and on the top if that has no label for all. */
static const char *
get_missing_label (const DeidHierarchy *hierarchy, guint level)
{
  const char *label = deid_hierarchy_find_label (hierarchy, "", level);

  if (label != NULL)
    return label;
  if (level == 0 || level + 1 < deid_hierarchy_get_n_levels (hierarchy) || !has_one_top (hierarchy))
    return NULL;
  return deid_dictionary_get (&hierarchy->levels[level].labels, 0);
}

static const char *
verify_cuts_get_text (const DeidVerifiedAttribute *attribute, const char *value, guint level)
{
  return value != NULL ? deid_hierarchy_find_label (attribute->hierarchy, value, level)
                       : get_missing_label (attribute->hierarchy, level);
}

/* Tells whether a subtree is merged, by the label of its node. */
static gboolean
is_merged_subtree (const DeidVerifiedAttribute *attribute, const char *text, guint level)
{
  guint32 label, dimension;

  if (text == NULL)
    return FALSE;
  label = deid_dictionary_find (&attribute->hierarchy->levels[level].labels, text, strlen (text));
  dimension = deid_cuts_get_dimension (attribute->bound->cuts, level, label);
  return dimension != DEID_NO_CODE && verify_cuts_is_merged (attribute, dimension);
}

DeidVerifiedLabel
deid_verified_attribute_find_label (const DeidVerifiedAttribute *attribute, const char *value)
{
  DeidVerifiedLabel label = { .level = attribute->level };
  const char *text;

  if (attribute->hierarchy == NULL)
    return verify_cuts_find_value (attribute, value);
  if (attribute->bound->cuts != NULL && attribute->levels != NULL)
    for (label.level = deid_hierarchy_get_n_levels (attribute->hierarchy) - 1; label.level > 0;
         label.level--)
      if (is_merged_subtree (attribute, verify_cuts_get_text (attribute, value, label.level),
                             label.level))
        break;
  text = verify_cuts_get_text (attribute, value, label.level);
  if (text != NULL && text[0] != '\0')
    label.text = text;
  return label;
}
