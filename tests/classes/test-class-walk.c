/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Walks through lattices: classes, populations and risks that follow from step to step are those of
 * grouping the table anew. */
#include "support/suite.h"

#include <string.h>

#include "classes/class-walk.h"
#include "support/cut-problem.h"
#include "privacy/risk-sum.h"
#include "problem/preparation.h"

#define N_STEPS 40

/* What adds up over classes. */
typedef struct
{
  guint64 n_classes;
  guint64 n_records; /* in classes of fewer than three */
  DeidWide risk;
} Totals;

static void
tally (const DeidClassWalk *walk, guint32 number, gboolean is_there, gpointer data)
{
  Totals *totals = data;
  const guint64 n = walk->n_records[number];
  const guint64 records = n < 3 ? n : 0;
  const DeidWide risk
      = n
        * deid_record_risk (walk->n_population != NULL ? MAX (walk->n_population[number], 1) : 1,
                            2);

  totals->n_classes = is_there ? totals->n_classes + 1 : totals->n_classes - 1;
  totals->n_records += is_there ? records : -records;
  totals->risk += is_there ? risk : -risk;
}

/* Where the walk made no step, all classes are new. */
static void
set_policy (DeidClassWalk *walk, const DeidLevel *levels, Totals *totals)
{
  const DeidStop never = { .deadline = G_MAXINT64 };

  ck_assert (deid_class_walk_set (walk, levels, &never, NULL));
  if (walk->was_step)
    return;
  *totals = (Totals){ 0 };
  for (guint32 number = 0; number < walk->n_numbers; number++)
    tally (walk, number, TRUE, totals);
}

/* Each class of the grouping is one of the walk, with the same rows. */
static void
check_classes (const DeidClassWalk *walk, const DeidRows *rows, const DeidGrouping *grouping,
               const Totals *totals)
{
  g_autofree guint32 *found = g_new (guint32, grouping->n_classes);
  g_autofree guint64 *populations = g_new0 (guint64, grouping->n_classes);
  g_autofree guint32 *n_rows = g_new0 (guint32, grouping->n_classes);
  const guint64 n_own = deid_rows_get_n_own (rows);
  Totals plain = { .n_classes = grouping->n_classes };

  memset (found, 0xFF, grouping->n_classes * sizeof *found);
  for (guint64 row = 0; row < rows->n; row++)
    {
      const guint32 number = grouping->class_of_row[row];

      if (found[number] == G_MAXUINT32)
        found[number] = walk->grouping.class_of_row[row];
      ck_assert (found[number] == walk->grouping.class_of_row[row]);
      n_rows[number]++;
      populations[number] += row >= n_own ? rows->populations[row - n_own] : 0;
    }
  ck_assert_uint_eq (walk->n_classes, grouping->n_classes);
  for (guint32 number = 0; number < grouping->n_classes; number++)
    {
      ck_assert (!walk->is_ready || walk->classes[found[number]].n_rows == n_rows[number]);
      ck_assert (walk->n_records[found[number]] == grouping->sizes[number]);
      ck_assert (rows->n_population == 0
                 || walk->n_population[found[number]] == populations[number]);
      plain.n_records += grouping->sizes[number] < 3 ? grouping->sizes[number] : 0;
      plain.risk += grouping->sizes[number] * deid_record_risk (MAX (populations[number], 1), 2);
    }
  ck_assert_uint_eq (totals->n_classes, plain.n_classes);
  ck_assert_uint_eq (totals->n_records, plain.n_records);
  ck_assert (totals->risk == plain.risk);
}

static void
set_at_random (const DeidLattice *lattice, GRand *rand, guint n, DeidLevel *levels)
{
  for (guint i = 0; i < n; i++)
    {
      const guint d = (guint) g_rand_int_range (rand, 0, (gint32) lattice->n_dimensions);

      levels[d] = (DeidLevel) g_rand_int_range (rand, 0, lattice->heights[d] + 1);
    }
}

static void
walk_through (DeidProblem *problem, GRand *rand, gboolean merges, guint64 *n_moved,
              guint64 *n_grouped)
{
  const DeidStop never = { .deadline = G_MAXINT64 };
  g_autofree DeidLevel *levels = NULL;
  DeidGrouping grouping = { 0 };
  Totals totals = { 0 };
  DeidPreparation *preparation;
  DeidPreparedProblem prepared; /* of it */
  DeidClassWalk walk;
  DeidRecoder recoder;
  GError *error = NULL;

  preparation = deid_problem_prepare (problem, &never, &error);
  assert_no_error (error);
  prepared = merges ? *deid_preparation_get_distinct (preparation, &never, NULL) : preparation->all;
  levels = g_new0 (DeidLevel, prepared.lattice->n_dimensions);
  ck_assert (
      deid_recoder_init (&recoder, prepared.attributes, prepared.lattice->n_attributes, NULL));
  ck_assert (
      deid_class_walk_init (&walk, &prepared.rows, prepared.attributes, tally, &totals, NULL));
  for (guint i = 0; i < N_STEPS; i++)
    {
      set_at_random (prepared.lattice, rand, i % 10 == 9 ? 50 : i % 3, levels);
      set_policy (&walk, levels, &totals);
      ck_assert (deid_grouping_run (&grouping, &prepared.rows, deid_recoder_set (&recoder, levels),
                                    &never, NULL));
      check_classes (&walk, &prepared.rows, &grouping, &totals);
    }
  ck_assert_uint_gt (deid_class_walk_get_n_bytes (&walk), 0);
  *n_moved += walk.n_moved;
  *n_grouped += walk.n_grouped - 1;
  deid_class_walk_clear (&walk);
  deid_recoder_clear (&recoder);
  deid_grouping_clear (&grouping);
  deid_preparation_release (preparation);
}

