/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/missing-texts.h"

#include <stdlib.h>
#include <string.h>

#define MAX_LENGTH 24

/* Each in lower case; they are looked for in upper case too, and with a capital. */
static const struct
{
  const char *text;
  DeidMissingKind kind;
} missing_texts_known[] = {
  { "?", DEID_MISSING_TEXT_SIGN },
  { "??", DEID_MISSING_TEXT_SIGN },
  { "???", DEID_MISSING_TEXT_SIGN },
  { ".", DEID_MISSING_TEXT_SIGN },
  { "..", DEID_MISSING_TEXT_SIGN },
  { "...", DEID_MISSING_TEXT_SIGN },
  { "-", DEID_MISSING_TEXT_SIGN },
  { "--", DEID_MISSING_TEXT_SIGN },
  { "---", DEID_MISSING_TEXT_SIGN },
  { "_", DEID_MISSING_TEXT_SIGN },
  { "null", DEID_MISSING_TEXT_SIGN },
  { "(null)", DEID_MISSING_TEXT_SIGN },
  { "<null>", DEID_MISSING_TEXT_SIGN },
  { "#null!", DEID_MISSING_TEXT_SIGN },
  { "n/a", DEID_MISSING_TEXT_SIGN },
  { "#n/a", DEID_MISSING_TEXT_SIGN },
  { "<na>", DEID_MISSING_TEXT_SIGN },
  { "\\n", DEID_MISSING_TEXT_SIGN },
  { "na", DEID_MISSING_TEXT_WORD },
  { "n.a.", DEID_MISSING_TEXT_WORD },
  { "nan", DEID_MISSING_TEXT_WORD },
  { "nil", DEID_MISSING_TEXT_WORD },
  { "none", DEID_MISSING_TEXT_WORD },
  { "unk", DEID_MISSING_TEXT_WORD },
  { "unknown", DEID_MISSING_TEXT_WORD },
  { "missing", DEID_MISSING_TEXT_WORD },
  { "undefined", DEID_MISSING_TEXT_WORD },
  { "not known", DEID_MISSING_TEXT_WORD },
  { "not available", DEID_MISSING_TEXT_WORD },
  { "not stated", DEID_MISSING_TEXT_WORD },
  { "not recorded", DEID_MISSING_TEXT_WORD },
  { "refused", DEID_MISSING_TEXT_WORD },
  { "unbekannt", DEID_MISSING_TEXT_WORD },
  { "k.a.", DEID_MISSING_TEXT_WORD },
  { "keine angabe", DEID_MISSING_TEXT_WORD },
  { "inconnu", DEID_MISSING_TEXT_WORD },
  { "desconocido", DEID_MISSING_TEXT_WORD },
  { "sin dato", DEID_MISSING_TEXT_WORD },
  { "0000-00-00", DEID_MISSING_TEXT_WORD },
  { "0000-00-00 00:00:00", DEID_MISSING_TEXT_WORD },
  { "9999-99-99", DEID_MISSING_TEXT_WORD },
  { "00.00.0000", DEID_MISSING_TEXT_WORD },
  { "99.99.9999", DEID_MISSING_TEXT_WORD },
  { "00/00/0000", DEID_MISSING_TEXT_WORD },
  { "99/99/9999", DEID_MISSING_TEXT_WORD },
  { "-1", DEID_MISSING_TEXT_NEGATIVE },
  { "-7", DEID_MISSING_TEXT_NEGATIVE },
  { "-8", DEID_MISSING_TEXT_NEGATIVE },
  { "-9", DEID_MISSING_TEXT_NEGATIVE },
  { "-77", DEID_MISSING_TEXT_NEGATIVE },
  { "-88", DEID_MISSING_TEXT_NEGATIVE },
  { "-99", DEID_MISSING_TEXT_NEGATIVE },
  { "-777", DEID_MISSING_TEXT_NEGATIVE },
  { "-888", DEID_MISSING_TEXT_NEGATIVE },
  { "-999", DEID_MISSING_TEXT_NEGATIVE },
  { "-9999", DEID_MISSING_TEXT_NEGATIVE },
  { "-99999", DEID_MISSING_TEXT_NEGATIVE },
  { "77", DEID_MISSING_TEXT_NINES },
  { "88", DEID_MISSING_TEXT_NINES },
  { "97", DEID_MISSING_TEXT_NINES },
  { "98", DEID_MISSING_TEXT_NINES },
  { "99", DEID_MISSING_TEXT_NINES },
  { "777", DEID_MISSING_TEXT_NINES },
  { "888", DEID_MISSING_TEXT_NINES },
  { "997", DEID_MISSING_TEXT_NINES },
  { "998", DEID_MISSING_TEXT_NINES },
  { "7777", DEID_MISSING_TEXT_NINES },
  { "8888", DEID_MISSING_TEXT_NINES },
  { "9998", DEID_MISSING_TEXT_NINES },
  { "999", DEID_MISSING_TEXT_NINES },
  { "9999", DEID_MISSING_TEXT_NINES },
  { "99999", DEID_MISSING_TEXT_NINES },
  { "999999", DEID_MISSING_TEXT_NINES },
  { "9999999", DEID_MISSING_TEXT_NINES },
  { "99999999", DEID_MISSING_TEXT_NINES },
  { "999999999", DEID_MISSING_TEXT_NINES },
};

