/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "pruning-study.h"

#include "../apart.h"
#include "../figures.h"
#include "pruning-report.h"

#include <math.h>
#include <string.h>

#define MIN_ATTRIBUTES 3
#define MAX_QUICK      6

/* As the study takes them. */
static const char *const adult_columns[]
    = { "age",          "education", "marital-status", "native-country", "race",
        "salary-class", "sex",       "workclass",      "occupation" };

static const struct
{
  const char *name;
  const char *const *columns;
  guint min_searched;
  guint max_searched;
  guint max_attributes;
  guint min_golden; /* those that need no more than seconds */
  guint max_golden;
} known[] = {
  { "adult", adult_columns, 3, 9, 9, 3, 9 },
  { "mach2019", NULL, 3, 12, 16, 3, 9 },
  { "creditcard", NULL, 3, 9, 19, 0, 0 },
  { "health", NULL, 9, 9, 9, 0, 0 },
};

static Table
locate (const char *name, const CaseOptions *options, guint n_attributes)
{
  g_autofree char *shared = NULL;
  g_autofree char *folder = NULL;
  Table table;

  if (options->health == NULL || strcmp (name, "health") != 0)
    return find_table (name, n_attributes, NULL);
  shared = find_shared_folder ();
  folder = g_build_filename (shared, name, NULL);
  table = find_table (options->health, n_attributes, folder);
  table.name = name;
  return table;
}

static void
add_cases (GArray *cases, guint i, const CaseOptions *options)
{
  const guint max = options->max_attributes > 0
                        ? MIN (options->max_attributes, known[i].max_attributes)
                        : known[i].max_attributes;

  for (guint n = MIN_ATTRIBUTES; n <= (options->is_quick ? MIN (max, MAX_QUICK) : max); n++)
    {
      Case added = { .table = locate (known[i].name, options, n),
                     .is_searched = n >= known[i].min_searched && n <= known[i].max_searched,
                     .is_golden = n >= known[i].min_golden && n <= known[i].max_golden };

      if (!g_file_test (added.table.csv, G_FILE_TEST_EXISTS))
        {
          g_printerr ("left out: %s is not there\n", added.table.csv);
          table_clear (&added.table);
          return;
        }
      added.table.columns = known[i].columns;
      added.table.quality = options->quality;
      g_array_append_val (cases, added);
    }
}

GArray *
choose_cases (const CaseOptions *options)
{
  GArray *cases = g_array_new (FALSE, FALSE, sizeof (Case));

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (options->table != NULL ? strcmp (options->table, known[i].name) == 0
                               : !options->is_quick || i == 0)
      add_cases (cases, i, options);
  return cases;
}

void
case_clear (Case *chosen)
{
  table_clear (&chosen->table);
}

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

const char *const algorithm_names[N_ALGORITHMS] = {
  [ALGORITHM_FLASH] = "flash",
  [ALGORITHM_FLASH_EXPLICIT] = "flash:explicit",
  [ALGORITHM_BEST_FIRST] = "best-first",
  [ALGORITHM_INTERVAL] = "interval",
  [ALGORITHM_FLASH_CONTROL] = "flash:control",
  [ALGORITHM_BEST_FIRST_CONTROL] = "best-first:control",
  [ALGORITHM_IGREEDY] = "igreedy",
};

static const char *const specifications[N_ALGORITHMS] = {
  [ALGORITHM_FLASH] = "flash",
  [ALGORITHM_FLASH_EXPLICIT] = "flash:explicit",
  [ALGORITHM_BEST_FIRST] = "best-first",
  [ALGORITHM_INTERVAL] = "optimal",
  [ALGORITHM_FLASH_CONTROL] = "flash:no-prediction",
  [ALGORITHM_BEST_FIRST_CONTROL] = "best-first:no-prediction",
  [ALGORITHM_IGREEDY] = "igreedy",
};

static DeidSearch *
make_search (const Task *task, GError **error)
{
  g_autoptr (DeidSearch) search
      = deid_search_new_from_specification (specifications[task->algorithm], error);

  if (search == NULL || !deid_search_set_time_limit (search, task->seconds, error))
    return NULL;
  return g_steal_pointer (&search);
}

static guint64
get_count (const DeidResult *result, Property property, const char *count)
{
  g_autofree char *name
      = g_strdup_printf ("insufficient-%s-%s",
                         property == PROPERTY_INSUFFICIENT_PRIVACY ? "privacy" : "quality", count);

  return (guint64) get_figure (result, name);
}

