/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <string.h>

#include "base/key-sort.h"
#include "base/memory.h"
#include "classes/frequency-table.h"
#include "privacy/privacy-model-private.h"

typedef struct
{
  guint64 k;
  guint m;
} Combinations;

/* A table while its combinations are counted, and the columns of the combination in hand. */
typedef struct
{
  const DeidTableView *table;
  guint64 k;
  guint n_chosen; /* columns */
  guint *columns; /* ascending */
  guint32 n_classes;
  guint8 *named;              /* whether each class was named already */
  guint32 *numbers;           /* for each class the number of its labels of the columns in hand, for
                                 each number of columns from 1 on */
  guint64 *counts;            /* of each combination in persons */
  DeidFrequencyTable labels;  /* that occur together */
  DeidFrequencyTable persons; /* who have a combination */
} Count;

/* The same for the verifier, which sorts. */
typedef struct
{
  const DeidTableView *table;
  guint64 k;
  guint n_chosen;
  guint *columns;
  guint32 n_classes;
  DeidKeyedNumber *order;
  DeidKeyedNumber *persons; /* or NULL without entities */
  DeidKeyedNumber *scratch; /* room for as many as either */
  guint64 n_named;
} Recount;

static char *
describe (gpointer data)
{
  const Combinations *combinations = data;

  return g_strdup_printf ("km:%" G_GUINT64_FORMAT ":%u", combinations->k, combinations->m);
}

/* A combination of fewer columns occurs at least as often as one of more that it is part of. */
static guint
get_n_chosen (const Combinations *combinations, const DeidTableView *table)
{
  return MIN (combinations->m, deid_table_view_get_n_attributes (table));
}

/* Goes on to the next columns in lexicographic order.
 * Returns: the first place that changed, or @n_chosen if there are no more. */
static guint
choose_next (guint *columns, guint n_chosen, guint n_columns)
{
  guint place = n_chosen;

  while (place > 0 && columns[place - 1] == n_columns - n_chosen + place - 1)
    place--;
  if (place == 0)
    return n_chosen;
  columns[--place]++;
  for (guint i = place + 1; i < n_chosen; i++)
    columns[i] = columns[i - 1] + 1;
  return place;
}

static gboolean
add_key (DeidFrequencyTable *table, guint64 key, guint32 *number, GError **error)
{
  if (!deid_frequency_table_has_room (table) && !deid_frequency_table_reserve (table, error))
    return FALSE;
  *number = deid_frequency_table_add (table, key);
  return TRUE;
}

/* Numbers what classes have in common in the columns up to one place, given what they have up to
 * the place before. */
static gboolean
number_up_to (Count *count, guint place, GError **error)
{
  const guint32 *before
      = count->numbers + (gsize) MAX (place, 1) * count->n_classes - count->n_classes;
  guint32 *numbers = count->numbers + (gsize) place * count->n_classes;
  guint32 n_classes;
  const guint32 *labels
      = deid_table_view_get_labels (count->table, count->columns[place], &n_classes);

  deid_frequency_table_reset (&count->labels, count->n_classes);
  for (guint32 i = 0; i < count->n_classes; i++)
    {
      const guint64 key = place > 0 ? (guint64) before[i] << 32 | labels[i] : labels[i];

      if (!count->named[i] && !add_key (&count->labels, key, &numbers[i], error))
        return FALSE;
    }
  return TRUE;
}

/* Adds the persons of a class to those who have a combination. */
static gboolean
add_persons (Count *count, guint32 number, guint32 combination, GError **error)
{
  guint64 n;
  const guint32 *persons = deid_table_view_get_persons (count->table, number, &n);

  for (guint64 i = 0; i < n; i++)
    {
      const guint32 n_before = count->persons.n;
      guint32 place;

      if (!add_key (&count->persons, (guint64) combination << 32 | persons[i], &place, error))
        return FALSE;
      count->counts[combination] += place == n_before;
    }
  return TRUE;
}

/* Counts the combinations in hand and names the classes that have a rare one. They are not counted
 * from then on: they would go before the rest is asked of anyway. */
