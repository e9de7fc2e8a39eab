/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Bad input and full disks: every refusal is an error that says where and why. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "support/suite.h"

#define SIXTY_BYTES_AND_A_CUT "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxé"

typedef struct
{
  const char *content;
  gssize length; /* -1 where the content holds no NUL */
  DeidError code;
  const char *texts[4]; /* of the message */
} BadFile;

static const BadFile bad_tables[] = {
  { "", -1, DEID_ERROR_PARSE, { "line 1" } },
  { "\n \r\n", -1, DEID_ERROR_PARSE, { "line 1" } },
  { "\xEF\xBB\xBF", -1, DEID_ERROR_PARSE, { "line 1" } },
  { "a,b\n1,2\n3\n", -1, DEID_ERROR_PARSE, { "line 3:", "1 field", "'3'", "expected 2" } },
  { "a,b\n1,2,3\n", -1, DEID_ERROR_PARSE, { "line 2:", "3 fields", "'3'", "expected 2" } },
  { "a,b\r\n1,2\r\n3\r\n", -1, DEID_ERROR_PARSE, { "line 3:", "'3'" } },
  { "a,b\r1,2\r3\r", -1, DEID_ERROR_PARSE, { "line 3:", "'3'" } },
  { "a,b\n\n \r\n1,2\n3\n", -1, DEID_ERROR_PARSE, { "line 5:", "'3'" } },
  { "a,b\n\"x\ny\r\nz\",2\n3\n", -1, DEID_ERROR_PARSE, { "line 5:", "'3'" } },
  { "a,b\n" SIXTY_BYTES_AND_A_CUT "\n", -1, DEID_ERROR_PARSE, { "line 2:", "xxx" } },
  { "a,b\n1,2,x\xff\n", -1, DEID_ERROR_PARSE, { "line 2:", "3 fields" } },
  { "a,b,a\n1,2,3\n", -1, DEID_ERROR_DUPLICATE_COLUMN, { "line 1:", "'a'" } },
  { "a,,b\n", -1, DEID_ERROR_PARSE, { "line 1:", "column 2", "empty" } },
  { "a,b\xff\n", -1, DEID_ERROR_ENCODING, { "line 1:", "column 2", "UTF-8" } },
  { "a,b\0c\n", 6, DEID_ERROR_ENCODING, { "line 1:", "column 2", "NUL" } },
  { "a,b\n1,2\n3,x\xffy\n", -1, DEID_ERROR_ENCODING, { "line 3:", "'b'", "x", "UTF-8" } },
  { "a,b\n1,\xC3\n", -1, DEID_ERROR_ENCODING, { "line 2:", "'b'", "UTF-8" } },
  { "a,b\n1,\xED\xA0\x80\n", -1, DEID_ERROR_ENCODING, { "line 2:", "'b'", "UTF-8" } },
  { "a,b\n1\0,2\n", 9, DEID_ERROR_ENCODING, { "line 2:", "'a'", "NUL" } },
  { "a,b\n1,2\n1\0,2\n", 13, DEID_ERROR_ENCODING, { "line 3:", "'a'", "NUL" } },
  { "a,b\n1,\0\n", 8, DEID_ERROR_ENCODING, { "line 2:", "'b'", "NUL" } },
  { "a,b\n1,x\xff\0\n", 10, DEID_ERROR_ENCODING, { "line 2:", "'b'", "NUL" } },
  { "a,b\n1,NA\0\n", 10, DEID_ERROR_ENCODING, { "line 2:", "'b'", "NUL" } },
  { "a,b\n1,2\n3,\"4\n5,6\n", -1, DEID_ERROR_PARSE, { "line 3:", "field 2", "not closed" } },
  { "a,b\n1,x\"y\n", -1, DEID_ERROR_PARSE, { "line 2:", "field 2", "quote" } },
  { "a,b\n\"1\"x,2\n", -1, DEID_ERROR_PARSE, { "line 2:", "field 1", "quote" } },
  { "a;b\n1,2;3\n", -1, DEID_ERROR_PARSE, { "line 2:", "expected 1", "(is the delimiter ';'?)" } },
  { "a\tb\n1\t\"2\"\n", -1, DEID_ERROR_PARSE, { "line 2:", "quote", "(is the delimiter '\\t'?)" } },
  { "\"a\"|\"b\"\n", -1, DEID_ERROR_PARSE, { "line 1:", "quote", "(is the delimiter '|'?)" } },
  { "a,b\n\"1\n2\",\"x\"y\n", -1, DEID_ERROR_PARSE, { "line 3:", "field 2", "quote" } },
};

