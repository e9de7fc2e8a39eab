/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The verifier: equivalence classes and privacy models. */
#include <stdlib.h>

#include "base/memory.h"
#include "release/row-order.h"
#include "release/verify-private.h"

/* The rows of one class of the input, and room for what models ask of it. */
typedef struct
{
  const guint32 *rows;
  guint64 n_rows;
  guint32 *codes; /* scratch: codes of one column */
  guint32 *values;
  guint64 *counts;
} PlainClass;

static guint32
get_label_number (gconstpointer data, guint column, guint32 row)
{
  const DeidVerifiedAttribute *attribute = &((const DeidVerification *) data)->attributes[column];

  return attribute->label_numbers[deid_codes_get (&attribute->source->codes, row)];
}

static gboolean
have_same_labels (const DeidVerification *verification, guint32 a, guint32 b)
{
  for (guint i = 0; i < verification->n_attributes; i++)
    if (get_label_number (verification, i, a) != get_label_number (verification, i, b))
      return FALSE;
  return TRUE;
}

static int
compare_codes (const void *a, const void *b)
{
  const guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return x < y ? -1 : x > y;
}

static guint64
count_records (const DeidVerification *verification, const PlainClass *plain)
{
  guint64 n_records = 0;

  for (guint64 i = 0; i < plain->n_rows; i++)
    n_records += deid_dataset_get_weight (verification->source, plain->rows[i]);
  return n_records;
}

static guint64
count_distinct (const DeidColumn *column, const PlainClass *plain)
{
  guint64 n_distinct = 0;

  for (guint64 i = 0; i < plain->n_rows; i++)
    plain->codes[i] = deid_codes_get (&column->codes, plain->rows[i]);
  qsort (plain->codes, plain->n_rows, sizeof *plain->codes, compare_codes);
  for (guint64 i = 0; i < plain->n_rows; i++)
    n_distinct += i == 0 || plain->codes[i] != plain->codes[i - 1];
  return n_distinct;
}

/* Distinct values in sorted order, then the records of each by search. */
static DeidDistribution
tabulate (const DeidVerification *verification, const DeidColumn *column, const PlainClass *plain)
{
  DeidDistribution distribution = { .values = plain->values, .counts = plain->counts };

  count_distinct (column, plain);
  for (guint64 i = 0; i < plain->n_rows; i++)
    if (i == 0 || plain->codes[i] != plain->codes[i - 1])
      {
        plain->values[distribution.n_values] = plain->codes[i];
        plain->counts[distribution.n_values++] = 0;
      }
  for (guint64 i = 0; i < plain->n_rows; i++)
    {
      const guint32 code = deid_codes_get (&column->codes, plain->rows[i]);
      const guint32 *found = bsearch (&code, plain->values, distribution.n_values,
                                      sizeof *plain->values, compare_codes);

      plain->counts[found - plain->values]
          += deid_dataset_get_weight (verification->source, plain->rows[i]);
    }
  return distribution;
}

/* Sets @worst to the smallest of the models' verdicts: 1 passes, 0 is too close to tell, -1 fails.
 */
static const DeidPrivacyModel *
recheck (const DeidVerification *verification, const PlainClass *plain, int *worst)
{
  const DeidProblem *problem = verification->result->problem;
  const DeidDataset *source = verification->source;
  const DeidPrivacyModel *failing = NULL;
  DeidClass judged = { .n_records = count_records (verification, plain) };

  judged.n_persons = source->entity_column != DEID_NO_COLUMN
                         ? count_distinct (&source->columns[source->entity_column], plain)
                         : judged.n_records;
  *worst = 1;
  for (guint i = 0; i < problem->models->len; i++)
    {
      const DeidPrivacyModel *model = deid_problem_get_model (problem, i);
      DeidDistribution distribution = { 0 };
      guint column;
      int verdict;

      if (model->sensitive != NULL
          && deid_dataset_find_column (source, model->sensitive, &column, NULL))
        distribution = tabulate (verification, &source->columns[column], plain);
      verdict = model->funcs->recheck (model, &judged, &distribution);
      if (verdict < *worst)
        {
          *worst = verdict;
          failing = model;
        }
    }
  return failing;
}

