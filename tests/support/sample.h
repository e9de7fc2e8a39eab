/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Small random tables whose labels and classes follow from a formula, so that tests can work out
 * what to expect without the library. */

#define SAMPLE_MAX_ROWS       480
#define SAMPLE_MAX_ATTRIBUTES 4
#define SAMPLE_MISSING        (-1)

/* A table with the columns id, q0, q1, …, diagnosis (sensitive), note (insensitive) and, where
 * asked for, person (entity) and weight. Leaf i of a quasi-identifier is `v<i>`; its label on level
 * l is `l<l>-<i >> l>`, on the top level `*`. */
typedef struct
{
  guint n_rows;
  guint n_attributes;
  guint heights[SAMPLE_MAX_ATTRIBUTES];
  guint n_leaves[SAMPLE_MAX_ATTRIBUTES];
  gboolean is_suppression[SAMPLE_MAX_ATTRIBUTES]; /* then the height is 1 */
  int leaves[SAMPLE_MAX_ATTRIBUTES][SAMPLE_MAX_ROWS];
  int diagnoses[SAMPLE_MAX_ROWS];
  int notes[SAMPLE_MAX_ROWS];
  int persons[SAMPLE_MAX_ROWS];
  guint weights[SAMPLE_MAX_ROWS];
} Sample;

typedef enum
{
  SAMPLE_PLAIN = 0,
  SAMPLE_WITH_PERSONS = 1,
  SAMPLE_WITH_WEIGHTS = 2
} SampleColumns;

void sample_init_random (Sample *sample, GRand *rand, guint n_rows, guint n_attributes);
void sample_copy_row (Sample *sample, guint row, const Sample *source, guint source_row);
void sample_shuffle (Sample *sample, GRand *rand);

DeidDataset *sample_build_dataset (const Sample *sample, SampleColumns columns);
/* Copies all columns of a table, without their roles. */
DeidDataset *sample_strip_roles (DeidDataset *dataset);

DeidHierarchy *sample_build_hierarchy (const Sample *sample, guint attribute);
DeidLattice *sample_build_lattice (const Sample *sample, DeidDataset *dataset);

/* A problem of one or more models, separated by `;`. */
DeidProblem *sample_state_problem (DeidLattice *lattice, const char *models, const char *sensitive,
                                   double limit);

/* The same on a sample and its attribute diagnosis. */
DeidProblem *sample_build_problem (const Sample *sample, SampleColumns columns, const char *models,
                                   double limit);

void sample_choose_levels (const Sample *sample, GRand *rand, guint levels[SAMPLE_MAX_ATTRIBUTES]);

/* Returns: (nullable): the label of a leaf, or of the missing value; owned by the caller. */
char *sample_get_label (const Sample *sample, guint attribute, int leaf, guint level);

/* Numbers the equivalence class of each row, from 0. Returns: the number of classes. */
guint sample_classify (const Sample *sample, const guint *levels, guint classes[SAMPLE_MAX_ROWS]);

/* Tells which rows are in classes of fewer than @k. Returns: their number. */
guint sample_suppress (const Sample *sample, const guint *levels, guint k,
                       gboolean suppressed[SAMPLE_MAX_ROWS]);

/* The loss of each attribute is the mean over records of (leaves covered - 1) / (leaves - 1), or 1
 * where a record is suppressed; this is their arithmetic mean. */
double sample_compute_loss (const Sample *sample, SampleColumns columns, const guint *levels,
                            const gboolean suppressed[SAMPLE_MAX_ROWS]);

/* The policy that a problem suppresses whatever it must by. NULL with an error if it is none. */
DeidResult *sample_evaluate (DeidProblem *problem, const guint *levels, GError **error);

/* The bytes of the table's CSV file; owned by the caller. */
char *sample_write_csv (DeidDataset *dataset, const char *name);

/* The bytes of what a result releases; owned by the caller. */
char *sample_write_release (DeidResult *result);
