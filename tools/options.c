/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "options.h"

#include <deid/deid.h>
#include <string.h>

#include "base/text.h"
#include "option-values.h"
#include "specifications.h"

static const struct
{
  const char *name, *role, *summary;
} roles[] = {
  { "qi", "quasi-identifying", "Quasi-identifiers: columns that identify a person in combination" },
  { "sensitive", "sensitive", "Sensitive columns: nobody may learn a person's value" },
  { "insensitive", "insensitive", "Columns to release unchanged" },
  { "judged", "judged",
    "Sensitive columns to protect and not to release; A+B stands for the pair of A and B" },
  { "entity", "entity",
    "Column that identifies the person, who may have several rows; A+B combines A and B" },
  { "weight", "weight", "Column with the number of identical records that a row represents" },
  { "survey-weight", "survey-weight",
    "Column with the number of people that a record represents in the population" },
};

static const struct
{
  char letter;
  const char *name;
} letters[] = {
  { 'm', "model" }, { 'o', "output" }, { 'p', "page" }, { 'q', "qi" }, { 's', "suppression-limit" }
};

/* The keys of problem files. They live as long as the process, as the options made of them do. */
static struct
{
  char **names, **sections, **forms, **summaries;
  DeidJob *defaults;
} keys;

static GPtrArray *options; /* of the verb in use */
static GPtrArray *given;
static char **arguments;

static void
load_keys (void)
{
  if (keys.names != NULL)
    return;
  keys.names = deid_job_list_keys (&keys.sections, &keys.forms, &keys.summaries);
  keys.defaults = deid_job_new ();
}

static void
option_free (gpointer data)
{
  Option *option = data;

  g_free (option->form);
  g_strfreev (option->words);
  g_free (option);
}

static Option *
add_option (GPtrArray *list, const VerbGroup *group, const char *name, const char *summary)
{
  Option *option = g_new0 (Option, 1);

  option->group = group;
  option->name = name;
  option->summary = summary;
  for (guint i = 0; i < G_N_ELEMENTS (letters); i++)
    if (g_str_equal (letters[i].name, name))
      option->letter = letters[i].letter;
  g_ptr_array_add (list, option);
  return option;
}

/* Returns: (transfer full) (nullable): the words of a form such as `levels|cuts`. */
static char **
split_words (const char *form)
{
  const gboolean is_open = form == NULL || strchr (form, '|') == NULL
                           || strcspn (form, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") < strlen (form);

  return is_open ? NULL : g_strsplit (form, "|", -1);
}

static Option *
add_role (GPtrArray *list, const VerbGroup *group, const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (roles); i++)
    if (g_str_equal (roles[i].name, name))
      {
        Option *option = add_option (list, group, roles[i].name, roles[i].summary);

        option->role = roles[i].role;
        option->form = g_strdup ("COLUMN,...");
        return option;
      }
  return NULL;
}

/* A key of the whole run and one of columns that have one name are one option. */
static void
add_key (GPtrArray *list, const VerbGroup *group, const char *name)
{
  Option *option = NULL;

  for (guint k = 0; keys.names[k] != NULL; k++)
    {
      const gboolean is_of_columns = g_str_equal (keys.sections[k], ALL_COLUMNS);
      const char *form = keys.forms[k];

      if (!g_str_equal (keys.names[k], name))
        continue;
      if (option == NULL)
        option = add_option (list, group, keys.names[k], keys.summaries[k]);
      option->is_of_columns |= is_of_columns;
      option->is_list |= g_str_has_suffix (form, ";…");
      option->is_path |= strstr (form, "FILE") != NULL || g_str_equal (form, "PREFIX");
      if (is_of_columns)
        {
          g_autofree char *global = g_steal_pointer (&option->form);
          const gsize length = strlen (form) - (option->is_list ? strlen (";…") : 0);

          option->form = g_strdup_printf ("%s%sCOLUMN=%.*s", global != NULL ? global : "",
                                          global != NULL ? "|" : "", (int) length, form);
          continue;
        }
      option->section = keys.sections[k];
      option->is_flag = g_str_equal (form, "yes|no");
      option->is_on = option->is_flag
                      && g_str_equal (deid_job_get (keys.defaults, option->section, name), "yes");
      option->words = split_words (form);
      option->form = option->is_flag   ? NULL
                     : option->is_list ? g_strndup (form, strlen (form) - strlen (";…"))
                                       : g_strdup (form);
    }
  g_assert (option != NULL); /* a verb names keys that there are */
  if (option->words == NULL && option->section != NULL)
    {
      g_autofree char *names = list_names_of_option (name);

      option->words = names != NULL ? g_strsplit (names, " ", -1) : NULL;
    }
}

