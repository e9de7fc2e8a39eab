/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Results do not depend on the key of hashes: the same problem under several keys gives the same to
 * the last byte. */
#include "support/suite.h"

#include "base/hash.h"
#include "support/colliding-keys.h"
#include "support/skewed-problem.h"
#include "support/result-figures.h"

#define N_PROBLEMS   24
#define MAX_POLICIES 200
#define N_PAIRS      10000
#define N_TEXTS      2000

static const guint64 keys[][2] = { { 0, 0 }, { 1, 0 }, { 0, 1 }, { G_MAXUINT64, 12345 } };

static const char *const searches[]
    = { "optimal", "exhaustive", "flash",        "best-first",     "igreedy",
        "datafly", "ola",        "sub-lattices", "bisecting:20:1", "directed:20:1" };

/* Appends what a release holds, row by row. */
static void
append_release (GString *all, DeidResult *result)
{
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  g_autoptr (DeidDataset) release = NULL;
  GError *error = NULL;

  ck_assert (deid_release_options_set_seed (options, 1, NULL));
  release = deid_result_apply (result, options, NULL, &error);
  assert_no_error (error);
  for (guint64 row = 0; row < deid_dataset_get_n_rows (release); row++)
    for (guint c = 0; c < deid_dataset_get_n_columns (release); c++)
      {
        const char *value = deid_dataset_get_value (release, row, c);

        g_string_append_printf (all, "%s;", value != NULL ? value : "");
      }
}

static void
append_reports (GString *all, DeidResult *result)
{
  g_autoptr (DeidReport) before = deid_report_new_risks (result, NULL, FALSE, NULL, NULL, NULL);
  g_autoptr (DeidReport) after = deid_report_new_risks (result, NULL, TRUE, NULL, NULL, NULL);
  g_autofree char *text_before = deid_report_to_json (before, NULL);
  g_autofree char *text_after = deid_report_to_json (after, NULL);
  g_autoptr (DeidStoredPolicy) policy = deid_stored_policy_new (result, NULL, NULL);
  g_autofree char *text_policy
      = policy != NULL ? deid_stored_policy_to_json (policy, NULL, NULL) : NULL;

  g_string_append_printf (all, "%s%s%s", text_before, text_after,
                          text_policy != NULL ? text_policy : "");
}

static void
append_certificate (GString *all, DeidResult *result)
{
  const char *path = get_temporary_file ("certificate.jsonl");
  g_autofree char *text = NULL;

  if (!deid_result_write_certificate (result, path, NULL, NULL))
    return;
  ck_assert (g_file_get_contents (path, &text, NULL, NULL));
  g_string_append (all, text);
}

static void
append_result (GString *all, DeidResult *result)
{
  const guint n
      = deid_lattice_get_n_dimensions (deid_problem_get_lattice (deid_result_get_problem (result)));
  DeidPolicy *policy = deid_result_get_policy (result);

  for (guint d = 0; d < n; d++)
    g_string_append_printf (all, "%u,", deid_policy_get_level (policy, d));
  g_string_append_printf (
      all, " %a %a %d %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT "\n",
      deid_result_get_loss (result), deid_result_get_lower_bound (result),
      (int) deid_result_get_termination (result), deid_result_get_n_suppressed (result),
      deid_result_get_n_evaluated (result), count_pruned (result));
}

/* Runs a search and appends all that comes of it.
 * Returns: whether there is a solution. */
static gboolean
append_search (GString *all, DeidProblem *problem, const char *text)
{
  g_autoptr (DeidSearch) search = deid_search_new_from_specification (text, NULL);
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (GError) error = NULL;

  ck_assert_msg (search != NULL, "%s", text);
  result = deid_search_run (search, problem, NULL, &error);
  g_string_append_printf (all, "%s: ", text);
  if (result == NULL)
    {
      g_string_append (all, error->message);
      return FALSE;
    }
  append_result (all, result);
  if (g_str_equal (text, "optimal"))
    {
      append_release (all, result);
      append_reports (all, result);
      append_certificate (all, result);
    }
  return TRUE;
}

