/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/skewed-table.h"

#include <math.h>

#include "support/sample.h"
#include "support/suite.h"

#define N_SENSITIVE_VALUES 6
#define MAX_HEIGHT         5
#define MAX_LEAVES         40

void
skewed_table_init_random (SkewedTable *table, GRand *rand, guint max_attributes, guint max_rows,
                          guint max_policies)
{
  guint n_policies = 1;

  *table = (SkewedTable){ .n_rows = (guint) g_rand_int_range (rand, 1, (gint32) max_rows + 1),
                          .skew = g_rand_double_range (rand, 1, 4),
                          .repeat = g_rand_int (rand) % 3 == 0 ? 0.9 : 0,
                          .has_weights = g_rand_int (rand) % 4 == 0,
                          .has_persons = g_rand_int (rand) % 8 == 0 };
  table->n_attributes = (guint) g_rand_int_range (rand, 1, (gint32) max_attributes + 1);
  for (guint a = 0; a < table->n_attributes; a++)
    {
      guint height
          = g_rand_int (rand) % 10 == 0 ? 0 : (guint) g_rand_int_range (rand, 1, MAX_HEIGHT);

      while (n_policies * (height + 1) > max_policies)
        height--;
      n_policies *= height + 1;
      table->heights[a] = height;
      table->n_leaves[a] = (guint) g_rand_int_range (rand, 1, MAX_LEAVES + 1);
    }
}

/* Merges groups of leaves at random from level to level; the top has one label as a rule. */
static DeidHierarchy *
build_hierarchy (guint n_leaves, guint height, GRand *rand)
{
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);
  guint groups[MAX_HEIGHT][MAX_LEAVES], n_groups = n_leaves;
  const gboolean has_single_top = g_rand_int (rand) % 8 > 0;
  DeidHierarchy *hierarchy;
  GError *error = NULL;

  for (guint level = 0; level <= height; level++)
    {
      const guint n_above = level == height && has_single_top ? 1 : 1 + n_groups / 2;
      guint above[MAX_LEAVES];

      for (guint group = 0; group < n_groups; group++)
        above[group] = level == 0 ? group : g_rand_int (rand) % n_above;
      for (guint leaf = 0; leaf < n_leaves; leaf++)
        groups[level][leaf] = above[level == 0 ? leaf : groups[level - 1][leaf]];
      n_groups = level == 0 ? n_leaves : n_above;
    }
  for (guint leaf = 0; leaf < n_leaves; leaf++)
    {
      g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);

      for (guint level = 0; level <= height; level++)
        g_ptr_array_add (labels, level == 0
                                     ? g_strdup_printf ("%u", leaf)
                                     : g_strdup_printf ("%u of %u", groups[level][leaf], level));
      g_ptr_array_add (labels, NULL);
      deid_hierarchy_builder_add_row (builder, (const char *const *) labels->pdata, &error);
      assert_no_error (error);
    }
  hierarchy = deid_hierarchy_builder_build (builder, &error);
  assert_no_error (error);
  return hierarchy;
}

static gint64
draw (GRand *rand, guint n, double skew)
{
  return (gint64) (n * pow (g_rand_double (rand), skew));
}

static void
add_column (DeidDataset *dataset, const char *name, const gint64 *values, guint n_rows,
            DeidRole role)
{
  GError *error = NULL;

  deid_dataset_add_integer_column (dataset, name, values, n_rows, NULL, 0, NULL, &error);
  assert_no_error (error);
  deid_dataset_set_role (dataset, name, role, &error);
  assert_no_error (error);
}

/* Which row each row is like: itself, or an earlier one. */
static guint *
choose_sources (const SkewedTable *table, GRand *rand)
{
  guint *sources = g_new (guint, table->n_rows);

  for (guint row = 0; row < table->n_rows; row++)
    sources[row]
        = row > 0 && g_rand_double (rand) < table->repeat ? sources[g_rand_int (rand) % row] : row;
  return sources;
}

static void
add_random_column (DeidDataset *dataset, const char *name, const SkewedTable *table, GRand *rand,
                   const guint *sources, guint n_values, gint64 lowest, DeidRole role)
{
  g_autofree gint64 *values = g_new (gint64, table->n_rows);

  for (guint row = 0; row < table->n_rows; row++)
    values[row] = sources != NULL && sources[row] < row
                      ? values[sources[row]]
                      : lowest + draw (rand, n_values, table->skew);
  add_column (dataset, name, values, table->n_rows, role);
}

DeidLattice *
skewed_table_build (const SkewedTable *table, GRand *rand)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  g_autofree guint *sources = choose_sources (table, rand);
  DeidLattice *lattice;
  GError *error = NULL;

  for (guint a = 0; a < table->n_attributes; a++)
    {
      g_autofree char *name = g_strdup_printf ("q%u", a);

      add_random_column (dataset, name, table, rand, sources, table->n_leaves[a], 0,
                         DEID_ROLE_QUASI_IDENTIFYING);
    }
  add_random_column (dataset, "s", table, rand, sources, N_SENSITIVE_VALUES, 0,
                     DEID_ROLE_SENSITIVE);
  if (table->has_weights)
    add_random_column (dataset, "weight", table, rand, NULL, 5, 1, DEID_ROLE_WEIGHT);
  if (table->has_persons)
    add_random_column (dataset, "person", table, rand, NULL, table->n_rows, 0, DEID_ROLE_ENTITY);
  lattice = deid_lattice_new (dataset);
  for (guint a = 0; a < table->n_attributes; a++)
    {
      g_autofree char *name = g_strdup_printf ("q%u", a);
      g_autoptr (DeidHierarchy) hierarchy
          = build_hierarchy (table->n_leaves[a], table->heights[a], rand);

      deid_lattice_add_quasi_identifier (lattice, name, hierarchy, NULL, &error);
      assert_no_error (error);
    }
  return lattice;
}

DeidProblem *
skewed_table_build_problem (const SkewedTable *table, GRand *rand, const char *models, double limit)
{
  g_autoptr (DeidLattice) lattice = skewed_table_build (table, rand);

  return sample_state_problem (lattice, models, "s", limit);
}
