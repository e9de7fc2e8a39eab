/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "classes/grouping.h"

/* The classes of a policy, each as one row with the weight of all its records. The classes of any
 * generalization follow from them: rows that it cannot tell apart have the same labels whichever of
 * their values stands for them. */
typedef struct
{
  DeidLevel *levels;
  DeidRows rows;
  DeidCodes *columns;
  guint64 last_use;
} DeidSnapshot;

/* Snapshots of policies that were grouped, the ones used longest ago being given up for new ones.
 * Source: F. Kohlmayer, F. Prasser, C. Eckert, A. Kemper, K. A. Kuhn, "Highly efficient
 * optimal k-anonymity for biomedical datasets", IEEE CBMS 2012. */
typedef struct
{
  guint n_dimensions;
  DeidSnapshot *snapshots;
  guint n;
  guint64 n_rows; /* of all snapshots */
  guint64 max_rows;
  guint64 n_uses;
  guint64 n_bytes;   /* held now */
  guint64 max_bytes; /* held at most */
} DeidRollUp;

/* @n_rows are the rows of the table. */
gboolean deid_roll_up_init (DeidRollUp *roll_up, guint n_dimensions, guint64 n_rows,
                            GError **error);
void deid_roll_up_clear (DeidRollUp *roll_up);

/* Returns: (nullable): the rows of the smallest snapshot of a specialization of the policy. They
 * stay as they are until the next call of deid_roll_up_keep(). */
const DeidRows *deid_roll_up_find (DeidRollUp *roll_up, const DeidLevel *levels);

/* Keeps a snapshot of a policy, the classes of @rows being numbered in the order of their first
 * row, if it is so much smaller than @rows that it pays. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_roll_up_keep (DeidRollUp *roll_up, const DeidLevel *levels, const DeidRows *rows,
                            const DeidGrouping *grouping, GError **error);
