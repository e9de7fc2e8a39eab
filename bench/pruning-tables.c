/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "pruning-tables.h"

#include <math.h>

#include "pruning-published.h"

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
  g_print ("\n%s", published_high_dimensional);
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
      "many percent its loss\nis less; medians of time and loss. As good: after how many "
      "milliseconds best-first had found no worse a solution.\nThe last column was published of "
      "best-first.\n\n%-10s %5s %29s %27s %27s %7s %9s %9s\n%-10s %5s %9s %9s %9s %9s %9s %7s %9s "
      "%9s %7s %7s %9s %9s\n",
      "", "", "IGreedy", "best-first", "interval", "optimum", "as good", "published", "table",
      "attr.", "ms", "evaluated", "loss", "evaluated", "loss", "%", "evaluated", "loss", "%", "%",
      "ms", "%");
  for (guint i = 0; i < study->cases->len; i++)
    print_race (g_ptr_array_index (study->cases, i));
  g_print ("\n");
  print_summary (study, "best-first", G_STRUCT_OFFSET (Studied, race.best_first));
  print_summary (study, "interval", G_STRUCT_OFFSET (Studied, race.interval));
}
