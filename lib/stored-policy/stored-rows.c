/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The conditions by which rows were left out, as a member of a stored policy: another table loses
 * such rows too. */
#include "hierarchy/coarse-column.h"
#include "stored-policy/stored-policy-private.h"
#include "table/dataset-view.h"
#include "table/row-filter.h"

#include <string.h>

void
deid_stored_type_store (DeidStoredPolicy *policy, const DeidColumn *column)
{
  if (column->type != DEID_COLUMN_TYPE_TEXT)
    g_hash_table_replace (policy->types, g_strdup (column->name),
                          g_strjoin (" ", deid_enum_get_name ("DeidColumnType", (int) column->type),
                                     column->stated_format, NULL));
}

/* Returns: (transfer container): the names of columns with types, in their order. */
static GList *
list_typed (const DeidStoredPolicy *policy)
{
  return g_list_sort (g_hash_table_get_keys (policy->types), (GCompareFunc) (guintptr) strcmp);
}

void
deid_stored_types_write (DeidJsonWriter *writer, const DeidStoredPolicy *policy)
{
  g_autoptr (GList) typed = list_typed (policy);

  if (typed == NULL)
    return;
  deid_json_write_begin (writer, DEID_STORED_TYPES, '{');
  for (GList *name = typed; name != NULL; name = name->next)
    {
      deid_json_write_string (writer, name->data, g_hash_table_lookup (policy->types, name->data));
    }
  deid_json_write_end (writer, '}');
}

gboolean
deid_stored_type_read (DeidStoredReading *reading, const DeidJsonValue *name, GError **error)
{
  DeidTypeReader reader;

  if (!deid_json_is (name + 1, DEID_JSON_STRING)
      || !deid_type_reader_init_from_text (&reader, name[1].string, NULL)
      || reader.type == DEID_COLUMN_TYPE_TEXT)
    return deid_stored_member_fail (DEID_STORED_TYPES, "integer, decimal, or date and its format",
                                    error);
  g_hash_table_replace (reading->policy->types, g_strdup (name->string), g_strdup (name[1].string));
  return TRUE;
}

gboolean
deid_stored_types_apply (const DeidStoredPolicy *policy, DeidDataset *dataset, GError **error)
{
  g_autoptr (GList) typed = list_typed (policy);

  for (GList *name = typed; name != NULL; name = name->next)
    {
      const char *text = g_hash_table_lookup (policy->types, name->data);
      const char *format = strchr (text, ' ');
      DeidTypeReader reader;
      guint c;

      if (!deid_dataset_find_column (dataset, name->data, &c, NULL)
          || deid_dataset_get_column_type (dataset, c) != DEID_COLUMN_TYPE_TEXT
          || deid_column_get_coarsening (deid_dataset_get_column (dataset, c)) != NULL)
        continue;
      if (!deid_type_reader_init_from_text (&reader, text, error)
          || !deid_dataset_set_column_type (dataset, name->data, reader.type,
                                            format != NULL ? format + 1 : NULL, error))
        return FALSE;
    }
  return TRUE;
}

static const char *const stored_rows_names[]
    = { [DEID_ROWS_DROP] = "drop", [DEID_ROWS_KEEP] = "keep" };

void
deid_stored_rows_list_columns (const DeidStoredPolicy *policy,
                               void (*func) (const char *column, gpointer data), gpointer data)
{
  for (guint kind = 0; kind < G_N_ELEMENTS (stored_rows_names); kind++)
    for (char **text = policy->row_conditions[kind]; text != NULL && *text != NULL; text++)
      deid_condition_list_columns (*text, func, data);
}

typedef struct
{
  DeidStoredPolicy *policy;
  const DeidDataset *dataset;
} TypesOf;

static void
store_type_of (const char *name, gpointer data)
{
  const TypesOf *types = data;

  deid_stored_type_store (
      types->policy,
      deid_dataset_get_column (types->dataset, deid_dataset_look_up (types->dataset, name)));
}

