/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#define DEID_MICROSECONDS_A_REPORT (G_USEC_PER_SEC / 10)

struct DeidProgress
{
  gatomicrefcount ref_count;
  guint64 n_evaluated;
  double seconds;
  double loss; /* infinity if there is no solution yet */
  double lower_bound;
  double share_settled;
  double share_done;
};

/* Returns: (transfer full): a progress whose members are to be filled in. */
DeidProgress *deid_progress_new (void);

/* A figure, of one number or a series. */
typedef struct
{
  char *name;
  double *values;
  guint64 n;
  gboolean is_series;
} DeidStatistic;

/* What a run took, as figures with names: see deid_report_new_statistics(). */
typedef struct
{
  DeidStatistic *items;
  guint n;
  guint64 items_capacity;
} DeidStatistics;

DeidStatistics *deid_statistics_new (void);
void deid_statistics_free (DeidStatistics *statistics);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidStatistics, deid_statistics_free)

/* Set a figure, in place of the one with the same name if there is one. */
gboolean deid_statistics_set (DeidStatistics *statistics, const char *name, double value,
                              GError **error);

/* The numbers are copied. */
gboolean deid_statistics_set_series (DeidStatistics *statistics, const char *name,
                                     const double *values, guint64 n, GError **error);

/* Looks a figure up by its name: the number, of a series the last one, and 0 if there is no such
 * figure. Returns: whether there is one. */
gboolean deid_statistics_find (const DeidStatistics *statistics, const char *name, double *value);
