/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lattices that leave policies only some of a hierarchy's levels. What searches find in them is
 * checked against the definitions by the tests of random problems; here is what such a lattice says
 * of itself, and what is made of results. */
#include "support/figures.h"
#include "support/suite.h"

#include <string.h>

#include "support/alternatives.h"
#include "support/lesson.h"
#include "support/plain-check.h"

/* Four records of two columns, with levels 0 to 2 and 0 to 1. */
static const char table[] = "zip sex\n a1 f\n a2 f\n b1 m\n b2 m\n";
static const char hierarchies[] = "zip a1 a *\nzip a2 a *\nzip b1 b *\nzip b2 b *\n";

static DeidLattice *
make_lattice (guint lowest, guint highest)
{
  DeidLattice *lattice = lesson_make_lattice (table, hierarchies);
  GError *error = NULL;

  ck_assert (deid_lattice_set_level_range (lattice, "zip", lowest, highest, &error));
  assert_no_error (error);
  return lattice;
}

static DeidProblem *
make_problem (guint lowest, guint highest)
{
  g_autoptr (DeidLattice) lattice = make_lattice (lowest, highest);
  DeidProblem *problem = deid_problem_new (lattice);

  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (1, NULL));
  return problem;
}

static void
assert_policy (DeidPolicy *policy, const char *expected)
{
  g_autoptr (DeidPolicy) owned G_GNUC_UNUSED = policy;
  g_autofree char *text = deid_policy_to_text (policy, NULL);

  ck_assert_str_eq (text, expected);
}

START_TEST (sizes)
{
  static const struct
  {
    guint lowest;
    guint highest;
    guint64 size;
  } ranges[] = { { 0, 2, 6 }, { 1, 2, 4 }, { 0, 1, 4 }, { 1, 1, 2 }, { 1, G_MAXUINT, 4 } };

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    {
      g_autoptr (DeidLattice) lattice = make_lattice (ranges[i].lowest, ranges[i].highest);
      guint lowest, highest;
      guint64 size;

      ck_assert (deid_lattice_get_size (lattice, &size));
      ck_assert_uint_eq (size, ranges[i].size);
      ck_assert (deid_lattice_get_size_as_double (lattice) == (double) ranges[i].size);
      deid_lattice_get_level_range (lattice, 0, &lowest, &highest);
      ck_assert_uint_eq (lowest, ranges[i].lowest);
      ck_assert_uint_eq (highest, deid_lattice_get_height (lattice, 0));
      ck_assert_uint_eq (deid_lattice_get_height (lattice, 0), MIN (ranges[i].highest, 2));
      deid_lattice_get_level_range (lattice, 1, &lowest, NULL);
      ck_assert_uint_eq (lowest, 0);
      ck_assert_uint_eq (deid_lattice_get_height (lattice, 1), 1);
    }
}
END_TEST

