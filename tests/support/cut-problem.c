/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/cut-problem.h"

#include <math.h>
#include <string.h>

#include "support/suite.h"

static const char *const numbers[] = { "-12", "-3.5", "0", "7", "1e1" };
static const char *const words[] = { "low, or none", "mid", "", "say \"high\"", "very high" };
static const char *const leaves[] = { "a", "b", "c", "d", "e" };

static void
choose_height (CutAttribute *attribute, GRand *rand)
{
  attribute->height = (guint) g_rand_int_range (rand, 1, CUT_MAX_HEIGHT + 1);
  attribute->lowest = 0;
  attribute->highest = attribute->height;
}

/* Leaf i has on each level below the top the label of its group, those with the same i >> level. */
static guint
count_group (const CutAttribute *attribute, guint level, guint leaf)
{
  guint n = 0;

  if (level >= attribute->height)
    return attribute->n_values;
  for (guint other = 0; other < attribute->n_values; other++)
    n += other >> level == leaf >> level;
  return n;
}

/* Nodes that have more leaves than one and fewer than the node above; the root in any case. */
static void
list_nodes (CutAttribute *attribute)
{
  attribute->n_nodes = 0;
  for (guint level = attribute->height; level > 0; level--)
    for (guint leaf = 0; leaf < attribute->n_values; leaf++)
      {
        const gboolean is_root = level == attribute->height;
        const guint n = count_group (attribute, level, leaf);

        if (leaf > 0 && (is_root || leaf >> level == (leaf - 1) >> level))
          continue;
        if (!is_root && (n == 1 || n == count_group (attribute, level + 1, leaf)))
          continue;
        attribute->node_levels[attribute->n_nodes] = level;
        attribute->node_leaves[attribute->n_nodes++] = leaf;
      }
}

static void
draw_rows (CutAttribute *attribute, GRand *rand, guint n, guint *rows, gboolean has_missing)
{
  for (guint row = 0; row < n; row++)
    rows[row] = (guint) g_rand_int_range (rand, 0, (gint32) attribute->n_values + has_missing);
}

/* The order of numbers has those of the table alone, so that each is there. */
static void
draw_attribute (CutAttribute *attribute, const CutProblem *problem, GRand *rand)
{
  const char *const *values;
  gboolean has_missing = g_rand_int_range (rand, 0, 3) == 0;

  attribute->kind = (CutKind) g_rand_int_range (rand, 0, N_CUT_KINDS);
  attribute->n_values = (guint) g_rand_int_range (rand, 1, CUT_MAX_VALUES + 1);
  choose_height (attribute, rand);
  values = attribute->kind == CUT_NUMERIC   ? numbers
           : attribute->kind == CUT_ORDERED ? words
                                            : leaves;
  memcpy (attribute->values, values, sizeof attribute->values);
  has_missing &= attribute->kind != CUT_ORDERED || attribute->n_values < 3;
  draw_rows (attribute, rand, problem->n_rows, attribute->rows, has_missing);
  for (guint value = 0; value < attribute->n_values; value++)
    attribute->rows[value] = value;
  draw_rows (attribute, rand, problem->n_population, attribute->population, has_missing);
  attribute->max_blocks = G_MAXUINT;
  attribute->missing_apart = FALSE;
  for (guint row = 0; row < problem->n_rows; row++)
    attribute->missing_apart |= attribute->rows[row] == attribute->n_values;
  list_nodes (attribute);
}

