/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What messages and reports show of a table: no value unless a host asks for it, and nothing that
 * forges a line. */
#include "support/suite.h"

#include <string.h>

/* A value that must not be seen. Behind the marker stands what would forge a line, clear a screen,
 * turn the writing, hide, or end a quote. */
#define MARKER  "Tarquinius"
#define SECRET  MARKER "\n\x1b[2J\xE2\x80\xAE\xE2\x80\x8B'\\"
#define ESCAPED MARKER "\\n\\x1B[2J\\u{202E}\\u{200B}\\'\\\\"

/* Each case fails at something with the secret in it. */
typedef void (*Case) (gboolean show, GError **error);

static DeidDataset *
read_table (const char *content, gssize length, gboolean show, GError **error)
{
  g_autoptr (DeidCsvOptions) csv = deid_csv_options_new ();

  ck_assert (deid_csv_options_set_show_values (csv, show, NULL));
  return deid_dataset_new_from_csv_file (write_file ("table.csv", content, length), csv, NULL,
                                         error);
}

static void
short_row (gboolean show, GError **error)
{
  ck_assert_ptr_null (read_table ("a,b\n\"" SECRET "\"\n", -1, show, error));
}

static void
long_row (gboolean show, GError **error)
{
  ck_assert_ptr_null (read_table ("a\n1,\"" SECRET "\"\n", -1, show, error));
}

static void
bad_encoding (gboolean show, GError **error)
{
  ck_assert_ptr_null (read_table ("a\n\"" SECRET "\xff\"\n", -1, show, error));
}

static void
nul_byte (gboolean show, GError **error)
{
  const char content[] = "a\n\"" SECRET "\0\"\n";

  ck_assert_ptr_null (read_table (content, sizeof content - 1, show, error));
}

static void
weight (gboolean show, GError **error)
{
  g_autoptr (DeidDataset) dataset = read_table ("w\n1\n\"" SECRET "\"\n", -1, show, NULL);

  ck_assert (!deid_dataset_set_role (dataset, "w", DEID_ROLE_WEIGHT, error));
}

static DeidDataset *
make_table (const char *const *values, guint n, gboolean show)
{
  DeidDataset *dataset = make_text_column ("a", values, n);

  ck_assert (deid_dataset_set_show_values (dataset, show, NULL));
  return dataset;
}

static const char *const secrets[] = { "1", SECRET, "2" };
static const char *const harmless[] = { "1", "2", "2" };

static void
memory_encoding (gboolean show, GError **error)
{
  const char *const values[] = { SECRET "\xff" };
  g_autoptr (DeidDataset) dataset = make_table (values, 0, show);

  ck_assert (!deid_dataset_add_string_column (dataset, "b", values, 1, NULL, error));
}

static void
written (gboolean show, GError **error)
{
  const char *const missing[] = { SECRET, NULL };
  g_autoptr (DeidDataset) dataset = make_table (secrets, 3, show);
  g_autoptr (DeidCsvOptions) csv = deid_csv_options_new ();

  ck_assert (deid_csv_options_set_missing_values (csv, missing, NULL));
  ck_assert (deid_dataset_set_role (dataset, "a", DEID_ROLE_INSENSITIVE, NULL));
  ck_assert (!deid_dataset_write_csv (dataset, get_temporary_file ("out.csv"), csv, NULL, error));
}

static DeidHierarchy *
make_hierarchy (const char *const *values, guint n)
{
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new ("h");

  for (guint i = 0; i < n; i++)
    ck_assert (deid_hierarchy_builder_add_row (
        builder, (const char *const[]){ values[i], "*", NULL }, NULL));
  return deid_hierarchy_builder_build (builder, NULL);
}

static void
not_in_hierarchy (gboolean show, GError **error)
{
  g_autoptr (DeidDataset) dataset = make_table (secrets, 3, show);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidHierarchy) hierarchy = make_hierarchy (harmless, 1);

  ck_assert (!deid_lattice_add_quasi_identifier (lattice, "a", hierarchy, NULL, error));
}

static void
sensitive (gboolean show, GError **error)
{
  g_autoptr (DeidDataset) dataset = make_table (secrets, 3, show);
  g_autoptr (DeidHierarchy) hierarchy = make_hierarchy (harmless, 1);
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;

  ck_assert (deid_dataset_set_role (dataset, "a", DEID_ROLE_SENSITIVE, NULL));
  lattice = deid_lattice_new (dataset);
  problem = deid_problem_new (lattice);
  ck_assert (!deid_problem_set_sensitive_hierarchy (problem, "a", hierarchy, NULL, error));
}

