/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "pruning-report.h"

#include "../golden.h"
#include "../json-members.h"
#include "../plot-script.h"
#include "pruning-study.h"

#include <math.h>
#include <string.h>

#define HEADER                                                                                     \
  "table attributes algorithm policies evaluated; of privacy and of quality: inserts queries "     \
  "hits kept max-kept; first found, loss"

static char *
make_line (const char *key, const Outcome *outcome)
{
  g_autoptr (GString) line = g_string_new (NULL);
  const Step *last = outcome_get_last_step (outcome);
  char loss[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (loss, sizeof loss, "%.17g", last->loss);
  g_string_printf (line, "%s %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT, key, outcome->n_policies,
                   outcome->n_evaluated);
  for (guint p = 0; p < G_N_ELEMENTS (outcome->properties); p++)
    {
      const PropertyCounts *counts = &outcome->properties[p];

      g_string_append_printf (line,
                              "; %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT
                              " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT,
                              counts->n_inserts, counts->n_queries, counts->n_hits, counts->n_kept,
                              counts->max_kept);
    }
  g_string_append_printf (line, "; %" G_GUINT64_FORMAT " %s", last->n_evaluated, loss);
  return g_string_free (g_steal_pointer (&line), FALSE);
}

/* Returns: whether @func said so of each line. */
static gboolean
for_each_line (Golden *golden, gconstpointer run, GoldenLineFunc func)
{
  const Study *study = run;
  gboolean success = TRUE;

  for (guint i = 0; i < study->cases->len; i++)
    {
      const Studied *studied = g_ptr_array_index (study->cases, i);

      for (guint a = 0; studied->chosen.is_golden && a < N_ALGORITHMS; a++)
        {
          const Outcome *outcome = &studied->outcomes[a];
          g_autofree char *key
              = g_strdup_printf ("%s %u %s", studied->chosen.table.name,
                                 studied->chosen.table.n_attributes, algorithm_names[a]);
          g_autofree char *line = outcome->is_complete ? make_line (key, outcome) : NULL;

          if (line != NULL)
            success = func (golden, key, line) && success;
        }
    }
  return success;
}

gboolean
pruning_golden_check (const Study *study, const char *path, const char *new_path, GError **error)
{
  return golden_check_run (path, new_path, HEADER, for_each_line, study, error);
}

static void
add_property (JsonBuilder *builder, const char *name, const PropertyCounts *counts)
{
  begin_object (builder, name);
  add_integer (builder, "inserts", counts->n_inserts);
  add_integer (builder, "queries", counts->n_queries);
  add_integer (builder, "hits", counts->n_hits);
  add_integer (builder, "kept", counts->n_kept);
  add_integer (builder, "max_kept", counts->max_kept);
  add_integer (builder, "bytes", counts->n_bytes);
  json_builder_end_object (builder);
}

static void
json_add_steps (JsonBuilder *builder, const Outcome *outcome)
{
  begin_array (builder, "improvements");
  for (guint i = 0; i < outcome->n_steps; i++)
    {
      begin_object (builder, NULL);
      add_number (builder, "loss", outcome->steps[i].loss);
      add_number (builder, "seconds", outcome->steps[i].seconds);
      add_integer (builder, "evaluated", outcome->steps[i].n_evaluated);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

/* Adds the members of an object that was begun. */
static void
add_outcome (JsonBuilder *builder, const Outcome *outcome)
{
  add_integer (builder, "runs", outcome->n_runs);
  add_boolean (builder, "complete", outcome->is_complete);
  add_spread (builder, "total_seconds", &outcome->totals);
  if (!outcome->has_solution)
    return;
  add_boolean (builder, "proven_optimal", outcome->is_optimal);
  add_integer (builder, "rows", outcome->n_rows);
  add_integer (builder, "policies", outcome->n_policies);
  add_integer (builder, "evaluated", outcome->n_evaluated);
  add_number (builder, "loss", outcome->losses.median);
  add_number (builder, "gap", outcome->gap);
  add_number (builder, "prepare_seconds", outcome->seconds[PHASE_PREPARE]);
  add_number (builder, "search_seconds", outcome->seconds[PHASE_SEARCH]);
  add_number (builder, "evaluate_seconds", outcome->seconds[PHASE_EVALUATE]);
  add_number (builder, "bookkeeping_seconds", outcome->seconds[PHASE_BOOKKEEPING]);
  add_integer (builder, "bytes", outcome->n_bytes);
  add_integer (builder, "peak_memory_bytes", outcome->peak_memory);
  add_property (builder, "insufficient_privacy",
                &outcome->properties[PROPERTY_INSUFFICIENT_PRIVACY]);
  add_property (builder, "insufficient_quality",
                &outcome->properties[PROPERTY_INSUFFICIENT_QUALITY]);
  json_add_steps (builder, outcome);
}

static void
add_published (JsonBuilder *builder, const Published *published)
{
  begin_object (builder, "published");
  add_text (builder, "source", published->source);
  add_number (builder, "seconds", published->seconds);
  if (published->evaluating > 0)
    add_number (builder, "evaluate_seconds", published->evaluating);
  if (published->n_evaluated > 0)
    add_integer (builder, "evaluated", published->n_evaluated);
  if (published->first_found > 0)
    add_integer (builder, "first_found", published->first_found);
  for (guint p = 0; p < G_N_ELEMENTS (published->properties); p++)
    if (published->properties[p].n_queries > 0)
      {
        begin_object (builder, p == PROPERTY_INSUFFICIENT_PRIVACY ? "insufficient_privacy"
                                                                  : "insufficient_quality");
        add_integer (builder, "queries", published->properties[p].n_queries);
        add_number (builder, "hits_percent", published->properties[p].hits);
        add_number (builder, "kept_per_insert", published->properties[p].kept);
        json_builder_end_object (builder);
      }
  json_builder_end_object (builder);
}

static void
add_algorithms (JsonBuilder *builder, const Studied *studied)
{
  begin_array (builder, "algorithms");
  for (Algorithm a = ALGORITHM_FLASH; a <= ALGORITHM_IGREEDY; a++)
    {
      const Published *published
          = find_published (studied->chosen.table.quality, &studied->chosen.table, a);

      if (studied->outcomes[a].n_runs == 0)
        continue;
      begin_object (builder, NULL);
      add_text (builder, "algorithm", algorithm_names[a]);
      add_outcome (builder, &studied->outcomes[a]);
      if (published != NULL)
        add_published (builder, published);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_racer (JsonBuilder *builder, const char *name, const Studied *studied, const Outcome *outcome)
{
  begin_object (builder, name);
  add_outcome (builder, outcome);
  add_number (builder, "improvement_percent", studied_get_improvement (studied, outcome));
  json_builder_end_object (builder);
}

static void
add_race (JsonBuilder *builder, const Studied *studied)
{
  double percent;

  begin_object (builder, "in_time_of_igreedy");
  add_racer (builder, "best_first", studied, &studied->race.best_first);
  add_racer (builder, "interval", studied, &studied->race.interval);
  if (find_published_improvement (studied->chosen.table.quality, &studied->chosen.table, &percent))
    add_number (builder, "published_improvement_percent", percent);
  json_builder_end_object (builder);
}

static void
add_stores (JsonBuilder *builder, const Study *study)
{
  begin_array (builder, "stores");
  for (guint store = 0; study->stored != NULL && store < N_STORES; store++)
    {
      const double seconds = get_published_bookkeeping (
          study->quality, &study->stored->chosen.table, (StoreKind) store);

      begin_object (builder, NULL);
      add_text (builder, "store", store_names[store]);
      add_integer (builder, "attributes", study->stored->chosen.table.n_attributes);
      add_outcome (builder, &study->stores[store]);
      if (seconds > 0)
        add_number (builder, "published_bookkeeping_seconds", seconds);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

void
print_study_json (const Study *study, const Machine *machine)
{
  JsonBuilder *builder = json_builder_new ();

  begin_object (builder, NULL);
  add_machine (builder, machine);
  add_text (builder, "quality", study->quality);
  add_number (builder, "seconds_limit", study->seconds);
  begin_array (builder, "cases");
  for (guint i = 0; i < study->cases->len; i++)
    {
      const Studied *studied = g_ptr_array_index (study->cases, i);

      begin_object (builder, NULL);
      add_text (builder, "table", studied->chosen.table.name);
      add_integer (builder, "attributes", studied->chosen.table.n_attributes);
      add_algorithms (builder, studied);
      add_race (builder, studied);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  add_stores (builder, study);
  json_builder_end_object (builder);
  print_json (builder);
}

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
plots_add_steps (GString *script, const Outcome *outcome, guint number)
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
    plots_add_steps (script, &studied->outcomes[drawn[a]], a);
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
      = g_strdup_printf ("Better quality than IGreedy in its time, %s", study->quality);
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

#define LOW_DIMENSIONAL 9

static const char *const property_names[] = { "privacy", "quality" };

static void
print_case (const Studied *studied)
{
  g_print ("%-10s %5u", studied->chosen.table.name, studied->chosen.table.n_attributes);
}

/* An asterisk behind what was cut short. */
static const char *
get_mark (const Outcome *outcome)
{
  return outcome->is_complete ? " " : "*";
}

static double
divide (guint64 part, guint64 whole)
{
  return whole > 0 ? (double) part / (double) whole : 0;
}

void
print_stores (const Study *study)
{
  const Table *table;

  if (study->stored == NULL)
    return;
  table = &study->stored->chosen.table;
  g_print ("\nTable 1. Flash, implicit, on %s with %u attributes, by what keeps its properties.\n"
           "The library's Flash runs with each variant of the store; milliseconds of the fastest "
           "of %u runs.\nPublished is the bookkeeping alone.\n\n%-16s %10s %10s %12s %12s %12s\n",
           table->name, table->n_attributes, study->stores[0].n_runs, "store", "total",
           "evaluation", "bookkeeping", "store bytes", "published");
  for (guint store = N_STORES; store-- > 0;)
    {
      const Outcome *outcome = &study->stores[store];
      const double seconds = get_published_bookkeeping (study->quality, table, (StoreKind) store);

      g_print ("%-16s %9.1f%s %10.1f %12.1f %12" G_GUINT64_FORMAT, store_names[store],
               1e3 * outcome->seconds[PHASE_SEARCH], get_mark (outcome),
               1e3 * outcome->seconds[PHASE_EVALUATE], 1e3 * outcome->seconds[PHASE_BOOKKEEPING],
               outcome->properties[0].n_bytes + outcome->properties[1].n_bytes);
      if (seconds > 0)
        g_print (" %12.0f\n", 1e3 * seconds);
      else
        g_print (" %12s\n", "-");
    }
}

static void
print_property (const Studied *studied, Algorithm algorithm, Property property)
{
  const Outcome *outcome = &studied->outcomes[algorithm];
  const PropertyCounts *counts = &outcome->properties[property];
  const Published *published
      = find_published (studied->chosen.table.quality, &studied->chosen.table, algorithm);

  print_case (studied);
  g_print (" %-10s %9" G_GUINT64_FORMAT " %8" G_GUINT64_FORMAT "%s %-8s %8" G_GUINT64_FORMAT
           " %6.3f %9" G_GUINT64_FORMAT " %6.1f %9" G_GUINT64_FORMAT,
           algorithm_names[algorithm], outcome->n_policies, outcome->n_evaluated,
           get_mark (outcome), property_names[property], counts->n_inserts,
           divide (counts->n_kept, counts->n_inserts), counts->n_queries,
           100 * divide (counts->n_hits, counts->n_queries), counts->n_bytes);
  if (published != NULL && published->n_evaluated > 0)
    {
      g_print (" | %8" G_GUINT64_FORMAT, published->n_evaluated);
      if (published->properties[property].n_queries > 0)
        g_print (" %6.3f %9" G_GUINT64_FORMAT " %6.1f", published->properties[property].kept,
                 published->properties[property].n_queries, published->properties[property].hits);
    }
  g_print ("\n");
}

static void
print_properties_between (const Study *study, guint min, guint max)
{
  gboolean has_header = FALSE;

  for (guint i = 0; i < study->cases->len; i++)
    {
      const Studied *studied = g_ptr_array_index (study->cases, i);
      const guint n_attributes = studied->chosen.table.n_attributes;

      for (Algorithm a = ALGORITHM_FLASH; a <= ALGORITHM_BEST_FIRST; a++)
        if (a != ALGORITHM_FLASH_EXPLICIT && n_attributes >= min && n_attributes <= max
            && studied->outcomes[a].has_solution)
          {
            if (!has_header)
              g_print ("\nTable %d. Predictive properties, %s dimension; published figures behind "
                       "the bar.\nKept are policies of the antichain in the end for each insert, "
                       "hits percent of the queries.\n\n%-10s %5s %-10s %9s %8s  %-8s %8s %6s %9s "
                       "%6s %9s | %8s %6s %9s %6s\n",
                       min == 0 ? 2 : 4, min == 0 ? "low" : "high", "table", "attr.", "algorithm",
                       "policies", "evaluat.", "property", "inserts", "kept", "queries", "hits",
                       "bytes", "evaluat.", "kept", "queries", "hits");
            has_header = TRUE;
            print_property (studied, a, PROPERTY_INSUFFICIENT_PRIVACY);
            print_property (studied, a, PROPERTY_INSUFFICIENT_QUALITY);
          }
    }
}

void
print_properties (const Study *study)
{
  print_properties_between (study, 0, LOW_DIMENSIONAL);
  print_properties_between (study, LOW_DIMENSIONAL + 1, G_MAXUINT);
  print_published_flash ();
  print_published_best_first ();
}

static void
print_effect (const Studied *studied, Algorithm with, Algorithm without)
{
  const Outcome *on = &studied->outcomes[with], *off = &studied->outcomes[without];
  const double on_seconds = on->seconds[PHASE_SEARCH];
  const double off_seconds = off->seconds[PHASE_SEARCH];

  if (!on->has_solution || !off->has_solution)
    return;
  print_case (studied);
  g_print (" %-10s %10" G_GUINT64_FORMAT "%s %10" G_GUINT64_FORMAT "%s %9.1f %9.1f",
           algorithm_names[with], on->n_evaluated, get_mark (on), off->n_evaluated, get_mark (off),
           1e3 * on_seconds, 1e3 * off_seconds);
  if (on->is_complete && off->is_complete)
    g_print (" %8.1f %8.1f\n", 100 * (1 - divide (on->n_evaluated, off->n_evaluated)),
             100 * (1 - on_seconds / off_seconds));
  else
    g_print (" %8s %8s\n", "-", "-");
}

void
print_prediction (const Study *study)
{
  g_print ("\nTable 3. What prediction spares: policies evaluated and milliseconds, with it and "
           "without, and percent less.\n\n%-10s %5s %-10s %10s  %10s  %9s %9s %8s %8s\n",
           "table", "attr.", "algorithm", "evaluated", "without", "ms", "without", "evaluat.",
           "ms");
  for (guint i = 0; i < study->cases->len; i++)
    {
      const Studied *studied = g_ptr_array_index (study->cases, i);

      print_effect (studied, ALGORITHM_FLASH, ALGORITHM_FLASH_CONTROL);
      print_effect (studied, ALGORITHM_BEST_FIRST, ALGORITHM_BEST_FIRST_CONTROL);
    }
}

static void
print_improvement (const Studied *studied, const Outcome *found)
{
  if (isfinite (found->losses.median))
    g_print (" %9" G_GUINT64_FORMAT " %9.6f %7.2f", found->n_evaluated, found->losses.median,
             studied_get_improvement (studied, found));
  else
    g_print (" %9s %9s %7s", "none", "-", "-");
}

/* Prints after how many milliseconds a complete best-first search was as good as the heuristic. */
static void
print_caught_up (const Studied *studied)
{
  const Outcome *best_first = &studied->outcomes[ALGORITHM_BEST_FIRST];

  for (guint i = 0; i < best_first->n_steps; i++)
    if (best_first->steps[i].loss <= studied->outcomes[ALGORITHM_IGREEDY].losses.median)
      {
        g_print (" %9.1f",
                 1e3 * (best_first->seconds[PHASE_PREPARE] + best_first->steps[i].seconds));
        return;
      }
  g_print (" %9s", "-");
}

static void
print_race (const Studied *studied)
{
  const Outcome *igreedy = &studied->outcomes[ALGORITHM_IGREEDY];
  const Outcome *optimum = &studied->outcomes[ALGORITHM_INTERVAL];
  double percent;

  print_case (studied);
  g_print (" %9.1f %9" G_GUINT64_FORMAT " %9.6f", 1e3 * igreedy->totals.median,
           igreedy->n_evaluated, igreedy->losses.median);
  print_improvement (studied, &studied->race.best_first);
  print_improvement (studied, &studied->race.interval);
  if (optimum->is_optimal)
    g_print (" %7.2f", studied_get_improvement (studied, optimum));
  else
    g_print (" %7s", "-");
  print_caught_up (studied);
  if (find_published_improvement (studied->chosen.table.quality, &studied->chosen.table, &percent))
    g_print (" %9.1f", percent);
  g_print ("\n");
}

/* The mean is of those races in which something was found. */
static void
print_summary (const Study *study, const char *name, gsize offset)
{
  guint n_better = 0, n_equal = 0, n_worse = 0;
  double sum = 0, most = 0;

  for (guint i = 0; i < study->cases->len; i++)
    {
      const Studied *studied = g_ptr_array_index (study->cases, i);
      const double improvement
          = studied_get_improvement (studied, &G_STRUCT_MEMBER (Outcome, studied, offset));

      if (!isfinite (improvement))
        continue;
      n_better += improvement > 0 ? 1 : 0;
      n_worse += improvement < 0 ? 1 : 0;
      n_equal += improvement > 0 || improvement < 0 ? 0 : 1;
      sum += improvement;
      most = MAX (most, improvement);
    }
  g_print ("%s: of %u combinations better in %u, equal in %u, worse in %u, nothing found in %u; "
           "mean %.2f %%, at most %.2f %%\n",
           name, study->cases->len, n_better, n_equal, n_worse,
           study->cases->len - n_better - n_equal - n_worse,
           sum / MAX (n_better + n_equal + n_worse, 1), most);
}

void
print_races (const Study *study)
{
  g_print (
      "\nTable 5. What is found in the time that IGreedy takes (preparation included), and by how "
      "many percent its\nquality, 1 less the loss, is higher; medians of time and loss. As good: "
      "after "
      "how many milliseconds best-first had found no\nworse a solution. The last column was "
      "published of best-first.\n\n%-10s %5s %29s %27s %27s %7s %9s %9s\n%-10s %5s %9s %9s %9s %9s "
      "%9s %7s %9s "
      "%9s %7s %7s %9s %9s\n",
      "", "", "IGreedy", "best-first", "interval", "optimum", "as good", "published", "table",
      "attr.", "ms", "evaluated", "loss", "evaluated", "loss", "%", "evaluated", "loss", "%", "%",
      "ms", "%");
  for (guint i = 0; i < study->cases->len; i++)
    print_race (g_ptr_array_index (study->cases, i));
  g_print ("\n");
  print_summary (study, "best-first", G_STRUCT_OFFSET (Studied, race.best_first));
  print_summary (study, "interval", G_STRUCT_OFFSET (Studied, race.interval));
  print_published_races ();
}
