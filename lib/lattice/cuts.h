/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/dictionary.h"
#include "hierarchy/hierarchy-private.h"
#include "table/column.h"

#include <deid/deid.h>

/* Where runs of rising numbers end: at the edges of hierarchy/numbers/range.h. */
typedef struct
{
  const char **texts;    /* of each number but the first, the edge before it */
  char *lines;           /* where they stand */
  gboolean are_integers; /* all numbers are */
} DeidCutEdges;

/* What a custodian asks of the values below a node, whatever its level is. */
typedef enum
{
  DEID_KEPT_APART = 1,    /* no policy merges all of them */
  DEID_KEPT_TOGETHER = 2, /* every policy does */
  DEID_KEPT_FROM_MISSING
  = 4 /* none does where the top may be chosen, which a missing value joins */
} DeidKept;

/* What the dimensions of an attribute of cuts merge: neighbours in an order of values, which makes
 * runs of them, or all leaves below an inner node of a hierarchy. Read-only but for the texts of
 * runs, which are made when they are first asked for, by any thread. */
typedef struct
{
  DeidHierarchy *hierarchy; /* of subtrees; NULL if there are runs */
  guint32 **dimensions;     /* of each label of each of its levels above 0 the dimension that merges
                               it, or DEID_NO_CODE if there is none or no policy may merge it */
  guint lowest;             /* of the labels that policies may give */
  guint highest;
  guint8 *kept; /* of each dimension of subtrees, DeidKept of the calls that said so */
  guint n_dimensions;

  DeidDictionary values; /* of runs, in their order */
  gboolean are_numbers;  /* which rise */
  gboolean are_dates;    /* the same */
  DeidCutEdges edges;    /* of rising numbers, unless ends are exact or values codes */
  char ***texts;         /* atomic; of each first value and number of further ones */
} DeidCuts;

typedef struct
{
  gboolean show_values; /* in messages */
  gboolean exact_ends;  /* runs of numbers are labelled by their first and last one */
  gboolean are_texts;   /* the column is none of numbers: a leading zero makes codes of its values,
                           whose ends are exact */
  const DeidColumn *dates; /* the column, if it is one of dates; else NULL */
} DeidCutOptions;

/* More values than this have too many runs for each to have an extent. */
#define DEID_MAX_CUT_VALUES 4096

/* Stands in the label of a run of dates between its ends. */
#define DEID_CUT_TO " to "

/* Of the values of a column in their order as numbers. Errors of all that follow:
 * %DEID_ERROR_INVALID_ARGUMENT for values that are no numbers or not distinct, or read like a set;
 * %DEID_ERROR_TOO_LARGE, %DEID_ERROR_ENCODING, %DEID_ERROR_NO_MEMORY. */
DeidCuts *deid_cuts_new_numeric (const DeidDictionary *values, const DeidCutOptions *options,
                                 GError **error);

/* Of values in the order given. */
DeidCuts *deid_cuts_new_ordered (const char *const *values, gsize n, const DeidCutOptions *options,
                                 GError **error);

/* Of the leaves of a hierarchy that has some, in their order. */
DeidCuts *deid_cuts_new_leaves (const DeidHierarchy *hierarchy, const DeidCutOptions *options,
                                GError **error);

/* Of the inner nodes of a hierarchy: with those of the highest level first, those of a level in the
 * order of its labels. Of nodes with the same leaves only the highest counts; a node with one leaf
 * counts only if it is the only one of its level and has none above it. Those that count, and
 * leaves, must have different labels unless one is above the other. */
DeidCuts *deid_cuts_new_subtrees (DeidHierarchy *hierarchy, GError **error);

/* Of the same nodes, in dimensions of the same numbers, but of labels of the levels @lowest to
 * @highest alone. Of nodes with the same leaves the highest of these counts. @kept is of each
 * dimension. Sets the levels that policies may then give each dimension: those that have the leaves
 * of a node up to level @lowest, or are below one that is kept together, are merged. A node of that
 * level with one leaf, which has no dimension, goes with one that always is. Errors besides:
 * %DEID_ERROR_INVALID_ARGUMENT where a node had to be merged and must not or cannot be. */
DeidCuts *deid_cuts_new_limited (DeidHierarchy *hierarchy, guint lowest, guint highest,
                                 const guint8 *kept, guint16 *floors, guint16 *heights,
                                 GError **error);

DeidCuts *deid_cuts_ref (DeidCuts *cuts);
void deid_cuts_unref (DeidCuts *cuts);

static inline gboolean
deid_cuts_have_runs (const DeidCuts *cuts)
{
  return cuts->hierarchy == NULL;
}

/* Returns: the dimension that merges a label of a level, or %DEID_NO_CODE; it is that also for
 * labels that the hierarchy has not, as it may be extended. */
static inline guint32
deid_cuts_get_dimension (const DeidCuts *cuts, guint level, guint32 label)
{
  return label < cuts->hierarchy->levels[level].labels.n ? cuts->dimensions[level][label]
                                                         : DEID_NO_CODE;
}

/* Stands for a text that there was no memory for. */
extern const char deid_text_without_memory[];

/* Tells whether a text, which may be %NULL, is there; else the error is %DEID_ERROR_NO_MEMORY. */
gboolean deid_check_text (const char *text, GError **error);

/* Returns: (nullable): the text of a run, which lives as long as the cuts; NULL if it is one
 * missing value, and deid_text_without_memory if it cannot be made. That of all values together has
 * no ends: a missing value may be part of it. */
const char *deid_cuts_get_text (const DeidCuts *cuts, guint32 first, guint32 n_values);

/* Marks what is to be kept so that no policy merges the values below a label with others; @cuts
 * have no limits. Errors: %DEID_ERROR_UNKNOWN_VALUE for what is no label; of several nodes with it
 * that have not the same leaves, %DEID_ERROR_INVALID_ARGUMENT. */
gboolean deid_subtrees_keep_apart (const DeidCuts *cuts, const char *label, gboolean show_values,
                                   guint8 *kept, GError **error);

/* The same so that every policy merges the values below two labels: the lowest node that is above
 * both or one of them. Errors besides: %DEID_ERROR_INVALID_ARGUMENT if there is none. */
gboolean deid_subtrees_keep_together (const DeidCuts *cuts, const char *first, const char *last,
                                      gboolean show_values, guint8 *kept, GError **error);
