/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/memory.h"
#include "base/text.h"
#include "engine/engine-private.h"
#include "engine/engine-release.h"
#include "lattice/lattice-private.h"
#include "table/dataset-view.h"

#include <string.h>

/* What a policy says of values and classes, as tables of the engine. */

/* A class is told from the others by the numbers of its labels. As digits of one integer they are
 * one column of a helper table, or several where that has no room for them. */
typedef struct
{
  guint column;
  guint64 factor; /* of the number of the label */
} DeidEngineDigit;

/* Complexity: O(attributes). */
static DeidEngineDigit
engine_find_digit (const DeidPartition *partition, guint attribute)
{
  DeidEngineDigit digit = { .factor = 1 };

  for (guint a = 0;; a++)
    {
      const guint32 n = MAX (1, partition->columns[a].n_labels);

      if (digit.factor > G_MAXINT64 / n)
        digit = (DeidEngineDigit){ .column = digit.column + 1, .factor = 1 };
      if (a == attribute)
        return digit;
      digit.factor *= n;
    }
}

static gboolean
add_value_label (DeidEngineUpload *upload, const char *value, guint64 number, const char *label,
                 GError **error)
{
  deid_engine_upload_begin_row (upload);
  deid_engine_upload_add_key (upload, value);
  deid_engine_upload_add_number (upload, (gint64) number);
  deid_engine_upload_add_label (upload, label);
  return deid_engine_upload_end_row (upload, error);
}

/* The labels of an attribute, on their way into a helper table. */
typedef struct
{
  const DeidPartitionColumn *labelled;
  const DeidDictionary *values; /* of the combinations */
  const guint32 *labels;        /* of these */
  guint64 factor;
} AttributeLabels;

/* Adds the label of a value that a value of the combinations stands for. Both NULL and the empty
 * text are missing. */
static gboolean
add_value_labels (DeidEngineUpload *upload, const AttributeLabels *labels, const char *value,
                  guint32 code, GError **error)
{
  const guint32 number = labels->labels[code];
  const char *label = labels->labelled->texts[number];

  return add_value_label (upload, value, number * labels->factor, label, error)
         && (value != NULL || add_value_label (upload, "", number * labels->factor, label, error));
}

/* Returns: (transfer full): the label of each code, %DEID_NO_CODE of those that no row has. */
static guint32 *
list_code_labels (const DeidPartition *partition, guint attribute, const DeidColumn *column,
                  GError **error)
{
  guint32 *labels = deid_alloc (column->dictionary.n, sizeof *labels, error);

  for (guint32 code = 0; labels != NULL && code < column->dictionary.n; code++)
    labels[code] = DEID_NO_CODE;
  for (guint64 row = 0; labels != NULL && row < partition->n_rows; row++)
    labels[deid_codes_get (&column->codes, row)]
        = deid_partition_get_row_label (partition, attribute, row);
  return labels;
}

/* Adds the labels of the values that rows of the combinations have. */
static gboolean
add_labels_of_rows (DeidEngineUpload *upload, const AttributeLabels *labels, GError **error)
{
  for (guint32 code = 0; code < labels->values->n; code++)
    if (labels->labels[code] != DEID_NO_CODE
        && !add_value_labels (upload, labels, deid_dictionary_get (labels->values, code), code,
                              error))
      return FALSE;
  return TRUE;
}

/* Adds those of all values of the table, each of which has a row of the value that stands for it.
 */
static gboolean
add_labels_of_levels (DeidEngineUpload *upload, const AttributeLabels *labels,
                      const DeidEngineLevels *levels, GError **error)
{
  const DeidDictionary *values = labels->values;
  const DeidDictionary *all = &deid_engine_levels_get_column (levels)->dictionary;
  g_autofree guint32 *groups = deid_engine_levels_list_groups (levels, levels->level, error);

  for (guint32 code = 0; groups != NULL && code < all->n; code++)
    {
      const char *stands = deid_dictionary_get (all, groups[code]);
      const guint32 own = stands != NULL ? deid_dictionary_find (values, stands, strlen (stands))
                                         : values->missing;

      if (own != DEID_NO_CODE && labels->labels[own] != DEID_NO_CODE
          && !add_value_labels (upload, labels, deid_dictionary_get (all, code), own, error))
        return FALSE;
    }
  return groups != NULL;
}

