/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Local recoding: each class of records has labels of its own.
 *
 * A policy treats all records alike, so that one rare combination coarsens a whole column. A local
 * recoding loses far less. What it costs is that one column has labels of several levels, and that
 * whoever counts must know it. This program makes both releases of one table, looks at a column,
 * counts as an analyst would, and ends with one that suppresses single cells.
 *
 *     12-local-recoding [DIRECTORY]      the directory holds discharges.csv and the hierarchies
 */
#include <deid/deid.h>
#include <stdio.h>
#include <string.h>

#ifndef DATA_DIR
#define DATA_DIR "examples/data"
#endif

#define DECADES 2 /* the level of ages that has them */

/* A search repeats: it takes so many steps from the same seed, on whatever machine. */
#define N_ITERATIONS 300000
#define SEED         1

static const char statement[] = "[input]\ninput=discharges.csv\ndelimiter=;\n"
                                "[column age]\nrole=quasi-identifying\n"
                                "[column sex]\nrole=quasi-identifying\n"
                                "[column zip]\nrole=quasi-identifying\n"
                                "[column admission]\nrole=quasi-identifying\n"
                                "[lattice]\nhierarchies=hierarchy_\n"
                                "[models]\nmodel=k:5\n";

/* Cells need no hierarchies. */
static const char statement_of_cells[] = "[input]\ninput=discharges.csv\ndelimiter=;\n"
                                         "[column age]\nrole=quasi-identifying\n"
                                         "[column sex]\nrole=quasi-identifying\n"
                                         "[column zip]\nrole=quasi-identifying\n"
                                         "[models]\nmodel=k:5\n"
                                         "[search]\nrecoding=cells\niterations=20000\n";

/* Step 1: the same problem, solved by a policy and by a local recoding. The verifier looks up each
 * released label in its hierarchy, and puts the classes together by what their labels read.
 *
 * To see: the recoding keeps much more, and suppresses nobody either. */
static DeidResult *
solve (DeidProblem *problem, DeidSearch *search, const char *title, DeidDataset **release,
       GError **error)
{
  g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, error);

  if (result == NULL || (*release = deid_result_apply (result, NULL, NULL, error)) == NULL
      || !deid_result_verify (result, *release, NULL, error))
    return NULL;
  printf ("%-18s loss %.2f, %" G_GUINT64_FORMAT " records suppressed, verified\n", title,
          deid_result_get_loss (result), deid_result_get_n_suppressed (result));
  return g_steal_pointer (&result);
}

/* Step 2: what has become of a column? Its partition says of each class which level its label is
 * on.
 *
 * To see: some ages are kept as they are, others are labels of 5, 10 or 20 years. */
static gboolean
print_levels (DeidResult *result, guint attribute, GError **error)
{
  DeidPartition *partition = deid_result_get_partition (result, NULL, error);
  DeidLattice *lattice = deid_problem_get_lattice (deid_result_get_problem (result));
  const guint n_levels
      = deid_hierarchy_get_n_levels (deid_lattice_get_hierarchy (lattice, attribute));
  const guint64 n_rows = deid_dataset_get_n_rows (deid_lattice_get_dataset (lattice));

  if (partition == NULL)
    return FALSE;
  printf ("\nLabels of %s\n", deid_partition_get_attribute_name (partition, attribute));
  for (guint level = 0; level < n_levels; level++)
    {
      guint64 n = 0;

      for (guint32 i = 0; i < deid_partition_get_n_classes (partition); i++)
        if (deid_partition_get_level (partition, i, attribute) == level)
          n += deid_partition_get_n_records (partition, i);
      printf ("  level %u: %3.0f %% of the records\n", level, 100.0 * (double) n / (double) n_rows);
    }
  return TRUE;
}

/* Lists the labels that people of an age have on the levels from one to before another. */
static GHashTable *
list_labels (const DeidHierarchy *ages, const char *age, guint begin, guint end)
{
  GHashTable *labels = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint level = begin; level < end; level++)
    {
      char *label = NULL;

      if (deid_hierarchy_generalize (ages, age, level, &label, NULL) && label != NULL)
        g_hash_table_add (labels, label);
    }
  return labels;
}

/* The labels of a decade and of all that is finer: whoever has one of them is in it for sure. */
static GHashTable *
list_finer (const DeidHierarchy *ages, guint decade)
{
  GHashTable *labels = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint age = decade; age < decade + 10; age++)
    {
      g_autofree char *text = g_strdup_printf ("%u", age);
      g_autoptr (GHashTable) more = list_labels (ages, text, 0, DECADES + 1);
      GHashTableIter iter;
      gpointer label;

      for (g_hash_table_iter_init (&iter, more); g_hash_table_iter_next (&iter, &label, NULL);)
        g_hash_table_add (labels, g_strdup (label));
    }
  return labels;
}

static guint64
count_rows (const DeidDataset *table, guint column, GHashTable *labels)
{
  guint64 n = 0;

  for (guint64 row = 0; row < deid_dataset_get_n_rows (table); row++)
    {
      const char *label = deid_dataset_get_value (table, row, column);

      n += label != NULL && g_hash_table_contains (labels, label) ? 1 : 0;
    }
  return n;
}

