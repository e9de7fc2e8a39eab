/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Persons are released by pseudonyms: one for each, and back. */
#include "support/lesson.h"

#include "release/origin.h"
#include "table/dataset-private.h"

#include <string.h>

#define N_TRIALS 200

/* Ann has three rows, Bob two, one row has no person, and Cem is suppressed. */
#define TABLE                                                                                      \
  "town who:entity s:sensitive\n x Ann a\n x Bob b\n x Ann a\n x ? c\n y Cem b\n x Bob c\n"        \
  " x Ann d\n"

/* Two rows of a person have the labels of two rows of another one. */
static DeidPrivacyModel *
make_judge (void)
{
  return deid_privacy_model_new_from_specification ("persons:2:2", NULL, NULL);
}

static DeidResult *
pseudonyms_solve (const char *table, DeidPrivacyModel *model)
{
  g_autoptr (DeidProblem) problem = lesson_make_problem (table, NULL, model);

  return lesson_evaluate (problem, "town:0");
}

/* The key of test cases 6 and 7 of RFC 4231. */
#define KEY_SIZE 131
#define KEY_BYTE 0xAA

/* The same rows, whose persons are the entities, or judged groups. */
static const struct
{
  const char *role, *model, *form;
} kinds[]
    = { { "entity", "persons:2:2", "hmac:8" }, { "judged", "persons:2:2@who", "hmac:8@who" } };

static DeidResult *
solve_kind (int kind)
{
  g_auto (GStrv) parts = g_strsplit (TABLE, "entity", 2);
  g_autofree char *table = g_strconcat (parts[0], kinds[kind].role, parts[1], NULL);

  return pseudonyms_solve (
      table, deid_privacy_model_new_from_specification (kinds[kind].model, NULL, NULL));
}

static DeidReleaseOptions *
make_options (const char *form)
{
  DeidReleaseOptions *options = deid_release_options_new ();
  guint8 key[KEY_SIZE];
  GError *error = NULL;

  memset (key, KEY_BYTE, sizeof key);
  deid_release_options_set_pseudonym (options, form, strncmp (form, "hmac", 4) == 0 ? key : NULL,
                                      strncmp (form, "hmac", 4) == 0 ? sizeof key : 0, &error);
  assert_no_error (error);
  ck_assert (deid_release_options_set_keep_order (options, TRUE, NULL));
  return options;
}

static DeidDataset *
name_persons (DeidResult *result, DeidReleaseOptions *options)
{
  GError *error = NULL;
  DeidDataset *release = deid_result_apply (result, options, NULL, &error);

  assert_no_error (error);
  ck_assert (deid_result_verify (result, release, NULL, &error));
  assert_no_error (error);
  return release;
}

/* The digits are the first ones of the HMAC, as a fraction, to base 20, 10 and 16. Python computed
 * them: hmac.new (b'\xaa' * 131, b'Ann', 'sha256').hexdigest () is eeccb9076969328a…, and times
 * 20 ** 16 / 2 ** 256 its number to base 20. */
START_TEST (pseudonyms_are_those_of_others)
{
  static const char *const forms[][3] = {
    { "hmac", "xrdmvgpptncpnldd", "zlkbcfgdwdhmzmkz" },
    { "hmac:12:digits", "932811321553", "970875362611" },
    { "hmac:32:hex", "eeccb9076969328ac5b951b702fbdc0c", "f88b49aae8a3d0df474b57d6cc310174" },
    { "hmac:8:letters", "xrdmvgpp", "zlkbcfgd" },
  };
  g_autoptr (DeidResult) result = pseudonyms_solve (TABLE, make_judge ());

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autoptr (DeidReleaseOptions) options = make_options (forms[i][0]);
      g_autoptr (DeidDataset) release = NULL;
      g_autofree char *expected
          = g_strdup_printf ("town who s\n x %s a\n x %s b\n x %s a\n x ? c\n x %s c\n x %s d\n",
                             forms[i][1], forms[i][2], forms[i][1], forms[i][2], forms[i][1]);

      release = name_persons (result, options);
      assert_table (release, expected);
      ck_assert_int_eq (deid_dataset_get_role (release, 1), DEID_ROLE_ENTITY);
    }
}
END_TEST

/* RFC 4231, test case 6, whose data is 54 bytes. */
START_TEST (published_hashes)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  g_autoptr (DeidReleaseOptions) options = make_options ("hmac:32:hex");
  const char *const values[] = { "Test Using Larger Than Block-Size Key - Hash Key First", "x" };
  const char *const towns[] = { "x", "x" };
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) release = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "town", towns, 2, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "who", values, 2, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "who", DEID_ROLE_ENTITY, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "town", hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (2, NULL));
  result = lesson_evaluate (problem, "town:0");
  release = name_persons (result, options);
  ck_assert_str_eq (deid_dataset_get_value (release, 0, 1), "60e431591ee0b67f0d8a26aacbf5b77f");
}
END_TEST

