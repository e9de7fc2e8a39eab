/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The optima that the field's leading tool found, for quality models that are made of what classes
 * cost.
 *
 * All scores, computed here from the classes, and all optima agree, but for two of the definitions:
 *
 * - The tool counts the suppressed records as one more class in the average class size. By the
 *   published definition the average is that of the classes of the release.
 * - The published divergence weighs each combination t of original values with p(t). The tool sums
 *   over the records instead, each of which it weighs with p(t) once more: a combination of c
 *   records weighs c p(t), so that its score is no divergence. The optimum of the one is not that
 * of the other; each is the better by its own definition. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/reference-rows.h"
#include "support/suite.h"

#define TOLERANCE 1e-9

/* A class of the table under a policy, or a combination of its original values. */
typedef struct
{
  double n;
  double area; /* how many combinations its labels cover */
} Class;

/* What both definitions of a quality model are computed from. */
typedef struct
{
  double n_records;
  double domain;       /* how many combinations there are */
  guint k;             /* classes with fewer records are suppressed */
  GHashTable *classes; /* Class by its labels */
  GHashTable *originals;
  GHashTable *class_of; /* Class of each of the originals, by their values */
} Table;

static Class *
add (GHashTable *classes, const char *key)
{
  Class *own = g_hash_table_lookup (classes, key);

  if (own == NULL)
    {
      own = g_new0 (Class, 1);
      g_hash_table_insert (classes, g_strdup (key), own);
    }
  own->n++;
  return own;
}

/* An attribute of the policy: what its labels cover. */
typedef struct
{
  guint column;
  GHashTable *labels;  /* of each leaf */
  GHashTable *covered; /* number of leaves of each label */
} Attribute;

/* Reads a hierarchy, a leaf a line with its labels behind it. */
static void
attribute_init (Attribute *attribute, guint row, const char *name, guint level, double *domain)
{
  g_autofree char *file = g_strdup_printf ("data/%s/hierarchy_%s.csv",
                                           reference_row_get (row, REFERENCE_DATASET), name);
  g_auto (GStrv) lines = NULL;
  g_autofree char *content = NULL;

  ck_assert (g_file_get_contents (find_shared_file (file), &content, NULL, NULL));
  lines = g_strsplit (g_strchomp (content), "\n", -1);
  attribute->labels = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  attribute->covered = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) labels = g_strsplit (g_strchomp (lines[i]), ";", -1);
      const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (attribute->covered, labels[level]));

      g_hash_table_insert (attribute->labels, g_strdup (labels[0]), g_strdup (labels[level]));
      g_hash_table_insert (attribute->covered, g_strdup (labels[level]), GUINT_TO_POINTER (n + 1));
    }
  *domain *= g_hash_table_size (attribute->labels);
}

static void
add_row (Table *table, DeidDataset *dataset, guint64 i, const Attribute *attributes, guint n)
{
  g_autoptr (GString) original = g_string_new (NULL), labels = g_string_new (NULL);
  double area = 1;
  Class *own;

  for (guint a = 0; a < n; a++)
    {
      const char *value = deid_dataset_get_value (dataset, i, attributes[a].column);
      const char *label = g_hash_table_lookup (attributes[a].labels, value);

      g_string_append_printf (original, "%s|", value);
      g_string_append_printf (labels, "%s|", label);
      area *= GPOINTER_TO_UINT (g_hash_table_lookup (attributes[a].covered, label));
    }
  own = add (table->classes, labels->str);
  own->area = area;
  add (table->originals, original->str);
  g_hash_table_insert (table->class_of, g_strdup (original->str), own);
}

static void
table_init (Table *table, guint row, DeidPolicy *policy)
{
  DeidLattice *lattice = deid_policy_get_lattice (policy);
  DeidDataset *dataset = deid_lattice_get_dataset (lattice);
  const guint n = deid_lattice_get_n_attributes (lattice);
  g_autofree Attribute *attributes = g_new (Attribute, n);

  *table = (Table){ .n_records = (double) deid_dataset_get_n_rows (dataset),
                    .domain = 1,
                    .k = (guint) atoi (strchr (reference_row_get (row, REFERENCE_MODEL), ':') + 1),
                    .classes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
                    .originals = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
                    .class_of = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };
  for (guint a = 0; a < n; a++)
    {
      const char *name = deid_lattice_get_attribute_name (lattice, a);

      attribute_init (&attributes[a], row, name, deid_policy_get_level (policy, a), &table->domain);
      ck_assert (deid_dataset_find_column (dataset, name, &attributes[a].column, NULL));
    }
  for (guint64 i = 0; i < deid_dataset_get_n_rows (dataset); i++)
    add_row (table, dataset, i, attributes, n);
  for (guint a = 0; a < n; a++)
    {
      g_hash_table_unref (attributes[a].covered);
      g_hash_table_unref (attributes[a].labels);
    }
}

static void
table_clear (Table *table)
{
  g_hash_table_unref (table->classes);
  g_hash_table_unref (table->originals);
  g_hash_table_unref (table->class_of);
}

/* The sums over classes that the definitions are made of. */
typedef struct
{
  double n_classes; /* that are kept */
  double n_suppressed;
  double squares;            /* of sizes of classes that are kept */
  double suppressed_squares; /* of the others */
  double areas;              /* of the records that are kept */
} Sums;

