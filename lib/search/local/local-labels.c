/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/local-labels.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"

/* Where a text was first the label of something, and of how much. */
typedef struct
{
  guint level;
  guint32 label;
  guint32 n_values; /* of the column */
  guint64 n_leaves; /* of the domain */
} First;

/* The labels of one attribute on the levels that were looked at. */
typedef struct
{
  const DeidLattice *lattice;
  const DeidAttribute *attribute;
  DeidDictionary texts;
  First *firsts; /* of each text */
  guint64 capacity;
  guint32 *numbers; /* of each label of a level its text, */
  guint32 *counts;  /* and its values */
} Labels;

/* Says that a label of a level stands for something else on another one. */
static gboolean
refuse (const Labels *labels, guint level, guint32 label, GError **error)
{
  const DeidAttribute *attribute = labels->attribute;
  g_autofree char *shown = deid_table_source_quote (
      attribute->table, deid_attribute_get_label (attribute, level, label));

  g_set_error (
      error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
      "%s: column '%s': label %s of level %u stands for other values than on level %u, so "
      "that nobody could read a release with labels of both: expected another label",
      labels->lattice->table.name, deid_column_show (deid_attribute_get_column (attribute)),
      shown != NULL ? shown : "of some value", level, labels->firsts[labels->numbers[label]].level);
  return FALSE;
}

/* Finds the number of a text, which is new if it is that of the texts before. */
static gboolean
add_text (Labels *labels, const char *text, guint32 *number, GError **error)
{
  return deid_check_text (text, error)
         && (text != NULL ? deid_dictionary_add (&labels->texts, text, strlen (text), number, error)
                          : deid_dictionary_add_missing (&labels->texts, number, error))
         && deid_grow ((gpointer *) &labels->firsts, &labels->capacity, labels->texts.n,
                       sizeof *labels->firsts, error);
}

/* Takes note of the new labels of a level; the others must cover as much as where their text was
 * first. */
static gboolean
check_labels (Labels *labels, guint level, GError **error)
{
  const DeidRecoding *recoding = &labels->attribute->levels[level];

  for (guint32 label = 0; label < recoding->n_labels; label++)
    {
      const guint32 n_before = labels->texts.n;
      const char *text = deid_attribute_get_label (labels->attribute, level, label);
      First *first;

      if (!add_text (labels, text, &labels->numbers[label], error))
        return FALSE;
      first = &labels->firsts[labels->numbers[label]];
      if (labels->texts.n > n_before)
        *first = (First){ level, label, labels->counts[label], recoding->n_leaves[label] };
      else if (first->n_values != labels->counts[label]
               || first->n_leaves != recoding->n_leaves[label])
        return refuse (labels, level, label, error);
    }
  return TRUE;
}

/* Each value of a label must have the one with the same text on the level where that was first. As
 * they are as many, those are then the same values. */
static gboolean
check_values (const Labels *labels, guint level, GError **error)
{
  const DeidAttribute *attribute = labels->attribute;

  for (guint32 code = 0; code < attribute->n_codes; code++)
    {
      const guint32 label = attribute->levels[level].labels[code];
      const First *first = &labels->firsts[labels->numbers[label]];

      if (attribute->levels[first->level].labels[code] != first->label)
        return refuse (labels, level, label, error);
    }
  return TRUE;
}

static gboolean
check_level (Labels *labels, guint level, GError **error)
{
  const DeidAttribute *attribute = labels->attribute;

  memset (labels->counts, 0, attribute->n_codes * sizeof *labels->counts);
  for (guint32 code = 0; code < attribute->n_codes; code++)
    labels->counts[attribute->levels[level].labels[code]]++;
  return check_labels (labels, level, error) && check_values (labels, level, error);
}

static gboolean
check_attribute (const DeidLattice *lattice, const DeidAttribute *attribute, const DeidStop *stop,
                 GError **error)
{
  Labels labels = { .lattice = lattice, .attribute = attribute };
  gboolean success;

  deid_dictionary_init (&labels.texts);
  success = deid_new_arrays (error, DEID_NEW (labels.numbers, attribute->n_codes),
                             DEID_NEW (labels.counts, attribute->n_codes));
  for (guint level = lattice->floors[attribute->first_dimension];
       success && level <= lattice->heights[attribute->first_dimension]; level++)
    success = deid_stop_check (stop, error) && check_level (&labels, level, error);
  deid_dictionary_clear (&labels.texts);
  g_free (labels.firsts);
  g_free (labels.numbers);
  g_free (labels.counts);
  return success;
}

gboolean
deid_local_labels_check (const DeidPreparedProblem *prepared, const DeidStop *stop, GError **error)
{
  const DeidLattice *lattice = prepared->lattice;

  for (guint a = 0; a < lattice->n_attributes; a++)
    if (lattice->attributes[a].cuts == NULL
        && !check_attribute (lattice, &lattice->attributes[a], stop, error))
      return FALSE;
  return TRUE;
}
