/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "messages.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/text.h"
#include "options.h"
#include "report-json.h"
#include "report-layout.h"
#include "settings.h"
#include "standard-streams.h"

#define BYTES_PER_MEGABYTE 1e6

/* How messages of the library begin that are of standard output. */
#define STREAM_PATH "/dev/fd/1: "

/* A guess from less than this is worth nothing. */
#define MIN_SECONDS 1.0
#define MIN_SHARE   0.01

/* How often a phase of which no more is known is shown. */
#define TICK         G_USEC_PER_SEC

#define DEFAULT_ROOM 79

static gboolean opt_json, opt_quiet, opt_verbose;

const GOptionEntry message_entries[]
    = { { "json", 0, 0, G_OPTION_ARG_NONE, &opt_json, "Print the report, and errors, as JSON",
          NULL },
        { "quiet", 0, 0, G_OPTION_ARG_NONE, &opt_quiet, "Print only errors", NULL },
        { "verbose", 0, 0, G_OPTION_ARG_NONE, &opt_verbose,
          "Print to standard error what each step did, its time and the memory used", NULL },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

static const Verb *used_verb;
static gboolean has_json; /* also where the command line cannot be read */

void
messages_init (const Verb *verb, gboolean is_json)
{
  used_verb = verb;
  has_json = is_json;
  begin_phase ("reading");
}

gboolean
is_json (void)
{
  return has_json;
}

gboolean
is_quiet (void)
{
  return opt_quiet;
}

gboolean
is_watched (void)
{
  return !opt_quiet && isatty (STDERR_FILENO);
}

gboolean
shows_values (void)
{
  return get_settings () != NULL && has_flag ("input", "show-values");
}

gboolean
check_message_options (GError **error)
{
  if (!opt_verbose || (!opt_quiet && !(has_json && is_report_on_standard_error ())))
    return TRUE;
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       opt_quiet ? "--verbose: expected without --quiet"
                                 : "--verbose: expected standard error for itself, where the "
                                   "report of --json goes, as the table goes to standard output");
  return FALSE;
}

/* Escapes what was not escaped yet: a backslash says that it was. */
static char *
escape_rest (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "\\", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      char *part = parts[i];

      parts[i] = deid_text_escape (part);
      g_free (part);
    }
  return g_strjoinv ("\\", parts);
}

/* The names of errors in JSON stay the same from version to version: `deid` and `unknown-column`.
 * What has no name has failed. */

static const char *
get_error_domain (const GError *error)
{
  return error->domain == DEID_ERROR ? "deid" : error->domain == G_OPTION_ERROR ? "option" : "io";
}

static const char *
get_option_code (int code)
{
  return code == G_OPTION_ERROR_UNKNOWN_OPTION ? "unknown-option"
         : code == G_OPTION_ERROR_BAD_VALUE    ? "bad-value"
                                               : "failed";
}

static const char *
get_error_code (const GError *error)
{
  if (error->domain == DEID_ERROR)
    return deid_enum_get_name ("DeidError", error->code);
  if (error->domain == G_OPTION_ERROR)
    return get_option_code (error->code);
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ? "cancelled" : "failed";
}

static void
print_error_object (const GError *error, const char *message, int status)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  begin_object (builder, "error");
  add_text (builder, "domain", get_error_domain (error));
  add_text (builder, "code", get_error_code (error));
  add_text (builder, "message", message);
  add_count (builder, "status", (guint64) status);
  json_builder_end_object (builder);
  print_object (builder);
}

/* Tells whether an option lists columns of a role with commas, which a name may have too. */
static gboolean
has_list_of_columns (void)
{
  const GPtrArray *given = get_given_options ();

  for (guint i = 0; given != NULL && i < given->len; i++)
    {
      const Given *one = g_ptr_array_index (given, i);

      if (one->option->role != NULL && strchr (one->value, ',') != NULL)
        return TRUE;
    }
  return FALSE;
}

/* Messages of the library name what a host calls; these are the options, without their hyphens, by
 * which a user sets what is missing. */
