/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What levels are called, as the header states it: descriptions are read back by these names. */
#include "support/suite.h"

#include <string.h>

#define N_ROWS     6
#define MAX_LEVELS 5

/* A column by a rule; names are those of its inner levels, and the last level is `*`. */
typedef struct
{
  const char *column, *rule;
  const char *values[N_ROWS];
  const char *names[MAX_LEVELS];
} NamedRule;

static const NamedRule rules[] = {
  { "born",
    "date:month,quarter,year,10years;bottom=1930",
    { "1974-03-01", "1979-04-05", "1983-01-02", "1929-12-31", "2001-07-07", "2001-07-08" },
    { "month", "quarter", "year", "10 years" } },
  { "at",
    "time:minute,hour,12hours",
    { "08:30", "08:31", "12:00", "23:59", "00:00", "08:30" },
    { "minute", "hour", "12 hours" } },
  { "years",
    "age:1,5;at=2024-01-01",
    { "1974-03-01", "1979-04-05", "1983-01-02", "1929-12-31", "2001-07-07", "2001-07-08" },
    { "age in years", "age in ranges of 5 years" } },
  { "age",
    "intervals:1,5,20;top=90",
    { "23", "24.0", "31", "90", "95", "7" },
    { "whole numbers", "ranges of 5", "ranges of 20" } },
  { "weight",
    "intervals:0.5,1,1",
    { "0.1", "0.6", "1.1", "2", "2", "7" },
    { "ranges of 0.5", "level 2", "level 3" } },
  { "zip",
    "prefix:3,1",
    { "02139", "02140", "12141", "12141", "02141", "02139" },
    { "the first 3 characters", "the first character" } },
  { "code",
    "mask:1,3",
    { "02139", "02140", "12141", "12141", "02141", "02139" },
    { "all but the last character", "all but the last 3 characters" } },
  { "card",
    "mask:2;from=left",
    { "02139", "02140", "12141", "12141", "02141", "02139" },
    { "all but the first 2 characters" } },
  { "area",
    "zip:3;small=036",
    { "02139", "02140", "03601", "12141", "02141", "02139" },
    { "the first 3 digits" } },
  { "grade",
    "order:2,4;values=none,low,mid,high",
    { "none", "low", "mid", "high", "mid", "low" },
    { "runs of 2 neighbours", "runs of 4 neighbours" } },
  { "stay", "bands:0-3,4+", { "0", "1", "4", "5", "6", "3" }, { "level 1" } },
  { "size", "quantiles:2", { "0", "1", "4", "5", "6", "3" }, { "level 1" } },
  { "colour", "suppress", { "red", "red", "blue", "red", "", "blue" }, { NULL } },
};

static guint
count_names (const NamedRule *rule)
{
  guint n = 0;

  while (n < MAX_LEVELS && rule->names[n] != NULL)
    n++;
  return n;
}

static DeidLattice *
make_lattice (void)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  g_autoptr (DeidLattice) lattice = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    ck_assert (deid_dataset_add_string_column (dataset, rules[i].column, rules[i].values, N_ROWS,
                                               NULL, NULL));
  lattice = deid_lattice_new (dataset);
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      GError *error = NULL;
      g_autoptr (DeidHierarchy) hierarchy
          = deid_hierarchy_new_from_specification (rules[i].rule, &error);

      assert_no_error (error);
      ck_assert (
          deid_lattice_add_quasi_identifier (lattice, rules[i].column, hierarchy, NULL, &error));
      assert_no_error (error);
    }
  return g_steal_pointer (&lattice);
}

static gboolean
skip (const char **p, const char *text)
{
  if (!g_str_has_prefix (*p, text))
    return FALSE;
  *p += strlen (text);
  return TRUE;
}

/* Reads what is said of a column, without the example. */
static guint
read_level (const NamedRule *rule, const char **p)
{
  const guint n = count_names (rule);
  guint level = n + 1;

  if (skip (p, "as it is"))
    return 0;
  if (skip (p, "all as *"))
    return n + 1;
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *one = g_strdup_printf ("%s, as ", rule->names[i]);
      g_autofree char *all = g_strdup_printf ("%s, all as ", rule->names[i]);

      if (g_str_has_prefix (*p, one) || g_str_has_prefix (*p, all))
        {
          ck_assert_uint_gt (level, n);
          level = i + 1;
        }
    }
  ck_assert_msg (level <= n, "%s: %s", rule->column, *p);
  *p += strcspn (*p, ";");
  return level;
}

