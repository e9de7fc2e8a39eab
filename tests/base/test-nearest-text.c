/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What somebody meant who misspelt a name: cases by hand, and the distance by its definition. */
#include "support/suite.h"

#include <string.h>

#include "base/text.h"

static const char *
find (const char *text, const char *const *candidates)
{
  static DeidNearestText nearest;

  deid_nearest_text_init (&nearest, text);
  for (guint i = 0; candidates[i] != NULL; i++)
    deid_nearest_text_try (&nearest, candidates[i]);
  return nearest.found;
}

START_TEST (by_hand)
{
  static const char *const columns[]
      = { "id", "birth_date", "death_date", "zip", "straße", "x", "\xff\xfe", "", NULL };
  static const struct
  {
    const char *text, *found;
  } cases[] = {
    { "brith_date", "birth_date" }, /* neighbours that changed places */
    { "birthdate", "birth_date" },  /* one that is missing */
    { "Birth-Date", "birth_date" }, /* case and hyphens are nothing */
    { "deth_dat", "death_date" },   /* two of eight */
    { "di", "id" },                 /* one of two */
    { "zipp", "zip" },
    { "ZIP", "zip" },
    { "Strasse", "straße" }, /* two of seven: a letter for another, and one more */
    { "X", "x" },
    { "y", NULL },   /* one of one is all of it */
    { "ab", NULL },  /* two of two */
    { "age", NULL }, /* three of three */
    { "date_of_birth", NULL },
    { "", NULL },
    { "\xff\xfe", NULL }, /* no UTF-8 */
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    ck_assert_msg (g_strcmp0 (find (cases[i].text, columns), cases[i].found) == 0, "%s: %s",
                   cases[i].text, find (cases[i].text, columns));
}
END_TEST

START_TEST (long_names)
{
  g_autofree char *longest = g_strnfill (DEID_NEAREST_MAX_CHARACTERS, 'a');
  g_autofree char *longer = g_strconcat (longest, "a", NULL);
  const char *const columns[] = { longer, longest, NULL };

  ck_assert_ptr_eq (find (longest, columns), longest);
  ck_assert_ptr_null (find (longer, columns));
}
END_TEST

/* By recursion, as the distance is defined. */
static guint
define_steps (const char *a, gsize n_a, const char *b, gsize n_b)
{
  guint steps;

  if (n_a == 0 || n_b == 0)
    return (guint) (n_a + n_b);
  steps = define_steps (a, n_a - 1, b, n_b - 1) + (a[n_a - 1] != b[n_b - 1] ? 1 : 0);
  steps = MIN (steps, define_steps (a, n_a - 1, b, n_b) + 1);
  steps = MIN (steps, define_steps (a, n_a, b, n_b - 1) + 1);
  if (n_a > 1 && n_b > 1 && a[n_a - 1] == b[n_b - 2] && a[n_a - 2] == b[n_b - 1])
    steps = MIN (steps, define_steps (a, n_a - 2, b, n_b - 2) + 1);
  return steps;
}

START_TEST (random_texts)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  guint n_near = 0;

  for (guint trial = 0; trial < 2000; trial++)
    {
      char a[7] = "", b[7] = "";
      const guint n_a = (guint) g_rand_int_range (rand, 2, 7);
      const guint n_b = (guint) g_rand_int_range (rand, 1, 7);
      const char *const columns[] = { b, NULL };
      gboolean is_near;

      for (guint i = 0; i < n_a; i++)
        a[i] = (char) g_rand_int_range (rand, 'a', 'd');
      for (guint i = 0; i < n_b; i++)
        b[i] = (char) g_rand_int_range (rand, 'a', 'd');
      is_near = define_steps (a, n_a, b, n_b) <= MAX (n_a / 3, 1);
      ck_assert_msg ((find (a, columns) != NULL) == is_near, "%s %s", a, b);
      n_near += is_near ? 1 : 0;
    }
  ck_assert_uint_gt (n_near, 100);
}
END_TEST

START_TEST (question)
{
  DeidNearestText nearest;
  g_autofree char *none = NULL, *some = NULL;

  deid_nearest_text_init (&nearest, "it`s\n");
  none = deid_nearest_text_ask (&nearest);
  ck_assert_str_eq (none, "");
  deid_nearest_text_try (&nearest, "it's\n");
  some = deid_nearest_text_ask (&nearest);
  ck_assert_str_eq (some, " (did you mean 'it\\'s\\n'?)");
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("nearest text");
  TCase *tcase = tcase_create ("names");

  tcase_add_test (tcase, by_hand);
  tcase_add_test (tcase, long_names);
  tcase_add_test (tcase, random_texts);
  tcase_add_test (tcase, question);
  suite_add_tcase (suite, tcase);
  return suite;
}
