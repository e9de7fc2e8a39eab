/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Texts that often mean that a value is missing. */
#pragma once

#include "base/dictionary.h"

typedef enum
{
  DEID_MISSING_TEXT_SIGN,     /* means nothing else: `?`, `#N/A` */
  DEID_MISSING_TEXT_WORD,     /* may be a value among texts: `NA`, `unknown` */
  DEID_MISSING_TEXT_NEGATIVE, /* a number that is none if no other is negative: `-9` */
  DEID_MISSING_TEXT_NINES     /* a number that is none if it is far above all others: `999` */
} DeidMissingKind;

typedef struct
{
  guint32 code; /* of the dictionary */
  DeidMissingKind kind;
} DeidMissingText;

#define DEID_MAX_MISSING_TEXTS 256

/* Lists those that a dictionary has, by ascending codes. Returns: their number. */
guint deid_missing_texts_find (const DeidDictionary *dictionary,
                               DeidMissingText found[DEID_MAX_MISSING_TEXTS]);
