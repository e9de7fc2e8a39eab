/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib-object.h>
#include <glib.h>

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

/* Returns: (transfer full): a handle of zeros with one reference. */
gpointer deid_handle_new (gsize size);
#define DEID_NEW_HANDLE(Type)                                                                      \
  (G_STATIC_ASSERT_EXPR (G_STRUCT_OFFSET (Type, ref_count) == 0),                                  \
   (Type *) deid_handle_new (sizeof (Type)))

/* Options: a handle with a member `gint immutable`, which is changed until it is used. The macro
 * also defines prefix_use(), which returns the options, immutable from now on, or the defaults for
 * %NULL; and the static name_check_mutable(), which fails with @used once they were used. */
#define DEID_DEFINE_OPTIONS(Type, prefix, name, used)                                              \
  DEID_DEFINE_HANDLE (Type, prefix)                                                                \
  Type *prefix##_use (Type *options)                                                               \
  {                                                                                                \
    if (options == NULL)                                                                           \
      return prefix##_new ();                                                                      \
    g_atomic_int_set (&options->immutable, TRUE);                                                  \
    return prefix##_ref (options);                                                                 \
  }                                                                                                \
  static gboolean name##_check_mutable (Type *options, GError **error)                             \
  {                                                                                                \
    return deid_check_mutable (&options->immutable, NULL, used, error);                            \
  }

/* A public function that sets a field of what @check says can still be changed. */
#define DEID_DEFINE_SETTER(name, Handle, check, Type, field)                                       \
  gboolean name (Handle *self, Type value, GError **error)                                         \
  {                                                                                                \
    g_return_val_if_fail (self != NULL, FALSE);                                                    \
    if (!check (self, error))                                                                      \
      return FALSE;                                                                                \
    self->field = value;                                                                           \
    return TRUE;                                                                                   \
  }

/* The same of the callbacks of a host, which cannot fail. */
#define DEID_DEFINE_FUNCS_SETTER(name, Funcs, Type, field)                                         \
  void name (Funcs *self, Type value)                                                              \
  {                                                                                                \
    g_return_if_fail (self != NULL && !g_atomic_int_get (&self->immutable));                       \
    self->field = value;                                                                           \
  }

/* A public function that returns a field of a handle, or @otherwise for %NULL. */
#define DEID_DEFINE_GETTER(Type, name, Handle, field, otherwise)                                   \
  Type name (const Handle *self)                                                                   \
  {                                                                                                \
    g_return_val_if_fail (self != NULL, otherwise);                                                \
    return self->field;                                                                            \
  }

/* The same of a field of item @i of @n. */
#define DEID_DEFINE_ITEM_GETTER(Type, name, Handle, Index, n, field, otherwise)                    \
  Type name (const Handle *self, Index i)                                                          \
  {                                                                                                \
    g_return_val_if_fail (self != NULL && i < self->n, otherwise);                                 \
    return self->field;                                                                            \
  }

/* Returns: whether the handle with this flag can still be changed; if not, sets
 * %DEID_ERROR_IMMUTABLE with what was done to the handle as @reason, after its @name (nullable). */
gboolean deid_check_mutable (const gint *immutable, const char *name, const char *reason,
                             GError **error);

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

/* The slot free_state of a model whose state g_free() frees. */
void deid_model_free_state (gpointer state, gpointer data);

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

/* A text that names a model, taken apart: a name, parameters behind colons, and a column behind an
 * @. */
typedef struct
{
  const char *text; /* the whole */
  const char *kind; /* of what it names, for messages: "privacy model" or the like */
  char **parts;     /* the name and the parameters */
  guint n_parts;
  char *named;        /* the column that the text names, unescaped, or NULL */
  const char *column; /* this or another */
  union
  {
    guint64 count;
    double number;
  } values[4]; /* of the first parameters, once they are read */
} DeidSpecification;

/* The text must outlive it. On failure it may be cleared, and nothing else. Errors:
 * %DEID_ERROR_PARSE. */
gboolean deid_specification_init (DeidSpecification *specification, const char *kind,
                                  const char *text, GError **error);
void deid_specification_clear (DeidSpecification *specification);

/* Fails with %DEID_ERROR_PARSE: a parameter is not what was expected. Returns: NULL. */
gpointer deid_specification_fail (const DeidSpecification *specification, guint part,
                                  const char *expected, GError **error);

/* Fails with %DEID_ERROR_PARSE: @text has none of @forms, such as `k:K`, to a %NULL. The message
 * names the form of the name that it begins with, a name that is nearly its own, or all forms. */
void deid_specification_fail_unknown (const char *kind, const char *text, char **forms,
                                      GError **error);

/* Reads the first parameters, one for each letter of @kinds: `c` is a count, `n` a number, `s` a
 * share, `-` something else, which is not read. Errors: %DEID_ERROR_PARSE. */
gboolean deid_specification_read (DeidSpecification *specification, const char *kinds,
                                  GError **error);

/* Reads a parameter as a count. Errors: %DEID_ERROR_PARSE. */
gboolean deid_specification_read_count (const DeidSpecification *specification, guint part,
                                        guint64 *count, GError **error);

/* Reads a number, or a percentage such as `5%`, which is the number nearest to 0.05. Returns:
 * whether it is one; its range is not checked. */
gboolean deid_share_from_text (const char *text, double *share);

/* Checks what a model or a search of a host says it is called, @text, which may be %NULL: it has a
 * name, is valid UTF-8, and holds neither an @ nor a control character. Errors:
 * %DEID_ERROR_INVALID_ARGUMENT. */
gboolean deid_specification_check (const char *kind, const char *text, GError **error);

/* Checks what a model of a host says of itself in reports, which may be %NULL: it is valid UTF-8
 * without control characters. Errors: %DEID_ERROR_INVALID_ARGUMENT. */
gboolean deid_sentence_check (const char *kind, const char *specification, const char *sentence,
                              GError **error);

/* Checks the names of columns that a model asks for, to a %NULL: none is empty, not valid UTF-8 or
 * given twice. @what calls them something in messages. Errors: %DEID_ERROR_INVALID_ARGUMENT. */
gboolean deid_specification_check_columns (const char *kind, const char *text, const char *what,
                                           const char *const *names, GError **error);

/* Returns: (transfer full): a specification with the names of columns behind it, joined by +. In
 * each a + and a % are escaped as in a URI, so that one name is never taken for two. */
char *deid_specification_with_columns (const char *text, const char *const *names);

/* The forms that specifications have, such as `k:K`, each with a sentence on what it names. */
typedef struct
{
  GPtrArray *forms, *summaries;
} DeidSpecificationList;

void deid_specification_list_init (DeidSpecificationList *list);
void deid_specification_list_add (DeidSpecificationList *list, const char *form,
                                  const char *summary);

/* Returns: (transfer full): the forms to a NULL, and in @summaries, which may be NULL, the
 * sentences. */
char **deid_specification_list_end (DeidSpecificationList *list, char ***summaries);

/* Adds usage @i of @n to a list that ends in "or". */
void deid_specification_append_usage (GString *usages, guint i, guint n, const char *usage);
