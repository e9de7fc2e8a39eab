/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which column marks persons: what stays the same in all records of its values says it, or its
 * name. */
#include <math.h>

#include "base/long-text.h"
#include "base/memory.h"
#include "suggestion/suggestions-private.h"
#include "table/dataset-view.h"
#include "table/row-filter.h"

/* Rows that are looked at, and those for each pair of columns. */
#define MAX_ROWS      200000
#define MAX_PAIR_ROWS 20000

/* A column is constant if it would change this often by chance, and does in a twentieth of it; it
 * changes if it does in a third. */
#define LEAST_EXPECTED    5
#define MAX_CHANGES       0.05
#define SURE_CHANGES      0.33
#define CHANGES_TO_DECIDE 64

/* Ages stay nearly the same if they differ by a fifth of what chance makes of them. */
#define NEAR 0.2
#define FAR  0.5

/* A column of ages has no more values. */
#define MAX_AGES 1000

/* A column with more values is no sex, or the like. */
#define MAX_VALUES_OF_SEX 4
#define FEW_NUMBERS       20
#define LEAST_MARKS       5

/* Evidence that is enough for persons; two columns together have to show more. */
#define ENOUGH          6
#define ENOUGH_OF_PAIRS 9

/* The combinations of two columns, and the values of the one that numbers persons in the other. */
#define MAX_COMBINATIONS 1000000
#define MAX_OF_GROUP     1000

#define N_SHOWN          3

/* Combinations of names repeat if one row in so many has one that another has, too. */
#define ROWS_PER_REPEAT 5

/* Values of a column, or combinations of those of two. */
typedef struct
{
  const DeidColumn *first;
  const DeidColumn *second; /* or NULL */
  guint64 n_rows;
} PersonMarks;

/* What stays the same within them. */
typedef struct
{
  guint64 facts;
  guint n_constant;
  const DeidSuggestion *shown[N_SHOWN];
} Behaviour;

static guint64
marks_count_codes (const PersonMarks *marks)
{
  return marks->first->dictionary.n
         * (marks->second != NULL ? (guint64) marks->second->dictionary.n : 1);
}

/* Returns: a number of the mark of a row, or G_MAXUINT64 if there is none. */
static guint64
marks_get (const PersonMarks *marks, guint64 row)
{
  const guint32 code = deid_codes_get (&marks->first->codes, row);
  guint32 further;

  if (code == marks->first->dictionary.missing)
    return G_MAXUINT64;
  if (marks->second == NULL)
    return code;
  further = deid_codes_get (&marks->second->codes, row);
  return further != marks->second->dictionary.missing
             ? code * (guint64) marks->second->dictionary.n + further
             : G_MAXUINT64;
}

/* Counts how often a column changes within marks, and how often it would by chance. @first has room
 * for a code of each mark. */
static void
count_changes (const PersonMarks *marks, const DeidColumn *other, double separation, guint32 *first,
               double *n_changes, double *n_expected)
{
  const guint64 n_codes = marks_count_codes (marks);
  guint64 n_further = 0, n_different = 0;

  for (guint64 code = 0; code < n_codes; code++)
    first[code] = DEID_NO_CODE;
  for (guint64 row = 0; row < marks->n_rows; row++)
    {
      const guint64 mark = marks_get (marks, row);
      const guint32 value = deid_codes_get (&other->codes, row);

      if (mark == G_MAXUINT64 || value == other->dictionary.missing)
        continue;
      if (first[mark] == DEID_NO_CODE)
        {
          first[mark] = value;
          continue;
        }
      n_further++;
      n_different += first[mark] != value;
      if (n_different > CHANGES_TO_DECIDE
          && (double) n_different > SURE_CHANGES * (double) n_further * separation)
        break;
    }
  *n_changes = (double) n_different;
  *n_expected = (double) n_further * separation;
}

