/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/random.h"

#define DEID_LOCAL_CHANCES 256

/* When a change for the worse is accepted: with probability exp (-change / temperature), as in
 * simulated annealing (Kirkpatrick, Gelatt, Vecchi: Optimization by Simulated Annealing, Science
 * 220, 1983). The temperature falls geometrically with the steps taken, not with time, and all is
 * in integers, so that a seed gives the same everywhere. */
typedef struct
{
  guint32 logs[DEID_LOCAL_CHANCES]; /* -log of numbers spread over (0, 1), in units of 2^-16 */
  guint64 hottest;                  /* temperature, in the units of costs */
  guint64 halvings;                 /* of it from start to end, in units of 2^-16 */
  guint64 temperature;
} DeidLocalCooling;

void deid_local_cooling_init (DeidLocalCooling *cooling);

/* Sets where the temperature starts and how far it falls. */
void deid_local_cooling_start (DeidLocalCooling *cooling, guint64 hottest, guint64 halvings);

/* Sets the temperature after @step of @n_steps, at most 2^40. */
void deid_local_cooling_set (DeidLocalCooling *cooling, guint64 step, guint64 n_steps);

/* Returns: the greatest change that is accepted this time. */
static inline gint64
deid_local_cooling_draw (const DeidLocalCooling *cooling, DeidRandom *random)
{
  return (gint64) (cooling->temperature
                       * cooling->logs[deid_random_next (random) % DEID_LOCAL_CHANCES]
                   >> 16);
}
