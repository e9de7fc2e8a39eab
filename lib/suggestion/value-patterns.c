/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "suggestion/value-patterns.h"

#include <string.h>

#include "table/column.h"

/* How many characters of each sort a text has. */
typedef struct
{
  gsize n_bytes;
  gsize n_characters;
  guint n_of[0x80]; /* of each ASCII character; digits count as `9`, and letters as `a` */
} Profile;

/* What each byte outside ASCII counts as. */
#define FURTHER "\x7F"

static void
profile_init (Profile *profile, const char *text)
{
  *profile = (Profile){ .n_bytes = strlen (text) };
  for (const char *p = text; *p != '\0'; p++)
    {
      profile->n_characters += ((guchar) *p & 0xC0) != 0x80 ? 1 : 0;
      profile->n_of[g_ascii_isdigit (*p)   ? '9'
                    : g_ascii_isalpha (*p) ? 'a'
                    : (guchar) *p < 0x80   ? (guchar) *p
                                           : FURTHER[0]]++;
    }
}

/* The check digit of Luhn. */
static gboolean
is_card (const char *text, G_GNUC_UNUSED const Profile *profile)
{
  guint sum = 0, place = 0;

  for (const char *p = text + strlen (text); p-- > text;)
    if (g_ascii_isdigit (*p))
      {
        const guint digit = (guint) (*p - '0') << (place++ % 2);

        sum += digit > 9 ? digit - 9 : digit;
      }
  return sum % 10 == 0;
}

/* 49 CFR 565.15 (c): signs have values and places have weights; the ninth sign is the sum modulo
 * 11, X for 10. */
static gboolean
is_vin (const char *text, G_GNUC_UNUSED const Profile *profile)
{
  static const char letters[] = "ABCDEFGH JKLMN P R STUVWXYZ";
  static const guint8 values[]
      = { 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 3, 4, 5, 0, 7, 0, 9, 0, 2, 3, 4, 5, 6, 7, 8, 9 };
  static const guint8 weights[] = { 8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2 };
  guint sum = 0;

  for (guint i = 0; i < G_N_ELEMENTS (weights); i++)
    sum += weights[i]
           * (g_ascii_isdigit (text[i])
                  ? (guint) (text[i] - '0')
                  : values[strchr (letters, g_ascii_toupper (text[i])) - letters]);
  return g_ascii_toupper (text[8]) == "0123456789X"[sum % 11];
}

static gboolean
has_more_letters (G_GNUC_UNUSED const char *text, const Profile *profile)
{
  return profile->n_of['a'] > profile->n_of['9'];
}

#define HEX   "[0-9A-Fa-f]"
#define BYTE  "(?:25[0-5]|2[0-4][0-9]|[01]?[0-9]{1,2})"
#define CLOCK "[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?"

/* Groups of digits that are a date, such as 01.03.2020 or 1. 3. 2020, with no further group behind
 * them. */
#define ANY_DATE "(?:[0-9]{4}|[0-9]{1,2})([./-] ?)[0-9]{1,2}\\g{-1}[0-9]++(?!\\g{-1})"

/* Names of months in English, German, French or Spanish, as spreadsheets abbreviate them. */
#define SHORT_MONTH                                                                                \
  "(?i:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mrz|mär|mai|okt|dez|janv|févr|avr|juin|"  \
  "juil|août|ene|abr|ago|dic|déc|sept|mars|juli|juni)"

/* Names of months in twelve languages, by their first letters, perhaps with a point. */
#define MONTH                                                                                               \
  "(?i:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|jän|fév|fev|mär|mrz|maa|avr|abr|mai|maj|"         \
  "mei|mag|gen|ene|giu|lug|ago|aoû|aou|set|out|ott|okt|déc|dez|des|dic|sty|lut|kwi|cze|lip|sie|"          \
  "wrz|paź|paz|lis|gru|led|úno|bře|dub|kvě|čer|srp|zář|říj|pro|oca|şub|nis|haz|tem|ağu|eyl|eki|" \
  "kas|ara|tam|hel|kes|hei|elo|syy|lok|joulu|jui)[A-Za-z\\x{80}-\\x{10FFFF}]*+\\.?"

