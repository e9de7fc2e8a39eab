/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From settings to values that policies keep apart or together, and to how many blocks they may
 * make. */
#include "base/rational.h"
#include "base/text.h"
#include "job/job-build.h"
#include "job/job-value.h"

typedef gboolean (*KeepItem) (DeidLattice *lattice, const char *name, const char *item,
                              GError **error);

static gboolean
keep_together (DeidLattice *lattice, const char *name, const char *item, GError **error)
{
  g_autofree char *first = NULL, *last = NULL;

  deid_job_value_read_range (item, &first, &last);
  return deid_lattice_keep_together (lattice, name, first, last, error);
}

/* Each class of a local recoding has labels of its own. */
static gboolean
job_kept_check_recoding (const DeidJob *job, GError **error)
{
  if (deid_job_get_recoding (job) != DEID_RECODING_LOCAL)
    return TRUE;
  g_set_error_literal (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                       "a local recoding does not keep values apart or together, nor limit blocks, "
                       "expected a global one");
  return FALSE;
}

static gboolean
keep_items (const DeidJob *job, DeidLattice *lattice, guint column, DeidJobColumnKey key,
            KeepItem keep, GError **error)
{
  const char *name = deid_dataset_get_column_name (job->dataset, column);
  const DeidJobEntry *entry = deid_job_columns_get (job->columns, column, key);
  g_auto (GStrv) items = deid_job_value_split (entry != NULL ? entry->text : "");
  gboolean success = items[0] == NULL || job_kept_check_recoding (job, error);

  for (guint i = 0; success && items[i] != NULL; i++)
    {
      success = keep (lattice, name, items[i], error);
      if (!success)
        deid_text_prefix_value (error, TRUE, items[i], -1);
    }
  return success || deid_job_columns_prefix (job->columns, column, key, error);
}

/* A proof of the optimum says nothing of blocks. */
static gboolean
check_proof (const DeidJob *job, GError **error)
{
  g_autofree char *certificate = deid_job_get_path (job, "output", "certificate");

  if (certificate == NULL)
    return TRUE;
  g_set_error_literal (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                       "certificates do not prove optima where the number of labels is limited, "
                       "expected no certificate or no limit");
  return FALSE;
}

static gboolean
limit_blocks (const DeidJob *job, DeidLattice *lattice, guint column, GError **error)
{
  const DeidJobEntry *entry
      = deid_job_columns_get (job->columns, column, DEID_JOB_COLUMN_MAX_BLOCKS);
  guint64 n;

  return entry == NULL || !deid_uint64_from_decimal (entry->text, &n)
         || (job_kept_check_recoding (job, error) && check_proof (job, error)
             && deid_lattice_set_max_blocks (lattice,
                                             deid_dataset_get_column_name (job->dataset, column),
                                             (guint) MIN (n, G_MAXUINT), error))
         || deid_job_columns_prefix (job->columns, column, DEID_JOB_COLUMN_MAX_BLOCKS, error);
}

gboolean
deid_job_keep_values (const DeidJob *job, DeidLattice *lattice, guint column, GError **error)
{
  return keep_items (job, lattice, column, DEID_JOB_COLUMN_KEEP_APART, deid_lattice_keep_apart,
                     error)
         && keep_items (job, lattice, column, DEID_JOB_COLUMN_KEEP_TOGETHER, keep_together, error)
         && limit_blocks (job, lattice, column, error);
}
