/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "random-problem.h"

/* A quality model as a host writes one, which counts its calls and fails when told to. */
typedef struct
{
  guint factor_tenths; /* of the imitation of Iyengar's loss */
  guint fail_at;       /* the number, from 1, of the call that fails; 0 for none */
  guint n_calls;
  guint n_states;       /* that were made and not freed */
  guint n_destroyed;    /* how often the data of slots were destroyed */
  gboolean has_failed;  /* no call may follow */
  gboolean has_recheck; /* the verifier need not ask for costs */
} HostQuality;

#define HOST_ERROR      g_quark_from_static_string ("host-error")
#define HOST_ERROR_CODE 4711

/* Slots that imitate Iyengar's loss. */
DeidQualityModelFuncs *host_quality_new_iyengar (HostQuality *host);

/* Gives a built problem the model, with the aggregate and the weights of the random one. */
void host_quality_use (DeidQualityModelFuncs *funcs, const RandomProblem *random,
                       DeidProblem *problem);