/* Step 3: how many patients are in their fifties? Cells that read 50-59 are only some of them:
 * other patients of these ages have finer labels, which count as well, or coarser ones, which may
 * or may not. All that is needed to tell is the hierarchy, which the release should come with. No
 * cell ever lists several values: the verifier would refuse it.
 *
 * To see: by the policy nobody can tell, since all ages are coarser. The local recoding gives two
 * bounds, and the number in the input lies between them. */
static gboolean
count_fifties (DeidProblem *problem, const DeidDataset *release, const char *title, GError **error)
{
  DeidLattice *lattice = deid_problem_get_lattice (problem);
  DeidHierarchy *ages = deid_lattice_get_hierarchy (lattice, 0);
  g_autoptr (GHashTable) alone = list_labels (ages, "55", DECADES, DECADES + 1);
  g_autoptr (GHashTable) finer = list_finer (ages, 50);
  g_autoptr (GHashTable) coarser
      = list_labels (ages, "55", DECADES + 1, deid_hierarchy_get_n_levels (ages));
  guint64 n_sure, n_perhaps, n_true;
  guint source, column;

  if (!deid_dataset_find_column (deid_lattice_get_dataset (lattice), "age", &source, error)
      || !deid_dataset_find_column (release, "age", &column, error))
    return FALSE;
  n_sure = count_rows (release, column, finer);
  n_perhaps = count_rows (release, column, coarser);
  n_true = count_rows (deid_lattice_get_dataset (lattice), source, finer);
  printf ("  %-18s cells with their label %4" G_GUINT64_FORMAT ", at least %4" G_GUINT64_FORMAT
          ", at most %4" G_GUINT64_FORMAT "%s\n",
          title, count_rows (release, column, alone), n_sure, n_sure + n_perhaps,
          n_sure <= n_true && n_true <= n_sure + n_perhaps ? "" : ", which is wrong");
  return TRUE;
}

/* Step 4: tomorrow's records. A policy is a rule that can be stored; the classes of these records
 * tell nothing of others. */
static void
try_to_store (DeidResult *result)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DeidStoredPolicy) stored = deid_stored_policy_new (result, NULL, &error);

  printf ("\nTo store it: %s\n", stored != NULL ? "done" : strstr (error->message, "a local"));
}

/* Step 5: cell suppression, which statistics offices do, is a local recoding without hierarchies:
 * a cell is kept or reads `*`. The weight of a column is what one of its cells costs.
 *
 * To see: of the column that weighs more, fewer cells are suppressed. */
static gboolean
suppress_cells (const char *directory, const char *weight, GError **error)
{
  g_autoptr (DeidJob) job = deid_job_new ();
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) release = NULL;
  DeidPartition *partition;

  if (!deid_job_load_text (job, statement_of_cells, "the statement", directory, error)
      || !deid_job_set (job, "column zip", "loss-weight", weight, NULL, error)
      || (result = deid_job_run (job, NULL, error)) == NULL
      || (release = deid_job_release (job, result, NULL, error)) == NULL
      || (partition = deid_result_get_partition (result, NULL, error)) == NULL)
    return FALSE;
  printf ("  zip weighs %-2s     ", weight);
  for (guint a = 0; a < deid_partition_get_n_attributes (partition); a++)
    {
      guint64 n;

      deid_partition_count_cells (partition, a, &n, NULL, NULL);
      printf ("  %s %" G_GUINT64_FORMAT, deid_partition_get_attribute_name (partition, a), n);
    }
  printf ("\n");
  return TRUE;
}

static gboolean
run (const char *directory, GError **error)
{
  g_autoptr (DeidSearch) optimal = deid_search_new_optimal ();
  g_autoptr (DeidSearch) local = deid_search_new_local (N_ITERATIONS, SEED, 0, error);
  g_autoptr (DeidJob) job = deid_job_new ();
  g_autoptr (DeidResult) policy = NULL, recoding = NULL;
  g_autoptr (DeidDataset) of_policy = NULL, of_recoding = NULL;
  DeidProblem *problem;

  if (local == NULL || !deid_job_load_text (job, statement, "the statement", directory, error)
      || (problem = deid_job_get_problem (job, NULL, error)) == NULL
      || (policy = solve (problem, optimal, "The best policy", &of_policy, error)) == NULL
      || (recoding = solve (problem, local, "A local recoding", &of_recoding, error)) == NULL
      || !print_levels (recoding, 0, error))
    return FALSE;
  printf ("\nPatients in their fifties\n");
  if (!count_fifties (problem, of_policy, "by the policy", error)
      || !count_fifties (problem, of_recoding, "by the recoding", error))
    return FALSE;
  try_to_store (recoding);
  printf ("\nSuppressed cells\n");
  return suppress_cells (directory, "1", error) && suppress_cells (directory, "10", error);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  if (run (argc > 1 ? argv[1] : DATA_DIR, &error))
    return 0;
  fprintf (stderr, "12-local-recoding: %s\n", error->message);
  return 1;
}
