/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/memory.h"
#include "privacy/privacy-model-private.h"
#include "release/verifier/verify-private.h"

#include <string.h>

/* The verifier: models that judge persons with all their rows, by their definition. Rows are put in
 * the order of their persons and classes; what an attacker may know of a person is put in order, so
 * that persons of whom the same is known come together. */

/* The records that a person has in a class. */
typedef struct
{
  guint32 number; /* of the class */
  guint32 n_records;
} VerifyHistoriesClass;

typedef struct
{
  const VerifyHistoriesClass *classes; /* in the order of their numbers */
  guint32 n_classes;
  guint32 n_records;
  const guint32 *rows; /* of the source */
  guint32 n_rows;
  gboolean is_kept;
  gboolean stays;
} VerifiedPerson;

/* A person with the last of the records that are known of it. */
typedef struct
{
  VerifiedPerson *person;
  guint32 place;  /* of its class among those of the person */
  guint32 n_used; /* records of this class that are known */
} KnownRecord;

typedef struct
{
  DeidVerification *verification;
  const DeidColumn *column; /* the column whose values are the persons */
  const guint32 *class_of_row;
  guint32 *rows; /* of each person, together */
  VerifyHistoriesClass *classes;
  VerifiedPerson *persons;
  guint64 n;
} VerifyHistories;

/* Returns: (transfer full): the number of the class of each row. */
static guint32 *
number_rows (DeidVerification *verification, GError **error)
{
  g_autofree guint32 *numbers = deid_alloc (verification->source->n_rows, sizeof *numbers, error);
  DeidPlainOrder order;
  guint32 number = 0;
  gboolean success;

  if (numbers == NULL)
    return NULL;
  success = deid_plain_order_init (&order, verification, 0, verification->n_attributes, error);
  for (guint64 i = 0; success && i < order.n_rows; i++)
    {
      number += i > 0 && order.starts[i] ? 1 : 0;
      numbers[order.rows[i]] = number;
    }
  deid_plain_order_clear (&order);
  return success ? g_steal_pointer (&numbers) : NULL;
}

/* Adds a row to the persons and their classes, which come in order. Returns: whether all rows of
 * the person are released, or none. */
static gboolean
add_row (VerifyHistories *all, guint64 i, gboolean is_new, guint64 *n_classes)
{
  const guint32 row = all->rows[i];
  const DeidVerification *verification = all->verification;
  const guint32 number = all->class_of_row[row];
  const guint32 weight = (guint32) deid_dataset_get_weight (verification->source, row);
  VerifiedPerson *person;

  if (is_new)
    all->persons[all->n++] = (VerifiedPerson){ .classes = all->classes + *n_classes,
                                               .rows = all->rows + i,
                                               .is_kept = verification->kept[row] };
  person = &all->persons[all->n - 1];
  if (is_new || all->classes[*n_classes - 1].number != number)
    {
      all->classes[(*n_classes)++] = (VerifyHistoriesClass){ .number = number };
      person->n_classes++;
    }
  all->classes[*n_classes - 1].n_records += weight;
  person->n_records += weight;
  person->n_rows++;
  return person->is_kept == verification->kept[row];
}

static gboolean
histories_list (VerifyHistories *all, GError **error)
{
  const DeidVerification *verification = all->verification;
  const DeidDataset *source = verification->source;
  const DeidCodes *codes = &all->column->codes;
  g_autofree DeidKeyedNumber *order = NULL, *scratch = NULL;
  guint64 n_classes = 0;

  if (!deid_new_arrays (error, DEID_NEW (order, source->n_rows), DEID_NEW (scratch, source->n_rows),
                        DEID_NEW (all->classes, source->n_rows),
                        DEID_NEW (all->rows, source->n_rows),
                        DEID_NEW (all->persons, all->column->dictionary.n)))
    return FALSE;
  for (guint64 row = 0; row < source->n_rows; row++)
    order[row] = (DeidKeyedNumber){ .key = (guint64) deid_codes_get (codes, row) << 32
                                           | all->class_of_row[row],
                                    .number = (guint32) row };
  deid_key_sort (order, scratch, source->n_rows);
  for (guint64 i = 0; i < source->n_rows; i++)
    {
      const gboolean is_new = i == 0 || order[i].key >> 32 != order[i - 1].key >> 32;

      if (!deid_stop_check_row (&verification->stop, i, error))
        return FALSE;
      all->rows[i] = order[i].number;
      if (!add_row (all, i, is_new, &n_classes))
        {
          g_autofree char *place = deid_dataset_locate (source, order[i].number);

          return deid_verification_fail (
              verification, error, "the person of %s of the input is released in part only", place);
        }
    }
  return TRUE;
}

