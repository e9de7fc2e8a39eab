/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/handle.h"
#include "base/rational.h"

#include <deid/deid-extend.h>
#include <glib.h>

/* A number for each label of each level of each quasi-identifier that follows from how many leaves
 * it covers. */
typedef struct
{
  guint n_attributes;
  guint *first; /* of each quasi-identifier its level 0 among the levels of all */
  guint n_levels;
  guint64 **numbers; /* of each label of each of these */
} DeidLabelTable;

typedef guint64 (*DeidLabelNumberFunc) (guint64 n_covered, gconstpointer data);

/* On failure it may be cleared, and nothing else. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_label_table_init (DeidLabelTable *table, const DeidQualityInput *input,
                                DeidLabelNumberFunc get_number, gconstpointer data, GError **error);
void deid_label_table_clear (DeidLabelTable *table);

/* Returns: the sum of the numbers of the labels of a class. */
guint64 deid_label_table_sum (const DeidLabelTable *table, const DeidClass *eq_class);

static inline guint64
deid_label_table_get (const DeidLabelTable *table, guint attribute, guint level, guint32 label)
{
  return table->numbers[table->first[attribute] + level][label];
}

/* What is asked of a class. */
typedef enum
{
  DEID_COST_KEPT,
  DEID_COST_SUPPRESSED,
  DEID_COST_BOUND
} DeidCostKind;

/* Adds to @sum what follows from the sizes of classes. None of them is 0. */
typedef void (*DeidAddSizesFunc) (gconstpointer state, const guint64 *sizes, guint64 n,
                                  DeidWide *sum);

/* What a model says of classes, in a form of which many are summed up without looking at each: the
 * cost and the bound of a class are functions of its size, and for each of its records the sum, or
 * the product, of the numbers of its labels. Sums are those of the slots class_cost and
 * class_bound, to the bit. A model that uses only sizes has no labels, and its slots are asked. */
typedef struct
{
  gboolean has_costs;            /* not only bounds */
  DeidAddSizesFunc add_sizes[3]; /* of each kind of cost, or NULL for nothing; labels are no part of
                                    what suppressed classes cost */
  const DeidLabelTable *labels;  /* or NULL if they cost nothing */
  gboolean is_product;
} DeidClassForm;

/* Returns: whether what the model says of classes has such a form for the table that it was
 * prepared for. */
typedef gboolean (*DeidGetFormFunc) (gconstpointer state, DeidClassForm *form);

/* New slots are appended. */
#define DEID_QUALITY_MODEL_SLOTS(SLOT)                                                             \
  SLOT (describe, DeidDescribeFunc)                                                                \
  SLOT (prepare, DeidQualityPrepareFunc)                                                           \
  SLOT (free_state, DeidFreeStateFunc)                                                             \
  SLOT (attribute_costs, DeidAttributeCostsFunc)                                                   \
  SLOT (recheck, DeidRecheckCostFunc)                                                              \
  SLOT (class_cost, DeidClassCostFunc)                                                             \
  SLOT (finish, DeidFinishLossFunc)                                                                \
  SLOT (class_bound, DeidClassBoundFunc)

struct DeidQualityModelFuncs
{
  gatomicrefcount ref_count;
  gint immutable; /* atomic */
  gboolean thread_safe;
  gboolean size_only;
  gboolean rises_with_size;
  DeidAggregate aggregate;
  char **columns;           /* names, to a %NULL, or %NULL for none */
  char *sentence;           /* or NULL */
  DeidGetFormFunc get_form; /* or NULL; of models of the library whose labels cost something */
  DEID_QUALITY_MODEL_SLOTS (DEID_SLOT_FIELD)
};

struct DeidRecheckedValue
{
  guint64 n_covered;
  guint64 n_leaves;
  guint level;
  guint n_levels;
  gboolean is_suppressed;
  guint attribute;
};

struct DeidCostSum
{
  double value;
  guint64 n_records;
};

typedef struct
{
  char *attribute;
  double weight;
} DeidAttributeWeight;

struct DeidQualityModel
{
  gatomicrefcount ref_count;
  gint immutable; /* atomic */
  DeidAggregate aggregate;
  DeidQualityModelFuncs *funcs;
  char *text;                 /* the specification */
  char *shown;                /* the same, for messages and reports */
  const char *const *columns; /* the names of those whose values it asks classes for */
  guint n_columns;
  DeidAttributeWeight *weights;
  guint n_weights;
  guint64 weights_capacity;
  GHashTable *index; /* from attributes, whose names the weights own, to weights + 1; or NULL */
};

/* How specifications name the aggregates. */
extern const char *const deid_aggregate_names[4];

/* Returns: (transfer full): a model with the same slots and no weights, which can be changed. */
DeidQualityModel *deid_quality_model_new_unweighted (const DeidQualityModel *model);

void deid_quality_model_make_immutable (DeidQualityModel *model);

