/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/portable-math.h"
#include "search/local/tuples.h"

/* Which records should join a class that does not pass yet. */
typedef enum
{
  DEID_LOCAL_ANY,
  DEID_LOCAL_NEW, /* records with a value that the class does not have */
  DEID_LOCAL_RARE /* records with a value that is rarer in the class than in the table */
} DeidLocalWant;

/* A column, or the persons, of which a class may need several different values. */
typedef struct
{
  guint32 n_values;
  guint32 *values;       /* of each record */
  const guint64 *totals; /* of each value: how many records of the table have it; NULL of persons */
  guint32 n_least;       /* heuristic: how many values a passing class usually has at least */
  guint64 *counts;       /* of each value: how many records of the class have it */
  guint32 *seen;         /* the values of the class, in any order */
  guint32 n_seen;
  DeidLocalWant want;
} DeidLocalValues;

/* What models may ask about labels, for each node. */
typedef struct
{
  const char **texts;
  guint64 *n_covered;
  guint32 *numbers;
} DeidLocalLabels;

/* Asks the models of a problem about a class to which records are added. The verdict on a class is
 * the worst of all models. The hints about records only help clusters to grow. */
typedef struct
{
  const DeidLocalTuples *tuples;
  guint32 k;    /* records of the table that a class needs at least */
  guint32 size; /* typical size of a passing class, for sizing clusters; at least 1 */
  gboolean
      is_plain; /* a class passes if and only if it has at least k records, so nothing is judged */
  gboolean is_by_size; /* models ask only for sizes */
  DeidClosure closure; /* of all models together */
  guint n_columns;     /* the judged columns, then the persons */
  guint n_judged;      /* the judged columns alone */
  DeidLocalValues *columns;
  DeidLocalLabels *labels; /* of each attribute, unless models ask only for sizes */
  DeidLocalNode *highest; /* of each attribute: a node on the highest level that a class may have */

  gboolean wants_any;              /* no record would help the class more than others */
  guint64 n_records;               /* of the class, in records of the table */
  const DeidPreparedModel *failed; /* the model that the last class failed, or NULL */
  GError *error;                   /* of a model; from then on all classes fail */

  DeidDistribution *distributions; /* scratch: of each judged column */
  const char **texts;              /* of each attribute */
  guint64 *n_covered;
  guint32 *numbers;
  guint *levels;
} DeidLocalJudge;

/* Makes a judge of classes of at least @k records, or more if models ask for more. Errors: those of
 * the models.
 * Complexity: O(records x columns). */
gboolean deid_local_judge_init (DeidLocalJudge *judge, const DeidLocalTuples *tuples, guint32 k,
                                const DeidStop *stop, GError **error);
void deid_local_judge_clear (DeidLocalJudge *judge);

/* Estimates the size of passing classes by growing classes from random records. */
void deid_local_judge_estimate (DeidLocalJudge *judge, DeidRandom *random);

/* Returns: the fewest rows of a class that passes. */
static inline guint32
deid_local_judge_get_least_rows (const DeidLocalJudge *judge)
{
  return judge->tuples->counts == NULL ? judge->k : 1;
}

/* Empties the class. Complexity: O(values of the class). */
void deid_local_judge_start (DeidLocalJudge *judge);

/* Adds a record to the class. Complexity: O(columns). */
void deid_local_judge_add (DeidLocalJudge *judge, guint32 record);

/* Removes a record from the class. Complexity: O(columns), and O(values of the class) if no other
 * record has its value. */
void deid_local_judge_remove (DeidLocalJudge *judge, guint32 record);

/* Sorts the values seen of judged columns in ascending order. */
void deid_local_judge_sort (DeidLocalJudge *judge);

/* Returns: whether the class passes all models with these nodes. */
gboolean deid_local_judge_passes (DeidLocalJudge *judge, const DeidLocalNode *nodes);

/* Returns: whether the class passes all models with the highest labels that classes may have. */
gboolean deid_local_judge_passes_anyhow (DeidLocalJudge *judge);

/* Fails with the error of a model, if there was one, or with those of deid_stop_check(). */
gboolean deid_local_judge_check (DeidLocalJudge *judge, const DeidStop *stop, GError **error);

/* Sets which records the class needs next, if it does not pass. Once it lacks at least as many
 * values as records, it needs new values, because any other record would be one too many. Once it
 * is large enough, it needs rare values. */
void deid_local_judge_aim (DeidLocalJudge *judge);

/* Returns: whether the class needs this record next. */
static inline gboolean
deid_local_judge_wants (const DeidLocalJudge *judge, guint32 record)
{
  for (guint c = 0; c < judge->n_columns; c++)
    {
      const DeidLocalValues *column = &judge->columns[c];
      guint32 value;

      if (column->want == DEID_LOCAL_ANY)
        continue;
      value = column->values[record];
      if (column->want == DEID_LOCAL_NEW
              ? column->counts[value] > 0
              : (DeidWide) column->counts[value] * judge->tuples->prepared->n_records
                    >= (DeidWide) column->totals[value] * judge->n_records)
        return FALSE;
    }
  return TRUE;
}

/* Returns: whether all nodes are labels that attributes may have. */
static inline gboolean
deid_local_judge_allows (const DeidLocalJudge *judge, const DeidLocalNode *nodes)
{
  for (guint a = 0; a < judge->tuples->n_attributes; a++)
    if (deid_local_nodes_is_ceiling (&judge->tuples->attributes[a], nodes[a]))
      return FALSE;
  return TRUE;
}
