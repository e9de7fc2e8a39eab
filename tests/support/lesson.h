/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/suite.h"

/* What lessons share. A lesson is a file lesson-NAME.c: a few cases of one part of the library that
 * a reader can work out with a pencil. It ends in LESSON (NAME, its tests); lessons.c runs them
 * all.
 *
 * A table is a text: words between blanks, first the names of the columns, then a row a line. A `?`
 * is a missing value, a tilde stands for a blank. A role stands behind the name, as in
 * `illness:sensitive`; columns without one are quasi-identifiers.
 *
 * Hierarchies are one text: for each value a line with the name of the column, the value, and its
 * labels from level 1 on. A column without lines has two levels, its values and `*`. */

#define LESSON(name, ...)                                                                          \
  TCase *lesson_##name (void);                                                                     \
                                                                                                   \
  TCase *lesson_##name (void)                                                                      \
  {                                                                                                \
    const TTest *const tests[] = { __VA_ARGS__ };                                                  \
                                                                                                   \
    return lesson_make_case (#name, tests, G_N_ELEMENTS (tests));                                  \
  }

TCase *lesson_make_case (const char *name, const TTest *const *tests, gsize n_tests);

DeidDataset *lesson_make_table (const char *text);
/* The hierarchy of a column, from the lines that begin with its name. */
DeidHierarchy *lesson_make_hierarchy (const char *column, const char *hierarchies);
/* All quasi-identifiers, in the order of the columns; @hierarchies may be NULL. */
DeidLattice *lesson_make_lattice (const char *table, const char *hierarchies);

/* A problem that allows any number of records to be suppressed. It takes the model over, which may
 * be NULL. */
DeidProblem *lesson_make_problem (const char *table, const char *hierarchies,
                                  DeidPrivacyModel *model);
/* Takes the model over. */
void lesson_add_model (DeidProblem *problem, DeidPrivacyModel *model);
void lesson_set_population (DeidProblem *problem, const char *table);

/* What becomes of the table under a policy such as `age:1 sex:0`; NULL is the bottom.
 * Returns: (nullable): the result, or NULL if the policy is no solution. */
DeidResult *lesson_evaluate (DeidProblem *problem, const char *policy);

/* The released table, in the order of the input. */
DeidDataset *lesson_apply (DeidResult *result);
/* Checks the columns and rows of a table, written as above but without roles. */
void assert_table (const DeidDataset *dataset, const char *text);

/* Checks which classes a policy suppresses: their labels in the order of the table, `,` between
 * those of one class and a blank between classes; "all" if the policy is no solution. */
void assert_suppresses (DeidProblem *problem, const char *policy, const char *classes);

/* The same for the model alone, which it takes over, and the table as it is. */
void assert_fails (const char *table, DeidPrivacyModel *model, const char *classes);

/* Checks the loss of a policy, to 9 digits. The quality model is taken over, and so is the privacy
 * model, which may be NULL: what fails it is suppressed. */
void assert_loss (const char *table, const char *hierarchies, const char *policy,
                  DeidPrivacyModel *privacy, DeidQualityModel *quality, double loss);

/* Checks that a and b are equal to 9 digits. */
void assert_near (double a, double b);
