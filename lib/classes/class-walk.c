/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Classes are found by the parts that their rows have in all attributes, in a table of chains. When
 * a part's rows move, those of one class all go to the same other one, which is looked up once. */
#include "classes/class-walk.h"

#include <string.h>

#include "base/fibonacci.h"
#include "base/memory.h"
#include "classes/walk-parts.h"

#define NO_CLASS G_MAXUINT32
#define MIN_BITS 4
#define MAX_BITS 31

/* Moving a row takes about as long as grouping this many, and making classes of them. */
#define MIN_ROWS_A_MOVE 4

static guint
choose_bits (guint64 n_rows)
{
  guint bits = MIN_BITS;

  while (bits < MAX_BITS && (guint64) 1 << bits < 2 * n_rows)
    bits++;
  return bits;
}

/* There may be one class more than rows while the last row of one moves. */
static gboolean
alloc_classes (DeidClassWalk *walk, GError **error)
{
  const guint64 n = walk->rows->n + 1;

  return (walk->class_of_row = deid_alloc (n, sizeof *walk->class_of_row, error)) != NULL
         && (walk->classes = deid_alloc (n, sizeof *walk->classes, error)) != NULL
         && (walk->keys = deid_alloc (n * walk->rows->n_attributes, sizeof *walk->keys, error))
                != NULL
         && (walk->buckets = deid_alloc ((guint64) 1 << walk->bits, sizeof *walk->buckets, error))
                != NULL
         && (walk->targets = deid_alloc (n, sizeof *walk->targets, error)) != NULL
         && (walk->stamps = deid_alloc (n, sizeof *walk->stamps, error)) != NULL
         && (walk->touched = deid_alloc (n, sizeof *walk->touched, error)) != NULL
         && (walk->is_touched = deid_alloc (n, sizeof *walk->is_touched, error)) != NULL;
}

gboolean
deid_class_walk_init (DeidClassWalk *walk, const DeidRows *rows, const DeidAttribute *attributes,
                      DeidTallyFunc tally, gpointer data, GError **error)
{
  *walk = (DeidClassWalk){ .rows = rows,
                           .attributes = g_new0 (DeidWalkAttribute, rows->n_attributes),
                           .bits = choose_bits (rows->n),
                           .tally = tally,
                           .tally_data = data };
  if (!deid_recoder_init (&walk->recoder, attributes, rows->n_attributes, error)
      || !alloc_classes (walk, error))
    return FALSE;
  for (guint a = 0; a < rows->n_attributes; a++)
    if (!deid_walk_attribute_init (&walk->attributes[a], rows, a, attributes[a].n_codes, error))
      return FALSE;
  return TRUE;
}

void
deid_class_walk_clear (DeidClassWalk *walk)
{
  for (guint a = 0; walk->attributes != NULL && a < walk->rows->n_attributes; a++)
    deid_walk_attribute_clear (&walk->attributes[a]);
  g_free (walk->attributes);
  deid_recoder_clear (&walk->recoder);
  deid_grouping_clear (&walk->grouping);
  g_free (walk->class_of_row);
  g_free (walk->classes);
  g_free (walk->keys);
  g_free (walk->buckets);
  g_free (walk->targets);
  g_free (walk->stamps);
  g_free (walk->touched);
  g_free (walk->is_touched);
  *walk = (DeidClassWalk){ 0 };
}

/* Those of all attributes add up to the hash of a class. */
static guint64
hash_part (guint attribute, guint32 part)
{
  guint64 hash = ((guint64) attribute << 32 | part) + 1;

  hash *= DEID_FIBONACCI;
  hash ^= hash >> 29;
  hash *= DEID_FIBONACCI;
  return hash ^ hash >> 32;
}

static guint32 *
get_key (const DeidClassWalk *walk, guint32 number)
{
  return walk->keys + (guint64) number * walk->rows->n_attributes;
}

static guint32 *
get_bucket (const DeidClassWalk *walk, guint64 hash)
{
  return &walk->buckets[deid_fibonacci_hash (hash, walk->bits)];
}

/* Takes a class out of what is tallied, until the end of the step. */
static void
touch (DeidClassWalk *walk, guint32 number)
{
  if (walk->is_touched[number])
    return;
  walk->is_touched[number] = TRUE;
  walk->touched[walk->n_touched++] = number;
  if (walk->classes[number].n_rows > 0)
    walk->tally (&walk->classes[number], FALSE, walk->tally_data);
}

