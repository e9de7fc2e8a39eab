/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A table may stay in its engine, which counts combinations and makes the release by SQL. An engine
 * here is one that knows its answer by heart. */
#include <string.h>

#include "support/lesson.h"

/* Zip a has two women, b one, and one person's zip is missing. Values stand between `=`. */
static const char *const answer[][2] = { { "=a=", "=2=" }, { "=b=", "=1=" }, { "-", "=1=" } };
static const char *const column = "=zip=", *const total[] = { "=4=", "=4=" };
static gboolean
run (const char *sql, DeidEngineRows *rows, GCancellable *cancellable G_GNUC_UNUSED,
     gpointer user_data, GError **error)
{
  guint *n_rows = user_data;

  if (strstr (sql, "GROUP BY") == NULL)
    return strstr (sql, "pragma_table") != NULL ? deid_engine_rows_add (rows, &column, 1, error)
                                                : deid_engine_rows_add (rows, total, 2, error);
  for (guint i = 0; i < *n_rows; i++)
    if (!deid_engine_rows_add (rows, answer[i], 2, error))
      return FALSE;
  return TRUE;
}

static DeidDataset *
count (DeidEngine *engine, GError **error)
{
  g_autoptr (DeidEngineTable) table = deid_engine_table_new (engine, "visits", NULL);

  ck_assert (deid_engine_table_set_role (table, "zip", DEID_ROLE_QUASI_IDENTIFYING, NULL));
  return deid_engine_table_count (table, NULL, error);
}

/* Three combinations of four records; before it lists columns, and then counts all records. */
START_TEST (test_callback)
{
  guint n_rows = 3;
  g_autoptr (DeidEngine) engine = deid_engine_new (DEID_DIALECT_SQLITE, run, &n_rows, NULL, NULL);
  g_autoptr (DeidDataset) combinations = count (engine, NULL);

  assert_table (combinations, "zip records\n ? 1\n a 2\n b 1\n");
  ck_assert_uint_eq (deid_dataset_get_n_records (combinations), 4);
}

/* The same from a program that writes CSV behind each statement, and then that it is done. */
START_TEST (test_command)
{
  g_autoptr (DeidEngine) engine = deid_engine_new_command (
      DEID_DIALECT_SQLITE,
      "sh -c 'while read -r sql; do case $sql in *done*) set -- $sql; echo done ${3%??};; "
      "*pragma_table*) echo =zip=;; *GROUP*) echo =a=,=3=;; SELECT*) echo =3=,=3=; esac; done'",
      NULL);
  g_autoptr (DeidDataset) combinations = count (engine, NULL);

  assert_table (combinations, "zip records\n a 3\n");
}

/* 2-anonymity: two records fit, and those of b and of no zip are suppressed. */
START_TEST (test_search)
{
  guint n_rows = 3;
  g_autoptr (DeidEngine) engine = deid_engine_new (DEID_DIALECT_SQLITE, run, &n_rows, NULL, NULL);
  g_autoptr (DeidDataset) combinations = count (engine, NULL);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (combinations);
  g_autoptr (DeidHierarchy) suppression = deid_hierarchy_new_suppression ();
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (2, NULL);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL;

  ck_assert (deid_lattice_add_quasi_identifier (lattice, "zip", suppression, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  ck_assert (deid_problem_set_suppression_limit_count (problem, 2, NULL));
  result = deid_search_run (search, problem, NULL, NULL);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 2);
}

/* A program that fails has not answered. */
START_TEST (test_error)
{
  g_autoptr (DeidEngine) engine = deid_engine_new_command (DEID_DIALECT_SQLITE, "false", NULL);
  GError *error = NULL;

  ck_assert_ptr_null (count (engine, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENGINE, "status 1", NULL);
}

LESSON (engine, test_callback, test_command, test_search, test_error)
