/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Policy alternatives: many policies that are no riskier than a rule of thumb, to choose from.
 *
 * Those who share health data in the United States without asking a statistician may follow a
 * list of rules, HIPAA's Safe Harbor. Of ages it says that those of 90 and over are to be made one.
 * The rule is the same for every table: the ages of a dozen old patients are lost, even to a study
 * of ageing, all other ages stay, and the risk is whatever it happens to be.
 *
 * That risk can be measured, as the population risk of tutorial 09: how many patients somebody
 * finds, on average, who matches the table with a register of everybody in the state. A custodian
 * who may go as far as the rule goes, but no further, has more policies that keep within this limit
 * than could ever be listed. The program finds a hundred of them and shows three that differ. Three
 * words say what they are:
 *
 *     boundary      a policy within the limit that merges a pair of neighbouring values which it
 *                   could not keep apart without exceeding the limit
 *     risk-minimal  one of which that is true for every pair that it merges: it cannot give more
 *     dominated     one that another policy within the limit betters in every respect: it keeps
 *                   apart all that the first one keeps apart, and more
 *
 * Read it from the first step.
 *
 *     07-alternatives       it makes its tables itself, of people who do not exist
 */
#include "synthetic-state.h"
#include <stdio.h>

/* Other seeds make other people, and find other policies. With these, little is printed. */
#define SEED         15
#define SEARCH_SEED  5
#define N_ITERATIONS 100
#define N_SHOWN      5

#define N_AGES       (SYNTHETIC_MAX_AGE + 1)
#define RULE_AGE     90

/* A quasi-identifier: which values it has, in the order in which they can be merged. */
typedef struct
{
  const char *column;
  const char *const *values;
  guint n_values;
  gboolean is_number;
} Attribute;

enum
{
  SEX,
  RACE,
  AGE,
  N_ATTRIBUTES
};

/* Neighbours in this order may be merged, so it is for the custodian to say who they are. */
static const char *const races[SYNTHETIC_N_RACES]
    = { "Asian", "Pacific Islander", "American Indian", "Other", "Two or more", "Black", "White" };

/* Step 1: the tables. A row of the cohort is a patient. A row of the state is a kind of people,
 * with their number as its weight. */
static gboolean
print_tables (const DeidDataset *cohort, const DeidDataset *state, GError **error)
{
  guint age, n_old = 0;

  if (!deid_dataset_find_column (cohort, "age", &age, error))
    return FALSE;
  for (guint64 row = 0; row < deid_dataset_get_n_rows (cohort); row++)
    if (g_ascii_strtoll (deid_dataset_get_value (cohort, row, age), NULL, 10) >= RULE_AGE)
      n_old++;
  printf ("state    %" G_GUINT64_FORMAT " people\n", deid_dataset_get_n_records (state));
  printf ("cohort   %" G_GUINT64_FORMAT " patients of %u ages, %u patients of %d and over\n",
          deid_dataset_get_n_records (cohort), deid_dataset_get_n_distinct (cohort, age), n_old,
          RULE_AGE);
  return TRUE;
}

/* Step 2: the lattice. With cuts, an attribute of n values has n - 1 dimensions, one for each pair
 * of neighbours. On level 0 the two are kept apart, on level 1 they are merged, so that a policy
 * makes runs of values: 52-53, or {Asian, Pacific Islander}.
 *
 * Ages are numbers, and deid_lattice_add_numeric_cuts () would put them in order by itself. But it
 * takes the values of the table, and in the state there are people of ages that no patient has:
 * with a population, the order has to name these, too. */
static DeidLattice *
make_lattice (DeidDataset *cohort, const Attribute *attributes, GError **error)
{
  g_autoptr (DeidLattice) lattice = deid_lattice_new (cohort);

  for (guint a = 0; a < N_ATTRIBUTES; a++)
    if (!deid_lattice_add_ordered_cuts (lattice, attributes[a].column, attributes[a].values,
                                        attributes[a].n_values, DEID_CUT_ENDS_ROUNDED, error))
      return NULL;
  printf ("lattice  %u pairs of neighbours, %.2g policies\n",
          deid_lattice_get_n_dimensions (lattice), deid_lattice_get_size_as_double (lattice));
  return g_steal_pointer (&lattice);
}

