/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is suggested for columns, by their names and their values: expected by hand. */
#include <string.h>

#include "support/suite.h"

#define N_ROWS 60

/* A column of so many different numbers, each in several rows. */
static void
add_numbers (DeidDataset *dataset, const char *name, guint n_values)
{
  gint64 values[N_ROWS];
  GError *error = NULL;

  for (guint i = 0; i < N_ROWS; i++)
    values[i] = 100 + i % n_values;
  deid_dataset_add_integer_column (dataset, name, values, N_ROWS, NULL, 0, NULL, &error);
  assert_no_error (error);
}

static DeidSuggestions *
suggest (const DeidDataset *dataset)
{
  GError *error = NULL;
  DeidSuggestions *suggestions = deid_suggestions_new (dataset, NULL, &error);

  assert_no_error (error);
  return suggestions;
}

START_TEST (roles_of_names)
{
  static const struct
  {
    const char *name;
    DeidRole role;
  } cases[] = {
    { "Patient Name", DEID_ROLE_IDENTIFYING },
    { "lastName", DEID_ROLE_IDENTIFYING },
    { "Vorname", DEID_ROLE_IDENTIFYING },
    { "prénom", DEID_ROLE_IDENTIFYING },
    { "apellidos", DEID_ROLE_IDENTIFYING },
    { "street_address", DEID_ROLE_IDENTIFYING },
    { "Straße", DEID_ROLE_IDENTIFYING },
    { "TELEFON", DEID_ROLE_IDENTIFYING },
    { "fax-no", DEID_ROLE_IDENTIFYING },
    { "E-Mail", DEID_ROLE_IDENTIFYING },
    { "ssn", DEID_ROLE_IDENTIFYING },
    { "MRN", DEID_ROLE_IDENTIFYING },
    { "Versichertennummer", DEID_ROLE_IDENTIFYING },
    { "IBAN", DEID_ROLE_IDENTIFYING },
    { "passport no", DEID_ROLE_IDENTIFYING },
    { "license_plate", DEID_ROLE_IDENTIFYING },
    { "device id", DEID_ROLE_IDENTIFYING },
    { "homepage", DEID_ROLE_IDENTIFYING },
    { "ip_address", DEID_ROLE_IDENTIFYING },
    { "fingerprint", DEID_ROLE_IDENTIFYING },
    { "photo", DEID_ROLE_IDENTIFYING },
    { "row_id", DEID_ROLE_IDENTIFYING },
    { "zip", DEID_ROLE_QUASI_IDENTIFYING },
    { "PLZ", DEID_ROLE_QUASI_IDENTIFYING },
    { "codePostal", DEID_ROLE_QUASI_IDENTIFYING },
    { "ville", DEID_ROLE_QUASI_IDENTIFYING },
    { "age", DEID_ROLE_QUASI_IDENTIFYING },
    { "Alter", DEID_ROLE_QUASI_IDENTIFYING },
    { "Geschlecht", DEID_ROLE_QUASI_IDENTIFYING },
    { "marital-status", DEID_ROLE_QUASI_IDENTIFYING },
    { "q10a", DEID_ROLE_QUASI_IDENTIFYING },
    { "diagnosis2", DEID_ROLE_SENSITIVE },
    { "Einkommen", DEID_ROLE_SENSITIVE },
    { "salaire", DEID_ROLE_SENSITIVE },
    { "religión", DEID_ROLE_SENSITIVE },
    { "PERWT", DEID_ROLE_SURVEY_WEIGHT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
      g_autoptr (DeidSuggestions) suggestions = NULL;

      add_numbers (dataset, cases[i].name, 30);
      suggestions = suggest (dataset);
      ck_assert_msg (deid_suggestions_get_role (suggestions, 0) == cases[i].role, "%s: role %d",
                     cases[i].name, (int) deid_suggestions_get_role (suggestions, 0));
      ck_assert_int_eq (deid_suggestions_get_rule (suggestions, 0) != NULL,
                        cases[i].role == DEID_ROLE_QUASI_IDENTIFYING);
    }
}
END_TEST

/* Columns that are called alike, of the values of a format in which N is the number of the row. */
START_TEST (roles_of_values)
{
  static const struct
  {
    const char *format;
    guint n_values;
    DeidRole role;
    const char *rule;
  } cases[] = {
    { "n%02u@example.org", 30, DEID_ROLE_IDENTIFYING, NULL },
    { "https://example.org/%u", 30, DEID_ROLE_IDENTIFYING, NULL },
    { "192.168.1.%u", 30, DEID_ROLE_IDENTIFYING, NULL },
    { "fe80::1:%u", 30, DEID_ROLE_IDENTIFYING, NULL },
    { "00:1B:44:11:3A:%02u", 30, DEID_ROLE_IDENTIFYING, NULL },
    { "123e4567-e89b-12d3-a456-4266141740%02u", 30, DEID_ROLE_IDENTIFYING, NULL },
    { "078-05-11%02u", 30, DEID_ROLE_IDENTIFYING, NULL },
    { "+49 30 1234 56%02u", 30, DEID_ROLE_IDENTIFYING, NULL },
    { "DE89 3704 0044 0532 0130 %02u", 30, DEID_ROLE_IDENTIFYING, NULL },
    { "complained about row %02u several times", 30, DEID_ROLE_IDENTIFYING, NULL },
    { "021%02u", 30, DEID_ROLE_QUASI_IDENTIFYING, "prefix:4,3,2" },
    { "I%02u.4", 30, DEID_ROLE_SENSITIVE, NULL },
    { "2023-01-%02u", 28, DEID_ROLE_QUASI_IDENTIFYING, "date:month,quarter,year" },
    { "%02u.01.2023", 28, DEID_ROLE_QUASI_IDENTIFYING,
      "date:month,quarter,year;format=DD.MM.YYYY" },
    { "text %u", 30, DEID_ROLE_QUASI_IDENTIFYING, "rare:2,20" },
    { "text %u", 12, DEID_ROLE_QUASI_IDENTIFYING, "suppress" },
    { "text %u", 1, DEID_ROLE_INSENSITIVE, NULL },
    { "text %u", N_ROWS, DEID_ROLE_IDENTIFYING, NULL },
    { "%u", N_ROWS, DEID_ROLE_IDENTIFYING, NULL },
    { "%u", 30, DEID_ROLE_QUASI_IDENTIFYING, "intervals:2,4,8" },
    { "%u000", 30, DEID_ROLE_QUASI_IDENTIFYING, "capacity:2,10" },
    { "0%u/01/2023", 9, DEID_ROLE_QUASI_IDENTIFYING, "suppress" },
    { "%ue200", 30, DEID_ROLE_QUASI_IDENTIFYING, "rare:2,20" },
    { "%u.5", N_ROWS, DEID_ROLE_QUASI_IDENTIFYING, "capacity:2,10" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
      g_autoptr (DeidSuggestions) suggestions = NULL;
      char texts[N_ROWS][64];
      const char *values[N_ROWS];

      for (guint row = 0; row < N_ROWS; row++)
        {
          g_auto (GStrv) parts = g_strsplit (cases[i].format, "%", 2);
          const gboolean is_padded = parts[1][0] == '0';

          g_snprintf (texts[row], sizeof texts[row], is_padded ? "%s%02u%s" : "%s%u%s", parts[0],
                      1 + row % cases[i].n_values, parts[1] + (is_padded ? 3 : 1));
          values[row] = texts[row];
        }
      ck_assert (deid_dataset_add_string_column (dataset, "x", values, N_ROWS, NULL, NULL));
      suggestions = suggest (dataset);
      ck_assert_msg (deid_suggestions_get_role (suggestions, 0) == cases[i].role, "%s: role %d",
                     cases[i].format, (int) deid_suggestions_get_role (suggestions, 0));
      ck_assert_pstr_eq (deid_suggestions_get_rule (suggestions, 0), cases[i].rule);
    }
}
END_TEST

/* Numbers of categories have no neighbours, those of what is counted do. */
START_TEST (categories)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
  g_autoptr (DeidSuggestions) suggestions = NULL;

  add_numbers (dataset, "RACEA", 16);
  add_numbers (dataset, "household size", 16);
  suggestions = suggest (dataset);
  ck_assert_str_eq (deid_suggestions_get_rule (suggestions, 0), "rare:2,20");
  ck_assert_str_eq (deid_suggestions_get_rule (suggestions, 1), "intervals:2,4,8");
}
END_TEST

/* A name is not believed where the values are something else. */
START_TEST (wrong_names)
{
  static const char *const dates[] = { "31.01.2023", "01.02.2023", "01.02.2023" };
  static const char *const weights[] = { "1.5", "1e25", "1e25" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
  g_autoptr (DeidSuggestions) suggestions = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "zip", dates, 3, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "perwt", weights, 3, NULL, NULL));
  suggestions = suggest (dataset);
  ck_assert_int_eq (deid_suggestions_get_column_type (suggestions, 0), DEID_COLUMN_TYPE_DATE);
  ck_assert_str_eq (deid_suggestions_get_format (suggestions, 0), "DD.MM.YYYY");
  ck_assert_int_eq (deid_suggestions_get_role (suggestions, 1), DEID_ROLE_QUASI_IDENTIFYING);
}
END_TEST