gboolean
deid_engine_upload_labels (DeidEngine *engine, const char *name, const DeidPartition *partition,
                           guint attribute, const DeidEngineLevels *levels,
                           GCancellable *cancellable, GError **error)
{
  const DeidAttribute *bound = &partition->lattice->attributes[attribute];
  const DeidColumn *column = &bound->table->columns[bound->column];
  g_autofree guint32 *listed = list_code_labels (partition, attribute, column, error);
  const AttributeLabels labels = { .labelled = &partition->columns[attribute],
                                   .values = &column->dictionary,
                                   .labels = listed,
                                   .factor = engine_find_digit (partition, attribute).factor };
  DeidEngineUpload upload;
  gboolean success;

  deid_engine_upload_init (&upload, engine, name, cancellable);
  deid_engine_upload_add_column (&upload, "v", -1, DEID_UPLOAD_KEY);
  deid_engine_upload_add_column (&upload, "n", -1, DEID_UPLOAD_NUMBER);
  deid_engine_upload_add_column (&upload, "label", -1, DEID_UPLOAD_LABEL);
  success = listed != NULL && deid_engine_upload_start (&upload, error)
            && (levels != NULL ? add_labels_of_levels (&upload, &labels, levels, error)
                               : add_labels_of_rows (&upload, &labels, error))
            && deid_engine_upload_finish (&upload, error);
  deid_engine_upload_clear (&upload);
  return success;
}

static gboolean
add_kept_class (DeidEngineUpload *upload, const DeidPartition *partition,
                const DeidEngineDigit *digits, guint32 number, GError **error)
{
  guint64 sum = 0;

  deid_engine_upload_begin_row (upload);
  for (guint a = 0; a < partition->lattice->n_attributes; a++)
    {
      if (a > 0 && digits[a].column > digits[a - 1].column)
        {
          deid_engine_upload_add_number (upload, (gint64) sum);
          sum = 0;
        }
      sum += digits[a].factor * deid_codes_get (&partition->columns[a].labels, number);
    }
  deid_engine_upload_add_number (upload, (gint64) sum);
  return deid_engine_upload_end_row (upload, error);
}

/* Adds a person. A person is missing if the value is NULL or the empty text. */
static gboolean
add_kept_person (DeidEngineUpload *upload, const char *value, GError **error)
{
  deid_engine_upload_begin_row (upload);
  deid_engine_upload_add_key (upload, value);
  return deid_engine_upload_end_row (upload, error)
         && (value != NULL || add_kept_person (upload, "", error));
}

gboolean
deid_engine_upload_kept (DeidEngine *engine, const char *name, const DeidPartition *partition,
                         GCancellable *cancellable, GError **error)
{
  const guint n = partition->lattice->n_attributes;
  g_autofree DeidEngineDigit *digits = deid_alloc (n, sizeof *digits, error);
  DeidEngineUpload upload;
  gboolean success;

  if (digits == NULL)
    return FALSE;
  for (guint a = 0; a < n; a++)
    digits[a] = engine_find_digit (partition, a);
  deid_engine_upload_init (&upload, engine, name, cancellable);
  for (guint c = 0; c <= digits[n - 1].column; c++)
    deid_engine_upload_add_column (&upload, "c", (gint) c, DEID_UPLOAD_NUMBER);
  success = deid_engine_upload_start (&upload, error);
  for (guint32 i = 0; success && i < partition->n_classes; i++)
    success = partition->suppressed[i] || add_kept_class (&upload, partition, digits, i, error);
  success = success && deid_engine_upload_finish (&upload, error);
  deid_engine_upload_clear (&upload);
  return success;
}

