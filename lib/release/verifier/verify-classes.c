/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The verifier: equivalence classes and privacy models. Classes are judged in parts, by as many
 * threads, if models allow it and there is no population, whose classes are taken in order. */
#include <string.h>

#include "base/arrays.h"
#include "base/parts.h"
#include "release/verifier/verify-class.h"
#include "release/verifier/verify-order.h"

/* Neighbouring classes, and what was found of them. */
typedef struct
{
  DeidPlainClass plain;
  guint64 start; /* place of the first row */
  guint64 end;
  DeidTableClass *kept;
  guint32 n_kept;
  DeidTableClass *withheld;
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

  if (kept)
    part->kept[part->n_kept++] = *seen;
  else
    part->n_withheld_records += seen->n_records;
  if (kept == passes || (!kept && judges->verification->result->policy == NULL))
    return TRUE;
  if (kept || !deid_plain_table_may_withhold (&judges->models))
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
    return !kept || seen.n_records != 2
           || deid_verify_not_forced (verification, plain->rows[0], error);
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
  deid_plain_population_take (population, plain->labels, plain->levels);
  return deid_plain_class_check_unmatched (plain, population->n_records, population->first_row,
                                           error);
}

/* Takes the classes of the population up to that of the rows. */
static gboolean
match_population (DeidPlainPopulation *population, DeidPlainClass *plain, GError **error)
{
  int order;

  plain->n_population = 0;
  while ((order = deid_plain_population_compare (population, plain->rows[0])) < 0)
    if (!take_unmatched (population, plain, error))
      return FALSE;
  if (order > 0)
    return TRUE;
  deid_plain_population_take (population, plain->labels, plain->levels);
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

      memmove (table->kept + table->n_kept, part->kept, part->n_kept * sizeof *part->kept);
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

/* Of each part there is room for as many classes as it has rows. */
static gboolean
init_parts (VerifyClassesClasses *classes, GError **error)
{
  const guint64 n_rows = classes->order.n_rows;
  guint64 start = 0;

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
      part->kept = classes->table.kept + start;
      part->withheld = classes->table.withheld + start;
      start = MAX (start, deid_part_start (n_rows, classes->n_parts, p + 1));
      while (start < n_rows && !classes->order.starts[start])
        start++;
      part->end = start;
    }
  return TRUE;
}

static gboolean
classes_init (VerifyClassesClasses *classes, DeidVerification *verification, GError **error)
{
  /* suppressed records of a local recoding are in no class that is released */
  const guint n_numbers
      = verification->n_attributes + (verification->result->policy == NULL ? 1 : 0);

  *classes = (VerifyClassesClasses){ .verification = verification };
  return deid_plain_order_init (&classes->order, verification, 0, n_numbers, error)
         && deid_plain_population_init (&classes->population, verification, error)
         && deid_plain_judges_init (&classes->judges, verification, error)
         && deid_plain_table_init (&classes->table, verification->source->n_rows, error)
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
  deid_plain_population_clear (&classes->population);
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
