/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search-report.h"

#include "json-members.h"

void
report_begin (Report *report, gboolean json, guint n_threads)
{
  report->machine = describe_machine ();
  report->builder = json ? json_builder_new () : NULL;
  if (!json)
    {
      print_machine (&report->machine);
      g_print (
          "%u thread%s. Seconds are of the wall clock, preparation included; cpu s is the median "
          "of the\n"
          "processor time, and ns its share of one row and evaluation, Mrow/s the inverse for one "
          "core; ratio is to reading\n"
          "2 + 1 bytes, writing 4, reading 4 and writing 2 for each row. Medians of the runs.\n"
          "\n%-16s %12s %9s %10s %20s %4s %8s %8s %8s %8s %7s %7s %6s %6s\n",
          n_threads, n_threads == 1 ? "" : "s", "table", "policies", "evaluated", "suppressed",
          "loss", "runs", "min s", "median s", "max s", "cpu s", "ns", "Mrow/s", "ratio", "MB");
      return;
    }
  json_builder_begin_object (report->builder);
  add_machine (report->builder, &report->machine);
  add_integer (report->builder, "threads", n_threads);
  begin_array (report->builder, "tables");
}

static void
add_object (JsonBuilder *builder, const Table *table, const Outcome *outcome)
{
  json_builder_begin_object (builder);
  add_text (builder, "table", table->name);
  add_integer (builder, "attributes", table->n_attributes);
  add_integer (builder, "rows", outcome->n_rows);
  add_integer (builder, "policies", outcome->n_policies);
  add_integer (builder, "evaluated", outcome->n_evaluated);
  add_integer (builder, "suppressed", outcome->n_suppressed);
  add_number (builder, "loss", outcome->loss);
  add_text (builder, "optimum", outcome->optimum);
  add_integer (builder, "runs", outcome->n_runs);
  add_spread (builder, "seconds", &outcome->wall);
  add_spread (builder, "cpu_seconds", &outcome->cpu);
  add_spread (builder, "search_seconds", &outcome->search);
  add_spread (builder, "cpu_ns_per_row_and_evaluation", &outcome->cost);
  add_number (builder, "rows_per_second_and_core", 1e9 / outcome->cost.median);
  add_spread (builder, "ratio_to_yardstick", &outcome->ratio);
  add_integer (builder, "peak_memory_bytes", outcome->peak_memory);
  json_builder_end_object (builder);
}

void
report_add (Report *report, const Table *table, const Outcome *outcome)
{
  g_autofree char *base = g_path_get_basename (table->name);
  g_autofree char *name = g_strdup_printf ("%s %u", base, table->n_attributes);

  if (report->builder != NULL)
    add_object (report->builder, table, outcome);
  else
    g_print ("%-16s %12" G_GUINT64_FORMAT " %9" G_GUINT64_FORMAT " %10" G_GUINT64_FORMAT
             " %20.17g %4u %8.3f %8.3f %8.3f %8.3f %7.3f %7.1f %6.1f %6.1f\n",
             name, outcome->n_policies, outcome->n_evaluated, outcome->n_suppressed, outcome->loss,
             outcome->n_runs, outcome->wall.min, outcome->wall.median, outcome->wall.max,
             outcome->cpu.median, outcome->cost.median, 1e3 / outcome->cost.median,
             outcome->ratio.median, (double) outcome->peak_memory / 1e6);
}

void
report_end (Report *report)
{
  if (report->builder == NULL)
    return;
  json_builder_end_array (report->builder);
  json_builder_end_object (report->builder);
  print_json (report->builder);
}