static void
histories_clear (VerifyHistories *all)
{
  deid_free_arrays (all->rows, all->classes, all->persons);
}

static int
histories_compare (gconstpointer a, gconstpointer b)
{
  const VerifiedPerson *first = *(VerifiedPerson *const *) a;
  const VerifiedPerson *second = *(VerifiedPerson *const *) b;

  if (first->n_classes != second->n_classes)
    return first->n_classes < second->n_classes ? -1 : 1;
  return memcmp (first->classes, second->classes, first->n_classes * sizeof *first->classes);
}

/* Lists the persons that stay. */
static guint64
list_staying (const VerifyHistories *all, VerifiedPerson **staying)
{
  guint64 n = 0;

  for (guint64 p = 0; p < all->n; p++)
    if (all->persons[p].stays)
      staying[n++] = &all->persons[p];
  return n;
}

/* Tells whether persons have as many different values as a model of a sensitive attribute asks for,
 * and share none: the values of each, once, are put in order. */
static gboolean
check_values (const VerifyHistories *all, const DeidPrivacyModel *model,
              VerifiedPerson *const *persons, guint64 n, gboolean *passes, GError **error)
{
  const DeidProfileCondition *profile = &model->funcs->profile;
  const DeidColumn *column
      = deid_verified_column_find (all->verification->source, model->sensitive[0]);
  const DeidTableSource table = deid_dataset_lend (all->verification->source);
  g_autofree DeidKeyedNumber *order = NULL, *scratch = NULL;
  guint64 n_values = 0, n_different = 0, n_having = 0;

  for (guint64 i = 0; i < n; i++)
    n_values += persons[i]->n_rows;
  if (!deid_new_arrays (error, DEID_NEW (order, n_values), DEID_NEW (scratch, n_values)))
    return FALSE;
  n_values = 0;
  for (guint64 i = 0; i < n; i++)
    for (guint32 r = 0; r < persons[i]->n_rows; r++)
      {
        const guint32 value = deid_codes_get (&column->codes, persons[i]->rows[r]);

        if (deid_table_source_lacks (&table, column, persons[i]->rows[r]))
          continue;
        if (!profile->passes_missing || value != column->dictionary.missing)
          order[n_values++] = (DeidKeyedNumber){ .key = (guint64) value << 32 | i };
      }
  deid_key_sort (order, scratch, n_values);
  *passes = TRUE;
  for (guint64 i = 0; i < n_values; i++)
    {
      const gboolean is_new = i == 0 || order[i].key >> 32 != order[i - 1].key >> 32;

      n_different += is_new ? 1 : 0;
      n_having = is_new ? 1 : n_having + (order[i].key != order[i - 1].key ? 1 : 0);
      if (n_having == n && profile->n_values > 1)
        *passes = FALSE;
    }
  *passes &= n_different >= profile->n_values;
  return TRUE;
}

/* Tells whether a person has a row of a table that has a sensitive attribute. */
static gboolean
may_have_value (const VerifyHistories *all, const DeidPrivacyModel *model,
                const VerifiedPerson *person)
{
  const DeidTableSource table = deid_dataset_lend (all->verification->source);
  const DeidColumn *column
      = deid_verified_column_find (all->verification->source, model->sensitive[0]);
  guint32 r = 0;

  while (r < person->n_rows && deid_table_source_lacks (&table, column, person->rows[r]))
    r++;
  return r < person->n_rows;
}

