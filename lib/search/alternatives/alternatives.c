/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/memory.h"
#include "base/work.h"
#include "lattice/policy-private.h"
#include "search/alternatives-private.h"
#include "search/result-private.h"

#include <stdlib.h>

void
deid_alternatives_free (DeidAlternatives *alternatives)
{
  for (guint64 i = 0; i < alternatives->n; i++)
    deid_policy_unref (alternatives->items[i].policy);
  g_free (alternatives->items);
  g_free (alternatives);
}

DeidAlternatives *
deid_alternatives_new (void)
{
  return g_new0 (DeidAlternatives, 1);
}

gboolean
deid_alternatives_add (DeidAlternatives *alternatives, const DeidAlternative *item, GError **error)
{
  if (!deid_grow_list (alternatives, items, alternatives->n + 1, error))
    return FALSE;
  alternatives->items[alternatives->n] = *item;
  deid_policy_ref (alternatives->items[alternatives->n++].policy);
  return TRUE;
}

gboolean
deid_alternatives_find_dominating (const DeidAlternatives *alternatives, guint64 index,
                                   guint64 *dominating)
{
  *dominating = index;
  for (guint64 i = 0; i < alternatives->n; i++)
    if (i != index
        && deid_policy_is_generalization_of (alternatives->items[index].policy,
                                             alternatives->items[i].policy))
      {
        *dominating = i;
        return TRUE;
      }
  return FALSE;
}

static gboolean
alternatives_is_better (const DeidAlternative *item, const DeidAlternative *other)
{
  return item->risk <= other->risk && item->loss <= other->loss
         && (item->risk < other->risk || item->loss < other->loss);
}

gboolean
deid_alternatives_find_better (const DeidAlternatives *alternatives, guint64 index, guint64 *better)
{
  *better = index;
  for (guint64 i = 0; i < alternatives->n; i++)
    if (alternatives_is_better (&alternatives->items[i], &alternatives->items[index]))
      {
        *better = i;
        return TRUE;
      }
  return FALSE;
}

DeidAlternatives *
deid_alternatives_new_undominated (const DeidAlternatives *alternatives, const DeidStop *stop,
                                   GError **error)
{
  g_autoptr (DeidAlternatives) rest = deid_alternatives_new ();

  for (guint64 i = 0; i < alternatives->n; i++)
    {
      guint64 dominating;

      if (!deid_stop_check (stop, error))
        return NULL;
      if (!deid_alternatives_find_dominating (alternatives, i, &dominating)
          && !deid_alternatives_add (rest, &alternatives->items[i], error))
        return NULL;
    }
  return g_steal_pointer (&rest);
}

#define MAX_CHOSEN 10

void
deid_alternative_groups_free (DeidAlternativeGroups *groups)
{
  deid_free_arrays (groups->items, groups->groups);
  g_free (groups);
}

static int
compare_groups (const void *a, const void *b)
{
  const DeidAlternativeGroup *x = a, *y = b;

  if (x->n_policies != y->n_policies)
    return x->n_policies > y->n_policies ? -1 : 1;
  if (x->loss != y->loss)
    return x->loss < y->loss ? -1 : 1;
  return x->medoid < y->medoid ? -1 : x->medoid > y->medoid;
}

/* Sorts the groups as they are to be looked at. */
static gboolean
set_groups (DeidAlternativeGroups *groups, const DeidMedoids *medoids, GError **error)
{
  const DeidAlternatives *alternatives = groups->alternatives;
  g_autofree guint64 *places = NULL;

  if (!deid_new_arrays (error, DEID_NEW (groups->items, medoids->k),
                        DEID_NEW (groups->groups, medoids->n), DEID_NEW (places, medoids->k)))
    return FALSE;
  groups->n = medoids->k;
  groups->silhouette = medoids->silhouette;
  for (guint64 g = 0; g < medoids->k; g++)
    groups->items[g]
        = (DeidAlternativeGroup){ .medoid = medoids->medoids[g],
                                  .place = g,
                                  .loss = alternatives->items[medoids->medoids[g]].loss };
  for (guint64 i = 0; i < medoids->n; i++)
    groups->items[medoids->groups[i]].n_policies++;
  qsort (groups->items, groups->n, sizeof *groups->items, compare_groups);
  for (guint64 g = 0; g < groups->n; g++)
    places[groups->items[g].place] = g;
  for (guint64 i = 0; i < medoids->n; i++)
    groups->groups[i] = places[medoids->groups[i]];
  return TRUE;
}

/* Makes so many groups of all policies. */
static gboolean
make_groups (const guint64 *distances, guint64 n, guint64 n_groups, DeidMedoids *medoids,
             const DeidStop *stop, GError **error)
{
  if (deid_medoids_init (medoids, distances, n, n_groups, stop, error))
    return TRUE;
  deid_medoids_clear (medoids);
  return FALSE;
}

