/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a column is about and which role it has: one table says what its name, the form of its
 * values, their repetition, and what stays the same within them count. */
#include "suggestion/suggestions-private.h"

#include "table/dataset-view.h"

/* Nine values in ten have a pattern that is to count. */
#define SHARE_LIKE(n)      ((guint32) (((guint64) (n) *9 + 9) / 10))

#define FEW_VALUES         20
#define MANY_VALUES        100
#define RECORDS_PER_KIND   10
#define RECORDS_PER_PERSON 100
#define RECORDS_PER_MARK   12
#define MOST_ANSWERS       3 /* such as Yes, No and Unknown */
#define NEARLY_ALL         0.8

#define FIRST_YEAR         1850
#define LAST_YEAR          2100
#define DAYS_PER_MONTH     31
#define FIRST_SERIAL_DAY   5000
#define LAST_SERIAL_DAY    60000

/* In kilograms or pounds. Smaller whole numbers may be weights of a survey. */
#define LEAST_BODY         1.5
#define LEAST_WHOLE_BODY   25
#define GREATEST_BODY      450

#define K(kind)            DEID_KIND_BIT (kind)
#define F(fact)            DEID_FACT_##fact
#define NEVER              (-100)

#define ALL                G_MAXUINT64
#define NUMBERS_OF_PERSONS (K (PERSON) | K (RECORD_NUMBER))
#define PROSE              (K (NAME) | K (CONTACT) | K (ADDRESS) | K (FREE_TEXT))
#define NUMBERS                                                                                    \
  (K (TELEPHONE) | K (FAX) | K (EMAIL) | K (SOCIAL_SECURITY) | K (HEALTH_PLAN) | K (ACCOUNT)       \
   | K (LICENCE) | K (VEHICLE) | K (DEVICE) | K (URL) | K (IP_ADDRESS) | K (BIOMETRIC)             \
   | K (PHOTOGRAPH) | K (IDENTIFIER) | K (HOUSEHOLD))
#define OTHERS                                                                                     \
  (K (PLACE) | K (SMALL_PLACE) | K (AGE) | K (SEX) | K (ORIGIN) | K (FAMILY) | K (EDUCATION)       \
   | K (OCCUPATION) | K (COVERAGE) | K (HEALTH) | K (MONEY) | K (BELIEF) | K (PRIVATE_LIFE)        \
   | K (PERFORMANCE))

/* What tells persons from things, and what tells that values are not persons. */
#define SAME_PERSON (F (SAME_SEX) | F (SAME_BIRTH) | F (SAME_NAME) | F (SAME_AGE))
#define NUMBERED    (F (PERSON) | F (RECORD))

#define EVIDENCE(kinds, all, none, points)                                                         \
  {                                                                                                \
    kinds, all, none, points, DEID_PATTERN_NONE, 0, NULL                                           \
  }

/* A row counts for kinds if all of some facts are there and none of others, and if nine values in
 * ten, of so many at least, have a pattern. Of kinds that count alike, the first row decides. */
