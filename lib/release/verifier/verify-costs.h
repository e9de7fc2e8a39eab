/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "release/verifier/verify-private.h"

/* What a quality model asks of a class that the verifier put together, besides what privacy models
 * ask. */
typedef struct
{
  guint n_attributes;
  guint32 **numbers_of_codes; /* of each quasi-identifier, of each entry the number of its label */
  guint n_columns;
  const DeidColumn **columns; /* each that the model asks for, */
  guint *places;              /* and its number */
} DeidPlainCosts;

/* On failure it may be cleared, and nothing else. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_plain_costs_init (DeidPlainCosts *costs, const DeidVerification *verification,
                                GError **error);
void deid_plain_costs_clear (DeidPlainCosts *costs);
