/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid-extend.h>

/* The predictive properties that searches keep of policies; deid_report_new_statistics() explains
 * them. */
typedef enum
{
  DEID_PROPERTY_INSUFFICIENT_PRIVACY = 0,
  DEID_PROPERTY_INSUFFICIENT_QUALITY = 1
} DeidProperty;

#define DEID_N_PROPERTIES 2

/* How often a search made use of one of them. */
typedef struct
{
  guint64 n_inserts;
  guint64 n_queries;
  guint64 n_hits;
  guint64 n_kept; /* policies that no other one implies, 0 if all are flagged */
  guint64 max_kept;
  guint64 n_bytes; /* at most */
} DeidPropertyCounts;

/* Makes statistics of the counts of each property. */
void deid_property_counts_tell (const DeidPropertyCounts *counts, DeidSearchContext *context);
