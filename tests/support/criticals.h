/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Counts critical warnings instead of ending the program, until the handler it returns is set. */
GLogFunc criticals_start (void);

/* Returns: how many there were since the last call. */
guint criticals_take (void);

#define assert_critical(call)                                                                      \
  do                                                                                               \
    {                                                                                              \
      criticals_take ();                                                                           \
      (void) (call);                                                                               \
      ck_assert_msg (criticals_take () == 1, "not one critical warning from %s", #call);           \
    }                                                                                              \
  while (0)
