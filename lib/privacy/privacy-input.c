/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/privacy-input.h"

#include "base/arrays.h"
#include "base/handle.h"
#include "base/memory.h"
#include "base/text.h"
#include "classes/class-reader.h"
#include "lattice/attribute.h"

#include <string.h>

static gboolean
compare_as_text (const char *a, const char *b, gpointer data, int *order, GError **error)
{
  *order = strcmp (a, b);
  return TRUE;
}

static gboolean
compare_as_numbers (const char *a, const char *b, gpointer data, int *order, GError **error)
{
  *order = deid_decimal_compare (a, b);
  return TRUE;
}

gboolean
deid_compare_by_type (const char *a, const char *b, gpointer data, int *order, GError **error)
{
  *order = deid_type_reader_compare (data, a, b);
  return TRUE;
}

/* These heed no data, so that all models that ask for an order share the values numbered in it. */
void
deid_privacy_model_funcs_set_value_order (DeidPrivacyModelFuncs *funcs, DeidValueOrder order)
{
  static const DeidCompareFunc orders[] = {
    [DEID_VALUE_ORDER_TEXT] = compare_as_text,
    [DEID_VALUE_ORDER_INTEGER] = compare_as_numbers,
    [DEID_VALUE_ORDER_DECIMAL] = compare_as_numbers,
    [DEID_VALUE_ORDER_TYPE] = deid_compare_by_type,
  };

  g_return_if_fail ((guint) order < G_N_ELEMENTS (orders));

  deid_privacy_model_funcs_set_compare (funcs, orders[order], NULL, NULL);
}

void
deid_judged_column_clear (DeidJudgedColumn *judged)
{
  g_free (judged->code_of_value);
  g_free (judged->totals);
  deid_codes_clear (&judged->own_codes);
}

/* What compares values for a model, until it fails. */
typedef struct
{
  DeidCompareFunc compare;
  gpointer data;
  gboolean has_failed;
  GError *error; /* or NULL */
} JudgedColumnComparison;

/* A value that is being sorted. */
typedef struct
{
  JudgedColumnComparison *comparison;
  const char *text;
  guint32 code;
} Sorted;

/* A missing value comes first; equal ones are told apart as text, and so are all others once the
 * model has failed. */
static int
compare_sorted (const void *a, const void *b)
{
  const Sorted *x = a, *y = b;
  JudgedColumnComparison *comparison = x->comparison;
  int order = 0;

  if (x->text == NULL || y->text == NULL)
    return (x->text != NULL) - (y->text != NULL);
  if (!comparison->has_failed)
    comparison->has_failed
        = !comparison->compare (x->text, y->text, comparison->data, &order, &comparison->error)
          || comparison->error != NULL;
  return order != 0 ? order : strcmp (x->text, y->text);
}

static gboolean
judged_column_sort_values (DeidJudgedColumn *judged, const DeidPrivacyModel *model,
                           const DeidStop *stop, GError **error)
{
  g_autofree Sorted *sorted = deid_alloc (judged->n_values, sizeof *sorted, error);
  JudgedColumnComparison comparison = { .compare = judged->compare, .data = judged->compare_data };
  const DeidColumn *column = judged->column;
  DeidTypeReader reader;
  gboolean is_sorted;

  if (sorted == NULL)
    return FALSE;
  if (judged->compare == deid_compare_by_type)
    {
      if (!deid_type_reader_init (&reader, column->type, column->format, error))
        return FALSE;
      comparison.data = &reader;
    }
  for (guint32 value = 0; value < judged->n_values; value++)
    {
      const guint32 code = judged->code_of_value[value];

      sorted[value]
          = (Sorted){ &comparison, deid_dictionary_get (&column->dictionary, code), code };
    }
  is_sorted
      = deid_stopped_sort (sorted, judged->n_values, sizeof *sorted, compare_sorted, stop, error);
  if (!is_sorted)
    g_clear_error (&comparison.error);
  if (!is_sorted
      || !deid_privacy_model_slot_succeeded (model, !comparison.has_failed, comparison.error,
                                             error))
    return FALSE;
  for (guint32 value = 0; value < judged->n_values; value++)
    judged->code_of_value[value] = sorted[value].code;
  return TRUE;
}

