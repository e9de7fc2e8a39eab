/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "classes/packed-rows.h"

#include "base/arrays.h"
#include "base/memory.h"

#include <string.h>

#define MIN_ROWS_A_CODE 16 /* of several attributes */

/* The column that is being packed. */
typedef struct
{
  guint32 *codes; /* of each row */
  guint32 n_codes;
  guint64 n_combinations; /* of its attributes' codes, those that no row has included */
  guint32 *extended;      /* codes of each row with one more attribute */
  DeidFrequencyTable table;
} Packing;

static guint32
packed_rows_count_codes (const DeidPackedRows *packed, guint attribute)
{
  return packed->sources[attribute].n_codes;
}

static void
packing_clear (Packing *packing)
{
  deid_frequency_table_clear (&packing->table);
  g_free (packing->codes);
  g_free (packing->extended);
}

static void
begin_column (Packing *packing, guint64 n_rows)
{
  memset (packing->codes, 0, n_rows * sizeof *packing->codes);
  packing->n_codes = 1;
  packing->n_combinations = 1;
}

/* Numbers the combinations of the codes so far with those of an attribute. */
static gboolean
packed_rows_extend (Packing *packing, const DeidPackedRows *packed, const DeidRows *rows, guint a,
                    const DeidStop *stop, GError **error)
{
  const guint64 n_codes = packed_rows_count_codes (packed, a);
  DeidFrequencyTable *table = &packing->table;

  deid_frequency_table_reset (table, rows->n);
  for (guint64 row = 0; row < rows->n; row++)
    {
      const guint64 key = packing->codes[row] * n_codes + deid_codes_get (rows->codes[a], row);

      if (!deid_stop_check_row (stop, row, error) || !deid_frequency_table_reserve (table, error))
        return FALSE;
      packing->extended[row] = deid_frequency_table_add (table, key);
    }
  return TRUE;
}

/* Tells whether what was extended is worth a column: there are few codes, and their labels fit in
 * 32 bits. */
static gboolean
is_worthwhile (const Packing *packing, const DeidPackedRows *packed, const DeidRows *rows, guint a)
{
  return packing->table.n <= rows->n / MIN_ROWS_A_CODE
         && packing->n_combinations * packed_rows_count_codes (packed, a) <= G_MAXUINT32;
}

/* Makes the extended codes those of the column. */
static gboolean
packed_rows_add_attribute (Packing *packing, DeidPackedRows *packed, const DeidRows *rows, guint a,
                           GError **error)
{
  DeidPackedAttribute *attribute = &packed->attributes[a];
  guint32 *codes = packing->extended;

  *attribute = (DeidPackedAttribute){
    .column = packed->rows.n_attributes,
    .n_codes = packing->table.n,
    .codes = deid_alloc (packing->table.n, sizeof *attribute->codes, error),
  };
  if (attribute->codes == NULL)
    return FALSE;
  for (guint64 row = 0; row < rows->n; row++)
    attribute->codes[codes[row]]
        = (DeidPackedCode){ packing->codes[row], deid_codes_get (rows->codes[a], row) };
  packing->n_codes = attribute->n_codes;
  packing->n_combinations *= packed_rows_count_codes (packed, a);
  packing->extended = packing->codes;
  packing->codes = codes;
  return TRUE;
}

static gboolean
finish_column (DeidPackedRows *packed, const Packing *packing, GError **error)
{
  DeidCodes *codes = &packed->columns[packed->rows.n_attributes];

  if (!deid_codes_alloc (codes, packed->rows.n, packing->n_codes - 1, error))
    return FALSE;
  for (guint64 row = 0; row < packed->rows.n; row++)
    deid_codes_set (codes, row, packing->codes[row]);
  packed->rows.codes[packed->rows.n_attributes++] = codes;
  return TRUE;
}

static gboolean
pack (Packing *packing, DeidPackedRows *packed, const DeidRows *rows, const DeidStop *stop,
      GError **error)
{
  begin_column (packing, rows->n);
  for (guint a = 0; a < rows->n_attributes; a++)
    {
      if (!packed_rows_extend (packing, packed, rows, a, stop, error))
        return FALSE;
      if (packing->n_combinations > 1 && !is_worthwhile (packing, packed, rows, a))
        {
          if (!finish_column (packed, packing, error))
            return FALSE;
          begin_column (packing, rows->n);
          if (!packed_rows_extend (packing, packed, rows, a, stop, error))
            return FALSE;
        }
      if (!packed_rows_add_attribute (packing, packed, rows, a, error))
        return FALSE;
    }
  return finish_column (packed, packing, error);
}

