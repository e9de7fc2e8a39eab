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
                               : g_strdup ("generalize-by=cuts");
}

static char *
make_problem (const CourseRelease *release)
{
  g_autofree char *regions = make_regions ();
  g_autofree char *born = make_bins (release, ""), *posts = make_bins (release, ";special=0");

  return g_strdup_printf (
      "[models]\nmodel=k:5\n"
      "[limits]\nsuppression-limit=%s\n"
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
      release->limit, release->policy != NULL ? "evaluate" : "algorithm",
      release->policy != NULL ? release->policy : release->search, born, regions, posts);
}

/* Tells whether a text of a row of a table is this one. */
static gboolean
is_text (const DeidReport *distortion, const char *table, guint row, const char *name,
         const char *text)
{
  g_autofree char *path = g_strdup_printf ("%s[%u].%s", table, row, name);

  return g_str_equal (deid_report_get_text (distortion, path), text);
}

static double
get_mean (const DeidReport *distortion, const char *column, const char *side)
{
  double mean = NAN;
  guint64 n;

  deid_report_get_n_rows (distortion, "columns", &n);
  for (guint c = 0; c < n; c++)
    {
      g_autofree char *path = g_strdup_printf ("columns[%u].mean.%s", c, side);

      if (is_text (distortion, "columns", c, "column", column)
          && !deid_report_get_number (distortion, path, &mean))
        mean = NAN;
    }
  return mean;
}

static gboolean
is_of (const DeidReport *distortion, guint pair, const char *column)
{
  return is_text (distortion, "pairs", pair, "columns[0]", column)
         || is_text (distortion, "pairs", pair, "columns[1]", column);
}

static double
get_correlation (const DeidReport *distortion, const char *first, const char *second,
                 const char *side)
{
  double correlation = NAN;
  guint64 n;

  deid_report_get_n_rows (distortion, "pairs", &n);
  for (guint pair = 0; pair < n; pair++)
    {
      g_autofree char *path = g_strdup_printf ("pairs[%u].pearson.%s", pair, side);

      if (is_of (distortion, pair, first) && is_of (distortion, pair, second)
          && !deid_report_get_number (distortion, path, &correlation))
        correlation = NAN;
    }
  return correlation;
}

static void
get_figures (const DeidReport *distortion, const char *side, CourseFigures *figures)
{
  g_autofree char *path = g_strdup_printf ("records.%s", side);
  guint64 n_before = 0, n = 0;

  deid_report_get_count (distortion, "records.before", &n_before);
  deid_report_get_count (distortion, path, &n);
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
  g_autoptr (DeidDataset) dataset = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReleaseOptions) options = NULL;
  g_autoptr (DeidReport) distortion = NULL;

  if (!deid_job_load_text (job, text, release->name, NULL, error)
      || (dataset = deid_dataset_new_from_csv_stream (stream, "course table", NULL, NULL, error))
             == NULL
      || !deid_job_set_dataset (job, dataset, error))
    return FALSE;
  result = deid_job_run (job, NULL, error);
  options = result != NULL ? deid_job_make_release_options (job, error) : NULL;
  distortion = options != NULL ? deid_report_new_distortion (result, options, NULL, error) : NULL;
  if (distortion == NULL)
    return FALSE;
  get_figures (distortion, "before", before);
  get_figures (distortion, "after", after);
  after->loss = deid_result_get_loss (result);
  return TRUE;
}
