/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/handle.h"

#include "base/rational.h"
#include "base/text.h"

#include <deid/deid.h>
#include <string.h>

const char *
deid_get_version (void)
{
  return DEID_VERSION_STRING;
}

gpointer
deid_handle_new (gsize size)
{
  gatomicrefcount *ref_count = g_malloc0 (size);

  g_atomic_ref_count_init (ref_count);
  return ref_count;
}

gboolean
deid_check_mutable (const gint *immutable, const char *name, const char *reason, GError **error)
{
  if (!g_atomic_int_get (immutable))
    return TRUE;
  return deid_fail (error, DEID_ERROR_IMMUTABLE, "%s%s%s and cannot be changed any more",
                    name != NULL ? name : "", name != NULL ? ": " : "", reason);
}

gboolean
deid_slot_fail (const char *kind, const char *shown, GError *slot_error, GError **error)
{
  if (slot_error == NULL)
    g_set_error (&slot_error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                 "%s %s: it failed without saying why", kind, shown);
  g_propagate_error (error, slot_error);
  return FALSE;
}

void
deid_model_free_state (gpointer state, gpointer data)
{
  g_free (state);
}

gboolean
deid_specification_init (DeidSpecification *specification, const char *kind, const char *text,
                         GError **error)
{
  const char *at = strchr (text, '@');
  g_autofree char *before = at != NULL ? g_strndup (text, (gsize) (at - text)) : g_strdup (text);

  *specification
      = (DeidSpecification){ .text = text,
                             .kind = kind,
                             .parts = g_strsplit (before, ":", 0),
                             .named = at != NULL ? g_uri_unescape_string (at + 1, NULL) : NULL };
  specification->n_parts = g_strv_length (specification->parts);
  specification->column = specification->named;
  if (at == NULL
      || (specification->named != NULL && g_utf8_validate (specification->named, -1, NULL)))
    return TRUE;
  return deid_fail (error, DEID_ERROR_PARSE,
                    "%s '%s': expected a column escaped as in a URI, '%%25' for '%%'", kind,
                    DEID_SHOW (text));
}

void
deid_specification_clear (DeidSpecification *specification)
{
  g_strfreev (specification->parts);
  g_free (specification->named);
}

gpointer
deid_specification_fail (const DeidSpecification *specification, guint part, const char *expected,
                         GError **error)
{
  return deid_fail_null (error, DEID_ERROR_PARSE, "%s %s: '%s', expected %s", specification->kind,
                         specification->parts[0], DEID_SHOW (specification->parts[part]), expected);
}

/* Names are letters. */
static gsize
measure_name (const char *text)
{
  gsize n = 0;

  while (g_ascii_isalpha (text[n]))
    n++;
  return n;
}

static gboolean
have_one_name (const char *a, const char *b)
{
  const gsize n = measure_name (a);

  return n > 0 && n == measure_name (b) && strncmp (a, b, n) == 0;
}

static char *
ask_for_name (const char *text, char **forms)
{
  g_autofree char *wanted = g_strndup (text, strcspn (text, ":=@"));
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  DeidNearestText nearest;

  deid_nearest_text_init (&nearest, wanted);
  for (guint i = 0; forms[i] != NULL; i++)
    {
      g_ptr_array_add (names, g_strndup (forms[i], measure_name (forms[i])));
      deid_nearest_text_try (&nearest, g_ptr_array_index (names, i));
    }
  return nearest.found != NULL ? deid_nearest_text_ask (&nearest) : NULL;
}

void
deid_specification_fail_unknown (const char *kind, const char *text, char **forms, GError **error)
{
  g_autofree char *shown = deid_text_show (text, -1), *question = ask_for_name (text, forms);
  g_autoptr (GString) expected = g_string_new (NULL);
  const guint n = g_strv_length (forms);

  for (guint i = 0; i < n && expected->len == 0; i++)
    if (have_one_name (text, forms[i]))
      g_string_append (expected, forms[i]);
  if (expected->len == 0 && question != NULL)
    g_string_append_printf (expected, "the name of one%s", question);
  for (guint i = 0, all = expected->len == 0; all && i < n; i++)
    deid_specification_append_usage (expected, i, n, forms[i]);
  deid_fail (error, DEID_ERROR_PARSE, "%s '%s', expected %s", kind, shown, expected->str);
}

