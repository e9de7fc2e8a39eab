/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "release/released-column.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "base/rational.h"
#include "base/text.h"
#include "base/work.h"
#include "table/dataset-private.h"

#include <string.h>

static gboolean
add_name (DeidPersonNames *names, const DeidPseudonymForm *form, GBytes *key, const char *person,
          GError **error)
{
  const guint32 n = names->names.n;
  char text[DEID_PSEUDONYM_MAX_LENGTH + 1];
  guint8 digest[DEID_KEYED_SIZE];
  guint32 code;

  deid_person_key_hash (key, NULL, person, digest);
  deid_pseudonym_write (form, digest, text);
  if (!deid_dictionary_add (&names->names, text, form->length, &code, error))
    return FALSE;
  return code == n
         || deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                       "two persons would have the same pseudonym, expected longer ones");
}

/* Names the persons of a column; a key is drawn for random names. On failure they may be cleared,
 * and nothing else. The texts of a dictionary stay in their place once all are there. */
static gboolean
person_names_init (DeidPersonNames *names, const DeidColumn *persons,
                   const DeidPseudonymOption *option, const DeidStop *stop, GError **error)
{
  const DeidDictionary *dictionary = &persons->dictionary;
  GBytes *key = option->key != NULL ? g_bytes_ref (option->key) : deid_person_key_draw (error);
  gboolean success = key != NULL;

  deid_dictionary_init (&names->names);
  names->texts = success ? deid_alloc (dictionary->n, sizeof *names->texts, error) : NULL;
  success = names->texts != NULL;
  for (guint32 code = 0; success && code < dictionary->n; code++)
    success = deid_stop_check_value (stop, code, error)
              && (code == dictionary->missing
                  || add_name (names, &option->form, key, deid_dictionary_get (dictionary, code),
                               error));
  for (guint32 code = 0, n = 0; success && code < dictionary->n; code++)
    if (code != dictionary->missing)
      names->texts[code] = deid_dictionary_get (&names->names, n++);
  g_clear_pointer (&key, g_bytes_unref);
  return success;
}

static void
person_names_clear (DeidPersonNames *names)
{
  deid_dictionary_clear (&names->names);
  g_clear_pointer (&names->texts, g_free);
}

static gboolean
init_computed (DeidReleasedColumn *column, const DeidPartition *partition,
               const DeidReleaseOptions *options, gboolean keeps_missing, const DeidStop *stop,
               GError **error)
{
  if (!deid_computed_column_init (&column->computed, partition, options, column->source->name, stop,
                                  error))
    return FALSE;
  column->keeps_missing = keeps_missing;
  column->n_labels = column->computed.n_labels;
  column->texts = column->computed.texts;
  return TRUE;
}

/* Of a quasi-identifier: its labels. */
static void
released_column_list_labels (DeidReleasedColumn *column, const DeidPartition *partition,
                             const DeidAttribute *attribute)
{
  const DeidPartitionColumn *labelled
      = &partition->columns[attribute - partition->lattice->attributes];

  column->labels = &labelled->labels;
  column->n_labels = labelled->n_labels;
  column->texts = labelled->texts;
}

/* Makes the column that has labels or values of a column of the table, or what replaces them. */
static gboolean
released_column_init (DeidReleasedColumn *column, const DeidPartition *partition,
                      const DeidReleaseOptions *options, const DeidColumn *source,
                      const DeidStop *stop, GError **error)
{
  const DeidAttribute *attribute = deid_lattice_find_attribute (partition->lattice, source->name);
  const DeidPseudonymOption *pseudonym = deid_release_options_find_pseudonym (options, source);

  *column = (DeidReleasedColumn){ .source = source,
                                  .role = source->role,
                                  .n_labels = source->dictionary.n };
  if (pseudonym != NULL)
    {
      if (!person_names_init (&column->persons, source, pseudonym, stop, error))
        return FALSE;
      column->texts = column->persons.texts;
      return TRUE;
    }
  if (attribute != NULL)
    column->role = DEID_ROLE_QUASI_IDENTIFYING;
  if (deid_release_options_get_microaggregation (options, source->name)
      != DEID_MICROAGGREGATION_NONE)
    return init_computed (column, partition, options, attribute == NULL, stop, error);
  if (attribute != NULL)
    released_column_list_labels (column, partition, attribute);
  return TRUE;
}

