/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/handle.h"
#include "base/key-file.h"
#include "base/text.h"
#include "job/job-private.h"

static void
source_free (gpointer data)
{
  DeidJobSource *source = data;

  deid_free_arrays (source->name, source->folder, source->path);
  g_free (source);
}

DeidJob *
deid_job_new (void)
{
  DeidJob *job = DEID_NEW_HANDLE (DeidJob);

  deid_job_statement_init (&job->statement);
  deid_job_statement_init (&job->used);
  job->sources = g_ptr_array_new_with_free_func (source_free);
  return job;
}

static void
deid_job_free (DeidJob *job)
{
  g_clear_pointer (&job->problem, deid_problem_unref);
  g_clear_pointer (&job->baseline, deid_baseline_report_unref);
  g_clear_pointer (&job->hierarchies, g_hash_table_unref);
  g_clear_pointer (&job->dataset, deid_dataset_unref);
  g_clear_pointer (&job->population, deid_dataset_unref);
  g_clear_pointer (&job->engine_table, deid_engine_table_unref);
  if (job->columns != NULL)
    deid_job_columns_clear (job->columns);
  g_free (job->columns);
  g_clear_pointer (&job->parsed, deid_dataset_unref);
  g_clear_pointer (&job->given, deid_dataset_unref);
  deid_job_statement_clear (&job->statement);
  deid_job_statement_clear (&job->used);
  g_ptr_array_unref (job->sources);
  g_clear_pointer (&job->base, deid_job_unref);
  g_free (job->cap);
  g_free (job);
}

DEID_DEFINE_HANDLE (DeidJob, deid_job)

gboolean
deid_job_check_mutable (const DeidJob *job, GError **error)
{
  return deid_check_mutable (&job->has_dataset, NULL, "the job has read its table", error);
}

static gboolean
check_section_mutable (const DeidJob *job, const char *kind, GError **error)
{
  static const char *const of_tables[] = { "input", "engine", "column", NULL };

  return !g_strv_contains (of_tables, kind)
             ? deid_check_mutable (&job->has_problem, NULL, "the job has stated its problem", error)
             : deid_job_check_mutable (job, error);
}

DeidJobSource *
deid_job_add_source (DeidJob *job, const char *name, const char *folder)
{
  DeidJobSource *source = g_new0 (DeidJobSource, 1);

  source->name = g_strdup (name);
  source->folder = g_strdup (folder);
  g_ptr_array_add (job->sources, source);
  return source;
}

/* Options are set one after another: what one of them sets is one source. */
static const DeidJobSource *
job_get_source (DeidJob *job, const char *origin)
{
  const DeidJobSource *last
      = job->sources->len > 0 ? g_ptr_array_index (job->sources, job->sources->len - 1) : NULL;
  g_autofree char *shown = origin != NULL ? deid_text_escape (origin) : NULL;

  if (shown == NULL)
    return NULL;
  return last != NULL && last->folder == NULL && g_str_equal (last->name, shown)
             ? last
             : deid_job_add_source (job, shown, NULL);
}

gboolean
deid_job_set (DeidJob *job, const char *section, const char *key, const char *value,
              const char *origin, GError **error)
{
  g_autofree char *name = NULL, *text = NULL;
  const DeidJobSource *source;
  const DeidJobKey *known = NULL;
  const char *kind;
  DeidJobSection *mentioned;

  g_return_val_if_fail (job != NULL && section != NULL && key != NULL, FALSE);

  source = job_get_source (job, origin);
  name = deid_job_section_normalize (section, &kind, error);
  if (name != NULL && (known = deid_job_key_find (kind, key)) == NULL)
    deid_job_key_refuse (kind, key, error);
  if (known == NULL)
    {
      deid_job_place_error (source, 0, section, name != NULL ? key : NULL, NULL, error);
      return FALSE;
    }
  if (!check_section_mutable (job, kind, error))
    return FALSE;
  text = deid_job_normalize (known, value != NULL ? value : "", source, 0, name, error);
  if (text != NULL && g_str_equal (kind, "input"))
    g_clear_pointer (&job->parsed, deid_dataset_unref);
  if (text != NULL && text[0] == '\0')
    return deid_job_statement_take_back (&job->statement, name, known, error);
  mentioned = text != NULL ? deid_job_statement_mention (&job->statement, name, error) : NULL;
  return mentioned != NULL
         && deid_job_section_set (mentioned, known, g_steal_pointer (&text), source, 0, error);
}

/* Returns: (nullable): the setting of a key and, whether there is one or not, the key. */
static const DeidJobEntry *
job_find (const DeidJob *job, const char *section, const char *name, const DeidJobKey **key)
{
  const char *kind;
  g_autofree char *normal = deid_job_section_normalize (section, &kind, NULL);
  const DeidJobSection *found;

  *key = normal != NULL ? deid_job_key_find (kind, name) : NULL;
  found = *key != NULL ? deid_job_statement_find (&job->statement, normal) : NULL;
  return found != NULL ? deid_job_section_find (found, *key) : NULL;
}

const char *
deid_job_get (const DeidJob *job, const char *section, const char *key)
{
  const DeidJobKey *known;
  const DeidJobEntry *entry;

  g_return_val_if_fail (job != NULL && section != NULL && key != NULL, NULL);

  entry = job_find (job, section, key, &known);
  if (entry != NULL)
    return entry->text;
  if (known == NULL || !g_str_equal (known->section, "column")
      || g_str_equal (section, DEID_JOB_ALL_COLUMNS))
    return known != NULL ? known->standard : NULL;
  return "";
}

