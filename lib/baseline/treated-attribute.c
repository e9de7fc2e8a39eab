/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A treatment in terms of a lattice, where it can be put so. */
#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"
#include "baseline/treatment.h"

const DeidDictionary *
deid_attribute_get_domain (const DeidAttribute *attribute)
{
  return deid_attribute_has_runs (attribute) ? &attribute->cuts->values
                                             : &attribute->hierarchy->levels[0].labels;
}

static guint32
climb (const DeidHierarchy *hierarchy, guint32 leaf, guint level)
{
  for (guint l = 0; l < level; l++)
    leaf = hierarchy->levels[l].parents[leaf];
  return leaf;
}

guint32
deid_treated_attribute_find_group (const DeidTreatedAttribute *treated, const char *value)
{
  const guint32 leaf = value != NULL ? deid_dictionary_find (&treated->own->levels[0].labels, value,
                                                             strlen (value))
                                     : DEID_NO_CODE;

  return leaf != DEID_NO_CODE ? climb (treated->own, leaf, treated->own_level) : DEID_NO_CODE;
}

/* Finds the label of the treatment for each value of the domain. Returns: FALSE if the rule does
 * not know one, without an error. */
static gboolean
find_labels (const DeidHierarchy *own, guint level, const DeidDictionary *domain, guint32 *labels)
{
  for (guint32 i = 0; i < domain->n; i++)
    {
      const char *text = deid_dictionary_get (domain, i);
      const guint32 leaf = text != NULL
                               ? deid_dictionary_find (&own->levels[0].labels, text, strlen (text))
                               : DEID_NO_CODE;

      if (leaf == DEID_NO_CODE)
        return FALSE;
      labels[i] = climb (own, leaf, level);
    }
  return TRUE;
}

/* Tells whether the labels of a level go together as others do: each of one with one of the other.
 */
static gboolean
is_level (const DeidHierarchy *hierarchy, guint level, const guint32 *labels, guint32 *partners,
          guint32 *others, guint32 n_others)
{
  const guint32 n = hierarchy->levels[0].labels.n;

  memset (partners, 0xFF, n * sizeof *partners);
  memset (others, 0xFF, n_others * sizeof *others);
  for (guint32 leaf = 0; leaf < n; leaf++)
    {
      const guint32 label = climb (hierarchy, leaf, level);

      if (partners[label] == DEID_NO_CODE && others[labels[leaf]] == DEID_NO_CODE)
        {
          partners[label] = labels[leaf];
          others[labels[leaf]] = label;
        }
      else if (partners[label] != labels[leaf])
        return FALSE;
    }
  return TRUE;
}

static gboolean
find_level (DeidTreatedAttribute *treated, const DeidHierarchy *hierarchy, const guint32 *labels,
            guint32 n_labels, gboolean *found, GError **error)
{
  const guint32 n = hierarchy->levels[0].labels.n;
  g_autofree guint32 *partners = NULL, *others = NULL;

  *found = FALSE;
  if (!deid_new_arrays (error, DEID_NEW (partners, n), DEID_NEW (others, n_labels)))
    return FALSE;
  for (guint level = 0; !*found && level < hierarchy->n_levels; level++)
    if (hierarchy->levels[level].labels.n <= n
        && is_level (hierarchy, level, labels, partners, others, n_labels))
      {
        treated->level = level;
        *found = TRUE;
      }
  return TRUE;
}

/* Runs are labels that only neighbours share. */
static gboolean
find_runs (DeidTreatedAttribute *treated, const DeidAttribute *attribute, const guint32 *labels,
           guint32 n_labels, gboolean *found, GError **error)
{
  const guint32 n = attribute->cuts->values.n;
  g_autofree guint8 *seen = NULL;

  *found = FALSE;
  if (!deid_new_arrays (error, DEID_NEW (seen, n_labels),
                        DEID_NEW (treated->cuts, attribute->n_dimensions)))
    return FALSE;
  for (guint32 i = 0; i < n; i++)
    {
      const gboolean goes_on = i > 0 && labels[i] == labels[i - 1];

      if (!goes_on && seen[labels[i]])
        {
          g_clear_pointer (&treated->cuts, g_free);
          return TRUE;
        }
      seen[labels[i]] = TRUE;
      if (i > 0)
        treated->cuts[i - 1] = goes_on ? 1 : 0;
    }
  *found = TRUE;
  return TRUE;
}

/* The lattice has the attribute as it is on the bottom. */
static gboolean
keep (DeidTreatedAttribute *treated, const DeidAttribute *attribute, GError **error)
{
  if (deid_attribute_has_runs (attribute))
    {
      treated->cuts = deid_alloc (attribute->n_dimensions, sizeof *treated->cuts, error);
      return treated->cuts != NULL;
    }
  treated->hierarchy = deid_hierarchy_ref (attribute->hierarchy);
  return TRUE;
}

