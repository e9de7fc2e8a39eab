/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* What an output set knew of inputs and reservations at some time. */
typedef struct
{
  guint n_inputs, n_reserved, mode;
  gboolean is_whole;
} DeidOutputSetMark;

void deid_output_set_mark (const DeidOutputSet *set, DeidOutputSetMark *mark);

/* Forgets what was named and reserved since; no file may have been added. */
void deid_output_set_roll_back (DeidOutputSet *set, const DeidOutputSetMark *mark);
