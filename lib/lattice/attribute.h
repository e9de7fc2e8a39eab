/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "hierarchy/hierarchy-private.h"
#include "table/dataset-private.h"

/* The level of one dimension of a policy. */
typedef guint16 DeidLevel;

/* What a policy makes of an attribute: a label for each dictionary code of its column. Labels are
 * numbered from 0; only those that some value of the column has are numbered. */
typedef struct
{
  guint level;
  guint32 *labels; /* of each code */
  guint32 n_labels;
  guint32 *text_codes; /* of each label: its code on the hierarchy's level, or DEID_NO_CODE for the
                          missing value that the hierarchy does not mention */
  guint64 *n_leaves;   /* of each label: how many leaves of the domain it covers */
} DeidRecoding;

/* A quasi-identifier: a column bound to its hierarchy. It owns the lattice's dimensions from
 * @first_dimension on. */
typedef struct
{
  DeidDataset *dataset; /* not owned */
  guint column;
  DeidHierarchy *hierarchy;
  guint first_dimension;
  guint n_dimensions;
  guint n_levels;
  guint32 n_codes;  /* that recodings tell of */
  guint64 n_leaves; /* of the domain, an unmentioned missing value included */
  DeidRecoding *levels;
  const DeidDictionary *joined; /* whose codes follow those of the column, or NULL */
} DeidAttribute;

/* Makes room for so many codes and labels. On failure it may be cleared with its attribute. Errors:
 * %DEID_ERROR_NO_MEMORY. */
gboolean deid_recoding_init (DeidRecoding *recoding, guint32 n_codes, GError **error);

/* Errors: %DEID_ERROR_UNKNOWN_VALUE, %DEID_ERROR_NO_MEMORY. */
gboolean deid_attribute_init (DeidAttribute *attribute, DeidDataset *dataset, guint column,
                              DeidHierarchy *hierarchy, guint first_dimension, GError **error);
void deid_attribute_clear (DeidAttribute *attribute);

/* Returns: the number of dimensions of all attributes of a lattice. */
static inline guint
deid_attributes_count_dimensions (const DeidAttribute *attributes, guint n)
{
  return n > 0 ? attributes[n - 1].first_dimension + attributes[n - 1].n_dimensions : 0;
}

/* @levels are those of the whole policy. */
static inline const DeidRecoding *
deid_attribute_get_recoding (const DeidAttribute *attribute, const DeidLevel *levels)
{
  return &attribute->levels[levels[attribute->first_dimension]];
}

static inline const DeidColumn *
deid_attribute_get_column (const DeidAttribute *attribute)
{
  return &attribute->dataset->columns[attribute->column];
}

/* Returns: (nullable): the text of a label, NULL for a missing value. */
const char *deid_attribute_get_label (const DeidAttribute *attribute, guint level, guint32 label);

/* The same for a label of what a policy makes of the attribute. */
const char *deid_attribute_get_text (const DeidAttribute *attribute, const DeidRecoding *recoding,
                                     guint32 label);

/* Returns: (nullable): the label that a policy gives a leaf of the hierarchy, which is not
 * suppression-only. */
const char *deid_attribute_get_leaf_text (const DeidAttribute *attribute, const DeidLevel *levels,
                                          guint32 leaf);
