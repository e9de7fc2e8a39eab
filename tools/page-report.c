/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The page for those who decide, of what a run has made. */
#include "page-report.h"

#include "settings.h"

#define BLOCK 65536 /* bytes that are read at once */

/* The files that a page names: the settings of their paths, and of the paths of linked tables. */
static const struct
{
  const char *section, *key, *linked;
} files[] = { [DEID_PAGE_FILE_TABLE] = { "input", "input", "linked" },
              [DEID_PAGE_FILE_RELEASE] = { "output", "output", "linked-output" },
              [DEID_PAGE_FILE_CERTIFICATE] = { "output", "certificate", NULL },
              [DEID_PAGE_FILE_POLICY] = { "output", "policy", NULL } };

gboolean
is_page_asked (void)
{
  return deid_job_is_set (get_settings (), "output", "page");
}

/* Digests a regular file; another one was read to its end already and has none.
 * Returns: FALSE with an error. */
static gboolean
digest_file (const char *path, char **sha256, GCancellable *cancellable, GError **error)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInputStream) stream = NULL;
  g_autofree guchar *block = g_malloc (BLOCK);
  gssize n;

  *sha256 = NULL;
  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return TRUE;
  stream = g_file_read (file, cancellable, error);
  if (stream == NULL)
    return FALSE;
  while ((n = g_input_stream_read (G_INPUT_STREAM (stream), block, BLOCK, cancellable, error)) > 0)
    g_checksum_update (checksum, block, n);
  if (n == 0)
    *sha256 = g_strdup (g_checksum_get_string (checksum));
  return n == 0;
}

/* Returns: (transfer full): how a page names a file. */
static char *
show_name (const char *path, DeidPageFile file)
{
  g_autofree char *name = NULL;

  if (g_str_equal (deid_job_get (get_settings (), files[file].section, files[file].key), "-"))
    return g_strdup (file == DEID_PAGE_FILE_TABLE ? "standard input" : "standard output");
  name = g_path_get_basename (path);
  return g_filename_display_name (name);
}

/* @released is the digest of a released file, which is not in place yet and cannot be read. */
static gboolean
name_file (DeidPage *page, const Job *job, DeidPageFile file, const char *path, const char *shown,
           const char *released, GError **error)
{
  g_autofree char *sha256 = file == DEID_PAGE_FILE_RELEASE ? g_strdup (released) : NULL;

  return (file != DEID_PAGE_FILE_TABLE || digest_file (path, &sha256, job->cancellable, error))
         && deid_page_add_file (page, file, shown, sha256, error);
}

/* Names the file of a kind and then those of linked tables. */
static gboolean
name_kind (DeidPage *page, const Job *job, DeidPageFile file, GError **error)
{
  const DeidJob *settings = get_settings ();
  const char *digest = deid_output_set_get_release_sha256 (job->outputs);
  g_autofree char *path = deid_job_get_path (settings, files[file].section, files[file].key);
  g_autofree char *shown = path != NULL ? show_name (path, file) : NULL;
  g_auto (GStrv) linked = NULL, digests = g_strsplit (digest != NULL ? digest : "", ",", -1);

  if (path == NULL)
    return TRUE;
  if (!name_file (page, job, file, path, shown, digests[0], error))
    return FALSE;
  if (files[file].linked != NULL)
    linked = deid_job_list_paths (settings, files[file].section, files[file].linked);
  for (guint i = 0; linked != NULL && linked[i] != NULL; i++)
    {
      g_autofree char *name = g_filename_display_basename (linked[i]);

      if (!name_file (page, job, file, linked[i], name, digests[0] != NULL ? digests[i + 1] : NULL,
                      error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
name_files (DeidPage *page, const Job *job, GError **error)
{
  for (guint f = 0; f < G_N_ELEMENTS (files); f++)
    if (!name_kind (page, job, (DeidPageFile) f, error))
      return FALSE;
  return TRUE;
}

static gboolean
add_baseline (DeidPage *page, const Job *job, GError **error)
{
  g_autoptr (DeidReport) report = NULL;

  if (!deid_job_is_set (get_settings (), "baseline", "baseline"))
    return TRUE;
  report = deid_job_make_report (get_settings (), "baseline", NULL, job->cancellable, error);
  return report != NULL && deid_page_add_report (page, report, error);
}

static gboolean
fill (DeidPage *page, const Job *job, GError **error)
{
  DeidReport *const reports[]
      = { job->distortion,      job->left_out,        job->utility,
          job->tables.tradeoff, job->tables.frontier, job->tables.risk_frontier,
          job->alternatives,    job->warnings };

  for (guint i = 0; i < G_N_ELEMENTS (reports); i++)
    if (reports[i] != NULL && !deid_page_add_report (page, reports[i], error))
      return FALSE;
  return add_baseline (page, job, error) && name_files (page, job, error);
}

static gboolean
set_fields (DeidPage *page, GError **error)
{
  static const char *const keys[] = { [DEID_PAGE_FIELD_TITLE] = "title",
                                      [DEID_PAGE_FIELD_PURPOSE] = "purpose",
                                      [DEID_PAGE_FIELD_RECIPIENT] = "recipient",
                                      [DEID_PAGE_FIELD_DATE] = "release-date",
                                      [DEID_PAGE_FIELD_CUSTODIAN] = "custodian",
                                      [DEID_PAGE_FIELD_LEGAL_BASIS] = "legal-basis",
                                      [DEID_PAGE_FIELD_RELEASE_NUMBER] = "release-number" };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (!deid_page_set_field (page, (DeidPageField) i,
                              deid_job_get (get_settings (), "page", keys[i]), error))
      return FALSE;
  return TRUE;
}

gboolean
add_page (const Job *job, GError **error)
{
  g_autofree char *path = deid_job_get_path (get_settings (), "output", "page");
  const gboolean is_public
      = g_str_equal (deid_job_get (get_settings (), "report", "audience"), "public");
  g_autoptr (DeidPage) page = NULL;
  g_autofree char *text = NULL;

  if (path == NULL)
    return TRUE;
  page = deid_page_new (job->result, job->release, job->risk_options, error);
  if (page == NULL || !set_fields (page, error) || !fill (page, job, error))
    return FALSE;
  text = deid_page_to_html (page, is_public ? DEID_AUDIENCE_PUBLIC : DEID_AUDIENCE_CUSTODIAN,
                            job->cancellable, error);
  return text != NULL
         && deid_output_set_add_text (job->outputs, text, path, job->cancellable, error);
}
