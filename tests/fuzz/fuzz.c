/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "fuzz/fuzz.h"

#include <glib/gstdio.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BETWEEN_TEXTS "\n====\n"

static char *temporary_directory;
static GHashTable *temporary_files;

static struct
{
  GRand *rand; /* of the current input, or NULL */
  Fuzz *fuzz;
} drawn;

/* The linker has these called in place of the functions that they are named after, by --wrap. */

void __wrap__mark_point (const char *file, int line);
void __wrap__ck_assert_failed (const char *file, int line, const char *expr, const char *msg, ...)
    G_GNUC_PRINTF (4, 5);
guint32 __wrap_g_rand_int (GRand *rand);
gint32 __wrap_g_rand_int_range (GRand *rand, gint32 begin, gint32 end);
gdouble __wrap_g_rand_double (GRand *rand);
gdouble __wrap_g_rand_double_range (GRand *rand, gdouble begin, gdouble end);

guint32 __real_g_rand_int (GRand *rand);
gint32 __real_g_rand_int_range (GRand *rand, gint32 begin, gint32 end);
gdouble __real_g_rand_double (GRand *rand);

/* Check expects that a test runs. */

void
__wrap__mark_point (const char *file G_GNUC_UNUSED, int line G_GNUC_UNUSED)
{
}

void
__wrap__ck_assert_failed (const char *file, int line, const char *expr, const char *msg, ...)
{
  va_list arguments;

  fprintf (stderr, "%s:%d: %s: ", file, line, expr);
  va_start (arguments, msg);
  if (msg != NULL)
    vfprintf (stderr, msg, arguments);
  va_end (arguments);
  fputc ('\n', stderr);
  abort ();
}

/* In place of functions of support/suite.c, which has the main () of tests. */

static void
remove_temporary_directory (void)
{
  GHashTableIter iter;
  gpointer path;

  g_hash_table_iter_init (&iter, temporary_files);
  while (g_hash_table_iter_next (&iter, NULL, &path))
    g_unlink (path);
  g_rmdir (temporary_directory);
  g_hash_table_unref (temporary_files);
  g_free (temporary_directory);
}

const char *
get_temporary_file (const char *name)
{
  char *path = g_hash_table_lookup (temporary_files, name);

  if (path == NULL)
    {
      path = g_build_filename (temporary_directory, name, NULL);
      g_hash_table_insert (temporary_files, g_strdup (name), path);
    }
  return path;
}

guint
count_trials (guint n)
{
  return n;
}

void
assert_error (GError **error, GQuark domain, int code, ...)
{
  if (!g_error_matches (*error, domain, code))
    ck_abort_msg ("unexpected error: %s", *error != NULL ? (*error)->message : "none");
  g_clear_error (error);
}

char *
generalize (const DeidHierarchy *hierarchy, const char *value, guint level)
{
  GError *error = NULL;
  char *label = NULL;

  deid_hierarchy_generalize (hierarchy, value, level, &label, &error);
  assert_no_error (error);
  return label;
}

char *
specify (const DeidHierarchy *hierarchy)
{
  GError *error = NULL;
  char *text = NULL;

  deid_hierarchy_to_specification (hierarchy, &text, &error);
  assert_no_error (error);
  return text;
}

static gboolean
is_control (gunichar c)
{
  return g_unichar_type (c) == G_UNICODE_CONTROL || g_unichar_type (c) == G_UNICODE_FORMAT;
}

void
assert_one_line (const char *text)
{
  if (!g_utf8_validate (text, -1, NULL))
    ck_abort_msg ("not UTF-8: %s", text);
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    if (is_control (g_utf8_get_char (p)))
      ck_abort_msg ("more than a line: %s", text);
}

/* Random numbers come from the input. */

static gboolean
is_in_input (GRand *rand)
{
  return rand == drawn.rand && rand != NULL && drawn.fuzz->n_bytes > 0;
}

static guint32
take_bytes (guint n)
{
  guint32 number = 0;

  for (; n > 0 && drawn.fuzz->n_bytes > 0; n--)
    number = number << 8 | drawn.fuzz->bytes[--drawn.fuzz->n_bytes];
  return number;
}

guint32
__wrap_g_rand_int (GRand *rand)
{
  return is_in_input (rand) ? take_bytes (2) * 0x10001 : __real_g_rand_int (rand);
}

gint32
__wrap_g_rand_int_range (GRand *rand, gint32 begin, gint32 end)
{
  const guint32 n = (guint32) end - (guint32) begin;

  if (!is_in_input (rand))
    return __real_g_rand_int_range (rand, begin, end);
  return (gint32) ((guint32) begin + take_bytes (n <= 0x100 ? 1 : n <= 0x10000 ? 2 : 4) % n);
}

