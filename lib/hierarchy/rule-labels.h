/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* The labels of one value on several levels, from the lowest up; used again for each value. One
 * that is 0 has none. Once there is an error, such as memory that ran out, nothing more is added;
 * deid_rule_labels_check() tells. */
typedef struct
{
  char *bytes; /* all labels, each with its NUL */
  guint64 n_bytes;
  guint64 capacity;
  guint64 *starts; /* of each label */
  guint64 starts_capacity;
  guint64 open; /* where the label begins that is being put together */
  guint n;
  GError *error;
} DeidRuleLabels;

void deid_rule_labels_clear (DeidRuleLabels *labels);

/* Takes all labels off again, for the next value. */
void deid_rule_labels_reset (DeidRuleLabels *labels);

/* Adds a label. */
void deid_rule_labels_add (DeidRuleLabels *labels, const char *text, gsize length);

/* Adds a label in parts: what was appended since the last label is one at its end. */
void deid_rule_labels_append (DeidRuleLabels *labels, const char *text, gsize length);
void deid_rule_labels_end (DeidRuleLabels *labels);

/* Returns: a label, until the next change. */
static inline const char *
deid_rule_labels_get (const DeidRuleLabels *labels, guint level)
{
  return labels->bytes + labels->starts[level];
}

/* Errors: %DEID_ERROR_NO_MEMORY, and what was set. */
gboolean deid_rule_labels_check (DeidRuleLabels *labels, GError **error);