gboolean
deid_specification_read_count (const DeidSpecification *specification, guint part, guint64 *count,
                               GError **error)
{
  return deid_uint64_from_decimal (specification->parts[part], count)
         || deid_specification_fail (specification, part, "a positive integer", error);
}

gboolean
deid_share_from_text (const char *text, double *share)
{
  const gsize length = strlen (text);
  const gboolean is_percentage = length > 1 && text[length - 1] == '%';
  g_autofree char *hundredths
      = is_percentage ? g_strdup_printf ("%.*se-2", (int) length - 1, text) : NULL;

  return deid_double_from_decimal (is_percentage ? hundredths : text, share);
}

static gboolean
specification_read_value (DeidSpecification *specification, guint i, char kind)
{
  const char *part = specification->parts[1 + i];

  switch (kind)
    {
    case 'c':
      return deid_uint64_from_decimal (part, &specification->values[i].count);
    case 'n':
      return deid_double_from_decimal (part, &specification->values[i].number);
    case 's':
      return deid_share_from_text (part, &specification->values[i].number);
    default:
      return TRUE;
    }
}

gboolean
deid_specification_read (DeidSpecification *specification, const char *kinds, GError **error)
{
  for (guint i = 0; kinds[i] != '\0'; i++)
    if (!specification_read_value (specification, i, kinds[i]))
      {
        deid_specification_fail (specification, 1 + i,
                                 kinds[i] == 'c'   ? "a positive integer"
                                 : kinds[i] == 'n' ? "a number"
                                                   : "a number or a percentage",
                                 error);
        return FALSE;
      }
  return TRUE;
}

void
deid_specification_append_usage (GString *usages, guint i, guint n, const char *usage)
{
  g_string_append_printf (usages, "%s%s", i == 0 ? "" : (i + 1 < n ? ", " : " or "), usage);
}

gboolean
deid_specification_check (const char *kind, const char *text, GError **error)
{
  if (deid_text_is_spelling (text) && text[0] != ':' && strchr (text, '@') == NULL)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "%s: its specification has no name, is not valid UTF-8 or holds an '@' or a "
                    "control character",
                    kind);
}

gboolean
deid_sentence_check (const char *kind, const char *specification, const char *sentence,
                     GError **error)
{
  if (sentence == NULL || sentence[0] == '\0' || deid_text_is_spelling (sentence))
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "%s %s: its sentence is not valid UTF-8 or holds a control character", kind,
                    specification);
}

gboolean
deid_specification_check_columns (const char *kind, const char *text, const char *what,
                                  const char *const *names, GError **error)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (names[i][0] == '\0' || !g_utf8_validate (names[i], -1, NULL))
      return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                        "%s %s: the name of a %s is empty or not valid UTF-8", kind, text, what);
    else if (g_strv_contains (names + i + 1, names[i]))
      return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "%s %s: the %s '%s' is given twice",
                        kind, text, what, DEID_SHOW (names[i]));
  return TRUE;
}

static void
specification_append_escaped (GString *text, const char *name)
{
  for (const char *c = name; *c != '\0'; c++)
    if (*c == '%' || *c == '+')
      g_string_append_printf (text, "%%%02X", (guint) *c);
    else
      g_string_append_c (text, *c);
}

char *
deid_specification_with_columns (const char *text, const char *const *names)
{
  g_autoptr (GString) whole = g_string_new (text);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_string_append_c (whole, i == 0 ? '@' : '+');
      specification_append_escaped (whole, names[i]);
    }
  return g_string_free (g_steal_pointer (&whole), FALSE);
}

void
deid_specification_list_init (DeidSpecificationList *list)
{
  *list = (DeidSpecificationList){ .forms = g_ptr_array_new (), .summaries = g_ptr_array_new () };
}

void
deid_specification_list_add (DeidSpecificationList *list, const char *form, const char *summary)
{
  g_ptr_array_add (list->forms, g_strdup (form));
  g_ptr_array_add (list->summaries, g_strdup (summary));
}

char **
deid_specification_list_end (DeidSpecificationList *list, char ***summaries)
{
  char **sentences;

  g_ptr_array_add (list->forms, NULL);
  g_ptr_array_add (list->summaries, NULL);
  sentences = (char **) g_ptr_array_free (list->summaries, FALSE);
  if (summaries != NULL)
    *summaries = sentences;
  else
    g_strfreev (sentences);
  return (char **) g_ptr_array_free (list->forms, FALSE);
}
