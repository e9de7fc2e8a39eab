/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

typedef struct
{
  DeidPolicy *policy;
  double loss;
  double risk;
  double maximum_risk;
  guint64 n_suppressed;
  guint64 n_found; /* iterations that ended with it */
  gboolean is_boundary;
  gboolean is_risk_minimal;
} DeidAlternative;

struct DeidAlternatives
{
  gatomicrefcount ref_count;
  DeidAlternative *items;
  guint64 n;
  guint64 capacity;
  gboolean is_complete; /* all boundary policies are there */
};

DeidAlternatives *deid_alternatives_new (void);

/* Adds a policy that is not there yet, of which a reference is taken. To be called before the list
 * is anyone else's. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_alternatives_add (DeidAlternatives *alternatives, const DeidAlternative *item,
                                GError **error);
