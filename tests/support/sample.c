/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/sample.h"

#include <string.h>

#include "support/suite.h"

void
sample_init_random (Sample *sample, GRand *rand, guint n_rows, guint n_attributes)
{
  memset (sample, 0, sizeof *sample);
  sample->n_rows = n_rows;
  sample->n_attributes = n_attributes;
  for (guint a = 0; a < n_attributes; a++)
    {
      const gboolean has_missing = g_rand_int_range (rand, 0, 3) == 0;

      sample->is_suppression[a] = g_rand_int_range (rand, 0, 4) == 0;
      sample->heights[a] = sample->is_suppression[a] ? 1 : (guint) g_rand_int_range (rand, 1, 4);
      sample->n_leaves[a] = (guint) g_rand_int_range (rand, 2, 9);
      for (guint row = 0; row < n_rows; row++)
        sample->leaves[a][row] = has_missing && g_rand_int_range (rand, 0, 8) == 0
                                     ? SAMPLE_MISSING
                                     : g_rand_int_range (rand, 0, (gint) sample->n_leaves[a]);
    }
  for (guint row = 0; row < n_rows; row++)
    {
      sample->diagnoses[row] = g_rand_int_range (rand, SAMPLE_MISSING, 4);
      sample->notes[row] = g_rand_int_range (rand, SAMPLE_MISSING, 3);
      sample->persons[row] = g_rand_int_range (rand, 0, (gint) (n_rows / 2 + 1));
      sample->weights[row] = (guint) g_rand_int_range (rand, 1, 5);
    }
}

void
sample_copy_row (Sample *sample, guint row, const Sample *source, guint source_row)
{
  for (guint a = 0; a < sample->n_attributes; a++)
    sample->leaves[a][row] = source->leaves[a][source_row];
  sample->diagnoses[row] = source->diagnoses[source_row];
  sample->notes[row] = source->notes[source_row];
  sample->persons[row] = source->persons[source_row];
  sample->weights[row] = source->weights[source_row];
}

void
sample_shuffle (Sample *sample, GRand *rand)
{
  g_autofree Sample *source = g_new (Sample, 1);
  guint order[SAMPLE_MAX_ROWS];

  *source = *sample;
  for (guint row = 0; row < sample->n_rows; row++)
    order[row] = row;
  for (guint row = sample->n_rows; row > 1; row--)
    {
      const guint other = (guint) g_rand_int_range (rand, 0, (gint) row), kept = order[row - 1];

      order[row - 1] = order[other];
      order[other] = kept;
    }
  for (guint row = 0; row < sample->n_rows; row++)
    sample_copy_row (sample, row, source, order[row]);
}

static void
add_column (DeidDataset *dataset, const Sample *sample, const char *name, const char *prefix,
            const int *numbers)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  GError *error = NULL;

  for (guint row = 0; row < sample->n_rows; row++)
    g_ptr_array_add (texts, numbers[row] == SAMPLE_MISSING
                                ? NULL
                                : g_strdup_printf ("%s%d", prefix, numbers[row]));
  deid_dataset_add_string_column (dataset, name, (const char *const *) texts->pdata, sample->n_rows,
                                  NULL, &error);
  assert_no_error (error);
}

static void
set_role (DeidDataset *dataset, const char *name, DeidRole role)
{
  GError *error = NULL;

  deid_dataset_set_role (dataset, name, role, &error);
  assert_no_error (error);
}

DeidDataset *
sample_build_dataset (const Sample *sample, SampleColumns columns)
{
  DeidDataset *dataset = deid_dataset_new ("sample");
  int numbers[SAMPLE_MAX_ROWS];

  for (guint row = 0; row < sample->n_rows; row++)
    numbers[row] = (int) row;
  add_column (dataset, sample, "id", "record ", numbers);
  for (guint a = 0; a < sample->n_attributes; a++)
    {
      const char name[] = { 'q', (char) ('0' + a), '\0' };

      add_column (dataset, sample, name, "v", sample->leaves[a]);
    }
  add_column (dataset, sample, "diagnosis", "d", sample->diagnoses);
  set_role (dataset, "diagnosis", DEID_ROLE_SENSITIVE);
  add_column (dataset, sample, "note", " n, ", sample->notes);
  set_role (dataset, "note", DEID_ROLE_INSENSITIVE);
  if (columns & SAMPLE_WITH_PERSONS)
    {
      add_column (dataset, sample, "person", "p", sample->persons);
      set_role (dataset, "person", DEID_ROLE_ENTITY);
    }
  if (columns & SAMPLE_WITH_WEIGHTS)
    {
      for (guint row = 0; row < sample->n_rows; row++)
        numbers[row] = (int) sample->weights[row];
      add_column (dataset, sample, "weight", "", numbers);
      set_role (dataset, "weight", DEID_ROLE_WEIGHT);
    }
  return dataset;
}

