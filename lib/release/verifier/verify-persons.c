/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The verifier: pseudonyms of persons. */
#include "base/arrays.h"
#include "release/verifier/verify-private.h"

#include <string.h>

/* For each person the pseudonym that a row gave it, and for each pseudonym the person. */
typedef struct
{
  const DeidColumn *source;
  const DeidColumn *released;
  guint32 *of_persons;
  guint32 *of_names;
} VerifiedPersons;

/* Returns: (nullable): what is wrong with the pseudonym of a row. */
static const char *
find_fault (const VerifiedPersons *persons, gboolean is_withheld, guint32 person, guint32 name)
{
  const char *text = deid_dictionary_get (&persons->released->dictionary, name);
  const char *own = deid_dictionary_get (&persons->source->dictionary, person);

  if (is_withheld || own == NULL)
    return text != NULL ? "a pseudonym, expected none" : NULL;
  if (text == NULL)
    return "no pseudonym";
  if (g_str_equal (text, own))
    return "the person's own value, expected a pseudonym";
  if (persons->of_persons[person] != DEID_NO_CODE && persons->of_persons[person] != name)
    return "a second pseudonym of a person";
  if (persons->of_names[name] != DEID_NO_CODE && persons->of_names[name] != person)
    return "the pseudonym of two persons";
  persons->of_persons[person] = name;
  persons->of_names[name] = person;
  return NULL;
}

static gboolean
verify_persons_check_row (const DeidVerification *verification, const VerifiedPersons *persons,
                          guint64 row, GError **error)
{
  const guint32 name = deid_codes_get (&persons->released->codes, row);
  guint64 n_sources;
  const guint32 *sources
      = deid_released_rows_get (&verification->release->origin->rows, row, &n_sources);

  for (guint64 s = 0; s < n_sources; s++)
    {
      const char *fault = find_fault (persons, deid_verification_is_suppressed (verification, row),
                                      deid_codes_get (&persons->source->codes, sources[s]), name);

      if (fault != NULL)
        return deid_verification_fail (verification, error,
                                       "row %" G_GUINT64_FORMAT ", column '%s': %s", row + 1,
                                       deid_column_show (persons->source), fault);
    }
  return TRUE;
}

gboolean
deid_verify_persons (const DeidVerification *verification, const DeidColumn *source,
                     const DeidColumn *released, GError **error)
{
  const guint32 n_persons = source->dictionary.n, n_names = released->dictionary.n;
  VerifiedPersons persons = { .source = source, .released = released };
  gboolean success = deid_new_arrays (error, DEID_NEW (persons.of_persons, n_persons),
                                      DEID_NEW (persons.of_names, n_names));

  if (success)
    {
      memset (persons.of_persons, 0xFF, n_persons * sizeof *persons.of_persons);
      memset (persons.of_names, 0xFF, n_names * sizeof *persons.of_names);
    }
  for (guint64 row = 0; success && row < verification->release->n_rows; row++)
    success = deid_stop_check_row (&verification->stop, row, error)
              && verify_persons_check_row (verification, &persons, row, error);
  deid_free_arrays (persons.of_persons, persons.of_names);
  return success;
}
