/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A part is a run of several values, or a node of a hierarchy whose leaves are merged, with no node
 * above it of which that is true. The parts of a policy that are none of the baseline's are merged;
 * a part of the baseline whose values are no longer in one is split, or kept apart if each of them
 * is on its own now. */
#include "lattice/merge-words.h"

#include <string.h>

#include "base/arrays.h"
#include "hierarchy/rules/value-set.h"
#include "lattice/quoted-words.h"

typedef enum
{
  NOTHING,
  MERGED,
  SPLIT,
  APART
} Change;

typedef struct
{
  const DeidAttribute *attribute;
  const DeidLevel *levels;
  const DeidLevel *baseline;
  guint8 *has_parts; /* of each dimension of subtrees, whether the policy has parts below its node
                      */
  DeidLongText *text;
  guint n_clauses;
  guint n_parts; /* of the clause */
} MergeWordsWords;

/* Adds what comes before a part. */
static void
merge_words_start_part (MergeWordsWords *words, Change change)
{
  if (words->n_parts++ > 0)
    {
      deid_long_text_add (words->text, ", ");
      return;
    }
  deid_long_text_add (words->text, "%s%s ", words->n_clauses++ > 0 ? "; " : "",
                      change == MERGED  ? "merges"
                      : change == SPLIT ? "splits"
                                        : "keeps");
}

static void
merge_words_add_label (MergeWordsWords *words, const char *label)
{
  if (words->text->error == NULL && deid_check_text (label, &words->text->error))
    deid_words_add_quoted (words->text, label != NULL ? label : "");
}

static void
add_run (MergeWordsWords *words, guint32 first, guint32 end)
{
  const DeidCuts *cuts = words->attribute->cuts;

  DeidLongText set = { 0 };
  g_autofree char *label = NULL;

  if (cuts->are_numbers || end - first == cuts->values.n)
    {
      merge_words_add_label (words, deid_cuts_get_text (cuts, first, end - first));
      return;
    }
  if (words->text->error != NULL)
    return;
  deid_value_set_append (&set, &cuts->values, first, end);
  label = deid_long_text_end (&set, &words->text->error);
  if (label != NULL)
    deid_words_add_quoted (words->text, label);
}

/* Tells whether a run starts at a value. */
static gboolean
is_start (const DeidAttribute *attribute, const DeidLevel *levels, guint32 value)
{
  return value == 0 || levels[attribute->first_dimension + value - 1] == 0;
}

static Change
compare_baseline_run (const MergeWordsWords *words, guint32 first, guint32 end)
{
  const DeidLevel *own = words->levels + words->attribute->first_dimension;
  guint32 n_apart = 0;

  for (guint32 i = first; i + 1 < end; i++)
    n_apart += own[i] == 0 ? 1 : 0;
  return n_apart == 0 ? NOTHING : n_apart == end - first - 1 ? APART : SPLIT;
}

static void
merge_words_add_runs (MergeWordsWords *words, Change change)
{
  const DeidAttribute *attribute = words->attribute;
  const DeidLevel *levels = change == MERGED ? words->levels : words->baseline;
  guint32 end;

  for (guint32 first = 0; first < attribute->cuts->values.n; first = end)
    {
      end = deid_attribute_find_end (attribute, levels, first);
      if (end - first > 1
          && (change == MERGED
                  ? !is_start (attribute, words->baseline, first)
                        || deid_attribute_find_end (attribute, words->baseline, first) != end
                  : compare_baseline_run (words, first, end) == change))
        {
          merge_words_start_part (words, change);
          add_run (words, first, end);
        }
    }
}

static gboolean
merge_words_merges_node (const DeidAttribute *attribute, const DeidLevel *levels, guint level,
                         guint32 node)
{
  const guint32 dimension = deid_cuts_get_dimension (attribute->cuts, level, node);

  return dimension != DEID_NO_CODE && levels[attribute->first_dimension + dimension] > 0;
}

gboolean
deid_merge_words_is_merged (const DeidAttribute *attribute, const DeidLevel *levels, guint level,
                            guint32 node)
{
  const DeidHierarchy *hierarchy = attribute->cuts->hierarchy;

  for (; level + 1 < hierarchy->n_levels; node = hierarchy->levels[level++].parents[node])
    if (merge_words_merges_node (attribute, levels, level, node))
      return TRUE;
  return merge_words_merges_node (attribute, levels, level, node);
}

static gboolean
is_part (const DeidAttribute *attribute, const DeidLevel *levels, guint level, guint32 node)
{
  const DeidHierarchyLevel *own = &attribute->cuts->hierarchy->levels[level];

  return merge_words_merges_node (attribute, levels, level, node)
         && (level + 1 == attribute->cuts->hierarchy->n_levels
             || !deid_merge_words_is_merged (attribute, levels, level + 1, own->parents[node]));
}

/* Marks the nodes above a part of the policy. */
static void
mark_above (MergeWordsWords *words, guint level, guint32 node)
{
  const DeidHierarchy *hierarchy = words->attribute->cuts->hierarchy;

  while (level + 1 < hierarchy->n_levels)
    {
      guint32 dimension;

      node = hierarchy->levels[level++].parents[node];
      dimension = deid_cuts_get_dimension (words->attribute->cuts, level, node);
      if (dimension != DEID_NO_CODE)
        words->has_parts[dimension] = 1;
    }
}

