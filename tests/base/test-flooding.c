/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Values and codes that were chosen so that they collide take few steps, by the count of steps, and
 * nothing but time depends on the key of hashes. */
#include "support/suite.h"

#include <string.h>

#include "base/hash.h"
#include "classes/class-walk.h"
#include "support/colliding-keys.h"
#include "lattice/policy-private.h"
#include "base/dictionary.h"

#define N_KEYS  20000
#define N_TEXTS 5000

static const DeidStop never = { .deadline = G_MAXINT64 };

static const guint64 process_keys[][2]
    = { { 0, 0 },
        { 1, 2 },
        { G_MAXUINT64, 1 },
        { G_GUINT64_CONSTANT (0x0123456789ABCDEF), G_GUINT64_CONSTANT (0xFEDCBA9876543210) } };

static guint64
rotate (guint64 word, guint n)
{
  return word << n | word >> (64 - n);
}

static void
sip_round (guint64 *v0, guint64 *v1, guint64 *v2, guint64 *v3)
{
  *v0 += *v1;
  *v1 = rotate (*v1, 13);
  *v1 ^= *v0;
  *v0 = rotate (*v0, 32);
  *v2 += *v3;
  *v3 = rotate (*v3, 16);
  *v3 ^= *v2;
  *v0 += *v3;
  *v3 = rotate (*v3, 21);
  *v3 ^= *v0;
  *v2 += *v1;
  *v1 = rotate (*v1, 17);
  *v1 ^= *v2;
  *v2 = rotate (*v2, 32);
}

/* SipHash-c-d as its authors define it, byte by byte. */
static guint64
sip_hash (guint c, guint d, guint64 k0, guint64 k1, const guint8 *bytes, gsize length)
{
  guint64 v0 = k0 ^ G_GUINT64_CONSTANT (0x736f6d6570736575);
  guint64 v1 = k1 ^ G_GUINT64_CONSTANT (0x646f72616e646f6d);
  guint64 v2 = k0 ^ G_GUINT64_CONSTANT (0x6c7967656e657261);
  guint64 v3 = k1 ^ G_GUINT64_CONSTANT (0x7465646279746573);

  for (gsize start = 0; start <= length; start += 8)
    {
      guint64 word = 0;

      for (gsize i = 0; i < 8; i++)
        if (start + i < length)
          word |= (guint64) bytes[start + i] << (8 * i);
      if (start + 8 > length)
        word |= (guint64) (length & 0xFF) << 56;
      v3 ^= word;
      for (guint i = 0; i < c; i++)
        sip_round (&v0, &v1, &v2, &v3);
      v0 ^= word;
    }
  v2 ^= 0xFF;
  for (guint i = 0; i < d; i++)
    sip_round (&v0, &v1, &v2, &v3);
  return v0 ^ v1 ^ v2 ^ v3;
}

START_TEST (hash_is_siphash)
{
  const guint64 low = G_GUINT64_CONSTANT (0x0706050403020100);
  const guint64 high = G_GUINT64_CONSTANT (0x0F0E0D0C0B0A0908);
  guint8 bytes[300];

  for (guint i = 0; i < sizeof bytes; i++)
    bytes[i] = (guint8) i;
  /* The example in appendix A of the paper, which is SipHash-2-4 of 15 bytes. */
  ck_assert (sip_hash (2, 4, low, high, bytes, 15) == G_GUINT64_CONSTANT (0xA129CA6149BE45E5));
  deid_hash_set_key (low, high);
  for (guint length = 0; length <= sizeof bytes; length++)
    assert_quietly (deid_hash_bytes (bytes, length) == sip_hash (1, 3, low, high, bytes, length));
  ck_assert_uint_eq (deid_hash_name ("age"), (guint) deid_hash_bytes ("age", 3));
}
END_TEST

/* Returns: the steps beyond the first slots that finding each text once takes. */
static guint64
count_dictionary_steps (const DeidDictionary *dictionary)
{
  const guint64 mask = dictionary->n_slots - 1;
  guint64 n = 0;

  for (guint64 slot = 0; slot < dictionary->n_slots; slot++)
    if (dictionary->slots[slot] != 0)
      n += (slot - dictionary->hashes[dictionary->slots[slot] - 1]) & mask;
  return n;
}

