/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What shells complete the command line of a tool by. */
#include "tool-pages.h"

#include <string.h>

#include "option-values.h"
#include "specifications.h"

void
tool_append_options (GString *text, const Tool *tool, const GOptionEntry *more,
                     ToolOptionFunc append)
{
  for (const ToolGroup *group = tool->groups; group->title != NULL; group++)
    {
      const char *title = group->title;

      for (guint i = 0; group->entries[i] != NULL; i++)
        for (const GOptionEntry *entry = group->entries[i]; entry->long_name != NULL; entry++)
          {
            append (text, title, entry);
            title = NULL;
          }
      for (; group == tool->groups && more->long_name != NULL; more++)
        if ((more->flags & G_OPTION_FLAG_HIDDEN) == 0)
          append (text, NULL, more);
    }
}

/* Returns: (transfer full) (nullable): the words that an option takes, separated by blanks, such as
 * those of `levels|cuts`. */
static char *
list_words (const GOptionEntry *entry)
{
  char *words = list_names_of_option (entry->long_name);

  if (words == NULL && entry->arg_description != NULL
      && strchr (entry->arg_description, '|') != NULL)
    words = g_strdelimit (g_strdup (entry->arg_description), "|", ' ');
  return words;
}

static void
append_bash_case (GString *text, const char *title, const GOptionEntry *entry)
{
  g_autofree char *words = list_words (entry);

  (void) title;
  if (words != NULL)
    g_string_append_printf (
        text,
        "  --%s)\n    mapfile -t COMPREPLY < <(compgen -W '%s' -- \"$word\")\n    return ;;\n",
        entry->long_name, words);
  else if (entry->arg == G_OPTION_ARG_FILENAME)
    g_string_append_printf (text,
                            "  --%s)\n    compopt -o filenames\n    mapfile -t COMPREPLY < "
                            "<(compgen -f -- \"$word\")\n    return ;;\n",
                            entry->long_name);
  else if (entry->arg != G_OPTION_ARG_NONE)
    g_string_append_printf (text, "  --%s)\n    return ;;\n", entry->long_name);
}

static void
append_option (GString *text, const char *title, const GOptionEntry *entry)
{
  (void) title;
  g_string_append_printf (text, " --%s", entry->long_name);
}

/* What is completed may be the value of an option, behind a blank or behind `=`. */
static void
append_bash (GString *text, const Tool *tool, const GOptionEntry *more)
{
  g_autofree char *name = g_strdelimit (g_strdup (tool->name), "-", '_');

  g_string_append_printf (text, "# bash completion of %s\n_%s ()\n{\n", tool->name, name);
  g_string_append (text,
                   "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
                   "  COMPREPLY=()\n"
                   "  if [[ $word == = ]]; then\n"
                   "    word=\n"
                   "  elif [[ $before == = && COMP_CWORD -gt 1 ]]; then\n"
                   "    before=${COMP_WORDS[COMP_CWORD-2]}\n"
                   "  fi\n"
                   "  case $before in\n");
  tool_append_options (text, tool, more, append_bash_case);
  g_string_append (text, "  esac\n  mapfile -t COMPREPLY < <(compgen -W '--help --help-all");
  tool_append_options (text, tool, more, append_option);
  g_string_append_printf (text, "' -- \"$word\")\n}\ncomplete -F _%s %s\n", name, tool->name);
}

/* A text in quotes, within which some characters mean something. */
static void
append_zsh_text (GString *text, const char *part)
{
  for (; *part != '\0'; part++)
    if (*part == '\'')
      g_string_append (text, "'\\''");
    else if (strchr ("[]:\\", *part) != NULL)
      g_string_append_printf (text, "\\%c", *part);
    else
      g_string_append_c (text, *part);
}

static void
append_zsh_option (GString *text, const char *title, const GOptionEntry *entry)
{
  g_autofree char *words = list_words (entry);
  const gboolean repeats = entry->arg == G_OPTION_ARG_STRING_ARRAY;

  (void) title;
  g_string_append_printf (text, " \\\n  '%s--%s%s[", repeats ? "*" : "", entry->long_name,
                          entry->arg != G_OPTION_ARG_NONE ? "=" : "");
  append_zsh_text (text, entry->description);
  g_string_append_c (text, ']');
  if (words != NULL)
    {
      g_string_append_printf (text, ":%s:(", entry->long_name);
      append_zsh_text (text, words);
      g_string_append_c (text, ')');
    }
  else if (entry->arg != G_OPTION_ARG_NONE)
    g_string_append_printf (text, ":%s:%s", entry->long_name,
                            entry->arg == G_OPTION_ARG_FILENAME ? "_files" : " ");
  g_string_append_c (text, '\'');
}

static void
append_zsh (GString *text, const Tool *tool, const GOptionEntry *more)
{
  g_string_append_printf (text, "#compdef %s\n_arguments", tool->name);
  tool_append_options (text, tool, more, append_zsh_option);
  g_string_append_c (text, '\n');
}

static void
append_fish_option (GString *text, const char *title, const GOptionEntry *entry)
{
  g_autofree char *words = list_words (entry);

  (void) title;
  g_string_append_printf (text, "complete -c $deid_tool -l %s -d '", entry->long_name);
  for (const char *p = entry->description; *p != '\0'; p++)
    g_string_append_printf (text, "%s%c", *p == '\'' || *p == '\\' ? "\\" : "", *p);
  g_string_append_c (text, '\'');
  if (words != NULL)
    g_string_append_printf (text, " -x -a '%s'", words);
  else if (entry->arg != G_OPTION_ARG_NONE)
    g_string_append (text, entry->arg == G_OPTION_ARG_FILENAME ? " -r -F" : " -x");
  g_string_append_c (text, '\n');
}

static void
append_fish (GString *text, const Tool *tool, const GOptionEntry *more)
{
  g_string_append_printf (text, "set -l deid_tool %s\ncomplete -c $deid_tool -f\n", tool->name);
  tool_append_options (text, tool, more, append_fish_option);
}

gboolean
tool_print_page (const Tool *tool, const GOptionEntry *more, const char *kind, GError **error)
{
  static const struct
  {
    const char *kind;
    void (*append) (GString *text, const Tool *tool, const GOptionEntry *more);
  } kinds[] = {
    { "man", tool_append_manual },
    { "bash", append_bash },
    { "zsh", append_zsh },
    { "fish", append_fish },
  };
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (kinds[i].kind, kind))
      {
        kinds[i].append (text, tool, more);
        g_print ("%s", text->str);
        return TRUE;
      }
  return refuse_option ("generate", kind, "man, bash, zsh or fish", error);
}
