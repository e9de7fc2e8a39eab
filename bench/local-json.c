/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "local-json.h"

#include "json-members.h"

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
