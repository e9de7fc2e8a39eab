/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "certificate/certificate-reader.h"

#include "base/arrays.h"
#include "base/handle.h"
#include "base/memory.h"
#include "base/text.h"
#include "certificate/certificate-private.h"
#include "problem/digest.h"
#include "search/statistics-private.h"
#include "table/linked-tables.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>

#define CERTIFICATE_LINES_MAX_WHOLE      9007199254740992.0 /* 2^53: more have no fraction */
#define CERTIFICATE_LINES_UNIT_SEPARATOR '\x1f'

gboolean
deid_certificate_lines_open (DeidCertificateLines *lines, const char *path, GInputStream *stream,
                             GCancellable *cancellable, GError **error)
{
  struct stat status;

  *lines = (DeidCertificateLines){ .shown = deid_text_escape (path),
                                   .checksum = g_checksum_new (G_CHECKSUM_SHA256) };
  if (stream != NULL)
    deid_input_init_stream (&lines->input, stream, path, cancellable);
  else if (!deid_input_open (&lines->input, path, cancellable, error))
    return FALSE;
  else if (!lines->input.can_block && fstat (lines->input.descriptor, &status) == 0)
    lines->size = (guint64) status.st_size;
  return TRUE;
}

void
deid_certificate_lines_close (DeidCertificateLines *lines)
{
  if (lines->shown == NULL)
    return;
  deid_input_clear (&lines->input);
  g_checksum_free (lines->checksum);
  deid_json_clear (&lines->json);
  deid_free_arrays (lines->shown, lines->text);
}

double
deid_certificate_lines_get_share (const DeidCertificateLines *lines)
{
  return lines->size > 0 ? MIN (1, (double) lines->n_read / (double) lines->size) : 0;
}

static gboolean
add_to_line (DeidCertificateLines *lines, gsize n_bytes, GError **error)
{
  if (n_bytes > lines->max_length - lines->length)
    return deid_fail (error, DEID_ERROR_CERTIFICATE,
                      "line %" G_GUINT64_FORMAT ": longer than %" G_GSIZE_FORMAT
                      " bytes, the limit for this problem",
                      lines->line, lines->max_length);
  if (!deid_grow_list (lines, text, lines->length + n_bytes + 1, error))
    return FALSE;
  memcpy (lines->text + lines->length, lines->bytes, n_bytes);
  lines->length += n_bytes;
  lines->text[lines->length] = '\0';
  return TRUE;
}

/* Reads up to the next line end, which is left out, or the end of the file, and adds a NUL. A line
 * that the end of the file breaks off is refused once it is read. */
static gboolean
certificate_lines_read_text (DeidCertificateLines *lines, gboolean *at_end, GError **error)
{
  const char *end = NULL;

  lines->length = 0;
  while (end == NULL)
    {
      gsize n;

      if (lines->n_bytes == 0
          && !deid_input_read (&lines->input, &lines->bytes, &lines->n_bytes, error))
        return FALSE;
      if (lines->n_bytes == 0)
        break;
      end = memchr (lines->bytes, '\n', lines->n_bytes);
      n = end != NULL ? (gsize) (end - lines->bytes) : lines->n_bytes;
      if (!add_to_line (lines, n, error))
        return FALSE;
      n += end != NULL;
      lines->bytes += n;
      lines->n_bytes -= n;
    }
  lines->is_broken_off = end == NULL;
  *at_end = end == NULL && lines->length == 0;
  lines->n_read += lines->length + 1;
  return TRUE;
}

/* Reads a number and moves behind it. */
static gboolean
skip_plain_number (const char **text)
{
  const char *start = *text;
  char *end;
  const double value = g_ascii_strtod (start, &end);

  *text = end;
  return *start != '-'
         && (strspn (start, "0123456789") == (gsize) (end - start) || value != trunc (value)
             || value >= CERTIFICATE_LINES_MAX_WHOLE);
}

