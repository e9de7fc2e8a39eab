/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "alternatives-report.h"

#include "report-json.h"

static void
add_other (JsonBuilder *builder, const char *name, gboolean is_found, guint64 other)
{
  json_builder_set_member_name (builder, name);
  if (is_found)
    json_builder_add_int_value (builder, (gint64) other);
  else
    json_builder_add_null_value (builder);
}

static void
add_alternative (JsonBuilder *builder, const DeidAlternatives *alternatives, guint64 i)
{
  DeidPolicy *policy = deid_alternatives_get_policy (alternatives, i);
  g_autofree char *description = deid_policy_describe (policy, NULL, NULL);
  guint64 other;
  gboolean is_found;

  json_builder_begin_object (builder);
  add_policy (builder, "policy", policy);
  add_text (builder, "description", description);
  add_number (builder, "risk", deid_alternatives_get_risk (alternatives, i));
  add_number (builder, "highest_risk", deid_alternatives_get_maximum_risk (alternatives, i));
  add_number (builder, "loss", deid_alternatives_get_loss (alternatives, i));
  add_count (builder, "suppressed", deid_alternatives_get_n_suppressed (alternatives, i));
  add_count (builder, "iterations", deid_alternatives_get_n_found (alternatives, i));
  add_flag (builder, "boundary", deid_alternatives_is_boundary (alternatives, i));
  add_flag (builder, "risk_minimal", deid_alternatives_is_risk_minimal (alternatives, i));
  is_found = deid_alternatives_find_dominating (alternatives, i, &other);
  add_other (builder, "dominated_by", is_found, other);
  is_found = deid_alternatives_find_better (alternatives, i, &other);
  add_other (builder, "bettered_by", is_found, other);
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
write_other (char *text, gsize size, gboolean is_found, guint64 other)
{
  if (is_found)
    g_snprintf (text, size, "%" G_GUINT64_FORMAT, other);
  else
    g_snprintf (text, size, "-");
}

static void
print_alternative (const DeidAlternatives *alternatives, guint64 i)
{
  g_autofree char *description
      = deid_policy_describe (deid_alternatives_get_policy (alternatives, i), NULL, NULL);
  char risk[G_ASCII_DTOSTR_BUF_SIZE], highest[G_ASCII_DTOSTR_BUF_SIZE];
  char loss[G_ASCII_DTOSTR_BUF_SIZE], dominated[32], bettered[32];
  guint64 other;
  gboolean is_found = deid_alternatives_find_dominating (alternatives, i, &other);

  write_other (dominated, sizeof dominated, is_found, other);
  is_found = deid_alternatives_find_better (alternatives, i, &other);
  write_other (bettered, sizeof bettered, is_found, other);
  g_ascii_formatd (risk, sizeof risk, "%.6g", deid_alternatives_get_risk (alternatives, i));
  g_ascii_formatd (highest, sizeof highest, "%.4f",
                   deid_alternatives_get_maximum_risk (alternatives, i));
  g_ascii_formatd (loss, sizeof loss, "%.6f", deid_alternatives_get_loss (alternatives, i));
  g_print ("%4" G_GUINT64_FORMAT " %15s %12s %10s %10" G_GUINT64_FORMAT " %12s %11s\n      %s\n", i,
           risk, highest, loss, deid_alternatives_get_n_suppressed (alternatives, i), dominated,
           bettered, description);
}

void
print_alternatives (const DeidAlternatives *alternatives)
{
  const guint64 n = deid_alternatives_get_n_policies (alternatives);

  g_print ("\nAlternatives: %" G_GUINT64_FORMAT " policies (custodian-only)\n", n);
  if (n > 0)
    g_print ("%4s %15s %12s %10s %10s %12s %11s\n", "", "population risk", "highest risk", "loss",
             "suppressed", "dominated by", "bettered by");
  for (guint64 i = 0; i < n; i++)
    print_alternative (alternatives, i);
}
