/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/random-cuts.h"

#include <string.h>

#include "support/suite.h"

#define MAX_ROWS       48
#define MAX_ATTRIBUTES 4
#define MAX_VALUES     8
#define MAX_LEVELS     4

typedef enum
{
  KIND_NUMBERS,
  KIND_ORDERED,
  KIND_LEAVES,
  KIND_SUBTREES,
  KIND_LEVELS,
  N_KINDS
} Kind;

static const char *const values[MAX_VALUES + 1] = { "1", "2", "3", "5", "8", "13", "21", "34", "" };

static gboolean
draw (GRand *rand, guint one_in)
{
  return g_rand_int_range (rand, 0, (gint32) one_in) == 0;
}

static guint
draw_from (GRand *rand, guint first, guint last)
{
  return (guint) g_rand_int_range (rand, (gint32) first, (gint32) last + 1);
}

static const char *
choose (GRand *rand, const char *const *texts, guint n)
{
  return texts[g_rand_int_range (rand, 0, (gint32) n)];
}

/* Values from the first ones on, some of which no row may have. Numbers are in the order of those
 * that rows have, the first one included. */
static void
add_column (DeidDataset *dataset, guint a, GRand *rand, guint n_rows, guint n_values,
            gboolean has_missing, gboolean is_ordered)
{
  g_autofree char *name = g_strdup_printf ("q%u", a);
  const gboolean is_skewed = draw (rand, 2);
  const guint lacking = draw_from (rand, 0, n_values);
  const char *texts[MAX_ROWS];
  GError *error = NULL;

  for (guint row = 0; row < n_rows; row++)
    {
      guint value = draw_from (rand, 0, n_values - 1);

      if (is_skewed)
        value = draw_from (rand, 0, value);
      if (value == lacking)
        value = draw_from (rand, 0, n_values - 1) / 2;
      texts[row] = has_missing && draw (rand, 6) ? NULL : values[value];
    }
  texts[0] = values[is_ordered ? 0 : draw_from (rand, 0, n_values - 1)];
  deid_dataset_add_string_column (dataset, name, texts, n_rows, NULL, &error);
  assert_no_error (error);
}

/* Each level joins some neighbours of the level below; a node may be the only child of another. */
static DeidHierarchy *
build_hierarchy (GRand *rand, guint n_values, gboolean mentions_missing)
{
  const guint n_leaves = n_values + (mentions_missing ? 1 : 0);
  const guint n_levels = draw_from (rand, 2, MAX_LEVELS);
  const gboolean has_root = !draw (rand, 4);
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new ("nodes");
  guint groups[MAX_LEVELS][MAX_VALUES + 1] = { { 0 } };
  GError *error = NULL;
  DeidHierarchy *hierarchy;

  for (guint leaf = 0; leaf < n_leaves; leaf++)
    groups[0][leaf] = leaf;
  for (guint level = 1; level < n_levels; level++)
    for (guint leaf = 1; leaf < n_leaves; leaf++)
      {
        const gboolean is_same = groups[level - 1][leaf] == groups[level - 1][leaf - 1];
        const gboolean joins = (level + 1 == n_levels && has_root) || draw (rand, 2);

        groups[level][leaf] = groups[level][leaf - 1] + (is_same || joins ? 0 : 1);
      }
  for (guint leaf = 0; leaf < n_leaves; leaf++)
    {
      char *row[MAX_LEVELS + 1] = { NULL };

      for (guint level = 0; level < n_levels; level++)
        row[level] = level == 0 ? g_strdup (leaf < n_values ? values[leaf] : "")
                                : g_strdup_printf ("%c%u", 'a' + (char) level, groups[level][leaf]);
      deid_hierarchy_builder_add_row (builder, (const char *const *) row, &error);
      assert_no_error (error);
      for (guint level = 0; level < n_levels; level++)
        g_free (row[level]);
    }
  hierarchy = deid_hierarchy_builder_build (builder, &error);
  assert_no_error (error);
  return hierarchy;
}

