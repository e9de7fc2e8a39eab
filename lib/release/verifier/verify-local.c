/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/memory.h"
#include "hierarchy/rules/value-set.h"
#include "release/verifier/verify-private.h"

#include <string.h>

/* The verifier: labels of local recodings. */

/* Says that the label of a row's class is none that its value may have. Returns: FALSE. */
static gboolean
verification_fail_label (const DeidVerification *verification,
                         const DeidVerifiedAttribute *attribute, guint64 row, GError **error)
{
  const DeidPartition *partition = verification->result->partition;
  const guint a = (guint) (attribute - verification->attributes);
  const guint32 number = deid_partition_get_class (partition, row);
  g_autofree char *shown
      = deid_dataset_quote (verification->source, deid_partition_get_label (partition, number, a));
  g_autofree char *place = deid_dataset_locate (verification->source, row);

  return deid_verification_fail (verification, error,
                                 "%s of the input, column '%s': %s is no label of its value that "
                                 "level %u has and the lattice allows",
                                 place, deid_column_show (attribute->source),
                                 shown != NULL ? shown : "the label of its class",
                                 deid_partition_get_level (partition, number, a));
}

/* Finds the entry of a row: that of its value and the level that its class states, whose label must
 * be the one that the class states. */
static gboolean
find_entry (const DeidVerification *verification, DeidVerifiedAttribute *attribute, guint64 row,
            GError **error)
{
  const DeidPartition *partition = verification->result->partition;
  const DeidLattice *lattice = verification->result->problem->lattice;
  const guint a = (guint) (attribute - verification->attributes);
  const guint32 number = deid_partition_get_class (partition, row);
  const guint level = deid_partition_get_level (partition, number, a);
  const char *label = deid_partition_get_label (partition, number, a);
  guint32 *entry = &attribute->entries[row];

  if (level < deid_lattice_get_lowest_level (lattice, a)
      || level > deid_lattice_get_highest_level (lattice, a))
    return verification_fail_label (verification, attribute, row, error);
  *entry
      = level * attribute->source->dictionary.n + deid_codes_get (&attribute->source->codes, row);
  return g_strcmp0 (attribute->expected[*entry].text, label) == 0
         || verification_fail_label (verification, attribute, row, error);
}

gboolean
deid_verify_local_labels (const DeidVerification *verification, DeidVerifiedAttribute *attribute,
                          GError **error)
{
  const guint64 n_rows = verification->source->n_rows;

  attribute->entries = deid_alloc (n_rows, sizeof *attribute->entries, error);
  for (guint64 row = 0; attribute->entries != NULL && row < n_rows; row++)
    if (!deid_stop_check_row (&verification->stop, row, error)
        || (!deid_attribute_has_sets (attribute->bound)
            && !find_entry (verification, attribute, row, error)))
      return FALSE;
  return attribute->entries != NULL;
}

/* Returns: the place of a leaf's label on a level among the labels of that level. */
static guint
verify_local_climb (const DeidHierarchy *hierarchy, guint leaf, guint level)
{
  guint place = leaf;

  for (guint i = 0; i < level; i++)
    place = deid_hierarchy_get_parent (hierarchy, i, place);
  return place;
}

static const char *
verify_local_get_text (const DeidHierarchy *hierarchy, guint level, guint place)
{
  return deid_dictionary_get (&hierarchy->levels[level].labels, place);
}

/* Notes the labels that leaves below a label have on a lower level, the first and another one.
 * Returns: how many there are, or 3 if they are more, or one of them reads the same. */
static guint
verify_local_count_finer (const DeidVerifiedAttribute *attribute, const DeidVerifiedLabel *label,
                          guint lower)
{
  const DeidHierarchy *hierarchy = attribute->bound->hierarchy;
  const guint n_leaves = deid_hierarchy_get_n_labels (hierarchy, 0);
  const guint32 missing = attribute->source->dictionary.missing;
  const guint32 n_codes = attribute->source->dictionary.n;
  guint seen[2] = { 0 }, n_seen = 0, n = 0;

  if (missing != DEID_NO_CODE && hierarchy->levels[0].labels.missing == DEID_NO_CODE
      && g_strcmp0 (attribute->expected[label->level * n_codes + missing].text, label->text) == 0
      && attribute->expected[lower * n_codes + missing].text == NULL)
    n++;
  for (guint leaf = 0; leaf < n_leaves; leaf++)
    {
      const guint place = verify_local_climb (hierarchy, leaf, lower);

      if (g_strcmp0 (verify_local_get_text (hierarchy, label->level,
                                            verify_local_climb (hierarchy, leaf, label->level)),
                     label->text)
              != 0
          || (n_seen > 0 && seen[0] == place) || (n_seen > 1 && seen[1] == place))
        continue;
      if (n_seen == 2
          || g_strcmp0 (verify_local_get_text (hierarchy, lower, place), label->text) == 0)
        return 3;
      seen[n_seen++] = place;
    }
  return n + n_seen;
}

