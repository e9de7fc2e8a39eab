/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/long-text.h"
#include "evaluation/verdict.h"

/* Adds which group of a table exceeds its limit, behind the number of records that are suppressed;
 * nothing if none is known to. Its value is shown where the table has messages show values. */
void deid_verdict_describe_group (const DeidVerdict *verdict, const DeidProblem *problem,
                                  const DeidTableSource *table, DeidLongText *text);

/* Adds why a policy that suppresses so many records of a table is no solution, behind their number:
 * which limit binds. */
void deid_verdict_describe_failure (const DeidVerdict *verdict, const DeidProblem *problem,
                                    const DeidTableSource *table, guint64 limit,
                                    DeidLongText *text);