void
cut_problem_init_random (CutProblem *problem, GRand *rand)
{
  guint n_dimensions;

  do
    {
      problem->n_rows = (guint) g_rand_int_range (rand, 10, CUT_MAX_ROWS + 1);
      problem->n_population
          = g_rand_boolean (rand) ? 0 : (guint) g_rand_int_range (rand, 10, CUT_MAX_ROWS + 1);
      problem->n_attributes = (guint) g_rand_int_range (rand, 1, CUT_MAX_ATTRIBUTES + 1);
      for (guint a = 0; a < problem->n_attributes; a++)
        draw_attribute (&problem->attributes[a], problem, rand);
      n_dimensions = cut_problem_count_dimensions (problem);
    }
  while (n_dimensions == 0 || n_dimensions > CUT_MAX_DIMENSIONS);
  for (guint row = 0; row < problem->n_rows; row++)
    problem->weights[row] = (guint) g_rand_int_range (rand, 1, 4);
  problem->k = (guint) g_rand_int_range (rand, 2, 9);
  problem->limit = g_rand_int_range (rand, 0, 4) / 4.0;
  problem->group_percent = (problem->n_rows + problem->k) % 3 > 0 ? 100 : 20 * (problem->k % 5);
}

guint
cut_attribute_count_dimensions (const CutAttribute *attribute)
{
  switch (attribute->kind)
    {
    case CUT_SUBTREES:
      return attribute->n_nodes;
    case CUT_LEVELS:
      return 1;
    default:
      return attribute->n_values - 1;
    }
}

guint
cut_problem_count_dimensions (const CutProblem *problem)
{
  guint n = 0;

  for (guint a = 0; a < problem->n_attributes; a++)
    n += cut_attribute_count_dimensions (&problem->attributes[a]);
  return n;
}

static void
label_missing (CutLabel *label)
{
  *label = (CutLabel){ "(missing)", 0, 1 };
}

static void
quote (GString *text, const char *value)
{
  g_autofree char *doubled = NULL;
  g_auto (GStrv) parts = g_strsplit (value, "\"", -1);

  doubled = g_strjoinv ("\"\"", parts);
  if (value[0] == '\0' || strchr (value, ',') != NULL || strchr (value, '"') != NULL)
    g_string_append_printf (text, "\"%s\"", doubled);
  else
    g_string_append (text, value);
}

/* Between -12 and -3.5 there is one multiple of 10, between -3.5 and 0 there are three integers,
 * and from 1 to 7 seven: the middle ones. 10 is the only multiple of 10 above 7 and a number of the
 * table: of 8 and 9, which lie below it, 8 is nearer to 0. */
static void
append_edges (GString *text, guint first, guint last, guint n)
{
  static const char *const edges[] = { NULL, "-10", "-2", "4", "8" };

  if (first == 0)
    g_string_append_printf (text, "< %s", edges[last + 1]);
  else if (last + 1 == n)
    g_string_append_printf (text, ">= %s", edges[first]);
  else
    g_string_append_printf (text, "[%s, %s)", edges[first], edges[last + 1]);
}

static void
label_run (const CutAttribute *attribute, guint first, guint last, CutLabel *label)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const gboolean is_all = first == 0 && last + 1 == attribute->n_values && last > 0;

  if (first == last)
    g_string_append (text,
                     attribute->values[first][0] != '\0' ? attribute->values[first] : "(missing)");
  else if (is_all)
    g_string_append_c (text, '*');
  else if (attribute->kind == CUT_NUMERIC)
    append_edges (text, first, last, attribute->n_values);
  else
    {
      g_string_append_c (text, '{');
      for (guint value = first; value <= last; value++)
        {
          g_string_append (text, value > first ? ", " : "");
          quote (text, attribute->values[value]);
        }
      g_string_append_c (text, '}');
    }
  ck_assert_uint_lt (text->len, sizeof label->text);
  strcpy (label->text, text->str);
  label->level = last - first;
  label->n_covered = last - first + 1 + (is_all && attribute->missing_apart ? 1 : 0);
}

static void
find_run (const CutAttribute *attribute, const guint *levels, guint value, CutLabel *label)
{
  guint first = value, last = value;

  if (value == attribute->n_values)
    {
      for (guint i = 0; i + 1 < attribute->n_values; i++)
        if (levels[i] == 0)
          {
            label_missing (label);
            return;
          }
      if (attribute->n_values == 1)
        {
          label_missing (label);
          return;
        }
      first = last = 0;
    }
  while (first > 0 && levels[first - 1] == 1)
    first--;
  while (last + 1 < attribute->n_values && levels[last] == 1)
    last++;
  label_run (attribute, first, last, label);
}

