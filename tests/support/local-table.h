/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#define LOCAL_MAX_ROWS       80
#define LOCAL_MAX_ATTRIBUTES 4
#define LOCAL_MAX_LEAVES     12
#define LOCAL_MAX_LEVELS     4

/* A quasi-identifier. The groups of a level are numbered; those of level 0 are the leaves, the last
 * level has one. */
typedef struct
{
  guint n_leaves; /* at least 2; no row may have some of them */
  guint n_levels;
  guint groups[LOCAL_MAX_LEVELS][LOCAL_MAX_LEAVES];
  gboolean has_runs;    /* of its leaves, in place of groups */
  guint max_values;     /* of a set of its leaves; groups stand for more; 0 if there are no sets */
  gboolean has_missing; /* some row has none of the leaves, which is the value behind them */
} LocalColumn;

/* A random table to be recoded locally, as plain arrays. */
typedef struct
{
  guint n_rows;
  guint n_columns;
  guint k;
  gboolean is_weighted; /* rows that are alike are one row with a weight */
  guint n_suppressed;   /* how many rows a release may leave out; mostly 0 */
  guint l; /* values of the sensitive column that a class has at least; 1 if there is no column */
  LocalColumn columns[LOCAL_MAX_ATTRIBUTES];
  guint values[LOCAL_MAX_ROWS][LOCAL_MAX_ATTRIBUTES];
  guint sensitive[LOCAL_MAX_ROWS]; /* below 32 */
} LocalTable;

/* Rows are at least k and at most @max_rows. */
void local_table_make (LocalTable *table, GRand *rand, guint max_rows);

/* Makes some columns, among them the first one, numbers whose classes have runs. */
void local_table_make_runs (LocalTable *table, GRand *rand);

/* Makes some columns that have no runs, among them the first one, such that classes have sets of
 * their values. */
void local_table_make_sets (LocalTable *table, GRand *rand);

/* Gives a table of 2 rows or more a sensitive column, of which classes need several values. */
void local_table_diversify (LocalTable *table, GRand *rand);

/* The same as a problem of k-anonymity, and of distinct l-diversity if there is a sensitive
 * column. */
DeidProblem *local_table_build (const LocalTable *table);

/* Returns: the loss of a class by the definition, summed over its records and all attributes: of
 * each attribute (n - 1) / (D - 1), where n leaves are in the smallest group of any level, in the
 * shortest run, or in the smallest set, with the values of all records. */
double local_table_cost_class (const LocalTable *table, const guint *rows, guint n);

/* Returns: (transfer full): the release of a result in the order of the table, which is verified.
 */
DeidDataset *local_table_release (DeidResult *result);

/* Checks that each row of a release, which are in the order of the table, is like at least k,
 * itself included, and has labels that its values may have. Returns: the loss by the definition,
 * from the released labels alone. */
double local_table_check_release (const LocalTable *table, const DeidDataset *released);

/* Returns: the least loss that a partition into classes of at least k, with l values, has, by
 * trying all, with all choices of suppressed rows. */
double local_table_find_optimum (const LocalTable *table);

/* Tells whether two rows have the same labels of all columns, each on its level. */
gboolean local_table_is_in_box (const LocalTable *table, const guint *levels, guint row,
                                guint other);
