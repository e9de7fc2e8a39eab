/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Values of a table that a stored policy does not know. */
#include "stored-policy/stored-policy-private.h"

#include <string.h>

#include "base/memory.h"
#include "privacy/privacy-model-private.h"
#include "table/dataset-view.h"

void
deid_admitted_clear (DeidAdmitted *admitted, guint n)
{
  for (guint a = 0; admitted != NULL && a < n; a++)
    {
      g_clear_pointer (&admitted[a].hierarchy, deid_hierarchy_unref);
      g_free (admitted[a].mark);
    }
}

/* Returns: (nullable): the label of the last level, if that is one for all values. What is stored
 * says so, but not the values that a table happens to have. */
static const char *
get_top_label (const DeidStoredAttribute *attribute)
{
  const DeidHierarchy *hierarchy = attribute->hierarchy;
  const gboolean has_top = hierarchy->rule != NULL || attribute->level + 1 == attribute->n_levels;
  const char *top = has_top ? deid_hierarchy_get_top_label (hierarchy) : NULL;

  return top != NULL ? top : attribute->top;
}

/* A text that is no label of a level. */
static char *
find_mark (const DeidHierarchy *hierarchy, guint level)
{
  char *mark = g_strdup ("?");

  while (deid_dictionary_find (&hierarchy->levels[level].labels, mark, strlen (mark))
         != DEID_NO_CODE)
    {
      char *longer = g_strconcat (mark, "?", NULL);

      g_free (mark);
      mark = longer;
    }
  return mark;
}

/* Adds values to a builder, each with its label, for which a missing value is as it is on the last
 * level or on one below. */
static gboolean
stored_policy_unknown_add_values (DeidHierarchyBuilder *builder, const DeidHierarchy *hierarchy,
                                  guint level, const DeidColumn *column, const guint32 *leaves,
                                  const char *label, guint n_levels, const DeidStop *stop,
                                  GError **error)
{
  const DeidDictionary *known = &hierarchy->levels[0].labels;

  for (guint32 leaf = 0; leaf < known->n; leaf++)
    {
      const char *value = deid_dictionary_get (known, leaf);

      if (!deid_stop_check_row (stop, leaf, error)
          || !deid_stored_policy_add_row (builder, 1, n_levels, value,
                                          deid_hierarchy_find_label (hierarchy, value, level),
                                          error))
        return FALSE;
    }
  for (guint32 code = 0; code < column->dictionary.n; code++)
    {
      const char *value = deid_dictionary_get (&column->dictionary, code);
      const gboolean is_known = value != NULL && leaves[code] != DEID_NO_CODE;

      if (!deid_stop_check_row (stop, code, error)
          || (value != NULL && deid_dictionary_find (known, value, strlen (value)) == DEID_NO_CODE
              && !deid_stored_policy_add_row (
                  builder, 1, n_levels, value,
                  is_known ? deid_hierarchy_find_label (hierarchy, value, level) : label, error)))
        return FALSE;
    }
  return TRUE;
}

/* A table of the known values and their labels, and of the others with one of their own, which
 * tells nothing of them and so costs as much as it does where all have it. */
static gboolean
stored_policy_unknown_extend (DeidAdmitted *admitted, const DeidStoredAttribute *attribute,
                              const DeidHierarchy *hierarchy, const DeidColumn *column,
                              const guint32 *leaves, DeidUnknownValues unknown,
                              const DeidStop *stop, GError **error)
{
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (attribute->name);
  const guint level = deid_stored_attribute_get_level (attribute);
  const char *top = get_top_label (attribute);
  const gboolean is_same_for_all = top != NULL && attribute->level + 1 == attribute->n_levels;

  if (unknown == DEID_UNKNOWN_VALUES_SUPPRESS && !is_same_for_all)
    admitted->mark = find_mark (hierarchy, level);
  if (top == NULL)
    top = DEID_SUPPRESSED_LABEL;
  if (!stored_policy_unknown_add_values (builder, hierarchy, level, column, leaves,
                                         admitted->mark != NULL ? admitted->mark : top,
                                         is_same_for_all ? 2 : 3, stop, error))
    return FALSE;
  admitted->level = 1;
  admitted->has_unknown_values = TRUE;
  admitted->hierarchy = deid_hierarchy_builder_build (builder, error);
  if (admitted->hierarchy == NULL)
    return FALSE;
  admitted->hierarchy->domain_label = admitted->mark == NULL ? g_strdup (top) : NULL;
  return TRUE;
}