/* The missing value is below the root alone. */
static gboolean
is_below (const CutAttribute *attribute, guint node, guint value)
{
  const guint level = attribute->node_levels[node];

  return level == attribute->height
         || (value < attribute->n_values
             && value >> level == attribute->node_leaves[node] >> level);
}

static void
label_node (const CutAttribute *attribute, guint level, guint value, CutLabel *label)
{
  if (level == attribute->height)
    *label = (CutLabel){ "*", level, attribute->n_values + (attribute->missing_apart ? 1 : 0) };
  else if (value == attribute->n_values)
    *label = (CutLabel){ "(missing)", level, 1 };
  else
    {
      *label = (CutLabel){ .level = level, .n_covered = count_group (attribute, level, value) };
      if (level == 0)
        g_snprintf (label->text, sizeof label->text, "%s", attribute->values[value]);
      else
        g_snprintf (label->text, sizeof label->text, "l%u-%u", level, value >> level);
    }
}

/* Nodes with the same leaves share a dimension, which gives the highest label that is in the range,
 * and what is alone has the lowest. */
static guint
find_level_in_range (const CutAttribute *attribute, guint level, guint value)
{
  if (value == attribute->n_values)
    return level <= attribute->highest ? level : 0;
  if (level == 0)
    return attribute->lowest;
  while (level > attribute->highest)
    {
      ck_assert_uint_eq (count_group (attribute, level, value),
                         count_group (attribute, level - 1, value));
      level--;
    }
  return level;
}

void
cut_attribute_label (const CutAttribute *attribute, const guint *levels, guint value,
                     CutLabel *label)
{
  guint level = 0;

  if (attribute->kind == CUT_LEVELS)
    label_node (attribute, levels[0], value, label);
  else if (attribute->kind == CUT_SUBTREES)
    {
      for (guint node = attribute->n_nodes; node-- > 0;)
        if (levels[node] == 1 && is_below (attribute, node, value))
          level = attribute->node_levels[node];
      label_node (attribute, find_level_in_range (attribute, level, value), value, label);
    }
  else
    find_run (attribute, levels, value, label);
}

static void
add_column (DeidDataset *dataset, guint a, const CutAttribute *attribute, const guint *rows,
            guint n_rows)
{
  g_autofree char *name = g_strdup_printf ("q%u", a);
  const char *texts[CUT_MAX_ROWS];
  GError *error = NULL;

  for (guint row = 0; row < n_rows; row++)
    texts[row] = rows[row] == attribute->n_values || attribute->values[rows[row]][0] == '\0'
                     ? NULL
                     : attribute->values[rows[row]];
  deid_dataset_add_string_column (dataset, name, texts, n_rows, NULL, &error);
  assert_no_error (error);
}

static const char *
get_diagnosis (guint row)
{
  return row % 3 == 0 ? "flu" : "cold";
}

DeidDataset *
cut_problem_build_dataset (const CutProblem *problem)
{
  DeidDataset *dataset = deid_dataset_new ("cut table");
  gint64 weights[CUT_MAX_ROWS];
  const char *diagnoses[CUT_MAX_ROWS];

  for (guint a = 0; a < problem->n_attributes; a++)
    add_column (dataset, a, &problem->attributes[a], problem->attributes[a].rows, problem->n_rows);
  for (guint row = 0; row < problem->n_rows; row++)
    {
      weights[row] = problem->weights[row];
      diagnoses[row] = get_diagnosis (row);
    }
  ck_assert (deid_dataset_add_integer_column (dataset, "weight", weights, problem->n_rows, NULL, 0,
                                              NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "weight", DEID_ROLE_WEIGHT, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "diagnosis", diagnoses, problem->n_rows, NULL,
                                             NULL));
  ck_assert (deid_dataset_set_role (dataset, "diagnosis", DEID_ROLE_SENSITIVE, NULL));
  return dataset;
}