gboolean
deid_job_is_set (const DeidJob *job, const char *section, const char *key)
{
  const DeidJobKey *known;

  g_return_val_if_fail (job != NULL && section != NULL && key != NULL, FALSE);

  return job_find (job, section, key, &known) != NULL;
}

DeidRecodingKind
deid_job_get_recoding (const DeidJob *job)
{
  const char *recoding;

  g_return_val_if_fail (job != NULL, DEID_RECODING_GLOBAL);

  recoding = deid_job_get (job, "search", "recoding");
  if (g_str_equal (recoding, "auto")
      && deid_job_value_is_local_search (deid_job_get (job, "search", "algorithm")))
    return DEID_RECODING_LOCAL;
  return g_str_equal (recoding, "cells")   ? DEID_RECODING_CELLS
         : g_str_equal (recoding, "local") ? DEID_RECODING_LOCAL
                                           : DEID_RECODING_GLOBAL;
}

char *
deid_job_get_path (const DeidJob *job, const char *section, const char *key)
{
  const DeidJobKey *known;
  const DeidJobEntry *entry;

  g_return_val_if_fail (job != NULL && section != NULL && key != NULL, NULL);

  entry = job_find (job, section, key, &known);
  if (entry == NULL || known->value != DEID_JOB_VALUE_PATH
      || deid_job_value_find_word (known, entry->text) >= 0)
    return NULL;
  if (g_str_equal (entry->text, "-"))
    return g_strdup (g_str_equal (section, "output") ? "/dev/fd/1" : "/dev/fd/0");
  return deid_job_entry_resolve (entry);
}

static char *
job_resolve (const DeidJobEntry *entry, const char *path)
{
  if (entry->source == NULL || entry->source->folder == NULL || g_path_is_absolute (path))
    return g_strdup (path);
  return g_build_filename (entry->source->folder, path, NULL);
}

char *
deid_job_entry_resolve (const DeidJobEntry *entry)
{
  return job_resolve (entry, entry->text);
}

char **
deid_job_entry_resolve_all (const DeidJobEntry *entry)
{
  char **paths = deid_job_value_split (entry->text);

  for (guint i = 0; paths[i] != NULL; i++)
    {
      char *path = paths[i];

      paths[i] = job_resolve (entry, path);
      g_free (path);
    }
  return paths;
}

char **
deid_job_list_paths (const DeidJob *job, const char *section, const char *key)
{
  const DeidJobKey *known;
  const DeidJobEntry *entry;

  g_return_val_if_fail (job != NULL && section != NULL && key != NULL, NULL);

  entry = job_find (job, section, key, &known);
  return entry != NULL && known->value == DEID_JOB_VALUE_PATHS ? deid_job_entry_resolve_all (entry)
                                                               : g_new0 (char *, 1);
}

static gboolean
prefix (const DeidJob *job, const char *section, const char *key, gboolean shows_value,
        GError **error)
{
  const DeidJobKey *known;
  const DeidJobEntry *entry = job_find (job, section, key, &known);

  deid_job_place_error (entry != NULL ? entry->source : NULL, entry != NULL ? entry->line : 0,
                        section, key, entry != NULL && shows_value ? entry->text : NULL, error);
  return FALSE;
}

gboolean
deid_job_prefix_error (const DeidJob *job, const char *section, const char *key, GError **error)
{
  return prefix (job, section, key, FALSE, error);
}

gboolean
deid_job_refuse (const DeidJob *job, const char *section, const char *key, const char *message,
                 GError **error)
{
  deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "%s", message);
  return deid_job_prefix_error (job, section, key, error);
}

gboolean
deid_job_prefix_value (const DeidJob *job, const char *section, const char *key, GError **error)
{
  return prefix (job, section, key, TRUE, error);
}

char *
deid_job_get_column_section (const char *column)
{
  g_autofree char *escaped = NULL;

  g_return_val_if_fail (column != NULL, NULL);

  escaped = deid_section_name_escape (column);
  return g_strconcat ("column ", escaped, NULL);
}

char **
deid_job_list_column_sections (const DeidJob *job)
{
  GPtrArray *names;

  g_return_val_if_fail (job != NULL, NULL);

  names = g_ptr_array_new ();
  for (guint64 i = 0; i < job->statement.n; i++)
    if (g_str_has_prefix (job->statement.sections[i].name, "column "))
      g_ptr_array_add (names, g_strdup (job->statement.sections[i].name));
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (names, FALSE);
}

/* Returns: (transfer full): one of the texts of each key, to a NULL; @offset is its place there. */
static char **
list_of_keys (gsize offset)
{
  char **texts = g_new0 (char *, deid_job_n_keys + 1);

  for (guint k = 0; k < deid_job_n_keys; k++)
    texts[k] = g_strdup (G_STRUCT_MEMBER (const char *, &deid_job_keys[k], offset));
  return texts;
}

static char **
list_key_sections (void)
{
  char **sections = list_of_keys (G_STRUCT_OFFSET (DeidJobKey, section));

  for (guint k = 0; k < deid_job_n_keys; k++)
    if (g_str_equal (sections[k], "column"))
      {
        g_free (sections[k]);
        sections[k] = g_strdup (DEID_JOB_ALL_COLUMNS);
      }
  return sections;
}

char **
deid_job_list_keys (char ***sections, char ***forms, char ***summaries)
{
  if (sections != NULL)
    *sections = list_key_sections ();
  if (forms != NULL)
    *forms = list_of_keys (G_STRUCT_OFFSET (DeidJobKey, form));
  if (summaries != NULL)
    *summaries = list_of_keys (G_STRUCT_OFFSET (DeidJobKey, summary));
  return list_of_keys (G_STRUCT_OFFSET (DeidJobKey, name));
}
