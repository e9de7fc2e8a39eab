/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is lenient or doubtful about a hierarchy and the column that it is used for. */
#include "hierarchy/hierarchy-notes.h"

#include "base/memory.h"
#include "base/text.h"

#include <string.h>

static void
add_note (DeidHierarchyNotes *notes, const char *code, guint64 n_records, char *text)
{
  notes->items[notes->n++] = (DeidNote){ .code = code, .n_records = n_records, .text = text };
}

void
deid_hierarchy_notes_clear (DeidHierarchyNotes *notes)
{
  for (guint i = 0; i < notes->n; i++)
    g_free (notes->items[i].text);
  notes->n = 0;
}

static void
note_file_rows (DeidHierarchyNotes *notes, const char *code, guint64 n,
                const DeidHierarchy *hierarchy, const char *what)
{
  if (n > 0)
    add_note (notes, code, 0,
              g_strdup_printf ("%" G_GUINT64_FORMAT " row%s of the hierarchy %s %s %s", n,
                               n == 1 ? "" : "s", hierarchy->name, n == 1 ? "is" : "are", what));
}

/* Tells whether a text has digits, or letters. */
static gboolean
has_any (const char *text, gboolean (*is_one) (gunichar))
{
  while (*text != '\0' && !is_one (g_utf8_get_char (text)))
    text = g_utf8_next_char (text);
  return *text != '\0';
}

/* Returns: up to which level no other leaf has the labels of the first one. */
static guint
count_own_levels (const DeidHierarchy *hierarchy)
{
  guint n_own = hierarchy->n_levels - 1;

  for (guint32 leaf = 1; leaf < hierarchy->levels[0].labels.n; leaf++)
    {
      guint32 label = leaf;

      for (guint level = 0; level < n_own; level++)
        {
          label = hierarchy->levels[level].parents[label];
          if (label == 0) /* the labels of the first leaf come first */
            n_own = level;
        }
    }
  return n_own;
}

/* Tells whether the first leaf differs from all others: the column has these and lacks it, or they
 * have digits and it has none, or they have no letters and it has some. */
static gboolean
is_first_different (const DeidHierarchy *hierarchy, const DeidColumn *column)
{
  const DeidDictionary *leaves = &hierarchy->levels[0].labels;
  const char *first = deid_dictionary_get (leaves, 0);
  gboolean are_known = TRUE, have_digits = !has_any (first, g_unichar_isdigit),
           have_no_letters = has_any (first, g_unichar_isalpha);

  for (guint32 leaf = 1; leaf < leaves->n && (are_known || have_digits || have_no_letters); leaf++)
    {
      const char *text = deid_dictionary_get (leaves, leaf);

      are_known &= deid_dictionary_find (&column->dictionary, text, strlen (text)) != DEID_NO_CODE;
      have_digits &= has_any (text, g_unichar_isdigit);
      have_no_letters &= !has_any (text, g_unichar_isalpha);
    }
  return are_known || have_digits || have_no_letters;
}

/* A header row that names the column is refused; others may be values that this table lacks. */
static void
doubt_first_row (DeidHierarchyNotes *notes, const DeidHierarchy *hierarchy,
                 const DeidColumn *column)
{
  const DeidHierarchyLevel *levels = hierarchy->levels;
  const guint top = hierarchy->n_levels - 1;
  const char *first;
  guint n_own;

  if (hierarchy->first_line == 0 || top == 0 || levels[0].labels.n < 3)
    return;
  first = deid_dictionary_get (&levels[0].labels, 0);
  if (first[0] == '\0'
      || deid_dictionary_find (&column->dictionary, first, strlen (first)) != DEID_NO_CODE)
    return;
  n_own = count_own_levels (hierarchy);
  if (n_own == 0 || (n_own < top && (n_own + 1 < top || levels[top].labels.n > 1)))
    return;
  if ((n_own == top && levels[top].labels.n == 2) || is_first_different (hierarchy, column))
    add_note (notes, "header-row", 0,
              g_strdup_printf ("line %" G_GUINT64_FORMAT
                               " of the hierarchy %s may be a header row: column '%s' has no such "
                               "value, and no other row has its labels. hierarchy-header=yes "
                               "skips it",
                               hierarchy->first_line, hierarchy->name, deid_column_show (column)));
}

/* Counts values of which something is noted, and their records. */
typedef struct
{
  guint32 n_values;
  guint64 n_records;
} Noted;

static void
note_value (Noted *noted, const guint64 *counts, guint32 code)
{
  noted->n_values++;
  noted->n_records += counts != NULL ? counts[code] : 0;
}

