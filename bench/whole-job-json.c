/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "whole-job-json.h"

#include "json-members.h"

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
