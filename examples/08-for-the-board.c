/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * For the board: people who approve a release, and read neither policies nor JSON, look at one
 * page.
 *
 * They will ask what the rule that everybody knows would have done. HIPAA's Safe Harbor says for 18
 * kinds of identifiers what becomes of them; it measures nothing. The library finds the identifiers
 * in the table, evaluates the rule, and puts its risk and loss beside those of the release.
 *
 *     08-for-the-board [DIRECTORY [PAGES]]
 *
 * The first directory holds discharges.csv and the hierarchies. Into the second one it writes
 * custodian.html and public.html, to be opened in a browser; without it the pages are made only.
 */
#include <deid/deid.h>
#include <stdio.h>
#include <string.h>

#ifndef DATA_DIR
#define DATA_DIR "examples/data"
#endif

/* The list of small ZIP areas is the published one; newer counts would be a file. With
 * baseline-limit=yes no release may have a greater population risk than the rule has. */
static const char table[]
    = "[input]\ninput=discharges.csv\ndelimiter=;\n"
      "[baseline]\nbaseline=safe-harbor\nbaseline-limit=yes\nzip-populations=census-2000\n"
      "[column patient]\nrole=entity\n"
      "[column diagnosis]\nrole=sensitive\n"
      "[column age]\nrole=quasi-identifying\n"
      "[column sex]\nrole=quasi-identifying\n"
      "[column zip]\nrole=quasi-identifying\n"
      "[column admission]\nrole=quasi-identifying\n"
      "[column insurance]\nrole=quasi-identifying\n"
      "[lattice]\nhierarchies=hierarchy_\n";

/* What the board asks for besides. */
static const char protection[] = "[models]\nmodel=k:5;dl:3\n[limits]\nsuppression-limit=5%\n";

static DeidJob *
state_job (const char *directory, const char *conditions, GError **error)
{
  g_autoptr (DeidJob) job = deid_job_new ();
  g_autofree char *statement = g_strconcat (table, conditions, NULL);

  return deid_job_load_text (job, statement, "the statement", directory, error)
             ? g_steal_pointer (&job)
             : NULL;
}

/* A figure is asked for by its path: here that of a figure of a row. */
static const char *
get_text (const DeidReport *report, const char *rows, guint64 row, const char *name)
{
  char path[64];

  g_snprintf (path, sizeof path, "%s[%u].%s", rows, (guint) row, name);
  return deid_report_get_text (report, path);
}

/* What the rule does to a column. That of ZIP codes lists 17 small areas, which are too many for a
 * line. */
static void
print_treatment (const DeidReport *report, const char *column)
{
  guint64 c = 0, level;
  const char *rule;
  char path[64];

  while (!g_str_equal (get_text (report, "columns", c, "column"), column))
    c++;
  rule = get_text (report, "columns", c, "rule");
  g_snprintf (path, sizeof path, "columns[%u].level", (guint) c);
  deid_report_get_count (report, path, &level);
  if (rule == NULL)
    printf ("%s\n", get_text (report, "columns", c, "treatment"));
  else if (g_str_has_prefix (rule, "zip:"))
    printf ("zip:3, and 000 for small areas\n");
  else
    printf ("%s, level %u\n", rule, (guint) level);
}

/* Step 1: what the rule would do. Its report counts by the quasi-identifiers of the problem: of
 * ages, the rule makes those of 90 and over one group; of dates it leaves the year; and so on.
 *
 * To see: four columns are identifiers by their names and values. By the rule 1008 records have
 * combinations of values that no other record has. */
static gboolean
look_at_rule (DeidJob *job, GError **error)
{
  static const char identifiers[] = "identifiers.identifiers";
  g_autoptr (DeidReport) report = deid_job_make_report (job, "baseline", NULL, NULL, error);
  guint64 n, n_unique;
  double risk, loss;

  if (report == NULL)
    return FALSE;
  printf ("identifiers\n");
  deid_report_get_n_rows (report, identifiers, &n);
  for (guint64 i = 0; i < n; i++)
    {
      const char *column = get_text (report, identifiers, i, "column");

      printf ("  %-10s %-18s ", column, get_text (report, identifiers, i, "kind"));
      print_treatment (report, column);
    }
  deid_report_get_number (report, "population_risk_sum", &risk);
  deid_report_get_count (report, "unique", &n_unique);
  deid_report_get_number (report, "loss", &loss);
  printf ("\n%-26s %8s %8s %8s %8s\n", "", "found", "unique", "withheld", "loss");
  printf ("%-26s %8.0f %8" G_GUINT64_FORMAT " %8d %8.4f\n", "Safe Harbor", risk, n_unique, 0, loss);
  return TRUE;
}