/* Numbers the codes that rows have. */
static gboolean
judged_column_number_values (DeidJudgedColumn *judged, const DeidPrivacyModel *model,
                             const guint64 *counts, const DeidStop *stop, GError **error)
{
  const guint32 n_codes = judged->column->dictionary.n;
  const guint32 n_most = n_codes + 1;

  if ((judged->code_of_value = deid_alloc (n_most, sizeof *judged->code_of_value, error)) == NULL
      || (judged->totals = deid_alloc (n_most, sizeof *judged->totals, error)) == NULL)
    return FALSE;
  for (guint32 code = 0; code < n_codes; code++)
    if (counts[code] > 0)
      judged->code_of_value[judged->n_values++] = code;
  if (judged->compare != NULL && !judged_column_sort_values (judged, model, stop, error))
    return FALSE;
  for (guint32 value = 0; value < judged->n_values; value++)
    judged->totals[value] = counts[judged->code_of_value[value]];
  return TRUE;
}

/* Gives rows of linked tables that lack the column a value of their own, the last one, so that they
 * differ from rows with a missing value. */
static gboolean
judged_column_number_lacking (DeidJudgedColumn *judged, const DeidTableSource *table,
                              const DeidStop *stop, GError **error)
{
  const DeidColumn *column = judged->column;
  guint64 n_lacking = 0;
  guint32 missing = 0;

  if (table->linked == NULL || column->tables == 0)
    return TRUE;
  for (guint64 row = 0; row < table->n_rows; row++)
    {
      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      if (deid_table_source_lacks (table, column, row))
        n_lacking += deid_table_source_get_weight (table, row);
    }
  if (n_lacking == 0)
    return TRUE;
  while (judged->code_of_value[missing] != column->dictionary.missing)
    missing++;
  judged->lacking = missing;
  if (n_lacking < judged->totals[missing])
    {
      judged->lacking = judged->n_values++;
      judged->code_of_value[judged->lacking] = column->dictionary.missing;
      judged->totals[missing] -= n_lacking;
      judged->totals[judged->lacking] = n_lacking;
    }
  return TRUE;
}

static gboolean
translate_rows (DeidJudgedColumn *judged, const DeidTableSource *table, const DeidStop *stop,
                GError **error)
{
  const DeidCodes *codes = &judged->column->codes;
  g_autofree guint32 *value_of_code
      = deid_alloc (judged->column->dictionary.n, sizeof *value_of_code, error);

  if (value_of_code == NULL
      || !deid_codes_alloc (&judged->own_codes, codes->n, judged->n_values - 1, error))
    return FALSE;
  for (guint32 value = judged->n_values; value-- > 0;)
    value_of_code[judged->code_of_value[value]] = value;
  for (guint64 row = 0; row < codes->n; row++)
    {
      const gboolean lacks
          = judged->lacking != DEID_NO_CODE && deid_table_source_lacks (table, judged->column, row);

      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      deid_codes_set (&judged->own_codes, row,
                      lacks ? judged->lacking : value_of_code[deid_codes_get (codes, row)]);
    }
  judged->codes = &judged->own_codes;
  return TRUE;
}

static gboolean
values_are_codes (const DeidJudgedColumn *judged)
{
  for (guint32 value = 0; value < judged->n_values; value++)
    if (judged->code_of_value[value] != value)
      return FALSE;
  return TRUE;
}

