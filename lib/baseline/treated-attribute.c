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
treated_attribute_climb (const DeidHierarchy *hierarchy, guint32 leaf, guint level)
{
  for (guint l = 0; l < level; l++)
    leaf = hierarchy->levels[l].parents[leaf];
  return leaf;
}

guint32
deid_treated_attribute_find_group (const DeidTreatedAttribute *treated, const char *value)
{
  const guint32 leaf
      = value != NULL ? deid_hierarchy_find_leaf (treated->own, value) : DEID_NO_CODE;

  return leaf != DEID_NO_CODE ? treated_attribute_climb (treated->own, leaf, treated->own_level)
                              : DEID_NO_CODE;
}

/* Finds the label of the treatment for each value of the domain. Returns: FALSE if the rule does
 * not know one, without an error. */
static gboolean
find_labels (const DeidHierarchy *own, guint level, const DeidDictionary *domain, guint32 *labels)
{
  for (guint32 i = 0; i < domain->n; i++)
    {
      const char *text = deid_dictionary_get (domain, i);
      const guint32 leaf = text != NULL ? deid_hierarchy_find_leaf (own, text) : DEID_NO_CODE;

      if (leaf == DEID_NO_CODE)
        return FALSE;
      labels[i] = treated_attribute_climb (own, leaf, level);
    }
  return TRUE;
}

/* What the treatment makes of the values of a domain. */
typedef struct
{
  const DeidDictionary *texts; /* of the labels on its level */
  guint32 *labels;             /* of each value */
  gboolean is_removed;
  gboolean has_missing;   /* there is a missing value, which the domain may not mention */
  gboolean joins_missing; /* which then has the label of all others */
} Wanted;

/* Tells whether missing values that are not mentioned have the label of all others on a level. */
static gboolean
joins_missing (const DeidHierarchy *hierarchy, guint level)
{
  return level > 0 && level + 1 == hierarchy->n_levels
         && deid_hierarchy_get_top_label (hierarchy) != NULL;
}

static gboolean
mentions_missing (const DeidDictionary *domain)
{
  return deid_dictionary_find (domain, "", 0) != DEID_NO_CODE;
}

/* Tells whether a text is the label that the treatment gives a value. */
static gboolean
is_wanted (const Wanted *wanted, guint32 value, const char *text)
{
  return g_strcmp0 (text, deid_dictionary_get (wanted->texts, wanted->labels[value])) == 0;
}

/* How a level is like the treatment, from bad to good. */
typedef enum
{
  LIKENESS_NONE,
  LIKENESS_CLASSES, /* the same values have one label */
  LIKENESS_LABELS   /* and it reads alike */
} Likeness;

/* Labels have to go together as those of the treatment do, each of one with one of the other. A
 * value that the treatment changes must not stay as it is, however few share its label: what is
 * released by the level would be what the treatment keeps back. */
static Likeness
compare_level (const DeidHierarchy *hierarchy, guint level, const Wanted *wanted, guint32 *partners,
               guint32 *others)
{
  const DeidDictionary *leaves = &hierarchy->levels[0].labels;
  const DeidDictionary *texts = &hierarchy->levels[level].labels;
  gboolean reads_alike = TRUE;

  memset (partners, 0xFF, leaves->n * sizeof *partners);
  memset (others, 0xFF, wanted->texts->n * sizeof *others);
  for (guint32 leaf = 0; leaf < leaves->n; leaf++)
    {
      const guint32 label = treated_attribute_climb (hierarchy, leaf, level),
                    other = wanted->labels[leaf];
      const char *text = deid_dictionary_get (texts, label);
      const gboolean is_alike = is_wanted (wanted, leaf, text);

      if (partners[label] == DEID_NO_CODE && others[other] == DEID_NO_CODE)
        {
          partners[label] = other;
          others[other] = label;
        }
      else if (partners[label] != other)
        return LIKENESS_NONE;
      if (!is_alike && g_strcmp0 (text, deid_dictionary_get (leaves, leaf)) == 0)
        return LIKENESS_NONE;
      reads_alike &= is_alike;
    }
  return reads_alike ? LIKENESS_LABELS : LIKENESS_CLASSES;
}

