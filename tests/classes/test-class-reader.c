/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a reader tells of classes, however few or many values there are, against plain counting. */
#include "support/suite.h"

#include <string.h>

#include "problem/preparation.h"

#define MAX_TEST_ROWS 300
#define MAX_CLASSES   40
#define N_COLUMNS     2
#define N_ENTITIES    50

/* Rows in classes, with two columns and entities. */
typedef struct
{
  DeidRows rows;
  guint64 weights[MAX_TEST_ROWS];
  guint32 n_classes;
  guint width;
  guint32 class_of_row[MAX_TEST_ROWS];
  guint16 narrow[MAX_TEST_ROWS];
  guint64 sizes[MAX_CLASSES];
  DeidCodes codes[N_COLUMNS];
  DeidCodes entities;
  DeidReadColumn columns[N_COLUMNS];
  DeidClassSource source;
} Table;

static void
fill (DeidCodes *codes, guint64 n, guint32 n_values, GRand *rand)
{
  ck_assert (deid_codes_alloc (codes, n, n_values - 1, NULL));
  for (guint64 row = 0; row < n; row++)
    deid_codes_set (codes, row, (guint32) g_rand_int_range (rand, 0, (gint32) n_values));
}

static void
table_init (Table *table, GRand *rand)
{
  static const guint32 n_values[] = { 1, 2, 7, 300, 3000, 70000, 100000 };
  const gboolean is_weighted = g_rand_boolean (rand), has_entities = g_rand_boolean (rand);

  *table = (Table){ .rows = { .n = (guint64) g_rand_int_range (rand, 1, MAX_TEST_ROWS) },
                    .n_classes = (guint32) g_rand_int_range (rand, 1, MAX_CLASSES),
                    .width = g_rand_boolean (rand) ? 2 : 4 };
  for (guint64 row = 0; row < table->rows.n; row++)
    {
      table->weights[row] = is_weighted ? (guint64) g_rand_int_range (rand, 1, 1000) : 1;
      table->class_of_row[row] = (guint32) g_rand_int_range (rand, 0, (gint32) table->n_classes);
      table->narrow[row] = (guint16) table->class_of_row[row];
      table->sizes[table->class_of_row[row]] += table->weights[row];
      table->source.n_records += table->weights[row];
    }
  table->rows.weights = is_weighted ? table->weights : NULL;
  for (guint c = 0; c < N_COLUMNS; c++)
    {
      table->columns[c].n_values = n_values[g_rand_int_range (rand, 0, G_N_ELEMENTS (n_values))];
      fill (&table->codes[c], table->rows.n, table->columns[c].n_values, rand);
      table->columns[c].codes = &table->codes[c];
    }
  fill (&table->entities, table->rows.n, N_ENTITIES, rand);
  table->source.rows = &table->rows;
  table->source.entities = has_entities ? &table->entities : NULL;
  table->source.n_entities = N_ENTITIES;
  table->source.columns = table->columns;
  table->source.n_columns = N_COLUMNS;
}

static void
table_clear (Table *table)
{
  for (guint c = 0; c < N_COLUMNS; c++)
    deid_codes_clear (&table->codes[c]);
  deid_codes_clear (&table->entities);
}

static guint64
count_records (const Table *table, guint32 number, guint column, guint32 value)
{
  guint64 n = 0;

  for (guint64 row = 0; row < table->rows.n; row++)
    if (table->class_of_row[row] == number && deid_codes_get (&table->codes[column], row) == value)
      n += table->weights[row];
  return n;
}

static guint64
count_persons (const Table *table, guint32 number)
{
  gboolean seen[N_ENTITIES] = { FALSE };
  guint64 n = 0;

  if (table->source.entities == NULL)
    return table->sizes[number];
  for (guint64 row = 0; row < table->rows.n; row++)
    if (table->class_of_row[row] == number)
      {
        gboolean *person = &seen[deid_codes_get (&table->entities, row)];

        n += !*person;
        *person = TRUE;
      }
  return n;
}

static void
check_distribution (const Table *table, const DeidClass *read, guint sensitive, guint column)
{
  guint32 n_values, n_counts;
  const guint32 *values = deid_class_get_values (read, sensitive, &n_values);
  const guint64 *counts = deid_class_get_counts (read, sensitive, &n_counts);
  guint64 n_records = 0;

  ck_assert_uint_eq (n_values, n_counts);
  for (guint32 v = 0; v < n_values; v++)
    {
      if (v > 0)
        ck_assert_uint_lt (values[v - 1], values[v]);
      ck_assert_uint_eq (counts[v], count_records (table, read->number, column, values[v]));
      ck_assert_uint_gt (counts[v], 0);
      n_records += counts[v];
    }
  ck_assert_uint_eq (n_records, table->sizes[read->number]);
}

