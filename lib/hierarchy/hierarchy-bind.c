/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/item-set.h"
#include "base/memory.h"
#include "base/text.h"
#include "hierarchy/hierarchy-private.h"
#include "table/column-inference.h"
#include "table/table-source.h"

#include <string.h>

/* So many values of sets are named. */
#define MAX_ITEMS_NAMED 20

gboolean
deid_check_unknown_values (const DeidTableSource *table, const DeidColumn *column,
                           const guint32 *codes, const char *what, const char *advice,
                           GError **error)
{
  DeidValueList list;

  deid_value_list_init (&list, table, column);
  for (guint32 code = 0; code < column->dictionary.n; code++)
    if (codes[code] == DEID_NO_CODE && code != column->dictionary.missing)
      deid_value_list_add (&list, code);
  return deid_value_list_end (&list, DEID_ERROR_UNKNOWN_VALUE, what, advice, error);
}

/* Moves on to the next letter or digit. Returns: it in lower case, or 0 at the end. */
static gunichar
next_letter (const char **text)
{
  gunichar c = 0;

  while (c == 0 && **text != '\0')
    {
      c = g_utf8_get_char (*text);
      *text = g_utf8_next_char (*text);
      c = g_unichar_isalnum (c) ? g_unichar_tolower (c) : 0;
    }
  return c;
}

/* Tells whether two names are one but for case, blanks and signs. */
static gboolean
is_same_name (const char *a, const char *b)
{
  const gunichar first = next_letter (&a);

  for (gunichar c = first; c == next_letter (&b); c = next_letter (&a))
    if (c == 0)
      return first != 0;
  return FALSE;
}

gboolean
deid_hierarchy_check_header (const DeidHierarchy *hierarchy, const DeidColumn *column,
                             GError **error)
{
  const char *first = hierarchy->first_line > 0 && hierarchy->levels[0].labels.n > 0
                          ? deid_dictionary_get (&hierarchy->levels[0].labels, 0)
                          : "";

  if (first[0] == '\0' || !is_same_name (first, column->name)
      || deid_dictionary_find (&column->dictionary, first, strlen (first)) != DEID_NO_CODE)
    return TRUE;
  return deid_fail (error, DEID_ERROR_HIERARCHY,
                    "%s: line %" G_GUINT64_FORMAT
                    ": the value is the name of the column '%s', which has no such value; "
                    "hierarchy-header=yes skips a header row",
                    hierarchy->name, hierarchy->first_line, deid_column_show (column));
}

/* Binding: the table of labels of a hierarchy gets the values of a column. */

/* Counts the values that have no leaf. */
static gboolean
hierarchy_bind_find_leaves (const DeidHierarchy *hierarchy, const DeidDictionary *values,
                            guint32 *leaves, guint32 *n_unknown, const DeidStop *stop,
                            GError **error)
{
  *n_unknown = 0;
  for (guint32 code = 0; code < values->n; code++)
    {
      const char *text = deid_dictionary_get (values, code);

      if (!deid_stop_check_row (stop, code, error))
        return FALSE;
      leaves[code] = deid_hierarchy_find_leaf (hierarchy, text != NULL ? text : "");
      *n_unknown += text != NULL && leaves[code] == DEID_NO_CODE;
    }
  return TRUE;
}

static gboolean
copy_levels (const DeidHierarchy *hierarchy, DeidHierarchyLevel **levels, GError **error)
{
  if (!deid_hierarchy_levels_new (hierarchy->n_levels, levels, error))
    return FALSE;
  for (guint level = 0; level < hierarchy->n_levels; level++)
    {
      const DeidHierarchyLevel *own = &hierarchy->levels[level];
      DeidHierarchyLevel *copy = &(*levels)[level];

      if (!deid_dictionary_copy (&copy->labels, &own->labels, error)
          || (copy->parents
              = deid_copy_array (own->parents, own->labels.n, sizeof *own->parents, error))
                 == NULL)
        return FALSE;
      copy->parents_capacity = own->labels.n;
    }
  return TRUE;
}

