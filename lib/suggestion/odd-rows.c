/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "suggestion/odd-rows.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/rational.h"
#include "base/text.h"
#include "suggestion/column-kinds.h"
#include "table/dataset-view.h"
#include "table/missing-texts.h"
#include "table/row-filter.h"

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

/* Texts and words that sum up are no longer, in bytes. */
#define LONGEST_SUMMARY 60
#define LONGEST_WORD    24

/* A sum of doubles is off by a smaller share. */
#define NEARLY_NOTHING 1e-9

/* Cells were merged if a tenth have no value; in one column alone, if a third have none. */
#define ROWS_PER_GAP  10
#define ROWS_PER_LONE 3
#define LEAST_GAPS    2
#define LEAST_BLOCKS  2

/* Persons whose sex or birth changes this often from row to row have rows of their own. */
#define GAPS_PER_CHANGE 20

static const struct
{
  const char *code;
  const char *advice;
} odd_kinds[] = {
  [DEID_ODD_TITLE] = { "title-row", ", and counts as a record: leave it out" },
  [DEID_ODD_TOTAL] = { "total-rows", ", and counts as a record: leave it out" },
  [DEID_ODD_TOTALS] = { "total-rows", ": leave such rows out" },
  [DEID_ODD_NOTE] = { "note-row", ": if it is a note, leave it out" },
  [DEID_ODD_MERGED]
  = { "merged-cells", ", as where a spreadsheet had merged cells: missing-policy=above gives them "
                      "the value above. Without it they have none, and where it is the number of "
                      "a person, each of them counts as a person of its own" },
};

const char *
deid_odd_kind_get_code (DeidOddKind kind)
{
  return odd_kinds[kind].code;
}

static void
odd_rows_free (gpointer data)
{
  g_free (((DeidOddRows *) data)->text);
  g_clear_pointer (&((DeidOddRows *) data)->values, g_ptr_array_unref);
  g_free (data);
}

static void
add_odd (GPtrArray *list, DeidOddKind kind, guint column, guint64 row, guint64 n_rows, char *text,
         GPtrArray *values)
{
  DeidOddRows *odd = g_new (DeidOddRows, 1);

  *odd = (DeidOddRows){ kind, column, row, n_rows, text, values };
  g_ptr_array_add (list, odd);
}

static gboolean
lacks_value (const DeidColumn *column, guint64 row)
{
  return deid_codes_get (&column->codes, row) == column->dictionary.missing;
}

/* Returns: (transfer full): a list of the value of one row. */
static GPtrArray *
list_value (const DeidColumn *column, guint64 row)
{
  GPtrArray *values = g_ptr_array_new ();

  g_ptr_array_add (values, (gpointer) deid_column_get (column, row));
  return values;
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
        if (!lacks_value (deid_dataset_get_column (dataset, c), row)
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
      add_odd (list, DEID_ODD_TITLE, c, row, 1,
               g_strdup_printf ("%s is unlike all rows below, also in column '%s': it seems "
                                "to be a line of units, or a second line of names",
                                place, deid_column_show (bodies[c].column)),
               list_value (bodies[c].column, row));
    }
  return bodies != NULL;
}

/* Merged cells. */

#define GROUPS                                                                                     \
  (DEID_KIND_BIT (EDUCATION) | DEID_KIND_BIT (PLACE) | DEID_KIND_BIT (SMALL_PLACE)                 \
   | DEID_KIND_BIT (OCCUPATION))
#define PERSONS                                                                                    \
  (DEID_KIND_BIT (NAME) | DEID_KIND_BIT (SOCIAL_SECURITY) | DEID_KIND_BIT (RECORD_NUMBER)          \
   | DEID_KIND_BIT (HEALTH_PLAN) | DEID_KIND_BIT (IDENTIFIER) | DEID_KIND_BIT (PERSON)             \
   | DEID_KIND_BIT (HOUSEHOLD))
#define NEED_NOT_BE (DEID_KIND_BIT (EMAIL) | DEID_KIND_BIT (TELEPHONE) | DEID_KIND_BIT (FREE_TEXT))

/* Tells whether a column may have cells merged over the rows of a person, or of a group such as a
 * class or a ward. A first column may be of any kind, except what persons need not have. */
static gboolean
may_head_rows (const DeidColumn *column, gboolean is_first, gboolean *is_of_group)
{
  const guint64 kind = G_GUINT64_CONSTANT (1) << deid_kind_from_name (column->name, NULL, NULL);

  *is_of_group = (kind & GROUPS) != 0;
  return (kind & (GROUPS | PERSONS)) != 0 || (is_first && (kind & NEED_NOT_BE) == 0);
}

