/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "bench/property-stores.h"
#include "machine.h"

#include <deid/deid-extend.h>

/* What one variant makes of the policies of a case. */
typedef struct
{
  guint64 size;
  guint64 n_bytes;
  guint64 n_nodes;  /* of trees */
  double n_visited; /* nodes of a tree, on average of all questions */
  double add_ns;
  Spread query_ns;
  Spread ratio; /* of the time of the plain list to that of this variant */
} Variant;

typedef struct
{
  char *name;
  DeidInheritance inheritance;
  guint64 n_offered;
  guint64 n_added; /* those that were not implied when they came */
  guint64 n_questions;
  guint64 n_hits;
  Variant variants[N_STORES];
} Case;

void report_text (const Machine *machine, const Case *cases, guint n);
void report_json (const Machine *machine, const Case *cases, guint n);
