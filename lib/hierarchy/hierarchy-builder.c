/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/handle.h"
#include "base/memory.h"
#include "base/text.h"
#include "hierarchy/hierarchy-private.h"
#include "hierarchy/rule.h"

#include <string.h>

static void
deid_hierarchy_builder_free (DeidHierarchyBuilder *builder)
{
  deid_hierarchy_levels_free (builder->levels, builder->n_levels);
  g_free (builder->places);
  g_free (builder->name);
  g_free (builder);
}

DEID_DEFINE_HANDLE (DeidHierarchyBuilder, deid_hierarchy_builder)

DeidHierarchyBuilder *
deid_hierarchy_builder_new (const char *name)
{
  DeidHierarchyBuilder *builder = DEID_NEW_HANDLE (DeidHierarchyBuilder);

  builder->name = deid_text_escape (name != NULL ? name : "unnamed");
  builder->unit = "row";
  return builder;
}

static gboolean
check_not_built (const DeidHierarchyBuilder *builder, const char *consequence, GError **error)
{
  if (!builder->built)
    return TRUE;
  return deid_fail (error, DEID_ERROR_IMMUTABLE, "%s: the hierarchy was built and %s",
                    builder->name, consequence);
}

gboolean
deid_hierarchy_builder_set_show_values (DeidHierarchyBuilder *builder, gboolean show_values,
                                        GError **error)
{
  g_return_val_if_fail (builder != NULL, FALSE);

  if (!check_not_built (builder, "cannot be changed any more", error))
    return FALSE;
  builder->show_values = show_values;
  return TRUE;
}

/* Writes a label for a message, behind a blank, if it may be shown. */
static char *
quote (const DeidHierarchyBuilder *builder, const char *label)
{
  g_autofree char *shown = builder->show_values ? deid_text_show (label, -1) : NULL;

  return shown != NULL ? g_strdup_printf (" '%s'", shown) : g_strdup ("");
}