static void
check_pair (DeidPolicy *policy, DeidPolicy *baseline)
{
  GError *error = NULL;
  g_autofree char *text = deid_policy_describe (policy, baseline, &error);
  const char *p = text;

  assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      const guint level = deid_policy_get_level (policy, i);
      const guint before = baseline != NULL ? deid_policy_get_level (baseline, i) : 0;
      g_autofree char *name = g_strdup_printf ("%s: ", rules[i].column);

      ck_assert (skip (&p, name) == (level != before));
      if (level != before)
        ck_assert_uint_eq (read_level (&rules[i], &p), level);
      skip (&p, "; ");
    }
  ck_assert (p[0] == '\0' || g_str_has_suffix (p, "as it is")
             || g_str_has_suffix (p, "as in the baseline"));
}

static DeidPolicy *
draw_policy (DeidLattice *lattice, GRand *rand)
{
  guint levels[G_N_ELEMENTS (rules)];
  GError *error = NULL;
  DeidPolicy *policy;

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    levels[i] = (guint) g_rand_int_range (rand, 0, (gint32) count_names (&rules[i]) + 2);
  policy = deid_policy_new (lattice, levels, G_N_ELEMENTS (rules), &error);
  assert_no_error (error);
  return policy;
}

START_TEST (read_back)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (10);
  g_autoptr (DeidLattice) lattice = make_lattice ();

  for (guint trial = 0; trial < count_trials (2000); trial++)
    {
      g_autoptr (DeidPolicy) policy = draw_policy (lattice, rand);
      g_autoptr (DeidPolicy) baseline = draw_policy (lattice, rand);

      check_pair (policy, trial % 3 == 0 ? NULL : baseline);
    }
}
END_TEST

/* Returns: what is said of the only column on a level. */
static char *
tell (DeidHierarchy *hierarchy, guint level)
{
  static const char *const values[] = { "1974", "1975" };
  g_autoptr (DeidDataset) dataset = make_text_column ("x", values, 2);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidPolicy) policy = NULL;
  GError *error = NULL;

  ck_assert (deid_lattice_add_quasi_identifier (lattice, "x", hierarchy, NULL, &error));
  assert_no_error (error);
  policy = deid_policy_new (lattice, &level, 1, NULL);
  return deid_policy_describe (policy, NULL, NULL);
}

/* A last level that is no `*` has a name as well. Rows have none, and what they say of the last
 * level is said of all values that there are, if it is one label; a label that is the only one by
 * chance is not. */
START_TEST (last_levels)
{
  static const char *const rows[][3] = { { "1974", "1970s", "any" }, { "1975", "1970s", "any" } };
  g_autoptr (DeidHierarchy) open
      = deid_hierarchy_new_from_specification ("date:year,10years;format=YYYY;suppress=no", NULL);
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);
  g_autoptr (DeidHierarchy) of_rows = NULL;
  g_autofree char *decades = tell (open, 2), *labels = NULL, *last = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    ck_assert (deid_hierarchy_builder_add_row (
        builder, (const char *[]){ rows[i][0], rows[i][1], rows[i][2], NULL }, NULL));
  of_rows = deid_hierarchy_builder_build (builder, NULL);
  labels = tell (of_rows, 1);
  last = tell (of_rows, 2);
  ck_assert_str_eq (decades, "x: 10 years, all as 1970-1979");
  ck_assert_str_eq (labels, "x: level 1, all as 1970s");
  ck_assert_str_eq (last, "x: all as any");
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("level-names");
  TCase *tcase = tcase_create ("level-names");

  tcase_add_test (tcase, read_back);
  tcase_add_test (tcase, last_levels);
  tcase_set_timeout (tcase, 60);
  suite_add_tcase (suite, tcase);
  return suite;
}
