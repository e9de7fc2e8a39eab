/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cells and maps of a table that is large enough for its rows to be divided among threads, compared
 * with what their definition says of each row. */
#include "support/suite.h"

#include "classes/class-map.h"

#define N_ROWS    200001 /* three parts, the last of which ends within a block */
#define N_STEPS   2
#define MIN_SIZE  3 /* of a class that stays */
#define N_CLASSES 3000

static const DeidStop never = { NULL, G_MAXINT64 };

/* Cells have two bytes by the smaller fan-out and four by the other. */
static const struct
{
  guint n_threads;
  guint32 fan_out; /* of the last step */
} cases[] = { { 1, 3 }, { 2, 3 }, { 5, 3 }, { 1, 8 }, { 2, 8 }, { 5, 8 } };

typedef struct
{
  DeidCells cells;
  DeidClassMap map;
  DeidStep steps[N_STEPS];
  const DeidStep *taken[N_STEPS];
  DeidRows rows;
  DeidRowSet removed;
  guint32 *cell_of_row; /* those of removed rows are all the same */
  guint64 *sizes;
  guint32 *listed;
  guint32 n_cells;
} Fixture;

/* The two lowest bits belong to another step. */
static void
make_step (Fixture *fixture, guint number, guint32 fan_out, GRand *rand)
{
  DeidStep *step = &fixture->steps[number];

  step->fan_out = fan_out;
  step->shift = 2;
  step->mask = G_MAXUINT32 >> 2;
  ck_assert (deid_codes_alloc (&step->parts, N_ROWS, 4 * fan_out - 1, NULL));
  for (guint64 row = 0; row < N_ROWS; row++)
    deid_codes_set (&step->parts, row, g_rand_int (rand) % (4 * fan_out));
  fixture->taken[number] = step;
}

/* Every tenth row was removed before. */
static void
fixture_init (Fixture *fixture, guint number, GRand *rand)
{
  const guint32 fan_out = cases[number].fan_out;
  guint16 *ids = g_new (guint16, N_ROWS);

  *fixture = (Fixture){ .rows = { .n = N_ROWS } };
  ck_assert (deid_cells_init (&fixture->cells, N_ROWS, NULL));
  ck_assert (deid_row_set_init (&fixture->removed, N_ROWS, NULL));
  fixture->cells.n_threads = cases[number].n_threads;
  make_step (fixture, 0, 4, rand);
  make_step (fixture, 1, fan_out, rand);
  fixture->n_cells = N_CLASSES * 4 * fan_out;
  fixture->cell_of_row = g_new (guint32, N_ROWS);
  fixture->sizes = g_new0 (guint64, fixture->n_cells + 1);
  fixture->listed = g_new (guint32, N_ROWS);
  for (guint64 row = 0; row < N_ROWS; row++)
    {
      const guint32 id = row % 10 == 0 ? N_CLASSES : g_rand_int (rand) % N_CLASSES;
      const guint32 cell = (id * 4 + deid_step_get_part (&fixture->steps[0], row)) * fan_out
                           + deid_step_get_part (&fixture->steps[1], row);

      ids[row] = (guint16) id;
      if (id == N_CLASSES)
        deid_row_set_add (&fixture->removed, row);
      fixture->cell_of_row[row] = MIN (cell, fixture->n_cells);
      fixture->sizes[fixture->cell_of_row[row]]++;
    }
  fixture->map = (DeidClassMap){
    .ids = ids, .ids_capacity = N_ROWS * sizeof *ids, .width = 2, .n_classes = N_CLASSES
  };
}

static void
fixture_clear (Fixture *fixture)
{
  deid_cells_clear (&fixture->cells);
  deid_class_map_clear (&fixture->map);
  deid_row_set_clear (&fixture->removed);
  for (guint i = 0; i < N_STEPS; i++)
    deid_codes_clear (&fixture->steps[i].parts);
  g_free (fixture->cell_of_row);
  g_free (fixture->sizes);
  g_free (fixture->listed);
}

static void
split (Fixture *fixture)
{
  GError *error = NULL;

  ck_assert (deid_cells_split (&fixture->cells, &fixture->map, fixture->taken, N_STEPS,
                               &fixture->rows, &never, &error));
  assert_no_error (error);
}

START_TEST (cells_are_counted)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  Fixture fixture;
  guint64 n_wrong = 0;

  fixture_init (&fixture, (guint) _i, rand);
  split (&fixture);
  ck_assert ((fixture.cells.n_parts > 1) == (cases[_i].n_threads > 1));
  ck_assert_uint_eq (fixture.cells.n_cells, fixture.n_cells);
  for (guint32 cell = 0; cell < fixture.n_cells; cell++)
    n_wrong += fixture.cells.records[cell] != fixture.sizes[cell];
  for (guint64 row = 0; row < N_ROWS; row++)
    n_wrong
        += MIN (deid_cells_get (&fixture.cells, row), fixture.n_cells) != fixture.cell_of_row[row];
  ck_assert_uint_eq (n_wrong, 0);
  fixture_clear (&fixture);
}
END_TEST

