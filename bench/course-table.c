/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "course-table.h"

#include "base/portable-math.h"

#define SEED                1
#define N_COURSES           16
#define MAX_COURSES         5
#define PERCENT_NEXT_COURSE 30
#define N_COUNTRIES         35

typedef enum
{
  REGISTERED,
  VIEWED,
  EXPLORED,
  CERTIFIED,
} Stage;

typedef struct
{
  guint number;
  const char *education;
  guint born; /* 0 if it is missing */
  const char *gender;
  guint country;
  guint engagement; /* 0 to 99 */
  guint courses[MAX_COURSES];
  guint n_courses;
} Person;

static guint
draw (DeidRandom *random, guint bound)
{
  return (guint) deid_random_below (random, bound);
}

static gboolean
happens (DeidRandom *random, guint percent)
{
  return draw (random, 100) < percent;
}

/* Popular ones are drawn more often: the lesser of two draws, once more. */
static guint
draw_popular (DeidRandom *random, guint bound)
{
  return draw (random, draw (random, bound) + 1);
}

static const char *
draw_education (DeidRandom *random)
{
  static const struct
  {
    const char *name;
    guint percent;
  } educations[] = { { "secondary", 28 }, { "bachelor", 33 }, { "master", 20 }, { "", 9 },
                     { "less", 4 },       { "doctorate", 4 }, { "other", 2 } };
  guint rest = draw (random, 100), e = 0;

  while (rest >= educations[e].percent)
    rest -= educations[e++].percent;
  return educations[e].name;
}

static const char *
draw_gender (DeidRandom *random)
{
  const guint percent = draw (random, 100);

  return percent < 58 ? "m" : percent < 92 ? "f" : percent < 93 ? "o" : "";
}

/* Most are in their twenties in 2013; the old are few. */
static guint
draw_born (DeidRandom *random)
{
  guint age = 15 + draw (random, 8) + draw (random, 10);

  while (age < 90 && happens (random, 86))
    age += draw (random, 4);
  return happens (random, 8) ? 0 : 2013 - age;
}

static void
draw_courses (DeidRandom *random, Person *person)
{
  guint32 chosen = 0;

  do
    chosen |= 1u << draw_popular (random, N_COURSES);
  while (happens (random, PERCENT_NEXT_COURSE));
  person->n_courses = 0;
  for (guint c = 0; c < N_COURSES && person->n_courses < MAX_COURSES; c++)
    if ((chosen >> c & 1) != 0)
      person->courses[person->n_courses++] = c;
}

static void
draw_person (DeidRandom *random, Person *person)
{
  person->number++;
  person->education = draw_education (random);
  person->born = draw_born (random);
  person->gender = draw_gender (random);
  person->country = draw_popular (random, N_COUNTRIES);
  person->engagement = draw (random, 100);
  draw_courses (random, person);
}

static Stage
draw_stage (DeidRandom *random, const Person *person)
{
  const guint drive = person->engagement * 3 / 4 + draw (random, 26);

  return drive < 22 ? REGISTERED : drive < 55 ? VIEWED : drive < 71 ? EXPLORED : CERTIFIED;
}

/* Of 1,000. */
static guint
draw_grade (DeidRandom *random, Stage stage)
{
  switch (stage)
    {
    case CERTIFIED:
      return 600 + draw (random, 201) + draw (random, 201);
    case EXPLORED:
      return 50 + draw (random, 500);
    case VIEWED:
      return happens (random, 30) ? 1 + draw (random, 80) : 0;
    default:
      return 0;
    }
}

/* Most post nothing; of those who do, the better the grade, the longer the tail. */
static guint
draw_posts (DeidRandom *random, Stage stage, guint grade)
{
  static const guint percent[] = { 0, 8, 35, 75 };
  guint posts = 1;

  if (!happens (random, percent[stage]))
    return 0;
  while (posts < 2000 && draw (random, 1000) < 350 + grade / 4)
    posts += 1 + draw (random, 4);
  return posts;
}

/* Those of somebody else. */
static guint
draw_posts_apart (DeidRandom *random)
{
  const Person other = { .engagement = draw (random, 100) };
  const Stage stage = draw_stage (random, &other);

  return draw_posts (random, stage, draw_grade (random, stage));
}

static void
add_row (GString *text, DeidRandom *random, const Person *person, guint course, gboolean is_tied)
{
  const Stage stage = draw_stage (random, person);
  const guint grade = draw_grade (random, stage);
  const guint posts = is_tied ? draw_posts (random, stage, grade) : draw_posts_apart (random);

  g_string_append_printf (text, "%u,C%02u,", person->number, course);
  for (guint c = 0; c < person->n_courses; c++)
    g_string_append_printf (text, "%sC%02u", c > 0 ? "+" : "", person->courses[c]);
  g_string_append_printf (text, ",%s,", person->education);
  if (person->born > 0)
    g_string_append_printf (text, "%u", person->born);
  g_string_append_printf (text, ",%s,N%02u,%u,%u.%03u,%d,%d,%d\n", person->gender, person->country,
                          posts, grade / 1000, grade % 1000, stage >= VIEWED, stage >= EXPLORED,
                          stage >= CERTIFIED);
}

char *
course_table_make (guint n_rows, gboolean is_tied)
{
  GString *text = g_string_new (
      "person,course,courses,education,born,gender,country,posts,grade,viewed,explored,certified"
      "\n");
  DeidRandom random = { .state = SEED };
  Person person = { 0 };

  for (guint n = 0; n < n_rows;)
    {
      draw_person (&random, &person);
      for (guint c = 0; c < person.n_courses && n < n_rows; c++, n++)
        add_row (text, &random, &person, person.courses[c], is_tied);
    }
  return g_string_free (text, FALSE);
}