static gboolean
print_result (const char *title, DeidResult *result, GError **error)
{
  g_autoptr (DeidReport) risks = deid_report_new_risks (result, NULL, TRUE, NULL, NULL, error);
  guint64 n_unique = 0;
  double found;

  if (risks == NULL || !deid_report_get_number (risks, "population_risk.sum", &found))
    return FALSE;
  deid_report_get_count (risks, "unique", &n_unique);
  printf ("%-26s %8.0f %8" G_GUINT64_FORMAT " %8" G_GUINT64_FORMAT " %8.4f\n", title, found,
          n_unique, deid_result_get_n_suppressed (result), deid_result_get_loss (result));
  return TRUE;
}

/* Step 2: the release of least loss that is no riskier than the rule.
 *
 * To see: an optimum under the same risk loses less than the rule. But that risk is high: the rule
 * is no protection for a table like this, and whoever compares with it should know. */
static gboolean
search_within_rule (const char *directory, GError **error)
{
  g_autoptr (DeidJob) job = state_job (directory, "", error);
  g_autoptr (DeidResult) result = NULL;

  return job != NULL && look_at_rule (job, error)
         && (result = deid_job_run (job, NULL, error)) != NULL
         && print_result ("no riskier than the rule", result, error);
}

/* Step 3: the page. It takes what the host has: the release, what was done to the data, who was
 * left out, and the rule. What is not there is not shown. */
static DeidPage *
make_page (DeidJob *job, DeidResult *result, GError **error)
{
  g_autoptr (DeidDataset) release = deid_job_release (job, result, NULL, error);
  g_autoptr (DeidReport) distortion = NULL;
  g_autoptr (DeidReport) left_out = NULL;
  g_autoptr (DeidReport) rule = NULL;
  g_autoptr (DeidPage) page = NULL;

  if (release == NULL
      || (distortion = deid_report_new_distortion (result, NULL, NULL, error)) == NULL
      || (left_out = deid_report_new_left_out (result, 1, 10, NULL, error)) == NULL
      || (rule = deid_job_make_report (job, "baseline", NULL, NULL, error)) == NULL
      || (page = deid_page_new (result, release, NULL, error)) == NULL
      || !deid_page_set_field (page, DEID_PAGE_FIELD_TITLE, "Hospital discharges of 2023", error)
      || !deid_page_set_field (page, DEID_PAGE_FIELD_PURPOSE, "Research on lengths of stay", error)
      || !deid_page_add_report (page, distortion, error)
      || !deid_page_add_report (page, left_out, error) || !deid_page_add_report (page, rule, error))
    return NULL;
  return g_steal_pointer (&page);
}

/* Prints the headings of a page, and writes it if there is a directory for it. */
static gboolean
write_page (DeidPage *page, DeidAudience audience, const char *name, const char *directory,
            GError **error)
{
  g_autofree char *html = deid_page_to_html (page, audience, NULL, error);
  g_autofree char *path = directory != NULL ? g_build_filename (directory, name, NULL) : NULL;

  if (html == NULL)
    return FALSE;
  printf ("\n%s\n", name);
  for (const char *h = strstr (html, "<h2>"); h != NULL; h = strstr (h + 1, "<h2>"))
    printf ("  %.*s\n", (int) strcspn (h + strlen ("<h2>"), "<"), h + strlen ("<h2>"));
  return path == NULL || deid_page_write_html (page, path, audience, NULL, error);
}

/* Step 4: two readers. The custodian's page has everything and stays in the house: what the rule
 * would have done is told by the original records. The public's has only what follows from the
 * release. */
static gboolean
show_board (const char *directory, const char *pages, GError **error)
{
  g_autoptr (DeidJob) job = state_job (directory, protection, error);
  g_autoptr (DeidResult) result = job != NULL ? deid_job_run (job, NULL, error) : NULL;
  g_autoptr (DeidPage) page = NULL;

  return result != NULL && print_result ("and 5 persons look alike", result, error)
         && (page = make_page (job, result, error)) != NULL
         && write_page (page, DEID_AUDIENCE_CUSTODIAN, "custodian.html", pages, error)
         && write_page (page, DEID_AUDIENCE_PUBLIC, "public.html", pages, error);
}

int
main (int argc, char **argv)
{
  const char *directory = argc > 1 ? argv[1] : DATA_DIR;
  g_autoptr (GError) error = NULL;

  if (search_within_rule (directory, &error)
      && show_board (directory, argc > 2 ? argv[2] : NULL, &error))
    return 0;
  fprintf (stderr, "08-for-the-board: %s\n", error->message);
  return 1;
}
