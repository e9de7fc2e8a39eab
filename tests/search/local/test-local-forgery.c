/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The verifier finds what is wrong with a local recoding: labels that are none of the values, of
 * levels that are not allowed, classes that are too small, and numbers that are not true. */
#include "support/suite.h"

#include "problem/problem-private.h"
#include "search/result-private.h"
#include "support/lesson.h"
#include "table/dataset-private.h"

static const char hierarchies[] = "a 1 low *\na 2 low *\na 3 high *\na 4 high *\n";

/* Two classes by themselves, and two labelled low and high. */
static const char table[] = "a\n1\n1\n1\n2\n3\n3\n4\n4\n4\n4\n";

typedef struct
{
  DeidProblem *problem;
  DeidResult *result;
  DeidDataset *release;
} Fixture;

static void
fixture_make (Fixture *fixture)
{
  g_autoptr (DeidSearch) search = deid_search_new_local (500, 1, 0, NULL);
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  GError *error = NULL;

  fixture->problem
      = lesson_make_problem (table, hierarchies, deid_privacy_model_new_k_anonymity (2, NULL));
  ck_assert (deid_problem_set_suppression_limit (fixture->problem, 0, NULL));
  fixture->result = deid_search_run (search, fixture->problem, NULL, &error);
  g_assert_no_error (error);
  ck_assert (deid_release_options_set_keep_order (options, TRUE, NULL));
  fixture->release = deid_result_apply (fixture->result, options, NULL, NULL);
  ck_assert (deid_result_verify (fixture->result, fixture->release, NULL, NULL));
}

static void
fixture_clear (Fixture *fixture)
{
  deid_dataset_unref (fixture->release);
  deid_result_unref (fixture->result);
  deid_problem_unref (fixture->problem);
}

