/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/person-rows.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "base/portable-math.h"
#include "base/rational.h"
#include "base/text.h"
#include "table/dataset-notes.h"
#include "table/dataset-private.h"
#include "table/row-filter.h"

#include <string.h>

gboolean
deid_row_cap_read (DeidRowCap *cap, const char *text, GError **error)
{
  const char *colon = strchr (text, ':');
  g_autofree char *number = colon != NULL ? g_strndup (text, (gsize) (colon - text)) : NULL;
  const char *choice = colon != NULL ? colon + 1 : "";
  const gboolean is_first = g_str_has_prefix (choice, "first@");

  *cap = (DeidRowCap){ .is_last = g_str_has_prefix (choice, "last@") };
  if (is_first || cap->is_last)
    cap->order = strchr (choice, '@') + 1;
  return (deid_uint64_from_decimal (number != NULL ? number : text, &cap->n) && cap->n > 0
          && (colon == NULL || (cap->order != NULL && cap->order[0] != '\0')))
         || deid_fail (error, DEID_ERROR_PARSE,
                       "expected a number of rows, at least 1, or several in ascending order, and "
                       ":first@COLUMN or :last@COLUMN to choose rows by a column, as in "
                       "20:last@admission or 5,10,20:last@admission");
}

char **
deid_row_cap_list (const char *text)
{
  const gsize length = strcspn (text, ":");
  g_autofree char *numbers = g_strndup (text, length);
  char **caps = g_strsplit (numbers, ",", -1);

  for (guint i = 0; caps[i] != NULL; i++)
    {
      g_autofree char *number = caps[i];

      caps[i] = g_strconcat (g_strstrip (number), text + length, NULL);
    }
  return caps;
}

gboolean
deid_row_cap_check_list (const char *text, GError **error)
{
  g_auto (GStrv) caps = deid_row_cap_list (text);
  DeidRowCap cap, last = { .n = 0 };

  for (guint i = 0; caps[i] != NULL; i++, last = cap)
    if (!deid_row_cap_read (&cap, caps[i], error)
        || (cap.n <= last.n && !deid_row_cap_read (&cap, "", error)))
      return FALSE;
  return caps[0] != NULL || deid_row_cap_read (&cap, "", error);
}

/* A row of a person, and its place in the person's order. */
typedef struct
{
  guint64 place;
  guint64 row;
  guint32 person;
} PersonRow;

static int
person_rows_compare (const void *a, const void *b)
{
  const PersonRow *p = a, *q = b;

  if (p->person != q->person)
    return p->person < q->person ? -1 : 1;
  if (p->place != q->place)
    return p->place < q->place ? -1 : 1;
  return p->row < q->row ? -1 : p->row > q->row;
}

/* A value of the column that orders rows. */
typedef struct
{
  const DeidTypeReader *reader;
  const char *text;
  guint32 code;
} OrderedValue;

static int
person_rows_compare_values (const void *a, const void *b)
{
  const OrderedValue *v = a, *w = b;

  return deid_type_reader_compare (v->reader, v->text, w->text);
}

/* Numbers are plain decimals, whatever signs they were written with. */
static gboolean
init_order (const DeidColumn *column, DeidTypeReader *reader, GError **error)
{
  if (column->type == DEID_COLUMN_TYPE_TEXT)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "column '%s' is text, which has no first and last, expected the type date, "
                      "integer or decimal",
                      deid_column_show (column));
  return deid_type_reader_init (
      reader, column->type, column->type == DEID_COLUMN_TYPE_DATE ? column->format : NULL, error);
}

/* Returns: (transfer full) (nullable): the place of each code, the greatest of a missing value. */
static guint64 *
place_values (const DeidColumn *column, gboolean is_last, const DeidStop *stop, GError **error)
{
  const guint32 n = column->dictionary.n;
  g_autofree OrderedValue *values = NULL;
  g_autofree guint64 *places = NULL;
  DeidTypeReader reader;
  guint32 n_values = 0;

  if (!init_order (column, &reader, error)
      || !deid_new_arrays (error, DEID_NEW (values, n), DEID_NEW (places, n)))
    return NULL;
  for (guint32 code = 0; code < n; code++)
    if (code != column->dictionary.missing)
      values[n_values++]
          = (OrderedValue){ &reader, deid_dictionary_get (&column->dictionary, code), code };
    else
      places[code] = G_MAXUINT64;
  if (!deid_stopped_sort (values, n_values, sizeof *values, person_rows_compare_values, stop,
                          error))
    return NULL;
  for (guint32 i = 0, rank = 0; i < n_values; i++)
    {
      rank += i > 0 && person_rows_compare_values (&values[i - 1], &values[i]) != 0;
      places[values[i].code] = is_last ? G_MAXUINT32 - rank : rank;
    }
  return g_steal_pointer (&places);
}

