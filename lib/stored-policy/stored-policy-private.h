/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/dictionary.h"
#include "base/json.h"
#include "base/work.h"
#include "problem/problem-private.h"
#include "figures/report-private.h"
#include "hierarchy/hierarchy-private.h"

#include <deid/deid.h>

#define DEID_STORED_POLICY_FORMAT  "libdeid stored policy"
#define DEID_STORED_POLICY_VERSION 1

/* The member of an attribute that has the rule of its subtrees. */
#define DEID_STORED_SUBTREES      "subtrees_of"

#define DEID_STORED_CLASSES       "classes_sha256"
#define DEID_STORED_PARTS         "joint_columns"
#define DEID_STORED_MISSING       "missing_codes"
#define DEID_STORED_FILLED        "missing_above"
#define DEID_STORED_SEPARATORS    "separators"
#define DEID_STORED_TYPES         "types"
#define DEID_STORED_ROWS          "rows"
#define DEID_STORED_GROUP_LIMITS  "group_limits"
#define DEID_STORED_GROUP_WEIGHTS "group_weights"

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
  char *suppressed;    /* what stands for a suppressed value, NULL for the usual label */
} DeidStoredAttribute;

/* A column that is no quasi-identifier. */
typedef struct
{
  char *name;
  DeidRole role;
  DeidMissingPolicy missing_policy;
  DeidHierarchy *hierarchy; /* the whole one of a sensitive attribute, or NULL if it has none */
  guint level;              /* of that, on which it is judged and released */
} DeidStoredRole;

/* A text of a column: what stands for a missing value in it, the sign between the values of its
 * cells, or the name of a column that it combines. Those of one column follow each other. */
typedef struct
{
  char *column;
  char *text;
  DeidMissingPolicy missing_policy; /* of a combined column that is no attribute and has no role */
} DeidStoredText;

typedef struct
{
  DeidStoredText *items;
  guint n;
  guint64 capacity;
} DeidStoredTexts;

