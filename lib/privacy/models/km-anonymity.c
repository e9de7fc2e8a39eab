/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <deid/deid-extend.h>
#include "privacy/models.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "classes/hash-tables.h"
#include "privacy/privacy-model-private.h"
#include "privacy/table-view.h"

#include <string.h>

/* Cells that may always be counted in an array; else as many as there are classes. */
#define MIN_CELLS 4096
#define N_PARTS   4 /* once so large a part of the classes is named, it leaves the list */

/* A table while its combinations are counted, and the columns of the combination in hand. Labels
 * are combined as digits of a number as long as these are few, and numbered anew where they are
 * not. */
typedef struct
{
  const DeidTableView *table;
  guint64 k;
  guint n_chosen;    /* columns */
  guint *columns;    /* ascending */
  guint32 n_classes; /* of those below; ones that are named leave now and then */
  guint32 n_named;   /* of these */
  guint32 *classes;  /* numbers in the table */
  guint64 *sizes;    /* of each, in persons */
  guint32 *labels;   /* for each column that of each class */
  guint64 max_cells;
  guint64 *n_labels;  /* of each column, more than any number of a label */
  guint64 *n_numbers; /* the same of the columns in hand, for each number of columns from 1 on */
  guint8 *named;      /* whether each class was named already */
  guint32 *zeros;     /* of each class, what it has in common with others in no column */
  guint32 *numbers;   /* for each class the number of its labels of the columns in hand, for
                           each number of columns from 1 on */
  guint64 *counts;    /* of each combination in persons */
  DeidFrequencyTable pairs;   /* of what occurs together, and a label */
  DeidFrequencyTable persons; /* who have a combination */
} RareCombinationsCount;

/* Goes on to the next choice of columns, which are ascending, in lexicographic order. Returns: the
 * first place that changed, or @n_chosen if there are no more. */
static guint
columns_choose_next (guint *columns, guint n_chosen, guint n_columns)
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

/* Chooses the first @n_chosen columns. */
static void
columns_choose_first (guint *columns, guint n_chosen)
{
  for (guint i = 0; i < n_chosen; i++)
    columns[i] = i;
}

static gboolean
rare_combinations_add_key (DeidFrequencyTable *table, guint64 key, guint32 *number, GError **error)
{
  if (!deid_frequency_table_has_room (table) && !deid_frequency_table_reserve (table, error))
    return FALSE;
  *number = deid_frequency_table_add (table, key);
  return TRUE;
}

/* Numbers pairs of what classes have in common before, and of a label. */
static gboolean
number_pairs (RareCombinationsCount *count, const guint32 *before, const guint32 *labels,
              guint32 *numbers, GError **error)
{
  deid_frequency_table_reset (&count->pairs, count->n_classes);
  for (guint32 i = 0; i < count->n_classes; i++)
    {
      numbers[i] = 0; /* of what was named as well: it may still be looked at */
      if (!count->named[i]
          && !rare_combinations_add_key (&count->pairs, (guint64) before[i] << 32 | labels[i],
                                         &numbers[i], error))
        return FALSE;
    }
  return TRUE;
}

/* Numbers what classes have in common in the columns up to one place, given what they have up to
 * the place before. */
static gboolean
number_up_to (RareCombinationsCount *count, guint place, GError **error)
{
  const guint column = count->columns[place];
  const guint64 n_before = place > 0 ? count->n_numbers[place - 1] : 1;
  guint32 *numbers = count->numbers + (gsize) place * count->n_classes;
  const guint32 *before = place > 0 ? numbers - count->n_classes : count->zeros;
  const guint64 n_labels = count->n_labels[column];
  const guint32 *labels = count->labels + (gsize) column * count->n_classes;

  count->n_numbers[place] = n_before * n_labels;
  if (count->n_numbers[place] > count->max_cells)
    {
      if (!number_pairs (count, before, labels, numbers, error))
        return FALSE;
      count->n_numbers[place] = MAX (count->pairs.n, 1);
      return TRUE;
    }
  for (guint32 i = 0; i < count->n_classes; i++)
    numbers[i] = (guint32) (before[i] * n_labels + labels[i]);
  return TRUE;
}