gboolean
deid_engine_upload_persons (DeidEngine *engine, const char *name, const DeidPartition *partition,
                            const DeidColumn *column, GCancellable *cancellable, GError **error)
{
  const DeidDictionary *values = &column->dictionary;
  g_autofree guint8 *is_released = deid_alloc (values->n, sizeof *is_released, error);
  DeidEngineUpload upload;
  gboolean success;

  for (guint64 row = 0; is_released != NULL && row < partition->n_rows; row++)
    if (!deid_partition_suppresses (partition, row))
      is_released[deid_codes_get (&column->codes, row)] = TRUE;
  deid_engine_upload_init (&upload, engine, name, cancellable);
  deid_engine_upload_add_column (&upload, "v", -1, DEID_UPLOAD_KEY);
  success = is_released != NULL && deid_engine_upload_start (&upload, error);
  for (guint32 code = 0; success && code < values->n; code++)
    success = !is_released[code]
              || add_kept_person (&upload, deid_dictionary_get (values, code), error);
  success = success && deid_engine_upload_finish (&upload, error);
  deid_engine_upload_clear (&upload);
  return success;
}

/* Where labels depend on the whole combination. */

/* Tells whether a column of the table belongs to the combinations that are joined. */
static gboolean
is_joined_by (const DeidEngineRelease *release, guint column)
{
  const DeidEngineColumn *own = &release->table->columns[column];

  return deid_engine_role_is_counted (own->role)
         && deid_dataset_look_up (release->partition->lattice->dataset, own->name)
                != DEID_NO_COLUMN;
}

/* Returns: (nullable): the text that the rows of a combination, which is kept, have in a column. */
static const char *
get_combination_label (const DeidEngineRelease *release, guint column, guint64 row)
{
  const DeidReleasedColumn *released = &release->columns.items[column];
  const guint32 number = release->partition->class_of_row[row];

  return deid_released_column_get_text (
      released, deid_released_column_is_of_class (released)
                    ? deid_released_column_get_class_label (released, release->partition, number)
                    : deid_released_column_get_label (released, release->partition, number, row));
}

/* Tells whether a row has the values of the row before, apart from the weight. Rows are sorted,
 * with weights last. */
static gboolean
repeats_combination (const DeidEngineRelease *release, guint64 row)
{
  const DeidDataset *dataset = release->partition->lattice->dataset;

  for (guint c = 0; row > 0 && c < deid_dataset_get_n_columns (dataset); c++)
    {
      const DeidCodes *codes = &deid_dataset_get_column (dataset, c)->codes;

      if (deid_dataset_get_role (dataset, c) != DEID_ROLE_WEIGHT
          && deid_codes_get (codes, row) != deid_codes_get (codes, row - 1))
        return FALSE;
    }
  return row > 0;
}

/* Checks that a row with the combination of the row before is released like that row. */
static gboolean
check_repeated (const DeidEngineRelease *release, guint64 row, GError **error)
{
  const gboolean suppresses = deid_partition_suppresses (release->partition, row);
  gboolean is_alike = suppresses == deid_partition_suppresses (release->partition, row - 1);

  for (guint i = 0; is_alike && !suppresses && i < release->columns.n; i++)
    is_alike = !deid_engine_release_is_label (&release->columns.items[i])
               || g_strcmp0 (get_combination_label (release, i, row),
                             get_combination_label (release, i, row - 1))
                      == 0;
  return is_alike
         || deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                       "records that differ by their weight alone have different labels, which an "
                       "engine cannot tell apart, expected a view in which they are one record");
}

static gboolean
add_combination (const DeidEngineRelease *release, DeidEngineUpload *upload, guint64 row,
                 GError **error)
{
  const DeidDataset *dataset = release->partition->lattice->dataset;

  deid_engine_upload_begin_row (upload);
  for (guint c = 0; c < release->table->n_columns; c++)
    if (is_joined_by (release, c))
      {
        const guint own = deid_dataset_look_up (dataset, release->table->columns[c].name);
        const char *value = deid_dataset_get_value (dataset, row, own);

        /* A missing value is NULL or empty in the engine. */
        deid_engine_upload_add_key (upload, value != NULL ? value : "");
      }
  for (guint i = 0; i < release->columns.n; i++)
    if (deid_engine_release_is_label (&release->columns.items[i]))
      deid_engine_upload_add_label (upload, get_combination_label (release, i, row));
  return deid_engine_upload_end_row (upload, error);
}