DeidDataset *
sample_strip_roles (DeidDataset *dataset)
{
  DeidDataset *bare = deid_dataset_new ("bare");
  const guint64 n_rows = deid_dataset_get_n_rows (dataset);
  GError *error = NULL;

  for (guint c = 0; c < deid_dataset_get_n_columns (dataset); c++)
    {
      g_autofree const char **texts = g_new (const char *, n_rows);

      for (guint64 row = 0; row < n_rows; row++)
        texts[row] = deid_dataset_get_value (dataset, row, c);
      deid_dataset_add_string_column (bare, deid_dataset_get_column_name (dataset, c), texts,
                                      n_rows, NULL, &error);
      assert_no_error (error);
    }
  return bare;
}

char *
sample_get_label (const Sample *sample, guint attribute, int leaf, guint level)
{
  if (level > 0 && level == sample->heights[attribute])
    return g_strdup ("*");
  if (leaf == SAMPLE_MISSING)
    return NULL;
  return level == 0 ? g_strdup_printf ("v%d", leaf)
                    : g_strdup_printf ("l%u-%d", level, leaf >> level);
}

DeidHierarchy *
sample_build_hierarchy (const Sample *sample, guint attribute)
{
  g_autoptr (DeidHierarchyBuilder) builder = NULL;
  DeidHierarchy *hierarchy;
  GError *error = NULL;

  if (sample->is_suppression[attribute])
    return deid_hierarchy_new_suppression ();
  builder = deid_hierarchy_builder_new (NULL);
  for (guint leaf = 0; leaf < sample->n_leaves[attribute]; leaf++)
    {
      g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);

      for (guint level = 0; level <= sample->heights[attribute]; level++)
        g_ptr_array_add (labels, sample_get_label (sample, attribute, (int) leaf, level));
      g_ptr_array_add (labels, NULL);
      deid_hierarchy_builder_add_row (builder, (const char *const *) labels->pdata, &error);
      assert_no_error (error);
    }
  hierarchy = deid_hierarchy_builder_build (builder, &error);
  assert_no_error (error);
  return hierarchy;
}

DeidLattice *
sample_build_lattice (const Sample *sample, DeidDataset *dataset)
{
  DeidLattice *lattice = deid_lattice_new (dataset);

  for (guint a = 0; a < sample->n_attributes; a++)
    {
      g_autoptr (DeidHierarchy) hierarchy = sample_build_hierarchy (sample, a);
      const char name[] = { 'q', (char) ('0' + a), '\0' };
      GError *error = NULL;

      deid_lattice_add_quasi_identifier (lattice, name, hierarchy, NULL, &error);
      assert_no_error (error);
    }
  return lattice;
}

DeidProblem *
sample_state_problem (DeidLattice *lattice, const char *models, const char *sensitive, double limit)
{
  DeidProblem *problem = deid_problem_new (lattice);
  g_auto (GStrv) texts = g_strsplit (models, ";", -1);
  GError *error = NULL;

  for (guint i = 0; texts[i] != NULL; i++)
    {
      g_autoptr (DeidPrivacyModel) model
          = deid_privacy_model_new_from_specification (texts[i], sensitive, &error);

      assert_no_error (error);
      deid_problem_add_privacy_model (problem, model, &error);
      assert_no_error (error);
    }
  deid_problem_set_suppression_limit (problem, limit, &error);
  assert_no_error (error);
  return problem;
}

DeidProblem *
sample_build_problem (const Sample *sample, SampleColumns columns, const char *models, double limit)
{
  g_autoptr (DeidDataset) dataset = sample_build_dataset (sample, columns);
  g_autoptr (DeidLattice) lattice = sample_build_lattice (sample, dataset);

  return sample_state_problem (lattice, models, "diagnosis", limit);
}

void
sample_choose_levels (const Sample *sample, GRand *rand, guint levels[SAMPLE_MAX_ATTRIBUTES])
{
  for (guint a = 0; a < sample->n_attributes; a++)
    levels[a] = (guint) g_rand_int_range (rand, 0, (gint) sample->heights[a] + 1);
}

