/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/file-kind.h"

#include <string.h>

#include <deid/deid.h>

#include "base/text.h"

#define EXPORT     "export the table as CSV with UTF-8"
#define UNPACK(x)  "unpack it with " x
#define CONVERT(x) "convert it with iconv -f " x " -t UTF-8"

/* Signatures from the specifications of the formats. The name of a column may begin with the same
 * letters, so signatures with letters include a byte that no text has. `?` is any byte. */
static const struct
{
  guint offset;
  const char *bytes;
  guint n;
  const char *kind;
  const char *way_out;
} file_kind_kinds[] = {
#define SIGNATURE(offset, bytes, kind, way_out)                                                    \
  {                                                                                                \
    offset, bytes, sizeof bytes - 1, kind, way_out                                                 \
  }
  SIGNATURE (0, "PK\3\4", "a zip archive, as .xlsx and .ods workbooks are", EXPORT),
  SIGNATURE (0, "PK\5\6", "an empty zip archive", EXPORT),
  SIGNATURE (0, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "an OLE file, as old .xls workbooks are",
             EXPORT),
  SIGNATURE (0, "\x1F\x8B", "compressed with gzip", UNPACK ("gunzip")),
  SIGNATURE (0, "BZh?1AY&SY", "compressed with bzip2", UNPACK ("bunzip2")),
  SIGNATURE (0, "BZh?\x17\x72\x45\x38\x50\x90", "compressed with bzip2", UNPACK ("bunzip2")),
  SIGNATURE (0, "\xFD\x37zXZ\0", "compressed with xz", UNPACK ("unxz")),
  SIGNATURE (0, "\x28\xB5\x2F\xFD", "compressed with zstd", UNPACK ("unzstd")),
  SIGNATURE (0, "\x04\x22\x4D\x18", "compressed with lz4", UNPACK ("unlz4")),
  SIGNATURE (0, "7z\xBC\xAF\x27\x1C", "a 7z archive", UNPACK ("7z")),
  SIGNATURE (0, "PAR1\x15", "a Parquet file", EXPORT),
  SIGNATURE (0, "ARROW1\0\0", "an Arrow (Feather) file", EXPORT),
  SIGNATURE (0, "\xFF\xFF\xFF\xFF", "an Arrow stream", EXPORT),
  SIGNATURE (0, "FEA1\0", "a Feather file", EXPORT),
  SIGNATURE (0, "SQLite format 3\0", "an SQLite database", EXPORT),
  SIGNATURE (0, "%PDF-?.?", "a PDF document", EXPORT),
  SIGNATURE (0, "$FL2@(#) ", "an SPSS file", EXPORT),
  SIGNATURE (0, "$FL3@(#) ", "an SPSS file", EXPORT),
  SIGNATURE (0, "<stata_dta>", "a Stata file", EXPORT),
  SIGNATURE (0, "q?\1\0", "a Stata file", EXPORT),
  SIGNATURE (0, "r?\1\0", "a Stata file", EXPORT),
  SIGNATURE (0, "s?\1\0", "a Stata file", EXPORT),
  SIGNATURE (12, "\xC2\xEA\x81\x60\xB3\x14\x11\xCF\xBD\x92\x08\0", "a SAS data set", EXPORT),
  SIGNATURE (0, "\xFF\xFE\0\0", "UTF-32 text", CONVERT ("UTF-32")),
  SIGNATURE (0, "\0\0\xFE\xFF", "UTF-32 text", CONVERT ("UTF-32")),
  SIGNATURE (0, "\xFF\xFE", "UTF-16 text", CONVERT ("UTF-16")),
  SIGNATURE (0, "\xFE\xFF", "UTF-16 text", CONVERT ("UTF-16")),
#undef SIGNATURE
};

static gboolean
file_kind_refuse (const char *name, const char *kind, const char *way_out, GError **error)
{
  g_autofree char *shown = deid_text_escape (name);

  g_set_error (error, DEID_ERROR, DEID_ERROR_ENCODING,
               "%s: the file is %s, expected text in UTF-8: %s", shown, kind, way_out);
  return FALSE;
}

static gboolean
has_signature (guint i, const char *bytes, gsize n_bytes)
{
  const char *signature = file_kind_kinds[i].bytes;

  if (n_bytes < file_kind_kinds[i].offset + file_kind_kinds[i].n)
    return FALSE;
  for (guint b = 0; b < file_kind_kinds[i].n; b++)
    if (signature[b] != '?' && bytes[file_kind_kinds[i].offset + b] != signature[b])
      return FALSE;
  return TRUE;
}

/* Tells whether the first two characters are of one unit of two bytes each, where a Latin text has
 * a zero at @zero, 0 or 1, of each. */
static gboolean
is_wide (const char *bytes, gsize n_bytes, guint zero)
{
  return n_bytes >= 4 && bytes[zero] == '\0' && bytes[2 + zero] == '\0' && bytes[1 - zero] != '\0'
         && bytes[3 - zero] != '\0';
}

gboolean
deid_file_kind_check (const char *name, const char *bytes, gsize n_bytes, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (file_kind_kinds); i++)
    if (has_signature (i, bytes, n_bytes))
      return file_kind_refuse (name, file_kind_kinds[i].kind, file_kind_kinds[i].way_out, error);
  if (is_wide (bytes, n_bytes, 1))
    return file_kind_refuse (name, "UTF-16 text", CONVERT ("UTF-16LE"), error);
  if (is_wide (bytes, n_bytes, 0))
    return file_kind_refuse (name, "UTF-16 text", CONVERT ("UTF-16BE"), error);
  return TRUE;
}

gboolean
deid_file_check_nul (const char *shown, const char *text, gsize length, GError **error)
{
  const gsize n = strlen (text);
  guint64 line = 1, column = 1;

  if (n == length)
    return TRUE;
  for (gsize i = 0; i < n; i++)
    {
      line += text[i] == '\n';
      column = text[i] == '\n' ? 1 : column + 1;
    }
  g_set_error (error, DEID_ERROR, DEID_ERROR_ENCODING,
               "%s: line %" G_GUINT64_FORMAT ", byte %" G_GUINT64_FORMAT
               ": a NUL byte, expected a text",
               shown, line, column);
  return FALSE;
}
