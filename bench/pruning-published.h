/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "pruning-study.h"

/* Figures of the study (F. Prasser, F. Kohlmayer, K. A. Kuhn, "Efficient and effective pruning
 * strategies for health data de-identification", BMC Medical Informatics and Decision Making 16:49,
 * 2016), measured in 2015 on a desktop, and of the leading tool of the field. */

typedef struct
{
  guint64 n_queries; /* 0 if not published, then the rest is not either */
  double hits;       /* percent of the queries */
  double kept;       /* policies kept for each insert */
} PublishedProperty;

/* What is 0 is not published. */
typedef struct
{
  const char *quality;
  const char *table;
  guint n_attributes;
  Algorithm algorithm;
  const char *source;
  guint64 n_evaluated;
  guint64 first_found; /* the evaluation that found the optimum */
  double seconds;
  double evaluating; /* seconds */
  PublishedProperty properties[2];
} Published;

/* Returns: (nullable): what was published of a problem with that quality model. */
const Published *find_published (const char *quality, const Table *table, Algorithm algorithm);

/* Returns: the seconds that Flash spent on a variant of the store, without evaluating policies; 0
 * if that was not published. */
double get_published_bookkeeping (const char *quality, const Table *table, StoreKind store);

/* Finds by how many percent best-first was better than the heuristic. */
gboolean find_published_improvement (const char *quality, const Table *table, double *percent);

/* Of a table of the study that is not at hand. */
extern const char *const published_high_dimensional;
