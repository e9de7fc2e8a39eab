/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which files an output set reads and writes, so that none is written over another one. */
#include "base/text.h"
#include "output/output-set-files.h"

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

  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "%s: the same file as the %s %s, expected a file of its own", shown, what, other);
  return FALSE;
}

gboolean
deid_output_set_check_conflicts (const DeidOutputSet *set, const DeidOutputTarget *target,
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
  if (deid_output_set_check_conflicts (set, &target, NULL, error)
      && deid_output_target_check_directory (&target, error))
    {
      g_ptr_array_add (set->reserved, g_memdup2 (&target, sizeof target));
      return TRUE;
    }
  deid_output_target_clear (&target);
  return FALSE;
}
