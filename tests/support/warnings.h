/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/figures.h"

/* Figures of a report on warnings. */

static inline guint64
count_warnings (const DeidReport *warnings)
{
  return n_rows_of (warnings, "warnings");
}

static inline gboolean
is_warning_of (const DeidReport *warnings, guint64 i, const char *code)
{
  return g_str_equal (text_of (warnings, "warnings[%u].code", (guint) i), code);
}

/* Returns: the name of the column, or NULL. */
static inline const char *
get_warned_column (const DeidReport *warnings, guint64 i)
{
  return text_of (warnings, "warnings[%u].column", (guint) i);
}

static inline guint64
count_warned_records (const DeidReport *warnings, guint64 i)
{
  return count_of (warnings, "warnings[%u].records", (guint) i);
}

static inline const char *
get_warning_text (const DeidReport *warnings, guint64 i)
{
  return text_of (warnings, "warnings[%u].text", (guint) i);
}

/* Returns: the number of the first warning of this code, or the number of warnings. */
static inline guint64
find_warning (const DeidReport *warnings, const char *code)
{
  guint64 i = 0;

  while (i < count_warnings (warnings) && !is_warning_of (warnings, i, code))
    i++;
  return i;
}