/* Tells whether sex and birth are the same in rows without a value as in the rows above. */
static gboolean
are_persons_alike (const DeidDataset *dataset, const DeidColumn *head, guint64 first)
{
  for (guint c = 0; c < deid_dataset_get_n_columns (dataset); c++)
    {
      const DeidColumn *column = deid_dataset_get_column (dataset, c);
      const DeidKind kind = deid_kind_from_name (column->name, NULL, NULL);
      guint64 n = 0, n_changes = 0;

      if (kind != DEID_KIND_SEX && kind != DEID_KIND_BIRTH_DATE)
        continue;
      for (guint64 row = first + 1; row < column->codes.n; row++)
        if (lacks_value (head, row) && !lacks_value (column, row))
          {
            n++;
            n_changes
                += deid_codes_get (&column->codes, row) != deid_codes_get (&column->codes, row - 1);
          }
      if (n_changes > n / GAPS_PER_CHANGE)
        return FALSE;
    }
  return TRUE;
}

/* Counts the rows from @first on that lack a value. Returns: 0 if a value stands in two rows. */
static guint64
count_gaps (const DeidColumn *column, guint64 first)
{
  guint64 n_present = 0, n_gaps = 0;

  if (column->dictionary.missing == DEID_NO_CODE || column->dictionary.n <= LEAST_BLOCKS)
    return 0;
  for (guint64 row = 0; row < column->codes.n && n_present < column->dictionary.n; row++)
    if (!lacks_value (column, row))
      n_present++;
    else
      n_gaps += row >= first;
  return n_present + 1 == column->dictionary.n ? n_gaps : 0;
}

/* Counts the rows of a column that lack a value, if it is merged within the blocks of another one:
 * each block begins with a value, and no value follows itself. Returns: 0 if it is not. */
static guint64
count_gaps_within (const DeidColumn *head, const DeidColumn *column, guint64 first)
{
  guint32 above = DEID_NO_CODE;
  guint64 n_gaps = 0;

  for (guint64 row = first; row < column->codes.n; row++)
    {
      const gboolean is_missing = lacks_value (column, row);
      const guint32 code = deid_codes_get (&column->codes, row);

      if (!lacks_value (head, row))
        above = DEID_NO_CODE;
      if (is_missing ? above == DEID_NO_CODE : code == above)
        return 0;
      n_gaps += is_missing ? 1 : 0;
      above = is_missing ? above : code;
    }
  return n_gaps;
}

/* Says which columns were merged: the first one says it of all. */
static void
say_merged (GPtrArray *list, guint first, const DeidDataset *dataset, guint64 n_gaps,
            guint64 n_rows)
{
  g_autoptr (GString) names = g_string_new (NULL);
  DeidOddRows *head = g_ptr_array_index (list, first);

  for (guint i = first; i < list->len; i++)
    {
      const guint c = ((const DeidOddRows *) g_ptr_array_index (list, i))->column;

      g_string_append_printf (names, "%s'%s'", i > first ? ", " : "",
                              deid_column_show (deid_dataset_get_column (dataset, c)));
    }
  head->text = g_strdup_printf ("%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                                " rows lack a value below one that has it in column%s %s",
                                n_gaps, n_rows, list->len > first + 1 ? "s" : "", names->str);
}

/* Adds a column whose cells seem to be merged, and the columns that were merged with it. */
static gboolean
list_merged_by (GPtrArray *list, const DeidDataset *dataset, guint head, gboolean is_of_group,
                guint64 first)
{
  const DeidColumn *column = deid_dataset_get_column (dataset, head);
  const guint64 n_gaps = count_gaps (column, first);
  const guint n_before = list->len;

  if (n_gaps < LEAST_GAPS || ROWS_PER_GAP * n_gaps < column->codes.n || lacks_value (column, first)
      || !(is_of_group || are_persons_alike (dataset, column, first)))
    return FALSE;
  add_odd (list, DEID_ODD_MERGED, head, first, n_gaps, NULL, NULL);
  for (guint c = 0; c < deid_dataset_get_n_columns (dataset); c++)
    {
      const DeidColumn *other = deid_dataset_get_column (dataset, c);
      const guint64 n
          = c != head && other->n_joined == 0 ? count_gaps_within (column, other, first) : 0;

      if (n == n_gaps || (c == head + 1 && ROWS_PER_GAP * n >= column->codes.n))
        add_odd (list, DEID_ODD_MERGED, c, first, n_gaps, NULL, NULL);
    }
  if (list->len > n_before + 1 || ROWS_PER_LONE * n_gaps >= column->codes.n)
    {
      say_merged (list, n_before, dataset, n_gaps, column->codes.n - first);
      return TRUE;
    }
  g_ptr_array_set_size (list, (gint) n_before);
  return FALSE;
}