static const struct
{
  const char *part; /* of a message */
  const char *option, *other;
} hints[] = {
  { "has no population table", "population", NULL },
  { "has no hierarchy, expected one of the sensitive attribute", "hierarchy", NULL },
  { "no sensitive attribute, expected one behind '@'", "sensitive", NULL },
  { "does not have the role sensitive or judged", "sensitive", NULL },
  { "no column has the role survey-weight", "survey-weight", NULL },
  { "the suppression limit allows", "suppression-limit", NULL },
  { "the group limit allows", "suppression-limit", NULL },
  { "expected a search that lists alternatives", "algorithm", NULL },
  { "expected one model; a list", "model", NULL },
  { "has levels, expected one with cuts or subtrees", "generalize-by", NULL },
  { "unknown values can be suppressed", "unknown", "missing" },
};

/* @other is one more such option, or NULL. */
static const char *
find_option_hint (const GError *error, const char **other)
{
  for (guint i = 0; error->domain == DEID_ERROR && i < G_N_ELEMENTS (hints); i++)
    if (strstr (error->message, hints[i].part) != NULL)
      {
        *other = hints[i].other;
        return hints[i].option;
      }
  return NULL;
}

/* Returns: (transfer full): the message, with the option that helps if the verb has it. What stands
 * for standard output as a path is called by its name. */
static char *
make_message (const GError *error)
{
  const gboolean is_stream = g_str_has_prefix (error->message, STREAM_PATH);
  g_autofree char *said
      = g_strconcat (is_stream ? "standard output: " : "",
                     error->message + (is_stream ? strlen (STREAM_PATH) : 0), NULL);
  g_autofree char *message = escape_rest (said);
  const char *other = NULL, *option = find_option_hint (error, &other);

  if (g_error_matches (error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN)
      && g_str_has_prefix (message, "--") && has_list_of_columns ())
    return g_strconcat (message, "; a comma within a name is written \\,", NULL);
  return option != NULL && find_option (option) != NULL
             ? g_strdup_printf ("%s (see --%s%s%s)", message, option,
                                other != NULL ? " and --" : "", other != NULL ? other : "")
             : g_steal_pointer (&message);
}

int
print_error (const GError *error, int status)
{
  g_autofree char *message = make_message (error);

  end_progress ();
  if (has_json)
    print_error_object (error, message, status);
  else
    g_printerr ("deid %s: %s\n", used_verb->name, message);
  return status;
}

void
print_note (const char *message)
{
  end_progress ();
  if (!opt_quiet && !(has_json && is_report_on_standard_error ()))
    g_printerr ("deid %s: %s\n", used_verb->name, message);
}

