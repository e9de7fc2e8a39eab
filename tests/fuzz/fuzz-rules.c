/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Any text as a rule, and lines as values of a column: the specification of the rule makes the same
 * rule, also once it has met the column, and its labels are nested. */
#include "fuzz/fuzz.h"

#include <string.h>

#define MAX_VALUES 64

/* A value of which a rule knows no label is none of its kind. */
static char *
find_label (const DeidHierarchy *hierarchy, const char *value, guint level)
{
  GError *error = NULL;
  char *label = NULL;

  if (!deid_hierarchy_generalize (hierarchy, value, level, &label, &error))
    assert_error (&error, DEID_ERROR, DEID_ERROR_HIERARCHY, NULL);
  return label;
}

/* Checks that values with one label have one on the next level. */
static void
check_nested (const DeidHierarchy *hierarchy, char **values)
{
  const guint n_levels = deid_hierarchy_get_n_levels (hierarchy);

  for (guint level = 0; level + 1 < n_levels; level++)
    {
      g_autoptr (GHashTable) above
          = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

      for (guint i = 0; values[i] != NULL; i++)
        {
          char *label = find_label (hierarchy, values[i], level);
          char *next = find_label (hierarchy, values[i], level + 1);
          const char *known = label != NULL ? g_hash_table_lookup (above, label) : NULL;

          assert_quietly ((label == NULL) == (next == NULL));
          if (known != NULL && strcmp (known, next) != 0)
            ck_abort_msg ("'%s' of level %u is in '%s' and in '%s'", label, level, known, next);
          if (label != NULL)
            g_hash_table_replace (above, label, next);
        }
    }
}

static DeidDataset *
make_column (char **values)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("fuzz");
  GError *error = NULL;
  const gboolean made = deid_dataset_add_string_column (dataset, "x", (const char *const *) values,
                                                        g_strv_length (values), NULL, &error);

  return fuzz_check_secret (made, &error) ? g_steal_pointer (&dataset) : NULL;
}

/* Checks that the specification of a hierarchy makes one with the same labels. */
static void
check_specification (const DeidHierarchy *hierarchy, char **values)
{
  g_autofree char *text = specify (hierarchy);
  g_autoptr (DeidHierarchy) again = NULL;
  g_autofree char *text_again = NULL;
  GError *error = NULL;

  again = deid_hierarchy_new_from_specification (text, &error);
  if (again == NULL)
    ck_abort_msg ("'%s' is refused: %s", text, error->message);
  text_again = specify (again);
  if (strcmp (text, text_again) != 0)
    ck_abort_msg ("'%s' makes '%s'", text, text_again);
  assert_quietly (deid_hierarchy_get_n_levels (again) == deid_hierarchy_get_n_levels (hierarchy));
  for (guint level = 0; level < deid_hierarchy_get_n_levels (again); level++)
    for (guint i = 0; values[i] != NULL; i++)
      {
        g_autofree char *label = find_label (hierarchy, values[i], level);
        g_autofree char *label_again = find_label (again, values[i], level);

        if (g_strcmp0 (label, label_again) != 0)
          ck_abort_msg ("'%s': '%s' on level %u is '%s', and then '%s'", text, values[i], level,
                        label, label_again);
      }
}

FUZZ_TARGET (rules)
{
  g_auto (GStrv) texts = fuzz_take_texts (fuzz, 2);
  g_auto (GStrv) values = g_strsplit (texts[1], "\n", MAX_VALUES);
  g_autoptr (DeidHierarchy) rule = NULL;
  g_autoptr (DeidHierarchy) bound = NULL;
  g_autoptr (DeidDataset) dataset = NULL;
  GError *error = NULL;

  if (strstr (texts[0], FUZZ_SECRET) != NULL)
    return; /* messages show the rule */
  rule = deid_hierarchy_new_from_specification (texts[0], &error);
  if (!fuzz_check (rule != NULL, &error))
    return;
  dataset = make_column (values);
  if (dataset == NULL)
    return;
  bound = deid_hierarchy_bind (rule, dataset, "x", NULL, &error);
  if (!fuzz_check_secret (bound != NULL, &error))
    return;
  check_nested (bound, values);
  check_specification (bound, values);
}
