/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions, setters excepted. Several threads may write one
 *   page at once, after the setters have returned.
 * Setters: one thread at a time. They fail with %DEID_ERROR_IMMUTABLE once a writer was called.
 *   Those of a release, a distortion report, who was left out and a utility fail with
 *   %DEID_ERROR_INVALID_ARGUMENT for a report of another kind or of another result.
 * Complexity: O(1) unless stated; of writers, O(rows x attributes) and what the page shows; of
 *   _unref, the size of what it frees.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @audience: whom the page is for.
 * @cancellable: (nullable): cancels the call from another thread, with %G_IO_ERROR_CANCELLED.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_PAGE_H
#define DEID_PAGE_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-report.h>

G_BEGIN_DECLS

/**
 * DeidPageFile:
 * @DEID_PAGE_FILE_TABLE: the table that was read
 * @DEID_PAGE_FILE_RELEASE: the released table
 * @DEID_PAGE_FILE_CERTIFICATE: the proof of the optimum, or of a bound
 * @DEID_PAGE_FILE_POLICY: the stored policy
 *
 * A file that belongs to a result.
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
 * policies nor JSON. It has no scripts and no external links, so that it looks the same everywhere,
 * on a phone and in print too, and opening it tells nobody.
 *
 * It begins with the answer and its five most important figures. Then follow what was asked, what
 * each column became, the risks before and after release for the three adversaries of
 * deid_report_new_risks(), who was left out, what the release did to the data, the alternatives,
 * what a rule would have done, what is proven, what is not promised, a glossary, and how to repeat
 * it. Sections on what the host did not set are left out.
 *
 * The risks are compared with thresholds in use. The page is arranged by the three tests of the
 * regulators of the European Union: singling out, linkability and inference.
 *
 * A page for the custodian has everything. A public page has only what follows from the released
 * records, by the rules of #DeidAudience and deid_report_new_distortion(): no suppressed records,
 * loss, levels, alternatives, warnings, proofs or problem file. It states the privacy models,
 * except limits of population risk, which may come from a baseline on all records; the roles of
 * released columns; whether each class has labels of its own; and which means or medians are
 * released. If a distortion report was set, the page has its counts of values: publish it in
 * addition to the table, not instead.
 *
 * Figures are those of the reports that the page is made of. Each element that shows one has an
 * attribute `data-value` with the shortest decimal that reads back to the number, and mostly
 * `data-figure` with its place in the JSON report for the same audience, such as
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
 */
typedef struct DeidPage DeidPage;

DEID_AVAILABLE_IN_0_1
GType deid_page_get_type (void);

DEID_AVAILABLE_IN_0_1
DeidPage *deid_page_ref (DeidPage *page);

/**
 * deid_page_unref:
 * @page: (transfer full): a page
 */
DEID_AVAILABLE_IN_0_1
void deid_page_unref (DeidPage *page);

/**
 * deid_page_new:
 * @result: a result of a search, or of a policy that was evaluated
 *
 * Creates a page that shows the result alone.
 * Returns: (transfer full): a new page
 */
DEID_AVAILABLE_IN_0_1
DeidPage *deid_page_new (DeidResult *result);

/**
 * deid_page_set_title:
 * @page: a page
 * @title: (nullable): a title in UTF-8, or %NULL for `De-identification report`
 *
 * Sets the title.
 * Errors: %DEID_ERROR_ENCODING for a title that is not UTF-8.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_set_title (DeidPage *page, const char *title, GError **error);

/**
 * deid_page_get_title:
 * @page: a page
 *
 * Returns: (transfer none) (nullable): the title that was set, or %NULL
 */
DEID_AVAILABLE_IN_0_1
const char *deid_page_get_title (const DeidPage *page);