/* Levels come from the top. Of those whose labels read alike the lowest is it, as values that the
 * treatment leaves alone cost nothing; of those that only put the same values together the highest,
 * which tells least. What is removed has the label of suppression, on the highest level. */
static gboolean
treated_attribute_is_better (Likeness likeness, Likeness best, gboolean is_removed)
{
  if (is_removed)
    return likeness == LIKENESS_LABELS && best == LIKENESS_NONE;
  return likeness > best || (likeness == best && likeness == LIKENESS_LABELS);
}

static gboolean
treated_attribute_find_level (DeidTreatedAttribute *treated, const DeidHierarchy *hierarchy,
                              const Wanted *wanted, gboolean *found, GError **error)
{
  const guint32 n = hierarchy->levels[0].labels.n;
  const gboolean missing_apart
      = wanted->has_missing && !mentions_missing (&hierarchy->levels[0].labels);
  g_autofree guint32 *partners = NULL, *others = NULL;
  Likeness best = LIKENESS_NONE;

  *found = FALSE;
  if (!deid_new_arrays (error, DEID_NEW (partners, n), DEID_NEW (others, wanted->texts->n)))
    return FALSE;
  for (guint level = hierarchy->n_levels; level-- > 0;)
    {
      Likeness likeness;

      if (hierarchy->levels[level].labels.n > n
          || (missing_apart && joins_missing (hierarchy, level) != wanted->joins_missing))
        continue;
      likeness = compare_level (hierarchy, level, wanted, partners, others);
      if (!treated_attribute_is_better (likeness, best, wanted->is_removed))
        continue;
      best = likeness;
      treated->level = level;
      *found = TRUE;
    }
  return TRUE;
}

/* Tells whether a value is a run of its own, which stays as it is, though the treatment changes it.
 */
static gboolean
is_kept_back (const Wanted *wanted, const DeidDictionary *values, guint32 i)
{
  const guint32 *labels = wanted->labels;

  return (i == 0 || labels[i - 1] != labels[i])
         && (i + 1 == values->n || labels[i + 1] != labels[i])
         && !is_wanted (wanted, i, deid_dictionary_get (values, i));
}

/* Runs are labels that only neighbours share. */
static gboolean
treated_attribute_set_runs (DeidLevel *cuts, const DeidDictionary *values, const Wanted *wanted,
                            guint8 *seen)
{
  const guint32 *labels = wanted->labels;

  for (guint32 i = 0; i < values->n; i++)
    {
      const gboolean goes_on = i > 0 && labels[i] == labels[i - 1];

      if ((!goes_on && seen[labels[i]]) || is_kept_back (wanted, values, i))
        return FALSE;
      seen[labels[i]] = TRUE;
      if (i > 0)
        cuts[i - 1] = goes_on ? 1 : 0;
    }
  return TRUE;
}

/* Tells whether all values are one run, in which missing ones are then. */
static gboolean
is_one_run (const Wanted *wanted, guint32 n)
{
  guint32 i = 1;

  while (i < n && wanted->labels[i] == wanted->labels[0])
    i++;
  return n > 1 && i == n;
}

static gboolean
find_runs (DeidTreatedAttribute *treated, const DeidAttribute *attribute, const Wanted *wanted,
           gboolean *found, GError **error)
{
  const DeidDictionary *values = &attribute->cuts->values;
  const gboolean missing_apart = wanted->has_missing && !mentions_missing (values);
  g_autofree guint8 *seen = NULL;

  *found = FALSE;
  if (!deid_new_arrays (error, DEID_NEW (seen, wanted->texts->n),
                        DEID_NEW (treated->cuts, attribute->n_dimensions)))
    return FALSE;
  *found = treated_attribute_set_runs (treated->cuts, values, wanted, seen)
           && (!missing_apart || is_one_run (wanted, values->n) == wanted->joins_missing);
  if (!*found)
    g_clear_pointer (&treated->cuts, g_free);
  return TRUE;
}