static void
list_merged_cells (GPtrArray *list, const DeidDataset *dataset, guint64 first)
{
  for (guint c = 0; c < deid_dataset_get_n_columns (dataset); c++)
    {
      const DeidColumn *column = deid_dataset_get_column (dataset, c);
      gboolean is_of_group;

      if (column->n_joined == 0 && may_head_rows (column, c == 0, &is_of_group)
          && list_merged_by (list, dataset, c, is_of_group, first))
        return;
    }
}

/* Totals, and notes below the table. */

/* What a text says of its row. */
typedef enum
{
  SUMMARY_NONE,
  SUMMARY_PART, /* it begins or ends with a word of summing up, as does `Ward 3 Subtotal` */
  SUMMARY_LAST, /* words that sum up a table if they are in its last row */
  SUMMARY_WHOLE /* words of summing up alone */
} Summary;

/* By what they say alone; those of the last line say nothing. */
static const struct
{
  Summary summary;
  const char *words;
} summary_words[] = {
  { SUMMARY_WHOLE,
    " total totals subtotal subtotals overall summe summen sum sums gesamt gesamtsumme insgesamt "
    "gesamtergebnis zwischensumme ergebnis zusammen totaux somme ensemble suma razem totale totaal "
    "mean average avg median mittelwert durchschnitt schnitt moyenne promedio gemiddelde srednia "
    "count anzahl aantal effectif celkem toplam ortalama ogolem ogołem lacznie łacznie insg "
    "totales totali totalt yhteensa osszesen ukupno " },
  { SUMMARY_LAST, " all min max minimum maximum media " },
  { SUMMARY_NONE, " grand general generale sous de der koncowa ogolna " },
};

/* Returns: what a word in lower case and without accents says; SUMMARY_PART if it is another one.
 */
static Summary
find_summary_word (const char *word)
{
  char alone[LONGEST_WORD];

  g_snprintf (alone, sizeof alone, " %s ", word);
  for (gsize i = 0; i < G_N_ELEMENTS (summary_words); i++)
    if (strstr (summary_words[i].words, alone) != NULL)
      return summary_words[i].summary;
  return SUMMARY_PART;
}

/* Tells whether a text may sum up: most do not, and to fold their letters is slow. */
static gboolean
may_sum_up (const char *text)
{
  const gsize length = strlen (text);
  char word[LONGEST_WORD] = "";
  gsize n = 0;

  if (length > LONGEST_SUMMARY || g_ascii_isdigit (text[0]))
    return FALSE;
  for (const char *p = text; (guchar) *p < 0x80; p++)
    if (g_ascii_isalpha (*p) && n < sizeof word - 1)
      word[n++] = g_ascii_tolower (*p);
    else
      {
        word[n] = '\0';
        if (n > 2 && find_summary_word (word) != SUMMARY_PART)
          return TRUE;
        if (*p == '\0')
          return FALSE;
        n = 0;
      }
  return TRUE;
}

/* Returns: the length of a text without a number behind it, such as `(n=60)` or `, 2020`. */
static gsize
measure_words (const char *text)
{
  const gsize n = strcspn (text, "([,:;=");

  return text[n + strspn (text + n, "()[],.:;=% nN0123456789")] == '\0' ? n : strlen (text);
}

static Summary
find_summary (const char *text)
{
  static const char *const sum_signs[] = { "Ø", "ø", "Σ", "∑", "∅" }; /* which stand for words */
  g_autoptr (GString) spelt = g_string_new_len (text, (gssize) measure_words (text));
  DeidNameWords name;
  Summary most = SUMMARY_NONE;
  gboolean is_part = FALSE, is_whole = strpbrk (spelt->str, "0123456789") == NULL;

  for (guint i = 0; i < G_N_ELEMENTS (sum_signs); i++)
    g_string_replace (spelt, sum_signs[i], " sum ", 0);
  deid_name_words_init (&name, spelt->str);
  for (guint i = 0; name.words[i] != NULL; i++)
    {
      const Summary summary = find_summary_word (name.words[i]);

      is_part |= summary == SUMMARY_WHOLE && (i == 0 || name.words[i + 1] == NULL);
      is_whole &= summary != SUMMARY_PART;
      most = MAX (most, summary);
    }
  deid_name_words_clear (&name);
  return is_whole ? most : is_part ? SUMMARY_PART : SUMMARY_NONE;
}

