/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "classes/class-map.h"
#include "measure.h"

typedef enum
{
  KERNEL_GROUP, /* deid_grouping_run() from scratch */
  KERNEL_SPLIT, /* deid_cells_split() */
  KERNEL_WRITE  /* deid_cells_write() after it, and listing the rows that are removed */
} Kernel;

/* What is timed, on rows made from a seed. The same values are kept in codes of each width, so
 * that only the width differs. */
typedef struct
{
  const char *name;
  Kernel kernel;
  guint width;        /* of codes or parts, in bytes */
  guint32 fan_out;    /* labels of each attribute, or parts of each class */
  guint32 n_classes;  /* of the map that is split; of no use to grouping */
  guint n_attributes; /* of grouping */
} Case;

typedef struct
{
  guint64 n_rows;
  const Case *shape;
  guint in_width;   /* of the ids that are read; 0 for grouping */
  guint out_width;  /* of the ids that are written */
  guint32 n_made;   /* classes or cells */
  guint64 checksum; /* of what was made: the same for all widths */
  Spread kernel;    /* nanoseconds of processor time for each row */
  Spread yardstick;
  Spread ratio;
} Timing;

/* Takes @n_samples samples of about @seconds each, of the kernel and the yardstick by turns. */
Timing time_case (const Case *shape, guint64 n_rows, guint n_samples, double seconds);