/* Of the control characters, JSON as it is read leaves only this one in strings. */
static gboolean
certificate_lines_is_plain (const char *p)
{
  gboolean quoted = FALSE;

  while (*p != '\0' && *p != CERTIFICATE_LINES_UNIT_SEPARATOR)
    if (!quoted && (*p == '-' || g_ascii_isdigit (*p)))
      {
        if (!skip_plain_number (&p))
          return FALSE;
      }
    else
      {
        quoted ^= *p == '"';
        p += quoted && *p == '\\' ? 2 : 1;
      }
  return *p == '\0';
}

static gboolean
check_form (const DeidCertificateLines *lines, const DeidJsonValue **root, GError **error)
{
  const char *expected;

  if ((*root)->kind != DEID_JSON_OBJECT)
    expected = "a JSON object";
  else if (!certificate_lines_is_plain (lines->text))
    expected
        = "numbers without a sign, whole ones in digits alone, and control characters that are "
          "escaped";
  else if (lines->is_broken_off)
    expected = "a newline at its end: the file is not complete";
  else
    return TRUE;
  *root = NULL;
  return deid_fail (error, DEID_ERROR_CERTIFICATE, "line %" G_GUINT64_FORMAT ": expected %s",
                    lines->line, expected);
}

/* Reads the next line, a JSON object of plain specification: numbers have no sign, whole ones no
 * fraction or exponent, and control characters are escaped. The root is valid until the next line
 * is read, and NULL at the end of the file. */
static gboolean
certificate_lines_next (DeidCertificateLines *lines, const DeidJsonValue **root, GError **error)
{
  GError *own_error = NULL;
  gboolean at_end;

  *root = NULL;
  if (lines->line > 0)
    {
      g_checksum_update (lines->checksum, (const guchar *) lines->text, (gssize) lines->length);
      g_checksum_update (lines->checksum, (const guchar *) "\n", 1);
    }
  lines->line++;
  if (!certificate_lines_read_text (lines, &at_end, error))
    return FALSE;
  if (at_end)
    return TRUE;
  *root = deid_json_read (&lines->json, lines->length > 0 ? lines->text : "", lines->length,
                          lines->line, DEID_STOP_NEVER, &own_error);
  if (*root != NULL)
    return check_form (lines, root, error);
  if (g_error_matches (own_error, DEID_ERROR, DEID_ERROR_PARSE))
    own_error->code = DEID_ERROR_CERTIFICATE;
  g_propagate_error (error, own_error);
  return FALSE;
}

static void
deid_certificate_options_free (DeidCertificateOptions *options)
{
  if (options->progress_destroy != NULL)
    options->progress_destroy (options->progress_data);
  g_ptr_array_unref (options->releases);
  g_free (options->release_sha256);
  g_free (options);
}

DEID_DEFINE_OPTIONS (DeidCertificateOptions, deid_certificate_options, certificate_options,
                     "the certificate options were used")

DeidCertificateOptions *
deid_certificate_options_new (void)
{
  DeidCertificateOptions *options = DEID_NEW_HANDLE (DeidCertificateOptions);

  options->releases = g_ptr_array_new_with_free_func (g_free);
  return options;
}

gboolean
deid_certificate_options_add_release (DeidCertificateOptions *options, const char *path,
                                      GError **error)
{
  g_return_val_if_fail (options != NULL && path != NULL, FALSE);

  if (!certificate_options_check_mutable (options, error))
    return FALSE;
  g_ptr_array_add (options->releases, g_strdup (path));
  return TRUE;
}

gboolean
deid_certificate_options_set_release_sha256 (DeidCertificateOptions *options, const char *sha256,
                                             GError **error)
{
  char *copy;

  g_return_val_if_fail (options != NULL, FALSE);

  if (!certificate_options_check_mutable (options, error))
    return FALSE;
  if (sha256 != NULL && !deid_digest_is_list (sha256))
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "the SHA-256 of the release: expected 64 lower-case hexadecimal digits, or "
                      "for linked tables such digests with commas between them");
  copy = g_strdup (sha256); /* before the old text is freed, which it may be */
  g_free (options->release_sha256);
  options->release_sha256 = copy;
  return TRUE;
}

