/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A report on risks as text and as figures, both of what the audience may read. */
#include <math.h>

#include "report/risk-report-private.h"

/* Returns: (nullable): what an audience may read. For the public it is made: @made. */
static const DeidRiskReport *
risk_report_look (gconstpointer data, DeidAudience audience, DeidRiskReport **made,
                  const DeidStop *stop, GError **error)
{
  if (audience == DEID_AUDIENCE_PUBLIC)
    return *made = deid_risk_report_show (data, stop, error);
  return deid_stop_check (stop, error) ? data : NULL;
}

/* Adds a count that there may not be, or that may be withheld. */
static void
risk_report_fill_count (DeidFigures *figures, const char *name, gboolean exists, guint64 n)
{
  if (exists)
    deid_figures_add_count_if (figures, name, n != DEID_WITHHELD, n);
  else
    deid_figures_add_state (figures, name, DEID_FIGURE_STATE_UNDEFINED);
}

static void
risk_report_fill_number (DeidFigures *figures, const char *name, double number)
{
  deid_figures_add_shown_number (figures, name, !isnan (number), number);
}

static void
risk_report_fill_table (DeidFigures *figures, const DeidRiskReport *report)
{
  deid_figures_add_text (figures, "audience", deid_audience_get_name (report->audience));
  deid_figures_add_text (figures, "table",
                         report->is_tentative ? "no solution"
                         : report->is_after   ? "release"
                                              : "input");
  risk_report_fill_count (figures, "minimum_cell", report->audience == DEID_AUDIENCE_PUBLIC,
                          report->options->minimum_cell);
  risk_report_fill_count (figures, "records", TRUE, report->n_records);
  risk_report_fill_count (figures, "persons", report->has_persons, report->n_persons);
  risk_report_fill_count (figures, "population", report->has_population, report->n_population);
  deid_figures_begin_group (figures, "classes");
  risk_report_fill_count (figures, "number", TRUE, report->n_classes);
  risk_report_fill_count (figures, "smallest", TRUE, deid_risk_figure_smallest_class (report));
  risk_report_fill_count (figures, "largest", TRUE, deid_risk_figure_largest_class (report));
  risk_report_fill_number (figures, "mean", deid_risk_figure_average_class (report));
  deid_figures_add_text (figures, "sizes_count", deid_risk_unit_get_name (report->has_persons));
  deid_figures_end (figures);
  deid_figures_add_number (figures, "threshold", deid_risk_options_get_threshold (report->options));
}

static void
risk_report_fill_adversary (DeidFigures *figures, const DeidRiskReport *report, const char *name,
                            DeidAdversary adversary)
{
  const gboolean is_of_population
      = adversary == DEID_ADVERSARY_JOURNALIST && report->has_population;

  deid_figures_begin_group (figures, name);
  deid_figures_add_text (figures, "sizes_of", is_of_population ? "population" : "table");
  risk_report_fill_number (figures, "highest", deid_risk_figure_maximum_risk (report, adversary));
  risk_report_fill_number (figures, "mean", deid_risk_figure_average_risk (report, adversary));
  risk_report_fill_number (figures, "lowest", deid_risk_figure_lowest_risk (report, adversary));
  risk_report_fill_count (figures, "records_above_threshold", TRUE,
                          deid_risk_figure_n_at_risk (report, adversary));
  risk_report_fill_count (figures, "records_at_highest", TRUE,
                          deid_risk_figure_n_at_maximum (report, adversary));
  deid_figures_begin_table (figures, "intervals");
  for (guint64 i = 0; i < deid_risk_figure_n_intervals (report, adversary); i++)
    {
      const DeidRiskInterval interval = deid_risk_figure_interval (report, adversary, i);

      deid_figures_begin_group (figures, NULL);
      deid_figures_add_count (figures, "smallest_size", interval.smallest_size);
      deid_figures_add_count (figures, "records", interval.n_records);
      deid_figures_add_count (figures, "cumulative", interval.n_cumulative);
      deid_figures_end (figures);
    }
  deid_figures_end (figures);
  deid_figures_end (figures);
}

