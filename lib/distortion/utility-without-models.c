/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What stands in for models where the library is built without liblinear. */
#include "distortion/utility-private.h"

gboolean
deid_utility_is_available (void)
{
  return FALSE;
}

gboolean
deid_utility_measure (DeidUtility *utility, DeidResult *result, const char *const *targets,
                      guint max_records, const DeidStop *stop, GError **error)
{
  (void) utility, (void) result, (void) targets, (void) max_records, (void) stop;

  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                       "libdeid was built without liblinear, which fits models of utility");
  return FALSE;
}
