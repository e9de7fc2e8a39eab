/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "evaluation/person-search.h"

#include "base/arrays.h"
#include "base/memory.h"

#include <string.h>

/* How many entries for each row are gone on from before a search gives up that may: on 1.3 million
 * rows these take a second. */
#define ENTRIES_A_ROW 12

gboolean
deid_person_search_init (DeidPersonSearch *search, const DeidPersonRows *of, GError **error)
{
  *search = (DeidPersonSearch){ .of = of, .n_places = 1 };
  while (search->n_places < 2 * of->n)
    search->n_places *= 2;
  return deid_new_arrays (
      error, DEID_NEW (search->is_withheld, of->n), DEID_NEW (search->is_marked, of->n),
      DEID_NEW (search->classes, of->n_rows), DEID_NEW (search->counts, of->n_rows),
      DEID_NEW (search->n_classes, of->n), DEID_NEW (search->first_alike, search->n_places),
      DEID_NEW (search->n_alike, of->n), DEID_NEW (search->like, of->n),
      DEID_NEW (search->roots, of->n), DEID_NEW (search->sorted, of->max_rows));
}

void
deid_person_search_clear (DeidPersonSearch *search)
{
  deid_free_arrays (search->is_withheld, search->is_marked, search->classes, search->counts,
                    search->n_classes, search->first_alike, search->n_alike, search->like,
                    search->roots, search->sorted, search->counted);
  for (guint i = 0; i < G_N_ELEMENTS (search->steps); i++)
    deid_free_arrays (search->steps[i].entries, search->steps[i].classes, search->steps[i].ends);
  for (guint i = 0; i < search->n_values; i++)
    deid_free_arrays (search->values[i].n_persons, search->values[i].last_person);
  g_free (search->values);
}

gboolean
deid_person_search_add_values (DeidPersonSearch *search, const DeidCodes *codes, guint32 n_codes,
                               guint32 missing, guint32 lacking, guint64 n_least, GError **error)
{
  DeidPersonValues *values;

  search->values = g_renew (DeidPersonValues, search->values, search->n_values + 1);
  values = &search->values[search->n_values++];
  *values = (DeidPersonValues){
    .codes = codes, .n_codes = n_codes, .missing = missing, .lacking = lacking, .n_least = n_least
  };
  return deid_new_arrays (error, DEID_NEW (values->n_persons, n_codes),
                          DEID_NEW (values->last_person, n_codes));
}

guint64
deid_person_search_get_n_bytes (const DeidPersonSearch *search)
{
  guint64 n_bytes = search->counted_capacity * sizeof *search->counted;

  if (search->of == NULL)
    return 0;
  n_bytes += search->of->n_rows * (sizeof *search->classes + sizeof *search->counts)
             + search->of->n * (2 + 3 * sizeof (guint32) + sizeof *search->roots)
             + search->n_places * sizeof *search->first_alike;
  for (guint i = 0; i < G_N_ELEMENTS (search->steps); i++)
    n_bytes += search->steps[i].entries_capacity * sizeof (DeidPersonEntry)
               + search->steps[i].classes_capacity * sizeof (guint32)
               + search->steps[i].ends_capacity * sizeof (guint64);
  return n_bytes;
}

/* How many entries are gone on from between two looks at the time. */
#define ENTRIES_PER_CHECK 4096

/* Most persons have few rows. */
#define FEW_ROWS 24

static int
person_search_compare (gconstpointer a, gconstpointer b)
{
  const guint64 first = *(const guint64 *) a, second = *(const guint64 *) b;

  return (first > second) - (first < second);
}

static gboolean
person_search_sort (guint64 *words, guint64 n, const DeidStop *stop, GError **error)
{
  if (n > FEW_ROWS)
    return deid_stopped_sort (words, n, sizeof *words, person_search_compare, stop, error);
  for (guint64 i = 1; i < n; i++)
    {
      const guint64 word = words[i];
      guint64 place = i;

      for (; place > 0 && words[place - 1] > word; place--)
        words[place] = words[place - 1];
      words[place] = word;
    }
  return TRUE;
}

/* Lists the classes of a person's rows. A word has a class above the records that a row counts for.
 */
