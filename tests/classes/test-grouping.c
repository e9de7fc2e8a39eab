/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The frequency table, and grouping against strings in a plain hash table. */
#include "support/suite.h"

#include <string.h>

#include "classes/grouping.h"

#define MAX_ATTRIBUTES 16

static const DeidStop never = { .deadline = G_MAXINT64 };

static guint64
random_key (GRand *rand)
{
  return (guint64) g_rand_int (rand) << 32 | g_rand_int (rand);
}

static guint
hash_key (gconstpointer key)
{
  const guint64 mixed = *(const guint64 *) key % G_GUINT64_CONSTANT (1000000000039);

  return (guint) (mixed ^ mixed >> 20);
}

/* As ck_assert_uint_eq(), which reports each place it passes, but fast. */
static void
assert_equal (guint64 got, guint64 expected)
{
  if (got != expected)
    ck_abort_msg ("%" G_GUINT64_FORMAT ", expected %" G_GUINT64_FORMAT, got, expected);
}

static guint32
add_key (DeidFrequencyTable *table, guint64 key)
{
  GError *error = NULL;

  if (!deid_frequency_table_reserve (table, &error) || !deid_frequency_table_has_room (table))
    ck_abort_msg ("no room");
  return deid_frequency_table_add (table, key);
}

/* Adds keys and compares their numbers with those of a plain table. */
static void
add_keys (DeidFrequencyTable *table, GRand *rand, guint n_keys, guint64 mask)
{
  g_autoptr (GHashTable) plain = g_hash_table_new_full (hash_key, g_int64_equal, g_free, NULL);

  for (guint i = 0; i < n_keys; i++)
    {
      guint64 key = random_key (rand) & mask;
      gpointer number;
      const guint32 got = add_key (table, key);

      if (!g_hash_table_lookup_extended (plain, &key, NULL, &number))
        {
          guint64 *added = g_new (guint64, 1);

          *added = key;
          number = GUINT_TO_POINTER (g_hash_table_size (plain));
          g_hash_table_insert (plain, added, number);
        }
      assert_equal (got, GPOINTER_TO_UINT (number));
      assert_equal (table->n, g_hash_table_size (plain));
    }
}

START_TEST (test_table_random_keys)
{
  const guint64 masks[] = { G_MAXUINT64, 0xFFFF, 0xFF, 0xFFFFFF0000000000, 0x00FF00FF00FF0000, 0 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  for (guint m = 0; m < G_N_ELEMENTS (masks); m++)
    {
      DeidFrequencyTable table = { 0 };

      add_keys (&table, rand, count_trials (200000), masks[m]);
      deid_frequency_table_clear (&table);
      ck_assert_ptr_null (table.keys);
    }
}
END_TEST

START_TEST (test_table_growth)
{
  DeidFrequencyTable table = { 0 };
  guint bits = 0, n_growths = 0;

  ck_assert (!deid_frequency_table_has_room (&table));
  for (guint32 i = 0; i < 100000; i++)
    {
      assert_equal (add_key (&table, i * G_GUINT64_CONSTANT (0x100000001)), i);
      n_growths += table.bits != bits;
      bits = table.bits;
      assert_equal (2 * (guint64) (table.n - 1) <= G_GUINT64_CONSTANT (1) << table.bits, TRUE);
    }
  ck_assert_uint_ge (n_growths, 5);
  for (guint32 i = 0; i < 100000; i++)
    assert_equal (add_key (&table, i * G_GUINT64_CONSTANT (0x100000001)), i);
  ck_assert_uint_eq (table.n, 100000);
  deid_frequency_table_clear (&table);
}
END_TEST

START_TEST (test_table_reset)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  DeidFrequencyTable table = { 0 };

  deid_frequency_table_reset (&table, 400);
  for (guint round = 0; round < 300; round++)
    {
      add_keys (&table, rand, 400, 0x3FF);
      deid_frequency_table_reset (&table, g_rand_int (rand) % 800);
      ck_assert_uint_eq (table.n, 0);
    }
  deid_frequency_table_clear (&table);
}
END_TEST

/* Keys up to the greatest one, as many as there is room for, in fewer slots than before. */
START_TEST (test_key_slots)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  DeidKeySlots slots = { 0 };

  for (guint round = 0; round < count_trials (100); round++)
    {
      const guint n_keys = g_rand_int (rand) % (round % 2 == 0 ? 3000 : 100) + 1;
      g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);

      ck_assert (deid_key_slots_start (&slots, n_keys, NULL));
      while (slots.n < n_keys)
        {
          const guint64 key = DEID_SLOT_KEYS - 1 - g_rand_int (rand) % (2 * n_keys);
          const gpointer known = g_hash_table_lookup (numbers, GSIZE_TO_POINTER (key));
          guint32 found;
          const gboolean is_found = deid_key_slots_find (&slots, key, &found);
          const guint32 number = deid_key_slots_add (&slots, key);

          ck_assert_int_eq (is_found, known != NULL);
          ck_assert (!is_found || found == number);
          if (known == NULL)
            g_hash_table_insert (numbers, GSIZE_TO_POINTER (key), GUINT_TO_POINTER (number + 1));
          ck_assert_uint_eq (number, known != NULL ? GPOINTER_TO_UINT (known) - 1 : slots.n - 1);
        }
      ck_assert_uint_eq (g_hash_table_size (numbers), slots.n);
    }
  deid_key_slots_clear (&slots);
}
END_TEST

