/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "alternatives-report.h"

#include "baseline-options.h"
#include "release-report.h"
#include "report-json.h"

/* Puts the levels of a policy by columns, as the report has them, in place of its text. */
static void
set_policy (JsonObject *alternative, DeidPolicy *policy)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;

  json_builder_begin_object (builder);
  add_policy (builder, "policy", policy);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  json_object_set_member (alternative, "policy",
                          json_object_dup_member (json_node_get_object (root), "policy"));
}

gboolean
add_alternatives (JsonBuilder *builder, const DeidAlternatives *alternatives,
                  GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidPolicy) baseline = NULL;
  g_autofree char *text
      = find_baseline_policy (&baseline, cancellable, error)
            ? deid_alternatives_to_json (alternatives, baseline, cancellable, error)
            : NULL;
  g_autoptr (JsonNode) root = text != NULL ? json_from_string (text, error) : NULL;
  JsonArray *policies;

  if (root == NULL)
    return FALSE;
  policies = json_object_get_array_member (json_node_get_object (root), "policies");
  for (guint i = 0; i < json_array_get_length (policies); i++)
    set_policy (json_array_get_object_element (policies, i),
                deid_alternatives_get_policy (alternatives, i));
  json_builder_set_member_name (builder, "alternatives");
  json_builder_add_value (builder,
                          json_object_dup_member (json_node_get_object (root), "policies"));
  return TRUE;
}

gboolean
print_alternatives (const DeidAlternatives *alternatives, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidPolicy) baseline = NULL;

  return find_baseline_policy (&baseline, cancellable, error)
         && print_part (deid_alternatives_to_text (alternatives, baseline, cancellable, error));
}

gboolean
add_groups (JsonBuilder *builder, const DeidAlternativeGroups *groups, GCancellable *cancellable,
            GError **error)
{
  g_autoptr (DeidPolicy) baseline = NULL;

  return groups == NULL
         || (find_baseline_policy (&baseline, cancellable, error)
             && add_json (builder, "alternative_groups",
                          deid_alternative_groups_to_json (groups, baseline, cancellable, error),
                          error));
}

gboolean
print_groups (const DeidAlternativeGroups *groups, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidPolicy) baseline = NULL;

  return groups == NULL
         || (find_baseline_policy (&baseline, cancellable, error)
             && print_part (
                 deid_alternative_groups_to_text (groups, baseline, cancellable, error)));
}
