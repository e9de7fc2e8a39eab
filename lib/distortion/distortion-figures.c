/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a report says of a release that was compared with the original. */
#include "distortion/distortion-private.h"

#include <math.h>

/* Returns: whether the audience may read of a side. */
static inline gboolean
distortion_tells (const DeidDistortion *distortion, DeidDistortionSide side)
{
  return side == DEID_DISTORTION_AFTER || distortion->audience == DEID_AUDIENCE_CUSTODIAN;
}

gboolean
deid_distortion_get_figure (const DeidDistortion *distortion, guint column,
                            DeidDistortionFigure figure, DeidDistortionSide side, double *value)
{
  const DeidDistortionFigures *figures = &distortion->columns[column].figures[side];

  if (!distortion_tells (distortion, side) || figures->moments.n == 0)
    return FALSE;
  if (figure == DEID_DISTORTION_MEAN)
    *value = figures->moments.mean;
  else if (figure != DEID_DISTORTION_VARIANCE)
    *value = figures->quantiles[figure - DEID_DISTORTION_QUANTILE_5];
  else if (figures->moments.n > 1)
    *value = figures->moments.squares / ((double) figures->moments.n - 1);
  else
    return FALSE;
  return TRUE;
}

gboolean
deid_distortion_get_change (const DeidDistortion *distortion, guint column,
                            DeidDistortionFigure figure, double *change)
{
  double before, after;

  if (!deid_distortion_get_figure (distortion, column, figure, DEID_DISTORTION_BEFORE, &before)
      || !deid_distortion_get_figure (distortion, column, figure, DEID_DISTORTION_AFTER, &after))
    return FALSE;
  *change = after - before;
  return TRUE;
}

/* There is none where the figure was 0. */
static gboolean
distortion_get_relative_change (const DeidDistortion *distortion, guint column,
                                DeidDistortionFigure figure, double *change)
{
  double before = 0, difference;

  if (!deid_distortion_get_change (distortion, column, figure, &difference))
    return FALSE;
  deid_distortion_get_figure (distortion, column, figure, DEID_DISTORTION_BEFORE, &before);
  if (before < 0 || before > 0)
    *change = difference / fabs (before);
  return before < 0 || before > 0;
}

gboolean
deid_distortion_get_mean_shift (const DeidDistortion *distortion, guint column, double *shift)
{
  double change, deviation;

  if (!deid_distortion_get_change (distortion, column, DEID_DISTORTION_MEAN, &change))
    return FALSE;
  deviation = deid_moments_get_deviation (
      &distortion->columns[column].figures[DEID_DISTORTION_BEFORE].moments);
  if (deviation > 0)
    *shift = change / deviation;
  return deviation > 0;
}

gboolean
deid_distortion_get_distance (const DeidDistortion *distortion, guint column, double *distance)
{
  *distance = distortion->columns[column].distance;
  return distortion_tells (distortion, DEID_DISTORTION_BEFORE)
         && !distortion->columns[column].is_aggregated;
}

gboolean
deid_distortion_get_share (const DeidDistortion *distortion, guint column, guint64 value,
                           DeidDistortionSide side, double *share)
{
  if (!distortion_tells (distortion, side) || distortion->n[side] == 0)
    return FALSE;
  *share
      = (double) distortion->columns[column].values[value].n[side] / (double) distortion->n[side];
  return TRUE;
}

/* What is filled in. */
typedef struct
{
  DeidFigures *figures;
  const DeidDistortion *distortion;
  DeidFigureState none; /* of a figure that there is not, or that the public may not read */
} DistortionFill;

/* Adds a number, or that there is none for this audience. */
static void
distortion_fill_number (const DistortionFill *fill, const char *name, gboolean is_told,
                        double number)
{
  if (is_told)
    deid_figures_add_number (fill->figures, name, number);
  else
    deid_figures_add_state (fill->figures, name, fill->none);
}

