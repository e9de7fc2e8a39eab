/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <deid/deid.h>

#include "base/file-error.h"
#include "base/file-kind.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/wait.h"

static gboolean
input_fail (const DeidInput *input, const char *action, int code, GError **error)
{
  return deid_file_fail (input->name, action, code, error);
}

/* A pipe is opened although nobody writes to it as yet, so that waiting can be cancelled. */
gboolean
deid_input_open (DeidInput *input, const char *path, GCancellable *cancellable, GError **error)
{
  struct stat status;

  *input = (DeidInput){ .name = path,
                        .cancellable = cancellable,
                        .descriptor = open (path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) };
  if (input->descriptor >= 0 && fstat (input->descriptor, &status) == 0)
    {
      input->can_block = !S_ISREG (status.st_mode);
      return TRUE;
    }
  input_fail (input, "open the file", errno, error);
  deid_input_clear (input);
  return FALSE;
}

void
deid_input_init_stream (DeidInput *input, GInputStream *stream, const char *name,
                        GCancellable *cancellable)
{
  *input
      = (DeidInput){ .name = name, .stream = stream, .descriptor = -1, .cancellable = cancellable };
}

void
deid_input_clear (DeidInput *input)
{
  if (input->descriptor >= 0)
    close (input->descriptor);
  g_free (input->chunk);
  *input = (DeidInput){ .descriptor = -1 };
}

/* Returns: the number of bytes, 0 at the end, or -1 with an error. */
static gssize
read_file (const DeidInput *input, char *bytes, gsize size, GError **error)
{
  while (TRUE)
    {
      gssize n_read;

      if (input->can_block)
        deid_wait_for_descriptor (input->descriptor, G_IO_IN, input->cancellable);
      if (g_cancellable_set_error_if_cancelled (input->cancellable, error))
        return -1;
      n_read = read (input->descriptor, bytes, size);
      if (n_read >= 0)
        return n_read;
      if (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK)
        {
          input_fail (input, "read the file", errno, error);
          return -1;
        }
    }
}

/* Not every class of streams looks at the cancellable. A stream may fail without saying why, and
 * what gives an error has failed, whatever it returns.
 * Returns: as the function above. */
static gssize
read_stream (const DeidInput *input, char *bytes, gsize size, GError **error)
{
  GError *own_error = NULL;
  gssize n_read;

  if (g_cancellable_set_error_if_cancelled (input->cancellable, error))
    return -1;
  n_read = g_input_stream_read (input->stream, bytes, size, input->cancellable, &own_error);
  if (own_error != NULL)
    {
      g_propagate_error (error, own_error);
      return -1;
    }
  if (n_read < 0)
    input_fail (input, "read the stream", EIO, error);
  return n_read;
}

/* Reads bytes behind the first @n until there are @size, or until the end. */
static gboolean
input_fill (DeidInput *input, char *bytes, gsize *n, gsize size, GError **error)
{
  while (!input->is_at_end && *n < size)
    {
      const gssize n_read = input->stream != NULL
                                ? read_stream (input, bytes + *n, size - *n, error)
                                : read_file (input, bytes + *n, size - *n, error);

      if (n_read < 0)
        return FALSE;
      input->is_at_end = n_read == 0;
      *n += (gsize) n_read;
    }
  return TRUE;
}

gboolean
deid_input_peek (DeidInput *input, const char **bytes, gsize *n_bytes, GError **error)
{
  gboolean success;

  if (input->chunk == NULL)
    input->chunk = deid_alloc (DEID_INPUT_CHUNK_SIZE, 1, error);
  success = input->chunk != NULL
            && (input->n_ahead > 0
                || input_fill (input, input->chunk, &input->n_ahead, DEID_INPUT_CHUNK_SIZE, error));
  *bytes = input->chunk;
  *n_bytes = input->n_ahead;
  return success;
}

gboolean
deid_input_read (DeidInput *input, const char **bytes, gsize *n_bytes, GError **error)
{
  const gboolean success = deid_input_peek (input, bytes, n_bytes, error);

  input->n_ahead = 0;
  return success;
}

gboolean
deid_input_read_to (DeidInput *input, char *bytes, gsize size, gsize *n_bytes, GError **error)
{
  *n_bytes = input->n_ahead;
  if (input->n_ahead > 0)
    memcpy (bytes, input->chunk, input->n_ahead);
  input->n_ahead = 0;
  return input_fill (input, bytes, n_bytes, size, error);
}

char *
deid_input_read_all (DeidInput *input, gsize max_length, const char *limit, gsize *length,
                     GError **error)
{
  g_autofree char *text = NULL;
  guint64 capacity = 0;
  gsize n;

  *length = 0;
  do
    {
      const char *bytes;

      if (!deid_input_read (input, &bytes, &n, error)
          || (*length == 0 && !deid_file_kind_check (input->name, bytes, n, error)))
        return NULL;
      if (n > max_length - *length)
        {
          g_autofree char *shown = deid_text_escape (input->name);

          g_set_error (error, DEID_ERROR, DEID_ERROR_TOO_LARGE, "%s: longer than %s", shown, limit);
          return NULL;
        }
      if (!deid_grow ((gpointer *) &text, &capacity, *length + n + 1, 1, error))
        return NULL;
      memcpy (text + *length, bytes, n);
      *length += n;
    }
  while (n > 0);
  text[*length] = '\0';
  return g_steal_pointer (&text);
}
