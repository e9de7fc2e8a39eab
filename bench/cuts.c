/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Proven optima of lattices with cuts. Each line is a search with a limit of time: where it ends
 * before, the loss is the least of all policies; else there is a bound that none is below. */
#include <stdlib.h>
#include <string.h>

#include "golden.h"
#include "load-table.h"
#include "measure.h"
#include "search-problem.h"

#define EXIT_SKIPPED 77
#define HEADER       "case/k/limit policies evaluated, suppressed, loss"

static int n_threads = 1;
static double seconds = 60;
static char *only = NULL;
static char *golden_path = NULL;
static char *new_path = NULL;
static gboolean is_long = FALSE;
static gboolean has_certificates = FALSE;
static char *specification = NULL;

static const GOptionEntry entries[] = {
  { "threads", 't', 0, G_OPTION_ARG_INT, &n_threads, "threads of a search (1)", "N" },
  { "seconds", 's', 0, G_OPTION_ARG_DOUBLE, &seconds, "time limit of a search (60)", "N" },
  { "only", 'o', 0, G_OPTION_ARG_STRING, &only, "only cases whose name has this in it", "TEXT" },
  { "long", 'l', 0, G_OPTION_ARG_NONE, &is_long, "those as well that take minutes", NULL },
  { "golden", 'g', 0, G_OPTION_ARG_FILENAME, &golden_path,
    "compare what was proven by one thread with a file", "FILE" },
  { "write-golden", 'w', 0, G_OPTION_ARG_FILENAME, &new_path, "put it into a file", "FILE" },
  { "certificates", 'c', 0, G_OPTION_ARG_NONE, &has_certificates,
    "write and verify a certificate of each optimum", NULL },
  { "search", 'a', 0, G_OPTION_ARG_STRING, &specification, "another search (optimal)", "SEARCH" },
  { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL }
};

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

#define ALL_SIZES    "2,3,5,10,25,50,100,250,1000"
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
  { .name = "demographics",
    .table = "adult/demographics_32561.csv",
    .columns = DEMOGRAPHICS,
    .quality = "loss:arith",
    .sizes = ALL_SIZES,
    .limits = { 0.05, 0 } },
  { .name = "demographics-dm",
    .table = "adult/demographics_32561.csv",
    .columns = DEMOGRAPHICS,
    .quality = "dm",
    .sizes = ALL_SIZES,
    .limits = { 0.05, 0 } },
  { .name = "adult-subtrees",
    .table = "adult/adult.csv",
    .columns = "*",
    .quality = "loss:arith",
    .sizes = ALL_SIZES,
    .limits = { 0.05, -1 } },
  { .name = "adult-age",
    .table = "adult/adult.csv",
    .columns = ADULT_AGE,
    .quality = "loss:arith",
    .sizes = "5,25,100",
    .limits = { 0.05, -1 } },
  { .name = "creditcard-age",
    .table = "creditcard/creditcard.csv",
    .columns = "9",
    .quality = "loss:arith",
    .sizes = "5",
    .limits = { 0.05, -1 } },
  { .name = "adult-three",
    .table = "adult/adult.csv",
    .columns = ADULT_THREE,
    .quality = "loss:arith",
    .sizes = "5",
    .limits = { 0.05, -1 },
    .is_long = TRUE },
  { .name = "adult-runs",
    .table = "adult/adult.csv",
    .columns = ADULT_RUNS,
    .quality = "loss:arith",
    .sizes = "1000,100,5",
    .limits = { 0.05, -1 },
    .is_long = TRUE },
};

