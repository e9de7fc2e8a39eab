/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A value whose last or first characters are stars, `021**` or `**139`. Labels are as long as their
 * values, so that a label says which one is above it. */
#include "hierarchy/rule.h"
#include "hierarchy/rules/parameters.h"

typedef struct
{
  guint64 *n_masked; /* characters on each level */
  guint n_levels;
  gboolean from_left;
} Mask;

static void
mask_free_parameters (gpointer parameters)
{
  Mask *mask = parameters;

  g_free (mask->n_masked);
  g_free (mask);
}

static gboolean
mask_read_end (DeidRuleText *text, gboolean *from_left, GError **error)
{
  const char *end = deid_rule_text_take (text, "from");

  *from_left = end != NULL && g_str_equal (end, "left");
  if (end == NULL || *from_left || g_str_equal (end, "right"))
    return TRUE;
  return deid_rule_text_fail (text, end, "from=left, or from=right as by default", error);
}

static gboolean
mask_parse (DeidRuleText *text, gpointer *parameters, guint *n_levels, GError **error)
{
  Mask *mask = *parameters = g_new0 (Mask, 1);

  mask->n_masked = deid_rule_read_levels (text, DEID_LEVELS_RISING, &mask->n_levels, error);
  if (mask->n_masked == NULL || !mask_read_end (text, &mask->from_left, error))
    return FALSE;
  *n_levels = mask->n_levels;
  return TRUE;
}

static gboolean
mask_label (gconstpointer parameters, const char *value, DeidRuleLabels *labels)
{
  const Mask *mask = parameters;
  guint64 n = 0;

  for (const char *c = value; *c != '\0'; c = deid_rule_next_character (c))
    n++;
  for (guint level = 0; level < mask->n_levels; level++)
    {
      const guint64 n_masked = MIN (mask->n_masked[level], n);
      const guint64 first = mask->from_left ? 0 : n - n_masked;
      const char *c = value;

      for (guint64 i = 0; i < n; i++)
        {
          const char *next = deid_rule_next_character (c);

          if (i >= first && i - first < n_masked)
            deid_rule_labels_append (labels, "*", 1);
          else
            deid_rule_labels_append (labels, c, (gsize) (next - c));
          c = next;
        }
      deid_rule_labels_end (labels);
    }
  return TRUE;
}

const DeidRuleKind deid_rule_mask = {
  .name = "mask",
  .form = "mask:N,...[;from=left]",
  .summary = "the value with a star in place of each of its last N characters, or of its first N",
  .parse = mask_parse,
  .free_parameters = mask_free_parameters,
  .label = mask_label,
};
