/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lattice/recoder.h"

#include <string.h>

#include "base/arrays.h"

static gboolean
have_cuts (const DeidRecoder *recoder)
{
  for (guint a = 0; a < recoder->n_attributes; a++)
    if (recoder->attributes[a].cuts != NULL)
      return TRUE;
  return FALSE;
}

gboolean
deid_recoder_init (DeidRecoder *recoder, const DeidAttribute *attributes, guint n_attributes,
                   GError **error)
{
  *recoder = (DeidRecoder){ .attributes = attributes, .n_attributes = n_attributes };
  if (!deid_new_arrays (error, DEID_NEW (recoder->recodings, n_attributes)))
    return FALSE;
  if (!have_cuts (recoder))
    return TRUE;
  if (!deid_new_arrays (
          error,
          DEID_NEW (recoder->levels, deid_attributes_count_dimensions (attributes, n_attributes)),
          DEID_NEW (recoder->cuts, n_attributes)))
    return FALSE;
  for (guint a = 0; a < n_attributes; a++)
    if (attributes[a].cuts != NULL
        && !deid_cut_recoding_init (&recoder->cuts[a], &attributes[a], error))
      return FALSE;
  return TRUE;
}

void
deid_recoder_clear (DeidRecoder *recoder)
{
  for (guint a = 0; recoder->cuts != NULL && a < recoder->n_attributes; a++)
    deid_cut_recoding_clear (&recoder->cuts[a]);
  g_free (recoder->cuts);
  g_free (recoder->levels);
  g_free (recoder->recodings);
  *recoder = (DeidRecoder){ 0 };
}

/* Computes the recoding of an attribute of cuts unless it is there. */
static const DeidRecoding *
recode (DeidRecoder *recoder, guint a, const DeidLevel *levels)
{
  const DeidAttribute *attribute = &recoder->attributes[a];
  const guint first = attribute->first_dimension;
  const gsize size = attribute->n_dimensions * sizeof *levels;

  if (recoder->recodings[a] == NULL || memcmp (recoder->levels + first, levels + first, size) != 0)
    {
      memcpy (recoder->levels + first, levels + first, size);
      deid_cut_recoding_set (&recoder->cuts[a], attribute, levels);
    }
  return &recoder->cuts[a].recoding;
}

const DeidRecoding *const *
deid_recoder_set (DeidRecoder *recoder, const DeidLevel *levels)
{
  for (guint a = 0; a < recoder->n_attributes; a++)
    recoder->recodings[a] = recoder->attributes[a].cuts != NULL
                                ? recode (recoder, a, levels)
                                : deid_attribute_get_recoding (&recoder->attributes[a], levels);
  return recoder->recodings;
}
