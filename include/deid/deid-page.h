/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Synopsis:
 *
 * DeidPage: make and keep
 *     GType deid_page_get_type (void)
 *     DeidPage *deid_page_ref (page)
 *     void deid_page_unref (page)
 *     DeidPage *deid_page_new (result)
 *
 * DeidPage: fill in
 *     gboolean deid_page_set_title (page, title, error)
 *     gboolean deid_page_set_release (page, release, error)
 *     gboolean deid_page_set_risk_options (page, risk_options, error)
 *     gboolean deid_page_set_distortion (page, distortion, error)
 *     gboolean deid_page_set_left_out (page, left_out, error)
 *     gboolean deid_page_set_utility (page, utility, error)
 *     gboolean deid_page_set_tradeoff (page, tradeoff, error)
 *     gboolean deid_page_set_frontier (page, frontier, error)
 *     gboolean deid_page_set_risk_frontier (page, frontier, error)
 *     gboolean deid_page_set_alternatives (page, alternatives, error)
 *     gboolean deid_page_set_alternative_groups (page, alternative_groups, error)
 *     gboolean deid_page_set_baseline (page, baseline, error)
 *     gboolean deid_page_set_warnings (page, warnings, error)
 *     gboolean deid_page_set_file (page, file, name, sha256, error)
 *
 * DeidPage: read
 *     const char *deid_page_get_title (page)
 *     DeidDataset *deid_page_get_release (page)
 *     DeidRiskOptions *deid_page_get_risk_options (page)
 *     DeidReport *deid_page_get_distortion (page)
 *     DeidReport *deid_page_get_left_out (page)
 *     DeidReport *deid_page_get_utility (page)
 *     DeidTradeoff *deid_page_get_tradeoff (page)
 *     DeidFrontier *deid_page_get_frontier (page)
 *     DeidRiskFrontier *deid_page_get_risk_frontier (page)
 *     DeidAlternatives *deid_page_get_alternatives (page)
 *     DeidAlternativeGroups *deid_page_get_alternative_groups (page)
 *     DeidBaselineReport *deid_page_get_baseline (page)
 *     DeidWarnings *deid_page_get_warnings (page)
 *     gboolean deid_page_get_file (page, file, name, sha256)
 *
 * DeidPage: write
 *     char *deid_page_to_html (page, audience, cancellable, error)
 *     gboolean deid_page_write_html (page, path, audience, cancellable, error)
 *     gboolean deid_page_write_html_stream (page, stream, audience, cancellable, error)
 */
#ifndef DEID_PAGE_H
#define DEID_PAGE_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-alternative-groups.h>
#include <deid/deid-alternatives.h>
#include <deid/deid-baseline-report.h>
#include <deid/deid-frontier.h>
#include <deid/deid-report.h>
#include <deid/deid-risk-report.h>
#include <deid/deid-risk-frontier.h>
#include <deid/deid-tradeoff.h>
#include <deid/deid-warnings.h>

G_BEGIN_DECLS

/**
 * DeidPageFile:
 * @DEID_PAGE_FILE_TABLE: the table that was read
 * @DEID_PAGE_FILE_RELEASE: the released table
 * @DEID_PAGE_FILE_CERTIFICATE: the proof of the optimum, or of a bound
 * @DEID_PAGE_FILE_POLICY: the stored policy
 *
 * A file that belongs to a result.
 *
 * Since: 0.1
 */
typedef enum
{
  DEID_PAGE_FILE_TABLE = 0,
  DEID_PAGE_FILE_RELEASE = 1,
  DEID_PAGE_FILE_CERTIFICATE = 2,
  DEID_PAGE_FILE_POLICY = 3
} DeidPageFile;

