/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "alternatives-study.h"

/* Compares what was counted with the first seed with the file at @path, and puts it into the one at
 * @new_path, unless these are NULL. */
gboolean alternatives_golden_check (const Study *study, const char *path, const char *new_path,
                                    GError **error);
