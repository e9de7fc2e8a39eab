/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is suggested for columns, by their names and their values: expected by hand. */
#include <string.h>

#include "support/figures.h"
#include "support/suggested-table.h"
#include "support/suite.h"
#include "support/text-job.h"

#define N_BEHAVING 120

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
    { "Jméno", DEID_ROLE_IDENTIFYING },
    { "PŘÍJMENÍ", DEID_ROLE_IDENTIFYING },
    { "Ad Soyad", DEID_ROLE_IDENTIFYING },
    { "Adresa", DEID_ROLE_IDENTIFYING },
    { "street_address", DEID_ROLE_IDENTIFYING },
    { "Straße", DEID_ROLE_IDENTIFYING },
    { "TELEFON", DEID_ROLE_IDENTIFYING },
    { "fax-no", DEID_ROLE_IDENTIFYING },
    { "E-Mail", DEID_ROLE_IDENTIFYING },
    { "ssn", DEID_ROLE_ENTITY },
    { "MRN", DEID_ROLE_ENTITY },
    { "Versichertennummer", DEID_ROLE_ENTITY },
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
      g_autoptr (DeidReport) suggestions = NULL;
      const char *role;

      add_numbers (dataset, cases[i].name, 30);
      suggestions = suggest (dataset);
      role = text_of (suggestions, "columns[0].role");
      ck_assert_msg (g_str_equal (role, deid_enum_get_name ("DeidRole", (int) cases[i].role)),
                     "%s: role %s", cases[i].name, role);
      ck_assert_int_eq (text_of (suggestions, "columns[0].rule") != NULL,
                        cases[i].role == DEID_ROLE_QUASI_IDENTIFYING);
    }
}
END_TEST

/* A department of a hospital is a place in it, as a ward is; that of a firm is an occupation. */
START_TEST (departments)
{
  static const char *const values[] = { "0100", "0300", "1500", "0100", "0300", "1500" };
  static const char *const cases[][2] = { { "Fachabteilung", "The name says: places" },
                                          { "FachabteilungsCode", "The name says: places" },
                                          { "Abteilung", "The name says: occupation" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidDataset) dataset = make_text_column (cases[i][0], values, 6);
      g_autoptr (DeidReport) suggestions = suggest (dataset);
      const char *problem = text_of (suggestions, "problem");

      ck_assert_msg (strstr (problem, cases[i][1]) != NULL, "%s: %s", cases[i][0], problem);
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
    { "078-05-11%02u", 30, DEID_ROLE_ENTITY, NULL },
    { "+49 30 1234 56%02u", 30, DEID_ROLE_IDENTIFYING, NULL },
    { "DE89 3704 0044 0532 0130 %02u", 30, DEID_ROLE_IDENTIFYING, NULL },
    { "complained about row %02u several times", 30, DEID_ROLE_IDENTIFYING, NULL },
    { "021%02u", 30, DEID_ROLE_QUASI_IDENTIFYING, "prefix:4,3,2" },
    { "I%02u.4", 30, DEID_ROLE_SENSITIVE, NULL },
    { "2023-01-%02u", 28, DEID_ROLE_QUASI_IDENTIFYING, "date:month,quarter,year" },
    { "%02u.01.2023", 28, DEID_ROLE_QUASI_IDENTIFYING,
      "date:month,quarter,year;format=DD.MM.YYYY" },
    { "text %u", 30, DEID_ROLE_QUASI_IDENTIFYING, "rare:2,20;fill=yes" },
    { "text %u", 12, DEID_ROLE_QUASI_IDENTIFYING, "suppress" },
    { "text %u", 1, DEID_ROLE_INSENSITIVE, NULL },
    { "text %u", N_ROWS, DEID_ROLE_IDENTIFYING, NULL },
    { "%u", N_ROWS, DEID_ROLE_IDENTIFYING, NULL },
    { "%u", 30, DEID_ROLE_QUASI_IDENTIFYING, "intervals:2,4,8,16" },
    { "%u000", 30, DEID_ROLE_QUASI_IDENTIFYING, "capacity:2,10" },
    { "0%u/01/2023", 9, DEID_ROLE_QUASI_IDENTIFYING, "suppress" },
    { "%ue200", 30, DEID_ROLE_QUASI_IDENTIFYING, "rare:2,20;fill=yes" },
    { "%u.5", N_ROWS, DEID_ROLE_QUASI_IDENTIFYING, "capacity:2,10" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
      g_autoptr (DeidReport) suggestions = NULL;
      char texts[N_ROWS][64];
      const char *values[N_ROWS], *role;

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
      role = text_of (suggestions, "columns[0].role");
      ck_assert_msg (g_str_equal (role, deid_enum_get_name ("DeidRole", (int) cases[i].role)),
                     "%s: role %s", cases[i].format, role);
      ck_assert_pstr_eq (text_of (suggestions, "columns[0].rule"), cases[i].rule);
    }
}
END_TEST

/* Numbers of categories have no neighbours, those of what is counted do. */
START_TEST (categories)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
  g_autoptr (DeidReport) suggestions = NULL;

  add_numbers (dataset, "RACEA", 16);
  add_numbers (dataset, "household size", 16);
  suggestions = suggest (dataset);
  ck_assert_str_eq (text_of (suggestions, "columns[0].rule"), "rare:2,20;fill=yes");
  ck_assert_str_eq (text_of (suggestions, "columns[1].rule"), "intervals:2,4,8");
}
END_TEST

