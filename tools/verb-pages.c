/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Man pages, and what shells complete the command line from. */
#include <deid/deid.h>
#include <string.h>

#include "options.h"
#include "specifications.h"
#include "verb-help.h"

/* Text of a page of troff: a backslash, a quotation mark, a minus and what begins a request are
 * escaped. */
static void
append_troff (GString *page, const char *text)
{
  if (text[0] == '.' || text[0] == '\'')
    g_string_append (page, "\\&");
  for (; *text != '\0'; text = g_utf8_next_char (text))
    {
      const gunichar c = g_utf8_get_char (text);

      if (c == '\\')
        g_string_append (page, "\\e");
      else if (c == '-')
        g_string_append (page, "\\-");
      else if (c == '\'')
        g_string_append (page, "\\(aq");
      else if (c < 0x80)
        g_string_append_unichar (page, c);
      else
        g_string_append_printf (page, "\\[u%04X]", c);
    }
}

static void
append_heading (GString *page, const char *request, const char *title)
{
  g_string_append_printf (page, ".%s \"", request);
  append_troff (page, title);
  g_string_append (page, "\"\n");
}

static void
append_term (GString *page, const char *term, const char *form, const char *meaning)
{
  g_string_append (page, ".TP\n\\fB");
  append_troff (page, term);
  g_string_append (page, "\\fR");
  if (form != NULL)
    {
      g_string_append (page, " \\fI");
      append_troff (page, form);
      g_string_append (page, "\\fR");
    }
  g_string_append_c (page, '\n');
  append_troff (page, meaning);
  g_string_append (page, ".\n");
}

static void
append_name (GString *page, const char *name, const char *summary)
{
  g_autofree char *title = g_ascii_strup (name, -1);

  g_string_append_printf (page, ".TH %s 1 \"\" \"libdeid %s\" \"User Commands\"\n", title,
                          deid_get_version ());
  append_heading (page, "SH", "NAME");
  append_troff (page, name);
  g_string_append (page, " \\- ");
  append_troff (page, summary);
  g_string_append_c (page, '\n');
  append_heading (page, "SH", "SYNOPSIS");
}

static void
append_kind (gpointer page, const char *title)
{
  append_heading (page, "SS", title);
}

static void
append_form (gpointer page, const char *form, const char *summary)
{
  append_term (page, form, NULL, summary);
}

static void
append_command_page (GString *page)
{
  g_auto (GStrv) summaries = NULL;
  g_auto (GStrv) forms = deid_hierarchy_list_specifications (&summaries);

  append_name (page, "deid", "de-identify tables about people");
  g_string_append (page, "\\fBdeid\\fR \\fIVERB\\fR [\\fIOPTION\\fR]... [\\fIFILE\\fR]...\n");
  append_heading (page, "SH", "VERBS");
  for (guint i = 0; verbs[i] != NULL; i++)
    append_term (page, verbs[i]->name, NULL, verbs[i]->summary);
  append_heading (page, "SH", "MODELS AND SEARCHES");
  list_specifications (append_kind, append_form, page);
  append_heading (page, "SH", "RULES");
  for (guint i = 0; forms[i] != NULL; i++)
    append_term (page, forms[i], NULL, summaries[i]);
  append_heading (page, "SH", "SEE ALSO");
  for (guint i = 0; verbs[i] != NULL; i++)
    g_string_append_printf (page, ".BR deid\\-%s (1)%s\n", verbs[i]->name,
                            verbs[i + 1] != NULL ? "," : "");
}

static void
append_verb_options (GString *page, const Verb *verb)
{
  g_autoptr (GPtrArray) list = list_options (verb);
  const VerbGroup *group = NULL;

  append_heading (page, "SH", "OPTIONS");
  for (guint i = 0; i < list->len; i++)
    {
      const Option *option = g_ptr_array_index (list, i);
      g_autofree char *letter
          = option->letter != '\0' ? g_strdup_printf ("-%c, ", option->letter) : g_strdup ("");
      g_autofree char *term
          = g_strconcat (letter, "--", option->name, option->is_on ? "=yes|no" : "", NULL);

      if (option->group != group)
        append_heading (page, "SS", option->group->title);
      group = option->group;
      append_term (page, term, option->form, option->summary);
    }
}

