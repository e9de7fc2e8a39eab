/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/files.h"
#include "base/key-file.h"
#include "base/text.h"
#include "job/job-keys.h"
#include "job/job-private.h"

#include <string.h>

/* From problem files to settings. */

#define JOB_LOAD_MAX_SIZE (64 * 1024 * 1024)

/* A file that is being read. */
typedef struct
{
  DeidKeyFile file;
  const DeidJobSource *source;
  DeidJobStatement statement; /* what was set before, and what the file says */
  DeidJobSection *section;    /* that is open, or NULL */
  const char *kind;           /* whose keys it has */
} JobLoadReading;

char *
deid_job_normalize (const DeidJobKey *key, const char *value, const DeidJobSource *source,
                    guint64 line, const char *section, GError **error)
{
  char *text = deid_job_value_normalize (key, value, error);

  if (text == NULL)
    deid_job_place_error (source, line, section, key->name, value, error);
  return text;
}

static gboolean
fail_twice (const JobLoadReading *reading, const char *what, guint64 first, GError **error)
{
  deid_fail (error, DEID_ERROR_PARSE,
             "the %s is there twice, expected it only once: see line %" G_GUINT64_FORMAT, what,
             first);
  deid_job_place_error (reading->source, reading->file.line,
                        reading->section != NULL ? reading->section->name : reading->file.name,
                        g_str_equal (what, "key") ? reading->file.name : NULL, NULL, error);
  return FALSE;
}

static gboolean
job_load_read_section (JobLoadReading *reading, GError **error)
{
  g_autofree char *name = deid_job_section_normalize (reading->file.name, &reading->kind, error);

  if (name == NULL)
    {
      g_prefix_error (error, "%s: line %" G_GUINT64_FORMAT ": ", reading->source->name,
                      reading->file.line);
      return FALSE;
    }
  reading->section = deid_job_statement_mention (&reading->statement, name, error);
  if (reading->section == NULL)
    return FALSE;
  if (reading->section->source == reading->source)
    return fail_twice (reading, "section", reading->section->line, error);
  reading->section->source = reading->source;
  reading->section->line = reading->file.line;
  return TRUE;
}

/* The value is still needed for messages once its escapes are undone in another place. */
static char *
job_load_read_value (const JobLoadReading *reading, const DeidJobKey *key, GError **error)
{
  g_autofree char *value = deid_copy_text (reading->file.value, error);
  const char *section = reading->section->name;

  if (value == NULL)
    return NULL;
  if (!g_utf8_validate (value, -1, NULL))
    deid_fail (error, DEID_ERROR_ENCODING,
               "expected UTF-8; of another byte of a path, such as \\xFF, its escape");
  else if (deid_key_file_unescape (value, deid_job_key_is_list (key), error))
    return deid_job_normalize (key, value, reading->source, reading->file.line, section, error);
  deid_job_place_error (reading->source, reading->file.line, section, key->name,
                        reading->file.value, error);
  return NULL;
}

static gboolean
job_load_read_entry (JobLoadReading *reading, GError **error)
{
  const DeidKeyFile *file = &reading->file;
  const DeidJobKey *key;
  const DeidJobEntry *before;
  char *text;

  if (reading->section == NULL)
    return deid_fail (error, DEID_ERROR_PARSE,
                      "%s: line %" G_GUINT64_FORMAT
                      ": expected a section such as [input] before keys",
                      reading->source->name, file->line);
  key = deid_job_key_find (reading->kind, file->name);
  if (key == NULL)
    {
      deid_job_key_refuse (reading->kind, file->name, error);
      deid_job_place_error (reading->source, file->line, reading->section->name, NULL, NULL, error);
      return FALSE;
    }
  before = deid_job_section_find (reading->section, key);
  if (before != NULL && before->source == reading->source)
    return fail_twice (reading, "key", before->line, error);
  text = job_load_read_value (reading, key, error);
  return text != NULL
         && deid_job_section_set (reading->section, key, text, reading->source, file->line, error);
}

