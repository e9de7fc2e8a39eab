/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a certificate is about: its first two lines and the last one. */
#include <string.h>

#include <json-glib/json-glib.h>

#include "base/rational.h"
#include "release/certificate-private.h"
#include "release/digest.h"

#define EMPTY_NAME "\"name\":\"\""

/* Escapes also the one control character that json-glib writes as it is. */
static void
append_string (GString *text, const char *string)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_VALUE);
  g_autofree char *quoted = NULL;
  g_auto (GStrv) parts = NULL;

  json_node_set_string (node, string);
  quoted = json_to_string (node, FALSE);
  parts = g_strsplit (quoted, "\x1f", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    g_string_append_printf (text, i == 0 ? "%s" : "\\u001f%s", parts[i]);
}

static void
append_number (GString *text, const char *before, double number)
{
  char decimal[DEID_DECIMAL_SIZE];

  deid_double_to_decimal (number, decimal);
  g_string_append_printf (text, "%s%s", before, decimal);
}

/* Writes the name of a column, or null if there is none. */
static void
append_column (GString *text, const char *before, const DeidDataset *dataset, guint column)
{
  g_string_append (text, before);
  if (column == DEID_NO_COLUMN)
    g_string_append (text, "null");
  else
    append_string (text, dataset->columns[column].name);
}

static gboolean
append_table (GString *text, const DeidInstance *instance, const DeidStop *stop, GError **error)
{
  const DeidDataset *dataset = instance->lattice->dataset;
  g_autofree char *digest = deid_digest_table (instance, stop, error);

  if (digest == NULL)
    return FALSE;
  g_string_append_printf (text,
                          ",\"table\":{" EMPTY_NAME ",\"rows\":%" G_GUINT64_FORMAT
                          ",\"records\":%" G_GUINT64_FORMAT,
                          dataset->n_rows, dataset->n_records);
  append_column (text, ",\"entity\":", dataset, dataset->entity_column);
  append_column (text, ",\"weight\":", dataset, dataset->weight_column);
  g_string_append_printf (text, ",\"digest\":\"%s\"}", digest);
  return TRUE;
}

static gboolean
append_population (GString *text, const DeidInstance *instance, const DeidStop *stop,
                   GError **error)
{
  const DeidDataset *dataset = instance->population.dataset;
  g_autofree char *digest = NULL;

  if (!instance->has_population)
    return TRUE;
  digest = deid_digest_population (&instance->population, stop, error);
  if (digest == NULL)
    return FALSE;
  g_string_append_printf (text,
                          ",\"population\":{" EMPTY_NAME ",\"rows\":%" G_GUINT64_FORMAT
                          ",\"records\":%" G_GUINT64_FORMAT,
                          dataset->n_rows, dataset->n_records);
  append_column (text, ",\"weight\":", dataset, dataset->weight_column);
  g_string_append_printf (text, ",\"digest\":\"%s\"}", digest);
  return TRUE;
}

static gboolean
append_attribute (GString *text, const DeidInstance *instance, guint a, const DeidStop *stop,
                  GError **error)
{
  const DeidAttribute *attribute = &instance->lattice->attributes[a];
  g_autofree char *digest = deid_digest_hierarchy (attribute, stop, error);

  if (digest == NULL)
    return FALSE;
  g_string_append (text, a == 0 ? "{\"name\":" : ",{\"name\":");
  append_string (text, deid_attribute_get_column (attribute)->name);
  g_string_append_printf (text, ",\"levels\":%u,\"leaves\":%" G_GUINT64_FORMAT, attribute->n_levels,
                          attribute->n_leaves);
  append_number (text, ",\"weight\":",
                 deid_quality_model_get_weight (instance->problem->quality,
                                                deid_attribute_get_column (attribute)->name));
  g_string_append_printf (text, ",\"hierarchy\":\"%s\"}", digest);
  return TRUE;
}

/* What a third party needs to know of each sensitive attribute besides its values. */
static gboolean
append_sensitive (GString *text, const DeidInstance *instance, const DeidStop *stop, GError **error)
{
  const guint n_attributes = instance->lattice->n_attributes;
  const char *separator = "";

  g_string_append (text, ",\"sensitive_attributes\":[");
  for (guint c = n_attributes; c < n_attributes + instance->n_sensitive; c++)
    {
      const char *name = instance->columns[c]->name;
      DeidHierarchy *hierarchy = g_hash_table_lookup (instance->problem->hierarchies, name);
      g_autofree char *digest = NULL;

      g_string_append_printf (text, "%s{\"name\":", separator);
      append_string (text, name);
      if (hierarchy != NULL)
        {
          digest = deid_digest_sensitive_hierarchy (instance->lattice->dataset, name, hierarchy,
                                                    stop, error);
          if (digest == NULL)
            return FALSE;
          g_string_append_printf (text, ",\"hierarchy\":\"%s\"}", digest);
        }
      else
        g_string_append (text, ",\"hierarchy\":null}");
      separator = ",";
    }
  g_string_append_c (text, ']');
  return TRUE;
}

