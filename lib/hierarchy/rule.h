/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules make hierarchies. A rule gives any value of its kind a label on each inner level; applied
 * to the values of a column it makes the table of labels that is searched. Level 0, the value
 * itself, and the last level, `*`, are no matter of a kind of rules but of all, and so are values
 * that are kept apart.
 *
 * A kind is a file in rules/, with a table of functions and a line in the list of kinds. */
#pragma once

#include <deid/deid.h>

#include "base/stop.h"
#include "hierarchy/rule-labels.h"
#include "hierarchy/rule-text.h"
#include "table/table-source.h"

typedef struct DeidRule DeidRule;

/* What a rule that depends on the data is told when it meets them. */
typedef struct
{
  const DeidTableSource *table;
  const DeidColumn *column; /* whose dictionary has each value once */
  const guint64 *counts;    /* of each code, how many records have it; 0 for one that no rule
                               should look at: it is missing or kept apart */
} DeidRuleData;

typedef struct
{
  const char *name;    /* `prefix` */
  const char *form;    /* as lists of specifications show it: `prefix:N,…` */
  const char *summary; /* a sentence without its full stop: what the labels are */
  gboolean has_format; /* it reads dates or times, as an option `format` says */

  /* Reads the parameters and says how many inner levels there are. Options of its own are taken
   * from @text; those that nobody took are refused afterwards. Once parameters are set they are
   * freed with the rule, also on failure, however much of them was read. Errors: %DEID_ERROR_PARSE
   * by deid_rule_text_fail(), %DEID_ERROR_NO_MEMORY. */
  gboolean (*parse) (DeidRuleText *text, gpointer *parameters, guint *n_levels, GError **error);
  void (*free_parameters) (gpointer parameters);

  /* Adds the label of a value on each inner level, from the lowest up. Labels are nested: values
   * that share one share those above it. Returns: FALSE if it is no value of the rule's kind;
   * labels that were added then do not count. */
  gboolean (*label) (gconstpointer parameters, const char *value, DeidRuleLabels *labels);

  /* Adds the labels that stand in the specification, such as groups. NULL if all are made of
   * values.
   */
  void (*list_stated) (gconstpointer parameters, DeidRuleLabels *labels);

  /* Tells whether a rule of a kind with freeze() does without it; NULL if none does. */
  gboolean (*is_frozen) (gconstpointer parameters);

  /* NULL of a rule that does not depend on data. Otherwise label() is not asked, but that of the
   * specification that this writes: with the ends, or the values, that the data gave. It has as
   * many inner levels. Options of all kinds are added to it. Returns: (transfer full): it, or NULL
   * with %DEID_ERROR_INVALID_ARGUMENT, %DEID_ERROR_NO_MEMORY or the errors of deid_stop_check(). */
  char *(*freeze) (gconstpointer parameters, const DeidRuleData *data, const DeidStop *stop,
                   GError **error);
} DeidRuleKind;

/* Makes a rule of a specification such as `prefix:4,3,2;missing=NA`. Options of all kinds:
 * `missing=A,B`, values that mean that there is none, which share the label A below the last level;
 * `special=A,B`, values that keep themselves as labels there; `suppress=no`, which leaves out the
 * last level. The labels of these values must not be among those that the rule states for others.
 *
 * Returns: (transfer full): a rule, or NULL with %DEID_ERROR_PARSE or %DEID_ERROR_NO_MEMORY. */
DeidRule *deid_rule_new (const char *specification, GError **error);
/* Returns: (transfer full): the specification with the format of the column that it is for, if its
 * kind has one and it states none itself; or NULL with the errors of deid_rule_new() for texts that
 * name no rule. */
char *deid_rule_add_format (const char *specification, const char *format, GError **error);

/* Returns: (transfer full): the specification with the missing and special values of another rule
 * besides its own; a value that it keeps apart itself stays what it says. NULL with the errors of
 * deid_rule_new() for texts that make no rule. */
char *deid_rule_add_apart (const char *specification, const DeidRule *other, GError **error);

DeidRule *deid_rule_ref (DeidRule *rule);
void deid_rule_unref (DeidRule *rule);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidRule, deid_rule_unref)

/* Returns: its specification, which makes an equal rule. */
const char *deid_rule_get_text (const DeidRule *rule);

/* Returns: the number of levels, 0 and the last one included. */
guint deid_rule_get_n_levels (const DeidRule *rule);

/* Tells whether the last level is `*` for all values. */
gboolean deid_rule_is_suppressing (const DeidRule *rule);

/* Tells whether there is no level between the value and the last one, so that above level 0 all
 * values have the same labels. */
gboolean deid_rule_is_same_for_all (const DeidRule *rule);

/* Tells whether it can label values: it does not depend on data, or has met them. */
gboolean deid_rule_is_frozen (const DeidRule *rule);

/* Returns: (transfer full): a rule that does not depend on data; @rule itself if it is one. Errors:
 * those of freeze(). */
DeidRule *deid_rule_freeze (DeidRule *rule, const DeidTableSource *table, const DeidColumn *column,
                            const DeidStop *stop, GError **error);

/* Writes the labels of a value on all levels, 0 and the last one included, over those that are
 * there; the empty value, which is missing, stays so up to the last level. Returns: FALSE if the
 * rule, which is frozen, does not know the value, or of an error, of which deid_rule_labels_check()
 * tells: memory ran out, or %DEID_ERROR_HIERARCHY, the value would have the label of a missing or
 * special one. */
gboolean deid_rule_label (const DeidRule *rule, const char *value, DeidRuleLabels *labels);
