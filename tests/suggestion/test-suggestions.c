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
    { "%u", 30, DEID_ROLE_QUASI_IDENTIFYING, "intervals:2,4,8,16" },
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

#define N_MANY 400

/* A column of so many values of which the 8th is another one. */
static DeidDataset *
make_dirty (const char *name, const char *format, const char *dirt)
{
  DeidDataset *dataset = deid_dataset_new ("visits");
  char texts[N_MANY][32];
  const char *values[N_MANY];
  GError *error = NULL;

  for (guint i = 0; i < N_MANY; i++)
    {
      g_autofree char *number = g_strdup_printf ("%u", 1000 + i % 200);
      g_auto (GStrv) parts = g_strsplit (format, "N", 2);

      g_snprintf (texts[i], sizeof texts[i], "%s%s%s", parts[0], number, parts[1]);
      values[i] = i == 7 ? dirt : texts[i];
    }
  deid_dataset_add_string_column (dataset, name, values, N_MANY, NULL, &error);
  assert_no_error (error);
  return dataset;
}

/* One wrong cell makes a column neither telephone numbers nor a name of something; the rule of the
 * type is there to be taken, and the file runs as it is. */
START_TEST (dirty_values)
{
  static const struct
  {
    const char *name;
    const char *format;
    const char *dirt;
    DeidRole role;
    const char *rule;      /* that works */
    const char *near_type; /* with the rule, as comments */
  } cases[] = {
    { "birth_date", "N-06-15", "12.03.1961", DEID_ROLE_QUASI_IDENTIFYING, "rare:2,20,100",
      "\n# type=date\n# missing=\n# rule=date:month,quarter,year,5years,10years\n" },
    { "birth_date", "N-06-15", "1961", DEID_ROLE_QUASI_IDENTIFYING, "rare:2,20,100",
      "\n# type=date\n# missing=\n# rule=date:month,quarter,year,5years,10years\n" },
    { "x", "15.06.N", "1961-06-15", DEID_ROLE_QUASI_IDENTIFYING, "rare:2,20,100",
      "\n# type=date\n# format=DD.MM.YYYY\n# missing=\n"
      "# rule=date:month,quarter,year,5years,10years;format=DD.MM.YYYY\n" },
    { "income", "N.55", "1.234,56", DEID_ROLE_SENSITIVE, NULL,
      "\n# type=decimal\n# missing=\n# rule=capacity:5,25\n" },
    { "income", "4412N", "EUR 5", DEID_ROLE_SENSITIVE, NULL,
      "\n# type=integer\n# missing=\n# rule=intervals:10,20,40,80\n" },
    { "stay", "N", "3 days", DEID_ROLE_QUASI_IDENTIFYING, "rare:2,20,100",
      "\n# type=integer\n# missing=\n# rule=intervals:10,20,40,80\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidDataset) dataset = make_dirty (cases[i].name, cases[i].format, cases[i].dirt);
      g_autoptr (DeidSuggestions) suggestions = suggest (dataset);
      g_autofree char *text = deid_suggestions_to_text (suggestions, NULL, NULL, NULL);

      ck_assert_int_eq (deid_suggestions_get_role (suggestions, 0), cases[i].role);
      ck_assert_int_eq (deid_suggestions_get_column_type (suggestions, 0), DEID_COLUMN_TYPE_TEXT);
      ck_assert_pstr_eq (deid_suggestions_get_rule (suggestions, 0), cases[i].rule);
      ck_assert_msg (strstr (text, cases[i].near_type) != NULL, "%s", text);
      ck_assert_ptr_nonnull (strstr (text, "200 of 201 different values are of the type"));
      ck_assert_ptr_nonnull (strstr (text, "1 is not, in 1 record, first in row 8."));
      ck_assert_ptr_null (strstr (text, cases[i].dirt));
    }
}
END_TEST

/* What would be a date but for a code is one. */
START_TEST (dates_of_nines)
{
  g_autoptr (DeidDataset) dataset = make_dirty ("birth_date", "N-06-15", "9999-99-99");
  g_autoptr (DeidSuggestions) suggestions = suggest (dataset);

  ck_assert_int_eq (deid_suggestions_get_column_type (suggestions, 0), DEID_COLUMN_TYPE_DATE);
  ck_assert_str_eq (deid_suggestions_get_missing_codes (suggestions, 0)[0], "9999-99-99");
  ck_assert_str_eq (deid_suggestions_get_rule (suggestions, 0),
                    "date:month,quarter,year,5years,10years");
}
END_TEST

/* Values that may be shown stand behind missing= as a list has them. */
START_TEST (exceptions_that_are_shown)
{
  g_autoptr (DeidDataset) dataset = make_dirty ("birth_date", "N-06-15", "12.03.1961;x");
  g_autoptr (DeidSuggestions) suggestions = NULL;
  g_autoptr (DeidJob) job = deid_job_new ();
  g_autofree char *text = NULL;
  GError *error = NULL;
  char *taken;

  ck_assert (deid_dataset_set_show_values (dataset, TRUE, NULL));
  suggestions = suggest (dataset);
  text = deid_suggestions_to_text (suggestions, NULL, NULL, &error);
  assert_no_error (error);
  taken = strstr (text, "# missing=12.03.1961");
  ck_assert_ptr_nonnull (taken);
  memcpy (taken, "  ", 2);
  ck_assert (deid_job_load_text (job, text, NULL, NULL, &error));
  assert_no_error (error);
  ck_assert_str_eq (deid_job_get (job, "column birth_date", "missing"), "12.03.1961\\;x");
}
END_TEST

/* Who edits the role alone finds the rule. */
START_TEST (rules_of_other_roles)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
  g_autoptr (DeidSuggestions) suggestions = NULL;
  g_autofree char *text = NULL;

  add_numbers (dataset, "income", 30);
  add_numbers (dataset, "MRN", N_ROWS);
  add_numbers (dataset, "x", 1);
  add_numbers (dataset, "patient", 50);
  suggestions = suggest (dataset);
  text = deid_suggestions_to_text (suggestions, NULL, NULL, NULL);
  ck_assert_ptr_nonnull (
      strstr (text, "role=sensitive\ntype=integer\n# rule=intervals:2,4,8,16\n"));
  ck_assert_ptr_nonnull (
      strstr (text, "role=identifying\ntype=integer\n# rule=intervals:5,10,20,40\n"));
  ck_assert_ptr_nonnull (strstr (text, "role=insensitive\ntype=integer\n# rule=suppress\n"));
  ck_assert_ptr_nonnull (strstr (text, "role=entity\ntype=integer\n\n"));
}
END_TEST

