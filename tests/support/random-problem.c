/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/random-problem.h"

#include <string.h>

#include "support/suite.h"

static guint
random_below (GRand *rand, guint bound)
{
  return (guint) g_rand_int_range (rand, 0, (gint32) bound);
}

/* Merges groups of leaves at random from level to level; a group's label is named after its level
 * or, now and then, after one of its leaves. */
static void
fill_labels (RandomAttribute *attribute, GRand *rand, guint attribute_number)
{
  guint group_of_leaf[MAX_LEAVES];
  guint n_groups = attribute->n_given;

  for (guint leaf = 0; leaf < attribute->n_given; leaf++)
    {
      group_of_leaf[leaf] = leaf;
      attribute->leaves[leaf].labels[0] = g_strdup_printf ("v%u", leaf);
    }
  for (guint level = 1; level < attribute->n_levels; level++)
    {
      const gboolean is_top = level + 1 == attribute->n_levels;
      const guint n_above = is_top && random_below (rand, 4) > 0 ? 1 : 1 + n_groups / 2;
      const guint alphabet = random_below (rand, 3);
      guint above[MAX_LEAVES];

      for (guint group = 0; group < n_groups; group++)
        above[group] = random_below (rand, n_above);
      for (guint leaf = 0; leaf < attribute->n_given; leaf++)
        {
          const guint group = group_of_leaf[leaf] = above[group_of_leaf[leaf]];

          attribute->leaves[leaf].labels[level]
              = alphabet == 0 ? g_strdup_printf ("v%u", group)
                              : g_strdup_printf ("%u.%u of %u", level, group, attribute_number);
        }
      n_groups = n_above;
    }
}

/* Makes the last leaf given the missing value. Below some level it stays missing, if at all. */
static void
mention_missing (RandomAttribute *attribute, GRand *rand)
{
  RandomLeaf *leaf = &attribute->leaves[attribute->n_given - 1];
  const guint n_missing = 1 + random_below (rand, attribute->n_levels);

  for (guint level = 0; level < n_missing; level++)
    g_clear_pointer (&leaf->labels[level], g_free);
}

/* Whether all leaves given have one label on the top. */
static gboolean
has_single_top (const RandomAttribute *attribute)
{
  const guint top = attribute->n_levels - 1;

  for (guint leaf = 1; leaf < attribute->n_given; leaf++)
    if (g_strcmp0 (attribute->leaves[leaf].labels[top], attribute->leaves[0].labels[top]) != 0)
      return FALSE;
  return TRUE;
}

/* Returns: the leaf of a missing value that the hierarchy does not mention. */
static guint
add_missing_leaf (RandomAttribute *attribute)
{
  const guint top = attribute->n_levels - 1;

  if (attribute->n_leaves > attribute->n_given)
    return attribute->n_given;
  attribute->leaves[attribute->n_leaves++] = (RandomLeaf){ 0 };
  if (top > 0 && has_single_top (attribute))
    attribute->leaves[attribute->n_given].labels[top] = g_strdup (attribute->leaves[0].labels[top]);
  return attribute->n_given;
}

/* A domain of the values that occur. */
static void
make_suppression (RandomAttribute *attribute, GRand *rand, guint n_rows, guint n_values)
{
  int leaf_of_value[MAX_LEAVES + 1];

  memset (leaf_of_value, -1, sizeof leaf_of_value);
  attribute->n_levels = 2;
  for (guint row = 0; row < n_rows; row++)
    {
      const guint value = random_below (rand, n_values);
      const gboolean is_missing = value == 3;

      if (leaf_of_value[value] < 0)
        {
          RandomLeaf *leaf = &attribute->leaves[attribute->n_leaves];

          leaf_of_value[value] = (int) attribute->n_leaves++;
          leaf->labels[0] = is_missing ? NULL : g_strdup_printf ("v%u", value);
          leaf->labels[1] = g_strdup ("*");
        }
      attribute->leaf_of_row[row] = (guint) leaf_of_value[value];
    }
}

