/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which columns of a table are identifiers of the 18 kinds. A name alone is not believed where the
 * values cannot be what it says: this is read as a finding, not as a hint. */
#include <string.h>

#include "suggestion/suggestions-private.h"

/* 45 CFR 164.514(b)(2)(i)(C): ages over 89 are identifiers, others are not. */
#define FIRST_OLD_AGE 90

/* With fewer records distinct values are no wonder. */
#define MIN_RECORDS 20

/* A kind is believed if its values have at least one of the facts in @some and none of those in
 * @none. The first row with the kind decides. */
static const struct
{
  guint64 kinds, some, none;
} believed[] = {
  { DEID_KIND_BIT (AGE), DEID_FACT_NUMBER, DEID_FACT_DATE },
  { DEID_KIND_BIT (BIRTH_DATE), DEID_FACT_DATE | DEID_FACT_YEARS, 0 },
  { DEID_KIND_BIT (NAME) | DEID_KIND_BIT (FREE_TEXT), DEID_FACT_TEXT, DEID_FACT_DATE },
  { DEID_KIND_BIT (ADDRESS) | DEID_KIND_BIT (POSTAL_CODE) | DEID_KIND_BIT (SMALL_PLACE),
    G_MAXUINT64, 0 },
  { DEID_KIND_BIT (DATE), DEID_FACT_DATE, 0 },
  { G_MAXUINT64, G_MAXUINT64, DEID_FACT_DECIMAL | DEID_FACT_DATE | DEID_FACT_FEW },
};

static gboolean
is_believed (const DeidSuggestion *suggestion, const DeidColumnFigures *figures, DeidKind kind)
{
  gsize row = 0;

  while ((believed[row].kinds >> kind & 1) == 0)
    row++;
  return (suggestion->facts & believed[row].some) != 0
         && (suggestion->facts & believed[row].none) == 0
         && (kind != DEID_KIND_AGE || figures->greatest >= FIRST_OLD_AGE);
}

/* A unique number has as many digits in each record, or counts them. */
static gboolean
is_unique_number (const DeidSuggestion *suggestion, const DeidColumnFigures *figures)
{
  const guint64 facts = suggestion->facts;

  return figures->n_distinct >= MIN_RECORDS && (facts & DEID_FACT_ONCE) != 0
         && (facts & DEID_FACT_DATE) == 0
         && ((facts & (DEID_FACT_TEXT | DEID_FACT_COUNTED)) != 0
             || ((facts & DEID_FACT_INTEGER) != 0
                 && figures->patterns.shortest == figures->patterns.longest));
}

/* A month or the like, which is less than a year and has none. */
static gboolean
is_part_of_date (const DeidSuggestion *suggestion, const DeidColumnFigures *figures)
{
  static const char *const words[]
      = { "month", "quarter", "week", "monat", "quartal", "woche", "mois", "mes", NULL };
  DeidNameWords name;
  gboolean is_part = FALSE;

  deid_name_words_init (&name, suggestion->name);
  for (guint i = 0; name.words[i] != NULL; i++)
    is_part |= g_strv_contains (words, name.words[i]);
  deid_name_words_clear (&name);
  return is_part && suggestion->type == DEID_COLUMN_TYPE_INTEGER && figures->least >= 0
         && figures->greatest <= 53;
}

static gboolean
is_year (const DeidSuggestion *suggestion)
{
  return suggestion->kind == DEID_KIND_BIRTH_DATE && (suggestion->facts & DEID_FACT_YEARS) != 0;
}

/* Evidence is shown only for identifiers. */
static void
say_finding (DeidSuggestion *suggestion, const DeidColumnFigures *figures)
{
  if (suggestion->kind == DEID_KIND_UNKNOWN)
    g_ptr_array_set_size (suggestion->evidence, 0);
  if (suggestion->kind == DEID_KIND_AGE)
    deid_suggestion_say (suggestion, "There are ages over 89.");
  if (is_year (suggestion))
    deid_suggestion_say (suggestion, "They are years; those of people over 89 are identifiers.");
  if (suggestion->is_part)
    deid_suggestion_say (suggestion, "They are parts of dates, less than a year.");
  if (suggestion->kind == DEID_KIND_IDENTIFIER && is_unique_number (suggestion, figures))
    deid_suggestion_say (suggestion, "Each of %u values is there once.", figures->n_distinct);
}

