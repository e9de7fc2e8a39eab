/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The reports on a random problem and its optimum, for the custodian and for the public: each is
 * JSON that has what the schema of its kind says and nothing else. */
#include "fuzz/fuzz.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "support/random-problem.h"

static JsonObject *
find_kind (const char *kind)
{
  static JsonParser *parser;
  JsonObject *kinds;

  if (parser == NULL)
    {
      parser = json_parser_new_immutable ();
      if (!json_parser_load_from_file (parser, SOURCE_ROOT "/docs/deid-report.schema.json", NULL))
        ck_abort_msg ("the schema cannot be read");
    }
  kinds = json_object_get_object_member (json_node_get_object (json_parser_get_root (parser)),
                                         "$defs");
  return json_object_get_object_member (kinds, kind);
}

static gboolean
is_of_type (JsonNode *node, const char *type)
{
  switch (json_node_get_node_type (node))
    {
    case JSON_NODE_OBJECT:
      return strcmp (type, "object") == 0;
    case JSON_NODE_ARRAY:
      return strcmp (type, "array") == 0;
    case JSON_NODE_NULL:
      return strcmp (type, "null") == 0;
    case JSON_NODE_VALUE:
    default:
      if (json_node_get_value_type (node) == G_TYPE_STRING)
        return strcmp (type, "string") == 0;
      if (json_node_get_value_type (node) == G_TYPE_BOOLEAN)
        return strcmp (type, "boolean") == 0;
      return strcmp (type, "number") == 0
             || (json_node_get_value_type (node) == G_TYPE_INT64 && strcmp (type, "integer") == 0);
    }
}

static gboolean
is_of_any_type (JsonNode *node, JsonNode *types)
{
  if (JSON_NODE_HOLDS_VALUE (types))
    return is_of_type (node, json_node_get_string (types));
  for (guint i = 0; i < json_array_get_length (json_node_get_array (types)); i++)
    if (is_of_type (node, json_array_get_string_element (json_node_get_array (types), i)))
      return TRUE;
  return FALSE;
}

static void
validate (JsonNode *node, JsonObject *schema, const char *name)
{
  if (json_object_has_member (schema, "type")
      && !is_of_any_type (node, json_object_get_member (schema, "type")))
    ck_abort_msg ("'%s' is not of its type", name);
  if (JSON_NODE_HOLDS_ARRAY (node) && json_object_has_member (schema, "items"))
    for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
      validate (json_array_get_element (json_node_get_array (node), i),
                json_object_get_object_member (schema, "items"), name);
  if (JSON_NODE_HOLDS_OBJECT (node) && json_object_has_member (schema, "properties"))
    {
      JsonObject *members = json_object_get_object_member (schema, "properties");
      g_autoptr (GList) names = json_object_get_members (json_node_get_object (node));

      for (GList *at = names; at != NULL; at = at->next)
        if (json_object_has_member (members, at->data))
          validate (json_object_get_member (json_node_get_object (node), at->data),
                    json_object_get_object_member (members, at->data), at->data);
        else
          ck_abort_msg ("the schema does not know '%s' of '%s'", (char *) at->data, name);
    }
}

static void
check_json (const DeidReport *report, const char *kind)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autofree char *text = NULL;
  GError *error = NULL;

  text = deid_report_to_json (report, &error);
  assert_no_error (error);
  json_parser_load_from_data (parser, text, -1, &error);
  assert_no_error (error);
  validate (json_parser_get_root (parser), find_kind (kind), kind);
}

/* Takes a report, or the error for which there is none. */
static void
check_report (DeidReport *report, GError *error, const char *kind)
{
  g_autoptr (DeidReport) published = NULL;

  if (!fuzz_check (report != NULL, &error))
    return;
  check_json (report, kind);
  published = deid_report_new_public (report, NULL, &error);
  if (fuzz_check (published != NULL, &error))
    check_json (published, kind);
  deid_report_unref (report);
}

#define CHECK_REPORT(kind, ...)                                                                    \
  G_STMT_START                                                                                     \
  {                                                                                                \
    GError *error = NULL;                                                                          \
    DeidReport *report = deid_report_new_##kind (__VA_ARGS__, NULL, &error);                       \
                                                                                                   \
    check_report (report, error, #kind);                                                           \
  }                                                                                                \
  G_STMT_END

static void
check_reports (DeidProblem *problem, DeidResult *result)
{
  CHECK_REPORT (risks, result, NULL, TRUE, NULL);
  CHECK_REPORT (risks, result, NULL, FALSE, NULL);
  CHECK_REPORT (attribute_risks, result, TRUE, 3);
  CHECK_REPORT (bias, problem, result, 2);
  CHECK_REPORT (left_out, result, 1, 2);
  CHECK_REPORT (distortion, result, NULL);
  CHECK_REPORT (evaluation, problem, deid_result_get_policy (result));
  CHECK_REPORT (explanation, result, 3);
  CHECK_REPORT (warnings, result);
  CHECK_REPORT (statistics, result);
  CHECK_REPORT (frontier, problem, 1, 4);
}

FUZZ_TARGET (report)
{
  GRand *rand = fuzz_take_rand (fuzz);
  RandomProblem *random = random_problem_new (rand, g_rand_boolean (rand));
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;

  random_problem_restrict (random);
  random_problem_set_limit (random, (guint) g_rand_int_range (rand, 0, 101));
  random_problem_draw_models (random, rand);
  problem = random_problem_build (random);
  result = deid_search_run (search, problem, NULL, NULL);
  if (result != NULL)
    check_reports (problem, result);
  random_problem_free (random);
}
