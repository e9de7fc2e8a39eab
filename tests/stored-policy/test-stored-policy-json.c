/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Stored policies from files that someone spoilt. */
#include <stdio.h>
#include <string.h>

#include "support/figures.h"
#include "support/sample.h"
#include "support/suite.h"

#define N_MUTATIONS count_trials (6000)

static guint n_logged;

static GLogWriterOutput
count_log (GLogLevelFlags level, const GLogField *fields, gsize n_fields, gpointer data)
{
  (void) data;
  n_logged++;
  return g_log_writer_default (level, fields, n_fields, NULL);
}

/* Two attributes with labels, one without; weights, a role of each kind, two models. */
static void
fill_sample (Sample *sample)
{
  memset (sample, 0, sizeof *sample);
  sample->n_attributes = 3;
  for (guint a = 0; a < 3; a++)
    {
      sample->heights[a] = a == 2 ? 1 : 2;
      sample->n_leaves[a] = 3;
    }
  sample->is_suppression[2] = TRUE;
  for (guint row = 0; row < 12; row++)
    {
      sample->leaves[0][row] = row % 4 == 3 ? SAMPLE_MISSING : (int) row % 3;
      sample->leaves[1][row] = (int) row % 2;
      sample->leaves[2][row] = (int) row % 5;
      sample->diagnoses[row] = (int) row % 3;
      sample->persons[row] = (int) row;
      sample->weights[row] = row % 2 + 1;
    }
  sample->n_rows = 12;
}

static DeidDataset *
build_table (void)
{
  g_autofree Sample *sample = g_new0 (Sample, 1);
  g_autoptr (DeidDataset) dataset = NULL;

  fill_sample (sample);
  dataset = sample_build_dataset (sample, SAMPLE_WITH_PERSONS | SAMPLE_WITH_WEIGHTS);
  return sample_strip_roles (dataset);
}

static char *
write_policy (void)
{
  static const guint levels[] = { 1, 0, 1 };
  g_autofree Sample *sample = g_new0 (Sample, 1);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidQualityModel) quality = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidStoredPolicy) policy = NULL;
  const char *path = get_temporary_file ("good.json");
  char *text = NULL;
  GError *error = NULL;

  fill_sample (sample);
  problem
      = sample_build_problem (sample, SAMPLE_WITH_PERSONS | SAMPLE_WITH_WEIGHTS, "k:2;dl:2", 0.5);
  quality = deid_quality_model_new_iyengar_loss (DEID_AGGREGATE_GEOMETRIC_MEAN, 0.25, &error);
  ck_assert (deid_quality_model_set_attribute_weight (quality, "q1", 2.5, &error));
  ck_assert (deid_problem_set_quality_model (problem, quality, &error));
  result = sample_evaluate (problem, levels, &error);
  assert_no_error (error);
  policy = deid_stored_policy_new (result, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_stored_policy_write_json (policy, path, NULL, &error));
  g_file_get_contents (path, &text, NULL, &error);
  assert_no_error (error);
  return text;
}

/* Unlike write_file(), does not wait for the disk. */
static const char *
write_spoilt (const char *text, gsize length)
{
  const char *path = get_temporary_file ("spoilt.json");
  FILE *stream = fopen (path, "wb");

  ck_assert_ptr_nonnull (stream);
  ck_assert_uint_eq (fwrite (text, 1, length, stream), length);
  ck_assert_int_eq (fclose (stream), 0);
  return path;
}

static void
check_refused (const char *text, gssize length, int code, const char *message)
{
  const char *path = write_spoilt (text, length >= 0 ? (gsize) length : strlen (text));
  GError *error = NULL;
  DeidStoredPolicy *policy = deid_stored_policy_new_from_json_file (path, NULL, NULL, &error);

  ck_assert_msg (policy == NULL, "not refused (%s): %s", message, text);
  assert_error (&error, DEID_ERROR, code, path, message, NULL);
  ck_assert_uint_eq (n_logged, 0);
}

/* Replaces the first @from of the good text. */
static void
check_replaced (const char *good, const char *from, const char *to, int code, const char *message)
{
  const char *found = strstr (good, from);
  g_autofree char *text = NULL;

  ck_assert_msg (found != NULL, "no %s in %s", from, good);
  text = g_strdup_printf ("%.*s%s%s", (int) (found - good), good, to, found + strlen (from));
  check_refused (text, -1, code, message);
}

