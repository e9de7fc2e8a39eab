/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lattice/recoder.h"

gboolean
deid_recoder_init (DeidRecoder *recoder, const DeidAttribute *attributes, guint n_attributes,
                   GError **error G_GNUC_UNUSED)
{
  *recoder = (DeidRecoder){ .attributes = attributes,
                            .n_attributes = n_attributes,
                            .recodings = g_new0 (const DeidRecoding *, n_attributes) };
  return TRUE;
}

void
deid_recoder_clear (DeidRecoder *recoder)
{
  g_free (recoder->recodings);
  *recoder = (DeidRecoder){ 0 };
}

const DeidRecoding *const *
deid_recoder_set (DeidRecoder *recoder, const DeidLevel *levels)
{
  for (guint a = 0; a < recoder->n_attributes; a++)
    recoder->recodings[a] = deid_attribute_get_recoding (&recoder->attributes[a], levels);
  return recoder->recodings;
}