/* Adds texts to a dictionary, which must number them, and find them in few steps. */
static void
check_texts (char *const *texts, guint n)
{
  for (guint k = 0; k < G_N_ELEMENTS (process_keys); k++)
    {
      DeidDictionary dictionary;

      deid_hash_set_key (process_keys[k][0], process_keys[k][1]);
      deid_dictionary_init (&dictionary);
      for (guint i = 0; i < n; i++)
        {
          guint32 code;

          assert_quietly (
              deid_dictionary_add (&dictionary, texts[i], strlen (texts[i]), &code, NULL)
              && code == i);
        }
      ck_assert_uint_le (count_dictionary_steps (&dictionary), n);
      for (guint i = 0; i < n; i++)
        assert_quietly (deid_dictionary_find (&dictionary, texts[i], strlen (texts[i])) == i);
      deid_dictionary_clear (&dictionary);
    }
}

/* Texts that had one hash before hashes had a key. */
START_TEST (dictionary_of_colliding_texts)
{
  g_auto (GStrv) texts = make_colliding_texts (N_TEXTS);

  for (guint i = 0; i < N_TEXTS; i++)
    assert_quietly (hash_without_key (texts[i]) == hash_without_key (texts[0]));
  check_texts (texts, N_TEXTS);
}
END_TEST

/* Texts whose hashes begin at one of few slots under another key than that of the process. */
START_TEST (dictionary_of_texts_for_another_key)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  deid_hash_set_key (3, 4);
  for (guint i = 0; texts->len < N_TEXTS; i++)
    {
      g_autofree char *text = g_strdup_printf ("value %u", i);

      if ((deid_hash_bytes (text, strlen (text)) & 0xFFF) < 32)
        g_ptr_array_add (texts, g_steal_pointer (&text));
    }
  check_texts ((char *const *) texts->pdata, texts->len);
}
END_TEST

/* Texts that g_str_hash() gives one hash: each of its pairs of characters can be replaced by
 * another one without changing it. */
START_TEST (names_of_columns)
{
  g_autoptr (GHashTable) hashes = g_hash_table_new (NULL, NULL);

  deid_hash_set_key (1, 2);
  for (guint i = 0; i < 4096; i++)
    {
      char name[25] = "";

      for (guint bit = 0; bit < 12; bit++)
        strcat (name, (i >> bit & 1) != 0 ? "Bb" : "CA");
      assert_quietly (g_str_hash (name) == g_str_hash ("CACACACACACACACACACACACA"));
      g_hash_table_add (hashes, GUINT_TO_POINTER (deid_hash_name (name)));
    }
  ck_assert_uint_ge (g_hash_table_size (hashes), 4090);
}
END_TEST

static void
add_keys (DeidFrequencyTable *table, const guint64 *keys, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      assert_quietly (deid_frequency_table_reserve (table, NULL));
      assert_quietly (deid_frequency_table_add (table, keys[i]) == i);
    }
}

/* What a table takes before it changes, what it takes to move its keys, and afterwards. */
static guint64
get_limit (guint64 n_added)
{
  return DEID_MIN_STEPS + 2 * (DEID_STEPS_A_KEY + 1) * n_added;
}

START_TEST (table_of_colliding_keys)
{
  g_autofree guint64 *keys = make_colliding_keys (N_KEYS, 40);

  for (guint k = 0; k < G_N_ELEMENTS (process_keys); k++)
    {
      DeidFrequencyTable table = { 0 };
      guint64 before;

      deid_hash_set_key (process_keys[k][0], process_keys[k][1]);
      add_keys (&table, keys, N_KEYS);
      ck_assert_ptr_nonnull (table.words);
      ck_assert_uint_le (table.n_steps, get_limit (N_KEYS));
      for (guint i = 0; i < N_KEYS; i++)
        assert_quietly (deid_frequency_table_add (&table, keys[i]) == i);
      /* It stays as it is, and random keys take 1.5 steps at most. */
      before = table.n_steps;
      deid_frequency_table_reset (&table, N_KEYS);
      add_keys (&table, keys, N_KEYS);
      ck_assert_uint_le (table.n_steps - before, 2 * N_KEYS);
      deid_frequency_table_clear (&table);
    }
}
END_TEST

