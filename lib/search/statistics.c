/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/handle.h"
#include "base/memory.h"
#include "figures/report-private.h"
#include "search/result-private.h"
#include "search/statistics-private.h"

#include <math.h>
#include <string.h>

static void
deid_progress_free (DeidProgress *progress)
{
  g_free (progress);
}

DEID_DEFINE_HANDLE (DeidProgress, deid_progress)

DeidProgress *
deid_progress_new (void)
{
  DeidProgress *progress = DEID_NEW_HANDLE (DeidProgress);

  return progress;
}

DEID_DEFINE_GETTER (guint64, deid_progress_get_n_evaluated, DeidProgress, n_evaluated, 0)
DEID_DEFINE_GETTER (double, deid_progress_get_seconds, DeidProgress, seconds, 0)

gboolean
deid_progress_get_loss (const DeidProgress *progress, double *loss)
{
  g_return_val_if_fail (progress != NULL && loss != NULL, FALSE);

  *loss = progress->loss;
  return isfinite (progress->loss);
}

DEID_DEFINE_GETTER (double, deid_progress_get_lower_bound, DeidProgress, lower_bound, 0)
DEID_DEFINE_GETTER (double, deid_progress_get_share_settled, DeidProgress, share_settled, 0)
DEID_DEFINE_GETTER (double, deid_progress_get_share_done, DeidProgress, share_done, 0)

void
deid_statistics_free (DeidStatistics *statistics)
{
  for (guint i = 0; i < statistics->n; i++)
    deid_free_arrays (statistics->items[i].name, statistics->items[i].values);
  g_free (statistics->items);
  g_free (statistics);
}

DeidStatistics *
deid_statistics_new (void)
{
  return g_new0 (DeidStatistics, 1);
}

static DeidStatistic *
statistics_find (const DeidStatistics *statistics, const char *name)
{
  for (guint i = 0; i < statistics->n; i++)
    if (strcmp (statistics->items[i].name, name) == 0)
      return &statistics->items[i];
  return NULL;
}

static gboolean
statistics_add (DeidStatistics *statistics, const char *name, double *values, guint64 n,
                gboolean is_series, GError **error)
{
  DeidStatistic item = { .values = values, .n = n, .is_series = is_series };

  if (!deid_grow_list (statistics, items, statistics->n + 1, error)
      || (item.name = deid_copy_text (name, error)) == NULL)
    return FALSE;
  statistics->items[statistics->n++] = item;
  return TRUE;
}

static gboolean
set (DeidStatistics *statistics, const char *name, const double *values, guint64 n,
     gboolean is_series, GError **error)
{
  DeidStatistic *known = statistics_find (statistics, name);
  g_autofree double *copy = deid_alloc (MAX (n, 1), sizeof *copy, error);

  if (copy == NULL)
    return FALSE;
  if (n > 0)
    memcpy (copy, values, n * sizeof *copy);
  if (known == NULL)
    {
      if (!statistics_add (statistics, name, copy, n, is_series, error))
        return FALSE;
      g_steal_pointer (&copy);
      return TRUE;
    }
  g_free (known->values);
  known->values = g_steal_pointer (&copy);
  known->n = n;
  known->is_series = is_series;
  return TRUE;
}

gboolean
deid_statistics_set (DeidStatistics *statistics, const char *name, double value, GError **error)
{
  return set (statistics, name, &value, 1, FALSE, error);
}

gboolean
deid_statistics_set_series (DeidStatistics *statistics, const char *name, const double *values,
                            guint64 n, GError **error)
{
  return set (statistics, name, values, n, TRUE, error);
}

gboolean
deid_statistics_find (const DeidStatistics *statistics, const char *name, double *value)
{
  const DeidStatistic *item = statistics_find (statistics, name);

  *value = item != NULL && item->n > 0 ? item->values[item->n - 1] : 0;
  return item != NULL;
}

