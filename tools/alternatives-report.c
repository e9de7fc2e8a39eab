/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "alternatives-report.h"

#include "report-json.h"

static void
add_alternative (JsonBuilder *builder, const DeidAlternatives *alternatives, guint64 i)
{
  guint64 dominating;

  json_builder_begin_object (builder);
  add_policy (builder, "policy", deid_alternatives_get_policy (alternatives, i));
  add_number (builder, "risk", deid_alternatives_get_risk (alternatives, i));
  add_number (builder, "loss", deid_alternatives_get_loss (alternatives, i));
  add_count (builder, "suppressed", deid_alternatives_get_n_suppressed (alternatives, i));
  add_count (builder, "iterations", deid_alternatives_get_n_found (alternatives, i));
  add_flag (builder, "boundary", deid_alternatives_is_boundary (alternatives, i));
  add_flag (builder, "risk_minimal", deid_alternatives_is_risk_minimal (alternatives, i));
  json_builder_set_member_name (builder, "dominated_by");
  if (deid_alternatives_find_dominating (alternatives, i, &dominating))
    json_builder_add_int_value (builder, (gint64) dominating);
  else
    json_builder_add_null_value (builder);
  json_builder_end_object (builder);
}

void
add_alternatives (JsonBuilder *builder, const DeidAlternatives *alternatives)
{
  json_builder_set_member_name (builder, "alternatives");
  json_builder_begin_array (builder);
  for (guint64 i = 0; i < deid_alternatives_get_n_policies (alternatives); i++)
    add_alternative (builder, alternatives, i);
  json_builder_end_array (builder);
}

static void
print_alternative (const DeidAlternatives *alternatives, guint64 i)
{
  g_autofree char *policy
      = deid_policy_to_text (deid_alternatives_get_policy (alternatives, i), NULL);
  char risk[G_ASCII_DTOSTR_BUF_SIZE], loss[G_ASCII_DTOSTR_BUF_SIZE];
  char dominated[32] = "-";
  guint64 dominating;

  if (deid_alternatives_find_dominating (alternatives, i, &dominating))
    g_snprintf (dominated, sizeof dominated, "%" G_GUINT64_FORMAT, dominating);
  g_ascii_formatd (risk, sizeof risk, "%.6g", deid_alternatives_get_risk (alternatives, i));
  g_ascii_formatd (loss, sizeof loss, "%.6f", deid_alternatives_get_loss (alternatives, i));
  g_print ("%4" G_GUINT64_FORMAT " %12s %10s %12s  %s\n", i, risk, loss, dominated, policy);
}

void
print_alternatives (const DeidAlternatives *alternatives)
{
  const guint64 n = deid_alternatives_get_n_policies (alternatives);

  g_print ("\nAlternatives: %" G_GUINT64_FORMAT " policies (custodian-only)\n", n);
  if (n > 0)
    g_print ("%4s %12s %10s %12s  %s\n", "", "risk", "loss", "dominated by", "policy");
  for (guint64 i = 0; i < n; i++)
    print_alternative (alternatives, i);
}
