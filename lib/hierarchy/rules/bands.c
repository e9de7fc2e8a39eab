/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Ranges that are listed, with labels of their own perhaps. Rules that depend on data freeze to
 * this kind. */
#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"
#include "base/text.h"
#include "hierarchy/numbers/number-rule.h"
#include "hierarchy/rule.h"

typedef struct
{
  DeidRange range;    /* between bottom and top */
  guint64 label;      /* where it starts among the labels */
  gboolean has_label; /* it is one of its own */
} Band;

typedef struct
{
  DeidNumberOptions options;
  gboolean are_integers; /* all ends that the rule gives, also those of bands cut off */
  guint n_levels;
  Band *bands; /* of all levels, each in rising order */
  guint64 n_bands;
  guint64 *first_bands; /* of each level, and the number of all */
  char *labels;         /* each with its NUL */
  guint64 n_bytes;
  guint64 capacity;
} Bands;

static void
free_bands (gpointer data)
{
  Bands *bands = data;

  deid_free_arrays (bands->bands, bands->first_bands, bands->labels);
  g_free (bands);
}

static gboolean
bands_add_label (Bands *bands, Band *band, const char *label, gsize length, GError **error)
{
  if (!deid_grow ((gpointer *) &bands->labels, &bands->capacity, bands->n_bytes + length + 1, 1,
                  error))
    return FALSE;
  band->label = bands->n_bytes;
  memcpy (bands->labels + bands->n_bytes, label, length + 1);
  bands->n_bytes += length + 1;
  return TRUE;
}

/* Finds the sign between a label and its range, which is none of `>=`. */
static const char *
find_sign (const char *item)
{
  const char *sign = strchr (item, '=');

  return sign != NULL && sign > item && sign[-1] == '>' ? NULL : sign;
}

/* Reads `0-17`, or `child=0-17`. A label that reads like a range must be this range. */
static gboolean
read_band (Bands *bands, Band *band, const DeidRuleText *text, const char *item, GError **error)
{
  const char *sign = find_sign (item);
  g_autofree char *label = sign != NULL ? g_strndup (item, (gsize) (sign - item)) : NULL;
  DeidRange read;

  if (!deid_range_parse (sign != NULL ? sign + 1 : item, &band->range))
    return deid_rule_text_fail (text, item,
                                "a range such as '0-17', '1.5..<2', '18+' or 'child=0-17'", error);
  if (label == NULL)
    return TRUE;
  band->has_label = TRUE;
  if (label[0] == '\0')
    return deid_rule_text_fail (text, item, "a label before the sign", error);
  if (deid_range_parse (label, &read)
      && (read.low != band->range.low || read.high != band->range.high))
    return deid_rule_text_fail (text, item, "a label that does not read like another range", error);
  return bands_add_label (bands, band, label, strlen (label), error);
}

/* Takes from a band what is below the bottom or above the top. */
static gboolean
clip_band (const Bands *bands, Band *band, const DeidRuleText *text, const char *item,
           GError **error)
{
  const DeidRange clipped = deid_number_options_clip (&bands->options, band->range);
  const gboolean is_whole = clipped.low == band->range.low && clipped.high == band->range.high;

  if (band->has_label && !is_whole && clipped.low < clipped.high)
    return deid_rule_text_fail (text, item, "that bottom and top do not divide it", error);
  band->range = clipped;
  return TRUE;
}

static gboolean
bands_read_level (Bands *bands, guint level, const DeidRuleText *text, const char *list,
                  GError **error)
{
  DeidNumber end = DEID_NUMBER_LEAST;
  guint64 n = 0;
  g_autofree char **items = deid_rule_text_split (list, &n, error);

  if (items == NULL)
    return FALSE;
  if (n == 0)
    return deid_rule_text_fail (text, list, "a range on each level", error);
  for (guint64 i = 0; i < n; i++)
    {
      Band *band = &bands->bands[bands->n_bands];

      *band = (Band){ 0 };
      if (!read_band (bands, band, text, items[i], error))
        return FALSE;
      if (band->range.low < end)
        return deid_rule_text_fail (text, items[i],
                                    "that it starts where the one before it ends, "
                                    "or above",
                                    error);
      end = band->range.high;
      bands->are_integers &= deid_range_is_of_integers (&band->range);
      if (!clip_band (bands, band, text, items[i], error))
        return FALSE;
      bands->n_bands += band->range.low < band->range.high;
    }
  bands->first_bands[level + 1] = bands->n_bands;
  return TRUE;
}

/* Checks that each band lies in one of the next level. */
static gboolean
bands_check_nested (const Bands *bands, guint level, const DeidRuleText *text, GError **error)
{
  guint64 upper = bands->first_bands[level + 1];

  for (guint64 i = bands->first_bands[level]; i < bands->first_bands[level + 1]; i++)
    {
      const DeidRange *range = &bands->bands[i].range;
      g_autofree char *expected = NULL;

      while (upper < bands->first_bands[level + 2] && bands->bands[upper].range.high <= range->low)
        upper++;
      if (upper < bands->first_bands[level + 2] && bands->bands[upper].range.low <= range->low
          && range->high <= bands->bands[upper].range.high)
        continue;
      expected = g_strdup_printf ("that this band of level %u lies within one of level %u",
                                  level + 1, level + 2);
      return deid_rule_text_fail (text, bands->labels + bands->bands[i].label, expected, error);
    }
  return TRUE;
}

