/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The names of the library's searches. */
#include <deid/deid.h>

static DeidSearch *
make_flash (void)
{
  return deid_search_new_flash (DEID_REPRESENTATION_IMPLICIT);
}

static DeidSearch *
make_explicit_flash (void)
{
  return deid_search_new_flash (DEID_REPRESENTATION_EXPLICIT);
}

static const struct
{
  const char *name;
  DeidSearch *(*make) (void);
} searches[] = {
  { "optimal", deid_search_new_optimal },
  { "exhaustive", deid_search_new_exhaustive },
  { "flash", make_flash },
  { "flash:explicit", make_explicit_flash },
  { "best-first", deid_search_new_best_first },
  { "sub-lattices", deid_search_new_sub_lattices },
  { "ola", deid_search_new_ola },
  { "igreedy", deid_search_new_igreedy },
  { "datafly", deid_search_new_datafly },
};

DeidSearch *
deid_search_new_from_string (const char *text, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);

  g_return_val_if_fail (text != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (searches); i++)
    {
      if (g_str_equal (text, searches[i].name))
        return searches[i].make ();
      g_string_append_printf (names, "%s%s",
                              i == 0 ? "" : (i + 1 < G_N_ELEMENTS (searches) ? ", " : " or "),
                              searches[i].name);
    }
  g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE, "search '%s', expected %s", text, names->str);
  return NULL;
}
