/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib-object.h>

/* Every handle is a struct whose first member is `gatomicrefcount ref_count`. The macro defines
 * its _ref, _unref and _get_type on top of a static function prefix_free that releases the
 * contents and the struct itself. */
#define DEID_DEFINE_HANDLE(Type, prefix)                                                           \
  Type *prefix##_ref (Type *self)                                                                  \
  {                                                                                                \
    g_return_val_if_fail (self != NULL, NULL);                                                     \
    g_atomic_ref_count_inc (&self->ref_count);                                                     \
    return self;                                                                                   \
  }                                                                                                \
  void prefix##_unref (Type *self)                                                                 \
  {                                                                                                \
    g_return_if_fail (self != NULL);                                                               \
    if (g_atomic_ref_count_dec (&self->ref_count))                                                 \
      prefix##_free (self);                                                                        \
  }                                                                                                \
  G_DEFINE_BOXED_TYPE (Type, prefix, prefix##_ref, prefix##_unref)

/* Returns: whether the handle with this flag can still be changed; if not, sets
 * %DEID_ERROR_IMMUTABLE with what was done to the handle as @reason, after its @name (nullable). */
gboolean deid_check_mutable (const gint *immutable, const char *name, const char *reason,
                             GError **error);