START_TEST (random_walks)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  const guint n_trials = count_trials (200);
  guint64 n_moved = 0, n_grouped = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      g_autoptr (DeidDataset) dataset = NULL;
      g_autoptr (DeidLattice) lattice = NULL;
      g_autoptr (DeidProblem) built = NULL;
      CutProblem problem;

      cut_problem_init_random (&problem, rand);
      dataset = cut_problem_build_dataset (&problem);
      lattice = cut_problem_build_lattice (&problem, dataset);
      built = cut_problem_build (&problem, lattice, "loss:arith");
      walk_through (built, rand, trial % 2 == 0, &n_moved, &n_grouped);
    }
  ck_assert_uint_gt (n_moved, 0);
  ck_assert_uint_gt (n_grouped, 0);
}
END_TEST

/* Counts the rows of the run that is there when a dimension merges its two values. */
static guint
count_rows_of_run (const DeidLattice *lattice, guint d, const DeidLevel *levels)
{
  const DeidAttribute *attribute = &lattice->attributes[lattice->dimension_attribute[d]];
  const DeidLevel *cuts = levels + attribute->first_dimension;
  guint first = d - attribute->first_dimension, last = first + 1, n = 0;

  while (first > 0 && cuts[first - 1] > 0)
    first--;
  while (last < attribute->n_dimensions && cuts[last] > 0)
    last++;
  for (guint64 row = 0; row < deid_dataset_get_n_rows (lattice->dataset); row++)
    {
      const guint32 code = deid_codes_get (&deid_attribute_get_column (attribute)->codes, row);

      n += attribute->positions[code] >= first && attribute->positions[code] <= last;
    }
  return n;
}

/* After a few steps that group the table, those of one dimension move, where there are runs alone,
 * the lesser part of what is merged or split. */
START_TEST (steps_of_one_dimension)
{
  const guint n_values = 300, n_rows = 3000;
  g_autoptr (GRand) rand = g_rand_new_with_seed (6);
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("ages");
  g_autoptr (DeidLattice) lattice = NULL;
  g_autofree gint64 *ages = g_new (gint64, n_rows), *days = g_new (gint64, n_rows);
  g_autofree DeidLevel *levels = NULL;
  const DeidStop never = { .deadline = G_MAXINT64 };
  const DeidCodes *codes[2];
  DeidRows rows = { .n = n_rows, .n_attributes = 2, .codes = codes };
  DeidGrouping grouping = { 0 };
  Totals totals = { 0 };
  DeidClassWalk walk;
  DeidRecoder recoder;

  for (guint row = 0; row < n_rows; row++)
    {
      ages[row] = row < n_values ? (gint64) row : g_rand_int_range (rand, 0, (gint32) n_values);
      days[row] = row % 31;
    }
  ck_assert (deid_dataset_add_integer_column (dataset, "age", ages, n_rows, NULL, 0, NULL, NULL));
  ck_assert (deid_dataset_add_integer_column (dataset, "day", days, n_rows, NULL, 0, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_numeric_cuts (lattice, "age", DEID_CUT_ENDS_ROUNDED, NULL));
  ck_assert (deid_lattice_add_numeric_cuts (lattice, "day", DEID_CUT_ENDS_ROUNDED, NULL));
  for (guint a = 0; a < 2; a++)
    codes[a] = &deid_lattice_get_column (lattice, a)->codes;
  levels = g_new0 (DeidLevel, lattice->n_dimensions);
  for (guint d = 0; d < lattice->n_dimensions; d++)
    levels[d] = (DeidLevel) g_rand_int_range (rand, 0, 2);
  ck_assert (deid_recoder_init (&recoder, lattice->attributes, 2, NULL));
  ck_assert (deid_class_walk_init (&walk, &rows, lattice->attributes, tally, &totals, NULL));
  set_policy (&walk, levels, &totals);
  ck_assert_uint_eq (walk.n_moved, 0);
  for (guint i = 0; i < count_trials (200) + 10; i++)
    {
      const guint d = (guint) g_rand_int_range (rand, 0, (gint32) lattice->n_dimensions);
      const guint64 before = walk.n_moved;

      levels[d] = !levels[d];
      set_policy (&walk, levels, &totals);
      ck_assert (walk.was_step == (i >= 4));
      ck_assert_uint_le (walk.n_moved - before, count_rows_of_run (lattice, d, levels) / 2);
      ck_assert (
          deid_grouping_run (&grouping, &rows, deid_recoder_set (&recoder, levels), &never, NULL));
      check_classes (&walk, &rows, &grouping, &totals);
    }
  ck_assert_uint_eq (walk.n_grouped, 5);
  ck_assert_uint_gt (walk.n_moved, 0);
  deid_class_walk_clear (&walk);
  deid_recoder_clear (&recoder);
  deid_grouping_clear (&grouping);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("walks through lattices");
  TCase *cases = tcase_create ("walks");

  tcase_set_timeout (cases, 300);
  tcase_add_test (cases, random_walks);
  tcase_add_test (cases, steps_of_one_dimension);
  suite_add_tcase (suite, cases);
  return suite;
}
