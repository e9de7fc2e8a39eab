/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "evaluation/size-verdicts.h"

#include <string.h>

#include "base/arrays.h"

#define N_SMALL_SIZES 4096
#define UNKNOWN       G_MAXUINT8 /* verdict on a size that was not judged yet, or is not small */

gboolean
deid_size_verdicts_init (DeidSizeVerdicts *known, const DeidPreparedProblem *prepared,
                         GError **error)
{
  *known = (DeidSizeVerdicts){ .prepared = prepared };
  if (!deid_new_arrays (error, DEID_NEW (known->verdicts, N_SMALL_SIZES + 1)))
    return FALSE;
  memset (known->verdicts, UNKNOWN, N_SMALL_SIZES + 1);
  known->verdicts[0] = DEID_CLASS_PASSES;
  return TRUE;
}

void
deid_size_verdicts_clear (DeidSizeVerdicts *known)
{
  g_free (known->verdicts);
}

static gboolean
judge_new_size (DeidSizeVerdicts *known, guint64 size, guint8 *verdict, GError **error)
{
  DeidClass eq_class = { .n_records = size, .n_persons = size };
  DeidClassVerdict worst;

  if (!deid_class_verdict_by_all (known->prepared, &eq_class, &worst, error))
    return FALSE;
  *verdict = (guint8) worst;
  if (size < N_SMALL_SIZES)
    known->verdicts[size] = (guint8) worst;
  return TRUE;
}

gboolean
deid_size_verdicts_judge (DeidSizeVerdicts *known, const guint64 *sizes, guint64 n,
                          guint8 *verdicts, GError **error)
{
  const guint8 *known_verdicts = known->verdicts;

  for (guint64 i = 0; i < n; i++)
    {
      verdicts[i] = known_verdicts[MIN (sizes[i], N_SMALL_SIZES)];
      if (verdicts[i] == UNKNOWN && !judge_new_size (known, sizes[i], &verdicts[i], error))
        return FALSE;
    }
  return TRUE;
}
