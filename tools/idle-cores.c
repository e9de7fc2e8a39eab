/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "idle-cores.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CGROUPS "/sys/fs/cgroup"

/* Returns: the first line of a file, or NULL. */
static char *
read_line (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL), *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return NULL;
  text[strcspn (text, "\n")] = '\0';
  return g_steal_pointer (&text);
}

/* A quota and its period, in microseconds; `max` and -1 are no quota. */
static double
divide (const char *quota, const char *period)
{
  const double time = g_ascii_strtod (quota, NULL), whole = g_ascii_strtod (period, NULL);

  return time > 0 && whole > 0 ? time / whole : INFINITY;
}

static double
read_quota (const char *folder)
{
  g_autofree char *both = read_line (folder, "cpu.max");
  g_autofree char *quota = read_line (folder, "cpu.cfs_quota_us");
  g_autofree char *period = read_line (folder, "cpu.cfs_period_us");
  const char *blank = both != NULL ? strchr (both, ' ') : NULL;

  if (blank != NULL)
    return divide (both, blank + 1);
  return quota != NULL && period != NULL ? divide (quota, period) : INFINITY;
}

/* The groups of the process, and those that they are in. A container sees its own as the root. */
static double
find_quota (const char *controllers, const char *path)
{
  g_autofree char *folder = g_build_filename (CGROUPS, controllers, path, NULL);
  g_autofree char *root = g_build_filename (CGROUPS, controllers, NULL);
  double least = read_quota (root);

  while (strlen (folder) > strlen (root) && g_str_has_prefix (folder, root))
    {
      char *parent = g_path_get_dirname (folder);

      least = MIN (least, read_quota (folder));
      g_free (folder);
      folder = parent;
    }
  return least;
}

/* Lines such as `0::/user.slice` (version 2) and `4:cpu,cpuacct:/user.slice` (version 1). */
static double
count_cores_of_quota (void)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  double least = INFINITY;

  if (!g_file_get_contents ("/proc/self/cgroup", &text, NULL, NULL))
    return INFINITY;
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (lines[i], ":", 3);
      g_auto (GStrv) controllers = NULL;

      if (g_strv_length (parts) < 3)
        continue;
      controllers = g_strsplit (parts[1], ",", -1);
      if (parts[1][0] == '\0' || g_strv_contains ((const char *const *) controllers, "cpu"))
        least = MIN (least, find_quota (parts[1], parts[2]));
    }
  return least;
}

#define MAX_THREADS 1024

guint
count_idle_cores (void)
{
  const double cores = MIN ((double) g_get_num_processors (), ceil (count_cores_of_quota ()));
  double load = 0;

  if (getloadavg (&load, 1) != 1)
    load = 0;
  return (guint) CLAMP (floor (cores - load + 0.5), 1, MAX_THREADS);
}