static void
add_own (GPtrArray *list, const VerbGroup *group, const GOptionEntry *entry)
{
  Option *option = add_option (list, group, entry->long_name, entry->description);

  option->entry = entry;
  option->form = g_strdup (entry->arg_description);
  option->is_path
      = entry->arg == G_OPTION_ARG_FILENAME || entry->arg == G_OPTION_ARG_FILENAME_ARRAY;
  option->is_list
      = entry->arg == G_OPTION_ARG_STRING_ARRAY || entry->arg == G_OPTION_ARG_FILENAME_ARRAY;
  option->words = split_words (entry->arg_description);
}

GPtrArray *
list_options (const Verb *verb)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (option_free);

  load_keys ();
  for (const VerbGroup *group = verb->groups; group->title != NULL; group++)
    {
      g_auto (GStrv) names = g_strsplit (group->names != NULL ? group->names : "", " ", -1);

      for (guint i = 0; names[i] != NULL; i++)
        if (add_role (list, group, names[i]) == NULL)
          add_key (list, group, names[i]);
      for (guint i = 0; group->entries[i] != NULL; i++)
        for (const GOptionEntry *entry = group->entries[i]; entry->long_name != NULL; entry++)
          add_own (list, group, entry);
    }
  return list;
}

static void
use_verb (const Verb *verb)
{
  if (options == NULL)
    options = list_options (verb);
}

const Option *
find_option (const char *name)
{
  for (guint i = 0; options != NULL && i < options->len; i++)
    {
      const Option *option = g_ptr_array_index (options, i);

      if (g_str_equal (option->name, name))
        return option;
    }
  return NULL;
}

/* Returns: (nullable): the option that an argument names, such as `--model` or `-m`. */
static const Option *
find_named (const char *argument)
{
  if (g_str_has_prefix (argument, "--"))
    return find_option (argument + 2);
  for (guint i = 0; argument[0] == '-' && i < G_N_ELEMENTS (letters); i++)
    if (letters[i].letter == argument[1])
      return find_option (letters[i].name);
  return NULL;
}

static gboolean
take_option (const char *name, const char *value, gpointer data, GError **error)
{
  Given *one = g_new0 (Given, 1);

  (void) data;
  (void) error;
  one->option = find_named (name);
  one->name = g_strdup (name);
  one->value = g_strdup (value);
  g_ptr_array_add (given, one);
  return TRUE;
}

static void
given_free (gpointer data)
{
  Given *one = data;

  g_free (one->name);
  g_free (one->value);
  g_free (one);
}

/* GLib's own help is replaced by that of the verb. */
static GOptionContext *
make_context (void)
{
  GOptionContext *context = g_option_context_new (NULL);

  g_option_context_set_help_enabled (context, FALSE);
  for (guint i = 0; i < options->len; i++)
    {
      const Option *option = g_ptr_array_index (options, i);
      const GOptionEntry of_key = { option->name,
                                    option->letter,
                                    option->is_path ? G_OPTION_FLAG_FILENAME : 0,
                                    G_OPTION_ARG_CALLBACK,
                                    (gpointer) (guintptr) take_option,
                                    NULL,
                                    NULL };
      GOptionEntry entries[2] = { option->entry != NULL ? *option->entry : of_key };

      entries[0].short_name = option->letter;
      g_option_context_add_main_entries (context, entries, NULL);
    }
  return context;
}

/* A flag of a key takes no value from the next argument: `--explain` is `--explain=yes`. */
static char **
complete_flags (int argc, char **argv)
{
  char **completed = g_new0 (char *, (gsize) argc + 1);
  gboolean is_over = FALSE;

  for (int i = 0; i < argc; i++)
    {
      const Option *option = is_over ? NULL : find_named (argv[i]);

      is_over = is_over || g_str_equal (argv[i], "--");
      completed[i] = option != NULL && option->is_flag && g_str_has_prefix (argv[i], "--")
                         ? g_strconcat (argv[i], "=yes", NULL)
                         : g_strdup (argv[i]);
    }
  return completed;
}

/* An argument that cannot be converted is one of the command line: the message names its option. */
static void
name_argument (GError **error, int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    {
      g_autofree char *converted = g_locale_to_utf8 (argv[i], -1, NULL, NULL, NULL);
      const char *option = argv[i][0] != '-' ? argv[i - 1] : argv[i];

      if (converted != NULL)
        continue;
      g_clear_error (error);
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   "%.*s: expected a text in the encoding of the locale",
                   (int) strcspn (option, "="), option);
      return;
    }
}