static void
check_refused (const Fixture *fixture, DeidDataset *release, const char *words)
{
  GError *error = NULL;

  ck_assert (!deid_result_verify (fixture->result, release, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_VERIFICATION, words, NULL);
}

/* By hand: 1 1 and 1 2 need a class each or one of four; 3 3 and four 4 stay: loss (1/3) * 2 / 10
 * where one 1 is lent to 2. */
START_TEST (honest)
{
  Fixture fixture;

  fixture_make (&fixture);
  assert_table (fixture.release, "a\n1\n1\nlow\nlow\n3\n3\n4\n4\n4\n4\n");
  assert_near (deid_result_get_loss (fixture.result), 2.0 / 30);
  fixture_clear (&fixture);
}
END_TEST

/* The class of two labelled low has a 1 and a 2. */
START_TEST (forced_labels)
{
  Fixture fixture;

  fixture_make (&fixture);
  fixture.result->problem->no_forced_labels = TRUE;
  check_refused (&fixture, fixture.release,
                 "has 2 records, and a label of column 'a' that forces finer labels");
  fixture_clear (&fixture);
}
END_TEST

/* What a result says of itself. */
START_TEST (numbers)
{
  Fixture fixture;

  fixture_make (&fixture);
  fixture.result->loss += 1e-6;
  check_refused (&fixture, fixture.release, "the loss is");
  fixture.result->loss -= 1e-6;
  fixture.result->n_suppressed++;
  check_refused (&fixture, fixture.release, "the result says");
  fixture.result->n_suppressed--;
  fixture_clear (&fixture);
}
END_TEST

/* A row in another class, whose label is none of its value; and one in a class whose label is. */
START_TEST (classes)
{
  Fixture fixture;
  guint32 *class_of_row;
  guint32 own;

  fixture_make (&fixture);
  class_of_row = fixture.result->partition->class_of_row;
  own = class_of_row[0];
  class_of_row[0] = class_of_row[4];
  check_refused (&fixture, fixture.release, "no label of its value");
  class_of_row[0] = class_of_row[2];
  check_refused (&fixture, fixture.release, "row 1, column 'a'");
  class_of_row[0] = own;
  fixture_clear (&fixture);
}
END_TEST

/* A label that says more than it may: a level too low, or another text. */
START_TEST (labels)
{
  Fixture fixture;
  DeidPartitionColumn *column;
  guint32 label;

  fixture_make (&fixture);
  column = &fixture.result->partition->columns[0];
  label = deid_codes_get (&column->labels, fixture.result->partition->class_of_row[2]);
  column->levels[label] = 0;
  check_refused (&fixture, fixture.release, "no label of its value");
  column->levels[label] = 7;
  check_refused (&fixture, fixture.release, "no label of its value");
  column->levels[label] = 1;
  column->texts[label] = "high";
  check_refused (&fixture, fixture.release, "no label of its value");
  column->texts[label] = "low";
  ck_assert (deid_result_verify (fixture.result, fixture.release, NULL, NULL));
  fixture_clear (&fixture);
}
END_TEST

/* The release of one recoding, and the partition of another: one 1 kept as it is and two rows, of
 * which one is alone, are low. */
START_TEST (small_class)
{
  Fixture fixture;
  guint32 *class_of_row;
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  g_autoptr (DeidDataset) release = NULL;
  guint32 own;

  fixture_make (&fixture);
  class_of_row = fixture.result->partition->class_of_row;
  own = class_of_row[2];
  class_of_row[2] = class_of_row[0];
  ck_assert (deid_release_options_set_keep_order (options, TRUE, NULL));
  release = deid_result_apply (fixture.result, options, NULL, NULL);
  check_refused (&fixture, release, "is released but fails k:2");
  class_of_row[2] = own;
  fixture_clear (&fixture);
}
END_TEST

/* Recodes a column of six values into two classes of three, changes what is said of the first, and
 * sets it right again. */
static void
check_classes (DeidLattice *lattice, const char *expected, DeidLevel level,
               const char *const *forgeries, guint n)
{
  g_autoptr (DeidSearch) search = deid_search_new_local (500, 1, 0, NULL);
  Fixture fixture;
  DeidPartitionColumn *column;
  guint32 *class_of_row, label;
  const char *text;

  fixture.problem = deid_problem_new (lattice);
  lesson_add_model (fixture.problem, deid_privacy_model_new_k_anonymity (3, NULL));
  fixture.result = deid_search_run (search, fixture.problem, NULL, NULL);
  fixture.release = lesson_apply (fixture.result);
  column = &fixture.result->partition->columns[0];
  class_of_row = fixture.result->partition->class_of_row;
  label = deid_codes_get (&column->labels, class_of_row[0]);
  text = column->texts[label];
  ck_assert_str_eq (text, expected);
  column->levels[label] = (DeidLevel) (3 - level);
  check_refused (&fixture, fixture.release, "no label of its value");
  column->levels[label] = level;
  for (guint i = 0; i < n; i++)
    {
      column->texts[label] = forgeries[i];
      check_refused (&fixture, fixture.release, "no label of its value");
    }
  column->texts[label] = text;
  class_of_row[5] = class_of_row[0];
  check_refused (&fixture, fixture.release, "no label of its value");
  class_of_row[5] = class_of_row[4];
  ck_assert (deid_result_verify (fixture.result, fixture.release, NULL, NULL));
  fixture.result->problem->no_forced_labels = TRUE;
  if (deid_lattice_get_label_sets (lattice, 0) > 0) /* three values of three records */
    check_refused (&fixture, fixture.release, "has 3 records, and a label of column 'a'");
  else
    ck_assert (deid_result_verify (fixture.result, fixture.release, NULL, NULL));
  fixture_clear (&fixture);
}

/* Recodes a column of six values, of which the first two are a class, without forced labels, and
 * changes the wide label. */
static void
check_wide (DeidLattice *lattice, const char *expected, const char *forgery, DeidLevel level)
{
  g_autoptr (DeidSearch) search = deid_search_new_local (500, 1, 0, NULL);
  Fixture fixture;
  DeidPartitionColumn *column;
  guint32 label;

  fixture.problem = deid_problem_new (lattice);
  lesson_add_model (fixture.problem, deid_privacy_model_new_k_anonymity (2, NULL));
  ck_assert (deid_problem_set_no_forced_labels (fixture.problem, TRUE, NULL));
  fixture.result = deid_search_run (search, fixture.problem, NULL, NULL);
  fixture.release = lesson_apply (fixture.result);
  ck_assert (deid_result_verify (fixture.result, fixture.release, NULL, NULL));
  ck_assert_str_eq (deid_dataset_get_value (fixture.release, 0, 0), expected);
  column = &fixture.result->partition->columns[0];
  label = deid_codes_get (&column->labels, fixture.result->partition->class_of_row[0]);
  column->texts[label] = forgery;
  column->levels[label] = level;
  deid_dataset_unref (fixture.release);
  fixture.release = lesson_apply (fixture.result);
  check_refused (&fixture, fixture.release, "forces finer labels");
  fixture_clear (&fixture);
}

/* Labels that cover more than two values, but not as pairs of neighbours. */
START_TEST (wide_labels)
{
  static const char rows[] = "a\n1\n2\n3\n3\n4\n4\n5\n5\n6\n6\n";
  g_autoptr (DeidDataset) dataset = lesson_make_table (rows), same = lesson_make_table (rows);
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidLattice) runs = deid_lattice_new (dataset), sets = deid_lattice_new (same);

  ck_assert (deid_lattice_add_numeric_cuts (runs, "a", DEID_CUT_ENDS_EXACT, NULL));
  check_wide (runs, "1-4", "1-3", 2);
  ck_assert (deid_lattice_add_quasi_identifier (sets, "a", hierarchy, NULL, NULL));
  ck_assert (deid_lattice_set_label_sets (sets, "a", G_MAXUINT, NULL));
  check_wide (sets, "{1, 2, 3, 4}", "{1, 2, 3, 5}", 3);
}
END_TEST

