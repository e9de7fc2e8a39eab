/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Passes that do nothing but read and write the bytes that an algorithm must at least read and
 * write. What takes r times as long on one machine should take about r times as long on another,
 * and on a busy one. Widths are in bytes. */

/* Reads an id of 2 or 4 bytes and a part of 1, 2 or 4, and writes a cell of 4. */
void yardstick_split (const void *ids, guint id_width, const void *parts, guint part_width,
                      guint32 *cells, guint64 n_rows);

/* Reads a cell of 4 bytes and writes an id of 2 or 4. */
void yardstick_write (const guint32 *cells, void *ids, guint id_width, guint64 n_rows);

/* Reads a code of each of several columns, of 1, 2 or 4 bytes, and writes a class of 4. */
void yardstick_group (const void *const *columns, guint n_columns, guint width, guint32 *classes,
                      guint64 n_rows);