/* Lists the rows that have a person, person by person and in the order of each. */
static gboolean
sort_rows (const DeidDataset *dataset, const DeidColumn *persons, const DeidRowCap *cap,
           guint64 seed, PersonRow *rows, guint64 *n, const DeidStop *stop, GError **error)
{
  DeidRandom random = { .state = seed };
  g_autofree guint64 *places = NULL;
  const DeidColumn *order = NULL;
  guint c;

  if (cap->order != NULL)
    {
      if (!deid_dataset_find_column (dataset, cap->order, &c, error))
        return FALSE;
      order = &dataset->columns[c];
      places = place_values (order, cap->is_last, stop, error);
      if (places == NULL)
        return FALSE;
    }
  for (guint64 row = 0; row < dataset->n_rows; row++)
    {
      const guint32 person = deid_codes_get (&persons->codes, row);

      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      if (person != persons->dictionary.missing)
        rows[(*n)++] = (PersonRow){ order != NULL ? places[deid_codes_get (&order->codes, row)]
                                                  : deid_random_next (&random),
                                    row, person };
    }
  return deid_stopped_sort (rows, *n, sizeof *rows, person_rows_compare, stop, error);
}

/* Marks the rows that go. Returns: how many persons lose some. */
static guint64
mark_rows (const PersonRow *rows, guint64 n, const DeidRowCap *cap, guint8 *goes)
{
  guint64 n_persons = 0, first = 0;

  for (guint64 i = 0; i < n; i++)
    {
      if (rows[i].person != rows[first].person)
        first = i;
      goes[rows[i].row] = i - first >= cap->n;
      n_persons += i - first == cap->n;
    }
  return n_persons;
}

static gboolean
leave_rows_out (DeidDataset *dataset, const guint8 *goes, guint64 *n_gone, const DeidStop *stop,
                GError **error)
{
  guint64 *kept = deid_alloc (dataset->n_rows, sizeof *kept, error);
  guint64 n_kept = 0;

  *n_gone = 0;
  for (guint64 row = 0; kept != NULL && row < dataset->n_rows; row++)
    if (!goes[row])
      kept[n_kept++] = row;
  if (kept == NULL)
    return FALSE;
  *n_gone = dataset->n_rows - n_kept;
  if (*n_gone == 0)
    {
      g_free (kept);
      return TRUE;
    }
  return deid_dataset_keep_rows (dataset, kept, n_kept, stop, error);
}

gboolean
deid_dataset_cap_rows (DeidDataset *dataset, guint persons, const DeidRowCap *cap, guint64 seed,
                       const DeidStop *stop, GError **error)
{
  const DeidColumn *column = &dataset->columns[persons];
  const guint64 n_rows = dataset->n_rows, n_records = dataset->n_records;
  g_autofree PersonRow *rows = NULL;
  g_autofree guint8 *goes = NULL;
  guint64 n = 0, n_persons, n_gone;

  if (!deid_dataset_check_mutable (dataset, error)
      || !deid_new_arrays (error, DEID_NEW (rows, n_rows), DEID_NEW (goes, n_rows))
      || !sort_rows (dataset, column, cap, seed, rows, &n, stop, error))
    return FALSE;
  n_persons = mark_rows (rows, n, cap, goes);
  if (!leave_rows_out (dataset, goes, &n_gone, stop, error))
    return FALSE;
  dataset->caps.n = cap->n;
  dataset->caps.n_left_out = n_records - dataset->n_records;
  deid_dataset_add_note (dataset, "rows-capped", column->name, n_gone,
                         "%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                         " rows are left out: %" G_GUINT64_FORMAT
                         " person%s more than max-rows=%" G_GUINT64_FORMAT " allows",
                         n_gone, n_rows, n_persons, n_persons == 1 ? " has" : "s have", cap->n);
  return TRUE;
}

gboolean
deid_dataset_treats_persons (const DeidDataset *dataset)
{
  for (guint c = 0; c < dataset->n_columns; c++)
    if (dataset->columns[c].person_time != DEID_PERSON_TIME_ABSOLUTE)
      return TRUE;
  return dataset->caps.n > 0;
}

void
deid_dataset_keep_values (DeidDataset *dataset, guint column)
{
  dataset->columns[column].keeps_values = TRUE;
}

void
deid_dataset_set_tried_caps (DeidDataset *dataset, GArray *tried)
{
  dataset->caps.tried = g_array_ref (tried);
}

const DeidRowCaps *
deid_dataset_get_caps (const DeidDataset *dataset)
{
  return &dataset->caps;
}
