/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/handle.h"
#include "base/text.h"
#include "output/output-set-private.h"

/* Files that appear together. */

#define DEFAULT_MODE 0600
#define MAX_MODE     0666

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
  g_clear_pointer (&set->local, deid_partition_unref);
  g_strfreev (set->linked_names);
  g_strfreev (set->linked_paths);
  g_free (set->missing);
  g_mutex_clear (&set->mutex);
  g_free (set);
}

DEID_DEFINE_HANDLE (DeidOutputSet, deid_output_set)

DeidOutputSet *
deid_output_set_new (void)
{
  DeidOutputSet *set = DEID_NEW_HANDLE (DeidOutputSet);

  g_mutex_init (&set->mutex);
  set->mode = DEFAULT_MODE;
  set->inputs = g_ptr_array_new_with_free_func (target_free);
  set->reserved = g_ptr_array_new_with_free_func (target_free);
  set->files = g_ptr_array_new_with_free_func (file_free);
  return set;
}

gboolean
deid_output_set_check_not_ended (const DeidOutputSet *set, GError **error)
{
  return deid_check_mutable (&set->ended, NULL, "the output set was committed or discarded", error);
}

gboolean
deid_output_set_set_mode (DeidOutputSet *set, guint mode, GError **error)
{
  g_return_val_if_fail (set != NULL, FALSE);

  if (!deid_output_set_check_not_ended (set, error))
    return FALSE;
  if (mode == 0 || (mode & ~(guint) MAX_MODE) != 0)
    return deid_fail (
        error, DEID_ERROR_INVALID_ARGUMENT,
        "mode 0%o of files, expected one from 0001 to 0666 without rights to execute, such as 0640",
        mode);
  set->mode = mode;
  return TRUE;
}

gboolean
deid_output_set_note (DeidOutputSet *set, const char *path, gboolean success)
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
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "%s: could not be added to the output set, so none of its files is published",
                    set->missing);
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
  if (success && !deid_output_set_check_not_ended (set, error))
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

/* What is written there is gone, so that nothing can be mixed. */
static gboolean
is_null_device (const DeidOutputTarget *target)
{
  struct stat status;

  return target->exists && S_ISCHR (target->status.st_mode) && stat ("/dev/null", &status) == 0
         && status.st_rdev == target->status.st_rdev;
}

static gboolean
output_set_paths_refuse (const DeidOutputTarget *target, const char *what, const char *path,
                         GError **error)
{
  g_autofree char *shown = deid_text_escape (target->path), *other = deid_text_escape (path);

  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "%s: the same file as the %s %s, expected a file of its own", shown, what,
                    other);
}

/* Checks that a place is none of an input or another output. @reservation is the path of a
 * reservation that is no conflict, or NULL. */
static gboolean
output_set_check_conflicts (const DeidOutputSet *set, const DeidOutputTarget *target,
                            const char *reservation, GError **error)
{
  if (is_null_device (target))
    return TRUE;
  for (guint i = 0; i < set->inputs->len; i++)
    {
      const DeidOutputTarget *input = g_ptr_array_index (set->inputs, i);

      if (deid_output_target_equal (input, target))
        return output_set_paths_refuse (target, "input", input->path, error);
    }
  for (guint i = 0; i < set->reserved->len; i++)
    {
      const DeidOutputTarget *other = g_ptr_array_index (set->reserved, i);

      if (g_strcmp0 (other->path, reservation) != 0 && deid_output_target_equal (other, target))
        return output_set_paths_refuse (target, "output", other->path, error);
    }
  for (guint i = 0; i < set->files->len; i++)
    {
      const DeidOutputFile *file = g_ptr_array_index (set->files, i);

      if (deid_output_target_equal (&file->target, target))
        return output_set_paths_refuse (target, "output", file->target.path, error);
    }
  return TRUE;
}

DeidOutputFile *
deid_output_set_open_file (DeidOutputSet *set, const char *path, GCancellable *cancellable,
                           GError **error)
{
  g_autofree DeidOutputFile *file = g_new0 (DeidOutputFile, 1);
  DeidOutputTarget target;

  if (!deid_output_set_check_not_ended (set, error)
      || !deid_output_target_init (&target, path, error))
    return NULL;
  if (!output_set_check_conflicts (set, &target, path, error))
    {
      deid_output_target_clear (&target);
      return NULL;
    }
  return open_target (set, &target, file, cancellable, error) ? g_steal_pointer (&file) : NULL;
}

gboolean
deid_output_set_close_file (DeidOutputSet *set, DeidOutputFile *file, gboolean success,
                            GError **error)
{
  if (success && deid_output_file_finish (file, TRUE, error))
    return TRUE;
  g_mutex_lock (&set->mutex);
  g_ptr_array_remove (set->files, file);
  g_mutex_unlock (&set->mutex);
  return FALSE;
}

DEID_DEFINE_GETTER (const char *, deid_output_set_get_release_sha256, DeidOutputSet, release_sha256,
                    NULL)

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
output_set_end (DeidOutputSet *set)
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

  if (!deid_output_set_check_not_ended (set, error))
    return FALSE;
  success = check_whole (set, error) && !g_cancellable_set_error_if_cancelled (cancellable, error)
            && send_files (set, cancellable, error);
  g_mutex_lock (&set->mutex);
  success = success && deid_output_set_check_not_ended (set, error) && rename_files (set, error);
  output_set_end (set);
  g_ptr_array_set_size (set->files, 0);
  g_mutex_unlock (&set->mutex);
  return success;
}

void
deid_output_set_discard (DeidOutputSet *set)
{
  g_return_if_fail (set != NULL);

  g_mutex_lock (&set->mutex);
  output_set_end (set);
  g_mutex_unlock (&set->mutex);
}

static gboolean
check_input (const DeidOutputTarget *input, const DeidOutputTarget *output, GError **error)
{
  return !deid_output_target_equal (input, output)
         || output_set_paths_refuse (output, "input", input->path, error);
}

static gboolean
output_set_paths_add_input (DeidOutputSet *set, const char *path, GError **error)
{
  DeidOutputTarget input = { .directory = -1, .own = -1, .exists = TRUE };

  if (!deid_output_set_check_not_ended (set, error))
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

  return deid_output_set_note (set, path, output_set_paths_add_input (set, path, error));
}

gboolean
deid_output_set_reserve (DeidOutputSet *set, const char *path, GError **error)
{
  DeidOutputTarget target;

  g_return_val_if_fail (set != NULL && path != NULL, FALSE);

  if (!deid_output_set_check_not_ended (set, error)
      || !deid_output_target_init (&target, path, error))
    return FALSE;
  if (output_set_check_conflicts (set, &target, NULL, error)
      && deid_output_target_check_directory (&target, error))
    {
      g_ptr_array_add (set->reserved, g_memdup2 (&target, sizeof target));
      return TRUE;
    }
  deid_output_target_clear (&target);
  return FALSE;
}