/* Tells whether two records with a label that is the lowest one they have in common must have one
 * each of two finer labels. */
static gboolean
verify_local_is_forced (const DeidVerification *verification, guint a,
                        const DeidVerifiedLabel *label)
{
  const DeidLattice *lattice = verification->result->problem->lattice;

  for (guint lower = label->level; lower-- > deid_lattice_get_lowest_level (lattice, a);)
    {
      const guint n = verify_local_count_finer (&verification->attributes[a], label, lower);

      if (n > 1)
        return n == 2;
    }
  return FALSE;
}

/* Tells whether a pair of neighbours may begin at a place among @n values, or all before it end. If
 * their number is odd, the last three values stand together. */
static gboolean
begins_pair (guint32 n, guint32 place)
{
  return place == n || (place % 2 == 0 && place / 2 < MAX (n / 2, 1));
}

/* From so many values on, neighbours may be merged before they are paired. */
#define MERGED_VALUES 362

/* Tells whether two records with a run must have the values at its ends: it covers two values of
 * the column alone, or begins or ends within a pair. */
static gboolean
is_run_forced (const DeidVerifiedAttribute *attribute, const DeidVerifiedLabel *label)
{
  const DeidDictionary *order = &attribute->bound->cuts->values;
  const DeidDictionary *values = &attribute->source->dictionary;
  guint32 n = 0, n_before = 0, n_through = 0;

  if (label->level == 0
      || (label->level + 1 == order->n && values->missing != DEID_NO_CODE
          && deid_dictionary_find (order, "", 0) == DEID_NO_CODE))
    return FALSE;
  for (guint32 code = 0; code < values->n; code++)
    {
      const char *text = deid_dictionary_get (values, code);
      const guint32 place = text != NULL ? deid_dictionary_find (order, text, strlen (text))
                                         : deid_dictionary_find (order, "", 0);

      n += place != DEID_NO_CODE ? 1 : 0;
      n_before += place < label->number ? 1 : 0;
      n_through += place != DEID_NO_CODE && place <= label->number + label->level ? 1 : 0;
    }
  return n_through - n_before <= 2
         || (n < MERGED_VALUES && !(begins_pair (n, n_before) && begins_pair (n, n_through)));
}

/* Tells whether values, which stand in their order, have only a part of some pair of neighbours
 * among the values of a column. */
static gboolean
verify_local_splits_pair (const DeidDictionary *column, char *const *values)
{
  guint32 next = 0;
  gboolean is_split = FALSE;

  for (guint i = 0; values[i] != NULL; i++)
    {
      guint32 place = 0;

      for (guint32 code = 0; code < column->n; code++)
        {
          const char *text = deid_dictionary_get (column, code);

          place += strcmp (text != NULL ? text : "", values[i]) < 0 ? 1 : 0;
        }
      if (i == 0 || place != next)
        is_split |= !begins_pair (column->n, place) || (i > 0 && !begins_pair (column->n, next));
      next = place + 1;
    }
  return is_split || !begins_pair (column->n, next);
}

/* Tells whether each value of the label of a row's class must occur in the class a known number of
 * times, where labels may be sets: the label covers as many values as the class has records, or it
 * is wider but shows with which values it was widened. */
static gboolean
is_set_forced (const DeidVerifiedAttribute *attribute, guint32 entry, guint64 n_records,
               gboolean *is_forced, GError **error)
{
  const char *text = attribute->expected[entry].text;
  g_autofree char **values = NULL;
  gboolean has_gap;

  *is_forced = n_records > 1 && attribute->n_covered[entry] == n_records;
  if (text == NULL || text[0] != '{' || attribute->n_covered[entry] <= n_records)
    return TRUE;
  values = deid_value_set_read (text, &has_gap, error);
  if (values != NULL)
    *is_forced = verify_local_splits_pair (&attribute->source->dictionary, values);
  return values != NULL;
}

