/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/plain-persons.h"

#include <string.h>

#include "support/plain-check.h"

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
                                           .knows_number = g_rand_boolean (rand) };
}

/* A person by how many records it has in each class. */
typedef struct
{
  guint64 counts[MAX_ROWS];
  guint64 n_records;
  guint values[N_SENSITIVE]; /* those it has, as bits */
  gboolean stays;
} PlainPerson;

typedef struct
{
  const RandomProblem *problem;
  guint n; /* classes */
  PlainClass classes[MAX_ROWS];
  PlainPerson persons[MAX_ROWS + 1]; /* the last is that of rows without an entity */
  guint64 known[MAX_ROWS];           /* records in each class */
  guint64 number;                    /* of records that a person has, or 0 if it is not known */
} PlainPersons;

static guint
get_person (const RandomProblem *problem, guint row)
{
  return problem->entities[row] < 0 ? MAX_ROWS : (guint) problem->entities[row];
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
are_alike (const PlainPersons *all, gboolean is_all, guint64 k)
{
  guint some[N_SENSITIVE] = { 0 }, shared[N_SENSITIVE] = { G_MAXUINT, G_MAXUINT };
  gboolean passes = TRUE;
  guint64 n = 0;

  for (guint p = 0; p <= MAX_ROWS; p++)
    {
      const PlainPerson *person = &all->persons[p];
      gboolean is_alike = person->stays && (all->number == 0 || person->n_records == all->number);

      for (guint c = 0; is_alike && c < all->n; c++)
        is_alike = is_all ? person->counts[c] == all->known[c] : person->counts[c] >= all->known[c];
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
  return passes && n >= k;
}

/* Tells whether all that may be known of the classes from @c on beside what is known of those
 * before is shared by k persons. */
static gboolean
is_shared (PlainPersons *all, const PlainPerson *person, guint c, guint n_left, guint64 k)
{
  if (c == all->n)
    return are_alike (all, FALSE, k);
  for (all->known[c] = 0; all->known[c] <= MIN (person->counts[c], n_left); all->known[c]++)
    if (!is_shared (all, person, c + 1, n_left - (guint) all->known[c], k))
      return FALSE;
  all->known[c] = 0;
  return TRUE;
}

static gboolean
may_stay (PlainPersons *all, const PlainPerson *person, const RandomPersons *condition)
{
  all->number = condition->knows_number && condition->n_known > 0 ? person->n_records : 0;
  if (condition->n_known > 0)
    return is_shared (all, person, 0, condition->n_known, condition->k);
  memcpy (all->known, person->counts, sizeof all->known);
  return are_alike (all, TRUE, condition->k);
}

/* Tells whether the records left of some class that a person is in fail a model. */
static gboolean
is_in_failing_class (const PlainPersons *all, const PlainPerson *person, const RandomModel *model)
{
  for (guint c = 0; c < all->n; c++)
    {
      PlainClass left = { .levels = all->classes[c].levels };

      for (guint i = 0; i < all->classes[c].n_rows; i++)
        if (all->persons[get_person (all->problem, all->classes[c].rows[i])].stays)
          left.rows[left.n_rows++] = all->classes[c].rows[i];
      if (person->counts[c] > 0 && plain_judge (all->problem, &left, model) < 0)
        return TRUE;
    }
  return FALSE;
}

static void
count_records (const RandomProblem *problem, const guint *levels, PlainPersons *all)
{
  all->problem = problem;
  all->n = plain_group (problem, levels, all->classes);
  for (guint c = 0; c < all->n; c++)
    for (guint i = 0; i < all->classes[c].n_rows; i++)
      {
        const guint row = all->classes[c].rows[i];
        PlainPerson *person = &all->persons[get_person (problem, row)];

        person->stays = TRUE;
        person->counts[c] += problem->weights[row];
        person->n_records += problem->weights[row];
        for (guint s = 0; s < N_SENSITIVE; s++)
          person->values[s] |= 1u << (problem->sensitive[s][row] + 1);
      }
}

/* Takes one person away that must not stay. Returns: whether there was one. */
static gboolean
take_one_away (const RandomProblem *problem, PlainPersons *all)
{
  for (guint p = 0; p <= MAX_ROWS; p++)
    {
      PlainPerson *person = &all->persons[p];

      if (!person->stays)
        continue;
      for (guint i = 0; person->stays && i < problem->n_persons; i++)
        person->stays = may_stay (all, person, &problem->persons[i]);
      for (guint m = 0; person->stays && m < problem->n_models; m++)
        person->stays = !is_in_failing_class (all, person, &problem->models[m]);
      if (!person->stays)
        return TRUE;
    }
  return FALSE;
}

void
plain_persons_withhold (const RandomProblem *problem, const guint *levels, gboolean *suppressed)
{
  g_autofree PlainPersons *all = g_new0 (PlainPersons, 1);

  count_records (problem, levels, all);
  while (take_one_away (problem, all))
    memset (all->known, 0, sizeof all->known);
  for (guint row = 0; row < problem->n_rows; row++)
    suppressed[row] = !all->persons[get_person (problem, row)].stays;
}
