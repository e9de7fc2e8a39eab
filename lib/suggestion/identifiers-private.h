/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "figures/report-private.h"
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

/* Which columns of a table are identifiers: see deid_report_new_identifiers(). */
typedef struct
{
  DeidIdentifierColumn *columns;
  guint n_columns;
} DeidIdentifiers;

void deid_identifiers_free (DeidIdentifiers *identifiers);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidIdentifiers, deid_identifiers_free)

/* Looks at all columns of a table but joint ones. Errors: those of deid_report_new_identifiers().
 */
DeidIdentifiers *deid_identifiers_make (const DeidDataset *dataset, const DeidStop *stop,
                                        GError **error);

/* Returns: how many columns are identifiers. */
guint deid_identifiers_count (const DeidIdentifiers *identifiers);

/* Adds the figures of the report on identifiers, as of a report of its own. */
void deid_identifiers_fill (const DeidIdentifiers *identifiers, DeidFigures *figures);