/* Returns: (transfer full): a hierarchy that may get more leaves, without the rule. */
static DeidHierarchy *
copy_hierarchy (const DeidHierarchy *hierarchy, GError **error)
{
  DeidHierarchyLevel *levels = NULL;
  DeidHierarchy *copy;

  if (!copy_levels (hierarchy, &levels, error))
    {
      if (levels != NULL)
        deid_hierarchy_levels_free (levels, hierarchy->n_levels);
      return NULL;
    }
  copy = deid_hierarchy_new_from_levels (hierarchy->name, levels, hierarchy->n_levels);
  copy->show_values = hierarchy->show_values;
  copy->first_line = hierarchy->first_line;
  copy->reading = hierarchy->reading;
  copy->n_stated = hierarchy->n_stated > 0 ? hierarchy->n_stated : hierarchy->levels[0].labels.n;
  copy->domain_label = g_strdup (hierarchy->domain_label);
  return copy;
}

/* What it takes to put the labels of values into a table of labels. */
typedef struct
{
  DeidHierarchy *hierarchy;
  const DeidTableSource *table;
  const DeidDictionary *values;
  DeidRuleLabels labels; /* of a value */
  DeidRuleLabels before; /* of the one before; none of the first */
  guint32 *codes;        /* of these on each level above 0 */
} Adding;

/* Says of which value and of which hierarchy an error is. Returns: FALSE. */
static gboolean
prefix_error (const Adding *adding, const char *value, GError **error)
{
  deid_text_prefix_value (error, adding->table->show_values, value, -1);
  g_prefix_error (error, "%s: ", adding->hierarchy->name);
  return FALSE;
}

static gboolean
hierarchy_bind_fail_nesting (const Adding *adding, guint level, GError **error)
{
  deid_fail (error, DEID_ERROR_HIERARCHY,
             "the rule gives it a label of level %u that stands below another label of level %u as "
             "well, expected nested levels",
             level, level + 1);
  return prefix_error (adding, deid_rule_labels_get (&adding->labels, 0), error);
}

static gboolean
set_parent (DeidHierarchyLevel *level, guint32 code, guint32 parent, GError **error)
{
  if (!deid_grow ((gpointer *) &level->parents, &level->parents_capacity, level->labels.n,
                  sizeof *level->parents, error))
    return FALSE;
  level->parents[code] = parent;
  return TRUE;
}

/* Adds a label below another one. Neighbours often have the same: then nothing is looked up. */
static gboolean
hierarchy_bind_add_label (Adding *adding, guint level, guint32 above, guint32 *code, GError **error)
{
  DeidHierarchyLevel *own = &adding->hierarchy->levels[level];
  const char *label = deid_rule_labels_get (&adding->labels, level);
  const guint32 n = own->labels.n;

  if (adding->before.n > 0 && g_str_equal (label, deid_rule_labels_get (&adding->before, level)))
    *code = adding->codes[level];
  else if (!deid_dictionary_add (&own->labels, label, strlen (label), code, error))
    return FALSE;
  if (own->labels.n > n)
    return set_parent (own, *code, above, error);
  return level + 1 == adding->hierarchy->n_levels || own->parents[*code] == above
         || hierarchy_bind_fail_nesting (adding, level, error);
}

/* Adds the leaf of a value, unless it is there for the same value in another notation. */
static gboolean
hierarchy_bind_add_leaf (Adding *adding, guint32 value, guint32 above, guint32 *leaf,
                         GError **error)
{
  DeidHierarchyLevel *leaves = &adding->hierarchy->levels[0];
  const char *text = deid_dictionary_get (adding->values, value);
  g_autofree char *made = NULL;
  const char *spelled = deid_rule_spell (adding->hierarchy->rule, text, &made);

  return (spelled == text
              ? deid_dictionary_take (&leaves->labels, adding->values, value, leaf, error)
              : deid_dictionary_add (&leaves->labels, spelled, strlen (spelled), leaf, error))
         && set_parent (leaves, *leaf, above, error);
}

/* From the top down, since each label needs the code of the one above. */
static gboolean
hierarchy_bind_add_value (Adding *adding, guint32 value, guint32 *leaf, GError **error)
{
  DeidRuleLabels labels = adding->labels;
  guint32 above = 0;

  for (guint level = adding->hierarchy->n_levels; --level > 0; above = adding->codes[level])
    if (!hierarchy_bind_add_label (adding, level, above, &adding->codes[level], error))
      return FALSE;
  adding->labels = adding->before;
  adding->before = labels;
  return hierarchy_bind_add_leaf (adding, value, above, leaf, error);
}

