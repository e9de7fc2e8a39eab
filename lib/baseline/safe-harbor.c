/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* 45 CFR 164.514(b)(2)(i). */
#include "baseline/baseline-private.h"

static const struct
{
  const char *kind;
  const char *rule; /* NULL of what is removed; otherwise level 1 of it */
} safe_harbor_parts[] = {
  { "names", NULL },
  { "addresses", NULL },
  { "small-places", NULL },
  { "postal-codes", "zip:3" },
  { "birth-dates", "date:year" },
  { "dates", "date:year" },
  { "ages", "intervals:1;top=90" },
  { "telephone-numbers", NULL },
  { "fax-numbers", NULL },
  { "email-addresses", NULL },
  { "social-security-numbers", NULL },
  { "record-numbers", NULL },
  { "health-plan-numbers", NULL },
  { "account-numbers", NULL },
  { "licence-numbers", NULL },
  { "vehicle-identifiers", NULL },
  { "device-identifiers", NULL },
  { "web-addresses", NULL },
  { "ip-addresses", NULL },
  { "biometric-identifiers", NULL },
  { "photographs", NULL },
  { "other-identifiers", NULL },
  { "free-texts", NULL },
};

gboolean
deid_baseline_add_safe_harbor (DeidBaseline *baseline, GError **error)
{
  for (gsize i = 0; i < G_N_ELEMENTS (safe_harbor_parts); i++)
    if (!deid_baseline_add_kind (baseline, safe_harbor_parts[i].kind, safe_harbor_parts[i].rule,
                                 safe_harbor_parts[i].rule != NULL ? 1 : 0, error))
      return FALSE;
  baseline->oldest_age = 89;
  baseline->small_area = 20000;
  return TRUE;
}

DeidBaseline *
deid_baseline_new_safe_harbor (GError **error)
{
  g_autoptr (DeidBaseline) baseline = deid_baseline_new (DEID_SAFE_HARBOR_NAME);

  return deid_baseline_add_safe_harbor (baseline, error) ? g_steal_pointer (&baseline) : NULL;
}
