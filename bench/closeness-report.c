/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "closeness-report.h"

#include <glib/gstdio.h>

#include "golden.h"

const double thresholds[N_THRESHOLDS] = { 0.5, 0.4, 0.3, 0.2, 0.1 };

#define HEADER                                                                                     \
  "table column values classes rows spared; for each t of 0.5, 0.4, 0.3, 0.2, 0.1: passed, "       \
  "pruned "                                                                                        \
  "by the first value, by the first or last; of --quick"

static char *
make_line (const Outcome *outcome)
{
  GString *line = g_string_new (NULL);

  g_string_printf (line, "%s %u %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT,
                   outcome->name, outcome->n_values, outcome->n_classes, outcome->n_rows,
                   outcome->rows[0].n_spared);
  for (guint i = 0; i < N_THRESHOLDS; i++)
    g_string_append_printf (line,
                            "; %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT,
                            outcome->rows[i].n_passed, outcome->rows[i].n_pruned[STAGE_PRUNED],
                            outcome->rows[i].n_pruned[STAGE_ALL]);
  return g_string_free (line, FALSE);
}

static gboolean
for_each_line (Golden *golden, gconstpointer run, GoldenLineFunc func)
{
  const GArray *outcomes = run;
  gboolean success = TRUE;

  for (guint i = 0; i < outcomes->len; i++)
    {
      const Outcome *outcome = &g_array_index (outcomes, Outcome, i);
      g_autofree char *line = make_line (outcome);

      success = func (golden, outcome->name, line) && success;
    }
  return success;
}

gboolean
closeness_golden_check (const GArray *outcomes, const char *path, const char *new_path,
                        GError **error)
{
  return golden_check_run (path, new_path, HEADER, for_each_line, outcomes, error);
}

static double
get_share (const Outcome *outcome, guint64 n_classes)
{
  return (double) n_classes / (double) MAX (1, outcome->n_classes);
}

static void
print_outcome (const Outcome *outcome)
{
  g_print ("\n%s: %u values, %" G_GUINT64_FORMAT " classes of %" G_GUINT64_FORMAT
           " rows; ns a row to group:",
           outcome->name, outcome->n_values, outcome->n_classes, outcome->n_rows);
  for (guint i = 0; i < N_GROUPINGS; i++)
    g_print (" %s %.2f", grouping_names[i], outcome->grouping[i].median);
  g_print ("\n%5s %7s %8s %8s %8s %10s", "t", "passed", "spared", "pruned", "mirror", "plain ms");
  for (guint stage = STAGE_HASHED; stage < N_STAGES; stage++)
    g_print (" %8s", stage_names[stage]);
  g_print ("\n");
  for (guint i = 0; i < N_THRESHOLDS; i++)
    {
      const Row *row = &outcome->rows[i];

      g_print ("%5.1f %6.1f%% %7.1f%% %7.1f%% %7.1f%% %10.2f", thresholds[i],
               100 * get_share (outcome, row->n_passed), 100 * get_share (outcome, row->n_spared),
               100 * get_share (outcome, row->n_pruned[STAGE_PRUNED]),
               100 * get_share (outcome, row->n_pruned[STAGE_ALL]), 1e3 * row->plain.median);
      for (guint stage = STAGE_HASHED; stage < N_STAGES; stage++)
        g_print (" %8.3f", row->ratio[stage].median);
      g_print ("\n");
    }
}

void
report_text (const Machine *machine, const GArray *outcomes)
{
  print_machine (machine);
  g_print (
      "Checks of classes for ordered t-closeness. The published optimizations spare work in a\n"
      "check that the first value decides, and in one whose sum begins behind the first value\n"
      "of the order (spared; published: 69 to 99 %% of the checks). That does not depend on t.\n"
      "The first value alone decides some of them (pruned), the first or the last one more\n"
      "(mirror).\n\n"
      "Processor time is the median of its ratio to the plain check in the same sample. The\n"
      "published times are of whole runs, with grouping and search, and do not compare. Each\n"
      "column adds to the one before:\n"
      "hashed  values are grouped in a Fibonacci-hashed table, not in GLib's\n"
      "pruned  check and summand pruning from the first value on\n"
      "mirror  the same from the last value\n"
      "all     dense counts made here, and the library's check: early exit, sums over gaps\n");
  for (guint i = 0; i < outcomes->len; i++)
    print_outcome (&g_array_index (outcomes, Outcome, i));
}

static void
add_row (JsonBuilder *builder, double t, const Outcome *outcome, const Row *row)
{
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "t");
  json_builder_add_double_value (builder, t);
  json_builder_set_member_name (builder, "passed");
  json_builder_add_int_value (builder, (gint64) row->n_passed);
  json_builder_set_member_name (builder, "spared_share");
  json_builder_add_double_value (builder, get_share (outcome, row->n_spared));
  json_builder_set_member_name (builder, "pruned_share");
  json_builder_add_double_value (builder, get_share (outcome, row->n_pruned[STAGE_PRUNED]));
  json_builder_set_member_name (builder, "pruned_share_mirrored");
  json_builder_add_double_value (builder, get_share (outcome, row->n_pruned[STAGE_ALL]));
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
    add_row (builder, thresholds[i], outcome, &outcome->rows[i]);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

void
report_json (const Machine *machine, const GArray *outcomes)
{
  JsonBuilder *builder = json_builder_new ();

  json_builder_begin_object (builder);
  add_machine (builder, machine);
  json_builder_set_member_name (builder, "tables");
  json_builder_begin_array (builder);
  for (guint i = 0; i < outcomes->len; i++)
    add_outcome (builder, &g_array_index (outcomes, Outcome, i));
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  print_json (builder);
}

static char *
write_script (const char *path, const GArray *outcomes)
{
  GString *script = g_string_new (NULL);

  g_string_append_printf (script,
                          "set terminal svg size 1000,500\nset output '%s'\n"
                          "set style data histogram\nset style fill solid\n"
                          "set ylabel 'time relative to the plain check'\nset yrange [0:*]\n"
                          "set xtics rotate by -30\n$ratios << end\n",
                          path);
  for (guint i = 0; i < outcomes->len; i++)
    {
      const Outcome *outcome = &g_array_index (outcomes, Outcome, i);

      g_string_append_printf (script, "\"%s\"", outcome->name);
      for (guint j = 0; j < N_THRESHOLDS; j++)
        {
          char ratio[G_ASCII_DTOSTR_BUF_SIZE];

          g_ascii_formatd (ratio, sizeof ratio, "%.4f", outcome->rows[j].ratio[STAGE_ALL].median);
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
report_chart (const char *path, const GArray *outcomes, GError **error)
{
  g_autofree char *gnuplot = g_find_program_in_path ("gnuplot");
  g_autofree char *script = write_script (path, outcomes);
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
