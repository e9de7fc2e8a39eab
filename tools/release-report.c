/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "release-report.h"

#include <sys/resource.h>

#include "base/text.h"
#include "report-json.h"

/* Columns that nobody gave a role, or that mark the person, are not released.
 * Returns: (transfer full): their names. */
static char **
list_withheld (DeidDataset *table, DeidDataset *release)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint c = 0; c < deid_dataset_get_n_columns (table); c++)
    {
      const char *name = deid_dataset_get_column_name (table, c);

      if (!deid_dataset_find_column (release, name, NULL, NULL))
        g_ptr_array_add (names, g_strdup (name));
    }
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (names, FALSE);
}

void
add_withheld (JsonBuilder *builder, DeidDataset *table, DeidDataset *release)
{
  g_auto (GStrv) names = table != NULL ? list_withheld (table, release) : NULL;

  if (names != NULL)
    add_texts (builder, "columns_not_released", (const char *const *) names);
}

void
add_peak_memory (JsonBuilder *builder)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  add_count (builder, "peak_rss_bytes", (guint64) usage.ru_maxrss * 1024);
}

gboolean
add_risk_reports (JsonBuilder *builder, DeidReport *const reports[2], GError **error)
{
  static const char *const names[] = { "before", "after" };

  json_builder_set_member_name (builder, "risks");
  json_builder_begin_object (builder);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (!add_json (builder, names[i], deid_report_to_json (reports[i], error), error))
      return FALSE;
  json_builder_end_object (builder);
  return TRUE;
}

void
print_release (DeidDataset *table, DeidDataset *release, DeidOutputSet *outputs)
{
  const char *digest = deid_output_set_get_release_sha256 (outputs);
  g_auto (GStrv) names = table != NULL ? list_withheld (table, release) : NULL;
  g_autofree char *joined
      = names != NULL ? g_strjoinv (" ", names) : g_strdup ("those of the engine without a role");
  g_autofree char *columns = deid_text_escape (joined);

  g_print ("columns not released: %s\n", columns[0] != '\0' ? columns : "none");
  g_print ("verified:             yes\n");
  if (digest != NULL)
    g_print ("release SHA-256:      %s\n", digest);
}

gboolean
print_part (char *part)
{
  g_autofree char *text = part;

  if (text != NULL)
    g_print ("\n%s", text);
  return text != NULL;
}

gboolean
print_risk_reports (DeidReport *const reports[2], GCancellable *cancellable, GError **error)
{
  for (guint i = 0; i < 2; i++)
    if (!print_part (deid_report_to_text (reports[i], cancellable, error)))
      return FALSE;
  return TRUE;
}