static const struct
{
  guint64 kinds;
  guint64 all;
  guint64 none;
  int points;
  DeidPattern pattern;
  guint32 n_least; /* values, so that the pattern is no accident */
  const char *text;
} evidence[] = {
  /* Names. */
  EVIDENCE (NUMBERS | PROSE | K (RECORD_NUMBER) | K (POSTAL_CODE), F (NAMED), 0, 30),
  EVIDENCE (ALL, F (NAMED), 0, 15),

  /* What values of this form cannot be. */
  EVIDENCE (K (DATE), 0, F (DATE) | F (YEARS) | F (SERIAL) | F (TIMES), NEVER),
  EVIDENCE (K (BIRTH_DATE), F (NUMBER), F (DATE) | F (YEARS) | F (SERIAL) | F (DAYS), NEVER),
  EVIDENCE (K (POSTAL_CODE), F (DATE), 0, NEVER),
  EVIDENCE (K (POSTAL_CODE), F (DECIMAL), 0, NEVER),
  EVIDENCE (NUMBERS_OF_PERSONS | NUMBERS | OTHERS | PROSE, F (DATE), 0, NEVER),
  EVIDENCE (NUMBERS_OF_PERSONS | NUMBERS, F (DECIMAL), 0, NEVER),
  EVIDENCE (NUMBERS_OF_PERSONS, F (FEWER), 0, NEVER),
  EVIDENCE (NUMBERS_OF_PERSONS, F (FEW), F (DIGITS), NEVER),
  EVIDENCE (NUMBERS, F (FEW), 0, NEVER),
  EVIDENCE (OTHERS, F (HALF) | F (NAMED_IDENTIFIER), F (DECIMAL), NEVER),
  EVIDENCE (K (SURVEY_WEIGHT) | K (MEASUREMENT), 0, F (NUMBER), NEVER),
  EVIDENCE (K (SURVEY_WEIGHT), F (NAMED_HEALTH) | F (BODY), 0, NEVER),
  EVIDENCE (K (COUNT), 0, F (INTEGER), NEVER),
  EVIDENCE (K (COUNT), F (WHOLE), 0, NEVER),
  EVIDENCE (K (COUNT), F (BELOW_0), 0, NEVER),
  EVIDENCE (K (COUNT), F (COUNTED), 0, NEVER),
  EVIDENCE (K (FAMILY), F (DIGITS), F (SMALL) | F (OFTEN), NEVER),
  EVIDENCE (K (FAMILY), F (DIGITS) | F (TEXT), F (FEW) | F (OFTEN), NEVER),
  EVIDENCE (K (UNIT), 0, F (TEXT), NEVER),
  EVIDENCE (K (UNIT), 0, F (FEW), NEVER),
  EVIDENCE (K (UNIT), F (DATE), 0, NEVER),
  EVIDENCE (K (PERFORMANCE), 0, F (NUMBER) | F (FEW), NEVER),
  EVIDENCE (K (PERFORMANCE), F (WORDS), 0, NEVER),
  EVIDENCE (K (CONTACT), 0, F (NAMES), NEVER),

  /* What values look like, whatever the column is called. */
  { K (EMAIL), F (TEXT), 0, 20, DEID_PATTERN_EMAIL, 1, "e-mail addresses" },
  { K (PHOTOGRAPH), F (TEXT), 0, 21, DEID_PATTERN_IMAGE, 1, "names of files with pictures" },
  { K (URL), F (TEXT), 0, 20, DEID_PATTERN_URL, 1, "web addresses" },
  { K (IP_ADDRESS), F (TEXT), 0, 20, DEID_PATTERN_IP_ADDRESS, 1, "IP addresses" },
  { K (DEVICE), F (TEXT), 0, 20, DEID_PATTERN_MAC_ADDRESS, 1, "MAC addresses" },
  { K (IDENTIFIER), F (TEXT), 0, 20, DEID_PATTERN_UUID, 1, "UUIDs" },
  { K (SOCIAL_SECURITY), F (TEXT), 0, 22, DEID_PATTERN_SOCIAL_SECURITY, 3,
    "social security numbers" },
  { K (ACCOUNT), F (TEXT), 0, 22, DEID_PATTERN_IBAN, 3, "account numbers" },
  { K (ACCOUNT), 0, F (DATE), 22, DEID_PATTERN_CARD, 8, "numbers of payment cards" },
  { K (VEHICLE), F (TEXT), 0, 20, DEID_PATTERN_VIN, 3, "vehicle identification numbers" },
  { K (DATE), F (TEXT), F (DATE), 5, DEID_PATTERN_DATE, 3,
    "dates, in several notations or with parts that are unknown: write all dates in one notation, "
    "and list what is no date in missing=" },
  { K (TELEPHONE), F (TEXT), F (DATE), 20, DEID_PATTERN_TELEPHONE, 3, "telephone numbers" },
  { K (POSTAL_CODE), F (TEXT), F (DATE), 5, DEID_PATTERN_POSTAL, 8, "postal codes" },
  { K (DATE), F (TEXT), F (DATE), 5, DEID_PATTERN_MONTH_NAME, 3, "dates with the name of a month" },
  { K (DATE), F (TEXT), F (DATE), 5, DEID_PATTERN_TIME, 3, "times of day" },
  { K (DATE), F (TEXT), F (DATE), 5, DEID_PATTERN_HALF_DAY, 3, "times of day" },
  { K (DATE), F (TEXT), F (DATE), 5, DEID_PATTERN_HOURS, 3,
    "times of day: rules read them as 15:37" },
  { K (HEALTH), F (TEXT), F (DATE) | F (SINGLE), 5, DEID_PATTERN_ICD, 8, "codes of ICD-10" },
  { K (FREE_TEXT), F (TEXT), F (DATE), 20, DEID_PATTERN_SENTENCE, FEW_VALUES,
    "sentences, which may name persons" },
  EVIDENCE (K (DATE), F (DATE), 0, 3),

  /* Roles of columns whose name and values do not say what they are about. */
  EVIDENCE (K (ONCE), F (UNKNOWN) | F (ONCE) | F (TEXT), 0, 1),
  EVIDENCE (K (ONCE), F (UNKNOWN) | F (ONCE) | F (NEARLY) | F (INTEGER), 0, 1),
  EVIDENCE (K (ONCE), F (UNKNOWN) | F (NEARLY) | F (TEXT), F (CONSTANT), 1),
  EVIDENCE (K (CONSTANT), F (CONSTANT), 0, 2),

  /* Persons who have several records: what stays the same in all records of a value. */
  EVIDENCE (K (ENTITY), F (SAME_SEX), 0, 6),
  EVIDENCE (K (ENTITY), F (SAME_BIRTH), 0, 5),
  EVIDENCE (K (ENTITY), F (SAME_NAME), 0, 4),
  EVIDENCE (K (ENTITY), F (SAME_AGE), 0, 3),
  EVIDENCE (K (ENTITY), F (SAME_ORIGIN), 0, 2),
  EVIDENCE (K (ENTITY), F (SAME_DATE), 0, 2),
  EVIDENCE (K (ENTITY), F (SAME_HALVES), 0, 2),
  EVIDENCE (K (ENTITY), F (SAME_OTHERS), 0, 1),
  EVIDENCE (K (ENTITY), F (PERSON), 0, 8),
  EVIDENCE (K (ENTITY), F (RECORD), 0, 7),
  EVIDENCE (K (ENTITY), F (OF_PERSONS), NUMBERED, 3),
  EVIDENCE (K (ENTITY), F (NAMED_IDENTIFIER), NUMBERED | F (OF_PERSONS), 2),
  EVIDENCE (K (ENTITY), F (DIGITS), 0, 1),
  EVIDENCE (K (ENTITY), 0, F (SMALL), 1),
  EVIDENCE (K (ENTITY), 0, F (OFTEN), 1),
  EVIDENCE (K (ENTITY), F (SMALL), NUMBERED, -2),
  EVIDENCE (K (ENTITY), 0, F (DIGITS) | NUMBERED, -3),
  EVIDENCE (K (ENTITY), F (FEW), SAME_PERSON | F (SAME_HALVES), -8),
  EVIDENCE (K (ENTITY), 0, SAME_PERSON | F (SAME_HALVES) | NUMBERED, NEVER),
  EVIDENCE (K (ENTITY), 0, SAME_PERSON | F (SAME_DATE) | F (SAME_OTHERS) | NUMBERED, -6),
  EVIDENCE (K (ENTITY), F (CHANGED_SEX), 0, NEVER),
  EVIDENCE (K (ENTITY), F (CHANGED_BIRTH), 0, NEVER),
  EVIDENCE (K (ENTITY), F (CHANGED_NAME), NUMBERED, NEVER),
  EVIDENCE (K (ENTITY), F (CHANGED_AGE), NUMBERED, NEVER),

  /* Values that may be persons, as names and numbers alone can tell. */
  EVIDENCE (K (REPEATED), F (OF_PERSONS), F (FEW), 6),
  EVIDENCE (K (REPEATED), F (CODE) | F (MANY), F (HALF), 6),
  EVIDENCE (K (REPEATED), F (CODE) | F (HALF), 0, 6),
  EVIDENCE (K (REPEATED), F (VAGUE) | F (HALF), 0, 6),
  EVIDENCE (K (REPEATED), F (VAGUE) | F (MANY) | F (TENTH), F (HALF), 6),
  EVIDENCE (K (REPEATED), F (UNKNOWN) | F (INTEGER), SAME_PERSON | F (SAME_OTHERS), -6),
  EVIDENCE (K (REPEATED), F (CHANGED_SEX), F (OF_PERSONS), NEVER),
  EVIDENCE (K (REPEATED), F (CHANGED_BIRTH), F (OF_PERSONS), NEVER),
  EVIDENCE (K (ENTITY) | K (REPEATED), F (DATE), 0, NEVER),
  EVIDENCE (K (ENTITY) | K (REPEATED), F (DECIMAL), 0, NEVER),
  EVIDENCE (K (ENTITY) | K (REPEATED), F (ONCE), 0, NEVER),
  EVIDENCE (K (ENTITY) | K (REPEATED), F (CONSTANT), 0, NEVER),
  EVIDENCE (K (ENTITY), F (PROSE), 0, NEVER),
  EVIDENCE (K (ENTITY), F (TIMES), 0, NEVER),
  EVIDENCE (K (ENTITY), 0, F (UNNAMED) | F (IDENTIFYING), NEVER),
};

