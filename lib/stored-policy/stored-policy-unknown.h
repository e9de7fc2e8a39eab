/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/stop.h"
#include "stored-policy/stored-policy-options-private.h"
#include "stored-policy/stored-policy-private.h"

/* What an attribute's hierarchy is for the table that a policy is evaluated on. */
typedef struct
{
  DeidHierarchy *hierarchy;
  guint level; /* of the policy in it */
  char *mark;  /* the label of unknown values whose records are to be suppressed, or NULL */
  gboolean has_unknown_values;
} DeidAdmitted;

void deid_admitted_clear (DeidAdmitted *admitted, guint n);

/* Makes room for the values of a table that a policy does not know, as the options say; @admitted
 * has a place, which is 0, for each attribute, and may be cleared. Errors:
 * %DEID_ERROR_UNKNOWN_VALUE, for all attributes together, where unknown values are an error; those
 * of deid_hierarchy_bind_column(). */
gboolean deid_stored_policy_admit (const DeidStoredPolicy *policy, const DeidDataset *dataset,
                                   const DeidStoredPolicyOptions *options, DeidAdmitted *admitted,
                                   const DeidStop *stop, GError **error);

/* Returns: (transfer full): a model that no class with a mark passes. Errors: those of models. */
DeidPrivacyModel *deid_known_values_new (const DeidAdmitted *admitted, guint n, GError **error);
