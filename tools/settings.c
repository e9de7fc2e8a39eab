/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From problem files and options to settings. */
#include "settings.h"

#include <string.h>

#include "base/text.h"
#include "input-files.h"
#include "messages.h"
#include "option-values.h"
#include "options.h"
#include "standard-streams.h"

static DeidJob *job;
static char **opt_problems, **opt_settings;
static char *opt_write_problem;

const GOptionEntry settings_entries[]
    = { { "problem", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &opt_problems,
          "Problem file, whatever its name; options override files", "FILE" },
        { "set", 0, 0, G_OPTION_ARG_STRING_ARRAY, &opt_settings,
          "Set a key of a section, such as 'column zip.levels=1..'", "SECTION.KEY=VALUE" },
        { "write-problem", 0, 0, G_OPTION_ARG_FILENAME, &opt_write_problem,
          "Write all settings to a problem file, or - for standard output, and stop", "FILE" },
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

gboolean
any_column_has (const char *key, const char *value)
{
  g_auto (GStrv) sections = deid_job_list_column_sections (job);

  for (guint i = 0; sections[i] != NULL; i++)
    if (deid_job_is_set (job, sections[i], key)
        && (value == NULL || g_str_equal (deid_job_get (job, sections[i], key), value)))
      return TRUE;
  return FALSE;
}

/* On the command line, `\t` is a tab without the quoting of a problem file. */
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

/* Returns: (transfer full) (nullable): the names of columns in a value. */
static char **
read_columns (const Given *one, GError **error)
{
  g_auto (GStrv) names = split_list (one->value);

  if (!g_strv_contains ((const char *const *) names, ""))
    return g_steal_pointer (&names);
  refuse_option (one->option->name, one->value, "names of columns with a comma between two", error);
  return NULL;
}

/* Returns: the length of the column's name in COLUMN=VALUE, or 0 if the value is for all. */
static gsize
get_column_length (const Given *one)
{
  const gsize length = strcspn (one->value, "=");

  return one->option->is_of_columns && one->value[length] == '=' ? length : 0;
}

/* No two options may give a column a role. */
static gboolean
refuse_role (const char *origin, const char *column, const char *other, GError **error)
{
  g_autofree char *shown = deid_text_show (column, -1);

  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               "%s: column '%s' has another role by --%s, expected one", origin, shown, other);
  return FALSE;
}

/* Columns that mark persons together are combined by signs in the name of one. */
static gboolean
refuse_entities (const Given *one, char **names, GError **error)
{
  g_autofree char *combined = g_strjoinv ("+", names);
  g_autofree char *word = quote_word (combined);
  g_autofree char *expected
      = g_strdup_printf ("one column. If these mark a person together, write --entity %s, or in a "
                         "problem file a section [column person] with role=entity and joint=, "
                         "which lists them. Write \\, for a comma within a name",
                         word);

  return refuse_option (one->option->name, one->value, expected, error);
}

static gboolean
set_role (const Given *one, GHashTable *options, GError **error)
{
  g_auto (GStrv) names = read_columns (one, error);

  if (names != NULL && names[1] != NULL && g_str_equal (one->option->role, "entity"))
    return refuse_entities (one, names, error);
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      const Option *other = g_hash_table_lookup (options, names[i]);

      if (other != NULL && other != one->option)
        return refuse_role (one->name, names[i], other->name, error);
      g_hash_table_insert (options, g_strdup (names[i]), (gpointer) one->option);
      if (!set_column (names[i], "role", one->option->role, one->name, error))
        return FALSE;
    }
  return names != NULL;
}

/* Checks --role, which sets the key, against the options that are called like roles. It may leave a
 * quasi-identifier out, as a warning advises. */
static gboolean
check_role (const Given *one, GHashTable *options, GError **error)
{
  const gsize length = get_column_length (one);
  g_autofree char *column = g_strstrip (g_strndup (one->value, length));
  g_autofree char *role = g_strstrip (g_strdup (one->value + length + (length > 0 ? 1 : 0)));
  const Option *other = g_hash_table_lookup (options, column);

  return other == NULL || g_str_equal (other->role, role)
         || (g_str_equal (other->name, "qi") && g_str_equal (role, "identifying"))
         || refuse_role ("--role", column, other->name, error);
}

static gboolean
set_roles (GError **error)
{
  g_autoptr (GHashTable) options = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const GPtrArray *given = get_given_options ();

  for (guint i = 0; i < given->len; i++)
    {
      const Given *one = g_ptr_array_index (given, i);

      if (one->option->role != NULL && !set_role (one, options, error))
        return FALSE;
    }
  for (guint i = 0; i < given->len; i++)
    {
      const Given *one = g_ptr_array_index (given, i);

      if (g_str_equal (one->option->name, "role") && !check_role (one, options, error))
        return FALSE;
    }
  return TRUE;
}

/* The form of one value of a column. */
static gboolean
refuse_form (const Given *one, GError **error)
{
  const char *form = strstr (one->option->form, "COLUMN=");

  return refuse_option (one->option->name, one->value, form, error);
}

/* Returns: (nullable): what stands for the value of a key of columns that a column alone has. */
static const char *
get_usual_value (const char *name)
{
  return g_str_equal (name, "bin-mean") ? "table" : NULL;
}

/* Joins the items of a list that several options give: those before @last are part of it.
 *
 * Returns: (transfer full) (nullable): the list. */