static const BadFile bad_hierarchies[] = {
  { "", -1, DEID_ERROR_PARSE, { "line 1" } },
  { "1;low;*\n2;low;*\n1;top;*\n", -1, DEID_ERROR_HIERARCHY, { "line 3:", "'1'", "once" } },
  { "1;low;*\n2;*\n", -1, DEID_ERROR_HIERARCHY, { "line 2:", "'2'", "2 levels", "expected 3" } },
  { "1;a;x;*\n2;b;y;*\n3;a;y;*\n", -1, DEID_ERROR_HIERARCHY, { "line 3:", "'3'", "'x'", "'y'" } },
  { "1;a;x\n\n2;a;y\n", -1, DEID_ERROR_HIERARCHY, { "line 3:", "'2'", "'a'", "nested" } },
  { "1;low;*\n2;;*\n", -1, DEID_ERROR_HIERARCHY, { "line 2:", "'2'", "level 1", "empty" } },
  { "1;low;*\n2;low;\n", -1, DEID_ERROR_HIERARCHY, { "line 2:", "'2'", "level 2", "empty" } },
  { "1;lo\0w;*\n", 9, DEID_ERROR_ENCODING, { "line 1:", "level 1", "NUL" } },
  { "1;low;*\n2;\"low;*\n", -1, DEID_ERROR_PARSE, { "line 2:", "field 2", "not closed" } },
  { "1;low;*\n2;lo\"w;*\n", -1, DEID_ERROR_PARSE, { "line 2:", "field 2", "quote" } },
};

static void
assert_bad_file_error (const BadFile *file, gboolean failed, const char *name, GError **error)
{
  ck_assert_msg (failed && *error != NULL, "'%s' was accepted", file->content);
  ck_assert_msg (g_utf8_validate ((*error)->message, -1, NULL), "'%s': the message is not UTF-8",
                 file->content);
  for (guint i = 0; i < G_N_ELEMENTS (file->texts) && file->texts[i] != NULL; i++)
    ck_assert_msg (strstr ((*error)->message, file->texts[i]) != NULL, "no '%s' in: %s",
                   file->texts[i], (*error)->message);
  assert_error (error, DEID_ERROR, (int) file->code, name, NULL);
}

START_TEST (bad_table)
{
  const char *const missing[] = { "NA", NULL };
  const char *path = write_file ("bad.csv", bad_tables[_i].content, bad_tables[_i].length);
  g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();
  GError *error = NULL;
  g_autoptr (DeidDataset) dataset = NULL;

  ck_assert (deid_csv_options_set_missing_values (options, missing, NULL));
  ck_assert (deid_csv_options_set_show_values (options, TRUE, NULL));
  dataset = deid_dataset_new_from_csv_file (path, options, NULL, &error);
  assert_bad_file_error (&bad_tables[_i], dataset == NULL, "bad.csv: ", &error);
}
END_TEST

/* What was read as one column of `a;b` has no column a; one that is called so because of quotes
 * has. */