static const char *
name_closed_part (const DeidPrivacyModel *model)
{
  switch (deid_privacy_model_get_closed_part (model))
    {
    case DEID_CLOSED_ITSELF:
      return "itself";
    case DEID_CLOSED_NECESSARY:
      return "necessary condition";
    case DEID_CLOSED_NOTHING:
    default:
      return "nothing";
    }
}

/* Of a model that withholds classes for a condition on the table. */
static void
append_withholding (GString *text, const DeidInstance *instance, const DeidPrivacyModel *model)
{
  const DeidWithholdingOrder order = model->funcs->withholding;

  if (model->funcs->accept_table.func != NULL && order != DEID_WITHHOLDING_NONE)
    g_string_append_printf (text, ",\"withholds\":\"%s\",\"monotone\":%s",
                            order == DEID_WITHHOLDING_RAREST_FIRST ? "rarest first"
                                                                   : "smallest first",
                            deid_instance_bounds_table (instance, model) ? "true" : "false");
}

static void
append_models (GString *text, const DeidInstance *instance)
{
  g_string_append (text, ",\"privacy_models\":[");
  for (guint i = 0; i < instance->privacy.n_models; i++)
    {
      const DeidPrivacyModel *model = instance->privacy.models[i].model;

      g_string_append (text, i == 0 ? "{\"model\":" : ",{\"model\":");
      append_string (text, model->text);
      g_string_append_printf (text, ",\"superset_closed\":\"%s\"", name_closed_part (model));
      append_withholding (text, instance, model);
      g_string_append_c (text, '}');
    }
  g_string_append (text, "],\"quality_model\":");
  append_string (text, instance->problem->quality->text);
}

char *
deid_certificate_describe_problem (const DeidInstance *instance, const DeidStop *stop,
                                   GError **error)
{
  GString *text = g_string_new (NULL);
  gboolean success;

  g_string_append_printf (text,
                          "{\"format\":\"" DEID_CERTIFICATE_FORMAT
                          "\",\"version\":%d,\"audience\":\"custodian-only\"",
                          DEID_CERTIFICATE_VERSION);
  success = append_table (text, instance, stop, error)
            && append_population (text, instance, stop, error);
  g_string_append (text, ",\"attributes\":[");
  for (guint a = 0; success && a < instance->lattice->n_attributes; a++)
    success = append_attribute (text, instance, a, stop, error);
  g_string_append_c (text, ']');
  success = success && append_sensitive (text, instance, stop, error);
  append_models (text, instance);
  g_string_append_printf (text, ",\"suppression_limit\":%" G_GUINT64_FORMAT "}", instance->limit);
  return g_string_free (text, !success);
}

/* Appends the text up to the next empty name with that name.
 * Returns: the rest. */
static const char *
append_name (GString *text, const char *problem, const char *name)
{
  const char *place = strstr (problem, EMPTY_NAME) + strlen (EMPTY_NAME);

  g_string_append_len (text, problem, place - strlen ("\"\"") - problem);
  append_string (text, name);
  return place;
}

/* Those of the tables are the first names. */
char *
deid_certificate_add_names (const char *problem, const char *table, const char *population)
{
  GString *text = g_string_new (NULL);
  const char *rest = append_name (text, problem, table);

  if (population != NULL)
    rest = append_name (text, rest, population);
  g_string_append (text, rest);
  return g_string_free (text, FALSE);
}

char *
deid_certificate_describe_optimum (const DeidInstance *instance, const DeidLevel *optimum,
                                   const DeidVerdict *verdict, double loss)
{
  GString *text = g_string_new ("{\"optimum\":[");

  for (guint d = 0; d < instance->lattice->n_dimensions; d++)
    g_string_append_printf (text, d == 0 ? "%u" : ",%u", optimum[d]);
  g_string_append_printf (text, "],\"suppressed\":%" G_GUINT64_FORMAT, verdict->n_suppressed);
  append_number (text, ",\"objective\":", verdict->objective);
  append_number (text, ",\"loss\":", loss);
  g_string_append_c (text, '}');
  return g_string_free (text, FALSE);
}

char *
deid_certificate_describe_end (guint64 n_lines, const GChecksum *checksum)
{
  g_autoptr (GChecksum) finished = g_checksum_copy (checksum);

  return g_strdup_printf ("{\"lines\":%" G_GUINT64_FORMAT ",\"digest\":\"%s\"}", n_lines,
                          g_checksum_get_string (finished));
}
