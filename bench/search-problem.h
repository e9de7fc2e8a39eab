/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* A table to search, and where it is. */
typedef struct
{
  const char *name;
  guint n_attributes; /* the first ones, in the order of the table unless there are @columns */
  char *csv;
  char *hierarchies;          /* the folder of hierarchy_COLUMN.csv */
  const char *const *columns; /* in another order, or NULL */
  const char *quality;        /* the quality model, or NULL for loss:arith */
} Table;

/* Where the tables are that are not part of the source tree. */
char *find_shared_folder (void);

/* A name that has a slash or ends in .csv is a path; any other is a table of the shared folder.
 * @hierarchies may be NULL: the folder of the table. */
Table find_table (const char *name, guint n_attributes, const char *hierarchies);
void table_clear (Table *table);

/* The problem that is searched: k = 5, at most 5 % suppressed, and the quality model. */
DeidProblem *load_problem (const Table *table, GError **error);

/* The same where the table was read already. */
DeidProblem *make_problem (const Table *table, DeidDataset *dataset, GError **error);
