/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Policies as text: `age:3 sex:0`. */
#include <string.h>

#include "base/rational.h"
#include "lattice/policy-private.h"

char *
deid_policy_to_string (const DeidPolicy *policy)
{
  GString *text;

  g_return_val_if_fail (policy != NULL, NULL);

  text = g_string_new (NULL);
  for (guint d = 0; d < policy->lattice->n_dimensions; d++)
    {
      const guint attribute = policy->lattice->dimension_attribute[d];

      if (d > 0)
        g_string_append_c (text, ' ');
      for (const char *p = deid_lattice_get_column (policy->lattice, attribute)->name; *p != '\0';
           p++)
        {
          if (strchr (" \t:\\", *p) != NULL)
            g_string_append_c (text, '\\');
          g_string_append_c (text, *p);
        }
      g_string_append_printf (text, ":%u", policy->levels[d]);
    }
  return g_string_free (text, FALSE);
}

static gboolean
fail (GError **error, const char *text, const char *what, const char *name)
{
  g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE,
               "policy '%s': %s '%s', expected a level for each quasi-identifier, such as "
               "'age:3 sex:0'",
               text, what, name);
  return FALSE;
}

/* Reads one `name:level` at *@p and moves *@p behind it and the blanks that follow. */
static gboolean
read_pair (const char *text, const char **p, GString *name, guint64 *level, GError **error)
{
  const char *digits;
  g_autofree char *number = NULL;

  g_string_truncate (name, 0);
  for (; **p != '\0' && strchr (" \t:", **p) == NULL; (*p)++)
    {
      if (**p == '\\' && (*p)[1] != '\0')
        (*p)++;
      g_string_append_c (name, **p);
    }
  if (**p != ':')
    return fail (error, text, "no level after", name->str);
  digits = ++*p;
  while (**p != '\0' && strchr (" \t", **p) == NULL)
    (*p)++;
  number = g_strndup (digits, (gsize) (*p - digits));
  *p += strspn (*p, " \t");
  if (!deid_uint64_from_decimal (number, level))
    return fail (error, text, "no number for the level of", name->str);
  return TRUE;
}

DeidPolicy *
deid_policy_new_from_string (DeidLattice *lattice, const char *text, GError **error)
{
  g_autofree guint *levels = NULL;
  g_autoptr (GString) name = g_string_new (NULL);
  const char *p;

  g_return_val_if_fail (lattice != NULL && text != NULL, NULL);

  levels = g_new (guint, lattice->n_dimensions + 1);
  memset (levels, 0xFF, (lattice->n_dimensions + 1) * sizeof *levels);
  for (p = text + strspn (text, " \t"); *p != '\0';)
    {
      const DeidAttribute *attribute;
      guint64 level;

      if (!read_pair (text, &p, name, &level, error))
        return NULL;
      attribute = deid_lattice_find_attribute (lattice, name->str);
      if (attribute == NULL)
        {
          fail (error, text, "there is no quasi-identifier", name->str);
          return NULL;
        }
      if (levels[attribute->first_dimension] != G_MAXUINT)
        {
          fail (error, text, "a second level for", name->str);
          return NULL;
        }
      if (!deid_policy_check_level (lattice, attribute->first_dimension, level, error))
        return NULL;
      levels[attribute->first_dimension] = (guint) level;
    }
  for (guint d = 0; d < lattice->n_dimensions; d++)
    if (levels[d] == G_MAXUINT)
      {
        const guint attribute = lattice->dimension_attribute[d];

        fail (error, text, "no level for", deid_lattice_get_column (lattice, attribute)->name);
        return NULL;
      }
  return deid_policy_new (lattice, levels, lattice->n_dimensions, error);
}