static void
make_attribute (RandomAttribute *attribute, GRand *rand, guint number, guint n_rows)
{
  const guint n_values = 1 + random_below (rand, MAX_LEAVES);
  const guint n_used = 1 + random_below (rand, n_values);
  const gboolean has_missing = random_below (rand, 4) == 0;

  attribute->is_suppression = random_below (rand, 8) == 0;
  if (attribute->is_suppression)
    {
      make_suppression (attribute, rand, n_rows, n_values);
      return;
    }
  attribute->n_levels = 1 + random_below (rand, MAX_LEVELS);
  attribute->n_given = attribute->n_leaves = n_values;
  fill_labels (attribute, rand, number);
  if (random_below (rand, 6) == 0)
    mention_missing (attribute, rand);
  for (guint row = 0; row < n_rows; row++)
    {
      const gboolean is_missing = has_missing && random_below (rand, 8) == 0;
      const RandomLeaf *last = &attribute->leaves[n_values - 1];

      attribute->leaf_of_row[row] = is_missing && last->labels[0] != NULL
                                        ? add_missing_leaf (attribute)
                                        : random_below (rand, n_used);
    }
}

static void
make_sensitive (RandomProblem *problem, GRand *rand)
{
  for (guint s = 0; s < N_SENSITIVE; s++)
    {
      const int n_values = (int) (1 + random_below (rand, 6));
      const int lowest = random_below (rand, 4) == 0 ? -1 : 0;

      for (guint row = 0; row < problem->n_rows; row++)
        problem->sensitive[s][row] = g_rand_int_range (rand, lowest, n_values);
    }
}

static void
make_entities_and_weights (RandomProblem *problem, GRand *rand)
{
  const guint n_entities = 1 + random_below (rand, problem->n_rows);
  const int lowest = random_below (rand, 3) == 0 ? -1 : 0;

  problem->has_weights = random_below (rand, 4) == 0;
  for (guint row = 0; row < problem->n_rows; row++)
    {
      problem->entities[row] = g_rand_int_range (rand, lowest, (gint32) n_entities);
      problem->weights[row] = problem->has_weights ? 1 + random_below (rand, 4) : 1;
      problem->n_records += problem->weights[row];
    }
}

/* Returns: a generator of what follows from the table alone. */
static GRand *
make_rand_of_table (const RandomProblem *problem)
{
  guint32 seed = problem->n_rows;

  for (guint row = 0; row < problem->n_rows; row++)
    seed = seed * 31 + problem->attributes[0].leaf_of_row[row];
  return g_rand_new_with_seed (seed);
}

static void
make_group_limits (RandomProblem *problem)
{
  static const guint percents[] = { 0, 20, 40, 60, 80, 100 };
  g_autoptr (GRand) rand = make_rand_of_table (problem);
  const guint n_columns = problem->n_attributes + N_SENSITIVE;

  g_rand_set_seed (rand, g_rand_int (rand) + 1); /* other numbers than those of level ranges */
  if (random_below (rand, 3) > 0)
    return;
  problem->n_group_limits = 1 + random_below (rand, MAX_LIMITS);
  for (guint i = 0; i < problem->n_group_limits; i++)
    problem->group_limits[i]
        = (RandomGroupLimit){ .column = random_below (rand, n_columns),
                              .percent = percents[random_below (rand, G_N_ELEMENTS (percents))] };
  if (problem->n_group_limits > 1
      && problem->group_limits[0].column == problem->group_limits[1].column)
    problem->n_group_limits = 1;
}

