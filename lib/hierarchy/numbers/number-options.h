/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hierarchy/numbers/range.h"
#include "hierarchy/rule-labels.h"
#include "hierarchy/rule-text.h"

/* Options of all rules that know their ranges: `bottom=X` and `top=X`, below and from which on
 * numbers are of one class on all inner levels, and `numbers=integers` or `numbers=decimals`, which
 * says whether labels are `20-29` or `[20, 30)`. Without it they are the former where all ends are
 * integers. */
typedef struct
{
  DeidRange middle;      /* from the bottom to the top, each perhaps open */
  gboolean are_integers; /* whether labels are those of integers */
  const char *numbers;   /* as given, or NULL */
} DeidNumberOptions;

/* Reads them. Errors: %DEID_ERROR_PARSE. */
gboolean deid_number_options_take (DeidNumberOptions *options, DeidRuleText *text, GError **error);

/* Decides how labels are written, by whether all ends of the rule are integers. Errors:
 * %DEID_ERROR_PARSE. */
gboolean deid_number_options_decide (DeidNumberOptions *options, gboolean are_integers,
                                     const DeidRuleText *text, GError **error);

/* Adds the label of a number below the bottom, or from the top on, on all levels.
 * Returns: whether it is one. */
gboolean deid_number_options_label_outside (const DeidNumberOptions *options, DeidNumber number,
                                            guint n_levels, DeidRuleLabels *labels);

/* Adds the label of a range, of which only what lies between bottom and top counts. */
void deid_number_options_label (const DeidNumberOptions *options, DeidRange range,
                                DeidRuleLabels *labels);

/* Returns: what lies of a range between bottom and top; if that is nothing its ends do not rise. */
static inline DeidRange
deid_number_options_clip (const DeidNumberOptions *options, DeidRange range)
{
  return (DeidRange){ MAX (range.low, options->middle.low),
                      MIN (range.high, options->middle.high) };
}
