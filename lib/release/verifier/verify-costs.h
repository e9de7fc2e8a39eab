/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "classes/class.h"
#include "release/verifier/verify-private.h"

/* What a quality model asks of a class that the verifier put together, besides what privacy models
 * ask. */
typedef struct
{
  guint n_attributes;
  guint *levels;              /* of each quasi-identifier */
  guint32 *label_numbers;     /* of each: room for those of a class, */
  guint32 **numbers_of_codes; /* and that of each entry */
  guint n_columns;
  const DeidCodes **codes;         /* of each column that the model asks for, */
  DeidDistribution *distributions; /* room for its values, */
  guint *places;                   /* and its number */
} DeidPlainCosts;

/* On failure it may be cleared, and nothing else. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_plain_costs_init (DeidPlainCosts *costs, const DeidVerification *verification,
                                GError **error);
void deid_plain_costs_clear (DeidPlainCosts *costs);
