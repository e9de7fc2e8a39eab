/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the library's searches are called. */
#include "base/handle.h"
#include "base/rational.h"
#include "base/text.h"
#include "search/search-private.h"

/* Searches without parameters. */
static const struct
{
  const char *name;
  const char *summary;
  DeidSearch *(*make) (void); /* the public constructor, or NULL if the search has none: */
  DeidSearchRunFunc run;
  guint data;
  gboolean recodes_locally;
} known_searches[] = {
  { "auto", "optimal; for cuts and subtrees, after a quick heuristic that bisects 100 paths",
    .run = deid_auto_run },
  { "optimal", "proves the optimum by bounds on intervals of policies",
    .make = deid_search_new_optimal },
  { "exhaustive", "proves the optimum by evaluating every policy",
    .make = deid_search_new_exhaustive },
  { "flash", "proves the optimum by bisecting paths through the lattice",
    .make = deid_search_new_flash },
  { "flash:explicit", "Flash with an array of all policies", .run = deid_flash_run,
    .data = DEID_PREDICTION_EXPLICIT },
  { "flash:no-prediction", "Flash without predictions from one policy to others",
    .run = deid_flash_run, .data = DEID_PREDICTION_OFF },
  { "flash:explicit:no-prediction", "Flash with an array of all policies and without predictions",
    .run = deid_flash_run, .data = DEID_PREDICTION_EXPLICIT | DEID_PREDICTION_OFF },
  { "best-first", "proves the optimum by generalizing the policy of least loss first",
    .make = deid_search_new_best_first },
  { "best-first:no-prediction", "best-first search without predictions from one policy to others",
    .run = deid_best_first_run, .data = DEID_PREDICTION_OFF },
  { "sub-lattices", "proves the optimum by Flash in one part of the lattice at a time",
    .run = deid_sub_lattices_run },
  { "boundary", "lists all boundary policies as alternatives, if the lattice is small enough",
    .run = deid_boundary_run },
  { "ola", "finds minimal solutions by binary search, which proves the optimum for some problems",
    .run = deid_ola_run },
  { "igreedy", "a heuristic that looks at the smallest class of each generalization",
    .run = deid_igreedy_run },
  { "datafly", "a heuristic that generalizes the column with the most distinct values",
    .run = deid_datafly_run },
  { "mondrian", "a local recoding that splits the table at the children of labels",
    .run = deid_mondrian_run, .recodes_locally = TRUE },
  { "mondrian:relaxed", "a local recoding that splits the table at medians",
    .run = deid_mondrian_run, .data = TRUE, .recodes_locally = TRUE },
};

static DeidSearch *
make_known_search (guint i)
{
  DeidSearch *search;

  if (known_searches[i].make != NULL)
    return known_searches[i].make ();
  search = deid_search_new_of_slots (known_searches[i].name, known_searches[i].run,
                                     GUINT_TO_POINTER (known_searches[i].data), NULL);
  search->recodes_locally = known_searches[i].recodes_locally;
  return search;
}

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

#define LOCAL_FORM   "local[:ITERATIONS[:SEED[:RISES]]]"
#define ROUNDS_FORM  "rounds[:ROUNDS]"
#define DESCENT_FORM "coordinate-descent[:ROUNDS[:SEED]]"

/* Returns: the search with these parameters; NULL if there is no such search or, with an error, if
 * there are too many iterations. */
static DeidSearch *
make_with_parameters (const char *name, const guint64 *numbers, guint n_numbers, gboolean polishes,
                      GError **error)
{
  for (guint i = 0; n_numbers == 2 && i < G_N_ELEMENTS (boundary_searches); i++)
    if (g_str_equal (name, boundary_searches[i].name))
      return boundary_searches[i].make (numbers[0], numbers[1], polishes);
  if (polishes)
    return NULL;
  if (g_str_equal (name, "local") && numbers[2] <= G_MAXUINT)
    return deid_search_new_local (numbers[0], numbers[1], (guint) numbers[2], error);
  if (g_str_equal (name, "coordinate-descent") && n_numbers <= 2)
    return deid_search_new_coordinate_descent (numbers[0], numbers[1]);
  return g_str_equal (name, "rounds") && n_numbers <= 1 && numbers[0] <= G_MAXUINT
                 && (n_numbers == 0 || numbers[0] > 0)
             ? deid_search_new_rounds ((guint) numbers[0])
             : NULL;
}

/* The same of a text: a name, up to three numbers, and perhaps `polish` instead of the third. */
static DeidSearch *
read_with_parameters (const char *text, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", -1);
  const guint n = g_strv_length (parts);
  const gboolean polishes = n == 4 && g_str_equal (parts[3], "polish");
  const guint n_numbers = n - (polishes ? 2 : 1);
  guint64 numbers[3] = { 0 };

  if (n == 0 || n_numbers > G_N_ELEMENTS (numbers))
    return NULL;
  for (guint i = 0; i < n_numbers; i++)
    if (!deid_uint64_from_decimal (parts[i + 1], &numbers[i]))
      return NULL;
  return make_with_parameters (parts[0], numbers, n_numbers, polishes, error);
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
        return make_known_search (i);
      g_string_append_printf (names, "%s, ", known_searches[i].name);
    }
  search = read_with_parameters (text, &own_error);
  if (own_error != NULL)
    g_propagate_error (error, own_error);
  else if (search == NULL)
    deid_fail (
        error, DEID_ERROR_PARSE,
        "search '%s', expected %s" LOCAL_FORM ", " ROUNDS_FORM ", " DESCENT_FORM
        ", bisecting:ITERATIONS:SEED or directed:ITERATIONS:SEED, the latter two perhaps with "
        ":polish",
        DEID_SHOW (text), names->str);
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
