/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/exact-table.h"

#include <math.h>

#include "support/suite.h"

#define MAX_DIGITS  1000000000000000.0 /* 10^15: so many digits stay what they are as a double */
#define MAX_TRIES   1000
#define MAX_RECORDS 40 /* of a value, where each has a row */

static guint64
draw (GRand *rand, guint64 below)
{
  return ((guint64) g_rand_int (rand) << 32 | g_rand_int (rand)) % below;
}

/* The exponent of a base: a population is the square of its base if @halves is odd. */
static guint
get_power (guint halves)
{
  return halves % 2 == 1 ? halves : halves / 2;
}

static guint64
raise_to (guint64 base, guint power)
{
  guint64 result = 1;

  for (; power > 0; power--)
    result *= base;
  return result;
}

static guint64
get_population (guint64 base, guint halves)
{
  return halves % 2 == 1 ? base * base : base;
}

static guint64
find_common_divisor (guint64 a, guint64 b)
{
  return b == 0 ? a : find_common_divisor (b, a % b);
}

/* Draws classes of which the last one makes the sum of all a multiple of 1/10. Returns: whether the
 * numbers stay within range. */
static gboolean
draw_sum (PlainRiskPart *parts, guint n, guint halves, gboolean is_small, GRand *rand)
{
  const guint power = get_power (halves);
  const guint64 largest = is_small ? 5 : power == 1 ? 300 : power == 2 ? 30 : 6;
  guint64 multiple = is_small && n > 1 ? 1 : 10, rest = 0, whole;
  guint64 bases[EXACT_MAX_VALUES];

  for (guint i = 0; i + 1 < n; i++)
    {
      bases[i] = 1 + draw (rand, largest);
      multiple *= bases[i] / find_common_divisor (bases[i], multiple);
      parts[i] = (PlainRiskPart){ 1 + draw (rand, is_small ? 6 : 1000),
                                  get_population (bases[i], halves) };
    }
  if (pow ((double) multiple, MAX (power, 2)) > 1e13)
    return FALSE;
  whole = raise_to (multiple, power);
  for (guint i = 0; i + 1 < n; i++)
    rest = (rest + parts[i].n_persons * (whole / raise_to (bases[i], power))) % whole;
  if (multiple % 10 == 0)
    rest = (rest + draw (rand, 10) * (whole / 10)) % whole;
  parts[n - 1] = (PlainRiskPart){ whole - rest, get_population (multiple, halves) };
  return TRUE;
}

/* Without a population a class is its own one: these add up to a decimal because 2 and 5 are all
 * that divides them, or in pairs of 3 k and 6 k where each adds 1 / k. */
static void
draw_own_sum (PlainRiskPart *parts, guint n, guint halves, GRand *rand)
{
  static const guint64 bases[] = { 1, 2, 4, 5, 8, 10, 20, 25 };

  for (guint i = 0; i < n; i++)
    {
      const guint64 base = bases[draw (rand, halves > 4 ? 6 : G_N_ELEMENTS (bases))];
      const gboolean is_pair = i + 1 < n && (halves == 3 || halves == 4) && g_rand_boolean (rand);

      parts[i].n_persons = parts[i].n_population
          = get_population ((is_pair ? 3 : 1) * base, halves);
      if (is_pair)
        {
          i++;
          parts[i].n_persons = parts[i].n_population = get_population (6 * base, halves);
        }
      if (halves == 2)
        parts[i].n_persons = parts[i].n_population = 1 + draw (rand, 40);
    }
}

static long double
sum_up (const PlainRiskPart *parts, guint n, guint halves)
{
  long double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += (long double) parts[i].n_persons
           / powl ((long double) MAX (parts[i].n_population, 1), halves / 2.0L);
  return sum;
}

static guint64
count_persons (const PlainRiskPart *parts, guint n)
{
  guint64 n_persons = 0;

  for (guint i = 0; i < n; i++)
    n_persons += parts[i].n_persons;
  return n_persons;
}

/* Makes the mean a decimal. With a population further records are found for certain, as many as it
 * takes for the share of the others to be a tenth, a hundredth or so; without one all classes
 * become alike, or, where each adds 1, the last one as large as it takes. */
static gboolean
adjust_mean (PlainRiskPart *parts, guint *n, guint halves, gboolean has_population, GRand *rand)
{
  static const guint64 shares[] = { 2, 4, 5, 10, 20, 25, 50, 100 };
  const guint64 share = shares[draw (rand, G_N_ELEMENTS (shares))];
  guint64 n_persons = count_persons (parts, *n), others;
  const long double sum = sum_up (parts, *n, halves);

  if (has_population)
    {
      if (sum != floorl (sum) || share * (long double) (n_persons - sum) <= n_persons)
        return FALSE;
      others = share * (n_persons - (guint64) sum) - n_persons;
      parts[(*n)++] = (PlainRiskPart){ others, 1 };
      return TRUE;
    }
  for (guint i = 1; i < *n && halves != 2; i++)
    parts[i] = parts[0];
  others = n_persons - parts[*n - 1].n_persons;
  if (halves == 2 && share * *n <= others)
    return FALSE;
  if (halves == 2)
    parts[*n - 1].n_persons = parts[*n - 1].n_population = share * *n - others;
  return TRUE;
}

