/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* 5-anonymity of all columns of the table Adult, without suppression. @path is that of the table,
 * beside which its hierarchies are; ages may have cuts between the leaves of theirs. */
DeidProblem *adult_problem_new (const char *path, gboolean has_cuts);
