/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Arrow streams out: read as their specification says, and released in any
 * order. */
#include <string.h>

#include "support/lesson.h"
#include "support/suite.h"

/* A stream that is read: its schema and its only array. */
typedef struct
{
  struct ArrowArrayStream stream;
  struct ArrowSchema schema;
  struct ArrowArray array;
} Table;

static void
read_table (Table *table)
{
  struct ArrowArray end;

  ck_assert_int_eq (table->stream.get_schema (&table->stream, &table->schema), 0);
  ck_assert_int_eq (table->stream.get_next (&table->stream, &table->array), 0);
  ck_assert_ptr_nonnull (table->array.release);
  ck_assert_int_eq (table->stream.get_next (&table->stream, &end), 0);
  ck_assert_ptr_null (end.release);
  ck_assert_ptr_null (table->stream.get_last_error (&table->stream));
  ck_assert_str_eq (table->schema.format, "+s");
  ck_assert_int_eq (table->schema.n_children, table->array.n_children);
}

static void export(const DeidDataset *dataset, Table *table)
{
  GError *error = NULL;

  deid_dataset_export_to_arrow_stream (dataset, &table->stream, NULL, &error);
  assert_no_error (error);
}

static void
export_and_read (const DeidDataset *dataset, Table *table)
{
  export(dataset, table);
  read_table (table);
  table->stream.release (&table->stream);
  ck_assert_ptr_null (table->stream.release);
}

static void
table_clear (Table *table)
{
  table->schema.release (&table->schema);
  ck_assert_ptr_null (table->schema.release);
  table->array.release (&table->array);
  ck_assert_ptr_null (table->array.release);
}

/* Returns: (transfer full): the text of a row of a dictionary of utf8, NULL for
 * a null. */
static char *
get_text (const struct ArrowArray *array, guint row)
{
  const guint8 *validity = array->buffers[0];
  const gint32 *ends = array->dictionary->buffers[1];
  gint32 key;

  if (validity != NULL && (validity[row / 8] >> (row % 8) & 1) == 0)
    return NULL;
  key = ((const gint32 *) array->buffers[1])[row];
  assert_quietly (key >= 0 && key < array->dictionary->length);
  return g_strndup ((const char *) array->dictionary->buffers[2] + ends[key],
                    (gsize) (ends[key + 1] - ends[key]));
}

static void
assert_column (const struct ArrowSchema *schema, const struct ArrowArray *array,
               const DeidDataset *dataset, guint column)
{
  const guint n_rows = (guint) deid_dataset_get_n_rows (dataset);
  gint64 n_null = 0;

  ck_assert_str_eq (schema->name, deid_dataset_get_column_name (dataset, column));
  ck_assert_str_eq (schema->format, "i");
  ck_assert_str_eq (schema->dictionary->format, "u");
  ck_assert (schema->flags & ARROW_FLAG_NULLABLE);
  ck_assert_int_eq (array->length, n_rows);
  ck_assert_int_eq (array->n_buffers, 2);
  ck_assert_int_eq (array->dictionary->n_buffers, 3);
  ck_assert_int_eq (array->dictionary->null_count, 0);
  ck_assert_int_eq (array->dictionary->length, deid_dataset_get_n_distinct (dataset, column));
  for (guint row = 0; row < n_rows; row++)
    {
      g_autofree char *text = get_text (array, row);

      n_null += text == NULL;
      ck_assert_pstr_eq (text, deid_dataset_get_value (dataset, row, column));
    }
  ck_assert_int_eq (array->null_count, n_null);
}

/* Columns are those that may be written, in their order. */
START_TEST (columns)
{
  g_autoptr (DeidDataset) dataset
      = lesson_make_table ("name town:insensitive age:insensitive illness:sensitive who:entity\n"
                           "Ann ? 31 flu a\n Bob x ? flu b\n Eve äö 31 ? a\n");
  Table table;

  export_and_read (dataset, &table);
  ck_assert_int_eq (table.array.n_children, 3);
  for (guint c = 0; c < 3; c++)
    assert_column (table.schema.children[c], table.array.children[c], dataset, c + 1);
  table_clear (&table);
}
END_TEST

