/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/judge.h"

/* Asks the models what classes need: sets k, the least values of each column, and whether anything
 * is to be judged. Errors: those of deid_stop_check(), of the models. */
gboolean deid_local_judge_find_needs (DeidLocalJudge *judge, const DeidStop *stop, GError **error);

/* Shows a class with the labels of nodes. */
void deid_local_judge_show (DeidLocalJudge *judge, DeidClass *eq_class, const DeidLocalNode *nodes);
