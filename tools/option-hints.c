/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "option-hints.h"

#include <deid/deid.h>
#include <string.h>

static const struct
{
  const char *part; /* of a message */
  const char *option;
} hints[] = {
  { "has no population table", "population" },
  { "has no hierarchy, expected one of the sensitive attribute", "sensitive-hierarchy" },
  { "no sensitive attribute, expected one behind '@'", "sensitive" },
  { "does not have the role sensitive or judged", "sensitive" },
  { "no column has the role survey-weight", "survey-weight" },
  { "the suppression limit allows", "suppression-limit" },
  { "are named behind missing=", "missing" },
};

const char *
find_option_hint (const GError *error)
{
  for (guint i = 0; error->domain == DEID_ERROR && i < G_N_ELEMENTS (hints); i++)
    if (strstr (error->message, hints[i].part) != NULL)
      return hints[i].option;
  return NULL;
}
