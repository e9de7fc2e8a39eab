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
  table->n_columns = random_in (rand, 1, LOCAL_MAX_ATTRIBUTES + 1);
  for (guint c = 0; c < table->n_columns; c++)
    make_column (&table->columns[c], rand);
  for (guint row = 0; row < table->n_rows; row++)
    for (guint c = 0; c < table->n_columns; c++)
      table->values[row][c] = random_in (rand, 0, table->columns[c].n_leaves);
}

DeidProblem *
local_table_build (const LocalTable *table)
{
  GString *rows = g_string_new (NULL), *hierarchies = g_string_new (NULL);
  DeidProblem *problem;
  GError *error = NULL;

  for (guint c = 0; c < table->n_columns; c++)
    g_string_append_printf (rows, "a%u%s", c, c + 1 < table->n_columns ? " " : "\n");
  for (guint row = 0; row < table->n_rows; row++)
    for (guint c = 0; c < table->n_columns; c++)
      g_string_append_printf (rows, "v%u%s", table->values[row][c],
                              c + 1 < table->n_columns ? " " : "\n");
  for (guint c = 0; c < table->n_columns; c++)
    for (guint leaf = 0; leaf < table->columns[c].n_leaves; leaf++)
      {
        g_string_append_printf (hierarchies, "a%u v%u", c, leaf);
        for (guint level = 1; level < table->columns[c].n_levels; level++)
          g_string_append_printf (hierarchies, " g%u.%u", level,
                                  table->columns[c].groups[level][leaf]);
        g_string_append_c (hierarchies, '\n');
      }
  problem = lesson_make_problem (rows->str, hierarchies->str,
                                 deid_privacy_model_new_k_anonymity (table->k, NULL));
  deid_problem_set_suppression_limit (problem, 0, &error);
  g_assert_no_error (error);
  g_string_free (rows, TRUE);
  g_string_free (hierarchies, TRUE);
  return problem;
}

/* Returns: how many leaves the smallest group has that holds the values of all rows. */
static guint
count_covered (const LocalTable *table, guint c, const guint *rows, guint n)
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

double
local_table_cost_class (const LocalTable *table, const guint *rows, guint n)
{
  double cost = 0;

  for (guint c = 0; c < table->n_columns; c++)
    cost += (count_covered (table, c, rows, n) - 1.0) / (table->columns[c].n_leaves - 1.0);
  return n * cost;
}

static double
cost_subset (const LocalTable *table, guint subset)
{
  guint rows[LOCAL_MAX_ROWS];
  guint n = 0;

  for (guint row = 0; row < table->n_rows; row++)
    if ((subset >> row & 1) != 0)
      rows[n++] = row;
  return n >= table->k ? local_table_cost_class (table, rows, n) : G_MAXDOUBLE;
}

/* The class of the first row of a set is any subset that has it; the rest is a smaller set. */
double
local_table_find_optimum (const LocalTable *table)
{
  const guint n_subsets = 1u << table->n_rows;
  double *costs = g_new (double, n_subsets), *least = g_new (double, n_subsets);
  double optimum;

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
  optimum = least[n_subsets - 1] / table->n_rows / table->n_columns;
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