gboolean
deid_engine_upload_combinations (const DeidEngineRelease *release, GError **error)
{
  DeidEngineUpload upload;
  gboolean success;

  deid_engine_upload_init (&upload, release->engine, release->kept, release->cancellable);
  for (guint c = 0; c < release->table->n_columns; c++)
    if (is_joined_by (release, c))
      deid_engine_upload_add_column (&upload, "v", (gint) c, DEID_UPLOAD_TEXT);
  for (guint i = 0; i < release->columns.n; i++)
    if (deid_engine_release_is_label (&release->columns.items[i]))
      deid_engine_upload_add_column (&upload, "l", (gint) i, DEID_UPLOAD_LABEL);
  success = deid_engine_upload_start (&upload, error);
  for (guint64 row = 0; success && row < release->partition->n_rows; row++)
    if (repeats_combination (release, row))
      success = check_repeated (release, row, error);
    else
      success = deid_partition_suppresses (release->partition, row)
                || add_combination (release, &upload, row, error);
  success = success && deid_engine_upload_finish (&upload, error);
  deid_engine_upload_clear (&upload);
  return success;
}

/* What the rows of a released table are, in SQL. */

const DeidColumn *
deid_engine_release_find_column (const DeidEngineRelease *release, const char *name)
{
  const DeidColumn *column
      = deid_dataset_get_column (release->expected, deid_dataset_look_up (release->expected, name));

  return column != NULL && column->role != DEID_ROLE_WEIGHT ? column : NULL;
}

/* Returns: the number of the labels that a column is released as, or %G_MAXUINT if it has none. */
static guint
find_released_label (const DeidEngineRelease *release, const char *name)
{
  const guint a = deid_lattice_find_attribute_number (release->partition->lattice, name);

  if (!release->by_combination)
    return release->labels[a] != NULL ? a : G_MAXUINT;
  for (guint i = 0; i < release->columns.n; i++)
    if (deid_engine_release_is_label (&release->columns.items[i])
        && release->columns.items[i].name == NULL
        && g_str_equal (release->columns.items[i].source->name, name))
      return i;
  return G_MAXUINT;
}

/* Tells whether a column is released: as labels, whose number @label gets, or unchanged, with
 * %G_MAXUINT. */
static gboolean
is_column_released (const DeidEngineRelease *release, const DeidEngineColumn *column, guint *label)
{
  *label = find_released_label (release, column->name);
  return column->role == DEID_ROLE_INSENSITIVE
         || deid_engine_release_find_column (release, column->name) != NULL;
}

static gboolean
is_unchanged (const DeidEngineRelease *release, guint column)
{
  guint label;

  return is_column_released (release, &release->table->columns[column], &label)
         && label == G_MAXUINT;
}

/* Tells whether rows that are alike are grouped before they are joined, and again by what is
 * released of them. There are fewer groups than rows to join and to sort. A column that is released
 * as it is stands in the way: values that differ may have the same text, and not all types can be
 * grouped. */
static gboolean
is_grouped (const DeidEngineRelease *release)
{
  if (release->persons[0] != NULL || release->by_combination)
    return FALSE;
  for (guint c = 0; c < release->table->n_columns; c++)
    if (is_unchanged (release, c) || release->table->columns[c].role == DEID_ROLE_WEIGHT)
      return FALSE;
  return release->facts->repeat_before != NULL;
}

/* Tells whether each join has a statement of its own around it. */
static gboolean
is_nested (const DeidEngineRelease *release)
{
  return release->facts->nests_joins || is_grouped (release);
}

/* Adds a label of the table of kept combinations; @alias ends in a dot or is empty. Seeds have keys
 * instead of labels. */
static void
add_combination_label (const DeidEngineRelease *release, DeidLongText *sql, const char *alias,
                       guint label)
{
  if (release->engine->project == NULL)
    deid_long_text_add (sql, "%sl%u", alias, label);
  else
    deid_long_text_add (sql,
                        "CASE WHEN %sl%u = '" DEID_KEY_MISSING
                        "' THEN NULL ELSE substr(%sl%u, 2, length(%sl%u) - 2) END",
                        alias, label, alias, label, alias, label);
}

