/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "suggest.h"

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

gboolean
print_suggestions (const DeidDataset *table, const char *path, DeidCsvOptions *csv,
                   GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidSuggestions) suggestions = deid_suggestions_new (table, cancellable, error);
  g_autofree char *text
      = suggestions != NULL ? deid_suggestions_to_text (suggestions, path, csv, error) : NULL;

  if (text == NULL)
    return FALSE;
  g_print ("%s", text);
  return TRUE;
}
