/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cell suppression of a real table: a column that weighs more keeps more of its cells. */
#include <string.h>

#include "support/suite.h"

#define N_RECORDS    30162
#define N_ATTRIBUTES 9

/* Returns: how many cells of age are suppressed; the loss is that of all cells by their weights. */
static guint64
suppress (const char *table, double weight, guint64 *n_others)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *text
      = g_strdup_printf ("[input]\ninput=%s\ndelimiter=;\n[column *]\nrole=quasi-identifying\n"
                         "[column age]\nloss-weight=%s\n[models]\nmodel=k:5\n"
                         "[search]\nrecoding=cells\niterations=100000\n",
                         table, g_ascii_dtostr (number, sizeof number, weight));
  g_autoptr (DeidJob) job = deid_job_new ();
  g_autoptr (DeidResult) result = NULL;
  DeidPartition *partition;
  guint64 n_age = 0;
  GError *error = NULL;

  ck_assert (deid_job_load_text (job, text, NULL, NULL, NULL));
  result = deid_job_run (job, NULL, &error);
  g_assert_no_error (error);
  partition = deid_result_get_partition (result, NULL, NULL);
  ck_assert_uint_eq (deid_partition_get_n_attributes (partition), N_ATTRIBUTES);
  *n_others = 0;
  for (guint a = 0; a < N_ATTRIBUTES; a++)
    {
      const gboolean is_age = strcmp (deid_partition_get_attribute_name (partition, a), "age") == 0;
      guint64 n;

      deid_partition_count_cells (partition, a, &n, NULL, NULL);
      *(is_age ? &n_age : n_others) += n;
    }
  ck_assert_double_eq_tol (deid_result_get_loss (result),
                           (weight * (double) n_age + (double) *n_others) / N_RECORDS
                               / (weight + N_ATTRIBUTES - 1),
                           1e-9);
  return n_age;
}

START_TEST (importance_of_age)
{
  const char *table = find_shared_file ("data/adult/adult.csv");
  guint64 n_age[3], n_others[3];

  if (table == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (n_age); i++)
    n_age[i] = suppress (table, i == 0 ? 0.5 : i == 1 ? 1 : 4, &n_others[i]);
  for (guint i = 1; i < G_N_ELEMENTS (n_age); i++)
    {
      ck_assert_uint_lt (n_age[i], n_age[i - 1]);
      ck_assert_uint_gt (n_others[i], n_others[i - 1]);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("cells of a real table");
  TCase *cases = tcase_create ("adult");

  tcase_set_timeout (cases, 600);
  tcase_add_test (cases, importance_of_age);
  suite_add_tcase (suite, cases);
  return suite;
}