static gboolean
count_combinations (Count *count, GError **error)
{
  const guint32 *numbers = count->numbers + (gsize) (count->n_chosen - 1) * count->n_classes;
  guint32 n_classes;
  guint64 n;
  const guint64 *sizes = deid_table_view_get_sizes (count->table, &n_classes);
  const gboolean has_persons = deid_table_view_get_persons (count->table, 0, &n) != NULL;

  for (guint32 i = 0; i < count->labels.n; i++)
    count->counts[i] = 0;
  if (has_persons)
    deid_frequency_table_reset (&count->persons, count->n_classes);
  for (guint32 i = 0; i < n_classes; i++)
    {
      if (count->named[i])
        continue;
      if (!has_persons)
        count->counts[numbers[i]] += sizes[i];
      else if (!add_persons (count, i, numbers[i], error))
        return FALSE;
    }
  for (guint32 i = 0; i < n_classes; i++)
    if (!count->named[i] && count->counts[numbers[i]] < count->k)
      {
        count->named[i] = TRUE;
        deid_table_view_name_class (count->table, i);
      }
  return TRUE;
}

/* Columns that combinations have in common are numbered once for all of them. */
static gboolean
count_all (Count *count, GError **error)
{
  const guint n_columns = deid_table_view_get_n_attributes (count->table);
  guint place = 0;

  while (place < count->n_chosen)
    {
      if (!deid_table_view_check_cancelled (count->table, error))
        return FALSE;
      for (; place < count->n_chosen; place++)
        if (!number_up_to (count, place, error))
          return FALSE;
      if (!count_combinations (count, error))
        return FALSE;
      place = choose_next (count->columns, count->n_chosen, n_columns);
    }
  return TRUE;
}

static guint *
choose_first (guint n_chosen)
{
  guint *columns = g_new (guint, n_chosen);

  for (guint i = 0; i < n_chosen; i++)
    columns[i] = i;
  return columns;
}

static gboolean
accept_table (const DeidTableView *table, gpointer state, gpointer data, gboolean *passes,
              GError **error)
{
  const Combinations *combinations = data;
  Count count = { .table = table,
                  .k = combinations->k,
                  .n_chosen = get_n_chosen (combinations, table),
                  .columns = choose_first (get_n_chosen (combinations, table)) };
  gboolean succeeded;

  (void) state;
  deid_table_view_get_sizes (table, &count.n_classes);
  succeeded = (count.named = deid_alloc (count.n_classes, sizeof *count.named, error)) != NULL
              && (count.numbers = deid_alloc ((guint64) count.n_classes * count.n_chosen,
                                              sizeof *count.numbers, error))
                     != NULL
              && (count.counts = deid_alloc (count.n_classes, sizeof *count.counts, error)) != NULL
              && count_all (&count, error);
  *passes = succeeded && memchr (count.named, TRUE, count.n_classes) == NULL;
  deid_frequency_table_clear (&count.labels);
  deid_frequency_table_clear (&count.persons);
  g_free (count.named);
  g_free (count.numbers);
  g_free (count.counts);
  g_free (count.columns);
  return succeeded;
}

static void
sort_classes (Recount *recount)
{
  for (guint32 i = 0; i < recount->n_classes; i++)
    recount->order[i].number = i;
  for (guint c = 0; c < recount->n_chosen; c++)
    {
      guint32 n_classes;
      const guint32 *labels
          = deid_table_view_get_labels (recount->table, recount->columns[c], &n_classes);

      for (guint32 i = 0; i < n_classes; i++)
        recount->order[i].key = labels[recount->order[i].number];
      deid_key_sort (recount->order, recount->scratch, n_classes);
    }
}

static gboolean
have_same_labels (const Recount *recount, guint32 a, guint32 b)
{
  for (guint c = 0; c < recount->n_chosen; c++)
    {
      guint32 n_classes;
      const guint32 *labels
          = deid_table_view_get_labels (recount->table, recount->columns[c], &n_classes);

      if (labels[a] != labels[b])
        return FALSE;
    }
  return TRUE;
}

