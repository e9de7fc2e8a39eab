/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "classes/fused-columns.h"

#include "base/arrays.h"
#include "base/memory.h"

#include <string.h>

/* Of a column that several attributes share: its labels stay in the fastest cache, and are made
 * faster than the rows of a table are gone through. */
#define MAX_CODES 2048

/* Takes attributes together in their order as long as their codes are few. */
static void
choose_columns (DeidFusedColumns *fused)
{
  guint64 n_codes = G_MAXUINT64;

  for (guint a = 0; a < fused->rows->n_attributes; a++)
    {
      const guint32 n = fused->attributes[a].n_codes;

      if (n_codes <= MAX_CODES && n_codes * n <= MAX_CODES)
        n_codes *= n;
      else
        {
          fused->first[fused->n_columns++] = a;
          n_codes = n;
        }
    }
  fused->first[fused->n_columns] = fused->rows->n_attributes;
}

guint32
deid_fused_columns_count_codes (const DeidFusedColumns *fused, guint column)
{
  guint32 n = 1;

  for (guint a = fused->first[column]; a < fused->first[column + 1]; a++)
    n *= fused->attributes[a].n_codes;
  return n;
}

static gboolean
make_column (DeidFusedColumns *fused, guint column, GError **error)
{
  const DeidRows *rows = fused->rows;
  const guint32 n_codes = deid_fused_columns_count_codes (fused, column);
  DeidCodes *codes = &fused->columns[column];

  if (!deid_codes_alloc (codes, rows->n, n_codes - 1, error))
    return FALSE;
  for (guint64 row = 0; row < rows->n; row++)
    {
      guint32 code = 0;

      for (guint a = fused->first[column]; a < fused->first[column + 1]; a++)
        code = code * fused->attributes[a].n_codes + deid_codes_get (rows->codes[a], row);
      deid_codes_set (codes, row, code);
    }
  fused->recodings[column].labels = deid_alloc (n_codes, sizeof (guint32), error);
  return fused->recodings[column].labels != NULL;
}

gboolean
deid_fused_columns_init (DeidFusedColumns *fused, const DeidRows *rows,
                         const DeidAttribute *attributes, GError **error)
{
  const guint n = rows->n_attributes;
  const guint n_dimensions = deid_attributes_count_dimensions (attributes, n);

  *fused = (DeidFusedColumns){ .rows = rows, .attributes = attributes };
  if (!deid_new_arrays (error, DEID_NEW (fused->first, (guint64) n + 1),
                        DEID_NEW (fused->columns, n), DEID_NEW (fused->recodings, n),
                        DEID_NEW (fused->list, n), DEID_NEW (fused->levels, n_dimensions))
      || !deid_recoder_init (&fused->recoder, attributes, n, error))
    return FALSE;
  choose_columns (fused);
  for (guint column = 0; column < fused->n_columns; column++)
    {
      fused->list[column] = &fused->recodings[column];
      if (!make_column (fused, column, error))
        return FALSE;
    }
  return TRUE;
}

void
deid_fused_columns_clear (DeidFusedColumns *fused)
{
  for (guint column = 0; column < fused->n_columns; column++)
    {
      deid_codes_clear (&fused->columns[column]);
      g_free (fused->recodings[column].labels);
    }
  deid_free_arrays (fused->first, fused->columns, fused->recodings, fused->list, fused->levels);
  deid_recoder_clear (&fused->recoder);
}

/* Makes the labels of an attribute the last digit of those of a column: from the last code, since
 * they are spread to where others are still read. */
static void
append_labels (guint32 *labels, guint32 n_codes, const DeidRecoding *recoding, guint32 n)
{
  for (guint32 i = n_codes; i-- > 0;)
    {
      const guint32 label = labels[i] * recoding->n_labels;

      for (guint32 code = n; code-- > 0;)
        labels[i * n + code] = label + recoding->labels[code];
    }
}

/* Notes the levels of the attributes of a column.
 * Returns: whether they differ from those noted before. */
static gboolean
note_levels (DeidFusedColumns *fused, guint column, const DeidLevel *levels)
{
  gboolean differ = FALSE;

  for (guint a = fused->first[column]; a < fused->first[column + 1]; a++)
    {
      const guint first = fused->attributes[a].first_dimension;
      const gsize size = fused->attributes[a].n_dimensions * sizeof *levels;

      if (memcmp (fused->levels + first, levels + first, size) == 0)
        continue;
      memcpy (fused->levels + first, levels + first, size);
      differ = TRUE;
    }
  return differ;
}

const DeidRecoding *const *
deid_fused_columns_recode (DeidFusedColumns *fused, const DeidLevel *levels)
{
  const DeidRecoding *const *recodings = deid_recoder_set (&fused->recoder, levels);

  for (guint column = 0; column < fused->n_columns; column++)
    {
      DeidRecoding *recoding = &fused->recodings[column];
      guint32 n_codes = 1;

      if (!note_levels (fused, column, levels) && recoding->n_labels > 0)
        continue;
      recoding->labels[0] = 0;
      recoding->n_labels = 1;
      for (guint a = fused->first[column]; a < fused->first[column + 1]; a++)
        {
          const guint32 n = fused->attributes[a].n_codes;

          append_labels (recoding->labels, n_codes, recodings[a], n);
          n_codes *= n;
          recoding->n_labels *= recodings[a]->n_labels;
        }
    }
  return fused->list;
}

guint64
deid_fused_columns_get_n_bytes (const DeidFusedColumns *fused)
{
  guint64 n = 0;

  for (guint column = 0; column < fused->n_columns; column++)
    n += fused->columns[column].n * fused->columns[column].width
         + deid_fused_columns_count_codes (fused, column) * sizeof (guint32);
  return n;
}
