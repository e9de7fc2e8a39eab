/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "hierarchy/rule.h"

#include "base/arrays.h"
#include "base/handle.h"
#include "base/item-set.h"
#include "base/memory.h"
#include "base/rational.h"
#include "base/text.h"

#include <string.h>

/* In the order in which they are listed. */
/* clang-format off */
const DeidRuleKind *const deid_rule_kinds[] = {
  &deid_rule_age,
  &deid_rule_bands,
  &deid_rule_capacity,
  &deid_rule_date,
  &deid_rule_groups,
  &deid_rule_growing,
  &deid_rule_intervals,
  &deid_rule_keep,
  &deid_rule_mask,
  &deid_rule_order,
  &deid_rule_prefix,
  &deid_rule_quantiles,
  &deid_rule_rare,
  &deid_rule_suppress,
  &deid_rule_time,
  &deid_rule_zip,
};
/* clang-format on */

const guint deid_n_rule_kinds = G_N_ELEMENTS (deid_rule_kinds);

/* Level 0 and the last one included: a rule is some text, and what is made of it grows with the
 * square of this. */
#define MAX_LEVELS 256

struct DeidRule
{
  gatomicrefcount ref_count;
  char *text;
  const DeidRuleKind *kind;
  gpointer parameters;
  guint n_inner;
  gboolean is_suppressing;
  char separator;         /* of sets, or NUL */
  gboolean has_numbers;   /* it says whether labels are those of integers */
  DeidDictionary missing; /* the first one is the label of all */
  DeidDictionary special;
  DeidDictionary same;      /* values that are others in another notation, */
  DeidDictionary originals; /* these others, */
  guint32 *same_as;         /* and which of them each is */
  guint64 same_capacity;
  guint64 n_padded; /* digits that a value of fewer gets by zeros before it; 0 if it stays */
};

DeidRule *
deid_rule_ref (DeidRule *rule)
{
  g_atomic_ref_count_inc (&rule->ref_count);
  return rule;
}

void
deid_rule_unref (DeidRule *rule)
{
  if (!g_atomic_ref_count_dec (&rule->ref_count))
    return;
  if (rule->parameters != NULL && rule->kind->free_parameters != NULL)
    rule->kind->free_parameters (rule->parameters);
  deid_dictionary_clear (&rule->missing);
  deid_dictionary_clear (&rule->special);
  deid_dictionary_clear (&rule->same);
  deid_dictionary_clear (&rule->originals);
  g_free (rule->same_as);
  g_free (rule->text);
  g_free (rule);
}

static const DeidRuleKind *
rule_find_kind (const DeidRuleText *text, GError **error)
{
  g_auto (GStrv) forms = NULL;

  for (guint i = 0; i < deid_n_rule_kinds; i++)
    if (g_str_equal (text->name, deid_rule_kinds[i]->name))
      return deid_rule_kinds[i];
  forms = deid_hierarchy_list_specifications (NULL);
  deid_specification_fail_unknown ("rule", text->text, forms, error);
  return NULL;
}

/* Reads the values of an option, none of them empty or given twice. */
static gboolean
rule_read_values (DeidRuleText *text, const char *option, DeidDictionary *values,
                  const DeidDictionary *others, GError **error)
{
  const char *list = deid_rule_text_take (text, option);
  g_autofree char **items = NULL;
  guint64 n;

  if (list == NULL)
    return TRUE;
  items = deid_rule_text_split (list, &n, error);
  if (items == NULL)
    return FALSE;
  if (n == 0)
    return deid_rule_text_fail (text, option, "one value or more behind it", error);
  for (guint64 i = 0; i < n; i++)
    {
      gsize length;
      guint32 code;

      deid_text_normalize_in_place (items[i]);
      length = strlen (items[i]);
      if (length == 0)
        return deid_rule_text_fail (text, list, "no empty value, which is missing as it is", error);
      if (deid_dictionary_find (values, items[i], length) != DEID_NO_CODE
          || deid_dictionary_find (others, items[i], length) != DEID_NO_CODE)
        return deid_rule_text_fail (text, items[i], "each missing or special value once", error);
      if (!deid_dictionary_add (values, items[i], length, &code, error))
        return FALSE;
    }
  return TRUE;
}

