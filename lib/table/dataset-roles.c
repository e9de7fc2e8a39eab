/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/memory.h"
#include "base/rational.h"
#include "base/text.h"
#include "base/work.h"
#include "table/dataset-private.h"
#include "table/dataset-view.h"

/* What a column is, and what its missing values mean. */

/* Survey weights are taken in units of 10^-DEID_SURVEY_PLACES, and stay below 2^63, as their sum
 * does. Returns: whether @text is one. */
#define DEID_SURVEY_PLACES 18

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

  return deid_fail (error, DEID_ERROR_WEIGHT, "%s: %s, column '%s': %s%s%s", dataset->name, place,
                    deid_column_show (&dataset->columns[column]), value != NULL ? value : "",
                    value != NULL ? ", " : "", expected);
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

/* Returns: (nullable): where the dataset notes the column of a role that only one may have. */
static guint *
get_holder (DeidDataset *dataset, DeidRole role)
{
  return role == DEID_ROLE_ENTITY          ? &dataset->entity_column
         : role == DEID_ROLE_WEIGHT        ? &dataset->weight_column
         : role == DEID_ROLE_SURVEY_WEIGHT ? &dataset->survey_column
                                           : NULL;
}

static void
drop_role (DeidDataset *dataset, guint column)
{
  guint *holder = get_holder (dataset, dataset->columns[column].role);

  if (holder == NULL || *holder != column)
    return;
  *holder = DEID_NO_COLUMN;
  if (holder == &dataset->weight_column)
    {
      g_clear_pointer (&dataset->weights, g_free);
      dataset->n_records = dataset->n_rows;
    }
}

gboolean
deid_dataset_set_role (DeidDataset *dataset, const char *name, DeidRole role, GError **error)
{
  guint64 *weights = NULL, n_records = 0;
  DeidColumn *given;
  guint column, *holder;

  g_return_val_if_fail (dataset != NULL && name != NULL, FALSE);

  if (!find_mutable_column (dataset, name, &column, error))
    return FALSE;
  given = &dataset->columns[column];
  holder = get_holder (dataset, role);
  if (deid_enum_get_name ("DeidRole", (int) role) == NULL)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "%s: column '%s': there is no role %d",
                      dataset->name, deid_column_show (given), (int) role);
  if (role != given->role)
    {
      if (holder != NULL && *holder != DEID_NO_COLUMN)
        return deid_fail (error, DEID_ERROR_ROLE,
                          "%s: column '%s' cannot be the %s column, since '%s' is", dataset->name,
                          deid_column_show (given), deid_enum_get_name ("DeidRole", (int) role),
                          deid_column_show (&dataset->columns[*holder]));
      if (role == DEID_ROLE_WEIGHT
          && (weights = dataset_roles_read_weights (dataset, column, &n_records, error)) == NULL)
        return FALSE;
      if (role == DEID_ROLE_SURVEY_WEIGHT && !check_survey_weights (dataset, column, error))
        return FALSE;
      drop_role (dataset, column);
      if (holder != NULL)
        *holder = column;
      if (weights != NULL)
        {
          dataset->weights = weights;
          dataset->n_records = n_records;
        }
      given->role = role;
    }
  given->is_role_set = TRUE;
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
  if ((guint) policy > DEID_MISSING_POLICY_ABOVE)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "%s: column '%s': there is no missing policy %d", dataset->name,
                      deid_column_show (&dataset->columns[column]), (int) policy);
  if (policy == DEID_MISSING_POLICY_ABOVE && !deid_dataset_fill_down (dataset, column, error))
    return FALSE;
  dataset->columns[column].missing_policy = policy;
  return TRUE;
}

/* Survey weights, and the population that they estimate. */

#define SURVEY_WEIGHTS_ONE ((DeidWide) G_GUINT64_CONSTANT (1000000000000000000))
#define LIMIT              (((DeidWide) 1 << 63) * SURVEY_WEIGHTS_ONE)

gboolean
deid_survey_weight_read (const char *text, DeidWide *units)
{
  return deid_decimal_to_units (text, DEID_SURVEY_PLACES, LIMIT - 1, units) && *units > 0;
}

typedef struct
{
  const DeidTableSource *source;
  const DeidColumn *column;
  const DeidColumn *persons; /* or NULL */
  DeidWide *units;           /* of each code of the column */
  DeidWide *of_person;       /* of each code of the persons that were met, else 0; or NULL */
  DeidWide sum;
  guint64 n_members; /* records or persons that the sum is over */
} Survey;