/* The same of the column of bin means of a column. */
static gboolean
released_column_init_means (DeidReleasedColumn *column, const DeidPartition *partition,
                            const DeidReleaseOptions *options, const DeidColumn *source,
                            const DeidStop *stop, GError **error)
{
  *column = (DeidReleasedColumn){ .source = source,
                                  .name = deid_bin_mean_name (source->name),
                                  .role = DEID_ROLE_QUASI_IDENTIFYING };
  return init_computed (column, partition, options, FALSE, stop, error);
}

static void
released_column_clear (DeidReleasedColumn *column)
{
  g_clear_pointer (&column->name, g_free);
  person_names_clear (&column->persons);
  deid_computed_column_clear (&column->computed);
}

/* Makes the column of a column of the table, and that of its bin means. */
static gboolean
released_column_add_column (DeidReleasedColumns *columns, const DeidPartition *partition,
                            const DeidReleaseOptions *options, const DeidColumn *source,
                            const DeidStop *stop, GError **error)
{
  return released_column_init (&columns->items[columns->n++], partition, options, source, stop,
                               error)
         && (deid_release_options_get_bin_mean (options, source->name) == DEID_BIN_MEAN_NONE
             || released_column_init_means (&columns->items[columns->n++], partition, options,
                                            source, stop, error));
}

gboolean
deid_released_columns_init (DeidReleasedColumns *columns, const DeidPartition *partition,
                            const DeidReleaseOptions *options, gboolean names_persons,
                            const DeidStop *stop, GError **error)
{
  const DeidLattice *lattice = partition->lattice;
  const DeidDataset *dataset = lattice->dataset;

  *columns = (DeidReleasedColumns){ .n = 0 };
  if (!deid_release_options_check (options, lattice, error)
      || !deid_new_arrays (error, DEID_NEW (columns->items, (guint64) 2 * dataset->n_columns)))
    return FALSE;
  for (guint c = 0; c < dataset->n_columns; c++)
    if ((dataset->columns[c].role == DEID_ROLE_WEIGHT
         || (names_persons
             && deid_release_options_find_pseudonym (options, &dataset->columns[c]) != NULL)
         || deid_lattice_releases (lattice, &dataset->columns[c]))
        && !released_column_add_column (columns, partition, options, &dataset->columns[c], stop,
                                        error))
      return FALSE;
  return TRUE;
}

void
deid_released_columns_clear (DeidReleasedColumns *columns)
{
  for (guint c = 0; c < columns->n; c++)
    released_column_clear (&columns->items[c]);
  g_free (columns->items);
}

/* A dictionary has the texts in the order of their first rows. */

/* How many rows are worked on at a time: what is kept of them stays in the cache. */
#define RELEASED_VALUES_BLOCK 1024

/* How many rows ahead classes are fetched from memory: where they are is at random. */
#define RELEASED_VALUES_AHEAD 48

static gboolean
released_values_list_classes (gpointer data, guint part, GError **error)
{
  DeidReleasedValues *values = data;
  const guint64 first = (guint64) part * DEID_ROWS_PER_CHECK;
  const guint64 end = MIN (first + DEID_ROWS_PER_CHECK, values->rows->n);
  const guint32 *of_row = values->partition->class_of_row;

  if (!deid_stop_check (values->stop, error))
    return FALSE;
  for (guint64 i = first; i < end; i++)
    {
      if (i + RELEASED_VALUES_AHEAD < end)
        __builtin_prefetch (
            &of_row[deid_released_rows_get_first (values->rows, i + RELEASED_VALUES_AHEAD)], 0, 2);
      values->classes[i] = of_row[deid_released_rows_get_first (values->rows, i)];
    }
  return TRUE;
}

