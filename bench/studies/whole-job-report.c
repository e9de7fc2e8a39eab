/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "whole-job-report.h"

#include "../golden.h"
#include "../json-members.h"
#include "../plot-script.h"

#include <math.h>
#include <stdio.h>

#define HEADER "table:attributes:rows evaluated classes suppressed loss bytes SHA-256"

/* What several threads release was compared with what one does. */
static gboolean
for_each_line (Golden *golden, gconstpointer data, GoldenLineFunc func)
{
  const WholeStudy *study = data;
  const WholeScope *scope = study->scope;
  gboolean success = TRUE;

  for (guint i = 0; i < study->runs->len; i += scope->threads->len)
    {
      const WholeRun *run = whole_study_get_run (study, i);
      const WholeCounts *counts = &run->counts;
      char loss[G_ASCII_DTOSTR_BUF_SIZE];
      g_autofree char *key = g_strdup_printf ("%s:%u:%" G_GUINT64_FORMAT, scope->name,
                                              scope->table.n_attributes, run->n_rows);
      g_autofree char *line
          = g_strdup_printf ("%s %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT
                             " %s %" G_GUINT64_FORMAT " %s",
                             key, counts->n_evaluated, counts->n_classes, counts->n_suppressed,
                             g_ascii_formatd (loss, sizeof loss, "%.17g", counts->loss),
                             counts->n_bytes, counts->digest);

      success = func (golden, key, line) && success;
    }
  return success;
}

gboolean
whole_golden_check (const WholeStudy *study, const char *path, const char *new_path, GError **error)
{
  return golden_check_run (path, new_path, HEADER, for_each_line, study, error);
}

