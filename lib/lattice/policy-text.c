/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Policies as text: `age:3 sex:0`, with cuts `age:1101 sex:0`. */
#include <string.h>

#include "base/rational.h"
#include "lattice/policy-private.h"

/* Of a cut, as published. */
#define APART  '1'
#define MERGED '0'

static void
append_name (GString *text, const char *name)
{
  for (const char *p = name; *p != '\0'; p++)
    {
      if (strchr (" \t:\\", *p) != NULL)
        g_string_append_c (text, '\\');
      g_string_append_c (text, *p);
    }
}

char *
deid_policy_to_string (const DeidPolicy *policy)
{
  const DeidLattice *lattice;
  GString *text;

  g_return_val_if_fail (policy != NULL, NULL);

  lattice = policy->lattice;
  text = g_string_new (NULL);
  for (guint a = 0; a < lattice->n_attributes; a++)
    {
      const DeidAttribute *attribute = &lattice->attributes[a];
      const DeidLevel *levels = policy->levels + attribute->first_dimension;

      if (a > 0)
        g_string_append_c (text, ' ');
      append_name (text, deid_lattice_get_column (lattice, a)->name);
      g_string_append_c (text, ':');
      if (attribute->cuts == NULL)
        g_string_append_printf (text, "%u", levels[0]);
      for (guint i = 0; attribute->cuts != NULL && i < attribute->n_dimensions; i++)
        g_string_append_c (text, levels[i] > 0 ? MERGED : APART);
    }
  return g_string_free (text, FALSE);
}

static gboolean
fail (GError **error, const char *text, const char *what, const char *name)
{
  g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE,
               "policy '%s': %s '%s', expected a level for each quasi-identifier, such as "
               "'age:3 sex:0', or the cuts of one that has some, such as 'age:1101'",
               text, what, name);
  return FALSE;
}

/* Reads one `name:levels` at *@p and moves *@p behind it and the blanks that follow. */
static gboolean
read_pair (const char *text, const char **p, GString *name, GString *levels, GError **error)
{
  const char *start;

  g_string_truncate (name, 0);
  for (; **p != '\0' && strchr (" \t:", **p) == NULL; (*p)++)
    {
      if (**p == '\\' && (*p)[1] != '\0')
        (*p)++;
      g_string_append_c (name, **p);
    }
  if (**p != ':')
    return fail (error, text, "no level after", name->str);
  start = ++*p;
  while (**p != '\0' && strchr (" \t", **p) == NULL)
    (*p)++;
  g_string_truncate (levels, 0);
  g_string_append_len (levels, start, *p - start);
  *p += strspn (*p, " \t");
  return TRUE;
}

static gboolean
read_cuts (const char *text, const DeidAttribute *attribute, const GString *cuts, DeidLevel *levels,
           GError **error)
{
  const char *name = deid_attribute_get_column (attribute)->name;

  if (cuts->len != attribute->n_dimensions)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE,
                   "policy '%s': %" G_GSIZE_FORMAT " cuts of '%s', expected %u", text, cuts->len,
                   name, attribute->n_dimensions);
      return FALSE;
    }
  for (guint i = 0; i < attribute->n_dimensions; i++)
    {
      if (cuts->str[i] != APART && cuts->str[i] != MERGED)
        return fail (error, text, "neither 1, kept apart, nor 0, merged, for a cut of", name);
      levels[attribute->first_dimension + i] = cuts->str[i] == MERGED;
    }
  return TRUE;
}

/* Reads what a policy gives an attribute. */
static gboolean
read_levels (const char *text, const DeidLattice *lattice, const DeidAttribute *attribute,
             const GString *given, DeidLevel *levels, GError **error)
{
  guint64 level;

  if (attribute->cuts != NULL)
    return read_cuts (text, attribute, given, levels, error);
  if (!deid_uint64_from_decimal (given->str, &level))
    return fail (error, text, "no number for the level of",
                 deid_attribute_get_column (attribute)->name);
  if (!deid_policy_check_level (lattice, attribute->first_dimension, level, error))
    return FALSE;
  levels[attribute->first_dimension] = (DeidLevel) level;
  return TRUE;
}

/* Reads the levels of all attributes; those that are there are seen. */
static gboolean
read_policy (const char *text, const DeidLattice *lattice, gboolean *seen, DeidLevel *levels,
             GError **error)
{
  g_autoptr (GString) name = g_string_new (NULL), given = g_string_new (NULL);

  for (const char *p = text + strspn (text, " \t"); *p != '\0';)
    {
      const DeidAttribute *attribute;

      if (!read_pair (text, &p, name, given, error))
        return FALSE;
      attribute = deid_lattice_find_attribute (lattice, name->str);
      if (attribute == NULL)
        return fail (error, text, "there is no quasi-identifier", name->str);
      if (seen[attribute - lattice->attributes])
        return fail (error, text, "a second level for", name->str);
      if (!read_levels (text, lattice, attribute, given, levels, error))
        return FALSE;
      seen[attribute - lattice->attributes] = TRUE;
    }
  return TRUE;
}

DeidPolicy *
deid_policy_new_from_string (DeidLattice *lattice, const char *text, GError **error)
{
  g_autofree gboolean *seen = NULL;
  g_autofree DeidLevel *levels = NULL;

  g_return_val_if_fail (lattice != NULL && text != NULL, NULL);

  seen = g_new0 (gboolean, (gsize) lattice->n_attributes + 1);
  levels = g_new0 (DeidLevel, (gsize) lattice->n_dimensions + 1);
  if (!read_policy (text, lattice, seen, levels, error))
    return NULL;
  for (guint a = 0; a < lattice->n_attributes; a++)
    if (!seen[a])
      {
        fail (error, text, "no level for", deid_lattice_get_column (lattice, a)->name);
        return NULL;
      }
  return deid_lattice_check_dimensions (lattice, error)
             ? deid_policy_new_from_levels (lattice, levels)
             : NULL;
}
