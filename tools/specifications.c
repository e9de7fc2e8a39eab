/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "specifications.h"

#include <deid/deid.h>
#include <string.h>

/* What there is, and the option that takes it. */
static const struct
{
  const char *option, *title;
  char **(*list) (char ***summaries);
} kinds[] = {
  { "model", "Privacy models", deid_privacy_model_list_specifications },
  { "quality", "Quality models, AGGREGATE being arith, geo, max or sum",
    deid_quality_model_list_specifications },
  { "algorithm", "Searches", deid_search_list_specifications },
};

void
list_specifications (void (*add_title) (gpointer data, const char *title), SpecificationFunc add,
                     gpointer data)
{
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      g_auto (GStrv) summaries = NULL;
      g_auto (GStrv) forms = kinds[k].list (&summaries);

      add_title (data, kinds[k].title);
      for (guint i = 0; forms[i] != NULL; i++)
        add (data, forms[i], summaries[i]);
    }
}

/* Capital letters stand for parameters; a form without them is a name as it is. */
static gsize
get_name_length (const char *form)
{
  const gsize length = strlen (form);

  return strcspn (form, "ABCDEFGHIJKLMNOPQRSTUVWXYZ[") == length ? length : strcspn (form, ":@[");
}

char *
list_names_of_option (const char *option)
{
  GString *names = g_string_new (NULL);

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      g_auto (GStrv) forms = NULL;

      if (!g_str_equal (kinds[k].option, option))
        continue;
      forms = kinds[k].list (NULL);
      for (guint i = 0; forms[i] != NULL; i++)
        g_string_append_printf (names, "%s%.*s", names->len > 0 ? " " : "",
                                (int) get_name_length (forms[i]), forms[i]);
    }
  return g_string_free (names, names->len == 0);
}
