/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Demands in words, as they limit the dimensions. */
#include "lattice/kept-words.h"

#include "lattice/quoted-words.h"

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
  deid_words_add_quoted (text, label != NULL ? label : "");
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
