/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "release/verifier/verify-class.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "base/rational.h"

#include <string.h>

/* The verifier: what quality models ask of classes. */

/* The labels of a level by their text; one of them may be a missing value. */
typedef struct
{
  DeidDictionary texts;
  guint32 *numbers; /* of each text */
  guint32 missing;
} VerifyCostsLabels;

static gboolean
verify_costs_read_labels (VerifyCostsLabels *labels, const DeidQualityInput *input, guint a,
                          guint level, GError **error)
{
  const guint32 n = deid_quality_input_get_n_labels (input, a, level);

  labels->numbers = deid_alloc (n, sizeof *labels->numbers, error);
  for (guint32 label = 0; labels->numbers != NULL && label < n; label++)
    {
      const char *text = deid_quality_input_get_label (input, a, level, label);
      guint32 code;

      if (text == NULL)
        labels->missing = label;
      else if (deid_dictionary_add (&labels->texts, text, strlen (text), &code, error))
        labels->numbers[code] = label;
      else
        return FALSE;
    }
  return labels->numbers != NULL;
}

static guint32
verify_costs_find_label (const VerifyCostsLabels *labels, const char *text)
{
  const guint32 code
      = text != NULL ? deid_dictionary_find (&labels->texts, text, strlen (text)) : DEID_NO_CODE;

  return code != DEID_NO_CODE ? labels->numbers[code] : labels->missing;
}

/* Finds the numbers of those labels that are on a level. */
static gboolean
verify_costs_number_level (const DeidVerification *verification, guint a, guint level,
                           guint32 *numbers, GError **error)
{
  const DeidVerifiedAttribute *attribute = &verification->attributes[a];
  VerifyCostsLabels labels = { 0 };
  gboolean success;

  deid_dictionary_init (&labels.texts);
  success = verify_costs_read_labels (&labels, &verification->quality_input, a, level, error);
  for (guint32 entry = 0; success && entry < attribute->n_entries; entry++)
    if (attribute->expected[entry].level == level)
      numbers[entry] = verify_costs_find_label (&labels, attribute->expected[entry].text);
  deid_dictionary_clear (&labels.texts);
  g_free (labels.numbers);
  return success;
}

/* Finds the number of the label of each entry of a quasi-identifier. */
static guint32 *
verify_costs_number_labels (const DeidVerification *verification, guint a, GError **error)
{
  const DeidVerifiedAttribute *attribute = &verification->attributes[a];
  const guint32 n_entries = attribute->n_entries;
  const gboolean has_levels = attribute->bound->cuts != NULL || attribute->entries != NULL;
  g_autofree guint32 *numbers = deid_alloc (n_entries, sizeof *numbers, error);

  if (numbers == NULL)
    return NULL;
  for (guint32 entry = 0; attribute->hierarchy == NULL && entry < n_entries; entry++)
    numbers[entry] = attribute->expected[entry].number;
  for (guint level = 0; attribute->hierarchy != NULL && level < attribute->bound->n_levels; level++)
    if ((has_levels || level == attribute->level)
        && !verify_costs_number_level (verification, a, level, numbers, error))
      return NULL;
  return g_steal_pointer (&numbers);
}

static gboolean
verify_costs_find_column (DeidPlainCosts *costs, const DeidVerification *verification, guint c,
                          GError **error)
{
  const DeidDataset *source = verification->source;
  guint number;

  if (!deid_dataset_find_column (source, verification->result->problem->quality->columns[c],
                                 &number, error))
    return FALSE;
  costs->columns[c] = &source->columns[number];
  costs->places[c] = c;
  return TRUE;
}

static gboolean
plain_costs_init (DeidPlainCosts *costs, const DeidVerification *verification, GError **error)
{
  const guint n_attributes = verification->n_attributes;
  const guint n_columns = verification->result->problem->quality->n_columns;

  *costs = (DeidPlainCosts){ .n_attributes = 0 };
  if (!deid_new_arrays (error, DEID_NEW (costs->numbers_of_codes, n_attributes),
                        DEID_NEW (costs->columns, n_columns), DEID_NEW (costs->places, n_columns)))
    return FALSE;
  costs->n_attributes = n_attributes;
  costs->n_columns = n_columns;
  for (guint a = 0; a < n_attributes; a++)
    {
      costs->numbers_of_codes[a] = verify_costs_number_labels (verification, a, error);
      if (costs->numbers_of_codes[a] == NULL)
        return FALSE;
    }
  for (guint c = 0; c < n_columns; c++)
    if (!verify_costs_find_column (costs, verification, c, error))
      return FALSE;
  return TRUE;
}

