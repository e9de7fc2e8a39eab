/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "whole-job-study.h"

/* Draws what a row costs in each phase, by the number of rows, a plot for each number of
 * threads. */
gboolean whole_draw_plots (const WholeStudy *study, const char *folder, GError **error);