/* A name is not believed where the values are something else. Weights that cannot be read are not
 * released. */
START_TEST (wrong_names)
{
  static const char *const dates[] = { "31.01.2023", "01.02.2023", "01.02.2023" };
  static const char *const weights[] = { "1.5", "1e25", "1e25" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
  g_autoptr (DeidReport) suggestions = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "zip", dates, 3, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "perwt", weights, 3, NULL, NULL));
  suggestions = suggest (dataset);
  ck_assert_str_eq (text_of (suggestions, "columns[0].type"),
                    deid_enum_get_name ("DeidColumnType", (int) DEID_COLUMN_TYPE_DATE));
  ck_assert_str_eq (text_of (suggestions, "columns[0].format"), "DD.MM.YYYY");
  ck_assert_str_eq (text_of (suggestions, "columns[1].role"),
                    deid_enum_get_name ("DeidRole", (int) DEID_ROLE_IDENTIFYING));
}
END_TEST

/* Numbers of persons that are there again are those of an entity, in one column of the table. */
START_TEST (entities)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
  g_autoptr (DeidReport) suggestions = NULL;

  add_numbers (dataset, "patient", 50);
  add_numbers (dataset, "person", 50);
  add_numbers (dataset, "employee", N_ROWS);
  suggestions = suggest (dataset);
  ck_assert_str_eq (text_of (suggestions, "columns[0].role"),
                    deid_enum_get_name ("DeidRole", (int) DEID_ROLE_ENTITY));
  ck_assert_str_eq (text_of (suggestions, "columns[1].role"),
                    deid_enum_get_name ("DeidRole", (int) DEID_ROLE_IDENTIFYING));
  ck_assert_str_eq (text_of (suggestions, "columns[2].role"),
                    deid_enum_get_name ("DeidRole", (int) DEID_ROLE_IDENTIFYING));
}
END_TEST

/* Whole numbers written as decimals, as by pandas where values are missing, have the roles that
 * they have as integers: those of persons with one record or several, of households, and of others.
 */
