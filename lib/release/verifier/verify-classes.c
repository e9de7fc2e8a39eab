/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/work.h"
#include "release/row-order.h"
#include "release/verifier/verify-class.h"
#include "release/verifier/verify-private.h"

#include <string.h>

/* The verifier: rows in the order of their labels. The label numbers of a row in neighbouring
 * attributes are the digits of one key while it stays below 2^62, made column by column. */

/* The rows of the population in the order of the numbers of their labels, to be taken class by
 * class; none if there is no population. */
typedef struct
{
  const DeidVerification *verification;
  guint32 *n_labels; /* of each quasi-identifier */
  DeidRowKeys keys;  /* the numbers of their labels */
  guint32 *rows;
  guint64 n_rows;
  guint64 next;      /* row of the next class */
  guint32 first_row; /* of the class taken last */
  guint64 n_records; /* of that class */
} DeidPlainPopulation;

/* Half of the greatest key: rows are sorted by the two halves. */
#define VERIFY_ORDER_HALF_BITS 31

/* How many rows ahead keys are fetched from memory: where they are is at random. */
#define VERIFY_ORDER_AHEAD 48

typedef struct
{
  const DeidVerification *verification;
  DeidPlainOrder *order;
  guint64 *keys;               /* of each row */
  guint first_digit, n_digits; /* those of the keys; whether rows are kept is the last one */
  guint n_parts;
} Ordering;

static guint32
verify_order_count_numbers (const Ordering *ordering, guint digit)
{
  const DeidVerification *verification = ordering->verification;

  return digit == verification->n_attributes ? 2
                                             : MAX (verification->attributes[digit].n_labels, 1);
}

/* Adds a digit to the keys of some rows. */
static void
add_digit (const Ordering *ordering, guint digit, guint64 first, guint n)
{
  const DeidVerification *verification = ordering->verification;
  const DeidVerifiedAttribute *attribute = &verification->attributes[digit];
  const guint64 n_numbers = verify_order_count_numbers (ordering, digit);
  guint64 *keys = ordering->keys + first;
  guint32 entries[DEID_VERIFIED_BLOCK];

  if (digit < verification->n_attributes)
    deid_verified_read_codes (deid_verified_attribute_get_entries (attribute), first, n, entries);
  for (guint i = 0; i < n; i++)
    keys[i] = keys[i] * n_numbers
              + (digit < verification->n_attributes ? attribute->label_numbers[entries[i]]
                                                    : verification->kept[first + i]);
}

static gboolean
make_keys_of_part (gpointer data, guint part, GError **error)
{
  const Ordering *ordering = data;
  const guint64 n_rows = ordering->order->n_rows;
  const guint64 start = deid_part_start (n_rows, ordering->n_parts, part);
  const guint64 end = deid_part_start (n_rows, ordering->n_parts, part + 1);

  for (guint64 first = start; first < end; first += DEID_VERIFIED_BLOCK)
    {
      const guint n = (guint) MIN (end - first, DEID_VERIFIED_BLOCK);

      if (!deid_stop_check_row (&ordering->verification->stop, first - start, error))
        return FALSE;
      memset (ordering->keys + first, 0, n * sizeof *ordering->keys);
      for (guint i = 0; i < ordering->n_digits; i++)
        if (verify_order_count_numbers (ordering, ordering->first_digit + i) > 1)
          add_digit (ordering, ordering->first_digit + i, first, n);
    }
  return TRUE;
}

static gboolean
verify_order_make_keys (Ordering *ordering, GError **error)
{
  return deid_parts_run (ordering->n_parts, ordering->n_parts, make_keys_of_part, ordering, error);
}

static guint32
get_half (gconstpointer data, guint column, guint32 row)
{
  const guint64 *keys = data;

  return (guint32) (column == 0
                        ? keys[row] >> VERIFY_ORDER_HALF_BITS
                        : keys[row] & ((G_GUINT64_CONSTANT (1) << VERIFY_ORDER_HALF_BITS) - 1));
}

static gboolean
sort_by_keys (const Ordering *ordering, guint64 n_keys, GError **error)
{
  const guint64 n_low = G_GUINT64_CONSTANT (1) << VERIFY_ORDER_HALF_BITS;
  const guint32 n_halves[] = { (guint32) (n_keys / n_low + 1), (guint32) MIN (n_keys, n_low) };
  const DeidRowKeys keys
      = { .n_columns = 2, .n_keys = n_halves, .get_key = get_half, .data = ordering->keys };

  return deid_row_order_sort (ordering->order->rows, ordering->order->n_rows, &keys,
                              ordering->n_parts, &ordering->verification->stop, error);
}

