/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DEID_BINDING_H
#define DEID_BINDING_H

#define R_NO_REMAP
#define STRICT_R_HEADERS
#include <R.h>
#include <Rinternals.h>

#include <deid/deid.h>

/* The routines: names, numbers of arguments, and arguments. */
#define BINDING_ROUTINES(X)                                                                        \
  X (begin, 2, (SEXP operation, SEXP arguments))                                                   \
  X (wait, 1, (SEXP task))                                                                         \
  X (progress, 1, (SEXP task))                                                                     \
  X (end, 1, (SEXP task))                                                                          \
  X (finish, 1, (SEXP task))                                                                       \
  X (new_dataset, 0, (void) )                                                                      \
  X (distinct, 1, (SEXP column))                                                                   \
  X (add_column, 7,                                                                                \
     (SEXP dataset, SEXP name, SEXP column, SEXP first, SEXP numbers, SEXP texts, SEXP type))      \
  X (add_numbers, 3, (SEXP dataset, SEXP name, SEXP numbers))                                      \
  X (names, 1, (SEXP dataset))                                                                     \
  X (values, 3, (SEXP dataset, SEXP number, SEXP has_numbers))                                     \
  X (type, 2, (SEXP dataset, SEXP number))                                                         \
  X (suppressed, 2, (SEXP dataset, SEXP number))                                                   \
  X (column, 4, (SEXP dataset, SEXP number, SEXP values, SEXP like))                               \
  X (export, 2, (SEXP dataset, SEXP stream))                                                       \
  X (new_job, 0, (void) )                                                                          \
  X (load_text, 2, (SEXP job, SEXP text))                                                          \
  X (set, 5, (SEXP job, SEXP section, SEXP key, SEXP value, SEXP origin))                          \
  X (get, 3, (SEXP job, SEXP section, SEXP key))                                                   \
  X (keys, 0, (void) )                                                                             \
  X (section, 1, (SEXP column))                                                                    \
  X (sections, 1, (SEXP job))                                                                      \
  X (problem, 1, (SEXP job))                                                                       \
  X (use, 2, (SEXP job, SEXP dataset))                                                             \
  X (figures, 1, (SEXP result))

#define DECLARE_ROUTINE(name, n, arguments) SEXP binding_##name arguments;
BINDING_ROUTINES (DECLARE_ROUTINE)

/* Kinds of contents: 'j' a job, 'd' a dataset, 'r' a result, 'k' a task, 't' a text. A handle is an
 * external pointer to one of the first four. */
SEXP handle_new (char kind, gpointer content);
gpointer handle_get (SEXP handle, char kind);
void content_free (char kind, gpointer content);
void task_free (gpointer task);

/* These do not return. They free the error. */
void stop_with (const char *code, const char *message, GError *error);
void stop_with_error (GError *error);

SEXP make_text (const char *text);
SEXP make_texts (const char *const *texts, gsize n_texts);
const char *get_text (SEXP text);

#endif
