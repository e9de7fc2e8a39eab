/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/judged-model.h"

/* Random search for what models declare of joined classes. */

#define MAX_VALUES 24

/* How many records have each value, of which some may have none. */
typedef struct
{
  guint64 counts[MAX_VALUES];
} Counts;

guint64 get_n_records (const Counts *counts);
void join (Counts *counts, const Counts *other);

/* Prepares a model, given without its attribute, for a table that has the first @n_values values.
 */
void init_judged (JudgedModel *judged, const char *specification, const Counts *totals,
                  guint n_values);

gboolean accepts (const JudgedModel *judged, const Counts *class);
gboolean meets_necessary (const JudgedModel *judged, const Counts *class);
int recheck (const JudgedModel *judged, const Counts *class);

/* An irrational number below 1 to 120 bits, and the largest count of less than 2^56 records that
 * does not exceed this share of them. */
typedef struct
{
  guint64 high, low;
} Irrational;

guint64 get_share (Irrational share, guint64 n_records);

/* What random search finds, in count_trials (20000) classes or pairs that pass, among tables and
 * classes of @min_values to @max_values values. */

/* Returns: how many unions of two classes that pass fail. */
guint count_spoilt_unions (const char *specification, gint32 min_values, gint32 max_values,
                           guint32 seed);

/* Returns: how many classes that pass, or meet the necessary condition, no longer do when other
 * records join them. */
guint count_spoilt_supersets (const char *specification, gint32 min_values, gint32 max_values,
                              gboolean necessary, guint32 seed);

/* Checks that classes that pass meet the necessary condition, that it rules others out, that it is
 * superset-closed, and that the second check of the model never contradicts the first. */
void check_necessary (const char *specification, gint32 min_values, gint32 max_values,
                      guint32 seed);
