/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a column is about, by its name and by what its values look like. */
#include "suggestion/suggestions-private.h"
#include "table/dataset-view.h"

/* Nine values in ten have a pattern that is to count. */
#define SHARE_LIKE(n) ((guint32) (((guint64) (n) *9 + 9) / 10))

/* Fewer values than these are no numbers of persons, if there are many records. */
#define SUGGEST_KIND_FEW_VALUES        20
#define SUGGEST_KIND_RECORDS_PER_VALUE 100
#define RECORDS_PER_KIND               10

#define FIRST_YEAR                     1850
#define LAST_YEAR                      2100
#define DAYS_PER_MONTH                 31
#define FIRST_SERIAL_DAY               5000
#define LAST_SERIAL_DAY                60000

/* In kilograms or pounds. Smaller whole numbers may be weights of a survey. */
#define LEAST_BODY       1.5
#define LEAST_WHOLE_BODY 25
#define GREATEST_BODY    450

static const struct
{
  DeidPattern pattern;
  DeidKind kind;
  guint32 n_least; /* values, so that it is no accident */
  const char *text;
} known_patterns[] = {
  { DEID_PATTERN_EMAIL, DEID_KIND_EMAIL, 1, "e-mail addresses" },
  { DEID_PATTERN_IMAGE, DEID_KIND_PHOTOGRAPH, 1, "names of files with pictures" },
  { DEID_PATTERN_URL, DEID_KIND_URL, 1, "web addresses" },
  { DEID_PATTERN_IP_ADDRESS, DEID_KIND_IP_ADDRESS, 1, "IP addresses" },
  { DEID_PATTERN_MAC_ADDRESS, DEID_KIND_DEVICE, 1, "MAC addresses" },
  { DEID_PATTERN_UUID, DEID_KIND_IDENTIFIER, 1, "UUIDs" },
  { DEID_PATTERN_SOCIAL_SECURITY, DEID_KIND_SOCIAL_SECURITY, 3, "social security numbers" },
  { DEID_PATTERN_IBAN, DEID_KIND_ACCOUNT, 3, "account numbers" },
  { DEID_PATTERN_CARD, DEID_KIND_ACCOUNT, 8, "numbers of payment cards" },
  { DEID_PATTERN_VIN, DEID_KIND_VEHICLE, 3, "vehicle identification numbers" },
  { DEID_PATTERN_DATE, DEID_KIND_DATE, 3,
    "dates, in several notations or with parts that are unknown: write all in one, and list the "
    "others in missing=" },
  { DEID_PATTERN_TELEPHONE, DEID_KIND_TELEPHONE, 3, "telephone numbers" },
  { DEID_PATTERN_POSTAL, DEID_KIND_POSTAL_CODE, 8, "postal codes" },
  { DEID_PATTERN_TIME, DEID_KIND_DATE, 3, "times of day" },
  { DEID_PATTERN_HALF_DAY, DEID_KIND_DATE, 3, "times of day" },
  { DEID_PATTERN_HOURS, DEID_KIND_DATE, 3, "times of day: rules read them as 15:37" },
  { DEID_PATTERN_ICD, DEID_KIND_HEALTH, 8, "codes of ICD-10" },
  { DEID_PATTERN_SENTENCE, DEID_KIND_FREE_TEXT, SUGGEST_KIND_FEW_VALUES,
    "sentences, which may name persons" },
};

/* Tells whether hardly a value occurs again: P01, P02 and so on are persons rather than diagnoses.
 */
static gboolean
occur_once (const DeidColumnFigures *figures)
{
  return 10 * figures->n_single > 9 * (guint64) figures->n_distinct;
}

/* Integers, decimals and dates are what their type says, but for cards. */
static DeidKind
find_pattern (DeidSuggestion *suggestion, const DeidColumnFigures *figures)
{
  const DeidPatterns *counted = &figures->patterns;

  for (gsize i = 0; i < G_N_ELEMENTS (known_patterns); i++)
    {
      const DeidPattern pattern = known_patterns[i].pattern;
      const guint32 n = counted->n_like[pattern];

      if (counted->n_values < known_patterns[i].n_least || n < SHARE_LIKE (counted->n_values)
          || (suggestion->type != DEID_COLUMN_TYPE_TEXT && pattern != DEID_PATTERN_CARD)
          || (pattern == DEID_PATTERN_ICD && occur_once (figures)))
        continue;
      if (n > 0)
        {
          deid_suggestion_say (suggestion, "%u of %u different values look like %s.", n,
                               counted->n_values, known_patterns[i].text);
          return known_patterns[i].kind;
        }
    }
  return DEID_KIND_UNKNOWN;
}

/* What a person has to do about values of some forms, which are no type. The second pattern, if it
 * is none of the others, has to be there too; nine values in ten have one of them, or any number.
 */
