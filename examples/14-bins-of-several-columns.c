/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Bins of several columns at once. A rule makes the bins of one column, each with at least so many
 * records as its capacity says, without a look at the others. Somebody has to find capacities that
 * suit one another. With cuts the search chooses the bins of all columns together.
 *
 *     14-bins-of-several-columns [DIRECTORY]      the directory holds discharges.csv
 */
#include <deid/deid.h>
#include <stdio.h>

#ifndef DATA_DIR
#define DATA_DIR "examples/data"
#endif

/* At least five records of each age, sex and length of stay; at most one in a hundred suppressed.
 */
static const char demand[] = "[input]\ninput=discharges.csv\ndelimiter=;\n"
                             "[column age]\nrole=quasi-identifying\ntype=integer\n"
                             "[column stay]\nrole=quasi-identifying\ntype=integer\n"
                             "[column sex]\nrole=quasi-identifying\nrule=suppress\n"
                             "[models]\nmodel=k:5\n"
                             "[limits]\nsuppression-limit=1%\n";

/* Solves the demand with bins as @bins says of age and stay, and prints what came of it: what the
 * bins are, what is lost, what is known of it, and the evaluations that it took. */
static gboolean
solve (const char *directory, const char *title, const char *bins, GError **error)
{
  g_autoptr (DeidJob) job = deid_job_new ();
  g_autoptr (DeidResult) result = NULL;
  g_autofree char *words = NULL;

  if (!deid_job_load_text (job, demand, "the demand", directory, error)
      || !deid_job_load_text (job, bins, title, directory, error)
      || (result = deid_job_run (job, NULL, error)) == NULL
      || (words = deid_policy_describe (deid_result_get_policy (result), NULL, error)) == NULL)
    return FALSE;
  printf ("%s\n  %s\n  loss %.4f, ", title, words, deid_result_get_loss (result));
  if (deid_result_is_proven_optimal (result))
    printf ("proven to be the least, ");
  else
    printf ("none is below %.4f, ", deid_result_get_lower_bound (result));
  printf ("%" G_GUINT64_FORMAT " records suppressed, %" G_GUINT64_FORMAT " evaluations of %.3g"
          " policies\n\n",
          deid_result_get_n_suppressed (result), deid_result_get_n_evaluated (result),
          deid_lattice_get_size_as_double (
              deid_problem_get_lattice (deid_result_get_problem (result))));
  return TRUE;
}

static gboolean
run (const char *directory, GError **error)
{
  /* Step 1: rules. All bins of a level hold so many records.
   *
   * To see: each capacity is proven best for its bins, and they differ by much. Bins of 250 are too
   * narrow: stay has to be given up. Bins of 1,000 are wide where records are dense, too. */
  return solve (directory, "Capacities of 250",
                "[column age]\nrule=capacity:250\n[column stay]\nrule=capacity:250\n", error)
         && solve (directory, "Capacities of 500",
                   "[column age]\nrule=capacity:500\n[column stay]\nrule=capacity:500\n", error)
         && solve (directory, "Capacities of 1000",
                   "[column age]\nrule=capacity:1000\n[column stay]\nrule=capacity:1000\n", error)
         /* Step 2: cuts in place of rules, and nothing else. Each pair of neighbours is cut or
          * merged. Two columns with so many runs are not proven in a minute, so that the search
          * has a limit of steps, and a lower bound says how good its best policy is at least.
          *
          * To see: less than half of the loss, since bins are as wide as each place needs. That
          * takes more evaluations, and leaves a gap. Labels are of many widths, which whoever
          * draws a chart of them has to know. */
         && solve (directory, "Cuts, after 500 steps",
                   "[column age]\ngeneralize-by=cuts\n[column stay]\ngeneralize-by=cuts\n"
                   "[search]\nalgorithm=optimal\nstep-limit=500\n",
                   error)
         /* Step 3: what users of the release ask for. Children stay apart from adults, and all
          * stays of four weeks or more are one bin.
          *
          * To see: so many policies less that the same steps come further, to a better policy and
          * a smaller gap. */
         && solve (directory, "Cuts, with demands",
                   "[column age]\ngeneralize-by=cuts\nkeep-apart=18\n"
                   "[column stay]\ngeneralize-by=cuts\nkeep-together=28..60\n"
                   "[search]\nalgorithm=optimal\nstep-limit=500\n",
                   error);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  if (run (argc > 1 ? argv[1] : DATA_DIR, &error))
    return 0;
  fprintf (stderr, "14-bins-of-several-columns: %s\n", error->message);
  return 1;
}
