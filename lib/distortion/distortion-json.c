/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/long-text.h"
#include "base/rational.h"
#include "base/work.h"
#include "base/text.h"
#include "distortion/distortion-private.h"

/* What is written, and what the members that come next are of. */
typedef struct
{
  DeidLongText text;
  const DeidDistortion *distortion;
  gboolean has_before;
  const DeidStop *stop;
} DistortionJsonWriter;

static void
distortion_json_add_number (DistortionJsonWriter *writer, const char *name, gboolean is_told,
                            double number)
{
  char decimal[DEID_DECIMAL_SIZE];

  deid_long_text_add (&writer->text, "\"%s\":", name);
  if (is_told)
    deid_double_to_decimal (number, decimal);
  deid_long_text_add (&writer->text, "%s", is_told ? decimal : "null");
}

static void
distortion_json_add_count (DistortionJsonWriter *writer, const char *name, gboolean is_told,
                           guint64 count)
{
  deid_long_text_add (&writer->text, "\"%s\":", name);
  if (is_told)
    deid_long_text_add (&writer->text, DEID_COUNT_FORMAT, count);
  else
    deid_long_text_add (&writer->text, "null");
}

/* Adds a count before and after, which a column of texts may not have. */
static void
distortion_json_add_counts (DistortionJsonWriter *writer, const char *name, gboolean is_told,
                            guint64 before, guint64 after)
{
  deid_long_text_add (&writer->text, ",\"%s\":{", name);
  distortion_json_add_count (writer, "before", is_told && writer->has_before, before);
  deid_long_text_add (&writer->text, ",");
  distortion_json_add_count (writer, "after", is_told, after);
  deid_long_text_add (&writer->text, "}");
}

static void
distortion_json_add_figure (DistortionJsonWriter *writer, guint c, const char *name,
                            DeidDistortionFigure figure)
{
  static const char *const sides[] = { "before", "after" };
  double value = 0;
  gboolean is_told;

  deid_long_text_add (&writer->text, ",\"%s\":{", name);
  for (guint side = 0; side < G_N_ELEMENTS (sides); side++)
    {
      is_told = deid_distortion_get_figure (writer->distortion, c, figure, side, &value);
      distortion_json_add_number (writer, sides[side], is_told, value);
      deid_long_text_add (&writer->text, ",");
    }
  is_told = deid_distortion_get_change (writer->distortion, c, figure, &value);
  distortion_json_add_number (writer, "change", is_told, value);
  deid_long_text_add (&writer->text, ",");
  is_told = deid_distortion_get_relative_change (writer->distortion, c, figure, &value);
  distortion_json_add_number (writer, "relative_change", is_told, value);
  deid_long_text_add (&writer->text, "}");
}

static void
distortion_json_add_numbers (DistortionJsonWriter *writer, guint c)
{
  static const char *const names[]
      = { "mean", "variance", "quantile_5", "quantile_25", "median", "quantile_75", "quantile_95" };
  static const char *const stand_ins[] = { "value", "bin_mean", "middle", "nothing", "missing" };
  const DeidDistortionColumn *column = &writer->distortion->columns[c];
  double shift = 0;
  gboolean is_told;

  distortion_json_add_counts (writer, "measured", TRUE, column->figures[0].moments.n,
                              column->figures[1].moments.n);
  deid_long_text_add (&writer->text, ",\"stand_ins\":{");
  for (guint s = 0; s < G_N_ELEMENTS (stand_ins); s++)
    {
      deid_long_text_add (&writer->text, s > 0 ? "," : "");
      distortion_json_add_count (writer, stand_ins[s], TRUE, column->figures[1].n_stand_ins[s]);
    }
  deid_long_text_add (&writer->text, "}");
  for (guint figure = 0; figure < G_N_ELEMENTS (names); figure++)
    distortion_json_add_figure (writer, c, names[figure], (DeidDistortionFigure) figure);
  deid_long_text_add (&writer->text, ",");
  is_told = deid_distortion_get_mean_shift (writer->distortion, c, &shift);
  distortion_json_add_number (writer, "mean_shift", is_told, shift);
}

static gboolean
distortion_json_add_values (DistortionJsonWriter *writer, const DeidDistortionColumn *column,
                            GError **error)
{
  deid_long_text_add (&writer->text, ",\"values\":[");
  for (guint64 i = 0; i < column->n_values; i++)
    {
      const DeidDistortionValue *value = &column->values[i];

      if (!deid_stop_check_row (writer->stop, i, error))
        return FALSE;
      deid_long_text_add (&writer->text, "%s{\"value\":", i > 0 ? "," : "");
      if (value->text != NULL)
        deid_long_text_add_json (&writer->text, value->text);
      else
        deid_long_text_add (&writer->text, "null");
      deid_long_text_add (&writer->text, ",");
      distortion_json_add_count (writer, "before", writer->has_before, value->n[0]);
      deid_long_text_add (&writer->text, ",");
      distortion_json_add_count (writer, "after", TRUE, value->n[1]);
      deid_long_text_add (&writer->text, "}");
    }
  deid_long_text_add (&writer->text, "]");
  return TRUE;
}

