/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* 5-anonymity of all columns of the table Adult, without suppression. @path is that of the table,
 * beside which its hierarchies are; the first @n_runs columns have cuts between the leaves of
 * theirs, age before all others, and with @has_sets the other columns have sets of values. */
DeidProblem *adult_problem_new (const char *path, guint n_runs, gboolean has_sets);
