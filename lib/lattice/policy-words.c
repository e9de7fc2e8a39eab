/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/text.h"
#include "hierarchy/hierarchy-private.h"
#include "hierarchy/rules/value-set.h"
#include "lattice/policy-private.h"

#include <string.h>

#define OPENING "{[("
#define CLOSING "}])"

/* Tells whether a text is in brackets, such as `{a, b}` or `[5, 10)`: there is none within but what
 * stands in quotation marks. */
static gboolean
is_in_brackets (const char *text)
{
  gboolean is_quoted = FALSE;

  if (text[0] == '\0' || strchr (OPENING, text[0]) == NULL)
    return FALSE;
  for (text++; *text != '\0'; text++)
    {
      if (*text == '"')
        is_quoted = !is_quoted;
      else if (!is_quoted && strchr (CLOSING, *text) != NULL)
        return text[1] == '\0';
      else if (!is_quoted && strchr (OPENING, *text) != NULL)
        return FALSE;
    }
  return FALSE;
}

/* Tells whether a text begins like something else that is said. */
static gboolean
is_verb (const char *word)
{
  return g_str_has_prefix (word, "merges ") || g_str_has_prefix (word, "splits ")
         || g_str_has_prefix (word, "keeps ");
}

static gboolean
quoted_words_needs_quotes (const char *word)
{
  const gsize length = strlen (word);

  if (is_in_brackets (word))
    return FALSE;
  return length == 0 || strpbrk (word, ",;:\"") != NULL || strchr (OPENING, word[0]) != NULL
         || g_ascii_isspace (word[0]) || g_ascii_isspace (word[length - 1])
         || strstr (word, " of level ") != NULL || is_verb (word);
}

/* Adds a name or a label as it stands in a description, whose end can be told: see
 * deid_policy_describe(). */
static void
words_add_quoted (DeidLongText *text, const char *word)
{
  const gboolean is_quoted = quoted_words_needs_quotes (word);

  deid_long_text_add (text, "%s", is_quoted ? "\"" : "");
  for (const char *p = word; *p != '\0'; p = g_utf8_next_char (p))
    {
      const gunichar c = g_utf8_get_char (p);

      if (!deid_text_is_plain (c))
        deid_long_text_add (text, "\\u{%X}", c);
      else if (c == '\\' || (c == '"' && is_quoted))
        deid_long_text_add (text, "%c%c", (char) c, (char) c);
      else
        deid_long_text_add (text, "%.*s", (int) (g_utf8_next_char (p) - p), p);
    }
  deid_long_text_add (text, "%s", is_quoted ? "\"" : "");
}

/* Demands in words, as they limit the dimensions. */

typedef struct
{
  const DeidAttribute *attribute;
  const DeidLevel *floors; /* of its dimensions */
  const DeidLevel *heights;
  DeidLongText *text;
  guint n_clauses;
  guint n_labels; /* of the clause */
} KeptWordsWords;

/* Adds a label to a clause, which it may be the first one of. */
static void
kept_words_add_label (KeptWordsWords *words, const char *clause, const char *label)
{
  DeidLongText *text = words->text;

  if (text->error != NULL || !deid_check_text (label, &text->error))
    return;
  if (words->n_labels++ > 0)
    deid_long_text_add (text, ", ");
  else
    deid_long_text_add (text, "%s%s ", words->n_clauses++ > 0 ? "; " : "", clause);
  words_add_quoted (text, label != NULL ? label : "");
}

static void
kept_words_add_runs (KeptWordsWords *words)
{
  const DeidCuts *cuts = words->attribute->cuts;
  const guint32 n = cuts->values.n;
  guint32 end;

  for (guint32 i = 0; i + 1 < n; i++)
    if (words->heights[i] == 0)
      kept_words_add_label (words, "kept apart in front of",
                            deid_dictionary_get (&cuts->values, i + 1));
  words->n_labels = 0;
  for (guint32 first = 0; first < n; first = end)
    {
      for (end = first + 1; end < n && words->floors[end - 1] > 0;)
        end++;
      if (end - first > 1)
        kept_words_add_label (words, "kept together",
                              deid_cuts_get_text (cuts, first, end - first));
    }
}