/* Adds what the rule says of the values that have no leaf; those it does not know keep none. */
static gboolean
hierarchy_bind_add_values (Adding *adding, guint32 *leaves, const DeidStop *stop, GError **error)
{
  const DeidRule *rule = adding->hierarchy->rule;
  const gboolean is_same_for_all = deid_rule_is_same_for_all (rule);
  const DeidDictionary *values = adding->values;

  for (guint32 code = 0; code < values->n; code++)
    {
      const char *text = deid_dictionary_get (values, code);
      gboolean success;

      if (!deid_stop_check_value (stop, code, error))
        return FALSE;
      if (text == NULL || leaves[code] != DEID_NO_CODE)
        continue;
      if (is_same_for_all && adding->before.n > 0)
        success = hierarchy_bind_add_leaf (adding, code, 0, &leaves[code], error);
      else if (deid_rule_label (rule, text, &adding->labels))
        success = hierarchy_bind_add_value (adding, code, &leaves[code], error);
      else
        success
            = deid_rule_labels_check (&adding->labels, error) || prefix_error (adding, text, error);
      if (!success)
        return FALSE;
    }
  return TRUE;
}

/* The same, with what it takes. */
static gboolean
hierarchy_bind_extend (DeidHierarchy *hierarchy, const DeidTableSource *table,
                       const DeidDictionary *values, guint32 *leaves, const DeidStop *stop,
                       GError **error)
{
  DeidHierarchyLevel *lowest = &hierarchy->levels[0];
  Adding adding = { .hierarchy = hierarchy, .table = table, .values = values };
  gboolean success;

  success = deid_new_arrays (error, DEID_NEW (adding.codes, hierarchy->n_levels))
            && deid_dictionary_reserve_all (&lowest->labels, values, error)
            && deid_grow ((gpointer *) &lowest->parents, &lowest->parents_capacity,
                          (guint64) lowest->labels.n + values->n, sizeof *lowest->parents, error)
            && hierarchy_bind_add_values (&adding, leaves, stop, error);
  deid_rule_labels_clear (&adding.labels);
  deid_rule_labels_clear (&adding.before);
  g_free (adding.codes);
  for (guint level = 0; success && level < hierarchy->n_levels; level++)
    deid_dictionary_shrink (&hierarchy->levels[level].labels);
  return success;
}

/* Finds the leaf that each normal text stands for, the first of several. */
static gboolean
find_normal_leaves (const DeidDictionary *leaves, DeidDictionary *normal, guint32 *of_normal,
                    GError **error)
{
  for (guint32 leaf = 0; leaf < leaves->n; leaf++)
    {
      const char *text = deid_dictionary_get (leaves, leaf);
      g_autofree char *made = deid_text_normalize (text);
      const guint32 n = normal->n;
      guint32 code;

      if (made != NULL)
        text = made;
      if (!deid_dictionary_add (normal, text, strlen (text), &code, error))
        return FALSE;
      if (code == n)
        of_normal[code] = leaf;
    }
  return TRUE;
}

/* Gives values that have no leaf that of the same letters, composed in another way, or with other
 * blanks: each becomes a leaf with its labels, so that level 0 keeps it as it is. */
static gboolean
match_letters (DeidHierarchy *hierarchy, const DeidDictionary *values, const DeidDictionary *normal,
               const guint32 *of_normal, guint32 *leaves, GError **error)
{
  DeidHierarchyLevel *lowest = &hierarchy->levels[0];

  for (guint32 code = 0; code < values->n; code++)
    {
      const char *text = deid_dictionary_get (values, code);
      g_autofree char *made
          = text != NULL && leaves[code] == DEID_NO_CODE ? deid_text_normalize (text) : NULL;
      guint32 found = DEID_NO_CODE;

      if (text != NULL && leaves[code] == DEID_NO_CODE)
        found = deid_dictionary_find (normal, made != NULL ? made : text,
                                      strlen (made != NULL ? made : text));
      if (found != DEID_NO_CODE
          && (!deid_dictionary_add (&lowest->labels, text, strlen (text), &leaves[code], error)
              || !set_parent (lowest, leaves[code], lowest->parents[of_normal[found]], error)))
        return FALSE;
    }
  return TRUE;
}

