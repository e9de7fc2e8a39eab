/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Population risk: what an adversary finds who looks for the patients in the whole population, and
 * how a custodian limits it.
 *
 * k-anonymity hides a patient among the others of the table, as if the adversary knew who is in it.
 * Most do not. They know a register of everybody in the region, and of a class of two patients only
 * that they are two of the two hundred people with the same age, sex and postal code. There are
 * three of these adversaries:
 *
 *     the prosecutor  knows that one person is in the table: the risk of a record is 1 / n, with n
 *                     patients in its class
 *     the journalist  looks for anybody, to show that it can be done: 1 / g, with g people of the
 *                     population that have the same labels
 *     the marketer    looks for as many as possible: the sum of 1 / g over all patients says how
 *                     many, on average, a match of the table with the register gets right. This is
 *                     the population risk of the table.
 *
 * The custodian who knows the population can hence release more than one who only counts patients.
 *
 *     09-population-risk [DIRECTORY]     the directory holds discharges.csv and the hierarchies
 */
#include <deid/deid.h>
#include <stdio.h>

#ifndef DATA_DIR
#define DATA_DIR "examples/data"
#endif

#define N_AGES 100

/* The amounts of step 6. */
#define BENEFIT 1200
#define LOSS    300
#define GAME    "payoutmap:1200:300:300:4" /* with what the adversary gains, and what it costs */

static const char *const quasi_identifiers[] = { "age", "sex", "zip" };

/* What a register office would hand out: districts of postal codes, from the town with the hospital
 * to the villages far away. */
static const struct
{
  guint first; /* postal code */
  guint n;     /* of postal codes */
  guint size;  /* about how many people of one age and sex live in each */
} districts[] = { { 100, 30, 24 },   { 470, 20, 5 },   { 5210, 20, 10 }, { 5760, 10, 3 },
                  { 43120, 20, 12 }, { 43650, 10, 3 }, { 43900, 10, 2 } };

/* A patient who was admitted twice has two rows, but is one patient: as the entity, the record
 * number makes sizes and risks those of persons. */
static DeidLattice *
load_lattice (const char *directory, GError **error)
{
  g_autofree char *path = g_build_filename (directory, "discharges.csv", NULL);
  g_autoptr (DeidCsvOptions) layout = deid_csv_options_new ();
  g_autoptr (DeidDataset) data = NULL;
  g_autoptr (DeidLattice) lattice = NULL;

  if (!deid_csv_options_set_delimiter (layout, ';', error)
      || (data = deid_dataset_new_from_csv_file (path, layout, NULL, error)) == NULL
      || !deid_dataset_set_role (data, "patient", DEID_ROLE_ENTITY, error)
      || !deid_dataset_set_role (data, "diagnosis", DEID_ROLE_SENSITIVE, error))
    return NULL;
  lattice = deid_lattice_new (data);
  for (gsize i = 0; i < G_N_ELEMENTS (quasi_identifiers); i++)
    {
      g_autofree char *file = g_strconcat ("hierarchy_", quasi_identifiers[i], ".csv", NULL);
      g_autofree char *hierarchy_path = g_build_filename (directory, file, NULL);
      g_autoptr (DeidHierarchy) hierarchy
          = deid_hierarchy_new_from_csv_file (hierarchy_path, NULL, NULL, error);

      if (hierarchy == NULL
          || !deid_lattice_add_quasi_identifier (lattice, quasi_identifiers[i], hierarchy, NULL,
                                                 error))
        return NULL;
    }
  return g_steal_pointer (&lattice);
}

/* The people of one age and sex in a postal code: the older they are, the fewer, and women live
 * longer. Some codes have twice as many as others. */
static gint64
count_people (guint size, guint code, guint age, gboolean is_female)
{
  const guint left = age < 50 ? 100 : (is_female ? 155 : 150) - age;

  return (gint64) (1 + size * (2 + code % 3) * left / 300);
}

/* Step 1: the population. It needs the quasi-identifiers under the same names, and nothing else. A
 * row is a kind of people, and the weight says how many there are; a register with a row for each
 * person does as well. */