DeidDataset *
cut_problem_build_population (const CutProblem *problem)
{
  DeidDataset *dataset = deid_dataset_new ("cut population");

  for (guint a = 0; a < problem->n_attributes; a++)
    add_column (dataset, a, &problem->attributes[a], problem->attributes[a].population,
                problem->n_population);
  return dataset;
}

static DeidHierarchy *
build_hierarchy (const CutAttribute *attribute)
{
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new ("cut hierarchy");
  GError *error = NULL;
  DeidHierarchy *hierarchy;

  for (guint value = 0; value < attribute->n_values; value++)
    {
      CutLabel labels[CUT_MAX_HEIGHT + 1];
      const char *row[CUT_MAX_HEIGHT + 2] = { NULL };

      for (guint level = 0; level <= attribute->height; level++)
        {
          label_node (attribute, level, value, &labels[level]);
          row[level] = labels[level].text;
        }
      ck_assert (deid_hierarchy_builder_add_row (builder, row, NULL));
    }
  hierarchy = deid_hierarchy_builder_build (builder, &error);
  assert_no_error (error);
  return hierarchy;
}

DeidLattice *
cut_problem_build_lattice (const CutProblem *problem, DeidDataset *dataset)
{
  DeidLattice *lattice = deid_lattice_new (dataset);
  GError *error = NULL;

  for (guint a = 0; a < problem->n_attributes; a++)
    {
      const CutAttribute *attribute = &problem->attributes[a];
      g_autofree char *name = g_strdup_printf ("q%u", a);
      g_autoptr (DeidHierarchy) hierarchy
          = attribute->kind >= CUT_LEAVES ? build_hierarchy (attribute) : NULL;

      if (attribute->kind == CUT_NUMERIC)
        deid_lattice_add_numeric_cuts (lattice, name, DEID_CUT_ENDS_ROUNDED, &error);
      else if (attribute->kind == CUT_ORDERED)
        deid_lattice_add_ordered_cuts (lattice, name, attribute->values, attribute->n_values,
                                       DEID_CUT_ENDS_ROUNDED, &error);
      else if (attribute->kind == CUT_LEAVES)
        deid_lattice_add_leaf_cuts (lattice, name, hierarchy, &error);
      else if (attribute->kind == CUT_SUBTREES)
        deid_lattice_add_subtree_cuts (lattice, name, hierarchy, NULL, &error);
      else
        deid_lattice_add_quasi_identifier (lattice, name, hierarchy, NULL, &error);
      assert_no_error (error);
    }
  return lattice;
}

/* What cannot be has no effect. */
static void
limit_attribute (CutAttribute *attribute, const char *name, DeidLattice *lattice, GRand *rand)
{
  const guint first = (guint) g_rand_int_range (rand, 0, (gint32) attribute->n_values);
  const guint last = (guint) g_rand_int_range (rand, (gint32) first, (gint32) attribute->n_values);
  guint lowest, highest;

  if (attribute->kind == CUT_LEVELS)
    return;
  if (g_rand_boolean (rand))
    deid_lattice_keep_apart (lattice, name, attribute->values[last], NULL);
  if (g_rand_boolean (rand))
    deid_lattice_keep_together (lattice, name, attribute->values[first], attribute->values[last],
                                NULL);
  if (attribute->kind != CUT_SUBTREES || g_rand_boolean (rand))
    return;
  lowest = (guint) g_rand_int_range (rand, 0, (gint32) attribute->height + 1);
  highest = (guint) g_rand_int_range (rand, (gint32) lowest, (gint32) attribute->height + 1);
  if (!deid_lattice_set_level_range (lattice, name, lowest, highest, NULL))
    return;
  attribute->lowest = lowest;
  attribute->highest = highest;
}