static void
append_verb_page (GString *page, const Verb *verb)
{
  g_autofree char *name = g_strconcat ("deid-", verb->name, NULL);

  append_name (page, name, verb->summary);
  g_string_append_printf (page, "\\fBdeid %s\\fR [\\fIOPTION\\fR]... ", verb->name);
  append_troff (page, verb->arguments);
  g_string_append_c (page, '\n');
  append_heading (page, "SH", "DESCRIPTION");
  for (guint i = 0; verb->description[i] != NULL; i++)
    {
      g_string_append (page, i > 0 ? ".PP\n" : "");
      append_troff (page, verb->description[i]);
      g_string_append_c (page, '\n');
    }
  append_verb_options (page, verb);
  append_heading (page, "SH", "EXIT STATUS");
  for (guint i = 0; verb->statuses[i] != NULL; i++)
    {
      g_autofree char *number = g_strdup_printf ("%u", i);

      append_term (page, number, NULL, verb->statuses[i]);
    }
  append_heading (page, "SH", "EXAMPLES");
  g_string_append (page, ".nf\n");
  for (guint i = 0; verb->examples[i] != NULL; i++)
    {
      append_troff (page, verb->examples[i]);
      g_string_append_c (page, '\n');
    }
  g_string_append (page, ".fi\n");
  append_heading (page, "SH", "SEE ALSO");
  g_string_append (page, ".BR deid (1)\n");
}

