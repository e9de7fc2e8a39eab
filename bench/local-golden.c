/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "local-golden.h"

#include <math.h>

#include "golden.h"

#define HEADER                                                                                     \
  "case:method[:steps] classes suppressed loss; view:table:recoding[:steps]:numbers, the mean "    \
  "changes of Pearson's r, Spearman's and Cramer's V, and the shifts of columns; "                 \
  "numbers:table:columns:k:method[:steps] classes SSE/SST"

static void
append_number (GString *line, double number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (
      line, " %s", isfinite (number) ? g_ascii_formatd (text, sizeof text, "%.10g", number) : "-");
}

/* Takes the line, whose key is @key, over. */
static gboolean
use_line (Golden *golden, const char *key, GString *line, GoldenLineFunc func)
{
  const gboolean success = func (golden, key, line->str);

  g_string_free (line, TRUE);
  return success;
}

static gboolean
use_run (Golden *golden, const LocalRun *run, GoldenLineFunc func)
{
  g_autofree char *key = local_run_get_name (run);
  GString *line = g_string_new (key);

  g_string_append_printf (line, " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT, run->outcome.n_classes,
                          run->outcome.n_suppressed);
  append_number (line, run->outcome.loss);
  return use_line (golden, key, line, func);
}

/* Returns: (transfer full): the steps as a part of a key, none for 0. */
static char *
write_steps (guint64 n_steps)
{
  return n_steps > 0 ? g_strdup_printf (":%" G_GUINT64_FORMAT, n_steps) : g_strdup ("");
}

static gboolean
use_view (Golden *golden, const LocalView *view, GoldenLineFunc func)
{
  g_autofree char *steps = write_steps (view->n_steps);
  g_autofree char *key
      = g_strdup_printf ("view:%s:%s%s:%s", view->table, local_recoding_names[view->recoding],
                         steps, local_reading_names[view->reading]);
  GString *line = g_string_new (key);

  for (guint a = 0; a < LOCAL_N_ASSOCIATIONS; a++)
    append_number (line, view->changes[a].mean);
  for (guint c = 0; c < view->n_columns; c++)
    append_number (line, view->columns[c].shift);
  return use_line (golden, key, line, func);
}

static gboolean
use_numbers (Golden *golden, const LocalNumbersRun *run, GoldenLineFunc func)
{
  g_autofree char *steps = write_steps (run->n_steps);
  g_autofree char *key = g_strdup_printf ("numbers:%s:%u:%u:%s%s", run->table, run->n_columns,
                                          run->k, run->method, steps);
  GString *line = g_string_new (key);

  g_string_append_printf (line, " %" G_GUINT64_FORMAT, run->n_classes);
  append_number (line, run->share);
  return use_line (golden, key, line, func);
}

static gboolean
for_each_line (Golden *golden, gconstpointer data, GoldenLineFunc func)
{
  const LocalStudy *study = data;
  gboolean success = TRUE;

  for (guint i = 0; i < study->runs->len; i++)
    {
      const LocalRun *run = local_study_get_run (study, i);

      if (!g_str_equal (run->the_case->table, "health"))
        success = use_run (golden, run, func) && success;
    }
  for (guint i = 0; i < study->views->len; i++)
    success = use_view (golden, &g_array_index (study->views, LocalView, i), func) && success;
  for (guint i = 0; i < study->numbers->len; i++)
    success = use_numbers (golden, &g_array_index (study->numbers, LocalNumbersRun, i), func)
              && success;
  return success;
}

gboolean
local_golden_check (const LocalStudy *study, const char *path, const char *new_path, GError **error)
{
  return golden_check_run (path, new_path, HEADER, for_each_line, study, error);
}