/* Counts the columns in which a row has no value, as a row of totals has none in some. */
static guint
count_missing (const DeidDataset *dataset, guint64 row)
{
  guint n = 0;

  for (guint c = 0; c < deid_dataset_get_n_columns (dataset); c++)
    n += lacks_value (deid_dataset_get_column (dataset, c), row) ? 1 : 0;
  return n;
}

/* A text that seems to sum up, and its rows. */
typedef struct
{
  Summary summary;
  guint64 n;
  guint64 n_whole; /* of these lack no value */
  guint64 first;
} SummingText;

/* Returns: (transfer full) (nullable): what the texts of a column say, by their codes: nothing but
 * from @least to @most; or %NULL if none says that, or without memory. */
static SummingText *
find_summing_texts (const DeidColumn *column, Summary least, Summary most)
{
  SummingText *texts = NULL;

  for (guint32 code = 0; column->n_joined == 0 && code < column->dictionary.n; code++)
    {
      const char *text = deid_dictionary_get (&column->dictionary, code);
      const Summary summary
          = text != NULL && may_sum_up (text) ? find_summary (text) : SUMMARY_NONE;

      if (summary < least || summary > most)
        continue;
      if (texts == NULL && (texts = deid_alloc (column->dictionary.n, sizeof *texts, NULL)) == NULL)
        return NULL;
      texts[code].summary = summary;
    }
  return texts;
}

/* Lists rows that sum up others, as the text of a column says, from @least to @most. Rows in
 * @is_told do not count. Each row found lacks a value, or is the last row and has a text that no
 * other row has. If most rows would be found, none are. */
static DeidOddRows
find_summed_rows (const DeidDataset *dataset, guint c, Summary least, Summary most,
                  const guint8 *is_told)
{
  const DeidColumn *column = deid_dataset_get_column (dataset, c);
  const guint64 last = column->codes.n - 1;
  g_autofree SummingText *texts = find_summing_texts (column, least, most);
  DeidOddRows found = { .column = c, .row = G_MAXUINT64, .values = g_ptr_array_new () };

  for (guint64 row = 0; texts != NULL && row < column->codes.n; row++)
    {
      SummingText *text = &texts[deid_codes_get (&column->codes, row)];

      if (text->summary == SUMMARY_NONE || is_told[row])
        continue;
      if (text->n++ == 0)
        text->first = row;
      text->n_whole += count_missing (dataset, row) == 0;
    }
  for (guint32 code = 0; texts != NULL && code < column->dictionary.n; code++)
    {
      const SummingText *text = &texts[code];

      if (text->n == 0
          || (!(text->first == last && text->summary > SUMMARY_PART)
              && (text->n_whole > 0 || text->summary == SUMMARY_LAST)))
        continue;
      g_ptr_array_add (found.values, (gpointer) deid_dictionary_get (&column->dictionary, code));
      found.n_rows += text->n;
      found.row = MIN (found.row, text->first);
    }
  if (2 * found.n_rows > column->codes.n)
    found.n_rows = 0;
  return found;
}

/* Adds the rows of the column that has most of them. */
static gboolean
list_summed_rows (GPtrArray *list, const DeidDataset *dataset, DeidOddKind kind, Summary least,
                  Summary most, guint8 *is_told)
{
  DeidOddRows best = { .n_rows = 0 };
  g_autoptr (GHashTable) texts = g_hash_table_new (NULL, NULL);
  const DeidColumn *column;
  g_autofree char *place = NULL;

  for (guint c = 0; c < deid_dataset_get_n_columns (dataset); c++)
    {
      DeidOddRows rows = find_summed_rows (dataset, c, least, most, is_told);
      const gboolean is_better = rows.n_rows > best.n_rows;

      g_clear_pointer (is_better ? &best.values : &rows.values, g_ptr_array_unref);
      best = is_better ? rows : best;
    }
  if (best.n_rows == 0)
    return FALSE;
  column = deid_dataset_get_column (dataset, best.column);
  for (guint i = 0; i < best.values->len; i++)
    g_hash_table_add (texts, best.values->pdata[i]);
  for (guint64 row = best.row; row < column->codes.n; row++)
    is_told[row] |= g_hash_table_contains (texts, deid_column_get (column, row)) ? 1 : 0;
  place = deid_dataset_locate (dataset, best.row);
  best.text
      = best.row + 1 == column->codes.n
            ? g_strdup_printf ("the last row, %s, seems to sum the others up", place)
            : g_strdup_printf (DEID_COUNT_FORMAT " row%s to sum others up by column '%s', first in "
                                                 "%s",
                               best.n_rows, best.n_rows == 1 ? " seems" : "s seem",
                               deid_column_show (column), place);
  if (kind != DEID_ODD_TOTAL)
    g_clear_pointer (&best.values, g_ptr_array_unref);
  add_odd (list, kind, best.column, best.row, best.n_rows, best.text, best.values);
  return TRUE;
}