static void
kept_words_add_nodes (KeptWordsWords *words, const DeidCuts *whole, DeidKept kept,
                      const char *clause)
{
  const DeidHierarchy *hierarchy = whole->hierarchy;

  words->n_labels = 0;
  for (guint level = 1; level < hierarchy->n_levels; level++)
    for (guint32 node = 0; node < hierarchy->levels[level].labels.n; node++)
      {
        const guint32 dimension = deid_cuts_get_dimension (whole, level, node);

        if (dimension != DEID_NO_CODE && (words->attribute->cuts->kept[dimension] & kept) != 0)
          kept_words_add_label (words, clause,
                                deid_dictionary_get (&hierarchy->levels[level].labels, node));
      }
}

/* Nodes that no policy may merge have no dimension but in cuts without limits. */
static void
kept_words_add_subtrees (KeptWordsWords *words)
{
  const DeidCuts *cuts = words->attribute->cuts;
  DeidCuts *whole;

  if (words->text->error != NULL || cuts->kept == NULL)
    return;
  whole = deid_cuts_new_subtrees (cuts->hierarchy, &words->text->error);
  if (whole == NULL)
    return;
  kept_words_add_nodes (words, whole,
                        cuts->highest + 1 == cuts->hierarchy->n_levels
                            ? DEID_KEPT_APART | DEID_KEPT_FROM_MISSING
                            : DEID_KEPT_APART,
                        "not merged");
  kept_words_add_nodes (words, whole, DEID_KEPT_TOGETHER, "kept together");
  deid_cuts_unref (whole);
  if (cuts->lowest > 0 || cuts->highest + 1 < cuts->hierarchy->n_levels)
    deid_long_text_add (words->text, "%slabels of levels %u to %u",
                        words->n_clauses++ > 0 ? "; " : "", cuts->lowest, cuts->highest);
}

static void
add_max_blocks (KeptWordsWords *words, guint max_blocks)
{
  if (max_blocks < G_MAXUINT)
    deid_long_text_add (words->text, "%sat most %u labels", words->n_clauses > 0 ? "; " : "",
                        max_blocks);
}

void
deid_kept_words_add (const DeidLattice *lattice, guint attribute, DeidLongText *text)
{
  const DeidAttribute *own = &lattice->attributes[attribute];
  KeptWordsWords words = { .attribute = own,
                           .floors = lattice->floors + own->first_dimension,
                           .heights = lattice->heights + own->first_dimension,
                           .text = text };

  if (deid_attribute_has_runs (own))
    kept_words_add_runs (&words);
  else
    kept_words_add_subtrees (&words);
  add_max_blocks (&words, deid_lattice_get_max_blocks (lattice, attribute));
}

/* A part is a run of several values, or a node of a hierarchy whose leaves are merged, with no node
 * above it of which that is true. The parts of a policy that are none of the baseline's are merged;
 * a part of the baseline whose values are no longer in one is split, or kept apart if each of them
 * is on its own now. */

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
    words_add_quoted (words->text, label != NULL ? label : "");
}