static void
add_attribute (DeidLattice *lattice, guint a, GRand *rand, Kind kind, guint n_values,
               gboolean mentions_missing)
{
  g_autofree char *name = g_strdup_printf ("q%u", a);
  g_autoptr (DeidHierarchy) hierarchy
      = kind >= KIND_LEAVES ? build_hierarchy (rand, n_values, mentions_missing) : NULL;
  const char *order[MAX_VALUES + 1];
  GError *error = NULL;

  for (guint i = 0; i <= n_values; i++)
    order[i] = values[i < n_values ? i : MAX_VALUES];
  if (kind == KIND_NUMBERS)
    deid_lattice_add_numeric_cuts (lattice, name, DEID_CUT_ENDS_ROUNDED, &error);
  else if (kind == KIND_ORDERED)
    deid_lattice_add_ordered_cuts (lattice, name, order, n_values + (mentions_missing ? 1 : 0),
                                   DEID_CUT_ENDS_ROUNDED, &error);
  else if (kind == KIND_LEAVES)
    deid_lattice_add_leaf_cuts (lattice, name, hierarchy, &error);
  else if (kind == KIND_SUBTREES)
    deid_lattice_add_subtree_cuts (lattice, name, hierarchy, NULL, &error);
  else
    deid_lattice_add_quasi_identifier (lattice, name, hierarchy, NULL, &error);
  assert_no_error (error);
  if (kind == KIND_LEVELS && draw (rand, 3))
    {
      const guint top = deid_hierarchy_get_n_levels (hierarchy) - 1;
      const guint lowest = draw_from (rand, 0, top);

      deid_lattice_set_level_range (lattice, name, lowest, draw_from (rand, lowest, top), &error);
      assert_no_error (error);
    }
}

static void
add_integers (DeidDataset *dataset, const char *name, GRand *rand, guint n_rows, guint last,
              DeidRole role)
{
  gint64 integers[MAX_ROWS];
  GError *error = NULL;

  for (guint row = 0; row < n_rows; row++)
    integers[row] = (gint64) draw_from (rand, 1, last);
  deid_dataset_add_integer_column (dataset, name, integers, n_rows, NULL, 0, NULL, &error);
  assert_no_error (error);
  deid_dataset_set_role (dataset, name, role, &error);
  assert_no_error (error);
}

static void
add_diagnosis (DeidDataset *dataset, GRand *rand, guint n_rows)
{
  static const char *const diagnoses[] = { "flu", "cold", "gout", "flu" };
  const char *texts[MAX_ROWS];

  for (guint row = 0; row < n_rows; row++)
    {
      texts[row] = choose (rand, diagnoses, 4);
      if (n_rows % 3 == 0 && row % 7 == 3)
        texts[row] = NULL;
    }
  texts[0] = "flu";
  ck_assert (deid_dataset_add_string_column (dataset, "diagnosis", texts, n_rows, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "diagnosis", DEID_ROLE_SENSITIVE, NULL));
}

static void
add_models (DeidProblem *problem, GRand *rand, gboolean has_population, gboolean has_persons)
{
  static const char *const own[] = { "k:2",
                                     "k:3",
                                     "k:5",
                                     "k:9",
                                     "dl:2@diagnosis",
                                     "dl:3@diagnosis",
                                     "te:0.3@diagnosis",
                                     "te:0.6@diagnosis",
                                     "el:1.5@diagnosis",
                                     "rcl:2:2@diagnosis",
                                     "bl:1@diagnosis",
                                     "dd:1@diagnosis",
                                     "ak:0.7:3@diagnosis",
                                     "avg:0.2",
                                     "uniq:0.1",
                                     "atrisk:0.25:0.1",
                                     "risk:0.3:mean:self",
                                     "km:2:1",
                                     "elg:1.5@diagnosis",
                                     "k:1" };
  static const char *const of_population[] = { "kmap:1", "kmap:2", "kmap:4", "kmap:7" };
  const guint n_models = draw_from (rand, 1, 2);

  for (guint i = 0; i < n_models; i++)
    {
      const char *text = i == 0 && has_population ? choose (rand, of_population, 4)
                         : draw (rand, 2)         ? own[draw_from (rand, 0, 3)]
                                                  : choose (rand, own, G_N_ELEMENTS (own));
      g_autoptr (DeidPrivacyModel) model
          = deid_privacy_model_new_from_specification (text, NULL, NULL);

      ck_assert_ptr_nonnull (model);
      if (!has_persons || g_str_has_prefix (text, "k:") || g_str_has_suffix (text, "@diagnosis"))
        ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
    }
  if (deid_problem_get_n_privacy_models (problem) == 0)
    {
      g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (2, NULL);

      ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
    }
}

/* Returns: whether groups may have weights. */
static gboolean
set_quality (DeidProblem *problem, GRand *rand, const char *text)
{
  static const char *const all[]
      = { "loss:arith",      "loss:arith:0",    "loss:arith:0.3",    "loss:arith:0.8",
          "loss:arith:1",    "loss:sum",        "loss:sum:0.2",      "precision:arith",
          "precision:sum",   "height:sum",      "height:arith",      "nuentropy:sum",
          "nuentropy:arith", "normentropy:sum", "normentropy:arith", "dm",
          "dmstar" };
  g_autoptr (DeidQualityModel) model = NULL;
  GError *error = NULL;

  text = text != NULL ? text : choose (rand, all, G_N_ELEMENTS (all));
  model = deid_quality_model_new_from_specification (text, &error);
  assert_no_error (error);
  if (strchr (text, ':') != NULL && draw (rand, 3))
    for (guint a = 0; a < deid_lattice_get_n_attributes (deid_problem_get_lattice (problem)); a++)
      {
        g_autofree char *name = g_strdup_printf ("q%u", a);
        static const double weights[] = { 1e-9, 0.3, 1, 2.5 };

        deid_quality_model_set_attribute_weight (model, name, weights[draw_from (rand, 0, 3)],
                                                 &error);
        assert_no_error (error);
      }
  deid_problem_set_quality_model (problem, model, &error);
  assert_no_error (error);
  return strchr (text, ':') != NULL && strstr (text, "entropy") == NULL;
}

