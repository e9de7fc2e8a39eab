/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "property-store-report.h"

static const char *
get_inheritance (const Case *measured)
{
  return measured->inheritance == DEID_INHERITANCE_GENERALIZATIONS ? "generalizations"
                                                                   : "specializations";
}

static void
print_variant (const char *name, const Variant *variant)
{
  g_print ("  %-16s %9" G_GUINT64_FORMAT " %10" G_GUINT64_FORMAT, name, variant->size,
           variant->n_bytes);
  if (variant->n_nodes > 0)
    g_print (" %6.2f %8.1f", (double) variant->n_bytes / (double) variant->n_nodes,
             variant->n_visited);
  else
    g_print (" %6s %8s", "-", "-");
  g_print (" %10.0f %10.0f %10.0f %10.0f %8.1f\n", variant->add_ns, variant->query_ns.min,
           variant->query_ns.median, variant->query_ns.max, variant->ratio.median);
}

void
report_text (const Machine *machine, const Case *cases, guint n)
{
  print_machine (machine);
  g_print (
      "Nanoseconds of processor time to add a policy and to ask for one; the ratio is the time\n"
      "that the plain list takes for the same questions. Nodes are those gone into.\n");
  for (guint i = 0; i < n; i++)
    {
      g_print ("\n%s, inherited to %s: %" G_GUINT64_FORMAT " policies, %" G_GUINT64_FORMAT
               " added, %.1f %% of questions implied\n"
               "  %-16s %9s %10s %6s %8s %10s %10s %10s %10s %8s\n",
               cases[i].name, get_inheritance (&cases[i]), cases[i].n_offered, cases[i].n_added,
               100 * (double) cases[i].n_hits / (double) cases[i].n_questions, "variant", "size",
               "bytes", "a node", "nodes", "add", "ask: min", "median", "max", "ratio");
      for (guint k = 0; k < N_STORES; k++)
        print_variant (store_names[k], &cases[i].variants[k]);
    }
}

static void
add_integer (JsonBuilder *builder, const char *name, guint64 value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, (gint64) value);
}

static void
add_string (JsonBuilder *builder, const char *name, const char *value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_string_value (builder, value);
}

static void
add_double (JsonBuilder *builder, const char *name, double value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_double_value (builder, value);
}

static void
add_variant (JsonBuilder *builder, const char *name, const Variant *variant)
{
  json_builder_begin_object (builder);
  add_string (builder, "variant", name);
  add_integer (builder, "size", variant->size);
  add_integer (builder, "bytes", variant->n_bytes);
  add_integer (builder, "nodes", variant->n_nodes);
  add_double (builder, "nodes_visited", variant->n_visited);
  add_double (builder, "add_ns", variant->add_ns);
  add_spread (builder, "query_ns", &variant->query_ns);
  add_spread (builder, "ratio_to_plain_list", &variant->ratio);
  json_builder_end_object (builder);
}

void
report_json (const Machine *machine, const Case *cases, guint n)
{
  JsonBuilder *builder = json_builder_new ();

  json_builder_begin_object (builder);
  add_machine (builder, machine);
  json_builder_set_member_name (builder, "cases");
  json_builder_begin_array (builder);
  for (guint i = 0; i < n; i++)
    {
      json_builder_begin_object (builder);
      add_string (builder, "policies", cases[i].name);
      add_string (builder, "inherited_to", get_inheritance (&cases[i]));
      add_integer (builder, "offered", cases[i].n_offered);
      add_integer (builder, "added", cases[i].n_added);
      add_integer (builder, "questions", cases[i].n_questions);
      add_integer (builder, "hits", cases[i].n_hits);
      json_builder_set_member_name (builder, "variants");
      json_builder_begin_array (builder);
      for (guint k = 0; k < N_STORES; k++)
        add_variant (builder, store_names[k], &cases[i].variants[k]);
      json_builder_end_array (builder);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  print_json (builder);
}
