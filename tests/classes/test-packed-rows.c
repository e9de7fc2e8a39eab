/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/suite.h"

#include <string.h>

#include "lattice/lattice-private.h"
#include "classes/packed-rows.h"
#include "support/skewed-table.h"

#define MAX_ATTRIBUTES 12
#define MAX_ROWS       4000

static const DeidStop never = { NULL, G_MAXINT64 };

/* The rows of a lattice's table, not packed. */
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
check_labels (const DeidPackedRows *packed, const DeidPackedLabels *labels)
{
  guint64 n_beyond = 0;

  for (guint c = 0; c < packed->rows.n_attributes; c++)
    for (guint64 row = 0; row < packed->rows.n; row++)
      n_beyond += labels->recodings[c].labels[deid_codes_get (packed->rows.codes[c], row)]
                  >= labels->recodings[c].n_labels;
  ck_assert_uint_eq (n_beyond, 0);
}

/* At random policies packed rows fall into the classes of those that are not packed. */
static void
check_classes (const DeidPackedRows *packed, const PlainRows *plain, GRand *rand)
{
  const DeidRecoding *recodings[MAX_ATTRIBUTES];
  DeidLevel levels[MAX_ATTRIBUTES];
  DeidGrouping expected = { 0 }, grouping = { 0 };
  DeidPackedLabels labels;
  GError *error = NULL;

  ck_assert (deid_packed_labels_init (&labels, packed, &error));
  assert_no_error (error);
  for (guint trial = 0; trial < 10; trial++)
    {
      for (guint a = 0; a < packed->n_sources; a++)
        {
          levels[a] = (DeidLevel) (g_rand_int (rand) % packed->sources[a].n_levels);
          recodings[a] = &packed->sources[a].levels[levels[a]];
        }
      deid_packed_labels_set (&labels, packed, levels);
      check_labels (packed, &labels);
      group (&expected, &plain->rows, recodings);
      group (&grouping, &packed->rows, labels.pointers);
      ck_assert_uint_eq (grouping.n_classes, expected.n_classes);
      ck_assert (memcmp (grouping.class_of_row, expected.class_of_row,
                         plain->rows.n * sizeof *expected.class_of_row)
                 == 0);
    }
  deid_packed_labels_clear (&labels, packed);
  deid_grouping_clear (&expected);
  deid_grouping_clear (&grouping);
}

START_TEST (test_random_tables)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (8);
  guint n_single = 0, n_packed = 0, n_between = 0;

  for (guint trial = 0; trial < count_trials (200); trial++)
    {
      SkewedTable table;
      g_autoptr (DeidLattice) lattice = NULL;
      DeidPackedRows packed;
      PlainRows plain;
      GError *error = NULL;

      skewed_table_init_random (&table, rand, MAX_ATTRIBUTES, MAX_ROWS, 100000);
      lattice = skewed_table_build (&table, rand);
      plain_rows_init (&plain, lattice);
      ck_assert (deid_packed_rows_init (&packed, lattice->attributes, &plain.rows, &never, &error));
      assert_no_error (error);
      check_classes (&packed, &plain, rand);
      n_single += packed.rows.n_attributes == lattice->n_attributes;
      n_packed += packed.rows.n_attributes < lattice->n_attributes;
      n_between += packed.rows.n_attributes < lattice->n_attributes && packed.rows.n_attributes > 1;
      deid_packed_rows_clear (&packed);
    }
  ck_assert_uint_ge (n_single, count_trials (20) / 2);
  ck_assert_uint_ge (n_packed, count_trials (60) / 2);
  ck_assert_uint_ge (n_between, count_trials (40) / 2);
}
END_TEST

START_TEST (test_cancelled)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const DeidStop stop = { cancellable, G_MAXINT64 };
  g_autoptr (DeidLattice) lattice = NULL;
  DeidPackedRows packed;
  SkewedTable table;
  PlainRows plain;
  GError *error = NULL;

  skewed_table_init_random (&table, rand, MAX_ATTRIBUTES, MAX_ROWS, 100000);
  lattice = skewed_table_build (&table, rand);
  plain_rows_init (&plain, lattice);
  g_cancellable_cancel (cancellable);
  ck_assert (!deid_packed_rows_init (&packed, lattice->attributes, &plain.rows, &stop, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  deid_packed_rows_clear (&packed);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("packed-rows");
  TCase *tcase = tcase_create ("packed-rows");

  tcase_set_timeout (tcase, 120);
  tcase_add_test (tcase, test_random_tables);
  tcase_add_test (tcase, test_cancelled);
  suite_add_tcase (suite, tcase);
  return suite;
}