/* Data that cannot be taken are destroyed at once. Old data go last, since what destroys them may
 * set the function again or drop the options. */
gboolean
deid_certificate_options_set_progress_func (DeidCertificateOptions *options, DeidProgressFunc func,
                                            gpointer user_data, GDestroyNotify destroy,
                                            GError **error)
{
  const gboolean success = options != NULL && certificate_options_check_mutable (options, error);
  gpointer unused = user_data;
  GDestroyNotify end = destroy;

  if (success)
    {
      unused = options->progress_data;
      end = options->progress_destroy;
      options->progress_func = func;
      options->progress_data = user_data;
      options->progress_destroy = destroy;
    }
  if (end != NULL)
    end (unused);
  g_return_val_if_fail (options != NULL, FALSE);
  return success;
}

/* Numbers of bytes in the first line: for the name of a table, and for the digests of a release. */
#define CERTIFICATE_READER_MAX_NAME (1 << 16)
#define MAX_DIGESTS                 (DEID_MAX_LINKED_TABLES * 128)

gboolean
deid_certificate_reader_locate (const DeidCertificateReader *reader, GError *own_error,
                                GError **error)
{
  if (g_error_matches (own_error, DEID_ERROR, DEID_ERROR_CERTIFICATE))
    g_prefix_error (&own_error, "%s: line %" G_GUINT64_FORMAT ": ", reader->lines.shown,
                    reader->lines.line);
  g_propagate_error (error, own_error);
  return FALSE;
}

gboolean
deid_certificate_reader_refuse (const DeidCertificateReader *reader, GError **error,
                                const char *format, ...)
{
  va_list arguments;
  GError *own_error;

  va_start (arguments, format);
  own_error = g_error_new_valist (DEID_ERROR, DEID_ERROR_CERTIFICATE, format, arguments);
  va_end (arguments);
  return deid_certificate_reader_locate (reader, own_error, error);
}

const DeidJsonValue *
deid_certificate_reader_read_line (DeidCertificateReader *reader, GError **error)
{
  GError *own_error = NULL;
  const DeidJsonValue *root;

  if (!certificate_lines_next (&reader->lines, &root, &own_error))
    {
      if (g_error_matches (own_error, DEID_ERROR, DEID_ERROR_CERTIFICATE))
        g_prefix_error (&own_error, "%s: ", reader->lines.shown);
      g_propagate_error (error, own_error);
    }
  else if (root == NULL)
    deid_certificate_reader_refuse (reader, error, "the certificate breaks off, expected a line");
  return root;
}

gboolean
deid_certificate_reader_compare (const DeidCertificateReader *reader, const char *text,
                                 GError **error)
{
  DeidJson expected = { 0 };
  GError *own_error = NULL;
  gboolean success;

  success = deid_json_read (&expected, text, strlen (text), 1, DEID_STOP_NEVER, &own_error) != NULL
            && deid_json_compare (&reader->lines.json, &expected,
                                  reader->prepared->lattice->table.show_values, &own_error);
  deid_json_clear (&expected);
  return success || deid_certificate_reader_locate (reader, own_error, error);
}

/* A range of levels is easily forgotten when the problem is stated anew: where only this differs,
 * the message says how to state it. */