static gboolean
has_pattern (gsize row, const DeidPatterns *patterns)
{
  const guint32 n = patterns != NULL ? patterns->n_like[evidence[row].pattern] : 0;

  return n > 0 && patterns->n_values >= evidence[row].n_least
         && n >= SHARE_LIKE (patterns->n_values);
}

static gboolean
holds (gsize row, guint64 facts)
{
  return (facts & evidence[row].all) == evidence[row].all && (facts & evidence[row].none) == 0;
}

int
deid_evidence_count (DeidKind kind, guint64 facts, const DeidPatterns *patterns)
{
  int points = 0;

  for (gsize row = 0; row < G_N_ELEMENTS (evidence); row++)
    if ((evidence[row].kinds >> kind & 1) != 0 && holds (row, facts)
        && (evidence[row].pattern == DEID_PATTERN_NONE || has_pattern (row, patterns)))
      points += evidence[row].points;
  return points;
}

/* Facts. */

static gboolean
are_years (const DeidSuggestion *suggestion, const DeidColumnFigures *figures)
{
  return figures->is_whole && deid_column_type_is_numeric (suggestion->type)
         && figures->least >= FIRST_YEAR && figures->greatest <= LAST_YEAR;
}

/* Weights of bodies have a decimal at most, those of surveys more, or a wide range. */
static gboolean
are_body_weights (const DeidSuggestion *suggestion, const DeidColumnFigures *figures)
{
  const double least = suggestion->type == DEID_COLUMN_TYPE_INTEGER ? LEAST_WHOLE_BODY : LEAST_BODY;

  return figures->n_distinct > 1 && figures->patterns.n_decimals <= 1 && figures->least >= least
         && figures->greatest <= GREATEST_BODY;
}

