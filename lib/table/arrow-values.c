/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/arrow-values.h"

#include <string.h>

#include "base/host-integer.h"

#define N_VIEW_BUFFERS 3 /* validity, views, and at the end the sizes of others */
#define VIEW_SIZE      16
#define MAX_INLINE     12 /* bytes of a text that stand in its view */
#define MAX_WIDTH      32 /* bytes of a value */

static gboolean
arrow_values_fail (const char *what, gint64 number, const char *expected, GError **error)
{
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "an Arrow array with %s %" G_GINT64_FORMAT ", expected %s", what, number, expected);
  return FALSE;
}

static gboolean
check_buffers (const struct ArrowArray *array, gint64 n_buffers, gboolean has_more, GError **error)
{
  g_autofree char *expected = g_strdup_printf ("%s%" G_GINT64_FORMAT " as its type has",
                                               has_more ? "at least " : "", n_buffers);

  if (has_more ? array->n_buffers < n_buffers : array->n_buffers != n_buffers)
    return arrow_values_fail ("a number of buffers of", array->n_buffers, expected, error);
  return array->n_buffers == 0 || array->buffers != NULL
         || arrow_values_fail ("no buffers instead of", array->n_buffers, "their addresses", error);
}

static gboolean
check_counts (const struct ArrowArray *array, gint64 n_children, GError **error)
{
  if (array == NULL || array->release == NULL)
    {
      g_set_error_literal (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                           "an Arrow array that is not there, expected one as the schema says");
      return FALSE;
    }
  if (array->length < 0)
    return arrow_values_fail ("the length", array->length, "0 or more", error);
  if (array->offset < 0 || array->offset > G_MAXINT64 / MAX_WIDTH - array->length)
    return arrow_values_fail ("the offset", array->offset,
                              "0 or more, and an end that memory may have", error);
  if (array->null_count < -1 || array->null_count > array->length)
    return arrow_values_fail ("the null count", array->null_count, "-1 or up to the length", error);
  if (array->n_children != n_children)
    return arrow_values_fail ("a number of children of", array->n_children, "that of the schema",
                              error);
  return n_children == 0 || array->children != NULL
         || arrow_values_fail ("no children instead of", n_children, "their addresses", error);
}

static gboolean
arrow_values_read_rows (DeidArrowRows *rows, const struct ArrowArray *array, GError **error)
{
  *rows = (DeidArrowRows){ .n = (guint64) array->length, .offset = (guint64) array->offset };
  if (array->n_buffers == 0 || array->null_count == 0)
    return TRUE;
  rows->validity = array->buffers[0];
  return rows->validity != NULL || array->null_count == -1
         || arrow_values_fail ("no bitmap but a null count of", array->null_count, "0 or -1",
                               error);
}

gboolean
deid_arrow_rows_init (DeidArrowRows *rows, const struct ArrowArray *array, gint64 n_buffers,
                      gint64 n_children, GError **error)
{
  return check_counts (array, n_children, error) && check_buffers (array, n_buffers, FALSE, error)
         && arrow_values_read_rows (rows, array, error);
}

static gint64
count_buffers (DeidArrowLayout layout)
{
  switch (layout)
    {
    case DEID_ARROW_NOTHING:
      return 0;
    case DEID_ARROW_BITS:
    case DEID_ARROW_FIXED:
      return 2;
    default:
      return 3;
    }
}

gboolean
deid_arrow_values_init (DeidArrowValues *values, const DeidArrowType *type,
                        const struct ArrowArray *array, GError **error)
{
  const gint64 n_buffers = count_buffers (type->layout);
  const gboolean is_view = type->layout == DEID_ARROW_VIEWS;

  *values = (DeidArrowValues){ .type = type };
  if (!check_counts (array, 0, error) || !check_buffers (array, n_buffers, is_view, error)
      || !arrow_values_read_rows (&values->rows, array, error))
    return FALSE;
  if (n_buffers == 0 || array->length == 0)
    return TRUE;
  values->items = array->buffers[1];
  if (values->items == NULL)
    return arrow_values_fail ("no buffer of values and the length", array->length, "one", error);
  if (is_view)
    {
      values->others = (const void *const *) array->buffers + 2;
      values->n_others = (guint64) (array->n_buffers - N_VIEW_BUFFERS);
      values->sizes = array->buffers[array->n_buffers - 1];
      return values->n_others == 0 || values->sizes != NULL
             || arrow_values_fail ("no sizes of buffers of texts, of which there are",
                                   array->n_buffers - N_VIEW_BUFFERS, "them", error);
    }
  if (n_buffers == 3)
    values->bytes = array->buffers[2];
  return TRUE;
}

/* A text between two offsets. */
static gboolean
arrow_values_read_text (const DeidArrowValues *values, guint64 place, guint width,
                        const char **text, gsize *length, GError **error)
{
  const guint8 *at = values->items + place * width;
  const gint64 start = (gint64) deid_host_integer_read (at, width, TRUE);
  const gint64 end = (gint64) deid_host_integer_read (at + width, width, TRUE);

  if (start < 0 || end < start)
    return arrow_values_fail ("a text that ends at", end, "offsets from 0 that do not fall", error);
  if (values->bytes == NULL && end > start)
    return arrow_values_fail ("no buffer of bytes and a text that ends at", end, "one", error);
  *text = values->bytes != NULL ? values->bytes + start : "";
  *length = (gsize) (end - start);
  return TRUE;
}

static gboolean
read_view (const DeidArrowValues *values, guint64 place, const char **text, gsize *length,
           GError **error)
{
  const guint8 *view = values->items + place * VIEW_SIZE;
  const gint64 n = (gint64) deid_host_integer_read (view, 4, TRUE);
  const guint64 other = deid_host_integer_read (view + 8, 4, TRUE);
  const gint64 start = (gint64) deid_host_integer_read (view + 12, 4, TRUE);

  if (n < 0)
    return arrow_values_fail ("a text of the length", n, "0 or more", error);
  *length = (gsize) n;
  *text = (const char *) view + 4;
  if (n <= MAX_INLINE)
    return TRUE;
  if (other >= values->n_others || values->others[other] == NULL)
    return arrow_values_fail ("a text in the buffer", (gint64) other, "one that is there", error);
  if (start < 0 || start + n > (gint64) deid_host_integer_read (values->sizes + 8 * other, 8, TRUE))
    return arrow_values_fail ("a text that begins at", start, "one within its buffer", error);
  *text = (const char *) values->others[other] + start;
  return TRUE;
}

gboolean
deid_arrow_values_read (const DeidArrowValues *values, guint64 i, char room[DEID_ARROW_TEXT_SIZE],
                        const char **text, gsize *length, GError **error)
{
  const DeidArrowType *type = values->type;
  const guint64 place = values->rows.offset + i;

  switch (type->layout)
    {
    case DEID_ARROW_TEXT32:
      return arrow_values_read_text (values, place, 4, text, length, error);
    case DEID_ARROW_TEXT64:
      return arrow_values_read_text (values, place, 8, text, length, error);
    case DEID_ARROW_VIEWS:
      return read_view (values, place, text, length, error);
    case DEID_ARROW_FIXED:
      if (!type->write (type, values->items + place * type->width, room, error))
        return FALSE;
      *text = room;
      break;
    default:
      *text = (values->items[place / 8] >> (place % 8) & 1) != 0 ? "true" : "false";
    }
  *length = strlen (*text);
  return TRUE;
}