START_TEST (wrong_delimiter)
{
  g_autoptr (DeidDataset) split
      = deid_dataset_new_from_csv_file (write_file ("s.csv", "a;b\n1;2\n", -1), NULL, NULL, NULL);
  g_autoptr (DeidDataset) whole
      = deid_dataset_new_from_csv_file (write_file ("w.csv", "\"a,b\"\n1\n", -1), NULL, NULL, NULL);
  GError *error = NULL;

  ck_assert (!deid_dataset_find_column (split, "a", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN,
                "'a' among its 1 (is the delimiter ';'?)", NULL);
  ck_assert (!deid_dataset_find_column (whole, "a", NULL, &error));
  ck_assert_ptr_null (strstr (error->message, "delimiter"));
  g_clear_error (&error);
}
END_TEST

START_TEST (bad_hierarchy)
{
  const char *path
      = write_file ("bad-h.csv", bad_hierarchies[_i].content, bad_hierarchies[_i].length);
  GError *error = NULL;
  g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();
  g_autoptr (DeidHierarchy) hierarchy = NULL;

  ck_assert (deid_csv_options_set_delimiter (options, ';', NULL));
  ck_assert (deid_csv_options_set_show_values (options, TRUE, NULL));
  hierarchy = deid_hierarchy_new_from_csv_file (path, options, NULL, &error);
  assert_bad_file_error (&bad_hierarchies[_i], hierarchy == NULL, "bad-h.csv: ", &error);
}
END_TEST

START_TEST (unreadable_files)
{
  const char *const names[] = { "absent.csv", "." };
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const char *path = get_temporary_file (names[i]);

      ck_assert (deid_dataset_new_from_csv_file (path, NULL, NULL, &error) == NULL);
      assert_error (&error, DEID_ERROR, DEID_ERROR_IO, path, NULL);
      ck_assert (deid_hierarchy_new_from_csv_file (path, NULL, NULL, &error) == NULL);
      assert_error (&error, DEID_ERROR, DEID_ERROR_IO, path, NULL);
    }
}
END_TEST

/* Returns: a number of kB that the kernel keeps about this process. */
static long long
get_memory (const char *name)
{
  g_autofree char *status = NULL;
  const char *line;

  ck_assert (g_file_get_contents ("/proc/self/status", &status, NULL, NULL));
  line = strstr (status, name);
  ck_assert (line != NULL);
  return g_ascii_strtoll (line + strlen (name), NULL, 10);
}

/* Valgrind keeps its own memory in the process: it is preloaded. */
static gboolean
measures_memory (void)
{
  const char *preloaded = g_getenv ("LD_PRELOAD");

  return MEASURES_MEMORY && (preloaded == NULL || strstr (preloaded, "vgpreload") == NULL);
}

static const char *const endless_starts[] = { "a,b\n1,", "a,b\n1,\"", "", "a,b\n1,\"x\ny" };

/* A field of 100 MB, quoted or not, is given up long before it is read. */
START_TEST (endless_field)
{
  const char *path = get_temporary_file ("endless.csv");
  g_autofree char *piece = g_strnfill (1000000, 'x');
  FILE *stream = fopen (path, "wb");
  const long long before = get_memory ("VmRSS:");
  const double start = get_seconds ();
  GError *error = NULL;

  fputs (endless_starts[_i], stream);
  for (guint i = 0; i < 100; i++)
    ck_assert_uint_eq (fwrite (piece, 1, 1000000, stream), 1000000);
  ck_assert_int_eq (fclose (stream), 0);
  ck_assert (deid_dataset_new_from_csv_file (path, NULL, NULL, &error) == NULL);
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "endless.csv: line ", "field ", "1 MiB",
                NULL);
  ck_assert (deid_hierarchy_new_from_csv_file (path, NULL, NULL, &error) == NULL);
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "endless.csv: line ", "field ", "1 MiB",
                NULL);
  if (measures_memory ())
    ck_assert_int_lt (get_memory ("VmHWM:") - before, 30000);
  ck_assert_double_lt (get_seconds () - start, 30);
  g_unlink (path);
}
END_TEST

