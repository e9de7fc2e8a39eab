/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* All in integers, so that no platform rounds differently. */
#include "synthetic-state.h"

#define N_AGES      (SYNTHETIC_MAX_AGE + 1)
#define N_SEXES     G_N_ELEMENTS (synthetic_sexes)
#define N_CELLS     (N_SEXES * SYNTHETIC_N_RACES * N_AGES)

#define FIRST_ELDER 90
#define LAST_ELDER  107 /* of the cohort */

const char *const synthetic_sexes[2] = { "female", "male" };

const char *const synthetic_races[SYNTHETIC_N_RACES]
    = { "American Indian", "Asian", "Black", "Other", "Pacific Islander", "Two or more", "White" };

/* Of 100,000 people. */
static const guint race_shares[SYNTHETIC_N_RACES] = { 300, 1600, 16500, 1250, 50, 1300, 79000 };

/* How many people of an age there are, on straight lines in between. */
static const struct
{
  int age;
  int n;
} pyramid[] = { { 0, 75000 },  { 20, 80000 }, { 45, 85000 }, { 60, 58000 },
                { 75, 36000 }, { 85, 17000 }, { 90, 6500 },  { 95, 1800 },
                { 100, 350 },  { 105, 60 },   { 110, 12 },   { SYNTHETIC_MAX_AGE, 4 } };

static guint
count_age (guint age)
{
  int i = 1, rest;

  while ((int) age > pyramid[i].age)
    i++;
  rest = pyramid[i].age - (int) age;
  return (guint) (pyramid[i].n
                  + (pyramid[i - 1].n - pyramid[i].n) * rest
                        / (pyramid[i].age - pyramid[i - 1].age));
}

/* Of 1,000 people of an age. */
static guint
share_of_women (guint age)
{
  return age < 60 ? 505 : MIN (505 + (age - 60) * 6, 760);
}

/* Cells are numbered by sex, race and age. Each differs by up to a fifth from what it is to be
 * expected to be; no cell is empty of people whose age a patient may have. */
static void
count_people (GRand *rand, guint *counts)
{
  for (guint cell = 0; cell < N_CELLS; cell++)
    {
      const guint age = cell % N_AGES;
      const guint race = cell / N_AGES % SYNTHETIC_N_RACES;
      const guint women = share_of_women (age);
      const guint share = cell / N_AGES / SYNTHETIC_N_RACES == 0 ? women : 1000 - women;
      const guint64 expected = (guint64) count_age (age) * race_shares[race] * share;
      const guint64 factor = (guint) g_rand_int_range (rand, 800, 1201);

      counts[cell] = (guint) (expected * factor / 100000 / 1000 / 1000);
      if (age <= LAST_ELDER)
        counts[cell] = MAX (counts[cell], 1);
    }
}

static gboolean
add_columns (DeidDataset *dataset, const guint *cells, guint n, GError **error)
{
  g_autofree const char **sexes = g_new (const char *, n);
  g_autofree const char **races = g_new (const char *, n);
  g_autofree gint64 *ages = g_new (gint64, n);

  for (guint i = 0; i < n; i++)
    {
      sexes[i] = synthetic_sexes[cells[i] / N_AGES / SYNTHETIC_N_RACES];
      races[i] = synthetic_races[cells[i] / N_AGES % SYNTHETIC_N_RACES];
      ages[i] = cells[i] % N_AGES;
    }
  return deid_dataset_add_string_column (dataset, "sex", sexes, n, NULL, error)
         && deid_dataset_add_string_column (dataset, "race", races, n, NULL, error)
         && deid_dataset_add_integer_column (dataset, "age", ages, n, NULL, 0, NULL, error);
}

DeidDataset *
synthetic_state_new (guint32 seed, GError **error)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (DeidDataset) state = deid_dataset_new ("state");
  guint counts[N_CELLS], cells[N_CELLS], n = 0;
  gint64 weights[N_CELLS];

  count_people (rand, counts);
  for (guint cell = 0; cell < N_CELLS; cell++)
    if (counts[cell] > 0)
      {
        weights[n] = counts[cell];
        cells[n++] = cell;
      }
  if (!add_columns (state, cells, n, error)
      || !deid_dataset_add_integer_column (state, "count", weights, n, NULL, 0, NULL, error)
      || !deid_dataset_set_role (state, "count", DEID_ROLE_WEIGHT, error))
    return NULL;
  return g_steal_pointer (&state);
}

/* Draws one of the people whose age is in a range. */
static guint
draw_person (GRand *rand, const guint *counts, guint first_age, guint last_age)
{
  gint32 n = 0, place;
  guint cell;

  for (cell = 0; cell < N_CELLS; cell++)
    if (cell % N_AGES >= first_age && cell % N_AGES <= last_age)
      n += (gint32) counts[cell];
  place = g_rand_int_range (rand, 0, n);
  for (cell = 0; place >= 0; cell++)
    if (cell % N_AGES >= first_age && cell % N_AGES <= last_age)
      place -= (gint32) counts[cell];
  return cell - 1;
}

DeidDataset *
synthetic_cohort_new (guint32 seed, GError **error)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (DeidDataset) cohort = deid_dataset_new ("cohort");
  guint counts[N_CELLS], cells[SYNTHETIC_PATIENTS];

  count_people (rand, counts);
  for (guint i = 0; i < SYNTHETIC_PATIENTS; i++)
    if (i < SYNTHETIC_ELDERS)
      {
        const guint age = (guint) g_rand_int_range (rand, FIRST_ELDER, LAST_ELDER + 1);

        cells[i] = draw_person (rand, counts, age, age);
      }
    else
      cells[i] = draw_person (rand, counts, 0, FIRST_ELDER - 1);
  if (!add_columns (cohort, cells, SYNTHETIC_PATIENTS, error))
    return NULL;
  return g_steal_pointer (&cohort);
}
