/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "classes/class-walk.h"

#include "base/arrays.h"
#include "base/memory.h"

#include <string.h>

/* Classes are found by the parts that their rows have in all attributes, in a table of chains. When
 * a part's rows move, those of one class all go to the same other one, which is looked up once. */

#define NO_CLASS            G_MAXUINT32
#define CLASS_WALK_MIN_BITS 4
#define CLASS_WALK_MAX_BITS 31

/* Moving a row takes about as long as grouping this many. */
#define MIN_ROWS_A_MOVE 4

/* Making ready for steps takes about as long as grouping the table so often. */
#define CLASS_WALK_PATIENCE 4

static guint
class_walk_choose_bits (guint64 n_rows)
{
  guint bits = CLASS_WALK_MIN_BITS;

  while (bits < CLASS_WALK_MAX_BITS && (guint64) 1 << bits < 2 * n_rows)
    bits++;
  return bits;
}

/* There may be one class more than rows while the last row of one moves. */
static gboolean
class_walk_alloc_classes (DeidClassWalk *walk, GError **error)
{
  const guint64 n = walk->rows->n + 1;

  return (walk->n_records = deid_alloc (n, sizeof *walk->n_records, error)) != NULL
         && (walk->rows->n_population == 0
             || (walk->n_population = deid_alloc (n, sizeof *walk->n_population, error)) != NULL)
         && (walk->classes = deid_alloc (n, sizeof *walk->classes, error)) != NULL
         && (walk->keys = deid_alloc (n * walk->rows->n_attributes, sizeof *walk->keys, error))
                != NULL
         && (walk->buckets.first
             = deid_alloc ((guint64) 1 << walk->buckets.bits, sizeof *walk->buckets.first, error))
                != NULL
         && (walk->targets = deid_alloc (n, sizeof *walk->targets, error)) != NULL
         && (walk->stamps = deid_alloc (n, sizeof *walk->stamps, error)) != NULL
         && (walk->touched = deid_alloc (n, sizeof *walk->touched, error)) != NULL
         && (walk->is_touched = deid_alloc (n, sizeof *walk->is_touched, error)) != NULL;
}

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

static gboolean
walk_attribute_init (DeidWalkAttribute *attribute, const DeidRows *rows, guint a, guint32 n_codes,
                     GError **error)
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

gboolean
deid_class_walk_init (DeidClassWalk *walk, const DeidRows *rows, const DeidAttribute *attributes,
                      DeidTallyFunc tally, gpointer data, GError **error)
{
  *walk = (DeidClassWalk){ .rows = rows,
                           .buckets.bits = class_walk_choose_bits (rows->n),
                           .buckets.words = deid_hash_get_words (),
                           .tally = tally,
                           .tally_data = data };
  if (!deid_new_arrays (error, DEID_NEW (walk->attributes, rows->n_attributes))
      || !deid_recoder_init (&walk->recoder, attributes, rows->n_attributes, error)
      || !class_walk_alloc_classes (walk, error))
    return FALSE;
  for (guint a = 0; a < rows->n_attributes; a++)
    {
      if (!walk_attribute_init (&walk->attributes[a], rows, a, attributes[a].n_codes, error))
        return FALSE;
      walk->attributes[a].factor = deid_hash_number (walk->buckets.words, ~(guint64) a) | 1;
    }
  return TRUE;
}

static void
walk_attribute_clear (DeidWalkAttribute *attribute)
{
  deid_free_arrays (attribute->rows, attribute->first_rows, attribute->parts, attribute->codes,
                    attribute->first_codes, attribute->part_of_label, attribute->label_of_part,
                    attribute->kept, attribute->overlaps);
}

void
deid_class_walk_clear (DeidClassWalk *walk)
{
  for (guint a = 0; walk->attributes != NULL && a < walk->rows->n_attributes; a++)
    walk_attribute_clear (&walk->attributes[a]);
  g_free (walk->attributes);
  deid_recoder_clear (&walk->recoder);
  deid_grouping_clear (&walk->grouping);
  deid_free_arrays (walk->n_records, walk->n_population, walk->classes, walk->keys,
                    walk->buckets.first, walk->targets, walk->stamps, walk->touched,
                    walk->is_touched);
  *walk = (DeidClassWalk){ 0 };
}

/* Those of all attributes add up to the hash of a class. Each attribute has an odd factor of its
 * own, so that parts of two attributes do not stand for each other. */
static guint64
hash_part (const DeidClassWalk *walk, guint attribute, guint32 part)
{
  return deid_hash_number (walk->buckets.words, part) * walk->attributes[attribute].factor;
}

static void
class_walk_tally (DeidClassWalk *walk, guint32 number, gboolean is_there)
{
  if (walk->classes[number].n_rows > 0)
    walk->tally (walk, number, is_there, walk->tally_data);
}

static guint32 *
class_walk_get_key (const DeidClassWalk *walk, guint32 number)
{
  return walk->keys + (guint64) number * walk->rows->n_attributes;
}

