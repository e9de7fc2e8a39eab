/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/rational.h"
#include "classes/grouping.h"
#include "quality/quality-input.h"
#include "quality/quality-model-private.h"

#include <deid/deid-extend.h>

/* How the loss of one attribute follows from integers: with K the sum of the extents of kept
 * records, U that of suppressed ones, the extent of a record being that of its label, and C the
 * number of suppressed records, it is (kept K + suppressed C + covered U - original) / scale, where
 * the last, if costs are relative, is kept K of the original data and otherwise 0. Numerators are
 * exact integers, converted and divided once, so that a loss never falls when a sum rises, not even
 * by a rounding. Where groups have weights, each record counts as much as they say in all these
 * sums, C included. */
typedef struct
{
  DeidWide kept;
  DeidWide suppressed;
  DeidWide covered;
  DeidWide original;
  double scale; /* includes the number of records */
  gboolean is_relative;
  double weight;
  guint n_levels;
  guint first_level;    /* number of the attribute's first level among those of all attributes */
  guint64 *level_sums;  /* for each level the sum of the extents of all records */
  gboolean *is_uniform; /* for each level: the extent is the same for all codes */
  guint32 *extents;     /* of each code at each level, the levels of a code together */

  /* With cuts a policy gives labels of several levels, so that instead of these there are: */
  const DeidAttribute *cut;      /* the lattice's, or NULL without cuts */
  guint32 **label_extents;       /* of each label of each level, */
  guint64 *const *label_records; /* and its records */
} DeidLossAttribute;

/* A quality model, made ready for a table. Of a model that costs classes there are no terms:
 * policies are compared by the sum of the costs, and functions on sums of extents do nothing. */
typedef struct
{
  const DeidQualityModel *model;
  DeidQualityInput *input;
  gboolean is_prepared;
  gpointer state;                   /* what the model prepared */
  DeidQualityInput *weighted_input; /* by what records weigh where groups have weights, or NULL */
  DeidAggregate aggregate;
  guint n_attributes;  /* 0 if classes are costed */
  guint64 min_records; /* of a class that is kept, as far as is known; used if classes are costed */
  guint *places;       /* of each column whose values are asked for, its own number */
  guint n_levels;      /* of all attributes, in any case */
  double *lacking;     /* what each of these lacks of information; used if classes are costed */
  const DeidAttribute *attributes;
  DeidLossAttribute *terms;
  double weight_scale; /* sum of the weights; for the maximum the greatest one */
  gboolean weighted;
} DeidLoss;

/* What a policy makes of one attribute. */
typedef struct
{
  guint64 kept;    /* K */
  guint64 covered; /* U */
} DeidLossSums;

/* @attributes are the lattice's, or joint ones, whose codes the rows have. On failure it may be
 * cleared, and nothing else. Errors: those of the model, and of what it says:
 * %DEID_ERROR_INVALID_ARGUMENT, %DEID_ERROR_TOO_LARGE; those of deid_stop_check(),
 * %DEID_ERROR_NO_MEMORY. */
gboolean deid_loss_init (DeidLoss *loss, const DeidQualityModel *model, const DeidLattice *lattice,
                         const DeidAttribute *attributes, const DeidRows *rows,
                         const DeidTableSource *table, const DeidStop *stop, GError **error);
void deid_loss_clear (DeidLoss *loss);

/* The same with cuts. Complexity: O(values) for runs, O(values x levels) for subtrees. */
guint64 deid_loss_sum_cuts (const DeidLossAttribute *term, const DeidLevel *levels);

/* Returns: the extent of the label of a code on a level of a hierarchy, of an attribute of the
 * lattice with cuts or without. */
static inline guint32
deid_loss_attribute_get_extent (const DeidLossAttribute *term, const DeidAttribute *attribute,
                                guint32 code, guint level)
{
  return term->cut != NULL ? term->label_extents[level][attribute->levels[level].labels[code]]
                           : term->extents[(gsize) code * term->n_levels + level];
}

/* Returns: the sum of the extents of all records for one attribute under a policy. */
static inline guint64
deid_loss_get_level_sum (const DeidLoss *loss, guint attribute, const DeidLevel *levels)
{
  const DeidLossAttribute *term = &loss->terms[attribute];

  return term->cut != NULL ? deid_loss_sum_cuts (term, levels)
                           : term->level_sums[levels[loss->attributes[attribute].first_dimension]];
}

