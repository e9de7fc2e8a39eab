/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "value-options.h"

#define QUICK_VALUES 5000

gboolean
read_value_options (ValueOptions *options, const char *summary, int argc, char **argv)
{
  const GOptionEntry entries[]
      = { { "values", 'n', 0, G_OPTION_ARG_INT, &options->n_values, "values of each kind", "N" },
          { "samples", 's', 0, G_OPTION_ARG_INT, &options->n_samples, "samples of each kind", "N" },
          { "quick", 'q', 0, G_OPTION_ARG_NONE, &options->quick, "fewer values, once", NULL },
          { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };
  g_autoptr (GOptionContext) context = g_option_context_new (summary);
  g_autofree char *defaults = g_strdup_printf ("By default %d samples of %d values.",
                                               options->n_samples, options->n_values);
  g_autoptr (GError) error = NULL;

  g_option_context_set_summary (context, defaults);
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || argc > 1 || options->n_samples < 1
      || options->n_values < 1)
    {
      g_printerr ("%s\n", error != NULL ? error->message : "see --help");
      return FALSE;
    }
  if (options->quick)
    {
      options->n_samples = 1;
      options->n_values = QUICK_VALUES;
    }
  return TRUE;
}
