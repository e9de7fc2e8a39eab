/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How long rules of numbers take for a column of values that all differ: to make bins of them, and
 * to label them. */
#include <stdlib.h>
#include <string.h>

#include "hierarchy/rule.h"
#include "machine.h"
#include "value-options.h"

#define N_PERSONS_SHARE 3

static ValueOptions options = { .n_values = 10000000, .n_samples = 3 };

/* Values and persons, and what is done with them. */
typedef struct
{
  DeidColumn columns[2];
  DeidTableSource source;
  DeidRule *rule;
  gsize length; /* of what was read */
} Table;

/* What any rule must at least do: read each value once. */
static void
read_values (gpointer data)
{
  Table *table = data;
  const DeidDictionary *values = &table->columns[0].dictionary;

  table->length = 0;
  for (guint32 code = 0; code < values->n; code++)
    table->length += strlen (deid_dictionary_get (values, code));
}

static void
freeze (gpointer data)
{
  const Table *table = data;
  g_autoptr (GError) error = NULL;
  DeidRule *frozen
      = deid_rule_freeze (table->rule, &table->source, &table->columns[0], DEID_STOP_NEVER, &error);

  if (frozen == NULL)
    g_error ("%s", error->message);
  deid_rule_unref (frozen);
}

/* Labels all values, as a stored policy does those of a new table. */
static void
label (gpointer data)
{
  Table *table = data;
  const DeidDictionary *values = &table->columns[0].dictionary;
  DeidRuleLabels labels = { 0 };

  for (guint32 code = 0; code < values->n; code++)
    if (!deid_rule_label (table->rule, deid_dictionary_get (values, code), &labels))
      g_error ("%s: no label", deid_dictionary_get (values, code));
  deid_rule_labels_clear (&labels);
}

static void
time_rule (Table *table, const char *text, double yardstick)
{
  g_autofree double *samples = g_new (double, options.n_samples);
  Spread spread;

  table->rule = deid_rule_new (text, NULL);
  for (int i = 0; i < options.n_samples; i++)
    samples[i] = time_pass (deid_rule_is_frozen (table->rule) ? label : freeze, table, 1);
  spread = spread_of (samples, (guint) options.n_samples);
  g_print ("%-40s %8.3f %8.3f %8.3f %8.1f\n", text, spread.min, spread.median, spread.max,
           spread.median / yardstick);
  deid_rule_unref (table->rule);
}

#define TEXT_SIZE 64

/* How the numbers of a column are spelt. */
typedef void (*Spell) (char text[TEXT_SIZE], guint number);

static void
spell_integer (char text[TEXT_SIZE], guint number)
{
  g_snprintf (text, TEXT_SIZE, "%u", number);
}

static void
spell_amount (char text[TEXT_SIZE], guint number)
{
  g_snprintf (text, TEXT_SIZE, "%u.%02u", number, number % 90 + 10);
}

/* Of more digits than 64 bits hold. */
static void
spell_long (char text[TEXT_SIZE], guint number)
{
  g_snprintf (text, TEXT_SIZE, "-%u.0000000123456789%u", number, number % 90 + 10);
}

/* Each value once, in no order. */
static gboolean
fill_column (DeidColumn *column, Spell spell, guint32 n_different, GError **error)
{
  for (guint32 i = 0; i < (guint32) options.n_values; i++)
    {
      const guint64 number = (guint64) i * G_GUINT64_CONSTANT (2654435761) % n_different;
      char text[TEXT_SIZE];

      spell (text, (guint) number);
      if (!deid_column_append (column, text, strlen (text), error))
        return FALSE;
    }
  return TRUE;
}

static void
time_rules (Table *table, const char *name)
{
  const double yardstick = time_pass (read_values, table, 1);
  g_print ("\n%s, %u different ones; reading them takes %.3f s\n", name,
           table->columns[0].dictionary.n, yardstick);
  g_print ("%-40s %8s %8s %8s %8s\n", "", "min", "median", "max", "ratio");
  time_rule (table, "capacity:1000,5000;top=99%", yardstick);
  time_rule (table, "capacity:1000,5000;of=persons", yardstick);
  time_rule (table, "quantiles:1000,100,10", yardstick);
  time_rule (table, "quantiles:10;of=persons", yardstick);
  time_rule (table, "intervals:5,10,20", yardstick);
  time_rule (table, "bands:<0,0..<1000,1000+/<1000,1000+", yardstick);
}

static gboolean
run_kind (const char *name, Spell spell, GError **error)
{
  Table table = { 0 };
  gboolean success = deid_column_init (&table.columns[0], "number", error)
                     && deid_column_init (&table.columns[1], "person", error);

  success = success && fill_column (&table.columns[0], spell, (guint32) options.n_values, error)
            && fill_column (&table.columns[1], spell_integer,
                            (guint32) options.n_values / N_PERSONS_SHARE + 1, error);
  table.source = (DeidTableSource){ .name = "bench",
                                    .columns = table.columns,
                                    .n_columns = 2,
                                    .n_rows = (guint64) options.n_values,
                                    .n_records = (guint64) options.n_values,
                                    .entities = &table.columns[1] };
  if (success)
    time_rules (&table, name);
  deid_column_clear (&table.columns[0]);
  deid_column_clear (&table.columns[1]);
  return success;
}

static gboolean
run (void)
{
  const Machine machine = describe_machine ();
  g_autoptr (GError) error = NULL;

  print_machine (&machine);
  g_print ("seconds of processor time, %d samples of %d records\n", options.n_samples,
           options.n_values);
  if (run_kind ("integers", spell_integer, &error) && run_kind ("amounts", spell_amount, &error)
      && run_kind ("long decimals", spell_long, &error))
    return TRUE;
  g_printerr ("%s\n", error->message);
  return FALSE;
}

int
main (int argc, char **argv)
{
  return read_value_options (&options, "- time rules that make bins", argc, argv) && run ()
             ? EXIT_SUCCESS
             : EXIT_FAILURE;
}
