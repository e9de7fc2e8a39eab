/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

#define MAX_VALUES_OF_TABLE 64

/* A sensitive attribute in a class and in the table: for each value of the table, in the order that
 * the model asks for, how many records have it. And what models ask of a class beside that. */
typedef struct
{
  guint n_values;
  int values[MAX_VALUES_OF_TABLE]; /* -1 is missing */
  guint64 counts[MAX_VALUES_OF_TABLE];
  guint64 totals[MAX_VALUES_OF_TABLE];
  guint64 n_records; /* of the class */
  guint64 n_table;   /* of the table */
  guint64 n_persons;
  guint64 n_covered; /* product of the leaves that the labels of the class cover */
  guint64 n_leaves;  /* product of the sizes of the domains */
} PlainDistribution;

/* A decimal and an integer. */
typedef struct
{
  guint64 numerator;
  guint64 denominator; /* a power of ten */
  guint64 count;
} PlainParameters;

/* A model by its definition, in integers wherever it can be met exactly. */
typedef struct
{
  const char *name;
  gboolean as_integers; /* values in the order of numbers rather than texts */
  gboolean by_hierarchy;

  /* How it is spelled: % stands for the decimal and # for the integer. */
  const char *specification;

  /* Draws parameters at random. */
  void (*draw) (PlainParameters *parameters, GRand *rand);

  /* Draws parameters that the class meets exactly.
   * Returns: whether there are any that are short decimals. NULL if there never are. */
  gboolean (*aim) (PlainParameters *parameters, const PlainDistribution *judged, GRand *rand);

  /* Returns: 1 or -1 for a class that passes or fails, 0 or -2 for one that does so by equality. */
  int (*judge) (const PlainDistribution *judged, const PlainParameters *parameters);

  gboolean ignores_values; /* of sensitive attributes */
} PlainModel;

extern const PlainModel plain_models[];
extern const guint n_plain_models;

/* The group of a value in the hierarchy that goes with a model: value, group, all. */
guint plain_model_get_group (int value);

char *plain_model_spell (const PlainModel *model, const PlainParameters *parameters);
