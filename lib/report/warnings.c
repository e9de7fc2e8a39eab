/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a custodian should know before a release. */
#include "report/warnings-private.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "base/rational.h"
#include "base/text.h"
#include "hierarchy/hierarchy-notes.h"
#include "release/bin-means.h"
#include "problem/linked-rows.h"
#include "problem/release-options-private.h"
#include "report/report-classes.h"
#include "table/dataset-notes.h"
#include "table/dataset-view.h"
#include "table/linked-tables.h"

#include <math.h>
#include <string.h>

void
deid_warnings_free (DeidWarnings *warnings)
{
  for (guint64 i = 0; i < warnings->n; i++)
    {
      g_free (warnings->items[i].column);
      g_free (warnings->items[i].text);
    }
  g_clear_pointer (&warnings->caps, g_array_unref);
  g_free (warnings->items);
  g_free (warnings);
}

gboolean
deid_warning_scan_add (const DeidWarningScan *scan, const char *code, const char *column,
                       guint64 n_records, DeidLongText *text, GError **error)
{
  DeidWarnings *warnings = scan->warnings;
  g_autofree char *line = deid_long_text_end (text, error);

  if (line == NULL
      || !deid_grow ((gpointer *) &warnings->items, &warnings->capacity, warnings->n + 1,
                     sizeof *warnings->items, error))
    return FALSE;
  warnings->items[warnings->n++] = (DeidWarning){ .code = code,
                                                  .column = g_strdup (column),
                                                  .n_records = n_records,
                                                  .text = g_steal_pointer (&line) };
  return TRUE;
}

gboolean
deid_warning_scan_say (const DeidWarningScan *scan, const char *code, const char *column,
                       guint64 n_records, GError **error, const char *format, ...)
{
  DeidLongText text = { 0 };
  g_autofree char *line = NULL;
  va_list arguments;

  va_start (arguments, format);
  line = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  deid_long_text_add (&text, "%s", line);
  return deid_warning_scan_add (scan, code, column, n_records, &text, error);
}

/* Tells whether a model judges a column, or one that it is part of. */
static gboolean
is_judged_by (const DeidWarningScan *scan, const DeidPrivacyModel *model, guint number)
{
  for (guint s = 0; s < model->n_sensitive; s++)
    {
      const DeidColumn *judged = deid_table_source_find (scan->table, model->sensitive[s]);

      if (judged == NULL)
        continue;
      if (judged == &scan->table->columns[number])
        return TRUE;
      for (guint i = 0; judged->parts != NULL && i < judged->n_parts; i++)
        if (judged->parts[i] == number)
          return TRUE;
    }
  return FALSE;
}

gboolean
deid_warning_scan_is_unprotected (const DeidWarningScan *scan, guint number)
{
  if (scan->table->columns[number].role != DEID_ROLE_SENSITIVE)
    return FALSE;
  for (guint m = 0; m < scan->problem->models->len; m++)
    if (is_judged_by (scan, deid_problem_get_model (scan->problem, m), number))
      return FALSE;
  return TRUE;
}

/* Returns: (nullable): what a job releases of the numbers of a column. */
static const DeidNumberOption *
find_numbers (const DeidWarningScan *scan, const DeidColumn *column)
{
  const DeidReleaseOptions *options = scan->problem->release_options;

  return options != NULL ? deid_release_options_find (options, column->name) : NULL;
}

static gboolean
is_microaggregated (const DeidNumberOption *numbers)
{
  return numbers != NULL && numbers->microaggregation != DEID_MICROAGGREGATION_NONE;
}