static gboolean
list_by_first (DeidReleasedValues *values, GError **error)
{
  g_autofree guint8 *seen = deid_alloc (values->partition->n_classes, sizeof *seen, error);

  if (seen == NULL)
    return FALSE;
  for (guint64 i = 0; i < values->rows->n; i++)
    {
      const guint32 number = values->classes[i];

      if (!deid_stop_check_row (values->stop, i, error))
        return FALSE;
      if (!seen[number])
        values->by_first[values->n_by_first++] = number;
      seen[number] = TRUE;
    }
  return TRUE;
}

gboolean
deid_released_values_init (DeidReleasedValues *values, const DeidPartition *partition,
                           const DeidReleasedRows *rows, guint n_threads, const DeidStop *stop,
                           GError **error)
{
  const guint n_parts = (guint) ((rows->n + DEID_ROWS_PER_CHECK - 1) / DEID_ROWS_PER_CHECK);

  *values = (DeidReleasedValues){
    .partition = partition, .rows = rows, .source = partition->lattice->dataset, .stop = stop
  };
  return deid_new_arrays (error, DEID_NEW (values->classes, rows->n),
                          DEID_NEW (values->by_first, partition->n_classes))
         && deid_parts_run (n_threads, n_parts, released_values_list_classes, values, error)
         && list_by_first (values, error);
}

void
deid_released_values_clear (DeidReleasedValues *values)
{
  g_clear_pointer (&values->classes, g_free);
  g_clear_pointer (&values->by_first, g_free);
}

/* Adds the text of a label that the dictionary has not met. Different labels may have one text. */
static gboolean
released_values_add_label (DeidDictionary *dictionary, const DeidReleasedColumn *released,
                           guint32 label, guint32 *code, GError **error)
{
  const DeidDictionary *source = &released->source->dictionary;

  if (label == released->n_labels)
    return deid_dictionary_add_value (
        dictionary, released->labels != NULL ? DEID_SUPPRESSED_LABEL : NULL, code, error);
  if (released->texts != NULL || label == source->missing)
    return deid_dictionary_add_value (dictionary, deid_released_column_get_text (released, label),
                                      code, error);
  return deid_dictionary_add_from (dictionary, source, label, code, error);
}

/* Returns: (nullable): %DEID_NO_CODE of each label, and of what is suppressed. */
static guint32 *
new_codes (const DeidReleasedColumn *released, GError **error)
{
  const guint64 n = (guint64) released->n_labels + 1;
  guint32 *codes = deid_alloc (n, sizeof *codes, error);

  if (codes != NULL)
    memset (codes, 0xFF, n * sizeof *codes);
  return codes;
}

/* Gives each class the code of its label. */
static gboolean
released_values_number_classes (const DeidReleasedValues *values,
                                const DeidReleasedColumn *released, DeidDictionary *dictionary,
                                guint32 *class_codes, GError **error)
{
  g_autofree guint32 *codes = new_codes (released, error);

  if (codes == NULL)
    return FALSE;
  for (guint32 i = 0; i < values->n_by_first; i++)
    {
      const guint32 number = values->by_first[i];
      const guint32 label
          = deid_released_column_get_class_label (released, values->partition, number);

      if (!deid_stop_check_row (values->stop, i, error)
          || (codes[label] == DEID_NO_CODE
              && !released_values_add_label (dictionary, released, label, &codes[label], error)))
        return FALSE;
      class_codes[number] = codes[label];
    }
  return TRUE;
}

