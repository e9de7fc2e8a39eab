/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/criticals.h"

static guint n_criticals;

static void
count_critical (const char *domain, GLogLevelFlags level, const char *message, gpointer user_data)
{
  (void) domain;
  (void) message;
  (void) user_data;
  n_criticals += (level & G_LOG_LEVEL_CRITICAL) != 0;
}

GLogFunc
criticals_start (void)
{
  return g_log_set_default_handler (count_critical, NULL);
}

guint
criticals_take (void)
{
  const guint n = n_criticals;

  n_criticals = 0;
  return n;
}