static gboolean
add_column (DeidLattice *lattice, const char *folder, const char *name, const char *kind,
            GError **error)
{
  g_autoptr (DeidHierarchy) hierarchy = NULL;

  if (g_str_equal (kind, "levels"))
    return load_quasi_identifier (lattice, folder, name, error);
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

/* Notes what must not change unless the algorithms do. */
static void
note_line (GPtrArray *lines, const CutCase *own, const char *k, double limit,
           const DeidResult *result)
{
  char loss[G_ASCII_DTOSTR_BUF_SIZE];

  if (deid_result_is_proven_optimal (result) && n_threads == 1)
    g_ptr_array_add (
        lines, g_strdup_printf (
                   "%s/%s/%g %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %s", own->name, k, limit,
                   deid_result_get_n_evaluated (result), deid_result_get_n_suppressed (result),
                   g_ascii_formatd (loss, sizeof loss, "%.17g", deid_result_get_loss (result))));
}

static gboolean
for_each_line (Golden *golden, gconstpointer data, GoldenLineFunc func)
{
  const GPtrArray *lines = data;
  gboolean success = TRUE;

  for (guint i = 0; i < lines->len; i++)
    {
      const char *line = g_ptr_array_index (lines, i);
      g_autofree char *key = g_strndup (line, strcspn (line, " "));

      success = func (golden, key, line) && success;
    }
  return success;
}

static gboolean
prove (DeidProblem *problem, DeidResult *result, GError **error)
{
  g_autoptr (GOutputStream) output = g_memory_output_stream_new_resizable ();
  g_autoptr (GInputStream) input = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (DeidResult) verified = NULL;
  double written = get_cpu_seconds (), checked;

  if (!deid_result_write_certificate_stream (result, output, NULL, error)
      || !g_output_stream_close (output, NULL, error))
    return FALSE;
  checked = get_cpu_seconds ();
  bytes = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (output));
  input = g_memory_input_stream_new_from_bytes (bytes);
  verified = deid_problem_verify_certificate_stream (problem, input, NULL, NULL, NULL, error);
  if (verified == NULL)
    return FALSE;
  g_print ("%24s %12" G_GSIZE_FORMAT " bytes, written in %.3f s, verified in %.3f s\n",
           "certificate:", g_bytes_get_size (bytes), checked - written,
           get_cpu_seconds () - checked);
  return TRUE;
}

static gboolean
run (const CutCase *own, DeidLattice *lattice, const char *k, double limit, GPtrArray *lines,
     GError **error)
{
  g_autoptr (DeidProblem) problem = make_cut_problem (own, lattice, k, limit, error);
  g_autoptr (DeidSearch) search = deid_search_new_from_specification (
      specification != NULL ? specification : "optimal", error);
  g_autoptr (DeidResult) result = NULL;
  double wall = get_wall_seconds (), cpu = get_cpu_seconds ();

  if (problem == NULL || search == NULL
      || !deid_search_set_n_threads (search, (guint) n_threads, error)
      || !deid_search_set_time_limit (search, seconds, error))
    return FALSE;
  result = deid_search_run (search, problem, NULL, error);
  if (result == NULL)
    return FALSE;
  wall = get_wall_seconds () - wall;
  cpu = get_cpu_seconds () - cpu;
  g_print ("%-16s %4u %5s %4g %% %12.6g %12.6g %6.2f %% %8" G_GUINT64_FORMAT " %8" G_GUINT64_FORMAT
           " %9.3f %9.3f\n",
           own->name, deid_lattice_get_n_dimensions (lattice), k, 100 * limit,
           deid_result_get_loss (result), deid_result_get_lower_bound (result),
           100 * (1 - deid_result_get_lower_bound (result) / deid_result_get_loss (result)),
           deid_result_get_n_suppressed (result), deid_result_get_n_evaluated (result), wall, cpu);
  note_line (lines, own, k, limit, result);
  return !has_certificates || !deid_result_is_proven_optimal (result)
         || prove (problem, result, error);
}

static gboolean
run_case (const CutCase *own, GPtrArray *lines, GError **error)
{
  g_autoptr (DeidLattice) lattice = load_lattice (own, error);
  g_auto (GStrv) sizes = g_strsplit (own->sizes, ",", -1);

  if (lattice == NULL)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (own->limits) && own->limits[i] >= 0; i++)
    for (guint j = 0; sizes[j] != NULL; j++)
      if (!run (own, lattice, sizes[j], own->limits[i], lines, error))
        return FALSE;
  return TRUE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("- prove optima of cuts");
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_autofree char *shared = NULL;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("%s\n", error->message);
      return 2;
    }
  shared = find_shared_folder ();
  if (!g_file_test (shared, G_FILE_TEST_IS_DIR))
    {
      g_printerr ("skipped: there is no folder %s\n", shared);
      return EXIT_SKIPPED;
    }
  g_print ("%-16s %4s %5s %6s %12s %12s %8s %8s %8s %9s %9s\n", "", "bits", "k", "limit", "loss",
           "bound", "gap", "suppr.", "policies", "seconds", "cpu");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    if ((only == NULL || strstr (cases[i].name, only) != NULL) && (is_long || !cases[i].is_long)
        && !run_case (&cases[i], lines, &error))
      {
        g_printerr ("%s: %s\n", cases[i].name, error->message);
        return 1;
      }
  if (golden_check_run (golden_path, new_path, HEADER, for_each_line, lines, &error))
    return 0;
  g_printerr ("%s\n", error->message);
  return 1;
}
