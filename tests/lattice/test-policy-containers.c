/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What searches keep single policies in: sets against strings in a plain hash table, and queues
 * against a list that is looked through. */
#include "support/suite.h"

#include <math.h>
#include <string.h>

#include "support/failing-allocations.h"
#include "lattice/policy-private.h"
#include "search/algorithms/policy-order.h"

#define MANY_DIMENSIONS 300

static void
choose_levels (DeidLevel *levels, guint n_dimensions, guint n_levels, guint step, GRand *rand)
{
  for (guint d = 0; d < n_dimensions; d++)
    levels[d] = (DeidLevel) (g_rand_int (rand) % n_levels * step);
}

static char *
format_levels (const DeidLevel *levels, guint n_dimensions)
{
  GString *text = g_string_new (NULL);

  for (guint d = 0; d < n_dimensions; d++)
    g_string_append_printf (text, "%u ", levels[d]);
  return g_string_free (text, FALSE);
}

static const struct
{
  guint n_dimensions, n_levels, step;
} vectors[] = {
  { 1, 3, 1 },    { 1, 65536, 1 }, { 1, 256, 256 }, { 2, 200, 1 },
  { 3, 4, 4096 }, { 8, 3, 1 },     { 30, 2, 1 },    { MANY_DIMENSIONS, 2, 1 },
};

static void
check_set (const DeidPolicySet *set, const GPtrArray *in_order)
{
  ck_assert_uint_eq (set->n, in_order->len);
  for (guint i = 0; i < in_order->len; i++)
    {
      g_autofree char *text
          = format_levels (set->levels + (gsize) i * set->n_dimensions, set->n_dimensions);

      if (strcmp (text, g_ptr_array_index (in_order, i)) != 0)
        ck_abort_msg ("policy %u is %s, expected %s", i, text,
                      (char *) g_ptr_array_index (in_order, i));
    }
}

/* Each policy is asked for before it is added, and as a rule once without being added. */
START_TEST (set)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autoptr (GHashTable) plain = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) in_order = g_ptr_array_new ();
  const guint n_dimensions = vectors[_i].n_dimensions;
  const guint n_operations = count_trials (_i == 7 ? 2000 : 6000);
  g_autofree DeidLevel *levels = g_new (DeidLevel, n_dimensions);
  DeidPolicySet policies;

  deid_policy_set_init (&policies, n_dimensions);
  ck_assert_uint_eq (deid_policy_set_get_n_bytes (&policies), 0);
  for (guint i = 0; i < n_operations; i++)
    {
      char *text;
      gboolean has;

      choose_levels (levels, n_dimensions, vectors[_i].n_levels, vectors[_i].step, rand);
      text = format_levels (levels, n_dimensions);
      has = g_hash_table_contains (plain, text);
      if (deid_policy_set_contains (&policies, levels) != has)
        ck_abort_msg ("operation %u: %s", i, text);
      if (g_rand_boolean (rand))
        {
          if (!deid_policy_set_add (&policies, levels, NULL)
              || !deid_policy_set_contains (&policies, levels))
            ck_abort_msg ("operation %u: %s", i, text);
          if (!has)
            {
              g_ptr_array_add (in_order, text);
              g_hash_table_add (plain, g_steal_pointer (&text));
            }
        }
      g_free (text);
    }
  check_set (&policies, in_order);
  /* At least a third of the slots is empty. */
  ck_assert_uint_le (3 * policies.n, G_GUINT64_CONSTANT (2) << policies.bits);
  ck_assert_uint_eq (deid_policy_set_get_n_bytes (&policies),
                     2 * policies.levels_capacity + (G_GUINT64_CONSTANT (4) << policies.bits));
  deid_policy_set_clear (&policies);
}
END_TEST

/* Returns: the slot that the only policy of a set is in. */
static guint
get_slot (DeidLevel level)
{
  DeidPolicySet policies;
  guint slot = 0;

  deid_policy_set_init (&policies, 1);
  if (!deid_policy_set_add (&policies, &level, NULL))
    ck_abort ();
  while (policies.slots[slot] == 0)
    slot++;
  deid_policy_set_clear (&policies);
  return slot;
}

