/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/suite.h"

#include <deid/deid-extend.h>

/* A search of a host that is an algorithm and nothing else. */
DeidSearch *own_search_new (DeidSearchRunFunc run, gpointer user_data);

/* Evaluates the policy of a rank. Returns: whether it was evaluated. */
gboolean evaluate_rank (DeidSearchContext *context, guint64 rank);