static DeidDataset *
make_population (GError **error)
{
  g_autoptr (DeidDataset) population = deid_dataset_new ("population");
  g_autoptr (GPtrArray) codes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) sexes = g_ptr_array_new ();
  g_autoptr (GArray) ages = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GArray) people = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (gsize d = 0; d < G_N_ELEMENTS (districts); d++)
    for (guint i = 0; i < 2 * N_AGES * districts[d].n; i++)
      {
        const guint code = districts[d].first + i / (2 * N_AGES);
        const gboolean is_female = i % 2 == 0;
        const gint64 age = i / 2 % N_AGES;
        const gint64 n = count_people (districts[d].size, code, (guint) age, is_female);

        g_ptr_array_add (codes, g_strdup_printf ("%05u", code));
        g_ptr_array_add (sexes, is_female ? "female" : "male");
        g_array_append_val (ages, age);
        g_array_append_val (people, n);
      }
  if (!deid_dataset_add_string_column (population, "zip", (const char *const *) codes->pdata,
                                       codes->len, NULL, error)
      || !deid_dataset_add_string_column (population, "sex", (const char *const *) sexes->pdata,
                                          sexes->len, NULL, error)
      || !deid_dataset_add_integer_column (population, "age", (const gint64 *) ages->data,
                                           ages->len, NULL, 0, NULL, error)
      || !deid_dataset_add_integer_column (population, "people", (const gint64 *) people->data,
                                           people->len, NULL, 0, NULL, error)
      || !deid_dataset_set_role (population, "people", DEID_ROLE_WEIGHT, error))
    return NULL;
  return g_steal_pointer (&population);
}

/* What the custodian has. */
typedef struct
{
  DeidLattice *lattice; /* with the table */
  DeidDataset *population;
} Custodian;

/* What stays the same in all that follows: the table, its population, and a release of at least 95
 * of 100 records. Only step 6 has a quality model of its own. */
static DeidProblem *
state_problem (const Custodian *custodian, DeidPrivacyModel *model, DeidQualityModel *quality,
               GError **error)
{
  g_autoptr (DeidProblem) problem = deid_problem_new (custodian->lattice);

  if (model == NULL || !deid_problem_add_privacy_model (problem, model, error)
      || (quality != NULL && !deid_problem_set_quality_model (problem, quality, error))
      || !deid_problem_set_population (problem, custodian->population, NULL, error)
      || !deid_problem_set_suppression_limit (problem, 0.05, error))
    return NULL;
  return g_steal_pointer (&problem);
}

/* One row of the table that is printed. The population risk is rounded up, so that it can serve as
 * a threshold: see step 4. */
static gboolean
print_risks (const char *title, DeidResult *result, DeidReport *report)
{
  double found, mean_prosecutor, highest, mean;
  guint64 n_at_risk;

  if (report == NULL || !deid_report_get_number (report, "population_risk.sum", &found)
      || !deid_report_get_number (report, "prosecutor.mean", &mean_prosecutor)
      || !deid_report_get_number (report, "journalist.highest", &highest)
      || !deid_report_get_number (report, "journalist.mean", &mean)
      || !deid_report_get_count (report, "journalist.records_above_threshold", &n_at_risk))
    return FALSE;
  printf ("%-30s", title);
  if (result != NULL)
    printf (" %6.4f %5" G_GUINT64_FORMAT, deid_result_get_loss (result),
            deid_result_get_n_suppressed (result));
  else
    printf (" %6s %5s", "", "");
  printf (" %7.4f %7.4f %7.4f %5" G_GUINT64_FORMAT " %8.2f\n", mean_prosecutor, highest, mean,
          n_at_risk, found);
  return TRUE;
}

static DeidResult *
solve (DeidProblem *problem, GError **error)
{
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) release = NULL;

  if (problem == NULL || (result = deid_search_run (search, problem, NULL, error)) == NULL
      || (release = deid_result_apply (result, NULL, NULL, error)) == NULL
      || !deid_result_verify (result, release, NULL, error))
    return NULL;
  return g_steal_pointer (&result);
}

