/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Recursive (c,l)-diversity. */
#include "support/suite.h"

#include <stdlib.h>

#include "base/rational.h"
#include "support/model-trials.h"

typedef struct
{
  const char *specification;
  guint64 c_numerator, c_denominator, l;
} Case;

static const Case cases[] = {
  { "rcl:3:2", 3, 1, 2 },   { "rcl:1:3", 1, 1, 3 },        { "rcl:0.5:2", 1, 2, 2 },
  { "rcl:2.5:4", 5, 2, 4 }, { "rcl:0.3:3", 3, 10, 3 },     { "rcl:0.25:1", 1, 4, 1 },
  { "rcl:4:6", 4, 1, 6 },   { "rcl:1.01:1", 101, 100, 1 },
};

static int
compare_descending (const void *a, const void *b)
{
  const guint64 count_a = *(const guint64 *) a, count_b = *(const guint64 *) b;

  return (count_a < count_b) - (count_a > count_b);
}

/* r_1 against c (r_l + ... + r_m). */
static int
compare_by_definition (const Case *c, const Counts *class)
{
  Counts sorted = *class;
  DeidWide left, right = 0;

  qsort (sorted.counts, MAX_VALUES, sizeof *sorted.counts, compare_descending);
  left = (DeidWide) sorted.counts[0] * c->c_denominator;
  for (guint64 i = c->l; i <= MAX_VALUES; i++)
    right += (DeidWide) sorted.counts[i - 1] * c->c_numerator;
  return (left > right) - (left < right);
}

static void
put_anywhere (GRand *rand, Counts *class, guint64 count)
{
  guint v = g_rand_int (rand) % MAX_VALUES;

  while (class->counts[v] > 0)
    v = (v + 1) % MAX_VALUES;
  class->counts[v] = count;
}

/* A class in which both sides are equal: r_1 = ... = r_(l - 1) = c rest, and the rest in pieces
 * that are no larger. For l = 1, r_1 = c n, and there is no such class for c > 1. */
static gboolean
make_equal_class (GRand *rand, const Case *c, Counts *class)
{
  const guint64 scale = 1 + g_rand_int (rand) % (g_rand_boolean (rand) ? 3 : 1000000);
  const guint64 largest = c->c_numerator * scale;
  const guint n_others = 10;
  guint64 rest = c->c_denominator * scale;

  *class = (Counts){ { 0 } };
  if (c->l == 1 && c->c_numerator > c->c_denominator)
    return FALSE;
  if (c->l == 1)
    rest -= largest;
  for (guint64 i = 0; i < MAX (c->l - 1, 1); i++)
    put_anywhere (rand, class, largest);
  for (guint i = 0; i < n_others && rest > 0; i++)
    {
      const guint64 most = MIN (rest, largest);
      const guint64 least
          = rest > (n_others - 1 - i) * largest ? rest - (n_others - 1 - i) * largest : 1;
      const guint64 piece = least + g_rand_int (rand) % (most - least + 1);

      put_anywhere (rand, class, piece);
      rest -= piece;
    }
  ck_assert (rest == 0);
  return TRUE;
}

