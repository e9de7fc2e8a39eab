/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Missing and special values of rules are kept apart: no other value has their labels. */
#include "support/suite.h"

#define N_VALUES 12

static DeidDataset *
make_column (const char *const *values, gsize n, gboolean show_values)
{
  DeidDataset *dataset = make_text_column ("v", values, n);

  ck_assert (deid_dataset_set_show_values (dataset, show_values, NULL));
  return dataset;
}

/* What a rule states is known when it is read. */
START_TEST (stated_labels)
{
  static const struct
  {
    const char *rule, *label; /* NULL where there is nothing wrong */
  } cases[] = {
    { "groups:flu=cold;special=cold", "'cold'" },
    { "groups:flu=cold;missing=cold", "'cold'" },
    { "groups:flu=cold/cold=any;special=x,any", "'any'" },
    { "groups:flu=cold;other=rest;special=rest", "'rest'" },
    { "groups:flu=cold;special=flu", NULL },
    { "groups:flu=cold;missing=NA,cold", NULL },
    { "bands:unknown=0-17,18+;special=unknown", "'unknown'" },
    { "bands:0-17,18+/unknown=0+;missing=unknown", "'unknown'" },
    { "bands:child=0-17,18+;special=adult", NULL },
    { "keep:x;missing=other", "'other'" },
    { "keep:x;other=rare;special=rare", "'rare'" },
    { "keep:x;other=rare;special=other", NULL },
    { "keep:x;special=x", NULL },
    { "rare:3;special=other", "'other'" },
    { "rare:3;other=few;missing=few", "'few'" },
    { "prefix:4;special=%2A", "'*'" },
    { "intervals:5;missing=*;suppress=no", "'*'" },
    { "intervals:5;missing=NA,*", NULL },
    { "suppress;missing=*", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GError *error = NULL;
      g_autoptr (DeidHierarchy) rule
          = deid_hierarchy_new_from_specification (cases[i].rule, &error);

      ck_assert_msg ((rule == NULL) == (cases[i].label != NULL), "%s", cases[i].rule);
      if (rule == NULL)
        assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, cases[i].label, "no label of others",
                      NULL);
    }
}
END_TEST

/* Labels that are made of values are found out with them: when a column is bound, and when a value
 * comes later. Worked by hand: the last value has the label of the first one on some level. */