gboolean
deid_packed_rows_init (DeidPackedRows *packed, const DeidAttribute *attributes,
                       const DeidRows *rows, const DeidStop *stop, GError **error)
{
  Packing packing = { 0 };
  gboolean success;

  *packed
      = (DeidPackedRows){ .sources = attributes, .n_sources = rows->n_attributes, .rows = *rows };
  packed->rows.n_attributes = 0;
  success
      = deid_new_arrays (error, DEID_NEW (packed->columns, (guint64) rows->n_attributes + 1),
                         DEID_NEW (packed->rows.codes, (guint64) rows->n_attributes + 1),
                         DEID_NEW (packed->attributes, rows->n_attributes),
                         DEID_NEW (packing.codes, rows->n), DEID_NEW (packing.extended, rows->n))
        && pack (&packing, packed, rows, stop, error);
  packing_clear (&packing);
  return success;
}

void
deid_packed_rows_clear (DeidPackedRows *packed)
{
  if (packed->sources == NULL)
    return;
  for (guint c = 0; c < packed->rows.n_attributes; c++)
    deid_codes_clear (&packed->columns[c]);
  for (guint a = 0; packed->attributes != NULL && a < packed->n_sources; a++)
    g_free (packed->attributes[a].codes);
  deid_free_arrays (packed->columns, packed->rows.codes, packed->attributes);
}

static guint32
count_packed_codes (const DeidPackedRows *packed, guint column)
{
  guint32 n = 1;

  for (guint a = 0; a < packed->n_sources; a++)
    if (packed->attributes[a].column == column)
      n = packed->attributes[a].n_codes;
  return n;
}

gboolean
deid_packed_labels_init (DeidPackedLabels *labels, const DeidPackedRows *packed, GError **error)
{
  const guint n_columns = packed->rows.n_attributes;

  *labels = (DeidPackedLabels){ .recodings = NULL };
  if (!deid_recoder_init (&labels->recoder, packed->sources, packed->n_sources, error)
      || !deid_new_arrays (error, DEID_NEW (labels->recodings, n_columns),
                           DEID_NEW (labels->pointers, n_columns)))
    return FALSE;
  for (guint c = 0; c < n_columns; c++)
    {
      DeidRecoding *recoding = &labels->recodings[c];

      labels->pointers[c] = recoding;
      recoding->labels
          = deid_alloc (count_packed_codes (packed, c), sizeof *recoding->labels, error);
      if (recoding->labels == NULL)
        return FALSE;
    }
  return TRUE;
}

void
deid_packed_labels_clear (DeidPackedLabels *labels, const DeidPackedRows *packed)
{
  deid_recoder_clear (&labels->recoder);
  for (guint c = 0; labels->recodings != NULL && c < packed->rows.n_attributes; c++)
    g_free (labels->recodings[c].labels);
  g_free (labels->recodings);
  g_free (labels->pointers);
}

/* Appends an attribute's label to those before it, from the last on, since codes grow. */
static void
append_label (DeidRecoding *labels, const DeidPackedAttribute *attribute, const DeidRecoding *own)
{
  for (guint32 i = attribute->n_codes; i-- > 0;)
    {
      const DeidPackedCode *packed = &attribute->codes[i];

      labels->labels[i]
          = labels->labels[packed->prefix] * own->n_labels + own->labels[packed->code];
    }
  labels->n_labels *= own->n_labels;
}

void
deid_packed_labels_set (DeidPackedLabels *labels, const DeidPackedRows *packed,
                        const DeidLevel *levels)
{
  const DeidRecoding *const *recodings = deid_recoder_set (&labels->recoder, levels);

  for (guint c = 0; c < packed->rows.n_attributes; c++)
    {
      labels->recodings[c].labels[0] = 0;
      labels->recodings[c].n_labels = 1;
    }
  for (guint a = 0; a < packed->n_sources; a++)
    {
      const DeidPackedAttribute *attribute = &packed->attributes[a];

      append_label (&labels->recodings[attribute->column], attribute, recodings[a]);
    }
}

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
