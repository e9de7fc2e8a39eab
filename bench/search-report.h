/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "machine.h"
#include "search-run.h"

/* Where the runs go: to a text table, line by line, with curves at the end, or to one JSON object
 * at the end. */
typedef struct
{
  Machine machine;
  JsonBuilder *builder; /* or NULL for text */
  GString *curves;      /* as text */
} Report;

void report_begin (Report *report, gboolean json, guint n_threads);
void report_add (Report *report, const SearchRun *run);
void report_end (Report *report);
