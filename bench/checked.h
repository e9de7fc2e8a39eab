/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* End the program with the message of @error unless there is an object, or success.
 * Returns: @object. */
gpointer check (gpointer object, GError *const *error);
void check_success (gboolean success, GError *const *error);
