/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <math.h>

#include "distortion/distortion-private.h"
#include "distortion/released-numbers.h"

static gboolean
is_side (DeidDistortionSide side)
{
  return side == DEID_DISTORTION_BEFORE || side == DEID_DISTORTION_AFTER;
}

/* Tells whether the audience may read of a side. */
static gboolean
tells (const DeidDistortion *distortion, DeidDistortionSide side)
{
  return side == DEID_DISTORTION_AFTER || distortion->audience == DEID_AUDIENCE_CUSTODIAN;
}

static gboolean
is_column (const DeidDistortion *distortion, guint column)
{
  return distortion != NULL && column < distortion->n_columns;
}

/* Writes a number if it is told. */
static gboolean
tell_count (gboolean is_told, guint64 count, guint64 *to)
{
  if (is_told)
    *to = count;
  return is_told;
}

static gboolean
distortion_getters_tell (gboolean is_told, double figure, double *to)
{
  if (is_told)
    *to = figure;
  return is_told;
}

DeidAudience
deid_distortion_get_audience (const DeidDistortion *distortion)
{
  g_return_val_if_fail (distortion != NULL, DEID_AUDIENCE_CUSTODIAN);

  return distortion->audience;
}

gboolean
deid_distortion_get_n_records (const DeidDistortion *distortion, DeidDistortionSide side,
                               guint64 *n_records)
{
  g_return_val_if_fail (distortion != NULL && is_side (side) && n_records != NULL, FALSE);

  return tell_count (tells (distortion, side), distortion->n[side], n_records);
}

guint
deid_distortion_get_n_columns (const DeidDistortion *distortion)
{
  g_return_val_if_fail (distortion != NULL, 0);

  return distortion->n_columns;
}

const char *
deid_distortion_get_column (const DeidDistortion *distortion, guint column)
{
  g_return_val_if_fail (is_column (distortion, column), NULL);

  return deid_distortion_look_up (distortion, distortion->columns[column].column)->name;
}

gboolean
deid_distortion_has_numbers (const DeidDistortion *distortion, guint column)
{
  g_return_val_if_fail (is_column (distortion, column), FALSE);

  return distortion->columns[column].is_numeric;
}

gboolean
deid_distortion_get_level (const DeidDistortion *distortion, guint column, guint *level)
{
  g_return_val_if_fail (is_column (distortion, column) && level != NULL, FALSE);

  if (distortion->columns[column].has_level)
    *level = distortion->columns[column].level;
  return distortion->columns[column].has_level;
}

gboolean
deid_distortion_get_loss (const DeidDistortion *distortion, guint column, double *loss)
{
  g_return_val_if_fail (is_column (distortion, column) && loss != NULL, FALSE);

  return distortion_getters_tell (distortion->columns[column].has_loss,
                                  distortion->columns[column].loss, loss);
}

gboolean
deid_distortion_get_n_distinct (const DeidDistortion *distortion, guint column,
                                DeidDistortionSide side, guint64 *n_distinct)
{
  g_return_val_if_fail (is_column (distortion, column), FALSE);
  g_return_val_if_fail (is_side (side) && n_distinct != NULL, FALSE);

  return tell_count (tells (distortion, side), distortion->columns[column].figures[side].n_distinct,
                     n_distinct);
}

gboolean
deid_distortion_get_n_missing (const DeidDistortion *distortion, guint column,
                               DeidDistortionSide side, guint64 *n_records)
{
  g_return_val_if_fail (is_column (distortion, column), FALSE);
  g_return_val_if_fail (is_side (side) && n_records != NULL, FALSE);

  return tell_count (tells (distortion, side), distortion->columns[column].figures[side].n_missing,
                     n_records);
}

gboolean
deid_distortion_get_n_measured (const DeidDistortion *distortion, guint column,
                                DeidDistortionSide side, guint64 *n_records)
{
  g_return_val_if_fail (is_column (distortion, column), FALSE);
  g_return_val_if_fail (is_side (side) && n_records != NULL, FALSE);

  return tell_count (tells (distortion, side) && distortion->columns[column].is_numeric,
                     distortion->columns[column].figures[side].moments.n, n_records);
}

guint64
deid_distortion_get_n_stand_in (const DeidDistortion *distortion, guint column,
                                DeidStandIn stand_in)
{
  g_return_val_if_fail (is_column (distortion, column), 0);
  g_return_val_if_fail ((guint) stand_in < DEID_N_STAND_INS, 0);

  return distortion->columns[column].figures[DEID_DISTORTION_AFTER].n_stand_ins[stand_in];
}

gboolean
deid_distortion_get_figure (const DeidDistortion *distortion, guint column,
                            DeidDistortionFigure figure, DeidDistortionSide side, double *value)
{
  const DeidDistortionFigures *figures;
  const guint quantile = (guint) figure - DEID_DISTORTION_QUANTILE_5;

  g_return_val_if_fail (is_column (distortion, column), FALSE);
  g_return_val_if_fail ((guint) figure <= DEID_DISTORTION_QUANTILE_95, FALSE);
  g_return_val_if_fail (is_side (side) && value != NULL, FALSE);

  figures = &distortion->columns[column].figures[side];
  if (!tells (distortion, side) || figures->moments.n == 0)
    return FALSE;
  if (figure == DEID_DISTORTION_MEAN)
    return distortion_getters_tell (TRUE, figures->moments.mean, value);
  if (figure == DEID_DISTORTION_VARIANCE)
    return distortion_getters_tell (figures->moments.n > 1,
                                    figures->moments.squares / ((double) figures->moments.n - 1),
                                    value);
  return distortion_getters_tell (TRUE, figures->quantiles[quantile], value);
}