/* After 2^32 resets the counter begins anew; slots of the first generations must not come back. */
START_TEST (test_table_generation_wraps)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  DeidFrequencyTable table = { 0 };

  for (guint32 key = 0; key < 300; key++)
    assert_equal (add_key (&table, key), key);
  ck_assert_uint_eq (table.generation, 1);
  table.generation = G_MAXUINT32 - 1;
  table.n = 0;
  for (guint round = 0; round < 5; round++)
    {
      deid_frequency_table_reset (&table, 400);
      ck_assert_uint_ne (table.generation, 0);
      add_keys (&table, rand, 400, 0x1FF);
    }
  ck_assert_uint_lt (table.generation, 10);
  deid_frequency_table_clear (&table);
}
END_TEST

/* Nor may those of slots that are not in use when it begins anew. */
START_TEST (test_table_generation_wraps_unused)
{
  DeidFrequencyTable table = { 0 };

  for (guint32 key = 0; key < 10000; key++)
    assert_equal (add_key (&table, key), key);
  table.generation = G_MAXUINT32;
  deid_frequency_table_reset (&table, 1);
  ck_assert_uint_lt (table.bits, table.allocated_bits);
  ck_assert_uint_eq (table.generation, 1);
  table.bits = table.allocated_bits;
  for (guint32 key = 10000; key-- > 0;)
    assert_equal (add_key (&table, key), 9999 - key);
  deid_frequency_table_clear (&table);
}
END_TEST

/* A random table of codes with a random recoding of each column. */
typedef struct
{
  DeidRows rows;
  DeidCodes *columns;
  DeidRecoding recodings[MAX_ATTRIBUTES];
  const DeidRecoding *recoding_list[MAX_ATTRIBUTES];
} Table;

static void
table_init (Table *table, GRand *rand, guint64 n_rows, guint n_attributes, guint32 max_codes,
            gboolean weighted)
{
  table->columns = g_new0 (DeidCodes, n_attributes);
  table->rows = (DeidRows){ .n = n_rows,
                            .n_attributes = n_attributes,
                            .codes = g_new (const DeidCodes *, n_attributes) };
  for (guint a = 0; a < n_attributes; a++)
    {
      DeidRecoding *recoding = &table->recodings[a];
      const guint32 n_codes = 1 + g_rand_int (rand) % max_codes;
      const guint32 n_labels = g_rand_boolean (rand) ? n_codes : 1 + g_rand_int (rand) % n_codes;

      deid_codes_init (&table->columns[a]);
      table->rows.codes[a] = &table->columns[a];
      for (guint64 row = 0; row < n_rows; row++)
        deid_codes_append (&table->columns[a], g_rand_int (rand) % n_codes, NULL);
      *recoding = (DeidRecoding){ .labels = g_new (guint32, n_codes), .n_labels = n_labels };
      for (guint32 code = 0; code < n_codes; code++)
        recoding->labels[code] = n_labels == n_codes ? code : g_rand_int (rand) % n_labels;
      table->recoding_list[a] = recoding;
    }
  if (weighted)
    table->rows.weights = g_new (guint64, n_rows);
  for (guint64 row = 0; weighted && row < n_rows; row++)
    table->rows.weights[row] = 1 + (random_key (rand) >> g_rand_int_range (rand, 20, 63));
}

/* Gives later rows the codes of earlier ones, so that large key spaces have classes to find. */
static void
table_repeat_rows (Table *table, GRand *rand)
{
  for (guint64 row = 1; row < table->rows.n; row++)
    if (g_rand_int (rand) % 3 != 0)
      {
        const guint64 from = g_rand_int (rand) % row;

        for (guint a = 0; a < table->rows.n_attributes; a++)
          {
            DeidCodes *codes = &table->columns[a];

            if (g_rand_int (rand) % 64 != 0)
              memcpy ((char *) codes->data + row * codes->width,
                      (char *) codes->data + from * codes->width, codes->width);
          }
      }
}

static void
table_clear (Table *table)
{
  for (guint a = 0; a < table->rows.n_attributes; a++)
    {
      deid_codes_clear (&table->columns[a]);
      g_free (table->recodings[a].labels);
    }
  g_free (table->columns);
  g_free (table->rows.codes);
  g_free (table->rows.weights);
}