/* The lattice has the attribute as it is on the bottom. */
static gboolean
treated_attribute_keep (DeidTreatedAttribute *treated, const DeidAttribute *attribute,
                        GError **error)
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
  gboolean has_missing; /* values, in the table or the population */
} TreatedAttributeCompared;

static DeidHierarchy *
treated_attribute_bind (DeidHierarchy *hierarchy, const DeidTableSource *table,
                        const DeidColumn *column, const DeidStop *stop, GError **error)
{
  return deid_hierarchy_bind_table (hierarchy, table, column, stop, error);
}

static gboolean
has_missing (const DeidColumn *column)
{
  return column->dictionary.missing != DEID_NO_CODE;
}

/* A rule knows values that only a population has; those may have other labels. */
static gboolean
compared_init (TreatedAttributeCompared *compared, const DeidAttribute *attribute,
               DeidHierarchy *own, const DeidTableSource *population, const DeidStop *stop,
               GError **error)
{
  const DeidColumn *column
      = population != NULL
            ? deid_table_source_find (population, deid_attribute_get_column (attribute)->name)
            : NULL;

  *compared = (TreatedAttributeCompared){ .has_missing
                                          = has_missing (deid_attribute_get_column (attribute))
                                            || (column != NULL && has_missing (column)) };
  if (column == NULL || deid_attribute_has_runs (attribute))
    {
      compared->given
          = attribute->hierarchy != NULL ? deid_hierarchy_ref (attribute->hierarchy) : NULL;
      compared->own = deid_hierarchy_ref (own);
      return TRUE;
    }
  return (compared->given
          = treated_attribute_bind (attribute->hierarchy, population, column, stop, error))
             != NULL
         && (compared->own = treated_attribute_bind (own, population, column, stop, error)) != NULL;
}

static void
compared_clear (TreatedAttributeCompared *compared)
{
  g_clear_pointer (&compared->given, deid_hierarchy_unref);
  g_clear_pointer (&compared->own, deid_hierarchy_unref);
}

static gboolean
treated_attribute_compare (DeidTreatedAttribute *treated, const DeidTreatment *treatment,
                           const DeidAttribute *attribute, const TreatedAttributeCompared *compared,
                           gboolean *found, GError **error)
{
  const DeidDictionary *domain
      = compared->given != NULL ? &compared->given->levels[0].labels : &attribute->cuts->values;
  g_autofree guint32 *labels = deid_alloc (domain->n, sizeof *labels, error);
  const Wanted wanted = { .texts = &compared->own->levels[treatment->level].labels,
                          .labels = labels,
                          .is_removed = treatment->is_removed,
                          .has_missing = compared->has_missing,
                          .joins_missing = joins_missing (compared->own, treatment->level) };

  *found = FALSE;
  if (labels == NULL)
    return FALSE;
  if (!find_labels (compared->own, treatment->level, domain, labels))
    return TRUE;
  return compared->given != NULL
             ? treated_attribute_find_level (treated, compared->given, &wanted, found, error)
             : find_runs (treated, attribute, &wanted, found, error);
}

gboolean
deid_treated_attribute_init (DeidTreatedAttribute *treated, const DeidTreatment *treatment,
                             const DeidAttribute *attribute, const DeidTableSource *population,
                             const DeidStop *stop, GError **error)
{
  g_autoptr (DeidHierarchy) own = NULL;
  TreatedAttributeCompared compared = { 0 };
  gboolean success, found = FALSE;

  *treated = (DeidTreatedAttribute){ .hierarchy = NULL };
  if (deid_treatment_keeps (treatment))
    return treated_attribute_keep (treated, attribute, error);
  own = make_own (treatment, attribute, stop, error);
  if (own == NULL)
    return FALSE;
  success = compared_init (&compared, attribute, own, population, stop, error)
            && treated_attribute_compare (treated, treatment, attribute, &compared, &found, error);
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