static void
distortion_fill_counts (const DistortionFill *fill, const char *name, guint64 before, guint64 after)
{
  deid_figures_begin_group (fill->figures, name);
  deid_figures_add_count_if (fill->figures, "before",
                             distortion_tells (fill->distortion, DEID_DISTORTION_BEFORE), before);
  deid_figures_add_count (fill->figures, "after", after);
  deid_figures_end (fill->figures);
}

static void
distortion_fill_figure (const DistortionFill *fill, guint c, const char *name,
                        DeidDistortionFigure figure)
{
  double value = 0;
  gboolean is_told;

  deid_figures_begin_group (fill->figures, name);
  is_told
      = deid_distortion_get_figure (fill->distortion, c, figure, DEID_DISTORTION_BEFORE, &value);
  distortion_fill_number (fill, "before", is_told, value);
  is_told = deid_distortion_get_figure (fill->distortion, c, figure, DEID_DISTORTION_AFTER, &value);
  deid_figures_add_number_if (fill->figures, "after", is_told, value);
  is_told = deid_distortion_get_change (fill->distortion, c, figure, &value);
  distortion_fill_number (fill, "change", is_told, value);
  is_told = distortion_get_relative_change (fill->distortion, c, figure, &value);
  distortion_fill_number (fill, "relative_change", is_told, value);
  deid_figures_end (fill->figures);
}

static void
distortion_fill_numbers (const DistortionFill *fill, guint c)
{
  static const char *const names[]
      = { "mean", "variance", "quantile_5", "quantile_25", "median", "quantile_75", "quantile_95" };
  static const char *const stand_ins[] = { "value", "bin_mean", "middle", "nothing", "missing" };
  const DeidDistortionFigures *figures = fill->distortion->columns[c].figures;
  double shift = 0;
  gboolean is_told;

  distortion_fill_counts (fill, "measured", figures[0].moments.n, figures[1].moments.n);
  deid_figures_begin_group (fill->figures, "stand_ins");
  for (guint s = 0; s < G_N_ELEMENTS (stand_ins); s++)
    deid_figures_add_count (fill->figures, stand_ins[s], figures[1].n_stand_ins[s]);
  deid_figures_end (fill->figures);
  for (guint figure = 0; figure < G_N_ELEMENTS (names); figure++)
    distortion_fill_figure (fill, c, names[figure], (DeidDistortionFigure) figure);
  is_told = deid_distortion_get_mean_shift (fill->distortion, c, &shift);
  distortion_fill_number (fill, "mean_shift", is_told, shift);
}

static gboolean
distortion_fill_values (const DistortionFill *fill, const DeidDistortionColumn *column,
                        const DeidStop *stop, GError **error)
{
  const gboolean has_before = distortion_tells (fill->distortion, DEID_DISTORTION_BEFORE);

  deid_figures_begin_table (fill->figures, "values");
  for (guint64 i = 0; i < column->n_values; i++)
    {
      if (!deid_stop_check_row (stop, i, error))
        return FALSE;
      deid_figures_begin_group (fill->figures, NULL);
      deid_figures_add_text (fill->figures, "value", column->values[i].text);
      deid_figures_add_count_if (fill->figures, "before", has_before, column->values[i].n[0]);
      deid_figures_add_count (fill->figures, "after", column->values[i].n[1]);
      deid_figures_end (fill->figures);
    }
  deid_figures_end (fill->figures);
  return TRUE;
}

