/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Files that appear together. */
#include <string.h>

#include "base/handle.h"
#include "base/output-file.h"
#include "base/text.h"
#include "certificate/certificate-private.h"
#include "output/output-set-private.h"
#include "stored-policy/stored-policy-private.h"
#include "search/interval/prove.h"
#include "search/result-private.h"
#include "table/csv-options-private.h"
#include "table/dataset-view.h"
#include "table/dataset-write.h"

#define DEFAULT_MODE 0600
#define MAX_MODE     0666

struct DeidOutputSet
{
  gatomicrefcount ref_count;
  GPtrArray *inputs;    /* of DeidOutputTarget */
  GPtrArray *reserved;  /* of DeidOutputTarget */
  char *release_sha256; /* of the release; it and the next two are NULL if there is none */
  DeidProblem *problem; /* that the table was released by, with the policy */
  DeidPolicy *policy;
  char *missing;    /* the path, escaped, of what could not be added first, or NULL */
  GMutex mutex;     /* held where a temporary file gets its name or loses it */
  GPtrArray *files; /* of DeidOutputFile */
  gint ended;       /* atomic: committed or discarded */
  guint mode;       /* of files that are added */
};

static void
target_free (gpointer data)
{
  deid_output_target_clear (data);
  g_free (data);
}

static void
file_free (gpointer data)
{
  deid_output_file_clear (data);
  g_free (data);
}

static void
deid_output_set_free (DeidOutputSet *set)
{
  g_ptr_array_unref (set->inputs);
  g_ptr_array_unref (set->reserved);
  g_ptr_array_unref (set->files);
  g_free (set->release_sha256);
  g_clear_pointer (&set->problem, deid_problem_unref);
  g_clear_pointer (&set->policy, deid_policy_unref);
  g_free (set->missing);
  g_mutex_clear (&set->mutex);
  g_free (set);
}

DEID_DEFINE_HANDLE (DeidOutputSet, deid_output_set)

DeidOutputSet *
deid_output_set_new (void)
{
  DeidOutputSet *set = g_new0 (DeidOutputSet, 1);

  g_atomic_ref_count_init (&set->ref_count);
  g_mutex_init (&set->mutex);
  set->mode = DEFAULT_MODE;
  set->inputs = g_ptr_array_new_with_free_func (target_free);
  set->reserved = g_ptr_array_new_with_free_func (target_free);
  set->files = g_ptr_array_new_with_free_func (file_free);
  return set;
}

static gboolean
check_not_ended (const DeidOutputSet *set, GError **error)
{
  return deid_check_mutable (&set->ended, NULL, "the output set was committed or discarded", error);
}

gboolean
deid_output_set_set_mode (DeidOutputSet *set, guint mode, GError **error)
{
  g_return_val_if_fail (set != NULL, FALSE);

  if (!check_not_ended (set, error))
    return FALSE;
  if (mode == 0 || (mode & ~(guint) MAX_MODE) != 0)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "mode 0%o of files, expected one from 0001 to 0666 without rights to execute, "
                   "such as 0640",
                   mode);
      return FALSE;
    }
  set->mode = mode;
  return TRUE;
}

guint
deid_output_set_get_mode (const DeidOutputSet *set)
{
  g_return_val_if_fail (set != NULL, 0);

  return set->mode;
}

/* Remembers what was not added: without it the set may not be published. */
static gboolean
note (DeidOutputSet *set, const char *path, gboolean success)
{
  if (!success && set->missing == NULL)
    set->missing = deid_text_escape (path);
  return success;
}

static gboolean
check_whole (const DeidOutputSet *set, GError **error)
{
  if (set->missing == NULL)
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "%s: could not be added to the output set, so none of its files is published",
               set->missing);
  return FALSE;
}

/* What is written there is gone, so that nothing can be mixed. */
static gboolean
is_null_device (const DeidOutputTarget *target)
{
  struct stat status;

  return target->exists && S_ISCHR (target->status.st_mode) && stat ("/dev/null", &status) == 0
         && status.st_rdev == target->status.st_rdev;
}

static gboolean
refuse (const DeidOutputTarget *target, const char *what, const char *path, GError **error)
{
  g_autofree char *shown = deid_text_escape (target->path), *other = deid_text_escape (path);

  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "%s: the same file as the %s %s, expected a file of its own", shown, what, other);
  return FALSE;
}