/* Reads `90+:>= 90`, a text of the caller that is cut up. */
static gboolean
read_notation (DeidRule *rule, const DeidRuleText *text, char *pair, GError **error)
{
  char *original = strchr (pair, ':');
  const guint32 n = rule->same.n;
  guint32 code;

  if (original == NULL || original == pair || original[1] == '\0'
      || strchr (original + 1, ':') != NULL)
    return deid_rule_text_fail (text, pair, "value:value, as in '90+:>= 90'", error);
  *original++ = '\0';
  deid_rule_text_unescape (pair);
  deid_rule_text_unescape (original);
  deid_text_normalize_in_place (pair);
  if (!deid_grow ((gpointer *) &rule->same_as, &rule->same_capacity, (guint64) n + 1,
                  sizeof *rule->same_as, error)
      || !deid_dictionary_add (&rule->same, pair, strlen (pair), &code, error)
      || !deid_dictionary_add (&rule->originals, original, strlen (original), &rule->same_as[n],
                               error))
    return FALSE;
  return code == n || deid_rule_text_fail (text, pair, "each value once before a colon", error);
}

static gboolean
read_notations (DeidRule *rule, DeidRuleText *text, GError **error)
{
  const char *list = deid_rule_text_take (text, "same");
  g_autofree char **pairs = NULL;

  if (list == NULL)
    return TRUE;
  pairs = deid_rule_text_split_at (list, ',', NULL, error);
  for (guint64 i = 0; pairs != NULL && pairs[i] != NULL; i++)
    if (!read_notation (rule, text, pairs[i], error))
      return FALSE;
  for (guint32 code = 0; code < rule->same.n; code++)
    {
      const char *value = deid_dictionary_get (&rule->same, code);

      if (deid_dictionary_find (&rule->originals, value, strlen (value)) != DEID_NO_CODE)
        return deid_rule_text_fail (text, value, "behind colons no value that stands before one",
                                    error);
    }
  return pairs != NULL
         && (pairs[0] != NULL || deid_rule_text_fail (text, "same", "value:value,…", error));
}

static gboolean
read_pad (DeidRule *rule, DeidRuleText *text, GError **error)
{
  const char *pad = rule->kind->has_pad ? deid_rule_text_take (text, "pad") : NULL;

  if (pad == NULL)
    return TRUE;
  if (!deid_rule_text_read_count (text, pad, &rule->n_padded, error))
    return FALSE;
  return rule->n_padded <= DEID_MAX_PADDED
         || deid_rule_text_fail (text, pad, "at most 32 digits", error);
}

static gboolean
read_suppress (DeidRuleText *text, gboolean *suppress, GError **error)
{
  const char *value = deid_rule_text_take (text, "suppress");

  *suppress = value == NULL || g_str_equal (value, "yes");
  if (*suppress || g_str_equal (value, "no"))
    return TRUE;
  return deid_rule_text_fail (text, value, "suppress=no, or suppress=yes as by default", error);
}

static gboolean
read_separator (DeidRuleText *text, char *separator, GError **error)
{
  const char *value = deid_rule_text_take (text, "separator");
  g_autofree char *sign = g_strdup (value);

  if (value == NULL)
    return TRUE;
  if (g_strcmp0 (deid_rule_text_take (text, "of"), "persons") == 0)
    return deid_rule_text_fail (text, "of=persons",
                                "of=records: a value of a set counts in the records that have it",
                                error);
  if (deid_rule_text_unescape (sign) != 1 || !deid_item_separator_is_valid (sign[0]))
    return deid_rule_text_fail (text, value, "a punctuation mark other than *, a blank or a tab",
                                error);
  *separator = sign[0];
  return TRUE;
}

/* Tells whether a missing or special value has a label on the inner levels. */
static gboolean
is_label_apart (const DeidRule *rule, const char *label)
{
  return (rule->missing.n > 0 && g_str_equal (label, deid_dictionary_get (&rule->missing, 0)))
         || (rule->special.n > 0
             && deid_dictionary_find (&rule->special, label, strlen (label)) != DEID_NO_CODE);
}

/* Checks that a label stands for one thing: `*`, and those that the specification states, are not
 * those of missing and special values. */
