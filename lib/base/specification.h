/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* A text that names a model, taken apart: a name, parameters behind colons, and a column behind an
 * @. */
typedef struct
{
  const char *text; /* the whole */
  const char *kind; /* of what it names, for messages: "privacy model" or the like */
  char **parts;     /* the name and the parameters */
  guint n_parts;
  const char *column; /* of the text; NULL if none is named */
} DeidSpecification;

/* The text must outlive it. */
void deid_specification_init (DeidSpecification *specification, const char *kind, const char *text);
void deid_specification_clear (DeidSpecification *specification);

/* Fails with %DEID_ERROR_PARSE: a parameter is not what was expected. */
void deid_specification_fail (const DeidSpecification *specification, guint part,
                              const char *expected, GError **error);

/* Reads a parameter. Errors: %DEID_ERROR_PARSE. */
gboolean deid_specification_read_count (const DeidSpecification *specification, guint part,
                                        guint64 *count, GError **error);
gboolean deid_specification_read_number (const DeidSpecification *specification, guint part,
                                         double *number, GError **error);

/* Reads all parameters as numbers. */
gboolean deid_specification_read_numbers (const DeidSpecification *specification, double *numbers,
                                          GError **error);

/* Adds usage @i of @n to a list that ends in "or". */
void deid_specification_append_usage (GString *usages, guint i, guint n, const char *usage);