static void
take_properties (const DeidResult *result, Outcome *outcome)
{
  for (Property p = PROPERTY_INSUFFICIENT_PRIVACY; p <= PROPERTY_INSUFFICIENT_QUALITY; p++)
    outcome->properties[p] = (PropertyCounts){ .n_inserts = get_count (result, p, "inserts"),
                                               .n_queries = get_count (result, p, "queries"),
                                               .n_hits = get_count (result, p, "hits"),
                                               .n_kept = get_count (result, p, "kept"),
                                               .max_kept = get_count (result, p, "max-kept"),
                                               .n_bytes = get_count (result, p, "bytes") };
}

/* Returns: an element of a series of improvements. */
static double
get_element (const DeidReport *statistics, const char *series, guint64 i)
{
  g_autofree char *path = g_strdup_printf ("improvement-%s[%" G_GUINT64_FORMAT "]", series, i);
  double value;

  deid_report_get_number (statistics, path, &value);
  return value;
}

static void
take_steps (const DeidResult *result, Outcome *outcome)
{
  g_autoptr (DeidReport) statistics
      = deid_report_new_statistics ((DeidResult *) result, NULL, NULL);
  guint64 n;

  deid_report_get_n_rows (statistics, "improvement-losses", &n);
  outcome->n_steps = (guint) MIN (n, MAX_STEPS);
  for (guint i = 0; i < outcome->n_steps; i++)
    {
      const guint64 step = i < MAX_STEPS / 2 ? i : n - outcome->n_steps + i;

      outcome->steps[i]
          = (Step){ .loss = get_element (statistics, "losses", step),
                    .seconds = get_element (statistics, "seconds", step),
                    .n_evaluated = (guint64) get_element (statistics, "evaluations", step) };
    }
}

/* What a complete run counts does not depend on the machine. */
static gboolean
check_repeated (const DeidResult *result, double loss, const Outcome *outcome, GError **error)
{
  if (outcome->n_runs == 0 || !outcome->is_complete
      || deid_result_get_termination (result) != DEID_TERMINATION_COMPLETE
      || (outcome->n_evaluated == deid_result_get_n_evaluated (result)
          && !(outcome->steps[outcome->n_steps - 1].loss < loss)
          && !(outcome->steps[outcome->n_steps - 1].loss > loss)))
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_VERIFICATION, "run %u differs from those before",
               outcome->n_runs + 1);
  return FALSE;
}

static void
take_result (const DeidResult *result, double total, Outcome *outcome)
{
  outcome->has_solution = TRUE;
  outcome->is_complete = deid_result_get_termination (result) == DEID_TERMINATION_COMPLETE;
  outcome->is_optimal = deid_result_is_proven_optimal (result);
  deid_lattice_get_size (deid_problem_get_lattice (deid_result_get_problem (result)),
                         &outcome->n_policies);
  outcome->n_evaluated = deid_result_get_n_evaluated (result);
  outcome->n_bytes = (guint64) get_figure (result, "bytes");
  outcome->gap = deid_result_get_gap (result);
  outcome->total = total;
  outcome->seconds[PHASE_PREPARE] = get_figure (result, "prepare-seconds");
  outcome->seconds[PHASE_SEARCH] = get_figure (result, "search-seconds");
  outcome->seconds[PHASE_EVALUATE] = get_figure (result, "evaluate-seconds");
  outcome->seconds[PHASE_BOOKKEEPING] = get_figure (result, "bookkeeping-seconds");
  take_properties (result, outcome);
  take_steps (result, outcome);
}

/* A run that found nothing before it was cut short has an infinite loss. */
static gboolean
run_once (DeidProblem *problem, const Task *task, Outcome *outcome, double *total, double *loss,
          GError **error)
{
  g_autoptr (DeidSearch) search = make_search (task, error);
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (GError) run_error = NULL;
  double start;

  if (search == NULL)
    return FALSE;
  start = get_wall_seconds ();
  result = deid_search_run (search, problem, NULL, &run_error);
  *total = get_wall_seconds () - start;
  *loss = INFINITY;
  if (result == NULL)
    {
      if (g_error_matches (run_error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED))
        return TRUE;
      g_propagate_error (error, g_steal_pointer (&run_error));
      return FALSE;
    }
  *loss = deid_result_get_loss (result);
  if (!check_repeated (result, *loss, outcome, error))
    return FALSE;
  if (!outcome->has_solution || *total < outcome->total)
    take_result (result, *total, outcome);
  return TRUE;
}

static gboolean
run_task (gconstpointer data, gpointer memory, GError **error)
{
  const Task *task = data;
  Outcome *outcome = memory;
  g_autoptr (DeidProblem) problem = load_problem (task->table, error);
  g_autofree double *totals = g_new (double, task->n_runs);
  g_autofree double *losses = g_new (double, task->n_runs);
  const double start = get_wall_seconds ();

  if (problem == NULL)
    return FALSE;
  use_store (task->store);
  outcome->n_rows
      = deid_dataset_get_n_rows (deid_lattice_get_dataset (deid_problem_get_lattice (problem)));
  do
    {
      if (!run_once (problem, task, outcome, &totals[outcome->n_runs], &losses[outcome->n_runs],
                     error))
        return FALSE;
      outcome->n_runs++;
    }
  while (outcome->n_runs < task->n_runs && get_wall_seconds () - start < task->patience);
  outcome->totals = spread_of (totals, outcome->n_runs);
  outcome->losses = spread_of (losses, outcome->n_runs);
  outcome->peak_memory = get_peak_memory ();
  return TRUE;
}

