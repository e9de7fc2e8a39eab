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
 * @DEID_ERROR_NO_MEMORY: memory for data of this size is not to be had
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
 * @DEID_ERROR_WEIGHT: a weight is no positive integer, a survey weight no positive number, or the
 *   weights overflow or do not fit the table
 * @DEID_ERROR_EMPTY: there are no rows, or no quasi-identifiers
 * @DEID_ERROR_TOO_LARGE: a count leaves the range in which results are exact
 * @DEID_ERROR_IMMUTABLE: the object was given to another one and cannot be changed any more
 * @DEID_ERROR_NO_SOLUTION: no policy meets the privacy models within the suppression limit and
 *   the limits of groups and leaves a record, or none that a heuristic came to; the message says
 *   which limit binds. Or the equations of an estimator have no solution
 * @DEID_ERROR_LIMIT_REACHED: the time or step limit came before any solution was found
 * @DEID_ERROR_VERIFICATION: a released table is not what its result says
 * @DEID_ERROR_CERTIFICATE: a certificate is refused: it is malformed, made for another problem, or
 *   does not prove what it claims
 * @DEID_ERROR_ENGINE: a database engine failed, or answered with what was not asked for
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

G_END_DECLS

#endif