/**
 * deid_page_set_release:
 * @page: a page
 * @release: (nullable): the released table, or %NULL for none
 *
 * Sets the released table. The page then says that it was made and verified, and which means or
 * medians it has.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_set_release (DeidPage *page, DeidDataset *release, GError **error);

/**
 * deid_page_get_release:
 * @page: a page
 *
 * Returns: (transfer none) (nullable): the table that was released, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidDataset *deid_page_get_release (const DeidPage *page);

/**
 * deid_page_set_risk_options:
 * @page: a page
 * @risk_options: (nullable): risk options, immutable from now on, or %NULL for the defaults
 *
 * Sets the options of the risks on the page, such as the threshold.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_set_risk_options (DeidPage *page, DeidRiskOptions *risk_options, GError **error);

/**
 * deid_page_get_risk_options:
 * @page: a page
 *
 * Returns: (transfer none) (nullable): the risk options that were set, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidRiskOptions *deid_page_get_risk_options (const DeidPage *page);

/**
 * deid_page_set_distortion:
 * @page: a page
 * @distortion: (nullable): a report by deid_report_new_distortion(), or %NULL for none
 *
 * Sets what the release did to the data. A public page shows the public form.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_set_distortion (DeidPage *page, DeidReport *distortion, GError **error);

/**
 * deid_page_get_distortion:
 * @page: a page
 *
 * Returns: (transfer none) (nullable): the distortion report, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_page_get_distortion (const DeidPage *page);

/**
 * deid_page_set_left_out:
 * @page: a page
 * @left_out: (nullable): a report by deid_report_new_left_out(), or %NULL for none
 *
 * Sets who was left out, for the section on suppressed records. Not shown on public pages.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_set_left_out (DeidPage *page, DeidReport *left_out, GError **error);

/**
 * deid_page_get_left_out:
 * @page: a page
 *
 * Returns: (transfer none) (nullable): who was left out, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_page_get_left_out (const DeidPage *page);

/**
 * deid_page_set_utility:
 * @page: a page
 * @utility: (nullable): a report by deid_report_new_utility(), or %NULL for none
 *
 * Sets how useful the release is as a whole. Not shown on public pages.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_set_utility (DeidPage *page, DeidReport *utility, GError **error);

/**
 * deid_page_get_utility:
 * @page: a page
 *
 * Returns: (transfer none) (nullable): the utility, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_page_get_utility (const DeidPage *page);

/**
 * deid_page_set_tradeoff:
 * @page: a page
 * @tradeoff: (nullable): a report by deid_report_new_tradeoff(), or %NULL for none
 *
 * Sets what other settings lead to. Not shown on public pages.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_set_tradeoff (DeidPage *page, DeidReport *tradeoff, GError **error);

/**
 * deid_page_get_tradeoff:
 * @page: a page
 *
 * Returns: (transfer none) (nullable): the trade-off, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_page_get_tradeoff (const DeidPage *page);

/**
 * deid_page_set_frontier:
 * @page: a page
 * @frontier: (nullable): a report of deid_report_new_frontier(), or %NULL for none
 *
 * Sets the optima over *k* or over suppression limits; public pages have none of it.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for one of another problem, or a report of another kind.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_set_frontier (DeidPage *page, DeidReport *frontier, GError **error);

/**
 * deid_page_get_frontier:
 * @page: a page
 *
 * Returns: (transfer none) (nullable): the frontier, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_page_get_frontier (const DeidPage *page);

/**
 * deid_page_set_risk_frontier:
 * @page: a page
 * @frontier: (nullable): a report of deid_report_new_risk_frontier(), or %NULL for none
 *
 * Sets what risk costs which loss; public pages have none of it.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a report of another kind; %DEID_ERROR_IMMUTABLE once a
 * writer was called.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_set_risk_frontier (DeidPage *page, DeidReport *frontier, GError **error);

/**
 * deid_page_get_risk_frontier:
 * @page: a page
 *
 * Returns: (transfer none) (nullable): the frontier of risk, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_page_get_risk_frontier (const DeidPage *page);

/**
 * deid_page_set_alternatives:
 * @page: a page
 * @alternatives: (nullable): what deid_report_new_alternatives() made, or %NULL for none
 *
 * Sets the policies to choose from: points of risk and loss, and a table. Of each of the first five
 * groups the medoid is told in words, as the difference from the release, and from the baseline if
 * a policy does the same. If the report has no groups, up to 1,000 policies are grouped as with
 * %DEID_ALTERNATIVES_AUTO_GROUPS. Not shown on public pages. Errors: %DEID_ERROR_INVALID_ARGUMENT
 * if the report is of another kind or of another lattice.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_set_alternatives (DeidPage *page, DeidReport *alternatives, GError **error);

/**
 * deid_page_get_alternatives:
 * @page: a page
 *
 * Returns: (transfer none) (nullable): the policies to choose from, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_page_get_alternatives (const DeidPage *page);

/**
 * deid_page_set_baseline:
 * @page: a page
 * @baseline: (nullable): a report of deid_report_new_baseline() on a problem of the lattice of the
 *   result, or %NULL for none
 * @error: return location for an error, or %NULL
 *
 * Sets what a rule would have done, beside what the release did; public pages have none of it, as
 * its risks are those of the original records.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for one of another lattice, or of another kind;
 * %DEID_ERROR_IMMUTABLE once a writer was called.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_set_baseline (DeidPage *page, DeidReport *baseline, GError **error);

/**
 * deid_page_get_baseline:
 * @page: a page
 *
 * Returns: (transfer none) (nullable): the baseline report, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_page_get_baseline (const DeidPage *page);

/**
 * deid_page_set_warnings:
 * @page: a page
 * @warnings: (nullable): what deid_report_new_warnings() made, or %NULL for none
 *
 * Sets the warnings that the page lists. Not shown on public pages. Errors:
 * %DEID_ERROR_INVALID_ARGUMENT if the report is of another kind.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_set_warnings (DeidPage *page, DeidReport *warnings, GError **error);

/**
 * deid_page_get_warnings:
 * @page: a page
 *
 * Returns: (transfer none) (nullable): the warnings, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_page_get_warnings (const DeidPage *page);

/**
 * deid_page_set_file:
 * @page: a page
 * @file: which file
 * @name: (nullable): what the page calls it, in UTF-8, or %NULL for no file
 * @sha256: (nullable): the SHA-256 of its bytes in 64 lower-case hexadecimal digits, or %NULL for
 *   none, also without a file
 *
 * Names a file that belongs to the result. The page shows name and digest, and how to check a
 * certificate. A public page shows those of the release alone. The page opens no file: it trusts
 * the digest of the host.
 * Errors: %DEID_ERROR_ENCODING for a name that is not UTF-8, %DEID_ERROR_INVALID_ARGUMENT for an
 * invalid digest.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_set_file (DeidPage *page, DeidPageFile file, const char *name,
                             const char *sha256, GError **error);

/**
 * deid_page_get_file:
 * @page: a page
 * @file: which file
 * @name: (out) (optional) (transfer none) (nullable): its name, or %NULL
 * @sha256: (out) (optional) (transfer none) (nullable): its digest, or %NULL
 *
 * Returns: whether the file has a name
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_get_file (const DeidPage *page, DeidPageFile file, const char **name,
                             const char **sha256);

/**
 * deid_page_to_html:
 * @page: a page, immutable from now on
 *
 * Writes the page as text.
 * Errors: those of deid_result_get_partition() and deid_report_new_risks(); %DEID_ERROR_NO_MEMORY.
 * Returns: (transfer full): an HTML file in UTF-8, or %NULL
 */
DEID_AVAILABLE_IN_0_1
char *deid_page_to_html (DeidPage *page, DeidAudience audience, GCancellable *cancellable,
                         GError **error);

/**
 * deid_page_write_html:
 * @page: a page, immutable from now on
 * @path: (type filename): the file to write
 *
 * Writes the page to a file, which appears whole or not at all, with mode 0600, as
 * deid_dataset_write_csv() does. To publish it together with a release, give the text of
 * deid_page_to_html() to deid_output_set_add_text().
 * Errors: those of deid_page_to_html(); %DEID_ERROR_IO.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_write_html (DeidPage *page, const char *path, DeidAudience audience,
                               GCancellable *cancellable, GError **error);

/**
 * deid_page_write_html_stream:
 * @page: a page, immutable from now on
 * @stream: where to write; neither flushed nor closed
 *
 * Writes the page to a stream.
 * Errors: those of deid_page_to_html(), and those of @stream.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_write_html_stream (DeidPage *page, GOutputStream *stream, DeidAudience audience,
                                      GCancellable *cancellable, GError **error);

G_END_DECLS

#endif
