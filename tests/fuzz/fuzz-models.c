/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Any text as the specification of a privacy model, a quality model, a search: one that is read is
 * written as one that makes the same. */
#include "fuzz/fuzz.h"

#include <string.h>

static char *
specify_privacy (const char *text, GError **error)
{
  g_autoptr (DeidPrivacyModel) model
      = deid_privacy_model_new_from_specification (text, "diagnosis", error);
  g_autofree char *words = NULL;

  if (model == NULL)
    return NULL;
  words = deid_privacy_model_describe (model, TRUE, TRUE);
  assert_quietly (g_utf8_validate (words, -1, NULL));
  return deid_privacy_model_to_specification (model);
}

static char *
specify_quality (const char *text, GError **error)
{
  g_autoptr (DeidQualityModel) model = deid_quality_model_new_from_specification (text, error);

  return model != NULL ? deid_quality_model_to_specification (model) : NULL;
}

static char *
specify_search (const char *text, GError **error)
{
  g_autoptr (DeidSearch) search = deid_search_new_from_specification (text, error);

  return search != NULL ? deid_search_to_specification (search) : NULL;
}

static char *(*const specifiers[]) (const char *text, GError **error)
    = { specify_privacy, specify_quality, specify_search };

FUZZ_TARGET (models)
{
  g_autofree char *text = fuzz_take_text (fuzz);

  if (!g_utf8_validate (text, -1, NULL))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (specifiers); i++)
    {
      GError *error = NULL;
      g_autofree char *normal = specifiers[i](text, &error);
      g_autofree char *again = NULL;

      if (!fuzz_check (normal != NULL, &error))
        continue;
      again = specifiers[i](normal, &error);
      if (again == NULL)
        ck_abort_msg ("'%s' is refused: %s", normal, error->message);
      if (strcmp (normal, again) != 0)
        ck_abort_msg ("'%s' becomes '%s', and then '%s'", text, normal, again);
    }
}