/* Notes values that were taken for the same ones in another spelling. */
static void
note_spellings (DeidHierarchyNotes *notes, const DeidHierarchy *hierarchy,
                const DeidTableSource *table, const DeidColumn *column)
{
  const DeidRule *rule = hierarchy->rule;
  g_autofree guint64 *counts = NULL;
  Noted letters = { 0 }, notations = { 0 };

  for (guint32 code = 0; code < column->dictionary.n; code++)
    {
      const char *text = deid_dictionary_get (&column->dictionary, code);
      g_autofree char *made = NULL, *normal = NULL;
      const gboolean has_notation
          = rule != NULL && text != NULL && deid_rule_spell (rule, text, &made) != text;
      gboolean has_letters = FALSE;

      if (text != NULL && rule == NULL && hierarchy->n_stated > 0)
        has_letters = deid_hierarchy_find_leaf (hierarchy, text) >= hierarchy->n_stated;
      else if (text != NULL && rule != NULL && !deid_rule_is_same_for_all (rule))
        has_letters = (normal = deid_text_normalize (text)) != NULL;
      if ((has_letters || has_notation) && counts == NULL)
        counts = deid_table_source_count_codes (table, column, DEID_STOP_NEVER, NULL);
      if (has_letters)
        note_value (&letters, counts, code);
      if (has_notation)
        note_value (&notations, counts, code);
    }
  if (letters.n_values > 0)
    add_note (notes, "letters", letters.n_records,
              g_strdup_printf ("%u value%s of column '%s' %s spelled with composed letters or "
                               "no-break blanks: labels are those of the same text in its usual "
                               "spelling, and level 0 keeps the spelling",
                               letters.n_values, letters.n_values == 1 ? "" : "s",
                               deid_column_show (column), letters.n_values == 1 ? "is" : "are"));
  if (notations.n_values > 0)
    add_note (notes, "notations", notations.n_records,
              g_strdup_printf ("%u value%s of column '%s' %s read, and released, in another "
                               "notation, as same= or pad= of the rule says",
                               notations.n_values, notations.n_values == 1 ? "" : "s",
                               deid_column_show (column), notations.n_values == 1 ? "is" : "are"));
}

/* The values of a column, but for missing and special ones, as a rule takes them. Numbers are those
 * of digits up to a dash: `02139-1234`. */
typedef struct
{
  const DeidColumn *column;
  const DeidRule *rule;
  guint32 n_values;
  guint32 n_numbers;
  gsize shortest, longest; /* in digits */
  guint32 of_shortest;     /* the first numbers of these lengths */
  guint32 of_longest;
  gboolean has_five; /* digits, as ZIP codes */
  gboolean has_eight;
  gboolean has_others; /* than five and nine */
} Lengths;

static void
measure_number (Lengths *lengths, guint32 code, gsize n)
{
  if (lengths->n_numbers++ == 0 || n < lengths->shortest)
    {
      lengths->shortest = n;
      lengths->of_shortest = code;
    }
  if (n > lengths->longest)
    {
      lengths->longest = n;
      lengths->of_longest = code;
    }
  lengths->has_five |= n == 5;
  lengths->has_eight |= n == 8;
  lengths->has_others |= n != 5 && n != 9;
}

/* Returns: (nullable): a value as the rule spells it, which may be @made. */
static const char *
spell_code (const Lengths *lengths, guint32 code, char **made)
{
  const char *text = deid_dictionary_get (&lengths->column->dictionary, code);

  return text != NULL ? deid_rule_spell (lengths->rule, text, made) : NULL;
}

static void
measure (Lengths *lengths)
{
  for (guint32 code = 0; code < lengths->column->dictionary.n; code++)
    {
      g_autofree char *made = NULL;
      const char *text = spell_code (lengths, code, &made);
      gsize n;

      if (text == NULL || deid_rule_is_apart (lengths->rule, text))
        continue;
      lengths->n_values++;
      n = strspn (text, "0123456789");
      if (n > 0 && (text[n] == '\0' || text[n] == '-'))
        measure_number (lengths, code, n);
    }
}