/* Adds the persons of a class to those who have a combination. */
static gboolean
rare_combinations_add_persons (RareCombinationsCount *count, guint32 number, guint32 combination,
                               GError **error)
{
  guint64 n;
  const guint32 *persons = deid_table_view_get_persons (count->table, count->classes[number], &n);

  for (guint64 i = 0; i < n; i++)
    {
      const guint32 n_before = count->persons.n;
      guint32 place;

      if (!rare_combinations_add_key (&count->persons, (guint64) combination << 32 | persons[i],
                                      &place, error))
        return FALSE;
      count->counts[combination] += place == n_before;
    }
  return TRUE;
}

/* Counts how many records or persons have each of the combinations in hand. */
static gboolean
count_combinations (RareCombinationsCount *count, const guint32 *numbers, guint64 n_numbers,
                    GError **error)
{
  guint64 n;

  memset (count->counts, 0, n_numbers * sizeof *count->counts);
  if (deid_table_view_get_persons (count->table, 0, &n) == NULL)
    {
      for (guint32 i = 0; i < count->n_classes; i++)
        count->counts[numbers[i]] += count->named[i] ? 0 : count->sizes[i];
      return TRUE;
    }
  deid_frequency_table_reset (&count->persons, count->n_classes);
  for (guint32 i = 0; i < count->n_classes; i++)
    if (!count->named[i] && !rare_combinations_add_persons (count, i, numbers[i], error))
      return FALSE;
  return TRUE;
}

/* Names the classes that have a rare combination of the columns in hand. Sets @any to whether there
 * are such. */
static gboolean
name_rare_ones (RareCombinationsCount *count, gboolean *any, GError **error)
{
  const guint32 *numbers = count->numbers + (gsize) (count->n_chosen - 1) * count->n_classes;
  const guint64 n_numbers = count->n_numbers[count->n_chosen - 1];

  *any = FALSE;
  if (!count_combinations (count, numbers, n_numbers, error))
    return FALSE;
  for (guint64 i = 0; !*any && i < n_numbers; i++)
    *any = count->counts[i] > 0 && count->counts[i] < count->k;
  for (guint32 i = 0; *any && i < count->n_classes; i++)
    if (!count->named[i] && count->counts[numbers[i]] < count->k)
      {
        count->named[i] = TRUE;
        count->n_named++;
        deid_table_view_name_class (count->table, count->classes[i]);
      }
  return TRUE;
}

/* Takes the classes off that are named. What stays moves to the front, which overwrites nothing
 * that is still to be moved. */
static void
leave_out_named (RareCombinationsCount *count)
{
  const guint n_columns = deid_table_view_get_n_attributes (count->table);
  guint32 n = 0;
  gsize to = 0;

  for (guint c = 0; c < n_columns; c++)
    for (guint32 i = 0; i < count->n_classes; i++)
      if (!count->named[i])
        count->labels[to++] = count->labels[(gsize) c * count->n_classes + i];
  for (guint32 i = 0; i < count->n_classes; i++)
    if (!count->named[i])
      {
        count->sizes[n] = count->sizes[i];
        count->classes[n++] = count->classes[i];
      }
  memset (count->named, FALSE, n);
  count->n_classes = n;
  count->n_named = 0;
}

/* Goes through all choices of columns, again and again, until none of them names a class: what
 * choices before the last that did look at has changed since. Columns that choices have in common
 * are numbered once for all of them, unless classes have left. */
static gboolean
rare_combinations_count_all (RareCombinationsCount *count, GError **error)
{
  const guint n_columns = deid_table_view_get_n_attributes (count->table);
  guint64 n_quiet = 0, n_choices = G_MAXUINT64, n_seen = 0;
  guint place = 0;

  while (n_quiet < n_choices && count->n_named < count->n_classes)
    {
      gboolean any;

      if (!deid_table_view_check_cancelled (count->table, error))
        return FALSE;
      for (; place < count->n_chosen; place++)
        if (!number_up_to (count, place, error))
          return FALSE;
      if (!name_rare_ones (count, &any, error))
        return FALSE;
      n_quiet = any ? 1 : n_quiet + 1;
      n_seen++;
      place = columns_choose_next (count->columns, count->n_chosen, n_columns);
      if (place == count->n_chosen)
        {
          n_choices = MIN (n_choices, n_seen);
          columns_choose_first (count->columns, count->n_chosen);
          place = 0;
        }
      if (count->n_named > count->n_classes / N_PARTS)
        {
          leave_out_named (count);
          place = 0;
        }
    }
  return TRUE;
}

