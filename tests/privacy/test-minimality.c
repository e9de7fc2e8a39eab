/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a release gives away to those who know how it was made: for small tables all inputs are
 * listed that the same release could come from.
 *
 * The family: 6 persons, each with one of 4 ages. Ages are grouped by pairs, then altogether.
 *
 * For diagnoses, the ages are public, and each person has HIV or flu: all 84 sets of ages with all
 * 64 sets of diagnoses. An attacker who knows classes alone takes the share of HIV in a class for
 * the chance of each person in it. An attacker who knows the program as well runs it on every table
 * of the same ages, and keeps those that come to the same release.
 *
 * For finer labels, the ages are what is to be learned. An attacker who knows that labels are the
 * lowest that cover their class keeps those ages of a class by which they are. An attacker who
 * knows the program runs it on all sets of ages. */
#include "support/suite.h"

#include <stdio.h>
#include <string.h>

#include "support/lesson.h"
#include "support/result-figures.h"

#define N_PERSONS 6
#define N_AGES    4
#define N_INPUTS  (1u << N_PERSONS)
#define N_SETS    84 /* of N_PERSONS ages */

static const char hierarchy[] = "age 1 young *\nage 2 young *\nage 3 old *\nage 4 old *\n";

/* What the program makes of one table: of each person the label. */
typedef struct
{
  gboolean exists;
  char labels[N_PERSONS][8];
  guint64 n_forced;
} Release;

/* Persons whose diagnosis is learned, of all in tables that have a release. */
typedef struct
{
  guint n;
  guint n_by_classes; /* whose class has HIV in more than half of its records */
  guint n_exceeded;   /* who have HIV with a chance of more than half, to who knows the program */
  guint n_certain;    /* who are sure to have it */
  guint n_changed;    /* whose chance is another one than the share in their class */
} Learned;

static void
list_sets (guint sets[N_SETS][N_PERSONS])
{
  guint n = 0;

  for (guint code = 0; code < 1u << (2 * N_PERSONS); code++)
    {
      gboolean is_sorted = TRUE;

      for (guint i = 1; i < N_PERSONS; i++)
        is_sorted &= (code >> (2 * i) & 3) >= (code >> (2 * i - 2) & 3);
      for (guint i = 0; is_sorted && i < N_PERSONS; i++)
        sets[n][i] = 1 + (code >> (2 * i) & 3);
      n += is_sorted ? 1 : 0;
    }
  ck_assert_uint_eq (n, N_SETS);
}

static gboolean
has_hiv (guint input, guint person)
{
  return (input >> person & 1) != 0;
}

static DeidProblem *
state (const guint *ages, guint input, const char *model, gboolean demanded)
{
  g_autoptr (GString) table = g_string_new ("age s:sensitive\n");
  DeidProblem *problem;

  for (guint i = 0; i < N_PERSONS; i++)
    g_string_append_printf (table, "%u %s\n", ages[i], has_hiv (input, i) ? "HIV" : "flu");
  problem = lesson_make_problem (table->str, hierarchy,
                                 deid_privacy_model_new_from_specification (model, "s", NULL));
  ck_assert (deid_problem_set_suppression_limit (problem, 0, NULL));
  ck_assert (deid_problem_set_no_forced_labels (problem, demanded, NULL));
  return problem;
}

static void
run (DeidProblem *problem, const char *specification, Release *release)
{
  g_autoptr (DeidSearch) search = deid_search_new_from_specification (specification, NULL);
  g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, NULL);
  DeidPartition *partition;
  double n_forced = 0;

  *release = (Release){ .exists = result != NULL };
  if (result == NULL)
    return;
  partition = deid_result_get_partition (result, NULL, NULL);
  for (guint i = 0; i < N_PERSONS; i++)
    g_strlcpy (release->labels[i],
               deid_partition_get_label (partition, deid_partition_get_class (partition, i), 0),
               sizeof release->labels[i]);
  find_figure (result, "forced-records", &n_forced);
  release->n_forced = (guint64) n_forced;
}

/* Counts the records with a label and, of these, those with HIV. */
static guint
count_label (const Release *release, const char *label, guint input, guint *n_hiv)
{
  guint n = 0;

  *n_hiv = 0;
  for (guint i = 0; i < N_PERSONS; i++)
    if (strcmp (release->labels[i], label) == 0)
      {
        n++;
        *n_hiv += has_hiv (input, i) ? 1 : 0;
      }
  return n;
}

