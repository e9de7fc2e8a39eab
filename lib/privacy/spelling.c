/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The short spellings of the library's models: a name, parameters behind colons, and the sensitive
 * attribute behind an @. */
#include <string.h>

#include "base/rational.h"
#include "privacy/privacy-model-private.h"
#include "privacy/t-closeness.h"

/* A spelling taken apart. */
typedef struct
{
  const char *text;
  char **parts; /* the name and the parameters */
  guint n_parts;
  const char *sensitive;
} Spelling;

typedef DeidPrivacyModel *(*Make) (const Spelling *spelling, GError **error);

static gboolean
read_count (const Spelling *spelling, guint i, guint64 *count, GError **error)
{
  if (deid_uint64_from_decimal (spelling->parts[i], count))
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE,
               "privacy model %s: '%s', expected a positive integer", spelling->parts[0],
               spelling->parts[i]);
  return FALSE;
}

static gboolean
read_number (const Spelling *spelling, guint i, double *number, GError **error)
{
  if (deid_double_from_decimal (spelling->parts[i], number))
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE, "privacy model %s: '%s', expected a number",
               spelling->parts[0], spelling->parts[i]);
  return FALSE;
}

static DeidPrivacyModel *
make_k (const Spelling *spelling, GError **error)
{
  guint64 k;

  return read_count (spelling, 1, &k, error) ? deid_k_anonymity_new (k, error) : NULL;
}

static DeidPrivacyModel *
make_dl (const Spelling *spelling, GError **error)
{
  guint64 l;

  return read_count (spelling, 1, &l, error)
             ? deid_distinct_l_diversity_new (spelling->sensitive, l, error)
             : NULL;
}

static DeidPrivacyModel *
make_el (const Spelling *spelling, GError **error)
{
  double l;

  return read_number (spelling, 1, &l, error)
             ? deid_entropy_l_diversity_new (spelling->sensitive, l, error)
             : NULL;
}

static DeidPrivacyModel *
make_te (const Spelling *spelling, GError **error)
{
  double t;

  return read_number (spelling, 1, &t, error)
             ? deid_equal_t_closeness_new (spelling->sensitive, t, error)
             : NULL;
}

static DeidPrivacyModel *
make_to (const Spelling *spelling, GError **error)
{
  const char *order = spelling->n_parts > 2 ? spelling->parts[2] : "";
  double t;

  if (!read_number (spelling, 1, &t, error))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (deid_value_order_names); i++)
    if (g_str_equal (order, deid_value_order_names[i]))
      return deid_ordered_t_closeness_new (spelling->sensitive, t, (DeidValueOrder) i, error);
  g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE, "privacy model to: '%s', expected int or num",
               order);
  return NULL;
}

static DeidPrivacyModel *
make_th (const Spelling *spelling, GError **error)
{
  double t;

  return read_number (spelling, 1, &t, error)
             ? deid_hierarchical_t_closeness_new (spelling->sensitive, t, error)
             : NULL;
}

/* @n_parts counts the name. */
static const struct
{
  const char *name;
  guint min_parts, max_parts;
  gboolean needs_sensitive;
  Make make;
  const char *usage;
} models[] = {
  { "k", 2, 2, FALSE, make_k, "k:K" },
  { "dl", 2, 2, TRUE, make_dl, "dl:L@ATTRIBUTE" },
  { "el", 2, 2, TRUE, make_el, "el:L@ATTRIBUTE" },
  { "te", 2, 2, TRUE, make_te, "te:T@ATTRIBUTE" },
  { "to", 2, 3, TRUE, make_to, "to:T[:int|:num]@ATTRIBUTE" },
  { "th", 2, 2, TRUE, make_th, "th:T@ATTRIBUTE" },
};

static DeidPrivacyModel *
fail_unknown (const char *text, GError **error)
{
  g_autoptr (GString) usages = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    g_string_append_printf (usages, "%s%s",
                            i == 0 ? "" : (i + 1 < G_N_ELEMENTS (models) ? ", " : " or "),
                            models[i].usage);
  g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE, "privacy model '%s', expected %s", text,
               usages->str);
  return NULL;
}

static DeidPrivacyModel *
make_model (const Spelling *spelling, gboolean names_sensitive, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      if (!g_str_equal (spelling->parts[0], models[i].name)
          || spelling->n_parts < models[i].min_parts || spelling->n_parts > models[i].max_parts
          || (names_sensitive && !models[i].needs_sensitive))
        continue;
      if (!models[i].needs_sensitive || spelling->sensitive != NULL)
        return models[i].make (spelling, error);
      g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE,
                   "privacy model '%s': no sensitive attribute, expected one behind '@'",
                   spelling->text);
      return NULL;
    }
  return fail_unknown (spelling->text, error);
}

DeidPrivacyModel *
deid_privacy_model_new_from_string (const char *text, const char *sensitive, GError **error)
{
  g_auto (GStrv) parts = NULL;
  g_autofree char *before = NULL;
  const char *at;
  Spelling spelling = { .text = text, .sensitive = sensitive };

  g_return_val_if_fail (text != NULL, NULL);

  at = strchr (text, '@');
  before = at != NULL ? g_strndup (text, (gsize) (at - text)) : g_strdup (text);
  if (at != NULL)
    spelling.sensitive = at + 1;
  parts = g_strsplit (before, ":", 0);
  if (parts[0] == NULL)
    return fail_unknown (text, error);
  spelling.parts = parts;
  spelling.n_parts = g_strv_length (parts);
  return make_model (&spelling, at != NULL, error);
}
