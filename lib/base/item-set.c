/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/item-set.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void
deid_item_set_clear (DeidItemSet *set)
{
  g_free (set->items);
  g_free (set->text);
  *set = (DeidItemSet){ .n = 0 };
}

gboolean
deid_item_separator_is_valid (char separator)
{
  return (g_ascii_ispunct (separator) && separator != '*') || separator == ' ' || separator == '\t';
}

gboolean
deid_item_set_add (DeidItemSet *set, const char *text, gsize length, GError **error)
{
  if (!deid_grow ((gpointer *) &set->items, &set->capacity, set->n + 1, sizeof *set->items, error))
    return FALSE;
  set->items[set->n++] = (DeidItem){ text, length };
  return TRUE;
}

gboolean
deid_item_set_read (DeidItemSet *set, const char *text, char separator, GError **error)
{
  const char *end = text;

  for (; *end != '\0'; text = end + 1)
    {
      DeidItem item = { text, 0 };

      end = strchr (text, separator);
      end = end != NULL ? end : text + strlen (text);
      while (item.text < end && (item.text[0] == ' ' || item.text[0] == '\t'))
        item.text++;
      item.length = (gsize) (end - item.text);
      while (item.length > 0
             && (item.text[item.length - 1] == ' ' || item.text[item.length - 1] == '\t'))
        item.length--;
      if (item.length > 0 && !deid_item_set_add (set, item.text, item.length, error))
        return FALSE;
    }
  return TRUE;
}

static int
compare_items (const void *a, const void *b)
{
  const DeidItem *x = a, *y = b;
  const int order = memcmp (x->text, y->text, MIN (x->length, y->length));

  return order != 0 ? order : (x->length > y->length) - (x->length < y->length);
}

gboolean
deid_item_set_sort (DeidItemSet *set)
{
  guint64 n = 0;
  gboolean is_sorted = TRUE;

  for (guint64 i = 1; i < set->n; i++)
    is_sorted = is_sorted && compare_items (&set->items[i - 1], &set->items[i]) < 0;
  if (is_sorted)
    return FALSE;
  qsort (set->items, set->n, sizeof *set->items, compare_items);
  for (guint64 i = 0; i < set->n; i++)
    if (n == 0 || compare_items (&set->items[n - 1], &set->items[i]) != 0)
      set->items[n++] = set->items[i];
  set->n = n;
  return TRUE;
}

const char *
deid_item_set_write (DeidItemSet *set, char separator, GError **error)
{
  guint64 length = 1;
  char *end;

  for (guint64 i = 0; i < set->n; i++)
    length += set->items[i].length + 1;
  if (!deid_grow ((gpointer *) &set->text, &set->text_capacity, length, 1, error))
    return NULL;
  end = set->text;
  for (guint64 i = 0; i < set->n; i++)
    {
      if (i > 0)
        *end++ = separator;
      memcpy (end, set->items[i].text, set->items[i].length);
      end += set->items[i].length;
    }
  *end = '\0';
  return set->text;
}
