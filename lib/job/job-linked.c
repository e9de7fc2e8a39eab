/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads linked tables as the settings say, and sets the files of their releases. */
#include "base/encoding.h"
#include "base/files.h"
#include "base/text.h"
#include "job/job-build.h"
#include "output/output-set-private.h"
#include "privacy/privacy-model-private.h"
#include "problem/linked-rows.h"
#include "problem/problem-private.h"
#include "table/csv-options.h"
#include "table/dataset-view.h"
#include "table/linked-tables.h"

#include <string.h>

/* Returns: (transfer full): the name of a file without its folder and .csv. */
static char *
name_table (const char *path)
{
  char *name = g_path_get_basename (path);

  if (g_str_has_suffix (name, ".csv") && strlen (name) > strlen (".csv"))
    name[strlen (name) - strlen (".csv")] = '\0';
  return name;
}

/* Returns: (transfer full) (nullable): the names of the table and of those linked to it, which must
 * be different. */
static char **
list_table_names (const DeidJob *job, GError **error)
{
  g_auto (GStrv) paths = deid_job_list_paths (job, "input", "linked");
  g_autofree char *own = deid_job_get_path (job, "input", "input");
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i == 0 || paths[i - 1] != NULL; i++)
    {
      char *name = name_table (i > 0 ? paths[i - 1] : own != NULL ? own : "first");
      const gboolean is_there = g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL);

      g_ptr_array_add (names, name);
      if (is_there || !g_utf8_validate (name, -1, NULL))
        {
          deid_job_refuse (job, "input", "linked",
                           "the names of the files tell the tables apart, expected different ones "
                           "in UTF-8",
                           error);
          return NULL;
        }
    }
  g_ptr_array_set_free_func (names, NULL);
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

static const char *
find_obstacle_to_links (const DeidJob *job, guint n_linked, guint n_outputs)
{
  if (deid_job_is_in_engine (job))
    return "the table is in an engine, expected files";
  if (deid_job_is_set (job, "output", "policy"))
    return "a stored policy is applied to one table, expected either linked tables or a stored "
           "policy";
  if (g_str_equal (deid_job_get (job, "release", "keep-suppressed"), "yes"))
    return "placeholders of suppressed records would be of no table, expected either linked tables "
           "or keep-suppressed";
  if (n_linked >= DEID_MAX_LINKED_TABLES)
    return "too many tables, expected at most 63";
  if (n_outputs != (deid_job_is_set (job, "output", "output") ? n_linked : 0))
    return "expected one file for each linked table in [output] linked-output, together with "
           "[output] output";
  return NULL;
}

gboolean
deid_job_check_linked (const DeidJob *job, GError **error)
{
  g_auto (GStrv) linked = deid_job_list_paths (job, "input", "linked");
  g_auto (GStrv) outputs = deid_job_list_paths (job, "output", "linked-output");
  const char *obstacle
      = find_obstacle_to_links (job, g_strv_length (linked), g_strv_length (outputs));

  return obstacle == NULL || deid_job_refuse (job, "input", "linked", obstacle, error);
}

/* In a table without the column, all rows would have the same value: a missing one. */
static gboolean
check_common (const DeidJob *job, const char *column, GError **error)
{
  const DeidLinkedTable *without = deid_linked_tables_find_without (job->dataset, column);
  g_autofree char *shown = NULL, *message = NULL;

  if (without == NULL)
    return TRUE;
  shown = deid_text_show (column, -1);
  message
      = g_strdup_printf ("%s has no column '%s', expected it in all tables", without->file, shown);
  return deid_job_refuse (job, "input", "linked", message, error);
}

gboolean
deid_job_check_links (const DeidJob *job, const DeidProblem *problem, GError **error)
{
  const DeidColumn *entities = deid_dataset_get_entities (job->dataset);

  if (!deid_problem_judges_persons (problem))
    return deid_job_refuse (job, "input", "linked",
                            "no privacy model judges persons with all their rows, expected one "
                            "such as persons:5",
                            error);
  for (guint m = 0; m < problem->models->len; m++)
    {
      const DeidPrivacyModel *model = deid_problem_get_model (problem, m);
      const gboolean may_lack = model->funcs->profile.n_values > 0;

      for (guint s = 0; s < model->n_sensitive && !may_lack; s++)
        if (!check_common (job, model->sensitive[s], error))
          return FALSE;
    }
  return entities == NULL || check_common (job, entities->name, error);
}

