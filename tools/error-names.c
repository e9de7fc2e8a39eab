/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "error-names.h"

#include <deid/deid.h>

static const char *const deid_codes[] = {
  [DEID_ERROR_IO] = "io",
  [DEID_ERROR_NO_MEMORY] = "no-memory",
  [DEID_ERROR_PARSE] = "parse",
  [DEID_ERROR_ENCODING] = "encoding",
  [DEID_ERROR_INVALID_ARGUMENT] = "invalid-argument",
  [DEID_ERROR_UNKNOWN_COLUMN] = "unknown-column",
  [DEID_ERROR_DUPLICATE_COLUMN] = "duplicate-column",
  [DEID_ERROR_ROLE] = "role",
  [DEID_ERROR_HIERARCHY] = "hierarchy",
  [DEID_ERROR_UNKNOWN_VALUE] = "unknown-value",
  [DEID_ERROR_WEIGHT] = "weight",
  [DEID_ERROR_EMPTY] = "empty",
  [DEID_ERROR_TOO_LARGE] = "too-large",
  [DEID_ERROR_IMMUTABLE] = "immutable",
  [DEID_ERROR_NO_SOLUTION] = "no-solution",
  [DEID_ERROR_LIMIT_REACHED] = "limit-reached",
  [DEID_ERROR_VERIFICATION] = "verification",
  [DEID_ERROR_CERTIFICATE] = "certificate",
  [DEID_ERROR_ENGINE] = "engine",
};

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
  if (error->domain == DEID_ERROR && error->code >= 0
      && error->code < (int) G_N_ELEMENTS (deid_codes))
    return deid_codes[error->code];
  if (error->domain == G_OPTION_ERROR)
    return get_option_code (error->code);
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ? "cancelled" : "failed";
}
