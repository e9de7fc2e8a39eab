/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/lesson.h"

#define ANY_NUMBER G_MAXUINT64

/* The problem that lessons on searches share: 2-anonymity on six records, of zip a two women, of b
 * two women, of c a woman and a man. Its policies, with the loss of those that are solutions:
 *
 *     zip:0 sex:0   a,f 2   b,f 2   c,f 1   c,m 1   none, but for two records suppressed 2/6
 *     zip:1 sex:0   f 5     m 1                     none, but for one suppressed (1 + 1/6) / 2
 *     zip:0 sex:1   a 2     b 2     c 2             (0 + 1) / 2
 *     zip:1 sex:1   6                               1
 */
DeidProblem *lesson_make_small_problem (guint64 n_suppressed);

/* Runs a search, which it takes over. Checks the policy that it finds, how many policies it
 * evaluates (unless that is ANY_NUMBER), and whether it proves the optimum. */
void assert_finds (DeidProblem *problem, DeidSearch *search, const char *policy,
                   guint64 n_evaluated, gboolean is_proven);