/* Adds the label of a number, behind the joins. */
static void
add_joined_label (const DeidEngineRelease *release, DeidLongText *sql, guint label)
{
  if (is_nested (release))
    deid_dialect_add_alias (release->facts, sql, 'l', label);
  else if (release->by_combination)
    add_combination_label (release, sql, "k.", label);
  else
    deid_long_text_add (sql, "l%u.label", label);
}

/* Adds the bin means of a column, with their names if @is_named. */
static void
add_bin_means (const DeidEngineRelease *release, DeidLongText *sql, const char *column,
               gboolean is_named)
{
  for (guint i = 0; i < release->columns.n; i++)
    if (release->columns.items[i].name != NULL
        && g_str_equal (release->columns.items[i].source->name, column))
      {
        deid_long_text_add (sql, ", ");
        add_joined_label (release, sql, i);
        if (is_named)
          deid_dialect_add (release->facts, sql, " AS %N", release->columns.items[i].name);
      }
}

static void
add_column_of_table (const DeidEngineRelease *release, DeidLongText *sql, guint column)
{
  deid_dialect_add (release->facts, sql, "t.%N", release->table->columns[column].name);
}

/* Adds a column that is released as it is, behind the joins. */
static void
add_unchanged (const DeidEngineRelease *release, DeidLongText *sql, guint column)
{
  if (is_nested (release))
    deid_dialect_add_alias (release->facts, sql, 'c', column);
  else
    add_column_of_table (release, sql, column);
}

/* Adds what is selected: labels, columns as they are, and the sum of weights. */
static void
add_selected (const DeidEngineRelease *release, DeidLongText *sql)
{
  const char *comma = "";

  for (guint c = 0; c < release->table->n_columns; c++)
    {
      const DeidEngineColumn *column = &release->table->columns[c];
      guint label;

      if (!is_column_released (release, column, &label) && column->role != DEID_ROLE_WEIGHT)
        continue;
      deid_long_text_add (sql, "%s", comma);
      comma = ", ";
      if (column->role == DEID_ROLE_WEIGHT)
        deid_long_text_add (sql, "sum(CAST(");
      if (label != G_MAXUINT)
        add_joined_label (release, sql, label);
      else
        add_unchanged (release, sql, c);
      if (column->role == DEID_ROLE_WEIGHT)
        deid_long_text_add (sql, " AS %s))", release->facts->integer);
      deid_dialect_add (release->facts, sql, " AS %N", column->name);
      add_bin_means (release, sql, column->name, TRUE);
    }
}

static const char *
get_attribute_name (const DeidEngineRelease *release, guint attribute)
{
  return deid_lattice_get_attribute_name (release->partition->lattice, attribute);
}

/* Adds the table and joins, in which a value without a label drops its record. */
static void
add_joins (const DeidEngineRelease *release, DeidLongText *sql)
{
  deid_engine_table_add_from (release->table, sql);
  for (guint a = 0; release->labels[a] != NULL; a++)
    deid_dialect_add (release->facts, sql, " %s %T l%u ON l%u.v = %K", release->facts->join,
                      release->labels[a], a, a, get_attribute_name (release, a));
}

/* Adds an alias of each attribute. */
static void
add_aliases (const DeidEngineRelease *release, DeidLongText *sql, char letter)
{
  for (guint a = 0; release->labels[a] != NULL; a++)
    deid_dialect_add (release->facts, sql, "%s%A", a > 0 ? ", " : "", letter, a);
}