/* Counts the released classes all of whose values are one number, and their records. */
static gboolean
count_uniform (const DeidWarningScan *scan, const DeidColumn *column, guint32 *n_classes,
               guint64 *n_records, GError **error)
{
  const DeidPartition *partition = scan->partition;
  g_autofree double *values = deid_bin_means_read (column, scan->stop, error);
  g_autofree double *first = NULL;
  g_autofree guint8 *has_value = NULL, *is_mixed = NULL;

  if (values == NULL
      || !deid_new_arrays (error, DEID_NEW (first, partition->n_classes),
                           DEID_NEW (has_value, partition->n_classes),
                           DEID_NEW (is_mixed, partition->n_classes)))
    return FALSE;
  for (guint64 row = 0; row < partition->n_rows; row++)
    {
      const guint32 number = partition->class_of_row[row];
      const double value = values[deid_codes_get (&column->codes, row)];

      if (!deid_stop_check_row (scan->stop, row, error))
        return FALSE;
      if (isnan (value))
        continue;
      is_mixed[number] |= has_value[number] && value != first[number];
      has_value[number] = TRUE;
      first[number] = value;
    }
  for (guint32 number = 0; number < partition->n_classes; number++)
    if (has_value[number] && !is_mixed[number] && !partition->suppressed[number])
      {
        ++*n_classes;
        *n_records += partition->records[number];
      }
  return TRUE;
}

/* A number of the class is nobody's value, unless all records of the class have that value. */
static gboolean
warn_of_uniform (const DeidWarningScan *scan, const DeidColumn *column, GError **error)
{
  guint32 n_classes = 0;
  guint64 n_records = 0;

  if (!count_uniform (scan, column, &n_classes, &n_records, error))
    return FALSE;
  if (n_classes == 0)
    return TRUE;
  return deid_warning_scan_say (
      scan, "unprotected-sensitive", column->name, n_records, error,
      "no privacy model protects the sensitive column '%s': it is microaggregated, "
      "but in %u released class%s all values are the same, and the number released "
      "for the class is that value",
      deid_column_show (column), n_classes, n_classes == 1 ? "" : "es");
}

static gboolean
warnings_warn_of_unprotected (const DeidWarningScan *scan, GError **error)
{
  for (guint c = 0; c < scan->table->n_columns; c++)
    {
      const DeidColumn *column = &scan->table->columns[c];

      if (!deid_warning_scan_is_unprotected (scan, c))
        continue;
      if (is_microaggregated (find_numbers (scan, column)))
        {
          if (!warn_of_uniform (scan, column, error))
            return FALSE;
          continue;
        }
      if (!deid_warning_scan_say (
              scan, "unprotected-sensitive", column->name, scan->n_released, error,
              "no privacy model protects the sensitive column '%s': if all records "
              "of a class have the same value, an attacker who knows that a person is in "
              "the class learns it",
              deid_column_show (column)))
        return FALSE;
    }
  return TRUE;
}

/* What stays in an engine is not here to be looked at. */
static gboolean
warn_of_uncounted (const DeidWarningScan *scan, GError **error)
{
  const guint n = scan->table->n_uncounted;

  if (n == 0)
    return TRUE;
  return deid_warning_scan_say (
      scan, "not-counted", NULL, scan->n_released, error,
      "%u insensitive column%s in the engine %s released without being counted: the "
      "report does not say which records %s unique",
      n, n == 1 ? "" : "s", n == 1 ? "is" : "are", n == 1 ? "it makes" : "they make");
}

static gboolean
warnings_warn_of_values (const DeidWarningScan *scan, GError **error)
{
  guint64 n_persons, n_further;

  if (scan->partition->persons == NULL)
    return TRUE;
  if (!deid_report_count_persons (scan->partition, &n_persons, scan->stop, error))
    return FALSE;
  n_further = scan->n_released - n_persons;
  for (guint m = 0; n_further > 0 && m < scan->problem->models->len; m++)
    {
      const DeidPrivacyModel *model = deid_problem_get_model (scan->problem, m);

      if (model->n_sensitive == 0 || model->funcs->persons.k > 0
          || (model->funcs->profile.n_values > 0 && deid_problem_judges_persons (scan->problem)))
        continue;
      if (!deid_warning_scan_say (
              scan, "values-of-records", model->sensitive[0], n_further, error,
              "privacy model %s counts the values of records, but " DEID_COUNT_FORMAT
              " of " DEID_COUNT_FORMAT
              " released records are further records of the same persons: several "
              "values of one person may look like values of several persons",
              model->shown, n_further, scan->n_released))
        return FALSE;
    }
  return TRUE;
}

