/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The axes of a trade-off, by the names that they have on the command line. */
#include <string.h>

#include "base/arrays.h"
#include "base/handle.h"
#include "base/key-file.h"
#include "base/text.h"
#include "job/job-private.h"
#include "job/job-keys.h"
#include "tradeoff/tradeoff-private.h"

#define TRADEOFF_AXIS_CAPACITY "capacity:"

/* A list that has a semicolon has semicolons between its items, as in problem files; another one
 * has commas. */
static char **
split_values (const char *text)
{
  char **values
      = strchr (text, ';') != NULL ? deid_job_value_split (text) : g_strsplit (text, ",", -1);

  for (guint i = 0; values[i] != NULL; i++)
    g_strstrip (values[i]);
  return values;
}

static gboolean
tradeoff_axis_fail (const char *name, const char *expected, GError **error)
{
  return deid_fail (error, DEID_ERROR_PARSE, "axis '%s': expected %s", DEID_SHOW (name), expected);
}

static void
tradeoff_axis_read_name (DeidAxis *axis)
{
  const char *point = strrchr (axis->name, '.');

  axis->kind = DEID_AXIS_MODEL;
  if (g_str_equal (axis->name, "suppression-limit"))
    axis->kind = DEID_AXIS_SUPPRESSION;
  else if (g_str_equal (axis->name, "suppression-count"))
    axis->kind = DEID_AXIS_RECORDS;
  else if (g_str_has_prefix (axis->name, TRADEOFF_AXIS_CAPACITY))
    {
      const char *text = axis->name + strlen (TRADEOFF_AXIS_CAPACITY);
      g_autofree char *column
          = deid_section_name_is_glob (text) ? g_strdup (text) : deid_section_name_unescape (text);

      axis->kind = DEID_AXIS_CAPACITY;
      axis->section = deid_job_get_column_section (column != NULL ? column : "");
      axis->key = g_strdup ("rule");
    }
  else if (point != NULL)
    {
      axis->kind = DEID_AXIS_SETTING;
      axis->section = g_strndup (axis->name, (gsize) (point - axis->name));
      axis->key = g_strdup (point + 1);
    }
}

/* Tells whether two values are the same; numbers may be written in several ways. Texts of settings
 * are not read as numbers: `1` and `01` may be two files. */
static gboolean
tradeoff_axis_is_same (const DeidAxis *axis, const char *value, const char *other)
{
  double number, other_number;

  if (axis->kind == DEID_AXIS_SETTING || !deid_share_from_text (value, &number)
      || !deid_share_from_text (other, &other_number))
    return g_str_equal (value, other);
  return number >= other_number && number <= other_number;
}

gboolean
deid_axis_init (DeidAxis *axis, const char *name, const char *values, GError **error)
{
  *axis = (DeidAxis){ .name = g_strdup (name), .values = split_values (values) };
  tradeoff_axis_read_name (axis);
  axis->n_values = g_strv_length (axis->values);
  if (name[0] == '\0')
    return tradeoff_axis_fail (
        name, "a name, such as k, suppression-limit, capacity:COLUMN or SECTION.KEY", error);
  if (axis->n_values == 0)
    return tradeoff_axis_fail (name, "one or more values", error);
  for (guint i = 0; i < axis->n_values; i++)
    {
      if (axis->values[i][0] == '\0')
        return tradeoff_axis_fail (name, "values none of which is empty", error);
      for (guint j = 0; j < i; j++)
        if (tradeoff_axis_is_same (axis, axis->values[i], axis->values[j]))
          return tradeoff_axis_fail (name, "each value once", error);
    }
  return TRUE;
}

void
deid_axis_clear (DeidAxis *axis)
{
  deid_free_arrays (axis->name, axis->section, axis->key);
  g_strfreev (axis->values);
}

static const char *
get_section (const DeidAxis *axis)
{
  switch (axis->kind)
    {
    case DEID_AXIS_MODEL:
      return "models";
    case DEID_AXIS_SUPPRESSION:
    case DEID_AXIS_RECORDS:
      return "limits";
    default:
      return axis->section;
    }
}

/* Returns: the key that an axis sets; of those that take each other's place the first. */
static const char *
tradeoff_axis_get_key (const DeidAxis *axis)
{
  switch (axis->kind)
    {
    case DEID_AXIS_MODEL:
      return "model";
    case DEID_AXIS_SUPPRESSION:
    case DEID_AXIS_RECORDS:
      return "suppression-limit";
    case DEID_AXIS_CAPACITY:
      return "rule";
    default:
      return g_str_equal (axis->key, "suppression-count") ? "suppression-limit"
             : g_str_equal (axis->key, "hierarchy")       ? "rule"
                                                          : axis->key;
    }
}

