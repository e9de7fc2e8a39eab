/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/random-problem.h"

/* A model that writes down what it is told of each class it is asked about, and looks that up among
 * the classes that a plain tabulation of the table has. */
typedef struct
{
  const RandomProblem *random;
  guint columns[N_SENSITIVE];            /* the sensitive columns that it judges, in its order */
  gboolean has_order;                    /* it numbers values by an order of its own */
  int values[N_SENSITIVE][MAX_ROWS];     /* of each column, in the order of their numbers */
  guint64 totals[N_SENSITIVE][MAX_ROWS]; /* how many records have each */
  guint n_values[N_SENSITIVE];
  gboolean is_superset_closed;

  GHashTable **classes; /* of each policy, by rank: the set of what may be said of its classes */
  GHashTable *all;      /* of all policies */
  gint n_accepts;       /* atomic: calls of accept */
  gint n_wrong;         /* atomic: classes that are not there */

  /* The rank of the policy whose classes are being judged; without it any policy will do. */
  guint (*get_rank) (gpointer data);
  gpointer rank_data;
} ClassSpy;

/* @random outlives the spy. */
ClassSpy *class_spy_new (const RandomProblem *random, GRand *rand);
void class_spy_free (ClassSpy *spy);

/* Makes the model. It checks what it may prepare itself from, and several threads may ask it. */
DeidPrivacyModel *class_spy_make_model (ClassSpy *spy);

/* Returns: the number of classes of a policy. */
guint class_spy_count_classes (const ClassSpy *spy, guint rank);