/* @reservation is the path of a reservation that is no conflict, or NULL. */
static gboolean
check_conflicts (const DeidOutputSet *set, const DeidOutputTarget *target, const char *reservation,
                 GError **error)
{
  if (is_null_device (target))
    return TRUE;
  for (guint i = 0; i < set->inputs->len; i++)
    {
      const DeidOutputTarget *input = g_ptr_array_index (set->inputs, i);

      if (deid_output_target_equal (input, target))
        return refuse (target, "input", input->path, error);
    }
  for (guint i = 0; i < set->reserved->len; i++)
    {
      const DeidOutputTarget *other = g_ptr_array_index (set->reserved, i);

      if (g_strcmp0 (other->path, reservation) != 0 && deid_output_target_equal (other, target))
        return refuse (target, "output", other->path, error);
    }
  for (guint i = 0; i < set->files->len; i++)
    {
      const DeidOutputFile *file = g_ptr_array_index (set->files, i);

      if (deid_output_target_equal (&file->target, target))
        return refuse (target, "output", file->target.path, error);
    }
  return TRUE;
}

static gboolean
check_input (const DeidOutputTarget *input, const DeidOutputTarget *output, GError **error)
{
  return !deid_output_target_equal (input, output) || refuse (output, "input", input->path, error);
}

static gboolean
add_input (DeidOutputSet *set, const char *path, GError **error)
{
  DeidOutputTarget input = { .directory = -1, .own = -1, .exists = TRUE };

  if (!check_not_ended (set, error))
    return FALSE;
  if (stat (path, &input.status) != 0 || S_ISCHR (input.status.st_mode))
    return TRUE;
  input.path = (char *) path;
  for (guint i = 0; i < set->reserved->len; i++)
    if (!check_input (&input, g_ptr_array_index (set->reserved, i), error))
      return FALSE;
  for (guint i = 0; i < set->files->len; i++)
    {
      const DeidOutputFile *file = g_ptr_array_index (set->files, i);

      if (!check_input (&input, &file->target, error))
        return FALSE;
    }
  input.path = g_strdup (path);
  g_ptr_array_add (set->inputs, g_memdup2 (&input, sizeof input));
  return TRUE;
}

gboolean
deid_output_set_add_input (DeidOutputSet *set, const char *path, GError **error)
{
  g_return_val_if_fail (set != NULL && path != NULL, FALSE);

  return note (set, path, add_input (set, path, error));
}

gboolean
deid_output_set_reserve (DeidOutputSet *set, const char *path, GError **error)
{
  DeidOutputTarget target;

  g_return_val_if_fail (set != NULL && path != NULL, FALSE);

  if (!check_not_ended (set, error) || !deid_output_target_init (&target, path, error))
    return FALSE;
  if (check_conflicts (set, &target, NULL, error)
      && deid_output_target_check_directory (&target, error))
    {
      g_ptr_array_add (set->reserved, g_memdup2 (&target, sizeof target));
      return TRUE;
    }
  deid_output_target_clear (&target);
  return FALSE;
}

void
deid_output_set_mark (const DeidOutputSet *set, DeidOutputSetMark *mark)
{
  *mark = (DeidOutputSetMark){ .n_inputs = set->inputs->len,
                               .n_reserved = set->reserved->len,
                               .mode = set->mode,
                               .is_whole = set->missing == NULL };
}

void
deid_output_set_roll_back (DeidOutputSet *set, const DeidOutputSetMark *mark)
{
  g_ptr_array_set_size (set->inputs, (gint) mark->n_inputs);
  g_ptr_array_set_size (set->reserved, (gint) mark->n_reserved);
  set->mode = mark->mode;
  if (mark->is_whole)
    g_clear_pointer (&set->missing, g_free);
}

/* A temporary file is made only while the set cannot be discarded. Other outputs may keep this call
 * waiting. Takes the target. */
static gboolean
open_target (DeidOutputSet *set, DeidOutputTarget *target, DeidOutputFile *file,
             GCancellable *cancellable, GError **error)
{
  const gboolean is_file = deid_output_target_is_file (target);
  gboolean success;

  if (is_file)
    g_mutex_lock (&set->mutex);
  success = deid_output_file_open_target (file, target, TRUE, cancellable, error);
  if (!is_file)
    g_mutex_lock (&set->mutex);
  if (success && !check_not_ended (set, error))
    {
      deid_output_file_clear (file);
      success = FALSE;
    }
  if (success)
    {
      file->mode = set->mode;
      g_ptr_array_add (set->files, file);
    }
  g_mutex_unlock (&set->mutex);
  return success;
}

