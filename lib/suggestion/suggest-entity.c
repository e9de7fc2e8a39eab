/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which column is the entity: by what stays the same in all records of its values, then by its
 * name. */
#include "base/long-text.h"
#include "base/memory.h"
#include "suggestion/suggestions-private.h"
#include "table/dataset-view.h"

/* Rows that are looked at. */
#define MAX_ROWS 200000

/* A column is constant if it would change this often by chance, and does in a twentieth of it; it
 * changes if it does in a third. */
#define LEAST_EXPECTED    5
#define MAX_CHANGES       0.05
#define SURE_CHANGES      0.33
#define CHANGES_TO_DECIDE 64

/* Values of a sex, or of the like; values that hardly are kinds of things. */
#define MAX_SEXES   4
#define FEW_NUMBERS 20
#define LEAST_NAMED 5

#define N_SHOWN     3

/* Combinations of names repeat if one row in so many has one that another has, too. */
#define ROWS_PER_REPEAT 5

/* What stays the same within the values of a candidate. */
typedef struct
{
  guint n_constant;
  guint n_against; /* columns of sex or birth that change */
  gboolean has_person;
  gboolean has_sex;
  gboolean has_birth;
  const DeidSuggestion *shown[N_SHOWN];
} Behaviour;

static gboolean
is_named (const DeidSuggestion *suggestion)
{
  return suggestion->role == DEID_ROLE_IDENTIFYING
         || deid_kind_is_named (DEID_KIND_PERSON, suggestion->name)
         || deid_kind_is_named (DEID_KIND_RECORD_NUMBER, suggestion->name);
}

static gboolean
is_candidate (const DeidSuggestion *suggestion)
{
  const gboolean is_named_so = is_named (suggestion);

  switch (suggestion->kind)
    {
    case DEID_KIND_NAME:
    case DEID_KIND_ADDRESS:
    case DEID_KIND_FREE_TEXT:
    case DEID_KIND_PHOTOGRAPH:
      return FALSE;
    default:
      return (suggestion->kind == DEID_KIND_UNKNOWN || is_named_so)
             && suggestion->type != DEID_COLUMN_TYPE_DATE
             && suggestion->type != DEID_COLUMN_TYPE_DECIMAL && !suggestion->has_unread_dates
             && suggestion->n_values >= (is_named_so ? LEAST_NAMED : FEW_NUMBERS + 1)
             && suggestion->n_values < suggestion->n_valued;
    }
}

/* Counts how often a column changes within the values of another one, and how often it would by
 * chance. @first has room for a code of each value. */
static void
count_changes (const DeidColumn *candidate, const DeidColumn *other, double separation,
               guint32 *first, double *n_changes, double *n_expected)
{
  const guint64 n_rows = MIN (candidate->codes.n, MAX_ROWS);
  guint64 n_further = 0, n_different = 0;

  for (guint32 code = 0; code < candidate->dictionary.n; code++)
    first[code] = DEID_NO_CODE;
  for (guint64 row = 0; row < n_rows; row++)
    {
      const guint32 code = deid_codes_get (&candidate->codes, row);
      const guint32 value = deid_codes_get (&other->codes, row);

      if (code == candidate->dictionary.missing || value == other->dictionary.missing)
        continue;
      if (first[code] == DEID_NO_CODE)
        {
          first[code] = value;
          continue;
        }
      n_further++;
      n_different += first[code] != value;
      if (n_different > CHANGES_TO_DECIDE
          && (double) n_different > SURE_CHANGES * (double) n_further * separation)
        break;
    }
  *n_changes = (double) n_different;
  *n_expected = (double) n_further * separation;
}

static void
take_constant (Behaviour *behaviour, const DeidSuggestion *other)
{
  const gboolean is_birth = other->kind == DEID_KIND_BIRTH_DATE;

  if (behaviour->n_constant < N_SHOWN)
    behaviour->shown[behaviour->n_constant] = other;
  behaviour->n_constant++;
  behaviour->has_person |= is_birth || other->kind == DEID_KIND_SEX || other->kind == DEID_KIND_NAME
                           || other->kind == DEID_KIND_ORIGIN || other->kind == DEID_KIND_AGE;
  behaviour->has_sex |= other->kind == DEID_KIND_SEX
                        || (other->kind == DEID_KIND_UNKNOWN && other->n_values <= MAX_SEXES);
  behaviour->has_birth |= is_birth || other->kind == DEID_KIND_DATE;
}

