/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/handle.h"
#include "base/hash.h"
#include "base/item-set.h"
#include "base/rational.h"
#include "base/text.h"
#include "classes/population.h"
#include "problem/preparation.h"
#include "problem/problem-private.h"
#include "table/dataset-view.h"

#include <math.h>
#include <string.h>

static void
deid_problem_free (DeidProblem *problem)
{
  g_clear_pointer (&problem->preparation, deid_preparation_free);
  g_mutex_clear (&problem->mutex);
  deid_lattice_unref (problem->lattice);
  g_ptr_array_unref (problem->models);
  deid_limits_clear (&problem->limits);
  deid_group_weights_free (problem->group_weights);
  deid_quality_model_unref (problem->quality);
  g_hash_table_unref (problem->hierarchies);
  g_clear_pointer (&problem->population, deid_dataset_unref);
  g_clear_pointer (&problem->statement, g_bytes_unref);
  g_clear_pointer (&problem->release_options, deid_release_options_unref);
  g_free (problem);
}

DEID_DEFINE_HANDLE (DeidProblem, deid_problem)

DeidProblem *
deid_problem_new (DeidLattice *lattice)
{
  DeidProblem *problem;

  g_return_val_if_fail (lattice != NULL, NULL);

  problem = DEID_NEW_HANDLE (DeidProblem);
  g_mutex_init (&problem->mutex);
  problem->lattice = deid_lattice_ref (lattice);
  deid_lattice_make_immutable (lattice);
  problem->models = g_ptr_array_new_with_free_func ((GDestroyNotify) deid_privacy_model_unref);
  problem->hierarchies = g_hash_table_new_full (deid_hash_name, g_str_equal, g_free,
                                                (GDestroyNotify) deid_hierarchy_unref);
  deid_limits_init (&problem->limits);
  problem->group_weights = deid_group_weights_new ();
  problem->quality
      = deid_quality_model_new_iyengar_loss (DEID_AGGREGATE_ARITHMETIC_MEAN, 0.5, NULL);
  return problem;
}

void
deid_problem_make_immutable (DeidProblem *problem)
{
  g_atomic_int_set (&problem->immutable, TRUE);
}

DEID_DEFINE_GETTER (DeidLattice *, deid_problem_get_lattice, DeidProblem, lattice, NULL)

/* The NUL belongs to the bytes. */
void
deid_problem_take_statement (DeidProblem *problem, char *text)
{
  problem->statement = g_bytes_new_take (text, strlen (text) + 1);
}

const char *
deid_problem_get_statement (const DeidProblem *problem)
{
  g_return_val_if_fail (problem != NULL, NULL);

  return problem->statement != NULL ? g_bytes_get_data (problem->statement, NULL) : NULL;
}

gboolean
deid_problem_check_policy (const DeidProblem *problem, const DeidPolicy *policy, GError **error)
{
  if (policy->lattice == problem->lattice)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "%s: the policy belongs to another lattice than the problem",
                    problem->lattice->table.name);
}

static gboolean
problem_check_mutable (DeidProblem *problem, GError **error)
{
  return deid_check_mutable (&problem->immutable, problem->lattice->table.name,
                             "the problem was run", error);
}

/* @model is NULL for a hierarchy. No release has the column of a model of persons as it is. */
static gboolean
check_sensitive (const DeidProblem *problem, const DeidPrivacyModel *model, const char *name,
                 GError **error)
{
  const DeidTableSource *table = &problem->lattice->table;
  const gboolean is_of_persons = model != NULL && model->funcs->persons.k > 0;
  const DeidRole other = is_of_persons ? DEID_ROLE_ENTITY : DEID_ROLE_SENSITIVE;
  guint column;

  if (!deid_table_source_find_column (table, name, &column, error))
    return FALSE;
  if (table->columns[column].role != other && table->columns[column].role != DEID_ROLE_JUDGED)
    return deid_fail (error, DEID_ERROR_ROLE,
                      "%s: %s%s: column '%s' does not have the role %s or judged", table->name,
                      model != NULL ? "privacy model " : "hierarchy",
                      model != NULL ? model->shown : "", deid_column_show (&table->columns[column]),
                      deid_enum_get_name ("DeidRole", (int) other));
  return deid_table_source_check_missing (table, column, error);
}

