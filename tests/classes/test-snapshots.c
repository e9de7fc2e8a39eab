/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which snapshots of classes are kept, and what they hold. */
#include "support/suite.h"

#include "classes/roll-up.h"
#include "support/failing-allocations.h"

#define N_ROWS      200
#define BYTES_A_ROW (sizeof (guint64) + sizeof (guint16)) /* for its weight and its code */

/* Rows of one attribute in a given number of classes, for policies that do not inherit from each
 * other. */
typedef struct
{
  DeidCodes column;
  const DeidCodes *codes;
  guint32 class_of_row[N_ROWS];
  guint64 sizes[N_ROWS];
  DeidRows rows;
  DeidGrouping grouping;
  DeidRollUp roll_up;
} Fixture;

static void
fixture_init (Fixture *fixture, guint32 n_classes)
{
  *fixture = (Fixture){ .codes = &fixture->column };
  ck_assert (deid_codes_alloc (&fixture->column, N_ROWS, 299, NULL));
  fixture->rows = (DeidRows){ .n = N_ROWS, .n_attributes = 1, .codes = &fixture->codes };
  fixture->grouping = (DeidGrouping){ .class_of_row = fixture->class_of_row,
                                      .sizes = fixture->sizes,
                                      .n_classes = n_classes };
  for (guint row = 0; row < N_ROWS; row++)
    {
      deid_codes_set (&fixture->column, row, 299 - row);
      fixture->class_of_row[row] = MIN (row / 2, n_classes - 1);
      fixture->sizes[fixture->class_of_row[row]]++;
    }
  ck_assert (deid_roll_up_init (&fixture->roll_up, 2, N_ROWS, NULL));
}

static void
fixture_clear (Fixture *fixture)
{
  deid_codes_clear (&fixture->column);
  deid_roll_up_clear (&fixture->roll_up);
}

static gboolean
keep (Fixture *fixture, guint i, GError **error)
{
  const DeidLevel levels[] = { (DeidLevel) i, (DeidLevel) (1000 - i) };

  return deid_roll_up_keep (&fixture->roll_up, levels, &fixture->rows, &fixture->grouping, error);
}

static const DeidRows *
find (Fixture *fixture, guint i)
{
  const DeidLevel levels[] = { (DeidLevel) i, (DeidLevel) (1000 - i) };

  return deid_roll_up_find (&fixture->roll_up, levels);
}

/* A snapshot that has just been found stays longer than those made after it. There is room for 64
 * of 5 rows, and for 8 of 100. */
START_TEST (given_up_last)
{
  const guint n_kept = _i == 0 ? 64 : 8;
  const guint32 n_classes = _i == 0 ? 5 : 100;
  Fixture fixture;

  fixture_init (&fixture, n_classes);
  for (guint i = 0; i < n_kept; i++)
    ck_assert (keep (&fixture, i, NULL));
  ck_assert_ptr_nonnull (find (&fixture, 0));
  ck_assert (keep (&fixture, n_kept, NULL));
  ck_assert (keep (&fixture, n_kept + 1, NULL));
  ck_assert_uint_eq (fixture.roll_up.n, n_kept);
  ck_assert_uint_eq (fixture.roll_up.n_bytes, n_kept * n_classes * BYTES_A_ROW);
  /* One is made before another is given up. */
  ck_assert_uint_eq (fixture.roll_up.max_bytes, (n_kept + 1) * n_classes * BYTES_A_ROW);
  for (guint i = 0; i < n_kept + 2; i++)
    {
      const DeidRows *rows = find (&fixture, i);

      ck_assert_int_eq (rows != NULL, i != 1 && i != 2);
      if (rows == NULL)
        continue;
      ck_assert_uint_eq (rows->n, n_classes);
      for (guint32 row = 0; row < n_classes; row++)
        {
          ck_assert_uint_eq (deid_codes_get (rows->codes[0], row), 299 - 2 * row);
          ck_assert_uint_eq (rows->weights[row],
                             row + 1 < n_classes ? 2 : N_ROWS - 2 * (n_classes - 1));
        }
    }
  /* Nor is there one that is hardly smaller than what it is made of. */
  fixture.grouping.n_classes = 101;
  ck_assert (keep (&fixture, 500, NULL));
  ck_assert_ptr_null (find (&fixture, 500));
  fixture_clear (&fixture);
}
END_TEST

/* A snapshot that there is no memory for is not kept, and those kept before still are. */
START_TEST (no_memory)
{
  gint n_failures = 0;
  GError *error = NULL;
  Fixture fixture;

  fixture_init (&fixture, 100);
  for (guint i = 0; i < 8; i++)
    ck_assert (keep (&fixture, i, NULL));
  for (n_allocations_left = 0; !keep (&fixture, 8, &error); n_allocations_left = ++n_failures)
    {
      n_allocations_left = G_MAXINT;
      assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, "as the test wants it", NULL);
      ck_assert_uint_eq (fixture.roll_up.n, 8);
      ck_assert_uint_eq (fixture.roll_up.n_rows, 800);
      ck_assert_ptr_null (find (&fixture, 8));
    }
  n_allocations_left = G_MAXINT;
  ck_assert_int_eq (n_failures, 6); /* the first rows, the column and the weights */
  ck_assert_ptr_nonnull (find (&fixture, 8));
  ck_assert_ptr_null (find (&fixture, 0));
  fixture_clear (&fixture);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("snapshots");
  TCase *tcase = tcase_create ("snapshots of classes");

  tcase_add_loop_test (tcase, given_up_last, 0, 2);
  tcase_add_test (tcase, no_memory);
  suite_add_tcase (suite, tcase);
  return suite;
}
