/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/output-file.h"

#include <deid/deid.h>

/* What an output set knew of inputs and reservations at some time. */
typedef struct
{
  guint n_inputs, n_reserved, mode;
  gboolean is_whole;
} DeidOutputSetMark;

void deid_output_set_mark (const DeidOutputSet *set, DeidOutputSetMark *mark);

/* Forgets what was named and reserved since; no file may have been added. */
void deid_output_set_roll_back (DeidOutputSet *set, const DeidOutputSetMark *mark);

struct DeidOutputSet
{
  gatomicrefcount ref_count;
  GPtrArray *inputs;    /* of DeidOutputTarget */
  GPtrArray *reserved;  /* of DeidOutputTarget */
  char *release_sha256; /* of the files of the release, with commas between them; NULL without a
                         * release, as are problem and policy */
  DeidProblem *problem; /* that the table was released by, with the policy */
  DeidPolicy *policy;
  DeidPartition *local; /* or with this local recoding */
  char *
      *linked_names; /* of the tables that the release is made of, or NULL; and the paths of all */
  char **linked_paths; /* of them but the first */
  char *missing;       /* the path, escaped, of what could not be added first, or NULL */
  GMutex mutex;        /* held where a temporary file gets its name or loses it */
  GPtrArray *files;    /* of DeidOutputFile */
  gint ended;          /* atomic: committed or discarded */
  guint mode;          /* of files that are added */
};

/* Errors: %DEID_ERROR_IMMUTABLE once the set was committed or discarded. */
gboolean deid_output_set_check_not_ended (const DeidOutputSet *set, GError **error);

/* Remembers what was not added: without it the set may not be published. Returns: @success. */
gboolean deid_output_set_note (DeidOutputSet *set, const char *path, gboolean success);

/* Returns: (transfer none) (nullable): a file of the set, to be written and closed. Errors: those
 * of the functions that add files. */
DeidOutputFile *deid_output_set_open_file (DeidOutputSet *set, const char *path,
                                           GCancellable *cancellable, GError **error);

/* Keeps a file whose contents were all written, else forgets it. Returns: whether it is kept. */
gboolean deid_output_set_close_file (DeidOutputSet *set, DeidOutputFile *file, gboolean success,
                                     GError **error);
