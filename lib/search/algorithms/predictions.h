/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid-extend.h>

#include "lattice/policy-private.h"
#include "lattice/property-store.h"
#include "search/search-context.h"
#include "search/search-private.h"

/* The predictive properties that searches keep of policies; deid_report_new_statistics() explains
 * them. */
typedef enum
{
  DEID_PROPERTY_INSUFFICIENT_PRIVACY = 0,
  DEID_PROPERTY_INSUFFICIENT_QUALITY = 1
} DeidProperty;

#define DEID_N_PROPERTIES 2

/* How often a search made use of one of them. */
typedef struct
{
  guint64 n_inserts;
  guint64 n_queries;
  guint64 n_hits;
  guint64 n_kept; /* policies that no other one implies, 0 if all are flagged */
  guint64 max_kept;
  guint64 n_bytes; /* at most */
} DeidPropertyCounts;

/* Makes statistics of the counts of each property. */
void deid_property_counts_tell (const DeidPropertyCounts *counts, DeidSearchContext *context);

/* What a search knows of policies: which were evaluated, and which need not be since they have a
 * predictive property. Explicitly with three flags for each policy of the lattice, or implicitly
 * with a set and the antichains that imply the rest. */
typedef struct
{
  DeidSearchContext *context;
  gboolean is_explicit;
  gboolean predicts; /* the properties are kept; otherwise only what was evaluated is */

  DeidPropertyStore *stores[2]; /* by DeidProperty */
  DeidPolicySet evaluated;

  DeidPolicyFlags flags[2]; /* by DeidProperty */
  DeidPolicyFlags evaluated_flags;
  DeidPropertyCounts counts[DEID_N_PROPERTIES];
} DeidPredictions;

/* Errors: %DEID_ERROR_TOO_LARGE. */
gboolean deid_predictions_init (DeidPredictions *predictions, DeidSearchContext *context,
                                DeidPredictionFlags flags, GError **error);

/* Before it is freed it tells the statistics of the run. */
void deid_predictions_clear (DeidPredictions *predictions);

/* Notes that a policy was evaluated. */
gboolean deid_predictions_add_evaluated (DeidPredictions *predictions, const DeidLevel *levels,
                                         GError **error);

/* Notes that a policy has a property.
 * Returns: FALSE if an error is set or the run has ended. */
gboolean deid_predictions_add (DeidPredictions *predictions, DeidProperty property,
                               const DeidLevel *levels, GError **error);

/* Tells whether a property is known of a policy, or of insufficient quality whether the bound shows
 * it, which is noted.
 * Returns: FALSE if an error is set or the run has ended. */
gboolean deid_predictions_ask (DeidPredictions *predictions, DeidProperty property,
                               const DeidLevel *levels, gboolean *has, GError **error);

/* Tells whether a policy need not be evaluated.
 * Returns: FALSE if an error is set or the run has ended. */
gboolean deid_predictions_classify (DeidPredictions *predictions, const DeidLevel *levels,
                                    gboolean *is_classified, GError **error);

gboolean deid_predictions_is_evaluated (const DeidPredictions *predictions,
                                        const DeidLevel *levels);