static gboolean
is_label_forced (const DeidVerification *verification, guint a, guint32 entry, guint64 n_records,
                 gboolean *is_forced, GError **error)
{
  const DeidVerifiedAttribute *attribute = &verification->attributes[a];
  const DeidVerifiedLabel *label = &attribute->expected[entry];

  if (deid_attribute_has_sets (attribute->bound))
    return is_set_forced (attribute, entry, n_records, is_forced, error);
  *is_forced = n_records == 2
               && (attribute->hierarchy != NULL ? verify_local_is_forced (verification, a, label)
                                                : is_run_forced (attribute, label));
  return TRUE;
}

gboolean
deid_verify_not_forced (const DeidVerification *verification, guint64 row, guint64 n_records,
                        GError **error)
{
  if (verification->result->policy != NULL || !verification->result->problem->no_forced_labels)
    return TRUE;
  for (guint a = 0; a < verification->n_attributes; a++)
    {
      const DeidVerifiedAttribute *attribute = &verification->attributes[a];
      const guint32 entry = deid_verified_attribute_get_entry (attribute, row);
      g_autofree char *place = NULL;
      gboolean is_forced;

      if (!is_label_forced (verification, a, entry, n_records, &is_forced, error))
        return FALSE;
      if (!is_forced)
        continue;
      place = deid_dataset_locate (verification->source, row);
      return deid_verification_fail (verification, error,
                                     "the class of %s of the input has %" G_GUINT64_FORMAT
                                     " records, and a label of column '%s' that forces finer "
                                     "labels of these",
                                     place, n_records, deid_column_show (attribute->source));
    }
  return TRUE;
}

/* The verifier: labels of local recodings that are sets or runs of values. */

/* A label, read once. */
typedef struct
{
  DeidVerifiedLabel label; /* of a run, by its first value; what is missing is behind all */
  guint64 n_covered;       /* leaves of the domain */
  char **values;           /* of a set, to a NULL; a missing one is empty */
  gboolean is_right;       /* it is spelled as such a set or run is */
} ReadLabel;

/* The labels of one attribute by their texts. */
typedef struct
{
  const DeidVerification *verification;
  DeidVerifiedAttribute *attribute;
  const DeidDictionary *order; /* of runs, their values; NULL of sets */
  guint32 *places;             /* of each code, in that order, or DEID_NO_CODE */
  guint32 missing;             /* the place of a missing value, or DEID_NO_CODE */
  DeidDictionary texts;
  ReadLabel *labels; /* of each text */
  guint32 n;         /* so many */
  guint64 capacity;
} ReadLabels;

/* Tells whether values are written in their order, each once. */
static gboolean
is_spelled (const char *text, char **values, guint n, GError **error)
{
  DeidLongText again = { 0 };
  g_autofree char *spelled = NULL;

  for (guint i = 1; i < n; i++)
    if (strcmp (values[i - 1], values[i]) >= 0)
      return FALSE;
  deid_value_set_append_all (&again, (const char *const *) values, n);
  spelled = deid_long_text_end (&again, error);
  return spelled != NULL && g_str_equal (spelled, text);
}

/* Reads a label that must be a set of values of the column. */
static gboolean
read_label_set (const ReadLabels *labels, const char *text, ReadLabel *read, GError **error)
{
  const DeidVerifiedAttribute *attribute = labels->attribute;
  const DeidDictionary *values = &attribute->source->dictionary;
  gboolean has_gap = FALSE;
  GError *own_error = NULL;
  guint n;

  read->values = deid_value_set_read (text, &has_gap, &own_error);
  n = read->values != NULL ? g_strv_length (read->values) : 0;
  read->label = (DeidVerifiedLabel){ .text = text, .level = n - 1 };
  read->n_covered = n;
  read->is_right = !has_gap && n > 1 && n <= attribute->bound->max_values
                   && is_spelled (text, read->values, n, &own_error);
  for (guint i = 0; read->is_right && i < n; i++)
    read->is_right = read->values[i][0] == '\0'
                         ? values->missing != DEID_NO_CODE
                         : deid_dictionary_find (values, read->values[i], strlen (read->values[i]))
                               != DEID_NO_CODE;
  if (g_error_matches (own_error, DEID_ERROR, DEID_ERROR_NO_MEMORY))
    {
      g_propagate_error (error, own_error);
      return FALSE;
    }
  g_clear_error (&own_error);
  return TRUE;
}

