/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a page takes, where it is written, and what the public may not read in it. */
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "support/alternatives.h"
#include "support/lesson.h"
#include "support/replaced-text.h"
#include "support/text-job.h"

#define DIGEST "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

/* Two classes of 60, and others that are withheld. */
static DeidResult *
evaluate_table (const char *const *withheld, guint n_withheld)
{
  g_autoptr (GString) text = g_string_new ("zip illness:sensitive\n");
  g_autoptr (DeidProblem) problem = NULL;

  for (guint i = 0; i < 120; i++)
    g_string_append_printf (text, " %s %s\n", i < 60 ? "a" : "b", i % 3 == 0 ? "flu" : "cold");
  for (guint i = 0; i < n_withheld; i++)
    g_string_append_printf (text, " %s\n", withheld[i]);
  problem = lesson_make_problem (text->str, NULL, deid_privacy_model_new_k_anonymity (5, NULL));
  return lesson_evaluate (problem, NULL);
}

static DeidResult *
make_result (void)
{
  return evaluate_table (NULL, 0);
}

/* All that a host can add, of which the public may read some. */
static char *
publish (const char *const *withheld, guint n_withheld)
{
  g_autoptr (DeidResult) result = evaluate_table (withheld, n_withheld);
  g_autoptr (DeidReport) distortion = deid_report_new_distortion (result, NULL, NULL, NULL);
  g_autoptr (DeidReport) left_out = deid_report_new_left_out (result, 2, 1, NULL, NULL);
  g_autoptr (DeidReport) warnings = deid_report_new_warnings (result, NULL, NULL);
  g_autoptr (DeidPage) page = deid_page_new (result, NULL, NULL, NULL);
  GError *error = NULL;
  char *html;

  ck_assert (deid_page_add_report (page, distortion, &error));
  ck_assert (deid_page_add_report (page, left_out, &error));
  ck_assert (deid_page_add_report (page, warnings, &error));
  ck_assert (
      deid_page_add_file (page, DEID_PAGE_FILE_TABLE, n_withheld > 0 ? "x" : "y", NULL, &error));
  ck_assert (deid_page_add_file (page, DEID_PAGE_FILE_RELEASE, "release.csv", DIGEST, &error));
  html = deid_page_to_html (page, DEID_AUDIENCE_PUBLIC, NULL, &error);
  assert_no_error (error);
  return html;
}

/* Whatever is withheld, and how much, the public reads the same, though it does read of the
 * release. */
START_TEST (nothing_of_withheld_records)
{
  static const char *const few[] = { "c flu" };
  static const char *const many[]
      = { "d rare", "d rare", "e rare", "f gone", "? gone", "g flu", "g cold" };
  g_autofree char *none = publish (few, G_N_ELEMENTS (few));
  g_autofree char *other = publish (many, G_N_ELEMENTS (many));

  ck_assert_str_eq (none, other);
  ck_assert_ptr_nonnull (strstr (none, "\"risks.after.records\" data-value=\"120\""));
  ck_assert_ptr_nonnull (strstr (none, DIGEST));
  ck_assert_ptr_nonnull (strstr (none, "illness"));
}
END_TEST