/* A text has a pattern if one row of the pattern recognizes it: the text has each of @signs, with
 * `9` for a digit and `a` for a letter, and no signs other than these and @others; the whole text
 * matches @expression; and @is_like agrees. Signs are compared first because they rule out most
 * texts, and matching is slow. */
static const struct
{
  DeidPattern pattern;
  const char *signs;
  const char *others;     /* or NULL if it may have any */
  const char *expression; /* or NULL */
  gboolean (*is_like) (const char *text, const Profile *profile);
} recognizers[] = {
  { DEID_PATTERN_EMAIL, "@.", NULL, "[^@ ]+@[^@ .]+\\.[^@ ]+", NULL },
  { DEID_PATTERN_URL, "a:/", NULL, "(?:(?:http|HTTP)[sS]?|ftp)://.+", NULL },
  { DEID_PATTERN_URL, "a.", NULL, "(?:www|WWW)\\..+", NULL },
  { DEID_PATTERN_IP_ADDRESS, "9.", "", BYTE "(?:\\." BYTE "){3}", NULL },
  { DEID_PATTERN_IP_ADDRESS, ":", "9a", "(?!(?:[^:]*:){8})(?:" HEX "|:)*::(?:" HEX "|:)*", NULL },
  { DEID_PATTERN_IP_ADDRESS, ":", "9a", HEX "*(?::" HEX "*){7}", NULL },
  { DEID_PATTERN_MAC_ADDRESS, ":", "9a", HEX "{2}(?::" HEX "{2}){5}", NULL },
  { DEID_PATTERN_MAC_ADDRESS, "-", "9a", HEX "{2}(?:-" HEX "{2}){5}", NULL },
  { DEID_PATTERN_UUID, "-", "9a", HEX "{8}(?:-" HEX "{4}){3}-" HEX "{12}", NULL },
  { DEID_PATTERN_SOCIAL_SECURITY, "9-", "", "[0-9]{3}-[0-9]{2}-[0-9]{4}", NULL },
  { DEID_PATTERN_IBAN, "a9", " ", "(?=(?: *[^ ]){15,34} *\\z)[A-Z]{2}[0-9]{2}.*", NULL },
  { DEID_PATTERN_CARD, "9", " -", "(?:[ -]*[0-9]){13,19}[ -]*", is_card },
  { DEID_PATTERN_VIN, "a9", "", "[0-9A-HJ-NPR-Za-hj-npr-z]{17}", is_vin },
  { DEID_PATTERN_IMAGE, "a.", NULL, "(?i).+\\.(?:jpe?g|png|gif|tiff?|bmp|webp|heic)", NULL },
  /* Digits in groups, or behind a sign of going out. */
  { DEID_PATTERN_TELEPHONE, "9", "+()-./ ",
    "(?=[+(0-9])(?![0-9]{5}-[0-9]{4}\\z)(?!" ANY_DATE ")(?=(?:[^0-9]*[0-9]){7,15}[^0-9]*\\z)"
    "[0-9]*(?:[^0-9][0-9]*){1,6}",
    NULL },
  { DEID_PATTERN_POSTAL, "9", "-", "[0-9]{5}(?:-[0-9]{4})?", NULL },
  { DEID_PATTERN_ICD, "a9", ".", "[A-Z][0-9][0-9A-Za-z](?:\\.[0-9A-Za-z]{1,4})?", NULL },
  { DEID_PATTERN_SENTENCE, " ", NULL, "(?=(?:[^ ]* ){3}).{30,}", NULL },
  { DEID_PATTERN_DIGIT, "9", NULL, NULL, NULL },
  { DEID_PATTERN_ZIP4, "9-", "", "[0-9]{5}-[0-9]{4}", NULL },
  { DEID_PATTERN_CODE, "9", "a.", "(?=.{1,10}\\z)[A-Z]?[0-9][0-9.]*", NULL },
  { DEID_PATTERN_TIME, "9:", "", CLOCK, NULL },
  { DEID_PATTERN_WHOLE, "9.", "", "[0-9]+\\.0", NULL },
  { DEID_PATTERN_HALF_DAY, "9a:", " ", CLOCK " ?[A-Za-z]+", NULL },
  { DEID_PATTERN_HOURS, "9a", " ", "[0-9]{1,2}(?:h(?:[0-9]{2})?| h [0-9]{2})", NULL },
  { DEID_PATTERN_DATE, "9-", NULL, ANY_DATE ".*", NULL },
  { DEID_PATTERN_DATE, "9.", NULL, ANY_DATE ".*", NULL },
  { DEID_PATTERN_DATE, "9/", NULL, ANY_DATE ".*", NULL },
  { DEID_PATTERN_DATE, "9a", "-./",
    "[0-9]{4}-(?:[0-9]{2}|[A-Za-z]+)-[A-Za-z]+|(?:[0-9]{2}|[A-Za-z]+)\\.[A-Za-z]+\\.[0-9]{4}"
    "|[A-Za-z]+\\.[0-9]{2}\\.[0-9]{4}|[A-Za-z]+/[A-Za-z]+/[0-9]{4}",
    NULL },
  { DEID_PATTERN_ROUNDED, "9a+", ".,", "[0-9]+(?:[.,][0-9]+)?E\\+1[0-9]+", NULL },
  { DEID_PATTERN_MONTH, "9a", "-. " FURTHER,
    "[0-9]+(?:-| |\\. )" SHORT_MONTH "|[0-9]+\\. " SHORT_MONTH "\\.|" SHORT_MONTH "[- ][0-9]+",
    NULL },
  { DEID_PATTERN_UNIT, "9a", ". ", "[0-9]+(?:\\.[0-9]+)? ?[A-Za-z]+", NULL },
  { DEID_PATTERN_CURRENCY, "9$", NULL, NULL, NULL },
  { DEID_PATTERN_CURRENCY, "9" FURTHER, NULL, ".*\\p{Sc}.*", NULL },
  { DEID_PATTERN_POINT, "9.", "-", "-?[0-9]+\\.[0-9]+", NULL },
  { DEID_PATTERN_COMMA, "9,", "-", "-?[0-9]+,[0-9]+", NULL },
  { DEID_PATTERN_MONTH_NAME, "9a", "-./, " FURTHER,
    "[0-9]+(?:\\.? |[-/.]| de )" MONTH "(?:[-/. ]| de )[0-9]+|" MONTH " [0-9]+, [0-9]+", NULL },
  { DEID_PATTERN_WORDS, " a", NULL, NULL, has_more_letters },
  { DEID_PATTERN_CAPITAL, "", NULL, "\\p{Lu}[^0-9]*", NULL },
};

