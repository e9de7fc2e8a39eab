/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The published walk-through of bisecting search: five bits, two evaluations between the ends. */
#include "support/alternatives.h"
#include "support/suite.h"

#include <deid/deid-extend.h>

/* Six values in order, of 1, 2, 4 and so on records, so that the size of a class tells which it
 * has. Without a population the risk is the number of classes. */
static DeidLattice *
make_lattice_of_5_bits (void)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("ages");
  gint64 ages[63];
  guint n = 0;
  DeidLattice *lattice;

  for (guint age = 0; age < 6; age++)
    for (guint i = 0; i < 1u << age; i++)
      ages[n++] = age;
  ck_assert (deid_dataset_add_integer_column (dataset, "age", ages, n, NULL, 0, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_numeric_cuts (lattice, "age", DEID_CUT_ENDS_ROUNDED, NULL));
  return lattice;
}

#define MAX_ASKED 64

/* A condition of a host that lets three classes pass, and what it was asked, each policy once: the
 * bits that keep two values apart, the first the highest. */
typedef struct
{
  guint asked[MAX_ASKED];
  guint n;
} Spy;

static char *
describe (gpointer data G_GNUC_UNUSED)
{
  return g_strdup ("at-most-three-classes");
}

static guint
read_bits (const guint64 *sizes, guint32 n_classes)
{
  guint bits = 0;

  for (guint32 i = 0; i < n_classes; i++)
    for (guint value = 0; value < 5; value++)
      if ((sizes[i] >> value & 3) == 1)
        bits |= 1u << (4 - value);
  return bits;
}

static gboolean
accept_three (const DeidTableView *table, gpointer state G_GNUC_UNUSED, gpointer data,
              gboolean *passes, GError **error G_GNUC_UNUSED)
{
  Spy *spy = data;
  guint32 n_classes;
  const guint64 *sizes = deid_table_view_get_sizes (table, &n_classes);
  const guint bits = read_bits (sizes, n_classes);
  guint i = 0;

  while (i < spy->n && spy->asked[i] != bits)
    i++;
  ck_assert_uint_lt (i, MAX_ASKED);
  spy->asked[i] = bits;
  spy->n = MAX (spy->n, i + 1);
  *passes = n_classes <= 3;
  return TRUE;
}

static DeidPrivacyModel *
make_spying_model (Spy *spy)
{
  g_autoptr (DeidPrivacyModelFuncs) funcs = deid_privacy_model_funcs_new ();
  DeidPrivacyModel *model;
  GError *error = NULL;

  deid_privacy_model_funcs_set_describe (funcs, describe, NULL, NULL);
  deid_privacy_model_funcs_set_accept_table (funcs, accept_three, spy, NULL);
  deid_privacy_model_funcs_set_table_monotone (funcs, TRUE);
  model = deid_privacy_model_new (funcs, &error);
  assert_no_error (error);
  return model;
}

/* One iteration. */
static DeidResult *
walk_through (DeidLattice *lattice, DeidPrivacyModel *model, guint64 seed)
{
  g_autoptr (DeidProblem) problem = deid_problem_new (lattice);
  g_autoptr (DeidSearch) search = deid_search_new_bisecting (1, seed, FALSE);
  GError *error = NULL;
  DeidResult *result;

  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  result = deid_search_run (search, problem, NULL, &error);
  assert_no_error (error);
  return result;
}

/* The published walk-through: two bits of five, 10010, are a solution, with one more, 10110, it is
 * none. Each seed takes a way like that. */
START_TEST (five_bits)
{
  g_autoptr (DeidLattice) lattice = make_lattice_of_5_bits ();
  g_autoptr (DeidPrivacyModel) risk
      = deid_privacy_model_new_from_specification ("risk:3", NULL, NULL);
  guint n_published = 0;

  for (guint64 seed = 0; seed < 300; seed++)
    {
      Spy spy = { .n = 0 };
      g_autoptr (DeidPrivacyModel) model = make_spying_model (&spy);
      g_autoptr (DeidResult) result = walk_through (lattice, model, seed);
      g_autoptr (DeidResult) other = walk_through (lattice, risk, seed);
      g_autoptr (DeidReport) alternatives = list_alternatives (result);
      g_autoptr (DeidReport) others = list_alternatives (other);
      DeidPolicy *policy = get_alternative (alternatives, 0);
      g_autofree char *text = deid_policy_to_text (policy, NULL);

      ck_assert_uint_eq (deid_result_get_n_evaluated (result), 4);
      ck_assert_uint_eq (deid_result_get_n_evaluated (other), 4);
      ck_assert_uint_eq (count_alternatives (alternatives), 1);
      ck_assert_uint_eq (deid_policy_get_level_sum (policy), 3);
      ck_assert_double_eq (get_alternative_number (alternatives, 0, "population_risk_sum"), 3);
      ck_assert_int_eq (deid_policy_compare (get_alternative (others, 0), policy), 0);
      ck_assert_uint_eq (spy.n, 4);
      ck_assert_uint_eq (spy.asked[0], 0);
      ck_assert_uint_eq (spy.asked[1], 31);
      if (spy.asked[2] == 0x12 && spy.asked[3] == 0x16)
        {
          ck_assert_str_eq (text, "age:10010");
          n_published++;
        }
    }
  ck_assert_uint_gt (n_published, 0);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("five bits");
  TCase *cases = tcase_create ("walk-through");

  tcase_add_test (cases, five_bits);
  suite_add_tcase (suite, cases);
  return suite;
}
