/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Looks for released texts that say who a person is. */
#include <string.h>

#include "base/memory.h"
#include "lattice/lattice-private.h"
#include "problem/release-options-private.h"
#include "report/warnings-private.h"
#include "suggestion/column-kinds.h"
#include "suggestion/value-patterns.h"
#include "table/dataset-view.h"

/* Shorter words and numbers of persons stand in texts by accident. */
#define SHORTEST_NAME   4
#define SHORTEST_NUMBER 5

/* The text has what the row has in a column of names or numbers of persons. */
#define HAS_OWN_NAME 8

/* What a column is released as: a text for each code of a value, or for each class. */
typedef struct
{
  const DeidColumn *column;
  guint attribute; /* or G_MAXUINT of a column that is released as it is */
  guint8 *found;   /* in each of its texts */
  guint32 n_texts;
  gboolean has_words; /* some text has two */
} ReleasedTexts;

static const char *
get_released_text (const DeidWarningScan *scan, const ReleasedTexts *texts, guint32 number)
{
  if (texts->attribute == G_MAXUINT)
    return deid_dictionary_get (&texts->column->dictionary, number);
  return deid_partition_get_label (scan->partition, number, texts->attribute);
}

/* Returns: whether a column is released as texts. */
static gboolean
is_released (const DeidWarningScan *scan, ReleasedTexts *texts)
{
  const DeidReleaseOptions *options = scan->problem->release_options;
  const DeidLattice *lattice = scan->problem->lattice;

  texts->attribute = G_MAXUINT;
  if (texts->column->n_joined > 0
      || (options != NULL && deid_release_options_find (options, texts->column->name) != NULL))
    return FALSE;
  for (guint a = 0; a < lattice->n_attributes; a++)
    if (deid_lattice_get_column (lattice, a) == texts->column)
      texts->attribute = a;
  return texts->attribute != G_MAXUINT || texts->column->role == DEID_ROLE_SENSITIVE
         || texts->column->role == DEID_ROLE_INSENSITIVE;
}

static gboolean
find_in_texts (const DeidWarningScan *scan, ReleasedTexts *texts, GError **error)
{
  texts->n_texts
      = texts->attribute != G_MAXUINT ? scan->partition->n_classes : texts->column->dictionary.n;
  texts->found = deid_alloc (texts->n_texts, sizeof *texts->found, error);
  for (guint32 number = 0; texts->found != NULL && number < texts->n_texts; number++)
    {
      const char *text = get_released_text (scan, texts, number);

      if (!deid_stop_check_value (scan->stop, number, error))
        return FALSE;
      if (text == NULL)
        continue;
      texts->found[number] = (guint8) deid_text_find_persons (text);
      texts->has_words |= strchr (text, ' ') != NULL;
    }
  return texts->found != NULL;
}

/* Tells whether a text has a word, with no letter or digit next to it. */
static gboolean
has_name_in_it (const char *text, const char *word)
{
  const gsize length = strlen (word);

  for (const char *p = strstr (text, word); p != NULL; p = strstr (p + 1, word))
    if ((p == text || !(g_ascii_isalnum (p[-1]) || (guchar) p[-1] >= 0x80))
        && !(g_ascii_isalnum (p[length]) || (guchar) p[length] >= 0x80))
      return TRUE;
  return FALSE;
}

/* Tells whether a text has a name, or one of its words, or the number of a person. */
static gboolean
has_own_name (const char *text, const char *name, DeidKind kind)
{
  g_auto (GStrv) words = NULL;

  if (kind != DEID_KIND_NAME)
    return strlen (name) >= SHORTEST_NUMBER && has_name_in_it (text, name);
  words = g_strsplit_set (name, " ,.;", -1);
  for (guint i = 0; words[i] != NULL; i++)
    if (strlen (words[i]) >= SHORTEST_NAME && has_name_in_it (text, words[i]))
      return TRUE;
  return FALSE;
}

/* Looks in the texts of several words for what their rows have in a column of names or numbers of
 * persons, which is not released itself. */
