/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A table that a data frame or an engine of the same process holds comes as an Arrow stream: a
 * schema, which names its columns, and arrays of rows. Here it is three visits in one array. */
#include "support/arrow-maker.h"
#include "support/lesson.h"

static struct ArrowArray *
make_keys (void)
{
  static const guint8 keys[] = { 1, 0, 1 };
  static const gint32 ends[] = { 0, 5, 8 };
  struct ArrowArray *array = arrow_array_new (3, 2, 0);

  array->dictionary = arrow_array_new (2, 3, 0);
  arrow_array_set_buffer (array, 1, keys, sizeof keys);
  arrow_array_set_buffer (array->dictionary, 1, ends, sizeof ends);
  arrow_array_set_buffer (array->dictionary, 2, "DelftUlm", 8);
  return array;
}

static struct ArrowArray *
make_days (void)
{
  static const gint32 days[] = { 0, 31, 59 };
  struct ArrowArray *array = arrow_array_new (3, 2, 0);

  arrow_array_set_buffer (array, 1, days, sizeof days);
  return array;
}

/* Reads a stream of two columns, the second of days in some format. */
static DeidDataset *
read_visits (const char *format, const guint8 *validity, GError **error)
{
  struct ArrowSchema *schema = arrow_schema_new ("+s", "", 2);
  struct ArrowArray *array = arrow_array_new (3, 1, 2);
  struct ArrowArrayStream stream;
  DeidDataset *dataset;

  schema->children[0] = arrow_schema_new ("C", "town", 0);
  schema->children[0]->dictionary = arrow_schema_new ("u", "", 0);
  schema->children[1] = arrow_schema_new (format, "day", 0);
  array->children[0] = make_keys ();
  array->children[1] = make_days ();
  if (validity != NULL)
    {
      array->children[1]->null_count = -1; /* not counted */
      arrow_array_set_buffer (array->children[1], 0, validity, 1);
    }
  arrow_stream_init (&stream, schema, &array, 1, NULL);
  dataset = deid_dataset_new_from_arrow_stream (&stream, "visits", NULL, error);
  ck_assert_ptr_null (stream.release); /* the stream was taken */
  return dataset;
}

/* The second text of the dictionary comes first, as its key does. */
START_TEST (test_dictionary)
{
  g_autoptr (DeidDataset) dataset = read_visits ("tdD", NULL, NULL);

  ck_assert_str_eq (deid_dataset_get_value (dataset, 0, 0), "Ulm");
  ck_assert_str_eq (deid_dataset_get_value (dataset, 1, 0), "Delft");
}

/* Days are counted from 1970-01-01; this January had 31 of them, and February 28. */
START_TEST (test_days)
{
  g_autoptr (DeidDataset) dataset = read_visits ("tdD", NULL, NULL);

  ck_assert_str_eq (deid_dataset_get_value (dataset, 2, 1), "1970-03-01");
  ck_assert_int_eq (deid_dataset_get_column_type (dataset, 1), DEID_COLUMN_TYPE_DATE);
}

/* Bits from the lowest on say which rows have a value: 5 is 101, the second has none. */
START_TEST (test_nulls)
{
  g_autoptr (DeidDataset) dataset = read_visits ("i", (const guint8[]){ 5 }, NULL);

  ck_assert_ptr_null (deid_dataset_get_value (dataset, 1, 1));
}

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (read_visits ("+l", NULL, &error)); /* a list in each row */
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'day'", "'+l'", NULL);
}

LESSON (arrow, test_dictionary, test_days, test_nulls, test_error)
