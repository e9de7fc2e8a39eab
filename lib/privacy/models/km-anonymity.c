/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/key-sort.h"
#include "base/memory.h"
#include "privacy/privacy-model-private.h"
#include "privacy/rare-combinations.h"

typedef struct
{
  guint64 k;
  guint m;
} KmAnonymityCombinations;

/* A table while its combinations are counted for the verifier, and the columns of those in hand.
 * Searches hash; this sorts. */
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
km_anonymity_describe (gpointer data)
{
  const KmAnonymityCombinations *combinations = data;

  return g_strdup_printf ("km:%" G_GUINT64_FORMAT ":%u", combinations->k, combinations->m);
}

/* A combination of fewer columns occurs at least as often as one of more that it is part of. */
static guint
get_n_chosen (const KmAnonymityCombinations *combinations, const DeidTableView *table)
{
  return MIN (combinations->m, deid_table_view_get_n_attributes (table));
}

/* What is not named can stay. */
static gboolean
km_anonymity_accept_table (const DeidTableView *table, gpointer state, gpointer data,
                           gboolean *passes, GError **error)
{
  const KmAnonymityCombinations *combinations = data;

  (void) state;
  *passes = deid_rare_combinations_name (table, combinations->k, get_n_chosen (combinations, table),
                                         error);
  return *passes;
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
km_anonymity_count_persons (const Recount *recount, guint32 start, guint32 end)
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
    return km_anonymity_count_persons (recount, start, end) >= recount->k;
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
km_anonymity_make_room (Recount *recount, GError **error)
{
  guint64 n = recount->n_classes, n_persons;

  if (deid_table_view_get_persons (recount->table, 0, &n_persons) != NULL)
    {
      n = MAX (n, deid_table_view_get_n_persons (recount->table));
      recount->persons = deid_alloc (n, sizeof *recount->persons, error);
      if (recount->persons == NULL)
        return FALSE;
    }
  if (!deid_new_arrays (error, DEID_NEW (recount->columns, recount->n_chosen),
                        DEID_NEW (recount->order, recount->n_classes),
                        DEID_NEW (recount->scratch, n)))
    return FALSE;
  deid_columns_choose_first (recount->columns, recount->n_chosen);
  return TRUE;
}

static gboolean
km_anonymity_recheck_table (const DeidTableView *table, const DeidPrivacyInput *input,
                            gpointer data, int *verdict, GError **error)
{
  const KmAnonymityCombinations *combinations = data;
  const guint n_columns = deid_table_view_get_n_attributes (table);
  Recount recount
      = { .table = table, .k = combinations->k, .n_chosen = get_n_chosen (combinations, table) };
  gboolean succeeded;

  (void) input;
  deid_table_view_get_sizes (table, &recount.n_classes);
  succeeded = km_anonymity_make_room (&recount, error);
  do
    {
      succeeded = succeeded && deid_table_view_check_cancelled (table, error);
      if (succeeded)
        name_rare (&recount);
    }
  while (succeeded
         && deid_columns_choose_next (recount.columns, recount.n_chosen, n_columns)
                < recount.n_chosen);
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
    .describe = km_anonymity_describe,
    .accept_table = km_anonymity_accept_table,
    .recheck_table = km_anonymity_recheck_table,
    .suppression_order = DEID_SUPPRESSION_ORDER_NAMED,
    .is_table_monotone = TRUE,
  };
  const KmAnonymityCombinations combinations = { k, m };

  if (k > 0 && m > 0)
    return deid_privacy_model_new_of_slots (&slots, g_memdup2 (&combinations, sizeof combinations),
                                            g_free, NULL, error);
  deid_privacy_model_fail ("km", k == 0 ? "k is 0" : "m is 0", "at least 1", error);
  return NULL;
}