/* Classes are asked for in any order, more than once, and not all. */
START_TEST (random_tables)
{
  static const guint places[] = { 1, 0 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  guint n_dense = 0, n_ordered = 0;

  for (guint trial = 0; trial < count_trials (600); trial++)
    {
      DeidStop never = { .deadline = G_MAXINT64 };
      DeidRowClasses classes;
      DeidClassReader reader;
      Table table;

      table_init (&table, rand);
      classes = (DeidRowClasses){ .class_of_row = table.width == 2 ? (gconstpointer) table.narrow
                                                                   : table.class_of_row,
                                  .width = table.width,
                                  .n_classes = table.n_classes,
                                  .sizes = table.sizes };
      ck_assert (deid_class_reader_init (&reader, &table.source, NULL));
      ck_assert (deid_class_reader_start (&reader, &classes, &never, NULL));
      for (guint i = 0; i < 2 * table.n_classes; i++)
        {
          DeidClass read = deid_class_reader_view (
              &reader, (guint32) g_rand_int_range (rand, 0, (gint32) table.n_classes));

          read.n_sensitive = N_COLUMNS;
          read.places = places;
          ck_assert_uint_eq (deid_class_get_n_records (&read), table.sizes[read.number]);
          ck_assert_uint_eq (deid_class_get_n_persons (&read), count_persons (&table, read.number));
          check_distribution (&table, &read, 0, 1);
          check_distribution (&table, &read, 1, 0);
        }
      for (guint c = 0; c < N_COLUMNS; c++)
        *(reader.distributions[c].is_dense ? &n_dense : &n_ordered) += 1;
      deid_class_reader_clear (&reader);
      table_clear (&table);
    }
  ck_assert_uint_gt (n_dense, count_trials (100));
  ck_assert_uint_gt (n_ordered, count_trials (100));
}
END_TEST

/* The numbers that tell when a person was seen begin anew when they are used up. */
START_TEST (many_classes_of_persons)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (8);
  DeidStop never = { .deadline = G_MAXINT64 };
  DeidRowClasses classes;
  DeidClassReader reader;
  Table table;

  table_init (&table, rand);
  while (table.source.entities == NULL)
    {
      table_clear (&table);
      table_init (&table, rand);
    }
  classes = (DeidRowClasses){ table.class_of_row, 4, table.n_classes, table.sizes, NULL, NULL };
  ck_assert (deid_class_reader_init (&reader, &table.source, NULL));
  ck_assert (deid_class_reader_start (&reader, &classes, &never, NULL));
  reader.stamp = G_MAXUINT32 - 3;
  for (guint i = 0; i < 8; i++)
    {
      const DeidClass read = deid_class_reader_view (&reader, i % table.n_classes);

      ck_assert_uint_eq (deid_class_get_n_persons (&read), count_persons (&table, read.number));
    }
  deid_class_reader_clear (&reader);
  table_clear (&table);
}
END_TEST

/* Models that judge a column in one order share it; it is tabulated once. */
START_TEST (shared_columns)
{
  static const struct
  {
    const char *models;
    guint n_columns;
  } cases[] = { { "k:2", 0 },
                { "dl:2@s;el:2@s;te:0.5@s;rcl:2:2@s;bl:1@s", 1 },
                { "to:0.1:text@s;to:0.2:text@s;to:0.3:text@s", 1 },
                { "to:0.1:text@s;to:0.1:int@s;dl:2@s", 3 },
                { "to:0.1:text@s;to:0.1:text@t;dl:2@t", 3 } };
  static const char *const texts[] = { "10", "9", "10", "11" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("four");
  g_autoptr (DeidHierarchy) suppression = deid_hierarchy_new_suppression ();
  g_autoptr (DeidLattice) lattice = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "q", texts, 4, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "s", texts, 4, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "t", texts, 4, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "s", DEID_ROLE_SENSITIVE, NULL));
  ck_assert (deid_dataset_set_role (dataset, "t", DEID_ROLE_SENSITIVE, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "q", suppression, NULL, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidProblem) problem = deid_problem_new (lattice);
      g_auto (GStrv) models = g_strsplit (cases[i].models, ";", -1);
      DeidPreparedProblem prepared;
      GError *error = NULL;

      for (guint m = 0; models[m] != NULL; m++)
        {
          g_autoptr (DeidPrivacyModel) model
              = deid_privacy_model_new_from_specification (models[m], NULL, &error);

          assert_no_error (error);
          ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
        }
      ck_assert (deid_prepared_problem_init (&prepared, problem, DEID_STOP_NEVER, &error));
      ck_assert_uint_eq (prepared.read.source.n_columns, cases[i].n_columns);
      deid_prepared_problem_clear (&prepared);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("class-reader");
  TCase *tcase = tcase_create ("classes as models see them");

  tcase_set_timeout (tcase, 120);
  tcase_add_test (tcase, random_tables);
  tcase_add_test (tcase, many_classes_of_persons);
  tcase_add_test (tcase, shared_columns);
  suite_add_tcase (suite, tcase);
  return suite;
}