/* Checks that a level has no label of its own twice: others cannot be alike. */
static gboolean
bands_check_labels (const Bands *bands, guint level, const DeidRuleText *text, GError **error)
{
  const guint64 first = bands->first_bands[level], n_bands = bands->first_bands[level + 1] - first;
  g_autofree const char **labels = deid_alloc (n_bands, sizeof *labels, error);
  gsize n = 0;

  if (labels == NULL)
    return FALSE;
  for (guint64 i = 0; i < n_bands; i++)
    if (bands->bands[first + i].has_label)
      labels[n++] = bands->labels + bands->bands[first + i].label;
  qsort (labels, n, sizeof *labels, deid_text_compare);
  for (gsize i = 1; i < n; i++)
    if (g_str_equal (labels[i], labels[i - 1]))
      return deid_rule_text_fail (text, labels[i], "each label once on a level", error);
  return TRUE;
}

/* Writes the labels of bands that have none of their own. */
static gboolean
bands_write_labels (Bands *bands, const DeidRuleText *text, GError **error)
{
  if (!deid_number_options_decide (&bands->options, bands->are_integers, text, error))
    return FALSE;
  for (guint64 i = 0; i < bands->n_bands; i++)
    {
      Band *band = &bands->bands[i];
      char label[DEID_RANGE_LABEL_SIZE];
      gsize length;

      if (band->has_label)
        continue;
      length = deid_number_options_write_label (&bands->options, &band->range, label);
      if (length == 0)
        return deid_rule_text_fail (text, "labels", "that ranges without a label are not open",
                                    error);
      if (!bands_add_label (bands, band, label, length, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
bands_read_levels (Bands *bands, const DeidRuleText *text, char **levels, GError **error)
{
  for (guint level = 0; level < bands->n_levels; level++)
    if (!bands_read_level (bands, level, text, levels[level], error))
      return FALSE;
  if (!bands_write_labels (bands, text, error))
    return FALSE;
  for (guint level = 0; level < bands->n_levels; level++)
    if (!bands_check_labels (bands, level, text, error)
        || (level > 0 && !bands_check_nested (bands, level - 1, text, error)))
      return FALSE;
  return TRUE;
}

/* Returns: the greatest number of items in a text of lists. */
static guint64
count_items (const char *lists)
{
  guint64 n = 1;

  for (; *lists != '\0'; lists++)
    n += *lists == ',' || *lists == '/';
  return n;
}

static gboolean
bands_parse (DeidRuleText *text, gpointer *parameters, guint *n_levels, GError **error)
{
  const char *body = text->body != NULL ? text->body : "";
  guint64 n = 0;
  g_autofree char **levels = deid_rule_text_split_at (body, '/', &n, error);
  Bands *bands = *parameters = g_new0 (Bands, 1);

  if (levels == NULL)
    return FALSE;
  if (n == 0 || n > G_MAXUINT16)
    return deid_rule_text_fail (text, text->body,
                                "the ranges of each level, as in 'bands:0-17,18+'", error);
  bands->n_levels = (guint) n;
  bands->are_integers = TRUE;
  if (!deid_new_arrays (error, DEID_NEW (bands->bands, count_items (body)),
                        DEID_NEW (bands->first_bands, n + 1))
      || !deid_number_options_take (&bands->options, text, error)
      || !bands_read_levels (bands, text, levels, error))
    return FALSE;
  *n_levels = (guint) n;
  return TRUE;
}

/* Returns: (nullable): the band of a level that a number is in. */
static const Band *
find_band (const Bands *bands, guint level, DeidNumber number)
{
  guint64 low = bands->first_bands[level], high = bands->first_bands[level + 1];

  while (low < high)
    {
      const guint64 middle = low + (high - low) / 2;
      const Band *band = &bands->bands[middle];

      if (deid_range_contains (&band->range, number))
        return band;
      if (band->range.low > number)
        high = middle;
      else
        low = middle + 1;
    }
  return NULL;
}

static gboolean
bands_label (gconstpointer parameters, const char *value, DeidRuleLabels *labels)
{
  const Bands *bands = parameters;
  DeidRange number;

  if (!deid_number_read_value (value, &number))
    return FALSE;
  if (deid_number_options_label_outside (&bands->options, &number, bands->n_levels, labels))
    return TRUE;
  for (guint level = 0; level < bands->n_levels; level++)
    {
      const Band *band = find_band (bands, level, number.low);

      if (band == NULL || !deid_number_is_within (&number, &band->range))
        return FALSE;
      deid_rule_labels_add (labels, bands->labels + band->label,
                            strlen (bands->labels + band->label));
    }
  return TRUE;
}

static void
bands_list_stated (gconstpointer parameters, DeidRuleLabels *labels)
{
  const Bands *bands = parameters;

  for (guint64 i = 0; i < bands->n_bands; i++)
    if (bands->bands[i].has_label)
      deid_rule_labels_add (labels, bands->labels + bands->bands[i].label,
                            strlen (bands->labels + bands->bands[i].label));
}

const DeidRuleKind deid_rule_bands = {
  .name = "bands",
  .form = "bands:RANGE,.../RANGE,...",
  .summary = "ranges of numbers that you list for each level, with labels of their own if you wish",
  .has_numbers = TRUE,
  .parse = bands_parse,
  .free_parameters = free_bands,
  .label = bands_label,
  .list_stated = bands_list_stated,
};