/* Numbers the cells that stay. */
static guint32
number_classes (Fixture *fixture)
{
  guint32 n = 0;

  for (guint32 cell = 0; cell < fixture->n_cells; cell++)
    fixture->cells.class_of_cell[cell] = fixture->sizes[cell] >= MIN_SIZE ? n++ : DEID_NO_CLASS;
  return n;
}

/* In place of the map that was split; the rows removed now are listed in their order. */
START_TEST (maps_are_written)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (12);
  Fixture fixture;
  DeidRemovedRows removed = { &fixture.removed, NULL, 0 };
  guint64 n_wrong = 0, n = 0;
  guint32 n_classes;

  fixture_init (&fixture, (guint) _i, rand);
  split (&fixture);
  n_classes = number_classes (&fixture);
  removed.rows = fixture.listed;
  ck_assert (deid_cells_write (&fixture.cells, n_classes, N_ROWS, &fixture.map, &removed, NULL));
  ck_assert_uint_eq (fixture.map.n_classes, n_classes);
  for (guint64 row = 0; row < N_ROWS; row++)
    {
      const guint32 cell = fixture.cell_of_row[row];
      const gboolean was_removed = cell == fixture.n_cells;
      const guint32 number
          = was_removed ? n_classes : MIN (fixture.cells.class_of_cell[cell], n_classes);

      n_wrong += deid_class_map_get (&fixture.map, row) != number;
      if (!was_removed && number == n_classes)
        n_wrong += n >= removed.n_added || fixture.listed[n++] != row;
    }
  ck_assert_uint_eq (n_wrong, 0);
  ck_assert_uint_gt (n, 0);
  ck_assert_uint_eq (n, removed.n_added);
  ck_assert_uint_eq (deid_row_set_list (&fixture.removed, fixture.listed),
                     fixture.sizes[fixture.n_cells] + n);
  fixture_clear (&fixture);
}
END_TEST

/* Each makes so many cells that their keys are hashed. The first makes keys below 2^32, the second
 * larger ones. */
static const guint32 fan_outs[] = { 1000, 3000000 };

/* Cells of one step are numbered in the order of their first row, and all their records counted. */
START_TEST (sparse_cells_are_numbered)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (13);
  g_autoptr (GHashTable) numbers
      = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  Fixture fixture;
  guint64 n_wrong = 0;
  guint32 n = 0;

  fixture_init (&fixture, 0, rand);
  deid_codes_clear (&fixture.steps[0].parts);
  make_step (&fixture, 0, fan_outs[_i], rand);
  ck_assert (deid_cells_split (&fixture.cells, &fixture.map, fixture.taken, 1, &fixture.rows,
                               &never, NULL));
  for (guint64 row = 0; row < N_ROWS; row++)
    {
      const guint32 id = deid_class_map_get (&fixture.map, row);
      const gint64 key = (gint64) id << 32 | deid_step_get_part (&fixture.steps[0], row);
      gpointer known;

      if (id == N_CLASSES)
        {
          n_wrong += deid_cells_get (&fixture.cells, row) != fixture.cells.n_cells;
          continue;
        }
      if (!g_hash_table_lookup_extended (numbers, &key, NULL, &known))
        {
          known = GUINT_TO_POINTER (n++);
          g_hash_table_insert (numbers, g_memdup2 (&key, sizeof key), known);
        }
      n_wrong += deid_cells_get (&fixture.cells, row) != GPOINTER_TO_UINT (known);
      fixture.cells.records[GPOINTER_TO_UINT (known)]--;
    }
  ck_assert_uint_eq (n_wrong, 0);
  ck_assert_uint_eq (fixture.cells.n_cells, n);
  for (guint32 cell = 0; cell < n; cell++)
    n_wrong += fixture.cells.records[cell] != 0;
  ck_assert_uint_eq (n_wrong, 0);
  fixture_clear (&fixture);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("class-map");
  TCase *tcase = tcase_create ("rows divided among threads");

  tcase_set_timeout (tcase, 120);
  tcase_add_loop_test (tcase, cells_are_counted, 0, G_N_ELEMENTS (cases));
  tcase_add_loop_test (tcase, maps_are_written, 0, G_N_ELEMENTS (cases));
  tcase_add_loop_test (tcase, sparse_cells_are_numbered, 0, G_N_ELEMENTS (fan_outs));
  suite_add_tcase (suite, tcase);
  return suite;
}
