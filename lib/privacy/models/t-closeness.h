/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/rational.h"
#include "privacy/privacy-model-private.h"

/* What the slots of all t-closeness models share, as their data. */
typedef struct
{
  const char *name; /* the specification up to its first colon */
  char *sensitive;
  DeidRational t;
  char *number; /* t as it is spelled */
  DeidValueOrder order;
} DeidTCloseness;

/* Creates a model, whose description and closure are added to @slots. Errors:
 * %DEID_ERROR_INVALID_ARGUMENT for a t that is not in [0, 1] or not an exact fraction. */
DeidPrivacyModel *deid_t_closeness_new (DeidModelSlots slots, const char *name,
                                        const char *sensitive, double t, DeidValueOrder order,
                                        GError **error);
