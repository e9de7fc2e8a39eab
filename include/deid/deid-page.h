/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions, setters excepted. Several threads may write one
 *   page at once, after the setters have returned.
 * Setters: one thread at a time. They fail with %DEID_ERROR_IMMUTABLE once a writer was called.
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
 * DEID_PAGE_MAX_FIELD:
 *
 * Greatest number of characters of a field of a page.
 */
#define DEID_PAGE_MAX_FIELD 500

/**
 * DeidPageField:
 * @DEID_PAGE_FIELD_TITLE: the title; without one, `De-identification report`
 * @DEID_PAGE_FIELD_PURPOSE: what the release is for
 * @DEID_PAGE_FIELD_RECIPIENT: who receives it
 * @DEID_PAGE_FIELD_DATE: the date of the release
 * @DEID_PAGE_FIELD_CUSTODIAN: who is responsible for the data
 * @DEID_PAGE_FIELD_LEGAL_BASIS: the law or contract that allows the release
 * @DEID_PAGE_FIELD_RELEASE_NUMBER: the number of the release
 *
 * What the people who decide want to read about a release, and the library cannot know.
 */
typedef enum
{
  DEID_PAGE_FIELD_TITLE = 0,
  DEID_PAGE_FIELD_PURPOSE = 1,
  DEID_PAGE_FIELD_RECIPIENT = 2,
  DEID_PAGE_FIELD_DATE = 3,
  DEID_PAGE_FIELD_CUSTODIAN = 4,
  DEID_PAGE_FIELD_LEGAL_BASIS = 5,
  DEID_PAGE_FIELD_RELEASE_NUMBER = 6
} DeidPageField;

