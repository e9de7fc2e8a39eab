/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Warnings before a release, against the definitions and cases worked by hand. */
#include "support/suite.h"

#include <string.h>

#include "support/lesson.h"
#include "support/sample.h"
#include "support/warnings.h"

#define N_TRIALS 400

static DeidReport *
list (DeidResult *result)
{
  GError *error = NULL;
  DeidReport *warnings = deid_report_new_warnings (result, NULL, &error);

  assert_no_error (error);
  return warnings;
}

/* Returns: the records that a warning of this code is about, 0 if there is none. */
static guint64
find (const DeidReport *warnings, const char *code)
{
  for (guint64 i = 0; i < count_warnings (warnings); i++)
    if (is_warning_of (warnings, i, code))
      return count_warned_records (warnings, i);
  return 0;
}

/* The columns that are looked at beside the labels. */
typedef enum
{
  NOTHING = 0,
  NOTES = 1,
  DIAGNOSES = 2
} Beside;

/* Counts the records whose class, with other columns or without, has those of one person alone. */
static guint64
count_unique (const Sample *sample, SampleColumns columns, const guint *classes,
              const gboolean *suppressed, Beside beside)
{
  guint64 n = 0;

  for (guint row = 0; row < sample->n_rows; row++)
    {
      gboolean is_unique = columns != SAMPLE_WITH_WEIGHTS || sample->weights[row] == 1;

      for (guint other = 0; other < sample->n_rows; other++)
        if (other != row && classes[other] == classes[row]
            && (!(beside & NOTES) || sample->notes[other] == sample->notes[row])
            && (!(beside & DIAGNOSES) || sample->diagnoses[other] == sample->diagnoses[row])
            && (columns != SAMPLE_WITH_PERSONS || sample->persons[other] != sample->persons[row]))
          is_unique = FALSE;
      if (is_unique && !suppressed[row])
        n += columns == SAMPLE_WITH_WEIGHTS ? sample->weights[row] : 1;
    }
  return n;
}

/* A sensitive column counts unless a model judges it. */
START_TEST (unique_records)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (31);
  const guint n_trials = count_trials (N_TRIALS);
  guint n_found = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      const SampleColumns columns = (SampleColumns) (trial % 3);
      const gboolean is_protected = trial % 4 == 3;
      guint levels[SAMPLE_MAX_ATTRIBUTES], classes[SAMPLE_MAX_ROWS];
      gboolean suppressed[SAMPLE_MAX_ROWS];
      g_autoptr (DeidReport) warnings = NULL;
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) result = NULL;
      const DeidPartition *partition;
      guint64 expected;
      Sample sample;

      sample_init_random (&sample, rand, (guint) g_rand_int_range (rand, 10, 60), 2);
      sample_choose_levels (&sample, rand, levels);
      sample_classify (&sample, levels, classes);
      problem = sample_build_problem (&sample, columns,
                                      is_protected     ? "dl:1"
                                      : trial % 2 == 0 ? "k:1"
                                                       : "k:2",
                                      1);
      result = sample_evaluate (problem, levels, NULL);
      if (result == NULL)
        continue;
      partition = deid_result_get_partition (result, NULL, NULL);
      for (guint row = 0; row < sample.n_rows; row++)
        suppressed[row]
            = deid_partition_is_suppressed (partition, deid_partition_get_class (partition, row));
      expected = count_unique (&sample, columns, classes, suppressed,
                               is_protected ? NOTES : NOTES | DIAGNOSES)
                 - count_unique (&sample, columns, classes, suppressed, NOTHING);
      warnings = list (result);
      ck_assert_uint_eq (find (warnings, "unique-by-insensitive"), expected);
      n_found += expected > 0;
    }
  ck_assert_uint_gt (n_found, n_trials / 4);
}
END_TEST

static DeidReport *
warn (DeidProblem *problem, const char *policy)
{
  g_autoptr (DeidResult) result = lesson_evaluate (problem, policy);

  ck_assert_ptr_nonnull (result);
  return list (result);
}

/* A model of the column itself, or of one that joins it with another, protects it. Without one,
 * each drug tells a record of a zip from the other. With one they do so, too, which is another
 * warning: the model limits what is learnt of a class. */
