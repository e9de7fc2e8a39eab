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
  char *named;        /* the column that the text names, unescaped, or NULL */
  const char *column; /* this or another */
} DeidSpecification;

/* The text must outlive it. On failure it may be cleared, and nothing else. Errors:
 * %DEID_ERROR_PARSE. */
gboolean deid_specification_init (DeidSpecification *specification, const char *kind,
                                  const char *text, GError **error);
void deid_specification_clear (DeidSpecification *specification);

/* Fails with %DEID_ERROR_PARSE: a parameter is not what was expected. */
void deid_specification_fail (const DeidSpecification *specification, guint part,
                              const char *expected, GError **error);

/* Fails with %DEID_ERROR_PARSE: @text has none of @forms, such as `k:K`, to a %NULL. The message
 * names the form of the name that it begins with, a name that is nearly its own, or all forms. */
void deid_specification_fail_unknown (const char *kind, const char *text, char **forms,
                                      GError **error);

/* Reads a parameter. Errors: %DEID_ERROR_PARSE. */
gboolean deid_specification_read_count (const DeidSpecification *specification, guint part,
                                        guint64 *count, GError **error);
gboolean deid_specification_read_number (const DeidSpecification *specification, guint part,
                                         double *number, GError **error);
gboolean deid_specification_read_share (const DeidSpecification *specification, guint part,
                                        double *share, GError **error);

/* Reads a number, or a percentage such as `5%`, which is the number nearest to 0.05. Returns:
 * whether it is one; its range is not checked. */
gboolean deid_share_from_text (const char *text, double *share);

/* Reads all parameters as numbers. */
gboolean deid_specification_read_numbers (const DeidSpecification *specification, double *numbers,
                                          GError **error);

/* Checks what a model or a search of a host says it is called, @text, which may be %NULL: it has a
 * name, is valid UTF-8, and holds neither an @ nor a control character. Errors:
 * %DEID_ERROR_INVALID_ARGUMENT. */
gboolean deid_specification_check (const char *kind, const char *text, GError **error);

/* Checks the names of columns that a model asks for, to a %NULL: none is empty, not valid UTF-8 or
 * given twice. @what calls them something in messages. Errors: %DEID_ERROR_INVALID_ARGUMENT. */
gboolean deid_specification_check_columns (const char *kind, const char *text, const char *what,
                                           const char *const *names, GError **error);

/* Returns: (transfer full): a specification with the names of columns behind it, joined by +. In
 * each a + and a % are escaped as in a URI, so that one name is never taken for two. */
char *deid_specification_with_columns (const char *text, const char *const *names);

/* The forms that specifications have, such as `k:K`, each with a sentence on what it names. */
typedef struct
{
  GPtrArray *forms, *summaries;
} DeidSpecificationList;

void deid_specification_list_init (DeidSpecificationList *list);
void deid_specification_list_add (DeidSpecificationList *list, const char *form,
                                  const char *summary);

/* Returns: (transfer full): the forms to a NULL, and in @summaries, which may be NULL, the
 * sentences. */
char **deid_specification_list_end (DeidSpecificationList *list, char ***summaries);

/* Adds usage @i of @n to a list that ends in "or". */
void deid_specification_append_usage (GString *usages, guint i, guint n, const char *usage);
