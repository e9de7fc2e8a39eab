/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "leftovers.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "messages.h"

/* What the library calls a temporary file: NAME.deid-xxxxxx. */
#define MARK      ".deid-"
#define MAX_NAME  200
#define N_LETTERS 6

static gboolean
is_temporary_name (const char *name, const char *of)
{
  const gsize length = MIN (strlen (of), MAX_NAME);
  const char *letters = name + length + strlen (MARK);

  return strncmp (name, of, length) == 0 && g_str_has_prefix (name + length, MARK)
         && strlen (letters) == N_LETTERS
         && strspn (letters, "abcdefghijklmnopqrstuvwxyz0123456789") == N_LETTERS;
}

/* Tells whether a file is the user's own and no process has it locked, as one that writes it has.
 */
static gboolean
is_left (const char *path)
{
  const int descriptor = open (path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  struct stat status;
  gboolean is_left;

  if (descriptor < 0)
    return FALSE;
  is_left = fstat (descriptor, &status) == 0 && S_ISREG (status.st_mode)
            && status.st_uid == geteuid () && flock (descriptor, LOCK_SH | LOCK_NB) == 0;
  close (descriptor);
  return is_left;
}

static void
print_leftover (const char *path)
{
  g_autofree char *quoted = g_shell_quote (path);
  g_autofree char *shown = deid_text_escape (path), *command = deid_text_escape (quoted);
  g_autofree char *note
      = g_strdup_printf ("%s: a temporary file that a killed run left, which may hold records; to "
                         "remove it: rm -- %s",
                         shown, command);

  print_note (note);
}

void
print_leftovers (const char *path)
{
  g_autofree char *real = path != NULL ? realpath (path, NULL) : NULL;
  g_autofree char *folder = path != NULL ? g_path_get_dirname (real != NULL ? real : path) : NULL;
  g_autofree char *name = path != NULL ? g_path_get_basename (real != NULL ? real : path) : NULL;
  g_autoptr (GDir) files = folder != NULL ? g_dir_open (folder, 0, NULL) : NULL;
  const char *found;

  while (files != NULL && (found = g_dir_read_name (files)) != NULL)
    {
      g_autofree char *whole = g_build_filename (folder, found, NULL);

      if (is_temporary_name (found, name) && is_left (whole))
        print_leftover (whole);
    }
}