/* The same as add_renamed() of rows that are alike in their texts, with their number. */
static void
add_groups_of_rows (const DeidEngineRelease *release, DeidLongText *sql)
{
  const DeidDialectFacts *facts = release->facts;

  deid_long_text_add (sql, "SELECT ");
  for (guint a = 0; release->labels[a] != NULL; a++)
    {
      deid_dialect_add (facts, sql, DEID_KEY_BEFORE "%A", 'x', a);
      deid_dialect_add (facts, sql, DEID_KEY_BEHIND " AS %A, ", 'k', a);
    }
  deid_dialect_add (facts, sql, "%A FROM (SELECT ", 'w', 0);
  add_aliases (release, sql, 'x');
  deid_dialect_add (facts, sql, ", count(*) AS %A FROM (SELECT ", 'w', 0);
  for (guint a = 0; release->labels[a] != NULL; a++)
    deid_dialect_add (facts, sql, "%s%X AS %A", a > 0 ? ", " : "", get_attribute_name (release, a),
                      'x', a);
  deid_long_text_add (sql, " FROM ");
  deid_engine_table_add_from (release->table, sql);
  deid_dialect_add (facts, sql, ") %A GROUP BY ", 's', 0);
  add_aliases (release, sql, 'x');
  deid_dialect_add (facts, sql, ") %A", 's', 1);
}

static const char *
get_person_name (const DeidEngineRelease *release, guint number)
{
  return ((const DeidColumn *) g_ptr_array_index (release->columns_of_persons, number))->name;
}

/* The key of a value of a combination. Both NULL and the empty text are missing. */
#define WHOLE_KEY "'=' || coalesce(%X, '') || '='"

/* Adds the keys of quasi-identifiers and of persons, and the columns that are released unchanged,
 * under names that no column of the table has. */
static void
add_renamed (const DeidEngineRelease *release, DeidLongText *sql)
{
  const char *comma = "SELECT ";

  for (guint a = 0; release->labels[a] != NULL; a++, comma = ", ")
    deid_dialect_add (release->facts, sql, "%s%K AS %A", comma, get_attribute_name (release, a),
                      'k', a);
  for (guint c = 0; release->by_combination && c < release->table->n_columns; c++)
    if (is_joined_by (release, c))
      {
        deid_dialect_add (release->facts, sql, "%s" WHOLE_KEY " AS %A", comma,
                          release->table->columns[c].name, 'k', c);
        comma = ", ";
      }
  for (guint p = 0; release->persons[p] != NULL; p++)
    deid_dialect_add (release->facts, sql, ", %K AS %A", get_person_name (release, p), 'p', p);
  for (guint c = 0; c < release->table->n_columns; c++)
    if (is_unchanged (release, c) || release->table->columns[c].role == DEID_ROLE_WEIGHT)
      {
        deid_long_text_add (sql, ", ");
        add_column_of_table (release, sql, c);
        deid_dialect_add (release->facts, sql, " AS %A", 'c', c);
      }
  deid_long_text_add (sql, " FROM ");
  deid_engine_table_add_from (release->table, sql);
}

/* The same as add_joins() with a statement around each join. */
static void
add_nested_joins (const DeidEngineRelease *release, DeidLongText *sql)
{
  for (guint a = 0; release->labels[a] != NULL; a++)
    deid_long_text_add (sql, "(SELECT * FROM ");
  deid_long_text_add (sql, "(");
  (is_grouped (release) ? add_groups_of_rows : add_renamed) (release, sql);
  deid_long_text_add (sql, ")");
  for (guint a = 0; release->labels[a] != NULL; a++)
    deid_dialect_add (release->facts, sql,
                      " s%u %s (SELECT v AS %A, n AS %A, label AS %A FROM %T) l%u USING (%A))", a,
                      release->facts->join, 'k', a, 'n', a, 'l', a, release->labels[a], a, 'k', a);
  deid_dialect_add (release->facts, sql, " %A", 's', 0);
}

/* Adds the sum of the digits that a column of the kept classes has, from those of the labels on. */
static void
add_digits (const DeidEngineRelease *release, DeidLongText *sql, guint column)
{
  const char *plus = "";

  for (guint a = 0; release->labels[a] != NULL; a++)
    {
      if (engine_find_digit (release->partition, a).column != column)
        continue;
      deid_long_text_add (sql, "%s", plus);
      plus = " + ";
      if (is_nested (release))
        deid_dialect_add_alias (release->facts, sql, 'n', a);
      else
        deid_long_text_add (sql, "l%u.n", a);
    }
}

