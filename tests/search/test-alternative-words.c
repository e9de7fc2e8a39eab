/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Alternatives in words: of each the difference from the best one, and from a baseline, is read
 * back, in the text and in JSON. */
#include <string.h>

#include "support/alternative-problem.h"
#include "support/alternatives.h"
#include "support/policy-reader.h"
#include "support/suite.h"

/* Returns: the policy of least loss, of several the first by level sum and levels. */
static guint64
find_best (const DeidReport *alternatives)
{
  guint64 best = 0;

  for (guint64 i = 1; i < count_alternatives (alternatives); i++)
    {
      const double loss = get_alternative_number (alternatives, i, "loss"),
                   least = get_alternative_number (alternatives, best, "loss");

      if (loss < least
          || (!(least < loss)
              && deid_policy_compare (get_alternative (alternatives, i),
                                      get_alternative (alternatives, best))
                     < 0))
        best = i;
    }
  return best;
}

/* Tells whether the words, read from a baseline, which may be NULL, give the policy. */
static void
check_words (const CutProblem *problem, const char *words, const char *unchanged,
             const DeidPolicy *policy, const DeidPolicy *baseline)
{
  const guint n = cut_problem_count_dimensions (problem);
  guint levels[CUT_MAX_DIMENSIONS] = { 0 }, own[CUT_MAX_DIMENSIONS];

  for (guint d = 0; d < n; d++)
    {
      levels[d] = baseline != NULL ? deid_policy_get_level (baseline, d) : 0;
      own[d] = deid_policy_get_level (policy, d);
    }
  read_policy_words (problem, words, unchanged, levels);
  clear_hidden_levels (problem, own);
  ck_assert_msg (memcmp (levels, own, n * sizeof *own) == 0, "%s", words);
}

/* Finds a member behind *@p, moves *@p there, and returns the text that it is; NULL for null. */
static char *
take_member (const char **p, const char *name)
{
  g_autofree char *key = g_strdup_printf ("\"%s\":", name);
  const char *start = strstr (*p, key);
  const char *end;

  ck_assert_ptr_nonnull (start);
  start += strlen (key);
  *p = start;
  if (g_str_has_prefix (start, "null"))
    return NULL;
  ck_assert_int_eq (*start, '"');
  for (end = ++start; *end != '"'; end++)
    end += *end == '\\';
  *p = end;
  {
    g_autofree char *escaped = g_strndup (start, (gsize) (end - start));

    return g_strcompress (escaped);
  }
}

static void
assert_told (const char *text, const char *words)
{
  ck_assert_msg (strstr (text, words) != NULL, "no '%s' in %s", words, text);
}

/* The members of one policy, from *@p on. */
static void
check_members (const CutProblem *problem, const DeidReport *alternatives, guint64 i,
               const DeidPolicy *baseline, const char **p)
{
  const guint64 best = find_best (alternatives);
  const DeidPolicy *policy = get_alternative (alternatives, i);
  g_autofree char *name = g_strdup_printf ("in number %" G_GUINT64_FORMAT, best);
  g_autofree char *description = take_member (p, "description");
  g_autofree char *from_best = take_member (p, "from_best");
  g_autofree char *from_baseline = take_member (p, "from_baseline");
  g_autofree char *text = deid_report_to_text (alternatives, NULL, NULL);

  check_words (problem, description, "it is", policy, NULL);
  assert_told (text, description);
  ck_assert ((from_best == NULL) == (i == best));
  if (from_best != NULL)
    {
      check_words (problem, from_best, name, policy, get_alternative (alternatives, best));
      assert_told (text, from_best);
    }
  ck_assert ((from_baseline == NULL) == (baseline == NULL));
  if (baseline != NULL)
    {
      check_words (problem, from_baseline, "in the baseline", policy, baseline);
      assert_told (text, from_baseline);
    }
}

static void
check_list (const CutProblem *problem, DeidResult *result, DeidPolicy *baseline)
{
  GError *error = NULL;
  g_autoptr (DeidReport) alternatives
      = deid_report_new_alternatives (result, baseline, 0, FALSE, NULL, &error);
  const guint64 n = count_alternatives (alternatives);
  g_autofree char *json = deid_report_to_json (alternatives, &error);
  g_autofree char *best
      = n > 0 ? g_strdup_printf (",\"best\":%" G_GUINT64_FORMAT ",", find_best (alternatives))
              : g_strdup (",\"best\":null,");
  const char *member = json;

  assert_no_error (error);
  ck_assert_ptr_nonnull (strstr (json, best));
  for (guint64 i = 0; i < n; i++)
    check_members (problem, alternatives, i, baseline, &member);
}

/* Medoids are told as the alternatives are. */
static void
check_groups (const CutProblem *problem, DeidResult *result, DeidPolicy *baseline)
{
  g_autoptr (DeidReport) groups = group_alternatives (result, baseline, 3);
  g_autofree char *json = deid_report_to_json (groups, NULL);
  const char *member = strstr (json, "\"groups\":");

  ck_assert_ptr_nonnull (member);
  for (guint64 g = 0; g < count_alternative_groups (groups); g++)
    {
      const guint64 medoid = get_medoid (groups, g);

      check_members (problem, groups, medoid, baseline, &member);
    }
}

START_TEST (read_back)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (19);

  for (guint trial = 0; trial < count_trials (60); trial++)
    {
      AlternativeProblem problem;
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidPolicy) baseline = NULL;

      alternative_problem_init_random (&problem, rand);
      result = alternative_problem_search (&problem, TRUE, 20, trial, FALSE, NULL);
      baseline = deid_policy_new_from_rank (
          deid_problem_get_lattice (problem.built),
          (guint64) g_rand_int_range (rand, 0, (gint32) problem.n_policies), NULL);
      for (guint i = 0; result != NULL && i < 2; i++)
        {
          check_list (&problem.cut, result, i == 0 ? NULL : baseline);
          check_groups (&problem.cut, result, i == 0 ? NULL : baseline);
        }
      alternative_problem_clear (&problem);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("alternative-words");
  TCase *tcase = tcase_create ("alternative-words");

  tcase_add_test (tcase, read_back);
  tcase_set_timeout (tcase, 60);
  suite_add_tcase (suite, tcase);
  return suite;
}
