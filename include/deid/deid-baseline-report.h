/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Synopsis:
 *
 * DeidBaselineReport: make and keep
 *     DeidBaselineReport *deid_baseline_evaluate (baseline, problem, options, cancellable, error)
 *     DeidBaselineReport *deid_baseline_report_ref (report)
 *     void deid_baseline_report_unref (report)
 *     GType deid_baseline_report_get_type (void)
 *
 * DeidBaselineReport: read
 *     DeidBaseline *deid_baseline_report_get_baseline (report)
 *     DeidIdentifiers *deid_baseline_report_get_identifiers (report)
 *     DeidEvaluation *deid_baseline_report_get_evaluation (report)
 *     DeidRiskReport *deid_baseline_report_get_risks (report)
 *     DeidPolicy *deid_baseline_report_get_policy (report)
 *     double deid_baseline_report_get_risk (report)
 *     const char *deid_baseline_report_get_treatment (report, column)
 *     const char *deid_baseline_report_get_note (report, column)
 *
 * DeidBaselineReport: use
 *     char *deid_baseline_report_to_text (report, error)
 *     char *deid_baseline_report_to_json (report, error)
 *     char *deid_baseline_report_compare_to_text (report, result, cancellable, error)
 *     char *deid_baseline_report_compare_to_json (report, result, cancellable, error)
 */
#ifndef DEID_BASELINE_REPORT_H
#define DEID_BASELINE_REPORT_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-baseline.h>
#include <deid/deid-evaluation.h>
#include <deid/deid-identifiers.h>
#include <deid/deid-risk-report.h>
#include <deid/deid-result.h>

G_BEGIN_DECLS

/**
 * DeidBaselineReport:
 *
 * What comes of the table of a problem by a baseline: its risks, loss and unique records, what it
 * does to each column, and which identifiers it went by. No record is suppressed. Models and limits
 * of the problem do not count; its quasi-identifiers, population, quality model and weights of
 * groups do.
 *
 * The loss is that of the problem's quality model, so that it compares with that of policies. Where
 * a level of the problem's hierarchy, or runs of its cuts, put the values of a quasi-identifier
 * together as the baseline does, that level and these runs are what is measured: the level whose
 * labels are those of the baseline, or else the highest one. On none of them a value stays as it is
 * that the baseline changes. A column that is removed is on the level with the one label `*`, or
 * one run, and costs as that. Where there is no such level and there are no such runs, the rule of
 * the baseline makes a hierarchy whose leaves are those of the problem's attribute that the rule
 * knows: a label costs by how many of the same leaves it covers.
 *
 * Columns that are not quasi-identifiers are not part of risk and loss; the report says of each
 * whether the problem releases it although the baseline would not. What a release makes of
 * quasi-identifiers deid_baseline_report_compare_to_text() says. What the rule of a
 * quasi-identifier keeps apart by `missing=` and `special=`, the rule of the baseline keeps apart
 * as well.
 *
 * Custodian-only. Immutable.
 *
 * Since: 0.1
 */
typedef struct DeidBaselineReport DeidBaselineReport;