static gboolean
check_stated (const DeidRule *rule, const DeidRuleText *text, GError **error)
{
  DeidRuleLabels stated = { .n = 0 };
  gboolean success;

  if (rule->n_inner > 0)
    deid_rule_labels_add (&stated, DEID_SUPPRESSED_LABEL, strlen (DEID_SUPPRESSED_LABEL));
  if (rule->kind->list_stated != NULL)
    rule->kind->list_stated (rule->parameters, &stated);
  success = deid_rule_labels_check (&stated, error);
  for (guint i = 0; success && i < stated.n; i++)
    if (is_label_apart (rule, deid_rule_labels_get (&stated, i)))
      success
          = deid_rule_text_fail (text, deid_rule_labels_get (&stated, i),
                                 "missing and special values that are no label of others", error);
  deid_rule_labels_clear (&stated);
  return success;
}

static gboolean
rule_read_rule (DeidRule *rule, DeidRuleText *text, GError **error)
{
  rule->kind = rule_find_kind (text, error);
  rule->has_numbers = rule->kind != NULL && rule->kind->has_numbers
                      && deid_rule_text_take (text, "numbers") != NULL;
  if (rule->kind == NULL
      || !rule_read_values (text, "missing", &rule->missing, &rule->special, error)
      || !rule_read_values (text, "special", &rule->special, &rule->missing, error)
      || !read_suppress (text, &rule->is_suppressing, error)
      || !read_separator (text, &rule->separator, error) || !read_notations (rule, text, error)
      || !read_pad (rule, text, error)
      || !rule->kind->parse (text, &rule->parameters, &rule->n_inner, error)
      || !deid_rule_text_check_taken (text, error))
    return FALSE;
  if (rule->n_inner + 2ul > MAX_LEVELS)
    return deid_rule_text_fail (text, NULL, "at most 256 levels", error);
  return check_stated (rule, text, error);
}

DeidRule *
deid_rule_new (const char *specification, GError **error)
{
  DeidRule *rule = DEID_NEW_HANDLE (DeidRule);
  DeidRuleText text;
  gboolean success;

  deid_dictionary_init (&rule->missing);
  deid_dictionary_init (&rule->special);
  deid_dictionary_init (&rule->same);
  deid_dictionary_init (&rule->originals);
  success = (rule->text = deid_copy_text (specification, error)) != NULL;
  if (success)
    {
      success
          = deid_rule_text_init (&text, rule->text, error) && rule_read_rule (rule, &text, error);
      deid_rule_text_clear (&text);
    }
  if (!success)
    g_clear_pointer (&rule, deid_rule_unref);
  return rule;
}

char *
deid_rule_add_format (const char *specification, const char *format, GError **error)
{
  DeidLongText whole = { 0 };
  DeidRuleText text;
  const DeidRuleKind *kind
      = deid_rule_text_init (&text, specification, error) ? rule_find_kind (&text, error) : NULL;

  if (kind != NULL)
    deid_long_text_add (&whole, "%s", specification);
  if (kind != NULL && kind->has_format && deid_rule_text_take (&text, "format") == NULL)
    {
      deid_long_text_add (&whole, ";format=");
      deid_rule_text_append_item (&whole, format);
    }
  deid_rule_text_clear (&text);
  return kind != NULL ? deid_long_text_end (&whole, error) : NULL;
}

const char *
deid_rule_get_text (const DeidRule *rule)
{
  return rule->text;
}

guint
deid_rule_get_n_levels (const DeidRule *rule)
{
  return 1 + rule->n_inner + (rule->is_suppressing ? 1 : 0);
}

const char *
deid_rule_get_top_label (const DeidRule *rule)
{
  if (rule->is_suppressing)
    return DEID_SUPPRESSED_LABEL;
  return rule->separator != '\0' && rule->kind->get_top_label != NULL
             ? rule->kind->get_top_label (rule->parameters)
             : NULL;
}

char
deid_rule_get_separator (const DeidRule *rule)
{
  return rule->separator;
}

gboolean
deid_rule_is_same_for_all (const DeidRule *rule)
{
  return rule->n_inner == 0;
}

