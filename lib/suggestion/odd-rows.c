/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "suggestion/odd-rows.h"

#include <string.h>

#include "base/memory.h"
#include "table/dataset-view.h"
#include "table/missing-texts.h"

/* So many first rows may be titles, of a table that has some rows. */
#define MAX_TITLES      3
#define LEAST_BODY_ROWS 5

/* One value of a column of amounts in so many may be none. A title may be an amount, such as
 * 10^9/L, in one column for so many where it is none. */
#define VALUES_PER_OTHER 20
#define MISFITS_PER_FIT  3

/* A text is a title if it has several words and is so many times as long as all values below. */
#define SHORTEST_TITLE 12
#define TITLE_FACTOR   2

static const struct
{
  const char *code;
  const char *advice;
} odd_kinds[] = {
  [DEID_ODD_TITLE] = { "title-row", ", and counts as a record: leave it out by drop=, with what it "
                                    "has in this column" },
  [DEID_ODD_TOTAL] = { "total-rows", ", and counts as a record: leave it out by drop=" },
  [DEID_ODD_TOTALS] = { "total-rows", ": leave such rows out by drop=" },
  [DEID_ODD_NOTE] = { "note-row", ": if it is a note, leave it out by drop=" },
  [DEID_ODD_MERGED]
  = { "merged-cells", ", as where a spreadsheet had merged cells: missing-policy=above gives them "
                      "the value above. Without it, rows without the number of a person count as "
                      "persons of their own" },
};

const char *
deid_odd_kind_get_code (DeidOddKind kind)
{
  return odd_kinds[kind].code;
}

const char *
deid_odd_kind_get_advice (DeidOddKind kind)
{
  return odd_kinds[kind].advice;
}

static void
odd_rows_free (gpointer data)
{
  g_free (((DeidOddRows *) data)->text);
  g_free (data);
}

void
deid_odd_rows_add (GPtrArray *list, DeidOddKind kind, guint column, guint64 row, guint64 n_rows,
                   char *text)
{
  DeidOddRows *odd = g_new (DeidOddRows, 1);

  *odd = (DeidOddRows){ kind, column, row, n_rows, text };
  g_ptr_array_add (list, odd);
}

/* Titles. */

/* Tells whether a text looks like a number or a date: signs apart it begins with a digit, and it
 * has no more letters than digits. 10^9/L and 1=yes do not. */
static gboolean
is_amount (const char *text)
{
  gsize n_digits = 0, n_letters = 0;

  text += strspn (text, "+-<>=~($. ");
  if (!g_ascii_isdigit (*text) || strpbrk (text, "^*=") != NULL)
    return FALSE;
  for (; *text != '\0'; text++)
    {
      n_digits += g_ascii_isdigit (*text) ? 1 : 0;
      n_letters += g_ascii_isalpha (*text) ? 1 : 0;
    }
  return n_letters <= n_digits;
}

/* What the rows below the first ones have in a column. */
typedef struct
{
  const DeidColumn *column;
  DeidMissingText suspects[DEID_MAX_MISSING_TEXTS];
  guint n_suspects;
  guint32 n_values;
  guint32 n_amounts;
  gsize longest;
} Body;

/* Returns: (nullable): a value that is there, and no sign or word for one that is missing. */
static const char *
get_stated (const Body *body, guint32 code)
{
  guint s = 0;

  while (s < body->n_suspects
         && (body->suspects[s].code != code || body->suspects[s].kind > DEID_MISSING_TEXT_WORD))
    s++;
  return s == body->n_suspects ? deid_dictionary_get (&body->column->dictionary, code) : NULL;
}

/* Values that come first in one of the first rows are not counted. */
static void
body_init (Body *body, const DeidColumn *column)
{
  guint32 n_first = 0;

  *body = (Body){ .column = column };
  body->n_suspects = deid_missing_texts_list (&column->dictionary, body->suspects);
  for (guint64 row = 0; row < MAX_TITLES; row++)
    n_first = MAX (n_first, deid_codes_get (&column->codes, row) + 1);
  for (guint32 code = n_first; code < column->dictionary.n; code++)
    {
      const char *text = get_stated (body, code);

      if (text == NULL)
        continue;
      body->n_values++;
      body->n_amounts += is_amount (text) ? 1 : 0;
      body->longest = MAX (body->longest, strlen (text));
    }
}

static gboolean
has_amounts (const Body *body)
{
  return body->n_values > 1
         && body->n_values - body->n_amounts <= body->n_values / VALUES_PER_OTHER;
}

