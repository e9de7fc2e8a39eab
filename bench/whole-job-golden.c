/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "whole-job-golden.h"

#include "golden.h"

#define HEADER "table:attributes:rows evaluated classes suppressed loss bytes SHA-256"

/* What several threads release was compared with what one does. */
static gboolean
for_each_line (Golden *golden, gconstpointer data, GoldenLineFunc func)
{
  const WholeStudy *study = data;
  const WholeScope *scope = study->scope;
  gboolean success = TRUE;

  for (guint i = 0; i < study->runs->len; i += scope->threads->len)
    {
      const WholeRun *run = whole_study_get_run (study, i);
      const WholeCounts *counts = &run->counts;
      char loss[G_ASCII_DTOSTR_BUF_SIZE];
      g_autofree char *key = g_strdup_printf ("%s:%u:%" G_GUINT64_FORMAT, scope->name,
                                              scope->table.n_attributes, run->n_rows);
      g_autofree char *line
          = g_strdup_printf ("%s %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT
                             " %s %" G_GUINT64_FORMAT " %s",
                             key, counts->n_evaluated, counts->n_classes, counts->n_suppressed,
                             g_ascii_formatd (loss, sizeof loss, "%.17g", counts->loss),
                             counts->n_bytes, counts->digest);

      success = func (golden, key, line) && success;
    }
  return success;
}

gboolean
whole_golden_check (const WholeStudy *study, const char *path, const char *new_path, GError **error)
{
  return golden_check_run (path, new_path, HEADER, for_each_line, study, error);
}