START_TEST (test_formula)
{
  const Case *c = &cases[_i];
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  guint n_signs[3] = { 0 };
  JudgedModel judged;
  Counts totals;

  for (guint v = 0; v < MAX_VALUES; v++)
    totals.counts[v] = 1000000000;
  init_judged (&judged, c->specification, &totals, MAX_VALUES);
  for (guint trial = 0; trial < count_trials (20000); trial++)
    {
      Counts class;
      int expected;

      if (trial % 2 == 0 || !make_equal_class (rand, c, &class))
        {
          const guint n_values = 1 + g_rand_int (rand) % MAX_VALUES;
          const guint64 most = 1 + g_rand_int (rand) % 50;

          class = (Counts){ { 1 + g_rand_int (rand) % (10 * most) } };
          for (guint i = 1; i < n_values; i++)
            put_anywhere (rand, &class, 1 + g_rand_int (rand) % most);
        }
      else
        assert_quietly (compare_by_definition (c, &class) == 0);
      if (trial % 8 == 1)
        class.counts[g_rand_int (rand) % MAX_VALUES] += 1;
      expected = compare_by_definition (c, &class);
      n_signs[expected + 1]++;
      assert_quietly (accepts (&judged, &class) == (expected < 0));
      assert_quietly (recheck (&judged, &class) == (expected < 0 ? 1 : -1));
    }
  ck_assert_uint_gt (n_signs[0], 0);
  if (c->c_numerator <= c->c_denominator || c->l > 1)
    {
      ck_assert_uint_gt (n_signs[1], count_trials (5000));
      ck_assert_uint_gt (n_signs[2], 0);
    }
  else
    ck_assert_uint_eq (n_signs[0], count_trials (20000));
  judged_model_clear (&judged);
}
END_TEST

/* Counts that make products of more than 64 bits. */
START_TEST (test_large_counts)
{
  const guint64 large = G_GUINT64_CONSTANT (1) << 56;
  Counts class = { { 3 * large, 0, large } };
  JudgedModel judged;

  init_judged (&judged, "rcl:3:2", &class, 3);
  ck_assert (!accepts (&judged, &class));
  class.counts[2]++;
  ck_assert (accepts (&judged, &class));
  class.counts[0] += 3;
  ck_assert (!accepts (&judged, &class));
  judged_model_clear (&judged);
}
END_TEST

START_TEST (test_closure)
{
  const Case *c = &cases[_i];
  DeidPrivacyModel *model = deid_privacy_model_new_from_specification (c->specification, "s", NULL);

  ck_assert_int_eq (deid_privacy_model_get_closure (model), DEID_CLOSURE_UNION);
  deid_privacy_model_unref (model);
  ck_assert_uint_eq (count_spoilt_unions (c->specification, 1, 10, 2), 0);
  /* Any class passes with c > 1 and l = 1. */
  if (c->c_numerator <= c->c_denominator || c->l > 1)
    {
      ck_assert_uint_gt (count_spoilt_supersets (c->specification, 1, 10, FALSE, 3), 0);
      check_necessary (c->specification, 1, 10, 4);
    }
}
END_TEST

static void
assert_refused (double c, guint64 l, const char *message)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_privacy_model_new_recursive_l_diversity ("s", c, l, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, message, NULL);
}

START_TEST (test_parameters)
{
  GError *error = NULL;
  DeidPrivacyModel *model = deid_privacy_model_new_recursive_l_diversity ("a:b", 0.1, 3, &error);
  g_autofree char *text = NULL;

  assert_no_error (error);
  text = deid_privacy_model_to_specification (model);
  ck_assert_str_eq (text, "rcl:0.1:3@a:b");
  deid_privacy_model_unref (model);
  assert_refused (0, 2, "rcl");
  assert_refused (-1, 2, "-1");
  assert_refused (1e-30, 2, "1e-30");
  assert_refused (1, 0, "l");
  ck_assert_ptr_null (deid_privacy_model_new_from_specification ("rcl:3", "s", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "rcl:C:L", NULL);
  ck_assert_ptr_null (deid_privacy_model_new_from_specification ("rcl:3:2.5", "s", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "2.5", NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("recursive l-diversity");
  TCase *tcase = tcase_create ("recursive l-diversity");

  tcase_set_timeout (tcase, 120);
  tcase_add_loop_test (tcase, test_formula, 0, G_N_ELEMENTS (cases));
  tcase_add_test (tcase, test_large_counts);
  tcase_add_loop_test (tcase, test_closure, 0, G_N_ELEMENTS (cases));
  tcase_add_test (tcase, test_parameters);
  suite_add_tcase (suite, tcase);
  return suite;
}
