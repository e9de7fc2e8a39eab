/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the study published, from its raw results, and figures of the leading tool of the field. */
#include "pruning-study.h"

#include <math.h>
#include <string.h>

typedef struct
{
  const char *table;
  guint64 n_policies;
  guint64 n_evaluated;
  PublishedProperty properties[2];
  double seconds;
  double evaluating;
  double explicit_seconds;
  double megabytes;
  double explicit_megabytes;
  double bookkeeping[N_STORES];
} PublishedFlash;

typedef struct
{
  guint n_attributes;
  guint64 n_policies;
  guint64 n_evaluated;
  PublishedProperty quality;
  double seconds;
  double control_seconds; /* without prediction */
  double flash_seconds;
  double explicit_seconds;
  double megabytes; /* of Flash */
  double explicit_megabytes;
} PublishedBestFirst;

typedef struct
{
  const char *table;
  guint n_attributes;
  double percent;
} PublishedRace;

#include "pruning-figures.h"

#define QUALITY      "loss:geo"
#define N_ATTRIBUTES 9 /* of the tables that Flash was run on */
#define TOOL         "tool"

static const Published of_the_tool[] = {
  { "loss:arith", "adult", 9, ALGORITHM_FLASH, TOOL, 0, 0, 1.33, 0, { { 0 } } },
  { "loss:arith", "mach2019", 9, ALGORITHM_FLASH, TOOL, 0, 0, 11.7, 0, { { 0 } } },
  { "loss:arith", "mach2019", 10, ALGORITHM_FLASH, TOOL, 0, 0, 35, 0, { { 0 } } },
  { "loss:arith", "mach2019", 12, ALGORITHM_FLASH, TOOL, 0, 0, 317, 0, { { 0 } } },
  { "loss:arith", "health", 9, ALGORITHM_FLASH, TOOL, 0, 0, 333, 0, { { 0 } } },
  { "loss:arith", "adult", 9, ALGORITHM_BEST_FIRST, TOOL, 0, 0, 7.0, 0, { { 0 } } },
  { "loss:arith", "mach2019", 9, ALGORITHM_BEST_FIRST, TOOL, 0, 0, 55.9, 0, { { 0 } } },
  { "loss:arith", "mach2019", 10, ALGORITHM_BEST_FIRST, TOOL, 0, 0, 319, 0, { { 0 } } },
};

/* Returns: (nullable): what the study has of Flash on that table. */
static const PublishedFlash *
find_flash (const char *quality, const Table *table)
{
  if (strcmp (quality, QUALITY) == 0 && table->n_attributes == N_ATTRIBUTES)
    for (guint i = 0; i < G_N_ELEMENTS (published_flash); i++)
      if (strcmp (published_flash[i].table, table->name) == 0)
        return &published_flash[i];
  return NULL;
}

const Published *
find_published (const char *quality, const Table *table, Algorithm algorithm)
{
  static Published of_the_study;
  const PublishedFlash *flash = find_flash (quality, table);

  of_the_study = (Published){ .source = "study", .algorithm = algorithm };
  if (flash != NULL && algorithm == ALGORITHM_FLASH)
    {
      of_the_study.n_evaluated = flash->n_evaluated;
      of_the_study.seconds = flash->seconds;
      of_the_study.evaluating = flash->evaluating;
      memcpy (of_the_study.properties, flash->properties, sizeof flash->properties);
      return &of_the_study;
    }
  if (flash != NULL && algorithm == ALGORITHM_FLASH_EXPLICIT)
    {
      of_the_study.seconds = flash->explicit_seconds;
      return &of_the_study;
    }
  if (flash != NULL && algorithm == ALGORITHM_BEST_FIRST && strcmp (flash->table, "adult") == 0)
    {
      of_the_study.n_evaluated = BEST_FIRST_EVALUATED;
      of_the_study.first_found = BEST_FIRST_FOUND;
      of_the_study.seconds = BEST_FIRST_SECONDS;
      return &of_the_study;
    }
  for (guint i = 0; i < G_N_ELEMENTS (of_the_tool); i++)
    if (strcmp (of_the_tool[i].quality, quality) == 0
        && strcmp (of_the_tool[i].table, table->name) == 0
        && of_the_tool[i].n_attributes == table->n_attributes
        && of_the_tool[i].algorithm == algorithm)
      return &of_the_tool[i];
  return NULL;
}

