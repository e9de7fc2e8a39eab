/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/plain-persons.h"

#include <string.h>

#include "support/plain-check.h"

/* A household has the rows of persons, or of some of them. */
static void
draw_households (RandomProblem *problem, GRand *rand)
{
  const gboolean has_persons = g_rand_boolean (rand);
  const int n_households = g_rand_int_range (rand, 1, (gint32) problem->n_rows + 1);

  problem->has_households = TRUE;
  for (guint row = 0; row < problem->n_rows; row++)
    problem->households[row] = has_persons ? (problem->entities[row] + 1) % n_households
                                           : g_rand_int_range (rand, -1, n_households);
}

void
plain_persons_draw (RandomProblem *problem, GRand *rand)
{
  static const guint percents[] = { 30, 50, 80 };

  random_problem_set_limit (problem, percents[g_rand_int (rand) % G_N_ELEMENTS (percents)]);
  if (g_rand_boolean (rand)) /* more persons with few rows */
    for (guint row = 0; row < problem->n_rows; row++)
      problem->entities[row] = (int) (row * 2 / 3);
  problem->n_models = g_rand_int (rand) % 4 == 0 ? 1 : 0;
  problem->models[0] = (RandomModel){ .kind = g_rand_boolean (rand) ? MODEL_K : MODEL_DISTINCT_L,
                                      .sensitive = g_rand_int (rand) % N_SENSITIVE,
                                      .numerator = (guint64) g_rand_int_range (rand, 2, 6),
                                      .denominator = 1 };
  problem->n_persons = 1 + g_rand_int (rand) % MAX_PERSON_MODELS;
  for (guint i = 0; i < problem->n_persons; i++)
    problem->persons[i] = (RandomPersons){ .k = 2 + g_rand_int (rand) % 2,
                                           .n_known = g_rand_int (rand) % 4,
                                           .knows_number = g_rand_boolean (rand),
                                           .is_of_households = g_rand_int (rand) % 3 == 0 };
  draw_households (problem, rand);
}

/* A person, or a household, by how many records it has in each class. */
typedef struct
{
  gboolean is_household;
  guint64 counts[MAX_ROWS];
  guint64 n_records;
  guint values[N_SENSITIVE]; /* those it has, as bits */
  gboolean stays;
} PlainPerson;

#define MAX_PERSONS (2 * (MAX_ROWS + 1))

typedef struct
{
  const RandomProblem *problem;
  guint n; /* classes */
  PlainClass classes[MAX_ROWS];
  PlainPerson persons[MAX_PERSONS];
  guint64 known[MAX_ROWS]; /* records in each class */
  guint64 number;          /* of records that a person has, or 0 if it is not known */
} PlainPersons;

/* The person without a value is behind the others, and so are the households. */
static guint
get_person (const RandomProblem *problem, guint row, gboolean is_household)
{
  const int *values = is_household ? problem->households : problem->entities;

  return (is_household ? MAX_ROWS + 1 : 0) + (values[row] < 0 ? MAX_ROWS : (guint) values[row]);
}

/* Persons, or households, stay or go as a whole if a condition is on them. */
static gboolean
are_judged (const RandomProblem *problem, gboolean is_household)
{
  for (guint i = 0; i < problem->n_persons; i++)
    if (problem->persons[i].is_of_households == is_household)
      return TRUE;
  return FALSE;
}

static gboolean
row_stays (const PlainPersons *all, guint row)
{
  for (guint h = 0; h < 2; h++)
    if (are_judged (all->problem, h != 0)
        && !all->persons[get_person (all->problem, row, h != 0)].stays)
      return FALSE;
  return TRUE;
}

static guint
count_bits (guint bits)
{
  guint n = 0;

  for (; bits != 0; bits &= bits - 1)
    n++;
  return n;
}

/* Tells whether k persons that stay have at least what is known, or just that, and of each
 * sensitive attribute that is judged enough different values, but none in common. */
static gboolean
are_alike (const PlainPersons *all, const RandomPersons *condition)
{
  guint some[N_SENSITIVE] = { 0 }, shared[N_SENSITIVE] = { G_MAXUINT, G_MAXUINT };
  gboolean passes = TRUE;
  guint64 n = 0;

  for (guint p = 0; p < MAX_PERSONS; p++)
    {
      const PlainPerson *person = &all->persons[p];
      gboolean is_alike = person->stays && person->is_household == condition->is_of_households
                          && (all->number == 0 || person->n_records == all->number);

      for (guint c = 0; is_alike && c < all->n; c++)
        is_alike = condition->n_known == 0 ? person->counts[c] == all->known[c]
                                           : person->counts[c] >= all->known[c];
      n += is_alike ? 1 : 0;
      for (guint i = 0; is_alike && i < N_SENSITIVE; i++)
        {
          some[i] |= person->values[i];
          shared[i] &= person->values[i];
        }
    }
  for (guint m = 0; m < all->problem->n_models; m++)
    {
      const RandomModel *model = &all->problem->models[m];

      if (model->kind == MODEL_DISTINCT_L)
        passes &= count_bits (some[model->sensitive]) >= model->numerator
                  && (model->numerator == 1 || shared[model->sensitive] == 0);
    }
  return passes && n >= condition->k;
}