gdouble
__wrap_g_rand_double (GRand *rand)
{
  return is_in_input (rand) ? take_bytes (2) / 65536.0 : __real_g_rand_double (rand);
}

gdouble
__wrap_g_rand_double_range (GRand *rand, gdouble begin, gdouble end)
{
  return begin + __wrap_g_rand_double (rand) * (end - begin);
}

guint
fuzz_pick (Fuzz *fuzz, guint n)
{
  guint number = 0;

  for (guint limit = 1; limit < n && fuzz->n_bytes > 0; limit <<= 8)
    number = number << 8 | fuzz->bytes[--fuzz->n_bytes];
  return number % n;
}

char *
fuzz_take_text (Fuzz *fuzz)
{
  char *text
      = fuzz->n_bytes > 0 ? g_strndup ((const char *) fuzz->bytes, fuzz->n_bytes) : g_strdup ("");

  fuzz->n_bytes = 0;
  return text;
}

char **
fuzz_take_texts (Fuzz *fuzz, guint n)
{
  g_autofree char *text = fuzz_take_text (fuzz);
  g_auto (GStrv) parts = g_strsplit (text, BETWEEN_TEXTS, (int) n);
  char **texts = g_new0 (char *, n + 1);
  const guint n_parts = g_strv_length (parts);

  for (guint i = 0; i < n; i++)
    texts[i] = g_strdup (i < n_parts ? parts[i] : "");
  return texts;
}

GRand *
fuzz_take_rand (Fuzz *fuzz)
{
  guint32 hash = 2166136261; /* FNV-1a */

  for (gsize i = 0; i < fuzz->n_bytes; i++)
    hash = (hash ^ fuzz->bytes[i]) * 16777619;
  drawn.rand = g_rand_new_with_seed (hash);
  drawn.fuzz = fuzz;
  return drawn.rand;
}

gboolean
fuzz_check (gboolean succeeded, GError **error)
{
  if (succeeded != (*error == NULL))
    ck_abort_msg ("%s", succeeded ? (*error)->message : "no error is set");
  if (succeeded)
    return TRUE;
  assert_one_line ((*error)->message);
  if (g_error_matches (*error, DEID_ERROR, DEID_ERROR_NO_MEMORY))
    ck_abort_msg ("memory ran out: %s", (*error)->message);
  g_clear_error (error);
  return FALSE;
}

gboolean
fuzz_check_secret (gboolean succeeded, GError **error)
{
  if (*error != NULL && strstr ((*error)->message, FUZZ_SECRET) != NULL)
    ck_abort_msg ("the message shows a value: %s", (*error)->message);
  return fuzz_check (succeeded, error);
}

GInputStream *
fuzz_open_text (const char *text, gsize length)
{
  return g_memory_input_stream_new_from_data (text, (gssize) length, NULL);
}

static void
assert_same_text (const char *a, const char *b)
{
  if (g_strcmp0 (a, b) != 0)
    ck_abort_msg ("'%s' and '%s'", a != NULL ? a : "(none)", b != NULL ? b : "(none)");
}

void
fuzz_assert_same_table (const DeidDataset *a, const DeidDataset *b)
{
  const guint n_columns = deid_dataset_get_n_columns (a);
  const guint64 n_rows = deid_dataset_get_n_rows (a);

  assert_quietly (deid_dataset_get_n_columns (b) == n_columns);
  assert_quietly (deid_dataset_get_n_rows (b) == n_rows);
  for (guint column = 0; column < n_columns; column++)
    {
      assert_same_text (deid_dataset_get_column_name (a, column),
                        deid_dataset_get_column_name (b, column));
      assert_quietly (deid_dataset_get_n_distinct (a, column)
                      == deid_dataset_get_n_distinct (b, column));
      for (guint64 row = 0; row < n_rows; row++)
        assert_same_text (deid_dataset_get_value (a, row, column),
                          deid_dataset_get_value (b, row, column));
    }
}

static void
prepare (void)
{
  setlocale (LC_ALL, "");
  g_log_set_always_fatal (G_LOG_FATAL_MASK | G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING);
  temporary_files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  temporary_directory = g_dir_make_tmp ("deid-fuzz-XXXXXX", NULL);
  atexit (remove_temporary_directory);
}

void
fuzz_run (void (*target) (Fuzz *fuzz), const guint8 *bytes, gsize n_bytes)
{
  Fuzz fuzz = { bytes, n_bytes };

  if (temporary_directory == NULL)
    prepare ();
  target (&fuzz);
  g_clear_pointer (&drawn.rand, g_rand_free);
}