/* Makes as many groups as has the greatest silhouette. */
static gboolean
choose_groups (const guint64 *distances, guint64 n, DeidMedoids *best, const DeidStop *stop,
               GError **error)
{
  if (!make_groups (distances, n, MIN (n, 2), best, stop, error))
    return FALSE;
  for (guint64 k = 3; k < n && k <= MAX_CHOSEN; k++)
    {
      DeidMedoids medoids;

      if (!make_groups (distances, n, k, &medoids, stop, error))
        {
          deid_medoids_clear (best);
          return FALSE;
        }
      if (medoids.silhouette > best->silhouette)
        {
          deid_medoids_clear (best);
          *best = medoids;
        }
      else
        deid_medoids_clear (&medoids);
    }
  return TRUE;
}

static gboolean
alternative_groups_group (DeidAlternativeGroups *groups, guint64 n_groups, const DeidStop *stop,
                          GError **error)
{
  const guint64 n = groups->alternatives->n;
  g_autofree guint64 *distances = NULL;
  DeidMedoids medoids;
  gboolean success;

  if (!deid_stop_check (stop, error))
    return FALSE;
  distances = deid_alternatives_list_distances (groups->alternatives, stop, error);
  if (distances == NULL)
    return FALSE;
  if (n == 0)
    return TRUE;
  n_groups = MIN (n_groups, n);
  if (!(n_groups > 0 ? make_groups (distances, n, n_groups, &medoids, stop, error)
                     : choose_groups (distances, n, &medoids, stop, error)))
    return FALSE;
  success = set_groups (groups, &medoids, error);
  deid_medoids_clear (&medoids);
  return success;
}

DeidAlternativeGroups *
deid_alternative_groups_new (const DeidAlternatives *alternatives, guint64 n_groups,
                             const DeidStop *stop, GError **error)
{
  g_autoptr (DeidAlternativeGroups) groups = g_new0 (DeidAlternativeGroups, 1);

  groups->alternatives = alternatives;
  return alternative_groups_group (groups, n_groups, stop, error) ? g_steal_pointer (&groups)
                                                                  : NULL;
}

#define NAME_SIZE 40

/* What alternatives are compared with when they are described. */
typedef struct
{
  const DeidAlternatives *alternatives;
  guint64 best;               /* of least loss, the first one by deid_policy_compare() if there are
                                 several; the number of policies if there are none */
  const DeidPolicy *baseline; /* of the same lattice, or NULL */
} DeidAlternativeWords;

static gboolean
alternative_words_is_better (const DeidAlternative *item, const DeidAlternative *other)
{
  return item->loss < other->loss
         || (item->loss <= other->loss && deid_policy_compare (item->policy, other->policy) < 0);
}

static DeidAlternativeWords
alternative_words_new (const DeidAlternatives *alternatives, const DeidPolicy *baseline)
{
  DeidAlternativeWords words = { .alternatives = alternatives, .baseline = baseline };

  for (guint64 i = 1; i < alternatives->n; i++)
    if (alternative_words_is_better (&alternatives->items[i], &alternatives->items[words.best]))
      words.best = i;
  return words;
}

/* How the differences call the best alternative. */
static const char *
name_best (const DeidAlternativeWords *words, char name[NAME_SIZE])
{
  g_snprintf (name, NAME_SIZE, "number %" G_GUINT64_FORMAT, words->best);
  return name;
}

/* Adds the figures `description`, `from_best` and `from_baseline`. */
static void
alternative_words_fill (const DeidAlternativeWords *words, guint64 index, DeidFigures *figures)
{
  const DeidPolicy *policy = words->alternatives->items[index].policy;
  char name[NAME_SIZE];

  deid_figures_add_words (figures, "description", policy, NULL, NULL);
  if (index != words->best)
    deid_figures_add_words (figures, "from_best", policy,
                            words->alternatives->items[words->best].policy,
                            name_best (words, name));
  else
    deid_figures_add_text (figures, "from_best", NULL);
  if (words->baseline != NULL)
    deid_figures_add_words (figures, "from_baseline", policy, words->baseline, "the baseline");
  else
    deid_figures_add_text (figures, "from_baseline", NULL);
}

typedef gboolean (*FindOther) (const DeidAlternatives *alternatives, guint64 index, guint64 *other);

static void
alternatives_fill_other (DeidFigures *figures, const DeidAlternatives *alternatives, guint64 index,
                         FindOther find, const char *name)
{
  guint64 other;

  if (find (alternatives, index, &other))
    deid_figures_add_count (figures, name, other);
  else
    deid_figures_add_state (figures, name, DEID_FIGURE_STATE_UNDEFINED);
}

