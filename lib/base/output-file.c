/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/output-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <deid/deid.h>

#include "base/text.h"

static gboolean
fail (const DeidOutputFile *file, const char *action, int code, GError **error)
{
  g_autofree char *shown = deid_text_escape (file->path);

  g_set_error (error, DEID_ERROR, DEID_ERROR_IO, "%s: cannot %s: %s", shown, action,
               g_strerror (code));
  return FALSE;
}

static void
clear (DeidOutputFile *file)
{
  g_clear_pointer (&file->path, g_free);
  g_clear_pointer (&file->temporary, g_free);
  file->stream = NULL;
}

gboolean
deid_output_file_open (DeidOutputFile *file, const char *path, GError **error)
{
  struct stat status;
  int descriptor;

  file->path = g_strdup (path);
  file->temporary = NULL;
  file->stream = NULL;
  if (stat (path, &status) == 0 && !S_ISREG (status.st_mode))
    descriptor = g_open (path, O_WRONLY | O_CLOEXEC, 0600);
  else
    {
      file->temporary = g_strconcat (path, ".XXXXXX", NULL);
      descriptor = g_mkstemp_full (file->temporary, O_WRONLY | O_CLOEXEC, 0600);
    }
  if (descriptor >= 0)
    file->stream = fdopen (descriptor, "wb");
  if (file->stream == NULL)
    {
      int code = errno;

      if (descriptor >= 0)
        {
          close (descriptor);
          if (file->temporary != NULL)
            g_unlink (file->temporary);
        }
      fail (file, "create the file", code, error);
      clear (file);
      return FALSE;
    }
  return TRUE;
}

gboolean
deid_output_file_commit (DeidOutputFile *file, GError **error)
{
  int code = 0;

  errno = 0;
  if (ferror (file->stream) || fflush (file->stream) != 0)
    code = errno != 0 ? errno : EIO;
  else if (file->temporary != NULL && fsync (fileno (file->stream)) != 0)
    code = errno;
  if (fclose (file->stream) != 0 && code == 0)
    code = errno;
  file->stream = NULL;
  if (code == 0 && file->temporary != NULL && g_rename (file->temporary, file->path) != 0)
    code = errno;
  if (code != 0)
    {
      fail (file, "write the file", code, error);
      deid_output_file_abandon (file);
      return FALSE;
    }
  clear (file);
  return TRUE;
}

void
deid_output_file_abandon (DeidOutputFile *file)
{
  if (file->stream != NULL)
    fclose (file->stream);
  if (file->temporary != NULL)
    g_unlink (file->temporary);
  clear (file);
}