static guint32 *
get_bucket (const DeidClassWalk *walk, guint64 hash)
{
  return &walk->buckets.first[hash >> (64 - walk->buckets.bits)];
}

/* Takes a class out of what is tallied, until the end of the step. */
static void
class_walk_touch (DeidClassWalk *walk, guint32 number)
{
  if (walk->is_touched[number])
    return;
  walk->is_touched[number] = TRUE;
  walk->touched[walk->n_touched++] = number;
  class_walk_tally (walk, number, FALSE);
}

static void
finish_step (DeidClassWalk *walk)
{
  for (guint32 i = 0; i < walk->n_touched; i++)
    {
      walk->is_touched[walk->touched[i]] = FALSE;
      class_walk_tally (walk, walk->touched[i], TRUE);
    }
  walk->n_touched = 0;
}

/* Takes a number for a class whose key is there already.
 * Returns: the number. */
static guint32
class_walk_add_class (DeidClassWalk *walk, guint64 hash)
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
         && (walk->classes[number].hash != hash
             || memcmp (class_walk_get_key (walk, number), key, size) != 0))
    number = walk->classes[number].next;
  if (number != NO_CLASS)
    return number;
  memcpy (class_walk_get_key (walk, walk->free), key, size);
  return class_walk_add_class (walk, hash);
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

/* Adds what a row counts for to a class, or takes it away. Rows of the population have no
 * weight. */
static void
class_walk_count_row (DeidClassWalk *walk, guint32 row, guint32 number, gboolean is_there)
{
  const DeidRows *rows = walk->rows;
  const guint64 n_own = deid_rows_get_n_own (rows);
  guint64 *count = row < n_own ? &walk->n_records[number] : &walk->n_population[number];
  const guint64 n = row < n_own ? deid_rows_get_weight (rows, row) : rows->populations[row - n_own];

  *count += is_there ? n : -n;
}

static void
class_walk_add_row (DeidClassWalk *walk, guint32 row, guint32 number)
{
  class_walk_count_row (walk, row, number, TRUE);
  walk->classes[number].n_rows++;
  walk->grouping.class_of_row[row] = number;
}

static void
remove_row (DeidClassWalk *walk, guint32 row, guint32 number)
{
  class_walk_count_row (walk, row, number, FALSE);
  if (--walk->classes[number].n_rows == 0)
    free_class (walk, number);
}

static gboolean
class_walk_count_classes (DeidClassWalk *walk, const DeidStop *stop, GError **error)
{
  const DeidGrouping *grouping = &walk->grouping;
  const gsize n = grouping->n_classes * sizeof (guint64);

  walk->n_classes = walk->n_numbers = grouping->n_classes;
  memcpy (walk->n_records, grouping->sizes, n);
  if (walk->n_population != NULL)
    memset (walk->n_population, 0, n);
  return deid_rows_add_population (walk->rows, grouping->class_of_row, stop, walk->n_population,
                                   error);
}

/* Makes each label a part. */
static void
walk_attribute_start (DeidWalkAttribute *attribute, const DeidRecoding *recoding, guint32 n_codes)
{
  memcpy (attribute->parts, recoding->labels, n_codes * sizeof *attribute->parts);
}

static gboolean
class_walk_group (DeidClassWalk *walk, const DeidStop *stop, GError **error)
{
  walk->is_somewhere = FALSE;
  walk->is_ready = FALSE;
  walk->was_step = FALSE;
  if (!deid_grouping_run (&walk->grouping, walk->rows, walk->recoder.recodings, stop, error)
      || !class_walk_count_classes (walk, stop, error))
    return FALSE;
  for (guint a = 0; a < walk->rows->n_attributes; a++)
    walk_attribute_start (&walk->attributes[a], walk->recoder.recodings[a],
                          walk->recoder.attributes[a].n_codes);
  walk->n_grouped++;
  walk->is_somewhere = TRUE;
  return TRUE;
}

/* Makes a class of the parts of one of its rows; classes are made in the order of their numbers. */
static void
make_class (DeidClassWalk *walk, guint32 row)
{
  const DeidRows *rows = walk->rows;
  guint32 *key = class_walk_get_key (walk, walk->free);
  guint64 hash = 0;

  for (guint a = 0; a < rows->n_attributes; a++)
    {
      key[a] = walk->attributes[a].parts[deid_codes_get (rows->codes[a], row)];
      hash += hash_part (walk, a, key[a]);
    }
  class_walk_add_class (walk, hash);
}

