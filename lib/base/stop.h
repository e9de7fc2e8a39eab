/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

/* How many rows a loop may work through between two checks. */
#define DEID_ROWS_PER_CHECK 65536

/* And how many bytes of a text. */
#define DEID_BYTES_PER_CHECK (1024 * 1024)

/* How many classes models may be asked of between two checks: a host's callback may take its time.
 */
#define DEID_CLASSES_PER_CHECK 16

/* When to give up. */
typedef struct
{
  GCancellable *cancellable; /* or NULL */
  gint64 deadline;           /* of g_get_monotonic_time(), or G_MAXINT64 */
} DeidStop;

/* Of a call that only its cancellable, which may be NULL, ends before its time. */
#define DEID_STOP_OF(given) (&(const DeidStop){ .cancellable = (given), .deadline = G_MAXINT64 })

/* Of a call that nothing ends before its time. */
#define DEID_STOP_NEVER DEID_STOP_OF (NULL)

/* Sets %G_IO_ERROR_CANCELLED or %DEID_ERROR_LIMIT_REACHED and returns FALSE when it is time. */
gboolean deid_stop_check (const DeidStop *stop, GError **error);

/* The same, on the first of every %DEID_ROWS_PER_CHECK rows. */
static inline gboolean
deid_stop_check_row (const DeidStop *stop, guint64 row, GError **error)
{
  return row % DEID_ROWS_PER_CHECK != 0 || deid_stop_check (stop, error);
}

/* The same, on the first of every %DEID_CLASSES_PER_CHECK classes. */
static inline gboolean
deid_stop_check_class (const DeidStop *stop, guint32 number, GError **error)
{
  return number % DEID_CLASSES_PER_CHECK != 0 || deid_stop_check (stop, error);
}

/* The same, at the first place in a text that is not before @next_check, which moves on by
 * %DEID_BYTES_PER_CHECK. */
static inline gboolean
deid_stop_check_text (const DeidStop *stop, const char *place, const char **next_check,
                      GError **error)
{
  if (place < *next_check)
    return TRUE;
  *next_check = place + DEID_BYTES_PER_CHECK;
  return deid_stop_check (stop, error);
}