static void
set_limits (DeidProblem *problem, GRand *rand, guint n_rows, gboolean weighs_groups)
{
  static const double shares[] = { 0, 0.05, 0.1, 0.25, 0.5, 0.9, 1 };
  GError *error = NULL;

  if (draw (rand, 4))
    deid_problem_set_suppression_limit_count (problem, draw_from (rand, 0, n_rows), &error);
  else
    deid_problem_set_suppression_limit (problem, shares[draw_from (rand, 0, 6)], &error);
  assert_no_error (error);
  if (draw (rand, 5))
    deid_problem_set_group_limit (problem, "diagnosis", shares[draw_from (rand, 0, 6)], &error);
  assert_no_error (error);
  if (weighs_groups && draw (rand, 5))
    deid_problem_set_group_weight (problem, "diagnosis", "flu", draw (rand, 2) ? 7 : 2.5, &error);
  assert_no_error (error);
}

/* A limit need not be one that some policy keeps. */
static void
limit_blocks (DeidLattice *lattice, GRand *rand)
{
  for (guint a = 0; a < deid_lattice_get_n_attributes (lattice); a++)
    {
      const guint max_blocks = draw_from (rand, 1, 5);
      GError *error = NULL;

      if (deid_lattice_has_cuts (lattice, a) && !draw (rand, 4))
        deid_lattice_set_max_blocks (lattice, deid_lattice_get_attribute_name (lattice, a),
                                     max_blocks, &error);
      assert_no_error (error);
    }
}

/* Tells whether there is anything to search among. */
static gboolean
has_policies (DeidLattice *lattice)
{
  g_autoptr (DeidPolicy) top = deid_policy_new_top (lattice, NULL);
  g_autoptr (DeidProblem) problem = deid_problem_new (lattice);
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (1, NULL);
  GError *error = NULL;
  g_autoptr (DeidReport) evaluation = NULL;

  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  evaluation = deid_report_new_evaluation (problem, top, NULL, &error);
  if (evaluation == NULL)
    assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "blocks", NULL);
  return evaluation != NULL;
}

static DeidProblem *
make_problem (GRand *rand, GRand *limits, const char *quality)
{
  const guint n_rows = draw_from (rand, 6, MAX_ROWS), n_attributes = draw_from (rand, 1, 4);
  const guint n_population = draw (rand, 4) ? draw_from (rand, 6, MAX_ROWS) : 0;
  const gboolean has_persons = n_population == 0 && draw (rand, 3);
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("table");
  g_autoptr (DeidDataset) population = deid_dataset_new ("population");
  g_autoptr (DeidLattice) lattice = NULL;
  Kind kinds[MAX_ATTRIBUTES];
  guint n_values[MAX_ATTRIBUTES];
  gboolean mentions_missing[MAX_ATTRIBUTES];
  DeidProblem *problem;
  GError *error = NULL;

  for (guint a = 0; a < n_attributes; a++)
    {
      const gboolean has_missing = draw (rand, 3);

      kinds[a] = (Kind) draw_from (rand, 0, N_KINDS - 1);
      n_values[a] = draw_from (rand, 1, MAX_VALUES);
      mentions_missing[a] = draw (rand, 4);
      add_column (dataset, a, rand, n_rows, n_values[a], has_missing, kinds[a] == KIND_NUMBERS);
      if (n_population > 0)
        add_column (population, a, rand, n_population, kinds[a] == KIND_NUMBERS ? 1 : n_values[a],
                    has_missing, FALSE);
    }
  add_diagnosis (dataset, rand, n_rows);
  if (draw (rand, 2))
    add_integers (dataset, "weight", rand, n_rows, 3, DEID_ROLE_WEIGHT);
  else if (has_persons)
    add_integers (dataset, "person", rand, n_rows, n_rows, DEID_ROLE_ENTITY);
  lattice = deid_lattice_new (dataset);
  for (guint a = 0; a < n_attributes; a++)
    add_attribute (lattice, a, rand, kinds[a], n_values[a], mentions_missing[a]);
  if (limits != NULL)
    limit_blocks (lattice, limits);
  problem = deid_problem_new (lattice);
  add_models (problem, rand, n_population > 0, has_persons);
  set_limits (problem, rand, n_rows, set_quality (problem, rand, quality));
  if (n_population > 0)
    deid_problem_set_population (problem, population, NULL, &error);
  assert_no_error (error);
  return problem;
}