/* Of two releases no pseudonym is the same, and none that the key would give. */
START_TEST (random_pseudonyms_are_new)
{
  g_autoptr (DeidResult) result = pseudonyms_solve (TABLE, make_judge ());
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const char *const forms[] = { "random", "random", "random:16:letters", "hmac" };

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autoptr (DeidReleaseOptions) options = make_options (forms[i]);
      g_autoptr (DeidDataset) release = name_persons (result, options);
      const char *ann = deid_dataset_get_value (release, 0, 1);
      const char *bob = deid_dataset_get_value (release, 1, 1);

      ck_assert_uint_eq (strlen (ann), 16);
      ck_assert_str_eq (ann, deid_dataset_get_value (release, 2, 1));
      ck_assert (g_hash_table_add (seen, g_strdup (ann)));
      ck_assert (g_hash_table_add (seen, g_strdup (bob)));
    }
}
END_TEST

/* Placeholders and rows without a person have none. */
START_TEST (placeholders_have_none)
{
  g_autoptr (DeidResult) result = pseudonyms_solve (TABLE, make_judge ());
  g_autoptr (DeidReleaseOptions) options = make_options ("hmac:8");
  g_autoptr (DeidDataset) release = NULL;

  ck_assert (deid_release_options_set_keep_suppressed (options, TRUE, NULL));
  release = name_persons (result, options);
  assert_table (release, "town who s\n x xrdmvgpp a\n x zlkbcfgd b\n x xrdmvgpp a\n x ? c\n * ? ?\n"
                         " x zlkbcfgd c\n x xrdmvgpp d\n");
}
END_TEST

START_TEST (arrow_streams_have_them)
{
  g_autoptr (DeidResult) result = solve_kind (_i);
  g_autoptr (DeidReleaseOptions) options = make_options (kinds[_i].form);
  g_autoptr (DeidDataset) release = name_persons (result, options);
  g_autoptr (DeidDataset) read = NULL;
  struct ArrowArrayStream stream;

  ck_assert (deid_dataset_export_to_arrow_stream (release, &stream, NULL, NULL));
  read = deid_dataset_new_from_arrow_stream (&stream, "read", NULL, NULL);
  assert_table (read, "town who s\n x xrdmvgpp a\n x zlkbcfgd b\n x xrdmvgpp a\n x ? c\n"
                      " x zlkbcfgd c\n x xrdmvgpp d\n");
}
END_TEST

static void
check_refuses (const char *form, gsize key_size, int code, const char *message)
{
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  g_autofree guint8 *key = g_malloc0 (key_size + 1);
  GError *error = NULL;

  ck_assert (!deid_release_options_set_pseudonym (options, form, key_size > 0 ? key : NULL,
                                                  key_size, &error));
  assert_error (&error, DEID_ERROR, code, message, NULL);
}

START_TEST (forms_and_keys_are_checked)
{
  static const char *const wrong[]
      = { "",          "sha",         "hmac:",        "hmac:7",  "hmac:33",    "hmac:8:",
          "random:8x", "hmac:8:hexa", "hmac:8:hex:1", "hmac:-8", "hmac:8:Hex", "hmac :8" };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    check_refuses (wrong[i], 32, DEID_ERROR_PARSE, "expected hmac or random");
  check_refuses ("hmac", 0, DEID_ERROR_INVALID_ARGUMENT, "need a key");
  check_refuses ("random", 32, DEID_ERROR_INVALID_ARGUMENT, "have no key");
  check_refuses ("hmac", 31, DEID_ERROR_INVALID_ARGUMENT, "too few bytes");
  check_refuses ("hmac", 4097, DEID_ERROR_INVALID_ARGUMENT, "too many bytes");
}
END_TEST

static void
check_apply_fails (DeidResult *result, const char *form, int code, const char *message)
{
  g_autoptr (DeidReleaseOptions) options = make_options (form);
  GError *error = NULL;

  ck_assert_ptr_null (deid_result_apply (result, options, NULL, &error));
  assert_error (&error, DEID_ERROR, code, message, NULL);
}

/* Models of one known row or of one person do not judge what rows give away together. */
static const char *const no_judges[] = { "k:2", "persons:2:1", "persons:2:1:number", "persons:1" };

