/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/suite.h"

#include <glib-unix.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define EXIT_SKIPPED 77

static char *temporary_directory;
static char *skip_marker; /* a file, since tests run in processes of their own */
static int lifeline[2];
static const char *wanted_suite;

static char *
keep (char *text)
{
  static GPtrArray *kept;

  if (kept == NULL)
    kept = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (kept, text);
  return text;
}

const char *
get_wanted_suite (void)
{
  return wanted_suite;
}

const char *
find_shared_file (const char *name)
{
  const char *shared = g_getenv ("DEID_SHARED");
  char *path = shared != NULL ? g_build_filename (shared, name, NULL)
                              : g_build_filename (SOURCE_ROOT, "..", "shared", name, NULL);

  keep (path);
  if (g_file_test (path, G_FILE_TEST_EXISTS))
    return path;
  g_printerr ("skipped: %s is not there\n", path);
  return NULL;
}

void
note_skipped (void)
{
  g_file_set_contents (skip_marker, "", 0, NULL);
}

guint
count_trials (guint n)
{
  const char *divisor = g_getenv ("DEID_TEST_QUICK");
  const guint quotient = divisor != NULL ? (guint) g_ascii_strtoull (divisor, NULL, 10) : 1;

  return quotient > 1 ? (n + quotient - 1) / quotient : n;
}

guint
get_stride (void)
{
  return count_trials (2) < 2 ? 5 : 1;
}

gint
get_next_failure (gint n)
{
  return n + 1 + (get_stride () > 1 ? n / 16 : 0);
}

const char *
get_source_file (const char *name)
{
  return keep (g_build_filename (SOURCE_ROOT, name, NULL));
}

const char *
get_temporary_file (const char *name)
{
  return keep (g_build_filename (temporary_directory, name, NULL));
}

const char *
write_file (const char *name, const char *content, gssize length)
{
  const char *path = get_temporary_file (name);
  GError *error = NULL;

  g_file_set_contents (path, content, length, &error);
  assert_no_error (error);
  return path;
}

double
get_seconds (void)
{
  return (double) clock () / CLOCKS_PER_SEC;
}

int
get_lifeline (void)
{
  return lifeline[0];
}

void
assert_error (GError **error, GQuark domain, int code, ...)
{
  va_list texts;
  const char *text;

  ck_assert_msg (*error != NULL, "expected an error");
  ck_assert_msg (g_error_matches (*error, domain, code), "unexpected error %d: %s", (*error)->code,
                 (*error)->message);
  va_start (texts, code);
  while ((text = va_arg (texts, const char *)) != NULL)
    ck_assert_msg (strstr ((*error)->message, text) != NULL, "no '%s' in the message: %s", text,
                   (*error)->message);
  va_end (texts);
  g_clear_error (error);
}

DeidDataset *
make_text_column (const char *column, const char *const *values, gsize n)
{
  DeidDataset *dataset = deid_dataset_new ("table");
  GError *error = NULL;

  deid_dataset_add_string_column (dataset, column, values, n, NULL, &error);
  assert_no_error (error);
  return dataset;
}

char *
generalize (const DeidHierarchy *hierarchy, const char *value, guint level)
{
  GError *error = NULL;
  char *label = NULL;

  ck_assert (deid_hierarchy_generalize (hierarchy, value, level, &label, &error));
  assert_no_error (error);
  return label;
}

char *
specify (const DeidHierarchy *hierarchy)
{
  GError *error = NULL;
  char *text = NULL;

  ck_assert (deid_hierarchy_to_specification (hierarchy, &text, &error));
  assert_no_error (error);
  return text;
}

void
assert_generalizes (const DeidHierarchy *hierarchy, const char *value, guint level,
                    const char *expected)
{
  g_autofree char *label = generalize (hierarchy, value, level);

  ck_assert_msg (g_strcmp0 (label, expected) == 0, "'%s' on level %u is '%s', expected '%s'", value,
                 level, label != NULL ? label : "(none)", expected != NULL ? expected : "(none)");
}

void
assert_one_line (const char *text)
{
  ck_assert (g_utf8_validate (text, -1, NULL));
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    ck_assert_msg (g_unichar_type (g_utf8_get_char (p)) != G_UNICODE_CONTROL
                       && g_unichar_type (g_utf8_get_char (p)) != G_UNICODE_FORMAT,
                   "more than a line: %s", text);
}

static void
remove_temporary_directory (void)
{
  GDir *directory = g_dir_open (temporary_directory, 0, NULL);
  const char *name;

  while (directory != NULL && (name = g_dir_read_name (directory)) != NULL)
    g_unlink (get_temporary_file (name));
  if (directory != NULL)
    g_dir_close (directory);
  g_rmdir (temporary_directory);
  g_free (temporary_directory);
}

/* The suite also runs under a locale that writes 1,5: a run that asks for it must get it. */
static void
set_locale (void)
{
  const char *expected = g_getenv ("DEID_TEST_DECIMAL_POINT");

  setlocale (LC_ALL, "");
  if (expected != NULL && strcmp (localeconv ()->decimal_point, expected) != 0)
    {
      g_printerr ("the decimal point of the locale is '%s', expected '%s'\n",
                  localeconv ()->decimal_point, expected);
      exit (EXIT_FAILURE);
    }
}

/* Several suites share the servers that they start. */
static SRunner *
make_runner (int argc, char **argv)
{
  SRunner *runner = srunner_create (NULL);
  int i = 1;

  do
    {
      wanted_suite = i < argc ? argv[i] : NULL;
      srunner_add_suite (runner, make_suite ());
    }
  while (++i < argc);
  return runner;
}

int
main (int argc, char **argv)
{
  SRunner *runner;
  int n_failed;
  gboolean skipped;

  set_locale ();
  temporary_directory = g_dir_make_tmp ("deid-test-XXXXXX", NULL);
  skip_marker = g_build_filename (temporary_directory, ".skipped", NULL);
  if (!g_unix_open_pipe (lifeline, FD_CLOEXEC, NULL))
    return EXIT_FAILURE;
  runner = make_runner (argc, argv);
  srunner_run_all (runner, CK_NORMAL);
  n_failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  skipped = g_file_test (skip_marker, G_FILE_TEST_EXISTS);
  remove_temporary_directory ();
  g_free (skip_marker);
  if (n_failed > 0)
    return EXIT_FAILURE;
  return skipped ? EXIT_SKIPPED : EXIT_SUCCESS;
}
