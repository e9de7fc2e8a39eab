/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Proven optima of lattices with cuts. Each line is a search with a limit of time: where it ends
 * before, the loss is the least of all policies; else there is a bound that none is below. */
#include <stdlib.h>
#include <string.h>

#include "figures.h"
#include "load-table.h"
#include "measure.h"
#include "search-problem.h"

static int n_threads = 1;
static double seconds = 60;
static char *only = NULL;
static char *golden = NULL;
static gboolean writes = FALSE;
static gboolean is_long = FALSE;
static char **specifications = NULL;

static const GOptionEntry entries[]
    = { { "threads", 't', 0, G_OPTION_ARG_INT, &n_threads, "threads of a search (1)", "N" },
        { "seconds", 's', 0, G_OPTION_ARG_DOUBLE, &seconds, "time limit of a search (60)", "N" },
        { "only", 'o', 0, G_OPTION_ARG_STRING, &only, "only cases whose name has this in it",
          "TEXT" },
        { "long", 'l', 0, G_OPTION_ARG_NONE, &is_long, "those as well that take minutes", NULL },
        { "golden", 'g', 0, G_OPTION_ARG_FILENAME, &golden,
          "compare losses and evaluations with those of a file", "FILE" },
        { "write", 'w', 0, G_OPTION_ARG_NONE, &writes, "write that file instead", NULL },
        { "search", 'a', 0, G_OPTION_ARG_STRING_ARRAY, &specifications, "another search (optimal)",
          "SEARCH" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

/* A table with its quasi-identifiers: =runs of the leaves of their hierarchies, =subtrees or
 * =levels of these. */
typedef struct
{
  const char *name;
  const char *table; /* in the shared folder */
  const char *columns;
  const char *quality;
  const char *sizes; /* k */
  double limits[2];
  gboolean is_long;
} CutCase;

#define DEMOGRAPHICS "age=runs,race=runs,sex=runs"
#define ADULT_AGE                                                                                  \
  "sex=subtrees,age=runs,race=subtrees,marital-status=subtrees,education=subtrees,"                \
  "native-country=subtrees,workclass=subtrees,occupation=subtrees,salary-class=subtrees"
#define ADULT_THREE                                                                                \
  "sex=subtrees,age=runs,race=runs,marital-status=subtrees,education=runs,"                        \
  "native-country=subtrees,workclass=subtrees,occupation=subtrees,salary-class=subtrees"
#define ADULT_RUNS                                                                                 \
  "sex=runs,age=runs,race=runs,marital-status=runs,education=runs,native-country=runs,"            \
  "workclass=runs,occupation=runs,salary-class=runs"

static const CutCase cases[] = {
  { "demographics",
    "adult/demographics_32561.csv",
    DEMOGRAPHICS,
    "loss:arith",
    "2,3,5,10,25,50,100,250,1000",
    { 0.05, 0 },
    FALSE },
  { "x-adult-num",
    "adult/adult.csv",
    "age=numbers,race=runs,sex=runs",
    "loss:arith",
    "5,25",
    { 0.05, 0 },
    FALSE },
  { "x-adult-leaf",
    "adult/adult.csv",
    "age=runs,race=runs,sex=runs",
    "loss:arith",
    "5,25",
    { 0.05, 0 },
    FALSE },
  { "x-demo-num",
    "adult/demographics_32561.csv",
    "age=numbers,race=runs,sex=runs",
    "loss:arith",
    "5,25",
    { 0.05, 0 },
    FALSE },
  { "demographics-dm",
    "adult/demographics_32561.csv",
    DEMOGRAPHICS,
    "dm",
    "2,3,5,10,25,50,100,250,1000",
    { 0.05, 0 },
    FALSE },
  { "adult-subtrees",
    "adult/adult.csv",
    "*=subtrees",
    "loss:arith",
    "2,3,5,10,25,50,100,250,1000",
    { 0.05, -1 },
    FALSE },
  { "adult-age", "adult/adult.csv", ADULT_AGE, "loss:arith", "5,25,100", { 0.05, -1 }, FALSE },
  { "creditcard-age", "creditcard/creditcard.csv", "9", "loss:arith", "5", { 0.05, -1 }, FALSE },
  { "adult-three", "adult/adult.csv", ADULT_THREE, "loss:arith", "5", { 0.05, -1 }, TRUE },
  { "adult-runs", "adult/adult.csv", ADULT_RUNS, "loss:arith", "1000,100,5", { 0.05, -1 }, TRUE },
};

static gboolean
add_column (DeidLattice *lattice, const char *folder, const char *name, const char *kind,
            GError **error)
{
  g_autofree char *file = g_strdup_printf ("%s/hierarchy_%s.csv", folder, name);
  g_autoptr (DeidHierarchy) hierarchy = NULL;

  if (g_str_equal (kind, "levels"))
    return load_quasi_identifier (lattice, folder, name, error);
  if (g_str_equal (kind, "numbers"))
    return deid_lattice_add_numeric_cuts (lattice, name, DEID_CUT_ENDS_ROUNDED, error);
  hierarchy = load_hierarchy (folder, name, error);
  if (hierarchy == NULL)
    return FALSE;
  if (g_str_equal (kind, "runs"))
    return deid_lattice_add_leaf_cuts (lattice, name, hierarchy, error);
  return deid_lattice_add_subtree_cuts (lattice, name, hierarchy, NULL, error);
}

/* A number means as many columns with runs of AGE, and subtrees of the others. */
static gboolean
add_columns (DeidLattice *lattice, DeidDataset *dataset, const CutCase *own, const char *folder,
             GError **error)
{
  const guint n_all = deid_dataset_get_n_columns (dataset);
  g_auto (GStrv) columns = NULL;

  if (strchr (own->columns, ',') != NULL)
    {
      columns = g_strsplit (own->columns, ",", -1);
      for (guint i = 0; columns[i] != NULL; i++)
        {
          g_auto (GStrv) parts = g_strsplit (columns[i], "=", 2);

          if (!add_column (lattice, folder, parts[0], parts[1], error))
            return FALSE;
        }
      return TRUE;
    }
  for (guint i = 0; i < (own->columns[0] == '*' ? n_all : (guint) atoi (own->columns)); i++)
    {
      const char *name = deid_dataset_get_column_name (dataset, i);

      if (!add_column (lattice, folder, name, g_str_equal (name, "AGE") ? "runs" : "subtrees",
                       error))
        return FALSE;
    }
  return TRUE;
}

static DeidLattice *
load_lattice (const CutCase *own, GError **error)
{
  g_autofree char *shared = find_shared_folder ();
  g_autofree char *path = g_build_filename (shared, own->table, NULL);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (DeidDataset) dataset = load_dataset (path, error);
  g_autoptr (DeidLattice) lattice = NULL;

  if (dataset == NULL)
    return NULL;
  lattice = deid_lattice_new (dataset);
  return add_columns (lattice, dataset, own, folder, error) ? g_steal_pointer (&lattice) : NULL;
}

static DeidProblem *
make_cut_problem (const CutCase *own, DeidLattice *lattice, const char *k, double limit,
                  GError **error)
{
  g_autofree char *model_text = g_strconcat ("k:", k, NULL);
  g_autoptr (DeidPrivacyModel) model
      = deid_privacy_model_new_from_specification (model_text, NULL, error);
  g_autoptr (DeidQualityModel) quality
      = deid_quality_model_new_from_specification (own->quality, error);
  g_autoptr (DeidProblem) problem = deid_problem_new (lattice);

  if (model == NULL || quality == NULL || !deid_problem_add_privacy_model (problem, model, error)
      || !deid_problem_set_quality_model (problem, quality, error)
      || !deid_problem_set_suppression_limit (problem, limit, error))
    return NULL;
  return g_steal_pointer (&problem);
}

static gboolean
run (const CutCase *own, DeidLattice *lattice, const char *k, double limit,
     const char *specification, GError **error)
{
  g_autoptr (DeidProblem) problem = make_cut_problem (own, lattice, k, limit, error);
  g_autoptr (DeidSearch) search = deid_search_new_from_specification (specification, error);
  g_autoptr (DeidResult) result = NULL;
  double wall = get_wall_seconds ();

  if (problem == NULL || search == NULL
      || !deid_search_set_n_threads (search, (guint) n_threads, error)
      || !deid_search_set_time_limit (search, seconds, error))
    return FALSE;
  result = deid_search_run (search, problem, NULL, error);
  if (result == NULL)
    return FALSE;
  wall = get_wall_seconds () - wall;
  g_print ("%-16s %4u %5s %4g %% %12.6g %12.6g %6.2f %% %8" G_GUINT64_FORMAT " %8" G_GUINT64_FORMAT
           " %9.3f s\n",
           own->name, deid_lattice_get_n_dimensions (lattice), k, 100 * limit,
           deid_result_get_loss (result), deid_result_get_lower_bound (result),
           100 * (1 - deid_result_get_lower_bound (result) / deid_result_get_loss (result)),
           deid_result_get_n_suppressed (result), deid_result_get_n_evaluated (result), wall);
  return TRUE;
}

static gboolean
run_case (const CutCase *own, GError **error)
{
  g_autoptr (DeidLattice) lattice = load_lattice (own, error);
  g_auto (GStrv) sizes = g_strsplit (own->sizes, ",", -1);

  if (lattice == NULL)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (own->limits) && own->limits[i] >= 0; i++)
    for (guint j = 0; sizes[j] != NULL; j++)
      if (!run (own, lattice, sizes[j], own->limits[i],
                specifications != NULL ? specifications[0] : "optimal", error))
        return FALSE;
  return TRUE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("- prove optima of cuts");
  g_autoptr (GError) error = NULL;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("%s\n", error->message);
      return 2;
    }
  g_print ("%-16s %4s %5s %6s %12s %12s %8s %8s %8s %11s\n", "", "bits", "k", "limit", "loss",
           "bound", "gap", "suppr.", "policies", "");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    if ((only == NULL || strstr (cases[i].name, only) != NULL) && (is_long || !cases[i].is_long)
        && !run_case (&cases[i], &error))
      {
        g_printerr ("%s: %s\n", cases[i].name, error->message);
        g_clear_error (&error);
      }
  return 0;
}
