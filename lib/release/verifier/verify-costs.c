/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The verifier: what quality models ask of classes. */
#include "release/verifier/verify-costs.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"

/* The labels of a level by their text; one of them may be a missing value. */
typedef struct
{
  DeidDictionary texts;
  guint32 *numbers; /* of each text */
  guint32 missing;
} VerifyCostsLabels;

static gboolean
verify_costs_read_labels (VerifyCostsLabels *labels, const DeidQualityInput *input, guint a,
                          guint level, GError **error)
{
  const guint32 n = deid_quality_input_get_n_labels (input, a, level);

  labels->numbers = deid_alloc (n, sizeof *labels->numbers, error);
  for (guint32 label = 0; labels->numbers != NULL && label < n; label++)
    {
      const char *text = deid_quality_input_get_label (input, a, level, label);
      guint32 code;

      if (text == NULL)
        labels->missing = label;
      else if (deid_dictionary_add (&labels->texts, text, strlen (text), &code, error))
        labels->numbers[code] = label;
      else
        return FALSE;
    }
  return labels->numbers != NULL;
}

static guint32
verify_costs_find_label (const VerifyCostsLabels *labels, const char *text)
{
  const guint32 code
      = text != NULL ? deid_dictionary_find (&labels->texts, text, strlen (text)) : DEID_NO_CODE;

  return code != DEID_NO_CODE ? labels->numbers[code] : labels->missing;
}

/* Finds the numbers of those labels that are on a level. */
static gboolean
verify_costs_number_level (const DeidVerification *verification, guint a, guint level,
                           guint32 *numbers, GError **error)
{
  const DeidVerifiedAttribute *attribute = &verification->attributes[a];
  VerifyCostsLabels labels = { 0 };
  gboolean success;

  deid_dictionary_init (&labels.texts);
  success = verify_costs_read_labels (&labels, &verification->quality_input, a, level, error);
  for (guint32 entry = 0; success && entry < attribute->n_entries; entry++)
    if (attribute->expected[entry].level == level)
      numbers[entry] = verify_costs_find_label (&labels, attribute->expected[entry].text);
  deid_dictionary_clear (&labels.texts);
  g_free (labels.numbers);
  return success;
}

/* Finds the number of the label of each entry of a quasi-identifier. */
static guint32 *
verify_costs_number_labels (const DeidVerification *verification, guint a, GError **error)
{
  const DeidVerifiedAttribute *attribute = &verification->attributes[a];
  const guint32 n_entries = attribute->n_entries;
  const gboolean has_levels = attribute->bound->cuts != NULL || attribute->entries != NULL;
  g_autofree guint32 *numbers = deid_alloc (n_entries, sizeof *numbers, error);

  if (numbers == NULL)
    return NULL;
  for (guint32 entry = 0; attribute->hierarchy == NULL && entry < n_entries; entry++)
    numbers[entry] = attribute->expected[entry].number;
  for (guint level = 0; attribute->hierarchy != NULL && level < attribute->bound->n_levels; level++)
    if ((has_levels || level == attribute->level)
        && !verify_costs_number_level (verification, a, level, numbers, error))
      return NULL;
  return g_steal_pointer (&numbers);
}

static gboolean
verify_costs_find_column (DeidPlainCosts *costs, const DeidVerification *verification, guint c,
                          GError **error)
{
  const DeidDataset *source = verification->source;
  guint number;

  if (!deid_dataset_find_column (source, verification->result->problem->quality->columns[c],
                                 &number, error))
    return FALSE;
  costs->columns[c] = &source->columns[number];
  costs->places[c] = c;
  return TRUE;
}

gboolean
deid_plain_costs_init (DeidPlainCosts *costs, const DeidVerification *verification, GError **error)
{
  const guint n_attributes = verification->n_attributes;
  const guint n_columns = verification->result->problem->quality->n_columns;

  *costs = (DeidPlainCosts){ .n_attributes = 0 };
  if (!deid_new_arrays (error, DEID_NEW (costs->numbers_of_codes, n_attributes),
                        DEID_NEW (costs->columns, n_columns), DEID_NEW (costs->places, n_columns)))
    return FALSE;
  costs->n_attributes = n_attributes;
  costs->n_columns = n_columns;
  for (guint a = 0; a < n_attributes; a++)
    {
      costs->numbers_of_codes[a] = verify_costs_number_labels (verification, a, error);
      if (costs->numbers_of_codes[a] == NULL)
        return FALSE;
    }
  for (guint c = 0; c < n_columns; c++)
    if (!verify_costs_find_column (costs, verification, c, error))
      return FALSE;
  return TRUE;
}

void
deid_plain_costs_clear (DeidPlainCosts *costs)
{
  for (guint a = 0; a < costs->n_attributes; a++)
    g_free (costs->numbers_of_codes[a]);
  g_free (costs->numbers_of_codes);
  g_free (costs->columns);
  g_free (costs->places);
}
