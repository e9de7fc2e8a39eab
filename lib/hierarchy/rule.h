/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/long-text.h"
#include "base/work.h"
#include "table/table-source.h"

#include <deid/deid.h>
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

/* The specification of a rule, taken apart: `NAME`, or `NAME:BODY`, and behind it any number of
 * `;option=value`. Lists have commas between their items, and lists of lists slashes. In an item a
 * percent sign with two hexadecimal digits behind it stands for a byte, as in a URI: `%2C` is a
 * comma; any other percent sign stands for itself. Blanks are not trimmed. */
typedef struct
{
  const char *text; /* the whole, for messages */
  const char *name;
  const char *body;     /* still escaped; NULL if there is no colon */
  const char **options; /* names and values in turn, still escaped */
  guint n_options;
  gboolean *taken; /* of each option */
  char *parts;     /* what the others point into */
} DeidRuleText;

/* The specification must outlive it. On failure it may be cleared, and nothing else. Errors:
 * %DEID_ERROR_PARSE, %DEID_ERROR_NO_MEMORY. */
gboolean deid_rule_text_init (DeidRuleText *text, const char *specification, GError **error);
void deid_rule_text_clear (DeidRuleText *text);

/* Returns: (nullable): the value of an option, still escaped, or NULL if it is not there. */
const char *deid_rule_text_take (DeidRuleText *text, const char *option);

/* Fails with %DEID_ERROR_PARSE for options that nobody took. */
gboolean deid_rule_text_check_taken (const DeidRuleText *text, GError **error);

/* Splits a list at its commas and undoes the escapes of its items; an empty list has none. Errors:
 * %DEID_ERROR_NO_MEMORY. Returns: (transfer full): the items to a NULL, all of them to be freed by
 * one g_free(); @n_items, which may be NULL, is how many there are. */
char **deid_rule_text_split (const char *list, guint64 *n_items, GError **error);

/* The same at another sign, escapes untouched. */
char **deid_rule_text_split_at (const char *list, char separator, guint64 *n_items, GError **error);

/* Undoes the escapes of a text in its place. Returns: its length then. */
gsize deid_rule_text_unescape (char *text);

/* Appends an item so that it reads back: with escapes for the percent sign and all signs that mean
 * something, and for the bytes of characters that are not seen as they are. */
void deid_rule_text_append_item (DeidLongText *text, const char *item);

/* Fails with %DEID_ERROR_PARSE: names the specification, the part and what was expected there.
 * Returns: FALSE. */
gboolean deid_rule_text_fail (const DeidRuleText *text, const char *part, const char *expected,
                              GError **error);

/* Reads a positive integer. Errors: %DEID_ERROR_PARSE. */
gboolean deid_rule_text_read_count (const DeidRuleText *text, const char *item, guint64 *count,
                                    GError **error);

/* Rules make hierarchies. A rule gives any value of its kind a label on each inner level; applied
 * to the values of a column it makes the table of labels that is searched. Level 0, the value
 * itself, and the last level, `*`, are no matter of a kind of rules but of all, and so are values
 * that are kept apart.
 *
 * A kind is a file in rules/, with a table of functions and a line in the list of kinds. */

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
  const char *name;     /* `prefix` */
  const char *form;     /* as lists of specifications show it: `prefix:N,…` */
  const char *summary;  /* a sentence without its full stop: what the labels are */
  gboolean has_format;  /* it reads dates or times, as an option `format` says */
  gboolean has_numbers; /* it writes ranges of numbers, as an option `numbers` says */
  gboolean has_pad;     /* digits may have lost zeros, which an option `pad` adds */

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

  /* Returns: (nullable): the label of the last inner level, if there is only one. NULL if the kind
   * does not tell. */
  const char *(*get_top_label) (gconstpointer parameters);

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
 * `special=A,B`, values that keep themselves as labels there; `same=A:B,C:D`, values A and C that
 * are B and D in another notation; `suppress=no`, which leaves out the last level; `separator=|`,
 * which has it label sets of values, see base/item-set.h: the label of a set has those of its
 * values, each once and sorted, and none of them holds the separator. Letters that are composed of
 * several characters are those of one, and blanks that do not break a line are blanks, on all
 * levels but 0. The labels of missing and special values must not be among those that the rule
 * states for others.
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

/* Returns: (nullable): the label that all values have on the last level, missing ones too: `*`, or
 * the only one of groups of sets, which a hierarchy of rows became. */
const char *deid_rule_get_top_label (const DeidRule *rule);

/* Returns: what stands between the values of a set, or NUL if the rule labels single values. */
char deid_rule_get_separator (const DeidRule *rule);

/* Tells whether there is no level between the value and the last one, so that above level 0 all
 * values have the same labels. */
gboolean deid_rule_is_same_for_all (const DeidRule *rule);

/* Tells whether it can label values: it does not depend on data, or has met them. */
gboolean deid_rule_is_frozen (const DeidRule *rule);

/* Returns: (transfer full): the rule whose labels are true of the numbers of a column: one that has
 * labels of integers by default and meets other numbers gets `numbers=decimals`. Else it is @rule
 * itself. NULL with %DEID_ERROR_NO_MEMORY. */
DeidRule *deid_rule_suit (DeidRule *rule, const DeidColumn *column, GError **error);

/* Returns: (transfer full): a rule that does not depend on data; @rule itself if it is one. Errors:
 * those of freeze(). */
DeidRule *deid_rule_freeze (DeidRule *rule, const DeidTableSource *table, const DeidColumn *column,
                            const DeidStop *stop, GError **error);

/* Tells whether a value is missing or special to the rule. */
gboolean deid_rule_is_apart (const DeidRule *rule, const char *value);

/* The most digits that `pad` may ask for. */
#define DEID_MAX_PADDED 32

/* Tells whether values may have several notations, by `same` or `pad`. */
gboolean deid_rule_has_notations (const DeidRule *rule);

/* Returns: how a value is spelled that has several notations (`same`) or has lost zeros (`pad`):
 * one value on all levels, also on level 0. It is @value itself of most; else it may be @made,
 * which the caller frees. */
const char *deid_rule_spell (const DeidRule *rule, const char *value, char **made);

/* Writes the labels of a value on all levels, 0 and the last one included, over those that are
 * there; the empty value, which is missing, stays so up to the last level. Returns: FALSE if the
 * rule, which is frozen, does not know the value, or of an error, of which deid_rule_labels_check()
 * tells: memory ran out, or %DEID_ERROR_HIERARCHY, the value would have the label of a missing or
 * special one. */
gboolean deid_rule_label (const DeidRule *rule, const char *value, DeidRuleLabels *labels);

/* The kinds of rules, each in a file of rules/. */

extern const DeidRuleKind deid_rule_age;
extern const DeidRuleKind deid_rule_bands;
extern const DeidRuleKind deid_rule_capacity;
extern const DeidRuleKind deid_rule_date;
extern const DeidRuleKind deid_rule_groups;
extern const DeidRuleKind deid_rule_growing;
extern const DeidRuleKind deid_rule_intervals;
extern const DeidRuleKind deid_rule_keep;
extern const DeidRuleKind deid_rule_mask;
extern const DeidRuleKind deid_rule_order;
extern const DeidRuleKind deid_rule_prefix;
extern const DeidRuleKind deid_rule_quantiles;
extern const DeidRuleKind deid_rule_rare;
extern const DeidRuleKind deid_rule_suppress;
extern const DeidRuleKind deid_rule_time;
extern const DeidRuleKind deid_rule_zip;

extern const DeidRuleKind *const deid_rule_kinds[];
extern const guint deid_n_rule_kinds;
