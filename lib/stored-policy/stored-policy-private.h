/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hierarchy/hierarchy-private.h"
#include "base/json/json-read.h"
#include "evaluation/problem-private.h"
#include "evaluation/group-limit.h"
#include "evaluation/group-weight.h"

#define DEID_STORED_POLICY_FORMAT   "libdeid stored policy"
#define DEID_STORED_POLICY_VERSION  1

#define DEID_STORED_POLICY_MAX_SIZE (1024 * 1024 * 1024) /* of a file in bytes */

/* The member of an attribute that has the rule of its subtrees. */
#define DEID_STORED_SUBTREES "subtrees_of"

/* A quasi-identifier. Where its hierarchy has a rule, that is what is stored. Otherwise it is what
 * the policy's level makes of the domain, as a hierarchy of one level (the values themselves) or
 * two (values and labels); below the top there is a third, the labels again: a missing value joins
 * others on the top only. Subtrees of a rule that a policy merges in part have such a hierarchy and
 * the rule, by which other values find the labels of their subtrees. */
typedef struct
{
  char *name;
  DeidMissingPolicy missing_policy;
  guint level;    /* in the hierarchy that the policy was found with */
  guint n_levels; /* of that hierarchy */
  char *top;      /* the label of its last level, if there is one for all and no rule; or NULL */
  DeidHierarchy *hierarchy;
  DeidHierarchy *rule; /* of subtrees, or NULL */
} DeidStoredAttribute;

/* A column that is no quasi-identifier. */
typedef struct
{
  char *name;
  DeidRole role;
  DeidMissingPolicy missing_policy;
  DeidHierarchy *hierarchy; /* the whole one of a sensitive attribute, or NULL if it has none */
  DeidColumnType type;      /* where a model orders the values by it, otherwise a text */
  char *format;             /* of dates, or NULL */
} DeidStoredRole;

/* A column that a joint one combines; those of one joint column follow each other in their order.
 */
typedef struct
{
  char *joint;
  char *name;
  DeidMissingPolicy missing_policy; /* of a part that is no attribute and has no role */
} DeidStoredPart;

/* A text that stands for a missing value in a column; those of one column follow each other. */
typedef struct
{
  char *name;
  char *text;
} DeidStoredCode;

struct DeidStoredPolicy
{
  gatomicrefcount ref_count;
  DeidStoredAttribute *attributes;
  guint n_attributes;
  guint64 attributes_capacity;
  DeidStoredRole *roles;
  guint n_roles;
  guint64 roles_capacity;
  DeidStoredPart *parts;
  guint n_parts;
  guint64 parts_capacity;
  DeidStoredCode *codes;
  guint n_codes;
  guint64 codes_capacity;
  GPtrArray *models; /* of DeidPrivacyModel */
  DeidQualityModel *quality;
  gboolean limit_is_fraction;
  double limit_fraction;
  guint64 limit_count;
  GPtrArray *group_limits; /* of DeidGroupLimit */
  DeidGroupWeights *group_weights;
  char *description;    /* of what it does to the data, or NULL if none was read */
  char *release_sha256; /* of the released file that it was stored with, or NULL */
};

DeidStoredPolicy *deid_stored_policy_new_empty (void);

/* Reads the members of a JSON object into an empty policy. Errors: %DEID_ERROR_PARSE, those of
 * hierarchies and models, %DEID_ERROR_NO_MEMORY, those of deid_stop_check(). */
gboolean deid_stored_policy_read_members (DeidStoredPolicy *policy, const DeidJsonValue *root,
                                          const DeidStoredPolicyOptions *options,
                                          const DeidStop *stop, GError **error);

/* Checks that the names of a policy whose parts were read fit each other. */
gboolean deid_stored_policy_check_names (const DeidStoredPolicy *policy, GError **error);

/* Does what deid_stored_policy_new() does for a result with this problem and policy. */
DeidStoredPolicy *deid_stored_policy_new_from_levels (const DeidProblem *problem,
                                                      const DeidLevel *levels, const DeidStop *stop,
                                                      GError **error);

/* Makes room for one attribute or role more, which is empty and is cleared with the policy.
 * Returns: its place, or NULL with %DEID_ERROR_NO_MEMORY. */
DeidStoredAttribute *deid_stored_policy_add_attribute (DeidStoredPolicy *policy, const char *name,
                                                       GError **error);
DeidStoredRole *deid_stored_policy_add_role (DeidStoredPolicy *policy, const char *name,
                                             GError **error);

/* Writes a policy as if it had been stored with a released file, %NULL for none.
 * Returns: (transfer full): JSON, or NULL with %DEID_ERROR_NO_MEMORY or the errors of
 * deid_stop_check(). */
char *deid_stored_policy_build_text (const DeidStoredPolicy *policy, const char *release_sha256,
                                     const DeidStop *stop, GError **error);

/* Returns: the level of an attribute in the hierarchy that is stored. */
static inline guint
deid_stored_attribute_get_level (const DeidStoredAttribute *attribute)
{
  return attribute->hierarchy->rule != NULL ? attribute->level : MIN (attribute->level, 1);
}

/* Adds a value of the domain to an attribute's hierarchy. */
gboolean deid_stored_policy_add_row (DeidHierarchyBuilder *builder, guint level, guint n_levels,
                                     const char *value, const char *label, GError **error);