/* Takes away persons who cannot be told apart: all if they are too few, and those who may have a
 * value if a model rejects the values. Sets @is_over to whether all are away. */
static gboolean
take_alike_away (const VerifyHistories *all, VerifiedPerson *const *persons, guint64 n, guint64 k,
                 gboolean *is_over, GError **error)
{
  const GPtrArray *models = all->verification->result->problem->models;

  for (guint64 i = 0; i < n; i++)
    persons[i]->stays &= n >= k;
  for (guint m = 0; n >= k && m < models->len; m++)
    {
      const DeidPrivacyModel *model = models->pdata[m];
      gboolean passes = TRUE;

      if (model->funcs->profile.n_values > 0
          && !check_values (all, model, persons, n, &passes, error))
        return FALSE;
      for (guint64 i = 0; !passes && i < n; i++)
        persons[i]->stays &= !may_have_value (all, model, persons[i]);
    }
  *is_over = TRUE;
  for (guint64 i = 0; i < n; i++)
    *is_over &= !persons[i]->stays;
  return TRUE;
}

/* Takes persons away that are not like enough others in all their records. */
static gboolean
take_unlike_away (VerifyHistories *all, guint64 k, GError **error)
{
  g_autofree VerifiedPerson **staying = deid_alloc (all->n, sizeof *staying, error);
  guint64 n, end;

  if (staying == NULL)
    return FALSE;
  n = list_staying (all, staying);
  if (!deid_stopped_sort (staying, n, sizeof *staying, histories_compare, &all->verification->stop,
                          error))
    return FALSE;
  for (guint64 start = 0; start < n; start = end)
    {
      gboolean is_over;

      for (end = start + 1; end < n && histories_compare (&staying[start], &staying[end]) == 0;)
        end++;
      if (!take_alike_away (all, staying + start, end - start, k, &is_over, error))
        return FALSE;
    }
  return TRUE;
}

/* Goes on to the next record that an attacker may know beside one: of the same class, if there is
 * another, or else of the one behind it. */
static gboolean
go_on (KnownRecord *known)
{
  if (known->n_used < known->person->classes[known->place].n_records)
    known->n_used++;
  else
    *known = (KnownRecord){ known->person, known->place + 1, 1 };
  return known->place < known->person->n_classes;
}

static gboolean
skip_class (KnownRecord *known)
{
  *known = (KnownRecord){ known->person, known->place + 1, 1 };
  return known->place < known->person->n_classes;
}

/* Lists what may be known in addition. Returns: how much; it is only counted if @further is NULL.
 */
static guint64
list_further_records (const KnownRecord *known, guint64 n, KnownRecord *further)
{
  guint64 n_further = 0;

  for (guint64 i = 0; i < n; i++)
    {
      KnownRecord next = known[i];

      for (gboolean more = go_on (&next); more; more = skip_class (&next), n_further++)
        if (further != NULL)
          further[n_further] = next;
    }
  return n_further;
}

/* Takes persons away if fewer than k have what is known, or too few values, or if so do those who
 * have it with any further record. */
