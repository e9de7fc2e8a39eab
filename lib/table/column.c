/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/column.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "base/rational.h"
#include "base/text.h"

#include <string.h>

#define CODES_N_TABLES 4 /* of counts */

void
deid_codes_init (DeidCodes *codes)
{
  *codes = (DeidCodes){ .width = 1 };
}

void
deid_codes_clear (DeidCodes *codes)
{
  g_free (codes->data);
  deid_codes_init (codes);
}

static guint
get_width (guint32 code)
{
  return code <= G_MAXUINT8 ? 1 : code <= G_MAXUINT16 ? 2 : 4;
}

gboolean
deid_codes_alloc (DeidCodes *codes, guint64 n, guint32 greatest, GError **error)
{
  *codes = (DeidCodes){ .n = n, .capacity = n, .width = get_width (greatest) };
  codes->data = deid_alloc (n, codes->width, error);
  return codes->data != NULL;
}

static gboolean
codes_widen (DeidCodes *codes, guint width, GError **error)
{
  DeidCodes wide = { .n = codes->n, .capacity = codes->n + codes->n / 2 + 1, .width = width };

  wide.data = deid_alloc (wide.capacity, width, error);
  if (wide.data == NULL)
    return FALSE;
  for (guint64 i = 0; i < codes->n; i++)
    deid_codes_set (&wide, i, deid_codes_get (codes, i));
  g_free (codes->data);
  *codes = wide;
  return TRUE;
}

gboolean
deid_codes_reserve (DeidCodes *codes, guint64 n, GError **error)
{
  return deid_grow (&codes->data, &codes->capacity, codes->n + n, codes->width, error);
}

gboolean
deid_codes_make_room (DeidCodes *codes, guint32 code, GError **error)
{
  const guint width = get_width (code);

  return (width <= codes->width || codes_widen (codes, width, error))
         && deid_codes_reserve (codes, 1, error);
}

gboolean
deid_codes_append_all (DeidCodes *codes, const guint32 *added, guint n, GError **error)
{
  guint width = codes->width;

  for (guint i = 0; i < n; i++)
    width = MAX (width, get_width (added[i]));
  if ((width > codes->width && !codes_widen (codes, width, error))
      || !deid_codes_reserve (codes, n, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    deid_codes_set (codes, codes->n + i, added[i]);
  codes->n += n;
  return TRUE;
}

#define MAP_AS(To, From)                                                                           \
  for (guint64 i = 0; i < n; i++)                                                                  \
    ((To *) to->data)[first + i] = (To) map[((const From *) from->data)[start + i]];

#define MAP_TO(To)                                                                                 \
  {                                                                                                \
    if (from->width == 1)                                                                          \
      MAP_AS (To, guint8)                                                                          \
    else if (from->width == 2)                                                                     \
      MAP_AS (To, guint16)                                                                         \
    else                                                                                           \
      MAP_AS (To, guint32)                                                                         \
  }

void
deid_codes_set_mapped (DeidCodes *to, guint64 first, const DeidCodes *from, guint64 start,
                       guint64 n, const guint32 *map)
{
  if (to->width == 1)
    MAP_TO (guint8)
  else if (to->width == 2)
    MAP_TO (guint16)
  else
    MAP_TO (guint32)
}

gboolean
deid_codes_append_mapped (DeidCodes *codes, const DeidCodes *others, const guint32 *map,
                          guint32 greatest, GError **error)
{
  if (!deid_codes_make_room (codes, greatest, error)
      || !deid_codes_reserve (codes, others->n, error))
    return FALSE;
  deid_codes_set_mapped (codes, codes->n, others, 0, others->n, map);
  codes->n += others->n;
  return TRUE;
}

/* In several tables by turns, since codes that are alike often follow each other, and each count
 * would wait for the one before. */
static void
codes_count_bytes (const guint8 *codes, guint64 n, guint64 *counts)
{
  guint64 tables[CODES_N_TABLES][G_MAXUINT8 + 1] = { { 0 } };
  guint64 i = 0;

  for (; i + CODES_N_TABLES <= n; i += CODES_N_TABLES)
    {
      tables[0][codes[i]]++;
      tables[1][codes[i + 1]]++;
      tables[2][codes[i + 2]]++;
      tables[3][codes[i + 3]]++;
    }
  for (; i < n; i++)
    tables[0][codes[i]]++;
  for (guint code = 0; code <= G_MAXUINT8; code++)
    for (guint table = 0; table < CODES_N_TABLES; table++)
      if (tables[table][code] > 0)
        counts[code] += tables[table][code];
}

void
deid_codes_count (const DeidCodes *codes, guint64 first, guint64 n, guint64 *counts)
{
  if (codes->width == 1)
    codes_count_bytes ((const guint8 *) codes->data + first, n, counts);
  else
    for (guint64 i = first; i < first + n; i++)
      counts[deid_codes_get (codes, i)]++;
}

/* Gives memory back that growing took in advance. */
static void
codes_shrink (DeidCodes *codes)
{
  if (codes->data != NULL && deid_realloc (&codes->data, codes->n, codes->width, NULL))
    codes->capacity = codes->n;
}

#define COPY_AS(Code)                                                                              \
  for (guint64 i = 0; i < n; i++)                                                                  \
    ((Code *) to->data)[first + i] = ((const Code *) from->data)[rows[i]];

void
deid_codes_set_rows (DeidCodes *to, guint64 first, const DeidCodes *from, const guint32 *rows,
                     guint64 n)
{
  if (from->width == 1)
    COPY_AS (guint8)
  else if (from->width == 2)
    COPY_AS (guint16)
  else
    COPY_AS (guint32)
}

gboolean
deid_codes_copy_rows (DeidCodes *to, const DeidCodes *from, const guint32 *rows, guint64 n,
                      GError **error)
{
  *to = (DeidCodes){
    .data = deid_alloc (n, from->width, error), .n = n, .capacity = n, .width = from->width
  };
  if (to->data == NULL)
    return FALSE;
  deid_codes_set_rows (to, 0, from, rows, n);
  return TRUE;
}

/* A format of times alone, or of months, says no day. */
static gboolean
read_format (DeidTypeReader *reader, const char *format, GError **error)
{
  const char *expected = "a year, a month and a day";

  if (format == NULL)
    format = DEID_DATE_FORMAT_ISO;
  if (deid_date_format_init (&reader->format, format, &expected)
      && (reader->format.parts & DEID_DATE_PARTS_DAY) == DEID_DATE_PARTS_DAY)
    return TRUE;
  return deid_fail (error, DEID_ERROR_PARSE, "the date format '%s': expected %s",
                    DEID_SHOW (format), expected);
}

gboolean
deid_type_reader_init (DeidTypeReader *reader, DeidColumnType type, const char *stated,
                       GError **error)
{
  const char *expected = NULL;
  g_autofree char *format = NULL;

  *reader = (DeidTypeReader){ .type = type };
  if (stated != NULL)
    format = deid_number_format_take (&reader->number, stated, &reader->is_lenient, &expected);
  if (expected == NULL && reader->number.decimal != '\0' && !deid_column_type_is_numeric (type))
    expected = "the type integer or decimal for the column";
  if (expected == NULL && reader->is_lenient && type == DEID_COLUMN_TYPE_TEXT)
    expected = "the type integer, decimal or date for the column";
  if (expected != NULL)
    return deid_fail (error, DEID_ERROR_PARSE, "expected %s", expected);
  if (type == DEID_COLUMN_TYPE_DATE)
    return read_format (reader, format, error);
  if (deid_enum_get_name ("DeidColumnType", (int) type) == NULL)
    deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "there is no column type %d", (int) type);
  else if (format != NULL)
    deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
               "a format of the type %s, expected none but of the type date",
               deid_enum_get_name ("DeidColumnType", (int) type));
  else
    return TRUE;
  return FALSE;
}

