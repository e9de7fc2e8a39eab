/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* A release, and where its files go. */
typedef struct
{
  DeidProblem *problem;
  DeidResult *result;
  DeidDataset *release;
  DeidStoredPolicy *policy;
  char *directory;
  char *paths[3]; /* of the release, the policy and the certificate */
} OutputJob;

/* @name is that of a new directory for the files. */
void output_job_init (OutputJob *job, const char *name);
void output_job_init_with_model (OutputJob *job, const char *name, const char *model);
void output_job_clear (OutputJob *job);

/* Returns: (transfer full): a set with all three files. */
DeidOutputSet *output_job_add_all (const OutputJob *job);

guint count_files_in (const char *directory);
char *read_whole_file (const char *path);
void check_content (const char *path, const char *expected);

/* Verifies a certificate that has to belong to a released file. */
DeidResult *verify_with_release (const char *path, const char *release, DeidProblem *problem,
                                 GError **error);

/* Checks that a call failed for a reason whose message has a text. */
void assert_refused (gboolean success, GError **error, int code, const char *text);
