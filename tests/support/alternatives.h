/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/figures.h"

#include <check.h>

/* Figures of a report on alternatives. */

/* Returns: (transfer full): the report, without groups. */
static inline DeidReport *
list_alternatives (DeidResult *result)
{
  GError *error = NULL;
  DeidReport *report = deid_report_new_alternatives (result, NULL, 0, FALSE, NULL, &error);

  ck_assert_msg (report != NULL, "%s", error != NULL ? error->message : "");
  return report;
}

/* Returns: (transfer full): the report with groups; 0 lets their silhouette choose how many. */
static inline DeidReport *
group_alternatives (DeidResult *result, DeidPolicy *baseline, guint64 n_groups)
{
  GError *error = NULL;
  DeidReport *report = deid_report_new_alternatives (
      result, baseline, n_groups > 0 ? n_groups : DEID_ALTERNATIVES_AUTO_GROUPS, FALSE, NULL,
      &error);

  ck_assert_msg (report != NULL, "%s", error != NULL ? error->message : "");
  return report;
}

static inline guint64
count_alternatives (const DeidReport *report)
{
  return n_rows_of (report, "policies");
}

static inline DeidPolicy *
get_alternative (const DeidReport *report, guint64 i)
{
  return policy_of (report, "policies[%u].policy", (guint) i);
}

static inline double
get_alternative_number (const DeidReport *report, guint64 i, const char *name)
{
  return number_of (report, "policies[%u].%s", (guint) i, name);
}

static inline guint64
get_alternative_count (const DeidReport *report, guint64 i, const char *name)
{
  return count_of (report, "policies[%u].%s", (guint) i, name);
}

static inline gboolean
is_alternative (const DeidReport *report, guint64 i, const char *name)
{
  return flag_of (report, "policies[%u].%s", (guint) i, name);
}

/* Returns: whether there is another policy that is above one in some way; @other is @i if not. */
static inline gboolean
find_other_alternative (const DeidReport *report, guint64 i, const char *name, guint64 *other)
{
  const gboolean exists = get_count (report, other, "policies[%u].%s", (guint) i, name);

  ck_assert (exists
             || state_of (report, "policies[%u].%s", (guint) i, name)
                    == DEID_FIGURE_STATE_UNDEFINED);
  if (!exists)
    *other = i;
  return exists;
}

static inline guint64
count_alternative_groups (const DeidReport *report)
{
  return n_rows_of (report, "groups");
}

static inline guint64
get_medoid (const DeidReport *report, guint64 group)
{
  return count_of (report, "groups[%u].medoid", (guint) group);
}

static inline guint64
count_group_members (const DeidReport *report, guint64 group)
{
  return n_rows_of (report, "groups[%u].policies", (guint) group);
}

/* Returns: the group of a policy, which is in one. */
static inline guint64
find_alternative_group (const DeidReport *report, guint64 i)
{
  guint64 found = G_MAXUINT64;

  for (guint g = 0; g < count_alternative_groups (report); g++)
    for (guint member = 0; member < count_group_members (report, g); member++)
      if (count_of (report, "groups[%u].policies[%u]", g, member) == i)
        {
          ck_assert_uint_eq (found, G_MAXUINT64);
          found = g;
        }
  ck_assert_uint_ne (found, G_MAXUINT64);
  return found;
}
