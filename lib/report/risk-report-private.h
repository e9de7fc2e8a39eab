/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "figures/report-private.h"
#include "privacy/uniqueness.h"
#include "report/evaluation-private.h"
#include "report/risk-options-private.h"
#include "report/shown-sizes.h"
#include "search/result-private.h"

/* Who tries to find the record of one person. The prosecutor knows that the person is in the table,
 * and finds the record in a class of so many. The journalist does not know that, and finds the
 * person in a class of the population; without a population, and for a record that matches nobody
 * in it, the size is that of the class in the table. */
typedef enum
{
  DEID_ADVERSARY_PROSECUTOR = 0,
  DEID_ADVERSARY_JOURNALIST = 1
} DeidAdversary;

/* The number of people that are the only ones with their labels. */
typedef struct
{
  gboolean is_known;
  double n_uniques;
} DeidUniquenessFigure;

/* The number of unique released records, by the labels and one more column, or by everything that
 * is released. With an entity column, equal records of one person are unique, too. */
typedef struct
{
  char *column; /* or NULL of all */
  guint64 n_records;
  guint64 n_shown; /* what the public reads: no more than the records that no other one equals */
} DeidUniqueFigure;

/* How many records of a person may be known at most, in figures. */
#define DEID_N_KNOWN     5
#define DEID_N_HISTORIES 6

/* The persons who have at least so many records, and fewer than those of the next interval. */
typedef struct
{
  guint32 smallest;
  guint64 n_persons;
  guint64 n_alone; /* of these who are alone by all records */
} DeidHistories;

/* Persons of whom something is known that is known of no other. */
typedef struct
{
  gboolean is_known;             /* some person has several records */
  guint64 n_alone[DEID_N_KNOWN]; /* by some one record, some two or fewer, and so on */
  guint n_counted;               /* of these; more would have taken too long */
  guint64 n_by_all;              /* by all records together */
  DeidHistories histories[DEID_N_HISTORIES];
} DeidAlonePersons;

/* In place of a count that is withheld. */
#define DEID_WITHHELD G_MAXUINT64

/* What is measured of a table for a report on risks. Of a public one, what is withheld is not
 * there: it has no sizes, but what is shown of them. */
typedef struct
{
  DeidAudience audience;
  gboolean is_after;
  gboolean is_tentative; /* of a policy that is no solution, so that nothing is released by it */
  gboolean has_persons;
  gboolean has_population;
  DeidRiskOptions *options;
  GBytes *statement; /* the problem file that a job stated the problem by, of a report for the
                      * custodian, or NULL */
  guint64 n_records;
  guint64 n_persons;
  guint64 n_classes;
  DeidAlonePersons alone; /* of a report for the custodian */
  guint64 n_population;
  guint64 population_size; /* that is given or, if none is, that survey weights estimate; or 0 */
  guint64 n_unmatched;     /* records */
  guint64 n_population_unique;                                  /* records */
  DeidSizeCounts sizes;                                         /* of classes */
  DeidUniquenessFigure estimates[DEID_N_UNIQUENESS_ESTIMATORS]; /* by DeidUniquenessEstimator */
  DeidSizeCounts population_sizes; /* of classes in the population, if there is one */
  DeidSizeCounts shared_sizes;     /* the same but 1 where there is no match; counts persons */
  DeidUniqueFigure *uniques;       /* by all that is released, then by each column that is not
                                    * generalized; NULL of the input */
  guint n_uniques;
  guint n_uncounted;     /* released columns that stay in an engine: by all is then not known */
  DeidShownSizes *shown; /* by DeidAdversary, of a public report; otherwise NULL */
} DeidRiskReport;

void deid_risk_report_free (gpointer report);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidRiskReport, deid_risk_report_free)

extern const DeidReportKind deid_risks_kind;

/* Measures the input of a result or what it releases, or what a policy would release: see
 * deid_report_new_risks(). */
DeidRiskReport *deid_risk_report_make (DeidResult *result, gboolean is_after,
                                       DeidRiskOptions *options, GCancellable *cancellable,
                                       GError **error);
