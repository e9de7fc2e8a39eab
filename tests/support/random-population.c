/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/plain-groups.h"
#include "support/random-population.h"

#include <string.h>

#include "support/suite.h"

static guint
random_below (GRand *rand, guint bound)
{
  return (guint) g_rand_int_range (rand, 0, (gint32) bound);
}

static void
copy_leaf (RandomPerson *person, guint a, const RandomLeaf *leaf)
{
  for (guint level = 0; level < MAX_LEVELS; level++)
    person->labels[a][level] = leaf->labels[level];
}

/* A value that the table may lack, missing or, without a hierarchy, unheard of. */
static void
make_strange (RandomPerson *person, const RandomAttribute *attribute, guint a, GRand *rand)
{
  static const char *const strangers[] = { "a stranger", "a traveller", NULL };
  const guint top = attribute->n_levels - 1;

  if (attribute->is_suppression)
    {
      person->labels[a][0] = strangers[random_below (rand, G_N_ELEMENTS (strangers))];
      person->labels[a][1] = "*";
      return;
    }
  for (guint leaf = 0; leaf < attribute->n_leaves; leaf++)
    if (attribute->leaves[leaf].labels[0] == NULL)
      {
        copy_leaf (person, a, &attribute->leaves[leaf]);
        return;
      }
  for (guint level = 0; level <= top; level++)
    person->labels[a][level] = NULL;
  for (guint leaf = 0; top > 0 && leaf < attribute->n_given; leaf++)
    if (g_strcmp0 (attribute->leaves[leaf].labels[top], attribute->leaves[0].labels[top]) != 0)
      return;
  if (top > 0)
    person->labels[a][top] = attribute->leaves[0].labels[top];
}

static void
copy_row (RandomPerson *person, const RandomProblem *problem, guint row)
{
  for (guint a = 0; a < problem->n_attributes; a++)
    {
      const RandomAttribute *attribute = &problem->attributes[a];

      copy_leaf (person, a, &attribute->leaves[attribute->leaf_of_row[row]]);
    }
}

/* A row that differs from one of the table, or does not. */
static void
make_person (RandomPerson *person, const RandomProblem *problem, GRand *rand)
{
  copy_row (person, problem, random_below (rand, problem->n_rows));
  for (guint a = 0; a < problem->n_attributes; a++)
    {
      const RandomAttribute *attribute = &problem->attributes[a];
      const guint choice = random_below (rand, 24);

      if (choice == 0)
        make_strange (person, attribute, a, rand);
      else if (choice < 4)
        copy_leaf (person, a, &attribute->leaves[random_below (rand, attribute->n_leaves)]);
    }
}

static RandomPerson *
append (RandomPopulation *population)
{
  RandomPerson *person = &population->rows[population->n_rows++];

  *person = (RandomPerson){ .weight = 1 };
  return person;
}

void
random_population_init (RandomPopulation *population, const RandomProblem *problem, GRand *rand,
                        gboolean is_subset)
{
  const guint n_others = random_below (rand, MAX_ROWS);

  *population = (RandomPopulation){ .has_weights = TRUE, .is_subset = is_subset };
  for (guint row = 0; row < problem->n_rows; row++)
    if (is_subset || random_below (rand, 3) > 0)
      {
        RandomPerson *person = append (population);

        copy_row (person, problem, row);
        person->weight = problem->weights[row] + random_below (rand, 3);
      }
  for (guint i = 0; i < n_others + 1; i++)
    {
      RandomPerson *person = append (population);

      make_person (person, problem, rand);
      person->weight = 1 + random_below (rand, 4);
    }
  if (random_below (rand, 4) > 0)
    return;
  population->has_weights = FALSE;
  for (guint i = 0; i < population->n_rows; i++)
    population->rows[i].weight = 1;
  for (guint row = 0; is_subset && row < problem->n_rows; row++)
    population->has_weights |= problem->weights[row] > 1;
  for (guint row = 0; population->has_weights && row < problem->n_rows; row++)
    population->rows[row].weight = problem->weights[row];
}

static gboolean
matches (const RandomPerson *person, const RandomProblem *problem, guint row, const guint *levels)
{
  for (guint a = 0; a < problem->n_attributes; a++)
    {
      const RandomAttribute *attribute = &problem->attributes[a];

      if (g_strcmp0 (person->labels[a][levels[a]],
                     attribute->leaves[attribute->leaf_of_row[row]].labels[levels[a]])
          != 0)
        return FALSE;
    }
  return TRUE;
}

static gboolean
are_alike (const RandomPerson *x, const RandomPerson *y, guint n_attributes, const guint *levels)
{
  for (guint a = 0; a < n_attributes; a++)
    if (g_strcmp0 (x->labels[a][levels[a]], y->labels[a][levels[a]]) != 0)
      return FALSE;
  return TRUE;
}

