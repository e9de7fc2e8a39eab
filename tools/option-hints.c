/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "option-hints.h"

#include <deid/deid.h>
#include <string.h>

static const struct
{
  const char *part; /* of a message */
  const char *option, *other;
} hints[] = {
  { "has no population table", "population", NULL },
  { "has no hierarchy, expected one of the sensitive attribute", "hierarchy", NULL },
  { "no sensitive attribute, expected one behind '@'", "sensitive", NULL },
  { "does not have the role sensitive or judged", "sensitive", NULL },
  { "no column has the role survey-weight", "survey-weight", NULL },
  { "the suppression limit allows", "suppression-limit", NULL },
  { "the group limit allows", "suppression-limit", NULL },
  { "expected a search that lists alternatives", "algorithm", NULL },
  { "expected one model; a list", "model", NULL },
  { "has levels, expected one with cuts or subtrees", "generalize-by", NULL },
  { "unknown values can be suppressed", "unknown", "missing" },
};

const char *
find_option_hint (const GError *error, const char **other)
{
  for (guint i = 0; error->domain == DEID_ERROR && i < G_N_ELEMENTS (hints); i++)
    if (strstr (error->message, hints[i].part) != NULL)
      {
        *other = hints[i].other;
        return hints[i].option;
      }
  return NULL;
}
