/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads dialects from texts. */
#include "engine/dialect.h"

#include <string.h>

#include "base/key-file.h"
#include "base/rational.h"
#include "base/text.h"

#define FRAGMENT(key, field, kind, together)                                                       \
  {                                                                                                \
    key, G_STRUCT_OFFSET (DeidDialectFacts, field), DEID_FRAGMENT_##kind, together                 \
  }

const DeidFragment deid_dialect_fragments[] = {
  FRAGMENT ("name", name, NEEDED_FULL, 0),
  FRAGMENT ("max-name", max_name, NUMBER, 0),
  FRAGMENT ("max-parts", max_parts, NUMBER, 0),
  FRAGMENT ("name-quote", name_quote, NEEDED_FULL, 0),
  FRAGMENT ("refused-in-names", refused_in_names, OPTIONAL, 0),
  FRAGMENT ("reserved", reserved, OPTIONAL, 0),
  FRAGMENT ("has-escapes", has_escapes, FLAG, 0),
  FRAGMENT ("escape-mark", escape_mark, OPTIONAL, 0),
  FRAGMENT ("quote", quote, OPTIONAL, 0),
  FRAGMENT ("backslash", backslash, OPTIONAL, 0),
  FRAGMENT ("carriage-return", carriage_return, NEEDED_FULL, 0),
  FRAGMENT ("line-feed", line_feed, NEEDED_FULL, 0),
  FRAGMENT ("lost-return", lost_return, OPTIONAL, 0),
  FRAGMENT ("text-before", text_before, NEEDED, 0),
  FRAGMENT ("text-behind", text_behind, NEEDED, 0),
  FRAGMENT ("binary", binary, NEEDED, 0),
  FRAGMENT ("nul-before", nul_before, OPTIONAL, 'n'),
  FRAGMENT ("nul-behind", nul_behind, OPTIONAL, 'n'),
  FRAGMENT ("text", text, NEEDED_FULL, 0),
  FRAGMENT ("text-or-null", text_or_null, NEEDED_FULL, 0),
  FRAGMENT ("integer", integer, NEEDED_FULL, 0),
  FRAGMENT ("not-null", not_null, NEEDED, 0),
  FRAGMENT ("unique", unique, NEEDED, 0),
  FRAGMENT ("storage", storage, NEEDED, 0),
  FRAGMENT ("between-rows", between_rows, NEEDED_FULL, 0),
  FRAGMENT ("private-before", private_before, OPTIONAL, 'p'),
  FRAGMENT ("private-behind", private_behind, OPTIONAL, 'p'),
  FRAGMENT ("private-end", private_end, OPTIONAL, 'p'),
  FRAGMENT ("analyze", analyze, OPTIONAL, 0),
  FRAGMENT ("rename-before", rename_before, NEEDED_FULL, 0),
  FRAGMENT ("rename-between", rename_between, NEEDED_FULL, 0),
  FRAGMENT ("renames-in-place", renames_in_place, FLAG, 0),
  FRAGMENT ("has-loud-aliases", has_loud_aliases, FLAG, 0),
  FRAGMENT ("nests-joins", nests_joins, FLAG, 0),
  FRAGMENT ("lacks-rows", lacks_rows, FLAG, 0),
  FRAGMENT ("join", join, NEEDED_FULL, 0),
  FRAGMENT ("random", random, NEEDED_FULL, 0),
  FRAGMENT ("row-before", row_before, NEEDED_FULL, 0),
  FRAGMENT ("row-behind", row_behind, NEEDED, 0),
  FRAGMENT ("repeat-before", repeat_before, OPTIONAL, 'r'),
  FRAGMENT ("repeat-behind", repeat_behind, OPTIONAL, 'r'),
  FRAGMENT ("schema", schema, NEEDED_FULL, 0),
  FRAGMENT ("database", database, OPTIONAL, 0),
  FRAGMENT ("only-database", only_database, OPTIONAL, 0),
  FRAGMENT ("catalog", catalog, OPTIONAL, 0),
  FRAGMENT ("tables", tables, OPTIONAL, 0),
  FRAGMENT ("columns", columns, NEEDED_FULL, 0),
  FRAGMENT ("replace", replace, OPTIONAL, 'h'),
  FRAGMENT ("hash-before", hash_before, OPTIONAL, 'h'),
  FRAGMENT ("hash-behind", hash_behind, OPTIONAL, 'h'),
  FRAGMENT ("hash-sum", hash_sum, OPTIONAL, 'h'),
  FRAGMENT ("hash-end", hash_end, OPTIONAL_ANY, 'h'),
  FRAGMENT ("check-before", check_before, NEEDED_FULL, 0),
  FRAGMENT ("check-between", check_between, NEEDED_FULL, 0),
  FRAGMENT ("check-behind", check_behind, NEEDED_FULL, 0),
  FRAGMENT ("begin", begin, NEEDED, 0),
  FRAGMENT ("commit", commit, NEEDED, 0),
  FRAGMENT ("client-flags", client_flags, OPTIONAL, 0),
  FRAGMENT ("client-setup", client_setup, OPTIONAL_ANY, 0),
  FRAGMENT ("client-without-values", client_without_values, OPTIONAL, 0),
  FRAGMENT ("client-code", client_code, OPTIONAL, 0),
  FRAGMENT ("client-reads-to-end", client_reads_to_end, FLAG, 0),
};

