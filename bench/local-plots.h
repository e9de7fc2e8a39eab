/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "local-study.h"

/* Draws losses against time and against k into a folder. */
gboolean local_draw_plots (const LocalStudy *study, const char *folder, GError **error);