/* A column of sets is a list of dictionaries; what begins with a brace and is no set is refused. */
START_TEST (lists)
{
  static const char expected[] = "[a b][a][][- b][*][a b]";
  static const char *const names[] = { "s", NULL }, *const others[] = { "t", NULL };
  static const char *const unknown[] = { "u", NULL };
  g_autoptr (DeidDataset) dataset = lesson_make_table (
      "s:insensitive t:insensitive\n{a,~b} {\n a x\n ? ?\n{\"\",~b} x\n * x\n{a,~b} x\n");
  g_autoptr (GString) found = g_string_new (NULL);
  GError *error = NULL;
  const struct ArrowArray *array;
  const gint64 *ends;
  Table table;

  deid_dataset_export_lists_to_arrow_stream (dataset, names, &table.stream, NULL, &error);
  assert_no_error (error);
  read_table (&table);
  table.stream.release (&table.stream);
  assert_column (table.schema.children[1], table.array.children[1], dataset, 1);
  ck_assert_str_eq (table.schema.children[0]->format, "+L");
  ck_assert_str_eq (table.schema.children[0]->children[0]->format, "i");
  array = table.array.children[0];
  ends = array->buffers[1];
  ck_assert_int_eq (array->null_count, 1);
  ck_assert_int_eq (((const guint8 *) array->buffers[0])[0], 0x3b);
  ck_assert_int_eq (array->children[0]->length, ends[6]);
  ck_assert_int_eq (array->children[0]->null_count, 1);
  for (guint row = 0; row < 6; row++)
    for (guint i = (guint) ends[row]; i <= ends[row + 1]; i++)
      {
        g_autofree char *text
            = i < ends[row + 1] ? get_text (array->children[0], i) : g_strdup ("]");

        if (i == ends[row])
          g_string_append_c (found, '[');
        g_string_append_printf (found, "%s%s", i > ends[row] && i < ends[row + 1] ? " " : "",
                                text != NULL ? text : "-");
      }
  ck_assert_str_eq (found->str, expected);
  table_clear (&table);
  ck_assert (
      !deid_dataset_export_lists_to_arrow_stream (dataset, others, &table.stream, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "column 't': ", NULL);
  ck_assert (
      !deid_dataset_export_lists_to_arrow_stream (dataset, unknown, &table.stream, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, "'u'", NULL);
}
END_TEST

/* What comes back is what went out, also of tables without rows and columns
 * without values. */
START_TEST (round_trips)
{
  const guint n_trials = count_trials (2000);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      static const char *const texts[] = { NULL, "a", "b", "äö", "a longer one", "" };
      g_autoptr (GRand) rand = g_rand_new_with_seed (trial);
      const guint n_rows = (guint) g_rand_int_range (rand, 0, 30);
      g_autoptr (DeidDataset) dataset = deid_dataset_new ("there"), again = NULL;
      struct ArrowArrayStream stream;
      GError *error = NULL;

      for (guint c = 0; c < 2; c++)
        {
          const char *values[30];
          const gint n_texts = g_rand_int_range (rand, 1, G_N_ELEMENTS (texts) + 1);

          for (guint row = 0; row < n_rows; row++)
            values[row] = texts[g_rand_int_range (rand, 0, n_texts)];
          deid_dataset_add_string_column (dataset, c == 0 ? "x" : "y", values, n_rows, NULL, NULL);
          deid_dataset_set_role (dataset, c == 0 ? "x" : "y", DEID_ROLE_INSENSITIVE, NULL);
        }
      deid_dataset_export_to_arrow_stream (dataset, &stream, NULL, &error);
      assert_no_error (error);
      again = deid_dataset_new_from_arrow_stream (&stream, "and back", NULL, &error);
      assert_no_error (error);
      assert_quietly (deid_dataset_get_n_columns (again) == 2);
      assert_quietly (deid_dataset_get_n_rows (again) == n_rows);
      for (guint row = 0; row < n_rows; row++)
        for (guint c = 0; c < 2; c++)
          assert_quietly (g_strcmp0 (deid_dataset_get_value (again, row, c),
                                     deid_dataset_get_value (dataset, row, c))
                          == 0);
    }
}
END_TEST

static gpointer
release_there (gpointer data)
{
  struct ArrowArray *array = data;

  array->release (array);
  return NULL;
}

/* A column that is moved out outlives the array, the stream and the dataset, in
 * another thread. */
START_TEST (moved_columns)
{
  g_autoptr (DeidDataset) dataset
      = lesson_make_table ("town:insensitive age:insensitive\n x 31\n y 34\n");
  struct ArrowSchema schema;
  struct ArrowArray array;
  Table table;

  export(dataset, &table);
  g_clear_pointer (&dataset, deid_dataset_unref);
  read_table (&table);
  schema = *table.schema.children[1];
  table.schema.children[1]->release = NULL;
  array = *table.array.children[1];
  table.array.children[1]->release = NULL;
  table_clear (&table);
  table.stream.release (&table.stream);
  dataset = lesson_make_table ("town:insensitive age:insensitive\n x 31\n y 34\n");
  assert_column (&schema, &array, dataset, 1);
  schema.release (&schema);
  g_thread_join (g_thread_new (NULL, release_there, &array));
  ck_assert_ptr_null (array.release);
}
END_TEST

/* A stream gives its schema as often as it is asked, and need not be read. */
START_TEST (unread)
{
  g_autoptr (DeidDataset) dataset
      = lesson_make_table ("town:insensitive age:insensitive\n x 31\n y 34\n");
  struct ArrowSchema first, second;
  Table table;

  export(dataset, &table);
  ck_assert_int_eq (table.stream.get_schema (&table.stream, &first), 0);
  ck_assert_int_eq (table.stream.get_schema (&table.stream, &second), 0);
  first.release (&first);
  table.stream.release (&table.stream);
  ck_assert_str_eq (second.children[1]->name, "age");
  second.release (&second);
}
END_TEST

START_TEST (refused)
{
  g_autoptr (DeidDataset) dataset = lesson_make_table ("name\n Ann\n"),
                          other = lesson_make_table ("town:insensitive\n x\n");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  struct ArrowArrayStream stream;
  GError *error = NULL;

  ck_assert (!deid_dataset_export_to_arrow_stream (dataset, &stream, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ROLE, "no column may be written", NULL);
  g_cancellable_cancel (cancellable);
  ck_assert (!deid_dataset_export_to_arrow_stream (other, &stream, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
}
END_TEST

/* Of five records two are alike in the town, and three in another: with 3 of
 * each the class of the first is suppressed. */
START_TEST (classes)
{
  g_autoptr (DeidProblem) problem = lesson_make_problem (
      "town\n x\n y\n x\n y\n y\n", NULL, deid_privacy_model_new_k_anonymity (3, NULL));
  g_autoptr (DeidPolicy) policy = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  DeidPartition *partition; /* the result's */
  static const guint level = 0;
  GError *error = NULL;
  Table table;

  policy = deid_policy_new (deid_problem_get_lattice (problem), &level, 1, NULL);
  result = deid_problem_evaluate (problem, policy, NULL, NULL);
  partition = deid_result_get_partition (result, NULL, NULL);
  deid_partition_export_to_arrow_stream (partition, &table.stream, NULL, &error);
  assert_no_error (error);
  read_table (&table);
  ck_assert_int_eq (table.array.length, 5);
  ck_assert_str_eq (table.schema.children[0]->name, "class");
  ck_assert_str_eq (table.schema.children[0]->format, "I");
  ck_assert_mem_eq (table.array.children[0]->buffers[1], ((guint32[]){ 0, 1, 0, 1, 1 }), 20);
  ck_assert_str_eq (table.schema.children[1]->name, "suppressed");
  ck_assert_str_eq (table.schema.children[1]->format, "C");
  ck_assert_mem_eq (table.array.children[1]->buffers[1], ((guint8[]){ 1, 0, 1, 0, 0 }), 5);
  table_clear (&table);
  table.stream.release (&table.stream);
  g_cancellable_cancel (cancellable);
  ck_assert (
      !deid_partition_export_to_arrow_stream (partition, &table.stream, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
}
END_TEST

/* What stands for a suppressed value: null for an empty text, or that text. The two values that one
 * record each has share the label of the top. */
START_TEST (suppressed)
{
  static const char *const texts[] = { "", "NA", "a longer text than any value has" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (DeidDataset) dataset = lesson_make_table ("a\n x\n ?\n y\n");
      g_autoptr (DeidLattice) lattice = NULL;
      g_autoptr (DeidHierarchy) hierarchy = lesson_make_hierarchy ("a", "a x *\n a y *\n");
      const guint level = 1;
      g_autoptr (DeidPolicy) policy = NULL;
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
      g_autoptr (DeidDataset) release = NULL;
      GError *error = NULL;
      Table table;

      ck_assert_str_eq (deid_dataset_get_suppressed_text (dataset, 0), "*");
      ck_assert (deid_dataset_set_suppressed_text (dataset, "a", texts[i], NULL));
      ck_assert_str_eq (deid_dataset_get_suppressed_text (dataset, 0), texts[i]);
      ck_assert (!deid_dataset_set_suppressed_text (dataset, "a", "x", &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'a'", NULL);
      ck_assert (!deid_dataset_set_suppressed_text (dataset, "b", "-", &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, NULL);
      lattice = deid_lattice_new (dataset);
      ck_assert (deid_lattice_add_quasi_identifier (lattice, "a", hierarchy, NULL, NULL));
      problem = deid_problem_new (lattice);
      lesson_add_model (problem, deid_privacy_model_new_k_anonymity (1, NULL));
      policy = deid_policy_new (lattice, &level, 1, NULL);
      result = deid_problem_evaluate (problem, policy, NULL, &error);
      assert_no_error (error);
      ck_assert (deid_release_options_set_keep_order (options, TRUE, NULL));
      release = deid_result_apply (result, options, NULL, &error);
      assert_no_error (error);
      ck_assert (deid_result_verify (result, release, NULL, &error));
      ck_assert_str_eq (deid_dataset_get_value (release, 0, 0), "*");
      export_and_read (release, &table);
      for (guint row = 0; row < 3; row += 2)
        {
          g_autofree char *text = get_text (table.array.children[0], row);

          ck_assert_pstr_eq (text, texts[i][0] != '\0' ? texts[i] : NULL);
        }
      table_clear (&table);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("arrow-export");
  TCase *tcase = tcase_create ("streams");

  tcase_add_test (tcase, columns);
  tcase_add_test (tcase, lists);
  tcase_add_test (tcase, round_trips);
  tcase_add_test (tcase, moved_columns);
  tcase_add_test (tcase, unread);
  tcase_add_test (tcase, refused);
  tcase_add_test (tcase, classes);
  tcase_add_test (tcase, suppressed);
  suite_add_tcase (suite, tcase);
  return suite;
}
