/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "mdav.h"

#include "base/arrays.h"

typedef struct
{
  guint32 place; /* in the list of records that are left */
  guint64 distance;
} Near;

typedef struct
{
  const DeidStandardNumbers *numbers;
  guint32 k;
  guint32 *left; /* records in no class, ascending */
  guint32 n_left;
  Near *nearest; /* k of these, the nearest first */
  gint64 *sums;  /* of each column */
  gint32 *mean;
  guint32 *class_of_record;
  guint32 n_classes;
} Grouping;

static const gint32 *
get_left (const Grouping *grouping, guint32 place)
{
  return deid_standard_numbers_get (grouping->numbers, grouping->left[place]);
}

/* Returns: a quotient rounded down, whatever its sign. */
static gint32
divide (gint64 sum, guint32 n)
{
  const gint64 quotient = sum / (gint64) n;

  return (gint32) (quotient - (sum % (gint64) n < 0 ? 1 : 0));
}

static void
find_mean (Grouping *grouping)
{
  const guint m = grouping->numbers->n_columns;

  for (guint c = 0; c < m; c++)
    grouping->sums[c] = 0;
  for (guint32 place = 0; place < grouping->n_left; place++)
    for (guint c = 0; c < m; c++)
      grouping->sums[c] += get_left (grouping, place)[c];
  for (guint c = 0; c < m; c++)
    grouping->mean[c] = divide (grouping->sums[c], grouping->n_left);
}

/* Returns: the record left that is farthest from a point. */
static guint32
find_farthest (const Grouping *grouping, const gint32 *point)
{
  guint64 most = 0;
  guint32 best = 0;

  for (guint32 place = 0; place < grouping->n_left; place++)
    {
      const guint64 distance = deid_standard_numbers_get_distance (
          grouping->numbers, get_left (grouping, place), point);

      if (distance > most)
        {
          most = distance;
          best = place;
        }
    }
  return grouping->left[best];
}

/* Finds the records left that are nearest to one of them, itself included. */
static void
find_nearest (Grouping *grouping, const gint32 *point)
{
  guint32 n = 0;

  for (guint32 place = 0; place < grouping->n_left; place++)
    {
      const guint64 distance = deid_standard_numbers_get_distance (
          grouping->numbers, get_left (grouping, place), point);
      guint32 i;

      if (n == grouping->k && distance >= grouping->nearest[n - 1].distance)
        continue;
      n = MIN (n + 1, grouping->k);
      for (i = n - 1; i > 0 && grouping->nearest[i - 1].distance > distance; i--)
        grouping->nearest[i] = grouping->nearest[i - 1];
      grouping->nearest[i] = (Near){ place, distance };
    }
}

/* Puts all records that are left, or those marked by their classes already, out of the list. */
static void
take_grouped (Grouping *grouping)
{
  guint32 n = 0;

  for (guint32 place = 0; place < grouping->n_left; place++)
    if (grouping->class_of_record[grouping->left[place]] == G_MAXUINT32)
      grouping->left[n++] = grouping->left[place];
  grouping->n_left = n;
}

/* Makes a class of a record and those nearest to it. Of records that are all in one place it need
 * not be among the nearest that are found first. */
static void
group_around (Grouping *grouping, guint32 record)
{
  find_nearest (grouping, deid_standard_numbers_get (grouping->numbers, record));
  for (guint32 i = 0; i < grouping->k; i++)
    grouping->class_of_record[grouping->left[grouping->nearest[i].place]] = grouping->n_classes;
  grouping->n_classes++;
  take_grouped (grouping);
}

static guint32
group_farthest_from_mean (Grouping *grouping)
{
  guint32 record;

  find_mean (grouping);
  record = find_farthest (grouping, grouping->mean);
  group_around (grouping, record);
  return record;
}

static gboolean
group_all (Grouping *grouping, const DeidStop *stop, GError **error)
{
  const guint64 k = grouping->k;

  for (guint32 i = 0; i < grouping->numbers->n_records; i++)
    {
      grouping->left[i] = i;
      grouping->class_of_record[i] = G_MAXUINT32;
    }
  grouping->n_left = grouping->numbers->n_records;
  while (grouping->n_left >= 3 * k)
    {
      guint32 record;

      if (!deid_stop_check (stop, error))
        return FALSE;
      record = group_farthest_from_mean (grouping);
      group_around (grouping, find_farthest (
                                  grouping, deid_standard_numbers_get (grouping->numbers, record)));
    }
  if (grouping->n_left >= 2 * k)
    group_farthest_from_mean (grouping);
  for (guint32 place = 0; place < grouping->n_left; place++)
    grouping->class_of_record[grouping->left[place]] = grouping->n_classes;
  grouping->n_classes += grouping->n_left > 0 ? 1 : 0;
  return TRUE;
}

gboolean
deid_local_mdav (const DeidStandardNumbers *numbers, guint32 k, guint32 *class_of_record,
                 guint32 *n_classes, const DeidStop *stop, GError **error)
{
  Grouping grouping = { .numbers = numbers, .k = k, .class_of_record = class_of_record };
  const gboolean success = deid_new_arrays (error, DEID_NEW (grouping.left, numbers->n_records),
                                            DEID_NEW (grouping.nearest, k),
                                            DEID_NEW (grouping.sums, numbers->n_columns),
                                            DEID_NEW (grouping.mean, numbers->n_columns))
                           && group_all (&grouping, stop, error);

  *n_classes = grouping.n_classes;
  g_free (grouping.left);
  g_free (grouping.nearest);
  g_free (grouping.sums);
  g_free (grouping.mean);
  return success;
}
