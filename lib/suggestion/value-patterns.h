/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What values look like, whatever their column is called. */
#pragma once

#include "base/dictionary.h"
#include "base/work.h"

typedef enum
{
  DEID_PATTERN_NONE,
  DEID_PATTERN_EMAIL,
  DEID_PATTERN_URL,
  DEID_PATTERN_IP_ADDRESS,
  DEID_PATTERN_MAC_ADDRESS,
  DEID_PATTERN_UUID,
  DEID_PATTERN_SOCIAL_SECURITY, /* of the United States: 123-45-6789 */
  DEID_PATTERN_IBAN,
  DEID_PATTERN_CARD,  /* 13 to 19 digits with the check digit of a payment card */
  DEID_PATTERN_VIN,   /* of vehicles: 17 signs with the check digit of North America */
  DEID_PATTERN_IMAGE, /* the name of a file with a picture */
  DEID_PATTERN_TELEPHONE,
  DEID_PATTERN_POSTAL,     /* 12345-6789, or five digits */
  DEID_PATTERN_ICD,        /* a code of ICD-10 */
  DEID_PATTERN_SENTENCE,   /* several words of some length */
  DEID_PATTERN_DIGIT,      /* any text with a digit */
  DEID_PATTERN_ZIP4,       /* 12345-6789 */
  DEID_PATTERN_CODE,       /* of a classification: a letter or none, digits, and perhaps points */
  DEID_PATTERN_TIME,       /* of day: 6:30 */
  DEID_PATTERN_WHOLE,      /* 2139.0 */
  DEID_PATTERN_HALF_DAY,   /* 7:03 am */
  DEID_PATTERN_HOURS,      /* 15h37 */
  DEID_PATTERN_DATE,       /* in any notation, also with parts that are unknown */
  DEID_PATTERN_ROUNDED,    /* a number as spreadsheets show long ones: 1.23457E+12 */
  DEID_PATTERN_MONTH,      /* 1-Jan, which spreadsheets make of 1-1; Jan-90 */
  DEID_PATTERN_UNIT,       /* a number with letters behind it: 5m */
  DEID_PATTERN_CURRENCY,   /* a number with a sign of a currency */
  DEID_PATTERN_POINT,      /* a decimal point */
  DEID_PATTERN_COMMA,      /* a decimal comma */
  DEID_PATTERN_MONTH_NAME, /* a date with the name of a month, in any of some languages */
  DEID_PATTERN_WORDS,      /* several words */
  DEID_PATTERN_CAPITAL,    /* letters of which the first is a capital */
  DEID_N_PATTERNS
} DeidPattern;

#define DEID_MAX_DIGITS 10

typedef struct
{
  guint32 n_values;                         /* that were looked at */
  guint32 n_like[DEID_N_PATTERNS];          /* of them, which have a pattern */
  guint32 n_digits;                         /* of them, which are digits alone */
  guint32 n_digits_of[DEID_MAX_DIGITS + 1]; /* and of these, which have so many */
  gsize shortest;                           /* in characters; 0 without values */
  gsize longest;
  gsize n_decimals; /* at most, behind a point */
} DeidPatterns;

/* Looks at all values but missing ones and those of @missing, to a NULL. Errors: those of
 * deid_stop_check(). */
gboolean deid_patterns_count (DeidPatterns *patterns, const DeidDictionary *dictionary,
                              const char *const *missing, const DeidStop *stop, GError **error);

/* What a text seems to say of persons. */
enum
{
  DEID_TEXT_HAS_NAME = 1, /* behind a title, such as Mrs */
  DEID_TEXT_HAS_TELEPHONE = 2,
  DEID_TEXT_HAS_EMAIL = 4
};

/* Returns: what it finds anywhere in a text. */
guint deid_text_find_persons (const char *text);
