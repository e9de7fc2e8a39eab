/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/output-file.h"

/* A file or a stream that a certificate is written to alone. */
typedef struct
{
  const char *path;
  GOutputStream *stream; /* or NULL */
  GCancellable *cancellable;
  DeidOutputFile file;
  gboolean is_open;
} DeidSingleOutput;

/* Opens a #DeidSingleOutput, as a #DeidCertificateOpener does. */
DeidOutputFile *deid_single_output_open (gpointer data, GError **error);

/* Puts the file into its place if all was written, and drops it otherwise. Returns: whether it is
 * there. */
gboolean deid_single_output_end (DeidSingleOutput *single, gboolean is_written, GError **error);
