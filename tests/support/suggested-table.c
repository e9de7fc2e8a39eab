/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/suggested-table.h"

#include "support/suite.h"

#define N_MANY 400

void
add_numbers (DeidDataset *dataset, const char *name, guint n_values)
{
  gint64 values[N_ROWS];
  GError *error = NULL;

  for (guint i = 0; i < N_ROWS; i++)
    values[i] = 100 + i % n_values;
  deid_dataset_add_integer_column (dataset, name, values, N_ROWS, NULL, 0, NULL, &error);
  assert_no_error (error);
}

DeidDataset *
make_dirty (const char *name, const char *format, const char *dirt)
{
  DeidDataset *dataset = deid_dataset_new ("visits");
  char texts[N_MANY][32];
  const char *values[N_MANY];
  GError *error = NULL;

  for (guint i = 0; i < N_MANY; i++)
    {
      g_autofree char *number = g_strdup_printf ("%u", 1000 + i % 200);
      g_auto (GStrv) parts = g_strsplit (format, "N", 2);

      g_snprintf (texts[i], sizeof texts[i], "%s%s%s", parts[0], number, parts[1]);
      values[i] = i == 7 ? dirt : texts[i];
    }
  deid_dataset_add_string_column (dataset, name, values, N_MANY, NULL, &error);
  assert_no_error (error);
  return dataset;
}

DeidReport *
suggest (const DeidDataset *dataset)
{
  GError *error = NULL;
  DeidReport *suggestions = deid_report_new_suggestions (dataset, NULL, NULL, NULL, &error);

  assert_no_error (error);
  return suggestions;
}
