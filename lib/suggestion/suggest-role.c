/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which role suits a column. */
#include "suggestion/suggestions-private.h"
#include "table/dataset-view.h"

/* Texts of which hardly any is there twice are names of something. */
#define NEARLY_ALL 0.8

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
  return DEID_ROLE_QUASI_IDENTIFYING;
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
deid_suggest_role (DeidSuggestions *suggestions, guint column, const DeidColumnFigures *figures,
                   DeidKind kind)
{
  DeidSuggestion *suggestion = &suggestions->columns[column];
  const gboolean is_constant = figures->n_distinct + (figures->n_missing > 0 ? 1 : 0) <= 1;

  suggestion->kind = kind;
  suggestion->role = deid_kind_get_role (kind);
  suggestion->n_values = figures->n_distinct;
  suggestion->separation = figures->separation;
  suggestion->n_valued = figures->n_records - figures->n_missing;
  if (deid_kind_may_mark_persons (kind, figures->n_distinct, suggestion->n_valued)
      && suggestion->type != DEID_COLUMN_TYPE_DATE && suggestion->type != DEID_COLUMN_TYPE_DECIMAL
      && !suggestion->has_unread_dates)
    suggestion->n_distinct = figures->n_distinct;
  say_distinct (suggestion, figures);
  if (is_constant && suggestion->role == DEID_ROLE_QUASI_IDENTIFYING)
    {
      deid_suggestion_say (suggestion, "All records are alike in it.");
      suggestion->role = DEID_ROLE_INSENSITIVE;
    }
  else if (kind == DEID_KIND_UNKNOWN)
    suggestion->role = choose_unknown (suggestion, figures);
  else if (suggestion->role == DEID_ROLE_SURVEY_WEIGHT)
    suggestion->role = choose_survey_weight (suggestions, column, figures);
  if (suggestion->role == DEID_ROLE_SENSITIVE)
    deid_suggestion_say (suggestion,
                         "A candidate for a sensitive attribute: it is released as it is, also if "
                         "no privacy model protects it.");
}
