/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Say what a model asks, in a sentence without its full stop, for people who know no specification;
 * @unit is what a class counts, `persons` or `records`. A model of a host is named by its
 * specification. The public is not told the limit of a model that may be derived from suppressed
 * records.
 *
 * Returns: (transfer full): the sentence, which is escaped nowhere yet, as that of the next one. */
char *deid_model_describe (const DeidPrivacyModel *model, const char *unit, gboolean is_public);

/* Says how loss is measured; @is_weighted tells whether columns have weights other than 1. */
char *deid_quality_describe (const DeidQualityModel *model, gboolean is_weighted);
