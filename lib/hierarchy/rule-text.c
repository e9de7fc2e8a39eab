/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/memory.h"
#include "base/rational.h"
#include "base/text.h"
#include "hierarchy/rule.h"

#include <deid/deid.h>
#include <string.h>

gsize
deid_rule_text_unescape (char *text)
{
  const char *c = text;
  char *end = text;

  while (*c != '\0')
    {
      char byte;

      if (deid_text_is_escape (c, &byte))
        {
          *end++ = byte;
          c += 3;
        }
      else
        *end++ = *c++;
    }
  *end = '\0';
  return (gsize) (end - text);
}

/* Nobody may be surprised later by an item that is no text. */
static gboolean
rule_text_check_encoding (const DeidRuleText *text, GError **error)
{
  g_autofree char *copy = deid_copy_text (text->text, error);

  if (copy == NULL)
    return FALSE;
  if (g_utf8_validate_len (copy, deid_rule_text_unescape (copy), NULL))
    return TRUE;
  return deid_rule_text_fail (text, NULL, "UTF-8 without NUL", error);
}

/* Cuts a text at a character. Returns: (nullable): what stands behind it. */
static char *
rule_text_cut (char *text, char at)
{
  char *found = text != NULL ? strchr (text, at) : NULL;

  if (found == NULL)
    return NULL;
  *found = '\0';
  return found + 1;
}

static gboolean
has_option (const DeidRuleText *text, const char *option)
{
  for (guint i = 0; i < text->n_options; i++)
    if (g_str_equal (text->options[2 * i], option))
      return TRUE;
  return FALSE;
}

static gboolean
read_options (DeidRuleText *text, char *options, GError **error)
{
  guint n = options != NULL ? 1 : 0;

  for (const char *c = options; c != NULL && (c = strchr (c, ';')) != NULL; c++)
    n++;
  if (!deid_new_arrays (error, DEID_NEW (text->options, 2 * (guint64) n),
                        DEID_NEW (text->taken, n)))
    return FALSE;
  while (options != NULL)
    {
      char *option = options;
      char *value;

      options = rule_text_cut (option, ';');
      value = rule_text_cut (option, '=');
      if (value == NULL || option[0] == '\0')
        return deid_rule_text_fail (text, option, "option=value", error);
      if (has_option (text, option))
        return deid_rule_text_fail (text, option, "each option once", error);
      text->options[2 * text->n_options] = option;
      text->options[2 * text->n_options++ + 1] = value;
    }
  return TRUE;
}

gboolean
deid_rule_text_init (DeidRuleText *text, const char *specification, GError **error)
{
  char *options, *body;

  *text = (DeidRuleText){ .text = specification };
  text->parts = deid_copy_text (specification, error);
  if (text->parts == NULL || !rule_text_check_encoding (text, error))
    return FALSE;
  options = rule_text_cut (text->parts, ';');
  body = rule_text_cut (text->parts, ':');
  text->name = text->parts;
  text->body = body;
  return read_options (text, options, error);
}

void
deid_rule_text_clear (DeidRuleText *text)
{
  deid_free_arrays (text->options, text->taken, text->parts);
}

const char *
deid_rule_text_take (DeidRuleText *text, const char *option)
{
  for (guint i = 0; i < text->n_options; i++)
    if (g_str_equal (text->options[2 * i], option))
      {
        text->taken[i] = TRUE;
        return text->options[2 * i + 1];
      }
  return NULL;
}

gboolean
deid_rule_text_check_taken (const DeidRuleText *text, GError **error)
{
  for (guint i = 0; i < text->n_options; i++)
    if (!text->taken[i])
      return deid_rule_text_fail (text, text->options[2 * i], "no option that the rule lacks",
                                  error);
  return TRUE;
}

