/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "error-names.h"

#include <deid/deid.h>

const char *
get_error_domain (const GError *error)
{
  return error->domain == DEID_ERROR ? "deid" : error->domain == G_OPTION_ERROR ? "option" : "io";
}

static const char *
get_option_code (int code)
{
  return code == G_OPTION_ERROR_UNKNOWN_OPTION ? "unknown-option"
         : code == G_OPTION_ERROR_BAD_VALUE    ? "bad-value"
                                               : "failed";
}

const char *
get_error_code (const GError *error)
{
  if (error->domain == DEID_ERROR)
    return deid_enum_get_name ("DeidError", error->code);
  if (error->domain == G_OPTION_ERROR)
    return get_option_code (error->code);
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ? "cancelled" : "failed";
}
