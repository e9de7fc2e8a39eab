/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions.
 * Complexity: O(1) unless stated.
 */
#ifndef DEID_ERROR_H
#define DEID_ERROR_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-version.h>
#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * DEID_ERROR:
 *
 * The domain of the library's errors. A message names the file, line, column and value wherever
 * there is one, and says what was expected. A cancelled call sets %G_IO_ERROR_CANCELLED instead.
 */
#define DEID_ERROR (deid_error_quark ())

/**
 * DeidError:
 * @DEID_ERROR_IO: a file cannot be opened, read or written
 * @DEID_ERROR_NO_MEMORY: there is not enough memory for data of this size
 * @DEID_ERROR_PARSE: a text is not of the expected form: a ragged row, an unclosed quote, a
 *   misspelled policy or model
 * @DEID_ERROR_ENCODING: a text is not valid UTF-8 or holds a NUL byte
 * @DEID_ERROR_INVALID_ARGUMENT: a value is outside its range
 * @DEID_ERROR_UNKNOWN_COLUMN: no column has this name
 * @DEID_ERROR_DUPLICATE_COLUMN: two columns have the same name
 * @DEID_ERROR_ROLE: the role of a column does not allow this use of it
 * @DEID_ERROR_HIERARCHY: a hierarchy is not well-formed: duplicate leaves, rows of different
 *   length, levels that are not nested, or one label for a special value and others
 * @DEID_ERROR_UNKNOWN_VALUE: a column has values that its hierarchy or stored policy lacks, or
 *   lacks values that a model names
 * @DEID_ERROR_WEIGHT: a weight is not a positive integer, a survey weight is not a positive number,
 *   or the weights overflow or do not fit the table
 * @DEID_ERROR_EMPTY: there are no rows, or no quasi-identifiers
 * @DEID_ERROR_TOO_LARGE: a count leaves the range in which results are exact
 * @DEID_ERROR_IMMUTABLE: the object was given to another one and cannot be changed any more
 * @DEID_ERROR_NO_SOLUTION: no policy, or none that a heuristic evaluated, meets the privacy models
 *   within the suppression limit and the limits of groups and still releases a record; the message
 *   says which limit binds. Also: the equations of an estimator have no solution
 * @DEID_ERROR_LIMIT_REACHED: the time or step limit ended the run before it found a solution
 * @DEID_ERROR_VERIFICATION: a released table differs from what its result says
 * @DEID_ERROR_CERTIFICATE: a certificate is malformed, belongs to another problem, or does not
 *   prove its claim
 * @DEID_ERROR_ENGINE: a database engine failed, or its answer is not of the expected form
 *
 * The codes of %DEID_ERROR.
 *
 * Since: 0.1
 */
typedef enum
{
  DEID_ERROR_IO = 0,
  DEID_ERROR_NO_MEMORY = 1,
  DEID_ERROR_PARSE = 2,
  DEID_ERROR_ENCODING = 3,
  DEID_ERROR_INVALID_ARGUMENT = 4,
  DEID_ERROR_UNKNOWN_COLUMN = 5,
  DEID_ERROR_DUPLICATE_COLUMN = 6,
  DEID_ERROR_ROLE = 7,
  DEID_ERROR_HIERARCHY = 8,
  DEID_ERROR_UNKNOWN_VALUE = 9,
  DEID_ERROR_WEIGHT = 10,
  DEID_ERROR_EMPTY = 11,
  DEID_ERROR_TOO_LARGE = 12,
  DEID_ERROR_IMMUTABLE = 13,
  DEID_ERROR_NO_SOLUTION = 14,
  DEID_ERROR_LIMIT_REACHED = 15,
  DEID_ERROR_VERIFICATION = 16,
  DEID_ERROR_CERTIFICATE = 17,
  DEID_ERROR_ENGINE = 18
} DeidError;

/**
 * deid_error_quark:
 *
 * Returns: the quark behind %DEID_ERROR
 */
DEID_AVAILABLE_IN_0_1
GQuark deid_error_quark (void);

/**
 * DEID_CODE_CANCELLED:
 *
 * The code of a cancelled call in deid_error_get_code().
 */
#define DEID_CODE_CANCELLED (-1)

/**
 * DEID_CODE_OTHER:
 *
 * The code of all other errors outside %DEID_ERROR in deid_error_get_code(), such as those of
 * callbacks.
 */
#define DEID_CODE_OTHER (-2)

/* For bindings, which need not call GLib then. A place for an error is a pointer that is %NULL. */

/**
 * deid_error_get_code: (skip)
 * @failure: an error
 *
 * Returns: a #DeidError, %DEID_CODE_CANCELLED or %DEID_CODE_OTHER
 */
DEID_AVAILABLE_IN_0_1
int deid_error_get_code (const GError *failure);

/**
 * deid_error_get_message: (skip)
 * @failure: an error
 *
 * Returns: (transfer none): its message, in UTF-8
 */
DEID_AVAILABLE_IN_0_1
const char *deid_error_get_message (const GError *failure);

/**
 * deid_error_free: (skip)
 * @failure: (transfer full) (nullable): an error
 *
 * Frees an error.
 */
DEID_AVAILABLE_IN_0_1
void deid_error_free (GError *failure);

/**
 * deid_free: (skip)
 * @memory: (nullable) (transfer full): a text or an array that the library returned
 *
 * Frees memory that the headers tell you to free with g_free().
 */
DEID_AVAILABLE_IN_0_1
void deid_free (gpointer memory);

/**
 * deid_cancellable_new: (skip)
 *
 * Creates an object that can cancel the calls it is passed to.
 * Returns: (transfer full): a new object, freed with deid_cancellable_free()
 */
DEID_AVAILABLE_IN_0_1
GCancellable *deid_cancellable_new (void);

/**
 * deid_cancellable_cancel: (skip)
 * @cancellable: what was given to calls
 *
 * Cancels these calls, from any thread.
 */
DEID_AVAILABLE_IN_0_1
void deid_cancellable_cancel (GCancellable *cancellable);

/**
 * deid_cancellable_free: (skip)
 * @cancellable: (transfer full) (nullable): what was given to calls that have returned
 *
 * Drops a reference.
 */
DEID_AVAILABLE_IN_0_1
void deid_cancellable_free (GCancellable *cancellable);

/**
 * deid_enum_get_name:
 * @type: an enumeration: `DeidAudience`, `DeidColumnType`, `DeidDialect`, `DeidError`,
 *   `DeidFigureState`, `DeidMissingPolicy`, `DeidRecodingKind`, `DeidRole`, `DeidTermination` or
 *   `DeidUnknownValues`
 * @value: one of its values
 *
 * Gets the name of a value: its constant in lower case without the prefix, and with dashes, such as
 * `quasi-identifying`. Names stay the same from version to version. Complexity: O(names).
 *
 * Returns: (transfer none) (nullable): the name; %NULL for another type or value
 */
DEID_AVAILABLE_IN_0_1
const char *deid_enum_get_name (const char *type, int value);

/**
 * deid_enum_get_value:
 * @type: an enumeration, as for deid_enum_get_name()
 * @name: the name of one of its values
 * @value: (out): the value, unchanged if there is none
 *
 * Complexity: O(names).
 * Returns: whether the type has a value of this name
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_enum_get_value (const char *type, const char *name, int *value);

G_END_DECLS

#endif
