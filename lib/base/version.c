/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <deid/deid.h>

const char *
deid_get_version (void)
{
  return DEID_VERSION_STRING;
}