/* Tells whether nearly all values are times of day, or dates that no format reads. */
static gboolean
has_times (const DeidPatterns *counted)
{
  static const DeidPattern times[] = { DEID_PATTERN_TIME, DEID_PATTERN_HALF_DAY, DEID_PATTERN_HOURS,
                                       DEID_PATTERN_DATE, DEID_PATTERN_MONTH_NAME };
  guint32 n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    n += counted->n_like[times[i]];
  return n >= SHARE_LIKE (MAX (counted->n_values, 1));
}

/* Tells whether each record has a whole number of its own, and all of these follow each other. */
static gboolean
are_counted (const DeidColumnFigures *figures)
{
  const guint64 n = figures->n_records - figures->n_missing;

  return n > 1 && figures->n_distinct == n && figures->is_whole
         && figures->greatest - figures->least + 1 == (double) n;
}

/* Returns: the facts of the values and the name. */
static guint64
find_facts (const DeidSuggestion *suggestion, const DeidColumnFigures *figures)
{
  const DeidPatterns *counted = &figures->patterns;
  const DeidColumnType type = suggestion->type;
  const gboolean is_number = deid_column_type_is_numeric (type);
  const gboolean is_identifier = deid_kind_is_named (DEID_KIND_IDENTIFIER, suggestion->name);
  const gboolean may_be_whole
      = figures->inference->may_have_thousands
        && (is_identifier || deid_kind_is_named (DEID_KIND_PERSON, suggestion->name));
  const gboolean is_integer = is_number && (figures->is_whole || may_be_whole);
  const guint64 n = figures->n_distinct, n_records = figures->n_records;
  const gboolean is_small = n <= FEW_VALUES;
  const struct
  {
    gboolean holds;
    guint64 fact;
  } facts[] = {
    { type == DEID_COLUMN_TYPE_DATE || suggestion->has_unread_dates, F (DATE) },
    { type == DEID_COLUMN_TYPE_TEXT, F (TEXT) },
    { is_number, F (NUMBER) },
    { is_integer, F (INTEGER) },
    { is_number && !is_integer, F (DECIMAL) },
    { are_years (suggestion, figures), F (YEARS) },
    { is_integer && figures->least >= 1 && figures->greatest <= DAYS_PER_MONTH, F (DAYS) },
    { is_number && figures->least >= FIRST_SERIAL_DAY && figures->greatest <= LAST_SERIAL_DAY
          && n > 1 && !is_identifier,
      F (SERIAL) },
    { has_times (counted), F (TIMES) },
    { are_body_weights (suggestion, figures), F (BODY) },
    { is_integer && type == DEID_COLUMN_TYPE_DECIMAL, F (WHOLE) },
    { counted->n_like[DEID_PATTERN_DIGIT] > 0, F (DIGITS) },
    { is_number && figures->least < 0, F (BELOW_0) },
    { 2 * (guint64) counted->n_like[DEID_PATTERN_WORDS] > counted->n_values, F (WORDS) },
    { counted->n_values > MOST_ANSWERS
          && counted->n_like[DEID_PATTERN_CAPITAL] >= SHARE_LIKE (counted->n_values),
      F (NAMES) },
    { n + (figures->n_missing > 0 ? 1 : 0) <= 1, F (CONSTANT) },
    { n > 1 && n == n_records - figures->n_missing, F (ONCE) },
    { n > 1 && figures->distinction >= NEARLY_ALL, F (NEARLY) },
    { are_counted (figures), F (COUNTED) },
    { 2 * n >= n_records, F (HALF) },
    { 10 * n >= n_records, F (TENTH) },
    { is_small && n * RECORDS_PER_KIND <= n_records, F (FEW) },
    { is_small && n * RECORDS_PER_PERSON <= n_records, F (FEWER) },
    { is_small, F (SMALL) },
    { n > MANY_VALUES, F (MANY) },
    { 10 * figures->n_single > 9 * n, F (SINGLE) },
    { n_records > RECORDS_PER_MARK * n, F (OFTEN) },
    { is_identifier, F (NAMED_IDENTIFIER) },
    { deid_kind_is_named (DEID_KIND_HEALTH, suggestion->name), F (NAMED_HEALTH) },
  };
  guint64 found = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (facts); i++)
    found |= facts[i].holds ? facts[i].fact : 0;
  return found;
}

