/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "course-measure.h"

#include <math.h>

#define N_COUNTRIES   90
#define N_IN_A_REGION 18

/* Countries in regions. */
static char *
make_regions (void)
{
  GString *groups = g_string_new ("groups:");

  for (guint country = 0; country < N_COUNTRIES; country++)
    g_string_append_printf (groups, "%sN%02u=R%u", country > 0 ? "," : "", country,
                            country / N_IN_A_REGION);
  return g_string_free (groups, FALSE);
}

static char *
make_bins (const CourseRelease *release, const char *options)
{
  return release->capacity > 0 ? g_strdup_printf ("rule=capacity:%u%s", release->capacity, options)
                               : g_strdup ("kind=cuts");
}

static char *
make_problem (const CourseRelease *release)
{
  g_autofree char *regions = make_regions ();
  g_autofree char *born = make_bins (release, ""), *posts = make_bins (release, ";special=0");

  return g_strdup_printf (
      "[models]\nprivacy=k:5\n"
      "[limits]\nsuppression=%s\n"
      "[search]\n%s=%s\n"
      "[column person]\nrole=entity\n"
      "[column course]\nrole=quasi-identifying\nrule=suppress\n"
      "[column courses]\nrole=quasi-identifying\nrule=rare:5000,20000\n"
      "[column education]\nrole=quasi-identifying\nrule=suppress\n"
      "[column born]\nrole=quasi-identifying\n%s\ntype=integer\nbin-mean=table\n"
      "[column gender]\nrole=quasi-identifying\nrule=suppress\n"
      "[column country]\nrole=quasi-identifying\nrule=%s\n"
      "[column posts]\nrole=quasi-identifying\n%s\ntype=integer\nbin-mean=table\n"
      "[column grade]\nrole=insensitive\ntype=decimal\n"
      "[column viewed]\nrole=insensitive\ntype=integer\n"
      "[column explored]\nrole=insensitive\ntype=integer\n"
      "[column certified]\nrole=insensitive\ntype=integer\n",
      release->limit, release->policy != NULL ? "policy" : "algorithm",
      release->policy != NULL ? release->policy : release->search, born, regions, posts);
}

static double
get_mean (const DeidDistortion *distortion, const char *column, DeidDistortionSide side)
{
  double mean = NAN;

  for (guint c = 0; c < deid_distortion_get_n_columns (distortion); c++)
    if (g_str_equal (deid_distortion_get_column (distortion, c), column))
      deid_distortion_get_figure (distortion, c, DEID_DISTORTION_MEAN, side, &mean);
  return mean;
}

static gboolean
is_of (const DeidDistortion *distortion, guint64 pair, const char *column)
{
  return g_str_equal (deid_distortion_get_pair_column (distortion, pair, 0), column)
         || g_str_equal (deid_distortion_get_pair_column (distortion, pair, 1), column);
}

static double
get_correlation (const DeidDistortion *distortion, const char *first, const char *second,
                 DeidDistortionSide side)
{
  double correlation = NAN;

  for (guint64 pair = 0; pair < deid_distortion_get_n_pairs (distortion); pair++)
    if (is_of (distortion, pair, first) && is_of (distortion, pair, second))
      deid_distortion_get_association (distortion, pair, DEID_ASSOCIATION_PEARSON, side,
                                       &correlation);
  return correlation;
}

static void
get_figures (const DeidDistortion *distortion, DeidDistortionSide side, CourseFigures *figures)
{
  guint64 n_before = 0, n = 0;

  deid_distortion_get_n_records (distortion, DEID_DISTORTION_BEFORE, &n_before);
  deid_distortion_get_n_records (distortion, side, &n);
  *figures = (CourseFigures){
    .suppressed = (double) (n_before - n) / (double) n_before,
    .viewed = get_mean (distortion, "viewed", side),
    .explored = get_mean (distortion, "explored", side),
    .certified = get_mean (distortion, "certified", side),
    .posts = get_mean (distortion, "posts", side),
    .born = get_mean (distortion, "born", side),
    .grade = get_mean (distortion, "grade", side),
    .posts_grade = get_correlation (distortion, "posts", "grade", side),
    .posts_born = get_correlation (distortion, "posts", "born", side),
  };
}

gboolean
course_measure (const CourseRelease *release, const char *table, CourseFigures *before,
                CourseFigures *after, GError **error)
{
  g_autofree char *text = make_problem (release);
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (table, -1, NULL);
  g_autoptr (DeidJob) job = deid_job_new ();
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReleaseOptions) options = NULL;
  g_autoptr (DeidDistortion) distortion = NULL;

  if (!deid_job_load_text (job, text, release->name, NULL, error)
      || !deid_job_set_input_stream (job, stream, "course table", error))
    return FALSE;
  result = deid_job_run (job, NULL, error);
  options = result != NULL ? deid_job_make_release_options (job, error) : NULL;
  distortion = options != NULL ? deid_distortion_new (result, options, NULL, error) : NULL;
  if (distortion == NULL)
    return FALSE;
  get_figures (distortion, DEID_DISTORTION_BEFORE, before);
  get_figures (distortion, DEID_DISTORTION_AFTER, after);
  after->loss = deid_result_get_loss (result);
  return TRUE;
}