/* The same as add_kept(), but a number at a time. */
static void
add_kept_by_columns (const DeidEngineRelease *release, DeidLongText *sql, guint last)
{
  deid_dialect_add (release->facts, sql, " WHERE EXISTS (SELECT 1 FROM %T", release->kept);
  for (guint c = 0; c <= last; c++)
    {
      deid_long_text_add (sql, "%sk.c%u = ", c > 0 ? " AND " : " k WHERE ", c);
      add_digits (release, sql, c);
    }
  deid_long_text_add (sql, ")");
}

/* Adds that the class of a record is kept. */
static void
add_kept (const DeidEngineRelease *release, DeidLongText *sql)
{
  const guint n = release->partition->lattice->n_attributes;
  const guint last = engine_find_digit (release->partition, n - 1).column;

  if (release->facts->lacks_rows)
    {
      add_kept_by_columns (release, sql, last);
      return;
    }
  deid_long_text_add (sql, " WHERE (");
  for (guint c = 0; c <= last; c++)
    {
      deid_long_text_add (sql, "%s", c > 0 ? ", " : "");
      add_digits (release, sql, c);
    }
  deid_long_text_add (sql, ") IN (SELECT ");
  for (guint c = 0; c <= last; c++)
    deid_long_text_add (sql, "%sc%u", c > 0 ? ", " : "", c);
  deid_dialect_add (release->facts, sql, " FROM %T)", release->kept);
}

/* With weights rows that are alike become one: by their keys too, since a column may compare texts
 * in its own way. */
static void
add_weighted_groups (const DeidEngineRelease *release, DeidLongText *sql)
{
  const char *comma = " GROUP BY ";

  if (deid_engine_table_find_role (release->table, DEID_ROLE_WEIGHT) == NULL)
    return;
  for (guint c = 0; c < release->table->n_columns; c++)
    {
      const DeidEngineColumn *column = &release->table->columns[c];
      guint label;

      if (!is_column_released (release, column, &label))
        continue;
      deid_long_text_add (sql, "%s", comma);
      comma = ", ";
      if (label != G_MAXUINT)
        add_joined_label (release, sql, label);
      else
        add_unchanged (release, sql, c);
      add_bin_means (release, sql, column->name, FALSE);
      if (label != G_MAXUINT || is_nested (release))
        continue;
      deid_dialect_add (release->facts, sql, ", %K", column->name);
    }
}

/* Adds the condition that the persons of a record are released. */
static void
add_persons (const DeidEngineRelease *release, DeidLongText *sql)
{
  for (guint p = 0; release->persons[p] != NULL; p++)
    {
      deid_long_text_add (sql, " AND ");
      if (is_nested (release))
        deid_dialect_add_alias (release->facts, sql, 'p', p);
      else
        deid_dialect_add_key (release->facts, sql, get_person_name (release, p));
      deid_dialect_add (release->facts, sql, " IN (SELECT v FROM %T)", release->persons[p]);
    }
}

/* Adds the table and its join with the combinations that are kept, each with its labels. */
static void
add_combinations (const DeidEngineRelease *release, DeidLongText *sql)
{
  const char *word = " ON ";

  deid_engine_table_add_from (release->table, sql);
  deid_dialect_add (release->facts, sql, " %s %T k", release->facts->join, release->kept);
  for (guint c = 0; c < release->table->n_columns; c++)
    if (is_joined_by (release, c))
      {
        deid_dialect_add (release->facts, sql, "%sk.v%u = " WHOLE_KEY, word, c,
                          release->table->columns[c].name);
        word = " AND ";
      }
}