static void
no_number (gboolean show, GError **error)
{
  g_autoptr (DeidDataset) dataset = make_table (secrets, 3, show);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);

  ck_assert (!deid_lattice_add_numeric_cuts (lattice, "a", DEID_CUT_ENDS_ROUNDED, error));
}

static void
order (gboolean show, GError **error)
{
  g_autoptr (DeidDataset) dataset = make_table (secrets, 3, show);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);

  ck_assert (!deid_lattice_add_ordered_cuts (lattice, "a", (const char *const[]){ SECRET, SECRET },
                                             2, DEID_CUT_ENDS_ROUNDED, error));
}

static DeidProblem *
state (DeidDataset *dataset, const char *model)
{
  g_autoptr (DeidPrivacyModel) made = deid_privacy_model_new_from_specification (model, "s", NULL);
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidProblem) problem = NULL;
  GError *error = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "s", secrets, 3, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "s", DEID_ROLE_SENSITIVE, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "a", hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, made, &error));
  assert_no_error (error);
  return g_steal_pointer (&problem);
}

static void
run (DeidProblem *problem, GError **error)
{
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();

  ck_assert_ptr_null (deid_search_run (search, problem, NULL, error));
}

static void
sensitive_number (gboolean show, GError **error)
{
  g_autoptr (DeidDataset) dataset = make_table (harmless, 3, show);
  g_autoptr (DeidProblem) problem = state (dataset, "to:0.5:num");

  run (problem, error);
}

static void
population (gboolean show, GError **error)
{
  const guint n = 3;
  g_autoptr (DeidDataset) dataset = make_table (secrets, n, show);
  g_autoptr (DeidDataset) people = make_table (harmless, n, show);
  g_autoptr (DeidProblem) problem = state (dataset, "dp:0:1");

  ck_assert (deid_problem_set_population (problem, people, NULL, NULL));
  run (problem, error);
}