static DeidHierarchy *
hierarchy_bind_match_letters (DeidHierarchy *hierarchy, const DeidDictionary *values,
                              guint32 *leaves, GError **error)
{
  const DeidDictionary *own = &hierarchy->levels[0].labels;
  g_autofree guint32 *of_normal = deid_alloc (own->n, sizeof *of_normal, error);
  g_autoptr (DeidHierarchy) bound = NULL;
  DeidDictionary normal;
  gboolean success;

  if (deid_dictionary_is_ascii (own) && deid_dictionary_is_ascii (values))
    return deid_hierarchy_ref (hierarchy);
  deid_dictionary_init (&normal);
  success = of_normal != NULL && find_normal_leaves (own, &normal, of_normal, error)
            && (bound = copy_hierarchy (hierarchy, error)) != NULL
            && match_letters (bound, values, &normal, of_normal, leaves, error);
  deid_dictionary_clear (&normal);
  return success ? g_steal_pointer (&bound) : NULL;
}

DeidHierarchy *
deid_hierarchy_bind_column (DeidHierarchy *hierarchy, const DeidTableSource *table,
                            const DeidColumn *column, guint32 *leaves, const DeidStop *stop,
                            GError **error)
{
  const DeidDictionary *values = &column->dictionary;
  g_autoptr (DeidHierarchy) bound = NULL, sets = NULL;
  g_autoptr (DeidRule) suited = NULL, rule = NULL;
  guint32 n_unknown;

  if (!deid_hierarchy_check_header (hierarchy, column, error))
    return NULL;
  if (column->separator != '\0')
    {
      sets = deid_hierarchy_new_of_sets (hierarchy, column->separator, error);
      if (sets == NULL)
        return NULL;
      hierarchy = sets;
    }
  if (!deid_stop_check (stop, error)
      || !hierarchy_bind_find_leaves (hierarchy, values, leaves, &n_unknown, stop, error))
    return NULL;
  if (hierarchy->rule == NULL)
    return n_unknown > 0 ? hierarchy_bind_match_letters (hierarchy, values, leaves, error)
                         : deid_hierarchy_ref (hierarchy);
  if (n_unknown == 0 && deid_rule_is_frozen (hierarchy->rule))
    return deid_hierarchy_ref (hierarchy);
  suited = hierarchy->levels[0].labels.n == 0 ? deid_rule_suit (hierarchy->rule, column, error)
                                              : deid_rule_ref (hierarchy->rule);
  rule = suited != NULL ? deid_rule_freeze (suited, table, column, stop, error) : NULL;
  if (rule == NULL)
    return NULL;
  bound = copy_hierarchy (hierarchy, error);
  if (bound == NULL)
    return NULL;
  bound->rule = g_steal_pointer (&rule);
  return hierarchy_bind_extend (bound, table, values, leaves, stop, error)
             ? g_steal_pointer (&bound)
             : NULL;
}

const char *
deid_hierarchy_advise (const DeidHierarchy *hierarchy)
{
  if (hierarchy->rule == NULL)
    return "";
  return deid_rule_get_separator (hierarchy->rule) != '\0'
             ? "; each value of a set is to be known; list those that mean that there is no value "
               "in missing="
             : "; list values that mean that there is no value in missing=, and others that are to "
               "stay as they are in special=";
}

/* Tells whether a value that is not known would be without the blanks at its ends, which a field of
 * a CSV file without quotes never has. */
static gboolean
is_known_without_blanks (const DeidHierarchy *hierarchy, const DeidColumn *column,
                         const guint32 *leaves)
{
  for (guint32 code = 0; hierarchy->rule == NULL && code < column->dictionary.n; code++)
    {
      const char *text = deid_dictionary_get (&column->dictionary, code), *start = text;
      gsize length;

      if (leaves[code] != DEID_NO_CODE || text == NULL)
        continue;
      length = deid_text_strip (&start);
      if (length < strlen (text)
          && deid_dictionary_find (&hierarchy->levels[0].labels, start, length) != DEID_NO_CODE)
        return TRUE;
    }
  return FALSE;
}

/* Returns: (transfer full) (nullable): the format that a rule of dates should have. */
static char *
advise_format (const DeidRule *rule, const DeidValueList *list)
{
  DeidRuleText text;
  g_autofree char *own = NULL;
  char *advice = NULL;

  if (deid_rule_text_init (&text, deid_rule_get_text (rule), NULL)
      && (g_str_equal (text.name, "date") || g_str_equal (text.name, "age")))
    {
      own = g_strdup (deid_rule_text_take (&text, "format"));
      if (own != NULL)
        deid_rule_text_unescape (own);
      else
        own = g_strdup (DEID_DATE_FORMAT_ISO);
      advice = deid_date_guess_advise (&list->column->dictionary, list->codes, list->n_listed, own);
    }
  deid_rule_text_clear (&text);
  return advice;
}

