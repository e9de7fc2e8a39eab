/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/local-table.h"

#include "support/lesson.h"

static guint
random_in (GRand *rand, guint begin, guint end)
{
  return (guint) g_rand_int_range (rand, (gint32) begin, (gint32) end);
}

/* Each level merges groups of the one below at random. */
static void
make_column (LocalColumn *column, GRand *rand)
{
  guint n_groups = column->n_leaves = random_in (rand, 2, LOCAL_MAX_LEAVES + 1);

  column->has_runs = column->has_missing = FALSE;
  column->max_values = 0;
  column->n_levels = random_in (rand, 2, LOCAL_MAX_LEVELS + 1);
  for (guint leaf = 0; leaf < column->n_leaves; leaf++)
    column->groups[0][leaf] = leaf;
  for (guint level = 1; level < column->n_levels; level++)
    {
      const guint n_above = level + 1 == column->n_levels ? 1 : 1 + n_groups / 2;
      guint above[LOCAL_MAX_LEAVES];

      for (guint group = 0; group < n_groups; group++)
        above[group] = random_in (rand, 0, n_above);
      for (guint leaf = 0; leaf < column->n_leaves; leaf++)
        column->groups[level][leaf] = above[column->groups[level - 1][leaf]];
      n_groups = n_above;
    }
}

void
local_table_make (LocalTable *table, GRand *rand, guint max_rows)
{
  table->k = random_in (rand, 1, MIN (6, max_rows + 1));
  table->n_rows = random_in (rand, table->k, max_rows + 1);
  table->l = 1;
  table->n_suppressed = 0;
  table->is_weighted = FALSE;
  table->n_columns = random_in (rand, 1, LOCAL_MAX_ATTRIBUTES + 1);
  for (guint c = 0; c < table->n_columns; c++)
    make_column (&table->columns[c], rand);
  for (guint row = 0; row < table->n_rows; row++)
    for (guint c = 0; c < table->n_columns; c++)
      table->values[row][c] = random_in (rand, 0, table->columns[c].n_leaves);
}

/* All rows together have enough values. */
void
local_table_diversify (LocalTable *table, GRand *rand)
{
  if (table->n_rows < 2)
    return;
  table->l = random_in (rand, 2, MIN (6, table->n_rows + 1));
  for (guint row = 0; row < table->n_rows; row++)
    table->sensitive[row] = row < table->l ? row : random_in (rand, 0, table->l + 1);
}

/* Has one value in eight of a column missing. */
static void
lose_values (LocalTable *table, guint c, GRand *rand)
{
  for (guint row = 0; row < table->n_rows; row++)
    if (random_in (rand, 0, 8) == 0)
      {
        table->values[row][c] = table->columns[c].n_leaves;
        table->columns[c].has_missing = TRUE;
      }
}

void
local_table_make_runs (LocalTable *table, GRand *rand)
{
  for (guint c = 0; c < table->n_columns; c++)
    {
      const gboolean may_miss = g_rand_boolean (rand);

      table->columns[c].has_runs = c == 0 || random_in (rand, 0, 3) > 0;
      if (table->columns[c].has_runs && may_miss)
        lose_values (table, c, rand);
    }
}

/* Groups say nothing of what is missing, so that sets must be large enough where something is. */
void
local_table_make_sets (LocalTable *table, GRand *rand)
{
  for (guint c = 0; c < table->n_columns; c++)
    {
      LocalColumn *column = &table->columns[c];

      if (column->has_runs || (c > 0 && random_in (rand, 0, 3) == 0))
        continue;
      column->max_values = random_in (rand, 2, LOCAL_MAX_LEAVES + 2);
      if (column->max_values > column->n_leaves && g_rand_boolean (rand))
        lose_values (table, c, rand);
    }
}

static void
append_value (GString *rows, const LocalColumn *column, guint value)
{
  if (value == column->n_leaves)
    g_string_append_c (rows, '?');
  else
    g_string_append_printf (rows, column->has_runs ? "%u" : "v%u", value);
}

static gboolean
are_alike (const LocalTable *table, guint a, guint b)
{
  for (guint c = 0; c < table->n_columns; c++)
    if (table->values[a][c] != table->values[b][c])
      return FALSE;
  return table->l == 1 || table->sensitive[a] == table->sensitive[b];
}