static gboolean
risk_report_fill_population_risk (DeidFigures *figures, const DeidRiskReport *report,
                                  const DeidStop *stop, GError **error)
{
  double sum, mean;

  if (report->audience == DEID_AUDIENCE_PUBLIC)
    {
      deid_figures_add_state (figures, "population_risk", DEID_FIGURE_STATE_WITHHELD);
      return TRUE;
    }
  if (!deid_risk_report_get_population_risk (report, 1, DEID_RISK_SCALE_SUM, &sum,
                                             stop->cancellable, error)
      || !deid_risk_report_get_population_risk (report, 1, DEID_RISK_SCALE_MEAN, &mean,
                                                stop->cancellable, error))
    return FALSE;
  deid_figures_begin_group (figures, "population_risk");
  deid_figures_add_number (figures, "sum", sum);
  deid_figures_add_number (figures, "mean", mean);
  deid_figures_end (figures);
  return TRUE;
}

/* What an attacker knows who can tell that records belong to one person. */
static void
risk_report_fill_linked (DeidFigures *figures, const DeidRiskReport *report)
{
  const DeidAlonePersons *alone = &report->alone;
  const gboolean is_withheld = report->has_persons && report->audience == DEID_AUDIENCE_PUBLIC;

  if (is_withheld || !alone->is_known)
    {
      deid_figures_add_state (figures, "linked",
                              is_withheld ? DEID_FIGURE_STATE_WITHHELD
                                          : DEID_FIGURE_STATE_UNDEFINED);
      return;
    }
  deid_figures_begin_group (figures, "linked");
  deid_figures_add_count (figures, "alone_by_all", alone->n_by_all);
  deid_figures_begin_table (figures, "alone");
  for (guint i = 0; i < alone->n_counted; i++)
    {
      deid_figures_begin_group (figures, NULL);
      deid_figures_add_count (figures, "known", i + 1);
      deid_figures_add_count (figures, "persons", alone->n_alone[i]);
      deid_figures_end (figures);
    }
  deid_figures_end (figures);
  deid_figures_begin_table (figures, "histories");
  for (guint i = 0; i < DEID_N_HISTORIES; i++)
    {
      if (alone->histories[i].n_persons == 0)
        continue;
      deid_figures_begin_group (figures, NULL);
      deid_figures_add_count (figures, "smallest_number", alone->histories[i].smallest);
      deid_figures_add_count (figures, "persons", alone->histories[i].n_persons);
      deid_figures_add_count (figures, "alone", alone->histories[i].n_alone);
      deid_figures_end (figures);
    }
  deid_figures_end (figures);
  deid_figures_end (figures);
}

static void
risk_report_fill_persons (DeidFigures *figures, const DeidRiskReport *report)
{
  DeidPersonRisks risks;

  if (!deid_risk_figure_persons (report, &risks))
    {
      deid_figures_add_state (figures, "by_person",
                              report->has_persons ? DEID_FIGURE_STATE_WITHHELD
                                                  : DEID_FIGURE_STATE_UNDEFINED);
      return;
    }
  deid_figures_begin_group (figures, "by_person");
  deid_figures_add_count (figures, "persons_in_classes", risks.n_persons);
  deid_figures_add_count (figures, "persons_above_threshold", risks.n_at_risk);
  deid_figures_add_count (figures, "unique_persons", risks.n_unique);
  deid_figures_add_number (figures, "at_risk", (double) risks.n_at_risk / (double) risks.n_persons);
  deid_figures_add_number (figures, "average_risk", risks.average);
  deid_figures_end (figures);
}

