/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Groups of alternatives: distances by their definition, partitions by PAM written as in the book,
 * and the best ones of small sets. */
#include "support/suite.h"

#include <math.h>
#include <string.h>

#include "search/alternatives-private.h"
#include "search/result-private.h"
#include "support/alternative-problem.h"
#include "support/alternatives.h"

#define MAX_POLICIES 64
#define MAX_GROUPS   12

/* Tells whether a node's leaves have one label, by what its first leaf becomes. */
static gboolean
is_merged (const CutAttribute *attribute, const guint *levels, guint node)
{
  CutLabel label;

  cut_attribute_label (attribute, levels, attribute->node_leaves[node], &label);
  return label.level >= attribute->node_levels[node];
}

static gboolean
is_below (const CutAttribute *attribute, guint node, guint value)
{
  const guint level = attribute->node_levels[node];

  return level == attribute->height
         || (value < attribute->n_values
             && value >> level == attribute->node_leaves[node] >> level);
}

/* Returns: how often a record with a value counts in the distance of two policies. */
static guint
count_units (const CutAttribute *attribute, const guint *a, const guint *b, guint value)
{
  guint n = 0;

  if (attribute->kind == CUT_LEVELS)
    for (guint level = MIN (a[0], b[0]); level < MAX (a[0], b[0]); level++)
      {
        CutLabel below, above;

        cut_attribute_label (attribute, &level, value, &below);
        cut_attribute_label (attribute, (const guint[]){ level + 1 }, value, &above);
        n += above.n_covered > below.n_covered;
      }
  else if (attribute->kind == CUT_SUBTREES)
    for (guint node = 0; node < attribute->n_nodes; node++)
      n += is_merged (attribute, a, node) != is_merged (attribute, b, node)
           && is_below (attribute, node, value);
  else
    for (guint pair = 0; pair + 1 < attribute->n_values; pair++)
      n += a[pair] != b[pair] && (value == pair || value == pair + 1);
  return n;
}

static guint64
measure (const CutProblem *problem, DeidPolicy *one, DeidPolicy *other)
{
  guint a[CUT_MAX_DIMENSIONS], b[CUT_MAX_DIMENSIONS], first = 0;
  const guint n = cut_problem_count_dimensions (problem);
  guint64 sum = 0;

  for (guint d = 0; d < n; d++)
    {
      a[d] = deid_policy_get_level (one, d);
      b[d] = deid_policy_get_level (other, d);
    }
  for (guint i = 0; i < problem->n_attributes; i++)
    {
      const CutAttribute *attribute = &problem->attributes[i];

      for (guint row = 0; row < problem->n_rows; row++)
        sum += problem->weights[row]
               * count_units (attribute, a + first, b + first, attribute->rows[row]);
      first += cut_attribute_count_dimensions (attribute);
    }
  return sum;
}

typedef struct
{
  guint n;
  guint64 distances[MAX_POLICIES][MAX_POLICIES];
} Objects;

static guint64
get_total (const Objects *objects, const guint *medoids, guint k)
{
  guint64 total = 0;

  for (guint i = 0; i < objects->n; i++)
    {
      guint64 nearest = G_MAXUINT64;

      for (guint g = 0; g < k; g++)
        nearest = MIN (nearest, objects->distances[i][medoids[g]]);
      total += nearest;
    }
  return total;
}

static gboolean
has (const guint *medoids, guint k, guint object)
{
  guint g = 0;

  while (g < k && medoids[g] != object)
    g++;
  return g < k;
}

/* Tries each exchange of a medoid for another object, and makes the best. */
static gboolean
make_swap (const Objects *objects, guint *medoids, guint k)
{
  guint64 least = get_total (objects, medoids, k);
  guint best_group = k, best_object = 0;

  for (guint object = 0; object < objects->n; object++)
    for (guint g = 0; g < k && !has (medoids, k, object); g++)
      {
        const guint lost = medoids[g];
        guint64 total;

        medoids[g] = object;
        total = get_total (objects, medoids, k);
        medoids[g] = lost;
        if (total < least)
          {
            least = total;
            best_group = g;
            best_object = object;
          }
      }
  if (best_group < k)
    medoids[best_group] = best_object;
  return best_group < k;
}

static void
run_pam (const Objects *objects, guint *medoids, guint k)
{
  for (guint g = 0; g < k; g++)
    {
      guint64 least = G_MAXUINT64;
      guint best = 0;

      for (guint object = 0; object < objects->n; object++)
        {
          if (has (medoids, g, object))
            continue;
          medoids[g] = object;
          if (get_total (objects, medoids, g + 1) < least)
            {
              least = get_total (objects, medoids, g + 1);
              best = object;
            }
        }
      medoids[g] = best;
    }
  while (make_swap (objects, medoids, k))
    ;
}

