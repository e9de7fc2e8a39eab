/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "distortion/features.h"

#include <math.h>

#include "base/arrays.h"
#include "base/memory.h"
#include "base/rational.h"

/* A column that has more labels than this in the sample makes no features. */
#define DEID_MAX_FEATURE_LABELS 1000

/* And so many features there are at most; columns whose features would be more make none. */
#define DEID_MAX_FEATURES 20000

/* What a label of a column adds to a record: a feature and its value, none if the value is 0. */
typedef struct
{
  guint32 n_records;
  gboolean is_number;
  double number;
  DeidFeature feature;
} FeaturesLabel;

typedef struct
{
  const DeidSample *sample;
  const DeidPartition *partition;
  const DeidFeatureColumn *column;
  FeaturesLabel *labels;
  guint32 n_labels;
  guint32 n_used; /* labels that records of the sample have */
} Coding;

/* The features made so far. */
typedef struct
{
  DeidFeatures *features;
  guint32 n_places;     /* for the features of a record */
  guint32 *n_of_record; /* those that each record has */
  gboolean *excluded;
} FeaturesMaking;

static guint32
features_get_label (const Coding *coding, guint32 i)
{
  const DeidFeatureColumn *column = coding->column;
  const guint32 row = coding->sample->rows[i];

  return column->labelled != NULL
             ? deid_codes_get (&column->labelled->labels, coding->partition->class_of_row[row])
             : deid_codes_get (&column->column->codes, row);
}

static const char *
features_get_text (const DeidFeatureColumn *column, guint32 label)
{
  return column->labelled != NULL ? column->labelled->texts[label]
                                  : deid_dictionary_get (&column->column->dictionary, label);
}

static gboolean
features_count_labels (Coding *coding, const DeidStop *stop, GError **error)
{
  const DeidFeatureColumn *column = coding->column;

  coding->n_labels
      = column->labelled != NULL ? column->labelled->n_labels : column->column->dictionary.n;
  coding->n_used = 0;
  coding->labels = deid_alloc (coding->n_labels, sizeof *coding->labels, error);
  if (coding->labels == NULL)
    return FALSE;
  for (guint32 i = 0; i < coding->sample->n; i++)
    {
      if (!deid_stop_check_row (stop, i, error))
        return FALSE;
      if (coding->labels[features_get_label (coding, i)].n_records++ == 0)
        coding->n_used++;
    }
  return TRUE;
}

/* Tells whether all labels that records have are numbers, or missing, and notes them. */
static gboolean
read_numbers (Coding *coding)
{
  guint32 n = 0;

  if (!deid_column_has_numbers (coding->column->column))
    return FALSE;
  for (guint32 l = 0; l < coding->n_labels; l++)
    {
      FeaturesLabel *label = &coding->labels[l];
      const char *text = label->n_records > 0 ? features_get_text (coding->column, l) : NULL;

      label->is_number = text != NULL && deid_double_from_decimal (text, &label->number);
      if (text != NULL && !label->is_number)
        return FALSE;
      n += label->is_number ? 1 : 0;
    }
  return n > 0;
}

/* The mean, and the sum of squares of what numbers differ from it. */
static void
features_measure (const Coding *coding, double *mean, double *deviation)
{
  double sum = 0, squares = 0, n = 0;

  for (guint32 l = 0; l < coding->n_labels; l++)
    if (coding->labels[l].is_number)
      {
        sum += coding->labels[l].number * coding->labels[l].n_records;
        n += coding->labels[l].n_records;
      }
  *mean = sum / n;
  for (guint32 l = 0; l < coding->n_labels; l++)
    if (coding->labels[l].is_number)
      {
        const double difference = coding->labels[l].number - *mean;

        squares += difference * difference * coding->labels[l].n_records;
      }
  *deviation = sqrt (squares / n);
}

