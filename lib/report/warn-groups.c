/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Looks for groups that suppression nearly took away. */
#include "base/memory.h"
#include "distortion/left-out-private.h"
#include "report/warnings-private.h"

static void
warn_groups_add_share (DeidLongText *text, guint64 part, guint64 whole)
{
  deid_long_text_add_double (text, "%.1f", 100 * (double) part / (double) whole);
  deid_long_text_add (text, " %%");
}

/* Of a column: its values that are nearly gone, and the records that have them. */
typedef struct
{
  guint64 n_values;
  guint64 n_records;
  guint64 n_suppressed;
} Gone;

static void
warn_groups_count_gone (const DeidLeftOut *left_out, Gone *gone)
{
  for (guint64 i = 0; i < left_out->n_groups; i++)
    {
      const DeidLeftOutGroup *group = &left_out->groups[i];
      Gone *of_column = &gone[group->columns[0]];

      if (group->level > 0 || !deid_left_out_is_nearly_gone (left_out, group))
        continue;
      of_column->n_values++;
      of_column->n_records += group->n_records;
      of_column->n_suppressed += group->n_suppressed;
    }
}

static gboolean
warn_groups_add_warning (const DeidWarningScan *scan, const DeidLeftOut *left_out,
                         const DeidColumn *column, const Gone *gone, GError **error)
{
  const gboolean is_one = gone->n_values == 1;
  DeidLongText text = { 0 };

  deid_long_text_add (&text,
                      "%" G_GUINT64_FORMAT
                      " value%s of '%s' %s nearly gone: of the %" G_GUINT64_FORMAT
                      " records with %s ",
                      gone->n_values, is_one ? "" : "s", deid_column_show (column),
                      is_one ? "is" : "are", gone->n_records, is_one ? "it" : "them");
  warn_groups_add_share (&text, gone->n_suppressed, gone->n_records);
  deid_long_text_add (&text, " are suppressed, of all records ");
  warn_groups_add_share (&text, left_out->n_suppressed, left_out->n_records);
  deid_long_text_add (&text, ": what is computed from the release says little of these persons");
  return deid_warning_scan_add (scan, DEID_WARNING_GROUP_NEARLY_GONE, column->name,
                                gone->n_suppressed, &text, error);
}

gboolean
deid_warn_of_groups (const DeidWarningScan *scan, GError **error)
{
  g_autoptr (DeidLeftOut) left_out = NULL;
  g_autofree Gone *gone = NULL;

  if (scan->partition->verdict.n_suppressed == 0)
    return TRUE;
  left_out = deid_left_out_make (scan->result, 1, DEID_NEARLY_GONE_MIN_RECORDS, scan->stop, error);
  gone = left_out != NULL ? deid_alloc (scan->table->n_columns, sizeof *gone, error) : NULL;
  if (gone == NULL)
    return FALSE;
  warn_groups_count_gone (left_out, gone);
  for (guint c = 0; c < scan->table->n_columns; c++)
    if (gone[c].n_values > 0
        && !warn_groups_add_warning (scan, left_out, &scan->table->columns[c], &gone[c], error))
      return FALSE;
  return TRUE;
}