static void
finish_step (DeidClassWalk *walk)
{
  for (guint32 i = 0; i < walk->n_touched; i++)
    {
      const DeidWalkClass *walk_class = &walk->classes[walk->touched[i]];

      walk->is_touched[walk->touched[i]] = FALSE;
      if (walk_class->n_rows > 0)
        walk->tally (walk_class, TRUE, walk->tally_data);
    }
  walk->n_touched = 0;
}

/* Takes a number for a class whose key is there already.
 * Returns: the number. */
static guint32
add_class (DeidClassWalk *walk, guint64 hash)
{
  const guint32 number = walk->free;
  guint32 *bucket = get_bucket (walk, hash);

  walk->free = walk->classes[number].next;
  walk->classes[number] = (DeidWalkClass){ .hash = hash, .next = *bucket };
  *bucket = number;
  walk->n_classes++;
  walk->n_numbers = MAX (walk->n_numbers, number + 1);
  return number;
}

/* Returns: the class with a key, which is new if there is none. */
static guint32
find_class (DeidClassWalk *walk, const guint32 *key, guint64 hash)
{
  const gsize size = walk->rows->n_attributes * sizeof *key;
  guint32 number = *get_bucket (walk, hash);

  while (number != NO_CLASS
         && (walk->classes[number].hash != hash || memcmp (get_key (walk, number), key, size) != 0))
    number = walk->classes[number].next;
  if (number != NO_CLASS)
    return number;
  memcpy (get_key (walk, walk->free), key, size);
  return add_class (walk, hash);
}

static void
free_class (DeidClassWalk *walk, guint32 number)
{
  guint32 *place = get_bucket (walk, walk->classes[number].hash);

  while (*place != number)
    place = &walk->classes[*place].next;
  *place = walk->classes[number].next;
  walk->classes[number].next = walk->free;
  walk->free = number;
  walk->n_classes--;
}

/* Rows of the population have no weight. */
static guint64
get_population (const DeidRows *rows, guint32 row)
{
  const guint64 n_own = deid_rows_get_n_own (rows);

  return row >= n_own ? rows->populations[row - n_own] : 0;
}

static void
add_row (DeidClassWalk *walk, guint32 row, guint32 number)
{
  DeidWalkClass *walk_class = &walk->classes[number];

  walk_class->n_rows++;
  walk_class->n_records += deid_rows_get_weight (walk->rows, row);
  walk_class->n_population += get_population (walk->rows, row);
  walk->class_of_row[row] = number;
}

static void
remove_row (DeidClassWalk *walk, guint32 row, guint32 number)
{
  DeidWalkClass *walk_class = &walk->classes[number];

  walk_class->n_records -= deid_rows_get_weight (walk->rows, row);
  walk_class->n_population -= get_population (walk->rows, row);
  if (--walk_class->n_rows == 0)
    free_class (walk, number);
}

/* Leaves where the walk is. */
static void
forget_classes (DeidClassWalk *walk)
{
  const guint32 n = (guint32) walk->rows->n + 1;

  for (guint32 number = 0; number < n; number++)
    {
      if (walk->classes[number].n_rows > 0)
        walk->tally (&walk->classes[number], FALSE, walk->tally_data);
      walk->classes[number] = (DeidWalkClass){ .next = number + 1 < n ? number + 1 : NO_CLASS };
    }
  memset (walk->buckets, 0xFF, ((gsize) 1 << walk->bits) * sizeof *walk->buckets);
  walk->free = 0;
  walk->n_classes = 0;
  walk->n_numbers = 0;
  walk->is_started = FALSE;
}

/* Makes a class of the parts of one of its rows; classes are made in the order of their numbers. */
static void
make_class (DeidClassWalk *walk, guint32 row)
{
  const DeidRows *rows = walk->rows;
  guint32 *key = get_key (walk, walk->free);
  guint64 hash = 0;

  for (guint a = 0; a < rows->n_attributes; a++)
    {
      key[a] = walk->attributes[a].parts[deid_codes_get (rows->codes[a], row)];
      hash += hash_part (a, key[a]);
    }
  add_class (walk, hash);
}

