/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The 18 kinds of identifiers where they were planted, and nothing in tables without any. */
#include <string.h>

#include "support/figures.h"
#include "support/replaced-text.h"
#include "support/suite.h"

#define N_PATIENTS 240

/* A column of values that a format makes of the number of the row, and what it is. */
typedef struct
{
  const char *name;
  const char *format;
  const char *kind; /* NULL of a column that is no identifier */
  const char *letter;
} Planted;

static char *
make_value (const char *format, guint row)
{
  g_autofree char *number = g_strdup_printf ("%03u", row);
  g_autofree char *byte = g_strdup_printf ("%u", row % 200 + 10);
  g_autofree char *day = g_strdup_printf ("%02u", row % 28 + 1);
  g_autofree char *few = g_strdup_printf ("%u", row % 4 + 1);
  g_autofree char *age = g_strdup_printf ("%u", row % 80 + 15);
  char *value = g_strdup (format);

  value = replace_text (value, "{n}", number);
  value = replace_text (value, "{b}", byte);
  value = replace_text (value, "{d}", day);
  value = replace_text (value, "{f}", few);
  return replace_text (value, "{a}", age);
}

static void
add_column (DeidDataset *dataset, const char *name, const char *format)
{
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (g_free);

  for (guint row = 0; row < N_PATIENTS; row++)
    g_ptr_array_add (values, make_value (format, row));
  ck_assert (deid_dataset_add_string_column (dataset, name, (const char *const *) values->pdata,
                                             N_PATIENTS, NULL, NULL));
}

/* Rows are in the order of the table, without columns that are no identifiers. */
static void
assert_found (const DeidReport *found, guint row, const Planted *column)
{
  const char *kind = text_of (found, "identifiers[%u].kind", row);

  ck_assert_pstr_eq (text_of (found, "identifiers[%u].column", row), column->name);
  ck_assert_msg (g_strcmp0 (kind, column->kind) == 0, "%s: %s", column->name, kind);
  ck_assert_pstr_eq (text_of (found, "identifiers[%u].letter", row), column->letter);
  ck_assert_uint_gt (n_rows_of (found, "identifiers[%u].evidence", row), 0);
}

static void
check_table (const Planted *columns, gsize n)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("patients");
  g_autoptr (DeidReport) found = NULL;
  guint n_found = 0;

  for (gsize i = 0; i < n; i++)
    add_column (dataset, columns[i].name, columns[i].format);
  found = deid_report_new_identifiers (dataset, NULL, NULL);
  ck_assert_uint_eq (count_of (found, "columns"), n);
  for (guint i = 0; i < n; i++)
    {
      if (columns[i].kind == NULL)
        continue;
      assert_found (found, n_found, &columns[i]);
      n_found++;
    }
  ck_assert_uint_eq (n_rows_of (found, "identifiers"), n_found);
}

/* Each of the 18 by its English name. */
START_TEST (planted)
{
  static const Planted columns[] = {
    { "patient_name", "Roe {n}", "names", "A" },
    { "street", "{n} Main St", "addresses", "B" },
    { "city", "Springfield {f}", "small-places", "B" },
    { "zip", "02{n}", "postal-codes", "B" },
    { "date_of_birth", "1950-01-{d}", "birth-dates", "C" },
    { "admission", "2023-03-{d}", "dates", "C" },
    { "admission_month", "{f}", "dates", "C" },
    { "age", "{a}", "ages", "C" },
    { "phone", "617-555-0{n}", "telephone-numbers", "D" },
    { "fax_number", "617-555-1{n}", "fax-numbers", "E" },
    { "email", "p{n}@example.org", "email-addresses", "F" },
    { "ssn", "123-45-6{n}", "social-security-numbers", "G" },
    { "medical_record_number", "M{n}", "record-numbers", "H" },
    { "health_plan_id", "H{n}", "health-plan-numbers", "I" },
    { "account_number", "99{n}", "account-numbers", "J" },
    { "license_number", "L{n}", "licence-numbers", "K" },
    { "vehicle_id", "V{n}", "vehicle-identifiers", "L" },
    { "device_serial", "D{n}", "device-identifiers", "M" },
    { "website", "https://example.org/{n}", "web-addresses", "N" },
    { "ip_address", "192.168.1.{b}", "ip-addresses", "O" },
    { "fingerprint", "F{n}", "biometric-identifiers", "P" },
    { "photo", "p{n}.jpg", "photographs", "Q" },
    { "study_id", "S{n}", "other-identifiers", "R" },
    { "sex", "{f}", NULL, NULL },
  };

  check_table (columns, G_N_ELEMENTS (columns));
}
END_TEST

