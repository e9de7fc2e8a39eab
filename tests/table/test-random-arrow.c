/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Random tables from Arrow streams: values of all types are drawn first, and come in arrays of any
 * shape. */
#include "support/arrow-encode.h"
#include "support/suite.h"

#define MAX_COLUMNS 4
#define MAX_CHUNKS  4
#define MAX_ROWS    24 /* of a chunk */
#define MAX_POOL    6

/* A column has few different values, so that they come again in other arrays. */
typedef struct
{
  const ArrowKind *kind;
  const ArrowKind *keys; /* NULL without a dictionary */
  ArrowValue pool[MAX_POOL];
  guint n_pool;
  const char *expected[MAX_CHUNKS * MAX_ROWS];
} Column;

typedef struct
{
  GRand *rand;
  Column columns[MAX_COLUMNS];
  guint n_columns;
  guint n_rows;
} Trial;

static const ArrowKind *
draw_keys (GRand *rand)
{
  const ArrowKind *keys;

  do
    keys = &arrow_kinds[g_rand_int_range (rand, 0, (gint) n_arrow_kinds)];
  while (keys->type != DEID_COLUMN_TYPE_INTEGER);
  return keys;
}

static void
column_init (Column *column, const ArrowKind *kind, GRand *rand)
{
  column->kind = kind;
  column->keys = g_rand_boolean (rand) ? draw_keys (rand) : NULL;
  column->n_pool = (guint) g_rand_int_range (rand, 1, MAX_POOL + 1);
  for (guint i = 0; i < column->n_pool; i++)
    kind->draw (kind, rand, &column->pool[i]);
}

static void
column_clear (Column *column)
{
  for (guint i = 0; i < column->n_pool; i++)
    g_free (column->pool[i].text);
}

static struct ArrowSchema *
make_schema (const Trial *trial)
{
  struct ArrowSchema *schema = arrow_schema_new ("+s", "", trial->n_columns);

  for (guint c = 0; c < trial->n_columns; c++)
    {
      const Column *column = &trial->columns[c];
      g_autofree char *name = g_strdup_printf ("c%u", c);

      if (column->keys == NULL)
        schema->children[c] = arrow_schema_new (column->kind->format, name, 0);
      else
        {
          schema->children[c] = arrow_schema_new (column->keys->format, name, 0);
          schema->children[c]->dictionary = arrow_schema_new (column->kind->format, "", 0);
        }
    }
  return schema;
}

/* Makes an array of @n rows of a table behind @offset others, and says what texts they have. */
static struct ArrowArray *
make_column (Trial *trial, Column *column, guint offset, guint n, const guint8 *table_validity)
{
  const ArrowValue *values[MAX_ROWS];

  for (guint i = 0; i < offset + n; i++)
    {
      const guint drawn = (guint) g_rand_int_range (trial->rand, 0, (gint) column->n_pool + 1);
      const gboolean is_there = (table_validity[i / 8] >> (i % 8) & 1) != 0;
      const char *text;

      values[i] = drawn < column->n_pool ? &column->pool[drawn] : NULL;
      text = values[i] != NULL && is_there ? values[i]->text : NULL;
      if (i >= offset)
        column->expected[trial->n_rows + i - offset]
            = text != NULL && text[0] != '\0' ? text : NULL;
    }
  return column->keys == NULL ? arrow_encode (column->kind, trial->rand, values, offset + n)
                              : arrow_encode_dictionary (column->kind, column->keys, trial->rand,
                                                         values, offset + n);
}

static struct ArrowArray *
make_chunk (Trial *trial)
{
  const guint offset = (guint) g_rand_int_range (trial->rand, 0, 10);
  const guint n = (guint) g_rand_int_range (trial->rand, 0, MAX_ROWS - 9);
  const gboolean has_nulls = g_rand_boolean (trial->rand);
  struct ArrowArray *chunk = arrow_array_new (n, 1, trial->n_columns);
  guint8 validity[MAX_ROWS / 8];

  chunk->offset = offset;
  for (guint i = 0; i < sizeof validity; i++)
    validity[i] = has_nulls ? (guint8) g_rand_int (trial->rand) : 0xff;
  if (has_nulls)
    {
      chunk->null_count = -1;
      arrow_array_set_buffer (chunk, 0, validity, (offset + n + 7) / 8);
    }
  for (guint c = 0; c < trial->n_columns; c++)
    chunk->children[c] = make_column (trial, &trial->columns[c], offset, n, validity);
  trial->n_rows += n;
  return chunk;
}

/* Every value is read as its type says. */
static void
check (const Trial *trial, DeidDataset *dataset)
{
  GError *error = NULL;

  assert_quietly (deid_dataset_get_n_columns (dataset) == trial->n_columns);
  assert_quietly (deid_dataset_get_n_rows (dataset) == trial->n_rows);
  for (guint c = 0; c < trial->n_columns; c++)
    {
      const Column *column = &trial->columns[c];

      assert_quietly (deid_dataset_get_column_type (dataset, c) == column->kind->type);
      deid_dataset_set_column_type (dataset, deid_dataset_get_column_name (dataset, c),
                                    column->kind->type, NULL, &error);
      assert_no_error (error);
      for (guint row = 0; row < trial->n_rows; row++)
        {
          const char *text = deid_dataset_get_value (dataset, row, c);

          if (g_strcmp0 (text, column->expected[row]) != 0)
            ck_abort_msg ("%s, row %u: '%s', expected '%s'", column->kind->format, row, text,
                          column->expected[row]);
        }
    }
}

/* The first column is of each type in turn. */
START_TEST (tables)
{
  const guint n_trials = count_trials (20000);

  for (guint i = 0; i < n_trials; i++)
    {
      Trial trial = { .rand = g_rand_new_with_seed (i) };
      const guint n_chunks = (guint) g_rand_int_range (trial.rand, 0, MAX_CHUNKS + 1);
      struct ArrowArray *chunks[MAX_CHUNKS];
      struct ArrowArrayStream stream;
      g_autoptr (DeidDataset) dataset = NULL;
      GError *error = NULL;

      trial.n_columns = (guint) g_rand_int_range (trial.rand, 1, MAX_COLUMNS + 1);
      for (guint c = 0; c < trial.n_columns; c++)
        {
          const guint kind
              = c == 0 ? i : (guint) g_rand_int_range (trial.rand, 0, (gint) n_arrow_kinds);

          column_init (&trial.columns[c], &arrow_kinds[kind % n_arrow_kinds], trial.rand);
        }
      for (guint chunk = 0; chunk < n_chunks; chunk++)
        chunks[chunk] = make_chunk (&trial);
      arrow_stream_init (&stream, make_schema (&trial), chunks, n_chunks, NULL);
      dataset = deid_dataset_new_from_arrow_stream (&stream, "random", NULL, &error);
      assert_no_error (error);
      assert_quietly (arrow_count_alive () == 0);
      check (&trial, dataset);
      for (guint c = 0; c < trial.n_columns; c++)
        column_clear (&trial.columns[c]);
      g_rand_free (trial.rand);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("random-arrow");
  TCase *tcase = tcase_create ("tables");

  tcase_add_test (tcase, tables);
  tcase_set_timeout (tcase, 300);
  suite_add_tcase (suite, tcase);
  return suite;
}