START_TEST (random_problems_under_several_keys)
{
  const guint n_problems = count_trials (N_PROBLEMS);
  guint n_solved = 0;

  for (guint trial = 0; trial < n_problems; trial++)
    {
      g_autofree char *expected = NULL;

      for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
        {
          g_autoptr (GRand) rand = g_rand_new_with_seed (trial);
          g_autoptr (DeidProblem) problem = NULL;
          GString *all = g_string_new (NULL);

          deid_hash_set_key (keys[k][0], keys[k][1]);
          problem = skewed_problem_new (rand, MAX_POLICIES);
          for (guint s = 0; s < G_N_ELEMENTS (searches); s++)
            n_solved += append_search (all, problem, searches[s]) ? 1 : 0;
          if (k == 0)
            expected = g_string_free (all, FALSE);
          else
            {
              ck_assert_str_eq (all->str, expected);
              g_string_free (all, TRUE);
            }
        }
    }
  ck_assert_uint_gt (n_solved, n_problems * G_N_ELEMENTS (keys) * G_N_ELEMENTS (searches) / 4);
}
END_TEST

/* Returns: the values of a column that has each code once, in order, and then those of pairs. */
static const char **
list_values (const CollidingPairs *pairs, char *const *texts, guint column)
{
  const char **values = g_new (const char *, pairs->n_codes + pairs->n);

  for (guint i = 0; i < pairs->n_codes; i++)
    values[i] = texts[i];
  for (guint i = 0; i < pairs->n; i++)
    values[pairs->n_codes + i] = texts[pairs->pairs[i][column]];
  return values;
}

/* Texts, some of whose hashes collided before they had a key, in pairs whose codes collide when
 * rows are grouped. */
static DeidProblem *
make_colliding_problem (const CollidingPairs *pairs, char *const *texts)
{
  static const char *const names[] = { "a", "b" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (1, NULL);
  g_autoptr (DeidLattice) lattice = NULL;
  DeidProblem *problem;

  for (guint c = 0; c < 2; c++)
    {
      g_autofree const char **values = list_values (pairs, texts, c);

      ck_assert (deid_dataset_add_string_column (dataset, names[c], values,
                                                 pairs->n_codes + pairs->n, NULL, NULL));
      ck_assert_uint_eq (deid_dataset_get_n_distinct (dataset, c), pairs->n_codes);
    }
  lattice = deid_lattice_new (dataset);
  for (guint c = 0; c < 2; c++)
    ck_assert (deid_lattice_add_quasi_identifier (lattice, names[c], hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  return problem;
}

/* Returns: (transfer full): texts of which the first ones collide. */
static char **
make_texts (guint n)
{
  char **texts = make_colliding_texts (N_TEXTS);

  texts = g_renew (char *, texts, n + 1);
  for (guint i = N_TEXTS; i < n; i++)
    texts[i] = g_strdup_printf ("%u", i);
  texts[n] = NULL;
  return texts;
}

/* It has to end, too. */
START_TEST (colliding_problem_under_several_keys)
{
  g_autofree char *expected = NULL;
  g_auto (GStrv) texts = NULL;
  CollidingPairs pairs;

  make_colliding_pairs (&pairs, N_PAIRS);
  texts = make_texts (pairs.n_codes);
  for (guint k = 0; k < 2; k++)
    {
      g_autoptr (DeidProblem) problem = NULL;
      GString *all = g_string_new (NULL);

      deid_hash_set_key (keys[k][0], keys[k][1]);
      problem = make_colliding_problem (&pairs, texts);
      ck_assert (append_search (all, problem, "exhaustive"));
      if (k == 0)
        expected = g_string_free (all, FALSE);
      else
        {
          ck_assert_str_eq (all->str, expected);
          g_string_free (all, TRUE);
        }
    }
  g_free (pairs.pairs);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("hash-keys");
  TCase *tcase = tcase_create ("hash-keys");

  tcase_set_timeout (tcase, 120);
  tcase_add_test (tcase, random_problems_under_several_keys);
  tcase_add_test (tcase, colliding_problem_under_several_keys);
  suite_add_tcase (suite, tcase);
  return suite;
}
