/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* k^m-anonymity over the values of a cell, against its definition. */
#include <math.h>
#include <string.h>

#include "support/suite.h"
#include "support/text-job.h"

#define MAX_ROWS 16
#define N_ITEMS  6
#define N_LEVELS 3

/* Each set is a mask of items: two of each of three groups. */
typedef struct
{
  guint n, k, m;
  gboolean has_persons;
  guint sets[MAX_ROWS], ages[MAX_ROWS], persons[MAX_ROWS];
} Trial;

static void
draw_trial (Trial *trial, GRand *rand)
{
  *trial = (Trial){ .n = (guint) g_rand_int_range (rand, 4, MAX_ROWS + 1),
                    .k = (guint) g_rand_int_range (rand, 1, 5),
                    .m = (guint) g_rand_int_range (rand, 1, 4),
                    .has_persons = g_rand_boolean (rand) };
  for (guint row = 0; row < trial->n; row++)
    {
      trial->sets[row] = (guint) g_rand_int_range (rand, 0, 1 << N_ITEMS)
                         & (guint) g_rand_int_range (rand, 0, 1 << N_ITEMS);
      trial->ages[row] = (guint) g_rand_int_range (rand, 20, 24);
      trial->persons[row] = (guint) g_rand_int_range (rand, 0, 8);
    }
}

/* Returns: the labels of a set, as a mask of items, of groups, or of one label. */
static guint
label_plainly (guint set, guint level)
{
  guint labels = 0;

  for (guint item = 0; item < N_ITEMS; item++)
    if ((set >> item & 1) != 0)
      labels |= 1u << (level == 0 ? item : level == 1 ? item / 2 : 0);
  /* the set without values joins the others on top */
  return level == 2 ? 1 : labels;
}

/* Returns: how many kept records, or persons, have all of some labels. */
static guint
count_plainly (const Trial *trial, guint level, const gboolean *is_kept, guint labels)
{
  gboolean seen[8] = { FALSE };
  guint n = 0;

  for (guint row = 0; row < trial->n; row++)
    if (is_kept[row] && (label_plainly (trial->sets[row], level) & labels) == labels)
      {
        n += trial->has_persons && seen[trial->persons[row]] ? 0 : 1;
        seen[trial->persons[row]] = TRUE;
      }
  return n;
}

static guint
count_bits (guint labels)
{
  guint n = 0;

  for (; labels != 0; labels &= labels - 1)
    n++;
  return n;
}

/* Takes records away that have at most m labels, or none, that too few have, until there are none.
 * Returns: how many are left. */
static guint
keep_plainly (const Trial *trial, guint level, gboolean is_kept[MAX_ROWS])
{
  gboolean any = TRUE;
  guint n = 0;

  for (guint row = 0; row < trial->n; row++)
    is_kept[row] = TRUE;
  while (any)
    {
      any = FALSE;
      for (guint row = 0; row < trial->n; row++)
        for (guint labels = 0; is_kept[row] && labels < 1 << N_ITEMS; labels++)
          if ((label_plainly (trial->sets[row], level) & labels) == labels
              && count_bits (labels) <= trial->m
              && count_plainly (trial, level, is_kept, labels) < trial->k)
            {
              is_kept[row] = FALSE;
              any = TRUE;
            }
    }
  for (guint row = 0; row < trial->n; row++)
    n += is_kept[row] ? 1 : 0;
  return n;
}

/* Iyengar's loss of the column of sets on a level; ages stay. */
static double
measure_plainly (const Trial *trial, guint level, const gboolean *is_kept)
{
  double loss = 0;

  for (guint row = 0; row < trial->n; row++)
    {
      guint n_all = 0, n_covered = 0;

      for (guint set = 0; set < 1 << N_ITEMS; set++)
        for (guint other = 0; other < trial->n; other++)
          if (trial->sets[other] == set)
            {
              n_all++;
              n_covered += label_plainly (set, level) == label_plainly (trial->sets[row], level);
              break;
            }
      loss += !is_kept[row] ? 1 : n_all > 1 ? (n_covered - 1.0) / (n_all - 1.0) / 2 : 0;
    }
  return loss / trial->n;
}

static DeidJob *
make_job (const Trial *trial, const char *algorithm)
{
  g_autoptr (GString) table = g_string_new ("person,age,dx\n");
  g_autofree char *settings = g_strdup_printf (
      "[column person]\nrole=%s\n[column age]\nrole=quasi-identifying\nrule=suppress\nlevels=0\n"
      "[column dx]\nrole=quasi-identifying\nrule=prefix:1;rest=\nseparator=|\n"
      "[models]\nmodel=km:%u:%u@dx\n[limits]\nsuppression-limit=0.5\n"
      "[search]\nalgorithm=%s\n[release]\nkeep-order=yes\nkeep-suppressed=yes\n",
      trial->has_persons ? "entity" : "identifying", trial->k, trial->m, algorithm);

  for (guint row = 0; row < trial->n; row++)
    {
      g_string_append_printf (table, "%u,%u,", trial->persons[row], trial->ages[row]);
      for (guint item = N_ITEMS; item-- > 0;)
        if ((trial->sets[row] >> item & 1) != 0)
          g_string_append_printf (table, "%c%u|", 'A' + item / 2, item % 2);
      g_string_append_c (table, '\n');
    }
  return make_text_job (table->str, settings, NULL);
}

