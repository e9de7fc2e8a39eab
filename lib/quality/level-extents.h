/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Makes the extent of each label its level. */
void deid_level_extents_set (DeidAttributeCosts *costs, const DeidQualityInput *input,
                             guint attribute);
