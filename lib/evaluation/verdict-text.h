/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/long-text.h"
#include "evaluation/verdict.h"

/* Adds why a policy that suppresses so many of @n_records is no solution, behind their number:
 * which limit binds. */
void deid_verdict_describe_failure (const DeidVerdict *verdict, guint64 limit, guint64 n_records,
                                    DeidLongText *text);
