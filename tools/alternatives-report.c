/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "alternatives-report.h"

#include <string.h>

#include "baseline-report.h"
#include "option-values.h"
#include "report-json.h"
#include "settings.h"

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

guint64
get_n_groups (void)
{
  const char *text = deid_job_get (get_settings (), "report", "groups");

  return g_str_equal (text, "none")   ? 0
         : g_str_equal (text, "auto") ? DEID_ALTERNATIVES_AUTO_GROUPS
                                      : g_ascii_strtoull (text, NULL, 10);
}

gboolean
check_groups (GError **error)
{
  const char *text = deid_job_get (get_settings (), "report", "groups");

  return !g_str_equal (text, "0") || refuse_option ("groups", text, "at least 1, or auto", error);
}

gboolean
lists_alternatives (void)
{
  static const char *const listing[] = { "bisecting", "directed", "boundary", NULL };
  const char *search = deid_job_get (get_settings (), "search", "algorithm");
  g_autofree char *name = g_strndup (search, strcspn (search, ":"));

  return g_strv_contains (listing, name);
}

gboolean
make_alternatives (DeidReport **alternatives, DeidResult *result, guint64 n_groups,
                   GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) own_error = NULL;
  g_autoptr (DeidPolicy) baseline = NULL;

  if (!find_baseline_policy (&baseline, cancellable, error))
    return FALSE;
  *alternatives
      = deid_report_new_alternatives (result, baseline, n_groups, FALSE, cancellable, &own_error);
  if (*alternatives != NULL || g_error_matches (own_error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&own_error));
  return FALSE;
}

/* Adds what of the report is on groups, as an object of its own. */
static void
add_groups (JsonBuilder *builder, JsonObject *report)
{
  static const char *const names[] = { "audience", "silhouette", "groups" };

  json_builder_set_member_name (builder, "alternative_groups");
  json_builder_begin_object (builder);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      json_builder_set_member_name (builder, names[i]);
      json_builder_add_value (builder, json_object_dup_member (report, names[i]));
    }
  json_builder_end_object (builder);
}

gboolean
add_alternatives (JsonBuilder *builder, const DeidReport *alternatives, GError **error)
{
  g_autofree char *text = deid_report_to_json (alternatives, error);
  g_autoptr (JsonNode) root = text != NULL ? json_from_string (text, error) : NULL;
  JsonObject *report;
  JsonArray *policies;

  if (root == NULL)
    return FALSE;
  report = json_node_get_object (root);
  policies = json_object_get_array_member (report, "policies");
  for (guint i = 0; i < json_array_get_length (policies); i++)
    {
      g_autofree char *path = g_strdup_printf ("policies[%u].policy", i);

      set_policy (json_array_get_object_element (policies, i),
                  deid_report_get_policy (alternatives, path));
    }
  json_builder_set_member_name (builder, "alternatives");
  json_builder_add_value (builder, json_object_dup_member (report, "policies"));
  if (json_object_has_member (report, "groups"))
    add_groups (builder, report);
  return TRUE;
}
