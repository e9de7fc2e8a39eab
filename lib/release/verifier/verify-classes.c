/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The verifier: equivalence classes and privacy models. */
#include "base/arrays.h"
#include "base/memory.h"
#include "base/stopped-sort.h"
#include "classes/class.h"
#include "privacy/prepared-models.h"
#include "release/verifier/verify-costs.h"
#include "release/verifier/verify-order.h"
#include "release/verifier/verify-table.h"

/* The rows of one class of the input, or none of one of the population alone, and room for what
 * models ask of it. How they number values is theirs to say. */
typedef struct
{
  const guint32 *rows;
  guint64 n_rows;
  guint64 n_population;     /* records of the population with the same labels */
  guint32 *places_of_codes; /* scratch: of the codes of a class those among its values, else 0 */
  DeidPlainPopulation population;
  DeidTableSource lent; /* what the population's table lends */
  DeidPopulation bound; /* for the models to prepare themselves from */
  DeidPreparedModels models;
  DeidDistribution *distributions; /* of each judged column */
  const char **labels;             /* of each quasi-identifier */
  DeidPlainTable table;
  guint64 *n_covered;   /* leaves, by each of these */
  DeidPlainCosts costs; /* what the quality model asks besides */
} PlainClass;

static int
compare_codes (const void *a, const void *b)
{
  const guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return x < y ? -1 : x > y;
}

static guint64
count_records (const DeidVerification *verification, const PlainClass *plain)
{
  guint64 n_records = 0;

  if (verification->source->weights == NULL)
    return plain->n_rows;
  for (guint64 i = 0; i < plain->n_rows; i++)
    n_records += deid_dataset_get_weight (verification->source, plain->rows[i]);
  return n_records;
}

