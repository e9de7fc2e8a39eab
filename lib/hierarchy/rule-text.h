/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

#include "base/long-text.h"

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