START_TEST (links_need_a_judge)
{
  g_autoptr (DeidResult) result
      = pseudonyms_solve ("town who:entity\n x Ann\n x Bob\n x Ann\n x Bob\n",
                          deid_privacy_model_new_from_specification (no_judges[_i], NULL, NULL));

  check_apply_fails (result, "random", DEID_ERROR_INVALID_ARGUMENT,
                     "no privacy model judges these rows together");
}
END_TEST

/* Several rows of a person are linked only where a model judges persons; rows of nobody are not
 * linked. Without pseudonyms, or taken back, all is as before. */
START_TEST (linked_rows_are_judged)
{
  g_autoptr (DeidResult) rows
      = pseudonyms_solve (TABLE, deid_privacy_model_new_k_anonymity (2, NULL));
  g_autoptr (DeidResult) persons
      = pseudonyms_solve ("town who:entity\n x Ann\n x Bob\n x ?\n x ?\n y Cem\n",
                          deid_privacy_model_new_k_anonymity (2, NULL));
  g_autoptr (DeidResult) nobody = pseudonyms_solve ("town who:identifying\n x Ann\n x Bob\n",
                                                    deid_privacy_model_new_k_anonymity (2, NULL));
  g_autoptr (DeidReleaseOptions) options = make_options ("hmac:8");
  g_autoptr (DeidReleaseOptions) none = make_options ("hmac:8");
  g_autoptr (DeidDataset) release = NULL, without = NULL;

  check_apply_fails (rows, "hmac", DEID_ERROR_INVALID_ARGUMENT,
                     "no privacy model judges these rows together");
  check_apply_fails (rows, "random", DEID_ERROR_INVALID_ARGUMENT, "'who'");
  check_apply_fails (nobody, "random", DEID_ERROR_ROLE, "no column has the role entity");
  check_apply_fails (persons, "random@town", DEID_ERROR_ROLE,
                     "'town' cannot be released as pseudonyms");
  check_apply_fails (persons, "random@home", DEID_ERROR_UNKNOWN_COLUMN, "'home'");
  release = name_persons (persons, options);
  assert_table (release, "town who\n x xrdmvgpp\n x zlkbcfgd\n x ?\n x ?\n");
  ck_assert (deid_release_options_set_pseudonym (none, NULL, NULL, 0, NULL));
  without = name_persons (rows, none);
  assert_table (without, "town s\n x a\n x b\n x a\n x c\n x c\n x d\n");
}
END_TEST

/* 60,000 persons have 1.8 * 10^9 pairs for 10^8 pseudonyms: some pair has one, but for a chance of
 * e^-18. With sixteen letters no pair has. */
START_TEST (collisions_are_refused)
{
  g_autoptr (GString) table = g_string_new ("town who:entity\n");
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReleaseOptions) options = make_options ("hmac");
  g_autoptr (DeidDataset) release = NULL;

  for (guint i = 0; i < 60000; i++)
    g_string_append_printf (table, " x p%u\n", i);
  result = pseudonyms_solve (table->str, deid_privacy_model_new_k_anonymity (2, NULL));
  check_apply_fails (result, "hmac:8:digits", DEID_ERROR_INVALID_ARGUMENT, "expected longer ones");
  release = name_persons (result, options);
  ck_assert_uint_eq (deid_dataset_get_n_distinct (release, 1), 60000);
}
END_TEST

/* Makes a table of the same origin with one cell of the pseudonyms replaced. */
static void
check_forged (DeidResult *result, DeidDataset *release, guint64 row, const char *text,
              const char *message)
{
  const guint n_rows = (guint) deid_dataset_get_n_rows (release);
  g_autoptr (DeidDataset) forged = deid_dataset_new ("forged");
  DeidOrigin *origin = deid_dataset_make_origin (forged);
  GError *error = NULL;

  for (guint c = 0; c < deid_dataset_get_n_columns (release); c++)
    {
      g_autofree const char **texts = g_new (const char *, n_rows);

      for (guint i = 0; i < n_rows; i++)
        texts[i] = c == 1 && i == row ? text : deid_dataset_get_value (release, i, c);
      ck_assert (deid_dataset_add_string_column (forged, deid_dataset_get_column_name (release, c),
                                                 texts, n_rows, NULL, &error));
    }
  *origin = *release->origin;
  deid_dataset_ref (origin->source);
  deid_problem_ref (origin->problem);
  deid_policy_ref (origin->policy);
  deid_release_options_ref (origin->options);
  origin->rows.sources = g_memdup2 (origin->rows.sources, n_rows * sizeof *origin->rows.sources);
  if (release->suppressed != NULL)
    forged->suppressed = g_memdup2 (release->suppressed, n_rows / 8 + 1);
  ck_assert (deid_result_verify (result, forged, NULL, &error) == (message == NULL));
  if (message != NULL)
    assert_error (&error, DEID_ERROR, DEID_ERROR_VERIFICATION, message, NULL);
}

