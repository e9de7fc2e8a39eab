/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "pruning-plots.h"

#include <math.h>
#include <string.h>

#include "plot-script.h"
#include "pruning-published.h"

#define N_SERIES 4

/* Of a case and a series: what is drawn, or no finite number. */
typedef double (*NumberFunc) (const Studied *studied, guint series);

static const Algorithm drawn[N_SERIES]
    = { ALGORITHM_FLASH_EXPLICIT, ALGORITHM_FLASH, ALGORITHM_BEST_FIRST, ALGORITHM_INTERVAL };
static const char *const drawn_titles[N_SERIES]
    = { "Flash, explicit", "Flash, implicit", "best-first", "interval" };

static double
get_total (const Studied *studied, guint series)
{
  const Outcome *outcome = &studied->outcomes[drawn[series]];

  return outcome->is_complete ? outcome->total : NAN;
}

static double
get_megabytes (const Studied *studied, guint series)
{
  const Outcome *outcome = &studied->outcomes[drawn[series]];

  return outcome->is_complete ? (double) outcome->n_bytes / 1e6 : NAN;
}

/* What percentage of policies and of the time is left with prediction. */
static double
get_effect (const Studied *studied, guint series)
{
  const gboolean is_flash = series < N_SERIES / 2;
  const Outcome *with = &studied->outcomes[is_flash ? ALGORITHM_FLASH : ALGORITHM_BEST_FIRST];
  const Outcome *without
      = &studied->outcomes[is_flash ? ALGORITHM_FLASH_CONTROL : ALGORITHM_BEST_FIRST_CONTROL];

  if (!with->is_complete || !without->is_complete)
    return NAN;
  return 100
         * (series % 2 == 0 ? (double) with->n_evaluated / (double) without->n_evaluated
                            : with->seconds[PHASE_SEARCH] / without->seconds[PHASE_SEARCH]);
}

static const char *const effect_titles[N_SERIES]
    = { "Flash, policies evaluated", "Flash, seconds", "best-first, policies evaluated",
        "best-first, seconds" };

static double
get_improvement (const Studied *studied, guint series)
{
  double percent;

  switch (series)
    {
    case 0:
      return studied_get_improvement (studied, &studied->race.best_first);
    case 1:
      return studied_get_improvement (studied, &studied->race.interval);
    case 2:
      return find_published_improvement (studied->chosen.table.quality, &studied->chosen.table,
                                         &percent)
                 ? percent
                 : NAN;
    default:
      return NAN;
    }
}

static const char *const improvement_titles[N_SERIES]
    = { "best-first", "interval", "best-first, published", "" };

/* What is drawn over the number of attributes. */
static const struct
{
  const char *kind;
  const char *title;
  const char *axis;
  NumberFunc get;
  const char *const *titles;
} charts[] = {
  { "times", "Execution time", "set ylabel 'seconds'\nset logscale y\nset format y '10^{%L}'\n",
    get_total, drawn_titles },
  { "memory", "Memory of the search", "set ylabel 'MB'\nset logscale y\nset format y '10^{%L}'\n",
    get_megabytes, drawn_titles },
  { "prediction", "What prediction leaves",
    "set ylabel 'percent of a run without prediction'\nset yrange [0:*]\n", get_effect,
    effect_titles },
};

static const Studied *
get_case (const Study *study, guint i)
{
  return g_ptr_array_index (study->cases, i);
}

/* Returns: behind the last case of the table. */
static guint
find_end (const Study *study, guint begin)
{
  guint end = begin;

  while (end < study->cases->len
         && strcmp (get_case (study, end)->chosen.table.name,
                    get_case (study, begin)->chosen.table.name)
                == 0)
    end++;
  return end;
}

static void
begin_plot (GString *script, const char *kind, const char *table, const char *title,
            const char *axes)
{
  g_string_append_printf (script, "\nset output '%s%s%s.svg'\nset title \"%s\"\n%s", kind,
                          table[0] != '\0' ? "-" : "", table, title, axes);
}

/* Gnuplot refuses columns without a number. */
static gboolean
has_numbers (const Study *study, guint begin, guint end, NumberFunc get, guint series)
{
  for (guint i = begin; i < end; i++)
    if (isfinite (get (get_case (study, i), series)))
      return TRUE;
  return FALSE;
}

/* The first column has the number of attributes, or the name of the case if it is @named. */
static void
add_data (GString *script, const Study *study, guint begin, guint end, NumberFunc get,
          gboolean named)
{
  g_string_append (script, "$data << EOD\n");
  for (guint i = begin; i < end; i++)
    {
      const Studied *studied = get_case (study, i);

      if (named)
        g_string_append_printf (script, "\"%s %u\"", studied->chosen.table.name,
                                studied->chosen.table.n_attributes);
      else
        g_string_append_printf (script, "%u", studied->chosen.table.n_attributes);
      for (guint series = 0; series < N_SERIES; series++)
        plot_script_add_number (script, get (studied, series));
      g_string_append_c (script, '\n');
    }
  g_string_append (script, "EOD\n");
}

/* Begins with the command if there is anything to plot. */
static void
add_series (GString *script, const Study *study, guint begin, guint end, NumberFunc get,
            const char *const *titles, gboolean named)
{
  const char *separator = "plot";

  for (guint series = 0; series < N_SERIES; series++)
    if (has_numbers (study, begin, end, get, series))
      {
        if (named)
          g_string_append_printf (script, "%s \\\n  $data using %u:xticlabels(1)", separator,
                                  series + 2);
        else
          g_string_append_printf (script, "%s \\\n  $data using 1:%u with linespoints", separator,
                                  series + 2);
        g_string_append_printf (script, " linestyle %u title '%s'", series + 1, titles[series]);
        separator = ",";
      }
  g_string_append_c (script, '\n');
}

