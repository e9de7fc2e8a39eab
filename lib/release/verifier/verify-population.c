/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The verifier: classes of the population. */
#include "base/arrays.h"
#include "base/memory.h"
#include "release/row-order.h"
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
  g_autofree guint32 *n_labels = NULL;

  *plain = (DeidPlainPopulation){ .verification = verification };
  if (verification->population == NULL)
    return TRUE;
  plain->n_rows = verification->population->n_rows;
  if (!deid_new_arrays (error, DEID_NEW (plain->rows, plain->n_rows),
                        DEID_NEW (n_labels, verification->n_attributes)))
    return FALSE;
  for (guint64 row = 0; row < plain->n_rows; row++)
    plain->rows[row] = (guint32) row;
  for (guint a = 0; a < verification->n_attributes; a++)
    n_labels[a] = verification->attributes[a].n_labels;
  return deid_row_order_sort (plain->rows, plain->n_rows, verification->n_attributes, n_labels,
                              get_label_number, verification, &verification->stop, error);
}

void
deid_plain_population_clear (DeidPlainPopulation *plain)
{
  g_free (plain->rows);
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

static gboolean
have_same_labels (const DeidVerification *verification, guint32 a, guint32 b)
{
  for (guint i = 0; i < verification->n_attributes; i++)
    if (get_label_number (verification, i, a) != get_label_number (verification, i, b))
      return FALSE;
  return TRUE;
}

void
deid_plain_population_take (DeidPlainPopulation *plain, const char **labels, guint *levels)
{
  const DeidVerification *verification = plain->verification;

  plain->first_row = plain->rows[plain->next];
  plain->n_records = 0;
  while (plain->next < plain->n_rows
         && have_same_labels (verification, plain->first_row, plain->rows[plain->next]))
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