static gboolean
init_places (ReadLabels *labels, GError **error)
{
  const DeidDictionary *dictionary = &labels->attribute->source->dictionary;

  labels->missing = deid_dictionary_find (labels->order, "", 0);
  if (!deid_new_arrays (error, DEID_NEW (labels->places, dictionary->n)))
    return FALSE;
  for (guint32 code = 0; code < dictionary->n; code++)
    {
      const char *text = deid_dictionary_get (dictionary, code);

      labels->places[code] = text != NULL
                                 ? deid_dictionary_find (labels->order, text, strlen (text))
                                 : labels->missing;
    }
  return TRUE;
}

static gboolean
covers (const ReadLabels *labels, const char *text, guint32 place)
{
  return deid_verified_label_covers (text, deid_dictionary_get (labels->order, place));
}

/* Finds where the list of values of a run begins and ends; what is between is not looked at.
 * Returns: whether it is one. */
static gboolean
find_ends_of_list (const ReadLabels *labels, const char *text, guint32 *first, guint32 *last,
                   GError **error)
{
  g_autoptr (GError) own_error = NULL;
  gboolean has_gap = FALSE;
  g_autofree char **listed = deid_value_set_read (text, &has_gap, &own_error);
  guint n = 0;

  if (g_error_matches (own_error, DEID_ERROR, DEID_ERROR_NO_MEMORY))
    g_propagate_error (error, g_steal_pointer (&own_error));
  for (; listed != NULL && listed[n] != NULL; n++)
    *last = deid_dictionary_find (labels->order, listed[n], strlen (listed[n]));
  if (n == 0 || has_gap)
    return FALSE;
  *first = deid_dictionary_find (labels->order, listed[0], strlen (listed[0]));
  return *first < labels->order->n && *last < labels->order->n && *first <= *last;
}

/* Finds the values between which a run of dates names its ends. Returns: whether it is one. */
static gboolean
find_ends_of_dates (const ReadLabels *labels, const char *text, guint32 *first, guint32 *last)
{
  const char *to = strstr (text, DEID_CUT_TO);

  *first = deid_dictionary_find (labels->order, text,
                                 to != NULL ? (gsize) (to - text) : strlen (text));
  to = to != NULL ? to + strlen (DEID_CUT_TO) : text;
  *last = deid_dictionary_find (labels->order, to, strlen (to));
  if (g_str_equal (text, DEID_SUPPRESSED_LABEL))
    {
      *first = 0;
      *last = labels->order->n - 1;
    }
  return *first < labels->order->n && *last < labels->order->n && *first <= *last;
}

/* Finds where an interval that covers a place begins and ends: it covers what is between the
 * neighbours that it does not cover. Returns: whether it covers the place. */
static gboolean
find_ends_of_interval (const ReadLabels *labels, const char *text, guint32 place, guint32 *first,
                       guint32 *last)
{
  *first = *last = place;
  if (!covers (labels, text, place))
    return FALSE;
  while (*first > 0 && covers (labels, text, *first - 1))
    --*first;
  while (*last + 1 < labels->order->n && covers (labels, text, *last + 1))
    ++*last;
  return TRUE;
}

/* Reads the label of a row with a value at a place, which must be that of a run. */
static gboolean
read_run (const ReadLabels *labels, const char *text, guint32 place, ReadLabel *read,
          GError **error)
{
  const DeidCuts *cuts = labels->attribute->bound->cuts;
  const guint32 n = labels->order->n;
  guint32 first = 0, last = 0;
  GError *own_error = NULL;

  read->label = (DeidVerifiedLabel){ .text = text, .number = MIN (labels->missing, n) };
  read->n_covered = 1;
  read->is_right = text == NULL;
  if (text == NULL || n == 0)
    return TRUE;
  if (cuts->are_dates)
    read->is_right = find_ends_of_dates (labels, text, &first, &last);
  else if (text[0] == '{' && !cuts->are_numbers)
    read->is_right = find_ends_of_list (labels, text, &first, &last, &own_error);
  else
    read->is_right
        = find_ends_of_interval (labels, text, place != DEID_NO_CODE ? place : 0, &first, &last);
  if (own_error != NULL)
    {
      g_propagate_error (error, own_error);
      return FALSE;
    }
  if (!read->is_right)
    return TRUE;
  read->label = (DeidVerifiedLabel){ deid_cuts_get_text (cuts, first, last - first + 1),
                                     last - first, first };
  read->n_covered = last > first && last - first + 1 == n ? labels->attribute->n_leaves
                                                          : last - first + (guint64) 1;
  read->is_right = g_strcmp0 (read->label.text, text) == 0;
  return deid_check_text (read->label.text, error);
}

