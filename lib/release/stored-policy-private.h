/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hierarchy/hierarchy-private.h"
#include "search/problem-private.h"

#define DEID_STORED_POLICY_FORMAT  "libdeid stored policy"
#define DEID_STORED_POLICY_VERSION 1

/* A quasi-identifier: what the policy's level makes of the domain, as a hierarchy of one level (the
 * values themselves) or two (values and labels). Below the top there is a third, the labels again:
 * a missing value joins others on the top only. */
typedef struct
{
  char *name;
  DeidMissingPolicy missing_policy;
  guint level;    /* in the hierarchy that the policy was found with */
  guint n_levels; /* of that hierarchy */
  DeidHierarchy *hierarchy;
} DeidStoredAttribute;

/* A column that is no quasi-identifier. */
typedef struct
{
  char *name;
  DeidRole role;
  DeidMissingPolicy missing_policy;
  DeidHierarchy *hierarchy; /* the whole one of a sensitive attribute, or NULL if it has none */
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

/* Adds a value of the domain to an attribute's hierarchy. */
gboolean deid_stored_policy_add_row (DeidHierarchyBuilder *builder, guint level, guint n_levels,
                                     const char *value, const char *label, GError **error);

static inline DeidStoredAttribute *
deid_stored_policy_get_attribute (const DeidStoredPolicy *policy, guint i)
{
  return &g_array_index (policy->attributes, DeidStoredAttribute, i);
}
