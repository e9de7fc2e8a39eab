/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a page is about. */
#include "base/handle.h"
#include "base/text.h"
#include "baseline/baseline-report-private.h"
#include "distortion/left-out-private.h"
#include "distortion/utility-private.h"
#include "problem/digest.h"
#include "frontier/frontier-private.h"
#include "job/job-build.h"
#include "lattice/policy-private.h"
#include "page/page-private.h"
#include "release/origin.h"
#include "report/risk-options-private.h"
#include "report/warnings-private.h"
#include "search/result-private.h"
#include "table/dataset-view.h"
#include "tradeoff/tradeoff-private.h"

static void
file_note_clear (gpointer data)
{
  DeidPageFileNote *note = data;

  g_free (note->name);
  g_free (note->sha256);
}

static void
deid_page_free (DeidPage *page)
{
  DeidReport *const reports[]
      = { page->distortion,    page->left_out,     page->utility,  page->tradeoff, page->frontier,
          page->risk_frontier, page->alternatives, page->baseline, page->warnings };

  deid_result_unref (page->result);
  g_clear_pointer (&page->release, deid_dataset_unref);
  g_clear_pointer (&page->risk_options, deid_risk_options_unref);
  for (guint i = 0; i < G_N_ELEMENTS (reports); i++)
    if (reports[i] != NULL)
      deid_report_unref (reports[i]);
  for (guint i = 0; i < DEID_N_PAGE_FILES; i++)
    g_array_unref (page->files[i]);
  for (guint i = 0; i < DEID_N_PAGE_FIELDS; i++)
    g_free (page->fields[i]);
  g_free (page);
}

DEID_DEFINE_HANDLE (DeidPage, deid_page)

static gboolean
page_check_mutable (const DeidPage *page, GError **error)
{
  return deid_check_mutable (&page->immutable, NULL, "a writer of the page was called", error);
}

static gboolean
page_check_text (const char *text, const char *what, GError **error)
{
  if (g_utf8_validate (text, -1, NULL))
    return TRUE;
  return deid_fail (error, DEID_ERROR_ENCODING, "the %s is not valid UTF-8", what);
}

/* Whether a part is of the problem that the page is about. */
static gboolean
page_check_problem (const DeidPage *page, const DeidProblem *problem, const char *what,
                    GError **error)
{
  if (problem == deid_result_get_problem (page->result))
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "the %s is of another problem, expected that of the result", what);
}

/* Whether a part is of the result that the page is about. */
static gboolean
page_check_result (const DeidPage *page, const DeidProblem *problem, const DeidPolicy *policy,
                   const DeidPartition *local, const char *what, GError **error)
{
  if (!page_check_problem (page, problem, what, error))
    return FALSE;
  if (deid_result_has_recoding (page->result, policy, local))
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "the %s is of another policy or local recoding, expected that of the result",
                    what);
}

static gboolean
page_check_release (const DeidPage *page, const DeidDataset *release, GError **error)
{
  DeidPolicy *policy = NULL;
  DeidPartition *local = NULL;
  DeidProblem *problem = deid_dataset_get_origin (release, &policy, &local);

  return page_check_result (page, problem, policy, local, "released table", error);
}

DeidPage *
deid_page_new (DeidResult *result, DeidDataset *release, DeidRiskOptions *risk_options,
               GError **error)
{
  g_autoptr (DeidPage) page = NULL;

  g_return_val_if_fail (result != NULL, NULL);

  page = DEID_NEW_HANDLE (DeidPage);
  for (guint i = 0; i < DEID_N_PAGE_FILES; i++)
    {
      page->files[i] = g_array_new (FALSE, FALSE, sizeof (DeidPageFileNote));
      g_array_set_clear_func (page->files[i], file_note_clear);
    }
  page->result = deid_result_ref (result);
  if (release != NULL && !page_check_release (page, release, error))
    return NULL;
  page->release = release != NULL ? deid_dataset_ref (release) : NULL;
  page->risk_options = risk_options != NULL ? deid_risk_options_use (risk_options) : NULL;
  return g_steal_pointer (&page);
}