gboolean
measure_task (const Task *task, Outcome *outcome)
{
  g_autofree char *name
      = g_strdup_printf ("%s, %u attributes, %s", task->table->name, task->table->n_attributes,
                         algorithm_names[task->algorithm]);

  return work_apart (run_task, task, name, outcome, sizeof *outcome);
}

#define N_LISTS 2 /* one for each property */

/* By the option --wrap the linker takes __wrap_name for a name, and the name for __real_name. */
DeidPropertyStore *__real_deid_property_store_new (DeidLattice *lattice,
                                                   DeidInheritance inheritance, GError **error);
void __real_deid_property_store_unref (DeidPropertyStore *store);
gboolean __real_deid_property_store_add_levels (DeidPropertyStore *store, const DeidLevel *levels,
                                                GError **error);
gboolean __real_deid_property_store_contains_levels (DeidPropertyStore *store,
                                                     const DeidLevel *levels);
guint64 __real_deid_property_store_get_n_policies (const DeidPropertyStore *store);
guint64 __real_deid_property_store_get_n_bytes (const DeidPropertyStore *store);

DeidPropertyStore *__wrap_deid_property_store_new (DeidLattice *lattice,
                                                   DeidInheritance inheritance, GError **error);
void __wrap_deid_property_store_unref (DeidPropertyStore *store);
gboolean __wrap_deid_property_store_add_levels (DeidPropertyStore *store, const DeidLevel *levels,
                                                GError **error);
gboolean __wrap_deid_property_store_contains_levels (DeidPropertyStore *store,
                                                     const DeidLevel *levels);
guint64 __wrap_deid_property_store_get_n_policies (const DeidPropertyStore *store);
guint64 __wrap_deid_property_store_get_n_bytes (const DeidPropertyStore *store);

static StoreKind used = STORE_TREE;

/* A list takes the place of a store that stays empty. */
static struct
{
  DeidPropertyStore *replaced;
  Store list;
} lists[N_LISTS];

void
use_store (StoreKind kind)
{
  used = kind;
}

/* Returns: (nullable): the list, NULL if the store is what it seems. */
static Store *
find_list (const DeidPropertyStore *store)
{
  for (guint i = 0; i < N_LISTS; i++)
    if (lists[i].replaced == store)
      return &lists[i].list;
  return NULL;
}

DeidPropertyStore *
__wrap_deid_property_store_new (DeidLattice *lattice, DeidInheritance inheritance, GError **error)
{
  DeidPropertyStore *store = __real_deid_property_store_new (lattice, inheritance, error);

  if (store == NULL || used == STORE_TREE)
    return store;
  if (used == STORE_PLAIN_TREE)
    {
      store->antichain.ignores_ranks = TRUE;
      return store;
    }
  for (guint i = 0; i < N_LISTS; i++)
    if (lists[i].replaced == NULL)
      {
        lists[i].replaced = store;
        store_init (&lists[i].list, used, lattice, inheritance);
        return store;
      }
  g_error ("more stores at a time than properties");
}

void
__wrap_deid_property_store_unref (DeidPropertyStore *store)
{
  for (guint i = 0; i < N_LISTS; i++)
    if (lists[i].replaced == store)
      {
        store_clear (&lists[i].list);
        lists[i].replaced = NULL;
      }
  __real_deid_property_store_unref (store);
}

gboolean
__wrap_deid_property_store_add_levels (DeidPropertyStore *store, const DeidLevel *levels,
                                       GError **error)
{
  Store *list = find_list (store);

  if (list == NULL)
    return __real_deid_property_store_add_levels (store, levels, error);
  store_add (list, levels);
  return TRUE;
}

gboolean
__wrap_deid_property_store_contains_levels (DeidPropertyStore *store, const DeidLevel *levels)
{
  Store *list = find_list (store);

  return list == NULL ? __real_deid_property_store_contains_levels (store, levels)
                      : store_contains (list, levels);
}

guint64
__wrap_deid_property_store_get_n_policies (const DeidPropertyStore *store)
{
  const Store *list = find_list (store);

  return list == NULL ? __real_deid_property_store_get_n_policies (store) : store_get_size (list);
}

guint64
__wrap_deid_property_store_get_n_bytes (const DeidPropertyStore *store)
{
  const Store *list = find_list (store);

  return list == NULL ? __real_deid_property_store_get_n_bytes (store) : store_get_n_bytes (list);
}

