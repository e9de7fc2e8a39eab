/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The combinations that km-anonymity.c counts over columns, here over the values of one column
 * whose cells are sets. */
#include <deid/deid-extend.h>
#include "privacy/models.h"

#include "base/arrays.h"
#include "base/item-set.h"
#include "base/memory.h"
#include "base/text.h"
#include "classes/hash-tables.h"
#include "lattice/lattice-private.h"
#include "privacy/privacy-input.h"
#include "privacy/privacy-model-private.h"
#include "privacy/table-view.h"

#include <stdlib.h>
#include <string.h>

typedef struct
{
  guint64 k;
  guint m;
  char *column;
} KmItems;

/* The column among the quasi-identifiers. */
typedef struct
{
  guint attribute;
  char separator;
} KmColumn;

/* The labels of the column, each as a set of numbers of the labels of its values. */
typedef struct
{
  guint32 n_classes;
  guint32 *set_of_class;
  guint32 n_sets;
  guint64 *starts; /* of each set where its items begin, and where the last ones end */
  guint64 starts_capacity;
  guint32 *items; /* of one set after the other, ascending in each */
  guint64 n_items, items_capacity;
} KmSets;

static gboolean
find_set_column (const KmItems *items, const DeidPrivacyInput *input, KmColumn *column,
                 GError **error)
{
  const DeidLattice *lattice = input->lattice;
  const DeidAttribute *found = NULL;

  for (guint a = 0; a < lattice->n_attributes; a++)
    if (g_str_equal (deid_attribute_get_column (&lattice->attributes[a])->name, items->column))
      {
        found = &lattice->attributes[a];
        *column = (KmColumn){ a, deid_attribute_get_column (found)->separator };
      }
  if (found != NULL && column->separator != '\0' && found->cuts == NULL)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "privacy model 'km' of the column '%s': expected a quasi-identifier that has a "
                    "separator between the values of a cell, and is generalized by levels",
                    DEID_SHOW (items->column));
}

static gboolean
km_items_prepare (const DeidPrivacyInput *input, gpointer data, gpointer *state, GError **error)
{
  KmColumn column;

  if (!find_set_column (data, input, &column, error))
    return FALSE;
  *state = g_memdup2 (&column, sizeof column);
  return TRUE;
}

static int
km_items_compare (const void *a, const void *b)
{
  const guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return x < y ? -1 : x > y;
}

/* Adds the set of a label, whose text may be NULL. */
static gboolean
km_sets_add (KmSets *sets, const char *text, char separator, DeidDictionary *labels,
             DeidItemSet *set, GError **error)
{
  const guint64 first = sets->n_items;

  set->n = 0;
  if ((text != NULL && !deid_item_set_read (set, text, separator, error))
      || !deid_grow ((gpointer *) &sets->items, &sets->items_capacity, first + set->n,
                     sizeof *sets->items, error)
      || !deid_grow ((gpointer *) &sets->starts, &sets->starts_capacity, (guint64) sets->n_sets + 2,
                     sizeof *sets->starts, error))
    return FALSE;
  for (guint64 i = 0; i < set->n; i++)
    if (!deid_dictionary_add (labels, set->items[i].text, set->items[i].length,
                              &sets->items[sets->n_items++], error))
      return FALSE;
  if (set->n > 0)
    qsort (sets->items + first, set->n, sizeof *sets->items, km_items_compare);
  sets->starts[sets->n_sets++] = first;
  sets->starts[sets->n_sets] = sets->n_items;
  return TRUE;
}

static gboolean
km_sets_read (KmSets *sets, const DeidTableView *table, const KmColumn *column, GError **error)
{
  const guint32 *labels = deid_table_view_get_labels (table, column->attribute, &sets->n_classes);
  DeidFrequencyTable numbers = { .n = 0 };
  DeidDictionary texts;
  DeidItemSet set = { .n = 0 };
  gboolean success = deid_new_arrays (error, DEID_NEW (sets->set_of_class, sets->n_classes));

  deid_dictionary_init (&texts);
  deid_frequency_table_reset (&numbers, sets->n_classes);
  for (guint32 i = 0; success && i < sets->n_classes; i++)
    {
      success = deid_frequency_table_has_room (&numbers)
                || deid_frequency_table_reserve (&numbers, error);
      if (success)
        sets->set_of_class[i] = deid_frequency_table_add (&numbers, labels[i]);
      if (success && sets->set_of_class[i] == sets->n_sets)
        success = km_sets_add (sets, table->get_text (table->text_source, column->attribute, i),
                               column->separator, &texts, &set, error);
    }
  deid_frequency_table_clear (&numbers);
  deid_dictionary_clear (&texts);
  deid_item_set_clear (&set);
  return success;
}

