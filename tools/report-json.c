/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "report-json.h"

#include "standard-streams.h"

#include <math.h>

const char *
get_row_text (const DeidReport *report, const char *table, guint64 row, const char *name)
{
  g_autofree char *path = g_strdup_printf ("%s[%" G_GUINT64_FORMAT "].%s", table, row, name);

  return deid_report_get_text (report, path);
}

guint64
get_row_count (const DeidReport *report, const char *table, guint64 row, const char *name)
{
  g_autofree char *path = g_strdup_printf ("%s[%" G_GUINT64_FORMAT "].%s", table, row, name);
  guint64 count;

  deid_report_get_count (report, path, &count);
  return count;
}

guint64
get_n_rows (const DeidReport *report, const char *table)
{
  guint64 n_rows;

  deid_report_get_n_rows (report, table, &n_rows);
  return n_rows;
}

void
begin_array (JsonBuilder *builder, const char *name)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
}

void
begin_object (JsonBuilder *builder, const char *name)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_object (builder);
}

void
add_null (JsonBuilder *builder, const char *name)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_null_value (builder);
}

void
add_number (JsonBuilder *builder, const char *name, double number)
{
  json_builder_set_member_name (builder, name);
  if (isfinite (number))
    json_builder_add_double_value (builder, number);
  else
    json_builder_add_null_value (builder);
}

void
add_count (JsonBuilder *builder, const char *name, guint64 count)
{
  json_builder_set_member_name (builder, name);
  if (count <= G_MAXINT64)
    json_builder_add_int_value (builder, (gint64) count);
  else
    json_builder_add_double_value (builder, (double) count);
}

void
add_flag (JsonBuilder *builder, const char *name, gboolean flag)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_boolean_value (builder, flag);
}

void
add_loss (JsonBuilder *builder, DeidResult *result)
{
  add_number (builder, "loss", deid_result_get_loss (result));
  if (deid_problem_get_group_weight (deid_result_get_problem (result), 0, NULL, NULL, NULL))
    add_flag (builder, "weighted_by_groups", TRUE);
}

void
add_text (JsonBuilder *builder, const char *name, const char *text)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_string_value (builder, text);
}

void
add_texts (JsonBuilder *builder, const char *name, const char *const *texts)
{
  begin_array (builder, name);
  for (guint i = 0; texts[i] != NULL; i++)
    json_builder_add_string_value (builder, texts[i]);
  json_builder_end_array (builder);
}

void
add_figure (JsonBuilder *builder, const char *name, const DeidReport *report, const char *path, ...)
{
  g_autofree char *written = NULL;
  va_list arguments;
  guint64 count;
  double number;
  gboolean flag;
  const char *text;

  va_start (arguments, path);
  written = g_strdup_vprintf (path, arguments);
  va_end (arguments);
  text = deid_report_get_text (report, written);
  if (text != NULL)
    add_text (builder, name, text);
  else if (deid_report_get_count (report, written, &count))
    add_count (builder, name, count);
  else if (deid_report_get_flag (report, written, &flag))
    add_flag (builder, name, flag);
  else
    add_number (builder, name,
                deid_report_get_number (report, written, &number) ? number : (double) NAN);
}

gboolean
add_report (JsonBuilder *builder, const char *name, const DeidReport *report, GError **error)
{
  g_autofree char *text = report != NULL ? deid_report_to_json (report, error) : NULL;
  JsonNode *node = text != NULL ? json_from_string (text, error) : NULL;

  if (node == NULL)
    return report == NULL;
  if (JSON_NODE_HOLDS_OBJECT (node))
    json_object_remove_member (json_node_get_object (node), "problem");
  json_builder_set_member_name (builder, name);
  json_builder_add_value (builder, node);
  return TRUE;
}

/* Takes ".0" off numbers that end in an exponent, in place. */
static void
mend_numbers (char *text)
{
  gboolean in_string = FALSE;
  char *written = text;

  for (const char *p = text; *p != '\0'; p++)
    {
      const gboolean is_exponent = !in_string && *p == 'e' && (p[1] == '+' || p[1] == '-');

      if (*p == '"')
        in_string = !in_string;
      *written++ = *p;
      if (in_string && *p == '\\')
        *written++ = *++p;
      if (!is_exponent)
        continue;
      do
        *written++ = *++p;
      while (g_ascii_isdigit (p[1]));
      if (p[1] == '.')
        p += 2;
    }
  *written = '\0';
}

void
print_object (JsonBuilder *builder)
{
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;

  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  text = json_to_string (root, TRUE);
  mend_numbers (text);
  print_unconverted (text);
  print_unconverted ("\n");
}

/* Returns: the first dimension of the next attribute. */
static guint
add_cuts (JsonBuilder *builder, const char *name, DeidPolicy *policy, guint first)
{
  DeidLattice *lattice = deid_policy_get_lattice (policy);
  const guint attribute = deid_lattice_get_attribute (lattice, first);
  g_autoptr (GString) text = g_string_new (NULL);
  guint d;

  for (d = first; d < deid_lattice_get_n_dimensions (lattice)
                  && deid_lattice_get_attribute (lattice, d) == attribute;
       d++)
    g_string_append_c (text, deid_policy_get_level (policy, d) == 0 ? '1' : '0');
  json_builder_set_member_name (builder, name);
  json_builder_add_string_value (builder, text->str);
  return d;
}

void
add_policy (JsonBuilder *builder, const char *name, DeidPolicy *policy)
{
  DeidLattice *lattice = policy != NULL ? deid_policy_get_lattice (policy) : NULL;
  guint d = 0;

  json_builder_set_member_name (builder, name);
  if (policy == NULL)
    {
      json_builder_add_null_value (builder);
      return;
    }
  json_builder_begin_object (builder);
  while (d < deid_lattice_get_n_dimensions (lattice))
    {
      const guint attribute = deid_lattice_get_attribute (lattice, d);
      const char *column = deid_lattice_get_attribute_name (lattice, attribute);

      if (deid_lattice_has_cuts (lattice, attribute))
        d = add_cuts (builder, column, policy, d);
      else
        add_count (builder, column, deid_policy_get_level (policy, d++));
    }
  json_builder_end_object (builder);
}
