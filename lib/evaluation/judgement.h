/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/arrays.h"
#include "base/work.h"
#include "classes/class-reader.h"
#include "evaluation/person-search.h"
#include "evaluation/verdict.h"
#include "privacy/risk-sum.h"

/* The classes of a policy as they were found. */
typedef struct
{
  DeidRowClasses classes;
  const DeidRows *rows;       /* those that were grouped */
  DeidClassReader *reader;    /* or NULL if the problem needs none */
  const guint64 *populations; /* of each class, or NULL if there is no population or none is asked
                                 for */
  guint8 *verdicts;           /* of each class */
} DeidJudgedClasses;

/* Sorts classes that a condition on the table does not tell apart in the order in which they are
 * suppressed: those first that lose most when they are kept, then by their labels as text, so that
 * neither the order of rows nor that of values matters. Losses are sums of those of the attributes,
 * each weighted, whatever the aggregate. Errors: of the quality model.
 * Complexity: O(rows + @n log @n). */
gboolean deid_ties_sort (const DeidPreparedProblem *prepared, const DeidJudgedClasses *judged,
                         DeidKeyedNumber *tied, guint64 n, const DeidStop *stop, GError **error);

/* Suppresses the classes that conditions on the table name, and asks again of the rest until none
 * is named. Each thread has its own. */
typedef struct
{
  const DeidPreparedProblem *prepared;
  gboolean is_used;    /* some model names classes */
  gboolean is_bounded; /* all that do have promised what they name at specializations */
  guint32 n;           /* classes listed, by the members up to @named: */
  guint32 *numbers;    /* which of those judged each is */
  guint64 numbers_capacity;
  guint64 *sizes; /* in persons */
  guint64 sizes_capacity;
  guint64 *first_persons; /* where the persons of each begin */
  guint64 first_persons_capacity;
  guint8 *named;
  guint64 named_capacity;
  guint32 *labels; /* for each attribute a number for the label of each class */
  guint64 labels_capacity;
  guint32 *persons;
  guint64 persons_capacity;
  gboolean is_settled; /* the classes that pass are known to be named by none */
  guint64 *needed; /* for each model how many records it named that specializations suppress too */
  guint64 *suppressed; /* for each model how many records it named */
} DeidNamedClasses;

gboolean deid_named_classes_init (DeidNamedClasses *named, const DeidPreparedProblem *prepared,
                                  GError **error);
void deid_named_classes_clear (DeidNamedClasses *named);

/* Of the classes that do not fail a superset-closed part of the models, has those fail one that
 * every specialization suppresses for a condition on the table. What can stay together at a
 * specialization can stay at the policy, as the models have promised, so that it is never among
 * those named here, whichever are named first. Errors: those of the models. Complexity: that of the
 * conditions, at most once for each class. */
gboolean deid_named_classes_judge (DeidNamedClasses *named, const DeidJudgedClasses *judged,
                                   const DeidStop *stop, GError **error);

/* Of the classes that pass, has those fail that cannot stay. Sets how many records they have.
 * Errors and complexity: those of deid_named_classes_judge(). */
gboolean deid_named_classes_suppress (DeidNamedClasses *named, const DeidJudgedClasses *judged,
                                      const DeidStop *stop, guint64 *n_records, GError **error);

/* Applies the conditions that models put on all released classes together: it suppresses classes,
 * those named, the smallest or the rarest first, until they hold. Each thread has its own. */
typedef struct
{
  const DeidPreparedProblem *prepared;
  DeidNamedClasses named;
  DeidKeyedNumber
      *order; /* classes in the order in which they are suppressed, by what orders them */
  guint64 order_capacity;
  DeidKeyedNumber *scratch;
  guint64 scratch_capacity;
  guint64 *sizes; /* of each of these, in persons */
  guint64 sizes_capacity;
  guint64 *populations; /* of each, in records of the population */
  guint64 populations_capacity;
  guint64 *before; /* records of all before each, and of all of them */
  guint64 before_capacity;
  guint32 n;
  guint64 *needed; /* for each model how many records have to be suppressed at least for it alone,
                      at the policy judged last and at all its specializations */
  guint64 *suppressed; /* for each model how many records were suppressed for it, behind others */
} DeidTableSuppression;

