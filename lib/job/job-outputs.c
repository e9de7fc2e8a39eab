/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From settings to the files of a release. */
#include "job/job-build.h"
#include "job/job-keys.h"
#include "output/output-set-private.h"

static const char *const output_keys[] = { "output", "policy", "certificate", "page", "sql-only" };

/* Takes the path over, which may be NULL. */
static gboolean
job_outputs_add_input (DeidOutputSet *outputs, char *path, GError **error)
{
  g_autofree char *own = path;

  return own == NULL || deid_output_set_add_input (outputs, own, error);
}

/* Hierarchies are named by columns, also by those of which the table is still to be read. */
static gboolean
add_hierarchies (const DeidJob *job, DeidOutputSet *outputs, GError **error)
{
  for (guint64 i = 0; i < job->statement.n; i++)
    {
      const DeidJobSection *section = &job->statement.sections[i];

      if (!job_outputs_add_input (outputs, deid_job_get_path (job, section->name, "hierarchy"),
                                  error)
          || (section->column != NULL
              && !job_outputs_add_input (
                  outputs, deid_job_make_hierarchy_path (job, section->column), error)))
        return FALSE;
    }
  return TRUE;
}

/* What the host set stays where the job says nothing. */
static gboolean
set_mode (const DeidJob *job, DeidOutputSet *outputs, GError **error)
{
  guint mode;

  return !deid_job_is_set (job, "output", "mode")
         || !deid_job_value_read_mode (deid_job_get (job, "output", "mode"), &mode)
         || deid_output_set_set_mode (outputs, mode, error)
         || deid_job_prefix_error (job, "output", "mode", error);
}

static gboolean
add_inputs (const DeidJob *job, DeidOutputSet *outputs, GError **error)
{
  static const char *const inputs[][2]
      = { { "input", "input" },    { "population", "population" },    { "baseline", "baseline" },
          { "engine", "dialect" }, { "baseline", "zip-populations" }, { "persons", "key-file" } };
  g_auto (GStrv) linked = deid_job_list_paths (job, "input", "linked");

  for (guint i = 0; i < G_N_ELEMENTS (inputs); i++)
    if (!job_outputs_add_input (outputs, deid_job_get_path (job, inputs[i][0], inputs[i][1]),
                                error))
      return FALSE;
  for (guint i = 0; linked[i] != NULL; i++)
    if (!deid_output_set_add_input (outputs, linked[i], error))
      return FALSE;
  if (!add_hierarchies (job, outputs, error))
    return FALSE;
  for (guint i = 0; i < job->sources->len; i++)
    {
      const DeidJobSource *source = g_ptr_array_index (job->sources, i);

      if (source->path != NULL && !deid_output_set_add_input (outputs, source->path, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
job_outputs_reserve (const DeidJob *job, DeidOutputSet *outputs, GError **error)
{
  if (deid_job_is_set (job, "input", "linked") && !deid_job_set_linked (job, outputs, error))
    return FALSE;
  for (guint i = 0; outputs->linked_names != NULL && outputs->linked_paths[i] != NULL; i++)
    if (!deid_output_set_reserve (outputs, outputs->linked_paths[i], error))
      return FALSE;
  for (guint k = 0; k < G_N_ELEMENTS (output_keys); k++)
    {
      g_autofree char *path = deid_job_get_path (job, "output", output_keys[k]);

      if (path != NULL && !deid_output_set_reserve (outputs, path, error))
        return FALSE;
    }
  return TRUE;
}

/* Finds out before the search whether the key of pseudonyms can be read. */
static gboolean
job_outputs_check_key (const DeidJob *job, GError **error)
{
  g_autoptr (DeidReleaseOptions) options = NULL;

  if (!deid_job_is_set (job, "output", "output"))
    return TRUE;
  options = deid_job_make_release_options (job, error);
  return options != NULL;
}

gboolean
deid_job_reserve_outputs (const DeidJob *job, DeidOutputSet *outputs, GError **error)
{
  DeidOutputSetMark mark;

  g_return_val_if_fail (job != NULL && outputs != NULL, FALSE);

  deid_output_set_mark (outputs, &mark);
  if (set_mode (job, outputs, error) && add_inputs (job, outputs, error)
      && job_outputs_reserve (job, outputs, error) && job_outputs_check_key (job, error))
    return TRUE;
  deid_output_set_roll_back (outputs, &mark);
  return FALSE;
}

static gboolean
job_outputs_add_policy (DeidOutputSet *outputs, DeidResult *result, const char *path,
                        GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidStoredPolicy) policy = deid_stored_policy_new (result, cancellable, error);

  return policy != NULL
         && deid_output_set_add_stored_policy (outputs, policy, path, cancellable, error);
}

static gboolean
add_script (const DeidJob *job, DeidOutputSet *outputs, DeidResult *result, const char *path,
            GCancellable *cancellable, GError **error)
{
  g_autofree char *script = deid_job_make_script (job, result, cancellable, error);

  return script != NULL && deid_output_set_add_text (outputs, script, path, cancellable, error);
}

static gboolean
job_outputs_add_table (const DeidJob *job, DeidOutputSet *outputs, DeidDataset *release,
                       const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidCsvOptions) csv = deid_job_make_csv_options (job, error);

  return csv != NULL
         && deid_output_set_add_release (outputs, release, path, csv, cancellable, error);
}

gboolean
deid_job_add_outputs (const DeidJob *job, DeidOutputSet *outputs, DeidResult *result,
                      DeidDataset *release, GCancellable *cancellable, GError **error)
{
  g_autofree char *table = NULL, *policy = NULL, *certificate = NULL, *script = NULL;

  g_return_val_if_fail (job != NULL && outputs != NULL && result != NULL && release != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  if (!deid_job_check_result (job, result, error) || !set_mode (job, outputs, error)
      || !add_inputs (job, outputs, error)
      || (deid_job_is_set (job, "input", "linked") && !deid_job_set_linked (job, outputs, error)))
    return FALSE;
  table = deid_job_get_path (job, "output", "output");
  policy = deid_job_get_path (job, "output", "policy");
  certificate = deid_job_get_path (job, "output", "certificate");
  script = deid_job_get_path (job, "output", "sql-only");
  return (table == NULL || job_outputs_add_table (job, outputs, release, table, cancellable, error))
         && (policy == NULL || job_outputs_add_policy (outputs, result, policy, cancellable, error))
         && (certificate == NULL
             || deid_output_set_add_certificate (outputs, result, certificate, cancellable, error))
         && (script == NULL || add_script (job, outputs, result, script, cancellable, error));
}
