/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/work.h"
#include "hierarchy/hierarchy-private.h"
#include "lattice/cuts.h"
#include "table/table-source.h"

#include <deid/deid.h>

/* The level of one dimension of a policy. */
typedef guint16 DeidLevel;

/* What a policy makes of an attribute: a label for each dictionary code of its column. Labels are
 * numbered from 0; only those that some value of the column has are numbered. With cuts they are on
 * several levels, each of which has more labels than a policy gives, numbered in their own way. */
typedef struct
{
  guint level;
  guint32 *labels; /* of each code */
  guint32 n_labels;
  guint32 *text_codes; /* of each label: its code on the hierarchy's level, or DEID_NO_CODE for the
                          missing value that the hierarchy does not mention */
  guint64 *n_leaves;   /* of each label: how many leaves of the domain it covers */

  DeidLevel *label_levels; /* of each label, with cuts; otherwise NULL, all being on @level */
  guint32 *level_labels;   /* with cuts, the number of each label on its level */
} DeidRecoding;

typedef struct DeidBlockLimit DeidBlockLimit;

/* A quasi-identifier: a column bound to its hierarchy, or to cuts. It owns the lattice's dimensions
 * from @first_dimension on.
 *
 * With a hierarchy it has one dimension, and a policy gives all values labels of one level. With
 * cuts it has many, of two levels each, and a label is on a level of its own: with subtrees the
 * level of its node in the hierarchy, with runs the number of pairs of neighbours that are merged
 * in it. A run is numbered by its first value on its level, runs that no value has included; a
 * missing value that the order does not mention comes behind all on level 0, and is part of the
 * only run of the top level. */
typedef struct
{
  const DeidTableSource *table; /* not owned; what its rows stand for does not count */
  guint column;
  DeidHierarchy *hierarchy; /* NULL if there are runs */
  DeidCuts *cuts;           /* NULL without cuts */
  DeidBlockLimit *blocks;   /* with cuts; NULL if there is none */
  guint32 *positions;       /* of each code its place in the order of runs, or DEID_NO_CODE */
  gboolean missing_apart;   /* a missing value that is not mentioned is one more leaf */
  guint32 max_values;       /* that a local recoding may list in a label, or 0 */
  guint first_dimension;
  guint n_dimensions;
  guint n_levels;
  guint32 n_codes;      /* that recodings tell of */
  guint64 n_leaves;     /* of the domain, an unmentioned missing value included */
  DeidRecoding *levels; /* NULL if there are runs */
} DeidAttribute;

/* Makes room for @n_codes codes and labels. On failure @recoding may be cleared. */
gboolean deid_recoding_init (DeidRecoding *recoding, guint32 n_codes, GError **error);
void deid_recoding_clear (DeidRecoding *recoding);

/* Returns: the level of a label. */
static inline guint
deid_recoding_get_level (const DeidRecoding *recoding, guint32 label)
{
  return recoding->label_levels != NULL ? recoding->label_levels[label] : recoding->level;
}

/* Returns: the number of a label on its level. */
static inline guint32
deid_recoding_get_level_label (const DeidRecoding *recoding, guint32 label)
{
  return recoding->level_labels != NULL ? recoding->level_labels[label] : label;
}

/* The attribute's hierarchy is @hierarchy with the values of the column. Errors:
 * %DEID_ERROR_UNKNOWN_VALUE, those of deid_hierarchy_bind_column() and deid_stop_check(). */
gboolean deid_attribute_init (DeidAttribute *attribute, const DeidTableSource *table, guint column,
                              DeidHierarchy *hierarchy, guint first_dimension, const DeidStop *stop,
                              GError **error);

/* Errors: those of deid_attribute_init(). */
gboolean deid_attribute_init_cuts (DeidAttribute *attribute, const DeidTableSource *table,
                                   guint column, DeidCuts *cuts, guint first_dimension,
                                   const DeidStop *stop, GError **error);

/* Binds a column to what another attribute is bound to, in the same dimensions. Where the hierarchy
 * has a rule it gets the column's values behind those of the other one, whose labels keep their
 * codes. Errors: those of deid_attribute_init(). */
gboolean deid_attribute_init_like (DeidAttribute *attribute, const DeidTableSource *table,
                                   guint column, const DeidAttribute *other, const DeidStop *stop,
                                   GError **error);
void deid_attribute_clear (DeidAttribute *attribute);

/* Returns: (transfer full): all codes in an order in which those of each block of each policy stand
 * side by side, and those of one leaf too; NULL with %DEID_ERROR_NO_MEMORY. */
guint32 *deid_attribute_sort_codes (const DeidAttribute *attribute, GError **error);

/* Returns: the number of dimensions of all attributes of a lattice. */
static inline guint
deid_attributes_count_dimensions (const DeidAttribute *attributes, guint n)
{
  return n > 0 ? attributes[n - 1].first_dimension + attributes[n - 1].n_dimensions : 0;
}

/* Tells whether local recodings may label values by sets of them. */
static inline gboolean
deid_attribute_has_sets (const DeidAttribute *attribute)
{
  return attribute->max_values > 0;
}

static inline gboolean
deid_attribute_has_runs (const DeidAttribute *attribute)
{
  return attribute->cuts != NULL && deid_cuts_have_runs (attribute->cuts);
}

