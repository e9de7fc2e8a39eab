/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* How a slot fails that has set @slot_error or, if that is NULL, does not say why: then
 * %DEID_ERROR_INVALID_ARGUMENT names what it belongs to, a @kind of thing. Returns: FALSE. */
gboolean deid_slot_fail (const char *kind, const char *shown, GError *slot_error, GError **error);

/* Tells whether a slot succeeded: it said so, and set no error. Otherwise fails as above. */
static inline gboolean
deid_slot_succeeded (const char *kind, const char *shown, gboolean succeeded, GError *slot_error,
                     GError **error)
{
  return (succeeded && slot_error == NULL) || deid_slot_fail (kind, shown, slot_error, error);
}

/* A slot of an object that holds a host's callbacks. An X-macro lists the slots of such an object
 * as SLOT (name, type of the callback) and makes of them its fields, their end, and their setters.
 */
#define DEID_SLOT_FIELD(name, Func)                                                                \
  struct                                                                                           \
  {                                                                                                \
    Func func;                                                                                     \
    gpointer data;                                                                                 \
    GDestroyNotify destroy;                                                                        \
  } name;

#define DEID_SLOT_CLEAR(name, Func)                                                                \
  if (funcs->name.destroy != NULL)                                                                 \
    funcs->name.destroy (funcs->name.data);

/* Data that cannot be taken are destroyed at once, so that they always are exactly once. Old data
 * go last, since what destroys them may set the slot again or drop the object. */
#define DEID_SLOT_DEFINE_SETTER(Type, prefix, name, Func)                                          \
  void prefix##_set_##name (Type *funcs, Func func, gpointer user_data, GDestroyNotify destroy)    \
  {                                                                                                \
    const gboolean mutable = funcs != NULL && !g_atomic_int_get (&funcs->immutable);               \
    gpointer unused = user_data;                                                                   \
    GDestroyNotify end = destroy;                                                                  \
                                                                                                   \
    if (mutable)                                                                                   \
      {                                                                                            \
        unused = funcs->name.data;                                                                 \
        end = funcs->name.destroy;                                                                 \
        funcs->name.func = func;                                                                   \
        funcs->name.data = user_data;                                                              \
        funcs->name.destroy = destroy;                                                             \
      }                                                                                            \
    if (end != NULL)                                                                               \
      end (unused);                                                                                \
    g_return_if_fail (mutable);                                                                    \
  }