gboolean
deid_judged_column_init (DeidJudgedColumn *judged, const DeidTableSource *table,
                         const DeidColumn *column, const DeidPrivacyModel *model,
                         const DeidStop *stop, GError **error)
{
  g_autofree guint64 *counts = deid_table_source_count_codes (table, column, stop, error);

  *judged = (DeidJudgedColumn){ .column = column,
                                .compare = model->funcs->compare.func,
                                .compare_data = model->funcs->compare.data,
                                .lacking = DEID_NO_CODE,
                                .codes = &column->codes };
  return counts != NULL && judged_column_number_values (judged, model, counts, stop, error)
         && judged_column_number_lacking (judged, table, stop, error)
         && (values_are_codes (judged) || translate_rows (judged, table, stop, error));
}

DEID_DEFINE_GETTER (guint64, deid_privacy_input_get_n_records, DeidPrivacyInput, n_records, 0)

gboolean
deid_privacy_input_has_population (const DeidPrivacyInput *input)
{
  g_return_val_if_fail (input != NULL, FALSE);

  return input->population != NULL;
}

gboolean
deid_privacy_input_estimate_population (const DeidPrivacyInput *input, guint64 *size,
                                        GError **error)
{
  g_return_val_if_fail (input != NULL, FALSE);

  return deid_table_source_estimate_population (
      input->table, size, input->stop != NULL ? input->stop->cancellable : NULL, error);
}

DEID_DEFINE_GETTER (guint, deid_privacy_input_get_n_attributes, DeidPrivacyInput,
                    lattice->n_attributes, 0)

const char *
deid_privacy_input_get_attribute_name (const DeidPrivacyInput *input, guint attribute)
{
  g_return_val_if_fail (input != NULL && attribute < input->lattice->n_attributes, NULL);

  return deid_lattice_get_column (input->lattice, attribute)->name;
}

static gboolean
privacy_input_has_level (const DeidPrivacyInput *input, guint attribute, guint level)
{
  return input != NULL && attribute < input->lattice->n_attributes
         && level < input->lattice->attributes[attribute].n_levels;
}

guint
deid_privacy_input_get_n_levels (const DeidPrivacyInput *input, guint attribute)
{
  g_return_val_if_fail (privacy_input_has_level (input, attribute, 0), 0);

  return input->lattice->attributes[attribute].n_levels;
}

guint32
deid_privacy_input_get_n_labels (const DeidPrivacyInput *input, guint attribute, guint level)
{
  g_return_val_if_fail (privacy_input_has_level (input, attribute, level), 0);

  return deid_attribute_get_n_labels (&input->lattice->attributes[attribute], level);
}

const char *
deid_privacy_input_get_label (const DeidPrivacyInput *input, guint attribute, guint level,
                              guint32 label)
{
  g_return_val_if_fail (privacy_input_has_level (input, attribute, level), NULL);
  g_return_val_if_fail (label < deid_privacy_input_get_n_labels (input, attribute, level), NULL);

  return deid_attribute_get_label (&input->lattice->attributes[attribute], level, label);
}

guint64
deid_privacy_input_get_n_leaves (const DeidPrivacyInput *input, guint attribute)
{
  g_return_val_if_fail (input != NULL && attribute < input->lattice->n_attributes, 0);

  return input->lattice->attributes[attribute].n_leaves;
}

const char *
deid_privacy_input_get_value (const DeidPrivacyInput *input, guint sensitive, guint32 value)
{
  const DeidJudgedColumn *judged;

  g_return_val_if_fail (input != NULL && sensitive < input->n_sensitive, NULL);
  judged = input->columns[sensitive];
  g_return_val_if_fail (value < judged->n_values, NULL);

  return deid_dictionary_get (&judged->column->dictionary, judged->code_of_value[value]);
}

char *
deid_privacy_input_locate_value (const DeidPrivacyInput *input, guint sensitive, guint32 value)
{
  const DeidJudgedColumn *judged = input->columns[sensitive];
  const guint64 row = deid_column_find_code (judged->column, judged->code_of_value[value]);
  g_autofree char *place = deid_table_source_locate (input->table, row);
  g_autofree char *quoted = deid_table_source_quote (
      input->table, deid_privacy_input_get_value (input, sensitive, value));

  return g_strconcat (quoted != NULL ? quoted : "", quoted != NULL ? " in " : "in ", place, NULL);
}