static void
km_sets_clear (KmSets *sets)
{
  deid_free_arrays (sets->set_of_class, sets->starts, sets->items);
}

/* The combinations of a table that are being counted. */
typedef struct
{
  const DeidTableView *table;
  const KmItems *model;
  const KmSets *sets;
  guint8 *is_rare; /* of each set: it has a combination that few have */
  gboolean any;    /* some became rare */
  DeidKeyedNumber *persons, *scratch;
} ItemCount;

/* Finds combinations that few have: of @depth values that just these classes have, and of further
 * ones from @first on. The first combination is the empty one, which all classes have: without it,
 * cells without values would stay where there are fewer than k, and go once all share a label. */
static gboolean
item_count_extend (ItemCount *count, const DeidKeyedNumber *classes, guint64 n, guint64 first,
                   guint depth, GError **error)
{
  const KmSets *sets = count->sets;
  g_autofree DeidKeyedNumber *pairs = NULL, *scratch = NULL;
  guint64 n_pairs = 0, end;

  if (deid_table_view_count_members (count->table, classes, n, count->persons, count->scratch)
      < count->model->k)
    {
      for (guint64 i = 0; i < n; i++)
        count->is_rare[sets->set_of_class[classes[i].number]] = TRUE;
      count->any |= n > 0;
      return TRUE;
    }
  for (guint64 i = 0; i < n; i++)
    n_pairs += sets->starts[sets->set_of_class[classes[i].number] + 1]
               - sets->starts[sets->set_of_class[classes[i].number]];
  if (depth == count->model->m)
    return TRUE;
  if (!deid_table_view_check_cancelled (count->table, error)
      || !deid_new_arrays (error, DEID_NEW (pairs, n_pairs), DEID_NEW (scratch, n_pairs)))
    return FALSE;
  n_pairs = 0;
  for (guint64 i = 0; i < n; i++)
    {
      const guint32 set = sets->set_of_class[classes[i].number];

      for (guint64 item = sets->starts[set]; item < sets->starts[set + 1]; item++)
        if (sets->items[item] >= first)
          pairs[n_pairs++] = (DeidKeyedNumber){ sets->items[item], classes[i].number };
    }
  deid_key_sort (pairs, scratch, n_pairs);
  for (guint64 start = 0; start < n_pairs; start = end)
    {
      for (end = start; end < n_pairs && pairs[end].key == pairs[start].key;)
        end++;
      if (!item_count_extend (count, pairs + start, end - start, pairs[start].key + 1, depth + 1,
                              error))
        return FALSE;
    }
  return TRUE;
}

/* Names the classes that have a rare combination, and those of the rest that have one among the
 * rest, until there are none. Complexity: O(combinations of all classes) for each time that
 * something is named. */
static gboolean
km_items_name (ItemCount *count, GError **error)
{
  const KmSets *sets = count->sets;
  const guint64 n_persons = deid_table_view_get_n_persons (count->table);
  g_autofree DeidKeyedNumber *classes = NULL;

  if (!deid_new_arrays (error, DEID_NEW (classes, sets->n_classes),
                        DEID_NEW (count->is_rare, sets->n_sets),
                        DEID_NEW (count->persons, n_persons), DEID_NEW (count->scratch, n_persons)))
    return FALSE;
  do
    {
      guint64 n = 0;

      count->any = FALSE;
      for (guint32 i = 0; i < sets->n_classes; i++)
        if (!count->is_rare[sets->set_of_class[i]])
          classes[n++].number = i;
      if (!item_count_extend (count, classes, n, 0, 0, error))
        return FALSE;
    }
  while (count->any);
  for (guint32 i = 0; i < sets->n_classes; i++)
    if (count->is_rare[sets->set_of_class[i]])
      deid_table_view_name_class (count->table, i);
  return TRUE;
}

/* What is not named can stay. */
static gboolean
km_items_accept_table (const DeidTableView *table, gpointer state, gpointer data, gboolean *passes,
                       GError **error)
{
  KmSets sets = { .n_sets = 0 };
  ItemCount count = { .table = table, .model = data, .sets = &sets };

  *passes = km_sets_read (&sets, table, state, error) && km_items_name (&count, error);
  deid_free_arrays (count.is_rare, count.persons, count.scratch);
  km_sets_clear (&sets);
  return *passes;
}

/* For the verifier: combinations by their texts, each with its records, or each with each person.
 * Searches sort numbers. */
typedef struct
{
  const ItemCount *count;
  guint32 number; /* of the class in hand */
  DeidDictionary texts, of_persons;
  guint64 *members; /* of each text */
  guint64 capacity;
  gboolean has_all; /* are counted: now the classes with rare ones are named */
  gboolean any;     /* there are such */
} ItemRecount;