/* All are at home in the last slot but every tenth, which is in the first. */
START_TEST (set_of_collisions)
{
  g_autoptr (GArray) levels = g_array_new (FALSE, FALSE, sizeof (DeidLevel));
  DeidPolicySet policies;

  deid_policy_set_init (&policies, 1);
  for (guint level = 0; levels->len < 100; level++)
    {
      const DeidLevel added = (DeidLevel) level;

      if (get_slot (added) == (levels->len % 10 == 9 ? 0 : 255))
        g_array_append_val (levels, added);
    }
  for (guint i = 0; i < levels->len; i++)
    {
      ck_assert (!deid_policy_set_contains (&policies, &g_array_index (levels, DeidLevel, i)));
      ck_assert (deid_policy_set_add (&policies, &g_array_index (levels, DeidLevel, i), NULL));
    }
  ck_assert_uint_eq (policies.bits, 8);
  ck_assert_uint_eq (policies.n, levels->len);
  for (guint i = 0; i < levels->len; i++)
    ck_assert (deid_policy_set_contains (&policies, &g_array_index (levels, DeidLevel, i)));
  deid_policy_set_clear (&policies);
}
END_TEST

/* Each allocation fails once; the policy is then not there, and can be added. */
START_TEST (set_without_memory)
{
  DeidPolicySet policies;
  guint n_failures = 0;

  deid_policy_set_init (&policies, 1);
  for (guint i = 0; i < 1000; i++)
    {
      const DeidLevel level = (DeidLevel) i;
      GError *error = NULL;

      for (gint n = 0;; n++)
        {
          gboolean success;

          n_allocations_left = n;
          success = deid_policy_set_add (&policies, &level, &error);
          n_allocations_left = G_MAXINT;
          if (success)
            break;
          assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, "as the test wants it", NULL);
          ck_assert_uint_eq (policies.n, i);
          ck_assert (!deid_policy_set_contains (&policies, &level));
          n_failures++;
        }
      ck_assert (deid_policy_set_contains (&policies, &level));
    }
  ck_assert_uint_gt (n_failures, 1000);
  deid_policy_set_clear (&policies);
}
END_TEST

/* There is no number for one more policy, though there would be a slot. */
START_TEST (full_set)
{
  DeidPolicySet policies = { .n_dimensions = 1, .n = G_MAXUINT32 - 1, .bits = 33 };
  const DeidLevel level = 0;
  GError *error = NULL;

  n_allocations_left = 0;
  ck_assert (!deid_policy_set_add (&policies, &level, &error));
  n_allocations_left = G_MAXINT;
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, "a set of 4294967294 policies", NULL);
}
END_TEST

/* What is in a queue, in no order. */
typedef struct
{
  DeidPriority priority;
  DeidLevel levels[MANY_DIMENSIONS];
} Entry;

static int
compare_entries (const Entry *a, const Entry *b, guint n_dimensions)
{
  const guint64 sums[]
      = { deid_levels_sum (a->levels, n_dimensions), deid_levels_sum (b->levels, n_dimensions) };

  for (guint i = 0; i < 3; i++)
    if (a->priority.keys[i] != b->priority.keys[i])
      return a->priority.keys[i] < b->priority.keys[i] ? -1 : 1;
  if (sums[0] != sums[1])
    return sums[0] < sums[1] ? -1 : 1;
  for (guint d = 0; d < n_dimensions; d++)
    if (a->levels[d] != b->levels[d])
      return a->levels[d] < b->levels[d] ? -1 : 1;
  return 0;
}

/* Keys are few, so that many are the same; so are some entries in all. */
static void
choose_entry (Entry *entry, guint n_dimensions, GRand *rand)
{
  static const double keys[] = { -1, 0, 1e-300, 0.1, 7, INFINITY };

  for (guint i = 0; i < 3; i++)
    entry->priority.keys[i] = keys[g_rand_int (rand) % (i == 0 ? 6 : 2)];
  choose_levels (entry->levels, n_dimensions, 3, 20000, rand);
}

static guint
find_first (const GArray *plain, guint n_dimensions)
{
  guint first = 0;

  for (guint i = 1; i < plain->len; i++)
    if (compare_entries (&g_array_index (plain, Entry, i), &g_array_index (plain, Entry, first),
                         n_dimensions)
        < 0)
      first = i;
  return first;
}

