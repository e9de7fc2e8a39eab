/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From problem files and options to settings. */
#include "settings.h"

#include <string.h>

#include "base/text.h"
#include "input-files.h"
#include "lattice-options.h"
#include "messages.h"
#include "option-values.h"
#include "problem-options.h"

static DeidJob *job;
static char **opt_problems, **opt_settings, **opt_hierarchies;
static char *opt_write_problem;

const GOptionEntry settings_entries[]
    = { { "problem", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &opt_problems,
          "problem file, which says what options say; later ones and options go over it", "FILE" },
        { "set", 0, 0, G_OPTION_ARG_STRING_ARRAY, &opt_settings,
          "set a key of problem files, such as 'column zip.levels=1..'", "SECTION.KEY=VALUE" },
        { "write-problem", 0, 0, G_OPTION_ARG_FILENAME, &opt_write_problem,
          "write all settings as a problem file in its normal form, and stop; - is standard output",
          "FILE" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

const GOptionEntry hierarchy_entries[]
    = { { "hierarchy", 0, 0, G_OPTION_ARG_STRING_ARRAY, &opt_hierarchies,
          "rule that makes the hierarchy of a column, such as zip=prefix:4,3,2", "COLUMN=RULE" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

DeidJob *
get_settings (void)
{
  return job;
}

gboolean
has_flag (const char *section, const char *key)
{
  return g_str_equal (deid_job_get (job, section, key), "yes");
}

gboolean
is_recoding_local (void)
{
  return deid_job_get_recoding (job) != DEID_RECODING_GLOBAL;
}

/* A delimiter is spelt as in a problem file, which has an escape for a tab. */
static gboolean
set_key (const char *section, const char *key, const char *value, const char *option,
         GError **error)
{
  if (g_str_equal (section, "input") && g_str_equal (key, "delimiter"))
    value = read_character (value);
  return deid_job_set (job, section, key, value, option, error);
}

static gboolean
set_column (const char *column, const char *key, const char *value, const char *option,
            GError **error)
{
  g_autofree char *section = deid_job_get_column_section (column);

  return deid_job_set (job, section, key, value, option, error);
}

static gboolean
set_keys (const Setting *settings, GError **error)
{
  for (; settings->option != NULL; settings++)
    {
      const char *value = settings->flag == NULL ? *settings->value
                          : *settings->flag      ? "yes"
                                                 : NULL;

      if (value != NULL && value[0] == '\0')
        return refuse_option (settings->option + 2, value, "a value", error);
      if (value != NULL
          && !set_key (settings->section, settings->key, value, settings->option, error))
        return FALSE;
    }
  return TRUE;
}

/* No two options may give a column a role. */
static gboolean
set_role (const RoleSetting *setting, GHashTable *given, GError **error)
{
  g_auto (GStrv) names = split_list (*setting->columns);

  for (guint i = 0; names[i] != NULL; i++)
    {
      const char *other = g_hash_table_lookup (given, names[i]);

      if (names[i][0] == '\0')
        return refuse_option (setting->option + 2, *setting->columns,
                              "names of columns with a comma between two", error);
      if (other != NULL && other != setting->option)
        {
          g_autofree char *shown = deid_text_show (names[i], -1);

          g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       "%s: column '%s' has another role by %s, expected one", setting->option,
                       shown, other);
          return FALSE;
        }
      g_hash_table_insert (given, g_strdup (names[i]), (gpointer) setting->option);
      if (!set_column (names[i], "role", setting->role, setting->option, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
set_roles (GError **error)
{
  g_autoptr (GHashTable) given = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  if (!set_role (&quasi_identifier_role, given, error))
    return FALSE;
  for (const RoleSetting *setting = column_roles; setting->option != NULL; setting++)
    if (!set_role (setting, given, error))
      return FALSE;
  return TRUE;
}

/* A name with an equals sign in it needs --set, or a file. */
gboolean
set_column_keys (const char *option, char *const *texts, const char *key, const char *standard,
                 GError **error)
{
  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    {
      const char *sign = strchr (texts[i], '=');
      const gsize length = sign != NULL ? (gsize) (sign - texts[i]) : strlen (texts[i]);
      const char *value = sign != NULL ? sign + 1 : standard;
      g_autofree char *column = g_strndup (texts[i], length);

      if (g_strstrip (column)[0] == '\0' || value == NULL || value[0] == '\0')
        return refuse_option (option + 2, texts[i],
                              g_str_equal (key, "rule") ? "COLUMN=RULE" : "COLUMN=VALUE", error);
      if (!set_column (column, key, value, option, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
set_column_lists (const char *option, char *const *texts, const char *key, const char *form,
                  GError **error)
{
  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    {
      const gsize length = strcspn (texts[i], "=");
      g_autofree char *column = g_strstrip (g_strndup (texts[i], length));
      g_autoptr (GString) items = g_string_new (NULL);

      if (column[0] == '\0' || texts[i][length] == '\0' || texts[i][length + 1] == '\0')
        return refuse_option (option + 2, texts[i], form, error);
      for (guint j = 0; texts[j] != NULL; j++)
        if (strncmp (texts[j], texts[i], length + 1) == 0)
          append_item (items, texts[j] + length + 1);
      if (!set_column (column, key, items->str, option, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
set_rules (GError **error)
{
  return set_column_keys ("--hierarchy", opt_hierarchies, "rule", NULL, error);
}

/* The key ends at the first equals sign that has a key before it: names of columns may have some,
 * and points. */
const char *
find_end_of_key (const char *text)
{
  static const char letters[] = G_CSET_a_2_z "-"; /* of keys */

  for (const char *sign = strchr (text, '='); sign != NULL; sign = strchr (sign + 1, '='))
    {
      g_autofree char *name = g_strndup (text, (gsize) (sign - text));
      const char *point = strrchr (g_strstrip (name), '.');

      if (point != NULL && point != name && point[1 + strspn (point + 1, letters)] == '\0')
        return sign;
    }
  return NULL;
}

static gboolean
set_one (const char *text, GError **error)
{
  const char *sign = find_end_of_key (text);
  g_autofree char *name = NULL, *origin = NULL;
  char *point;

  if (sign == NULL)
    return refuse_option ("set", text, "SECTION.KEY=VALUE, such as limits.suppression-limit=5%",
                          error);
  name = g_strstrip (g_strndup (text, (gsize) (sign - text)));
  origin = g_strconcat ("--set ", name, NULL);
  point = strrchr (name, '.');
  *point = '\0';
  return set_key (name, point + 1, sign + 1, origin, error);
}

/* Tells whether --set clears a key. */
static gboolean
is_empty (const char *text)
{
  const char *sign = find_end_of_key (text);

  return sign != NULL && sign[1] == '\0';
}

/* Tells whether an earlier --set has the key of this one. */
static gboolean
is_set_before (guint number)
{
  const char *text = opt_settings[number];
  const gsize length = strlen (text);

  for (guint i = 0; i < number; i++)
    if (strncmp (opt_settings[i], text, length) == 0)
      return TRUE;
  return FALSE;
}

/* An empty setting clears what files say, so it comes before all other options. */
static gboolean
clear_keys (GError **error)
{
  for (guint i = 0; opt_settings != NULL && opt_settings[i] != NULL; i++)
    if (is_empty (opt_settings[i]) && !set_one (opt_settings[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
load_files (GError **error)
{
  for (guint i = 0; opt_problems != NULL && opt_problems[i] != NULL; i++)
    {
      g_autoptr (GInputStream) stream = NULL;

      if (!is_standard_input (opt_problems[i]))
        {
          if (!deid_job_load_file (job, opt_problems[i], NULL, error))
            return FALSE;
          continue;
        }
      stream = open_standard_input ();
      if (!deid_job_load_stream (job, stream, STANDARD_INPUT, NULL, NULL, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
set_others (GError **error)
{
  for (guint i = 0; opt_settings != NULL && opt_settings[i] != NULL; i++)
    if ((!is_empty (opt_settings[i]) || is_set_before (i)) && !set_one (opt_settings[i], error))
      return FALSE;
  return !shows_values ()
         || deid_job_set (job, "input", "show-values", "yes", "--show-values", error);
}

/* Lists of models, and of columns whose hierarchies are read, need more than a key. */
gboolean
read_settings (const Setting *own, GError **error)
{
  const Setting *const tables[]
      = { problem_settings, lattice_settings, search_settings, output_settings, own };

  job = deid_job_new ();
  if (!load_files (error) || !clear_keys (error) || !set_roles (error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    if (tables[i] != NULL && !set_keys (tables[i], error))
      return FALSE;
  return set_rules (error) && set_lattice_options (error) && set_model_options (job, error)
         && set_others (error);
}

gboolean
is_problem_written (void)
{
  return opt_write_problem != NULL;
}

/* Inputs are named, and outputs that are there: none may be written over. Outputs that are not may
 * be in folders of another machine. */
gboolean
reserve_file (DeidOutputSet *outputs, const char *own, GError **error)
{
  static const char *const keys[] = { "output", "policy", "certificate", "page", "sql-only" };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autofree char *path = deid_job_get_path (job, "output", keys[i]);

      if ((path != NULL && g_file_test (path, G_FILE_TEST_EXISTS)
           && !deid_output_set_reserve (outputs, path, error))
          || !deid_job_set (job, "output", keys[i], NULL, NULL, error))
        return FALSE;
    }
  return deid_job_reserve_outputs (job, outputs, error)
         && deid_output_set_reserve (outputs, own, error);
}

gboolean
write_problem (DeidOutputSet *outputs, GCancellable *cancellable, GError **error)
{
  const gboolean is_printed = g_str_equal (opt_write_problem, "-");
  g_autofree char *folder
      = is_printed ? g_get_current_dir () : g_path_get_dirname (opt_write_problem);
  g_autofree char *text = deid_job_to_text (job, folder, error);

  if (text == NULL)
    return FALSE;
  if (!is_printed)
    return reserve_file (outputs, opt_write_problem, error)
           && deid_output_set_add_text (outputs, text, opt_write_problem, cancellable, error)
           && deid_output_set_commit (outputs, cancellable, error);
  g_print ("%s", text);
  return TRUE;
}
