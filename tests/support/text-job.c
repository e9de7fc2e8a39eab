/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/text-job.h"

#include <string.h>

#include "support/suite.h"

void
set_text_table (DeidJob *job, const char *table)
{
  g_autoptr (GBytes) bytes = g_bytes_new (table, strlen (table));
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_bytes (bytes);
  g_autoptr (GError) error = NULL;
  g_autoptr (DeidCsvOptions) csv = deid_job_make_csv_options (job, &error);
  g_autoptr (DeidDataset) dataset
      = deid_dataset_new_from_csv_stream (stream, "table", csv, NULL, &error);

  assert_no_error (error);
  ck_assert (deid_job_set_dataset (job, dataset, NULL));
}

DeidJob *
make_text_job (const char *table, const char *settings, const char *extra)
{
  g_autoptr (GError) error = NULL;
  DeidJob *job = deid_job_new ();

  deid_job_load_text (job, settings, "settings", NULL, &error);
  assert_no_error (error);
  deid_job_load_text (job, extra != NULL ? extra : "", "extra", NULL, &error);
  assert_no_error (error);
  set_text_table (job, table);
  return job;
}