const guint64 *
deid_privacy_input_get_counts (const DeidPrivacyInput *input, guint sensitive, guint32 *n_values)
{
  g_return_val_if_fail (n_values != NULL, NULL);
  *n_values = 0;
  g_return_val_if_fail (input != NULL && sensitive < input->n_sensitive, NULL);

  *n_values = input->columns[sensitive]->n_values;
  return input->columns[sensitive]->totals;
}

DEID_DEFINE_ITEM_GETTER (DeidHierarchy *, deid_privacy_input_get_hierarchy, DeidPrivacyInput, guint,
                         n_sensitive, hierarchies[i], NULL)

/* Whether a table is part of its population, or at least has matches there. */

#define SUBSET_MAX_LISTED 20 /* tuples that an error lists */

typedef struct
{
  const DeidPopulation *population;
  const DeidTableSource *table;
  const DeidStop *stop;
  DeidRows own;
  DeidJointRows joint;
  DeidLevel *bottom;
  DeidGrouping grouping;
  DeidClassSource source;
  DeidClassReader reader;
} Subset;

static gboolean
subset_init_own_rows (Subset *subset, const DeidLattice *lattice, const DeidTableSource *table,
                      GError **error)
{
  DeidRows *own = &subset->own;

  *own = (DeidRows){ .n = table->n_rows, .n_attributes = lattice->n_attributes };
  if (!deid_new_arrays (error, DEID_NEW (own->codes, lattice->n_attributes),
                        DEID_NEW (subset->bottom, lattice->n_dimensions)))
    return FALSE;
  for (guint a = 0; a < lattice->n_attributes; a++)
    own->codes[a] = &deid_lattice_find_source_column (lattice, a, table)->codes;
  own->weights = table->weights;
  return TRUE;
}

static gboolean
subset_group (Subset *subset, const DeidLattice *lattice, GError **error)
{
  DeidRecoder recoder;
  const gboolean success
      = deid_recoder_init (&recoder, subset->population->joint, lattice->n_attributes, error)
        && deid_grouping_run (&subset->grouping, &subset->joint.rows,
                              deid_recoder_set (&recoder, subset->bottom), subset->stop, error);

  deid_recoder_clear (&recoder);
  return success;
}

static gboolean
start_reading (Subset *subset, GError **error)
{
  const DeidRowClasses classes = { .class_of_row = subset->grouping.class_of_row,
                                   .width = sizeof *subset->grouping.class_of_row,
                                   .n_classes = subset->grouping.n_classes,
                                   .sizes = subset->grouping.sizes,
                                   .levels = subset->bottom };

  subset->source
      = (DeidClassSource){ .rows = &subset->joint.rows, .attributes = subset->population->joint };
  return deid_class_reader_init (&subset->reader, &subset->source, error)
         && deid_class_reader_start (&subset->reader, &classes, subset->stop, error);
}

/* Appends where the first record of a class stands, and its labels if they may be shown. */
static void
append_class (GString *list, const Subset *subset, const DeidLattice *lattice, guint32 number,
              const DeidClass *eq_class)
{
  g_autofree char *place = NULL;
  guint64 row = 0;

  while (subset->grouping.class_of_row[row] != number)
    row++;
  place = deid_table_source_locate (subset->table, row);
  g_string_append (list, place);
  for (guint a = 0; subset->table->show_values && a < lattice->n_attributes; a++)
    {
      g_autofree char *label
          = deid_table_source_quote (subset->table, deid_class_get_label (eq_class, a));

      g_string_append_printf (list, "%s%s %s", a > 0 ? ", " : " (",
                              deid_column_show (deid_lattice_get_column (lattice, a)), label);
    }
  if (subset->table->show_values && lattice->n_attributes > 0)
    g_string_append_c (list, ')');
}