static gboolean
certificate_reader_check_range (const DeidCertificateReader *reader, const DeidJsonValue *found,
                                guint a, GError **error)
{
  const DeidLattice *lattice = reader->prepared->lattice;
  const DeidAttribute *attribute = &lattice->attributes[a];
  const DeidColumn *column = deid_lattice_get_column (lattice, a);
  const guint d = attribute->first_dimension;
  const DeidJsonValue *lowest = deid_json_get_member (found, "lowest");
  const DeidJsonValue *highest = deid_json_get_member (found, "highest");
  const DeidJsonValue *name = deid_json_get_member (found, "name");

  if (attribute->cuts != NULL || !deid_json_is (name, DEID_JSON_STRING)
      || !g_str_equal (name->string, column->name) || !deid_json_is (lowest, DEID_JSON_INTEGER)
      || !deid_json_is (highest, DEID_JSON_INTEGER)
      || (lowest->integer == (gint64) lattice->floors[d]
          && highest->integer == (gint64) lattice->heights[d]))
    return TRUE;
  return deid_certificate_reader_refuse (
      reader, error,
      "it was made for the levels %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT
      " of column '%s', the problem has %u to %u (in a problem file "
      "[column %s] levels=%" G_GINT64_FORMAT "..%" G_GINT64_FORMAT ")",
      lowest->integer, highest->integer, deid_column_show (column), lattice->floors[d],
      lattice->heights[d], deid_column_show (column), lowest->integer, highest->integer);
}

static gboolean
check_ranges (const DeidCertificateReader *reader, const DeidJsonValue *root, GError **error)
{
  const DeidJsonValue *attributes = deid_json_get_member (root, "attributes");
  const guint n = reader->prepared->lattice->n_attributes;
  const DeidJsonValue *found = deid_json_enter (attributes);

  if (!deid_json_is (attributes, DEID_JSON_ARRAY) || attributes->n != n)
    return TRUE;
  for (guint a = 0; a < n; a++, found = deid_json_skip (found))
    if (!certificate_reader_check_range (reader, found, a, error))
      return FALSE;
  return TRUE;
}

/* The names of tables are only for people.
 * Returns: (nullable): that of a member. */
static const char *
certificate_reader_get_name (const DeidJsonValue *root, const char *member)
{
  const DeidJsonValue *name = deid_json_get_member (deid_json_get_member (root, member), "name");

  return deid_json_is (name, DEID_JSON_STRING) ? name->string : NULL;
}

static gboolean
compare_release (const DeidCertificateReader *reader, const char *stated, const char *name,
                 const char *found, GError **error)
{
  return g_str_equal (found, stated)
         || deid_certificate_reader_refuse (
             reader, error, "member '" DEID_RELEASE_SHA256 "' is \"%s\", but that of %s is \"%s\"",
             stated, name, found);
}

/* Compares each digest that the certificate states with that of a released file. */
static gboolean
compare_files (const DeidCertificateReader *reader, const char *stated, GError **error)
{
  const GPtrArray *paths = reader->options->releases;
  g_auto (GStrv) digests = g_strsplit (stated, ",", -1);

  if (g_strv_length (digests) != paths->len)
    return deid_certificate_reader_refuse (
        reader, error,
        "the number of released files is %u, expected %u, one for each digest of "
        "'" DEID_RELEASE_SHA256 "', in the order of the tables",
        paths->len, g_strv_length (digests));
  for (guint i = 0; i < paths->len; i++)
    {
      g_autofree char *found = deid_digest_file (paths->pdata[i], reader->stop, error);
      g_autofree char *shown = deid_text_escape (paths->pdata[i]);

      if (found == NULL || !compare_release (reader, digests[i], shown, found, error))
        return FALSE;
    }
  return TRUE;
}

/* Compares the digests in the certificate with the digests that were asked for, and with those of
 * the released files. */
static gboolean
certificate_reader_check_release (const DeidCertificateReader *reader, const char *stated,
                                  GError **error)
{
  if (reader->options->releases->len == 0 && reader->options->release_sha256 == NULL)
    return TRUE;
  if (stated == NULL)
    return deid_certificate_reader_refuse (reader, error,
                                           "member '" DEID_RELEASE_SHA256
                                           "' is missing: the certificate names no release");
  if (reader->options->release_sha256 != NULL
      && !compare_release (reader, stated, "the release", reader->options->release_sha256, error))
    return FALSE;
  return reader->options->releases->len == 0 || compare_files (reader, stated, error);
}