static void
alternatives_fill_item (DeidFigures *figures, const DeidAlternativeWords *words, guint64 i)
{
  const DeidAlternatives *alternatives = words->alternatives;
  const DeidAlternative *item = &alternatives->items[i];

  deid_figures_begin_group (figures, NULL);
  deid_figures_add_policy (figures, "policy", item->policy);
  alternative_words_fill (words, i, figures);
  deid_figures_add_number (figures, "loss", item->loss);
  deid_figures_add_number (figures, "population_risk_sum", item->risk);
  deid_figures_add_number (figures, "highest_population_risk", item->maximum_risk);
  deid_figures_add_count (figures, "suppressed", item->n_suppressed);
  deid_figures_add_count (figures, "found", item->n_found);
  deid_figures_add_flag (figures, "boundary", item->is_boundary);
  deid_figures_add_flag (figures, "risk_minimal", item->is_risk_minimal);
  alternatives_fill_other (figures, alternatives, i, deid_alternatives_find_dominating,
                           "dominated_by");
  alternatives_fill_other (figures, alternatives, i, deid_alternatives_find_better, "bettered_by");
  deid_figures_end (figures);
}

static void
alternatives_fill_group (DeidFigures *figures, const DeidAlternativeGroups *groups,
                         const DeidAlternativeWords *words, guint64 group)
{
  deid_figures_begin_group (figures, NULL);
  deid_figures_add_count (figures, "medoid", groups->items[group].medoid);
  alternative_words_fill (words, groups->items[group].medoid, figures);
  deid_figures_begin_table (figures, "policies");
  for (guint64 i = 0; i < groups->alternatives->n; i++)
    if (groups->groups[i] == group)
      deid_figures_add_count (figures, NULL, i);
  deid_figures_end (figures);
  deid_figures_end (figures);
}

static gboolean
alternatives_fill_groups (DeidFigures *figures, const DeidAlternativeGroups *groups,
                          const DeidAlternativeWords *words, const DeidStop *stop, GError **error)
{
  deid_figures_add_number (figures, "silhouette", groups->silhouette);
  deid_figures_begin_table (figures, "groups");
  for (guint64 g = 0; g < groups->n; g++)
    {
      if (!deid_stop_check (stop, error))
        return FALSE;
      alternatives_fill_group (figures, groups, words, g);
    }
  deid_figures_end (figures);
  return TRUE;
}

static gboolean
alternatives_fill (gconstpointer data, DeidAudience audience, DeidFigures *figures,
                   const DeidStop *stop, GError **error)
{
  const DeidAlternativeList *list = data;
  const DeidAlternatives *alternatives = list->alternatives;
  const DeidAlternativeWords words = alternative_words_new (alternatives, list->baseline);

  if (alternatives->n > 0)
    deid_figures_add_count (figures, "best", words.best);
  else
    deid_figures_add_state (figures, "best", DEID_FIGURE_STATE_UNDEFINED);
  deid_figures_begin_table (figures, "policies");
  for (guint64 i = 0; i < alternatives->n; i++)
    {
      if (!deid_stop_check (stop, error))
        return FALSE;
      alternatives_fill_item (figures, &words, i);
    }
  deid_figures_end (figures);
  deid_figures_add_flag (figures, "complete", alternatives->is_complete);
  return list->groups == NULL
         || alternatives_fill_groups (figures, list->groups, &words, stop, error);
}

static void
alternatives_free (gpointer data)
{
  DeidAlternativeList *list = data;

  g_clear_pointer (&list->groups, deid_alternative_groups_free);
  g_clear_pointer (&list->rest, deid_alternatives_free);
  g_clear_pointer (&list->baseline, deid_policy_unref);
  deid_result_unref (list->result);
  g_free (list);
}

