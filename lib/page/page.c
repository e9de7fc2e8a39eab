/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a page is about. */
#include "base/handle.h"
#include "baseline/baseline-report-private.h"
#include "distortion/distortion-private.h"
#include "distortion/left-out-private.h"
#include "distortion/utility-private.h"
#include "evaluation/digest.h"
#include "frontier/frontier-private.h"
#include "lattice/policy-private.h"
#include "page/page-private.h"
#include "release/origin.h"
#include "report/risk-options-private.h"
#include "report/warnings-private.h"
#include "search/result-private.h"
#include "table/dataset-view.h"
#include "tradeoff/risk-frontier-private.h"

static void
deid_page_free (DeidPage *page)
{
  deid_result_unref (page->result);
  g_free (page->title);
  g_clear_pointer (&page->release, deid_dataset_unref);
  g_clear_pointer (&page->risk_options, deid_risk_options_unref);
  g_clear_pointer (&page->distortion, deid_report_unref);
  g_clear_pointer (&page->left_out, deid_report_unref);
  g_clear_pointer (&page->utility, deid_report_unref);
  g_clear_pointer (&page->tradeoff, deid_report_unref);
  g_clear_pointer (&page->frontier, deid_report_unref);
  g_clear_pointer (&page->risk_frontier, deid_report_unref);
  g_clear_pointer (&page->alternatives, deid_report_unref);
  g_clear_pointer (&page->baseline, deid_report_unref);
  g_clear_pointer (&page->warnings, deid_report_unref);
  for (guint i = 0; i < DEID_N_PAGE_FILES; i++)
    {
      g_free (page->files[i].name);
      g_free (page->files[i].sha256);
    }
  g_free (page);
}

DEID_DEFINE_HANDLE (DeidPage, deid_page)

DeidPage *
deid_page_new (DeidResult *result)
{
  DeidPage *page;

  g_return_val_if_fail (result != NULL, NULL);

  page = g_new0 (DeidPage, 1);
  g_atomic_ref_count_init (&page->ref_count);
  page->result = deid_result_ref (result);
  return page;
}

static gboolean
page_check_mutable (const DeidPage *page, GError **error)
{
  return deid_check_mutable (&page->immutable, NULL, "a writer of the page was called", error);
}

static gboolean
page_check_text (const char *text, const char *what, GError **error)
{
  if (text == NULL || g_utf8_validate (text, -1, NULL))
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_ENCODING, "the %s is not valid UTF-8", what);
  return FALSE;
}

/* Whether a part is of the problem that the page is about. */
static gboolean
page_check_problem (const DeidPage *page, const DeidProblem *problem, const char *what,
                    GError **error)
{
  if (problem == deid_result_get_problem (page->result))
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "the %s is of another problem, expected that of the result", what);
  return FALSE;
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
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "the %s is of another policy or local recoding, expected that of the result", what);
  return FALSE;
}

/* @text may be what is set. */
static void
set_text (char **place, const char *text)
{
  char *copy = g_strdup (text);

  g_free (*place);
  *place = copy;
}

gboolean
deid_page_set_title (DeidPage *page, const char *title, GError **error)
{
  g_return_val_if_fail (page != NULL, FALSE);

  if (!page_check_mutable (page, error) || !page_check_text (title, "title", error))
    return FALSE;
  set_text (&page->title, title);
  return TRUE;
}

const char *
deid_page_get_title (const DeidPage *page)
{
  g_return_val_if_fail (page != NULL, NULL);

  return page->title;
}

static gboolean
page_check_release (const DeidPage *page, const DeidDataset *release, GError **error)
{
  DeidPolicy *policy = NULL;
  DeidPartition *local = NULL;
  DeidProblem *problem = deid_dataset_get_origin (release, &policy, &local);

  return page_check_result (page, problem, policy, local, "released table", error);
}

/* Returns: what a report of this kind was made of. */
static gconstpointer
page_get_data (const DeidReport *report, const DeidReportKind *kind, GError **error)
{
  gconstpointer data = deid_report_get_data (report, kind);

  if (data == NULL)
    g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                 "the report is of the kind %s, expected %s", report->kind->name, kind->name);
  return data;
}

static gboolean
check_distortion (const DeidPage *page, const DeidReport *report, GError **error)
{
  const DeidDistortion *distortion = page_get_data (report, &deid_distortion_kind, error);

  return distortion != NULL
         && page_check_result (page, distortion->problem, distortion->policy, distortion->local,
                               "distortion report", error);
}

static gboolean
check_left_out (const DeidPage *page, const DeidReport *report, GError **error)
{
  const DeidLeftOut *left_out = page_get_data (report, &deid_left_out_kind, error);

  return left_out != NULL
         && page_check_result (page, left_out->problem, left_out->policy, left_out->local,
                               "report on groups", error);
}

static gboolean
check_utility (const DeidPage *page, const DeidReport *report, GError **error)
{
  const DeidUtility *utility = page_get_data (report, &deid_utility_kind, error);

  return utility != NULL
         && page_check_result (page, utility->problem, utility->policy, utility->local,
                               "report on utility", error);
}

static gboolean
check_frontier (const DeidPage *page, const DeidReport *report, GError **error)
{
  const DeidFrontier *frontier = deid_report_get_data (report, &deid_frontier_kind);

  return deid_report_check_kind (report, &deid_frontier_kind, error)
         && page_check_problem (page, frontier->problem, "frontier", error);
}

