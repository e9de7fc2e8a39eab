/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/interval/cuts/cut-bound.h"
#include "search/interval/cuts/resource-path.h"

/* The best policy that differs from another one in one attribute: its blocks are the edges of a
 * graph over its ranks, a partition is a path, and what blocks suppress is limited. */
typedef struct
{
  DeidCutBound *bound;
  DeidResourcePath path;
  gint64 n_suppressed; /* that the levels found suppress at least */
  gboolean leaves_out; /* long runs but those of whole cells */
  gboolean is_exact;   /* no others cost less by what is known to fail */
  gint64 price;        /* what a suppressed record costs besides */
} DeidResource;

/* Errors: %DEID_ERROR_NO_MEMORY. On failure it may be cleared, and nothing else. */
gboolean deid_resource_init (DeidResource *resource, DeidCutBound *bound, GError **error);
void deid_resource_clear (DeidResource *resource);

/* Writes the levels that the best policy gives an attribute, in a box that was set and leaves no
 * choice in all others, if each suppressed record costs @price units more; @found tells whether
 * there are any. They are the best by costs in
 * units, where @resource->is_exact, if they suppress no more than @resource->n_suppressed, as they
 * do where a class fails only if it has too few records. Where blocks are limited they have few
 * enough, and need not be the best then. Errors and complexity:
 * those of deid_resource_path_solve(). */
gboolean deid_resource_solve (DeidResource *resource, guint attribute, gint64 price,
                              const DeidStop *stop, DeidLevel *levels, gboolean *found,
                              GError **error);
