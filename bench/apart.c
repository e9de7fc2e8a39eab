/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "apart.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static gboolean
write_all (int descriptor, const char *data, gsize size)
{
  gsize n = 0;

  while (n < size)
    {
      const gssize written = write (descriptor, data + n, size - n);

      if (written <= 0)
        return FALSE;
      n += (gsize) written;
    }
  return TRUE;
}

static gboolean
read_all (int descriptor, char *data, gsize size)
{
  gsize n = 0;

  while (n < size)
    {
      const gssize got = read (descriptor, data + n, size - n);

      if (got <= 0)
        return FALSE;
      n += (gsize) got;
    }
  return TRUE;
}

/* Returns: the exit status of the process. */
static int
work_and_tell (Work work, gconstpointer data, const char *name, gsize size, int descriptor)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *outcome = g_malloc0 (size);

  if (!work (data, outcome, &error))
    {
      g_printerr ("%s: %s\n", name, error->message);
      return EXIT_FAILURE;
    }
  return write_all (descriptor, outcome, size) ? EXIT_SUCCESS : EXIT_FAILURE;
}

gboolean
work_apart (Work work, gconstpointer data, const char *name, gpointer outcome, gsize size)
{
  int ends[2], status;
  gboolean complete;
  pid_t child;

  if (pipe (ends) != 0)
    g_error ("no pipe");
  fflush (NULL);
  child = fork ();
  if (child < 0)
    g_error ("no process");
  if (child == 0)
    {
      close (ends[0]);
      _exit (work_and_tell (work, data, name, size, ends[1]));
    }
  close (ends[1]);
  complete = read_all (ends[0], outcome, size);
  close (ends[0]);
  waitpid (child, &status, 0);
  if (WIFSIGNALED (status))
    g_printerr ("%s: ended by signal %d\n", name, WTERMSIG (status));
  return complete && WIFEXITED (status) && WEXITSTATUS (status) == EXIT_SUCCESS;
}
