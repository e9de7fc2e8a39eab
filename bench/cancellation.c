/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How long a call goes on after another thread cancelled it: runs of searches and partitions of a
 * large table, cancelled at moments that are spread over the whole call. */
#include <stdlib.h>

#include <deid/deid.h>

#define N_ATTRIBUTES  4
#define N_LEAVES      64
#define MAX_DELAY     0.1 /* seconds */
#define MAX_CANCELLED 3.0 /* no moment lies further behind the start, in seconds */

static int n_rows = 1000000;
static int n_moments = 25;
static gboolean quick;

static const GOptionEntry entries[]
    = { { "rows", 'n', 0, G_OPTION_ARG_INT, &n_rows, "rows of the table (1000000)", "N" },
        { "moments", 'm', 0, G_OPTION_ARG_INT, &n_moments, "moments of each call (25)", "N" },
        { "quick", 'q', 0, G_OPTION_ARG_NONE, &quick, "a small table, no verdict", NULL },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

typedef struct
{
  const char *name;
  const char *model;
  const char *quality; /* or NULL for the default */
  const char *search;
  gboolean has_population;
  gboolean partitions; /* instead of the search, the partition of its result */
} Kind;

static const Kind kinds[] = {
  { "k-anonymity", "k:5", NULL, "optimal", FALSE, FALSE },
  { "k-anonymity, Flash", "k:5", NULL, "flash", FALSE, FALSE },
  { "no solution", "k:900000000", NULL, "optimal", FALSE, FALSE },
  { "distinct l-diversity", "dl:3", NULL, "optimal", FALSE, FALSE },
  { "ordered t-closeness", "to:0.3:num", NULL, "optimal", FALSE, FALSE },
  { "average risk", "avg:0.1", NULL, "optimal", FALSE, FALSE },
  { "uniqueness", "uniq:0.001", NULL, "optimal", FALSE, FALSE },
  { "KL divergence", "k:5", "kl", "best-first", FALSE, FALSE },
  { "k-map", "kmap:5", NULL, "optimal", TRUE, FALSE },
  { "delta-presence", "dp:0:0.9", NULL, "optimal", TRUE, FALSE },
  { "partition", "k:5", NULL, "datafly", FALSE, TRUE },
  { "partition with values", "dl:3", NULL, "datafly", FALSE, TRUE },
  { "partition with population", "kmap:5", NULL, "datafly", TRUE, TRUE },
};

static gpointer
check (gpointer object, GError *error)
{
  if (object == NULL)
    {
      g_printerr ("%s\n", error != NULL ? error->message : "failed");
      exit (EXIT_FAILURE);
    }
  return object;
}

static guint32
draw (guint64 *state)
{
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (guint32) (*state >> 33);
}

static void
add_column (DeidDataset *dataset, const char *name, guint32 n_values, guint64 *state)
{
  g_autofree gint64 *values = g_new (gint64, n_rows);
  GError *error = NULL;

  for (int row = 0; row < n_rows; row++)
    values[row] = draw (state) % n_values;
  if (!deid_dataset_add_integer_column (dataset, name, values, (gsize) n_rows, NULL, 0, NULL,
                                        &error))
    check (NULL, error);
}

/* The sensitive column has nearly as many values as rows: the most that there is to sort. The
 * population is the same table, which is therefore part of it. */
static DeidDataset *
make_dataset (const char *name, guint64 state)
{
  DeidDataset *dataset = deid_dataset_new (name);

  for (guint a = 0; a < N_ATTRIBUTES; a++)
    {
      const char attribute[] = { (char) ('a' + a), '\0' };

      add_column (dataset, attribute, N_LEAVES, &state);
    }
  add_column (dataset, "s", 1u << 30, &state);
  return dataset;
}

/* Four levels, each merging four labels of the one below. */
static DeidHierarchy *
make_hierarchy (void)
{
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new ("leaves");
  GError *error = NULL;

  for (guint leaf = 0; leaf < N_LEAVES; leaf++)
    {
      g_autofree char *own = g_strdup_printf ("%u", leaf);
      g_autofree char *four = g_strdup_printf ("%u/4", leaf / 4);
      g_autofree char *sixteen = g_strdup_printf ("%u/16", leaf / 16);
      const char *const row[] = { own, four, sixteen, "*", NULL };

      if (!deid_hierarchy_builder_add_row (builder, row, &error))
        check (NULL, error);
    }
  return check (deid_hierarchy_builder_build (builder, &error), error);
}

static DeidLattice *
make_lattice (void)
{
  g_autoptr (DeidDataset) dataset = make_dataset ("table", 1);
  g_autoptr (DeidHierarchy) hierarchy = make_hierarchy ();
  GError *error = NULL;
  DeidLattice *lattice;

  deid_dataset_set_role (dataset, "s", DEID_ROLE_SENSITIVE, NULL);
  lattice = deid_lattice_new (dataset);
  for (guint a = 0; a < N_ATTRIBUTES; a++)
    {
      const char attribute[] = { (char) ('a' + a), '\0' };

      if (!deid_lattice_add_quasi_identifier (lattice, attribute, hierarchy, NULL, &error))
        check (NULL, error);
    }
  return lattice;
}

/* Made anew for each call, which then prepares it. */
static DeidProblem *
make_problem (const Kind *kind, DeidLattice *lattice, DeidDataset *population)
{
  GError *error = NULL;
  g_autoptr (DeidPrivacyModel) model
      = check (deid_privacy_model_new_from_specification (kind->model, "s", &error), error);
  g_autoptr (DeidQualityModel) quality = NULL;
  DeidProblem *problem = deid_problem_new (lattice);

  if (kind->has_population && !deid_problem_set_population (problem, population, NULL, &error))
    check (NULL, error);
  if (!deid_problem_add_privacy_model (problem, model, &error)
      || !deid_problem_set_suppression_limit (problem, 0.05, &error))
    check (NULL, error);
  if (kind->quality != NULL)
    {
      quality = check (deid_quality_model_new_from_specification (kind->quality, &error), error);
      deid_problem_set_quality_model (problem, quality, NULL);
    }
  return problem;
}

/* Who cancels, and when. */
typedef struct
{
  GCancellable *cancellable;
  gint64 delay;     /* microseconds */
  gint64 cancelled; /* of g_get_monotonic_time() */
} Canceller;

static gpointer
cancel_later (gpointer data)
{
  Canceller *canceller = data;

  g_usleep ((gulong) canceller->delay);
  canceller->cancelled = g_get_monotonic_time ();
  g_cancellable_cancel (canceller->cancellable);
  return NULL;
}

static void
call (const Kind *kind, DeidProblem *problem, DeidResult *result, GCancellable *cancellable)
{
  g_autoptr (DeidSearch) search = NULL;
  g_autoptr (DeidResult) found = NULL;

  if (kind->partitions)
    deid_result_get_partition (result, cancellable, NULL);
  else
    {
      search = deid_search_new_from_specification (kind->search, NULL);
      found = deid_search_run (search, problem, cancellable, NULL);
    }
}

/* A result keeps its partition, so each call has one of its own. */
static DeidResult *
make_result (const Kind *kind, DeidProblem *problem)
{
  g_autoptr (DeidSearch) search = deid_search_new_from_specification (kind->search, NULL);
  GError *error = NULL;

  return kind->partitions ? check (deid_search_run (search, problem, NULL, &error), error) : NULL;
}

/* Returns: the seconds that a call took or, if it is cancelled after @delay seconds, that it went
 * on after that, 0 if it had ended by then. */
static double
time_call (const Kind *kind, DeidLattice *lattice, DeidDataset *population, double delay)
{
  g_autoptr (DeidProblem) problem = make_problem (kind, lattice, population);
  g_autoptr (DeidResult) result = make_result (kind, problem);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Canceller canceller = { .cancellable = cancellable, .delay = (gint64) (delay * G_USEC_PER_SEC) };
  GThread *thread = delay >= 0 ? g_thread_new ("cancels", cancel_later, &canceller) : NULL;
  const gint64 start = g_get_monotonic_time ();
  gint64 end;

  call (kind, problem, result, cancellable);
  end = g_get_monotonic_time ();
  if (thread == NULL)
    return (double) (end - start) / G_USEC_PER_SEC;
  g_thread_join (thread);
  return MAX (0, (double) (end - canceller.cancelled) / G_USEC_PER_SEC);
}

/* Returns: the longest delay. */
static double
measure (const Kind *kind, DeidLattice *lattice, DeidDataset *population)
{
  const double whole = time_call (kind, lattice, population, -1);
  double longest = 0, at = 0;

  for (int i = 0; i < n_moments; i++)
    {
      const double moment = MIN (whole, MAX_CANCELLED) * i / n_moments;
      const double delay = time_call (kind, lattice, population, moment);

      if (delay > longest)
        {
          longest = delay;
          at = moment;
        }
    }
  g_print ("%-28s %8.3f s  %6.1f ms at %.3f s\n", kind->name, whole, 1000 * longest, at);
  return longest;
}

int
main (int argc, char *argv[])
{
  g_autoptr (GOptionContext) context = g_option_context_new ("- time calls that are cancelled");
  g_autoptr (GError) error = NULL;
  double longest = 0;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || argc > 1 || n_rows < 1
      || n_moments < 1)
    {
      g_printerr ("%s\n", error != NULL ? error->message : "see --help");
      return EXIT_FAILURE;
    }
  if (quick)
    {
      n_rows = 2000;
      n_moments = 2;
    }
  {
    g_autoptr (DeidLattice) lattice = make_lattice ();
    g_autoptr (DeidDataset) population = make_dataset ("population", 1);

    g_print ("%d rows                   whole call, longest delay\n", n_rows);
    for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
      {
        const double delay = measure (&kinds[i], lattice, population);

        longest = MAX (longest, delay);
      }
  }
  g_print ("longest of all: %.1f ms\n", 1000 * longest);
  return quick || longest <= MAX_DELAY ? EXIT_SUCCESS : EXIT_FAILURE;
}