/* What the custodian has. */
typedef struct
{
  DeidDataset *state; /* the population */
  const Attribute *attributes;
  DeidLattice *lattice; /* with the cohort */
} Custodian;

/* Step 3: the rule is a policy of this lattice, which merges the pairs from 90 and 91 on. The
 * dimensions of the attributes follow each other, in the order in which these were added. */
static DeidPolicy *
make_rule (const Custodian *custodian, GError **error)
{
  const guint n = deid_lattice_get_n_dimensions (custodian->lattice);
  g_autofree guint *levels = g_new0 (guint, n);

  for (guint age = RULE_AGE; age < SYNTHETIC_MAX_AGE; age++)
    levels[n - SYNTHETIC_MAX_AGE + age] = 1;
  return deid_policy_new (custodian->lattice, levels, n, error);
}

/* No record may be suppressed in all that follows: the rule suppresses none either. */
static DeidProblem *
state_problem (const Custodian *custodian, DeidPrivacyModel *model, GError **error)
{
  g_autoptr (DeidProblem) problem = deid_problem_new (custodian->lattice);

  if (model == NULL || !deid_problem_add_privacy_model (problem, model, error)
      || !deid_problem_set_population (problem, custodian->state, NULL, error))
    return NULL;
  return g_steal_pointer (&problem);
}

static gboolean
get_risk (DeidReport *report, double *risk)
{
  return report != NULL && deid_report_get_number (report, "population_risk.sum", risk);
}

/* A result of the rule, whatever its risk is: 1-anonymity accepts everything. Reports on it know
 * the risk of the table as it is, and of the table by the rule. */
static DeidResult *
follow_rule (const Custodian *custodian, double *risk, GError **error)
{
  g_autoptr (DeidPolicy) rule = make_rule (custodian, error);
  g_autoptr (DeidPrivacyModel) anything = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReport) before = NULL, after = NULL;
  double raw_risk;

  if (rule == NULL || (anything = deid_privacy_model_new_k_anonymity (1, error)) == NULL
      || (problem = state_problem (custodian, anything, error)) == NULL
      || (result = deid_problem_evaluate (problem, rule, NULL, error)) == NULL)
    return NULL;
  before = deid_report_new_risks (result, NULL, FALSE, NULL, NULL, error);
  if (!get_risk (before, &raw_risk))
    return NULL;
  after = deid_report_new_risks (result, NULL, TRUE, NULL, NULL, error);
  if (!get_risk (after, risk))
    return NULL;
  printf ("\npatients found, on average, among all people of the state\n"
          "  the table as it is  %.4f\n  by the rule         %.4f\n",
          raw_risk, *risk);
  return g_steal_pointer (&result);
}

/* Step 4: the limit is the risk of the rule. A report rounds it up, to the smallest number that
 * admits the rule as a threshold. */
static DeidProblem *
limit_risk (const Custodian *custodian, double risk, GError **error)
{
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_population_risk (
      risk, 1, DEID_RISK_SCALE_SUM, DEID_UNMATCHED_RECORDS_ERROR, error);

  return state_problem (custodian, model, error);
}

/* What a report has is asked for by a path. */
static guint64
count_rows (const DeidReport *report, const char *path)
{
  guint64 n_rows;

  deid_report_get_n_rows (report, path, &n_rows);
  return n_rows;
}

static DeidPolicy *
get_policy (const DeidReport *alternatives, guint64 number)
{
  g_autofree char *path = g_strdup_printf ("policies[%" G_GUINT64_FORMAT "].policy", number);

  return deid_report_get_policy (alternatives, path);
}

