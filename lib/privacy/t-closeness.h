/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/rational.h"
#include "privacy/privacy-model-private.h"

/* How each DeidValueOrder is spelled behind t; the default is not. */
extern const char *const deid_value_order_names[3];

/* What the slots of all t-closeness models share. */
typedef struct
{
  const char *name; /* the short spelling up to its first colon */
  char *sensitive;
  DeidRational t;
  char *number; /* t as it is spelled */
  DeidValueOrder order;
} DeidTCloseness;

/* Makes slots that describe a model and declare its closure; @data is theirs, for the other slots.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a t that is not in [0, 1] or not an exact fraction. */
DeidPrivacyModelFuncs *deid_t_closeness_funcs_new (const char *name, const char *sensitive,
                                                   double t, DeidValueOrder order,
                                                   DeidTCloseness **data, GError **error);
