/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "evaluation/verdict-text.h"

void
deid_verdict_describe_group (const DeidVerdict *verdict, const DeidProblem *problem,
                             const DeidTableSource *table, DeidLongText *text)
{
  const DeidGroupExcess *excess = &verdict->excess;
  const DeidColumn *column;
  g_autofree char *value = NULL;

  if (excess->n_records == 0)
    return;
  column = deid_table_source_find (
      table, deid_group_limits_get (problem->group_limits, excess->column)->column);
  value = deid_table_source_quote (table, deid_dictionary_get (&column->dictionary, excess->code));
  deid_long_text_add (text,
                      ", %s%" G_GUINT64_FORMAT " of them with %s in column '%s', of which the "
                      "group limit allows %" G_GUINT64_FORMAT,
                      excess->is_needed ? "at least " : "", excess->n_records,
                      value != NULL ? value : "one value", deid_column_show (column),
                      excess->n_allowed);
}

static void
verdict_text_describe_blocks (const DeidVerdict *verdict, const DeidLattice *lattice,
                              DeidLongText *text)
{
  const guint a = verdict->blocks.attribute;

  if (verdict->blocks.n_blocks > 0)
    deid_long_text_add (text, ", and column '%s' has %u blocks, of which it may have %u",
                        deid_column_show (deid_lattice_get_column (lattice, a)),
                        verdict->blocks.n_blocks, deid_lattice_get_max_blocks (lattice, a));
}

void
deid_verdict_describe_failure (const DeidVerdict *verdict, const DeidProblem *problem,
                               const DeidTableSource *table, guint64 limit, DeidLongText *text)
{
  verdict_text_describe_blocks (verdict, problem->lattice, text);
  if (verdict->n_unmatched > 0)
    deid_long_text_add (text,
                        ", and %" G_GUINT64_FORMAT
                        " classes of the population without records in the table fail",
                        verdict->n_unmatched);
  if (verdict->n_suppressed > limit)
    deid_long_text_add (text, ", the suppression limit allows %" G_GUINT64_FORMAT, limit);
  else if (verdict->n_suppressed == table->n_records)
    deid_long_text_add (text, ", which leaves none");
  else if (verdict->excess.n_records > 0)
    deid_verdict_describe_group (verdict, problem, table, text);
  else if (verdict->n_unmatched == 0 && verdict->blocks.n_blocks == 0)
    deid_long_text_add (text, ", and what is left fails a condition on the whole table");
}