static double
get_number (const DeidReport *alternatives, guint64 number, const char *name)
{
  g_autofree char *path = g_strdup_printf ("policies[%" G_GUINT64_FORMAT "].%s", number, name);
  double value;

  deid_report_get_number (alternatives, path, &value);
  return value;
}

/* The bisecting search goes half the way between a policy within the limit and one beyond it, again
 * and again, until the two are neighbours. With 126 pairs that takes seven evaluations, and a
 * boundary policy is found; the next iteration draws other halves. With polish it goes on to a
 * risk-minimal policy, by one evaluation more for each pair that is merged. An evaluation counts
 * again only what it changes, so all of this takes a moment. The result itself has the policy with
 * the least loss of all that were evaluated. */
static DeidReport *
find_alternatives (const char *title, DeidProblem *problem, DeidPolicy *rule, gboolean polish,
                   GError **error)
{
  g_autoptr (DeidSearch) search = deid_search_new_bisecting (N_ITERATIONS, SEARCH_SEED, polish);
  g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, error);
  g_autoptr (DeidReport) found = NULL, left = NULL;

  if (result == NULL
      || (found = deid_report_new_alternatives (result, NULL, 0, FALSE, NULL, error)) == NULL)
    return NULL;
  left = deid_report_new_alternatives (result, rule, N_SHOWN, TRUE, NULL, error);
  if (left == NULL)
    return NULL;
  printf ("  %-14s %9" G_GUINT64_FORMAT " %5" G_GUINT64_FORMAT " %13" G_GUINT64_FORMAT "    %.6f\n",
          title, deid_result_get_n_evaluated (result), count_rows (found, "policies"),
          count_rows (left, "policies"), deid_result_get_loss (result));
  return g_steal_pointer (&left);
}

/* Returns: what is found with polish. */
static DeidReport *
search_twice (DeidProblem *problem, DeidPolicy *rule, GError **error)
{
  g_autoptr (DeidReport) boundary = NULL;

  printf ("\n%-16s %9s %5s %13s  %s\n", "alternatives", "evaluated", "found", "not dominated",
          "least loss");
  boundary = find_alternatives ("boundary", problem, rule, FALSE, error);
  return boundary != NULL ? find_alternatives ("risk-minimal", problem, rule, TRUE, error) : NULL;
}

/* Step 5: the choice. All of them are within the limit, so it is a question of what the table is
 * for. Here are three wishes, each for some pairs that matter. It gets the policy that keeps most
 * of them apart, and among several the one with the least loss. The first wish has no such pairs.
 */
typedef struct
{
  const char *title;
  gboolean keeps_groups; /* sexes and races */
  guint first_age;       /* of those to keep */
} Wish;

static const Wish wishes[] = { { "the least loss", FALSE, N_AGES },
                               { "every age by itself", FALSE, 0 },
                               { "sexes, races, 65 and over", TRUE, 65 } };

#define N_WISHES G_N_ELEMENTS (wishes)

static guint
count_kept (const DeidPolicy *policy, const Wish *wish)
{
  const DeidLattice *lattice = deid_policy_get_lattice (policy);
  const guint n = deid_lattice_get_n_dimensions (lattice);
  guint n_kept = 0;

  for (guint d = 0; d < n; d++)
    {
      const gboolean matters = deid_lattice_get_attribute (lattice, d) == AGE
                                   ? d + SYNTHETIC_MAX_AGE - n >= wish->first_age
                                   : wish->keeps_groups;

      if (matters && deid_policy_get_level (policy, d) == 0)
        n_kept++;
    }
  return n_kept;
}

static gboolean
is_better (const DeidReport *alternatives, guint64 number, guint64 than, const Wish *wish)
{
  const guint n_kept = count_kept (get_policy (alternatives, number), wish);
  const guint n_before = count_kept (get_policy (alternatives, than), wish);

  if (n_kept != n_before)
    return n_kept > n_before;
  return get_number (alternatives, number, "loss") < get_number (alternatives, than, "loss");
}

