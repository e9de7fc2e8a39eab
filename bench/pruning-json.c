/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "pruning-json.h"

#include "json-members.h"
#include "pruning-published.h"

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
add_steps (JsonBuilder *builder, const Outcome *outcome)
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
  add_steps (builder, outcome);
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
