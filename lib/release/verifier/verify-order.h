/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "release/verifier/verify-private.h"

/* The rows of the input, those with the same labels together. */
typedef struct
{
  guint32 *rows;
  guint8 *starts; /* for each place whether a class begins there */
  guint64 n_rows;
} DeidPlainOrder;

/* Puts rows in the order of the numbers of their labels in the attributes from @first to before
 * @end. An attribute more than there are stands for whether rows are kept. On failure it may be
 * cleared, and nothing else. Errors: %DEID_ERROR_NO_MEMORY, those of deid_stop_check(). */
gboolean deid_plain_order_init (DeidPlainOrder *order, const DeidVerification *verification,
                                guint first, guint end, GError **error);
void deid_plain_order_clear (DeidPlainOrder *order);

/* Returns: where the class ends that begins at a place. */
static inline guint64
deid_plain_order_get_end (const DeidPlainOrder *order, guint64 start)
{
  guint64 end = start + 1;

  while (end < order->n_rows && !order->starts[end])
    end++;
  return end;
}
