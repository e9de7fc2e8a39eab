/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "pruning-golden.h"

#include "golden.h"

#define HEADER                                                                                     \
  "table attributes algorithm policies evaluated; of privacy and of quality: inserts queries "     \
  "hits kept max-kept; first found, loss"

static char *
make_line (const char *key, const Outcome *outcome)
{
  g_autoptr (GString) line = g_string_new (NULL);
  const Step *last = outcome_get_last_step (outcome);
  char loss[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (loss, sizeof loss, "%.17g", last->loss);
  g_string_printf (line, "%s %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT, key, outcome->n_policies,
                   outcome->n_evaluated);
  for (guint p = 0; p < G_N_ELEMENTS (outcome->properties); p++)
    {
      const PropertyCounts *counts = &outcome->properties[p];

      g_string_append_printf (line,
                              "; %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT
                              " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT,
                              counts->n_inserts, counts->n_queries, counts->n_hits, counts->n_kept,
                              counts->max_kept);
    }
  g_string_append_printf (line, "; %" G_GUINT64_FORMAT " %s", last->n_evaluated, loss);
  return g_string_free (g_steal_pointer (&line), FALSE);
}

/* Returns: whether @func said so of each line. */
static gboolean
for_each_line (Golden *golden, gconstpointer run, GoldenLineFunc func)
{
  const Study *study = run;
  gboolean success = TRUE;

  for (guint i = 0; i < study->cases->len; i++)
    {
      const Studied *studied = g_ptr_array_index (study->cases, i);

      for (guint a = 0; studied->chosen.is_golden && a < N_ALGORITHMS; a++)
        {
          const Outcome *outcome = &studied->outcomes[a];
          g_autofree char *key
              = g_strdup_printf ("%s %u %s", studied->chosen.table.name,
                                 studied->chosen.table.n_attributes, algorithm_names[a]);
          g_autofree char *line = outcome->is_complete ? make_line (key, outcome) : NULL;

          if (line != NULL)
            success = func (golden, key, line) && success;
        }
    }
  return success;
}

gboolean
pruning_golden_check (const Study *study, const char *path, const char *new_path, GError **error)
{
  return golden_check_run (path, new_path, HEADER, for_each_line, study, error);
}