static gboolean
take_rare_away (VerifyHistories *all, const KnownRecord *known, guint64 n, guint64 k, guint n_left,
                GError **error)
{
  g_autofree KnownRecord *further = NULL, *together = NULL;
  g_autofree DeidKeyedNumber *order = NULL, *scratch = NULL;
  g_autofree VerifiedPerson **persons = deid_alloc (n, sizeof *persons, error);
  guint64 n_further, end;
  gboolean is_over;

  if (persons == NULL)
    return FALSE;
  for (guint64 i = 0; i < n; i++)
    persons[i] = known[i].person;
  if (!take_alike_away (all, persons, n, k, &is_over, error))
    return FALSE;
  if (is_over || n_left == 0)
    return TRUE;
  n_further = list_further_records (known, n, NULL);
  if (!deid_stop_check (&all->verification->stop, error)
      || !deid_new_arrays (error, DEID_NEW (further, n_further), DEID_NEW (together, n_further),
                           DEID_NEW (order, n_further), DEID_NEW (scratch, n_further)))
    return FALSE;
  list_further_records (known, n, further);
  for (guint64 i = 0; i < n_further; i++)
    order[i] = (DeidKeyedNumber){ .key = further[i].person->classes[further[i].place].number,
                                  .number = (guint32) i };
  deid_key_sort (order, scratch, n_further);
  for (guint64 i = 0; i < n_further; i++)
    together[i] = further[order[i].number];
  for (guint64 start = 0; start < n_further; start = end)
    {
      for (end = start + 1; end < n_further && order[end].key == order[start].key;)
        end++;
      if (!take_rare_away (all, together + start, end - start, k, n_left - 1, error))
        return FALSE;
    }
  return TRUE;
}

static int
compare_n_records (gconstpointer a, gconstpointer b)
{
  const VerifiedPerson *first = *(VerifiedPerson *const *) a;
  const VerifiedPerson *second = *(VerifiedPerson *const *) b;

  return (first->n_records > second->n_records) - (first->n_records < second->n_records);
}

/* Takes persons away of whom too few others have something in common that may be known. */
static gboolean
take_known_away (VerifyHistories *all, const DeidPersonsCondition *condition, GError **error)
{
  g_autofree VerifiedPerson **staying = deid_alloc (all->n, sizeof *staying, error);
  g_autofree KnownRecord *known = NULL;
  guint64 n, end;

  if (staying == NULL || !deid_new_arrays (error, DEID_NEW (known, all->n)))
    return FALSE;
  n = list_staying (all, staying);
  if (condition->knows_number
      && !deid_stopped_sort (staying, n, sizeof *staying, compare_n_records,
                             &all->verification->stop, error))
    return FALSE;
  for (guint64 i = 0; i < n; i++)
    known[i] = (KnownRecord){ staying[i], 0, 0 };
  for (guint64 start = 0; start < n; start = end)
    {
      end = condition->knows_number ? start + 1 : n;
      while (end < n && staying[end]->n_records == staying[start]->n_records)
        end++;
      if (!take_rare_away (all, known + start, end - start, condition->k, condition->n_known,
                           error))
        return FALSE;
    }
  return TRUE;
}

/* Takes the persons away that do not meet a condition. Sets the first of them, or NULL. */
static gboolean
take_away (VerifyHistories *all, const DeidPersonsCondition *condition,
           const VerifiedPerson **first, GError **error)
{
  g_autofree gboolean *stayed = deid_alloc (all->n, sizeof *stayed, error);

  if (stayed == NULL)
    return FALSE;
  for (guint64 p = 0; p < all->n; p++)
    stayed[p] = all->persons[p].stays;
  if (!(condition->n_known == 0 ? take_unlike_away (all, condition->k, error)
                                : take_known_away (all, condition, error)))
    return FALSE;
  *first = NULL;
  for (guint64 p = 0; *first == NULL && p < all->n; p++)
    if (stayed[p] && !all->persons[p].stays)
      *first = &all->persons[p];
  return TRUE;
}

/* Checks that a model takes none of the released persons away. */
static gboolean
check_kept_persons (VerifyHistories *all, const DeidPrivacyModel *model, GError **error)
{
  const VerifiedPerson *first;
  g_autofree char *place = NULL;

  for (guint64 p = 0; p < all->n; p++)
    all->persons[p].stays = all->persons[p].is_kept;
  if (!take_away (all, &model->funcs->persons, &first, error))
    return FALSE;
  if (first == NULL)
    return TRUE;
  place = deid_dataset_locate (all->verification->source, first->rows[0]);
  return deid_verification_fail (all->verification, error,
                                 "the person of %s of the input is released but fails %s", place,
                                 model->shown);
}

/* Takes away the persons who have a row marked in @is_out, and marks all rows of persons who were
 * taken away. So a person leaves with those of other columns. */