DeidRiskReport *deid_risk_report_make_of_evaluation (const DeidEvaluation *evaluation,
                                                     DeidRiskOptions *options,
                                                     GCancellable *cancellable, GError **error);

/* Returns: (transfer full): what the public may read of a report for the custodian, or NULL with
 * %DEID_ERROR_INVALID_ARGUMENT or that of deid_stop_check(). */
DeidRiskReport *deid_risk_report_show (const DeidRiskReport *report, const DeidStop *stop,
                                       GError **error);

/* What a report says, figure by figure: %DEID_WITHHELD for a count or a size that it does not tell,
 * NaN for a risk or a mean. */
guint64 deid_risk_figure_n_population_unique (const DeidRiskReport *report);
guint64 deid_risk_figure_smallest_class (const DeidRiskReport *report);
guint64 deid_risk_figure_largest_class (const DeidRiskReport *report);
guint64 deid_risk_figure_n_unique (const DeidRiskReport *report);
guint64 deid_risk_figure_n_at_risk (const DeidRiskReport *report, DeidAdversary adversary);
guint64 deid_risk_figure_n_at_maximum (const DeidRiskReport *report, DeidAdversary adversary);
double deid_risk_figure_average_class (const DeidRiskReport *report);
double deid_risk_figure_marketer_risk (const DeidRiskReport *report);
double deid_risk_figure_maximum_risk (const DeidRiskReport *report, DeidAdversary adversary);
double deid_risk_figure_average_risk (const DeidRiskReport *report, DeidAdversary adversary);
double deid_risk_figure_lowest_risk (const DeidRiskReport *report, DeidAdversary adversary);
guint64 deid_risk_figure_n_intervals (const DeidRiskReport *report, DeidAdversary adversary);

/* An interval of sizes: how many records are in it, and how many in it or in smaller ones. */
typedef struct
{
  guint64 smallest_size;
  guint64 n_records;
  guint64 n_cumulative;
} DeidRiskInterval;

DeidRiskInterval deid_risk_figure_interval (const DeidRiskReport *report, DeidAdversary adversary,
                                            guint64 index);

/* The prosecutor's risks of persons, each of whom counts once in each class. */
typedef struct
{
  guint64 n_persons;
  guint64 n_at_risk;
  guint64 n_unique;
  double average;
} DeidPersonRisks;

/* Sets @risks. Returns: FALSE if there are no persons or the report does not tell their risks. */
gboolean deid_risk_figure_persons (const DeidRiskReport *report, DeidPersonRisks *risks);

/* Counts the records that are unique by what is released. Errors: those of
 * deid_released_groups_init(). Complexity: O(rows x columns). */
gboolean deid_risk_report_count_uniques (DeidRiskReport *report, const DeidPartition *partition,
                                         DeidReleaseOptions *options, const DeidStop *stop,
                                         GError **error);

/* Counts the persons who are alone by their records, if there are persons. Errors: those of
 * deid_person_search_mark(). Complexity: O(rows x a constant). */
gboolean deid_risk_report_count_alone (DeidRiskReport *report, const DeidPartition *classes,
                                       const DeidStop *stop, GError **error);

/* Returns: how many records are unique by the figure @index, or, of a public report, how many at
 * least; %DEID_WITHHELD if that is not known. */
guint64 deid_risk_figure_n_unique_by_release (const DeidRiskReport *report, guint index);

/* What sizes of classes count, in the plural. */
static inline const char *
deid_risk_unit_get_name (gboolean counts_persons)
{
  return counts_persons ? "persons" : "records";
}

/* Fails with %DEID_ERROR_INVALID_ARGUMENT for an audience that there is not, and for the public if
 * the figures are of the input. */
gboolean deid_audience_check (DeidAudience audience, gboolean is_after, GError **error);

/* Returns: the sum of the sizes of classes, each of which counts its own persons. */
guint64 deid_risk_report_count_class_persons (const DeidRiskReport *report);

/* Gets the population risk: see deid_report_get_population_risk(). Of a report for the custodian.
 */
gboolean deid_risk_report_get_population_risk (const DeidRiskReport *report, double gamma,
                                               DeidRiskScale scale, double *risk,
                                               GCancellable *cancellable, GError **error);
