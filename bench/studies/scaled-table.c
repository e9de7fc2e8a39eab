/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* All in integers, so that no platform rounds differently. */
#include "scaled-table.h"

const char *const scaled_columns[SCALED_ATTRIBUTES] = { "a", "b", "c", "d", "e" };

static const guint n_values[SCALED_ATTRIBUTES] = { 120, 80, 60, 30, 15 };

/* Returns: a number below @n; its first quarter has half of the draws. */
static guint
draw_skewed (GRand *rand, guint n)
{
  const guint64 place = (guint64) g_rand_int_range (rand, 0, 1 << 16);

  return (guint) ((place * place * n) >> 32);
}

/* Draws different tuples; each is written as a number, from which its values are read again. */
static void
draw_tuples (GRand *rand, guint *tuples)
{
  g_autoptr (GHashTable) drawn = g_hash_table_new (NULL, NULL);
  guint n = 0;

  while (n < SCALED_TUPLES)
    {
      guint tuple = 0;

      for (guint a = 0; a < SCALED_ATTRIBUTES; a++)
        tuple = tuple * n_values[a] + draw_skewed (rand, n_values[a]);
      if (g_hash_table_add (drawn, GUINT_TO_POINTER (tuple)))
        tuples[n++] = tuple;
    }
}

/* Each tuple has a record at least; they are in no order. */
static void
draw_records (GRand *rand, guint *tuple_of_record)
{
  for (guint i = 0; i < SCALED_RECORDS; i++)
    {
      const guint place = (guint) g_rand_int_range (rand, 0, (gint32) i + 1);

      tuple_of_record[i] = tuple_of_record[place];
      tuple_of_record[place] = i < SCALED_TUPLES ? i : draw_skewed (rand, SCALED_TUPLES);
    }
}

/* Takes the last of the values that are left of each tuple away.
 *
 * Returns: (transfer full): these, by record */
static gint64 *
take_values (guint *tuples, const guint *tuple_of_record, guint n)
{
  g_autofree gint64 *taken = g_new (gint64, SCALED_TUPLES);
  gint64 *values = g_new (gint64, SCALED_RECORDS);

  for (guint i = 0; i < SCALED_TUPLES; i++)
    {
      taken[i] = tuples[i] % n;
      tuples[i] /= n;
    }
  for (guint i = 0; i < SCALED_RECORDS; i++)
    values[i] = taken[tuple_of_record[i]];
  return values;
}

DeidDataset *
scaled_table_new (guint32 seed, GError **error)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("scaled");
  g_autofree guint *tuples = g_new (guint, SCALED_TUPLES);
  g_autofree guint *tuple_of_record = g_new (guint, SCALED_RECORDS);

  draw_tuples (rand, tuples);
  draw_records (rand, tuple_of_record);
  for (guint a = SCALED_ATTRIBUTES; a-- > 0;)
    {
      g_autofree gint64 *values = take_values (tuples, tuple_of_record, n_values[a]);

      if (!deid_dataset_add_integer_column (dataset, scaled_columns[a], values, SCALED_RECORDS,
                                            NULL, 0, NULL, error))
        return NULL;
    }
  return g_steal_pointer (&dataset);
}