static gboolean
find_own_names (const DeidWarningScan *scan, const ReleasedTexts *texts, guint8 *found_of_row,
                GError **error)
{
  for (guint c = 0; texts->has_words && c < scan->table->n_columns; c++)
    {
      const DeidColumn *names = &scan->table->columns[c];
      const DeidKind kind = deid_kind_from_name (names->name, NULL, NULL);

      if (names == texts->column
          || (names->role != DEID_ROLE_IDENTIFYING && names->role != DEID_ROLE_ENTITY)
          || (kind != DEID_KIND_NAME && kind != DEID_KIND_PERSON && kind != DEID_KIND_RECORD_NUMBER
              && kind != DEID_KIND_SOCIAL_SECURITY))
        continue;
      for (guint64 row = 0; row < scan->partition->n_rows; row++)
        {
          const guint32 number = texts->attribute != G_MAXUINT
                                     ? scan->partition->class_of_row[row]
                                     : deid_codes_get (&texts->column->codes, row);
          const char *text = get_released_text (scan, texts, number);
          const char *name = deid_column_get (names, row);

          if (!deid_stop_check_row (scan->stop, row, error))
            return FALSE;
          if (text != NULL && name != NULL && strchr (text, ' ') != NULL
              && has_own_name (text, name, kind))
            found_of_row[row] |= HAS_OWN_NAME;
        }
    }
  return TRUE;
}

static gboolean
warn_of_found (const DeidWarningScan *scan, const DeidColumn *column, guint64 n_records,
               guint found, GError **error)
{
  static const struct
  {
    guint sign;
    const char *what;
  } signs[] = { { HAS_OWN_NAME, "the name or number that the record has in a column that is not "
                                "released" },
                { DEID_TEXT_HAS_NAME, "a name behind a title" },
                { DEID_TEXT_HAS_TELEPHONE, "a telephone number" },
                { DEID_TEXT_HAS_EMAIL, "an e-mail address" } };
  DeidLongText text = { 0 };
  guint n = 0;

  deid_long_text_add (&text,
                      "%" G_GUINT64_FORMAT " released record%s %s a text in column '%s' that seems "
                      "to have ",
                      n_records, n_records == 1 ? "" : "s", n_records == 1 ? "has" : "have",
                      deid_column_show (column));
  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if ((found & signs[i].sign) != 0)
      deid_long_text_add (&text, "%s%s", n++ > 0 ? ", or " : "", signs[i].what);
  deid_long_text_add (&text, ": take it out of the texts, or do not release the column");
  return deid_warning_scan_add (scan, "persons-in-texts", column->name, n_records, &text, error);
}

static gboolean
warn_of_column_texts (const DeidWarningScan *scan, ReleasedTexts *texts, GError **error)
{
  const DeidPartition *partition = scan->partition;
  g_autofree guint8 *found_of_row = deid_alloc (partition->n_rows, sizeof *found_of_row, error);
  guint64 n_records = 0;
  guint found = 0;

  if (found_of_row == NULL || !find_in_texts (scan, texts, error)
      || !find_own_names (scan, texts, found_of_row, error))
    return FALSE;
  for (guint64 row = 0; row < partition->n_rows; row++)
    {
      const guint32 number = texts->attribute != G_MAXUINT
                                 ? partition->class_of_row[row]
                                 : deid_codes_get (&texts->column->codes, row);
      const guint own = found_of_row[row] | texts->found[number];

      if (!deid_stop_check_row (scan->stop, row, error))
        return FALSE;
      if (own == 0 || deid_partition_suppresses (partition, row))
        continue;
      found |= own;
      n_records += deid_table_source_get_weight (scan->table, row);
    }
  return n_records == 0 || warn_of_found (scan, texts->column, n_records, found, error);
}

gboolean
deid_warn_of_persons_in_texts (const DeidWarningScan *scan, GError **error)
{
  gboolean success = TRUE;

  for (guint c = 0; success && c < scan->table->n_columns; c++)
    {
      ReleasedTexts texts = { .column = &scan->table->columns[c] };

      if (!is_released (scan, &texts))
        continue;
      success = warn_of_column_texts (scan, &texts, error);
      g_free (texts.found);
    }
  return success;
}