static void
make_group_weights (RandomProblem *problem)
{
  static const guint thousandths[] = { 1, 125, 300, 1000, 2500, 7000, 1000000 };
  g_autoptr (GRand) rand = make_rand_of_table (problem);
  const guint n_columns = problem->n_attributes + N_SENSITIVE;

  g_rand_set_seed (rand, g_rand_int (rand) + 2); /* others than those of limits */
  if (random_below (rand, 4) > 0)
    return;
  problem->n_group_weights = 1 + random_below (rand, MAX_GROUP_WEIGHTS);
  for (guint i = 0; i < problem->n_group_weights; i++)
    {
      RandomGroupWeight *weight = &problem->group_weights[i];

      weight->row = random_below (rand, problem->n_rows);
      weight->column = random_below (rand, n_columns);
      weight->thousandths = thousandths[random_below (rand, G_N_ELEMENTS (thousandths))];
    }
}

RandomProblem *
random_problem_new (GRand *rand, gboolean has_entities)
{
  static const guint factors[] = { 0, 2, 5, 5, 5, 8, 10 };
  static const guint percents[] = { 0, 5, 50, 100 };
  const gboolean has_attribute_weights = random_below (rand, 3) == 0;
  RandomProblem *problem = g_new0 (RandomProblem, 1);

  problem->n_rows = 1 + random_below (rand, MAX_ROWS);
  problem->n_attributes = 1 + random_below (rand, MAX_ATTRIBUTES);
  problem->has_entities = has_entities;
  for (guint a = 0; a < problem->n_attributes; a++)
    {
      make_attribute (&problem->attributes[a], rand, a, problem->n_rows);
      problem->attributes[a].weight
          = has_attribute_weights ? (1 + random_below (rand, 20)) / 8.0 : 1;
    }
  make_sensitive (problem, rand);
  make_entities_and_weights (problem, rand);
  problem->aggregate = (DeidAggregate) random_below (rand, 4);
  problem->factor_tenths = factors[random_below (rand, G_N_ELEMENTS (factors))];
  problem->limit_is_count = random_below (rand, 5) == 0;
  problem->limit_percent = percents[random_below (rand, G_N_ELEMENTS (percents))];
  problem->limit = problem->limit_is_count ? random_below (rand, (guint) problem->n_records + 3)
                                           : problem->n_records * problem->limit_percent / 100;
  make_group_limits (problem);
  make_group_weights (problem);
  return problem;
}

void
random_problem_free (RandomProblem *problem)
{
  for (guint a = 0; a < problem->n_attributes; a++)
    for (guint leaf = 0; leaf < problem->attributes[a].n_leaves; leaf++)
      for (guint level = 0; level < MAX_LEVELS; level++)
        g_free (problem->attributes[a].leaves[leaf].labels[level]);
  g_free (problem);
}

void
random_problem_restrict (RandomProblem *problem)
{
  g_autoptr (GRand) rand = make_rand_of_table (problem);

  if (g_rand_int (rand) % 3 > 0)
    return;
  for (guint a = 0; a < problem->n_attributes; a++)
    {
      RandomAttribute *attribute = &problem->attributes[a];

      attribute->lowest = (guint) g_rand_int_range (rand, 0, (gint32) attribute->n_levels);
      attribute->n_cut
          = (guint) g_rand_int_range (rand, 0, (gint32) (attribute->n_levels - attribute->lowest));
    }
}

/* Returns: how many levels policies may give an attribute. */
static guint
count_levels (const RandomAttribute *attribute)
{
  return attribute->n_levels - attribute->lowest - attribute->n_cut;
}

guint
random_problem_get_n_policies (const RandomProblem *problem)
{
  guint n_policies = 1;

  for (guint a = 0; a < problem->n_attributes; a++)
    n_policies *= count_levels (&problem->attributes[a]);
  return n_policies;
}

void
random_problem_get_levels (const RandomProblem *problem, guint rank, guint *levels)
{
  for (guint a = problem->n_attributes; a-- > 0;)
    {
      const RandomAttribute *attribute = &problem->attributes[a];

      levels[a] = attribute->lowest + rank % count_levels (attribute);
      rank /= count_levels (attribute);
    }
}

