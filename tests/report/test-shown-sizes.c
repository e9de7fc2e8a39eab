/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the public sees of class sizes, against all tables that would show the same. */
#include <string.h>

#include "support/public-figures.h"
#include "report/shown-sizes.h"
#include "support/suite.h"

#define N_TRIALS       600
#define MAX_LISTED     38  /* records of the tables that are all listed */
#define MAX_RECORDS    900 /* of random tables */
#define MAX_CLASS_SIZE 60
#define N_MEMBERS      100000 /* of a population */
#define MAX_SHARED     90     /* of them are like a record */

/* A table: how many classes it has of each size. */
typedef struct
{
  guint n_records;
  guint classes[SOLVER_MAX_RECORDS + 1];
} Table;

static void
show (DeidShownSizes *shown, const Table *table, guint minimum, guint threshold_end)
{
  const DeidShownInput input = { .minimum_cell = minimum,
                                 .n_records = table->n_records,
                                 .n_members = table->n_records,
                                 .smallest = 1,
                                 .threshold_end = threshold_end };
  DeidSizeCounts sizes = { 0 };

  sizes.counts = g_new0 (DeidSizeCell, table->n_records);
  for (guint size = 1; size <= table->n_records; size++)
    if (table->classes[size] > 0)
      sizes.counts[sizes.n++] = (DeidSizeCell){ .size = size,
                                                .n_classes = table->classes[size],
                                                .n_records = size * table->classes[size] };
  deid_shown_sizes_init (shown, &sizes, &input);
  deid_size_counts_clear (&sizes);
}

static void
read_figures (PublicFigures *figures, const DeidShownSizes *shown, guint minimum,
              guint threshold_end, guint n_records)
{
  *figures = (PublicFigures){ .minimum = minimum,
                              .threshold_end = threshold_end,
                              .n_records = n_records,
                              .is_smallest = shown->is_smallest,
                              .n_intervals = shown->n_intervals };
  for (guint i = 0; i < shown->n_intervals; i++)
    {
      figures->smallest[i] = (guint) shown->intervals[i].smallest;
      figures->counts[i] = (guint) shown->intervals[i].n_records;
    }
}

/* All tables that show the same, and between what their figures lie. */
typedef struct
{
  DeidShownSizes shown;
  Range records[MAX_LISTED + 1]; /* of each size */
  Range below[MAX_LISTED + 2];   /* of sizes below each */
  Range classes, largest, smallest;
} Group;

static guint
hash_shown (gconstpointer shown)
{
  const guint8 *bytes = shown;
  guint hash = 0;

  for (gsize i = 0; i < sizeof (DeidShownSizes); i++)
    hash = hash * 31 + bytes[i];
  return hash;
}

static gboolean
equal_shown (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (DeidShownSizes)) == 0;
}

static void
widen (Range *range, guint n)
{
  range->least = MIN (range->least, n);
  range->most = MAX (range->most, n);
}

static void
add_to_group (Group *group, const Table *table)
{
  guint n_below = 0, n_classes = 0, largest = 0, smallest = 0;

  for (guint size = 1; size <= table->n_records; size++)
    {
      const guint n = table->classes[size];

      widen (&group->below[size], n_below);
      widen (&group->records[size], n * size);
      n_below += n * size;
      n_classes += n;
      if (n > 0)
        largest = size;
      if (n > 0 && smallest == 0)
        smallest = size;
    }
  widen (&group->classes, n_classes);
  widen (&group->largest, largest);
  widen (&group->smallest, smallest);
}

static Group *
group_new (const DeidShownSizes *shown)
{
  Group *group = g_new0 (Group, 1);

  group->shown = *shown;
  for (guint i = 0; i < G_N_ELEMENTS (group->records); i++)
    group->records[i].least = G_MAXUINT;
  for (guint i = 0; i < G_N_ELEMENTS (group->below); i++)
    group->below[i].least = G_MAXUINT;
  group->classes.least = group->largest.least = group->smallest.least = G_MAXUINT;
  return group;
}

/* Lists all tables whose classes have at least a size and so many records that are left. */
static void
list_tables (GHashTable *groups, Table *table, guint smallest, guint n_left, guint minimum,
             guint threshold_end)
{
  DeidShownSizes shown;
  Group *group;

  if (n_left > 0)
    {
      for (guint size = smallest; size <= n_left; size++)
        if (size == n_left || 2 * size <= n_left)
          {
            table->classes[size]++;
            list_tables (groups, table, size, n_left - size, minimum, threshold_end);
            table->classes[size]--;
          }
      return;
    }
  show (&shown, table, minimum, threshold_end);
  group = g_hash_table_lookup (groups, &shown);
  if (group == NULL)
    {
      group = group_new (&shown);
      g_hash_table_insert (groups, &group->shown, group);
    }
  add_to_group (group, table);
}