static gboolean
check_alternatives (const DeidPage *page, const DeidReport *report, GError **error)
{
  const DeidLattice *lattice = deid_problem_get_lattice (deid_result_get_problem (page->result));
  const DeidAlternativeList *list = deid_report_get_data (report, &deid_alternatives_kind);

  if (list == NULL)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "the report is of the kind %s, expected alternatives", report->kind->name);
      return FALSE;
    }
  if (list->alternatives->n == 0 || list->alternatives->items[0].policy->lattice == lattice)
    return TRUE;
  g_set_error_literal (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                       "the alternatives are of another lattice, expected that of the result");
  return FALSE;
}

static gboolean
page_check_tradeoff (const DeidPage *page, const DeidReport *report, GError **error)
{
  (void) page;
  return deid_report_check_kind (report, &deid_tradeoff_kind, error);
}

/* What is not bound to a problem. */
static gboolean
check_nothing (const DeidPage *page, const void *part, GError **error)
{
  (void) page, (void) part, (void) error;
  return TRUE;
}

/* A baseline is evaluated by a problem of its own, beside one of the same lattice. */
static gboolean
check_baseline (const DeidPage *page, const DeidReport *baseline, GError **error)
{
  const DeidBaselineReport *report = deid_baseline_report_of (baseline);

  if (report == NULL)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "a report of the kind %s, expected one of the kind baseline",
                   deid_report_get_kind (baseline));
      return FALSE;
    }
  if (report->lattice == deid_problem_get_lattice (deid_result_get_problem (page->result)))
    return TRUE;
  g_set_error_literal (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                       "the baseline is of another lattice, expected that of the result");
  return FALSE;
}

static gboolean
check_risk_frontier (const DeidPage *page, const DeidReport *report, GError **error)
{
  (void) page;
  return deid_report_check_kind (report, &deid_risk_frontier_kind, error);
}

static gboolean
page_check_warnings (const DeidPage *page, const DeidReport *report, GError **error)
{
  (void) page;
  return deid_report_check_kind (report, &deid_warnings_kind, error);
}

/* The setter and the getter of a handle. */
#define DEFINE_PART(Type, prefix, part, check, take)                                               \
  gboolean deid_page_set_##part (DeidPage *page, Type *part, GError **error)                       \
  {                                                                                                \
    g_return_val_if_fail (page != NULL, FALSE);                                                    \
                                                                                                   \
    if (!page_check_mutable (page, error) || (part != NULL && !check (page, part, error)))         \
      return FALSE;                                                                                \
    if (part != NULL)                                                                              \
      take (part);                                                                                 \
    g_clear_pointer (&page->part, prefix##_unref);                                                 \
    page->part = part;                                                                             \
    return TRUE;                                                                                   \
  }                                                                                                \
                                                                                                   \
  Type *deid_page_get_##part (const DeidPage *page)                                                \
  {                                                                                                \
    g_return_val_if_fail (page != NULL, NULL);                                                     \
                                                                                                   \
    return page->part;                                                                             \
  }

DEFINE_PART (DeidDataset, deid_dataset, release, page_check_release, deid_dataset_ref)
DEFINE_PART (DeidRiskOptions, deid_risk_options, risk_options, check_nothing, deid_risk_options_use)
DEFINE_PART (DeidReport, deid_report, distortion, check_distortion, deid_report_ref)
DEFINE_PART (DeidReport, deid_report, left_out, check_left_out, deid_report_ref)
DEFINE_PART (DeidReport, deid_report, utility, check_utility, deid_report_ref)
DEFINE_PART (DeidReport, deid_report, tradeoff, page_check_tradeoff, deid_report_ref)
DEFINE_PART (DeidReport, deid_report, frontier, check_frontier, deid_report_ref)
DEFINE_PART (DeidReport, deid_report, risk_frontier, check_risk_frontier, deid_report_ref)
DEFINE_PART (DeidReport, deid_report, alternatives, check_alternatives, deid_report_ref)
DEFINE_PART (DeidReport, deid_report, baseline, check_baseline, deid_report_ref)
DEFINE_PART (DeidReport, deid_report, warnings, page_check_warnings, deid_report_ref)

gboolean
deid_page_set_file (DeidPage *page, DeidPageFile file, const char *name, const char *sha256,
                    GError **error)
{
  DeidPageFileNote *note;

  g_return_val_if_fail (page != NULL && (guint) file < DEID_N_PAGE_FILES, FALSE);

  if (!page_check_mutable (page, error) || !page_check_text (name, "name of the file", error))
    return FALSE;
  if (sha256 != NULL && (name == NULL || !deid_digest_is_valid (sha256)))
    {
      g_set_error_literal (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                           "no SHA-256 of a file, expected 64 lower-case hexadecimal digits");
      return FALSE;
    }
  note = &page->files[file];
  set_text (&note->name, name);
  set_text (&note->sha256, sha256);
  return TRUE;
}

gboolean
deid_page_get_file (const DeidPage *page, DeidPageFile file, const char **name, const char **sha256)
{
  g_return_val_if_fail (page != NULL && (guint) file < DEID_N_PAGE_FILES, FALSE);

  if (name != NULL)
    *name = page->files[file].name;
  if (sha256 != NULL)
    *sha256 = page->files[file].sha256;
  return page->files[file].name != NULL;
}
