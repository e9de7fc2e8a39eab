/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Values of Arrow types, drawn as texts; what Arrow has of them is made of what was drawn. */

typedef struct
{
  char *text;       /* owned; NULL if there is none */
  guint8 bytes[32]; /* of a type that has so many of each; for bits the first byte */
} ArrowValue;

typedef struct ArrowKind ArrowKind;

struct ArrowKind
{
  const char *format;
  guint width; /* bytes of a value; 0 of texts, bits and nulls */
  DeidColumnType type;
  void (*draw) (const ArrowKind *kind, GRand *rand, ArrowValue *value);
  int first, second; /* what draw() has to know */
};

extern const ArrowKind arrow_kinds[];
extern const guint n_arrow_kinds;

/* Returns: a number of 64 random bits. */
guint64 draw_bits (GRand *rand);

/* Writes the lowest bytes of a number in the order of the machine. */
void arrow_put_integer (guint8 *bytes, guint width, guint64 number);