/* Returns: (transfer full): the hierarchy of the rule, whose leaves are the values of the column
 * and those of the domain that the rule knows. */
static DeidHierarchy *
make_own (const DeidTreatment *treatment, const DeidAttribute *attribute, const DeidStop *stop,
          GError **error)
{
  const DeidDictionary *domain = deid_attribute_get_domain (attribute);
  g_autoptr (DeidHierarchy) rule = deid_hierarchy_new_from_specification (treatment->rule, error);
  g_autoptr (DeidHierarchy) bound = NULL;
  g_autofree guint32 *leaves = NULL;
  DeidColumn values = { .dictionary = *domain };

  bound = rule != NULL ? deid_hierarchy_bind_table (
              rule, attribute->table, deid_attribute_get_column (attribute), stop, error)
                       : NULL;
  leaves = bound != NULL ? deid_alloc (domain->n, sizeof *leaves, error) : NULL;
  return leaves != NULL
             ? deid_hierarchy_bind_column (bound, attribute->table, &values, leaves, stop, error)
             : NULL;
}

/* What labels are compared on: a hierarchy and the own one, each with all values that are to be
 * told. */
typedef struct
{
  DeidHierarchy *given; /* NULL if there are runs */
  DeidHierarchy *own;
} Compared;

static DeidHierarchy *
bind (DeidHierarchy *hierarchy, const DeidTableSource *table, const DeidColumn *column,
      const DeidStop *stop, GError **error)
{
  return deid_hierarchy_bind_table (hierarchy, table, column, stop, error);
}

/* A rule knows values that only a population has; those may have other labels. */
static gboolean
compared_init (Compared *compared, const DeidAttribute *attribute, DeidHierarchy *own,
               const DeidTableSource *population, const DeidStop *stop, GError **error)
{
  const DeidColumn *column
      = population != NULL
            ? deid_table_source_find (population, deid_attribute_get_column (attribute)->name)
            : NULL;

  *compared = (Compared){ .given = NULL };
  if (column == NULL || deid_attribute_has_runs (attribute))
    {
      compared->given
          = attribute->hierarchy != NULL ? deid_hierarchy_ref (attribute->hierarchy) : NULL;
      compared->own = deid_hierarchy_ref (own);
      return TRUE;
    }
  return (compared->given = bind (attribute->hierarchy, population, column, stop, error)) != NULL
         && (compared->own = bind (own, population, column, stop, error)) != NULL;
}

static void
compared_clear (Compared *compared)
{
  g_clear_pointer (&compared->given, deid_hierarchy_unref);
  g_clear_pointer (&compared->own, deid_hierarchy_unref);
}

static gboolean
compare (DeidTreatedAttribute *treated, const DeidTreatment *treatment,
         const DeidAttribute *attribute, const Compared *compared, gboolean *found, GError **error)
{
  const DeidDictionary *domain
      = compared->given != NULL ? &compared->given->levels[0].labels : &attribute->cuts->values;
  const guint32 n_labels = compared->own->levels[treatment->level].labels.n;
  g_autofree guint32 *labels = deid_alloc (domain->n, sizeof *labels, error);

  *found = FALSE;
  if (labels == NULL)
    return FALSE;
  if (!find_labels (compared->own, treatment->level, domain, labels))
    return TRUE;
  return compared->given != NULL
             ? find_level (treated, compared->given, labels, n_labels, found, error)
             : find_runs (treated, attribute, labels, n_labels, found, error);
}

gboolean
deid_treated_attribute_init (DeidTreatedAttribute *treated, const DeidTreatment *treatment,
                             const DeidAttribute *attribute, const DeidTableSource *population,
                             const DeidStop *stop, GError **error)
{
  g_autoptr (DeidHierarchy) own = NULL;
  Compared compared = { 0 };
  gboolean success, found = FALSE;

  *treated = (DeidTreatedAttribute){ .hierarchy = NULL };
  if (deid_treatment_keeps (treatment))
    return keep (treated, attribute, error);
  own = make_own (treatment, attribute, stop, error);
  if (own == NULL)
    return FALSE;
  success = compared_init (&compared, attribute, own, population, stop, error)
            && compare (treated, treatment, attribute, &compared, &found, error);
  compared_clear (&compared);
  if (!success)
    return FALSE;
  treated->is_own = !found;
  treated->own = g_steal_pointer (&own);
  treated->own_level = treatment->level;
  if (!found)
    {
      treated->hierarchy = deid_hierarchy_ref (treated->own);
      treated->level = treatment->level;
    }
  else if (treated->cuts == NULL)
    treated->hierarchy = deid_hierarchy_ref (attribute->hierarchy);
  return TRUE;
}

void
deid_treated_attribute_clear (DeidTreatedAttribute *treated)
{
  g_clear_pointer (&treated->hierarchy, deid_hierarchy_unref);
  g_clear_pointer (&treated->own, deid_hierarchy_unref);
  g_clear_pointer (&treated->cuts, g_free);
}