static double
get_key_space (const Table *table)
{
  double space = 1;

  for (guint a = 0; a < table->rows.n_attributes; a++)
    space *= table->recodings[a].n_labels;
  return space;
}

static void
check_grouping (const DeidGrouping *grouping, const Table *table)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree guint64 *sizes = g_new0 (guint64, table->rows.n);

  for (guint64 row = 0; row < table->rows.n; row++)
    {
      GString *key = g_string_new (NULL);
      gpointer number;

      for (guint a = 0; a < table->rows.n_attributes; a++)
        g_string_append_printf (
            key, "%u|", table->recodings[a].labels[deid_codes_get (&table->columns[a], row)]);
      if (!g_hash_table_lookup_extended (numbers, key->str, NULL, &number))
        {
          number = GUINT_TO_POINTER (g_hash_table_size (numbers));
          g_hash_table_insert (numbers, g_strdup (key->str), number);
        }
      g_string_free (key, TRUE);
      assert_equal (grouping->class_of_row[row], GPOINTER_TO_UINT (number));
      sizes[GPOINTER_TO_UINT (number)]
          += table->rows.weights != NULL ? table->rows.weights[row] : 1;
    }
  ck_assert_uint_eq (grouping->n_classes, g_hash_table_size (numbers));
  ck_assert (memcmp (grouping->sizes, sizes, grouping->n_classes * sizeof *sizes) == 0);
}

/* Checks that the classes by key are those of a grouping, in another order and with empty ones. */
static void
check_classes_by_key (const DeidGrouping *by_key, const DeidGrouping *grouping, guint64 n_rows)
{
  g_autofree guint32 *numbers = g_new0 (guint32, by_key->n_classes);
  guint32 n_classes = 0;

  for (guint64 row = 0; row < n_rows; row++)
    {
      const guint32 class = by_key->class_of_row[row], number = grouping->class_of_row[row] + 1;

      ck_assert (class < by_key->n_classes);
      ck_assert (numbers[class] == 0 || numbers[class] == number);
      n_classes += numbers[class] == 0;
      numbers[class] = number;
    }
  ck_assert_uint_eq (n_classes, grouping->n_classes);
  for (guint32 class = 0; class < by_key->n_classes; class ++)
    assert_equal (by_key->sizes[class],
                  numbers[class] > 0 ? grouping->sizes[numbers[class] - 1] : 0);
}

/* What a grouping by key left over does not matter. */
static void
run_and_check (DeidGrouping *grouping, const Table *table)
{
  DeidGrouping by_key = { 0 };
  GError *error = NULL;

  ck_assert (
      deid_grouping_run_by_key (grouping, &table->rows, table->recoding_list, &never, &error));
  assert_no_error (error);
  ck_assert (deid_grouping_run (grouping, &table->rows, table->recoding_list, &never, &error));
  assert_no_error (error);
  check_grouping (grouping, table);
  ck_assert (
      deid_grouping_run_by_key (&by_key, &table->rows, table->recoding_list, &never, &error));
  assert_no_error (error);
  check_classes_by_key (&by_key, grouping, table->rows.n);
  deid_grouping_clear (&by_key);
}

/* One grouping for all tables, as a search has one for all policies: nothing may be left over. */
START_TEST (test_random_tables)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  const guint32 max_codes[] = { 2, 5, 200, 300, 3000, 70000 };
  DeidGrouping grouping = { 0 };
  guint n_dense = 0, n_hashed = 0, n_rounds = 0, n_widths[5] = { 0 };

  for (guint trial = 0; trial < count_trials (400); trial++)
    {
      const guint n_attributes = 1 + g_rand_int (rand) % 8;
      const guint32 n_codes = max_codes[g_rand_int (rand) % G_N_ELEMENTS (max_codes)];
      const guint64 n_rows = 1 + g_rand_int (rand) % (trial % 20 == 0 ? 20000 : 500);
      Table table = { 0 };

      table_init (&table, rand, n_rows, n_attributes, n_codes, g_rand_boolean (rand));
      table_repeat_rows (&table, rand);
      run_and_check (&grouping, &table);
      n_dense += get_key_space (&table) <= 65536;
      n_hashed += get_key_space (&table) > 65536 && get_key_space (&table) < 1e19;
      n_rounds += get_key_space (&table) > 2e19;
      for (guint a = 0; a < n_attributes; a++)
        n_widths[table.columns[a].width]++;
      table_clear (&table);
    }
  ck_assert_uint_ge (n_dense, count_trials (50) / 2);
  ck_assert_uint_ge (n_hashed, count_trials (50) / 2);
  ck_assert_uint_ge (n_rounds, count_trials (10) / 4);
  ck_assert_uint_ge (n_widths[1], count_trials (100) / 2);
  ck_assert_uint_ge (n_widths[2], count_trials (100) / 2);
  ck_assert_uint_ge (n_widths[4], count_trials (10) / 4);
  deid_grouping_clear (&grouping);
}
END_TEST

