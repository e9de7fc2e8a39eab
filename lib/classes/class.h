/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* How often each value of a sensitive attribute occurs in a class, in records; a missing value is
 * one more value. */
typedef struct
{
  guint32 n_values;
  guint32 *values; /* codes of the column */
  guint64 *counts; /* of each value */
} DeidDistribution;

/* What a privacy model sees of an equivalence class. */
typedef struct
{
  guint64 n_records;
  guint64 n_persons; /* distinct entities, or records where there is no entity column */
  const DeidDistribution *distributions; /* of each sensitive attribute in question */
} DeidClass;