/* The format that was stated goes before the one that values show. */
static void
set_format (DeidSuggestion *suggestion, const DeidColumnFigures *figures)
{
  const char *format = figures->column->format;

  if (format == NULL && is_year (suggestion))
    format = "YYYY";
  if (format != NULL)
    {
      g_free (suggestion->format);
      suggestion->format = g_strdup (format);
    }
}

void
deid_suggest_identifier (DeidSuggestion *suggestion, const DeidColumnFigures *figures)
{
  DeidKind kind;
  gboolean is_open;

  g_ptr_array_set_size (suggestion->evidence, 0);
  deid_suggest_kind (suggestion, figures);
  kind = suggestion->kind;
  is_open = kind != DEID_KIND_AGE;
  if (deid_kinds[kind].identifier != NULL && !is_believed (suggestion, figures, kind))
    kind = DEID_KIND_UNKNOWN;
  is_open &= kind == DEID_KIND_UNKNOWN;
  suggestion->is_part = is_open && is_part_of_date (suggestion, figures);
  if (suggestion->is_part)
    kind = DEID_KIND_DATE;
  else if (is_open && is_unique_number (suggestion, figures))
    kind = DEID_KIND_IDENTIFIER;
  suggestion->kind = deid_kinds[kind].identifier != NULL ? kind : DEID_KIND_UNKNOWN;
  say_finding (suggestion, figures);
  set_format (suggestion, figures);
}

guint
deid_identifiers_count (const DeidSuggestions *identifiers)
{
  guint n = 0;

  for (guint c = 0; c < identifiers->n_columns; c++)
    n += identifiers->columns[c].kind != DEID_KIND_UNKNOWN;
  return n;
}

/* The report. */

static void
identifiers_fill_column (const DeidSuggestion *column, DeidFigures *figures)
{
  deid_figures_begin_group (figures, NULL);
  deid_figures_add_text (figures, "column", column->name);
  deid_figures_add_text (figures, "letter", deid_kinds[column->kind].hipaa);
  deid_figures_add_text (figures, "kind", deid_kinds[column->kind].identifier);
  deid_figures_begin_table (figures, "evidence");
  for (guint i = 0; i < column->evidence->len; i++)
    deid_figures_add_text (figures, NULL, g_ptr_array_index (column->evidence, i));
  deid_figures_end (figures);
  deid_figures_end (figures);
}

void
deid_identifiers_fill (const DeidSuggestions *identifiers, DeidFigures *figures)
{
  deid_figures_add_count (figures, "columns", identifiers->n_columns);
  deid_figures_begin_table (figures, "identifiers");
  for (guint c = 0; c < identifiers->n_columns; c++)
    if (identifiers->columns[c].kind != DEID_KIND_UNKNOWN)
      identifiers_fill_column (&identifiers->columns[c], figures);
  deid_figures_end (figures);
}

static gboolean
identifiers_fill_report (gconstpointer data, DeidAudience audience, DeidFigures *figures,
                         G_GNUC_UNUSED const DeidStop *stop, GError **error)
{
  deid_identifiers_fill (data, figures);
  return TRUE;
}

static const DeidFigure identifiers_catalogue[] = {
  AUDIENCE_FIGURE,
  FIGURE (COUNT, "columns", "columns", "How many columns were looked at: all but joint ones."),
  FIGURE (TEXT, "identifiers[].column", "", "The name of a column that is an identifier."),
  FIGURE (TEXT, "identifiers[].letter", "",
          "The letter of its kind in 45 CFR 164.514(b)(2)(i); undefined for free texts, which the "
          "rule does not list."),
  FIGURE (TEXT, "identifiers[].kind", "",
          "The kind of identifier, by the names of `deid_report_new_identifiers()`."),
  FIGURE (TEXT, "identifiers[].evidence[]", "",
          "A sentence that says why the column is an identifier. It counts records and shows no "
          "value."),
};

static const DeidReportKind identifiers_kind = {
  .name = "identifiers",
  .title = "Identifiers: columns of the kinds that HIPAA lists",
  .catalogue = identifiers_catalogue,
  .n_figures = G_N_ELEMENTS (identifiers_catalogue),
  .fill = identifiers_fill_report,
  .free = (GDestroyNotify) deid_suggestions_free,
};

DeidReport *
deid_report_new_identifiers (const DeidDataset *dataset, GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);

  g_return_val_if_fail (dataset != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  return deid_report_new (
      &identifiers_kind,
      deid_suggestions_make (dataset, DEID_LOOK_FOR_IDENTIFIERS, FALSE, stop, error), stop, error);
}
