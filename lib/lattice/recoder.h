/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "lattice/attribute.h"

/* What a policy makes of all attributes. Each thread has its own. */
typedef struct
{
  const DeidAttribute *attributes;
  guint n_attributes;
  const DeidRecoding **recodings; /* of each attribute, of the policy set last */
  DeidCutRecoding *cuts;          /* of each attribute; NULL if there are no cuts */
  DeidLevel *levels;              /* of each dimension, that these are of */
} DeidRecoder;

/* @attributes must outlive it. On failure it may be cleared, and nothing else. Errors:
 * %DEID_ERROR_NO_MEMORY. */
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
