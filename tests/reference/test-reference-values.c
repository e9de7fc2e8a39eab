/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The optima that the field's leading tool found, for quality models that are made of what single
 * values cost.
 *
 * They agree but for the entropies where records are suppressed. The published definition makes a
 * suppressed value cost what the label of all records would. The tool makes it cost what its label
 * does, and the entropy of that label among the suppressed records alone. Both are computed here
 * from the table: each optimum is the better one by its own definition. In one row it is not the
 * same. */
#include <math.h>
#include <string.h>

#include "support/reference-rows.h"
#include "support/suite.h"

#define TOLERANCE 1e-9

/* Logarithms in units of 2^-32 of the greatest one, of 9 attributes. */
#define LOG_TOLERANCE 3e-9

static gboolean
is_quality (guint row, const char *name)
{
  return g_str_has_prefix (reference_row_get (row, REFERENCE_QUALITY), name);
}

static gboolean
differs (guint row)
{
  return (is_quality (row, "nuentropy") || is_quality (row, "normentropy"))
         && reference_row_get_number (row, REFERENCE_SUPPRESSION_LIMIT) > 0;
}

/* Returns: what the tool's score is a multiple of. */
static double
get_scale (guint row, DeidLattice *lattice)
{
  const double n = (double) deid_dataset_get_n_rows (deid_lattice_get_dataset (lattice));
  guint height = 0;

  for (guint a = 0; a < deid_lattice_get_n_dimensions (lattice); a++)
    height = MAX (height, deid_lattice_get_height (lattice, a));
  if (is_quality (row, "height"))
    return height;
  if (is_quality (row, "nuentropy"))
    return n * log2 (n);
  return is_quality (row, "ebil") ? n : 1;
}

static guint
count (GHashTable *counts, const char *key)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (counts, key));
}

static void
add (GHashTable *counts, const char *key)
{
  g_hash_table_insert (counts, g_strdup (key), GUINT_TO_POINTER (count (counts, key) + 1));
}

/* The table under a policy. */
typedef struct
{
  guint n_rows;
  guint n_attributes;
  guint n_suppressed;
  gboolean *suppressed;
  const char **originals; /* of each attribute, row by row */
  char **labels;
  GPtrArray *hierarchies;
} Table;

static void
table_suppress (Table *table, guint k)
{
  g_autoptr (GHashTable) classes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < table->n_rows; i++)
    {
      GString *key = g_string_new (NULL);

      for (guint a = 0; a < table->n_attributes; a++)
        g_string_append_printf (key, "%s|", table->labels[a * table->n_rows + i]);
      add (classes, key->str);
      g_ptr_array_add (keys, g_string_free (key, FALSE));
    }
  for (guint i = 0; i < table->n_rows; i++)
    {
      table->suppressed[i] = count (classes, keys->pdata[i]) < k;
      table->n_suppressed += table->suppressed[i] ? 1 : 0;
    }
}

static void
table_init (Table *table, guint row, DeidPolicy *policy)
{
  DeidLattice *lattice = deid_policy_get_lattice (policy);
  DeidDataset *dataset = deid_lattice_get_dataset (lattice);
  const guint n_attributes = deid_lattice_get_n_attributes (lattice);
  const guint n_rows = (guint) deid_dataset_get_n_rows (dataset);

  *table = (Table){ .n_rows = n_rows,
                    .n_attributes = n_attributes,
                    .suppressed = g_new (gboolean, n_rows),
                    .originals = g_new (const char *, n_attributes *n_rows),
                    .labels = g_new (char *, n_attributes *n_rows),
                    .hierarchies
                    = g_ptr_array_new_with_free_func ((GDestroyNotify) deid_hierarchy_unref) };
  for (guint a = 0; a < n_attributes; a++)
    {
      const char *name = deid_lattice_get_attribute_name (lattice, a);
      DeidHierarchy *hierarchy = reference_row_load_hierarchy (row, name, NULL);
      guint column;

      ck_assert (deid_dataset_find_column (dataset, name, &column, NULL));
      g_ptr_array_add (table->hierarchies, hierarchy);
      for (guint i = 0; i < n_rows; i++)
        {
          const char *value = deid_dataset_get_value (dataset, i, column);

          table->originals[a * n_rows + i] = value;
          table->labels[a * n_rows + i]
              = generalize (hierarchy, value, deid_policy_get_level (policy, a));
        }
    }
  table_suppress (
      table, (guint) g_ascii_strtoull (reference_row_get (row, REFERENCE_MODEL) + 2, NULL, 10));
}

static void
table_clear (Table *table)
{
  g_free (table->suppressed);
  g_free (table->originals);
  for (guint i = 0; i < table->n_attributes * table->n_rows; i++)
    g_free (table->labels[i]);
  g_free (table->labels);
  g_ptr_array_unref (table->hierarchies);
}

