/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "certificate/single-output.h"

DeidOutputFile *
deid_single_output_open (gpointer data, GError **error)
{
  DeidSingleOutput *single = data;

  single->is_open = single->stream != NULL
                        ? deid_output_file_open_stream (&single->file, single->stream,
                                                        single->cancellable, error)
                        : deid_output_file_open (&single->file, single->path, FALSE,
                                                 single->cancellable, error);
  return single->is_open ? &single->file : NULL;
}

gboolean
deid_single_output_end (DeidSingleOutput *single, gboolean is_written, GError **error)
{
  if (is_written)
    return deid_output_file_commit (&single->file, error);
  if (single->is_open)
    deid_output_file_clear (&single->file);
  return FALSE;
}