static gboolean
find_behaviour (const DeidSuggestions *suggestions, guint c, const DeidDataset *dataset,
                Behaviour *behaviour, const DeidStop *stop, GError **error)
{
  const DeidColumn *column = deid_dataset_get_column (dataset, suggestions->columns[c].column);
  g_autofree guint32 *first = deid_alloc (column->dictionary.n, sizeof *first, error);

  *behaviour = (Behaviour){ 0 };
  for (guint o = 0; first != NULL && o < suggestions->n_columns; o++)
    {
      const DeidSuggestion *other = &suggestions->columns[o];
      double n_changes, n_expected;

      if (!deid_stop_check (stop, error))
        return FALSE;
      if (o == c || other->n_values < 2 || other->n_values > suggestions->columns[c].n_values)
        continue;
      count_changes (column, deid_dataset_get_column (dataset, other->column), other->separation,
                     first, &n_changes, &n_expected);
      if (n_expected < LEAST_EXPECTED)
        continue;
      if (n_changes <= MAX_CHANGES * n_expected)
        take_constant (behaviour, other);
      else if (n_changes > SURE_CHANGES * n_expected
               && (other->kind == DEID_KIND_SEX || other->kind == DEID_KIND_BIRTH_DATE))
        behaviour->n_against++;
    }
  return first != NULL;
}

/* Sex or birth stays the same within numbers of persons. Who they are is not said by a name alone,
 * so that others need more. */
static gboolean
marks_persons (const DeidSuggestion *suggestion, const Behaviour *behaviour)
{
  if (behaviour->n_against > 0)
    return FALSE;
  if (is_named (suggestion) && behaviour->has_person)
    return TRUE;
  return behaviour->n_constant >= 2 && behaviour->has_sex
         && (behaviour->has_birth || is_named (suggestion) || behaviour->n_constant > 2);
}

static void
make_entity (DeidSuggestions *suggestions, guint c)
{
  DeidSuggestion *suggestion = &suggestions->columns[c];

  suggestions->entity_column = c;
  suggestion->role = DEID_ROLE_ENTITY;
  g_clear_pointer (&suggestion->rule, g_free);
  g_clear_pointer (&suggestion->other_rule, g_free);
}

static void
say_behaviour (DeidSuggestion *suggestion, const Behaviour *behaviour)
{
  g_autoptr (GString) names = g_string_new (NULL);
  const guint n_shown = MIN (behaviour->n_constant, N_SHOWN);
  const guint n_more = behaviour->n_constant - n_shown;

  for (guint i = 0; i < n_shown; i++)
    g_string_append_printf (names, "%s%s",
                            i == 0                            ? ""
                            : i + 1 == n_shown && n_more == 0 ? " and "
                                                              : ", ",
                            behaviour->shown[i]->shown);
  if (n_more > 0)
    g_string_append_printf (names, " and %u more", n_more);
  deid_suggestion_say (suggestion,
                       "%" G_GUINT64_FORMAT " records have %u different values, and %s %s the same "
                       "in all records of a value: it seems to mark persons, and k then counts "
                       "persons. If it marks cases or visits, give role=entity to the column that "
                       "marks the person instead.",
                       suggestion->n_valued, suggestion->n_values, names->str,
                       behaviour->n_constant == 1 ? "is" : "are");
}

/* Numbers by which persons are kept on record. */
static gboolean
is_record_number (DeidKind kind)
{
  return kind == DEID_KIND_RECORD_NUMBER || kind == DEID_KIND_SOCIAL_SECURITY
         || kind == DEID_KIND_HEALTH_PLAN;
}

/* Takes the first column that is called a number of persons, or of their records. */
static void
choose_by_name (DeidSuggestions *suggestions, const Behaviour *behaviours, gboolean is_of_persons)
{
  for (guint c = 0; c < suggestions->n_columns && suggestions->entity_column == G_MAXUINT; c++)
    {
      DeidSuggestion *suggestion = &suggestions->columns[c];

      if (suggestion->n_distinct == 0 || behaviours[c].n_against > 0
          || !(is_of_persons ? suggestion->kind == DEID_KIND_PERSON
                             : is_record_number (suggestion->kind)))
        continue;
      make_entity (suggestions, c);
      deid_suggestion_say (
          suggestion,
          "%" G_GUINT64_FORMAT " records have %" G_GUINT64_FORMAT
          " different values: a person may have several records, and k then counts persons.%s",
          suggestion->n_valued, suggestion->n_distinct,
          is_of_persons ? ""
                        : " If a number is one of a case or a visit, give role=entity to the "
                          "column that marks the person instead.");
    }
}