gboolean
deid_rule_is_frozen (const DeidRule *rule)
{
  return rule->kind->freeze == NULL
         || (rule->kind->is_frozen != NULL && rule->kind->is_frozen (rule->parameters));
}

gboolean
deid_rule_is_apart (const DeidRule *rule, const char *value)
{
  const gsize length = strlen (value);

  return length == 0 || deid_dictionary_find (&rule->missing, value, length) != DEID_NO_CODE
         || deid_dictionary_find (&rule->special, value, length) != DEID_NO_CODE;
}

/* Tells whether a value has lost zeros at its start: fewer digits than it should have, or these and
 * the four of ZIP+4 behind a hyphen. */
static gboolean
is_short (const DeidRule *rule, const char *value)
{
  const gsize n = strspn (value, "0123456789");

  return n > 0 && n < rule->n_padded
         && (value[n] == '\0'
             || (value[n] == '-' && strspn (value + n + 1, "0123456789") == 4
                 && value[n + 5] == '\0'));
}

gboolean
deid_rule_has_notations (const DeidRule *rule)
{
  return rule->same.n > 0 || rule->n_padded > 0;
}

/* Returns: how one value is spelled, see deid_rule_spell(). */
static const char *
spell_item (const DeidRule *rule, const char *value, char **made)
{
  g_autofree char *normal = NULL;
  const char *found = value;
  guint32 code;

  *made = NULL;
  if (!deid_rule_has_notations (rule))
    return value;
  if ((normal = deid_text_normalize (value)) != NULL)
    found = normal;
  code = deid_dictionary_find (&rule->same, found, strlen (found));
  if (code != DEID_NO_CODE)
    value = deid_dictionary_get (&rule->originals, rule->same_as[code]);
  if (!is_short (rule, value) || deid_rule_is_apart (rule, value))
    return value;
  *made
      = g_strdup_printf ("%0*d%s", (int) (rule->n_padded - strspn (value, "0123456789")), 0, value);
  return *made;
}

const char *
deid_rule_spell (const DeidRule *rule, const char *value, char **made)
{
  *made = NULL;
  return rule->separator == '\0' ? spell_item (rule, value, made) : value;
}

/* Appends an option that lists values, and behind them those of another rule that @rule does not
 * keep apart; it may be NULL. */
static void
append_values (DeidLongText *text, const char *option, const DeidDictionary *values,
               const DeidRule *rule, const DeidDictionary *others)
{
  const guint32 n_others = rule != NULL ? others->n : 0;
  gboolean is_first = TRUE;

  for (guint32 i = 0; i < values->n + n_others; i++)
    {
      const char *value = i < values->n ? deid_dictionary_get (values, i)
                                        : deid_dictionary_get (others, i - values->n);

      if (i >= values->n && deid_rule_is_apart (rule, value))
        continue;
      if (is_first)
        deid_long_text_add (text, ";%s=", option);
      else
        deid_long_text_add (text, ",");
      deid_rule_text_append_item (text, value);
      is_first = FALSE;
    }
}

/* Writes a specification up to its missing and special values. */
static void
append_without_apart (DeidLongText *whole, const DeidRuleText *text)
{
  deid_long_text_add (whole, "%s", text->name);
  if (text->body != NULL)
    deid_long_text_add (whole, ":%s", text->body);
  for (guint i = 0; i < text->n_options; i++)
    if (!g_str_equal (text->options[2 * i], "missing")
        && !g_str_equal (text->options[2 * i], "special"))
      deid_long_text_add (whole, ";%s=%s", text->options[2 * i], text->options[2 * i + 1]);
}

char *
deid_rule_add_apart (const char *specification, const DeidRule *other, GError **error)
{
  g_autoptr (DeidRule) rule = deid_rule_new (specification, error);
  DeidLongText whole = { 0 };
  DeidRuleText text;
  gboolean success;

  if (rule == NULL)
    return NULL;
  if (other->missing.n == 0 && other->special.n == 0)
    return deid_copy_text (specification, error);
  success = deid_rule_text_init (&text, specification, error);
  if (success)
    {
      append_without_apart (&whole, &text);
      append_values (&whole, "missing", &rule->missing, rule, &other->missing);
      append_values (&whole, "special", &rule->special, rule, &other->special);
    }
  deid_rule_text_clear (&text);
  return success ? deid_long_text_end (&whole, error) : NULL;
}

