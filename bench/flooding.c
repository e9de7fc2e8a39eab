/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How long values and codes that were chosen so that they collide take, measured by ordinary ones.
 */
#include <stdlib.h>
#include <string.h>

#include "classes/grouping.h"
#include "machine.h"
#include "value-options.h"
#include "base/dictionary.h"
#include "tests/support/colliding-keys.h"

#define MAX_RATIO 2.0

static ValueOptions options = { .n_values = 40000, .n_samples = 9 };

/* What is timed, of ordinary values and of crafted ones. */
typedef struct
{
  const char *name;
  Pass pass;
  gconstpointer ordinary;
  gconstpointer crafted;
} Kind;

static void
add_texts (gpointer data)
{
  char *const *texts = data;
  DeidDictionary dictionary;
  guint32 code;

  deid_dictionary_init (&dictionary);
  for (; *texts != NULL; texts++)
    deid_dictionary_add (&dictionary, *texts, strlen (*texts), &code, NULL);
  deid_dictionary_clear (&dictionary);
}

static void
add_keys (gpointer data)
{
  const guint64 *keys = data;
  DeidFrequencyTable table = { 0 };

  for (int i = 0; i < options.n_values && deid_frequency_table_reserve (&table, NULL); i++)
    deid_frequency_table_add (&table, keys[i]);
  deid_frequency_table_clear (&table);
}

/* Two columns of codes; first comes a row with each code. */
typedef struct
{
  DeidCodes columns[2];
  guint32 *labels;
  guint32 n_codes;
} Table;

static void
fill_table (Table *table, const CollidingPairs *pairs)
{
  table->n_codes = pairs->n_codes;
  table->labels = g_new (guint32, pairs->n_codes);
  for (guint32 code = 0; code < pairs->n_codes; code++)
    table->labels[code] = code;
  for (guint c = 0; c < 2; c++)
    {
      deid_codes_alloc (&table->columns[c], pairs->n_codes + pairs->n, pairs->n_codes - 1, NULL);
      for (guint32 i = 0; i < pairs->n_codes; i++)
        deid_codes_set (&table->columns[c], i, i);
      for (guint i = 0; i < pairs->n; i++)
        deid_codes_set (&table->columns[c], pairs->n_codes + i, pairs->pairs[i][c]);
    }
}

static void
clear_table (Table *table)
{
  for (guint c = 0; c < 2; c++)
    deid_codes_clear (&table->columns[c]);
  g_free (table->labels);
}

static void
group (gpointer data)
{
  const Table *table = data;
  const DeidStop never = { .deadline = G_MAXINT64 };
  const DeidCodes *codes[] = { &table->columns[0], &table->columns[1] };
  const DeidRecoding recoding = { .labels = table->labels, .n_labels = table->n_codes };
  const DeidRecoding *const recodings[] = { &recoding, &recoding };
  const DeidRows rows = { .n = table->columns[0].n, .n_attributes = 2, .codes = codes };
  DeidGrouping grouping = { 0 };

  deid_grouping_run (&grouping, &rows, recodings, &never, NULL);
  deid_grouping_clear (&grouping);
}

/* Returns: whether crafted values take less than so many times as long as ordinary ones. */
static gboolean
time_kind (const Kind *kind)
{
  g_autofree double *ordinary = g_new (double, options.n_samples),
                    *crafted = g_new (double, options.n_samples);
  Spread usual, flooded;

  for (int i = 0; i < options.n_samples; i++)
    {
      ordinary[i] = time_pass (kind->pass, (gpointer) kind->ordinary, 1);
      crafted[i] = time_pass (kind->pass, (gpointer) kind->crafted, 1);
    }
  usual = spread_of (ordinary, (guint) options.n_samples);
  flooded = spread_of (crafted, (guint) options.n_samples);
  g_print ("%-12s %12.3f %12.3f %8.2f\n", kind->name, 1e3 * usual.median, 1e3 * flooded.median,
           flooded.median / usual.median);
  return flooded.median <= MAX_RATIO * usual.median;
}

static gboolean
time_tables (const Kind *texts, const Kind *keys)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  CollidingPairs pairs;
  Table ordinary, crafted;
  const Kind tables = { "code pairs", group, &ordinary, &crafted };
  gboolean success;

  make_colliding_pairs (&pairs, (guint) options.n_values);
  fill_table (&crafted, &pairs);
  for (int i = 0; i < options.n_values; i++)
    for (guint c = 0; c < 2; c++)
      pairs.pairs[i][c] = g_rand_int (rand) % pairs.n_codes;
  fill_table (&ordinary, &pairs);
  g_free (pairs.pairs);
  g_print ("milliseconds of processor time, medians of %d samples of %d values\n\n",
           options.n_samples, options.n_values);
  g_print ("%-12s %12s %12s %8s\n", "", "ordinary", "crafted", "ratio");
  success = time_kind (texts);
  success = time_kind (keys) && success;
  success = time_kind (&tables) && success;
  clear_table (&ordinary);
  clear_table (&crafted);
  return success;
}

static gboolean
run (void)
{
  const Machine machine = describe_machine ();
  const guint n = (guint) options.n_values;
  g_auto (GStrv) crafted_texts = make_colliding_texts (n);
  g_auto (GStrv) ordinary_texts = g_new0 (char *, n + 1);
  g_autofree guint64 *crafted_keys = make_colliding_keys (n, 40);
  g_autofree guint64 *ordinary_keys = g_new (guint64, n);
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  const Kind texts = { "texts", add_texts, ordinary_texts, crafted_texts };
  const Kind keys = { "64-bit keys", add_keys, ordinary_keys, crafted_keys };

  for (guint i = 0; i < n; i++)
    {
      ordinary_texts[i] = g_strdup_printf ("%08u%08x", i, g_rand_int (rand));
      ordinary_keys[i] = (guint64) g_rand_int (rand) << 32 | g_rand_int (rand);
    }
  print_machine (&machine);
  return time_tables (&texts, &keys) || options.quick;
}

int
main (int argc, char **argv)
{
  return read_value_options (&options, "- time crafted collisions", argc, argv) && run ()
             ? EXIT_SUCCESS
             : EXIT_FAILURE;
}
