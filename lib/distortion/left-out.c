/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Who was left out of a release. */
#include "base/text.h"
#include "distortion/left-out-private.h"

void
deid_left_out_free (DeidLeftOut *left_out)
{
  deid_problem_unref (left_out->problem);
  g_clear_pointer (&left_out->policy, deid_policy_unref);
  g_clear_pointer (&left_out->local, deid_partition_unref);
  g_free (left_out->groups);
  g_free (left_out->means);
  g_free (left_out);
}

DeidLeftOut *
deid_left_out_make (DeidResult *result, guint max_columns, guint64 min_records,
                    const DeidStop *stop, GError **error)
{
  const DeidPartition *partition;
  g_autoptr (DeidLeftOut) left_out = NULL;

  if (max_columns == 0 || max_columns > DEID_LEFT_OUT_MAX_COLUMNS)
    return deid_fail_null (error, DEID_ERROR_INVALID_ARGUMENT,
                           "groups of %u columns, expected 1 or 2", max_columns);
  partition = deid_result_make_partition (result, stop, error);
  if (partition == NULL)
    return NULL;
  left_out = g_new0 (DeidLeftOut, 1);
  left_out->problem = deid_problem_ref (result->problem);
  deid_result_ref_recoding (result, &left_out->policy, &left_out->local);
  return deid_left_out_count (left_out, partition, max_columns, min_records, stop, error)
             ? g_steal_pointer (&left_out)
             : NULL;
}

const DeidColumn *
deid_left_out_look_up (const DeidLeftOut *left_out, guint column)
{
  return deid_dataset_get_column (left_out->problem->lattice->dataset, column);
}

const char *
deid_left_out_get_value (const DeidLeftOut *left_out, guint64 group, guint index)
{
  const DeidColumn *column;

  column = deid_left_out_look_up (left_out, left_out->groups[group].columns[index]);
  if (left_out->groups[group].level > 0)
    return deid_attribute_get_label (
        deid_lattice_find_attribute (left_out->problem->lattice, column->name),
        left_out->groups[group].level, left_out->groups[group].codes[index]);
  return deid_dictionary_get (&column->dictionary, left_out->groups[group].codes[index]);
}

double
deid_left_out_get_share (const DeidLeftOut *left_out, guint64 group)
{
  return (double) left_out->groups[group].n_suppressed / (double) left_out->groups[group].n_records;
}

double
deid_left_out_get_ratio (const DeidLeftOut *left_out, guint64 group)
{
  if (left_out->n_suppressed == 0)
    return 1;
  return deid_left_out_get_share (left_out, group)
         / ((double) left_out->n_suppressed / (double) left_out->n_records);
}

static void
left_out_fill_group (DeidFigures *figures, const DeidLeftOut *left_out, guint64 i)
{
  const DeidLeftOutGroup *group = &left_out->groups[i];

  deid_figures_begin_group (figures, NULL);
  deid_figures_begin_table (figures, "columns");
  for (guint c = 0; c < group->n_columns; c++)
    deid_figures_add_text (figures, NULL,
                           deid_left_out_look_up (left_out, group->columns[c])->name);
  deid_figures_end (figures);
  deid_figures_begin_table (figures, "values");
  for (guint c = 0; c < group->n_columns; c++)
    deid_figures_add_text (figures, NULL, deid_left_out_get_value (left_out, i, c));
  deid_figures_end (figures);
  deid_figures_add_count (figures, "level", group->level);
  deid_figures_add_count (figures, "records", group->n_records);
  deid_figures_add_count (figures, "suppressed", group->n_suppressed);
  deid_figures_add_number (figures, "share", deid_left_out_get_share (left_out, i));
  deid_figures_add_number (figures, "ratio", deid_left_out_get_ratio (left_out, i));
  deid_figures_end (figures);
}

