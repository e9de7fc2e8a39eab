/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which role suits a column. */
#include "suggestion/suggestions-private.h"

/* Texts of which hardly any is there twice are names of something. */
#define NEARLY_ALL 0.8

static gboolean
is_all_distinct (const DeidColumnFigures *figures)
{
  return figures->n_distinct > 1 && figures->n_distinct == figures->n_records - figures->n_missing;
}

static void
say_distinct (DeidSuggestion *suggestion, const DeidColumnFigures *figures)
{
  if (is_all_distinct (figures))
    deid_suggestion_say (suggestion,
                         "All values are distinct: %u in %" G_GUINT64_FORMAT " records.",
                         figures->n_distinct, figures->n_records);
  else
    {
      char separation[G_ASCII_DTOSTR_BUF_SIZE];

      g_ascii_formatd (separation, sizeof separation, "%.1f", 100 * figures->separation);
      deid_suggestion_say (
          suggestion,
          "%u different value%s, which tell%s apart %s %% of the pairs of records; "
          "%" G_GUINT64_FORMAT " %s alone with %s value.",
          figures->n_distinct, figures->n_distinct == 1 ? "" : "s",
          figures->n_distinct == 1 ? "s" : "", separation, figures->n_single,
          figures->n_single == 1 ? "record is" : "records are",
          figures->n_single == 1 ? "its" : "their");
    }
}

/* Of a column whose name and values do not say what it is about. */
static DeidRole
choose_unknown (DeidSuggestion *suggestion, const DeidColumnFigures *figures)
{
  if (is_all_distinct (figures)
      && (suggestion->type == DEID_COLUMN_TYPE_TEXT
          || suggestion->type == DEID_COLUMN_TYPE_INTEGER))
    return DEID_ROLE_IDENTIFYING;
  if (suggestion->type == DEID_COLUMN_TYPE_TEXT && figures->distinction >= NEARLY_ALL
      && figures->n_distinct > 1)
    return DEID_ROLE_IDENTIFYING;
  deid_suggestion_say (
      suggestion, "Nothing says what it is about: a quasi-identifier until somebody knows that "
                  "nobody else can know the values.");
  return DEID_ROLE_QUASI_IDENTIFYING;
}

/* Records of one person have one number. */
static DeidRole
choose_person (DeidSuggestions *suggestions, guint column)
{
  DeidSuggestion *suggestion = &suggestions->columns[column];

  if (suggestion->n_distinct == 0 || suggestions->entity_column != G_MAXUINT)
    return DEID_ROLE_IDENTIFYING;
  suggestions->entity_column = column;
  deid_suggestion_say (suggestion,
                       "Numbers are there again: a person may have several records, and "
                       "k is then to count persons.");
  return DEID_ROLE_ENTITY;
}

/* Numbers by which persons are kept on record. */
static gboolean
is_record_number (DeidKind kind)
{
  return kind == DEID_KIND_RECORD_NUMBER || kind == DEID_KIND_SOCIAL_SECURITY
         || kind == DEID_KIND_HEALTH_PLAN;
}

void
deid_suggest_entity (DeidSuggestions *suggestions)
{
  for (guint c = 0; c < suggestions->n_columns && suggestions->entity_column == G_MAXUINT; c++)
    {
      DeidSuggestion *suggestion = &suggestions->columns[c];

      if (suggestion->n_distinct == 0 || !is_record_number (suggestion->kind))
        continue;
      suggestions->entity_column = c;
      suggestion->role = DEID_ROLE_ENTITY;
      g_clear_pointer (&suggestion->other_rule, g_free);
      deid_suggestion_say (suggestion,
                           "Numbers are there again, %" G_GUINT64_FORMAT " on %" G_GUINT64_FORMAT
                           " records: a person may have several records, and k is then to count "
                           "persons. If a number is one of a case or a visit, give this role to "
                           "the column that marks the person instead.",
                           suggestion->n_distinct, suggestion->n_valued);
    }
  for (guint c = 0; c < suggestions->n_columns && suggestions->entity_column == G_MAXUINT; c++)
    {
      DeidSuggestion *suggestion = &suggestions->columns[c];

      if (suggestion->n_distinct > 0 && suggestion->role == DEID_ROLE_IDENTIFYING)
        deid_suggestion_say (suggestion,
                             "Its values repeat, %" G_GUINT64_FORMAT " on %" G_GUINT64_FORMAT
                             " records, and no column is the entity: k will count records. If a "
                             "value is a person, role=entity makes k count persons.",
                             suggestion->n_distinct, suggestion->n_valued);
    }
}

void
deid_suggest_role (DeidSuggestions *suggestions, guint column, const DeidColumnFigures *figures,
                   DeidKind kind)
{
  DeidSuggestion *suggestion = &suggestions->columns[column];
  const gboolean is_constant = figures->n_distinct + (figures->n_missing > 0 ? 1 : 0) <= 1;

  suggestion->kind = kind;
  suggestion->role = deid_kind_get_role (kind);
  suggestion->n_valued = figures->n_records - figures->n_missing;
  if (deid_kind_may_mark_persons (kind, figures->n_distinct, suggestion->n_valued)
      && suggestion->type != DEID_COLUMN_TYPE_DATE && suggestion->type != DEID_COLUMN_TYPE_DECIMAL
      && suggestion->alternatives == NULL)
    suggestion->n_distinct = figures->n_distinct;
  say_distinct (suggestion, figures);
  if (is_constant && suggestion->role == DEID_ROLE_QUASI_IDENTIFYING)
    {
      deid_suggestion_say (suggestion, "It tells nobody apart.");
      suggestion->role = DEID_ROLE_INSENSITIVE;
    }
  else if (kind == DEID_KIND_UNKNOWN)
    suggestion->role = choose_unknown (suggestion, figures);
  else if (kind == DEID_KIND_PERSON)
    suggestion->role = choose_person (suggestions, column);
  else if (suggestion->role == DEID_ROLE_SURVEY_WEIGHT)
    {
      if (suggestions->survey_column != G_MAXUINT)
        suggestion->role = DEID_ROLE_IDENTIFYING;
      else
        suggestions->survey_column = column;
    }
  if (suggestion->role == DEID_ROLE_SENSITIVE)
    deid_suggestion_say (suggestion,
                         "A candidate for a sensitive attribute: released as it is, also "
                         "where no privacy model names it.");
}
