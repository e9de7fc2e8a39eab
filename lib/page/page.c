/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a page is about. */
#include "base/handle.h"
#include "distortion/distortion-private.h"
#include "distortion/left-out-private.h"
#include "evaluation/digest.h"
#include "page/page-private.h"
#include "report/risk-options-private.h"
#include "table/dataset-view.h"

static void
deid_page_free (DeidPage *page)
{
  deid_result_unref (page->result);
  g_free (page->title);
  g_clear_pointer (&page->release, deid_dataset_unref);
  g_clear_pointer (&page->risk_options, deid_risk_options_unref);
  g_clear_pointer (&page->distortion, deid_distortion_unref);
  g_clear_pointer (&page->left_out, deid_left_out_unref);
  g_clear_pointer (&page->utility, deid_utility_unref);
  g_clear_pointer (&page->tradeoff, deid_tradeoff_unref);
  g_clear_pointer (&page->frontier, deid_frontier_unref);
  g_clear_pointer (&page->alternatives, deid_alternatives_unref);
  g_clear_pointer (&page->alternative_groups, deid_alternative_groups_unref);
  g_clear_pointer (&page->baseline, deid_baseline_report_unref);
  g_clear_pointer (&page->warnings, deid_warnings_unref);
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
check_mutable (const DeidPage *page, GError **error)
{
  return deid_check_mutable (&page->immutable, NULL, "the page was written", error);
}

static gboolean
check_text (const char *text, const char *what, GError **error)
{
  if (text == NULL || g_utf8_validate (text, -1, NULL))
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_ENCODING, "the %s is not valid UTF-8", what);
  return FALSE;
}

/* Whether a part is of the problem that the page is about. */
static gboolean
check_problem (const DeidPage *page, const DeidProblem *problem, const char *what, GError **error)
{
  if (problem == deid_result_get_problem (page->result))
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "the %s is of another problem, expected that of the result", what);
  return FALSE;
}

gboolean
deid_page_set_title (DeidPage *page, const char *title, GError **error)
{
  g_return_val_if_fail (page != NULL, FALSE);

  if (!check_mutable (page, error) || !check_text (title, "title", error))
    return FALSE;
  g_free (page->title);
  page->title = g_strdup (title);
  return TRUE;
}

const char *
deid_page_get_title (const DeidPage *page)
{
  g_return_val_if_fail (page != NULL, NULL);

  return page->title;
}

static gboolean
check_release (const DeidPage *page, const DeidDataset *release, GError **error)
{
  return release == NULL
         || check_problem (page, deid_dataset_get_origin (release, NULL), "released table", error);
}

static gboolean
check_distortion (const DeidPage *page, const DeidDistortion *distortion, GError **error)
{
  return distortion == NULL
         || check_problem (page, distortion->problem, "distortion report", error);
}

static gboolean
check_left_out (const DeidPage *page, const DeidLeftOut *left_out, GError **error)
{
  return left_out == NULL || check_problem (page, left_out->problem, "report on groups", error);
}

/* A baseline is evaluated by a problem of its own, on the same table. */
static gboolean
check_baseline (const DeidPage *page, const DeidBaselineReport *baseline, GError **error)
{
  const DeidProblem *problem = deid_result_get_problem (page->result);

  if (baseline == NULL
      || deid_lattice_get_dataset (deid_policy_get_lattice (
             deid_evaluation_get_policy (deid_baseline_report_get_evaluation (baseline))))
             == deid_lattice_get_dataset (deid_problem_get_lattice (problem)))
    return TRUE;
  g_set_error_literal (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                       "the baseline is of another table, expected that of the result");
  return FALSE;
}

/* The setter and the getter of a handle. */
#define DEFINE_PART(Type, prefix, part, check)                                                     \
  gboolean deid_page_set_##part (DeidPage *page, Type *part, GError **error)                       \
  {                                                                                                \
    g_return_val_if_fail (page != NULL, FALSE);                                                    \
                                                                                                   \
    if (!check_mutable (page, error) || !(check))                                                  \
      return FALSE;                                                                                \
    if (part != NULL)                                                                              \
      prefix##_ref (part);                                                                         \
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

DEFINE_PART (DeidDataset, deid_dataset, release, check_release (page, release, error))
DEFINE_PART (DeidRiskOptions, deid_risk_options, risk_options, TRUE)
DEFINE_PART (DeidDistortion, deid_distortion, distortion,
             check_distortion (page, distortion, error))
DEFINE_PART (DeidLeftOut, deid_left_out, left_out, check_left_out (page, left_out, error))
DEFINE_PART (DeidUtility, deid_utility, utility, TRUE)
DEFINE_PART (DeidTradeoff, deid_tradeoff, tradeoff, TRUE)
DEFINE_PART (DeidFrontier, deid_frontier, frontier, TRUE)
DEFINE_PART (DeidAlternatives, deid_alternatives, alternatives, TRUE)
DEFINE_PART (DeidAlternativeGroups, deid_alternative_groups, alternative_groups, TRUE)
DEFINE_PART (DeidBaselineReport, deid_baseline_report, baseline,
             check_baseline (page, baseline, error))
DEFINE_PART (DeidWarnings, deid_warnings, warnings, TRUE)

gboolean
deid_page_set_file (DeidPage *page, DeidPageFile file, const char *name, const char *sha256,
                    GError **error)
{
  DeidPageFileNote *note;

  g_return_val_if_fail (page != NULL && (guint) file < DEID_N_PAGE_FILES, FALSE);

  if (!check_mutable (page, error) || !check_text (name, "name of the file", error))
    return FALSE;
  if (sha256 != NULL && (name == NULL || !deid_digest_is_valid (sha256)))
    {
      g_set_error_literal (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                           "no SHA-256 of a file, expected 64 lower-case hexadecimal digits");
      return FALSE;
    }
  note = &page->files[file];
  g_free (note->name);
  g_free (note->sha256);
  note->name = g_strdup (name);
  note->sha256 = g_strdup (sha256);
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