/* Returns: (transfer none): a file of the set, to be written. */
static DeidOutputFile *
open_file (DeidOutputSet *set, const char *path, GCancellable *cancellable, GError **error)
{
  g_autofree DeidOutputFile *file = g_new0 (DeidOutputFile, 1);
  DeidOutputTarget target;

  if (!check_not_ended (set, error) || !deid_output_target_init (&target, path, error))
    return NULL;
  if (!check_conflicts (set, &target, path, error))
    {
      deid_output_target_clear (&target);
      return NULL;
    }
  return open_target (set, &target, file, cancellable, error) ? g_steal_pointer (&file) : NULL;
}

/* Keeps a file whose contents were all written, else forgets it. */
static gboolean
close_file (DeidOutputSet *set, DeidOutputFile *file, gboolean success, GError **error)
{
  if (success && deid_output_file_finish (file, TRUE, error))
    return TRUE;
  g_mutex_lock (&set->mutex);
  g_ptr_array_remove (set->files, file);
  g_mutex_unlock (&set->mutex);
  return FALSE;
}

/* Tells whether a table may be the release of a set. */
static gboolean
check_release (const DeidOutputSet *set, const DeidDataset *release, const char *path,
               GError **error)
{
  const char *const fault
      = set->files->len > 0 ? "the output set has files by now, expected the release first"
        : deid_dataset_get_origin (release, NULL) == NULL
            ? "the table is not released, expected one that was made from a result"
            : NULL;
  g_autofree char *shown = NULL;

  if (fault == NULL)
    return TRUE;
  shown = deid_text_escape (path);
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "%s: %s", shown, fault);
  return FALSE;
}

static gboolean
add_release (DeidOutputSet *set, DeidDataset *release, const char *path,
             const DeidCsvOptions *options, const DeidStop *stop, GError **error)
{
  DeidOutputFile *file;
  DeidPolicy *policy;

  if (!check_not_ended (set, error) || !check_release (set, release, path, error)
      || !deid_dataset_check_csv (release, options, stop, error)
      || (file = open_file (set, path, stop->cancellable, error)) == NULL)
    return FALSE;
  file->checksum = g_checksum_new (G_CHECKSUM_SHA256);
  if (!close_file (set, file, deid_dataset_write_rows (release, options, file, stop, error), error))
    return FALSE;
  set->release_sha256 = g_strdup (g_checksum_get_string (file->checksum));
  set->problem = deid_problem_ref (deid_dataset_get_origin (release, &policy));
  set->policy = deid_policy_ref (policy);
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

  used = deid_csv_options_use (options);
  return note (set, path, add_release (set, release, path, used, stop, error));
}

static gboolean
refuse_stranger (const char *path, const char *what, GError **error)
{
  g_autofree char *shown = deid_text_escape (path);

  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "%s: the %s does not belong to the release, expected that of the result that the "
               "table was released by",
               shown, what);
  return FALSE;
}

/* Compares all that is said, so that a policy that was read from a file can belong here too. */
static gboolean
check_policy (const DeidOutputSet *set, const char *text, const char *path, const DeidStop *stop,
              GError **error)
{
  g_autoptr (DeidStoredPolicy) policy = NULL;
  g_autofree char *expected = NULL;

  if (set->problem == NULL)
    return TRUE;
  policy = deid_stored_policy_new_from_levels (set->problem, set->policy->levels, stop, error);
  if (policy == NULL
      || (expected = deid_stored_policy_build_text (policy, set->release_sha256, stop, error))
             == NULL)
    return FALSE;
  return g_str_equal (text, expected) || refuse_stranger (path, "stored policy", error);
}

static gboolean
add_policy (DeidOutputSet *set, const DeidStoredPolicy *policy, const char *path,
            const DeidStop *stop, GError **error)
{
  g_autofree char *text = NULL;
  DeidOutputFile *file;

  if (!check_not_ended (set, error))
    return FALSE;
  text = deid_stored_policy_build_text (policy, set->release_sha256, stop, error);
  if (text == NULL || !check_policy (set, text, path, stop, error)
      || (file = open_file (set, path, stop->cancellable, error)) == NULL)
    return FALSE;
  deid_output_file_puts (file, text);
  deid_output_file_put (file, '\n');
  return close_file (set, file, TRUE, error);
}

