/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "evaluation/verdict-text.h"

void
deid_verdict_describe_failure (const DeidVerdict *verdict, guint64 limit, guint64 n_records,
                               DeidLongText *text)
{
  if (verdict->n_unmatched > 0)
    deid_long_text_add (text,
                        ", and %" G_GUINT64_FORMAT
                        " classes of the population without records in the table fail",
                        verdict->n_unmatched);
  if (verdict->n_suppressed > limit)
    deid_long_text_add (text, ", the suppression limit allows %" G_GUINT64_FORMAT, limit);
  else if (verdict->n_suppressed == n_records)
    deid_long_text_add (text, ", which leaves none");
  else if (verdict->n_unmatched == 0)
    deid_long_text_add (text, ", and what is left fails a condition on the whole table");
}