START_TEST (protected_columns)
{
  static const char table[]
      = "zip illness:sensitive drug:sensitive\n a flu x\n a gout y\n b flu x\n b gout y\n";
  const char *const parts[] = { "illness", "drug", NULL };
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();

  for (guint joins = 0; joins < 2; joins++)
    {
      g_autoptr (DeidDataset) own = lesson_make_table (table);
      g_autoptr (DeidLattice) lattice = NULL;
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidReport) warnings = NULL;

      ck_assert (deid_dataset_add_joint_column (own, "both", parts, NULL, NULL));
      lattice = deid_lattice_new (own);
      ck_assert (deid_lattice_add_quasi_identifier (lattice, "zip", hierarchy, NULL, NULL));
      problem = deid_problem_new (lattice);
      lesson_add_model (problem, deid_privacy_model_new_distinct_l_diversity (
                                     joins ? "both" : "illness", 2, NULL));
      warnings = warn (problem, "zip:0");
      ck_assert_uint_eq (find (warnings, "unprotected-sensitive"), joins ? 0 : 4);
      ck_assert_uint_eq (find (warnings, "unique-by-insensitive"), joins ? 0 : 4);
      ck_assert_uint_eq (find (warnings, "unique-by-release"), joins ? 4 : 0);
      ck_assert_uint_eq (count_warnings (warnings), joins ? 1 : 2);
      if (!joins)
        ck_assert_str_eq (get_warned_column (warnings, 0), "drug");
    }
}
END_TEST

/* Ann is in the table three times, with two illnesses; two records more than persons. Without her
 * last two, records are persons. By zip and illness her two flus are hers alone; without the second
 * one and the gout all records are of one person each. */
START_TEST (persons_with_several_records)
{
  static const char *const tables[]
      = { "zip illness:sensitive who:entity\n a flu ann\n a gout bob\n a gout ann\n a flu ann\n",
          "zip illness:sensitive who:entity\n a flu ann\n a gout bob\n" };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autoptr (DeidProblem) problem = lesson_make_problem (
          tables[i], NULL, deid_privacy_model_new_distinct_l_diversity ("illness", 2, NULL));
      g_autoptr (DeidReport) warnings = NULL;

      lesson_add_model (problem, deid_privacy_model_new_k_anonymity (2, NULL));
      warnings = warn (problem, "zip:0");
      ck_assert_uint_eq (count_warnings (warnings), i == 0 ? 2 : 1);
      ck_assert_uint_eq (find (warnings, "unique-by-release"), 2);
      ck_assert_uint_eq (find (warnings, "values-of-records"), i == 0 ? 2 : 0);
      if (i == 0)
        ck_assert_ptr_nonnull (strstr (get_warning_text (warnings, 0),
                                       "l:2@illness counts the values of records, but 2 of 4"));
    }
}
END_TEST

/* Twenty of a, nineteen of b and one of c, all women: with nothing suppressed 2-anonymity needs
 * zip:1, a loss of 1 / 2. A limit of 5 % is two records: zip:0 suppresses one and costs 1/40 in
 * both columns. With two of c nobody needs to be suppressed, with three and k = 4 the limit does
 * not help. */
START_TEST (limit_of_0)
{
  static const struct
  {
    guint n_c;
    guint64 k;
    guint64 n_suppressed;
  } cases[] = { { 1, 2, 1 }, { 2, 3, 2 }, { 3, 4, 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) table = g_string_new ("zip sex\n");
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidReport) warnings = NULL;

      for (guint row = 0; row < 40; row++)
        g_string_append_printf (table, " %s f\n",
                                row < cases[i].n_c ? "c"
                                : row % 2 == 0     ? "a"
                                                   : "b");
      problem = lesson_make_problem (table->str, NULL,
                                     deid_privacy_model_new_k_anonymity (cases[i].k, NULL));
      ck_assert (deid_problem_set_suppression_limit_count (problem, 0, NULL));
      warnings = warn (problem, "zip:1 sex:0");
      ck_assert_uint_eq (find (warnings, "limit-of-0"), cases[i].n_suppressed);
      ck_assert_uint_eq (find (warnings, "coarse-rule"), 40);
      if (i == 0)
        ck_assert_ptr_nonnull (strstr (get_warning_text (warnings, 0),
                                       "policy 'zip:0 sex:0' would be a solution, suppress 1 of 40 "
                                       "records and lower the loss from 0.5000 to 0.0125"));
    }
}
END_TEST