/* What texts may say of a person: telephone numbers behind a sign of going out, a zero, or as in
 * the United States, but no dates and ZIP codes; names behind titles. */
static const struct
{
  guint found;
  const char *signs;
  const char *expression;
} in_texts[] = {
  { DEID_TEXT_HAS_EMAIL, "a@.", "\\w@[A-Za-z0-9-]+\\.[A-Za-z]" },
  { DEID_TEXT_HAS_TELEPHONE, "9",
    "(?<![\\w.])(?:\\+\\d(?:[ ()/.-]{0,3}\\d){7}|\\(?\\d{3}\\)?[ .-]\\d{3}[.-]\\d{4}\\b"
    "|(?!\\d\\d?([./-])\\d\\d?\\1\\d{2,4}(?!\\1))(?!\\d{5}-\\d{4}\\b)0\\d(?:[ "
    "()/.-]{0,3}\\d){7})" },
  { DEID_TEXT_HAS_NAME, " a",
    "\\b(?:Mr|Mrs|Ms|Dr|Herrn?|Frau|Hr|Fr|Mme|Madame|Mlle|Monsieur|Sra?|Señora?"
    "|Dhr|Mevr|Mevrouw|Meneer)\\.? \\p{Lu}\\p{Ll}" },
};

/* All expressions are compiled before one of them is first used. */
static GRegex *whole_texts[G_N_ELEMENTS (recognizers)];
static GRegex *within_texts[G_N_ELEMENTS (in_texts)];