/* Returns: the total of the best medoids. */
static guint64
find_least_total (const Objects *objects, guint *medoids, guint n_chosen, guint k)
{
  guint64 least = G_MAXUINT64;

  if (n_chosen == k)
    return get_total (objects, medoids, k);
  for (guint i = n_chosen > 0 ? medoids[n_chosen - 1] + 1 : 0; i < objects->n; i++)
    {
      medoids[n_chosen] = i;
      least = MIN (least, find_least_total (objects, medoids, n_chosen + 1, k));
    }
  return least;
}

static double
get_silhouette (const Objects *objects, const DeidReport *groups, guint object)
{
  const guint own = (guint) find_alternative_group (groups, object);
  double within = 0, without = INFINITY;

  if (count_group_members (groups, own) == 1)
    return 0;
  for (guint g = 0; g < count_alternative_groups (groups); g++)
    {
      double sum = 0, n = g == own ? -1 : 0;

      for (guint i = 0; i < objects->n; i++)
        if (find_alternative_group (groups, i) == g)
          {
            sum += (double) objects->distances[object][i];
            n++;
          }
      if (g == own)
        within = sum / n;
      else
        without = MIN (without, sum / n);
    }
  return MAX (within, without) > 0 ? (without - within) / MAX (within, without) : 0;
}

static double
average_silhouette (const Objects *objects, const DeidReport *groups)
{
  double sum = 0;

  if (count_alternative_groups (groups) < 2)
    return 0;
  for (guint i = 0; i < objects->n; i++)
    sum += get_silhouette (objects, groups, i);
  return sum / objects->n;
}

/* Each policy is in the group of a medoid than which none is nearer, and of equals in that of the
 * least index, each medoid in its own, and groups are in their order. */
static void
check_members (const Objects *objects, const DeidReport *groups)
{
  const guint64 k = count_alternative_groups (groups);
  guint n_members[MAX_POLICIES] = { 0 };

  for (guint i = 0; i < objects->n; i++)
    {
      const guint64 own = find_alternative_group (groups, i);
      guint64 medoid;

      assert_quietly (own < k);
      n_members[own]++;
      medoid = get_medoid (groups, own);
      for (guint64 g = 0; g < k; g++)
        {
          const guint64 other = get_medoid (groups, g);

          assert_quietly (objects->distances[i][medoid] <= objects->distances[i][other]);
          assert_quietly (objects->distances[i][medoid] < objects->distances[i][other]
                          || medoid <= other || medoid == i);
        }
    }
  for (guint64 g = 0; g < k; g++)
    {
      const guint64 medoid = get_medoid (groups, g);

      assert_quietly (find_alternative_group (groups, medoid) == g);
      assert_quietly (count_group_members (groups, g) == n_members[g]);
      if (g == 0 || n_members[g - 1] > n_members[g])
        continue;
      assert_quietly (n_members[g - 1] == n_members[g]);
      assert_quietly (get_alternative_number (groups, get_medoid (groups, g - 1), "loss")
                      <= get_alternative_number (groups, medoid, "loss"));
    }
}

/* Returns: the total that the library reaches. */
static guint64
check_groups (const Objects *objects, DeidResult *result, guint k)
{
  g_autoptr (DeidReport) groups = group_alternatives (result, NULL, k);
  guint plain[MAX_GROUPS], medoids[MAX_GROUPS];

  assert_quietly (count_alternative_groups (groups) == k);
  run_pam (objects, plain, k);
  for (guint g = 0; g < k; g++)
    {
      medoids[g] = (guint) get_medoid (groups, g);
      assert_quietly (has (plain, k, medoids[g]));
    }
  check_members (objects, groups);
  assert_quietly (fabs (number_of (groups, "silhouette") - average_silhouette (objects, groups))
                  < 1e-12);
  return get_total (objects, medoids, k);
}

/* Without a number it is the one with the greatest silhouette. */
static void
check_choice (DeidResult *result, guint n)
{
  g_autoptr (DeidReport) chosen = NULL;
  guint best = MIN (n, 2);
  double most = -2;

  chosen = group_alternatives (result, NULL, 0);
  for (guint k = 2; k < n && k <= 10; k++)
    {
      g_autoptr (DeidReport) groups = group_alternatives (result, NULL, k);

      if (number_of (groups, "silhouette") <= most)
        continue;
      most = number_of (groups, "silhouette");
      best = k;
    }
  assert_quietly (count_alternative_groups (chosen) == best);
}