static gboolean
check_class (const DeidVerification *verification, const PlainClass *plain, guint64 *n_withheld,
             GError **error)
{
  const gboolean kept = verification->kept[plain->rows[0]];
  g_autofree char *place = NULL;
  const DeidPrivacyModel *failing;
  int worst;

  for (guint64 i = 1; i < plain->n_rows; i++)
    if (verification->kept[plain->rows[i]] != kept)
      {
        place = deid_dataset_locate (verification->source, plain->rows[i]);
        return deid_verification_fail (
            verification, error, "the class of %s of the input is released in part only", place);
      }
  failing = recheck (verification, plain, &worst);
  if (!kept)
    *n_withheld += count_records (verification, plain);
  if (kept ? worst >= 0 : worst <= 0)
    return TRUE;
  place = deid_dataset_locate (verification->source, plain->rows[0]);
  return deid_verification_fail (
      verification, error, "the class of %s of the input, of %" G_GUINT64_FORMAT " rows, %s %s",
      place, plain->n_rows, kept ? "is released but fails" : "is suppressed but passes",
      kept ? failing->text : "every privacy model");
}

static gboolean
check_classes (const DeidVerification *verification, PlainClass *plain, const guint32 *rows,
               GError **error)
{
  const DeidResult *result = verification->result;
  const guint64 n_rows = verification->source->n_rows;
  guint64 n_withheld = 0;

  for (guint64 start = 0; start < n_rows; start += plain->n_rows)
    {
      plain->rows = rows + start;
      plain->n_rows = 1;
      while (start + plain->n_rows < n_rows
             && have_same_labels (verification, rows[start], rows[start + plain->n_rows]))
        plain->n_rows++;
      if (!deid_stop_check (&verification->stop, error)
          || !check_class (verification, plain, &n_withheld, error))
        return FALSE;
    }
  if (n_withheld != result->n_suppressed)
    return deid_verification_fail (verification, error,
                                   "%" G_GUINT64_FORMAT
                                   " records are withheld, the result says %" G_GUINT64_FORMAT,
                                   n_withheld, result->n_suppressed);
  if (n_withheld > deid_problem_get_suppression_limit_count (result->problem)
      || n_withheld == verification->source->n_records)
    return deid_verification_fail (
        verification, error,
        "%" G_GUINT64_FORMAT " records are withheld, more than the limit allows", n_withheld);
  return TRUE;
}

gboolean
deid_verify_classes (DeidVerification *verification, GError **error)
{
  const guint64 n_rows = verification->source->n_rows;
  g_autofree guint32 *n_labels = g_new (guint32, verification->n_attributes);
  g_autofree guint32 *rows = deid_alloc (n_rows, sizeof *rows, error);
  PlainClass plain = { 0 };
  gboolean verified = rows != NULL
                      && (plain.codes = deid_alloc (n_rows, sizeof *plain.codes, error)) != NULL
                      && (plain.values = deid_alloc (n_rows, sizeof *plain.values, error)) != NULL
                      && (plain.counts = deid_alloc (n_rows, sizeof *plain.counts, error)) != NULL;

  for (guint64 row = 0; verified && row < n_rows; row++)
    rows[row] = (guint32) row;
  for (guint a = 0; a < verification->n_attributes; a++)
    n_labels[a] = verification->attributes[a].n_labels;
  verified = verified
             && deid_row_order_sort (rows, n_rows, verification->n_attributes, n_labels,
                                     get_label_number, verification, error)
             && check_classes (verification, &plain, rows, error);
  g_free (plain.codes);
  g_free (plain.values);
  g_free (plain.counts);
  return verified;
}
