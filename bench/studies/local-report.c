/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "local-report.h"

#include "../golden.h"
#include "../json-members.h"
#include "../plot-script.h"

#include <math.h>
#include <stdio.h>

#define HEADER                                                                                     \
  "case:method[:steps] classes suppressed loss; view:table:recoding[:steps]:numbers, the mean "    \
  "changes of Pearson's r, Spearman's and Cramer's V, and the shifts of columns; "                 \
  "numbers:table:columns:k:method[:steps] classes SSE/SST"

static void
append_number (GString *line, double number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (
      line, " %s", isfinite (number) ? g_ascii_formatd (text, sizeof text, "%.10g", number) : "-");
}

/* Takes the line, whose key is @key, over. */
static gboolean
use_line (Golden *golden, const char *key, GString *line, GoldenLineFunc func)
{
  const gboolean success = func (golden, key, line->str);

  g_string_free (line, TRUE);
  return success;
}

static gboolean
use_run (Golden *golden, const LocalRun *run, GoldenLineFunc func)
{
  g_autofree char *key = local_run_get_name (run);
  GString *line = g_string_new (key);

  g_string_append_printf (line, " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT, run->outcome.n_classes,
                          run->outcome.n_suppressed);
  append_number (line, run->outcome.loss);
  return use_line (golden, key, line, func);
}

/* Returns: (transfer full): the steps as a part of a key, none for 0. */
static char *
write_steps (guint64 n_steps)
{
  return n_steps > 0 ? g_strdup_printf (":%" G_GUINT64_FORMAT, n_steps) : g_strdup ("");
}

static gboolean
use_view (Golden *golden, const LocalView *view, GoldenLineFunc func)
{
  g_autofree char *steps = write_steps (view->n_steps);
  g_autofree char *key
      = g_strdup_printf ("view:%s:%s%s:%s", view->table, local_recoding_names[view->recoding],
                         steps, local_reading_names[view->reading]);
  GString *line = g_string_new (key);

  for (guint a = 0; a < LOCAL_N_ASSOCIATIONS; a++)
    append_number (line, view->changes[a].mean);
  for (guint c = 0; c < view->n_columns; c++)
    append_number (line, view->columns[c].shift);
  return use_line (golden, key, line, func);
}

static gboolean
use_numbers (Golden *golden, const LocalNumbersRun *run, GoldenLineFunc func)
{
  g_autofree char *steps = write_steps (run->n_steps);
  g_autofree char *key = g_strdup_printf ("numbers:%s:%u:%u:%s%s", run->table, run->n_columns,
                                          run->k, run->method, steps);
  GString *line = g_string_new (key);

  g_string_append_printf (line, " %" G_GUINT64_FORMAT, run->n_classes);
  append_number (line, run->share);
  return use_line (golden, key, line, func);
}

static gboolean
for_each_line (Golden *golden, gconstpointer data, GoldenLineFunc func)
{
  const LocalStudy *study = data;
  gboolean success = TRUE;

  for (guint i = 0; i < study->runs->len; i++)
    {
      const LocalRun *run = local_study_get_run (study, i);

      if (!g_str_equal (run->the_case->table, "health"))
        success = use_run (golden, run, func) && success;
    }
  for (guint i = 0; i < study->views->len; i++)
    success = use_view (golden, &g_array_index (study->views, LocalView, i), func) && success;
  for (guint i = 0; i < study->numbers->len; i++)
    success = use_numbers (golden, &g_array_index (study->numbers, LocalNumbersRun, i), func)
              && success;
  return success;
}

gboolean
local_golden_check (const LocalStudy *study, const char *path, const char *new_path, GError **error)
{
  return golden_check_run (path, new_path, HEADER, for_each_line, study, error);
}

