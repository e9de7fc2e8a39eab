/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "base/rational.h"
#include "classes/class.h"

/* What a model may prepare itself from, once per run. */
typedef struct
{
  guint64 n_records;
} DeidModelInput;

/* The slots of a model. A verdict is FALSE with @error unset for a class that fails; with @error
 * set it ends the run. @distribution is that of the model's sensitive attribute, or NULL. */
typedef struct
{
  const char *name; /* the short spelling up to its first colon */
  DeidClosure closure;

  /* Optional. Returns: what the verdicts need, freed by @finish; NULL with an error. */
  gpointer (*prepare) (const DeidPrivacyModel *model, const DeidModelInput *input, GError **error);
  void (*finish) (gpointer state);

  gboolean (*accept) (const DeidPrivacyModel *model, gconstpointer state, const DeidClass *judged,
                      const DeidDistribution *distribution, GError **error);

  /* A superset-closed condition that every class that is accepted meets. Optional: a model that is
   * superset-closed is its own, of others nothing is known. */
  gboolean (*necessary) (const DeidPrivacyModel *model, gconstpointer state,
                         const DeidClass *judged, const DeidDistribution *distribution,
                         GError **error);

  /* The definition once more, written as plainly as it goes, for the verifier. Needs no state.
   * Returns: 1 for a class that passes, -1 for one that fails, 0 if rounding does not tell. */
  int (*recheck) (const DeidPrivacyModel *model, const DeidClass *judged,
                  const DeidDistribution *distribution);
} DeidPrivacyModelFuncs;

struct DeidPrivacyModel
{
  gatomicrefcount ref_count;
  const DeidPrivacyModelFuncs *funcs;
  char *sensitive;        /* or NULL */
  DeidRational parameter; /* k or l */
  char *text;             /* the short spelling */
};

extern const DeidPrivacyModelFuncs deid_k_anonymity_funcs;
extern const DeidPrivacyModelFuncs deid_distinct_l_diversity_funcs;
extern const DeidPrivacyModelFuncs deid_entropy_l_diversity_funcs;

/* @number is the parameter as it is spelled. */
DeidPrivacyModel *deid_privacy_model_new (const DeidPrivacyModelFuncs *funcs, const char *sensitive,
                                          DeidRational parameter, const char *number,
                                          GError **error);
