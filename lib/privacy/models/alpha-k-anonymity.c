/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/text.h"
#include "privacy/privacy-model-private.h"
#include "privacy/models.h"

#define ALPHA_K_ANONYMITY_MAX_LISTED 20

typedef struct
{
  DeidParameter alpha;
  guint64 k;
  char *sensitive;
  GStrv bound; /* or NULL for all values */
} AlphaKAnonymityParameters;

/* Escapes a value as in a URI, and what a specification may not hold. */
static void
alpha_k_anonymity_append_escaped (GString *text, const char *value)
{
  for (const char *next; *value != '\0'; value = next)
    {
      g_autofree char *character = NULL;

      next = g_utf8_next_char (value);
      character = g_strndup (value, (gsize) (next - value));
      g_string_append_uri_escaped (text, character, NULL,
                                   deid_text_is_plain (g_utf8_get_char (value)));
    }
}

static char *
alpha_k_anonymity_describe (gpointer user_data)
{
  const AlphaKAnonymityParameters *parameters = user_data;
  g_autofree char *name_and_alpha = deid_parameter_spell (&parameters->alpha, "ak");
  GString *text = g_string_new (name_and_alpha);

  g_string_append_printf (text, ":%" G_GUINT64_FORMAT, parameters->k);
  for (guint i = 0; parameters->bound != NULL && parameters->bound[i] != NULL; i++)
    {
      g_string_append_c (text, ':');
      alpha_k_anonymity_append_escaped (text, parameters->bound[i]);
    }
  return g_string_free (text, FALSE);
}

static void
alpha_k_anonymity_free_parameters (gpointer data)
{
  AlphaKAnonymityParameters *parameters = data;

  g_strfreev (parameters->bound);
  g_free (parameters->sensitive);
  g_free (parameters);
}

/* A value that is misspelled would not be protected. */
static gboolean
check_unknown (const AlphaKAnonymityParameters *parameters, GHashTable *unknown, GError **error)
{
  const guint n_unknown = g_hash_table_size (unknown);
  guint n_listed = 0;
  GString *list;

  if (n_unknown == 0)
    return TRUE;
  list = g_string_new (NULL);
  for (guint i = 0; parameters->bound[i] != NULL && n_listed < ALPHA_K_ANONYMITY_MAX_LISTED; i++)
    if (g_hash_table_contains (unknown, parameters->bound[i]))
      {
        g_autofree char *value = deid_text_show (parameters->bound[i], -1);

        g_string_append_printf (list, "%s'%s'", n_listed++ > 0 ? ", " : "", value);
      }
  deid_fail (error, DEID_ERROR_UNKNOWN_VALUE,
             "privacy model ak: attribute '%s' lacks %u of the values that alpha binds: %s%s",
             DEID_SHOW (parameters->sensitive), n_unknown, list->str,
             n_listed < n_unknown ? ", ..." : "");
  g_string_free (list, TRUE);
  return FALSE;
}

/* The state is for each value whether alpha binds it. */
static gboolean
alpha_k_anonymity_prepare (const DeidPrivacyInput *input, gpointer user_data, gpointer *state,
                           GError **error)
{
  const AlphaKAnonymityParameters *parameters = user_data;
  GHashTable *unknown;
  guint32 n_values;
  guint8 *is_bound;

  deid_privacy_input_get_counts (input, 0, &n_values);
  is_bound = deid_alloc (n_values, sizeof *is_bound, error);
  if (is_bound == NULL)
    return FALSE;
  unknown = g_hash_table_new (deid_hash_name, g_str_equal);
  for (guint i = 0; parameters->bound != NULL && parameters->bound[i] != NULL; i++)
    g_hash_table_add (unknown, parameters->bound[i]);
  for (guint32 v = 0; v < n_values; v++)
    {
      const char *value = deid_privacy_input_get_value (input, 0, v);

      is_bound[v]
          = parameters->bound == NULL || (value != NULL && g_hash_table_remove (unknown, value));
    }
  if (!check_unknown (parameters, unknown, error))
    g_clear_pointer (&is_bound, g_free);
  g_hash_table_destroy (unknown);
  *state = is_bound;
  return is_bound != NULL;
}

static gboolean
alpha_k_anonymity_accept (const DeidClass *eq_class, gpointer state, gpointer user_data,
                          gboolean *passes, GError **error)
{
  const AlphaKAnonymityParameters *parameters = user_data;
  const guint64 n = deid_class_get_n_records (eq_class);
  const guint8 *is_bound = state;
  const guint32 *values;
  const guint64 *counts;
  guint32 n_values;

  *passes = FALSE;
  if (n < parameters->k || deid_class_get_n_persons (eq_class) < parameters->k)
    return TRUE;
  values = deid_class_get_values (eq_class, 0, &n_values);
  counts = deid_class_get_counts (eq_class, 0, &n_values);
  for (guint32 i = 0; i < n_values; i++)
    if (is_bound[values[i]]
        && (DeidWide) counts[i] * parameters->alpha.denominator
               > (DeidWide) n * parameters->alpha.numerator)
      return TRUE;
  *passes = TRUE;
  return TRUE;
}

