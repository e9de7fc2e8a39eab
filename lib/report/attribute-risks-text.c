/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/long-text.h"
#include "base/text.h"
#include "evaluation/problem-private.h"
#include "lattice/lattice-private.h"
#include "report/attribute-risks-private.h"
#include "report/risk-report-private.h"

#define SUBSETS_PER_CHECK 1024

static const char *
attribute_risks_text_get_name (const DeidAttributeRisks *risks, guint64 i, guint j)
{
  return deid_lattice_get_attribute_name (risks->lattice,
                                          deid_attribute_risks_get_attribute (risks, i, j));
}

/* The same for a text. */
static const char *
show_name (const DeidAttributeRisks *risks, guint64 i, guint j)
{
  return deid_column_show (
      deid_lattice_get_column (risks->lattice, deid_attribute_risks_get_attribute (risks, i, j)));
}

static void
attribute_risks_text_add_figures (DeidLongText *text, const DeidAttributeRisks *risks, guint64 i)
{
  deid_long_text_add (text, "%10" G_GUINT64_FORMAT " ", risks->figures[i].n_distinct);
  deid_long_text_add_double (text, "%7.3f", 100 * deid_attribute_risks_get_distinction (risks, i));
  deid_long_text_add (text, " %% %16" G_GUINT64_FORMAT " ",
                      deid_attribute_risks_get_n_separated (risks, i));
  deid_long_text_add_double (text, "%7.3f", 100 * deid_attribute_risks_get_separation (risks, i));
  deid_long_text_add (text, " %% ");
}

static void
add_title (DeidLongText *text, const DeidAttributeRisks *risks, DeidAudience audience)
{
  deid_long_text_add (text, "Attribute risks %s (%s)\n",
                      risks->is_after ? "after release" : "of the input",
                      deid_audience_get_name (audience));
  if (audience == DEID_AUDIENCE_CUSTODIAN)
    deid_long_text_add (text,
                        "distinct combinations of " DEID_COUNT_FORMAT
                        " records, pairs told apart of " DEID_COUNT_FORMAT ", by:\n",
                        risks->n_records, risks->n_pairs);
  else
    deid_long_text_add (text, "distinct combinations, pairs told apart, by:\n");
}

/* Frees the text if the call was cancelled. */
static gboolean
check_go_on (GCancellable *cancellable, DeidLongText *text, GError **error)
{
  if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    return TRUE;
  deid_long_text_clear (text);
  return FALSE;
}

char *
deid_attribute_risks_to_text (const DeidAttributeRisks *risks, DeidAudience audience,
                              GCancellable *cancellable, GError **error)
{
  DeidLongText text = { 0 };

  g_return_val_if_fail (risks != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (!deid_audience_check (audience, risks->is_after, error))
    return NULL;
  add_title (&text, risks, audience);
  for (guint64 i = 0; i < risks->order.n; i++)
    {
      if (i % SUBSETS_PER_CHECK == 0 && !check_go_on (cancellable, &text, error))
        return NULL;
      if (audience == DEID_AUDIENCE_CUSTODIAN)
        attribute_risks_text_add_figures (&text, risks, i);
      else
        deid_long_text_add (&text, "  withheld  ");
      for (guint j = 0; j < deid_attribute_risks_get_n_attributes (risks, i); j++)
        deid_long_text_add (&text, " %s", show_name (risks, i, j));
      deid_long_text_add (&text, "\n");
    }
  return deid_long_text_end (&text, error);
}

static void
attribute_risks_text_add_members (DeidLongText *text, const DeidAttributeRisks *risks, guint64 i)
{
  char distinction[DEID_DECIMAL_SIZE], separation[DEID_DECIMAL_SIZE];

  deid_double_to_decimal (deid_attribute_risks_get_distinction (risks, i), distinction);
  deid_double_to_decimal (deid_attribute_risks_get_separation (risks, i), separation);
  deid_long_text_add (text,
                      "\"distinct\":" DEID_COUNT_FORMAT ",\"distinction\":%s,"
                      "\"separated\":" DEID_COUNT_FORMAT ",\"separation\":%s}",
                      risks->figures[i].n_distinct, distinction,
                      deid_attribute_risks_get_n_separated (risks, i), separation);
}

static void
add_object (DeidLongText *text, const DeidAttributeRisks *risks, guint64 i, DeidAudience audience)
{
  deid_long_text_add (text, "%s{\"attributes\":[", i > 0 ? "," : "");
  for (guint j = 0; j < deid_attribute_risks_get_n_attributes (risks, i); j++)
    {
      deid_long_text_add (text, "%s", j > 0 ? "," : "");
      deid_long_text_add_json (text, attribute_risks_text_get_name (risks, i, j));
    }
  deid_long_text_add (text, "],");
  if (audience == DEID_AUDIENCE_CUSTODIAN)
    attribute_risks_text_add_members (text, risks, i);
  else
    deid_long_text_add (text, "\"distinct\":null,\"distinction\":null,"
                              "\"separated\":null,\"separation\":null}");
}

char *
deid_attribute_risks_to_json (const DeidAttributeRisks *risks, DeidAudience audience,
                              GCancellable *cancellable, GError **error)
{
  DeidLongText text = { 0 };

  g_return_val_if_fail (risks != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (!deid_audience_check (audience, risks->is_after, error))
    return NULL;
  deid_long_text_add (&text, "{\"audience\":\"%s\",\"table\":\"%s\",",
                      deid_audience_get_name (audience), risks->is_after ? "release" : "input");
  if (audience == DEID_AUDIENCE_CUSTODIAN)
    deid_long_text_add (&text, "\"records\":" DEID_COUNT_FORMAT ",\"pairs\":" DEID_COUNT_FORMAT ",",
                        risks->n_records, risks->n_pairs);
  else
    deid_long_text_add (&text, "\"records\":null,\"pairs\":null,");
  deid_long_text_add (&text, "\"subsets\":[");
  for (guint64 i = 0; i < risks->order.n; i++)
    {
      if (i % SUBSETS_PER_CHECK == 0 && !check_go_on (cancellable, &text, error))
        return NULL;
      add_object (&text, risks, i, audience);
    }
  deid_long_text_add (&text, "]");
  deid_statement_end_json (&text, audience == DEID_AUDIENCE_CUSTODIAN ? risks->statement : NULL);
  return deid_long_text_end (&text, error);
}