/* Returns: (transfer full): a question for the option that may have been meant. */
static char *
ask_nearest (const char *name)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  DeidNearestText nearest;

  deid_nearest_text_init (&nearest, name);
  for (guint i = 0; i < options->len; i++)
    {
      const Option *option = g_ptr_array_index (options, i);

      g_ptr_array_add (names, g_strconcat ("--", option->name, NULL));
      deid_nearest_text_try (&nearest, g_ptr_array_index (names, i));
    }
  return deid_nearest_text_ask (&nearest);
}

/* Names the first option that the verb does not have, and the one that may have been meant. */
static void
name_unknown (const Verb *verb, GError **error, int argc, char **argv)
{
  for (int i = 1; i < argc && !g_str_equal (argv[i], "--"); i++)
    {
      const gsize length = strcspn (argv[i], "=");
      g_autofree char *name = g_strndup (argv[i], length);
      g_autofree char *question = NULL;

      if (name[0] != '-' || name[1] == '\0' || find_named (name) != NULL)
        continue;
      question = ask_nearest (name);
      g_clear_error (error);
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION,
                   "unknown option %s%s; see deid %s --help", name, question, verb->name);
      return;
    }
}

/* GLib takes `--quiet=no` for `--quiet`. */
static gboolean
check_plain_flags (char **argv, GError **error)
{
  for (guint i = 1; argv[0] != NULL && argv[i] != NULL && !g_str_equal (argv[i], "--"); i++)
    {
      g_autofree char *name = g_strndup (argv[i], strcspn (argv[i], "="));
      const Option *option = g_str_has_prefix (name, "--") ? find_named (name) : NULL;

      if (option == NULL || option->entry == NULL || option->entry->arg != G_OPTION_ARG_NONE
          || strlen (name) == strlen (argv[i]))
        continue;
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s: expected no value", name);
      return FALSE;
    }
  return TRUE;
}

/* GLib leaves `--` where an argument behind it begins with a hyphen. */
static void
remove_end_of_options (char **list)
{
  guint i = 0;

  while (list[i] != NULL && !g_str_equal (list[i], "--"))
    i++;
  g_free (list[i]);
  for (; list[i] != NULL; i++)
    list[i] = list[i + 1];
}

gboolean
read_command_line (const Verb *verb, int argc, char **argv, GError **error)
{
  g_auto (GStrv) completed = NULL;
  g_autoptr (GOptionContext) context = NULL;
  g_autofree char **left = NULL;
  g_autofree char *said = NULL;
  GError *own_error = NULL;

  use_verb (verb);
  given = g_ptr_array_new_with_free_func (given_free);
  context = make_context ();
  completed = complete_flags (argc, argv);
  left = g_new0 (char *, (gsize) argc + 1);
  memcpy (left, completed, sizeof (char *) * (gsize) argc);
  if (!check_plain_flags (completed, error))
    return FALSE;
  if (g_option_context_parse (context, &argc, &left, &own_error))
    {
      arguments = g_strdupv (argc > 0 ? left + 1 : left);
      remove_end_of_options (arguments);
      return TRUE;
    }
  if (own_error->domain == G_CONVERT_ERROR)
    name_argument (&own_error, (int) g_strv_length (completed), completed);
  else if (own_error->code == G_OPTION_ERROR_UNKNOWN_OPTION)
    name_unknown (verb, &own_error, (int) g_strv_length (completed), completed);
  said = own_error->message;
  own_error->message = deid_text_escape (said);
  g_propagate_error (error, own_error);
  return FALSE;
}

/* An option with a file that the verb writes. */
static gboolean
is_output (const Option *option)
{
  return option != NULL && option->is_path && g_strcmp0 (option->section, "output") == 0;
}

gboolean
is_stream_given (const Verb *verb, int argc, char **argv)
{
  gboolean is_given = FALSE;

  use_verb (verb);
  for (int i = 1; i < argc && !is_given; i++)
    {
      const char *sign = strchr (argv[i], '=');
      g_autofree char *name = g_strndup (argv[i], strcspn (argv[i], "="));

      is_given = is_output (find_named (name))
                 && (sign != NULL ? g_str_equal (sign, "=-")
                                  : i + 1 < argc && g_str_equal (argv[i + 1], "-"));
    }
  return is_given;
}

const GPtrArray *
get_given_options (void)
{
  return given;
}

const char *
get_given_value (const char *name)
{
  for (guint i = given->len; i > 0; i--)
    {
      const Given *one = g_ptr_array_index (given, i - 1);

      if (g_str_equal (one->option->name, name))
        return one->value;
    }
  return NULL;
}

char *const *
get_arguments (void)
{
  return arguments;
}
