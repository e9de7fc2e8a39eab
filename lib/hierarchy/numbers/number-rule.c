/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "hierarchy/numbers/number-rule.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "base/rational.h"

#include <string.h>

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
  const char *labels = deid_rule_text_take (text, "labels");
  DeidRange *middle = &options->middle;

  *options = (DeidNumberOptions){ .middle = { DEID_NUMBER_LEAST, DEID_NUMBER_END },
                                  .numbers = deid_rule_text_take (text, "numbers") };
  if (g_strcmp0 (labels, "lower") == 0)
    options->labels = DEID_NUMBER_LABELS_LOWER;
  else if (g_strcmp0 (labels, "middle") == 0)
    options->labels = DEID_NUMBER_LABELS_MIDDLE;
  else if (labels != NULL && !g_str_equal (labels, "range"))
    return deid_rule_text_fail (text, labels, "'lower', 'middle' or 'range'", error);
  if (!numbers_number_options_take_end (text, "bottom", &middle->low, error)
      || !numbers_number_options_take_end (text, "top", &middle->high, error))
    return FALSE;
  if (middle->low >= middle->high)
    return deid_rule_text_fail (text, deid_rule_text_take (text, "bottom"), "less than the top",
                                error);
  if ((options->labels != DEID_NUMBER_LABELS_RANGE && middle->low > DEID_NUMBER_LEAST)
      || (options->labels == DEID_NUMBER_LABELS_MIDDLE && middle->high < DEID_NUMBER_END))
    return deid_rule_text_fail (text, labels,
                                "no bottom, and no top of middles: an open range "
                                "has no such number",
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
deid_number_read_value (const char *text, DeidRange *value)
{
  if (!deid_number_read (text, &value->low))
    return deid_range_parse (text, value);
  value->high = value->low;
  return TRUE;
}

gboolean
deid_number_is_within (const DeidRange *value, const DeidRange *range)
{
  return range->low <= value->low
         && (value->low < value->high ? value->high <= range->high : value->low < range->high);
}

gsize
deid_number_options_write_label (const DeidNumberOptions *options, const DeidRange *range,
                                 char label[DEID_RANGE_LABEL_SIZE])
{
  DeidNumber middle;

  if (options->labels == DEID_NUMBER_LABELS_RANGE)
    return deid_range_write_label (range, options->are_integers, label);
  if (range->low <= DEID_NUMBER_LEAST)
    return 0;
  if (options->labels == DEID_NUMBER_LABELS_LOWER)
    return deid_number_write (range->low, label);
  if (range->high >= DEID_NUMBER_END)
    return 0;
  middle = range->low + (range->high - range->low) / 2;
  if (options->are_integers && deid_range_is_of_integers (range))
    middle
        = range->low
          + (range->high - DEID_NUMBER_ONE - range->low) / (2 * DEID_NUMBER_ONE) * DEID_NUMBER_ONE;
  return deid_number_write (middle, label);
}

gboolean
deid_number_options_label_outside (const DeidNumberOptions *options, const DeidRange *value,
                                   guint n_levels, DeidRuleLabels *labels)
{
  const DeidRange below = { DEID_NUMBER_LEAST, options->middle.low },
                  above = { options->middle.high, DEID_NUMBER_END };
  const gboolean is_above = deid_number_is_within (value, &above);
  char label[DEID_RANGE_LABEL_SIZE];
  gsize length;

  if (!is_above && !deid_number_is_within (value, &below))
    return FALSE;
  length = deid_number_options_write_label (options, is_above ? &above : &below, label);
  for (guint level = 0; level < n_levels; level++)
    deid_rule_labels_add (labels, label, length);
  return TRUE;
}

gboolean
deid_number_options_label (const DeidNumberOptions *options, DeidRange range,
                           const DeidRange *value, DeidRuleLabels *labels)
{
  const DeidRange clipped = deid_number_options_clip (options, range);
  char label[DEID_RANGE_LABEL_SIZE];

  if (!deid_number_is_within (value, &clipped))
    return FALSE;
  deid_rule_labels_add (labels, label, deid_number_options_write_label (options, &clipped, label));
  return TRUE;
}

/* Units of 10^-6 % that make the whole. */
#define SHARE_PLACES   6
#define BIN_RULE_WHOLE G_GUINT64_CONSTANT (100000000)

/* Reads `5%`. */
static gboolean
read_share (const char *value, guint64 *share)
{
  const gsize length = strlen (value);
  g_autofree char *number = NULL;
  DeidWide units;

  if (length == 0 || value[length - 1] != '%')
    return FALSE;
  number = g_strndup (value, length - 1);
  if (!deid_decimal_to_units (number, SHARE_PLACES, BIN_RULE_WHOLE, &units))
    return FALSE;
  *share = (guint64) units;
  return TRUE;
}

static gboolean
take_tail (DeidBinTail *tail, DeidRuleText *text, const char *option, GError **error)
{
  const char *value = deid_rule_text_take (text, option);

  if (value == NULL || read_share (value, &tail->share))
    return TRUE;
  tail->is_number = deid_number_read_exactly (value, &tail->number);
  return tail->is_number
         || deid_rule_text_fail (text, value, "a number, or a percentage such as '5%'", error);
}

/* A number and a share are below one another, or not, as the data will have it. */
static gboolean
bin_rule_is_below (const DeidBinTail *bottom, const DeidBinTail *top)
{
  if (bottom->is_number != top->is_number)
    return TRUE;
  return bottom->is_number ? bottom->number < top->number : bottom->share < top->share;
}

static gboolean
take_tails (DeidBinRule *rule, DeidRuleText *text, GError **error)
{
  rule->top.share = BIN_RULE_WHOLE;
  if (!take_tail (&rule->bottom, text, "bottom", error)
      || !take_tail (&rule->top, text, "top", error))
    return FALSE;
  if (!bin_rule_is_below (&rule->bottom, &rule->top))
    return deid_rule_text_fail (text, deid_rule_text_take (text, "bottom"), "less than the top",
                                error);
  rule->top.share = BIN_RULE_WHOLE - rule->top.share;
  return TRUE;
}

/* Reads an option that has two values, the first one being what is so without it. */
static gboolean
take_word (DeidRuleText *text, const char *option, const char *usual, const char *other,
           gboolean *is_other, GError **error)
{
  const char *value = deid_rule_text_take (text, option);
  g_autofree char *expected = NULL;

  *is_other = value != NULL && g_str_equal (value, other);
  if (value == NULL || *is_other || g_str_equal (value, usual))
    return TRUE;
  expected = g_strdup_printf ("'%s' or '%s'", usual, other);
  return deid_rule_text_fail (text, value, expected, error);
}

DeidBinRule *
deid_bin_rule_new (DeidRuleText *text, GError **error)
{
  guint64 n = 0;
  g_autofree char **items = deid_rule_text_split (text->body != NULL ? text->body : "", &n, error);
  g_autofree DeidBinRule *rule = NULL;

  if (items == NULL)
    return NULL;
  if (n == 0 || n > G_MAXUINT16)
    {
      deid_rule_text_fail (text, text->body, "a positive integer for each level", error);
      return NULL;
    }
  rule = deid_alloc (1, sizeof *rule + n * sizeof *rule->counts, error);
  if (rule == NULL)
    return NULL;
  rule->n_levels = (guint) n;
  for (guint level = 0; level < n; level++)
    if (!deid_rule_text_read_count (text, items[level], &rule->counts[level], error))
      return NULL;
  if (!take_tails (rule, text, error)
      || !take_word (text, "of", "records", "persons", &rule->of_persons, error)
      || !take_word (text, "ends", "rounded", "midpoint", &rule->at_midpoints, error))
    return NULL;
  return g_steal_pointer (&rule);
}

/* Returns: the first numbers, of which those from there on differ, that have a share of the weight.
 */
static guint32
find_bottom (const DeidSortedNumbers *sorted, const guint64 *weights, guint64 total, guint64 share)
{
  guint64 sum = 0;
  guint32 i = 0;

  while (i < sorted->n
         && (!deid_sorted_numbers_differ (sorted, i)
             || (DeidWide) sum * BIN_RULE_WHOLE < (DeidWide) share * total))
    sum += weights[i++];
  return i;
}

/* The same of the last numbers. */
static guint32
find_top (const DeidSortedNumbers *sorted, const guint64 *weights, guint64 total, guint64 share)
{
  guint64 sum = 0;
  guint32 i = sorted->n;

  while (i > 0
         && (i == sorted->n || !deid_sorted_numbers_differ (sorted, i)
             || (DeidWide) sum * BIN_RULE_WHOLE < (DeidWide) share * total))
    sum += weights[--i];
  return i;
}

static gboolean
find_shares (DeidBinning *binning, guint64 bottom, guint64 top, GError **error)
{
  const DeidSortedNumbers *sorted = &binning->sorted;
  const guint64 *weights = deid_tally_weigh (&binning->tally, error);
  guint64 total = 0;

  if (weights == NULL)
    return FALSE;
  for (guint32 i = 0; i < sorted->n; i++)
    total += weights[i];
  if (bottom > 0)
    binning->tails.bottom = find_bottom (sorted, weights, total, bottom);
  if (top > 0)
    binning->tails.top = find_top (sorted, weights, total, top);
  return TRUE;
}

static gboolean
find_tails (DeidBinning *binning, GError **error)
{
  const DeidBinRule *rule = binning->rule;
  const guint64 bottom = rule->bottom.is_number ? 0 : rule->bottom.share,
                top = rule->top.is_number ? 0 : rule->top.share;
  DeidBinTails *tails = &binning->tails;

  *tails = (DeidBinTails){ .bottom = 0, .top = binning->sorted.n };
  if (rule->bottom.is_number)
    tails->bottom = deid_sorted_numbers_find (&binning->sorted, rule->bottom.number);
  if (rule->top.is_number)
    tails->top = deid_sorted_numbers_find (&binning->sorted, rule->top.number);
  if ((bottom > 0 || top > 0) && !find_shares (binning, bottom, top, error))
    return FALSE;
  tails->top = MAX (tails->top, tails->bottom);
  return TRUE;
}

static gboolean
bin_rule_find_end (const DeidBinning *binning, DeidEdgeWriter *writer, guint32 i, DeidNumber *end,
                   GError **error)
{
  const DeidBinRule *rule = binning->rule;
  const DeidNumber a = deid_sorted_numbers_get (&binning->sorted, i - 1),
                   b = deid_sorted_numbers_get (&binning->sorted, i);

  if (rule->bottom.is_number && i == binning->tails.bottom)
    *end = rule->bottom.number;
  else if (rule->top.is_number && i == binning->tails.top)
    *end = rule->top.number;
  else if (rule->at_midpoints)
    *end = a + (b - a + 1) / 2;
  else
    return deid_edge_writer_find (writer, a, b, end, error);
  return TRUE;
}

/* Returns: (transfer full): where the finest bins end, each in the place of the bin that starts
 * there. */
static DeidNumber *
bin_rule_find_ends (const DeidBinning *binning, const DeidStop *stop, GError **error)
{
  const DeidBins *bins = &binning->levels[0];
  g_autofree DeidNumber *ends = deid_alloc (bins->n, sizeof *ends, error);
  DeidEdgeWriter writer;
  gboolean success;

  if (ends == NULL)
    return NULL;
  success = deid_edge_writer_init (&writer, DEID_NUMBER_SIZE, error);
  for (guint32 i = 1; success && i < bins->n; i++)
    success = deid_stop_check_row (stop, i, error)
              && bin_rule_find_end (binning, &writer, bins->starts[i], &ends[i], error);
  deid_edge_writer_clear (&writer);
  return success ? g_steal_pointer (&ends) : NULL;
}

/* Writes the ranges of a level. */
static void
write_level (DeidLongText *text, const DeidBinning *binning, guint level, const DeidNumber *ends,
             gboolean are_integers)
{
  const DeidBins *finest = &binning->levels[0], *bins = &binning->levels[level];
  DeidRange range = { DEID_NUMBER_LEAST, DEID_NUMBER_END };
  char item[DEID_RANGE_LABEL_SIZE];
  guint32 next = 1;

  for (guint32 bin = 1; bin < bins->n; bin++)
    {
      while (finest->starts[next] < bins->starts[bin])
        next++;
      range.high = ends[next];
      deid_range_write_item (&range, are_integers, item);
      deid_long_text_add (text, "%s,", item);
      range.low = range.high;
    }
  range.high = DEID_NUMBER_END;
  deid_range_write_item (&range, are_integers, item);
  deid_long_text_add (text, "%s", item);
}

static char *
write_bands (const DeidBinning *binning, const DeidStop *stop, GError **error)
{
  const guint32 n_bins = binning->levels[0].n;
  g_autofree DeidNumber *ends = bin_rule_find_ends (binning, stop, error);
  gboolean are_integers = binning->sorted.are_integers && !binning->rule->at_midpoints;
  DeidLongText text = { 0 };

  if (ends == NULL)
    return NULL;
  for (guint32 i = 1; i < n_bins; i++)
    are_integers &= deid_number_is_integer (ends[i]);
  for (guint level = 0; level < binning->rule->n_levels; level++)
    {
      deid_long_text_add (&text, level == 0 ? "bands:" : "/");
      write_level (&text, binning, level, ends, are_integers);
    }
  if (!are_integers)
    deid_long_text_add (&text, ";numbers=decimals");
  return deid_long_text_end (&text, error);
}

/* On failure it may be cleared. */
static gboolean
init_binning (DeidBinning *binning, const DeidBinRule *rule, const DeidRuleData *data,
              const DeidStop *stop, GError **error)
{
  *binning = (DeidBinning){ .rule = rule };
  return deid_sorted_numbers_init (&binning->sorted, &data->column->dictionary, data->counts, stop,
                                   error)
         && deid_tally_init (&binning->tally, &binning->sorted, data->table, data->column,
                             data->counts, rule->of_persons, stop, error)
         && deid_new_arrays (error, DEID_NEW (binning->levels, rule->n_levels))
         && find_tails (binning, error);
}

static void
clear_binning (DeidBinning *binning)
{
  for (guint level = 0; binning->levels != NULL && level < binning->rule->n_levels; level++)
    deid_bins_clear (&binning->levels[level]);
  g_free (binning->levels);
  deid_tally_clear (&binning->tally);
  deid_sorted_numbers_clear (&binning->sorted);
}

char *
deid_bin_rule_freeze (const DeidBinRule *rule, const DeidRuleData *data, DeidBinningFunc make,
                      const DeidStop *stop, GError **error)
{
  DeidBinning binning;
  char *text = NULL;
  gboolean success = init_binning (&binning, rule, data, stop, error);

  for (guint level = 0; success && level < rule->n_levels; level++)
    success = make (&binning, level, stop, error);
  if (success)
    text = write_bands (&binning, stop, error);
  clear_binning (&binning);
  return text;
}
