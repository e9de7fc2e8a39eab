/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>
#include <string.h>

/* Returns: eight bytes, aligned in any way, as a number whose lowest byte is the first. */
static inline guint64
deid_word_read (gconstpointer bytes)
{
  guint64 word;

  memcpy (&word, bytes, sizeof word);
  return GUINT64_FROM_LE (word);
}

/* Returns: 64 bytes, each 0 or 1, as the bits of a number, the first the lowest. The product brings
 * the lowest bits of eight bytes together in its highest byte. */
static inline guint64
deid_word_pack_flags (const guint8 *flags)
{
  guint64 word = 0;

  for (guint i = 0; i < 64; i += 8)
    word |= deid_word_read (flags + i) * G_GUINT64_CONSTANT (0x0102040810204080) >> 56 << i;
  return word;
}
