/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "local-plots.h"

#include "plot-script.h"

/* What is drawn: methods that are one line, each in the order of their runs. */
static const struct
{
  const char *title;
  LocalMethod first, last;
  guint style;       /* of the script */
  gboolean is_timed; /* drawn against time, too */
} lines[] = {
  { "best policy, 5 % suppressed", LOCAL_OPTIMUM_5, LOCAL_OPTIMUM_5, 1, TRUE },
  { "Mondrian", LOCAL_MONDRIAN, LOCAL_MONDRIAN, 2, TRUE },
  { "rounds", LOCAL_ROUNDS_10, LOCAL_ROUNDS_1000, 3, TRUE },
  { "clusters", LOCAL_CLUSTERS, LOCAL_CLUSTERS, 4, TRUE },
  { "lower bound", LOCAL_BOUND, LOCAL_BOUND, 5, FALSE },
};

static gboolean
is_of (const LocalRun *run, guint line)
{
  return run->method >= lines[line].first && run->method <= lines[line].last;
}

static void
add_point (GString *data, double x, double y)
{
  plot_script_add_number (data, x);
  plot_script_add_number (data, y);
  g_string_append_c (data, '\n');
}

/* Cases of a table by sizes alone, without suppression. */
static gboolean
is_plain (const LocalCase *the_case)
{
  return the_case->model == NULL && the_case->limit == 0;
}

static gboolean
is_same_table (const LocalCase *a, const LocalCase *b)
{
  return is_plain (a) && is_plain (b) && g_str_equal (a->table, b->table)
         && g_strcmp0 (a->without, b->without) == 0;
}

/* Adds a block of data and a line that draws it, unless there are none. */
static void
add_line (GString *blocks, GString *plot, guint line, const GString *data)
{
  if (data->len == 0)
    return;
  g_string_append_printf (blocks, "$line%u << EOD\n%sEOD\n", line, data->str);
  g_string_append_printf (plot,
                          "%s \\\n  $line%u using 1:2 with linespoints linestyle %u title '%s'",
                          plot->len > 0 ? "," : "plot", line, lines[line].style, lines[line].title);
}

static void
collect_times (GString *data, const LocalStudy *study, guint begin, guint line)
{
  for (guint i = begin, end = local_study_find_end (study, begin); i < end; i++)
    {
      const LocalRun *run = local_study_get_run (study, i);

      if (is_of (run, line) && lines[line].is_timed)
        add_point (data, run->outcome.seconds, run->outcome.loss);
    }
}

/* Of each k the last run. */
static void
collect_sizes (GString *data, const LocalStudy *study, guint begin, guint line)
{
  const LocalCase *the_case = local_study_get_run (study, begin)->the_case;

  for (guint i = begin; i < study->runs->len; i = local_study_find_end (study, i))
    {
      const LocalCase *other = local_study_get_run (study, i)->the_case;
      const LocalRun *run = local_study_find (study, i, lines[line].last);

      if (is_same_table (the_case, other) && run != NULL)
        add_point (data, other->k, run->outcome.loss);
    }
}

typedef void (*CollectFunc) (GString *data, const LocalStudy *study, guint begin, guint line);

static void
add_chart (GString *script, const LocalStudy *study, guint begin, const char *kind,
           const char *axis, CollectFunc collect)
{
  const LocalCase *the_case = local_study_get_run (study, begin)->the_case;
  const guint n_attributes = local_case_count_attributes (the_case);
  g_autoptr (GString) plot = g_string_new (NULL);

  for (guint line = 0; line < G_N_ELEMENTS (lines); line++)
    {
      g_autoptr (GString) data = g_string_new (NULL);

      collect (data, study, begin, line);
      add_line (script, plot, line, data);
    }
  g_string_append_printf (script,
                          "set output '%s-%s-%u.svg'\nset title \"%s, %u quasi-identifiers\"\n"
                          "set xlabel '%s'\n%s\n",
                          kind, the_case->table, n_attributes, the_case->table, n_attributes, axis,
                          plot->str);
}

static gboolean
has_sizes (const LocalStudy *study, guint begin)
{
  for (guint i = local_study_find_end (study, begin); i < study->runs->len; i++)
    if (is_same_table (local_study_get_run (study, begin)->the_case,
                       local_study_get_run (study, i)->the_case))
      return TRUE;
  return FALSE;
}

/* Returns: whether no run before is of the same table. */
static gboolean
is_first_of_table (const LocalStudy *study, guint begin)
{
  for (guint i = 0; i < begin; i++)
    if (is_same_table (local_study_get_run (study, i)->the_case,
                       local_study_get_run (study, begin)->the_case))
      return FALSE;
  return is_plain (local_study_get_run (study, begin)->the_case);
}

gboolean
local_draw_plots (const LocalStudy *study, const char *folder, GError **error)
{
  g_autoptr (GString) script = plot_script_new ();

  g_string_append (script, "set ylabel 'loss'\nset logscale x\nset yrange [0:*]\n");
  for (guint i = 0; i < study->runs->len; i = local_study_find_end (study, i))
    if (is_first_of_table (study, i))
      {
        add_chart (script, study, i, "loss-time", "seconds, k = 5", collect_times);
        if (has_sizes (study, i))
          add_chart (script, study, i, "loss-k", "k", collect_sizes);
      }
  return plot_script_draw (script->str, folder, error);
}