/* A better policy than a stated one that suppresses nothing is no reason to raise the limit. */
START_TEST (limit_not_needed)
{
  g_autoptr (GString) table = g_string_new ("zip sex\n");
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidReport) warnings = NULL;

  for (guint row = 0; row < 40; row++)
    g_string_append (table, row % 2 == 0 ? " a f\n" : " b m\n");
  problem = lesson_make_problem (table->str, NULL, deid_privacy_model_new_k_anonymity (2, NULL));
  ck_assert (deid_problem_set_suppression_limit_count (problem, 0, NULL));
  warnings = warn (problem, "zip:1 sex:1");
  for (guint64 i = 0; i < count_warnings (warnings); i++)
    ck_assert (is_warning_of (warnings, i, "one-label"));
}
END_TEST

/* Persons of sex o and i have zips of many more values, so that more of them are alone. By the
 * definition: of 20 records or more with a value, four in five are suppressed, and more than twice
 * the share of all. */
START_TEST (groups_nearly_gone)
{
  static const char sexes[] = "fmoi";
  g_autoptr (GRand) rand = g_rand_new_with_seed (180);
  guint n_found = 0, n_not = 0;

  for (guint trial = 0, n_trials = count_trials (100); trial < n_trials; trial++)
    {
      enum
      {
        N_ROWS = 240,
        N_ZIPS = 64
      };
      const gint n_zips[] = { 2, 3, N_ZIPS, g_rand_int_range (rand, 2, N_ZIPS) };
      g_autoptr (GString) table = g_string_new ("zip sex\n");
      guint counts[4][N_ZIPS] = { { 0 } }, n[4] = { 0 }, n_alone[4] = { 0 }, n_gone = 0;
      guint64 expected = 0;
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidReport) warnings = NULL;

      for (guint row = 0; row < N_ROWS; row++)
        {
          const gint sex = g_rand_int_range (rand, 0, row % 2 == 0 ? 2 : 4);
          const gint zip = g_rand_int_range (rand, 0, n_zips[sex]);

          counts[sex][zip]++;
          n[sex]++;
          g_string_append_printf (table, " %d%c %c\n", zip, sexes[sex], sexes[sex]);
        }
      for (guint sex = 0; sex < 4; sex++)
        {
          for (guint zip = 0; zip < N_ZIPS; zip++)
            n_alone[sex] += counts[sex][zip] < 3 ? counts[sex][zip] : 0;
          n_gone += n_alone[sex];
        }
      for (guint sex = 0; sex < 4; sex++)
        if (n[sex] >= 20 && 5 * n_alone[sex] >= 4 * n[sex]
            && n_alone[sex] * N_ROWS > 2 * n_gone * n[sex])
          expected += n_alone[sex];
      problem
          = lesson_make_problem (table->str, NULL, deid_privacy_model_new_k_anonymity (3, NULL));
      warnings = warn (problem, "zip:0 sex:0");
      ck_assert_uint_eq (find (warnings, "group-nearly-gone"), expected);
      n_found += expected > 0;
      n_not += expected == 0;
    }
  ck_assert_uint_gt (n_found, 0);
  ck_assert (n_not > 0 || count_trials (100) < 20);
}
END_TEST

/* Of ten records of one class the flu has 8 or 9, the other illnesses one each: a fifth is warned
 * of, a tenth is not. */
START_TEST (high_share)
{
  for (guint n_alone = 1; n_alone <= 2; n_alone++)
    {
      g_autoptr (GString) table = g_string_new ("zip illness:sensitive\n");
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidReport) warnings = NULL;

      for (guint i = 0; i < 10; i++)
        g_string_append_printf (table, " a %s%u\n", i < n_alone ? "rare" : "flu",
                                i < n_alone ? i : 0);
      problem = lesson_make_problem (
          table->str, NULL, deid_privacy_model_new_distinct_l_diversity ("illness", 2, NULL));
      warnings = warn (problem, "zip:0");
      ck_assert_uint_eq (find (warnings, "unique-by-release"), n_alone == 2 ? 2 : 0);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("warnings");
  TCase *tcase = tcase_create ("each");

  tcase_add_test (tcase, unique_records);
  tcase_add_test (tcase, protected_columns);
  tcase_add_test (tcase, persons_with_several_records);
  tcase_add_test (tcase, limit_of_0);
  tcase_add_test (tcase, limit_not_needed);
  tcase_add_test (tcase, groups_nearly_gone);
  tcase_add_test (tcase, high_share);
  suite_add_tcase (suite, tcase);
  return suite;
}