gboolean deid_table_suppression_init (DeidTableSuppression *suppression,
                                      const DeidPreparedProblem *prepared, GError **error);
void deid_table_suppression_clear (DeidTableSuppression *suppression);

/* Judges the classes of a policy as a table. Given a verdict made of counts, it adds what is
 * suppressed, whose classes then fail, says how many records all specializations suppress at least,
 * and whether the policy is a solution. If it is not, both numbers are only known to be more than
 * the limit, or as large as they are. Where the verdict rules out all of them already, it does
 * nothing. Errors: those of the models. Complexity: O(classes log classes). */
gboolean deid_table_suppression_judge (DeidTableSuppression *suppression,
                                       const DeidJudgedClasses *judged, const DeidStop *stop,
                                       DeidVerdict *verdict, GError **error);

/* Asks the models that are not settled whether their conditions hold while nothing is suppressed,
 * of classes that all pass. Neither the rows nor what they make is needed. Errors: those of the
 * models. Complexity: O(classes). */
gboolean deid_table_suppression_accept_all (DeidTableSuppression *suppression,
                                            const DeidJudgedClasses *judged,
                                            const gboolean *is_settled, const DeidStop *stop,
                                            gboolean *holds, GError **error);

/* Tells whether a model says how many records the specializations of a policy need suppressed at
 * least: one that names them, or one that suppresses classes in an order. For the latter, persons
 * who are in several classes of a policy, and in fewer of a generalization, would upset that. */
gboolean deid_table_suppression_bounds (const DeidPreparedProblem *prepared,
                                        const DeidPrivacyModel *model);

/* What the models of a problem say of classes of which they ask for nothing but the size: each
 * small size is judged once. */
typedef struct
{
  const DeidPreparedProblem *prepared;
  guint8 *verdicts; /* of each small size */
} DeidSizeVerdicts;

/* Judges @n classes by their sizes; a class without records passes. Errors: those of the models.
 * Complexity: O(@n). */
gboolean deid_size_verdicts_judge (DeidSizeVerdicts *known, const guint64 *sizes, guint64 n,
                                   guint8 *verdicts, GError **error);

/* Counts what a policy suppresses of each group. Each thread has its own. */
typedef struct
{
  const DeidPreparedProblem *prepared;
  guint64 *suppressed; /* records of each value of all columns, */
  guint64 *necessary;  /* and of these those that every specialization suppresses too */
} DeidGroupCounts;

/* Judges the classes that a policy makes, however they were found: each of them, and all that are
 * released together. The one place where this is done; what finds the classes is an evaluator. Each
 * thread has its own. */
typedef struct
{
  const DeidPreparedProblem *prepared;
  DeidClassReader reader;         /* used if the problem needs one */
  DeidSizeVerdicts size_verdicts; /* used if it does not */
  DeidTableSuppression suppression;
  DeidGroupCounts group_counts;
  DeidPersonSearch *persons; /* used if models judge persons: of each column of persons */
  guint32 *labels;           /* the same: the class of each row before persons are withheld */
  DeidRowClasses classes;    /* those judged or read last, as long as they stay as they are, */
  guint8 *verdicts;          /* and the verdict on each that was judged */
  guint64 verdicts_capacity;
} DeidJudgement;

gboolean deid_judgement_init (DeidJudgement *judgement, const DeidPreparedProblem *prepared,
                              GError **error);
void deid_judgement_clear (DeidJudgement *judgement);

/* Returns: the memory it holds. */
guint64 deid_judgement_get_n_bytes (const DeidJudgement *judgement);

/* Makes room for the verdicts on @n classes. */
gboolean deid_judgement_reserve (DeidJudgement *judgement, guint64 n, GError **error);

