/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/long-text.h"
#include "hierarchy/numbers/number.h"

/* Ends of ranges that do not tell the exact number of a person if that can be: between neighbours
 * a < b the edge e, a < e <= b, is a multiple of the greatest power of ten that has multiples
 * there; of several the middle one, of two the one nearer to 0, unless it is b itself: then the
 * other one. Where b is the only one, multiples of the next power of ten that lie below b are
 * taken, if there are any and it is no finer than the last digits of a and b, or 1; else the edge
 * is b.
 *
 * 0 is a multiple of each power: it is the edge between a negative number and one above 0. Where b
 * is 0 multiples below 0 are taken, of the greatest power of ten that has any there and is no finer
 * than these digits; else the edge is 0. */

/* 0.d1 d2 d3 … 10^magnitude, without a sign: digits, and one that follows them for ever. */
typedef struct
{
  char *digits; /* room for those of any number */
  gsize n;
  char fill;
  gint64 magnitude; /* G_MININT64 for 0 */
} DeidEdgeNumber;

/* Writes edges one after the other. */
typedef struct
{
  DeidEdgeNumber small;
  DeidEdgeNumber great;
  DeidLongText text;
} DeidEdgeWriter;

/* For decimals of up to so many bytes. On failure it may be cleared. Errors: %DEID_ERROR_NO_MEMORY.
 */
gboolean deid_edge_writer_init (DeidEdgeWriter *writer, gsize max_length, GError **error);
void deid_edge_writer_clear (DeidEdgeWriter *writer);

/* Adds the edge between two decimals, of which @a is the smaller one, to the text. */
void deid_edge_writer_add (DeidEdgeWriter *writer, const char *a, const char *b);

/* Finds the edge between two numbers, of which @a is the smaller one; what the writer has written
 * is lost. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_edge_writer_find (DeidEdgeWriter *writer, DeidNumber a, DeidNumber b,
                                DeidNumber *edge, GError **error);
