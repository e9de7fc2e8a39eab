/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Policies in words. The grammar stands in the header. */
#include "lattice/policy-words.h"

#include "base/arrays.h"
#include "hierarchy/level-names.h"
#include "lattice/merge-words.h"
#include "lattice/quoted-words.h"

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
      deid_words_add_quoted (text, deid_hierarchy_get_top_label (attribute->hierarchy));
      return;
    }
  deid_hierarchy_add_level_name (attribute->hierarchy, recoding->level, text);
  if (recoding->n_labels == 0 || is_lasting)
    return;
  label = deid_attribute_get_text (attribute, recoding, find_example (attribute, recoding));
  deid_long_text_add (text, recoding->n_labels == 1 ? ", all as " : ", as ");
  deid_words_add_quoted (text, label != NULL ? label : "");
}

/* Tells whether two policies say the same of an attribute; levels below a merged subtree say
 * nothing. */
static gboolean
policy_words_is_same (const DeidAttribute *attribute, const DeidLevel *levels,
                      const DeidLevel *baseline)
{
  if (attribute->cuts != NULL)
    return deid_merge_words_are_same (attribute, levels, baseline);
  return levels[attribute->first_dimension] == baseline[attribute->first_dimension];
}

static void
policy_words_add_attribute (const DeidLattice *lattice, guint a, const DeidLevel *levels,
                            const DeidLevel *baseline, gboolean are_lasting, DeidLongText *text)
{
  const DeidAttribute *attribute = &lattice->attributes[a];

  deid_words_add_quoted (text, deid_lattice_get_column (lattice, a)->name);
  deid_long_text_add (text, ": ");
  if (attribute->cuts == NULL)
    policy_words_add_level (attribute, levels, are_lasting, text);
  else
    deid_merge_words_add (attribute, levels, baseline, text);
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
