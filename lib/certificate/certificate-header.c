/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a certificate is about: its first two lines and the last one. */
#include <string.h>

#include "base/long-text.h"
#include "base/rational.h"
#include "certificate/certificate-private.h"
#include "problem/digest.h"

#define DEID_CERTIFICATE_FORMAT  "libdeid certificate"
#define DEID_CERTIFICATE_VERSION 1

#define DIGEST_SIZE              32 /* of SHA-256, in bytes */

#define EMPTY_NAME               "\"name\":\"\""

static void
append_number (DeidLongText *text, const char *before, double number)
{
  deid_long_text_add (text, "%s%s", before, DEID_DECIMAL (number));
}

/* Writes the name of a column, or null if there is none. */
static void
append_column (DeidLongText *text, const char *before, const DeidColumn *column)
{
  deid_long_text_add (text, "%s", before);
  if (column == NULL)
    deid_long_text_add (text, "%s", "null");
  else
    deid_long_text_add_json (text, column->name);
}

static gboolean
append_table (DeidLongText *text, const DeidPreparedProblem *prepared, const DeidStop *stop,
              GError **error)
{
  const DeidTableSource *table = prepared->table;
  g_autofree char *digest = deid_digest_table (prepared, stop, error);

  if (digest == NULL)
    return FALSE;
  deid_long_text_add (text,
                      ",\"table\":{" EMPTY_NAME ",\"rows\":%" G_GUINT64_FORMAT
                      ",\"records\":%" G_GUINT64_FORMAT,
                      table->n_rows, table->n_records);
  append_column (text, ",\"entity\":", table->entities);
  append_column (text, ",\"weight\":", table->frequencies);
  if (table->survey != NULL)
    append_column (text, ",\"survey_weight\":", table->survey);
  deid_long_text_add (text, ",\"digest\":\"%s\"}", digest);
  return TRUE;
}

static gboolean
append_population (DeidLongText *text, const DeidPreparedProblem *prepared, const DeidStop *stop,
                   GError **error)
{
  const DeidTableSource *table = prepared->population.table;
  g_autofree char *digest = NULL;

  if (!prepared->has_population)
    return TRUE;
  digest = deid_digest_population (&prepared->population, stop, error);
  if (digest == NULL)
    return FALSE;
  deid_long_text_add (text,
                      ",\"population\":{" EMPTY_NAME ",\"rows\":%" G_GUINT64_FORMAT
                      ",\"records\":%" G_GUINT64_FORMAT,
                      table->n_rows, table->n_records);
  append_column (text, ",\"weight\":", table->frequencies);
  deid_long_text_add (text, ",\"digest\":\"%s\"}", digest);
  return TRUE;
}

/* Which levels policies may choose, where these are not all; or what the dimensions of cuts merge.
 */
static void
append_range (DeidLongText *text, const DeidLattice *lattice, const DeidAttribute *attribute)
{
  const guint d = attribute->first_dimension;

  if (attribute->cuts != NULL)
    deid_long_text_add (text, ",\"cuts\":\"%s\",\"dimensions\":%u",
                        deid_attribute_has_runs (attribute) ? "runs" : "subtrees",
                        attribute->n_dimensions);
  else if (deid_lattice_count_levels (lattice, d) < attribute->n_levels)
    deid_long_text_add (text, ",\"lowest\":%u,\"highest\":%u", lattice->floors[d],
                        lattice->heights[d]);
}

static gboolean
append_attribute (DeidLongText *text, const DeidPreparedProblem *prepared, guint a,
                  const DeidStop *stop, GError **error)
{
  const DeidAttribute *attribute = &prepared->lattice->attributes[a];
  g_autofree char *digest = deid_digest_hierarchy (attribute, stop, error);

  if (digest == NULL)
    return FALSE;
  deid_long_text_add (text, "%s", a == 0 ? "{\"name\":" : ",{\"name\":");
  deid_long_text_add_json (text, deid_attribute_get_column (attribute)->name);
  deid_long_text_add (text, ",\"levels\":%u,\"leaves\":%" G_GUINT64_FORMAT, attribute->n_levels,
                      attribute->n_leaves);
  append_range (text, prepared->lattice, attribute);
  append_number (text, ",\"weight\":",
                 deid_quality_model_get_weight (prepared->problem->quality,
                                                deid_attribute_get_column (attribute)->name));
  deid_long_text_add (text, ",\"hierarchy\":\"%s\"}", digest);
  return TRUE;
}

/* Tells whether a model orders the values of a column as its type says. */
static gboolean
certificate_header_is_ordered_by_type (const DeidPreparedProblem *prepared,
                                       const DeidColumn *column)
{
  for (guint j = 0; j < prepared->privacy.n_judged; j++)
    if (prepared->privacy.judged[j].compare == deid_compare_by_type
        && g_str_equal (prepared->privacy.judged[j].column->name, column->name))
      return TRUE;
  return FALSE;
}