gboolean
deid_type_reader_init_from_text (DeidTypeReader *reader, const char *text, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, " ", 2);
  int type = 0;

  while (deid_enum_get_name ("DeidColumnType", type) != NULL && parts[0] != NULL
         && !g_str_equal (deid_enum_get_name ("DeidColumnType", type), parts[0]))
    type++;
  return deid_type_reader_init (reader, (DeidColumnType) type, parts[0] != NULL ? parts[1] : NULL,
                                error);
}

gboolean
deid_type_reader_accepts (const DeidTypeReader *reader, const char *text)
{
  g_autofree char *decimal = NULL;
  DeidDateTime read;

  if (reader->number.decimal != '\0')
    {
      decimal = deid_number_format_read (&reader->number, text, NULL);
      return decimal != NULL
             && (reader->type == DEID_COLUMN_TYPE_DECIMAL || deid_decimal_is_integer (decimal));
    }
  switch (reader->type)
    {
    case DEID_COLUMN_TYPE_INTEGER:
      return deid_decimal_is_integer (text);
    case DEID_COLUMN_TYPE_DECIMAL:
      return deid_decimal_is_valid (text);
    case DEID_COLUMN_TYPE_DATE:
      return deid_date_format_read (&reader->format, text, &read);
    default:
      return TRUE;
    }
}

/* Returns: the seconds since a day long ago. */
static gint64
count_seconds (const DeidTypeReader *reader, const char *text)
{
  DeidDateTime read = { .hour = 0 };

  if (!deid_date_format_read (&reader->format, text, &read))
    return G_MAXINT64;
  return ((deid_date_to_day (&read.date) * 24 + read.hour) * 60 + read.minute) * 60 + read.second;
}

int
deid_type_reader_compare (const DeidTypeReader *reader, const char *a, const char *b)
{
  gint64 x, y;

  if (reader->number.decimal != '\0')
    {
      g_autofree char *first = deid_number_format_read (&reader->number, a, NULL);
      g_autofree char *second = deid_number_format_read (&reader->number, b, NULL);

      return deid_decimal_compare (first != NULL ? first : "", second != NULL ? second : "");
    }
  if (deid_column_type_is_numeric (reader->type))
    return deid_decimal_compare (a, b);
  if (reader->type != DEID_COLUMN_TYPE_DATE)
    return strcmp (a, b);
  x = count_seconds (reader, a);
  y = count_seconds (reader, b);
  return (x > y) - (x < y);
}