void
cut_problem_limit (CutProblem *problem, DeidLattice *lattice, GRand *rand)
{
  for (guint a = 0; a < problem->n_attributes; a++)
    {
      g_autofree char *name = g_strdup_printf ("q%u", a);

      limit_attribute (&problem->attributes[a], name, lattice, rand);
    }
}

/* A missing value that is not mentioned stands behind the others. */
static guint
count_labels (const CutAttribute *attribute, const guint *levels)
{
  g_autoptr (GHashTable) texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint value = 0; value < attribute->n_values; value++)
    {
      CutLabel label;

      cut_attribute_label (attribute, levels, value, &label);
      g_hash_table_add (texts, g_strdup (label.text));
    }
  return g_hash_table_size (texts);
}

void
cut_problem_limit_blocks (CutProblem *problem, DeidLattice *lattice, GRand *rand)
{
  for (guint a = 0; a < problem->n_attributes; a++)
    {
      CutAttribute *attribute = &problem->attributes[a];
      const guint more = (guint) g_rand_int_range (rand, 0, 6);
      const guint first = deid_lattice_get_first_dimension (lattice, a);
      g_autofree char *name = g_strdup_printf ("q%u", a);
      guint top[CUT_MAX_DIMENSIONS];
      GError *error = NULL;

      for (guint d = 0; d < cut_attribute_count_dimensions (attribute); d++)
        top[d] = deid_lattice_get_height (lattice, first + d);
      if (attribute->kind == CUT_LEVELS || more > 3)
        continue;
      attribute->max_blocks = count_labels (attribute, top) + more / 2;
      deid_lattice_set_max_blocks (lattice, name, attribute->max_blocks, &error);
      assert_no_error (error);
      ck_assert_uint_eq (deid_lattice_get_max_blocks (lattice, a), attribute->max_blocks);
    }
}

gboolean
cut_problem_has_few_blocks (const CutProblem *problem, const guint *levels)
{
  for (guint a = 0; a < problem->n_attributes; a++)
    {
      const CutAttribute *attribute = &problem->attributes[a];

      if (count_labels (attribute, levels) > attribute->max_blocks)
        return FALSE;
      levels += cut_attribute_count_dimensions (attribute);
    }
  return TRUE;
}

DeidProblem *
cut_problem_build (const CutProblem *problem, DeidLattice *lattice, const char *quality)
{
  g_autofree char *specification
      = g_strdup_printf (problem->n_population > 0 ? "kmap:%u" : "k:%u", problem->k);
  g_autoptr (DeidPrivacyModel) model
      = deid_privacy_model_new_from_specification (specification, NULL, NULL);
  g_autoptr (DeidQualityModel) measure = deid_quality_model_new_from_specification (quality, NULL);
  DeidProblem *built = deid_problem_new (lattice);
  GError *error = NULL;

  deid_problem_add_privacy_model (built, model, &error);
  assert_no_error (error);
  deid_problem_set_quality_model (built, measure, &error);
  assert_no_error (error);
  deid_problem_set_suppression_limit (built, problem->limit, &error);
  assert_no_error (error);
  if (problem->group_percent < 100)
    deid_problem_set_group_limit (built, "diagnosis", problem->group_percent / 100.0, &error);
  assert_no_error (error);
  if (problem->n_population > 0)
    {
      g_autoptr (DeidDataset) population = cut_problem_build_population (problem);

      deid_problem_set_population (built, population, NULL, &error);
      assert_no_error (error);
    }
  return built;
}

char *
cut_problem_join_labels (const CutProblem *problem, const guint *levels, gboolean of_population,
                         guint row)
{
  GString *text = g_string_new (NULL);

  for (guint a = 0; a < problem->n_attributes; a++)
    {
      const CutAttribute *attribute = &problem->attributes[a];
      CutLabel label;

      cut_attribute_label (attribute, levels,
                           of_population ? attribute->population[row] : attribute->rows[row],
                           &label);
      g_string_append_printf (text, "%s\n", label.text);
      levels += cut_attribute_count_dimensions (attribute);
    }
  return g_string_free (text, FALSE);
}

