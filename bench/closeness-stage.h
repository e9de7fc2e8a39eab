/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "closeness-table.h"
#include "privacy/closeness.h"

/* The checks that are compared: each has what the one before has, and more. */
typedef enum
{
  STAGE_PLAIN = 0,  /* all values of each class, grouped in GLib's hash table */
  STAGE_HASHED = 1, /* grouped in a Fibonacci-hashed table */
  STAGE_PRUNED = 2, /* check and summand pruning, as published */
  STAGE_MIRROR = 3, /* the same from the other end */
  STAGE_ALL = 4     /* dense counts, and the library's check: early exit, sums over gaps */
} Stage;

#define N_STAGES 5

extern const char *const stage_names[N_STAGES];

/* How values are grouped. */
typedef enum
{
  GROUPING_GLIB = 0,      /* in GLib's hash table */
  GROUPING_FIBONACCI = 1, /* in a table that is as large as twice the values of the class */
  GROUPING_DENSE = 2      /* in an array of all values, with a bit for each that is present */
} GroupingKind;

#define N_GROUPINGS 3

extern const char *const grouping_names[N_GROUPINGS];

/* What all stages read, and their memory. */
typedef struct
{
  const Classes *classes;
  DeidRational t;
  DeidOrderedBase base;
  DeidOrderedLimit limit;
  Stage stage;
  GroupingKind grouping;

  GHashTable *hash;
  struct Slot *slots; /* of the Fibonacci-hashed table */
  guint bits;
  guint32 generation;
  guint32 *dense;
  guint64 *present; /* a bit for each value */
  guint32 *values;  /* of a class, ascending */
  guint64 *counts;

  guint64 n_passed;
  guint64 n_pruned; /* failed by no more than their first or last value */
  guint64 n_spared; /* pruned, or with a sum that begins behind the first value of the order */
  guint64 checksum;
} Checks;

void checks_init (Checks *checks, const Classes *classes);
void checks_clear (Checks *checks);

void checks_set_t (Checks *checks, double t);

/* A pass: checks all classes by @stage, and counts those that pass and that are pruned. */
void run_stage (gpointer data);

/* A pass: only groups the values of all classes by @grouping. */
void run_grouping (gpointer data);
