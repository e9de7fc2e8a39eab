/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "grouping-report.h"

void
report_text (const Machine *machine, const Timing *timings, guint n)
{
  print_machine (machine);
  g_print (
      "Nanoseconds of processor time for each row. The yardstick reads and writes the same\n"
      "arrays and does nothing else, cells in 4 bytes even where the kernel needs 2; bits are\n"
      "those of codes or parts, and bytes those of ids and cells.\n"
      "\n%-20s %8s %4s %6s %8s %8s %8s %8s %9s %8s\n",
      "kernel", "rows", "bits", "bytes", "made", "min ns", "median", "max", "yardstick", "ratio");
  for (guint i = 0; i < n; i++)
    {
      const Timing *timing = &timings[i];
      g_autofree char *widths = g_strdup_printf ("%u>%u", timing->in_width, timing->out_width);

      g_print ("%-20s %8" G_GUINT64_FORMAT " %4u %6s %8u %8.3f %8.3f %8.3f %9.3f %8.2f\n",
               timing->shape->name, timing->n_rows, 8 * timing->shape->width, widths,
               timing->n_made, timing->kernel.min, timing->kernel.median, timing->kernel.max,
               timing->yardstick.median, timing->ratio.median);
    }
}

static void
add_integer (JsonBuilder *builder, const char *name, guint64 value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, (gint64) value);
}

static void
add_timing (JsonBuilder *builder, const Timing *timing)
{
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "kernel");
  json_builder_add_string_value (builder, timing->shape->name);
  add_integer (builder, "rows", timing->n_rows);
  add_integer (builder, "bits", 8 * timing->shape->width);
  add_integer (builder, "bytes_of_id_read", timing->in_width);
  add_integer (builder, "bytes_of_id_written", timing->out_width);
  add_integer (builder, "made", timing->n_made);
  add_spread (builder, "cpu_ns_per_row", &timing->kernel);
  add_spread (builder, "yardstick_ns_per_row", &timing->yardstick);
  add_spread (builder, "ratio_to_yardstick", &timing->ratio);
  json_builder_end_object (builder);
}

void
report_json (const Machine *machine, const Timing *timings, guint n)
{
  JsonBuilder *builder = json_builder_new ();

  json_builder_begin_object (builder);
  add_machine (builder, machine);
  json_builder_set_member_name (builder, "kernels");
  json_builder_begin_array (builder);
  for (guint i = 0; i < n; i++)
    add_timing (builder, &timings[i]);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  print_json (builder);
}