gboolean
deid_page_set_field (DeidPage *page, DeidPageField field, const char *text, GError **error)
{
  g_return_val_if_fail (page != NULL && (guint) field < DEID_N_PAGE_FIELDS && text != NULL, FALSE);

  if (!page_check_mutable (page, error) || !page_check_text (text, "text of the field", error))
    return FALSE;
  if (g_utf8_strlen (text, -1) > DEID_PAGE_MAX_FIELD)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "the text of the field is too long, expected at most %d characters",
                      DEID_PAGE_MAX_FIELD);
  g_free (page->fields[field]);
  page->fields[field] = g_strdup (text);
  return TRUE;
}

static gboolean
check_distortion (const DeidPage *page, const DeidReport *report, GError **error)
{
  const DeidDistortion *distortion = deid_report_get_data (report, &deid_distortion_kind);

  return page_check_result (page, distortion->problem, distortion->policy, distortion->local,
                            "distortion report", error);
}

static gboolean
check_left_out (const DeidPage *page, const DeidReport *report, GError **error)
{
  const DeidLeftOut *left_out = deid_report_get_data (report, &deid_left_out_kind);

  return page_check_result (page, left_out->problem, left_out->policy, left_out->local,
                            "report on groups", error);
}

static gboolean
check_utility (const DeidPage *page, const DeidReport *report, GError **error)
{
  const DeidUtility *utility = deid_report_get_data (report, &deid_utility_kind);

  return page_check_result (page, utility->problem, utility->policy, utility->local,
                            "report on utility", error);
}

static gboolean
check_frontier (const DeidPage *page, const DeidReport *report, GError **error)
{
  const DeidFrontier *frontier = deid_report_get_data (report, &deid_frontier_kind);

  return page_check_problem (page, frontier->problem, "frontier", error);
}

/* Whether a part is of the lattice that the page is about. */
static gboolean
page_check_lattice (const DeidPage *page, const DeidLattice *lattice, const char *what,
                    GError **error)
{
  if (lattice == deid_problem_get_lattice (deid_result_get_problem (page->result)))
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "%s of another lattice, expected that of the result", what);
}

static gboolean
check_risk_frontier (const DeidPage *page, const DeidReport *report, GError **error)
{
  const DeidRiskFrontier *frontier = deid_report_get_data (report, &deid_risk_frontier_kind);

  return page_check_lattice (page, deid_problem_get_lattice (frontier->problem),
                             "the frontier of risk is", error);
}

static gboolean
check_alternatives (const DeidPage *page, const DeidReport *report, GError **error)
{
  const DeidAlternativeList *list = deid_report_get_data (report, &deid_alternatives_kind);

  return list->alternatives->n == 0
         || page_check_lattice (page, list->alternatives->items[0].policy->lattice,
                                "the alternatives are", error);
}

/* A baseline is evaluated by a problem of its own, beside one of the same lattice. */
static gboolean
check_baseline (const DeidPage *page, const DeidReport *report, GError **error)
{
  return page_check_lattice (page, deid_baseline_report_of (report)->lattice, "the baseline is",
                             error);
}

/* The kinds of reports that a page shows. */
static const struct
{
  const DeidReportKind *kind;
  gsize member;
  gboolean (*check) (const DeidPage *page, const DeidReport *report, GError **error); /* or NULL */
} page_kinds[] = {
  { &deid_distortion_kind, G_STRUCT_OFFSET (DeidPage, distortion), check_distortion },
  { &deid_left_out_kind, G_STRUCT_OFFSET (DeidPage, left_out), check_left_out },
  { &deid_utility_kind, G_STRUCT_OFFSET (DeidPage, utility), check_utility },
  { &deid_tradeoff_kind, G_STRUCT_OFFSET (DeidPage, tradeoff), NULL },
  { &deid_frontier_kind, G_STRUCT_OFFSET (DeidPage, frontier), check_frontier },
  { &deid_risk_frontier_kind, G_STRUCT_OFFSET (DeidPage, risk_frontier), check_risk_frontier },
  { &deid_alternatives_kind, G_STRUCT_OFFSET (DeidPage, alternatives), check_alternatives },
  { &deid_baseline_kind, G_STRUCT_OFFSET (DeidPage, baseline), check_baseline },
  { &deid_warnings_kind, G_STRUCT_OFFSET (DeidPage, warnings), NULL },
};