/* A table of the columns x and y, with values 0, 1, …, n - 1 and 0, 0, …, and both in a lattice. */
static DeidLattice *
make_lattice (guint n)
{
  g_autofree gint64 *x = g_new0 (gint64, n + 1), *y = g_new0 (gint64, n + 1);
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  DeidLattice *lattice;

  for (guint i = 0; i < n; i++)
    x[i] = i;
  ck_assert (deid_dataset_add_integer_column (dataset, "x", x, n, NULL, 0, NULL, NULL));
  ck_assert (deid_dataset_add_integer_column (dataset, "y", y, n, NULL, 0, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "x", hierarchy, NULL, NULL));
  return lattice;
}

START_TEST (values_that_the_hierarchy_lacks)
{
  GString *content = g_string_new ("id,age\n1,0\n");
  const char *path;
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);
  const char *const row[] = { "0", "*", NULL };
  g_autoptr (DeidHierarchy) hierarchy = NULL;
  g_autoptr (DeidDataset) dataset = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  g_autofree char *message = NULL;
  GError *error = NULL;

  for (guint i = 0; i < 50; i++)
    g_string_append_printf (content, "%u,age%02u\n", i, i % 25);
  path = write_file ("ages.csv", content->str, -1);
  g_string_free (content, TRUE);
  ck_assert (deid_hierarchy_builder_add_row (builder, row, NULL));
  hierarchy = deid_hierarchy_builder_build (builder, NULL);
  dataset = deid_dataset_new_from_csv_file (path, NULL, NULL, NULL);
  ck_assert (deid_dataset_set_show_values (dataset, TRUE, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (!deid_lattice_add_quasi_identifier (lattice, "age", hierarchy, NULL, &error));
  message = g_strdup (error->message);
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_VALUE, "ages.csv", "'age'", "25 values",
                NULL);
  for (guint i = 0; i < 25; i++)
    {
      g_autofree char *expected
          = g_strdup_printf ("'age%02u' (2 records, the first in line %u)", i, i + 3);

      ck_assert_msg ((strstr (message, expected) != NULL) == (i < 20), "%s", message);
    }
  ck_assert_uint_eq (deid_lattice_get_n_attributes (lattice), 0);
  ck_assert (!deid_lattice_add_quasi_identifier (lattice, "Age", hierarchy, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, "ages.csv", "'Age'", "'age'", NULL);
}
END_TEST

START_TEST (bad_privacy_models)
{
  const double bad_l[] = { 0, 0.99, -1, NAN, INFINITY };
  GError *error = NULL;

  ck_assert (deid_privacy_model_new_k_anonymity (0, &error) == NULL);
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "k: 0", "at least 1", NULL);
  ck_assert (deid_privacy_model_new_distinct_l_diversity ("s", 0, &error) == NULL);
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "0", "at least 1", NULL);
  ck_assert (deid_privacy_model_new_distinct_l_diversity ("", 2, &error) == NULL);
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "sensitive", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (bad_l); i++)
    {
      ck_assert (deid_privacy_model_new_entropy_l_diversity ("s", bad_l[i], &error) == NULL);
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
    }
}
END_TEST

