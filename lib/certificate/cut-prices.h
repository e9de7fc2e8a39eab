/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/json.h"
#include "problem/preparation.h"
#include "quality/class-costs.h"
#include "search/interval/prove.h"

/* What events of a certificate are made of. All that fail do so with %DEID_ERROR_CERTIFICATE, and
 * return FALSE or NULL. */

gboolean deid_event_refuse (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Values that are missing may be NULL. */
gboolean deid_event_read_count (const DeidJsonValue *value, guint64 *count, GError **error);
gboolean deid_event_read_number (const DeidJsonValue *value, double *number, GError **error);

/* Returns: the first of @n elements. They stand side by side up to the first list, which the reader
 * of numbers refuses. */
const DeidJsonValue *deid_event_read_array (const DeidJsonValue *value, guint n, GError **error);

gboolean deid_event_compare_counts (guint64 stated, guint64 found, const char *what,
                                    GError **error);

/* What bounds of boxes with cuts are counted in, as the third line of a certificate states it. */
typedef struct
{
  double unit;    /* of the objective, a power of 2 */
  gint64 *prices; /* of each attribute: units for 1 of its sums; NULL if classes are costed */
  gint64 lambda;  /* units for 1 of the last multiplier */
  guint64 least;  /* records of a class that is released */
  gint64 threshold;
  int exponent;        /* of the unit, if classes are costed, */
  DeidSizeCosts sizes; /* and what they cost: */
  DeidRisingCosts rising;
  guint64 failing; /* what a record adds to its bound if it fails */
} DeidCutPrices;

/* All units that are summed up are below this. */
#define DEID_CUT_PRICES_MAX (G_GINT64_CONSTANT (1) << 60)

/* Fails with %DEID_ERROR_INVALID_ARGUMENT for a quality model that is no sum over attributes and
 * records, nor of costs that
 * rise with the sizes of classes. */
gboolean deid_cut_prices_check_quality (const DeidPreparedProblem *prepared, GError **error);

/* Returns: how many multipliers a bound has. */
guint deid_cut_prices_count_multipliers (const DeidPreparedProblem *prepared);

/* Writes the line, without a line end. Returns: (transfer full): the text. */
char *deid_cut_prices_describe (const DeidProofUnits *units, guint n_attributes, GError **error);

/* Reads the line, and checks that bounds in its units rule out what they seem to: that no price is
 * above what the quality model takes, or units tell classes' costs apart as doubles do; that no
 * class with fewer records than the least is released, and no policy of more units than the
 * threshold is as good as @objective. Whatever the prices are beyond that, bounds are true.
 *
 * Errors: %DEID_ERROR_CERTIFICATE, %DEID_ERROR_NO_MEMORY, those of the models. On failure it may be
 * cleared, and nothing else. */
gboolean deid_cut_prices_read (DeidCutPrices *prices, const DeidPreparedProblem *prepared,
                               double objective, const DeidJsonValue *root, const DeidStop *stop,
                               GError **error);
void deid_cut_prices_clear (DeidCutPrices *prices);
