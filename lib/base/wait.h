/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

/* Waits until a descriptor can be read from (%G_IO_IN) or written to (%G_IO_OUT), or until the call
 * is cancelled. A signal does not end it: reading from a pipe before somebody writes to it would
 * tell that it is at its end. */
void deid_wait_for_descriptor (int descriptor, GIOCondition condition, GCancellable *cancellable);