static void
add_run (MergeWordsWords *words, guint32 first, guint32 end)
{
  const DeidCuts *cuts = words->attribute->cuts;

  DeidLongText set = { 0 };
  g_autofree char *label = NULL;

  if (cuts->are_numbers || cuts->are_dates || end - first == cuts->values.n)
    {
      merge_words_add_label (words, deid_cuts_get_text (cuts, first, end - first));
      return;
    }
  if (words->text->error != NULL)
    return;
  deid_value_set_append (&set, &cuts->values, first, end);
  label = deid_long_text_end (&set, &words->text->error);
  if (label != NULL)
    words_add_quoted (words->text, label);
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

gboolean
deid_merge_words_is_merged (const DeidAttribute *attribute, const DeidLevel *levels, guint level,
                            guint32 node)
{
  const DeidHierarchy *hierarchy = attribute->cuts->hierarchy;

  for (; level + 1 < hierarchy->n_levels; node = hierarchy->levels[level++].parents[node])
    if (deid_attribute_merges_node (attribute, levels, level, node))
      return TRUE;
  return deid_attribute_merges_node (attribute, levels, level, node);
}

static gboolean
is_part (const DeidAttribute *attribute, const DeidLevel *levels, guint level, guint32 node)
{
  const DeidHierarchyLevel *own = &attribute->cuts->hierarchy->levels[level];

  return deid_attribute_merges_node (attribute, levels, level, node)
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
visit_marking (MergeWordsWords *words, guint level, guint32 node, Change change)
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

/* Tells whether both make the same of it. */
static gboolean
merge_words_are_same (const DeidAttribute *attribute, const DeidLevel *levels,
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

/* Adds what of it the one merges, splits and keeps apart in difference from the other, which does
 * not make the same of it. */
static void
merge_words_add (const DeidAttribute *attribute, const DeidLevel *levels, const DeidLevel *baseline,
                 DeidLongText *text)
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

/* Policies in words. The grammar stands in the header. */

/* Returns: the label that covers most leaves, of those that are no missing value if there are
 * others. */
static guint32
find_example (const DeidAttribute *attribute, const DeidRecoding *recoding)
{
  guint32 best = 0;

  for (guint32 label = 1; label < recoding->n_labels; label++)
    if (deid_attribute_get_text (attribute, recoding, label) != NULL
        && (deid_attribute_get_text (attribute, recoding, best) == NULL
            || recoding->n_leaves[label] > recoding->n_leaves[best]))
      best = label;
  return best;
}

static void
policy_words_add_level (const DeidAttribute *attribute, const DeidLevel *levels,
                        gboolean is_lasting, DeidLongText *text)
{
  const DeidRecoding *recoding = deid_attribute_get_recoding (attribute, levels);
  const char *label;

  if (recoding->level == 0)
    {
      deid_long_text_add (text, "as it is");
      return;
    }
  if (deid_hierarchy_is_one_label (attribute->hierarchy, recoding->level))
    {
      deid_long_text_add (text, "all as ");
      words_add_quoted (text, deid_hierarchy_get_top_label (attribute->hierarchy));
      return;
    }
  deid_hierarchy_add_level_name (attribute->hierarchy, recoding->level, text);
  if (recoding->n_labels == 0 || is_lasting)
    return;
  label = deid_attribute_get_text (attribute, recoding, find_example (attribute, recoding));
  deid_long_text_add (text, recoding->n_labels == 1 ? ", all as " : ", as ");
  words_add_quoted (text, label != NULL ? label : "");
}

/* Tells whether two policies say the same of an attribute; levels below a merged subtree say
 * nothing. */
static gboolean
policy_words_is_same (const DeidAttribute *attribute, const DeidLevel *levels,
                      const DeidLevel *baseline)
{
  if (attribute->cuts != NULL)
    return merge_words_are_same (attribute, levels, baseline);
  return levels[attribute->first_dimension] == baseline[attribute->first_dimension];
}

static void
policy_words_add_attribute (const DeidLattice *lattice, guint a, const DeidLevel *levels,
                            const DeidLevel *baseline, gboolean are_lasting, DeidLongText *text)
{
  const DeidAttribute *attribute = &lattice->attributes[a];

  words_add_quoted (text, deid_lattice_get_column (lattice, a)->name);
  deid_long_text_add (text, ": ");
  if (attribute->cuts == NULL)
    policy_words_add_level (attribute, levels, are_lasting, text);
  else
    merge_words_add (attribute, levels, baseline, text);
}

void
deid_levels_add_words (const DeidLattice *lattice, const DeidLevel *levels,
                       const DeidLevel *baseline, const char *name, gboolean are_lasting,
                       DeidLongText *text)
{
  g_autofree DeidLevel *original = NULL;
  guint n_told = 0;

  if (text->error != NULL
      || (baseline == NULL
          && !deid_new_arrays (&text->error, DEID_NEW (original, lattice->n_dimensions))))
    return;
  for (guint a = 0; a < lattice->n_attributes; a++)
    if (!policy_words_is_same (&lattice->attributes[a], levels,
                               baseline != NULL ? baseline : original))
      {
        deid_long_text_add (text, "%s", n_told++ > 0 ? "; " : "");
        policy_words_add_attribute (lattice, a, levels, baseline != NULL ? baseline : original,
                                    are_lasting, text);
      }
  if (n_told > 0 && n_told == lattice->n_attributes)
    return;
  deid_long_text_add (text, "%s as %s%s", n_told == 0 ? "all" : "; the rest",
                      baseline != NULL ? "in " : "it is", baseline != NULL ? name : "");
}

char *
deid_policy_describe (const DeidPolicy *policy, const DeidPolicy *baseline, GError **error)
{
  DeidLongText text = { 0 };

  g_return_val_if_fail (policy != NULL, NULL);
  g_return_val_if_fail (baseline == NULL || baseline->lattice == policy->lattice, NULL);

  deid_levels_add_words (policy->lattice, policy->levels,
                         baseline != NULL ? baseline->levels : NULL, "the baseline", FALSE, &text);
  return deid_long_text_end (&text, error);
}