gboolean
deid_job_can_reread_linked (const DeidJob *job)
{
  g_auto (GStrv) paths = deid_job_list_paths (job, "input", "linked");
  guint i = 0;

  while (paths[i] != NULL && g_file_test (paths[i], G_FILE_TEST_IS_REGULAR))
    i++;
  return i > 0 && paths[i] == NULL;
}

/* Returns: the delimiter of a file whose first line lacks that of the settings, since a linked
 * table has more than one column. NUL to keep that of the settings, or if the file cannot be read
 * twice. */
static char
find_delimiter (const char *path, const DeidCsvOptions *csv, GCancellable *cancellable)
{
  g_autofree char *line = NULL;
  const char *bytes, *end;
  DeidInput input;
  gsize n;

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR)
      || !deid_input_open (&input, path, cancellable, NULL))
    return '\0';
  if (deid_input_decode (&input, csv->encoding, TRUE, NULL)
      && deid_input_peek (&input, &bytes, &n, NULL))
    {
      end = n > 0 ? memchr (bytes, '\n', n) : NULL;
      line = g_strndup (bytes, end != NULL ? (gsize) (end - bytes) : n);
    }
  deid_input_clear (&input);
  return line == NULL || g_str_has_prefix (line, "sep=")
                 || strchr (line, deid_csv_options_get_table_delimiter (csv)) != NULL
             ? '\0'
             : deid_delimiter_guess (line, '\0');
}

static DeidDataset *
read_linked (const DeidJob *job, const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidCsvOptions) csv = deid_job_make_csv_options (job, error);
  const char own = csv != NULL ? find_delimiter (path, csv, cancellable) : '\0';

  return csv != NULL && (own == '\0' || deid_csv_options_set_delimiter (csv, (guchar) own, error))
             ? deid_job_read_file (path, csv, cancellable, error)
             : NULL;
}

DeidDataset *
deid_job_link_tables (const DeidJob *job, DeidDataset *own, GCancellable *cancellable,
                      GError **error)
{
  g_autoptr (GPtrArray) tables
      = g_ptr_array_new_with_free_func ((GDestroyNotify) deid_dataset_unref);
  g_auto (GStrv) paths = deid_job_list_paths (job, "input", "linked");
  g_auto (GStrv) names = NULL;

  g_ptr_array_add (tables, own);
  if (!deid_job_check_linked (job, error) || (names = list_table_names (job, error)) == NULL)
    return NULL;
  for (guint i = 0; paths[i] != NULL; i++)
    {
      DeidDataset *linked = read_linked (job, paths[i], cancellable, error);

      if (linked == NULL)
        {
          if (error != NULL && g_error_matches (*error, DEID_ERROR, DEID_ERROR_ENCODING))
            deid_text_append_to_error (
                error, "; all linked tables are read in one [input] encoding, expected every file "
                       "in this encoding");
          deid_job_prefix_error (job, "input", "linked", error);
          return NULL;
        }
      g_ptr_array_add (tables, linked);
    }
  return deid_dataset_new_linked ((DeidDataset *const *) tables->pdata, (const char *const *) names,
                                  tables->len, DEID_STOP_OF (cancellable), error);
}

gboolean
deid_job_set_linked (const DeidJob *job, DeidOutputSet *outputs, GError **error)
{
  char **names = deid_job_check_linked (job, error) ? list_table_names (job, error) : NULL;

  if (names == NULL)
    return FALSE;
  g_strfreev (outputs->linked_names);
  g_strfreev (outputs->linked_paths);
  outputs->linked_names = names;
  outputs->linked_paths = deid_job_list_paths (job, "output", "linked-output");
  return TRUE;
}