/* Returns: what the kind says of persons. */
static guint64
find_kind (DeidKind kind)
{
  const guint64 bit = G_GUINT64_CONSTANT (1) << kind;
  const guint64 of_record = K (RECORD_NUMBER) | K (SOCIAL_SECURITY) | K (HEALTH_PLAN);
  const guint64 of_persons
      = of_record | K (PERSON) | K (ACCOUNT) | K (LICENCE) | K (EMAIL) | K (TELEPHONE);

  return (kind == DEID_KIND_UNKNOWN ? F (UNKNOWN) : 0) | (kind == DEID_KIND_PERSON ? F (PERSON) : 0)
         | ((bit & of_record) != 0 ? F (RECORD) : 0) | (kind == DEID_KIND_IDENTIFIER ? F (CODE) : 0)
         | (deid_kinds[kind].role == DEID_ROLE_IDENTIFYING ? F (IDENTIFYING) : 0)
         | ((bit & of_persons) != 0 ? F (OF_PERSONS) : 0)
         | ((bit & (K (UNKNOWN) | K (NAME) | K (ADDRESS))) != 0 ? F (VAGUE) : 0)
         | ((bit & (PROSE | K (PHOTOGRAPH))) != 0 ? F (PROSE) : 0);
}

/* Kinds. */

static gboolean
evidence_may_be (DeidKind kind, gpointer facts)
{
  return deid_evidence_count (kind, *(const guint64 *) facts | F (NAMED), NULL) >= 0;
}