static void
take_rows_away (VerifyHistories *all, guint8 *is_out)
{
  for (guint64 p = 0; p < all->n; p++)
    {
      VerifiedPerson *person = &all->persons[p];

      for (guint32 r = 0; r < person->n_rows; r++)
        person->stays &= !is_out[person->rows[r]];
      for (guint32 r = 0; r < person->n_rows; r++)
        is_out[person->rows[r]] |= !person->stays;
    }
}

static guint64
count_staying (const VerifyHistories *all, guint n)
{
  guint64 n_staying = 0;

  for (guint i = 0; i < n; i++)
    for (guint64 p = 0; p < all[i].n; p++)
      n_staying += all[i].persons[p].stays ? 1 : 0;
  return n_staying;
}

/* Checks that the suppressed persons are those whom the models take away from all persons, again
 * and again until nobody leaves. @all has one item for each of @models. */
static gboolean
check_suppressed_persons (VerifyHistories *all, const GPtrArray *models, GError **error)
{
  g_autofree guint8 *is_out = deid_alloc (all->verification->source->n_rows, 1, error);
  guint64 n_before, n_after;

  if (is_out == NULL)
    return FALSE;
  for (guint m = 0; m < models->len; m++)
    for (guint64 p = 0; p < all[m].n; p++)
      all[m].persons[p].stays = TRUE;
  n_after = count_staying (all, models->len);
  do
    {
      n_before = n_after;
      for (guint m = 0; m < models->len; m++)
        {
          const DeidPrivacyModel *model = models->pdata[m];
          const VerifiedPerson *first;

          take_rows_away (&all[m], is_out);
          if (!take_away (&all[m], &model->funcs->persons, &first, error))
            return FALSE;
          take_rows_away (&all[m], is_out);
        }
      n_after = count_staying (all, models->len);
    }
  while (n_after < n_before);
  for (guint64 p = 0; p < all->n; p++)
    if (all->persons[p].stays && !all->persons[p].is_kept)
      {
        g_autofree char *place
            = deid_dataset_locate (all->verification->source, all->persons[p].rows[0]);

        return deid_verification_fail (
            all->verification, error,
            "the person of %s of the input is suppressed but passes every privacy model", place);
      }
  return TRUE;
}

/* Returns: how many models judge persons. */
static guint
count_models (const GPtrArray *models)
{
  guint n = 0;

  for (guint m = 0; m < models->len; m++)
    n += ((const DeidPrivacyModel *) models->pdata[m])->funcs->persons.k > 0 ? 1 : 0;
  return n;
}

gboolean
deid_verification_judges_persons (const DeidVerification *verification)
{
  return count_models (verification->result->problem->models) > 0;
}

gboolean
deid_verify_histories (DeidVerification *verification, GError **error)
{
  const DeidDataset *source = verification->source;
  const GPtrArray *models = verification->result->problem->models;
  g_autofree VerifyHistories *all = NULL;
  g_autofree guint32 *class_of_row = NULL;
  gboolean verified;

  if (!deid_verification_judges_persons (verification))
    return TRUE;
  class_of_row = number_rows (verification, error);
  verified = class_of_row != NULL && deid_new_arrays (error, DEID_NEW (all, models->len));
  for (guint m = 0; verified && m < models->len; m++)
    {
      const DeidPrivacyModel *model = models->pdata[m];

      if (model->funcs->persons.k == 0)
        continue;
      all[m] = (VerifyHistories){ .verification = verification,
                                  .column
                                  = model->n_sensitive == 0
                                        ? &source->columns[source->entity_column]
                                        : deid_verified_column_find (source, model->sensitive[0]),
                                  .class_of_row = class_of_row };
      verified = histories_list (&all[m], error) && check_kept_persons (&all[m], model, error);
    }
  if (verified && count_models (models) == models->len)
    verified = check_suppressed_persons (all, models, error);
  for (guint m = 0; all != NULL && m < models->len; m++)
    histories_clear (&all[m]);
  return verified;
}
