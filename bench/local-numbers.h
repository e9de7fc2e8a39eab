/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Microaggregation: what is left of the squares of numbers if each is replaced by the mean of its
 * class, which MDAV makes by distances, and other recodings by the labels of hierarchies. */
#pragma once

#include "local-places.h"

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
