/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/long-text.h"
#include "lattice/policy-private.h"
#include "privacy/privacy-model-private.h"
#include "quality/quality-model-private.h"
#include "table/column.h"

#include <deid/deid.h>

/* A suppression limit of groups as it is stated: the share of the records of each value of a column
 * that may be suppressed. */
typedef struct
{
  char *column;
  double fraction;
} DeidGroupLimit;

/* States a limit, in the place of that of the same column if there is one. */
void deid_group_limits_set (GPtrArray *limits, const char *column, double fraction);

static inline const DeidGroupLimit *
deid_group_limits_get (const GPtrArray *limits, guint i)
{
  return g_ptr_array_index (limits, i);
}

/* How many records may be suppressed, as it is stated. */
typedef struct
{
  gboolean is_fraction; /* or a number of records */
  double fraction;
  guint64 count;
  GPtrArray *groups; /* of DeidGroupLimit, at most one of a column */
} DeidLimits;

/* Nothing may be suppressed, and no group has a limit of its own. */
void deid_limits_init (DeidLimits *limits);
void deid_limits_clear (DeidLimits *limits);
/* States those of another, over what is stated. */
void deid_limits_copy (DeidLimits *limits, const DeidLimits *other);

/* The weight of a group as it is stated: by how much the records with one value of a column count
 * more, or less, in the loss. */
typedef struct
{
  char *column;
  char *value; /* or NULL for a missing one */
  double weight;
} DeidGroupWeight;

/* Stated weights in their order, at most one of a group. */
typedef struct
{
  DeidGroupWeight *items;
  guint64 capacity;
  guint len;
  DeidDictionary groups; /* a text for each group, whose code is the number of the group */
} DeidGroupWeights;

/* Returns: (transfer full): a list of such weights, none yet. */
DeidGroupWeights *deid_group_weights_new (void);
void deid_group_weights_free (DeidGroupWeights *weights);

/* Returns: (transfer full): the same weights once more. Errors: %DEID_ERROR_NO_MEMORY. */
DeidGroupWeights *deid_group_weights_copy (const DeidGroupWeights *weights, GError **error);

/* States a weight, in the place of that of the same group if there is one. Errors:
 * %DEID_ERROR_TOO_LARGE, %DEID_ERROR_NO_MEMORY. Complexity: O(1). */
gboolean deid_group_weights_set (DeidGroupWeights *weights, const char *column, const char *value,
                                 double weight, GError **error);

/* Returns: the code of a value of a column, or %DEID_NO_CODE if no row has it. */
guint32 deid_group_weight_find_code (const DeidColumn *column, const char *value);

/* Fails with %DEID_ERROR_INVALID_ARGUMENT unless a weight is in its range. */
gboolean deid_group_weight_check (double weight, GError **error);

static inline const DeidGroupWeight *
deid_group_weights_get (const DeidGroupWeights *weights, guint i)
{
  return &weights->items[i];
}

typedef struct DeidPreparation DeidPreparation;

struct DeidProblem
{
  gatomicrefcount ref_count;
  gint immutable; /* atomic */
  DeidLattice *lattice;
  GPtrArray *models; /* of DeidPrivacyModel */
  DeidQualityModel *quality;
  DeidDataset *population; /* or NULL */
  /* What the job that stated the problem will release of numbers, or NULL. */
  DeidReleaseOptions *release_options;
  GHashTable *hierarchies; /* of sensitive attributes, by name */
  DeidLimits limits;
  DeidGroupWeights *group_weights;
  gboolean no_forced_labels;
  GBytes *statement;            /* the problem file that a job stated it by, or NULL */
  gboolean has_unknown_values;  /* of a stored policy, which rows were added for */
  GMutex mutex;                 /* guards all that follows */
  DeidPreparation *preparation; /* what was prepared, or NULL */
};

void deid_problem_make_immutable (DeidProblem *problem);

/* Returns: (transfer full): a problem of the same lattice, models and limits that can be changed;
 * neither the statement nor what was prepared is copied. */
DeidProblem *deid_problem_copy (const DeidProblem *problem, GError **error);

/* Returns: (transfer full): such a copy with this k instead of models that limit sizes alone, or
 * %NULL. Errors: those of deid_privacy_model_new_k_anonymity(). */
DeidProblem *deid_problem_copy_with_k (const DeidProblem *problem, guint64 k, GError **error);

static inline const DeidPrivacyModel *
deid_problem_get_model (const DeidProblem *problem, guint i)
{
  return g_ptr_array_index (problem->models, i);
}

/* Keeps the text of a problem file, which is taken; before the problem is run. */
void deid_problem_take_statement (DeidProblem *problem, char *text);

/* Fails with %DEID_ERROR_INVALID_ARGUMENT for a policy of another lattice. */
gboolean deid_problem_check_policy (const DeidProblem *problem, const DeidPolicy *policy,
                                    GError **error);

/* Checks a share of records that may be suppressed. Errors: %DEID_ERROR_INVALID_ARGUMENT. */
gboolean deid_suppression_limit_check (double fraction, GError **error);

/* Returns: the largest c with c / @n_records <= @fraction, the division being that of doubles. */
guint64 deid_suppression_limit_count (double fraction, guint64 n_records);

/* Returns: how many of so many records may be suppressed. */
guint64 deid_problem_count_limit (const DeidProblem *problem, guint64 n_records);
