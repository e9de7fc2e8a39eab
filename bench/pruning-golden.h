/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "pruning-study.h"

/* Compares what was counted with the file at @path, and puts it into the one at @new_path, unless
 * these are NULL: only what was not cut short, and of cases that are meant to be there. */
gboolean pruning_golden_check (const Study *study, const char *path, const char *new_path,
                               GError **error);