/* Tells whether a label has the value of a code. The run of all values has a missing one, too. */
static gboolean
has_value (const ReadLabels *labels, const ReadLabel *read, guint32 code)
{
  const char *value = deid_dictionary_get (&labels->attribute->source->dictionary, code);
  guint32 place;

  if (read->values != NULL)
    return g_strv_contains ((const char *const *) read->values, value != NULL ? value : "");
  place = labels->places[code];
  return place != DEID_NO_CODE
             ? place >= read->label.number && place - read->label.number <= read->label.level
             : read->label.number == labels->order->n
                   || (read->label.level > 0 && read->label.level + 1 == labels->order->n);
}

/* Finds the label that the class of a row states, which must have the value of the row. */
static gboolean
find_label (ReadLabels *labels, guint64 row, guint32 code, guint32 *number, GError **error)
{
  const DeidVerification *verification = labels->verification;
  const DeidPartition *partition = verification->result->partition;
  const guint a = (guint) (labels->attribute - verification->attributes);
  const guint32 eq_class = deid_partition_get_class (partition, row);
  const char *text = deid_partition_get_label (partition, eq_class, a);
  ReadLabel *read;

  if (!deid_dictionary_add_value (&labels->texts, text, number, error)
      || !deid_grow ((gpointer *) &labels->labels, &labels->capacity, labels->texts.n,
                     sizeof *labels->labels, error))
    return FALSE;
  read = &labels->labels[*number];
  if (*number == labels->n)
    {
      *read = (ReadLabel){ .is_right = FALSE };
      labels->n++;
      if (!(labels->order == NULL ? read_label_set (labels, text, read, error)
                                  : read_run (labels, text, labels->places[code], read, error)))
        return FALSE;
    }
  return (read->is_right && read->label.level == deid_partition_get_level (partition, eq_class, a)
          && has_value (labels, read, code))
         || verification_fail_label (verification, labels->attribute, row, error);
}

/* Finds the entry of a row whose label is no set: that of a level on which its value has the label,
 * which covers as many leaves as its class states. */
static gboolean
find_entry_by_label (const ReadLabels *labels, guint64 row, GError **error)
{
  const DeidVerification *verification = labels->verification;
  const DeidVerifiedAttribute *attribute = labels->attribute;
  const DeidPartition *partition = verification->result->partition;
  const guint a = (guint) (attribute - verification->attributes);
  const guint32 eq_class = deid_partition_get_class (partition, row);
  const char *label = deid_partition_get_label (partition, eq_class, a);
  const guint64 n_covered = deid_partition_get_level (partition, eq_class, a) + (guint64) 1;
  guint32 entry = deid_codes_get (&attribute->source->codes, row);

  for (; entry < attribute->n_entries; entry += attribute->source->dictionary.n)
    if (g_strcmp0 (attribute->expected[entry].text, label) == 0
        && attribute->n_covered[entry] == n_covered)
      {
        attribute->entries[row] = entry;
        return TRUE;
      }
  return verification_fail_label (verification, attribute, row, error);
}

/* Tells whether the class of a row has a set of values. */
static gboolean
has_set (const DeidVerification *verification, const DeidVerifiedAttribute *attribute, guint64 row)
{
  const DeidPartition *partition = verification->result->partition;
  const char *label
      = deid_partition_get_label (partition, deid_partition_get_class (partition, row),
                                  (guint) (attribute - verification->attributes));

  return label != NULL && label[0] == '{';
}

/* Writes for each row with a set or run the number of this and its code. */
static gboolean
read_labels_of_rows (ReadLabels *labels, DeidKeyedNumber *rows, guint64 *n_rows, GError **error)
{
  const DeidVerification *verification = labels->verification;

  *n_rows = 0;
  for (guint64 row = 0; row < verification->source->n_rows; row++)
    {
      const guint32 code = deid_codes_get (&labels->attribute->source->codes, row);
      guint32 number;

      if (!deid_stop_check_row (&verification->stop, row, error))
        return FALSE;
      if (labels->order == NULL && !has_set (verification, labels->attribute, row))
        {
          if (!find_entry_by_label (labels, row, error))
            return FALSE;
          continue;
        }
      if (!find_label (labels, row, code, &number, error))
        return FALSE;
      rows[(*n_rows)++] = (DeidKeyedNumber){ (guint64) number << 32 | code, (guint32) row };
    }
  return TRUE;
}

