/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "local-study.h"

/* Compares the losses and classes of a study with those at @path, and puts them into the file at
 * @new_path; see golden_check_run(). Health is left out, which need not be there. */
gboolean local_golden_check (const LocalStudy *study, const char *path, const char *new_path,
                             GError **error);