/* Puts the options of all kinds behind what a kind wrote. */
static char *
add_options (const DeidRule *rule, const char *frozen, GError **error)
{
  DeidLongText text = { 0 };

  deid_long_text_add (&text, "%s", frozen);
  append_values (&text, "missing", &rule->missing, NULL, NULL);
  append_values (&text, "special", &rule->special, NULL, NULL);
  for (guint32 code = 0; code < rule->same.n; code++)
    {
      deid_long_text_add (&text, code == 0 ? ";same=" : ",");
      deid_rule_text_append_item (&text, deid_dictionary_get (&rule->same, code));
      deid_long_text_add (&text, ":");
      deid_rule_text_append_item (&text,
                                  deid_dictionary_get (&rule->originals, rule->same_as[code]));
    }
  if (!rule->is_suppressing)
    deid_long_text_add (&text, ";suppress=no");
  if (rule->separator != '\0')
    {
      deid_long_text_add (&text, ";separator=");
      deid_rule_text_append_item (&text, (const char[]){ rule->separator, '\0' });
    }
  return deid_long_text_end (&text, error);
}

/* Makes a copy of a column in which the values of one spelling are one value; it may be cleared,
 * also on failure. */
static gboolean
join_spellings (const DeidRule *rule, const DeidColumn *column, DeidColumn *joined, GError **error)
{
  const DeidDictionary *values = &column->dictionary;
  g_autofree guint32 *map = deid_alloc (values->n, sizeof *map, error);
  gboolean success = map != NULL;

  *joined = (DeidColumn){ .name = column->name, .type = column->type, .format = column->format };
  deid_dictionary_init (&joined->dictionary);
  deid_codes_init (&joined->codes);
  for (guint32 code = 0; success && code < values->n; code++)
    {
      const char *value = deid_dictionary_get (values, code);
      g_autofree char *made = NULL, *normal = NULL;

      if (value != NULL)
        value = deid_rule_spell (rule, value, &made);
      normal = value != NULL ? deid_text_normalize (value) : NULL;
      if (normal != NULL)
        value = normal;
      success = deid_dictionary_add_value (&joined->dictionary, value, &map[code], error);
    }
  return success
         && deid_codes_append_mapped (&joined->codes, &column->codes, map, joined->dictionary.n,
                                      error);
}

/* Counts the records that have each value of sets, which become those of a column without rows. */
static guint64 *
rule_count_items (const DeidColumn *sets, char separator, const guint64 *counts_of_sets,
                  DeidColumn *items, const DeidStop *stop, GError **error)
{
  DeidItemSet set = { .n = 0 };
  guint64 *counts = NULL, capacity = 0;
  gboolean success = deid_column_init (items, sets->name, error);

  for (guint32 code = 0, item; success && code < sets->dictionary.n; code++)
    {
      const char *text = deid_dictionary_get (&sets->dictionary, code);
      const guint32 n_before = items->dictionary.n;

      set.n = 0;
      success = deid_stop_check_value (stop, code, error)
                && (text == NULL || deid_item_set_read (&set, text, separator, error))
                && deid_grow ((gpointer *) &counts, &capacity, n_before + set.n + 1, sizeof *counts,
                              error);
      for (guint64 i = 0; success && i < set.n; i++)
        {
          success = deid_dictionary_add (&items->dictionary, set.items[i].text, set.items[i].length,
                                         &item, error);
          if (success)
            counts[item] = (item < n_before ? counts[item] : 0) + counts_of_sets[code];
        }
    }
  deid_item_set_clear (&set);
  if (!success)
    g_clear_pointer (&counts, g_free);
  return counts;
}

static char *
freeze_counted (const DeidRule *rule, const DeidTableSource *table, const DeidColumn *column,
                guint64 *counts, const DeidStop *stop, GError **error)
{
  g_autofree char *frozen = NULL;

  for (guint32 code = 0; code < column->dictionary.n; code++)
    {
      const char *value = deid_dictionary_get (&column->dictionary, code);

      if (value == NULL || deid_rule_is_apart (rule, value))
        counts[code] = 0;
    }
  frozen = rule->kind->freeze (
      rule->parameters, &(const DeidRuleData){ .table = table, .column = column, .counts = counts },
      stop, error);
  return frozen != NULL ? add_options (rule, frozen, error) : NULL;
}

