/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A job whose table and settings are texts. */
#ifndef TEXT_JOB_H
#define TEXT_JOB_H

#include <deid/deid.h>

/* Gives a job a table that is CSV text, by the layout of its settings. */
void set_text_table (DeidJob *job, const char *table);

/* @extra: (nullable): settings over those of @settings. */
DeidJob *make_text_job (const char *table, const char *settings, const char *extra);

#endif
