/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "classes/class.h"
#include "privacy/prepared-models.h"
#include "release/verifier/verify-private.h"

/* What a quality model asks of a class that the verifier put together, besides what privacy models
 * ask. */
typedef struct
{
  guint n_attributes;
  guint32 **numbers_of_codes; /* of each quasi-identifier, of each entry the number of its label */
  guint n_columns;
  const DeidColumn **columns; /* each that the model asks for, */
  guint *places;              /* and its number */
} DeidPlainCosts;

/* A class as conditions on the whole table see it. */
typedef struct
{
  guint64 n_records;
  guint64 n_persons;
  guint64 n_population;
  const guint32 *rows; /* of the input */
  guint64 n_rows;
} DeidTableClass;

/* The classes of the input that pass every model by themselves. If no model has a condition on the
 * table, nothing is listed; withheld classes are listed only if such a condition may withhold
 * them. */
typedef struct
{
  DeidTableClass *kept; /* or NULL */
  guint32 n_kept;
  DeidTableClass *withheld; /* or NULL */
  guint32 n_withheld;
  guint64 *sizes; /* room for one number a kept class and one more */
  guint64 *populations;
} DeidPlainTable;

/* @table is zero; @n is the number of classes at most. On failure it may be cleared, and nothing
 * else. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_plain_table_init (DeidPlainTable *table, const DeidPreparedModels *models, guint64 n,
                                GError **error);
void deid_plain_table_clear (DeidPlainTable *table);

/* Checks that the kept classes meet the conditions of all models on the table, that no class was
 * withheld before one that comes earlier in the order of some model, and, if there is one order
 * only, that one class less would not have been enough. Of models that name classes it checks that
 * none of them names a kept class. */
gboolean deid_verify_table (const DeidVerification *verification, const DeidPreparedModels *models,
                            DeidPlainTable *table, guint64 n_withheld, GError **error);

/* What classes are judged by, the same for all of them. */
typedef struct
{
  const DeidVerification *verification;
  DeidTableSource lent; /* what the population's table lends */
  DeidPopulation bound; /* for the models to prepare themselves from */
  DeidPreparedModels models;
  DeidPlainCosts costs; /* what the quality model asks besides */
} DeidPlainJudges;

/* On failure it may be cleared, and nothing else. Errors: those of deid_prepared_models_init(). */
gboolean deid_plain_judges_init (DeidPlainJudges *judges, const DeidVerification *verification,
                                 GError **error);
void deid_plain_judges_clear (DeidPlainJudges *judges);

/* Tells whether several threads may ask all models, quality included, each of other classes. */
gboolean deid_plain_judges_are_thread_safe (const DeidPlainJudges *judges);

/* The rows of one class of the input, or none of one of the population alone, and room for what
 * models ask of it. How they number values is theirs to say. */
typedef struct
{
  const DeidPlainJudges *judges;
  const guint32 *rows;
  guint64 n_rows;
  guint64 n_population;     /* records of the population with the same labels */
  guint32 *places_of_codes; /* scratch: of the codes of a class those among its values, else 0 */
  DeidDistribution *distributions; /* of each judged column */
  DeidDistribution *costed;        /* of each column that the quality model asks for */
  const char **labels;             /* of each quasi-identifier, */
  guint *levels;                   /* of each of these, */
  guint32 *label_numbers;          /* as the quality model numbers them, */
  guint64 *n_covered;              /* and the leaves that they cover */
  DeidWide cost;                   /* of all classes judged, if the quality model costs classes */
} DeidPlainClass;

/* On failure it may be cleared, and nothing else. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_plain_class_init (DeidPlainClass *plain, const DeidPlainJudges *judges,
                                GError **error);
void deid_plain_class_clear (DeidPlainClass *plain);

/* Sets @failing to a model that the class fails, or to NULL if it passes all; and @seen to what
 * conditions on the table see of the class. Errors: those of the models and of
 * deid_stop_check(). */
gboolean deid_plain_class_recheck (DeidPlainClass *plain, DeidTableClass *seen,
                                   const DeidPrivacyModel **failing, GError **error);

/* Checks that a class of the population alone, whose labels are there, passes all models, since it
 * cannot be suppressed. @row is one of its rows. Errors: those above, %DEID_ERROR_VERIFICATION. */
gboolean deid_plain_class_check_unmatched (DeidPlainClass *plain, guint64 n_records, guint32 row,
                                           GError **error);
