/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "baseline/baseline-private.h"

#include "base/arrays.h"
#include "base/handle.h"
#include "base/memory.h"
#include "base/key-file.h"
#include "base/text.h"
#include "hierarchy/period.h"
#include "suggestion/column-kinds.h"

static void
part_clear (DeidBaselinePart *part)
{
  deid_free_arrays (part->section, part->column, part->kind, part->rule);
}

static void
deid_baseline_free (DeidBaseline *baseline)
{
  for (guint64 i = 0; i < baseline->n_parts; i++)
    part_clear (&baseline->parts[i]);
  deid_free_arrays (baseline->parts, baseline->name, baseline->day, baseline->area_column,
                    baseline->people_column);
  g_clear_pointer (&baseline->areas, deid_dataset_unref);
  g_free (baseline);
}

DEID_DEFINE_HANDLE (DeidBaseline, deid_baseline)

DeidBaseline *
deid_baseline_new (const char *name)
{
  DeidBaseline *baseline = DEID_NEW_HANDLE (DeidBaseline);

  baseline->name = g_strdup (name);
  return baseline;
}

static DeidBaselinePart *
find_section (const DeidBaseline *baseline, const char *section)
{
  for (guint64 i = 0; i < baseline->n_parts; i++)
    if (g_str_equal (baseline->parts[i].section, section))
      return &baseline->parts[i];
  return NULL;
}

const DeidBaselinePart *
deid_baseline_find_part (const DeidBaseline *baseline, const char *column, const char *kind)
{
  const DeidBaselinePart *of_kind = NULL;

  for (guint64 i = 0; i < baseline->n_parts; i++)
    if (g_strcmp0 (baseline->parts[i].column, column) == 0)
      return &baseline->parts[i];
    else if (kind != NULL && g_strcmp0 (baseline->parts[i].kind, kind) == 0)
      of_kind = &baseline->parts[i];
  return of_kind;
}

gboolean
deid_baseline_check_columns (const DeidBaseline *baseline, const DeidTableSource *table,
                             GError **error)
{
  for (guint64 i = 0; i < baseline->n_parts; i++)
    {
      const DeidBaselinePart *part = &baseline->parts[i];
      guint number;

      if (part->column != NULL
          && !deid_table_source_find_column (table, part->column, &number, error))
        {
          g_prefix_error (error, "%s: [%s]: ", baseline->name, DEID_SHOW (part->section));
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
check_rule (const char *rule, guint level, GError **error)
{
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_from_specification (rule, error);

  if (hierarchy == NULL)
    return FALSE;
  if (level < deid_hierarchy_get_n_levels (hierarchy))
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "level %u, expected one below %u, the number of levels of the rule", level,
                    deid_hierarchy_get_n_levels (hierarchy));
}

/* Takes the section, and the name or the kind. A second part of the same replaces the first. */
static gboolean
set_part (DeidBaseline *baseline, DeidBaselinePart *part, const char *rule, guint level,
          GError **error)
{
  DeidBaselinePart *before = find_section (baseline, part->section);

  if ((rule != NULL && !check_rule (rule, level, error))
      || (before == NULL
          && !deid_grow ((gpointer *) &baseline->parts, &baseline->capacity, baseline->n_parts + 1,
                         sizeof *baseline->parts, error)))
    {
      part_clear (part);
      return FALSE;
    }
  part->rule = g_strdup (rule);
  part->level = level;
  if (before != NULL)
    part_clear (before);
  else
    before = &baseline->parts[baseline->n_parts++];
  *before = *part;
  return TRUE;
}

gboolean
deid_baseline_add_column (DeidBaseline *baseline, const char *column, const char *rule, guint level,
                          GError **error)
{
  g_autofree char *name = deid_section_name_escape (column);
  DeidBaselinePart part = { 0 };

  part.section = g_strconcat ("column ", name, NULL);
  part.column = g_strdup (column);
  return set_part (baseline, &part, rule, level, error);
}

gboolean
deid_baseline_add_kind (DeidBaseline *baseline, const char *kind, const char *rule, guint level,
                        GError **error)
{
  DeidBaselinePart part = { 0 };

  if (deid_kind_from_identifier (kind) == DEID_KIND_UNKNOWN)
    return deid_fail (
        error, DEID_ERROR_INVALID_ARGUMENT,
        "'%s' is no kind of identifier, expected one such as 'birth-dates' or 'postal-codes'",
        DEID_SHOW (kind));
  part.section = g_strconcat ("kind ", kind, NULL);
  part.kind = g_strdup (kind);
  return set_part (baseline, &part, rule, level, error);
}

gboolean
deid_baseline_set_day (DeidBaseline *baseline, const char *day, GError **error)
{
  gint64 first, last;

  if (!deid_period_read (day, &first, &last) || first != last)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "day '%s', expected one such as 2024-01-31", DEID_SHOW (day));
  g_free (baseline->day);
  baseline->day = g_strdup (day);
  return TRUE;
}

gboolean
deid_baseline_set_areas (DeidBaseline *baseline, DeidDataset *areas, GError **error)
{
  if (!deid_baseline_find_area_columns (areas, baseline->area_column, baseline->people_column,
                                        &baseline->code_column, &baseline->count_column, error))
    return FALSE;
  deid_dataset_ref (areas);
  g_clear_pointer (&baseline->areas, deid_dataset_unref);
  baseline->areas = areas;
  baseline->has_census = FALSE;
  return TRUE;
}

void
deid_baseline_set_census_2000 (DeidBaseline *baseline, gboolean has_census)
{
  baseline->has_census = has_census;
  if (has_census)
    g_clear_pointer (&baseline->areas, deid_dataset_unref);
}