gboolean
deid_output_set_add_stored_policy (DeidOutputSet *set, DeidStoredPolicy *policy, const char *path,
                                   GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (set != NULL && policy != NULL && path != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  return note (set, path, add_policy (set, policy, path, DEID_STOP_OF (cancellable), error));
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

  certificate->file
      = open_file (certificate->set, certificate->path, certificate->cancellable, error);
  return certificate->file;
}

static gboolean
check_result (const DeidOutputSet *set, const DeidResult *result, const char *path, GError **error)
{
  const gsize n_dimensions = result->problem->lattice->n_dimensions;

  return set->problem == NULL
         || (result->problem == set->problem
             && memcmp (result->policy->levels, set->policy->levels,
                        n_dimensions * sizeof *set->policy->levels)
                    == 0)
         || refuse_stranger (path, "certificate", error);
}

static gboolean
add_certificate (DeidOutputSet *set, DeidResult *result, const char *path, const DeidStop *stop,
                 GError **error)
{
  Certificate certificate = { .set = set, .path = path, .cancellable = stop->cancellable };
  const gboolean success
      = check_not_ended (set, error) && check_result (set, result, path, error)
        && deid_certificate_check_result (result, error)
        && deid_certificate_write_lines (result, deid_search_prove, set->release_sha256,
                                         open_certificate, &certificate, stop, error);

  return certificate.file != NULL && close_file (set, certificate.file, success, error);
}

gboolean
deid_output_set_add_certificate (DeidOutputSet *set, DeidResult *result, const char *path,
                                 GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);

  g_return_val_if_fail (set != NULL && result != NULL && path != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  return note (set, path, add_certificate (set, result, path, stop, error));
}

static gboolean
add_text (DeidOutputSet *set, const char *text, const char *path, GCancellable *cancellable,
          GError **error)
{
  DeidOutputFile *file = open_file (set, path, cancellable, error);

  if (file == NULL)
    return FALSE;
  deid_output_file_puts (file, text);
  return close_file (set, file, TRUE, error);
}

gboolean
deid_output_set_add_text (DeidOutputSet *set, const char *text, const char *path,
                          GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (set != NULL && text != NULL && path != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  return note (set, path, add_text (set, text, path, cancellable, error));
}

const char *
deid_output_set_get_release_sha256 (const DeidOutputSet *set)
{
  g_return_val_if_fail (set != NULL, NULL);

  return set->release_sha256;
}

/* What is sent cannot be taken back, so it comes before the renames, which hardly ever fail. */
static gboolean
send_files (DeidOutputSet *set, GCancellable *cancellable, GError **error)
{
  for (guint i = 0; i < set->files->len; i++)
    if (!deid_output_file_send (g_ptr_array_index (set->files, i), cancellable, error))
      return FALSE;
  return TRUE;
}

/* To be called with the mutex held. The last file need not be undone. */
static gboolean
rename_files (DeidOutputSet *set, GError **error)
{
  const guint n_files = set->files->len;

  for (guint i = 0; i < n_files; i++)
    if (!deid_output_file_rename (g_ptr_array_index (set->files, i), i + 1 < n_files, error))
      {
        while (i-- > 0)
          deid_output_file_undo (g_ptr_array_index (set->files, i));
        return FALSE;
      }
  return TRUE;
}

/* To be called with the mutex held. */
static void
end (DeidOutputSet *set)
{
  g_atomic_int_set (&set->ended, TRUE);
  for (guint i = 0; i < set->files->len; i++)
    deid_output_file_remove (g_ptr_array_index (set->files, i));
}

gboolean
deid_output_set_commit (DeidOutputSet *set, GCancellable *cancellable, GError **error)
{
  gboolean success;

  g_return_val_if_fail (set != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  if (!check_not_ended (set, error))
    return FALSE;
  success = check_whole (set, error) && !g_cancellable_set_error_if_cancelled (cancellable, error)
            && send_files (set, cancellable, error);
  g_mutex_lock (&set->mutex);
  success = success && check_not_ended (set, error) && rename_files (set, error);
  end (set);
  g_ptr_array_set_size (set->files, 0);
  g_mutex_unlock (&set->mutex);
  return success;
}

void
deid_output_set_discard (DeidOutputSet *set)
{
  g_return_if_fail (set != NULL);

  g_mutex_lock (&set->mutex);
  end (set);
  g_mutex_unlock (&set->mutex);
}