static void
check_range (Range range, guint minimum, const char *what, guint size)
{
  if (range.most < range.least + minimum)
    ck_abort_msg ("%s %u: from %u to %u", what, size, range.least, range.most);
}

static void
check_group (const Group *group, guint n_records, guint minimum, guint threshold_end)
{
  PublicFigures figures;

  read_figures (&figures, &group->shown, minimum, threshold_end, n_records);
  if (figures.n_intervals == 0)
    return;
  for (guint size = 1; size <= n_records; size++)
    {
      if (!public_figures_tell (&figures, size))
        check_range (group->records[size], minimum, "records of", size);
      if (!public_figures_tell_below (&figures, size))
        check_range (group->below[size], minimum, "records below", size);
    }
  check_range (group->classes, minimum, "classes", n_records);
  check_range (group->largest, minimum, "largest", n_records);
  if (!figures.is_smallest)
    check_range (group->smallest, minimum, "smallest", n_records);
}

/* Whoever knows the rule and all tables of so many records knows no withheld figure. */
START_TEST (all_small_tables)
{
  static const guint threshold_ends[] = { 0, 2, 3, 5 };
  const guint most = count_trials (100) < 100 ? 26 : MAX_LISTED;
  guint n_divided = 0;

  for (guint n_records = 1; n_records <= most; n_records += n_records < 24 ? 3 : 7)
    for (guint minimum = 1; minimum <= 3; minimum++)
      for (guint t = 0; t < G_N_ELEMENTS (threshold_ends); t++)
        {
          g_autoptr (GHashTable) groups
              = g_hash_table_new_full (hash_shown, equal_shown, NULL, g_free);
          g_autofree Table *table = g_new0 (Table, 1);
          GHashTableIter iter;
          gpointer group;

          table->n_records = n_records;
          list_tables (groups, table, 1, n_records, minimum, threshold_ends[t]);
          g_hash_table_iter_init (&iter, groups);
          while (g_hash_table_iter_next (&iter, NULL, &group))
            {
              check_group (group, n_records, minimum, threshold_ends[t]);
              n_divided += ((Group *) group)->shown.n_intervals > 1;
            }
        }
  ck_assert_uint_gt (n_divided, 0);
}
END_TEST

/* Mostly small classes, with some large ones. */
static void
draw_table (Table *table, GRand *rand)
{
  const guint n_records = (guint) g_rand_int_range (rand, 1, MAX_RECORDS + 1);
  const gint smallest = g_rand_int_range (rand, 1, 12), spread = g_rand_int_range (rand, 1, 30);

  *table = (Table){ 0 };
  while (table->n_records < n_records)
    {
      const guint size
          = (guint) (smallest
                     + g_rand_int_range (
                         rand, 0, g_rand_int_range (rand, 0, 20) == 0 ? MAX_CLASS_SIZE : spread));

      table->classes[size]++;
      table->n_records += size;
    }
}

/* Another table that the solver finds must show the same, or it did not know the rule. */
static void
check_way (const SizeSolver *solver, const DeidShownSizes *shown, const PublicFigures *figures)
{
  g_autofree guint *n_records = g_new0 (guint, solver->n_sizes + 1);
  g_autofree Table *table = g_new0 (Table, 1);
  DeidShownSizes other;

  size_solver_get_way (solver, n_records);
  table->n_records = solver->n_records;
  for (guint size = 1; size <= solver->n_sizes; size++)
    table->classes[size] = n_records[size] / size;
  show (&other, table, figures->minimum, figures->threshold_end);
  assert_quietly (equal_shown (shown, &other));
}

/* Takes one figure to both of its ends. */
static void
check_ends (SizeSolver *solver, const DeidShownSizes *shown, const PublicFigures *figures,
            GRand *rand)
{
  const guint size = (guint) g_rand_int_range (rand, 1, (gint) solver->n_sizes + 1);
  const Range range = size_solver_get_records (solver, size);
  const guint ends[] = { range.least, range.most };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      size_solver_fix (solver, size, ends[i]);
      assert_quietly (size_solver_run (solver));
      check_way (solver, shown, figures);
    }
}

START_TEST (random_tables)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autofree Table *table = g_new (Table, 1);
  const guint n_trials = count_trials (N_TRIALS);
  guint n_divided = 0, n_divided_often = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      const guint minimum = (guint) g_rand_int_range (rand, 1, trial % 3 == 0 ? 21 : 4);
      const guint threshold_end = (guint) g_rand_int_range (rand, 0, 24);
      PublicFigures figures;
      DeidShownSizes shown;
      SizeSolver solver;

      draw_table (table, rand);
      show (&shown, table, minimum, threshold_end);
      if (shown.n_intervals == 0)
        continue;
      n_divided += shown.n_intervals > 1;
      n_divided_often += shown.n_intervals > 2;
      read_figures (&figures, &shown, minimum, threshold_end, table->n_records);
      public_figures_init_solver (&figures, &solver);
      assert_quietly (size_solver_run (&solver));
      if (public_figures_count_recovered (&figures, &solver) > 0)
        ck_abort_msg ("trial %u: %u recovered", trial,
                      public_figures_count_recovered (&figures, &solver));
      check_ends (&solver, &shown, &figures, rand);
      size_solver_clear (&solver);
    }
  if (n_trials == N_TRIALS)
    {
      ck_assert_uint_gt (n_divided, n_trials / 10);
      ck_assert_uint_gt (n_divided_often, n_trials / 50);
    }
}
END_TEST

