/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DEID_WARNINGS_H
#define DEID_WARNINGS_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-result.h>
#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * DeidWarnings:
 *
 * What a custodian should know before a release: each is a statement that is true of the problem
 * and its result, and that nobody asked for. None of them makes the release break a model.
 *
 * Custodian-only: figures of the input are among them. Immutable.
 *
 * Since: 0.1
 */
typedef struct DeidWarnings DeidWarnings;

/**
 * DeidWarningCode:
 * @DEID_WARNING_UNPROTECTED_SENSITIVE: a sensitive column that no privacy model judges, neither by
 *   itself nor as part of a joint column: if all records of a class have the same value, whoever
 *   knows that a person is in the class learns it. If a job releases one number of each class in
 *   place of the values (deid_release_options_set_microaggregation()), the warning counts only
 *   classes in which all values are the same
 * @DEID_WARNING_UNIQUE_BY_INSENSITIVE: records that their labels leave among others, but that are
 *   the only ones of one person once the unprotected columns are looked at as well: insensitive
 *   ones, and sensitive ones that no privacy model judges, as they are released: a column that the
 *   job microaggregates has numbers of classes
 * @DEID_WARNING_VALUES_OF_RECORDS: a privacy model that judges a sensitive or judged column counts
 *   the values of records, while the entity column says that some persons have several: the values
 *   of one person may pass for those of many
 * @DEID_WARNING_LIMIT_OF_0: no record may be suppressed, while a limit of 5 % would lower the loss
 *   by a tenth or more. The policy that is named keeps the models, suppresses so many records and
 *   has that loss; it was found by a search that stops after 256 evaluations. If the lattice has no
 *   more policies, it is the best one, and the warning is never missed; otherwise there may be
 *   better ones
 * @DEID_WARNING_ONE_LABEL: a quasi-identifier of several values that the policy gives one label,
 *   such as `2023` or `*`: the column tells no record from another
 * @DEID_WARNING_GROUP_NEARLY_GONE: values of a column, as the input has them, that are nearly gone
 *   from the release: each had 20 records or more, four in five or more of which are suppressed,
 *   while of all records less than half that share is. What is computed from the release says
 *   little of these persons; see deid_report_new_left_out()
 * @DEID_WARNING_RARE_VALUES_SHIFT_MEAN: a column of numbers whose values correlate with how many
 *   records share their records' quasi-identifiers, by 0.3 or more in size, and whose mean would
 *   shift by more than a tenth of a standard deviation if the rarest were suppressed as they
 *   are, as far as the suppression limit goes; see deid_report_new_bias()
 * @DEID_WARNING_GENERALIZED_BEFORE: a quasi-identifier that an engine generalized before it counted
 *   (deid_engine_table_set_level_range()): what reports say of the input is about its labels, and
 *   the best policy is the best of those from that level on
 * @DEID_WARNING_NOT_COUNTED: a table in an engine has insensitive columns, which
 *   deid_engine_table_count() does not count: %DEID_WARNING_UNIQUE_BY_INSENSITIVE does not look at
 *   them, and a number of the person in one of them is released without another word
 * @DEID_WARNING_REPEATED_IDENTIFIER: no column is the entity, so *k*-anonymity and risks count each
 *   record as a person; but an identifying or judged column, which is not released, has a value on
 *   several records and may mark persons. The warning gives the smallest number of different values
 *   in a released class, and the number of classes that have fewer than *k*. Whether a column may
 *   mark persons depends on its name and on how many values it has. A column of numbers of persons
 *   (such as `mrn` or `patient`), of accounts or licences, of e-mail addresses or telephones needs
 *   more than 20 values, or more than one for every ten records. A column that is called a number
 *   or a key, without saying of what, needs more than 100 values, or one for every two records. A
 *   column of names or addresses, or whose name says nothing, needs one value for every two
 *   records, or more than 100 values and one for every ten records. Other columns, such as a sex, a
 *   place, an age or a diagnosis, never count as marking persons, nor do dates and decimal numbers
 * @DEID_WARNING_UNIQUE_BY_RELEASE: a fifth or more of the released records are unique by everything
 *   that is released (see deid_report_new_risks()), and privacy models judge some of the columns.
 * If they judge none, %DEID_WARNING_UNIQUE_BY_INSENSITIVE warns instead
 * @DEID_WARNING_BLANKS: values of a quasi-identifying, sensitive or judged column, or labels of the
 *   policy, that differ from others only by blanks at their ends. A field of a CSV file
 *   without quotes loses such blanks; a value in an engine keeps them
 * @DEID_WARNING_LEFTOVERS: helper tables of an earlier run with the same table of an engine, which
 *   was killed or still works. The message has the statements that drop them
 *
 * Of what a warning is. New ones may be added.
 *
 * Since: 0.1
 */
