/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/calendar.h"
#include "hierarchy/rule.h"

/* What several kinds of rules read. Errors of all: %DEID_ERROR_PARSE, %DEID_ERROR_NO_MEMORY. */

/* How the numbers of the levels follow one another, from the lowest level up. */
typedef enum
{
  DEID_LEVELS_FALLING,
  DEID_LEVELS_RISING,
  DEID_LEVELS_MULTIPLES /* each a multiple of the one before, and greater */
} DeidLevelOrder;

/* Reads the body as a list, one item a level, at least one; @expected says what stands in it.
 * Returns: (transfer full): the items to a NULL, as deid_rule_text_split() does. */
char **deid_rule_read_body (const DeidRuleText *text, const char *expected, guint64 *n_items,
                            GError **error);

/* Reads the body as positive integers, one a level, at least one.
 * Returns: (transfer full): them, or NULL. */
guint64 *deid_rule_read_levels (const DeidRuleText *text, DeidLevelOrder order, guint *n_levels,
                                GError **error);

/* Reads an option without its escapes; @value, which the caller owns, is NULL if it is not there.
 */
gboolean deid_rule_read_option (DeidRuleText *text, const char *option, char **value,
                                GError **error);

/* Reads the option `format`: how dates or times are written, as @usual by default. It must tell all
 * of some parts; @expected says which. */
gboolean deid_rule_read_format (DeidRuleText *text, const char *usual, guint parts,
                                const char *expected, DeidDateFormat *format, GError **error);

/* Reads the option `other`: the label of the values that are not listed, `other` by default. */
gboolean deid_rule_read_other (DeidRuleText *text, char **other, GError **error);

/* Reads an option that is `yes`, or `no` as by default. */
gboolean deid_rule_read_flag (DeidRuleText *text, const char *option, gboolean *is_set,
                              GError **error);

/* Reads the option `of`: what is counted, `records` by default, or `persons`. */
gboolean deid_rule_read_of (DeidRuleText *text, gboolean *of_persons, GError **error);

/* Returns: where the character behind one begins, of a text that does not end here. A text that is
 * no UTF-8 does no harm. */
static inline const char *
deid_rule_next_character (const char *text)
{
  do
    text++;
  while ((*text & 0xC0) == 0x80);
  return text;
}

/* Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(rows).
 * Returns: (transfer full): how many persons have each code of the column, that is, how many
 * different values of the entity column; the number of records if there is no such column. With
 * @order, which lists @n codes, persons count for the first of their codes alone. */
guint64 *deid_rule_count_persons (const DeidRuleData *data, const guint32 *order, guint32 n,
                                  const DeidStop *stop, GError **error);
