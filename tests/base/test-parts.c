/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Work in parts, in any number of threads. */
#include "support/suite.h"

#include "base/work.h"

#define N_PARTS 300

typedef struct
{
  guint counts[N_PARTS]; /* how often each part was done */
  guint first_failing;
  guint second_failing;
  gint n_waiting; /* atomic: threads that the first failing part waits for */
} Parts;

static gboolean
do_part (gpointer data, guint part, GError **error)
{
  Parts *parts = data;

  parts->counts[part]++;
  if (part != parts->first_failing && part != parts->second_failing)
    return TRUE;
  if (part == parts->second_failing)
    g_atomic_int_set (&parts->n_waiting, 0);
  while (g_atomic_int_get (&parts->n_waiting) > 0)
    g_thread_yield ();
  g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE, "part %u", part);
  return FALSE;
}

START_TEST (each_part_once)
{
  static const guint n_threads[] = { 1, 2, 3, 8, N_PARTS + 5, DEID_MAX_THREADS };

  for (guint i = 0; i < G_N_ELEMENTS (n_threads); i++)
    for (guint n_parts = 0; n_parts <= N_PARTS; n_parts += 1 + n_parts)
      {
        Parts parts = { .first_failing = N_PARTS, .second_failing = N_PARTS };
        GError *error = NULL;

        ck_assert (deid_parts_run (n_threads[i], n_parts, do_part, &parts, &error));
        assert_no_error (error);
        for (guint part = 0; part < N_PARTS; part++)
          ck_assert_uint_eq (parts.counts[part], part < n_parts);
      }
}
END_TEST

/* The error is that of the first part that fails, also if a later one fails before it. */
START_TEST (first_failure)
{
  for (guint n_threads = 1; n_threads <= 4; n_threads++)
    for (guint part = 0; part + 1 < N_PARTS; part += 97)
      {
        Parts parts
            = { .first_failing = part, .second_failing = part + 1, .n_waiting = n_threads > 1 };
        g_autofree char *message = g_strdup_printf ("part %u", part);
        GError *error = NULL;

        ck_assert (!deid_parts_run (n_threads, N_PARTS, do_part, &parts, &error));
        assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, message, NULL);
        for (guint i = 0; i <= part; i++)
          ck_assert_uint_eq (parts.counts[i], 1);
        if (n_threads == 1)
          ck_assert_uint_eq (parts.counts[part + 1], 0);
      }
}
END_TEST

/* Parts follow each other and hold everything, in lengths that differ by at most one. */
START_TEST (starts)
{
  static const guint64 totals[] = { 0, 1, 2, 7, 1000, G_MAXUINT32, G_MAXUINT64 };

  for (guint i = 0; i < G_N_ELEMENTS (totals); i++)
    for (guint n_parts = 1; n_parts <= DEID_MAX_THREADS; n_parts += 1 + n_parts / 2)
      {
        ck_assert_uint_eq (deid_part_start (totals[i], n_parts, 0), 0);
        ck_assert_uint_eq (deid_part_start (totals[i], n_parts, n_parts), totals[i]);
        for (guint part = 0; part < n_parts; part++)
          {
            const guint64 length = deid_part_start (totals[i], n_parts, part + 1)
                                   - deid_part_start (totals[i], n_parts, part);

            ck_assert (length == totals[i] / n_parts || length == totals[i] / n_parts + 1);
          }
      }
}
END_TEST

START_TEST (numbers_of_threads)
{
  GError *error = NULL;

  ck_assert (deid_check_n_threads (1, &error));
  ck_assert (deid_check_n_threads (DEID_MAX_THREADS, &error));
  assert_no_error (error);
  ck_assert (!deid_check_n_threads (0, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "0 threads, expected 1 to 1024",
                NULL);
  ck_assert (!deid_check_n_threads (DEID_MAX_THREADS + 1, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("work in parts");
  TCase *tcase = tcase_create ("parts");

  tcase_set_timeout (tcase, 120);
  tcase_add_test (tcase, each_part_once);
  tcase_add_test (tcase, first_failure);
  tcase_add_test (tcase, starts);
  tcase_add_test (tcase, numbers_of_threads);
  suite_add_tcase (suite, tcase);
  return suite;
}