/* Finds the threshold that is exactly the risk of classes, if few digits are enough. */
static gboolean
find_threshold (ExactTable *table, const PlainRiskPart *parts, guint n)
{
  const guint64 n_persons = table->is_mean ? count_persons (parts, n) : 1;
  const long double risk = sum_up (parts, n, table->halves) / (long double) n_persons;

  for (table->n_decimals = 0; table->n_decimals < 15; table->n_decimals++)
    {
      const long double digits = roundl (risk * powl (10, table->n_decimals));

      if (digits >= MAX_DIGITS)
        return FALSE;
      table->digits = (guint64) digits;
      if (table->digits > 0
          && plain_risk_compare (parts, n, table->halves, n_persons, table->digits,
                                 table->n_decimals)
                 == 0)
        return TRUE;
    }
  return FALSE;
}

/* The next decimal of fifteen digits, or one of a few more units, above the risk or below. */
static void
miss_threshold (ExactTable *table, const PlainRiskPart *parts, guint n, GRand *rand)
{
  const guint64 n_persons = table->is_mean ? count_persons (parts, n) : 1;
  const long double risk = sum_up (parts, n, table->halves) / (long double) n_persons;

  table->n_decimals = 0;
  while (table->n_decimals < 20 && risk * powl (10, table->n_decimals + 1) < MAX_DIGITS)
    table->n_decimals++;
  table->digits = (guint64) roundl (risk * powl (10, table->n_decimals));
  table->digits += draw (rand, 3);
  table->digits -= MIN (table->digits - 1, draw (rand, 3));
}

/* Divides a number at random. */
static void
divide (guint64 number, guint n, guint64 least, guint64 *shares, GRand *rand)
{
  for (guint i = 0; i + 1 < n; i++)
    {
      shares[i] = least + draw (rand, number - least * (n - i) + 1);
      number -= shares[i];
    }
  shares[n - 1] = number;
}

/* Tells values apart at random, or as one of the levels does. Returns: the number of runs. */
static guint
draw_runs (guint n_values, gboolean has_cuts, guint *sizes, GRand *rand)
{
  const guint level = g_rand_int (rand) % 3;
  guint n = 0;

  for (guint value = 0; value < n_values; value++)
    {
      const gboolean is_apart = has_cuts     ? g_rand_boolean (rand)
                                : level == 0 ? TRUE
                                : level == 1 ? value % 2 == 0
                                             : FALSE;

      if (value == 0 || is_apart)
        sizes[n++] = 0;
      sizes[n - 1]++;
    }
  return n;
}

/* Gives the records of each class to the values of a run. */
static gboolean
spread (ExactTable *table, const PlainRiskPart *parts, const guint *sizes, guint n, GRand *rand)
{
  const guint64 most = table->kind == EXACT_WEIGHTS ? (guint64) 1 << 55 : MAX_RECORDS;
  guint value = 0;

  for (guint i = 0; i < n; value += sizes[i++])
    {
      if (parts[i].n_persons < sizes[i] || parts[i].n_persons > most)
        return FALSE;
      divide (parts[i].n_persons, sizes[i], 1, table->n_persons + value, rand);
      divide (parts[i].n_population, sizes[i], 0, table->n_population + value, rand);
    }
  for (guint v = 0; v < table->n_values; v++)
    table->n_records[v]
        = table->n_persons[v]
          + (table->kind == EXACT_PERSONS ? draw (rand, table->n_persons[v] + 1) : 0);
  return TRUE;
}

static gboolean
draw_parts (const ExactTable *table, PlainRiskPart *parts, guint n, GRand *rand)
{
  const gboolean is_added = table->is_mean && table->has_population;
  guint n_drawn = is_added ? n - 1 : n;

  if (n_drawn == 0)
    return FALSE;
  if (!table->has_population)
    draw_own_sum (parts, n, table->halves, rand);
  else if (!draw_sum (parts, n_drawn, table->halves, table->kind != EXACT_WEIGHTS, rand))
    return FALSE;
  return !table->is_mean
         || adjust_mean (parts, &n_drawn, table->halves, table->has_population, rand);
}