static gboolean
list_classes (DeidPersonSearch *search, guint64 person, const DeidPersonClasses *classes,
              const DeidStop *stop, GError **error)
{
  const DeidPersonRows *of = search->of;
  const guint64 first = of->first[person], n = of->first[person + 1] - first;
  guint32 *own = search->classes + first, *counts = search->counts + first;
  guint32 n_own = 0;

  for (guint64 i = 0; i < n; i++)
    search->sorted[i] = (guint64) deid_person_classes_get (classes, of->rows[first + i]) << 32
                        | (guint32) deid_person_rows_get_weight (of, of->rows[first + i]);
  if (!person_search_sort (search->sorted, n, stop, error))
    return FALSE;
  for (guint64 i = 0; i < n; i++)
    {
      const guint32 number = (guint32) (search->sorted[i] >> 32);

      if (n_own == 0 || own[n_own - 1] != number)
        {
          own[n_own] = number;
          counts[n_own++] = 0;
        }
      counts[n_own - 1] += (guint32) search->sorted[i];
    }
  search->n_classes[person] = n_own;
  return TRUE;
}

gboolean
deid_person_search_start (DeidPersonSearch *search, const DeidPersonClasses *classes,
                          const DeidStop *stop, GError **error)
{
  const DeidPersonRows *of = search->of;

  if (!deid_grow_list (search, counted, classes->n, error))
    return FALSE;
  memset (search->counted, 0, classes->n * sizeof *search->counted);
  memset (search->is_marked, 0, of->n);
  search->n_marked = 0;
  search->n_left = (of->n_rows + 1) * ENTRIES_A_ROW;
  for (guint64 p = 0; p < of->n; p++)
    {
      search->is_withheld[p]
          = of->first[p] == of->first[p + 1]
            || deid_person_classes_get (classes, of->rows[of->first[p]]) >= classes->n;
      if (!deid_stop_check_row (stop, p, error)
          || (!search->is_withheld[p] && !list_classes (search, p, classes, stop, error)))
        return FALSE;
    }
  return TRUE;
}

static void
mark (DeidPersonSearch *search, guint64 person)
{
  search->n_marked += !search->is_marked[person];
  search->is_marked[person] = TRUE;
}

gboolean
deid_person_search_mark_row (DeidPersonSearch *search, guint64 row)
{
  const guint32 person = deid_codes_get (search->of->codes, row);

  if (search->is_withheld[person] || search->is_marked[person])
    return FALSE;
  mark (search, person);
  return TRUE;
}

static gboolean
has_like_rows (const DeidPersonSearch *search, guint64 a, guint64 b)
{
  const guint64 *first = search->of->first;
  const gsize size = search->n_classes[a] * sizeof *search->classes;

  return search->n_classes[a] == search->n_classes[b]
         && memcmp (search->classes + first[a], search->classes + first[b], size) == 0
         && memcmp (search->counts + first[a], search->counts + first[b], size) == 0;
}

static guint64
hash_classes (const DeidPersonSearch *search, guint64 person)
{
  const guint64 first = search->of->first[person];
  guint64 hash = 0;

  for (guint64 i = first; i < first + search->n_classes[person]; i++)
    {
      hash = (hash ^ ((guint64) search->classes[i] << 32 | search->counts[i]))
             * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15);
      hash ^= hash >> 29;
    }
  return hash;
}

/* Counts a value of a person, once. Returns: whether it is new among those counted. */
static gboolean
count_value (DeidPersonValues *values, guint32 value, guint32 person)
{
  if (values->last_person[value] == person + 1)
    return FALSE;
  values->last_person[value] = person + 1;
  return values->n_persons[value]++ == 0;
}

/* Tells whether persons have enough different values, and share none. */
static gboolean
have_values (DeidPersonSearch *search, DeidPersonValues *values, const DeidPersonEntry *entries,
             guint64 n)
{
  const DeidPersonRows *of = search->of;
  gboolean is_shared = FALSE;
  guint64 n_different = 0;

  for (guint64 e = 0; e < n; e++)
    for (guint64 i = of->first[entries[e].person]; i < of->first[entries[e].person + 1]; i++)
      {
        const guint32 value = deid_codes_get (values->codes, of->rows[i]);

        if (value == values->missing || value == values->lacking)
          continue;
        n_different += count_value (values, value, entries[e].person) ? 1 : 0;
        is_shared |= values->n_persons[value] == n;
      }
  for (guint64 e = 0; e < n; e++)
    for (guint64 i = of->first[entries[e].person]; i < of->first[entries[e].person + 1]; i++)
      {
        const guint32 value = deid_codes_get (values->codes, of->rows[i]);

        values->n_persons[value] = values->last_person[value] = 0;
      }
  return n_different >= values->n_least && (values->n_least < 2 || !is_shared);
}

