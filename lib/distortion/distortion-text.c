/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/long-text.h"
#include "base/text.h"
#include "distortion/distortion-private.h"

#define DISTORTION_TEXT_N_SHOWN 20

typedef struct
{
  DeidLongText text;
  const DeidDistortion *distortion;
} DistortionTextWriter;

static const char *
distortion_text_show_column (const DistortionTextWriter *writer, guint column)
{
  return deid_column_show (deid_distortion_look_up (writer->distortion, column));
}

/* Writes a count before and after, as far as they are told. */
static void
distortion_text_add_counts (DistortionTextWriter *writer, const char *name, gboolean has_before,
                            guint64 before, guint64 after)
{
  deid_long_text_add (&writer->text, "%s: ", name);
  if (has_before)
    deid_long_text_add (&writer->text, DEID_COUNT_FORMAT " before, ", before);
  deid_long_text_add (&writer->text, DEID_COUNT_FORMAT " after\n", after);
}

/* Writes a number and what stands behind it. */
static void
distortion_text_add_number (DistortionTextWriter *writer, const char *format, double number,
                            const char *behind)
{
  deid_long_text_add_double (&writer->text, format, number);
  deid_long_text_add (&writer->text, "%s", behind);
}

static void
add_signed (DistortionTextWriter *writer, const char *format, double change, const char *unit)
{
  deid_long_text_add (&writer->text, change < 0 ? "" : "+");
  distortion_text_add_number (writer, format, change, unit);
}

static void
distortion_text_add_figure (DistortionTextWriter *writer, guint c, const char *name,
                            DeidDistortionFigure figure)
{
  const DeidDistortion *distortion = writer->distortion;
  DeidLongText *text = &writer->text;
  double before, after, change;
  const gboolean has_before
      = deid_distortion_get_figure (distortion, c, figure, DEID_DISTORTION_BEFORE, &before);
  const gboolean has_after
      = deid_distortion_get_figure (distortion, c, figure, DEID_DISTORTION_AFTER, &after);

  if (!has_before && !has_after)
    return;
  deid_long_text_add (text, "  %s: ", name);
  if (has_before)
    distortion_text_add_number (writer, "%.6g", before, " before, ");
  if (has_after)
    distortion_text_add_number (writer, "%.6g", after, " after");
  else
    deid_long_text_add (text, "none after");
  if (deid_distortion_get_change (distortion, c, figure, &change))
    {
      deid_long_text_add (text, ", ");
      add_signed (writer, "%.6g", change, "");
    }
  if (deid_distortion_get_relative_change (distortion, c, figure, &change))
    {
      deid_long_text_add (text, " (");
      add_signed (writer, "%.2f", 100 * change, " %)");
    }
  deid_long_text_add (text, "\n");
}

static void
distortion_text_add_numbers (DistortionTextWriter *writer, guint c)
{
  static const char *const names[]
      = { "mean", "variance", "5 %", "25 %", "median", "75 %", "95 %" };
  const DeidDistortionColumn *column = &writer->distortion->columns[c];
  const guint64 *n = column->figures[1].n_stand_ins;
  double shift;

  deid_long_text_add (&writer->text,
                      "  released as: " DEID_COUNT_FORMAT " numbers, " DEID_COUNT_FORMAT
                      " middles of ranges, " DEID_COUNT_FORMAT " bin means, " DEID_COUNT_FORMAT
                      " without a number\n",
                      n[DEID_STAND_IN_VALUE], n[DEID_STAND_IN_MIDDLE], n[DEID_STAND_IN_BIN_MEAN],
                      n[DEID_STAND_IN_NOTHING]);
  if (n[DEID_STAND_IN_NOTHING] > 0)
    deid_long_text_add (&writer->text,
                        "  left out after: " DEID_COUNT_FORMAT
                        " records whose label has no middle, such as an open range\n",
                        n[DEID_STAND_IN_NOTHING]);
  for (guint figure = 0; figure < G_N_ELEMENTS (names); figure++)
    distortion_text_add_figure (writer, c, names[figure], (DeidDistortionFigure) figure);
  if (deid_distortion_get_mean_shift (writer->distortion, c, &shift))
    {
      deid_long_text_add (&writer->text, "  mean shifted by ");
      add_signed (writer, "%.4f", shift, " standard deviations\n");
    }
}

static void
distortion_text_add_share (DistortionTextWriter *writer, guint c, guint64 value)
{
  const DeidDistortion *distortion = writer->distortion;
  const char *label = deid_distortion_get_value (distortion, c, value);
  g_autofree char *shown = label != NULL ? deid_text_show (label, -1) : NULL;
  double before = 0, after = 0;
  const gboolean has_before
      = deid_distortion_get_value_share (distortion, c, value, DEID_DISTORTION_BEFORE, &before);

  deid_distortion_get_value_share (distortion, c, value, DEID_DISTORTION_AFTER, &after);
  if (shown != NULL)
    deid_long_text_add (&writer->text, "  '%s': ", shown);
  else
    deid_long_text_add (&writer->text, "  missing: ");
  if (has_before)
    distortion_text_add_number (writer, "%.2f", 100 * before, " % before, ");
  distortion_text_add_number (writer, "%.2f", 100 * after, " % after");
  if (has_before)
    {
      deid_long_text_add (&writer->text, ", ");
      add_signed (writer, "%.2f", 100 * (after - before), " points");
    }
  deid_long_text_add (&writer->text, "\n");
}