/**
 * DeidPage:
 *
 * A page that shows a result to those who decide on it: one HTML file for people who read neither
 * policies nor JSON. It has neither scripts nor links to anything outside, so that it looks alike
 * wherever it is opened, on a phone and in print, too, and opening it tells nobody.
 *
 * It begins with the answer and its five most important figures. Then it says what was asked, what
 * each column became, the risks before and after release for the three adversaries of
 * #DeidRiskReport, who was left out, what the release did to the data, what else there was to
 * choose and what a rule would have done, what is proven, what all this does not promise, what its
 * words mean, and how to repeat it. Sections on what the host did not set are left out.
 *
 * The risks are compared with thresholds that are in use, and the page is laid out by the three
 * tests of the regulators of the European Union: singling out, linkability and inference.
 *
 * A page for the custodian has everything. One for the public has only what follows from the
 * released records, by the rules of #DeidAudience and deid_report_new_distortion(): neither
 * suppressed records nor loss, levels, alternatives, warnings, proofs or the problem file. Of the
 * problem it tells the privacy models, but for limits of population risk, which may be those of a
 * baseline on all records, and the roles of released columns; of the release whether each class has
 * labels of its own, and which means or medians are released. It has the counts of values of a
 * distortion report, if one was set: publish it beside the table then, not in place of it.
 *
 * Figures are those of the reports that the page is made of. Each element that shows one has an
 * attribute `data-value` with the number by the shortest decimal that is read as it, and mostly
 * `data-figure` with where the report in JSON for the same audience has it, such as
 * `risks.after.prosecutor.highest`.
 *
 * |[<!-- language="C" -->
 * g_autoptr (DeidPage) page = deid_page_new (result);
 *
 * if (deid_page_set_title (page, "Discharges of 2023", &error))
 *   deid_page_write_html (page, "page.html", DEID_AUDIENCE_CUSTODIAN, NULL, &error);
 * ]|
 *
 * Source of the tests: Article 29 Data Protection Working Party, Opinion 05/2014 on Anonymisation
 * Techniques, WP216, 2014.
 *
 * Since: 0.1
 */
typedef struct DeidPage DeidPage;

