/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/prepared-problem.h"

/* What the models of a problem say of one class. */
typedef enum
{
  DEID_CLASS_PASSES = 0,
  DEID_CLASS_FAILS = 1,
  DEID_CLASS_FAILS_NECESSARY = 2
} DeidClassVerdict;

/* Tells whether a class that rows may be in is to be judged: it has records, or is one of the
 * population alone that some model judges. */
static inline gboolean
deid_class_verdict_is_asked (const DeidPreparedProblem *prepared, const DeidClass *eq_class)
{
  return eq_class->n_records > 0 || (prepared->judges_unmatched && eq_class->n_population > 0);
}

/* Asks all models of a class; the worst verdict counts. Errors: those of the models. */
gboolean deid_class_verdict_by_all (const DeidPreparedProblem *prepared, DeidClass *eq_class,
                                    DeidClassVerdict *worst, GError **error);

/* Asks each of them, and adds the records of the class to the counts of those whose verdict is
 * @least or worse. Errors: those of the models. */
gboolean deid_class_verdict_count_by_model (const DeidPreparedProblem *prepared,
                                            DeidClass *eq_class, DeidClassVerdict least,
                                            guint64 *counts, GError **error);
