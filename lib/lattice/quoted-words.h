/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/long-text.h"

/* Adds a name or a label as it stands in a description, whose end can be told: see
 * deid_policy_describe(). */
void deid_words_add_quoted (DeidLongText *text, const char *word);
