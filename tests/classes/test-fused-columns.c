/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/suite.h"

#include <string.h>

#include "lattice/lattice-private.h"
#include "classes/fused-columns.h"
#include "support/skewed-table.h"

#define MAX_ATTRIBUTES 12
#define MAX_ROWS       4000

static const DeidStop never = { NULL, G_MAXINT64 };

/* The rows of a lattice's table, not fused. */
typedef struct
{
  const DeidCodes *codes[MAX_ATTRIBUTES];
  DeidRows rows;
} PlainRows;

static void
plain_rows_init (PlainRows *plain, const DeidLattice *lattice)
{
  plain->rows = (DeidRows){ .n = deid_dataset_get_n_rows (lattice->dataset),
                            .n_attributes = lattice->n_attributes,
                            .codes = plain->codes };
  for (guint a = 0; a < lattice->n_attributes; a++)
    plain->codes[a] = &deid_lattice_get_column (lattice, a)->codes;
}

static void
group (DeidGrouping *grouping, const DeidRows *rows, const DeidRecoding *const *recodings)
{
  GError *error = NULL;

  ck_assert (deid_grouping_run (grouping, rows, recodings, &never, &error));
  assert_no_error (error);
}

static void
check_labels (const DeidFusedColumns *fused, const DeidRecoding *const *recodings)
{
  guint64 n_beyond = 0;

  for (guint c = 0; c < fused->n_columns; c++)
    for (guint64 row = 0; row < fused->rows->n; row++)
      n_beyond += recodings[c]->labels[deid_codes_get (&fused->columns[c], row)]
                  >= recodings[c]->n_labels;
  ck_assert_uint_eq (n_beyond, 0);
}

/* By random policies, rows with and without fused columns get the same classes. */
static void
check_classes (DeidFusedColumns *fused, const PlainRows *plain, GRand *rand)
{
  const DeidCodes *codes[MAX_ATTRIBUTES];
  DeidRows rows = plain->rows;
  const DeidRecoding *recodings[MAX_ATTRIBUTES];
  DeidLevel levels[MAX_ATTRIBUTES];
  DeidGrouping expected = { 0 }, grouping = { 0 };

  rows.n_attributes = fused->n_columns;
  rows.codes = codes;
  for (guint c = 0; c < fused->n_columns; c++)
    codes[c] = &fused->columns[c];
  for (guint trial = 0; trial < 10; trial++)
    {
      const DeidRecoding *const *labels;

      for (guint a = 0; a < plain->rows.n_attributes; a++)
        {
          levels[a] = (DeidLevel) (g_rand_int (rand) % fused->attributes[a].n_levels);
          recodings[a] = &fused->attributes[a].levels[levels[a]];
        }
      labels = deid_fused_columns_recode (fused, levels);
      check_labels (fused, labels);
      group (&expected, &plain->rows, recodings);
      group (&grouping, &rows, labels);
      ck_assert_uint_eq (grouping.n_classes, expected.n_classes);
      ck_assert (memcmp (grouping.class_of_row, expected.class_of_row,
                         plain->rows.n * sizeof *expected.class_of_row)
                 == 0);
    }
  deid_grouping_clear (&expected);
  deid_grouping_clear (&grouping);
}

START_TEST (test_random_tables)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (8);
  guint n_single = 0, n_fused = 0, n_between = 0;

  for (guint trial = 0; trial < count_trials (200); trial++)
    {
      SkewedTable table;
      g_autoptr (DeidLattice) lattice = NULL;
      DeidFusedColumns fused;
      PlainRows plain;
      GError *error = NULL;

      skewed_table_init_random (&table, rand, MAX_ATTRIBUTES, MAX_ROWS, 100000);
      lattice = skewed_table_build (&table, rand);
      plain_rows_init (&plain, lattice);
      ck_assert (deid_fused_columns_init (&fused, &plain.rows, lattice->attributes, &error));
      assert_no_error (error);
      check_classes (&fused, &plain, rand);
      n_single += fused.n_columns == lattice->n_attributes;
      n_fused += fused.n_columns < lattice->n_attributes;
      n_between += fused.n_columns < lattice->n_attributes && fused.n_columns > 1;
      deid_fused_columns_clear (&fused);
    }
  ck_assert_uint_ge (n_single, count_trials (20) / 2);
  ck_assert_uint_ge (n_fused, count_trials (60) / 2);
  ck_assert_uint_ge (n_between, count_trials (40) / 2);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("fused-columns");
  TCase *tcase = tcase_create ("fused-columns");

  tcase_set_timeout (tcase, 120);
  tcase_add_test (tcase, test_random_tables);
  suite_add_tcase (suite, tcase);
  return suite;
}