/* The rows that come of a rule know no more values: those of a population have to be among them. */
static gboolean
stored_policy_unknown_add_population (DeidHierarchy **hierarchy, const char *name,
                                      const DeidDataset *population, const DeidStop *stop,
                                      GError **error)
{
  const DeidTableSource table = deid_dataset_lend (population);
  const DeidColumn *column = deid_table_source_find (&table, name);
  g_autoptr (DeidHierarchy) own = *hierarchy;

  *hierarchy = column != NULL
                   ? deid_hierarchy_bind_table (own, &table, column, stop, error)
                   : deid_hierarchy_ref (own); /* which is found out when it is prepared */
  return *hierarchy != NULL;
}

/* What is stored of subtrees of a rule, and other values that are added to it. */
typedef struct
{
  const DeidStoredAttribute *attribute;
  DeidHierarchyBuilder *builder;
  DeidDictionary values; /* that the builder has */
  DeidDictionary merged; /* labels of subtrees that the policy merges */
} Subtrees;

static gboolean
add_stored (Subtrees *subtrees, const DeidStop *stop, GError **error)
{
  const DeidHierarchy *stored = subtrees->attribute->hierarchy;
  const DeidDictionary *values = &stored->levels[0].labels;
  guint32 code;

  for (guint32 leaf = 0; leaf < values->n; leaf++)
    {
      const char *value = deid_dictionary_get (values, leaf);
      const char *label = deid_hierarchy_find_label (stored, value, 1);

      if (!deid_stop_check_row (stop, leaf, error)
          || !deid_dictionary_add (&subtrees->values, value, strlen (value), &code, error)
          || (!g_str_equal (value, label)
              && !deid_dictionary_add (&subtrees->merged, label, strlen (label), &code, error))
          || !deid_stored_policy_add_row (subtrees->builder, 1, 3, value, label, error))
        return FALSE;
    }
  return TRUE;
}

/* Returns: the label of the highest subtree with a value that is merged, or the value. */
static const char *
find_subtree (const Subtrees *subtrees, const DeidHierarchy *rule, const char *value)
{
  const char *found = deid_hierarchy_find_label (rule, value, 0);

  for (guint level = 1; level < rule->n_levels; level++)
    {
      const char *label = deid_hierarchy_find_label (rule, value, level);

      if (deid_dictionary_find (&subtrees->merged, label, strlen (label)) != DEID_NO_CODE)
        found = label;
    }
  return found;
}

/* Adds the values of a column that the rule labels. */
static gboolean
add_labelled (Subtrees *subtrees, const DeidTableSource *table, const DeidColumn *column,
              const DeidStop *stop, GError **error)
{
  const DeidDictionary *dictionary = &column->dictionary;
  g_autofree guint32 *leaves = deid_alloc (dictionary->n, sizeof *leaves, error);
  g_autoptr (DeidHierarchy) rule = NULL;

  if (leaves == NULL)
    return FALSE;
  rule = deid_hierarchy_bind_column (subtrees->attribute->rule, table, column, leaves, stop, error);
  for (guint32 code = 0; rule != NULL && code < dictionary->n; code++)
    {
      const guint32 n = subtrees->values.n;
      const char *value = deid_dictionary_get (dictionary, code);
      guint32 place;

      if (!deid_stop_check_row (stop, code, error))
        return FALSE;
      if (value == NULL || leaves[code] == DEID_NO_CODE)
        continue;
      if (!deid_dictionary_add (&subtrees->values, value, strlen (value), &place, error)
          || (place == n
              && !deid_stored_policy_add_row (subtrees->builder, 1, 3, value,
                                              find_subtree (subtrees, rule, value), error)))
        return FALSE;
    }
  return rule != NULL;
}

/* Returns: (transfer full): what is stored, and with a rule of subtrees the labels of all values of
 * a table and of its population. */
static DeidHierarchy *
label_subtrees (const DeidStoredAttribute *attribute, const DeidTableSource *table,
                const DeidColumn *column, const DeidDataset *population, const DeidStop *stop,
                GError **error)
{
  g_autoptr (DeidHierarchyBuilder) builder = NULL;
  Subtrees subtrees = { .attribute = attribute };
  gboolean success;

  if (attribute->rule == NULL)
    return deid_hierarchy_ref (attribute->hierarchy);
  subtrees.builder = builder = deid_hierarchy_builder_new (attribute->name);
  deid_dictionary_init (&subtrees.values);
  deid_dictionary_init (&subtrees.merged);
  success
      = add_stored (&subtrees, stop, error) && add_labelled (&subtrees, table, column, stop, error);
  if (success && population != NULL)
    {
      const DeidTableSource lent = deid_dataset_lend (population);
      const DeidColumn *own = deid_table_source_find (&lent, attribute->name);

      success = own == NULL || add_labelled (&subtrees, &lent, own, stop, error);
    }
  deid_dictionary_clear (&subtrees.values);
  deid_dictionary_clear (&subtrees.merged);
  return success ? deid_hierarchy_builder_build (builder, error) : NULL;
}

