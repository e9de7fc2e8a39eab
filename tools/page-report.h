/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "anonymize-report.h"

/* Tells whether a page is to be written. */
gboolean is_page_asked (void);

/* Adds the page of a run to the files that are published together, if it is asked for; it is the
 * last of them, which it names. */
gboolean add_page (const Job *job, GError **error);
