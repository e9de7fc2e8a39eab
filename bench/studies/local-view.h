/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "../search-problem.h"

/* Microaggregation replaces each number by the mean of its class. This measures the squared error
 * that remains, for the classes of MDAV, which go by distances, and of recodings by hierarchies. */

typedef struct
{
  const char *table;
  guint n_columns; /* of numbers */
  guint32 k;
  const char *method;
  guint64 n_steps; /* of clustering, or 0 */
  guint64 n_classes;
  double share; /* SSE / SST of columns with the standard deviation 1 */
  double seconds;
} LocalNumbersRun;

/* Adds a LocalNumbersRun for each method, set of columns and k, if the table is the one named, or
 * none is. */
gboolean local_numbers_measure (GArray *runs, const char *only, gboolean is_quick, GError **error);

#define LOCAL_MAX_NUMBERS 14

/* Which quasi-identifiers of a table are taken, and which of them are numbers. */
typedef struct
{
  const char *table;
  guint n_attributes;       /* the first ones, or 0: */
  gboolean are_codes;       /* numbers are codes in no order */
  const char *const *names; /* of the numbers, NULL behind the last one; all there are without
                               @n_attributes */
} LocalNumbers;

/* Loads a table whose numbers have the type integer. The values of some public tables are codes in
 * the order in which they occur. The nodes of their hierarchies are numbered in the order of what
 * they stand for: such a value becomes its place among the leaves of its hierarchy, in the order of
 * their ancestors from the top and, below the same nodes, of their codes; and a node the range of
 * its places, such as `10-14`. So numbers are ordinals, right but for the order within the lowest
 * groups.
 *
 * Returns: (transfer full): the lattice of the quasi-identifiers. */
DeidLattice *local_numbers_load (const LocalNumbers *numbers, const Table *table, GError **error);

/* What analysts see of a release: how far means and associations of its columns are from those of
 * the table. */

#define LOCAL_N_ASSOCIATIONS 3

/* How the table is recoded. */
typedef enum
{
  LOCAL_VIEW_POLICY,   /* the optimum, nothing suppressed */
  LOCAL_VIEW_POLICY_5, /* the same if 5 % may be suppressed */
  LOCAL_VIEW_CLUSTERS, /* nothing suppressed */
  LOCAL_N_RECODINGS
} LocalRecoding;

/* Which number an analyst takes for a cell. */
typedef enum
{
  LOCAL_VIEW_MIDDLES,     /* of the range of the label */
  LOCAL_VIEW_LABEL_MEANS, /* the mean of all records with this label, released beside it */
  LOCAL_VIEW_CLASS_MEANS, /* the mean of the class */
  LOCAL_N_READINGS
} LocalReading;

extern const char *const local_recoding_names[LOCAL_N_RECODINGS];
extern const char *const local_reading_names[LOCAL_N_READINGS];
extern const char *const local_association_names[LOCAL_N_ASSOCIATIONS];

/* A column of numbers. What cannot be told is NAN. */
typedef struct
{
  const char *name;
  double share;     /* of the released records that have a number */
  double shift;     /* of the mean, in standard deviations */
  double deviation; /* the standard deviation over that of the table */
} LocalViewColumn;

/* How much associations of pairs change; one that is gone counts as 0 after release. */
typedef struct
{
  guint n;         /* pairs that have one in the table */
  guint n_gone;    /* of these, pairs that have none after release */
  double mean;     /* change, in size */
  double strength; /* mean change of their sizes: below 0 if they look weaker */
  double greatest; /* change, in size */
} LocalViewChange;

typedef struct
{
  const char *table;
  LocalRecoding recoding;
  LocalReading reading;
  guint64 n_steps; /* of clustering */
  double loss;
  guint64 n_suppressed;
  guint n_columns;
  LocalViewColumn columns[LOCAL_MAX_NUMBERS];
  LocalViewChange changes[LOCAL_N_ASSOCIATIONS];
} LocalView;

/* Adds a LocalView for each recoding and reading of each table, or of the one that is named. */
gboolean local_views_measure (GArray *views, const char *only, gboolean is_quick, GError **error);