static void
left_out_fill_means (DeidFigures *figures, const DeidLeftOut *left_out)
{
  deid_figures_begin_table (figures, "means");
  for (guint i = 0; i < left_out->n_means; i++)
    {
      const DeidLeftOutMeans *means = &left_out->means[i];

      deid_figures_begin_group (figures, NULL);
      deid_figures_add_text (figures, "column",
                             deid_left_out_look_up (left_out, means->column)->name);
      deid_figures_add_number_if (figures, "released", means->has_mean[FALSE], means->means[FALSE]);
      deid_figures_add_number_if (figures, "suppressed", means->has_mean[TRUE], means->means[TRUE]);
      deid_figures_end (figures);
    }
  deid_figures_end (figures);
}

static gboolean
left_out_fill (gconstpointer data, DeidAudience audience, DeidFigures *figures,
               const DeidStop *stop, GError **error)
{
  const DeidLeftOut *left_out = data;

  deid_figures_add_count (figures, "records", left_out->n_records);
  deid_figures_add_count (figures, "suppressed", left_out->n_suppressed);
  deid_figures_begin_table (figures, "groups");
  for (guint64 i = 0; i < left_out->n_groups; i++)
    {
      if (!deid_stop_check_row (stop, i, error))
        return FALSE;
      left_out_fill_group (figures, left_out, i);
    }
  deid_figures_end (figures);
  deid_figures_add_count (figures, "minimum", left_out->min_records);
  deid_figures_add_count (figures, "rare_values", left_out->n_rare);
  left_out_fill_means (figures, left_out);
  deid_figures_add_statement (figures, left_out->problem->statement);
  return TRUE;
}

static const DeidFigure left_out_catalogue[] = {
  AUDIENCE_FIGURE,
  FIGURE (COUNT, "records", "records", "The number of records of the table, by weight."),
  FIGURE (COUNT, "suppressed", DEID_UNIT_PART, "How many of them the result suppresses."),
  FIGURE (TEXT, "groups[].columns[]", "",
          "The names of the columns that make the group, one or two. Groups are sorted by what "
          "they lost beyond the share of the table, the greatest loss first."),
  FIGURE (TEXT, "groups[].values[]", "",
          "The value that the records of the group have in each of these columns, or the label "
          "that stands for values of too few records; undefined for a missing value."),
  FIGURE (COUNT, "groups[].level", "", "The level of that label, 0 for a value."),
  FIGURE (COUNT, "groups[].records", "records", "The number of records n of the group."),
  FIGURE (COUNT, "groups[].suppressed", "records", "How many of them are suppressed: s."),
  FIGURE (NUMBER, "groups[].share", "share of the group's records", "The share s / n."),
  FIGURE (NUMBER, "groups[].ratio", "",
          "The share of the group over that of the table, (s / n) / (S / N), where S of all N "
          "records are suppressed; 1 if none is."),
  FIGURE (COUNT, "minimum", "records or persons",
          "Groups of fewer records, or with an entity column persons, are not listed, and no mean "
          "is taken of fewer records."),
  FIGURE (COUNT, "rare_values", "values",
          "How many values of columns have fewer, and are not listed by themselves."),
  FIGURE (TEXT, "means[].column", "", "The name of a column of type integer or decimal."),
  FIGURE (NUMBER, "means[].released", "of the column",
          "The mean of its original values over the released records that have one. Numbers of "
          "1e100 or more in size do not count. Undefined for fewer records than the minimum."),
  FIGURE (NUMBER, "means[].suppressed", "of the column", "The same over the suppressed records."),
  PROBLEM_FIGURE,
};

const DeidReportKind deid_left_out_kind = {
  .name = "left_out",
  .title = "Left out: whose records are suppressed",
  .catalogue = left_out_catalogue,
  .n_figures = G_N_ELEMENTS (left_out_catalogue),
  .n_rows_shown = 20,
  .fill = left_out_fill,
  .free = (GDestroyNotify) deid_left_out_free,
};

DeidReport *
deid_report_new_left_out (DeidResult *result, guint max_columns, guint64 min_records,
                          GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);

  g_return_val_if_fail (result != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  return deid_report_new (&deid_left_out_kind,
                          deid_left_out_make (result, max_columns, min_records, stop, error), stop,
                          error);
}