static gboolean
mark_starts_of_part (gpointer data, guint part, GError **error)
{
  const Ordering *ordering = data;
  const DeidPlainOrder *order = ordering->order;
  const guint64 start = deid_part_start (order->n_rows, ordering->n_parts, part);
  const guint64 end = deid_part_start (order->n_rows, ordering->n_parts, part + 1);
  guint64 last = start > 0 ? ordering->keys[order->rows[start - 1]] : 0;

  for (guint64 i = start; i < end; i++)
    {
      const guint64 key = ordering->keys[order->rows[i]];

      if (i + VERIFY_ORDER_AHEAD < end)
        __builtin_prefetch (&ordering->keys[order->rows[i + VERIFY_ORDER_AHEAD]], 0, 2);
      if (!deid_stop_check_row (&ordering->verification->stop, i - start, error))
        return FALSE;
      order->starts[i] |= i == 0 || key != last;
      last = key;
    }
  return TRUE;
}

static gboolean
mark_starts (Ordering *ordering, GError **error)
{
  return deid_parts_run (ordering->n_parts, ordering->n_parts, mark_starts_of_part, ordering,
                         error);
}

/* Chooses as many of the digits before @end as keys have room for. Returns: how many keys there
 * are. */
static guint64
choose_digits (Ordering *ordering, guint first, guint end)
{
  guint64 n_keys = 1;

  ordering->first_digit = end;
  while (ordering->first_digit > first
         && n_keys <= (G_GUINT64_CONSTANT (1) << 2 * VERIFY_ORDER_HALF_BITS)
                          / verify_order_count_numbers (ordering, ordering->first_digit - 1))
    n_keys *= verify_order_count_numbers (ordering, --ordering->first_digit);
  ordering->n_digits = end - ordering->first_digit;
  return n_keys;
}

/* Sorts by the last digits first. Then the keys of the first digits are there; those of others are
 * made once more to tell classes apart. */
static gboolean
verify_order_sort_rows (Ordering *ordering, guint first, guint end, GError **error)
{
  guint sorted = end;

  do
    {
      const guint64 n_keys = choose_digits (ordering, first, sorted);

      sorted = ordering->first_digit;
      if (!verify_order_make_keys (ordering, error) || !sort_by_keys (ordering, n_keys, error))
        return FALSE;
    }
  while (sorted > first);
  if (!mark_starts (ordering, error))
    return FALSE;
  choose_digits (ordering, first, end);
  for (; ordering->first_digit > first; choose_digits (ordering, first, ordering->first_digit))
    if (!verify_order_make_keys (ordering, error) || !mark_starts (ordering, error))
      return FALSE;
  return TRUE;
}

gboolean
deid_plain_order_init (DeidPlainOrder *order, const DeidVerification *verification, guint first,
                       guint end, GError **error)
{
  const guint64 n_rows = verification->source->n_rows;
  Ordering ordering = { .verification = verification,
                        .order = order,
                        .n_parts = deid_verification_count_parts (verification, n_rows) };
  gboolean success;

  *order = (DeidPlainOrder){ .n_rows = n_rows };
  success = deid_new_arrays (error, DEID_NEW (order->rows, n_rows),
                             DEID_NEW (order->starts, n_rows), DEID_NEW (ordering.keys, n_rows));
  for (guint64 row = 0; success && row < n_rows; row++)
    order->rows[row] = (guint32) row;
  success = success && verify_order_sort_rows (&ordering, first, end, error);
  g_free (ordering.keys);
  return success;
}

void
deid_plain_order_clear (DeidPlainOrder *order)
{
  g_free (order->rows);
  g_free (order->starts);
}

/* The verifier: classes of the population. */

static guint32
get_label_number (gconstpointer data, guint column, guint32 row)
{
  const DeidVerifiedAttribute *attribute = &((const DeidVerification *) data)->attributes[column];

  return attribute->population_numbers[deid_codes_get (&attribute->population->codes, row)];
}

