/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "machine.h"
#include "search-table.h"

/* Where the outcomes go: to a text table, line by line, or to one JSON object at the end. */
typedef struct
{
  Machine machine;
  JsonBuilder *builder; /* or NULL for text */
} Report;

void report_begin (Report *report, gboolean json, guint n_threads);
void report_add (Report *report, const Table *table, const Outcome *outcome);
void report_end (Report *report);
