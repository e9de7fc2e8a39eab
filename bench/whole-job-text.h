/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "whole-job-study.h"

void whole_print_run (const WholeStudy *study, guint run);

/* How the steps grow, if there are numbers of rows enough. */
void whole_print_exponents (const WholeStudy *study);
