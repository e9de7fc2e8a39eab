/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "distortion/features.h"

#include <math.h>
#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"
#include "base/rational.h"
#include "distortion/label-shares.h"

/* A column that has more labels than this in the sample makes no features. */
#define DEID_MAX_FEATURE_LABELS 1000

/* And so many features there are at most; columns whose features would be more make none. */
#define DEID_MAX_FEATURES 20000

/* What a category of a column adds to a record: a feature and its value, none if the value is 0.
 * A category is a label or, in a column with sets, a value of the table, a missing one behind
 * these, or another label. */
typedef struct
{
  double n_records; /* with shares of those with sets */
  gboolean is_number;
  double number;
  DeidFeature feature;
} FeaturesCategory;

typedef struct
{
  const DeidSample *sample;
  const DeidPartition *partition;
  const DeidFeatureColumn *column;
  const DeidLabelShares *shares; /* of sets, if there are any */
  guint32 *of_labels;            /* the category of each label that is no set; NULL without sets */
  FeaturesCategory *categories;
  guint32 n_categories;
  guint32 n_used; /* categories that records of the sample have */
} Coding;

/* The features made so far. */
typedef struct
{
  DeidFeatures *features;
  DeidLabelShares *shares; /* of each column */
  guint64 *starts;         /* of each record, its first feature */
  guint32 *n_of_record;    /* those that each record has */
  gboolean *excluded;
} FeaturesMaking;

static guint32
features_get_label (const DeidFeatureColumn *column, const DeidPartition *partition, guint32 row)
{
  return column->labelled != NULL
             ? deid_codes_get (&column->labelled->labels, partition->class_of_row[row])
             : deid_codes_get (&column->column->codes, row);
}

static gboolean
features_is_set (const DeidLabelShares *shares, guint32 label)
{
  return shares->n > 0 && label >= shares->first;
}

static const char *
features_get_text (const DeidFeatureColumn *column, guint32 label)
{
  return column->labelled != NULL ? column->labelled->texts[label]
                                  : deid_dictionary_get (&column->column->dictionary, label);
}

/* Finds the categories of a column with sets. */
static gboolean
find_categories (Coding *coding, GError **error)
{
  const DeidDictionary *values = &coding->column->column->dictionary;

  coding->n_categories = values->n + 1 + coding->shares->first;
  coding->of_labels = deid_alloc (coding->shares->first, sizeof *coding->of_labels, error);
  for (guint32 l = 0; coding->of_labels != NULL && l < coding->shares->first; l++)
    {
      const char *text = features_get_text (coding->column, l);
      const guint32 code
          = text != NULL ? deid_dictionary_find (values, text, strlen (text)) : values->n;

      coding->of_labels[l] = code != DEID_NO_CODE ? code : values->n + 1 + l;
    }
  return coding->of_labels != NULL;
}

/* Returns: the category of a label that is no set. */
static FeaturesCategory *
features_get_category (const Coding *coding, guint32 label)
{
  return &coding->categories[coding->of_labels != NULL ? coding->of_labels[label] : label];
}

/* Returns: the category of a value of a set. */
static FeaturesCategory *
features_get_value (const Coding *coding, guint64 share)
{
  const guint32 code = coding->shares->shares[share].code;

  return &coding->categories[code != DEID_NO_CODE ? code : coding->column->column->dictionary.n];
}

static void
features_count_record (const Coding *coding, guint32 label)
{
  const DeidLabelShares *shares = coding->shares;

  if (!features_is_set (shares, label))
    features_get_category (coding, label)->n_records++;
  else
    for (guint64 i = shares->starts[label - shares->first];
         i < shares->starts[label - shares->first + 1]; i++)
      features_get_value (coding, i)->n_records += shares->shares[i].share;
}

/* Counts the records of each category, and tells whether they have more labels than one. */
static gboolean
features_count_records (Coding *coding, gboolean *do_vary, const DeidStop *stop, GError **error)
{
  const DeidFeatureColumn *column = coding->column;
  guint32 first = 0;

  coding->n_categories
      = column->labelled != NULL ? column->labelled->n_labels : column->column->dictionary.n;
  if (coding->shares->n > 0 && !find_categories (coding, error))
    return FALSE;
  coding->categories = deid_alloc (coding->n_categories, sizeof *coding->categories, error);
  if (coding->categories == NULL)
    return FALSE;
  for (guint32 i = 0; i < coding->sample->n; i++)
    {
      const guint32 label = features_get_label (column, coding->partition, coding->sample->rows[i]);

      if (!deid_stop_check_row (stop, i, error))
        return FALSE;
      first = i == 0 ? label : first;
      *do_vary |= label != first;
      features_count_record (coding, label);
    }
  for (guint32 c = 0; c < coding->n_categories; c++)
    coding->n_used += coding->categories[c].n_records > 0 ? 1 : 0;
  return TRUE;
}

