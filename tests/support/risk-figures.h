/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <math.h>

#include <deid/deid.h>

/* What a risk report tells, as values: G_MAXUINT64 and NaN for what it does not. */
static inline guint64
risk_count (gboolean (*get) (const DeidRiskReport *report, guint64 *n),
            const DeidRiskReport *report)
{
  guint64 n;

  return get (report, &n) ? n : G_MAXUINT64;
}

static inline guint64
risk_count_for (gboolean (*get) (const DeidRiskReport *report, DeidAdversary adversary, guint64 *n),
                const DeidRiskReport *report, DeidAdversary adversary)
{
  guint64 n;

  return get (report, adversary, &n) ? n : G_MAXUINT64;
}

static inline double
risk_share (gboolean (*get) (const DeidRiskReport *report, double *share),
            const DeidRiskReport *report)
{
  double share;

  return get (report, &share) ? share : NAN;
}

static inline double
risk_share_for (gboolean (*get) (const DeidRiskReport *report, DeidAdversary adversary,
                                 double *share),
                const DeidRiskReport *report, DeidAdversary adversary)
{
  double share;

  return get (report, adversary, &share) ? share : NAN;
}