START_TEST (texts_that_are_none)
{
  g_autoptr (DeidResult) result = make_result ();
  g_autoptr (DeidPage) page = deid_page_new (result, NULL, NULL, NULL);
  g_autofree char *html = NULL;
  GError *error = NULL;

  ck_assert (!deid_page_set_field (page, DEID_PAGE_FIELD_PURPOSE, "\xFF", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENCODING, "field", NULL);
  ck_assert (!deid_page_add_file (page, DEID_PAGE_FILE_TABLE, "\xFF", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENCODING, "name of the file", NULL);
  ck_assert (!deid_page_add_file (page, DEID_PAGE_FILE_TABLE, "a", "abc", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "64", NULL);
  ck_assert (deid_page_add_file (page, DEID_PAGE_FILE_TABLE, "&a", DIGEST, &error));
  html = deid_page_to_html (page, DEID_AUDIENCE_CUSTODIAN, NULL, &error);
  assert_no_error (error);
  ck_assert_ptr_nonnull (strstr (html, "<bdi>&amp;a</bdi>"));
  ck_assert_ptr_nonnull (strstr (html, "<code>" DIGEST "</code>"));
}
END_TEST

/* Fields are shown to everybody as they are, and the last text of a field counts. */
START_TEST (fields)
{
  g_autoptr (DeidResult) result = make_result ();
  g_autoptr (DeidPage) page = deid_page_new (result, NULL, NULL, NULL);
  g_autofree char *longest = g_strnfill (DEID_PAGE_MAX_FIELD, 'x');
  g_autofree char *umlauts = replace_text (g_strdup (longest), "x", "\303\244");
  g_autofree char *longer = g_strconcat (umlauts, "y", NULL);
  GError *error = NULL;

  ck_assert (!deid_page_set_field (page, DEID_PAGE_FIELD_CUSTODIAN, longer, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "500 characters", NULL);
  ck_assert (deid_page_set_field (page, DEID_PAGE_FIELD_CUSTODIAN, umlauts, &error));
  ck_assert (deid_page_set_field (page, DEID_PAGE_FIELD_TITLE, "none yet", &error));
  ck_assert (deid_page_set_field (page, DEID_PAGE_FIELD_TITLE, "", &error));
  ck_assert (deid_page_set_field (page, DEID_PAGE_FIELD_PURPOSE, "<b>\n\"why\" & how", &error));
  ck_assert (deid_page_set_field (page, DEID_PAGE_FIELD_RECIPIENT, "", &error));
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *html = deid_page_to_html (
          page, i == 0 ? DEID_AUDIENCE_CUSTODIAN : DEID_AUDIENCE_PUBLIC, NULL, &error);

      assert_no_error (error);
      ck_assert_ptr_nonnull (strstr (html, "<h1>De-identification report</h1>"));
      ck_assert_ptr_nonnull (strstr (html, umlauts));
      ck_assert_ptr_nonnull (strstr (
          html, "<dt>Purpose</dt><dd><bdi>&lt;b&gt;\\n&quot;why&quot; &amp; how</bdi></dd>"));
      ck_assert_ptr_null (strstr (html, "Recipient"));
      ck_assert_int_eq (strstr (html, "Second signature") != NULL, i == 0);
    }
  ck_assert (!deid_page_set_field (page, DEID_PAGE_FIELD_TITLE, "late", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
}
END_TEST

START_TEST (parts_of_another_problem)
{
  g_autoptr (DeidResult) result = make_result (), other = make_result ();
  g_autoptr (DeidReport) distortion = deid_report_new_distortion (other, NULL, NULL, NULL);
  g_autoptr (DeidReport) left_out = deid_report_new_left_out (other, 1, 1, NULL, NULL);
  g_autoptr (DeidDataset) release = lesson_apply (other);
  g_autoptr (DeidBaseline) rule = deid_baseline_new_from_text ("", NULL, NULL, NULL);
  g_autoptr (DeidReport) baseline
      = deid_report_new_baseline (rule, deid_result_get_problem (other), NULL, NULL, NULL, NULL);
  g_autoptr (DeidPage) page = deid_page_new (result, NULL, NULL, NULL);
  GError *error = NULL;

  ck_assert (!deid_page_add_report (page, distortion, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "another problem", NULL);
  ck_assert (!deid_page_add_report (page, left_out, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "another problem", NULL);
  ck_assert_ptr_null (deid_page_new (result, release, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "another problem", NULL);
  ck_assert (!deid_page_add_report (page, baseline, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "another lattice", NULL);
}
END_TEST

/* What is added is referenced, and there is one of each kind. */
START_TEST (parts_are_kept)
{
  g_autoptr (DeidResult) result = make_result ();
  g_autoptr (DeidRiskOptions) options = deid_risk_options_new ();
  g_autoptr (DeidPage) page = NULL;
  g_autoptr (DeidReport) bias
      = deid_report_new_bias (deid_result_get_problem (result), NULL, 0, NULL, NULL);
  g_autoptr (DeidReport) second = deid_report_new_left_out (result, 2, 1, NULL, NULL);
  g_autofree char *html = NULL;
  DeidReport *left_out = deid_report_new_left_out (result, 1, 1, NULL, NULL);
  GError *error = NULL;

  deid_risk_options_set_threshold (options, 0.01, &error);
  page = deid_page_new (result, NULL, options, &error);
  assert_no_error (error);
  ck_assert (!deid_risk_options_set_threshold (options, 0.1, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  ck_assert (!deid_page_add_report (page, bias, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "kind bias", "do not show", NULL);
  ck_assert (deid_page_add_report (page, left_out, &error));
  deid_report_unref (left_out);
  ck_assert (!deid_page_add_report (page, second, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "second", "left_out", NULL);
  ck_assert (deid_page_add_file (page, DEID_PAGE_FILE_RELEASE, "release.csv", NULL, &error));
  ck_assert (deid_page_add_file (page, DEID_PAGE_FILE_RELEASE, "linked.csv", DIGEST, &error));
  ck_assert (deid_page_add_file (page, DEID_PAGE_FILE_CERTIFICATE, "proof.jsonl", NULL, &error));
  ck_assert (!deid_page_add_file (page, DEID_PAGE_FILE_CERTIFICATE, "other.csv", DIGEST, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "already", NULL);
  html = deid_page_to_html (page, DEID_AUDIENCE_CUSTODIAN, NULL, &error);
  assert_no_error (error);
  ck_assert_ptr_nonnull (
      strstr (html, "\"risks.after.prosecutor.records_above_threshold\" data-value=\"120\""));
  ck_assert_ptr_nonnull (strstr (html, "--release release.csv --release linked.csv"));
  ck_assert_ptr_nonnull (strstr (html, "linked.csv</bdi> with the SHA-256 <code>" DIGEST));
  ck_assert_ptr_null (strstr (html, "other.csv"));
  ck_assert (!deid_page_add_report (page, second, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
}
END_TEST

/* A file gets the text, for its owner alone. */
START_TEST (files)
{
  g_autoptr (DeidResult) result = make_result ();
  g_autoptr (DeidPage) page = deid_page_new (result, NULL, NULL, NULL);
  g_autofree char *text = deid_page_to_html (page, DEID_AUDIENCE_CUSTODIAN, NULL, NULL);
  g_autofree char *content = NULL;
  const char *path = get_temporary_file ("page.html");
  GError *error = NULL;
  GStatBuf status;

  ck_assert (deid_page_write_html (page, path, DEID_AUDIENCE_CUSTODIAN, NULL, &error));
  assert_no_error (error);
  ck_assert (g_file_get_contents (path, &content, NULL, NULL));
  ck_assert_str_eq (content, text);
  ck_assert_int_eq (g_stat (path, &status), 0);
  ck_assert_uint_eq (status.st_mode & 0777, 0600);
  ck_assert (
      !deid_page_write_html (page, "/nowhere/page.html", DEID_AUDIENCE_CUSTODIAN, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IO, "/nowhere/page.html", NULL);
}
END_TEST

/* The job of lesson-tradeoff.c, whose figures are worked out there: with one record withheld the
 * loss is 1 of 7. */
START_TEST (other_choices)
{
  static const char table[] = "zip,age\na,1\na,2\na,3\na,4\nb,5\nb,6\nc,7\n";
  static const char settings[] = "[models]\nmodel=k:2\n[limits]\nsuppression-count=1\n"
                                 "[column zip]\nrole=quasi-identifying\nrule=suppress\n"
                                 "[column age]\nrole=insensitive\ntype=integer\n";
  g_autoptr (DeidJob) job = make_text_job (table, settings, NULL);
  g_autoptr (DeidReport) tradeoff = NULL, frontier = NULL;
  g_autoptr (DeidReport) optima = NULL, risks = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidPage) page = NULL;
  g_autofree char *html = NULL, *public = NULL;
  GError *error = NULL;

  tradeoff = deid_report_new_tradeoff (job, "suppression-count=0,1", NULL, &error);
  assert_no_error (error);
  result = deid_job_run (job, NULL, &error);
  assert_no_error (error);
  frontier = deid_report_new_frontier (deid_result_get_problem (result), 2, 3, NULL, &error);
  assert_no_error (error);
  optima = deid_report_new_risk_frontier (deid_result_get_problem (result),
                                          DEID_RISK_MEASURE_HIGHEST, NULL, NULL, 0, NULL, &error);
  assert_no_error (error);
  risks = deid_report_new_risk_frontier_with (optima, NULL, tradeoff, NULL, NULL, &error);
  assert_no_error (error);
  page = deid_page_new (result, NULL, NULL, NULL);
  ck_assert (deid_page_add_report (page, tradeoff, &error));
  ck_assert (deid_page_add_report (page, frontier, &error));
  ck_assert (deid_page_add_report (page, risks, &error));
  html = deid_page_to_html (page, DEID_AUDIENCE_CUSTODIAN, NULL, &error);
  public = deid_page_to_html (page, DEID_AUDIENCE_PUBLIC, NULL, &error);
  assert_no_error (error);
  ck_assert_ptr_nonnull (strstr (html, "\"tradeoff.cells.0.loss\" data-value=\"1\""));
  ck_assert_ptr_nonnull (
      strstr (html, "\"tradeoff.cells.1.loss\" data-value=\"0.14285714285714285\""));
  ck_assert_ptr_nonnull (
      strstr (html, "\"frontier.steps.0.loss\" data-value=\"0.14285714285714285\""));
  ck_assert_ptr_nonnull (strstr (html, "\"tradeoff.cells.1.highest_risk\" data-value=\"0.5\""));
  ck_assert_ptr_nonnull (strstr (html, "\"risk_frontier.points.4.risk\" data-value=\"0.5\""));
  ck_assert_ptr_nonnull (strstr (html, "\"risk_frontier.points.6.risk\" data-value=\"0.5\""));
  ck_assert_ptr_nonnull (strstr (html, ">With <bdi>suppression-count</bdi> = <bdi>0</bdi><"));
  ck_assert_ptr_nonnull (strstr (html, "no solution"));
  ck_assert_ptr_nonnull (strstr (html, "class=\"wide\">this release<"));
  ck_assert_ptr_nonnull (strstr (html, "<th scope=\"row\" class=\"n\">2</th>"));
  ck_assert_ptr_nonnull (strstr (html, "model=k:2"));
  ck_assert_ptr_null (strstr (public, "tradeoff."));
  ck_assert_ptr_null (strstr (public, "frontier."));
  ck_assert_ptr_null (strstr (public, "model=k:2"));
}
END_TEST

/* Parameters in place of their names in the form of a specification. */
static char *
fill_in (const char *form)
{
  static const char *const values[][2] = { { "AGGREGATE[:FACTOR]", "geo:0.3" },
                                           { "AGGREGATE", "arith" },
                                           { "[:sum]", ":sum" },
                                           { "COLUMN", "illness" },
                                           { "BENEFIT:LOSS:GAIN:COST", "10:20:20:1" } };
  char *specification = g_strdup (form);

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    specification = replace_text (specification, values[i][0], values[i][1]);
  return specification;
}

/* Each quality model has words for those who read no specifications, and ends with its own. */
START_TEST (quality_in_words)
{
  static const char table[] = "zip illness:sensitive\n a flu\n a cold\n b flu\n b cold\n";
  g_auto (GStrv) summaries = NULL;
  g_auto (GStrv) forms = deid_quality_model_list_specifications (&summaries);

  for (guint i = 0; forms[i] != NULL; i++)
    {
      g_autofree char *specification = fill_in (forms[i]), *html = NULL, *end = NULL;
      g_autoptr (DeidQualityModel) model
          = deid_quality_model_new_from_specification (specification, NULL);
      g_autoptr (DeidProblem) problem
          = lesson_make_problem (table, NULL, deid_privacy_model_new_k_anonymity (2, NULL));
      g_autoptr (DeidDataset) population
          = deid_dataset_ref (deid_lattice_get_dataset (deid_problem_get_lattice (problem)));
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidPage) page = NULL;
      const char *words;

      ck_assert_msg (model != NULL, "%s", specification);
      ck_assert (deid_problem_set_quality_model (problem, model, NULL));
      if (g_str_has_prefix (specification, "payoutmap"))
        ck_assert (deid_problem_set_population (problem, population, NULL, NULL));
      result = lesson_evaluate (problem, NULL);
      page = deid_page_new (result, NULL, NULL, NULL);
      html = deid_page_to_html (page, DEID_AUDIENCE_CUSTODIAN, NULL, NULL);
      words = strstr (html, "Loss is ");
      ck_assert_ptr_nonnull (words);
      end = g_strdup_printf (" (%s).</p>", specification);
      ck_assert_msg (strstr (words, end) != NULL, "%s", specification);
      ck_assert_msg (!g_str_has_prefix (words + strlen ("Loss is "), specification), "%s",
                     specification);
      ck_assert (strstr (words, "; a factor weighs") == NULL
                 || g_str_has_prefix (specification, "loss:"));
      ck_assert ((strstr (words, "another value of the column to be predicted than the most "
                                 "frequent one of the records that look like them")
                  != NULL)
                 == g_str_has_prefix (specification, "ce@"));

      /* What is true of one model is not said of all: some do not count withheld records, are
       * below 1 for a single label, or measure no column. */
      ck_assert_ptr_nonnull (strstr (html, "What was asked</a> says how loss is measured."));
      ck_assert_ptr_null (strstr (html, "counts as lost"));
      ck_assert_ptr_null (strstr (html, "a loss of 1"));
      ck_assert_ptr_null (strstr (html, "measured on each column"));
    }
}
END_TEST

/* A baseline that leaves everything: nobody of the 120 is withheld, two of them are expected to be
 * found in two classes, and nothing is lost. */
START_TEST (what_a_rule_does)
{
  g_autoptr (DeidResult) result = make_result ();
  g_autoptr (DeidBaseline) rule
      = deid_baseline_new_from_text ("[baseline]\nname=Nothing & more\n", NULL, NULL, NULL);
  g_autoptr (DeidReport) baseline
      = deid_report_new_baseline (rule, deid_result_get_problem (result), NULL, NULL, NULL, NULL);
  g_autoptr (DeidPage) page = deid_page_new (result, NULL, NULL, NULL);
  g_autofree char *html = NULL, *public = NULL;
  GError *error = NULL;

  ck_assert (deid_page_add_report (page, baseline, &error));
  html = deid_page_to_html (page, DEID_AUDIENCE_CUSTODIAN, NULL, &error);
  assert_no_error (error);
  public = deid_page_to_html (page, DEID_AUDIENCE_PUBLIC, NULL, &error);
  assert_no_error (error);
  ck_assert_ptr_nonnull (strstr (html, "\"baseline.population_risk_sum\" data-value=\"2\""));
  ck_assert_ptr_nonnull (strstr (html, "\"baseline.loss\" data-value=\"0\""));
  ck_assert_ptr_nonnull (strstr (html, "\"baseline.records\" data-value=\"120\""));
  ck_assert_ptr_nonnull (strstr (html, "Nothing &amp; more"));
  ck_assert_ptr_nonnull (strstr (html, "add up to <strong>as much</strong>"));
  ck_assert_ptr_null (strstr (public, "baseline"));
  ck_assert_ptr_null (strstr (public, "Nothing &amp; more"));
}
END_TEST

/* By the rule all ages are one group, and nothing is left of names and stays. So the two classes of
 * the release, by age and sex, are the two of the rule, by sex; yet it tells more of each column
 * but the last one, whatever the role. */
START_TEST (what_a_rule_leaves)
{
  static const char table[] = "age,name,stay,sex\n20,ann,1,f\n20,bob,1,f\n30,eve,2,m\n30,dan,2,m\n";
  static const char settings[] = "[models]\nmodel=k:2\n"
                                 "[column age]\nrole=quasi-identifying\nrule=intervals:10\n"
                                 "[column name]\nrole=sensitive\n"
                                 "[column stay]\nrole=insensitive\n"
                                 "[column sex]\nrole=quasi-identifying\nrule=suppress\n";
  static const char own[] = "[column age]\nrule=intervals:50\n[column name]\ntreatment=remove\n"
                            "[column stay]\ntreatment=remove\n";
  g_autoptr (DeidJob) job = make_text_job (table, settings, NULL);
  g_autoptr (DeidResult) result = deid_job_run (job, NULL, NULL);
  g_autoptr (DeidBaseline) rule = deid_baseline_new_from_text (own, NULL, NULL, NULL);
  g_autoptr (DeidReport) baseline = NULL;
  g_autoptr (DeidPage) page = deid_page_new (result, NULL, NULL, NULL);
  g_autofree char *html = NULL;
  GError *error = NULL;

  baseline
      = deid_report_new_baseline (rule, deid_result_get_problem (result), NULL, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_page_add_report (page, baseline, &error));
  html = deid_page_to_html (page, DEID_AUDIENCE_CUSTODIAN, NULL, &error);
  assert_no_error (error);
  ck_assert_ptr_nonnull (strstr (
      html,
      "of these columns than the rule would: <bdi>age</bdi>, <bdi>name</bdi>, <bdi>stay</bdi>."));
  ck_assert_ptr_nonnull (
      strstr (html, ">a quasi-identifier, released finer, against the baseline<"));
  ck_assert_ptr_nonnull (strstr (html, ">a quasi-identifier<"));
  ck_assert_ptr_nonnull (strstr (html, "\"baseline.population_risk_sum\" data-value=\"2\""));
  ck_assert_ptr_nonnull (
      strstr (html, "\"baseline.release.population_risk_sum\" data-value=\"2\""));
}
END_TEST

/* The risks of the release add up to 2, those by the rule to 3, though the highest of the release
 * is higher: the lead says no more than that. */
START_TEST (sum_and_highest_risk)
{
  static const char table[] = "b,c\n0,x\n0,y\n1,y\n1,y\n2,y\n2,y\n";
  static const char settings[] = "[models]\nmodel=k:1\n"
                                 "[column b]\nrole=quasi-identifying\nrule=suppress\nlevels=1\n"
                                 "[column c]\nrole=quasi-identifying\nrule=suppress\n";
  g_autoptr (DeidJob) job = make_text_job (table, settings, NULL);
  g_autoptr (DeidResult) result = deid_job_run (job, NULL, NULL);
  g_autoptr (DeidBaseline) rule
      = deid_baseline_new_from_text ("[column c]\ntreatment=remove\n", NULL, NULL, NULL);
  g_autoptr (DeidReport) baseline
      = deid_report_new_baseline (rule, deid_result_get_problem (result), NULL, NULL, NULL, NULL);
  g_autoptr (DeidPage) page = deid_page_new (result, NULL, NULL, NULL);
  g_autofree char *html = NULL;
  GError *error = NULL;

  ck_assert (deid_page_add_report (page, baseline, &error));
  html = deid_page_to_html (page, DEID_AUDIENCE_CUSTODIAN, NULL, &error);
  assert_no_error (error);
  ck_assert_ptr_nonnull (strstr (html, "\"baseline.highest_risk\" data-value=\"0.5\""));
  ck_assert_ptr_nonnull (strstr (html, "\"risks.after.prosecutor.highest\" data-value=\"1\""));
  ck_assert_ptr_nonnull (
      strstr (html, "Compared with the rule, the risks of all released records by the "
                    "quasi-identifiers add up to <strong>less</strong>, and this release loses "));
}
END_TEST

/* A release is compared with what a rule does to the same quasi-identifiers. */
START_TEST (rule_of_another_lattice)
{
  g_autoptr (DeidResult) result = make_result ();
  DeidLattice *lattice = deid_problem_get_lattice (deid_result_get_problem (result));
  g_autoptr (DeidLattice) other = deid_lattice_new (deid_lattice_get_dataset (lattice));
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidBaseline) rule = deid_baseline_new_from_text ("", NULL, NULL, NULL);
  g_autoptr (DeidReport) baseline = NULL, identifiers = NULL;
  g_autoptr (DeidPage) page = deid_page_new (result, NULL, NULL, NULL);
  GError *error = NULL;

  ck_assert (deid_lattice_add_quasi_identifier (other, deid_lattice_get_attribute_name (lattice, 0),
                                                hierarchy, NULL, &error));
  assert_no_error (error);
  problem = deid_problem_new (other);
  baseline = deid_report_new_baseline (rule, problem, NULL, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert (!deid_page_add_report (page, baseline, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "another lattice", NULL);
  identifiers = deid_report_new_identifiers (deid_lattice_get_dataset (lattice), NULL, &error);
  assert_no_error (error);
  ck_assert (!deid_page_add_report (page, identifiers, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "of the kind identifiers", NULL);
}
END_TEST

/* Of one problem there are many results: a page is of one. */
START_TEST (parts_of_another_result)
{
  g_autoptr (DeidResult) result = make_result ();
  DeidProblem *problem = deid_result_get_problem (result);
  g_autoptr (DeidResult) other = lesson_evaluate (problem, "zip:1");
  g_autoptr (DeidDataset) release = deid_result_apply (other, NULL, NULL, NULL);
  g_autoptr (DeidReport) distortion = deid_report_new_distortion (other, NULL, NULL, NULL);
  g_autoptr (DeidReport) left_out = deid_report_new_left_out (other, 1, 1, NULL, NULL);
  g_autoptr (DeidPage) page = deid_page_new (result, NULL, NULL, NULL);
  GError *error = NULL;

  ck_assert_ptr_nonnull (release);
  ck_assert_ptr_null (deid_page_new (result, release, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "another policy", NULL);
  ck_assert (!deid_page_add_report (page, distortion, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "another policy", NULL);
  ck_assert (!deid_page_add_report (page, left_out, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "another policy", NULL);
}
END_TEST

START_TEST (tables_of_others)
{
  g_autoptr (DeidResult) result = make_result (), other = make_result ();
  DeidProblem *problem = deid_result_get_problem (other);
  g_autoptr (DeidReport) frontier = deid_report_new_frontier (problem, 2, 3, NULL, NULL);
  g_autoptr (DeidReport) of_risk = deid_report_new_risk_frontier (
      problem, DEID_RISK_MEASURE_HIGHEST, NULL, NULL, 0, NULL, NULL);
  g_autoptr (DeidSearch) search = deid_search_new_bisecting (3, 0, FALSE);
  g_autoptr (DeidResult) found = deid_search_run (search, problem, NULL, NULL);
  g_autoptr (DeidReport) alternatives = list_alternatives (found);
  g_autoptr (DeidPage) page = deid_page_new (result, NULL, NULL, NULL);
  GError *error = NULL;

  ck_assert (!deid_page_add_report (page, frontier, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "frontier", "another problem",
                NULL);
  ck_assert (!deid_page_add_report (page, of_risk, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "of risk", "another lattice",
                NULL);
  ck_assert (!deid_page_add_report (page, alternatives, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "another lattice", NULL);
}
END_TEST

/* A search that its limit ended after one policy has proven nothing, and nobody chose that policy.
 */
START_TEST (ended_after_one_policy)
{
  g_autoptr (DeidResult) result = make_result ();
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) ended = NULL;
  g_autoptr (DeidPage) page = NULL;
  g_autofree char *html = NULL;

  ck_assert (deid_search_set_step_limit (search, 1, NULL));
  ended = deid_search_run (search, deid_result_get_problem (result), NULL, NULL);
  ck_assert_int_eq (deid_result_get_termination (ended), DEID_TERMINATION_STEP_LIMIT);
  page = deid_page_new (ended, NULL, NULL, NULL);
  html = deid_page_to_html (page, DEID_AUDIENCE_CUSTODIAN, NULL, NULL);
  ck_assert_ptr_nonnull (strstr (html, "It is not proven"));
  ck_assert_ptr_null (strstr (html, "chose this way"));
}
END_TEST

START_TEST (cancelled)
{
  g_autoptr (DeidResult) result = make_result ();
  g_autoptr (DeidPage) page = deid_page_new (result, NULL, NULL, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GError *error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (deid_page_to_html (page, DEID_AUDIENCE_PUBLIC, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("page");
  TCase *tests = tcase_create ("page");

  tcase_add_test (tests, nothing_of_withheld_records);
  tcase_add_test (tests, texts_that_are_none);
  tcase_add_test (tests, fields);
  tcase_add_test (tests, parts_of_another_problem);
  tcase_add_test (tests, parts_are_kept);
  tcase_add_test (tests, files);
  tcase_add_test (tests, other_choices);
  tcase_add_test (tests, quality_in_words);
  tcase_add_test (tests, what_a_rule_does);
  tcase_add_test (tests, what_a_rule_leaves);
  tcase_add_test (tests, sum_and_highest_risk);
  tcase_add_test (tests, rule_of_another_lattice);
  tcase_add_test (tests, parts_of_another_result);
  tcase_add_test (tests, tables_of_others);
  tcase_add_test (tests, ended_after_one_policy);
  tcase_add_test (tests, cancelled);
  suite_add_tcase (suite, tests);
  return suite;
}
