/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Any text as a condition of rows: its normal form stays as it is and means the same, and the rows
 * that it drops and the rows that it keeps are the table. */
#include "fuzz/fuzz.h"

#include <string.h>

#include "support/text-job.h"
#include "table/row-filter.h"

static const char table[] = "id,born,seen,ward,dose\n"
                            "1,1929,05.03.2019,A,1.5\n"
                            "2,1931,31.12.2018,B,10\n"
                            "3,1950,01.01.2020,St. Mary,2\n"
                            "4,,07.07.2019,A,0.50\n"
                            "5,1930,15.06.2021,\"C, east\",-1\n"
                            "6,1980,,b,\n"
                            "7,9999,,,13.0\n";
#define N_ROWS 7

static const char types[] = "[column born]\ntype=integer\n"
                            "[column dose]\ntype=decimal\n"
                            "[column seen]\ntype=date\nformat=DD.MM.YYYY\n";

/* Returns: a bit for each row that is left; all rows if the condition is refused. */
static guint
filter_rows (const char *key, const char *condition, gboolean *is_refused)
{
  g_autoptr (DeidJob) job = make_text_job (table, types, NULL);
  GError *error = NULL;
  DeidDataset *dataset;
  guint rows = 0;

  /* The value of a key is a list of conditions. */
  assert_quietly (deid_job_set (job, "input", key, condition, NULL, NULL));
  dataset = deid_job_get_dataset (job, NULL, &error);
  *is_refused
      = dataset == NULL && !g_error_matches (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT);
  if (!fuzz_check (dataset != NULL, &error))
    return 0;
  for (guint64 row = 0; row < deid_dataset_get_n_rows (dataset); row++)
    rows |= 1u << (deid_dataset_get_value (dataset, row, 0)[0] - '1');
  return rows;
}

FUZZ_TARGET (conditions)
{
  g_autofree char *text = fuzz_take_text (fuzz);
  g_autofree char *normal = NULL, *again = NULL;
  gboolean is_refused[3];
  GError *error = NULL;
  guint kept, dropped;

  if (!g_utf8_validate (text, -1, NULL))
    return;
  normal = deid_condition_normalize (text, &error);
  if (!fuzz_check (normal != NULL, &error))
    return;
  again = deid_condition_normalize (normal, &error);
  assert_no_error (error);
  if (strcmp (normal, again) != 0)
    ck_abort_msg ("'%s' becomes '%s', and then '%s'", text, normal, again);
  if (strpbrk (text, ";\\") != NULL)
    return;
  kept = filter_rows ("keep", text, &is_refused[0]);
  dropped = filter_rows ("drop", text, &is_refused[1]);
  assert_quietly (is_refused[0] == is_refused[1]);
  if (!is_refused[0])
    assert_quietly ((kept & dropped) == 0 && (kept | dropped) == (1u << N_ROWS) - 1);
  assert_quietly (filter_rows ("keep", normal, &is_refused[2]) == kept
                  && is_refused[2] == is_refused[0]);
}