static double
persons_read_age (const DeidColumn *ages, guint32 code)
{
  const char *text = deid_dictionary_get (&ages->dictionary, code);

  return text != NULL && g_ascii_isdigit (text[0]) ? g_ascii_strtod (text, NULL) : (double) NAN;
}

/* Returns: how far ages lie apart within marks, as a share of what they do between rows that lie
 * half the table apart. @first has the code of each mark's first age. */
static double
measure_ages (const PersonMarks *marks, const DeidColumn *ages, const guint32 *first)
{
  double numbers[MAX_AGES], own = 0, others = 0;

  if (ages->dictionary.n > MAX_AGES)
    return FAR;
  for (guint32 code = 0; code < ages->dictionary.n; code++)
    numbers[code] = persons_read_age (ages, code);
  for (guint64 row = 0; row < marks->n_rows; row++)
    {
      const guint64 mark = marks_get (marks, row), half = (row + marks->n_rows / 2) % marks->n_rows;
      const guint32 code = mark != G_MAXUINT64 ? first[mark] : DEID_NO_CODE;
      const double age = numbers[deid_codes_get (&ages->codes, row)];
      const double other = numbers[deid_codes_get (&ages->codes, half)];

      if (code == DEID_NO_CODE || isnan (age) || isnan (other) || isnan (numbers[code]))
        continue;
      own += fabs (age - numbers[code]);
      others += fabs (age - other);
    }
  return others > 0 ? own / others : FAR;
}

/* What it says that a column of a kind stays the same, or changes. */
static const struct
{
  DeidKind kind;
  guint64 same, changed;
} behaving_kinds[] = {
  { DEID_KIND_SEX, DEID_FACT_SAME_SEX, DEID_FACT_CHANGED_SEX },
  { DEID_KIND_BIRTH_DATE, DEID_FACT_SAME_BIRTH, DEID_FACT_CHANGED_BIRTH },
  { DEID_KIND_NAME, DEID_FACT_SAME_NAME, DEID_FACT_CHANGED_NAME },
  { DEID_KIND_AGE, DEID_FACT_SAME_AGE, DEID_FACT_CHANGED_AGE },
  { DEID_KIND_ORIGIN, DEID_FACT_SAME_ORIGIN, 0 },
  { DEID_KIND_DATE, DEID_FACT_SAME_DATE, 0 },
};

static void
take_fact (Behaviour *behaviour, const DeidSuggestion *other, gboolean is_same)
{
  for (gsize i = 0; i < G_N_ELEMENTS (behaving_kinds); i++)
    if (behaving_kinds[i].kind == other->kind)
      behaviour->facts |= is_same ? behaving_kinds[i].same : behaving_kinds[i].changed;
  if (!is_same)
    return;
  if (other->kind == DEID_KIND_UNKNOWN && other->n_values <= MAX_VALUES_OF_SEX)
    behaviour->facts |= DEID_FACT_SAME_HALVES;
  if (behaviour->n_constant < N_SHOWN)
    behaviour->shown[behaviour->n_constant] = other;
  if (++behaviour->n_constant >= N_SHOWN)
    behaviour->facts |= DEID_FACT_SAME_OTHERS;
}

static gboolean
find_behaviour (const DeidSuggestions *suggestions, const PersonMarks *marks,
                const DeidDataset *dataset, Behaviour *behaviour, const DeidStop *stop,
                GError **error)
{
  g_autofree guint32 *first = deid_alloc (marks_count_codes (marks), sizeof *first, error);

  for (guint o = 0; first != NULL && o < suggestions->n_columns; o++)
    {
      const DeidSuggestion *other = &suggestions->columns[o];
      const DeidColumn *column = deid_dataset_get_column (dataset, other->column);
      double n_changes, n_expected;

      if (!deid_stop_check (stop, error))
        return FALSE;
      if (column == marks->first || column == marks->second || other->n_values < 2)
        continue;
      count_changes (marks, column, other->separation, first, &n_changes, &n_expected);
      if (n_expected < LEAST_EXPECTED)
        continue;
      if (n_changes <= MAX_CHANGES * n_expected)
        take_fact (behaviour, other, TRUE);
      else if (other->kind == DEID_KIND_AGE && other->type == DEID_COLUMN_TYPE_INTEGER)
        {
          const double distance = measure_ages (marks, column, first);

          if (distance <= NEAR)
            behaviour->facts |= DEID_FACT_SAME_AGE;
          else if (distance > FAR)
            take_fact (behaviour, other, FALSE);
        }
      else if (n_changes > SURE_CHANGES * n_expected)
        take_fact (behaviour, other, FALSE);
    }
  return first != NULL;
}