START_TEST (bad_limits)
{
  const double bad[] = { -0.001, 1.001, NAN, INFINITY, -INFINITY };
  g_autoptr (DeidLattice) lattice = make_lattice (100);
  g_autoptr (DeidProblem) problem = deid_problem_new (lattice);
  GError *error = NULL;

  ck_assert (deid_problem_set_suppression_limit (problem, 0.29, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      ck_assert (!deid_problem_set_suppression_limit (problem, bad[i], &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "suppression limit", "0 to 1",
                    NULL);
      ck_assert_uint_eq (deid_problem_get_n_suppressible (problem), 29);
    }
}
END_TEST

static void
assert_unsolvable (DeidLattice *lattice, const char *model, guint64 limit, DeidError code,
                   const char *const texts[2])
{
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidProblem) problem = deid_problem_new (lattice);
  GError *error = NULL;

  ck_assert (deid_problem_set_suppression_limit_count (problem, limit, NULL));
  if (model != NULL)
    {
      g_autoptr (DeidPrivacyModel) k
          = deid_privacy_model_new_from_specification (model, NULL, NULL);

      ck_assert (deid_problem_add_privacy_model (problem, k, NULL));
    }
  ck_assert (deid_search_run (search, problem, NULL, &error) == NULL);
  assert_error (&error, DEID_ERROR, (int) code, "visits", texts[0], texts[1], NULL);
}

/* Its cuts have no pair of neighbours. */
static DeidLattice *
make_lattice_of_one_value (void)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("visits");
  g_autoptr (DeidLattice) lattice = NULL;

  ck_assert (
      deid_dataset_add_string_column (dataset, "age", (const char *[]){ "5", "5" }, 2, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_numeric_cuts (lattice, "age", DEID_CUT_ENDS_ROUNDED, NULL));
  return g_steal_pointer (&lattice);
}

START_TEST (unsolvable_problems)
{
  g_autoptr (DeidLattice) lattice = make_lattice (10);
  g_autoptr (DeidLattice) no_rows = make_lattice (0);
  g_autoptr (DeidLattice) no_qi = deid_lattice_new (deid_lattice_get_dataset (lattice));
  g_autoptr (DeidLattice) one_value = make_lattice_of_one_value ();
  g_autoptr (DeidDataset) dataset = NULL;
  g_autoptr (DeidLattice) incomplete = NULL;

  assert_unsolvable (lattice, NULL, 0, DEID_ERROR_EMPTY, (const char *[]){ "privacy model", "" });
  assert_unsolvable (no_qi, "k:2", 0, DEID_ERROR_EMPTY, (const char *[]){ "quasi-identifier", "" });
  assert_unsolvable (one_value, "k:3", 0, DEID_ERROR_NO_SOLUTION,
                     (const char *[]){ "'age:'", "2 fail k:3" });
  assert_unsolvable (no_rows, "k:2", 0, DEID_ERROR_EMPTY, (const char *[]){ "no rows", "" });
  assert_unsolvable (lattice, "k:11", 3, DEID_ERROR_NO_SOLUTION,
                     (const char *[]){ "10 of 10 records", "suppression limit allows 3" });
  assert_unsolvable (lattice, "k:11", 10, DEID_ERROR_NO_SOLUTION,
                     (const char *[]){ "leaves none", "10 fail k:11" });

  dataset = deid_dataset_new ("visits");
  ck_assert (deid_dataset_add_string_column (dataset, "z", (const char *[]){ "1" }, 1, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "x", (const char *[]){ "1" }, 1, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "z", DEID_ROLE_QUASI_IDENTIFYING, NULL));
  incomplete = deid_lattice_new (dataset);
  {
    g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();

    ck_assert (deid_lattice_add_quasi_identifier (incomplete, "x", hierarchy, NULL, NULL));
  }
  assert_unsolvable (incomplete, "k:1", 0, DEID_ERROR_ROLE, (const char *[]){ "'z'", "lattice" });
}
END_TEST

static const struct
{
  const char *weights, *texts[2];
} bad_weights[] = {
  { "2\n0\n", { "line 3", "'0'" } },
  { "2\n3\n-1\n", { "line 4", "'-1'" } },
  { "1.5\n", { "line 2", "'1.5'" } },
  { "1\n1.0\n", { "line 3", "'1.0'" } },
  { "1e3\n", { "line 2", "'1e3'" } },
  { "two\n", { "line 2", "'two'" } },
  { "+1\n", { "line 2", "'+1'" } },
  { "\"1 \"\n", { "line 2", "'1 '" } },
  { "5\n\"\"\n", { "line 3", "missing" } },
  { "9223372036854775808\n", { "line 2", "2^63" } },
  { "18446744073709551616\n", { "line 2", "2^63" } },
  { "18446744073709551615\n1\n", { "line 2", "2^63" } },
  { "4611686018427387904\n1\n4611686018427387903\n", { "line 4", "2^63" } },
};

START_TEST (bad_weight)
{
  g_autofree char *content = g_strconcat ("w\n", bad_weights[_i].weights, NULL);
  g_autoptr (DeidDataset) dataset
      = deid_dataset_new_from_csv_file (write_file ("weights.csv", content, -1), NULL, NULL, NULL);
  GError *error = NULL;

  ck_assert (deid_dataset_set_show_values (dataset, TRUE, NULL));
  ck_assert (!deid_dataset_set_role (dataset, "w", DEID_ROLE_WEIGHT, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_WEIGHT, "weights.csv", "'w'",
                bad_weights[_i].texts[0], bad_weights[_i].texts[1], NULL);
  ck_assert_int_eq (deid_dataset_get_role (dataset, 0), DEID_ROLE_IDENTIFYING);
  ck_assert_uint_eq (deid_dataset_get_n_records (dataset), deid_dataset_get_n_rows (dataset));
}
END_TEST

static guint
count_files (const char *path)
{
  GDir *directory = g_dir_open (path, 0, NULL);
  guint n = 0;

  ck_assert (directory != NULL);
  while (g_dir_read_name (directory) != NULL)
    n++;
  g_dir_close (directory);
  return n;
}

static void
assert_not_written (DeidDataset *dataset, const char *path)
{
  GError *error = NULL;

  ck_assert (!deid_dataset_write_csv (dataset, path, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IO, path, NULL);
}

START_TEST (unwritable_output)
{
  const char *directory = get_temporary_file ("directory");
  g_autofree char *target = g_build_filename (directory, "target.csv", NULL);
  g_autofree char *other = g_build_filename (directory, "other.csv", NULL);
  g_autofree char *kept = NULL;
  const char *const values[] = { "x" }, *const missing[] = { "x", NULL };
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();
  GError *error = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "a", values, 1, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "a", DEID_ROLE_INSENSITIVE, NULL));
  ck_assert (deid_csv_options_set_missing_values (options, missing, NULL));
  assert_not_written (dataset, other);
  ck_assert_int_eq (g_mkdir (directory, 0700), 0);
  assert_not_written (dataset, directory);
  ck_assert (g_file_set_contents (target, "kept", -1, NULL));
  ck_assert (!deid_dataset_write_csv (dataset, target, options, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
  if (geteuid () != 0)
    {
      ck_assert_int_eq (g_chmod (directory, 0500), 0);
      assert_not_written (dataset, target);
      assert_not_written (dataset, other);
      ck_assert_int_eq (g_chmod (directory, 0700), 0);
    }
  ck_assert (g_file_get_contents (target, &kept, NULL, NULL));
  ck_assert_str_eq (kept, "kept");
  ck_assert_uint_eq (count_files (directory), 1);
  if (g_file_test ("/dev/full", G_FILE_TEST_EXISTS))
    {
      assert_not_written (dataset, "/dev/full");
      ck_assert (g_file_test ("/dev/full", G_FILE_TEST_EXISTS));
    }
  g_unlink (target);
  g_rmdir (directory);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("bad-input");
  TCase *files = tcase_create ("files"), *problems = tcase_create ("problems");

  tcase_add_loop_test (files, bad_table, 0, G_N_ELEMENTS (bad_tables));
  tcase_add_loop_test (files, bad_hierarchy, 0, G_N_ELEMENTS (bad_hierarchies));
  tcase_add_test (files, wrong_delimiter);
  tcase_add_test (files, unreadable_files);
  tcase_add_loop_test (files, endless_field, 0, G_N_ELEMENTS (endless_starts));
  tcase_add_loop_test (files, bad_weight, 0, G_N_ELEMENTS (bad_weights));
  tcase_add_test (files, unwritable_output);
  tcase_set_timeout (files, 60);
  suite_add_tcase (suite, files);
  tcase_add_test (problems, values_that_the_hierarchy_lacks);
  tcase_add_test (problems, bad_privacy_models);
  tcase_add_test (problems, bad_limits);
  tcase_add_test (problems, unsolvable_problems);
  suite_add_tcase (suite, problems);
  return suite;
}
