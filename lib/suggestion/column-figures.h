/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is counted of a column before anything is suggested. */
#pragma once

#include "base/rational.h"
#include "suggestion/column-kinds.h"
#include "suggestion/value-patterns.h"
#include "table/column-inference.h"
#include "table/table-source.h"

/* So many exceptions are told. */
#define DEID_MAX_EXCEPTIONS 5

typedef struct
{
  const DeidColumn *column;
  DeidColumnInference *inference;
  DeidPatterns patterns;
  guint64 n_records;
  guint64 n_missing;  /* records whose value is missing, or a code that says so */
  guint32 n_distinct; /* values, but for those */
  guint64 n_single;   /* values that one record has */
  guint64 n_most;     /* records of the value that most have */
  double distinction; /* as in deid_report_new_attribute_risks() */
  double separation;
  double least; /* number, or year of a date, in a double; 0 of texts */
  double greatest;
  guint32 n_exceptions;                    /* values that are not of the type; none of a text */
  guint64 n_exceptional;                   /* records that have them */
  guint32 exceptions[DEID_MAX_EXCEPTIONS]; /* codes of the first, in the order of their rows */
} DeidColumnFigures;

/* On failure they may be cleared, and nothing else. Errors: %DEID_ERROR_NO_MEMORY, those of
 * deid_stop_check(). */
gboolean deid_column_figures_init (DeidColumnFigures *figures, const DeidDataset *dataset,
                                   guint column, const DeidStop *stop, GError **error);

/* Tells whether each record has a whole number of its own, and all of these follow each other. */
static inline gboolean
deid_column_figures_are_counted (const DeidColumnFigures *figures)
{
  const guint64 n = figures->n_records - figures->n_missing;

  return n > 1 && figures->n_distinct == n && figures->inference->type == DEID_COLUMN_TYPE_INTEGER
         && figures->greatest - figures->least + 1 == (double) n;
}

void deid_column_figures_clear (DeidColumnFigures *figures);
