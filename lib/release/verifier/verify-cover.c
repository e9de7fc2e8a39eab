/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The verifier: labels of runs of numbers cover what they stand for, by what the labels say. */
#include <string.h>

#include "base/decimal.h"
#include "release/verifier/verify-private.h"

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