/* What is null is not there. */
static void
add_text_or_null (JsonBuilder *builder, const char *name, const char *value)
{
  json_builder_set_member_name (builder, name);
  if (value != NULL)
    json_builder_add_string_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

static void
add_run (JsonBuilder *builder, const LocalRun *run, double bound)
{
  const LocalOutcome *outcome = &run->outcome;

  begin_object (builder, NULL);
  add_text (builder, "method", local_method_names[run->method]);
  if (run->effort != NULL)
    add_integer (builder, "steps", run->effort->n_steps);
  add_number (builder, "loss", outcome->loss);
  if (bound > 0)
    add_number (builder, "gap", outcome->loss / bound);
  add_integer (builder, "suppressed", outcome->n_suppressed);
  add_integer (builder, "classes", outcome->n_classes);
  add_number (builder, "seconds", outcome->seconds);
  add_number (builder, "verify_seconds", outcome->check_seconds);
  add_integer (builder, "peak_memory", outcome->peak_memory);
  if (run->effort != NULL && run->effort->loss > 0)
    {
      add_number (builder, "target_loss", run->effort->loss);
      add_number (builder, "target_seconds", run->effort->seconds);
    }
  json_builder_end_object (builder);
}

static void
add_bound (JsonBuilder *builder, const LocalRun *run)
{
  begin_object (builder, "bound");
  add_integer (builder, "rises", run->the_case->n_rises);
  add_number (builder, "lower_bound", run->outcome.loss);
  add_number (builder, "seconds", run->outcome.seconds);
  add_number (builder, "verify_seconds", run->outcome.check_seconds);
  add_integer (builder, "peak_memory", run->outcome.peak_memory);
  json_builder_end_object (builder);
}

static void
add_case (JsonBuilder *builder, const LocalStudy *study, guint begin)
{
  const LocalRun *first = local_study_get_run (study, begin);
  const LocalRun *bound = local_study_find (study, begin, LOCAL_BOUND);
  const guint end = local_study_find_end (study, begin);

  begin_object (builder, NULL);
  add_text (builder, "table", first->the_case->table);
  add_integer (builder, "records", first->outcome.n_records);
  add_integer (builder, "quasi_identifiers", local_case_count_attributes (first->the_case));
  add_integer (builder, "k", first->the_case->k);
  add_text_or_null (builder, "model", first->the_case->model);
  add_number (builder, "limit", first->the_case->limit);
  if (bound != NULL)
    add_bound (builder, bound);
  begin_array (builder, "runs");
  for (guint i = begin; i < end; i++)
    if (local_study_get_run (study, i) != bound)
      add_run (builder, local_study_get_run (study, i), bound != NULL ? bound->outcome.loss : 0);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

static void
add_change (JsonBuilder *builder, const LocalView *view, guint association)
{
  const LocalViewChange *change = &view->changes[association];

  begin_object (builder, local_association_names[association]);
  add_integer (builder, "pairs", change->n);
  add_integer (builder, "gone", change->n_gone);
  add_number (builder, "mean_change", change->mean);
  add_number (builder, "mean_change_of_strength", change->strength);
  add_number (builder, "greatest_change", change->greatest);
  json_builder_end_object (builder);
}

static void
add_view (JsonBuilder *builder, const LocalView *view)
{
  begin_object (builder, NULL);
  add_text (builder, "table", view->table);
  add_text (builder, "recoding", local_recoding_names[view->recoding]);
  if (view->n_steps > 0)
    add_integer (builder, "steps", view->n_steps);
  add_text (builder, "numbers", local_reading_names[view->reading]);
  add_number (builder, "loss", view->loss);
  add_integer (builder, "suppressed", view->n_suppressed);
  begin_array (builder, "columns");
  for (guint c = 0; c < view->n_columns; c++)
    {
      begin_object (builder, NULL);
      add_text (builder, "column", view->columns[c].name);
      add_number (builder, "share_with_number", view->columns[c].share);
      add_number (builder, "mean_shift", view->columns[c].shift);
      add_number (builder, "deviation_ratio", view->columns[c].deviation);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  begin_object (builder, "associations");
  for (guint a = 0; a < LOCAL_N_ASSOCIATIONS; a++)
    add_change (builder, view, a);
  json_builder_end_object (builder);
  json_builder_end_object (builder);
}

static void
add_numbers (JsonBuilder *builder, const LocalNumbersRun *run)
{
  begin_object (builder, NULL);
  add_text (builder, "table", run->table);
  add_integer (builder, "columns", run->n_columns);
  add_integer (builder, "k", run->k);
  add_text (builder, "method", run->method);
  if (run->n_steps > 0)
    add_integer (builder, "steps", run->n_steps);
  add_integer (builder, "classes", run->n_classes);
  add_number (builder, "share_of_squares", run->share);
  add_number (builder, "seconds", run->seconds);
  json_builder_end_object (builder);
}

gboolean
local_write_json (const LocalStudy *study, const Machine *machine, const char *path, GError **error)
{
  JsonBuilder *builder = json_builder_new ();
  g_autofree char *text = NULL;

  begin_object (builder, NULL);
  add_machine (builder, machine);
  begin_array (builder, "cases");
  for (guint i = 0; i < study->runs->len; i = local_study_find_end (study, i))
    add_case (builder, study, i);
  json_builder_end_array (builder);
  begin_array (builder, "views");
  for (guint i = 0; i < study->views->len; i++)
    add_view (builder, &g_array_index (study->views, LocalView, i));
  json_builder_end_array (builder);
  begin_array (builder, "numbers");
  for (guint i = 0; i < study->numbers->len; i++)
    add_numbers (builder, &g_array_index (study->numbers, LocalNumbersRun, i));
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  text = write_json (builder);
  return g_file_set_contents (path, text, -1, error);
}

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
  { "clusters, sets", LOCAL_SETS, LOCAL_SETS, 6, TRUE },
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

void
local_print_runs_title (void)
{
  printf ("Seconds of the processor on one thread, without reading and preparing; peak memory of "
          "the process,\ntables included; checked is the release verified, or the proof of the "
          "bound.\n\n"
          "%-10s %2s %4s %-6s %5s  %-13s %9s %8s %10s %7s %8s %7s %7s  %7s\n",
          "table", "m", "k", "model", "limit", "method", "steps", "loss", "suppressed", "classes",
          "seconds", "checked", "MB", "target");
}

static void
print_target (const LocalEffort *effort)
{
  if (effort != NULL && effort->loss > 0)
    printf ("  %.4f in %g s", effort->loss, effort->seconds);
  printf ("\n");
  fflush (stdout);
}

void
local_print_run (const LocalRun *run)
{
  const LocalCase *the_case = run->the_case;
  const LocalOutcome *outcome = &run->outcome;

  printf ("%-10s %2u %4u %-6s %5g  %-13s %9" G_GUINT64_FORMAT " %8.5f %10" G_GUINT64_FORMAT
          " %7" G_GUINT64_FORMAT " %8.2f %7.2f %7.1f",
          the_case->table, local_case_count_attributes (the_case), the_case->k,
          the_case->model != NULL ? the_case->model : "", the_case->limit,
          local_method_names[run->method], run->effort != NULL ? run->effort->n_steps : 0,
          outcome->loss, outcome->n_suppressed, outcome->n_classes, outcome->seconds,
          outcome->check_seconds, (double) outcome->peak_memory / 1e6);
  print_target (run->effort);
}

void
local_print_gap (double gap)
{
  printf ("%-10s %2s %4s %-6s %5s  %-13s %9s %8.3f\n", "", "", "", "", "", "gap", "", gap);
}

/* A hyphen if there is none. */
static void
print_number (double number)
{
  if (isfinite (number))
    printf (" %7.3f", number);
  else
    printf (" %7s", "-");
}

static void
print_changes (const LocalView *view)
{
  printf ("%-10s %-10s %-11s %7.4f %10" G_GUINT64_FORMAT, view->table,
          local_recoding_names[view->recoding], local_reading_names[view->reading], view->loss,
          view->n_suppressed);
  for (guint a = 0; a < LOCAL_N_ASSOCIATIONS; a++)
    {
      printf ("  %2u %2u", view->changes[a].n, view->changes[a].n_gone);
      print_number (view->changes[a].mean);
      print_number (view->changes[a].strength);
      print_number (view->changes[a].greatest);
    }
  printf ("\n");
}

static void
print_columns (const LocalView *view)
{
  for (guint c = 0; c < view->n_columns; c++)
    {
      printf ("%-10s %-10s %-11s %-10s", view->table, local_recoding_names[view->recoding],
              local_reading_names[view->reading], view->columns[c].name);
      print_number (view->columns[c].share);
      print_number (view->columns[c].shift);
      print_number (view->columns[c].deviation);
      printf ("\n");
    }
}

void
local_print_views (const GArray *views)
{
  if (views->len == 0)
    return;
  printf ("\nWhat an analyst sees, k = 5: of pairs of columns how many have an association in the "
          "table, how many\nof these have none in the release, and of all these the mean change in "
          "size, the mean change of the\nsize, which is below 0 if they look weaker, and the "
          "greatest change\n\n"
          "%-10s %-10s %-11s %7s %10s",
          "table", "recoding", "numbers", "loss", "suppressed");
  for (guint a = 0; a < LOCAL_N_ASSOCIATIONS; a++)
    printf ("  %-29s", local_association_names[a]);
  printf ("\n");
  for (guint i = 0; i < views->len; i++)
    print_changes (&g_array_index (views, LocalView, i));
  printf ("\nof columns of numbers: the share of released records with a number, the shift of "
          "their mean in standard\ndeviations, and their standard deviation over that of the "
          "table\n\n%-10s %-10s %-11s %-10s %7s %7s %7s\n",
          "table", "recoding", "numbers", "column", "share", "shift", "ratio");
  for (guint i = 0; i < views->len; i++)
    print_columns (&g_array_index (views, LocalView, i));
}

void
local_print_numbers (const GArray *runs)
{
  if (runs->len == 0)
    return;
  printf ("\nNumbers replaced by the means of their classes: SSE / SST in percent\n\n"
          "%-10s %2s %4s %-9s %8s %7s %7s %8s\n",
          "table", "m", "k", "method", "steps", "classes", "percent", "seconds");
  for (guint i = 0; i < runs->len; i++)
    {
      const LocalNumbersRun *run = &g_array_index (runs, LocalNumbersRun, i);

      printf ("%-10s %2u %4u %-9s %8" G_GUINT64_FORMAT " %7" G_GUINT64_FORMAT " %7.2f %8.2f\n",
              run->table, run->n_columns, run->k, run->method, run->n_steps, run->n_classes,
              100 * run->share, run->seconds);
    }
}
