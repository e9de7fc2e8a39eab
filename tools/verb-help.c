/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Help screens. */
#include "verb-help.h"

#include <deid/deid.h>
#include <string.h>

#include "options.h"
#include "specifications.h"

#define WIDTH  80
#define INDENT 28 /* of descriptions */

static glong
get_width (const char *text)
{
  return g_utf8_strlen (text, -1);
}

/* Appends words, from a column on, in lines that begin at @indent. */
static void
append_wrapped (GString *text, const char *words, glong column, glong indent)
{
  g_auto (GStrv) list = g_strsplit (words, " ", -1);
  gboolean is_first = TRUE;

  for (guint i = 0; list[i] != NULL; i++)
    {
      const glong width = get_width (list[i]);

      if (!is_first && column + 1 + width > WIDTH)
        {
          g_string_append_printf (text, "\n%*s", (int) indent, "");
          column = indent;
          is_first = TRUE;
        }
      g_string_append_printf (text, "%s%s", is_first ? "" : " ", list[i]);
      column += width + (is_first ? 0 : 1);
      is_first = FALSE;
    }
  g_string_append_c (text, '\n');
}

/* Appends a term and what it means beside it, or below where the term is long. */
static void
append_entry (GString *text, const char *term, const char *meaning)
{
  const glong width = get_width (term);

  g_string_append_printf (text, "  %s", term);
  if (width + 4 > INDENT)
    g_string_append_printf (text, "\n%*s", INDENT, "");
  else
    g_string_append_printf (text, "%*s", (int) (INDENT - 2 - width), "");
  append_wrapped (text, meaning, INDENT, INDENT);
}

static void
append_option (GString *text, const Option *option)
{
  g_autoptr (GString) term = g_string_new (NULL);

  if (option->letter != '\0')
    g_string_append_printf (term, "-%c, ", option->letter);
  g_string_append_printf (term, "--%s%s", option->name, option->is_on ? "=yes|no" : "");
  if (option->form != NULL)
    g_string_append_printf (term, " %s", option->form);
  append_entry (text, term->str, option->summary);
}

static void
append_examples (GString *text, const Verb *verb)
{
  g_string_append (text, verb->examples[1] != NULL ? "\nExamples:\n" : "\nExample:\n");
  for (guint i = 0; verb->examples[i] != NULL; i++)
    g_string_append_printf (text, "  %s\n", verb->examples[i]);
}

char *
describe_verbs (void)
{
  GString *text = g_string_new ("Usage: deid VERB [OPTION]... [FILE]...\n\n");

  append_wrapped (text,
                  "De-identify tables about people: release a table that meets your privacy "
                  "models and loses as little as possible.",
                  0, 0);
  g_string_append (text,
                   "\nExample:\n"
                   "  deid suggest patients.csv > patients.ini   then read and edit it\n"
                   "  deid run patients.ini --model k:5 --output release.csv --page page.html\n"
                   "\nVerbs:\n");
  for (guint i = 0; verbs[i] != NULL; i++)
    append_entry (text, verbs[i]->name, verbs[i]->summary);
  g_string_append (text, "\n");
  append_entry (text, "deid VERB --help", "Options of a verb");
  append_entry (text, "deid help models", "Privacy models, quality models and searches");
  append_entry (text, "deid help rules", "Rules that make hierarchies");
  append_entry (text, "deid --version", "Version of libdeid");
  return g_string_free (text, FALSE);
}

static void
append_everyday (GString *text, const Verb *verb)
{
  g_auto (GStrv) names = g_strsplit (verb->everyday, " ", -1);
  g_autoptr (GPtrArray) list = list_options (verb);

  g_string_append (text, "\nOptions:\n");
  for (guint k = 0; names[k] != NULL; k++)
    for (guint i = 0; i < list->len; i++)
      {
        const Option *option = g_ptr_array_index (list, i);

        if (g_str_equal (option->name, names[k]))
          append_option (text, option);
      }
  append_entry (text, "--help-all", "All options");
}

static void
append_all (GString *text, const Verb *verb)
{
  g_autoptr (GPtrArray) list = list_options (verb);
  const VerbGroup *group = NULL;

  for (guint i = 0; i < list->len; i++)
    {
      const Option *option = g_ptr_array_index (list, i);

      if (option->group != group)
        g_string_append_printf (text, "\n%s:\n", option->group->title);
      group = option->group;
      append_option (text, option);
    }
  g_string_append (text, "\nExit status:\n");
  for (guint i = 0; verb->statuses[i] != NULL; i++)
    {
      g_autofree char *number = g_strdup_printf ("%u", i);

      append_entry (text, number, verb->statuses[i]);
    }
}

char *
describe_verb (const Verb *verb, gboolean has_all)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "Usage: deid %s [OPTION]... %s\n\n", verb->name, verb->arguments);
  for (guint i = 0; verb->description[i] != NULL && (has_all || i == 0); i++)
    {
      g_string_append (text, i > 0 ? "\n" : "");
      append_wrapped (text, verb->description[i], 0, 0);
    }
  append_examples (text, verb);
  if (has_all)
    append_all (text, verb);
  else
    append_everyday (text, verb);
  return g_string_free (text, FALSE);
}

static void
append_title (gpointer data, const char *title)
{
  GString *text = data;

  g_string_append_printf (text, "%s%s:\n", text->len > 0 ? "\n" : "", title);
}

static void
append_form (gpointer data, const char *form, const char *summary)
{
  append_entry (data, form, summary);
}

char *
describe_models (void)
{
  GString *text = g_string_new (NULL);

  list_specifications (append_title, append_form, text);
  return g_string_free (text, FALSE);
}

char *
describe_rules (void)
{
  GString *text = g_string_new ("Rules:\n");
  g_auto (GStrv) summaries = NULL;
  g_auto (GStrv) forms = deid_hierarchy_list_specifications (&summaries);

  for (guint i = 0; forms[i] != NULL; i++)
    append_entry (text, forms[i], summaries[i]);
  return g_string_free (text, FALSE);
}