double
get_published_bookkeeping (const char *quality, const Table *table, StoreKind store)
{
  const PublishedFlash *flash = find_flash (quality, table);

  return flash != NULL ? flash->bookkeeping[store] : 0;
}

gboolean
find_published_improvement (const char *quality, const Table *table, double *percent)
{
  for (guint i = 0; strcmp (quality, QUALITY) == 0 && i < G_N_ELEMENTS (published_races); i++)
    if (strcmp (published_races[i].table, table->name) == 0
        && published_races[i].n_attributes == table->n_attributes)
      {
        *percent = published_races[i].percent;
        return isfinite (*percent);
      }
  return FALSE;
}

static void
print_property (const PublishedProperty *property)
{
  g_print (" %8" G_GUINT64_FORMAT " %6.3f %9" G_GUINT64_FORMAT " %6.1f", property->n_inserts,
           property->kept, property->n_queries, property->hits);
}

/* A dash for what was not measured. */
static void
print_measured (double measured)
{
  if (measured > 0)
    g_print (" %9.3f", measured);
  else
    g_print (" %9s", "-");
}

void
print_published_flash (void)
{
  g_print ("\nPublished of Flash; without: explicitly. Inserts, kept, queries and hits of privacy, "
           "then of quality.\n\n%-10s %9s %8s %8s %6s %9s %6s %8s %6s %9s %6s %9s %9s %9s %9s\n",
           "table", "policies", "evaluat.", "inserts", "kept", "queries", "hits", "inserts", "kept",
           "queries", "hits", "seconds", "without", "MB", "without");
  for (guint i = 0; i < G_N_ELEMENTS (published_flash); i++)
    {
      const PublishedFlash *flash = &published_flash[i];

      g_print ("%-10s %9" G_GUINT64_FORMAT " %8" G_GUINT64_FORMAT, flash->table, flash->n_policies,
               flash->n_evaluated);
      print_property (&flash->properties[PROPERTY_INSUFFICIENT_PRIVACY]);
      print_property (&flash->properties[PROPERTY_INSUFFICIENT_QUALITY]);
      print_measured (flash->seconds);
      print_measured (flash->explicit_seconds);
      print_measured (flash->megabytes);
      print_measured (flash->explicit_megabytes);
      g_print ("\n");
    }
}

void
print_published_best_first (void)
{
  g_print ("\nPublished of best-first on a table of 68,725 rows that is not at hand, with and "
           "without prediction, and of Flash\nthere, implicitly and explicitly.\n\n"
           "%5s %10s %8s %8s %6s %9s %6s %9s %9s %9s %9s %9s %9s\n",
           "attr.", "policies", "evaluat.", "inserts", "kept", "queries", "hits", "seconds",
           "without", "Flash", "explicit", "MB", "explicit");
  for (guint i = 0; i < G_N_ELEMENTS (published_best_first); i++)
    {
      const PublishedBestFirst *row = &published_best_first[i];

      g_print ("%5u %10" G_GUINT64_FORMAT " %8" G_GUINT64_FORMAT, row->n_attributes,
               row->n_policies, row->n_evaluated);
      print_property (&row->quality);
      print_measured (row->seconds);
      print_measured (row->control_seconds);
      print_measured (row->flash_seconds);
      print_measured (row->explicit_seconds);
      print_measured (row->megabytes);
      print_measured (row->explicit_megabytes);
      g_print ("\n");
    }
}

void
print_published_races (void)
{
  g_print ("\nPublished of best-first in the time of the heuristic, on all tables; percent.\n");
  for (guint i = 0; i < G_N_ELEMENTS (published_races); i++)
    {
      if (i == 0 || strcmp (published_races[i].table, published_races[i - 1].table) != 0)
        g_print ("\n%-10s %5u:", published_races[i].table, published_races[i].n_attributes);
      if (isfinite (published_races[i].percent))
        g_print (" %5.1f", published_races[i].percent);
      else
        g_print (" %5s", "-");
    }
  g_print ("\n");
}
