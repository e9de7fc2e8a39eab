/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "classes/class.h"
#include "classes/grouping.h"
#include "lattice/attribute.h"

#include <deid/deid-extend.h>

/* A sensitive column to be tabulated. */
typedef struct
{
  const DeidCodes *codes; /* the value of each row */
  guint32 n_values;
} DeidReadColumn;

/* The rows that classes are read from, with all that models may ask of them. Rows of the population
 * have labels, but neither entities nor sensitive values. */
typedef struct
{
  const DeidRows *rows;
  const DeidAttribute *attributes; /* for the labels */
  const DeidCodes *entities;       /* or NULL */
  guint32 n_entities;              /* codes of that column */
  const DeidReadColumn *columns;
  guint n_columns;
  guint64 n_records;
} DeidClassSource;

/* A label by its level and the number that it has there. */
typedef struct
{
  guint level;
  guint32 number;
} DeidClassLabel;

/* Classes of rows, however they were found. */
typedef struct
{
  gconstpointer class_of_row; /* numbers of 2 or 4 bytes */
  guint width;
  guint32 n_classes;
  const guint64 *sizes;               /* of each class, in records */
  const DeidLevel *levels;            /* of the policy; NULL if each class has labels of its own: */
  const DeidClassLabel *class_labels; /* of each class, those of a class together */
} DeidRowClasses;

/* Returns: the number of the class that a row is in. */
static inline guint32
deid_row_classes_get (const DeidRowClasses *classes, guint64 row)
{
  return classes->width == 2 ? ((const guint16 *) classes->class_of_row)[row]
                             : ((const guint32 *) classes->class_of_row)[row];
}

/* Returns: the classes that were grouped last, at a policy. */
static inline DeidRowClasses
deid_row_classes_of_grouping (const DeidGrouping *grouping, const DeidLevel *levels)
{
  return (DeidRowClasses){ .class_of_row = grouping->class_of_row,
                           .width = sizeof *grouping->class_of_row,
                           .n_classes = grouping->n_classes,
                           .sizes = grouping->sizes,
                           .levels = levels };
}

/* The distributions of one column. */
typedef struct
{
  gboolean is_dense; /* all classes were tabulated at once */
  guint32 *dense;    /* for each class the records of each value */
  guint64 dense_capacity;
  guint64 *counts; /* of each value; all 0 between classes */
  DeidDistribution read;
  guint32 number; /* of the class that was read, or DEID_NO_CLASS */
} DeidReadDistribution;

/* Reads what models ask of a class beyond its size, when they ask for it. All of it comes from one
 * grouping. Each thread has its own. */
struct DeidClassReader
{
  const DeidClassSource *source;
  DeidRowClasses classes;
  DeidReadDistribution *distributions;

  gboolean is_ordered;
  guint64 *starts; /* for each class where its rows begin in @order */
  guint64 starts_capacity;
  guint32 *order; /* rows by class; NULL as long as nothing needed it */
  guint64 order_capacity;

  guint32 *entity_stamps; /* for each entity when it was seen last */
  guint32 stamp;
  guint64 n_persons;
  guint32 persons_number; /* of the class these are of */

  DeidRecoder recoder;
  gboolean has_cuts;
  guint *levels;          /* of each quasi-identifier; with cuts of the class asked of last */
  guint32 *label_numbers; /* of the class these were asked of last */
  gboolean has_first_rows;
  guint32 *first_rows; /* of each class one row */
  guint64 first_rows_capacity;

  guint64 *populations; /* of each class, or NULL if there is no population */
  guint64 populations_capacity;
  gboolean lacks_text; /* a label was asked for whose text there was no memory for */
};

/* On failure it may be cleared, and nothing else. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_class_reader_init (DeidClassReader *reader, const DeidClassSource *source,
                                 GError **error);
void deid_class_reader_clear (DeidClassReader *reader);

/* Sets the classes to read, which must stay as they are. Errors: those of deid_stop_check(),
 * %DEID_ERROR_NO_MEMORY. Complexity: O(rows x columns). */
gboolean deid_class_reader_start (DeidClassReader *reader, const DeidRowClasses *classes,
                                  const DeidStop *stop, GError **error);

/* A view of one of the classes, valid until the next start. */
static inline DeidClass
deid_class_reader_view (DeidClassReader *reader, guint32 number)
{
  return (DeidClass){ .n_records = reader->classes.sizes[number],
                      .n_attributes = reader->source->rows->n_attributes,
                      .n_population = reader->populations != NULL ? reader->populations[number] : 0,
                      .has_population = reader->populations != NULL,
                      .reader = reader,
                      .number = number };
}

guint64 deid_class_reader_get_n_persons (DeidClassReader *reader, guint32 number);
const char *deid_class_reader_get_label (DeidClassReader *reader, guint32 number, guint attribute);
guint64 deid_class_reader_get_n_covered (DeidClassReader *reader, guint32 number, guint attribute);

/* Valid until those of another class are asked for. */
const guint *deid_class_reader_get_levels (DeidClassReader *reader, guint32 number);

/* Numbers on the levels of the labels, valid until those of another class are asked for. */
const guint32 *deid_class_reader_get_label_numbers (DeidClassReader *reader, guint32 number);

/* Returns: a number that tells apart the labels that a policy gives an attribute, whatever their
 * levels. */
guint32 deid_class_reader_get_label_mark (DeidClassReader *reader, guint32 number, guint attribute);

/* Writes the entities of the rows of a class, each once; there is room for as many as there are.
 * Returns: how many there are. */
guint64 deid_class_reader_list_persons (DeidClassReader *reader, guint32 number, guint32 *persons);

/* Valid until that of another class is asked for. */
const DeidDistribution *deid_class_reader_get_distribution (DeidClassReader *reader, guint32 number,
                                                            guint column);

/* Returns: the memory it holds. */
guint64 deid_class_reader_get_n_bytes (const DeidClassReader *reader);
