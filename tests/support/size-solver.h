/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

#define SOLVER_MAX_RECORDS 1023
#define SOLVER_N_WORDS     ((SOLVER_MAX_RECORDS + 1) / 64)

/* A set of numbers of records. */
typedef struct
{
  guint64 words[SOLVER_N_WORDS];
} RecordSet;

typedef struct
{
  guint least, most;
} Range;

/* Finds all ways to divide records into sizes, smallest size first, that meet some conditions. The
 * records of a size are a multiple of it, or any number from @free_from on where that is not 0. */
typedef struct
{
  guint n_records;
  guint n_sizes;       /* sizes are 1 to this */
  guint free_from;     /* or 0 */
  guint required;      /* a size that must have records, or 0 */
  RecordSet *allowed;  /* of each size: how many records the smaller ones may have together */
  RecordSet *forward;  /* these, as they can come about */
  RecordSet *backward; /* these, as the larger sizes can make up for the rest */
  guint *fixed;        /* of each size: its number of records, or %G_MAXUINT */
} SizeSolver;

void size_solver_init (SizeSolver *solver, guint n_records, guint n_sizes);
void size_solver_clear (SizeSolver *solver);

/* Conditions: how many records sizes below @size have, or have not; what those of @size are. */
void size_solver_fix_below (SizeSolver *solver, guint size, guint n_records);
void size_solver_forbid_below (SizeSolver *solver, guint size, guint n_records);
void size_solver_fix (SizeSolver *solver, guint size, guint n_records);

/* Returns: whether there is any way. */
gboolean size_solver_run (SizeSolver *solver);

/* Of what was run: the smallest and the largest number of records of a size, of sizes below one,
 * and of classes; the latter not of free or fixed sizes. */
Range size_solver_get_records (const SizeSolver *solver, guint size);
Range size_solver_get_below (const SizeSolver *solver, guint size);
Range size_solver_get_classes (const SizeSolver *solver);

/* One way of what was run: how many records each size has. */
void size_solver_get_way (const SizeSolver *solver, guint *n_records);