/* Returns: how many rows are like a row, or 0 if it is not the first of them. */
static guint
weigh_row (const LocalTable *table, guint row)
{
  guint weight = 0;

  for (guint other = 0; other < table->n_rows; other++)
    if (are_alike (table, other, row))
      {
        if (other < row)
          return 0;
        weight++;
      }
  return weight;
}

static DeidDataset *
build_dataset (const LocalTable *table)
{
  g_autoptr (GString) rows = g_string_new (NULL);

  for (guint c = 0; c < table->n_columns; c++)
    g_string_append_printf (rows, "%sa%u", c == 0 ? "" : " ", c);
  g_string_append (rows, table->l > 1 ? " s:sensitive" : "");
  g_string_append (rows, table->is_weighted ? " w:weight\n" : "\n");
  for (guint row = 0; row < table->n_rows; row++)
    {
      if (table->is_weighted && weigh_row (table, row) == 0)
        continue;
      for (guint c = 0; c < table->n_columns; c++)
        {
          g_string_append (rows, c == 0 ? "" : " ");
          append_value (rows, &table->columns[c], table->values[row][c]);
        }
      if (table->l > 1)
        g_string_append_printf (rows, " s%u", table->sensitive[row]);
      if (table->is_weighted)
        g_string_append_printf (rows, " %u", weigh_row (table, row));
      g_string_append_c (rows, '\n');
    }
  return lesson_make_table (rows->str);
}

static void
add_hierarchy (DeidLattice *lattice, const char *name, const LocalColumn *column, GError **error)
{
  g_autoptr (GString) lines = g_string_new (NULL);
  g_autoptr (DeidHierarchy) hierarchy = NULL;

  for (guint leaf = 0; leaf < column->n_leaves; leaf++)
    {
      g_string_append_printf (lines, "%s v%u", name, leaf);
      for (guint level = 1; level < column->n_levels; level++)
        g_string_append_printf (lines, " g%u.%u", level, column->groups[level][leaf]);
      g_string_append_c (lines, '\n');
    }
  hierarchy = lesson_make_hierarchy (name, lines->str);
  if (deid_lattice_add_quasi_identifier (lattice, name, hierarchy, NULL, error))
    deid_lattice_set_label_sets (lattice, name, column->max_values, error);
}

static void
add_cuts (DeidLattice *lattice, const char *name, const LocalColumn *column, GError **error)
{
  char texts[LOCAL_MAX_LEAVES][8];
  const char *values[LOCAL_MAX_LEAVES];

  for (guint leaf = 0; leaf < column->n_leaves; leaf++)
    {
      g_snprintf (texts[leaf], sizeof texts[leaf], "%u", leaf);
      values[leaf] = texts[leaf];
    }
  deid_lattice_add_ordered_cuts (lattice, name, values, column->n_leaves, DEID_CUT_ENDS_EXACT,
                                 error);
}

DeidProblem *
local_table_build (const LocalTable *table)
{
  g_autoptr (DeidDataset) dataset = build_dataset (table);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  DeidProblem *problem;
  GError *error = NULL;

  for (guint c = 0; c < table->n_columns; c++)
    {
      g_autofree char *name = g_strdup_printf ("a%u", c);

      (table->columns[c].has_runs ? add_cuts : add_hierarchy) (lattice, name, &table->columns[c],
                                                               &error);
      g_assert_no_error (error);
    }
  problem = deid_problem_new (lattice);
  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (table->k, NULL));
  if (table->l > 1)
    lesson_add_model (problem, deid_privacy_model_new_distinct_l_diversity ("s", table->l, NULL));
  if (table->n_suppressed > 0)
    g_assert_true (deid_problem_set_suppression_limit (
        problem, MIN (1, (table->n_suppressed + 0.5) / table->n_rows), NULL));
  return problem;
}

static guint
count_domain (const LocalColumn *column)
{
  return column->n_leaves + (column->has_missing ? 1 : 0);
}

/* Returns: how many values are from the least to the greatest one of all rows. The run of all
 * numbers stands for the missing value, too. */
