/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/figures.h"

#include <check.h>

/* Writes the path, and ends what the format's function began. */
#define WRITE_PATH(text, format)                                                                   \
  va_list arguments;                                                                               \
  char text[256];                                                                                  \
  va_start (arguments, format);                                                                    \
  ck_assert_int_lt (g_vsnprintf (text, sizeof text, format, arguments), (int) sizeof text);        \
  va_end (arguments)

gboolean
get_number (const DeidReport *report, double *number, const char *path, ...)
{
  WRITE_PATH (text, path);
  return deid_report_get_number (report, text, number);
}

gboolean
get_count (const DeidReport *report, guint64 *count, const char *path, ...)
{
  WRITE_PATH (text, path);
  return deid_report_get_count (report, text, count);
}

double
number_of (const DeidReport *report, const char *path, ...)
{
  double number;

  WRITE_PATH (text, path);
  if (!deid_report_get_number (report, text, &number))
    ck_abort_msg ("%s is not there", text);
  return number;
}

guint64
count_of (const DeidReport *report, const char *path, ...)
{
  guint64 count;

  WRITE_PATH (text, path);
  if (!deid_report_get_count (report, text, &count))
    ck_abort_msg ("%s is not there", text);
  return count;
}

gboolean
flag_of (const DeidReport *report, const char *path, ...)
{
  gboolean flag;

  WRITE_PATH (text, path);
  if (!deid_report_get_flag (report, text, &flag))
    ck_abort_msg ("%s is not there", text);
  return flag;
}

guint64
n_rows_of (const DeidReport *report, const char *path, ...)
{
  guint64 n_rows;

  WRITE_PATH (text, path);
  if (!deid_report_get_n_rows (report, text, &n_rows))
    ck_abort_msg ("%s is no table that is there", text);
  return n_rows;
}

DeidPolicy *
policy_of (const DeidReport *report, const char *path, ...)
{
  WRITE_PATH (text, path);
  return deid_report_get_policy (report, text);
}

const char *
text_of (const DeidReport *report, const char *path, ...)
{
  WRITE_PATH (text, path);
  return deid_report_get_text (report, text);
}

DeidFigureState
state_of (const DeidReport *report, const char *path, ...)
{
  WRITE_PATH (text, path);
  return deid_report_get_state (report, text);
}

const DeidReport *
stored_report (DeidStoredPolicy *policy)
{
  static DeidReport *last;

  g_clear_pointer (&last, deid_report_unref);
  last = deid_report_new_stored_policy (policy, NULL);
  ck_assert_ptr_nonnull (last);
  return last;
}

static char *
squeeze (char *text)
{
  g_autoptr (GRegex) blanks = g_regex_new (": +", 0, 0, NULL);
  char *squeezed = text != NULL ? g_regex_replace (blanks, text, -1, 0, ": ", 0, NULL) : NULL;

  g_free (text);
  return squeezed;
}

char *
plain_text_of (const DeidReport *report)
{
  return squeeze (deid_report_to_text (report, NULL, NULL));
}

char *
public_text_of (DeidReport *report, GError **error)
{
  g_autoptr (DeidReport) public = deid_report_new_public (report, NULL, error);

  return public != NULL ? squeeze (deid_report_to_text (public, NULL, error)) : NULL;
}

char *
public_json_of (DeidReport *report, GError **error)
{
  g_autoptr (DeidReport) public = deid_report_new_public (report, NULL, error);

  return public != NULL ? deid_report_to_json (public, error) : NULL;
}

char *
csv_of (const DeidReport *report, const char *table)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (DeidDataset) dataset = deid_report_new_dataset (report, table, NULL, NULL);

  ck_assert_ptr_nonnull (dataset);
  ck_assert (deid_dataset_write_csv_stream (dataset, stream, NULL, NULL, NULL));
  ck_assert (g_output_stream_write_all (stream, "", 1, NULL, NULL, NULL));
  ck_assert (g_output_stream_close (stream, NULL, NULL));
  return g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (stream));
}