START_TEST (random_sets)
{
  static const char *const algorithms[] = { "exhaustive", "optimal", "flash", "ola", "best-first" };
  const guint n_trials = count_trials (400);
  g_autoptr (GRand) rand = g_rand_new_with_seed (415);
  guint n_solved = 0;

  for (guint i = 0; i < n_trials; i++)
    {
      g_autoptr (DeidJob) job = NULL;
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidDataset) release = NULL;
      gboolean is_kept[MAX_ROWS];
      Trial trial;
      guint level;
      double least = 2;
      GError *error = NULL;

      draw_trial (&trial, rand);
      for (level = 0; level < N_LEVELS; level++)
        if (2 * keep_plainly (&trial, level, is_kept) >= trial.n)
          least = MIN (least, measure_plainly (&trial, level, is_kept));
      job = make_job (&trial, algorithms[i % G_N_ELEMENTS (algorithms)]);
      result = deid_job_run (job, NULL, &error);
      if (least > 1)
        {
          ck_assert_ptr_null (result);
          assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
          continue;
        }
      assert_no_error (error);
      assert_quietly (fabs (deid_result_get_loss (result) - least) < 1e-9);
      level = deid_policy_get_level (deid_result_get_policy (result), 1);
      ck_assert_uint_eq (deid_result_get_n_suppressed (result),
                         trial.n - keep_plainly (&trial, level, is_kept));
      release = deid_job_release (job, result, NULL, &error);
      assert_no_error (error);
      ck_assert (deid_result_verify (result, release, NULL, &error));
      assert_no_error (error);
      for (guint row = 0; row < trial.n; row++)
        ck_assert_int_eq (deid_dataset_is_suppressed (release, row), !is_kept[row]);
      n_solved++;
    }
  ck_assert_uint_gt (n_solved, n_trials / 4);
}
END_TEST

/* Of pairs each has two records, but a|b|c is alone; without it, so are the pairs. */
START_TEST (named_one_after_another)
{
  static const char settings[]
      = "[column dx]\nrole=quasi-identifying\nrule=suppress\nseparator=|\nlevels=0\n"
        "[models]\nmodel=km:2:%u@dx\n[limits]\nsuppression-limit=1\n";
  static const char table[] = "dx\na|b\nb|c\nc|a\na|b|c\n";
  GError *error = NULL;

  for (guint m = 1; m <= 3; m++)
    {
      g_autofree char *text = g_strdup_printf (settings, m);
      g_autoptr (DeidJob) job = make_text_job (table, text, NULL);
      g_autoptr (DeidResult) result = deid_job_run (job, NULL, &error);

      if (m == 3)
        assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, "4 fail km:2:3@dx", NULL);
      else
        ck_assert_uint_eq (deid_result_get_n_suppressed (result), 0);
      assert_no_error (error);
    }
}
END_TEST

START_TEST (refused)
{
  static const char settings[] = "[column dx]\nrole=quasi-identifying\nrule=prefix:1\n%s"
                                 "[column age]\nrole=quasi-identifying\nrule=suppress\n"
                                 "[models]\nmodel=%s\n";
  static const struct
  {
    const char *column, *model, *message;
  } cases[] = { { "", "km:2:2@dx", "'dx': expected" },
                { "separator=|\n", "km:2:2@age", "'age': expected" },
                { "separator=|\n", "km:2:2@none", "'none': expected" },
                { "separator=|\ngeneralize-by=subtrees\n", "km:2:2@dx", "by levels" } };
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (settings, cases[i].column, cases[i].model);
      g_autoptr (DeidJob) job = make_text_job ("dx,age\na|b,1\nb,2\n", text, NULL);

      ck_assert_ptr_null (deid_job_run (job, NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, cases[i].message, NULL);
    }
  ck_assert_ptr_null (deid_privacy_model_new_from_specification ("km:0:2@dx", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "k is 0", NULL);
  ck_assert_ptr_null (deid_privacy_model_new_from_specification ("km:2:0@dx", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "m is 0", NULL);
}
END_TEST

/* The specification reads back, whatever the column is called. */
START_TEST (specifications)
{
  static const char *const texts[] = { "km:2:3@dx", "km:5:1@a%2Bb" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (DeidPrivacyModel) model
          = deid_privacy_model_new_from_specification (texts[i], NULL, NULL);
      g_autofree char *text = deid_privacy_model_to_specification (model);

      ck_assert_str_eq (text, texts[i]);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("km items");
  TCase *tcase = tcase_create ("km items");

  tcase_set_timeout (tcase, 120);
  tcase_add_test (tcase, random_sets);
  tcase_add_test (tcase, named_one_after_another);
  tcase_add_test (tcase, refused);
  tcase_add_test (tcase, specifications);
  suite_add_tcase (suite, tcase);
  return suite;
}