/* The same with a SELECT on each side of the join. */
static void
add_nested_combinations (const DeidEngineRelease *release, DeidLongText *sql)
{
  const char *comma = "";

  deid_long_text_add (sql, "(");
  add_renamed (release, sql);
  deid_dialect_add (release->facts, sql, ") %A %s (SELECT ", 's', 0, release->facts->join);
  for (guint c = 0; c < release->table->n_columns; c++)
    if (is_joined_by (release, c))
      deid_dialect_add (release->facts, sql, "v%u AS %A, ", c, 'k', c);
  for (guint i = 0; i < release->columns.n; i++)
    if (deid_engine_release_is_label (&release->columns.items[i]))
      {
        deid_long_text_add (sql, "%s", comma);
        add_combination_label (release, sql, "", i);
        deid_dialect_add (release->facts, sql, " AS %A", 'l', i);
        comma = ", ";
      }
  deid_dialect_add (release->facts, sql, " FROM %T) %A USING ", release->kept, 's', 1);
  comma = "(";
  for (guint c = 0; c < release->table->n_columns; c++)
    if (is_joined_by (release, c))
      {
        deid_dialect_add (release->facts, sql, "%s%A", comma, 'k', c);
        comma = ", ";
      }
  deid_long_text_add (sql, ")");
}

static void
add_kept_rows (const DeidEngineRelease *release, DeidLongText *sql)
{
  if (release->by_combination)
    {
      (is_nested (release) ? add_nested_combinations : add_combinations) (release, sql);
      return;
    }
  (is_nested (release) ? add_nested_joins : add_joins) (release, sql);
  add_kept (release, sql);
  add_persons (release, sql);
}

/* Adds the rows that are kept, grouped by their labels, with the number of each. Groups of whole
 * combinations would show which rows of a class are alike in the original. The digits tell labels
 * apart that a collation takes for the same. */
static void
add_groups_of_labels (const DeidEngineRelease *release, DeidLongText *sql)
{
  const DeidDialectFacts *facts = release->facts;
  const guint n = release->partition->lattice->n_attributes;
  const guint last = engine_find_digit (release->partition, n - 1).column;

  deid_long_text_add (sql, "SELECT ");
  add_aliases (release, sql, 'l');
  deid_dialect_add (facts, sql, ", CAST(sum(%A) AS %s) AS %A FROM ", 'w', 0, facts->integer, 'v',
                    0);
  add_kept_rows (release, sql);
  deid_long_text_add (sql, " GROUP BY ");
  for (guint c = 0; c <= last; c++)
    {
      add_digits (release, sql, c);
      deid_long_text_add (sql, ", ");
    }
  add_aliases (release, sql, 'l');
}

/* Adds groups of equal rows in random order, each as often as it has rows. They are sorted and
 * repeated in parts of at most 64 rows, since an engine may hold thousands of parts in memory with
 * all their rows. Functions and operators match the types exactly, so that nobody can have their
 * own called instead. */
static void
add_repeated (const DeidEngineRelease *release, DeidLongText *sql)
{
  const DeidDialectFacts *facts = release->facts;

  deid_dialect_add (facts, sql, "(SELECT *, %sCASE WHEN %A - 64 * %A < 64 THEN ",
                    facts->repeat_before, 'v', 0, 'r', 0);
  deid_dialect_add (facts, sql, "%A - 64 * %A ELSE 64 END%s AS %A FROM (SELECT * FROM (SELECT *, ",
                    'v', 0, 'r', 0, facts->repeat_behind, 'r', 1);
  /* The remainder, since engines differ in what they divide integers to. */
  deid_dialect_add (facts, sql, "%sCAST((%A + 63 - (%A + 63) %s CAST(64 AS %s)) / 64 AS %s)",
                    facts->repeat_before, 'v', 0, 'v', 0, "%", facts->integer, facts->integer);
  deid_dialect_add (facts, sql, "%s AS %A FROM (", facts->repeat_behind, 'r', 0);
  add_groups_of_labels (release, sql);
  deid_dialect_add (facts, sql, ") %A) %A ORDER BY %s) %A) %A", 's', 1, 's', 2, facts->random, 's',
                    3, 's', 4);
}

void
deid_engine_release_add_select (const DeidEngineRelease *release, DeidLongText *sql)
{
  deid_long_text_add (sql, "SELECT ");
  add_selected (release, sql);
  deid_long_text_add (sql, " FROM ");
  if (is_grouped (release))
    {
      add_repeated (release, sql);
      return;
    }
  add_kept_rows (release, sql);
  add_weighted_groups (release, sql);
  deid_long_text_add (sql, " ORDER BY %s", release->facts->random);
}
