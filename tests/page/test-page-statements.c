/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the page promises in words, against an attacker who knows exactly what the sentence says: on
 * random tables, in full-domain and local recodings, by counting. */
#include <math.h>
#include <string.h>

#include "support/figures.h"
#include "support/sample.h"
#include "support/suite.h"
#include "support/text-job.h"

#define N_TRIALS 200
#define ROOM     24 /* 2 (10 + 2), what the public's counts are multiples of */

/* A release, and whose its rows are. */
typedef struct
{
  const Sample *sample;
  SampleColumns columns;
  DeidDataset *table;
  guint n_rows;
  guint of_input[SAMPLE_MAX_ROWS]; /* the row of the input, of a table without weights */
  guint64 weights[SAMPLE_MAX_ROWS];
} Released;

static const char *
get (const Released *released, guint row, const char *column)
{
  for (guint c = 0; c < deid_dataset_get_n_columns (released->table); c++)
    if (g_str_equal (deid_dataset_get_column_name (released->table, c), column))
      return deid_dataset_get_value (released->table, row, c);
  ck_abort_msg ("%s is not released", column);
}

static void
release (Released *released, const Sample *sample, SampleColumns columns, DeidResult *result)
{
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  const DeidPartition *partition = deid_result_get_partition (result, NULL, NULL);
  guint n = 0;
  GError *error = NULL;

  *released = (Released){ .sample = sample, .columns = columns };
  ck_assert (deid_release_options_set_keep_order (options, TRUE, NULL));
  released->table = deid_result_apply (result, options, NULL, &error);
  assert_no_error (error);
  released->n_rows = (guint) deid_dataset_get_n_rows (released->table);
  for (guint row = 0; row < sample->n_rows; row++)
    if (!deid_partition_is_suppressed (partition, deid_partition_get_class (partition, row)))
      released->of_input[n++] = row;
  ck_assert (columns == SAMPLE_WITH_WEIGHTS || n == released->n_rows);
  for (guint row = 0; row < released->n_rows; row++)
    released->weights[row] = columns == SAMPLE_WITH_WEIGHTS
                                 ? g_ascii_strtoull (get (released, row, "weight"), NULL, 10)
                                 : 1;
}

/* Tells whether rows are alike in what is released of the quasi-identifiers and these columns. */
static gboolean
are_alike (const Released *released, guint a, guint b, gboolean by_diagnosis, gboolean by_note)
{
  gboolean is_alike = TRUE;

  for (guint q = 0; q < released->sample->n_attributes; q++)
    {
      g_autofree char *name = g_strdup_printf ("q%u", q);

      is_alike &= g_strcmp0 (get (released, a, name), get (released, b, name)) == 0;
    }
  if (by_diagnosis)
    is_alike &= g_strcmp0 (get (released, a, "diagnosis"), get (released, b, "diagnosis")) == 0;
  if (by_note)
    is_alike &= g_strcmp0 (get (released, a, "note"), get (released, b, "note")) == 0;
  return is_alike;
}

/* Tells whether the labels of a released row fit the values of a row of the input: the attacker
 * knows these, and the hierarchies. */
static gboolean
fits (const Released *released, guint row, guint person_row)
{
  const Sample *sample = released->sample;

  for (guint q = 0; q < sample->n_attributes; q++)
    {
      g_autofree char *name = g_strdup_printf ("q%u", q);
      const char *label = get (released, row, name);
      gboolean fits = FALSE;

      for (guint level = 0; level <= sample->heights[q]; level++)
        {
          g_autofree char *text
              = sample_get_label (sample, q, sample->leaves[q][person_row], level);

          fits |= g_strcmp0 (text, label) == 0;
        }
      if (!fits)
        return FALSE;
    }
  return TRUE;
}

/* Adds a released row to the records or persons found. */
static guint64
add (const Released *released, guint row, gboolean seen[SAMPLE_MAX_ROWS])
{
  const guint person = released->columns == SAMPLE_WITH_PERSONS
                           ? (guint) released->sample->persons[released->of_input[row]]
                           : row;
  const guint64 n_new = seen[person] ? 0 : 1;

  seen[person] = TRUE;
  return released->columns == SAMPLE_WITH_PERSONS ? n_new : released->weights[row];
}

