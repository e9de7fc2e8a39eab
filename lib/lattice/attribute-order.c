/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* An order of the values of an attribute in which each block of each policy is an interval. */
#include <stdlib.h>

#include "base/memory.h"
#include "lattice/attribute.h"

typedef struct
{
  const DeidAttribute *attribute;
  guint32 code;
} AttributeOrderPlace;

static int
attribute_order_compare (guint32 x, guint32 y)
{
  return x < y ? -1 : x > y;
}

/* By places in the order of runs, in which none is the last; or by labels, those of the highest
 * level first. */
static int
attribute_order_compare_places (gconstpointer a, gconstpointer b)
{
  const AttributeOrderPlace *first = a, *second = b;
  const DeidAttribute *attribute = first->attribute;
  int order = 0;

  if (attribute->levels == NULL)
    return attribute_order_compare (attribute->positions[first->code],
                                    attribute->positions[second->code]);
  for (guint level = attribute->n_levels; order == 0 && level-- > 0;)
    {
      const guint32 *labels = attribute->levels[level].labels;

      order = attribute_order_compare (labels[first->code], labels[second->code]);
    }
  return order;
}

guint32 *
deid_attribute_sort_codes (const DeidAttribute *attribute, GError **error)
{
  g_autofree AttributeOrderPlace *places = deid_alloc (attribute->n_codes, sizeof *places, error);
  guint32 *codes = places != NULL ? deid_alloc (attribute->n_codes, sizeof *codes, error) : NULL;

  if (codes == NULL)
    return NULL;
  for (guint32 code = 0; code < attribute->n_codes; code++)
    places[code] = (AttributeOrderPlace){ attribute, code };
  qsort (places, attribute->n_codes, sizeof *places, attribute_order_compare_places);
  for (guint32 i = 0; i < attribute->n_codes; i++)
    codes[i] = places[i].code;
  return codes;
}