START_TEST (planted_in_german)
{
  static const Planted columns[] = {
    { "Nachname", "Roe {n}", "names", "A" },
    { "Straße", "Hauptstr. {n}", "addresses", "B" },
    { "Wohnort", "Ort {f}", "small-places", "B" },
    { "PLZ", "10{n}", "postal-codes", "B" },
    { "Geburtsdatum", "{d}.12.1950", "birth-dates", "C" },
    { "Aufnahmedatum", "{d}.12.2023", "dates", "C" },
    { "Alter", "{a}", "ages", "C" },
    { "Telefon", "030/555 0{n}", "telephone-numbers", "D" },
    { "Telefax", "030/555 1{n}", "fax-numbers", "E" },
    { "E-Mail", "p{n}@example.org", "email-addresses", "F" },
    { "Sozialversicherungsnummer", "65{n}", "social-security-numbers", "G" },
    { "Aktenzeichen", "A{n}", "record-numbers", "H" },
    { "Versichertennummer", "V{n}", "health-plan-numbers", "I" },
    { "Kontonummer", "99{n}", "account-numbers", "J" },
    { "Führerschein", "F{n}", "licence-numbers", "K" },
    { "Kennzeichen", "B-XY {n}", "vehicle-identifiers", "L" },
    { "Seriennummer", "D{n}", "device-identifiers", "M" },
    { "Webseite", "https://example.org/{n}", "web-addresses", "N" },
    { "IP-Adresse", "192.168.1.{b}", "ip-addresses", "O" },
    { "Fingerabdruck", "F{n}", "biometric-identifiers", "P" },
    { "Foto", "p{n}.png", "photographs", "Q" },
    { "Kennung", "S{n}", "other-identifiers", "R" },
    { "Bundesland", "{f}", NULL, NULL },
  };

  check_table (columns, G_N_ELEMENTS (columns));
}
END_TEST

/* Names that say nothing: the values alone tell. */
START_TEST (planted_without_names)
{
  static const Planted columns[] = {
    { "q1", "1950-01-{d}", "dates", "C" },
    { "q2", "617-555-0{n}", "telephone-numbers", "D" },
    { "q3", "p{n}@example.org", "email-addresses", "F" },
    { "q4", "123-45-6{n}", "social-security-numbers", "G" },
    { "q5", "https://example.org/{n}", "web-addresses", "N" },
    { "q6", "2001:db8::{b}", "ip-addresses", "O" },
    { "q7", "p{n}.JPG", "photographs", "Q" },
    { "q8", "code {n}", "other-identifiers", "R" },
    { "q9", "00:1b:44:11:3a:{d}", "device-identifiers", "M" },
    { "q10", "44{n}", "other-identifiers", "R" },
  };

  check_table (columns, G_N_ELEMENTS (columns));
}
END_TEST

/* Names that hold words of identifiers, and values that are none. */
START_TEST (clean)
{
  static const Planted columns[] = {
    { "age", "{f}5", NULL, NULL },
    { "birth_weight", "3{d}0", NULL, NULL },
    { "drug_name", "drug {f}", NULL, NULL },
    { "state", "state {f}", NULL, NULL },
    { "country_of_birth", "country {f}", NULL, NULL },
    { "year", "202{f}", NULL, NULL },
    { "phone_consent", "{f}", NULL, NULL },
    { "device", "pump {f}", NULL, NULL },
    { "image", "{f}", NULL, NULL },
    { "account_type", "{f}", NULL, NULL },
    { "cell_count", "{f}.{n}", NULL, NULL },
    { "admission_type", "{f}", NULL, NULL },
    { "length_of_stay", "{d}", NULL, NULL },
    { "income", "{n}00", NULL, NULL },
    { "diagnosis", "I2{f}", NULL, NULL },
    { "score", "{n}.5", NULL, NULL },
  };

  check_table (columns, G_N_ELEMENTS (columns));
}
END_TEST

