/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "job/job-private.h"

/* Jobs on the table of another one that differ from it in a few settings. The table is read once,
 * and so is each hierarchy that stays the same. */

/* Makes a job that has the settings, the table and the columns of @job, whose table is there.
 *
 * Returns: (transfer full): the job, or NULL with %DEID_ERROR_NO_MEMORY. */
DeidJob *deid_job_derive (DeidJob *job, GError **error);

/* Sets a key of such a job, before its problem is made. Errors: those of deid_job_set();
 * %DEID_ERROR_INVALID_ARGUMENT for one that has to do with the table, the roles of columns or what
 * is written. */
gboolean deid_job_override (DeidJob *derived, const char *section, const char *key,
                            const char *value, const char *origin, GError **error);