/* Numbers of persons that are there again are those of an entity, in one column of the table. */
START_TEST (entities)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
  g_autoptr (DeidSuggestions) suggestions = NULL;

  add_numbers (dataset, "patient", 50);
  add_numbers (dataset, "person", 50);
  add_numbers (dataset, "employee", N_ROWS);
  suggestions = suggest (dataset);
  ck_assert_int_eq (deid_suggestions_get_role (suggestions, 0), DEID_ROLE_ENTITY);
  ck_assert_int_eq (deid_suggestions_get_role (suggestions, 1), DEID_ROLE_IDENTIFYING);
  ck_assert_int_eq (deid_suggestions_get_role (suggestions, 2), DEID_ROLE_IDENTIFYING);
}
END_TEST

/* The text has no value of a record but where the host asked for it; a code of the list is none. */
START_TEST (values_are_not_shown)
{
  for (gboolean is_shown = FALSE; is_shown <= TRUE; is_shown++)
    {
      char texts[N_ROWS][16];
      const char *values[N_ROWS];
      g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
      g_autoptr (DeidSuggestions) suggestions = NULL;
      g_autofree char *text = NULL;

      for (guint i = 0; i < N_ROWS; i++)
        {
          g_snprintf (texts[i], sizeof texts[i], "7%03u", i);
          values[i] = texts[i];
        }
      values[4] = "SECRET";
      values[5] = "NA";
      ck_assert (deid_dataset_add_string_column (dataset, "age", values, N_ROWS, NULL, NULL));
      ck_assert (deid_dataset_set_show_values (dataset, is_shown, NULL));
      suggestions = suggest (dataset);
      text = deid_suggestions_to_text (suggestions, NULL, NULL, NULL);
      ck_assert_int_eq (strstr (text, "SECRET") != NULL, is_shown);
      ck_assert_ptr_null (strstr (text, "7012"));
      ck_assert_ptr_nonnull (strstr (text, "row 5"));
      ck_assert_ptr_nonnull (strstr (text, "58 of 59 different values"));
      ck_assert_ptr_nonnull (strstr (text, "\nmissing=NA\n"));
      ck_assert_ptr_nonnull (strstr (text, "1 of 60 records"));
    }
}
END_TEST