static gboolean
job_load_read_items (JobLoadReading *reading, GError **error)
{
  DeidKeyFileItem item;

  do
    {
      if (!deid_key_file_next (&reading->file, &item, error))
        {
          g_prefix_error (error, "%s: line %" G_GUINT64_FORMAT ": ", reading->source->name,
                          reading->file.line);
          return FALSE;
        }
      if ((item == DEID_KEY_FILE_SECTION && !job_load_read_section (reading, error))
          || (item == DEID_KEY_FILE_ENTRY && !job_load_read_entry (reading, error)))
        return FALSE;
    }
  while (item != DEID_KEY_FILE_END);
  return TRUE;
}

/* The text, which has a NUL behind it, is changed. */
static gboolean
job_load_read_text (DeidJob *job, char *text, gsize length, const char *name, const char *folder,
                    const char *path, GError **error)
{
  g_autofree char *shown = deid_text_escape (name);
  const gboolean has_mark = g_str_has_prefix (text, "\xEF\xBB\xBF");
  JobLoadReading reading = { .file.next = text + (has_mark ? 3 : 0) };
  const DeidJobSection *input;
  DeidJobSource *source;

  if (!deid_file_check_nul (shown, text, length, error)
      || !deid_job_statement_copy (&reading.statement, &job->statement, error))
    return FALSE;
  source = deid_job_add_source (job, shown, folder);
  source->path = g_strdup (path);
  reading.source = source;
  if (!job_load_read_items (&reading, error))
    {
      deid_job_statement_clear (&reading.statement);
      g_ptr_array_remove (job->sources, source);
      return FALSE;
    }
  deid_job_statement_keep_texts (&reading.statement, &job->statement);
  deid_job_statement_clear (&job->statement);
  job->statement = reading.statement;
  input = deid_job_statement_find (&job->statement, "input");
  if (input != NULL && input->source == source)
    g_clear_pointer (&job->parsed, deid_dataset_unref);
  return TRUE;
}

/* Reads an input to its end. */
static char *
read_all (DeidInput *input, gsize *length, GError **error)
{
  return deid_input_read_all (input, JOB_LOAD_MAX_SIZE, "64 MiB, the limit for a problem file",
                              length, error);
}

gboolean
deid_job_load_text (DeidJob *job, const char *text, const char *name, const char *folder,
                    GError **error)
{
  g_autofree char *copy = NULL;

  g_return_val_if_fail (job != NULL && text != NULL, FALSE);

  if (!deid_job_check_mutable (job, error))
    return FALSE;
  copy = deid_copy_text (text, error);
  return copy != NULL
         && job_load_read_text (job, copy, strlen (copy), name != NULL ? name : "problem", folder,
                                NULL, error);
}

