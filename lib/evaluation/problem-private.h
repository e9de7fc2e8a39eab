/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/long-text.h"
#include "evaluation/group-limit.h"
#include "evaluation/group-weight.h"
#include "lattice/policy-private.h"
#include "privacy/privacy-model-private.h"
#include "quality/quality-model-private.h"

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
  gboolean limit_is_fraction;
  double limit_fraction;
  guint64 limit_count;
  GPtrArray *group_limits; /* of DeidGroupLimit, at most one of a column */
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

/* Returns: (transfer full): such a copy with this k instead of its own, or %NULL. Errors: those of
 * deid_privacy_model_new_k_anonymity(). */
DeidProblem *deid_problem_copy_with_k (const DeidProblem *problem, guint64 k, GError **error);

static inline const DeidPrivacyModel *
deid_problem_get_model (const DeidProblem *problem, guint i)
{
  return g_ptr_array_index (problem->models, i);
}

/* Keeps the text of a problem file, which is taken; before the problem is run. */
void deid_problem_take_statement (DeidProblem *problem, char *text);

/* Ends an object of JSON, which has members: with that of the problem file, unless @statement is
 * NULL. */
void deid_statement_end_json (DeidLongText *text, GBytes *statement);

/* Fails with %DEID_ERROR_INVALID_ARGUMENT for a policy of another lattice. */
gboolean deid_problem_check_policy (const DeidProblem *problem, const DeidPolicy *policy,
                                    GError **error);

/* Checks a share of records that may be suppressed. Errors: %DEID_ERROR_INVALID_ARGUMENT. */
gboolean deid_suppression_limit_check (double fraction, GError **error);

/* Returns: the largest c with c / @n_records <= @fraction, the division being that of doubles. */
guint64 deid_suppression_limit_count (double fraction, guint64 n_records);

/* Returns: how many of so many records may be suppressed. */
guint64 deid_problem_count_limit (const DeidProblem *problem, guint64 n_records);