#define SWAP(type, a, b)                                                                           \
  G_STMT_START                                                                                     \
  {                                                                                                \
    const type swapped = a;                                                                        \
                                                                                                   \
    a = b;                                                                                         \
    b = swapped;                                                                                   \
  }                                                                                                \
  G_STMT_END

void
random_problem_add_models (RandomProblem *problem, GRand *rand, guint end)
{
  problem->n_models = (guint) g_rand_int_range (rand, 1, MAX_MODELS + 1);
  for (guint i = 0; i < problem->n_models; i++)
    problem->models[i]
        = (RandomModel){ .kind = (RandomModelKind) g_rand_int_range (rand, 0, MODEL_PLAIN),
                         .sensitive = g_rand_int (rand) % N_SENSITIVE,
                         .numerator = (guint64) g_rand_int_range (rand, 1, (gint32) end),
                         .denominator = 1 };
}

void
random_problem_draw_models (RandomProblem *problem, GRand *rand)
{
  problem->n_models = (guint) g_rand_int_range (rand, 1, MAX_MODELS + 1);
  for (guint i = 0; i < problem->n_models; i++)
    {
      problem->models[i]
          = (RandomModel){ .kind = (RandomModelKind) g_rand_int_range (rand, 0, 4),
                           .sensitive = (guint) g_rand_int_range (rand, 0, N_SENSITIVE),
                           .numerator = (guint64) g_rand_int_range (rand, 1, 6),
                           .denominator = 1,
                           .plain
                           = &plain_models[g_rand_int_range (rand, 0, (gint32) n_plain_models)] };
      problem->models[i].plain->draw (&problem->models[i].parameters, rand);
    }
}

void
random_problem_set_limit (RandomProblem *problem, guint percent)
{
  problem->limit_is_count = FALSE;
  problem->limit_percent = percent;
  problem->limit = problem->n_records * percent / 100;
}

void
random_problem_set_quality (RandomProblem *problem, RandomQuality quality)
{
  problem->quality = quality;
  if (quality == QUALITY_ENTROPY_LOSS)
    {
      problem->aggregate = DEID_AGGREGATE_SUM;
      problem->n_group_weights = MIN (problem->n_group_weights, 1);
    }
}

gboolean
random_problem_is_group (const RandomProblem *problem, guint column, guint row, guint other)
{
  const guint s = column - problem->n_attributes;

  if (column >= problem->n_attributes)
    return problem->sensitive[s][row] == problem->sensitive[s][other];
  return problem->attributes[column].leaf_of_row[row]
         == problem->attributes[column].leaf_of_row[other];
}

gboolean
random_problem_has_group_weights (const RandomProblem *problem)
{
  return problem->n_group_weights > 0 && problem->quality != QUALITY_ENTROPY
         && problem->quality != QUALITY_NORMALIZED_ENTROPY;
}

void
random_problem_swap_rows (RandomProblem *problem, guint i, guint j)
{
  for (guint a = 0; a < problem->n_attributes; a++)
    SWAP (guint, problem->attributes[a].leaf_of_row[i], problem->attributes[a].leaf_of_row[j]);
  for (guint s = 0; s < N_SENSITIVE; s++)
    SWAP (int, problem->sensitive[s][i], problem->sensitive[s][j]);
  SWAP (int, problem->entities[i], problem->entities[j]);
  SWAP (int, problem->households[i], problem->households[j]);
  SWAP (guint64, problem->weights[i], problem->weights[j]);
  for (guint w = 0; w < problem->n_group_weights; w++)
    {
      guint *row = &problem->group_weights[w].row;

      *row = *row == i ? j : *row == j ? i : *row;
    }
}

static void
add_column (DeidDataset *dataset, const char *name, GPtrArray *values)
{
  GError *error = NULL;

  deid_dataset_add_string_column (dataset, name, (const char *const *) values->pdata, values->len,
                                  NULL, &error);
  assert_no_error (error);
  g_ptr_array_unref (values);
}