/* Returns: the weight of an attribute, 1 where none was set. Complexity: O(1). */
double deid_quality_model_get_weight (const DeidQualityModel *model, const char *attribute);

/* Tells whether the loss is made up of costs of single values, not of classes. */
static inline gboolean
deid_quality_model_is_separable (const DeidQualityModel *model)
{
  return model->funcs->class_cost.func == NULL;
}

/* Tells whether a class costs its records the more the more they are. */
static inline gboolean
deid_quality_model_rises_with_size (const DeidQualityModel *model)
{
  return !deid_quality_model_is_separable (model) && model->funcs->rises_with_size;
}

/* Costs of single values are only asked for when a run is prepared. */
static inline gboolean
deid_quality_model_is_thread_safe (const DeidQualityModel *model)
{
  return deid_quality_model_is_separable (model) || model->funcs->thread_safe;
}

/* Has the model prepare itself; on success its state is to be freed. */
gboolean deid_quality_model_prepare (const DeidQualityModel *model, const DeidQualityInput *input,
                                     gpointer *state, GError **error);
void deid_quality_model_free_state (const DeidQualityModel *model, gpointer state);

/* Tells whether a slot succeeded: it said so, and set no error. Otherwise fails as it did. */
static inline gboolean
deid_quality_model_slot_succeeded (const DeidQualityModel *model, gboolean succeeded,
                                   GError *slot_error, GError **error)
{
  return deid_slot_succeeded ("quality model", model->shown, succeeded, slot_error, error);
}

/* Adds the cost of a class, if the model costs classes. Errors: those of the model. */
gboolean deid_quality_model_add_class (const DeidQualityModel *model, gpointer state,
                                       const DeidClass *eq_class, DeidWide *sum, GError **error);

/* Makes the loss of the sum of the costs of all classes. Errors: those of the model. */
gboolean deid_quality_model_finish (const DeidQualityModel *model, const DeidQualityInput *input,
                                    gpointer state, double sum, double *loss, GError **error);

/* Refuses a loss that is no number, infinite or negative: what a host's slot makes of a sum may be
 * anything. Errors: %DEID_ERROR_INVALID_ARGUMENT. */
gboolean deid_quality_model_check_loss (const DeidQualityModel *model, double loss, GError **error);

/* The slots of a model of the library that costs classes. Its specification is a name, its state is
 * freed by g_free() unless it says otherwise, and any thread may ask it. The data of prepare is the
 * name, the others have none. */
typedef struct
{
  const char *name; /* of static storage */
  const char *sentence;
  DeidQualityPrepareFunc prepare;
  DeidFreeStateFunc free_state; /* or NULL */
  DeidClassCostFunc class_cost;
  DeidFinishLossFunc finish; /* or NULL */
  DeidClassBoundFunc class_bound;
  DeidGetFormFunc get_form; /* or NULL */
  gboolean size_only;
  gboolean rises_with_size;
} DeidClassModelSlots;

/* Creates a model that asks for the values of a column, or of none if that is %NULL. Errors:
 * %DEID_ERROR_INVALID_ARGUMENT for its name. */
DeidQualityModel *deid_class_model_new (const DeidClassModelSlots *slots, const char *column,
                                        GError **error);

/* Of models whose costs are squares of numbers of records: a slot prepare, whose data is the name
 * of the model and whose state is the number of records of the table, as a guint64, and a slot
 * finish. Errors: %DEID_ERROR_TOO_LARGE for more records than can be squared. */
gboolean deid_class_model_prepare_squares (const DeidQualityInput *input, gpointer user_data,
                                           gpointer *state, GError **error);
gboolean deid_class_model_finish_squares (const DeidCostSum *sum, gpointer state,
                                          gpointer user_data, double *loss, GError **error);

/* Makes the extent of each label its level. */
void deid_level_extents_set (DeidAttributeCosts *costs, const DeidQualityInput *input,
                             guint attribute);

#define DEID_LOG_EXTENTS_KNOWN 4096

/* Logarithms as extents: whole numbers of units, rounded down, so that they never fall when the
 * number rises. */
typedef struct
{
  DeidWide whole; /* a logarithm that has all units */
  guint32 n_units;
  guint32 known[DEID_LOG_EXTENTS_KNOWN]; /* those of small numbers; 0 where not asked for yet */
} DeidLogExtents;

/* Returns: the logarithm of @n >= 1; 2^16 of them can be added. */
DeidWide deid_log_extents_measure (guint64 n);

/* @whole is positive. There are as many units as extents and the sums over @n_records of them can
 * have. */
void deid_log_extents_init (DeidLogExtents *extents, DeidWide whole, guint64 n_records);

/* Returns: the extent of @n, whose logarithm is not above the whole; 0 for 0. */
guint32 deid_log_extents_get (DeidLogExtents *extents, guint64 n);