START_TEST (whole_decimals)
{
  static const char *const names[]
      = { "patient_id", "mrn", "pid", "subj", "nr", "phone", "hhid", "birthdate", "x", "age" };
  static const char *const formats[] = { "%u", "%u.0", "%u,0", "%u.00", "%u.000" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (guint n_values = N_ROWS / 2; n_values <= N_ROWS; n_values += N_ROWS / 2)
      {
        g_autofree char *expected = NULL;

        for (guint f = 0; f < G_N_ELEMENTS (formats); f++)
          {
            g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
            g_autoptr (DeidReport) suggestions = NULL;
            g_auto (GStrv) values = g_new0 (char *, N_ROWS + 1);
            g_auto (GStrv) parts = g_strsplit (formats[f], "%u", 2);
            const char *role;

            for (guint row = 0; row < N_ROWS; row++)
              values[row] = g_strdup_printf ("%u%s", 1001 + row % n_values, parts[1]);
            ck_assert (deid_dataset_add_string_column (
                dataset, names[i], (const char *const *) values, N_ROWS, NULL, NULL));
            suggestions = suggest (dataset);
            role = text_of (suggestions, "columns[0].role");
            if (expected == NULL)
              expected = g_strdup (role);
            ck_assert_msg (g_str_equal (role, expected), "%s, %u values like %s: %s, not %s",
                           names[i], n_values, values[0], role, expected);
          }
      }
}
END_TEST

/* Numbers of cards and papers are numbers if nearly all differ, whatever the papers are about; a
 * card of few values is none. */
START_TEST (numbers_of_papers)
{
  static const struct
  {
    const char *name;
    guint n_values;
    const char *role;
  } cases[] = {
    { "Gesundheitskarte", N_ROWS, "identifying" },
    { "health_card", N_ROWS, "identifying" },
    { "vaccination_card", N_ROWS - 2, "identifying" },
    { "credit_card", N_ROWS, "identifying" },
    { "Befundnummer", N_ROWS, "identifying" },
    { "Diagnosenummer", N_ROWS, "identifying" },
    { "exam_no", N_ROWS, "identifying" },
    { "lab num", N_ROWS, "identifying" },
    { "health_card", 3, "sensitive" },
    { "Befund", N_ROWS, "sensitive" },
    { "exam", N_ROWS, "sensitive" },
    { "employer", 12, "quasi-identifying" },
    { "Arbeitgeber", 12, "quasi-identifying" },
    { "loyer", 12, "sensitive" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
      g_autoptr (DeidReport) suggestions = NULL;

      add_numbers (dataset, cases[i].name, cases[i].n_values);
      suggestions = suggest (dataset);
      ck_assert_msg (g_str_equal (text_of (suggestions, "columns[0].role"), cases[i].role),
                     "%s: %s", cases[i].name, text_of (suggestions, "columns[0].role"));
    }
}
END_TEST

/* Numbers that half of the records do not have are none of persons, unless the name says so. */
START_TEST (numbers_of_half_the_records)
{
  static const char *const cases[][2] = { { "x", "quasi-identifying" },
                                          { "patient_id", "identifying" },
                                          { "TOTCHG", "sensitive" },
                                          { "chgs", "sensitive" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
      g_autoptr (DeidReport) suggestions = NULL;
      char texts[N_ROWS][16];
      const char *values[N_ROWS];

      for (guint row = 0; row < N_ROWS; row++)
        {
          g_snprintf (texts[row], sizeof texts[row], "%u", 1000 + 737 * row);
          values[row] = row % 2 == 0 ? texts[row] : NULL;
        }
      ck_assert (deid_dataset_add_string_column (dataset, cases[i][0], values, N_ROWS, NULL, NULL));
      suggestions = suggest (dataset);
      ck_assert_msg (g_str_equal (text_of (suggestions, "columns[0].role"), cases[i][1]), "%s: %s",
                     cases[i][0], text_of (suggestions, "columns[0].role"));
    }
}
END_TEST

/* A point between thousands may look like a decimal mark: names of numbers decide. */
START_TEST (points_between_thousands)
{
  static const char *const names[][2] = { { "patient_id", "identifying" },
                                          { "patient", "identifying" },
                                          { "record no", "identifying" },
                                          { "x", "quasi-identifying" } };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
      g_autoptr (DeidReport) suggestions = NULL;
      g_auto (GStrv) values = g_new0 (char *, N_ROWS + 1);

      for (guint row = 0; row < N_ROWS; row++)
        values[row] = g_strdup_printf ("%u.%03u", 10 + row % 5, row * 7);
      ck_assert (deid_dataset_add_string_column (dataset, names[i][0], (const char *const *) values,
                                                 N_ROWS, NULL, NULL));
      suggestions = suggest (dataset);
      ck_assert_str_eq (text_of (suggestions, "columns[0].role"), names[i][1]);
    }
}
END_TEST

/* Fills a column of texts for each row. */
static void
add_texts (DeidDataset *dataset, const char *name, const char *format, guint factor, guint divisor,
           guint n_values)
{
  char texts[N_BEHAVING][32];
  const char *values[N_BEHAVING];

  for (guint row = 0; row < N_BEHAVING; row++)
    {
      g_snprintf (texts[row], sizeof texts[row], "%s%u", format,
                  10 + factor * (row / divisor) % n_values);
      values[row] = texts[row];
    }
  ck_assert (deid_dataset_add_string_column (dataset, name, values, N_BEHAVING, NULL, NULL));
}

/* Three records of each of 40 persons, one after another, whose sex and birth are the same in all
 * of them. */
START_TEST (entities_by_behaviour)
{
  static const struct
  {
    const char *number;
    const char *sex;
    const char *birth;
    guint rows_per_sex; /* 3 if all records of a person have one */
    const char *role;
  } cases[] = {
    { "V1", "sex", "birth", 3, "entity" },
    { "sd_pat_id", "V2", "birthDate", 3, "entity" },
    { "Kennung", "Geschlecht", "GebDat", 3, "entity" },
    { "claim_no", "sex", "birth", 3, "entity" },
    { "patient", "sex", "birth", 1, "identifying" },
    { "V1", "sex", "birth", 1, "quasi-identifying" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
      g_autoptr (DeidReport) suggestions = NULL;

      add_texts (dataset, cases[i].number, "1", 7, 3, 40);
      add_texts (dataset, cases[i].sex, "", 1, cases[i].rows_per_sex, 2);
      add_texts (dataset, cases[i].birth, "19", 3, cases[i].rows_per_sex, 40);
      add_texts (dataset, "visit", "v", 1, 1, 3);
      suggestions = suggest (dataset);
      ck_assert_msg (g_str_equal (text_of (suggestions, "columns[0].role"), cases[i].role),
                     "%s: %s", cases[i].number, text_of (suggestions, "problem"));
    }
}
END_TEST

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
    { "birth_date", "N-06-15", "12.03.1961", DEID_ROLE_QUASI_IDENTIFYING, "rare:2,20,100;fill=yes",
      "\n# type=date\n# missing=\n# rule=date:month,quarter,year,5years,10years\n" },
    { "birth_date", "N-06-15", "1961", DEID_ROLE_QUASI_IDENTIFYING, "rare:2,20,100;fill=yes",
      "\n# type=date\n# missing=\n# rule=date:month,quarter,year,5years,10years\n" },
    { "x", "15.06.N", "1961-06-15", DEID_ROLE_QUASI_IDENTIFYING, "rare:2,20,100;fill=yes",
      "\n# type=date\n# format=DD.MM.YYYY\n# missing=\n"
      "# rule=date:month,quarter,year,5years,10years;format=DD.MM.YYYY\n" },
    { "income", "N.55", "1.234,56", DEID_ROLE_SENSITIVE, NULL,
      "\n# type=decimal\n# missing=\n# rule=capacity:5,25\n" },
    { "income", "4412N", "EUR 5", DEID_ROLE_SENSITIVE, NULL,
      "\n# type=integer\n# missing=\n# rule=intervals:10,20,40,80\n" },
    { "stay", "N", "3 days", DEID_ROLE_QUASI_IDENTIFYING, "rare:2,20,100;fill=yes",
      "\n# type=integer\n# missing=\n# rule=intervals:10,20,40,80\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidDataset) dataset = make_dirty (cases[i].name, cases[i].format, cases[i].dirt);
      g_autoptr (DeidReport) suggestions = suggest (dataset);
      const char *text = text_of (suggestions, "problem");

      ck_assert_str_eq (text_of (suggestions, "columns[0].role"),
                        deid_enum_get_name ("DeidRole", (int) cases[i].role));
      ck_assert_str_eq (text_of (suggestions, "columns[0].type"),
                        deid_enum_get_name ("DeidColumnType", (int) DEID_COLUMN_TYPE_TEXT));
      ck_assert_pstr_eq (text_of (suggestions, "columns[0].rule"), cases[i].rule);
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
  g_autoptr (DeidReport) suggestions = suggest (dataset);

  ck_assert_str_eq (text_of (suggestions, "columns[0].type"),
                    deid_enum_get_name ("DeidColumnType", (int) DEID_COLUMN_TYPE_DATE));
  ck_assert_str_eq (text_of (suggestions, "columns[0].missing_codes[0]"), "9999-99-99");
  ck_assert_str_eq (text_of (suggestions, "columns[0].rule"),
                    "date:month,quarter,year,5years,10years");
}
END_TEST

/* Joint columns say nothing of their own, and a table may have no rows. */
START_TEST (odd_tables)
{
  static const char *const pair[] = { "a", "b", NULL };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("x"), empty = deid_dataset_new ("y");
  g_autoptr (DeidReport) suggestions = NULL, none = NULL;
  const char *const no_values[] = { NULL };

  add_numbers (dataset, "a", 2);
  add_numbers (dataset, "b", 3);
  ck_assert (deid_dataset_add_joint_column (dataset, "ab", pair, NULL, NULL));
  add_numbers (dataset, "c", 4);
  suggestions = suggest (dataset);
  ck_assert_uint_eq (n_rows_of (suggestions, "columns"), 3);
  ck_assert_str_eq (text_of (suggestions, "columns[2].column"), "c");
  ck_assert (deid_dataset_add_string_column (empty, "age", no_values, 0, NULL, NULL));
  none = suggest (empty);
  ck_assert_str_eq (text_of (none, "columns[0].role"),
                    deid_enum_get_name ("DeidRole", (int) DEID_ROLE_INSENSITIVE));
}
END_TEST

/* Names of operations may all begin with a word of summing up: they are looked at row by row, not
 * each in all rows. */
START_TEST (many_sums)
{
  const guint n_rows = 60000;
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("x");
  g_autoptr (DeidReport) suggestions = NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < n_rows; i++)
    g_ptr_array_add (names, g_strdup_printf ("Total knee %u", i));
  ck_assert (deid_dataset_add_string_column (
      dataset, "operation", (const char *const *) names->pdata, n_rows, NULL, NULL));
  suggestions = suggest (dataset);
  ck_assert_uint_eq (n_rows_of (suggestions, "columns"), 1);
}
END_TEST

/* A code that the table was given is counted and stated, like one that stands out. */
START_TEST (given_codes)
{
  static const char settings[] = "[column age]\nmissing=30\n";
  g_autoptr (DeidJob) job
      = make_text_job ("age,n\n20,1\n30,2\n-9,3\n40,30\n50,5\n", settings, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (DeidReport) suggestions
      = deid_job_make_report (job, "suggestions", NULL, NULL, &error);
  const char *problem;

  assert_no_error (error);
  problem = text_of (suggestions, "problem");
  ck_assert_ptr_nonnull (strstr (problem, "\nmissing=30;-9\n"));
  ck_assert_ptr_nonnull (strstr (problem, "2 of 5 records have no value or a missing code."));
  ck_assert_ptr_nonnull (
      strstr (problem, "missing= has guesses: take out the codes that are values."));
  ck_assert_uint_eq (n_rows_of (suggestions, "columns[1].missing_codes"), 0);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("suggestions");
  TCase *tcase = tcase_create ("suggestions");

  tcase_add_test (tcase, roles_of_names);
  tcase_add_test (tcase, departments);
  tcase_add_test (tcase, roles_of_values);
  tcase_add_test (tcase, categories);
  tcase_add_test (tcase, wrong_names);
  tcase_add_test (tcase, entities);
  tcase_add_test (tcase, whole_decimals);
  tcase_add_test (tcase, points_between_thousands);
  tcase_add_test (tcase, numbers_of_papers);
  tcase_add_test (tcase, numbers_of_half_the_records);
  tcase_add_test (tcase, entities_by_behaviour);
  tcase_add_test (tcase, dirty_values);
  tcase_add_test (tcase, dates_of_nines);
  tcase_add_test (tcase, odd_tables);
  tcase_add_test (tcase, many_sums);
  tcase_add_test (tcase, given_codes);
  suite_add_tcase (suite, tcase);
  return suite;
}