static void
distortion_text_add_column (DistortionTextWriter *writer, guint c)
{
  const DeidDistortion *distortion = writer->distortion;
  const DeidDistortionColumn *column = &distortion->columns[c];
  const DeidDistortionFigures *figures = column->figures;
  const gboolean has_before = distortion->audience == DEID_AUDIENCE_CUSTODIAN;
  double distance;

  deid_long_text_add (&writer->text, "%s: %s", distortion_text_show_column (writer, column->column),
                      column->is_numeric ? "numbers" : "texts");
  if (column->has_level)
    deid_long_text_add (&writer->text, ", level %u", column->level);
  if (column->has_loss)
    {
      deid_long_text_add (&writer->text, ", loss ");
      distortion_text_add_number (writer, "%.4f", column->loss, "");
    }
  deid_long_text_add (&writer->text, "\n");
  distortion_text_add_counts (writer, "  distinct", has_before, figures[0].n_distinct,
                              figures[1].n_distinct);
  distortion_text_add_counts (writer, "  missing", has_before, figures[0].n_missing,
                              figures[1].n_missing);
  if (column->is_numeric)
    distortion_text_add_numbers (writer, c);
  if (deid_distortion_get_distance (distortion, c, &distance))
    {
      deid_long_text_add (&writer->text, "  distance of the distributions: ");
      distortion_text_add_number (writer, "%.4f", distance, "\n");
    }
  for (guint64 value = 0; value < MIN (column->n_values, DISTORTION_TEXT_N_SHOWN); value++)
    distortion_text_add_share (writer, c, value);
  if (column->n_values > DISTORTION_TEXT_N_SHOWN)
    deid_long_text_add (&writer->text, "  and " DEID_COUNT_FORMAT " more values\n",
                        column->n_values - DISTORTION_TEXT_N_SHOWN);
}

static void
add_association (DistortionTextWriter *writer, guint64 i, DeidAssociation association,
                 DeidDistortionSide side)
{
  double value;

  deid_long_text_add (&writer->text, " ");
  if (deid_distortion_get_association (writer->distortion, i, association, side, &value))
    distortion_text_add_number (writer, "%.4f", value, "");
  else
    deid_long_text_add (&writer->text, "none");
  deid_long_text_add (&writer->text, " %s", side == DEID_DISTORTION_BEFORE ? "before," : "after");
}

static void
distortion_text_add_pair (DistortionTextWriter *writer, guint64 i)
{
  static const char *const names[] = { "Pearson", "Spearman", "Cramer's V" };
  const DeidDistortion *distortion = writer->distortion;
  const DeidDistortionPair *pair = &distortion->pairs[i];
  const gboolean has_before = distortion->audience == DEID_AUDIENCE_CUSTODIAN;
  const char *separator = "";

  deid_long_text_add (&writer->text, "  %s and",
                      distortion_text_show_column (writer, pair->columns[0]));
  deid_long_text_add (&writer->text, " %s (",
                      distortion_text_show_column (writer, pair->columns[1]));
  if (has_before)
    deid_long_text_add (&writer->text, DEID_COUNT_FORMAT " records before, ", pair->n[0]);
  deid_long_text_add (&writer->text, DEID_COUNT_FORMAT " after):", pair->n[1]);
  for (guint a = 0; a < G_N_ELEMENTS (names); a++)
    {
      double value;

      if (!deid_distortion_get_association (distortion, i, a, DEID_DISTORTION_BEFORE, &value)
          && !deid_distortion_get_association (distortion, i, a, DEID_DISTORTION_AFTER, &value))
        continue;
      deid_long_text_add (&writer->text, "%s %s", separator, names[a]);
      if (has_before)
        add_association (writer, i, a, DEID_DISTORTION_BEFORE);
      add_association (writer, i, a, DEID_DISTORTION_AFTER);
      separator = ";";
    }
  deid_long_text_add (&writer->text, *separator == '\0' ? " no association\n" : "\n");
}

char *
deid_distortion_to_text (const DeidDistortion *distortion, GCancellable *cancellable,
                         GError **error)
{
  DistortionTextWriter writer = { .distortion = distortion };

  g_return_val_if_fail (distortion != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  deid_long_text_add (&writer.text, "What the release did to the data (%s)\n",
                      deid_distortion_show_audience (distortion));
  distortion_text_add_counts (&writer, "records", distortion->audience == DEID_AUDIENCE_CUSTODIAN,
                              distortion->n[0], distortion->n[1]);
  for (guint c = 0; c < distortion->n_columns; c++)
    distortion_text_add_column (&writer, c);
  if (distortion->n_pairs > 0)
    deid_long_text_add (&writer.text, "pairs of columns:\n");
  for (guint64 i = 0; i < MIN (distortion->n_pairs, DISTORTION_TEXT_N_SHOWN); i++)
    distortion_text_add_pair (&writer, i);
  if (distortion->n_pairs > DISTORTION_TEXT_N_SHOWN)
    deid_long_text_add (&writer.text, "  and " DEID_COUNT_FORMAT " more pairs\n",
                        distortion->n_pairs - DISTORTION_TEXT_N_SHOWN);
  return deid_long_text_end (&writer.text, error);
}
