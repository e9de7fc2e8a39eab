/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tool.h"

#include <deid/deid.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "messages.h"
#include "specifications.h"
#include "tool-pages.h"

static gboolean opt_version;
static char *opt_generate;

static const GOptionEntry tool_entries[]
    = { { "version", 0, 0, G_OPTION_ARG_NONE, &opt_version, "show the version and exit", NULL },
        { "generate", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_STRING, &opt_generate,
          "print the man page or the completions of a shell", "man|bash|zsh|fish" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

static gboolean
has_argument (const char *argument, int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    if (g_str_equal (argv[i], argument))
      return TRUE;
  return FALSE;
}

gboolean
tool_is_stream (const char *option, int argc, char **argv)
{
  g_autofree char *joined = g_strconcat (option, "=-", NULL);

  for (int i = 1; i + 1 < argc; i++)
    if (g_str_equal (argv[i], option) && g_str_equal (argv[i + 1], "-"))
      return TRUE;
  return has_argument (joined, argc, argv);
}

gboolean
tool_has_option (const Tool *tool, const char *option)
{
  for (const ToolGroup *group = tool->groups; group->title != NULL; group++)
    for (guint i = 0; group->entries[i] != NULL; i++)
      for (const GOptionEntry *entry = group->entries[i]; entry->long_name != NULL; entry++)
        if (g_str_equal (entry->long_name, option))
          return TRUE;
  return FALSE;
}

static void
add_group (GOptionContext *context, const ToolGroup *group)
{
  g_autofree char *title = NULL, *description = NULL;
  GOptionGroup *added;

  if (group->name == NULL)
    {
      for (guint i = 0; group->entries[i] != NULL; i++)
        g_option_context_add_main_entries (context, group->entries[i], NULL);
      return;
    }
  title = g_strconcat (group->title, ":", NULL);
  description = g_strdup_printf ("Show options: %s", group->title);
  added = g_option_group_new (group->name, title, description, NULL, NULL);
  for (guint i = 0; group->entries[i] != NULL; i++)
    g_option_group_add_entries (added, group->entries[i]);
  g_option_context_add_group (context, added);
}

static GOptionContext *
make_context (const Tool *tool, int argc, char **argv)
{
  g_autofree char *summary = g_strdup_printf ("- %s", tool->summary), *text = NULL;
  GOptionContext *context = g_option_context_new (summary);
  gboolean has_models = FALSE;

  for (const ToolGroup *group = tool->groups; group->title != NULL; group++)
    {
      add_group (context, group);
      has_models = has_models || g_strcmp0 (group->name, "models") == 0;
    }
  g_option_context_add_main_entries (context, tool_entries, NULL);
  if (has_models
      && (has_argument ("--help-models", argc, argv) || has_argument ("--help-all", argc, argv)))
    text = describe_specifications ();
  else if (has_models)
    text = g_strdup ("--help-models lists the models and searches, --help-all all options.\n");
  g_option_context_set_description (context, text);
  return context;
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

gboolean
tool_read_command_line (const Tool *tool, int argc, char **argv, GError **error)
{
  g_autoptr (GOptionContext) context = make_context (tool, argc, argv);
  g_autofree char *shown = NULL;
  GError *local_error = NULL;

  messages_init (tool, has_argument ("--json", argc, argv));
  if (!g_option_context_parse (context, &argc, &argv, &local_error))
    {
      if (local_error->domain == G_CONVERT_ERROR)
        name_argument (&local_error, argc, argv);
      shown = local_error->message;
      local_error->message = deid_text_escape (shown);
      g_propagate_error (error, local_error);
      return FALSE;
    }
  if (opt_version)
    {
      g_print ("%s (libdeid) %s\n", tool->name, deid_get_version ());
      exit (EXIT_SUCCESS);
    }
  if (opt_generate != NULL)
    {
      if (!tool_print_page (tool, tool_entries, opt_generate, error))
        return FALSE;
      exit (EXIT_SUCCESS);
    }
  if (argc == 1)
    return TRUE;
  shown = deid_text_show (argv[1], -1);
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "'%s': expected options only",
               shown);
  return FALSE;
}