static gboolean
has_cuts (const DeidLattice *lattice)
{
  for (guint a = 0; a < deid_lattice_get_n_attributes (lattice); a++)
    if (deid_lattice_has_cuts (lattice, a))
      return TRUE;
  return FALSE;
}

DeidProblem *
make_random_cuts (GRand *rand, double max_policies, const char *quality)
{
  return make_limited_cuts (rand, NULL, max_policies, quality);
}

DeidProblem *
make_limited_cuts (GRand *rand, GRand *limits, double max_policies, const char *quality)
{
  for (;;)
    {
      g_autoptr (DeidProblem) problem = make_problem (rand, limits, quality);
      DeidLattice *lattice = deid_problem_get_lattice (problem);
      const double size = deid_lattice_get_size_as_double (lattice);

      if (has_cuts (lattice) && size > 1 && size <= max_policies
          && (limits == NULL || has_policies (lattice)))
        return g_steal_pointer (&problem);
    }
}

#define N_WEIGHED 12

DeidProblem *
make_weighed_cuts (GRand *rand, gint64 scale, const char *quality)
{
  static const char *const order[] = { "1", "2", "3", "4", "5" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("weighed");
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidQualityModel) model = deid_quality_model_new_from_specification (quality, NULL);
  g_autoptr (DeidPrivacyModel) privacy = deid_privacy_model_new_k_anonymity (
      (guint64) (scale * g_rand_int_range (rand, 2, 7)), NULL);
  const char *first[N_WEIGHED], *second[N_WEIGHED];
  gint64 weights[N_WEIGHED];
  DeidProblem *problem;
  GError *error = NULL;

  for (guint row = 0; row < N_WEIGHED; row++)
    {
      first[row] = order[g_rand_int_range (rand, 0, 5)];
      second[row] = order[g_rand_int_range (rand, 0, 4)];
      weights[row] = scale + g_rand_int_range (rand, 0, 3);
    }
  deid_dataset_add_string_column (dataset, "a", first, N_WEIGHED, NULL, &error);
  assert_no_error (error);
  deid_dataset_add_string_column (dataset, "b", second, N_WEIGHED, NULL, &error);
  assert_no_error (error);
  deid_dataset_add_integer_column (dataset, "w", weights, N_WEIGHED, NULL, 0, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_dataset_set_role (dataset, "w", DEID_ROLE_WEIGHT, NULL));
  lattice = deid_lattice_new (dataset);
  deid_lattice_add_ordered_cuts (lattice, "a", order, 5, DEID_CUT_ENDS_ROUNDED, &error);
  assert_no_error (error);
  deid_lattice_add_ordered_cuts (lattice, "b", order, 4, DEID_CUT_ENDS_ROUNDED, &error);
  assert_no_error (error);
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, privacy, NULL));
  ck_assert (deid_problem_set_quality_model (problem, model, NULL));
  ck_assert (
      deid_problem_set_suppression_limit (problem, g_rand_int_range (rand, 0, 5) / 8.0, NULL));
  return problem;
}

char *
describe_random_cuts (DeidProblem *problem)
{
  DeidLattice *lattice = deid_problem_get_lattice (problem);
  g_autofree char *quality
      = deid_quality_model_to_specification (deid_problem_get_quality_model (problem));
  GString *text = g_string_new (quality);

  for (guint i = 0; i < deid_problem_get_n_privacy_models (problem); i++)
    {
      g_autofree char *model
          = deid_privacy_model_to_specification (deid_problem_get_privacy_model (problem, i));

      g_string_append_printf (text, " %s", model);
    }
  g_string_append_printf (text, ", %" G_GUINT64_FORMAT " suppressible, attributes",
                          deid_problem_get_n_suppressible (problem));
  for (guint a = 0; a < deid_lattice_get_n_attributes (lattice); a++)
    {
      const guint max_blocks = deid_lattice_get_max_blocks (lattice, a);

      g_string_append_printf (text, " %s", deid_lattice_has_cuts (lattice, a) ? "cuts" : "levels");
      if (max_blocks < G_MAXUINT)
        g_string_append_printf (text, " of %u blocks", max_blocks);
    }
  g_string_append_printf (text, ", %g policies", deid_lattice_get_size_as_double (lattice));
  return g_string_free (text, FALSE);
}