/* 12 to 16 attributes with 1000 labels or more: 2^119 keys or more, so at least two rounds. */
START_TEST (test_several_rounds)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  DeidGrouping grouping = { 0 };

  for (guint trial = 0; trial < 12; trial++)
    {
      const guint n_attributes = 12 + trial % 5;
      Table table = { 0 };

      table_init (&table, rand, 5000, n_attributes, 2000, trial % 2 == 0);
      for (guint a = 0; a < n_attributes; a++)
        {
          g_free (table.recodings[a].labels);
          table.recodings[a].labels = g_new (guint32, 2000);
          table.recodings[a].n_labels = 1000 + a;
          for (guint code = 0; code < 2000; code++)
            table.recodings[a].labels[code] = code % (1000 + a);
        }
      table_repeat_rows (&table, rand);
      run_and_check (&grouping, &table);
      ck_assert_uint_gt (grouping.n_classes, 100);
      ck_assert_uint_lt (grouping.n_classes, 5000);
      table_clear (&table);
    }
  deid_grouping_clear (&grouping);
}
END_TEST

/* Rows that differ in one attribute only, whichever round it falls into. */
START_TEST (test_last_digit_of_each_round)
{
  DeidGrouping grouping = { 0 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (6);

  for (guint differing = 0; differing < 12; differing++)
    {
      Table table = { 0 };

      table_init (&table, rand, 3, 12, 1, FALSE);
      for (guint a = 0; a < 12; a++)
        {
          g_free (table.recodings[a].labels);
          table.recodings[a].labels = g_new0 (guint32, 2);
          table.recodings[a].labels[1] = 4095;
          table.recodings[a].n_labels = 4096;
        }
      ((guint8 *) table.columns[differing].data)[1] = 1;
      run_and_check (&grouping, &table);
      ck_assert_uint_eq (grouping.n_classes, 2);
      ck_assert_uint_eq (grouping.class_of_row[1], 1);
      ck_assert_uint_eq (grouping.class_of_row[2], 0);
      table_clear (&table);
    }
  deid_grouping_clear (&grouping);
}
END_TEST

START_TEST (test_no_attributes)
{
  const DeidRows rows = { .n = 3 };
  DeidGrouping grouping = { 0 };
  GError *error = NULL;

  ck_assert (deid_grouping_run (&grouping, &rows, NULL, &never, &error));
  assert_no_error (error);
  ck_assert_uint_eq (grouping.n_classes, 1);
  ck_assert_uint_eq (grouping.sizes[0], 3);
  deid_grouping_clear (&grouping);
}
END_TEST

START_TEST (test_stop)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const DeidStop cancelled = { cancellable, G_MAXINT64 };
  const DeidStop late = { NULL, g_get_monotonic_time () - 1 };
  DeidGrouping grouping = { 0 };
  GError *error = NULL;
  Table table = { 0 };

  table_init (&table, rand, 1000, 3, 100, FALSE);
  ck_assert (deid_grouping_run (&grouping, &table.rows, table.recoding_list, &cancelled, &error));
  assert_no_error (error);
  check_grouping (&grouping, &table);
  g_cancellable_cancel (cancellable);
  ck_assert (!deid_grouping_run (&grouping, &table.rows, table.recoding_list, &cancelled, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  ck_assert (
      !deid_grouping_run_by_key (&grouping, &table.rows, table.recoding_list, &cancelled, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  ck_assert (!deid_grouping_run (&grouping, &table.rows, table.recoding_list, &late, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED, NULL);
  run_and_check (&grouping, &table);
  table_clear (&table);
  deid_grouping_clear (&grouping);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("grouping");
  TCase *table = tcase_create ("frequency table");
  TCase *grouping = tcase_create ("grouping");

  tcase_set_timeout (table, 120);
  tcase_add_test (table, test_table_random_keys);
  tcase_add_test (table, test_table_growth);
  tcase_add_test (table, test_table_reset);
  tcase_add_test (table, test_table_generation_wraps);
  tcase_add_test (table, test_key_slots);
  tcase_add_test (table, test_table_generation_wraps_unused);
  suite_add_tcase (suite, table);
  tcase_set_timeout (grouping, 120);
  tcase_add_test (grouping, test_random_tables);
  tcase_add_test (grouping, test_several_rounds);
  tcase_add_test (grouping, test_last_digit_of_each_round);
  tcase_add_test (grouping, test_no_attributes);
  tcase_add_test (grouping, test_stop);
  suite_add_tcase (suite, grouping);
  return suite;
}
