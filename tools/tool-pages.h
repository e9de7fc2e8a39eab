/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* Prints what is installed with a tool: its page of the manual (`man`) or what completes its
 * command line in a shell (`bash`, `zsh`, `fish`). @more are options that stand with those of
 * everyday. */
gboolean tool_print_page (const Tool *tool, const GOptionEntry *more, const char *kind,
                          GError **error);

/* Writes the page of the manual. */
void tool_append_manual (GString *text, const Tool *tool, const GOptionEntry *more);

/* Calls a function for each option that is not hidden, @title being NULL or, before the first of a
 * group, its title. */
typedef void (*ToolOptionFunc) (GString *text, const char *title, const GOptionEntry *entry);
void tool_append_options (GString *text, const Tool *tool, const GOptionEntry *more,
                          ToolOptionFunc append);
