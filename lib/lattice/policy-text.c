/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Policies as text: `age:3 sex:0` or `age:3,sex:0`, by labels `age:20-29 sex:"*"`, with cuts
 * `age:1101 sex:0`. */
#include <string.h>

#include "base/arrays.h"
#include "base/rational.h"
#include "base/text.h"
#include "lattice/policy-private.h"

/* Of attributes. */
#define SEPARATORS " \t,"

/* Of a cut, as published. */
#define APART  '1'
#define MERGED '0'

/* Around labels. */
#define QUOTE  '"'
#define QUOTES "\""

void
deid_levels_describe_name (const char *name, DeidLongText *text)
{
  for (const char *p = name; *p != '\0'; p = g_utf8_next_char (p))
    {
      const gunichar c = g_utf8_get_char (p);

      if (!deid_text_is_plain (c))
        deid_long_text_add (text, "\\u{%X}", c);
      else
        deid_long_text_add (text, strchr (" ,:\\", *p) != NULL ? "\\%.*s" : "%.*s",
                            (int) (g_utf8_next_char (p) - p), p);
    }
}

void
deid_levels_describe (const DeidLattice *lattice, const DeidLevel *levels, DeidLongText *text)
{
  for (guint a = 0; a < lattice->n_attributes; a++)
    {
      const DeidAttribute *attribute = &lattice->attributes[a];
      const DeidLevel *own = levels + attribute->first_dimension;

      if (a > 0)
        deid_long_text_add (text, " ");
      deid_levels_describe_name (deid_lattice_get_column (lattice, a)->name, text);
      deid_long_text_add (text, ":");
      if (attribute->cuts == NULL)
        deid_long_text_add (text, "%u", own[0]);
      for (guint i = 0; attribute->cuts != NULL && i < attribute->n_dimensions; i++)
        deid_long_text_add (text, "%c", own[i] > 0 ? MERGED : APART);
    }
}

char *
deid_policy_to_text (const DeidPolicy *policy, GError **error)
{
  DeidLongText text = { 0 };

  g_return_val_if_fail (policy != NULL, NULL);

  deid_levels_describe (policy->lattice, policy->levels, &text);
  return deid_long_text_end (&text, error);
}

static gboolean
policy_text_fail (GError **error, const char *text, const char *what, const char *name)
{
  g_autofree char *shown = deid_text_escape (text), *shown_name = deid_text_show (name, -1);

  return deid_fail (error, DEID_ERROR_PARSE,
                    "policy '%s': %s '%s', expected a level for each quasi-identifier, such as "
                    "'age:3 sex:0', or the cuts of one that has some, such as 'age:1101'",
                    shown, what, shown_name);
}

/* A `name:levels`, in memory as long as the whole text. */
typedef struct
{
  char *name;
  char *levels;
  gboolean is_quoted; /* the levels are */
} PolicyTextPair;

/* Reads what follows a backslash at *@p and moves *@p behind it: a character such as `u{A}`, or one
 * byte that stands for itself. Returns: behind what was written. */
static char *
read_escaped (const char **p, char *written)
{
  char *end;
  guint64 c;

  if (g_str_has_prefix (*p, "u{"))
    {
      c = g_ascii_strtoull (*p + 2, &end, 16);
      if (*end == '}' && c > 0 && c <= 0x10FFFF && g_unichar_validate ((gunichar) c))
        {
          *p = end + 1;
          return written + g_unichar_to_utf8 ((gunichar) c, written);
        }
    }
  *written = *(*p)++;
  return written + 1;
}

/* Reads what comes before one of the characters @ends, or before the end, and moves *@p there. */
static void
read_word (const char **p, const char *ends, char *written)
{
  while (**p != '\0' && strchr (ends, **p) == NULL)
    if (**p == '\\' && (*p)[1] != '\0')
      {
        ++*p;
        written = read_escaped (p, written);
      }
    else
      *written++ = *(*p)++;
  *written = '\0';
}

/* Reads one at *@p and moves *@p behind it and what separates it from the next one. */
static gboolean
policy_text_read_pair (const char *text, const char **p, PolicyTextPair *pair, GError **error)
{
  read_word (p, " \t:", pair->name);
  if (**p != ':')
    return policy_text_fail (error, text, "no level after", pair->name);
  ++*p;
  pair->is_quoted = **p == QUOTE;
  if (pair->is_quoted)
    ++*p;
  read_word (p, pair->is_quoted ? QUOTES : SEPARATORS, pair->levels);
  if (pair->is_quoted && *(*p)++ != QUOTE)
    return policy_text_fail (error, text, "no second quotation mark for", pair->name);
  if (pair->is_quoted && **p != '\0' && strchr (SEPARATORS, **p) == NULL)
    return policy_text_fail (
        error, text, "neither a blank nor a comma behind the quotation marks of", pair->name);
  *p += strspn (*p, SEPARATORS);
  return TRUE;
}

