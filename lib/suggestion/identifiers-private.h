/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "suggestion/column-kinds.h"

typedef struct
{
  char *name;
  char *shown;         /* the name for texts */
  DeidKind kind;       /* %DEID_KIND_UNKNOWN of a column that is no identifier */
  gboolean is_part;    /* a part of dates, such as a month, that has no year */
  gboolean is_year;    /* years alone */
  char *format;        /* of dates, or NULL */
  GPtrArray *evidence; /* sentences */
} DeidIdentifierColumn;

struct DeidIdentifiers
{
  gatomicrefcount ref_count;
  DeidIdentifierColumn *columns;
  guint n_columns;
};