/* The result keeps the names as long as the report. */
static gboolean
statistics_fill (gconstpointer data, DeidAudience audience, DeidFigures *figures,
                 const DeidStop *stop, GError **error)
{
  const DeidStatistics *statistics = ((const DeidResult *) data)->statistics;

  for (guint i = 0; i < statistics->n; i++)
    {
      const DeidStatistic *item = &statistics->items[i];

      if (item->is_series)
        deid_figures_begin_table (figures, item->name);
      for (guint64 v = 0; v < item->n; v++)
        deid_figures_add_number (figures, item->is_series ? NULL : item->name, item->values[v]);
      if (item->is_series)
        deid_figures_end (figures);
    }
  return TRUE;
}

#define OF_A_PROPERTY(property, has)                                                               \
  FIGURE (NUMBER, property "-inserts", "policies",                                                 \
          "How many policies were found to have " has ", other than by asking for it."),           \
      FIGURE (NUMBER, property "-queries", "questions",                                            \
              "How often the search asked whether a policy has " has "."),                         \
      FIGURE (NUMBER, property "-hits", "questions",                                               \
              "How many of these questions found that the policy has it."),                        \
      FIGURE (NUMBER, property "-kept", "policies",                                                \
              "How many policies with " has " were kept at the end that no other one implies; 0 "  \
              "where each policy of the lattice has a flag."),                                     \
      FIGURE (NUMBER, property "-max-kept", "policies", "The same, at most."),                     \
      FIGURE (NUMBER, property "-bytes", "bytes", "The memory that keeping them took at most.")

static const DeidFigure statistics_catalogue[] = {
  FIGURE (NUMBER, "prepare-seconds", "seconds",
          "The time of encoding the table, unless the problem kept that; of a certificate, of "
          "reading up to its proof."),
  FIGURE (NUMBER, "search-seconds", "seconds",
          "The time of the search itself; of a certificate, of checking its proof."),
  FIGURE (
      NUMBER, "evaluate-seconds", "seconds",
      "The part of the search in which policies were evaluated on the table, summed over threads."),
  FIGURE (NUMBER, "bookkeeping-seconds", "seconds",
          "What of the search is not evaluation: choosing policies, bounds, what is known of "
          "policies not evaluated; of a search with several threads at most that."),
  FIGURE (NUMBER, "bytes", "bytes",
          "The memory that the search held at most: encodings for it, classes, what it knows of "
          "policies. The dataset and the prepared problem are not part of it."),
  FIGURE (NUMBER, "improvement-losses[]", "loss",
          "The loss of the best solution so far, each time that it became less. A policy that is "
          "better in the order of levels alone is no improvement."),
  FIGURE (NUMBER, "improvement-seconds[]", "seconds",
          "When that was, from the beginning of the search on, preparation left out."),
  FIGURE (NUMBER, "improvement-evaluations[]", "policies",
          "How many policies were evaluated by then."),
  OF_A_PROPERTY ("insufficient-privacy", "insufficient privacy"),
  OF_A_PROPERTY ("insufficient-quality", "insufficient quality"),
  FIGURE (NUMBER, "iterations", "steps", "The steps that deid_search_new_local() took."),
  FIGURE (NUMBER, "iterations-accepted", "steps",
          "How many of these that anneal changed something."),
  FIGURE (NUMBER, "rises", "rises", "How often prices of a bound rose."),
  FIGURE (NUMBER, "bound-seconds", "seconds", "The time that this took."),
  FIGURE (NUMBER, "rounds", "rounds", "The rounds of the search `rounds`."),
  FIGURE (NUMBER, "cuts", "cuts", "The cuts of the search `mondrian`."),
  FIGURE (NUMBER, "forced-records", "records",
          "How many records are in classes with a label that forces a finer one, see "
          "deid_problem_set_no_forced_labels(); of local recodings."),
};

static const DeidReportKind statistics_kind = {
  .name = "statistics",
  .title = "Statistics: what a search took",
  .catalogue = statistics_catalogue,
  .n_figures = G_N_ELEMENTS (statistics_catalogue),
  .fill = statistics_fill,
  .free = (GDestroyNotify) deid_result_unref,
};

DeidReport *
deid_report_new_statistics (DeidResult *result, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (result != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  return deid_report_new (&statistics_kind, deid_result_ref (result), DEID_STOP_OF (cancellable),
                          error);
}