/* The type of a column whose values a model orders by it. */
static void
append_type (DeidLongText *text, const DeidPreparedProblem *prepared, const DeidColumn *column)
{
  if (column->type == DEID_COLUMN_TYPE_TEXT
      || !certificate_header_is_ordered_by_type (prepared, column))
    return;
  deid_long_text_add (text, ",\"type\":\"%s\"",
                      deid_enum_get_name ("DeidColumnType", (int) column->type));
  if (column->format == NULL)
    return;
  deid_long_text_add (text, ",\"format\":");
  deid_long_text_add_json (text, column->format);
}

/* What a third party needs to know of each sensitive attribute besides its values. */
static gboolean
append_sensitive (DeidLongText *text, const DeidPreparedProblem *prepared, const DeidStop *stop,
                  GError **error)
{
  const guint n_attributes = prepared->lattice->n_attributes;
  const char *separator = "";

  deid_long_text_add (text, "%s", ",\"sensitive_attributes\":[");
  for (guint c = n_attributes; c < n_attributes + prepared->n_sensitive; c++)
    {
      const char *name = prepared->columns[c]->name;
      DeidHierarchy *hierarchy = g_hash_table_lookup (prepared->problem->hierarchies, name);
      g_autofree char *digest = NULL;

      deid_long_text_add (text, "%s{\"name\":", separator);
      deid_long_text_add_json (text, name);
      append_type (text, prepared, prepared->columns[c]);
      if (hierarchy != NULL)
        {
          digest = deid_digest_sensitive_hierarchy (prepared->table, name, hierarchy, stop, error);
          if (digest == NULL)
            return FALSE;
          deid_long_text_add (text, ",\"hierarchy\":\"%s\"}", digest);
        }
      else
        deid_long_text_add (text, "%s", ",\"hierarchy\":null}");
      separator = ",";
    }
  deid_long_text_add (text, "]");
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

/* Of a model that suppresses classes for a condition on the table. */
static void
append_suppression (DeidLongText *text, const DeidPreparedProblem *prepared,
                    const DeidPrivacyModel *model)
{
  const DeidSuppressionOrder order = model->funcs->suppression_order;

  if (model->funcs->accept_table.func != NULL && order != DEID_SUPPRESSION_ORDER_NONE)
    deid_long_text_add (text, ",\"suppresses\":\"%s\",\"monotone\":%s",
                        order == DEID_SUPPRESSION_ORDER_RAREST_FIRST ? "rarest first"
                        : order == DEID_SUPPRESSION_ORDER_NAMED      ? "named"
                                                                     : "smallest first",
                        deid_table_suppression_bounds (prepared, model) ? "true" : "false");
}

static void
append_models (DeidLongText *text, const DeidPreparedProblem *prepared)
{
  deid_long_text_add (text, "%s", ",\"privacy_models\":[");
  for (guint i = 0; i < prepared->privacy.n_models; i++)
    {
      const DeidPrivacyModel *model = prepared->privacy.models[i].model;

      deid_long_text_add (text, "%s", i == 0 ? "{\"model\":" : ",{\"model\":");
      deid_long_text_add_json (text, model->text);
      deid_long_text_add (text, ",\"superset_closed\":\"%s\"", name_closed_part (model));
      append_suppression (text, prepared, model);
      deid_long_text_add (text, "}");
    }
  deid_long_text_add (text, "%s", "],\"quality_model\":");
  deid_long_text_add_json (text, prepared->problem->quality->text);
}

/* Values are stated by the first row that has them. */
static gboolean
certificate_header_append_weight (DeidLongText *text, const DeidPreparedProblem *prepared, guint i,
                                  GHashTable *first_rows, GError **error)
{
  const DeidGroupWeight *weight = deid_group_weights_get (prepared->problem->group_weights, i);
  const DeidColumn *column = deid_table_source_find (prepared->table, weight->column);
  guint64 *rows = g_hash_table_lookup (first_rows, column);

  if (rows == NULL)
    {
      rows = deid_column_list_first_rows (column, error);
      if (rows == NULL)
        return FALSE;
      g_hash_table_insert (first_rows, (gpointer) column, rows);
    }
  append_column (text, i == 0 ? ",\"group_weights\":[{\"name\":" : ",{\"name\":", column);
  deid_long_text_add (text, ",\"row\":%" G_GUINT64_FORMAT,
                      rows[deid_group_weight_find_code (column, weight->value)]);
  append_number (text, ",\"weight\":", weight->weight);
  deid_long_text_add (text, "}");
  return TRUE;
}

static gboolean
append_weights (DeidLongText *text, const DeidPreparedProblem *prepared, const DeidStop *stop,
                GError **error)
{
  const guint n = prepared->problem->group_weights->len;
  g_autoptr (GHashTable) first_rows = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  gboolean success = TRUE;

  for (guint i = 0; success && i < n; i++)
    success = deid_stop_check_class (stop, i, error)
              && certificate_header_append_weight (text, prepared, i, first_rows, error);
  if (n > 0)
    deid_long_text_add (text, "]");
  return success;
}

/* Where the suppression limit is 0 those of groups are stated all the same. */
static void
append_limits (DeidLongText *text, const DeidPreparedProblem *prepared)
{
  const GPtrArray *limits = prepared->problem->limits.groups;

  deid_long_text_add (text, ",\"suppression_limit\":%" G_GUINT64_FORMAT, prepared->limit);
  for (guint i = 0; i < limits->len; i++)
    {
      const DeidGroupLimit *limit = deid_group_limits_get (limits, i);

      append_column (text, i == 0 ? ",\"group_limits\":[{\"name\":" : ",{\"name\":",
                     prepared->groups.columns[i].column);
      append_number (text, ",\"fraction\":", limit->fraction);
      deid_long_text_add (text, "}");
    }
  deid_long_text_add (text, "%s", limits->len > 0 ? "]" : "");
}

char *
deid_certificate_describe_problem (const DeidPreparedProblem *prepared, const DeidStop *stop,
                                   GError **error)
{
  DeidLongText own = { 0 }, *text = &own;
  gboolean success;

  deid_long_text_add (text,
                      "{\"format\":\"" DEID_CERTIFICATE_FORMAT
                      "\",\"version\":%d,\"audience\":\"custodian-only\"",
                      DEID_CERTIFICATE_VERSION);
  success = append_table (text, prepared, stop, error)
            && append_population (text, prepared, stop, error);
  deid_long_text_add (text, ",\"attributes\":[");
  for (guint a = 0; success && a < prepared->lattice->n_attributes; a++)
    success = append_attribute (text, prepared, a, stop, error);
  deid_long_text_add (text, "]");
  success = success && append_sensitive (text, prepared, stop, error);
  append_models (text, prepared);
  append_limits (text, prepared);
  success = success && append_weights (text, prepared, stop, error);
  deid_long_text_add (text, "}");
  if (success)
    return deid_long_text_end (text, error);
  deid_long_text_clear (text);
  return NULL;
}

/* Appends the text up to the next empty name with that name.
 * Returns: the rest. */
static const char *
append_name (DeidLongText *text, const char *problem, const char *name)
{
  const char *place = strstr (problem, EMPTY_NAME) + strlen (EMPTY_NAME);

  deid_long_text_add (text, "%.*s", (int) (place - strlen ("\"\"") - problem), problem);
  deid_long_text_add_json (text, name);
  return place;
}

/* Those of the tables are the first names. */
char *
deid_certificate_complete_problem (const char *problem, const char *table, const char *population,
                                   const char *release_sha256, GError **error)
{
  DeidLongText text = { 0 };
  const char *rest = append_name (&text, problem, table);

  if (population != NULL)
    rest = append_name (&text, rest, population);
  if (release_sha256 != NULL)
    deid_long_text_add (&text, "%.*s,\"" DEID_RELEASE_SHA256 "\":\"%s\"}",
                        (int) (strlen (rest) - strlen ("}")), rest, release_sha256);
  else
    deid_long_text_add (&text, "%s", rest);
  return deid_long_text_end (&text, error);
}

char *
deid_certificate_describe_optimum (const DeidPreparedProblem *prepared, const DeidLevel *optimum,
                                   const DeidVerdict *verdict, double loss, GError **error)
{
  DeidLongText text = { 0 };

  deid_long_text_add (&text, "{\"optimum\":[");
  for (guint d = 0; d < prepared->lattice->n_dimensions; d++)
    deid_long_text_add (&text, d == 0 ? "%u" : ",%u", optimum[d]);
  deid_long_text_add (&text, "],\"suppressed\":%" G_GUINT64_FORMAT, verdict->n_suppressed);
  append_number (&text, ",\"objective\":", verdict->objective);
  append_number (&text, ",\"loss\":", loss);
  deid_long_text_add (&text, "}");
  return deid_long_text_end (&text, error);
}

char *
deid_certificate_describe_end (guint64 n_lines, GChecksum *checksum, GError **error)
{
  DeidLongText text = { 0 };
  guint8 digest[DIGEST_SIZE];
  gsize size = sizeof digest;

  g_checksum_get_digest (checksum, digest, &size);
  deid_long_text_add (&text, "{\"lines\":%" G_GUINT64_FORMAT ",\"digest\":\"", n_lines);
  for (gsize i = 0; i < size; i++)
    deid_long_text_add (&text, "%02x", digest[i]);
  deid_long_text_add (&text, "\"}");
  return deid_long_text_end (&text, error);
}
