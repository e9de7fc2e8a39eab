/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Survey weights, and the population that they estimate. */
#include "base/decimal.h"
#include "base/memory.h"
#include "base/stop.h"
#include "table/dataset-view.h"

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
  g_set_error (error, DEID_ERROR, DEID_ERROR_WEIGHT, "%s: column '%s': %s", survey->source->name,
               deid_column_show (survey->column), message);
  return FALSE;
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
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_ROLE, "%s: no column has the role survey-weight",
                   source->name);
      return FALSE;
    }
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