/* Shares of at most alpha add up to 1 only if there are 1 / alpha of them, or another value. */
static gboolean
alpha_k_anonymity_necessary (const DeidClass *eq_class, gpointer state, gpointer user_data,
                             gboolean *passes, GError **error)
{
  const AlphaKAnonymityParameters *parameters = user_data;
  const guint8 *is_bound = state;
  const guint32 *values;
  guint32 n_values;

  *passes = FALSE;
  if (deid_class_get_n_records (eq_class) < parameters->k
      || deid_class_get_n_persons (eq_class) < parameters->k)
    return TRUE;
  values = deid_class_get_values (eq_class, 0, &n_values);
  *passes = (DeidWide) n_values * parameters->alpha.numerator >= parameters->alpha.denominator;
  for (guint32 i = 0; i < n_values && !*passes; i++)
    *passes = !is_bound[values[i]];
  return TRUE;
}

/* By the definition. */
static gboolean
alpha_k_anonymity_recheck (const DeidClass *eq_class, const DeidPrivacyInput *input,
                           gpointer user_data, int *verdict, GError **error)
{
  const AlphaKAnonymityParameters *parameters = user_data;
  const DeidWide n = deid_class_get_n_records (eq_class);
  guint32 n_values;
  const guint32 *values = deid_class_get_values (eq_class, 0, &n_values);
  const guint64 *counts = deid_class_get_counts (eq_class, 0, &n_values);

  *verdict = -1;
  for (guint32 i = 0; i < n_values; i++)
    {
      const char *value = deid_privacy_input_get_value (input, 0, values[i]);
      const gboolean is_bound
          = parameters->bound == NULL
            || (value != NULL && g_strv_contains ((const char *const *) parameters->bound, value));

      if (is_bound
          && counts[i] * (DeidWide) parameters->alpha.denominator > parameters->alpha.numerator * n)
        return TRUE;
    }
  *verdict = deid_class_get_n_persons (eq_class) >= parameters->k ? 1 : -1;
  return TRUE;
}

static gboolean
alpha_k_anonymity_check_bound (const char *const *values, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (deid_hash_name, g_str_equal);
  const char *problem = NULL;

  if (values[0] == NULL)
    problem = "alpha binds no value";
  for (guint i = 0; problem == NULL && values[i] != NULL; i++)
    if (!g_utf8_validate (values[i], -1, NULL))
      problem = "a value is not valid UTF-8";
    else if (!g_hash_table_add (seen, (gpointer) values[i]))
      problem = "a value is given twice";
  if (problem != NULL)
    deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "privacy model ak: %s", problem);
  return problem == NULL;
}

DeidPrivacyModel *
deid_privacy_model_new_alpha_k_anonymity (const char *sensitive, double alpha, guint64 k,
                                          const char *const *values, GError **error)
{
  AlphaKAnonymityParameters parameters = { .k = k }, *data;
  const DeidModelSlots slots = {
    .describe = alpha_k_anonymity_describe,
    .prepare = alpha_k_anonymity_prepare,
    .free_state = deid_model_free_state,
    .accept = alpha_k_anonymity_accept,
    .necessary = alpha_k_anonymity_necessary,
    .recheck = alpha_k_anonymity_recheck,
    .closure = DEID_CLOSURE_UNION,
    .sentence
    = values == NULL
          ? "Each released combination of quasi-identifiers belongs to at least $2 $#, and no "
            "value of $@ has more than a share of $1 of its records"
          : "Each released combination of quasi-identifiers belongs to at least $2 $#, and none of "
            "some values of $@ has more than a share of $1 of its records ($:)",
  };

  g_return_val_if_fail (sensitive != NULL, NULL);

  if (!deid_parameter_init (&parameters.alpha, alpha, FALSE, "ak", error)
      || (values != NULL && !alpha_k_anonymity_check_bound (values, error)))
    return NULL;
  if (parameters.alpha.numerator > parameters.alpha.denominator)
    {
      deid_parameter_fail (&parameters.alpha, "ak", "at most 1", error);
      return NULL;
    }
  if (k == 0)
    {
      deid_privacy_model_fail ("ak", "k is 0", "at least 1", error);
      return NULL;
    }
  data = g_new (AlphaKAnonymityParameters, 1);
  *data = parameters;
  data->sensitive = g_strdup (sensitive);
  data->bound = g_strdupv ((GStrv) values);
  return deid_privacy_model_new_of_slots (&slots, data, alpha_k_anonymity_free_parameters,
                                          sensitive, error);
}
