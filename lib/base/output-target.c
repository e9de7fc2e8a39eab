/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/output-file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <deid/deid.h>

#include "base/files.h"
#include "base/text.h"

#define MAX_LINKS 40 /* as in Linux */

/* A directory that is only passed through need not be readable. */
#ifdef O_PATH
#define DIRECTORY_FLAGS (O_PATH | O_DIRECTORY | O_CLOEXEC)
#else
#define DIRECTORY_FLAGS (O_RDONLY | O_DIRECTORY | O_CLOEXEC)
#endif

static gboolean
output_target_refuse (const char *path, const char *reason, GError **error)
{
  g_autofree char *shown = deid_text_escape (path);

  return deid_fail (error, DEID_ERROR_IO, "%s: cannot create the file: %s", shown, reason);
}

void
deid_output_target_clear (DeidOutputTarget *target)
{
  if (target->directory >= 0)
    close (target->directory);
  target->directory = target->own = -1;
  g_clear_pointer (&target->path, g_free);
  g_clear_pointer (&target->name, g_free);
}

/* Goes to a path that is relative to the directory at hand, the working directory if there is none.
 * Returns: an errno, or 0. */
static int
output_target_go_to (DeidOutputTarget *target, const char *path)
{
  const char *slash = strrchr (path, '/');
  g_autofree char *parent = NULL, *name = g_strdup (slash != NULL ? slash + 1 : path);
  int descriptor, code;

  if (path[0] == '\0')
    return ENOENT;
  if (name[0] == '\0')
    return EISDIR;
  if (slash != NULL)
    parent = g_strndup (path, (gsize) (slash - path) + 1);
  descriptor = openat (target->directory >= 0 ? target->directory : AT_FDCWD,
                       parent != NULL ? parent : ".", DIRECTORY_FLAGS);
  code = errno;
  if (descriptor < 0)
    return code;
  if (target->directory >= 0)
    close (target->directory);
  target->directory = descriptor;
  g_free (target->name);
  target->name = g_steal_pointer (&name);
  return 0;
}

static gboolean
output_target_is_same (const struct stat *a, const struct stat *b)
{
  return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* The links in this directory name descriptors; their texts, such as `pipe:[123]`, are no paths. */
static gboolean
find_own_descriptor (DeidOutputTarget *target, const struct stat *directory)
{
  static const char *const folders[] = { "/proc/self/fd", "/proc/thread-self/fd" };
  guint64 number;

  if (!g_ascii_string_to_unsigned (target->name, 10, 0, G_MAXINT, &number, NULL))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      struct stat folder;

      if (stat (folders[i], &folder) == 0 && output_target_is_same (&folder, directory))
        {
          target->own = (int) number;
          return TRUE;
        }
    }
  return FALSE;
}

/* Returns: (transfer full): the text of a link, or NULL with an errno. */
static char *
read_link (const DeidOutputTarget *target, int *code)
{
  char text[4096];
  const gssize length = readlinkat (target->directory, target->name, text, sizeof text);

  *code = length < 0 ? errno : ENAMETOOLONG;
  return length >= 0 && length < (gssize) sizeof text ? g_strndup (text, (gsize) length) : NULL;
}

/* Follows the link that stands there, unless it names a descriptor. */
static gboolean
output_target_follow (DeidOutputTarget *target, GError **error)
{
  const struct stat link = target->status;
  g_autofree char *text = NULL;
  struct stat directory;
  int code = 0;

  if (fstat (target->directory, &directory) != 0)
    return deid_file_fail (target->path, "follow the link", errno, error);
  if (find_own_descriptor (target, &directory))
    return fstat (target->own, &target->status) == 0
           || deid_file_fail (target->path, "follow the link", errno, error);
  if ((directory.st_mode & S_ISVTX) != 0 && (directory.st_mode & S_IWOTH) != 0
      && link.st_uid != geteuid () && link.st_uid != directory.st_uid)
    return output_target_refuse (target->path,
                                 "a link in a directory for all belongs to another user", error);
  text = read_link (target, &code);
  if (text != NULL)
    code = output_target_go_to (target, text);
  return code == 0 || deid_file_fail (target->path, "follow the link", code, error);
}

/* Looks at what stands where the path leads by now. */
static gboolean
output_target_look (DeidOutputTarget *target, GError **error)
{
  int code;

  target->exists
      = fstatat (target->directory, target->name, &target->status, AT_SYMLINK_NOFOLLOW) == 0;
  if (target->exists)
    return TRUE;
  code = errno;
  if (code == ENOENT && fstat (target->directory, &target->status) == 0)
    return TRUE;
  return deid_file_fail (target->path, "create the file", code, error);
}

gboolean
deid_output_target_check (const char *path, const struct stat *status, GError **error)
{
  if (S_ISDIR (status->st_mode))
    return deid_file_fail (path, "create the file", EISDIR, error);
  if (!S_ISCHR (status->st_mode) && !S_ISFIFO (status->st_mode))
    return output_target_refuse (path, "expected a regular file, a pipe or a character device",
                                 error);
  return status->st_uid == 0 || status->st_uid == geteuid ()
         || output_target_refuse (path, "the device or pipe belongs to another user", error);
}

static gboolean
resolve (DeidOutputTarget *target, GError **error)
{
  const int code = output_target_go_to (target, target->path);

  if (code != 0)
    return deid_file_fail (target->path, "create the file", code, error);
  for (guint i = 0; i <= MAX_LINKS; i++)
    {
      if (!output_target_look (target, error))
        return FALSE;
      if (!target->exists || !S_ISLNK (target->status.st_mode))
        return deid_output_target_is_file (target)
               || deid_output_target_check (target->path, &target->status, error);
      if (!output_target_follow (target, error))
        return FALSE;
      if (target->own >= 0) /* whoever opened it has decided */
        return TRUE;
    }
  return deid_file_fail (target->path, "follow the link", ELOOP, error);
}

gboolean
deid_output_target_init (DeidOutputTarget *target, const char *path, GError **error)
{
  *target = (DeidOutputTarget){ .path = g_strdup (path), .directory = -1, .own = -1 };
  if (resolve (target, error))
    return TRUE;
  deid_output_target_clear (target);
  return FALSE;
}

gboolean
deid_output_target_is_file (const DeidOutputTarget *target)
{
  return target->own < 0 && (!target->exists || S_ISREG (target->status.st_mode));
}

gboolean
deid_output_target_equal (const DeidOutputTarget *a, const DeidOutputTarget *b)
{
  return a->exists == b->exists && output_target_is_same (&a->status, &b->status)
         && (a->exists || g_str_equal (a->name, b->name));
}

gboolean
deid_output_target_check_directory (const DeidOutputTarget *target, GError **error)
{
  return !deid_output_target_is_file (target)
         || faccessat (target->directory, ".", W_OK | X_OK, AT_EACCESS) == 0
         || deid_file_fail (target->path, "create the file", errno, error);
}
