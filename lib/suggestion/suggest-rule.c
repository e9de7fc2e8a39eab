/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which rule generalizes a quasi-identifier. */
#include <math.h>
#include <string.h>

#include "suggestion/suggestions-private.h"

/* So few values are told apart, or not. */
#define SUGGEST_RULE_FEW_VALUES 12

/* Numbers over a wider range than this are binned by how many records are there. */
#define WIDE_RANGE 200

/* HIPAA's Safe Harbor has one class of those who are 90 and more. */
#define OLDEST_AGE 89

/* The counts of rare values: one record in so many, and how much greater the next ones are. The
 * last one is there if it is a share of the records at most: it leaves the few most frequent
 * values. */
#define RECORDS_PER_RARE 500
#define RARE_STEP        10
#define LAST_RARE_STEP   50
#define LAST_RARE_SHARE  4

/* About how many intervals there are on the first level. */
#define N_INTERVALS 20

/* Rules of numbers read those below 10^18. */
#define LARGEST 1e17

/* Postal codes keep no fewer characters, and no more levels. */
#define SHORTEST_PREFIX 2
#define MAX_PREFIXES    4

/* Cells that are looked at for several values. */
#define MAX_CELLS 10000

/* More values than these are not joined one by one. */
#define MAX_NOTATIONS 50

/* Fewer values than these are no codes of a classification. */
#define LEAST_CODES 5

/* Rounds a number up to 1, 2 or 5 times a power of ten. */
static guint64
suggest_rule_round_up (double number)
{
  guint64 power = 1;

  while ((double) power * 10 <= number)
    power *= 10;
  if (number <= (double) power)
    return power;
  if (number <= (double) power * 2)
    return 2 * power;
  return (double) power * 5 >= number ? 5 * power : 10 * power;
}

/* The first characters of texts of one sort. */
static char *
make_prefix (const DeidPatterns *patterns)
{
  g_autoptr (GString) rule = g_string_new ("prefix:");
  gsize n = MIN (patterns->longest - 1, SHORTEST_PREFIX + MAX_PREFIXES - 1);

  if (patterns->longest <= SHORTEST_PREFIX)
    return g_strdup ("suppress");
  for (guint i = 0; n >= SHORTEST_PREFIX; i++, n--)
    g_string_append_printf (rule, "%s%" G_GSIZE_FORMAT, i > 0 ? "," : "", n);
  return g_string_free (g_steal_pointer (&rule), FALSE);
}

/* Periods up to the first one that has all dates, but for dates of birth. */
static char *
make_date (const DeidSuggestion *suggestion, const DeidColumnFigures *figures, DeidKind kind)
{
  const double n_years = figures->greatest - figures->least;
  const char *periods = kind != DEID_KIND_BIRTH_DATE && n_years < 5
                            ? "month,quarter,year"
                            : "month,quarter,year,5years,10years";

  if (suggestion->format == NULL)
    return g_strdup_printf ("date:%s", periods);
  return g_strdup_printf ("date:%s;format=%s", periods, suggestion->format);
}

