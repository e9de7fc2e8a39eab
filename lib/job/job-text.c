/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The normal form of a problem file. */
#include <string.h>

#include "base/key-file.h"
#include "job/job-private.h"
#include "job/job-value.h"

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
job_text_add_value (DeidLongText *text, const DeidJobKey *key, const char *value)
{
  deid_long_text_add (text, "%s=", key->name);
  deid_key_file_add_value (text, value, deid_job_key_is_list (key));
  deid_long_text_add (text, "\n");
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
  job_text_add_value (&writing->text, entry->key, own != NULL ? own : entry->text);
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
        job_text_add_value (&writing->text, key, key->standard);
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
