/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What reading a table changed, left out or doubted. Nothing is changed silently: each leniency is
 * a note, and the notes are among the warnings of a report. */
#pragma once

#include <deid/deid.h>

typedef struct
{
  const char *code; /* as deid_report_new_warnings() lists it; static */
  char *column;     /* or NULL */
  guint64 n_records;
  char *text; /* a sentence without its full stop, names escaped, no values of persons */
} DeidNote;

/* Adds a note, also to a dataset that is immutable for hosts; only the thread that makes the
 * dataset may do so. */
void deid_dataset_add_note (DeidDataset *dataset, const char *code, const char *column,
                            guint64 n_records, const char *format, ...) G_GNUC_PRINTF (5, 6);

guint deid_dataset_get_n_notes (const DeidDataset *dataset);

const DeidNote *deid_dataset_get_note (const DeidDataset *dataset, guint index);

/* Adds the notes of @from behind those of @dataset. */
void deid_dataset_copy_notes (DeidDataset *dataset, const DeidDataset *from);