/* A key file has no other sections and keys than those that are meant, however columns are called.
 */
START_TEST (hostile_names)
{
  static const char *const names[] = { "a]\n[models]\nprivacy=k:1",
                                       "x=y",
                                       "  blank ",
                                       "*",
                                       "?q[1]",
                                       "100%25",
                                       "#comment",
                                       "\\n;s",
                                       "é\u202E",
                                       "tab\t" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("a\nb");
  g_autoptr (DeidSuggestions) suggestions = NULL;
  g_autoptr (DeidJob) job = deid_job_new ();
  g_autofree char *text = NULL;
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    add_numbers (dataset, names[i], 30 + i);
  suggestions = suggest (dataset);
  text = deid_suggestions_to_text (suggestions, " file\n;=.csv", NULL, &error);
  assert_no_error (error);
  ck_assert (deid_job_load_text (job, text, NULL, NULL, &error));
  assert_no_error (error);
  ck_assert (!deid_job_is_set (job, "models", "privacy"));
  ck_assert_str_eq (deid_job_get (job, "input", "file"), " file\n;=.csv");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *section = deid_job_get_column_section (names[i]);

      ck_assert_msg (deid_job_is_set (job, section, "role"), "%s", section);
      ck_assert_str_eq (deid_job_get (job, section, "type"), "integer");
    }
}
END_TEST

/* Types and missing codes can be set, rules bind, and a job that reads the file releases the table.
 */
