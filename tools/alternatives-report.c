/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "alternatives-report.h"

#include <string.h>

#include "baseline-report.h"
#include "option-values.h"
#include "report-json.h"
#include "release-report.h"
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

  begin_object (builder, "alternative_groups");
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

/* Alternatives as a table for the terminal. */

typedef struct
{
  guint64 number; /* of the alternative, or G_MAXUINT64 */
  DeidPolicy *policy;
  double loss;
  guint64 n_suppressed;
  double risk_sum; /* of all released records */
  double highest;
} Choice;

static int
compare_choices (gconstpointer a, gconstpointer b)
{
  const Choice *p = a, *q = b;

  return p->loss < q->loss ? -1 : p->loss > q->loss;
}

/* Adds the alternatives that no other one betters. Returns: how many are left out. */
static guint64
add_choices (GArray *choices, const DeidReport *report)
{
  guint64 n = 0, n_left_out = 0;

  deid_report_get_n_rows (report, "policies", &n);
  for (guint64 i = 0; i < n; i++)
    {
      static const char *const names[]
          = { "policy",     "loss", "suppressed", "population_risk_sum", "highest_population_risk",
              "bettered_by" };
      char *paths[G_N_ELEMENTS (names)];
      Choice choice = { .number = i };
      guint64 better;

      for (guint p = 0; p < G_N_ELEMENTS (names); p++)
        paths[p] = g_strdup_printf ("policies[%" G_GUINT64_FORMAT "].%s", i, names[p]);
      choice.policy = deid_report_get_policy (report, paths[0]);
      deid_report_get_number (report, paths[1], &choice.loss);
      deid_report_get_count (report, paths[2], &choice.n_suppressed);
      deid_report_get_number (report, paths[3], &choice.risk_sum);
      deid_report_get_number (report, paths[4], &choice.highest);
      if (deid_report_get_count (report, paths[5], &better))
        n_left_out++;
      else
        g_array_append_val (choices, choice);
      for (guint p = 0; p < G_N_ELEMENTS (names); p++)
        g_free (paths[p]);
    }
  return n_left_out;
}

/* Adds the best result, unless its policy is among the choices. */
static gboolean
add_best (GArray *choices, DeidResult *best, GCancellable *cancellable, GError **error)
{
  DeidPolicy *policy = deid_result_get_policy (best);
  Choice choice = { .number = G_MAXUINT64,
                    .policy = policy,
                    .loss = deid_result_get_loss (best),
                    .n_suppressed = deid_result_get_n_suppressed (best) };
  g_autoptr (DeidReport) risks = NULL;

  for (guint i = 0; i < choices->len; i++)
    if (deid_policy_compare (g_array_index (choices, Choice, i).policy, policy) == 0)
      return TRUE;
  risks = deid_report_new_risks (best, NULL, TRUE, NULL, cancellable, error);
  if (risks == NULL)
    return FALSE;
  deid_report_get_number (risks, "population_risk.sum", &choice.risk_sum);
  deid_report_get_number (risks, "journalist.highest", &choice.highest);
  g_array_append_val (choices, choice);
  return TRUE;
}

static char **
make_row (const Choice *choice, const DeidResult *best)
{
  const DeidProblem *problem = deid_result_get_problem ((DeidResult *) best);
  const gboolean is_best
      = deid_policy_compare (choice->policy, deid_result_get_policy ((DeidResult *) best)) == 0;
  char loss[DEID_SHARE_SIZE], sum[DEID_SHARE_SIZE], highest[DEID_SHARE_SIZE];
  char **cells = g_new0 (char *, 7);

  cells[0] = choice->number == G_MAXUINT64 ? g_strdup ("-")
                                           : g_strdup_printf ("%" G_GUINT64_FORMAT, choice->number);
  cells[1] = deid_policy_describe (choice->policy, NULL, NULL);
  if (is_best && deid_result_is_proven_optimal (best))
    {
      g_autofree char *words = cells[1];

      cells[1] = g_strconcat ("Proven optimal: ", words, NULL);
    }
  cells[2] = g_strdup (show_loss (problem, choice->loss, loss));
  cells[3] = g_strdup_printf ("%" G_GUINT64_FORMAT, choice->n_suppressed);
  cells[4] = g_strdup (show_number (choice->risk_sum, sum));
  cells[5] = g_strdup (show_share (choice->highest, highest));
  return cells;
}

gboolean
print_alternatives_table (const DeidReport *alternatives, DeidResult *best,
                          GCancellable *cancellable, GError **error)
{
  static const char *const headings[]
      = { "No.", "Policy", "Loss", "Suppressed", "Expected finds", "Highest risk", NULL };
  g_autoptr (GArray) choices = g_array_new (FALSE, FALSE, sizeof (Choice));
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  const guint64 n_left_out = add_choices (choices, alternatives);
  g_autofree char *left_out
      = n_left_out == 0 ? g_strdup ("")
                        : g_strdup_printf (" %" G_GUINT64_FORMAT
                                           " more have neither a smaller loss nor a smaller risk "
                                           "than one of these; --csv lists them.",
                                           n_left_out);
  g_autofree char *note = NULL;

  if (!add_best (choices, best, cancellable, error))
    return FALSE;
  g_array_sort (choices, compare_choices);
  g_ptr_array_add (rows, g_strdupv ((char **) headings));
  for (guint i = 0; i < choices->len; i++)
    g_ptr_array_add (rows, make_row (&g_array_index (choices, Choice, i), best));
  print_paragraph ("", "Alternatives, the least loss first. For the custodian only.", STYLE_BOLD);
  g_print ("\n");
  print_rows (rows, "rlrrrr");
  note = g_strconcat ("Expected finds: how many records an attacker who tries all is expected to "
                      "match with the right person. To release number N: deid run --algorithm ",
                      deid_job_get (get_settings (), "search", "algorithm"), " --alternative N.",
                      left_out, NULL);
  g_print ("\n");
  print_paragraph ("", note, STYLE_PLAIN);
  return TRUE;
}