static void
say_repeated (DeidSuggestions *suggestions)
{
  for (guint c = 0; c < suggestions->n_columns; c++)
    {
      DeidSuggestion *suggestion = &suggestions->columns[c];

      if (suggestion->kind == DEID_KIND_HOUSEHOLD && suggestion->n_values < suggestion->n_valued)
        deid_suggestion_say (suggestion,
                             "The persons of a household share it. With role=entity, k counts "
                             "households in place of persons, which is stricter.");
      else if (suggestions->entity_column == G_MAXUINT && suggestion->n_distinct > 0
               && suggestion->role == DEID_ROLE_IDENTIFYING)
        deid_suggestion_say (suggestion,
                             "Its values repeat, %" G_GUINT64_FORMAT " on %" G_GUINT64_FORMAT
                             " records, and no column is the entity: k will count records. If a "
                             "value is a person, role=entity makes k count persons.",
                             suggestion->n_distinct, suggestion->n_valued);
    }
}

/* Tells whether a column is one of those by which persons without a number may be known: names, or
 * without them birth, place and sex; the date of birth goes with both. */
static gboolean
tells_persons (const DeidSuggestion *suggestion, gboolean has_names)
{
  switch (suggestion->kind)
    {
    case DEID_KIND_NAME:
      return TRUE;
    case DEID_KIND_BIRTH_DATE:
      return suggestion->type == DEID_COLUMN_TYPE_DATE || suggestion->has_unread_dates;
    case DEID_KIND_SMALL_PLACE:
    case DEID_KIND_SEX:
      return !has_names;
    default:
      return FALSE;
    }
}

/* Returns: how many combinations of some columns there are. */
static guint64
suggest_entity_count_combinations (const DeidDataset *dataset, const GArray *columns)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint64 row = 0; row < MIN (deid_dataset_get_n_rows (dataset), MAX_ROWS); row++)
    {
      GString *codes = g_string_new (NULL);

      for (guint i = 0; i < columns->len; i++)
        g_string_append_printf (
            codes, "%x ",
            deid_codes_get (
                &deid_dataset_get_column (dataset, g_array_index (columns, guint, i))->codes, row));
      g_hash_table_add (seen, g_string_free (codes, FALSE));
    }
  return g_hash_table_size (seen);
}

/* Where no column marks persons, says that names, or birth and place, repeat: rows may be visits.
 */
static void
say_combinations (DeidSuggestions *suggestions, const DeidDataset *dataset)
{
  const guint64 n_rows = MIN (suggestions->n_rows, MAX_ROWS);
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GString) names = g_string_new (NULL);
  gboolean has_names = FALSE, has_birth = FALSE;
  DeidSuggestion *first = NULL;
  guint64 n;

  for (guint c = 0; c < suggestions->n_columns; c++)
    has_names |= suggestions->columns[c].kind == DEID_KIND_NAME;
  for (guint c = 0; c < suggestions->n_columns; c++)
    {
      DeidSuggestion *suggestion = &suggestions->columns[c];

      if (suggestion->n_distinct > 0 && suggestion->role == DEID_ROLE_IDENTIFYING)
        return; /* that its values repeat was said */
      if (!tells_persons (suggestion, has_names))
        continue;
      has_birth |= suggestion->kind == DEID_KIND_BIRTH_DATE;
      first = first != NULL ? first : suggestion;
      g_string_append_printf (names, "%s%s", columns->len > 0 ? ";" : "", suggestion->shown);
      g_array_append_val (columns, suggestion->column);
    }
  if (first == NULL || (!has_names && (!has_birth || columns->len < 2)))
    return;
  n = suggest_entity_count_combinations (dataset, columns);
  if (n * ROWS_PER_REPEAT > n_rows * (ROWS_PER_REPEAT - 1) || n <= FEW_NUMBERS)
    return;
  if (columns->len == 1)
    deid_suggestion_say (first,
                         "%" G_GUINT64_FORMAT " rows have %" G_GUINT64_FORMAT
                         " different values, and no column numbers persons: rows may be visits, "
                         "and k will count rows. If each value is a person, role=entity makes k "
                         "count persons.",
                         n_rows, n);
  else
    deid_suggestion_say (first,
                         "%" G_GUINT64_FORMAT " rows have %" G_GUINT64_FORMAT
                         " different combinations of %s, and no column numbers persons: rows may "
                         "be visits, and k will count rows. If each combination is a person, add "
                         "a section for a new column, and k counts persons: role=entity, "
                         "joint=%s.",
                         n_rows, n, names->str, names->str);
}

