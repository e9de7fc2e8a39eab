/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/privacy-model-private.h"

#include <string.h>

#include "base/handle.h"

static void
deid_privacy_model_free (DeidPrivacyModel *model)
{
  g_free (model->sensitive);
  g_free (model->text);
  g_free (model);
}

DEID_DEFINE_HANDLE (DeidPrivacyModel, deid_privacy_model)

DeidPrivacyModel *
deid_privacy_model_new (const DeidPrivacyModelFuncs *funcs, const char *sensitive,
                        DeidRational parameter, const char *number, GError **error)
{
  DeidPrivacyModel *model;

  if (parameter.numerator < parameter.denominator)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "privacy model %s: %s, expected at least 1", funcs->name, number);
      return NULL;
    }
  if (sensitive != NULL && (sensitive[0] == '\0' || !g_utf8_validate (sensitive, -1, NULL)))
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "privacy model %s: the name of the sensitive attribute is empty or not valid "
                   "UTF-8",
                   funcs->name);
      return NULL;
    }
  model = g_new0 (DeidPrivacyModel, 1);
  g_atomic_ref_count_init (&model->ref_count);
  model->funcs = funcs;
  model->sensitive = g_strdup (sensitive);
  model->parameter = parameter;
  model->text
      = g_strconcat (funcs->name, ":", number, sensitive != NULL ? "@" : NULL, sensitive, NULL);
  return model;
}

char *
deid_privacy_model_to_string (const DeidPrivacyModel *model)
{
  g_return_val_if_fail (model != NULL, NULL);

  return g_strdup (model->text);
}

const char *
deid_privacy_model_get_sensitive (const DeidPrivacyModel *model)
{
  g_return_val_if_fail (model != NULL, NULL);

  return model->sensitive;
}

DeidClosure
deid_privacy_model_get_closure (const DeidPrivacyModel *model)
{
  g_return_val_if_fail (model != NULL, DEID_CLOSURE_NONE);

  return model->funcs->closure;
}

static DeidPrivacyModel *
new_with_count (const DeidPrivacyModelFuncs *funcs, const char *number, const char *sensitive,
                GError **error)
{
  DeidRational parameter = { .denominator = 1 };

  if (!deid_uint64_from_decimal (number, &parameter.numerator))
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE,
                   "privacy model %s: '%s', expected a positive integer", funcs->name, number);
      return NULL;
    }
  return deid_privacy_model_new (funcs, sensitive, parameter, number, error);
}

DeidPrivacyModel *
deid_privacy_model_new_from_string (const char *text, const char *sensitive, GError **error)
{
  g_auto (GStrv) name_and_number = NULL;
  g_autofree char *spelling = NULL;
  const char *at, *name, *number;
  double l;

  g_return_val_if_fail (text != NULL, NULL);

  at = strchr (text, '@');
  spelling = at != NULL ? g_strndup (text, (gsize) (at - text)) : g_strdup (text);
  if (at != NULL)
    sensitive = at + 1;
  name_and_number = g_strsplit (spelling, ":", 0);
  if (g_strv_length (name_and_number) != 2)
    goto unknown;
  name = name_and_number[0];
  number = name_and_number[1];
  if (g_str_equal (name, deid_k_anonymity_funcs.name) && at == NULL)
    return new_with_count (&deid_k_anonymity_funcs, number, NULL, error);
  if (!g_str_equal (name, deid_distinct_l_diversity_funcs.name)
      && !g_str_equal (name, deid_entropy_l_diversity_funcs.name))
    goto unknown;
  if (sensitive == NULL)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE,
                   "privacy model '%s': no sensitive attribute, expected one behind '@'", text);
      return NULL;
    }
  if (g_str_equal (name, deid_distinct_l_diversity_funcs.name))
    return new_with_count (&deid_distinct_l_diversity_funcs, number, sensitive, error);
  if (deid_double_from_decimal (number, &l))
    return deid_entropy_l_diversity_new (sensitive, l, error);

unknown:
  g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE,
               "privacy model '%s', expected k:K, dl:L@ATTRIBUTE or el:L@ATTRIBUTE", text);
  return NULL;
}
