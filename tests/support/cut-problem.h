/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Small random problems whose quasi-identifiers have cuts, or a hierarchy, and what policies make
 * of them by the definitions alone: rows are grouped by their labels as text. */

#define CUT_MAX_ROWS       40
#define CUT_MAX_ATTRIBUTES 3
#define CUT_MAX_VALUES     5
#define CUT_MAX_HEIGHT     3
#define CUT_MAX_DIMENSIONS 8

typedef enum
{
  CUT_NUMERIC,
  CUT_ORDERED,
  CUT_LEAVES,
  CUT_SUBTREES,
  CUT_LEVELS, /* none: a hierarchy with one dimension */
  N_CUT_KINDS
} CutKind;

/* A quasi-identifier; the value of a row is its place in the order, @n_values for one that is
 * missing and not mentioned. */
typedef struct
{
  CutKind kind;
  guint n_values;
  const char *values[CUT_MAX_VALUES]; /* an empty one mentions the missing value */
  guint height;                       /* of a hierarchy */
  guint lowest, highest;              /* levels of labels of subtrees */
  guint max_blocks;                   /* G_MAXUINT for any number */
  guint rows[CUT_MAX_ROWS];
  guint population[CUT_MAX_ROWS];
  gboolean missing_apart; /* some row has a missing value that is not mentioned */

  guint n_nodes; /* dimensions of subtrees: inner nodes, by their level and first leaf */
  guint node_levels[CUT_MAX_VALUES * CUT_MAX_HEIGHT];
  guint node_leaves[CUT_MAX_VALUES * CUT_MAX_HEIGHT];
} CutAttribute;

typedef struct
{
  guint n_rows;
  guint n_population; /* rows of the population, 0 if there is none */
  guint n_attributes;
  CutAttribute attributes[CUT_MAX_ATTRIBUTES];
  guint weights[CUT_MAX_ROWS];
  guint k;
  double limit;
  guint group_percent; /* of the records of each diagnosis that may be suppressed, 100 for no limit;
                          it follows from the others */
} CutProblem;

/* What a policy makes of a value. */
typedef struct
{
  char text[64]; /* `(missing)` for a missing value */
  guint level;
  guint n_covered;
} CutLabel;

void cut_problem_init_random (CutProblem *problem, GRand *rand);

guint cut_attribute_count_dimensions (const CutAttribute *attribute);
guint cut_problem_count_dimensions (const CutProblem *problem);

/* @levels are those of the attribute's dimensions. */
void cut_attribute_label (const CutAttribute *attribute, const guint *levels, guint value,
                          CutLabel *label);

/* Returns: all labels of a row of the table, or of the population, as one text. */
char *cut_problem_join_labels (const CutProblem *problem, const guint *levels,
                               gboolean of_population, guint row);

DeidDataset *cut_problem_build_dataset (const CutProblem *problem);
DeidDataset *cut_problem_build_population (const CutProblem *problem);
DeidLattice *cut_problem_build_lattice (const CutProblem *problem, DeidDataset *dataset);

/* Asks for some of what a lattice may be asked for: columns with cuts keep values apart or
 * together, and subtrees have a range of levels. */
void cut_problem_limit (CutProblem *problem, DeidLattice *lattice, GRand *rand);

/* Limits the blocks of some columns with cuts, each so that some policy keeps the limit. */
void cut_problem_limit_blocks (CutProblem *problem, DeidLattice *lattice, GRand *rand);

/* Tells whether a policy gives no column more labels of its values than it may have. */
gboolean cut_problem_has_few_blocks (const CutProblem *problem, const guint *levels);

/* k-anonymity, or k-map if there is a population. */
DeidProblem *cut_problem_build (const CutProblem *problem, DeidLattice *lattice,
                                const char *quality);

typedef struct
{
  gboolean suppressed[CUT_MAX_ROWS];
  guint64 n_suppressed;
  gboolean is_solution;
  double loss; /* arithmetic mean, by Iyengar */
  double precision;
} CutVerdict;

/* @levels are those of the whole policy, @factor the one of the loss. */
void cut_problem_check (const CutProblem *problem, const guint *levels, double factor,
                        CutVerdict *verdict);
