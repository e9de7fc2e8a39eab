/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A tool's page of the manual, for `man`. */
#include <deid/deid.h>
#include <string.h>

#include "specifications.h"
#include "tool-pages.h"

/* A text of troff: nothing in it is a request, and a hyphen that is typed is one that can be
 * copied. */
static void
append_text (GString *page, const char *text)
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

/* A section's title is the argument of a request. */
static void
append_title (GString *page, const char *request, const char *title)
{
  g_string_append_printf (page, ".%s \"", request);
  append_text (page, title);
  g_string_append (page, "\"\n");
}

static void
append_option (GString *page, const char *title, const GOptionEntry *entry)
{
  if (title != NULL)
    append_title (page, "SS", title);
  g_string_append (page, ".TP\n\\fB");
  append_text (page, "--");
  append_text (page, entry->long_name);
  g_string_append (page, "\\fR");
  if (entry->arg_description != NULL)
    {
      g_string_append (page, "=\\fI");
      append_text (page, entry->arg_description);
      g_string_append (page, "\\fR");
    }
  g_string_append_c (page, '\n');
  append_text (page, entry->description);
  g_string_append (page, ".\n");
}

static void
append_kind (gpointer page, const char *title)
{
  append_title (page, "SS", title);
}

static void
append_form (gpointer data, const char *form, const char *summary)
{
  GString *page = data;

  g_string_append (page, ".TP\n\\fB");
  append_text (page, form);
  g_string_append (page, "\\fR\n");
  append_text (page, summary);
  g_string_append (page, ".\n");
}

static void
append_statuses (GString *page, const Tool *tool)
{
  append_title (page, "SH", "EXIT STATUS");
  for (guint i = 0; tool->statuses[i] != NULL; i++)
    {
      g_string_append_printf (page, ".TP\n\\fB%u\\fR\n", i);
      append_text (page, tool->statuses[i]);
      g_string_append (page, ".\n");
    }
}

static gboolean
has_models (const Tool *tool)
{
  for (const ToolGroup *group = tool->groups; group->title != NULL; group++)
    if (g_strcmp0 (group->name, "models") == 0)
      return TRUE;
  return FALSE;
}

void
tool_append_manual (GString *page, const Tool *tool, const GOptionEntry *more)
{
  g_autofree char *title = g_ascii_strup (tool->name, -1);

  g_string_append_printf (page, ".TH %s 1 \"\" \"libdeid %s\" \"User Commands\"\n", title,
                          deid_get_version ());
  g_string_append (page, ".SH NAME\n");
  append_text (page, tool->name);
  g_string_append (page, " \\- ");
  append_text (page, tool->summary);
  g_string_append (page, "\n.SH SYNOPSIS\n\\fB");
  append_text (page, tool->name);
  g_string_append (page, "\\fR [\\fIOPTION\\fR]...\n.SH DESCRIPTION\n");
  for (guint i = 0; tool->description[i] != NULL; i++)
    {
      g_string_append (page, i > 0 ? ".PP\n" : "");
      append_text (page, tool->description[i]);
      g_string_append_c (page, '\n');
    }
  g_string_append (page, ".SH OPTIONS\n");
  tool_append_options (page, tool, more, append_option);
  if (has_models (tool))
    {
      append_title (page, "SH", "MODELS AND SEARCHES");
      list_specifications (append_kind, append_form, page);
    }
  append_statuses (page, tool);
  g_string_append (page, ".SH EXAMPLE\n.nf\n");
  append_text (page, tool->example);
  g_string_append (page, "\n.fi\n");
}