static char *
make_capacity (const DeidColumnFigures *figures)
{
  const double n = (double) figures->n_records;
  const guint64 first = suggest_rule_round_up (MAX (n / 100, 2));

  return g_strdup_printf ("capacity:%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT, first, 5 * first);
}

static char *
make_intervals (const DeidColumnFigures *figures, DeidKind kind)
{
  const double range = figures->greatest - figures->least;
  GString *rule;
  guint64 width;

  if (kind == DEID_KIND_AGE)
    return g_strdup (figures->greatest > OLDEST_AGE ? "intervals:5,10,20,40;top=90"
                                                    : "intervals:5,10,20,40");
  width = suggest_rule_round_up (MAX (range / N_INTERVALS, 2));
  rule = g_string_new ("intervals:");
  for (guint64 factor = 1; factor <= ((double) (8 * width) >= range ? 4 : 8); factor *= 2)
    g_string_append_printf (rule, "%s%" G_GUINT64_FORMAT, factor > 1 ? "," : "", factor * width);
  return g_string_free (rule, FALSE);
}

/* All values may be rare. */
static char *
make_rare (const DeidColumnFigures *figures)
{
  const guint64 n = figures->n_records;
  const guint64 first = suggest_rule_round_up (MAX ((double) n / RECORDS_PER_RARE, 2));

  if (figures->n_distinct <= SUGGEST_RULE_FEW_VALUES || figures->n_most < first)
    return g_strdup ("suppress");
  if (LAST_RARE_STEP * first > n / LAST_RARE_SHARE)
    return g_strdup_printf ("rare:%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ";fill=yes", first,
                            RARE_STEP * first);
  return g_strdup_printf ("rare:%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT
                          ";fill=yes",
                          first, RARE_STEP * first, LAST_RARE_STEP * first);
}

/* Codes of five digits may have lost zeros at their start, and stand beside those of nine. */
static char *
make_postal (DeidSuggestion *suggestion, const DeidPatterns *patterns)
{
  const guint32 n_short = patterns->n_digits_of[3] + patterns->n_digits_of[4];
  const guint32 n_long = patterns->n_digits_of[9] + patterns->n_like[DEID_PATTERN_ZIP4];
  const guint32 n_five = patterns->n_digits_of[5], n = patterns->n_values;

  if (n_long > 0)
    deid_suggestion_say (suggestion,
                         "%u of %u codes have nine digits: rest=* joins those that begin alike.",
                         n_long, n);
  if (n_five > 0 && n_short > 0)
    deid_suggestion_say (suggestion,
                         "%u of %u codes have fewer than five digits: they seem to have lost "
                         "zeros at the start, as in spreadsheets. pad=5 puts them back.",
                         n_short, n);
  if (n_five > 0 && n_short + n_long > 0)
    return g_strconcat (n_long > 0 ? "prefix:5,4,3,2" : "prefix:4,3,2", n_short > 0 ? ";pad=5" : "",
                        n_long > 0 ? ";rest=*" : "", NULL);
  if (n_short == n && patterns->longest == 4)
    deid_suggestion_say (suggestion, "No code has more than four digits. If these are codes of "
                                     "five that lost a zero at the start, add ;pad=5 to the rule.");
  return make_prefix (patterns);
}

/* Codes of a classification, of which some are finer than others. */
static gboolean
are_uneven_codes (const DeidSuggestion *suggestion, const DeidColumnFigures *figures, DeidKind kind)
{
  const DeidPatterns *patterns = &figures->patterns;

  return suggestion->type == DEID_COLUMN_TYPE_TEXT
         && (kind == DEID_KIND_OCCUPATION || kind == DEID_KIND_HEALTH)
         && patterns->shortest < patterns->longest && patterns->longest > SHORTEST_PREFIX
         && 10 * (guint64) patterns->n_like[DEID_PATTERN_CODE] >= 9 * (guint64) patterns->n_values
         && figures->n_distinct > LEAST_CODES;
}

/* Codes of districts have five digits, or eight, and may have lost a zero at their start. */
static char *
make_district (DeidSuggestion *suggestion, const DeidPatterns *patterns)
{
  const gsize n = patterns->longest;

  suggestion->type = DEID_COLUMN_TYPE_TEXT;
  deid_suggestion_say (
      suggestion,
      "%u of %u codes have %" G_GSIZE_FORMAT " digits and the others %" G_GSIZE_FORMAT
      ": they seem to have lost a zero at the start. pad=%" G_GSIZE_FORMAT " puts it back.",
      patterns->n_digits_of[n - 1], patterns->n_values, n - 1, n, n);
  return g_strdup_printf ("prefix:%" G_GSIZE_FORMAT ",2;pad=%" G_GSIZE_FORMAT, n - 2, n);
}

static gboolean
is_short_district (const DeidPatterns *patterns, DeidKind kind)
{
  const gsize n = patterns->longest;

  return kind == DEID_KIND_SMALL_PLACE && (n == 5 || n == 8) && patterns->n_digits_of[n] > 0
         && patterns->n_digits_of[n - 1] > 0
         && patterns->n_digits_of[n] + patterns->n_digits_of[n - 1] == patterns->n_values;
}

static char *
make_codes (DeidSuggestion *suggestion, const DeidPatterns *patterns)
{
  deid_suggestion_say (suggestion,
                       "Codes of %" G_GSIZE_FORMAT " to %" G_GSIZE_FORMAT
                       " characters: rest=* joins the finer ones with the coarser ones.",
                       patterns->shortest, patterns->longest);
  return g_strdup_printf ("prefix:%" G_GSIZE_FORMAT ";rest=*", MAX (patterns->shortest, 2));
}

static gboolean
is_postal (const DeidColumnFigures *figures, DeidKind kind)
{
  return kind == DEID_KIND_POSTAL_CODE
         || (figures->inference->has_leading_zeros
             && figures->patterns.shortest == figures->patterns.longest
             && figures->n_distinct > SUGGEST_RULE_FEW_VALUES);
}

/* Numbers of categories are no amounts: neighbours have nothing in common. */
static gboolean
is_category (DeidKind kind)
{
  return kind == DEID_KIND_SEX || kind == DEID_KIND_ORIGIN || kind == DEID_KIND_PLACE
         || kind == DEID_KIND_OCCUPATION;
}

char *
deid_suggest_rule (DeidSuggestion *suggestion, const DeidColumnFigures *figures, DeidKind kind)
{
  const DeidColumnType type = suggestion->type;
  const gboolean is_number = deid_column_type_is_numeric (type) && !is_category (kind)
                             && figures->least > -LARGEST && figures->greatest < LARGEST;
  const double range = figures->greatest - figures->least;
  const DeidPatterns *patterns = &figures->patterns;

  if (suggestion->role == DEID_ROLE_ENTITY || suggestion->role == DEID_ROLE_SURVEY_WEIGHT)
    return NULL;
  if (type == DEID_COLUMN_TYPE_DATE)
    return make_date (suggestion, figures, kind);
  if (type == DEID_COLUMN_TYPE_TEXT && patterns->n_values > 0
      && patterns->n_like[DEID_PATTERN_TIME] == patterns->n_values)
    return g_strdup ("time:hour,6hours;format=h:mm[:ss]");
  if (type == DEID_COLUMN_TYPE_TEXT && patterns->n_values > 0
      && patterns->n_like[DEID_PATTERN_HALF_DAY] == patterns->n_values)
    return g_strdup ("time:hour,6hours;format=h:mm[:ss][ ]AM");
  if (is_postal (figures, kind))
    return make_postal (suggestion, &figures->patterns);
  if (is_short_district (&figures->patterns, kind))
    return make_district (suggestion, &figures->patterns);
  if (are_uneven_codes (suggestion, figures, kind))
    return make_codes (suggestion, &figures->patterns);
  if (is_number && (kind == DEID_KIND_AGE || figures->n_distinct > SUGGEST_RULE_FEW_VALUES))
    return kind != DEID_KIND_AGE && (type == DEID_COLUMN_TYPE_DECIMAL || range > WIDE_RANGE)
               ? make_capacity (figures)
               : make_intervals (figures, kind);
  return make_rare (figures);
}

/* How an open range is written: the number stands between. */
static const struct
{
  const char *before;
  const char *behind;
  gboolean is_top;
} open_ranges[] = {
  { "", "+", TRUE },         { "", " +", TRUE },         { ">=", "", TRUE },
  { ">= ", "", TRUE },       { "≥", "", TRUE },          { "≥ ", "", TRUE },
  { "", " and over", TRUE }, { "", " and older", TRUE }, { "", " or more", TRUE },
  { "", " or older", TRUE }, { "", " und mehr", TRUE },  { "", " und älter", TRUE },
  { "", " et plus", TRUE },  { "<", "", FALSE },         { "< ", "", FALSE },
  { "under ", "", FALSE },   { "unter ", "", FALSE },    { "moins de ", "", FALSE },
};

/* Reads an open range. Returns: (transfer full) (nullable): its number. */
static char *
read_open_range (const char *text, gboolean *is_top)
{
  for (gsize i = 0; i < G_N_ELEMENTS (open_ranges); i++)
    {
      const gsize before = strlen (open_ranges[i].before);
      g_autofree char *number = NULL;

      if (!g_str_has_prefix (text, open_ranges[i].before)
          || !g_str_has_suffix (text, open_ranges[i].behind)
          || strlen (text) <= before + strlen (open_ranges[i].behind))
        continue;
      number = g_strndup (text + before, strlen (text) - before - strlen (open_ranges[i].behind));
      if (!deid_decimal_is_valid (number) || number[0] == '-')
        continue;
      *is_top = open_ranges[i].is_top;
      return g_steal_pointer (&number);
    }
  return NULL;
}

/* Reads an open range, and adds the other notation of its label, if it is another one. Returns:
 * (transfer full) (nullable): the label, 0 of `<1` where there are zeros. */
static char *
add_notation (GString *same, const DeidDictionary *dictionary, const char *text, gboolean *is_top,
              char **number)
{
  const gboolean has_zero = deid_dictionary_find (dictionary, "0", 1) != DEID_NO_CODE;
  char *label;

  *number = read_open_range (text, is_top);
  if (*number == NULL)
    return NULL;
  label = !*is_top && has_zero && g_str_equal (*number, "1")
              ? g_strdup ("0")
              : g_strdup_printf ("%s %s", *is_top ? ">=" : "<", *number);
  if (!g_str_equal (label, text))
    g_string_append_printf (same, "%s%s:%s", same->len > 0 ? "," : ";same=", text, label);
  return label;
}

/* Among few values, joins two notations of a range, and `<1` with 0. */
static void
join_notations (DeidSuggestion *suggestion, const DeidColumnFigures *figures)
{
  const DeidDictionary *dictionary = &figures->column->dictionary;
  const char *const *missing = (const char *const *) suggestion->missing_codes;
  g_autoptr (GHashTable) labels = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) same = g_string_new (NULL);
  gboolean is_joined = FALSE;
  char *rule;

  for (guint32 code = 0; code < dictionary->n && figures->n_distinct <= MAX_NOTATIONS; code++)
    {
      const char *text = deid_dictionary_get (dictionary, code);
      g_autofree char *number = NULL;
      gboolean is_top = FALSE;
      char *label;

      if (text == NULL || deid_decimal_is_valid (text) || g_strv_contains (missing, text))
        continue;
      label = add_notation (same, dictionary, text, &is_top, &number);
      if (label != NULL) /* another one of the label, or that of a value */
        is_joined |= !g_hash_table_add (labels, label) || g_str_equal (label, "0");
    }
  if (!is_joined || same->len == 0)
    return;
  rule = g_strconcat (suggestion->rule, same->str, NULL);
  g_free (suggestion->rule);
  suggestion->rule = rule;
  deid_suggestion_say (suggestion, "Open ranges are written in several notations: same= makes one "
                                   "value of each range.");
}

