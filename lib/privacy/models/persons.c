/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Persons with all their rows. Sources: what an attacker who knows all rows of a person sees:
 * K. El Emam et al., "De-identification methods for open health data: the case of the Heritage
 * Health Prize claims dataset", J Med Internet Res 14 (2012); A. Tamersoy, G. Loukides, M. E.
 * Nergiz, Y. Saygin, B. Malin, "Anonymization of longitudinal electronic medical records", IEEE T
 * Inf Technol B 16 (2012). One who knows at most m of them: M. Terrovitis, N. Mamoulis, P. Kalnis,
 * "Privacy-preserving anonymization of set-valued data", PVLDB 1 (2008), whose items are rows here.
 */
#include "privacy/models.h"
#include "privacy/privacy-model-private.h"

static char *
persons_describe (gpointer data)
{
  const DeidPersonsCondition *condition = data;

  if (condition->n_known == 0)
    return g_strdup_printf ("persons:%" G_GUINT64_FORMAT, condition->k);
  return g_strdup_printf ("persons:%" G_GUINT64_FORMAT ":%u%s", condition->k, condition->n_known,
                          condition->knows_number ? ":number" : "");
}

/* What a row of a person gives away alone: whoever is released has a label in common with enough
 * others, whichever of the rows is known. It is all that a class tells. */
static gboolean
persons_accept (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes,
                GError **error)
{
  *passes = deid_class_get_n_persons (eq_class) >= ((const DeidPersonsCondition *) data)->k;
  return TRUE;
}

static gboolean
persons_of_column_accept (const DeidClass *eq_class, gpointer state, gpointer data,
                          gboolean *passes, GError **error)
{
  guint32 n_values;

  deid_class_get_values (eq_class, 0, &n_values);
  *passes = n_values >= ((const DeidPersonsCondition *) data)->k;
  return TRUE;
}

/* Returns: (transfer full): what pages say of the model. */
static char *
make_sentence (const DeidPersonsCondition *condition, gboolean has_column)
{
  const char *one = has_column ? "value of $@" : "person",
             *many = has_column ? "values" : "persons";
  const gboolean is_one = condition->n_known == 1 && !condition->knows_number;

  if (condition->n_known == 0)
    return g_strdup_printf ("Each %s is one of at least $1 %s look alike in all records together",
                            one, has_column ? "that" : "who");
  return g_strdup_printf ("Whichever %s of a %s %s known%s, at least $1 %s have such %s",
                          is_one ? "record" : "$2 records", one, is_one ? "is" : "are",
                          condition->knows_number ? ", and how many there are" : "", many,
                          is_one ? "a record" : "records");
}

DeidPrivacyModel *
deid_privacy_model_new_persons (const char *column, guint64 k, guint64 n_known,
                                gboolean knows_number, GError **error)
{
  const DeidPersonsCondition condition
      = { .k = k, .n_known = (guint) n_known, .knows_number = knows_number };
  g_autofree char *sentence = make_sentence (&condition, column != NULL);
  const DeidModelSlots slots = {
    .describe = persons_describe,
    .accept = column != NULL ? persons_of_column_accept : persons_accept,
    .closure = DEID_CLOSURE_SUPERSET,
    .size_only = column == NULL,
    .least_values = column != NULL ? k : 0,
    .persons = &condition,
    .sentence = sentence,
  };

  if (k == 0)
    deid_privacy_model_fail ("persons", "0", "at least 1", error);
  else if (n_known > DEID_MAX_KNOWN_ROWS)
    deid_privacy_model_fail ("persons", "too many known rows",
                             "at most 8, or persons:K for all of them", error);
  else
    return deid_privacy_model_new_of_slots (&slots, g_memdup2 (&condition, sizeof condition),
                                            g_free, column, error);
  return NULL;
}
