/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "release/packed-rows.h"

#include "base/memory.h"

#define MAX_CODES 4096

static guint32
count_codes (const DeidLattice *lattice, guint attribute)
{
  return deid_lattice_get_column (lattice, attribute)->dictionary.n;
}

/* Returns: the number of codes of a packed column. */
static guint64
count_packed_codes (const DeidPackedRows *packed, guint column)
{
  guint64 n = 1;

  for (guint a = packed->first_attributes[column]; a < packed->first_attributes[column + 1]; a++)
    n *= count_codes (packed->lattice, a);
  return n;
}

/* Packs as many neighbours as there are few codes, and not more of them than rows. */
static void
choose_columns (DeidPackedRows *packed, const DeidRows *rows)
{
  const guint64 limit = MIN (MAX_CODES, rows->n);
  guint64 n_codes = 0;

  packed->first_attributes = g_new0 (guint, rows->n_attributes + 1);
  packed->rows.n_attributes = 0;
  for (guint a = 0; a < rows->n_attributes; a++)
    {
      const guint32 own = count_codes (packed->lattice, a);

      n_codes = a > 0 && n_codes * own <= limit ? n_codes * own : 0;
      if (n_codes > 0)
        continue;
      n_codes = own;
      packed->first_attributes[packed->rows.n_attributes++] = a;
    }
  packed->first_attributes[packed->rows.n_attributes] = rows->n_attributes;
}

static gboolean
pack_column (DeidPackedRows *packed, const DeidRows *rows, guint column, const DeidStop *stop,
             GError **error)
{
  DeidCodes *codes = &packed->columns[column];

  if (!deid_codes_alloc (codes, rows->n, (guint32) (count_packed_codes (packed, column) - 1),
                         error))
    return FALSE;
  for (guint64 row = 0; row < rows->n; row++)
    {
      guint32 code = 0;

      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      for (guint a = packed->first_attributes[column]; a < packed->first_attributes[column + 1];
           a++)
        code = code * count_codes (packed->lattice, a) + deid_codes_get (rows->codes[a], row);
      deid_codes_set (codes, row, code);
    }
  return TRUE;
}

gboolean
deid_packed_rows_init (DeidPackedRows *packed, const DeidLattice *lattice, const DeidRows *rows,
                       const DeidStop *stop, GError **error)
{
  *packed = (DeidPackedRows){ .lattice = lattice,
                              .rows = *rows,
                              .columns = g_new0 (DeidCodes, rows->n_attributes) };
  packed->rows.codes = g_new (const DeidCodes *, rows->n_attributes);
  choose_columns (packed, rows);
  for (guint c = 0; c < packed->rows.n_attributes; c++)
    {
      packed->rows.codes[c] = &packed->columns[c];
      if (!pack_column (packed, rows, c, stop, error))
        return FALSE;
    }
  return TRUE;
}

void
deid_packed_rows_clear (DeidPackedRows *packed)
{
  for (guint c = 0; c < packed->rows.n_attributes; c++)
    deid_codes_clear (&packed->columns[c]);
  g_free (packed->columns);
  g_free (packed->rows.codes);
  g_free (packed->first_attributes);
}

gboolean
deid_packed_labels_init (DeidPackedLabels *labels, const DeidPackedRows *packed, GError **error)
{
  const guint n_columns = packed->rows.n_attributes;

  *labels = (DeidPackedLabels){ .recodings = g_new0 (DeidRecoding, n_columns),
                                .pointers = g_new (const DeidRecoding *, n_columns) };
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
  for (guint c = 0; labels->recodings != NULL && c < packed->rows.n_attributes; c++)
    g_free (labels->recodings[c].labels);
  g_free (labels->recodings);
  g_free (labels->pointers);
}

/* Appends an attribute's label to those of @n codes, from the last on, since they move up. */
static void
append_label (guint32 *labels, guint64 n, const DeidRecoding *recoding, guint32 n_codes)
{
  for (guint64 i = n; i-- > 0;)
    {
      const guint32 before = labels[i] * recoding->n_labels;

      for (guint32 code = 0; code < n_codes; code++)
        labels[i * n_codes + code] = before + recoding->labels[code];
    }
}

void
deid_packed_labels_set (DeidPackedLabels *labels, const DeidPackedRows *packed,
                        const DeidLevel *levels)
{
  const DeidLattice *lattice = packed->lattice;

  for (guint c = 0; c < packed->rows.n_attributes; c++)
    {
      DeidRecoding *recoding = &labels->recodings[c];
      guint64 n = 1;

      recoding->labels[0] = 0;
      recoding->n_labels = 1;
      for (guint a = packed->first_attributes[c]; a < packed->first_attributes[c + 1]; a++)
        {
          const DeidRecoding *own = deid_attribute_get_recoding (&lattice->attributes[a], levels);
          const guint32 n_codes = count_codes (lattice, a);

          append_label (recoding->labels, n, own, n_codes);
          recoding->n_labels *= own->n_labels;
          n *= n_codes;
        }
    }
}
