/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "local-study.h"
#include "machine.h"

/* Writes all figures of a study to a file. */
gboolean local_write_json (const LocalStudy *study, const Machine *machine, const char *path,
                           GError **error);