const guint deid_dialect_n_fragments = G_N_ELEMENTS (deid_dialect_fragments);

/* Returns: (nullable): the field of a text, or %NULL for a flag or a number. */
static char **
dialect_text_get_field (DeidDialectFacts *facts, const DeidFragment *fragment)
{
  return fragment->kind < DEID_FRAGMENT_FLAG ? &G_STRUCT_MEMBER (char *, facts, fragment->offset)
                                             : NULL;
}

static gboolean
refuse_fragment (const char *key, const char *expected, GError **error)
{
  return deid_fail (error, DEID_ERROR_PARSE, "fragment '%s': expected %s", key, expected);
}

static gboolean
refuse_key (const char *key, GError **error)
{
  g_autofree char *question = NULL;
  DeidNearestText nearest;

  deid_nearest_text_init (&nearest, key);
  for (guint i = 0; i < deid_dialect_n_fragments; i++)
    deid_nearest_text_try (&nearest, deid_dialect_fragments[i].key);
  question = deid_nearest_text_ask (&nearest);
  return deid_fail (error, DEID_ERROR_PARSE,
                    "'%s' is no fragment of a dialect, expected one that docs/dialects.md lists%s",
                    DEID_SHOW (key), question);
}

static gboolean
dialect_text_read_flag (gboolean *flag, const char *key, const char *value, GError **error)
{
  *flag = g_str_equal (value, "yes");
  return *flag || g_str_equal (value, "no") || refuse_fragment (key, "yes or no", error);
}

static gboolean
dialect_text_read_number (gsize *number, const char *key, const char *value, GError **error)
{
  guint64 n;

  if (!deid_uint64_from_decimal (value, &n) || n == 0 || n > G_MAXSIZE)
    return refuse_fragment (key, "an integer from 1 on", error);
  *number = (gsize) n;
  return TRUE;
}

/* Takes one text, which may contain any UTF-8 but a NUL. */
static gboolean
take_text (char **field, const DeidFragment *fragment, const char *key, const char *value,
           GError **error)
{
  g_autofree char *text = g_strdup (value);

  if (!deid_key_file_unescape (text, FALSE, error))
    {
      g_prefix_error (error, "fragment '%s': ", key);
      return FALSE;
    }
  if (!g_utf8_validate (text, -1, NULL))
    return deid_fail (error, DEID_ERROR_ENCODING, "fragment '%s' is not valid UTF-8", key);
  if (*text == '\0'
      && (fragment->kind == DEID_FRAGMENT_NEEDED_FULL || fragment->kind == DEID_FRAGMENT_OPTIONAL))
    return refuse_fragment (key, "a text that is not empty", error);
  *field = g_steal_pointer (&text);
  return TRUE;
}