/* Returns: the best one for a wish of those not chosen yet, or G_MAXUINT64 if all are. */
static guint64
choose (const DeidReport *alternatives, const Wish *wish, const guint64 *chosen, gsize n_chosen)
{
  guint64 best = G_MAXUINT64;

  for (guint64 i = 0; i < count_rows (alternatives, "policies"); i++)
    {
      gboolean is_new = TRUE;

      for (gsize c = 0; c < n_chosen; c++)
        is_new &= chosen[c] != i;
      if (is_new && (best == G_MAXUINT64 || is_better (alternatives, i, best, wish)))
        best = i;
    }
  return best;
}

static void
print_run (const Attribute *attribute, guint first, guint last)
{
  if (attribute->is_number)
    {
      printf (" %s-%s", attribute->values[first], attribute->values[last]);
      return;
    }
  printf (" {%s", attribute->values[first]);
  for (guint i = first + 1; i <= last; i++)
    printf (", %s", attribute->values[i]);
  printf ("}");
}

/* What a policy merges. The first of its dimensions in the attribute is that of the first pair. */
static void
print_attribute (const Attribute *attribute, const DeidPolicy *policy, guint first_dimension)
{
  gboolean is_merged = FALSE;
  guint end;

  printf ("  %-5s", attribute->column);
  for (guint i = 0; i < attribute->n_values; i = end)
    {
      end = i + 1;
      while (end < attribute->n_values
             && deid_policy_get_level (policy, first_dimension + end - 1) == 1)
        end++;
      if (end - i == 1)
        continue;
      is_merged = TRUE;
      print_run (attribute, i, end - 1);
    }
  printf ("%s\n", is_merged ? "" : " each by itself");
}

static void
print_policy (const Custodian *custodian, const char *title, const DeidPolicy *policy, double risk,
              double loss)
{
  guint first_dimension = 0;

  printf ("%-28s %6.4f  %8.6f\n", title, risk, loss);
  for (guint a = 0; a < N_ATTRIBUTES; a++)
    {
      print_attribute (&custodian->attributes[a], policy, first_dimension);
      first_dimension += custodian->attributes[a].n_values - 1;
    }
}

/* The rule beside what each wish chooses. */
static gboolean
compare (const Custodian *custodian, DeidResult *rule, double risk, DeidReport *alternatives,
         guint64 *chosen, GError **error)
{
  printf ("\n%-28s %6s  %8s\n", "", "risk", "loss");
  print_policy (custodian, "the rule", deid_result_get_policy (rule), risk,
                deid_result_get_loss (rule));
  for (gsize w = 0; w < N_WISHES; w++)
    {
      chosen[w] = choose (alternatives, &wishes[w], chosen, w);
      if (chosen[w] == G_MAXUINT64)
        {
          g_set_error_literal (error, DEID_ERROR, DEID_ERROR_NO_SOLUTION,
                               "there are more wishes than alternatives");
          return FALSE;
        }
      print_policy (custodian, wishes[w].title, get_policy (alternatives, chosen[w]),
                    get_number (alternatives, chosen[w], "population_risk_sum"),
                    get_number (alternatives, chosen[w], "loss"));
    }
  return TRUE;
}

/* Step 6: the release, so that the study of ageing gets its ages. An alternative is a policy like
 * any other: evaluated, it is a result, which is applied and verified.
 *
 * What is next is the same as after any search. Look at the other risks (tutorial 09), and at what
 * the diagnoses give away, if there are any (04). Write the table, and store the policy (01, steps
 * 9 and 10): deid_stored_policy_evaluate () takes the patients of tomorrow, who have to keep within
 * the limit, too, and with them the population, in its options. And release by one of the
 * alternatives only: two tables of the same patients, each within the limit, may together say more
 * than either. */