static const struct
{
  const char *from;
  const char *to;
  const char *message;
} spoilt[] = {
  { "\"libdeid stored policy\"", "\"other\"", "'format'" },
  { "\"name\" : \"q1\"", "\"name\" : \"q0\"", "'attributes'" },
  { "\"fraction\" : 0.5", "\"fraction\" : 0.5, \"records\" : 1", "'suppression_limit'" },
  { "\"v1\"", "\"v\\ud800\"", "well-formed" },
  { "\"v1\"", "\"v\\u0000\"", "well-formed" },
  { "\"libdeid stored policy\"", "1", "'format'" },
  { "\"version\" : 1", "\"version\" : 2", "newer" },
  { "\"version\" : 1", "\"version\" : 0", "'version'" },
  { "\"version\" : 1", "\"version\" : -1", "'version'" },
  { "\"version\" : 1", "\"version\" : 1.5", "'version'" },
  { "\"version\" : 1", "\"version\" : \"1\"", "'version'" },
  { "\"version\" : 1", "\"version\" : 18446744073709551617", "beyond 64 bits" },
  { "\"version\" : 1", "\"version\" : -18446744073709551615", "beyond 64 bits" },
  { "\"version\" : 1", "\"version\" : 9223372036854775808", "beyond 64 bits" },
  { "\"version\" : 1", "\"version\" : 9223372036854775807", "newer" },
  { "\"version\" : 1", "\"version\" : -9223372036854775809", "beyond 64 bits" },
  { "\"version\" : 1", "\"version\" : -9223372036854775808", "'version'" },
  { "\"v1\"", "\"v\x01\"", "well-formed" },
  { "\"v1\"", "\"v\n\"", "well-formed" },
  { "\"name\" : \"q0\"", "\"name\" : 7", "'name'" },
  { "\"name\" : \"q0\"", "\"name\" : null", "'name'" },
  { "\"level\" : 1", "\"level\" : \"1\"", "'level'" },
  { "\"level\" : 1", "\"level\" : 3", "'level'" },
  { "\"level\" : 1", "\"level\" : -1", "'level'" },
  { "\"level\" : 1", "\"level\" : 1.0", "'level'" },
  { "\"level\" : 1", "\"level\" : true", "'level'" },
  { "\"levels\" : 3", "\"levels\" : 0", "'levels'" },
  { "\"levels\" : 3", "\"levels\" : 1", "'level'" },
  { "\"levels\" : 3", "\"levels\" : 70000", "'levels'" },
  { "\"levels\" : 3", "\"levels\" : []", "'levels'" },
  { "\"levels\" : 2", "\"levels\" : 3", "'levels'" },
  { "\"rule\" : \"suppress\"", "\"rule\" : \"supress\"", "member 'rule': rule 'supress'" },
  { "\"rule\" : \"suppress\"", "\"rule\" : \"suppress;suppress=no\"", "'levels'" },
  { "\"rule\" : \"suppress\"", "\"rule\" : 2", "'rule'" },
  { "\"rule\" : \"suppress\"", "\"rule\" : \"suppress\", \"labels\" : {}", "'labels'" },
  { "\"rule\" : \"suppress\"", "\"other\" : \"suppress\"", "'labels'" },
  { "\"v1\" : \"l1-0\"", "\"v1\" : 1", "label 2" },
  { "\"v1\" : \"l1-0\"", "\"v1\" : null", "label 2" },
  { "\"v1\" : \"l1-0\"", "\"v1\" : {}", "label 2" },
  { "\"v1\" : \"v1\"", "\"v1\" : \"v2\"", "label 2" },
  { "\"diagnosis\" : \"sensitive\"", "\"diagnosis\" : \"secret\"", "'diagnosis'" },
  { "\"diagnosis\" : \"sensitive\"", "\"diagnosis\" : \"identifying\"", "'diagnosis'" },
  { "\"diagnosis\" : \"sensitive\"", "\"diagnosis\" : 2", "'diagnosis'" },
  { "\"k:2\"", "2", "'privacy_models'" },
  { "\"k:2\"", "\"zz:2\"", "'zz'" },
  { "\"k:2\"", "\"k:two\"", "model 1, 'k'" },
  { "\"dl:2@diagnosis\"", "\"dl:2\"", "'dl'" },
  { "\"loss:geo:0.25\"", "\"loss:other\"", "loss:other" },
  { "\"loss:geo:0.25\"", "[]", "'quality_model'" },
  { "\"q1\" : 2.5", "\"q1\" : \"2.5\"", "'q1'" },
  { "\"q1\" : 2.5", "\"q1\" : [2.5]", "'q1'" },
  { "\"fraction\" : 0.5", "\"fraction\" : 1.5", "'fraction'" },
  { "\"fraction\" : 0.5", "\"fraction\" : -0.5", "'fraction'" },
  { "\"fraction\" : 0.5", "\"fraction\" : 1e400", "'fraction'" },
  { "\"fraction\" : 0.5", "\"fraction\" : \"0.5\"", "'fraction'" },
  { "\"fraction\" : 0.5", "\"records\" : -1", "'records'" },
  { "\"fraction\" : 0.5", "\"records\" : 0.5", "'records'" },
  { "\"fraction\" : 0.5", "", "'records'" },
  { "\"missing_refused\" :", "\"joint_columns\" : {\"q0\": [\"a\", \"a\"]}, \"missing_refused\" :",
    "'joint_columns'" },
  { "\"missing_refused\" :", "\"joint_columns\" : {\"q0\": [\"a\", \"q0\"]}, \"missing_refused\" :",
    "'joint_columns'" },
  { "\"missing_refused\" :", "\"joint_columns\" : {\"j\": [\"a\", \"b\"]}, \"missing_refused\" :",
    "'joint_columns'" },
  { "\"missing_refused\" :", "\"joint_columns\" : {\"q0\": [\"a\", \"\"]}, \"missing_refused\" :",
    "'joint_columns'" },
  { "\"missing_refused\" :", "\"joint_columns\" : {\"\": [\"a\", \"b\"]}, \"missing_refused\" :",
    "'joint_columns'" },
};

