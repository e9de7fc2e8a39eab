/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/missing-texts.h"

#include <string.h>

#define MAX_LENGTH 24

/* Each in lower case, with bars between them. */
static const struct
{
  DeidMissingKind kind;
  const char *texts;
} missing_texts_known[] = {
  { DEID_MISSING_TEXT_SIGN,
    "?|??|???|.|..|...|-|--|---|_|null|(null)|<null>|#null!|n/a|#n/a|<na>|\\n|–|—|…|"
    "._|.a|.b|.c|.d|.e|.f|.g|.h|.i|.j|.k|.l|.m|.n|.o|.p|.q|.r|.s|.t|.u|.v|.w|.x|.y|.z" },
  { DEID_MISSING_TEXT_WORD,
    "na|n.a.|nan|unk|unknown|missing|undefined|not known|not available|not stated|"
    "not recorded|unbekannt|k.a.|k. a.|k.a|n. a.|not specified|unspecified|not reported|"
    "non renseigné|non renseigne|brak danych|b.d.|onbekend|sconosciuto|keine angabe|"
    "inconnu|desconocido|sin dato|weet niet|weiß nicht|weiss nicht|ne sait pas|no sabe|ns/nc|geen "
    "antwoord|0000-00-00|0000-00-00 00:00:00|9999-99-99|00.00.0000|"
    "99.99.9999|00/00/0000|99/99/9999" },
  { DEID_MISSING_TEXT_ANSWER, "nil|none|refused|/|x" },
  { DEID_MISSING_TEXT_NEGATIVE, "-1|-7|-8|-9" },
  { DEID_MISSING_TEXT_SURVEY, "-2|-3|-4|-5|-6" },
  { DEID_MISSING_TEXT_NINES, "77|88|97|98|99" },
};

/* Tells whether a text is of nines, the last of which may be less, or of sevens or eights alone, as
 * 99998 and 777 are; zeros may stand behind a point. Two digits are so behind a minus alone. */
static gboolean
has_code_digits (const char *text)
{
  const char *digits = text + (text[0] == '-' ? 1 : 0);
  const gsize n = strspn (digits, "0123456789");
  const char *rest = digits + n;

  if (n < (digits > text ? 2 : 3)
      || (rest[0] != '\0' && (rest[0] != '.' || rest[1 + strspn (rest + 1, "0")] != '\0')))
    return FALSE;
  return strspn (digits, "7") == n || strspn (digits, "8") == n
         || (strspn (digits, "9") >= n - 1 && digits[n - 1] >= '6');
}

guint
deid_missing_texts_list (const DeidDictionary *dictionary,
                         DeidMissingText found[DEID_MAX_MISSING_TEXTS])
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (missing_texts_known); i++)
    {
      g_autofree char **texts = g_strsplit (missing_texts_known[i].texts, "|", -1);

      for (guint t = 0; texts[t] != NULL; t++)
        g_hash_table_insert (known, texts[t], GSIZE_TO_POINTER (i + 1));
    }
  for (guint32 code = 0; code < dictionary->n && n < DEID_MAX_MISSING_TEXTS; code++)
    {
      const char *text = deid_dictionary_get (dictionary, code);
      char folded[MAX_LENGTH];
      gsize length = 0, i;

      for (; text != NULL && text[length] != '\0' && length < sizeof folded - 1; length++)
        folded[length] = g_ascii_tolower (text[length]);
      folded[length] = '\0';
      if (g_str_has_prefix (folded, "[-") && g_ascii_isdigit (folded[2]))
        i = 1; /* a sign: `[-1] no answer`, as panels have it */
      else if (length == 0 || text[length] != '\0')
        continue;
      else
        i = GPOINTER_TO_SIZE (g_hash_table_lookup (known, folded));
      if (i > 0)
        found[n++] = (DeidMissingText){ code, missing_texts_known[i - 1].kind };
      else if (has_code_digits (folded))
        found[n++] = (DeidMissingText){ code, folded[0] == '-' ? DEID_MISSING_TEXT_NEGATIVE
                                                               : DEID_MISSING_TEXT_NINES };
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
