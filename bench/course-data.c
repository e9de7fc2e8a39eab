/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What suppression and generalization make of a table of a course platform that is made
 * 5-anonymous, after
 *
 *   O. Angiuli, J. Blitzstein, J. Waldo, How to De-identify Your Data, ACM Queue 13, 2015;
 *   O. Angiuli, J. Waldo, Statistical Tradeoffs between Generalization and Suppression in the
 *   De-identification of Large-Scale Data Sets, COMPSAC 2016.
 *
 * Their table is not public. This one is synthetic (course-table.h), so that no figure is to be the
 * same: what is compared are the effects. */
#include <math.h>
#include <stdlib.h>

#include "course-measure.h"
#include "course-table.h"

static int n_rows = 200000;

static const GOptionEntry entries[]
    = { { "rows", 'n', 0, G_OPTION_ARG_INT, &n_rows, "rows of the table (200000)", "N" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

/* In the fixed releases every capacity has the same levels but for its own. Countries are merged,
 * and sets of courses that fewer than 20,000 records have. */
#define CAPACITIES "course:0,courses:2,education:0,born:1,gender:0,country:2,posts:1"

/* The same on any machine, whether or not the optimum is proven by then. */
#define CUTS "optimal\nstep-limit=500"

static const CourseRelease releases[] = {
  { "suppression emphasis", 1000,
    "course:0,courses:0,education:0,born:0,gender:0,country:0,posts:0", NULL, "100%" },
  { "generalization emphasis", 10000,
    "course:0,courses:3,education:1,born:1,gender:0,country:2,posts:1", NULL, "100%" },
  { "capacity 1,000", 1000, CAPACITIES, NULL, "100%" },
  { "capacity 3,000", 3000, CAPACITIES, NULL, "100%" },
  { "capacity 5,000", 5000, CAPACITIES, NULL, "100%" },
  { "capacity 10,000", 10000, CAPACITIES, NULL, "100%" },
  { "optimum, limit 5 %", 5000, NULL, "optimal", "5%" },
  { "optimum, limit 1 %", 5000, NULL, "optimal", "1%" },
  { "cuts, limit 5 %", 0, NULL, CUTS, "5%" },
  { "cuts, limit 1 %", 0, NULL, CUTS, "1%" },
};

enum
{
  SUPPRESSION_EMPHASIS,
  GENERALIZATION_EMPHASIS,
  CAPACITY_1000,
  CAPACITY_3000,
  CAPACITY_5000,
  CAPACITY_10000,
};

static void
print_header (void)
{
  g_print ("%-24s %10s   %s\n%-24s %10s   %10s %7s %8s %9s   %6s %6s %6s   %6s %6s %6s\n", "",
           "suppressed", "share of records, in %", "", "", "registered", "viewed", "explored",
           "certified", "posts", "born", "grade", "p-g", "p-b", "loss");
}

static void
print_row (const char *name, const CourseFigures *figures)
{
  g_print ("%-24s %9.2f%%   %10.1f %7.1f %8.1f %9.1f   %6.3f %6.1f %6.3f   %6.3f %6.3f %6.3f\n",
           name, 100 * figures->suppressed, 100 * (1 - figures->viewed),
           100 * (figures->viewed - figures->explored),
           100 * (figures->explored - figures->certified), 100 * figures->certified, figures->posts,
           figures->born, figures->grade, figures->posts_grade, figures->posts_born, figures->loss);
}

static void
print_effect (const char *what, const char *published, double measured, gboolean is_there)
{
  g_print ("%-64s %-14s %8.2f  %s\n", what, published, measured, is_there ? "yes" : "no");
}

/* Tells which effects of the study are there. */
static void
print_effects (const CourseFigures *before, const CourseFigures *after)
{
  const double emphasis = 100 * fabs (after[SUPPRESSION_EMPHASIS].certified - before->certified);
  const double widest = 100 * fabs (after[CAPACITY_10000].certified - before->certified);
  const double correlation = fabs (after[CAPACITY_5000].posts_grade - before->posts_grade);
  const double lost = fabs (after[SUPPRESSION_EMPHASIS].posts_grade - before->posts_grade);
  const double share = after[CAPACITY_5000].suppressed / after[SUPPRESSION_EMPHASIS].suppressed;

  g_print ("\n%-64s %-14s %8s  %s\n", "effect", "published", "here", "there");
  print_effect ("suppression emphasis shifts the share of certified, points", "more than 10",
                emphasis, emphasis > 10);
  print_effect ("capacity 10,000 shifts the share of certified, points", "less than 3", widest,
                widest < 3);
  print_effect ("capacity 5,000 changes the correlation of posts and grade by", "near 0",
                correlation, correlation < lost);
  print_effect ("and suppresses this part of the suppression emphasis", "a fraction", share,
                share < 0.5);
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *table = NULL;
  CourseFigures before, after[G_N_ELEMENTS (releases)];

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || n_rows < 1)
    return EXIT_FAILURE;
  table = course_table_make ((guint) n_rows);
  print_header ();
  for (guint r = 0; r < G_N_ELEMENTS (releases); r++)
    {
      if (!course_measure (&releases[r], table, &before, &after[r], &error))
        {
          g_printerr ("%s: %s\n", releases[r].name, error->message);
          return EXIT_FAILURE;
        }
      if (r == 0)
        print_row ("the table", &before);
      print_row (releases[r].name, &after[r]);
    }
  g_print (
      "\nregistered, viewed, explored, certified: how far they came, of 100 records; then the "
      "means of posts, year of\nbirth and grade; then the correlations of posts with grade (p-g) "
      "and with the year of birth (p-b). Generalized\nnumbers stand for the means of their "
      "bins. The loss is Iyengar's.\n");
  print_effects (&before, after);
  return EXIT_SUCCESS;
}