START_TEST (wrong_values)
{
  g_autofree char *good = write_policy ();

  for (guint i = 0; i < G_N_ELEMENTS (spoilt); i++)
    check_replaced (good, spoilt[i].from, spoilt[i].to, DEID_ERROR_PARSE, spoilt[i].message);
  check_replaced (good, "\"k:2\"", "\"k:0\"", DEID_ERROR_INVALID_ARGUMENT, "model 1");
  check_replaced (good, "\"loss:geo:0.25\"", "\"loss:geo:2\"", DEID_ERROR_INVALID_ARGUMENT,
                  "factor 2");
  check_replaced (good, "\"q1\" : 2.5", "\"q1\" : 0", DEID_ERROR_INVALID_ARGUMENT, "'q1'");
  check_replaced (good, "\"q1\" : 2.5", "\"q1\" : -2.5", DEID_ERROR_INVALID_ARGUMENT, "'q1'");
  check_replaced (good, "\"v1\" : \"l1-0\"", "\"v1\" : \"\"", DEID_ERROR_HIERARCHY, "'q0'");
}
END_TEST

/* Each member renamed is a member missing. */
START_TEST (missing_members)
{
  static const char *const members[] = { "format",
                                         "version",
                                         "attributes",
                                         "name",
                                         "level",
                                         "levels",
                                         "roles",
                                         "privacy_models",
                                         "quality_model",
                                         "attribute_weights",
                                         "suppression_limit",
                                         "missing_refused",
                                         "sensitive_hierarchies" };
  g_autofree char *good = write_policy ();

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      g_autofree char *from = g_strdup_printf ("\"%s\" :", members[i]);
      g_autofree char *to = g_strdup_printf ("\"%s-\" :", members[i]);
      g_autofree char *message = g_strdup_printf ("'%s'", members[i]);

      check_replaced (good, from, to, DEID_ERROR_PARSE, message);
    }
  check_replaced (good, "\"labels\" :", "\"labels-\" :", DEID_ERROR_PARSE, "'labels'");
}
END_TEST

/* Each member of another type. */
START_TEST (wrong_types)
{
  static const char *const containers[]
      = { "attributes",        "roles",           "privacy_models",       "attribute_weights",
          "suppression_limit", "missing_refused", "sensitive_hierarchies" };
  g_autofree char *good = write_policy ();

  for (guint i = 0; i < G_N_ELEMENTS (containers); i++)
    {
      g_autofree char *from = g_strdup_printf ("\"%s\" :", containers[i]);
      g_autofree char *to = g_strdup_printf ("\"%s\" : 1, \"-\" :", containers[i]);
      g_autofree char *message = g_strdup_printf ("'%s'", containers[i]);

      check_replaced (good, from, to, DEID_ERROR_PARSE, message);
    }
  check_replaced (good, "\"labels\" :", "\"labels\" : [], \"-\" :", DEID_ERROR_PARSE, "'labels'");
  check_replaced (good, "\"missing_refused\" :", "\"missing_above\" : [ 1 ], \"missing_refused\" :",
                  DEID_ERROR_PARSE, "'missing_above'");
  check_replaced (good, "\"missing_refused\" : [", "\"missing_refused\" : [ \"id\" ",
                  DEID_ERROR_PARSE, "'missing_refused'");
  check_replaced (good, "\"missing_refused\" : [", "\"missing_refused\" : [ 1 ", DEID_ERROR_PARSE,
                  "'missing_refused'");
  check_replaced (good, "\"attributes\" : [", "\"attributes\" : [ 1,", DEID_ERROR_PARSE,
                  "'attributes'");
}
END_TEST