static gboolean
survey_weights_fail (const Survey *survey, const char *message, GError **error)
{
  return deid_fail (error, DEID_ERROR_WEIGHT, "%s: column '%s': %s", survey->source->name,
                    deid_column_show (survey->column), message);
}

static gboolean
survey_weights_init (Survey *survey, const DeidTableSource *source, GError **error)
{
  const guint32 n_codes = source->survey->dictionary.n;

  *survey = (Survey){ .source = source, .column = source->survey, .persons = source->entities };
  survey->units = deid_alloc (n_codes, sizeof *survey->units, error);
  if (survey->units == NULL)
    return FALSE;
  for (guint32 code = 0; code < n_codes; code++)
    deid_survey_weight_read (deid_dictionary_get (&survey->column->dictionary, code),
                             &survey->units[code]);
  if (survey->persons == NULL)
    return TRUE;
  survey->of_person = deid_alloc (survey->persons->dictionary.n, sizeof *survey->of_person, error);
  return survey->of_person != NULL;
}

/* Tells whether a row adds anything, which only the first of a person does. */
static gboolean
meet_person (Survey *survey, guint64 row, DeidWide units, gboolean *is_new, GError **error)
{
  DeidWide *met;
  g_autofree char *place = NULL, *message = NULL;

  *is_new = TRUE;
  if (survey->persons == NULL)
    return TRUE;
  met = &survey->of_person[deid_codes_get (&survey->persons->codes, row)];
  *is_new = *met == 0;
  if (*is_new)
    *met = units;
  if (*met == units)
    return TRUE;
  place = deid_table_source_locate (survey->source, row);
  message = g_strdup_printf ("%s has another survey weight than an earlier row of the same person",
                             place);
  return survey_weights_fail (survey, message, error);
}

static gboolean
survey_weights_add_row (Survey *survey, guint64 row, GError **error)
{
  const DeidWide units = survey->units[deid_codes_get (&survey->column->codes, row)];
  const guint64 n
      = survey->persons != NULL ? 1 : deid_table_source_get_weight (survey->source, row);
  gboolean is_new;

  if (!meet_person (survey, row, units, &is_new, error))
    return FALSE;
  if (!is_new)
    return TRUE;
  if (units > (LIMIT - 1 - survey->sum) / n)
    return survey_weights_fail (survey, "the survey weights sum to 2^63 or more", error);
  survey->sum += n * units;
  survey->n_members += n;
  return TRUE;
}

static gboolean
round_sum (const Survey *survey, guint64 *size, GError **error)
{
  g_autofree char *message = NULL;

  *size = (guint64) ((survey->sum + SURVEY_WEIGHTS_ONE / 2) / SURVEY_WEIGHTS_ONE);
  if (*size >= survey->n_members)
    return TRUE;
  message
      = g_strdup_printf ("the survey weights sum to %" G_GUINT64_FORMAT
                         ", expected at least the %" G_GUINT64_FORMAT " %s of the table",
                         *size, survey->n_members, survey->persons != NULL ? "persons" : "records");
  return survey_weights_fail (survey, message, error);
}

gboolean
deid_table_source_estimate_population (const DeidTableSource *source, guint64 *size,
                                       GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  Survey survey = { 0 };
  gboolean success;

  *size = 0;
  if (source->survey == NULL)
    return deid_fail (error, DEID_ERROR_ROLE, "%s: no column has the role survey-weight",
                      source->name);
  success = survey_weights_init (&survey, source, error);
  for (guint64 row = 0; success && row < source->n_rows; row++)
    success
        = deid_stop_check_row (stop, row, error) && survey_weights_add_row (&survey, row, error);
  success = success && round_sum (&survey, size, error);
  g_free (survey.units);
  g_free (survey.of_person);
  return success;
}

gboolean
deid_dataset_estimate_population (const DeidDataset *dataset, guint64 *size,
                                  GCancellable *cancellable, GError **error)
{
  DeidTableSource source;
  gboolean success;

  g_return_val_if_fail (dataset != NULL && size != NULL, FALSE);

  *size = 0;
  success = deid_table_source_init (&source, dataset, error)
            && deid_table_source_estimate_population (&source, size, cancellable, error);
  deid_table_source_clear (&source);
  return success;
}