static void
add_number_column (DeidDataset *dataset, const char *name, const int *numbers, guint n,
                   DeidRole role)
{
  GPtrArray *values = g_ptr_array_new_with_free_func (g_free);

  for (guint row = 0; row < n; row++)
    g_ptr_array_add (values, numbers[row] < 0 ? NULL : g_strdup_printf ("%d", numbers[row]));
  add_column (dataset, name, values);
  if (!deid_dataset_set_role (dataset, name, role, NULL))
    ck_abort_msg ("the role of %s is refused", name);
}

static DeidDataset *
build_dataset (const RandomProblem *problem)
{
  DeidDataset *dataset = deid_dataset_new (NULL);

  for (guint a = 0; a < problem->n_attributes; a++)
    {
      const RandomAttribute *attribute = &problem->attributes[a];
      g_autofree char *name = g_strdup_printf ("q%u", a);
      GPtrArray *values = g_ptr_array_new ();

      for (guint row = 0; row < problem->n_rows; row++)
        g_ptr_array_add (values, attribute->leaves[attribute->leaf_of_row[row]].labels[0]);
      add_column (dataset, name, values);
    }
  for (guint s = 0; s < N_SENSITIVE; s++)
    add_number_column (dataset, s == 0 ? "s0" : "s1", problem->sensitive[s], problem->n_rows,
                       DEID_ROLE_SENSITIVE);
  if (problem->has_entities)
    add_number_column (dataset, "person", problem->entities, problem->n_rows, DEID_ROLE_ENTITY);
  if (problem->has_households)
    add_number_column (dataset, "household", problem->households, problem->n_rows,
                       DEID_ROLE_JUDGED);
  if (problem->has_weights)
    {
      int weights[MAX_ROWS];

      for (guint row = 0; row < problem->n_rows; row++)
        weights[row] = (int) problem->weights[row];
      add_number_column (dataset, "weight", weights, problem->n_rows, DEID_ROLE_WEIGHT);
    }
  return dataset;
}

static DeidHierarchy *
build_hierarchy (const RandomAttribute *attribute)
{
  g_autoptr (DeidHierarchyBuilder) builder = NULL;
  DeidHierarchy *hierarchy;
  GError *error = NULL;

  if (attribute->is_suppression)
    return deid_hierarchy_new_suppression ();
  builder = deid_hierarchy_builder_new (NULL);
  for (guint leaf = 0; leaf < attribute->n_given; leaf++)
    {
      const char *labels[MAX_LEVELS + 1] = { NULL };

      for (guint level = 0; level < attribute->n_levels; level++)
        labels[level] = attribute->leaves[leaf].labels[level] != NULL
                            ? attribute->leaves[leaf].labels[level]
                            : "";
      deid_hierarchy_builder_add_row (builder, labels, &error);
      assert_no_error (error);
    }
  hierarchy = deid_hierarchy_builder_build (builder, &error);
  assert_no_error (error);
  return hierarchy;
}

static DeidPrivacyModel *
build_model (const RandomModel *model)
{
  const char *sensitive = model->sensitive == 0 ? "s0" : "s1";
  DeidPrivacyModel *built;
  GError *error = NULL;

  switch (model->kind)
    {
    case MODEL_K:
      built = deid_privacy_model_new_k_anonymity (model->numerator, &error);
      break;
    case MODEL_DISTINCT_L:
      built = deid_privacy_model_new_distinct_l_diversity (sensitive, model->numerator, &error);
      break;
    case MODEL_PLAIN:
      {
        g_autofree char *text = plain_model_spell (model->plain, &model->parameters);

        built = deid_privacy_model_new_from_specification (text, sensitive, &error);
        break;
      }
    case MODEL_ENTROPY_L:
    default:
      built = deid_privacy_model_new_entropy_l_diversity (
          sensitive, (double) model->numerator / (double) model->denominator, &error);
    }
  assert_no_error (error);
  return built;
}