/* Tells whether two releases have the same rows. */
static gboolean
are_alike (const Release *a, guint input_a, const Release *b, guint input_b)
{
  for (guint i = 0; i < N_PERSONS; i++)
    {
      guint n_hiv[2];

      if (count_label (a, a->labels[i], input_a, &n_hiv[0])
              != count_label (b, a->labels[i], input_b, &n_hiv[1])
          || n_hiv[0] != n_hiv[1])
        return FALSE;
    }
  return b->exists;
}

static void
learn (const Release *releases, guint input, Learned *learned)
{
  const Release *release = &releases[input];
  guint n_inputs = 0, n_hiv[N_PERSONS] = { 0 };

  for (guint other = 0; other < N_INPUTS; other++)
    if (are_alike (release, input, &releases[other], other))
      {
        n_inputs++;
        for (guint i = 0; i < N_PERSONS; i++)
          n_hiv[i] += has_hiv (other, i) ? 1 : 0;
      }
  for (guint i = 0; i < N_PERSONS; i++)
    {
      guint n_of_class;
      const guint n = count_label (release, release->labels[i], input, &n_of_class);

      learned->n++;
      learned->n_by_classes += 2 * n_of_class > n;
      learned->n_exceeded += 2 * n_hiv[i] > n_inputs;
      learned->n_certain += n_hiv[i] == n_inputs;
      learned->n_changed += n_hiv[i] * n != n_of_class * n_inputs;
    }
}

/* Takes each of so many sets of ages. */
static Learned
learn_all (const char *model, const char *specification, guint stride)
{
  guint sets[N_SETS][N_PERSONS];
  Learned learned = { 0 };

  list_sets (sets);
  for (guint set = 0; set < N_SETS; set += stride)
    {
      Release releases[N_INPUTS];

      for (guint input = 0; input < N_INPUTS; input++)
        {
          g_autoptr (DeidProblem) problem = state (sets[set], input, model, FALSE);

          run (problem, specification, &releases[input]);
        }
      for (guint input = 0; input < N_INPUTS; input++)
        if (releases[input].exists)
          learn (releases, input, &learned);
    }
  printf ("%s, %s: of %u persons %u are in classes with HIV in more than half of their records; to "
          "who knows the program %u (%.1f %%) have HIV with a chance above 1/2, %u (%.1f %%) for "
          "sure, and %u have another chance than the share of their class\n",
          model, specification, learned.n, learned.n_by_classes, learned.n_exceeded,
          100.0 * learned.n_exceeded / learned.n, learned.n_certain,
          100.0 * learned.n_certain / learned.n, learned.n_changed);
  return learned;
}

/* Of (alpha,k)-anonymity no class tells more than alpha, but the program does. */
START_TEST (diagnoses)
{
  const Learned global = learn_all ("ak:0.5:2:HIV", "optimal", 1);
  const Learned local = learn_all ("ak:0.5:2:HIV", "local:40", 1);

  ck_assert_uint_eq (global.n_by_classes, 0);
  ck_assert_uint_eq (local.n_by_classes, 0);
  /* docs/not-promised.md has these figures */
  ck_assert_uint_eq (global.n, 20664);
  ck_assert_uint_eq (global.n_exceeded, 68);
  ck_assert_uint_eq (global.n_certain, 68);
  ck_assert_uint_eq (local.n, 20664);
  ck_assert_uint_eq (local.n_exceeded, 439);
  ck_assert_uint_eq (local.n_certain, 209);
}
END_TEST

/* k-anonymity does not look at diagnoses: who knows the program learns no more of them. */
START_TEST (by_size_alone)
{
  ck_assert_uint_eq (learn_all ("k:2", "optimal", get_stride ()).n_changed, 0);
  ck_assert_uint_eq (learn_all ("k:2", "local:40", get_stride ()).n_changed, 0);
}
END_TEST

static gboolean
covers (const char *label, guint age)
{
  if (strcmp (label, "young") == 0)
    return age <= 2;
  if (strcmp (label, "old") == 0)
    return age > 2;
  return strcmp (label, "*") == 0 || (guint) (label[0] - '0') == age;
}

/* Returns: the number of the label that a person of an age has one level below a label. */
static guint
get_finer (const char *label, guint age)
{
  return strcmp (label, "*") == 0 ? (age + 1) / 2 : age;
}

/* Tells whether the lowest label that covers some ages is this one. */
static gboolean
is_lowest (const char *label, const guint *ages, guint n)
{
  gboolean are_several = FALSE;

  for (guint i = 0; i < n; i++)
    {
      if (!covers (label, ages[i]))
        return FALSE;
      are_several |= get_finer (label, ages[i]) != get_finer (label, ages[0]);
    }
  return are_several;
}

