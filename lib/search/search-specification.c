/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the library's searches are called. */
#include <string.h>

#include "base/rational.h"
#include "base/handle.h"
#include "base/text.h"
#include "search/search-private.h"

static DeidSearch *
make_strict_mondrian (void)
{
  return deid_search_new_mondrian (FALSE);
}

static DeidSearch *
make_relaxed_mondrian (void)
{
  return deid_search_new_mondrian (TRUE);
}

static const struct
{
  const char *name;
  DeidSearch *(*make) (void);
  const char *summary;
} known_searches[] = {
  { "auto", deid_search_new_auto,
    "optimal; for cuts and subtrees, after a quick heuristic that bisects 100 paths" },
  { "optimal", deid_search_new_optimal, "proves the optimum by bounds on intervals of policies" },
  { "exhaustive", deid_search_new_exhaustive, "proves the optimum by evaluating every policy" },
  { "flash", deid_search_new_flash, "proves the optimum by bisecting paths through the lattice" },
  { "flash:explicit", deid_search_new_explicit_flash, "Flash with an array of all policies" },
  { "flash:no-prediction", deid_search_new_unpredicted_flash,
    "Flash without predictions from one policy to others" },
  { "flash:explicit:no-prediction", deid_search_new_unpredicted_explicit_flash,
    "Flash with an array of all policies and without predictions" },
  { "best-first", deid_search_new_best_first,
    "proves the optimum by generalizing the policy of least loss first" },
  { "best-first:no-prediction", deid_search_new_unpredicted_best_first,
    "best-first search without predictions from one policy to others" },
  { "sub-lattices", deid_search_new_sub_lattices,
    "proves the optimum by Flash in one part of the lattice at a time" },
  { "boundary", deid_search_new_boundary,
    "lists all boundary policies as alternatives, if the lattice is small enough" },
  { "ola", deid_search_new_ola,
    "finds minimal solutions by binary search, which proves the optimum for some problems" },
  { "igreedy", deid_search_new_igreedy,
    "a heuristic that looks at the smallest class of each generalization" },
  { "datafly", deid_search_new_datafly,
    "a heuristic that generalizes the column with the most distinct values" },
  { "mondrian", make_strict_mondrian,
    "a local recoding that splits the table at the children of labels" },
  { "mondrian:relaxed", make_relaxed_mondrian,
    "a local recoding that splits the table at medians" },
};

static const struct
{
  const char *name;
  DeidSearch *(*make) (guint64 n_iterations, guint64 seed, gboolean polish);
  const char *form;
  const char *summary;
} boundary_searches[] = {
  { "bisecting", deid_search_new_bisecting, "bisecting:ITERATIONS:SEED[:polish]",
    "lists alternatives by bisecting random paths through the lattice" },
  { "directed", deid_search_new_directed, "directed:ITERATIONS:SEED[:polish]",
    "lists alternatives by walking from random policies to the boundary" },
};

#define LOCAL_FORM "local[:ITERATIONS[:SEED[:RISES]]]"

/* Returns: the search for a local recoding, or NULL, with an error if it cannot take as many
 * iterations. */
static DeidSearch *
search_specification_make_local_search (const char *text, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", -1);
  const guint n_parts = g_strv_length (parts);
  guint64 n_iterations = 0, seed = 0, n_rises = 0;

  return n_parts > 0 && n_parts <= 4 && g_str_equal (parts[0], "local")
                 && (n_parts < 2 || deid_uint64_from_decimal (parts[1], &n_iterations))
                 && (n_parts < 3 || deid_uint64_from_decimal (parts[2], &seed))
                 && (n_parts < 4
                     || (deid_uint64_from_decimal (parts[3], &n_rises) && n_rises <= G_MAXUINT))
             ? deid_search_new_local (n_iterations, seed, (guint) n_rises, error)
             : NULL;
}

#define ROUNDS_FORM "rounds[:ROUNDS]"

/* Returns: the search, or NULL if @text is not that of rounds. */
static DeidSearch *
make_rounds_search (const char *text)
{
  guint64 n_rounds;

  if (g_str_equal (text, "rounds"))
    return deid_search_new_rounds (0);
  return g_str_has_prefix (text, "rounds:")
                 && deid_uint64_from_decimal (text + strlen ("rounds:"), &n_rounds) && n_rounds > 0
                 && n_rounds <= G_MAXUINT
             ? deid_search_new_rounds ((guint) n_rounds)
             : NULL;
}

#define DESCENT_FORM "coordinate-descent[:ROUNDS[:SEED]]"

/* Returns: the search, or NULL if @text is not coordinate descent. */
static DeidSearch *
make_coordinate_descent (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", -1);
  const guint n_parts = g_strv_length (parts);
  guint64 n_rounds = 0, seed = 0;

  return n_parts > 0 && n_parts <= 3 && g_str_equal (parts[0], "coordinate-descent")
                 && (n_parts < 2 || deid_uint64_from_decimal (parts[1], &n_rounds))
                 && (n_parts < 3 || deid_uint64_from_decimal (parts[2], &seed))
             ? deid_search_new_coordinate_descent (n_rounds, seed)
             : NULL;
}

/* Returns: the search, or NULL if @text is not one of these with its options. */
static DeidSearch *
search_specification_make_boundary_search (const char *text)
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
  GError *own_error = NULL;
  DeidSearch *search;

  g_return_val_if_fail (text != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (known_searches); i++)
    {
      if (g_str_equal (text, known_searches[i].name))
        return known_searches[i].make ();
      g_string_append_printf (names, "%s, ", known_searches[i].name);
    }
  search = search_specification_make_boundary_search (text);
  if (search == NULL)
    search = make_rounds_search (text);
  if (search == NULL)
    search = make_coordinate_descent (text);
  if (search == NULL)
    search = search_specification_make_local_search (text, &own_error);
  if (own_error != NULL)
    g_propagate_error (error, own_error);
  else if (search == NULL)
    {
      g_autofree char *shown = deid_text_show (text, -1);

      g_set_error (
          error, DEID_ERROR, DEID_ERROR_PARSE,
          "search '%s', expected %s" LOCAL_FORM ", " ROUNDS_FORM ", " DESCENT_FORM
          ", bisecting:ITERATIONS:SEED or directed:ITERATIONS:SEED, the latter two perhaps with "
          ":polish",
          shown, names->str);
    }
  return search;
}

char **
deid_search_list_specifications (char ***summaries)
{
  DeidSpecificationList list;

  deid_specification_list_init (&list);
  for (guint i = 0; i < G_N_ELEMENTS (known_searches); i++)
    deid_specification_list_add (&list, known_searches[i].name, known_searches[i].summary);
  for (guint i = 0; i < G_N_ELEMENTS (boundary_searches); i++)
    deid_specification_list_add (&list, boundary_searches[i].form, boundary_searches[i].summary);
  deid_specification_list_add (&list, LOCAL_FORM,
                               "a local recoding by simulated annealing; RISES is the number of "
                               "rounds that raise its bound");
  deid_specification_list_add (
      &list, ROUNDS_FORM,
      "a local recoding in rounds; each proves the best policy for the records that are left");
  deid_specification_list_add (
      &list, DESCENT_FORM,
      "a heuristic that finds the best partition of one column at a time, with random coarsening");
  return deid_specification_list_end (&list, summaries);
}