guint64
random_population_count (const RandomPopulation *population, const RandomProblem *problem,
                         const PlainClass *judged)
{
  guint64 n = 0;

  for (guint i = 0; i < population->n_rows; i++)
    if (matches (&population->rows[i], problem, judged->rows[0], judged->levels))
      n += population->rows[i].weight;
  return n;
}

static guint64
count_records (const RandomProblem *problem, const PlainClass *judged)
{
  guint64 n = 0;

  for (guint i = 0; i < judged->n_rows; i++)
    n += problem->weights[judged->rows[i]];
  return n;
}

/* Chooses a policy and one of its classes. */
static void
aim (const RandomProblem *problem, GRand *rand, guint *levels, PlainClass *aimed)
{
  PlainClass classes[MAX_ROWS];
  guint n_classes;

  random_problem_get_levels (problem, random_below (rand, random_problem_get_n_policies (problem)),
                             levels);
  n_classes = plain_group (problem, levels, classes);
  *aimed = classes[random_below (rand, n_classes)];
}

void
random_population_add_k_map (RandomPopulation *population, const RandomProblem *problem,
                             GRand *rand)
{
  guint levels[MAX_ATTRIBUTES];
  PlainClass aimed;

  aim (problem, rand, levels, &aimed);
  population->k = random_below (rand, 4) == 0
                      ? 1 + random_below (rand, 12)
                      : MAX (1, random_population_count (population, problem, &aimed));
}

/* Adds people to a class until its share is a fraction of few digits. */
void
random_population_add_delta_presence (RandomPopulation *population, const RandomProblem *problem,
                                      GRand *rand)
{
  static const guint parts[] = { 1, 2, 4, 5, 8, 10, 20 };
  guint levels[MAX_ATTRIBUTES], i = 0, share;
  guint64 n_records, n_population;
  PlainClass aimed;

  aim (problem, rand, levels, &aimed);
  n_records = count_records (problem, &aimed);
  n_population = random_population_count (population, problem, &aimed);
  while (i + 1 < G_N_ELEMENTS (parts) && parts[i] * n_records < n_population)
    i++;
  if (parts[i] * n_records > n_population)
    {
      RandomPerson *person = append (population);

      copy_row (person, problem, aimed.rows[0]);
      person->weight = parts[i] * n_records - n_population;
      population->has_weights = TRUE;
    }
  share = SHARE_UNIT / parts[i];
  population->min = population->max = share;
  switch (random_below (rand, 4))
    {
    case 0:
      population->min = 0;
      break;
    case 1:
      population->min = random_below (rand, share + 1);
      break;
    case 2:
      population->max += random_below (rand, SHARE_UNIT - share + 1);
      break;
    default:
      population->min = random_below (rand, share + 1);
      population->max += random_below (rand, SHARE_UNIT - share + 1);
    }
}

/* What a game sees of a class: people of the population in place of persons. */
static void
distribute (const RandomPopulation *population, const RandomProblem *problem,
            const PlainClass *judged, PlainDistribution *distribution)
{
  plain_distribute (problem, judged, 0, FALSE, distribution);
  distribution->n_persons = MAX (1, random_population_count (population, problem, judged));
}

void
random_population_add_game (RandomPopulation *population, const RandomProblem *problem, GRand *rand,
                            const char *name)
{
  for (guint i = 0; i < n_plain_models; i++)
    if (g_str_equal (plain_models[i].name, name))
      population->game = &plain_models[i];
  for (guint try = 0; try < 50; try++)
    {
      guint levels[MAX_ATTRIBUTES];
      PlainDistribution distribution;
      PlainClass aimed;

      aim (problem, rand, levels, &aimed);
      distribute (population, problem, &aimed, &distribution);
      if (random_below (rand, 8) > 0
          && population->game->aim (&population->amounts, &distribution, rand))
        return;
    }
  population->game->draw (&population->amounts, rand);
}

static int
compare (guint64 a, guint64 b)
{
  return (a > b) - (a < b);
}

/* Returns: as plain_judge(), 1 if there is no game. */
static int
judge_game (const RandomPopulation *population, const RandomProblem *problem,
            const PlainClass *judged)
{
  PlainDistribution distribution;

  if (population->game == NULL)
    return 1;
  distribute (population, problem, judged, &distribution);
  return population->game->judge (&distribution, &population->amounts);
}

/* Returns: -1, 0 or 1 as the class fails, is at a threshold, or passes. */
static int
judge (const RandomPopulation *population, guint64 n_records, guint64 n_population)
{
  int worst = 1;

  if (population->k > 0 && n_records > 0)
    worst = MIN (worst, compare (n_population, population->k));
  if (population->max > 0)
    {
      worst = MIN (worst, compare (n_records * SHARE_UNIT, population->min * n_population));
      worst = MIN (worst, compare (population->max * n_population, n_records * SHARE_UNIT));
    }
  return worst;
}

