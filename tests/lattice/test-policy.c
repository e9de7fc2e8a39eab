/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Policies: ranks, neighbours, the two orders, and their text. */
#include <string.h>

#include "support/suite.h"

#define MAX_DIMENSIONS 80

static DeidLattice *
make_lattice (const char *const *names, const guint *heights, guint n)
{
  const gint64 zero = 0;
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
  DeidLattice *lattice;

  for (guint d = 0; d < n; d++)
    ck_assert (deid_dataset_add_integer_column (dataset, names[d], &zero, 1, NULL, 0, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  for (guint d = 0; d < n; d++)
    {
      const char *labels[MAX_DIMENSIONS] = { NULL };
      g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);
      g_autoptr (DeidHierarchy) hierarchy = NULL;

      for (guint level = 0; level <= heights[d]; level++)
        labels[level] = "0";
      ck_assert (deid_hierarchy_builder_add_row (builder, labels, NULL));
      hierarchy = deid_hierarchy_builder_build (builder, NULL);
      ck_assert (deid_lattice_add_quasi_identifier (lattice, names[d], hierarchy, NULL, NULL));
    }
  return lattice;
}

/* The lattice that most tests go through policy by policy. */
enum
{
  N_SMALL = 4,
  SMALL_SIZE = 3 * 1 * 4 * 2
};

static const char *const small_names[] = { "age", "sex", "zip", "stay" };
static const guint small_heights[] = { 2, 0, 3, 1 };

static DeidLattice *
make_small_lattice (void)
{
  return make_lattice (small_names, small_heights, N_SMALL);
}

/* All level vectors in lexicographic order. */
static void
list_levels (guint levels[SMALL_SIZE][N_SMALL])
{
  guint n = 0;

  for (guint a = 0; a <= small_heights[0]; a++)
    for (guint b = 0; b <= small_heights[1]; b++)
      for (guint c = 0; c <= small_heights[2]; c++)
        for (guint d = 0; d <= small_heights[3]; d++)
          {
            const guint own[] = { a, b, c, d };

            memcpy (levels[n++], own, sizeof own);
          }
  ck_assert_uint_eq (n, SMALL_SIZE);
}

static void
assert_levels (const DeidPolicy *policy, const guint *levels, guint n)
{
  guint64 sum = 0;

  for (guint d = 0; d < n; d++)
    {
      ck_assert_uint_eq (deid_policy_get_level (policy, d), levels[d]);
      sum += levels[d];
    }
  ck_assert_uint_eq (deid_policy_get_level_sum (policy), sum);
}

START_TEST (ranks)
{
  g_autoptr (DeidLattice) lattice = make_small_lattice ();
  g_autoptr (DeidPolicy) bottom = deid_policy_new_bottom (lattice, NULL);
  g_autoptr (DeidPolicy) top = deid_policy_new_top (lattice, NULL);
  guint levels[SMALL_SIZE][N_SMALL];
  guint64 rank;
  GError *error = NULL;

  list_levels (levels);
  for (guint i = 0; i < SMALL_SIZE; i++)
    {
      g_autoptr (DeidPolicy) policy = deid_policy_new (lattice, levels[i], N_SMALL, &error);
      g_autoptr (DeidPolicy) of_rank = deid_policy_new_from_rank (lattice, i, &error);
      gsize n_levels;
      g_autofree guint *listed = deid_policy_list_levels (policy, &n_levels, &error);

      assert_no_error (error);
      ck_assert_uint_eq (n_levels, N_SMALL);
      ck_assert_mem_eq (listed, levels[i], sizeof levels[i]);
      assert_levels (policy, levels[i], N_SMALL);
      assert_levels (of_rank, levels[i], N_SMALL);
      ck_assert (deid_policy_get_rank (policy, &rank));
      ck_assert_uint_eq (rank, i);
      ck_assert_ptr_eq (deid_policy_get_lattice (policy), lattice);
    }
  assert_levels (bottom, levels[0], N_SMALL);
  assert_levels (top, levels[SMALL_SIZE - 1], N_SMALL);
  ck_assert (deid_policy_new_from_rank (lattice, SMALL_SIZE, &error) == NULL);
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "24", NULL);
  ck_assert (deid_policy_new_from_rank (lattice, G_MAXUINT64, &error) == NULL);
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}
END_TEST