static void
plain_costs_clear (DeidPlainCosts *costs)
{
  for (guint a = 0; a < costs->n_attributes; a++)
    g_free (costs->numbers_of_codes[a]);
  deid_free_arrays (costs->numbers_of_codes, costs->columns, costs->places);
}

/* The verifier: one equivalence class, and what models say of it. */

/* Whether two dates are in order; a later one may be of the same second. */
static gboolean
are_dates_in_order (const DeidDateTime *a, const DeidDateTime *b)
{
  const gint64 x[] = { a->date.year, a->date.month, a->date.day, a->hour, a->minute, a->second };
  const gint64 y[] = { b->date.year, b->date.month, b->date.day, b->hour, b->minute, b->second };
  guint i = 0;

  while (i + 1 < G_N_ELEMENTS (x) && x[i] == y[i])
    i++;
  return x[i] <= y[i];
}

static gboolean
are_in_order (const DeidTypeReader *reader, const char *a, const char *b)
{
  DeidDateTime x, y;

  if (a == NULL)
    return TRUE;
  if (b == NULL)
    return FALSE;
  if (reader->type == DEID_COLUMN_TYPE_TEXT)
    return g_strcmp0 (a, b) < 0;
  if (reader->type != DEID_COLUMN_TYPE_DATE)
    return deid_decimal_is_valid (a) && deid_decimal_is_valid (b)
           && deid_decimal_compare (a, b) <= 0;
  return deid_date_format_read (&reader->format, a, &x)
         && deid_date_format_read (&reader->format, b, &y) && are_dates_in_order (&x, &y);
}

/* Checks that the values which models order by the type of their column are numbered so. */
static gboolean
check_orders (const DeidPlainJudges *judges, GError **error)
{
  for (guint j = 0; j < judges->models.n_judged; j++)
    {
      const DeidJudgedColumn *judged = &judges->models.judged[j];
      const DeidColumn *column = judged->column;
      const DeidDictionary *dictionary = &column->dictionary;
      DeidTypeReader reader;

      if (judged->compare != deid_compare_by_type)
        continue;
      if (!deid_type_reader_init (&reader, column->type, column->format, error))
        return FALSE;
      for (guint32 v = 1; v < judged->n_values; v++)
        if (!are_in_order (&reader, deid_dictionary_get (dictionary, judged->code_of_value[v - 1]),
                           deid_dictionary_get (dictionary, judged->code_of_value[v])))
          return deid_verification_fail (judges->verification, error,
                                         "column '%s': values are not in the order of its type",
                                         deid_column_show (column));
    }
  return TRUE;
}

gboolean
deid_plain_judges_init (DeidPlainJudges *judges, const DeidVerification *verification,
                        GError **error)
{
  const DeidProblem *problem = verification->result->problem;
  const gboolean has_population = problem->population != NULL;

  *judges = (DeidPlainJudges){ .verification = verification };
  return plain_costs_init (&judges->costs, verification, error)
         && (!has_population
             || (deid_table_source_init (&judges->lent, problem->population, error)
                 && deid_population_init (&judges->bound, problem->lattice, &judges->lent,
                                          &verification->stop, error)))
         && deid_prepared_models_init (&judges->models, problem->lattice, &verification->table,
                                       has_population ? &judges->bound : NULL, problem->models,
                                       problem->hierarchies, &verification->stop, error)
         && check_orders (judges, error);
}

void
deid_plain_judges_clear (DeidPlainJudges *judges)
{
  deid_prepared_models_clear (&judges->models);
  deid_population_clear (&judges->bound);
  deid_table_source_clear (&judges->lent);
  plain_costs_clear (&judges->costs);
}

gboolean
deid_plain_judges_are_thread_safe (const DeidPlainJudges *judges)
{
  return deid_prepared_models_are_thread_safe (&judges->models)
         && deid_quality_model_is_thread_safe (judges->verification->result->problem->quality);
}

static gboolean
init_distribution (DeidDistribution *distribution, guint32 n_values, GError **error)
{
  return deid_new_arrays (error, DEID_NEW (distribution->values, n_values),
                          DEID_NEW (distribution->counts, n_values));
}

static void
clear_distributions (DeidDistribution *distributions, guint n)
{
  for (guint i = 0; distributions != NULL && i < n; i++)
    {
      g_free (distributions[i].values);
      g_free (distributions[i].counts);
    }
  g_free (distributions);
}

/* Returns: how many codes a column has at most. */
static guint32
verify_class_count_codes (const DeidDataset *source)
{
  guint32 n = 0;

  for (guint c = 0; c < source->n_columns; c++)
    n = MAX (n, source->columns[c].dictionary.n);
  return n;
}