START_TEST (forged_pseudonyms)
{
  g_autoptr (DeidResult) result = solve_kind (_i);
  g_autoptr (DeidReleaseOptions) options = make_options (kinds[_i].form);
  g_autoptr (DeidDataset) release = NULL;

  ck_assert (deid_release_options_set_keep_suppressed (options, TRUE, NULL));
  release = name_persons (result, options);
  check_forged (result, release, 0, "xrdmvgpp", NULL);
  check_forged (result, release, 6, "xrdmvgpq", "row 7, column 'who': a second pseudonym");
  check_forged (result, release, 1, "xrdmvgpp",
                "row 2, column 'who': the pseudonym of two persons");
  check_forged (result, release, 0, "Ann", "row 1, column 'who': the person's own value");
  check_forged (result, release, 0, NULL, "row 1, column 'who': no pseudonym");
  check_forged (result, release, 3, "zlkbcfgd", "row 4, column 'who': a pseudonym, expected none");
  check_forged (result, release, 4, "zlkbcfgd", "row 5, column 'who': a pseudonym, expected none");
}
END_TEST

/* Each row has the HMAC of its person, whatever the rest of the release is. */
START_TEST (random_tables)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2104);
  guint8 key[KEY_SIZE];

  memset (key, KEY_BYTE, sizeof key);
  for (guint trial = count_trials (N_TRIALS); trial > 0; trial--)
    {
      const guint n_rows = (guint) g_rand_int_range (rand, 2, 40);
      const gboolean has_weights = g_rand_boolean (rand);
      g_autoptr (GString) table = g_string_new ("row:insensitive who:entity town s:sensitive");
      g_autoptr (DeidReleaseOptions) options = make_options ("hmac:32:hex");
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidDataset) release = NULL;
      g_autofree guint *persons = g_new (guint, n_rows);

      g_string_append (table, has_weights ? " n:weight\n" : "\n");
      for (guint row = 0; row < n_rows; row++)
        {
          persons[row] = (guint) g_rand_int_range (rand, 0, 9);
          g_string_append_printf (table, " %u %s%u %c s%s\n", row, persons[row] == 0 ? "?" : "p",
                                  persons[row], "xyz"[g_rand_int_range (rand, 0, 3)],
                                  has_weights ? " 2" : "");
        }
      for (char *p = table->str; (p = strstr (p, "?0")) != NULL; p++)
        memmove (p + 1, p + 2, strlen (p + 1));
      result = pseudonyms_solve (table->str, make_judge ());
      if (result == NULL)
        continue;
      assert_quietly (
          deid_release_options_set_keep_order (options, g_rand_boolean (rand), NULL)
          && deid_release_options_set_seed (options, g_rand_int (rand), NULL)
          && deid_release_options_set_keep_suppressed (options, g_rand_boolean (rand), NULL));
      release = name_persons (result, options);
      for (guint64 i = 0; i < deid_dataset_get_n_rows (release); i++)
        {
          const guint person = persons[atoi (deid_dataset_get_value (release, i, 0))];
          g_autofree char *own = g_strdup_printf ("p%u", person);
          g_autofree char *hash
              = g_compute_hmac_for_string (G_CHECKSUM_SHA256, key, sizeof key, own, -1);

          hash[32] = '\0';
          assert_quietly (
              g_strcmp0 (deid_dataset_get_value (release, i, 1),
                         person == 0 || deid_dataset_is_suppressed (release, i) ? NULL : hash)
              == 0);
        }
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("pseudonyms");
  TCase *tests = tcase_create ("pseudonyms");

  tcase_add_test (tests, pseudonyms_are_those_of_others);
  tcase_add_test (tests, published_hashes);
  tcase_add_test (tests, random_pseudonyms_are_new);
  tcase_add_test (tests, placeholders_have_none);
  tcase_add_loop_test (tests, arrow_streams_have_them, 0, G_N_ELEMENTS (kinds));
  tcase_add_test (tests, forms_and_keys_are_checked);
  tcase_add_loop_test (tests, links_need_a_judge, 0, G_N_ELEMENTS (no_judges));
  tcase_add_test (tests, linked_rows_are_judged);
  tcase_add_test (tests, collisions_are_refused);
  tcase_add_loop_test (tests, forged_pseudonyms, 0, G_N_ELEMENTS (kinds));
  tcase_add_test (tests, random_tables);
  suite_add_tcase (suite, tests);
  return suite;
}