START_TEST (ranks_of_large_lattices)
{
  char texts[MAX_DIMENSIONS][8];
  const char *names[MAX_DIMENSIONS];
  guint heights[MAX_DIMENSIONS];
  guint64 rank;
  GError *error = NULL;

  for (guint d = 0; d < MAX_DIMENSIONS; d++)
    {
      g_snprintf (texts[d], sizeof texts[d], "q%u", d);
      names[d] = texts[d];
      heights[d] = 1;
    }
  for (guint n = 62; n <= 66; n++)
    {
      g_autoptr (DeidLattice) lattice = make_lattice (names, heights, n);
      g_autoptr (DeidPolicy) top = deid_policy_new_top (lattice, NULL);
      g_autoptr (DeidPolicy) policy = NULL;

      ck_assert (deid_policy_get_predecessor (top, 1, &policy, NULL));
      rank = 77;
      ck_assert_int_eq (deid_policy_get_rank (policy, &rank), n < 64);
      if (n < 64)
        {
          g_autoptr (DeidPolicy) of_rank = deid_policy_new_from_rank (lattice, rank, NULL);

          ck_assert_uint_eq (rank, (G_GUINT64_CONSTANT (1) << n) - 1
                                       - (G_GUINT64_CONSTANT (1) << (n - 2)));
          ck_assert_int_eq (deid_policy_compare (of_rank, policy), 0);
        }
      else
        {
          ck_assert_uint_eq (rank, G_MAXUINT64);
          ck_assert (deid_policy_new_from_rank (lattice, 0, &error) == NULL);
          assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, NULL);
        }
      ck_assert_uint_eq (deid_policy_get_level_sum (policy), n - 1);
    }
}
END_TEST

START_TEST (neighbours)
{
  g_autoptr (DeidLattice) lattice = make_small_lattice ();
  guint levels[SMALL_SIZE][N_SMALL];

  list_levels (levels);
  for (guint i = 0; i < SMALL_SIZE; i++)
    for (guint d = 0; d < N_SMALL; d++)
      {
        g_autoptr (DeidPolicy) policy = deid_policy_new (lattice, levels[i], N_SMALL, NULL);
        DeidPolicy *above = NULL, *below = NULL;
        guint expected[N_SMALL];

        ck_assert (deid_policy_get_successor (policy, d, &above, NULL));
        ck_assert (deid_policy_get_predecessor (policy, d, &below, NULL));
        ck_assert_int_eq (above != NULL, levels[i][d] < small_heights[d]);
        ck_assert_int_eq (below != NULL, levels[i][d] > 0);
        memcpy (expected, levels[i], sizeof expected);
        expected[d]++;
        if (above != NULL)
          assert_levels (above, expected, N_SMALL);
        expected[d] -= 2;
        if (below != NULL)
          assert_levels (below, expected, N_SMALL);
        assert_levels (policy, levels[i], N_SMALL);
        g_clear_pointer (&above, deid_policy_unref);
        g_clear_pointer (&below, deid_policy_unref);
      }
}
END_TEST

/* -1, 0 or 1: by level sum, then by the first level that differs. */
static int
expect_order (const guint *a, const guint *b)
{
  guint sum_a = 0, sum_b = 0;
  int order = 0;

  for (guint d = 0; d < N_SMALL; d++)
    {
      sum_a += a[d];
      sum_b += b[d];
      if (order == 0)
        order = (a[d] > b[d]) - (a[d] < b[d]);
    }
  return sum_a != sum_b ? (sum_a > sum_b) - (sum_a < sum_b) : order;
}

START_TEST (orders)
{
  g_autoptr (DeidLattice) lattice = make_small_lattice ();
  guint levels[SMALL_SIZE][N_SMALL];

  list_levels (levels);
  for (guint i = 0; i < SMALL_SIZE; i++)
    for (guint j = 0; j < SMALL_SIZE; j++)
      {
        g_autoptr (DeidPolicy) a = deid_policy_new (lattice, levels[i], N_SMALL, NULL);
        g_autoptr (DeidPolicy) b = deid_policy_new (lattice, levels[j], N_SMALL, NULL);
        const int order = deid_policy_compare (a, b);
        gboolean generalizes = TRUE;

        for (guint d = 0; d < N_SMALL; d++)
          generalizes &= levels[i][d] >= levels[j][d];
        ck_assert_int_eq (deid_policy_is_generalization_of (a, b), generalizes);
        ck_assert_int_eq ((order > 0) - (order < 0), expect_order (levels[i], levels[j]));
        ck_assert_int_eq (order == 0, i == j);
      }
}
END_TEST