static gboolean
start (DeidClassWalk *walk, const DeidStop *stop, GError **error)
{
  const DeidRows *rows = walk->rows;
  DeidGrouping *grouping = &walk->grouping;

  forget_classes (walk);
  if (!deid_grouping_run (grouping, rows, walk->recoder.recodings, stop, error))
    return FALSE;
  for (guint a = 0; a < rows->n_attributes; a++)
    deid_walk_attribute_start (&walk->attributes[a], walk->recoder.recodings[a],
                               walk->recoder.attributes[a].n_codes);
  for (guint32 row = 0; row < rows->n; row++)
    {
      if (grouping->class_of_row[row] == walk->n_classes)
        make_class (walk, row);
      add_row (walk, row, grouping->class_of_row[row]);
    }
  for (guint32 number = 0; number < walk->n_classes; number++)
    walk->tally (&walk->classes[number], TRUE, walk->tally_data);
  walk->n_grouped++;
  walk->is_started = TRUE;
  return TRUE;
}

/* Returns: the class that differs from another one in one part. */
static guint32
find_target (DeidClassWalk *walk, guint32 number, guint a, guint32 part)
{
  guint32 *key = get_key (walk, number);
  const guint32 old = key[a];
  guint32 target;

  if (walk->stamps[number] == walk->stamp)
    return walk->targets[number];
  key[a] = part;
  target = find_class (walk, key,
                       walk->classes[number].hash - hash_part (a, old) + hash_part (a, part));
  key[a] = old;
  touch (walk, number);
  touch (walk, target);
  walk->stamps[number] = walk->stamp;
  walk->targets[number] = target;
  return target;
}

static void
move_rows (DeidClassWalk *walk, guint a, guint32 code, guint32 part)
{
  const DeidWalkAttribute *attribute = &walk->attributes[a];

  for (guint32 i = attribute->first_rows[code]; i < attribute->first_rows[code + 1]; i++)
    {
      const guint32 row = attribute->rows[i], number = walk->class_of_row[row];

      add_row (walk, row, find_target (walk, number, a, part));
      remove_row (walk, row, number);
      walk->n_moved++;
    }
}

/* A part that no label keeps may be given to another before its own rows have moved: the two are
 * told apart again by then, since rows move one by one. */
static void
step (DeidClassWalk *walk, guint a)
{
  const DeidRecoding *recoding = walk->recoder.recodings[a];
  DeidWalkAttribute *attribute = &walk->attributes[a];

  for (guint32 label = 0; label < recoding->n_labels; label++)
    {
      const guint32 part = attribute->part_of_label[label];

      walk->stamp++;
      for (guint32 i = attribute->first_codes[label]; i < attribute->first_codes[label + 1]; i++)
        {
          const guint32 code = attribute->codes[i];

          if (attribute->parts[code] == part)
            continue;
          move_rows (walk, a, code, part);
          attribute->parts[code] = part;
        }
    }
}

/* Finds the attributes that change and the parts of their labels.
 * Returns: how many rows have to move, one as often as attributes of it change. */
static guint64
plan_step (DeidClassWalk *walk)
{
  guint64 n = 0;

  for (guint a = 0; a < walk->rows->n_attributes; a++)
    {
      const DeidRecoding *recoding = walk->recoder.recodings[a];
      const guint32 n_codes = walk->recoder.attributes[a].n_codes;
      DeidWalkAttribute *attribute = &walk->attributes[a];

      attribute->has_changed = !deid_walk_attribute_has (attribute, recoding, n_codes);
      if (attribute->has_changed)
        n += deid_walk_attribute_choose_parts (attribute, recoding, n_codes);
    }
  return n;
}

gboolean
deid_class_walk_set (DeidClassWalk *walk, const DeidLevel *levels, const DeidStop *stop,
                     GError **error)
{
  deid_recoder_set (&walk->recoder, levels);
  if (!walk->is_started || plan_step (walk) > walk->rows->n / MIN_ROWS_A_MOVE)
    return start (walk, stop, error);
  for (guint a = 0; a < walk->rows->n_attributes; a++)
    if (walk->attributes[a].has_changed)
      step (walk, a);
  finish_step (walk);
  return TRUE;
}

guint64
deid_class_walk_get_n_bytes (const DeidClassWalk *walk)
{
  const guint64 n = walk->rows->n + 1;

  return deid_grouping_get_n_bytes (&walk->grouping)
         + n
               * (sizeof *walk->class_of_row + sizeof *walk->classes + sizeof *walk->targets
                  + sizeof *walk->stamps + sizeof *walk->touched + sizeof *walk->is_touched)
         + n * walk->rows->n_attributes * (sizeof *walk->keys + sizeof (guint32))
         + ((guint64) 1 << walk->bits) * sizeof *walk->buckets;
}