static void
population_leaf (gboolean show, GError **error)
{
  g_autoptr (DeidDataset) dataset = make_table (harmless, 3, show);
  g_autoptr (DeidDataset) people = make_table (secrets, 3, show);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidHierarchy) hierarchy = make_hierarchy (harmless, 2);
  g_autoptr (DeidProblem) problem = NULL;

  ck_assert (deid_lattice_add_quasi_identifier (lattice, "a", hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (!deid_problem_set_population (problem, people, NULL, error));
}

static void
read_hierarchy (const char *content, gssize length, gboolean show, GError **error)
{
  g_autoptr (DeidCsvOptions) csv = deid_csv_options_new ();

  ck_assert (deid_csv_options_set_show_values (csv, show, NULL));
  ck_assert_ptr_null (
      deid_hierarchy_new_from_csv_file (write_file ("h.csv", content, length), csv, NULL, error));
}

static void
leaf_twice (gboolean show, GError **error)
{
  read_hierarchy ("\"" SECRET "\";*\n\"" SECRET "\";x\n", -1, show, error);
}

static void
not_nested (gboolean show, GError **error)
{
  read_hierarchy ("1;\"" SECRET "\";a\n2;\"" SECRET "\";b\n", -1, show, error);
}

static void
leaf_nul (gboolean show, GError **error)
{
  const char content[] = "\"" SECRET "\0\";*\n";

  read_hierarchy (content, sizeof content - 1, show, error);
}

static void
built (gboolean show, GError **error)
{
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new ("h");

  ck_assert (deid_hierarchy_builder_set_show_values (builder, show, NULL));
  ck_assert (
      !deid_hierarchy_builder_add_row (builder, (const char *const[]){ SECRET, "", NULL }, error));
}

static const struct
{
  Case run;
  const char *place; /* that a message names in any case */
} cases[] = {
  { short_row, "line 2: 1 field" },
  { long_row, "line 2: 2 fields" },
  { bad_encoding, "line 2: column 1" },
  { nul_byte, "line 2: column 1" },
  { weight, "column 'w'" },
  { memory_encoding, "column 'b', row 1" },
  { written, "row 2, column 'a'" },
  { not_in_hierarchy, "2 values are not in its hierarchy (h): " },
  { sensitive, "column 'a'" },
  { no_number, "column 'a'" },
  { order, "column 'a'" },
  { sensitive_number, "column 's': 1 value, the first " },
  { population, "row 2" },
  { population_leaf, "1 value is not in its hierarchy (h): " },
  { leaf_twice, "line 3: " },
  { not_nested, "level 1" },
  { leaf_nul, "line 1: level 0" },
  { built, "h: row 1: " },
};

START_TEST (shown_values)
{
  for (gboolean show = FALSE; show <= TRUE; show++)
    {
      GError *error = NULL;

      cases[_i].run (show, &error);
      ck_assert_msg (error != NULL, "case %d: no error", _i);
      assert_one_line (error->message);
      ck_assert_msg (strstr (error->message, cases[_i].place) != NULL, "case %d: %s", _i,
                     error->message);
      ck_assert_msg ((strstr (error->message, MARKER) != NULL) == show, "case %d: %s", _i,
                     error->message);
      if (show)
        ck_assert_msg (strstr (error->message, ESCAPED) != NULL, "case %d: %s", _i, error->message);
      g_clear_error (&error);
    }
}
END_TEST

/* Files of the library's own, which may hold values and come from elsewhere. */
START_TEST (stored_policies)
{
  g_autoptr (DeidDataset) dataset = make_table (secrets, 3, FALSE);
  g_autoptr (DeidProblem) problem = state (dataset, "ak:1:1");
  g_autoptr (DeidPolicy) policy = deid_policy_new_bottom (deid_problem_get_lattice (problem), NULL);
  g_autoptr (DeidResult) result = deid_problem_evaluate (problem, policy, NULL, NULL);
  g_autoptr (DeidStoredPolicy) stored = deid_stored_policy_new (result, NULL, NULL);
  g_autofree char *text = deid_stored_policy_to_json (stored, NULL, NULL);
  const char *const spoilt[] = { "\"ak:1:1:" MARKER ":%\"", "\"ak:" MARKER ":1\"",
                                 "{ \"" MARKER "\" : 1, \"" MARKER "\" : 1 }", ("\"" MARKER) };
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (spoilt); i++)
    {
      g_auto (GStrv) parts = g_strsplit (text, "\"ak:1:1@s\"", 2);
      g_autofree char *joined = g_strjoinv (spoilt[i], parts);

      ck_assert_uint_eq (g_strv_length (parts), 2);
      ck_assert_ptr_null (deid_stored_policy_new_from_json_text (joined, NULL, NULL, &error));
      assert_one_line (error->message);
      ck_assert_msg (strstr (error->message, MARKER) == NULL, "%s", error->message);
      g_clear_error (&error);
    }
}
END_TEST

START_TEST (certificates)
{
  static const char *const lines[] = { "{\"format\":\"" MARKER "\"}\n", "{\"" MARKER "\":1}\n",
                                       "\"" MARKER "\n", "{\"" MARKER "\":1,\"" MARKER "\":1}\n" };

  for (gboolean show = FALSE; show <= TRUE; show++)
    for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
      {
        g_autoptr (DeidDataset) dataset = make_table (secrets, 3, show);
        g_autoptr (DeidProblem) problem = state (dataset, "k:1");
        const char *path = write_file ("c.jsonl", lines[i], -1);
        GError *error = NULL;

        ck_assert_ptr_null (deid_problem_verify_certificate (problem, path, NULL, NULL, &error));
        assert_one_line (error->message);
        ck_assert_msg ((strstr (error->message, MARKER) != NULL) == (show && i == 0), "%s",
                       error->message);
        g_clear_error (&error);
      }
}
END_TEST

/* A value is cut after 60 characters, whatever each takes. */
START_TEST (long_values)
{
  g_autofree char *value = g_strnfill (1000, '\x01');
  const char *const table[] = { value };
  g_autoptr (DeidDataset) dataset = make_table (table, 1, TRUE);
  GError *error = NULL;

  ck_assert (!deid_dataset_set_role (dataset, "a", DEID_ROLE_WEIGHT, &error));
  assert_one_line (error->message);
  ck_assert_uint_lt (strlen (error->message), 4 * 60 + 120);
  ck_assert_ptr_nonnull (strstr (error->message, "\\x01…'"));
  g_clear_error (&error);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("messages");
  TCase *made = tcase_create ("values");

  tcase_add_loop_test (made, shown_values, 0, G_N_ELEMENTS (cases));
  tcase_add_test (made, stored_policies);
  tcase_add_test (made, certificates);
  tcase_add_test (made, long_values);
  suite_add_tcase (suite, made);
  return suite;
}
