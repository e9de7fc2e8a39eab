/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* People who do not exist: a state of 5.7 million, and a hospital's cohort of 2,984 patients from
 * it, both by sex, race and age. The same seed makes the same people on every platform. */

#define SYNTHETIC_N_RACES  7
#define SYNTHETIC_MAX_AGE  119
#define SYNTHETIC_PATIENTS 2984
#define SYNTHETIC_ELDERS   12 /* of the patients, those of 90 and over */

extern const char *const synthetic_sexes[2];
extern const char *const synthetic_races[SYNTHETIC_N_RACES];

/* One row for each sex, race and age, with how many people there are as the weight `count`. */
DeidDataset *synthetic_state_new (guint32 seed, GError **error);

/* One row for each patient; each is one of the people of synthetic_state_new() with this seed. */
DeidDataset *synthetic_cohort_new (guint32 seed, GError **error);