START_TEST (computed_labels)
{
  static const struct
  {
    const char *rule, *values[2], *where;
  } cases[] = {
    { "prefix:4;special=0213*", { "0213*", "02134" }, "'0213*' on level 1" },
    { "prefix:4,2;missing=02***", { "02***", "02134" }, "'02***' on level 2" },
    { "prefix:3,1;rest=;special=U", { "U", "U07" }, "'U' on level 2" },
    { "mask:1;special=0213*", { "0213*", "02134" }, "'0213*' on level 1" },
    { "intervals:1,5;numbers=integers;missing=99", { "99", "99.5" }, "'99' on level 1" },
    { "intervals:5,10;special=20-29", { "20-29", "23" }, "'20-29' on level 2" },
    { "intervals:5;top=90;special=>%3D 90", { ">= 90", "95" }, "'>= 90' on level 1" },
    { "bands:0-17,18+;special=0-17", { "0-17", "5" }, "'0-17' on level 1" },
    { "growing:1@0,5@10;missing=9", { "9", "9.0" }, "'9' on level 1" },
    { "date:month,year;special=1900", { "1900", "1900-05-01" }, "'1900' on level 2" },
    { "date:year;bottom=1920;special=< 1920", { "< 1920", "1900-05-01" }, "'< 1920' on level 1" },
    { "time:minute;missing=00:00", { "00:00", "00:00:30" }, "'00:00' on level 1" },
    { "age:1;at=2024-01-01;missing=47", { "47", "1976-05-01" }, "'47' on level 1" },
    { "order:2;values=a,b;special={a%2C b}", { "{a, b}", "a" }, "'{a, b}' on level 1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidDataset) first = make_column (cases[i].values, 1, TRUE),
                              shown = make_column (cases[i].values, 2, TRUE),
                              hidden = make_column (cases[i].values, 2, FALSE);
      g_autoptr (DeidHierarchy) rule = deid_hierarchy_new_from_specification (cases[i].rule, NULL),
                                bound = deid_hierarchy_bind (rule, first, "v", NULL, NULL);
      DeidHierarchy *const both[] = { rule, bound };
      g_autofree char *quoted = g_strdup_printf ("'%s': ", cases[i].values[1]);
      GError *error = NULL;

      for (guint k = 0; k < 2; k++)
        {
          char *label = NULL;

          ck_assert_ptr_null (deid_hierarchy_bind (both[k], shown, "v", NULL, &error));
          assert_error (&error, DEID_ERROR, DEID_ERROR_HIERARCHY, cases[i].where, quoted, NULL);
          ck_assert_ptr_null (deid_hierarchy_bind (both[k], hidden, "v", NULL, &error));
          ck_assert_ptr_null (strstr (error->message, quoted));
          assert_error (&error, DEID_ERROR, DEID_ERROR_HIERARCHY, cases[i].where, NULL);
          ck_assert (!deid_hierarchy_generalize (both[k], cases[i].values[1], 1, &label, &error));
          ck_assert_ptr_null (label);
          assert_error (&error, DEID_ERROR, DEID_ERROR_HIERARCHY, cases[i].where, NULL);
          assert_generalizes (both[k], cases[i].values[0], 1, cases[i].values[0]);
        }
    }
}
END_TEST

/* So it is with a table that comes later. */
START_TEST (stored_rules)
{
  static const char *const values[] = { "0213*", "0213*", "0999", "0999" };
  static const char *const more[] = { "0213*", "0213*", "02134", "02134" };
  static const guint level = 1;
  g_autoptr (DeidDataset) first = make_column (values, 4, TRUE), next = make_column (more, 4, TRUE);
  g_autoptr (DeidHierarchy) rule
      = deid_hierarchy_new_from_specification ("prefix:4;special=0213*", NULL);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (first);
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (2, NULL);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPolicy) policy = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidStoredPolicy) stored = NULL;
  g_autoptr (DeidStoredPolicyOptions) options = deid_stored_policy_options_new ();
  GError *error = NULL;

  ck_assert (deid_lattice_add_quasi_identifier (lattice, "v", rule, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  policy = deid_policy_new (lattice, &level, 1, NULL);
  result = deid_problem_evaluate (problem, policy, NULL, &error);
  assert_no_error (error);
  stored = deid_stored_policy_new (result, NULL, &error);
  assert_no_error (error);
  ck_assert (
      deid_stored_policy_options_set_unknown_values (options, DEID_UNKNOWN_VALUES_SUPPRESS, NULL));
  ck_assert_ptr_null (deid_stored_policy_evaluate (stored, next, options, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_HIERARCHY, "'02134'", "'0213*' on level 1", NULL);
}
END_TEST

/* Draws a value of one to three signs, so few that some are the labels of others. */
static void
draw (GRand *rand, char value[4])
{
  static const char signs[] = "ab*";
  const gint n = g_rand_int_range (rand, 1, 4);

  for (gint i = 0; i < n; i++)
    value[i] = signs[g_rand_int_range (rand, 0, 3)];
  value[n] = '\0';
}

/* Tells whether a value has the label of a code by one rule of the test, written out: the first
 * signs, and a star for each other one; one or two are left out, or kept. */
static gboolean
has_label (const char *value, const char *code, gboolean is_mask)
{
  const gint n = (gint) strlen (value);

  for (gint level = 1; level <= 2; level++)
    {
      const gint n_kept = is_mask ? n - level : 3 - level;
      char label[4] = "";

      for (gint i = 0; i < n; i++)
        label[i] = i < n_kept ? value[i] : '*';
      if (g_str_equal (label, code))
        return TRUE;
    }
  return FALSE;
}

/* A column is bound if and only if no other value has the label of a code; then no code shares its
 * label below the last level. */
START_TEST (random_values)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (77);
  guint n_bound = 0;
  const guint n = MAX (count_trials (3000), 100);

  for (guint trial = 0; trial < n; trial++)
    {
      char code[4], texts[N_VALUES][4];
      const char *values[N_VALUES];
      const gboolean is_mask = g_rand_boolean (rand), is_special = g_rand_boolean (rand);
      gboolean is_wrong = FALSE;
      g_autofree char *text = NULL;
      g_autoptr (DeidDataset) dataset = NULL;
      g_autoptr (DeidHierarchy) rule = NULL, bound = NULL;

      do
        draw (rand, code);
      while (g_str_equal (code, "*"));
      for (guint i = 0; i < N_VALUES; i++)
        {
          draw (rand, texts[i]);
          values[i] = texts[i];
          is_wrong |= !g_str_equal (values[i], code) && has_label (values[i], code, is_mask);
        }
      text = g_strdup_printf ("%s;%s=%s", is_mask ? "mask:1,2" : "prefix:2,1",
                              is_special ? "special" : "missing", code);
      dataset = make_column (values, N_VALUES, TRUE);
      rule = deid_hierarchy_new_from_specification (text, NULL);
      bound = deid_hierarchy_bind (rule, dataset, "v", NULL, NULL);
      ck_assert_msg ((bound == NULL) == is_wrong, "%s", text);
      for (guint i = 0; bound != NULL && i < N_VALUES; i++)
        for (guint level = 1; level < 3; level++)
          {
            g_autofree char *label = generalize (bound, values[i], level);

            assert_quietly (g_str_equal (label, code) == g_str_equal (values[i], code));
          }
      n_bound += bound != NULL;
    }
  ck_assert_uint_gt (n_bound, n / 10);
  ck_assert_uint_lt (n_bound, n - n / 10);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("values-apart");
  TCase *tcase = tcase_create ("values-apart");

  tcase_add_test (tcase, stated_labels);
  tcase_add_test (tcase, computed_labels);
  tcase_add_test (tcase, stored_rules);
  tcase_add_test (tcase, random_values);
  suite_add_tcase (suite, tcase);
  return suite;
}