/* Tells whether a text is none of the values below. */
static gboolean
is_misfit (const Body *body, const char *text)
{
  if (has_amounts (body))
    return !is_amount (text);
  return body->n_values > 0 && strlen (text) >= SHORTEST_TITLE && strchr (text, ' ') != NULL
         && strlen (text) >= TITLE_FACTOR * body->longest;
}

/* Tells whether no other row has a value of a row. */
static gboolean
is_unlike_others (const DeidDataset *dataset, guint64 row)
{
  for (guint c = 0; c < deid_dataset_get_n_columns (dataset); c++)
    {
      const DeidCodes *codes = &deid_dataset_get_column (dataset, c)->codes;

      for (guint64 other = row + 1; other < codes->n; other++)
        if (!deid_column_is_missing (deid_dataset_get_column (dataset, c), row)
            && deid_codes_get (codes, other) == deid_codes_get (codes, row))
          return FALSE;
    }
  return TRUE;
}

/* Finds a first row that does not fit the rows below. Returns: the column where it has its shortest
 * text that does not; or G_MAXUINT. */
static guint
find_title (const DeidDataset *dataset, const Body *bodies, guint64 row)
{
  guint n_fits = 0, n_misfits = 0, found = G_MAXUINT;
  gsize shortest = G_MAXSIZE;

  for (guint c = 0; c < deid_dataset_get_n_columns (dataset); c++)
    {
      const Body *body = &bodies[c];
      const char *text = get_stated (body, deid_codes_get (&body->column->codes, row));

      if (text == NULL)
        continue;
      if (!is_misfit (body, text))
        {
          n_fits += has_amounts (body) ? 1 : 0;
          continue;
        }
      n_misfits++;
      found = strlen (text) < shortest ? c : found;
      shortest = MIN (shortest, strlen (text));
    }
  return n_misfits > MISFITS_PER_FIT * n_fits && is_unlike_others (dataset, row) ? found
                                                                                 : G_MAXUINT;
}

static gboolean
list_titles (GPtrArray *list, const DeidDataset *dataset, GError **error)
{
  const guint n_columns = deid_dataset_get_n_columns (dataset);
  g_autofree Body *bodies = NULL;

  if (deid_dataset_get_n_rows (dataset) < MAX_TITLES + LEAST_BODY_ROWS)
    return TRUE;
  bodies = deid_alloc (n_columns, sizeof *bodies, error);
  for (guint c = 0; bodies != NULL && c < n_columns; c++)
    body_init (&bodies[c], deid_dataset_get_column (dataset, c));
  for (guint64 row = 0; bodies != NULL && row < MAX_TITLES; row++)
    {
      const guint c = find_title (dataset, bodies, row);
      g_autofree char *place = NULL;

      if (c == G_MAXUINT)
        break;
      place = deid_dataset_locate (dataset, row);
      deid_odd_rows_add (
          list, DEID_ODD_TITLE, c, row, 1,
          g_strdup_printf ("%s is unlike all rows below, also in column '%s': it seems "
                           "to be a line of units, or a second line of names",
                           place, deid_column_show (bodies[c].column)));
    }
  return bodies != NULL;
}

/* Totals, and notes below the table. */

/* Words of a row that sums the others up. */
static const char *const total_words[]
    = { "total",       "totals",    "grand total",  "overall",        "sum",
        "sums",        "all",       "summe",        "summen",         "gesamt",
        "gesamtsumme", "insgesamt", "summe gesamt", "gesamtergebnis", "total général",
        "totaux",      "ensemble",  "somme",        "total general",  "suma",
        "totale",      "totaal",    "subtotal",     "zusammen",       NULL };

static gboolean
is_total (const char *text)
{
  g_autofree char *folded = g_utf8_strdown (text, -1);

  g_strdelimit (folded, ":*=", ' ');
  return g_strv_contains (total_words, g_strstrip (folded));
}

/* Tells whether a text has such a word before or behind a name, as in `Ward 3 Subtotal`. */
static gboolean
is_subtotal (const char *text)
{
  static const char *const words[] = { "total",  "subtotal", "sum",   "summe",      "zwischensumme",
                                       "gesamt", "ergebnis", "somme", "sous-total", NULL };
  g_autofree char *folded = g_utf8_strdown (text, -1);
  const char *first = strchr (folded, ' '), *last = strrchr (folded, ' ');
  g_autofree char *start = first != NULL ? g_strndup (folded, (gsize) (first - folded)) : NULL;

  return is_total (text)
         || (first != NULL
             && (g_strv_contains (words, start) || g_strv_contains (words, last + 1)));
}