/* Returns: how many records, or persons, the attacker finds for a row of the input. */
static guint64
attack (const Released *released, guint person_row)
{
  gboolean seen[SAMPLE_MAX_ROWS] = { FALSE };
  guint64 n = 0;

  for (guint row = 0; row < released->n_rows; row++)
    if (fits (released, row, person_row))
      n += add (released, row, seen);
  return n;
}

/* Returns: how many records, or persons, have the quasi-identifiers of a released row. */
static guint64
count_identical (const Released *released, guint a)
{
  gboolean seen[SAMPLE_MAX_ROWS] = { FALSE };
  guint64 n = 0;

  for (guint row = 0; row < released->n_rows; row++)
    if (are_alike (released, a, row, FALSE, FALSE))
      n += add (released, row, seen);
  return n;
}

/* Returns: the records that are unique by the definition, or, of records alone, by that. */
static guint64
count_unique (const Released *released, gboolean by_diagnosis, gboolean by_note,
              gboolean of_persons)
{
  guint64 n = 0;

  for (guint a = 0; a < released->n_rows; a++)
    {
      gboolean is_unique = of_persons || released->weights[a] == 1;

      for (guint b = 0; b < released->n_rows && is_unique; b++)
        is_unique = a == b || !are_alike (released, a, b, by_diagnosis, by_note)
                    || (of_persons
                        && released->sample->persons[released->of_input[a]]
                               == released->sample->persons[released->of_input[b]]);
      n += is_unique ? 1 : 0;
    }
  return n;
}

/* Returns: the number behind a text of the page, markup aside, or 0. */
static guint64
read_number (const char *html, const char *before)
{
  g_autoptr (GRegex) tags = g_regex_new ("<[^>]*>", 0, 0, NULL);
  g_autofree char *text = g_regex_replace_literal (tags, html, -1, 0, "", 0, NULL);
  const char *found = strstr (text, before);

  return found != NULL ? g_ascii_strtoull (found + strlen (before), NULL, 10) : 0;
}

static guint64
read_figure (const char *html, const char *path)
{
  g_autofree char *before = g_strdup_printf ("data-figure=\"%s\" data-value=\"", path);
  const char *found = strstr (html, before);

  ck_assert_msg (found != NULL, "%s", path);
  return g_ascii_strtoull (found + strlen (before), NULL, 10);
}

static void
check_headline (const Released *released, const char *html)
{
  const gboolean of_persons = released->columns == SAMPLE_WITH_PERSONS;
  const guint64 others = read_number (html, of_persons ? "is identical to records of at least "
                                                       : "is identical to at least ");
  const guint64 n_fit = read_number (html, of_persons ? "finds records of at least "
                                                      : "with a chance of at most 1 in ");

  ck_assert_uint_eq (n_fit, others > 0 ? others + 1 : 0);
  if (others == 0)
    return;
  for (guint row = 0; row < released->n_rows; row++)
    ck_assert_uint_ge (count_identical (released, row), others + 1);
  if (released->columns == SAMPLE_WITH_WEIGHTS)
    return;
  for (guint row = 0; row < released->n_rows; row++)
    {
      ck_assert (fits (released, row, released->of_input[row]));
      ck_assert_uint_ge (attack (released, released->of_input[row]), n_fit);
    }
}

/* All records of one kind, by which columns. */
static void
check_uniques (const Released *released, const char *html, const char *json, gboolean is_public)
{
  static const char *const paths[]
      = { "risks.after.unique_by_release.columns.0.records",
          "risks.after.unique_by_release.columns.1.records", "risks.after.unique_by_release.all" };
  const gboolean of_persons = !is_public && released->columns == SAMPLE_WITH_PERSONS;
  g_autofree char *expected = NULL;
  guint64 n[3];

  for (guint i = 0; i < 3; i++)
    {
      n[i] = count_unique (released, i != 1, i != 0, of_persons);
      n[i] = is_public ? n[i] / ROOM * ROOM : n[i];
      ck_assert_uint_eq (read_figure (html, paths[i]), n[i]);
    }
  expected
      = g_strdup_printf ("\"unique_by_release\":{\"figures\":\"%s\",\"all\":%" G_GUINT64_FORMAT
                         ",\"columns\":[{\"column\":\"diagnosis\",\"records\":%" G_GUINT64_FORMAT
                         "},{\"column\":\"note\",\"records\":%" G_GUINT64_FORMAT "}]},",
                         is_public ? "at least" : "exact", n[2], n[0], n[1]);
  ck_assert_msg (strstr (json, expected) != NULL, "%s in %s", expected, json);
}