static gboolean
dialect_text_set (gpointer data, const char *key, const char *value, GError **error)
{
  DeidDialectFacts *facts = data;

  for (guint i = 0; i < deid_dialect_n_fragments; i++)
    {
      const DeidFragment *fragment = &deid_dialect_fragments[i];
      char **text = dialect_text_get_field (facts, fragment);

      if (!g_str_equal (fragment->key, key))
        continue;
      if (text != NULL && *text != NULL)
        return refuse_fragment (key, "it once", error);
      if (text != NULL)
        return take_text (text, fragment, key, value, error);
      return fragment->kind == DEID_FRAGMENT_FLAG
                 ? dialect_text_read_flag (&G_STRUCT_MEMBER (gboolean, facts, fragment->offset),
                                           key, value, error)
                 : dialect_text_read_number (&G_STRUCT_MEMBER (gsize, facts, fragment->offset), key,
                                             value, error);
    }
  return refuse_key (key, error);
}

/* Tells whether a fragment is given that goes together with this one. */
static gboolean
is_needed_by_another (DeidDialectFacts *facts, const DeidFragment *fragment)
{
  for (guint i = 0; fragment->together != 0 && i < deid_dialect_n_fragments; i++)
    if (deid_dialect_fragments[i].together == fragment->together
        && *dialect_text_get_field (facts, &deid_dialect_fragments[i]) != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
dialect_text_check_complete (DeidDialectFacts *facts, GError **error)
{
  for (guint i = 0; i < deid_dialect_n_fragments; i++)
    {
      const DeidFragment *fragment = &deid_dialect_fragments[i];
      char **text = dialect_text_get_field (facts, fragment);

      if (text != NULL && *text == NULL
          && (fragment->kind <= DEID_FRAGMENT_NEEDED_FULL
              || is_needed_by_another (facts, fragment)))
        return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                          "the dialect lacks the fragment '%s', expected it as docs/dialects.md "
                          "describes it",
                          fragment->key);
    }
  return TRUE;
}

/* Checks the fragments whose texts have a form. */
static gboolean
dialect_text_check_values (const DeidDialectFacts *facts, GError **error)
{
  g_autoptr (GRegex) code = NULL;
  g_auto (GStrv) flags = NULL;

  if (facts->name[strspn (facts->name, "abcdefghijklmnopqrstuvwxyz0123456789-")] != '\0')
    return refuse_fragment ("name", "small letters, digits and dashes", error);
  if (strlen (facts->name_quote) != 1 || !g_ascii_ispunct (*facts->name_quote))
    return refuse_fragment ("name-quote", "one character, such as \" or `", error);
  if (facts->client_flags != NULL && !g_shell_parse_argv (facts->client_flags, NULL, &flags, NULL))
    return refuse_fragment ("client-flags", "arguments, with quotes as in a shell", error);
  if (facts->client_code == NULL)
    return TRUE;
  code = g_regex_new (facts->client_code, G_REGEX_RAW | G_REGEX_MULTILINE, 0, NULL);
  return (code != NULL && g_regex_get_capture_count (code) == 1)
         || refuse_fragment ("client-code", "a regular expression with one group", error);
}

DeidDialectFacts *
deid_dialect_read (const char *text, GError **error)
{
  DeidDialectFacts *facts = g_new0 (DeidDialectFacts, 1);

  facts->max_name = facts->max_parts = G_MAXSIZE;
  if (deid_key_file_read_entries (text, "dialect", dialect_text_set, facts, error)
      && dialect_text_check_complete (facts, error) && dialect_text_check_values (facts, error))
    return facts;
  deid_dialect_free (facts);
  return NULL;
}

void
deid_dialect_free (DeidDialectFacts *facts)
{
  for (guint i = 0; facts != NULL && i < deid_dialect_n_fragments; i++)
    {
      char **text = dialect_text_get_field (facts, &deid_dialect_fragments[i]);

      if (text != NULL)
        g_free (*text);
    }
  g_free (facts);
}