static void
copy_classes (RareCombinationsCount *count, guint n_columns)
{
  guint32 n_classes;

  memcpy (count->sizes, deid_table_view_get_sizes (count->table, &n_classes),
          count->n_classes * sizeof *count->sizes);
  for (guint32 i = 0; i < count->n_classes; i++)
    count->classes[i] = i;
  for (guint c = 0; c < n_columns; c++)
    {
      const guint32 *labels = deid_table_view_get_labels (count->table, c, &n_classes);

      memcpy (count->labels + (gsize) c * n_classes, labels, n_classes * sizeof *labels);
      for (guint32 i = 0; i < n_classes; i++)
        count->n_labels[c] = MAX (count->n_labels[c], (guint64) labels[i] + 1);
    }
}

static gboolean
count_init (RareCombinationsCount *count, const DeidTableView *table, guint64 k, guint n_chosen,
            GError **error)
{
  const guint n_columns = deid_table_view_get_n_attributes (table);
  guint32 n;

  deid_table_view_get_sizes (table, &n);
  *count = (RareCombinationsCount){
    .table = table, .k = k, .n_chosen = n_chosen, .n_classes = n, .max_cells = MAX (MIN_CELLS, n)
  };
  if (!deid_new_arrays (
          error, DEID_NEW (count->columns, count->n_chosen), DEID_NEW (count->classes, n),
          DEID_NEW (count->sizes, n), DEID_NEW (count->labels, (guint64) n * n_columns),
          DEID_NEW (count->named, n), DEID_NEW (count->zeros, n),
          DEID_NEW (count->numbers, (guint64) n * count->n_chosen),
          DEID_NEW (count->counts, count->max_cells), DEID_NEW (count->n_labels, n_columns),
          DEID_NEW (count->n_numbers, count->n_chosen)))
    return FALSE;
  columns_choose_first (count->columns, count->n_chosen);
  copy_classes (count, n_columns);
  return TRUE;
}

static void
count_clear (RareCombinationsCount *count)
{
  deid_frequency_table_clear (&count->pairs);
  deid_frequency_table_clear (&count->persons);
  deid_free_arrays (count->classes, count->sizes, count->labels, count->named, count->zeros,
                    count->numbers, count->counts, count->n_labels, count->n_numbers,
                    count->columns);
}

/* Names the classes of a table that have a combination of labels of @n_chosen columns that fewer
 * than @k records, or persons, have; and those of the rest that have such a one among the rest,
 * until there are none. Complexity: O(choices of columns x classes), or persons in classes, for
 * the first look at all of them, and as much for each further one. */
static gboolean
rare_combinations_name (const DeidTableView *table, guint64 k, guint n_chosen, GError **error)
{
  RareCombinationsCount count;
  const gboolean success = count_init (&count, table, k, n_chosen, error)
                           && rare_combinations_count_all (&count, error);

  count_clear (&count);
  return success;
}

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

  *passes
      = rare_combinations_name (table, combinations->k, get_n_chosen (combinations, table), error);
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
      if (deid_table_view_count_members (recount->table, recount->order + start, end - start,
                                         recount->persons, recount->scratch)
          >= recount->k)
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
  columns_choose_first (recount->columns, recount->n_chosen);
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

  deid_table_view_get_sizes (table, &recount.n_classes);
  succeeded = km_anonymity_make_room (&recount, error);
  do
    {
      succeeded = succeeded && deid_table_view_check_cancelled (table, error);
      if (succeeded)
        name_rare (&recount);
    }
  while (succeeded
         && columns_choose_next (recount.columns, recount.n_chosen, n_columns) < recount.n_chosen);
  *verdict = recount.n_named == 0 ? 1 : -1;
  deid_free_arrays (recount.order, recount.persons, recount.scratch, recount.columns);
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
    .sentence = "An attacker who knows labels of at most $2 quasi-identifiers, and nothing else, "
                "finds at least $1 $# that have them, or none",
  };
  const KmAnonymityCombinations combinations = { k, m };

  if (k > 0 && m > 0)
    return deid_privacy_model_new_of_slots (&slots, g_memdup2 (&combinations, sizeof combinations),
                                            g_free, NULL, error);
  deid_privacy_model_fail ("km", k == 0 ? "k is 0" : "m is 0", "at least 1", error);
  return NULL;
}
