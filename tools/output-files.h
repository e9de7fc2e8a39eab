/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Tells whether an engine makes the released table, not a script later. */
gboolean is_engine_asked (void);

/* Names the files that are read and those that will be written, so that none is written over
 * another one, and settles where the report goes: to standard error if a file goes to standard
 * output. */
gboolean reserve_outputs_of_settings (DeidOutputSet *outputs, GError **error);
