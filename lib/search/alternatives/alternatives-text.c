/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/long-text.h"
#include "lattice/policy-private.h"
#include "search/alternatives/alternatives-private.h"

#define POLICIES_PER_CHECK 1024

static const char *
get_kind (const DeidAlternative *item)
{
  if (item->is_risk_minimal)
    return "risk-minimal";
  return item->is_boundary ? "boundary" : "neither";
}

static void
add_line (DeidLongText *text, const DeidAlternative *item)
{
  deid_long_text_add (text, "  ");
  deid_long_text_add_double (text, "%14.10f", item->loss);
  deid_long_text_add_double (text, "%14.4f", item->risk);
  deid_long_text_add (text, "%12" G_GUINT64_FORMAT "%8" G_GUINT64_FORMAT "  %-13s",
                      item->n_suppressed, item->n_found, get_kind (item));
  deid_levels_describe (item->policy->lattice, item->policy->levels, text);
  deid_long_text_add (text, "\n");
}

char *
deid_alternatives_to_text (const DeidAlternatives *alternatives, GCancellable *cancellable,
                           GError **error)
{
  DeidLongText text = { 0 };

  g_return_val_if_fail (alternatives != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  deid_long_text_add (&text, "Policies to choose from (custodian-only)\n"
                             "loss, risk, records suppressed, times found, boundary or "
                             "risk-minimal, policy:\n");
  for (guint64 i = 0; i < alternatives->n; i++)
    {
      if (i % POLICIES_PER_CHECK == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        {
          deid_long_text_clear (&text);
          return NULL;
        }
      add_line (&text, &alternatives->items[i]);
    }
  return deid_long_text_end (&text, error);
}