gboolean
deid_distortion_get_change (const DeidDistortion *distortion, guint column,
                            DeidDistortionFigure figure, double *change)
{
  double before, after;

  g_return_val_if_fail (is_column (distortion, column), FALSE);
  g_return_val_if_fail ((guint) figure <= DEID_DISTORTION_QUANTILE_95, FALSE);
  g_return_val_if_fail (change != NULL, FALSE);

  if (!deid_distortion_get_figure (distortion, column, figure, DEID_DISTORTION_BEFORE, &before)
      || !deid_distortion_get_figure (distortion, column, figure, DEID_DISTORTION_AFTER, &after))
    return FALSE;
  return distortion_getters_tell (TRUE, after - before, change);
}

gboolean
deid_distortion_get_relative_change (const DeidDistortion *distortion, guint column,
                                     DeidDistortionFigure figure, double *change)
{
  double before = 0, difference;

  if (!deid_distortion_get_change (distortion, column, figure, &difference))
    return FALSE;
  deid_distortion_get_figure (distortion, column, figure, DEID_DISTORTION_BEFORE, &before);
  return distortion_getters_tell (before < 0 || before > 0, difference / fabs (before), change);
}

gboolean
deid_distortion_get_mean_shift (const DeidDistortion *distortion, guint column, double *shift)
{
  double change, deviation;

  g_return_val_if_fail (is_column (distortion, column) && shift != NULL, FALSE);

  if (!deid_distortion_get_change (distortion, column, DEID_DISTORTION_MEAN, &change))
    return FALSE;
  deviation = deid_moments_get_deviation (
      &distortion->columns[column].figures[DEID_DISTORTION_BEFORE].moments);
  return distortion_getters_tell (deviation > 0, change / deviation, shift);
}

gboolean
deid_distortion_get_distance (const DeidDistortion *distortion, guint column, double *distance)
{
  g_return_val_if_fail (is_column (distortion, column) && distance != NULL, FALSE);

  return distortion_getters_tell (tells (distortion, DEID_DISTORTION_BEFORE)
                                      && !distortion->columns[column].is_aggregated,
                                  distortion->columns[column].distance, distance);
}

guint64
deid_distortion_get_n_values (const DeidDistortion *distortion, guint column)
{
  g_return_val_if_fail (is_column (distortion, column), 0);

  return distortion->columns[column].n_values;
}

static gboolean
distortion_getters_is_value (const DeidDistortion *distortion, guint column, guint64 value)
{
  return is_column (distortion, column) && value < distortion->columns[column].n_values;
}

const char *
deid_distortion_get_value (const DeidDistortion *distortion, guint column, guint64 value)
{
  g_return_val_if_fail (distortion_getters_is_value (distortion, column, value), NULL);

  return distortion->columns[column].values[value].text;
}

gboolean
deid_distortion_get_value_n_records (const DeidDistortion *distortion, guint column, guint64 value,
                                     DeidDistortionSide side, guint64 *n_records)
{
  g_return_val_if_fail (distortion_getters_is_value (distortion, column, value), FALSE);
  g_return_val_if_fail (is_side (side) && n_records != NULL, FALSE);

  return tell_count (tells (distortion, side), distortion->columns[column].values[value].n[side],
                     n_records);
}

gboolean
deid_distortion_get_value_share (const DeidDistortion *distortion, guint column, guint64 value,
                                 DeidDistortionSide side, double *share)
{
  g_return_val_if_fail (distortion_getters_is_value (distortion, column, value), FALSE);
  g_return_val_if_fail (is_side (side) && share != NULL, FALSE);

  return distortion_getters_tell (tells (distortion, side) && distortion->n[side] > 0,
                                  (double) distortion->columns[column].values[value].n[side]
                                      / (double) distortion->n[side],
                                  share);
}

guint64
deid_distortion_get_n_pairs (const DeidDistortion *distortion)
{
  g_return_val_if_fail (distortion != NULL, 0);

  return distortion->n_pairs;
}

const char *
deid_distortion_get_pair_column (const DeidDistortion *distortion, guint64 pair, guint index)
{
  g_return_val_if_fail (distortion != NULL && pair < distortion->n_pairs && index < 2, NULL);

  return deid_distortion_look_up (distortion, distortion->pairs[pair].columns[index])->name;
}

gboolean
deid_distortion_get_pair_n_records (const DeidDistortion *distortion, guint64 pair,
                                    DeidDistortionSide side, guint64 *n_records)
{
  g_return_val_if_fail (distortion != NULL && pair < distortion->n_pairs, FALSE);
  g_return_val_if_fail (is_side (side) && n_records != NULL, FALSE);

  return tell_count (tells (distortion, side), distortion->pairs[pair].n[side], n_records);
}

gboolean
deid_distortion_get_association (const DeidDistortion *distortion, guint64 pair,
                                 DeidAssociation association, DeidDistortionSide side,
                                 double *value)
{
  double figure;

  g_return_val_if_fail (distortion != NULL && pair < distortion->n_pairs, FALSE);
  g_return_val_if_fail ((guint) association < DEID_N_ASSOCIATIONS, FALSE);
  g_return_val_if_fail (is_side (side) && value != NULL, FALSE);

  figure = distortion->pairs[pair].associations[association][side];
  return distortion_getters_tell (!isnan (figure), figure, value);
}