static guint
count_run (const LocalTable *table, guint c, const guint *rows, guint n)
{
  const LocalColumn *column = &table->columns[c];
  guint first = G_MAXUINT, last = 0;

  for (guint i = 0; i < n; i++)
    {
      first = MIN (first, table->values[rows[i]][c]);
      last = MAX (last, table->values[rows[i]][c]);
    }
  if (first < last && (last == column->n_leaves || last - first + 1 == column->n_leaves))
    return count_domain (column);
  return last - first + 1;
}

/* Returns: how many leaves the smallest group has that holds the values of all rows. */
static guint
count_group (const LocalTable *table, guint c, const guint *rows, guint n)
{
  const LocalColumn *column = &table->columns[c];

  for (guint level = 0; level < column->n_levels; level++)
    {
      const guint *groups = column->groups[level];
      const guint group = groups[table->values[rows[0]][c]];
      gboolean covers = TRUE;
      guint n_covered = 0;

      for (guint i = 0; i < n; i++)
        covers &= groups[table->values[rows[i]][c]] == group;
      for (guint leaf = 0; leaf < column->n_leaves; leaf++)
        n_covered += groups[leaf] == group;
      if (covers)
        return n_covered;
    }
  g_assert_not_reached ();
}

static guint
count_values (const LocalTable *table, guint c, const guint *rows, guint n)
{
  guint seen = 0;

  for (guint i = 0; i < n; i++)
    seen |= 1u << table->values[rows[i]][c];
  return (guint) __builtin_popcount (seen);
}

/* Returns: how many leaves a class covers in a column. */
static guint
count_covered (const LocalTable *table, guint c, const guint *rows, guint n)
{
  const LocalColumn *column = &table->columns[c];
  const guint n_values = count_values (table, c, rows, n);

  if (column->has_runs)
    return count_run (table, c, rows, n);
  return n_values <= column->max_values ? n_values : count_group (table, c, rows, n);
}

double
local_table_cost_class (const LocalTable *table, const guint *rows, guint n)
{
  double cost = 0;

  for (guint c = 0; c < table->n_columns; c++)
    cost += (count_covered (table, c, rows, n) - 1.0) / (count_domain (&table->columns[c]) - 1.0);
  return n * cost;
}

/* Reads `3-7`, a number, `*`, or NULL for what is missing.
 * Returns: how many values it stands for, of which @value is one. */
static guint
read_run (const LocalColumn *column, const char *label, guint value)
{
  char *end = NULL;
  guint first, last;

  if (label == NULL)
    {
      g_assert_true (value == column->n_leaves);
      return 1;
    }
  if (g_str_equal (label, "*"))
    return count_domain (column);
  first = last = (guint) g_ascii_strtoull (label, &end, 10);
  if (end[0] == '-')
    last = (guint) g_ascii_strtoull (end + 1, &end, 10);
  g_assert_true (end[0] == '\0' && first <= last && last < column->n_leaves);
  g_assert_true (first <= value && value <= last);
  return last - first + 1;
}

/* Returns: how many leaves the group has that a label is of, which must hold a value. The group of
 * all leaves has what is missing, too. */
static guint
read_group (const LocalColumn *column, const char *label, guint value)
{
  guint level = 0, group = 0, n = 0;

  if (label[0] == 'v')
    group = (guint) g_ascii_strtoull (label + 1, NULL, 10);
  else
    {
      char *end;

      level = (guint) g_ascii_strtoull (label + 1, &end, 10);
      group = (guint) g_ascii_strtoull (end + 1, NULL, 10);
    }
  g_assert_true (level < column->n_levels);
  if (level + 1 == column->n_levels)
    return count_domain (column);
  g_assert_true (value < column->n_leaves && column->groups[level][value] == group);
  for (guint leaf = 0; leaf < column->n_leaves; leaf++)
    n += column->groups[level][leaf] == group;
  return n;
}

/* Reads `{v3, v7}`, in which `""` is what is missing, and NULL, a leaf or a group otherwise. */
static guint
read_set (const LocalColumn *column, const char *label, guint value)
{
  g_autofree char *spelled
      = value < column->n_leaves ? g_strdup_printf ("v%u", value) : g_strdup ("\"\"");
  g_autofree char *inside = NULL;
  g_auto (GStrv) values = NULL;

  if (label == NULL)
    return 1;
  if (label[0] != '{')
    return read_group (column, label, value);
  inside = g_strndup (label + 1, strlen (label) - 2);
  values = g_strsplit (inside, ", ", -1);
  g_assert_true (g_strv_contains ((const char *const *) values, spelled));
  g_assert_cmpuint (g_strv_length (values), <=, column->max_values);
  return g_strv_length (values);
}