/* Counts the columns in which a row has no value, as a row of totals has none in some. */
static guint
count_missing (const DeidDataset *dataset, guint64 row)
{
  guint n = 0;

  for (guint c = 0; c < deid_dataset_get_n_columns (dataset); c++)
    n += deid_column_is_missing (deid_dataset_get_column (dataset, c), row) ? 1 : 0;
  return n;
}

/* Finds a last row that sums the others up: it has a word of this, which no other row has. Returns:
 * the column, or G_MAXUINT. */
static guint
find_total (const DeidDataset *dataset)
{
  const guint64 n_rows = deid_dataset_get_n_rows (dataset);

  for (guint c = 0; n_rows > 1 && c < deid_dataset_get_n_columns (dataset); c++)
    {
      const DeidColumn *column = deid_dataset_get_column (dataset, c);
      const char *text = column->n_joined == 0 ? deid_column_get (column, n_rows - 1) : NULL;

      if (text != NULL && is_total (text)
          && deid_column_find_code (column, deid_codes_get (&column->codes, n_rows - 1))
                 == n_rows - 1)
        return c;
    }
  return G_MAXUINT;
}

/* Rows that seem to sum others up, besides a last one; the first of them lacks a value. */
static void
list_subtotals (GPtrArray *list, const DeidDataset *dataset, guint total)
{
  const guint64 last = deid_dataset_get_n_rows (dataset) - 1;
  guint64 n_most = 0, first_of_most = 0;
  guint found = 0;
  g_autofree char *place = NULL;

  for (guint c = 0; c < deid_dataset_get_n_columns (dataset); c++)
    {
      const DeidColumn *column = deid_dataset_get_column (dataset, c);
      guint64 n = 0, first = 0;

      for (guint32 code = 0; column->n_joined == 0 && code < column->dictionary.n; code++)
        {
          const char *text = deid_dictionary_get (&column->dictionary, code);

          if (text == NULL || g_ascii_isdigit (text[0]) || !is_subtotal (text)
              || (c == total && code == deid_codes_get (&column->codes, last)))
            continue;
          first = n++ == 0 ? deid_column_find_code (column, code) : first;
        }
      if (n <= n_most || count_missing (dataset, first) == 0)
        continue;
      n_most = n;
      first_of_most = first;
      found = c;
    }
  if (n_most == 0)
    return;
  place = deid_dataset_locate (dataset, first_of_most);
  deid_odd_rows_add (
      list, DEID_ODD_TOTALS, found, first_of_most, n_most,
      g_strdup_printf ("%" G_GUINT64_FORMAT
                       " value%s of column '%s' seem%s to name rows that sum others up, "
                       "first in %s",
                       n_most, n_most == 1 ? "" : "s",
                       deid_column_show (deid_dataset_get_column (dataset, found)),
                       n_most == 1 ? "s" : "", place));
}

/* A last row that has nothing but a text at its start. */
static void
list_last_note (GPtrArray *list, const DeidDataset *dataset)
{
  const guint n_columns = deid_dataset_get_n_columns (dataset);
  const guint64 last = deid_dataset_get_n_rows (dataset) - 1;
  g_autofree char *place = NULL;

  if (n_columns < 3 || last < 1 || count_missing (dataset, last) + 1 < n_columns
      || deid_column_is_missing (deid_dataset_get_column (dataset, 0), last))
    return;
  place = deid_dataset_locate (dataset, last);
  deid_odd_rows_add (
      list, DEID_ODD_NOTE, 0, last, 1,
      g_strdup_printf ("the last row, %s, has a value in its first column alone", place));
}

static void
list_totals (GPtrArray *list, const DeidDataset *dataset)
{
  const guint total = find_total (dataset);
  const guint64 last = deid_dataset_get_n_rows (dataset) - 1;

  if (total != G_MAXUINT)
    {
      g_autofree char *place = deid_dataset_locate (dataset, last);

      deid_odd_rows_add (list, DEID_ODD_TOTAL, total, last, 1,
                         g_strdup_printf ("the last row, %s, seems to sum the others up", place));
    }
  else
    list_last_note (list, dataset);
  list_subtotals (list, dataset, total);
}

GPtrArray *
deid_odd_rows_list (const DeidDataset *dataset, const DeidStop *stop, GError **error)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func (odd_rows_free);

  if (!deid_stop_check (stop, error))
    return NULL;
  if (deid_dataset_get_n_columns (dataset) < 2 || deid_dataset_get_n_rows (dataset) < 2)
    return g_steal_pointer (&list);
  if (!list_titles (list, dataset, error))
    return NULL;
  deid_merged_cells_list (list, dataset, list->len);
  list_totals (list, dataset);
  return deid_stop_check (stop, error) ? g_steal_pointer (&list) : NULL;
}