/* Sets @digest to what the first line states of the released file, NULL if that is nothing. */
static gboolean
certificate_reader_read_release (const DeidCertificateReader *reader, const DeidJsonValue *root,
                                 const char **digest, GError **error)
{
  const DeidJsonValue *value = deid_json_get_member (root, DEID_RELEASE_SHA256);

  *digest = NULL;
  if (value == NULL)
    return TRUE;
  if (!deid_json_is (value, DEID_JSON_STRING) || !deid_digest_is_list (value->string))
    return deid_certificate_reader_refuse (
        reader, error,
        "member '" DEID_RELEASE_SHA256 "': expected 64 hexadecimal digits for each released file, "
        "with commas between files");
  *digest = value->string;
  return TRUE;
}

gboolean
deid_certificate_reader_read_problem (DeidCertificateReader *reader, GError **error)
{
  const DeidPreparedProblem *prepared = reader->prepared;
  g_autofree char *problem = deid_certificate_describe_problem (prepared, reader->stop, error);
  const DeidJsonValue *root;
  g_autofree char *expected = NULL;
  const char *name, *population_name, *release_sha256;

  if (problem == NULL)
    return FALSE;
  reader->lines.max_length = strlen (problem) + MAX_DIGESTS
                             + (prepared->has_population ? 2 * CERTIFICATE_READER_MAX_NAME
                                                         : CERTIFICATE_READER_MAX_NAME);
  root = deid_certificate_reader_read_line (reader, error);
  if (root == NULL || !certificate_reader_read_release (reader, root, &release_sha256, error))
    return FALSE;
  name = certificate_reader_get_name (root, "table");
  population_name = certificate_reader_get_name (root, "population");
  if (population_name == NULL)
    population_name = "";
  expected = deid_certificate_complete_problem (problem, name != NULL ? name : "",
                                                prepared->has_population ? population_name : NULL,
                                                release_sha256, error);
  return expected != NULL && check_ranges (reader, root, error)
         && deid_certificate_reader_compare (reader, expected, error)
         && certificate_reader_check_release (reader, release_sha256, error);
}

gboolean
deid_certificate_reader_read_end (DeidCertificateReader *reader, GError **error)
{
  const DeidJsonValue *root = deid_certificate_reader_read_line (reader, error);
  g_autoptr (GChecksum) checksum = g_checksum_copy (reader->lines.checksum);
  g_autofree char *expected = NULL;
  GError *own_error = NULL;

  if (root == NULL)
    return FALSE;
  expected = deid_certificate_describe_end (reader->lines.line - 1, checksum, error);
  if (expected == NULL || !deid_certificate_reader_compare (reader, expected, error))
    return FALSE;
  if (certificate_lines_next (&reader->lines, &root, &own_error) && root == NULL)
    return TRUE;
  if (own_error != NULL && !g_error_matches (own_error, DEID_ERROR, DEID_ERROR_CERTIFICATE))
    {
      g_propagate_error (error, own_error);
      return FALSE;
    }
  g_clear_error (&own_error);
  return deid_certificate_reader_refuse (reader, error, "expected nothing behind the end");
}

DeidProgress *
deid_certificate_reader_begin_report (DeidCertificateReader *reader, gboolean in_any_case)
{
  const gint64 now = g_get_monotonic_time ();
  DeidProgress *progress;

  if (reader->options->progress_func == NULL
      || (!in_any_case
          && now - MAX (reader->start, reader->last_report) < DEID_MICROSECONDS_A_REPORT))
    return NULL;
  reader->last_report = now;
  progress = deid_progress_new ();
  progress->seconds = (double) (now - reader->start) / G_USEC_PER_SEC;
  return progress;
}

void
deid_certificate_reader_tell (const DeidCertificateReader *reader, DeidProgress *progress)
{
  reader->options->progress_func (progress, reader->options->progress_data);
  deid_progress_unref (progress);
}
