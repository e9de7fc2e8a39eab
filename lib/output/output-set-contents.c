/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the files of an output set are: a release, and what belongs to it. */
#include <string.h>

#include "base/text.h"
#include "certificate/certificate-private.h"
#include "output/output-set-private.h"
#include "release/origin.h"
#include "search/interval/prove.h"
#include "search/result-private.h"
#include "stored-policy/stored-policy-private.h"
#include "table/csv-options.h"
#include "table/dataset-view.h"
#include "table/csv-write.h"
#include "table/linked-tables.h"

/* Tells whether a table may be the release of a set. */
static gboolean
output_set_contents_check_release (const DeidOutputSet *set, const DeidDataset *release,
                                   const char *path, GError **error)
{
  const char *const fault
      = set->files->len > 0 ? "the output set has files by now, expected the release first"
        : deid_dataset_get_origin (release, NULL, NULL) == NULL
            ? "the table is not released, expected one that was made from a result"
            : NULL;
  g_autofree char *shown = NULL;

  if (fault == NULL)
    return TRUE;
  shown = deid_text_escape (path);
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "%s: %s", shown, fault);
}

/* Writes the release, or a part of it. */
static gboolean
add_table (DeidOutputSet *set, const DeidDataset *table, const char *path,
           const DeidCsvOptions *options, const DeidStop *stop, GError **error)
{
  g_autofree char *before = NULL;
  DeidOutputFile *file;

  if (!deid_dataset_check_csv (table, options, stop, error)
      || (file = deid_output_set_open_file (set, path, stop->cancellable, error)) == NULL)
    return FALSE;
  file->checksum = g_checksum_new (G_CHECKSUM_SHA256);
  if (!deid_output_set_close_file (
          set, file, deid_dataset_write_rows (table, options, file, stop, error), error))
    return FALSE;
  before = set->release_sha256;
  set->release_sha256
      = before == NULL ? g_strdup (g_checksum_get_string (file->checksum))
                       : g_strconcat (before, ",", g_checksum_get_string (file->checksum), NULL);
  return TRUE;
}

/* Writes the rows of each linked table by themselves. */
static gboolean
add_linked (DeidOutputSet *set, const DeidDataset *release, const char *path,
            const DeidCsvOptions *options, const DeidStop *stop, GError **error)
{
  const DeidDataset *source = deid_dataset_get_origin (release, NULL, NULL)->lattice->dataset;
  gboolean success = TRUE;

  for (guint i = 0; success && set->linked_names[i] != NULL; i++)
    {
      g_autoptr (DeidDataset) part = deid_dataset_take_linked (
          release, source, i, set->linked_names[i], stop->cancellable, error);

      success = part != NULL
                && add_table (set, part, i == 0 ? path : set->linked_paths[i - 1], options, stop,
                              error);
    }
  return success;
}

static gboolean
add_release (DeidOutputSet *set, DeidDataset *release, const char *path,
             const DeidCsvOptions *options, const DeidStop *stop, GError **error)
{
  DeidPolicy *policy;
  DeidPartition *local;

  if (!deid_output_set_check_not_ended (set, error)
      || !output_set_contents_check_release (set, release, path, error)
      || !(set->linked_names != NULL ? add_linked (set, release, path, options, stop, error)
                                     : add_table (set, release, path, options, stop, error)))
    return FALSE;
  set->problem = deid_problem_ref (deid_dataset_get_origin (release, &policy, &local));
  set->policy = policy != NULL ? deid_policy_ref (policy) : NULL;
  set->local = local != NULL ? deid_partition_ref (local) : NULL;
  return TRUE;
}

gboolean
deid_output_set_add_release (DeidOutputSet *set, DeidDataset *release, const char *path,
                             DeidCsvOptions *options, GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  g_autoptr (DeidCsvOptions) used = NULL;

  g_return_val_if_fail (set != NULL && release != NULL && path != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  used = deid_csv_options_use_for (options, deid_dataset_get_delimiter (release));
  return deid_output_set_note (set, path, add_release (set, release, path, used, stop, error));
}

static gboolean
refuse_stranger (const char *path, const char *what, GError **error)
{
  g_autofree char *shown = deid_text_escape (path);

  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "%s: the %s does not belong to the release, expected that of the result that "
                    "the table was released by",
                    shown, what);
}

