/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "baseline/baseline-private.h"

#include <string.h>

#include "base/handle.h"
#include "base/memory.h"
#include "base/key-file.h"
#include "base/text.h"
#include "hierarchy/period.h"
#include "suggestion/column-kinds.h"

static void
part_clear (DeidBaselinePart *part)
{
  g_free (part->section);
  g_free (part->column);
  g_free (part->kind);
  g_free (part->rule);
}

static void
deid_baseline_free (DeidBaseline *baseline)
{
  for (guint64 i = 0; i < baseline->n_parts; i++)
    part_clear (&baseline->parts[i]);
  g_free (baseline->parts);
  g_free (baseline->name);
  g_free (baseline->day);
  g_clear_pointer (&baseline->areas, deid_dataset_unref);
  g_free (baseline);
}

DEID_DEFINE_HANDLE (DeidBaseline, deid_baseline)

DeidBaseline *
deid_baseline_new (const char *name)
{
  DeidBaseline *baseline = g_new0 (DeidBaseline, 1);

  g_atomic_ref_count_init (&baseline->ref_count);
  baseline->name = name != NULL ? g_utf8_make_valid (name, -1) : g_strdup ("baseline");
  return baseline;
}

void
deid_baseline_make_immutable (DeidBaseline *baseline)
{
  g_atomic_int_set (&baseline->immutable, TRUE);
}

static gboolean
baseline_check_mutable (const DeidBaseline *baseline, GError **error)
{
  return deid_check_mutable (&baseline->immutable, NULL, "the baseline was evaluated", error);
}

const char *
deid_baseline_get_name (const DeidBaseline *baseline)
{
  g_return_val_if_fail (baseline != NULL, NULL);

  return baseline->name;
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
          g_autofree char *shown = deid_text_show (part->section, -1);

          g_prefix_error (error, "%s: [%s]: ", baseline->name, shown);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
check_rule (const char *rule, guint level, GError **error)
{
  g_autoptr (DeidHierarchy) hierarchy = NULL;

  if (rule == NULL && level == 0)
    return TRUE;
  if (rule == NULL)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "level %u without a rule, expected 0", level);
      return FALSE;
    }
  hierarchy = deid_hierarchy_new_from_specification (rule, error);
  if (hierarchy == NULL)
    return FALSE;
  if (level < deid_hierarchy_get_n_levels (hierarchy))
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "level %u, expected one below %u, the number of levels of the rule", level,
               deid_hierarchy_get_n_levels (hierarchy));
  return FALSE;
}

/* Takes the section, and the name or the kind. */
static gboolean
set_part (DeidBaseline *baseline, DeidBaselinePart *part, const char *rule, guint level,
          GError **error)
{
  DeidBaselinePart *before = find_section (baseline, part->section);

  if (!baseline_check_mutable (baseline, error) || !check_rule (rule, level, error)
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
  g_autofree char *name = NULL;
  DeidBaselinePart part = { 0 };

  g_return_val_if_fail (baseline != NULL && column != NULL, FALSE);

  if (column[0] == '\0' || !g_utf8_validate (column, -1, NULL))
    {
      g_set_error_literal (error, DEID_ERROR, DEID_ERROR_ENCODING,
                           "the name of a column, expected UTF-8 that is not empty");
      return FALSE;
    }
  name = deid_section_name_escape (column);
  part.section = g_strconcat ("column ", name, NULL);
  part.column = g_strdup (column);
  return set_part (baseline, &part, rule, level, error);
}

gboolean
deid_baseline_add_kind (DeidBaseline *baseline, const char *kind, const char *rule, guint level,
                        GError **error)
{
  DeidBaselinePart part = { 0 };

  g_return_val_if_fail (baseline != NULL && kind != NULL, FALSE);

  if (deid_kind_from_identifier (kind) == DEID_KIND_UNKNOWN)
    {
      g_autofree char *shown = deid_text_show (kind, -1);

      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "'%s' is no kind of identifier, expected one such as 'birth-dates' or "
                   "'postal-codes'",
                   shown);
      return FALSE;
    }
  part.section = g_strconcat ("kind ", kind, NULL);
  part.kind = g_strdup (kind);
  return set_part (baseline, &part, rule, level, error);
}

guint
deid_baseline_get_n_parts (const DeidBaseline *baseline)
{
  g_return_val_if_fail (baseline != NULL, 0);

  return (guint) baseline->n_parts;
}