static gboolean
plain_population_init (DeidPlainPopulation *plain, const DeidVerification *verification,
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

static void
plain_population_clear (DeidPlainPopulation *plain)
{
  g_free (plain->rows);
  g_free (plain->n_labels);
}

/* Returns: less than, equal to or greater than 0 as the next class comes before that of a row of
 * the input, has its labels, or comes after it or not at all. */
static int
plain_population_compare (const DeidPlainPopulation *plain, guint32 row)
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

/* Takes the next class and writes its labels and their levels. */
static void
plain_population_take (DeidPlainPopulation *plain, const char **labels, guint *levels)
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

/* The verifier: equivalence classes and privacy models. Classes are judged in parts, by as many
 * threads, if models allow it and there is no population, whose classes are taken in order. */

/* Neighbouring classes, and what was found of them. */
typedef struct
{
  DeidPlainClass plain;
  guint64 start; /* place of the first row */
  guint64 end;
  DeidTableClass *kept; /* or NULL, as in the table */
  guint32 n_kept;
  DeidTableClass *withheld; /* likewise */
  guint32 n_withheld;
  guint64 n_withheld_records;
} VerifyClassesPart;

typedef struct
{
  DeidVerification *verification;
  DeidPlainOrder order;
  DeidPlainJudges judges;
  DeidPlainPopulation population;
  DeidPlainTable table;
  VerifyClassesPart *parts;
  guint n_parts;
} VerifyClassesClasses;

/* Adds a class to those that conditions on the table see. Returns: whether it is as it may be. */
static gboolean
note_class (VerifyClassesPart *part, const DeidTableClass *seen, gboolean kept, gboolean passes)
{
  const DeidPlainJudges *judges = part->plain.judges;

  if (!kept)
    part->n_withheld_records += seen->n_records;
  else if (part->kept != NULL)
    part->kept[part->n_kept++] = *seen;
  if (kept == passes || (!kept && judges->verification->result->policy == NULL)
      || (!kept && deid_verification_judges_persons (judges->verification)))
    return TRUE;
  if (kept || part->withheld == NULL)
    return FALSE;
  part->withheld[part->n_withheld++] = *seen;
  return TRUE;
}

static gboolean
check_class (const DeidVerification *verification, VerifyClassesPart *part, GError **error)
{
  DeidPlainClass *plain = &part->plain;
  const gboolean kept = verification->kept[plain->rows[0]];
  g_autofree char *place = NULL;
  const DeidPrivacyModel *failing;
  DeidTableClass seen;

  for (guint64 i = 1; i < plain->n_rows; i++)
    if (verification->kept[plain->rows[i]] != kept)
      {
        place = deid_dataset_locate (verification->source, plain->rows[i]);
        return deid_verification_fail (
            verification, error, "the class of %s of the input is released in part only", place);
      }
  if (!deid_plain_class_recheck (plain, &seen, &failing, error))
    return FALSE;
  if (note_class (part, &seen, kept, failing == NULL))
    return !kept || deid_verify_not_forced (verification, plain->rows[0], seen.n_records, error);
  place = deid_dataset_locate (verification->source, plain->rows[0]);
  return deid_verification_fail (
      verification, error, "the class of %s of the input, of %" G_GUINT64_FORMAT " rows, %s %s",
      place, plain->n_rows, kept ? "is released but fails" : "is suppressed but passes",
      kept ? failing->shown : "every privacy model");
}

/* Takes the next class of the population, which has no rows of the input. */
static gboolean
take_unmatched (DeidPlainPopulation *population, DeidPlainClass *plain, GError **error)
{
  plain_population_take (population, plain->labels, plain->levels);
  return deid_plain_class_check_unmatched (plain, population->n_records, population->first_row,
                                           error);
}

/* Takes the classes of the population up to that of the rows. */
static gboolean
match_population (DeidPlainPopulation *population, DeidPlainClass *plain, GError **error)
{
  int order;

  plain->n_population = 0;
  while ((order = plain_population_compare (population, plain->rows[0])) < 0)
    if (!take_unmatched (population, plain, error))
      return FALSE;
  if (order > 0)
    return TRUE;
  plain_population_take (population, plain->labels, plain->levels);
  plain->n_population = population->n_records;
  return TRUE;
}

static gboolean
verify_classes_check_part (gpointer data, guint number, GError **error)
{
  VerifyClassesClasses *classes = data;
  VerifyClassesPart *part = &classes->parts[number];
  DeidPlainClass *plain = &part->plain;

  for (guint64 start = part->start; start < part->end; start += plain->n_rows)
    {
      plain->rows = classes->order.rows + start;
      plain->n_rows = deid_plain_order_get_end (&classes->order, start) - start;
      if (!deid_stop_check (&classes->verification->stop, error)
          || !match_population (&classes->population, plain, error)
          || !check_class (classes->verification, part, error))
        return FALSE;
    }
  return TRUE;
}

/* Puts together what was found of the parts. Returns: how many records are withheld. */
static guint64
gather_parts (VerifyClassesClasses *classes)
{
  DeidPlainTable *table = &classes->table;
  guint64 n_withheld = 0;

  for (guint p = 0; p < classes->n_parts; p++)
    {
      const VerifyClassesPart *part = &classes->parts[p];

      if (part->n_kept > 0)
        memmove (table->kept + table->n_kept, part->kept, part->n_kept * sizeof *part->kept);
      if (part->n_withheld > 0)
        memmove (table->withheld + table->n_withheld, part->withheld,
                 part->n_withheld * sizeof *part->withheld);
      table->n_kept += part->n_kept;
      table->n_withheld += part->n_withheld;
      n_withheld += part->n_withheld_records;
      classes->verification->cost += part->plain.cost;
    }
  return n_withheld;
}

static gboolean
check_classes (VerifyClassesClasses *classes, GError **error)
{
  const DeidVerification *verification = classes->verification;
  const DeidResult *result = verification->result;
  guint64 n_withheld;

  if (!deid_parts_run (classes->n_parts, classes->n_parts, verify_classes_check_part, classes,
                       error))
    return FALSE;
  while (classes->population.next < classes->population.n_rows)
    if (!take_unmatched (&classes->population, &classes->parts[0].plain, error))
      return FALSE;
  n_withheld = gather_parts (classes);
  if (n_withheld != result->n_suppressed)
    return deid_verification_fail (verification, error,
                                   "%" G_GUINT64_FORMAT
                                   " records are suppressed, the result says %" G_GUINT64_FORMAT,
                                   n_withheld, result->n_suppressed);
  if (n_withheld > deid_problem_get_n_suppressible (result->problem)
      || n_withheld == verification->source->n_records)
    return deid_verification_fail (
        verification, error,
        "%" G_GUINT64_FORMAT " records are suppressed, more than the limit allows", n_withheld);
  return deid_verify_table (verification, &classes->judges.models, &classes->table, n_withheld,
                            error);
}

static guint64
count_classes (const DeidPlainOrder *order, guint64 start, guint64 end)
{
  guint64 n = 0;

  for (guint64 i = start; i < end; i++)
    n += order->starts[i] != 0;
  return n;
}

/* Each part has room for its classes. */
static gboolean
init_parts (VerifyClassesClasses *classes, GError **error)
{
  const guint64 n_rows = classes->order.n_rows;
  guint64 start = 0, n_before = 0;

  classes->n_parts = classes->verification->population == NULL
                             && deid_plain_judges_are_thread_safe (&classes->judges)
                         ? deid_verification_count_parts (classes->verification, n_rows)
                         : 1;
  if (!deid_new_arrays (error, DEID_NEW (classes->parts, classes->n_parts)))
    return FALSE;
  for (guint p = 0; p < classes->n_parts; p++)
    {
      VerifyClassesPart *part = &classes->parts[p];

      if (!deid_plain_class_init (&part->plain, &classes->judges, error))
        return FALSE;
      part->start = start;
      part->kept = classes->table.kept != NULL ? classes->table.kept + n_before : NULL;
      part->withheld = classes->table.withheld != NULL ? classes->table.withheld + n_before : NULL;
      start = MAX (start, deid_part_start (n_rows, classes->n_parts, p + 1));
      while (start < n_rows && !classes->order.starts[start])
        start++;
      part->end = start;
      n_before += count_classes (&classes->order, part->start, part->end);
    }
  return TRUE;
}

static gboolean
classes_init (VerifyClassesClasses *classes, DeidVerification *verification, GError **error)
{
  /* suppressed records of a local recoding, or those of persons, are in no class that is released
   */
  const gboolean is_split
      = verification->result->policy == NULL || deid_verification_judges_persons (verification);
  const guint n_numbers = verification->n_attributes + (is_split ? 1 : 0);

  *classes = (VerifyClassesClasses){ .verification = verification };
  return deid_plain_order_init (&classes->order, verification, 0, n_numbers, error)
         && plain_population_init (&classes->population, verification, error)
         && deid_plain_judges_init (&classes->judges, verification, error)
         && deid_plain_table_init (&classes->table, &classes->judges.models,
                                   count_classes (&classes->order, 0, classes->order.n_rows), error)
         && init_parts (classes, error);
}

static void
classes_clear (VerifyClassesClasses *classes)
{
  for (guint p = 0; classes->parts != NULL && p < classes->n_parts; p++)
    deid_plain_class_clear (&classes->parts[p].plain);
  g_free (classes->parts);
  deid_plain_table_clear (&classes->table);
  deid_plain_judges_clear (&classes->judges);
  plain_population_clear (&classes->population);
  deid_plain_order_clear (&classes->order);
}

gboolean
deid_verify_classes (DeidVerification *verification, GError **error)
{
  VerifyClassesClasses classes;
  const gboolean verified
      = classes_init (&classes, verification, error) && check_classes (&classes, error);

  classes_clear (&classes);
  return verified;
}