/* Makes the table of the classes that were grouped last. */
static void
make_ready (DeidClassWalk *walk)
{
  const guint32 *class_of_row = walk->grouping.class_of_row;
  const guint32 n = (guint32) walk->rows->n + 1;

  for (guint32 number = 0; number < n; number++)
    walk->classes[number] = (DeidWalkClass){ .next = number + 1 < n ? number + 1 : NO_CLASS };
  for (guint32 number = walk->n_numbers; number < n; number++)
    walk->n_records[number] = 0;
  for (guint32 number = walk->n_numbers; walk->n_population != NULL && number < n; number++)
    walk->n_population[number] = 0;
  memset (walk->buckets.first, 0xFF,
          ((gsize) 1 << walk->buckets.bits) * sizeof *walk->buckets.first);
  walk->free = 0;
  walk->n_classes = 0;
  for (guint32 row = 0; row < walk->rows->n; row++)
    {
      if (class_of_row[row] == walk->n_classes)
        make_class (walk, row);
      walk->classes[class_of_row[row]].n_rows++;
    }
  walk->n_small = 0;
  walk->is_ready = TRUE;
}

/* Returns: the class that differs from another one in one part. */
static guint32
class_walk_find_target (DeidClassWalk *walk, guint32 number, guint a, guint32 part)
{
  guint32 *key = class_walk_get_key (walk, number);
  const guint32 old = key[a];
  guint32 target;

  if (walk->stamps[number] == walk->stamp)
    return walk->targets[number];
  key[a] = part;
  target = find_class (
      walk, key, walk->classes[number].hash - hash_part (walk, a, old) + hash_part (walk, a, part));
  key[a] = old;
  class_walk_touch (walk, number);
  class_walk_touch (walk, target);
  walk->stamps[number] = walk->stamp;
  walk->targets[number] = target;
  return target;
}

static void
class_walk_move_rows (DeidClassWalk *walk, guint a, guint32 code, guint32 part)
{
  const DeidWalkAttribute *attribute = &walk->attributes[a];

  for (guint32 i = attribute->first_rows[code]; i < attribute->first_rows[code + 1]; i++)
    {
      const guint32 row = attribute->rows[i], number = walk->grouping.class_of_row[row];

      class_walk_add_row (walk, row, class_walk_find_target (walk, number, a, part));
      remove_row (walk, row, number);
      walk->n_moved++;
    }
}

/* A part that no label keeps may be given to another before its own rows have moved: the two are
 * told apart again by then, since rows move one by one. */
static void
move_labels (DeidClassWalk *walk, guint a)
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
          class_walk_move_rows (walk, a, code, part);
          attribute->parts[code] = part;
        }
    }
}

/* Which labels keep their rows in place when a policy changes. */

#define WALK_PARTS_NONE G_MAXUINT32

/* Tells whether the parts are the labels. */
static gboolean
walk_attribute_has (DeidWalkAttribute *attribute, const DeidRecoding *recoding, guint32 n_codes)
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

/* Lists the codes of each label and chooses its part: each part is kept by the label that has most
 * of its rows, if that label has no more rows in any other.
 *
 * Returns: how many rows are in other parts than those chosen. Complexity: O(@n_codes). */
static guint64
walk_attribute_choose_parts (DeidWalkAttribute *attribute, const DeidRecoding *recoding,
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

      attribute->has_changed = !walk_attribute_has (attribute, recoding, n_codes);
      if (attribute->has_changed)
        n += walk_attribute_choose_parts (attribute, recoding, n_codes);
    }
  return n;
}

static void
class_walk_step (DeidClassWalk *walk)
{
  if (!walk->is_ready)
    make_ready (walk);
  for (guint a = 0; a < walk->rows->n_attributes; a++)
    if (walk->attributes[a].has_changed)
      move_labels (walk, a);
  finish_step (walk);
  walk->was_step = TRUE;
}

gboolean
deid_class_walk_set (DeidClassWalk *walk, const DeidLevel *levels, const DeidStop *stop,
                     GError **error)
{
  deid_recoder_set (&walk->recoder, levels);
  if (!walk->is_somewhere || plan_step (walk) > walk->rows->n / MIN_ROWS_A_MOVE)
    {
      walk->n_small = 0;
      return class_walk_group (walk, stop, error);
    }
  if (!walk->is_ready && ++walk->n_small <= CLASS_WALK_PATIENCE)
    return class_walk_group (walk, stop, error);
  class_walk_step (walk);
  return TRUE;
}

void
deid_class_walk_forget (DeidClassWalk *walk)
{
  walk->is_somewhere = FALSE;
}

guint64
deid_class_walk_get_n_bytes (const DeidClassWalk *walk)
{
  const guint64 n = walk->rows->n + 1;

  return deid_grouping_get_n_bytes (&walk->grouping)
         + n
               * (sizeof *walk->n_records + sizeof *walk->classes + sizeof *walk->targets
                  + sizeof *walk->stamps + sizeof *walk->touched + sizeof *walk->is_touched)
         + n * walk->rows->n_attributes * (sizeof *walk->keys + sizeof (guint32))
         + (walk->n_population != NULL ? n * sizeof *walk->n_population : 0)
         + ((guint64) 1 << walk->buckets.bits) * sizeof *walk->buckets.first;
}
