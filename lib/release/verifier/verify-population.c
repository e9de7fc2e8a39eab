/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The verifier: classes of the population. */
#include "base/arrays.h"
#include "base/memory.h"
#include "release/verifier/verify-private.h"

static guint32
get_label_number (gconstpointer data, guint column, guint32 row)
{
  const DeidVerifiedAttribute *attribute = &((const DeidVerification *) data)->attributes[column];

  return attribute->population_numbers[deid_codes_get (&attribute->population->codes, row)];
}

gboolean
deid_plain_population_init (DeidPlainPopulation *plain, const DeidVerification *verification,
                            GError **error)
{
  *plain = (DeidPlainPopulation){ .verification = verification,
                                  .keys = { .n_columns = verification->n_attributes,
                                            .get_key = get_label_number,
                                            .data = verification } };
  if (verification->population == NULL)
    return TRUE;
  plain->n_rows = verification->population->n_rows;
  if (!deid_new_arrays (error, DEID_NEW (plain->rows, plain->n_rows),
                        DEID_NEW (plain->n_labels, verification->n_attributes)))
    return FALSE;
  for (guint64 row = 0; row < plain->n_rows; row++)
    plain->rows[row] = (guint32) row;
  for (guint a = 0; a < verification->n_attributes; a++)
    plain->n_labels[a] = verification->attributes[a].n_labels;
  plain->keys.n_keys = plain->n_labels;
  return deid_row_order_sort (plain->rows, plain->n_rows, &plain->keys,
                              deid_verification_count_parts (verification, plain->n_rows),
                              &verification->stop, error);
}

void
deid_plain_population_clear (DeidPlainPopulation *plain)
{
  g_free (plain->rows);
  g_free (plain->n_labels);
}

int
deid_plain_population_compare (const DeidPlainPopulation *plain, guint32 row)
{
  const DeidVerification *verification = plain->verification;

  if (plain->next == plain->n_rows)
    return 1;
  for (guint a = 0; a < verification->n_attributes; a++)
    {
      const DeidVerifiedAttribute *attribute = &verification->attributes[a];
      const guint32 own
          = attribute->label_numbers[deid_verified_attribute_get_entry (attribute, row)];
      const guint32 number = get_label_number (verification, a, plain->rows[plain->next]);

      if (number != own)
        return number < own ? -1 : 1;
    }
  return 0;
}

void
deid_plain_population_take (DeidPlainPopulation *plain, const char **labels, guint *levels)
{
  const DeidVerification *verification = plain->verification;

  plain->first_row = plain->rows[plain->next];
  plain->n_records = 0;
  while (plain->next < plain->n_rows
         && deid_row_keys_are_alike (&plain->keys, plain->first_row, plain->rows[plain->next]))
    plain->n_records
        += deid_dataset_get_weight (verification->population, plain->rows[plain->next++]);
  for (guint a = 0; a < verification->n_attributes; a++)
    {
      const DeidVerifiedAttribute *attribute = &verification->attributes[a];

      const DeidVerifiedLabel *label = &attribute->population_labels[deid_codes_get (
          &attribute->population->codes, plain->first_row)];

      labels[a] = label->text;
      levels[a] = label->level;
    }
}
