/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a page promises, against whom, and its answer in a sentence. */
#include <string.h>

#include "support/suite.h"
#include "support/text-job.h"

/* Four records with one zip, two with another one: each zip has flu and cold. */
static const char table[] = "zip,illness\na,flu\na,cold\na,flu\na,cold\nb,flu\nb,cold\n";

/* Person a has two records of the four with zip u, which are also of household 1. */
static const char table_of_persons[] = "person,household,zip,illness\n"
                                       "a,1,u,flu\na,1,u,flu\nb,2,u,cold\nc,3,u,gout\n";

/* Returns: the page of a release by these settings, markup aside. */
static char *
write_page_of (const char *text, const char *settings, DeidAudience audience)
{
  g_autoptr (DeidJob) job = make_text_job (text, settings, NULL);
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidPage) page = NULL;
  g_autoptr (GRegex) tags = g_regex_new ("<[^>]*>", 0, 0, NULL);
  g_autofree char *html = NULL;
  GError *error = NULL;

  result = deid_job_run (job, NULL, &error);
  assert_no_error (error);
  page = deid_page_new (result, NULL, NULL, NULL);
  html = deid_page_to_html (page, audience, NULL, &error);
  assert_no_error (error);
  return g_regex_replace_literal (tags, html, -1, 0, "", 0, NULL);
}

/* Returns: the page of a release that meets these models. */
static char *
write_page (const char *models, DeidAudience audience)
{
  g_autofree char *settings = g_strdup_printf ("[models]\nmodel=%s\n"
                                               "[column zip]\nrole=quasi-identifying\n"
                                               "rule=suppress\n[column illness]\nrole=sensitive\n",
                                               models);

  return write_page_of (table, settings, audience);
}

/* Returns: what is said of an attacker, up to the next one. */
static char *
find_attacker (const char *page, const char *name)
{
  const char *found = strstr (page, name);
  const char *end = found != NULL ? strstr (found, "\nThe ") : NULL;

  ck_assert_msg (found != NULL, "%s", name);
  return end != NULL ? g_strndup (found, (gsize) (end - found)) : g_strdup (found);
}

static void
assert_said (const char *page, const char *attacker, const char *words)
{
  const char *section = strstr (page, "Each condition is against");
  g_autofree char *said = NULL;

  ck_assert_ptr_nonnull (section);
  said = find_attacker (section, attacker);
  ck_assert_msg (strstr (said, words) != NULL, "%s, expected %s", said, words);
}

static void
assert_promise (const char *models, const char *attacker, const char *words)
{
  g_autofree char *page = write_page (models, DEID_AUDIENCE_CUSTODIAN);

  assert_said (page, attacker, words);
}

/* Each model stands with the attacker it is against; what nobody asked is not promised. */
START_TEST (attackers)
{
  static const char nothing[]
      = "Promised: nothing, because no condition against this attacker was asked for.";

  assert_promise ("k:2", "The prosecutor",
                  "Promised: Each released combination of quasi-identifiers "
                  "belongs to at least 2 records. ");
  assert_promise ("k:2", "The prosecutor", "Measured: the highest risk of a record is 50");
  assert_promise ("k:2", "The journalist", "Promised: the same as against the prosecutor");
  assert_promise ("k:2", "The marketer", "the expected share of records found is at most 33.3");
  assert_promise ("k:2", "The reader of a group", nothing);
  assert_promise ("dl:2", "The prosecutor", nothing);
  assert_promise ("dl:2", "The journalist", nothing);
  assert_promise ("dl:2", "The reader of a group", "at least 2 different values of illness");
  assert_promise ("avg:0.5", "The marketer",
                  "The average risk of the released records is at most 0.5");
  assert_promise ("avg:0.5", "The prosecutor", nothing);
  assert_promise ("k:2;avg:0.5", "The marketer", "also holds.");
  assert_promise ("ak:0.5:2", "The prosecutor", "belongs to at least 2 records, and no value of");
  assert_promise ("ak:0.5:2", "The reader of a group", "belongs to at least 2 records, and no");
}
END_TEST