gboolean
deid_problem_set_sensitive_hierarchy (DeidProblem *problem, const char *attribute,
                                      DeidHierarchy *hierarchy, GCancellable *cancellable,
                                      GError **error)
{
  DeidAttribute bound;
  guint column;

  g_return_val_if_fail (problem != NULL && attribute != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  if (!problem_check_mutable (problem, error) || !check_sensitive (problem, NULL, attribute, error))
    return FALSE;
  if (hierarchy == NULL)
    {
      g_hash_table_remove (problem->hierarchies, attribute);
      return TRUE;
    }
  deid_table_source_find_column (&problem->lattice->table, attribute, &column, NULL);
  if (!deid_attribute_init (&bound, &problem->lattice->table, column, hierarchy, 0,
                            DEID_STOP_OF (cancellable), error))
    return FALSE;
  g_hash_table_insert (problem->hierarchies, g_strdup (attribute),
                       g_steal_pointer (&bound.hierarchy));
  deid_attribute_clear (&bound);
  return TRUE;
}

DeidHierarchy *
deid_problem_get_sensitive_hierarchy (const DeidProblem *problem, const char *attribute)
{
  g_return_val_if_fail (problem != NULL && attribute != NULL, NULL);

  return g_hash_table_lookup (problem->hierarchies, attribute);
}

static gboolean
check_population (const DeidProblem *problem, DeidDataset *population, const DeidStop *stop,
                  GError **error)
{
  DeidPopulation bound = { 0 };
  DeidTableSource table;
  const gboolean success = deid_table_source_init (&table, population, error)
                           && deid_population_init (&bound, problem->lattice, &table, stop, error);

  deid_population_clear (&bound);
  deid_table_source_clear (&table);
  return success;
}

gboolean
deid_problem_set_population (DeidProblem *problem, DeidDataset *population,
                             GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (problem != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  if (!problem_check_mutable (problem, error)
      || (population != NULL
          && !check_population (problem, population, DEID_STOP_OF (cancellable), error)))
    return FALSE;
  if (population != NULL)
    deid_dataset_make_immutable (deid_dataset_ref (population));
  g_clear_pointer (&problem->population, deid_dataset_unref);
  problem->population = population;
  return TRUE;
}

DEID_DEFINE_GETTER (DeidDataset *, deid_problem_get_population, DeidProblem, population, NULL)

gboolean
deid_problem_add_privacy_model (DeidProblem *problem, DeidPrivacyModel *model, GError **error)
{
  g_return_val_if_fail (problem != NULL && model != NULL, FALSE);

  if (!problem_check_mutable (problem, error))
    return FALSE;
  for (guint s = 0; s < model->n_sensitive; s++)
    if (!check_sensitive (problem, model, model->sensitive[s], error))
      return FALSE;
  g_ptr_array_add (problem->models, deid_privacy_model_ref (model));
  return TRUE;
}

gboolean
deid_problem_set_quality_model (DeidProblem *problem, DeidQualityModel *model, GError **error)
{
  g_return_val_if_fail (problem != NULL && model != NULL, FALSE);

  if (!problem_check_mutable (problem, error))
    return FALSE;
  for (guint i = 0; i < model->n_weights; i++)
    if (deid_lattice_find_attribute (problem->lattice, model->weights[i].attribute) == NULL)
      {
        g_autofree char *shown = deid_text_show (model->weights[i].attribute, -1);

        return deid_fail (
            error, DEID_ERROR_UNKNOWN_COLUMN,
            "%s: quality model %s gives a weight to '%s', which is no quasi-identifier",
            problem->lattice->table.name, model->shown, shown);
      }
  deid_quality_model_make_immutable (model);
  deid_quality_model_ref (model); /* first: it may be the problem's own */
  deid_quality_model_unref (problem->quality);
  problem->quality = model;
  return TRUE;
}

gboolean
deid_suppression_limit_check (double fraction, GError **error)
{
  if (fraction >= 0 && fraction <= 1)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "suppression limit %s, expected 0 to 1",
                    DEID_DECIMAL (fraction));
}

gboolean
deid_problem_set_suppression_limit (DeidProblem *problem, double fraction, GError **error)
{
  g_return_val_if_fail (problem != NULL, FALSE);

  if (!problem_check_mutable (problem, error) || !deid_suppression_limit_check (fraction, error))
    return FALSE;
  problem->limits.is_fraction = TRUE;
  problem->limits.fraction = fraction;
  return TRUE;
}

gboolean
deid_problem_set_suppression_limit_count (DeidProblem *problem, guint64 n_records, GError **error)
{
  g_return_val_if_fail (problem != NULL, FALSE);

  if (!problem_check_mutable (problem, error))
    return FALSE;
  problem->limits.is_fraction = FALSE;
  problem->limits.count = n_records;
  return TRUE;
}

DEID_DEFINE_SETTER (deid_problem_set_no_forced_labels, DeidProblem, problem_check_mutable, gboolean,
                    no_forced_labels)

guint64
deid_suppression_limit_count (double fraction, guint64 n_records)
{
  const double n = (double) n_records;
  guint64 count = (guint64) MIN (floor (fraction * n), (double) G_MAXINT64);

  count = MIN (count, n_records);
  while (count > 0 && (double) count / n > fraction)
    count--;
  while (count < n_records && (double) (count + 1) / n <= fraction)
    count++;
  return count;
}

guint64
deid_problem_get_n_suppressible (const DeidProblem *problem)
{
  g_return_val_if_fail (problem != NULL, 0);

  return deid_problem_count_limit (problem, problem->lattice->table.n_records);
}

guint64
deid_problem_count_limit (const DeidProblem *problem, guint64 n_records)
{
  return problem->limits.is_fraction
             ? deid_suppression_limit_count (problem->limits.fraction, n_records)
             : MIN (problem->limits.count, n_records);
}

/* Columns with these roles tell persons apart or count records, and make no groups of them. */
static gboolean
makes_groups (DeidRole role)
{
  return role == DEID_ROLE_QUASI_IDENTIFYING || role == DEID_ROLE_SENSITIVE
         || role == DEID_ROLE_INSENSITIVE || role == DEID_ROLE_JUDGED;
}

/* Finds a column whose values make groups. */
static const DeidColumn *
find_groups (const DeidProblem *problem, const char *what, const char *column, GError **error)
{
  const DeidTableSource *table = &problem->lattice->table;
  guint number;

  if (!deid_table_source_find_column (table, column, &number, error))
    return NULL;
  if (deid_lattice_find_attribute (problem->lattice, column) == NULL
      && !makes_groups (table->columns[number].role))
    return deid_fail_null (
        error, DEID_ERROR_ROLE,
        "%s: group %s: column '%s' is not quasi-identifying, sensitive, insensitive or judged",
        table->name, what, deid_column_show (&table->columns[number]));
  return deid_table_source_check_missing (table, number, error) ? &table->columns[number] : NULL;
}

gboolean
deid_problem_set_group_limit (DeidProblem *problem, const char *column, double fraction,
                              GError **error)
{
  g_return_val_if_fail (problem != NULL && column != NULL, FALSE);

  if (!problem_check_mutable (problem, error) || !deid_suppression_limit_check (fraction, error)
      || find_groups (problem, "limit", column, error) == NULL)
    return FALSE;
  deid_group_limits_set (problem->limits.groups, column, fraction);
  return TRUE;
}

/* The value is the caller's, not one of the table, and may be shown. */
static gboolean
problem_check_value (const DeidProblem *problem, const DeidColumn *column, const char *value,
                     GError **error)
{
  g_autofree char *shown = NULL;

  if (deid_group_weight_find_code (column, value) != DEID_NO_CODE)
    return TRUE;
  shown = value != NULL ? deid_text_show (value, -1) : NULL;
  return deid_fail (
      error, DEID_ERROR_UNKNOWN_VALUE, "%s: group weight: no record has %s%s%s in column '%s'",
      problem->lattice->table.name, shown != NULL ? "value '" : "a missing value",
      shown != NULL ? shown : "", shown != NULL ? "'" : "", deid_column_show (column));
}

gboolean
deid_problem_get_group_limit (const DeidProblem *problem, guint index, const char **column,
                              double *fraction)
{
  const DeidGroupLimit *limit;

  g_return_val_if_fail (problem != NULL, FALSE);

  if (index >= problem->limits.groups->len)
    return FALSE;
  limit = deid_group_limits_get (problem->limits.groups, index);
  if (column != NULL)
    *column = limit->column;
  if (fraction != NULL)
    *fraction = limit->fraction;
  return TRUE;
}

gboolean
deid_problem_set_group_weight (DeidProblem *problem, const char *column, const char *value,
                               double weight, GError **error)
{
  DeidItemSet set = { .n = 0 };
  const DeidColumn *groups;
  gboolean success;

  g_return_val_if_fail (problem != NULL && column != NULL, FALSE);

  if (!problem_check_mutable (problem, error) || !deid_group_weight_check (weight, error))
    return FALSE;
  groups = find_groups (problem, "weight", column, error);
  success = groups != NULL;
  if (success && value != NULL && groups->separator != '\0')
    {
      success = deid_item_set_read (&set, value, groups->separator, error);
      deid_item_set_sort (&set);
      value = success ? deid_item_set_write (&set, groups->separator, error) : NULL;
      success = value != NULL;
    }
  success = success && problem_check_value (problem, groups, value, error)
            && deid_group_weights_set (problem->group_weights, column, value, weight, error);
  deid_item_set_clear (&set);
  return success;
}

gboolean
deid_problem_get_group_weight (const DeidProblem *problem, guint index, const char **column,
                               const char **value, double *weight)
{
  const DeidGroupWeight *known;

  g_return_val_if_fail (problem != NULL, FALSE);

  if (index >= problem->group_weights->len)
    return FALSE;
  known = deid_group_weights_get (problem->group_weights, index);
  if (column != NULL)
    *column = known->column;
  if (value != NULL)
    *value = known->value;
  if (weight != NULL)
    *weight = known->weight;
  return TRUE;
}

DEID_DEFINE_GETTER (guint, deid_problem_get_n_privacy_models, DeidProblem, models->len, 0)

DeidPrivacyModel *
deid_problem_get_privacy_model (const DeidProblem *problem, guint index)
{
  g_return_val_if_fail (problem != NULL && index < problem->models->len, NULL);

  return g_ptr_array_index (problem->models, index);
}

DEID_DEFINE_GETTER (DeidQualityModel *, deid_problem_get_quality_model, DeidProblem, quality, NULL)

DeidProblem *
deid_problem_copy (const DeidProblem *problem, GError **error)
{
  DeidGroupWeights *weights = deid_group_weights_copy (problem->group_weights, error);
  DeidProblem *copy;
  GHashTableIter iter;
  gpointer name, hierarchy;

  if (weights == NULL)
    return NULL;
  copy = deid_problem_new (problem->lattice);
  deid_group_weights_free (copy->group_weights);
  copy->group_weights = weights;
  for (guint i = 0; i < problem->models->len; i++)
    g_ptr_array_add (copy->models, deid_privacy_model_ref (g_ptr_array_index (problem->models, i)));
  deid_quality_model_unref (copy->quality);
  copy->quality = deid_quality_model_ref (problem->quality);
  if (problem->population != NULL)
    copy->population = deid_dataset_ref (problem->population);
  if (problem->release_options != NULL)
    copy->release_options = deid_release_options_ref (problem->release_options);
  g_hash_table_iter_init (&iter, problem->hierarchies);
  while (g_hash_table_iter_next (&iter, &name, &hierarchy))
    g_hash_table_insert (copy->hierarchies, g_strdup (name), deid_hierarchy_ref (hierarchy));
  deid_limits_copy (&copy->limits, &problem->limits);
  copy->no_forced_labels = problem->no_forced_labels;
  copy->has_unknown_values = problem->has_unknown_values;
  return copy;
}

DeidProblem *
deid_problem_copy_with_k (const DeidProblem *problem, guint64 k, GError **error)
{
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (k, error);
  DeidProblem *copy;

  if (model == NULL)
    return NULL;
  copy = deid_problem_copy (problem, error);
  if (copy == NULL)
    return NULL;
  for (guint i = copy->models->len; i-- > 0;)
    if (deid_privacy_model_limits_sizes (deid_problem_get_model (copy, i)))
      g_ptr_array_remove_index (copy->models, i);
  g_ptr_array_add (copy->models, g_steal_pointer (&model));
  return copy;
}