/* Tells whether a person has a row of a table that has a sensitive attribute. */
static gboolean
person_has_value (const DeidPersonSearch *search, const DeidPersonValues *values, guint32 person)
{
  const DeidPersonRows *of = search->of;

  for (guint64 i = of->first[person]; i < of->first[person + 1]; i++)
    if (deid_codes_get (values->codes, of->rows[i]) != values->lacking)
      return TRUE;
  return FALSE;
}

static gboolean
all_are_marked (const DeidPersonSearch *search, const DeidPersonEntry *entries, guint64 n)
{
  for (guint64 i = 0; i < n; i++)
    if (!search->is_marked[entries[i].person])
      return FALSE;
  return TRUE;
}

/* Marks persons who cannot be told apart, if they are too few or their values too much alike. In
 * the second case, those without a row that could have a value may stay: without the others, nobody
 * has one. Returns: whether all are marked. */
static gboolean
mark_alike (DeidPersonSearch *search, guint64 k, const DeidPersonEntry *entries, guint64 n)
{
  for (guint64 i = 0; n < k && i < n; i++)
    mark (search, entries[i].person);
  for (guint v = 0; n >= k && v < search->n_values; v++)
    if (!have_values (search, &search->values[v], entries, n))
      for (guint64 i = 0; i < n; i++)
        if (person_has_value (search, &search->values[v], entries[i].person))
          mark (search, entries[i].person);
  return all_are_marked (search, entries, n);
}

/* Lists persons with those that are like them. */
static void
mark_unlike_values (DeidPersonSearch *search, guint64 k)
{
  const guint64 n = search->of->n;
  guint64 end = 0;

  for (guint64 p = 0; p < n; p++)
    if (!search->is_withheld[p] && search->like[p] == p)
      {
        const guint32 n_alike = search->n_alike[p];

        search->n_alike[p] = (guint32) end;
        end += n_alike;
      }
  for (guint64 p = 0; p < n; p++)
    if (!search->is_withheld[p])
      search->roots[search->n_alike[search->like[p]]++]
          = (DeidPersonEntry){ .person = (guint32) p };
  for (guint64 start = 0, next; start < end; start = next)
    {
      next = search->n_alike[search->like[search->roots[start].person]];
      mark_alike (search, k, search->roots + start, next - start);
    }
}

/* All rows are known: marks persons that are not like enough others. */
static void
mark_unlike (DeidPersonSearch *search, guint64 k)
{
  const guint64 n = search->of->n;

  memset (search->first_alike, 0xFF, search->n_places * sizeof *search->first_alike);
  for (guint64 p = 0; p < n; p++)
    {
      guint64 place;

      if (search->is_withheld[p])
        continue;
      place = hash_classes (search, p) & (search->n_places - 1);
      while (search->first_alike[place] != G_MAXUINT32
             && !has_like_rows (search, search->first_alike[place], p))
        place = (place + 1) & (search->n_places - 1);
      if (search->first_alike[place] == G_MAXUINT32)
        {
          search->first_alike[place] = (guint32) p;
          search->n_alike[p] = 0;
        }
      search->like[p] = search->first_alike[place];
      search->n_alike[search->like[p]]++;
    }
  if (search->n_values > 0)
    mark_unlike_values (search, k);
  for (guint64 p = 0; search->n_values == 0 && p < n; p++)
    if (!search->is_withheld[p] && search->n_alike[search->like[p]] < k)
      mark (search, p);
}

/* The search for combinations of rows that too few persons have: persons with some rows in common
 * are divided by the class of a further row, no lower than the last, so that each combination is
 * met once. It goes no deeper where all persons are marked. */
typedef struct
{
  DeidPersonSearch *search;
  DeidPersonsCondition condition;
  const DeidStop *stop;
  guint64 n_since_check; /* entries */
} Combining;

/* Goes from an entry to the first of the further rows of its person. */
static gboolean
next_row (const DeidPersonSearch *search, const DeidPersonEntry *entry, DeidPersonEntry *next)
{
  const guint64 first = search->of->first[entry->person];

  *next = *entry;
  if (next->n_used < search->counts[first + next->place])
    next->n_used++;
  else
    {
      next->place++;
      next->n_used = 1;
    }
  return next->place < search->n_classes[entry->person];
}

/* Goes on to a row of another class. */
static gboolean
next_class (const DeidPersonSearch *search, DeidPersonEntry *next)
{
  next->place++;
  next->n_used = 1;
  return next->place < search->n_classes[next->person];
}

