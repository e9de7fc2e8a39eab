/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <string.h>

#include "base/handle.h"
#include "base/memory.h"
#include "hierarchy/hierarchy-private.h"

struct DeidHierarchyBuilder
{
  gatomicrefcount ref_count;
  char *name;
  DeidHierarchyLevel *levels;
  guint n_levels;
  gboolean built;
};

static void
deid_hierarchy_builder_free (DeidHierarchyBuilder *builder)
{
  deid_hierarchy_levels_free (builder->levels, builder->n_levels);
  g_free (builder->name);
  g_free (builder);
}

DEID_DEFINE_HANDLE (DeidHierarchyBuilder, deid_hierarchy_builder)

DeidHierarchyBuilder *
deid_hierarchy_builder_new (const char *name)
{
  DeidHierarchyBuilder *builder = g_new0 (DeidHierarchyBuilder, 1);

  g_atomic_ref_count_init (&builder->ref_count);
  builder->name = g_strdup (name != NULL ? name : "unnamed");
  return builder;
}

G_GNUC_PRINTF (2, 3)
static gboolean
fail (GError **error, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error_literal (error, DEID_ERROR, DEID_ERROR_HIERARCHY, message);
  return FALSE;
}

static gboolean
start_levels (DeidHierarchyBuilder *builder, guint n_levels, GError **error)
{
  builder->levels = deid_alloc (n_levels, sizeof *builder->levels, error);
  if (builder->levels == NULL)
    return FALSE;
  for (guint level = 0; level < n_levels; level++)
    deid_dictionary_init (&builder->levels[level].labels);
  builder->n_levels = n_levels;
  return TRUE;
}

static void
drop_levels (DeidHierarchyBuilder *builder)
{
  deid_hierarchy_levels_free (builder->levels, builder->n_levels);
  builder->levels = NULL;
  builder->n_levels = 0;
}

static gboolean
check_encoding (const char *const *labels, GError **error)
{
  for (guint level = 0; labels[level] != NULL; level++)
    if (!g_utf8_validate (labels[level], -1, NULL))
      {
        g_autofree char *shown = g_utf8_make_valid (labels[level], -1);

        g_set_error (error, DEID_ERROR, DEID_ERROR_ENCODING, "level %u: '%s' is not valid UTF-8",
                     level, shown);
        return FALSE;
      }
  return TRUE;
}

/* Everything that a row can be refused for, so that a refused row leaves no trace. */
static gboolean
check_row (const DeidHierarchyBuilder *builder, const char *const *labels, guint n_levels,
           GError **error)
{
  if (!check_encoding (labels, error))
    return FALSE;
  if (n_levels == 0)
    return fail (error, "a row without a leaf");
  if (n_levels > G_MAXUINT16)
    return fail (error, "leaf '%s': %u levels, expected at most 65535", labels[0], n_levels);
  if (builder->levels != NULL && n_levels != builder->n_levels)
    return fail (error, "leaf '%s': %u levels, expected %u as in the first row", labels[0],
                 n_levels, builder->n_levels);
  for (guint level = 1; level < n_levels; level++)
    if (labels[level][0] == '\0' && labels[0][0] != '\0')
      return fail (error, "leaf '%s': the label on level %u is empty", labels[0], level);
  if (builder->levels == NULL)
    return TRUE;
  if (deid_dictionary_find (&builder->levels[0].labels, labels[0], strlen (labels[0]))
      != DEID_NO_CODE)
    return fail (error, "leaf '%s' is there already, expected each leaf once", labels[0]);
  for (guint level = 1; level + 1 < n_levels; level++)
    {
      const guint32 code = deid_dictionary_find (&builder->levels[level].labels, labels[level],
                                                 strlen (labels[level]));
      const char *above;

      if (code == DEID_NO_CODE)
        continue;
      above = deid_dictionary_get (&builder->levels[level + 1].labels,
                                   builder->levels[level].parents[code]);
      if (!g_str_equal (above, labels[level + 1]))
        return fail (error,
                     "leaf '%s': level %u is '%s', whose level %u is '%s' here but was '%s' "
                     "before, expected nested levels",
                     labels[0], level, labels[level], level + 1, labels[level + 1], above);
    }
  return TRUE;
}

static gboolean
reserve_labels (DeidHierarchyBuilder *builder, const char *const *labels, GError **error)
{
  for (guint level = 0; level < builder->n_levels; level++)
    {
      DeidHierarchyLevel *own = &builder->levels[level];

      if (!deid_dictionary_reserve (&own->labels, strlen (labels[level]), error)
          || !deid_grow ((gpointer *) &own->parents, &own->parents_capacity,
                         (guint64) own->labels.n + 1, sizeof *own->parents, error))
        return FALSE;
    }
  return TRUE;
}

/* From the top down, since each label needs the code of the one above. There is room. */
static void
add_labels (DeidHierarchyBuilder *builder, const char *const *labels)
{
  guint32 above = 0;

  for (guint level = builder->n_levels; level-- > 0;)
    {
      DeidHierarchyLevel *own = &builder->levels[level];
      guint32 code = 0;

      deid_dictionary_add (&own->labels, labels[level], strlen (labels[level]), &code, NULL);
      own->parents[code] = above;
      above = code;
    }
}

gboolean
deid_hierarchy_builder_add_row (DeidHierarchyBuilder *builder, const char *const *labels,
                                GError **error)
{
  guint n_levels;
  gboolean is_first;

  g_return_val_if_fail (builder != NULL && labels != NULL, FALSE);

  n_levels = g_strv_length ((char **) labels);
  if (builder->built)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_IMMUTABLE,
                   "%s: the hierarchy was built and takes no more rows", builder->name);
      return FALSE;
    }
  if (!check_row (builder, labels, n_levels, error))
    return FALSE;
  is_first = builder->levels == NULL;
  if ((is_first && !start_levels (builder, n_levels, error))
      || !reserve_labels (builder, labels, error))
    {
      if (is_first)
        drop_levels (builder);
      return FALSE;
    }
  add_labels (builder, labels);
  return TRUE;
}

DeidHierarchy *
deid_hierarchy_builder_build (DeidHierarchyBuilder *builder, GError **error)
{
  DeidHierarchy *hierarchy;

  g_return_val_if_fail (builder != NULL, NULL);

  if (builder->built)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_IMMUTABLE, "%s: the hierarchy was built before",
                   builder->name);
      return NULL;
    }
  if (builder->levels == NULL)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_EMPTY,
                   "%s: the hierarchy has no rows, expected one for each value", builder->name);
      return NULL;
    }
  for (guint level = 0; level < builder->n_levels; level++)
    deid_dictionary_shrink (&builder->levels[level].labels);
  hierarchy = deid_hierarchy_new_from_levels (builder->name, builder->levels, builder->n_levels);
  builder->built = TRUE;
  builder->levels = NULL;
  builder->n_levels = 0;
  return hierarchy;
}