static void
say_kind (DeidSuggestion *suggestion, guint64 facts, DeidKind kind)
{
  const char *hipaa = deid_kinds[kind].hipaa;

  if ((kind == DEID_KIND_DATE || kind == DEID_KIND_BIRTH_DATE) && (facts & F (SERIAL)) != 0)
    deid_suggestion_say (suggestion,
                         "The name says: %s, and the numbers may be days as spreadsheets count "
                         "them, 25569 for 1970-01-01: show them as dates before you export them.",
                         deid_kinds[kind].text);
  else if (kind == DEID_KIND_DATE && (facts & F (YEARS)) != 0)
    deid_suggestion_say (suggestion, "Years.");
  else if (hipaa != NULL)
    deid_suggestion_say (suggestion, "The name says: %s, kind (%s) of HIPAA's 18 identifiers.",
                         deid_kinds[kind].text, hipaa);
  else
    deid_suggestion_say (suggestion, "The name says: %s.", deid_kinds[kind].text);
}

void
deid_suggest_kind (DeidSuggestion *suggestion, const DeidColumnFigures *figures)
{
  const DeidPatterns *patterns = &figures->patterns;
  const guint64 facts = find_facts (suggestion, figures);
  const DeidKind named = deid_kind_from_name (suggestion->name, evidence_may_be, (gpointer) &facts);
  DeidKind best = named;
  int most
      = named != DEID_KIND_UNKNOWN ? deid_evidence_count (named, facts | F (NAMED), patterns) : 0;

  suggestion->facts = facts | (named == DEID_KIND_UNKNOWN ? F (UNNAMED) : 0);
  if (named != DEID_KIND_UNKNOWN)
    say_kind (suggestion, facts, named);
  for (DeidKind kind = DEID_KIND_NAME; kind <= DEID_KIND_COUNT; kind++)
    {
      const int points = kind != named ? deid_evidence_count (kind, facts, patterns) : most;

      best = points > most ? kind : best;
      most = MAX (points, most);
    }
  for (gsize row = 0; row < G_N_ELEMENTS (evidence); row++)
    if ((evidence[row].kinds >> best & 1) != 0 && has_pattern (row, patterns) && holds (row, facts))
      deid_suggestion_say (suggestion, "%u of %u different values look like %s.",
                           patterns->n_like[evidence[row].pattern], patterns->n_values,
                           evidence[row].text);
  if (named == DEID_KIND_UNKNOWN && best == DEID_KIND_DATE && (facts & F (DATE)) != 0)
    deid_suggestion_say (suggestion, "Dates are kind (C) of HIPAA's 18 identifiers.");
  suggestion->kind = best;
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
  { DEID_PATTERN_MONTH_NAME, DEID_N_PATTERNS, DEID_KIND_UNKNOWN, FALSE,
    "have the name of a month: formats read only the English names of three letters, such as Jan. "
    "Write the months as numbers, such as 1941-03-08, and the column can have type=date and a rule "
    "date:…" },
  { DEID_PATTERN_DATE, DEID_N_PATTERNS, DEID_KIND_BIRTH_DATE, FALSE,
    "look like dates that no format reads: write all in one notation, such as 1941-03-08, and the "
    "column can have type=date and a rule date:…" },
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

static void
say_forms (DeidSuggestion *suggestion, const DeidColumnFigures *figures)
{
  const DeidPatterns *counted = &figures->patterns;

  for (gsize i = 0; i < G_N_ELEMENTS (noted_forms) && !suggestion->has_unread_dates; i++)
    {
      const guint32 n = counted->n_like[noted_forms[i].pattern];
      const gboolean is_pair = noted_forms[i].second < DEID_N_PATTERNS;
      const guint32 n_second = is_pair ? counted->n_like[noted_forms[i].second] : 0;

      if (n == 0 || (is_pair && n_second == 0) || suggestion->type != DEID_COLUMN_TYPE_TEXT
          || (noted_forms[i].kind != DEID_KIND_UNKNOWN && noted_forms[i].kind != suggestion->kind)
          || (!noted_forms[i].may_be_few
              && n + n_second + counted->n_digits < SHARE_LIKE (counted->n_values)))
        continue;
      deid_suggestion_say (suggestion, "%u of %u different values %s.", n, counted->n_values,
                           noted_forms[i].text);
    }
}

/* Roles. */

static gboolean
are_survey_weights (const DeidColumnFigures *figures)
{
  const DeidColumn *column = figures->column;
  const DeidNumberFormat *format = &figures->inference->number;

  for (guint32 code = 0; code < column->dictionary.n; code++)
    {
      const char *text = deid_dictionary_get (&column->dictionary, code);
      g_autofree char *decimal = text != NULL && format->decimal != '\0'
                                     ? deid_number_format_read (format, text, NULL)
                                     : g_strdup (text);
      DeidWide units;

      if (decimal == NULL || !deid_survey_weight_read (decimal, &units))
        return FALSE;
    }
  return TRUE;
}

static void
say_distinct (DeidSuggestion *suggestion, const DeidColumnFigures *figures)
{
  if (figures->n_distinct > 1 && figures->n_distinct == figures->n_records - figures->n_missing)
    deid_suggestion_say (suggestion,
                         "Each of %u values occurs once, in %" G_GUINT64_FORMAT " records.",
                         figures->n_distinct, figures->n_records);
  else
    {
      char separation[G_ASCII_DTOSTR_BUF_SIZE];

      g_ascii_formatd (separation, sizeof separation, "%.1f", 100 * figures->separation);
      deid_suggestion_say (suggestion,
                           "%u different value%s: %s %% of the pairs of records differ.",
                           figures->n_distinct, figures->n_distinct == 1 ? "" : "s", separation);
      if (figures->n_single > 0)
        deid_suggestion_say (suggestion,
                             "%" G_GUINT64_FORMAT " record%s a value that no other has.",
                             figures->n_single, figures->n_single == 1 ? " has" : "s have");
    }
}

/* One column of a table has the weights; others are not released, nor are those that cannot be read
 * as weights. */
static DeidRole
choose_survey_weight (DeidSuggestions *suggestions, guint column, const DeidColumnFigures *figures)
{
  DeidSuggestion *suggestion = &suggestions->columns[column];

  if (!are_survey_weights (figures))
    deid_suggestion_say (suggestion, "Some weights are missing, not above 0 or too large: they are "
                                     "not released until they are corrected.");
  else if (suggestions->survey_column == G_MAXUINT)
    {
      suggestions->survey_column = column;
      return DEID_ROLE_SURVEY_WEIGHT;
    }
  return DEID_ROLE_IDENTIFYING;
}

void
deid_suggest_role (DeidSuggestions *suggestions, guint column, const DeidColumnFigures *figures)
{
  DeidSuggestion *suggestion = &suggestions->columns[column];
  const DeidKind kind = suggestion->kind;
  guint64 facts;

  if (kind == DEID_KIND_POSTAL_CODE
      || (kind == DEID_KIND_OCCUPATION && suggestion->type == DEID_COLUMN_TYPE_DECIMAL))
    suggestion->type = DEID_COLUMN_TYPE_TEXT;
  say_forms (suggestion, figures);
  facts = find_facts (suggestion, figures) | find_kind (kind) | (suggestion->facts & F (UNNAMED));
  suggestion->facts = facts;
  suggestion->role = deid_kinds[kind].role;
  suggestion->n_values = figures->n_distinct;
  suggestion->separation = figures->separation;
  suggestion->n_valued = figures->n_records - figures->n_missing;
  say_distinct (suggestion, figures);
  if (suggestion->role == DEID_ROLE_QUASI_IDENTIFYING)
    {
      const int once = deid_evidence_count (DEID_KIND_ONCE, facts, NULL);

      if (deid_evidence_count (DEID_KIND_CONSTANT, facts, NULL) > once)
        {
          deid_suggestion_say (suggestion, "All records are alike in it.");
          suggestion->role = deid_kinds[DEID_KIND_CONSTANT].role;
        }
      else if (once > 0)
        suggestion->role = deid_kinds[DEID_KIND_ONCE].role;
    }
  else if (suggestion->role == DEID_ROLE_SURVEY_WEIGHT)
    suggestion->role = choose_survey_weight (suggestions, column, figures);
  if (suggestion->role == DEID_ROLE_SENSITIVE)
    deid_suggestion_say (suggestion,
                         "A candidate for a sensitive attribute: it is released as it is, also if "
                         "no privacy model protects it.");
}