static gboolean
fail_class (const Subset *subset, const DeidLattice *lattice, guint32 number,
            const DeidClass *eq_class, GError **error)
{
  g_autoptr (GString) labels = g_string_new (NULL);

  append_class (labels, subset, lattice, number, eq_class);
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "%s: %" G_GUINT64_FORMAT
                    " records with the values of %s, but %" G_GUINT64_FORMAT
                    " in the population %s, expected a table that is part of it",
                    subset->table->name, deid_class_get_n_records (eq_class), labels->str,
                    deid_class_get_n_population (eq_class), subset->population->table->name);
}

static gboolean
compare_classes (Subset *subset, const DeidLattice *lattice, GError **error)
{
  for (guint32 number = 0; number < subset->grouping.n_classes; number++)
    {
      const DeidClass eq_class = deid_class_reader_view (&subset->reader, number);

      if (!deid_stop_check_row (subset->stop, number, error))
        return FALSE;
      if (eq_class.n_records > eq_class.n_population)
        return fail_class (subset, lattice, number, &eq_class, error);
    }
  return TRUE;
}

static gboolean
find_matches (Subset *subset, const DeidLattice *lattice, GError **error)
{
  g_autoptr (GString) labels = g_string_new (NULL);
  guint64 n_unmatched = 0, n_records = 0;

  for (guint32 number = 0; number < subset->grouping.n_classes; number++)
    {
      const DeidClass eq_class = deid_class_reader_view (&subset->reader, number);

      if (!deid_stop_check_row (subset->stop, number, error))
        return FALSE;
      if (eq_class.n_population > 0)
        continue;
      n_records += eq_class.n_records;
      if (n_unmatched++ >= SUBSET_MAX_LISTED)
        continue;
      if (labels->len > 0)
        g_string_append (labels, "; ");
      append_class (labels, subset, lattice, number, &eq_class);
    }
  if (n_unmatched == 0)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "%s: %" G_GUINT64_FORMAT " records, of %" G_GUINT64_FORMAT
                    " combinations of values, have no match in the population %s: %s%s; expected "
                    "one for each record",
                    subset->table->name, n_records, n_unmatched, subset->population->table->name,
                    labels->str, n_unmatched > SUBSET_MAX_LISTED ? "; ..." : "");
}

static void
subset_clear (Subset *subset)
{
  deid_class_reader_clear (&subset->reader);
  deid_grouping_clear (&subset->grouping);
  deid_joint_rows_clear (&subset->joint);
  g_free (subset->own.codes);
  g_free (subset->bottom);
}

/* Checks the classes of original values. */
static gboolean
subset_check (const DeidPrivacyInput *input,
              gboolean (*check_classes) (Subset *subset, const DeidLattice *lattice,
                                         GError **error),
              GError **error)
{
  const DeidLattice *lattice = input->lattice;
  const DeidStop *never = DEID_STOP_NEVER;
  Subset subset = { .population = input->population,
                    .table = input->table,
                    .stop = input->stop != NULL ? input->stop : never };
  gboolean success;

  success = subset_init_own_rows (&subset, lattice, input->table, error)
            && deid_joint_rows_init (&subset.joint, subset.population, &subset.own,
                                     &subset.population->rows, subset.stop, error)
            && subset_group (&subset, lattice, error) && start_reading (&subset, error)
            && check_classes (&subset, lattice, error);
  subset_clear (&subset);
  return success;
}

gboolean
deid_privacy_input_check_subset (const DeidPrivacyInput *input, GError **error)
{
  g_return_val_if_fail (input != NULL && input->population != NULL, FALSE);

  return subset_check (input, compare_classes, error);
}

gboolean
deid_privacy_input_check_matches (const DeidPrivacyInput *input, GError **error)
{
  g_return_val_if_fail (input != NULL && input->population != NULL, FALSE);

  return subset_check (input, find_matches, error);
}