gboolean
deid_plain_class_init (DeidPlainClass *plain, const DeidPlainJudges *judges, GError **error)
{
  const DeidVerification *verification = judges->verification;
  const guint n_attributes = verification->n_attributes;
  const DeidPreparedModels *models = &judges->models;
  const DeidPlainCosts *costs = &judges->costs;

  *plain = (DeidPlainClass){ .judges = judges };
  if (!deid_new_arrays (
          error, DEID_NEW (plain->labels, n_attributes), DEID_NEW (plain->levels, n_attributes),
          DEID_NEW (plain->label_numbers, n_attributes), DEID_NEW (plain->n_covered, n_attributes),
          DEID_NEW (plain->distributions, models->n_judged),
          DEID_NEW (plain->costed, costs->n_columns),
          DEID_NEW (plain->places_of_codes, verify_class_count_codes (verification->source))))
    return FALSE;
  for (guint j = 0; j < models->n_judged; j++)
    if (!init_distribution (&plain->distributions[j], models->judged[j].n_values, error))
      return FALSE;
  for (guint c = 0; c < costs->n_columns; c++)
    if (!init_distribution (&plain->costed[c], costs->columns[c]->dictionary.n, error))
      return FALSE;
  return TRUE;
}

void
deid_plain_class_clear (DeidPlainClass *plain)
{
  if (plain->judges == NULL)
    return;
  clear_distributions (plain->distributions, plain->judges->models.n_judged);
  clear_distributions (plain->costed, plain->judges->costs.n_columns);
  deid_free_arrays (plain->places_of_codes, plain->labels, plain->levels, plain->label_numbers,
                    plain->n_covered);
}

static int
verify_class_compare_codes (const void *a, const void *b)
{
  const guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return x < y ? -1 : x > y;
}

static guint64
verify_class_count_records (const DeidPlainClass *plain)
{
  const DeidDataset *source = plain->judges->verification->source;
  guint64 n_records = 0;

  if (source->weights == NULL)
    return plain->n_rows;
  for (guint64 i = 0; i < plain->n_rows; i++)
    n_records += deid_dataset_get_weight (source, plain->rows[i]);
  return n_records;
}

/* Counts records or, if there is an entity column, the persons whom they are of. */
static gboolean
verify_class_count_persons (const DeidPlainClass *plain, guint64 n_records, guint64 *n_persons,
                            GError **error)
{
  const DeidVerification *verification = plain->judges->verification;
  const DeidDataset *source = verification->source;
  const DeidCodes *codes;

  *n_persons = n_records;
  if (source->entity_column == DEID_NO_COLUMN)
    return TRUE;
  codes = &source->columns[source->entity_column].codes;
  *n_persons = 0;
  for (guint64 i = 0; i < plain->n_rows; i++)
    {
      guint32 *place = &plain->places_of_codes[deid_codes_get (codes, plain->rows[i])];

      if (i > 0 && !deid_stop_check_row (&verification->stop, i, error))
        return FALSE;
      *n_persons += *place == 0;
      *place = 1;
    }
  for (guint64 i = 0; i < plain->n_rows; i++)
    plain->places_of_codes[deid_codes_get (codes, plain->rows[i])] = 0;
  return TRUE;
}

/* Puts the distinct codes of a class in order. */
static gboolean
verify_class_list_values (const DeidPlainClass *plain, const DeidCodes *codes,
                          DeidDistribution *distribution, GError **error)
{
  const DeidStop *stop = &plain->judges->verification->stop;

  distribution->n_values = 0;
  for (guint64 i = 0; i < plain->n_rows; i++)
    {
      const guint32 code = deid_codes_get (codes, plain->rows[i]);

      if (i > 0 && !deid_stop_check_row (stop, i, error))
        return FALSE;
      if (plain->places_of_codes[code] == 0)
        distribution->values[distribution->n_values++] = code;
      plain->places_of_codes[code] = 1;
    }
  return deid_stopped_sort (distribution->values, distribution->n_values,
                            sizeof *distribution->values, verify_class_compare_codes, stop, error);
}

/* Distinct values in order, then the records of each. */
static gboolean
verify_class_tabulate (const DeidPlainClass *plain, const DeidCodes *codes,
                       DeidDistribution *distribution, GError **error)
{
  const DeidDataset *source = plain->judges->verification->source;
  guint32 *places = plain->places_of_codes;

  if (!verify_class_list_values (plain, codes, distribution, error))
    return FALSE;
  for (guint32 i = 0; i < distribution->n_values; i++)
    {
      places[distribution->values[i]] = i;
      distribution->counts[i] = 0;
    }
  for (guint64 i = 0; i < plain->n_rows; i++)
    distribution->counts[places[deid_codes_get (codes, plain->rows[i])]]
        += deid_dataset_get_weight (source, plain->rows[i]);
  for (guint32 i = 0; i < distribution->n_values; i++)
    places[distribution->values[i]] = 0;
  return TRUE;
}