/* Fails about a leaf. */
G_GNUC_PRINTF (4, 5)
static gboolean
hierarchy_builder_fail (const DeidHierarchyBuilder *builder, const char *leaf, GError **error,
                        const char *format, ...)
{
  g_autofree char *message = NULL, *quoted = quote (builder, leaf);
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return deid_fail (error, DEID_ERROR_HIERARCHY, "%s%s%s%s", quoted[0] != '\0' ? "leaf" : "",
                    quoted, quoted[0] != '\0' ? ": " : "", message);
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
hierarchy_builder_check_encoding (const DeidHierarchyBuilder *builder, const char *const *labels,
                                  GError **error)
{
  for (guint level = 0; labels[level] != NULL; level++)
    if (!g_utf8_validate (labels[level], -1, NULL))
      {
        g_autofree char *quoted = quote (builder, labels[level]);

        return deid_fail (error, DEID_ERROR_ENCODING, "level %u: a label%s that is not valid UTF-8",
                          level, quoted);
      }
  return TRUE;
}

/* The label of a level stood below another one before. */
static gboolean
hierarchy_builder_fail_nesting (const DeidHierarchyBuilder *builder, const char *const *labels,
                                guint level, const char *before, GError **error)
{
  g_autofree char *own = quote (builder, labels[level]);
  g_autofree char *above = quote (builder, labels[level + 1]);
  g_autofree char *other = quote (builder, before);

  return hierarchy_builder_fail (
      builder, labels[0], error,
      "its label%s on level %u is below%s%s on level %u, but was below%s%s before, expected "
      "nested levels",
      own, level, builder->show_values ? "" : " one label", above, level + 1,
      builder->show_values ? "" : " another one", other);
}

/* Tells whether a row has the labels of a leaf that is there. */
static gboolean
has_labels_of (const DeidHierarchyBuilder *builder, guint32 leaf, const char *const *labels)
{
  guint level = 0;

  while (level < builder->n_levels
         && g_str_equal (deid_dictionary_get (&builder->levels[level].labels, leaf), labels[level]))
    leaf = builder->levels[level++].parents[leaf];
  return level == builder->n_levels;
}

/* Everything that a row can be refused for, so that a refused row leaves no trace. @is_new is
 * whether its leaf is: the same row again changes nothing. */
static gboolean
hierarchy_builder_check_row (const DeidHierarchyBuilder *builder, const char *const *labels,
                             guint n_levels, gboolean *is_new, GError **error)
{
  guint32 leaf;

  *is_new = TRUE;
  if (!hierarchy_builder_check_encoding (builder, labels, error))
    return FALSE;
  if (n_levels == 0)
    return deid_fail (error, DEID_ERROR_HIERARCHY, "a row without a leaf");
  if (n_levels > G_MAXUINT16)
    return hierarchy_builder_fail (builder, labels[0], error, "%u levels, expected at most 65535",
                                   n_levels);
  if (builder->levels != NULL && n_levels != builder->n_levels)
    return hierarchy_builder_fail (builder, labels[0], error,
                                   "%u level%s, expected %u as in the first row", n_levels,
                                   n_levels == 1 ? "" : "s", builder->n_levels);
  for (guint level = 1; level < n_levels; level++)
    if (labels[level][0] == '\0' && labels[0][0] != '\0')
      return hierarchy_builder_fail (builder, labels[0], error, "the label on level %u is empty",
                                     level);
  if (builder->levels == NULL)
    return TRUE;
  leaf = deid_dictionary_find (&builder->levels[0].labels, labels[0], strlen (labels[0]));
  *is_new = leaf == DEID_NO_CODE;
  if (!*is_new)
    return has_labels_of (builder, leaf, labels)
           || hierarchy_builder_fail (builder, labels[0], error,
                                      "the leaf is there already, with other labels in %s "
                                      "%" G_GUINT64_FORMAT ", expected each leaf once",
                                      builder->unit, builder->places[leaf]);
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
        return hierarchy_builder_fail_nesting (builder, labels, level, above, error);
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
  return deid_grow ((gpointer *) &builder->places, &builder->places_capacity,
                    (guint64) builder->levels[0].labels.n + 1, sizeof *builder->places, error);
}

/* From the top down, since each label needs the code of the one above. There is room. */
static void
hierarchy_builder_add_labels (DeidHierarchyBuilder *builder, const char *const *labels)
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
deid_hierarchy_builder_add (DeidHierarchyBuilder *builder, const char *const *labels, guint64 place,
                            GError **error)
{
  const guint n_levels = g_strv_length ((char **) labels);
  gboolean is_first, is_new;

  if (!hierarchy_builder_check_row (builder, labels, n_levels, &is_new, error))
    return FALSE;
  builder->n_repeated += !is_new;
  if (!is_new)
    return TRUE;
  is_first = builder->levels == NULL;
  if ((is_first && !start_levels (builder, n_levels, error))
      || !reserve_labels (builder, labels, error))
    {
      if (is_first)
        drop_levels (builder);
      return FALSE;
    }
  builder->places[builder->levels[0].labels.n] = place;
  hierarchy_builder_add_labels (builder, labels);
  return TRUE;
}

gboolean
deid_hierarchy_builder_extend (DeidHierarchyBuilder *builder, guint n_levels, GError **error)
{
  DeidHierarchyLevel *levels = deid_alloc (n_levels, sizeof *levels, error);

  if (levels == NULL)
    return FALSE;
  memcpy (levels, builder->levels, builder->n_levels * sizeof *levels);
  g_free (builder->levels);
  builder->levels = levels;
  for (; builder->n_levels < n_levels; builder->n_levels++)
    {
      DeidHierarchyLevel *below = &levels[builder->n_levels - 1], *own = below + 1;

      if (!deid_dictionary_copy (&own->labels, &below->labels, error)
          || !deid_grow ((gpointer *) &own->parents, &own->parents_capacity, own->labels.n,
                         sizeof *own->parents, error))
        {
          deid_dictionary_clear (&own->labels);
          return FALSE;
        }
      for (guint32 label = 0; label < own->labels.n; label++)
        below->parents[label] = label;
    }
  return TRUE;
}

gboolean
deid_hierarchy_builder_add_row (DeidHierarchyBuilder *builder, const char *const *labels,
                                GError **error)
{
  g_return_val_if_fail (builder != NULL && labels != NULL, FALSE);

  if (!check_not_built (builder, "takes no more rows", error))
    return FALSE;
  if (!deid_hierarchy_builder_add (builder, labels, builder->n_rows + 1, error))
    {
      g_prefix_error (error, "%s: row %" G_GUINT64_FORMAT ": ", builder->name, builder->n_rows + 1);
      return FALSE;
    }
  builder->n_rows++;
  return TRUE;
}

DeidHierarchy *
deid_hierarchy_builder_build (DeidHierarchyBuilder *builder, GError **error)
{
  DeidHierarchy *hierarchy;

  g_return_val_if_fail (builder != NULL, NULL);

  if (builder->built)
    return deid_fail_null (error, DEID_ERROR_IMMUTABLE, "%s: the hierarchy was built before",
                           builder->name);
  if (builder->levels == NULL)
    return deid_fail_null (error, DEID_ERROR_EMPTY,
                           "%s: the hierarchy has no rows, expected one for each value",
                           builder->name);
  for (guint level = 0; level < builder->n_levels; level++)
    deid_dictionary_shrink (&builder->levels[level].labels);
  hierarchy = deid_hierarchy_new_from_levels (builder->name, builder->levels, builder->n_levels);
  hierarchy->show_values = builder->show_values;
  hierarchy->is_of_cells = builder->is_of_cells;
  hierarchy->reading.n_repeated = builder->n_repeated;
  builder->built = TRUE;
  builder->levels = NULL;
  builder->n_levels = 0;
  return hierarchy;
}

/* Hierarchies made of rules. */

/* The label of all values is there before any value is. */
DeidHierarchy *
deid_hierarchy_new_of_rule (DeidRule *rule, GError **error)
{
  const guint n_levels = deid_rule_get_n_levels (rule);
  const char *top = deid_rule_get_top_label (rule);
  g_autofree char *name = deid_text_escape (deid_rule_get_text (rule));
  g_autoptr (DeidHierarchy) hierarchy = NULL;
  DeidHierarchyLevel *levels;

  if (!deid_hierarchy_levels_new (n_levels, &levels, error))
    return NULL;
  hierarchy = deid_hierarchy_new_from_levels (name, levels, n_levels);
  hierarchy->rule = deid_rule_ref (rule);
  return top == NULL || deid_hierarchy_level_add (&levels[n_levels - 1], top, error)
             ? g_steal_pointer (&hierarchy)
             : NULL;
}

DeidHierarchy *
deid_hierarchy_new_from_specification (const char *text, GError **error)
{
  g_autoptr (DeidRule) rule = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  rule = deid_rule_new (text, error);
  return rule != NULL ? deid_hierarchy_new_of_rule (rule, error) : NULL;
}

DeidHierarchy *
deid_hierarchy_new_suppression (void)
{
  return deid_hierarchy_new_from_specification ("suppress", NULL);
}

gboolean
deid_hierarchy_to_specification (const DeidHierarchy *hierarchy, char **text, GError **error)
{
  g_return_val_if_fail (hierarchy != NULL && text != NULL, FALSE);

  *text = hierarchy->rule != NULL ? deid_copy_text (deid_rule_get_text (hierarchy->rule), error)
                                  : NULL;
  return hierarchy->rule == NULL || *text != NULL;
}

char **
deid_hierarchy_list_specifications (char ***summaries)
{
  DeidSpecificationList list;

  deid_specification_list_init (&list);
  for (guint i = 0; i < deid_n_rule_kinds; i++)
    deid_specification_list_add (&list, deid_rule_kinds[i]->form, deid_rule_kinds[i]->summary);
  return deid_specification_list_end (&list, summaries);
}
