/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The records that are unique by what is released of them: k-anonymity limits what the
 * quasi-identifiers tell of a record, and the other columns are released as they are. */
#include "base/arrays.h"
#include "report/released-groups.h"
#include "report/risk-report-private.h"

/* Counts by the columns that are used, and keeps the figure. */
static gboolean
unique_by_release_add_figure (DeidRiskReport *report, DeidReleasedGroups *groups,
                              const guint8 *is_used, const char *column, GError **error)
{
  const guint64 step = deid_shown_sizes_get_room (report->options->minimum_cell);
  DeidReleasedUniques counts;

  if (!deid_released_groups_count (groups, is_used, &counts, error))
    return FALSE;
  report->uniques[report->n_uniques++]
      = (DeidUniqueFigure){ .column = g_strdup (column),
                            .n_records = counts.n_of_one_person,
                            .n_shown = counts.n_alone / step * step };
  return TRUE;
}

static gboolean
unique_by_release_add_figures (DeidRiskReport *report, DeidReleasedGroups *groups, GError **error)
{
  const guint n = groups->columns.n;
  g_autofree guint8 *is_used = NULL;

  if (!deid_new_arrays (error, DEID_NEW (is_used, n), DEID_NEW (report->uniques, (guint64) n + 1)))
    return FALSE;
  memset (is_used, TRUE, n);
  if (!unique_by_release_add_figure (report, groups, is_used, NULL, error))
    return FALSE;
  memset (is_used, FALSE, n);
  for (guint c = 0; c < n; c++)
    {
      if (!deid_released_groups_is_beside (groups, c))
        continue;
      is_used[c] = TRUE;
      if (!unique_by_release_add_figure (report, groups, is_used,
                                         groups->columns.items[c].source->name, error))
        return FALSE;
      is_used[c] = FALSE;
    }
  return TRUE;
}

gboolean
deid_risk_report_count_uniques (DeidRiskReport *report, const DeidPartition *partition,
                                DeidReleaseOptions *options, const DeidStop *stop, GError **error)
{
  DeidReleasedGroups groups;
  gboolean success;

  deid_risk_report_clear_uniques (report);
  success = deid_released_groups_init (&groups, partition, options, stop, error)
            && unique_by_release_add_figures (report, &groups, error);
  report->n_uncounted = groups.table.n_uncounted;
  deid_released_groups_clear (&groups);
  return success;
}

void
deid_risk_report_show_uniques (DeidRiskReport *shown, const DeidRiskReport *report)
{
  shown->uniques = g_new0 (DeidUniqueFigure, report->n_uniques);
  shown->n_uncounted = report->n_uncounted;
  for (guint i = 0; i < report->n_uniques; i++)
    shown->uniques[shown->n_uniques++]
        = (DeidUniqueFigure){ .column = g_strdup (report->uniques[i].column),
                              .n_shown = report->uniques[i].n_shown };
}

void
deid_risk_report_clear_uniques (DeidRiskReport *report)
{
  for (guint i = 0; i < report->n_uniques; i++)
    g_free (report->uniques[i].column);
  g_clear_pointer (&report->uniques, g_free);
  report->n_uniques = 0;
}

guint64
deid_risk_figure_n_unique_by_release (const DeidRiskReport *report, guint index)
{
  if (report->n_records == DEID_WITHHELD || (index == 0 && report->n_uncounted > 0))
    return DEID_WITHHELD;
  return report->audience == DEID_AUDIENCE_PUBLIC ? report->uniques[index].n_shown
                                                  : report->uniques[index].n_records;
}