static gboolean
distortion_json_add_column (DistortionJsonWriter *writer, guint c, GError **error)
{
  const DeidDistortionColumn *column = &writer->distortion->columns[c];
  const DeidDistortionFigures *figures = column->figures;

  deid_long_text_add (&writer->text, "%s{\"column\":", c > 0 ? "," : "");
  deid_long_text_add_json (&writer->text, deid_distortion_get_column (writer->distortion, c));
  deid_long_text_add (&writer->text, ",\"kind\":\"%s\",", column->is_numeric ? "numbers" : "texts");
  distortion_json_add_count (writer, "level", column->has_level, column->level);
  deid_long_text_add (&writer->text, ",");
  distortion_json_add_number (writer, "loss", column->has_loss, column->loss);
  deid_long_text_add (&writer->text, ",");
  distortion_json_add_number (writer, "distance", writer->has_before && !column->is_aggregated,
                              column->distance);
  distortion_json_add_counts (writer, "distinct", TRUE, figures[0].n_distinct,
                              figures[1].n_distinct);
  distortion_json_add_counts (writer, "missing", TRUE, figures[0].n_missing, figures[1].n_missing);
  if (column->is_numeric)
    distortion_json_add_numbers (writer, c);
  if (!distortion_json_add_values (writer, column, error))
    return FALSE;
  deid_long_text_add (&writer->text, "}");
  return TRUE;
}

static void
distortion_json_add_pair (DistortionJsonWriter *writer, guint64 i)
{
  static const char *const names[] = { "pearson", "spearman", "cramers_v" };
  const DeidDistortionPair *pair = &writer->distortion->pairs[i];

  deid_long_text_add (&writer->text, "%s{\"columns\":[", i > 0 ? "," : "");
  for (guint c = 0; c < 2; c++)
    {
      deid_long_text_add (&writer->text, c > 0 ? "," : "");
      deid_long_text_add_json (&writer->text,
                               deid_distortion_get_pair_column (writer->distortion, i, c));
    }
  deid_long_text_add (&writer->text, "]");
  distortion_json_add_counts (writer, "records", TRUE, pair->n[0], pair->n[1]);
  for (guint a = 0; a < G_N_ELEMENTS (names); a++)
    {
      double before = 0, after = 0;
      const gboolean has_before = deid_distortion_get_association (writer->distortion, i, a,
                                                                   DEID_DISTORTION_BEFORE, &before);
      const gboolean has_after = deid_distortion_get_association (writer->distortion, i, a,
                                                                  DEID_DISTORTION_AFTER, &after);

      deid_long_text_add (&writer->text, ",\"%s\":{", names[a]);
      distortion_json_add_number (writer, "before", has_before, before);
      deid_long_text_add (&writer->text, ",");
      distortion_json_add_number (writer, "after", has_after, after);
      deid_long_text_add (&writer->text, "}");
    }
  deid_long_text_add (&writer->text, "}");
}

static gboolean
distortion_json_add_members (DistortionJsonWriter *writer, GError **error)
{
  const DeidDistortion *distortion = writer->distortion;

  deid_long_text_add (&writer->text, "{\"audience\":\"%s\"",
                      deid_distortion_show_audience (distortion));
  distortion_json_add_counts (writer, "records", TRUE, distortion->n[0], distortion->n[1]);
  deid_long_text_add (&writer->text, ",\"columns\":[");
  for (guint c = 0; c < distortion->n_columns; c++)
    if (!distortion_json_add_column (writer, c, error))
      return FALSE;
  deid_long_text_add (&writer->text, "],\"pairs\":[");
  for (guint64 i = 0; i < distortion->n_pairs; i++)
    {
      if (!deid_stop_check_row (writer->stop, i, error))
        return FALSE;
      distortion_json_add_pair (writer, i);
    }
  deid_long_text_add (&writer->text, "]");
  deid_statement_end_json (&writer->text,
                           writer->has_before ? distortion->problem->statement : NULL);
  return TRUE;
}

char *
deid_distortion_to_json (const DeidDistortion *distortion, GCancellable *cancellable,
                         GError **error)
{
  DistortionJsonWriter writer = { .distortion = distortion, .stop = DEID_STOP_OF (cancellable) };

  g_return_val_if_fail (distortion != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  writer.has_before = distortion->audience == DEID_AUDIENCE_CUSTODIAN;
  if (deid_stop_check (writer.stop, error) && distortion_json_add_members (&writer, error))
    return deid_long_text_end (&writer.text, error);
  deid_long_text_clear (&writer.text);
  return NULL;
}
