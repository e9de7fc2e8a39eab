/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/value-table.h"

#include "support/suite.h"

void
value_table_init (ValueTable *table, const char *const *values, const char *const *persons, guint n)
{
  GError *error = NULL;

  *table = (ValueTable){ .dataset = deid_dataset_new ("values") };
  deid_dataset_add_string_column (table->dataset, "x", values, n, NULL, &error);
  assert_no_error (error);
  if (persons != NULL)
    {
      deid_dataset_add_string_column (table->dataset, "person", persons, n, NULL, &error);
      assert_no_error (error);
      deid_dataset_set_role (table->dataset, "person", DEID_ROLE_ENTITY, &error);
      assert_no_error (error);
    }
  deid_table_source_init (&table->source, table->dataset, &error);
  assert_no_error (error);
}

void
value_table_clear (ValueTable *table)
{
  deid_table_source_clear (&table->source);
  deid_dataset_unref (table->dataset);
}

DeidRule *
value_table_freeze (const ValueTable *table, const char *specification)
{
  GError *error = NULL;
  g_autoptr (DeidRule) rule = deid_rule_new (specification, &error);
  DeidRule *frozen;

  assert_no_error (error);
  frozen
      = deid_rule_freeze (rule, &table->source, &table->source.columns[0], DEID_STOP_NEVER, &error);
  assert_no_error (error);
  ck_assert (deid_rule_is_frozen (frozen));
  ck_assert_uint_eq (deid_rule_get_n_levels (frozen), deid_rule_get_n_levels (rule));
  return frozen;
}

DeidRule *
freeze_on_values (const char *specification, const char *const *values, const char *const *persons,
                  guint n)
{
  ValueTable table;
  DeidRule *frozen;

  value_table_init (&table, values, persons, n);
  frozen = value_table_freeze (&table, specification);
  value_table_clear (&table);
  return frozen;
}