typedef enum
{
  DEID_WARNING_UNPROTECTED_SENSITIVE = 0,
  DEID_WARNING_UNIQUE_BY_INSENSITIVE = 1,
  DEID_WARNING_VALUES_OF_RECORDS = 2,
  DEID_WARNING_LIMIT_OF_0 = 3,
  DEID_WARNING_ONE_LABEL = 4,
  DEID_WARNING_GROUP_NEARLY_GONE = 5,
  DEID_WARNING_RARE_VALUES_SHIFT_MEAN = 6,
  DEID_WARNING_GENERALIZED_BEFORE = 7,
  DEID_WARNING_NOT_COUNTED = 8,
  DEID_WARNING_REPEATED_IDENTIFIER = 9,
  DEID_WARNING_UNIQUE_BY_RELEASE = 10,
  DEID_WARNING_BLANKS = 11,
  DEID_WARNING_LEFTOVERS = 12
} DeidWarningCode;

/**
 * deid_warning_code_get_name:
 * @code: a code of a warning
 *
 * Gets the name of a code, as reports have it: `unprotected-sensitive`, `unique-by-insensitive`,
 * `values-of-records`, `limit-of-0`, `one-label`, `group-nearly-gone`, `rare-values-shift-mean`,
 * `generalized-before`, `not-counted`, `repeated-identifier`, `unique-by-release`,
 * `blanks`, `leftovers`.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): the name, or %NULL if there is no such code
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_warning_code_get_name (DeidWarningCode code);

/**
 * deid_warnings_get_type:
 *
 * Gets the type under which #DeidWarnings is registered with GObject's type system.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the boxed type
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
GType deid_warnings_get_type (void);

/**
 * deid_warnings_ref:
 * @warnings: warnings
 *
 * Takes a reference.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer full): @warnings
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidWarnings *deid_warnings_ref (DeidWarnings *warnings);

/**
 * deid_warnings_unref:
 * @warnings: (transfer full): warnings
 *
 * Drops a reference; the last one frees it.
 *
 * Any thread may call this. Complexity: O(1), or the size of what is freed.
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
void deid_warnings_unref (DeidWarnings *warnings);

/**
 * deid_result_list_warnings:
 * @result: a result
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Looks for what a custodian should know before the result is released. If a job stated the problem
 * and microaggregates a column, the released means or medians are judged. Release options that a
 * host sets without a job are unknown here: then the original values are judged.
 *
 * Errors: those of deid_result_get_partition(). Any thread may call this. Complexity: O(rows x
 * columns); without a suppression limit of 0 no policy is evaluated, with it at most
 * 256, each in O(rows x attributes), however many the search of the result evaluated. They are the
 * same ones each time.
 *
 * Returns: (transfer full): the warnings, of which there may be none, in the order of their codes,
 *   or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidWarnings *deid_result_list_warnings (DeidResult *result, GCancellable *cancellable,
                                         GError **error);

/**
 * deid_warnings_get_n_warnings:
 * @warnings: warnings
 *
 * Gets how many there are.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of warnings
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_warnings_get_n_warnings (const DeidWarnings *warnings);

/**
 * deid_warnings_get_code:
 * @warnings: warnings
 * @index: index of a warning, below deid_warnings_get_n_warnings()
 *
 * Gets what a warning is of, for a host that acts on it.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: its code
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidWarningCode deid_warnings_get_code (const DeidWarnings *warnings, guint64 index);

/**
 * deid_warnings_get_column:
 * @warnings: warnings
 * @index: index of a warning, below deid_warnings_get_n_warnings()
 *
 * Gets the column that a warning is about.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): the name of the column, or %NULL if it is about several or
 *   none
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_warnings_get_column (const DeidWarnings *warnings, guint64 index);

/**
 * deid_warnings_get_n_records:
 * @warnings: warnings
 * @index: index of a warning, below deid_warnings_get_n_warnings()
 *
 * Gets how many records a warning is about: released ones, for a limit of 0 those that the policy
 * named would suppress, for groups that are nearly gone those that are suppressed of them, and for
 * a mean that shifts the rare ones that the limit allows to suppress, and for a repeated identifier
 * the released records less the different values they have.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of records
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_warnings_get_n_records (const DeidWarnings *warnings, guint64 index);

/**
 * deid_warnings_get_text:
 * @warnings: warnings
 * @index: index of a warning, below deid_warnings_get_n_warnings()
 *
 * Gets a warning as one line of text with its reason, in which names are escaped.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the text
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_warnings_get_text (const DeidWarnings *warnings, guint64 index);

G_END_DECLS

#endif