static gboolean
admit (DeidAdmitted *admitted, const DeidStoredAttribute *attribute, const DeidTableSource *table,
       const DeidColumn *column, const DeidStoredPolicyOptions *options, const DeidStop *stop,
       GError **error)
{
  g_autofree guint32 *leaves = deid_alloc (column->dictionary.n, sizeof *leaves, error);
  g_autoptr (DeidHierarchy) known = NULL, bound = NULL;
  GError *own_error = NULL;

  if (leaves == NULL)
    return FALSE;
  known = label_subtrees (attribute, table, column, options->population, stop, error);
  if (known == NULL)
    return FALSE;
  bound = deid_hierarchy_bind_column (known, table, column, leaves, stop, error);
  if (bound == NULL)
    return FALSE;
  if (deid_hierarchy_check_values (bound, table, column, leaves, "", &own_error))
    {
      admitted->level = deid_stored_attribute_get_level (attribute);
      admitted->hierarchy = g_steal_pointer (&bound);
      return TRUE;
    }
  if (options->unknown_values == DEID_UNKNOWN_VALUES_ERROR)
    {
      g_propagate_error (error, own_error);
      return FALSE;
    }
  g_error_free (own_error);
  return (options->population == NULL
          || stored_policy_unknown_add_population (&bound, attribute->name, options->population,
                                                   stop, error))
         && stored_policy_unknown_extend (admitted, attribute, bound, column, leaves,
                                          options->unknown_values, stop, error);
}

static void
append_message (GError *error, const char *text)
{
  char *message = g_strconcat (error->message, "; ", text, NULL);

  g_free (error->message);
  error->message = message;
}

/* Keeps the first error, and adds what the others say. */
static void
join_error (GError **first, GError *other)
{
  if (*first == NULL)
    {
      *first = other;
      return;
    }
  append_message (*first, other->message);
  g_error_free (other);
}

gboolean
deid_stored_policy_admit (const DeidStoredPolicy *policy, const DeidDataset *dataset,
                          const DeidStoredPolicyOptions *options, DeidAdmitted *admitted,
                          const DeidStop *stop, GError **error)
{
  GError *unknown_error = NULL;
  const DeidTableSource table = deid_dataset_lend (dataset);
  gboolean success = TRUE;

  for (guint a = 0; success && a < policy->n_attributes; a++)
    {
      const DeidStoredAttribute *attribute = &policy->attributes[a];
      GError *own_error = NULL;

      if (admit (&admitted[a], attribute, &table, deid_table_source_find (&table, attribute->name),
                 options, stop, &own_error))
        continue;
      success = g_error_matches (own_error, DEID_ERROR, DEID_ERROR_UNKNOWN_VALUE);
      if (success)
        join_error (&unknown_error, own_error);
      else
        g_propagate_error (error, own_error);
    }
  if (success && unknown_error == NULL)
    return TRUE;
  if (success && options->unknown_values == DEID_UNKNOWN_VALUES_ERROR)
    append_message (unknown_error, "unknown values can be suppressed or labelled; those that mean "
                                   "that there is no value can be missing codes of the table");
  if (success)
    g_propagate_error (error, unknown_error);
  else
    g_clear_error (&unknown_error);
  return FALSE;
}

/* The mark of each attribute, or NULL. */
typedef struct
{
  guint n;
  char **marks;
} KnownValues;

static void
known_values_free (gpointer data)
{
  KnownValues *known = data;

  for (guint a = 0; a < known->n; a++)
    g_free (known->marks[a]);
  g_free (known->marks);
  g_free (known);
}

static char *
stored_policy_unknown_describe (gpointer data)
{
  return g_strdup ("known-values");
}

static gboolean
stored_policy_unknown_accept (const DeidClass *eq_class, gpointer state, gpointer data,
                              gboolean *passes, GError **error)
{
  const KnownValues *known = data;

  *passes = TRUE;
  for (guint a = 0; a < known->n && *passes; a++)
    *passes = known->marks[a] == NULL
              || g_strcmp0 (deid_class_get_label (eq_class, a), known->marks[a]) != 0;
  return TRUE;
}

DeidPrivacyModel *
deid_known_values_new (const DeidAdmitted *admitted, guint n, GError **error)
{
  static const DeidModelSlots slots = { .describe = stored_policy_unknown_describe,
                                        .accept = stored_policy_unknown_accept,
                                        .closure = DEID_CLOSURE_NONE };
  KnownValues *known = g_new0 (KnownValues, 1);

  known->n = n;
  known->marks = g_new0 (char *, n);
  for (guint a = 0; a < n; a++)
    known->marks[a] = g_strdup (admitted[a].mark);
  return deid_privacy_model_new_of_slots (&slots, known, known_values_free, NULL, error);
}
