/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "pruning-published.h"
#include "pruning-tables.h"

#define MAX_POINTS 8
#define TARGET     15

/* Those that figures compare. */
static const Algorithm compared[]
    = { ALGORITHM_FLASH_EXPLICIT, ALGORITHM_FLASH, ALGORITHM_BEST_FIRST, ALGORITHM_INTERVAL };

static void
print_case (const Studied *studied)
{
  g_print ("%-10s %5u %10" G_GUINT64_FORMAT, studied->chosen.table.name,
           studied->chosen.table.n_attributes, studied->outcomes[ALGORITHM_INTERVAL].n_policies);
}

static void
print_header (const char *title)
{
  g_print ("\n%s\n\n%-10s %5s %10s", title, "table", "attr.", "policies");
  for (guint i = 0; i < G_N_ELEMENTS (compared); i++)
    g_print (" %21s", algorithm_names[compared[i]]);
  g_print ("\n");
}

static void
print_bytes (const Outcome *outcome)
{
  if (outcome->has_solution)
    g_print (" %10.3f %9.3f%s", (double) outcome->n_bytes / 1e6,
             (double) (outcome->properties[0].n_bytes + outcome->properties[1].n_bytes) / 1e6,
             outcome->is_complete ? " " : "*");
  else
    g_print (" %10s %9s ", "-", "-");
}

void
print_memory (const Study *study)
{
  print_header ("Figure: memory of the search in MB, and what of it keeps properties.");
  for (guint i = 0; i < study->cases->len; i++)
    {
      const Studied *studied = g_ptr_array_index (study->cases, i);

      if (!studied->chosen.is_searched)
        continue;
      print_case (studied);
      for (guint a = 0; a < G_N_ELEMENTS (compared); a++)
        print_bytes (&studied->outcomes[compared[a]]);
      g_print ("\n");
    }
}

/* The gap of what was cut short, instead of how often it is faster than published. */
static void
print_time (const Studied *studied, Algorithm algorithm)
{
  const Outcome *outcome = &studied->outcomes[algorithm];
  const Published *published
      = find_published (studied->chosen.table.quality, &studied->chosen.table, algorithm);

  if (outcome->n_runs == 0)
    g_print (" %10s %10s", "-", "");
  else if (!outcome->has_solution)
    g_print (" %10.3f %10s", outcome->totals.min, "no loss*");
  else if (!outcome->is_complete)
    g_print (" %10.3f %9.4f*", outcome->total, outcome->gap);
  else if (published != NULL)
    g_print (" %10.4f %9.1fx", outcome->total, published->seconds / outcome->total);
  else
    g_print (" %10.4f %10s", outcome->total, "");
}

/* Prints how often as fast as published each search is. */
static void
print_target (const Study *study)
{
  guint n = 0, n_met = 0;

  for (guint i = 0; i < study->cases->len; i++)
    {
      const Studied *studied = g_ptr_array_index (study->cases, i);

      for (Algorithm a = ALGORITHM_FLASH; a < ALGORITHM_IGREEDY; a++)
        {
          const Outcome *outcome = &studied->outcomes[a];
          const Published *published = find_published (study->quality, &studied->chosen.table, a);

          if (published == NULL || outcome->n_runs == 0)
            continue;
          n++;
          n_met += outcome->is_complete && published->seconds >= TARGET * outcome->total ? 1 : 0;
          g_print ("%s %u, %s: published by the %s %.3f s, here %.3f s%s %.1f times as fast\n",
                   studied->chosen.table.name, studied->chosen.table.n_attributes,
                   algorithm_names[a], published->source, published->seconds, outcome->total,
                   outcome->is_complete ? "," : " and cut short, at most",
                   published->seconds / outcome->total);
        }
    }
  if (n > 0)
    g_print ("%u of %u at least %d times as fast\n", n_met, n, TARGET);
}

void
print_times (const Study *study)
{
  print_header ("Figure: seconds of a run, preparation included, and how often as fast as "
                "published; * cut short, with the gap.");
  for (guint i = 0; i < study->cases->len; i++)
    {
      const Studied *studied = g_ptr_array_index (study->cases, i);

      if (!studied->chosen.is_searched)
        continue;
      print_case (studied);
      for (guint a = 0; a < G_N_ELEMENTS (compared); a++)
        print_time (studied, compared[a]);
      g_print ("\n");
    }
  g_print ("\n");
  print_target (study);
}

static void
print_found (const Outcome *outcome)
{
  const Step *last = outcome_get_last_step (outcome);

  if (last != NULL && outcome->is_complete)
    g_print (" %12" G_GUINT64_FORMAT " %8.1f", last->n_evaluated,
             100 * last->seconds / outcome->seconds[PHASE_SEARCH]);
  else
    g_print (" %12s %8s", "-", "-");
}

void
print_first_found (const Study *study)
{
  const Published *published;

  print_header ("Figure: the evaluation that found the optimum, and percent of the time until "
                "then.");
  for (guint i = 0; i < study->cases->len; i++)
    {
      const Studied *studied = g_ptr_array_index (study->cases, i);

      if (!studied->chosen.is_searched)
        continue;
      print_case (studied);
      for (guint a = 0; a < G_N_ELEMENTS (compared); a++)
        print_found (&studied->outcomes[compared[a]]);
      published = find_published (study->quality, &studied->chosen.table, ALGORITHM_BEST_FIRST);
      if (published != NULL && published->first_found > 0)
        g_print (" | published, best-first: %" G_GUINT64_FORMAT, published->first_found);
      g_print ("\n");
    }
}

/* The first and the last step are among the points. */
static void
print_trajectory (const Outcome *outcome, const char *name)
{
  const guint n = MIN (outcome->n_steps, MAX_POINTS);

  g_print ("  %-14s", name);
  for (guint i = 0; i < n; i++)
    {
      const guint step = n > 1 ? i * (outcome->n_steps - 1) / (n - 1) : 0;

      g_print (" %.4f@%.4f", outcome->steps[step].loss, outcome->steps[step].seconds);
    }
  g_print ("%s\n", outcome->is_complete ? "" : " *");
}

/* Of each table the case with most attributes. */
static gboolean
is_last_searched (const Study *study, guint i)
{
  const Studied *studied = g_ptr_array_index (study->cases, i);
  const Studied *next;

  if (!studied->chosen.is_searched || i + 1 == study->cases->len)
    return studied->chosen.is_searched;
  next = g_ptr_array_index (study->cases, i + 1);
  return !next->chosen.is_searched || next->chosen.table.name != studied->chosen.table.name;
}

void
print_trajectories (const Study *study)
{
  g_print ("\nFigure: the best loss over time, as loss@seconds; at most %d steps of each.\n\n",
           MAX_POINTS);
  for (guint i = 0; i < study->cases->len; i++)
    {
      const Studied *studied = g_ptr_array_index (study->cases, i);

      if (!is_last_searched (study, i))
        continue;
      g_print ("%s, %u attributes\n", studied->chosen.table.name,
               studied->chosen.table.n_attributes);
      for (guint a = 0; a < G_N_ELEMENTS (compared); a++)
        print_trajectory (&studied->outcomes[compared[a]], algorithm_names[compared[a]]);
    }
}