static gboolean
read_cuts (const char *text, const DeidLattice *lattice, const DeidAttribute *attribute,
           const char *cuts, DeidLevel *levels, GError **error)
{
  const gsize n = strlen (cuts);
  const char *name = deid_attribute_get_column (attribute)->name;

  if (n != attribute->n_dimensions)
    {
      g_autofree char *shown = deid_text_escape (text), *shown_name = deid_text_show (name, -1);

      return deid_fail (error, DEID_ERROR_PARSE,
                        "policy '%s': a text of length %" G_GSIZE_FORMAT
                        " for the cuts of '%s', expected length %u: for each %s a digit, 1 to keep "
                        "apart or 0 to merge, as reports print them",
                        shown, n, shown_name, attribute->n_dimensions,
                        deid_attribute_has_runs (attribute) ? "pair of neighbouring values"
                                                            : "node of its hierarchy");
    }
  for (guint i = 0; i < attribute->n_dimensions; i++)
    {
      if (cuts[i] != APART && cuts[i] != MERGED)
        return policy_text_fail (error, text, "neither 1, kept apart, nor 0, merged, for a cut of",
                                 name);
      if (!deid_policy_check_level (lattice, attribute->first_dimension + i, cuts[i] == MERGED,
                                    error))
        return FALSE;
      levels[attribute->first_dimension + i] = cuts[i] == MERGED;
    }
  return TRUE;
}

/* Finds the level that has a label, which no other level has. */
static gboolean
policy_text_find_label (const DeidAttribute *attribute, const char *label, guint64 *found)
{
  guint n_found = 0;

  for (guint level = 0; level < attribute->n_levels; level++)
    for (guint32 i = 0; i < deid_attribute_get_n_labels (attribute, level); i++)
      if (g_strcmp0 (deid_attribute_get_label (attribute, level, i), label) == 0)
        {
          *found = level;
          n_found++;
          break;
        }
  return n_found == 1;
}

/* Reads what a policy gives an attribute. A number is a level if the attribute has it, else it may
 * be a label; in quotation marks it is a label. */
static gboolean
policy_text_read_levels (const char *text, const DeidLattice *lattice,
                         const DeidAttribute *attribute, const PolicyTextPair *pair,
                         DeidLevel *levels, GError **error)
{
  const char *given = pair->levels;
  guint64 level = 0, labelled;
  gboolean is_number;

  if (attribute->cuts != NULL)
    return read_cuts (text, lattice, attribute, given, levels, error);
  is_number = !pair->is_quoted && deid_uint64_from_decimal (given, &level);
  if (!is_number || level >= attribute->n_levels)
    {
      if (policy_text_find_label (attribute, given, &labelled))
        level = labelled;
      else if (!is_number)
        return policy_text_fail (error, text, "neither a level nor a label of one level alone for",
                                 deid_attribute_get_column (attribute)->name);
    }
  if (!deid_policy_check_level (lattice, attribute->first_dimension, level, error))
    return FALSE;
  levels[attribute->first_dimension] = (DeidLevel) level;
  return TRUE;
}

/* Reads the levels of all attributes; those that are there are seen. */
static gboolean
read_policy (const char *text, const DeidLattice *lattice, PolicyTextPair *pair, gboolean *seen,
             DeidLevel *levels, GError **error)
{
  for (const char *p = text + strspn (text, " \t"); *p != '\0';)
    {
      const DeidAttribute *attribute;

      if (!policy_text_read_pair (text, &p, pair, error))
        return FALSE;
      attribute = deid_lattice_find_attribute (lattice, pair->name);
      if (attribute == NULL)
        return policy_text_fail (error, text, "there is no quasi-identifier", pair->name);
      if (seen[attribute - lattice->attributes])
        return policy_text_fail (error, text, "a second level for", pair->name);
      if (!policy_text_read_levels (text, lattice, attribute, pair, levels, error))
        return FALSE;
      seen[attribute - lattice->attributes] = TRUE;
    }
  return TRUE;
}

DeidPolicy *
deid_policy_new_from_text (DeidLattice *lattice, const char *text, GError **error)
{
  g_autofree gboolean *seen = NULL;
  g_autofree DeidLevel *levels = NULL;
  g_autofree char *name = NULL, *given = NULL;

  g_return_val_if_fail (lattice != NULL && text != NULL, NULL);

  if (!deid_new_arrays (error, DEID_NEW (seen, lattice->n_attributes),
                        DEID_NEW (levels, lattice->n_dimensions),
                        DEID_NEW (name, (guint64) strlen (text) + 1),
                        DEID_NEW (given, (guint64) strlen (text) + 1))
      || !read_policy (text, lattice, &(PolicyTextPair){ .name = name, .levels = given }, seen,
                       levels, error))
    return NULL;
  for (guint a = 0; a < lattice->n_attributes; a++)
    if (!seen[a])
      {
        policy_text_fail (error, text, "no level for", deid_lattice_get_column (lattice, a)->name);
        return NULL;
      }
  return deid_lattice_check_attributes (lattice, error)
             ? deid_policy_new_from_levels (lattice, levels, error)
             : NULL;
}