/* Information that is lost, in bits for all records. */
typedef struct
{
  double by_definition;
  double by_tool;
  double of_all; /* if all are suppressed */
} Bits;

static Bits
measure_attribute (const Table *table, guint a)
{
  const char **originals = table->originals + a * table->n_rows;
  char **labels = table->labels + a * table->n_rows;
  GHashTable *counts[3]; /* of original values, labels, and labels of suppressed records */
  Bits bits = { 0 };

  for (guint i = 0; i < 3; i++)
    counts[i] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < table->n_rows; i++)
    {
      add (counts[0], originals[i]);
      add (counts[1], labels[i]);
      if (table->suppressed[i])
        add (counts[2], labels[i]);
    }
  for (guint i = 0; i < table->n_rows; i++)
    {
      const double n_original = count (counts[0], originals[i]);
      const double n_label = count (counts[1], labels[i]);

      bits.of_all += log2 (table->n_rows / n_original);
      bits.by_definition += log2 ((table->suppressed[i] ? table->n_rows : n_label) / n_original);
      bits.by_tool += log2 (n_label / n_original);
      if (table->suppressed[i])
        bits.by_tool += log2 ((double) table->n_suppressed / count (counts[2], labels[i]));
    }
  for (guint i = 0; i < 3; i++)
    g_hash_table_unref (counts[i]);
  return bits;
}

/* The mean over the attributes, normalized if the row's model is. */
static Bits
measure (guint row, DeidPolicy *policy)
{
  Bits mean = { 0 };
  Table table;

  table_init (&table, row, policy);
  for (guint a = 0; a < table.n_attributes; a++)
    {
      const Bits bits = measure_attribute (&table, a);
      const double whole = table.n_attributes * (is_quality (row, "normentropy") ? bits.of_all : 1);

      mean.by_definition += bits.by_definition / whole;
      mean.by_tool += bits.by_tool / whole;
    }
  table_clear (&table);
  return mean;
}

/* Each optimum is one by its own definition, which gives its loss or score. */
static void
check_definitions (guint row, DeidResult *result, DeidPolicy *optimum, double scale)
{
  const double score = reference_row_get_number (row, REFERENCE_SCORE);
  const Bits own = measure (row, deid_result_get_policy (result));
  const Bits other = measure (row, optimum);

  ck_assert_double_eq_tol (deid_result_get_loss (result), own.by_definition / scale, LOG_TOLERANCE);
  ck_assert_double_eq_tol (other.by_tool / scale, score / scale, TOLERANCE);
  ck_assert_double_le (own.by_definition, other.by_definition * (1 + TOLERANCE));
  ck_assert_double_le (other.by_tool, own.by_tool * (1 + TOLERANCE));
  if (deid_policy_compare (optimum, deid_result_get_policy (result)) == 0)
    return;
  ck_assert_str_eq (reference_row_get (row, REFERENCE_QUALITY), "normentropy:arith");
  ck_assert_str_eq (reference_row_get (row, REFERENCE_MODEL), "k:5");
}

START_TEST (reference_row)
{
  const guint row = (guint) _i;
  g_autoptr (GError) error = NULL;
  g_autoptr (DeidProblem) problem = reference_row_load_problem (row, &error);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL, given = NULL;
  g_autoptr (DeidPolicy) optimum = NULL;
  double scale;

  assert_no_error (error);
  scale = get_scale (row, deid_problem_get_lattice (problem));
  optimum = deid_policy_new_from_text (deid_problem_get_lattice (problem),
                                       reference_row_get (row, REFERENCE_OPTIMUM), &error);
  assert_no_error (error);
  given = deid_problem_evaluate (problem, optimum, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_result_get_n_suppressed (given),
                     (guint64) reference_row_get_number (row, REFERENCE_SUPPRESSED));
  result = deid_search_run (search, problem, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_is_proven_optimal (result));
  if (differs (row))
    {
      check_definitions (row, result, optimum, scale);
      return;
    }
  ck_assert (deid_result_get_loss (given) == deid_result_get_loss (result));
  ck_assert_double_eq_tol (deid_result_get_loss (result),
                           reference_row_get_number (row, REFERENCE_SCORE) / scale,
                           is_quality (row, "ebil") ? LOG_TOLERANCE : TOLERANCE);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("reference of quality models of single values");
  TCase *rows = tcase_create ("rows");
  const guint n_rows = reference_rows_read ("precision height nuentropy normentropy ebil");

  if (n_rows > 0)
    tcase_add_loop_test (rows, reference_row, 0, (int) n_rows);
  else
    note_skipped ();
  tcase_set_timeout (rows, 300);
  suite_add_tcase (suite, rows);
  return suite;
}
