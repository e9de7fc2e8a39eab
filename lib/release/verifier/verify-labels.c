/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/rational.h"
#include "release/verifier/verify-private.h"

#include <string.h>

/* The verifier: labels of runs of numbers cover what they stand for, by what the labels say. */

static gboolean
lies_between (const char *low, const char *value, const char *high)
{
  return deid_decimal_is_valid (low) && deid_decimal_is_valid (high)
         && deid_decimal_compare (low, value) <= 0 && deid_decimal_compare (value, high) <= 0;
}

/* Tells whether a number lies in `a-b` or `a to b`, ends included. Numbers may have signs
 * themselves. */
static gboolean
is_between (const char *label, const char *value)
{
  const char *word = strstr (label, " to ");

  if (word != NULL)
    {
      g_autofree char *low = g_strndup (label, (gsize) (word - label));

      return lies_between (low, value, word + strlen (" to "));
    }
  for (const char *sign = strchr (label, '-'); sign != NULL; sign = strchr (sign + 1, '-'))
    {
      g_autofree char *low = g_strndup (label, (gsize) (sign - label));

      if (deid_decimal_is_valid (low) && deid_decimal_is_valid (sign + 1))
        return lies_between (low, value, sign + 1);
    }
  return FALSE;
}

/* The same for `[a, b)`. */
static gboolean
is_within (const char *label, const char *value)
{
  g_auto (GStrv) ends = g_strsplit (label + 1, ", ", 2);
  char *bracket;

  if (ends[0] == NULL || ends[1] == NULL || (bracket = strchr (ends[1], ')')) == NULL)
    return FALSE;
  *bracket = '\0';
  return deid_decimal_is_valid (ends[0]) && deid_decimal_is_valid (ends[1])
         && deid_decimal_compare (ends[0], value) <= 0 && deid_decimal_compare (value, ends[1]) < 0;
}

gboolean
deid_verified_label_covers (const char *label, const char *value)
{
  if (g_str_equal (label, value) || g_str_equal (label, DEID_SUPPRESSED_LABEL))
    return TRUE;
  if (g_str_has_prefix (label, "< "))
    return deid_decimal_is_valid (label + 2) && deid_decimal_compare (value, label + 2) < 0;
  if (g_str_has_prefix (label, ">= "))
    return deid_decimal_is_valid (label + 3) && deid_decimal_compare (value, label + 3) >= 0;
  return label[0] == '[' ? is_within (label, value) : is_between (label, value);
}

/* Labels are intervals, so that looking at neighbours is enough: a label covers the next number if,
 * and only if, the policy merges the two. */
static gboolean
covers_run (const DeidVerifiedAttribute *attribute, guint32 i)
{
  const DeidDictionary *values = &attribute->bound->cuts->values;
  const DeidLevel *levels = attribute->levels + attribute->bound->first_dimension;
  const char *value = deid_dictionary_get (values, i);
  const char *label = deid_verified_attribute_find_label (attribute, value).text;

  return deid_verified_label_covers (label, value)
         && (i == 0
             || deid_verified_label_covers (label, deid_dictionary_get (values, i - 1))
                    == (levels[i - 1] == 1))
         && (i + 1 == values->n
             || deid_verified_label_covers (label, deid_dictionary_get (values, i + 1))
                    == (levels[i] == 1));
}

gboolean
deid_verified_attribute_is_covered (const DeidVerifiedAttribute *attribute, const DeidStop *stop,
                                    gboolean *is_covered, GError **error)
{
  const DeidCuts *cuts = attribute->bound->cuts;

  *is_covered = TRUE;
  if (attribute->hierarchy != NULL || attribute->levels == NULL || !cuts->are_numbers)
    return TRUE;
  for (guint32 i = 0; *is_covered && i < cuts->values.n; i++)
    {
      if (!deid_stop_check_class (stop, i, error))
        return FALSE;
      *is_covered = covers_run (attribute, i);
    }
  return TRUE;
}

/* The verifier: labels that a policy gives values, with cuts or without. */

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

/* Tells whether the top has one label for all. Of most rules that is `*`: whether values share
 * another one is a matter of the table. */
static gboolean
has_one_top (const DeidHierarchy *hierarchy)
{
  const guint top = deid_hierarchy_get_n_levels (hierarchy) - 1;

  return hierarchy->rule != NULL ? deid_rule_get_top_label (hierarchy->rule) != NULL
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

/* The verifier: how much of a domain labels cover. */

static const DeidDictionary *
verify_leaves_get_leaves (const DeidVerifiedAttribute *attribute)
{
  return attribute->hierarchy != NULL ? &attribute->hierarchy->levels[0].labels
                                      : &attribute->bound->cuts->values;
}

static gboolean
verify_leaves_add_label (DeidDictionary *labels, const char *label, guint32 *code, GError **error)
{
  return deid_check_text (label, error)
         && deid_dictionary_add_value (labels, label != NULL && label[0] != '\0' ? label : NULL,
                                       code, error);
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