/**
 * DeidPage:
 *
 * A page that shows a result to the people who decide on it: one HTML file that explains policies
 * and figures in words. It has no scripts and no external links. So it looks the same everywhere,
 * also on a phone and in print, and nobody learns that it was opened.
 *
 * It begins with the fields of #DeidPageField, the answer in one sentence, and its six most
 * important figures. The sections after that are: what is promised against which attacker, what was
 * asked, what each column became, the risks before and after release for the three adversaries of
 * deid_report_new_risks(), what laws and regulators ask, who was left out, what the release did to
 * the data, the alternatives, what a rule would have done, what is proven, what is not promised, a
 * place to sign, a glossary, and how to repeat the release. A section whose report the host did not
 * add is left out.
 *
 * The page says which of its figures speak to the questions of the GDPR, of the expert
 * determination of HIPAA, and of the three tests of the regulators of the European Union: singling
 * out, linkability and inference. It compares the risks with thresholds in use. It never says that
 * a release complies with a law.
 *
 * A page for the custodian has everything. A public page has only what follows from the released
 * records, by the rules of #DeidAudience and deid_report_new_distortion(). It has no suppressed
 * records, loss, levels, alternatives, warnings, proofs, problem file or place to sign. It states
 * the privacy models, the roles of released columns, whether each class has labels of its own, and
 * which means or medians are released. It leaves out limits of population risk, because they may
 * come from a baseline on all records. If a distortion report was added, the page has the counts of
 * values of that report: publish the page in addition to the table, not instead.
 *
 * The figures come from the reports that the page is made of. An element that shows a figure has an
 * attribute `data-value` with the shortest decimal that reads back to the number. Most also have
 * `data-figure` with the place of the figure in the JSON report for the same audience, such as
 * `risks.after.prosecutor.highest`.
 *
 * |[<!-- language="C" -->
 * g_autoptr (DeidPage) page = deid_page_new (result, release, NULL, &error);
 *
 * if (page != NULL && deid_page_add_report (page, distortion, &error)
 *     && deid_page_set_field (page, DEID_PAGE_FIELD_TITLE, "Discharges of 2023", &error))
 *   deid_page_write_html (page, "page.html", DEID_AUDIENCE_CUSTODIAN, NULL, &error);
 * ]|
 *
 * Sources: Regulation (EU) 2016/679 (GDPR), Recital 26 and Article 4(5); 45 CFR 164.514(b)(1)
 * (HIPAA); Article 29 Data Protection Working Party, Opinion 05/2014 on Anonymisation Techniques,
 * WP216, 2014.
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
 * @release: (nullable): the released table that was made of @result, or %NULL for none
 * @risk_options: (nullable): the options of the risks on the page, such as the threshold; immutable
 *   from now on; or %NULL for the defaults
 *
 * Creates a page that shows the result alone. With @release the page also says that the released
 * table was made and verified, and which means or medians the table has.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a release of another result.
 * Returns: (transfer full): a new page, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPage *deid_page_new (DeidResult *result, DeidDataset *release, DeidRiskOptions *risk_options,
                         GError **error);

/**
 * deid_page_set_field:
 * @page: a page
 * @field: which field
 * @text: what the page says there, in UTF-8 and at most %DEID_PAGE_MAX_FIELD characters; an empty
 *   text for nothing
 *
 * Sets a field, which the page shows at its top as it is, to every audience. The page shows markup
 * in the text as characters.
 * Errors: %DEID_ERROR_ENCODING for a text that is not UTF-8, %DEID_ERROR_INVALID_ARGUMENT for one
 * that is too long.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_set_field (DeidPage *page, DeidPageField field, const char *text,
                              GError **error);

/**
 * deid_page_add_report:
 * @page: a page
 * @report: a report of one of these kinds
 *
 * Adds a report. The page shows at most one report of each kind:
 *
 * | made by                           | shows                                                    |
 * |-----------------------------------|----------------------------------------------------------|
 * | deid_report_new_distortion()      | what the release did to the data                         |
 * | deid_report_new_left_out()        | who was left out, in the section on suppressed records   |
 * | deid_report_new_utility()         | how useful the release is as a whole                     |
 * | deid_report_new_tradeoff()        | what other settings lead to                              |
 * | deid_report_new_frontier()        | the optima over *k* or over suppression limits           |
 * | deid_report_new_risk_frontier()   | what risk costs which loss                               |
 * | deid_report_new_alternatives()    | the policies to choose from: points of risk and loss,    |
 * |                                   | and a table                                              |
 * | deid_report_new_baseline()        | what a rule would have done, beside what the release did |
 * | deid_report_new_warnings()        | the warnings                                             |
 *
 * A public page shows the public form of the distortion, and nothing of the other reports. For
 * example, the risks of a baseline are those of the original records.
 *
 * For each of the first five groups of alternatives the page says in words how the medoid differs
 * from the release, and from the baseline if a policy does the same as the baseline. If the report
 * has no groups, up to 1,000 policies are grouped as with %DEID_ALTERNATIVES_AUTO_GROUPS.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a report of another kind, a second report of one kind,
 * and a report on another result: on distortion, on those left out, or on utility. A frontier must
 * be of the problem of the result; a frontier of risk, alternatives and a baseline must be of its
 * lattice. It is not checked that a trade-off and warnings belong to the result.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_add_report (DeidPage *page, DeidReport *report, GError **error);

/**
 * deid_page_add_file:
 * @page: a page
 * @file: which file
 * @name: what the page calls it, in UTF-8
 * @sha256: (nullable): the SHA-256 of its bytes in 64 lower-case hexadecimal digits, or %NULL for
 *   none
 *
 * Names a file that belongs to the result. For linked tables, call it for each table that was read
 * and for each that is released, in the order of the tables. The page shows the name and the digest
 * of each file, and how to check a certificate. A public page shows only released files. The
 * library does not open the file: it trusts the digest.
 * Errors: %DEID_ERROR_ENCODING for a name that is not UTF-8, %DEID_ERROR_INVALID_ARGUMENT for an
 * invalid digest and for a second certificate or stored policy.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_add_file (DeidPage *page, DeidPageFile file, const char *name,
                             const char *sha256, GError **error);

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
 * Writes the page to a file as deid_dataset_write_csv() does: with mode 0600, and completely or not
 * at all. To publish it together with a release, give the text of deid_page_to_html() to
 * deid_output_set_add_text().
 * Errors: those of deid_page_to_html(); %DEID_ERROR_IO.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_page_write_html (DeidPage *page, const char *path, DeidAudience audience,
                               GCancellable *cancellable, GError **error);

G_END_DECLS

#endif