static void
risk_report_fill_uniques (DeidFigures *figures, const DeidRiskReport *report)
{
  if (report->n_uniques == 0)
    {
      deid_figures_add_state (figures, "unique_by_release", DEID_FIGURE_STATE_UNDEFINED);
      return;
    }
  deid_figures_begin_group (figures, "unique_by_release");
  deid_figures_add_text (figures, "figures",
                         report->audience == DEID_AUDIENCE_PUBLIC ? "at least" : "exact");
  risk_report_fill_count (figures, "all",
                          report->n_uncounted == 0 || report->n_records == DEID_WITHHELD,
                          deid_risk_figure_n_unique_by_release (report, 0));
  deid_figures_begin_table (figures, "columns");
  for (guint i = 1; i < report->n_uniques; i++)
    {
      deid_figures_begin_group (figures, NULL);
      deid_figures_add_text (figures, "column", report->uniques[i].column);
      risk_report_fill_count (figures, "records", TRUE,
                              deid_risk_figure_n_unique_by_release (report, i));
      deid_figures_end (figures);
    }
  deid_figures_end (figures);
  deid_figures_end (figures);
}

/* Whether a size of the population was given is nothing for the public, either. */
static void
risk_report_fill_estimates (DeidFigures *figures, const DeidRiskReport *report)
{
  const gboolean is_public = report->audience == DEID_AUDIENCE_PUBLIC;
  const guint64 size = report->population_size;

  risk_report_fill_count (figures, "population_size", is_public || size > 0,
                          is_public ? DEID_WITHHELD : size);
  deid_figures_begin_group (figures, "estimated_uniques");
  for (guint e = 0; e < DEID_N_UNIQUENESS_ESTIMATORS; e++)
    {
      const DeidUniquenessFigure *figure = &report->estimates[e];

      deid_figures_add_shown_number (figures, deid_uniqueness_estimator_names[e], !is_public,
                                     figure->is_known ? figure->n_uniques : NAN);
    }
  deid_figures_end (figures);
}

static gboolean
risk_report_fill_sizes (DeidFigures *figures, const DeidRiskReport *report, const DeidStop *stop,
                        GError **error)
{
  deid_figures_begin_table (figures, "sizes");
  for (guint32 i = 0; i < report->sizes.n; i++)
    {
      if (!deid_stop_check_row (stop, i, error))
        return FALSE;
      deid_figures_begin_group (figures, NULL);
      deid_figures_add_count (figures, "size", report->sizes.counts[i].size);
      deid_figures_add_count (figures, "classes", report->sizes.counts[i].n_classes);
      deid_figures_add_count (figures, "records", report->sizes.counts[i].n_records);
      deid_figures_end (figures);
    }
  deid_figures_end (figures);
  return TRUE;
}

static gboolean
risk_report_fill (gconstpointer data, DeidAudience audience, DeidFigures *figures,
                  const DeidStop *stop, GError **error)
{
  g_autoptr (DeidRiskReport) made = NULL;
  const DeidRiskReport *shown = risk_report_look (data, audience, &made, stop, error);

  if (shown == NULL)
    return FALSE;
  risk_report_fill_table (figures, shown);
  risk_report_fill_adversary (figures, shown, "prosecutor", DEID_ADVERSARY_PROSECUTOR);
  risk_report_fill_adversary (figures, shown, "journalist", DEID_ADVERSARY_JOURNALIST);
  deid_figures_begin_group (figures, "marketer");
  risk_report_fill_number (figures, "mean", deid_risk_figure_marketer_risk (shown));
  deid_figures_add_text (figures, "sizes_of", shown->has_population ? "population" : "table");
  deid_figures_end (figures);
  if (!risk_report_fill_population_risk (figures, shown, stop, error))
    return FALSE;
  risk_report_fill_persons (figures, shown);
  risk_report_fill_linked (figures, shown);
  risk_report_fill_count (figures, "unmatched", shown->has_population, shown->n_unmatched);
  risk_report_fill_count (figures, "unique", TRUE, deid_risk_figure_n_unique (shown));
  risk_report_fill_count (figures, "population_unique", shown->has_population,
                          deid_risk_figure_n_population_unique (shown));
  risk_report_fill_uniques (figures, shown);
  risk_report_fill_estimates (figures, shown);
  if (!risk_report_fill_sizes (figures, shown, stop, error))
    return FALSE;
  deid_figures_add_statement (figures, shown->statement);
  return TRUE;
}