static guint
count_unmatched (const RandomPopulation *population, const RandomProblem *problem,
                 const guint *levels)
{
  guint n = 0;

  for (guint i = 0; i < population->n_rows; i++)
    {
      gboolean is_new = TRUE;
      guint64 n_people = 0;

      for (guint row = 0; row < problem->n_rows && is_new; row++)
        is_new = !matches (&population->rows[i], problem, row, levels);
      for (guint j = 0; j < population->n_rows && is_new; j++)
        if (are_alike (&population->rows[i], &population->rows[j], problem->n_attributes, levels))
          {
            is_new = j >= i;
            n_people += population->rows[j].weight;
          }
      n += is_new && judge (population, 0, n_people) < 0;
    }
  return n;
}

void
plain_population_check (const RandomPopulation *population, const RandomProblem *problem,
                        const guint *levels, PlainPopulationVerdict *plain)
{
  PlainVerdict *verdict = &plain->verdict;
  PlainClass classes[MAX_ROWS];
  const guint n_classes = plain_group (problem, levels, classes);

  *plain = (PlainPopulationVerdict){ 0 };
  for (guint c = 0; c < n_classes; c++)
    {
      const guint64 n_records = count_records (problem, &classes[c]);
      const int by_size = judge (population, n_records,
                                 random_population_count (population, problem, &classes[c]));
      const int own = MIN (by_size, judge_game (population, problem, &classes[c]));
      gboolean passes = own >= 0;

      plain->at_threshold |= own == 0 || own == -2;
      for (guint m = 0; m < problem->n_models; m++)
        passes &= plain_judge (problem, &classes[c], &problem->models[m]) >= 0;
      if (passes)
        continue;
      verdict->n_suppressed += n_records;
      for (guint i = 0; i < classes[c].n_rows; i++)
        verdict->suppressed[classes[c].rows[i]] = TRUE;
    }
  plain->n_unmatched = count_unmatched (population, problem, levels);
  verdict->is_solution = plain_groups_allow (problem, verdict->suppressed, verdict->n_suppressed)
                         && plain->n_unmatched == 0;
  if (verdict->is_solution)
    verdict->loss = plain_loss (problem, levels, verdict->suppressed);
}

DeidDataset *
random_population_build (const RandomPopulation *population, const RandomProblem *problem)
{
  DeidDataset *dataset = deid_dataset_new ("people.csv");
  const char *values[MAX_POPULATION];
  gint64 weights[MAX_POPULATION];
  GError *error = NULL;

  for (guint a = problem->n_attributes; a-- > 0;)
    {
      g_autofree char *name = g_strdup_printf ("q%u", a);

      for (guint i = 0; i < population->n_rows; i++)
        values[i] = population->rows[i].labels[a][0];
      deid_dataset_add_string_column (dataset, name, values, population->n_rows, NULL, &error);
      assert_no_error (error);
    }
  if (!population->has_weights)
    return dataset;
  for (guint i = 0; i < population->n_rows; i++)
    weights[i] = (gint64) population->rows[i].weight;
  deid_dataset_add_integer_column (dataset, "people", weights, population->n_rows, NULL, 0, NULL,
                                   &error);
  assert_no_error (error);
  ck_assert (deid_dataset_set_role (dataset, "people", DEID_ROLE_WEIGHT, NULL));
  return dataset;
}

static void
add_model (DeidProblem *built, DeidPrivacyModel *model)
{
  GError *error = NULL;

  ck_assert_ptr_nonnull (model);
  deid_problem_add_privacy_model (built, model, &error);
  assert_no_error (error);
  deid_privacy_model_unref (model);
}

DeidProblem *
random_population_build_problem (const RandomPopulation *population, const RandomProblem *problem)
{
  g_autoptr (DeidDataset) people = random_population_build (population, problem);
  DeidProblem *built = random_problem_build (problem);
  GError *error = NULL;

  deid_problem_set_population (built, people, NULL, &error);
  assert_no_error (error);
  if (population->k > 0)
    add_model (built, deid_privacy_model_new_k_map (population->k, NULL));
  if (population->game != NULL)
    {
      g_autofree char *text = plain_model_spell (population->game, &population->amounts);
      g_autofree char *name = g_strdup_printf ("%smap%s", population->game->name,
                                               text + strlen (population->game->name));

      add_model (built, deid_privacy_model_new_from_specification (name, NULL, NULL));
    }
  if (population->max > 0)
    add_model (built,
               deid_privacy_model_new_delta_presence ((double) population->min / SHARE_UNIT,
                                                      (double) population->max / SHARE_UNIT, NULL));
  return built;
}