/* Tells whether all ages of a class of n records by which a label is its lowest one have the same
 * finer labels, as many times. */
static gboolean
is_determined (const char *label, guint n)
{
  guint first = G_MAXUINT;

  for (guint code = 0; code < 1u << (2 * n); code++)
    {
      guint ages[N_PERSONS], counts = 0;

      for (guint i = 0; i < n; i++)
        ages[i] = 1 + (code >> (2 * i) & 3);
      if (!is_lowest (label, ages, n))
        continue;
      for (guint i = 0; i < n; i++)
        counts += 1u << (4 * (get_finer (label, ages[i]) - 1));
      if (first != G_MAXUINT && counts != first)
        return FALSE;
      first = counts;
    }
  return TRUE;
}

/* The finer labels of the records with a label, each counted in 4 bits. */
static guint
count_finer (const Release *release, const guint *ages, const char *label)
{
  guint counts = 0;

  for (guint i = 0; i < N_PERSONS; i++)
    if (strcmp (release->labels[i], label) == 0)
      counts += 1u << (4 * (get_finer (label, ages[i]) - 1));
  return counts;
}

typedef struct
{
  guint n_generalized;
  guint n_forced;  /* by minimal cover */
  guint n_counted; /* the same as the library counts them */
  guint n_known;   /* to who knows the program */
} Downcoded;

/* Tells whether all sets of ages with the same release have the same finer labels of a label. */
static gboolean
is_known (guint sets[N_SETS][N_PERSONS], const Release *releases, guint set, const char *label)
{
  const guint counts = count_finer (&releases[set], sets[set], label);

  for (guint other = 0; other < N_SETS; other++)
    if (are_alike (&releases[set], 0, &releases[other], 0)
        && count_finer (&releases[other], sets[other], label) != counts)
      return FALSE;
  return TRUE;
}

static Downcoded
downcode_all (gboolean demanded)
{
  guint sets[N_SETS][N_PERSONS];
  Downcoded downcoded = { 0 };
  Release releases[N_SETS];

  list_sets (sets);
  for (guint set = 0; set < N_SETS; set++)
    {
      g_autoptr (DeidProblem) problem = state (sets[set], 0, "k:2", demanded);

      run (problem, "local:100", &releases[set]);
      ck_assert (releases[set].exists);
    }
  for (guint set = 0; set < N_SETS; set++)
    {
      downcoded.n_counted += (guint) releases[set].n_forced;
      for (guint i = 0; i < N_PERSONS; i++)
        {
          const char *label = releases[set].labels[i];
          guint unused;

          if (label[1] == '\0' && label[0] != '*')
            continue;
          downcoded.n_generalized++;
          downcoded.n_forced
              += is_determined (label, count_label (&releases[set], label, 0, &unused)) ? 1 : 0;
          downcoded.n_known += is_known (sets, releases, set, label) ? 1 : 0;
        }
    }
  printf ("%s: of %u generalized records the finer labels of %u (%.1f %%) follow from minimal "
          "cover, those of %u (%.1f %%) for who knows the program\n",
          demanded ? "no forced labels" : "local, k:2", downcoded.n_generalized, downcoded.n_forced,
          100.0 * downcoded.n_forced / MAX (downcoded.n_generalized, 1), downcoded.n_known,
          100.0 * downcoded.n_known / MAX (downcoded.n_generalized, 1));
  return downcoded;
}

/* What is counted is what follows from minimal cover; the demand leaves nothing of it. */
START_TEST (finer_labels)
{
  const Downcoded usual = downcode_all (FALSE);
  const Downcoded demanded = downcode_all (TRUE);

  ck_assert_uint_eq (usual.n_generalized, 148);
  ck_assert_uint_eq (usual.n_forced, 100);
  ck_assert_uint_eq (demanded.n_generalized, 192);
  ck_assert_uint_eq (demanded.n_known, 24);
  ck_assert_uint_eq (usual.n_counted, usual.n_forced);
  ck_assert_uint_eq (demanded.n_counted, 0);
  ck_assert_uint_eq (demanded.n_forced, 0);
  ck_assert_uint_ge (usual.n_known, usual.n_forced);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("minimality");
  TCase *cases = tcase_create ("small tables");

  tcase_set_timeout (cases, 300);
  tcase_add_test (cases, diagnoses);
  tcase_add_test (cases, by_size_alone);
  tcase_add_test (cases, finer_labels);
  suite_add_tcase (suite, cases);
  return suite;
}