/* A date that is being sorted. */
typedef struct
{
  const DeidTypeReader *reader;
  const char *text;
} Dated;

static int
compare_dates (const void *a, const void *b)
{
  const Dated *x = a, *y = b;
  const int order = deid_type_reader_compare (x->reader, x->text, y->text);

  return order != 0 ? order : strcmp (x->text, y->text);
}

gboolean
deid_column_sort_dates (const DeidColumn *column, const char **values, guint64 n,
                        const DeidStop *stop, GError **error)
{
  g_autofree Dated *dated = deid_alloc (n, sizeof *dated, error);
  DeidTypeReader reader;

  if (dated == NULL || !deid_type_reader_init (&reader, column->type, column->format, error))
    return FALSE;
  for (guint64 i = 0; i < n; i++)
    dated[i] = (Dated){ &reader, values[i] };
  if (!deid_stopped_sort (dated, n, sizeof *dated, compare_dates, stop, error))
    return FALSE;
  for (guint64 i = 0; i < n; i++)
    values[i] = dated[i].text;
  return TRUE;
}

gboolean
deid_column_init (DeidColumn *column, const char *name, GError **error)
{
  *column
      = (DeidColumn){ .name = deid_copy_text (name, error), .shown = deid_text_show (name, -1) };
  if (g_str_equal (column->shown, name))
    g_clear_pointer (&column->shown, g_free);
  deid_dictionary_init (&column->dictionary);
  deid_codes_init (&column->codes);
  if (column->name == NULL)
    g_clear_pointer (&column->shown, g_free);
  return column->name != NULL;
}

void
deid_column_clear (DeidColumn *column)
{
  g_clear_pointer (&column->name, g_free);
  g_clear_pointer (&column->shown, g_free);
  g_clear_pointer (&column->format, g_free);
  g_clear_pointer (&column->stated_format, g_free);
  g_clear_pointer (&column->forms, g_hash_table_unref);
  g_clear_pointer (&column->suppressed, g_free);
  g_clear_pointer (&column->missing_codes, g_strfreev);
  if (column->coarsening != NULL)
    column->free_coarsening (column->coarsening);
  column->coarsening = NULL;
  g_clear_pointer (&column->joined, g_free);
  g_clear_pointer (&column->parts, g_free);
  deid_dictionary_clear (&column->dictionary);
  deid_codes_clear (&column->codes);
}

gboolean
deid_column_append (DeidColumn *column, const char *text, gsize length, GError **error)
{
  guint32 code;

  return deid_dictionary_add (&column->dictionary, text, length, &code, error)
         && deid_codes_append (&column->codes, code, error);
}

gboolean
deid_column_append_missing (DeidColumn *column, GError **error)
{
  guint32 code;

  return deid_dictionary_add_missing (&column->dictionary, &code, error)
         && deid_codes_append (&column->codes, code, error);
}

void
deid_column_set_type (DeidColumn *column, DeidColumnType type, const char *format)
{
  char *stated = g_strdup (format);
  const char *expected;
  gboolean is_lenient;

  g_free (column->format);
  g_free (column->stated_format);
  column->stated_format = stated;
  column->format = stated != NULL ? deid_number_format_take (&(DeidNumberFormat){ 0 }, stated,
                                                             &is_lenient, &expected)
                                  : NULL;
  column->type = type;
}

void
deid_column_copy_forms (DeidColumn *column, const DeidColumn *from)
{
  column->number = from->number;
  column->suppressed = g_strdup (from->suppressed);
  if (from->forms != NULL)
    column->forms = g_hash_table_ref (from->forms);
}

char *
deid_column_write_text (const DeidColumn *column, const char *text)
{
  const char *form = column->forms != NULL ? g_hash_table_lookup (column->forms, text) : NULL;

  if (form != NULL)
    return g_strdup (form);
  if (column->suppressed != NULL && g_str_equal (text, DEID_SUPPRESSED_LABEL))
    return g_strdup (column->suppressed);
  return column->number.decimal == ',' ? deid_number_format_write (&column->number, text) : NULL;
}

void
deid_column_shrink (DeidColumn *column)
{
  deid_dictionary_shrink (&column->dictionary);
  codes_shrink (&column->codes);
}

guint64 *
deid_column_list_first_rows (const DeidColumn *column, GError **error)
{
  guint64 *rows = deid_alloc (column->dictionary.n, sizeof *rows, error);

  for (guint64 row = column->codes.n; rows != NULL && row-- > 0;)
    rows[deid_codes_get (&column->codes, row)] = row;
  return rows;
}

guint64
deid_column_find_code (const DeidColumn *column, guint32 code)
{
  guint64 row = 0;

  while (row < column->codes.n && deid_codes_get (&column->codes, row) != code)
    row++;
  return row;
}