static gboolean
write_of_classes (const DeidReleasedValues *values, const DeidReleasedColumn *released,
                  DeidColumn *column, GError **error)
{
  const guint32 n_classes = values->partition->n_classes;
  g_autofree guint32 *class_codes = deid_alloc (n_classes, sizeof *class_codes, error);
  DeidCodes codes = { 0 };
  gboolean success = class_codes != NULL
                     && released_values_number_classes (values, released, &column->dictionary,
                                                        class_codes, error);
  const guint32 greatest = MAX (column->dictionary.n, 1) - 1;

  success = success && deid_codes_alloc (&codes, n_classes, greatest, error);
  for (guint32 number = 0; success && number < n_classes; number++)
    deid_codes_set (&codes, number, class_codes[number]);
  success = success && deid_codes_alloc (&column->codes, values->rows->n, greatest, error);
  for (guint64 first = 0; success && first < values->rows->n; first += DEID_ROWS_PER_CHECK)
    {
      success = deid_stop_check (values->stop, error);
      deid_codes_set_rows (&column->codes, first, &codes, values->classes + first,
                           MIN (values->rows->n - first, DEID_ROWS_PER_CHECK));
    }
  deid_codes_clear (&codes);
  return success;
}

/* Replaces labels by their codes. */
static gboolean
released_values_number_labels (const DeidReleasedColumn *released, guint32 *codes,
                               DeidDictionary *dictionary, guint32 *labels, guint n, GError **error)
{
  for (guint i = 0; i < n; i++)
    {
      guint32 *code = &codes[labels[i]];

      if (*code == DEID_NO_CODE
          && !released_values_add_label (dictionary, released, labels[i], code, error))
        return FALSE;
      labels[i] = *code;
    }
  return TRUE;
}

static gboolean
write_of_rows (const DeidReleasedValues *values, const DeidReleasedColumn *released,
               DeidColumn *column, GError **error)
{
  g_autofree guint32 *codes = new_codes (released, error);
  guint32 block[RELEASED_VALUES_BLOCK];
  guint n;

  if (codes == NULL || !deid_codes_reserve (&column->codes, values->rows->n, error))
    return FALSE;
  for (guint64 first = 0; first < values->rows->n; first += n)
    {
      n = (guint) MIN (values->rows->n - first, RELEASED_VALUES_BLOCK);
      for (guint i = 0; i < n; i++)
        block[i] = deid_released_column_get_label (
            released, values->partition, values->classes[first + i],
            deid_released_rows_get_first (values->rows, first + i));
      if (!deid_stop_check_value (values->stop, first, error)
          || !released_values_number_labels (released, codes, &column->dictionary, block, n, error)
          || !deid_codes_append_all (&column->codes, block, n, error))
        return FALSE;
    }
  return TRUE;
}

/* The weights of rows that were merged add up to no more than those of the whole table, which are
 * below 2^63. */
static guint64
released_values_sum_weights (const DeidReleasedValues *values, guint64 i)
{
  guint64 n_sources, weight = 0;
  const guint32 *rows = deid_released_rows_get (values->rows, i, &n_sources);

  for (guint64 s = 0; s < n_sources; s++)
    weight += deid_dataset_get_weight (values->source, rows[s]);
  return weight;
}

static gboolean
released_values_write_weights (const DeidReleasedValues *values, DeidColumn *column, GError **error)
{
  guint32 codes[RELEASED_VALUES_BLOCK]; /* of low weights, which most are */
  char text[DEID_DECIMAL_SIZE];

  memset (codes, 0xFF, sizeof codes);
  for (guint64 i = 0; i < values->rows->n; i++)
    {
      const guint64 weight = released_values_sum_weights (values, i);
      guint32 other = DEID_NO_CODE;
      guint32 *code = weight < RELEASED_VALUES_BLOCK ? &codes[weight] : &other;

      if (!deid_stop_check_value (values->stop, i, error))
        return FALSE;
      if (*code == DEID_NO_CODE)
        {
          g_snprintf (text, sizeof text, "%" G_GUINT64_FORMAT, weight);
          if (!deid_dictionary_add_value (&column->dictionary, text, code, error))
            return FALSE;
        }
      if (!deid_codes_append (&column->codes, *code, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
deid_released_values_write (const DeidReleasedValues *values, const DeidReleasedColumn *released,
                            DeidColumn *column, GError **error)
{
  if (released->role == DEID_ROLE_WEIGHT)
    return released_values_write_weights (values, column, error);
  return deid_released_column_is_of_class (released)
             ? write_of_classes (values, released, column, error)
             : write_of_rows (values, released, column, error);
}