static gboolean
release_under (const Custodian *custodian, const char *title, DeidPrivacyModel *model,
               GError **error)
{
  g_autoptr (DeidProblem) problem = state_problem (custodian, model, NULL, error);
  g_autoptr (DeidResult) result = solve (problem, error);
  g_autoptr (DeidReport) after = NULL;

  if (result != NULL)
    after = deid_report_new_risks (result, NULL, TRUE, NULL, NULL, error);
  return print_risks (title, result, after);
}

/* Step 2: the risks of the table as it is, and of a release that only counts patients. "At risk"
 * are the records above 0.2, of which fewer than five people of the population have the labels. */
static DeidResult *
read_risks (const Custodian *custodian, GError **error)
{
  g_autoptr (DeidPrivacyModel) k = deid_privacy_model_new_k_anonymity (5, error);
  g_autoptr (DeidProblem) problem = state_problem (custodian, k, NULL, error);
  g_autoptr (DeidResult) result = solve (problem, error);
  g_autoptr (DeidReport) before = NULL, after = NULL;

  if (result == NULL
      || (before = deid_report_new_risks (result, NULL, FALSE, NULL, NULL, error)) == NULL
      || (after = deid_report_new_risks (result, NULL, TRUE, NULL, NULL, error)) == NULL)
    return NULL;
  printf ("%-30s %6s %5s %7s %15s %5s %8s\n", "", "", "sup-", "prosec.", "journalist     ", "at",
          "marketer");
  printf ("%-30s %6s %5s %7s %7s %7s %5s %8s\n", "", "loss", "pr.", "mean", "highest", "mean",
          "risk", "finds");
  if (!print_risks ("the table as it is", NULL, before)
      || !print_risks ("5 patients in a class", result, after))
    return NULL;
  return g_steal_pointer (&result);
}

/* Step 3: limits on the table as a whole. Where the classes of a policy exceed one, the library
 * withholds the riskiest of them until the others are within it, as far as the suppression limit
 * allows.
 *
 * The average risk is the prosecutor's: classes over patients. The share of records at risk is
 * taken as the journalist sees them. The population risk limits how many patients the marketer
 * finds; those whom the register does not have would count themselves. A limit on the estimated
 * share of unique people is for a custodian without a register: it takes only its size. */
static gboolean
limit_risks (const Custodian *custodian, GError **error)
{
  g_autofree char *estimate = g_strdup_printf ("pu:dankar:%" G_GUINT64_FORMAT ":0.001",
                                               deid_dataset_get_n_records (custodian->population));
  g_autoptr (DeidPrivacyModel) average = NULL, at_risk = NULL, found = NULL, unique = NULL;

  if ((average = deid_privacy_model_new_average_risk (0.1, error)) == NULL
      || (at_risk = deid_privacy_model_new_from_specification ("jatrisk:0.2:0.01", NULL, error))
             == NULL
      || (found = deid_privacy_model_new_population_risk (
              50, 1, DEID_RISK_SCALE_SUM, DEID_UNMATCHED_RECORDS_COUNT_THEMSELVES, error))
             == NULL
      || (unique = deid_privacy_model_new_from_specification (estimate, NULL, error)) == NULL)
    return FALSE;
  return release_under (custodian, "average risk 0.1", average, error)
         && release_under (custodian, "1 % of records at risk", at_risk, error)
         && release_under (custodian, "50 patients found", found, error)
         && release_under (custodian, "0.1 % unique, estimated", unique, error);
}

/* Step 4: the protection that a release has by chance, asked for directly. The population risk of
 * the release with five patients in a class becomes the threshold. That release meets it, so the
 * search finds one that loses no more. */
static gboolean
ask_for_the_same (const Custodian *custodian, DeidResult *with_k, GError **error)
{
  g_autoptr (DeidReport) report = deid_report_new_risks (with_k, NULL, TRUE, NULL, NULL, error);
  g_autoptr (DeidPrivacyModel) model = NULL;
  double risk;

  if (report == NULL || !deid_report_get_number (report, "population_risk.sum", &risk)
      || (model = deid_privacy_model_new_population_risk (
              risk, 1, DEID_RISK_SCALE_SUM, DEID_UNMATCHED_RECORDS_COUNT_THEMSELVES, error))
             == NULL)
    return FALSE;
  return release_under (custodian, "as many as with 5 in a class", model, error);
}

