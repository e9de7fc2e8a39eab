/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "evaluation/local-share.h"

static double
get_greatest_weight (const DeidLoss *loss)
{
  double greatest = 0;

  for (guint a = 0; a < loss->n_attributes; a++)
    greatest = MAX (greatest, loss->terms[a].weight);
  return greatest;
}

double
deid_local_get_unit (const DeidLoss *loss, guint attribute, guint64 n_records)
{
  const DeidLossAttribute *term = &loss->terms[attribute];
  const double greatest = get_greatest_weight (loss);

  return greatest > 0 && term->scale > 0
             ? 1 / (term->scale / (double) n_records) * (term->weight / greatest)
             : 0;
}

double
deid_local_get_share (const DeidLoss *loss, guint attribute, guint64 n_records)
{
  const DeidLossAttribute *term = &loss->terms[attribute];
  const double greatest = get_greatest_weight (loss);

  return greatest > 0 && term->scale > 0
             ? (double) term->kept / (term->scale / (double) n_records) * (term->weight / greatest)
             : 0;
}
