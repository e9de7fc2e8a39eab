/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How long property stores take to add policies and to answer questions, beside the slower variants
 * of the published study: on policies that are made up, for a lattice of the shape of mach2019 with
 * 12 attributes, or on those of a file. */
#include <stdlib.h>

#include "policy-mix.h"
#include "property-store-report.h"
#include "shaped-lattice.h"

static const guint mach2019[] = { 4, 3, 1, 2, 2, 3, 2, 2, 2, 2, 2, 2 };
static const guint64 sizes[] = { 1000, 10000, 100000 };

static int n_samples = 5;
static int n_questions = 4096;
static double seconds = 0.02;
static gboolean quick;
static gboolean json;
static gboolean mirrored;
static char *dump_path;

static const GOptionEntry entries[]
    = { { "samples", 'n', 0, G_OPTION_ARG_INT, &n_samples, "samples of all questions (5)", "N" },
        { "seconds", 's', 0, G_OPTION_ARG_DOUBLE, &seconds,
          "about how long a sample takes at least (0.02)", "S" },
        { "questions", 0, 0, G_OPTION_ARG_INT, &n_questions, "questions asked (4096)", "N" },
        { "policies", 'p', 0, G_OPTION_ARG_FILENAME, &dump_path,
          "add those of a file, one a line such as 1 0 2", "FILE" },
        { "specializations", 0, 0, G_OPTION_ARG_NONE, &mirrored,
          "their property is inherited to specializations", NULL },
        { "quick", 'q', 0, G_OPTION_ARG_NONE, &quick, "everything once on few policies", NULL },
        { "json", 'j', 0, G_OPTION_ARG_NONE, &json, "print JSON", NULL },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

typedef struct
{
  Store store;
  const Policies *questions;
  guint64 n_hits; /* of the last pass */
} Asking;

static void
ask (gpointer data)
{
  Asking *asking = data;
  guint64 n_hits = 0;

  for (guint64 i = 0; i < asking->questions->n; i++)
    n_hits += store_contains (&asking->store, policies_get (asking->questions, i)) ? 1 : 0;
  asking->n_hits = n_hits;
}

/* Leaves out what is implied by what came before: a search asks before it adds. */
static void
leave_out_implied (Policies *policies, DeidLattice *lattice, DeidInheritance inheritance)
{
  const guint64 n = policies->n;
  Store store;

  store_init (&store, STORE_TREE, lattice, inheritance);
  policies->n = 0;
  for (guint64 i = 0; i < n; i++)
    {
      DeidLevel *kept = policies->levels + policies->n * policies->n_dimensions;
      const DeidLevel *levels = policies_get (policies, i);

      if (store_contains (&store, levels))
        continue;
      store_add (&store, levels);
      for (guint d = 0; d < policies->n_dimensions; d++)
        kept[d] = levels[d];
      policies->n++;
    }
  store_clear (&store);
}

static void
fill (Store *store, const Policies *policies, Variant *variant)
{
  const double start = get_cpu_seconds ();

  for (guint64 i = 0; i < policies->n; i++)
    store_add (store, policies_get (policies, i));
  variant->add_ns = 1e9 * (get_cpu_seconds () - start) / (double) policies->n;
  variant->size = store_get_size (store);
  variant->n_bytes = store_get_n_bytes (store);
}

static void
count_nodes (Asking *asking, Variant *variant)
{
  DeidAntichain *antichain;

  if (asking->store.tree == NULL)
    return;
  antichain = &asking->store.tree->antichain;
  antichain->n_visited = 0;
  ask (asking);
  variant->n_nodes = antichain->arena.n_nodes;
  variant->n_visited = (double) antichain->n_visited / (double) asking->questions->n;
}

/* Returns: whether all variants give the same answers. */
static gboolean
time_variants (Case *measured, DeidLattice *lattice, const Policies *policies,
               const Policies *questions)
{
  g_autofree double *ns = g_new (double, N_STORES *(gsize) n_samples);
  g_autofree double *ratios = g_new (double, n_samples);
  guint64 n_passes[N_STORES];
  Asking asking[N_STORES];
  gboolean success = TRUE;

  for (guint k = 0; k < N_STORES; k++)
    {
      asking[k] = (Asking){ .questions = questions };
      store_init (&asking[k].store, (StoreKind) k, lattice, measured->inheritance);
      fill (&asking[k].store, policies, &measured->variants[k]);
      n_passes[k] = count_repetitions (ask, &asking[k], seconds);
      count_nodes (&asking[k], &measured->variants[k]);
      success = success && asking[k].n_hits == asking[0].n_hits;
    }
  measured->n_hits = asking[0].n_hits;
  for (int s = 0; s < n_samples; s++)
    for (guint k = 0; k < N_STORES; k++)
      ns[k * (guint) n_samples + (guint) s]
          = 1e9 * time_pass (ask, &asking[k], n_passes[k]) / (double) questions->n;
  for (guint k = N_STORES; k-- > 0;)
    {
      double *samples = ns + k * (guint) n_samples;

      for (int s = 0; s < n_samples; s++)
        ratios[s] = ns[s] / samples[s];
      measured->variants[k].ratio = spread_of (ratios, (guint) n_samples);
      measured->variants[k].query_ns = spread_of (samples, (guint) n_samples);
      store_clear (&asking[k].store);
    }
  if (!success)
    g_printerr ("%s: the variants disagree\n", measured->name);
  return success;
}

static gboolean
measure (Case *measured, DeidLattice *lattice, Policies *policies)
{
  Policies questions;
  gboolean success;

  measured->n_offered = policies->n;
  measured->n_questions = (guint64) n_questions;
  questions = make_questions (lattice->heights, policies, measured->n_questions);
  leave_out_implied (policies, lattice, measured->inheritance);
  measured->n_added = policies->n;
  success = time_variants (measured, lattice, policies, &questions);
  policies_clear (&questions);
  policies_clear (policies);
  return success;
}

/* Returns: whether the variants agree in all cases, which are added to the array. */
static gboolean
measure_mixes (GArray *cases)
{
  const guint n_sizes = quick ? 1 : G_N_ELEMENTS (sizes);
  g_autoptr (DeidLattice) lattice = shaped_lattice_new (mach2019, G_N_ELEMENTS (mach2019));
  gboolean success = TRUE;

  for (guint i = 0; i < n_sizes * N_MIXES * 2; i++)
    {
      const DeidInheritance inheritance = (DeidInheritance) (i % 2);
      const MixKind kind = (MixKind) (i / 2 % N_MIXES);
      Policies policies
          = make_mix (lattice->heights, lattice->n_dimensions, kind,
                      inheritance == DEID_INHERITANCE_SPECIALIZATIONS, sizes[i / 2 / N_MIXES]);
      Case measured = { .name = g_strdup (mix_names[kind]), .inheritance = inheritance };

      success = measure (&measured, lattice, &policies) && success;
      g_array_append_val (cases, measured);
    }
  return success;
}

static gboolean
measure_file (GArray *cases)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  g_autofree guint *heights = NULL;
  Case measured = { .name = g_strdup (dump_path), .inheritance = (DeidInheritance) mirrored };
  Policies policies;
  gboolean success;

  if (!read_policies (dump_path, &policies, &error))
    {
      g_printerr ("%s\n", error->message);
      g_free (measured.name);
      return FALSE;
    }
  heights = g_new0 (guint, policies.n_dimensions);
  for (guint64 i = 0; i < policies.n; i++)
    for (guint d = 0; d < policies.n_dimensions; d++)
      heights[d] = MAX (heights[d], policies_get (&policies, i)[d]);
  lattice = shaped_lattice_new (heights, policies.n_dimensions);
  success = measure (&measured, lattice, &policies);
  g_array_append_val (cases, measured);
  return success;
}

static gboolean
run (void)
{
  const Machine machine = describe_machine ();
  g_autoptr (GArray) cases = g_array_new (FALSE, FALSE, sizeof (Case));
  const gboolean success = dump_path != NULL ? measure_file (cases) : measure_mixes (cases);

  if (json)
    report_json (&machine, (const Case *) (gpointer) cases->data, cases->len);
  else
    report_text (&machine, (const Case *) (gpointer) cases->data, cases->len);
  for (guint i = 0; i < cases->len; i++)
    g_free (g_array_index (cases, Case, i).name);
  return success;
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("- time property stores");
  g_autoptr (GError) error = NULL;
  gboolean success;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || argc > 1 || n_samples < 1
      || n_questions < 1)
    {
      g_printerr ("%s\n", error != NULL ? error->message : "see --help");
      return EXIT_FAILURE;
    }
  if (quick)
    {
      n_samples = 1;
      seconds = 0;
    }
  success = run ();
  g_free (dump_path);
  return success ? EXIT_SUCCESS : EXIT_FAILURE;
}