static guint
sort_parts (PlainRiskPart *parts, guint64 *n_records, guint n)
{
  for (guint i = 1; i < n; i++)
    for (guint j = i; j > 0; j--)
      {
        const PlainRiskPart a = parts[j - 1], b = parts[j];
        const guint64 records = n_records[j];

        if (a.n_population < b.n_population
            || (a.n_population == b.n_population
                && (a.n_persons < b.n_persons
                    || (a.n_persons == b.n_persons && n_records[j - 1] <= records))))
          break;
        parts[j - 1] = b;
        parts[j] = a;
        n_records[j] = n_records[j - 1];
        n_records[j - 1] = records;
      }
  return n;
}

static gboolean
try (ExactTable *table, GRand *rand, gboolean has_cuts, gboolean is_exact)
{
  PlainRiskPart parts[EXACT_MAX_VALUES + 1];
  guint sizes[EXACT_MAX_VALUES], n, n_withheld;
  guint64 n_records[EXACT_MAX_VALUES] = { 0 };

  *table = (ExactTable){ .n_values = 2 + g_rand_int (rand) % (has_cuts ? 3 : 5),
                         .has_population = g_rand_int (rand) % 4 > 0,
                         .kind = (ExactKind) (MAX (g_rand_int (rand) % 5, 2) - 2),
                         .halves = g_rand_int (rand) % 3 == 0 ? 1 + g_rand_int (rand) % 8 : 2,
                         .is_mean = g_rand_boolean (rand) };
  n = draw_runs (table->n_values, has_cuts, sizes, rand);
  if (!draw_parts (table, parts, n, rand) || !spread (table, parts, sizes, n, rand))
    return FALSE;
  /* What is withheld is not known to keep a solution one, so searches for alternatives refuse it.
   */
  n_withheld = has_cuts || n < 2 || g_rand_boolean (rand) ? 0 : 1;
  sort_parts (parts, n_records, n);
  if (n_withheld > 0)
    table->limit = parts[0].n_persons * 2;
  if (is_exact)
    return find_threshold (table, parts + n_withheld, n - n_withheld);
  miss_threshold (table, parts + n_withheld, n - n_withheld, rand);
  return TRUE;
}

void
exact_table_init (ExactTable *table, GRand *rand, gboolean has_cuts, gboolean is_exact)
{
  for (guint tries = 0; !try (table, rand, has_cuts, is_exact); tries++)
    if (tries == MAX_TRIES)
      ck_abort_msg ("no table in %d tries", MAX_TRIES);
}

void
exact_table_spell_threshold (const ExactTable *table, char text[64])
{
  guint64 unit = 1;

  for (guint i = 0; i < MIN (table->n_decimals, 18); i++)
    unit *= 10;
  if (table->n_decimals == 0)
    g_snprintf (text, 64, "%" G_GUINT64_FORMAT, table->digits);
  else if (table->n_decimals <= 18)
    g_snprintf (text, 64, "%" G_GUINT64_FORMAT ".%0*" G_GUINT64_FORMAT, table->digits / unit,
                (int) table->n_decimals, table->digits % unit);
  else
    g_snprintf (text, 64, "%" G_GUINT64_FORMAT "e-%u", table->digits, table->n_decimals);
}

char *
exact_table_spell_model (const ExactTable *table)
{
  char text[64];

  exact_table_spell_threshold (table, text);
  return g_strdup_printf ("risk:%s:%u.%u%s:self", text, table->halves / 2, table->halves % 2 * 5,
                          table->is_mean ? ":mean" : "");
}

/* Rows of values, each as often as it is counted, or once with the count for a weight. */
static DeidDataset *
build_dataset (const ExactTable *table, const char *name, const guint64 *counts,
               gboolean has_weights)
{
  DeidDataset *dataset = deid_dataset_new (name);
  gint64 values[EXACT_MAX_ROWS * 5], weights[EXACT_MAX_VALUES];
  guint n = 0;
  GError *error = NULL;

  for (guint v = 0; v < table->n_values; v++)
    for (guint64 i = 0; i < (has_weights ? MIN (counts[v], 1) : counts[v]); i++)
      {
        ck_assert_uint_lt (n, G_N_ELEMENTS (values));
        if (has_weights)
          weights[n] = (gint64) counts[v];
        values[n++] = v;
      }
  deid_dataset_add_integer_column (dataset, "q", values, n, NULL, 0, NULL, &error);
  assert_no_error (error);
  if (!has_weights)
    return dataset;
  deid_dataset_add_integer_column (dataset, "n", weights, n, NULL, 0, NULL, &error);
  assert_no_error (error);
  deid_dataset_set_role (dataset, "n", DEID_ROLE_WEIGHT, &error);
  assert_no_error (error);
  return dataset;
}