gboolean
deid_job_load_stream (DeidJob *job, GInputStream *stream, const char *name, const char *folder,
                      GCancellable *cancellable, GError **error)
{
  g_autofree char *text = NULL;
  DeidInput input;
  gboolean success;
  gsize length;

  g_return_val_if_fail (job != NULL && G_IS_INPUT_STREAM (stream), FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  if (!deid_job_check_mutable (job, error))
    return FALSE;
  deid_input_init_stream (&input, stream, name != NULL ? name : "problem", cancellable);
  success = (text = read_all (&input, &length, error)) != NULL
            && job_load_read_text (job, text, length, input.name, folder, NULL, error);
  deid_input_clear (&input);
  return success;
}

gboolean
deid_job_load_file (DeidJob *job, const char *path, GCancellable *cancellable, GError **error)
{
  g_autofree char *text = NULL, *folder = NULL;
  DeidInput input;
  gboolean success;
  gsize length;

  g_return_val_if_fail (job != NULL && path != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  if (!deid_job_check_mutable (job, error) || !deid_input_open (&input, path, cancellable, error))
    return FALSE;
  folder = g_path_get_dirname (path);
  success = (text = read_all (&input, &length, error)) != NULL
            && job_load_read_text (job, text, length, path, folder, path, error);
  deid_input_clear (&input);
  return success;
}

/* The normal form of a problem file. */

/* Returns: (transfer full): an absolute path without `.` and `..`, or the rest of one below the
 * folder; one that ends in a slash stays so, being the start of others. */
static char *
rebase (const char *path, const char *folder)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autofree char *base = folder != NULL ? g_canonicalize_filename (folder, NULL) : NULL;
  const gboolean has_slash = g_str_has_suffix (path, G_DIR_SEPARATOR_S);
  const char *rest = absolute;

  if (base != NULL && g_str_has_prefix (absolute, base)
      && absolute[strlen (base)] == G_DIR_SEPARATOR
      && !g_str_equal (absolute + strlen (base) + 1, "-"))
    rest = absolute + strlen (base) + 1;
  return g_strconcat (
      rest, has_slash && !g_str_has_suffix (rest, G_DIR_SEPARATOR_S) ? G_DIR_SEPARATOR_S : "",
      NULL);
}

/* How a statement is written. */
typedef struct
{
  DeidLongText text;
  const char *folder; /* that paths are relative to, or NULL */
  gboolean is_report; /* which more people read than may log in */
} JobTextWriting;

/* Returns: (transfer full): the program of a command, without its folder and arguments. */
static char *
name_program (const char *command)
{
  g_auto (GStrv) arguments = NULL;

  return g_shell_parse_argv (command, NULL, &arguments, NULL) ? g_path_get_basename (arguments[0])
                                                              : g_strdup ("");
}

static void
add_entry (JobTextWriting *writing, const DeidJobEntry *entry)
{
  g_autofree char *own = NULL;

  if (writing->is_report && entry->key == deid_job_key_find ("engine", "command"))
    own = name_program (entry->text);
  else if (entry->key->value == DEID_JOB_VALUE_PATH && !g_str_equal (entry->text, "-")
           && deid_job_value_find_word (entry->key, entry->text) < 0)
    {
      g_autofree char *resolved = deid_job_entry_resolve (entry);

      own = rebase (resolved, writing->folder);
    }
  else if (entry->key->value == DEID_JOB_VALUE_PATHS)
    {
      g_auto (GStrv) paths = deid_job_entry_resolve_all (entry);

      for (guint i = 0; paths[i] != NULL; i++)
        {
          char *path = paths[i];

          paths[i] = rebase (path, writing->folder);
          g_free (path);
        }
      own = deid_key_file_join ((const char *const *) paths);
    }
  deid_key_file_add_entry (&writing->text, entry->key->name, own != NULL ? own : entry->text,
                           deid_job_key_is_list (entry->key));
}

/* Adds the keys of a section; with the defaults, also those that were not set. */
static void
add_keys (JobTextWriting *writing, const DeidJobSection *section, const char *kind,
          gboolean has_defaults)
{
  for (guint k = 0; k < deid_job_n_keys; k++)
    {
      const DeidJobKey *key = &deid_job_keys[k];
      const DeidJobEntry *entry = section != NULL ? deid_job_section_find (section, key) : NULL;

      if (entry != NULL)
        add_entry (writing, entry);
      else if (has_defaults && g_str_equal (key->section, kind))
        deid_key_file_add_entry (&writing->text, key->name, key->standard,
                                 deid_job_key_is_list (key));
    }
}

static char *
write_statement (const DeidJobStatement *statement, JobTextWriting *writing, GError **error)
{
  for (guint k = 0; k < deid_job_n_keys; k++)
    {
      const char *kind = deid_job_keys[k].section;
      const gboolean is_column = g_str_equal (kind, "column");
      const char *name = is_column ? DEID_JOB_ALL_COLUMNS : kind;

      if (k > 0 && g_str_equal (kind, deid_job_keys[k - 1].section))
        continue;
      deid_long_text_add (&writing->text, "%s[%s]\n", k > 0 ? "\n" : "", name);
      add_keys (writing, deid_job_statement_find (statement, name), kind, TRUE);
    }
  for (guint64 i = 0; i < statement->n; i++)
    {
      const DeidJobSection *section = &statement->sections[i];

      if (!g_str_has_prefix (section->name, "column ")
          || g_str_equal (section->name, DEID_JOB_ALL_COLUMNS))
        continue;
      deid_long_text_add (&writing->text, "\n[%s]\n", section->name);
      add_keys (writing, section, "column", FALSE);
    }
  return deid_long_text_end (&writing->text, error);
}

char *
deid_job_to_text (const DeidJob *job, const char *folder, GError **error)
{
  g_return_val_if_fail (job != NULL, NULL);

  return write_statement (&job->statement, &(JobTextWriting){ .folder = folder }, error);
}

char *
deid_job_to_report (const DeidJob *job, GError **error)
{
  return write_statement (&job->statement, &(JobTextWriting){ .is_report = TRUE }, error);
}
