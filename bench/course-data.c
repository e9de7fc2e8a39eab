/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What suppression and generalization make of a table of a course platform that is made
 * k-anonymous, after
 *
 *   O. Angiuli, J. Blitzstein, J. Waldo, How to De-identify Your Data, ACM Queue 13, 2015;
 *   O. Angiuli, J. Waldo, Statistical Tradeoffs between Generalization and Suppression in the
 *   De-identification of Large-Scale Data Sets, COMPSAC 2016.
 *
 * Their table is not public. This one is synthetic (course-table.h), so that no figure is to be the
 * same: what is compared are the effects. */
#include "course-measure.h"
#include "course-table.h"
#include "golden.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

static int n_rows = 200000;
static char *table_path;
static char *golden_path;
static gboolean write_golden;

static const GOptionEntry entries[]
    = { { "rows", 'n', 0, G_OPTION_ARG_INT, &n_rows, "rows of the table (200000)", "N" },
        { "table", 't', 0, G_OPTION_ARG_FILENAME, &table_path, "write the table, and end", "FILE" },
        { "golden", 0, 0, G_OPTION_ARG_FILENAME, &golden_path, "compare the figures", "FILE" },
        { "write", 0, 0, G_OPTION_ARG_NONE, &write_golden, "write that file instead", NULL },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

/* In the fixed releases every capacity has the same levels but for its own. Countries are merged,
 * and sets of courses that fewer than 20,000 records have. */
#define CAPACITIES   "course:0,courses:2,education:0,born:1,gender:0,country:2,posts:1"
#define FEWER        "course:0,education:0,born:1,gender:0,country:2,posts:1"
#define FEWER_VALUES "course:0,education:0,born:0,gender:0,country:0,posts:0"
#define VALUES       "course:0,courses:0,education:0,born:0,gender:0,country:0,posts:0"
#define GENERAL      "course:0,courses:3,education:1,born:1,gender:0,country:2,posts:1"

/* The same on any machine, whether or not the optimum is proven by then. */
#define CUTS "optimal\nstep-limit=500"

/* Six bins of posts each. */
#define CONSTANT "intervals:10;top=50"
#define GROWING  "growing:1@0,2@1,4@3,8@7,16@15;top=31"

#define OLD      "born < 1931"

static const CourseRelease releases[] = {
  { "generalization emphasis", 5, 10000, NULL, NULL, GENERAL, NULL, "100%", NULL, NULL },
  { "suppression emphasis", 5, 1000, NULL, NULL, VALUES, NULL, "100%", NULL, NULL },
  { "capacity 1,000", 5, 1000, NULL, NULL, CAPACITIES, NULL, "100%", NULL, NULL },
  { "capacity 3,000", 5, 3000, NULL, NULL, CAPACITIES, NULL, "100%", NULL, NULL },
  { "capacity 5,000", 5, 5000, NULL, NULL, CAPACITIES, NULL, "100%", NULL, NULL },
  { "capacity 10,000", 5, 10000, NULL, NULL, CAPACITIES, NULL, "100%", NULL, NULL },
  { "optimum, limit 5 %", 5, 5000, NULL, NULL, NULL, "optimal", "5%", NULL, NULL },
  { "optimum, limit 1 %", 5, 5000, NULL, NULL, NULL, "optimal", "1%", NULL, NULL },
  { "cuts, limit 5 %", 5, 0, NULL, NULL, NULL, CUTS, "5%", NULL, NULL },
  { "cuts, limit 1 %", 5, 0, NULL, NULL, NULL, CUTS, "1%", NULL, NULL },
  { "suppression, fewer QI", 5, 1000, NULL, NULL, FEWER_VALUES, NULL, "100%", "courses", NULL },
  { "capacity 1,000, fewer QI", 5, 1000, NULL, NULL, FEWER, NULL, "100%", "courses", NULL },
  { "constant bins of posts", 5, 5000, NULL, CONSTANT, CAPACITIES, NULL, "100%", NULL, NULL },
  { "growing bins of posts", 5, 5000, NULL, GROWING, CAPACITIES, NULL, "100%", NULL, NULL },
  { "bins of ten years", 5, 5000, "intervals:10", NULL, CAPACITIES, NULL, "100%", NULL, NULL },
  { "without the old", 5, 5000, "intervals:10", NULL, CAPACITIES, NULL, "100%", NULL, OLD },
};

enum
{
  GENERALIZATION_EMPHASIS,
  SUPPRESSION_EMPHASIS,
  CAPACITY_1000,
  CAPACITY_3000,
  CAPACITY_5000,
  CAPACITY_10000,
  OPTIMUM_5,
  OPTIMUM_1,
  CUTS_5,
  CUTS_1,
  FEWER_SUPPRESSION,
  FEWER_1000,
  CONSTANT_BINS,
  GROWING_BINS,
  TEN_YEARS,
  WITHOUT_OLD,
  N_RELEASES
};

/* Figure 2 of the study. */
static const guint ks[] = { 2, 3, 4, 5, 6, 8, 10 };

/* Before and after a release. */
typedef struct
{
  CourseFigures before;
  CourseFigures after;
} Measured;

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

/* Measures a release, and prints it, and before it the table if that @is_first. */
static gboolean
measure (const CourseRelease *release, const char *path, gboolean is_first, Measured *measured,
         GString *counts, GError **error)
{
  if (!course_measure (release, path, &measured->before, &measured->after, error))
    {
      g_prefix_error (error, "%s: ", release->name);
      return FALSE;
    }
  if (is_first)
    print_row ("the table", &measured->before);
  print_row (release->name, &measured->after);
  g_string_append_printf (counts, "%s: %.6f suppressed", release->name, measured->after.suppressed);
  if (isfinite (measured->after.certified))
    g_string_append_printf (counts, ", %.6f certified, grade %.6f", measured->after.certified,
                            measured->after.grade);
  g_string_append_c (counts, '\n');
  return TRUE;
}

static double
get_shift (const Measured *measured)
{
  return 100 * fabs (measured->after.certified - measured->before.certified);
}

static double
get_grade_shift (const Measured *measured)
{
  return fabs (measured->after.grade - measured->before.grade);
}

static double
get_correlation_shift (const Measured *measured)
{
  return fabs (measured->after.posts_grade - measured->before.posts_grade);
}

static void
print_effect (const char *what, const char *published, double measured, gboolean is_there)
{
  g_print ("%-66s %-14s %8.3f  %s\n", what, published, measured, is_there ? "yes" : "no");
}

/* Tells which effects of the study are there. @apart is the suppression emphasis on the table whose
 * posts tell nothing of grades. */
static void
print_effects (const Measured *measured, const Measured *apart)
{
  const Measured *emphasis = &measured[SUPPRESSION_EMPHASIS];
  const double share = measured[CAPACITY_5000].after.suppressed / emphasis->after.suppressed;
  const double fewer = get_shift (&measured[FEWER_SUPPRESSION]) / get_shift (emphasis);
  const double fewer_bins
      = get_shift (&measured[FEWER_1000]) / get_shift (&measured[CAPACITY_1000]);
  const double tied = get_grade_shift (emphasis) / get_grade_shift (apart);
  const double growing = get_correlation_shift (&measured[GROWING_BINS])
                         / get_correlation_shift (&measured[CONSTANT_BINS]);
  const double old = measured[WITHOUT_OLD].after.suppressed / measured[TEN_YEARS].after.suppressed;

  g_print ("\n%-66s %-14s %8s  %s\n", "effect", "published", "here", "there");
  print_effect ("suppression emphasis shifts the share of certified, points", "more than 10",
                get_shift (emphasis), get_shift (emphasis) > 10);
  print_effect ("capacity 10,000 shifts the share of certified, points", "less than 3",
                get_shift (&measured[CAPACITY_10000]), get_shift (&measured[CAPACITY_10000]) < 3);
  print_effect ("capacity 5,000 changes the correlation of posts and grade by", "near 0",
                get_correlation_shift (&measured[CAPACITY_5000]),
                get_correlation_shift (&measured[CAPACITY_5000])
                    < get_correlation_shift (emphasis));
  print_effect ("and suppresses this part of the suppression emphasis", "a fraction", share,
                share < 0.5);
  print_effect ("without courses, suppression shifts this part of the certified", "less", fewer,
                fewer < 1);
  print_effect ("the same with capacity 1,000", "less", fewer_bins, fewer_bins < 1);
  print_effect ("posts that tell of grades: the shift of grades is times as large", "more", tied,
                tied > 1);
  print_effect ("growing bins: this part of the shift of the correlation", "less", growing,
                growing < 1);
  print_effect ("without those born before 1931, this part is suppressed", "less", old, old < 1);
}

/* Measures the mean grade over k, without generalization and with it. */
static gboolean
measure_ks (const char *path, GString *counts, GError **error)
{
  static const guint compared[] = { SUPPRESSION_EMPHASIS, CAPACITY_10000 };

  g_print ("\nThe same over k.\n\n");
  print_header ();
  for (guint r = 0; r < G_N_ELEMENTS (compared); r++)
    for (guint i = 0; i < G_N_ELEMENTS (ks); i++)
      {
        CourseRelease release = releases[compared[r]];
        g_autofree char *name
            = g_strdup_printf ("%s, k = %u", r == 0 ? "suppression" : release.name, ks[i]);
        Measured measured;

        release.name = name;
        release.k = ks[i];
        if (!measure (&release, path, FALSE, &measured, counts, error))
          return FALSE;
      }
  return TRUE;
}

static gboolean
measure_all (const char *path, const char *apart_path, GError **error)
{
  g_autoptr (GString) counts = g_string_new (NULL);
  Measured measured[N_RELEASES], apart;
  CourseRelease emphasis = releases[SUPPRESSION_EMPHASIS];

  print_header ();
  for (guint r = 0; r < N_RELEASES; r++)
    if (!measure (&releases[r], path, r == 0, &measured[r], counts, error))
      return FALSE;
  g_print ("\nPosts that tell nothing of grades:\n");
  emphasis.name = "suppression, posts apart";
  if (!measure (&emphasis, apart_path, TRUE, &apart, counts, error))
    return FALSE;
  g_print (
      "\nregistered, viewed, explored, certified: how far they came, of 100 records; then the "
      "means of posts, year of\nbirth and grade; then the correlations of posts with grade (p-g) "
      "and with the year of birth (p-b). Generalized\nnumbers stand for the means of their "
      "bins. The loss is Iyengar's. Fewer QI: courses is insensitive.\n");
  print_effects (measured, &apart);
  return measure_ks (path, counts, error)
         && golden_check_text (golden_path, counts, FALSE, write_golden, error);
}

/* Returns: (transfer full): the path of a new file with the table. */
static char *
put_table (gboolean is_tied, GError **error)
{
  g_autofree char *table = course_table_make ((guint) n_rows, is_tied);
  char *path = NULL;
  const int file = g_file_open_tmp ("course-XXXXXX.csv", &path, error);

  if (file < 0)
    return NULL;
  close (file);
  if (g_file_set_contents (path, table, -1, error))
    return path;
  g_unlink (path);
  g_free (path);
  return NULL;
}

static gboolean
run (GError **error)
{
  g_autofree char *path = NULL, *apart_path = NULL;
  gboolean success = FALSE;

  if (table_path != NULL)
    {
      g_autofree char *table = course_table_make ((guint) n_rows, TRUE);

      return g_file_set_contents (table_path, table, -1, error);
    }
  path = put_table (TRUE, error);
  apart_path = path != NULL ? put_table (FALSE, error) : NULL;
  if (apart_path != NULL)
    {
      success = measure_all (path, apart_path, error);
      g_unlink (apart_path);
    }
  if (path != NULL)
    g_unlink (path);
  return success;
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  gboolean success = FALSE;

  g_option_context_add_main_entries (context, entries, NULL);
  if (g_option_context_parse (context, &argc, &argv, &error) && n_rows > 0)
    success = run (&error);
  if (error != NULL)
    g_printerr ("%s\n", error->message);
  g_free (table_path);
  g_free (golden_path);
  return success ? EXIT_SUCCESS : EXIT_FAILURE;
}