/* Shows records by the size of their class in a population. */
static void
show_population (DeidShownSizes *shown, const guint *n_records, const PublicFigures *figures,
                 guint smallest_class)
{
  const DeidShownInput input = { .minimum_cell = figures->minimum,
                                 .n_records = figures->n_records,
                                 .n_members = N_MEMBERS,
                                 .smallest = smallest_class,
                                 .largest_other = figures->n_records - smallest_class,
                                 .threshold_end = figures->threshold_end };
  DeidSizeCounts sizes = { .counts = g_new0 (DeidSizeCell, MAX_SHARED + 1) };

  for (guint size = 1; size <= MAX_SHARED; size++)
    if (n_records[size] > 0)
      sizes.counts[sizes.n++] = (DeidSizeCell){ .size = size, .n_records = n_records[size] };
  deid_shown_sizes_init (shown, &sizes, &input);
  deid_size_counts_clear (&sizes);
}

/* Takes the records of one size to both ends of what the reader thinks possible. */
static void
check_population (const DeidShownSizes *shown, const PublicFigures *figures, guint smallest_class,
                  GRand *rand)
{
  const guint first = figures->smallest[0];
  const guint size = (guint) g_rand_int_range (rand, (gint) first, MAX_SHARED + 1);
  const guint i = public_figures_find (figures, size);
  const gboolean is_shown = i + 1 < figures->n_intervals && figures->smallest[i + 1] == size + 1
                            && figures->smallest[i] == size;
  guint n_records[MAX_SHARED + 1];
  SizeSolver solver;
  Range range;

  size_solver_init (&solver, figures->n_records, MAX_SHARED);
  solver.free_from = smallest_class;
  solver.required = first;
  size_solver_fix_below (&solver, first, 0);
  public_figures_add_rule (figures, smallest_class, N_MEMBERS - first, &solver);
  assert_quietly (size_solver_run (&solver));
  range = size_solver_get_records (&solver, size);
  if (!is_shown)
    check_range (range, figures->minimum, "records of", size);
  for (guint end = 0; end < 2; end++)
    {
      DeidShownSizes other;

      size_solver_fix (&solver, size, end == 0 ? range.least : range.most);
      assert_quietly (size_solver_run (&solver));
      size_solver_get_way (&solver, n_records);
      show_population (&other, n_records, figures, smallest_class);
      assert_quietly (equal_shown (shown, &other));
    }
  size_solver_clear (&solver);
}

START_TEST (random_populations)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  const guint n_trials = count_trials (N_TRIALS / 8);
  guint n_divided = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      PublicFigures figures = { .minimum = (guint) g_rand_int_range (rand, 1, 4),
                                .threshold_end = (guint) g_rand_int_range (rand, 0, 24) };
      const guint smallest_class = (guint) g_rand_int_range (rand, 1, 5);
      const guint n_classes = (guint) g_rand_int_range (rand, 20, 140);
      const gint most = g_rand_int_range (rand, 3, 40);
      guint n_records[MAX_SHARED + 1] = { 0 };
      DeidShownSizes shown;

      for (guint c = 0; c < n_classes; c++)
        {
          const guint n = smallest_class + (c == 0 ? 0 : (guint) g_rand_int_range (rand, 0, 4));

          n_records[g_rand_int_range (rand, 1, most)] += n;
          figures.n_records += n;
        }
      show_population (&shown, n_records, &figures, smallest_class);
      if (shown.n_intervals == 0 || figures.n_records < 12 * smallest_class)
        continue;
      n_divided += shown.n_intervals > 1;
      read_figures (&figures, &shown, figures.minimum, figures.threshold_end, figures.n_records);
      check_population (&shown, &figures, smallest_class, rand);
    }
  if (n_trials == N_TRIALS / 8)
    ck_assert_uint_gt (n_divided, n_trials / 5);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("shown-sizes");
  TCase *tables = tcase_create ("tables");

  tcase_add_test (tables, all_small_tables);
  tcase_add_test (tables, random_tables);
  tcase_add_test (tables, random_populations);
  tcase_set_timeout (tables, 300);
  suite_add_tcase (suite, tables);
  return suite;
}