/* Makes classes ready to be viewed, without any verdict. */
gboolean deid_judgement_read (DeidJudgement *judgement, const DeidRowClasses *classes,
                              const DeidStop *stop, GError **error);

/* Judges each of the first @n of the classes that rows are in; a class without records passes,
 * unless it is one of the population that some model judges. Those fail as well that every
 * specialization suppresses because a condition on the table names them. Errors: those of the
 * models. */
gboolean deid_judgement_judge_classes (DeidJudgement *judgement, const DeidRowClasses *classes,
                                       guint32 n, const DeidStop *stop, GError **error);

/* The same where models judge persons: withholds persons until neither a condition on persons nor a
 * class of what is left fails, and puts their rows in class @n. Rows behind that, up to
 * @n_slots, stay as they are. Classes that no other model has judged are not ready to be viewed.
 * Errors: the same. Complexity: that of
 * deid_person_search_settle() and of judging classes, for each class that fails at most. */
gboolean deid_judgement_withhold_persons (DeidJudgement *judgement, DeidPersonClasses *classes,
                                          guint32 n_slots, const DeidLevel *levels,
                                          const DeidStop *stop, GError **error);

/* Judges the same classes as a table, see deid_table_suppression_judge(), and then by the limits of
 * groups, and weighs what is suppressed; @rows are those that are in them, and those of the problem
 * where groups have limits or weights. */
gboolean deid_judgement_judge_table (DeidJudgement *judgement, const DeidRows *rows,
                                     const DeidStop *stop, DeidVerdict *verdict, GError **error);

/* Asks the models whose conditions on the table are not settled whether they hold of classes that
 * are all released, of which the number, the sizes and the populations are given; there is room for
 * as many. Errors: those of the models. Complexity: O(classes). */
gboolean deid_judgement_accepts_table (DeidJudgement *judgement, const DeidJudgedClasses *released,
                                       const gboolean *is_settled, const DeidStop *stop,
                                       gboolean *holds, GError **error);

/* Returns: what the verdicts on the classes amount to, before they are judged as a table. */
DeidVerdict deid_judgement_count (const DeidJudgement *judgement);

/* Judges the classes that a policy makes of rows, and the table. The verdict has no objective.
 * Where models judge persons, the rows of a class that belong to persons withheld become a class of
 * their own; classes are then numbered in the order of their first row. Errors: those of both. */
gboolean deid_judgement_judge (DeidJudgement *judgement, const DeidRows *rows,
                               DeidGrouping *grouping, const DeidLevel *levels,
                               const DeidStop *stop, DeidVerdict *verdict, GError **error);

/* A view of one of the classes. */
DeidClass deid_judgement_view (DeidJudgement *judgement, guint32 number);

/* Tells whether a class is released. */
static inline gboolean
deid_judgement_releases (const DeidJudgement *judgement, guint32 number)
{
  return judgement->verdicts[number] == DEID_CLASS_PASSES;
}

/* Counts for each model the records of classes whose verdict by it is @least or worse, and those
 * that it suppresses for a condition on the table or, of what specializations fail as well, needs
 * suppressed for it. Errors: those of the models. */
gboolean deid_judgement_count_by_model (DeidJudgement *judgement, DeidClassVerdict least,
                                        const DeidStop *stop, guint64 *counts, GError **error);

/* Where at most one model has a superset-closed part, or says how many records specializations need
 * suppressed, @n_needed, the number of records that these suppress at least, is all its own.
 * Returns: whether that is so, and @counts of all models are set. */
gboolean deid_judgement_has_one_closed_part (const DeidPreparedProblem *prepared, guint64 n_needed,
                                             guint64 *counts);

/* Adds the classes released to a risk; @rows are those that are in them. Whether or not some model
 * asks for the population, it is counted. Complexity: O(classes + rows of the population). */
gboolean deid_judgement_add_risk (DeidJudgement *judgement, const DeidRows *rows,
                                  const DeidStop *stop, DeidRiskSum *risk, GError **error);
