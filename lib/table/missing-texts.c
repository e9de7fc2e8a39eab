/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/missing-texts.h"

#define MAX_LENGTH 24

/* Each in lower case. */
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
  { "nil", DEID_MISSING_TEXT_ANSWER },
  { "none", DEID_MISSING_TEXT_ANSWER },
  { "unk", DEID_MISSING_TEXT_WORD },
  { "unknown", DEID_MISSING_TEXT_WORD },
  { "missing", DEID_MISSING_TEXT_WORD },
  { "undefined", DEID_MISSING_TEXT_WORD },
  { "not known", DEID_MISSING_TEXT_WORD },
  { "not available", DEID_MISSING_TEXT_WORD },
  { "not stated", DEID_MISSING_TEXT_WORD },
  { "not recorded", DEID_MISSING_TEXT_WORD },
  { "refused", DEID_MISSING_TEXT_ANSWER },
  { "unbekannt", DEID_MISSING_TEXT_WORD },
  { "k.a.", DEID_MISSING_TEXT_WORD },
  { "k. a.", DEID_MISSING_TEXT_WORD },
  { "k.a", DEID_MISSING_TEXT_WORD },
  { "n. a.", DEID_MISSING_TEXT_WORD },
  { "not specified", DEID_MISSING_TEXT_WORD },
  { "unspecified", DEID_MISSING_TEXT_WORD },
  { "not reported", DEID_MISSING_TEXT_WORD },
  { "non renseigné", DEID_MISSING_TEXT_WORD },
  { "non renseigne", DEID_MISSING_TEXT_WORD },
  { "brak danych", DEID_MISSING_TEXT_WORD },
  { "b.d.", DEID_MISSING_TEXT_WORD },
  { "onbekend", DEID_MISSING_TEXT_WORD },
  { "sconosciuto", DEID_MISSING_TEXT_WORD },
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

guint
deid_missing_texts_list (const DeidDictionary *dictionary,
                         DeidMissingText found[DEID_MAX_MISSING_TEXTS])
{
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  guint n = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (missing_texts_known); i++)
    g_hash_table_insert (known, (gpointer) missing_texts_known[i].text, GSIZE_TO_POINTER (i + 1));
  for (guint32 code = 0; code < dictionary->n && n < DEID_MAX_MISSING_TEXTS; code++)
    {
      const char *text = deid_dictionary_get (dictionary, code);
      char folded[MAX_LENGTH];
      gsize length = 0, i;

      for (; text != NULL && text[length] != '\0' && length < sizeof folded - 1; length++)
        folded[length] = g_ascii_tolower (text[length]);
      if (length == 0 || text[length] != '\0')
        continue;
      folded[length] = '\0';
      i = GPOINTER_TO_SIZE (g_hash_table_lookup (known, folded));
      if (i > 0)
        found[n++] = (DeidMissingText){ code, missing_texts_known[i - 1].kind };
    }
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
