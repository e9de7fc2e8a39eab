/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/prepared-problem.h"

/* Returns: what an extent of 1 of an attribute costs a record, as a share of what all of the
 * attribute with the greatest weight costs it. Products and quotients of doubles are the same
 * everywhere; nothing is added up. */
double deid_local_get_share (const DeidLoss *loss, guint attribute, guint64 n_records);

/* Returns: the same of 1 of the numerator of the loss, which the extent is a part of. */
double deid_local_get_unit (const DeidLoss *loss, guint attribute, guint64 n_records);