static gboolean
is_plain_number (const DeidColumn *column, guint64 row, double *number)
{
  const char *text = deid_column_get (column, row);

  *number = text != NULL ? g_ascii_strtod (text, NULL) : 0;
  return text != NULL && deid_decimal_is_valid (text);
}

/* Returns: whether the last row of a column has a value of its own, which is the sum of the others.
 */
static gboolean
is_last_sum (const DeidColumn *column)
{
  const guint64 last = column->codes.n - 1;
  double sum = 0, own;
  guint64 n = 0;

  if (!is_plain_number (column, last, &own)
      || deid_column_find_code (column, deid_codes_get (&column->codes, last)) != last)
    return FALSE;
  for (guint64 row = 0; row < last; row++)
    {
      double number;

      if (lacks_value (column, row))
        continue;
      if (!is_plain_number (column, row, &number))
        return FALSE;
      sum += number;
      n++;
    }
  return n >= LEAST_BODY_ROWS && fabs (sum - own) <= NEARLY_NOTHING * fabs (sum);
}

/* A last row without a word of summing up, which lacks a value and has the sum of the others in a
 * column; or one that has nothing but a text at its start. */
static void
list_last_row (GPtrArray *list, const DeidDataset *dataset)
{
  const guint n_columns = deid_dataset_get_n_columns (dataset);
  const guint64 last = deid_dataset_get_n_rows (dataset) - 1;
  const guint n_missing = count_missing (dataset, last);
  g_autofree char *place = deid_dataset_locate (dataset, last);
  guint c = n_missing > 0 ? 0 : n_columns;

  while (c < n_columns && !is_last_sum (deid_dataset_get_column (dataset, c)))
    c++;
  if (c < n_columns)
    add_odd (list, DEID_ODD_TOTAL, c, last, 1,
             g_strdup_printf ("the last row, %s, seems to sum the others up", place),
             list_value (deid_dataset_get_column (dataset, c), last));
  else if (n_columns > 2 && n_missing + 1 >= n_columns
           && !lacks_value (deid_dataset_get_column (dataset, 0), last))
    add_odd (list, DEID_ODD_NOTE, 0, last, 1,
             g_strdup_printf ("the last row, %s, has a value in its first column alone", place),
             NULL);
}

static gboolean
list_totals (GPtrArray *list, const DeidDataset *dataset, GError **error)
{
  g_autofree guint8 *is_told
      = deid_alloc (deid_dataset_get_n_rows (dataset), sizeof *is_told, error);

  if (is_told == NULL)
    return FALSE;
  if (!list_summed_rows (list, dataset, DEID_ODD_TOTAL, SUMMARY_LAST, SUMMARY_WHOLE, is_told))
    list_last_row (list, dataset);
  list_summed_rows (list, dataset, DEID_ODD_TOTALS, SUMMARY_PART, SUMMARY_PART, is_told);
  return TRUE;
}

char *
deid_odd_rows_advise (const DeidOddRows *odd, const DeidDataset *dataset)
{
  const gboolean is_shown = odd->kind == DEID_ODD_TOTAL;
  g_autofree char *condition = deid_condition_make (
      deid_dataset_get_column_name (dataset, odd->column), is_shown ? odd->values : NULL);
  g_autofree char *shown = deid_text_escape (condition);

  if (odd->kind == DEID_ODD_MERGED)
    return g_strdup (odd_kinds[odd->kind].advice);
  return g_strdup_printf ("%s by drop=%s%s", odd_kinds[odd->kind].advice, shown,
                          is_shown                       ? ""
                          : odd->kind == DEID_ODD_TOTALS ? " with their values for the sign"
                                                         : " with its value for the sign");
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
  list_merged_cells (list, dataset, list->len);
  return list_totals (list, dataset, error) && deid_stop_check (stop, error)
             ? g_steal_pointer (&list)
             : NULL;
}