/* Step 5: how good is the estimate? It takes the patients for a random sample of the population,
 * which patients never quite are. The register knows. */
static gboolean
check_estimate (DeidResult *result, DeidDataset *population, GError **error)
{
  const guint64 size = deid_dataset_get_n_records (population);
  g_autoptr (DeidRiskOptions) options = deid_risk_options_new ();
  g_autoptr (DeidReport) before = NULL;
  double estimated = 0;
  guint n_unique = 0, column;

  if (!deid_dataset_find_column (population, "people", &column, error)
      || !deid_risk_options_set_population_size (options, size, error)
      || (before = deid_report_new_risks (result, NULL, FALSE, options, NULL, error)) == NULL)
    return FALSE;
  for (guint64 row = 0; row < deid_dataset_get_n_rows (population); row++)
    n_unique += g_str_equal (deid_dataset_get_value (population, row, column), "1") ? 1 : 0;
  deid_report_get_number (before, "estimated_uniques.dankar", &estimated);
  printf ("\nunique by age, sex and postal code among %" G_GUINT64_FORMAT " people:\n"
          "%.0f as estimated from the table by Dankar's rule, %u by the register\n",
          size, estimated, n_unique);
  return TRUE;
}

/* Step 6: the view of a publisher to whom a record as it was is worth 1200, in any currency, and
 * who pays 300 for each patient found. The journalist gains as much, and spends 4 on each attempt:
 * nobody attacks a class of 75 people or more. The payout of a record is what generalization leaves
 * of the 1200, less what is expected to be lost to attacks.
 *
 * As a quality model, the payout says what a policy is worth. Its loss is what the payout lacks, as
 * a share of benefit and loss together. */
static void
print_payout (const char *title, const DeidResult *result)
{
  printf ("%-30s %8.2f a record, %" G_GUINT64_FORMAT " suppressed\n", title,
          BENEFIT - deid_result_get_loss (result) * (BENEFIT + LOSS),
          deid_result_get_n_suppressed (result));
}

/* As a privacy model, the payout withholds each class that pays nothing. */
static gboolean
play (const Custodian *custodian, DeidResult *with_k, GError **error)
{
  g_autoptr (DeidQualityModel) payout = deid_quality_model_new_from_specification (GAME, error);
  g_autoptr (DeidPrivacyModel) k = NULL, pays = NULL;
  g_autoptr (DeidProblem) same = NULL, game = NULL;
  g_autoptr (DeidResult) measured = NULL, best = NULL;

  if (payout == NULL || (k = deid_privacy_model_new_k_anonymity (5, error)) == NULL
      || (same = state_problem (custodian, k, payout, error)) == NULL
      || (measured = deid_problem_evaluate (same, deid_result_get_policy (with_k), NULL, error))
             == NULL
      || (pays = deid_privacy_model_new_from_specification (GAME, NULL, error)) == NULL
      || (game = state_problem (custodian, pays, payout, error)) == NULL
      || (best = solve (game, error)) == NULL)
    return FALSE;
  printf ("\nthe publisher's payout\n");
  print_payout ("5 patients in a class", measured);
  print_payout ("the best policy for it", best);
  return TRUE;
}

static gboolean
run (const char *directory, GError **error)
{
  g_autoptr (DeidLattice) lattice = load_lattice (directory, error);
  g_autoptr (DeidDataset) population = lattice != NULL ? make_population (error) : NULL;
  const Custodian custodian = { lattice, population };
  g_autoptr (DeidResult) with_k = NULL;

  return population != NULL && (with_k = read_risks (&custodian, error)) != NULL
         && limit_risks (&custodian, error) && ask_for_the_same (&custodian, with_k, error)
         && check_estimate (with_k, population, error) && play (&custodian, with_k, error);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  if (run (argc > 1 ? argv[1] : DATA_DIR, &error))
    return 0;
  fprintf (stderr, "09-population-risk: %s\n", error->message);
  return 1;
}
