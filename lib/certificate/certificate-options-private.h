/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

struct DeidCertificateOptions
{
  gatomicrefcount ref_count;
  gint immutable;       /* atomic */
  char *release;        /* a path, or NULL */
  char *release_sha256; /* or NULL */
  DeidProgressFunc progress_func;
  gpointer progress_data;
  GDestroyNotify progress_destroy;
};

/* Returns: (transfer full): @options, immutable from now on, or the defaults if it is NULL. */
DeidCertificateOptions *deid_certificate_options_use (DeidCertificateOptions *options);