/* Makes room for @n_more entries, and sets the codes of the entries that are there. */
static gboolean
make_room (DeidVerifiedAttribute *attribute, guint64 n_more, GError **error)
{
  const guint64 n = MAX (attribute->n_entries + n_more, 1);

  if (!deid_realloc ((gpointer *) &attribute->expected, n, sizeof *attribute->expected, error)
      || !deid_realloc ((gpointer *) &attribute->label_numbers, n, sizeof *attribute->label_numbers,
                        error)
      || !deid_realloc ((gpointer *) &attribute->n_covered, n, sizeof *attribute->n_covered, error)
      || !deid_new_arrays (error, DEID_NEW (attribute->codes, n)))
    return FALSE;
  for (guint32 entry = 0; entry < attribute->n_entries; entry++)
    attribute->codes[entry] = entry % attribute->source->dictionary.n;
  return TRUE;
}

/* Makes an entry of each label and code of its rows, which are sorted by both. */
static gboolean
add_label_entries (const ReadLabels *labels, const DeidKeyedNumber *rows, guint64 n_rows,
                   GError **error)
{
  DeidVerifiedAttribute *attribute = labels->attribute;
  const guint32 n_labels = attribute->n_labels;
  guint64 n_more = 0;

  for (guint64 i = 0; i < n_rows; i++)
    n_more += i == 0 || rows[i].key != rows[i - 1].key ? 1 : 0;
  if (!make_room (attribute, n_more, error))
    return FALSE;
  attribute->n_labels += labels->texts.n;
  for (guint64 i = 0; i < n_rows; i++)
    {
      const guint32 number = (guint32) (rows[i].key >> 32);
      const guint32 entry = attribute->n_entries;

      if (i == 0 || rows[i].key != rows[i - 1].key)
        {
          attribute->expected[entry] = labels->labels[number].label;
          attribute->label_numbers[entry] = n_labels + number;
          attribute->n_covered[entry] = labels->labels[number].n_covered;
          attribute->codes[entry] = (guint32) rows[i].key;
          attribute->n_entries++;
        }
      attribute->entries[rows[i].number] = attribute->n_entries - 1;
    }
  return TRUE;
}

static gboolean
verify_labels (const DeidVerification *verification, DeidVerifiedAttribute *attribute,
               const DeidDictionary *order, GError **error)
{
  const guint64 n = verification->source->n_rows;
  ReadLabels labels = { .verification = verification, .attribute = attribute, .order = order };
  g_autofree DeidKeyedNumber *rows = NULL, *scratch = NULL;
  guint64 n_rows;
  gboolean success;

  deid_dictionary_init (&labels.texts);
  success = deid_new_arrays (error, DEID_NEW (rows, n), DEID_NEW (scratch, n))
            && (order == NULL || init_places (&labels, error))
            && read_labels_of_rows (&labels, rows, &n_rows, error);
  if (success)
    {
      deid_key_sort (rows, scratch, n_rows);
      success = add_label_entries (&labels, rows, n_rows, error);
    }
  for (guint32 i = 0; i < labels.n; i++)
    g_free (labels.labels[i].values);
  deid_free_arrays (labels.labels, labels.places);
  deid_dictionary_clear (&labels.texts);
  return success;
}

gboolean
deid_verify_local_sets (const DeidVerification *verification, DeidVerifiedAttribute *attribute,
                        GError **error)
{
  return !deid_attribute_has_sets (attribute->bound)
         || verify_labels (verification, attribute, NULL, error);
}

gboolean
deid_verify_local_runs (const DeidVerification *verification, DeidVerifiedAttribute *attribute,
                        GError **error)
{
  deid_verified_attribute_count_domain (attribute);
  attribute->n_entries = attribute->n_labels = 0;
  attribute->entries = deid_alloc (verification->source->n_rows, sizeof *attribute->entries, error);
  return attribute->entries != NULL
         && verify_labels (verification, attribute, &attribute->bound->cuts->values, error);
}
