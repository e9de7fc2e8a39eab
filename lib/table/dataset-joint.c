/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Columns of the combinations that values of others make. */
#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"
#include "table/dataset-private.h"

#define SEPARATOR            '+'
#define DATASET_JOINT_ESCAPE '\\'
#define MAX_MENTIONED        20 /* columns in a message */

typedef struct
{
  const DeidDataset *dataset;
  const guint *columns;
  gsize n_columns;
  char *text; /* of a combination */
  guint64 length;
  guint64 capacity;
} Combiner;

/* A separator within a value is escaped, so that different combinations have different texts. */
static gboolean
dataset_joint_add_part (Combiner *combiner, const char *part, GError **error)
{
  if (!deid_grow ((gpointer *) &combiner->text, &combiner->capacity,
                  combiner->length + 2 * strlen (part) + 1, 1, error))
    return FALSE;
  for (; *part != '\0'; part++)
    {
      if (*part == SEPARATOR || *part == DATASET_JOINT_ESCAPE)
        combiner->text[combiner->length++] = DATASET_JOINT_ESCAPE;
      combiner->text[combiner->length++] = *part;
    }
  return TRUE;
}

static gboolean
combine_row (Combiner *combiner, guint64 row, GError **error)
{
  combiner->length = 0;
  for (gsize i = 0; i < combiner->n_columns; i++)
    {
      const char *part = deid_column_get (&combiner->dataset->columns[combiner->columns[i]], row);

      if (i > 0)
        combiner->text[combiner->length++] = SEPARATOR;
      if (!dataset_joint_add_part (combiner, part != NULL ? part : "", error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
combine (DeidColumn *joint, const DeidDataset *dataset, const guint *columns, gsize n_columns,
         const DeidStop *stop, GError **error)
{
  const guint64 rows_per_check = 1 + DEID_VALUES_PER_CHECK / n_columns;
  Combiner combiner = { .dataset = dataset, .columns = columns, .n_columns = n_columns };
  gboolean success = TRUE;

  for (guint64 row = 0; success && row < dataset->n_rows; row++)
    success = (row % rows_per_check != 0 || deid_stop_check (stop, error))
              && combine_row (&combiner, row, error)
              && deid_column_append (joint, combiner.text, combiner.length, error);
  g_free (combiner.text);
  return success;
}

/* Finds the columns, each once. */
static gboolean
find_columns (const DeidDataset *dataset, const char *const *names, gsize n_names, guint *columns,
              guint8 *seen, GError **error)
{
  for (gsize i = 0; i < n_names; i++)
    {
      if (!deid_dataset_find_column (dataset, names[i], &columns[i], error))
        return FALSE;
      if (seen[columns[i]])
        {
          g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                       "%s: column '%s' is named twice, expected different ones to be combined",
                       dataset->name, deid_column_show (&dataset->columns[columns[i]]));
          return FALSE;
        }
      seen[columns[i]] = TRUE;
    }
  return TRUE;
}

/* The columns that a joint one combines, and those that it is made of in the end: a joint one among
 * them stands for its own. The missing values of the latter are what a model may refuse. */
static gboolean
dataset_joint_list_parts (DeidColumn *joint, const DeidDataset *dataset, const guint *columns,
                          gsize n_columns, GError **error)
{
  g_autofree guint8 *is_part = deid_alloc (dataset->n_columns, sizeof *is_part, error);

  if (is_part == NULL)
    return FALSE;
  for (gsize i = 0; i < n_columns; i++)
    {
      const DeidColumn *column = &dataset->columns[columns[i]];

      is_part[columns[i]] = column->n_parts == 0;
      for (guint p = 0; p < column->n_parts; p++)
        is_part[column->parts[p]] = TRUE;
    }
  joint->joined = deid_alloc (n_columns, sizeof *joint->joined, error);
  if (joint->joined == NULL)
    return FALSE;
  memcpy (joint->joined, columns, n_columns * sizeof *columns);
  joint->n_joined = (guint) n_columns;
  joint->parts = deid_alloc (dataset->n_columns, sizeof *joint->parts, error);
  for (guint c = 0; joint->parts != NULL && c < dataset->n_columns; c++)
    if (is_part[c])
      joint->parts[joint->n_parts++] = c;
  return joint->parts != NULL;
}

static void
mention_columns (const DeidDataset *dataset, const guint *columns, gsize n_columns, GError **error)
{
  const gsize n = MIN (n_columns, MAX_MENTIONED);
  g_autoptr (GString) names = g_string_new (NULL);

  for (gsize i = 0; i < n; i++)
    g_string_append_printf (names, "%s'%s'", i > 0 ? ", " : "",
                            deid_column_show (&dataset->columns[columns[i]]));
  g_prefix_error (error, "%s: combinations of the columns %s%s: ", dataset->name, names->str,
                  n < n_columns ? ", …" : "");
}

gboolean
deid_dataset_add_joint_column (DeidDataset *dataset, const char *name, const char *const *columns,
                               GCancellable *cancellable, GError **error)
{
  const gsize n_columns = columns != NULL ? g_strv_length ((char **) columns) : 0;
  g_autofree guint *found = NULL;
  g_autofree guint8 *seen = NULL;
  DeidColumn joint;

  g_return_val_if_fail (dataset != NULL && name != NULL && columns != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  if (n_columns < 2)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "%s: %" G_GSIZE_FORMAT " columns to be combined, expected at least two",
                   dataset->name, n_columns);
      return FALSE;
    }
  if (!deid_new_arrays (error, DEID_NEW (found, n_columns), DEID_NEW (seen, dataset->n_columns))
      || !find_columns (dataset, columns, n_columns, found, seen, error)
      || !deid_column_init (&joint, name, error))
    return FALSE;
  joint.role = DEID_ROLE_JUDGED;
  if (combine (&joint, dataset, found, n_columns, DEID_STOP_OF (cancellable), error)
      && dataset_joint_list_parts (&joint, dataset, found, n_columns, error))
    {
      const gboolean success = deid_dataset_take_column (dataset, &joint, error);

      dataset->has_joints |= success;
      return success;
    }
  mention_columns (dataset, found, n_columns, error);
  deid_column_clear (&joint);
  return FALSE;
}
