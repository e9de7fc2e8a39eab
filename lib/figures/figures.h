/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/long-text.h"
#include "lattice/policy-private.h"

#include <deid/deid-report.h>

typedef enum
{
  DEID_FIGURE_KIND_GROUP,
  DEID_FIGURE_KIND_TABLE,
  DEID_FIGURE_KIND_COUNT,
  DEID_FIGURE_KIND_NUMBER,
  DEID_FIGURE_KIND_FLAG,
  DEID_FIGURE_KIND_TEXT,
  DEID_FIGURE_KIND_POLICY
} DeidFigureKind;

/* A tree of named figures, as a JSON document is one: groups have named members, tables have rows
 * without names. All nodes stand in one array, each before what is in it, so that the tree of a
 * table of many rows costs 16 bytes a figure. */
typedef struct
{
  guint32 kind : 8;  /* DeidFigureKind */
  guint32 state : 8; /* DeidFigureState */
  guint32 name : 16; /* index in @names; rows have no name */
  guint32 n_within;  /* how many nodes are within this one */
  union
  {
    guint64 count;
    double number;
    gboolean flag;
    guint64 text;   /* offset in @texts */
    guint64 policy; /* index in @policies */
    struct
    {
      guint32 first; /* of its rows, in @rows */
      guint32 n;
    } rows;
  } value;
} DeidFigureNode;

typedef struct
{
  DeidFigureNode *nodes; /* the first one is the group of all */
  guint64 n_nodes;
  guint64 capacity;
  guint32 *rows; /* of each table, where its rows begin */
  guint64 n_rows;
  guint64 rows_capacity;
  GPtrArray *names;    /* texts that outlive the tree */
  DeidLongText texts;  /* each ends in a NUL */
  GPtrArray *policies; /* owned */
  GArray *open;        /* the groups and tables that have begun and not ended */
  const char *last;    /* the name that the name index of was asked for last */
  guint last_index;
  GError *error;
} DeidFigures;

/* Makes the tree of no figures. What is added goes to the group or table that began last. Names are
 * texts that outlive the tree, and NULL where a row is added. Once memory ran out nothing more is
 * added; the end tells. */
void deid_figures_init (DeidFigures *figures);
void deid_figures_clear (DeidFigures *figures);

void deid_figures_begin_group (DeidFigures *figures, const char *name);
void deid_figures_begin_table (DeidFigures *figures, const char *name);
void deid_figures_end (DeidFigures *figures);

void deid_figures_add_count (DeidFigures *figures, const char *name, guint64 count);
/* A number that is not finite is undefined. */
void deid_figures_add_number (DeidFigures *figures, const char *name, double number);
void deid_figures_add_flag (DeidFigures *figures, const char *name, gboolean flag);
/* Without a text it is undefined. */
void deid_figures_add_text (DeidFigures *figures, const char *name, const char *text);
/* Without a policy it is undefined. */
void deid_figures_add_policy (DeidFigures *figures, const char *name, DeidPolicy *policy);
/* Adds a policy in words, in difference from another one, which the words name, or if that is NULL
 * from the original data. */
void deid_figures_add_words (DeidFigures *figures, const char *name, const DeidPolicy *policy,
                             const DeidPolicy *from, const char *name_of_from);
/* A figure that is withheld or undefined. */
void deid_figures_add_state (DeidFigures *figures, const char *name, DeidFigureState state);

/* Adds a count or a number that may be withheld, and a number that may be undefined. */
void deid_figures_add_count_if (DeidFigures *figures, const char *name, gboolean is_shown,
                                guint64 count);
void deid_figures_add_shown_number (DeidFigures *figures, const char *name, gboolean is_shown,
                                    double number);
void deid_figures_add_number_if (DeidFigures *figures, const char *name, gboolean exists,
                                 double number);

/* Adds the problem file (nullable) that a job stated the problem by. */
void deid_figures_add_statement (DeidFigures *figures, GBytes *statement);

/* Ends the whole. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_figures_finish (DeidFigures *figures, GError **error);

/* Returns: the node of a path such as `columns[3].mean`, or NULL. What is within a group or table
 * that is withheld or undefined is so, too: then that is returned. */
const DeidFigureNode *deid_figures_find (const DeidFigures *figures, const char *path);

/* The same of a path from a node on. */
const DeidFigureNode *deid_figures_find_within (const DeidFigures *figures,
                                                const DeidFigureNode *node, const char *path);

const char *deid_figures_get_text (const DeidFigures *figures, const DeidFigureNode *node);

/* Adds a value that is present as it is: a policy is the text that deid_policy_new_from_text()
 * reads, a flag 0 or 1, and a list has commas. */
void deid_figures_add_plain (const DeidFigures *figures, const DeidFigureNode *node,
                             DeidLongText *text);

/* Adds the whole as one JSON object, without line breaks. */
void deid_figures_add_json (const DeidFigures *figures, DeidLongText *text);