/* Each model of the library is against an attacker whom the page knows. */
START_TEST (attackers_of_all_models)
{
  static const char *const models[]
      = { "k:2",           "km:2:1",         "persons:1:1",    "dl:2",
          "el:2",          "elg:1",          "rcl:9:2",        "te:0.9",
          "to:0.9:text",   "th:0.9",         "bl:9",           "ebl:9",
          "dd:9",          "ak:1:2",         "kmap:2",         "dp:0:1",
          "avg:1",         "uniq:1",         "atrisk:1:1",     "jatrisk:1:1",
          "risk:6",        "noattack:1:9",   "payout:9:1:1:1", "payoutmap:9:1:1:1",
          "pu:dankar:9:1", "noattackmap:1:9" };
  g_auto (GStrv) forms = deid_privacy_model_list_specifications (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      g_autofree char *settings = g_strdup_printf (
          "[input]\nkeep=zip = u\n[models]\nmodel=%s\n%s"
          "[column person]\nrole=entity\n[column zip]\nrole=quasi-identifying\nrule=suppress\n"
          "[column illness]\nrole=sensitive\nrule=suppress\n",
          models[i],
          g_str_has_prefix (models[i], "persons") ? "" : "[population]\npopulation=table\n");
      g_autofree char *page = write_page_of (table_of_persons, settings, DEID_AUDIENCE_CUSTODIAN);

      ck_assert_msg (strstr (page, "attackers of whom the conditions of the host speak") == NULL,
                     "%s", models[i]);
    }
  for (guint f = 0; forms[f] != NULL; f++)
    {
      const gsize length = strcspn (forms[f], ":") + 1;
      guint i = 0;

      while (i < G_N_ELEMENTS (models) && strncmp (models[i], forms[f], length) != 0)
        i++;
      ck_assert_msg (i < G_N_ELEMENTS (models), "%s", forms[f]);
    }
}
END_TEST

/* A model of persons, or of households, is against those who look for one of them. */
START_TEST (models_of_persons)
{
  static const char settings[] = "[models]\nmodel=persons:2:1;persons:2:1@household\n"
                                 "[column person]\nrole=entity\n[column household]\nrole=judged\n"
                                 "[column zip]\nrole=quasi-identifying\nrule=suppress\n"
                                 "[column illness]\nrole=sensitive\n";
  g_autofree char *page = write_page_of (table_of_persons, settings, DEID_AUDIENCE_CUSTODIAN);

  assert_said (page, "The prosecutor", "record of a person is known, at least 2 persons have");
  assert_said (page, "The prosecutor", "record of a value of household is known");
  assert_said (page, "The reader of a group", "Promised: nothing");
  ck_assert_ptr_null (strstr (page, "attackers of whom the conditions of the host speak"));
  ck_assert_ptr_nonnull (
      strstr (page, "No condition limits what a group reveals about its members."));
}
END_TEST

/* Two records of one person are in a group of one person, though they are alike. */
START_TEST (groups_of_one_person)
{
  static const char columns[] = "[column person]\nrole=entity\n[column household]\n"
                                "role=quasi-identifying\nrule=suppress\nlevels=0\n"
                                "[column zip]\nrole=quasi-identifying\nrule=suppress\n";
  g_autofree char *settings = g_strconcat ("[models]\nmodel=k:1\n", columns, NULL);
  g_autofree char *page = write_page_of (table_of_persons, settings, DEID_AUDIENCE_CUSTODIAN);

  ck_assert_ptr_nonnull (strstr (page,
                                 "4 released records are in groups of size 1: no other person "
                                 "has the same quasi-identifiers. Size of the smallest "
                                 "group, in persons: 1."));
  ck_assert_ptr_nonnull (strstr (page, "\nRecords in groups of size 144\n"));
  ck_assert_ptr_nonnull (strstr (page, "Unique by everything released4 (100\302\240%)records\n"));
}
END_TEST