/* Tells whether all that may be known of the classes from @c on beside what is known of those
 * before is shared by k persons. */
static gboolean
is_shared (PlainPersons *all, const PlainPerson *person, guint c, guint n_left,
           const RandomPersons *condition)
{
  if (c == all->n)
    return are_alike (all, condition);
  for (all->known[c] = 0; all->known[c] <= MIN (person->counts[c], n_left); all->known[c]++)
    if (!is_shared (all, person, c + 1, n_left - (guint) all->known[c], condition))
      return FALSE;
  all->known[c] = 0;
  return TRUE;
}

static gboolean
may_stay (PlainPersons *all, const PlainPerson *person, const RandomPersons *condition)
{
  all->number = condition->knows_number && condition->n_known > 0 ? person->n_records : 0;
  if (condition->n_known > 0)
    return is_shared (all, person, 0, condition->n_known, condition);
  memcpy (all->known, person->counts, sizeof all->known);
  return are_alike (all, condition);
}

/* Tells whether the records left of some class that a person is in fail a model. */
static gboolean
is_in_failing_class (const PlainPersons *all, const PlainPerson *person, const RandomModel *model)
{
  for (guint c = 0; c < all->n; c++)
    {
      PlainClass left = { .levels = all->classes[c].levels };

      for (guint i = 0; i < all->classes[c].n_rows; i++)
        if (row_stays (all, all->classes[c].rows[i]))
          left.rows[left.n_rows++] = all->classes[c].rows[i];
      if (person->counts[c] > 0 && plain_judge (all->problem, &left, model) < 0)
        return TRUE;
    }
  return FALSE;
}

static void
count_records (const RandomProblem *problem, gboolean is_household, PlainPersons *all)
{
  for (guint c = 0; c < all->n; c++)
    for (guint i = 0; i < all->classes[c].n_rows; i++)
      {
        const guint row = all->classes[c].rows[i];
        PlainPerson *person = &all->persons[get_person (problem, row, is_household)];

        person->stays = TRUE;
        person->is_household = is_household;
        person->counts[c] += problem->weights[row];
        person->n_records += problem->weights[row];
        for (guint s = 0; s < N_SENSITIVE; s++)
          person->values[s] |= 1u << (problem->sensitive[s][row] + 1);
      }
}

/* Tells whether a row of a person is withheld with a household, or the reverse. */
static gboolean
has_lost_row (const PlainPersons *all, guint p)
{
  for (guint row = 0; row < all->problem->n_rows; row++)
    if (get_person (all->problem, row, all->persons[p].is_household) == p && !row_stays (all, row))
      return TRUE;
  return FALSE;
}

/* Takes one person away that must not stay. Returns: whether there was one. */
static gboolean
take_one_away (const RandomProblem *problem, PlainPersons *all)
{
  for (guint p = 0; p < MAX_PERSONS; p++)
    {
      PlainPerson *person = &all->persons[p];

      if (!person->stays)
        continue;
      for (guint i = 0; person->stays && i < problem->n_persons; i++)
        person->stays = problem->persons[i].is_of_households != person->is_household
                        || may_stay (all, person, &problem->persons[i]);
      for (guint m = 0; person->stays && m < problem->n_models; m++)
        person->stays = !is_in_failing_class (all, person, &problem->models[m]);
      if (person->stays)
        person->stays = !has_lost_row (all, p);
      if (!person->stays)
        return TRUE;
    }
  return FALSE;
}

void
plain_persons_withhold (const RandomProblem *problem, const guint *levels, gboolean *suppressed)
{
  g_autofree PlainPersons *all = g_new0 (PlainPersons, 1);

  all->problem = problem;
  all->n = plain_group (problem, levels, all->classes);
  for (guint h = 0; h < 2; h++)
    if (are_judged (problem, h != 0))
      count_records (problem, h != 0, all);
  while (take_one_away (problem, all))
    memset (all->known, 0, sizeof all->known);
  for (guint row = 0; row < problem->n_rows; row++)
    suppressed[row] = !row_stays (all, row);
}