/* Returns: (transfer full): what stays the same, as a list with its verb. */
static char *
list_constant (const Behaviour *behaviour)
{
  GString *names = g_string_new (NULL);
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
  g_string_append (names, behaviour->n_constant == 0   ? "the age nearly stays"
                          : behaviour->n_constant == 1 ? " is"
                                                       : " are");
  return g_string_free (names, FALSE);
}

/* Says why a column is the entity: what stays the same, or its name. */
static void
say_entity (DeidSuggestion *suggestion, const Behaviour *behaviour)
{
  g_autofree char *same = list_constant (behaviour);
  const gboolean behaves = (behaviour->facts & DEID_FACTS_SAME) != 0;

  deid_suggestion_say (
      suggestion,
      "%" G_GUINT64_FORMAT " records have %u different values%s%s%s, and k then counts persons.%s",
      suggestion->n_valued, suggestion->n_values, behaves ? ", and " : ": ",
      behaves ? same : "a person may have several records",
      behaves ? " the same in all records of a value: the column seems to mark persons" : "",
      behaves ? " If it marks cases or visits, give role=entity to the column that marks the "
                "person instead."
      : suggestion->kind == DEID_KIND_PERSON
          ? ""
          : " If a number is one of a case or a visit, give role=entity to the column that marks "
            "the person instead.");
}

static int
suggestion_count_evidence (const DeidSuggestion *suggestion, const Behaviour *behaviour)
{
  return deid_evidence_count (DEID_KIND_ENTITY, suggestion->facts | behaviour->facts, NULL);
}

/* Tells whether a column is a better entity: what stays the same goes before a name, fewer values
 * before more, and numbers of persons before others. */
static gboolean
is_better (const DeidSuggestions *suggestions, const Behaviour *behaviours, guint c, guint best)
{
  const DeidSuggestion *suggestion = &suggestions->columns[c];
  const gboolean behaves = (behaviours[c].facts & DEID_FACTS_SAME) != 0;

  if (best == G_MAXUINT)
    return TRUE;
  if (behaves != ((behaviours[best].facts & DEID_FACTS_SAME) != 0))
    return behaves;
  if (behaves)
    return suggestion->n_values < suggestions->columns[best].n_values;
  return suggestion_count_evidence (suggestion, &behaviours[c])
         > suggestion_count_evidence (&suggestions->columns[best], &behaviours[best]);
}

static gboolean
choose_column (DeidSuggestions *suggestions, const DeidDataset *dataset, const DeidStop *stop,
               GError **error)
{
  g_autofree Behaviour *behaviours = deid_alloc (suggestions->n_columns, sizeof *behaviours, error);
  guint best = G_MAXUINT;

  for (guint c = 0; behaviours != NULL && c < suggestions->n_columns; c++)
    {
      DeidSuggestion *suggestion = &suggestions->columns[c];
      const PersonMarks marks = { deid_dataset_get_column (dataset, suggestion->column), NULL,
                                  MIN (suggestions->n_rows, MAX_ROWS) };

      if (suggestion->n_values < 2 || suggestion->n_values >= suggestion->n_valued
          || suggestion->type == DEID_COLUMN_TYPE_DATE
          || (suggestion->facts & DEID_FACT_DECIMAL) != 0)
        continue;
      if (!find_behaviour (suggestions, &marks, dataset, &behaviours[c], stop, error))
        return FALSE;
      suggestion->is_repeated
          = deid_evidence_count (DEID_KIND_REPEATED, suggestion->facts | behaviours[c].facts, NULL)
            >= ENOUGH;
      if (suggestion->n_values >= LEAST_MARKS
          && suggestion_count_evidence (suggestion, &behaviours[c]) >= ENOUGH
          && is_better (suggestions, behaviours, c, best))
        best = c;
    }
  if (best != G_MAXUINT)
    {
      suggestions->entity_column = best;
      suggestions->columns[best].role = DEID_ROLE_ENTITY;
      g_clear_pointer (&suggestions->columns[best].rule, g_free);
      g_clear_pointer (&suggestions->columns[best].other_rule, g_free);
      say_entity (&suggestions->columns[best], &behaviours[best]);
    }
  return behaviours != NULL;
}