static DeidPrivacyModel *
build_persons (const RandomPersons *persons)
{
  GError *error = NULL;
  g_autofree char *known
      = g_strdup_printf (":%u%s", persons->n_known, persons->knows_number ? ":number" : "");
  g_autofree char *text = g_strdup_printf ("persons:%" G_GUINT64_FORMAT "%s%s", persons->k,
                                           persons->n_known == 0 ? "" : known,
                                           persons->is_of_households ? "@household" : "");
  DeidPrivacyModel *built = deid_privacy_model_new_from_specification (text, NULL, &error);

  assert_no_error (error);
  return built;
}

static DeidQualityModel *
state_quality (const char *name, DeidAggregate aggregate, GError **error)
{
  static const char *const aggregates[] = { "arith", "geo", "max", "sum" };
  g_autofree char *text = g_strdup_printf ("%s:%s", name, aggregates[aggregate]);

  return deid_quality_model_new_from_specification (text, error);
}

static DeidQualityModel *
build_quality (const RandomProblem *problem, GError **error)
{
  switch (problem->quality)
    {
    case QUALITY_PRECISION:
      return deid_quality_model_new_precision (problem->aggregate, error);
    case QUALITY_HEIGHT:
      return state_quality ("height", problem->aggregate, error);
    case QUALITY_ENTROPY:
      return state_quality ("nuentropy", problem->aggregate, error);
    case QUALITY_NORMALIZED_ENTROPY:
      return state_quality ("normentropy", problem->aggregate, error);
    case QUALITY_ENTROPY_LOSS:
      return deid_quality_model_new_from_specification ("ebil", NULL);
    case QUALITY_LOSS:
    default:
      return deid_quality_model_new_iyengar_loss (problem->aggregate, problem->factor_tenths / 10.0,
                                                  error);
    }
}

static void
set_quality (const RandomProblem *problem, DeidProblem *built)
{
  GError *error = NULL;
  g_autoptr (DeidQualityModel) quality = build_quality (problem, &error);

  assert_no_error (error);
  for (guint a = 0; a < problem->n_attributes; a++)
    {
      g_autofree char *name = g_strdup_printf ("q%u", a);

      if (problem->attributes[a].weight != 1)
        deid_quality_model_set_attribute_weight (quality, name, problem->attributes[a].weight,
                                                 &error);
      assert_no_error (error);
    }
  deid_problem_set_quality_model (built, quality, &error);
  assert_no_error (error);
}

/* Value, group, all. */
static void
set_sensitive_hierarchy (const RandomProblem *problem, guint sensitive, DeidProblem *built)
{
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new ("groups");
  g_autoptr (DeidHierarchy) hierarchy = NULL;
  gboolean seen[MAX_VALUES_OF_TABLE] = { FALSE };
  GError *error = NULL;

  for (guint row = 0; row < problem->n_rows; row++)
    {
      const int value = problem->sensitive[sensitive][row];
      g_autofree char *leaf = value < 0 ? g_strdup ("") : g_strdup_printf ("%d", value);
      g_autofree char *group = g_strdup_printf ("group %u", plain_model_get_group (value));
      const char *const labels[] = { leaf, group, "*", NULL };

      if (!seen[value + 1])
        deid_hierarchy_builder_add_row (builder, labels, &error);
      assert_no_error (error);
      seen[value + 1] = TRUE;
    }
  hierarchy = deid_hierarchy_builder_build (builder, &error);
  assert_no_error (error);
  deid_problem_set_sensitive_hierarchy (built, sensitive == 0 ? "s0" : "s1", hierarchy, NULL,
                                        &error);
  assert_no_error (error);
}

static void
set_group_limits (const RandomProblem *problem, DeidProblem *built)
{
  for (guint i = 0; i < problem->n_group_limits; i++)
    {
      const RandomGroupLimit *limit = &problem->group_limits[i];
      const gboolean is_attribute = limit->column < problem->n_attributes;
      g_autofree char *name
          = g_strdup_printf ("%c%u", is_attribute ? 'q' : 's',
                             is_attribute ? limit->column : limit->column - problem->n_attributes);
      GError *error = NULL;

      deid_problem_set_group_limit (built, name, limit->percent / 100.0, &error);
      assert_no_error (error);
    }
}