void
print_step (const char *step, double seconds, const char *format, ...)
{
  char taken[G_ASCII_DTOSTR_BUF_SIZE], megabytes[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *text = NULL;
  struct rusage usage;
  va_list arguments;

  begin_phase ("working");
  if (!opt_verbose)
    return;
  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  getrusage (RUSAGE_SELF, &usage);
  g_ascii_formatd (taken, sizeof taken, "%.3f", seconds);
  g_ascii_formatd (megabytes, sizeof megabytes, "%.1f",
                   (double) usage.ru_maxrss * 1024 / BYTES_PER_MEGABYTE);
  g_printerr ("deid %s: %s: %s; %s s, up to now %s MB\n", used_verb->name, step, text, taken,
              megabytes);
}

/* The line of progress, and the phase that it shows where no share is known. */
static struct
{
  GMutex mutex;
  const char *phase;           /* or NULL */
  gint64 phase_start, changed; /* monotonic times */
  int width;                   /* of what the line shows */
  gboolean is_ticking;
} status;

/* What is wrapped cannot be replaced.
 *
 * Returns: the length of the clauses of a line, which is ASCII, that fit the terminal. */
static int
measure_line (const char *text)
{
  struct winsize size;
  const gboolean is_known = ioctl (STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  const int room = is_known ? size.ws_col - 1 : DEFAULT_ROOM;
  int length = (int) strlen (text);

  while (length > 0
         && (length > room || (text[length] != '\0' && strchr (",;", text[length]) == NULL)))
    length--;
  return length;
}

/* Replaces the line by another one, or by an empty text. */
static void
replace_line (const char *text)
{
  const int width = measure_line (text);

  g_printerr ("\r%*s\r%.*s", status.width, "", width, text);
  status.width = width;
  status.changed = g_get_monotonic_time ();
}

static void
show_line (const char *text)
{
  g_mutex_lock (&status.mutex);
  if ((status.width > 0 || *text != '\0') && is_watched ())
    replace_line (text);
  g_mutex_unlock (&status.mutex);
}

/* Shows the phase and how long it takes, unless a call has just told more. */
static gpointer
tick (gpointer data)
{
  sigset_t signals;

  sigfillset (&signals);
  pthread_sigmask (SIG_BLOCK, &signals, NULL);
  for (;;)
    {
      g_usleep (TICK);
      g_mutex_lock (&status.mutex);
      if (status.phase != NULL && is_watched () && g_get_monotonic_time () - status.changed >= TICK)
        {
          g_autofree char *text
              = g_strdup_printf ("%s, %" G_GINT64_FORMAT " s", status.phase,
                                 (g_get_monotonic_time () - status.phase_start) / G_USEC_PER_SEC);

          replace_line (text);
        }
      g_mutex_unlock (&status.mutex);
    }
  return data;
}

void
begin_phase (const char *phase)
{
  show_line ("");
  g_mutex_lock (&status.mutex);
  status.phase = phase;
  status.phase_start = status.changed = g_get_monotonic_time ();
  if (!status.is_ticking && isatty (STDERR_FILENO))
    g_thread_unref (g_thread_new ("progress", tick, NULL));
  status.is_ticking = TRUE;
  g_mutex_unlock (&status.mutex);
}

static void
append_time (GString *line, double seconds)
{
  const guint64 n = (guint64) ceil (MIN (seconds, 1e9));

  if (n < 60)
    g_string_append_printf (line, ", about %" G_GUINT64_FORMAT " s left", n);
  else if (n < 3600)
    g_string_append_printf (line, ", about %" G_GUINT64_FORMAT " min left", (n + 59) / 60);
  else
    g_string_append_printf (line, ", about %.1f h left", (double) n / 3600);
}

/* What is done grows as it did so far, as far as anybody knows. */
static void
append_share (GString *line, const DeidProgress *progress, const double *limit)
{
  const double share = deid_progress_get_share_done (progress);
  const double seconds = deid_progress_get_seconds (progress);
  double left = share >= MIN_SHARE ? seconds * (1 - share) / share : INFINITY;

  g_string_append_printf (line, "%.0f %% done", floor (100 * share));
  if (limit != NULL && *limit > 0)
    left = MIN (left, MAX (*limit - seconds, 0));
  if (seconds >= MIN_SECONDS && isfinite (left))
    append_time (line, left);
}

void
show_progress (DeidProgress *progress, gpointer limit)
{
  g_autoptr (GString) shown = g_string_new (NULL);
  char text[DEID_SHARE_SIZE];
  double loss;

  append_share (shown, progress, limit);
  g_string_append_printf (shown, "; %" G_GUINT64_FORMAT " policies evaluated, ",
                          deid_progress_get_n_evaluated (progress));
  if (deid_progress_get_loss (progress, &loss))
    g_string_append_printf (shown, "loss %s", show_number (loss, text));
  else
    g_string_append (shown, "no solution yet");
  g_string_append_printf (shown, ", at least %s",
                          show_number (deid_progress_get_lower_bound (progress), text));
  show_line (shown->str);
}

void
end_progress (void)
{
  begin_phase (NULL);
}

char *
report_to_csv (const DeidReport *report, const char *table, GCancellable *cancellable,
               GError **error)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (DeidDataset) dataset = deid_report_new_dataset (report, table, cancellable, error);

  if (dataset == NULL || !deid_dataset_write_csv_stream (dataset, stream, NULL, cancellable, error)
      || !g_output_stream_write_all (stream, "", 1, NULL, cancellable, error)
      || !g_output_stream_close (stream, cancellable, error))
    return NULL;
  return g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (stream));
}

gboolean
print_table (char *text, const char *end)
{
  if (text != NULL && !is_quiet ())
    g_print ("%s%s", text, end);
  g_free (text);
  return text != NULL;
}
