/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "whole-job-study.h"

/* Compares the counts of the runs with those of the file at @path, and puts them into the one at
 * @new_path; either may be %NULL. */
gboolean whole_golden_check (const WholeStudy *study, const char *path, const char *new_path,
                             GError **error);