/* Missing codes of columns that are there, none of them empty, each once. */
START_TEST (wrong_codes)
{
  static const char *const members[] = { "1",
                                         "[]",
                                         "{\"q0\": \"NA\"}",
                                         "{\"q0\": []}",
                                         "{\"q0\": [1]}",
                                         "{\"q0\": [\"\"]}",
                                         "{\"q0\": [\"NA\", \"NA\"]}",
                                         "{\"absent\": [\"NA\"]}" };
  g_autofree char *good = write_policy ();

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      g_autofree char *to
          = g_strdup_printf ("\"missing_codes\" : %s, \"missing_refused\" :", members[i]);

      check_replaced (good, "\"missing_refused\" :", to, DEID_ERROR_PARSE, "'missing_codes'");
    }
}
END_TEST

START_TEST (repeated_members)
{
  g_autofree char *good = write_policy ();

  check_replaced (good, "\"version\" : 1", "\"version\" : 1, \"version\" : 1", DEID_ERROR_PARSE,
                  "a member twice");
  check_replaced (good, "\"level\" : 1", "\"level\" : 1, \"level\" : 0", DEID_ERROR_PARSE,
                  "a member twice");
  check_replaced (good, "\"v1\" : \"l1-0\"", "\"v1\" : \"l1-0\", \"v1\" : \"x\"", DEID_ERROR_PARSE,
                  "a member twice");
  check_replaced (good, "\"diagnosis\" : \"sensitive\"",
                  "\"diagnosis\" : \"sensitive\", \"diagnosis\" : \"insensitive\"",
                  DEID_ERROR_PARSE, "a member twice");
}
END_TEST

