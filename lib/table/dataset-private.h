/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "table/dataset-view.h"
#include "table/person-rows.h"

struct DeidDataset
{
  gatomicrefcount ref_count;
  gint immutable;       /* atomic */
  char *name;           /* escaped, for messages */
  gboolean show_values; /* in messages */
  DeidColumn *columns;
  guint64 columns_capacity;
  guint n_columns;
  DeidDictionary names; /* of the columns, in their order */
  guint64 n_rows;
  guint64 n_records;
  guint weight_column; /* or DEID_NO_COLUMN */
  guint entity_column; /* or DEID_NO_COLUMN */
  guint64 *weights;    /* of each code of the weight column, or NULL */
  guint survey_column; /* or DEID_NO_COLUMN */
  guint64 first_line;  /* of the file, if every row is one line of it; otherwise 0 */
  DeidHeaderVerdict header_verdict;
  GArray *linked;   /* of #DeidLinkedTable, those that were stacked in their order; or NULL */
  guint64 *places;  /* of each row among those that were read, if some were left out; or NULL */
  DeidRowCaps caps; /* by which rows of persons were left out */
  char **row_conditions[2]; /* by which rows were left out, of each DeidRowsKind; or NULL */
  char delimiter;           /* that the first line of the file names, or NUL */
  char other_delimiter;     /* that the file may have, of which one column was read, or NUL */
  DeidOrigin *origin;       /* of a released table, or NULL */
  char *lookup; /* a statement that shows a row of an engine, up to its number from 0 on, or NULL */
  const char *lookup_end; /* and behind that */
  GPtrArray *notes;       /* of #DeidNote, or NULL: see dataset-notes.h */
  void (*free_origin) (DeidOrigin *origin);
  guint8 *suppressed;  /* a bit for each row of a released table, or NULL if none is kept */
  gboolean is_counted; /* its rows are the combinations of a table in an engine */
  char **uncounted;    /* columns of that table that are released and not among these; or NULL */
  gboolean has_joints; /* some column combines others */
  GSList *lent_codes;  /* that columns have no more, but hosts */
};

static inline guint64
deid_dataset_get_weight (const DeidDataset *dataset, guint64 row)
{
  if (dataset->weights == NULL)
    return 1;
  return dataset->weights[deid_codes_get (&dataset->columns[dataset->weight_column].codes, row)];
}

/* Gives a column the dictionary and the codes of @after; what hosts borrowed stays. */
void deid_dataset_change_values (DeidDataset *dataset, DeidColumn *column, DeidColumn *after);

/* Makes the values of a column be those of some rows of @column, numbered anew in the order in
 * which they come: it is as if it had been read so. On failure @after may be cleared. */
gboolean deid_column_take_rows (const DeidColumn *column, DeidColumn *after, const guint64 *rows,
                                guint64 n_rows, const DeidStop *stop, GError **error);

/* Gives each missing value of a column that of the row above, and notes how many. Errors: those of
 * deid_dataset_set_missing_policy(). */
gboolean deid_dataset_fill_down (DeidDataset *dataset, guint number, GError **error);

/* In the text of a combination, between its values, and before this sign or itself in them. */
#define DEID_JOINT_SEPARATOR '+'
#define DEID_JOINT_ESCAPE    '\\'

/* Fails with %DEID_ERROR_INVALID_ARGUMENT if a joint column combines a column already, for which
 * @what would come too late. */
gboolean deid_dataset_check_not_joined (const DeidDataset *dataset, guint column, const char *what,
                                        GError **error);
