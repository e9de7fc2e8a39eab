/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/csv-options.h"

#include "base/encoding.h"
#include "base/handle.h"
#include "base/text.h"
#include "base/work.h"

#include <string.h>

char
deid_delimiter_guess (const char *name, char read)
{
  for (const char *p = DEID_DELIMITERS; *p != '\0'; p++)
    if (*p != read && strchr (name, *p) != NULL)
      return *p;
  return '\0';
}

char *
deid_delimiter_ask (char delimiter)
{
  if (delimiter == '\0')
    return g_strdup ("");
  if (delimiter == DEID_FIXED_WIDTH)
    return g_strdup (" (are the columns of fixed width? Convert the file to CSV first, for example "
                     "with read_fwf of pandas or read.fwf of R)");
  return delimiter == '\t' ? g_strdup (" (is the delimiter '\\t'?)")
                           : g_strdup_printf (" (is the delimiter '%c'?)", delimiter);
}

gboolean
deid_delimiter_is_known (char character)
{
  return character != '\0' && strchr (DEID_DELIMITERS " ", character) != NULL;
}

static void
deid_csv_options_free (DeidCsvOptions *options)
{
  g_strfreev (options->missing_values);
  g_free (options->encoding);
  g_free (options);
}

DEID_DEFINE_OPTIONS (DeidCsvOptions, deid_csv_options, csv_options, "the CSV options were used")

DeidCsvOptions *
deid_csv_options_new (void)
{
  DeidCsvOptions *options = DEID_NEW_HANDLE (DeidCsvOptions);

  options->quote = '"';
  options->header = TRUE;
  options->n_threads = 1;
  options->missing_values = g_new0 (char *, 1);
  return options;
}

DeidCsvOptions *
deid_csv_options_use_for (DeidCsvOptions *options, char delimiter)
{
  DeidCsvOptions *used = deid_csv_options_use (options), *copy;

  if (delimiter == '\0' || used->delimiter != '\0')
    return used;
  copy = g_memdup2 (used, sizeof *used);
  g_atomic_ref_count_init (&copy->ref_count);
  copy->delimiter = delimiter;
  copy->missing_values = g_strdupv (used->missing_values);
  copy->encoding = g_strdup (used->encoding);
  deid_csv_options_unref (used);
  return copy;
}

gboolean
deid_csv_options_is_missing (const DeidCsvOptions *options, const char *text)
{
  return text[0] == '\0' || g_strv_contains ((const char *const *) options->missing_values, text);
}

static gboolean
check_character (gunichar character, const char *forbidden, char other, const char *what,
                 GError **error)
{
  if (character != 0 && character < 0x80 && strchr (forbidden, (char) character) == NULL
      && (char) character != other)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "CSV %s: character %u, expected one of ASCII that is no line end and not used "
                    "otherwise",
                    what, character);
}

gboolean
deid_csv_options_set_delimiter (DeidCsvOptions *options, gunichar delimiter, GError **error)
{
  g_return_val_if_fail (options != NULL, FALSE);

  if (!csv_options_check_mutable (options, error)
      || !check_character (delimiter != 0 ? delimiter : ',', "\r\n",
                           deid_csv_options_get_written_quote (options), "delimiter", error))
    return FALSE;
  options->delimiter = (char) delimiter;
  return TRUE;
}

gboolean
deid_csv_options_set_quote (DeidCsvOptions *options, gunichar quote, GError **error)
{
  g_return_val_if_fail (options != NULL, FALSE);

  if (!csv_options_check_mutable (options, error)
      || !check_character (quote != 0 ? quote : '"', "\r\n \t",
                           deid_csv_options_get_table_delimiter (options), "quote", error))
    return FALSE;
  options->quote = quote != 0 ? (char) quote : DEID_NO_QUOTE;
  return TRUE;
}

gboolean
deid_csv_options_set_encoding (DeidCsvOptions *options, const char *encoding, GError **error)
{
  char *own;

  g_return_val_if_fail (options != NULL, FALSE);

  if (!csv_options_check_mutable (options, error)
      || (encoding != NULL && !deid_encoding_check (encoding, error)))
    return FALSE;
  own = encoding != NULL && !deid_encoding_is_utf8 (encoding) ? g_strdup (encoding) : NULL;
  g_free (options->encoding);
  options->encoding = own;
  return TRUE;
}

gboolean
deid_csv_options_set_header (DeidCsvOptions *options, gboolean header, GError **error)
{
  g_return_val_if_fail (options != NULL, FALSE);

  if (!csv_options_check_mutable (options, error))
    return FALSE;
  options->header = header;
  options->header_is_stated = TRUE;
  return TRUE;
}

DEID_DEFINE_SETTER (deid_csv_options_set_show_values, DeidCsvOptions, csv_options_check_mutable,
                    gboolean, show_values)
DEID_DEFINE_SETTER (deid_csv_options_set_spreadsheet_safe, DeidCsvOptions,
                    csv_options_check_mutable, gboolean, spreadsheet_safe)

gboolean
deid_csv_options_set_n_threads (DeidCsvOptions *options, guint n_threads, GError **error)
{
  g_return_val_if_fail (options != NULL, FALSE);

  if (!csv_options_check_mutable (options, error) || !deid_check_n_threads (n_threads, error))
    return FALSE;
  options->n_threads = n_threads;
  return TRUE;
}

gboolean
deid_csv_options_set_missing_values (DeidCsvOptions *options, const char *const *values,
                                     GError **error)
{
  char **own;

  g_return_val_if_fail (options != NULL && values != NULL, FALSE);

  if (!csv_options_check_mutable (options, error))
    return FALSE;
  for (guint i = 0; values[i] != NULL; i++)
    if (!g_utf8_validate (values[i], -1, NULL))
      return deid_fail (error, DEID_ERROR_ENCODING, "missing-value string %u is not valid UTF-8",
                        i + 1);
  own = g_strdupv ((char **) values); /* which may be those that the options have */
  g_strfreev (options->missing_values);
  options->missing_values = own;
  return TRUE;
}
