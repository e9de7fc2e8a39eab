/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#define DEID_N_UNIQUENESS_ESTIMATORS 4

/* As the specifications have them, in the order of #DeidUniquenessEstimator. */
extern const char *const deid_uniqueness_estimator_names[DEID_N_UNIQUENESS_ESTIMATORS];