/* Finds two values of different lengths that begin with the same characters. */
static gboolean
find_parted (const Lengths *lengths, glong n_characters, guint32 *first, guint32 *second)
{
  const DeidDictionary *values = &lengths->column->dictionary;
  g_autofree guint32 *firsts = deid_alloc (values->n, sizeof *firsts, NULL);
  gboolean is_found = FALSE;
  DeidDictionary starts;
  guint32 start;

  deid_dictionary_init (&starts);
  for (guint32 code = 0; firsts != NULL && !is_found && code < values->n; code++)
    {
      g_autofree char *made = NULL, *made_first = NULL;
      const char *text = spell_code (lengths, code, &made);
      const glong length = text != NULL ? g_utf8_strlen (text, -1) : 0;
      const guint32 n = starts.n;

      if (text == NULL || deid_rule_is_apart (lengths->rule, text))
        continue;
      if (!deid_dictionary_add (
              &starts, text,
              (gsize) (g_utf8_offset_to_pointer (text, MIN (n_characters, length)) - text), &start,
              NULL))
        break;
      if (start == n)
        firsts[start] = code;
      is_found = g_utf8_strlen (spell_code (lengths, firsts[start], &made_first), -1) != length;
      *first = firsts[start];
      *second = code;
    }
  deid_dictionary_clear (&starts);
  return is_found;
}

/* Returns: (transfer full): a value and its place, or the place alone. */
static char *
show_value (const DeidTableSource *table, const DeidColumn *column, guint32 code)
{
  g_autofree char *place = deid_table_source_locate (table, deid_column_find_code (column, code));
  g_autofree char *value
      = deid_table_source_quote (table, deid_dictionary_get (&column->dictionary, code));

  return value != NULL ? g_strdup_printf ("%s (%s)", value, place)
                       : g_strdup_printf ("that in %s", place);
}

/* First characters mean little if some values have lost others before them, or have more behind. */
static void
doubt_lengths (DeidHierarchyNotes *notes, const DeidHierarchy *hierarchy, DeidRuleText *rule,
               const DeidTableSource *table, const DeidColumn *column)
{
  Lengths lengths = { .column = column, .rule = hierarchy->rule };
  const char *fewest = strrchr (rule->body, ',');
  g_autofree char *first = NULL, *second = NULL;
  gboolean are_numbers;
  guint32 a, b;

  measure (&lengths);
  are_numbers = 10 * (guint64) lengths.n_numbers >= 9 * (guint64) lengths.n_values
                && lengths.shortest < lengths.longest && lengths.has_others;
  a = lengths.of_shortest;
  b = lengths.of_longest;
  if (!are_numbers
      && (!g_str_equal (rule->name, "prefix") || deid_rule_text_take (rule, "rest") != NULL
          || !find_parted (&lengths, atoi (fewest != NULL ? fewest + 1 : rule->body), &a, &b)))
    return;
  first = show_value (table, column, a);
  second = show_value (table, column, b);
  add_note (
      notes, "prefix-lengths", 0,
      are_numbers ? g_strdup_printf (
          "the numbers of column '%s' have %" G_GSIZE_FORMAT " to %" G_GSIZE_FORMAT
          " digits, as %s and %s, so their first digits "
          "do not mean the same. If zeros at the start were lost, "
          "pad=%" G_GSIZE_FORMAT " in the rule adds them%s",
          deid_column_show (column), lengths.shortest, lengths.longest, first, second,
          lengths.has_five && lengths.longest >= 8 && lengths.longest <= 9 ? 5 : lengths.longest,
          lengths.has_eight && lengths.has_five
              ? ", but not that of nine digits: write such codes as 02139-1234 into the file"
              : "")
                  : g_strdup_printf (
                      "values of column '%s' have different lengths: %s and %s begin alike, "
                      "but the rule gives values of different lengths different labels. "
                      "rest=* in the rule joins them",
                      deid_column_show (column), first, second));
}

void
deid_hierarchy_notes_init (DeidHierarchyNotes *notes, const DeidHierarchy *hierarchy,
                           const DeidTableSource *table, const DeidColumn *column)
{
  DeidRuleText rule;

  notes->n = 0;
  if (hierarchy->reading.guess != NULL)
    add_note (notes, "encoding", 0,
              g_strdup_printf ("the hierarchy %s is not UTF-8 and was read as %s, which its bytes "
                               "look like: check its labels",
                               hierarchy->name, hierarchy->reading.guess));
  note_file_rows (notes, "rows-filled", hierarchy->reading.n_filled, hierarchy,
                  "shorter than others: filled with the last label");
  note_file_rows (notes, "rows-repeated", hierarchy->reading.n_repeated, hierarchy,
                  "the same as an earlier one: read once");
  doubt_first_row (notes, hierarchy, column);
  note_spellings (notes, hierarchy, table, column);
  if (hierarchy->rule == NULL)
    return;
  if (deid_rule_text_init (&rule, deid_rule_get_text (hierarchy->rule), NULL)
      && (g_str_equal (rule.name, "prefix") || g_str_equal (rule.name, "mask"))
      && deid_rule_get_separator (hierarchy->rule) == '\0')
    doubt_lengths (notes, hierarchy, &rule, table, column);
  deid_rule_text_clear (&rule);
}
