/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "verb.h"

/* Each returns (transfer full) a text. */

/* The screen of `deid --help`. */
char *describe_verbs (void);

/* The screen of a verb: the options of every day, or all of them. */
char *describe_verb (const Verb *verb, gboolean has_all);

/* What is spelled behind --model, --quality, --algorithm and --rule. */
char *describe_models (void);
char *describe_rules (void);

/* Returns: (transfer full) (nullable): a man page, or what a shell completes the command line from;
 * @verb is NULL for the page of the command itself. NULL if no page is of this kind. */
char *make_verb_page (const char *kind, const Verb *verb);