void
deid_stored_rows_store (DeidStoredPolicy *policy, const DeidDataset *dataset)
{
  for (guint kind = 0; kind < G_N_ELEMENTS (stored_rows_names); kind++)
    policy->row_conditions[kind]
        = g_strdupv ((char **) deid_dataset_get_row_conditions (dataset, (DeidRowsKind) kind));
  deid_stored_rows_list_columns (policy, store_type_of, &(TypesOf){ policy, dataset });
}

void
deid_stored_rows_write (DeidJsonWriter *writer, const DeidStoredPolicy *policy)
{
  if (policy->row_conditions[DEID_ROWS_DROP] == NULL
      && policy->row_conditions[DEID_ROWS_KEEP] == NULL)
    return;
  deid_json_write_begin (writer, DEID_STORED_ROWS, '{');
  for (guint kind = 0; kind < G_N_ELEMENTS (stored_rows_names); kind++)
    {
      char *const *conditions = policy->row_conditions[kind];

      if (conditions == NULL)
        continue;
      deid_json_write_begin (writer, stored_rows_names[kind], '[');
      for (; *conditions != NULL; conditions++)
        deid_json_write_string (writer, NULL, *conditions);
      deid_json_write_end (writer, ']');
    }
  deid_json_write_end (writer, '}');
}

static gboolean
read_conditions (DeidStoredPolicy *policy, DeidRowsKind kind, const DeidJsonValue *list,
                 GError **error)
{
  char **conditions = deid_json_is (list, DEID_JSON_ARRAY) ? g_new0 (char *, list->n + 1) : NULL;
  const DeidJsonValue *item = list + 1;

  policy->row_conditions[kind] = conditions;
  for (guint64 i = 0; conditions != NULL && i < list->n; i++, item = deid_json_skip (item))
    if (!deid_json_is (item, DEID_JSON_STRING)
        || (conditions[i] = deid_condition_normalize (item->string, NULL)) == NULL)
      break;
  return (conditions != NULL && list->n > 0 && conditions[list->n - 1] != NULL)
         || deid_stored_member_fail (stored_rows_names[kind], "a list of conditions", error);
}

gboolean
deid_stored_rows_read (DeidStoredReading *reading, const DeidJsonValue *name, GError **error)
{
  for (guint kind = 0; kind < G_N_ELEMENTS (stored_rows_names); kind++)
    if (g_str_equal (name->string, stored_rows_names[kind]))
      return read_conditions (reading->policy, (DeidRowsKind) kind, name + 1, error);
  return TRUE;
}

/* Tells whether a table lost its rows by these conditions already. */
static gboolean
is_filtered (const DeidStoredPolicy *policy, const DeidDataset *dataset)
{
  for (guint kind = 0; kind < G_N_ELEMENTS (stored_rows_names); kind++)
    {
      const char *const *own = deid_dataset_get_row_conditions (dataset, (DeidRowsKind) kind);
      const char *const *stored = (const char *const *) policy->row_conditions[kind];

      if (stored != NULL && (own == NULL || !g_strv_equal (own, stored)))
        return FALSE;
    }
  return TRUE;
}

gboolean
deid_stored_rows_apply (const DeidStoredPolicy *policy, DeidDataset *dataset,
                        GCancellable *cancellable, GError **error)
{
  if (is_filtered (policy, dataset))
    return TRUE;
  for (guint kind = 0; kind < G_N_ELEMENTS (stored_rows_names); kind++)
    if (policy->row_conditions[kind] != NULL
        && !deid_dataset_filter_rows (dataset, (DeidRowsKind) kind,
                                      (const char *const *) policy->row_conditions[kind],
                                      policy->types, FALSE, cancellable, error))
      {
        g_prefix_error (error, "%s of the stored policy: ", stored_rows_names[kind]);
        return FALSE;
      }
  return TRUE;
}