static gboolean
distortion_fill_column (const DistortionFill *fill, guint c, const DeidStop *stop, GError **error)
{
  const DeidDistortionColumn *column = &fill->distortion->columns[c];
  const DeidDistortionFigures *figures = column->figures;
  double distance;
  gboolean is_told;

  deid_figures_begin_group (fill->figures, NULL);
  deid_figures_add_text (fill->figures, "column",
                         deid_distortion_look_up (fill->distortion, column->column)->name);
  deid_figures_add_text (fill->figures, "kind", column->is_numeric ? "numbers" : "texts");
  if (column->has_level)
    deid_figures_add_count (fill->figures, "level", column->level);
  else
    deid_figures_add_state (fill->figures, "level", fill->none);
  distortion_fill_number (fill, "loss", column->has_loss, column->loss);
  is_told = deid_distortion_get_distance (fill->distortion, c, &distance);
  distortion_fill_number (fill, "distance", is_told, distance);
  distortion_fill_counts (fill, "distinct", figures[0].n_distinct, figures[1].n_distinct);
  distortion_fill_counts (fill, "missing", figures[0].n_missing, figures[1].n_missing);
  if (column->is_numeric)
    distortion_fill_numbers (fill, c);
  if (!distortion_fill_values (fill, column, stop, error))
    return FALSE;
  deid_figures_end (fill->figures);
  return TRUE;
}

static void
distortion_fill_pair (const DistortionFill *fill, guint64 i)
{
  static const char *const names[] = { "pearson", "spearman", "cramers_v" };
  const DeidDistortionPair *pair = &fill->distortion->pairs[i];

  deid_figures_begin_group (fill->figures, NULL);
  deid_figures_begin_table (fill->figures, "columns");
  for (guint c = 0; c < 2; c++)
    deid_figures_add_text (fill->figures, NULL,
                           deid_distortion_look_up (fill->distortion, pair->columns[c])->name);
  deid_figures_end (fill->figures);
  distortion_fill_counts (fill, "records", pair->n[0], pair->n[1]);
  for (guint a = 0; a < G_N_ELEMENTS (names); a++)
    {
      deid_figures_begin_group (fill->figures, names[a]);
      distortion_fill_number (fill, "before", !isnan (pair->associations[a][0]),
                              pair->associations[a][0]);
      if (a == DEID_ASSOCIATION_CRAMERS_V && deid_distortion_is_mixed (fill->distortion, pair))
        distortion_fill_number (fill, "after", !isnan (pair->associations[a][1]),
                                pair->associations[a][1]);
      else
        deid_figures_add_number (fill->figures, "after", pair->associations[a][1]);
      deid_figures_end (fill->figures);
    }
  deid_figures_end (fill->figures);
}

static gboolean
distortion_fill_all (DeidFigures *figures, const DeidDistortion *distortion, const DeidStop *stop,
                     GError **error)
{
  const gboolean is_public = distortion->audience == DEID_AUDIENCE_PUBLIC;
  const DistortionFill fill
      = { figures, distortion,
          is_public ? DEID_FIGURE_STATE_WITHHELD : DEID_FIGURE_STATE_UNDEFINED };

  deid_figures_add_text (figures, "audience", deid_audience_get_name (distortion->audience));
  distortion_fill_counts (&fill, "records", distortion->n[0], distortion->n[1]);
  deid_figures_begin_table (figures, "columns");
  for (guint c = 0; c < distortion->n_columns; c++)
    if (!distortion_fill_column (&fill, c, stop, error))
      return FALSE;
  deid_figures_end (figures);
  deid_figures_begin_table (figures, "pairs");
  for (guint64 i = 0; i < distortion->n_pairs; i++)
    {
      if (!deid_stop_check_row (stop, i, error))
        return FALSE;
      distortion_fill_pair (&fill, i);
    }
  deid_figures_end (figures);
  deid_figures_add_statement (figures, is_public ? NULL : distortion->problem->statement);
  return TRUE;
}

static gboolean
distortion_fill (gconstpointer data, DeidAudience audience, DeidFigures *figures,
                 const DeidStop *stop, GError **error)
{
  g_autoptr (DeidDistortion) shown = NULL;

  if (!deid_stop_check (stop, error))
    return FALSE;
  if (audience == DEID_AUDIENCE_CUSTODIAN)
    return distortion_fill_all (figures, data, stop, error);
  shown = deid_distortion_make_public (data, stop, error);
  return shown != NULL && distortion_fill_all (figures, shown, stop, error);
}