/* Returns: (transfer full): of sets that a rule does not know, the values that it does not know. */
static char *
name_unknown_items (const DeidRule *rule, const DeidValueList *list)
{
  const char separator = list->table->show_values ? deid_rule_get_separator (rule) : '\0';
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) names = g_string_new (NULL);
  DeidRuleLabels labels = { 0 };
  DeidItemSet set = { 0 };

  for (guint32 i = 0; separator != '\0' && i < list->n_listed; i++)
    deid_item_set_read (&set, deid_dictionary_get (&list->column->dictionary, list->codes[i]),
                        separator, NULL);
  for (guint64 i = 0; i < set.n && g_hash_table_size (seen) < MAX_ITEMS_NAMED; i++)
    {
      g_autofree char *item = g_strndup (set.items[i].text, set.items[i].length);
      g_autofree char *shown = deid_text_show (item, -1);

      g_clear_error (&labels.error);
      if (!deid_rule_label (rule, item, &labels)
          && g_hash_table_add (seen, g_steal_pointer (&item)))
        g_string_append_printf (names, "%s'%s'",
                                names->len > 0 ? ", " : "; unknown in them: ", shown);
    }
  deid_rule_labels_clear (&labels);
  deid_item_set_clear (&set);
  return g_strdup (names->str);
}

gboolean
deid_hierarchy_check_values (const DeidHierarchy *hierarchy, const DeidTableSource *table,
                             const DeidColumn *column, const guint32 *leaves, const char *advice,
                             GError **error)
{
  g_autofree char *shown = deid_text_show (hierarchy->name, -1);
  g_autofree char *what = g_strdup_printf (hierarchy->rule != NULL ? "known to its rule (%s)"
                                                                   : "in its hierarchy (%s)",
                                           hierarchy->rule != NULL ? shown : hierarchy->name);
  g_autofree char *format = NULL, *items = NULL, *whole = NULL;
  DeidValueList list;

  if (is_known_without_blanks (hierarchy, column, leaves))
    advice = "; without blanks at its ends it would be found: an unquoted CSV field loses such "
             "blanks, this table keeps them";
  deid_value_list_init (&list, table, column);
  for (guint32 code = 0; code < column->dictionary.n; code++)
    if (leaves[code] == DEID_NO_CODE && code != column->dictionary.missing)
      deid_value_list_add (&list, code);
  if (list.n > 0 && hierarchy->rule != NULL)
    {
      format = advise_format (hierarchy->rule, &list);
      items = name_unknown_items (hierarchy->rule, &list);
    }
  whole = g_strconcat (items != NULL ? items : "", format != NULL ? format : "", advice, NULL);
  return deid_value_list_end (&list, DEID_ERROR_UNKNOWN_VALUE, what, whole, error);
}

DeidHierarchy *
deid_hierarchy_bind_table (DeidHierarchy *hierarchy, const DeidTableSource *table,
                           const DeidColumn *column, const DeidStop *stop, GError **error)
{
  g_autoptr (DeidHierarchy) bound = NULL;
  g_autofree guint32 *leaves = deid_alloc (column->dictionary.n, sizeof *leaves, error);

  if (leaves == NULL)
    return NULL;
  bound = deid_hierarchy_bind_column (hierarchy, table, column, leaves, stop, error);
  return bound != NULL
                 && deid_hierarchy_check_values (bound, table, column, leaves,
                                                 deid_hierarchy_advise (bound), error)
             ? g_steal_pointer (&bound)
             : NULL;
}

DeidHierarchy *
deid_hierarchy_bind (DeidHierarchy *hierarchy, const DeidDataset *dataset, const char *column,
                     GCancellable *cancellable, GError **error)
{
  DeidHierarchy *bound = NULL;
  DeidTableSource table;
  guint c;

  g_return_val_if_fail (hierarchy != NULL && dataset != NULL && column != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (deid_table_source_init (&table, dataset, error)
      && deid_table_source_find_column (&table, column, &c, error))
    bound = deid_hierarchy_bind_table (hierarchy, &table, &table.columns[c],
                                       DEID_STOP_OF (cancellable), error);
  deid_table_source_clear (&table);
  return bound;
}
