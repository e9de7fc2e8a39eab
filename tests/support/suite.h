/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <check.h>
#include <deid/deid.h>

/* Each test defines this; main() in suite.c calls it for each argument and runs what it returns. */
Suite *make_suite (void);

/* Returns: (nullable): the argument of the program that names the suite to be made. */
const char *get_wanted_suite (void);

/* Returns: the path of a file among the shared tables and reference results, or NULL, with a
 * message, where they are absent. They are looked for in DEID_SHARED, or in ../shared beside the
 * source tree. */
const char *find_shared_file (const char *name);

/* Tells main() that tests were left out because shared files are absent: if nothing fails, the
 * program then ends with the status that counts it as skipped. */
void note_skipped (void);

/* Returns: @n, divided by DEID_TEST_QUICK where that asks for a short run, by 50 at most. */
guint count_trials (guint n);

/* Returns: 1, or 5 where that asks for a short run: of the places at which something fails, one
 * after another, a test tries each of so many. */
guint get_stride (void);

/* Returns: the place after @n at which something fails. Where that asks for a short run, a test
 * tries each of the first sixteen, and then one in ever more. */
gint get_next_failure (gint n);

/* Returns: the path of a file of the source tree, in memory that is never freed. */
const char *get_source_file (const char *name);

/* Returns: seconds of processor time that this process has used, which another one does not
 * lengthen. */
double get_seconds (void);

/* Makes a file in a temporary directory that is removed at the end.
 * Returns: its path, in memory that is never freed. */
const char *write_file (const char *name, const char *content, gssize length);

/* Returns: a file descriptor at whose end the program has ended, tests in processes of their own
 * included: the input of what one test starts for others. */
int get_lifeline (void);

/* Returns: a path in that directory. */
const char *get_temporary_file (const char *name);

/* Checks that a call failed with the given code and that its message contains each of the texts, up
 * to the NULL; clears the error. */
void assert_error (GError **error, GQuark domain, int code, ...) G_GNUC_NULL_TERMINATED;

/* Checks that a text is one line: it has no control characters, and none that formats. */
void assert_one_line (const char *text);

/* Returns: a table of one column of texts; missing ones are NULL. */
DeidDataset *make_text_column (const char *column, const char *const *values, gsize n);

/* Returns: (nullable): the label that a hierarchy gives a value, which is none of an unknown one.
 */
char *generalize (const DeidHierarchy *hierarchy, const char *value, guint level);

/* Returns: (nullable): the rule of a hierarchy, which those of rows lack. */
char *specify (const DeidHierarchy *hierarchy);

/* Checks which label a hierarchy gives a value, NULL for none. */
void assert_generalizes (const DeidHierarchy *hierarchy, const char *value, guint level,
                         const char *expected);

/* Fails unless a condition holds. Unlike assertions of the framework it does not report where the
 * test has come to each time, which takes longer than most of what is tested: for loops of many
 * trials. */
#define assert_quietly(condition)                                                                  \
  G_STMT_START                                                                                     \
  {                                                                                                \
    if (!(condition))                                                                              \
      ck_abort_msg ("assertion '%s' failed", #condition);                                          \
  }                                                                                                \
  G_STMT_END

/* Fails with the message of an error, if there is one; quietly as well. */
#define assert_no_error(error)                                                                     \
  G_STMT_START                                                                                     \
  {                                                                                                \
    if ((error) != NULL)                                                                           \
      ck_abort_msg ("unexpected error: %s", (error)->message);                                     \
  }                                                                                                \
  G_STMT_END