/* The first rows of a value are of one person each; these come again in the others. */
static void
add_persons (const ExactTable *table, DeidDataset *dataset)
{
  gint64 persons[EXACT_MAX_ROWS * 5];
  guint n = 0;
  GError *error = NULL;

  for (guint v = 0; v < table->n_values; v++)
    for (guint64 i = 0; i < table->n_records[v]; i++)
      persons[n++] = (gint64) (1000 * v + i % table->n_persons[v]);
  deid_dataset_add_integer_column (dataset, "person", persons, n, NULL, 0, NULL, &error);
  assert_no_error (error);
  deid_dataset_set_role (dataset, "person", DEID_ROLE_ENTITY, &error);
  assert_no_error (error);
}

static DeidHierarchy *
build_hierarchy (void)
{
  const char *path
      = write_file ("q.csv", "0,0-1,*\n1,0-1,*\n2,2-3,*\n3,2-3,*\n4,4-5,*\n5,4-5,*\n", -1);
  GError *error = NULL;
  DeidHierarchy *hierarchy = deid_hierarchy_new_from_csv_file (path, NULL, NULL, &error);

  assert_no_error (error);
  return hierarchy;
}

static DeidLattice *
build_lattice (const ExactTable *table, gboolean has_cuts)
{
  static DeidHierarchy *hierarchy;
  g_autoptr (DeidDataset) dataset
      = build_dataset (table, "table", table->n_records, table->kind == EXACT_WEIGHTS);
  DeidLattice *lattice;
  GError *error = NULL;

  if (hierarchy == NULL)
    hierarchy = build_hierarchy ();
  if (table->kind == EXACT_PERSONS)
    add_persons (table, dataset);
  lattice = deid_lattice_new (dataset);
  if (has_cuts)
    deid_lattice_add_numeric_cuts (lattice, "q", DEID_CUT_ENDS_ROUNDED, &error);
  else
    deid_lattice_add_quasi_identifier (lattice, "q", hierarchy, NULL, &error);
  assert_no_error (error);
  return lattice;
}

DeidProblem *
exact_table_build (const ExactTable *table, gboolean has_cuts)
{
  g_autoptr (DeidLattice) lattice = build_lattice (table, has_cuts);
  g_autofree char *specification = exact_table_spell_model (table);
  DeidProblem *problem = deid_problem_new (lattice);
  GError *error = NULL;
  g_autoptr (DeidPrivacyModel) model
      = deid_privacy_model_new_from_specification (specification, NULL, &error);

  assert_no_error (error);
  deid_problem_add_privacy_model (problem, model, &error);
  assert_no_error (error);
  deid_problem_set_suppression_limit_count (problem, table->limit, &error);
  assert_no_error (error);
  if (table->has_population)
    {
      g_autoptr (DeidDataset) population
          = build_dataset (table, "people", table->n_population, TRUE);

      deid_problem_set_population (problem, population, NULL, &error);
      assert_no_error (error);
    }
  return problem;
}

static gboolean
are_apart (const DeidPolicy *policy, gboolean has_cuts, guint value)
{
  const guint level = deid_policy_get_level (policy, has_cuts ? value - 1 : 0);

  return has_cuts ? level == 0 : level == 0 || (level == 1 && value % 2 == 0);
}

guint
exact_table_list (const ExactTable *table, const DeidPolicy *policy, gboolean has_cuts,
                  PlainRiskPart *parts, guint64 *n_records)
{
  guint64 own[EXACT_MAX_VALUES];
  guint n = 0;

  for (guint v = 0; v < table->n_values; v++)
    {
      if (v == 0 || are_apart (policy, has_cuts, v))
        {
          parts[n] = (PlainRiskPart){ 0, 0 };
          own[n++] = 0;
        }
      own[n - 1] += table->n_records[v];
      parts[n - 1].n_persons += table->n_persons[v];
      parts[n - 1].n_population
          += table->has_population ? table->n_population[v] : table->n_persons[v];
    }
  sort_parts (parts, own, n);
  for (guint i = 0; n_records != NULL && i < n; i++)
    n_records[i] = own[i];
  return n;
}

gboolean
exact_table_is_solution (const ExactTable *table, const DeidPolicy *policy, gboolean has_cuts,
                         guint *n_withheld, guint64 *n_suppressed)
{
  PlainRiskPart parts[EXACT_MAX_VALUES];
  guint64 n_records[EXACT_MAX_VALUES];
  const guint n = exact_table_list (table, policy, has_cuts, parts, n_records);

  *n_suppressed = 0;
  for (*n_withheld = 0; *n_withheld < n && *n_suppressed <= table->limit; ++*n_withheld)
    {
      const guint n_left = n - *n_withheld;

      if (plain_risk_compare (parts + *n_withheld, n_left, table->halves,
                              table->is_mean ? count_persons (parts + *n_withheld, n_left) : 1,
                              table->digits, table->n_decimals)
          <= 0)
        return TRUE;
      *n_suppressed += n_records[*n_withheld];
    }
  return FALSE;
}
