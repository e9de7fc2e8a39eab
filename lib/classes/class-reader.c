/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "classes/class-reader.h"

#include <string.h>

#include "base/memory.h"

gboolean
deid_class_reader_init (DeidClassReader *reader, const DeidRows *rows, const DeidCodes *entities,
                        guint32 n_entities, const DeidCodes *const *sensitive,
                        const guint32 *n_codes, guint n_sensitive, GError **error)
{
  *reader = (DeidClassReader){ .rows = rows,
                               .entities = entities,
                               .n_entities = n_entities,
                               .n_sensitive = n_sensitive,
                               .sensitive = sensitive,
                               .distributions = g_new0 (DeidDistribution, n_sensitive),
                               .counts = g_new0 (guint64 *, n_sensitive) };
  reader->order = deid_alloc (rows->n, sizeof *reader->order, error);
  if (reader->order == NULL)
    return FALSE;
  if (entities != NULL)
    {
      reader->entity_class = deid_alloc (n_entities, sizeof *reader->entity_class, error);
      if (reader->entity_class == NULL)
        return FALSE;
    }
  for (guint s = 0; s < n_sensitive; s++)
    {
      DeidDistribution *distribution = &reader->distributions[s];

      if ((reader->counts[s] = deid_alloc (n_codes[s], sizeof **reader->counts, error)) == NULL
          || (distribution->values = deid_alloc (n_codes[s], sizeof *distribution->values, error))
                 == NULL
          || (distribution->counts = deid_alloc (n_codes[s], sizeof *distribution->counts, error))
                 == NULL)
        return FALSE;
    }
  return TRUE;
}

void
deid_class_reader_clear (DeidClassReader *reader)
{
  for (guint s = 0; s < reader->n_sensitive; s++)
    {
      g_free (reader->counts[s]);
      g_free (reader->distributions[s].values);
      g_free (reader->distributions[s].counts);
    }
  g_free (reader->counts);
  g_free (reader->distributions);
  g_free (reader->entity_class);
  g_free (reader->starts);
  g_free (reader->order);
}

gboolean
deid_class_reader_start (DeidClassReader *reader, const DeidGrouping *grouping,
                         const DeidStop *stop, GError **error)
{
  const guint64 n_starts = (guint64) grouping->n_classes + 1;
  guint64 *starts;

  if (!deid_grow ((gpointer *) &reader->starts, &reader->starts_capacity, n_starts,
                  sizeof *reader->starts, error))
    return FALSE;
  starts = reader->starts;
  memset (starts, 0, n_starts * sizeof *starts);
  for (guint64 row = 0; row < reader->rows->n; row++)
    {
      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      starts[grouping->class_of_row[row] + 1]++;
    }
  for (guint32 number = 0; number < grouping->n_classes; number++)
    starts[number + 1] += starts[number];
  for (guint64 row = 0; row < reader->rows->n; row++)
    {
      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      reader->order[starts[grouping->class_of_row[row]]++] = (guint32) row;
    }
  for (guint32 number = grouping->n_classes; number > 0; number--)
    starts[number] = starts[number - 1];
  starts[0] = 0;
  if (reader->entity_class != NULL)
    memset (reader->entity_class, 0, reader->n_entities * sizeof *reader->entity_class);
  return TRUE;
}

static guint64
count_persons (DeidClassReader *reader, guint32 number)
{
  guint64 n_persons = 0;

  for (guint64 i = reader->starts[number]; i < reader->starts[number + 1]; i++)
    {
      const guint32 entity = deid_codes_get (reader->entities, reader->order[i]);

      n_persons += reader->entity_class[entity] != number + 1;
      reader->entity_class[entity] = number + 1;
    }
  return n_persons;
}

static void
count_values (DeidClassReader *reader, guint s, guint32 number)
{
  DeidDistribution *distribution = &reader->distributions[s];
  guint64 *counts = reader->counts[s];

  distribution->n_values = 0;
  for (guint64 i = reader->starts[number]; i < reader->starts[number + 1]; i++)
    {
      const guint32 row = reader->order[i];
      const guint32 value = deid_codes_get (reader->sensitive[s], row);

      if (counts[value] == 0)
        distribution->values[distribution->n_values++] = value;
      counts[value] += deid_rows_get_weight (reader->rows, row);
    }
  for (guint32 v = 0; v < distribution->n_values; v++)
    {
      distribution->counts[v] = counts[distribution->values[v]];
      counts[distribution->values[v]] = 0;
    }
}

void
deid_class_reader_read (DeidClassReader *reader, const DeidGrouping *grouping, guint32 number,
                        DeidClass *read)
{
  read->n_records = grouping->sizes[number];
  read->n_persons = reader->entities != NULL ? count_persons (reader, number) : read->n_records;
  for (guint s = 0; s < reader->n_sensitive; s++)
    count_values (reader, s, number);
  read->distributions = reader->distributions;
}