/* A table of one column may have been read with the wrong delimiter. */
START_TEST (wrong_delimiters)
{
  static const struct
  {
    const char *name;
    const char *doubt;
    gunichar other;
  } cases[] = {
    { "a;b", "# Read with ',', the table has one column: is the delimiter ';'?\n", ';' },
    { "a\tb", "# Read with ',', the table has one column: is the delimiter a tab?\n", '\t' },
    { "a|b", "# Read with ',', the table has one column: is the delimiter '|'?\n", '|' },
    { "a,b", "# Suggestions for visits", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
      g_autoptr (DeidSuggestions) suggestions = NULL;
      g_autofree char *text = NULL;

      add_numbers (dataset, cases[i].name, 3);
      suggestions = suggest (dataset);
      text = deid_suggestions_to_text (suggestions, NULL, NULL, NULL);
      ck_assert_msg (g_str_has_prefix (text, cases[i].doubt), "%s", text);
      ck_assert_uint_eq (deid_suggestions_get_other_delimiter (suggestions, NULL), cases[i].other);
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
static DeidDataset *
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
  return g_steal_pointer (&released);
}

#define LIMITS "models", "privacy", "k:5", "limits", "suppression", "5%"

START_TEST (discharges)
{
  static const char *const settings[] = { LIMITS, NULL };

  deid_dataset_unref (release (get_source_file ("examples/data/discharges.csv"), settings));
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
        deid_dataset_unref (release (path, settings));
      ck_assert_msg (g_str_equal (roles, cases[i].roles), "%s: %s", cases[i].path, roles);
    }
}
END_TEST

/* Rules have levels between the values and nothing at all: what k-anonymity and l-diversity leave
 * of Adult tells ages and education apart. */
START_TEST (coarse_levels)
{
  static const char *const settings[]
      = { "models", "privacy", "k:5;dl:2", "limits", "suppression", "5%", NULL };
  const char *path = find_shared_file ("data/adult/adult.csv");
  g_autoptr (DeidDataset) released = NULL;
  guint column;

  if (path == NULL)
    {
      note_skipped ();
      return;
    }
  released = release (path, settings);
  for (guint i = 0; i < 2; i++)
    {
      gboolean differs = FALSE;

      ck_assert (deid_dataset_find_column (released, i == 0 ? "age" : "education", &column, NULL));
      for (guint64 row = 1; row < deid_dataset_get_n_rows (released); row++)
        differs |= !g_str_equal (deid_dataset_get_value (released, row, column),
                                 deid_dataset_get_value (released, 0, column));
      ck_assert (differs);
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
  tcase_add_test (tcase, dirty_values);
  tcase_add_test (tcase, dates_of_nines);
  tcase_add_test (tcase, exceptions_that_are_shown);
  tcase_add_test (tcase, rules_of_other_roles);
  tcase_add_test (tcase, wrong_delimiters);
  tcase_add_test (tcase, hostile_names);
  tcase_add_test (tcase, discharges);
  tcase_add_test (tcase, known_tables);
  tcase_add_test (tcase, coarse_levels);
  tcase_add_test (tcase, odd_tables);
  suite_add_tcase (suite, tcase);
  return suite;
}