static inline gboolean
deid_loss_is_separable (const DeidLoss *loss)
{
  return deid_quality_model_is_separable (loss->model);
}

/* Tells whether what raising each level adds to the objective adds up. */
static inline gboolean
deid_loss_is_sum (const DeidLoss *loss)
{
  return deid_loss_is_separable (loss)
         && (loss->aggregate == DEID_AGGREGATE_ARITHMETIC_MEAN
             || loss->aggregate == DEID_AGGREGATE_SUM);
}

/* The number that policies are compared by: the loss, but for the geometric mean the product whose
 * root it is. It never falls when a sum or the number of suppressed records rises. */
double deid_loss_get_objective (const DeidLoss *loss, const DeidLossSums *sums,
                                guint64 suppressed_weight);

/* Returns: the loss of one attribute, without its weight. */
double deid_loss_get_attribute (const DeidLoss *loss, guint attribute, DeidLossSums sums,
                                guint64 suppressed_weight);

/* Sets @cost to what a suppressed record loses. Returns: whether the loss is a mean over records in
 * which each suppressed record loses @cost, whatever the policy and the other records are. Group
 * weights exclude that. */
gboolean deid_loss_get_suppressed (const DeidLoss *loss, double *cost);

/* Returns: what some rows add to the loss if they are kept: the sum of the losses of the
 * attributes, weighted. Their extents are in U of each. Nothing is subtracted for the original
 * values, which weigh the same if the rows are suppressed. */
double deid_loss_get_kept (const DeidLoss *loss, const DeidLossSums *sums);

/* Adds a row to U of each attribute, of which @recodings are what a policy makes. */
void deid_loss_add_suppressed (const DeidLoss *loss, const DeidRows *rows, guint64 row,
                               const DeidRecoding *const *recodings, DeidLossSums *sums);

/* Returns: what @n rows, @n_records with their weights, count in the loss. */
guint64 deid_loss_weigh_rows (const DeidRows *rows, const guint32 *numbers, guint64 n,
                              guint64 n_records);

/* Adds @n rows, @n_records with their weights, in the same way. */
void deid_loss_add_suppressed_rows (const DeidLoss *loss, const DeidRows *rows,
                                    const guint32 *numbers, guint64 n, guint64 n_records,
                                    const DeidRecoding *const *recodings, DeidLossSums *sums);

/* Returns: the objective of a policy, given U of each attribute; sets K. */
double deid_loss_measure (const DeidLoss *loss, const DeidLevel *levels, DeidLossSums *sums,
                          guint64 suppressed_weight);

/* Adds @n rows, @n_records with their weights, to U of each attribute at each of its levels up to
 * that of a policy, where none has cuts. */
void deid_loss_add_suppressed_up_to (const DeidLoss *loss, const DeidRows *rows,
                                     const guint32 *numbers, guint64 n, guint64 n_records,
                                     const DeidLevel *highest, guint64 *covered);

/* Makes a lower bound of the objective of sums that are lower bounds: it takes off what pow(),
 * which need not be monotone in its last bits, can have added. */
double deid_loss_relax (const DeidLoss *loss, double objective);

/* Tells whether policies have bounds. */
static inline gboolean
deid_loss_has_bounds (const DeidLoss *loss)
{
  return deid_loss_is_separable (loss) || loss->model->funcs->class_bound.func != NULL;
}

/* Returns: a number that the objective of a policy, and of all its generalizations, is not below if
 * at least @suppressed_weight records are suppressed, over which U of each attribute is given; sets
 * K. 0 if classes are costed. */
double deid_loss_get_bound_of_sums (const DeidLoss *loss, const DeidLevel *levels,
                                    DeidLossSums *sums, guint64 suppressed_weight);

/* Returns: the same without any suppression. Where classes are costed it is 0, and
 * deid_class_sums_get_bound() tells more. Complexity: O(attributes). */
double deid_loss_get_bound (const DeidLoss *loss, const DeidLevel *levels);

/* Returns: by how much the loss of one attribute without cuts, weighted, rises from policy @lo to
 * policy @hi without any suppression; if classes are costed, how much information it loses. */
double deid_loss_get_range (const DeidLoss *loss, guint attribute, const DeidLevel *lo,
                            const DeidLevel *hi);

/* Makes the loss of what policies are compared by. Errors: those of the model, and
 * %DEID_ERROR_INVALID_ARGUMENT for a loss that is no finite number or negative. */
gboolean deid_loss_from_objective (const DeidLoss *loss, double objective, double *value,
                                   GError **error);