START_TEST (refused_levels)
{
  g_autoptr (DeidLattice) lattice = make_small_lattice ();
  const guint too_high[] = { 2, 0, 4, 1 }, highest[] = { 2, 0, G_MAXUINT, 1, 0 };
  GError *error = NULL;

  ck_assert (deid_policy_new (lattice, too_high, 4, &error) == NULL);
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'zip'", "4", "0 to 3", NULL);
  ck_assert (deid_policy_new (lattice, highest, 4, &error) == NULL);
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'zip'", "4294967295", NULL);
  ck_assert (deid_policy_new (lattice, highest, 3, &error) == NULL);
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "3 levels", "expected 4", NULL);
  ck_assert (deid_policy_new (lattice, highest, 5, &error) == NULL);
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "5 levels", "expected 4", NULL);
  ck_assert (deid_policy_new (lattice, NULL, 0, &error) == NULL);
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "0 levels", NULL);
}
END_TEST

START_TEST (no_dimensions)
{
  g_autoptr (DeidLattice) lattice = make_lattice (NULL, NULL, 0);
  const guint level = 0;
  GError *error = NULL;

  ck_assert (deid_policy_new (lattice, &level, 0, &error) == NULL);
  assert_error (&error, DEID_ERROR, DEID_ERROR_EMPTY, "visits", NULL);
  ck_assert (deid_policy_new_bottom (lattice, &error) == NULL);
  assert_error (&error, DEID_ERROR, DEID_ERROR_EMPTY, "visits", NULL);
  ck_assert (deid_policy_new_top (lattice, &error) == NULL);
  assert_error (&error, DEID_ERROR, DEID_ERROR_EMPTY, "visits", NULL);
  ck_assert (deid_policy_new_from_rank (lattice, 0, &error) == NULL);
  assert_error (&error, DEID_ERROR, DEID_ERROR_EMPTY, "visits", NULL);
  ck_assert (deid_policy_new_from_text (lattice, "", &error) == NULL);
  assert_error (&error, DEID_ERROR, DEID_ERROR_EMPTY, "visits", NULL);
}
END_TEST

START_TEST (text_round_trip)
{
  static const char *const names[]
      = { "age", "two words", "a:b", "back\\slash", "tab\there", "Größe",
          " ",   ":",         "\\",  "1",           "a\nb",      ",a,b" };
  static const char *const expected = "age:0 two\\ words:1 a\\:b:2 back\\\\slash:3 tab\\u{9}here:4 "
                                      "Größe:5 \\ :6 \\::7 \\\\:8 1:9 "
                                      "a\\u{A}b:10 \\,a\\,b:11";
  enum
  {
    N = G_N_ELEMENTS (names)
  };
  guint heights[N], levels[N];
  GRand *rand = g_rand_new_with_seed (5);
  g_autoptr (DeidLattice) lattice = NULL;

  for (guint d = 0; d < N; d++)
    heights[d] = 12;
  lattice = make_lattice (names, heights, N);
  for (guint repetition = 0; repetition < 100; repetition++)
    {
      g_autoptr (DeidPolicy) policy = NULL;
      g_autoptr (DeidPolicy) read = NULL;
      g_autofree char *written = NULL;
      GError *error = NULL;

      for (guint d = 0; d < N; d++)
        levels[d] = repetition == 0 ? d : (guint) g_rand_int_range (rand, 0, 13);
      policy = deid_policy_new (lattice, levels, N, NULL);
      written = deid_policy_to_text (policy, NULL);
      if (repetition == 0)
        ck_assert_str_eq (written, expected);
      read = deid_policy_new_from_text (lattice, written, &error);
      assert_no_error (error);
      assert_levels (read, levels, N);
    }
  g_rand_free (rand);
}
END_TEST

START_TEST (text_in_any_order)
{
  static const char *const texts[]
      = { "age:2 sex:0 zip:3 stay:1",           "stay:1 zip:3 age:2 sex:0",
          "  zip:3\tstay:1  \t age:2 sex:0 \t", "z\\ip:3 \\age:2 sex:0 stay:1",
          "age:2,sex:0,zip:3,stay:1",           "age:2, sex:0 ,zip:3,,stay:1," };
  const guint levels[] = { 2, 0, 3, 1 };
  g_autoptr (DeidLattice) lattice = make_small_lattice ();

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      GError *error = NULL;
      g_autoptr (DeidPolicy) policy = deid_policy_new_from_text (lattice, texts[i], &error);

      assert_no_error (error);
      assert_levels (policy, levels, N_SMALL);
    }
}
END_TEST