static const struct
{
  DeidPattern pattern, second;
  DeidKind kind; /* or any, if it is unknown */
  gboolean may_be_few;
  const char *text;
} noted_forms[] = {
  { DEID_PATTERN_ROUNDED, DEID_N_PATTERNS, DEID_KIND_UNKNOWN, TRUE,
    "are numbers that a spreadsheet has rounded, as 1.23E+12: different ones look alike. Export "
    "the column anew, as text" },
  { DEID_PATTERN_MONTH, DEID_N_PATTERNS, DEID_KIND_UNKNOWN, TRUE,
    "look like the dates that a spreadsheet makes of codes and ranges, as 1-Jan of 1-1: export "
    "the column anew, as text, unless they are months" },
  { DEID_PATTERN_WHOLE, DEID_N_PATTERNS, DEID_KIND_POSTAL_CODE, FALSE,
    "end in .0, as codes that a program has read as numbers: read the column as text there, and "
    "export it anew" },
  { DEID_PATTERN_UNIT, DEID_N_PATTERNS, DEID_KIND_AGE, FALSE,
    "are numbers with a unit, as 5m and 40y: write all in one unit, without its name" },
  { DEID_PATTERN_CURRENCY, DEID_N_PATTERNS, DEID_KIND_UNKNOWN, FALSE,
    "are amounts with a currency sign, but no numbers of one currency: write the currency into a "
    "column of its own" },
  { DEID_PATTERN_COMMA, DEID_PATTERN_POINT, DEID_KIND_UNKNOWN, FALSE,
    "have a decimal comma, others a decimal point: write all with one of them" },
};

void
deid_suggest_forms (DeidSuggestion *suggestion, const DeidColumnFigures *figures, DeidKind kind)
{
  const DeidPatterns *counted = &figures->patterns;

  for (gsize i = 0; i < G_N_ELEMENTS (noted_forms) && !suggestion->has_unread_dates; i++)
    {
      const guint32 n = counted->n_like[noted_forms[i].pattern];
      const gboolean is_pair = noted_forms[i].second < DEID_N_PATTERNS;
      const guint32 n_second = is_pair ? counted->n_like[noted_forms[i].second] : 0;

      if (n == 0 || (is_pair && n_second == 0) || suggestion->type != DEID_COLUMN_TYPE_TEXT
          || (noted_forms[i].kind != DEID_KIND_UNKNOWN && noted_forms[i].kind != kind)
          || (!noted_forms[i].may_be_few
              && n + n_second + counted->n_digits < SHARE_LIKE (counted->n_values)))
        continue;
      deid_suggestion_say (suggestion, "%u of %u different values %s.", n, counted->n_values,
                           noted_forms[i].text);
    }
}

/* Also where no value tells which part is the month. */
static gboolean
suggest_kind_is_date (const DeidSuggestion *suggestion)
{
  return suggestion->type == DEID_COLUMN_TYPE_DATE || suggestion->has_unread_dates;
}

gboolean
deid_suggestion_is_years (const DeidSuggestion *suggestion, const DeidColumnFigures *figures)
{
  return suggestion->type == DEID_COLUMN_TYPE_INTEGER && figures->least >= FIRST_YEAR
         && figures->greatest <= LAST_YEAR;
}

/* Days as spreadsheets count them, from 1913 to 2064. */
static gboolean
are_serial_days (const DeidSuggestion *suggestion, const DeidColumnFigures *figures)
{
  return suggestion->type == DEID_COLUMN_TYPE_INTEGER && figures->least >= FIRST_SERIAL_DAY
         && figures->greatest <= LAST_SERIAL_DAY && figures->n_distinct > 1
         && !deid_kind_is_named (DEID_KIND_IDENTIFIER, suggestion->name);
}

/* Weights of bodies have a decimal at most, those of surveys more, or a wide range. */
static gboolean
are_body_weights (const DeidSuggestion *suggestion, const DeidColumnFigures *figures)
{
  const double least = suggestion->type == DEID_COLUMN_TYPE_INTEGER ? LEAST_WHOLE_BODY : LEAST_BODY;

  return figures->n_distinct > 1 && figures->patterns.n_decimals <= 1 && figures->least >= least
         && figures->greatest <= GREATEST_BODY;
}

/* Few values of many records are kinds of things rather than their numbers. */
static gboolean
are_numbers_of (const DeidColumnFigures *figures, guint64 records_per_value)
{
  return figures->n_distinct > SUGGEST_KIND_FEW_VALUES
         || (guint64) figures->n_distinct * records_per_value > figures->n_records;
}

/* Tells whether nearly all values are times of day, or dates that no format reads. */
static gboolean
has_times (const DeidPatterns *counted)
{
  static const DeidPattern times[]
      = { DEID_PATTERN_TIME, DEID_PATTERN_HALF_DAY, DEID_PATTERN_HOURS, DEID_PATTERN_DATE };
  guint32 n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    n += counted->n_like[times[i]];
  return n >= SHARE_LIKE (MAX (counted->n_values, 1));
}

typedef struct
{
  const DeidSuggestion *suggestion;
  const DeidColumnFigures *figures;
} Filtered;