/* An array, and behind it the bytes that it points into. */
char **
deid_rule_text_split_at (const char *list, char separator, guint64 *n_items, GError **error)
{
  const gsize length = strlen (list);
  guint64 n = length > 0 ? 1 : 0;
  char **items, *bytes;

  for (const char *c = list; (c = strchr (c, separator)) != NULL; c++)
    n++;
  items = deid_alloc ((n + 1) * sizeof *items + length + 1, 1, error);
  if (items == NULL)
    return NULL;
  bytes = (char *) (items + n + 1);
  memcpy (bytes, list, length + 1);
  for (guint64 i = 0; i < n; i++)
    {
      items[i] = bytes;
      bytes = rule_text_cut (bytes, separator);
    }
  if (n_items != NULL)
    *n_items = n;
  return items;
}

char **
deid_rule_text_split (const char *list, guint64 *n_items, GError **error)
{
  char **items = deid_rule_text_split_at (list, ',', n_items, error);

  for (guint64 i = 0; items != NULL && items[i] != NULL; i++)
    deid_rule_text_unescape (items[i]);
  return items;
}

void
deid_rule_text_append_item (DeidLongText *text, const char *item)
{
  while (*item != '\0')
    {
      gboolean is_plain;
      const gsize length = deid_text_measure_character (item, &is_plain);

      is_plain &= strchr ("%,;:/=", *item) == NULL;
      if (is_plain)
        deid_long_text_add (text, "%.*s", (gint) length, item);
      for (gsize i = 0; i < length && !is_plain; i++)
        deid_long_text_add (text, "%%%02X", (guint) (guchar) item[i]);
      item += length;
    }
}

gboolean
deid_rule_text_fail (const DeidRuleText *text, const char *part, const char *expected,
                     GError **error)
{
  g_autofree char *whole = deid_text_show (text->text, -1);
  g_autofree char *shown = part != NULL ? deid_text_show (part, -1) : NULL;

  if (shown != NULL)
    return deid_fail (error, DEID_ERROR_PARSE, "rule '%s': '%s', expected %s", whole, shown,
                      expected);
  return deid_fail (error, DEID_ERROR_PARSE, "rule '%s', expected %s", whole, expected);
}

gboolean
deid_rule_text_read_count (const DeidRuleText *text, const char *item, guint64 *count,
                           GError **error)
{
  if (deid_uint64_from_decimal (item, count) && *count > 0)
    return TRUE;
  return deid_rule_text_fail (text, item, "a positive integer", error);
}

void
deid_rule_labels_clear (DeidRuleLabels *labels)
{
  g_clear_error (&labels->error);
  g_free (labels->bytes);
  g_free (labels->starts);
  *labels = (DeidRuleLabels){ .bytes = NULL };
}

void
deid_rule_labels_reset (DeidRuleLabels *labels)
{
  labels->n_bytes = 0;
  labels->open = 0;
  labels->n = 0;
}

/* Makes room for so many bytes more, and the NUL behind them. */
static gboolean
rule_labels_reserve (DeidRuleLabels *labels, gsize length)
{
  return labels->error == NULL
         && deid_grow ((gpointer *) &labels->bytes, &labels->capacity, labels->n_bytes + length + 1,
                       1, &labels->error);
}

void
deid_rule_labels_append (DeidRuleLabels *labels, const char *text, gsize length)
{
  if (!rule_labels_reserve (labels, length))
    return;
  memcpy (labels->bytes + labels->n_bytes, text, length);
  labels->n_bytes += length;
}

void
deid_rule_labels_end (DeidRuleLabels *labels)
{
  if (!rule_labels_reserve (labels, 0)
      || !deid_grow ((gpointer *) &labels->starts, &labels->starts_capacity,
                     (guint64) labels->n + 1, sizeof *labels->starts, &labels->error))
    return;
  labels->bytes[labels->n_bytes++] = '\0';
  labels->starts[labels->n++] = labels->open;
  labels->open = labels->n_bytes;
}

void
deid_rule_labels_add (DeidRuleLabels *labels, const char *text, gsize length)
{
  deid_rule_labels_append (labels, text, length);
  deid_rule_labels_end (labels);
}

gboolean
deid_rule_labels_check (DeidRuleLabels *labels, GError **error)
{
  if (labels->error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&labels->error));
  return FALSE;
}
