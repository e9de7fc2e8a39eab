/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/local-labels.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"

/* The texts of one attribute's labels, and of each the lowest node above all that have it. */
typedef struct
{
  const DeidAttribute *attribute;
  const DeidLocalNodes *nodes;
  DeidDictionary texts;
  DeidLocalNode *above; /* of each text */
  guint64 capacity;
} Texts;

static const char *
local_labels_get_text (const Texts *texts, guint level, guint32 code)
{
  return deid_attribute_get_label (texts->attribute, level,
                                   texts->attribute->levels[level].labels[code]);
}

static gboolean
find_text (Texts *texts, guint level, guint32 code, guint32 *number, GError **error)
{
  const char *text = local_labels_get_text (texts, level, code);

  return deid_check_text (text, error)
         && (text != NULL ? deid_dictionary_add (&texts->texts, text, strlen (text), number, error)
                          : deid_dictionary_add_missing (&texts->texts, number, error));
}

static gboolean
local_labels_add_leaf (Texts *texts, guint level, DeidLocalNode leaf, GError **error)
{
  const guint32 n_before = texts->texts.n;
  guint32 number;

  if (!find_text (texts, level, texts->nodes->codes[leaf], &number, error)
      || !deid_grow ((gpointer *) &texts->above, &texts->capacity, texts->texts.n,
                     sizeof *texts->above, error))
    return FALSE;
  texts->above[number] = texts->texts.n > n_before
                             ? leaf
                             : deid_local_nodes_meet (texts->nodes, texts->above[number], leaf);
  return TRUE;
}

/* Says that no level has a label above all values that a label of a node stands for. */
static gboolean
local_labels_refuse (const Texts *texts, DeidLocalNode node, GError **error)
{
  const DeidAttribute *attribute = texts->attribute;
  const guint level = texts->nodes->levels[node];
  g_autofree char *shown = deid_table_source_quote (
      attribute->table, local_labels_get_text (texts, level, texts->nodes->codes[node]));

  g_set_error (
      error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
      "column '%s': label %s of level %u stands for other values on another level, and no "
      "level that may be chosen has a label above all of these: expected levels from where "
      "it stands for the same, or up to one that joins them",
      deid_column_show (deid_attribute_get_column (attribute)),
      shown != NULL ? shown : "of some value", level);
  return FALSE;
}

/* Raises a node to the one above all that has its label, or that a node below it is raised to, and
 * its parent with it. */
static gboolean
raise_node (Texts *texts, DeidLocalNode *raised, DeidLocalNode node, GError **error)
{
  const DeidLocalNodes *nodes = texts->nodes;
  const DeidLocalNode parent = nodes->parents[node];
  guint32 number;

  raised[node] = MAX (raised[node], node);
  if (deid_local_nodes_is_ceiling (nodes, node))
    return TRUE;
  if (!find_text (texts, nodes->levels[node], nodes->codes[node], &number, error))
    return FALSE;
  raised[node] = MAX (raised[node], texts->above[number]);
  if (deid_local_nodes_is_ceiling (nodes, raised[node]))
    return local_labels_refuse (texts, node, error);
  if (raised[node] > parent)
    raised[parent] = MAX (raised[parent], raised[node]);
  return TRUE;
}

gboolean
deid_local_labels_settle (DeidLocalNodes *nodes, const DeidAttribute *attribute, guint lowest,
                          guint highest, GError **error)
{
  Texts texts = { .attribute = attribute, .nodes = nodes };
  gboolean success = deid_new_arrays (error, DEID_NEW (nodes->shown, nodes->n_nodes));

  deid_dictionary_init (&texts.texts);
  for (guint level = lowest; success && level <= highest; level++)
    for (guint32 leaf = 0; success && leaf < nodes->n_leaves; leaf++)
      success = local_labels_add_leaf (&texts, level, (DeidLocalNode) leaf, error);
  for (guint32 node = 0; success && node < nodes->n_nodes; node++)
    success = raise_node (&texts, nodes->shown, (DeidLocalNode) node, error);
  for (guint32 node = nodes->n_nodes; success && node-- > 0;)
    nodes->shown[node] = nodes->shown[nodes->shown[node]];
  deid_dictionary_clear (&texts.texts);
  g_free (texts.above);
  return success;
}

/* Tells whether a code has the same label on two levels: one that reads the same, and covers as
 * many leaves of the domain. */
static gboolean
reads_same (const DeidAttribute *attribute, guint level, guint other, guint32 code,
            gboolean *is_wider)
{
  const guint32 own = attribute->levels[level].labels[code];
  const guint32 above = attribute->levels[other].labels[code];

  *is_wider = deid_attribute_get_n_covered (attribute, other, above)
              > deid_attribute_get_n_covered (attribute, level, own);
  return g_strcmp0 (deid_attribute_get_label (attribute, level, own),
                    deid_attribute_get_label (attribute, other, above))
         == 0;
}

guint
deid_local_labels_get_level (const DeidAttribute *attribute, guint level, guint highest,
                             guint32 code)
{
  guint widest = level;
  gboolean is_wider;

  for (guint higher = level + 1; higher <= highest; higher++)
    if (reads_same (attribute, widest, higher, code, &is_wider) && is_wider)
      widest = higher;
  return widest;
}

guint
deid_local_labels_get_lowest (const DeidAttribute *attribute, guint level, guint lowest,
                              guint32 code)
{
  gboolean is_wider;

  for (guint lower = lowest; lower < level; lower++)
    if (reads_same (attribute, lower, level, code, &is_wider) && !is_wider)
      return lower;
  return level;
}