static char *
join_items (guint last, gsize column_length, GError **error)
{
  const GPtrArray *given = get_given_options ();
  const Given *one = g_ptr_array_index (given, last);
  g_autoptr (GString) items = g_string_new (NULL);

  for (guint i = 0; i <= last; i++)
    {
      const Given *other = g_ptr_array_index (given, i);
      g_auto (GStrv) parts = NULL;

      if (other->option != one->option || get_column_length (other) != column_length
          || strncmp (other->value, one->value, column_length) != 0)
        continue;
      if (column_length > 0 || !g_str_equal (one->option->form, "COLUMN"))
        {
          append_item (items, other->value + (column_length > 0 ? column_length + 1 : 0));
          continue;
        }
      parts = read_columns (other, error);
      if (parts == NULL)
        return NULL;
      for (guint k = 0; parts[k] != NULL; k++)
        append_item (items, parts[k]);
    }
  return g_strdup (items->str);
}

static gboolean
set_of_column (guint i, gsize length, const char *origin, GError **error)
{
  const Given *one = g_ptr_array_index (get_given_options (), i);
  const char *name = one->option->name;
  g_autofree char *column = g_strndup (one->value, length > 0 ? length : strlen (one->value));
  g_autofree char *items
      = one->option->is_list && length > 0 ? join_items (i, length, error) : NULL;
  const char *value = items != NULL ? items
                      : length > 0  ? one->value + length + 1
                                    : get_usual_value (name);

  if (g_strstrip (column)[0] == '\0' || value == NULL || value[0] == '\0'
      || (g_str_equal (name, "group-weight") && strchr (value, '=') == NULL))
    return refuse_form (one, error);
  return set_column (column, name, value, origin, error);
}

static gboolean
set_of_all (guint i, const char *origin, GError **error)
{
  const Given *one = g_ptr_array_index (get_given_options (), i);
  g_autofree char *items = NULL;

  if (one->value[0] == '\0')
    return refuse_option (one->option->name, one->value, "a value", error);
  items = one->option->is_list ? join_items (i, 0, error) : g_strdup (one->value);
  return items != NULL && set_key (one->option->section, one->option->name, items, origin, error);
}

/* Tells the user if the options leave out models of the problem file. */
static void
tell_dropped (const char *before)
{
  const char *after = deid_job_get (job, "models", "model");
  g_auto (GStrv) old = g_strsplit (before, ";", -1), new = g_strsplit (after, ";", -1);
  g_autofree char *shown = deid_text_escape (before);
  g_autofree char *note
      = g_strdup_printf ("--model replaces the models of the problem file, %s", shown);

  for (guint i = 0; old[i] != NULL; i++)
    if (!g_strv_contains ((const char *const *) new, old[i]))
      {
        print_note (note);
        return;
      }
}

static gboolean
set_keys (GError **error)
{
  const GPtrArray *given = get_given_options ();
  g_autofree char *before = g_strdup (deid_job_get (job, "models", "model"));

  for (guint i = 0; i < given->len; i++)
    {
      const Given *one = g_ptr_array_index (given, i);
      const gsize length = get_column_length (one);
      const gboolean is_of_column = length > 0 || one->option->section == NULL;

      if (one->option->role == NULL
          && !(is_of_column ? set_of_column (i, length, one->name, error)
                            : set_of_all (i, one->name, error)))
        return FALSE;
    }
  tell_dropped (before);
  return TRUE;
}

/* The key ends at the first equals sign that has a key before it: names of columns may have some,
 * and points. */
static const char *
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
load_problem_file (const char *path, GError **error)
{
  g_autoptr (GInputStream) stream = NULL;

  if (!is_standard_input (path))
    return deid_job_load_file (job, path, NULL, error);
  stream = open_standard_input ();
  return deid_job_load_stream (job, stream, STANDARD_INPUT, NULL, NULL, error);
}

static gboolean
is_problem_name (const char *path)
{
  return g_str_has_suffix (path, ".ini");
}

static gboolean
load_files (GError **error)
{
  char *const *arguments = get_arguments ();

  for (guint i = 0; opt_problems != NULL && opt_problems[i] != NULL; i++)
    if (!load_problem_file (opt_problems[i], error))
      return FALSE;
  for (guint i = 0; arguments[i] != NULL; i++)
    if (is_problem_name (arguments[i]) && !load_problem_file (arguments[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
set_table (GError **error)
{
  char *const *arguments = get_arguments ();
  const char *table = get_given_value ("input");

  for (guint i = 0; arguments[i] != NULL; i++)
    {
      g_autofree char *shown = NULL;

      if (is_problem_name (arguments[i]))
        continue;
      if (table != NULL)
        {
          shown = deid_text_show (arguments[i], -1);
          g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       "'%s': expected one table; %s", shown,
                       g_str_equal (shown, "yes") || g_str_equal (shown, "no")
                           ? "yes or no stands behind an equals sign, as in --header=no"
                           : "a problem file ends in .ini, or has --problem in front of it");
          return FALSE;
        }
      table = arguments[i];
      if (!deid_job_set (job, "input", "input", table, "TABLE", error))
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
  return TRUE;
}

gboolean
read_settings (GError **error)
{
  job = deid_job_new ();
  return load_files (error) && clear_keys (error) && set_roles (error) && set_keys (error)
         && set_table (error) && set_others (error);
}

gboolean
read_options_only (GError **error)
{
  job = deid_job_new ();
  return set_roles (error) && set_keys (error);
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
  print_unconverted (text);
  return TRUE;
}
