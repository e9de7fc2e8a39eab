/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/random-problem.h"

#include <deid/deid-extend.h>

typedef enum
{
  HOST_IYENGAR,
  HOST_DISCERNIBILITY,
  HOST_DISCERNIBILITY_BOUNDED, /* with a lower bound */
  HOST_ARBITRARY,              /* costs that follow no rule */
  N_HOST_KINDS
} HostKind;

/* A quality model as a host writes one, which counts its calls and fails when told to. */
typedef struct
{
  HostKind kind;
  guint factor_tenths; /* of the imitation of Iyengar's loss */
  DeidAggregate aggregate;
  gint fail_at; /* the number, from 1, of the call that fails; 0 for none */
  gint n_calls; /* atomic */
  gboolean thread_safe;
  GThread *thread;      /* the only one that may call otherwise */
  guint n_states;       /* that were made and not freed */
  guint n_destroyed;    /* how often the data of slots were destroyed */
  gboolean has_failed;  /* no call may follow */
  gboolean has_recheck; /* the verifier need not ask for costs */
} HostQuality;

#define HOST_ERROR      g_quark_from_static_string ("host-error")
#define HOST_ERROR_CODE 4711

/* Slots for it, to be used on this thread. */
DeidQualityModelFuncs *host_quality_new (HostQuality *host);

/* Gives a built problem the model, with the weights of the random one if it can have them. */
void host_quality_use (DeidQualityModelFuncs *funcs, const RandomProblem *random,
                       gboolean has_weights, DeidProblem *problem);
