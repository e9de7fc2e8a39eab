/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Quasi-identifiers whose cells are kept or suppressed. */
#include "hierarchy/hierarchy-private.h"
#include "job/job-build.h"
#include "job/job-value.h"

static gboolean
job_cells_add_suppressed (const DeidJob *job, DeidLattice *lattice, const char *name,
                          DeidHierarchy *hierarchy, guint lowest, GCancellable *cancellable,
                          GError **error)
{
  g_autoptr (DeidHierarchy) bound = NULL, cells = NULL;

  bound = deid_hierarchy_bind (hierarchy, job->dataset, name, cancellable, error);
  cells = bound != NULL ? deid_hierarchy_new_cells (bound, lowest, error) : NULL;
  return cells != NULL
         && deid_lattice_add_quasi_identifier (lattice, name, cells, cancellable, error)
         && deid_lattice_set_level_range (lattice, name, MIN (lowest, 1), G_MAXUINT, error);
}

gboolean
deid_job_add_cells (const DeidJob *job, DeidLattice *lattice, guint column,
                    DeidHierarchy *hierarchy, GCancellable *cancellable, GError **error)
{
  const char *name = deid_dataset_get_column_name (job->dataset, column);
  const DeidJobEntry *entry = deid_job_columns_get (job->columns, column, DEID_JOB_COLUMN_LEVELS);
  g_autoptr (DeidHierarchy) used
      = hierarchy != NULL ? deid_hierarchy_ref (hierarchy) : deid_hierarchy_new_suppression ();
  const guint top = deid_hierarchy_get_n_levels (used) - 1;
  guint lowest = 0, highest = G_MAXUINT;

  if (entry != NULL)
    deid_job_value_read_levels (entry->text, &lowest, &highest);
  if (lowest < top && (highest == top || highest == G_MAXUINT))
    return job_cells_add_suppressed (job, lattice, name, used, lowest, cancellable, error);
  return deid_lattice_add_quasi_identifier (lattice, name, used, cancellable, error)
         && ((deid_lattice_set_level_range (lattice, name, lowest, highest, error)
              && deid_lattice_set_level_range (lattice, name, lowest, lowest, error))
             || deid_job_columns_prefix (job->columns, column, DEID_JOB_COLUMN_LEVELS, error));
}