static guint32 *
count_of_entry (DeidPersonSearch *search, const DeidPersonEntry *entry)
{
  return &search->counted[search->classes[search->of->first[entry->person] + entry->place]];
}

/* Counts for each class the persons that have a further row in it.
 * Returns: how many entries there are of all classes. */
static guint64
count_further (DeidPersonSearch *search, const DeidPersonEntry *entries, guint64 n)
{
  guint64 n_further = 0;

  for (guint64 i = 0; i < n; i++)
    {
      DeidPersonEntry next;

      for (gboolean more = next_row (search, &entries[i], &next); more;
           more = next_class (search, &next))
        {
          (*count_of_entry (search, &next))++;
          n_further++;
        }
    }
  return n_further;
}

/* The last row that an attacker knows: nothing has to be listed. */
static void
combine_last (Combining *combining, const DeidPersonEntry *entries, guint64 n)
{
  DeidPersonSearch *search = combining->search;
  const guint64 n_further = count_further (search, entries, n);
  DeidPersonEntry next;

  search->n_left -= MIN (search->n_left, n_further);
  for (guint64 i = 0; i < n; i++)
    for (gboolean more
         = !search->is_marked[entries[i].person] && next_row (search, &entries[i], &next);
         more; more = next_class (search, &next))
      if (*count_of_entry (search, &next) < combining->condition.k)
        {
          mark (search, next.person);
          break;
        }
  for (guint64 i = 0; i < n; i++)
    for (gboolean more = next_row (search, &entries[i], &next); more;
         more = next_class (search, &next))
      *count_of_entry (search, &next) = 0;
}

/* Lists the classes that were counted, and where the entries of each begin. Numbers the classes in
 * the place of their counts. Returns: the number of classes. */
static guint64
number_further (DeidPersonSearch *search, DeidPersonStep *step, const DeidPersonEntry *entries,
                guint64 n)
{
  guint64 n_classes = 0, end = 0;
  DeidPersonEntry next;

  for (guint64 i = 0; i < n; i++)
    for (gboolean more = next_row (search, &entries[i], &next); more;
         more = next_class (search, &next))
      {
        guint32 *count = count_of_entry (search, &next);

        if (*count == 0)
          continue;
        step->classes[n_classes] = (guint32) (count - search->counted);
        step->ends[n_classes++] = end;
        end += *count;
        *count = 0;
      }
  for (guint64 c = 0; c < n_classes; c++)
    search->counted[step->classes[c]] = (guint32) c;
  return n_classes;
}

/* Lists by class the persons that have a further row in it. */
static gboolean
list_further (DeidPersonSearch *search, DeidPersonStep *step, const DeidPersonEntry *entries,
              guint64 n, guint64 *n_classes, GError **error)
{
  const guint64 n_further = count_further (search, entries, n);
  DeidPersonEntry next;

  search->n_left -= MIN (search->n_left, n_further);
  if (!deid_grow_list (step, entries, n_further, error)
      || !deid_grow_list (step, classes, n_further, error)
      || !deid_grow_list (step, ends, n_further, error))
    return FALSE;
  *n_classes = number_further (search, step, entries, n);
  for (guint64 i = 0; i < n; i++)
    for (gboolean more = next_row (search, &entries[i], &next); more;
         more = next_class (search, &next))
      step->entries[step->ends[*count_of_entry (search, &next)]++] = next;
  for (guint64 c = 0; c < *n_classes; c++)
    search->counted[step->classes[c]] = 0;
  return TRUE;
}

static gboolean combine_rows (Combining *combining, const DeidPersonEntry *entries, guint64 n,
                              guint n_known, GError **error);

static gboolean
combine_further (Combining *combining, const DeidPersonEntry *entries, guint64 n, guint n_known,
                 GError **error)
{
  DeidPersonStep *step = &combining->search->steps[n_known];
  guint64 n_classes, start = 0;

  if (!list_further (combining->search, step, entries, n, &n_classes, error))
    return FALSE;
  for (guint64 c = 0; c < n_classes; start = step->ends[c++])
    if (!combine_rows (combining, step->entries + start, step->ends[c] - start, n_known + 1, error))
      return FALSE;
  return TRUE;
}

/* Each entry may lead to as many others as its person has rows. */
static gboolean
check_time (Combining *combining, guint64 n, GError **error)
{
  combining->n_since_check += n;
  if (combining->n_since_check < ENTRIES_PER_CHECK)
    return TRUE;
  combining->n_since_check = 0;
  return deid_stop_check (combining->stop, error);
}