static const DeidBaselinePart *
get_part (const DeidBaseline *baseline, guint part)
{
  g_return_val_if_fail (baseline != NULL && part < baseline->n_parts, NULL);

  return &baseline->parts[part];
}

const char *
deid_baseline_get_part_section (const DeidBaseline *baseline, guint part)
{
  const DeidBaselinePart *found = get_part (baseline, part);

  return found != NULL ? found->section : NULL;
}

const char *
deid_baseline_get_part_rule (const DeidBaseline *baseline, guint part)
{
  const DeidBaselinePart *found = get_part (baseline, part);

  return found != NULL ? found->rule : NULL;
}

guint
deid_baseline_get_part_level (const DeidBaseline *baseline, guint part)
{
  const DeidBaselinePart *found = get_part (baseline, part);

  return found != NULL ? found->level : 0;
}

gboolean
deid_baseline_set_day (DeidBaseline *baseline, const char *day, GError **error)
{
  gint64 first, last;
  char *copy;

  g_return_val_if_fail (baseline != NULL, FALSE);

  if (!baseline_check_mutable (baseline, error))
    return FALSE;
  if (day != NULL && (!deid_period_read (day, &first, &last) || first != last))
    {
      g_autofree char *shown = deid_text_show (day, -1);

      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "day '%s', expected one such as 2024-01-31", shown);
      return FALSE;
    }
  copy = g_strdup (day); /* it may be the day that is set */
  g_free (baseline->day);
  baseline->day = copy;
  return TRUE;
}

const char *
deid_baseline_get_day (const DeidBaseline *baseline)
{
  g_return_val_if_fail (baseline != NULL, NULL);

  return baseline->day;
}

gboolean
deid_baseline_set_oldest_age (DeidBaseline *baseline, guint age, GError **error)
{
  g_return_val_if_fail (baseline != NULL, FALSE);

  if (!baseline_check_mutable (baseline, error))
    return FALSE;
  if (age > 1000)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "oldest age %u, expected at most 1000, or 0 for none", age);
      return FALSE;
    }
  baseline->oldest_age = age;
  return TRUE;
}

guint
deid_baseline_get_oldest_age (const DeidBaseline *baseline)
{
  g_return_val_if_fail (baseline != NULL, 0);

  return baseline->oldest_age;
}

gboolean
deid_baseline_set_small_area (DeidBaseline *baseline, guint64 n_people, GError **error)
{
  g_return_val_if_fail (baseline != NULL, FALSE);

  if (!baseline_check_mutable (baseline, error))
    return FALSE;
  baseline->small_area = n_people;
  return TRUE;
}

guint64
deid_baseline_get_small_area (const DeidBaseline *baseline)
{
  g_return_val_if_fail (baseline != NULL, 0);

  return baseline->small_area;
}

gboolean
deid_baseline_set_areas (DeidBaseline *baseline, DeidDataset *areas, const char *code,
                         const char *count, GError **error)
{
  guint code_column = 0, count_column = 0;

  g_return_val_if_fail (baseline != NULL, FALSE);

  if (!baseline_check_mutable (baseline, error)
      || (areas != NULL
          && !deid_baseline_find_area_columns (areas, code, count, &code_column, &count_column,
                                               error)))
    return FALSE;
  if (areas != NULL)
    deid_dataset_ref (areas);
  g_clear_pointer (&baseline->areas, deid_dataset_unref);
  baseline->areas = areas;
  baseline->code_column = code_column;
  baseline->count_column = count_column;
  if (areas != NULL)
    baseline->has_census = FALSE;
  return TRUE;
}

DeidDataset *
deid_baseline_get_areas (const DeidBaseline *baseline)
{
  g_return_val_if_fail (baseline != NULL, NULL);

  return baseline->areas;
}

gboolean
deid_baseline_set_census_2000 (DeidBaseline *baseline, gboolean has_census, GError **error)
{
  g_return_val_if_fail (baseline != NULL, FALSE);

  if (!baseline_check_mutable (baseline, error))
    return FALSE;
  baseline->has_census = has_census;
  if (has_census)
    g_clear_pointer (&baseline->areas, deid_dataset_unref);
  return TRUE;
}

gboolean
deid_baseline_get_census_2000 (const DeidBaseline *baseline)
{
  g_return_val_if_fail (baseline != NULL, FALSE);

  return baseline->has_census;
}