/* Returns: the number of the only label of the released classes, or DEID_NO_CODE if they have
 * several. */
static guint32
find_only_label (const DeidWarningScan *scan, guint attribute, guint32 *first_class)
{
  const DeidPartition *partition = scan->partition;
  const DeidCodes *labels = &partition->columns[attribute].labels;
  guint32 only = DEID_NO_CODE;

  for (guint32 number = 0; number < partition->n_classes; number++)
    {
      if (partition->suppressed[number])
        continue;
      if (only != DEID_NO_CODE && deid_codes_get (labels, number) != only)
        return DEID_NO_CODE;
      only = deid_codes_get (labels, number);
      *first_class = number;
    }
  return only;
}

static gboolean
warn_of_labels (const DeidWarningScan *scan, GError **error)
{
  for (guint a = 0; a < scan->problem->lattice->n_attributes; a++)
    {
      const DeidColumn *column = deid_lattice_get_column (scan->problem->lattice, a);
      const guint32 n_distinct = deid_column_get_n_distinct (column);
      const DeidNumberOption *numbers = find_numbers (scan, column);
      DeidHierarchy *hierarchy = scan->problem->lattice->attributes[a].hierarchy;
      gboolean is_nothing, is_coarse;
      DeidLongText text = { 0 };
      guint32 number = 0;
      const char *label;

      if (column->dictionary.n < 2 || is_microaggregated (numbers)
          || find_only_label (scan, a, &number) == DEID_NO_CODE)
        continue;
      label = deid_partition_get_label (scan->partition, number, a);
      deid_long_text_add (&text,
                          "quasi-identifier '%s' has %u values and is released with one label",
                          deid_column_show (column), n_distinct);
      is_nothing = g_strcmp0 (label, "*") == 0 && numbers == NULL;
      is_coarse = is_nothing && n_distinct > 2 && hierarchy != NULL
                  && deid_hierarchy_get_n_levels (hierarchy) == 2;
      deid_long_text_add (&text, is_coarse    ? ", '*': its rule has no level between the values "
                                                "and this label"
                                 : is_nothing ? ", '*', which says nothing"
                                              : ", which does not tell records apart");
      if (!deid_warning_scan_add (scan, is_coarse ? "coarse-rule" : "one-label", column->name,
                                  scan->n_released, &text, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
warn_of_generalized (const DeidWarningScan *scan, GError **error)
{
  for (guint c = 0; c < scan->table->n_columns; c++)
    {
      const DeidColumn *column = &scan->table->columns[c];

      if (column->generalized == 0)
        continue;
      if (!deid_warning_scan_say (
              scan, "generalized-before", column->name, scan->table->n_records, error,
              "the engine generalized '%s' to level %u before counting: figures of "
              "the input, such as its risks, are about labels of that level, and no "
              "policy with a lower level was considered",
              deid_column_show (column), column->generalized))
        return FALSE;
    }
  return TRUE;
}

static gboolean
warn_of_hierarchies (const DeidWarningScan *scan, GError **error)
{
  const DeidLattice *lattice = scan->problem->lattice;
  gboolean success = TRUE;

  for (guint a = 0; success && a < lattice->n_attributes; a++)
    {
      const DeidAttribute *attribute = &lattice->attributes[a];
      const DeidColumn *column = &scan->table->columns[attribute->column];
      DeidHierarchyNotes notes = { .n = 0 };

      if (attribute->hierarchy != NULL)
        deid_hierarchy_notes_init (&notes, attribute->hierarchy, scan->table, column);
      for (guint i = 0; success && i < notes.n; i++)
        {
          success
              = deid_warning_scan_say (scan, notes.items[i].code, column->name,
                                       notes.items[i].n_records, error, "%s", notes.items[i].text);
        }
      deid_hierarchy_notes_clear (&notes);
    }
  return success;
}

static gboolean
is_noted (const DeidWarningScan *scan, const DeidNote *note)
{
  gboolean found = FALSE;

  for (guint64 i = 0; i < scan->warnings->n; i++)
    found |= g_str_equal (scan->warnings->items[i].text, note->text);
  return found;
}

/* What was noted as a table was read comes last, in the order of the notes. */
static gboolean
add_notes (const DeidWarningScan *scan, const DeidDataset *dataset, GError **error)
{
  for (guint i = 0; dataset != NULL && i < deid_dataset_get_n_notes (dataset); i++)
    {
      const DeidNote *note = deid_dataset_get_note (dataset, i);

      if (is_noted (scan, note))
        continue;
      if (!deid_warning_scan_say (scan, note->code, note->column, note->n_records, error, "%s",
                                  note->text))
        return FALSE;
    }
  return TRUE;
}

/* Says how many of the rows that were read of each linked table are released, and which models do
 * not judge the rows of all tables. */
static gboolean
warn_of_linked (const DeidWarningScan *scan, GError **error)
{
  const DeidDataset *dataset = scan->problem->lattice->dataset;
  const DeidColumn *tables = deid_linked_tables_get (dataset);
  const GArray *linked = scan->table->linked;
  g_autofree guint64 *n_released = NULL;
  DeidLongText text = { 0 };

  if (tables == NULL)
    return TRUE;
  if (!deid_new_arrays (error, DEID_NEW (n_released, tables->dictionary.n)))
    return FALSE;
  for (guint64 row = 0; row < scan->partition->n_rows; row++)
    {
      if (!deid_stop_check_row (scan->stop, row, error))
        return FALSE;
      n_released[deid_codes_get (&tables->codes, row)]
          += deid_partition_suppresses (scan->partition, row) ? 0 : 1;
    }
  for (guint t = 0; t < linked->len; t++)
    {
      const DeidLinkedTable *table = &g_array_index (linked, DeidLinkedTable, t);
      const guint32 code
          = deid_dictionary_find (&tables->dictionary, table->name, strlen (table->name));
      g_autofree char *shown = deid_text_show (table->name, -1);

      deid_long_text_add (&text, "%s" DEID_COUNT_FORMAT " of " DEID_COUNT_FORMAT " rows of '%s'",
                          t > 0 ? ", " : "the tables are released with ",
                          code != DEID_NO_CODE ? n_released[code] : 0, table->n_rows, shown);
    }
  for (guint m = 0; m < scan->problem->models->len; m++)
    {
      const DeidPrivacyModel *model = scan->problem->models->pdata[m];
      const DeidLinkedTable *without
          = model->n_sensitive > 0 ? deid_linked_tables_find_without (dataset, model->sensitive[0])
                                   : NULL;
      g_autofree char *shown = without != NULL ? deid_text_show (without->name, -1) : NULL;

      if (without != NULL)
        deid_long_text_add (&text,
                            "; %s judges only rows of tables with its column, not those of "
                            "'%s'",
                            model->shown, shown);
    }
  return deid_warning_scan_add (scan, "linked-tables", tables->name, scan->n_released, &text,
                                error);
}

/* Lists the caps on rows of persons. For the chosen cap it takes the loss of the result: if a time
 * limit ended a search, the search that led to the choice may have found another loss. */
static gboolean
list_caps (const DeidWarningScan *scan, const DeidRowCaps *caps, GError **error)
{
  DeidTriedCap own = { caps->n, caps->n_left_out, NAN };
  GArray *listed = g_array_new (FALSE, FALSE, sizeof own);

  scan->warnings->caps = listed;
  if (!deid_result_get_uncapped_loss (scan->result, &own.loss, scan->stop, error))
    return FALSE;
  for (guint i = 0; caps->tried != NULL && i < caps->tried->len; i++)
    {
      const DeidTriedCap *tried = &g_array_index (caps->tried, DeidTriedCap, i);

      g_array_append_val (listed, *(tried->n == own.n ? &own : tried));
    }
  if (caps->tried == NULL)
    g_array_append_val (listed, own);
  return TRUE;
}

static void
add_cap (const DeidWarningScan *scan, guint i, DeidLongText *text)
{
  const DeidQualityModel *quality = deid_problem_get_quality_model (scan->problem);
  const DeidTriedCap *cap = &g_array_index (scan->warnings->caps, DeidTriedCap, i);
  const gboolean is_share
      = deid_quality_model_get_aggregate (quality) == DEID_AGGREGATE_ARITHMETIC_MEAN;
  char loss[DEID_SHARE_SIZE] = "not known";

  if (!isnan (cap->loss) && is_share)
    deid_percent_to_text (cap->loss, loss);
  else if (!isnan (cap->loss))
    deid_number_to_text (cap->loss, 3, loss);
  deid_long_text_add (text, "%s%s%s with max-rows=" DEID_COUNT_FORMAT "%s", i > 0 ? ", " : "", loss,
                      !isnan (cap->loss) && is_share ? " %" : "", cap->n,
                      isnan (cap->loss) ? ", for which no policy was found" : "");
}

/* Says what is lost if rows that a cap leaves out count too. */
static gboolean
warn_of_caps (const DeidWarningScan *scan, GError **error)
{
  const DeidDataset *dataset = scan->problem->lattice->dataset;
  const DeidRowCaps *caps = deid_dataset_get_caps (dataset);
  DeidLongText text = { 0 };

  if (caps->n == 0)
    return TRUE;
  if (!list_caps (scan, caps, error))
    return FALSE;
  if (caps->tried == NULL && isnan (g_array_index (scan->warnings->caps, DeidTriedCap, 0).loss))
    return TRUE;
  deid_long_text_add (&text, "with the rows left out counted as suppressed, the loss is ");
  for (guint i = 0; i < scan->warnings->caps->len; i++)
    add_cap (scan, i, &text);
  if (caps->tried != NULL)
    deid_long_text_add (&text, "; max-rows=" DEID_COUNT_FORMAT " was chosen", caps->n);
  return deid_warning_scan_add (scan, "loss-before-cap", deid_dataset_get_entities (dataset)->name,
                                caps->n_left_out, &text, error);
}

static gboolean
run_checks (DeidWarningScan *scan, GError **error)
{
  for (guint32 number = 0; number < scan->partition->n_classes; number++)
    scan->n_released += scan->partition->suppressed[number] ? 0 : scan->partition->records[number];
  scan->suggestions = deid_suggestions_make (scan->problem->lattice->dataset, DEID_LOOK_FOR_PERSONS,
                                             FALSE, scan->stop, error);
  return scan->suggestions != NULL && warnings_warn_of_unprotected (scan, error)
         && deid_warn_of_unique_records (scan, error) && warnings_warn_of_values (scan, error)
         && deid_warn_of_shared_values (scan, error) && deid_warn_of_limit (scan, error)
         && warn_of_labels (scan, error) && deid_warn_of_groups (scan, error)
         && deid_warn_of_bias (scan, error) && warn_of_generalized (scan, error)
         && warn_of_uncounted (scan, error) && deid_warn_of_persons (scan, error)
         && warn_of_linked (scan, error) && warn_of_caps (scan, error)
         && deid_warn_of_pseudonyms (scan, error) && deid_warn_of_unique_by_release (scan, error)
         && deid_warn_of_spellings (scan, error) && deid_warn_of_values (scan, error)
         && deid_warn_of_odd_rows (scan, error) && deid_warn_of_persons_in_texts (scan, error)
         && warn_of_hierarchies (scan, error)
         && add_notes (scan, scan->problem->lattice->dataset, error)
         && add_notes (scan, scan->problem->population, error);
}

static DeidWarnings *
warnings_list (DeidResult *result, const DeidStop *stop, GError **error)
{
  g_autoptr (DeidWarnings) warnings = NULL;
  DeidTableSource table = deid_dataset_lend (result->problem->lattice->dataset);
  DeidWarningScan scan
      = { .result = result, .problem = result->problem, .table = &table, .stop = stop };
  gboolean success;

  scan.partition = deid_result_make_partition (result, stop, error);
  if (scan.partition == NULL)
    return NULL;
  warnings = scan.warnings = g_new0 (DeidWarnings, 1);
  success = run_checks (&scan, error);
  g_clear_pointer (&scan.suggestions, deid_suggestions_free);
  return success ? g_steal_pointer (&warnings) : NULL;
}

static gboolean
warnings_fill (gconstpointer data, DeidAudience audience, DeidFigures *figures,
               const DeidStop *stop, GError **error)
{
  const DeidWarnings *warnings = data;

  deid_figures_begin_table (figures, "warnings");
  for (guint64 i = 0; i < warnings->n; i++)
    {
      const DeidWarning *warning = &warnings->items[i];

      deid_figures_begin_group (figures, NULL);
      deid_figures_add_text (figures, "code", warning->code);
      deid_figures_add_text (figures, "column", warning->column);
      deid_figures_add_count (figures, "records", warning->n_records);
      deid_figures_add_text (figures, "text", warning->text);
      deid_figures_end (figures);
    }
  deid_figures_end (figures);
  if (warnings->caps == NULL)
    {
      deid_figures_add_state (figures, "caps", DEID_FIGURE_STATE_UNDEFINED);
      return TRUE;
    }
  deid_figures_begin_table (figures, "caps");
  for (guint i = 0; i < warnings->caps->len; i++)
    {
      const DeidTriedCap *cap = &g_array_index (warnings->caps, DeidTriedCap, i);

      deid_figures_begin_group (figures, NULL);
      deid_figures_add_count (figures, "max_rows", cap->n);
      deid_figures_add_count (figures, "left_out", cap->n_left_out);
      deid_figures_add_number_if (figures, "loss", !isnan (cap->loss), cap->loss);
      deid_figures_end (figures);
    }
  deid_figures_end (figures);
  return TRUE;
}

static const DeidFigure warnings_catalogue[] = {
  AUDIENCE_FIGURE,
  FIGURE (TEXT, "warnings[].code", "",
          "Of what the warning is: a code that deid_report_new_warnings() explains, such as "
          "`unprotected-sensitive`."),
  FIGURE (TEXT, "warnings[].column", "",
          "The name of the column that it is about; undefined if it is about several or none."),
  FIGURE (
      COUNT, "warnings[].records", "records",
      "How many records it is about: released ones; for `limit-of-0` those that the policy named "
      "would suppress; for `group-nearly-gone` those that are suppressed of these groups; for "
      "`rare-values-shift-mean` the rare ones that the limit allows to suppress; for "
      "`loss-before-cap` those that the cap leaves out; and for `repeated-identifier` the released "
      "records less the different values they have."),
  FIGURE (TEXT, "warnings[].text", "",
          "The warning as one line of text with its reason, in which names are escaped."),
  FIGURE (TABLE, "caps", "",
          "The caps on rows of persons that were tried, or the only one; undefined without a cap."),
  FIGURE (COUNT, "caps[].max_rows", "rows", "How many rows of a person may stay."),
  FIGURE (COUNT, "caps[].left_out", "records", "How many records the cap leaves out."),
  FIGURE (
      NUMBER, "caps[].loss", "loss",
      "The loss over all records before the cap, with those that it leaves out counted as "
      "suppressed; undefined if the search found no policy, or if the loss of the quality model is "
      "not a mean over records in which each suppressed record loses the same."),
};

const DeidReportKind deid_warnings_kind = {
  .name = "warnings",
  .title = "Warnings: what a custodian may have overlooked",
  .catalogue = warnings_catalogue,
  .n_figures = G_N_ELEMENTS (warnings_catalogue),
  .fill = warnings_fill,
  .free = (GDestroyNotify) deid_warnings_free,
};

DeidReport *
deid_report_new_warnings (DeidResult *result, GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);

  g_return_val_if_fail (result != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  return deid_report_new (&deid_warnings_kind, warnings_list (result, stop, error), stop, error);
}