/* The public reads figures of sizes by the rule of DeidAudience, whose r it names. */
static const DeidFigure risks_catalogue[] = {
  AUDIENCE_PUBLIC,
  PUBLIC (TEXT, "table", "",
          "Which table was measured: `input`, `release`, or `no solution` for what a policy "
          "that is no solution would release."),
  PUBLIC (
      COUNT, "minimum_cell", "records",
      "The minimum cell of the public report (deid_risk_options_set_minimum_cell()); undefined for "
      "the custodian. The rules of other figures name r = 2 (minimum cell + 2)."),
  FIGURE_IF (COUNT, "records", "records", "public if there are r",
             "How many records the table has, without the suppressed ones: the denominator of "
             "shares of records and of mean risks."),
  FIGURE (COUNT, "persons", "persons",
          "How many different persons the table has, who may be in several classes; undefined "
          "without an entity column."),
  FIGURE (COUNT, "population", "records",
          "How many records the table of the population has; undefined without one."),
  FIGURE (COUNT, "classes.number", "classes", "How many equivalence classes there are."),
  FIGURE_IF (COUNT, "classes.smallest", "records or persons",
             "public if there are r times as many records", "The size of the smallest class."),
  FIGURE (COUNT, "classes.largest", "records or persons", "The size of the largest class."),
  FIGURE (NUMBER, "classes.mean", "records or persons",
          "The sum of the sizes of all classes over the number of classes."),
  PUBLIC (TEXT, "classes.sizes_count", "",
          "What sizes of classes count: `records`, or with an entity column `persons`."),
  PUBLIC (
      NUMBER, "threshold", "",
      "The risk above which records and persons are at risk (deid_risk_options_set_threshold())."),
  PUBLIC (TEXT, "prosecutor.sizes_of", "", "Where sizes are counted: `table`."),
  FIGURE_IF (NUMBER, "prosecutor.highest", "", "public if its size is",
             "The highest risk of a record to the prosecutor, who knows that a person is in the "
             "table: one over the smallest size (El Emam 2013, chapter 16)."),
  FIGURE (NUMBER, "prosecutor.mean", "",
          "The sum of one over the size of each record, over the number of records (El Emam 2013, "
          "chapter 16)."),
  FIGURE (NUMBER, "prosecutor.lowest", "",
          "The lowest risk of a record: one over the largest size."),
  FIGURE_IF (COUNT, "prosecutor.records_above_threshold", DEID_UNIT_PART,
             "public if an interval ends at the threshold",
             "How many records have a risk above the threshold, decided exactly."),
  FIGURE_IF (COUNT, "prosecutor.records_at_highest", DEID_UNIT_PART,
             "public if an interval has this size alone",
             "How many records have the highest risk."),
  PUBLIC (
      COUNT, "prosecutor.intervals[].smallest_size", "records or persons",
      "The smallest size of an interval; it ends below that of the next one. The custodian reads "
      "the same intervals in each report, the public those of the rule of DeidAudience."),
  PUBLIC (COUNT, "prosecutor.intervals[].records", DEID_UNIT_PART,
          "How many records have a size in the interval."),
  PUBLIC (COUNT, "prosecutor.intervals[].cumulative", DEID_UNIT_PART,
          "How many records have a size in this interval or one before it."),
  PUBLIC (TEXT, "journalist.sizes_of", "",
          "Where sizes are counted: `population`, or `table` without one. A record that "
          "matches nobody in the population has the size of its class in the table."),
  FIGURE_IF (NUMBER, "journalist.highest", "", "public if its size is",
             "The highest risk of a record to the journalist, who does not know who is in the "
             "table: one over the smallest size (El Emam 2013, chapter 16)."),
  FIGURE (NUMBER, "journalist.mean", "",
          "The sum of one over the size of each record, over the number of records (El Emam 2013, "
          "chapter 16)."),
  FIGURE (NUMBER, "journalist.lowest", "",
          "The lowest risk of a record: one over the largest size."),
  FIGURE_IF (COUNT, "journalist.records_above_threshold", DEID_UNIT_PART,
             "public if an interval ends at the threshold",
             "How many records have a risk above the threshold, decided exactly."),
  FIGURE_IF (COUNT, "journalist.records_at_highest", DEID_UNIT_PART,
             "public if an interval has this size alone",
             "How many records have the highest risk."),
  PUBLIC (
      COUNT, "journalist.intervals[].smallest_size", "records or persons",
      "The smallest size of an interval; it ends below that of the next one. The custodian reads "
      "the same intervals in each report, the public those of the rule of DeidAudience."),
  PUBLIC (COUNT, "journalist.intervals[].records", DEID_UNIT_PART,
          "How many records have a size in the interval."),
  PUBLIC (COUNT, "journalist.intervals[].cumulative", DEID_UNIT_PART,
          "How many records have a size in this interval or one before it."),
  FIGURE (NUMBER, "marketer.mean", "share of the records",
          "The share of the records that matching all of them against the population can be "
          "expected to find: the mean of the journalist (El Emam 2013, chapter 16). It is too high "
          "if records match nobody."),
  PUBLIC (TEXT, "marketer.sizes_of", "",
          "Where sizes are counted: `population`, or `table` without one."),
  FIGURE (GROUP, "population_risk", "",
          "The population risk with an exponent of 1; withheld as a whole."),
  FIGURE (NUMBER, "population_risk.sum", "records or persons",
          "The sum of 1 / g over the records, or with an entity column the persons, where g is how "
          "many records of the population have the same labels, at least 1; without a population g "
          "is the size of the class. It is rounded up to a double: see "
          "deid_report_get_population_risk()."),
  FIGURE (NUMBER, "population_risk.mean", "", "The same sum over the number of its terms."),
  FIGURE (
      GROUP, "by_person", "",
      "The risks to the prosecutor over persons; undefined as a whole without an entity column."),
  FIGURE (COUNT, "by_person.persons_in_classes", "persons",
          "The sum of the sizes of all classes: a person in two classes counts twice. All of "
          "`by_person` is undefined without an entity column."),
  FIGURE (COUNT, "by_person.persons_above_threshold", "persons",
          "How many of these persons have a prosecutor risk above the threshold, decided exactly."),
  FIGURE (COUNT, "by_person.unique_persons", "persons",
          "How many of these persons are alone in a class."),
  FIGURE (NUMBER, "by_person.at_risk", "share of the persons",
          "The persons above the threshold over the persons in classes."),
  FIGURE (NUMBER, "by_person.average_risk", "",
          "The mean of the prosecutor's risk over these persons: classes over persons in classes."),
  FIGURE (GROUP, "linked", "",
          "What an attacker finds who can tell which records belong to one person; undefined as a "
          "whole where no person has several."),
  FIGURE (COUNT, "linked.alone_by_all", "persons",
          "How many persons are like nobody else in all their records together. All of `linked` is "
          "undefined where no person has several records."),
  FIGURE (
      COUNT, "linked.alone[].known", "records",
      "How many records of a person the attacker knows at most. A row is missing where counting "
      "would have taken too long."),
  FIGURE (COUNT, "linked.alone[].persons", "persons",
          "How many persons have some such records in common with nobody else: the attacker finds "
          "them if these are the ones known."),
  FIGURE (COUNT, "linked.histories[].smallest_number", "records",
          "The smallest number of records of a person in an interval: 1, 2, 3, 6, 11 or 21. An "
          "interval "
          "ends below the next of these; one without persons is left out."),
  FIGURE (COUNT, "linked.histories[].persons", "persons",
          "How many persons have a number of records in the interval."),
  FIGURE (COUNT, "linked.histories[].alone", "persons",
          "How many of these are like nobody else in all their records together."),
  FIGURE (COUNT, "unmatched", DEID_UNIT_PART,
          "How many records match nobody in the population; undefined without one."),
  FIGURE_IF (COUNT, "unique", DEID_UNIT_PART,
             "public if an interval has this size alone or none begins at it",
             "How many records are in classes of size 1."),
  FIGURE_IF (COUNT, "population_unique", DEID_UNIT_PART,
             "public if all classes of the population are larger",
             "How many records match exactly one record of the population; undefined without one."),
  PUBLIC (GROUP, "unique_by_release", "",
          "The records that are unique by what is released; undefined as a whole for the input."),
  PUBLIC (TEXT, "unique_by_release.figures", "",
          "Whether the counts are `exact`, or `at least` for the public. All of "
          "`unique_by_release` is undefined for the input."),
  FIGURE_IF (COUNT, "unique_by_release.all", DEID_UNIT_PART,
             "public if there are r, rounded down to a multiple of r",
             "How many records are unique by all that is released: no other released record equals "
             "them or, with an entity column, only records of the same person do. Undefined if "
             "released columns stay in an engine."),
  PUBLIC (TEXT, "unique_by_release.columns[].column", "",
          "The name of a released column that is not generalized."),
  FIGURE_IF (COUNT, "unique_by_release.columns[].records", DEID_UNIT_PART,
             "public if there are r, rounded down to a multiple of r",
             "How many records are unique by the quasi-identifiers and this column."),
  FIGURE (COUNT, "population_size", "persons",
          "For how many people uniqueness is estimated: the number that was given or that survey "
          "weights estimate; undefined without."),
  FIGURE (NUMBER, "estimated_uniques.pitman", "persons",
          "How many people of the population are estimated to be the only ones with their "
          "quasi-identifiers, by the Pitman model (Hoshino 2001); undefined without a size of the "
          "population or a solution of its equations."),
  FIGURE (NUMBER, "estimated_uniques.zayatz", "persons",
          "How many people of the population are estimated to be the only ones with their "
          "quasi-identifiers, by Zayatz (1991); undefined without a size of the population or a "
          "solution of its equations."),
  FIGURE (NUMBER, "estimated_uniques.snb", "persons",
          "How many people of the population are estimated to be the only ones with their "
          "quasi-identifiers, by the slide negative binomial model (Chen and Keller-McNulty 1998); "
          "undefined without a size of the population or a solution of its equations."),
  FIGURE (NUMBER, "estimated_uniques.dankar", "persons",
          "How many people of the population are estimated to be the only ones with their "
          "quasi-identifiers, by the rule of Dankar et al. (2012); undefined without a size of the "
          "population or a solution of its equations."),
  FIGURE (COUNT, "sizes[].size", "records or persons",
          "A size that classes have, the smallest first; the public reads an empty table."),
  FIGURE (COUNT, "sizes[].classes", "classes", "How many classes have this size."),
  FIGURE (COUNT, "sizes[].records", DEID_UNIT_PART, "How many records these classes have."),
  PROBLEM_FIGURE,
};

const DeidReportKind deid_risks_kind = {
  .name = "risks",
  .title = "Risks: how likely a record is found",
  .catalogue = risks_catalogue,
  .n_figures = G_N_ELEMENTS (risks_catalogue),
  .n_rows_shown = 20,
  .sparse = "intervals",
  .is_public = TRUE,
  .fill = risk_report_fill,
  .free = deid_risk_report_free,
};
