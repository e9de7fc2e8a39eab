/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "problem/release-options-private.h"
#include "release/bin-means.h"
#include "release/origin.h"

/* The pseudonyms of persons in a release. */
typedef struct
{
  DeidDictionary names; /* one for each person, in the order of the codes */
  const char **texts;   /* of each code: its name, or NULL for a missing one */
} DeidPersonNames;

/* A column of a release: labels of classes, numbers computed of them, or values of a column of the
 * input. A label is a number; that behind all others stands for what is suppressed. */
typedef struct
{
  const DeidColumn *source;
  char *name; /* NULL if it is that of the source */
  DeidRole role;
  DeidComputedColumn computed; /* without labels unless it is */
  DeidPersonNames persons;     /* empty unless the column is released as pseudonyms */
  gboolean keeps_missing;      /* whether what is missing in the source is not computed */
  const DeidCodes *labels;     /* of each class; NULL if codes of the source are labels */
  guint32 n_labels;
  const char *const
      *texts; /* of each label, NULL for a missing value; NULL if the source has them */
} DeidReleasedColumn;

/* The columns of a release, in their order; that of the weights is one of them. */
typedef struct
{
  DeidReleasedColumn *items;
  guint n;
} DeidReleasedColumns;

/* Makes all columns of a release, those of pseudonyms only if @names_persons. On failure they may
 * be cleared. Errors: those of deid_release_options_check(), of deid_computed_column_init(),
 * deid_person_key_draw() and deid_stop_check(); %DEID_ERROR_INVALID_ARGUMENT if two persons have
 * one pseudonym, %DEID_ERROR_NO_MEMORY. */
gboolean deid_released_columns_init (DeidReleasedColumns *columns, const DeidPartition *partition,
                                     const DeidReleaseOptions *options, gboolean names_persons,
                                     const DeidStop *stop, GError **error);
void deid_released_columns_clear (DeidReleasedColumns *columns);

static inline gboolean
deid_released_column_is_computed (const DeidReleasedColumn *column)
{
  return column->computed.labels != NULL;
}

/* Returns: (nullable): the text of a label, which is none of suppressed values. */
static inline const char *
deid_released_column_get_text (const DeidReleasedColumn *column, guint32 label)
{
  return column->texts != NULL ? column->texts[label]
                               : deid_dictionary_get (&column->source->dictionary, label);
}

/* Tells whether rows of a class have the same label. */
static inline gboolean
deid_released_column_is_of_class (const DeidReleasedColumn *column)
{
  return column->labels != NULL
         || (deid_released_column_is_computed (column) && !column->keeps_missing);
}

/* Returns: the label that a class has of a column that is of classes. */
static inline guint32
deid_released_column_get_class_label (const DeidReleasedColumn *column,
                                      const DeidPartition *partition, guint32 number)
{
  if (partition->suppressed[number])
    return column->n_labels;
  return column->labels != NULL ? deid_codes_get (column->labels, number)
                                : column->computed.labels[number];
}

/* Returns: the label that a row of the table, of the class @number, has of another column. */
static inline guint32
deid_released_column_get_label (const DeidReleasedColumn *column, const DeidPartition *partition,
                                guint32 number, guint64 row)
{
  const guint32 code = deid_codes_get (&column->source->codes, row);

  if (column->role == DEID_ROLE_INSENSITIVE && !column->keeps_missing)
    return code;
  if (partition->suppressed[number])
    return column->n_labels;
  if (!column->keeps_missing)
    return code;
  return code == column->source->dictionary.missing ? column->n_labels - 1
                                                    : column->computed.labels[number];
}

/* The rows of a release, in their order, and the classes that they are of. */
typedef struct
{
  const DeidPartition *partition;
  const DeidReleasedRows *rows;
  const DeidDataset *source;
  guint32 *classes;  /* of each row */
  guint32 *by_first; /* classes that have rows, in the order of the first ones */
  guint32 n_by_first;
  const DeidStop *stop;
} DeidReleasedValues;

/* What is given must outlive it. On failure it may be cleared, and nothing else. Errors:
 * %DEID_ERROR_NO_MEMORY; those of deid_stop_check(). Complexity: O(rows). */
gboolean deid_released_values_init (DeidReleasedValues *values, const DeidPartition *partition,
                                    const DeidReleasedRows *rows, guint n_threads,
                                    const DeidStop *stop, GError **error);
void deid_released_values_clear (DeidReleasedValues *values);

/* Appends the values of all rows to an empty column. Several threads may do so with different ones.
 * Errors: as above, and those of deid_dictionary_add(). Complexity: O(rows). */
gboolean deid_released_values_write (const DeidReleasedValues *values,
                                     const DeidReleasedColumn *released, DeidColumn *column,
                                     GError **error);