/* Reads open ranges among numbers, such as results below what a laboratory detects, as their ends.
 */
static gboolean
join_limits (DeidSuggestion *suggestion, const DeidColumnFigures *figures)
{
  g_autoptr (GString) same = g_string_new (NULL);
  char *rule;

  for (guint i = 0; i < figures->n_exceptions; i++)
    {
      const char *text = deid_dictionary_get (&figures->column->dictionary, figures->exceptions[i]);
      gboolean is_top;
      g_autofree char *number = read_open_range (text, &is_top);

      if (number == NULL)
        return FALSE;
      g_string_append_printf (same, "%s%s:%s", i > 0 ? "," : ";same=", text, number);
    }
  rule = g_strconcat (suggestion->rule, same->str, NULL);
  g_free (suggestion->rule);
  suggestion->rule = rule;
  suggestion->type = DEID_COLUMN_TYPE_TEXT;
  deid_suggestion_say (suggestion,
                       "Numbers, and %u open range%s, such as results below what can be measured: "
                       "same= in the rule reads each as its end, also where models count values.",
                       figures->n_exceptions, figures->n_exceptions == 1 ? "" : "s");
  return TRUE;
}

/* Joins each notation of a range with the one that labels have, or `<1` with 0. */
gboolean
deid_suggest_ranges (DeidSuggestion *suggestion, const DeidColumnFigures *figures)
{
  const DeidDictionary *dictionary = &figures->column->dictionary;
  g_autofree char *top = NULL, *bottom = NULL;
  g_autoptr (GString) same = g_string_new (NULL);
  g_autoptr (GString) rule = g_string_new (suggestion->rule);

  if (suggestion->type == DEID_COLUMN_TYPE_TEXT)
    join_notations (suggestion, figures);
  if (figures->n_exceptions == 0 || figures->n_exceptions > DEID_MAX_EXCEPTIONS
      || suggestion->number.decimal != 0)
    return FALSE;
  if (g_str_has_prefix (rule->str, "capacity:"))
    return join_limits (suggestion, figures);
  if (!g_str_has_prefix (rule->str, "intervals:"))
    return FALSE;
  for (guint i = 0; i < figures->n_exceptions; i++)
    {
      const char *text = deid_dictionary_get (dictionary, figures->exceptions[i]);
      gboolean is_top = FALSE;
      g_autofree char *number = NULL;
      g_autofree char *label = add_notation (same, dictionary, text, &is_top, &number);
      char **end = is_top ? &top : &bottom;

      if (label == NULL || (*end != NULL && !g_str_equal (*end, number)))
        return FALSE;
      if (!g_str_equal (label, "0") && *end == NULL)
        *end = g_steal_pointer (&number);
    }
  if (top != NULL)
    g_string_truncate (rule, strcspn (rule->str, ";"));
  if (bottom != NULL)
    g_string_append_printf (rule, ";bottom=%s", bottom);
  if (top != NULL)
    g_string_append_printf (rule, ";top=%s", top);
  g_string_append (rule, same->str);
  g_free (suggestion->rule);
  suggestion->rule = g_string_free (g_steal_pointer (&rule), FALSE);
  suggestion->type = DEID_COLUMN_TYPE_TEXT;
  deid_suggestion_say (suggestion,
                       "Numbers, and %u open range%s, which the rule gives a label of %s own: as "
                       "text, both are read.",
                       figures->n_exceptions, figures->n_exceptions == 1 ? "" : "s",
                       figures->n_exceptions == 1 ? "its" : "their");
  return TRUE;
}