/* So many that looking at all that follows, at each of them, would not end. */
START_TEST (many_members)
{
  GString *text = g_string_new ("{");
  GError *error = NULL;

  for (guint i = 0; i < 300000; i++)
    g_string_append_printf (text, "%s\"%u\":%u", i > 0 ? "," : "", i, i);
  g_string_append_c (text, '}');
  ck_assert_ptr_null (deid_stored_policy_new_from_json_text (text->str, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "'format'", NULL);
  g_string_free (text, TRUE);
}
END_TEST

START_TEST (no_json)
{
  g_autofree char *good = write_policy ();
  const gsize length = strlen (good);
  const char nul[] = "{ \"format\" : \"\0\" }";

  for (gsize i = 0; i + 2 < length; i += i < 50 || i + 100 > length ? 1 : 7)
    check_refused (good, (gssize) i, DEID_ERROR_PARSE, "");
  check_refused ("[]", -1, DEID_ERROR_PARSE, "object");
  check_refused ("1", -1, DEID_ERROR_PARSE, "");
  check_refused ("null", -1, DEID_ERROR_PARSE, "object");
  check_refused ("{}", -1, DEID_ERROR_PARSE, "'format'");
  check_refused ("{\n\"format\" : \n}", -1, DEID_ERROR_PARSE, "line 3");
  check_refused (nul, sizeof nul - 1, DEID_ERROR_PARSE, "");
  check_replaced (good, "\"q0\"", "\"q\xff\"", DEID_ERROR_PARSE, "UTF-8");
  check_replaced (good, "\"v1\"", "\"v\xc3\"", DEID_ERROR_PARSE, "UTF-8");
}
END_TEST

START_TEST (no_file)
{
  const char *path = get_temporary_file ("absent.json");
  g_autofree char *directory = g_path_get_dirname (path);
  const char *good_path = get_temporary_file ("good.json");
  const char *beyond = get_temporary_file ("absent/policy.json");
  g_autoptr (DeidStoredPolicy) policy = NULL;
  GError *error = NULL;

  g_free (write_policy ());
  ck_assert_ptr_null (deid_stored_policy_new_from_json_file (path, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IO, path, NULL);
  ck_assert_ptr_null (deid_stored_policy_new_from_json_file (directory, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IO, directory, NULL);
  policy = deid_stored_policy_new_from_json_file (good_path, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert (!deid_stored_policy_write_json (policy, beyond, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IO, beyond, NULL);
  if (g_file_test ("/dev/full", G_FILE_TEST_EXISTS))
    {
      ck_assert (!deid_stored_policy_write_json (policy, "/dev/full", NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_IO, "/dev/full", NULL);
    }
}
END_TEST

/* What can be read can be applied, or says why not; what comes of it verifies. */
static gboolean
use (const char *text, gsize length)
{
  const char *path = write_spoilt (text, length);
  g_autoptr (DeidStoredPolicy) policy = NULL;
  g_autoptr (DeidDataset) table = NULL, release = NULL;
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  policy = deid_stored_policy_new_from_json_file (path, NULL, NULL, &error);
  if (policy == NULL)
    {
      ck_assert_ptr_nonnull (error);
      ck_assert_msg (error->domain == DEID_ERROR && strstr (error->message, path) != NULL, "%s",
                     error->message);
      g_clear_error (&error);
      return FALSE;
    }
  assert_no_error (error);
  for (guint a = 0; a < n_rows_of (stored_report (policy), "attributes"); a++)
    ck_assert_ptr_nonnull (text_of (stored_report (policy), "attributes[%u].name", a));
  table = build_table ();
  result = deid_stored_policy_evaluate (policy, table, NULL, NULL, &error);
  if (result == NULL)
    {
      ck_assert_msg (error != NULL && error->domain == DEID_ERROR, "no error for: %s", text);
      g_clear_error (&error);
      return TRUE;
    }
  release = deid_result_apply (result, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert_msg (deid_result_verify (result, release, NULL, &error), "%s: %s", error->message,
                 text);
  return TRUE;
}

START_TEST (mutations)
{
  static const char bytes[] = "{}[]\":,0123456789.-+eE\\/utfnlk@ \n'*#";
  g_autofree char *good = write_policy ();
  const gsize length = strlen (good);
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  guint n_read = 0;

  ck_assert (use (good, length));
  for (guint i = 0; i < N_MUTATIONS; i++)
    {
      g_autofree char *text = g_malloc0 (length + 2);
      const gsize place = (gsize) g_rand_int_range (rand, 0, (gint) length);
      const char byte = g_rand_boolean (rand)
                            ? (char) g_rand_int_range (rand, 0, 256)
                            : bytes[g_rand_int_range (rand, 0, (gint) sizeof bytes - 1)];

      memcpy (text, good, length);
      switch (g_rand_int_range (rand, 0, 4))
        {
        case 0: /* one byte less */
          memmove (text + place, text + place + 1, length - place - 1);
          n_read += use (text, length - 1) ? 1 : 0;
          break;
        case 1: /* one byte more */
          memmove (text + place + 1, text + place, length - place);
          text[place] = byte;
          n_read += use (text, length + 1) ? 1 : 0;
          break;
        default:
          text[place] = byte;
          n_read += use (text, length) ? 1 : 0;
        }
      ck_assert_msg (n_logged == 0, "something was logged for: %s", text);
    }
  ck_assert_uint_gt (n_read, N_MUTATIONS / 20);
  ck_assert_uint_lt (n_read, N_MUTATIONS);
}
END_TEST

/* Deeper than any stack, also behind what the parser takes for a comment or a string and others for
 * the start of a string. */
START_TEST (deep_nesting)
{
  static const char *const heads[]
      = { "", "{\"a\":", "[ '\"', ", "[ /* \" */ ", "// \"\n", "#\"\n" };
  static const char *const brackets[] = { "[", "{\"a\":" };

  for (guint i = 0; i < G_N_ELEMENTS (heads) * G_N_ELEMENTS (brackets); i++)
    {
      g_autoptr (GString) text = g_string_new (heads[i / 2]);

      for (guint depth = 0; depth < 50000 + count_trials (950000); depth++)
        g_string_append (text, brackets[i % 2]);
      check_refused (text->str, (gssize) text->len, DEID_ERROR_PARSE, "");
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("stored-policy-json");
  TCase *members = tcase_create ("members");
  TCase *text = tcase_create ("text");

  g_log_set_writer_func (count_log, NULL, NULL);
  tcase_add_test (members, wrong_values);
  tcase_add_test (members, missing_members);
  tcase_add_test (members, wrong_types);
  tcase_add_test (members, wrong_codes);
  tcase_add_test (members, repeated_members);
  tcase_add_test (members, many_members);
  suite_add_tcase (suite, members);
  tcase_add_test (text, no_json);
  tcase_add_test (text, no_file);
  tcase_add_test (text, mutations);
  tcase_add_test (text, deep_nesting);
  tcase_set_timeout (text, 120);
  suite_add_tcase (suite, text);
  return suite;
}
