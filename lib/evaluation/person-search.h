/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/work.h"
#include "classes/rows-by-person.h"
#include "problem/preparation.h"

/* The classes of rows, which persons are withheld from: their rows come into class @n. Rows there
 * or behind belong to persons who have been withheld before. */
typedef struct
{
  gpointer class_of_row; /* numbers of 2 or 4 bytes, which have room for @n */
  guint width;
  guint32 n;
  guint64 *sizes;     /* of each class, class @n included, in records */
  guint64 n_withheld; /* records that came into class @n */
} DeidPersonClasses;

static inline guint32
deid_person_classes_get (const DeidPersonClasses *classes, guint64 row)
{
  return classes->width == 2 ? ((const guint16 *) classes->class_of_row)[row]
                             : ((const guint32 *) classes->class_of_row)[row];
}

/* A person of those who have some rows in common: @place is the last of these rows' classes in the
 * list of the person, and @n_used how often it was taken from there, 0 before the first row. */
typedef struct
{
  guint32 person;
  guint32 place;
  guint32 n_used;
} DeidPersonEntry;

/* What is searched of one number of known rows: the persons that have them, by what they have in
 * addition. */
typedef struct
{
  DeidPersonEntry *entries;
  guint64 entries_capacity;
  guint32 *classes; /* that were added, each once; the entries of each are together, */
  guint64 classes_capacity;
  guint64 *ends; /* and end here */
  guint64 ends_capacity;
} DeidPersonStep;

/* What persons who cannot be told apart have to have of a sensitive attribute. */
typedef struct
{
  const DeidCodes *codes; /* the value of each row */
  guint32 n_codes;
  guint32 missing;      /* a value that does not count, or DEID_NO_CODE */
  guint32 lacking;      /* that of rows of tables without the attribute, or DEID_NO_CODE */
  guint64 n_least;      /* different values */
  guint32 *n_persons;   /* scratch: that have each value; all 0 between uses */
  guint32 *last_person; /* scratch: + 1, the last one counted of each value; the same */
} DeidPersonValues;

/* Finds persons of whom too few others have in common what an attacker may know. Each thread has
 * its own. */
typedef struct
{
  const DeidPersonRows *of;
  guint8 *is_withheld; /* of each person: it is not counted */
  guint8 *is_marked;   /* of each person: it does not meet a condition that was asked of */
  guint64 n_marked;
  guint32 *classes;     /* those of the rows of each person in ascending order, each once, */
  guint32 *counts;      /* and how many records of the person it has */
  guint32 *n_classes;   /* of each person */
  guint32 *first_alike; /* where persons with all classes alike are looked up */
  guint64 n_places;     /* in there, a power of 2 */
  guint32 *n_alike;     /* of each person that is the first of those like it */
  guint32 *like;        /* of each person this first one */
  guint64 *sorted;      /* scratch: for the rows of a person */
  guint32 *counted;     /* scratch: for each class; all 0 between uses */
  guint64 counted_capacity;
  DeidPersonEntry *roots; /* scratch: persons of whom no row is known yet */
  DeidPersonStep steps[DEID_MAX_KNOWN_ROWS];
  DeidPersonValues *values; /* of each sensitive attribute that is judged by persons */
  guint n_values;
  guint64 n_left; /* entries that may still be listed before the search gives up */
} DeidPersonSearch;

gboolean deid_person_search_init (DeidPersonSearch *search, const DeidPersonRows *of,
                                  GError **error);
void deid_person_search_clear (DeidPersonSearch *search);

/* Adds a sensitive attribute: @codes, which must outlive the search, say which of @n_codes values
 * each row has. @missing and @lacking do not count. Persons who cannot be told apart are then also
 * marked if together they have fewer than @n_least different values, or if they all share one. A
 * person of whom all rows are @lacking is not marked for this. */
gboolean deid_person_search_add_values (DeidPersonSearch *search, const DeidCodes *codes,
                                        guint32 n_codes, guint32 missing, guint32 lacking,
                                        guint64 n_least, GError **error);

/* Returns: the memory it holds. */
guint64 deid_person_search_get_n_bytes (const DeidPersonSearch *search);

/* Starts with the persons who are in classes, none of whom is marked. Complexity: O(rows log rows
 * of a person). */
gboolean deid_person_search_start (DeidPersonSearch *search, const DeidPersonClasses *classes,
                                   const DeidStop *stop, GError **error);

/* Marks those of the persons that are not withheld who do not meet a condition, as long as nothing
 * is withheld in addition. Sets @is_done, unless it is %NULL, to whether the search has come to its
 * end: otherwise it gives up after some entries for each row since the start. Complexity: O(rows)
 * if all rows are known; otherwise O(what the rows of each person combine to). */
gboolean deid_person_search_mark (DeidPersonSearch *search, const DeidPersonsCondition *condition,
                                  gboolean *is_done, const DeidStop *stop, GError **error);

/* Marks the person of a row, unless the person is withheld. Returns: whether the person is newly
 * marked. */
gboolean deid_person_search_mark_row (DeidPersonSearch *search, guint64 row);

/* Withholds the persons that are marked, and others until all that are left meet the conditions of
 * the models of their column, and puts their rows in class @n. These are the fewest persons whose
 * absence lets the others meet the conditions. They exist, since what is left of two that may stay
 * may stay together; and a generalization withholds no others, since rows that are alike stay
 * alike. Errors: those of deid_person_search_mark(). Complexity: that of marking, in rounds until
 * none is marked.
 */
gboolean deid_person_search_settle (DeidPersonSearch *search, const DeidPreparedProblem *prepared,
                                    DeidPersonClasses *classes, const DeidStop *stop,
                                    GError **error);