static void
append_verb_names (GString *text)
{
  for (guint i = 0; verbs[i] != NULL; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", verbs[i]->name);
}

static void
append_bash_option (GString *cases, GString *names, const Verb *verb, const Option *option)
{
  g_autofree char *words = option->words != NULL ? g_strjoinv (" ", option->words) : NULL;

  g_string_append_printf (names, " --%s", option->name);
  if (option->form == NULL)
    return;
  g_string_append_printf (cases, "    %s:--%s", verb->name, option->name);
  if (option->letter != '\0')
    g_string_append_printf (cases, "|%s:-%c", verb->name, option->letter);
  if (words != NULL)
    g_string_append_printf (
        cases, ")\n      mapfile -t COMPREPLY < <(compgen -W '%s' -- \"$word\")\n", words);
  else if (option->is_path)
    g_string_append (cases, ")\n      compopt -o filenames\n"
                            "      mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n");
  else
    g_string_append (cases, ")\n");
  g_string_append (cases, "      return ;;\n");
}

/* What is completed may be the value of an option, behind a blank or behind `=`. */
static void
append_bash (GString *text)
{
  g_autoptr (GString) cases = g_string_new (NULL), names = g_string_new (NULL);

  for (guint v = 0; verbs[v] != NULL; v++)
    {
      g_autoptr (GPtrArray) list = list_options (verbs[v]);

      g_string_append_printf (names, "    %s) options='--help --help-all", verbs[v]->name);
      for (guint i = 0; i < list->len; i++)
        append_bash_option (cases, names, verbs[v], g_ptr_array_index (list, i));
      g_string_append (names, "' ;;\n");
    }
  g_string_append (text,
                   "# bash completion of deid\n_deid ()\n{\n"
                   "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
                   "  local verb=${COMP_WORDS[1]} options=\n"
                   "  COMPREPLY=()\n"
                   "  if [[ $COMP_CWORD -eq 1 ]]; then\n"
                   "    mapfile -t COMPREPLY < <(compgen -W 'help --help --version ");
  append_verb_names (text);
  g_string_append_printf (text,
                          "' -- \"$word\")\n    return\n  fi\n"
                          "  if [[ $word == = ]]; then\n    word=\n"
                          "  elif [[ $before == = && COMP_CWORD -gt 2 ]]; then\n"
                          "    before=${COMP_WORDS[COMP_CWORD-2]}\n  fi\n"
                          "  case $verb:$before in\n%s  esac\n"
                          "  case $verb in\n%s  esac\n"
                          "  compopt -o filenames\n"
                          "  mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\"; "
                          "compgen -f -- \"$word\")\n}\ncomplete -F _deid deid\n",
                          cases->str, names->str);
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
append_zsh_option (GString *text, const Option *option)
{
  g_autofree char *words = option->words != NULL ? g_strjoinv (" ", option->words) : NULL;

  g_string_append (text, " \\\n        ");
  if (option->letter == '\0')
    g_string_append_printf (text, "'%s--%s%s[", option->is_list ? "*" : "", option->name,
                            option->is_flag        ? "=-"
                            : option->form != NULL ? "="
                                                   : "");
  else if (option->is_list)
    g_string_append_printf (text, "'*'{-%c+,--%s=}'[", option->letter, option->name);
  else
    g_string_append_printf (text, "'(-%c --%s)'{-%c+,--%s=}'[", option->letter, option->name,
                            option->letter, option->name);
  append_zsh_text (text, option->summary);
  g_string_append_c (text, ']');
  if (option->is_flag)
    g_string_append_printf (text, "::%s:(yes no)", option->name);
  else if (words != NULL)
    {
      g_string_append_printf (text, ":%s:(", option->name);
      append_zsh_text (text, words);
      g_string_append_c (text, ')');
    }
  else if (option->form != NULL)
    g_string_append_printf (text, ":%s:%s", option->name, option->is_path ? "_files" : " ");
  g_string_append_c (text, '\'');
}

static void
append_zsh (GString *text)
{
  g_string_append (text, "#compdef deid\nlocal curcontext=$curcontext state line\n"
                         "typeset -A opt_args\n_arguments -C '1:verb:(help ");
  append_verb_names (text);
  g_string_append (text, ")' '*::argument:->arguments'\ncase $state in\n  arguments)\n"
                         "    case $words[1] in\n");
  for (guint v = 0; verbs[v] != NULL; v++)
    {
      g_autoptr (GPtrArray) list = list_options (verbs[v]);

      g_string_append_printf (text, "      %s)\n        _arguments '*:file:_files'",
                              verbs[v]->name);
      for (guint i = 0; i < list->len; i++)
        append_zsh_option (text, g_ptr_array_index (list, i));
      g_string_append (text, " ;;\n");
    }
  g_string_append (text, "    esac ;;\nesac\n");
}

static void
append_fish_text (GString *text, const char *part)
{
  for (; *part != '\0'; part++)
    g_string_append_printf (text, "%s%c", *part == '\'' || *part == '\\' ? "\\" : "", *part);
}

static void
append_fish_option (GString *text, const Verb *verb, const Option *option)
{
  g_autofree char *words = option->words != NULL ? g_strjoinv (" ", option->words) : NULL;

  g_string_append_printf (text, "complete -c deid -n '__fish_seen_subcommand_from %s' -l %s",
                          verb->name, option->name);
  if (option->letter != '\0')
    g_string_append_printf (text, " -s %c", option->letter);
  g_string_append (text, " -d '");
  append_fish_text (text, option->summary);
  g_string_append_c (text, '\'');
  if (words != NULL && !option->is_flag)
    g_string_append_printf (text, " -x -a '%s'", words);
  else if (option->form != NULL)
    g_string_append (text, option->is_path ? " -r -F" : " -x");
  g_string_append_c (text, '\n');
}

static void
append_fish (GString *text)
{
  for (guint v = 0; verbs[v] != NULL; v++)
    {
      g_autoptr (GPtrArray) list = list_options (verbs[v]);

      g_string_append_printf (text, "complete -c deid -n __fish_use_subcommand -f -a %s -d '",
                              verbs[v]->name);
      append_fish_text (text, verbs[v]->summary);
      g_string_append (text, "'\n");
      for (guint i = 0; i < list->len; i++)
        append_fish_option (text, verbs[v], g_ptr_array_index (list, i));
    }
}

char *
make_verb_page (const char *kind, const Verb *verb)
{
  static const struct
  {
    const char *kind;
    void (*append) (GString *text);
  } kinds[] = { { "man", append_command_page },
                { "bash", append_bash },
                { "zsh", append_zsh },
                { "fish", append_fish } };
  g_autoptr (GString) text = g_string_new (NULL);

  if (verb != NULL && g_str_equal (kind, "man"))
    {
      append_verb_page (text, verb);
      return g_string_free (g_steal_pointer (&text), FALSE);
    }
  for (guint i = 0; verb == NULL && i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (kinds[i].kind, kind))
      {
        kinds[i].append (text);
        return g_string_free (g_steal_pointer (&text), FALSE);
      }
  return NULL;
}
