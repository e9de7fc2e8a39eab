/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/arrays.h"
#include "problem/preparation.h"

/* The labels of an attribute, on the levels that policies may choose, counted from the lowest. The
 * labels of the lowest level are the leaves. If classes have runs, the leaves are the values in
 * their order; a missing value that the order does not mention is the last leaf. */
typedef struct
{
  guint n_levels;
  const guint32 *leaves; /* of each code */
  guint32 *n_labels;     /* of each level */
  guint16 **labels;      /* of each level, the label of each leaf */
  guint64 **costs;       /* of each label of each level what it costs a record, rounded down */
  guint64 least;         /* of all these */

  const DeidLossAttribute *runs; /* the costs of runs; NULL if the attribute has no runs */
  guint32 *positions;            /* the leaves of runs, or NULL */
  gboolean has_sets;
  double unit; /* what an extent of 1 costs */
} DeidLocalLevels;

/* Returns: what a label with this extent costs a record, rounded down. */
guint64 deid_local_levels_cost (const DeidLocalLevels *attribute, guint32 extent);

/* The distinct combinations of leaves that a table has, in the order of their first rows, and how
 * many records have each. */
typedef struct
{
  const DeidPreparedProblem *prepared;
  guint n_attributes;
  DeidLocalLevels *attributes;
  guint32 n;
  guint64 n_records;
  gboolean has_nodes;  /* all labels are those of hierarchies */
  guint64 *first_rows; /* of each combination */
  guint64 *counts;
  guint16 **leaves; /* of each attribute, of each combination */
  guint64
      withheld; /* what a record costs at least that is suppressed; %G_MAXUINT64 if none may be */
} DeidLocalCombinations;

/* Errors: those of deid_local_bound_check_problem(), %DEID_ERROR_TOO_LARGE for more than 65,535
 * leaves of an attribute; those of deid_grouping_run(). Complexity: O(rows x attributes + codes x
 * levels). */
gboolean deid_local_combinations_init (DeidLocalCombinations *combinations,
                                       const DeidPreparedProblem *prepared, const DeidStop *stop,
                                       GError **error);
void deid_local_combinations_clear (DeidLocalCombinations *combinations);

/* A walk through the boxes of a table. A box is a label of each attribute, and has the records that
 * these cover: what a class of a local recoding has for labels is one. There are more boxes than
 * policies, but few of them matter.
 *
 * The walk chooses a label of one attribute after the other. What the labels chosen so far cover is
 * a set that all boxes with these labels are part of; none of these boxes costs less than the
 * chosen labels and the least that the attributes to come may cost. A set, and all boxes within, is
 * left out if
 *
 *  1. it has fewer than k records; or
 *  2. the sum of the largest ceilings in it, of so many records as are asked for, is at most so
 *     many times that cost: a subset has no greater sum. Ceilings are what prices may become at
 *     most, and fall while boxes are found that limit them; or
 *  3. all its records have one label on the level below that chosen of an earlier attribute: the
 *     walk comes to the same set by way of that label, at no greater cost.
 *
 * What is left are boxes with the lowest labels that their records have in common, each once, where
 * prices might exceed the cost. How many there are depends on how far records are from each other,
 * and not on the size of the lattice. */
typedef struct DeidLocalBoxes DeidLocalBoxes;

/* Works on a box: @n places, in ascending order, whose records cost @cost each. */
typedef void (*DeidLocalBoxFunc) (DeidLocalBoxes *boxes, const guint32 *places, guint32 n,
                                  guint64 cost, gpointer data);

/* The labels that split a set, and the parts. */
typedef struct
{
  guint64 start; /* in the lists */
  guint32 n;
  guint32 label;
} DeidLocalBoxPart;

/* The combinations by place, those with the greatest ceilings first. */
typedef struct
{
  guint32 *numbers; /* of combinations */
  guint64 *starts;  /* the ceilings when the walk began */
  guint64 *ceilings;
  guint64 *counts;
  guint16 **leaves; /* of each attribute */
} DeidLocalPlaces;

/* Memory of a split. */
typedef struct
{
  guint64 *sizes;   /* of each label: its records, */
  guint32 *lengths; /* its combinations, 0 between splits, */
  guint64 *ends;    /* and where its part ends */
  guint32 *touched; /* labels */
  guint64 *top_values;
  guint64 *top_counts;
} DeidLocalBoxScratch;

struct DeidLocalBoxes
{
  const DeidLocalCombinations *combinations;
  guint64 k;
  guint64 n_top;                /* how many of the largest ceilings are added up */
  struct DeidLocalBalls *balls; /* walked in place of boxes; NULL if all labels are nodes */
  guint n_joined;               /* the number of records that a ball joins */
  DeidLocalPlaces places;
  guint *order;   /* of attributes */
  guint *levels;  /* chosen of each attribute */
  guint64 *rest;  /* of each attribute in the order: the least cost from there on */
  guint32 *lists; /* of places: those of a set, after those of all that it is part of */
  guint64 lists_capacity;
  guint64 n_lists;
  DeidLocalBoxPart *parts;
  guint64 parts_capacity;
  guint64 n_parts;
  DeidLocalBoxScratch scratch;
  guint64 n_sets;      /* that were looked at */
  guint64 n_unchecked; /* combinations of sets since it was last asked whether to stop */

  DeidLocalBoxFunc func;
  gpointer data;
  const DeidStop *stop;
  void (*report) (gpointer data); /* or NULL; called as often as it is asked whether to stop */
  gpointer report_data;
};

gboolean deid_local_boxes_init (DeidLocalBoxes *boxes, const DeidLocalCombinations *combinations,
                                guint64 k, GError **error);
void deid_local_boxes_clear (DeidLocalBoxes *boxes);

/* Sets the ceilings of all combinations, and puts those in order. */
void deid_local_boxes_set_ceilings (DeidLocalBoxes *boxes, const guint64 *ceilings,
                                    DeidKeyedNumber *numbers, DeidKeyedNumber *scratch);

/* Calls a function for each box that is not left out. It may lower ceilings. Complexity: O(sum of
 * the sizes of all sets that are not left out x (levels + attributes)), in the worst case
 * exponential in the attributes. */
gboolean deid_local_boxes_walk (DeidLocalBoxes *boxes, guint64 n_top, DeidLocalBoxFunc func,
                                gpointer data, const DeidStop *stop, GError **error);

/* Finds the largest of some values of a set, of so many records, or of all if it has fewer. No
 * value exceeds the ceiling of its place when the walk began.
 * Returns: their sum; sets the least of them. */
guint64 deid_local_boxes_sum_top (const DeidLocalBoxes *boxes, const guint64 *values,
                                  const guint32 *places, guint32 n, guint64 n_top, guint64 *least);