/* Pairs: the number of a household, a school or a centre, and that of a person in it. */

#define NUMBERING                                                                                  \
  (DEID_KIND_BIT (HOUSEHOLD) | DEID_KIND_BIT (UNKNOWN) | DEID_KIND_BIT (IDENTIFIER)                \
   | DEID_KIND_BIT (PERSON) | DEID_KIND_BIT (RECORD_NUMBER) | DEID_KIND_BIT (FAMILY))
#define GROUPING                                                                                   \
  (NUMBERING | DEID_KIND_BIT (PLACE) | DEID_KIND_BIT (SMALL_PLACE) | DEID_KIND_BIT (EDUCATION))

static gboolean
is_of_kinds (const DeidSuggestion *suggestion, guint64 kinds)
{
  return (kinds >> suggestion->kind & 1) != 0 && suggestion->n_values > 1
         && suggestion->n_values < suggestion->n_valued
         && (suggestion->facts & (DEID_FACT_DATE | DEID_FACT_DECIMAL)) == 0;
}

static gboolean
may_number_persons (const DeidSuggestion *suggestion)
{
  return is_of_kinds (suggestion, NUMBERING) && suggestion->n_values <= MAX_OF_GROUP
         && (suggestion->facts & (DEID_FACT_DIGITS | DEID_FACT_YEARS)) == DEID_FACT_DIGITS;
}

/* Columns of a pair are not released alone. */
static void
make_part (DeidSuggestion *part)
{
  part->role = DEID_ROLE_IDENTIFYING;
  if (part->rule != NULL)
    part->other_rule = g_steal_pointer (&part->rule);
}

/* Finds out whether two columns together mark persons: @group marks groups, and @person the persons
 * within a group. */
static gboolean
look_at_pair (DeidSuggestions *suggestions, guint group, guint person, const DeidDataset *dataset,
              const DeidStop *stop, GError **error)
{
  DeidSuggestion *groups = &suggestions->columns[group], *persons = &suggestions->columns[person];
  const PersonMarks marks = { deid_dataset_get_column (dataset, groups->column),
                              deid_dataset_get_column (dataset, persons->column),
                              MIN (suggestions->n_rows, MAX_PAIR_ROWS) };
  Behaviour behaviour = { .facts = DEID_FACT_UNNAMED | DEID_FACT_DIGITS };

  if (group == person || !is_of_kinds (groups, GROUPING) || !may_number_persons (persons)
      || marks_count_codes (&marks) > MAX_COMBINATIONS)
    return TRUE;
  if (!find_behaviour (suggestions, &marks, dataset, &behaviour, stop, error))
    return FALSE;
  if ((behaviour.facts & (DEID_FACT_SAME_SEX | DEID_FACT_SAME_BIRTH)) != 0
      && deid_evidence_count (DEID_KIND_ENTITY, behaviour.facts, NULL) >= ENOUGH_OF_PAIRS)
    {
      suggestions->entity_pair[0] = group;
      suggestions->entity_pair[1] = person;
      make_part (groups);
      make_part (persons);
    }
  return TRUE;
}

