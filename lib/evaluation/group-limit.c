/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "evaluation/group-limit.h"

static void
free_limit (gpointer data)
{
  DeidGroupLimit *limit = data;

  g_free (limit->column);
  g_free (limit);
}

GPtrArray *
deid_group_limits_new (void)
{
  return g_ptr_array_new_with_free_func (free_limit);
}

void
deid_group_limits_set (GPtrArray *limits, const char *column, double fraction)
{
  DeidGroupLimit *limit;

  for (guint i = 0; i < limits->len; i++)
    {
      limit = g_ptr_array_index (limits, i);
      if (g_str_equal (limit->column, column))
        {
          limit->fraction = fraction;
          return;
        }
    }
  limit = g_new (DeidGroupLimit, 1);
  *limit = (DeidGroupLimit){ g_strdup (column), fraction };
  g_ptr_array_add (limits, limit);
}
