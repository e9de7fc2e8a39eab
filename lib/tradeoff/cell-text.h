/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/long-text.h"

/* How figures of cells are written. */

/* Adds the shortest decimal of a number or, if there is none, what stands for that. */
void deid_cell_add_number (DeidLongText *text, gboolean exists, double number,
                           const char *otherwise);

/* Adds a shift as a field of a table, with a blank before it. */
void deid_cell_add_shift (DeidLongText *text, gboolean exists, double shift);

/* Adds a field of comma-separated values. */
void deid_cell_add_quoted (DeidLongText *text, const char *field);