static char *
freeze_text (const DeidRule *rule, const DeidTableSource *table, const DeidColumn *column,
             const DeidStop *stop, GError **error)
{
  g_autofree guint64 *counts = deid_table_source_count_codes (table, column, stop, error);
  g_autofree guint64 *of_items = NULL;
  DeidColumn items = { .name = NULL };
  char *text = NULL;

  if (counts != NULL && rule->separator == '\0')
    return freeze_counted (rule, table, column, counts, stop, error);
  of_items = counts != NULL
                 ? rule_count_items (column, rule->separator, counts, &items, stop, error)
                 : NULL;
  if (of_items != NULL)
    text = freeze_counted (rule, table, &items, of_items, stop, error);
  deid_column_clear (&items);
  return text;
}

DeidRule *
deid_rule_suit (DeidRule *rule, const DeidColumn *column, GError **error)
{
  gboolean has_decimals = FALSE;
  g_autofree char *integers = NULL, *decimals = NULL;
  g_autoptr (DeidRule) of_integers = NULL;

  if (!rule->kind->has_numbers || rule->has_numbers)
    return deid_rule_ref (rule);
  for (guint32 code = 0; !has_decimals && code < column->dictionary.n; code++)
    {
      const char *value = deid_dictionary_get (&column->dictionary, code);
      gboolean is_integer;
      DeidSignedWide floor;

      has_decimals = value != NULL && strpbrk (value, ".eE") != NULL
                     && deid_decimal_floor (value, 0, (DeidWide) G_MAXUINT64, &floor, &is_integer)
                     && !is_integer && !deid_rule_is_apart (rule, value);
    }
  if (!has_decimals)
    return deid_rule_ref (rule);
  integers = g_strconcat (rule->text, ";numbers=integers", NULL);
  of_integers = deid_rule_new (integers, NULL); /* refused if it has other ends */
  if (of_integers == NULL)
    return deid_rule_ref (rule);
  decimals = g_strconcat (rule->text, ";numbers=decimals", NULL);
  return deid_rule_new (decimals, error);
}

DeidRule *
deid_rule_freeze (DeidRule *rule, const DeidTableSource *table, const DeidColumn *column,
                  const DeidStop *stop, GError **error)
{
  g_autofree char *text = NULL;
  DeidColumn joined;

  if (deid_rule_is_frozen (rule))
    return deid_rule_ref (rule);
  if (rule->separator != '\0'
      || (rule->same.n == 0 && deid_dictionary_is_ascii (&column->dictionary)))
    text = freeze_text (rule, table, column, stop, error);
  else
    {
      if (join_spellings (rule, column, &joined, error))
        text = freeze_text (rule, table, &joined, stop, error);
      deid_dictionary_clear (&joined.dictionary);
      deid_codes_clear (&joined.codes);
    }
  return text != NULL ? deid_rule_new (text, error) : NULL;
}

/* Checks the labels of a value that is not kept apart. */
static gboolean
rule_check_labels (const DeidRule *rule, DeidRuleLabels *labels)
{
  for (guint level = 1; level < labels->n; level++)
    {
      const char *label = deid_rule_labels_get (labels, level);
      g_autofree char *shown = NULL;

      if (!is_label_apart (rule, label))
        continue;
      shown = deid_text_show (label, -1);
      g_set_error (&labels->error, DEID_ERROR, DEID_ERROR_HIERARCHY,
                   "the rule gives it the label '%s' on level %u, which is a missing or special "
                   "value of the rule, expected such values to be no label of others",
                   shown, level);
      return FALSE;
    }
  return TRUE;
}

