/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "alternatives-json.h"

#include <math.h>

#include "alternatives-lines.h"
#include "alternatives-published.h"
#include "alternatives-targets.h"
#include "json-members.h"

static void
add_moments (JsonBuilder *builder, const char *name, const Moments *moments)
{
  begin_object (builder, name);
  add_number (builder, "mean", moments->mean);
  add_number (builder, "standard_deviation", moments->deviation);
  json_builder_end_object (builder);
}

static void
add_point (JsonBuilder *builder, const Series *series, const Point *point)
{
  begin_object (builder, NULL);
  add_integer (builder, "iterations", point->n_iterations);
  add_integer (builder, "seeds", point->n_seeds);
  add_moments (builder, "prepare_seconds", &point->prepare);
  add_moments (builder, "search_seconds", &point->search);
  add_moments (builder, "total_seconds", &point->total);
  add_moments (builder, "evaluated", &point->n_evaluated);
  add_number (builder, "evaluated_ratio", series_get_ratio (series, point));
  add_moments (builder, "distinct", &point->n_distinct);
  add_moments (builder, "not_dominated", &point->n_kept);
  json_builder_end_object (builder);
}

/* What is null is not published. */
static void
add_published (JsonBuilder *builder, const Series *series)
{
  begin_object (builder, "published");
  add_integer (builder, "iterations", PUBLISHED_ITERATIONS);
  add_number (builder, "search_seconds", get_published_milliseconds (series) / 1e3);
  add_number (builder, "evaluated", get_published_evaluated (series));
  add_number (builder, "not_dominated", get_published_kept (series));
  json_builder_end_object (builder);
}

static void
add_line (JsonBuilder *builder, const char *name, const Series *series, LineKind kind)
{
  const Line line = series_fit_line (series, kind);

  begin_object (builder, name);
  add_number (builder, "slope", line.slope);
  add_number (builder, "intercept", line.intercept);
  add_number (builder, "determination", line.determination);
  json_builder_end_object (builder);
}

static void
add_series (JsonBuilder *builder, const Series *series)
{
  begin_object (builder, NULL);
  add_text (builder, "case", series->chosen->name);
  add_text (builder, "search", method_names[series->method]);
  begin_array (builder, "points");
  for (guint p = 0; p < series->n_points; p++)
    add_point (builder, series, &series->points[p]);
  json_builder_end_array (builder);
  add_line (builder, "line_of_evaluated", series, LINE_OF_EVALUATED);
  add_line (builder, "line_of_search_milliseconds", series, LINE_OF_MILLISECONDS);
  if (isfinite (get_published_kept (series)) || isfinite (get_published_evaluated (series)))
    add_published (builder, series);
  json_builder_end_object (builder);
}

static void
add_case (JsonBuilder *builder, const Case *chosen)
{
  begin_object (builder, NULL);
  add_text (builder, "case", chosen->name);
  add_integer (builder, "records", chosen->n_records);
  add_integer (builder, "dimensions", chosen->n_dimensions);
  add_number (builder, "raw_risk", chosen->raw_risk);
  add_text (builder, "model", chosen->model);
  json_builder_end_object (builder);
}

static void
add_target (JsonBuilder *builder, const Target *target)
{
  begin_object (builder, NULL);
  add_text (builder, "target", target->what);
  add_number (builder, "at_least", target->least);
  add_number (builder, "at_most", target->most);
  add_number (builder, "found", target->found);
  add_boolean (builder, "met", target_is_met (target));
  json_builder_end_object (builder);
}

static void
add_targets (JsonBuilder *builder, const Study *study)
{
  Target targets[N_TARGETS];

  measure_targets (study, targets);
  begin_array (builder, "targets");
  for (guint i = 0; i < N_TARGETS; i++)
    if (targets[i].is_measured)
      add_target (builder, &targets[i]);
  json_builder_end_array (builder);
}

void
print_study_json (const Study *study, const Machine *machine)
{
  JsonBuilder *builder = json_builder_new ();

  begin_object (builder, NULL);
  add_machine (builder, machine);
  add_integer (builder, "runs", study->effort.n_runs);
  begin_array (builder, "cases");
  for (guint i = 0; i < study->cases->len; i++)
    add_case (builder, g_ptr_array_index (study->cases, i));
  json_builder_end_array (builder);
  begin_array (builder, "series");
  for (guint i = 0; i < study->series->len; i++)
    add_series (builder, &g_array_index (study->series, Series, i));
  json_builder_end_array (builder);
  add_targets (builder, study);
  json_builder_end_object (builder);
  print_json (builder);
}
