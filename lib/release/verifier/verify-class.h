/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "classes/class.h"
#include "release/verifier/verify-costs.h"
#include "release/verifier/verify-table.h"

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
