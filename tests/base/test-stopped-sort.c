/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A sort that can be stopped sorts as qsort() does, and gives up when it is time. */
#include "support/suite.h"

#include <stdlib.h>

#include "base/arrays.h"

#define MAX_ITEMS 30000

static int
compare_numbers (const void *a, const void *b)
{
  const guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return (x > y) - (x < y);
}

START_TEST (as_qsort)
{
  static const guint64 sizes[] = { 0, 1, 2, 4095, 4096, 4097, 8192, 8193, 12289, MAX_ITEMS };
  g_autoptr (GRand) rand = g_rand_new_with_seed (8);
  g_autofree guint32 *sorted = g_new (guint32, MAX_ITEMS);
  g_autofree guint32 *expected = g_new (guint32, MAX_ITEMS);

  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    for (guint32 range = 3; range <= 3000000; range *= 1000)
      {
        const guint64 n = sizes[s];

        for (guint64 i = 0; i < n; i++)
          sorted[i] = expected[i] = g_rand_int (rand) % range;
        qsort (expected, n, sizeof *expected, compare_numbers);
        ck_assert (
            deid_stopped_sort (sorted, n, sizeof *sorted, compare_numbers, DEID_STOP_NEVER, NULL));
        for (guint64 i = 0; i < n; i++)
          ck_assert_uint_eq (sorted[i], expected[i]);
      }
}
END_TEST

START_TEST (stopped)
{
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  guint32 numbers[] = { 3, 1, 2 };
  GError *error = NULL;

  g_cancellable_cancel (cancelled);
  ck_assert (!deid_stopped_sort (numbers, 3, sizeof *numbers, compare_numbers,
                                 DEID_STOP_OF (cancelled), &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("stopped-sort");
  TCase *cases = tcase_create ("against qsort()");

  tcase_add_test (cases, as_qsort);
  tcase_add_test (cases, stopped);
  suite_add_tcase (suite, cases);
  return suite;
}