static gboolean
release_by (DeidProblem *problem, DeidPolicy *policy, GError **error)
{
  g_autoptr (DeidResult) result = deid_problem_evaluate (problem, policy, NULL, error);
  g_autoptr (DeidDataset) release = NULL;

  if (result == NULL || (release = deid_result_apply (result, NULL, NULL, error)) == NULL
      || !deid_result_verify (result, release, NULL, error))
    return FALSE;
  printf ("\nreleased %" G_GUINT64_FORMAT " records, verified\n",
          deid_dataset_get_n_records (release));
  for (guint c = 0; c < deid_dataset_get_n_columns (release); c++)
    printf ("  %-5s %u labels\n", deid_dataset_get_column_name (release, c),
            deid_dataset_get_n_distinct (release, c));
  return TRUE;
}

/* Nobody reads a hundred policies. In groups of those that merge much the same, weighted by the
 * patients concerned, each has a medoid, the one nearest to the others: five of them show what
 * there is to choose from, in words, as the difference from the rule. */
static void
show_groups (const DeidReport *alternatives)
{
  const guint64 n_groups = count_rows (alternatives, "groups");

  printf ("\nfive to look at first, beside the rule\n");
  for (guint64 g = 0; g < n_groups; g++)
    {
      g_autofree char *medoid_path = g_strdup_printf ("groups[%" G_GUINT64_FORMAT "].medoid", g);
      g_autofree char *words_path
          = g_strdup_printf ("groups[%" G_GUINT64_FORMAT "].from_baseline", g);
      g_autofree char *policies_path
          = g_strdup_printf ("groups[%" G_GUINT64_FORMAT "].policies", g);
      guint64 medoid;

      deid_report_get_count (alternatives, medoid_path, &medoid);
      printf ("  %2" G_GUINT64_FORMAT " like it, risk %.4f, loss %.6f\n    %s\n",
              count_rows (alternatives, policies_path),
              get_number (alternatives, medoid, "population_risk_sum"),
              get_number (alternatives, medoid, "loss"),
              deid_report_get_text (alternatives, words_path));
    }
}

static gboolean
run (const char *const *ages, GError **error)
{
  const Attribute attributes[N_ATTRIBUTES]
      = { [SEX] = { "sex", synthetic_sexes, G_N_ELEMENTS (synthetic_sexes), FALSE },
          [RACE] = { "race", races, G_N_ELEMENTS (races), FALSE },
          [AGE] = { "age", ages, N_AGES, TRUE } };
  g_autoptr (DeidDataset) cohort = synthetic_cohort_new (SEED, error);
  g_autoptr (DeidDataset) state = cohort != NULL ? synthetic_state_new (SEED, error) : NULL;
  g_autoptr (DeidLattice) lattice = state != NULL && print_tables (cohort, state, error)
                                        ? make_lattice (cohort, attributes, error)
                                        : NULL;
  const Custodian custodian = { state, attributes, lattice };
  g_autoptr (DeidResult) rule = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidReport) alternatives = NULL;
  guint64 chosen[N_WISHES];
  double risk;

  if (lattice == NULL || (rule = follow_rule (&custodian, &risk, error)) == NULL
      || (problem = limit_risk (&custodian, risk, error)) == NULL
      || (alternatives = search_twice (problem, deid_result_get_policy (rule), error)) == NULL
      || !compare (&custodian, rule, risk, alternatives, chosen, error))
    return FALSE;
  show_groups (alternatives);
  return release_by (problem, get_policy (alternatives, chosen[1]), error);
}

static char **
name_ages (void)
{
  char **ages = g_new0 (char *, N_AGES + 1);

  for (guint age = 0; age < N_AGES; age++)
    ages[age] = g_strdup_printf ("%u", age);
  return ages;
}

int
main (void)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) ages = name_ages ();

  if (run ((const char *const *) ages, &error))
    return 0;
  fprintf (stderr, "07-alternatives: %s\n", error->message);
  return 1;
}
