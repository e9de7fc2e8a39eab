/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What the public headers use of GLib, for parsers that stumble on the headers of GLib itself: name
 * this folder before theirs, and define __GI_SCANNER__. `pkg-config --variable=glibstubdir deid`
 * tells where it is installed. Types of fixed size are those of a 64-bit or 32-bit Unix.
 */
#ifndef GLIB_STUB_H
#define GLIB_STUB_H

#define G_BEGIN_DECLS
#define G_END_DECLS
#define G_DEPRECATED
#define G_DEPRECATED_FOR(f)
#define G_UNAVAILABLE(major, minor)

typedef int gboolean;
typedef unsigned char guchar;
typedef unsigned int guint;
typedef uint8_t guint8;
typedef uint32_t guint32;
typedef uint32_t gunichar;
typedef int64_t gint64;
typedef uint64_t guint64;
typedef size_t gsize;
typedef size_t GType;
typedef uint32_t GQuark;
typedef void *gpointer;
typedef const void *gconstpointer;
typedef void (*GDestroyNotify) (gpointer data);
typedef struct _GBytes GBytes;
typedef struct _GCancellable GCancellable;
typedef struct _GInputStream GInputStream;
typedef struct _GOutputStream GOutputStream;

typedef struct _GError
{
  GQuark domain;
  int code;
  char *message;
} GError;

/* What frees what the library returns, and ends its calls. */
void g_free (gpointer memory);
void g_strfreev (char **texts);
void g_error_free (GError *error);
void g_clear_error (GError **error);
GCancellable *g_cancellable_new (void);
void g_cancellable_cancel (GCancellable *cancellable);
void g_object_unref (gpointer object);

#endif
