/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/plain-check.h"

/* Quality models that cost classes, by their definitions. */
typedef enum
{
  PLAIN_DM,
  PLAIN_DMSTAR,
  PLAIN_AECS,
  PLAIN_AMBIGUITY,
  PLAIN_KL,
  PLAIN_CE_SENSITIVE,
  PLAIN_CE_QUASI_IDENTIFIER,
  PLAIN_PAYOUT,
  N_PLAIN_CLASS_QUALITIES
} PlainClassQuality;

/* How the library spells them. */
extern const char *const plain_class_quality_spellings[N_PLAIN_CLASS_QUALITIES];

/* Returns: the loss of a policy that suppresses the given rows. */
long double plain_class_quality_measure (PlainClassQuality quality, const RandomProblem *problem,
                                         const guint *levels, const gboolean *suppressed);

/* Gives a built problem the model. */
void plain_class_quality_use (PlainClassQuality quality, DeidProblem *built);
