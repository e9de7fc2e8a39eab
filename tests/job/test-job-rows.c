/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows that conditions leave out: which, where that is said, and what follows of it. */
#include <string.h>

#include "support/suite.h"
#include "support/text-job.h"

static const char table[] = "id,born,seen,ward,dose\n"
                            "1,1929,05.03.2019,A,1.5\n"
                            "2,1931,31.12.2018,B,10\n"
                            "3,1950,01.01.2020,St. Mary,2\n"
                            "4,,07.07.2019,A,0.50\n"
                            "5,1930,15.06.2021,\"C, east\",-1\n"
                            "6,1980,,b,\n"
                            "Total,9999,,,13.0\n";

static const char types[] = "[column born]\ntype=integer\n"
                            "[column dose]\ntype=decimal\n"
                            "[column seen]\ntype=date\nformat=DD.MM.YYYY\n";

/* The codes of [input] hold for each column of a table that is given, whose columns may have more.
 */
START_TEST (codes_of_a_given_table)
{
  static const char *const ages[] = { "31", "99", "NA", "-" }, *const wards[]
                                                               = { "99", "NA", "-", "b" };
  static const char *const expected[] = { "31", NULL, "NA", NULL, NULL, NULL, "-", "b" };
  g_autoptr (DeidDataset) given = deid_dataset_new ("given");
  g_autoptr (DeidJob) job = deid_job_new ();
  DeidDataset *used;
  GError *error = NULL;

  ck_assert (deid_dataset_add_string_column (given, "age", ages, 4, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (given, "ward", wards, 4, NULL, NULL));
  ck_assert (deid_job_set_dataset (job, given, NULL));
  ck_assert (deid_job_set (job, "input", "missing", "99", NULL, NULL));
  ck_assert (deid_job_set (job, "column age", "missing", "-", NULL, NULL));
  ck_assert (deid_job_set (job, "column ward", "missing", "NA", NULL, NULL));
  used = deid_job_get_dataset (job, NULL, &error);
  assert_no_error (error);
  for (guint i = 0; i < 8; i++)
    ck_assert_pstr_eq (deid_dataset_get_value (used, i % 4, i / 4), expected[i]);
  ck_assert_str_eq (deid_dataset_get_value (given, 1, 0), "99");
}
END_TEST

/* Returns: (transfer full): the ids of the rows that are left. */
static char *
list_ids (DeidJob *job)
{
  g_autoptr (GString) ids = g_string_new (NULL);
  GError *error = NULL;
  DeidDataset *dataset = deid_job_get_dataset (job, NULL, &error);

  assert_no_error (error);
  for (guint64 row = 0; row < deid_dataset_get_n_rows (dataset); row++)
    g_string_append_printf (ids, "%s%s", row > 0 ? " " : "",
                            deid_dataset_get_value (dataset, row, 0));
  return g_string_free (g_steal_pointer (&ids), FALSE);
}

static DeidJob *
make_job (const char *key, const char *condition)
{
  DeidJob *job = make_text_job (table, types, NULL);
  GError *error = NULL;

  deid_job_set (job, "input", key, condition, NULL, &error);
  assert_no_error (error);
  return job;
}

/* Each condition, and by hand the rows that meet it. */
START_TEST (conditions)
{
  static const struct
  {
    const char *condition, *ids, *normal;
  } cases[] = {
    { "born<1931", "1 5", "born < 1931" },
    { "born <= 1931", "1 2 5", "born <= 1931" },
    { "born > 1950", "6 Total", "born > 1950" },
    { "born>=1950", "3 6 Total", "born >= 1950" },
    { "born == 1931", "2", "born = 1931" },
    { "born = 01931", "2", "born = 01931" },
    { "born <> 1931", "1 3 5 6 Total", "born != 1931" },
    { "born is missing", "4", "born is missing" },
    { "born  IS  NOT  MISSING", "1 2 3 5 6 Total", "born is not missing" },
    { "dose < 2", "1 4 5", "dose < 2" },
    { "dose = .5", "4", "dose = .5" },
    { "dose in (10.0,0.5)", "2 4", "dose in (10.0, 0.5)" },
    { "dose not in (13, 2)", "1 2 4 5", "dose not in (13, 2)" },
    { "seen < 01.01.2020", "1 2 4", "seen < 01.01.2020" },
    { "seen = 05.03.2019", "1", "seen = 05.03.2019" },
    { "ward = A", "1 4", "ward = A" },
    { "ward = 'St. Mary'", "3", "ward = \"St. Mary\"" },
    { "ward in (\"C, east\", b)", "5 6", "ward in (\"C, east\", b)" },
    { "ward != A", "2 3 5 6", "ward != A" },
    { "'ward' = \"A\" and born is missing", "4", "ward = A and born is missing" },
    { "born < 1930 or ward = B or id = Total", "1 2 Total",
      "born < 1930 or ward = B or id = Total" },
    { "ward = B or ward = A and born < 1930", "1 2", "ward = B or ward = A and born < 1930" },
    { "born < 1930 and ward = B OR dose>9 AND ward=B", "2",
      "born < 1930 and ward = B or dose > 9 and ward = B" },
    { "id = Total", "Total", "id = Total" },
    { "ward = \"A\n\" or id = 1", "1", "ward = \"A\n\" or id = 1" },
    { "ward = \"a\"\"b\" or id = 'it''s' or id = 1", "1", "ward = a\"b or id = it's or id = 1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidJob) kept = make_job ("keep", cases[i].condition);
      g_autoptr (DeidJob) dropped = make_job ("drop", cases[i].condition);
      g_autofree char *of_kept = list_ids (kept), *of_dropped = list_ids (dropped);
      g_auto (GStrv) ids = g_strsplit (cases[i].ids, " ", -1);

      ck_assert_str_eq (deid_job_get (kept, "input", "keep"), cases[i].normal);
      ck_assert_msg (g_str_equal (of_kept, cases[i].ids), "%s keeps %s", cases[i].condition,
                     of_kept);
      ck_assert_uint_eq (deid_dataset_get_n_rows (deid_job_get_dataset (dropped, NULL, NULL)),
                         7 - g_strv_length (ids));
      for (guint row = 0; ids[row] != NULL; row++)
        ck_assert_ptr_null (strstr (of_dropped, ids[row]));
    }
}
END_TEST

/* Of several conditions all keep a row, and any drops it. */
START_TEST (several)
{
  g_autoptr (DeidJob) kept = make_job ("keep", "ward in (A, B); born < 1931");
  g_autoptr (DeidJob) dropped = make_job ("drop", "ward in (A, B); id = Total");
  g_autoptr (DeidJob) both = make_job ("drop", "id = Total");
  g_autofree char *of_kept = list_ids (kept), *of_dropped = list_ids (dropped), *of_both = NULL;
  g_auto (GStrv) notes = deid_dataset_list_notes (deid_job_get_dataset (dropped, NULL, NULL));

  ck_assert_str_eq (of_kept, "1");
  ck_assert_str_eq (of_dropped, "3 5 6");
  ck_assert_uint_eq (g_strv_length (notes), 2);
  ck_assert_ptr_nonnull (strstr (notes[0], "'ward' leaves out 3 of 7 rows"));
  ck_assert_ptr_nonnull (strstr (notes[1], "'id' leaves out 1 of 7 rows"));
  ck_assert_ptr_null (strstr (notes[1], "Total"));
  ck_assert (deid_job_set (both, "input", "keep", "born > 1940", NULL, NULL));
  of_both = list_ids (both);
  ck_assert_str_eq (of_both, "3 6");
}
END_TEST

/* What is wrong with a condition is said when it is set. */
START_TEST (refused_settings)
{
  static const struct
  {
    const char *condition;
  } cases[] = {
    { "born" },
    { "born ~ 3" },
    { "birth year > 3" },
    { "born >" },
    { "born > and ward = A" },
    { "born = \"\"" },
    { "born = \"3" },
    { "ward in A" },
    { "ward in (A, B" },
    { "ward in ()" },
    { "ward in (A,)" },
    { "ward = St. Mary" },
    { "born > 3 and" },
    { "born > 3 or" },
    { "= 3" },
    { "bornis missing" },
    { "born is missingand ward = A" },
    { "and > 3 and or = 3 or" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidJob) job = deid_job_new ();
      GError *error = NULL;

      ck_assert_msg (!deid_job_set (job, "input", "keep", cases[i].condition, "--keep", &error),
                     "%s is taken", cases[i].condition);
      assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "--keep", "in quotes", NULL);
    }
}
END_TEST

/* And what is wrong with it on a table, when that is read. */
START_TEST (refused_conditions)
{
  static const struct
  {
    const char *condition, *message;
    DeidError code;
  } cases[] = {
    { "bron > 3", "did you mean 'born'", DEID_ERROR_UNKNOWN_COLUMN },
    { "born > 193x", "'193x' is not of the type integer", DEID_ERROR_PARSE },
    { "born = 1931.5", "'1931.5' is not of the type integer", DEID_ERROR_PARSE },
    { "dose < 1,5", "'1,5' is not of the type decimal", DEID_ERROR_PARSE },
    { "seen < 2020-01-01", "'2020-01-01' is not of the type date DD.MM.YYYY", DEID_ERROR_PARSE },
    { "seen in (05.03.2019, 1930)", "'1930'", DEID_ERROR_PARSE },
    { "ward < B", "column 'ward' is a text, expected =, != or in", DEID_ERROR_PARSE },
    { "born > 0 and born < 0", "all 7 rows are left out", DEID_ERROR_INVALID_ARGUMENT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidJob) job = make_job ("keep", cases[i].condition);
      GError *error = NULL;

      ck_assert_ptr_null (deid_job_get_dataset (job, NULL, &error));
      assert_error (&error, DEID_ERROR, (int) cases[i].code, "[input] keep", cases[i].message,
                    NULL);
    }
}
END_TEST

/* A row whose value is of no use to a type can be dropped, and messages go on naming its line. */
START_TEST (values_of_no_type)
{
  const char *path
      = write_file ("rows.csv", "id,born\n1,1930\nTotal,many\n2,1940\n3,x\n4,1950\n", -1);
  g_autoptr (DeidJob) job = deid_job_new ();
  g_autoptr (DeidJob) decided = deid_job_new ();
  g_autofree char *ids = NULL;
  GError *error = NULL;

  ck_assert (deid_job_set (job, "input", "input", path, NULL, NULL));
  ck_assert (deid_job_set (job, "column born", "type", "integer", NULL, NULL));
  ck_assert (deid_job_set (job, "input", "drop", "id = Total", NULL, NULL));
  ck_assert_ptr_null (deid_job_get_dataset (job, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "1 value is not of the type integer",
                "line 5", NULL);
  ck_assert (deid_job_set (job, "input", "keep", "born > 1935", NULL, NULL));
  ck_assert_ptr_null (deid_job_get_dataset (job, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "[input] keep", "line 5", "drop=", NULL);
  ck_assert (deid_job_set (job, "input", "keep", "id != 3 and born > 1935", NULL, NULL));
  ids = list_ids (job);
  ck_assert_str_eq (ids, "2 4");

  ck_assert (deid_job_set (decided, "input", "input", path, NULL, NULL));
  ck_assert (deid_job_set (decided, "column born", "type", "integer", NULL, NULL));
  ck_assert (deid_job_set (decided, "input", "drop", "born in (many, x)", NULL, NULL));
  g_free (ids);
  ids = list_ids (decided);
  ck_assert_str_eq (ids, "1 2 4");
}
END_TEST

/* A table without the rows that are left out is the very same: codes, values and domain. */
START_TEST (as_if_not_read)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (41);

  for (guint trial = 0; trial < count_trials (400); trial++)
    {
      g_autoptr (GString) all = g_string_new ("a,b,c\n"), rest = g_string_new ("a,b,c\n");
      const guint n = (guint) g_rand_int_range (rand, 1, 300);
      const int limit = g_rand_int_range (rand, 0, 300);
      g_autoptr (DeidJob) job = NULL, other = NULL;
      DeidDataset *dataset, *expected;
      guint n_left = 0;

      for (guint row = 0; row < n; row++)
        {
          const int a = g_rand_int_range (rand, 0, 300);
          g_autofree char *line = g_strdup_printf (
              "%d,%s,%d\n", a, g_rand_boolean (rand) ? "" : "x", g_rand_int_range (rand, 0, 400));

          g_string_append (all, line);
          if (a >= limit)
            g_string_append (rest, line);
          n_left += a >= limit;
        }
      if (n_left == 0)
        continue;
      job = make_text_job (all->str, "[column a]\ntype=integer\n", NULL);
      other = make_text_job (rest->str, "", NULL);
      {
        g_autofree char *condition = g_strdup_printf ("a < %d", limit);

        ck_assert (deid_job_set (job, "input", "drop", condition, NULL, NULL));
      }
      dataset = deid_job_get_dataset (job, NULL, NULL);
      expected = deid_job_get_dataset (other, NULL, NULL);
      ck_assert_uint_eq (deid_dataset_get_n_records (dataset), n_left);
      for (guint c = 0; c < 3; c++)
        {
          gsize n_values, n_expected, size, expected_size;
          guint width, expected_width;
          g_autofree const char **values = deid_dataset_list_distinct (dataset, c, &n_values, NULL);
          g_autofree const char **expected_values
              = deid_dataset_list_distinct (expected, c, &n_expected, NULL);
          gconstpointer codes = deid_dataset_get_codes (dataset, c, &width, &size);
          gconstpointer expected_codes
              = deid_dataset_get_codes (expected, c, &expected_width, &expected_size);

          ck_assert_uint_eq (n_values, n_expected);
          for (gsize v = 0; v < n_values; v++)
            ck_assert_str_eq (values[v], expected_values[v]);
          ck_assert_uint_eq (width, expected_width);
          ck_assert_uint_eq (size, expected_size);
          ck_assert_mem_eq (codes, expected_codes, size);
        }
    }
}
END_TEST

/* The codes that a host had borrowed stay what they were. */
START_TEST (borrowed_codes)
{
  static const char *const values[] = { "a", "b", "a", "c" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("t");
  g_autoptr (DeidJob) job = deid_job_new ();
  GError *error = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "v", values, 4, NULL, NULL));
  ck_assert (deid_job_set_dataset (job, dataset, NULL));
  ck_assert (deid_job_set (job, "input", "drop", "v = a", NULL, NULL));
  ck_assert_uint_eq (deid_dataset_get_n_rows (deid_job_get_dataset (job, NULL, &error)), 2);
  assert_no_error (error);
  ck_assert_uint_eq (deid_dataset_get_n_rows (dataset), 4);
}
END_TEST

static const char problem[] = "[column age]\nrole=quasi-identifying\ntype=integer\n"
                              "rule=intervals:10,20\n[column ill]\nrole=sensitive\n"
                              "[models]\nmodel=k:2\n[limits]\nsuppression-limit=20%\n";

static const char stored_table[]
    = "id,age,ill,year\n1,30,flu,2018\n2,31,gout,2019\n3,32,flu,2019\n4,33,flu,2019\n"
      "5,55,gout,2019\n6,51,flu,2019\nTotal,,,6\n";

static DeidStoredPolicy *
store (const char *drop, const char *keep, guint64 *n_records)
{
  g_autoptr (DeidJob) job = make_text_job (stored_table, problem, NULL);
  g_autoptr (DeidResult) result = NULL;
  DeidStoredPolicy *policy;
  GError *error = NULL;

  ck_assert (deid_job_set (job, "input", "drop", drop, NULL, NULL));
  ck_assert (deid_job_set (job, "input", "keep", keep, NULL, NULL));
  ck_assert (deid_job_set (job, "column year", "type", "integer", NULL, NULL));
  result = deid_job_run (job, NULL, &error);
  assert_no_error (error);
  *n_records = deid_dataset_get_n_records (deid_job_get_dataset (job, NULL, NULL));
  policy = deid_stored_policy_new (result, NULL, &error);
  assert_no_error (error);
  return policy;
}

/* A stored policy leaves such rows out of later tables, also after it was written and read. */
START_TEST (stored)
{
  guint64 n_records;
  g_autoptr (DeidStoredPolicy) policy = store ("id = Total", "year >= 2019", &n_records);
  g_autofree char *text = deid_stored_policy_to_json (policy, NULL, NULL), *again = NULL;
  g_autoptr (DeidStoredPolicy) read = NULL;
  const char *path = write_file ("next.csv",
                                 "id,year,age,ill\n7,2019,30,flu\n8,2020,31,gout\n9,2018,70,flu\n"
                                 "Total,3,,\n10,2021,39,flu\n",
                                 -1);
  g_autoptr (DeidDataset) next = deid_dataset_new_from_csv_file (path, NULL, NULL, NULL);
  g_autoptr (DeidResult) result = NULL;
  g_auto (GStrv) notes = NULL;
  GError *error = NULL;

  ck_assert_uint_eq (n_records, 5);
  read = deid_stored_policy_new_from_json_file (write_file ("policy.json", text, -1), NULL, NULL,
                                                &error);
  assert_no_error (error);
  again = deid_stored_policy_to_json (read, NULL, NULL);
  ck_assert_str_eq (again, text);
  result = deid_stored_policy_evaluate (read, next, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_dataset_get_n_records (next), 3);
  ck_assert_int_eq (deid_dataset_get_column_type (next, 1), DEID_COLUMN_TYPE_INTEGER);
  notes = deid_dataset_list_notes (next);
  ck_assert_uint_eq (g_strv_length (notes), 2);
  ck_assert_ptr_nonnull (strstr (notes[0], "1 of 5 rows"));
  ck_assert_ptr_nonnull (strstr (notes[1], "1 of 4 rows"));
}
END_TEST

/* The next table may lack the total, but not the column that says so. */
START_TEST (stored_columns)
{
  guint64 n_records;
  g_autoptr (DeidStoredPolicy) policy = store ("year in (6, 2018)", NULL, &n_records);
  const char *path = write_file ("next.csv", "year,age,ill\n2019,30,flu\n2019,31,gout\n", -1);
  const char *without = write_file ("without.csv", "age,ill\n30,flu\n31,gout\n", -1);
  g_autoptr (DeidDataset) next = deid_dataset_new_from_csv_file (path, NULL, NULL, NULL);
  g_autoptr (DeidDataset) other = deid_dataset_new_from_csv_file (without, NULL, NULL, NULL);
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  ck_assert_uint_eq (n_records, 5);
  result = deid_stored_policy_evaluate (policy, next, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_dataset_get_n_records (next), 2);
  ck_assert_ptr_null (deid_stored_policy_evaluate (policy, other, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, "'year'", NULL);
}
END_TEST

/* Members of a file that are no conditions. */
START_TEST (stored_wrongly)
{
  static const char *const members[]
      = { "[]", "{\"drop\":[]}", "{\"drop\":[3]}", "{\"drop\":[\"id\"]}", "{\"keep\":{}}" };
  guint64 n_records;
  g_autoptr (DeidStoredPolicy) policy = store ("id = Total", NULL, &n_records);
  g_autofree char *text = deid_stored_policy_to_json (policy, NULL, NULL);
  const char *start = strstr (text, "\"rows\"");
  const char *end = strstr (start, "\"missing_refused\"");

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      g_autofree char *changed
          = g_strdup_printf ("%.*s\"rows\": %s, %s", (int) (start - text), text, members[i], end);
      GError *error = NULL;

      ck_assert_ptr_null (deid_stored_policy_new_from_json_file (
          write_file ("policy.json", changed, -1), NULL, NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, NULL);
    }
}
END_TEST

/* The rows that are kept are a sample of those that are not dropped: the same as with files. */
START_TEST (populations)
{
  static const char *const models[] = { "kmap:3", "dp:0.05:0.6", "k:2", "kmap:2;dl:2" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (14);

  for (guint trial = 0; trial < 24; trial++)
    {
      g_autoptr (GString) all = g_string_new ("age,ill,study,n\n");
      g_autoptr (GString) sample = g_string_new ("age,ill,study,n\n");
      g_autoptr (GString) population = g_string_new ("age,ill,study,n\n");
      g_autofree char *extra
          = g_strdup_printf ("[models]\nmodel=%s\n%s", models[trial % G_N_ELEMENTS (models)],
                             trial % 2 ? "[column n]\nrole=weight\n" : "");
      g_autoptr (DeidJob) job = NULL, other = NULL;
      g_autoptr (DeidResult) result = NULL, expected = NULL;
      g_autofree char *policy = NULL, *expected_policy = NULL;
      GError *error = NULL, *expected_error = NULL;

      for (guint row = 0; row < 200; row++)
        {
          const gboolean is_sample = g_rand_int_range (rand, 0, 3) == 0;
          g_autofree char *line
              = g_strdup_printf ("%d,%s,%s,%d\n", g_rand_int_range (rand, 20, 60),
                                 g_rand_boolean (rand) ? "flu" : "gout", is_sample ? "yes" : "",
                                 g_rand_int_range (rand, 1, 4));

          g_string_append (all, line);
          g_string_append (population, line);
          g_string_append (is_sample ? sample : all, is_sample ? line : "99,total,,999\n");
        }
      job = make_text_job (all->str, problem, extra);
      ck_assert (deid_job_set (job, "input", "drop", "ill = total", NULL, NULL));
      ck_assert (deid_job_set (job, "input", "keep", "study = yes", NULL, NULL));
      ck_assert (deid_job_set (job, "population", "population", "table", NULL, NULL));
      other = make_text_job (sample->str, problem, extra);
      ck_assert (deid_job_set (other, "population", "population",
                               write_file ("population.csv", population->str, -1), NULL, NULL));
      if (trial % 2)
        ck_assert (deid_job_set (other, "population", "population-weight", "n", NULL, NULL));
      result = deid_job_run (job, NULL, &error);
      expected = deid_job_run (other, NULL, &expected_error);
      ck_assert_msg ((result == NULL) == (expected == NULL), "%s",
                     error != NULL ? error->message : expected_error->message);
      if (result == NULL)
        {
          ck_assert_int_eq (error->code, expected_error->code);
          g_clear_error (&error);
          g_clear_error (&expected_error);
          continue;
        }
      policy = deid_policy_to_text (deid_result_get_policy (result), NULL);
      expected_policy = deid_policy_to_text (deid_result_get_policy (expected), NULL);
      ck_assert_str_eq (policy, expected_policy);
      ck_assert (deid_result_get_loss (result) == deid_result_get_loss (expected));
      ck_assert_uint_eq (deid_result_get_n_suppressed (result),
                         deid_result_get_n_suppressed (expected));
    }
}
END_TEST

START_TEST (refused_populations)
{
  g_autoptr (DeidJob) job = make_text_job (stored_table, problem, NULL);
  GError *error = NULL;

  ck_assert (deid_job_set (job, "population", "population", "table", NULL, NULL));
  ck_assert_ptr_null (deid_job_get_problem (job, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "[population] population",
                "[input] keep", NULL);
  ck_assert (deid_job_set (job, "input", "keep", "year = 2019", NULL, NULL));
  ck_assert (deid_job_set (job, "population", "population-weight", "year", NULL, NULL));
  ck_assert_ptr_null (deid_job_get_problem (job, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "population-weight",
                "the role weight", NULL);
}
END_TEST

/* The engine has views for this. */
START_TEST (refused_engines)
{
  static const char *const keys[] = { "keep", "drop" };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autoptr (DeidJob) job = deid_job_new ();
      GError *error = NULL;

      ck_assert (deid_job_set (job, "engine", "dialect", "sqlite", NULL, NULL));
      ck_assert (deid_job_set (job, "input", keys[i], "a = 3", NULL, NULL));
      ck_assert_ptr_null (deid_job_get_dataset (job, NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, keys[i], "a view", NULL);
    }
}
END_TEST

/* Another table would keep its rows and dates. */
START_TEST (treated_persons_are_not_stored)
{
  static const char *const treatments[]
      = { "[persons]\nmax-rows=1\n", "[column seen]\nperson-time=relative\n" };

  for (guint i = 0; i < G_N_ELEMENTS (treatments); i++)
    {
      g_autoptr (DeidJob) job
          = make_text_job ("who,ward,seen\na,x,2020-01-01\nb,x,2020-01-02\na,x,2020-02-01\n",
                           "[column who]\nrole=entity\n[column ward]\nrole=quasi-identifying\n"
                           "rule=suppress\n[column seen]\ntype=date\n[models]\nmodel=k:2\n",
                           treatments[i]);
      GError *error = NULL;
      g_autoptr (DeidResult) result = deid_job_run (job, NULL, &error);

      assert_no_error (error);
      ck_assert_ptr_null (deid_stored_policy_new (result, NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                    "rows of persons were left out or their dates changed", NULL);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("job-rows");
  TCase *conditions_case = tcase_create ("conditions");
  TCase *stored_case = tcase_create ("stored");
  TCase *populations_case = tcase_create ("populations");

  tcase_add_test (conditions_case, conditions);
  tcase_add_test (conditions_case, several);
  tcase_add_test (conditions_case, refused_settings);
  tcase_add_test (conditions_case, refused_conditions);
  tcase_add_test (conditions_case, values_of_no_type);
  tcase_add_test (conditions_case, as_if_not_read);
  tcase_add_test (conditions_case, codes_of_a_given_table);
  tcase_add_test (conditions_case, borrowed_codes);
  tcase_add_test (stored_case, stored);
  tcase_add_test (stored_case, stored_columns);
  tcase_add_test (stored_case, stored_wrongly);
  tcase_add_test (stored_case, treated_persons_are_not_stored);
  tcase_add_test (populations_case, populations);
  tcase_add_test (populations_case, refused_populations);
  tcase_add_test (populations_case, refused_engines);
  suite_add_tcase (suite, conditions_case);
  suite_add_tcase (suite, stored_case);
  suite_add_tcase (suite, populations_case);
  return suite;
}
