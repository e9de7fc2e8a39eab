/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the library's searches are called. */
#include "base/rational.h"
#include "base/text.h"
#include "search/search-variants.h"

static const struct
{
  const char *name;
  DeidSearch *(*make) (void);
} searches[] = {
  { "optimal", deid_search_new_optimal },
  { "exhaustive", deid_search_new_exhaustive },
  { "flash", deid_search_new_flash },
  { "flash:explicit", deid_search_new_explicit_flash },
  { "flash:no-prediction", deid_search_new_unpredicted_flash },
  { "flash:explicit:no-prediction", deid_search_new_unpredicted_explicit_flash },
  { "best-first", deid_search_new_best_first },
  { "best-first:no-prediction", deid_search_new_unpredicted_best_first },
  { "sub-lattices", deid_search_new_sub_lattices },
  { "ola", deid_search_new_ola },
  { "igreedy", deid_search_new_igreedy },
  { "datafly", deid_search_new_datafly },
};

static const struct
{
  const char *name;
  DeidSearch *(*make) (guint64 n_iterations, guint64 seed, gboolean polish);
} boundary_searches[] = {
  { "bisecting", deid_search_new_bisecting },
  { "directed", deid_search_new_directed },
};

/* Returns: the search, or NULL if @text is not one of these with its options. */
static DeidSearch *
make_boundary_search (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", -1);
  const guint n_parts = g_strv_length (parts);
  const gboolean polishes = n_parts == 4 && g_str_equal (parts[3], "polish");
  guint64 n_iterations, seed;

  if ((n_parts != 3 && !polishes) || !deid_uint64_from_decimal (parts[1], &n_iterations)
      || !deid_uint64_from_decimal (parts[2], &seed))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (boundary_searches); i++)
    if (g_str_equal (parts[0], boundary_searches[i].name))
      return boundary_searches[i].make (n_iterations, seed, polishes);
  return NULL;
}

DeidSearch *
deid_search_new_from_specification (const char *text, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);
  DeidSearch *search;

  g_return_val_if_fail (text != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (searches); i++)
    {
      if (g_str_equal (text, searches[i].name))
        return searches[i].make ();
      g_string_append_printf (names, "%s, ", searches[i].name);
    }
  search = make_boundary_search (text);
  if (search == NULL)
    {
      g_autofree char *shown = deid_text_show (text, -1);

      g_set_error (
          error, DEID_ERROR, DEID_ERROR_PARSE,
          "search '%s', expected %sbisecting:ITERATIONS:SEED or directed:ITERATIONS:SEED, the "
          "latter two perhaps with :polish",
          shown, names->str);
    }
  return search;
}