/* A person has one survey weight: those of a panel change with the year, and are not released. */
static gboolean
check_survey_weight (DeidSuggestions *suggestions, const DeidDataset *dataset, GError **error)
{
  const guint entity = suggestions->entity_column;
  DeidSuggestion *survey = suggestions->survey_column != G_MAXUINT && entity != G_MAXUINT
                               ? &suggestions->columns[suggestions->survey_column]
                               : NULL;
  g_autofree guint32 *first = NULL;
  const DeidColumn *persons;
  double n_changes, n_expected;

  if (survey == NULL)
    return TRUE;
  persons = deid_dataset_get_column (dataset, suggestions->columns[entity].column);
  first = deid_alloc (persons->dictionary.n, sizeof *first, error);
  if (first == NULL)
    return FALSE;
  count_changes (persons, deid_dataset_get_column (dataset, survey->column), 1, first, &n_changes,
                 &n_expected);
  if (n_changes == 0)
    return TRUE;
  survey->role = DEID_ROLE_IDENTIFYING;
  deid_suggestion_say (survey,
                       "A person has several weights. Keep the rows of one wave by keep=, and "
                       "it can have role=survey-weight.");
  return TRUE;
}

/* Tells whether no two rows are alike in all columns but one. */
static gboolean
are_rows_different (const DeidDataset *dataset, guint but)
{
  g_autoptr (GHashTable) rows = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const guint64 n_rows = MIN (deid_dataset_get_n_rows (dataset), MAX_ROWS);
  gboolean differ = TRUE;

  for (guint64 row = 0; differ && row < n_rows; row++)
    {
      GString *codes = g_string_new (NULL);

      for (guint c = 0; c < deid_dataset_get_n_columns (dataset); c++)
        if (c != but)
          g_string_append_printf (
              codes, "%x ", deid_codes_get (&deid_dataset_get_column (dataset, c)->codes, row));
      differ = g_hash_table_add (rows, g_string_free (codes, FALSE));
    }
  return differ;
}

/* In a table of groups, whose rows name nobody and all differ, counts are weights. */
static void
suggest_weight (DeidSuggestions *suggestions, const DeidDataset *dataset)
{
  DeidSuggestion *count = NULL;
  gboolean is_of_groups = suggestions->n_columns > 1, has_zeros;

  for (guint c = 0; c < suggestions->n_columns; c++)
    if (suggestions->columns[c].kind == DEID_KIND_COUNT && count == NULL)
      count = &suggestions->columns[c];
    else
      is_of_groups &= suggestions->columns[c].role != DEID_ROLE_IDENTIFYING
                      && suggestions->columns[c].role != DEID_ROLE_ENTITY
                      && 2 * (guint64) suggestions->columns[c].n_values <= suggestions->n_rows;
  if (count == NULL || !is_of_groups || !are_rows_different (dataset, count->column))
    return;
  count->role = DEID_ROLE_WEIGHT;
  g_clear_pointer (&count->rule, g_free);
  deid_suggestion_say (count,
                       "The rows differ in the other columns and name nobody: it seems to be "
                       "the number of records that a row stands for, which k then counts.");
  has_zeros
      = deid_dictionary_find (&deid_dataset_get_column (dataset, count->column)->dictionary, "0", 1)
        != DEID_NO_CODE;
  if (has_zeros)
    deid_suggestions_drop (suggestions, count->name, "= \"0\"");
  if (count->n_valued < suggestions->n_rows)
    deid_suggestions_drop (suggestions, count->name, "is missing");
  if (has_zeros || count->n_valued < suggestions->n_rows)
    deid_suggestion_say (count, "Rows without a number, or of 0 records, are left out by drop=.");
}

gboolean
deid_suggest_entity (DeidSuggestions *suggestions, const DeidDataset *dataset, const DeidStop *stop,
                     GError **error)
{
  g_autofree Behaviour *behaviours = deid_alloc (suggestions->n_columns, sizeof *behaviours, error);
  guint best = G_MAXUINT;

  if (behaviours == NULL)
    return FALSE;
  for (guint c = 0; c < suggestions->n_columns; c++)
    {
      const DeidSuggestion *suggestion = &suggestions->columns[c];

      if (!is_candidate (suggestion))
        continue;
      if (!find_behaviour (suggestions, c, dataset, &behaviours[c], stop, error))
        return FALSE;
      if (marks_persons (suggestion, &behaviours[c])
          && (best == G_MAXUINT || suggestion->n_values < suggestions->columns[best].n_values))
        best = c;
    }
  if (best != G_MAXUINT)
    {
      make_entity (suggestions, best);
      say_behaviour (&suggestions->columns[best], &behaviours[best]);
    }
  choose_by_name (suggestions, behaviours, TRUE);
  choose_by_name (suggestions, behaviours, FALSE);
  say_repeated (suggestions);
  if (suggestions->entity_column == G_MAXUINT)
    say_combinations (suggestions, dataset);
  suggest_weight (suggestions, dataset);
  return check_survey_weight (suggestions, dataset, error);
}
