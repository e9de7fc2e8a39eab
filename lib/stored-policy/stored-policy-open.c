/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Stored policies from texts and files. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/file-error.h"
#include "base/memory.h"
#include "base/text.h"
#include "stored-policy/stored-policy-options-private.h"
#include "stored-policy/stored-policy-private.h"

#define CHUNK_SIZE (64 * 1024)

static DeidStoredPolicy *
read_text (const char *text, gsize length, DeidStoredPolicyOptions *options, const DeidStop *stop,
           GError **error)
{
  g_autoptr (DeidStoredPolicyOptions) used = deid_stored_policy_options_use (options);
  g_autoptr (DeidStoredPolicy) policy = deid_stored_policy_new_empty ();
  DeidJson json = { 0 };
  const DeidJsonValue *root = deid_json_read (&json, text, length, 1, stop, error);
  const gboolean success
      = root != NULL && deid_stored_policy_read_members (policy, root, used, stop, error);

  deid_json_clear (&json);
  return success ? g_steal_pointer (&policy) : NULL;
}

DeidStoredPolicy *
deid_stored_policy_new_from_json (const char *text, DeidStoredPolicyOptions *options,
                                  GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (text != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  return read_text (text, strlen (text), options, DEID_STOP_OF (cancellable), error);
}

/* Reads a stream to its end and adds a NUL. */
static gboolean
read_stream (FILE *stream, const char *path, char **text, gsize *length, const DeidStop *stop,
             GError **error)
{
  guint64 capacity = 0;
  gsize n = 1;

  for (*length = 0; n > 0; *length += n)
    {
      if (*length > DEID_STORED_POLICY_MAX_SIZE)
        {
          g_set_error (error, DEID_ERROR, DEID_ERROR_TOO_LARGE,
                       "%s: longer than 1 GiB, the limit for a stored policy", path);
          return FALSE;
        }
      if (!deid_stop_check (stop, error)
          || !deid_grow ((gpointer *) text, &capacity, *length + CHUNK_SIZE + 1, 1, error))
        return FALSE;
      n = fread (*text + *length, 1, CHUNK_SIZE, stream);
      if (ferror (stream))
        return deid_file_fail (path, "read the file", errno, error);
    }
  (*text)[*length] = '\0';
  return TRUE;
}

DeidStoredPolicy *
deid_stored_policy_new_from_json_file (const char *path, DeidStoredPolicyOptions *options,
                                       GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  g_autofree char *text = NULL;
  DeidStoredPolicy *policy = NULL;
  FILE *stream;
  gboolean success;
  gsize length;

  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  stream = fopen (path, "rbe");
  if (stream == NULL)
    {
      deid_file_fail (path, "open the file", errno, error);
      return NULL;
    }
  success = read_stream (stream, path, &text, &length, stop, error);
  fclose (stream);
  if (!success)
    return NULL;
  policy = read_text (text, length, options, stop, error);
  if (policy == NULL && !g_cancellable_is_cancelled (cancellable))
    {
      g_autofree char *shown = deid_text_escape (path);

      g_prefix_error (error, "%s: ", shown);
    }
  return policy;
}