static const DeidFigure alternatives_catalogue[] = {
  AUDIENCE_FIGURE,
  FIGURE (COUNT, "best", "number of a policy",
          "The policy of least loss, the first one by deid_policy_compare() if there are several; "
          "undefined if there are no policies."),
  FIGURE (POLICY, "policies[].policy", "", "The policy: evaluate it to release the table by it."),
  FIGURE (TEXT, "policies[].description", "",
          "What deid_policy_describe() says of it, in difference from the original data."),
  FIGURE (TEXT, "policies[].from_best", "",
          "The same in difference from the best policy; undefined for the best policy itself."),
  FIGURE (TEXT, "policies[].from_baseline", "",
          "The same in difference from the baseline; undefined without one."),
  FIGURE (NUMBER, "policies[].loss", "loss", "Its loss, suppressed records included."),
  FIGURE (NUMBER, "policies[].population_risk_sum", "records or persons",
          "How many records, with an entity column persons in each class, are found on average: "
          "the sum of 1 / g over the released ones. g is the number of records of the population "
          "that share the labels, at least 1, or without a population the size of the class. "
          "Rounded up to a double, decided exactly; no less than 2^-64."),
  FIGURE (NUMBER, "policies[].highest_population_risk", "probability",
          "The highest risk of a record, or person, that it releases: 1 / g for the least g; 0 if "
          "nothing is released."),
  FIGURE (COUNT, "policies[].suppressed", "records", "How many records it suppresses."),
  FIGURE (COUNT, "policies[].found", "iterations",
          "How many iterations of the search ended with it, at least 1."),
  FIGURE (FLAG, "policies[].boundary", "",
          "Whether it is a boundary policy, which all are but a bottom of the lattice that is a "
          "solution."),
  FIGURE (FLAG, "policies[].risk_minimal", "",
          "Whether it is known to be risk-minimal: the search polished it, looked at all of its "
          "immediate specializations, or it is the bottom of the lattice."),
  FIGURE (COUNT, "policies[].dominated_by", "number of a policy",
          "The first of the others that dominates it; undefined if none does. A boundary policy "
          "may be dominated, since it may have specializations that are solutions."),
  FIGURE (COUNT, "policies[].bettered_by", "number of a policy",
          "The first of the others that is better by its figures, whatever it merges: neither its "
          "risk nor its loss is greater, and one of them is less. Undefined if none is."),
  FIGURE (FLAG, "complete", "",
          "Whether these are known to be all boundary policies of the problem: those of a run of "
          "the search `boundary` that came to its end are."),
  FIGURE (NUMBER, "silhouette", "",
          "The average silhouette of the policies (Rousseeuw 1987), from -1 to 1: how much nearer "
          "they are to their own group than to the nearest other one. 0 where there are fewer than "
          "two groups; absent if no groups were asked for, as is all of them."),
  FIGURE (COUNT, "groups[].medoid", "number of a policy",
          "The policy with the least sum of distances to the others of the group. The largest "
          "groups come first."),
  FIGURE (TEXT, "groups[].description", "", "The description of the medoid."),
  FIGURE (TEXT, "groups[].from_best", "", "Its difference from the best policy."),
  FIGURE (TEXT, "groups[].from_baseline", "", "Its difference from the baseline."),
  FIGURE (COUNT, "groups[].policies[]", "number of a policy",
          "A policy of the group: those nearest to its medoid, of several medoids the first."),
};

const DeidReportKind deid_alternatives_kind = {
  .name = "alternatives",
  .title = "Alternatives: policies to choose from",
  .catalogue = alternatives_catalogue,
  .n_figures = G_N_ELEMENTS (alternatives_catalogue),
  .fill = alternatives_fill,
  .free = alternatives_free,
};

static gboolean
alternative_list_make (DeidAlternativeList *list, guint64 n_groups, gboolean undominated_only,
                       const DeidStop *stop, GError **error)
{
  if (!deid_stop_check (stop, error))
    return FALSE;
  if (undominated_only)
    {
      list->rest = deid_alternatives_new_undominated (list->alternatives, stop, error);
      if (list->rest == NULL)
        return FALSE;
      list->alternatives = list->rest;
    }
  if (n_groups == 0)
    return TRUE;
  list->groups = deid_alternative_groups_new (
      list->alternatives, n_groups == DEID_ALTERNATIVES_AUTO_GROUPS ? 0 : n_groups, stop, error);
  return list->groups != NULL;
}

/* Tells whether a policy is of the lattice of the alternatives. NULL is, and any if there are none.
 */
static gboolean
alternatives_have_lattice (const DeidAlternatives *alternatives, const DeidPolicy *policy)
{
  return policy == NULL || alternatives == NULL || alternatives->n == 0
         || policy->lattice == alternatives->items[0].policy->lattice;
}

DeidReport *
deid_report_new_alternatives (DeidResult *result, DeidPolicy *baseline, guint64 n_groups,
                              gboolean undominated_only, GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  DeidAlternativeList *list;

  g_return_val_if_fail (result != NULL, NULL);
  g_return_val_if_fail (alternatives_have_lattice (result->alternatives, baseline), NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (!deid_result_check_alternatives (result, error))
    return NULL;
  list = g_new0 (DeidAlternativeList, 1);
  list->result = deid_result_ref (result);
  list->baseline = baseline != NULL ? deid_policy_ref (baseline) : NULL;
  list->alternatives = result->alternatives;
  if (alternative_list_make (list, n_groups, undominated_only, stop, error))
    return deid_report_new (&deid_alternatives_kind, list, stop, error);
  alternatives_free (list);
  return NULL;
}