static void
release (const char *path, const char *const *settings)
{
  g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();
  g_autoptr (DeidDataset) dataset = NULL, released = NULL;
  g_autoptr (DeidSuggestions) suggestions = NULL;
  g_autoptr (DeidJob) job = deid_job_new ();
  g_autoptr (DeidResult) result = NULL;
  g_autofree char *text = NULL;
  GError *error = NULL;

  ck_assert (deid_csv_options_set_delimiter (options, ';', NULL));
  dataset = deid_dataset_new_from_csv (path, options, NULL, &error);
  assert_no_error (error);
  suggestions = suggest (dataset);
  text = deid_suggestions_to_text (suggestions, path, options, NULL);
  ck_assert (deid_job_load_text (job, text, NULL, NULL, &error));
  assert_no_error (error);
  for (; settings[0] != NULL; settings += 3)
    {
      ck_assert (deid_job_set (job, settings[0], settings[1], settings[2], NULL, &error));
      assert_no_error (error);
    }
  result = deid_job_run (job, NULL, &error);
  assert_no_error (error);
  released = deid_job_release (job, result, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_gt (deid_dataset_get_n_rows (released), 0);
}

#define LIMITS "models", "privacy", "k:5", "limits", "suppression", "5%"

START_TEST (discharges)
{
  static const char *const settings[] = { LIMITS, NULL };

  release (get_source_file ("examples/data/discharges.csv"), settings);
}
END_TEST

/* Returns: the roles of a table, a letter a column. */
static char *
list_roles (const DeidSuggestions *suggestions)
{
  GString *roles = g_string_new (NULL);

  for (guint c = 0; c < deid_suggestions_get_n_columns (suggestions); c++)
    g_string_append_c (roles, "iqsneWSj"[deid_suggestions_get_role (suggestions, c)]);
  return g_string_free (roles, FALSE);
}

/* The tables of the field: what a person would say of their columns. */
START_TEST (known_tables)
{
  static const struct
  {
    const char *path;
    const char *roles;
  } cases[] = {
    { "data/adult/adult.csv", "qqqqqqqqs" },
    { "data/adult/demographics_32561.csv", "qqq" },
    { "data/creditcard/creditcard.csv", "sqqqqsssssssssssssssssss" },
    { "data/mach2019/mach2019.csv", "qqqqqsqqqqqqqqqq" },
  };
  static const char *const settings[] = { LIMITS, NULL };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *path = find_shared_file (cases[i].path);
      g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();
      g_autoptr (DeidDataset) dataset = NULL;
      g_autoptr (DeidSuggestions) suggestions = NULL;
      g_autofree char *roles = NULL;

      if (path == NULL)
        {
          note_skipped ();
          return;
        }
      ck_assert (deid_csv_options_set_delimiter (options, ';', NULL));
      dataset = deid_dataset_new_from_csv (path, options, NULL, NULL);
      suggestions = suggest (dataset);
      roles = list_roles (suggestions);
      if (i < 3)
        release (path, settings);
      ck_assert_msg (g_str_equal (roles, cases[i].roles), "%s: %s", cases[i].path, roles);
    }
}
END_TEST

/* Joint columns say nothing of their own, and a table may have no rows. */
START_TEST (odd_tables)
{
  static const char *const pair[] = { "a", "b", NULL };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("x"), empty = deid_dataset_new ("y");
  g_autoptr (DeidSuggestions) suggestions = NULL, none = NULL;
  const char *const no_values[] = { NULL };

  add_numbers (dataset, "a", 2);
  add_numbers (dataset, "b", 3);
  ck_assert (deid_dataset_add_joint_column (dataset, "ab", pair, NULL, NULL));
  add_numbers (dataset, "c", 4);
  suggestions = suggest (dataset);
  ck_assert_uint_eq (deid_suggestions_get_n_columns (suggestions), 3);
  ck_assert_str_eq (deid_suggestions_get_column_name (suggestions, 2), "c");
  ck_assert (deid_dataset_add_string_column (empty, "age", no_values, 0, NULL, NULL));
  none = suggest (empty);
  ck_assert_int_eq (deid_suggestions_get_role (none, 0), DEID_ROLE_INSENSITIVE);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("suggestions");
  TCase *tcase = tcase_create ("suggestions");

  tcase_set_timeout (tcase, 300);
  tcase_add_test (tcase, roles_of_names);
  tcase_add_test (tcase, roles_of_values);
  tcase_add_test (tcase, categories);
  tcase_add_test (tcase, wrong_names);
  tcase_add_test (tcase, entities);
  tcase_add_test (tcase, values_are_not_shown);
  tcase_add_test (tcase, hostile_names);
  tcase_add_test (tcase, discharges);
  tcase_add_test (tcase, known_tables);
  tcase_add_test (tcase, odd_tables);
  suite_add_tcase (suite, tcase);
  return suite;
}