/* Counts the persons of the classes sorted from @start to @end, each once. */
static guint64
count_persons (const Recount *recount, guint32 start, guint32 end)
{
  guint64 n_all = 0, n_distinct = 0, n;

  for (guint32 i = start; i < end; i++)
    {
      const guint32 *persons
          = deid_table_view_get_persons (recount->table, recount->order[i].number, &n);

      for (guint64 p = 0; p < n; p++)
        recount->persons[n_all++].key = persons[p];
    }
  deid_key_sort (recount->persons, recount->scratch, n_all);
  for (guint64 i = 0; i < n_all; i++)
    n_distinct += i == 0 || recount->persons[i].key != recount->persons[i - 1].key;
  return n_distinct;
}

/* Tells whether the classes sorted from @start to @end have at least k records or persons. */
static gboolean
are_enough (const Recount *recount, guint32 start, guint32 end)
{
  guint32 n_classes;
  const guint64 *sizes = deid_table_view_get_sizes (recount->table, &n_classes);
  guint64 n_records = 0;

  if (recount->persons != NULL)
    return count_persons (recount, start, end) >= recount->k;
  for (guint32 i = start; i < end; i++)
    n_records += sizes[recount->order[i].number];
  return n_records >= recount->k;
}

/* Names all classes that have a rare combination of the columns in hand. */
static void
name_rare (Recount *recount)
{
  guint32 end;

  sort_classes (recount);
  for (guint32 start = 0; start < recount->n_classes; start = end)
    {
      end = start + 1;
      while (
          end < recount->n_classes
          && have_same_labels (recount, recount->order[start].number, recount->order[end].number))
        end++;
      if (are_enough (recount, start, end))
        continue;
      recount->n_named += end - start;
      for (guint32 i = start; i < end; i++)
        deid_table_view_name_class (recount->table, recount->order[i].number);
    }
}

static gboolean
make_room (Recount *recount, GError **error)
{
  guint64 n = recount->n_classes, n_persons;

  if (deid_table_view_get_persons (recount->table, 0, &n_persons) != NULL)
    {
      n = MAX (n, deid_table_view_get_n_persons (recount->table));
      recount->persons = deid_alloc (n, sizeof *recount->persons, error);
      if (recount->persons == NULL)
        return FALSE;
    }
  return (recount->order = deid_alloc (recount->n_classes, sizeof *recount->order, error)) != NULL
         && (recount->scratch = deid_alloc (n, sizeof *recount->scratch, error)) != NULL;
}

static gboolean
recheck_table (const DeidTableView *table, const DeidPrivacyInput *input, gpointer data,
               int *verdict, GError **error)
{
  const Combinations *combinations = data;
  const guint n_columns = deid_table_view_get_n_attributes (table);
  Recount recount = { .table = table,
                      .k = combinations->k,
                      .n_chosen = get_n_chosen (combinations, table),
                      .columns = choose_first (get_n_chosen (combinations, table)) };
  gboolean succeeded;

  (void) input;
  deid_table_view_get_sizes (table, &recount.n_classes);
  succeeded = make_room (&recount, error);
  do
    {
      succeeded = succeeded && deid_table_view_check_cancelled (table, error);
      if (succeeded)
        name_rare (&recount);
    }
  while (succeeded
         && choose_next (recount.columns, recount.n_chosen, n_columns) < recount.n_chosen);
  *verdict = recount.n_named == 0 ? 1 : -1;
  g_free (recount.order);
  g_free (recount.persons);
  g_free (recount.scratch);
  g_free (recount.columns);
  return succeeded;
}

DeidPrivacyModel *
deid_privacy_model_new_km_anonymity (guint64 k, guint m, GError **error)
{
  static const DeidModelSlots slots = {
    .describe = describe,
    .accept_table = accept_table,
    .recheck_table = recheck_table,
    .suppression_order = DEID_SUPPRESSION_ORDER_NAMED,
    .is_table_monotone = TRUE,
  };
  const Combinations combinations = { k, m };

  if (k > 0 && m > 0)
    return deid_privacy_model_new_of_slots (&slots, g_memdup2 (&combinations, sizeof combinations),
                                            g_free, NULL, error);
  deid_privacy_model_fail ("km", k == 0 ? "k is 0" : "m is 0", "at least 1", error);
  return NULL;
}
