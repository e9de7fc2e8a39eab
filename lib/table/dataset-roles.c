/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a column is, and what its missing values mean. */
#include "base/memory.h"
#include "base/rational.h"
#include "table/dataset-private.h"

static const char *const role_names[]
    = { "identifying", "quasi-identifying", "sensitive", "insensitive", "entity",
        "weight",      "survey-weight",     "judged" };

const char *
deid_role_get_name (DeidRole role)
{
  return (guint) role < G_N_ELEMENTS (role_names) ? role_names[role] : NULL;
}

static gboolean
find_mutable_column (DeidDataset *dataset, const char *name, guint *column, GError **error)
{
  return deid_dataset_check_mutable (dataset, error)
         && deid_dataset_find_column (dataset, name, column, error);
}

static gboolean
fail_weight (const DeidDataset *dataset, guint column, guint64 row, const char *expected,
             GError **error)
{
  g_autofree char *value
      = deid_dataset_quote (dataset, deid_column_get (&dataset->columns[column], row));
  g_autofree char *place = deid_dataset_locate (dataset, row);

  g_set_error (error, DEID_ERROR, DEID_ERROR_WEIGHT, "%s: %s, column '%s': %s%s%s", dataset->name,
               place, deid_column_show (&dataset->columns[column]), value != NULL ? value : "",
               value != NULL ? ", " : "", expected);
  return FALSE;
}

/* Reads the weight of each code of a column, and their sum over all rows. */
static guint64 *
dataset_roles_read_weights (const DeidDataset *dataset, guint column, guint64 *n_records,
                            GError **error)
{
  const DeidDictionary *dictionary = &dataset->columns[column].dictionary;
  g_autofree guint64 *weights = deid_alloc (dictionary->n, sizeof *weights, error);
  guint64 sum = 0;

  if (weights == NULL)
    return NULL;
  for (guint32 code = 0; code < dictionary->n; code++)
    {
      const char *text = deid_dictionary_get (dictionary, code);

      if (text == NULL || !deid_uint64_from_decimal (text, &weights[code]) || weights[code] == 0)
        {
          fail_weight (dataset, column, deid_column_find_code (&dataset->columns[column], code),
                       "expected a weight, an integer from 1 to 2^63 - 1", error);
          return NULL;
        }
    }
  for (guint64 row = 0; row < dataset->n_rows; row++)
    if (!g_uint64_checked_add (&sum, sum,
                               weights[deid_codes_get (&dataset->columns[column].codes, row)])
        || sum > G_MAXINT64)
      {
        fail_weight (dataset, column, row,
                     "the weight brings the sum of the weights to 2^63 or more", error);
        return NULL;
      }
  *n_records = sum;
  return g_steal_pointer (&weights);
}

static gboolean
check_survey_weights (const DeidDataset *dataset, guint column, GError **error)
{
  const DeidDictionary *dictionary = &dataset->columns[column].dictionary;

  for (guint32 code = 0; code < dictionary->n; code++)
    {
      const char *text = deid_dictionary_get (dictionary, code);
      DeidWide units;

      if (text == NULL || !deid_survey_weight_read (text, &units))
        return fail_weight (dataset, column,
                            deid_column_find_code (&dataset->columns[column], code),
                            "expected a decimal above 0 and below 2^63 with at most 18 digits "
                            "behind the point",
                            error);
    }
  return TRUE;
}

/* Points *@holder, which names the one column of a role, at @column. */
static gboolean
claim_role (const DeidDataset *dataset, guint holder, guint column, DeidRole role, GError **error)
{
  if (holder == DEID_NO_COLUMN || holder == column)
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_ROLE,
               "%s: column '%s' cannot be the %s column, since '%s' is", dataset->name,
               deid_column_show (&dataset->columns[column]), deid_role_get_name (role),
               deid_column_show (&dataset->columns[holder]));
  return FALSE;
}

static void
drop_role (DeidDataset *dataset, guint column)
{
  if (dataset->entity_column == column)
    dataset->entity_column = DEID_NO_COLUMN;
  if (dataset->survey_column == column)
    dataset->survey_column = DEID_NO_COLUMN;
  if (dataset->weight_column == column)
    {
      dataset->weight_column = DEID_NO_COLUMN;
      g_clear_pointer (&dataset->weights, g_free);
      dataset->n_records = dataset->n_rows;
    }
}

gboolean
deid_dataset_set_role (DeidDataset *dataset, const char *name, DeidRole role, GError **error)
{
  guint column;
  guint64 n_records;
  guint64 *weights;

  g_return_val_if_fail (dataset != NULL && name != NULL, FALSE);

  if (!find_mutable_column (dataset, name, &column, error))
    return FALSE;
  if (role == dataset->columns[column].role)
    {
      dataset->columns[column].is_role_set = TRUE;
      return TRUE;
    }
  switch (role)
    {
    case DEID_ROLE_IDENTIFYING:
    case DEID_ROLE_QUASI_IDENTIFYING:
    case DEID_ROLE_SENSITIVE:
    case DEID_ROLE_INSENSITIVE:
    case DEID_ROLE_JUDGED:
      drop_role (dataset, column);
      break;
    case DEID_ROLE_ENTITY:
      if (!claim_role (dataset, dataset->entity_column, column, role, error))
        return FALSE;
      drop_role (dataset, column);
      dataset->entity_column = column;
      break;
    case DEID_ROLE_WEIGHT:
      if (!claim_role (dataset, dataset->weight_column, column, role, error))
        return FALSE;
      weights = dataset_roles_read_weights (dataset, column, &n_records, error);
      if (weights == NULL)
        return FALSE;
      drop_role (dataset, column);
      dataset->weight_column = column;
      dataset->weights = weights;
      dataset->n_records = n_records;
      break;
    case DEID_ROLE_SURVEY_WEIGHT:
      if (!claim_role (dataset, dataset->survey_column, column, role, error)
          || !check_survey_weights (dataset, column, error))
        return FALSE;
      drop_role (dataset, column);
      dataset->survey_column = column;
      break;
    default:
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "%s: column '%s': there is no role %d", dataset->name,
                   deid_column_show (&dataset->columns[column]), (int) role);
      return FALSE;
    }
  dataset->columns[column].role = role;
  dataset->columns[column].is_role_set = TRUE;
  return TRUE;
}

gboolean
deid_dataset_set_missing_policy (DeidDataset *dataset, const char *name, DeidMissingPolicy policy,
                                 GError **error)
{
  guint column;

  g_return_val_if_fail (dataset != NULL && name != NULL, FALSE);

  if (!find_mutable_column (dataset, name, &column, error))
    return FALSE;
  if (policy != DEID_MISSING_POLICY_OWN_CATEGORY && policy != DEID_MISSING_POLICY_ERROR)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "%s: column '%s': there is no missing policy %d", dataset->name,
                   deid_column_show (&dataset->columns[column]), (int) policy);
      return FALSE;
    }
  dataset->columns[column].missing_policy = policy;
  return TRUE;
}

DeidMissingPolicy
deid_dataset_get_missing_policy (const DeidDataset *dataset, guint column)
{
  g_return_val_if_fail (dataset != NULL && column < dataset->n_columns,
                        DEID_MISSING_POLICY_OWN_CATEGORY);

  return dataset->columns[column].missing_policy;
}
