/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which columns of a table are identifiers of the 18 kinds. A name alone is not believed where the
 * values cannot be what it says: this is read as a finding, not as a hint. */
#include <string.h>

#include "base/long-text.h"
#include "base/memory.h"
#include "suggestion/evidence.h"
#include "suggestion/identifiers-private.h"
#include "suggestion/column-kinds.h"
#include "table/dataset-view.h"

/* 45 CFR 164.514(b)(2)(i)(C): ages over 89 are identifiers, others are not. */
#define FIRST_OLD_AGE 90

/* With fewer records distinct values are no wonder. */
#define MIN_RECORDS 20

static void
column_clear (DeidIdentifierColumn *column)
{
  g_free (column->name);
  g_free (column->shown);
  g_free (column->format);
  g_clear_pointer (&column->evidence, g_ptr_array_unref);
}

void
deid_identifiers_free (DeidIdentifiers *identifiers)
{
  for (guint c = 0; c < identifiers->n_columns; c++)
    column_clear (&identifiers->columns[c]);
  g_free (identifiers->columns);
  g_free (identifiers);
}

/* What values have to be, of some facts and of none of others, for kinds to be believed. The first
 * row of a kind decides. */
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

static void
say_finding (DeidIdentifierColumn *column, DeidSuggestion *suggestion,
             const DeidColumnFigures *figures)
{
  if (column->kind == DEID_KIND_AGE)
    deid_suggestion_say (suggestion, "There are ages over 89.");
  if (column->is_year)
    deid_suggestion_say (suggestion, "They are years; those of people over 89 are identifiers.");
  if (column->is_part)
    deid_suggestion_say (suggestion, "They are parts of dates, less than a year.");
  if (column->kind == DEID_KIND_IDENTIFIER && is_unique_number (suggestion, figures))
    deid_suggestion_say (suggestion, "Each of %u values is there once.", figures->n_distinct);
}

static void
identifiers_find (DeidIdentifierColumn *column, DeidSuggestion *suggestion,
                  const DeidColumnFigures *figures)
{
  DeidKind kind = deid_suggest_kind (suggestion, figures);
  const gboolean is_age = kind == DEID_KIND_AGE;

  if (deid_kind_get_identifier (kind) != NULL && !is_believed (suggestion, figures, kind))
    kind = DEID_KIND_UNKNOWN;
  if (is_age)
    column->kind = kind;
  else if (kind == DEID_KIND_UNKNOWN && is_part_of_date (suggestion, figures))
    {
      column->is_part = TRUE;
      kind = DEID_KIND_DATE;
    }
  else if (kind == DEID_KIND_UNKNOWN && is_unique_number (suggestion, figures))
    kind = DEID_KIND_IDENTIFIER;
  column->is_year = kind == DEID_KIND_BIRTH_DATE && deid_suggestion_is_years (suggestion, figures);
  column->kind = deid_kind_get_identifier (kind) != NULL ? kind : DEID_KIND_UNKNOWN;
  if (column->kind == DEID_KIND_UNKNOWN)
    g_ptr_array_set_size (suggestion->evidence, 0);
  say_finding (column, suggestion, figures);
}

/* What suggestions know of the type, of which kinds are told. */
static void
set_type (DeidSuggestion *suggestion, const DeidIdentifierColumn *column,
          const DeidColumnFigures *figures)
{
  const DeidColumnInference *inference = figures->inference;

  suggestion->name = column->name;
  suggestion->type = figures->inference->type;
  suggestion->evidence = column->evidence;
  suggestion->has_unread_dates
      = inference->n_formats > 1 || inference->short_format != NULL || inference->n_mixed[1] > 0;
  if (inference->n_formats > 1)
    suggestion->type = DEID_COLUMN_TYPE_TEXT;
}

/* The format that was stated goes before the one that values show. */
static void
set_format (DeidIdentifierColumn *column, const DeidColumnFigures *figures)
{
  const guint n_formats = figures->inference->n_formats;

  if (figures->column->format != NULL)
    column->format = g_strdup (figures->column->format);
  else if (column->is_year)
    column->format = g_strdup ("YYYY");
  else if (n_formats == 1)
    column->format = g_strdup (figures->inference->formats[0]);
}

static gboolean
identifiers_look_at (DeidIdentifierColumn *column, const DeidDataset *dataset, guint number,
                     const DeidStop *stop, GError **error)
{
  DeidColumnFigures figures;
  const gboolean success = deid_column_figures_init (&figures, dataset, number, stop, error);

  if (success)
    {
      DeidSuggestion suggestion = { 0 };

      column->name = g_strdup (figures.column->name);
      column->shown = g_strdup (deid_column_show (figures.column));
      column->evidence = g_ptr_array_new_with_free_func (g_free);
      set_type (&suggestion, column, &figures);
      identifiers_find (column, &suggestion, &figures);
      set_format (column, &figures);
    }
  deid_column_figures_clear (&figures);
  return success;
}

DeidIdentifiers *
deid_identifiers_make (const DeidDataset *dataset, const DeidStop *stop, GError **error)
{
  g_autoptr (DeidIdentifiers) identifiers = g_new0 (DeidIdentifiers, 1);
  const guint n_columns = deid_dataset_get_n_columns (dataset);

  identifiers->columns = deid_alloc (n_columns, sizeof *identifiers->columns, error);
  if (identifiers->columns == NULL)
    return NULL;
  for (guint column = 0; column < n_columns; column++)
    if (deid_dataset_get_column (dataset, column)->n_joined == 0
        && !identifiers_look_at (&identifiers->columns[identifiers->n_columns++], dataset, column,
                                 stop, error))
      return NULL;
  return g_steal_pointer (&identifiers);
}

guint
deid_identifiers_count (const DeidIdentifiers *identifiers)
{
  guint n = 0;

  for (guint c = 0; c < identifiers->n_columns; c++)
    n += identifiers->columns[c].kind != DEID_KIND_UNKNOWN;
  return n;
}

/* The report. */

static void
identifiers_fill_column (const DeidIdentifierColumn *column, DeidFigures *figures)
{
  deid_figures_begin_group (figures, NULL);
  deid_figures_add_text (figures, "column", column->name);
  deid_figures_add_text (figures, "letter", deid_kind_get_hipaa (column->kind));
  deid_figures_add_text (figures, "kind", deid_kind_get_identifier (column->kind));
  deid_figures_begin_table (figures, "evidence");
  for (guint i = 0; i < column->evidence->len; i++)
    deid_figures_add_text (figures, NULL, g_ptr_array_index (column->evidence, i));
  deid_figures_end (figures);
  deid_figures_end (figures);
}

void
deid_identifiers_fill (const DeidIdentifiers *identifiers, DeidFigures *figures)
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
  .free = (GDestroyNotify) deid_identifiers_free,
};

DeidReport *
deid_report_new_identifiers (const DeidDataset *dataset, GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);

  g_return_val_if_fail (dataset != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  return deid_report_new (&identifiers_kind, deid_identifiers_make (dataset, stop, error), stop,
                          error);
}
