/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Integers in the memory of a host, in the byte order of the machine. */
#pragma once

#include <glib.h>
#include <string.h>

/* Returns: a number of @width bytes, which may be aligned in any way; one below 0 as what it is
 * modulo 2^64. */
static inline guint64
deid_host_integer_read (const guint8 *bytes, guint width, gboolean is_signed)
{
  guint16 of_16;
  guint32 of_32;
  guint64 of_64;

  switch (width)
    {
    case 1:
      return is_signed ? (guint64) (gint64) (gint8) bytes[0] : bytes[0];
    case 2:
      memcpy (&of_16, bytes, sizeof of_16);
      return is_signed ? (guint64) (gint64) (gint16) of_16 : of_16;
    case 4:
      memcpy (&of_32, bytes, sizeof of_32);
      return is_signed ? (guint64) (gint64) (gint32) of_32 : of_32;
    default:
      memcpy (&of_64, bytes, sizeof of_64);
      return of_64;
    }
}
