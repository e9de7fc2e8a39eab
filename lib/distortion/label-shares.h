/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "partition/partition.h"

/* A value of a set, and how much of a record with this set counts as the value. */
typedef struct
{
  guint32 code; /* DEID_NO_CODE of a missing one */
  double share;
} DeidLabelShare;

/* What the sets among the labels of an attribute stand for. A record with a set counts as each of
 * its values, in proportion to how often these occur in the release, where each record with a set
 * counts in equal parts. So readers of the release can count in the same way. Empty if no label is
 * a set. */
typedef struct
{
  guint32 first; /* the first label that is a set; those behind it are sets, too */
  guint32 n;
  guint64 *starts; /* of each set, its shares, and the end of all */
  DeidLabelShare *shares;
  guint64 capacity;
} DeidLabelShares;

/* On failure they may be cleared. Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY.
 * Complexity: O(classes + labels + values of sets). */
gboolean deid_label_shares_init (DeidLabelShares *shares, const DeidPartition *partition,
                                 guint attribute, const DeidStop *stop, GError **error);
void deid_label_shares_clear (DeidLabelShares *shares);
