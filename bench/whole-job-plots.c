/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "whole-job-plots.h"

#include "plot-script.h"

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
