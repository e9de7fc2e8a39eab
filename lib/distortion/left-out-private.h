/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/rational.h"
#include "figures/report-private.h"
#include "search/result-private.h"
#include "table/dataset-view.h"

#define DEID_LEFT_OUT_MAX_COLUMNS 2

/* Groups of fewer records are not looked at when those are sought that are nearly gone. */
#define DEID_NEARLY_GONE_MIN_RECORDS 20

/* The records with these values of these columns, or with one label of a column. */
typedef struct
{
  guint columns[DEID_LEFT_OUT_MAX_COLUMNS]; /* of the table */
  guint32 codes[DEID_LEFT_OUT_MAX_COLUMNS]; /* of values, or of the label on its level */
  guint level;                              /* of the label, 0 of values */
  guint n_columns;
  guint64 n_records;
  guint64 n_suppressed;
  DeidSignedWide excess; /* what it lost beyond the share of the table, times the table's records */
} DeidLeftOutGroup;

/* The values of a column of numbers, of records that are released and of those that are not. */
typedef struct
{
  guint column;
  gboolean has_mean[2];
  double means[2];
} DeidLeftOutMeans;

/* Who was left out of a release: see deid_report_new_left_out(). */
typedef struct
{
  DeidProblem *problem;
  DeidPolicy *policy;   /* of the result, or NULL: */
  DeidPartition *local; /* the local recoding that it is, or NULL */
  guint64 n_records;
  guint64 n_suppressed;
  DeidLeftOutGroup *groups;
  guint64 groups_capacity;
  guint64 n_groups;
  guint64 min_records; /* persons, with an entity column */
  guint64 n_rare;      /* values of a column of fewer, which are not listed by themselves */
  DeidLeftOutMeans *means;
  guint n_means;
} DeidLeftOut;

extern const DeidReportKind deid_left_out_kind;

/* Errors: those of deid_report_new_left_out(). */
DeidLeftOut *deid_left_out_make (DeidResult *result, guint max_columns, guint64 min_records,
                                 const DeidStop *stop, GError **error);
void deid_left_out_free (DeidLeftOut *left_out);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidLeftOut, deid_left_out_free)

/* Tells whether a group is nearly gone: four in five of its records are suppressed, and more than
 * twice the share of all. */
static inline gboolean
deid_left_out_is_nearly_gone (const DeidLeftOut *left_out, const DeidLeftOutGroup *group)
{
  return (DeidWide) 5 * group->n_suppressed >= (DeidWide) 4 * group->n_records
         && (DeidWide) group->n_suppressed * left_out->n_records
                > (DeidWide) 2 * left_out->n_suppressed * group->n_records;
}

/* Returns: how many records a group lost beyond the share of the table. */
static inline double
deid_left_out_get_excess (const DeidLeftOut *left_out, guint64 group)
{
  return (double) left_out->groups[group].excess / (double) left_out->n_records;
}

/* Returns: what the least size of groups counts: `persons` or `records`. */
static inline const char *
deid_left_out_get_unit (const DeidLeftOut *left_out)
{
  return deid_dataset_get_entities (left_out->problem->lattice->dataset) != NULL ? "persons"
                                                                                 : "records";
}

/* Returns: a column of the table. */
const DeidColumn *deid_left_out_look_up (const DeidLeftOut *left_out, guint column);

/* Returns: (nullable): the value of a group in its column @index, or the label that stands for it;
 * NULL if it is missing. */
const char *deid_left_out_get_value (const DeidLeftOut *left_out, guint64 group, guint index);

/* Returns: the share of a group that is suppressed, and what times the share of the table it is. */
double deid_left_out_get_share (const DeidLeftOut *left_out, guint64 group);
double deid_left_out_get_ratio (const DeidLeftOut *left_out, guint64 group);

/* Counts the groups and lists those of so many records, in their order, and the means. Errors:
 * those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. */
gboolean deid_left_out_count (DeidLeftOut *left_out, const DeidPartition *partition,
                              guint max_columns, guint64 min_records, const DeidStop *stop,
                              GError **error);
