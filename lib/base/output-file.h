/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>
#include <stdio.h>

/* A file that appears whole or not at all: it is written beside its path with mode 0600 and
 * renamed on commit. A path that exists and is no regular file (a terminal, a pipe) is written
 * directly. */
typedef struct
{
  char *path;
  char *temporary; /* NULL when written directly */
  FILE *stream;
} DeidOutputFile;

gboolean deid_output_file_open (DeidOutputFile *file, const char *path, GError **error);

/* Flushes, syncs and renames; on failure nothing is left behind. */
gboolean deid_output_file_commit (DeidOutputFile *file, GError **error);

/* Gives up: removes what was written. */
void deid_output_file_abandon (DeidOutputFile *file);