START_TEST (runs)
{
  const char *const forgeries[] = { "1-2", "0-3", "2-3", "*", NULL };
  g_autoptr (DeidDataset) dataset = lesson_make_table ("a\n1\n2\n3\n7\n8\n9\n");
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);

  ck_assert (deid_lattice_add_numeric_cuts (lattice, "a", DEID_CUT_ENDS_EXACT, NULL));
  check_classes (lattice, "1-3", 2, forgeries, G_N_ELEMENTS (forgeries));
}
END_TEST

START_TEST (runs_of_texts)
{
  const char *const order[] = { "b", "c", "a", "z", "y", "x" };
  const char *const forgeries[]
      = { "{b, c}", "{c, a}",       "{b, c, a, z}", "{a, c, b}", "{b, a, c}", "{b, ..., a}",
          "{b, a}", "{b, c, none}", "{b, c, a",     "{}",        "b",         "*",
          NULL };
  g_autoptr (DeidDataset) dataset = lesson_make_table ("a\nb\nc\na\nz\ny\nx\n");
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);

  ck_assert (deid_lattice_add_ordered_cuts (lattice, "a", order, 6, DEID_CUT_ENDS_EXACT, NULL));
  check_classes (lattice, "{b, c, a}", 2, forgeries, G_N_ELEMENTS (forgeries));
}
END_TEST

/* Of dates the first and the last one are named. */
START_TEST (runs_of_dates)
{
  const char *const order[]
      = { "30.1.2023", "31.1.2023", "1.2.2023", "7.2.2023", "8.2.2023", "9.2.2023" };
  const char *const forgeries[] = { "30.1.2023 to 31.1.2023",
                                    "31.1.2023 to 1.2.2023",
                                    "30.1.2023 to 7.2.2023",
                                    "1.2.2023 to 30.1.2023",
                                    "30.1.2023 to 2.2.2023",
                                    "30.1.2023 to ",
                                    " to 1.2.2023",
                                    "{30.1.2023, 31.1.2023, 1.2.2023}",
                                    "30.1.2023",
                                    "*",
                                    NULL };
  g_autoptr (DeidDataset) dataset
      = lesson_make_table ("a\n30.1.2023\n31.1.2023\n1.2.2023\n7.2.2023\n8.2.2023\n9.2.2023\n");
  g_autoptr (DeidLattice) lattice = NULL;

  ck_assert (deid_dataset_set_column_type (dataset, "a", DEID_COLUMN_TYPE_DATE, "D.M.YYYY", NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_ordered_cuts (lattice, "a", order, 6, DEID_CUT_ENDS_EXACT, NULL));
  check_classes (lattice, "30.1.2023 to 1.2.2023", 2, forgeries, G_N_ELEMENTS (forgeries));
}
END_TEST

/* Sets of values are written in one way, by values of the column, on the level that joins them. */
START_TEST (sets)
{
  const char *const forgeries[] = { "{a, b}",
                                    "{a, c, b}",
                                    "{a, a, b, c}",
                                    "{a, b, c, d}",
                                    "{a, b, c, none}",
                                    "{a, ..., c}",
                                    "{a,b,c}",
                                    "{a, b, c",
                                    "{}",
                                    "{a, b, \"c\"}",
                                    "a",
                                    "high",
                                    NULL };
  const char *lines = "a a low *\na b low *\na c low *\na x high *\na y high *\na z high *\n"
                      "a d low *\n";
  g_autoptr (DeidDataset) dataset = lesson_make_table ("a\nb\nc\na\nz\ny\nx\n");
  g_autoptr (DeidHierarchy) hierarchy = lesson_make_hierarchy ("a", lines);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);

  ck_assert (deid_lattice_add_quasi_identifier (lattice, "a", hierarchy, NULL, NULL));
  ck_assert (deid_lattice_set_label_sets (lattice, "a", 3, NULL));
  check_classes (lattice, "{a, b, c}", 2, forgeries, G_N_ELEMENTS (forgeries));
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("forged local recodings");
  TCase *cases = tcase_create ("forgery");

  tcase_add_test (cases, honest);
  tcase_add_test (cases, forced_labels);
  tcase_add_test (cases, numbers);
  tcase_add_test (cases, classes);
  tcase_add_test (cases, labels);
  tcase_add_test (cases, small_class);
  tcase_add_test (cases, runs);
  tcase_add_test (cases, runs_of_texts);
  tcase_add_test (cases, runs_of_dates);
  tcase_add_test (cases, sets);
  tcase_add_test (cases, wide_labels);
  suite_add_tcase (suite, cases);
  return suite;
}