static gboolean
choose_pair (DeidSuggestions *suggestions, const DeidDataset *dataset, const DeidStop *stop,
             GError **error)
{
  const guint n = suggestions->n_columns;

  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n && suggestions->entity_pair[0] == G_MAXUINT; b++)
      if (!look_at_pair (suggestions, a, b, dataset, stop, error))
        return FALSE;
  return TRUE;
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
      else if (!deid_suggestions_has_entity (suggestions) && suggestion->is_repeated
               && suggestion->role == DEID_ROLE_IDENTIFYING)
        deid_suggestion_say (suggestion,
                             "Its values repeat, %u on %" G_GUINT64_FORMAT
                             " records, and no column is the entity: k will count records. If a "
                             "value is a person, role=entity makes k count persons.",
                             suggestion->n_values, suggestion->n_valued);
    }
}

/* Tells whether a column is one of those by which persons without a number may be known: names, or
 * without them birth, place and sex; the date of birth goes with both. */
static gboolean
tells_persons (const DeidSuggestion *suggestion, gboolean has_names)
{
  const DeidKind kind = suggestion->kind;

  if (kind == DEID_KIND_BIRTH_DATE)
    return suggestion->type == DEID_COLUMN_TYPE_DATE || suggestion->has_unread_dates;
  return has_names ? kind == DEID_KIND_NAME
                   : kind == DEID_KIND_SMALL_PLACE || kind == DEID_KIND_SEX;
}

/* Returns: how many combinations of some columns there are. */
static guint64
count_combinations_of_rows (const DeidDataset *dataset, const GArray *columns)
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

      if (suggestion->is_repeated && suggestion->role == DEID_ROLE_IDENTIFYING)
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
  n = count_combinations_of_rows (dataset, columns);
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
  PersonMarks marks = { .n_rows = MIN (suggestions->n_rows, MAX_ROWS) };
  g_autofree guint32 *first = NULL;
  double n_changes, n_expected;

  if (survey == NULL)
    return TRUE;
  marks.first = deid_dataset_get_column (dataset, suggestions->columns[entity].column);
  first = deid_alloc (marks_count_codes (&marks), sizeof *first, error);
  if (first == NULL)
    return FALSE;
  count_changes (&marks, deid_dataset_get_column (dataset, survey->column), 1, first, &n_changes,
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
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint c = 0; c < deid_dataset_get_n_columns (dataset); c++)
    if (c != but)
      g_array_append_val (columns, c);
  return count_combinations_of_rows (dataset, columns)
         == MIN (deid_dataset_get_n_rows (dataset), MAX_ROWS);
}

/* States that rows are left out whose column is as a test says, such as ` is missing`. */
static void
drop_rows (DeidSuggestions *suggestions, const char *column, const char *test)
{
  GString *condition = g_string_new (NULL);

  deid_condition_add_quoted (condition, column);
  g_string_append (condition, test);
  g_ptr_array_add (suggestions->dropped, g_string_free (condition, FALSE));
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
    drop_rows (suggestions, count->name, " = \"0\"");
  if (count->n_valued < suggestions->n_rows)
    drop_rows (suggestions, count->name, " is missing");
  if (has_zeros || count->n_valued < suggestions->n_rows)
    deid_suggestion_say (count, "Rows without a number, or of 0 records, are left out by drop=.");
}

gboolean
deid_suggest_entity (DeidSuggestions *suggestions, const DeidDataset *dataset, const DeidStop *stop,
                     GError **error)
{
  if (!choose_column (suggestions, dataset, stop, error)
      || (suggestions->entity_column == G_MAXUINT
          && !choose_pair (suggestions, dataset, stop, error)))
    return FALSE;
  say_repeated (suggestions);
  if (!deid_suggestions_has_entity (suggestions))
    say_combinations (suggestions, dataset);
  suggest_weight (suggestions, dataset);
  return check_survey_weight (suggestions, dataset, error);
}
