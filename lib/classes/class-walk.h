/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/hash.h"
#include "classes/grouping.h"
#include "lattice/attribute.h"

/* Where to find a class by its parts. It keeps its number as long as it has rows, unless the table
 * is grouped anew. */
typedef struct
{
  guint32 n_rows; /* 0 if the number is not in use */
  guint32 next;   /* in its bucket, or of those not in use */
  guint64 hash;
} DeidWalkClass;

/* Classes by the hash of their parts. */
typedef struct
{
  guint32 *first; /* class of each bucket */
  guint bits;     /* there are 2^bits buckets */
  const DeidHashWords *words;
} DeidWalkBuckets;

typedef struct DeidClassWalk DeidClassWalk;

/* Told of each class that a step changes, by its number, first as it was and then, if it has rows,
 * as it is: what adds up over classes follows by subtracting the one and adding the other. */
typedef void (*DeidTallyFunc) (const DeidClassWalk *walk, guint32 number, gboolean is_there,
                               gpointer data);

/* What a walk knows of an attribute. A part is what has one label; it keeps its number from one
 * policy to the next if that moves fewer rows. */
typedef struct
{
  guint32 *rows;          /* by code, */
  guint32 *first_rows;    /* and where those of each code begin; the end comes last */
  guint32 *parts;         /* of each code */
  guint32 *codes;         /* scratch: by label, */
  guint32 *first_codes;   /* and where those of each label begin; the end comes last */
  guint32 *part_of_label; /* scratch: the new one */
  guint32 *label_of_part; /* scratch: which label keeps the part, */
  guint64 *kept;          /* and how many rows that spares */
  guint64 *overlaps;      /* scratch: rows of a label in each part, all 0 between labels */
  guint64 factor;         /* of the hashes of parts; odd */
  gboolean has_changed;   /* in the present step */
} DeidWalkAttribute;

/* The classes of policies that differ in few dimensions from one to the next. A step merges and
 * splits classes by moving the rows of labels that change, but for the greatest part of each. The
 * table is grouped anew where that takes less time: since many rows would move, or since making
 * ready for steps does not pay for a few of them. Rows are best merged before, so that each is a
 * distinct tuple. Each thread has its own. */
struct DeidClassWalk
{
  const DeidRows *rows;
  DeidRecoder recoder;
  gboolean is_somewhere;
  gboolean is_ready;     /* for steps */
  gboolean was_step;     /* to the policy set last; otherwise all classes are new */
  guint n_small;         /* steps in a row that were grouped, since it was not ready for them */
  guint64 *n_records;    /* of each class; 0 for numbers not in use */
  guint64 *n_population; /* of each, or NULL if there is none */
  guint32 n_classes;
  guint32 n_numbers;     /* no class has this number or a greater one */
  DeidGrouping grouping; /* whose classes of rows steps change */

  DeidWalkAttribute *attributes;
  DeidWalkClass *classes;
  guint32 *keys; /* of each class, the part of each attribute */
  guint32 free;  /* the first class not in use */
  DeidWalkBuckets buckets;
  guint32 *targets; /* of each class where the rows of the present label go, */
  guint64 *stamps;  /* if this is the number of the present label */
  guint64 stamp;
  guint32 *touched; /* classes that the step has changed so far */
  guint32 n_touched;
  guint8 *is_touched;
  DeidTallyFunc tally;
  gpointer tally_data;
  guint64 n_moved;   /* rows, for tests and benchmarks, */
  guint64 n_grouped; /* and how often the table was grouped */
};

/* @rows and @attributes, whose codes these have, must outlive it. On failure it may be cleared, and
 * nothing else. Errors: %DEID_ERROR_NO_MEMORY. Complexity: O(rows x attributes). */
gboolean deid_class_walk_init (DeidClassWalk *walk, const DeidRows *rows,
                               const DeidAttribute *attributes, DeidTallyFunc tally, gpointer data,
                               GError **error);
void deid_class_walk_clear (DeidClassWalk *walk);

/* Goes to a policy. On failure the walk is nowhere, and may start anew. Errors: those of
 * deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(rows x attributes) where the table is
 * grouped; otherwise, for each attribute in which the policy differs from the one before, O(codes)
 * and O(attributes) for each class that changes and O(1) for each row that moves. */
gboolean deid_class_walk_set (DeidClassWalk *walk, const DeidLevel *levels, const DeidStop *stop,
                              GError **error);

/* Makes the walk be nowhere. */
void deid_class_walk_forget (DeidClassWalk *walk);

/* Returns: the memory it holds. */
guint64 deid_class_walk_get_n_bytes (const DeidClassWalk *walk);