/* Each of them may be found in three spellings. */
G_STATIC_ASSERT (3 * G_N_ELEMENTS (missing_texts_known) <= DEID_MAX_MISSING_TEXTS);

static int
missing_texts_compare (const void *a, const void *b)
{
  const guint32 x = ((const DeidMissingText *) a)->code, y = ((const DeidMissingText *) b)->code;

  return x < y ? -1 : x > y;
}

/* Returns: whether the text is there and was not found in a spelling before. */
static gboolean
missing_texts_find (const DeidDictionary *dictionary, const char *text,
                    const DeidMissingText *before, guint n, guint32 *code)
{
  *code = deid_dictionary_find (dictionary, text, strlen (text));
  if (*code == DEID_NO_CODE)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (before[i].code == *code)
      return FALSE;
  return TRUE;
}

guint
deid_missing_texts_list (const DeidDictionary *dictionary,
                         DeidMissingText found[DEID_MAX_MISSING_TEXTS])
{
  guint n = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (missing_texts_known); i++)
    {
      char spelling[MAX_LENGTH];

      g_strlcpy (spelling, missing_texts_known[i].text, sizeof spelling);
      for (guint s = 0; s < 3; s++)
        {
          guint32 code;

          if (s == 1)
            spelling[0] = g_ascii_toupper (spelling[0]);
          for (char *p = spelling; s == 2 && *p != '\0'; p++)
            *p = g_ascii_toupper (*p);
          if (missing_texts_find (dictionary, spelling, found, n, &code))
            found[n++] = (DeidMissingText){ code, missing_texts_known[i].kind };
        }
    }
  qsort (found, n, sizeof *found, missing_texts_compare);
  return n;
}

/* Days that stand for none, such as the ends of what programs can write: YYYYMMDD. */
static const guint known_sentinels[]
    = { 10101,    11111111, 15821014, 15821015, 16000101, 16010101, 16770921, 17000101,
        17530101, 18000101, 18001231, 18010101, 18500101, 18991230, 18991231, 19000101,
        19010101, 19040101, 19111111, 19600101, 19700101, 20501231, 20790606, 20990101,
        20991231, 21000101, 21991231, 22000101, 22220202, 22620411, 22991231, 25000101,
        29990101, 29991231, 30000101, 30001231, 39991231, 47121231, 50000101, 79991231,
        88880808, 99981231, 99990101, 99990909, 99991230, 99991231 };

gboolean
deid_date_is_sentinel (const DeidDate *date)
{
  for (gsize i = 0; i < G_N_ELEMENTS (known_sentinels); i++)
    if (known_sentinels[i] == (guint) date->year * 10000 + date->month * 100 + date->day)
      return TRUE;
  return FALSE;
}

G_STATIC_ASSERT (G_N_ELEMENTS (known_sentinels) <= DEID_MAX_SENTINELS);