/* Races are short, and others may be running on the machine. */
#define MIN_RACE_RUNS 9
#define RACE_PATIENCE 5

/* The variants of the store are measured on the table of the study. */
static gboolean
has_stores (const Studied *studied)
{
  return strcmp (studied->chosen.table.name, "adult") == 0 && studied->chosen.is_searched;
}

static Task
make_task (const Study *study, const Studied *studied, Algorithm algorithm)
{
  return (Task){ .table = &studied->chosen.table,
                 .algorithm = algorithm,
                 .store = STORE_TREE,
                 .n_runs = study->n_runs,
                 .seconds = study->seconds,
                 .patience = study->seconds };
}

static gboolean
run_algorithms (const Study *study, const Studied *previous, Studied *studied)
{
  gboolean success = TRUE;

  for (Algorithm algorithm = ALGORITHM_FLASH; algorithm < ALGORITHM_IGREEDY; algorithm++)
    {
      const Task task = make_task (study, studied, algorithm);

      if (previous == NULL || !previous->chosen.is_searched
          || previous->outcomes[algorithm].is_complete)
        success = measure_task (&task, &studied->outcomes[algorithm]) && success;
    }
  return success;
}

static gboolean
run_race (const Study *study, Studied *studied)
{
  Task task = make_task (study, studied, ALGORITHM_IGREEDY);

  task.n_runs = MAX (study->n_runs, MIN_RACE_RUNS);
  task.patience = RACE_PATIENCE;
  if (!measure_task (&task, &studied->outcomes[ALGORITHM_IGREEDY]))
    return FALSE;
  task.seconds = studied->outcomes[ALGORITHM_IGREEDY].totals.median;
  task.algorithm = ALGORITHM_BEST_FIRST;
  if (!measure_task (&task, &studied->race.best_first))
    return FALSE;
  task.algorithm = ALGORITHM_INTERVAL;
  return measure_task (&task, &studied->race.interval);
}

/* Flash has to find the same, whatever keeps its properties. */
static gboolean
check_store (const Outcome *found, const Outcome *expected, StoreKind store)
{
  gboolean is_same = found->n_evaluated == expected->n_evaluated;

  for (guint p = 0; p < G_N_ELEMENTS (found->properties); p++)
    is_same
        = is_same && found->properties[p].n_queries == expected->properties[p].n_queries
          && found->properties[p].n_hits == expected->properties[p].n_hits
          && found->properties[p].n_inserts == expected->properties[p].n_inserts
          && (store == STORE_LIST || found->properties[p].n_kept == expected->properties[p].n_kept);
  if (!is_same && found->is_complete && expected->is_complete)
    g_printerr ("%s: Flash differs from that with the property store\n", store_names[store]);
  return is_same || !found->is_complete || !expected->is_complete;
}

static gboolean
run_stores (Study *study)
{
  gboolean success = TRUE;

  for (guint store = 0; store < N_STORES; store++)
    {
      Task task = make_task (study, study->stored, ALGORITHM_FLASH);

      task.store = (StoreKind) store;
      success = measure_task (&task, &study->stores[store])
                && check_store (&study->stores[store], &study->stored->outcomes[ALGORITHM_FLASH],
                                task.store)
                && success;
    }
  return success;
}

gboolean
study_run (Study *study, GArray *cases)
{
  const Studied *previous = NULL;
  gboolean success = TRUE;

  study->cases = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < cases->len; i++)
    {
      Studied *studied = g_new0 (Studied, 1);

      studied->chosen = g_array_index (cases, Case, i);
      g_ptr_array_add (study->cases, studied);
      if (previous != NULL && strcmp (previous->chosen.table.name, studied->chosen.table.name) != 0)
        previous = NULL;
      if (studied->chosen.is_searched)
        success = run_algorithms (study, previous, studied) && success;
      success = run_race (study, studied) && success;
      if (has_stores (studied))
        study->stored = studied;
      previous = studied;
    }
  g_array_unref (cases);
  return (study->stored == NULL || run_stores (study)) && success;
}

void
study_clear (Study *study)
{
  for (guint i = 0; i < study->cases->len; i++)
    case_clear (&((Studied *) g_ptr_array_index (study->cases, i))->chosen);
  g_ptr_array_unref (study->cases);
}

double
studied_get_improvement (const Studied *studied, const Outcome *found)
{
  return 100
         * ((1 - found->losses.median) / (1 - studied->outcomes[ALGORITHM_IGREEDY].losses.median)
            - 1);
}

const Step *
outcome_get_last_step (const Outcome *outcome)
{
  return outcome->n_steps > 0 ? &outcome->steps[outcome->n_steps - 1] : NULL;
}
