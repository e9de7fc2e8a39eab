/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "hierarchy/rule-labels.h"

#include <string.h>

#include "base/memory.h"

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