/* Says that cells seem to hold several values: many have a sign between parts, and the parts are
 * few and stand alone too. */
void
deid_suggest_separator (DeidSuggestion *suggestion, const DeidColumnFigures *figures)
{
  static const char separators[] = "|;,/+";
  const DeidDictionary *dictionary = &figures->column->dictionary;

  for (const char *sign = separators; suggestion->type == DEID_COLUMN_TYPE_TEXT && *sign != '\0';
       sign++)
    {
      g_autoptr (GHashTable) parts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      const char between[] = { *sign, '\0' };
      guint32 n_parted = 0, n_alone = 0;
      gboolean are_pairs = TRUE; /* of numbers, such as 174/95 and 75,9 */

      for (guint32 code = 0; code < dictionary->n && code < MAX_CELLS; code++)
        {
          const char *text = deid_dictionary_get (dictionary, code);
          g_auto (GStrv) list = g_strsplit (text != NULL ? text : "", between, -1);
          const guint n = g_strv_length (list);

          n_parted += n > 1;
          are_pairs &= n <= 2 && (n < 2 || strspn (text, "0123456789 ,/") == strlen (text));
          for (guint i = 0; n > 1 && i < n; i++)
            g_hash_table_add (parts, g_strdup (g_strstrip (list[i])));
        }
      for (guint32 code = 0; code < dictionary->n && code < MAX_CELLS; code++)
        {
          const char *text = deid_dictionary_get (dictionary, code);

          n_alone += text != NULL && g_hash_table_contains (parts, text);
        }
      if (are_pairs || n_parted < LEAST_CODES || n_alone < 2 || g_hash_table_contains (parts, "")
          || g_hash_table_size (parts) > n_parted
          || (n_parted + n_alone) * 10 < MIN (figures->n_distinct, MAX_CELLS) * 9)
        continue;
      deid_suggestion_say (suggestion,
                           "Cells seem to hold several values, in any order: separator=%s reads "
                           "each as a set.",
                           *sign == ';' ? "\\;" : between);
      return;
    }
}

/* Says how many values differ from others in case alone. */
void
deid_suggest_case (DeidSuggestion *suggestion, const DeidColumnFigures *figures)
{
  const DeidDictionary *dictionary = &figures->column->dictionary;
  const char *const *missing = (const char *const *) suggestion->missing_codes;
  g_autoptr (GHashTable) folded = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n = 0;

  if (suggestion->type != DEID_COLUMN_TYPE_TEXT || figures->n_distinct > MAX_CELLS)
    return;
  for (guint32 code = 0; code < dictionary->n; code++)
    {
      const char *text = deid_dictionary_get (dictionary, code);

      if (text != NULL && !g_strv_contains (missing, text))
        n += !g_hash_table_add (folded, g_utf8_casefold (text, -1));
    }
  if (n > 0)
    deid_suggestion_say (suggestion,
                         "%u value%s from another in case alone: same= in the rule joins them, "
                         "such as same=berlin:Berlin.",
                         n, n == 1 ? " differs" : "s differ");
}