static gboolean
recount_combination (ItemRecount *recount, const char *text, GError **error)
{
  const DeidTableView *table = recount->count->table;
  const guint32 n_before = recount->texts.n;
  const guint32 *persons;
  guint64 n_persons;
  guint32 code, person;

  if (!deid_dictionary_add (&recount->texts, text, strlen (text), &code, error)
      || !deid_grow ((gpointer *) &recount->members, &recount->capacity, (guint64) code + 1,
                     sizeof *recount->members, error))
    return FALSE;
  if (recount->has_all)
    {
      if (recount->members[code] >= recount->count->model->k)
        return TRUE;
      recount->any = TRUE;
      deid_table_view_name_class (table, recount->number);
      return TRUE;
    }
  if (code == n_before)
    recount->members[code] = 0;
  persons = deid_table_view_get_persons (table, recount->number, &n_persons);
  if (persons == NULL)
    recount->members[code] += table->sizes[recount->number];
  for (guint64 p = 0; p < n_persons; p++)
    {
      g_autofree char *of_person = g_strdup_printf ("%u of %s", persons[p], text);
      const guint32 n = recount->of_persons.n;

      if (!deid_dictionary_add (&recount->of_persons, of_person, strlen (of_person), &person,
                                error))
        return FALSE;
      recount->members[code] += person == n ? 1 : 0;
    }
  return TRUE;
}

static gboolean
recount_combinations (ItemRecount *recount, const char *text, guint64 first, guint depth,
                      GError **error)
{
  const KmSets *sets = recount->count->sets;

  for (guint64 i = first; i < sets->starts[sets->set_of_class[recount->number] + 1]; i++)
    {
      g_autofree char *longer = g_strdup_printf ("%s %u", text, sets->items[i]);

      if (!recount_combination (recount, longer, error)
          || (depth + 1 < recount->count->model->m
              && !recount_combinations (recount, longer, i + 1, depth + 1, error)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
km_items_recheck_table (const DeidTableView *table, const DeidPrivacyInput *input, gpointer data,
                        int *verdict, GError **error)
{
  KmSets sets = { .n_sets = 0 };
  const ItemCount count = { .table = table, .model = data, .sets = &sets };
  ItemRecount recount = { .count = &count };
  KmColumn column;
  gboolean success = find_set_column (data, input, &column, error)
                     && km_sets_read (&sets, table, &column, error);

  deid_dictionary_init (&recount.texts);
  deid_dictionary_init (&recount.of_persons);
  for (guint pass = 0; pass < 2; pass++, recount.has_all = TRUE)
    for (guint32 i = 0; success && i < sets.n_classes; i++)
      {
        recount.number = i;
        success
            = deid_table_view_check_cancelled (table, error)
              && recount_combination (&recount, "", error)
              && recount_combinations (&recount, "", sets.starts[sets.set_of_class[i]], 0, error);
      }
  *verdict = recount.any ? -1 : 1;
  deid_dictionary_clear (&recount.texts);
  deid_dictionary_clear (&recount.of_persons);
  g_free (recount.members);
  km_sets_clear (&sets);
  return success;
}

static char *
km_items_describe (gpointer data)
{
  const KmItems *items = data;

  return g_strdup_printf ("km:%" G_GUINT64_FORMAT ":%u", items->k, items->m);
}

static void
km_items_free (gpointer data)
{
  g_free (((KmItems *) data)->column);
  g_free (data);
}

/* The column is no sensitive attribute: the model names it by itself. */
DeidPrivacyModel *
deid_privacy_model_new_km_of_items (const char *column, guint64 k, guint m, GError **error)
{
  static const DeidModelSlots slots = {
    .describe = km_items_describe,
    .prepare = km_items_prepare,
    .free_state = deid_model_free_state,
    .accept_table = km_items_accept_table,
    .recheck_table = km_items_recheck_table,
    .suppression_order = DEID_SUPPRESSION_ORDER_NAMED,
    .is_table_monotone = TRUE,
    .sentence = "An attacker who knows at most $2 of the values in a cell of a column ($:), and "
                "nothing else, finds at least $1 $# that have them, or none",
  };
  const KmItems items = { k, m, g_strdup (column) };
  DeidPrivacyModel *model;
  char *text;

  if (k == 0 || m == 0)
    {
      g_free (items.column);
      deid_privacy_model_fail ("km", k == 0 ? "k is 0" : "m is 0", "at least 1", error);
      return NULL;
    }
  model = deid_privacy_model_new_of_slots (&slots, g_memdup2 (&items, sizeof items), km_items_free,
                                           NULL, error);
  if (model == NULL)
    return NULL;
  text = deid_specification_with_columns (model->text, (const char *const[]){ column, NULL });
  g_free (model->text);
  g_free (model->shown);
  model->text = text;
  model->shown = deid_text_escape (text);
  return model;
}