/**
 * deid_baseline_report_get_type:
 *
 * Gets the type under which #DeidBaselineReport is registered with GObject's type
 * system.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the boxed type
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
GType deid_baseline_report_get_type (void);

/**
 * deid_baseline_report_ref:
 * @report: a report
 *
 * Takes a reference.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer full): @report
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidBaselineReport *deid_baseline_report_ref (DeidBaselineReport *report);

/**
 * deid_baseline_report_unref:
 * @report: (transfer full): a report
 *
 * Drops a reference; the last one frees it.
 *
 * Any thread may call this. Complexity: O(1), or the size of what is freed.
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
void deid_baseline_report_unref (DeidBaselineReport *report);

/**
 * deid_baseline_evaluate:
 * @baseline: a baseline, which cannot be changed from now on
 * @problem: a problem whose lattice has a dataset; it may still be changed
 * @options: (nullable): risk options, or %NULL for the defaults; immutable from now on
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Evaluates a baseline on the table of a problem.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT, naming the column, if a quasi-identifier of ZIP codes needs
 * areas or one of dates of birth a day, and for a lattice without a dataset; %DEID_ERROR_PARSE for
 * areas that are not what is expected; %DEID_ERROR_UNKNOWN_VALUE for values that a rule does not
 * know; %DEID_ERROR_UNKNOWN_COLUMN for a part of a column that the table does not have; those of
 * deid_identifiers_new(), deid_evaluation_new() and deid_risk_report_new_of_evaluation(). Any
 * thread may call this. Complexity: O(rows x columns).
 *
 * Returns: (transfer full): the report, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidBaselineReport *deid_baseline_evaluate (DeidBaseline *baseline, DeidProblem *problem,
                                            DeidRiskOptions *options, GCancellable *cancellable,
                                            GError **error);

/**
 * deid_baseline_report_get_baseline:
 * @report: a report
 *
 * Gets the baseline.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the baseline
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidBaseline *deid_baseline_report_get_baseline (const DeidBaselineReport *report);

/**
 * deid_baseline_report_get_identifiers:
 * @report: a report
 *
 * Gets the identifiers that were found, in whose order columns are.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the identifiers
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidIdentifiers *deid_baseline_report_get_identifiers (const DeidBaselineReport *report);

/**
 * deid_baseline_report_get_evaluation:
 * @report: a report
 *
 * Gets the evaluation of the baseline as the policy of a lattice of its own.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the evaluation
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidEvaluation *deid_baseline_report_get_evaluation (const DeidBaselineReport *report);

/**
 * deid_baseline_report_get_risks:
 * @report: a report
 *
 * Gets the risks of the table by the baseline.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the risks
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidRiskReport *deid_baseline_report_get_risks (const DeidBaselineReport *report);

/**
 * deid_baseline_report_get_policy:
 * @report: a report
 *
 * Gets the policy of the problem's own lattice that makes of the table what the baseline does.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): the policy, or %NULL if the lattice has none
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidPolicy *deid_baseline_report_get_policy (const DeidBaselineReport *report);

/**
 * deid_baseline_report_get_risk:
 * @report: a report
 *
 * Gets the population risk of the table by the baseline, with an exponent of 1, as a sum: see
 * deid_risk_report_get_population_risk(). As the threshold of
 * deid_privacy_model_new_population_risk() it admits all that has the risk of the baseline.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the risk
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
double deid_baseline_report_get_risk (const DeidBaselineReport *report);

/**
 * deid_baseline_report_get_treatment:
 * @report: a report
 * @column: index of a column, below deid_identifiers_get_n_columns()
 *
 * Gets what the baseline does to a column: `kept`, `removed`, or the rule and its level.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the treatment
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_baseline_report_get_treatment (const DeidBaselineReport *report, guint column);

/**
 * deid_baseline_report_get_note:
 * @report: a report
 * @column: index of a column, below deid_identifiers_get_n_columns()
 *
 * Gets what the problem does with a column: `a quasi-identifier`, `not released`, `released as it
 * is`, or `a weight, released`, which is %DEID_ROLE_WEIGHT. `, against the baseline` stands behind
 * the last two if the baseline removes or changes the column.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the note
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_baseline_report_get_note (const DeidBaselineReport *report, guint column);

/**
 * deid_baseline_report_to_text:
 * @report: a report
 * @error: return location for an error, or %NULL
 *
 * Writes the report as text: risk, loss, unique records, what becomes of each column, and the
 * identifiers with their evidence. It begins by saying that it is custodian-only.
 *
 * Errors: %DEID_ERROR_NO_MEMORY. Any thread may call this. Complexity: O(length).
 *
 * Returns: (transfer full): the text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_baseline_report_to_text (const DeidBaselineReport *report, GError **error);

/**
 * deid_baseline_report_to_json:
 * @report: a report
 * @error: return location for an error, or %NULL
 *
 * Writes the report as a JSON object with the members `audience` (`custodian-only`), `baseline`
 * (the name), `population_risk_sum` (deid_baseline_report_get_risk()), `highest_risk` and
 * `average_risk` of the prosecutor (the average over persons, each class counting its own, if the
 * dataset has an entity column), `unique`, `records`, `loss` (or null), `weighted_by_groups` (true,
 * if groups have weights), `policy` (as deid_policy_to_text() writes it, or null), `columns`, a
 * list of objects with `column`, `treatment`
 * (`kept`, `removed` or `generalized`), `rule` (or null), `level` (0 of what is kept or removed)
 * and `note`, and `identifiers` (see deid_identifiers_to_json()).
 *
 * Errors: %DEID_ERROR_NO_MEMORY. Any thread may call this. Complexity: O(length).
 *
 * Returns: (transfer full): the JSON text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_baseline_report_to_json (const DeidBaselineReport *report, GError **error);

/**
 * deid_baseline_report_compare_to_text:
 * @report: a report
 * @result: a result of a problem with the lattice that the baseline was evaluated with
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes the report with what a release does instead. The text is that of
 * deid_baseline_report_to_text(); besides it states the population risk of the released records,
 * defined as that by the baseline, and how many are suppressed. The note on a quasi-identifier that
 * the baseline changes says what the release makes of it:
 *
 * - `released finer, against the baseline`: some released label leaves out values that the baseline
 *   puts together with one of its own, or is a value that the baseline gives another label;
 * - `merged as by the baseline under other labels`: none does, and some released label, which reads
 *   otherwise than the baseline's, has the same values;
 * - `no finer than by the baseline`: neither is so.
 *
 * Labels are compared by the values of the attribute's domain that the rule of the baseline knows.
 * What other values a label would have does not count: where 02138 is the only code of its area,
 * `0213*` is said to be merged as by the baseline, whose label is `021`, though it tells of a
 * smaller area. Labels that read otherwise are to be looked at.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a result of another lattice; those of
 * deid_risk_report_new_after(). Any thread may call this. Complexity: O(rows x attributes).
 *
 * Returns: (transfer full): the text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_baseline_report_compare_to_text (const DeidBaselineReport *report, DeidResult *result,
                                            GCancellable *cancellable, GError **error);

/**
 * deid_baseline_report_compare_to_json:
 * @report: a report
 * @result: a result of a problem with the lattice that the baseline was evaluated with
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes the same as JSON: the object of deid_baseline_report_to_json() with a member `release`, an
 * object with `population_risk_sum` and `suppressed`. Each `note` is that of
 * deid_baseline_report_compare_to_text().
 *
 * Errors: those of deid_baseline_report_compare_to_text(). Any thread may call this. Complexity:
 * O(rows x attributes).
 *
 * Returns: (transfer full): the JSON text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_baseline_report_compare_to_json (const DeidBaselineReport *report, DeidResult *result,
                                            GCancellable *cancellable, GError **error);

G_END_DECLS

#endif