/* Leaves out the cases at either end that are only raced. */
static void
add_charts (GString *script, const Study *study, guint begin, guint end)
{
  const Table *table;

  while (!get_case (study, begin)->chosen.is_searched)
    begin++;
  while (!get_case (study, end - 1)->chosen.is_searched)
    end--;
  table = &get_case (study, begin)->chosen.table;
  g_string_append_printf (script, "\nset xlabel 'attributes'\nset xrange [%u.8:%u.2]\n",
                          table->n_attributes - 1,
                          get_case (study, end - 1)->chosen.table.n_attributes);
  for (guint c = 0; c < G_N_ELEMENTS (charts); c++)
    {
      g_autofree char *title
          = g_strdup_printf ("%s, %s, %s", charts[c].title, table->name, study->quality);

      begin_plot (script, charts[c].kind, table->name, title, charts[c].axis);
      add_data (script, study, begin, end, charts[c].get, FALSE);
      add_series (script, study, begin, end, charts[c].get, charts[c].titles, FALSE);
      g_string_append (script, "unset logscale\nset format y '%g'\nset yrange [*:*]\n");
    }
  g_string_append (script, "set xrange [*:*]\n");
}

/* The best loss stays until the run ends; an algorithm without a solution has no line. */
static void
add_steps (GString *script, const Outcome *outcome, guint number)
{
  g_string_append_printf (script, "$steps%u << EOD\n", number);
  for (guint i = 0; i < outcome->n_steps; i++)
    {
      plot_script_add_number (script, 1e3 * MAX (outcome->steps[i].seconds, 1e-6));
      plot_script_add_number (script, outcome->steps[i].loss);
      g_string_append_c (script, '\n');
    }
  if (outcome->n_steps > 0)
    {
      plot_script_add_number (script, 1e3 * outcome->seconds[PHASE_SEARCH]);
      plot_script_add_number (script, outcome_get_last_step (outcome)->loss);
      g_string_append_c (script, '\n');
    }
  g_string_append (script, "EOD\n");
}

static void
add_trajectory (GString *script, const Study *study, const Studied *studied)
{
  const Table *table = &studied->chosen.table;
  const Outcome *optimum = &studied->outcomes[ALGORITHM_INTERVAL];
  g_autofree char *name = g_strdup_printf ("%s-%u", table->name, table->n_attributes);
  g_autofree char *title = g_strdup_printf ("Best loss over time, %s, %u attributes, %s",
                                            table->name, table->n_attributes, study->quality);
  gboolean has_line = FALSE;

  for (guint a = 0; a < G_N_ELEMENTS (drawn); a++)
    add_steps (script, &studied->outcomes[drawn[a]], a);
  begin_plot (script, "loss", name, title,
              "set xlabel 'milliseconds'\nset ylabel 'loss'\nset logscale x\n"
              "set format x '10^{%L}'\nplot");
  for (guint a = 0; a < G_N_ELEMENTS (drawn); a++)
    if (studied->outcomes[drawn[a]].n_steps > 0)
      {
        g_string_append_printf (script, "%s \\\n  $steps%u with steps linestyle %u title '%s'",
                                has_line ? "," : "", a, a + 1, drawn_titles[a]);
        has_line = TRUE;
      }
  if (optimum->is_optimal)
    {
      g_string_append (script, ", \\\n ");
      plot_script_add_number (script, optimum->losses.median);
      g_string_append (script, " with lines linestyle 5 title 'optimum'");
    }
  g_string_append (script, "\nunset logscale\nset format x '%g'\n");
}

/* Returns: (nullable): the case of a table with most attributes that all algorithms were run on. */
static const Studied *
find_largest (const Study *study, guint begin, guint end)
{
  const Studied *largest = NULL;

  for (guint i = begin; i < end; i++)
    if (get_case (study, i)->outcomes[ALGORITHM_INTERVAL].n_steps > 0)
      largest = get_case (study, i);
  return largest;
}

static void
add_improvements (GString *script, const Study *study)
{
  g_autofree char *title
      = g_strdup_printf ("Less loss than IGreedy in its time, %s", study->quality);
  const guint end = study->cases->len;

  g_string_append (script, "\nset terminal svg size 1200,500\n");
  begin_plot (script, "improvement", "", title,
              "set xlabel ''\nset ylabel 'percent, cut off below -20'\nset yrange [-20:*]\n"
              "set style data histogram\nset style histogram clustered gap 1\n"
              "set style fill solid 0.7 border\nset xtics rotate by -60 nomirror\n");
  add_data (script, study, 0, end, get_improvement, TRUE);
  add_series (script, study, 0, end, get_improvement, improvement_titles, TRUE);
}

static char *
make_script (const Study *study)
{
  g_autoptr (GString) script = plot_script_new ();

  for (guint begin = 0, end; begin < study->cases->len; begin = end)
    {
      const Studied *largest;

      end = find_end (study, begin);
      largest = find_largest (study, begin, end);
      if (largest == NULL)
        continue;
      add_charts (script, study, begin, end);
      add_trajectory (script, study, largest);
    }
  add_improvements (script, study);
  return g_string_free (g_steal_pointer (&script), FALSE);
}

gboolean
draw_plots (const Study *study, const char *folder, GError **error)
{
  g_autofree char *script = make_script (study);

  return plot_script_draw (script, folder, error);
}
