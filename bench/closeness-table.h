/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* A table with a sensitive attribute whose values are ordered. */
typedef struct
{
  const char *name;
  const char *sensitive;
  DeidValueOrder order;
  const char *attributes; /* the quasi-identifiers, blank-separated */
} ClosenessTable;

/* The equivalence classes to check, of several policies one after the other. */
typedef struct
{
  guint64 n_records;     /* of the table */
  guint32 n_values;      /* of the sensitive attribute */
  guint64 *table_counts; /* of each value */
  guint64 n_classes;
  guint64 *starts; /* of each class and of the end, in @values */
  guint32 *values; /* of each row of each class: its value by its number in the order */
} Classes;

/* The table made here and in no file: discharges with charges from 0 to 100. */
#define DISCHARGES "discharges"

/* Collects the classes of at least @min_size records of policies drawn at random, with a fixed
 * seed, until these have about @n_rows rows; one policy at least. @path is the file of the table,
 * with a hierarchy_COLUMN.csv for each column in @hierarchies; neither matters to %DISCHARGES,
 * which has @n_discharges rows. */
gboolean classes_init (Classes *classes, const ClosenessTable *table, const char *path,
                       const char *hierarchies, guint64 n_discharges, guint64 n_rows,
                       guint64 min_size, GError **error);
void classes_clear (Classes *classes);
