/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lattice/cuts/edges.h"

#include <string.h>

#include "base/arrays.h"
#include "base/decimal.h"
#include "base/memory.h"
#include "hierarchy/numbers/edge.h"
#include "hierarchy/numbers/range.h"

/* Splits the lines of a text in place. */
static void
edges_split (const char **lines, char *text, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    {
      lines[i] = text;
      text = strchr (text, '\n');
      *text++ = '\0';
    }
}

static gsize
find_max_length (const DeidDictionary *numbers)
{
  gsize max_length = 0;

  for (guint32 i = 0; i < numbers->n; i++)
    max_length = MAX (max_length, strlen (deid_dictionary_get (numbers, i)));
  return max_length;
}

static gboolean
write_edges (DeidCutEdges *edges, DeidEdgeWriter *writer, const DeidDictionary *numbers,
             GError **error)
{
  edges->are_integers = TRUE;
  for (guint32 i = 0; i < numbers->n; i++)
    {
      const char *number = deid_dictionary_get (numbers, i);

      edges->are_integers &= deid_decimal_is_integer (number);
      if (i > 0)
        deid_edge_writer_add (writer, deid_dictionary_get (numbers, i - 1), number);
      deid_long_text_add (&writer->text, "\n");
    }
  edges->lines = deid_long_text_end (&writer->text, error);
  return edges->lines != NULL;
}

gboolean
deid_cut_edges_init (DeidCutEdges *edges, const DeidDictionary *numbers, GError **error)
{
  DeidEdgeWriter writer;
  const gboolean success = deid_edge_writer_init (&writer, find_max_length (numbers), error)
                           && deid_new_arrays (error, DEID_NEW (edges->texts, numbers->n))
                           && write_edges (edges, &writer, numbers, error);

  deid_edge_writer_clear (&writer);
  if (success)
    edges_split (edges->texts, edges->lines, numbers->n);
  return success;
}

void
deid_cut_edges_clear (DeidCutEdges *edges)
{
  g_clear_pointer (&edges->lines, g_free);
  g_clear_pointer (&edges->texts, g_free);
}

char *
deid_cut_edges_label (const DeidCutEdges *edges, guint32 first, guint32 end, guint32 n)
{
  const char *low = first > 0 ? edges->texts[first] : NULL;
  const char *high = end < n ? edges->texts[end] : NULL;
  char *label = deid_alloc (deid_range_get_label_size (low, high), 1, NULL);

  if (label != NULL)
    deid_range_write_label_of (low, high, edges->are_integers, label);
  return label;
}
