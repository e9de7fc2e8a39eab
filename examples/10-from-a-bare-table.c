/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * From a bare table to a verified release: nobody has said yet what its columns are, and there are
 * no hierarchies. The library suggests a problem file, with its evidence; somebody who knows the
 * table corrects it and says what the release has to meet; a job does the rest.
 *
 *     10-from-a-bare-table [DIRECTORY]     the directory holds discharges.csv
 *
 * In a shell it is
 *
 *     deid suggest --delimiter ';' discharges.csv >problem.ini
 *     deid run problem.ini --model k:5 ... --output release.csv
 *
 * with an editor in between.
 */
#include <deid/deid.h>
#include <stdio.h>

#ifndef DATA_DIR
#define DATA_DIR "examples/data"
#endif

/* A figure is asked for by its path: here that of a figure of a column. */
static const char *
get_text (const DeidReport *suggestions, guint64 column, const char *name)
{
  char path[64];

  g_snprintf (path, sizeof path, "columns[%u].%s", (guint) column, name);
  return deid_report_get_text (suggestions, path);
}

/* What each column may be. The sentences of the evidence say why. */
static void
print_suggestions (const DeidReport *suggestions)
{
  guint64 n_columns, n_sentences;

  deid_report_get_n_rows (suggestions, "columns", &n_columns);
  for (guint64 c = 0; c < n_columns; c++)
    {
      const char *rule = get_text (suggestions, c, "rule");

      printf ("  %-10s %-8s %s%s%s\n", get_text (suggestions, c, "column"),
              get_text (suggestions, c, "type"), get_text (suggestions, c, "role"),
              rule != NULL ? ", by " : "", rule != NULL ? rule : "");
    }
  printf ("Why zip is what it is:\n");
  deid_report_get_n_rows (suggestions, "columns[3].evidence", &n_sentences);
  for (guint64 i = 0; i < n_sentences; i++)
    {
      char name[32];

      g_snprintf (name, sizeof name, "evidence[%u]", (guint) i);
      printf ("  %s\n", get_text (suggestions, 3, name));
    }
}

/* Reads the table, whose columns have neither types nor roles yet. Returns: the problem file. */
static char *
suggest (const char *path, GError **error)
{
  g_autoptr (DeidCsvOptions) layout = deid_csv_options_new ();
  g_autoptr (DeidDataset) data = NULL;
  g_autoptr (DeidReport) suggestions = NULL;

  if (!deid_csv_options_set_delimiter (layout, ';', error)
      || (data = deid_dataset_new_from_csv_file (path, layout, NULL, error)) == NULL
      || (suggestions = deid_report_new_suggestions (data, path, layout, NULL, error)) == NULL)
    return NULL;
  print_suggestions (suggestions);
  return g_strdup (deid_report_get_text (suggestions, "problem"));
}

/* What the library cannot know. An editor would do it in the file. A hospital knows that nobody can
 * look up how long a patient stayed: the column is released as it is, and has no rule. No privacy
 * model was proposed. */
static gboolean
correct (DeidJob *job, GError **error)
{
  return deid_job_set (job, "column stay", "role", "insensitive", NULL, error)
         && deid_job_set (job, "column stay", "rule", NULL, NULL, error)
         && deid_job_set (job, "models", "model", "k:5;dl:2@diagnosis", NULL, error)
         && deid_job_set (job, "limits", "suppression-limit", "5%", NULL, error);
}

/* The levels of the best policy, and what is released: verified by code that the search does not
 * use. */
static gboolean
release (DeidJob *job, GError **error)
{
  g_autoptr (DeidResult) result = deid_job_run (job, NULL, error);
  g_autoptr (DeidDataset) released
      = result != NULL ? deid_job_release (job, result, NULL, error) : NULL;
  g_autofree char *policy = NULL;

  if (released == NULL)
    return FALSE;
  policy = deid_policy_to_text (deid_result_get_policy (result), error);
  if (policy == NULL)
    return FALSE;
  printf ("The best policy: %s\n", policy);
  printf ("Released, and verified: %" G_GUINT64_FORMAT " records, such as\n",
          deid_dataset_get_n_records (released));
  for (guint c = 0; c < deid_dataset_get_n_columns (released); c++)
    {
      const char *value = deid_dataset_get_value (released, 0, c);

      printf ("  %-10s %s\n", deid_dataset_get_column_name (released, c),
              value != NULL ? value : "(missing)");
    }
  return TRUE;
}

int
main (int argc, char **argv)
{
  g_autofree char *path = g_build_filename (argc > 1 ? argv[1] : DATA_DIR, "discharges.csv", NULL);
  g_autoptr (DeidJob) job = deid_job_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *problem = suggest (path, &error);

  if (problem == NULL || !deid_job_load_text (job, problem, "the suggestions", NULL, &error)
      || !correct (job, &error) || !release (job, &error))
    {
      fprintf (stderr, "10-from-a-bare-table: %s\n", error->message);
      return 1;
    }
  return 0;
}