/* Room to compute what policies make of an attribute of cuts. */
typedef struct
{
  DeidRecoding recoding;
  guint32 *labels_by_number; /* of each first value, or of each label of each level */
  guint *first_labels;       /* of each level, its labels among those of all; NULL for runs */
  guint32 *starts;           /* of each value the first one of its run */
} DeidCutRecoding;

gboolean deid_cut_recoding_init (DeidCutRecoding *cut, const DeidAttribute *attribute,
                                 GError **error);
void deid_cut_recoding_clear (DeidCutRecoding *cut);

/* @levels are those of the whole policy. Complexity: O(codes + values) for runs, O(codes x levels)
 * for subtrees. */
void deid_cut_recoding_set (DeidCutRecoding *cut, const DeidAttribute *attribute,
                            const DeidLevel *levels);

/* Tells whether a policy merges the leaves below a node, of an attribute whose cuts are subtrees. A
 * node that only the population has makes no dimension. */
gboolean deid_attribute_merges_node (const DeidAttribute *attribute, const DeidLevel *levels,
                                     guint level, guint32 node);

/* Returns: the level of the label that a policy gives a code, of an attribute whose cuts are
 * subtrees. */
guint deid_attribute_find_subtree (const DeidAttribute *attribute, const DeidLevel *levels,
                                   guint32 code);

/* Tells whether a policy gives all values of an attribute with cuts one label. */
gboolean deid_attribute_merges_all (const DeidAttribute *attribute, const DeidLevel *levels);

/* Returns: the end of a run, the first value behind it, under a policy. */
guint32 deid_attribute_find_end (const DeidAttribute *attribute, const DeidLevel *levels,
                                 guint32 first);

/* Of an attribute without cuts; @levels are those of the whole policy. */
static inline const DeidRecoding *
deid_attribute_get_recoding (const DeidAttribute *attribute, const DeidLevel *levels)
{
  return &attribute->levels[levels[attribute->first_dimension]];
}

static inline const DeidColumn *
deid_attribute_get_column (const DeidAttribute *attribute)
{
  return &attribute->table->columns[attribute->column];
}

/* Returns: how many labels a level has. */
guint32 deid_attribute_get_n_labels (const DeidAttribute *attribute, guint level);

/* Returns: how many leaves of the domain a label of a level covers. */
guint64 deid_attribute_get_n_covered (const DeidAttribute *attribute, guint level, guint32 label);

/* Returns: (nullable): the text of a code of a level of the hierarchy. */
const char *deid_attribute_get_level_text (const DeidAttribute *attribute, guint level,
                                           guint32 code);

/* Returns: (nullable): the text of a label of a level, NULL for a missing value. */
const char *deid_attribute_get_label (const DeidAttribute *attribute, guint level, guint32 label);

/* The same for a label of what a policy makes of the attribute. */
const char *deid_attribute_get_text (const DeidAttribute *attribute, const DeidRecoding *recoding,
                                     guint32 label);

/* Returns: (nullable): the label that a policy gives a leaf of the hierarchy, or a value in the
 * order of runs. */
const char *deid_attribute_get_leaf_text (const DeidAttribute *attribute, const DeidLevel *levels,
                                          guint32 leaf);

/* The same for cuts. */
const char *deid_attribute_get_cut_text (const DeidAttribute *attribute, const DeidLevel *levels,
                                         guint32 leaf);

/* Makes an attribute of two columns with the same hierarchy, to which that of @other has at most
 * added values: its codes are those of @own, then those of @other, and codes have the same label
 * where their texts have. All else is that of @own: the domain, and how many leaves the labels that
 * it has cover. Both must outlive it.
 *
 * Errors: %DEID_ERROR_TOO_LARGE; @joint is then cleared. Complexity: O((codes + labels) x levels).
 */
gboolean deid_attribute_join (DeidAttribute *joint, const DeidAttribute *own,
                              const DeidAttribute *other, const DeidStop *stop, GError **error);

/* What a policy makes of all attributes. Each thread has its own. */
typedef struct
{
  const DeidAttribute *attributes;
  guint n_attributes;
  const DeidRecoding **recodings; /* of each attribute, of the policy set last */
  DeidCutRecoding *cuts;          /* of each attribute; NULL if there are no cuts */
  DeidLevel *levels;              /* of each dimension, that these are of */
} DeidRecoder;

/* @attributes must outlive it. */
gboolean deid_recoder_init (DeidRecoder *recoder, const DeidAttribute *attributes,
                            guint n_attributes, GError **error);
void deid_recoder_clear (DeidRecoder *recoder);

/* Sets the policy. Complexity: O(attributes), and that of deid_cut_recoding_set() for those with
 * cuts in which it differs from the policy before.
 * Returns: the recodings of all attributes, valid until another one is set. */
const DeidRecoding *const *deid_recoder_set (DeidRecoder *recoder, const DeidLevel *levels);

/* Returns: the text of a label of an attribute, NULL for a missing value; it lives as long as the
 * attribute. */
static inline const char *
deid_recoder_get_text (const DeidRecoder *recoder, guint attribute, guint32 label)
{
  return deid_attribute_get_text (&recoder->attributes[attribute], recoder->recodings[attribute],
                                  label);
}