static void
pop_and_check (DeidPolicyQueue *queue, GArray *plain)
{
  const guint first = plain->len > 0 ? find_first (plain, queue->n_dimensions) : 0;
  Entry popped;

  if (plain->len == 0)
    {
      ck_assert (!deid_policy_queue_pop (queue, &popped.priority, popped.levels));
      return;
    }
  if (!deid_policy_queue_pop (queue, &popped.priority, popped.levels)
      || compare_entries (&popped, &g_array_index (plain, Entry, first), queue->n_dimensions) != 0)
    ck_abort_msg ("another policy comes first");
  g_array_remove_index_fast (plain, first);
}

static guint
count_finite (const DeidPolicyQueue *queue, const GArray *plain)
{
  guint n = 0;

  for (guint i = 0; i < queue->n; i++)
    n += isfinite (deid_policy_queue_get_priority (queue, i)->keys[0]) ? 1 : 0;
  for (guint i = 0; i < plain->len; i++)
    n -= isfinite (g_array_index (plain, Entry, i).priority.keys[0]) ? 1 : 0;
  return n;
}

/* Queues that grow and shrink again several times. */
START_TEST (queue)
{
  static const guint numbers_of_dimensions[] = { 1, 2, 3, 12, 13, MANY_DIMENSIONS };
  const guint n_dimensions = numbers_of_dimensions[_i];
  const guint n_operations = count_trials (n_dimensions > 100 ? 1500 : 4000);
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  g_autoptr (GArray) plain = g_array_new (FALSE, TRUE, sizeof (Entry));
  DeidPolicyQueue policies;
  guint n_most = 0;

  deid_policy_queue_init (&policies, n_dimensions);
  ck_assert_uint_eq (deid_policy_queue_get_n_bytes (&policies), 0);
  for (guint i = 0; i < n_operations; i++)
    {
      const guint n_pushes_in_10 = i / 500 % 2 == 0 ? 7 : 3;
      Entry entry = { 0 };

      if (g_rand_int (rand) % 10 < n_pushes_in_10)
        {
          choose_entry (&entry, n_dimensions, rand);
          ck_assert (deid_policy_queue_push (&policies, &entry.priority, entry.levels, NULL));
          g_array_append_val (plain, entry);
        }
      else
        pop_and_check (&policies, plain);
      ck_assert_uint_eq (policies.n, plain->len);
      n_most = MAX (n_most, plain->len);
    }
  ck_assert_uint_eq (count_finite (&policies, plain), 0);
  ck_assert_uint_ge (deid_policy_queue_get_n_bytes (&policies),
                     n_most * (sizeof (DeidPriority) + n_dimensions * sizeof (DeidLevel)));
  while (plain->len > 0)
    pop_and_check (&policies, plain);
  pop_and_check (&policies, plain);
  deid_policy_queue_clear (&policies);
}
END_TEST

/* A policy that there is no memory for is not in the queue, and the others still are. */
START_TEST (queue_without_memory)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  g_autoptr (GArray) plain = g_array_new (FALSE, TRUE, sizeof (Entry));
  DeidPolicyQueue policies;
  guint n_failures = 0;

  deid_policy_queue_init (&policies, 2);
  for (guint i = 0; i < 200; i++)
    {
      Entry entry = { 0 };
      GError *error = NULL;

      choose_entry (&entry, 2, rand);
      n_allocations_left = (gint) (i % 2);
      if (deid_policy_queue_push (&policies, &entry.priority, entry.levels, &error))
        g_array_append_val (plain, entry);
      else
        {
          assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, "as the test wants it", NULL);
          n_failures++;
        }
      n_allocations_left = G_MAXINT;
    }
  ck_assert_uint_gt (n_failures, 50);
  ck_assert_uint_gt (plain->len, 50);
  while (plain->len > 0)
    pop_and_check (&policies, plain);
  pop_and_check (&policies, plain);
  deid_policy_queue_clear (&policies);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("policy-containers");
  TCase *tcase = tcase_create ("sets and queues");

  tcase_set_timeout (tcase, 120);
  tcase_add_loop_test (tcase, set, 0, G_N_ELEMENTS (vectors));
  tcase_add_test (tcase, set_of_collisions);
  tcase_add_test (tcase, set_without_memory);
  tcase_add_test (tcase, full_set);
  tcase_add_loop_test (tcase, queue, 0, 6);
  tcase_add_test (tcase, queue_without_memory);
  suite_add_tcase (suite, tcase);
  return suite;
}