static guint
read_label (const LocalColumn *column, const char *label, guint value)
{
  if (column->has_runs)
    return read_run (column, label, value);
  return column->max_values > 0 ? read_set (column, label, value)
                                : read_group (column, label, value);
}

DeidDataset *
local_table_release (DeidResult *result)
{
  DeidDataset *released = lesson_apply (result);
  GError *error = NULL;

  deid_result_verify (result, released, NULL, &error);
  g_assert_no_error (error);
  return released;
}

static gboolean
have_same_labels (const LocalTable *table, const DeidDataset *released, guint a, guint b)
{
  for (guint c = 0; c < table->n_columns; c++)
    if (g_strcmp0 (deid_dataset_get_value (released, a, c), deid_dataset_get_value (released, b, c))
        != 0)
      return FALSE;
  return TRUE;
}

double
local_table_check_release (const LocalTable *table, const DeidDataset *released)
{
  double cost = 0;

  g_assert_cmpuint (deid_dataset_get_n_rows (released), ==, table->n_rows);
  for (guint row = 0; row < table->n_rows; row++)
    {
      guint n_alike = 0;

      for (guint other = 0; other < table->n_rows; other++)
        n_alike += have_same_labels (table, released, row, other) ? 1 : 0;
      g_assert_cmpuint (n_alike, >=, table->k);
      for (guint c = 0; c < table->n_columns; c++)
        {
          const LocalColumn *column = &table->columns[c];
          const char *label = deid_dataset_get_value (released, row, c);

          cost += (read_label (column, label, table->values[row][c]) - 1.0)
                  / (count_domain (column) - 1.0);
        }
    }
  return cost / table->n_rows / table->n_columns;
}

static double
cost_subset (const LocalTable *table, guint subset)
{
  guint rows[LOCAL_MAX_ROWS];
  guint n = 0, values = 0;

  for (guint row = 0; row < table->n_rows; row++)
    if ((subset >> row & 1) != 0)
      {
        rows[n++] = row;
        values |= table->l == 1 ? 0 : 1u << table->sensitive[row];
      }
  return n >= table->k && (table->l == 1 || (guint) __builtin_popcount (values) >= table->l)
             ? local_table_cost_class (table, rows, n)
             : G_MAXDOUBLE;
}

/* The class of the first row of a set is any subset that has it; the rest is a smaller set. */
double
local_table_find_optimum (const LocalTable *table)
{
  const guint n_subsets = 1u << table->n_rows;
  double *costs = g_new (double, n_subsets), *least = g_new (double, n_subsets);
  double optimum = G_MAXDOUBLE;

  g_assert_cmpuint (table->n_rows, <=, 12);
  for (guint subset = 1; subset < n_subsets; subset++)
    costs[subset] = cost_subset (table, subset);
  least[0] = 0;
  for (guint set = 1; set < n_subsets; set++)
    {
      least[set] = G_MAXDOUBLE;
      for (guint subset = set; subset > 0; subset = (subset - 1) & set)
        if ((subset & set & -set) != 0 && costs[subset] < G_MAXDOUBLE
            && least[set ^ subset] < G_MAXDOUBLE)
          least[set] = MIN (least[set], costs[subset] + least[set ^ subset]);
    }
  for (guint set = 0; set < n_subsets; set++)
    {
      const guint n_left_out = table->n_rows - (guint) __builtin_popcount (set);

      if (n_left_out <= table->n_suppressed && least[set] < G_MAXDOUBLE)
        optimum = MIN (optimum, least[set] / table->n_columns + n_left_out);
    }
  optimum /= table->n_rows;
  g_free (costs);
  g_free (least);
  return optimum;
}

gboolean
local_table_is_in_box (const LocalTable *table, const guint *levels, guint row, guint other)
{
  for (guint c = 0; c < table->n_columns; c++)
    {
      const guint *groups = table->columns[c].groups[levels[c]];

      if (groups[table->values[row][c]] != groups[table->values[other][c]])
        return FALSE;
    }
  return TRUE;
}