static void
compile_expressions (void)
{
  static gsize is_compiled;

  if (!g_once_init_enter (&is_compiled))
    return;
  for (gsize row = 0; row < G_N_ELEMENTS (recognizers); row++)
    if (recognizers[row].expression != NULL)
      {
        g_autofree char *anchored = g_strdup_printf ("^(?:%s)\\z", recognizers[row].expression);

        whole_texts[row] = g_regex_new (anchored, G_REGEX_OPTIMIZE | G_REGEX_DOTALL, 0, NULL);
      }
  for (gsize row = 0; row < G_N_ELEMENTS (in_texts); row++)
    within_texts[row] = g_regex_new (in_texts[row].expression, G_REGEX_OPTIMIZE, 0, NULL);
  g_once_init_leave (&is_compiled, 1);
}

static gboolean
has_signs (const Profile *profile, const char *signs, const char *others)
{
  gsize n = 0;

  for (; *signs != '\0'; signs++)
    {
      if (profile->n_of[(guchar) *signs] == 0)
        return FALSE;
      n += profile->n_of[(guchar) *signs];
    }
  for (; others != NULL && *others != '\0'; others++)
    n += profile->n_of[(guchar) *others];
  return others == NULL || n == profile->n_bytes;
}

static gboolean
is_like (gsize row, const char *text, const Profile *profile)
{
  return has_signs (profile, recognizers[row].signs, recognizers[row].others)
         && (whole_texts[row] == NULL || g_regex_match (whole_texts[row], text, 0, NULL))
         && (recognizers[row].is_like == NULL || recognizers[row].is_like (text, profile));
}

static void
count_patterns (DeidPatterns *patterns, const char *text)
{
  const char *point = strchr (text, '.');
  gboolean found[DEID_N_PATTERNS] = { FALSE };
  Profile profile;

  profile_init (&profile, text);
  patterns->n_values++;
  patterns->shortest = MIN (patterns->shortest, profile.n_characters);
  patterns->longest = MAX (patterns->longest, profile.n_characters);
  if (point != NULL)
    patterns->n_decimals = MAX (patterns->n_decimals, strlen (point + 1));
  if (profile.n_of['9'] == profile.n_bytes)
    {
      patterns->n_digits++;
      if (profile.n_bytes <= DEID_MAX_DIGITS)
        patterns->n_digits_of[profile.n_bytes]++;
    }
  for (gsize row = 0; row < G_N_ELEMENTS (recognizers); row++)
    found[recognizers[row].pattern] |= is_like (row, text, &profile);
  for (guint p = 0; p < DEID_N_PATTERNS; p++)
    patterns->n_like[p] += found[p] ? 1 : 0;
}

gboolean
deid_patterns_count (DeidPatterns *patterns, const DeidDictionary *dictionary,
                     const char *const *missing, const DeidStop *stop, GError **error)
{
  *patterns = (DeidPatterns){ .shortest = G_MAXSIZE };
  compile_expressions ();
  for (guint32 code = 0; code < dictionary->n; code++)
    {
      const char *text = deid_dictionary_get (dictionary, code);

      if (!deid_stop_check_value (stop, code, error))
        return FALSE;
      if (text != NULL && !g_strv_contains (missing, text))
        count_patterns (patterns, text);
    }
  if (patterns->n_values == 0)
    patterns->shortest = 0;
  return TRUE;
}

guint
deid_text_find_persons (const char *text)
{
  Profile profile;
  guint found = 0;

  compile_expressions ();
  profile_init (&profile, text);
  for (gsize row = 0; row < G_N_ELEMENTS (in_texts); row++)
    if (has_signs (&profile, in_texts[row].signs, NULL)
        && g_regex_match (within_texts[row], text, 0, NULL))
      found |= in_texts[row].found;
  return found;
}
