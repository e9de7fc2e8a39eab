/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "problem/digest.h"

#include <string.h>

#include "base/files.h"
#include "base/memory.h"
#include "table/dataset-view.h"

#define DIGEST_ROWS_PER_CHECK 4096
#define DIGEST_N_DIGITS       64

static void
digest_add_text (GChecksum *checksum, const char *text)
{
  char prefix[24] = "-";
  const gsize length = text != NULL ? strlen (text) : 0;

  if (text != NULL)
    g_snprintf (prefix, sizeof prefix, "%" G_GSIZE_FORMAT ":", length);
  g_checksum_update (checksum, (const guchar *) prefix, (gssize) strlen (prefix));
  g_checksum_update (checksum, (const guchar *) text, (gssize) length);
}

static void
digest_add_count (GChecksum *checksum, guint64 count)
{
  char text[24];

  g_snprintf (text, sizeof text, "%" G_GUINT64_FORMAT, count);
  digest_add_text (checksum, text);
}

static gboolean
digest_add_column (GChecksum *checksum, DeidRole role, const DeidColumn *column, guint64 n_rows,
                   const DeidStop *stop, GError **error)
{
  digest_add_text (checksum, deid_enum_get_name ("DeidRole", (int) role));
  digest_add_text (checksum, column->name);
  for (guint64 row = 0; row < n_rows; row++)
    {
      if (row % DIGEST_ROWS_PER_CHECK == 0 && !deid_stop_check (stop, error))
        return FALSE;
      digest_add_text (checksum, deid_column_get (column, row));
    }
  return TRUE;
}

static DeidRole
get_role (const DeidPreparedProblem *prepared, guint column)
{
  if (column < prepared->lattice->n_attributes)
    return DEID_ROLE_QUASI_IDENTIFYING;
  return prepared->columns[column]->role;
}

static gboolean
add_weights (GChecksum *checksum, const DeidColumn *column, guint64 n_rows, const DeidStop *stop,
             GError **error)
{
  return column == NULL || digest_add_column (checksum, column->role, column, n_rows, stop, error);
}

char *
deid_digest_table (const DeidPreparedProblem *prepared, const DeidStop *stop, GError **error)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  const DeidTableSource *table = prepared->table;
  const guint64 n_rows = table->n_rows;

  digest_add_count (checksum, n_rows);
  for (guint c = 0; c < prepared->n_columns; c++)
    if (!digest_add_column (checksum, get_role (prepared, c), prepared->columns[c], n_rows, stop,
                            error))
      return NULL;
  if (!add_weights (checksum, table->frequencies, n_rows, stop, error)
      || !add_weights (checksum, table->survey, n_rows, stop, error))
    return NULL;
  return g_strdup (g_checksum_get_string (checksum));
}

static void
digest_add_value (GChecksum *checksum, const DeidAttribute *attribute, guint32 code)
{
  digest_add_text (checksum,
                   deid_dictionary_get (&deid_attribute_get_column (attribute)->dictionary, code));
  for (guint level = 0; level < attribute->n_levels; level++)
    {
      const DeidRecoding *recoding = &attribute->levels[level];
      const guint32 label = recoding->labels[code];

      digest_add_text (checksum, deid_attribute_get_text (attribute, recoding, label));
      digest_add_count (checksum, recoding->n_leaves[label]);
    }
}

/* The order of runs. A value of the table has the place of the text that it equals. */
static char *
digest_runs (const DeidAttribute *attribute)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  const DeidDictionary *values = &attribute->cuts->values;

  digest_add_count (checksum, attribute->n_levels);
  digest_add_count (checksum, attribute->n_leaves);
  for (guint32 i = 0; i < values->n; i++)
    digest_add_text (checksum, deid_dictionary_get (values, i));
  return g_strdup (g_checksum_get_string (checksum));
}

char *
deid_digest_hierarchy (const DeidAttribute *attribute, const DeidStop *stop, GError **error)
{
  const DeidColumn *column = deid_attribute_get_column (attribute);
  const guint64 n_rows = attribute->table->n_rows;
  g_autoptr (GChecksum) checksum = NULL;
  g_autofree guint8 *seen = NULL;

  if (deid_attribute_has_runs (attribute))
    return digest_runs (attribute);
  checksum = g_checksum_new (G_CHECKSUM_SHA256);
  seen = deid_alloc (column->dictionary.n, sizeof *seen, error);
  if (seen == NULL)
    return NULL;
  digest_add_count (checksum, attribute->n_levels);
  digest_add_count (checksum, attribute->n_leaves);
  for (guint64 row = 0; row < n_rows; row++)
    {
      const guint32 code = deid_codes_get (&column->codes, row);

      if (row % DIGEST_ROWS_PER_CHECK == 0 && !deid_stop_check (stop, error))
        return NULL;
      if (!seen[code])
        digest_add_value (checksum, attribute, code);
      seen[code] = TRUE;
    }
  return g_strdup (g_checksum_get_string (checksum));
}

char *
deid_digest_sensitive_hierarchy (const DeidTableSource *table, const char *name,
                                 DeidHierarchy *hierarchy, const DeidStop *stop, GError **error)
{
  DeidAttribute bound;
  char *digest;
  guint column;

  if (!deid_table_source_find_column (table, name, &column, error)
      || !deid_attribute_init (&bound, table, column, hierarchy, 0, stop, error))
    return NULL;
  digest = deid_digest_hierarchy (&bound, stop, error);
  deid_attribute_clear (&bound);
  return digest;
}

char *
deid_digest_population (const DeidPopulation *population, const DeidStop *stop, GError **error)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  const guint64 n_rows = population->table->n_rows;

  digest_add_count (checksum, n_rows);
  for (guint a = 0; a < population->n_attributes; a++)
    if (!digest_add_column (checksum, DEID_ROLE_QUASI_IDENTIFYING,
                            deid_attribute_get_column (&population->attributes[a]), n_rows, stop,
                            error))
      return NULL;
  if (!add_weights (checksum, population->table->frequencies, n_rows, stop, error))
    return NULL;
  for (guint a = 0; a < population->n_attributes; a++)
    {
      g_autofree char *digest = deid_digest_hierarchy (&population->attributes[a], stop, error);

      if (digest == NULL)
        return NULL;
      digest_add_text (checksum, digest);
    }
  return g_strdup (g_checksum_get_string (checksum));
}

gboolean
deid_digest_is_valid (const char *text)
{
  return strlen (text) == DIGEST_N_DIGITS && strspn (text, "0123456789abcdef") == DIGEST_N_DIGITS;
}

gboolean
deid_digest_is_list (const char *text)
{
  g_auto (GStrv) digests = g_strsplit (text, ",", -1);
  guint i = 0;

  while (digests[i] != NULL && deid_digest_is_valid (digests[i]))
    i++;
  return i > 0 && digests[i] == NULL;
}

char *
deid_digest_file (const char *path, const DeidStop *stop, GError **error)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  gboolean success;
  DeidInput input;
  gsize n;

  if (!deid_input_open (&input, path, stop->cancellable, error))
    return NULL;
  do
    {
      const char *bytes;

      success = deid_stop_check (stop, error) && deid_input_read (&input, &bytes, &n, error);
      if (success)
        g_checksum_update (checksum, (const guchar *) bytes, (gssize) n);
    }
  while (success && n > 0);
  deid_input_clear (&input);
  return success ? g_strdup (g_checksum_get_string (checksum)) : NULL;
}