/* Compares all that is said, so that a policy that was read from a file can belong here too. */
static gboolean
output_set_contents_check_policy (const DeidOutputSet *set, const DeidStoredPolicy *stored,
                                  const char *text, const char *path, const DeidStop *stop,
                                  GError **error)
{
  g_autoptr (DeidStoredPolicy) policy = NULL;
  g_autofree char *expected = NULL;

  if (set->problem == NULL)
    return TRUE;
  if (set->policy == NULL)
    return refuse_stranger (path, "stored policy", error);
  policy = deid_stored_policy_new_from_levels (set->problem, set->policy->levels, stop, error);
  if (policy != NULL)
    policy->classes_sha256 = g_strdup (stored->classes_sha256);
  if (policy == NULL
      || (expected = deid_stored_policy_build_text (policy, set->release_sha256, stop, error))
             == NULL)
    return FALSE;
  return g_str_equal (text, expected) || refuse_stranger (path, "stored policy", error);
}

static gboolean
output_set_contents_add_policy (DeidOutputSet *set, const DeidStoredPolicy *policy,
                                const char *path, const DeidStop *stop, GError **error)
{
  g_autofree char *text = NULL;
  DeidOutputFile *file;

  if (!deid_output_set_check_not_ended (set, error))
    return FALSE;
  text = deid_stored_policy_build_text (policy, set->release_sha256, stop, error);
  if (text == NULL || !output_set_contents_check_policy (set, policy, text, path, stop, error)
      || (file = deid_output_set_open_file (set, path, stop->cancellable, error)) == NULL)
    return FALSE;
  deid_output_file_puts (file, text);
  deid_output_file_put (file, '\n');
  return deid_output_set_close_file (set, file, TRUE, error);
}

gboolean
deid_output_set_add_stored_policy (DeidOutputSet *set, DeidStoredPolicy *policy, const char *path,
                                   GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (set != NULL && policy != NULL && path != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  return deid_output_set_note (
      set, path,
      output_set_contents_add_policy (set, policy, path, DEID_STOP_OF (cancellable), error));
}

/* A certificate that is being added. */
typedef struct
{
  DeidOutputSet *set;
  const char *path;
  GCancellable *cancellable;
  DeidOutputFile *file; /* NULL before it is opened */
} Certificate;

static DeidOutputFile *
open_certificate (gpointer data, GError **error)
{
  Certificate *certificate = data;

  certificate->file = deid_output_set_open_file (certificate->set, certificate->path,
                                                 certificate->cancellable, error);
  return certificate->file;
}

static gboolean
output_set_contents_check_result (const DeidOutputSet *set, const DeidResult *result,
                                  const char *path, GError **error)
{
  return set->problem == NULL
         || (result->problem == set->problem
             && deid_result_has_recoding (result, set->policy, set->local))
         || refuse_stranger (path, "certificate", error);
}

static gboolean
add_certificate (DeidOutputSet *set, DeidResult *result, const char *path, const DeidStop *stop,
                 GError **error)
{
  Certificate certificate = { .set = set, .path = path, .cancellable = stop->cancellable };
  const gboolean success
      = deid_output_set_check_not_ended (set, error)
        && output_set_contents_check_result (set, result, path, error)
        && deid_certificate_check_result (result, error)
        && deid_certificate_write_lines (result, deid_search_prove, set->release_sha256,
                                         open_certificate, &certificate, stop, error);

  return certificate.file != NULL
         && deid_output_set_close_file (set, certificate.file, success, error);
}

gboolean
deid_output_set_add_certificate (DeidOutputSet *set, DeidResult *result, const char *path,
                                 GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);

  g_return_val_if_fail (set != NULL && result != NULL && path != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  return deid_output_set_note (set, path, add_certificate (set, result, path, stop, error));
}

static gboolean
output_set_contents_add_text (DeidOutputSet *set, const char *text, const char *path,
                              GCancellable *cancellable, GError **error)
{
  DeidOutputFile *file = deid_output_set_open_file (set, path, cancellable, error);

  if (file == NULL)
    return FALSE;
  deid_output_file_puts (file, text);
  return deid_output_set_close_file (set, file, TRUE, error);
}

gboolean
deid_output_set_add_text (DeidOutputSet *set, const char *text, const char *path,
                          GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (set != NULL && text != NULL && path != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  return deid_output_set_note (set, path,
                               output_set_contents_add_text (set, text, path, cancellable, error));
}
