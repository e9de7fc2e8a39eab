/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/handle.h"
#include "base/rational.h"

#include <deid/deid-extend.h>

/* New slots are appended. */
#define DEID_PRIVACY_MODEL_SLOTS(SLOT)                                                             \
  SLOT (describe, DeidDescribeFunc)                                                                \
  SLOT (compare, DeidCompareFunc)                                                                  \
  SLOT (prepare, DeidPrivacyPrepareFunc)                                                           \
  SLOT (free_state, DeidFreeStateFunc)                                                             \
  SLOT (accept, DeidJudgeFunc)                                                                     \
  SLOT (necessary, DeidJudgeFunc)                                                                  \
  SLOT (accept_unmatched, DeidJudgeFunc)                                                           \
  SLOT (accept_table, DeidJudgeTableFunc)                                                          \
  SLOT (recheck, DeidRecheckFunc)                                                                  \
  SLOT (class_term, DeidClassTermFunc)                                                             \
  SLOT (judge_sum, DeidJudgeSumFunc)                                                               \
  SLOT (recheck_table, DeidRecheckTableFunc)

/* The most rows of a person that a model says an attacker knows, unless it is all of them. */
#define DEID_MAX_KNOWN_ROWS 8

/* What a model asks of persons with all their rows: whatever an attacker knows of one that is
 * released, at least @k of those that are have such rows. A class tells only a part of it. */
typedef struct
{
  guint64 k;             /* 0 for a model that asks nothing of persons */
  guint n_known;         /* rows that an attacker knows at most; 0 for all of them */
  gboolean knows_number; /* and how many the person has; who knows all of them does anyway */
} DeidPersonsCondition;

/* What a model of a sensitive attribute asks of persons who cannot be told apart, where models
 * judge persons: that they have at least @n_values different values in all their rows together,
 * none of which each of them has, unless 1 suffices. */
typedef struct
{
  guint64 n_values;        /* 0 for a model that asks nothing of them */
  gboolean passes_missing; /* missing values do not count, and may be shared */
} DeidProfileCondition;

struct DeidPrivacyModelFuncs
{
  gatomicrefcount ref_count;
  gint immutable; /* atomic */
  DeidClosure closure;
  gboolean size_only;
  gboolean ignores_labels;          /* as those of the library do */
  guint64 least_values;             /* of each attribute, that a class has at least that passes */
  char *sentence, *public_sentence; /* or NULL */
  DeidSuppressionOrder suppression_order;
  gboolean is_table_monotone;
  DeidPersonsCondition persons;
  DeidProfileCondition profile;
  gboolean thread_safe;
  char **sensitive; /* names, to a %NULL, or %NULL for none */
  DEID_PRIVACY_MODEL_SLOTS (DEID_SLOT_FIELD)
};

struct DeidPrivacyModel
{
  gatomicrefcount ref_count;
  DeidPrivacyModelFuncs *funcs;
  const char *const *sensitive; /* the names of the attributes it judges */
  guint n_sensitive;
  char *text;  /* the specification */
  char *shown; /* the same, for messages and reports */
};

/* What of a model is superset-closed: what every specialization of a policy fails as well. */
typedef enum
{
  DEID_CLOSED_NOTHING,
  DEID_CLOSED_NECESSARY, /* its necessary condition */
  DEID_CLOSED_ITSELF
} DeidClosedPart;

DeidClosedPart deid_privacy_model_get_closed_part (const DeidPrivacyModel *model);

/* Tells whether a model limits the sizes of classes and nothing else, as k-anonymity does. */
gboolean deid_privacy_model_limits_sizes (const DeidPrivacyModel *model);

/* Finds the fewest records, each of a person, of a class that such a model accepts; @max + 1 if no
 * class of up to so many is. Errors: those of the model. */
gboolean deid_privacy_model_find_least_size (const DeidPrivacyModel *model, guint64 max,
                                             guint64 *least, GError **error);

/* The slots of a model of the library, which any thread may ask. */
typedef struct
{
#define DEID_SLOT_FUNC(name, Func) Func name;
  DEID_PRIVACY_MODEL_SLOTS (DEID_SLOT_FUNC)
#undef DEID_SLOT_FUNC
  DeidClosure closure;
  gboolean size_only;
  const DeidValueOrder *value_order; /* or NULL */
  guint64 least_values;
  const char *sentence, *public_sentence; /* or NULL */
  DeidSuppressionOrder suppression_order;
  gboolean is_table_monotone;
  const DeidPersonsCondition *persons; /* or NULL */
  DeidProfileCondition profile;
} DeidModelSlots;

/* Creates a model that judges one sensitive attribute, or none if that is %NULL. All slots share
 * @data, which are the model's from now on. */
DeidPrivacyModel *deid_privacy_model_new_of_slots (const DeidModelSlots *slots, gpointer data,
                                                   GDestroyNotify destroy, const char *sensitive,
                                                   GError **error);

/* Creates a model of one count, of which @name is the specification; the slots have it as a
 * guint64 for their data. The slot describe may be empty: the specification is then `name:count`.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if @count is 0. */
DeidPrivacyModel *deid_privacy_model_new_of_count (const DeidModelSlots *slots, const char *name,
                                                   guint64 count, const char *sensitive,
                                                   GError **error);

/* Creates a model of one share, of which @name is the specification, `name:share`; the slots have
 * it as a #DeidParameter for their data. Errors: those of deid_parameter_init_share(). */
DeidPrivacyModel *deid_privacy_model_new_of_share (const DeidModelSlots *slots, const char *name,
                                                   double share, gboolean may_be_0, GError **error);

/* Fails with %DEID_ERROR_INVALID_ARGUMENT if the problem of a model has no population table. */
gboolean deid_privacy_model_check_population (const char *name, const DeidPrivacyInput *input,
                                              GError **error);

/* Tells whether a slot succeeded: it said so, and set no error. Otherwise fails as it did. */
static inline gboolean
deid_privacy_model_slot_succeeded (const DeidPrivacyModel *model, gboolean succeeded,
                                   GError *slot_error, GError **error)
{
  return deid_slot_succeeded ("privacy model", model->shown, succeeded, slot_error, error);
}

/* Describes a parameter that is not as expected. */
gboolean deid_privacy_model_fail (const char *name, const char *parameter, const char *expected,
                                  GError **error);

/* The parameter of a model as it is given, and as it is taken: a fraction of 64-bit integers. */
typedef struct
{
  double value;
  guint64 numerator;
  guint64 denominator;
} DeidParameter;

/* @name is the specification of the model. Fails with %DEID_ERROR_INVALID_ARGUMENT if @value is
 * not finite, below 0 or no fraction of 64-bit integers, or if it is 0 and @may_be_0 is not set. */
gboolean deid_parameter_init (DeidParameter *parameter, double value, gboolean may_be_0,
                              const char *name, GError **error);

/* The same for a share, which is at most 1. */
gboolean deid_parameter_init_share (DeidParameter *share, double value, gboolean may_be_0,
                                    const char *name, GError **error);

/* A condition on the table: tells whether the sum of the terms, which is below 2^64, is no more
 * than a share of the persons. @share is a #DeidParameter. */
gboolean deid_parameter_admit_sum (const DeidTableView *table, gpointer state, gpointer share,
                                   gboolean *passes, GError **error);

/* Describes a parameter that is not as expected. Returns: FALSE. */
gboolean deid_parameter_fail (const DeidParameter *parameter, const char *name,
                              const char *expected, GError **error);

/* Writes @name and the parameter as a specification has them. */
char *deid_parameter_spell (const DeidParameter *parameter, const char *name);
