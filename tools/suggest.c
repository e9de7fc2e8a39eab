/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "suggest.h"

#include <string.h>

#include "base/text.h"
#include "option-values.h"

/* A character as a message shows it, in two places of a format. */
#define SHOWN(c) (c) == '\t' ? "\\" : "", (c) == '\t' ? 't' : (c)

static gboolean opt_suggest;

const GOptionEntry suggest_entries[]
    = { { "suggest", 0, 0, G_OPTION_ARG_NONE, &opt_suggest,
          "look at the table of --input and print a problem file for it, to be edited: types, "
          "roles, rules and missing codes, each with the evidence",
          NULL },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

gboolean
is_suggested (void)
{
  return opt_suggest;
}

static gboolean
check_delimiter (const DeidReport *suggestions, const char *path, const char *delimiter,
                 GError **error)
{
  const char read = delimiter != NULL ? read_character (delimiter)[0] : ',';
  const char *other = deid_report_get_text (suggestions, "other_delimiter");
  g_autofree char *shown = NULL;

  if (other == NULL)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               "%s: read with '%s%c', it has one column: is the delimiter '%s%c' (--delimiter)?",
               shown = deid_text_escape (path), SHOWN (read), SHOWN (other[0]));
  return FALSE;
}

gboolean
print_suggestions (const DeidDataset *table, const char *path, const char *delimiter,
                   DeidCsvOptions *csv, GCancellable *cancellable, GError **error)
{
  const gboolean is_piped = g_str_equal (path, "-");
  g_autofree char *absolute = is_piped ? g_strdup (path) : g_canonicalize_filename (path, NULL);
  g_autoptr (DeidReport) suggestions
      = deid_report_new_suggestions (table, absolute, csv, cancellable, error);

  if (suggestions == NULL || !check_delimiter (suggestions, path, delimiter, error))
    return FALSE;
  g_print ("%s", deid_report_get_text (suggestions, "problem"));
  return TRUE;
}