static void
check (const Released *released, DeidResult *result, DeidAudience audience)
{
  g_autoptr (DeidPage) page = deid_page_new (result, NULL, NULL, NULL);
  g_autoptr (DeidReport) report = deid_report_new_risks (result, NULL, TRUE, NULL, NULL, NULL);
  g_autofree char *html = deid_page_to_html (page, audience, NULL, NULL);
  g_autofree char *json = audience == DEID_AUDIENCE_PUBLIC ? public_json_of (report, NULL)
                                                           : deid_report_to_json (report, NULL);
  guint64 n_records = 0;

  for (guint row = 0; row < released->n_rows; row++)
    n_records += released->weights[row];
  check_headline (released, html);
  if (audience == DEID_AUDIENCE_CUSTODIAN || n_records >= ROOM)
    check_uniques (released, html, json, audience == DEID_AUDIENCE_PUBLIC);
}

static DeidResult *
solve (DeidProblem *problem, const guint *levels, gboolean is_local)
{
  g_autoptr (DeidSearch) search = NULL;
  DeidResult *result;

  if (!is_local)
    return sample_evaluate (problem, levels, NULL);
  search = deid_search_new_local (100, 1, 1, NULL);
  result = deid_search_run (search, problem, NULL, NULL);
  return result;
}

START_TEST (promises)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (38);
  const guint n_trials = count_trials (N_TRIALS);
  guint n_checked = 0, n_local = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      const SampleColumns columns = (SampleColumns) (trial % 3);
      const gboolean is_local = trial % 4 == 1;
      guint levels[SAMPLE_MAX_ATTRIBUTES];
      g_autofree char *model = g_strdup_printf ("k:%u", 1 + trial % 5);
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) result = NULL;
      Sample sample;
      Released released;

      sample_init_random (&sample, rand, (guint) g_rand_int_range (rand, 10, 60), 2);
      sample_choose_levels (&sample, rand, levels);
      problem = sample_build_problem (&sample, columns, model, 1);
      result = solve (problem, levels, is_local);
      if (result == NULL)
        continue;
      release (&released, &sample, columns, result);
      if (released.n_rows > 0)
        {
          check (&released, result, DEID_AUDIENCE_CUSTODIAN);
          check (&released, result, DEID_AUDIENCE_PUBLIC);
          n_checked++;
          n_local += deid_result_get_policy (result) == NULL;
        }
      deid_dataset_unref (released.table);
    }
  ck_assert_uint_gt (n_checked, n_trials / 2);
  ck_assert_uint_gt (n_local, 0);
}
END_TEST

/* The pays all differ, but the class of a has one mean, and that of b another: by labels and pay no
 * record is unique. The notes tell three apart: y of a, x and y of b. */
START_TEST (numbers_of_classes)
{
  static const char table[] = "zip,pay,note\na,1,x\na,2,x\na,3,y\nb,4,x\nb,5,y\n";
  static const char settings[] = "[models]\nmodel=k:2\n"
                                 "[column zip]\nrole=quasi-identifying\nrule=suppress\n"
                                 "[column pay]\nrole=sensitive\ntype=integer\n"
                                 "microaggregate=mean\n[column note]\nrole=insensitive\n";
  g_autoptr (DeidJob) job = make_text_job (table, settings, NULL);
  GError *error = NULL;
  g_autoptr (DeidResult) result = deid_job_run (job, NULL, &error);
  g_autoptr (DeidReport) report = NULL;
  g_autofree char *json = NULL;

  assert_no_error (error);
  report = deid_report_new_risks (result, NULL, TRUE, NULL, NULL, NULL);
  json = deid_report_to_json (report, NULL);
  ck_assert_msg (
      strstr (json,
              "\"all\":3,\"columns\":[{\"column\":\"pay\",\"records\":0},{\"column\":\"note\","
              "\"records\":3}]")
          != NULL,
      "%s", json);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("page statements");
  TCase *tcase = tcase_create ("page statements");

  tcase_set_timeout (tcase, 120);
  tcase_add_test (tcase, promises);
  tcase_add_test (tcase, numbers_of_classes);
  suite_add_tcase (suite, tcase);
  return suite;
}
