/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search-report.h"

#include "json-members.h"

void
report_begin (Report *report, gboolean json, guint n_threads)
{
  report->machine = describe_machine ();
  report->builder = json ? json_builder_new () : NULL;
  report->curves = g_string_new (NULL);
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
add_curve (JsonBuilder *builder, const Curve *curve)
{
  begin_object (builder, "curve");
  begin_array (builder, "points");
  for (guint i = 0; i < curve->n_points; i++)
    {
      const CurvePoint *point = &curve->points[i];

      begin_object (builder, NULL);
      add_number (builder, "cpu_seconds", point->seconds);
      add_integer (builder, "evaluated", point->n_evaluated);
      add_number (builder, "lower_bound", point->lower_bound);
      add_number (builder, "loss", point->loss);
      add_number (builder, "share_done", point->share_done);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  begin_array (builder, "bound_reached");
  for (guint i = 0; i < CURVE_N_SHARES; i++)
    {
      begin_object (builder, NULL);
      add_number (builder, "share_of_loss", curve_shares[i]);
      add_integer (builder, "evaluated", curve->n_passed[i]);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  add_number (builder, "greatest_factor_of_estimates", curve->factor);
  json_builder_end_object (builder);
}

static void
add_object (JsonBuilder *builder, const SearchRun *run)
{
  const Table *table = &run->table;
  const Outcome *outcome = &run->outcome;

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
  if (run->curve.n_points > 0)
    add_curve (builder, &run->curve);
  json_builder_end_object (builder);
}

static void
write_curve (GString *text, const char *name, const Curve *curve)
{
  g_string_append_printf (
      text,
      "\n%s: the estimated total of evaluations is within a factor of %.3g from "
      "a tenth of the run on\nbound / loss     ",
      name, curve->factor);
  for (guint i = 0; i < CURVE_N_SHARES; i++)
    g_string_append_printf (text, " %7.0f %%", 100 * curve_shares[i]);
  g_string_append (text, "\nafter evaluations");
  for (guint i = 0; i < CURVE_N_SHARES; i++)
    g_string_append_printf (text, " %9" G_GUINT64_FORMAT, curve->n_passed[i]);
  g_string_append_printf (text, "\n%10s %10s %12s %12s %9s %9s\n", "cpu s", "evaluated", "bound",
                          "loss", "done", "estimate");
  for (guint i = 0; i < curve->n_points; i++)
    {
      const CurvePoint *point = &curve->points[i];

      g_string_append_printf (text, "%10.3f %10" G_GUINT64_FORMAT " %12.9f %12.9f %9.4f %9.3f\n",
                              point->seconds, point->n_evaluated, point->lower_bound, point->loss,
                              point->share_done, curve_get_estimate (curve, point));
    }
}

static void
print_run (GString *curves, const SearchRun *run)
{
  const Outcome *outcome = &run->outcome;
  g_autofree char *base = g_path_get_basename (run->table.name);
  g_autofree char *name = g_strdup_printf ("%s %u", base, run->table.n_attributes);

  g_print ("%-16s %12" G_GUINT64_FORMAT " %9" G_GUINT64_FORMAT " %10" G_GUINT64_FORMAT
           " %20.17g %4u %8.3f %8.3f %8.3f %8.3f %7.3f %7.1f %6.1f %6.1f\n",
           name, outcome->n_policies, outcome->n_evaluated, outcome->n_suppressed, outcome->loss,
           outcome->n_runs, outcome->wall.min, outcome->wall.median, outcome->wall.max,
           outcome->cpu.median, outcome->cost.median, 1e3 / outcome->cost.median,
           outcome->ratio.median, (double) outcome->peak_memory / 1e6);
  if (run->curve.n_points > 0)
    write_curve (curves, name, &run->curve);
}

void
report_add (Report *report, const SearchRun *run)
{
  if (report->builder != NULL)
    add_object (report->builder, run);
  else
    print_run (report->curves, run);
}

void
report_end (Report *report)
{
  g_print ("%s", report->curves->str);
  g_string_free (report->curves, TRUE);
  if (report->builder == NULL)
    return;
  json_builder_end_array (report->builder);
  json_builder_end_object (report->builder);
  print_json (report->builder);
}
