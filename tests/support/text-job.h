/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A job whose table and settings are texts. */
#ifndef TEXT_JOB_H
#define TEXT_JOB_H

#include <deid/deid.h>

/* @extra: (nullable): settings over those of @settings. */
DeidJob *make_text_job (const char *table, const char *settings, const char *extra);

#endif