/* Keys that wait until there is a long run, and then are looked up again and again at its end. */
START_TEST (table_of_keys_that_return)
{
  g_autofree guint64 *keys = make_colliding_keys (200, 40);
  DeidFrequencyTable table = { 0 };

  deid_hash_set_key (1, 2);
  for (guint64 i = 0; i < N_KEYS; i++)
    {
      assert_quietly (deid_frequency_table_reserve (&table, NULL));
      deid_frequency_table_add (&table, i < 10000 ? i : keys[i % 100 == 0 ? i / 100 - 100 : 0]);
    }
  for (guint i = 0; i < N_KEYS; i++)
    {
      assert_quietly (deid_frequency_table_reserve (&table, NULL));
      deid_frequency_table_add (&table, keys[99]);
    }
  ck_assert_uint_le (table.n_steps, get_limit (2 * N_KEYS));
  deid_frequency_table_clear (&table);
}
END_TEST

/* Families of keys that are easy to choose, for a table that has changed. */
START_TEST (changed_table_of_regular_keys)
{
  for (guint k = 0; k < G_N_ELEMENTS (process_keys); k++)
    for (guint shift = 0; shift <= 48; shift += 4)
      {
        const guint64 factors[] = { 1, 3, 255, 257, DEID_FIBONACCI, INVERSE_OF_FIBONACCI };

        deid_hash_set_key (process_keys[k][0], process_keys[k][1]);
        for (guint f = 0; f < G_N_ELEMENTS (factors); f++)
          {
            DeidFrequencyTable table = { .words = deid_hash_get_words () };

            for (guint64 i = 0; i < 1000; i++)
              {
                assert_quietly (deid_frequency_table_reserve (&table, NULL));
                assert_quietly (deid_frequency_table_add (&table, (i << shift) * factors[f]) == i);
              }
            assert_quietly (table.n_steps <= 2 * 1000);
            deid_frequency_table_clear (&table);
          }
      }
}
END_TEST

/* Ordinary keys, as mixed radices make them, do not change a table. */
START_TEST (table_of_ordinary_keys)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  for (guint64 radix = 2; radix < 2000; radix += 1 + radix / 2)
    {
      DeidFrequencyTable table = { 0 };

      for (guint i = 0; i < N_KEYS; i++)
        {
          const guint64 high = g_rand_int (rand), low = g_rand_int (rand) % radix;

          assert_quietly (deid_frequency_table_reserve (&table, NULL));
          deid_frequency_table_add (&table, (high % 3000 * radix + low) * radix + low / 2);
        }
      ck_assert_ptr_null (table.words);
      deid_frequency_table_clear (&table);
    }
}
END_TEST

START_TEST (slots_of_colliding_keys)
{
  guint bits = 10;
  g_autofree guint64 *keys = NULL;

  while (1u << (bits - 1) < N_KEYS)
    bits++;
  keys = make_small_colliding_keys (N_KEYS, bits);
  for (guint k = 0; k < G_N_ELEMENTS (process_keys); k++)
    {
      DeidKeySlots slots = { 0 };

      deid_hash_set_key (process_keys[k][0], process_keys[k][1]);
      for (guint run = 0; run < 2; run++)
        {
          const guint64 before = slots.n_steps;

          assert_quietly (deid_key_slots_start (&slots, N_KEYS, NULL));
          ck_assert_uint_eq (slots.bits, bits);
          for (guint i = 0; i < 2 * N_KEYS; i++)
            {
              assert_quietly (slots.patience >= 0 || deid_key_slots_change (&slots, NULL));
              assert_quietly (deid_key_slots_add (&slots, keys[i % N_KEYS]) == i % N_KEYS);
            }
          ck_assert_ptr_nonnull (slots.words);
          ck_assert_uint_le (slots.n_steps - before,
                             run == 0 ? get_limit (N_KEYS) : 2 * 2 * N_KEYS);
        }
      deid_key_slots_clear (&slots);
    }
}
END_TEST

static void
add_policies (DeidPolicySet *set, const DeidLevel *top)
{
  DeidLevel levels[3];

  for (levels[0] = 0; levels[0] <= top[0]; levels[0]++)
    for (levels[1] = 0; levels[1] <= top[1]; levels[1]++)
      for (levels[2] = 0; levels[2] <= top[2]; levels[2]++)
        assert_quietly (deid_policy_set_add (set, levels, NULL));
}