/* Numbers that differ by nothing that doubles can tell make no feature. */
static void
code_numbers (Coding *coding, guint32 *n_features)
{
  guint32 n_numbers = 0;
  double mean, deviation;
  int number = 0, missing = 0;

  for (guint32 l = 0; l < coding->n_labels; l++)
    n_numbers += coding->labels[l].is_number ? 1 : 0;
  features_measure (coding, &mean, &deviation);
  if (n_numbers > 1 && isfinite (deviation) && deviation > 0)
    number = (int) ++*n_features;
  if (n_numbers < coding->n_used)
    missing = (int) ++*n_features;
  for (guint32 l = 0; l < coding->n_labels; l++)
    {
      FeaturesLabel *label = &coding->labels[l];

      if (label->is_number && number > 0)
        label->feature = (DeidFeature){ number, (label->number - mean) / deviation };
      else if (label->n_records > 0 && !label->is_number)
        label->feature = (DeidFeature){ missing, 1 };
    }
}

static void
code_labels (Coding *coding, guint32 *n_features)
{
  guint32 most_frequent = 0;

  for (guint32 l = 1; l < coding->n_labels; l++)
    if (coding->labels[l].n_records > coding->labels[most_frequent].n_records)
      most_frequent = l;
  for (guint32 l = 0; l < coding->n_labels; l++)
    if (l != most_frequent && coding->labels[l].n_records > 0)
      coding->labels[l].feature = (DeidFeature){ (int) ++*n_features, 1 };
}

static void
add_to_record (const FeaturesMaking *making, guint32 i, DeidFeature feature)
{
  making->features->features[(guint64) i * making->n_places + making->n_of_record[i]++] = feature;
}

/* Makes the features of one column, which stand behind those of the columns before it. */
static gboolean
code_column (Coding *coding, const FeaturesMaking *making, const DeidStop *stop, GError **error)
{
  guint32 *n_features = &making->features->n_features;
  gboolean has_numbers;

  if (!features_count_labels (coding, stop, error))
    return FALSE;
  has_numbers = read_numbers (coding);
  if ((!has_numbers && coding->n_used > DEID_MAX_FEATURE_LABELS)
      || *n_features + (has_numbers ? 2 : coding->n_used) > DEID_MAX_FEATURES)
    {
      making->excluded[coding->column->number] = TRUE;
      return TRUE;
    }
  if (has_numbers)
    code_numbers (coding, n_features);
  else
    code_labels (coding, n_features);
  for (guint32 i = 0; i < coding->sample->n; i++)
    {
      const FeaturesLabel *label = &coding->labels[features_get_label (coding, i)];

      if (label->feature.value != 0)
        add_to_record (making, i, label->feature);
    }
  return TRUE;
}

static gboolean
make_features (const FeaturesMaking *making, const DeidSample *sample,
               const DeidPartition *partition, const DeidFeatureColumn *columns, guint n_columns,
               const DeidStop *stop, GError **error)
{
  DeidFeatures *features = making->features;

  for (guint32 i = 0; i < sample->n; i++)
    {
      features->records[i] = &features->features[(guint64) i * making->n_places];
      add_to_record (making, i, (DeidFeature){ 1, 1 });
    }
  for (guint c = 0; c < n_columns; c++)
    {
      Coding coding = { .sample = sample, .partition = partition, .column = &columns[c] };
      const gboolean success = code_column (&coding, making, stop, error);

      g_free (coding.labels);
      if (!success)
        return FALSE;
    }
  for (guint32 i = 0; i < sample->n; i++)
    add_to_record (making, i, (DeidFeature){ -1, 0 });
  return TRUE;
}

gboolean
deid_features_init (DeidFeatures *features, const DeidSample *sample,
                    const DeidPartition *partition, const DeidFeatureColumn *columns,
                    guint n_columns, gboolean *excluded, const DeidStop *stop, GError **error)
{
  FeaturesMaking making = { .features = features, .n_places = n_columns + 2, .excluded = excluded };
  gboolean success;

  *features = (DeidFeatures){ .n_features = 1 };
  success = deid_new_arrays (error, DEID_NEW (features->records, sample->n),
                             DEID_NEW (features->features, (guint64) sample->n * making.n_places),
                             DEID_NEW (making.n_of_record, sample->n))
            && make_features (&making, sample, partition, columns, n_columns, stop, error);
  g_free (making.n_of_record);
  return success;
}

void
deid_features_clear (DeidFeatures *features)
{
  g_clear_pointer (&features->records, g_free);
  g_clear_pointer (&features->features, g_free);
}