gboolean
deid_page_add_report (DeidPage *page, DeidReport *report, GError **error)
{
  DeidReport **place = NULL;
  guint k = 0;

  g_return_val_if_fail (page != NULL && report != NULL, FALSE);

  if (!page_check_mutable (page, error))
    return FALSE;
  while (k < G_N_ELEMENTS (page_kinds) && page_kinds[k].kind != report->kind)
    k++;
  if (k < G_N_ELEMENTS (page_kinds))
    place = G_STRUCT_MEMBER_P (page, page_kinds[k].member);
  if (place == NULL || *place != NULL)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      place == NULL ? "a report of the kind %s, which pages do not show"
                                    : "a second report of the kind %s, expected one of each kind",
                      report->kind->name);
  if (page_kinds[k].check != NULL && !page_kinds[k].check (page, report, error))
    return FALSE;
  *place = deid_report_ref (report);
  return TRUE;
}

gboolean
deid_page_add_file (DeidPage *page, DeidPageFile file, const char *name, const char *sha256,
                    GError **error)
{
  DeidPageFileNote note = { NULL, NULL };
  gboolean is_second;

  g_return_val_if_fail (page != NULL && (guint) file < DEID_N_PAGE_FILES && name != NULL, FALSE);

  is_second = file >= DEID_PAGE_FILE_CERTIFICATE && page->files[file]->len > 0;
  if (!page_check_mutable (page, error) || !page_check_text (name, "name of the file", error))
    return FALSE;
  if (is_second || (sha256 != NULL && !deid_digest_is_valid (sha256)))
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "%s",
                      is_second
                          ? "the page has such a file already, expected one of each"
                          : "no SHA-256 of a file, expected 64 lower-case hexadecimal digits");
  note.name = g_strdup (name);
  note.sha256 = g_strdup (sha256);
  g_array_append_val (page->files[file], note);
  return TRUE;
}

const DeidPageFileNote *
deid_page_get_file (const DeidPageView *view, DeidPageFile file, guint i)
{
  const GArray *files = view->page->files[file];

  return i < files->len ? &g_array_index (files, DeidPageFileNote, i) : NULL;
}

/* The page of a job: what its settings ask for. */

static gboolean
page_set_fields_for_job (const DeidJob *job, DeidPage *page, GError **error)
{
  static const char *const keys[DEID_N_PAGE_FIELDS]
      = { [DEID_PAGE_FIELD_TITLE] = "title",
          [DEID_PAGE_FIELD_PURPOSE] = "purpose",
          [DEID_PAGE_FIELD_RECIPIENT] = "recipient",
          [DEID_PAGE_FIELD_DATE] = "release-date",
          [DEID_PAGE_FIELD_CUSTODIAN] = "custodian",
          [DEID_PAGE_FIELD_LEGAL_BASIS] = "legal-basis",
          [DEID_PAGE_FIELD_RELEASE_NUMBER] = "release-number" };

  for (guint i = 0; i < DEID_N_PAGE_FIELDS; i++)
    if (!deid_page_set_field (page, (DeidPageField) i, deid_job_get (job, "page", keys[i]), error))
      return FALSE;
  return TRUE;
}

static gboolean
page_fill_for_job (DeidJob *job, DeidPage *page, DeidResult *result, GCancellable *cancellable,
                   GError **error)
{
  static const char *const kinds[] = { "distortion", "left_out", "warnings", "baseline" };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const gboolean is_baseline = g_str_equal (kinds[i], "baseline");
      g_autoptr (DeidReport) report = NULL;

      if (is_baseline && job->baseline == NULL)
        continue;
      report
          = deid_job_make_report (job, kinds[i], is_baseline ? NULL : result, cancellable, error);
      if (report == NULL || !deid_page_add_report (page, report, error))
        return FALSE;
    }
  return TRUE;
}

char *
deid_job_make_page (DeidJob *job, DeidResult *result, DeidDataset *release,
                    GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidRiskOptions) options = NULL;
  g_autoptr (DeidPage) page = NULL;
  gboolean is_public;

  g_return_val_if_fail (job != NULL && result != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (!deid_job_check_result (job, result, error))
    return NULL;
  options = deid_job_make_risk_options (job, error);
  page = options != NULL ? deid_page_new (result, release, options, error) : NULL;
  if (page == NULL || !page_set_fields_for_job (job, page, error)
      || !page_fill_for_job (job, page, result, cancellable, error))
    return NULL;
  is_public = g_str_equal (deid_job_get (job, "report", "audience"), "public");
  return deid_page_to_html (page, is_public ? DEID_AUDIENCE_PUBLIC : DEID_AUDIENCE_CUSTODIAN,
                            cancellable, error);
}