static void
judge (const CutProblem *problem, const guint *levels, CutVerdict *verdict)
{
  g_auto (GStrv) rows = g_new0 (char *, CUT_MAX_ROWS + 1);
  g_auto (GStrv) others = g_new0 (char *, CUT_MAX_ROWS + 1);

  for (guint row = 0; row < problem->n_rows; row++)
    rows[row] = cut_problem_join_labels (problem, levels, FALSE, row);
  for (guint row = 0; row < problem->n_population; row++)
    others[row] = cut_problem_join_labels (problem, levels, TRUE, row);
  for (guint row = 0; row < problem->n_rows; row++)
    {
      guint n = 0;

      for (guint i = 0; problem->n_population == 0 && i < problem->n_rows; i++)
        n += g_str_equal (rows[i], rows[row]) ? problem->weights[i] : 0;
      for (guint i = 0; i < problem->n_population; i++)
        n += g_str_equal (others[i], rows[row]);
      verdict->suppressed[row] = n < problem->k;
      verdict->n_suppressed += n < problem->k ? problem->weights[row] : 0;
    }
}

static guint
count_levels (const CutAttribute *attribute)
{
  return attribute->kind >= CUT_SUBTREES ? attribute->height + 1 : attribute->n_values;
}

static void
measure (const CutProblem *problem, const CutAttribute *attribute, const guint *levels,
         double factor, CutVerdict *verdict)
{
  const double s = MIN (1, 2 * factor), e = MIN (1, 2 - 2 * factor);
  const double d = attribute->n_values + (attribute->missing_apart ? 1 : 0);

  for (guint row = 0; row < problem->n_rows; row++)
    {
      const double weight = problem->weights[row];
      CutLabel label;
      double n;

      cut_attribute_label (attribute, levels, attribute->rows[row], &label);
      n = label.n_covered;
      if (d > 1)
        verdict->loss += weight
                         * (verdict->suppressed[row] ? s + (1 - s) * (n - 1) / (d - 1)
                                                     : e * (n - 1) / (d - e));
      if (count_levels (attribute) > 1)
        verdict->precision
            += weight
               * (verdict->suppressed[row] ? 1 : label.level / (count_levels (attribute) - 1.0));
    }
}

static gboolean
exceeds_group_limit (const CutProblem *problem, const gboolean *suppressed)
{
  for (guint row = 0; row < MIN (problem->n_rows, 2); row++) /* one of each diagnosis */
    {
      guint n = 0, n_suppressed = 0;

      for (guint i = 0; i < problem->n_rows; i++)
        if (strcmp (get_diagnosis (i), get_diagnosis (row)) == 0)
          {
            n += problem->weights[i];
            n_suppressed += suppressed[i] ? problem->weights[i] : 0;
          }
      if (100 * n_suppressed > problem->group_percent * n)
        return TRUE;
    }
  return FALSE;
}

void
cut_problem_check (const CutProblem *problem, const guint *levels, double factor,
                   CutVerdict *verdict)
{
  guint64 n_records = 0;

  *verdict = (CutVerdict){ .n_suppressed = 0 };
  for (guint row = 0; row < problem->n_rows; row++)
    n_records += problem->weights[row];
  judge (problem, levels, verdict);
  verdict->is_solution = (double) verdict->n_suppressed / (double) n_records <= problem->limit
                         && verdict->n_suppressed < n_records
                         && !exceeds_group_limit (problem, verdict->suppressed)
                         && cut_problem_has_few_blocks (problem, levels);
  for (guint a = 0; a < problem->n_attributes; a++)
    {
      measure (problem, &problem->attributes[a], levels, factor, verdict);
      levels += cut_attribute_count_dimensions (&problem->attributes[a]);
    }
  verdict->loss /= (double) n_records * problem->n_attributes;
  verdict->precision /= (double) n_records * problem->n_attributes;
}
