/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The verifier: rows of the input, and which of them were released. */
#include "base/arrays.h"
#include "base/memory.h"
#include "base/parts.h"
#include "release/verifier/verify-private.h"

/* What a row of the input is marked by, if it is there. */
#define MARK_WITHHELD 1
#define MARK_KEPT     2

/* Finding out what became of the rows of the input: each that the release has is marked, and its
 * mark then replaced by whether it was released. */
typedef struct
{
  DeidVerification *verification;
  guint64 *n_marked; /* by each part */
  guint n_parts;
} Marking;

/* Threads may mark one row if it is there twice, which is found out later. */
static void
mark_sources (const DeidVerification *verification, guint64 row)
{
  const guint8 mark
      = deid_verification_is_suppressed (verification, row) ? MARK_WITHHELD : MARK_KEPT;
  guint64 n_sources;
  const guint32 *sources
      = deid_released_rows_get (&verification->release->origin->rows, row, &n_sources);

  for (guint64 s = 0; s < n_sources; s++)
    __atomic_store_n (&verification->kept[sources[s]], mark, __ATOMIC_RELAXED);
}

static gboolean
mark_part (gpointer data, guint part, GError **error)
{
  const Marking *marking = data;
  const DeidVerification *verification = marking->verification;
  const guint64 n_rows = verification->release->n_rows;
  const guint64 first = deid_part_start (n_rows, marking->n_parts, part);
  const guint64 end = deid_part_start (n_rows, marking->n_parts, part + 1);

  for (guint64 row = first; row < end; row++)
    {
      if (!deid_stop_check_row (&verification->stop, row - first, error))
        return FALSE;
      mark_sources (verification, row);
    }
  return TRUE;
}

static gboolean
read_marks_of_part (gpointer data, guint part, GError **error)
{
  Marking *marking = data;
  guint8 *kept = marking->verification->kept;
  const guint64 n_rows = marking->verification->source->n_rows;
  const guint64 end = deid_part_start (n_rows, marking->n_parts, part + 1);
  guint64 n = 0;

  for (guint64 row = deid_part_start (n_rows, marking->n_parts, part); row < end; row++)
    {
      n += kept[row] != 0;
      kept[row] = kept[row] == MARK_KEPT;
    }
  marking->n_marked[part] = n;
  return deid_stop_check (&marking->verification->stop, error);
}

/* Says which row of the release has a row of the input that an earlier one has. Returns: FALSE. */
static gboolean
fail_repeated (const DeidVerification *verification, GError **error)
{
  g_autofree guint8 *seen = deid_alloc (verification->source->n_rows, sizeof *seen, error);

  for (guint64 row = 0; seen != NULL && row < verification->release->n_rows; row++)
    {
      guint64 n_sources;
      const guint32 *sources
          = deid_released_rows_get (&verification->release->origin->rows, row, &n_sources);

      if (!deid_stop_check_row (&verification->stop, row, error))
        return FALSE;
      for (guint64 s = 0; s < n_sources; seen[sources[s++]] = TRUE)
        if (seen[sources[s]])
          return deid_verification_fail (
              verification, error,
              "row %" G_GUINT64_FORMAT ": the same row of the input as an earlier one", row + 1);
    }
  return FALSE;
}

/* Returns: how many rows of the input those of the release stand for. */
static guint64
count_sources (const DeidDataset *release)
{
  const guint32 *starts = release->origin->rows.starts;

  return starts != NULL ? starts[release->n_rows] : release->n_rows;
}

/* If no row of the input is there twice, as many are marked as are listed. */
static gboolean
check_marks (const DeidVerification *verification, guint64 n_marked, GError **error)
{
  const guint64 n_rows = verification->source->n_rows;

  if (n_marked < count_sources (verification->release))
    return fail_repeated (verification, error);
  return verification->release->suppressed == NULL || n_marked == n_rows
         || deid_verification_fail (verification, error,
                                    "%" G_GUINT64_FORMAT
                                    " rows of the input, expected %" G_GUINT64_FORMAT
                                    ", since suppressed ones are kept",
                                    n_marked, n_rows);
}

gboolean
deid_verify_rows (DeidVerification *verification, GError **error)
{
  const guint64 n_rows = verification->source->n_rows;
  Marking marking = { .verification = verification,
                      .n_parts = deid_verification_count_parts (verification, n_rows) };
  guint64 n_marked = 0;
  gboolean success
      = deid_new_arrays (error, DEID_NEW (verification->kept, n_rows),
                         DEID_NEW (marking.n_marked, marking.n_parts))
        && deid_parts_run (marking.n_parts, marking.n_parts, mark_part, &marking, error)
        && deid_parts_run (marking.n_parts, marking.n_parts, read_marks_of_part, &marking, error);

  for (guint part = 0; success && part < marking.n_parts; part++)
    n_marked += marking.n_marked[part];
  g_free (marking.n_marked);
  return success && check_marks (verification, n_marked, error);
}
