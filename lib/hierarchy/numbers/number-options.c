/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "hierarchy/numbers/number-options.h"

static gboolean
numbers_number_options_take_end (DeidRuleText *text, const char *option, DeidNumber *end,
                                 GError **error)
{
  const char *value = deid_rule_text_take (text, option);

  if (value == NULL || deid_number_read_exactly (value, end))
    return TRUE;
  return deid_rule_text_fail (text, value, "a number below 10^18 with at most 18 places", error);
}

gboolean
deid_number_options_take (DeidNumberOptions *options, DeidRuleText *text, GError **error)
{
  DeidRange *middle = &options->middle;

  *options = (DeidNumberOptions){ .middle = { DEID_NUMBER_LEAST, DEID_NUMBER_END },
                                  .numbers = deid_rule_text_take (text, "numbers") };
  if (!numbers_number_options_take_end (text, "bottom", &middle->low, error)
      || !numbers_number_options_take_end (text, "top", &middle->high, error))
    return FALSE;
  if (middle->low >= middle->high)
    return deid_rule_text_fail (text, deid_rule_text_take (text, "bottom"), "less than the top",
                                error);
  if (options->numbers == NULL || g_str_equal (options->numbers, "integers")
      || g_str_equal (options->numbers, "decimals"))
    return TRUE;
  return deid_rule_text_fail (text, options->numbers, "'integers' or 'decimals'", error);
}

gboolean
deid_number_options_decide (DeidNumberOptions *options, gboolean are_integers,
                            const DeidRuleText *text, GError **error)
{
  are_integers &= deid_range_is_of_integers (&options->middle);
  options->are_integers
      = options->numbers != NULL ? g_str_equal (options->numbers, "integers") : are_integers;
  options->numbers = NULL; /* it is the text's */
  if (options->are_integers && !are_integers)
    return deid_rule_text_fail (text, "numbers=integers", "that all ends are integers", error);
  return TRUE;
}

gboolean
deid_number_options_label_outside (const DeidNumberOptions *options, DeidNumber number,
                                   guint n_levels, DeidRuleLabels *labels)
{
  const DeidRange *middle = &options->middle;
  char label[DEID_RANGE_LABEL_SIZE];
  DeidRange outside = { DEID_NUMBER_LEAST, middle->low };
  gsize length;

  if (deid_range_contains (middle, number))
    return FALSE;
  if (number >= middle->high)
    outside = (DeidRange){ middle->high, DEID_NUMBER_END };
  length = deid_range_write_label (&outside, options->are_integers, label);
  for (guint level = 0; level < n_levels; level++)
    deid_rule_labels_add (labels, label, length);
  return TRUE;
}

void
deid_number_options_label (const DeidNumberOptions *options, DeidRange range,
                           DeidRuleLabels *labels)
{
  const DeidRange clipped = deid_number_options_clip (options, range);
  char label[DEID_RANGE_LABEL_SIZE];
  const gsize length = deid_range_write_label (&clipped, options->are_integers, label);

  deid_rule_labels_add (labels, label, length);
}
