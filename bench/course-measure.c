/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "course-measure.h"

#include <math.h>

#define N_COUNTRIES   35
#define N_IN_A_REGION 7

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
make_bins (const char *rule, guint capacity, const char *options)
{
  if (rule != NULL)
    return g_strconcat ("rule=", rule, NULL);
  return capacity > 0 ? g_strdup_printf ("rule=capacity:%u%s", capacity, options)
                      : g_strdup ("generalize-by=cuts");
}

static char *
make_problem (const CourseRelease *release, const char *path)
{
  g_autofree char *regions = make_regions ();
  g_autofree char *born = make_bins (release->born, release->capacity, "");
  g_autofree char *posts = make_bins (release->posts, release->capacity, ";special=0");
  GString *text = g_string_new (NULL);

  g_string_append_printf (
      text,
      "[input]\ninput=%s\n%s%s\n"
      "[models]\nmodel=k:%u\n"
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
      path, release->drop != NULL ? "drop=" : "", release->drop != NULL ? release->drop : "",
      release->k, release->limit, release->policy != NULL ? "evaluate" : "algorithm",
      release->policy != NULL ? release->policy : release->search, born, regions, posts);
  if (release->left_out != NULL)
    {
      g_autofree char *section
          = g_strdup_printf ("[column %s]\nrole=quasi-identifying", release->left_out);
      g_autofree char *other = g_strdup_printf ("[column %s]\nrole=insensitive", release->left_out);

      g_string_replace (text, section, other, 1);
    }
  return g_string_free (text, FALSE);
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
course_measure (const CourseRelease *release, const char *path, CourseFigures *before,
                CourseFigures *after, GError **error)
{
  g_autofree char *text = make_problem (release, path);
  g_autoptr (DeidJob) job = deid_job_new ();
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReleaseOptions) options = NULL;
  g_autoptr (DeidReport) distortion = NULL;
  g_autoptr (GError) run_error = NULL;

  if (!deid_job_load_text (job, text, release->name, NULL, error))
    return FALSE;
  result = deid_job_run (job, NULL, &run_error);
  if (g_error_matches (run_error, DEID_ERROR, DEID_ERROR_NO_SOLUTION))
    {
      *before = *after = (CourseFigures){ 1, 1, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN };
      return TRUE;
    }
  if (result == NULL)
    g_propagate_error (error, g_steal_pointer (&run_error));
  options = result != NULL ? deid_job_make_release_options (job, error) : NULL;
  distortion = options != NULL ? deid_report_new_distortion (result, options, NULL, error) : NULL;
  if (distortion == NULL)
    return FALSE;
  get_figures (distortion, "before", before);
  get_figures (distortion, "after", after);
  after->loss = deid_result_get_loss (result);
  return TRUE;
}