/* Why a record is withheld depends on the conditions: the page gives no other reason. */
START_TEST (withheld_records)
{
  static const char settings[] = "[models]\nmodel=k:2\n[limits]\nsuppression-count=1\n"
                                 "[column zip]\nrole=quasi-identifying\nrule=suppress\n";
  g_autofree char *page = write_page_of ("zip\na\na\nb\n", settings, DEID_AUDIENCE_CUSTODIAN);

  ck_assert_ptr_nonnull (strstr (page, "\n1 of 3 records (33.3\302\240%) are withheld so that the "
                                       "release meets the conditions.\n"));
}
END_TEST

/* With k:2 all records stay as they are; with k:3 both zips become one label. */
START_TEST (answers)
{
  static const struct
  {
    const char *models;
    DeidAudience audience;
    const char *words;
  } cases[] = {
    { "k:2", DEID_AUDIENCE_CUSTODIAN,
      "\n6 of 6 records are released and 0\302\240% of the detail is lost; in the "
      "quasi-identifiers, "
      "each released record is identical to at least 1 other record; it is proven that every "
      "other combination of generalizations that meets the conditions loses at least as "
      "much.\n" },
    { "k:3", DEID_AUDIENCE_CUSTODIAN,
      "\n6 of 6 records are released and 100\302\240% of the detail is lost; in the "
      "quasi-identifiers, each released record is identical to at least 5 other records; " },
    { "k:2", DEID_AUDIENCE_PUBLIC, "\nThe release meets the conditions that were set for it.\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *page = write_page (cases[i].models, cases[i].audience);

      ck_assert_msg (strstr (page, cases[i].words) != NULL, "%s in %s", cases[i].words, page);
    }
}
END_TEST

/* A job makes the page with the fields of its settings. */
START_TEST (fields_of_a_job)
{
  static const char settings[] = "[models]\nmodel=k:2\n[column zip]\nrole=quasi-identifying\n"
                                 "rule=suppress\n[page]\ntitle=Zips & illnesses\n"
                                 "purpose=research\nrelease-number=7\n";
  static const char *const expected[]
      = { "<h1>Zips &amp; illnesses</h1>", "<dt>Purpose</dt><dd><bdi>research</bdi></dd>",
          "<dt>Release number</dt><dd><bdi>7</bdi></dd>" };
  g_autoptr (DeidJob) job = make_text_job (table, settings, NULL);
  g_autoptr (DeidResult) result = NULL;
  g_autofree char *html = NULL;
  GError *error = NULL;

  result = deid_job_run (job, NULL, &error);
  assert_no_error (error);
  html = deid_job_make_page (job, result, NULL, NULL, &error);
  assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    ck_assert_msg (strstr (html, expected[i]) != NULL, "%s", expected[i]);
}
END_TEST

/* All texts are named that people ask about, and no page says that it complies with one. */
START_TEST (laws)
{
  static const char *const words[] = { "Recital 26",
                                       "Article 4(5)",
                                       "45 CFR 164.514(b)(1)",
                                       "WP216",
                                       "Singling out",
                                       "Linkability",
                                       "Inference",
                                       "It does not say that the release complies with a law" };

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *page
          = write_page ("k:2", i == 0 ? DEID_AUDIENCE_CUSTODIAN : DEID_AUDIENCE_PUBLIC);

      for (guint w = 0; w < G_N_ELEMENTS (words); w++)
        ck_assert_msg (strstr (page, words[w]) != NULL, "%s", words[w]);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("page promise");
  TCase *tests = tcase_create ("page promise");

  tcase_add_test (tests, attackers);
  tcase_add_test (tests, attackers_of_all_models);
  tcase_add_test (tests, models_of_persons);
  tcase_add_test (tests, groups_of_one_person);
  tcase_add_test (tests, withheld_records);
  tcase_add_test (tests, answers);
  tcase_add_test (tests, fields_of_a_job);
  tcase_add_test (tests, laws);
  suite_add_tcase (suite, tests);
  return suite;
}
