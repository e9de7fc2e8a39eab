/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The report of `deid apply`. */
#include "apply-report.h"

#include "base/text.h"
#include "messages.h"
#include "release-report.h"
#include "report-json.h"
#include "result-report.h"

#define NOT_TOGETHER                                                                               \
  "This table was checked by itself: tables that are released one by one are not protected "       \
  "together."

static void
add_levels (JsonBuilder *builder, const DeidReport *policy)
{
  begin_object (builder, "policy");
  for (guint64 a = 0; a < get_n_rows (policy, "attributes"); a++)
    add_count (builder, get_row_text (policy, "attributes", a, "name"),
               get_row_count (policy, "attributes", a, "level"));
  json_builder_end_object (builder);
}

static void
add_values (JsonBuilder *builder, const GPtrArray *values)
{
  begin_array (builder, "values");
  for (guint i = 0; i < values->len; i++)
    json_builder_add_string_value (builder, g_ptr_array_index (values, i));
  json_builder_end_array (builder);
}

/* Values only if they may be shown. */
static void
add_unknown (JsonBuilder *builder, const Batch *batch)
{
  begin_array (builder, "unknown_values");
  for (guint i = 0; i < batch->unknown->len; i++)
    {
      const UnknownValues *unknown = g_ptr_array_index (batch->unknown, i);

      json_builder_begin_object (builder);
      add_text (builder, "column", unknown->column);
      add_count (builder, "distinct", unknown->values->len);
      add_count (builder, "rows", unknown->n_rows);
      if (shows_values ())
        add_values (builder, unknown->values);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_costs (JsonBuilder *builder, const Batch *batch)
{
  begin_object (builder, "seconds");
  add_number (builder, "load", batch->load);
  add_number (builder, "evaluate", batch->evaluate);
  add_number (builder, "apply", batch->apply);
  add_number (builder, "report", batch->report);
  add_number (builder, "write", batch->write);
  json_builder_end_object (builder);
  add_peak_memory (builder);
}

gboolean
print_batch_json (const Batch *batch, GError **error)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (DeidReport) policy = deid_report_new_stored_policy (batch->policy, error);
  const char *digest = deid_output_set_get_release_sha256 (batch->outputs);

  if (policy == NULL)
    return FALSE;
  json_builder_begin_object (builder);
  add_levels (builder, policy);
  if (deid_report_get_text (policy, "description") != NULL)
    add_text (builder, "description", deid_report_get_text (policy, "description"));
  add_count (builder, "records", deid_dataset_get_n_records (batch->batch));
  add_unknown (builder, batch);
  add_count (builder, "suppressed", deid_result_get_n_suppressed (batch->result));
  add_loss (builder, batch->result);
  add_withheld (builder, batch->batch, batch->release);
  add_flag (builder, "verified", TRUE);
  add_flag (builder, "protected_together", FALSE);
  add_text (builder, "note", NOT_TOGETHER);
  add_warnings (builder, batch->warnings);
  if (digest != NULL)
    add_text (builder, "release_sha256", digest);
  add_costs (builder, batch);
  if (!add_risk_reports (builder, batch->reports, error))
    return FALSE;
  print_object (builder);
  return TRUE;
}

/* The levels of a file without words. */
static char *
list_levels (const DeidReport *policy)
{
  GString *text = g_string_new (NULL);

  for (guint64 a = 0; a < get_n_rows (policy, "attributes"); a++)
    {
      g_autofree char *name = deid_text_escape (get_row_text (policy, "attributes", a, "name"));

      g_string_append_printf (text, "%s%s: level %" G_GUINT64_FORMAT, a > 0 ? "; " : "", name,
                              get_row_count (policy, "attributes", a, "level"));
    }
  return g_string_free (text, FALSE);
}

static void
print_policy (const DeidReport *policy)
{
  const char *description = deid_report_get_text (policy, "description");
  g_autofree char *words
      = description != NULL ? deid_text_escape (description) : list_levels (policy);

  g_print ("\n");
  print_paragraph ("Policy:       ", words, STYLE_PLAIN);
}

static void
print_unknown (const Batch *batch)
{
  for (guint i = 0; i < batch->unknown->len; i++)
    {
      const UnknownValues *unknown = g_ptr_array_index (batch->unknown, i);
      g_autofree char *name = deid_text_escape (unknown->column);
      g_autoptr (GString) text = g_string_new (NULL);

      g_string_append_printf (text, "%s: %u distinct, in %" G_GUINT64_FORMAT " rows", name,
                              unknown->values->len, unknown->n_rows);
      for (guint v = 0; v < unknown->values->len && shows_values (); v++)
        {
          g_autofree char *value = deid_text_show (g_ptr_array_index (unknown->values, v), -1);

          g_string_append_printf (text, "%s '%s'", v > 0 ? "," : ":", value);
        }
      print_paragraph ("Unknown values of ", text->str, STYLE_PLAIN);
    }
}

gboolean
print_batch_text (const Batch *batch, GError **error)
{
  g_autoptr (DeidReport) policy = deid_report_new_stored_policy (batch->policy, error);

  if (policy == NULL)
    return FALSE;
  print_answer (batch->result, batch->reports[1], ANSWER_STATED);
  print_policy (policy);
  print_unknown (batch);
  print_release (batch->batch, batch->release, batch->outputs, ANSWER_STATED);
  print_risk_reports (batch->reports[0], batch->reports[1]);
  print_warnings (batch->warnings, NOT_TOGETHER);
  return TRUE;
}