static Sums
add_up (const Table *table)
{
  GHashTableIter iter;
  gpointer value;
  Sums sums = { 0 };

  g_hash_table_iter_init (&iter, table->classes);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const Class *own = value;

      if (own->n < table->k)
        {
          sums.n_suppressed += own->n;
          sums.suppressed_squares += own->n * own->n;
          continue;
        }
      sums.n_classes++;
      sums.squares += own->n * own->n;
      sums.areas += own->n * own->area;
    }
  return sums;
}

/* The divergence where nothing is suppressed, or the tool's: with each combination weighed with the
 * number of its records. @entropy is that of the original values. */
static double
diverge (const Table *table, gboolean is_weighed, double *entropy)
{
  GHashTableIter iter;
  gpointer key, value;
  double sum = 0;

  *entropy = 0;
  g_hash_table_iter_init (&iter, table->originals);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      const Class *own = g_hash_table_lookup (table->class_of, key);
      const double n = ((const Class *) value)->n, p = n / table->n_records;

      *entropy -= p * log2 (p);
      sum += (is_weighed ? n : 1) * p * log2 (p / (own->n / table->n_records / own->area));
    }
  return sum;
}

/* Returns: the published measure, made of the loss as the header says. */
static double
unscale (const char *quality, double loss, const Table *table)
{
  double entropy;

  if (g_str_equal (quality, "aecs"))
    return loss * table->n_records;
  if (g_str_equal (quality, "ambiguity"))
    return loss * table->domain;
  if (g_str_has_prefix (quality, "dm"))
    return loss * table->n_records * table->n_records;
  diverge (table, FALSE, &entropy);
  return loss * (log2 (table->n_records * table->domain) - entropy);
}

/* Computes a measure by its published definition and by the tool's. */
static void
measure (const char *quality, const Table *table, double *published, double *score)
{
  const Sums sums = add_up (table);
  double entropy;

  if (g_str_equal (quality, "aecs"))
    {
      *published = table->n_records / sums.n_classes;
      *score = table->n_records / (sums.n_classes + (sums.n_suppressed > 0 ? 1 : 0));
    }
  else if (g_str_equal (quality, "ambiguity")) /* the tool's is no mean */
    {
      *score = sums.areas + sums.n_suppressed * table->domain;
      *published = *score / table->n_records;
    }
  else if (g_str_equal (quality, "kl"))
    {
      *published = diverge (table, FALSE, &entropy);
      *score = diverge (table, TRUE, &entropy);
    }
  else
    *published = *score = sums.squares
                          + (g_str_equal (quality, "dm") ? sums.n_suppressed * table->n_records
                                                         : sums.suppressed_squares);
}

static void
assert_near (double a, double b)
{
  ck_assert_msg (fabs (a - b) <= TOLERANCE * b, "%.17g, expected %.17g", a, b);
}

static DeidResult *
evaluate (DeidProblem *problem, DeidPolicy *policy, guint row, double *score)
{
  const char *quality = reference_row_get (row, REFERENCE_QUALITY);
  GError *error = NULL;
  DeidResult *result = deid_problem_evaluate (problem, policy, NULL, &error);
  double published;
  Table table;

  assert_no_error (error);
  table_init (&table, row, policy);
  measure (quality, &table, &published, score);
  assert_near (unscale (quality, deid_result_get_loss (result), &table), published);
  table_clear (&table);
  return result;
}

START_TEST (reference_row)
{
  const guint row = (guint) _i;
  g_autoptr (GError) error = NULL;
  g_autoptr (DeidProblem) problem = reference_row_load_problem (row, &error);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL, given = NULL, found = NULL;
  g_autoptr (DeidPolicy) optimum = NULL;
  double score, own_score;

  assert_no_error (error);
  optimum = deid_policy_new_from_text (deid_problem_get_lattice (problem),
                                       reference_row_get (row, REFERENCE_OPTIMUM), &error);
  assert_no_error (error);
  result = deid_search_run (search, problem, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_is_proven_optimal (result));
  given = evaluate (problem, optimum, row, &score);
  assert_near (score, reference_row_get_number (row, REFERENCE_SCORE));
  ck_assert_uint_eq (deid_result_get_n_suppressed (given),
                     (guint64) reference_row_get_number (row, REFERENCE_SUPPRESSED));
  if (!g_str_equal (reference_row_get (row, REFERENCE_QUALITY), "kl"))
    {
      ck_assert (deid_result_get_loss (given) == deid_result_get_loss (result));
      return;
    }
  found = evaluate (problem, deid_result_get_policy (result), row, &own_score);
  ck_assert (deid_result_get_loss (found) == deid_result_get_loss (result));
  ck_assert (deid_result_get_loss (result) < deid_result_get_loss (given));
  ck_assert (score < own_score);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("reference of quality models that cost classes");
  TCase *rows = tcase_create ("rows");
  const guint n_rows = reference_rows_read ("dm dmstar aecs ambiguity kl");

  if (n_rows > 0)
    tcase_add_loop_test (rows, reference_row, 0, (int) n_rows);
  else
    note_skipped ();
  tcase_set_timeout (rows, 300);
  suite_add_tcase (suite, rows);
  return suite;
}
