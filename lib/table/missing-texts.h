/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Texts and days that often stand for a missing value. */
#pragma once

#include "base/calendar.h"
#include "base/dictionary.h"

/* What a text that often means a missing value is. */
typedef enum
{
  DEID_MISSING_TEXT_SIGN,     /* means nothing else: `?`, `#N/A` */
  DEID_MISSING_TEXT_WORD,     /* may be a value among texts: `NA`, `unknown` */
  DEID_MISSING_TEXT_ANSWER,   /* is a value among texts: `none`, `refused` */
  DEID_MISSING_TEXT_NEGATIVE, /* a number that is none if no other is negative: `-9` */
  DEID_MISSING_TEXT_SURVEY,   /* the same, beside `-8` or large numbers: `-2` of a panel */
  DEID_MISSING_TEXT_NINES,    /* a number that is none if it is far above all others: `999` */
  DEID_MISSING_TEXT_DATE      /* a date that is none if it is far from all others: 9999-12-31 */
} DeidMissingKind;

typedef struct
{
  guint32 code; /* of the dictionary */
  DeidMissingKind kind;
} DeidMissingText;

#define DEID_MAX_MISSING_TEXTS 256

/* Lists the texts of a dictionary that often mean a missing value, in any case, by ascending codes.
 * Returns: their number. */
guint deid_missing_texts_list (const DeidDictionary *dictionary,
                               DeidMissingText found[DEID_MAX_MISSING_TEXTS]);

/* The number of days that deid_date_is_sentinel() knows is at most this. */
#define DEID_MAX_SENTINELS 64

/* Tells whether a day often stands for none, such as 9999-12-31. */
gboolean deid_date_is_sentinel (const DeidDate *date);