START_TEST (policies)
{
  static const char *const by_rank[]
      = { "zip:1 sex:0", "zip:1 sex:1", "zip:2 sex:0", "zip:2 sex:1" };
  g_autoptr (DeidLattice) lattice = make_lattice (1, 2);
  g_autoptr (DeidPolicy) bottom = deid_policy_new_bottom (lattice, NULL);
  g_autoptr (DeidPolicy) below = NULL;
  GError *error = NULL;

  assert_policy (deid_policy_ref (bottom), "zip:1 sex:0");
  assert_policy (deid_policy_new_top (lattice, NULL), "zip:2 sex:1");
  for (guint rank = 0; rank < G_N_ELEMENTS (by_rank); rank++)
    {
      g_autoptr (DeidPolicy) policy = deid_policy_new_from_text (lattice, by_rank[rank], NULL);
      guint64 found;

      ck_assert (deid_policy_get_rank (policy, &found) && found == rank);
      assert_policy (deid_policy_new_from_rank (lattice, rank, NULL), by_rank[rank]);
    }
  ck_assert (deid_policy_get_predecessor (bottom, 0, &below, NULL));
  ck_assert_ptr_null (below);
  ck_assert_uint_eq (deid_policy_get_level (bottom, 0), 1);
  ck_assert_uint_eq (deid_policy_get_level_sum (bottom), 1);
  ck_assert_ptr_null (deid_policy_new_from_rank (lattice, 4, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "below 4", NULL);
  ck_assert_ptr_null (deid_policy_new_from_text (lattice, "zip:0,sex:0", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "level 0 of 'zip'", "1 to 2",
                NULL);
}
END_TEST

/* A label states its level, unless it is on several levels, or the number of a level and not
 * quoted.
 */
START_TEST (labels)
{
  g_autoptr (DeidLattice) lattice
      = lesson_make_lattice ("zip sex\n a1 f\n a2 f\n b m\n", "zip a1 a *\nzip a2 a *\nzip b b *\n"
                                                              "sex f 1,\\2 *\nsex m 7 *\n");
  GError *error = NULL;

  assert_policy (deid_policy_new_from_text (lattice, "zip:a,sex:*", NULL), "zip:1 sex:2");
  assert_policy (deid_policy_new_from_text (lattice, "zip:a2 sex:m", NULL), "zip:0 sex:0");
  assert_policy (deid_policy_new_from_text (lattice, "zip:*,sex:1\\,\\\\2", NULL), "zip:2 sex:1");
  ck_assert_ptr_null (deid_policy_new_from_text (lattice, "zip:b,sex:0", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "a label of one level alone for 'zip'", NULL);
  ck_assert_ptr_null (deid_policy_new_from_text (lattice, "zip:c,sex:0", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "for 'zip'", NULL);
  assert_policy (deid_policy_new_from_text (lattice, "zip:0,sex:7", NULL), "zip:0 sex:1");
  assert_policy (deid_policy_new_from_text (lattice, "sex:\"7\",zip:\"a\"", NULL), "zip:1 sex:1");
  assert_policy (deid_policy_new_from_text (lattice, "zip:0 sex:\"1,\\\\2\"", NULL), "zip:0 sex:1");
  ck_assert_ptr_null (deid_policy_new_from_text (lattice, "zip:0,sex:8", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "level 8 of 'sex'", NULL);
  ck_assert_ptr_null (deid_policy_new_from_text (lattice, "zip:\"0\",sex:0", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "one level alone for 'zip'", NULL);
  ck_assert_ptr_null (deid_policy_new_from_text (lattice, "zip:0,sex:\"7", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "second quotation mark for 'sex'", NULL);
  ck_assert_ptr_null (deid_policy_new_from_text (lattice, "sex:\"7\"zip:0", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "quotation marks of 'sex'", NULL);
}
END_TEST

START_TEST (refused)
{
  g_autoptr (DeidLattice) lattice = make_lattice (1, 2);
  g_autoptr (DeidLattice) cuts = deid_lattice_new (deid_lattice_get_dataset (lattice));
  const char *const zips[] = { "a1", "a2", "b1", "b2" };
  GError *error = NULL;
  guint lowest;

  ck_assert (!deid_lattice_set_level_range (lattice, "zip", 2, 1, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "2 to 1 of 'zip'", "0 to 2", NULL);
  ck_assert (!deid_lattice_set_level_range (lattice, "zip", 0, 3, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "0 to 3 of 'zip'", NULL);
  ck_assert (!deid_lattice_set_level_range (lattice, "zips", 0, 1, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, "'zips'", NULL);
  ck_assert (!deid_lattice_set_level_range (cuts, "sex", 0, 1, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "is no quasi-identifier", NULL);
  ck_assert (deid_lattice_add_ordered_cuts (cuts, "zip", zips, 4, DEID_CUT_ENDS_EXACT, NULL));
  ck_assert (!deid_lattice_set_level_range (cuts, "zip", 0, 0, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'zip' has cuts", NULL);
  deid_lattice_get_level_range (lattice, 0, &lowest, NULL);
  ck_assert_uint_eq (lowest, 1);
  deid_policy_unref (deid_policy_new_top (lattice, NULL));
  ck_assert (!deid_lattice_set_level_range (lattice, "zip", 0, 1, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
}
END_TEST

/* 1-anonymity asks for nothing: every search finds the bottom of what it may choose from, whose
 * loss is that of the whole hierarchy: (2 - 1) / (4 - 1) of zip, and its half. */
START_TEST (searches)
{
  static const char *const names[]
      = { "optimal", "exhaustive", "flash",   "flash:explicit", "best-first",  "sub-lattices",
          "ola",     "igreedy",    "datafly", "bisecting:5:1",  "directed:5:1" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      GError *error = NULL;
      g_autoptr (DeidProblem) problem = make_problem (1, 2);
      g_autoptr (DeidSearch) search = deid_search_new_from_specification (names[i], &error);
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidDataset) release = NULL;

      assert_no_error (error);
      result = deid_search_run (search, problem, NULL, &error);
      assert_no_error (error);
      assert_policy (deid_policy_ref (deid_result_get_policy (result)), "zip:1 sex:0");
      assert_near (deid_result_get_loss (result), 1.0 / 6);
      release = deid_result_apply (result, NULL, NULL, &error);
      assert_no_error (error);
      ck_assert (deid_result_verify (result, release, NULL, &error));
      assert_no_error (error);
    }
}
END_TEST

static gboolean
is_solution (const RandomProblem *problem, const guint *levels)
{
  PlainVerdict verdict;

  plain_check (problem, levels, &verdict);
  return verdict.is_solution;
}

/* Polished policies are solutions of which no level can be lowered within the ranges. */
static void
check_alternative (const RandomProblem *problem, DeidPolicy *policy)
{
  guint levels[MAX_ATTRIBUTES];

  for (guint a = 0; a < problem->n_attributes; a++)
    {
      const RandomAttribute *attribute = &problem->attributes[a];

      levels[a] = deid_policy_get_level (policy, a);
      ck_assert_uint_ge (levels[a], attribute->lowest);
      ck_assert_uint_lt (levels[a] + attribute->n_cut, attribute->n_levels);
    }
  ck_assert (is_solution (problem, levels));
  for (guint a = 0; a < problem->n_attributes; a++)
    if (levels[a] > problem->attributes[a].lowest)
      {
        levels[a]--;
        ck_assert (!is_solution (problem, levels));
        levels[a]++;
      }
}

START_TEST (random_boundaries)
{
  static const char *const names[] = { "bisecting:6:1:polish", "directed:6:1:polish" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (61);
  const guint n_trials = count_trials (300);
  guint n_found = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      RandomProblem *problem = random_problem_new (rand, FALSE);
      g_autoptr (DeidSearch) search
          = deid_search_new_from_specification (names[trial % G_N_ELEMENTS (names)], NULL);
      g_autoptr (DeidProblem) built = NULL;
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidReport) alternatives = NULL;
      GError *error = NULL;

      random_problem_restrict (problem);
      problem->models[problem->n_models++]
          = (RandomModel){ .kind = MODEL_K, .numerator = 1 + trial % 4, .denominator = 1 };
      problem->limit_is_count = TRUE;
      problem->limit = 0;
      built = random_problem_build (problem);
      result = deid_search_run (search, built, NULL, &error);
      alternatives = result != NULL ? list_alternatives (result) : NULL;
      if (result == NULL)
        assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
      for (guint64 i = 0; alternatives != NULL && i < count_alternatives (alternatives);
           i++, n_found++)
        check_alternative (problem, get_alternative (alternatives, i));
      random_problem_free (problem);
    }
  ck_assert_uint_gt (n_found, n_trials / 2);
}
END_TEST

/* Of the boundary between policies that are solutions and others, as far as there is one. */
START_TEST (boundaries)
{
  static const char *const names[] = { "bisecting:40:1:polish", "directed:40:1:polish" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (DeidProblem) problem = make_problem (0, 1);
      g_autoptr (DeidSearch) search = deid_search_new_from_specification (names[i], NULL);
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidReport) alternatives = NULL;
      GError *error = NULL;

      lesson_add_model (problem, deid_privacy_model_new_k_anonymity (2, NULL));
      ck_assert (deid_problem_set_suppression_limit_count (problem, 0, NULL));
      result = deid_search_run (search, problem, NULL, &error);
      assert_no_error (error);
      alternatives = list_alternatives (result);
      ck_assert_uint_eq (count_alternatives (alternatives), 1);
      assert_policy (deid_policy_ref (get_alternative (alternatives, 0)), "zip:1 sex:0");
    }
}
END_TEST

static void
write_certificate (guint lowest, guint highest, const char *path)
{
  g_autoptr (DeidProblem) problem = make_problem (lowest, highest);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, NULL);
  GError *error = NULL;

  ck_assert (deid_result_write_certificate (result, path, NULL, &error));
  assert_no_error (error);
}

/* The proof is one for the levels that it states: all other ranges are another problem. */
START_TEST (certificates)
{
  static const guint ranges[][2] = { { 1, 2 }, { 0, 2 }, { 1, 1 }, { 0, 1 } };
  const char *path = get_temporary_file ("ranges.jsonl");

  for (guint of = 0; of < G_N_ELEMENTS (ranges); of++)
    for (guint against = 0; against < G_N_ELEMENTS (ranges); against++)
      {
        g_autoptr (DeidProblem) problem = make_problem (ranges[against][0], ranges[against][1]);
        g_autoptr (DeidResult) verified = NULL;
        GError *error = NULL;

        write_certificate (ranges[of][0], ranges[of][1], path);
        verified = deid_problem_verify_certificate (problem, path, NULL, NULL, &error);
        if (of == against)
          assert_no_error (error);
        else if (of == 2 && against == 1)
          assert_error (&error, DEID_ERROR, DEID_ERROR_CERTIFICATE,
                        "line 1: ", "levels 1 to 1 of column 'zip', the problem has 0 to 2",
                        "[column zip] levels=1..1", NULL);
        else
          assert_error (&error, DEID_ERROR, DEID_ERROR_CERTIFICATE, NULL);
      }
}
END_TEST

/* Classes of a local recoding have labels of the range too, of levels and of subtrees: without it
 * zips as they are, and one label of all for the record of d. */
START_TEST (local_recodings)
{
  static const char zips[] = "zip\n a1\n a1\n a2\n a2\n b1\n b2\n d\n";
  static const char nodes[] = "zip a1 a ab *\nzip a2 a ab *\nzip b1 b ab *\nzip b2 b ab *\n"
                              "zip d d d *\n";
  g_autoptr (DeidDataset) dataset = lesson_make_table (zips);
  g_autoptr (DeidHierarchy) hierarchy = lesson_make_hierarchy ("zip", nodes);

  for (guint kind = 0; kind < 2; kind++)
    {
      g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidSearch) search = deid_search_new_local (500, 1, 0, NULL);
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidDataset) release = NULL;
      GError *error = NULL;
      DeidPartition *partition;

      ck_assert (kind == 0
                     ? deid_lattice_add_quasi_identifier (lattice, "zip", hierarchy, NULL, NULL)
                     : deid_lattice_add_subtree_cuts (lattice, "zip", hierarchy, NULL, NULL));
      ck_assert (deid_lattice_set_level_range (lattice, "zip", 1, 2, NULL));
      problem = deid_problem_new (lattice);
      lesson_add_model (problem, deid_privacy_model_new_k_anonymity (2, NULL));
      ck_assert (deid_problem_set_suppression_limit (problem, 0.5, NULL));
      result = deid_search_run (search, problem, NULL, &error);
      assert_no_error (error);
      partition = deid_result_get_partition (result, NULL, &error);
      assert_no_error (error);
      for (guint32 number = 0; number < deid_partition_get_n_classes (partition); number++)
        {
          ck_assert_uint_ge (deid_partition_get_level (partition, number, 0), 1);
          ck_assert_uint_le (deid_partition_get_level (partition, number, 0), 2);
        }
      release = deid_result_apply (result, NULL, NULL, &error);
      assert_no_error (error);
      ck_assert_uint_eq (deid_dataset_get_n_rows (release), 6);
      ck_assert (deid_result_verify (result, release, NULL, &error));
      assert_no_error (error);
    }
}
END_TEST

/* What stores a policy stores a level of the hierarchy. */
START_TEST (stored_policies)
{
  g_autoptr (DeidProblem) problem = make_problem (1, 2);
  g_autoptr (DeidResult) result = lesson_evaluate (problem, "zip:1,sex:0");
  GError *error = NULL;
  g_autoptr (DeidStoredPolicy) stored = deid_stored_policy_new (result, NULL, &error);
  g_autoptr (DeidDataset) next = lesson_make_table ("zip sex\n b1 f\n b2 m\n");
  g_autoptr (DeidResult) applied = NULL;

  assert_no_error (error);
  ck_assert_uint_eq (count_of (stored_report (stored), "attributes[0].level"), 1);
  applied = deid_stored_policy_evaluate (stored, next, NULL, NULL, &error);
  assert_no_error (error);
  assert_policy (deid_policy_ref (deid_result_get_policy (applied)), "zip:1 sex:0");
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("level ranges");
  TCase *lattices = tcase_create ("lattices"), *results = tcase_create ("results");

  tcase_add_test (lattices, sizes);
  tcase_add_test (lattices, policies);
  tcase_add_test (lattices, labels);
  tcase_add_test (lattices, refused);
  suite_add_tcase (suite, lattices);
  tcase_add_test (results, searches);
  tcase_add_test (results, local_recodings);
  tcase_add_test (results, random_boundaries);
  tcase_add_test (results, boundaries);
  tcase_add_test (results, certificates);
  tcase_add_test (results, stored_policies);
  suite_add_tcase (suite, results);
  return suite;
}
