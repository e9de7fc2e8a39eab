/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "support/plain-model.h"

#define MAX_ROWS          60
#define MAX_ATTRIBUTES    4
#define MAX_LEVELS        4
#define MAX_LEAVES        12
#define MAX_MODELS        3
#define N_SENSITIVE       2
#define MAX_LIMITS        2
#define MAX_GROUP_WEIGHTS 3

/* A leaf of a hierarchy with its labels; NULL where a missing value stays missing. */
typedef struct
{
  char *labels[MAX_LEVELS];
} RandomLeaf;

/* A quasi-identifier. The domain holds the leaves given to the hierarchy and, behind them, those
 * that it does not mention: a missing value, or all of them for one of suppression alone. */
typedef struct
{
  gboolean is_suppression;
  guint n_levels;
  guint lowest; /* level that policies may give it */
  guint n_cut;  /* levels at the top that they may not */
  guint n_given;
  guint n_leaves;
  RandomLeaf leaves[MAX_LEAVES + 1];
  guint leaf_of_row[MAX_ROWS];
  double weight;
} RandomAttribute;

typedef enum
{
  MODEL_K,
  MODEL_DISTINCT_L,
  MODEL_ENTROPY_L,
  MODEL_PLAIN
} RandomModelKind;

/* The parameter is numerator / denominator, or those of a plain model. */
typedef struct
{
  RandomModelKind kind;
  guint sensitive;
  guint64 numerator;
  guint64 denominator;
  const PlainModel *plain;
  PlainParameters parameters;
} RandomModel;

#define MAX_PERSON_MODELS 2

/* A condition on persons: 0 known records are all of them. */
typedef struct
{
  guint64 k;
  guint n_known;
  gboolean knows_number;
  gboolean is_of_households; /* which are then the persons */
} RandomPersons;

typedef enum
{
  QUALITY_LOSS, /* Iyengar's */
  QUALITY_PRECISION,
  QUALITY_HEIGHT,
  QUALITY_ENTROPY,
  QUALITY_NORMALIZED_ENTROPY,
  QUALITY_ENTROPY_LOSS,
  N_QUALITIES
} RandomQuality;

/* Of the records of each value of a column, an attribute or, behind these, a sensitive one, so many
 * percent may be suppressed. */
typedef struct
{
  guint column;
  guint percent;
} RandomGroupLimit;

/* Records with the value that a row has in such a column count so much in the loss. */
typedef struct
{
  guint column;
  guint row;
  guint thousandths;
} RandomGroupWeight;

/* A table with all that makes a problem of it, as plain arrays. */
typedef struct
{
  guint n_rows;
  guint64 n_records;
  guint n_attributes;
  RandomAttribute attributes[MAX_ATTRIBUTES];
  int sensitive[N_SENSITIVE][MAX_ROWS]; /* -1 is missing */
  gboolean has_entities;
  int entities[MAX_ROWS]; /* -1 is missing */
  gboolean has_households;
  int households[MAX_ROWS]; /* the same */
  gboolean has_weights;
  guint64 weights[MAX_ROWS]; /* 1 if there are none */

  guint n_models;
  RandomModel models[MAX_MODELS];
  guint n_persons;
  RandomPersons persons[MAX_PERSON_MODELS]; /* superset-closed models beside them */
  RandomQuality quality;
  DeidAggregate aggregate;
  guint factor_tenths; /* g = factor_tenths / 10, of Iyengar's loss */
  gboolean limit_is_count;
  guint limit_percent;
  guint64 limit; /* the number of records */
  guint n_group_limits;
  RandomGroupLimit group_limits[MAX_LIMITS];
  guint n_group_weights; /* which entropy goes without */
  RandomGroupWeight group_weights[MAX_GROUP_WEIGHTS];
} RandomProblem;

/* Makes a random table without models; it may have entities. One in three has limits of groups,
 * and one in four weights of groups: which ones follows from the table alone, so that nothing else
 * of a trial changes. */
RandomProblem *random_problem_new (GRand *rand, gboolean has_entities);
void random_problem_free (RandomProblem *problem);

/* Gives labels of each level texts of their own, so that none stands for other values on another.
 */
void random_problem_tell_levels_apart (RandomProblem *problem);

/* One time in three leaves policies only some of the levels of each attribute: which ones follows
 * from the table alone, so that nothing else of a trial changes. */
void random_problem_restrict (RandomProblem *problem);

guint random_problem_get_n_policies (const RandomProblem *problem);
void random_problem_get_levels (const RandomProblem *problem, guint rank, guint *levels);

/* Gives a problem one or more models whose parameters are below @end. */
void random_problem_add_models (RandomProblem *problem, GRand *rand, guint end);

/* The same of all models there are, by definitions of their own. */
void random_problem_draw_models (RandomProblem *problem, GRand *rand);

/* Lets a share of the records be suppressed, apart from what groups may. */
void random_problem_set_limit (RandomProblem *problem, guint percent);

/* Replaces Iyengar's loss by another model, and the aggregate if the model has its own; drops
 * weights of groups that are too many for exact sums. */
void random_problem_set_quality (RandomProblem *problem, RandomQuality quality);

/* Tells whether two rows have the same value in such a column. */
gboolean random_problem_is_group (const RandomProblem *problem, guint column, guint row,
                                  guint other);

/* Tells whether groups have weights that its quality model takes. */
gboolean random_problem_has_group_weights (const RandomProblem *problem);

/* Exchanges two rows. */
void random_problem_swap_rows (RandomProblem *problem, guint i, guint j);

/* The same problem in terms of the library. */
DeidProblem *random_problem_build (const RandomProblem *problem);
