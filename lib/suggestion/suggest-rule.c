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

  while ((double) power * 10 < number)
    power *= 10;
  return number <= (double) power       ? power
         : number <= (double) power * 2 ? 2 * power
         : number <= (double) power * 5 ? 5 * power
                                        : 10 * power;
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

/* Dates within five years have no longer periods than a year, except dates of birth. */
static char *
make_date (const DeidSuggestion *suggestion, const DeidColumnFigures *figures)
{
  const gboolean is_short
      = suggestion->kind != DEID_KIND_BIRTH_DATE && figures->greatest - figures->least < 5;

  return g_strconcat ("date:month,quarter,year", is_short ? "" : ",5years,10years",
                      suggestion->format != NULL ? ";format=" : NULL, suggestion->format, NULL);
}

static char *
make_capacity (const DeidColumnFigures *figures)
{
  const double n = (double) figures->n_records;
  const guint64 first = suggest_rule_round_up (MAX (n / 100, 2));

  return g_strdup_printf ("capacity:%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT, first, 5 * first);
}

static char *
make_intervals (const DeidSuggestion *suggestion, const DeidColumnFigures *figures)
{
  const double range = figures->greatest - figures->least;
  const guint64 width = suggest_rule_round_up (MAX (range / N_INTERVALS, 2));
  GString *rule;

  if (suggestion->kind == DEID_KIND_AGE)
    return g_strdup (figures->greatest > OLDEST_AGE ? "intervals:5,10,20,40;top=90"
                                                    : "intervals:5,10,20,40");
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
  GString *rule;

  if (figures->n_distinct <= SUGGEST_RULE_FEW_VALUES || figures->n_most < first)
    return g_strdup ("suppress");
  rule = g_string_new (NULL);
  g_string_printf (rule, "rare:%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT, first, RARE_STEP * first);
  if (LAST_RARE_STEP * first <= n / LAST_RARE_SHARE)
    g_string_append_printf (rule, ",%" G_GUINT64_FORMAT, LAST_RARE_STEP * first);
  g_string_append (rule, ";fill=yes");
  return g_string_free (rule, FALSE);
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
  if (n_five + n_long > 0 && patterns->n_digits_of[8] > 0)
    deid_suggestion_say (
        suggestion,
        "%u of %u codes have eight digits: they seem to be of nine and have lost a "
        "zero at the start, and rules would cut them wrongly. Write them with it "
        "into the file, as 02139-1234.",
        patterns->n_digits_of[8], n);
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
are_uneven_codes (const DeidSuggestion *suggestion, const DeidColumnFigures *figures)
{
  const DeidPatterns *patterns = &figures->patterns;

  return suggestion->type == DEID_COLUMN_TYPE_TEXT
         && (suggestion->kind == DEID_KIND_OCCUPATION || suggestion->kind == DEID_KIND_HEALTH)
         && patterns->shortest < patterns->longest && patterns->longest > SHORTEST_PREFIX
         && 10 * (guint64) patterns->n_like[DEID_PATTERN_CODE] >= 9 * (guint64) patterns->n_values
         && figures->n_distinct > LEAST_CODES;
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

/* Codes of districts have five digits, or eight, and may have lost a zero at their start. */
static gboolean
are_short_districts (const DeidSuggestion *suggestion, const DeidPatterns *patterns)
{
  const gsize n = patterns->longest;

  return suggestion->kind == DEID_KIND_SMALL_PLACE && (n == 5 || n == 8)
         && patterns->n_digits_of[n] > 0 && patterns->n_digits_of[n - 1] > 0
         && patterns->n_digits_of[n] + patterns->n_digits_of[n - 1] == patterns->n_values;
}

static char *
make_district (DeidSuggestion *suggestion, const DeidPatterns *patterns)
{
  const guint n = (guint) patterns->longest;

  suggestion->type = DEID_COLUMN_TYPE_TEXT;
  deid_suggestion_say (suggestion,
                       "%u of %u codes have %u digits and the others %u: they seem to have lost a "
                       "zero at the start. pad=%u puts it back.",
                       patterns->n_digits_of[n - 1], patterns->n_values, n - 1, n, n);
  return g_strdup_printf ("prefix:%u,2;pad=%u", n - 2, n);
}

static gboolean
are_postal (const DeidSuggestion *suggestion, const DeidColumnFigures *figures)
{
  return suggestion->kind == DEID_KIND_POSTAL_CODE
         || (figures->inference->has_leading_zeros
             && figures->patterns.shortest == figures->patterns.longest
             && figures->n_distinct > SUGGEST_RULE_FEW_VALUES);
}

/* Tells whether all values are times of day in one notation. */
static gboolean
are_times (const DeidSuggestion *suggestion, const DeidPatterns *patterns, DeidPattern pattern)
{
  return suggestion->type == DEID_COLUMN_TYPE_TEXT && patterns->n_values > 0
         && patterns->n_like[pattern] == patterns->n_values;
}

/* Kinds whose numbers are no amounts: neighbours have nothing in common. */
#define CATEGORIES                                                                                 \
  (DEID_KIND_BIT (SEX) | DEID_KIND_BIT (ORIGIN) | DEID_KIND_BIT (PLACE)                            \
   | DEID_KIND_BIT (OCCUPATION))

static gboolean
are_amounts (const DeidSuggestion *suggestion, const DeidColumnFigures *figures)
{
  return deid_column_type_is_numeric (suggestion->type) && (CATEGORIES >> suggestion->kind & 1) == 0
         && figures->least > -LARGEST && figures->greatest < LARGEST
         && (suggestion->kind == DEID_KIND_AGE || figures->n_distinct > SUGGEST_RULE_FEW_VALUES);
}

/* Makes the rule that suits the type, if the role is one that has rules or could become one.
 * Returns: (nullable) (transfer full): the specification. */
static char *
choose_rule (DeidSuggestion *suggestion, const DeidColumnFigures *figures)
{
  const DeidPatterns *patterns = &figures->patterns;

  if (suggestion->role == DEID_ROLE_ENTITY || suggestion->role == DEID_ROLE_SURVEY_WEIGHT)
    return NULL;
  if (suggestion->type == DEID_COLUMN_TYPE_DATE)
    return make_date (suggestion, figures);
  if (are_times (suggestion, patterns, DEID_PATTERN_TIME))
    return g_strdup ("time:hour,6hours;format=h:mm[:ss]");
  if (are_times (suggestion, patterns, DEID_PATTERN_HALF_DAY))
    return g_strdup ("time:hour,6hours;format=h:mm[:ss][ ]AM");
  if (are_postal (suggestion, figures))
    return make_postal (suggestion, patterns);
  if (are_short_districts (suggestion, patterns))
    return make_district (suggestion, patterns);
  if (are_uneven_codes (suggestion, figures))
    return make_codes (suggestion, patterns);
  if (are_amounts (suggestion, figures))
    return suggestion->kind == DEID_KIND_AGE || (suggestion->facts & DEID_FACT_YEARS) != 0
                   || (suggestion->type == DEID_COLUMN_TYPE_INTEGER
                       && figures->greatest - figures->least <= WIDE_RANGE)
               ? make_intervals (suggestion, figures)
               : make_capacity (figures);
  return make_rare (figures);
}

/* How open ranges are written: from a number on, above it, and below it. */
static const char *const open_ranges[] = {
  "(?|(?:>=|≥) ?(.+)|(.+?)(?: ?\\+| and (?:over|older|above)| or (?:more|older|above|over)"
  "| und (?:mehr|älter)|(?: ans)? et plus| [yo] más| y mas| e più| (?:ou|e) mais| en ouder"
  "| i więcej))",
  "(?:> ?|over |über |plus de |m[áa]s de |oltre |ponad )(.+)",
  "(?:< ?|under |unter |moins de |menos de |meno di |poniżej )(.+)",
};

/* Reads an open range. Of whole numbers, those above one begin with the next. Returns: (transfer
 * full) (nullable): its number. */
static char *
read_open_range (const char *text, gboolean is_whole, gboolean *is_top)
{
  for (guint i = 0; strpbrk (text, "0123456789") != NULL && i < G_N_ELEMENTS (open_ranges); i++)
    {
      g_autofree char *whole = g_strdup_printf ("^%s\\z", open_ranges[i]);
      g_autoptr (GRegex) regex = g_regex_new (whole, 0, 0, NULL);
      g_autoptr (GMatchInfo) match = NULL;
      g_autofree char *number = NULL;

      if (!g_regex_match (regex, text, 0, &match))
        continue;
      number = g_match_info_fetch (match, 1);
      if (!deid_decimal_is_valid (number) || number[0] == '-')
        continue;
      *is_top = i < 2;
      return i == 1 && is_whole ? g_strdup_printf ("%.0f", g_ascii_strtod (number, NULL) + 1)
                                : g_steal_pointer (&number);
    }
  return NULL;
}

/* The open ranges of a column, and what makes them labels of the rule. */
typedef struct
{
  GHashTable *labels;
  GString *same; /* of other notations of them */
  char *ends[2]; /* of bottom= and top= */
  guint n;
  gboolean is_even; /* each end is one number */
  gboolean is_joined;
} OpenRanges;

/* Takes a value if it is an open range: as its end where the rule has no labels of ranges, and `<1`
 * as 0 if there are zeros. */
static void
take_range (OpenRanges *ranges, const DeidColumnFigures *figures, const char *text,
            gboolean as_number)
{
  const gboolean is_whole = figures->inference->type == DEID_COLUMN_TYPE_INTEGER && !as_number;
  gboolean is_top = FALSE, is_zero;
  g_autofree char *number = read_open_range (text, is_whole, &is_top);
  char **end = &ranges->ends[is_top ? 1 : 0];
  char *label;

  if (number == NULL)
    return;
  is_zero = !as_number && !is_top && g_str_equal (number, "1")
            && deid_dictionary_find (&figures->column->dictionary, "0", 1) != DEID_NO_CODE;
  label = as_number ? g_strdup (number)
          : is_zero ? g_strdup ("0")
                    : g_strdup_printf ("%s %s", is_top ? ">=" : "<", number);
  if (!g_str_equal (label, text))
    g_string_append_printf (ranges->same, "%s%s:%s", ranges->same->len > 0 ? "," : ";same=", text,
                            label);
  ranges->n++;
  ranges->is_joined |= !g_hash_table_add (ranges->labels, label) || is_zero;
  ranges->is_even &= *end == NULL || is_zero || g_str_equal (*end, number);
  if (*end == NULL && !is_zero)
    *end = g_steal_pointer (&number);
}

/* Adds to the rule what reads the ranges. */
static void
put_ranges (DeidSuggestion *suggestion, const OpenRanges *ranges, gboolean has_ends)
{
  GString *rule = g_string_new (suggestion->rule);

  if (has_ends && ranges->ends[1] != NULL)
    g_string_truncate (rule, strcspn (rule->str, ";"));
  for (guint i = 0; has_ends && i < 2; i++)
    if (ranges->ends[i] != NULL)
      g_string_append_printf (rule, ";%s=%s", i > 0 ? "top" : "bottom", ranges->ends[i]);
  g_string_append (rule, ranges->same->str);
  g_free (suggestion->rule);
  suggestion->rule = g_string_free (rule, FALSE);
  suggestion->type = DEID_COLUMN_TYPE_TEXT;
}

/* If there are few texts, joins two notations of a range. If ranges stand among numbers, such as
 * results below what a laboratory detects, gives the ranges labels of their own, or reads them as
 * their ends. Returns: whether the column becomes a text for that. */
static gboolean
suggest_ranges (DeidSuggestion *suggestion, const DeidColumnFigures *figures)
{
  const DeidDictionary *dictionary = &figures->column->dictionary;
  const char *const *missing = (const char *const *) suggestion->missing_codes;
  const gboolean is_text = suggestion->type == DEID_COLUMN_TYPE_TEXT;
  const char *rule = suggestion->rule != NULL ? suggestion->rule : "";
  const gboolean has_ends = !is_text && g_str_has_prefix (rule, "intervals:");
  const gboolean as_numbers = !is_text && g_str_has_prefix (rule, "capacity:");
  const guint n = figures->n_exceptions;
  OpenRanges ranges = { .is_even = TRUE };
  gboolean is_put = FALSE;

  if (is_text ? figures->n_distinct > MAX_NOTATIONS
              : n == 0 || n > DEID_MAX_EXCEPTIONS || suggestion->number.decimal != 0)
    return FALSE;
  ranges.labels = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  ranges.same = g_string_new (NULL);
  for (guint32 code = 0; code < dictionary->n; code++)
    {
      const char *text = deid_dictionary_get (dictionary, code);

      if (text != NULL && !deid_decimal_is_valid (text) && !g_strv_contains (missing, text))
        take_range (&ranges, figures, text, as_numbers);
    }
  if (is_text && ranges.is_joined && ranges.same->len > 0)
    {
      put_ranges (suggestion, &ranges, FALSE);
      deid_suggestion_say (suggestion, "Open ranges are written in several notations: same= makes "
                                       "one value of each range.");
    }
  else if (ranges.n == n && (as_numbers || (has_ends && ranges.is_even)))
    {
      put_ranges (suggestion, &ranges, has_ends);
      deid_suggestion_say (
          suggestion, "Numbers, and %u open range%s, %s.", n, n == 1 ? "" : "s",
          as_numbers ? "such as results below what can be measured: same= in the rule reads each "
                       "as its end, also where models count values"
                     : "which the rule labels: as text, both are read");
      is_put = TRUE;
    }
  g_hash_table_unref (ranges.labels);
  g_string_free (ranges.same, TRUE);
  g_free (ranges.ends[0]);
  g_free (ranges.ends[1]);
  return is_put;
}

/* Tells whether most cells are parted by a sign, or are parts of others: of few parts, and not
 * pairs of numbers, such as 174/95 and 75,9. */
static gboolean
parts_cells (const DeidDictionary *dictionary, const char *sign, guint32 n_distinct)
{
  g_autoptr (GHashTable) parts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const guint32 n_cells = MIN (dictionary->n, MAX_CELLS);
  guint32 n_parted = 0, n_alone = 0;
  gboolean are_pairs = TRUE;

  for (guint32 code = 0; code < n_cells; code++)
    {
      const char *text = deid_dictionary_get (dictionary, code);
      g_auto (GStrv) list = g_strsplit (text != NULL ? text : "", sign, -1);
      const guint n = g_strv_length (list);

      n_parted += n > 1;
      are_pairs &= n <= 2 && (n < 2 || strspn (text, "0123456789 ,/") == strlen (text));
      for (guint i = 0; n > 1 && i < n; i++)
        g_hash_table_add (parts, g_strdup (g_strstrip (list[i])));
    }
  for (guint32 code = 0; code < n_cells; code++)
    n_alone += deid_dictionary_get (dictionary, code) != NULL
               && g_hash_table_contains (parts, deid_dictionary_get (dictionary, code));
  return !are_pairs && n_parted >= LEAST_CODES && n_alone > 1 && !g_hash_table_contains (parts, "")
         && g_hash_table_size (parts) <= n_parted
         && (n_parted + n_alone) * 10 >= MIN (n_distinct, MAX_CELLS) * 9;
}

static void
suggest_separator (DeidSuggestion *suggestion, const DeidColumnFigures *figures)
{
  static const char *const separators[] = { "|", ";", ",", "/", "+" };

  for (gsize i = 0; suggestion->type == DEID_COLUMN_TYPE_TEXT && i < G_N_ELEMENTS (separators); i++)
    if (parts_cells (&figures->column->dictionary, separators[i], figures->n_distinct))
      {
        deid_suggestion_say (suggestion,
                             "Cells seem to hold several values, in any order: separator=%s reads "
                             "each as a set.",
                             i == 1 ? "\\;" : separators[i]);
        return;
      }
}

/* Says how many values differ from others in case alone. */
static void
suggest_case (DeidSuggestion *suggestion, const DeidColumnFigures *figures)
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

/* Nearly all values tell the kind and the role. But a table with exceptions to the type cannot be
 * read: the column is a text until somebody has looked at the exceptions. */
static void
put_type_off (DeidSuggestion *suggestion)
{
  suggestion->near_type = suggestion->type;
  suggestion->near_format = g_steal_pointer (&suggestion->format);
  suggestion->near_rule = g_steal_pointer (&suggestion->rule);
  suggestion->type = DEID_COLUMN_TYPE_TEXT;
  deid_suggestion_say (suggestion,
                       "It is text for now. Once the values that are not of the type %s are "
                       "corrected, or are missing codes, it can have this type%s%s.",
                       deid_enum_get_name ("DeidColumnType", (int) suggestion->near_type),
                       suggestion->near_rule != NULL ? " and the rule " : "",
                       suggestion->near_rule != NULL ? suggestion->near_rule : "");
}

void
deid_suggest_rules (DeidSuggestion *suggestion, const DeidColumnFigures *figures)
{
  suggestion->rule = choose_rule (suggestion, figures);
  if (!suggest_ranges (suggestion, figures) && figures->n_exceptions > 0
      && suggestion->type != DEID_COLUMN_TYPE_TEXT)
    {
      put_type_off (suggestion);
      suggestion->rule = choose_rule (suggestion, figures);
    }
  if (suggestion->role == DEID_ROLE_QUASI_IDENTIFYING || suggestion->role == DEID_ROLE_SENSITIVE)
    suggest_separator (suggestion, figures);
  if (suggestion->role == DEID_ROLE_QUASI_IDENTIFYING)
    suggest_case (suggestion, figures);
  if (suggestion->role != DEID_ROLE_QUASI_IDENTIFYING)
    suggestion->other_rule = g_steal_pointer (&suggestion->rule);
}