/* Tells whether all labels that records have are numbers, or missing, and notes them. */
static gboolean
read_numbers (Coding *coding)
{
  guint32 n = 0;

  if (!deid_column_has_numbers (coding->column->column) || coding->shares->n > 0)
    return FALSE;
  for (guint32 l = 0; l < coding->n_categories; l++)
    {
      FeaturesCategory *label = &coding->categories[l];
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

  for (guint32 l = 0; l < coding->n_categories; l++)
    if (coding->categories[l].is_number)
      {
        sum += coding->categories[l].number * coding->categories[l].n_records;
        n += coding->categories[l].n_records;
      }
  *mean = sum / n;
  for (guint32 l = 0; l < coding->n_categories; l++)
    if (coding->categories[l].is_number)
      {
        const double difference = coding->categories[l].number - *mean;

        squares += difference * difference * coding->categories[l].n_records;
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

  for (guint32 l = 0; l < coding->n_categories; l++)
    n_numbers += coding->categories[l].is_number ? 1 : 0;
  features_measure (coding, &mean, &deviation);
  if (n_numbers > 1 && isfinite (deviation) && deviation > 0)
    number = (int) ++*n_features;
  if (n_numbers < coding->n_used)
    missing = (int) ++*n_features;
  for (guint32 l = 0; l < coding->n_categories; l++)
    {
      FeaturesCategory *label = &coding->categories[l];

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

  for (guint32 l = 1; l < coding->n_categories; l++)
    if (coding->categories[l].n_records > coding->categories[most_frequent].n_records)
      most_frequent = l;
  for (guint32 l = 0; l < coding->n_categories; l++)
    if (l != most_frequent && coding->categories[l].n_records > 0)
      coding->categories[l].feature = (DeidFeature){ (int) ++*n_features, 1 };
}

/* Adds a feature to those of a record, in the order of their numbers but for one that ends them. */
static void
add_to_record (const FeaturesMaking *making, guint32 i, DeidFeature feature)
{
  DeidFeature *of_record = &making->features->features[making->starts[i]];
  guint32 n = making->n_of_record[i]++;

  for (; feature.number > 0 && n > 0 && of_record[n - 1].number > feature.number; n--)
    of_record[n] = of_record[n - 1];
  of_record[n] = feature;
}

/* Adds the features of a label to a record. */
static void
features_add_label (const Coding *coding, const FeaturesMaking *making, guint32 i, guint32 label)
{
  const DeidLabelShares *shares = coding->shares;

  if (!features_is_set (shares, label))
    {
      const DeidFeature feature = features_get_category (coding, label)->feature;

      if (feature.value != 0)
        add_to_record (making, i, feature);
      return;
    }
  for (guint64 s = shares->starts[label - shares->first];
       s < shares->starts[label - shares->first + 1]; s++)
    {
      DeidFeature feature = features_get_value (coding, s)->feature;

      feature.value *= shares->shares[s].share;
      if (feature.value != 0)
        add_to_record (making, i, feature);
    }
}

/* Makes the features of one column, which stand behind those of the columns before it. */
static gboolean
code_column (Coding *coding, const FeaturesMaking *making, const DeidStop *stop, GError **error)
{
  guint32 *n_features = &making->features->n_features;
  gboolean has_numbers, do_vary = FALSE;

  if (!features_count_records (coding, &do_vary, stop, error))
    return FALSE;
  if (!do_vary)
    return TRUE;
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
    features_add_label (
        coding, making, i,
        features_get_label (coding->column, coding->partition, coding->sample->rows[i]));
  return TRUE;
}

/* Reads what sets stand for, and makes room for the features of each record. */
static gboolean
features_make_room (FeaturesMaking *making, const DeidSample *sample,
                    const DeidPartition *partition, const DeidFeatureColumn *columns,
                    guint n_columns, const DeidStop *stop, GError **error)
{
  guint64 n = 0;

  for (guint c = 0; c < n_columns; c++)
    if (columns[c].labelled != NULL
        && !deid_label_shares_init (&making->shares[c], partition,
                                    (guint) (columns[c].labelled - partition->columns), stop,
                                    error))
      return FALSE;
  for (guint32 i = 0; i < sample->n; i++)
    {
      if (!deid_stop_check_row (stop, i, error))
        return FALSE;
      making->starts[i] = n;
      n += n_columns + 2;
      for (guint c = 0; c < n_columns; c++)
        {
          const DeidLabelShares *shares = &making->shares[c];
          const guint32 label = features_get_label (&columns[c], partition, sample->rows[i]);

          if (features_is_set (shares, label))
            n += shares->starts[label - shares->first + 1] - shares->starts[label - shares->first];
        }
    }
  return deid_new_arrays (error, DEID_NEW (making->features->features, n));
}

static gboolean
make_features (const FeaturesMaking *making, const DeidSample *sample,
               const DeidPartition *partition, const DeidFeatureColumn *columns, guint n_columns,
               const DeidStop *stop, GError **error)
{
  DeidFeatures *features = making->features;

  for (guint32 i = 0; i < sample->n; i++)
    {
      features->records[i] = &features->features[making->starts[i]];
      add_to_record (making, i, (DeidFeature){ 1, 1 });
    }
  for (guint c = 0; c < n_columns; c++)
    {
      Coding coding = { .sample = sample,
                        .partition = partition,
                        .column = &columns[c],
                        .shares = &making->shares[c] };
      const gboolean success = code_column (&coding, making, stop, error);

      deid_free_arrays (coding.categories, coding.of_labels);
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
  FeaturesMaking making = { .features = features, .excluded = excluded };
  gboolean success;

  *features = (DeidFeatures){ .n_features = 1 };
  success = deid_new_arrays (
                error, DEID_NEW (features->records, sample->n), DEID_NEW (making.shares, n_columns),
                DEID_NEW (making.starts, sample->n), DEID_NEW (making.n_of_record, sample->n))
            && features_make_room (&making, sample, partition, columns, n_columns, stop, error)
            && make_features (&making, sample, partition, columns, n_columns, stop, error);
  for (guint c = 0; making.shares != NULL && c < n_columns; c++)
    deid_label_shares_clear (&making.shares[c]);
  deid_free_arrays (making.shares, making.starts, making.n_of_record);
  return success;
}

void
deid_features_clear (DeidFeatures *features)
{
  g_clear_pointer (&features->records, g_free);
  g_clear_pointer (&features->features, g_free);
}
