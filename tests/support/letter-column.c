/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/letter-column.h"

#include "support/suite.h"

void
letter_column_init (LetterColumn *column, GRand *rand, gint n_letters)
{
  for (guint i = 0; i < N_LETTER_ROWS; i++)
    {
      for (guint c = 0; c < 3; c++)
        column->texts[i][c] = (char) ('A' + g_rand_int_range (rand, 0, n_letters));
      column->texts[i][3] = '\0';
      column->values[i] = g_rand_int_range (rand, 0, 10) == 0 ? NULL : column->texts[i];
    }
}

DeidHierarchy *
letter_columns_make_rows (const LetterColumn *const *columns, guint n_columns)
{
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new ("rows");
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint t = 0; t < n_columns; t++)
    for (guint i = 0; i < N_LETTER_ROWS; i++)
      {
        const char *value = columns[t]->values[i];
        char two[4], one[4];

        if (value == NULL || !g_hash_table_add (seen, (gpointer) value))
          continue;
        g_snprintf (two, sizeof two, "%.2s*", value);
        g_snprintf (one, sizeof one, "%.1s**", value);
        ck_assert (deid_hierarchy_builder_add_row (
            builder, (const char *[]){ value, two, one, "*", NULL }, NULL));
      }
  return deid_hierarchy_builder_build (builder, NULL);
}

void
assert_same_release (DeidResult *a, DeidResult *b)
{
  g_autoptr (DeidDataset) of_a = deid_result_apply (a, NULL, NULL, NULL),
                          of_b = deid_result_apply (b, NULL, NULL, NULL);
  GError *error = NULL;

  ck_assert_uint_eq (deid_result_get_n_suppressed (a), deid_result_get_n_suppressed (b));
  ck_assert (deid_result_verify (a, of_a, NULL, &error));
  assert_no_error (error);
  ck_assert (deid_result_verify (b, of_b, NULL, &error));
  assert_no_error (error);
  ck_assert_uint_eq (deid_dataset_get_n_rows (of_a), deid_dataset_get_n_rows (of_b));
  ck_assert_uint_eq (deid_dataset_get_n_columns (of_a), deid_dataset_get_n_columns (of_b));
  for (guint c = 0; c < deid_dataset_get_n_columns (of_a); c++)
    for (guint64 row = 0; row < deid_dataset_get_n_rows (of_a); row++)
      assert_quietly (
          g_strcmp0 (deid_dataset_get_value (of_a, row, c), deid_dataset_get_value (of_b, row, c))
          == 0);
}
