/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/file-error.h"

#include <deid/deid.h>

#include "base/text.h"

gboolean
deid_file_fail (const char *path, const char *action, int code, GError **error)
{
  g_autofree char *shown = deid_text_escape (path);

  g_set_error (error, DEID_ERROR, DEID_ERROR_IO, "%s: cannot %s: %s", shown, action,
               g_strerror (code));
  return FALSE;
}