guint
sample_classify (const Sample *sample, const guint *levels, guint classes[SAMPLE_MAX_ROWS])
{
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint row = 0; row < sample->n_rows; row++)
    {
      g_autoptr (GString) key = g_string_new (NULL);
      gpointer number;

      for (guint a = 0; a < sample->n_attributes; a++)
        {
          g_autofree char *label = sample_get_label (sample, a, sample->leaves[a][row], levels[a]);

          g_string_append_printf (key, "%s|", label != NULL ? label : "(missing)");
        }
      if (!g_hash_table_lookup_extended (numbers, key->str, NULL, &number))
        {
          number = GUINT_TO_POINTER (g_hash_table_size (numbers));
          g_hash_table_insert (numbers, g_strdup (key->str), number);
        }
      classes[row] = GPOINTER_TO_UINT (number);
    }
  return g_hash_table_size (numbers);
}

guint
sample_suppress (const Sample *sample, const guint *levels, guint k,
                 gboolean suppressed[SAMPLE_MAX_ROWS])
{
  guint classes[SAMPLE_MAX_ROWS], sizes[SAMPLE_MAX_ROWS] = { 0 }, n_suppressed = 0;

  sample_classify (sample, levels, classes);
  for (guint row = 0; row < sample->n_rows; row++)
    sizes[classes[row]]++;
  for (guint row = 0; row < sample->n_rows; row++)
    {
      suppressed[row] = sizes[classes[row]] < k;
      n_suppressed += sizes[classes[row]] < k;
    }
  return n_suppressed;
}

/* Counts the leaves of the domain under the label of a leaf; the missing value is one more leaf. */
static guint
count_leaves (const Sample *sample, guint attribute, int leaf, guint level)
{
  const gboolean is_top = level > 0 && level == sample->heights[attribute];
  guint n = 0;

  for (int other = SAMPLE_MISSING; other < (int) sample->n_leaves[attribute]; other++)
    {
      gboolean in_domain = other != SAMPLE_MISSING && !sample->is_suppression[attribute];

      for (guint row = 0; row < sample->n_rows && !in_domain; row++)
        in_domain = sample->leaves[attribute][row] == other;
      if (in_domain
          && (is_top || other == leaf
              || (level > 0 && leaf != SAMPLE_MISSING && other != SAMPLE_MISSING
                  && other >> level == leaf >> level)))
        n++;
    }
  return n;
}

double
sample_compute_loss (const Sample *sample, SampleColumns columns, const guint *levels,
                     const gboolean suppressed[SAMPLE_MAX_ROWS])
{
  double loss = 0;

  for (guint a = 0; a < sample->n_attributes; a++)
    {
      const double domain = count_leaves (sample, a, 0, sample->heights[a]);
      double sum = 0, n_records = 0;

      for (guint row = 0; row < sample->n_rows; row++)
        {
          const double weight = columns & SAMPLE_WITH_WEIGHTS ? sample->weights[row] : 1;
          const double covered = count_leaves (sample, a, sample->leaves[a][row], levels[a]);

          n_records += weight;
          if (domain > 1)
            sum += weight * (suppressed[row] ? 1 : (covered - 1) / (domain - 1));
        }
      loss += sum / n_records;
    }
  return loss / sample->n_attributes;
}

DeidResult *
sample_evaluate (DeidProblem *problem, const guint *levels, GError **error)
{
  DeidLattice *lattice = deid_problem_get_lattice (problem);
  g_autoptr (DeidPolicy) policy
      = deid_policy_new (lattice, levels, deid_lattice_get_n_dimensions (lattice), error);

  ck_assert_ptr_nonnull (policy);
  return deid_problem_evaluate (problem, policy, NULL, error);
}

char *
sample_write_csv (DeidDataset *dataset, const char *name)
{
  const char *path = get_temporary_file (name);
  GError *error = NULL;
  char *bytes = NULL;

  deid_dataset_write_csv (dataset, path, NULL, NULL, &error);
  assert_no_error (error);
  g_file_get_contents (path, &bytes, NULL, &error);
  assert_no_error (error);
  return bytes;
}

char *
sample_write_release (DeidResult *result)
{
  GError *error = NULL;
  g_autoptr (DeidDataset) release = deid_result_apply (result, NULL, NULL, &error);

  assert_no_error (error);
  return sample_write_csv (release, "release.csv");
}