/* Persons who have no further row are known by these. */
static gboolean
combine_rows (Combining *combining, const DeidPersonEntry *entries, guint64 n, guint n_known,
              GError **error)
{
  DeidPersonSearch *search = combining->search;

  if (!check_time (combining, n, error))
    return FALSE;
  if (search->n_left == 0 || all_are_marked (search, entries, n))
    return TRUE;
  if (mark_alike (search, combining->condition.k, entries, n))
    return TRUE;
  if (n_known + 1 == combining->condition.n_known && search->n_values == 0)
    combine_last (combining, entries, n);
  else if (n_known < combining->condition.n_known)
    return combine_further (combining, entries, n, n_known, error);
  return TRUE;
}

/* Persons [start, end) in the order of their numbers of records. */
static gboolean
combine_persons (Combining *combining, guint64 start, guint64 end, GError **error)
{
  DeidPersonSearch *search = combining->search;
  guint64 n = 0;

  for (guint64 i = start; i < end; i++)
    {
      const guint32 p = search->of->by_number[i];

      if (!search->is_withheld[p])
        search->roots[n++] = (DeidPersonEntry){ .person = p };
    }
  return combine_rows (combining, search->roots, n, 0, error);
}

/* Returns: the end of the persons, from @start on, that have as many records. */
static guint64
get_end_of_number (const DeidPersonRows *of, guint64 start)
{
  guint64 end = start;

  while (end < of->n && of->numbers[of->by_number[end]] == of->numbers[of->by_number[start]])
    end++;
  return end;
}

gboolean
deid_person_search_mark (DeidPersonSearch *search, const DeidPersonsCondition *condition,
                         gboolean *is_done, const DeidStop *stop, GError **error)
{
  const DeidPersonRows *of = search->of;
  Combining combining = { .search = search, .condition = *condition, .stop = stop };
  const guint64 n_left = search->n_left;

  if (is_done == NULL)
    search->n_left = G_MAXUINT64;
  if (condition->n_known == 0)
    mark_unlike (search, condition->k);
  else
    for (guint64 start = 0, end; start < of->n; start = end)
      {
        end = condition->knows_number ? get_end_of_number (of, start) : of->n;
        if (!combine_persons (&combining, start, end, error))
          return FALSE;
      }
  if (is_done != NULL)
    *is_done = search->n_left > 0;
  else
    search->n_left = n_left;
  return deid_stop_check (stop, error);
}

/* Withholds those that are marked. */
static void
withhold_marked (DeidPersonSearch *search)
{
  for (guint64 p = 0; search->n_marked > 0 && p < search->of->n; p++)
    search->is_withheld[p] |= search->is_marked[p];
  memset (search->is_marked, 0, search->of->n);
  search->n_marked = 0;
}

/* Puts the rows of persons that are withheld behind the classes. */
static void
move_rows (const DeidPersonSearch *search, DeidPersonClasses *classes)
{
  const DeidPersonRows *of = search->of;

  for (guint64 p = 0; p < of->n; p++)
    for (guint64 i = of->first[p]; search->is_withheld[p] && i < of->first[p + 1]; i++)
      {
        const guint32 row = of->rows[i];
        const guint32 number = deid_person_classes_get (classes, row);
        const guint64 weight = deid_person_rows_get_weight (of, row);

        if (number >= classes->n)
          continue;
        classes->sizes[number] -= weight;
        classes->sizes[classes->n] += weight;
        classes->n_withheld += weight;
        if (classes->width == 2)
          ((guint16 *) classes->class_of_row)[row] = (guint16) classes->n;
        else
          ((guint32 *) classes->class_of_row)[row] = classes->n;
      }
}

gboolean
deid_person_search_settle (DeidPersonSearch *search, const DeidPreparedProblem *prepared,
                           DeidPersonClasses *classes, const DeidStop *stop, GError **error)
{
  do
    {
      withhold_marked (search);
      for (guint i = 0; i < prepared->privacy.n_models; i++)
        {
          const DeidPreparedModel *asked = &prepared->privacy.models[i];
          guint32 n;

          if (deid_prepared_problem_get_persons (prepared, asked, &n) == search->of->codes
              && !deid_person_search_mark (search, &asked->model->funcs->persons, NULL, stop,
                                           error))
            return FALSE;
        }
    }
  while (search->n_marked > 0);
  move_rows (search, classes);
  return TRUE;
}