/* The rows of a figure of a column of numbers: its name, its unit, and what it is. */
#define DISTORTION_FIGURE(name, unit, it, more)                                                    \
  FIGURE (NUMBER, "columns[]." name ".before", unit, it " before release" more "."),               \
      PUBLIC (NUMBER, "columns[]." name ".after", unit, it " after release" more "."),             \
      FIGURE (NUMBER, "columns[]." name ".change", unit, it " after release less that before."),   \
      FIGURE (                                                                                     \
          NUMBER, "columns[]." name ".relative_change", "",                                        \
          it                                                                                       \
          " after release less that before, over the size of that before; undefined if it is 0.")

static const DeidFigure distortion_catalogue[] = {
  AUDIENCE_PUBLIC,
  FIGURE (COUNT, "records.before", "records", "The number of records of the table."),
  PUBLIC (COUNT, "records.after", "records",
          "The number of released records. Suppressed rows that a release keeps do not count."),
  PUBLIC (TEXT, "columns[].column", "",
          "The name of a released column. For the custodian, columns of numbers come first, "
          "sorted by the shift of their means, and columns of texts follow, sorted by their "
          "distance; the greatest change comes first. For the public, columns of numbers "
          "come first, too, each kind in the order of the table."),
  PUBLIC (TEXT, "columns[].kind", "",
          "`numbers` if the type of the column is integer or decimal, otherwise `texts`."),
  FIGURE (COUNT, "columns[].level", "",
          "The level that the policy gives a quasi-identifier; undefined for another column, with "
          "cuts and in a local recoding."),
  FIGURE (NUMBER, "columns[].loss", "",
          "The loss of a quasi-identifier, as deid_partition_get_attribute_loss() has it; "
          "undefined for another column."),
  FIGURE (NUMBER, "columns[].distance", "share of the records",
          "The total variation distance: half the sum of the sizes of the changes of the shares of "
          "all labels. No set of labels has a share that changes more. Undefined for a "
          "microaggregated column, whose labels are not released."),
  FIGURE (COUNT, "columns[].distinct.before", "values",
          "How many different values the column has before release, a missing one not counted."),
  PUBLIC (COUNT, "columns[].distinct.after", "labels",
          "How many different labels it has after release, or numbers in their place."),
  FIGURE (COUNT, "columns[].missing.before", "records",
          "How many records have a missing value before release."),
  PUBLIC (COUNT, "columns[].missing.after", "records", "How many have one after release."),
  FIGURE (COUNT, "columns[].measured.before", "records",
          "How many records have a number before release. Means, variances and quantiles are taken "
          "over these records. A record counts as often as its weight says."),
  PUBLIC (COUNT, "columns[].measured.after", "records",
          "How many released records stand for a number."),
  PUBLIC (COUNT, "columns[].stand_ins.value", "records",
          "How many released records have a value, a label that is a decimal number, or the "
          "mean or median that is released in their place."),
  PUBLIC (COUNT, "columns[].stand_ins.bin_mean", "records",
          "How many stand for the mean that is released beside their label."),
  PUBLIC (COUNT, "columns[].stand_ins.middle", "records",
          "How many stand for the middle of the range that the label names, such as "
          "`20-29`, `[1.5, 2.0)` or `[20, 30[`. In a column of integers the middle is the "
          "mean of the least and the greatest integer in the range, here 24.5. In a column "
          "of decimals it is the mean of the two ends, here 25. A set of numbers stands for "
          "their mean, each counted as pairs[].cramers_v.before says."),
  PUBLIC (COUNT, "columns[].stand_ins.nothing", "records",
          "How many stand for no number. Their label has no range with two ends, such as "
          "`*`, `>= 80` or a word, or is 1e100 or more in size. A number for them would use "
          "values that the release does not show."),
  PUBLIC (COUNT, "columns[].stand_ins.missing", "records",
          "How many stand for no number, since their value is missing."),
  DISTORTION_FIGURE ("mean", "of the column", "The mean", ""),
  DISTORTION_FIGURE ("variance", "square of that of the column", "The variance of a sample",
                     ", by n - 1; undefined for fewer than two records"),
  DISTORTION_FIGURE (
      "quantile_5", "of the column", "The quantile of 5 %",
      ". Quantiles are of type 7 (Hyndman and Fan 1996): of n numbers in rising "
      "order, counted from 0, the one at place p (n - 1), and between two of them on "
      "the straight line"),
  DISTORTION_FIGURE ("quantile_25", "of the column", "The lower quartile", ""),
  DISTORTION_FIGURE ("median", "of the column", "The median", ""),
  DISTORTION_FIGURE ("quantile_75", "of the column", "The upper quartile", ""),
  DISTORTION_FIGURE ("quantile_95", "of the column", "The quantile of 95 %", ""),
  FIGURE (NUMBER, "columns[].mean_shift", "standard deviations",
          "The change of the mean in standard deviations of the original values, below 0 if the "
          "mean is smaller after release; undefined if these do not vary."),
  PUBLIC (
      TEXT, "columns[].values[].value", "",
      "A label; undefined for a missing value. Listed are all labels of a column of texts, and of "
      "one of numbers if at most 20 are released and it is not microaggregated. For the custodian "
      "the greatest change of a share comes first; the public has released labels alone, sorted."),
  FIGURE (COUNT, "columns[].values[].before", "records",
          "How many of all records have the label, suppressed ones included, generalized as in the "
          "release."),
  PUBLIC (COUNT, "columns[].values[].after", "records", "How many released records have it."),
  PUBLIC (
      TEXT, "pairs[].columns[]", "",
      "The names of two columns, in the order of the table. For the custodian the pair with the "
      "greatest change of an association comes first, where one that is gone counts as 0."),
  FIGURE (COUNT, "pairs[].records.before", "records",
          "How many records have a number or value in both columns before release."),
  PUBLIC (COUNT, "pairs[].records.after", "records", "How many have one after release."),
  FIGURE (
      NUMBER, "pairs[].pearson.before", "",
      "Pearson's correlation of two columns of numbers before release. This and all associations "
      "are undefined for columns of another kind, and where a column does not vary."),
  PUBLIC (NUMBER, "pairs[].pearson.after", "", "The same after release."),
  FIGURE (NUMBER, "pairs[].spearman.before", "",
          "Spearman's correlation before release: Pearson's correlation of the ranks. Ranks are "
          "among the records that have both numbers. Equal numbers have the mean of their ranks."),
  PUBLIC (NUMBER, "pairs[].spearman.after", "", "The same after release."),
  FIGURE (NUMBER, "pairs[].cramers_v.before", "",
          "Cramer's V (H. Cramer 1946) before release, without a correction for bias. At least one "
          "of the two columns has texts. The categories of texts are values before release and "
          "labels after. A record whose label is a set counts as each of its values, in proportion "
          "to how often these occur in the release, where each record with a set counts in equal "
          "parts; with sets, it is undefined for more than 4,194,304 pairs of categories. A column "
          "of numbers with at most 20 values has these as categories, and "
          "otherwise the tenths of its records. If the columns are independent, the square of V is "
          "about (c - 1) / (n - 1), where n is the number of records and c the greater number of "
          "categories (Bergsma 2013)."),
  FIGURE_IF (NUMBER, "pairs[].cramers_v.after", "", "public, of two columns of texts",
             "The same after release."),
  PROBLEM_FIGURE,
};

const DeidReportKind deid_distortion_kind = {
  .name = "distortion",
  .title = "Distortion: what a release did to the data",
  .catalogue = distortion_catalogue,
  .n_figures = G_N_ELEMENTS (distortion_catalogue),
  .n_rows_shown = 20,
  .is_public = TRUE,
  .fill = distortion_fill,
  .free = (GDestroyNotify) deid_distortion_free,
};

DeidReport *
deid_report_new_distortion (DeidResult *result, DeidReleaseOptions *release_options,
                            GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);

  g_return_val_if_fail (result != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  return deid_report_new (&deid_distortion_kind,
                          deid_distortion_make (result, release_options, stop, error), stop, error);
}
