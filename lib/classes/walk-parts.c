/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which labels keep their rows in place when a policy changes. */
#include "classes/walk-parts.h"

#include <string.h>

#include "base/memory.h"

#define WALK_PARTS_NONE G_MAXUINT32

static gboolean
walk_parts_list_rows (DeidWalkAttribute *attribute, const DeidRows *rows, guint a, guint32 n_codes,
                      GError **error)
{
  guint32 *first = attribute->first_rows;

  attribute->rows = deid_alloc (rows->n, sizeof *attribute->rows, error);
  if (attribute->rows == NULL)
    return FALSE;
  for (guint64 row = 0; row < rows->n; row++)
    first[deid_codes_get (rows->codes[a], row) + 1]++;
  for (guint32 code = 0; code < n_codes; code++)
    first[code + 1] += first[code];
  for (guint64 row = 0; row < rows->n; row++)
    attribute->rows[first[deid_codes_get (rows->codes[a], row)]++] = (guint32) row;
  memmove (first + 1, first, n_codes * sizeof *first);
  first[0] = 0;
  return TRUE;
}

gboolean
deid_walk_attribute_init (DeidWalkAttribute *attribute, const DeidRows *rows, guint a,
                          guint32 n_codes, GError **error)
{
  const guint64 n = (guint64) n_codes + 1;

  return (attribute->first_rows = deid_alloc (n, sizeof *attribute->first_rows, error)) != NULL
         && (attribute->parts = deid_alloc (n, sizeof *attribute->parts, error)) != NULL
         && (attribute->codes = deid_alloc (n, sizeof *attribute->codes, error)) != NULL
         && (attribute->first_codes = deid_alloc (n, sizeof *attribute->first_codes, error)) != NULL
         && (attribute->part_of_label = deid_alloc (n, sizeof *attribute->part_of_label, error))
                != NULL
         && (attribute->label_of_part = deid_alloc (n, sizeof *attribute->label_of_part, error))
                != NULL
         && (attribute->kept = deid_alloc (n, sizeof *attribute->kept, error)) != NULL
         && (attribute->overlaps = deid_alloc (n, sizeof *attribute->overlaps, error)) != NULL
         && walk_parts_list_rows (attribute, rows, a, n_codes, error);
}

void
deid_walk_attribute_clear (DeidWalkAttribute *attribute)
{
  g_free (attribute->rows);
  g_free (attribute->first_rows);
  g_free (attribute->parts);
  g_free (attribute->codes);
  g_free (attribute->first_codes);
  g_free (attribute->part_of_label);
  g_free (attribute->label_of_part);
  g_free (attribute->kept);
  g_free (attribute->overlaps);
}

void
deid_walk_attribute_start (DeidWalkAttribute *attribute, const DeidRecoding *recoding,
                           guint32 n_codes)
{
  memcpy (attribute->parts, recoding->labels, n_codes * sizeof *attribute->parts);
}

gboolean
deid_walk_attribute_has (DeidWalkAttribute *attribute, const DeidRecoding *recoding,
                         guint32 n_codes)
{
  guint32 *label_of_part = attribute->label_of_part, *part_of_label = attribute->part_of_label;

  memset (label_of_part, 0xFF, n_codes * sizeof *label_of_part);
  memset (part_of_label, 0xFF, n_codes * sizeof *part_of_label);
  for (guint32 code = 0; code < n_codes; code++)
    {
      const guint32 part = attribute->parts[code], label = recoding->labels[code];

      if (label_of_part[part] == WALK_PARTS_NONE && part_of_label[label] == WALK_PARTS_NONE)
        {
          label_of_part[part] = label;
          part_of_label[label] = part;
        }
      if (label_of_part[part] != label || part_of_label[label] != part)
        return FALSE;
    }
  return TRUE;
}

static void
walk_parts_list_codes (DeidWalkAttribute *attribute, const DeidRecoding *recoding, guint32 n_codes)
{
  guint32 *first = attribute->first_codes;

  memset (first, 0, ((gsize) n_codes + 1) * sizeof *first);
  for (guint32 code = 0; code < n_codes; code++)
    first[recoding->labels[code] + 1]++;
  for (guint32 label = 0; label < recoding->n_labels; label++)
    first[label + 1] += first[label];
  for (guint32 code = 0; code < n_codes; code++)
    attribute->codes[first[recoding->labels[code]]++] = code;
  memmove (first + 1, first, recoding->n_labels * sizeof *first);
  first[0] = 0;
}

/* Finds the part in which a label has most rows, and makes it keep that part unless another one
 * spares more. */
static void
claim_part (DeidWalkAttribute *attribute, guint32 label)
{
  const guint32 *codes = attribute->codes;
  const guint32 start = attribute->first_codes[label], end = attribute->first_codes[label + 1];
  guint32 best = attribute->parts[codes[start]];

  for (guint32 i = start; i < end; i++)
    attribute->overlaps[attribute->parts[codes[i]]]
        += attribute->first_rows[codes[i] + 1] - attribute->first_rows[codes[i]];
  for (guint32 i = start; i < end; i++)
    if (attribute->overlaps[attribute->parts[codes[i]]] > attribute->overlaps[best])
      best = attribute->parts[codes[i]];
  if (attribute->label_of_part[best] == WALK_PARTS_NONE
      || attribute->overlaps[best] > attribute->kept[best])
    {
      attribute->label_of_part[best] = label;
      attribute->kept[best] = attribute->overlaps[best];
    }
  for (guint32 i = start; i < end; i++)
    attribute->overlaps[attribute->parts[codes[i]]] = 0;
}

static guint64
count_moves (const DeidWalkAttribute *attribute, const DeidRecoding *recoding, guint32 n_codes)
{
  guint64 n = 0;

  for (guint32 code = 0; code < n_codes; code++)
    if (attribute->parts[code] != attribute->part_of_label[recoding->labels[code]])
      n += attribute->first_rows[code + 1] - attribute->first_rows[code];
  return n;
}

guint64
deid_walk_attribute_choose_parts (DeidWalkAttribute *attribute, const DeidRecoding *recoding,
                                  guint32 n_codes)
{
  guint32 next = 0;

  walk_parts_list_codes (attribute, recoding, n_codes);
  memset (attribute->label_of_part, 0xFF, n_codes * sizeof *attribute->label_of_part);
  memset (attribute->part_of_label, 0xFF, n_codes * sizeof *attribute->part_of_label);
  for (guint32 label = 0; label < recoding->n_labels; label++)
    claim_part (attribute, label);
  for (guint32 part = 0; part < n_codes; part++)
    if (attribute->label_of_part[part] != WALK_PARTS_NONE)
      attribute->part_of_label[attribute->label_of_part[part]] = part;
  for (guint32 label = 0; label < recoding->n_labels; label++)
    {
      if (attribute->part_of_label[label] != WALK_PARTS_NONE)
        continue;
      while (attribute->label_of_part[next] != WALK_PARTS_NONE)
        next++;
      attribute->part_of_label[label] = next++;
    }
  return count_moves (attribute, recoding, n_codes);
}