/* The first is an example of 49 CFR 565.15, the others have another check digit; all three are made
 * of signs that a number may have. */
START_TEST (vehicles)
{
  static const struct
  {
    const char *value;
    gboolean is_number;
  } cases[] = { { "1M8GDM9AXKP042788", TRUE },
                { "1M8GDM9A1KP042788", FALSE },
                { "11111111111111111", FALSE },
                { "1m8gdm9axkp042788", TRUE },
                { "1M8GDM9AXKP04278O", FALSE } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *values[6] = { cases[i].value,      cases[i].value,      "5GZCZ43D13S812715",
                                "5GZCZ43D13S812715", "1HGCM82633A004352", "1HGCM82633A004352" };
      g_autoptr (DeidDataset) dataset = make_text_column ("q", values, 6);
      g_autoptr (DeidReport) found = deid_report_new_identifiers (dataset, NULL, NULL);

      ck_assert_msg ((n_rows_of (found, "identifiers") == 1) == cases[i].is_number, "%s",
                     cases[i].value);
    }
}
END_TEST

static guint
count_found (const char *file, const char *expected)
{
  const char *path = find_shared_file (file);
  g_autoptr (DeidCsvOptions) csv = deid_csv_options_new ();
  g_autoptr (DeidDataset) dataset = NULL;
  g_autoptr (DeidReport) found = NULL;

  if (path == NULL)
    {
      note_skipped ();
      return 0;
    }
  ck_assert (deid_csv_options_set_delimiter (csv, ';', NULL));
  dataset = deid_dataset_new_from_csv_file (path, csv, NULL, NULL);
  found = deid_report_new_identifiers (dataset, NULL, NULL);
  for (guint i = 0; i < n_rows_of (found, "identifiers"); i++)
    {
      const char *name = text_of (found, "identifiers[%u].column", i);

      ck_assert_msg (g_strcmp0 (name, expected) == 0, "%s: %s", file, name);
    }
  return (guint) n_rows_of (found, "identifiers");
}

/* Adult and mach2019 have 35 and 11 records whose age is 90 or more; nothing else is found. */
START_TEST (public_tables)
{
  ck_assert_uint_le (count_found ("data/adult/adult.csv", "age"), 1);
  ck_assert_uint_le (count_found ("data/mach2019/mach2019.csv", "age"), 1);
  ck_assert_uint_eq (count_found ("data/creditcard/creditcard.csv", NULL), 0);
}
END_TEST

START_TEST (texts)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("patients");
  g_autoptr (DeidReport) found = NULL;
  g_autofree char *text = NULL, *json = NULL;

  add_column (dataset, "na\nme", "Roe {n}");
  add_column (dataset, "<b>\"email\"", "p{n}@example.org");
  found = deid_report_new_identifiers (dataset, NULL, NULL);
  text = deid_report_to_text (found, NULL, NULL);
  json = deid_report_to_json (found, NULL);
  ck_assert (g_str_has_prefix (
      text, "Identifiers: columns of the kinds that HIPAA lists (custodian-only)\n"));
  ck_assert_ptr_nonnull (strstr (text, "\n  na\\nme      A       names "));
  ck_assert_ptr_nonnull (strstr (json, "{\"column\":\"<b>\\\"email\\\"\",\"letter\":\"F\","
                                       "\"kind\":\"email-addresses\",\"evidence\":[\""));
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("identifiers");
  TCase *tcase = tcase_create ("identifiers");

  tcase_add_test (tcase, planted);
  tcase_add_test (tcase, planted_in_german);
  tcase_add_test (tcase, planted_without_names);
  tcase_add_test (tcase, clean);
  tcase_add_test (tcase, vehicles);
  tcase_add_test (tcase, public_tables);
  tcase_add_test (tcase, texts);
  suite_add_tcase (suite, tcase);
  return suite;
}