static Change
compare_node (const MergeWordsWords *words, guint level, guint32 node)
{
  const DeidAttribute *attribute = words->attribute;
  const gboolean was_part = is_part (attribute, words->baseline, level, node);

  if (is_part (attribute, words->levels, level, node))
    return was_part ? NOTHING : MERGED;
  if (!was_part || deid_merge_words_is_merged (attribute, words->levels, level, node))
    return NOTHING;
  return words->has_parts[deid_cuts_get_dimension (attribute->cuts, level, node)] ? SPLIT : APART;
}

/* The level is told where another node that has a dimension has the same label. */
static void
merge_words_add_node (MergeWordsWords *words, guint level, guint32 node)
{
  const DeidHierarchy *hierarchy = words->attribute->cuts->hierarchy;
  const char *label = deid_dictionary_get (&hierarchy->levels[level].labels, node);
  gboolean is_ambiguous = FALSE;

  merge_words_add_label (words, label);
  for (guint other = 1; other < hierarchy->n_levels; other++)
    {
      const guint32 code
          = deid_dictionary_find (&hierarchy->levels[other].labels, label, strlen (label));

      is_ambiguous
          |= other != level && code != DEID_NO_CODE
             && deid_cuts_get_dimension (words->attribute->cuts, other, code) != DEID_NO_CODE;
    }
  if (is_ambiguous)
    deid_long_text_add (words->text, " of level %u", level);
}

typedef void (*MergeWordsVisitNode) (MergeWordsWords *words, guint level, guint32 node,
                                     Change change);

static void
merge_words_visit_nodes (MergeWordsWords *words, MergeWordsVisitNode visit, Change change)
{
  const DeidHierarchy *hierarchy = words->attribute->cuts->hierarchy;

  for (guint level = hierarchy->n_levels; --level > 0;)
    for (guint32 node = 0; node < hierarchy->levels[level].labels.n; node++)
      if (deid_cuts_get_dimension (words->attribute->cuts, level, node) != DEID_NO_CODE)
        visit (words, level, node, change);
}

static void
visit_marking (MergeWordsWords *words, guint level, guint32 node, Change change G_GNUC_UNUSED)
{
  if (is_part (words->attribute, words->levels, level, node))
    mark_above (words, level, node);
}

static void
visit_adding (MergeWordsWords *words, guint level, guint32 node, Change change)
{
  if (compare_node (words, level, node) != change)
    return;
  merge_words_start_part (words, change);
  merge_words_add_node (words, level, node);
}

gboolean
deid_merge_words_are_same (const DeidAttribute *attribute, const DeidLevel *levels,
                           const DeidLevel *baseline)
{
  const DeidCuts *cuts = attribute->cuts;

  if (deid_cuts_have_runs (cuts))
    return memcmp (levels + attribute->first_dimension, baseline + attribute->first_dimension,
                   attribute->n_dimensions * sizeof *levels)
           == 0;
  for (guint level = 1; level < cuts->hierarchy->n_levels; level++)
    for (guint32 node = 0; node < cuts->hierarchy->levels[level].labels.n; node++)
      if (is_part (attribute, levels, level, node) != is_part (attribute, baseline, level, node))
        return FALSE;
  return TRUE;
}

guint32
deid_merge_words_count (const DeidAttribute *attribute, const DeidLevel *levels)
{
  const DeidCuts *cuts = attribute->cuts;
  guint32 n = 0, end;

  if (deid_cuts_have_runs (cuts))
    {
      for (guint32 first = 0; first < cuts->values.n; first = end)
        {
          end = deid_attribute_find_end (attribute, levels, first);
          n += end - first > 1 ? 1 : 0;
        }
      return n;
    }
  for (guint level = 1; level < cuts->hierarchy->n_levels; level++)
    for (guint32 node = 0; node < cuts->hierarchy->levels[level].labels.n; node++)
      n += is_part (attribute, levels, level, node) ? 1 : 0;
  return n;
}

/* Adds that all values have one label. */
static void
merge_words_add_all (MergeWordsWords *words)
{
  const DeidCuts *cuts = words->attribute->cuts;

  deid_long_text_add (words->text, "all as ");
  if (deid_cuts_have_runs (cuts))
    add_run (words, 0, cuts->values.n);
  else
    merge_words_add_node (words, cuts->hierarchy->n_levels - 1, 0);
}

void
deid_merge_words_add (const DeidAttribute *attribute, const DeidLevel *levels,
                      const DeidLevel *baseline, DeidLongText *text)
{
  g_autofree guint8 *has_parts = NULL;
  MergeWordsWords words
      = { .attribute = attribute, .levels = levels, .baseline = baseline, .text = text };

  if (deid_attribute_merges_all (attribute, levels))
    {
      merge_words_add_all (&words);
      return;
    }
  if (text->error != NULL
      || !deid_new_arrays (&text->error, DEID_NEW (has_parts, attribute->n_dimensions)))
    return;
  words.has_parts = has_parts;
  if (!deid_cuts_have_runs (attribute->cuts))
    merge_words_visit_nodes (&words, visit_marking, NOTHING);
  for (Change change = MERGED; change <= APART; change++)
    {
      words.n_parts = 0;
      if (deid_cuts_have_runs (attribute->cuts))
        merge_words_add_runs (&words, change);
      else
        merge_words_visit_nodes (&words, visit_adding, change);
      if (change == APART && words.n_parts > 0)
        deid_long_text_add (text, " apart");
    }
}