/* Tells whether the values can be what the name says. */
static gboolean
is_plausible (DeidKind kind, gpointer data)
{
  const DeidSuggestion *suggestion = ((const Filtered *) data)->suggestion;
  const DeidColumnFigures *figures = ((const Filtered *) data)->figures;
  const gboolean is_date = suggest_kind_is_date (suggestion);
  const gboolean is_number = deid_column_type_is_numeric (suggestion->type);
  const gboolean is_few = !are_numbers_of (figures, RECORDS_PER_KIND);

  switch (kind)
    {
    case DEID_KIND_DATE:
      return is_date || deid_suggestion_is_years (suggestion, figures)
             || are_serial_days (suggestion, figures) || has_times (&figures->patterns);
    case DEID_KIND_BIRTH_DATE:
      return is_date || !is_number || deid_suggestion_is_years (suggestion, figures)
             || are_serial_days (suggestion, figures)
             || (figures->least >= 1 && figures->greatest <= DAYS_PER_MONTH);
    case DEID_KIND_POSTAL_CODE:
      return !is_date
             && (suggestion->type != DEID_COLUMN_TYPE_DECIMAL
                 || figures->patterns.n_like[DEID_PATTERN_WHOLE] == figures->patterns.n_values);
    case DEID_KIND_PERSON:
    case DEID_KIND_RECORD_NUMBER:
      return !is_date && suggestion->type != DEID_COLUMN_TYPE_DECIMAL
             && are_numbers_of (figures, SUGGEST_KIND_RECORDS_PER_VALUE)
             && (!is_few || figures->patterns.n_like[DEID_PATTERN_DIGIT] > 0);
    case DEID_KIND_SURVEY_WEIGHT:
      return is_number
             && !(deid_kind_is_named (DEID_KIND_HEALTH, suggestion->name)
                  && are_body_weights (suggestion, figures));
    case DEID_KIND_COUNT:
      return suggestion->type == DEID_COLUMN_TYPE_INTEGER && figures->least >= 0;
    case DEID_KIND_UNIT:
      return suggestion->type == DEID_COLUMN_TYPE_TEXT && !is_date && is_few;
    case DEID_KIND_MEASUREMENT:
      return is_number;
    case DEID_KIND_PERFORMANCE:
      return is_number || (!is_date && is_few);
    case DEID_KIND_NAME:
    case DEID_KIND_ADDRESS:
    case DEID_KIND_FREE_TEXT:
      return !is_date;
    default:
      if (deid_kind_get_role (kind) == DEID_ROLE_IDENTIFYING)
        return !is_date && suggestion->type != DEID_COLUMN_TYPE_DECIMAL && !is_few;
      return !is_date
             && !(2 * (guint64) figures->n_distinct >= figures->n_records
                  && suggestion->type != DEID_COLUMN_TYPE_DECIMAL
                  && deid_kind_is_named (DEID_KIND_IDENTIFIER, suggestion->name));
    }
}

static void
say_kind (DeidSuggestion *suggestion, const DeidColumnFigures *figures, DeidKind kind)
{
  const char *hipaa = deid_kind_get_hipaa (kind);

  if ((kind == DEID_KIND_DATE || kind == DEID_KIND_BIRTH_DATE)
      && are_serial_days (suggestion, figures))
    deid_suggestion_say (suggestion,
                         "The name says: %s, and the numbers may be days as spreadsheets count "
                         "them, 25569 for 1970-01-01: show them as dates before you export them.",
                         deid_kind_get_text (kind));
  else if (kind == DEID_KIND_DATE && deid_suggestion_is_years (suggestion, figures))
    deid_suggestion_say (suggestion, "Years.");
  else if (hipaa != NULL)
    deid_suggestion_say (suggestion, "The name says: %s, kind (%s) of HIPAA's 18 identifiers.",
                         deid_kind_get_text (kind), hipaa);
  else
    deid_suggestion_say (suggestion, "The name says: %s.", deid_kind_get_text (kind));
}

DeidKind
deid_suggest_kind (DeidSuggestion *suggestion, const DeidColumnFigures *figures)
{
  Filtered filtered = { suggestion, figures };
  const DeidKind named = deid_kind_from_name (suggestion->name, is_plausible, &filtered);
  DeidKind seen;

  if (named != DEID_KIND_UNKNOWN)
    say_kind (suggestion, figures, named);
  if (named == DEID_KIND_POSTAL_CODE /* 100-0001 looks like a telephone */
      || (deid_kind_get_role (named) == DEID_ROLE_IDENTIFYING && named != DEID_KIND_PERSON))
    return named;
  seen = suggest_kind_is_date (suggestion) ? DEID_KIND_UNKNOWN : find_pattern (suggestion, figures);
  if (deid_kind_get_role (seen) == DEID_ROLE_IDENTIFYING
      || (named == DEID_KIND_UNKNOWN && seen != DEID_KIND_UNKNOWN))
    return seen;
  if (named == DEID_KIND_UNKNOWN && suggest_kind_is_date (suggestion))
    {
      deid_suggestion_say (suggestion, "Dates are kind (C) of HIPAA's 18 identifiers.");
      return DEID_KIND_DATE;
    }
  return named;
}
