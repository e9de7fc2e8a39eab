/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hierarchy/hierarchy-private.h"
#include "search/problem-private.h"

#define DEID_STORED_POLICY_FORMAT  "libdeid stored policy"
#define DEID_STORED_POLICY_VERSION 1

/* A quasi-identifier: what the policy's level makes of the domain, as a hierarchy of one level (the
 * values themselves) or two (values and labels). */
typedef struct
{
  char *name;
  guint level;    /* in the hierarchy that the policy was found with */
  guint n_levels; /* of that hierarchy */
  DeidHierarchy *hierarchy;
} DeidStoredAttribute;

typedef struct
{
  char *name;
  DeidRole role;
} DeidStoredRole;

struct DeidStoredPolicy
{
  gatomicrefcount ref_count;
  GArray *attributes; /* of DeidStoredAttribute */
  GArray *roles;      /* of DeidStoredRole */
  GPtrArray *models;  /* of DeidPrivacyModel */
  DeidQualityModel *quality;
  gboolean limit_is_fraction;
  double limit_fraction;
  guint64 limit_count;
};

DeidStoredPolicy *deid_stored_policy_new_empty (void);

static inline DeidStoredAttribute *
deid_stored_policy_get_attribute (const DeidStoredPolicy *policy, guint i)
{
  return &g_array_index (policy->attributes, DeidStoredAttribute, i);
}