/* Adds the labels of the inner levels. */
static gboolean
add_inner (const DeidRule *rule, const char *value, DeidRuleLabels *labels)
{
  const char *apart = NULL;

  if (value[0] == '\0'
      || deid_dictionary_find (&rule->special, value, strlen (value)) != DEID_NO_CODE)
    apart = value;
  else if (deid_dictionary_find (&rule->missing, value, strlen (value)) != DEID_NO_CODE)
    apart = deid_dictionary_get (&rule->missing, 0);
  if (apart == NULL)
    return rule->kind->label (rule->parameters, value, labels) && labels->n == 1 + rule->n_inner
           && rule_check_labels (rule, labels);
  for (guint i = 0; i < rule->n_inner; i++)
    deid_rule_labels_add (labels, apart, strlen (apart));
  return TRUE;
}

/* The labels of a value of a set, and those of all of them, a value after the other. */
typedef struct
{
  DeidItemSet set;
  DeidRuleLabels own;
  DeidRuleLabels all;
} SetLabels;

static gboolean
add_item (const DeidRule *rule, SetLabels *labels, const DeidItem *item)
{
  g_autofree char *text = g_strndup (item->text, item->length), *made = NULL, *normal = NULL;
  const char *value = spell_item (rule, text, &made);
  gboolean is_known;

  normal = deid_text_normalize (value);
  deid_rule_labels_reset (&labels->own);
  deid_rule_labels_add (&labels->own, value, strlen (value));
  is_known = add_inner (rule, normal != NULL ? normal : value, &labels->own);
  for (guint level = 1; is_known && level <= rule->n_inner; level++)
    {
      const char *label = deid_rule_labels_get (&labels->own, level);

      deid_rule_labels_add (&labels->all, label, strlen (label));
      if (strchr (label, rule->separator) == NULL)
        continue;
      g_set_error (&labels->own.error, DEID_ERROR, DEID_ERROR_HIERARCHY,
                   "the label of a value on level %u holds the separator of its set, '%c', "
                   "expected labels without it",
                   level, rule->separator);
      return FALSE;
    }
  return is_known;
}

/* Adds the label of a set on an inner level. */
static void
add_set_label (const DeidRule *rule, guint level, SetLabels *labels, DeidRuleLabels *added)
{
  const char *text;

  labels->set.n = 0;
  for (guint i = level - 1; i < labels->all.n; i += rule->n_inner)
    {
      const char *label = deid_rule_labels_get (&labels->all, i);

      if (!deid_item_set_add (&labels->set, label, strlen (label), &labels->own.error))
        return;
    }
  deid_item_set_sort (&labels->set);
  text = deid_item_set_write (&labels->set, rule->separator, &labels->own.error);
  if (text != NULL)
    deid_rule_labels_add (added, text, strlen (text));
}

/* Adds the labels of a set on the inner levels. */
static gboolean
add_set (const DeidRule *rule, const char *value, DeidRuleLabels *added)
{
  SetLabels labels = { .set = { .n = 0 } };
  gboolean is_known = deid_item_set_read (&labels.set, value, rule->separator, &labels.own.error);

  for (guint64 i = 0; is_known && i < labels.set.n; i++)
    is_known = add_item (rule, &labels, &labels.set.items[i]);
  is_known = is_known && deid_rule_labels_check (&labels.all, &labels.own.error);
  for (guint level = 1; is_known && level <= rule->n_inner; level++)
    {
      add_set_label (rule, level, &labels, added);
      is_known = labels.own.error == NULL;
    }
  if (labels.own.error != NULL && added->error == NULL)
    added->error = g_steal_pointer (&labels.own.error);
  deid_item_set_clear (&labels.set);
  deid_rule_labels_clear (&labels.own);
  deid_rule_labels_clear (&labels.all);
  return is_known;
}

gboolean
deid_rule_label (const DeidRule *rule, const char *value, DeidRuleLabels *labels)
{
  g_autofree char *made = NULL, *normal = NULL;

  value = deid_rule_spell (rule, value, &made);
  deid_rule_labels_reset (labels);
  deid_rule_labels_add (labels, value, strlen (value));
  normal = deid_text_normalize (value);
  if (!(rule->separator != '\0' && value[0] != '\0'
            ? add_set (rule, value, labels)
            : add_inner (rule, normal != NULL ? normal : value, labels)))
    return FALSE;
  if (rule->is_suppressing)
    deid_rule_labels_add (labels, DEID_SUPPRESSED_LABEL, strlen (DEID_SUPPRESSED_LABEL));
  return labels->error == NULL;
}