static const struct
{
  const char *text;
  DeidError code;
  const char *named;
} bad_texts[] = {
  { "", DEID_ERROR_PARSE, "'age'" },
  { "age:1 sex:0 zip:0", DEID_ERROR_PARSE, "'stay'" },
  { "age:1 sex:0 zip:0 stay:0 town:1", DEID_ERROR_PARSE, "'town'" },
  { "Age:1 sex:0 zip:0 stay:0", DEID_ERROR_PARSE, "'Age'" },
  { "age:1 age:1 sex:0 zip:0 stay:0", DEID_ERROR_PARSE, "'age'" },
  { ":1 sex:0 zip:0 stay:0", DEID_ERROR_PARSE, "''" },
  { "age sex:0 zip:0 stay:0", DEID_ERROR_PARSE, "'age'" },
  { "age: sex:0 zip:0 stay:0", DEID_ERROR_PARSE, "'age'" },
  { "age :1 sex:0 zip:0 stay:0", DEID_ERROR_PARSE, "'age'" },
  { "age:x sex:0 zip:0 stay:0", DEID_ERROR_PARSE, "'age'" },
  { "age:-1 sex:0 zip:0 stay:0", DEID_ERROR_PARSE, "'age'" },
  { "age:+1 sex:0 zip:0 stay:0", DEID_ERROR_PARSE, "'age'" },
  { "age:1.0 sex:0 zip:0 stay:0", DEID_ERROR_PARSE, "'age'" },
  { "age:0x1 sex:0 zip:0 stay:0", DEID_ERROR_PARSE, "'age'" },
  { "age,1:1 sex:0 zip:0 stay:0", DEID_ERROR_PARSE, "'age,1'" },
  { "age:,sex:0 zip:0 stay:0", DEID_ERROR_PARSE, "'age'" },
  { "age:1:1 sex:0 zip:0 stay:0", DEID_ERROR_PARSE, "'age'" },
  { "age=1 sex:0 zip:0 stay:0", DEID_ERROR_PARSE, "'age=1'" },
  { "age\\:1 sex:0 zip:0 stay:0", DEID_ERROR_PARSE, "'age:1'" },
  { "age:1 sex:0 zip:0 stay\\", DEID_ERROR_PARSE, "'stay\\\\'" },
  { "age:3 sex:0 zip:0 stay:0", DEID_ERROR_INVALID_ARGUMENT, "level 3 of 'age'" },
  { "age:0 sex:0 zip:0 stay:5000000000", DEID_ERROR_INVALID_ARGUMENT,
    "level 5000000000 of 'stay'" },
};

START_TEST (bad_text)
{
  g_autoptr (DeidLattice) lattice = make_small_lattice ();
  GError *error = NULL;
  DeidPolicy *policy = deid_policy_new_from_text (lattice, bad_texts[_i].text, &error);

  ck_assert_msg (policy == NULL, "'%s' was accepted", bad_texts[_i].text);
  if (bad_texts[_i].code == DEID_ERROR_PARSE)
    {
      g_auto (GStrv) parts = g_strsplit (bad_texts[_i].text, "\\", -1);
      g_autofree char *escaped = g_strjoinv ("\\\\", parts);

      assert_error (&error, DEID_ERROR, (int) bad_texts[_i].code, escaped, bad_texts[_i].named,
                    NULL);
    }
  else
    assert_error (&error, DEID_ERROR, (int) bad_texts[_i].code, bad_texts[_i].named, NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("policy");
  TCase *points = tcase_create ("points"), *texts = tcase_create ("texts");

  tcase_add_test (points, ranks);
  tcase_add_test (points, ranks_of_large_lattices);
  tcase_add_test (points, neighbours);
  tcase_add_test (points, orders);
  tcase_add_test (points, refused_levels);
  tcase_add_test (points, no_dimensions);
  suite_add_tcase (suite, points);
  tcase_add_test (texts, text_round_trip);
  tcase_add_test (texts, text_in_any_order);
  tcase_add_loop_test (texts, bad_text, 0, G_N_ELEMENTS (bad_texts));
  suite_add_tcase (suite, texts);
  return suite;
}
