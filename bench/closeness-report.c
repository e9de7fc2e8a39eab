/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "closeness-report.h"

#include <glib/gstdio.h>

const double thresholds[N_THRESHOLDS] = { 0.5, 0.4, 0.3, 0.2, 0.1 };

static void
print_outcome (const Outcome *outcome)
{
  g_print ("\n%s: %u values, %" G_GUINT64_FORMAT " classes of %" G_GUINT64_FORMAT
           " rows; ns a row to group:",
           outcome->name, outcome->n_values, outcome->n_classes, outcome->n_rows);
  for (guint i = 0; i < N_GROUPINGS; i++)
    g_print (" %s %.2f", grouping_names[i], outcome->grouping[i].median);
  g_print ("\n%5s %7s %8s %8s %10s", "t", "passed", "pruned", "mirror", "plain ms");
  for (guint stage = STAGE_HASHED; stage < N_STAGES; stage++)
    g_print (" %8s", stage_names[stage]);
  g_print ("\n");
  for (guint i = 0; i < N_THRESHOLDS; i++)
    {
      const Row *row = &outcome->rows[i];

      g_print ("%5.1f %6.1f%% %7.1f%% %7.1f%% %10.2f", thresholds[i],
               100 * (double) row->n_passed / (double) outcome->n_classes,
               100 * row->pruned_share[STAGE_PRUNED], 100 * row->pruned_share[STAGE_ALL],
               1e3 * row->plain.median);
      for (guint stage = STAGE_HASHED; stage < N_STAGES; stage++)
        g_print (" %8.3f", row->ratio[stage].median);
      g_print ("\n");
    }
}

void
report_text (const Machine *machine, const Outcome *outcomes, guint n)
{
  print_machine (machine);
  g_print ("Processor time of checking classes for ordered t-closeness, as the median of its\n"
           "ratio to the plain check in the same sample. Grouping and search are not in it, as\n"
           "they are in what was published of whole runs. Each column adds to the one before:\n"
           "hashed  values are grouped in a Fibonacci-hashed table, not in GLib's\n"
           "pruned  check and summand pruning from the first value on\n"
           "mirror  the same from the last value\n"
           "all     dense counts made here, and the library's check: early exit, sums over gaps\n"
           "Shares of checks that end with the first value alone, or with the last one too, stand\n"
           "under pruned and mirror.\n");
  for (guint i = 0; i < n; i++)
    print_outcome (&outcomes[i]);
}

static void
add_row (JsonBuilder *builder, double t, const Row *row)
{
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "t");
  json_builder_add_double_value (builder, t);
  json_builder_set_member_name (builder, "passed");
  json_builder_add_int_value (builder, (gint64) row->n_passed);
  json_builder_set_member_name (builder, "pruned_share");
  json_builder_add_double_value (builder, row->pruned_share[STAGE_PRUNED]);
  json_builder_set_member_name (builder, "pruned_share_mirrored");
  json_builder_add_double_value (builder, row->pruned_share[STAGE_ALL]);
  add_spread (builder, "plain_cpu_seconds", &row->plain);
  json_builder_set_member_name (builder, "ratio_to_plain");
  json_builder_begin_object (builder);
  for (guint stage = STAGE_HASHED; stage < N_STAGES; stage++)
    add_spread (builder, stage_names[stage], &row->ratio[stage]);
  json_builder_end_object (builder);
  json_builder_end_object (builder);
}

static void
add_outcome (JsonBuilder *builder, const Outcome *outcome)
{
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "table");
  json_builder_add_string_value (builder, outcome->name);
  json_builder_set_member_name (builder, "values");
  json_builder_add_int_value (builder, outcome->n_values);
  json_builder_set_member_name (builder, "classes");
  json_builder_add_int_value (builder, (gint64) outcome->n_classes);
  json_builder_set_member_name (builder, "rows");
  json_builder_add_int_value (builder, (gint64) outcome->n_rows);
  json_builder_set_member_name (builder, "grouping_cpu_ns_per_row");
  json_builder_begin_object (builder);
  for (guint i = 0; i < N_GROUPINGS; i++)
    add_spread (builder, grouping_names[i], &outcome->grouping[i]);
  json_builder_end_object (builder);
  json_builder_set_member_name (builder, "thresholds");
  json_builder_begin_array (builder);
  for (guint i = 0; i < N_THRESHOLDS; i++)
    add_row (builder, thresholds[i], &outcome->rows[i]);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

void
report_json (const Machine *machine, const Outcome *outcomes, guint n)
{
  JsonBuilder *builder = json_builder_new ();

  json_builder_begin_object (builder);
  add_machine (builder, machine);
  json_builder_set_member_name (builder, "tables");
  json_builder_begin_array (builder);
  for (guint i = 0; i < n; i++)
    add_outcome (builder, &outcomes[i]);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  print_json (builder);
}

static char *
write_script (const char *path, const Outcome *outcomes, guint n)
{
  GString *script = g_string_new (NULL);

  g_string_append_printf (script,
                          "set terminal svg size 1000,500\nset output '%s'\n"
                          "set style data histogram\nset style fill solid\n"
                          "set ylabel 'time relative to the plain check'\nset yrange [0:*]\n"
                          "set xtics rotate by -30\n$ratios << end\n",
                          path);
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (script, "\"%s\"", outcomes[i].name);
      for (guint j = 0; j < N_THRESHOLDS; j++)
        {
          char ratio[G_ASCII_DTOSTR_BUF_SIZE];

          g_ascii_formatd (ratio, sizeof ratio, "%.4f",
                           outcomes[i].rows[j].ratio[STAGE_ALL].median);
          g_string_append_printf (script, " %s", ratio);
        }
      g_string_append_c (script, '\n');
    }
  g_string_append (script, "end\nplot ");
  for (guint j = 0; j < N_THRESHOLDS; j++)
    g_string_append_printf (script, "%s$ratios using %u%s title 't = 0.%d'", j > 0 ? ", " : "",
                            j + 2, j == 0 ? ":xtic(1)" : "", (int) (10 * thresholds[j] + 0.5));
  g_string_append_c (script, '\n');
  return g_string_free (script, FALSE);
}

gboolean
report_chart (const char *path, const Outcome *outcomes, guint n, GError **error)
{
  g_autofree char *gnuplot = g_find_program_in_path ("gnuplot");
  g_autofree char *script = write_script (path, outcomes, n);
  g_autofree char *script_path = NULL;
  const int descriptor = gnuplot != NULL ? g_file_open_tmp (NULL, &script_path, error) : -1;
  char *arguments[] = { gnuplot, script_path, NULL };
  gboolean success;
  int status;

  if (gnuplot == NULL)
    {
      g_printerr ("no chart: gnuplot is not installed\n");
      return TRUE;
    }
  if (descriptor < 0)
    return FALSE;
  g_close (descriptor, NULL);
  success = g_file_set_contents (script_path, script, -1, error)
            && g_spawn_sync (NULL, arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL,
                             &status, error);
  if (success && status != 0)
    {
      g_set_error_literal (error, G_SPAWN_ERROR, G_SPAWN_ERROR_FAILED, "gnuplot failed");
      success = FALSE;
    }
  g_unlink (script_path);
  return success;
}
