/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hierarchy/numbers/bins.h"
#include "hierarchy/numbers/range.h"
#include "hierarchy/rule.h"

/* What a label says of a range. */
typedef enum
{
  DEID_NUMBER_LABELS_RANGE = 0, /* both ends */
  DEID_NUMBER_LABELS_LOWER,     /* the lower one */
  DEID_NUMBER_LABELS_MIDDLE     /* the number in the middle; of two integers the lower one */
} DeidNumberLabels;

/* Options of all rules that know their ranges: `bottom=X` and `top=X`, below and from which on
 * numbers are of one class on all inner levels; `numbers=integers` or `numbers=decimals`, which
 * says whether labels are `20-29` or `[20, 30)`; and `labels=lower` or `labels=middle`, which makes
 * labels of numbers. Without `numbers` labels are those of integers if all ends are integers, and
 * all numbers of the column (deid_rule_freeze()). */
typedef struct
{
  DeidRange middle;        /* from the bottom to the top, each perhaps open */
  gboolean are_integers;   /* whether labels are those of integers */
  DeidNumberLabels labels; /* ranges that have no such number are refused */
  const char *numbers;     /* as given, or NULL */
} DeidNumberOptions;

/* Reads them. Errors: %DEID_ERROR_PARSE. */
gboolean deid_number_options_take (DeidNumberOptions *options, DeidRuleText *text, GError **error);

/* Decides how labels are written, by whether all ends of the rule are integers. Errors:
 * %DEID_ERROR_PARSE. */
gboolean deid_number_options_decide (DeidNumberOptions *options, gboolean are_integers,
                                     const DeidRuleText *text, GError **error);

/* Reads a value: a number, of which both ends of @value are it, or a range of numbers as labels
 * have it, such as `90+` and `20-24`. */
gboolean deid_number_read_value (const char *text, DeidRange *value);

/* Tells whether a value lies in a range, all of it. */
gboolean deid_number_is_within (const DeidRange *value, const DeidRange *range);

/* Adds the label of a value below the bottom, or from the top on, on all levels.
 * Returns: whether it is one. */
gboolean deid_number_options_label_outside (const DeidNumberOptions *options,
                                            const DeidRange *value, guint n_levels,
                                            DeidRuleLabels *labels);

/* Adds the label of a range, of which only what lies between bottom and top counts, for a value.
 * Returns: FALSE if the value does not lie within. */
gboolean deid_number_options_label (const DeidNumberOptions *options, DeidRange range,
                                    const DeidRange *value, DeidRuleLabels *labels);

/* Writes the label of a range. Returns: its length, 0 if it has no number to be labelled by. */
gsize deid_number_options_write_label (const DeidNumberOptions *options, const DeidRange *range,
                                       char label[DEID_RANGE_LABEL_SIZE]);

/* Returns: what lies of a range between bottom and top; if that is nothing its ends do not rise. */
static inline DeidRange
deid_number_options_clip (const DeidNumberOptions *options, DeidRange range)
{
  return (DeidRange){ MAX (range.low, options->middle.low),
                      MIN (range.high, options->middle.high) };
}

/* What rules have in common that make bins of the numbers of a column: a positive integer for each
 * level, and options.
 *
 *     bottom=X, top=X     numbers below X, and from X on, are of one class
 *     bottom=5%, top=95%  the same of the tails that hold at least 5 % of the records, or persons
 *     of=persons          persons count, by the table's entity column, instead of records
 *     ends=midpoint       bins end half-way between two records' numbers, not at rounded ones
 *
 * They freeze to `bands`, of which the first and the last are open. */

/* An end of the middle. */
typedef struct
{
  gboolean is_number;
  DeidNumber number;
  guint64 share; /* else: of the tail, in units of 10^-6 %; 0 if there is none */
} DeidBinTail;

typedef struct
{
  DeidBinTail bottom;
  DeidBinTail top;
  gboolean of_persons;
  gboolean at_midpoints;
  guint n_levels;
  guint64 counts[]; /* of each level */
} DeidBinRule;

/* The numbers of a column while bins are made of them. */
typedef struct
{
  const DeidBinRule *rule;
  DeidSortedNumbers sorted;
  DeidTally tally;
  DeidBinTails tails;
  DeidBins *levels;
} DeidBinning;

/* Makes the bins of a level, those below it being made. */
typedef gboolean (*DeidBinningFunc) (DeidBinning *binning, guint level, const DeidStop *stop,
                                     GError **error);

/* Returns: (transfer full): a rule, to be freed with g_free(), or NULL with %DEID_ERROR_PARSE or
 * %DEID_ERROR_NO_MEMORY. */
DeidBinRule *deid_bin_rule_new (DeidRuleText *text, GError **error);

/* Returns: (transfer full): the frozen rule as rule.h has it, or NULL with its errors. */
char *deid_bin_rule_freeze (const DeidBinRule *rule, const DeidRuleData *data, DeidBinningFunc make,
                            const DeidStop *stop, GError **error);