static gboolean
add_cost (DeidPlainClass *plain, DeidClass *eq_class, GError **error)
{
  const DeidVerification *verification = plain->judges->verification;
  const DeidQualityModel *quality = verification->result->problem->quality;
  const DeidPlainCosts *costs = &plain->judges->costs;

  if (deid_quality_model_is_separable (quality))
    return TRUE;
  for (guint c = 0; c < costs->n_columns; c++)
    if (!verify_class_tabulate (plain, &costs->columns[c]->codes, &plain->costed[c], error))
      return FALSE;
  eq_class->n_sensitive = costs->n_columns;
  eq_class->places = costs->places;
  eq_class->distributions = plain->costed;
  eq_class->is_suppressed = !verification->kept[plain->rows[0]];
  return deid_quality_model_add_class (quality, verification->quality_state, eq_class, &plain->cost,
                                       error);
}

/* Reads what the labels of the class say. */
static void
verify_class_read_labels (DeidPlainClass *plain)
{
  const DeidVerification *verification = plain->judges->verification;

  for (guint a = 0; a < verification->n_attributes; a++)
    {
      const DeidVerifiedAttribute *attribute = &verification->attributes[a];
      const guint32 entry = deid_verified_attribute_get_entry (attribute, plain->rows[0]);

      plain->labels[a] = attribute->expected[entry].text;
      plain->levels[a] = attribute->expected[entry].level;
      plain->n_covered[a] = attribute->n_covered[entry];
      plain->label_numbers[a] = plain->judges->costs.numbers_of_codes[a][entry];
    }
}

gboolean
deid_plain_class_recheck (DeidPlainClass *plain, DeidTableClass *seen,
                          const DeidPrivacyModel **failing, GError **error)
{
  const DeidVerification *verification = plain->judges->verification;
  const DeidPreparedModels *models = &plain->judges->models;
  DeidClass eq_class = { .n_records = verify_class_count_records (plain),
                         .n_attributes = verification->n_attributes,
                         .n_population = plain->n_population,
                         .has_population = verification->population != NULL,
                         .distributions = plain->distributions,
                         .labels = plain->labels,
                         .n_covered = plain->n_covered,
                         .label_numbers = plain->label_numbers,
                         .levels = plain->levels };

  if (!verify_class_count_persons (plain, eq_class.n_records, &eq_class.n_persons, error))
    return FALSE;
  *seen = (DeidTableClass){ .n_records = eq_class.n_records,
                            .n_persons = eq_class.n_persons,
                            .n_population = eq_class.n_population,
                            .rows = plain->rows,
                            .n_rows = plain->n_rows };
  for (guint j = 0; j < models->n_judged; j++)
    if (!verify_class_tabulate (plain, models->judged[j].codes, &plain->distributions[j], error))
      return FALSE;
  verify_class_read_labels (plain);
  *failing = NULL;
  for (guint i = 0; i < models->n_models; i++)
    {
      gboolean passes;

      if (!deid_prepared_model_rechecks (&models->models[i], &eq_class, &passes, error))
        return FALSE;
      if (!passes && *failing == NULL)
        *failing = models->models[i].model;
    }
  return add_cost (plain, &eq_class, error);
}

gboolean
deid_plain_class_check_unmatched (DeidPlainClass *plain, guint64 n_records, guint32 row,
                                  GError **error)
{
  const DeidVerification *verification = plain->judges->verification;
  const DeidPreparedModels *models = &plain->judges->models;
  DeidClass eq_class = { .n_population = n_records,
                         .has_population = TRUE,
                         .n_attributes = verification->n_attributes,
                         .distributions = plain->distributions,
                         .labels = plain->labels,
                         .levels = plain->levels };

  for (guint j = 0; j < models->n_judged; j++)
    plain->distributions[j].n_values = 0;
  for (guint i = 0; i < models->n_models; i++)
    {
      const DeidPreparedModel *prepared = &models->models[i];
      g_autofree char *place = NULL;
      gboolean passes;

      if (!deid_prepared_model_accepts (prepared, &eq_class, &passes, error))
        return FALSE;
      if (passes)
        continue;
      place = deid_dataset_locate (verification->population, row);
      return deid_verification_fail (
          verification, error,
          "the class of %s of the population, which has no record in the table, fails %s", place,
          prepared->model->shown);
    }
  return TRUE;
}
