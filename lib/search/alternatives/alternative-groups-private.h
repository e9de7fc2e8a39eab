/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/alternatives/alternatives-private.h"

typedef struct
{
  guint64 medoid;
  guint64 n_policies;
  guint64 place; /* among the groups as they were made */
  double loss;   /* of the medoid */
} DeidAlternativeGroup;

struct DeidAlternativeGroups
{
  gatomicrefcount ref_count;
  DeidAlternatives *alternatives;
  guint64 *distances;
  DeidAlternativeGroup *items;
  guint64 n;
  guint64 *groups; /* of each policy */
  double silhouette;
};