static void
add_steps (JsonBuilder *builder, const WholeStudy *study, guint run)
{
  begin_array (builder, "steps");
  for (guint s = 0; s < WHOLE_N_STEPS; s++)
    {
      const WholeTime *time = &whole_study_get_run (study, run)->steps[s];

      begin_object (builder, NULL);
      add_text (builder, "step", whole_step_names[s]);
      add_number (builder, "cpu_seconds", time->cpu);
      add_number (builder, "wall_seconds", time->wall);
      add_number (builder, "speed_up", whole_study_get_speed_up (study, run, s));
      add_number (builder, "peak_memory_bytes", time->memory);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_run (JsonBuilder *builder, const WholeStudy *study, guint i)
{
  const WholeRun *run = whole_study_get_run (study, i);

  begin_object (builder, NULL);
  add_integer (builder, "rows", run->n_rows);
  add_integer (builder, "threads", run->n_threads);
  add_integer (builder, "evaluated", run->counts.n_evaluated);
  add_integer (builder, "classes", run->counts.n_classes);
  add_integer (builder, "suppressed", run->counts.n_suppressed);
  add_number (builder, "loss", run->counts.loss);
  add_integer (builder, "released_bytes", run->counts.n_bytes);
  add_text (builder, "released_sha256", run->counts.digest);
  add_steps (builder, study, i);
  json_builder_end_object (builder);
}

static void
add_exponents (JsonBuilder *builder, const WholeStudy *study, guint n_threads)
{
  begin_object (builder, NULL);
  add_integer (builder, "threads", n_threads);
  begin_object (builder, "exponents");
  for (guint s = 0; s < WHOLE_N_STEPS; s++)
    add_number (builder, whole_step_names[s], whole_study_get_exponent (study, n_threads, s));
  json_builder_end_object (builder);
  json_builder_end_object (builder);
}

gboolean
whole_write_json (const WholeStudy *study, const Machine *machine, const char *path, GError **error)
{
  const WholeScope *scope = study->scope;
  JsonBuilder *builder = json_builder_new ();
  g_autofree char *text = NULL;

  begin_object (builder, NULL);
  add_machine (builder, machine);
  add_text (builder, "table", scope->name);
  add_integer (builder, "attributes", scope->table.n_attributes);
  add_integer (builder, "repeats", scope->n_repeats);
  begin_array (builder, "runs");
  for (guint i = 0; i < study->runs->len; i++)
    add_run (builder, study, i);
  json_builder_end_array (builder);
  begin_array (builder, "growth");
  for (guint i = 0; i < scope->threads->len; i++)
    add_exponents (builder, study, (guint) g_array_index (scope->threads, guint64, i));
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  text = write_json (builder);
  return g_file_set_contents (path, text, -1, error);
}

/* Adds a block of data for each phase. */
static void
add_data (GString *script, const WholeStudy *study, guint n_threads)
{
  for (guint s = WHOLE_LOAD; s < WHOLE_JOB; s++)
    {
      g_string_append_printf (script, "$phase%u << EOD\n", s);
      for (guint i = 0; i < study->runs->len; i++)
        {
          const WholeRun *run = whole_study_get_run (study, i);

          if (run->n_threads != n_threads)
            continue;
          plot_script_add_number (script, (double) run->n_rows);
          plot_script_add_number (script, 1e9 * run->steps[s].wall / (double) run->n_rows);
          g_string_append_c (script, '\n');
        }
      g_string_append (script, "EOD\n");
    }
}

static void
add_chart (GString *script, const WholeStudy *study, guint n_threads)
{
  add_data (script, study, n_threads);
  g_string_append_printf (script,
                          "set output '%s-%u.svg'\nset title \"%s, %u quasi-identifiers, "
                          "threads: %u\"\n",
                          study->scope->name, n_threads, study->scope->name,
                          study->scope->table.n_attributes, n_threads);
  for (guint s = WHOLE_LOAD; s < WHOLE_JOB; s++)
    g_string_append_printf (script,
                            "%s $phase%u using 1:2 with linespoints linestyle %u title '%s'",
                            s == WHOLE_LOAD ? "plot" : ",", s, s + 1, whole_step_names[s]);
  g_string_append_c (script, '\n');
}

gboolean
whole_draw_plots (const WholeStudy *study, const char *folder, GError **error)
{
  const GArray *threads = study->scope->threads;
  g_autoptr (GString) script = plot_script_new ();

  g_string_append (script, "set xlabel 'rows'\nset ylabel 'ns a row, of the wall clock'\n"
                           "set logscale x\nset yrange [0:*]\n");
  for (guint i = 0; i < threads->len; i++)
    add_chart (script, study, (guint) g_array_index (threads, guint64, i));
  return plot_script_draw (script->str, folder, error);
}

/* A hyphen if there is none. */
static void
print_number (int width, int precision, double number)
{
  if (isfinite (number))
    printf (" %*.*f", width, precision, number);
  else
    printf (" %*s", width, "-");
}

static void
print_counts (const WholeStudy *study, const WholeRun *run)
{
  const WholeCounts *counts = &run->counts;

  printf ("%s, %u quasi-identifiers, %" G_GUINT64_FORMAT " rows, %u thread%s: %" G_GUINT64_FORMAT
          " policies evaluated, %" G_GUINT64_FORMAT " classes, %" G_GUINT64_FORMAT
          " rows suppressed,\nloss %.10g, %" G_GUINT64_FORMAT " bytes released, SHA-256 %.12s\n",
          study->scope->name, study->scope->table.n_attributes, run->n_rows, run->n_threads,
          run->n_threads == 1 ? "" : "s", counts->n_evaluated, counts->n_classes,
          counts->n_suppressed, counts->loss, counts->n_bytes, counts->digest);
}

void
whole_print_run (const WholeStudy *study, guint i)
{
  const WholeRun *run = whole_study_get_run (study, i);
  const double n_rows = (double) run->n_rows;

  print_counts (study, run);
  printf ("%-16s %9s %9s %9s %9s %9s\n", "", "cpu s", "wall s", "speed-up", "ns a row", "bytes");
  for (guint s = 0; s < WHOLE_N_STEPS; s++)
    {
      const WholeTime *time = &run->steps[s];

      printf ("%-16s", whole_step_names[s]);
      print_number (9, 4, time->cpu);
      print_number (9, 4, time->wall);
      print_number (9, 2, whole_study_get_speed_up (study, i, s));
      print_number (9, 1, 1e9 * time->cpu / n_rows);
      print_number (9, 1, time->memory / n_rows);
      printf ("\n");
    }
  printf ("\n");
  fflush (stdout);
}

void
whole_print_exponents (const WholeStudy *study)
{
  const GArray *threads = study->scope->threads;

  if (isnan (whole_study_get_exponent (study, 1, WHOLE_JOB)))
    return;
  printf ("Exponents of the growth of processor time with rows, by threads:\n%-16s", "");
  for (guint i = 0; i < threads->len; i++)
    printf (" %9" G_GUINT64_FORMAT, g_array_index (threads, guint64, i));
  printf ("\n");
  for (guint s = 0; s < WHOLE_N_STEPS; s++)
    {
      printf ("%-16s", whole_step_names[s]);
      for (guint i = 0; i < threads->len; i++)
        print_number (
            9, 2, whole_study_get_exponent (study, (guint) g_array_index (threads, guint64, i), s));
      printf ("\n");
    }
}