/**
 * deid_page_get_type:
 *
 * Gets the type under which #DeidPage is registered with GObject's type system.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the boxed type
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
GType deid_page_get_type (void);

/**
 * deid_page_ref:
 * @page: a page
 *
 * Takes a reference.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer full): @page
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidPage *deid_page_ref (DeidPage *page);

/**
 * deid_page_unref:
 * @page: (transfer full): a page
 *
 * Drops a reference; the last one frees it.
 *
 * Any thread may call this. Complexity: O(1), or the size of what is freed.
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
void deid_page_unref (DeidPage *page);

/**
 * deid_page_new:
 * @result: a result of a search, or of a policy that was evaluated
 *
 * Creates a page on a result alone.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer full): a new page
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidPage *deid_page_new (DeidResult *result);

/**
 * deid_page_set_title:
 * @page: a page
 * @title: (nullable): a title in UTF-8, or %NULL for `De-identification report`
 * @error: return location for an error, or %NULL
 *
 * Sets what the page is called.
 *
 * Errors: %DEID_ERROR_ENCODING for a title that is no UTF-8; %DEID_ERROR_IMMUTABLE once a writer
 * was called. One thread at a time. Complexity: O(1).
 *
 * Returns: whether it was set
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_set_title (DeidPage *page, const char *title, GError **error);

/**
 * deid_page_get_title:
 * @page: a page
 *
 * Gets what the page is called.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): the title that was set, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_page_get_title (const DeidPage *page);

/**
 * deid_page_set_release:
 * @page: a page
 * @release: (nullable): the released table, or %NULL for none
 * @error: return location for an error, or %NULL
 *
 * Sets the table that was released. The page then says that it was made and verified, and which
 * means or medians it has in place of labels or beside them.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for one of another result;
 * %DEID_ERROR_IMMUTABLE once a writer was called. One thread at a time. Complexity: O(1).
 *
 * Returns: whether it was set
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_set_release (DeidPage *page, DeidDataset *release, GError **error);

/**
 * deid_page_get_release:
 * @page: a page
 *
 * Gets the table that was released.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): what was set, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidDataset *deid_page_get_release (const DeidPage *page);

/**
 * deid_page_set_risk_options:
 * @page: a page
 * @risk_options: (nullable): risk options, which cannot be changed from now on, or %NULL for none
 * @error: return location for an error, or %NULL
 *
 * Sets what the risks of the page are about, such as the threshold; without it the defaults.
 *
 * Errors: %DEID_ERROR_IMMUTABLE once a writer was called. One thread at a time. Complexity: O(1).
 *
 * Returns: whether it was set
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_set_risk_options (DeidPage *page, DeidRiskOptions *risk_options, GError **error);

/**
 * deid_page_get_risk_options:
 * @page: a page
 *
 * Gets what the risks of the page are about.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): what was set, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidRiskOptions *deid_page_get_risk_options (const DeidPage *page);

/**
 * deid_page_set_distortion:
 * @page: a page
 * @distortion: (nullable): a report by deid_report_new_distortion(), or %NULL for none
 * @error: return location for an error, or %NULL
 *
 * Sets what the release did to the data, for the section on them. A public page has its public
 * form.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a report of another kind or result;
 * %DEID_ERROR_IMMUTABLE once a writer was called. One thread at a time. Complexity: O(1).
 *
 * Returns: whether it was set
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_set_distortion (DeidPage *page, DeidReport *distortion, GError **error);

/**
 * deid_page_get_distortion:
 * @page: a page
 *
 * Gets the distortion report.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): what was set, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_page_get_distortion (const DeidPage *page);

/**
 * deid_page_set_left_out:
 * @page: a page
 * @left_out: (nullable): a report by deid_report_new_left_out(), or %NULL for none
 * @error: return location for an error, or %NULL
 *
 * Sets who was left out, for the section on suppressed records; public pages have none of it.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a report of another kind or result;
 * %DEID_ERROR_IMMUTABLE once a writer was called. One thread at a time. Complexity: O(1).
 *
 * Returns: whether it was set
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_set_left_out (DeidPage *page, DeidReport *left_out, GError **error);

/**
 * deid_page_get_left_out:
 * @page: a page
 *
 * Gets who was left out.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): what was set, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_page_get_left_out (const DeidPage *page);

/**
 * deid_page_set_utility:
 * @page: a page
 * @utility: (nullable): a report by deid_report_new_utility(), or %NULL for none
 * @error: return location for an error, or %NULL
 *
 * Sets how useful the release is as a whole; public pages have none of it.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a report of another kind or result;
 * %DEID_ERROR_IMMUTABLE once a writer was called. One thread at a time. Complexity: O(1).
 *
 * Returns: whether it was set
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_set_utility (DeidPage *page, DeidReport *utility, GError **error);

/**
 * deid_page_get_utility:
 * @page: a page
 *
 * Gets the utility.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): what was set, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_page_get_utility (const DeidPage *page);

/**
 * deid_page_set_tradeoff:
 * @page: a page
 * @tradeoff: (nullable): a trade-off that was run, or %NULL for none
 * @error: return location for an error, or %NULL
 *
 * Sets what comes of other settings; public pages have none of it.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for one that was not run;
 * %DEID_ERROR_IMMUTABLE once a writer was called. One thread at a time. Complexity: O(1).
 *
 * Returns: whether it was set
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_set_tradeoff (DeidPage *page, DeidTradeoff *tradeoff, GError **error);

/**
 * deid_page_get_tradeoff:
 * @page: a page
 *
 * Gets the trade-off.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): what was set, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidTradeoff *deid_page_get_tradeoff (const DeidPage *page);

/**
 * deid_page_set_frontier:
 * @page: a page
 * @frontier: (nullable): a frontier, or %NULL for none
 * @error: return location for an error, or %NULL
 *
 * Sets the optima over *k* or over suppression limits; public pages have none of it.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for one of another problem;
 * %DEID_ERROR_IMMUTABLE once a writer was called. One thread at a time. Complexity: O(1).
 *
 * Returns: whether it was set
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_set_frontier (DeidPage *page, DeidFrontier *frontier, GError **error);

/**
 * deid_page_get_frontier:
 * @page: a page
 *
 * Gets the frontier.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): what was set, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidFrontier *deid_page_get_frontier (const DeidPage *page);

/**
 * deid_page_set_risk_frontier:
 * @page: a page
 * @frontier: (nullable): a frontier of risk, immutable from now on, or %NULL for none
 * @error: return location for an error, or %NULL
 *
 * Sets what risk costs which loss; public pages have none of it.
 *
 * Errors: %DEID_ERROR_IMMUTABLE once a writer was called. One thread at a time. Complexity: O(1).
 *
 * Returns: whether it was set
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_set_risk_frontier (DeidPage *page, DeidRiskFrontier *frontier, GError **error);

/**
 * deid_page_get_risk_frontier:
 * @page: a page
 *
 * Gets the frontier of risk.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): what was set, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidRiskFrontier *deid_page_get_risk_frontier (const DeidPage *page);

/**
 * deid_page_set_alternatives:
 * @page: a page
 * @alternatives: (nullable): policies to choose from, or %NULL for none
 * @error: return location for an error, or %NULL
 *
 * Sets the policies to choose from; public pages have none of it.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for those of another lattice;
 * %DEID_ERROR_IMMUTABLE once a writer was called. One thread at a time. Complexity: O(1).
 *
 * Returns: whether it was set
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_set_alternatives (DeidPage *page, DeidAlternatives *alternatives,
                                     GError **error);

/**
 * deid_page_get_alternatives:
 * @page: a page
 *
 * Gets the policies to choose from.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): what was set, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidAlternatives *deid_page_get_alternatives (const DeidPage *page);

/**
 * deid_page_set_alternative_groups:
 * @page: a page
 * @alternative_groups: (nullable): groups of policies to choose from, or %NULL for none
 * @error: return location for an error, or %NULL
 *
 * Sets the groups by which the page shows policies to choose from: the medoids of the first
 * %DEID_ALTERNATIVE_GROUPS_FIRST in words, each as the difference from what the baseline does if a
 * policy does the same, else from the original data. The policies are those of
 * deid_alternative_groups_get_alternatives() then. Without groups, up to 1,000 policies that
 * deid_page_set_alternatives() has set are grouped as deid_alternative_groups_new() does without a
 * number. Public pages have none of it.
 *
 * Errors: %DEID_ERROR_IMMUTABLE once a writer was called. One thread at a time. Complexity: O(1).
 *
 * Returns: whether it was set
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_set_alternative_groups (DeidPage *page,
                                           DeidAlternativeGroups *alternative_groups,
                                           GError **error);

/**
 * deid_page_get_alternative_groups:
 * @page: a page
 *
 * Gets the groups of policies to choose from.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): what was set, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidAlternativeGroups *deid_page_get_alternative_groups (const DeidPage *page);

/**
 * deid_page_set_baseline:
 * @page: a page
 * @baseline: (nullable): a baseline report on a problem of the lattice of the result, or %NULL for
 *   none
 * @error: return location for an error, or %NULL
 *
 * Sets what a rule would have done, beside what the release did; public pages have none of it, as
 * its risks are those of the original records.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for one of another lattice; %DEID_ERROR_IMMUTABLE once a
 * writer was called. One thread at a time. Complexity: O(1).
 *
 * Returns: whether it was set
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_set_baseline (DeidPage *page, DeidBaselineReport *baseline, GError **error);

/**
 * deid_page_get_baseline:
 * @page: a page
 *
 * Gets the baseline report.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): what was set, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidBaselineReport *deid_page_get_baseline (const DeidPage *page);

/**
 * deid_page_set_warnings:
 * @page: a page
 * @warnings: (nullable): warnings, or %NULL for none
 * @error: return location for an error, or %NULL
 *
 * Sets the warnings that the page lists; public pages have none of it.
 *
 * Errors: %DEID_ERROR_IMMUTABLE once a writer was called. One thread at a time. Complexity: O(1).
 *
 * Returns: whether it was set
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_set_warnings (DeidPage *page, DeidWarnings *warnings, GError **error);

/**
 * deid_page_get_warnings:
 * @page: a page
 *
 * Gets the warnings.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): what was set, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidWarnings *deid_page_get_warnings (const DeidPage *page);

/**
 * deid_page_set_file:
 * @page: a page
 * @file: which file
 * @name: (nullable): what the page calls it, in UTF-8, or %NULL for no file
 * @sha256: (nullable): the SHA-256 of its bytes in 64 lower-case hexadecimal digits, or %NULL for
 *   none; of no file, too
 * @error: return location for an error, or %NULL
 *
 * Names a file that belongs to the result. The page tells name and digest, and for a certificate
 * how to check it; a public page tells those of the release alone. The page opens no file: the
 * digest is the host's word.
 *
 * Errors: %DEID_ERROR_ENCODING for a name that is no UTF-8, %DEID_ERROR_INVALID_ARGUMENT for what
 * is no digest; %DEID_ERROR_IMMUTABLE once a writer was called. One thread at a time. Complexity:
 * O(1).
 *
 * Returns: whether it was set
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_set_file (DeidPage *page, DeidPageFile file, const char *name,
                             const char *sha256, GError **error);

/**
 * deid_page_get_file:
 * @page: a page
 * @file: which file
 * @name: (out) (optional) (transfer none) (nullable): return location for its name, or for %NULL
 * @sha256: (out) (optional) (transfer none) (nullable): return location for its digest, or for
 *   %NULL
 *
 * Gets what was said of a file.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether the file has a name
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_get_file (const DeidPage *page, DeidPageFile file, const char **name,
                             const char **sha256);

/**
 * deid_page_to_html:
 * @page: a page, which cannot be changed from now on
 * @audience: whom the page is for
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes the page as a text.
 *
 * Errors: those of deid_result_get_partition(), deid_risk_report_new_before() and
 * deid_risk_report_new_after(); %DEID_ERROR_NO_MEMORY; %G_IO_ERROR_CANCELLED. Threads may write
 * one page at a time each; setters must have returned. Complexity: O(rows x attributes), and of
 * what it shows.
 *
 * Returns: (transfer full): the text of an HTML file in UTF-8, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_page_to_html (DeidPage *page, DeidAudience audience, GCancellable *cancellable,
                         GError **error);

/**
 * deid_page_write_html:
 * @page: a page, which cannot be changed from now on
 * @path: (type filename): the file to write
 * @audience: whom the page is for
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes the page to a file, which appears whole or not at all, with mode 0600, as that of
 * deid_dataset_write_csv() does. To publish it together with a release, give the text of
 * deid_page_to_html() to deid_output_set_add_text().
 *
 * Errors: those of deid_page_to_html(); %DEID_ERROR_IO. Threads may write one page at a time each;
 * setters must have returned. Complexity: O(rows x attributes), and of what it shows.
 *
 * Returns: whether the file was written
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_write_html (DeidPage *page, const char *path, DeidAudience audience,
                               GCancellable *cancellable, GError **error);

/**
 * deid_page_write_html_stream:
 * @page: a page, which cannot be changed from now on
 * @stream: where to write, which is neither flushed nor closed
 * @audience: whom the page is for
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes the page to a stream.
 *
 * Errors: those of deid_page_to_html(), and those of @stream as they are. Threads may write one
 * page at a time each; setters must have returned. Complexity: O(rows x attributes), and of what
 * it shows.
 *
 * Returns: whether the page was written
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_write_html_stream (DeidPage *page, GOutputStream *stream, DeidAudience audience,
                                      GCancellable *cancellable, GError **error);

G_END_DECLS

#endif