/* Counts records or, if there is an entity column, the persons whom they are of. */
static gboolean
count_persons (const DeidVerification *verification, const PlainClass *plain, guint64 n_records,
               guint64 *n_persons, GError **error)
{
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
list_values (const DeidVerification *verification, const DeidCodes *codes, const PlainClass *plain,
             DeidDistribution *distribution, GError **error)
{
  distribution->n_values = 0;
  for (guint64 i = 0; i < plain->n_rows; i++)
    {
      const guint32 code = deid_codes_get (codes, plain->rows[i]);

      if (i > 0 && !deid_stop_check_row (&verification->stop, i, error))
        return FALSE;
      if (plain->places_of_codes[code] == 0)
        distribution->values[distribution->n_values++] = code;
      plain->places_of_codes[code] = 1;
    }
  return deid_stopped_sort (distribution->values, distribution->n_values,
                            sizeof *distribution->values, compare_codes, &verification->stop,
                            error);
}

/* Distinct values in order, then the records of each. */
static gboolean
tabulate (const DeidVerification *verification, const DeidCodes *codes, const PlainClass *plain,
          DeidDistribution *distribution, GError **error)
{
  guint32 *places = plain->places_of_codes;

  if (!list_values (verification, codes, plain, distribution, error))
    return FALSE;
  for (guint32 i = 0; i < distribution->n_values; i++)
    {
      places[distribution->values[i]] = i;
      distribution->counts[i] = 0;
    }
  for (guint64 i = 0; i < plain->n_rows; i++)
    distribution->counts[places[deid_codes_get (codes, plain->rows[i])]]
        += deid_dataset_get_weight (verification->source, plain->rows[i]);
  for (guint32 i = 0; i < distribution->n_values; i++)
    places[distribution->values[i]] = 0;
  return TRUE;
}

static gboolean
add_cost (DeidVerification *verification, const PlainClass *plain, DeidClass *eq_class,
          GError **error)
{
  const DeidQualityModel *quality = verification->result->problem->quality;

  if (deid_quality_model_is_separable (quality))
    return TRUE;
  for (guint c = 0; c < quality->n_columns; c++)
    if (!tabulate (verification, plain->costs.codes[c], plain, &plain->costs.distributions[c],
                   error))
      return FALSE;
  eq_class->n_sensitive = quality->n_columns;
  eq_class->places = plain->costs.places;
  eq_class->distributions = plain->costs.distributions;
  eq_class->is_suppressed = !verification->kept[plain->rows[0]];
  return deid_quality_model_add_class (quality, verification->quality_state, eq_class,
                                       &verification->cost, error);
}

/* Sets @failing to a model that the class fails, or to NULL if it passes all; and @seen to what
 * conditions on the table see of the class. */
static gboolean
recheck (DeidVerification *verification, PlainClass *plain, DeidTableClass *seen,
         const DeidPrivacyModel **failing, GError **error)
{
  DeidClass eq_class = { .n_records = count_records (verification, plain),
                         .n_attributes = verification->n_attributes,
                         .n_population = plain->n_population,
                         .has_population = verification->population != NULL,
                         .distributions = plain->distributions,
                         .labels = plain->labels,
                         .n_covered = plain->n_covered,
                         .label_numbers = plain->costs.label_numbers,
                         .levels = plain->costs.levels };

  if (!count_persons (verification, plain, eq_class.n_records, &eq_class.n_persons, error))
    return FALSE;
  *seen = (DeidTableClass){ .n_records = eq_class.n_records,
                            .n_persons = eq_class.n_persons,
                            .n_population = eq_class.n_population,
                            .rows = plain->rows,
                            .n_rows = plain->n_rows };
  for (guint j = 0; j < plain->models.n_judged; j++)
    if (!tabulate (verification, plain->models.judged[j].codes, plain, &plain->distributions[j],
                   error))
      return FALSE;
  for (guint a = 0; a < verification->n_attributes; a++)
    {
      const DeidVerifiedAttribute *attribute = &verification->attributes[a];
      const guint32 entry = deid_verified_attribute_get_entry (attribute, plain->rows[0]);

      plain->labels[a] = attribute->expected[entry].text;
      plain->costs.levels[a] = attribute->expected[entry].level;
      plain->n_covered[a] = attribute->n_covered[entry];
      plain->costs.label_numbers[a] = plain->costs.numbers_of_codes[a][entry];
    }
  *failing = NULL;
  for (guint i = 0; i < plain->models.n_models; i++)
    {
      gboolean passes;

      if (!deid_prepared_model_rechecks (&plain->models.models[i], &eq_class, &passes, error))
        return FALSE;
      if (!passes && *failing == NULL)
        *failing = plain->models.models[i].model;
    }
  return add_cost (verification, plain, &eq_class, error);
}

static gboolean
check_class (DeidVerification *verification, PlainClass *plain, guint64 *n_withheld, GError **error)
{
  const gboolean kept = verification->kept[plain->rows[0]];
  g_autofree char *place = NULL;
  const DeidPrivacyModel *failing;
  DeidTableClass seen;

  for (guint64 i = 1; i < plain->n_rows; i++)
    if (verification->kept[plain->rows[i]] != kept)
      {
        place = deid_dataset_locate (verification->source, plain->rows[i]);
        return deid_verification_fail (
            verification, error, "the class of %s of the input is released in part only", place);
      }
  if (!recheck (verification, plain, &seen, &failing, error))
    return FALSE;
  if (kept)
    plain->table.kept[plain->table.n_kept++] = seen;
  else
    *n_withheld += seen.n_records;
  if (kept == (failing == NULL) || (!kept && verification->result->policy == NULL))
    return TRUE;
  if (!kept && deid_plain_table_may_withhold (&plain->models))
    {
      plain->table.withheld[plain->table.n_withheld++] = seen;
      return TRUE;
    }
  place = deid_dataset_locate (verification->source, plain->rows[0]);
  return deid_verification_fail (
      verification, error, "the class of %s of the input, of %" G_GUINT64_FORMAT " rows, %s %s",
      place, plain->n_rows, kept ? "is released but fails" : "is suppressed but passes",
      kept ? failing->shown : "every privacy model");
}

/* A class of the population alone cannot be suppressed. */
static gboolean
check_unmatched (const DeidVerification *verification, PlainClass *plain, GError **error)
{
  DeidClass eq_class = { .n_population = plain->population.n_records,
                         .has_population = TRUE,
                         .n_attributes = verification->n_attributes,
                         .distributions = plain->distributions,
                         .labels = plain->labels,
                         .levels = plain->costs.levels };

  for (guint j = 0; j < plain->models.n_judged; j++)
    plain->distributions[j].n_values = 0;
  for (guint i = 0; i < plain->models.n_models; i++)
    {
      const DeidPreparedModel *prepared = &plain->models.models[i];
      g_autofree char *place = NULL;
      gboolean passes;

      if (!deid_prepared_model_accepts (prepared, &eq_class, &passes, error))
        return FALSE;
      if (passes)
        continue;
      place = deid_dataset_locate (verification->population, plain->population.first_row);
      return deid_verification_fail (
          verification, error,
          "the class of %s of the population, which has no record in the table, fails %s", place,
          prepared->model->shown);
    }
  return TRUE;
}

/* Takes the classes of the population up to that of a row of the input. */
static gboolean
match_population (const DeidVerification *verification, PlainClass *plain, guint32 row,
                  GError **error)
{
  DeidPlainPopulation *population = &plain->population;
  int order;

  while ((order = deid_plain_population_compare (population, row)) < 0)
    {
      deid_plain_population_take (population, plain->labels, plain->costs.levels);
      if (!check_unmatched (verification, plain, error))
        return FALSE;
    }
  plain->n_population = 0;
  if (order > 0)
    return TRUE;
  deid_plain_population_take (population, plain->labels, plain->costs.levels);
  plain->n_population = population->n_records;
  return TRUE;
}

static gboolean
check_rest_of_population (const DeidVerification *verification, PlainClass *plain, GError **error)
{
  while (plain->population.next < plain->population.n_rows)
    {
      deid_plain_population_take (&plain->population, plain->labels, plain->costs.levels);
      if (!check_unmatched (verification, plain, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_classes (DeidVerification *verification, PlainClass *plain, const DeidPlainOrder *order,
               GError **error)
{
  const DeidResult *result = verification->result;
  const guint64 n_rows = verification->source->n_rows;
  guint64 n_withheld = 0;

  for (guint64 start = 0; start < n_rows; start += plain->n_rows)
    {
      plain->rows = order->rows + start;
      plain->n_rows = deid_plain_order_get_end (order, start) - start;
      if (!deid_stop_check (&verification->stop, error)
          || !match_population (verification, plain, plain->rows[0], error)
          || !check_class (verification, plain, &n_withheld, error))
        return FALSE;
    }
  if (!check_rest_of_population (verification, plain, error))
    return FALSE;
  if (n_withheld != result->n_suppressed)
    return deid_verification_fail (verification, error,
                                   "%" G_GUINT64_FORMAT
                                   " records are suppressed, the result says %" G_GUINT64_FORMAT,
                                   n_withheld, result->n_suppressed);
  if (n_withheld > deid_problem_get_n_suppressible (result->problem)
      || n_withheld == verification->source->n_records)
    return deid_verification_fail (
        verification, error,
        "%" G_GUINT64_FORMAT " records are suppressed, more than the limit allows", n_withheld);
  return deid_verify_table (verification, &plain->models, &plain->table, n_withheld, error);
}

static gboolean
init_distributions (PlainClass *plain, GError **error)
{
  if (!deid_new_arrays (error, DEID_NEW (plain->distributions, plain->models.n_judged)))
    return FALSE;
  for (guint j = 0; j < plain->models.n_judged; j++)
    {
      DeidDistribution *distribution = &plain->distributions[j];
      const guint32 n_values = plain->models.judged[j].n_values;

      if ((distribution->values = deid_alloc (n_values, sizeof *distribution->values, error))
              == NULL
          || (distribution->counts = deid_alloc (n_values, sizeof *distribution->counts, error))
                 == NULL)
        return FALSE;
    }
  return TRUE;
}

/* Returns: how many codes a column has at most. */
static guint32
count_codes (const DeidVerification *verification)
{
  guint32 n = 0;

  for (guint c = 0; c < verification->source->n_columns; c++)
    n = MAX (n, verification->source->columns[c].dictionary.n);
  return n;
}

static gboolean
plain_class_init (PlainClass *plain, const DeidVerification *verification, GError **error)
{
  const DeidProblem *problem = verification->result->problem;
  const guint64 n_rows = verification->source->n_rows;

  *plain = (PlainClass){ .labels = NULL };
  return deid_new_arrays (error, DEID_NEW (plain->labels, verification->n_attributes),
                          DEID_NEW (plain->n_covered, verification->n_attributes))
         && deid_plain_costs_init (&plain->costs, verification, error)
         && deid_plain_population_init (&plain->population, verification, error)
         && (problem->population == NULL
             || (deid_table_source_init (&plain->lent, problem->population, error)
                 && deid_population_init (&plain->bound, problem->lattice, &plain->lent,
                                          &verification->stop, error)))
         && deid_prepared_models_init (&plain->models, problem->lattice, &verification->table,
                                       problem->population != NULL ? &plain->bound : NULL,
                                       problem->models, problem->hierarchies, &verification->stop,
                                       error)
         && init_distributions (plain, error)
         && deid_new_arrays (error, DEID_NEW (plain->places_of_codes, count_codes (verification)))
         && deid_plain_table_init (&plain->table, n_rows, error);
}

static void
plain_class_clear (PlainClass *plain)
{
  for (guint j = 0; plain->distributions != NULL && j < plain->models.n_judged; j++)
    {
      g_free (plain->distributions[j].values);
      g_free (plain->distributions[j].counts);
    }
  g_free (plain->distributions);
  deid_prepared_models_clear (&plain->models);
  deid_population_clear (&plain->bound);
  deid_table_source_clear (&plain->lent);
  deid_plain_population_clear (&plain->population);
  g_free (plain->places_of_codes);
  g_free (plain->labels);
  deid_plain_table_clear (&plain->table);
  g_free (plain->n_covered);
  deid_plain_costs_clear (&plain->costs);
}

gboolean
deid_verify_classes (DeidVerification *verification, GError **error)
{
  /* suppressed records of a local recoding are in no class that is released */
  const guint n_numbers
      = verification->n_attributes + (verification->result->policy == NULL ? 1 : 0);
  PlainClass plain = { .labels = NULL };
  DeidPlainOrder order;
  gboolean verified;

  verified = deid_plain_order_init (&order, verification, 0, n_numbers, error)
             && plain_class_init (&plain, verification, error)
             && check_classes (verification, &plain, &order, error);
  plain_class_clear (&plain);
  deid_plain_order_clear (&order);
  return verified;
}