static char *
get_value (const RandomAttribute *attribute, guint row)
{
  return g_strdup (attribute->leaves[attribute->leaf_of_row[row]].labels[0]);
}

static void
set_group_weights (const RandomProblem *problem, DeidProblem *built)
{
  for (guint i = 0; random_problem_has_group_weights (problem) && i < problem->n_group_weights; i++)
    {
      const RandomGroupWeight *weight = &problem->group_weights[i];
      const gboolean is_attribute = weight->column < problem->n_attributes;
      const guint number = is_attribute ? weight->column : weight->column - problem->n_attributes;
      g_autofree char *name = g_strdup_printf ("%c%u", is_attribute ? 'q' : 's', number);
      g_autofree char *value = is_attribute ? get_value (&problem->attributes[number], weight->row)
                               : problem->sensitive[number][weight->row] >= 0
                                   ? g_strdup_printf ("%d", problem->sensitive[number][weight->row])
                                   : NULL;
      GError *error = NULL;

      deid_problem_set_group_weight (built, name, value, weight->thousandths / 1000.0, &error);
      assert_no_error (error);
    }
}

DeidProblem *
random_problem_build (const RandomProblem *problem)
{
  g_autoptr (DeidDataset) dataset = build_dataset (problem);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  DeidProblem *built;
  GError *error = NULL;

  for (guint a = 0; a < problem->n_attributes; a++)
    {
      g_autoptr (DeidHierarchy) hierarchy = build_hierarchy (&problem->attributes[a]);
      g_autofree char *name = g_strdup_printf ("q%u", a);

      deid_lattice_add_quasi_identifier (lattice, name, hierarchy, NULL, &error);
      assert_no_error (error);
      if (count_levels (&problem->attributes[a]) < problem->attributes[a].n_levels)
        deid_lattice_set_level_range (
            lattice, name, problem->attributes[a].lowest,
            problem->attributes[a].n_levels - 1 - problem->attributes[a].n_cut, &error);
      assert_no_error (error);
    }
  built = deid_problem_new (lattice);
  for (guint m = 0; m < problem->n_models; m++)
    {
      g_autoptr (DeidPrivacyModel) model = build_model (&problem->models[m]);

      deid_problem_add_privacy_model (built, model, &error);
      assert_no_error (error);
      if (problem->models[m].kind == MODEL_PLAIN && problem->models[m].plain->by_hierarchy)
        set_sensitive_hierarchy (problem, problem->models[m].sensitive, built);
    }
  for (guint m = 0; m < problem->n_persons; m++)
    {
      g_autoptr (DeidPrivacyModel) model = build_persons (&problem->persons[m]);

      deid_problem_add_privacy_model (built, model, &error);
      assert_no_error (error);
    }
  set_quality (problem, built);
  if (problem->limit_is_count)
    deid_problem_set_suppression_limit_count (built, problem->limit, &error);
  else
    deid_problem_set_suppression_limit (built, problem->limit_percent / 100.0, &error);
  assert_no_error (error);
  set_group_limits (problem, built);
  set_group_weights (problem, built);
  return built;
}

void
random_problem_tell_levels_apart (RandomProblem *problem)
{
  for (guint a = 0; a < problem->n_attributes; a++)
    for (guint leaf = 0; leaf < problem->attributes[a].n_leaves; leaf++)
      for (guint level = 1; level < problem->attributes[a].n_levels; level++)
        {
          char **label = &problem->attributes[a].leaves[leaf].labels[level];
          char *before = *label;

          if (before == NULL || before[0] != 'v')
            continue;
          *label = g_strdup_printf ("%u%s", level, before);
          g_free (before);
        }
}