gboolean
deid_axis_sets_same (const DeidAxis *axis, const DeidAxis *other)
{
  if (axis->kind == DEID_AXIS_MODEL && other->kind == DEID_AXIS_MODEL)
    return g_str_equal (axis->name, other->name);
  return g_strcmp0 (get_section (axis), get_section (other)) == 0
         && g_strcmp0 (tradeoff_axis_get_key (axis), tradeoff_axis_get_key (other)) == 0;
}

gboolean
deid_axis_is_k (const DeidAxis *axis)
{
  return axis->kind == DEID_AXIS_MODEL && g_str_equal (axis->name, "k");
}

gboolean
deid_axis_changes_loss (const DeidAxis *axis)
{
  return axis->kind == DEID_AXIS_SETTING
         && (g_str_equal (axis->key, "quality") || g_str_equal (axis->key, "loss-weight"));
}

gboolean
deid_axis_separates (const DeidAxis *axis)
{
  if (axis->kind == DEID_AXIS_MODEL)
    return !deid_axis_is_k (axis);
  return deid_axis_changes_loss (axis)
         || (axis->kind == DEID_AXIS_SETTING && g_str_equal (axis->section, "models"));
}

/* Tells whether an item of a list of models names this one. */
static gboolean
is_of_model (const char *item, const char *model)
{
  const gsize length = strlen (model);

  return strncmp (item, model, length) == 0 && item[length] == ':';
}

/* Returns: (transfer full): the item with other parameters before the column that it names. */
static char *
replace_parameters (const char *item, const char *model, const char *value)
{
  const char *column = strchr (item, '@');

  return g_strconcat (model, ":", value, strchr (value, '@') == NULL ? column : NULL, NULL);
}

static gboolean
apply_model (const DeidAxis *axis, const char *value, DeidJob *derived, const char *origin,
             GError **error)
{
  g_auto (GStrv) models = deid_job_value_split (deid_job_get (derived, "models", "model"));
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *list = NULL;
  gboolean is_found = FALSE;

  for (guint i = 0; models[i] != NULL; i++)
    {
      const gboolean is_own = is_of_model (models[i], axis->name);

      is_found |= is_own;
      g_ptr_array_add (items, is_own ? replace_parameters (models[i], axis->name, value)
                                     : g_strdup (models[i]));
    }
  if (!is_found && deid_axis_is_k (axis))
    g_ptr_array_insert (items, 0, g_strconcat ("k:", value, NULL));
  else if (!is_found)
    return tradeoff_axis_fail (axis->name,
                               "k, suppression-limit, suppression-count, capacity:COLUMN, "
                               "SECTION.KEY, or a privacy model of the "
                               "problem",
                               error);
  g_ptr_array_add (items, NULL);
  list = deid_key_file_join ((const char *const *) items->pdata);
  return deid_job_override (derived, "models", "model", list, origin, error);
}

static gboolean
apply_capacity (const DeidAxis *axis, const char *value, DeidJob *derived, const char *origin,
                GError **error)
{
  g_autofree char *column = deid_section_name_unescape (axis->section + strlen ("column "));
  const DeidJobEntry *entry;
  g_autofree char *rule = NULL;
  const char *options;
  guint number;

  if (!deid_dataset_find_column (derived->dataset, column != NULL ? column : "", &number, error))
    return FALSE;
  entry = deid_job_columns_get (derived->columns, number, DEID_JOB_COLUMN_RULE);
  if (entry == NULL || !g_str_has_prefix (entry->text, TRADEOFF_AXIS_CAPACITY))
    return tradeoff_axis_fail (axis->name, "a column whose rule is capacity", error);
  options = strchr (entry->text, ';');
  rule = g_strconcat (TRADEOFF_AXIS_CAPACITY, value, options, NULL);
  return deid_job_override (derived, axis->section, "rule", rule, origin, error);
}

gboolean
deid_axis_apply (const DeidAxis *axis, guint value, DeidJob *derived, GError **error)
{
  const char *text = axis->values[value];
  g_autofree char *origin = g_strconcat ("axis ", axis->name, NULL);

  switch (axis->kind)
    {
    case DEID_AXIS_MODEL:
      return apply_model (axis, text, derived, origin, error);
    case DEID_AXIS_SUPPRESSION:
      return deid_job_override (derived, "limits", "suppression-count", NULL, origin, error)
             && deid_job_override (derived, "limits", "suppression-limit", text, origin, error);
    case DEID_AXIS_RECORDS:
      return deid_job_override (derived, "limits", "suppression-limit", NULL, origin, error)
             && deid_job_override (derived, "limits", "suppression-count", text, origin, error);
    case DEID_AXIS_CAPACITY:
      return apply_capacity (axis, text, derived, origin, error);
    case DEID_AXIS_SETTING:
    default:
      return deid_job_override (derived, axis->section, axis->key, text, origin, error);
    }
}