static guint
set_objects (Objects *objects, const AlternativeProblem *problem, DeidResult *result)
{
  g_autoptr (DeidReport) alternatives = list_alternatives (result);
  g_autofree guint64 *distances
      = deid_alternatives_list_distances (result->alternatives, DEID_STOP_NEVER, NULL);

  objects->n = (guint) count_alternatives (alternatives);
  ck_assert_uint_le (objects->n, MAX_POLICIES);
  for (guint i = 0; i < objects->n; i++)
    for (guint j = 0; j < objects->n; j++)
      {
        objects->distances[i][j] = measure (&problem->cut, get_alternative (alternatives, i),
                                            get_alternative (alternatives, j));
        assert_quietly (distances[i * objects->n + j] == objects->distances[i][j]);
      }
  return objects->n;
}

/* PAM is a heuristic: of one group it finds the best medoid, of more mostly. */
START_TEST (partitions)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1987);
  guint n_best = 0, n_checked = 0;

  for (guint trial = 0; trial < count_trials (400); trial++)
    {
      AlternativeProblem problem;
      g_autoptr (DeidResult) result = NULL;
      Objects objects;

      alternative_problem_init_random (&problem, rand);
      result = alternative_problem_search (&problem, trial % 2 == 0, 40, trial, FALSE, NULL);
      if (result != NULL)
        {
          set_objects (&objects, &problem, result);
          check_choice (result, objects.n);
          for (guint k = 1; k <= MIN (objects.n, 5); k++)
            {
              const guint64 total = check_groups (&objects, result, k);
              guint medoids[MAX_GROUPS];
              const guint64 least = k <= 3 ? find_least_total (&objects, medoids, 0, k) : total;

              assert_quietly (total >= least && (k > 1 || total == least));
              n_best += total == least;
              n_checked++;
            }
        }
      alternative_problem_clear (&problem);
    }
  ck_assert_uint_gt (n_checked, 10);
  ck_assert_uint_ge (10 * n_best, 9 * n_checked);
}
END_TEST

/* Levels of hierarchies have a range, and values are kept apart or together. */
static void
limit (CutProblem *problem, DeidLattice *lattice, GRand *rand)
{
  for (guint a = 0; a < problem->n_attributes; a++)
    {
      const CutAttribute *attribute = &problem->attributes[a];
      const char *value
          = attribute->values[g_rand_int_range (rand, 0, (gint32) attribute->n_values)];
      g_autofree char *name = g_strdup_printf ("q%u", a);

      if (attribute->kind == CUT_LEVELS)
        deid_lattice_set_level_range (lattice, name, 0, attribute->height - 1, NULL);
      else
        deid_lattice_keep_apart (lattice, name, value, NULL);
    }
}

/* Limits of a lattice take nothing from the distances of the policies that are left. */
START_TEST (limited)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2005);
  const guint n_trials = MAX (count_trials (400), 20);
  guint n_groups = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      AlternativeProblem problem = { .n_policies = 1 };
      g_autoptr (DeidSearch) search = deid_search_new_from_specification ("bisecting:20:1", NULL);
      g_autoptr (DeidDataset) dataset = NULL;
      g_autoptr (DeidLattice) lattice = NULL;
      g_autoptr (DeidProblem) built = NULL;
      g_autoptr (DeidResult) result = NULL;
      Objects objects;

      cut_problem_init_random (&problem.cut, rand);
      problem.cut.limit = 0.75;
      problem.cut.group_percent = 100;
      dataset = cut_problem_build_dataset (&problem.cut);
      lattice = cut_problem_build_lattice (&problem.cut, dataset);
      limit (&problem.cut, lattice, rand);
      built = cut_problem_build (&problem.cut, lattice, "loss:arith");
      result = deid_search_run (search, built, NULL, NULL);
      if (result != NULL)
        n_groups += set_objects (&objects, &problem, result);
    }
  ck_assert_uint_gt (n_groups, n_trials / 2);
}
END_TEST

static void
add_attribute (DeidLattice *lattice, const char *name, const char *const (*rows)[5], guint n_rows)
{
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (name);
  g_autoptr (DeidHierarchy) hierarchy = NULL;

  for (guint i = 0; i < n_rows; i++)
    ck_assert (deid_hierarchy_builder_add_row (builder, rows[i], NULL));
  hierarchy = deid_hierarchy_builder_build (builder, NULL);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, name, hierarchy, NULL, NULL));
}

/* Its boundary policies are 013, 111, 112 and 113 by the levels of a, b and c: a level of a is a
 * step of all 8 records, the first of c too, the second of none, the third of 8 again. */