START_TEST (set_of_policies)
{
  const DeidLevel top[] = { 19, 29, 9 };

  for (guint k = 0; k < G_N_ELEMENTS (process_keys); k++)
    {
      DeidPolicySet set;
      guint64 mask, n_steps = 0;

      deid_hash_set_key (process_keys[k][0], process_keys[k][1]);
      deid_policy_set_init (&set, 3);
      add_policies (&set, top);
      ck_assert_uint_eq (set.n, 20 * 30 * 10);
      mask = (1u << set.bits) - 1;
      for (guint64 slot = 0; slot <= mask; slot++)
        if (set.slots[slot] != 0)
          n_steps += (slot
                      - deid_hash_bytes (set.levels + (gsize) 3 * (set.slots[slot] - 1),
                                         3 * sizeof *set.levels))
                     & mask;
      ck_assert_uint_le (n_steps, 2 * set.n);
      deid_policy_set_clear (&set);
    }
}
END_TEST

/* Rows of two columns: first each code in its order, then pairs that collide. */
static void
fill_rows (DeidCodes columns[2], const CollidingPairs *pairs)
{
  for (guint c = 0; c < 2; c++)
    {
      assert_quietly (
          deid_codes_alloc (&columns[c], pairs->n_codes + pairs->n, pairs->n_codes - 1, NULL));
      for (guint i = 0; i < pairs->n_codes; i++)
        deid_codes_set (&columns[c], i, i);
      for (guint i = 0; i < pairs->n; i++)
        deid_codes_set (&columns[c], pairs->n_codes + i, pairs->pairs[i][c]);
    }
}

START_TEST (grouping_of_colliding_pairs)
{
  g_autofree guint32 *labels = NULL;
  CollidingPairs pairs;
  DeidCodes columns[2];
  const DeidCodes *codes[2] = { &columns[0], &columns[1] };
  DeidRecoding recoding;
  const DeidRecoding *recodings[2] = { &recoding, &recoding };
  DeidGrouping grouping = { 0 };
  DeidRows rows = { .n_attributes = 2, .codes = codes };

  make_colliding_pairs (&pairs, N_KEYS);
  fill_rows (columns, &pairs);
  rows.n = pairs.n_codes + pairs.n;
  labels = g_new (guint32, pairs.n_codes);
  for (guint32 i = 0; i < pairs.n_codes; i++)
    labels[i] = i;
  recoding = (DeidRecoding){ .labels = labels, .n_labels = pairs.n_codes };
  deid_hash_set_key (1, 2);
  assert_quietly (deid_grouping_run (&grouping, &rows, recodings, &never, NULL));
  ck_assert_ptr_nonnull (grouping.numbers.slots.words);
  ck_assert_uint_le (grouping.numbers.slots.n_steps, get_limit (rows.n));
  ck_assert_uint_eq (grouping.n_classes, rows.n);
  for (guint64 row = 0; row < rows.n; row++)
    assert_quietly (grouping.class_of_row[row] == row);
  deid_grouping_clear (&grouping);
  for (guint c = 0; c < 2; c++)
    deid_codes_clear (&columns[c]);
  g_free (pairs.pairs);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("flooding");
  TCase *tcase = tcase_create ("flooding");

  tcase_set_timeout (tcase, 120);
  tcase_add_test (tcase, hash_is_siphash);
  tcase_add_test (tcase, dictionary_of_colliding_texts);
  tcase_add_test (tcase, dictionary_of_texts_for_another_key);
  tcase_add_test (tcase, names_of_columns);
  tcase_add_test (tcase, table_of_colliding_keys);
  tcase_add_test (tcase, table_of_keys_that_return);
  tcase_add_test (tcase, changed_table_of_regular_keys);
  tcase_add_test (tcase, table_of_ordinary_keys);
  tcase_add_test (tcase, slots_of_colliding_keys);
  tcase_add_test (tcase, set_of_policies);
  tcase_add_test (tcase, grouping_of_colliding_pairs);
  suite_add_tcase (suite, tcase);
  return suite;
}
