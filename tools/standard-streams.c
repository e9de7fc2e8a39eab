/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Standard output and standard error, and what becomes of what is printed there. */
#include "standard-streams.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "messages.h"

#define EXIT_NOT_PRINTED 2
#define MAX_LINKS        40 /* that are followed, as the system does */
#define DESCRIPTORS      "/proc/self/fd"

static const char *program_name;
static gboolean was_open[STDERR_FILENO + 1];
static FILE *report_stream;
static int report_code; /* the errno of the first failure to print there */

void
print_unconverted (const char *text)
{
  end_progress ();
  errno = 0;
  if ((fputs (text, report_stream) == EOF || fflush (report_stream) != 0) && report_code == 0)
    report_code = errno != 0 ? errno : EIO;
}

/* As g_print() does by itself, but for the errno. */
static void
print (const char *text)
{
  const char *charset;
  g_autofree char *converted
      = g_get_charset (&charset)
            ? NULL
            : g_convert_with_fallback (text, -1, charset, "UTF-8", "?", NULL, NULL, NULL);

  print_unconverted (converted != NULL ? converted : text);
}

/* Runs at any exit, also at that of --help. */
static void
check_streams (void)
{
  if (report_code == 0)
    return;
  g_printerr ("%s: cannot print to standard %s: %s\n", program_name,
              report_stream == stdout ? "output" : "error", g_strerror (report_code));
  _exit (EXIT_NOT_PRINTED);
}

void
standard_streams_init (const char *program)
{
  program_name = program;
  report_stream = stdout;
  for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
    {
      was_open[i] = fcntl (i, F_GETFD) != -1;
      /* The lowest number that is free is this one. It is an error to write there. */
      if (!was_open[i] && open ("/dev/null", O_RDONLY) != i)
        _exit (EXIT_NOT_PRINTED);
    }
  signal (SIGPIPE, SIG_IGN);
  signal (SIGXFSZ, SIG_IGN);
  g_set_print_handler (print);
  atexit (check_streams);
}

gboolean
is_report_stream_open (void)
{
  return was_open[fileno (report_stream)];
}

gboolean
is_input_stream_open (void)
{
  return was_open[STDIN_FILENO];
}

static gboolean
is_null_device (const struct stat *status)
{
  struct stat null_device;

  return S_ISCHR (status->st_mode) && stat ("/dev/null", &null_device) == 0
         && status->st_rdev == null_device.st_rdev;
}

static gboolean
is_descriptor (const char *path, int descriptor)
{
  struct stat file, stream;

  return stat (path, &file) == 0 && fstat (descriptor, &stream) == 0 && file.st_dev == stream.st_dev
         && file.st_ino == stream.st_ino && !is_null_device (&stream);
}

gboolean
is_standard_output (const char *path)
{
  return is_descriptor (path, STDOUT_FILENO);
}

gboolean
is_standard_error (const char *path)
{
  return is_descriptor (path, STDERR_FILENO);
}

/* Tells whether a path names a descriptor of this process, itself or by links. */
static gboolean
names_descriptor (const char *path)
{
  g_autofree char *place = g_strdup (path);
  char *descriptors = realpath (DESCRIPTORS, NULL);
  gboolean does = FALSE;

  for (guint i = 0; i < MAX_LINKS && descriptors != NULL && place != NULL && !does; i++)
    {
      g_autofree char *folder = g_path_get_dirname (place);
      g_autofree char *link = g_file_read_link (place, NULL);
      char *real = realpath (folder, NULL);

      does = g_strcmp0 (real, descriptors) == 0;
      g_free (place);
      place = link != NULL ? g_canonicalize_filename (link, real) : NULL;
      free (real);
    }
  free (descriptors);
  return does;
}

gboolean
check_streams_are_kept (const char *path, GError **error)
{
  const gboolean is_output = path != NULL && is_standard_output (path);
  g_autofree char *shown = NULL;

  if ((!is_output && (path == NULL || !is_standard_error (path)))
      || !g_file_test (path, G_FILE_TEST_IS_REGULAR) || names_descriptor (path))
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               "%s: replaces the file that standard %s goes to, expected another file",
               shown = deid_text_escape (path), is_output ? "output" : "error");
  return FALSE;
}

gboolean
are_streams_one (void)
{
  struct stat output, error;

  return fstat (STDOUT_FILENO, &output) == 0 && fstat (STDERR_FILENO, &error) == 0
         && output.st_dev == error.st_dev && output.st_ino == error.st_ino
         && !isatty (STDOUT_FILENO) && !is_null_device (&output);
}

void
print_to_standard_error (void)
{
  report_stream = stderr;
}

gboolean
is_report_on_standard_error (void)
{
  return report_stream == stderr;
}
