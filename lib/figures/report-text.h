/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "figures/report-private.h"

/* Writes a report as lines of text for people. Errors: those of deid_stop_check(),
 * %DEID_ERROR_NO_MEMORY. */
char *deid_report_write_text (const DeidReport *report, const DeidStop *stop, GError **error);