struct DeidStoredPolicy
{
  gatomicrefcount ref_count;
  DeidStoredAttribute *attributes;
  guint n_attributes;
  guint64 attributes_capacity;
  DeidStoredRole *roles;
  guint n_roles;
  guint64 roles_capacity;
  DeidStoredTexts parts;      /* of joint columns, in their order */
  DeidStoredTexts codes;      /* for missing values */
  GPtrArray *filled;          /* names of columns whose missing values are those of the row above */
  DeidStoredTexts separators; /* of sets of values */
  char **row_conditions[2];   /* by which rows are left out, of each DeidRowsKind; or NULL */
  GHashTable *types;          /* of columns, with their formats behind a blank, where they matter */
  GPtrArray *models;          /* of DeidPrivacyModel */
  DeidQualityModel *quality;
  DeidLimits limits;
  DeidGroupWeights *group_weights;
  char *description;    /* of what it does to the data, or NULL if none was read */
  char *release_sha256; /* of the released file that it was stored with, or NULL */
  char *classes_sha256; /* of the release of a table in an engine, or NULL */
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

struct DeidStoredPolicyOptions
{
  gatomicrefcount ref_count;
  gint immutable;            /* atomic */
  GPtrArray *models;         /* of DeidPrivacyModel */
  DeidQualityModel *quality; /* or NULL */
  DeidDataset *population;   /* or NULL */
  gboolean has_limit;        /* of suppression, in place of the stored one */
  DeidLimits limits;         /* those of groups over the stored ones */
  DeidUnknownValues unknown_values;
};

/* Returns: (transfer full): @options, immutable from now on, or the defaults if it is NULL. */
DeidStoredPolicyOptions *deid_stored_policy_options_use (DeidStoredPolicyOptions *options);

/* Members of a stored policy as JSON. Errors: %DEID_ERROR_PARSE, which names the member and says
 * what was expected. */

/* Returns: %FALSE. */
gboolean deid_stored_member_fail (const char *member, const char *expected, GError **error);

const char *deid_stored_member_get_string (const DeidJsonValue *object, const char *name,
                                           GError **error);
gboolean deid_stored_member_get_integer (const DeidJsonValue *object, const char *name,
                                         gint64 smallest, gint64 largest, gint64 *integer,
                                         GError **error);
const DeidJsonValue *deid_stored_member_get_list (const DeidJsonValue *object, const char *name,
                                                  DeidJsonKind kind, GError **error);

/* A policy that is being read. */
typedef struct
{
  DeidStoredPolicy *policy;
  const DeidJsonValue *root;
  const DeidStoredPolicyOptions *options;
  const DeidStop *stop;
  guint64 n_read;      /* of the list at hand */
  DeidNameIndex index; /* of what the list at hand may name */
} DeidStoredReading;

/* Reads an element of an array; or the name of a member, behind which its value stands. */
typedef gboolean (*DeidStoredReadFunc) (DeidStoredReading *reading, const DeidJsonValue *item,
                                        GError **error);

/* Reads a list that is a member of the policy, item by item. Errors: those of @read and of
 * deid_stop_check(); without the member, unless it may be missing. */
gboolean deid_stored_list_read (DeidStoredReading *reading, const char *name, DeidJsonKind kind,
                                gboolean may_miss, DeidStoredReadFunc read, GError **error);

/* Returns: the text that was added, or %NULL with %DEID_ERROR_NO_MEMORY. */
DeidStoredText *deid_stored_texts_add (DeidStoredTexts *texts, const char *column, const char *text,
                                       GError **error);
void deid_stored_texts_clear (DeidStoredTexts *texts);

/* Returns: the first text behind those of the column that text @i is of. */
guint deid_stored_texts_find_next (const DeidStoredTexts *texts, guint i);

/* Writes an object with the array of texts of each column, if there are some. */
void deid_stored_texts_write (DeidJsonWriter *writer, const char *member,
                              const DeidStoredTexts *texts);

/* Read items of the members that are named like them; attributes and roles are there. */
gboolean deid_stored_parts_read (DeidStoredReading *reading, const DeidJsonValue *joint,
                                 GError **error);
gboolean deid_stored_missing_read (DeidStoredReading *reading, const DeidJsonValue *name,
                                   GError **error);
gboolean deid_stored_rows_read (DeidStoredReading *reading, const DeidJsonValue *name,
                                GError **error);
gboolean deid_stored_separator_read (DeidStoredReading *reading, const DeidJsonValue *name,
                                     GError **error);
gboolean deid_stored_type_read (DeidStoredReading *reading, const DeidJsonValue *name,
                                GError **error);
gboolean deid_stored_group_limit_read (DeidStoredReading *reading, const DeidJsonValue *name,
                                       GError **error);
gboolean deid_stored_group_weight_read (DeidStoredReading *reading, const DeidJsonValue *stored,
                                        GError **error);

/* A whole hierarchy in JSON, as the hierarchy of a sensitive attribute stands in a stored policy:
 * an object with the member `rule`, or an array with, for each leaf, the array of its labels from
 * level 0 on. Errors: those of deid_stop_check(). */
gboolean deid_stored_hierarchy_write (DeidJsonWriter *writer, const char *name,
                                      const DeidHierarchy *hierarchy, const DeidStop *stop,
                                      GError **error);

/* Returns: (transfer full): the hierarchy, or NULL with %DEID_ERROR_PARSE or the errors of
 * deid_hierarchy_builder_build() and deid_stop_check(). */
DeidHierarchy *deid_stored_hierarchy_read (const DeidJsonValue *value, const char *name,
                                           const DeidStop *stop, GError **error);

/* Reads a member of an object as a rule: one that does not depend on data. Returns: (transfer
 * full): its hierarchy, or NULL with %DEID_ERROR_PARSE or %DEID_ERROR_NO_MEMORY. */
DeidHierarchy *deid_stored_rule_read (const DeidJsonValue *object, const char *member,
                                      GError **error);

/* The limits and weights of groups, as members of a stored policy. */

/* Writes the members on them, if there are some. */
void deid_stored_groups_write (DeidJsonWriter *writer, const DeidStoredPolicy *policy);

/* Gives a problem the limits of a list. Errors: those of deid_problem_set_group_limit(). */
gboolean deid_stored_groups_apply (const GPtrArray *limits, DeidProblem *problem, GError **error);

/* Gives a problem those weights of a list whose values some of its records have. Errors: those of
 * deid_problem_set_group_weight(). */
gboolean deid_stored_groups_apply_weights (const DeidGroupWeights *weights, DeidProblem *problem,
                                           const DeidStop *stop, GError **error);

/* The missing codes of columns, as a member of a stored policy. */

/* Adds the codes of attributes, of columns with a role, of parts of joint columns and of those that
 * the quality model asks for, which are all there. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_stored_missing_store (DeidStoredPolicy *policy, const DeidDataset *dataset,
                                    GError **error);

void deid_stored_filled_write (DeidJsonWriter *writer, const DeidStoredPolicy *policy);
gboolean deid_stored_filled_read (DeidStoredReading *reading, const DeidJsonValue *name,
                                  GError **error);

/* Sets the codes that the columns of a table do not have yet, and fills columns with the values of
 * rows above; it may lack columns. Errors: those of deid_dataset_add_missing_codes() and
 * deid_dataset_set_missing_policy(). */
gboolean deid_stored_missing_apply (const DeidStoredPolicy *policy, DeidDataset *dataset,
                                    GCancellable *cancellable, GError **error);

/* The types by which values are ordered, read or compared by conditions. */

void deid_stored_type_store (DeidStoredPolicy *policy, const DeidColumn *column);
void deid_stored_types_write (DeidJsonWriter *writer, const DeidStoredPolicy *policy);

/* Sets those of columns that have none. Errors: those of deid_dataset_set_column_type(). */
gboolean deid_stored_types_apply (const DeidStoredPolicy *policy, DeidDataset *dataset,
                                  GError **error);

/* The conditions by which rows are left out. */
void deid_stored_rows_store (DeidStoredPolicy *policy, const DeidDataset *dataset);
void deid_stored_rows_write (DeidJsonWriter *writer, const DeidStoredPolicy *policy);
void deid_stored_rows_list_columns (const DeidStoredPolicy *policy,
                                    void (*func) (const char *column, gpointer data),
                                    gpointer data);

/* Leaves such rows out of a table, unless they were. Errors: those of deid_dataset_filter_rows(),
 * %DEID_ERROR_IMMUTABLE. */
gboolean deid_stored_rows_apply (const DeidStoredPolicy *policy, DeidDataset *dataset,
                                 GCancellable *cancellable, GError **error);

/* The separators of columns whose cells are sets of values, as a member of a stored policy. */

/* Adds those of attributes and of columns with a role, which are all there. Errors:
 * %DEID_ERROR_NO_MEMORY. */
gboolean deid_stored_sets_store (DeidStoredPolicy *policy, const DeidDataset *dataset,
                                 GError **error);

/* Writes the member, if there are some. */
void deid_stored_sets_write (DeidJsonWriter *writer, const DeidStoredPolicy *policy);

/* Tells whether a table has a column, or what a joint column of this name combines. Errors:
 * %DEID_ERROR_UNKNOWN_COLUMN. */
gboolean deid_stored_sets_has_column (const DeidStoredPolicy *policy, const DeidDataset *dataset,
                                      const char *name, GError **error);

/* Has the columns of a table be sets, and adds joint columns that it lacks. Missing codes are set;
 * it may lack columns. Errors: those of deid_dataset_set_separator(). */
gboolean deid_stored_sets_apply (const DeidStoredPolicy *policy, DeidDataset *dataset,
                                 GCancellable *cancellable, GError **error);

/* The parts of joint columns, as members of a stored policy. */

/* Adds the parts of those joint columns that are attributes, have a role or are parts themselves.
 * The attributes and roles are there. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_stored_parts_store (DeidStoredPolicy *policy, const DeidDataset *dataset,
                                  GError **error);

/* Checks that a table, whose columns have the names of attributes and roles, joins the same
 * columns in the same order. Errors: %DEID_ERROR_UNKNOWN_COLUMN, %DEID_ERROR_INVALID_ARGUMENT. */
gboolean deid_stored_parts_check (const DeidStoredPolicy *policy, const DeidDataset *dataset,
                                  GError **error);

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