static DeidResult *
search_tied (void)
{
  static const char *const names[] = { "a", "b", "c" };
  static const char *const values[][8]
      = { { "v00", "v01", "v01", "v01", "v01", "v00", "v00", "v00" },
          { "v12", "v12", "v13", "v11", "v12", "v11", "v12", "v10" },
          { "v24", "v24", "v20", "v21", "v24", "v21", "v22", "v22" } };
  static const char *const a[][5] = { { "v00", "*" }, { "v01", "*" } };
  static const char *const b[][5]
      = { { "v10", "*" }, { "v11", "*" }, { "v12", "*" }, { "v13", "*" } };
  static const char *const c[][5] = { { "v20", "L1_0", "L2_0", "*" },
                                      { "v21", "L1_0", "L2_0", "*" },
                                      { "v22", "L1_1", "L2_1", "*" },
                                      { "v23", "L1_1", "L2_1", "*" },
                                      { "v24", "L1_1", "L2_1", "*" } };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("tied");
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidSearch) search = deid_search_new_from_specification ("boundary", NULL);
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (3, NULL);

  for (guint i = 0; i < 3; i++)
    ck_assert (deid_dataset_add_string_column (dataset, names[i], values[i], 8, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  add_attribute (lattice, "a", a, G_N_ELEMENTS (a));
  add_attribute (lattice, "b", b, G_N_ELEMENTS (b));
  add_attribute (lattice, "c", c, G_N_ELEMENTS (c));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  return deid_search_run (search, problem, NULL, NULL);
}

/* The distances of the first policy are 16, 16 and 8, of the second 0 and 8, of the third 8. BUILD
 * takes the second, whose sum of 24 is the least with that of the fourth, and then the first. The
 * fourth is as near to both and goes to the first: silhouettes (1 - 8 / 16), 1, 1 and 0. */
START_TEST (equally_near)
{
  g_autoptr (DeidResult) result = search_tied ();

  for (guint n_asked = 0; n_asked <= 2; n_asked += 2)
    {
      g_autoptr (DeidReport) groups = group_alternatives (result, NULL, n_asked);

      ck_assert_uint_eq (count_alternative_groups (groups), 2);
      ck_assert (number_of (groups, "silhouette") == 0.625);
      ck_assert_uint_eq (find_alternative_group (groups, 1), find_alternative_group (groups, 2));
      ck_assert_uint_eq (find_alternative_group (groups, 0), find_alternative_group (groups, 3));
      ck_assert_uint_eq (count_group_members (groups, 0), 2);
    }
}
END_TEST

static guint64
count_found (DeidResult *result)
{
  g_autoptr (DeidReport) alternatives = list_alternatives (result);

  return count_alternatives (alternatives);
}

/* The same input makes the same groups, and what is written says so. */
START_TEST (reports)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  AlternativeProblem problem;
  g_autoptr (DeidResult) result = NULL;
  char *texts[2], *json[2];

  do
    {
      g_clear_pointer (&result, deid_result_unref);
      alternative_problem_init_random (&problem, rand);
      result = alternative_problem_search (&problem, TRUE, 40, 1, FALSE, NULL);
      if (result == NULL || count_found (result) < 8)
        alternative_problem_clear (&problem);
      else
        break;
    }
  while (TRUE);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (DeidReport) groups = group_alternatives (result, NULL, 6);
      g_autofree char *medoid
          = g_strdup_printf ("\"medoid\":%" G_GUINT64_FORMAT ",", get_medoid (groups, 5));

      texts[i] = deid_report_to_text (groups, NULL, NULL);
      json[i] = deid_report_to_json (groups, NULL);
      ck_assert_ptr_nonnull (strstr (texts[i], "(custodian-only)"));
      ck_assert_ptr_nonnull (strstr (json[i], medoid));
    }
  ck_assert_str_eq (texts[0], texts[1]);
  ck_assert_str_eq (json[0], json[1]);
  for (guint i = 0; i < 2; i++)
    {
      g_free (texts[i]);
      g_free (json[i]);
    }
  alternative_problem_clear (&problem);
}
END_TEST

/* More groups than policies are as many, and of no policies there are none. */
START_TEST (ends)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (6);
  AlternativeProblem problem;

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidReport) groups = NULL;
      guint64 n;

      do
        {
          alternative_problem_init_random (&problem, rand);
          result = alternative_problem_search (&problem, TRUE, i * 20, 1, FALSE, NULL);
          if (result == NULL)
            alternative_problem_clear (&problem);
        }
      while (result == NULL);
      n = count_found (result);
      groups = group_alternatives (result, NULL, 1000);
      ck_assert_uint_eq (count_alternative_groups (groups), n);
      ck_assert (number_of (groups, "silhouette") == 0);
      alternative_problem_clear (&problem);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("alternative-groups");
  TCase *tcase = tcase_create ("alternative-groups");

  tcase_add_test (tcase, partitions);
  tcase_add_test (tcase, limited);
  tcase_add_test (tcase, equally_near);
  tcase_add_test (tcase, reports);
  tcase_add_test (tcase, ends);
  tcase_set_timeout (tcase, 120);
  suite_add_tcase (suite, tcase);
  return suite;
}
